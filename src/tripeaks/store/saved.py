"""What is saved of games, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from tripeaks.coach.difficulty import Difficulty
from tripeaks.deal import Deal
from tripeaks.game import Action, Status
from tripeaks.state import Move


class HelpKind(StrEnum):
    """What a player was told, or began with."""

    FAIR = "fair"
    """A move by what the player sees."""
    CHANCE = "chance"
    """The chance of winning by what the player sees."""
    SOLVER = "solver"
    """A move with all cards known."""
    LIGHT = "light"
    """Whether the game can still be won."""
    REVIEW = "review"
    """A game whose cards a review has shown."""


# What is told with all cards known. An attempt with any of them counts as assisted.
ASSISTING = (HelpKind.SOLVER, HelpKind.LIGHT, HelpKind.REVIEW)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game before its first action.

    Attributes:
        game_id: The game.
        player: Whose game it is.
        deal: The deal, with the rules to play by.
        daily: The date whose daily game this is, if it is one.
        started_at: When it was started, UTC.
        proof: A line that wins it, for a game that was dealt as one that can be won.
        difficulty: How hard it is, where that was asked for.
    """

    game_id: str
    player: str
    deal: Deal
    daily: date | None
    started_at: datetime
    proof: tuple[Move, ...] | None = None
    difficulty: Difficulty | None = None

    @property
    def winnable_only(self) -> bool:
        """Whether it was dealt as one that can be won."""
        return self.proof is not None


@dataclass(frozen=True, slots=True)
class SavedAction:
    """One action of a game.

    Attributes:
        seq: Its number in the game, counted from 1.
        action: The action.
        command_id: The command that asked for it, or None for one of the program's own.
        at: When it was made, UTC.
    """

    seq: int
    action: Action
    command_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class SavedHint:
    """One hint that was given.

    Attributes:
        seq: How many actions the game had taken.
        kind: What was told.
        attempt: The attempt it was given in.
        at: When it was first given, UTC.
    """

    seq: int
    kind: HelpKind
    attempt: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Result:
    """How one attempt ended.

    Attributes:
        attempt: Which attempt of the game it was, counted from 1.
        status: Won or lost.
        points: The shown score.
        moves: Every take and draw made.
        undos: Number of undos.
        draws: Number of standing draws.
        longest_chain: The longest chain.
        cards_left: Number of cards left in the tableau.
        ended_at: When it ended, UTC.
    """

    attempt: int
    status: Status
    points: int
    moves: int
    undos: int
    draws: int
    longest_chain: int
    cards_left: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """All that one action adds to what is saved.

    Attributes:
        action: The action.
        status: How the game stands after it.
        attempt: The number of the attempt that it begins, if it begins one.
        result: The result of the attempt that it ends, if it ends one.
    """

    action: SavedAction
    status: Status
    attempt: int | None = None
    result: Result | None = None
