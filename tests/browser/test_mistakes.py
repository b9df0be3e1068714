from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor
from tripeaks.i18n import sentences

PUBLISHED = "TP1-E-AAAAAAB"
ONLY_WHEN_STUCK = "TP1-C-AAAAAAD-D"
ALL_DRAWN = "| " * 23

# What was played, the mistake, and the key of the sentence that names it.
MISTAKES = {
    "not adjacent": (PUBLISHED, "", "slot-18", "error.move/not-adjacent"),
    "the same rank": (PUBLISHED, "", "slot-23", "error.move/not-adjacent"),
    "face down": (PUBLISHED, "", "slot-9", "error.move/blocked"),
    "face up and covered": ("TP1-C-AAAAAAB-O", "", "slot-0", "error.move/blocked"),
    "empty stock": (PUBLISHED, ALL_DRAWN, "stock", "error.move/stock-empty"),
    "not adjacent when blocked": (PUBLISHED, ALL_DRAWN, "slot-18", "error.move/not-adjacent"),
    "draw while a card fits": (ONLY_WHEN_STUCK, "", "stock", "error.move/must-take"),
}


def press(visitor: Visitor, place: str) -> None:
    """Press what the pointer may not hit as it is covered, such as a card in the back rows."""
    visitor.page.locator(f"#{place}").dispatch_event("click")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_is_explained(visit: Visit, mistake: str, language: str) -> None:
    """A mistake changes nothing, and a sentence of its own says why, to eyes and ears."""
    code, moves, place, key = MISTAKES[mistake]
    visitor = visit(locale=language)
    game_id = visitor.play(code, moves)
    before = visitor.server.game(game_id)
    press(visitor, place)
    visitor.expect_said(sentences(language).text(key))
    assert visitor.server.game(game_id) == before


@pytest.mark.parametrize("language", ["de", "en"])
def test_after_the_end(visit: Visit, language: str) -> None:
    """After the end of a game every move is answered with the sentence for it."""
    visitor = visit(locale=language)
    game_id = visitor.server.new_game(PUBLISHED, "| |")
    visitor.server.act(game_id, "give_up")
    visitor.open(game_id)
    ended = sentences(language).text("error.game/ended")
    for place in ("slot-20", "stock"):
        press(visitor, place)
        visitor.expect_said(ended)
        visitor.page.reload()


@pytest.mark.parametrize("place", ["slot-18", "slot-9", "stock"])
def test_help_off(visit: Visit, place: str) -> None:
    """Without mistake help nothing shows; a screen reader hears that nothing happened."""
    visitor = visit()
    visitor.play(PUBLISHED, ALL_DRAWN, mistake_help=False)
    press(visitor, place)
    expect(visitor.announcer).to_have_text("Nothing happened")
    visitor.expect_unsaid()
    visitor.expect_moves(23)


def test_the_same_mistake_is_said_again(english: Visitor) -> None:
    """A screen reader hears a repeated mistake again, as the live region changes each time."""
    english.play()
    heard = []
    for _ in range(3):
        press(english, "slot-18")
        heard.append(english.announcer.text_content())
    assert all(one != other for one, other in pairwise(heard))


def test_the_sentence_goes_by_itself(english: Visitor) -> None:
    """The sentence is gone after a while, and at once when a move succeeds."""
    english.play()
    press(english, "slot-18")
    expect(english.message).to_be_visible()
    english.slot(22).click()
    english.expect_unsaid()
    press(english, "slot-20")
    expect(english.message).to_be_visible()
    expect(english.message).to_be_hidden()


def test_the_sentence_is_read_once(english: Visitor) -> None:
    """The sentence on the board is hidden from screen readers, which hear it from the region."""
    english.play()
    press(english, "slot-18")
    expect(english.message).to_have_attribute("aria-hidden", "true")
    expect(english.announcer).to_have_attribute("role", "status")


@pytest.mark.parametrize("key", ["u", "r"])
def test_nothing_to_undo(english: Visitor, key: str) -> None:
    """Undoing or repeating where there is nothing to do says so and changes nothing."""
    english.play()
    english.witness.expected = {422}
    english.page.keyboard.press(key)
    name = {"u": "undo", "r": "redo"}[key]
    english.expect_said(f"There is nothing to {name}")
    english.expect_moves(0)


def test_undo_off(english: Visitor) -> None:
    """Where the rules allow no undo, the control is off and the key says why."""
    english.play(moves="KC", undo="off")
    english.witness.expected = {422}
    expect(english.action("undo")).to_have_attribute("aria-disabled", "true")
    english.page.keyboard.press("u")
    english.expect_said("Moves cannot be undone under these rules")
