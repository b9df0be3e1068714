"""Kernel, NumPy and the reference say the same: `python bench/solver_agreement.py`.

Random deals of each variant of the rules are answered by both backends and searched through by
the reference in pure Python, which takes up to a second a deal. Verdict and fewest draws have to
be the same, and the lines of both backends are played and counted by `verify`. A difference ends
the run with an error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from multiprocessing import Pool
from random import Random
from time import perf_counter

import numpy as np
from measuring import heading

from solver.variants import BACKENDS, VARIANTS, backend_named
from tripeaks.codes import DEAL_NUMBERS, format_code
from tripeaks.deal import Deal
from tripeaks.errors import TriPeaksError
from tripeaks.solver import Claim, Goal, batch, reference, solve, verify
from tripeaks.state import State

PART = 10  # deals that a process takes at a time


@dataclass(frozen=True, slots=True)
class Part:
    """A few deals of a variant."""

    variant: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a part.

    Attributes:
        winnable: How many deals can be won, as the reference says.
        verified: How many lines were played and counted.
        differences: What is not the same, with the code of the deal.
    """

    winnable: int
    verified: int
    differences: tuple[str, ...]


def parts(variant: str, deals: int, seed: int) -> list[Part]:
    """Draw the deals of a variant, the same ones for the same seed."""
    rng = Random(f"{seed} {variant}")
    numbers = tuple(rng.randrange(DEAL_NUMBERS) for _ in range(deals))
    return [Part(variant, numbers[first : first + PART]) for first in range(0, deals, PART)]


def compare(part: Part) -> Found:
    """Ask both backends for all deals at once, and compare them with the reference."""
    rules = VARIANTS[part.variant]
    numbers = np.array(part.numbers, dtype=np.uint64)
    states = [State.initial(Deal.numbered(number, rules)) for number in part.numbers]
    said: dict[str, list[tuple[bool, int]]] = {}
    differences = []
    for name in BACKENDS:
        backend = backend_named(name)
        rows = batch.deal_rows(numbers, rules, backend=backend)
        if not np.array_equal(rows, batch.rows_of(states)):
            differences.append(f"{name} deals {part.variant} {part.numbers} otherwise")
        won = batch.winnable(rows, rules, backend=backend).tolist()
        draws = batch.fewest_draws(rows, rules, backend=backend).tolist()
        said[name] = list(zip(won, draws, strict=True))
    winnable = verified = 0
    for place, (number, state) in enumerate(zip(part.numbers, states, strict=True)):
        fewest = reference.fewest_draws(reference.reachable(reference.Table(state), state), state)
        expected = (fewest is not None, batch.NO_WAY if fewest is None else fewest)
        winnable += fewest is not None
        for name in BACKENDS:
            if said[name][place] != expected:
                answers = f"{name} {said[name][place]}, reference {expected}"
                differences.append(f"{format_code(number, rules)}: {answers}")
            fault = fault_of_line(state, name, fewest)
            verified += fewest is not None and not fault
            if fault:
                differences.append(f"{format_code(number, rules)}: {name}, {fault}")
    return Found(winnable, verified, tuple(differences))


def fault_of_line(state: State, name: str, fewest: int | None) -> str:
    """Play the line of a backend and count it; say what is wrong with it, if anything."""
    solution = solve(state, Goal.MIN_DRAWS, backend=backend_named(name))
    if solution.line is None or fewest is None:
        same = solution.line is None and fewest is None
        return "" if same else f"a line: {solution.line}, fewest draws {fewest}"
    try:
        drawn = verify(state, solution.line, Claim(points=solution.score)).drawn
    except TriPeaksError as error:
        return str(error)
    return "" if drawn == fewest == solution.draws else f"{drawn} draws instead of {fewest}"


def table(deals: int, seed: int, found: Iterator[Found]) -> Iterator[str]:
    """Print a line for each variant once it is done, and yield the differences."""
    print("| variant | deals | can be won | lines verified | differences | seconds |")
    print("|---|---|---|---|---|---|", flush=True)
    for variant in VARIANTS:
        began = perf_counter()
        some = [next(found) for _ in parts(variant, deals, seed)]
        differences = list(chain.from_iterable(part.differences for part in some))
        cells = (
            variant,
            f"{deals:,}",
            f"{sum(part.winnable for part in some):,}",
            f"{sum(part.verified for part in some):,}",
            f"{len(differences)}",
            f"{perf_counter() - began:.0f}",
        )
        print(f"| {' | '.join(cells)} |", flush=True)
        yield from differences


def main() -> None:
    """Compare, print the table, and stop with an error where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--deals", type=int, default=500, help="deals of each variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    heading("Kernel, NumPy and the reference say the same")
    print(f"n={options.deals} deals of each variant, seed {options.seed}")
    every = [part for variant in VARIANTS for part in parts(variant, options.deals, options.seed)]
    with Pool(options.processes) as pool:
        differences = list(table(options.deals, options.seed, pool.imap(compare, every)))
    print("\n".join(differences) or "no differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
