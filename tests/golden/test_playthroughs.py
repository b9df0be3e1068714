from __future__ import annotations

import pytest

from golden.playthrough import DEALS, FOLDER, playthrough
from tripeaks.rules import PRESETS


def test_every_preset_has_a_playthrough() -> None:
    """There is one written game for each preset and no other."""
    assert set(DEALS) == set(PRESETS) == {path.stem for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_goes_as_written(preset: str) -> None:
    """Every event, board, sentence and score of a whole game is as it was reviewed."""
    assert playthrough(preset) == (FOLDER / f"{preset}.txt").read_text("utf-8")


def test_the_written_games_end_in_different_ways() -> None:
    """Among the written games some are won and some are lost."""
    endings = [
        (FOLDER / f"{preset}.txt").read_text("utf-8").split("\n\n")[-2] for preset in PRESETS
    ]
    assert {ending.partition(":")[0] for ending in endings} == {"won", "lost"}
