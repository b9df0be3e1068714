"""What goes out over the wire: a game, an event and the player's games, as models."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Self

from pydantic import Field

from tripeaks import words
from tripeaks.game import Kind
from tripeaks.i18n import Sentences
from tripeaks.rules import Rules
from tripeaks.web.wire import RulesWire, Wire

__all__ = [
    "AnswerOut",
    "CodeOut",
    "CurrentOut",
    "EventOut",
    "GameLineOut",
    "GameOut",
    "GamePageOut",
    "ImportOut",
    "RulesLineOut",
    "RulesOut",
    "StatisticsOut",
]


class RulesOut(RulesWire):
    """Rule options in full, and what they are called."""

    preset: str | None
    label: str
    sentences: tuple[str, ...]

    @classmethod
    def shown(cls, rules: Rules, say: Sentences) -> Self:
        """Write rules in full in the reader's language."""
        return cls(
            **RulesWire.of(rules).model_dump(),
            preset=rules.preset,
            label=words.rules_label(rules, say),
            sentences=words.rules_sentences(rules, say),
        )


class CodeOut(Wire):
    """A game code in its canonical form, and the rules it is played by."""

    code: str
    rules: RulesOut
    winnable: bool | None = Field(description="Whether it can be won, where that was asked.")


class RulesLineOut(Wire):
    """What the player's results under one set of rules add up to (first attempts only)."""

    rules: RulesOut
    played: int
    won: int
    best_points: int | None
    average_points: float | None
    longest_chain: int
    fewest_draws: int | None
    streak: int
    longest_streak: int
    assisted: int = Field(description="How many of the attempts that count were assisted.")
    repeats: int
    repeats_won: int


class StatisticsOut(Wire):
    """The player's results, one line per set of rules."""

    lines: tuple[RulesLineOut, ...]


class ImportOut(Wire):
    """What an import did with the games of a document."""

    added: int
    continued: int
    unchanged: int
    differing: int


class RefusalOut(Wire):
    """Why a move cannot be made."""

    code: str
    sentence: str


class SlotOut(Wire):
    """One place of the tableau."""

    slot: int
    state: Literal["gone", "down", "up"]
    card: str | None
    name: str
    label: str
    free: bool
    playable: bool
    refusal: RefusalOut | None


class CardOut(Wire):
    """A card that lies face up."""

    card: str
    name: str


class WasteOut(Wire):
    """The waste: how many cards, and the newest of them, the top last."""

    count: int
    cards: tuple[CardOut, ...]
    label: str


class StockOut(Wire):
    """The stock: how many cards, and whether one may be drawn."""

    count: int
    label: str
    playable: bool
    refusal: RefusalOut | None


class ScorePartOut(Wire):
    """One part of the score."""

    key: str
    label: str
    points: int


class ScoreOut(Wire):
    """The score and what it is made of."""

    points: int
    parts: tuple[ScorePartOut, ...]


class CanOut(Wire):
    """What may be done besides moves."""

    undo: bool
    redo: bool
    restart: bool
    give_up: bool
    hint: bool
    review: bool


class GameOut(Wire):
    """A game as its player sees it, in the reader's language."""

    id: str
    seq: int
    attempt: int
    status: str
    code: str | None
    daily: str | None
    rules: RulesOut
    slots: tuple[SlotOut, ...]
    free: tuple[int, ...] = Field(description="The uncovered slots from left to right.")
    waste: WasteOut
    stock: StockOut
    score: ScoreOut | None
    moves: int
    undos: int
    draws: int
    cards_left: int
    chain: int
    longest_chain: int
    winnable_only: bool = Field(description="Whether it was dealt as one that can be won.")
    difficulty: str | None = Field(description="How hard it is, where that was asked for.")
    assisted: bool = Field(description="Whether a hint that knew all cards was given.")
    can: CanOut
    words: str


class EventOut(Wire):
    """What an action changed."""

    kind: Kind
    slot: int | None
    card: str | None
    turned_up: tuple[int, ...]
    points: int
    chain: int
    peak: int | None
    sentence: str


class AnswerOut(Wire):
    """The answer to an action."""

    event: EventOut
    view: GameOut


class GameLineOut(Wire):
    """One game in a list."""

    id: str
    code: str | None
    rules_label: str
    status: str
    points: int | None
    moves: int
    cards_left: int
    attempt: int
    first: bool
    assisted: bool
    daily: str | None
    started_at: datetime
    updated_at: datetime


class GamePageOut(Wire):
    """One page of the player's games, newest first."""

    games: tuple[GameLineOut, ...]
    page: int
    pages: int


class CurrentOut(Wire):
    """The game to go on with, if there is one."""

    game: GameOut | None
