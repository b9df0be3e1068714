"""Ways of choosing moves that were tried, against the sampling player on the same deals.

Each sees only what a person sees. `sampling` plays every legal move out in dealt worlds; `solved`
counts the dealt worlds that the exact solver can still win after a move; `both` adds half of that
share to the share of play-outs won; `halving` drops the worse half of the moves after each round
(its play-outs look no card ahead); `nested` chooses the moves within its
play-outs by small play-outs, and plays few of them (very slow: in Python).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from time import process_time

from measuring import heading

from tripeaks import CLASSIC, EASY, Deal, Game, Move, Outcome, State, View
from tripeaks.players.arena import random_deals
from tripeaks.players.moves import uncovers
from tripeaks.players.shares import Share
from tripeaks.solver.backend import playing_kernel
from tripeaks.solver.rows import ROW_BYTES, bits_of, view_row
from tripeaks.view import seen_places

_SOLVED_WEIGHT = 0.5
_SEED_BITS = 63
_INNER_GAMES = 6  # of each move in a nested play-out
_NESTED_SHARE = 0.01  # of the games a move, that are nested

# Where the bytes of a row lie (`tripeaks.solver.rows`).
_TOP, _STOCK, _DRAWN, _REMOVED = 28, 29, 58, 60

Shares = Mapping[Move, float]
Way = Callable[[View, Random], Shares]


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of the deals that one way played.

    Attributes:
        won: Whether each was won.
        ms: How many milliseconds of the processor a choice took.
    """

    won: Sequence[bool]
    ms: float


def kernel_shares(view: View, games: int, rng: Random) -> Shares:
    """Share of play-outs won after each move."""
    kernel = playing_kernel()
    assert kernel is not None, "needs the compiled kernel"
    answer = kernel.chances(
        view_row(view), bits_of(view.rules), games, rng.getrandbits(_SEED_BITS), 0, b""
    )
    counts = memoryview(answer).cast("I")
    return {m: counts[2 * m.index + 1] / max(1, counts[2 * m.index]) for m in view.legal}


def solved_shares(view: View, worlds: int, rng: Random) -> Shares:
    """Share of worlds that can still be won after each move, with all cards known."""
    kernel = playing_kernel()
    assert kernel is not None, "needs the compiled kernel"
    rows = kernel.worlds(view_row(view), worlds, rng.getrandbits(_SEED_BITS))
    masks = memoryview(kernel.winning_moves(rows, bits_of(view.rules))).cast("I")
    return {m: fmean(mask >> m.index & 1 for mask in masks) for m in view.legal}


def both_shares(view: View, games: int, worlds: int, rng: Random) -> Shares:
    """Share of play-outs won, and a part of the share of worlds that can be won."""
    played, solved = kernel_shares(view, games, rng), solved_shares(view, worlds, rng)
    return {move: share + _SOLVED_WEIGHT * solved[move] for move, share in played.items()}


def halving_shares(view: View, games: int, rng: Random) -> Shares:
    """Games won by the moves left when the worse half is dropped again and again, -1 by others."""
    kernel = playing_kernel()
    assert kernel is not None, "needs the compiled kernel"
    left, won = list(view.legal), dict.fromkeys(view.legal, 0)
    rounds = (len(left) - 1).bit_length()
    for _ in range(rounds):
        each = max(1, games // (rounds * len(left)))
        seed = rng.getrandbits(_SEED_BITS)
        worlds = rows_in(kernel.worlds(view_row(view), each, seed))
        for move in left:
            rows = b"".join(row_after(world, move) for world in worlds)
            seed = rng.getrandbits(_SEED_BITS)
            counts = kernel.play_outs(rows, bits_of(view.rules), 1, seed)
            won[move] += sum(memoryview(counts).cast("I"))
        left = sorted(left, key=lambda m: -won[m])[: (len(left) + 1) // 2]
    return {move: won[move] if move in left else -1 for move in view.legal}


def rows_in(rows: bytes) -> list[bytes]:
    """Part rows that lie one behind the other."""
    return [rows[at : at + ROW_BYTES] for at in range(0, len(rows), ROW_BYTES)]


def row_after(row: bytes, move: Move) -> bytes:
    """The row of the position after a move."""
    after = bytearray(row)
    if move.is_draw:
        after[_TOP] = row[_STOCK + row[_DRAWN]]
        after[_DRAWN] += 1
    else:
        after[_TOP] = row[move.index]
        after[_REMOVED + move.index // 8] |= 1 << move.index % 8
    return bytes(after)


def nested_shares(view: View, games: int, rng: Random) -> Shares:
    """Share won of a few games whose moves are each chosen by a few games."""
    shares = {}
    each = max(1, int(games * _NESTED_SHARE) // len(view.legal))
    worlds = [view.sample(rng) for _ in range(each)]
    for move in view.legal:
        shares[move] = fmean(nested_game(world.play(move), rng) for world in worlds)
    return shares


def nested_game(state: State, rng: Random) -> bool:
    """Play a game to its end, each move by what a player would see and a few play-outs."""
    while (view := seen(state)).legal:
        inner = _INNER_GAMES * len(view.legal)
        state = state.play(best(view, lambda v: kernel_shares(v, inner, rng)))  # noqa: B023 - called at once
    return view.outcome is Outcome.WON


def seen(state: State) -> View:
    """Show a position to one who has watched the game so far."""
    top = () if state.top is None else (state.top,)
    pile = state.drawn + state.removed.bit_count() + (state.deal.waste is not None)
    return View.of(state, waste=top, seen=seen_places(state), seq=0, forgotten=pile - len(top))


def best(view: View, shares: Callable[[View], Shares]) -> Move:
    """Choose the move with the largest share; of equals what uncovers most."""
    if len(view.legal) == 1:
        return view.legal[0]
    found = shares(view)
    return max(view.legal, key=lambda m: (found[m], uncovers(m, view.removed), -m.index))


def played(way: Way, deals: Sequence[Deal], seed: int) -> Tried:
    """Play the deals."""
    won, choices, began = list[bool](), 0, process_time()
    for number, deal in enumerate(deals):
        game, rng = Game(deal), Random(f"{seed} {number}")
        while (view := game.view()).legal:
            choices += len(view.legal) > 1
            game.push(best(view, lambda v: way(v, rng)))  # noqa: B023 - called at once
        won.append(view.outcome is Outcome.WON)
    return Tried(won, 1000 * (process_time() - began) / max(1, choices))


def difference(tried: Sequence[bool], base: Sequence[bool]) -> str:
    """Write the mean paired difference with its 95 % interval, in points."""
    gains = [int(a) - int(b) for a, b in zip(tried, base, strict=True)]
    error = 1.96 * pstdev(gains) / sqrt(len(gains))
    return f"{100 * fmean(gains):+.1f} ± {100 * error:.1f} points"


def main() -> None:
    """Play both rules in every way that is asked for, `sampling` first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ways", default="solved,both,halving")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    games, worlds = options.games, options.worlds
    ways: dict[str, Way] = {
        "sampling": lambda view, rng: kernel_shares(view, games, rng),
        "solved": lambda view, rng: solved_shares(view, worlds, rng),
        "both": lambda view, rng: both_shares(view, games, worlds, rng),
        "halving": lambda view, rng: halving_shares(view, games, rng),
        "nested": lambda view, rng: nested_shares(view, games, rng),
    }
    heading(f"Ways of choosing, {options.deals:,} deals of each rule, {games:,} games a move")
    for name, rules in (("Easy", EASY), ("Classic", CLASSIC)):
        deals = random_deals(options.deals, rules, options.seed)
        base = played(ways["sampling"], deals, options.seed)
        for way in ("sampling", *options.ways.split(",")):
            tried = base if way == "sampling" else played(ways[way], deals, options.seed)
            share = Share(sum(tried.won), len(deals))
            print(
                f"{name} {way}: {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), "
                f"{difference(tried.won, base.won)}, {tried.ms:.2f} ms a choice"
            )


if __name__ == "__main__":
    main()
