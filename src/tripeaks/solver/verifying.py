"""A stranger's check of a solution: the rules and the scoring alone, nothing of the solver."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tripeaks.deal import Deal
from tripeaks.errors import MoveError, RecordError
from tripeaks.layout import ALL_SLOTS, SUMMITS
from tripeaks.notation import format_moves
from tripeaks.scoring import Tally, scheme_named, shown_points
from tripeaks.solver.positions import check
from tripeaks.state import Move, State


@dataclass(frozen=True, slots=True)
class Claim:
    """What a list of moves is said to reach.

    Attributes:
        cleared: The tableau is cleared by the end.
        points: The score at the end, or None where none is claimed. It is counted with the
            points before the first move and, from a position in the middle of a game, as a new
            chain with the peaks that have already been cleared.
        scoring: Name of the scoring scheme; None takes that of the deal's rules.

    Example:
        >>> Claim(cleared=False, points=466, scoring="hogue")
        Claim(cleared=False, points=466, scoring='hogue')
    """

    cleared: bool = True
    points: int | None = None
    scoring: str | None = None


CLEARED = Claim()


def verify(start: Deal | State, line: Iterable[Move], claim: Claim = CLEARED) -> State:
    """Play a list of moves by the rules and check that it reaches what is claimed.

    Args:
        start: A deal, or the position the moves begin from.
        line: The moves, in order.
        claim: What they are said to reach.

    Returns:
        The position they end in.

    Raises:
        RecordError: ``record/illegal-move`` with the card, the number of the move counted from 1
            and the code of the cause; ``record/not-cleared`` with the number of cards left;
            ``record/other-score`` with the points claimed and those reached.
        LayoutError: ``state/impossible`` for a position that cannot come up.
        RulesError: ``rules/bad-option`` for an unknown scoring scheme.

    Example:
        >>> verify(Deal.from_code("AAAAAAB"), [Move.take(20)])
        Traceback (most recent call last):
        tripeaks.errors.RecordError: record/not-cleared (left=27)
    """
    state = State.initial(start) if isinstance(start, Deal) else start
    check(state)
    scoring = state.deal.rules.scoring if claim.scoring is None else claim.scoring
    scheme = scheme_named(scoring)
    tally = Tally(peaks=sum(state.removed >> summit & 1 for summit in SUMMITS))
    for number, move in enumerate(line, start=1):
        try:
            state = state.play(move)
        except MoveError as error:
            card = format_moves([move], state.deal)
            raise RecordError(
                "record/illegal-move", text=card, number=number, cause=error.code
            ) from None
        tally = tally.after(move, scheme)
    if claim.cleared and state.removed != ALL_SLOTS:
        raise RecordError("record/not-cleared", left=(ALL_SLOTS & ~state.removed).bit_count())
    reached = shown_points(scheme, tally)
    if claim.points is not None and claim.points != reached:
        raise RecordError("record/other-score", claimed=claim.points, reached=reached)
    return state
