"""What is asked of the solver, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tripeaks.state import Move


class Goal(StrEnum):
    """What to look for."""

    CLEAR = "clear"
    MIN_DRAWS = "draws"
    MAX_SCORE = "score"


class Verdict(StrEnum):
    """Whether a position can be won; unknown only where a limit was set and hit."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer, with the moves that prove it where there are any.

    Attributes:
        verdict: Whether the position can be won, whatever was asked.
        line: The moves from the position: those that clear the tableau with the fewest draws,
            or those that earn most, which may not clear it. None where there are no such moves
            or a limit was hit.
        draws: Number of draws in the line; under the goals ``CLEAR`` and ``MIN_DRAWS`` no line
            that clears the tableau has fewer, unless a limit on ``CLEAR`` was set.
        score: Points of the line, with the points before the first move; under the goal
            ``MAX_SCORE`` no line earns more. The chain begins with the line's first take.
        states: How many sets of removed cards were looked at; with a limit, how many positions.
        seconds: How long it took.
    """

    verdict: Verdict
    line: tuple[Move, ...] | None
    draws: int | None
    score: int | None
    states: int
    seconds: float
