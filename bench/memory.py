"""How much memory the server holds after many games: `python bench/memory.py` (Linux)."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from measuring import heading, play_games

from cli.program import Program


def resident(process: int) -> dict[str, float]:
    """The resident memory of a process now and at its peak, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    sizes = dict(re.findall(r"(VmRSS|VmHWM):\s+(\d+) kB", status))
    return {name: int(size) * 1024 / 1e6 for name, size in sizes.items()}


def main() -> None:
    """Play, and print the memory after every tenth of the games."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    heading("Resident memory of the server")
    with (
        TemporaryDirectory() as folder,
        Program(Path(folder)) as program,
        program.client() as client,
    ):
        client.get("/")
        print(f"after the start: {resident(program.process.pid)['VmRSS']:.1f} MB")
        begun = 0
        for view in play_games(client, Random(1)):
            if view["seq"]:
                continue
            if begun and begun % max(1, options.games // 10) == 0:
                client.get(f"/games/{view['id']}")
                now = resident(program.process.pid)
                print(f"after {begun} games: {now['VmRSS']:.1f} MB (peak {now['VmHWM']:.1f} MB)")
            if begun == options.games:
                break
            begun += 1
    print(f"n={options.games} games; aim: below 150 MB")


if __name__ == "__main__":
    main()
