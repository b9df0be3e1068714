"""A server that is killed while somebody plays, and what is left of the games afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from uuid import uuid4

import httpx

from cli.program import Program
from tripeaks.deal import Deal
from tripeaks.game import Action, Game, Kind

API = "/api/v1"
# A game of some length: nothing ends before the kill.
_RESTART_EVERY = 40


@dataclass
class Player:
    """Somebody who plays as fast as the server answers, until it does not any more.

    Attributes:
        client: What sends the actions.
        rng: Chooses them.
        acknowledged: The actions that were answered, with the answers.
        unanswered: The action that was under way when the server was killed, if any.
    """

    client: httpx.Client
    rng: Random
    acknowledged: list[tuple[dict[str, Any], bytes]] = field(default_factory=list)
    unanswered: dict[str, Any] | None = None

    def begin(self) -> None:
        """Start a game."""
        view = self.client.post(f"{API}/games", json={}).json()
        self.game_id: str = view["id"]
        self._game = Game(Deal.from_code(view["code"]))

    def play(self) -> None:
        """Act until the server is gone."""
        while True:
            command = self._next()
            self.unanswered = command
            try:
                answer = self.send(self.client, command)
            except httpx.TransportError:
                return
            assert answer.status_code == 200, answer.text
            self.acknowledged.append((command, answer.content))
            self.unanswered = None

    def send(self, client: httpx.Client, command: dict[str, Any]) -> httpx.Response:
        """Send an action."""
        return client.post(f"{API}/games/{self.game_id}/actions", json=command)

    def _next(self) -> dict[str, Any]:
        game = self._game
        moves = [Action(Kind.DRAW if m.is_draw else Kind.TAKE, m.index) for m in game.view().legal]
        moves += [Action(Kind.UNDO)] * game.can_undo + [Action(Kind.REDO)] * game.can_redo
        if not moves or game.seq % _RESTART_EVERY == _RESTART_EVERY - 1:
            moves = [Action(Kind.RESTART)]
        action = self.rng.choice(moves)
        seq = game.seq
        game.act(action)
        slot = action.slot if action.kind is Kind.TAKE else None
        name = str(uuid4())
        return {"seq": seq, "command_id": name, "action": action.kind, "slot": slot}


def killed_again_and_again(folder: Path, rng: Random) -> Iterator[int]:
    """Play on a server, kill it at a random moment, start it again, check all games; and again.

    Args:
        folder: Where the games are saved.
        rng: Chooses the moments and the actions.

    Yields:
        The number of actions that had been acknowledged before each kill.
    """
    player = None
    while True:
        with Program(folder) as program, program.client() as client:
            if player is not None:
                check(player, client)
                check_all_games(client)
                yield len(player.acknowledged)
            player = Player(client, rng)
            player.begin()
            thread = Thread(target=player.play)
            thread.start()
            time.sleep(rng.uniform(0.02, 0.6))
            program.kill()
            thread.join()


def check(player: Player, client: httpx.Client) -> None:
    """Check that what was acknowledged is there, and the last action whole or not at all."""
    shown = client.get(f"{API}/games/{player.game_id}").json()
    done = len(player.acknowledged)
    assert shown["seq"] in (done, done + (player.unanswered is not None))
    if done:
        _, last = player.acknowledged[-1]
        if shown["seq"] == done:
            assert f'"view":{client.get(f"{API}/games/{player.game_id}").text}}}' in last.decode()
    for command, answer in player.acknowledged[-3:]:
        assert player.send(client, command).content == answer
    if player.unanswered:
        first = player.send(client, player.unanswered)
        assert first.status_code == 200, first.text
        assert player.send(client, player.unanswered).content == first.content
        assert first.json()["view"]["seq"] == done + 1


def check_all_games(client: httpx.Client) -> None:
    """Check that every game of the player can be shown."""
    pages = client.get(f"{API}/games").json()["pages"]
    for page in range(1, pages + 1):
        for line in client.get(f"{API}/games", params={"page": page}).json()["games"]:
            shown = client.get(f"{API}/games/{line['id']}").json()
            assert (shown["code"], shown["status"]) == (line["code"], line["status"])
