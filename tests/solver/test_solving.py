from __future__ import annotations

from random import Random

import pytest

from solver.variants import (
    BACKENDS,
    SCORED,
    VARIANTS,
    backend_named,
    points_of_line,
    some_deals,
    some_position,
)
from strategies import PUBLISHED_CODE, chain_deal, with_rules
from tripeaks.deal import Deal
from tripeaks.layout import ALL_SLOTS
from tripeaks.notation import parse_moves, replay
from tripeaks.rules import Rules
from tripeaks.solver import Claim, Goal, Solution, Verdict, solve, verify
from tripeaks.solver.positions import sets_after
from tripeaks.state import Move, State

START = State.initial(Deal.from_code(PUBLISHED_CODE))
UNWINNABLE = State.initial(Deal.from_code("TP1-C-AAAAAAD"))

each_backend = pytest.mark.parametrize("name", BACKENDS)


@each_backend
@pytest.mark.parametrize("goal", [Goal.CLEAR, Goal.MIN_DRAWS], ids=str)
def test_the_published_deal_can_be_won(name: str, goal: Goal) -> None:
    """AAAAAAB needs 16 draws, and the answer says all there is to say of the line."""
    solution = solve(START, goal, backend=backend_named(name))
    assert (solution.verdict, solution.draws, solution.score) == (Verdict.WINNABLE, 16, 756)
    assert solution.line is not None
    assert len(solution.line) == 28 + 16
    assert verify(START, solution.line, Claim(points=756)).drawn == 16
    assert solution.states == 22_932


@each_backend
@pytest.mark.parametrize("goal", [Goal.CLEAR, Goal.MIN_DRAWS], ids=str)
def test_what_cannot_be_won_has_no_line(name: str, goal: Goal) -> None:
    """Without a way to win there is a verdict, and no line, draws or score."""
    solution = solve(UNWINNABLE, goal, backend=backend_named(name))
    assert solution.verdict is Verdict.UNWINNABLE
    assert (solution.line, solution.draws, solution.score) == (None, None, None)


@each_backend
def test_a_score_comes_with_or_without_a_win(name: str) -> None:
    """The best line of a deal that cannot be won ends earlier, and the verdict says so."""
    for scoring in SCORED:
        solution = solve(UNWINNABLE, Goal.MAX_SCORE, scoring, backend=backend_named(name))
        assert solution.verdict is Verdict.UNWINNABLE
        assert solution.line is not None
        claim = Claim(cleared=False, points=solution.score, scoring=scoring)
        final = verify(UNWINNABLE, solution.line, claim)
        assert final.removed != ALL_SLOTS
        assert final.drawn == solution.draws


@each_backend
@pytest.mark.parametrize(
    ("scoring", "points"), [("app", 772), ("hogue", 466), ("collection", 84_900), ("none", 0)]
)
def test_the_best_score_there_can_be_is_found(name: str, scoring: str, points: int) -> None:
    """Where the tableau can go in one chain the score is the most a game can have."""
    state = State.initial(chain_deal())
    solution = solve(state, Goal.MAX_SCORE, scoring, backend=backend_named(name))
    assert (solution.verdict, solution.score, solution.draws) == (Verdict.WINNABLE, points, 0)
    by_rules = State.initial(chain_deal(Rules(scoring=scoring)))
    same = solve(by_rules, Goal.MAX_SCORE, backend=backend_named(name))
    assert (same.line, same.score) == (solution.line, points)


def test_who_earns_nothing_makes_no_move() -> None:
    """A best line ends as soon as its points are earned, so without points it has no move."""
    solution = solve(START, Goal.MAX_SCORE, "none")
    assert (solution.line, solution.draws, solution.score) == ((), 0, 0)


@each_backend
def test_any_position_can_be_asked_for(name: str) -> None:
    """From the middle of a game the line goes on from there, as a new chain."""
    state = replay(START.deal, parse_moves("KC AS 2D 3S 4S 5S 4H | KD QH", START.deal))
    backend = backend_named(name)
    solution = solve(state, Goal.MIN_DRAWS, "hogue", backend=backend)
    assert solution.line is not None
    verify(state, solution.line, Claim(points=solution.score, scoring="hogue"))
    assert solution.states == sets_after(state.removed) < 22_932
    best = solve(state, Goal.MAX_SCORE, "hogue", backend=backend)
    assert best.line is not None
    assert best.score is not None
    assert solution.score is not None
    assert best.score >= solution.score
    verify(state, best.line, Claim(cleared=False, points=best.score, scoring="hogue"))


@each_backend
@pytest.mark.parametrize("goal", Goal, ids=str)
def test_a_won_game_needs_no_move(name: str, goal: Goal) -> None:
    """From a cleared tableau the line is empty and the score that of the beginning."""
    won = State(START.deal, ALL_SLOTS, 3, START.deal.tableau[1])
    solution = solve(won, goal, backend=backend_named(name), clock=lambda: 0.0)
    assert solution == Solution(Verdict.WINNABLE, (), 0, 500, 1, 0.0)


@each_backend
def test_a_blocked_game_is_lost(name: str) -> None:
    """Without a stock and without a take there is no way to win, and nothing to earn."""
    deal = START.deal
    blocked = State(deal, 0, 23, deal.stock[22])  # a jack, and no ten or queen lies free
    assert blocked.legal_moves() == ()
    solution = solve(blocked, backend=backend_named(name))
    assert (solution.verdict, solution.line) == (Verdict.UNWINNABLE, None)
    best = solve(blocked, Goal.MAX_SCORE, backend=backend_named(name))
    assert (best.verdict, best.line, best.score) == (Verdict.UNWINNABLE, (), 500)


def test_a_goal_may_be_given_by_its_value() -> None:
    """The goals' values, as the command line has them, do as well."""
    for goal in Goal:
        by_value = solve(START, goal.value, clock=lambda: 0.0)  # type: ignore[arg-type]
        assert by_value == solve(START, goal, clock=lambda: 0.0)


def test_the_clock_is_given() -> None:
    """The seconds are those that the given clock counts."""
    times = iter([10.0, 12.5])
    assert solve(START, clock=lambda: next(times)).seconds == 2.5
    times = iter([1.0, 2.0, 2.5, 4.0])
    assert solve(START, max_states=5, clock=lambda: next(times)).seconds > 0


def test_the_score_is_counted_as_in_a_game() -> None:
    """Under each scheme and variant the score of a line is what the moves score."""
    for name in VARIANTS:
        for deal in some_deals(6, name, "scored"):
            state = State.initial(deal)
            for scoring in SCORED:
                solution = solve(state, scoring=scoring)
                if solution.line is not None:
                    assert solution.score == points_of_line(state, solution.line, scoring)


@pytest.mark.parametrize("goal", Goal, ids=str)
def test_a_limit_gives_the_answer_or_none(goal: Goal) -> None:
    """With a limit the verdict is the exact one or unknown, never another."""
    rng = Random("limits")
    verdicts = set()
    for deal in some_deals(30, "C", "limits"):
        state = some_position(deal, rng, most_left=8)
        exact = solve(state, goal)
        for max_states in (1, 5, 25, 125):
            limited = solve(state, goal, max_states=max_states)
            verdicts.add(limited.verdict)
            if limited.verdict is Verdict.UNKNOWN:
                assert (limited.line, limited.draws, limited.score) == (None, None, None)
                continue
            assert limited.verdict is exact.verdict
            if goal is Goal.MAX_SCORE:
                assert limited.score == exact.score
            elif goal is Goal.MIN_DRAWS:
                assert limited.draws == exact.draws
            elif limited.line is not None:
                verify(state, limited.line)
    assert verdicts == set(Verdict)


def test_a_limit_that_is_wide_enough_is_none() -> None:
    """Where a sweep needs no more than the limit, the answer is that without one."""
    free = solve(START, clock=lambda: 0.0)
    assert solve(START, max_states=22_932, clock=lambda: 0.0) == free
    limited = solve(UNWINNABLE, max_states=1000)
    assert (limited.verdict, limited.states) == (Verdict.UNKNOWN, 1000)


def test_visibility_makes_no_difference() -> None:
    """What the player may see, and what help and undos are allowed, changes no answer."""
    shown = Deal.from_code("TP1-E-AAAAAAB-O")
    assert solve(State.initial(shown)).line == solve(START).line
    other = with_rules(START.deal, mistake_help=False)
    assert solve(State.initial(other)).line == solve(START).line


def test_the_natural_line_is_given() -> None:
    """Of equally good lines the first take stands, that uncovers most, before any draw."""
    solution = solve(START)
    assert solution.line is not None
    assert solution.line[:4] == (Move.take(20), Move.take(23), Move.take(24), Move.DRAW)
