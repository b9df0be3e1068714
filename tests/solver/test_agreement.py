"""Kernel, NumPy and reference are three programs; here they have to say the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from solver.variants import (
    BACKENDS,
    SCORED,
    VARIANTS,
    backend_named,
    some_deals,
    some_numbers,
    some_position,
)
from tripeaks.deal import Deal
from tripeaks.scoring import SCHEMES
from tripeaks.solver import Claim, Goal, Verdict, batch, reference, solve, verify
from tripeaks.solver.rows import LANES, ONLY_WHEN_STUCK, WILD, bits_of, row_of
from tripeaks.solver.solving import points_of
from tripeaks.state import State

DEALS = 2000
CHUNK = 500
REFERENCE_DEALS = 50
REFERENCE_PARTS = 2
SAMPLED = 2000  # positions of each variant, 24,000 in all

each_variant = pytest.mark.parametrize("variant", VARIANTS)


def both(ask: Any, *arguments: Any) -> Any:
    """The answer of both backends, which has to be the same."""
    kernel, other = (ask(*arguments, backend=backend_named(name)) for name in BACKENDS)
    assert where_they_differ(kernel, other) == []
    return kernel


def where_they_differ(answers: Any, others: Any) -> list[int]:
    """The numbers of the first rows whose answers are not the same."""
    differ = np.asarray(answers) != np.asarray(others)
    return [int(row) for row in np.flatnonzero(differ.reshape(len(differ), -1).any(axis=1))[:9]]


def positions(variant: str, deals: int, count: int, seed: str) -> list[State]:
    """Positions of some deals of a variant, from the beginning to the end."""
    rng = Random(variant + seed)
    dealt = some_deals(deals, variant, seed)
    return [some_position(rng.choice(dealt), rng) for _ in range(count)]


@pytest.mark.slow
@each_variant
def test_two_thousand_deals(variant: str) -> None:
    """On 2,000 deals of each variant the backends deal alike and find the same fewest draws."""
    rules = VARIANTS[variant]
    numbers = np.array(some_numbers(DEALS, variant), dtype=np.uint64)
    won = 0
    for first in range(0, DEALS, CHUNK):
        rows = both(batch.deal_rows, numbers[first : first + CHUNK], rules)
        draws = both(batch.fewest_draws, rows, rules)
        kernel = batch.winnable(rows, rules, backend=backend_named("kernel"))
        assert where_they_differ(kernel, draws != batch.NO_WAY) == []
        won += int(kernel.sum())
    # With four jokers next to every deal can be won.
    assert DEALS / 3 < won < DEALS + (rules.jokers == 4)


@pytest.mark.slow
@each_variant
def test_positions_of_games(variant: str) -> None:
    """From the middle of games the backends give the same verdicts, draws and good moves."""
    rules = VARIANTS[variant]
    rows = batch.rows_of(positions(variant, 40, 300, "middle"))
    won = both(batch.winnable, rows, rules)
    assert where_they_differ(both(batch.fewest_draws, rows, rules) != batch.NO_WAY, won) == []
    good = both(batch.winning_moves, rows, rules)
    left = rows[:, 60:].view(np.uint32)[:, 0] != (1 << 28) - 1
    assert where_they_differ((good != 0)[left], won[left]) == []
    assert 0 < won.sum() < len(rows)


@pytest.mark.slow
@each_variant
@pytest.mark.parametrize("scoring", SCORED)
def test_best_scores(variant: str, scoring: str) -> None:
    """The backends find the same best scores, from the beginning and from the middle."""
    rules = VARIANTS[variant]
    states = [State.initial(deal) for deal in some_deals(2, variant, scoring)]
    states += positions(variant, 2, 3, scoring)
    both(batch.best_scores, batch.rows_of(states), rules, scoring)


@pytest.mark.slow
@each_variant
def test_lines(variant: str) -> None:
    """The backends give the same natural line, and best lines with equal points and draws."""
    rules = VARIANTS[variant]
    states = [State.initial(deal) for deal in some_deals(2, variant, "lines")]
    states += positions(variant, 2, 3, "lines")
    bits, kernel, other = bits_of(rules), backend_named("kernel"), backend_named("numpy")
    for state in states:
        row = row_of(state)
        assert kernel.line(row, bits) == other.line(row, bits)
        for scoring in SCORED:
            points = points_of(SCHEMES[scoring])
            best, line = kernel.best_line(row, bits, points)
            same, like = other.best_line(row, bits, points)
            assert (best, line.count(28)) == (same, like.count(28))


@pytest.mark.slow
@each_variant
def test_tables(variant: str) -> None:
    """The backends have the same sets in the same order, and the same answers for each."""
    rules = VARIANTS[variant]
    kernel, other = backend_named("kernel"), backend_named("numpy")
    for deal in some_deals(3, variant, "tables"):
        row = row_of(State.initial(deal))
        tables = [table(backend.within(row, bits_of(rules)), rules) for backend in (kernel, other)]
        assert tables[0].shape == (22_932, LANES)
        # A rank that no position can have on top has no answer.
        lanes = WILD + (rules.jokers > 0 or rules.empty_waste)
        assert where_they_differ(tables[0][:, :lanes], tables[1][:, :lanes]) == []
    for state in positions(variant, 1, 200, "sets"):
        assert kernel.index(state.removed) == other.index(state.removed)
    for removed in (1, 1 << 17, 1 << 28):
        assert kernel.index(removed) == other.index(removed) == -1


def table(answers: bytes, rules: Any) -> Any:
    """What `within` answers, as an array of sets and ranks on top."""
    dtype = np.uint32 if bits_of(rules) & ONLY_WHEN_STUCK else np.uint8
    return np.frombuffer(answers, dtype=dtype).reshape(-1, LANES)


@pytest.mark.slow
@each_variant
@pytest.mark.parametrize("part", range(REFERENCE_PARTS))
def test_fifty_deals_searched_through(variant: str, part: int) -> None:
    """On 50 deals of each variant the reference finds the same, and the rules accept the lines."""
    deals = some_deals(REFERENCE_DEALS, variant, "searched")[part::REFERENCE_PARTS]
    states = [State.initial(deal) for deal in deals]
    rows, rules = batch.rows_of(states), VARIANTS[variant]
    draws, won = both(batch.fewest_draws, rows, rules), both(batch.winnable, rows, rules)
    for state, fewest, winnable in zip(states, draws.tolist(), won.tolist(), strict=True):
        found = reference.reachable(reference.Table(state), state)
        expected = reference.fewest_draws(found, state)
        assert fewest == (batch.NO_WAY if expected is None else expected)
        assert winnable == (expected is not None)
        solution = solve(state, Goal.MIN_DRAWS)
        assert solution.draws == expected
        if solution.line is not None:
            claim = Claim(points=solution.score)
            assert verify(state, solution.line, claim).drawn == expected


@pytest.mark.slow
@each_variant
def test_natural_lines(variant: str) -> None:
    """The line of a backend is the one that a search taking cards before drawing comes to."""
    for deal in some_deals(2, variant, "natural"):
        state = State.initial(deal)
        expected = reference.solve(state, Goal.MIN_DRAWS)
        for name in BACKENDS:
            solution = solve(state, Goal.MIN_DRAWS, backend=backend_named(name))
            assert solution.line == expected.line
            assert (solution.verdict, solution.score) == (expected.verdict, expected.score)


@pytest.mark.slow
@each_variant
def test_backwards_and_forwards(variant: str) -> None:
    """What one sweep says of 24,000 positions, before anything is lost, each finds by itself."""
    rules, backend, rng = VARIANTS[variant], backend_named("kernel"), Random(variant)
    stuck = bool(bits_of(rules) & ONLY_WHEN_STUCK)
    won = 0
    for deal in some_deals(10, variant, "both ways"):
        answers = table(backend.within(row_of(State.initial(deal)), bits_of(rules)), rules)
        rows = batch.rows_of([some_position(deal, rng) for _ in range(SAMPLED // 10)])
        sets = [backend.index(int(removed)) for removed in rows[:, 60:].view(np.uint32)[:, 0]]
        drawn, swept = rows[:, 58], answers[sets, rows[:, 28]]
        backwards = (swept >> drawn & 1) == 1 if stuck else drawn < swept
        forwards = batch.winnable(rows, rules)
        assert where_they_differ(backwards, forwards) == []
        won += int(forwards.sum())
    assert 0 < won < SAMPLED


@pytest.mark.slow
@each_variant
def test_small_positions_searched_for_points(variant: str) -> None:
    """Where few cards are left the reference finds the same best scores with as few draws."""
    rng = Random(variant + "points")
    deals = some_deals(12, variant, "points")
    for _ in range(12):
        state = some_position(rng.choice(deals), rng, most_left=9)
        for scoring in SCORED:
            expected = reference.solve(state, Goal.MAX_SCORE, scoring)
            for name in BACKENDS:
                solution = solve(state, Goal.MAX_SCORE, scoring, backend=backend_named(name))
                assert (solution.score, solution.draws) == (expected.score, expected.draws)
                assert solution.verdict is expected.verdict
                claim = Claim(cleared=False, points=solution.score, scoring=scoring)
                verify(state, solution.line or (), claim)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["E", "C", "E-D"])
def test_a_whole_deal_searched_for_points(variant: str) -> None:
    """On whole deals the reference finds the same best score where chains earn nothing."""
    deal: Deal = some_deals(1, variant, "whole")[0]
    state = State.initial(deal)
    expected = reference.solve(state, Goal.MAX_SCORE, "app")
    for name in BACKENDS:
        solution = solve(state, Goal.MAX_SCORE, "app", backend=backend_named(name))
        assert (solution.score, solution.draws) == (expected.score, expected.draws)
        assert (solution.verdict is Verdict.WINNABLE) == (expected.verdict is Verdict.WINNABLE)
