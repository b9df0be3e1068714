from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME

ALL_DRAWN = "| " * 23
BLOCKED = {"en": "No more moves", "de": "Keine Züge mehr möglich"}
OFFERS = {
    "en": ["Undo", "Restart", "Review", "New game"],
    "de": ["Zurück", "Neustart", "Rückblick", "Neues Spiel"],
}


def question(visitor: Visitor, name: str) -> Locator:
    """The dialog that asks before something is thrown away."""
    dialog = visitor.page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.parametrize("language", ["de", "en"])
def test_blocked(visit: Visit, language: str) -> None:
    """A blocked game says so and offers undo, restart and a new game, each of which works."""
    visitor = visit(locale=language)
    visitor.play(moves="| " * 22)
    visitor.stock.click()
    visitor.expect_status("blocked")
    panel = visitor.page.get_by_role("region", name=BLOCKED[language])
    expect(panel.get_by_role("button")).to_have_text(OFFERS[language])
    expect(visitor.announcer).to_contain_text(f"{BLOCKED[language]}.")
    panel.get_by_role("button", name=OFFERS[language][0]).click()
    visitor.expect_status("running")
    expect(panel).to_be_hidden()
    visitor.stock.click()
    panel.get_by_role("button", name=OFFERS[language][3]).click()
    question(visitor, OFFERS[language][3])
    visitor.page.keyboard.press("Escape")
    panel.get_by_role("button", name=OFFERS[language][1]).click()
    visitor.expect_moves(0)
    visitor.expect_status("running")


def test_blocked_without_undo_is_lost(english: Visitor) -> None:
    """Where nothing can be undone, a blocked game is lost at once and recorded once."""
    before = english.server.results()
    english.play(moves="| " * 22, undo="off")
    english.stock.click()
    english.expect_status("lost")
    panel = english.page.get_by_role("region", name="This game is over")
    expect(panel.get_by_role("button")).to_have_text(["Restart", "New game"])
    assert english.server.results() == (before[0] + 1, before[1])


def test_giving_up_asks_first(english: Visitor) -> None:
    """Giving up is done only after a yes; then the game is lost, and recorded once."""
    before = english.server.results()
    english.play(moves="KC AS")
    english.action("give_up").click()
    dialog = question(english, "Give up this game?")
    assert english.page.evaluate("document.activeElement.value") == "no"
    english.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    english.action("give_up").click()
    english.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert english.server.results() == before
    english.action("give_up").click()
    dialog.get_by_role("button", name="Give up").click()
    english.expect_status("lost")
    expect(english.page.get_by_role("region", name="This game is over")).to_be_visible()
    expect(english.announcer).to_have_text("You gave up. The game counts as lost.")
    expect(english.action("give_up")).to_have_attribute("aria-disabled", "true")
    assert english.server.results() == (before[0] + 1, before[1])


def test_restart_asks_first(english: Visitor) -> None:
    """Restarting is done only after a yes; then the same cards lie there as at first."""
    game_id = english.play(moves="KC AS 2D |")
    dealt = [slot["label"] for slot in english.server.game(english.play())["slots"]]
    english.open(game_id)
    english.action("restart").click()
    dialog = question(english, "Start this deal again?")
    dialog.get_by_role("button", name="Play on").click()
    english.expect_moves(4)
    english.action("restart").click()
    dialog.get_by_role("button", name="Restart").click()
    english.expect_moves(0)
    expect(english.announcer).to_have_text("The same cards are dealt again.")
    english.rest()
    labels = english.page.locator(".card[id^=slot-]").evaluate_all(
        "cards => cards.map((card) => card.getAttribute('aria-label'))"
    )
    assert labels == dealt


def test_an_unplayed_deal_is_restarted_at_once(english: Visitor) -> None:
    """Where nothing was played nothing is thrown away, and nobody is asked."""
    english.play()
    english.action("restart").click()
    expect(english.announcer).to_have_text("The same cards are dealt again.")
    expect(english.page.locator("dialog[open]")).to_have_count(0)


def test_a_win_is_final(english: Visitor) -> None:
    """A won game can be neither undone nor given up, by button or key."""
    english.play(moves=PUBLISHED_GAME)
    english.witness.expected = {422}
    before = english.server.results()
    for name in ("undo", "redo", "give_up"):
        expect(english.action(name)).to_have_attribute("aria-disabled", "true")
        english.action(name).dispatch_event("click")
    for key in ("u", "r", "d"):
        english.page.keyboard.press(key)
        expect(english.announcer).to_contain_text("The game has ended.")
    english.expect_status("won")
    assert english.server.results() == before


def test_a_lost_game_can_be_dealt_again(english: Visitor) -> None:
    """The lost game offers its cards again, as a new attempt."""
    game_id = english.server.new_game(PUBLISHED_CODE, "KC")
    english.server.act(game_id, "give_up")
    english.open(game_id)
    panel = english.page.get_by_role("region", name="This game is over")
    panel.get_by_role("button", name="Restart").click()
    english.expect_status("running")
    english.expect_moves(0)
    assert english.server.game(game_id)["attempt"] == 2


def test_winning_the_same_cards_again(english: Visitor) -> None:
    """The won game offers its cards again, and shows the table anew."""
    english.play(moves=PUBLISHED_GAME)
    won = english.page.get_by_role("region", name="All three peaks cleared")
    won.get_by_role("button", name="Play this deal again").click()
    expect(won).to_be_hidden()
    english.expect_moves(0)
    english.slot(20).click()
    english.expect_moves(1)


@pytest.mark.parametrize(
    ("scoring", "rows"),
    [
        ("hogue", ["Cards taken", "Draws", "Peaks cleared", "Score"]),
        ("collection", ["Cards taken", "Peaks cleared", "Score"]),
        ("none", []),
    ],
)
def test_score_of_the_win(english: Visitor, scoring: str, rows: list[str]) -> None:
    """A win shows the score in those parts that count under its scheme."""
    game_id = english.play(moves=PUBLISHED_GAME, scoring=scoring)
    won = english.page.get_by_role("region", name="All three peaks cleared")
    expect(won.get_by_role("rowheader")).to_have_text(rows)
    score = english.server.game(game_id)["score"]
    if score is None:
        expect(english.page.locator("#figure-score")).to_be_hidden()
    else:
        expect(english.figure("score")).to_have_text(str(score["points"]))
        figures = [
            int(re.sub(r"\D", "", text)) for text in won.get_by_role("cell").all_inner_texts()
        ]
        assert figures == [abs(part["points"]) for part in score["parts"]] + [score["points"]]
