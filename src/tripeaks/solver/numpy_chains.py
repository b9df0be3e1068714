"""The most points that can be earned where the takes of a chain earn more and more, in NumPy.

A chain of n takes earns ``n * take + step * n * (n - 1) / 2``, so what its next take earns depends
on how many cards were gone when it began. A sweep up keeps, for each step, for each such beginning
and for each number of draws, the most points earned before the chain. The points of cleared peaks
depend only on how many summits are gone: they are left out until the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tripeaks.solver.backend import Points
from tripeaks.solver.numpy_ideals import Integers, Layer, layers
from tripeaks.solver.numpy_scores import peak_points, summits_gone
from tripeaks.solver.numpy_sweeps import Positions, hindrances, lowest, take_rows

# The most points earned, by draws since the position (last axis).
Values: TypeAlias = NDArray[np.int32]

# Stands for what cannot come up: far below any score, whatever is added, and far above the least
# number of 32 bits.
NEVER = np.int32(-(2**30))


@dataclass(frozen=True, slots=True)
class BestEnd:
    """Where the most points are earned, with as few draws, and then takes, as they can be.

    Attributes:
        points: The points.
        removed: The cards that are gone.
        draws: The draws since the position.
        fresh: For each size from the position's on, the most points, without those of peaks,
            just after a draw; shape (ideals, draws + 1), much like NEVER where there is no way.
    """

    points: int
    removed: int
    draws: int
    fresh: tuple[Values, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Chains:
    """The chains that end with a step from one layer to the next.

    Attributes:
        places: For each step its row in the values; the last row is that of steps that end none.
        values: For each size at which chains began the most points earned before.
    """

    places: Integers
    values: tuple[tuple[int, Values], ...]


def chain_points(points: Points, takes: int) -> int:
    """Count the points of a chain."""
    return takes * points[0] + points[1] * takes * (takes - 1) // 2


def best_end(position: Positions, points: Points) -> BestEnd:
    """Find the best score of one position.

    Args:
        position: The position, one alone.
        points: The points of the scheme.
    """
    ladder = layers(upward=True)
    size, start = int(position.size[0]), int(position.start[0])
    peaks = peak_points(points) - peak_points(points)[summits_gone(position.removed)]
    best = BestEnd(0, int(position.removed[0]), 0, ())
    fresh: list[Values] = []
    nothing = np.full((1, _most_draws(position) + 1), NEVER)
    chains = _Chains(np.zeros(ladder[size - 1].near.size, np.intp), ((size, nothing),))
    for layer in ladder[size:]:
        ended, may_draw = _ends(layer, position, chains, points)
        if layer.size == size:
            ended[start, 0] = may_draw[start, 0] = 0
            if (hindrances(layer, position)[0][start] & position.top_fitting).any():
                may_draw[start, 0] = NEVER
        totals = ended + peaks[summits_gone(layer.masks)][:, None]
        best = _better(best, layer, totals)
        fresh.append(_after_draws(layer, position, may_draw, points[2]))
        begun = _begun(layer, position, fresh[-1])
        if layer.size == size:
            begun[(layer.near == start) & (position.top_fits[layer.cards, 0] != 0), 0] = 0
        chains = _longer(layer, position, chains, begun)
    return BestEnd(best.points, best.removed, best.draws, tuple(fresh))


def _most_draws(position: Positions) -> int:
    return int(position.counts[0]).bit_length() - 1 - int(lowest(position.drawn)[0])


def _ends(
    layer: Layer, position: Positions, chains: _Chains, points: Points
) -> tuple[Values, Values]:
    """Count what has been earned at each ideal when a chain ends there.

    Returns:
        The most points, and the most with which a draw may follow; both shape (ideals, draws).
    """
    earned = np.full_like(chains.values[0][1], NEVER)
    for size, values in chains.values:
        gain = np.int32(chain_points(points, layer.size - size))
        np.maximum(earned, values + gain, out=earned)
    ended = np.full((layer.masks.size, earned.shape[1]), NEVER)
    may_draw = ended.copy()
    ranks, _ = hindrances(layer, position)
    for r in layer.arrivals:
        came = take_rows(earned, chains.places[r.steps])
        np.maximum(ended[r.first :], came, out=ended[r.first :])
        hindered = take_rows(position.fitting, r.cards) & ranks[r.first :]
        came = np.where(hindered, NEVER, came)
        np.maximum(may_draw[r.first :], came, out=may_draw[r.first :])
    return ended, may_draw


def _better(best: BestEnd, layer: Layer, totals: Values) -> BestEnd:
    """Choose the better end; of equally good ones that with fewer draws, then the earlier."""
    points = int(totals.max())
    draws, ideal = np.argwhere(np.equal(totals, points).T)[0]
    if (points, -draws) <= (best.points, -best.draws):
        return best
    return BestEnd(points, int(layer.masks[ideal]), int(draws), ())


def _after_draws(layer: Layer, position: Positions, may_draw: Values, draw: int) -> Values:
    """Count what has been earned at each ideal just after each draw."""
    _, through = hindrances(layer, position)
    fresh = np.full_like(may_draw, NEVER)
    drawn = int(lowest(position.drawn)[0])
    for draws in range(1, may_draw.shape[1]):
        goes_on = (through[:, 0] >> np.uint32(drawn + draws - 1) & 1).astype(np.bool_)
        again = np.where(goes_on, fresh[:, draws - 1], NEVER)
        fresh[:, draws] = np.maximum(may_draw[:, draws - 1], again) + draw
    return fresh


def _begun(layer: Layer, position: Positions, fresh: Values) -> Values:
    """Count what has been earned before each step that begins a chain after a draw."""
    counts = lowest(position.drawn) + np.arange(fresh.shape[1])
    fits = take_rows(position.stock_fits, layer.cards) >> counts.astype(np.uint32) & 1
    return np.where(fits, take_rows(fresh, layer.near), NEVER)


def _longer(layer: Layer, position: Positions, chains: _Chains, begun: Values) -> _Chains:
    """Lengthen the chains by the steps that fit, and add those that begin here."""
    later, earlier = _fitting_pairs(layer, position, chains)
    numbers = np.bincount(later, minlength=layer.near.size)
    begins = (begun > NEVER // 2).any(axis=1)
    # Steps after which no chain runs are left out; those with most steps before them come first.
    order = np.argsort(-2 * numbers - begins, kind="stable")
    order = order[: np.count_nonzero(numbers + begins)]
    places = np.full(layer.near.size, order.size)
    places[order] = np.arange(order.size)
    rounds = tuple(_rounds(numbers[order], earlier[np.argsort(places[later], kind="stable")]))
    values = []
    shape = (order.size + 1, begun.shape[1])
    for size, before in chains.values:
        longer = np.full(shape, NEVER)
        for steps in rounds:
            np.maximum(longer[: steps.size], take_rows(before, steps), out=longer[: steps.size])
        values.append((size, longer))
    first = np.full(shape, NEVER)
    first[:-1] = begun[order]
    return _Chains(places, (*values, (layer.size, first)))


def _fitting_pairs(layer: Layer, position: Positions, chains: _Chains) -> tuple[Integers, Integers]:
    """List the steps on with, for each, the rows of the chains that it may lengthen."""
    nothing = len(chains.values[0][1]) - 1
    later, earlier = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for r in layer.pairs:
        rows = chains.places[r.steps]
        fits = np.flatnonzero(position.fits[r.cards, 0].astype(np.bool_) & (rows != nothing))
        later.append(fits + r.first)
        earlier.append(rows[fits])
    return np.concatenate(later), np.concatenate(earlier)


def _rounds(numbers: Integers, rows: Integers) -> Iterator[Integers]:
    """Deal rows that lie in groups, the largest first, into rounds of one of each group."""
    starts = np.cumsum(numbers) - numbers
    for done in range(int(numbers.max(initial=0))):
        yield rows[starts[: np.count_nonzero(numbers > done)] + done]
