from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.i18n import sentences
from tripeaks.layout import ROWS
from tripeaks.notation import parse_moves
from tripeaks.state import Move
from tripeaks.words import card_name

ENGLISH = sentences("en")
SCORE = ["Start500", "Cards taken−28", "Draws−22", "Peaks cleared300", "Score750"]


def test_by_mouse(english: Visitor) -> None:
    """A whole game can be won by clicking alone, from the start page to the next game."""
    page = english.page
    before = english.server.results()
    english.enter()
    page.get_by_role("radio", name="Easy").click()
    page.get_by_role("textbox", name="Game code").click()
    page.keyboard.type(PUBLISHED_CODE)
    expect(page.locator("#code-verdict")).to_have_text(f"Understood: {PUBLISHED_CODE}")
    page.get_by_role("button", name="Deal the cards").click()
    stock = page.get_by_role("button", name=re.compile("^Stock"))
    for count, move in enumerate(PUBLISHED_GAME.split(), 1):
        card = stock if move == "|" else english.card(card_name(Card.parse(move), ENGLISH))
        card.click()
        english.expect_moves(count)
    won = page.get_by_role("region", name="All three peaks cleared")
    expect(won).to_be_visible()
    expect(won.get_by_role("row")).to_have_text(SCORE)
    assert english.server.results() == (before[0] + 1, before[1] + 1)
    won.get_by_role("button", name="New game").click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Deal").click()
    english.expect_status("running")
    english.expect_moves(0)
    assert english.server.results() == (before[0] + 1, before[1] + 1)


class Keyboard:
    """A person without a mouse, who always sees where the focus is."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def press(self, *keys: str) -> str:
        """Press keys one after the other; what has the focus then is outlined."""
        for key in keys:
            self.page.keyboard.press(key)
        focused = self.visitor.focused()
        assert focused, f"{keys}: the focus is lost"
        assert self.page.evaluate(
            """() => {
              const at = document.activeElement;
              const shown = [at, at.closest(".rule"), at.querySelector(".face")];
              return at.matches(":focus-visible") && shown.some(
                (e) => e && getComputedStyle(e).outlineStyle !== "none"
                         && parseFloat(getComputedStyle(e).outlineWidth) >= 2);
            }"""
        ), f"{keys}: nobody sees that {focused} has the focus"
        return focused

    def tab_to(self, wanted: str) -> None:
        """Press Tab until the focus is where it is wanted."""
        for _ in range(20):
            if re.fullmatch(wanted, self.press("Tab")):
                return
        pytest.fail(f"Tab does not lead to {wanted}")

    def walk_to(self, slot: int) -> None:
        """Walk over the board: to the row, then along it."""
        row_of = {f"slot-{slot}": row for row, slots in enumerate(ROWS) for slot in slots}
        at, goal = self.visitor.focused(), f"slot-{slot}"
        steps = 0
        while row_of.get(at, 4) != row_of[goal]:
            at = self.press("ArrowUp" if row_of.get(at, 4) > row_of[goal] else "ArrowDown")
            steps += 1
            assert steps < 5, f"the arrows do not lead to the row of {goal}"
        while at != goal:
            ahead = int(at.removeprefix("slot-")) < slot
            reached = self.press("ArrowRight" if ahead else "ArrowLeft")
            assert reached != at, f"the arrows do not lead from {at} to {goal}"
            at = reached

    def take_by_arrows(self, move: Move) -> None:
        """Walk to the card, or to the stock, and press Enter."""
        if move.is_draw:
            while self.visitor.focused() != "stock":
                self.press("ArrowLeft" if self.visitor.focused() == "waste" else "ArrowDown")
        else:
            self.walk_to(move.index)
        self.press("Enter")

    def take_by_key(self, move: Move, free: list[int]) -> None:
        """Press the card's number among the free ones, or D."""
        self.press("d" if move.is_draw else str((free.index(move.index) + 1) % 10))


def test_by_keyboard(english: Visitor) -> None:
    """A whole game can be won without a mouse, and the focus is always seen."""
    page = english.page
    before = english.server.results()
    keyboard = Keyboard(english)
    english.enter()
    keyboard.tab_to("code-field")
    page.keyboard.type(PUBLISHED_CODE)
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    keyboard.tab_to("slot-.*")
    game_id = page.url.rpartition("/")[2]
    moves = parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE))
    ways: Iterator[str] = cycle(["arrows", "key", "key"])
    for count, move in enumerate(moves, 1):
        if next(ways) == "arrows":
            keyboard.take_by_arrows(move)
        else:
            keyboard.take_by_key(move, english.server.game(game_id)["free"])
        english.expect_moves(count)
    won = page.get_by_role("region", name="All three peaks cleared")
    expect(won.get_by_role("row")).to_have_text(SCORE)
    assert english.server.results() == (before[0] + 1, before[1] + 1)
    assert keyboard.press("Shift") == "won-new"
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()
    assert keyboard.press("Escape") == "won-new"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    english.expect_status("running")
    english.expect_moves(0)


def test_by_touch(visit: Visit) -> None:
    """A whole game can be won by tapping on a small screen, in German too."""
    visitor = visit(
        locale="de-DE", viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    )
    visitor.play(moves=PUBLISHED_GAME[:62])
    moves = parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE))
    made = len(parse_moves(PUBLISHED_GAME[:62], Deal.from_code(PUBLISHED_CODE)))
    for count, move in enumerate(moves[made:], made + 1):
        (visitor.stock if move.is_draw else visitor.slot(move.index)).tap()
        visitor.expect_moves(count)
    won = visitor.page.get_by_role("region", name="Alle drei Gipfel geräumt")
    expect(won.get_by_role("row").last).to_have_text("Punkte750")
