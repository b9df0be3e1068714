"""The program as browsers see it: an application over a file, and clients in this process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import event

from service.world import World
from tripeaks.game import Kind
from tripeaks.web.app import Site, create_app
from tripeaks.web.identity import LocalIdentity, SharedIdentity

HOST = "127.0.0.1:8747"
SHARED_HOST = "cards.example.org"
TOKEN = "the-token-of-this-run"  # noqa: S105 - it opens nothing outside these tests
COOKIE = "tripeaks-8747"
PLAYER_COOKIE = "tripeaks-player"
API = "/api/v1"
PROBLEM = "application/problem+json"

# What a test sends: a dictionary of what it is about.
Data = dict[str, Any]


class Browser:
    """A client of an application in this process; each call waits for the answer.

    It asks for English and for uncompressed answers, follows no redirect, and keeps cookies.

    Args:
        app: The application.
        host: The Host header.
        headers: Further headers of each request.
    """

    def __init__(self, app: FastAPI, host: str = HOST, **headers: str) -> None:
        self._runner = asyncio.Runner()
        self.http = httpx.AsyncClient(
            # What the application does not catch itself fails the test.
            transport=httpx.ASGITransport(app),
            base_url=f"http://{host}",
            headers={"Accept-Language": "en", "Accept-Encoding": "identity", **headers},
        )

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request."""
        return self._runner.run(self.http.request(method, path, **options))

    def get(self, path: str, **options: Any) -> httpx.Response:
        """Ask for something."""
        return self.request("GET", path, **options)

    def post(self, path: str, json: object = None, **options: Any) -> httpx.Response:
        """Send JSON."""
        return self.request("POST", path, json=json, **options)

    def put(self, path: str, json: object = None, **options: Any) -> httpx.Response:
        """Send JSON to be kept."""
        return self.request("PUT", path, json=json, **options)

    def at_once(self, *requests: tuple[str, object]) -> list[httpx.Response]:
        """Post JSON to several paths at the same time."""

        async def all_of_them() -> list[httpx.Response]:
            posts = (self.http.post(path, json=json) for path, json in requests)
            return await asyncio.gather(*posts)

        return self._runner.run(all_of_them())

    def close(self) -> None:
        """Close all connections."""
        self._runner.run(self.http.aclose())
        self._runner.close()

    def start(self, **wanted: object) -> Data:
        """Start a game."""
        answer = self.post(f"{API}/games", wanted)
        assert answer.status_code == 201, answer.text
        return answer_of(answer)

    def act(
        self, game: Data, kind: Kind | str, slot: int | None = None, **other: Any
    ) -> httpx.Response:
        """Act in a game as it was shown last; the answer as it came."""
        command = {
            "seq": game["seq"],
            "command_id": f"command-{game['seq']}",
            "action": kind,
            "slot": slot,
            **other,
        }
        return self.post(f"{API}/games/{game['id']}/actions", command)

    def play(self, game: Data, kind: Kind | str, slot: int | None = None) -> Data:
        """Act in a game and give the game after it."""
        answer = self.act(game, kind, slot)
        assert answer.status_code == 200, answer.text
        view: Data = answer.json()["view"]
        return view


class WebWorld(World):
    """A world whose service is behind an application.

    Args:
        path: The database file.
        shared: Many players, each named by a cookie, rather than one who holds the token.
        durable: Wait for the disk as the program does.
    """

    def __init__(self, path: Path, *, shared: bool = False, durable: bool = False) -> None:
        self._shared = shared
        self._durable = durable
        self._browsers: list[Browser] = []
        super().__init__(path)

    def open(self, busy_timeout: float = 5.0) -> None:
        """Start the program."""
        super().open(busy_timeout)
        if not self._durable:
            self.store.engine.dispose()
            event.listen(self.store.engine, "connect", _trust_the_machine)
        if self._shared:
            shared = SharedIdentity(self.service, PLAYER_COOKIE)
            self.app = create_app(self.service, shared, Site(frozenset({SHARED_HOST})))
        else:
            local = LocalIdentity(self.service, TOKEN, COOKIE)
            hosts = frozenset({HOST, "localhost:8747"})
            self.app = create_app(self.service, local, Site(hosts, "this-run"))

    def stranger(self, **headers: str) -> Browser:
        """A browser that has never been here."""
        browser = Browser(self.app, SHARED_HOST if self._shared else HOST, **headers)
        self._browsers.append(browser)
        return browser

    def browser(self, **headers: str) -> Browser:
        """A browser that is let in."""
        browser = self.stranger(**headers)
        if not self._shared:
            browser.http.cookies.set(COOKIE, TOKEN)
        return browser

    def end(self) -> None:
        """End the program and its browsers."""
        for browser in self._browsers:
            browser.close()
        self.store.close()


def answer_of(response: httpx.Response) -> Data:
    """The JSON object of an answer."""
    assert response.headers["content-type"] == "application/json", response.text
    data: Data = response.json()
    return data


def problem_of(response: httpx.Response) -> Data:
    """The problem details of a refusal, whose form is checked (RFC 9457)."""
    assert response.headers["content-type"] == PROBLEM, response.text
    data: Data = response.json()
    assert data["status"] == response.status_code
    assert data["type"] == f"{API}/docs#{data['code']}"
    assert data["title"]
    assert data["detail"]
    assert "Traceback" not in response.text
    return data


def refusal(response: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return response.status_code, problem_of(response)["code"]


def _trust_the_machine(connection: Any, _entry: object) -> None:
    connection.execute("PRAGMA synchronous = OFF")
