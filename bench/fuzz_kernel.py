"""Calls the compiled kernel a million times with random arguments, most of them wrong.

A crash ends the program; so does an error that is none of those a caller may expect.
"""

from __future__ import annotations

import argparse
import time

from measuring import heading

from solver.fuzzing import Fuzzer
from tripeaks.solver.backend import load_kernel


def main() -> None:
    """Make the calls and print how many were answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("Random calls of the kernel")
    kernel = load_kernel()
    if isinstance(kernel, str):
        raise SystemExit(kernel)
    began = time.perf_counter()
    answered = Fuzzer(kernel, options.seed).run(options.calls)
    seconds = time.perf_counter() - began
    print(f"{options.calls:,} calls, {answered:,} answered, the others refused: {seconds:.0f} s")


if __name__ == "__main__":
    main()
