"""A server of the program's own, as a player starts it, and what it says over its API."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.cookiejar import Cookie
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx

from cli.program import FRESH_CONNECTIONS, PATIENCE
from tripeaks.deal import Deal
from tripeaks.notation import parse_moves

LOOPBACK = "127.0.0.1"
_DEFAULTS = {
    "language": "auto",
    "theme": "auto",
    "deck": "two",
    "shortcuts": True,
    "chance": False,
    "light": False,
}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`tripeaks` on a port and a data folder; it can be killed and started again.

    Args:
        folder: The data folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.origin = f"http://{LOOPBACK}:{self.port}"
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start the program and wait for the address it prints."""
        command = [sys.executable, "-m", "tripeaks", "--no-browser"]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        word = self._process.stdout.readline()
        found = re.search(rf"{self.origin}/\?token=\S+", word)
        assert found, f"the program printed no address: {word!r}"
        self.address = found[0]
        self.client = httpx.Client(
            base_url=self.origin,
            follow_redirects=True,
            timeout=PATIENCE,
            limits=FRESH_CONNECTIONS,
        )
        self.client.get(self.address).raise_for_status()

    def kill(self) -> None:
        """End the program without a farewell, as a power cut would."""
        self.client.close()
        self._process.kill()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process.wait()

    def jar(self) -> Iterator[Cookie]:
        """The cookies by which the server knows its player."""
        return iter(self.client.cookies.jar)

    def tidy(self) -> None:
        """Leave no preferences and no open games of an earlier test."""
        self.client.put("/api/v1/settings", json=_DEFAULTS).raise_for_status()
        for line in self.lines():
            if line["status"] in ("running", "blocked"):
                self.act(line["id"], "give_up")

    def lines(self) -> list[dict[str, Any]]:
        """The newest games of the player."""
        games: list[dict[str, Any]] = self._json("/api/v1/games")["games"]
        return games

    def game(self, game_id: str) -> dict[str, Any]:
        """A game as its player sees it."""
        return self._json(f"/api/v1/games/{game_id}")

    def results(self) -> tuple[int, int]:
        """How many results are recorded, first attempts and later ones, and how many are won."""
        lines = self._json("/api/v1/stats")["lines"]
        played = sum(line["played"] + line["repeats"] for line in lines)
        return played, sum(line["won"] + line["repeats_won"] for line in lines)

    def new_game(self, code: str, moves: str = "", **rules: object) -> str:
        """Start a game and make moves as they are written."""
        wanted = {"code": code, "rules": rules}
        response = self.client.post("/api/v1/games", json=wanted)
        response.raise_for_status()
        game_id: str = response.json()["id"]
        for seq, move in enumerate(parse_moves(moves, Deal.from_code(code))):
            slot = None if move.is_draw else move.index
            self.act(game_id, "draw" if slot is None else "take", slot, seq=seq)
        return game_id

    def hint(self, game_id: str, kind: str = "fair") -> dict[str, Any]:
        """Ask for a hint for a game as it is now."""
        wanted = {"seq": self.game(game_id)["seq"], "kind": kind}
        response = self.client.post(f"/api/v1/games/{game_id}/hint", json=wanted)
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer

    def choose(self, **settings: object) -> None:
        """Change some of the player's preferences."""
        self.client.put("/api/v1/settings", json=settings).raise_for_status()

    def act(
        self, game_id: str, action: str, slot: int | None = None, *, seq: int | None = None
    ) -> dict[str, Any]:
        """Act in a game as it is now."""
        seq = self.game(game_id)["seq"] if seq is None else seq
        command = {"seq": seq, "command_id": str(uuid4()), "action": action, "slot": slot}
        response = self.client.post(f"/api/v1/games/{game_id}/actions", json=command)
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer

    def _json(self, path: str) -> dict[str, Any]:
        response = self.client.get(path)
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer
