from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.visitor import Visit, Visitor
from tripeaks.rules import PRESETS


def fill(visitor: Visitor, code: str) -> None:
    """Type a code on the start page."""
    visitor.page.get_by_role("textbox", name="Game code").fill(code)


def deal(visitor: Visitor) -> str:
    """Press the button and name the game that opens."""
    before = visitor.page.url
    visitor.page.get_by_role("button", name="Deal the cards").click()
    visitor.page.wait_for_url(lambda url: "/games/" in url and url != before)
    visitor.expect_moves(0)
    return visitor.page.url.rpartition("/")[2]


@pytest.mark.parametrize(("rule", "letter"), [("Easy", "E"), ("Classic", "C")])
def test_random_deal(english: Visitor, rule: str, letter: str) -> None:
    """Without a code a deal of the chosen rule is dealt and its code shown."""
    english.enter()
    english.page.get_by_role("radio", name=rule).check()
    deal(english)
    expect(english.page.locator("#code-text")).to_have_text(
        re.compile(f"^TP1-{letter}-[A-Z2-7]{{7}}$")
    )


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("TP1-E-AAAAAAB", "TP1-E-AAAAAAB"),
        ("tp1 c aaaaaab", "TP1-C-AAAAAAB"),
        ("aaaaaa8", "TP1-E-AAAAAAB"),
        ("tp1caaaaaadj2o", "TP1-C-AAAAAAD-J2O"),
    ],
)
def test_code(english: Visitor, typed: str, code: str) -> None:
    """A code is understood while it is typed, however it is typed, and dealt."""
    english.enter()
    fill(english, typed)
    expect(english.page.locator("#code-verdict")).to_have_text(f"Understood: {code}")
    rule = "Easy" if code.startswith("TP1-E") else "Classic"
    expect(english.page.get_by_role("radio", name=rule)).to_be_checked()
    deal(english)
    expect(english.page.locator("#code-text")).to_have_text(code)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("typed", "mark"), [("TP1-E-AAA9AAB", "9"), ("TP2-E-AAAAAAB", "2")])
def test_bad_code(visit: Visit, typed: str, mark: str, language: str) -> None:
    """A bad code is not dealt; a sentence says why and the place is marked."""
    visitor = visit(locale=language)
    visitor.witness.expected = {422}
    visitor.enter()
    field = visitor.page.locator("#code-field")
    field.fill(typed)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(visitor.page.locator("#code-verdict")).to_contain_text(f"{mark}")
    expect(visitor.page.locator("#code-verdict mark")).to_have_text(mark)
    field.press("Enter")
    expect(visitor.page.locator("#code-verdict mark")).to_have_text(mark)
    expect(field).to_be_focused()
    assert visitor.page.url.endswith("/")
    field.fill("AAAAAAB")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_presets(english: Visitor) -> None:
    """Each preset sets all options, and changing one leaves the preset or becomes custom."""
    english.enter()
    page = english.page
    page.get_by_text("Variants and presets").click()
    chosen = page.get_by_label("Preset")
    for name in PRESETS:
        chosen.select_option(name)
        expect(page.locator("#preset-about")).not_to_be_empty()
    chosen.select_option("traditional")
    expect(page.get_by_role("radio", name="Classic")).to_be_checked()
    expect(page.get_by_label("Undo")).to_have_value('"off"')
    page.get_by_label("Jokers in the stock").select_option("3")
    expect(chosen.locator("option:checked")).to_have_text("Custom")
    game_id = deal(english)
    rules = english.server.game(game_id)["rules"]
    assert (
        rules["wrap"],
        rules["draw_policy"],
        rules["undo"],
        rules["jokers"],
        rules["scoring"],
    ) == (
        False,
        "only_when_stuck",
        "off",
        3,
        "hogue",
    )


CHOICES = {
    "de": ("Nur gewinnbare Karten", "Schwierigkeit"),
    "en": ("Only deals that can be won", "Difficulty"),
}
MARKS = {
    "de": {"": ["gewinnbar"], "hard": ["gewinnbar", "schwer"]},
    "en": {"": ["winnable"], "hard": ["winnable", "hard"]},
}


@pytest.mark.parametrize("language", CHOICES)
@pytest.mark.parametrize("difficulty", ["", "hard"])
def test_winnable_only(visit: Visit, language: str, difficulty: str) -> None:
    """A deal that can be won, and one of a difficulty, is dealt, and the game page says so."""
    visitor = visit(locale=language)
    visitor.enter()
    switch, choice = (visitor.page.get_by_label(name, exact=True) for name in CHOICES[language])
    if difficulty:
        choice.select_option(difficulty)
    else:
        switch.check()
    expect(switch).to_be_checked()
    visitor.page.locator("#new-game-form [type=submit]").click()
    visitor.page.wait_for_url("**/games/*")
    marks = visitor.page.locator("#marks span").filter(visible=True)
    expect(marks).to_have_text(MARKS[language][difficulty])
    game = visitor.server.game(visitor.page.url.rpartition("/")[2])
    assert (game["winnable_only"], game["difficulty"]) == (True, difficulty or None)
    # The next game begins with the same choice.
    visitor.page.keyboard.press("n")
    expect(switch).to_be_checked()
    expect(choice).to_have_value(difficulty)


def test_switch_and_difficulty(english: Visitor) -> None:
    """A difficulty turns the switch on, and turning it off takes any difficulty."""
    english.enter()
    switch = english.page.get_by_label("Only deals that can be won")
    choice = english.page.get_by_label("Difficulty")
    expect(switch).not_to_be_checked()
    choice.select_option("expert")
    expect(switch).to_be_checked()
    switch.uncheck()
    expect(choice).to_have_value("")
    game = english.server.game(deal(english))
    assert (game["winnable_only"], game["difficulty"]) == (False, None)


def test_a_code_fixes_the_cards(english: Visitor) -> None:
    """With a code there is no choice of deals; it says why, and none is sent."""
    english.enter()
    choice = english.page.get_by_label("Difficulty")
    choice.select_option("easy")
    fill(english, "AAAAAAB")
    expect(choice).to_be_disabled()
    expect(english.page.get_by_label("Only deals that can be won")).to_be_disabled()
    expect(english.page.get_by_text("A game code fixes the cards already.")).to_be_visible()
    fill(english, "")
    expect(choice).to_be_enabled()
    fill(english, "AAAAAAB")
    game = english.server.game(deal(english))
    assert (game["code"], game["winnable_only"]) == ("TP1-E-AAAAAAB", False)


@pytest.mark.parametrize(
    ("language", "rule", "sentence"),
    [
        ("en", "true", "TP1-E-AAAAAAB can be won."),
        ("en", "false", "TP1-C-AAAAAAB cannot be won."),
        ("de", "true", "TP1-E-AAAAAAB lässt sich gewinnen."),
        ("de", "false", "TP1-C-AAAAAAB lässt sich nicht gewinnen."),
    ],
)
def test_can_it_be_won(visit: Visit, language: str, rule: str, sentence: str) -> None:
    """Who asks is told whether the deal of a code can be won under the selected rule."""
    visitor = visit(locale=language)
    visitor.enter()
    ask, verdict = visitor.page.locator("#winnable-ask"), visitor.page.locator("#winnable-verdict")
    expect(ask).to_be_hidden()
    visitor.page.locator(f"#new-game-form [name=wrap][value={rule}]").check()
    fill_code = visitor.page.locator("#code-field").fill
    fill_code("aaaaaab")
    expect(verdict).to_be_empty()
    ask.click()
    expect(verdict).to_have_text(sentence)
    fill_code("aaaaaa")
    expect(verdict).to_be_empty()
    expect(ask).to_be_hidden()


def test_another_rule_is_another_game(english: Visitor) -> None:
    """Choosing the other rule reads a code anew, and takes back what was said of it."""
    english.enter()
    fill(english, "aaaaaab")
    english.page.get_by_role("button", name="Can it be won?").click()
    expect(english.page.get_by_text("TP1-E-AAAAAAB can be won.")).to_be_visible()
    english.page.get_by_role("radio", name="Classic").check()
    expect(english.page.locator("#code-verdict")).to_have_text("Understood: TP1-C-AAAAAAB")
    expect(english.page.locator("#winnable-verdict")).to_be_empty()


def test_joker(english: Visitor) -> None:
    """A joker on the waste is shown and goes with every card."""
    game_id = english.server.new_game("TP1-E-AAAAAAB-J4")
    while english.server.act(game_id, "draw")["event"]["card"] != "*":
        pass
    english.open(game_id)
    expect(english.page.get_by_role("img", name="Waste: joker")).to_be_visible()
    english.slot(18).click()
    expect(english.announcer).to_contain_text("three of spades")


def test_empty_waste(english: Visitor) -> None:
    """Where the waste begins empty, any free card may open it."""
    english.play("TP1-E-AAAAAAB-W")
    expect(english.page.get_by_role("img", name="Waste: empty")).to_be_visible()
    expect(english.page.locator("#stock-count")).to_have_text("24")
    english.slot(18).click()
    english.expect_moves(1)


def test_new_game_keeps_the_old_one(english: Visitor) -> None:
    """N in mid-game deals another game; the old one is offered on the start page and goes on."""
    old = english.play(moves="KC AS 2D")
    english.page.keyboard.press("n")
    dialog = english.page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_text("The game you are playing is kept.")).to_be_visible()
    new = deal(english)
    assert new != old
    english.page.get_by_role("link", name="TriPeaks").click()
    offered = english.page.get_by_role("region", name="Go on playing").get_by_role("link")
    expect(offered).to_have_count(2)
    expect(offered.last).to_contain_text("cards left: 25 · moves: 3")
    offered.last.click()
    english.expect_moves(3)
    assert english.page.url.endswith(old)


def test_back_shows_the_game_as_it_stands(english: Visitor) -> None:
    """Going back in the browser shows the old game as it stands, not as it stood."""
    old = english.play(moves="KC")
    english.page.get_by_role("link", name="TriPeaks").click()
    english.server.act(old, "draw")
    english.page.go_back()
    english.expect_moves(2)


def test_no_warning_where_nothing_goes_on(english: Visitor) -> None:
    """After the end of a game the dialog does not speak of a game that is kept."""
    game_id = english.server.new_game("TP1-E-AAAAAAB", "KC")
    english.server.act(game_id, "give_up")
    english.open(game_id)
    english.page.keyboard.press("n")
    expect(english.page.get_by_role("dialog", name="New game")).to_be_visible()
    expect(english.page.locator("#goes-on")).to_be_hidden()


def test_blocked_game_is_lost_by_a_new_one(english: Visitor) -> None:
    """Starting another game loses a blocked one, and it is not offered any more."""
    blocked = english.play(moves="| " * 23)
    english.page.get_by_role("region", name="No more moves").get_by_text("New game").click()
    deal(english)
    assert english.server.game(blocked)["status"] == "lost"
    english.enter()
    offered = english.page.get_by_role("region", name="Go on playing").get_by_role("link")
    expect(offered).to_have_count(1)


def test_unreachable_server(english: Visitor) -> None:
    """Where no answer comes, the form says so and keeps what was typed."""
    english.enter()
    english.witness.expected = {0}
    english.page.route("**/api/v1/games", lambda route: route.abort("connectionrefused"))
    fill(english, "AAAAAAB")
    english.page.get_by_role("button", name="Deal the cards").click()
    expect(english.page.locator("#code-verdict")).to_contain_text("The server cannot be reached.")
    expect(english.page.locator("#code-field")).to_have_value("AAAAAAB")


def test_two_presses_deal_once(english: Visitor) -> None:
    """A double click on the button starts one game and not two."""
    english.enter()
    before = {line["id"] for line in english.server.lines()}
    english.page.get_by_role("button", name="Deal the cards").dblclick()
    english.page.wait_for_url("**/games/*")
    english.expect_moves(0)
    started = {line["id"] for line in english.server.lines()} - before
    assert len(started) == 1


def test_copying_the_code(visit: Visit) -> None:
    """The button beside the code puts it on the clipboard and says so."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.play("TP1-C-AAAAAAD")
    visitor.page.get_by_role("button", name="Copy the game code").click()
    expect(visitor.announcer).to_have_text("Game code copied")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == "TP1-C-AAAAAAD"
