"""One position, one answer, exact."""

from __future__ import annotations

import time
from collections.abc import Callable

from tripeaks.errors import SolverError
from tripeaks.layout import SLOTS, SUMMITS
from tripeaks.scoring import Scheme, scheme_named
from tripeaks.solver import reference
from tripeaks.solver.backend import Backend, Points, chosen
from tripeaks.solver.positions import check, sets_after
from tripeaks.solver.rows import bits_of, row_of
from tripeaks.solver.solution import Goal, Solution, Verdict
from tripeaks.state import MOVES, Move, State

_DRAW = Move.DRAW.index
_SUMMITS = sum(1 << summit for summit in SUMMITS)


def solve(
    state: State,
    goal: Goal = Goal.CLEAR,
    scoring: str | None = None,
    *,
    max_states: int | None = None,
    backend: Backend | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Solution:
    """Say whether a position can be won, and give the moves that prove it.

    All cards are known to the solver, and it looks at every set of removed cards that can come
    up, so the answer is exact. Of equally good lines it gives the natural one: no needless draw,
    and takes before draws.

    Args:
        state: Any position of a deal; `State.initial` gives the first.
        goal: ``CLEAR`` and ``MIN_DRAWS`` look for the fewest draws that clear the tableau,
            ``MAX_SCORE`` for the most points, won or not.
        scoring: Name of the scheme that counts the line; None takes that of the deal's rules.
        max_states: Look at no more positions than this. When that is not enough the verdict is
            unknown; when it is, ``CLEAR`` may give more than the fewest draws.
        backend: What answers; None takes what the environment chooses.
        clock: Tells the time in seconds.

    Raises:
        LayoutError: ``state/impossible`` for a position that cannot come up.
        RulesError: ``rules/bad-option`` for an unknown scoring scheme.
        SolverError: ``solver/bad-goal``, ``solver/bad-limit``, or that of
            `tripeaks.solver.backend.choose`.

    Example:
        >>> state = State.initial(Deal.from_code("TP1-E-AAAAAAB"))
        >>> solution = solve(state, Goal.MIN_DRAWS)
        >>> str(solution.verdict), solution.draws, solution.score
        ('winnable', 16, 756)
    """
    began = clock()
    if goal not in tuple(Goal):
        raise SolverError("solver/bad-goal", text=str(goal))
    scheme = scheme_named(state.deal.rules.scoring if scoring is None else scoring)
    check(state)
    sets = sets_after(state.removed)
    if max_states is not None and _limit(max_states) < sets:
        return reference.solve(state, Goal(goal), scoring, max_states=max_states, clock=clock)
    answering = chosen() if backend is None else backend
    row, bits = row_of(state), bits_of(state.deal.rules)
    line: bytes | None
    if goal == Goal.MAX_SCORE:
        _, line = answering.best_line(row, bits, points_of(scheme))
        takes = len(line) - line.count(_DRAW)
        clears = state.removed.bit_count() + takes == SLOTS
        winnable = clears or answering.winnable(row, bits) != b"\0"
    else:
        line = answering.line(row, bits)
        winnable = line is not None
    verdict = Verdict.WINNABLE if winnable else Verdict.UNWINNABLE
    if line is None:
        return Solution(verdict, None, None, None, sets, clock() - began)
    return Solution(
        verdict,
        tuple([MOVES[index] for index in line]),
        line.count(_DRAW),
        _score(state, line, scheme),
        sets,
        clock() - began,
    )


def points_of(scheme: Scheme) -> Points:
    """Give the points of a scheme as a backend takes them; start and floor are no part of it."""
    return (scheme.take, scheme.step, scheme.draw, *scheme.peaks)


def _limit(max_states: int) -> int:
    if type(max_states) is not int or max_states < 1:
        raise SolverError("solver/bad-limit", text=str(max_states))
    return max_states


def _score(state: State, line: bytes, scheme: Scheme) -> int:
    """Count a line as `tripeaks.scoring` does, whose tallies take longer than many a sweep.

    The line begins a new chain; the peaks that were cleared before count as such.
    """
    points, chain, peaks = scheme.start, 0, (state.removed & _SUMMITS).bit_count()
    for index in line:
        if index == _DRAW:
            points += scheme.draw
            chain = 0
            continue
        points += scheme.take + scheme.step * chain
        chain += 1
        if _SUMMITS >> index & 1:
            points += scheme.peaks[peaks]
            peaks += 1
    return points if scheme.floor is None else max(scheme.floor, points)
