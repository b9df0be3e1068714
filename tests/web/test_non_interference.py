from __future__ import annotations

import logging
import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.game import Action, Game, Kind, Status
from tripeaks.layout import SLOTS
from tripeaks.rules import PRESETS, Rules
from tripeaks.service.proving import winning_line
from tripeaks.store import SavedGame
from tripeaks.view import STOCK_PLACE
from web.site import API, WebWorld
from web.watching import wire

PAIRS_OF_A_PRESET = 3
MOST_ACTIONS = 35


def random_actions(game: Game, rng: Random) -> list[Action]:
    """Play a game at random in memory, with undos, redos and restarts, up to some moment."""
    actions = []
    for _ in range(rng.randrange(MOST_ACTIONS)):
        moves = [Action(Kind.TAKE, m.index) for m in game.view().legal if not m.is_draw] * 3
        moves += [Action(Kind.DRAW) for m in game.view().legal if m.is_draw]
        moves += [Action(Kind.UNDO)] * game.can_undo + [Action(Kind.REDO)] * game.can_redo
        if not moves or rng.random() < 0.02:
            moves = [Action(Kind.RESTART)]
        actions.append(rng.choice(moves))
        game.act(actions[-1])
    return actions


def with_two_swapped(deal: Deal, known: set[int], rng: Random) -> Deal:
    """The deal with two cards that have not been seen in each other's place."""
    cards = [*deal.tableau, deal.waste, *deal.stock]
    unseen = [p for p, card in enumerate(cards) if p not in known and isinstance(card, Card)]
    first, second = rng.sample(unseen, 2)
    cards[first], cards[second] = cards[second], cards[first]
    tableau, waste, stock = cards[:SLOTS], cards[SLOTS], cards[STOCK_PLACE:]
    return replace(deal, tableau=tuple(tableau), waste=waste, stock=tuple(stock))  # type: ignore[arg-type]


def traffic(path: Path, deal: Deal, preset: str, actions: list[Action]) -> list[bytes]:
    """All that a server sends while this deal is played under some number."""

    def numbered(_: int, rules: Rules) -> Deal:
        return replace(deal, rules=rules, number=7)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Deal, "numbered", staticmethod(numbered))
        world = WebWorld(path)
        client = world.browser()
        sent = [client.post(f"{API}/games", {"code": "AAAAAAH", "preset": preset})]
        game = sent[0].json()
        address = f"{API}/games/{game['id']}"
        commands: list[dict[str, Any]] = [
            {"seq": seq, "command_id": f"c-{seq}", "action": action.kind, "slot": action.slot}
            for seq, action in enumerate(actions)
        ]
        # What is late or repeated must not differ either; nor what is refused: on the cards
        # of the two upper rows others lie, or nothing does any more.
        commands += commands[:1] + [{**command, "command_id": "late"} for command in commands[:1]]
        commands += [
            {"seq": len(actions), "command_id": "refused", "action": "take", "slot": slot}
            for slot in (0, 1, 2, 28)
            if game["slots"][slot % 28]["refusal"]
        ]
        sent += [client.post(f"{address}/actions", command) for command in commands]
        sent += [
            client.post(f"{address}/hint", {"seq": len(actions), "kind": kind})
            for kind in ("fair", "chance", "fair")
        ]
        # A review of a game that has ended shows all cards; one asked for before shows none.
        if client.get(address).json()["status"] == Status.RUNNING:
            sent += [
                client.post(f"{address}/review"),
                client.post(f"{address}/play-on", {"moves": "|"}),
            ]
        sent += [
            client.get(path)
            for path in (
                *(address, f"{address}/record", f"/games/{game['id']}", "/", f"{API}/games"),
                *(f"{API}/games/current", f"{API}/stats", f"{API}/export", f"{API}/settings"),
            )
        ]
        world.end()
    return [wire(answer) for answer in sent]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_unseen_cards_change_no_byte(
    empty_file: Path, tmp_path: Path, preset: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Deals that differ in two unseen cards give the same bytes and log lines up to then."""
    caplog.set_level(logging.DEBUG)
    rng = Random(preset)
    for pair in range(PAIRS_OF_A_PRESET):
        deal = Deal.numbered(rng.randrange(2**35), PRESETS[preset])
        game = Game(deal)
        actions = random_actions(game, rng)
        seen = set(game.view().known)
        other = with_two_swapped(deal, seen, rng)
        assert str(other) != str(deal)
        both = []
        for number, each in enumerate((deal, other)):
            path = Path(shutil.copy(empty_file, tmp_path / f"{pair}-{number}.db"))
            caplog.clear()
            both.append((traffic(path, each, preset, actions), said(caplog, path)))
        assert both[0] == both[1]


@pytest.mark.parametrize("preset", ["easy", "classic"])
def test_hints_for_winnable_deals_are_as_blind(
    empty_file: Path, tmp_path: Path, preset: str
) -> None:
    """Fair hints do not differ either where the player knows that the deal can be won."""
    rng = Random(preset)
    deals: list[Deal] = []
    while len(deals) < 2:
        deal = replace(Deal.numbered(rng.randrange(2**35), PRESETS[preset]), number=None)
        other = with_two_swapped(deal, set(Game(deal).view().known), rng)
        assert str(other) != str(deal)
        deals = [each for each in (deal, other) if winning_line(each)]
    both = []
    for number, each in enumerate(deals):
        world = WebWorld(Path(shutil.copy(empty_file, tmp_path / f"{number}.db")))
        game = SavedGame("blind", world.player, each, None, world.clock(), winning_line(each))
        with world.store.writing() as saved:
            saved.games.add(game)
        client = world.browser()
        asked = [{"seq": 0, "kind": kind} for kind in ("fair", "chance")]
        both.append([wire(client.post(f"{API}/games/blind/hint", each)) for each in asked])
        world.end()
    assert both[0] == both[1]


def said(caplog: pytest.LogCaptureFixture, path: Path) -> list[str]:
    """The lines of the log, the name of the file aside."""
    return [record.getMessage().replace(str(path), "") for record in caplog.records]


def test_seen_card_changes_the_traffic(empty_file: Path, tmp_path: Path) -> None:
    """The comparison is able to fail: a card that can be seen changes what is sent."""
    deal = Deal.numbered(1, PRESETS["easy"])
    everything_but_two = set(range(52)) - {18, 40}
    other = with_two_swapped(deal, everything_but_two, Random(1))
    first, second = (
        traffic(Path(shutil.copy(empty_file, tmp_path / name)), each, "easy", [])
        for name, each in (("first.db", deal), ("second.db", other))
    )
    assert first != second


def codes_of(world: WebWorld, game_id: str) -> list[str]:
    """The code of a game in all forms that would give it away."""
    with world.store.reading() as saved:
        found = saved.games.find(game_id)
    assert found is not None
    assert found.deal.number is not None
    code = found.deal.code or ""
    letters = code.split("-")[2]
    return [code, letters, letters.lower(), str(found.deal.number), f"{found.deal.number:x}"]


def test_daily_game_tells_no_code_before_its_end(world: WebWorld) -> None:
    """Until the game of the day has ended, no answer holds its code, and record is withheld."""
    client = world.browser()
    day = world.now.date() - timedelta(days=1)
    game = client.get(f"{API}/daily/{day}").json()
    secrets = codes_of(world, game["id"])
    address = f"{API}/games/{game['id']}"
    sent = []
    for kind in ("draw", "draw", "undo", "redo", "restart", "draw"):
        answer = client.act(game, kind)
        sent += [answer, client.act(game, kind)]
        game = answer.json()["view"]
        sent += [client.act(game, "take", 0), client.act({**game, "seq": 0}, "draw", slot=1)]
    looks = (
        *(address, f"/games/{game['id']}", "/", f"{API}/games", f"{API}/games/current"),
        *(f"{API}/daily/{day}", f"{API}/export", f"{API}/stats", f"{address}/record"),
    )
    sent += [client.get(look) for look in looks]
    record = client.get(f"{address}/record")
    assert (record.status_code, record.json()["code"]) == (403, "game/withheld")
    assert client.get(f"{API}/export").json()["games"] == []
    for answer in sent:
        for secret in secrets:
            assert secret.encode() not in wire(answer)
    assert all(f'"code":"{secrets[0]}"' not in answer.text for answer in sent)


def test_daily_game_tells_its_code_after_its_end(world: WebWorld) -> None:
    """Once the game of the day has ended, its code, record and export are there, for good."""
    client = world.browser()
    game = client.get(f"{API}/daily/{world.now.date()}").json()
    code = codes_of(world, game["id"])[0]
    ended = client.play(client.play(game, "draw"), "give_up")
    assert ended["code"] == code
    again = client.play(ended, "restart")
    assert again["code"] == code
    assert client.get(f"{API}/games/{game['id']}/record").text == f"{code}:"
    [exported] = client.get(f"{API}/export").json()["games"]
    assert exported["deal"] == code
    assert f'"code":"{code}"' in client.get(f"{API}/games").text
