"""How long the solver takes: `python bench/solver_speed.py`.

Batches of random deals on one core, single calls from Python, and two threads against one. All is
measured in turns; each figure is the median of its turns, with the lowest and the highest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from statistics import median
from time import perf_counter
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from measuring import heading, interval
from numpy.typing import NDArray

from tripeaks import CLASSIC, EASY, Deal
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.rules import DrawPolicy, Rules
from tripeaks.solver import Goal, batch, solve
from tripeaks.solver.backend import KERNEL, NUMPY, VARIABLE, Backend, choose
from tripeaks.solver.rows import bits_of
from tripeaks.state import State

_STUCK = DrawPolicy.ONLY_WHEN_STUCK
RULES: Mapping[str, Rules] = MappingProxyType(
    {
        "Easy": EASY,
        "Classic": CLASSIC,
        "Easy, draw only when stuck": Rules(draw_policy=_STUCK),
        "Classic, draw only when stuck": Rules(wrap=False, draw_policy=_STUCK),
    }
)


class Question(NamedTuple):
    """What a batch is asked, and what it may take in µs a deal where one may draw at any time.

    A slow question is asked of one deal in so many: of the kernel, where a draw is allowed only
    when stuck, and of NumPy.
    """

    name: str
    ask: Callable[..., object]
    shares: tuple[int, int, int] = (1, 10, 20)
    aims: tuple[int, int] | None = None  # of the kernel under Easy and Classic
    numpy_aim: int | None = None


QUESTIONS = (
    Question("verdict", batch.winnable, aims=(10, 25), numpy_aim=2000),
    Question("fewest draws", batch.fewest_draws, aims=(40, 40), numpy_aim=2000),
    Question("all states", batch.winning_moves, aims=(60, 60), numpy_aim=2000),
    Question("best app score", partial(batch.best_scores, scoring="app"), shares=(10, 10, 20)),
    Question(
        "best hogue score",
        partial(batch.best_scores, scoring="hogue"),
        shares=(50, 50, 2000),
        aims=(5000, 5000),
    ),
    Question(
        "best collection score",
        partial(batch.best_scores, scoring="collection"),
        shares=(50, 50, 2000),
    ),
)
# What a single call is asked, of how many deals, and what it may take in µs where one may draw at
# any time.
SINGLES: Sequence[tuple[Goal, str, int, int | None]] = (
    (Goal.CLEAR, "app", 200, 300),
    (Goal.MIN_DRAWS, "app", 200, 300),
    (Goal.MAX_SCORE, "app", 200, None),
    (Goal.MAX_SCORE, "hogue", 20, None),
)


class Case(NamedTuple):
    """A figure to find: its name, one measurement of it in µs a deal, and the aim."""

    name: str
    measure: Callable[[], float]
    aim: int | None = None


def batch_cases(numbers: NDArray[np.uint64], name: str) -> Iterator[Case]:
    """List what whole batches are asked of a backend."""
    backend = choose({VARIABLE: name}).backend
    measure = partial(per_deal, batch.deal_rows, numbers, EASY, backend)
    yield Case(f"{name}: dealing, n={len(numbers):,}", measure)
    for label, rules in RULES.items():
        stuck = rules.draw_policy is _STUCK
        rows = batch.deal_rows(numbers, rules, backend=backend)
        for question in QUESTIONS:
            share = question.shares[2 if name == NUMPY else stuck]
            some = rows[: max(1, len(rows) // share)]
            measure = partial(per_deal, question.ask, some, rules, backend)
            aim = question.numpy_aim
            if name == KERNEL:
                aim = question.aims[not rules.wrap] if question.aims and not stuck else None
            yield Case(f"{name}: {question.name}, {label}, n={len(some):,}", measure, aim)


def per_deal(
    ask: Callable[..., object],
    batched: NDArray[np.uint8] | NDArray[np.uint64],
    rules: Rules,
    backend: Backend,
) -> float:
    """Answer a batch once."""
    began = perf_counter()
    ask(batched, rules, backend=backend)
    return (perf_counter() - began) * 1e6 / len(batched)


def single_cases(numbers: NDArray[np.uint64]) -> Iterator[Case]:
    """List what single calls are asked of the kernel, each with its position made before."""
    kernel = choose({VARIABLE: KERNEL}).backend
    for goal, scoring, deals, aim in SINGLES:
        for label, rules in RULES.items():
            some = numbers[:deals].tolist()
            states = [State.initial(Deal.numbered(number, rules)) for number in some]
            measure = partial(one_by_one, states, goal, scoring, kernel)
            counted = f"{goal} ({scoring})" if goal is Goal.MAX_SCORE else f"{goal}"
            name = f"solve from Python: {counted}, {label}, median of n={len(states)}"
            yield Case(name, measure, None if rules.draw_policy is _STUCK else aim)


def one_by_one(states: Sequence[State], goal: Goal, scoring: str, backend: Backend) -> float:
    """Solve deal by deal: the median."""
    times = []
    for state in states:
        began = perf_counter()
        solve(state, goal, scoring, backend=backend)
        times.append(perf_counter() - began)
    return median(times) * 1e6


def measure_all(cases: Sequence[Case], turns: int) -> None:
    """Measure all cases in turns, and print a line for each."""
    found: dict[str, list[float]] = {case.name: [] for case in cases}
    for _ in range(turns):
        for case in cases:
            found[case.name].append(case.measure())
    for case in cases:
        times = found[case.name]
        told = f"{case.name}: {median(times):,.2f} µs ({min(times):,.2f} to {max(times):,.2f})"
        print(f"{told}; aim: {case.aim:,}" if case.aim else told)


def measure_threads(numbers: NDArray[np.uint64], pairs: int) -> None:
    """Two threads with half the deals each against one with all of them, in one run."""
    kernel = choose({VARIABLE: KERNEL}).backend
    rows = batch.deal_rows(numbers, EASY, backend=kernel)
    whole, halves = [rows.tobytes()], [half.tobytes() for half in np.array_split(rows, 2)]
    bits = bits_of(EASY)
    with ThreadPoolExecutor(2) as threads:
        for name, ask in (
            ("verdict", kernel.winnable),
            ("fewest draws", kernel.fewest_draws),
            ("all states", kernel.winning_moves),
        ):
            ratios = []
            for turn in range(pairs):
                order = (whole, halves) if turn % 2 else (halves, whole)
                times = {len(shares): seconds_in(threads, ask, bits, shares) for shares in order}
                ratios.append(times[1] / times[2])
            low, high = interval(ratios, median)
            print(
                f"two threads, {name}, Easy: {median(ratios):.2f} times one "
                f"(95 % {low:.2f} to {high:.2f}; {min(ratios):.2f} to {max(ratios):.2f}), "
                f"n={pairs} pairs; aim: at least 1.8"
            )


def seconds_in(
    threads: Executor,
    ask: Callable[[bytes, int], bytes],
    bits: int,
    shares: Sequence[bytes],
) -> float:
    """Answer all shares, each in a thread of its own."""
    began = perf_counter()
    for answered in [threads.submit(ask, share, bits) for share in shares]:
        answered.result()
    return perf_counter() - began


def main() -> None:
    """Measure, and print the figures with their aims."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--deals", type=int, default=10_000, help="deals in a batch")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--pairs", type=int, default=15, help="measurements of two threads")
    options = parser.parse_args()
    heading(f"How long the solver takes, n={options.deals:,}, seed {options.seed}")
    rng = np.random.default_rng(options.seed)
    numbers = rng.integers(0, DEAL_NUMBERS, size=options.deals, dtype=np.uint64)
    measure_threads(numbers, options.pairs)
    print(f"µs a deal, median of {options.turns} turns (the lowest to the highest)")
    cases = [*batch_cases(numbers, KERNEL), *single_cases(numbers), *batch_cases(numbers, NUMPY)]
    measure_all(cases, options.turns)


if __name__ == "__main__":
    main()
