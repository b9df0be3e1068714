"""What is lost when a server is killed while somebody plays: `python bench/kill.py`.

The server gets SIGKILL at a random moment and is started again; every action that it had
acknowledged must be there, the one under way whole or not at all, and every game must be whole.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from measuring import heading

from web.killing import killed_again_and_again


def main() -> None:
    """Kill the server again and again; a loss ends the measurement with an error."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("A server killed while somebody plays")
    with TemporaryDirectory() as folder:
        kills = killed_again_and_again(Path(folder), Random(options.seed))
        acknowledged = list(islice(kills, options.kills))
    print(f"n={len(acknowledged)} kills, {sum(acknowledged)} acknowledged actions, none lost")


if __name__ == "__main__":
    main()
