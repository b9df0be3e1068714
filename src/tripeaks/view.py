"""What a player may know of a game, and nothing else (spec 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import MappingProxyType

from tripeaks.cards import JOKER, PACK, UNKNOWN, Card
from tripeaks.deal import Deal
from tripeaks.layout import ALL_SLOTS, SLOTS, left_to_right, uncovered
from tripeaks.rules import Rules, Visibility
from tripeaks.state import MOVES, Move, Outcome, Refusal, State

# Places count through the layout: the tableau, the card that opens the waste, the stock.
WASTE_PLACE = SLOTS
STOCK_PLACE = SLOTS + 1


class Hidden(Enum):
    """The one value that stands for a card lying face down."""

    HIDDEN = UNKNOWN

    def __str__(self) -> str:
        """Write an unknown card."""
        return UNKNOWN


HIDDEN = Hidden.HIDDEN


@dataclass(frozen=True, slots=True)
class View:
    """A game as its player sees it.

    Attributes:
        rules: The rule options.
        slots: Per slot the card shown, ``HIDDEN`` where it lies face down, None where it is gone.
        waste: The face-up pile from its first card to its top, without the forgotten cards.
        stock_left: Number of cards left in the stock.
        known: Every card the player has ever seen, by place: 0-27 the slots, 28 the card that
            opened the waste, 29 and on the stock in draw order; not the forgotten ones.
        refusals: Per move index (0-27 take, 28 draw) why it cannot be made, or None.
        seq: Number of actions the game has taken so far.
        outcome: How the position stands.
        forgotten: How many cards of the pile, below those of ``waste``, the player no longer
            knows: only where the player joined in the middle of a game.
    """

    rules: Rules
    slots: tuple[Card | Hidden | None, ...]
    waste: tuple[Card, ...]
    stock_left: int
    known: Mapping[int, Card]
    refusals: tuple[Refusal | None, ...]
    seq: int
    outcome: Outcome
    forgotten: int = 0

    @staticmethod
    def of(
        state: State,
        *,
        waste: tuple[Card, ...],
        seen: int,
        seq: int,
        stopped: Refusal | None = None,
        forgotten: int = 0,
    ) -> View:
        """Show a position to its player.

        Args:
            state: The position.
            waste: The face-up pile from its first card to its top.
            seen: Mask of the places whose cards the player has ever seen.
            seq: Number of actions the game has taken so far.
            stopped: Why no move can be made any more, whatever the position.
            forgotten: How many cards of the pile lie below those of ``waste``.
        """
        shown = shown_slots(state)
        slots = tuple(
            None if state.removed >> slot & 1 else card if shown >> slot & 1 else HIDDEN
            for slot, card in enumerate(state.deal.tableau)
        )
        return View(
            rules=state.deal.rules,
            slots=slots,
            waste=waste,
            stock_left=state.stock_left,
            known=MappingProxyType(_cards_at(state.deal, seen)),
            refusals=tuple(stopped or state.why_not(move) for move in MOVES),
            seq=seq,
            outcome=state.outcome,
            forgotten=forgotten,
        )

    @property
    def top(self) -> Card | None:
        """The top card of the waste, or None while it is empty."""
        return self.waste[-1] if self.waste else None

    @property
    def removed(self) -> int:
        """28-bit mask of the slots whose cards are gone."""
        return sum(1 << slot for slot, shown in enumerate(self.slots) if shown is None)

    @property
    def uncovered(self) -> int:
        """28-bit mask of the slots that no card lies on."""
        return uncovered(self.removed)

    @property
    def free_slots(self) -> tuple[int, ...]:
        """The uncovered slots from left to right, as the digit keys take them."""
        return left_to_right(self.uncovered)

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, takes in slot order, then the draw."""
        return tuple(move for move in MOVES if self.refusals[move.index] is None)

    @property
    def drawn(self) -> int:
        """How many stock cards have been drawn."""
        pile = self.forgotten + len(self.waste)
        return pile - self.removed.bit_count() - (not self.rules.empty_waste)

    def sample(self, rng: Random) -> State:
        """Draw one position that agrees with all the player knows, each equally likely.

        Args:
            rng: Source of the randomness.
        """
        stock_end = STOCK_PLACE + self.drawn + self.stock_left
        unknown = [
            place
            for place in range(stock_end)
            if place not in self.known and not (place == WASTE_PLACE and self.rules.empty_waste)
        ]
        seen = list(self.known.values())
        jokers = self.rules.jokers - seen.count(JOKER)
        # Jokers never lie in the tableau, so their places are drawn first.
        joker_places = rng.sample([place for place in unknown if place >= STOCK_PLACE], jokers)
        unseen = [card for card in PACK if card not in seen]
        rng.shuffle(unseen)
        cards = dict(self.known)
        cards.update((place, JOKER) for place in joker_places)
        cards.update(zip((p for p in unknown if p not in joker_places), unseen, strict=True))
        deal = Deal(
            tableau=tuple(cards[place] for place in range(SLOTS)),
            waste=cards.get(WASTE_PLACE),
            stock=tuple(cards[place] for place in range(STOCK_PLACE, stock_end)),
            rules=self.rules,
        )
        return State(deal, self.removed, self.drawn, self.top)


def shown_slots(state: State) -> int:
    """Find the slots whose card lies face up: derived from coverage, never stored.

    Returns:
        28-bit mask; slots whose cards are gone are not in it.
    """
    if state.deal.rules.visibility == Visibility.OPEN:
        return ALL_SLOTS & ~state.removed
    return state.uncovered


def seen_places(state: State) -> int:
    """Mask of the places whose cards have been seen by one who came straight to a position."""
    opened = 0 if state.deal.waste is None else 1 << WASTE_PLACE
    drawn = (1 << state.drawn) - 1 << STOCK_PLACE
    return state.removed | shown_slots(state) | opened | drawn


def _cards_at(deal: Deal, places: int) -> dict[int, Card]:
    cards = (*deal.tableau, deal.waste, *deal.stock)
    return {
        place: card for place, card in enumerate(cards) if places >> place & 1 and card is not None
    }
