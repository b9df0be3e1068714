from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.cards import PACK
from tripeaks.deal import Deal
from tripeaks.i18n import sentences
from tripeaks.layout import SLOTS
from tripeaks.notation import parse_moves

PATHS = ("/", "/games/{game}", "/api/v1/docs", "/nowhere")
PUT_MARKS = (
    """() => document.querySelectorAll(".card").forEach((card) => { card.mark = card.id; })"""
)
MARKS = """() => [...document.querySelectorAll(".card")].map((card) => [card.id, card.mark])"""


def test_one_node_for_each_card(english: Visitor) -> None:
    """Each card keeps its node over takes, draws, undos, redos and a restart."""
    english.play()
    page = english.page
    page.evaluate(PUT_MARKS)
    before = page.evaluate(MARKS)
    moves = parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE))[:14]
    for count, move in enumerate(moves, 1):
        place = english.stock if move.is_draw else english.slot(move.index)
        place.dispatch_event("click")
        english.expect_moves(count)
    for _ in range(5):
        page.keyboard.press("u")
    for _ in range(3):
        page.keyboard.press("r")
    english.action("restart").click()
    page.get_by_role("dialog").get_by_role("button", name="Restart").click()
    english.expect_moves(0)
    after = page.evaluate(MARKS)
    assert after == before
    assert len(after) == len(PACK)
    assert all(name == mark for name, mark in after)


def test_cards_are_buttons(english: Visitor) -> None:
    """Each card of the tableau is one real button, and the piles hold no further ones."""
    english.play()
    buttons = english.page.locator("#table button")
    assert buttons.count() == SLOTS + 1
    types = buttons.evaluate_all("all => all.map((one) => one.type)")
    assert set(types) == {"button"}


def test_names_of_nodes_give_nothing_away(english: Visitor) -> None:
    """The ids and classes of the cards name places, and no hidden card is told anywhere."""
    deals = {}
    for code in ("TP1-E-AAAAAAB", "TP1-E-AAAAAAC"):
        english.play(code)
        deals[code] = english.page.locator(".card").evaluate_all(
            "all => all.map((card) => [card.id, card.className])"
        )
    one, other = deals.values()
    assert one == other
    down = english.page.locator(".card:not([data-suit])")
    pictures = down.locator("use").evaluate_all("all => all.map((use) => use.href.baseVal)")
    assert {re.sub(".*#", "", href) for href in pictures} <= {"back", "small-back"}


def test_source_holds_no_styles_and_scripts(english: Visitor) -> None:
    """The HTML as sent has no inline style, script or handler."""
    game = english.server.new_game(PUBLISHED_CODE)
    found = {}
    for path in PATHS:
        source = english.server.client.get(
            path.format(game=game), headers={"Accept": "text/html"}
        ).text
        tags = re.findall(r"<[a-z][^>]*>", source)
        inline = [tag for tag in tags if re.search(r"""\s(?:style|on[a-z]+)\s*=""", tag)]
        inline += [tag for tag in tags if tag.startswith("<style") or "javascript:" in tag]
        inline += re.findall(r"<script(?![^>]*(?:\ssrc=|application/json))[^>]*>", source)
        found[path] = inline
    assert {path: tags for path, tags in found.items() if tags} == {}


@pytest.mark.parametrize("path", PATHS)
def test_no_complaints(english: Visitor, path: str) -> None:
    """Every page loads and opens its dialogs without an error or a request to anybody else."""
    english.witness.expected = {404}
    game = english.server.new_game(PUBLISHED_CODE)
    english.page.goto(english.server.origin + path.format(game=game))
    for name in ("settings", "help"):
        english.page.locator(f"[data-open={name}]").click()
        expect(english.page.locator(f"dialog#{name}")).to_be_visible()
        english.page.locator(f"dialog#{name} [data-close]").click()
        expect(english.page.locator(f"dialog#{name}")).to_be_hidden()
    assert english.witness.asked


def test_ids_are_unique(english: Visitor) -> None:
    """No id stands twice on a page, so that labels and the scripts find the right thing."""
    english.play(moves="KC |")
    ids = english.page.locator("[id]").evaluate_all("all => all.map((one) => one.id)")
    assert [name for name in set(ids) if ids.count(name) > 1] == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_without_scripts(visit: Visit, language: str) -> None:
    """Without JavaScript both pages say in the reader's language what is missing."""
    visitor = visit(locale=language, java_script_enabled=False)
    game = visitor.server.new_game(PUBLISHED_CODE)
    for path in ("/", f"/games/{game}"):
        visitor.page.goto(visitor.server.origin + path)
        sentence = visitor.page.locator("noscript p")
        expect(sentence).to_be_visible()
        expect(sentence).to_have_text(sentences(language).text("page.no-script"))


def test_a_click_beside_a_dialog_closes_it(english: Visitor) -> None:
    """A click beside a dialog closes it, one inside does not."""
    english.play()
    english.page.locator(".bar [data-open=settings]").click()
    dialog = english.page.locator("dialog#settings")
    dialog.get_by_role("heading", name="Settings").click()
    expect(dialog).to_be_visible()
    english.page.mouse.click(5, 300)
    expect(dialog).to_be_hidden()


def test_help_folds(english: Visitor) -> None:
    """The help opens at the rules, and unfolds one section at a time."""
    english.enter()
    english.page.get_by_role("button", name="Help").click()
    dialog = english.page.get_by_role("dialog", name="Help")
    expect(dialog.locator("details[open]")).to_have_count(1)
    dialog.get_by_text("Strategy").click()
    expect(dialog.locator("details[open] h3")).to_have_text("Strategy")


def test_mountain_of_a_cleared_peak(english: Visitor) -> None:
    """The mountain behind a cleared peak looks different, and again as before after an undo."""
    cleared = PUBLISHED_GAME.split()
    first = " ".join(cleared[:37])
    english.play(moves=first)
    mountains = english.page.locator(".mountain.cleared")
    expect(mountains).to_have_count(1)
    english.action("undo").click()
    expect(mountains).to_have_count(0)


def test_work_of_a_move(english: Visitor, record_property: Callable[[str, object], None]) -> None:
    """A move is one request, adds no node and leaves no animation behind."""
    english.play()
    page = english.page
    nodes = page.evaluate("document.querySelectorAll('*').length")
    del english.witness.asked[:]
    for count in range(1, 11):
        english.stock.click()
        english.expect_moves(count)
    english.rest()
    # The browser fetches the icon of the tab when it likes, on no one's move.
    asked = [url for url in english.witness.asked if "/static/icon" not in url]
    assert len(asked) == 10
    assert page.evaluate("document.querySelectorAll('*').length") == nodes
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator(".travelling").count() == 0
    figures = page.evaluate(
        """() => {
          const all = performance.getEntriesByType("resource");
          const [visit] = performance.getEntriesByType("navigation");
          return {
            ready: visit.domContentLoadedEventEnd,
            bytes: all.reduce((sum, one) => sum + one.encodedBodySize, visit.encodedBodySize),
            move: Math.max(...all.filter((one) => one.name.endsWith("actions"))
              .map((one) => one.duration)),
          };
        }"""
    )
    # Figures for whoever reads the report; a busy machine proves nothing about them.
    for name, figure in figures.items():
        record_property(name, figure)
