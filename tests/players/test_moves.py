from __future__ import annotations

from random import Random

import pytest

from players.tables import RULES, games
from tripeaks.players.moves import legal_moves, uncovers


@pytest.mark.parametrize("name", RULES)
def test_uncovered_cards_are_counted(name: str) -> None:
    """What a move uncovers is what is uncovered after it and was not before."""
    for game in games(RULES[name], Random(name), 20):
        for move in legal_moves(game.view()):
            before, after = game.state.uncovered, game.state.play(move).uncovered
            assert uncovers(move, game.state.removed) == (after & ~before).bit_count()
