from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from service.world import World


@pytest.fixture
def world(path: Path) -> Iterator[World]:
    """A program with a file of its own."""
    with closing(World(path)) as world:
        yield world
