"""Sweeps over all sets of removed cards, for some positions side by side, in NumPy.

A set of draw counts is a uint32: bit k stands for k drawn cards, so what holds for each of up to
29 counts is worked out at once. Nothing is left out because something else is better: a sweep is
exact also where a player may draw only when stuck, and no count stands for others.

Between two draws only takes happen, so a sweep keeps, for each step from one set of removed cards
to the next, the draw counts with which the step can be made. Of two takes in a row the second
card has to fit on the first; or cards are drawn in between, and it has to fit on the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from tripeaks.layout import SLOTS
from tripeaks.solver.numpy_ideals import (
    Flags,
    Integers,
    Layer,
    Masks,
    first_of_size,
    indices_of,
    layers,
    sizes_of,
)
from tripeaks.solver.positions import MOST_STOCK
from tripeaks.solver.rows import ONLY_WHEN_STUCK, WILD, WRAP

Sets: TypeAlias = NDArray[np.uint32]
_Number = TypeVar("_Number", bound=np.number[Any])

_NOTHING = np.uint32(0)
_EVERY = np.uint32(0xFFFFFFFF)
_ONE = np.uint32(1)

# Where things lie in a row (`tripeaks.solver.rows`).
_TOP, _STOCK, _COUNT, _DRAWN, _REMOVED = 28, slice(29, 57), 57, 58, 60


@dataclass(frozen=True, slots=True)
class Positions:
    """Some positions, decoded; the last axis of every array runs over them.

    Attributes:
        only_when_stuck: Whether a draw is allowed only where no card can be taken.
        removed: Mask of the cards that are gone.
        size: How many they are.
        start: Index of the ideal within those of its size.
        drawn: The set that holds the count of drawn cards alone.
        counts: All counts of drawn cards that the stock has, from 0.
        top_fits: Per card all bits where it fits on the top of the waste, else none.
        top_fitting: The ranks adjacent to the top of the waste, bit per rank.
        fits: Per pair of cards all bits where one fits on the other, else none.
        stock_fits: Per card, and NO_CARD, the counts at which it fits on the stock card drawn
            last; beyond the stock they mean nothing.
        ranks: Per card, and NO_CARD, its rank as one bit.
        fitting: Per card the ranks adjacent to it, bit per rank.
    """

    only_when_stuck: bool
    removed: Masks
    size: Integers
    start: Integers
    drawn: Sets
    counts: Sets
    top_fits: Sets
    top_fitting: Sets
    fits: Sets
    stock_fits: Sets
    ranks: Sets
    fitting: Sets


@dataclass(frozen=True, slots=True)
class Outlook:
    """From where a game can be won, for the ideals of one layer of a sweep down.

    Attributes:
        layer: The layer.
        takes: For each step of the layer before the counts with which it is a winning take.
        draws: For each ideal the counts with which a draw, where it is allowed, is winning.
    """

    layer: Layer
    takes: Sets
    draws: Sets


def adjacency(rules: int) -> Sets:
    """Give for each lane, the rank on top, the adjacent ranks as bits; shape (14,), uint32."""
    ranks = np.arange(WILD)
    distance = np.abs(ranks[:, None] - ranks)
    near = distance == 1
    if rules & WRAP:
        near |= distance == WILD - 1
    lanes = np.append(near, np.ones((1, WILD), np.bool_), axis=0)
    return _packed(lanes.T)


def decode(rows: NDArray[np.uint8], rules: int) -> Positions:
    """Decode rows.

    Args:
        rows: Shape (n, 64), as `tripeaks.solver.rows` says.
        rules: Bits of the rules.

    Raises:
        ValueError: For a row that no position can have, or rules that do not exist.
    """
    cards, tops, stock = rows[:, :SLOTS].T, rows[:, _TOP], rows[:, _STOCK].T
    left, drawn = rows[:, _COUNT], rows[:, _DRAWN]
    removed = np.ascontiguousarray(rows[:, _REMOVED:]).view("<u4")[:, 0].astype(np.int64)
    ideal = indices_of(removed)
    if (
        (cards >= WILD).any()
        or (tops > WILD).any()
        or (stock > WILD).any()
        or (left > MOST_STOCK).any()
        or (drawn > left).any()
        or (ideal < 0).any()
        or rules not in range(2 * ONLY_WHEN_STUCK)
    ):
        raise ValueError("not the row of a position")
    lanes = adjacency(rules)
    size = sizes_of(removed)
    ranks = _ONE << cards.astype(np.uint32)
    fitting = lanes[cards]
    return Positions(
        only_when_stuck=bool(rules & ONLY_WHEN_STUCK),
        removed=removed,
        size=size,
        start=ideal - np.array(first_of_size())[size],
        drawn=_ONE << drawn.astype(np.uint32),
        counts=(np.uint32(2) << left.astype(np.uint32)) - _ONE,
        top_fits=filled(lanes[tops] & ranks != 0),
        top_fitting=lanes[tops],
        fits=filled(fitting[:, None] & ranks != 0).reshape(SLOTS * SLOTS, -1),
        stock_fits=_with_no_card(_packed(lanes[stock][:, None] & ranks != 0) << _ONE),
        ranks=_with_no_card(ranks),
        fitting=fitting,
    )


def reached(positions: Positions) -> Iterator[tuple[Layer, Sets]]:
    """Sweep up: with how many drawn cards can each ideal be reached?

    Args:
        positions: The positions to begin from.

    Yields:
        Each layer from the smallest size of a position on, and per ideal and position the counts
        with which it can be reached.
    """
    smallest = int(positions.size.min())
    ladder = layers(upward=True)
    # Nothing leads to the first layer, whose steps are those of the last where no card is gone.
    made = _no_sets(ladder[smallest - 1].near.size, positions)
    for layer in ladder[smallest:]:
        ranks, through = hindrances(layer, positions)
        start = np.where(_begins(layer, positions), positions.drawn, _NOTHING)
        reach, may_draw = start.copy(), start & filled(ranks & positions.top_fitting == 0)
        for r in layer.arrivals:
            came = take_rows(made, r.steps)
            reach[r.first :] |= came
            if positions.only_when_stuck:
                came &= filled(take_rows(positions.fitting, r.cards) & ranks[r.first :] == 0)
                may_draw[r.first :] |= came
        if not positions.only_when_stuck:
            may_draw = reach
        yield layer, reach
        drawn = _spread_up(may_draw << _ONE, through) & positions.counts
        onward = take_rows(drawn, layer.near) & take_rows(positions.stock_fits, layer.cards)
        if layer.size in positions.size:
            onward |= take_rows(start, layer.near) & take_rows(positions.top_fits, layer.cards)
        for r in layer.pairs:
            onward[r.first :] |= take_rows(made, r.steps) & take_rows(positions.fits, r.cards)
        made = onward


def winning(positions: Positions, smallest: int) -> Iterator[Outlook]:
    """Sweep down: with how many drawn cards can the game still be won from each ideal?

    Args:
        positions: The deals; where the positions begin makes no difference.
        smallest: How many cards are gone in the last layer of the sweep.

    Yields:
        What is known of each layer, from all cards gone on.
    """
    takes = _no_sets(0, positions)
    for layer in layers(upward=False)[: SLOTS + 1 - smallest]:
        ranks, through = hindrances(layer, positions)
        # The counts at which the card just drawn lets a winning take follow.
        drawn = _no_sets(layer.masks.size, positions)
        for r in layer.arrivals:
            drawn[r.first :] |= take_rows(takes, r.steps) & take_rows(positions.stock_fits, r.cards)
        draws = _spread_down(drawn, through) >> _ONE
        yield Outlook(layer, takes, draws)
        onward = take_rows(draws, layer.near)
        if positions.only_when_stuck:
            hindered = take_rows(ranks, layer.near) & take_rows(positions.fitting, layer.cards)
            onward &= filled(hindered == 0)
        for r in layer.pairs:
            onward[r.first :] |= take_rows(takes, r.steps) & take_rows(positions.fits, r.cards)
        # The take of the last card wins at once, however many cards are drawn.
        takes = onward if layer.size < SLOTS else onward | positions.counts


def hindrances(layer: Layer, positions: Positions) -> tuple[Sets, Sets]:
    """Find what forbids a draw at each ideal of a layer.

    Returns:
        The ranks of the uncovered cards, as bits: one adjacent to the top forbids it. And the
        counts of drawn cards with which the card just drawn does not forbid it. Where a player
        may draw at any time, no ranks and all counts.
    """
    shape = (layer.masks.size, positions.drawn.size if positions.only_when_stuck else 1)
    ranks, hindered = np.zeros(shape, np.uint32), np.zeros(shape, np.uint32)
    if positions.only_when_stuck:
        for cards in layer.uncovered.T:
            ranks |= take_rows(positions.ranks, cards)
            hindered |= take_rows(positions.stock_fits, cards)
    return ranks, ~hindered


def take_rows(table: NDArray[_Number], rows: Integers) -> NDArray[_Number]:
    """Fetch rows of a table; about four times as fast as an index in brackets."""
    return np.take(table, rows, axis=0, mode="clip")


def filled(flags: Flags) -> Sets:
    """Turn each flag into a set of all counts or of none."""
    return np.where(flags, _EVERY, _NOTHING)


def lowest(counts: Sets) -> Integers:
    """Find the least count of each set; -1 where there is none."""
    _, exponents = np.frexp((counts & -counts).astype(np.float64))
    return exponents.astype(np.intp) - 1


def _spread_up(counts: Sets, through: Sets) -> Sets:
    """Add to each set the counts above that are reached by going on through others.

    From a count that is among `through` the next one is reached. A sum carries a bit up through a
    run of ones, and leaves in `through` the places that it went past.
    """
    return counts | ((through + (counts & through)) ^ through)


def _spread_down(counts: Sets, through: Sets) -> Sets:
    """Add to each set the counts below from which it is reached by going on through them."""
    for distance in (1, 2, 4, 8, 16):
        counts = counts | (through & counts >> np.uint32(distance))
        through = through & (through >> np.uint32(distance))
    return counts


def _begins(layer: Layer, positions: Positions) -> Flags:
    """Say which position begins at which ideal of a layer; shape (ideals, positions)."""
    index = np.where(positions.size == layer.size, positions.start, -1)
    return np.equal(np.arange(layer.masks.size)[:, None], index)


def _no_sets(rows: int, positions: Positions) -> Sets:
    return np.zeros((rows, positions.drawn.size), np.uint32)


def _packed(flags: Flags) -> Sets:
    """Pack flags along the first axis into bits."""
    bits = _ONE << np.arange(len(flags), dtype=np.uint32)
    spread = np.where(flags, bits.reshape(-1, *(1,) * (flags.ndim - 1)), _NOTHING)
    packed: Sets = np.bitwise_or.reduce(spread, axis=0)
    return packed


def _with_no_card(table: Sets) -> Sets:
    return np.append(table, np.zeros_like(table[:1]), axis=0)
