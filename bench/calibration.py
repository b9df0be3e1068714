"""Whether the stated chance of winning is what happens.

The sampling player plays random deals; at each position the share of play-outs won after its best
move is noted, and in the end whether it won. Half of the games fit the logistic regression of
`tripeaks.coach.calibration`, the other half are compared with what `stated_chance` says: ten bins
with the largest deviation, and the Brier and logarithmic scores beside those of the bare share, of
greedy play from the position on (the casual player of the play-outs), and of the base rate.
"""

from __future__ import annotations

import argparse
import struct
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from random import Random
from statistics import fmean

from measuring import heading

from tripeaks import CLASSIC, EASY, Deal, Game, Outcome, Rules, View
from tripeaks.coach.calibration import log_odds, stated_chance
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.players import Limit, player_named
from tripeaks.solver.backend import playing_kernel
from tripeaks.solver.rows import bits_of, view_row

GREEDY_GAMES = 500


@dataclass(frozen=True)
class Position:
    """What was forecast in one position.

    Attributes:
        share: The share of play-outs that were won after the best move.
        greedy: The share of games that greedy play wins from here.
    """

    share: float
    greedy: float


@dataclass(frozen=True)
class Played:
    """A game, its positions, and what became of it."""

    won: bool
    positions: tuple[Position, ...]


def play(task: tuple[Rules, int, int, str]) -> list[Played]:
    """Play some games and note what is forecast on the way."""
    rules, games, play_outs, seed = task
    player, rng, played = player_named("sampling"), Random(seed), list[Played]()
    for _ in range(games):
        game = Game(Deal.numbered(rng.randrange(DEAL_NUMBERS), rules))
        positions = list[Position]()
        while game.view().legal:
            best = player.explain(game.view(), rng, Limit(games=play_outs))[0]
            positions.append(Position(best.win_chance or 0.0, greedy_share(game.view(), rng)))
            game.push(best.move)
        played.append(Played(game.view().outcome is Outcome.WON, tuple(positions)))
    return played


def greedy_share(view: View, rng: Random) -> float:
    """Play greedily on in as many worlds as there are games."""
    kernel = playing_kernel()
    if kernel is None:
        raise SystemExit("This needs the compiled solver; `tripeaks doctor` says how to get it.")
    worlds = kernel.worlds(view_row(view), GREEDY_GAMES, rng.getrandbits(63))
    wins = kernel.play_outs(worlds, bits_of(view.rules), 1, rng.getrandbits(63))
    won: int = sum(struct.unpack(f"{GREEDY_GAMES}I", wins))
    return won / GREEDY_GAMES


def fitted(games: Sequence[Played]) -> tuple[float, float]:
    """Fit the regression by Newton's method."""
    points = [(log_odds(at.share), game.won) for game in games for at in game.positions]
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


Score = Callable[[float, int], float]
Forecast = Callable[[Position], float]


def totals(games: Sequence[Played], forecast: Forecast, score: Score) -> list[tuple[float, int]]:
    """Add up the scores of each game, with the number of its positions."""
    return [
        (sum(score(forecast(at), game.won) for at in game.positions), len(game.positions))
        for game in games
    ]


def mean(sums: Sequence[tuple[float, int]]) -> float:
    """Mean over all positions."""
    return sum(total for total, _ in sums) / sum(count for _, count in sums)


def shown(sums: Sequence[tuple[float, int]], rng: Random) -> str:
    """Write a mean with its interval, which resamples whole games."""
    means = sorted(mean(rng.choices(sums, k=len(sums))) for _ in range(400))
    return f"{mean(sums):.4f} ({means[10]:.4f} to {means[-11]:.4f})"


def less(one: Sequence[tuple[float, int]], other: Sequence[tuple[float, int]], rng: Random) -> str:
    """Write by how much the one mean is less, over the same games."""
    pairs = zip(one, other, strict=True)
    return shown([(theirs - ours, count) for (ours, count), (theirs, _) in pairs], rng)


def bins(rules: Rules, games: Sequence[Played]) -> None:
    """Print ten bins of what was said beside what happened."""
    said: list[list[tuple[float, bool]]] = [[] for _ in range(10)]
    for game in games:
        for at in game.positions:
            chance = stated_chance(at.share, rules)
            said[min(int(10 * chance), 9)].append((chance, game.won))
    largest = 0.0
    for inside in filter(None, said):
        stated, happened = fmean(c for c, _ in inside), fmean(w for _, w in inside)
        largest = max(largest, abs(stated - happened))
        print(f"  said {stated:.3f}, happened {happened:.3f}, n={len(inside):,}")
    print(f"  largest deviation {largest:.3f}")


def report(name: str, rules: Rules, games: Sequence[Played], rng: Random) -> None:
    """Print what is found of one rule."""
    half = len(games) // 2
    first, second = games[:half], games[half:]
    count = sum(len(game.positions) for game in second)
    base = fmean(game.won for game in first for _ in game.positions)
    print(f"{name}: {len(second):,} games, {count:,} positions, {len(first):,} games to fit on")
    print("  fitted: {:.2f} and {:.2f}".format(*fitted(first)))
    bins(rules, second)
    others: dict[str, Forecast] = {
        "bare share": lambda at: at.share,
        "greedy": lambda at: at.greedy,
        "base rate": lambda _: base,
    }
    for kind, score in (("Brier", brier), ("logarithmic", logarithmic)):
        stated = totals(second, lambda at: stated_chance(at.share, rules), score)
        print(f"  {kind} score (less is better): stated {shown(stated, rng)}")
        for other, forecast in others.items():
            theirs = totals(second, forecast, score)
            print(f"    {other} {shown(theirs, rng)}, stated less by {less(stated, theirs, rng)}")


def main() -> None:
    """Play under both rules and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=8000)
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
            won = sum(game.won for game in games)
            print(f"{name}: {won:,} of {len(games):,} games won")
            report(name, rules, games, Random(options.seed))


if __name__ == "__main__":
    main()
