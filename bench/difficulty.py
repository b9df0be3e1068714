"""How hard deals are, and whether the fair player agrees.

Of random deals that can be won, the share of each difficulty (`tripeaks.coach.difficulty`), and
on a sample how often the sampling player, who sees only what a person sees, wins them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import perf_counter

from measuring import heading

from tripeaks import CLASSIC, EASY, Game, Move, Rules
from tripeaks.coach.difficulty import Difficulty, find_deal
from tripeaks.players import Limit, player_named
from tripeaks.players.shares import Share


def shares(rules: Rules, deals: int, rng: Random) -> Counter[Difficulty]:
    """Count the difficulties of deals that can be won."""
    return Counter(find_deal(rng, rules).difficulty for _ in range(deals))


def won(rules: Rules, difficulty: Difficulty, deals: int, rng: Random) -> int:
    """Count how many deals of one difficulty the sampling player wins."""
    player, wins = player_named("sampling"), 0
    for _ in range(deals):
        game = Game(find_deal(rng, rules, difficulty).deal)
        while legal := game.view().legal:
            move: Move = legal[0]
            if len(legal) > 1:
                move = player.choose(game.view(), rng, Limit(games=3000))
            game.push(move)
        wins += game.view().removed.bit_count() == 28
    return wins


def shown(share: Share) -> str:
    """Write a share with its interval."""
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def main() -> None:
    """Measure both rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--played", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("How hard deals are")
    for name, rules in (("Easy", EASY), ("Classic", CLASSIC)):
        rng = Random(options.seed)
        counts = shares(rules, options.deals, rng)
        for difficulty in Difficulty:
            began = perf_counter()
            find_deal(rng, rules, difficulty)
            seconds = perf_counter() - began
            wins = won(rules, difficulty, options.played, rng)
            print(
                f"{name}, {difficulty}: {shown(Share(counts[difficulty], options.deals))} of the "
                f"deals; the fair player wins {shown(Share(wins, options.played))}; "
                f"found in {seconds * 1000:.0f} ms"
            )


if __name__ == "__main__":
    main()
