"""How fast the engine plays in Python: `python bench/engine.py`.

One ply is one call of `legal_moves` and one `Game.push`, with its score and its event. Random
games over all presets are played to their end, several rounds of them, each timed on its own.
"""

from __future__ import annotations

import argparse
import platform
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from tripeaks import PRESETS, Deal, Game


def play(deals: list[Deal], rng: Random) -> tuple[int, int]:
    """Play a random game of each deal, and count the plies and the points."""
    plies = points = 0
    for deal in deals:
        game = Game(deal)
        while moves := game.state.legal_moves():
            game.push(moves[int(rng.random() * len(moves))])
            points += game.score.points
            plies += 1
    return plies, points


def rates(games: int, rounds: int) -> list[float]:
    """Time rounds of games over all presets, the same games in each, in plies a second."""
    rules = list(PRESETS.values())
    deals = [Deal.numbered(number, rules[number % len(rules)]) for number in range(games)]
    play(deals, Random(0))  # warm up
    found = []
    for _ in range(rounds):
        rng = Random(1)
        begin = perf_counter()
        plies, _points = play(deals, rng)
        found.append(plies / (perf_counter() - begin))
    return sorted(found)


def machine() -> str:
    """Name the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return f"{next(names, platform.processor() or 'unknown processor')}, {platform.platform()}"


def main() -> None:
    """Measure, and print the median and the interval from the lowest to the highest round."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--games", type=int, default=400, help="games in a round")
    parser.add_argument("--rounds", type=int, default=9, help="rounds")
    options = parser.parse_args()
    found = rates(options.games, options.rounds)
    print(f"{median(found):,.0f} plies a second, the median of {len(found)} rounds")
    print(f"{found[0]:,.0f} to {found[-1]:,.0f} from the slowest round to the fastest")
    print(f"Python {platform.python_version()} on {machine()}")


if __name__ == "__main__":
    main()
