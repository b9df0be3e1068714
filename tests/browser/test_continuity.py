from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.server import Server
from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_GAME

BEFORE_THE_LAST = PUBLISHED_GAME.rpartition(" ")[0]
LAST_SLOT = 2
# What a person sees of the table: each card that shows, where it lies and in which order, and
# the figures and sentences around it.
TABLE = """() => ({
  cards: [...document.querySelectorAll(".card:not([hidden])")].map((card) => {
    const box = card.getBoundingClientRect();
    return [card.querySelector("use").getAttribute("href"), card.ariaHidden ? "" : card.ariaLabel,
            Math.round(box.x), Math.round(box.y), card.style.zIndex].join(" ");
  }).sort(),
  figures: document.querySelector(".figures").innerText,
  piles: ["#stock", "#waste"].map((name) => document.querySelector(name).ariaLabel),
  code: document.querySelector("#code").innerText,
  can: [...document.querySelectorAll("[data-action]")].map((one) => one.ariaDisabled),
})"""


def table(visitor: Visitor) -> dict[str, Any]:
    """What a person sees of the table, once it has come to rest."""
    visitor.rest()
    found: dict[str, Any] = visitor.page.evaluate(TABLE)
    return found


@pytest.mark.parametrize("moves", ["KC AS 2D | |", "| " * 23, PUBLISHED_GAME[:62]])
def test_reload(english: Visitor, moves: str) -> None:
    """Loading the page anew in mid-game shows the same table to the last detail."""
    english.play()
    game_id = english.play(moves=moves)
    for action in ("undo", "redo", "undo"):
        with english.page.expect_response("**/actions"):
            english.page.locator(f".controls [data-action={action}]").click()
    english.page.mouse.move(0, 0)
    seq = english.server.game(game_id)["seq"]
    before = table(english)
    english.page.reload()
    assert table(english) == before
    assert english.server.game(game_id)["seq"] == seq


def leave(visitor: Visitor) -> None:
    """Go to the start page and come back."""
    game = visitor.page.url
    visitor.page.goto(visitor.server.origin)
    visitor.page.goto(game)


def rotate(visitor: Visitor) -> None:
    """Turn the phone."""
    visitor.page.set_viewport_size({"width": 640, "height": 360})


DISTURBANCES: dict[str, Callable[[Visitor], object]] = {
    "reload": lambda visitor: visitor.page.reload(),
    "rotation": rotate,
    "navigation": leave,
    "nothing": lambda _: None,
}


@pytest.mark.parametrize("name", DISTURBANCES)
def test_disturbed_while_the_last_card_flies(visit: Visit, name: str) -> None:
    """Whatever happens during the last animation, the win is shown, and recorded once."""
    visitor = visit(viewport={"width": 360, "height": 640})
    visitor.play(moves=BEFORE_THE_LAST)
    before = visitor.server.results()
    slow = visitor.page.context.new_cdp_session(visitor.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    visitor.slot(LAST_SLOT).dispatch_event("click")
    visitor.expect_status("won")
    assert visitor.page.locator(".travelling").count()
    DISTURBANCES[name](visitor)
    won = visitor.page.get_by_role("region", name="All three peaks cleared")
    expect(won).to_be_visible()
    expect(won.get_by_role("row").last).to_have_text("Score750")
    expect(won.get_by_role("button", name="New game")).to_be_in_viewport(ratio=1)
    assert visitor.server.results() == (before[0] + 1, before[1] + 1)


def test_reload_before_the_answer(english: Visitor) -> None:
    """A page that is loaded anew before the answer comes shows the move that was made."""
    english.play(moves=BEFORE_THE_LAST)
    before = english.server.results()

    def hold(route: Route) -> None:
        route.fetch()
        english.page.unroute("**/actions")

    english.page.route("**/actions", hold)
    with english.page.expect_request("**/actions"):
        english.slot(LAST_SLOT).dispatch_event("click")
    english.page.wait_for_timeout(100)
    english.page.reload()
    expect(english.page.get_by_role("region", name="All three peaks cleared")).to_be_visible()
    assert english.server.results() == (before[0] + 1, before[1] + 1)


def test_ten_keys_at_once(english: Visitor) -> None:
    """Ten keys pressed faster than any answer are ten moves, in their order."""
    game_id = english.play()
    keys = ["d", "d", "d", "u", "r", "d", "d", "u", "d", "d"]
    english.page.evaluate(
        """(keys) => keys.forEach((key) => document.body.dispatchEvent(
             new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true})))""",
        keys,
    )
    expect(english.page.locator("#stock-count")).to_have_text("17")
    game = english.server.game(game_id)
    assert (game["seq"], game["moves"], game["undos"], game["draws"]) == (10, 7, 2, 6)


def test_moves_during_animations(english: Visitor) -> None:
    """Cards can be taken while others still fly, and the board ends up as it should."""
    game_id = english.play()
    slow = english.page.context.new_cdp_session(english.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
    # The published game begins with these cards: king, ace, two, three, four, five.
    for slot in (20, 23, 22, 18, 21, 19):
        english.page.mouse.click(*centre(english, slot))
    english.expect_moves(6)
    slow.send("Animation.setPlaybackRate", {"playbackRate": 1000})
    after = table(english)
    english.page.reload()
    assert table(english) == after
    assert english.server.game(game_id)["chain"] == 6


def press_at_once(visitor: Visitor, *places: str) -> None:
    """Press places before any answer can come."""
    visitor.page.evaluate(
        "(places) => places.forEach((place) => document.querySelector(place).click())",
        list(places),
    )


def centre(visitor: Visitor, slot: int) -> tuple[float, float]:
    """The middle of a card."""
    box = visitor.slot(slot).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_tabs(english: Visitor) -> None:
    """A tab that lags behind shows the table as it is now, and says so, when it acts."""
    game_id = english.play()
    english.witness.expected = {409}
    other = Visitor(english.page.context.new_page(), english.server, english.witness)
    other.open(game_id)
    other.slot(22).click()
    other.expect_moves(1)
    english.slot(20).click()
    english.expect_said("The game has gone on elsewhere. This is how it stands now.")
    english.expect_moves(1)
    assert table(english) == table(other)
    english.slot(18).click()
    english.expect_moves(2)


@pytest.mark.parametrize("event", ["focus", "online"])
def test_focus_fetches_anew(english: Visitor, event: str) -> None:
    """A tab that gets the focus, or the network back, shows the table as it is now."""
    game_id = english.play()
    english.server.act(game_id, "draw")
    english.expect_moves(0)
    english.page.evaluate("(name) => dispatchEvent(new Event(name))", event)
    english.expect_moves(1)
    expect(english.announcer).to_be_empty()


def test_focus_without_server(english: Visitor) -> None:
    """A tab that gets the focus while the server is away stays as it is."""
    english.play(moves="KC")
    english.witness.expected = {0}
    english.page.route("**/api/v1/games/*", lambda route: route.abort("connectionrefused"))
    english.page.evaluate("dispatchEvent(new Event('focus'))")
    english.page.wait_for_timeout(100)
    english.expect_moves(1)
    english.expect_unsaid()


def test_killed_server(visit: Visit, fresh_server: Server) -> None:
    """A killed server is noticed; started again, it tells where to go on, and has all moves."""
    visitor = visit(fresh_server)
    visitor.witness.expected = {0, 401}
    game_id = visitor.play(moves="KC AS")
    visitor.slot(22).click()
    visitor.expect_moves(3)
    fresh_server.kill()
    visitor.stock.click()
    expect(visitor.message).to_have_text("The server does not answer. Trying again …")
    fresh_server.start()
    visitor.expect_said(
        "This page belongs to an earlier start of the program. "
        "Your games are safe: open the address that the program printed last."
    )
    visitor.enter()
    offered = visitor.page.get_by_role("region", name="Go on playing").get_by_role("link")
    expect(offered).to_contain_text("cards left: 25 · moves: 3")
    offered.click()
    visitor.expect_moves(3)
    visitor.stock.click()
    visitor.expect_moves(4)
    assert fresh_server.game(game_id)["moves"] == 4


def test_server_that_stays_away(english: Visitor) -> None:
    """When no answer comes at all the page says that the server is unreachable, and stays so."""
    english.witness.expected = {0}
    english.page.clock.install()
    english.play(moves="KC")
    english.page.route("**/actions", lambda route: route.abort("connectionrefused"))
    english.stock.click()
    expect(english.message).to_have_text("The server does not answer. Trying again …")
    told = "The server cannot be reached. Your game is kept there up to the last move shown."
    for _ in range(100):
        english.page.clock.fast_forward(10_000)
        english.page.wait_for_timeout(20)
        if english.message.text_content() == told:
            break
    english.expect_said(told)
    english.page.clock.fast_forward(60_000)
    expect(english.message).to_be_visible()
    english.expect_moves(1)
    english.page.unroute("**/actions")
    english.stock.click()
    english.expect_moves(2)
    english.expect_unsaid()


def test_slow_network(english: Visitor) -> None:
    """On a slow line cards tapped before the answer come are taken in their order, each once."""
    game_id = english.play()

    def late(route: Route) -> None:
        english.page.wait_for_timeout(150)
        route.continue_()

    english.page.route("**/actions", late)
    press_at_once(english, "#slot-20", "#slot-20", "#slot-23", "#slot-23", "#slot-22")
    english.expect_moves(3)
    english.expect_unsaid()
    assert english.server.game(game_id)["seq"] == 3


@pytest.mark.parametrize("failure", ["aborted", "503"])
def test_lost_answer(english: Visitor, failure: str) -> None:
    """When an answer is lost after the server acted, the retry does nothing twice."""
    game_id = english.play()
    english.witness.expected = {0, 503}
    commands: list[dict[str, Any]] = []

    def lose_the_first(route: Route) -> None:
        commands.append(json.loads(route.request.post_data or ""))
        answer = route.fetch()
        if len(commands) > 1:
            route.fulfill(response=answer)
        elif failure == "aborted":
            route.abort("connectionreset")
        else:
            route.fulfill(status=503, body="{}")

    english.page.route("**/actions", lose_the_first)
    english.stock.click()
    english.expect_moves(1)
    english.expect_unsaid()
    expect(english.announcer).to_have_text("Drew the queen of diamonds. Stock: 22 cards.")
    assert len(commands) == 2
    assert commands[0] == commands[1]
    game = english.server.game(game_id)
    assert (game["seq"], game["draws"]) == (1, 1)


def test_what_follows_a_refusal_is_dropped(english: Visitor) -> None:
    """Moves queued behind one that is refused are not made, for they meant another table."""
    game_id = english.play()
    english.witness.expected = {409}
    english.server.act(game_id, "draw")
    press_at_once(english, "#slot-22", "#stock", "#stock")
    english.expect_said("The game has gone on elsewhere. This is how it stands now.")
    english.page.wait_for_timeout(200)
    assert english.server.game(game_id)["seq"] == 1
