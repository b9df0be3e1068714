from __future__ import annotations

from random import Random

import pytest

from tripeaks import CLASSIC, EASY, PRESETS, Deal, Rules, State
from tripeaks.coach.difficulty import (
    AT_LEAST,
    CASUAL_GAMES,
    Difficulty,
    casual_wins,
    difficulty_of,
    find_deal,
    prove,
)
from tripeaks.solver import Verdict, solve, verify


@pytest.mark.parametrize("rules", [EASY, CLASSIC], ids=["easy", "classic"])
@pytest.mark.parametrize("difficulty", Difficulty)
def test_a_deal_is_as_hard_as_wanted(rules: Rules, difficulty: Difficulty) -> None:
    """A deal of each difficulty is found under both rules, with a line that clears the tableau."""
    proven = find_deal(Random(5), rules, difficulty)
    assert proven.difficulty == difficulty
    assert proven.deal.rules == rules
    verify(proven.deal, proven.line)


@pytest.mark.parametrize("preset", PRESETS)
def test_winnable_only_deals_can_be_won(preset: str) -> None:
    """Deals that are dealt as winnable replay to a win by their proof, under every preset."""
    rng = Random(preset)
    for _ in range(20):
        proven = find_deal(rng, PRESETS[preset])
        assert proven.deal.code is not None
        verify(Deal.from_code(proven.deal.code, PRESETS[preset]), proven.line)


def test_what_cannot_be_won_is_not_proved() -> None:
    """A deal has a proof exactly where the solver says that it can be won."""
    for number in range(40):
        deal = Deal.numbered(number, CLASSIC)
        winnable = solve(State.initial(deal)).verdict is Verdict.WINNABLE
        assert (prove(deal) is not None) == winnable


def test_a_deal_is_always_as_hard() -> None:
    """The same deal has the same difficulty whenever it is asked for."""
    state = State.initial(Deal.from_code("AAAAAAB"))
    assert len({casual_wins(state) for _ in range(5)}) == 1
    assert 0 < casual_wins(state) < CASUAL_GAMES


def test_the_thresholds_part_all_shares() -> None:
    """Every number of wins has one difficulty, and more wins are never harder."""
    order = list(Difficulty)
    places = [order.index(difficulty_of(wins)) for wins in range(CASUAL_GAMES + 1)]
    assert places == sorted(places, reverse=True)
    assert set(places) == set(range(len(order)))
    for difficulty, least in AT_LEAST.items():
        assert difficulty_of(round(least * CASUAL_GAMES)) == difficulty


def test_without_the_kernel_deals_are_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy and plain Python deal games of a difficulty as well."""
    monkeypatch.setenv("TRIPEAKS_SOLVER", "numpy")
    proven = find_deal(Random(1), EASY, Difficulty.EASY)
    assert proven.difficulty == Difficulty.EASY
    verify(proven.deal, proven.line)
