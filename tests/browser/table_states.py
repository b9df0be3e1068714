"""The states of the helper for games of other programs."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from browser.states import PageState
from browser.visitor import Visitor

MIDDLE = ("3S", "5S", "KC", "4S", "-", "-", "KD", "8H", "7C", "9S", "QS", "JH")


def _enter(visitor: Visitor) -> None:
    visitor.enter()
    visitor.page.goto(f"{visitor.server.origin}/table")
    expect(visitor.slot(18)).to_have_attribute("data-state", "missing")


def _typed(*cards: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        _enter(visitor)
        visitor.slot(18).focus()
        for card in cards:
            visitor.page.keyboard.type(card)

    return show


def _advised(visitor: Visitor) -> None:
    _typed(*MIDDLE)(visitor)
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#best")).to_be_visible()


def _after(
    before: Callable[[Visitor], None], *steps: str, typed: str = ""
) -> Callable[[Visitor], None]:
    """Click one thing after another, then type."""

    def show(visitor: Visitor) -> None:
        visitor.witness.expected = {422}
        before(visitor)
        for step in steps:
            visitor.page.locator(step).click()
        for letter in typed:
            visitor.page.keyboard.type(letter)
        expect(visitor.announcer).not_to_be_empty()

    return show


def _chosen(place: str) -> Callable[[Visitor], None]:
    """Have a place selected of a table of which two cards are entered."""

    def show(visitor: Visitor) -> None:
        _typed("3S", "5S")(visitor)
        visitor.page.locator(place).click()

    return show


def _gone_under_another(visitor: Visitor) -> None:
    _enter(visitor)
    visitor.slot(9).click()
    visitor.page.keyboard.type("-")
    visitor.slot(18).click()
    for card in ("QH", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S", "AC"):
        visitor.page.keyboard.type(card)


def _nothing_to_undo(visitor: Visitor) -> None:
    _enter(visitor)
    visitor.page.locator("#undo").dispatch_event("click")
    expect(visitor.announcer).not_to_be_empty()


def _classic(visitor: Visitor) -> None:
    _enter(visitor)
    visitor.page.locator("[data-open=rules]").click()
    visitor.page.locator("#rules [name=wrap]").last.check()


def _state(name: str, parts: str, show: Callable[[Visitor], None], *marks: str) -> PageState:
    said = " ".join(
        f"says:table.page.{part}" if ":" not in part else part for part in parts.split()
    )
    everything = frozenset(("page:table", *said.split()))
    return PageState(f"table {name}", everything, show, "main" in marks, "spoken" in marks)


TABLE_STATES = (
    _state(
        "empty",
        "slot waste stock at-missing at-unknown at-stock ask-card gone unknown joker "
        "says:page.rule-easy",
        _enter,
        "main",
        "spoken",
    ),
    _state("complete", "at-card at-gone used complete", _typed(*MIDDLE), "main", "spoken"),
    _state("advised", "says:page.chance-figure ask-move", _advised, "main"),
    _state("drawn", "ask-drawn", _after(_advised, "#stock"), "spoken"),
    _state("played on", "moves-made", _after(_advised, "#play", "#change", "#slot-18", typed="-")),
    _state("stock", "ask-left", _chosen("#stock"), "main", "spoken"),
    _state("waste", "ask-top", _chosen("#waste")),
    _state("covered", "ask-covered", _chosen("#slot-0")),
    _state("named", "ask-other", _chosen("#slot-18")),
    _state("twice", "twice", _typed("3S", "3S"), "main", "spoken"),
    _state("no card", "no-card", _typed("3S", "x")),
    _state("no joker", "no-joker", _typed("3S", "*")),
    _state("missing", "missing", _after(_enter, "#ask"), "spoken"),
    _state("covered and gone", "gone-covered", _after(_gone_under_another, "#ask")),
    _state("undone", "undone", _after(_typed("3S"), "#undo")),
    _state("nothing to undo", "nothing-to-undo", _nothing_to_undo),
    _state("cleared", "cleared", _after(_typed("3S"), "#clear")),
    _state("rules", "dialog:rules says:page.rule-classic", _classic, "main", "spoken"),
)
