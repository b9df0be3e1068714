"""What is saved of games, as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tripeaks.deal import Deal
from tripeaks.game import Action, Status


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game before its first action.

    Attributes:
        game_id: The game.
        player: Whose game it is.
        deal: The deal, with the rules to play by.
        daily: The date whose daily game this is, if it is one.
        started_at: When it was started, UTC.
    """

    game_id: str
    player: str
    deal: Deal
    daily: date | None
    started_at: datetime


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
