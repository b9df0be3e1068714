"""What a player can work out from a view alone: which cards are free, and how far a chain goes."""

from __future__ import annotations

from collections.abc import Mapping

from tripeaks.cards import JOKER, PACK, RANKS, Card
from tripeaks.layout import SLOTS, slots_in, uncovered
from tripeaks.players.moves import uncovers
from tripeaks.state import Move
from tripeaks.view import STOCK_PLACE, View

# With all cards face up a chain can go on in very many ways. What is looked at before the search
# gives up is found in about 20 ms, and a chain that was found stays one.
_MOST_POSITIONS = 3000


class Outlook:
    """What can be told of the moves of one view; everything is worked out once.

    Attributes:
        view: The view.
        free: The uncovered cards by slot, in slot order.
        takes: The moves that take a card.
        left: How many cards the tableau still holds.
    """

    def __init__(self, view: View) -> None:
        """Look at a view."""
        self.view = view
        self.free: Mapping[int, Card] = {
            slot: card
            for slot in slots_in(view.uncovered)
            if isinstance(card := view.slots[slot], Card)
        }
        self.takes = tuple(move for move in view.legal if not move.is_draw)
        self.left = SLOTS - view.removed.bit_count()
        self._ranks = {slot: card.rank for slot, card in view.known.items() if slot < SLOTS}
        self._following = tuple(
            sum(1 << slot for slot, other in self._ranks.items() if self.fits(rank, other))
            for rank in range(len(RANKS))
        )
        self._longest: dict[tuple[int, int], int] = {}

    def fits(self, rank: int, other: int) -> bool:
        """Whether two ranks are neighbours under the rules of the view."""
        return self.view.rules.adjacent(rank, other)

    def uncovers(self, move: Move) -> int:
        """Count the cards that a move uncovers."""
        return uncovers(move, self.view.removed)

    def chain(self, slot: int) -> int:
        """Count the cards of a chain that begins with a take and runs over known cards only.

        It is the longest one, unless the search had to be cut short.
        """
        return 1 + self._follow(self.view.removed | 1 << slot, self._ranks[slot])

    def kept(self, move: Move) -> tuple[Card, int] | None:
        """Find the card that a move leaves for others which no other free card leads to.

        Of the cards that are free now and stay, it is one that could be taken instead, and the
        only neighbour in rank of some of the rest; those that fit on the card taken do without.

        Returns:
            The card for which there are most, and how many they are; None where there is none.
        """
        staying = {slot: card for slot, card in self.free.items() if slot != move.index}
        taken = None if move.is_draw else self.free[move.index]
        best: tuple[Card, int] | None = None
        for slot in (take.index for take in self.takes if take != move):
            card = staying[slot]
            needing = sum(
                self._leading(other, staying) == [slot]
                for other in staying.values()
                if taken is None or not self.fits(taken.rank, other.rank)
            )
            if needing > (best[1] if best else 0):
                best = card, needing
        return best

    def leads_alone(self, slot: int) -> bool:
        """Whether no other free card is a neighbour in rank of the one in a slot."""
        return not self._leading(self.free[slot], self.free)

    def takeable_on(self, card: Card) -> int:
        """Count the free cards that could be taken on a card."""
        return sum(self.fits(card.rank, other.rank) for other in self.free.values())

    @property
    def next_stock_card(self) -> Card | None:
        """The card that a draw turns up, where the player has seen it before."""
        return self.view.known.get(STOCK_PLACE + self.view.drawn)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """All cards that can still turn up, for all the player knows; forgotten ones among them."""
        seen = tuple(self.view.known.values())
        jokers = self.view.rules.jokers - seen.count(JOKER)
        return (*(card for card in PACK if card not in seen), *[JOKER] * jokers)

    def _leading(self, card: Card, among: Mapping[int, Card]) -> list[int]:
        """List the slots of those cards that are neighbours in rank of a card."""
        return [slot for slot, other in among.items() if self.fits(card.rank, other.rank)]

    def _follow(self, removed: int, rank: int) -> int:
        """Count how many known cards can be taken one after another onto a rank."""
        key = removed, rank
        known = self._longest.get(key)
        if known is not None:
            return known
        if len(self._longest) >= _MOST_POSITIONS:
            return 0
        takes = slots_in(uncovered(removed) & self._following[rank])
        longest = max(
            (1 + self._follow(removed | 1 << slot, self._ranks[slot]) for slot in takes), default=0
        )
        self._longest[key] = longest
        return longest
