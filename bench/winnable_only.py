"""Deals that are dealt as winnable: each is played to its win, and they carry no pattern.

The ranks by slot are compared with those of other random deals, from separate random numbers,
that the slow reference search in plain Python found winnable: a chi-square test of the two
samples, slot by slot.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import erfc, sqrt
from random import Random
from time import perf_counter

from measuring import heading

from tripeaks import CLASSIC, EASY, Deal, Rules, State
from tripeaks.cards import RANKS
from tripeaks.coach.difficulty import find_deal
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.layout import SLOTS
from tripeaks.solver import Goal, Verdict, reference, verify

Counts = list[Counter[int]]


def proved(rules: Rules, count: int, seed: int) -> Counts:
    """Count ranks by slot of winnable-only deals, each played to its win."""
    rng = Random(seed)
    counts: Counts = [Counter() for _ in range(SLOTS)]
    for _ in range(count):
        proven = find_deal(rng, rules)
        assert proven.deal.code is not None
        deal = Deal.from_code(proven.deal.code, rules)
        verify(deal, proven.line)
        add(counts, deal)
    return counts


def add(counts: Counts, deal: Deal) -> None:
    """Count the ranks of one deal."""
    for slot, card in enumerate(deal.tableau):
        counts[slot][card.rank] += 1


def screened(task: tuple[Rules, int, int]) -> Counts:
    """Count ranks by slot of random deals that the reference search can win."""
    rules, count, seed = task
    rng = Random(f"reference {seed}")
    counts: Counts = [Counter() for _ in range(SLOTS)]
    found = 0
    while found < count:
        deal = Deal.numbered(rng.randrange(DEAL_NUMBERS), rules)
        if reference.solve(State.initial(deal), Goal.CLEAR).verdict is Verdict.WINNABLE:
            add(counts, deal)
            found += 1
    return counts


def distances(one: Counts, other: Counts) -> Iterator[float]:
    """Chi-square of two samples, slot by slot, each of 12 degrees of freedom."""
    for first, second in zip(one, other, strict=True):
        sizes = first.total(), second.total()
        distance = 0.0
        for rank in range(len(RANKS)):
            both = first[rank] + second[rank]
            for found, size in zip((first[rank], second[rank]), sizes, strict=True):
                expected = both * size / sum(sizes)
                distance += (found - expected) ** 2 / expected
        yield distance


def probability(distance: float, degrees: int) -> float:
    """Probability of a larger chi-square (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * degrees)
    return erfc(((distance / degrees) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def main() -> None:
    """Play, count and compare, under both rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--screened", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("Winnable-only deals")
    degrees = len(RANKS) - 1
    with ProcessPoolExecutor(2) as pool:
        for name, rules in (("Easy", EASY), ("Classic", CLASSIC)):
            began = perf_counter()
            ours = proved(rules, options.deals, options.seed)
            milliseconds = 1000 * (perf_counter() - began) / options.deals
            print(
                f"{name}: {options.deals:,} deals played to their win by the stored proof, "
                f"{milliseconds:.1f} ms a deal"
            )
            tasks = [(rules, options.screened // 2, options.seed + part) for part in (1, 2)]
            parts = list(pool.map(screened, tasks))
            theirs = [first + second for first, second in zip(*parts, strict=True)]
            found = list(distances(ours, theirs))
            whole = probability(sum(found), degrees * SLOTS)
            worst = min(probability(distance, degrees) for distance in found)
            print(
                f"{name}: against {options.screened:,} deals screened by the reference: "
                f"all slots p = {whole:.3f}, the worst of {SLOTS} slots p = {worst:.3f}"
            )


if __name__ == "__main__":
    main()
