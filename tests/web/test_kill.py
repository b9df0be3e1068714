from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest

from web.killing import killed_again_and_again

KILLS = 8


@pytest.mark.slow
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """A server killed at any moment has lost no acknowledged action and broken no game."""
    acknowledged = list(islice(killed_again_and_again(tmp_path, Random(1)), KILLS))
    assert len(acknowledged) == KILLS
    assert sum(acknowledged) > KILLS
