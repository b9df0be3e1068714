from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from strategies import PUBLISHED_GAME

OPENERS = {
    "help": ("?", "Help"),
    "new-game": ("n", "New game"),
}
# Where each arrow leads from a place of the dealt table: along the rows, over the cards that
# cover one another, and to the piles below.
ARROWS = [
    ("slot-18", "ArrowRight", "slot-19"),
    ("slot-27", "ArrowRight", "slot-27"),
    ("slot-18", "ArrowLeft", "slot-18"),
    ("slot-18", "ArrowUp", "slot-9"),
    ("slot-9", "ArrowUp", "slot-3"),
    ("slot-3", "ArrowUp", "slot-0"),
    ("slot-0", "ArrowUp", "slot-0"),
    ("slot-0", "ArrowRight", "slot-1"),
    ("slot-1", "ArrowDown", "slot-5"),
    ("slot-8", "ArrowDown", "slot-16"),
    ("slot-17", "ArrowDown", "slot-26"),
    ("slot-18", "ArrowDown", "stock"),
    ("stock", "ArrowRight", "waste"),
    ("waste", "ArrowLeft", "stock"),
    ("stock", "ArrowUp", "slot-18"),
    ("stock", "ArrowDown", "stock"),
]


def test_arrows(english: Visitor) -> None:
    """The arrow keys lead along the rows, over the cards that cover one another, and below."""
    english.play()
    reached = []
    for start, key, _ in ARROWS:
        english.page.locator(f"#{start}").focus()
        english.page.keyboard.press(key)
        reached.append((start, key, english.focused()))
    assert reached == ARROWS


def test_board_is_one_tab_stop(english: Visitor) -> None:
    """Tab goes past the board in one step and comes back to the same card."""
    english.play()
    english.slot(22).focus()
    english.page.keyboard.press("Tab")
    assert english.focused() == "undo"
    english.page.keyboard.press("Shift+Tab")
    assert english.focused() == "slot-22"


def test_space_takes(english: Visitor) -> None:
    """The space bar does what Enter does."""
    english.play()
    english.slot(22).focus()
    english.page.keyboard.press("Space")
    english.expect_moves(1)


def test_a_taken_card_hands_the_focus_on(english: Visitor) -> None:
    """The focus goes from a taken card to the free card nearest to it."""
    english.play()
    english.slot(22).focus()
    english.page.keyboard.press("Enter")
    english.expect_moves(1)
    assert english.focused() in ("slot-21", "slot-23")


def test_digits_count_the_free_cards(english: Visitor) -> None:
    """A digit takes the card that is so many among the free ones from the left, 0 the tenth."""
    english.play()
    english.page.keyboard.press("5")
    english.expect_moves(1)
    expect(english.announcer).to_contain_text("two of diamonds")
    english.page.keyboard.press("1")
    english.expect_moves(2)
    expect(english.announcer).to_contain_text("three of spades")
    english.page.keyboard.press("9")
    english.expect_unsaid()
    english.page.keyboard.press("8")
    english.expect_said("Must be one rank higher or lower")


def test_letters(english: Visitor) -> None:
    """D draws, U undoes and R repeats, with and without Shift."""
    english.play()
    for key, moves, left in [("d", 1, 22), ("U", 1, 23), ("r", 1, 22), ("D", 2, 21)]:
        english.page.keyboard.press(key)
        english.expect_moves(moves)
        expect(english.page.locator("#stock-count")).to_have_text(str(left))


@pytest.mark.parametrize("dialog", OPENERS)
def test_escape_closes(english: Visitor, dialog: str) -> None:
    """A key opens a dialog in which no key plays, and Escape leads back to the card."""
    key, name = OPENERS[dialog]
    english.play()
    english.slot(22).focus()
    english.page.keyboard.press(key)
    opened = english.page.get_by_role("dialog", name=name)
    expect(opened).to_be_visible()
    english.page.keyboard.press("d")
    english.page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    assert english.focused() == "slot-22"
    english.expect_moves(0)


def test_shortcuts_off(english: Visitor) -> None:
    """Without single keys no letter, digit or sign does anything; arrows and Enter still play."""
    english.play(moves="KC |")
    page = english.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Single keys as shortcuts").uncheck()
    page.keyboard.press("Escape")
    english.slot(21).focus()
    for key in ("d", "u", "r", "t", "n", "?", "1", "3", "0", "D"):
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    english.expect_unsaid()
    expect(english.advice).to_be_hidden()
    english.expect_moves(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    english.expect_moves(3)
    page.reload()
    page.keyboard.press("d")
    english.expect_moves(3)


def test_browser_keys_stay(english: Visitor) -> None:
    """Keys held with Control, Alt or Meta belong to the browser."""
    english.play()
    english.slot(22).focus()
    for key in ("Control+u", "Alt+d", "Meta+1", "Alt+ArrowUp"):
        english.page.evaluate(
            """(name) => {
              const [held, key] = name.split("+");
              const flag = {Control: "ctrlKey", Alt: "altKey", Meta: "metaKey"}[held];
              document.activeElement.dispatchEvent(
                new KeyboardEvent("keydown", {key, [flag]: true, bubbles: true}));
            }""",
            key,
        )
    english.expect_moves(0)
    assert english.focused() == "slot-22"


def test_typing_is_not_playing(english: Visitor) -> None:
    """Letters typed into the field for a code play nothing."""
    english.play()
    english.page.keyboard.press("n")
    english.page.get_by_role("textbox", name="Game code").focus()
    english.page.keyboard.type("dur 1?")
    expect(english.page.get_by_role("textbox", name="Game code")).to_have_value("dur 1?")
    english.page.keyboard.press("Escape")
    english.expect_moves(0)


def test_undo_in_the_blocked_panel_keeps_the_focus(english: Visitor) -> None:
    """Undoing by the button of the blocked game leaves the focus somewhere on the page."""
    english.play(moves="| " * 23)
    english.page.locator("#blocked [data-action=undo]").focus()
    english.page.keyboard.press("Enter")
    english.expect_status("running")
    assert english.focused()


def test_restart_after_the_end_keeps_the_focus(english: Visitor) -> None:
    """Dealing again by the button of an ended game leaves the focus somewhere on the page."""
    found = {}
    for name, moves in {"lost": "| |", "won": PUBLISHED_GAME}.items():
        game_id = english.server.new_game("TP1-E-AAAAAAB", moves)
        if name == "lost":
            english.server.act(game_id, "give_up")
        english.open(game_id)
        english.page.locator(f"#{name} [data-action=restart]").focus()
        english.page.keyboard.press("Enter")
        english.expect_status("running")
        found[name] = english.focused()
    assert all(found.values()), found


def test_controls_that_can_do_nothing_keep_the_focus(english: Visitor) -> None:
    """Undoing the only move by its button leaves the focus on the button."""
    english.play(moves="|")
    english.action("undo").focus()
    english.page.keyboard.press("Enter")
    expect(english.action("undo")).to_have_attribute("aria-disabled", "true")
    assert english.focused() == "undo"
    english.page.keyboard.press("Enter")
    english.expect_unsaid()
