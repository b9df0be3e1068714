from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser import probes
from browser.visitor import Visit, Visitor
from tripeaks.i18n import sentences
from tripeaks.layout import SLOTS

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
FLAT_PHONE: dict[str, Any] = {"viewport": {"width": 740, "height": 360}, "has_touch": True}
# The table at the beginning of a game, and one in the middle with what the places are.
BEGINNING = ["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S", "AC"]
MIDDLE = ["3S", "5S", "KC", "4S", "-", "-", "KD", "8H", "7C", "9S", "QS", "JH"]


def enter_table(visitor: Visitor) -> None:
    """Open the helper for games of other programs."""
    visitor.enter()
    visitor.page.goto(f"{visitor.server.origin}/table")
    expect(place(visitor, 18)).to_have_attribute("data-state", "missing")


def place(visitor: Visitor, where: int | str) -> Locator:
    """The button of a slot, the stock or the waste."""
    return visitor.page.locator(f"#slot-{where}" if isinstance(where, int) else f"#{where}")


def key(visitor: Visitor, card: str) -> Locator:
    """The button of a card to choose."""
    return visitor.page.locator(f".key[data-card='{card}']")


def asked(visitor: Visitor) -> Locator:
    """The question or complaint beside the piles."""
    return visitor.page.locator("#asked")


def type_table(visitor: Visitor, cards: list[str]) -> None:
    """Fill the table by keyboard, from the first place that is missing."""
    place(visitor, 18).focus()
    for card in cards:
        visitor.page.keyboard.type(card)


def expect_advice(visitor: Visitor) -> Locator:
    """Wait for the best move."""
    advice = visitor.page.locator("#advice")
    expect(advice).to_be_visible()
    expect(visitor.page.locator("#best-chance strong")).to_contain_text("%")
    return advice


def expect_at(visitor: Visitor, where: int | str) -> None:
    """Wait until a place is the selected one."""
    expect(place(visitor, where)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_table_is_filled_by_keyboard_alone(visit: Visit, language: str) -> None:
    """With keys alone the table is found, filled and asked about, and the move is marked."""
    visitor = visit(locale=language)
    enter_table(visitor)
    for _ in range(10):
        visitor.page.keyboard.press("Tab")
        if visitor.focused() == "slot-18":
            break
    assert visitor.focused() == "slot-18"
    for card in BEGINNING:
        visitor.page.keyboard.type(card)
    expect(asked(visitor)).to_have_text(sentences(language).text("table.page.complete"))
    visitor.page.keyboard.press("Enter")
    advice = expect_advice(visitor)
    expect(visitor.page.locator("#mark")).to_be_visible()
    expect(advice.locator(".reasons li").first).to_be_visible()
    expect(visitor.announcer).to_contain_text("%")
    assert visitor.focused() in {"slot-20", "slot-22", "slot-24", "stock"}


def test_a_table_is_filled_by_tap_alone(visit: Visit) -> None:
    """With taps alone the table is filled and asked about: each card leads on to the next place."""
    visitor = visit(**PHONE)
    enter_table(visitor)
    for number, card in enumerate(MIDDLE[:10]):
        expect_at(visitor, 18 + number)
        wanted = key(visitor, card) if card != "-" else visitor.page.get_by_text("gone", exact=True)
        wanted.tap()
    expect_at(visitor, 13)
    key(visitor, "QS").tap()
    key(visitor, "JH").tap()
    place(visitor, "stock").tap()
    visitor.page.locator("#fewer").tap()
    expect(place(visitor, "stock")).to_have_accessible_name("Stock, cards left: 22")
    visitor.page.locator("#ask").tap()
    expect(expect_advice(visitor).locator("h2")).to_be_visible()


def test_cards_are_read_as_people_write_them(visit: Visit) -> None:
    """Small letters, tens in two signs, and the letters of German cards are read."""
    visitor = visit(locale="de")
    enter_table(visitor)
    type_table(visitor, ["10h", "th"[0] + "s", "bc", "dd", "kd", "1c", "ah"])
    shown = [place(visitor, 18 + at).locator("use") for at in range(7)]
    for use, card in zip(shown, ["TH", "TS", "JC", "QD", "KD", "AC", "AH"], strict=True):
        expect(use).to_have_attribute("href", re.compile(rf"-{card}$"))


def test_cards_are_typed_in_the_field(english: Visitor) -> None:
    """The field takes one card after another, says what is missing, and asks in the end."""
    enter_table(english)
    field = english.page.get_by_label("Type a card")
    field.focus()
    for card in MIDDLE:
        english.page.keyboard.type(card)
        expect(field).to_have_value("")
    english.page.keyboard.press("Enter")
    expect_advice(english)


def test_a_used_card_cannot_be_entered(english: Visitor) -> None:
    """A card on the table cannot be chosen again, and typed it is refused with its place."""
    enter_table(english)
    expect(key(english, "KC")).to_have_attribute("aria-disabled", "false")
    type_table(english, ["KC"])
    expect(key(english, "KC")).to_have_attribute("aria-disabled", "true")
    expect(key(english, "KC")).to_have_accessible_name("king of clubs, entered already")
    expect_at(english, 19)
    complaint = "The king of clubs is entered already. Place: Row 4, place 1."
    for how in ("typed", "tapped"):
        if how == "typed":
            english.page.keyboard.type("kc")
        else:
            key(english, "KC").dispatch_event("click")
        expect(asked(english)).to_have_text(complaint)
        expect(place(english, 19)).to_have_attribute("data-state", "missing")
        expect(place(english, 19)).to_have_attribute("data-fault", "true")
    expect(english.announcer).to_have_text(re.compile(re.escape(complaint)))
    place(english, 18).click()
    english.page.keyboard.press("Delete")
    expect(key(english, "KC")).to_have_attribute("aria-disabled", "false")


def test_empty_places_clear_what_lay_on_them(english: Visitor) -> None:
    """A place that is gone takes with it what must have lain on it; undo brings all of it back."""
    enter_table(english)
    place(english, 0).click()
    english.page.keyboard.press("-")
    gone = english.page.locator(".spot[data-state=gone]")
    expect(gone).to_have_count(10)
    expect(place(english, 18)).to_have_accessible_name("Row 4, place 1: gone")
    english.page.locator("#undo").click()
    expect(gone).to_have_count(0)


def test_playing_on(english: Visitor) -> None:
    """From the hint one plays on: what is uncovered or drawn is asked for, then comes the next."""
    enter_table(english)
    type_table(english, MIDDLE)
    place(english, "stock").click()
    english.page.locator("#stock-left").fill("19")
    english.page.locator("#stock-left").press("Enter")
    english.page.locator("#ask").click()
    expect_advice(english)
    expect(english.page.locator("#best")).to_have_text("queen of spades")
    english.page.locator("#play").click()
    expect(place(english, 13)).to_have_attribute("data-state", "gone")
    expect(place(english, "waste")).to_have_accessible_name("Top of the waste: queen of spades")
    expect_advice(english)
    place(english, "stock").click()
    expect(asked(english)).to_have_text("Which card did you draw?")
    expect(english.page.locator("#advice")).to_be_hidden()
    place(english, "waste").focus()
    english.page.keyboard.type("6c")
    expect_advice(english)
    expect(place(english, "stock")).to_have_accessible_name("Stock, cards left: 18")
    place(english, 19).click()
    expect(place(english, "waste")).to_have_accessible_name("Top of the waste: five of spades")
    expect_advice(english)
    place(english, 18).click()
    expect(asked(english)).to_have_text(sentences("en").text("error.move/not-adjacent"))
    place(english, 21).click()
    expect(place(english, 21)).to_have_attribute("data-state", "gone")
    # The four took away the last card on the one below it.
    expect_at(english, 12)
    expect(asked(english)).to_have_text("Row 3, place 4: which card lies here?")
    key(english, "2H").click()
    expect_advice(english)
    place(english, 18).click()
    expect_at(english, 9)
    for _ in range(4):
        english.page.locator("#undo").click()
    expect(place(english, 19)).to_have_attribute("data-state", "card")


def test_what_is_entered_survives_a_reload(english: Visitor) -> None:
    """After a reload the table stands as before, can be undone, and can be cleared."""
    enter_table(english)
    type_table(english, MIDDLE)
    expect(asked(english)).to_have_text(sentences("en").text("table.page.complete"))
    english.page.reload()
    expect(place(english, 13)).to_have_accessible_name("Row 3, place 5: queen of spades")
    expect(place(english, 22)).to_have_attribute("data-state", "gone")
    expect(english.announcer).to_be_empty()
    english.page.locator("#ask").click()
    expect_advice(english)
    english.page.reload()
    expect_advice(english)
    english.page.locator("#clear").click()
    expect(place(english, 18)).to_have_attribute("data-state", "missing")
    english.page.reload()
    expect(place(english, 18)).to_have_attribute("data-state", "missing")
    english.page.locator("#undo").click()
    expect(place(english, 22)).to_have_attribute("data-state", "gone")


@pytest.mark.parametrize("kept", ["no JSON", "{}", '{"entries": [{"slots": [1]}]}', "[]"])
def test_spoilt_entries_are_left_alone(english: Visitor, kept: str) -> None:
    """Where the browser kept something else, the page begins anew."""
    enter_table(english)
    english.page.evaluate("(kept) => localStorage.setItem('tripeaks-table', kept)", kept)
    english.page.reload()
    expect(place(english, 18)).to_have_attribute("data-state", "missing")


def test_bad_entries_are_told_at_their_place(english: Visitor) -> None:
    """What is no card, is missing or cannot be is told in words, at the place at fault."""
    english.witness.expected = {422}
    enter_table(english)
    english.page.locator("#ask").click()
    expect(asked(english)).to_have_text(re.compile("has to be named first.*Row 4, place 1"))
    assert english.focused() == "slot-18"
    english.page.keyboard.type("x")
    expect(asked(english)).to_have_text(re.compile("“x” is no card"))
    english.page.keyboard.type("11")
    expect(asked(english)).to_have_text(re.compile("“11” is no card"))
    english.page.keyboard.press("*")
    expect(asked(english)).to_have_text("There are no more jokers under these rules.")
    place(english, 9).click()
    english.page.keyboard.press("-")
    place(english, 18).click()
    for card in ("3S", *MIDDLE[2:4], *BEGINNING[4:]):
        english.page.keyboard.type(card)
    english.page.locator("#ask").click()
    expect(asked(english)).to_have_text(re.compile("cannot be gone.*Row 3, place 1"))
    expect_at(english, 9)
    expect(place(english, 9)).to_have_attribute("data-fault", "true")


def test_what_was_there_before_the_moves_stands(english: Visitor) -> None:
    """After a move nothing before it is changed, but for cards that still lie there."""
    enter_table(english)
    type_table(english, MIDDLE)
    english.page.keyboard.press("Enter")
    expect_advice(english)
    english.page.locator("#play").click()
    expect_advice(english)
    english.page.locator("#change").click()
    for where, pressed in ((18, "-"), (13, "Delete"), ("waste", "Delete"), ("stock", "-")):
        place(english, where).click()
        english.page.keyboard.press(pressed)
        expect(asked(english)).to_have_text(sentences("en").text("table.page.moves-made"))
    place(english, 18).click()
    english.page.keyboard.type("3h")
    expect(place(english, 18)).to_have_accessible_name("Row 4, place 1: three of hearts")


def test_the_rules_make_the_difference(english: Visitor) -> None:
    """Under the other rule other moves are offered; jokers and an empty waste are entered too."""
    enter_table(english)
    type_table(english, BEGINNING)
    english.page.locator("[data-open=rules]").click()
    rules = english.page.get_by_role("dialog")
    rules.get_by_label("Classic").check()
    rules.get_by_label("Jokers in the stock").select_option("2")
    rules.get_by_role("button", name="Close").click()
    expect(english.page.locator("[data-open=rules]")).to_contain_text("Classic")
    expect(place(english, "stock")).to_have_accessible_name("Stock, cards left: 25")
    english.page.locator("#ask").click()
    expect_advice(english)
    offered = english.page.locator("#best, #others li span").all_text_contents()
    assert set(offered) == {"two of diamonds", "draw a card"}
    place(english, "stock").click()
    english.page.get_by_role("button", name="joker", exact=True).click()
    expect(place(english, "waste")).to_have_accessible_name("Top of the waste: joker")
    expect_advice(english)


def test_a_game_can_be_played_to_its_end(english: Visitor) -> None:
    """The last card taken, the page says that the game is won."""
    enter_table(english)
    for summit in (1, 2):
        place(english, summit).click()
        english.page.keyboard.press("-")
    place(english, 3).click()
    english.page.keyboard.press("-")
    place(english, 4).click()
    english.page.keyboard.press("-")
    place(english, 0).click()
    english.page.keyboard.type("kc")
    english.page.keyboard.type("qd")
    expect(english.page.locator(".spot[data-state=gone]")).to_have_count(SLOTS - 1)
    english.page.locator("#ask").click()
    expect(english.page.locator("#best")).to_have_text("king of clubs")
    english.page.locator("#play").click()
    expect(english.page.locator("#best")).to_have_text("You have won!")
    expect(english.page.locator("#play")).to_be_hidden()


def test_without_an_answer_the_page_says_so(english: Visitor) -> None:
    """Where the server does not answer, that is told and nothing is lost."""
    english.witness.expected = {0}
    enter_table(english)
    english.page.route("**/table/hint", lambda route: route.abort("connectionrefused"))
    type_table(english, MIDDLE)
    english.page.keyboard.press("Enter")
    expect(asked(english)).to_have_text(sentences("en").text("page.unreachable"))
    expect(place(english, 18)).to_have_attribute("data-state", "card")


@pytest.mark.parametrize("options", [PHONE, SMALL_PHONE, FLAT_PHONE, {}], ids=str)
@pytest.mark.parametrize("language", ["de", "en"])
def test_it_fits_every_window(visit: Visit, options: dict[str, Any], language: str) -> None:
    """Nothing lies outside the window or is cut, empty, filled, and with the advice."""
    visitor = visit(locale=language, **options)
    enter_table(visitor)
    for _ in range(2):
        assert visitor.page.evaluate(probes.SIDEWAYS) == []
        assert visitor.page.evaluate(probes.CUT_TEXTS) == []
        type_table(visitor, MIDDLE)
    visitor.page.locator("#ask").click()
    expect_advice(visitor)
    assert visitor.page.evaluate(probes.SIDEWAYS) == []
    assert visitor.page.evaluate(probes.CUT_TEXTS) == []


@pytest.mark.parametrize("options", [PHONE, SMALL_PHONE], ids=str)
def test_keys_can_be_hit_with_a_finger(visit: Visit, options: dict[str, Any]) -> None:
    """Each card to choose is wide enough, and no two of them or of the places touch."""
    visitor = visit(**options)
    enter_table(visitor)
    boxes = visitor.page.locator(".key:visible").evaluate_all(
        "(keys) => keys.map((key) => { const { width, height } = key.getBoundingClientRect();"
        " return [width, height]; })"
    )
    assert len(boxes) >= 54
    assert all(width >= 42 and height >= 30 for width, height in boxes)


def test_single_keys_can_be_switched_off(english: Visitor) -> None:
    """Who switched single keys off types in the field; letters on the table mean nothing then."""
    english.server.client.put("/api/v1/settings", json={"shortcuts": False}).raise_for_status()
    enter_table(english)
    type_table(english, ["KC", "-"])
    expect(place(english, 18)).to_have_attribute("data-state", "missing")
    english.page.get_by_label("Type a card").fill("KC")
    expect(place(english, 18)).to_have_attribute("data-state", "card")
