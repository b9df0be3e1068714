from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest

from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.deal import Deal
from tripeaks.notation import parse_moves
from tripeaks.rules import PRESETS
from web.site import API, Browser, Data, WebWorld, answer_of, refusal


def play_published_game(client: Browser) -> Data:
    """Win the published game over HTTP."""
    game = client.start(code=PUBLISHED_CODE)
    for move in parse_moves(PUBLISHED_GAME, Deal.from_code(PUBLISHED_CODE)):
        slot = None if move.is_draw else move.index
        game = client.play(game, "draw" if slot is None else "take", slot)
    return game


def test_new_game_is_created_at_an_address(client: Browser) -> None:
    """A new game is answered with 201, its address and the game as that address shows it."""
    answer = client.post(f"{API}/games", {"code": PUBLISHED_CODE})
    game = answer_of(answer)
    assert answer.status_code == 201
    assert answer.headers["location"] == f"{API}/games/{game['id']}"
    assert answer.headers["content-language"] == "en"
    assert answer_of(client.get(answer.headers["location"])) == game


def test_new_game_shows_the_published_deal(client: Browser) -> None:
    """The game of the published code shows its ten free cards and the ace on the waste."""
    game = client.start(code="tp1 e aaaaaab")
    shown = [slot["card"] for slot in game["slots"]]
    assert game["code"] == PUBLISHED_CODE
    assert shown == [None] * 18 + ["3S", "5S", "KC", "4S", "2D", "AS", "KD", "8H", "7C", "9S"]
    assert game["waste"]["cards"] == [{"card": "AC", "name": "ace of clubs"}]
    assert game["free"] == list(range(18, 28))
    assert [slot["slot"] for slot in game["slots"] if slot["playable"]] == [20, 22, 24]
    assert (game["stock"]["count"], game["stock"]["playable"]) == (23, True)
    assert (game["seq"], game["attempt"], game["status"]) == (0, 1, "running")
    assert game["score"] == {
        "points": 500,
        "parts": [{"key": "start", "label": "Start", "points": 500}],
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_new_game_takes_each_preset(client: Browser, preset: str) -> None:
    """A game of each preset is played by its rules and names it."""
    rules = PRESETS[preset]
    shown = client.start(preset=preset)["rules"]
    assert shown["preset"] == preset
    assert (shown["wrap"], shown["visibility"]) == (rules.wrap, rules.visibility)
    assert (shown["draw_policy"], shown["scoring"]) == (rules.draw_policy, rules.scoring)
    assert (shown["undo"] != "off") == rules.undo.allowed


def test_new_game_takes_single_options_over_a_preset(client: Browser) -> None:
    """Single options are laid over the preset, and the rules are then the player's own."""
    options = {"jokers": 3, "empty_waste": True, "undo": "costs", "undo_cost": 7}
    game = client.start(preset="classic", rules=options)
    assert {name: game["rules"][name] for name in options} == options
    assert (game["rules"]["wrap"], game["rules"]["preset"]) == (False, None)
    assert game["waste"] == {"count": 0, "cards": [], "label": "Waste: empty"}
    assert game["stock"]["count"] == 27
    assert game["code"].startswith("TP1-C-")
    assert game["code"].endswith("-J3W")


def test_unknown_preset_is_refused(client: Browser) -> None:
    """A preset that does not exist is refused by its name."""
    answer = client.post(f"{API}/games", {"preset": "spider"})
    assert refusal(answer) == (422, "rules/bad-option")
    assert "spider" in answer.json()["detail"]


def test_action_tells_what_it_changed(client: Browser) -> None:
    """The answer to a take names the card, what turned up, the points, and shows the game."""
    game = client.start(code=PUBLISHED_CODE)
    for slot in (20, 23):
        game = client.play(game, "take", slot)
    answer = answer_of(client.act(game, "take", 22))
    assert answer["event"] == {
        "kind": "take",
        "slot": 22,
        "card": "2D",
        "turned_up": [13],
        "points": -1,
        "chain": 3,
        "peak": None,
        "sentence": "Took the two of diamonds. Turned up: seven of spades. Chain of 3.",
    }
    assert answer["view"]["seq"] == 3
    assert answer_of(client.get(f"{API}/games/{game['id']}")) == answer["view"]


def test_undo_redo_and_restart_answer_like_moves(client: Browser) -> None:
    """Undo takes back what a move changed, redo repeats it, restart begins a new attempt."""
    first = client.start(code=PUBLISHED_CODE)
    taken = client.play(first, "take", 20)
    undone = client.play(taken, "undo")
    assert (undone["slots"], undone["score"]) == (first["slots"], first["score"])
    assert (undone["undos"], undone["moves"], undone["can"]["redo"]) == (1, 1, True)
    redone = client.play(undone, "redo")
    assert redone["slots"] == taken["slots"]
    again = client.play(redone, "restart")
    assert (again["slots"], again["attempt"], again["moves"]) == (first["slots"], 2, 0)


def test_won_game_is_shown_listed_and_counted(client: Browser) -> None:
    """The published game ends won with 750 points, in the game, the list and the statistics."""
    game = play_published_game(client)
    assert (game["status"], game["score"]["points"], game["moves"]) == ("won", 750, 50)
    can = {"undo": False, "redo": False, "restart": True, "give_up": False}
    assert game["can"] == {**can, "hint": False, "review": True}
    assert answer_of(client.get(f"{API}/games/current")) == {"game": None}
    [line] = answer_of(client.get(f"{API}/games"))["games"]
    assert (line["id"], line["status"], line["points"]) == (game["id"], "won", 750)
    [stats] = answer_of(client.get(f"{API}/stats"))["lines"]
    assert (stats["played"], stats["won"], stats["best_points"]) == (1, 1, 750)
    assert stats["rules"]["label"] == "Easy"


def test_record_is_plain_text(client: Browser) -> None:
    """The record of a game is its code and its standing moves as text."""
    game = client.start(code=PUBLISHED_CODE)
    game = client.play(client.play(game, "take", 20), "draw")
    record = client.get(f"{API}/games/{game['id']}/record")
    assert record.headers["content-type"] == "text/plain; charset=utf-8"
    assert record.text == "TP1-E-AAAAAAB: KC |"


def test_games_are_listed_in_pages(client: Browser) -> None:
    """The list shows twenty games a page, newest first, and nothing past the last page."""
    ids = [client.start()["id"] for _ in range(21)]
    first = answer_of(client.get(f"{API}/games"))
    second = answer_of(client.get(f"{API}/games", params={"page": 2}))
    assert [line["id"] for line in first["games"]] == ids[:0:-1]
    assert [line["id"] for line in second["games"]] == ids[:1]
    assert (second["page"], second["pages"]) == (2, 2)
    assert answer_of(client.get(f"{API}/games?page=9"))["games"] == []
    started = datetime.fromisoformat(second["games"][0]["started_at"])
    assert started.utcoffset() == timedelta(0)


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "1000001", "9" * 5000])
def test_page_number_is_checked(client: Browser, number: str) -> None:
    """A page that is no number from 1 on is refused by the field's name."""
    answer = client.get(f"{API}/games", params={"page": number})
    assert refusal(answer) == (422, "request/invalid")
    assert "page" in answer.json()["text"]


def test_current_game_is_the_one_played_last(client: Browser) -> None:
    """The game to go on with is the open game with the newest action."""
    assert answer_of(client.get(f"{API}/games/current")) == {"game": None}
    older, newer = client.start(), client.start()
    assert answer_of(client.get(f"{API}/games/current"))["game"]["id"] == newer["id"]
    client.play(older, "draw")
    assert answer_of(client.get(f"{API}/games/current"))["game"]["id"] == older["id"]


def test_code_can_be_checked_before_it_is_dealt(client: Browser) -> None:
    """A code as typed is read under the selected rules without starting a game."""
    wanted = {"text": "aaaaaad", "preset": "classic", "rules": {"jokers": 2}}
    checked = answer_of(client.post(f"{API}/codes/check", wanted))
    assert checked["code"] == "TP1-C-AAAAAAD-J2"
    assert (checked["rules"]["wrap"], checked["rules"]["jokers"]) == (False, 2)
    assert answer_of(client.get(f"{API}/games"))["games"] == []


def test_settings_change_one_by_one(client: Browser) -> None:
    """A change of settings leaves the others as they are and shows them all."""
    path = f"{API}/settings"
    default = {"language": "auto", "theme": "auto", "deck": "two", "shortcuts": True}
    default |= {"chance": False, "light": False}
    assert answer_of(client.get(path)) == default
    changed = {**default, "deck": "four", "shortcuts": False}
    assert answer_of(client.put(path, {"deck": "four"})) == {**default, "deck": "four"}
    assert answer_of(client.put(path, {"shortcuts": False})) == changed
    assert answer_of(client.get(path)) == changed


@pytest.mark.parametrize(
    "wrong",
    [{"theme": "pink"}, {"shortcuts": 1}, {"light": "no"}, {"language": "fr"}, {"sound": True}],
)
def test_settings_take_only_what_exists(client: Browser, wrong: Data) -> None:
    """A setting or a value that does not exist is refused and nothing is changed."""
    before = client.get(f"{API}/settings").json()
    answer = client.put(f"{API}/settings", wrong)
    assert refusal(answer) == (422, "request/invalid")
    assert next(iter(wrong)) in answer.json()["text"]
    assert client.get(f"{API}/settings").json() == before


def test_daily_game_is_one_game_a_day(client: Browser, world: WebWorld) -> None:
    """The same day gives the same game, tomorrow another one, and a far day none yet."""
    today = world.now.date()
    first = answer_of(client.get(f"{API}/daily/{today}"))
    assert (first["daily"], first["code"]) == (today.isoformat(), None)
    assert answer_of(client.get(f"{API}/daily/{today}")) == first
    yesterday = answer_of(client.get(f"{API}/daily/{today - timedelta(days=1)}"))
    assert yesterday["id"] != first["id"]
    far = client.get(f"{API}/daily/{today + timedelta(days=2)}")
    assert refusal(far) == (404, "daily/not-yet")


@pytest.mark.parametrize("day", ["2025-02-30", "2025-W01-1", "20250301", "today", "%00", "%ff"])
def test_daily_game_takes_dates_alone(client: Browser, day: str) -> None:
    """Whatever is no date in full is refused as one."""
    assert refusal(client.get(f"{API}/daily/{day}")) == (422, "daily/bad-date")


def test_export_comes_in_again(client: Browser, shared: WebWorld) -> None:
    """What one player exported is taken in for another, twice without harm."""
    game = play_published_game(client)
    client.put(f"{API}/settings", {"theme": "dark"})
    document = answer_of(client.get(f"{API}/export"))
    assert document == json.loads(json.dumps(document))
    other = shared.browser()
    other.start()
    report = answer_of(other.post(f"{API}/import", document))
    assert report == {"added": 1, "continued": 0, "unchanged": 0, "differing": 0}
    assert answer_of(other.post(f"{API}/import", document))["unchanged"] == 1
    assert other.get(f"{API}/settings").json()["theme"] == "dark"
    [line] = [line for line in other.get(f"{API}/games").json()["games"] if line["moves"]]
    assert (line["code"], line["points"]) == (game["code"], 750)


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({}, "import/bad-format"),
        ([], "import/bad-format"),
        ("tripeaks", "import/bad-format"),
        ({"format": "tripeaks", "version": 3, "settings": {}, "games": []}, "import/newer"),
        (
            {"format": "tripeaks", "version": 1, "settings": {"theme": "pink"}, "games": []},
            "import/bad-settings",
        ),
        (
            {"format": "tripeaks", "version": 1, "settings": {}, "games": [{"id": "x"}]},
            "import/bad-game",
        ),
    ],
)
def test_import_says_what_is_wrong(client: Browser, document: object, code: str) -> None:
    """A document that is none is refused with a code and a sentence in both languages."""
    for language in ("en", "de"):
        answer = client.post(f"{API}/import", document, headers={"Accept-Language": language})
        assert refusal(answer) == (422, code)


def test_health_names_program_version_and_run(world: WebWorld) -> None:
    """The health check needs no cookie and says which program answers."""
    health = answer_of(world.stranger().get("/healthz"))
    assert health["program"] == "tripeaks"
    assert health["instance"] == "this-run"
    assert re.fullmatch(r"\d+\.\d+\.\d+", health["version"])


def test_start_page_lists_open_games(client: Browser) -> None:
    """The start page offers the games to go on with and none that has ended."""
    ended, running = client.start(), client.start()
    client.play(ended, "give_up")
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"/games/{running['id']}" in page.text
    assert ended["id"] not in page.text


def test_game_page_holds_the_game_as_the_interface_shows_it(client: Browser) -> None:
    """The page of a game carries the very data that the interface gives."""
    game = client.play(client.start(code=PUBLISHED_CODE), "take", 20)
    page = client.get(f"/games/{game['id']}")
    found = re.search(
        r'<script type="application/json" id="boot">(.*?)</script>', page.text, re.DOTALL
    )
    assert found is not None
    assert json.loads(found[1])["game"] == game
