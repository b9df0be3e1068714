from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.strangers import TEXTS, Strangers
from browser.visitor import Visit, Visitor
from tripeaks.i18n import sentences


def test_the_test_finds_strangers(english: Visitor) -> None:
    """The search for texts of the other language finds them where there are any."""
    english.enter()
    texts = english.page.evaluate(TEXTS)
    assert "Deal the cards" in Strangers("de").among(texts)


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de-AT", "de"), ("de", "de"), ("en-US", "en"), ("fr-FR", "en"), ("de-CH", "de")],
)
def test_browser_decides(visit: Visit, locale: str, language: str) -> None:
    """The language of the browser decides, and English serves all others."""
    visitor = visit(locale=locale)
    visitor.enter()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    button = sentences(language).text("page.deal")
    expect(visitor.page.get_by_role("button", name=button)).to_be_visible()


def test_choice_overrides_the_browser(visit: Visit) -> None:
    """A chosen language takes effect at once, in mid-game, and stays everywhere from then on."""
    visitor = visit()
    page = visitor.page
    game_id = visitor.play(moves="KC |")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    visitor.expect_moves(2)
    expect(visitor.slot(23)).to_have_accessible_name("Pik Ass, frei")
    visitor.slot(18).click()
    visitor.expect_said("Muss einen Rang höher oder niedriger sein")
    visitor.enter()
    expect(page.get_by_role("button", name="Karten geben")).to_be_visible()
    another = visit()
    another.open(game_id)
    expect(another.page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("auto")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_indices_follow_the_language(visit: Visit) -> None:
    """German courts are B, D and K: jack and queen look different, the king and the ace alike."""
    pictures: dict[str, list[bytes]] = {}
    for language in ("de", "en"):
        visitor = visit(locale=language)
        visitor.play("TP1-E-AAAAAAB-O")
        expect(visitor.page.locator("#slot-18 use")).to_have_attribute(
            "href", re.compile(rf"^/static/cards\.{language}\.svg")
        )
        symbols = [
            f"{size}-{card}" for size in ("face", "small") for card in ("JS", "QC", "KC", "AS")
        ]
        pictures[language] = visitor.pictures(symbols)
    same = [one == other for one, other in zip(pictures["de"], pictures["en"], strict=True)]
    assert same == [False, False, True, True] * 2


def test_reference_and_problems_follow_the_language(visit: Visit) -> None:
    """The page of an error and the reference are in the language of the browser too."""
    for language, title in {"de": "Das ging nicht", "en": "That did not work"}.items():
        visitor = visit(locale=language)
        visitor.witness.expected = {404}
        visitor.page.goto(f"{visitor.server.origin}/nowhere")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(title)
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)


def test_without_the_token(english: Visitor) -> None:
    """Who opens the page without the token of this run is told which address to open."""
    english.witness.expected = {401}
    english.page.context.clear_cookies()
    english.page.goto(english.server.origin)
    expect(
        english.page.get_by_text("open the address that the program printed last")
    ).to_be_visible()
