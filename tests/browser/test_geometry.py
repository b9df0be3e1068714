from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest
from playwright.sync_api import Route, expect

from browser import probes
from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_GAME

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (640, 360),
    (768, 1024),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
)
LANGUAGES = ("de", "en")
ALL_DRAWN = "| " * 23
BOARDS = {
    "dealt": ("TP1-E-AAAAAAB", ""),
    "middle": ("TP1-E-AAAAAAB", PUBLISHED_GAME[:62]),
    "open": ("TP1-C-AAAAAAB-O", "2D | | | |"),
    "blocked": ("TP1-E-AAAAAAB", ALL_DRAWN),
}


def measured(visitor: Visitor, asked: Iterable[str]) -> dict[str, list[str]]:
    """What the probes find in windows of every size."""
    found = {}
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(
            "new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))"
        )
        visitor.rest()
        wrong = [one for probe in asked for one in visitor.page.evaluate(probe)]
        if wrong:
            found[f"{width}x{height}"] = wrong
    return found


def game(visit: Visit, language: str, code: str, moves: str) -> Visitor:
    """A game on a phone or anything larger, with nothing moving."""
    visitor = visit(locale=language, reduced_motion="reduce", has_touch=True)
    visitor.play(code, moves)
    return visitor


@pytest.mark.parametrize("board", BOARDS)
def test_everything_fits(visit: Visit, board: str) -> None:
    """In windows of every size nothing scrolls and no card lies outside."""
    visitor = game(visit, "en", *BOARDS[board])
    assert measured(visitor, [probes.SCROLLING, probes.OUTSIDE]) == {}


@pytest.mark.parametrize("board", BOARDS)
def test_piles_are_in_place(visit: Visit, board: str) -> None:
    """The stock lies at the left below the tableau, the waste beside it, its newest card right."""
    visitor = game(visit, "en", *BOARDS[board])
    assert measured(visitor, [probes.PILES]) == {}


@pytest.mark.parametrize("board", BOARDS)
def test_indices_are_visible(visit: Visit, board: str) -> None:
    """Of each card that lies face up, covered or not, the index is seen."""
    visitor = game(visit, "en", *BOARDS[board])
    assert measured(visitor, [probes.INDICES, probes.OVERLAPS]) == {}


def _refused(visitor: Visitor) -> None:
    visitor.play("TP1-C-AAAAAAD-D")
    visitor.stock.dispatch_event("click")
    expect(visitor.message).to_be_visible()


def _refused_when_blocked(visitor: Visitor) -> None:
    visitor.play(moves=ALL_DRAWN)
    visitor.slot(18).click()
    expect(visitor.message).to_be_visible()


def _told_at_length(visitor: Visitor) -> None:
    visitor.witness.expected = {409}
    game_id = visitor.play(moves="KC")
    visitor.server.act(game_id, "draw")
    visitor.stock.click()
    expect(visitor.message).to_be_visible()


def _lost(visitor: Visitor) -> None:
    game_id = visitor.server.new_game("TP1-E-AAAAAAB", "KC | |")
    visitor.server.act(game_id, "give_up")
    visitor.open(game_id)


def _helped(visitor: Visitor) -> None:
    visitor.server.choose(chance=True, light=True)
    game = visitor.server.client.post("/api/v1/games", json={"difficulty": "expert"})
    visitor.open(game.raise_for_status().json()["id"])
    expect(visitor.page.locator("#marks [data-mark=assisted]")).to_be_visible()
    expect(visitor.page.locator("#chance-figure")).to_contain_text("%")


def _hinted(visitor: Visitor) -> None:
    # Of all that are ever said, the longest reason.
    visitor.page.route("**/hint", _at_length)
    visitor.play(moves="KC AS")
    visitor.ask_hint()


def _at_length(route: Route) -> None:
    german = "de" in (route.request.headers.get("accept-language") or "")
    reason = (
        "Karo Dame bleibt liegen: Von den freien Karten führt nur diese zu 2 anderen."
        if german
        else "It keeps the queen of diamonds, the only free card that leads to 2 other free cards."
    )
    answer = {**route.fetch().json(), "chance": 0.994, "error": 0.12}
    route.fulfill(json={**answer, "reasons": [{"code": "keeps", "sentence": reason}]})


def _hinted_by_the_solver(visitor: Visitor) -> None:
    _helped(visitor)
    visitor.ask_solver()


SITUATIONS: Mapping[str, Callable[[Visitor], object]] = {
    "dealt": lambda visitor: visitor.play("TP1-C-AAAAAAB-DJ4O"),
    "refused": _refused,
    "refused when blocked": _refused_when_blocked,
    "told at length": _told_at_length,
    "helped": _helped,
    "hinted": _hinted,
    "hinted by the solver": _hinted_by_the_solver,
    "blocked": lambda visitor: visitor.play(moves=ALL_DRAWN),
    "lost": _lost,
    "won": lambda visitor: visitor.play(moves=PUBLISHED_GAME),
    "won by chains": lambda visitor: visitor.play(moves=PUBLISHED_GAME, scoring="collection"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_words_have_room(visit: Visit, situation: str, language: str) -> None:
    """In windows of every size all words show whole, inside the window, and on nothing else."""
    visitor = visit(locale=language, reduced_motion="reduce", has_touch=True)
    visitor.keep_sentences()
    SITUATIONS[situation](visitor)
    asked = [probes.SCROLLING, probes.OUTSIDE, probes.CUT_TEXTS, probes.OVERLAPS]
    assert measured(visitor, asked) == {}


@pytest.mark.parametrize("situation", ["dealt", "hinted", "blocked", "lost", "won"])
def test_targets_are_large(visit: Visit, situation: str) -> None:
    """Everything that is tapped besides the cards measures 44 px or more each way."""
    visitor = visit(reduced_motion="reduce", has_touch=True)
    SITUATIONS[situation](visitor)
    assert measured(visitor, [probes.SMALL_TARGETS]) == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dialog", ["help", "settings", "new-game"])
def test_dialogs_have_room(visit: Visit, dialog: str, language: str) -> None:
    """In windows of every size the dialogs scroll up and down at most, and cut no words."""
    visitor = game(visit, language, "TP1-E-AAAAAAB", "KC")
    visitor.page.locator(f".bar [data-open={dialog}], .controls [data-open={dialog}]").click()
    opened = visitor.page.locator(f"dialog#{dialog}")
    opened.locator("details").evaluate_all(
        "all => all.forEach((one) => { one.removeAttribute('name'); one.open = true; })"
    )
    inside = """() => {
      const dialog = document.querySelector("dialog[open]");
      const box = dialog.getBoundingClientRect();
      const wrong = dialog.scrollWidth > dialog.clientWidth ? ["scrolls sideways"] : [];
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        wrong.push("lies outside");
      return wrong;
    }"""
    assert measured(visitor, [inside, probes.CUT_TEXTS, probes.SMALL_TARGETS]) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_start_page_has_room(visit: Visit, language: str) -> None:
    """In windows of every size the start page scrolls up and down at most, and cuts no words."""
    visitor = visit(locale=language, reduced_motion="reduce", has_touch=True)
    visitor.server.new_game("TP1-C-AAAAAAB-DJ4O")
    visitor.enter()
    visitor.page.locator("details").first.evaluate("(one) => { one.open = true; }")
    asked = [probes.SIDEWAYS, probes.CUT_TEXTS, probes.SMALL_TARGETS]
    assert measured(visitor, asked) == {}


@pytest.mark.parametrize("size", ["face", "small"])
def test_courts_are_distinct(english: Visitor, size: str) -> None:
    """No two of the twelve courts look alike, large or small."""
    english.play()
    courts = [f"{size}-{rank}{suit}" for rank in "JQK" for suit in "CDHS"]
    assert len(set(english.pictures(courts))) == 12


def test_fan_is_stable(english: Visitor) -> None:
    """The waste does not move under the pointer when cards are added to a full fan."""
    english.play(moves="| | | | | |")
    before = english.page.locator("#waste").bounding_box()
    english.stock.click()
    english.expect_moves(7)
    assert english.page.locator("#waste").bounding_box() == before
