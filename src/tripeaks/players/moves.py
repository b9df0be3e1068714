"""What anybody can tell of a move by looking at the table."""

from __future__ import annotations

from tripeaks.layout import COVERED_BY, COVERS, SLOTS
from tripeaks.players.values import PlayerError
from tripeaks.state import Move
from tripeaks.view import View

# Per slot, for each card it lies on, the mask of both cards that lie on that.
_COVER_MASKS = tuple(
    tuple(sum(1 << cover for cover in COVERED_BY[under]) for under in COVERS[slot])
    for slot in range(SLOTS)
)


def legal_moves(view: View) -> tuple[Move, ...]:
    """List the legal moves, takes in slot order, then the draw.

    Raises:
        PlayerError: ``player/no-move`` where there is none.
    """
    moves = view.legal
    if not moves:
        raise PlayerError("player/no-move", text=str(view.outcome))
    return moves


def uncovers(move: Move, removed: int) -> int:
    """Count the cards that a move uncovers; a draw uncovers none.

    Args:
        move: A legal move.
        removed: 28-bit mask of the slots whose cards are gone before the move.
    """
    if move.is_draw:
        return 0
    gone = removed | 1 << move.index
    return sum([gone & mask == mask for mask in _COVER_MASKS[move.index]])
