"""The examples every implementation must reproduce, one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def lines(name: str) -> list[dict[str, Any]]:
    """Read all lines of a file of this folder."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]
