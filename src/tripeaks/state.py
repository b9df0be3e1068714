"""Positions: immutable states of a deal, their legal moves and their outcome (spec 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.layout import ALL_SLOTS, SLOTS, checked_slot, slots_in, uncovered
from tripeaks.rules import DrawPolicy


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Move:
    """A take or a draw.

    Attributes:
        index: 0 to 27 for a take from that slot, 28 for a draw; the same number everywhere.

    Raises:
        MoveError: ``move/bad-slot`` for any other number.

    Example:
        >>> Move.take(20), Move.DRAW.index
        (Move.take(20), 28)
    """

    DRAW: ClassVar[Move]

    index: int

    def __post_init__(self) -> None:
        """Refuse a number that names no move."""
        if type(self.index) is not int or not 0 <= self.index <= SLOTS:
            raise MoveError("move/bad-slot", text=str(self.index))

    @staticmethod
    def take(slot: int) -> Move:
        """Take the card in a slot.

        Raises:
            MoveError: ``move/bad-slot`` where the tableau has no such slot.
        """
        return _TAKES[checked_slot(slot)]

    @property
    def is_draw(self) -> bool:
        """Whether this is the draw."""
        return self.index == SLOTS

    def __repr__(self) -> str:
        """Write an expression that gives this move again."""
        return "Move.DRAW" if self.is_draw else f"Move.take({self.index})"


Move.DRAW = Move(SLOTS)
_TAKES = tuple(Move(slot) for slot in range(SLOTS))
MOVES = (*_TAKES, Move.DRAW)


class Outcome(StrEnum):
    """How a position stands."""

    RUNNING = "running"
    WON = "won"
    BLOCKED = "blocked"


class Refusal(StrEnum):
    """Why a move cannot be made; the value is the stable error code."""

    ENDED = "game/ended"
    TOO_LONG = "game/too-long"
    BLOCKED = "move/blocked"
    GONE = "move/gone"
    NOT_ADJACENT = "move/not-adjacent"
    STOCK_EMPTY = "move/stock-empty"
    MUST_TAKE = "move/must-take"


@dataclass(frozen=True)
class State:
    """A position of a deal.

    Attributes:
        deal: The deal that is played.
        removed: 28-bit mask of the slots whose cards are gone.
        drawn: How many stock cards have been drawn.
        top: The top card of the waste, or None while the waste is empty.

    Example:
        >>> state = State.initial(Deal.from_code("TP1-E-AAAAAAB"))
        >>> [str(state.deal.tableau[move.index]) for move in state.legal_moves()[:-1]]
        ['KC', '2D', 'KD']
    """

    deal: Deal
    removed: int
    drawn: int
    top: Card | None

    @staticmethod
    def initial(deal: Deal) -> State:
        """Give the position before the first move."""
        return State(deal, 0, 0, deal.waste)

    @property
    def stock_left(self) -> int:
        """How many cards are left in the stock."""
        return len(self.deal.stock) - self.drawn

    @cached_property
    def uncovered(self) -> int:
        """28-bit mask of the slots that hold a card no other card lies on."""
        return uncovered(self.removed)

    @cached_property
    def playable(self) -> int:
        """28-bit mask of the slots whose card can be taken."""
        if self.top is None:
            return self.uncovered
        return self.uncovered & self.deal.takeable[self.top.rank]

    def can_draw(self) -> bool:
        """Whether a draw is allowed."""
        if self.drawn == len(self.deal.stock) or self.removed == ALL_SLOTS:
            return False
        return self.deal.rules.draw_policy == DrawPolicy.ANYTIME or not self.playable

    def legal_moves(self) -> tuple[Move, ...]:
        """List the legal moves, takes in slot order, then the draw."""
        takes = tuple([_TAKES[slot] for slot in slots_in(self.playable)])
        return (*takes, Move.DRAW) if self.can_draw() else takes

    def why_not(self, move: Move) -> Refusal | None:
        """Say why a move cannot be made, or None where it can."""
        if self.removed == ALL_SLOTS:
            return Refusal.ENDED
        if move.is_draw:
            if not self.stock_left:
                return Refusal.STOCK_EMPTY
            return None if self.can_draw() else Refusal.MUST_TAKE
        slot = 1 << move.index
        if self.removed & slot:
            return Refusal.GONE
        if not self.uncovered & slot:
            return Refusal.BLOCKED
        return None if self.playable & slot else Refusal.NOT_ADJACENT

    def play(self, move: Move) -> State:
        """Make a move.

        Raises:
            MoveError: With the code of the refusal.
        """
        if move.is_draw:
            if self.can_draw():
                return State(self.deal, self.removed, self.drawn + 1, self.deal.stock[self.drawn])
        elif self.playable >> move.index & 1:
            card = self.deal.tableau[move.index]
            return State(self.deal, self.removed | 1 << move.index, self.drawn, card)
        refusal = self.why_not(move)
        raise MoveError(str(refusal), text=str(move.index))

    @property
    def outcome(self) -> Outcome:
        """Won without tableau cards; blocked without stock and without a card to take."""
        if self.removed == ALL_SLOTS:
            return Outcome.WON
        if self.drawn == len(self.deal.stock) and not self.playable:
            return Outcome.BLOCKED
        return Outcome.RUNNING
