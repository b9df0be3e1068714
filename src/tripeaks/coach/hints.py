"""Hints: what may be the best move, by what the player sees or with all cards known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tripeaks.coach.calibration import CalibratedPlayer
from tripeaks.coach.checking import check_view
from tripeaks.coach.outlook import Outlook
from tripeaks.coach.reasons import Reason, reasons_for
from tripeaks.errors import MoveError
from tripeaks.players import Limit, Player, player_named
from tripeaks.solver import Goal, analyse, solve
from tripeaks.state import Move, Outcome, State
from tripeaks.view import View

# It tries all moves equally often, so that each has a chance worth stating.
_STRONGEST = "sampling"


class HintKind(StrEnum):
    """How much a hint sees: what the player sees, or all cards."""

    FAIR = "fair"
    SOLVER = "solver"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal move, the chance of winning after it, and what can be said for it.

    Attributes:
        move: The move.
        chance: The estimated chance of winning after it, or None from a player that has none.
        error: Half the width of the 95 % interval of that chance, or None.
        reasons: What can be said for it, what weighs most first; each of them is true.
    """

    move: Move
    chance: float | None
    error: float | None
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """A fair hint: it sees what the player sees, and what the player has seen before.

    Attributes:
        candidates: All legal moves, the best one first.
        kind: That it is fair.
    """

    candidates: tuple[Suggestion, ...]
    kind: HintKind = HintKind.FAIR

    @property
    def best(self) -> Suggestion:
        """The best move."""
        return self.candidates[0]


@dataclass(frozen=True, slots=True)
class SolverHint:
    """A solver hint: it sees all cards, the face-down ones too.

    Attributes:
        winnable: Whether the game can still be won.
        move: The next move of a shortest way to win; where there is none, that of a way to the
            most points, or None where no move earns any.
        draws: The fewest draws to win with, or None.
        winning: The legal moves after which the game can still be won.
        kind: That it sees all cards.
    """

    winnable: bool
    move: Move | None
    draws: int | None
    winning: tuple[Move, ...]
    kind: HintKind = HintKind.SOLVER


def hint(
    view: View,
    rng: Random,
    limit: Limit,
    *,
    winnable_only: bool = False,
    player: Player | None = None,
) -> Hint:
    """Rate all legal moves by what the player knows.

    Args:
        view: The game as its player sees it.
        rng: Source of the randomness.
        limit: How much to think.
        winnable_only: The game was dealt as one that can be won, and the player knows it.
        player: Who is asked; None asks the strongest.

    Raises:
        LayoutError: ``hint/impossible-view`` for a view that no game can show, with the card
            at fault and the cause.
        MoveError: ``hint/ended`` where no move can be made.

    Example:
        >>> view = Game(Deal.from_code("TP1-E-AAAAAAB")).view()
        >>> best = hint(view, Random(1), Limit(games=20_000)).best
        >>> 0 < best.chance < 1, best.reasons != ()
        (True, True)
    """
    check_view(view)
    if not view.legal:
        raise MoveError("hint/ended")
    asked = strongest(winnable_only=winnable_only) if player is None else player
    outlook = Outlook(view)
    return Hint(
        tuple(
            Suggestion(rated.move, rated.win_chance, rated.error, reasons_for(outlook, rated.move))
            for rated in asked.explain(view, rng, limit)
        )
    )


def strongest(*, winnable_only: bool = False) -> Player:
    """Give the player whose word a hint takes, and whose shares are turned into chances.

    Args:
        winnable_only: It plays a game that was dealt as one that can be won.
    """
    return CalibratedPlayer(player_named(_STRONGEST, winnable_only=winnable_only))


def solver_hint(state: State) -> SolverHint:
    """Find a best move with all cards known, also those the player does not see.

    Args:
        state: The position.

    Raises:
        LayoutError: ``state/impossible`` for a position that cannot come up.
        MoveError: ``hint/ended`` where no move can be made.

    Example:
        >>> found = solver_hint(State.initial(Deal.from_code("TP1-E-AAAAAAB")))
        >>> found.winnable, found.draws, found.move in found.winning
        (True, 16, True)
    """
    analysis = analyse(state.deal)
    winnable = analysis.winnable(state)
    if state.outcome is not Outcome.RUNNING:
        raise MoveError("hint/ended")
    solution = solve(state, Goal.MIN_DRAWS if winnable else Goal.MAX_SCORE)
    return SolverHint(
        winnable=winnable,
        move=solution.line[0] if solution.line else None,
        draws=solution.draws if winnable else None,
        winning=analysis.winning_moves(state),
    )
