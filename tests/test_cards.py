from __future__ import annotations

import time

import pytest

from tripeaks.cards import JOKER, PACK, RANKS, SUITS, Card
from tripeaks.errors import CardError

SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
OTHER_RANKS = {"A": ["1"], "T": ["10"], "J": ["B", "V"], "Q": ["D"], "K": ["R"]}


def test_a_pack_is_52_cards() -> None:
    """The pack holds each rank in each suit once, and no joker."""
    assert len(PACK) == len(set(PACK)) == 52
    assert {(RANKS[card.rank], card.suit) for card in PACK} == {
        (r, s) for r in RANKS for s in SUITS
    }
    assert not any(card.is_joker for card in PACK)
    assert JOKER.is_joker


def test_cards_are_written_as_rank_and_suit() -> None:
    """The canonical form is a rank of A23456789TJQK and a suit of CDHS, the joker's a star."""
    assert [str(card) for card in PACK[:13]] == [f"{rank}C" for rank in "A23456789TJQK"]
    assert [str(card) for card in PACK[::13]] == ["AC", "AD", "AH", "AS"]
    assert str(JOKER) == "*"


@pytest.mark.parametrize("card", [*PACK, JOKER], ids=str)
def test_cards_are_read_as_written(card: Card) -> None:
    """Writing and reading, and the expression of a card and the card, are inverses."""
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card  # noqa: S307 - the promise is that repr is an expression


@pytest.mark.parametrize("card", PACK, ids=str)
def test_every_spelling_is_read(card: Card) -> None:
    """Suit signs, 10, 1, lower case, other languages' court letters and blanks around are read."""
    rank, suit = RANKS[card.rank], card.suit
    ranks = [rank, *OTHER_RANKS.get(rank, [])]
    suits = [suit, *SIGNS[suit], f"{SIGNS[suit][0]}\N{VARIATION SELECTOR-16}"]
    spellings = {form for r in ranks for s in suits for form in (r + s, r.lower() + s.lower())}
    spellings |= {f" {form}\t" for form in spellings}
    assert len(spellings) >= 4 * len(ranks)
    for spelling in spellings:
        assert Card.parse(spelling) == card, spelling


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "card/bad-rank", 0),
        (" ", "card/bad-rank", 0),
        ("K", "card/bad-rank", 0),
        ("C", "card/bad-rank", 0),
        ("XC", "card/bad-rank", 0),
        ("0C", "card/bad-rank", 0),
        ("11C", "card/bad-rank", 0),
        ("  XC", "card/bad-rank", 2),
        ("K C", "card/bad-rank", 0),
        ("KCC", "card/bad-rank", 0),
        ("CK", "card/bad-rank", 0),
        ("**", "card/bad-rank", 0),
        ("?C", "card/bad-rank", 0),
        ("\ufe0f", "card/bad-rank", 0),
        ("KX", "card/bad-suit", 1),
        ("10", "card/bad-suit", 1),
        ("10X", "card/bad-suit", 2),
        (" KX ", "card/bad-suit", 2),
        ("K?", "card/bad-suit", 1),
        ("K\x00", "card/bad-suit", 1),
        ("\x00C", "card/bad-rank", 0),
        # Letters that look like ours or fold to ours: fullwidth, Cyrillic, long s, Kelvin, Arabic.
        ("\uff2bC", "card/bad-rank", 0),
        ("K\uff23", "card/bad-suit", 1),
        ("\u041aC", "card/bad-rank", 0),
        ("K\u0421", "card/bad-suit", 1),
        ("A\u017f", "card/bad-suit", 1),
        ("\u212aC", "card/bad-rank", 0),
        ("\u0662C", "card/bad-rank", 0),
        ("\u00b2C", "card/bad-rank", 0),
    ],
    ids=ascii,
)
def test_bad_cards_are_refused(text: str, code: str, position: int) -> None:
    """What is no card is refused with the stable code, the text, and the fault's position."""
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    error = caught.value
    assert (error.code, error.text, error.position) == (code, text, position)


def test_an_unknown_card_is_refused() -> None:
    """Two question marks stand for an unknown card, which is no card, and the place is named."""
    with pytest.raises(CardError) as caught:
        Card.parse(" ??")
    assert (caught.value.code, caught.value.position) == ("card/unknown", 1)


def test_a_megabyte_is_refused_at_once() -> None:
    """Long texts are refused as fast as they can be read."""
    begin = time.process_time()
    for text in ("K" * 1_000_000, " " * 1_000_000, " " * 1_000_000 + "KX", "♣" * 1_000_000):
        with pytest.raises(CardError):
            Card.parse(text)
    assert time.process_time() - begin < 1


def test_cards_are_values() -> None:
    """Cards compare and hash by what they are and cannot be changed."""
    assert Card.parse("KC") == Card(12, "C") != Card(12, "D")
    assert len({Card(3, "H"), Card.parse("4♥")}) == 1
    with pytest.raises(AttributeError):
        JOKER.rank = 3  # type: ignore[misc]
