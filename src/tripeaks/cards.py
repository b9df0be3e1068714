"""Cards and how they are written: rank ``A 2-9 T J Q K``, suit ``C D H S``, joker ``*``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tripeaks.errors import CardError

RANKS = "A23456789TJQK"
SUITS = "CDHS"
UNKNOWN = "??"

# What other languages and hands write in the rank's place. R is the king of one source.
RANK_SPELLINGS: Final = {"10": "T", "1": "A", "B": "J", "V": "J", "D": "Q", "R": "K"}
SUIT_SIGNS: Final = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Card:
    """One card.

    Attributes:
        rank: 0 for the ace up to 12 for the king; -1 for a joker.
        suit: One of ``C D H S``; empty for a joker.

    Example:
        >>> Card.parse("10♦")
        Card.parse('TD')
        >>> str(Card.parse("bs"))
        'JS'
    """

    rank: int
    suit: str

    @staticmethod
    def parse(text: str) -> Card:
        """Read one card in any of the accepted spellings (spec 8).

        Args:
            text: A rank and a suit without a blank between them, or ``*``.

        Raises:
            CardError: ``card/unknown`` for ``??``, else ``card/bad-rank`` or ``card/bad-suit``
                with the position of the character at fault.
        """
        plain = text.strip()
        if plain == "*":
            return JOKER
        if plain == UNKNOWN:
            raise CardError("card/unknown", text=text, position=text.find(plain))
        rank, suit = plain[:-1], plain[-1:]
        if suit == "\N{VARIATION SELECTOR-16}":
            rank, suit = plain[:-2], plain[-2:-1]
        rank_letter = _ascii_upper(rank)
        rank_letter = RANK_SPELLINGS.get(rank_letter, rank_letter)
        if len(rank_letter) != 1 or rank_letter not in RANKS:
            raise CardError("card/bad-rank", text=text, position=text.find(plain))
        suit_letter = SUIT_SIGNS.get(suit, _ascii_upper(suit))
        if suit_letter not in SUITS:
            raise CardError("card/bad-suit", text=text, position=text.find(plain) + len(rank))
        return Card(RANKS.index(rank_letter), suit_letter)

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker, adjacent to every card."""
        return self.rank < 0

    def __str__(self) -> str:
        """Write the canonical form, such as ``KC``."""
        return "*" if self.is_joker else RANKS[self.rank] + self.suit

    def __repr__(self) -> str:
        """Write an expression that gives this card again."""
        return f"Card.parse({str(self)!r})"


def _ascii_upper(text: str) -> str:
    """Fold ASCII letters only: Unicode has letters that fold to ours and are not ours."""
    return text.upper() if text.isascii() else text


JOKER = Card(-1, "")
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in range(len(RANKS)))
