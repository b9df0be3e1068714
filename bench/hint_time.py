"""How long a fair hint takes, at random positions of every preset."""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

from measuring import heading

from tripeaks import PRESETS, Deal, Game, Rules
from tripeaks.coach import hint
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.players import Limit


def positions(rules: Rules, count: int, rng: Random) -> list[Game]:
    """Play random moves to random places in the middle of random games."""
    games: list[Game] = []
    while len(games) < count:
        game = Game(Deal.numbered(rng.randrange(DEAL_NUMBERS), rules))
        for _ in range(rng.randrange(40)):
            legal = game.view().legal
            if not legal:
                break
            game.push(rng.choice(legal))
        if game.view().legal:
            games.append(game)
    return games


def main() -> None:
    """Time hints and print the median and the 99th percentile of each preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--ms", type=float, default=50)
    parser.add_argument("--winnable", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading(f"Fair hints with a limit of {options.ms:g} ms, n={options.positions:,} of each preset")
    for name, rules in PRESETS.items():
        rng, times = Random(options.seed), list[float]()
        for game in positions(rules, options.positions, rng):
            view, began = game.view(), perf_counter()
            hint(view, rng, Limit(seconds=options.ms / 1000), winnable_only=options.winnable)
            times.append(1000 * (perf_counter() - began))
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        print(f"{name}: p50 {middle:.1f} ms, p99 {late:.1f} ms, most {times[-1]:.1f} ms")


if __name__ == "__main__":
    main()
