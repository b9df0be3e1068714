from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.deal import Deal
from tripeaks.notation import parse_moves


@pytest.mark.parametrize("language", ["de", "en"])
def test_cards_are_named_by_the_server(visit: Visit, language: str) -> None:
    """Every card, the stock and the waste are called exactly what the server calls them."""
    visitor = visit(locale=language)
    game_id = visitor.play(moves="KC AS 2D 3S |")
    game = visitor.page.evaluate(
        "(id) => fetch(`/api/v1/games/${id}`).then((answer) => answer.json())", game_id
    )
    for slot in game["slots"]:
        if slot["state"] == "gone":
            expect(visitor.slot(slot["slot"])).to_have_attribute("aria-hidden", "true")
        else:
            expect(visitor.slot(slot["slot"])).to_have_accessible_name(slot["label"])
    expect(visitor.stock).to_have_accessible_name(game["stock"]["label"])
    expect(visitor.page.locator("#waste")).to_have_accessible_name(game["waste"]["label"])


def test_one_sentence_for_each_move(english: Visitor) -> None:
    """The live region changes once with each move, to the sentence of the server."""
    game_id = english.play()
    page = english.page
    page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector("#announcer");
          new MutationObserver(() => heard.push(region.textContent.replaceAll("\\u00a0", "")))
            .observe(region, {childList: true, characterData: true, subtree: true});
        }"""
    )
    answers: list[str] = []
    page.on(
        "response",
        lambda response: (
            answers.append(response.json()["event"]["sentence"])
            if response.url.endswith(f"{game_id}/actions")
            else None
        ),
    )
    moves = parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE))[:12]
    for count, move in enumerate(moves, 1):
        (english.stock if move.is_draw else english.slot(move.index)).click()
        english.expect_moves(count)
    for name in ("undo", "redo"):
        english.action(name).click()
        expect(english.announcer).to_contain_text({"undo": "Undone", "redo": "Repeated"}[name])
    heard: list[str] = page.evaluate("heard")
    assert len(answers) == len(moves) + 2
    assert heard == answers


def test_the_page_is_quiet_at_first(english: Visitor) -> None:
    """Opening or reloading a game announces nothing by itself."""
    english.play(moves="KC")
    expect(english.announcer).to_be_empty()
    english.page.reload()
    expect(english.announcer).to_be_empty()


def test_waiting_is_announced(english: Visitor) -> None:
    """When no answer comes a screen reader hears that the page tries again."""
    english.witness.expected = {0}
    english.play()
    english.page.route("**/actions", lambda route: route.abort("connectionrefused"))
    english.stock.click()
    english.expect_said("The server does not answer. Trying again …")
