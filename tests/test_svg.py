import gzip
import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from tripeaks import svg
from tripeaks.cards import JOKER, PACK, Card
from tripeaks.deal import Deal
from tripeaks.state import State
from tripeaks.view import HIDDEN, View, seen_places

LANGUAGES = ("en", "de")
COURTS = [rank + suit for rank in "JQK" for suit in "CDHS"]


def names(picture: str) -> list[str]:
    """What a picture defines."""
    return re.findall(r' id="([^"]*)"', picture)


def targets(picture: str) -> set[str]:
    """What a picture refers to."""
    return set(re.findall(r' href="#([^"]*)"', picture))


def symbol(picture: str, name: str) -> str:
    """The text of one symbol."""
    found = re.search(rf'<symbol id="{name}".*?</symbol>', picture, re.DOTALL)
    assert found, name
    return found[0]


def opening() -> View:
    """What the player sees of the published example before the first move."""
    deal = Deal.from_code("TP1-E-AAAAAAB")
    assert deal.waste is not None
    state = State(deal, 0, 0, deal.waste)
    return View.of(state, waste=(deal.waste,), seen=seen_places(state), seq=0)


def pictures() -> Iterator[str]:
    """Every picture there is, in every language."""
    for language in LANGUAGES:
        yield svg.sprite(language)
        yield svg.board(opening(), language)
        for card in (*PACK, JOKER):
            yield svg.card(card, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sprite_holds_every_card(language: str) -> None:
    """A page finds each card, the joker and the back in both sizes."""
    held = set(names(svg.sprite(language)))
    cards = [*map(str, PACK), "joker"]
    assert held.issuperset(f"{form}-{card}" for form in ("face", "small") for card in cards)
    assert held.issuperset({"back", "small-back"})


def test_pictures_are_whole() -> None:
    """Every picture is well-formed XML, names nothing twice and refers to nothing it lacks."""
    for picture in pictures():
        ET.fromstring(picture)  # noqa: S314
        assert len(names(picture)) == len(set(names(picture)))
        assert targets(picture) <= set(names(picture))


def test_pictures_obey_a_strict_content_policy() -> None:
    """No picture carries styles, classes, scripts, handlers or anything from elsewhere."""
    for picture in pictures():
        for element in ET.fromstring(picture).iter():  # noqa: S314
            assert element.tag.partition("}")[2] not in {"style", "script", "image", "a"}
            for attribute, value in element.attrib.items():
                assert attribute not in {"style", "class"}
                assert not attribute.startswith("on")
                assert "url(" not in value
                assert attribute != "href" or value.startswith("#")


def test_no_two_figures_are_alike() -> None:
    """Each of the twelve court cards and the joker has a drawing of its own."""
    sprite = svg.sprite()
    for part in ("bust", "court"):
        drawings = {
            re.sub(r" (id|href)=\S+", "", symbol(sprite, f"{part}-{name}"))
            for name in [*COURTS, "joker"]
        }
        assert len(drawings) == 13


def test_suits_take_the_colour_of_the_page() -> None:
    """Each suit sign and each figure is coloured by the page, so that decks may differ."""
    sprite = svg.sprite()
    for name in [f"pip-{suit}" for suit in "CDHS"] + [f"bust-{name}" for name in COURTS]:
        assert "currentColor" in symbol(sprite, name), name


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "JQK"), ("de", "BDK"), ("something else", "JQK")]
)
def test_indices_follow_the_language(language: str, letters: str) -> None:
    """Court cards show the letters of their language and no others, in both sizes."""
    sprite = svg.sprite(language)
    for form in ("face", "small"):
        for rank, letter in zip("JQK", letters, strict=True):
            for suit in "CDHS":
                shown = targets(symbol(sprite, f"{form}-{rank}{suit}"))
                assert f"rank-{letter}" in shown
                assert len([name for name in shown if name.startswith("rank-")]) == 1
    assert {name for name in names(sprite) if re.fullmatch("rank-[A-Z]", name)} == {
        f"rank-{letter}" for letter in "A" + letters
    }


@pytest.mark.parametrize("card", [card for card in PACK if 0 < card.rank < 10], ids=str)
def test_a_face_shows_as_many_pips_as_its_rank(card: Card) -> None:
    """Number cards have one pip for each point, and a sign in each of the two indices."""
    face = symbol(svg.sprite(), f"face-{card}")
    assert face.count(f'href="#pip-{card.suit}"') == card.rank + 1 + 2


def test_a_board_shows_nothing_of_hidden_cards() -> None:
    """Cards that lie face down and cards of the stock leave no trace in the picture."""
    view = opening()
    open_cards = {str(card) for card in (*view.slots, *view.waste) if isinstance(card, Card)}
    assert view.slots.count(HIDDEN) == 18
    drawn = {name.removeprefix("face-") for name in names(svg.board(view)) if "face-" in name}
    figures = {name.removeprefix("bust-") for name in names(svg.board(view)) if "bust-" in name}
    assert drawn == open_cards
    assert figures == {name for name in open_cards if name[0] in "JQK"}


def test_a_board_shows_each_card_once_and_counts_the_stock() -> None:
    """The picture has all open cards, a back for each hidden one and the number in the stock."""
    picture = svg.board(opening())
    table = re.sub(r"<symbol.*?</symbol>", "", picture, flags=re.DOTALL)
    assert len(re.findall('href="#face-', table)) == 10 + 1
    assert table.count('href="#back"') == 18 + 3
    assert ">23</text>" in table


def test_a_board_shows_empty_piles_and_cleared_slots() -> None:
    """Removed cards are gone, and an empty stock leaves its place behind."""
    deal = Deal.from_code("TP1-E-AAAAAAB")
    state = State(deal, (1 << 28) - 1, len(deal.stock), deal.stock[-1])
    view = View.of(state, waste=deal.stock, seen=seen_places(state), seq=51)
    picture = svg.board(view)
    table = re.sub(r"<symbol.*?</symbol>", "", picture, flags=re.DOTALL)
    assert 'href="#back"' not in table
    assert "<text" not in table
    assert re.findall('href="#face-(..)"', table) == [str(card) for card in deal.stock[-5:]]


def test_a_card_alone_brings_only_its_own_symbols() -> None:
    """One card holds its face and what that is made of, and no other card."""
    needed = {"face-KH", "court-KH", "bust-KH", "pip-H", "rank-K"}
    assert set(names(svg.card(Card.parse("KH")))) == needed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sprite_is_small(language: str) -> None:
    """A phone loads all cards in less than 40 kB."""
    assert len(gzip.compress(svg.sprite(language).encode())) < 40_000
