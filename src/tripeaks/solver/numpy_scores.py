"""What can be counted without looking at chains: points of peaks, and flat schemes, in NumPy."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tripeaks.layout import SLOTS, SUMMITS
from tripeaks.solver.backend import Points
from tripeaks.solver.numpy_ideals import Integers, Masks
from tripeaks.solver.numpy_sweeps import Positions, lowest, reached

Scores: TypeAlias = NDArray[np.int32]

_MOST_POINTS = 2**28


def check_points(points: Points) -> None:
    """Refuse points that cannot be counted here.

    Raises:
        ValueError: Where a draw earns points, so that fewer draws may be worse, or where a score
            might not fit 32 bits with room to spare.
    """
    if points[2] > 0:
        raise ValueError("a draw must not earn points")
    if sum(map(abs, points)) * SLOTS * SLOTS > _MOST_POINTS:
        raise ValueError("points are too large")


def peak_points(points: Points) -> Scores:
    """Sum up the points of the first cleared peaks; shape (4,), by the number of peaks."""
    return np.cumsum([0, *points[3:]], dtype=np.int32)


def summits_gone(masks: Masks) -> Integers:
    """Count the summits that are gone, which is the number of cleared peaks."""
    gone: Integers = np.sum([masks >> summit & 1 for summit in SUMMITS], axis=0, dtype=np.intp)
    return gone


def flat_scores(positions: Positions, points: Points) -> Scores:
    """Count the best scores where each take earns the same, however long its chain.

    Fewer draws are never worse then, so of each ideal only the fewest count.

    Args:
        positions: The positions to begin from.
        points: The points of the scheme, whose step is 0.

    Returns:
        Shape (positions,), int32.
    """
    take, _, draw = points[:3]
    peaks = peak_points(points)
    before = peaks[summits_gone(positions.removed)]
    best = np.zeros(positions.size.shape, np.int32)
    for layer, reach in reached(positions):
        summits = summits_gone(layer.masks)
        for number, bonus in enumerate(peaks):
            counts = np.bitwise_or.reduce(reach[summits == number], axis=0)
            draws = lowest(counts) - lowest(positions.drawn)
            earned = take * (layer.size - positions.size) + draw * draws + bonus - before
            best = np.where(counts, np.maximum(best, earned), best).astype(np.int32)
    return best
