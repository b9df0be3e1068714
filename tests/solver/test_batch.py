from __future__ import annotations

from collections.abc import Callable
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
from tripeaks.errors import RulesError, SolverError
from tripeaks.rules import CLASSIC, EASY, Rules
from tripeaks.scoring import scheme_named
from tripeaks.solver import Goal, Verdict, batch, reference, solve
from tripeaks.state import State

ASKED = {
    "winnable": batch.winnable,
    "fewest_draws": batch.fewest_draws,
    "best_scores": batch.best_scores,
    "winning_moves": batch.winning_moves,
}


def numbers(count: int, seed: str = "batch") -> Any:
    """Deal numbers as an array."""
    return np.array(some_numbers(count, seed), dtype=np.uint64)


def fault(ask: Callable[[], object]) -> SolverError:
    """What is refused."""
    with pytest.raises(SolverError) as caught:
        ask()
    return caught.value


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_batch_is_many_answers(backend: str, variant: str) -> None:
    """Each row is answered as the position alone."""
    rules, rng, answering = VARIANTS[variant], Random(variant), backend_named(backend)
    deals = some_deals(8, variant, "batch")
    states = [State.initial(deal) for deal in deals]
    states += [some_position(deal, rng) for deal in deals]
    rows = batch.rows_of(states)
    solutions = [solve(state, Goal.MIN_DRAWS, backend=answering) for state in states]
    won = batch.winnable(rows, rules, backend=answering)
    assert won.tolist() == [solution.verdict is Verdict.WINNABLE for solution in solutions]
    draws = batch.fewest_draws(rows, rules, backend=answering).tolist()
    assert draws == [255 if solution.draws is None else solution.draws for solution in solutions]
    scored = rows[-2:]
    for scoring in SCORED:
        points = batch.best_scores(scored, rules, scoring, backend=answering).tolist()
        assert points == [
            solve(state, Goal.MAX_SCORE, scoring, backend=answering).score for state in states[-2:]
        ]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_an_empty_stock_gives_no_card(backend: str, variant: str) -> None:
    """With all stock cards drawn a position is won by takes alone or not at all."""
    rules, rng, answering = VARIANTS[variant], Random(variant), backend_named(backend)
    states = []
    for deal in some_deals(60, variant, "no stock"):
        state = some_position(deal, rng, most_left=3)
        drawn_last = state.drawn and state.top == deal.stock[state.drawn - 1]
        top = deal.stock[-1] if drawn_last or not state.removed else state.top
        states.append(State(deal, state.removed, len(deal.stock), top))
    expected = [reference.solve(state).verdict is Verdict.WINNABLE for state in states]
    rows = batch.rows_of(states)
    assert batch.winnable(rows, rules, backend=answering).tolist() == expected
    draws = batch.fewest_draws(rows, rules, backend=answering).tolist()
    assert draws == [0 if won else batch.NO_WAY for won in expected]
    assert 5 < sum(expected) < 55


@pytest.mark.parametrize("backend", BACKENDS)
def test_answers_have_their_types(backend: str) -> None:
    """Shapes and dtypes are as documented, and the arrays can be written to."""
    answering = backend_named(backend)
    rows = batch.deal_rows(numbers(3), EASY, backend=answering)
    assert rows.shape == (3, 64)
    assert rows.dtype == np.uint8
    dtypes = dict(zip(ASKED, (np.bool_, np.uint8, np.int32, np.uint32), strict=True))
    for name, ask in ASKED.items():
        answers: Any = ask(rows, EASY, backend=answering)
        assert answers.shape == (3,)
        assert answers.dtype == dtypes[name]
        answers[0] = 0
    rows[0] = 0


@pytest.mark.parametrize("backend", BACKENDS)
def test_questions_leave_the_rows_alone(backend: str) -> None:
    """Rows are read and never written to; an array that cannot be written to will do."""
    rows = batch.deal_rows(numbers(2), CLASSIC)
    kept = rows.copy()
    rows.flags.writeable = False
    for ask in ASKED.values():
        ask(rows, CLASSIC, backend=backend_named(backend))
    assert np.array_equal(rows, kept)


def test_numbers_are_dealt() -> None:
    """Dealing an array of numbers gives the deals of these numbers."""
    for variant, rules in VARIANTS.items():
        drawn = some_numbers(20, variant)
        rows = batch.deal_rows(np.array(drawn, dtype=np.uint64), rules)
        states = [State.initial(Deal.numbered(number, rules)) for number in drawn]
        assert np.array_equal(rows, batch.rows_of(states))


def test_scores_include_the_start() -> None:
    """Under each scheme a score is that of the best line, the points at the start with it."""
    states = [State.initial(deal) for deal in some_deals(3, "C", "scores")]
    for scoring in (*SCORED, "none"):
        points = batch.best_scores(batch.rows_of(states), CLASSIC, scoring).tolist()
        assert points == [solve(state, Goal.MAX_SCORE, scoring).score for state in states]
        assert min(points) >= scheme_named(scoring).start
    by_rules = batch.best_scores(batch.rows_of(states), Rules(wrap=False, scoring="hogue"))
    assert np.array_equal(by_rules, batch.best_scores(batch.rows_of(states), CLASSIC, "hogue"))
    with pytest.raises(RulesError, match="rules/bad-option"):
        batch.best_scores(batch.rows_of(states), CLASSIC, "golf")


GOOD = batch.deal_rows(np.arange(10, dtype=np.uint64), EASY)
NO_BATCH: dict[str, tuple[Any, str, str]] = {
    "no array": ([[0] * 64], "batch/bad-dtype", "list"),
    "bytes": (GOOD.tobytes(), "batch/bad-dtype", "bytes"),
    "int64": (GOOD.astype(np.int64), "batch/bad-dtype", "int64"),
    "int8": (GOOD.astype(np.int8), "batch/bad-dtype", "int8"),
    "bool": (GOOD.astype(np.bool_), "batch/bad-dtype", "bool"),
    "objects": (GOOD.astype(object), "batch/bad-dtype", "object"),
    "one row": (GOOD[0], "batch/bad-shape", "(64,)"),
    "three axes": (GOOD[None], "batch/bad-shape", "(1, 10, 64)"),
    "narrow": (GOOD[:, :63], "batch/bad-shape", "(10, 63)"),
    "turned": (GOOD.T, "batch/bad-shape", "(64, 10)"),
    "no axis": (np.array(3, np.uint8), "batch/bad-shape", "()"),
    "no rows": (GOOD[:0], "batch/empty", ""),
    "every second": (GOOD[::2], "batch/not-contiguous", "(128, 1)"),
    "backwards": (GOOD[::-1], "batch/not-contiguous", "(-64, 1)"),
    "by columns": (np.asfortranarray(GOOD), "batch/not-contiguous", "(1, 10)"),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize(("rows", "code", "text"), NO_BATCH.values(), ids=NO_BATCH)
def test_no_batch_is_refused(ask: Callable[..., object], rows: Any, code: str, text: str) -> None:
    """Another type or shape, gaps and an empty batch are refused with what was given."""
    error = fault(lambda: ask(rows, EASY))
    assert (error.code, error.text) == (code, text)
    if code in ("batch/bad-dtype", "batch/bad-shape"):
        assert error.details["expected"] in ("uint8", "(n, 64)")


def changed(state: State, **places: int) -> Any:
    """A batch of ten good rows, of which the seventh is of a position, with some bytes changed."""
    rows = np.concatenate([GOOD[:6], batch.rows_of([state]), GOOD[:3]])
    for place, value in places.items():
        rows[6, int(place[1:])] = value
    return rows


START = State.initial(Deal.numbered(1, Rules(jokers=2)))
TAKEN = START.play(START.legal_moves()[0])
DRAWN = START.play(START.legal_moves()[-1])
# 7S has gone after 2D and AS, which lay on it.
SEVEN = State(START.deal, 1 << 13 | 1 << 22 | 1 << 23, 0, START.deal.tableau[13])
BAD_ROWS = {
    "rank in the tableau": (changed(START, b5=13), "batch/bad-rank"),
    "no rank in the tableau": (changed(START, b27=255), "batch/bad-rank"),
    "rank on top": (changed(START, b28=14), "batch/bad-rank"),
    "rank in the stock": (changed(START, b30=14), "batch/bad-rank"),
    "card behind the stock": (changed(START, b56=1), "batch/bad-rank"),
    "too many cards": (changed(START, b57=29), "batch/bad-count"),
    "far too many cards": (changed(START, b57=255, b58=255), "batch/bad-count"),
    "five of a rank": (changed(START, b0=0, b1=0, b2=0, b3=0, b4=0), "batch/bad-count"),
    "unused byte": (changed(START, b59=1), "batch/bad-count"),
    "29th slot": (changed(START, b63=16), "state/removed"),
    "covered card gone": (changed(START, b60=1), "state/covered"),
    "one cover there": (changed(TAKEN, b61=32), "state/covered"),
    "more drawn than there are": (changed(START, b58=26), "state/drawn"),
    "far more drawn": (changed(START, b58=255), "state/drawn"),
    "not drawn last": (changed(DRAWN, b28=int(DRAWN.deal.stock[0].rank + 1) % 13), "state/top"),
    "not taken last": (changed(TAKEN, b28=5), "state/top"),
    "went before another": (changed(SEVEN, b28=START.deal.tableau[22].rank), "state/top"),
    "wild from nowhere": (changed(TAKEN, b28=13), "state/top"),
    "nothing drawn": (changed(DRAWN, b58=2), "state/top"),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize(("rows", "cause"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_bad_row_is_named(ask: Callable[..., object], rows: Any, cause: str) -> None:
    """A row that is no position is refused with its number and the cause."""
    error = fault(lambda: ask(rows, EASY))
    assert error.code == "batch/bad-row"
    assert dict(error.details) == {"row": 6, "cause": cause}
    assert error.text == rows[6].tobytes().hex()


def test_the_first_bad_row_is_named() -> None:
    """Of several bad rows the first is told of, in a large batch too."""
    rows = batch.deal_rows(np.arange(20_000, dtype=np.uint64), EASY)
    batch.check_rows(rows)
    rows[[19_999, 15_001, 15_003], [60, 28, 0]] = (1, 77, 99)
    error = fault(lambda: batch.winnable(rows, EASY))
    assert dict(error.details) == {"row": 15_001, "cause": "batch/bad-rank"}


def test_every_position_makes_a_good_row() -> None:
    """What the check of one position accepts, the check of rows accepts as well."""
    rng = Random("rows")
    for variant in VARIANTS:
        deals = some_deals(10, variant, "rows")
        batch.check_rows(batch.rows_of([some_position(rng.choice(deals), rng) for _ in range(300)]))


def test_impossible_positions_make_no_rows() -> None:
    """Positions that cannot come up are refused with their number, the card and the cause."""
    bad = State(START.deal, 1, 0, START.top)
    error = fault(lambda: batch.rows_of([START, TAKEN, bad]))
    assert (error.code, error.text) == ("batch/bad-row", str(START.deal.tableau[0]))
    assert dict(error.details) == {"row": 2, "cause": "state/covered"}
    short = State.initial(Deal(START.deal.tableau[:3], None, (), EASY, number=1))
    assert fault(lambda: batch.rows_of([short])).details["cause"] == "batch/bad-count"
    assert fault(lambda: batch.rows_of([])).code == "batch/empty"


NO_NUMBERS: dict[str, tuple[Any, str, str]] = {
    "list": ([1, 2], "batch/bad-dtype", "list"),
    "int64": (np.arange(3), "batch/bad-dtype", "int64"),
    "floats": (np.ones(3), "batch/bad-dtype", "float64"),
    "swapped": (np.arange(3).astype(">u8"), "batch/bad-dtype", ">u8"),
    "one number": (np.array(3, dtype=np.uint64), "batch/bad-shape", "()"),
    "two axes": (np.ones((2, 2), np.uint64), "batch/bad-shape", "(2, 2)"),
    "none": (np.zeros(0, np.uint64), "batch/empty", ""),
    "every second": (np.arange(6, dtype=np.uint64)[::2], "batch/not-contiguous", "(16,)"),
}


@pytest.mark.parametrize(("given", "code", "text"), NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_what_are_no_numbers_is_refused(given: Any, code: str, text: str) -> None:
    """Deal numbers come as an array of uint64 without gaps."""
    error = fault(lambda: batch.deal_rows(given, EASY))
    assert (error.code, error.text) == (code, text)


def test_deal_numbers_end_somewhere() -> None:
    """A number beyond 35 bits is refused with its place, the last one is dealt."""
    given = np.array([0, 2**35 - 1, 2**35, 2**64 - 1], dtype=np.uint64)
    assert len(batch.deal_rows(given[:2], EASY)) == 2
    error = fault(lambda: batch.deal_rows(given, EASY))
    assert (error.code, error.text) == ("batch/bad-row", str(2**35))
    assert dict(error.details) == {"row": 2, "cause": "batch/bad-number"}
