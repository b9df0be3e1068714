"""The solver in NumPy: serves where the kernel was not built, and checks it where it was.

Exact answers for rows of 64 bytes (`tripeaks.solver.rows`), by sweeps over the 22,932 sets of
removed cards (`tripeaks.solver.numpy_sweeps`), some rows side by side.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tripeaks.cards import PACK
from tripeaks.layout import SLOTS
from tripeaks.rules import MOST_JOKERS
from tripeaks.solver.backend import Points
from tripeaks.solver.numpy_chains import best_end
from tripeaks.solver.numpy_dealing import deal_rows
from tripeaks.solver.numpy_ideals import ideals, indices_of
from tripeaks.solver.numpy_lines import Setting, best_line, clearing_line, index_by_mask
from tripeaks.solver.numpy_scores import check_points, flat_scores
from tripeaks.solver.numpy_sweeps import (
    Outlook,
    Positions,
    Sets,
    adjacency,
    decode,
    filled,
    hindrances,
    lowest,
    reached,
    take_rows,
    winning,
)
from tripeaks.solver.rows import LANES, ONLY_WHEN_STUCK, ROW_BYTES, WILD

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

Rows: TypeAlias = NDArray[np.uint8]

NO_WAY = 255

# Positions that are swept side by side. With fewer the calls cost more than what they do, with
# more a layer no longer stays in a cache of 1 MB: 16 and 64 both took a third longer each.
_SIDE_BY_SIDE = 32

# Where things lie in a row.
_COUNT, _DRAWN, _REMOVED = 57, 58, 60

_NONE = np.uint32(0)


class NumpyBackend:
    """Exact answers, as `tripeaks.solver.backend.Backend` describes them.

    Its methods raise a plain `ValueError` for what they cannot read.
    """

    def index(self, removed: int, /) -> int:
        """Give the place of a set of removed cards in the table of `within`, -1 for none."""
        return index_by_mask().get(removed, -1)

    def deal(
        self,
        numbers: ReadableBuffer,
        deck: bytes,
        jokers: int,
        empty_waste: bool,  # noqa: FBT001 - the kernel's methods take no names
        /,
    ) -> bytes:
        """Deal numbers (uint64) from the ranks of the deck; gives the rows of the beginning."""
        ranks = np.frombuffer(deck, np.uint8)
        if ranks.size != len(PACK) or (ranks >= WILD).any() or not 0 <= jokers <= MOST_JOKERS:
            raise ValueError("not a deck")
        words = np.frombuffer(memoryview(numbers), np.uint64)
        return deal_rows(words, ranks, jokers, empty_waste=empty_waste).tobytes()

    def winnable(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Say which positions can be won: uint8, 1 or 0."""
        return bytes(draws != NO_WAY for draws in self.fewest_draws(rows, rules))

    def fewest_draws(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Count the further draws of a shortest way to win: uint8, 255 where there is none."""
        return _answers(rows, rules, np.uint8, _fewest_draws)

    def best_scores(self, rows: ReadableBuffer, rules: int, points: Points, /) -> bytes:
        """Count the most points that can still be earned, stopping anywhere: native int32."""
        check_points(points)
        if points[1] == 0:
            return _answers(rows, rules, np.int32, lambda part: flat_scores(part, points))
        read = _read(rows)
        best = [best_end(decode(read[[row]], rules), points).points for row in range(len(read))]
        return np.array(best, np.int32).tobytes()

    def winning_moves(self, rows: ReadableBuffer, rules: int, /) -> bytes:
        """Find the moves after which a position can be won: native uint32, bit = `Move.index`."""
        return _answers(rows, rules, np.uint32, _winning_moves)

    def within(self, row: ReadableBuffer, rules: int, /) -> bytes:
        """Answer every position of the deal at once.

        Returns:
            The table of `tripeaks.solver.backend.Backend.within`, with no answer in lanes 14 and
            15: per ideal in canonical order and per lane a uint8, or a native uint32 where a draw
            is allowed only when stuck.
        """
        won = _won_from(_read_one(row), rules)
        if rules & ONLY_WHEN_STUCK:
            return won.tobytes()
        # With fewer drawn cards it can be won all the more, so the most says it all.
        _, bits = np.frexp(won.astype(np.float64))
        return bits.astype(np.uint8).tobytes()

    def line(self, row: ReadableBuffer, rules: int, /) -> bytes | None:
        """Find the line with the fewest draws that clears the tableau, takes before draws."""
        shortened = _read_one(row).copy()
        draws = self.fewest_draws(shortened.data, rules)[0]
        if draws == NO_WAY:
            return None
        # Without the rest of the stock, what still can be won is won with no more draws.
        shortened[0, _COUNT] = shortened[0, _DRAWN] + draws
        return clearing_line(Setting.of(shortened.tobytes(), rules), _won_from(shortened, rules))

    def best_line(self, row: ReadableBuffer, rules: int, points: Points, /) -> tuple[int, bytes]:
        """Find the points of `best_scores` and a line with the fewest draws that earns them."""
        check_points(points)
        read = _read_one(row)
        end = best_end(decode(read, rules), points)
        return end.points, best_line(Setting.of(read.tobytes(), rules), points, end)


def _read(rows: ReadableBuffer) -> Rows:
    read: Rows = np.frombuffer(memoryview(rows), np.uint8)
    if read.size % ROW_BYTES:
        raise ValueError("not rows of 64 bytes")
    return read.reshape(-1, ROW_BYTES)


def _read_one(row: ReadableBuffer) -> Rows:
    read = _read(row)
    if len(read) != 1:
        raise ValueError("not one row of 64 bytes")
    return read


def _answers(
    rows: ReadableBuffer,
    rules: int,
    dtype: DTypeLike,
    answer: Callable[[Positions], NDArray[Any]],
) -> bytes:
    """Answer some rows at a time."""
    read = _read(rows)
    answers = np.zeros(len(read), dtype)
    # A sweep begins at the smallest set of removed cards, so those of a size go together.
    order = np.argsort(np.unpackbits(read[:, _REMOVED:], axis=1).sum(axis=1), kind="stable")
    for first in range(0, len(read), _SIDE_BY_SIDE):
        part = order[first : first + _SIDE_BY_SIDE]
        answers[part] = answer(decode(read[part], rules))
    return answers.tobytes()


def _fewest_draws(positions: Positions) -> NDArray[np.intp]:
    """Count the further draws of a shortest way to win; shape (positions,), 255 for none."""
    # Keep the last layer alone, so that the memory of the others is used again at once.
    _, reach = deque(reached(positions), maxlen=1).pop()
    return np.where(reach[0], lowest(reach[0]) - lowest(positions.drawn), NO_WAY)


def _winning_moves(positions: Positions) -> Sets:
    """Find the moves after which positions can be won; shape (positions,)."""
    moves = np.zeros(positions.size.size, np.uint32)
    for outlook in winning(positions, int(positions.size.min())):
        for column in np.flatnonzero(positions.size == outlook.layer.size):
            moves[column] = _winning_moves_of(outlook, positions, int(column))
    return moves


def _winning_moves_of(outlook: Outlook, positions: Positions, column: int) -> int:
    """Find the moves after which one position can be won."""
    layer, drawn = outlook.layer, positions.drawn[column]
    ideal = int(np.flatnonzero(layer.masks == positions.removed[column])[0])
    moves = playable = 0
    for r in layer.arrivals:
        if ideal >= r.first:
            step, card = r.steps[ideal - r.first], int(r.cards[ideal - r.first])
            if positions.top_fits[card, column]:
                playable |= 1 << card
                moves |= bool(outlook.takes[step, column] & drawn) << card
    if outlook.draws[ideal, column] & drawn and not (positions.only_when_stuck and playable):
        moves |= 1 << SLOTS
    return moves


def _won_from(row: Rows, rules: int) -> Sets:
    """Find, for each ideal and lane, the counts of drawn cards from which the game can be won.

    Args:
        row: A position of the deal, shape (1, 64).
        rules: Bits of the rules.

    Returns:
        Shape (ideals, 16), uint32.
    """
    positions = decode(row, rules)
    lanes = adjacency(rules)
    fits = filled(positions.ranks & lanes != 0)
    won = np.zeros((ideals().size, LANES), np.uint32)
    for outlook in winning(positions, 0):
        layer = outlook.layer
        ranks, _ = hindrances(layer, positions)
        from_here = np.where(ranks & lanes, _NONE, outlook.draws)
        for r in layer.arrivals:
            from_here[r.first :] |= take_rows(outlook.takes, r.steps) & take_rows(fits, r.cards)
        if layer.size == SLOTS:
            from_here |= positions.counts
        won[indices_of(layer.masks), : lanes.size] = from_here
    return won
