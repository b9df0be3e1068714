"""A search for cards in whatever a server sends, in any form in which a card could be told."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from urllib.parse import unquote

from tripeaks.cards import PACK, RANKS, SUITS, Card
from tripeaks.i18n import LANGUAGES, sentences

_SIGNS = dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
_SIGNS.update((suit, suit) for suit in SUITS)
_COURTS = {"10": "T", "1": "A", "B": "J", "V": "J", "D": "Q", "R": "K"}
_SIGN = "[CDHS♣♦♥♠♧♢♡♤]"
_RANK = "(?:10|[A2-9TJQK1BVDR])"

# A card as it is written. What stands before it is looked at afterwards: that is quicker.
_WRITTEN = (
    re.compile(rf"({_RANK})\ufe0e?({_SIGN})(?![\w-])"),
    re.compile(rf"({_SIGN})\ufe0f?[ _-]?({_RANK})(?![\w-])"),
    re.compile(r"(10|[2-9])([cdhs])(?![\w-])"),
    # In small letters "as" and "js" are words, so without a digit they count between quotes only.
    re.compile(r"(?<=\")([atjqk])([cdhs])(?=\")"),
)
_PART_OF_A_WORD = re.compile(r"[\w.#-]")
_FACES = {
    chr(0x1F0A0 + 16 * row + place): Card(rank, suit)
    for row, suit in enumerate("SHDC")
    # Between the jack and the queen of the Unicode chart stands a knight.
    for rank, place in enumerate((*range(1, 12), 13, 14))
}
_FACE = re.compile("[\U0001f0a1-\U0001f0de]")

_RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
_SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"} | {
    "club": "C",
    "diamond": "D",
    "heart": "H",
    "spade": "S",
    "kreuz": "C",
    "karo": "D",
    "herz": "H",
    "pik": "S",
}
_SUIT = re.compile("|".join(_SUIT_WORDS))
_RANK_BEFORE = re.compile(r"\w+(?: of |-of-|_of_| )$")
_RANK_AFTER = re.compile(r" \w+")
# Two members of an object, in either order: "rank": 6, "suit": "S".
_MEMBER = r"[\"']?{}[\"']?\s*[:=]\s*[\"']?([\w♣♦♥♠]+)[\"']?"
_PAIRS = (
    re.compile(_MEMBER.format("rank") + r"[^{}]{0,40}?" + _MEMBER.format("suit"), re.IGNORECASE),
    re.compile(_MEMBER.format("suit") + r"[^{}]{0,40}?" + _MEMBER.format("rank"), re.IGNORECASE),
)
# More numbers than there are free slots, all different: a deck in numbers.
_NUMBERS = re.compile(r"\[\s*\d{1,2}(?:\s*,\s*\d{1,2}){11,}\s*\]")
# Where an object of a list, or a line, ends and the next begins: no card is told across it.
_PARTS = re.compile(r"(?<=\}),(?=\{)|\n")
_ENCODED = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{3,}={0,2}(?![\w+/=-])")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")


def leaks(sent: bytes, hidden: Collection[Card]) -> list[str]:
    """Find the hidden cards that are told, with the words that tell them.

    Args:
        sent: Whatever was sent.
        hidden: The cards that must not be told.
    """
    text = sent.decode("utf-8", "replace")
    told = (pair for part in _PARTS.split(text) for pair in _told_in(part))
    found = {f"{card}: {words!r}" for card, words in told if card in hidden}
    if hidden:
        found.update(f"numbers: {words}" for words in _decks(text))
    return sorted(found)


@lru_cache(maxsize=10_000)
def _told_in(part: str) -> tuple[tuple[Card, str], ...]:
    """The cards that a part of an answer tells; most parts come again in the next answer."""
    return tuple(pair for reading in _readings(part) for pair in _told(reading))


def _readings(text: str) -> Iterator[str]:
    """A text as it is, with its escapes undone, and what is encoded in it."""
    yield text
    plain = _ESCAPED.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    plain = unquote(html.unescape(plain))
    if plain != text:
        yield plain
    decoded = " ".join(_decoded(plain))
    if decoded:
        yield decoded


def _decoded(text: str) -> Iterator[str]:
    """What the words of a text say in base64, where that is readable."""
    for word in set(_ENCODED.findall(text)):
        if word.islower():
            continue
        digits = word.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            content = base64.b64decode(digits + "=" * (-len(digits) % 4), validate=True)
        except binascii.Error:
            continue
        if content.isascii() and (said := content.decode()).isprintable():
            yield said


def _told(text: str) -> Iterator[tuple[Card, str]]:
    """The cards that a text tells, whatever words it uses."""
    for number, pattern in enumerate(_WRITTEN):
        for match in pattern.finditer(text):
            if not _PART_OF_A_WORD.match(text, match.start() - 1) or match.start() == 0:
                rank, suit = (part.upper() for part in match.groups()[:: -1 if number == 1 else 1])
                yield Card(RANKS.index(_COURTS.get(rank, rank)), _SIGNS[suit]), match[0]
    for face in _FACE.findall(text):
        if face in _FACES:
            yield _FACES[face], face
    for words in _spoken(text.casefold()):
        if words in _names():
            yield _names()[words], words
    for pattern, rank_first in zip(_PAIRS, (True, False), strict=True):
        for match in pattern.finditer(text):
            rank, suit = match.groups() if rank_first else match.groups()[::-1]
            yield from ((card, match[0]) for card in _of_members(rank, suit))


def _spoken(text: str) -> Iterator[str]:
    """Whatever may be the name of a card: a suit and the word before or after it."""
    for suit in _SUIT.finditer(text):
        before = _RANK_BEFORE.search(text[max(0, suit.start() - 12) : suit.start()])
        if before:
            yield before[0] + suit[0]
        after = _RANK_AFTER.match(text, suit.end())
        if after:
            yield suit[0] + after[0]


def _of_members(rank: str, suit: str) -> list[Card]:
    """The cards that two members may mean: ranks in words, letters, counted from 0 or from 1."""
    suits = _SUIT_WORDS.get(suit.casefold()) or _SIGNS.get(suit.upper())
    meant = [SUITS[int(suit) % 4]] if suit.isdigit() else [suits] if suits else []
    if rank.casefold() in _RANK_WORDS:
        ranks = [_RANK_WORDS.index(rank.casefold())]
    elif rank.isdigit():
        ranks = [number for number in (int(rank), int(rank) - 1) if 0 <= number < len(RANKS)]
    else:
        letter = _COURTS.get(rank.upper(), rank.upper())
        ranks = [RANKS.index(letter)] if len(letter) == 1 and letter in RANKS else []
    return [Card(number, letter) for number in ranks for letter in meant]


def _decks(text: str) -> Iterator[str]:
    for match in _NUMBERS.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", match[0])]
        if len(set(numbers)) == len(numbers) and max(numbers) <= len(PACK):
            yield match[0]


@cache
def _names() -> dict[str, Card]:
    """The cards by their names, in both languages and also with the suit first or last."""
    names = {
        sentences(language).text(f"card.{card}").casefold(): card
        for language in LANGUAGES
        for card in PACK
    }
    english = {letter: word for word, letter in _SUIT_WORDS.items() if word.endswith("s")}
    for card in PACK:
        names[f"{english[card.suit]} {_RANK_WORDS[card.rank]}"] = card
        names[f"{_RANK_WORDS[card.rank]}-of-{english[card.suit]}"] = card
        names[f"{_RANK_WORDS[card.rank]}_of_{english[card.suit]}"] = card
        if card.rank < 10:
            names[f"{card.rank + 1} of {english[card.suit]}"] = card
    return names
