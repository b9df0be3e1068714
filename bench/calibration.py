"""Whether the stated chance of winning is what happens.

The sampling player plays random deals; at each position the share of play-outs won after its best
move is noted, and in the end whether it won. Half of the games fit the logistic regression of
`tripeaks.coach.calibration`, the other half are compared with what `stated_chance` says: ten bins
with the largest deviation, and the Brier and logarithmic scores beside those of the bare share
(what the casual player of the play-outs would win) and of the base rate.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from random import Random
from statistics import fmean

from measuring import heading

from tripeaks import CLASSIC, EASY, Deal, Game, Outcome, Rules
from tripeaks.coach.calibration import log_odds, stated_chance
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.players import Limit, player_named

Played = tuple[bool, list[float]]  # whether a game was won, and the shares on the way


def play(task: tuple[Rules, int, int, str]) -> list[Played]:
    """Play some games and note the shares."""
    rules, games, play_outs, seed = task
    player, rng, played = player_named("sampling"), Random(seed), list[Played]()
    for _ in range(games):
        game, shares = Game(Deal.numbered(rng.randrange(DEAL_NUMBERS), rules)), list[float]()
        while game.view().legal:
            best = player.explain(game.view(), rng, Limit(games=play_outs))[0]
            shares.append(best.win_chance or 0.0)
            game.push(best.move)
        played.append((game.view().outcome is Outcome.WON, shares))
    return played


def fitted(games: Sequence[Played]) -> tuple[float, float]:
    """Fit the regression by Newton's method."""
    points = [(log_odds(share), won) for won, shares in games for share in shares]
    added, factor = 0.0, 1.0
    for _ in range(25):
        gradient, square = [0.0, 0.0], [0.0, 0.0, 0.0]
        for odds, won in points:
            chance = 1 / (1 + exp(-(added + factor * odds)))
            miss, weight = won - chance, chance * (1 - chance)
            gradient[0] += miss
            gradient[1] += miss * odds
            square[0] += weight
            square[1] += weight * odds
            square[2] += weight * odds * odds
        size = square[0] * square[2] - square[1] ** 2
        added += (gradient[0] * square[2] - gradient[1] * square[1]) / size
        factor += (gradient[1] * square[0] - gradient[0] * square[1]) / size
    return added, factor


def brier(chance: float, won: int) -> float:
    """Score a forecast: the squared miss (Brier 1950); less is better."""
    return (chance - won) ** 2


def logarithmic(chance: float, won: int) -> float:
    """Score a forecast: minus the logarithm of what was given to what happened (Good 1952)."""
    given = chance if won else 1 - chance
    return -log(max(given, 1e-4))


def scored(
    games: Sequence[Played],
    forecast: Callable[[float], float],
    score: Callable[[float, int], float],
    rng: Random,
) -> str:
    """Mean score over all positions; the interval resamples whole games."""
    sums = [(sum(score(forecast(share), won) for share in s), len(s)) for won, s in games]
    means = []
    for _ in range(400):
        drawn = rng.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    mean = sum(total for total, _ in sums) / sum(count for _, count in sums)
    return f"{mean:.4f} ({means[10]:.4f} to {means[-11]:.4f})"


def report(name: str, rules: Rules, games: Sequence[Played], rng: Random) -> None:
    """Print what is found of one rule."""
    half = len(games) // 2
    first, second = games[:half], games[half:]
    positions = [(share, won) for won, shares in second for share in shares]
    base = fmean(won for won, shares in first for _ in shares)
    print(f"{name}: {len(second):,} games, {len(positions):,} positions, {len(first):,} to fit on")
    print("  fitted: {:.2f} and {:.2f}".format(*fitted(first)))
    largest = 0.0
    for tenth in range(10):
        inside = [
            (chance, won)
            for share, won in positions
            if int(10 * (chance := stated_chance(share, rules))) == tenth
        ]
        if not inside:
            continue
        said, happened = fmean(c for c, _ in inside), fmean(w for _, w in inside)
        largest = max(largest, abs(said - happened))
        print(f"  said {said:.3f}, happened {happened:.3f}, n={len(inside):,}")
    print(f"  largest deviation {largest:.3f}")
    for kind, score in (("Brier", brier), ("logarithmic", logarithmic)):
        print(f"  {kind} score (less is better)")
        print(f"    stated    {scored(second, lambda s: stated_chance(s, rules), score, rng)}")
        print(f"    share     {scored(second, lambda s: s, score, rng)}")
        print(f"    base rate {scored(second, lambda _: base, score, rng)}")


def main() -> None:
    """Play under both rules and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--play-outs", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    heading("Stated chances")
    with ProcessPoolExecutor(2) as pool:
        for name, rules in (("Easy", EASY), ("Classic", CLASSIC)):
            tasks = [
                (rules, options.games // 8, options.play_outs, f"{options.seed} {part}")
                for part in range(8)
            ]
            games = [game for part in pool.map(play, tasks) for game in part]
            won = sum(won for won, _ in games)
            print(f"{name}: {won:,} of {len(games):,} games won")
            report(name, rules, games, Random(options.seed))


if __name__ == "__main__":
    main()
