"""Deals: which card lies where, numbered for ever by the deal algorithm (spec 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tripeaks.cards import JOKER, PACK, RANKS, Card
from tripeaks.codes import DEAL_NUMBERS, format_code, parse_code
from tripeaks.errors import CardError, CodeError, LayoutError
from tripeaks.layout import ALL_SLOTS, SLOTS
from tripeaks.rules import EASY, Rules

NO_WASTE = "-"

# A new deck, clubs to spades, rotated and with twelve cards moved so that number 1 deals the
# published example of the game code TP1-E-AAAAAAB.
_REFERENCE_TEXT = (
    "3D 7C 4D AC 5D 6D 7D 5S 9S 8D 9D TD JD 8H QD AH 2H KD 3H 4H 5H 6H 2D 7H 9H 4S "
    "AS 3S TH JH QH KH 7S 2S 6S 8S TS JS QS KS 2C 3C 4C KC 5C 6C 8C 9C TC JC QC AD"
)
REFERENCE_DECK = tuple(Card.parse(text) for text in _REFERENCE_TEXT.split())

_WORD = 1 << 32
_STATE_MASK = (1 << 64) - 1


@dataclass(frozen=True, repr=False)
class Deal:
    """Where each card lies at the start, and the rules it is played by.

    Attributes:
        tableau: The 28 cards in slot order.
        waste: The card that opens the waste, or None where the waste begins empty.
        stock: The stock in draw order, first drawn first.
        rules: The rule options.
        number: The deal number, or None for a deal that was laid out card by card.

    Raises:
        LayoutError: When these cards are not what the rules deal.

    Example:
        >>> deal = Deal.from_code("TP1-E-AAAAAAB")
        >>> str(deal.waste), len(deal.stock), deal.code
        ('AC', 23, 'TP1-E-AAAAAAB')
    """

    tableau: tuple[Card, ...]
    waste: Card | None
    stock: tuple[Card, ...]
    rules: Rules = EASY
    number: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Check the counts and that no card lies twice; numbered deals are right by making."""
        if self.number is None:
            _check_cards(self)

    @staticmethod
    def from_code(text: str, rules: Rules = EASY) -> Deal:
        """Deal a game code.

        Args:
            text: The code as typed.
            rules: The selected rules. A whole code overrides the options it speaks of; seven
                letters alone take them all from here.

        Raises:
            CodeError: With the character at fault and its position in the text.
        """
        return Deal.numbered(*parse_code(text, rules))

    @staticmethod
    def numbered(number: int, rules: Rules = EASY) -> Deal:
        """Deal a number by the frozen algorithm.

        Args:
            number: 0 to 34,359,738,367 (35 bits).
            rules: The rule options.

        Raises:
            CodeError: ``code/bad-number`` outside that range.
        """
        if type(number) is not int or not 0 <= number < DEAL_NUMBERS:
            raise CodeError("code/bad-number", text=str(number))
        words = _random_words(number)
        deck = list(REFERENCE_DECK)
        for last in range(len(deck) - 1, 0, -1):
            other = _below(last + 1, words)
            deck[last], deck[other] = deck[other], deck[last]
        tableau, waste, stock = tuple(deck[:SLOTS]), deck[SLOTS], deck[SLOTS + 1 :]
        if rules.empty_waste:
            stock.insert(0, waste)
        for _ in range(rules.jokers):
            stock.insert(_below(len(stock) + 1, words), JOKER)
        return Deal(
            tableau, None if rules.empty_waste else waste, tuple(stock), rules, number=number
        )

    @staticmethod
    def parse(text: str, rules: Rules = EASY) -> Deal:
        """Read a layout in which all cards are known.

        Args:
            text: The tableau in slot order, the waste card (``-`` where the waste begins
                empty) and the stock in draw order, separated by blanks.
            rules: The rule options.

        Raises:
            CardError: For a card that cannot be read, or ``??``, with its position in the text.
            LayoutError: When these cards are not what the rules deal; a card that lies wrong
                with its position in the text.
        """
        cards: list[Card | None] = []
        words = tuple(_words(text))
        for word, position in words:
            if word == NO_WASTE and len(cards) == SLOTS:
                cards.append(None)
                continue
            try:
                cards.append(Card.parse(word))
            except CardError as error:
                raise error.at(position + (error.position or 0)) from None
        expected = _count_of_cards(rules)
        if len(cards) != expected:
            raise LayoutError("layout/count", text=str(len(cards)), expected=expected)
        tableau, waste, stock = cards[:SLOTS], cards[SLOTS], cards[SLOTS + 1 :]
        if (waste is None) != rules.empty_waste:
            raise LayoutError("layout/waste", text=NO_WASTE if waste is None else str(waste))
        try:
            return Deal(_known(tableau), waste, _known(stock), rules)
        except LayoutError as error:
            raise error.at(_place_of_fault(error, cards, words)) from None

    @property
    def code(self) -> str | None:
        """The canonical game code, or None for a deal that was laid out."""
        return None if self.number is None else format_code(self.number, self.rules)

    @cached_property
    def takeable(self) -> tuple[int, ...]:
        """Masks of the slots whose card is adjacent to a rank; the last entry is a joker's."""
        holding = [0] * len(RANKS)
        for slot, card in enumerate(self.tableau):
            holding[card.rank] |= 1 << slot
        masks = [
            sum(holding[other] for other in range(len(RANKS)) if self.rules.adjacent(rank, other))
            for rank in range(len(RANKS))
        ]
        return (*masks, ALL_SLOTS)

    def slot_of(self, card: Card) -> int | None:
        """Find the slot a card lies in at the start, or None."""
        return self.tableau.index(card) if card in self.tableau else None

    def __str__(self) -> str:
        """Write the layout."""
        waste = NO_WASTE if self.waste is None else str(self.waste)
        return " ".join([*map(str, self.tableau), waste, *map(str, self.stock)])

    def __repr__(self) -> str:
        """Write an expression that gives this deal again."""
        rules = "" if self.rules == EASY else f", {self.rules!r}"
        if self.number is None:
            return f"Deal.parse({str(self)!r}{rules})"
        return f"Deal.numbered({self.number}{rules})"


def _random_words(seed: int) -> Iterator[int]:
    """Yield the upper 32 bits of each SplitMix64 output (Steele, Lea and Flood 2014)."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _STATE_MASK
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _STATE_MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _STATE_MASK
        yield (mixed ^ mixed >> 31) >> 32


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw a number below the bound without bias (Lemire 2019)."""
    threshold = _WORD % bound
    while True:
        product = next(words) * bound
        if product % _WORD >= threshold:
            return product // _WORD


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Split at blanks, with the position of each word in the text."""
    position = 0
    for word in text.split():
        position = text.index(word, position)
        yield word, position
        position += len(word)


def _place_of_fault(
    error: LayoutError, cards: Sequence[Card | None], words: Sequence[tuple[str, int]]
) -> int | None:
    """Find in the text the card an error names: the second of two, else the first."""
    places = [at for card, (_, at) in zip(cards, words, strict=True) if str(card) == error.text]
    if error.code == "layout/card-twice":
        return places[1]
    return places[0] if places else None


def _known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def _count_of_cards(rules: Rules) -> int:
    # An empty waste is written as a place of its own and its card goes to the stock.
    return len(PACK) + rules.jokers + rules.empty_waste


def _check_cards(deal: Deal) -> None:
    rules = deal.rules
    stock_cards = len(PACK) - SLOTS - (not rules.empty_waste) + rules.jokers
    if len(deal.tableau) != SLOTS or len(deal.stock) != stock_cards:
        count = len(deal.tableau) + 1 + len(deal.stock)
        raise LayoutError("layout/count", text=str(count), expected=_count_of_cards(rules))
    if (deal.waste is None) != rules.empty_waste:
        raise LayoutError("layout/waste", text=NO_WASTE if deal.waste is None else str(deal.waste))
    opened = () if deal.waste is None else (deal.waste,)
    if JOKER in (*deal.tableau, *opened):
        raise LayoutError("layout/joker-place", text=str(JOKER))
    if deal.stock.count(JOKER) != rules.jokers:
        raise LayoutError("layout/jokers", text=str(deal.stock.count(JOKER)), expected=rules.jokers)
    _check_distinct(card for card in (*deal.tableau, *opened, *deal.stock) if card != JOKER)


def _check_distinct(cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise LayoutError("layout/card-twice", text=str(card))
        seen.add(card)
