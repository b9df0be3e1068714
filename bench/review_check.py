"""Whether reviews are right: random games, each verdict and line checked without the review.

Of every position the solver is asked anew, by the forward search that the review does not use;
the best line and the best score are verified by the rules alone. It stops with an error at the
first review that is wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from measuring import heading

from coach.test_reviewing import check, random_game
from tripeaks import PRESETS, Deal, Rules
from tripeaks.coach import review
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.notation import Record


def checked(rules: Rules, games: int, rng: Random) -> Counter[str]:
    """Review random games and count what was found."""
    found: Counter[str] = Counter()
    for _ in range(games):
        game = random_game(Deal.numbered(rng.randrange(DEAL_NUMBERS), rules), rng)
        told = review(Record(game.deal, game.moves))
        check(game, told)
        found["positions"] += len(told.plies) + 1
        found["won"] += told.won
        found["winnable"] += told.start.winnable
        found["lost by a move"] += told.lost_at is not None
    return found


def main() -> None:
    """Check reviews under every preset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading(f"Reviews of {options.games:,} random games of each preset, none of them wrong")
    for name, rules in PRESETS.items():
        found = checked(rules, options.games, Random(options.seed))
        print(f"{name}:", ", ".join(f"{count:,} {what}" for what, count in found.items()))


if __name__ == "__main__":
    main()
