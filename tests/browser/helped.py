"""Ways into the states of help: hints, what shows all the time, deals that can be won."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.visitor import Visitor


def hint(visitor: Visitor) -> None:
    """Ask for a fair hint."""
    visitor.play(moves="KC AS")
    visitor.ask_hint()


def solver_question(visitor: Visitor) -> None:
    """Ask for a solver hint, and be told first what it means."""
    hint(visitor)
    visitor.page.locator("#solver-hint").click()


def solver_hint(visitor: Visitor) -> None:
    """Have a solver hint."""
    solver_question(visitor)
    visitor.page.locator("#confirm-solver [value=yes]").click()
    expect(visitor.mark).to_have_attribute("data-kind", "solver")


def hint_gone(visitor: Visitor) -> None:
    """Put a hint away again."""
    hint(visitor)
    visitor.page.keyboard.press("t")
    expect(visitor.advice).to_be_hidden()


def outlook(moves: str) -> Callable[[Visitor], None]:
    """Have the chance and the light shown after some moves."""

    def show(visitor: Visitor) -> None:
        visitor.server.choose(chance=True, light=True)
        visitor.play(moves=moves)
        expect(visitor.page.locator("#light")).to_have_attribute("data-winnable", re.compile("e"))
        expect(visitor.page.locator("#chance-figure")).to_contain_text("%")

    return show


def review_question(visitor: Visitor) -> None:
    """Ask for the review of a blocked game."""
    visitor.play(moves="| " * 23)
    visitor.page.locator("#blocked [data-action=review]").click()


def asked_winnable(text: str, good: str) -> Callable[[Visitor], None]:
    """Ask whether the deal of a code can be won."""

    def show(visitor: Visitor) -> None:
        visitor.enter()
        visitor.page.locator("#code-field").fill(text)
        visitor.page.locator("#winnable-ask").click()
        expect(visitor.page.locator("#winnable-verdict")).to_have_attribute("data-good", good)

    return show


def difficult(visitor: Visitor) -> None:
    """Play a deal of a chosen difficulty."""
    wanted = {"difficulty": "hard"}
    game = visitor.server.client.post("/api/v1/games", json=wanted).raise_for_status().json()
    visitor.open(game["id"])


def assisted_results(visitor: Visitor) -> None:
    """Look at results that were helped to."""
    game_id = visitor.server.new_game("TP1-C-AAAAAAB-J4O", "|")
    visitor.server.hint(game_id, "solver")
    visitor.server.act(game_id, "give_up")
    visitor.enter()
    visitor.page.locator("#results summary").click()
    expect(visitor.page.locator("#results-some")).to_be_visible()
