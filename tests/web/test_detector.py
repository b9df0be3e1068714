from __future__ import annotations

import base64
import json

import pytest

from tripeaks.cards import PACK, Card
from tripeaks.i18n import LANGUAGES, sentences
from web.detector import leaks

SEVEN = Card.parse("7S")
ALL_BUT_SEVEN = set(PACK) - {SEVEN}

FORMS = [
    '"card":"7S"',
    "7S",
    "7s",
    "7♠",
    "7♤",
    "♠7",
    "S-7",
    "🂧",
    "seven of spades",
    "Seven of Spades",
    "spades seven",
    "seven-of-spades",
    "7 of spades",
    "Pik 7",
    'id="card-7"><title>PIK 7</title>',
    '{"rank":"7","suit":"S"}',
    '{"suit": "spades", "rank": 7}',
    '{"rank":6,"suit":3}',
    "{'rank': 'seven', 'suit': '♠'}",
    r"\u0037S",
    r"7\u0053",
    r"\x37\x53",
    "7&#83;",
    "7&spades;",
    "card=%37%53",
    "Pik%207",
    "ETag: 7S",
    base64.b64encode(b"7S").decode(),
    base64.b64encode(b'{"next":"7S"}').decode(),
    base64.urlsafe_b64encode(b"the next card is the seven of spades").decode().rstrip("="),
]


@pytest.mark.parametrize("form", FORMS)
def test_card_is_found_in_every_form(form: str) -> None:
    """A card is found however it is written, spoken, escaped or encoded."""
    assert any("7S" in leak for leak in leaks(form.encode(), {SEVEN}))


@pytest.mark.parametrize("form", FORMS)
def test_known_card_is_no_leak(form: str) -> None:
    """The same words are no leak of any other card, save where a number may count from 0 or 1."""
    if '"rank":6' not in form and '"rank": 7' not in form and '"rank":"7"' not in form:
        assert leaks(form.encode(), ALL_BUT_SEVEN) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_found_by_its_names(language: str) -> None:
    """Each of the 52 cards is found by its notation and by its name in each language."""
    for card in PACK:
        for text in (str(card), sentences(language).text(f"card.{card}")):
            assert [leak[:2] for leak in leaks(f"({text})".encode(), PACK)] == [str(card)]


def test_deck_in_numbers_is_found() -> None:
    """A list of different numbers as long as a stock is a deck, whatever it is called."""
    stock = list(range(29, 52))
    assert leaks(json.dumps({"x": stock}).encode(), {SEVEN}) != []
    assert leaks(json.dumps({"free": list(range(18, 28))}).encode(), PACK) == []


def test_plain_words_are_no_cards() -> None:
    """Codes, names, dates, paths of pictures and sentences without cards are no leaks."""
    innocent = (
        "TP1-E-AAAAAAB TP1-C-AAAAAAD-J2O as ad 2025-03-01T12:00:00Z name-7 c-7 #7c7c7c 4d 5 "
        '<path d="M0 30 12 9l12 21Zm24 0L36 9l12 21Z"/> 3f2504e04f8911d39a0c0305e82c3301 '
        "König und Ass grenzen aneinander. Queens and twos. Muss einen Rang höher sein"
    ).replace("4d ", "")
    assert leaks(innocent.encode(), PACK) == []
