from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from conformance.vectors import lines
from solver.variants import SCORED, VARIANTS, points_of_line, some_deals, some_position
from strategies import chain_deal
from tripeaks.deal import Deal
from tripeaks.layout import ALL_SLOTS
from tripeaks.rules import CLASSIC, EASY, Rules
from tripeaks.solver import CLEARED, Claim, Goal, Verdict, verify
from tripeaks.solver.reference import Table, fewest_draws, reachable, solve
from tripeaks.state import Move, State

FEW_POSITIONS = 400


def all_lines(state: State, line: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Every list of legal moves there is, by nothing but the rules."""
    yield line
    for move in state.legal_moves():
        yield from all_lines(state.play(move), (*line, move))


def is_clearing(state: State, line: tuple[Move, ...]) -> bool:
    """Whether a list of legal moves clears the tableau."""
    taken = sum(1 << move.index for move in line if not move.is_draw)
    return state.removed | taken == ALL_SLOTS


def small_positions(name: str, count: int) -> Iterator[tuple[State, list[tuple[Move, ...]]]]:
    """Positions of a variant from which few lines lead on, with all of these lines."""
    rng = Random(name)
    deals = some_deals(20, name, "small")
    while count:
        state = some_position(rng.choice(deals), rng, most_left=5)
        if state.stock_left <= 4:
            yield state, list(all_lines(state))
            count -= 1


@pytest.mark.parametrize("name", VARIANTS)
def test_no_line_is_overlooked(name: str) -> None:
    """On small positions the answers are those of writing out every possible game."""
    won = 0
    for state, possible in small_positions(name, 60):
        clearing = [line for line in possible if is_clearing(state, line)]
        fewest = min((line.count(Move.DRAW) for line in clearing), default=None)
        for goal in (Goal.CLEAR, Goal.MIN_DRAWS):
            solution = solve(state, goal)
            assert solution.verdict is (Verdict.WINNABLE if clearing else Verdict.UNWINNABLE)
            assert solution.line in clearing or (solution.line is None and not clearing)
        assert solution.draws == fewest
        for scoring in SCORED:
            best = solve(state, Goal.MAX_SCORE, scoring)
            assert best.verdict is solution.verdict
            assert best.line in possible
            scores = {line: points_of_line(state, line, scoring) for line in possible}
            assert best.score == max(scores.values()) == scores[best.line or ()]
            equal = [line for line in possible if scores[line] == best.score]
            assert best.draws == min(line.count(Move.DRAW) for line in equal)
        won += bool(clearing)
    assert 5 < won < 60


@pytest.mark.slow
@pytest.mark.parametrize("vector", lines("deals.jsonl")[:10], ids=lambda vector: vector["code"])
def test_it_agrees_with_the_published_answers(vector: dict[str, int | str | None]) -> None:
    """Verdicts and fewest draws of the first published deals are found, with lines that hold."""
    for rules, key in ((EASY, "easy_min_draws"), (CLASSIC, "classic_min_draws")):
        state = State.initial(Deal.parse(str(vector["cards"]), rules))
        solution = solve(state, Goal.MIN_DRAWS)
        assert solution.draws == vector[key]
        if solution.line is not None:
            verify(state, solution.line, Claim(points=solution.score))


def test_every_position_is_counted_once() -> None:
    """The table of what can be reached holds each position of all lines, and no other."""
    for state, possible in small_positions("C-DJ4W", 20):
        found = set()
        for line in possible:
            after = verify(state, line, Claim(cleared=False))
            top = 13 if after.top is None or after.top.is_joker else after.top.rank
            found.add((after.removed, top, after.drawn))
        table = Table(state)
        listed = {
            (removed, top, drawn)
            for removed, tops in reachable(table, state).items()
            for top, numbers in enumerate(tops)
            for drawn in range(29)
            if numbers >> drawn & 1
        }
        assert listed == found
        assert table.looked_at == len(found)


def test_lines_take_before_they_draw() -> None:
    """A line draws only where no take leads on with as few draws."""
    for deal in some_deals(3, "E", "natural"):
        start = State.initial(deal)
        solution = solve(start, Goal.MIN_DRAWS)
        state, left = start, solution.draws
        for move in solution.line or ():
            if move.is_draw:
                assert left is not None
                for other in state.legal_moves()[:-1]:
                    after = state.play(other)
                    fewest = fewest_draws(reachable(Table(after), after), after)
                    assert fewest is None or fewest > left
                left -= 1
            state = state.play(move)


@pytest.mark.parametrize("goal", Goal)
def test_a_limit_that_is_hit_gives_no_verdict(goal: Goal) -> None:
    """With too few positions allowed nothing is claimed, whether the deal can be won or not."""
    unwinnable = Deal.from_code("TP1-C-AAAAAAD")
    for deal in (chain_deal(), unwinnable):
        solution = solve(State.initial(deal), goal, max_states=20)
        assert solution.verdict is Verdict.UNKNOWN
        assert (solution.line, solution.draws, solution.score) == (None, None, None)
        assert solution.states == 20


@pytest.mark.parametrize("goal", Goal)
def test_a_limit_that_is_not_hit_changes_nothing(goal: Goal) -> None:
    """Exactly as many positions as are needed are enough, and one fewer is not."""
    rng = Random("limit")
    deals = some_deals(20, "C", "limit")
    for _ in range(30):
        state = some_position(rng.choice(deals), rng, most_left=6)
        free = solve(state, goal, clock=lambda: 0.0)
        if free.states < 2:
            continue
        assert solve(state, goal, max_states=free.states, clock=lambda: 0.0) == free
        limited = solve(state, goal, max_states=free.states - 1)
        assert limited.verdict is Verdict.UNKNOWN


def test_a_long_chain_is_found() -> None:
    """A deal laid out to be taken in one chain is cleared without a draw."""
    for rules in (Rules(scoring="hogue"), Rules(scoring="hogue", empty_waste=True)):
        state = State.initial(chain_deal(rules))
        solution = solve(state)
        assert solution.line is not None
        verify(state, solution.line, CLEARED)
