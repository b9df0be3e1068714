"""What the use cases hand out: frozen values that hold no card their player may not see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tripeaks.game import Event, Status
from tripeaks.rules import Rules
from tripeaks.scoring import Score, Tally
from tripeaks.store import RulesLine
from tripeaks.view import View

__all__ = ["Answer", "GameLine", "GamePage", "ImportReport", "RulesLine", "Snapshot"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game as its player may see it.

    Attributes:
        game_id: The game.
        view: The table.
        status: How the game stands.
        score: The shown score and its parts.
        tally: What the standing moves count.
        moves_made: Every take and draw of this attempt; undo does not reset it.
        undos: Number of undos of this attempt.
        can_undo: Whether there is a move to undo and it may be undone.
        can_redo: Whether there is an undone move to repeat.
        code: The game code; None where it is withheld, or for a deal that was laid out.
        daily: The date whose daily game this is, if it is one.
        attempt: Which attempt this is, counted from 1.
        started_at: When the game was started, UTC.
        updated_at: When the last action was made, UTC.
    """

    game_id: str
    view: View
    status: Status
    score: Score
    tally: Tally
    moves_made: int
    undos: int
    can_undo: bool
    can_redo: bool
    code: str | None
    daily: date | None
    attempt: int
    started_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action changed, and the game after it."""

    event: Event
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of a list of games.

    Attributes:
        game_id: The game.
        code: The game code; None where it is withheld, or for a deal that was laid out.
        rules: The rule options.
        status: How the game stands.
        points: The shown score.
        moves: Every take and draw of this attempt.
        cards_left: Number of cards left in the tableau.
        started_at: When the game was started, UTC.
        updated_at: When the last action was made, UTC.
        attempt: Which attempt of this game this is, counted from 1.
        first: Whether this is the player's first attempt at the deal, the one that counts.
        daily: The date whose daily game this is, if it is one.
    """

    game_id: str
    code: str | None
    rules: Rules
    status: Status
    points: int
    moves: int
    cards_left: int
    started_at: datetime
    updated_at: datetime
    attempt: int
    first: bool
    daily: date | None


@dataclass(frozen=True, slots=True)
class GamePage:
    """One page of a player's games, newest first.

    Attributes:
        games: The lines of this page.
        page: The number of this page, counted from 1.
        pages: How many pages there are, at least 1.
    """

    games: tuple[GameLine, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did with the games of a document.

    Attributes:
        added: Games that were not here.
        continued: Games that were here and have been played on in the document.
        unchanged: Games that were here already, as far as the document goes or farther.
        differing: Games that went on differently here; they have been left as they are here.
    """

    added: int
    continued: int
    unchanged: int
    differing: int
