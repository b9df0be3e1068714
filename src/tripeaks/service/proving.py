"""Whether a deal can be won, and how."""

from __future__ import annotations

from tripeaks.deal import Deal
from tripeaks.solver import solve
from tripeaks.state import Move, State


class CanBeWon:
    """Find out whether a deal can be won."""

    def __call__(self, deal: Deal) -> bool:
        """Say whether somebody who knew all cards could win a deal by its rules."""
        return winning_line(deal) is not None


def winning_line(deal: Deal) -> tuple[Move, ...] | None:
    """Find moves that win a deal, or None where it cannot be won."""
    return solve(State.initial(deal)).line
