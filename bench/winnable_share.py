"""How many deals can be won: `python bench/winnable_share.py`.

Deal numbers are drawn at random, the same under both rules, and answered by the solver in chunks.
The share is given with its 95 % interval (Wilson 1927).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from time import perf_counter

import numpy as np
from measuring import heading
from numpy.typing import NDArray

from tripeaks import PRESETS
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.rules import Rules
from tripeaks.solver import batch

CHUNK = 10_000
_Z = 1.959964  # of the normal distribution, for 95 %


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, shrink = hits / count, 1 + _Z**2 / count
    middle = (share + _Z**2 / (2 * count)) / shrink
    half = _Z * sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2)) / shrink
    return middle - half, middle + half


def chunks(deals: int, seed: int) -> Iterator[NDArray[np.uint64]]:
    """Draw deal numbers, the same ones for the same seed."""
    rng = np.random.default_rng(seed)
    for first in range(0, deals, CHUNK):
        size = min(CHUNK, deals - first)
        yield rng.integers(0, DEAL_NUMBERS, size=size, dtype=np.uint64)


def verdicts(deals: int, seed: int, rules: Rules) -> NDArray[np.bool_]:
    """Deal and answer all deals."""
    found = [
        batch.winnable(batch.deal_rows(numbers, rules), rules) for numbers in chunks(deals, seed)
    ]
    return np.concatenate(found)


def fewest(deals: int, seed: int, rules: Rules) -> NDArray[np.int64]:
    """Count how many deals need how many draws; the last place is those that cannot be won."""
    counts = np.zeros(batch.NO_WAY + 1, dtype=np.int64)
    for numbers in chunks(deals, seed):
        draws = batch.fewest_draws(batch.deal_rows(numbers, rules), rules)
        counts += np.bincount(draws, minlength=len(counts))
    return counts


def show_share(name: str, hits: int, count: int) -> None:
    """Print a share with its interval."""
    low, high = wilson(hits, count)
    print(f"{name}: {hits / count:.3%} ({hits:,} of {count:,}), 95 % {low:.3%} to {high:.3%}")


def show_draws(counts: NDArray[np.int64]) -> None:
    """Print how the fewest draws are spread over the deals that can be won."""
    won = counts[: batch.NO_WAY]
    draws = np.flatnonzero(won)
    mean = float((draws * won[draws]).sum() / won.sum())
    middle = int(np.searchsorted(won.cumsum(), won.sum() / 2))
    print(f"  fewest draws: mean {mean:.2f}, median {middle}, {draws[0]} to {draws[-1]}")
    for draw in draws.tolist():
        print(f"  {draw:4} {won[draw]:10,} {won[draw] / counts.sum():8.3%}")


def main() -> None:
    """Count, and print the shares and the time."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draws", action="store_true", help="also count the fewest draws")
    options = parser.parse_args()
    heading(f"How many deals can be won, n={options.deals:,}, seed {options.seed}")
    won = {}
    for preset in ("easy", "classic"):
        began = perf_counter()
        won[preset] = verdicts(options.deals, options.seed, PRESETS[preset])
        seconds = perf_counter() - began
        show_share(preset, int(won[preset].sum()), options.deals)
        print(
            f"  {seconds:,.1f} s, dealt and answered: {seconds / options.deals * 1e6:.2f} µs a deal"
        )
        if options.draws:
            counts = fewest(options.deals, options.seed, PRESETS[preset])
            assert counts[batch.NO_WAY] == options.deals - won[preset].sum(), "two answers"
            show_draws(counts)
    # All that is allowed under Classic is allowed under Easy.
    assert not (won["classic"] & ~won["easy"]).any(), "won under Classic and not under Easy"
    show_share("easy alone", int((won["easy"] & ~won["classic"]).sum()), options.deals)


if __name__ == "__main__":
    main()
