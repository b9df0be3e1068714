from __future__ import annotations

from random import Random

import pytest

from players.tables import RULES, games
from strategies import PUBLISHED_CODE
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.players import GreedyPlayer, Limit, RandomPlayer
from tripeaks.state import Move, State

LIMIT = Limit(games=1)


def gain(state: State, move: Move) -> int:
    """How many cards a move uncovers."""
    return (state.play(move).uncovered & ~state.uncovered).bit_count()


@pytest.mark.parametrize("name", RULES)
def test_greedy_takes_what_uncovers_most(name: str) -> None:
    """Greedy draws only without a take, and no other take uncovers more cards than its own."""
    rng = Random(name)
    for game in games(RULES[name], rng, 40):
        state = game.state

        takes = [move for move in state.legal_moves() if not move.is_draw]
        chosen = GreedyPlayer().choose(game.view(), rng, LIMIT)
        if takes:
            assert chosen in takes
            gains = {move: gain(state, move) for move in takes}
            assert gains[chosen] == max(gains.values())
        else:
            assert chosen is Move.DRAW


def test_greedy_takes_any_of_equals() -> None:
    """Of takes that uncover the same, each is chosen now and then."""
    view = Game(Deal.from_code(PUBLISHED_CODE)).view()
    chosen = {GreedyPlayer().choose(view, Random(seed), LIMIT).index for seed in range(60)}
    assert chosen == {20, 22, 24}


def test_random_makes_any_move() -> None:
    """The random player makes each legal move now and then."""
    view = Game(Deal.from_code(PUBLISHED_CODE)).view()
    chosen = {RandomPlayer().choose(view, Random(seed), LIMIT) for seed in range(60)}
    assert chosen == set(view.legal)


def test_simple_players_state_no_chance() -> None:
    """Who estimates nothing says so instead of making up a chance."""
    view = Game(Deal.from_code(PUBLISHED_CODE)).view()
    for player in (RandomPlayer(), GreedyPlayer()):
        candidates = player.explain(view, Random(1), LIMIT)
        assert {(one.win_chance, one.error) for one in candidates} == {(None, None)}
