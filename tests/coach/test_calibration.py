from __future__ import annotations

from random import Random

import pytest

from tripeaks import CLASSIC, EASY, Deal, Game, Rules
from tripeaks.coach import hint
from tripeaks.coach.calibration import CalibratedPlayer, stated_chance
from tripeaks.players import Limit, player_named

SHARES = [step / 50 for step in range(51)]


@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=["easy", "classic"])
def test_a_larger_share_is_a_larger_chance(rules: Rules) -> None:
    """Stated chances keep the order of the shares and are all but sure at the ends."""
    chances = [stated_chance(share, rules) for share in SHARES]
    assert chances == sorted(set(chances))
    assert 0 <= chances[0] < 0.01
    assert 0.99 < chances[-1] <= 1
    assert all(chance > share for share, chance in zip(SHARES[5:-5], chances[5:-5], strict=True))


def test_the_order_of_the_moves_stays() -> None:
    """A calibrated player lists the same moves in the same order as the player itself."""
    view = Game(Deal.from_code("AAAAAAB")).view()
    player = player_named("sampling")
    plain = player.explain(view, Random(1), Limit(games=2000))
    stated = CalibratedPlayer(player).explain(view, Random(1), Limit(games=2000))
    assert [rated.move for rated in stated] == [rated.move for rated in plain]
    for before, after in zip(plain, stated, strict=True):
        assert before.win_chance is not None
        assert after.win_chance == stated_chance(before.win_chance, view.rules)
        assert after.error is not None
        assert 0 < after.error < 0.2


def test_hints_state_chances() -> None:
    """A hint states the calibrated chance of the strongest player."""
    view = Game(Deal.from_code("AAAAAAB")).view()
    best = hint(view, Random(1), Limit(games=2000)).best
    plain = player_named("sampling").explain(view, Random(1), Limit(games=2000))[0]
    assert plain.win_chance is not None
    assert best.chance == stated_chance(plain.win_chance, view.rules)
