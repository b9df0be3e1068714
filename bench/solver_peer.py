"""The kernel against plain memoised searches in C: `python bench/solver_peer.py`.

`peer_dfs.c` is compiled into a temporary folder. Depth first it answers whether a deal can be won,
breadth first with how few draws, as the public solvers do; the kernel answers the same deals in
the same run, in turns with it, one by one and as one batch. Up to 200 deals are the examples that
the tests know; more are drawn at random. All answers have to be the same.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import perf_counter, perf_counter_ns
from typing import NamedTuple

import numpy as np
from measuring import heading, interval
from numpy.typing import NDArray

from conformance.vectors import lines
from tripeaks import PRESETS
from tripeaks.codes import DEAL_NUMBERS, format_code
from tripeaks.solver import batch
from tripeaks.solver.backend import KERNEL, VARIABLE, Backend, choose
from tripeaks.solver.rows import bits_of

SOURCE = Path(__file__).with_name("peer_dfs.c")
RATIOS = ("means, peer / batch", "means, peer / one by one", "medians, peer / one by one")


class Case(NamedTuple):
    """What is asked, and under which rules."""

    name: str
    draws: bool
    preset: str


CASES = tuple(
    Case(name, draws, preset)
    for name, draws in (("verdict (depth first)", False), ("fewest draws (breadth first)", True))
    for preset in ("easy", "classic")
)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one turn took, in microseconds a deal.

    Attributes:
        peer: The peer, deal by deal.
        single: The kernel, asked for one deal at a time.
        batch: The kernel, asked for all of them at once, on average.
        positions: How many positions the peer looked at, deal by deal.
        differ: Whether the answers of peer and kernel differ, deal by deal.
    """

    peer: NDArray[np.float64]
    single: NDArray[np.float64]
    batch: float
    positions: NDArray[np.int64]
    differ: NDArray[np.bool_]

    @property
    def ratios(self) -> tuple[float, float, float]:
        """How many times as long the peer takes: on average against both, and in the middle."""
        mean = float(self.peer.mean())
        return (
            mean / self.batch,
            mean / float(self.single.mean()),
            float(np.median(self.peer)) / float(np.median(self.single)),
        )


def compiled(compiler: str, folder: Path) -> ctypes.CDLL:
    """Compile the peer."""
    library = folder / "peer.so"
    flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", library, SOURCE], check=True)
    return ctypes.CDLL(str(library))


def ask_peer(
    peer: ctypes.CDLL, rows: batch.Rows, *, wrap: bool, draws: bool
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Ask the peer: answers (-1 for no way), positions and nanoseconds, deal by deal."""
    answers = np.zeros(len(rows), dtype=np.int32)
    positions, took = (np.zeros(len(rows), dtype=np.int64) for _ in range(2))
    arrays = (ctypes.c_void_p(array.ctypes.data) for array in (answers, positions, took))
    peer.peer.restype = ctypes.c_size_t
    count = ctypes.c_size_t(len(rows))
    done = peer.peer(ctypes.c_void_p(rows.ctypes.data), count, wrap, draws, *arrays)
    assert done == len(rows), "no memory left for the peer"
    return answers, positions, took


def take_turn(
    peer: ctypes.CDLL, kernel: Backend, rows: batch.Rows, *, wrap: bool, draws: bool
) -> Turn:
    """Let the peer and the kernel answer all deals, one after the other."""
    rules = PRESETS["easy" if wrap else "classic"]
    bits, ask = bits_of(rules), kernel.fewest_draws if draws else kernel.winnable
    found, positions, nanoseconds = ask_peer(peer, rows, wrap=wrap, draws=draws)
    singles = []
    for row in rows:
        one = row.tobytes()
        began = perf_counter_ns()
        ask(one, bits)
        singles.append(perf_counter_ns() - began)
    began_all = perf_counter()
    answers = np.frombuffer(ask(rows.data, bits), dtype=np.uint8)
    seconds = perf_counter() - began_all
    expected = found.astype(np.uint8)  # -1 becomes 255, which is how the kernel says it
    return Turn(
        peer=nanoseconds / 1e3,
        single=np.array(singles) / 1e3,
        batch=seconds * 1e6 / len(rows),
        positions=positions,
        differ=answers != expected,
    )


def compare(
    peer: ctypes.CDLL, kernel: Backend, numbers: NDArray[np.uint64], case: Case, turns: int
) -> int:
    """Let both answer in turns, print what it took, and count the answers that differ."""
    rules = PRESETS[case.preset]
    rows = batch.deal_rows(numbers, rules, backend=kernel)
    taken = [take_turn(peer, kernel, rows, wrap=rules.wrap, draws=case.draws) for _ in range(turns)]
    differ = np.any([turn.differ for turn in taken], axis=0)
    print(f"{case.name}, {case.preset}, n={len(rows)} deals: {differ.sum()} answers differ")
    for number in numbers[differ].tolist():
        print(f"  DIFFERENT: {format_code(number, rules)}")
    report(taken)
    return int(differ.sum())


def report(turns: list[Turn]) -> None:
    """Print what it took: of each deal the middle of all turns, the rest turn by turn."""
    show_times("peer", np.median([turn.peer for turn in turns], axis=0))
    show_times("kernel, one by one", np.median([turn.single for turn in turns], axis=0))
    show("kernel, one batch: mean", [turn.batch for turn in turns], " µs a deal")
    positions = turns[0].positions
    rates = [float(positions.sum() / turn.peer.sum()) for turn in turns]
    show("peer:", rates, " million positions a second")
    middle, mean, most = np.median(positions), positions.mean(), positions.max()
    print(f"  peer: positions a deal: median {middle:,.0f}, mean {mean:,.0f}, most {most:,}")
    for name, ratios in zip(
        RATIOS, zip(*(turn.ratios for turn in turns), strict=True), strict=True
    ):
        show(f"ratio of {name}:", ratios)


def show_times(name: str, times: NDArray[np.float64]) -> None:
    """Print the median and the mean over the deals, with the interval of the mean."""
    low, high = interval(times.tolist(), fmean)
    print(
        f"  {name}: median {np.median(times):,.2f} µs a deal, "
        f"mean {times.mean():,.1f} (95 % {low:,.1f} to {high:,.1f})"
    )


def show(name: str, figures: Sequence[float], unit: str = "") -> None:
    """Print the median of the turns, the lowest and the highest."""
    print(f"  {name} {median(figures):,.2f}{unit} ({min(figures):,.2f} to {max(figures):,.2f})")


def some_numbers(deals: int, seed: int) -> NDArray[np.uint64]:
    """The deals of the examples, and then some at random."""
    known = np.array([line["number"] for line in lines("deals.jsonl")], dtype=np.uint64)
    rng = np.random.default_rng(seed)
    others = rng.integers(0, DEAL_NUMBERS, size=max(0, deals - len(known)), dtype=np.uint64)
    return np.concatenate((known, others))[:deals]


def main() -> None:
    """Measure, compare, and stop with an error where an answer differs."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the deals beyond 200")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--compiler", default=os.environ.get("CC", "cc"))
    options = parser.parse_args()
    compiler = shutil.which(options.compiler)
    if compiler is None:
        parser.error(f"there is no C compiler {options.compiler}; name one with --compiler")
    heading("The kernel against plain searches in C")
    print(f"{options.turns} turns; medians, in parentheses the lowest and highest turn")
    numbers = some_numbers(options.deals, options.seed)
    kernel = choose({VARIABLE: KERNEL}).backend
    with TemporaryDirectory() as folder:
        peer = compiled(compiler, Path(folder))
        differing = [compare(peer, kernel, numbers, case, options.turns) for case in CASES]
    sys.exit(1 if any(differing) else 0)


if __name__ == "__main__":
    main()
