"""The sets of cards that can be gone, as tables of indices for sweeps in NumPy.

The sets of removed cards that occur in play are the order ideals of the covering relation: with a
card, both cards that lay on it are gone. There are 22,932 of them, and 119,364 steps from one to
the next. A sweep goes over them in layers of equal size, up (as cards are removed) or down, and
each layer pulls from the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tripeaks.layout import COVERED_BY, COVERS, SLOTS

Integers: TypeAlias = NDArray[np.intp]
Masks: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

# Fills the places of a table of cards that hold no card.
NO_CARD = SLOTS


@dataclass(frozen=True, slots=True)
class Round:
    """One earlier step for each of the last entries of an array.

    A ragged gathering is done in rounds: the first fetches the first step of every entry, the
    next the second step of those that have one, and so on. The entries are in order of their
    number of steps, so that those with one more are always the last.

    Attributes:
        first: The entry the round begins with; it goes on to the last.
        steps: For each of these entries the index of a step of the layer before.
        cards: For each of them the card of that step; where the entries are steps themselves,
            28 times that card plus the entry's own card.
    """

    first: int
    steps: Integers
    cards: Integers


@dataclass(frozen=True, slots=True)
class Layer:
    """The ideals of one size, and the steps that lead on from them in the direction of a sweep.

    Attributes:
        size: How many cards are gone.
        masks: The ideals, in order of their number of steps from the layer before.
        uncovered: Their uncovered cards, shape (ideals, most), filled up with NO_CARD.
        arrivals: Rounds over the ideals: the steps that lead to each.
        near: For each step on to the next layer the index of the ideal it leaves.
        cards: For each step on the card that is removed, or in a sweep down put back.
        pairs: Rounds over the steps on: the steps that can come just before each.
    """

    size: int
    masks: Masks
    uncovered: Integers
    arrivals: tuple[Round, ...]
    near: Integers
    cards: Integers
    pairs: tuple[Round, ...]


@cache
def ideals() -> Masks:
    """List all ideals in canonical order: by size, by number of arriving steps, and by mask."""
    layers = []
    masks = np.zeros(1, np.int64)
    while masks.size:
        layers.append(masks[np.lexsort((masks, _last_cards(masks).sum(axis=1)))])
        ideal, card = np.nonzero(_next_cards(masks))
        masks = np.unique(masks[ideal] | _BITS[card])
    return np.concatenate(layers)


def indices_of(masks: Masks) -> Integers:
    """Find the canonical index of each mask; -1 where it is no ideal."""
    order, ordered = _lookup()
    found = np.minimum(np.searchsorted(ordered, masks), ordered.size - 1)
    return np.where(ordered[found] == masks, order[found], -1)


@cache
def first_of_size() -> tuple[int, ...]:
    """Give the canonical index at which the ideals of each size, 0 to 28, begin."""
    sizes = sizes_of(ideals())
    return tuple(int(first) for first in np.searchsorted(sizes, np.arange(SLOTS + 1)))


def sizes_of(masks: Masks) -> Integers:
    """Count the cards of each mask."""
    sizes: Integers = _holds(masks).sum(axis=1, dtype=np.intp)
    return sizes


@cache
def layers(*, upward: bool) -> tuple[Layer, ...]:
    """Build the layers in the order of a sweep.

    Args:
        upward: From no card gone to all gone; otherwise from all gone to none.
    """
    return tuple(_layers(upward=upward))


def _masks(groups: Sequence[Sequence[int]]) -> Masks:
    masks = np.array([sum(1 << slot for slot in slots) for slots in groups], np.int64)
    masks.flags.writeable = False
    return masks


_BITS = _masks([(slot,) for slot in range(SLOTS)])
_LYING_ON = _masks(COVERED_BY)
_LYING_UNDER = _masks(COVERS)


def _holds(masks: Masks) -> Flags:
    held: Flags = masks[:, None] & _BITS != 0
    return held


def _last_cards(masks: Masks) -> Flags:
    """Which cards can have been removed last: none of the cards they lay on is gone."""
    too_early: Flags = masks[:, None] & _LYING_UNDER != 0
    return _holds(masks) & ~too_early


def _next_cards(masks: Masks) -> Flags:
    """Which cards are uncovered."""
    covered: Flags = ~masks[:, None] & _LYING_ON != 0
    return ~_holds(masks) & ~covered


@cache
def _lookup() -> tuple[Integers, Masks]:
    order = np.argsort(ideals())
    return order, ideals()[order]


def _layers(*, upward: bool) -> Iterator[Layer]:
    before: Layer | None = None
    sizes = np.split(ideals(), first_of_size()[1:])
    for size, masks in enumerate(sizes) if upward else reversed([*enumerate(sizes)]):
        ordered = masks
        if not upward:
            ordered = masks[np.argsort(_next_cards(masks).sum(axis=1), kind="stable")]
        uncovered = _next_cards(ordered)
        near, cards = np.nonzero(uncovered if upward else _last_cards(ordered))
        arrivals = () if before is None else tuple(_arrivals(before, ordered))
        pairs = tuple(_pairs(arrivals, near, cards))
        before = Layer(size, ordered, _listed(uncovered), arrivals, near, cards, pairs)
        yield before


def _listed(flags: Flags) -> Integers:
    """List the columns that are set in each row, filled up with NO_CARD."""
    columns = np.where(flags, np.arange(SLOTS), NO_CARD)
    return np.sort(columns, axis=1)[:, : int(flags.sum(axis=1).max())]


def _arrivals(before: Layer, masks: Masks) -> Iterator[Round]:
    """Sort the steps of the layer before by the ideal they lead to."""
    order = np.argsort(masks)
    far = order[np.searchsorted(masks[order], before.masks[before.near] ^ _BITS[before.cards])]
    steps = np.argsort(far, kind="stable")
    counts = np.bincount(far, minlength=masks.size)
    starts = np.cumsum(counts) - counts
    for done in range(int(counts.max())):
        first = int(np.searchsorted(counts, done, side="right"))
        chosen = steps[starts[first:] + done]
        yield Round(first, chosen, before.cards[chosen])


def _pairs(arrivals: tuple[Round, ...], near: Integers, cards: Integers) -> Iterator[Round]:
    """Hand each step on the steps that lead to the ideal it leaves."""
    for arrival in arrivals:
        first = int(np.searchsorted(near, arrival.first))
        if first < near.size:
            ideal = near[first:] - arrival.first
            yield Round(first, arrival.steps[ideal], SLOTS * arrival.cards[ideal] + cards[first:])
