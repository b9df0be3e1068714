"""Many positions at once: NumPy arrays in, NumPy arrays out.

A position is a row of 64 bytes, laid out as `tripeaks.solver.rows` says. All functions take a
batch of n rows, an array of shape (n, 64), dtype uint8, C-contiguous, under one set of rules, and
check it before they answer: see `check_rows`.

Example:
    >>> rows = deal_rows(np.arange(1000, dtype=np.uint64), EASY)
    >>> int(winnable(rows, EASY).sum())
    974
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripeaks.cards import SUITS
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.errors import LayoutError, SolverError
from tripeaks.layout import ALL_SLOTS, COVERED_BY, COVERS, SLOTS
from tripeaks.rules import Rules
from tripeaks.scoring import scheme_named
from tripeaks.solver.backend import Backend, chosen
from tripeaks.solver.positions import MOST_STOCK, check
from tripeaks.solver.rows import DECK, ROW_BYTES, WILD, bits_of, row_of
from tripeaks.solver.solving import points_of
from tripeaks.state import State

NO_WAY = 255  # `fewest_draws` of a position that cannot be won

Rows = NDArray[np.uint8]

# Where things lie in a row.
_TOP, _STOCK, _COUNT, _DRAWN, _ZERO, _REMOVED = 28, 29, 57, 58, 59, 60

_BLOCK = 4096  # rows that are checked at a time, so that what comes up on the way stays small


def _masks(slots: Sequence[Sequence[int]]) -> NDArray[np.uint32]:
    masks = np.array([sum(1 << slot for slot in group) for group in slots], dtype=np.uint32)
    masks.flags.writeable = False
    return masks


_COVER_MASKS = _masks(COVERED_BY)
_COVERED_MASKS = _masks(COVERS)
_SLOT_MASKS = _masks([(slot,) for slot in range(SLOTS)])


def rows_of(states: Sequence[State]) -> Rows:
    """Write positions as rows.

    Args:
        states: Positions that can come up, at least one. Their rules are no part of a row.

    Returns:
        Rows, shape (n, 64), dtype uint8.

    Raises:
        SolverError: ``batch/empty``, or ``batch/bad-row`` with the number of the position
            counted from 0 and the cause.
    """
    if not states:
        raise SolverError("batch/empty")
    for number, state in enumerate(states):
        try:
            check(state)
        except LayoutError as error:
            cause = str(error.details.get("cause", "batch/bad-count"))
            raise SolverError("batch/bad-row", text=error.text, row=number, cause=cause) from None
    rows = b"".join(row_of(state) for state in states)
    return np.frombuffer(bytearray(rows), dtype=np.uint8).reshape(-1, ROW_BYTES)


def deal_rows(numbers: NDArray[np.uint64], rules: Rules, *, backend: Backend | None = None) -> Rows:
    """Deal numbers by the frozen algorithm (spec 7), as `Deal.numbered` does.

    Args:
        numbers: Deal numbers below 2**35, shape (n,), dtype uint64, C-contiguous, n at least 1.
        rules: The rule options; of these the jokers and the empty waste change what is dealt.
        backend: What deals; None takes what the environment chooses.

    Returns:
        The rows of the positions before the first move, shape (n, 64), dtype uint8.

    Raises:
        SolverError: ``batch/bad-dtype``, ``batch/bad-shape``, ``batch/not-contiguous`` or
            ``batch/empty``; ``batch/bad-row`` with the cause ``batch/bad-number`` and the place
            of the number, counted from 0.
    """
    _check_array(numbers, np.uint64)
    outside = numbers >= DEAL_NUMBERS
    if outside.any():
        row = int(outside.argmax())
        raise SolverError(
            "batch/bad-row", text=str(numbers[row]), row=row, cause="batch/bad-number"
        )
    answering = chosen() if backend is None else backend
    rows = answering.deal(numbers.data, DECK, rules.jokers, rules.empty_waste)
    return np.frombuffer(bytearray(rows), dtype=np.uint8).reshape(-1, ROW_BYTES)


def winnable(rows: Rows, rules: Rules, *, backend: Backend | None = None) -> NDArray[np.bool_]:
    """Say of each position whether it can be won.

    Args:
        rows: Positions, shape (n, 64), dtype uint8, C-contiguous.
        rules: The rules they are all played by.
        backend: What answers; None takes what the environment chooses.

    Returns:
        Shape (n,), dtype bool.

    Raises:
        SolverError: As `check_rows`.
    """
    answering = _checked(rows, backend)
    return _array(answering.winnable(rows.data, bits_of(rules)), np.bool_)


def fewest_draws(rows: Rows, rules: Rules, *, backend: Backend | None = None) -> NDArray[np.uint8]:
    """Count for each position the further draws of a shortest way to win.

    Args:
        rows: Positions, shape (n, 64), dtype uint8, C-contiguous.
        rules: The rules they are all played by.
        backend: What answers; None takes what the environment chooses.

    Returns:
        Draws, shape (n,), dtype uint8; `NO_WAY` (255) where a position cannot be won.

    Raises:
        SolverError: As `check_rows`.
    """
    answering = _checked(rows, backend)
    return _array(answering.fewest_draws(rows.data, bits_of(rules)), np.uint8)


def best_scores(
    rows: Rows, rules: Rules, scoring: str | None = None, *, backend: Backend | None = None
) -> NDArray[np.int32]:
    """Count for each position the most points a player can end with, won or not.

    Args:
        rows: Positions, shape (n, 64), dtype uint8, C-contiguous.
        rules: The rules they are all played by.
        scoring: Name of the scoring scheme (spec 5); None takes that of the rules.
        backend: What answers; None takes what the environment chooses.

    Returns:
        Points with those before the first move, shape (n,), dtype int32. From the middle of a
        game on a new chain begins, and peaks cleared before count as cleared but earn nothing.

    Raises:
        SolverError: As `check_rows`.
        RulesError: ``rules/bad-option`` for an unknown scheme.
    """
    scheme = scheme_named(rules.scoring if scoring is None else scoring)
    answering = _checked(rows, backend)
    earned = _array(answering.best_scores(rows.data, bits_of(rules), points_of(scheme)), np.int32)
    # Who stops at once earns nothing, so the best is never below the start, nor below a floor.
    return earned + np.int32(scheme.start)


def winning_moves(
    rows: Rows, rules: Rules, *, backend: Backend | None = None
) -> NDArray[np.uint32]:
    """Find for each position the legal moves after which it can still be won.

    Args:
        rows: Positions, shape (n, 64), dtype uint8, C-contiguous.
        rules: The rules they are all played by.
        backend: What answers; None takes what the environment chooses.

    Returns:
        Masks, shape (n,), dtype uint32: bit 0 to 27 a take from that slot, bit 28 the draw.

    Raises:
        SolverError: As `check_rows`.
    """
    answering = _checked(rows, backend)
    return _array(answering.winning_moves(rows.data, bits_of(rules)), np.uint32)


def check_rows(rows: Rows) -> None:
    """Refuse an array that is no batch of positions.

    Args:
        rows: What should have shape (n, 64), dtype uint8, be C-contiguous, n at least 1, and
            hold positions that can come up.

    Raises:
        SolverError: ``batch/bad-dtype``, ``batch/bad-shape``, ``batch/not-contiguous`` or
            ``batch/empty``; ``batch/bad-row`` with the number of the first bad row, counted from
            0, and its cause: ``batch/bad-rank``, ``batch/bad-count``, ``state/removed``,
            ``state/covered``, ``state/drawn`` or ``state/top``.
    """
    _check_array(rows, np.uint8, ROW_BYTES)
    for first in range(0, len(rows), _BLOCK):
        block = rows[first : first + _BLOCK]
        faults = [(int(bad.argmax()), cause) for cause, bad in _faults(block).items() if bad.any()]
        if faults:
            row, cause = min(faults, key=lambda fault: fault[0])
            text = rows[first + row].tobytes().hex()
            raise SolverError("batch/bad-row", text=text, row=first + row, cause=cause)


def _faults(rows: Rows) -> dict[str, NDArray[np.bool_]]:
    """Find for each cause the rows at fault, the simplest cause first."""
    count, drawn, stock = rows[:, _COUNT], rows[:, _DRAWN], rows[:, _STOCK:_COUNT]
    removed = np.ascontiguousarray(rows[:, _REMOVED:]).view("<u4")
    no_card = np.arange(MOST_STOCK, dtype=np.uint8) >= count[:, None]
    too_high = (rows[:, :SLOTS] >= WILD).any(axis=1) | (rows[:, _TOP:_COUNT] > WILD).any(axis=1)
    slot_gone = (removed & _SLOT_MASKS) != 0
    covers_gone = (removed & _COVER_MASKS) == _COVER_MASKS
    return {
        "batch/bad-rank": too_high | (no_card & (stock != 0)).any(axis=1),
        "batch/bad-count": (count > MOST_STOCK) | (rows[:, _ZERO] != 0) | _too_many(rows, no_card),
        "state/removed": removed[:, 0] > ALL_SLOTS,
        "state/covered": (slot_gone & ~covers_gone).any(axis=1),
        "state/drawn": drawn > count,
        "state/top": ~_tops_fit(rows, removed, slot_gone),
    }


def _too_many(rows: Rows, no_card: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a rank lies there more often than a pack has it, or more than four jokers do."""
    tableau, stock = rows[:, :SLOTS], rows[:, _STOCK:_COUNT] + no_card * np.uint8(WILD + 1)
    found: NDArray[np.bool_] = np.any(
        [
            np.count_nonzero(tableau == rank, axis=1) + np.count_nonzero(stock == rank, axis=1)
            > len(SUITS)
            for rank in range(WILD + 1)
        ],
        axis=0,
    )
    return found


def _tops_fit(
    rows: Rows, removed: NDArray[np.uint32], slot_gone: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether the top is that of the beginning, was drawn last or can have gone last."""
    top, drawn = rows[:, _TOP], rows[:, _DRAWN]
    begins = (drawn == 0) & (removed[:, 0] == 0)
    last_drawn = np.minimum(drawn, MOST_STOCK) + np.uint8(_STOCK - 1)
    drawn_last = (drawn > 0) & (rows[np.arange(len(rows)), last_drawn] == top)
    gone_last = slot_gone & ((removed & _COVERED_MASKS) == 0) & (rows[:, :SLOTS] == top[:, None])
    fit: NDArray[np.bool_] = begins | drawn_last | gone_last.any(axis=1)
    return fit


def _checked(rows: Rows, backend: Backend | None) -> Backend:
    check_rows(rows)
    return chosen() if backend is None else backend


def _check_array(array: NDArray[Any], dtype: type[np.generic], *row: int) -> None:
    """Check for an array of entries that have the shape of a row."""
    expected = np.dtype(dtype).name
    if not isinstance(array, np.ndarray):
        raise SolverError("batch/bad-dtype", text=type(array).__name__, expected=expected)
    if array.dtype != dtype:
        raise SolverError("batch/bad-dtype", text=str(array.dtype), expected=expected)
    if array.ndim != 1 + len(row) or array.shape[1:] != row:
        shape = str(("n", *row)).replace("'", "")
        raise SolverError("batch/bad-shape", text=str(array.shape), expected=shape)
    if not len(array):
        raise SolverError("batch/empty")
    if not array.flags.c_contiguous:
        raise SolverError("batch/not-contiguous", text=str(array.strides))


def _array(answers: bytes, dtype: type[np.generic]) -> NDArray[Any]:
    """Turn answers into an array of their own, which can be written to."""
    return np.frombuffer(bytearray(answers), dtype=dtype)
