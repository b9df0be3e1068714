"""A search for hidden cards in all that a real server sends: `python bench/secrecy.py`.

Random games over all presets are played over HTTP, in both languages, with undo, redo, restart
and refused moves among them. Every byte that comes back, and all that the server says on its
terminal, is searched.
"""

from __future__ import annotations

import argparse
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from measuring import heading

from cli.program import Program
from tripeaks import PRESETS
from tripeaks.cards import PACK
from web.detector import leaks
from web.watching import Watched


def main() -> None:
    """Play, search, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("Hidden cards in what a server sends")
    begin = perf_counter()
    searched, found = 0, list[str]()
    with TemporaryDirectory() as folder, Program(Path(folder)) as program:
        plan = zip(count(), cycle(PRESETS), cycle(("en", "de", "en")), strict=False)
        for number, preset, language in islice(plan, options.games):
            with program.client(headers={"Accept-Language": language}) as client:
                watched = Watched(client, Random(f"{options.seed} {number}"), preset)
                watched.play()
            searched += watched.searched
            found += [f"game {number} ({preset}): {leak}" for leak in watched.leaks]
        _, out, err = program.interrupt()
    found += [f"terminal: {leak}" for leak in leaks((out + err).encode(), PACK)]
    seconds = perf_counter() - begin
    print(f"n={options.games} games, {searched / 1e6:,.0f} MB searched in {seconds:,.0f} s")
    print(f"{len(found)} leaks; aim: none")
    print("\n".join(found))


if __name__ == "__main__":
    main()
