"""What the use cases hand out: frozen values; only a review holds cards not seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime

from tripeaks.coach import Review, Suggestion
from tripeaks.coach.difficulty import Difficulty
from tripeaks.game import Event, Status
from tripeaks.notation import Record
from tripeaks.players import Limit
from tripeaks.rules import Rules
from tripeaks.scoring import Score, Tally
from tripeaks.state import Move
from tripeaks.store import HelpKind, RulesLine
from tripeaks.view import View

__all__ = [
    "Advice",
    "Answer",
    "GameLine",
    "GamePage",
    "GameReview",
    "ImportReport",
    "RulesLine",
    "Snapshot",
    "Thinking",
]


@dataclass(frozen=True, slots=True)
class Thinking:
    """How much to think.

    Attributes:
        hint: For a fair hint, or the chance of winning alone.
        review: For each position of a review.
    """

    hint: Limit = field(default_factory=lambda: Limit(seconds=0.05))
    review: Limit = field(default_factory=lambda: Limit(seconds=0.05, games=5000))


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
        winnable_only: Whether it was dealt as one that can be won.
        difficulty: How hard it is, where that was asked for.
        assisted: Whether help that knows all cards was given in this attempt.
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
    winnable_only: bool
    difficulty: Difficulty | None
    assisted: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action changed, and the game after it."""

    event: Event
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: no more than was asked for.

    Attributes:
        kind: What was asked for.
        snapshot: The game it is for.
        move: The best move, of a fair hint by what the player sees and of a solver hint with
            all cards known; None where no move earns any points any more.
        chance: The chance of winning, by what the player sees, after the best move.
        error: Half the width of the 95 % interval of that chance.
        winnable: Whether the game can still be won.
        draws: The fewest draws to win with.
        suggestions: All legal moves of a fair hint, the best one first.
    """

    kind: HelpKind
    snapshot: Snapshot
    move: Move | None = None
    chance: float | None = None
    error: float | None = None
    winnable: bool | None = None
    draws: int | None = None
    suggestions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game that has ended. It knows all cards.

    Attributes:
        snapshot: The game as it ended.
        told: What the coach says of it.
        record: Its record.
        played: The positions of the game, from the deal to the end.
        best: The positions of one of the best lines, from the deal to its end.
    """

    snapshot: Snapshot
    told: Review
    record: Record
    played: tuple[Snapshot, ...]
    best: tuple[Snapshot, ...]


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
        assisted: Whether help that knows all cards was given in this attempt.
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
    assisted: bool


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
