from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.server import Server
from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME

LANGUAGES = ("de", "en")
# With the next draw the win is lost: `tripeaks review` says so.
BEFORE_THE_LOSS = "KC " + "| " * 11
CHANCE = {
    "de": re.compile(r"Chance zu gewinnen: \d+([.,]\d)?\s%"),
    "en": re.compile(r"Chance of winning: \d+(\.\d)?%"),
}
SHOWN_CHANCE = re.compile(r"^\d+([.,]\d)?\s?%( ± \d+\s?%)?$")
FAIR = {"de": "Fairer Tipp", "en": "Fair hint"}
SOLVER = {"de": "Löser-Tipp", "en": "Solver hint"}
HELPED = {"de": "mit Hilfe", "en": "assisted"}
BUTTON = {"de": "Tipp", "en": "Hint"}


def hold(visitor: Visitor) -> list[Route]:
    """Keeps every request for a hint waiting until the test answers it."""
    held: list[Route] = []
    visitor.page.route("**/hint", lambda route: held.append(route))  # noqa: PLW0108 - wants attributes
    return held


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["key", "button"])
def test_fair_hint(visit: Visit, language: str, way: str) -> None:
    """A hint marks a move that can be made, names it aloud, and shows its chance and a reason."""
    visitor = visit(locale=language)
    game_id = visitor.play(moves="KC AS")
    if way == "key":
        visitor.page.keyboard.press("t")
    else:
        visitor.page.get_by_role("button", name=BUTTON[language], exact=True).click()
    hint = visitor.page.get_by_role("region", name=FAIR[language])
    expect(hint.locator("#advice-chance")).to_have_text(SHOWN_CHANCE)
    expect(hint.locator("#advice-why")).not_to_be_empty()
    expect(visitor.announcer).to_contain_text(CHANCE[language])
    place = visitor.mark.get_attribute("data-place") or ""
    view = visitor.server.game(game_id)
    assert view["stock"]["playable"] if place == "stock" else view["slots"][int(place)]["playable"]
    expect(visitor.marked).to_have_accessible_description(FAIR[language])
    assert not view["assisted"]


def test_hint_by_touch(visit: Visit) -> None:
    """On a phone the hint is had by a tap, and a tap on the marked place makes the move."""
    visitor = visit(viewport={"width": 360, "height": 640}, has_touch=True)
    visitor.play(moves="KC AS")
    visitor.action("hint").tap()
    expect(visitor.mark).to_be_visible()
    visitor.marked.tap()
    visitor.expect_moves(3)
    expect(visitor.mark).to_be_hidden()


def test_following_hints(english: Visitor) -> None:
    """Whoever follows ten hints makes ten moves, without a refusal."""
    game_id = english.play()
    for count in range(1, 11):
        english.ask_hint()
        english.marked.click()
        english.expect_moves(count)
    assert english.server.game(game_id)["moves"] == 10


@pytest.mark.parametrize("after", ["the key again", "a move", "an undo"])
def test_a_hint_goes_away(english: Visitor, after: str) -> None:
    """The next move, an undo and a second press of the key take mark and words away."""
    english.play(moves="KC AS")
    english.ask_hint()
    english.page.keyboard.press({"the key again": "t", "a move": "d", "an undo": "u"}[after])
    expect(english.advice).to_be_hidden()
    expect(english.mark).to_be_hidden()
    expect(english.page.locator("#table [aria-describedby]")).to_have_count(0)


def test_a_hint_stays_while_nothing_happens(english: Visitor) -> None:
    """Coming back to the window leaves a hint where it is."""
    english.play(moves="KC AS")
    english.ask_hint()
    with english.page.expect_response(re.compile(r"/api/v1/games/\w+$")):
        english.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(english.mark).to_be_visible()
    expect(english.advice).to_be_visible()


def test_hints_without_mistake_help(english: Visitor) -> None:
    """Who wants no help with mistakes still gets the hint that is asked for."""
    english.play(mistake_help=False)
    english.ask_hint()
    expect(english.mark).to_be_visible()


def test_hint_in_the_game_of_the_day(visit: Visit, fresh_server: Server) -> None:
    """The game of a day gives hints like any other."""
    english = visit(fresh_server)
    english.enter()
    english.page.locator("#daily").click()
    english.page.wait_for_url("**/games/*")
    english.ask_hint()
    expect(english.mark).to_be_visible()


def test_impatience_asks_once(english: Visitor) -> None:
    """While an answer is on its way, pressing again asks nothing."""
    english.play()
    held = hold(english)
    for _ in range(4):
        english.page.keyboard.press("t")
    expect(english.action("hint")).to_have_attribute("aria-busy", "true")
    english.action("hint").click()
    held[0].continue_()
    expect(english.mark).to_be_visible()
    expect(english.action("hint")).not_to_have_attribute("aria-busy", "true")
    assert len(held) == 1


def test_an_answer_that_comes_too_late(english: Visitor) -> None:
    """A hint for a position that is gone shows nothing, and the next one is to be had."""
    game_id = english.play()
    answer = english.server.hint(game_id)
    held = hold(english)
    with english.page.expect_request("**/hint"):
        english.page.keyboard.press("t")
    english.page.keyboard.press("d")
    english.expect_moves(1)
    held[0].fulfill(json=answer)
    expect(english.action("hint")).not_to_have_attribute("aria-busy", "true")
    expect(english.advice).to_be_hidden()
    expect(english.mark).to_be_hidden()
    english.page.unroute("**/hint")
    english.ask_hint()


def test_a_game_that_went_on_elsewhere(english: Visitor) -> None:
    """Where the game has gone on in another window, the hint gives way to the game as it is."""
    english.witness.expected = {409}
    game_id = english.play()
    english.server.act(game_id, "draw")
    english.page.keyboard.press("t")
    english.expect_said("The game has gone on elsewhere. This is how it stands now.")
    english.expect_moves(1)
    expect(english.mark).to_be_hidden()
    english.ask_hint()


def test_unreachable(english: Visitor) -> None:
    """Where no answer comes, the page says so, and the hint can be asked for again."""
    english.witness.expected = {0}
    english.play()
    english.page.route("**/hint", lambda route: route.abort("connectionrefused"))
    english.page.keyboard.press("t")
    expect(english.message).to_contain_text("The server cannot be reached.")
    expect(english.announcer).to_contain_text("The server cannot be reached.")
    english.page.unroute("**/hint")
    english.ask_hint()


def test_unreachable_before_the_first_hint(english: Visitor) -> None:
    """Where not even what asks for a hint can be loaded, the page says so too."""
    english.witness.expected = {0}
    english.play()
    english.page.route("**/coach.js", lambda route: route.abort("connectionrefused"))
    english.page.keyboard.press("t")
    expect(english.message).to_contain_text("The server cannot be reached.")


@pytest.mark.parametrize("moves", ["| " * 23, PUBLISHED_GAME])
def test_no_hint_after_the_end(english: Visitor, moves: str) -> None:
    """Where no move is left the button can do nothing, and the key is told why."""
    english.witness.expected = {422}
    english.play(moves=moves)
    expect(english.action("hint")).to_have_attribute("aria-disabled", "true")
    english.action("hint").dispatch_event("click")
    english.expect_unsaid()
    english.page.keyboard.press("t")
    english.expect_said("There is no move left to give a hint for.")
    expect(english.mark).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_solver_hint(visit: Visit, language: str) -> None:
    """A solver hint is given after a yes to what it means; then the game counts as assisted."""
    visitor = visit(locale=language)
    game_id = visitor.play(moves="KC AS")
    helped = visitor.page.locator("#marks").get_by_text(HELPED[language])
    visitor.ask_hint()
    button = visitor.page.get_by_role("button", name=SOLVER[language])
    button.click()
    question = visitor.page.locator("#confirm-solver")
    expect(question).to_contain_text(HELPED[language])
    visitor.page.keyboard.press("Enter")
    expect(question).to_be_hidden()
    assert not visitor.server.game(game_id)["assisted"]
    expect(helped).to_be_hidden()
    button.click()
    question.locator("[value=yes]").click()
    told = visitor.page.get_by_role("region", name=SOLVER[language])
    expect(told).to_be_visible()
    expect(visitor.marked).to_have_accessible_description(SOLVER[language])
    expect(told.locator("#advice-why")).to_have_text(visitor.announcer.inner_text())
    expect(helped).to_be_visible()
    assert visitor.server.game(game_id)["assisted"]
    visitor.page.reload()
    expect(helped).to_be_visible()


def test_asked_once_in_a_game(english: Visitor) -> None:
    """Who has had the solver's help in a game is not asked again, and keeps the focus."""
    english.play(moves="KC AS")
    for _ in range(2):
        english.ask_hint()
        english.page.locator("#solver-hint").focus()
        english.page.keyboard.press("Enter")
        if (yes := english.page.locator("#confirm-solver [value=yes]")).is_visible():
            yes.click()
        expect(english.mark).to_have_attribute("data-kind", "solver")
        expect(english.marked).to_be_focused()
        english.page.keyboard.press("Enter")
        expect(english.mark).to_be_hidden()
    expect(english.page.locator("dialog[open]")).to_have_count(0)
    english.expect_moves(4)


def test_assisted_results(english: Visitor) -> None:
    """The results say how many of the games that count were played with assistance."""
    english.server.choose(light=True)
    game_id = english.play("TP1-C-AAAAAAB-WJ3", "|")
    expect(english.page.locator("#marks").get_by_text("assisted")).to_be_visible()
    english.server.act(game_id, "give_up")
    english.enter()
    english.page.locator("#results summary").click()
    row = english.page.get_by_role("row").filter(has_text="assisted: 1")
    expect(row.first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_chance_bar(visit: Visit, language: str) -> None:
    """The chance shows as a bar from the moment it is switched on, follows each move, and goes."""
    visitor = visit(locale=language)
    visitor.play(moves="KC")
    bar = visitor.page.get_by_role("meter")
    expect(bar).to_have_count(0)
    visitor.page.locator("[data-open=settings]").click()
    switch = visitor.page.locator("#settings-form [name=chance]")
    switch.check()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("#chance-figure")).to_have_text(SHOWN_CHANCE)
    expect(bar).to_have_attribute("aria-valuetext", SHOWN_CHANCE)
    with visitor.page.expect_response("**/hint") as answer:
        visitor.stock.click()
    assert answer.value.request.post_data_json == {"seq": 2, "kind": "chance"}
    visitor.page.locator("[data-open=settings]").click()
    switch.uncheck()
    visitor.page.keyboard.press("Escape")
    expect(bar).to_have_count(0)


def test_no_bar_after_the_end(english: Visitor) -> None:
    """Neither bar nor light shows where no move is left."""
    english.server.choose(chance=True, light=True)
    english.play(moves="| " * 22)
    expect(english.page.get_by_role("meter")).to_be_visible()
    english.stock.click()
    english.expect_status("blocked")
    expect(english.page.locator("#outlook")).to_be_hidden()


def test_the_bar_never_waits(english: Visitor) -> None:
    """A chance that comes too late is dropped, and what the player does goes on meanwhile."""
    english.server.choose(chance=True)
    held = hold(english)
    with english.page.expect_request("**/hint"):
        game_id = english.play(moves="KC")
    answer = english.server.hint(game_id)
    with english.page.expect_request("**/hint"):
        english.page.keyboard.press("d")
    english.expect_moves(2)
    held[0].fulfill(json={**answer, "kind": "chance", "chance": 0.123, "error": 0})
    held[1].fulfill(json={**answer, "kind": "chance", "chance": 0.456, "error": 0.02})
    expect(english.page.locator("#chance-figure")).to_have_text("46% ± 2%")


@pytest.mark.parametrize("language", LANGUAGES)
def test_light(visit: Visit, language: str) -> None:
    """The light says yes as long as the game can be won, no from the losing move on, no more."""
    yes, no = {"de": ("ja", "nein"), "en": ("yes", "no")}[language]
    visitor = visit(locale=language)
    visitor.server.choose(light=True)
    game_id = visitor.play(moves=BEFORE_THE_LOSS)
    light = visitor.page.locator("#light")
    expect(light.locator("strong")).to_have_text(yes)
    expect(light.locator(".icon").filter(visible=True)).to_have_count(1)
    visitor.stock.click()
    expect(light.locator("strong")).to_have_text(no)
    expect(light).to_have_attribute("data-winnable", "false")
    visitor.action("undo").click()
    expect(light.locator("strong")).to_have_text(yes)
    expect(visitor.page.locator("#marks").get_by_text(HELPED[language])).to_be_visible()
    assert visitor.server.game(game_id)["assisted"]


def test_the_light_is_off_at_first(english: Visitor) -> None:
    """Without a choice nothing asks for help, and a game is not assisted."""
    asked: list[str] = []
    english.page.on("request", lambda request: asked.append(request.url))
    game_id = english.play(moves="KC")
    english.stock.click()
    english.expect_moves(2)
    expect(english.page.locator("#outlook")).to_be_hidden()
    expect(english.page.locator("#marks")).to_be_hidden()
    assert not [url for url in asked if url.endswith("/hint")]
    assert not english.server.game(game_id)["assisted"]


def test_review_of_a_blocked_game(english: Visitor) -> None:
    """The review of a blocked game is had only after a yes, for it ends the game."""
    game_id = english.play(moves="| " * 23)
    panel = english.page.get_by_role("region", name="No more moves")
    panel.get_by_role("button", name="Review").click()
    question = english.page.get_by_role("dialog", name="Review this game?")
    expect(question).to_contain_text("it counts as lost")
    english.page.keyboard.press("Enter")
    expect(question).to_be_hidden()
    assert english.server.game(game_id)["status"] == "blocked"
    panel.get_by_role("button", name="Review").click()
    question.get_by_role("button", name="Review").click()
    english.page.wait_for_url(f"**/games/{game_id}/review")
    assert english.server.game(game_id)["status"] == "lost"


@pytest.mark.parametrize("status", ["won", "lost"])
def test_review_of_an_ended_game(english: Visitor, status: str) -> None:
    """A game that has ended offers its review as a link."""
    moves = PUBLISHED_GAME if status == "won" else "KC |"
    game_id = english.server.new_game(PUBLISHED_CODE, moves)
    if status == "lost":
        english.server.act(game_id, "give_up")
    english.open(game_id)
    english.page.locator(f"#{status}").get_by_role("link", name="Review").click()
    english.page.wait_for_url(f"**/games/{game_id}/review")
