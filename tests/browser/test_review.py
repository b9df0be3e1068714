from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser import probes
from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.deal import Deal
from tripeaks.i18n import sentences
from tripeaks.layout import SLOTS
from tripeaks.notation import parse_moves

# With its thirteenth move this game is lost; the king of clubs is taken, then cards are drawn.
LOST_AT = 13
LOST = "KC" + " |" * 13
BETTER = (21, 22)
ALL_DRAWN = "| " * 23
PHONES = ((320, 568), (360, 640), (390, 844), (640, 360), (932, 430))
DESKS = ((768, 1024), (1024, 768), (1440, 900), (1920, 1080))
LOOKED_AT = (probes.SIDEWAYS, probes.CUT_TEXTS, probes.SMALL_TARGETS)
# What does not lie whole in the window while nothing has been scrolled.
OUT_OF_SIGHT = """async (selectors) => {
  await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
  scrollTo(0, 0);
  const all = selectors.flatMap((one) => [...document.querySelectorAll(one)]);
  return all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < -0.5 || box.top < -0.5 ||
      box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5);
  }).map((one) => `out of sight: ${one.id || one.className}`);
}"""


def step(visitor: Visitor, name: str) -> Locator:
    """The button that goes through the game in this way."""
    return visitor.page.locator(f"[data-step={name}]")


def slider(visitor: Visitor) -> Locator:
    """The slider that lies over the curve."""
    return visitor.page.get_by_role("slider")


def expect_at(visitor: Visitor, number: int) -> None:
    """Wait until curve, table and sentence are at a position."""
    expect(slider(visitor)).to_have_value(str(number))
    expect(visitor.page.locator("#moves [aria-current=step] th")).to_have_text(str(number))
    sentence = visitor.page.locator("#told").text_content() or ""
    expect(slider(visitor)).to_have_attribute("aria-valuetext", sentence)
    assert (f"{number}:" in sentence) == (number > 0)


@pytest.mark.parametrize("language", ["de", "en"])
def test_summary(visit: Visit, language: str) -> None:
    """The review sums up the game in sentences and names the move that lost the win."""
    say = sentences(language)
    visitor = visit(locale=language)
    visitor.review(LOST)
    panel = visitor.page.locator(".verdict-panel")
    expect(panel.get_by_role("heading")).to_have_text(say.plural("review.said.lost", 27))
    expect(panel).to_contain_text(say.plural("review.said.winnable", 16))
    expect(panel).to_contain_text(re.compile(rf"(Zug|move) {LOST_AT}\b"))
    to_lost = step(visitor, "lost")
    expect(to_lost).to_have_text(say.text("review.page.lost", number=LOST_AT))
    to_lost.click()
    expect_at(visitor, LOST_AT)
    expect(to_lost).to_have_attribute("aria-disabled", "true")


def test_steps_by_buttons(english: Visitor) -> None:
    """The buttons go to the start, back, on and to the end, and rest where they lead nowhere."""
    english.review(LOST)
    expect_at(english, 0)
    for name in ("first", "back"):
        expect(step(english, name)).to_have_attribute("aria-disabled", "true")
    for name, number in (("forward", 1), ("forward", 2), ("back", 1), ("last", 14), ("first", 0)):
        step(english, name).click()
        expect_at(english, number)
        expect(step(english, name)).to_be_focused()


def test_steps_by_keys(english: Visitor) -> None:
    """The arrow keys, Home and End go through the game wherever the focus is."""
    english.review(LOST)
    for focus in ("body", "#position", "#play-on"):
        english.page.locator(focus).evaluate("(one) => one.focus()")
        for key, number in (("End", 14), ("ArrowLeft", 13), ("ArrowRight", 14), ("Home", 0)):
            english.page.keyboard.press(key)
            expect_at(english, number)


def test_curve_is_tapped_and_dragged(english: Visitor) -> None:
    """A tap on the curve jumps to the position there, and dragging takes it along."""
    english.review(LOST)
    box = slider(english).bounding_box()
    assert box is not None
    thumb = 24
    across = (box["width"] - thumb) / 14
    left, middle = box["x"] + thumb / 2, box["y"] + box["height"] / 2
    english.page.mouse.click(left + 9 * across, middle)
    expect_at(english, 9)
    english.page.mouse.down()
    english.page.mouse.move(left + 4 * across, middle, steps=3)
    english.page.mouse.up()
    expect_at(english, 4)


def test_cursor_stands_on_the_curve(english: Visitor) -> None:
    """The cursor moves along the curve with the position, and the losing move is marked there."""
    english.review(LOST)
    cursor, losing = english.page.locator("#curve .cursor"), english.page.locator("#curve .losing")
    first = cursor.get_attribute("d")
    step(english, "lost").click()
    expect(losing).to_have_count(1)
    expect(cursor).not_to_have_attribute("d", first or "")
    at = losing.get_attribute("cx")
    expect(cursor).to_have_attribute("d", re.compile(rf"^M{re.escape(at or '')} "))
    expect(english.page.locator("#curve .lost-ground")).to_have_count(1)


def test_steps_are_spoken(english: Visitor) -> None:
    """Each step is read out with the sentence of its position; opening the review is not."""
    english.review(LOST)
    expect(english.announcer).to_be_empty()
    english.page.keyboard.press("ArrowRight")
    expect(english.announcer).to_contain_text("Move 1: king of clubs taken.")
    step(english, "lost").click()
    expect(english.announcer).to_have_text(english.page.locator("#told").text_content() or "")


def test_table_shows_each_position(english: Visitor) -> None:
    """The table shows the cards as they lay, going forward and back."""
    english.review(LOST)
    expect(english.slot(20)).to_have_attribute("aria-label", re.compile("^king of clubs"))
    step(english, "forward").click()
    expect(english.slot(20)).to_have_attribute("aria-hidden", "true")
    expect(english.page.locator("#waste")).to_have_attribute("aria-label", "Waste: king of clubs")
    step(english, "last").click()
    expect(english.page.locator("#stock")).to_have_attribute("aria-label", "Stock: 10 cards")
    step(english, "first").click()
    expect(english.slot(20)).not_to_have_attribute("aria-hidden", "true")


def test_cards_are_only_looked_at(english: Visitor) -> None:
    """Cards and stock of a review are pictures, not buttons, and a click on them does nothing."""
    english.review(LOST)
    expect(english.page.locator("#table button")).to_have_count(0)
    expect(english.page.locator("#table .card[role=img]")).to_have_count(SLOTS)
    before = len(english.witness.asked)
    for place in (english.slot(20), english.stock):
        box = place.bounding_box()
        assert box is not None
        english.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_at(english, 0)
    assert len(english.witness.asked) == before


def test_better_moves_are_marked(english: Visitor) -> None:
    """At the losing move the cards that would have kept the win are marked, and nowhere else."""
    english.review(LOST)
    marked = english.page.locator(".better")
    expect(marked).to_have_count(0)
    step(english, "lost").click()
    expect(marked).to_have_count(len(BETTER))
    for slot in BETTER:
        expect(english.slot(slot)).to_have_class(re.compile("better"))
    expect(english.page.locator("#told")).to_contain_text("four of spades, two of diamonds")
    step(english, "forward").click()
    expect(marked).to_have_count(0)


def test_all_cards_are_shown_if_wished(english: Visitor) -> None:
    """The switch turns every face-down card up, names it for screen readers, and turns it back."""
    english.review(LOST)
    up = english.page.locator(".card[role=img][data-suit]")
    expect(up).to_have_count(10)
    english.page.get_by_label("Show all cards").check()
    expect(up).to_have_count(SLOTS)
    summit = Deal.from_code(PUBLISHED_CODE).tableau[0]
    name = sentences("en").text(f"card.{summit}")
    expect(english.slot(0)).to_have_attribute("aria-label", f"{name}, face down in the game")
    english.page.get_by_label("Show all cards").uncheck()
    expect(up).to_have_count(10)
    expect(english.slot(0)).to_have_attribute("aria-label", re.compile("^face-down card"))


def test_best_line_clears_the_table(english: Visitor) -> None:
    """The best line starts where it parts from the game, and at its end no card is left."""
    english.review(LOST)
    step(english, "last").click()
    english.page.get_by_text("The best line").click()
    expect(english.page.locator("#moves [aria-current=step] th")).to_have_text("1")
    expect(english.page.locator("#curve .chance:not([d=''])")).to_have_count(0)
    english.page.get_by_role("slider").focus()
    english.page.keyboard.press("End")
    expect(english.page.locator(".card[role=img]:not(.gone)")).to_have_count(0)
    expect(english.page.locator("#told")).to_contain_text("All cards are gone.")
    expect(english.page.locator("#play-on")).to_have_attribute("aria-disabled", "true")
    step(english, "lost").click()
    expect_at(english, LOST_AT)
    expect(english.page.get_by_role("radio", name="Your game")).to_be_checked()


def test_plays_by_itself(english: Visitor) -> None:
    """Played by itself the game goes on to its end and stops there; any step by hand stops it."""
    english.page.clock.install()
    english.review(LOST)
    play = english.page.locator("#play")
    step(english, "lost").click()
    play.click()
    expect(play).to_have_text("Pause")
    english.page.clock.run_for(5000)
    expect_at(english, 14)
    expect(play).to_have_text("Play")
    play.click()
    expect_at(english, 0)
    english.page.keyboard.press("ArrowRight")
    expect(play).to_have_text("Play")
    english.page.clock.run_for(5000)
    expect_at(english, 1)


def test_space_plays_and_pauses(english: Visitor) -> None:
    """The space bar plays and pauses, unless single keys are switched off."""
    english.page.clock.install()
    game_id = english.review(LOST)
    play = english.page.locator("#play")
    for word in ("Pause", "Play"):
        english.page.keyboard.press("Space")
        expect(play).to_have_text(word)
    english.server.choose(shortcuts=False)
    english.open_review(game_id)
    expect(english.page.locator("#reviewed")).to_be_visible()
    english.page.keyboard.press("Space")
    expect(play).to_have_text("Play")


def test_play_on_from_here(english: Visitor) -> None:
    """From any position one can play on: a new running game of the same cards, as assisted."""
    old = english.review(LOST)
    slider(english).fill("12")
    english.page.get_by_role("button", name="Play on from here").click()
    english.page.wait_for_url(lambda url: "/games/" in url and "review" not in url)
    english.expect_status("running")
    new = english.server.game(english.page.url.rsplit("/", 1)[1])
    assert new["id"] != old
    assert (new["code"], new["moves"], new["status"]) == (PUBLISHED_CODE, 12, "running")
    assert new["assisted"]
    assert english.server.game(old)["status"] == "lost"


def test_play_on_from_the_best_line(english: Visitor) -> None:
    """One can play on from the best line as well, with the moves that it has made."""
    english.review(LOST)
    english.page.get_by_text("The best line").click()
    slider(english).fill("3")
    english.page.get_by_role("button", name="Play on from here").click()
    english.page.wait_for_url(lambda url: "/games/" in url and "review" not in url)
    english.expect_moves(3)


def test_a_won_game(english: Visitor) -> None:
    """A won game has no losing move, and its last position is an empty table."""
    english.review(PUBLISHED_GAME)
    expect(step(english, "lost")).to_be_hidden()
    expect(english.page.locator("#curve .lost-ground")).to_have_count(0)
    step(english, "last").click()
    moves = parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE))
    expect_at(english, len(moves))
    expect(english.page.locator(".card[role=img]:not(.gone)")).to_have_count(0)


@pytest.mark.parametrize("moves", ["KC", ALL_DRAWN], ids=["running", "blocked"])
def test_a_game_that_goes_on_is_not_reviewed(english: Visitor, moves: str) -> None:
    """The address of a review leads back to a game that has not ended, and does not end it."""
    game_id = english.server.new_game(PUBLISHED_CODE, moves)
    before = english.server.game(game_id)
    english.open_review(game_id)
    expect(english.page).to_have_url(f"{english.server.origin}/games/{game_id}")
    assert english.server.game(game_id) == before


@pytest.mark.parametrize("language", ["de", "en"])
def test_without_an_answer(visit: Visit, language: str) -> None:
    """Where the server cannot be reached the page says so and lets one try again."""
    say = sentences(language)
    visitor = visit(locale=language)
    visitor.witness.expected = {0}
    game_id = visitor.server.new_game(PUBLISHED_CODE, "KC")
    visitor.server.act(game_id, "give_up")
    visitor.page.route("**/api/v1/games/*/review", lambda route: route.abort("connectionrefused"))
    visitor.open_review(game_id)
    expect(visitor.page.locator("#waiting-words")).to_have_text(say.text("page.unreachable"))
    visitor.page.unroute("**/api/v1/games/*/review")
    visitor.page.get_by_role("button", name=say.text("review.page.again")).click()
    expect(visitor.page.locator("#reviewed")).to_be_visible()
    expect(visitor.page.locator("#waiting")).to_be_hidden()


@pytest.mark.parametrize("language", ["de", "en"])
def test_without_scripts(visit: Visit, language: str) -> None:
    """Without JavaScript the review says what is missing, and does not pretend to think."""
    visitor = visit(locale=language, java_script_enabled=False)
    game_id = visitor.server.new_game(PUBLISHED_CODE, "KC")
    visitor.server.act(game_id, "give_up")
    visitor.open_review(game_id)
    expect(visitor.page.locator("noscript p")).to_have_text(
        sentences(language).text("page.no-script")
    )
    expect(visitor.page.locator("#waiting")).to_be_hidden()


@pytest.mark.parametrize("language", ["de", "en"])
def test_fits_on_every_screen(visit: Visit, language: str) -> None:
    """In windows of every size table, sentence, curve and steps are in sight without scrolling."""
    visitor = visit(locale=language, reduced_motion="reduce", has_touch=True)
    visitor.review(LOST)
    step(visitor, "lost").click()
    parts = (".card:not(.gone)", "#told", "#position", ".controls > button:not([hidden])")
    found = {}
    for width, height in (*PHONES, *DESKS):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.rest()
        wrong = [one for probe in LOOKED_AT for one in visitor.page.evaluate(probe)]
        wrong += visitor.page.evaluate(OUT_OF_SIGHT, list(parts))
        if wrong:
            found[f"{width}x{height}"] = wrong
    assert found == {}
