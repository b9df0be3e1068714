from __future__ import annotations

from typing import Any

import pytest

from strategies import PUBLISHED_CODE, chain_deal
from web.site import API, Browser, Data, WebWorld, answer_of, problem_of, refusal


@pytest.fixture
def game(client: Browser) -> Data:
    """A new game of the published deal."""
    return client.start(code=PUBLISHED_CODE)


def show(client: Browser, game: Data) -> Data:
    """A game as it is now."""
    return answer_of(client.get(f"{API}/games/{game['id']}"))


def test_stale_command_is_answered_with_the_game_as_it_is(client: Browser, game: Data) -> None:
    """A command that answers an older view is refused with 409 and the current view."""
    now = client.play(game, "take", 20)
    for seq in (0, 2, 10**30):
        answer = client.act({**game, "seq": seq}, "draw", command_id=f"late-{seq % 97}")
        assert refusal(answer) == (409, "command/stale")
        assert answer.json()["view"] == now
    assert show(client, game) == now


def test_repeated_command_gives_the_same_bytes(client: Browser, game: Data) -> None:
    """A command that arrives again gets the very answer of the first time, and is done once."""
    first = client.act(game, "take", 20)
    client.play(first.json()["view"], "draw")
    again = client.act(game, "take", 20)
    assert again.content == first.content
    assert again.headers == first.headers
    assert show(client, game)["moves"] == 2


def test_repeated_command_gives_the_same_bytes_after_a_new_start(world: WebWorld) -> None:
    """Every answer of a game with undo, redo and restart is given again by the next run."""
    client = world.browser()
    game = client.start(code=PUBLISHED_CODE)
    answers = []
    for kind, slot in (
        *(("take", 20), ("take", 23), ("undo", None), ("draw", None), ("undo", None)),
        *(("redo", None), ("restart", None), ("take", 24), ("give_up", None)),
    ):
        answer = client.act(game, kind, slot)
        answers.append(((dict(game), kind, slot), answer.content))
        game = answer_of(answer)["view"]
    world.restart()
    client = world.browser()
    assert [client.act(*command).content for command, _ in answers] == [a for _, a in answers]


def test_repeated_command_is_known_before_its_number_is_judged(client: Browser, game: Data) -> None:
    """A repeated command is answered as the first time even if its number is stale or wrong."""
    first = client.act(game, "take", 20, command_id="once")
    client.play(first.json()["view"], "draw")
    for seq in (0, 1, 2, 99):
        assert client.act({**game, "seq": seq}, "draw", command_id="once").content == first.content


def test_same_command_name_serves_two_games(client: Browser, game: Data) -> None:
    """A command is known within its game: another game may use the same name."""
    other = client.start(code=PUBLISHED_CODE)
    for each in (game, other):
        assert client.act(each, "draw", command_id="same").json()["event"]["kind"] == "draw"


def test_one_of_two_clients_wins(world: WebWorld, client: Browser) -> None:
    """Of commands that arrive at once for the same view exactly one is carried out."""
    game = client.start(code=PUBLISHED_CODE)
    path = f"{API}/games/{game['id']}/actions"
    for seq in range(6):
        commands = [
            (path, {"seq": seq, "command_id": f"c-{seq}-{n}", "action": "draw"}) for n in range(4)
        ]
        answers = client.at_once(*commands)
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        [won] = [answer.json()["view"] for answer in answers if answer.status_code == 200]
        assert all(a.json()["view"] == won for a in answers if a.status_code == 409)
    assert len(world.saved_actions(game["id"])) == 6


def test_double_tap_is_one_action(world: WebWorld, client: Browser, game: Data) -> None:
    """The same command sent twice at once is done once, and both answers are the same."""
    command = {"seq": 0, "command_id": "tap", "action": "take", "slot": 20}
    path = f"{API}/games/{game['id']}/actions"
    first, second = client.at_once((path, command), (path, command))
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert len(world.saved_actions(game["id"])) == 1


@pytest.mark.parametrize(
    ("slot", "code"),
    [
        (0, "move/blocked"),
        (18, "move/not-adjacent"),
        (-1, "move/bad-slot"),
        (28, "move/bad-slot"),
        (99999999999, "move/bad-slot"),
        (10**4000, "move/bad-slot"),
        (None, "move/bad-slot"),
        ("20", "request/invalid"),
        ("x", "request/invalid"),
        (True, "request/invalid"),
        (1.5, "request/invalid"),
        (20.0, "request/invalid"),
        ([20], "request/invalid"),
        ({}, "request/invalid"),
    ],
    ids=str,
)
def test_slot_is_checked(client: Browser, game: Data, slot: Any, code: str) -> None:
    """A take of no slot, or of a card that cannot be taken, is refused and changes nothing."""
    answer = client.act(game, "take", slot)
    assert refusal(answer) == (422, code)
    assert ("view" in answer.json()) == (code != "request/invalid")
    assert show(client, game) == game


@pytest.mark.parametrize(
    "seq", ["null", "-1", '"0"', "0.0", "true", "[]", "1" + "0" * 5000], ids=lambda seq: seq[:9]
)
def test_number_of_a_command_is_checked(client: Browser, game: Data, seq: str) -> None:
    """A command whose number is no whole number from 0 on is refused."""
    answer = client.request(
        "POST",
        f"{API}/games/{game['id']}/actions",
        content=f'{{"seq": {seq}, "command_id": "c", "action": "draw"}}',
        headers={"Content-Type": "application/json"},
    )
    assert refusal(answer) in ((422, "request/invalid"), (400, "request/malformed"))
    assert show(client, game) == game


@pytest.mark.parametrize(
    "name", ["", "a b", "ä", "x" * 65, "../x", "a\x00", "\u202e", "\U0001d7d9"], ids=ascii
)
def test_command_name_is_checked(client: Browser, game: Data, name: str) -> None:
    """A command is named by 1 to 64 letters, digits and dashes of ASCII, or refused."""
    assert refusal(client.act(game, "draw", command_id=name)) == (422, "command/bad-id")
    assert show(client, game) == game


@pytest.mark.parametrize("action", ["", "TAKE", "deal", "push", None, 1, "take\x00"], ids=ascii)
def test_unknown_action_is_refused(client: Browser, game: Data, action: Any) -> None:
    """An action that does not exist is refused by the field's name."""
    answer = client.act(game, action)
    assert refusal(answer) == (422, "request/invalid")
    assert answer.json()["text"] == "action"


def test_unknown_field_is_refused(client: Browser, game: Data) -> None:
    """A field that does not exist is refused by its name, so that a slip is not lost."""
    answer = client.act(game, "take", 20, slots=20)
    assert refusal(answer) == (422, "request/invalid")
    assert answer.json()["text"] == "slots"
    assert refusal(client.post(f"{API}/games", {"jokers": 2})) == (422, "request/invalid")


def test_slot_of_another_action_is_ignored(client: Browser, game: Data) -> None:
    """Only a take looks at the slot."""
    event = client.act(game, "draw", 3).json()["event"]
    assert (event["kind"], event["slot"]) == ("draw", None)


def test_after_the_end_only_a_restart_is_possible(client: Browser, game: Data) -> None:
    """A game that was given up refuses every move with its view, and can be restarted."""
    ended = client.play(game, "give_up")
    assert ended["status"] == "lost"
    for kind, slot in (("take", 20), ("draw", None), ("undo", None), ("give_up", None)):
        answer = client.act(ended, kind, slot)
        assert refusal(answer) == (422, "game/ended")
        assert answer.json()["view"] == ended
    assert client.play(ended, "restart")["status"] == "running"


def test_refused_command_may_be_repeated_as_another(client: Browser, game: Data) -> None:
    """A refusal uses up neither the number nor the name of the command."""
    assert refusal(client.act(game, "take", 18, command_id="c"))[1] == "move/not-adjacent"
    assert client.act(game, "take", 20, command_id="c").status_code == 200


def test_refusals_of_the_rules_have_their_codes(world: WebWorld, client: Browser) -> None:
    """Drawing too early, from nothing, undoing where it is off: each has a code of its own."""
    stuck = client.start(code="AAAAAAB", preset="traditional")
    assert refusal(client.act(stuck, "draw")) == (422, "move/must-take")
    off = client.play(stuck, "take", 22)
    assert refusal(client.act(off, "undo")) == (422, "undo/off")
    new = client.start(code=PUBLISHED_CODE)
    assert refusal(client.act(new, "undo")) == (422, "undo/nothing")
    assert refusal(client.act(new, "redo", command_id="r")) == (422, "redo/nothing")
    taken = client.play(new, "take", 20)
    assert refusal(client.act(taken, "take", 20)) == (422, "move/gone")
    empty = answer_of(client.get(f"{API}/games/{world.lay_out(chain_deal())}"))
    while empty["stock"]["count"]:
        empty = client.play(empty, "draw")
    assert refusal(client.act(empty, "draw")) == (422, "move/stock-empty")
    assert empty["stock"]["refusal"]["code"] == "move/stock-empty"


def test_game_takes_a_limited_number_of_actions(
    client: Browser, game: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After its last action a game refuses every other with its view, a restart too."""
    monkeypatch.setattr("tripeaks.game.MOST_ACTIONS", 2)
    full = client.play(client.play(game, "draw"), "undo")
    for kind in ("draw", "restart"):
        answer = client.act(full, kind, command_id=kind)
        assert refusal(answer) == (422, "game/too-long")
        assert answer.json()["view"]["seq"] == 2


@pytest.mark.parametrize("game_id", ["nothing", "name-99", "x" * 64, "%00", "%ff", "..", "a%2fb"])
def test_unknown_game_is_not_found(client: Browser, game_id: str) -> None:
    """Whatever names no game is answered with 404, for each thing one can do with a game."""
    command = {"seq": 0, "command_id": "c", "action": "draw"}
    answers = [
        client.get(f"{API}/games/{game_id}"),
        client.get(f"{API}/games/{game_id}/record"),
        client.post(f"{API}/games/{game_id}/actions", command),
    ]
    codes = {refusal(answer) for answer in answers}
    assert codes <= {(404, "command/unknown-game"), (404, "request/not-found")}


def test_foreign_game_looks_like_an_unknown_one(shared: WebWorld) -> None:
    """Another player's game is answered exactly as one that does not exist."""
    owner, other = shared.browser(), shared.browser()
    game = owner.start(code=PUBLISHED_CODE)
    other.start()
    for each in (other, shared.stranger()):
        for path in ("", "/record"):
            foreign = each.get(f"{API}/games/{game['id']}{path}")
            unknown = each.get(f"{API}/games/name-00{path}")
            assert foreign.status_code == 404
            assert foreign.text == unknown.text.replace("name-00", game["id"])
        foreign, unknown = each.act(game, "draw"), each.act({**game, "id": "name-00"}, "draw")
        assert refusal(foreign) == (404, "command/unknown-game")
        assert foreign.text == unknown.text.replace("name-00", game["id"])
        foreign, unknown = each.get(f"/games/{game['id']}"), each.get("/games/name-00")
        assert (foreign.status_code, foreign.text) == (404, unknown.text)
    assert show(owner, game)["seq"] == 0


@pytest.mark.parametrize("preset", ["easy", "traditional"])
def test_refused_move_and_view_agree(client: Browser, preset: str) -> None:
    """Each move the view calls impossible is refused with that very code and sentence."""
    game = client.start(code="AAAAAAH", preset=preset)
    for slot in game["slots"]:
        if slot["refusal"] is None:
            continue
        problem = problem_of(client.act(game, "take", slot["slot"]))
        assert (problem["code"], problem["detail"]) == (
            slot["refusal"]["code"],
            slot["refusal"]["sentence"],
        )
