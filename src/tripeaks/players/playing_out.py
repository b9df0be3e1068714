"""Playing games out in plain Python, where the compiled kernel was not built: slow, but there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tripeaks.layout import ALL_SLOTS, slots_in, uncovered
from tripeaks.players.moves import uncovers
from tripeaks.solver.backend import chosen
from tripeaks.solver.rows import bits_of, row_of
from tripeaks.state import MOVES, State
from tripeaks.view import View

_WORLDS_AT_ONCE = 16
_MOST_BARREN = 8


def chances(view: View, games: int, seed: int, *, winnable_only: bool = False) -> list[int]:
    """Play out each legal move in positions that agree with a view, all moves in the same ones.

    Args:
        view: A game that is not at its end.
        games: How many games to play, shared out evenly over the legal moves; each move is
            played out once at least.
        seed: Where the randomness begins.
        winnable_only: Take only positions whose deal can be won from its start.

    Returns:
        For each move index from 0 to 28 the games played and the games won, one after the other.
    """
    rng = Random(seed)
    moves = view.legal
    counts = [0] * (2 * len(MOVES))
    worlds = _winnable_worlds(view, rng) if winnable_only else _worlds(view, rng)
    for _ in range(max(1, games // len(moves))):
        world = next(worlds)
        for move in moves:
            counts[2 * move.index] += 1
            counts[2 * move.index + 1] += play_out(world.play(move), rng)
    return counts


def play_out(state: State, rng: Random) -> bool:
    """Play a game to its end as a casual player does, and say whether it is won.

    A casual player takes whenever possible, what uncovers most cards, any of equals, and draws
    only without a take.
    """
    tableau, stock, takeable = state.deal.tableau, state.deal.stock, state.deal.takeable
    removed, drawn, playable = state.removed, state.drawn, state.playable
    while removed != ALL_SLOTS:
        if playable:
            slot = _casual_take(playable, removed, rng)
            removed |= 1 << slot
            rank = tableau[slot].rank
        elif drawn < len(stock):
            rank = stock[drawn].rank
            drawn += 1
        else:
            return False
        playable = uncovered(removed) & takeable[rank]
    return True


def _casual_take(playable: int, removed: int, rng: Random) -> int:
    slots = slots_in(playable)
    if len(slots) == 1:
        return slots[0]
    counts = [uncovers(MOVES[slot], removed) for slot in slots]
    most = max(counts)
    return rng.choice([slot for slot, count in zip(slots, counts, strict=True) if count == most])


def _worlds(view: View, rng: Random) -> Iterator[State]:
    while True:
        yield view.sample(rng)


def _winnable_worlds(view: View, rng: Random) -> Iterator[State]:
    """Draw positions until one's deal can be won.

    Where hardly any can, the others have to do: a bad estimate is better than none.
    """
    rules, barren = bits_of(view.rules), 0
    while True:
        worlds = [view.sample(rng) for _ in range(_WORLDS_AT_ONCE)]
        rows = b"".join(row_of(State.initial(world.deal)) for world in worlds)
        verdicts = chosen().winnable(rows, rules)
        found = [world for world, yes in zip(worlds, verdicts, strict=True) if yes]
        barren = 0 if found else barren + 1
        yield from found or (worlds if barren >= _MOST_BARREN else ())
