from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.conftest import seat
from browser.server import Server
from browser.states import STATES, PageState, possible_parts
from browser.strangers import TEXTS, Strangers
from browser.table_states import TABLE_STATES
from browser.visitor import Visitor
from strategies import PUBLISHED_CODE

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
# Each further look that the main states are seen in, and the choice that makes it.
THEMES = ("dark", "contrast")
# What a screen reader makes of each state; TRIPEAKS_RECORD=1 writes it anew, to be read as a diff.
SPOKEN = Path(__file__).parent / "spoken"
DEEP = "- /children: deep-equal\n"
CHANGING = {
    r"/url: /games/\w+/review": "/url: /games.+review/",
    r"/url: /games/\w+(?=\n)": "/url: /games/",
    r'button "(Game of the day|Spiel des Tages) [^"]+"': r"button /\1 .+/",
    r"- time: .+": "- time: /.+/",
}


@pytest.fixture(scope="module", params=["de", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """The language of the browser."""
    wanted: str = request.param
    return wanted


@pytest.fixture(scope="module", params=(*STATES, *TABLE_STATES), ids=lambda state: state.name)
def state(request: pytest.FixtureRequest) -> PageState:
    """One of all the states."""
    wanted: PageState = request.param
    return wanted


@pytest.fixture(scope="module")
def shown(
    state: PageState, language: str, running_server: Server, browser: Browser
) -> Iterator[Visitor]:
    """A browser in this state; several tests look at it, and none of them changes it."""
    running_server.tidy()
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        visitor = seat(context, running_server)
        visitor.keep_sentences()
        state.show(visitor)
        yield visitor
        assert visitor.witness.verdict() == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for what shuts people out."""
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: `make page` does it")
    return AXE.read_text(encoding="utf-8")


def violations(visitor: Visitor, axe: str, only: str = "") -> list[str]:
    """What axe finds on the page as it stands."""
    visitor.rest()
    visitor.page.evaluate(f"() => {{ if (!window.axe) {{ {axe} }} }}")
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if only:
        options["runOnly"] = [only]
    found = visitor.page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def test_nobody_is_shut_out(shown: Visitor, axe: str, state: PageState) -> None:
    """No state of any page violates a rule of axe, in either language and every theme."""
    found = {"light": violations(shown, axe)}
    html = shown.page.locator("html")
    for theme in THEMES if state.main else ():
        html.evaluate("(html, theme) => { html.dataset.theme = theme; }", theme)
        found[theme] = violations(shown, axe, "color-contrast")
    html.evaluate("(html) => { html.dataset.theme = 'auto'; }")
    assert {theme: wrong for theme, wrong in found.items() if wrong} == {}


def test_no_text_of_the_other_language(shown: Visitor, language: str) -> None:
    """No state of any page holds a sentence of the other language, seen, spoken or hidden."""
    expect(shown.page.locator("html")).to_have_attribute("lang", language)
    assert Strangers(language).among(shown.page.evaluate(TEXTS)) == []


def heard(visitor: Visitor) -> Locator:
    """What a screen reader reaches: the page, or the dialog that lies over it."""
    dialog = visitor.page.locator("dialog[open]")
    return dialog if dialog.count() else visitor.page.locator("body")


def spoken(visitor: Visitor) -> str:
    """What a screen reader finds; the names of games and the date differ from run to run."""
    snapshot = heard(visitor).aria_snapshot() + "\n"
    for changing, any_of_them in CHANGING.items():
        snapshot = re.sub(changing, any_of_them, snapshot)
    return DEEP + snapshot


def test_what_is_spoken(shown: Visitor, state: PageState, language: str) -> None:
    """A screen reader finds exactly what is written down for a state, and nothing else."""
    if not state.spoken:
        pytest.skip("its words are those of the API, or of what has been played")
    file = SPOKEN / f"{state.name.replace(' ', '-').replace('?', '')}.{language}.yml"
    if os.environ.get("TRIPEAKS_RECORD"):
        SPOKEN.mkdir(exist_ok=True)
        file.write_text(spoken(shown), encoding="utf-8")
    expect(heard(shown)).to_match_aria_snapshot(file.read_text(encoding="utf-8"))


def test_every_state_is_listed(english: Visitor) -> None:
    """The table of states knows every page, status, dialog, fold and sentence there can be."""
    english.enter()
    game = english.page.context.new_page()
    game.goto(f"{english.server.origin}/games/{english.server.new_game('TP1-E-AAAAAAB')}")
    reviewed = english.server.new_game(PUBLISHED_CODE)
    english.server.act(reviewed, "give_up")
    review = english.page.context.new_page()
    review.goto(f"{english.server.origin}/games/{reviewed}/review")
    table = english.page.context.new_page()
    table.goto(f"{english.server.origin}/table")
    listed = {part for state in (*STATES, *TABLE_STATES) for part in state.parts}
    assert listed == possible_parts([english.page, game, review, table])
