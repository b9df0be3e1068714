"""What goes out over the wire about hints and reviews, as models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tripeaks.web.shown import GameOut
from tripeaks.web.wire import Wire


class MoveOut(Wire):
    """A move, and what it is called."""

    action: Literal["take", "draw"]
    slot: int | None
    card: str | None
    name: str
    sign: str = Field(description="The move as a record writes it.")


class ReasonOut(Wire):
    """What can be said for a move."""

    code: str
    sentence: str


class OtherOut(Wire):
    """Another legal move, with the chance of winning after it."""

    move: MoveOut
    chance: float | None
    error: float | None
    reasons: tuple[ReasonOut, ...]


class HintOut(Wire):
    """A hint: no more than was asked for, the rest is null or empty."""

    kind: str
    seq: int
    assisted: bool = Field(description="Whether the attempt counts as assisted now.")
    move: MoveOut | None = Field(description="The best move.")
    chance: float | None = Field(description="The chance of winning, by what the player sees.")
    error: float | None = Field(description="Half the width of its 95 % interval.")
    winnable: bool | None = Field(description="Whether the game can still be won.")
    draws: int | None = Field(description="The fewest draws to win with.")
    reasons: tuple[ReasonOut, ...]
    others: tuple[OtherOut, ...] = Field(description="The other legal moves, the best first.")
    sentence: str


class PositionOut(Wire):
    """One position of a game that is reviewed."""

    number: int = Field(description="How many moves have led here.")
    move: MoveOut | None = Field(description="The last of them.")
    winnable: bool
    chance: float | None
    error: float | None
    loses: bool = Field(description="Whether that move lost the win.")
    better: tuple[MoveOut, ...] = Field(description="What would have kept it.")
    promising: MoveOut | None = Field(description="What looked best here by what was seen.")
    sentence: str
    view: GameOut


class ReviewOut(Wire):
    """What can be said of a game that has ended, with all cards known."""

    id: str
    code: str | None
    record: str
    status: str
    won: bool
    winnable: bool = Field(description="Whether the deal can be won.")
    scoring: str
    points: int | None
    best_score: int | None
    fewest_draws: int | None
    lost_at: int | None = Field(description="The number of the move that lost the win.")
    sentences: tuple[str, ...]
    cards: tuple[str, ...] = Field(description="The cards of the tableau by slot.")
    played: tuple[PositionOut, ...]
    best: tuple[PositionOut, ...] = Field(description="A best line from the deal to its end.")
