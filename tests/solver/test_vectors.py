from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from conformance.vectors import lines
from solver.variants import BACKENDS, REGRESSION_CARDS, backend_named
from tripeaks.deal import Deal
from tripeaks.rules import CLASSIC, EASY, Rules
from tripeaks.solver import Claim, Goal, Verdict, batch, solve, verify
from tripeaks.state import State

KEYS: Mapping[str, Rules] = {"easy_min_draws": EASY, "classic_min_draws": CLASSIC}


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("key", KEYS)
def test_the_published_answers_are_found(name: str, key: str) -> None:
    """Each of the 200 deals has its verdict and its fewest draws."""
    vectors = lines("deals.jsonl")
    assert len(vectors) == 200
    expected = [batch.NO_WAY if vector[key] is None else vector[key] for vector in vectors]
    numbers = np.array([vector["number"] for vector in vectors], dtype=np.uint64)
    backend = backend_named(name)
    rows = batch.deal_rows(numbers, KEYS[key], backend=backend)
    assert batch.fewest_draws(rows, KEYS[key], backend=backend).tolist() == expected
    winnable = batch.winnable(rows, KEYS[key], backend=backend).tolist()
    assert winnable == [draws != batch.NO_WAY for draws in expected]


@pytest.mark.parametrize("key", KEYS)
def test_the_published_answers_are_proved(key: str) -> None:
    """Each deal that can be won has a line with its fewest draws that the rules accept."""
    for vector in lines("deals.jsonl"):
        state = State.initial(Deal.parse(vector["cards"], KEYS[key]))
        solution = solve(state, Goal.MIN_DRAWS)
        assert solution.draws == vector[key]
        assert (solution.verdict is Verdict.WINNABLE) == (vector[key] is not None)
        if solution.line is not None:
            verify(state, solution.line, Claim(points=solution.score))
            assert sum(move.is_draw for move in solution.line) == vector[key]


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("empty_waste", [False, True], ids=["waste", "empty"])
@pytest.mark.parametrize("jokers", range(5))
def test_variants_are_dealt_as_published(name: str, empty_waste: bool, jokers: int) -> None:  # noqa: FBT001
    """The 200 variant deals come from a backend with the cards where they are published."""
    rules = Rules(jokers=jokers, empty_waste=empty_waste)
    deals = [
        Deal.numbered(vector["number"], rules)
        for vector in lines("variant_deals.jsonl")
        if (vector["jokers"], vector["empty_waste"]) == (jokers, empty_waste)
    ]
    deals += [Deal.numbered(number, rules) for number in (0, 2**35 - 1, 12_345_678_901)]
    numbers = np.array([deal.number for deal in deals], dtype=np.uint64)
    rows = batch.deal_rows(numbers, rules, backend=backend_named(name))
    expected = batch.rows_of([State.initial(deal) for deal in deals])
    assert (rows == expected).all()


@pytest.mark.parametrize("name", BACKENDS)
def test_king_and_ace_are_neighbours_on_both_sides(name: str) -> None:
    """The deal that a lopsided test called unwinnable can be won under Easy, not under Classic."""
    easy, classic = (
        solve(State.initial(Deal.parse(REGRESSION_CARDS, rules)), backend=backend_named(name))
        for rules in (EASY, CLASSIC)
    )
    assert (easy.verdict, classic.verdict) == (Verdict.WINNABLE, Verdict.UNWINNABLE)
    assert easy.line is not None
    verify(Deal.parse(REGRESSION_CARDS), easy.line)
    assert (classic.line, classic.draws, classic.score) == (None, None, None)
