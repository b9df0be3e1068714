"""The frozen deal algorithm (spec 7) for many numbers side by side, in NumPy."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tripeaks.layout import SLOTS
from tripeaks.solver.rows import ROW_BYTES, WILD

Words: TypeAlias = NDArray[np.uint64]
Ranks: TypeAlias = NDArray[np.uint8]

_STOCK, _COUNT = 29, 57

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def deal_rows(numbers: Words, deck: Ranks, jokers: int, *, empty_waste: bool) -> Ranks:
    """Deal numbers.

    Args:
        numbers: The deal numbers, shape (n,), uint64.
        deck: The 52 ranks of the reference deck.
        jokers: How many jokers go into the stock.
        empty_waste: Whether the waste begins empty.

    Returns:
        The rows of the positions before the first move, shape (n, 64), uint8.
    """
    generators = numbers.copy()
    every = np.arange(numbers.size)
    cards = np.tile(deck, (numbers.size, 1))
    for last in range(deck.size - 1, 0, -1):
        other = _below(last + 1, generators)
        moved = cards[every, other]
        cards[every, other] = cards[:, last]
        cards[:, last] = moved
    stock = cards[:, SLOTS if empty_waste else SLOTS + 1 :]
    for _ in range(jokers):
        stock = _with_joker(stock, _below(stock.shape[1] + 1, generators))
    rows = np.zeros((numbers.size, ROW_BYTES), np.uint8)
    rows[:, : SLOTS + 1] = cards[:, : SLOTS + 1]
    if empty_waste:
        rows[:, SLOTS] = WILD
    rows[:, _STOCK : _STOCK + stock.shape[1]] = stock
    rows[:, _COUNT] = stock.shape[1]
    return rows


def _words(generators: Words) -> Words:
    """Advance each SplitMix64 generator (Steele, Lea and Flood 2014), upper halves out."""
    generators += np.uint64(0x9E3779B97F4A7C15)
    mixed = (generators ^ generators >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (mixed ^ mixed >> np.uint64(31)) >> _HALF


def _below(bound: int, generators: Words) -> NDArray[np.intp]:
    """Draw a number below the bound from each generator, without bias (Lemire 2019)."""
    products = _words(generators) * np.uint64(bound)
    while (rejected := products & _LOW < np.uint64(2**32 % bound)).any():
        again = generators[rejected]
        products[rejected] = _words(again) * np.uint64(bound)
        generators[rejected] = again
    return (products >> _HALF).astype(np.intp)


def _with_joker(stock: Ranks, places: NDArray[np.intp]) -> Ranks:
    """Insert a joker into each stock."""
    columns = np.arange(stock.shape[1] + 1)
    longer = np.full((len(stock), columns.size), WILD, np.uint8)
    longer[columns != places[:, None]] = stock.ravel()
    return longer
