"""The obvious, slow search in pure Python: the oracle the backends are measured by.

It looks at every position that can be reached and takes none for another: that fewer draws are
as good as more, or longer chains better than shorter ones, is nowhere used. What lies free and
what can be taken it asks the rules, as `State` does; with the backends it shares nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from tripeaks.cards import RANKS
from tripeaks.layout import ALL_SLOTS, SUMMITS, slots_in, uncovered
from tripeaks.rules import DrawPolicy
from tripeaks.scoring import Scheme, Tally, scheme_named, shown_points
from tripeaks.solver.solution import Goal, Solution, Verdict
from tripeaks.state import MOVES, Move, State

# Lies on top where every card can be taken next: a joker, or nothing on an empty waste.
WILD = len(RANKS)
TOPS = range(WILD + 1)

DRAW = Move.DRAW.index


@cache
def free_mask(removed: int) -> int:
    """Mask of the slots that hold a card and have no card on them."""
    return uncovered(removed)


@cache
def free_slots(removed: int) -> tuple[int, ...]:
    """List the same slots in order."""
    return slots_in(uncovered(removed))


class LimitError(Exception):
    """More positions would have to be looked at than is allowed."""


class Table:
    """The rules for one deal, and a count of the positions that were looked at.

    Args:
        state: Any position of the deal.
        max_states: How many positions may be looked at, or None.
    """

    def __init__(self, state: State, max_states: int | None = None) -> None:
        deal = state.deal
        self.ranks = [card.rank for card in deal.tableau]
        self.stock = [WILD if card.is_joker else card.rank for card in deal.stock]
        self.takeable = deal.takeable
        self.neighbours = [
            [top for top in range(WILD) if deal.rules.adjacent(rank, top)] for rank in range(WILD)
        ]
        self.only_when_stuck = deal.rules.draw_policy == DrawPolicy.ONLY_WHEN_STUCK
        self.max_states = max_states
        self.looked_at = 0

    def look(self, positions: int = 1) -> None:
        """Count positions, up to the limit."""
        self.looked_at += positions
        if self.max_states is not None and self.looked_at > self.max_states:
            self.looked_at = self.max_states
            raise LimitError

    def playable(self, removed: int, top: int) -> int:
        """Mask of the slots whose card can be taken."""
        return free_mask(removed) & self.takeable[top]

    def tops_to_draw_on(self, removed: int) -> list[bool]:
        """List for each rank on top whether a draw is allowed while the stock lasts."""
        if removed == ALL_SLOTS:
            return [False for _ in TOPS]
        if not self.only_when_stuck:
            return [True for _ in TOPS]
        return [not self.playable(removed, top) for top in TOPS]

    def takes(self, removed: int, top: int) -> list[int]:
        """List the slots to take from: those that uncover most first, then in slot order."""

        def newly_uncovered(slot: int) -> int:
            return len(free_slots(removed | 1 << slot)) - len(free_slots(removed))

        slots = slots_in(self.playable(removed, top))
        return sorted(slots, key=lambda slot: (-newly_uncovered(slot), slot))


def solve(
    state: State,
    goal: Goal = Goal.CLEAR,
    scoring: str | None = None,
    *,
    max_states: int | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Solution:
    """Answer as `tripeaks.solver.solve` does, only slower; a best score may take for ever.

    Args:
        state: A position that can come up.
        goal: What to look for. ``CLEAR`` gives any line that clears the tableau.
        scoring: Name of the scoring scheme; None takes that of the deal's rules.
        max_states: How many positions may be looked at. When that is not enough, the verdict is
            unknown.
        clock: Tells the time in seconds.
    """
    began = clock()
    scheme = scheme_named(state.deal.rules.scoring if scoring is None else scoring)
    table = Table(state, max_states)
    verdict, line = Verdict.UNKNOWN, None
    try:
        if goal is Goal.MAX_SCORE:
            line, cleared = best_line(table, state, scheme)
            verdict = Verdict.WINNABLE if cleared else Verdict.UNWINNABLE
        else:
            line = _clearing(table, state, goal)
            verdict = Verdict.UNWINNABLE if line is None else Verdict.WINNABLE
    except LimitError:
        pass
    moves, score = None, None
    if line is not None:
        moves = tuple(MOVES[index] for index in line)
        score = _points(state, moves, scheme)
    return Solution(
        verdict,
        moves,
        None if line is None else line.count(DRAW),
        score,
        table.looked_at,
        clock() - began,
    )


def _top_of(state: State) -> int:
    return WILD if state.top is None or state.top.is_joker else state.top.rank


def _points(state: State, line: tuple[Move, ...], scheme: Scheme) -> int:
    tally = Tally(peaks=sum(state.removed >> summit & 1 for summit in SUMMITS))
    for move in line:
        tally = tally.after(move, scheme)
    return shown_points(scheme, tally)


def _clearing(table: Table, state: State, goal: Goal) -> list[int] | None:
    most_drawn = len(table.stock)
    if goal is Goal.MIN_DRAWS:
        further = fewest_draws(reachable(table, state), state)
        if further is None:
            return None
        most_drawn = state.drawn + further
    return clearing_line(table, state, most_drawn)


def reachable(table: Table, state: State) -> Mapping[int, Sequence[int]]:
    """Find every position that can be reached, in order of the cards that are gone.

    Returns:
        Per mask of removed cards and rank on top, the numbers of drawn cards with which that
        position can be reached: bit d of the number stands for d drawn cards.
    """
    found: dict[int, list[int]] = {}
    level = {state.removed: [0 for _ in TOPS]}
    level[state.removed][_top_of(state)] = 1 << state.drawn
    while level:
        found.update(level)
        next_level: dict[int, list[int]] = {}
        for removed, tops in level.items():
            _draw_on(table, removed, tops)
            table.look(sum(map(int.bit_count, tops)))
            for slot in free_slots(removed):
                rank = table.ranks[slot]
                drawn = tops[WILD]
                for top in table.neighbours[rank]:
                    drawn |= tops[top]
                if drawn:
                    after = removed | 1 << slot
                    if after not in next_level:
                        next_level[after] = [0 for _ in TOPS]
                    next_level[after][rank] |= drawn
        level = next_level
    return found


def _draw_on(table: Table, removed: int, tops: list[int]) -> None:
    """Add the positions that draws alone lead to, one after another."""
    allowed = table.tops_to_draw_on(removed)
    to_draw_on = 0
    for top, drawn in enumerate(tops):
        if allowed[top]:
            to_draw_on |= drawn
    before = 1
    for top in table.stock:
        after = before << 1
        if to_draw_on & before:
            tops[top] |= after
            if allowed[top]:
                to_draw_on |= after
        before = after


def fewest_draws(found: Mapping[int, Sequence[int]], state: State) -> int | None:
    """Give the fewest draws from a position to the cleared tableau, or None if it is not found.

    Args:
        found: All that can be reached from the position, as `reachable` gives it.
        state: The position.
    """
    drawn = 0
    for numbers in found.get(ALL_SLOTS, ()):
        drawn |= numbers
    return (drawn & -drawn).bit_length() - 1 - state.drawn if drawn else None


def clearing_line(table: Table, state: State, most_drawn: int) -> list[int] | None:
    """Search depth first for a line that clears the tableau, takes before the draw.

    Args:
        table: The rules for the deal.
        state: The position to begin from.
        most_drawn: The stock is cut to this many cards.

    Returns:
        The numbers of the moves, or None where there is no such line. At each position the first
        take, in the order of `Table.takes`, after which there is one.
    """
    lost: set[tuple[int, int, int]] = set()
    line: list[int] = []

    def search(removed: int, top: int, drawn: int) -> bool:
        if removed == ALL_SLOTS:
            return True
        position = (removed, top, drawn)
        if position in lost:
            return False
        table.look()
        slots = table.takes(removed, top)
        for slot in slots:
            if search(removed | 1 << slot, table.ranks[slot], drawn):
                line.append(slot)
                return True
        stuck_or_free = not slots or not table.only_when_stuck
        if drawn < most_drawn and stuck_or_free and search(removed, table.stock[drawn], drawn + 1):
            line.append(DRAW)
            return True
        lost.add(position)
        return False

    return line[::-1] if search(state.removed, _top_of(state), state.drawn) else None


def best_line(table: Table, state: State, scheme: Scheme) -> tuple[list[int], bool]:
    """Find the moves that earn most, the player being free to stop anywhere.

    Returns:
        The numbers of the moves, of equally good lines one with the fewest draws that ends as
        soon as all points are earned; and whether the tableau can be cleared.
    """
    # Per position and length of the chain: points still to be earned, draws on the way with the
    # sign turned, so that the greater pair is the better, and the move to make.
    best: dict[tuple[int, int, int, int], tuple[int, int, int | None]] = {}
    cleared = False

    def search(removed: int, top: int, drawn: int, chain: int) -> tuple[int, int, int | None]:
        nonlocal cleared
        position = (removed, top, drawn, chain)
        if position in best:
            return best[position]
        table.look()
        cleared |= removed == ALL_SLOTS
        choice: tuple[int, int, int | None] = (0, 0, None)
        slots = table.takes(removed, top)
        for slot in slots:
            gained = scheme.take + scheme.step * chain
            if slot in SUMMITS:
                gained += scheme.peaks[sum(removed >> summit & 1 for summit in SUMMITS)]
            # Where a longer chain earns no more, its length is no part of the position.
            next_chain = chain + 1 if scheme.step else 0
            rest = search(removed | 1 << slot, table.ranks[slot], drawn, next_chain)
            choice = _better(choice, (gained + rest[0], rest[1], slot))
        allowed = table.tops_to_draw_on(removed)[top]
        if drawn < len(table.stock) and allowed:
            rest = search(removed, table.stock[drawn], drawn + 1, 0)
            choice = _better(choice, (scheme.draw + rest[0], rest[1] - 1, DRAW))
        best[position] = choice
        return choice

    removed, top, drawn, chain = state.removed, _top_of(state), state.drawn, 0
    move = search(removed, top, drawn, chain)[2]
    line: list[int] = []
    while move is not None:
        line.append(move)
        if move == DRAW:
            top, drawn, chain = table.stock[drawn], drawn + 1, 0
        else:
            removed, top, chain = removed | 1 << move, table.ranks[move], chain + 1
        move = best[removed, top, drawn, chain if scheme.step else 0][2]
    return line, cleared


def _better(
    choice: tuple[int, int, int | None], other: tuple[int, int, int | None]
) -> tuple[int, int, int | None]:
    return other if other[:2] > choice[:2] else choice
