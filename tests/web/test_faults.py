from __future__ import annotations

import logging
import os
import re
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from strategies import PUBLISHED_CODE
from tripeaks.errors import StoreError
from web.site import API, Browser, WebWorld, problem_of, refusal

FAILED = (500, "program/failed")
STORE_FAULTS = {
    "store/locked": 503,
    "store/full": 507,
    "store/read-only": 503,
    "store/damaged": 503,
    "store/newer": 503,
    "store/unreachable": 503,
}


def failing(error: BaseException) -> Any:
    """A use case that fails."""

    def fail(*_: object) -> NoReturn:
        raise error

    return fail


@pytest.mark.parametrize("error", [RuntimeError("7S"), KeyError("7S"), RecursionError("7S")])
def test_fault_of_the_program_names_no_card(
    world: WebWorld, client: Browser, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    """A fault gives a problem and one line in the log: no traceback, no card, no message."""
    game = client.start(code=PUBLISHED_CODE)
    world.service.act = world.service.show = failing(error)
    for answer in (client.act(game, "draw"), client.get(f"{API}/games/{game['id']}")):
        assert refusal(answer) == FAILED
        assert answer.headers["content-language"] == "en"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert "7S" not in answer.text
    assert len(caplog.records) == 2
    for record in caplog.records:
        assert record.levelno == logging.ERROR
        assert record.exc_info is None
        assert "7S" not in record.getMessage()
        assert re.fullmatch(rf"{type(error).__name__} in fail, line \d+", record.getMessage())


def test_fault_of_the_program_is_told_in_the_readers_language(
    world: WebWorld, client: Browser
) -> None:
    """Even for a fault there is a German sentence."""
    world.service.list = failing(RuntimeError())
    answer = client.get(f"{API}/games", headers={"Accept-Language": "de"})
    assert answer.headers["content-language"] == "de"
    assert "Spiele" in problem_of(answer)["detail"]


def test_server_goes_on_after_a_fault(
    world: WebWorld, client: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the middle of an action loses nothing and stops nothing."""
    game = client.start(code=PUBLISHED_CODE)
    with monkeypatch.context() as patched:
        patched.setattr("tripeaks.store.games.Games.append", failing(RuntimeError()))
        assert refusal(client.act(game, "take", 20)) == FAILED
    assert client.get(f"{API}/games/{game['id']}").json() == game
    assert client.act(game, "take", 20).status_code == 200
    assert len(world.saved_actions(game["id"])) == 1


def test_person_gets_a_page_for_a_fault(world: WebWorld, client: Browser) -> None:
    """A page that fails is answered with a page that says so and leads back."""
    world.service.show = failing(RuntimeError())
    page = client.get("/games/name-2")
    assert (page.status_code, page.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert "<code>program/failed</code>" in page.text


@pytest.mark.parametrize(("code", "status"), STORE_FAULTS.items())
def test_store_faults_have_codes_and_statuses(
    world: WebWorld, client: Browser, code: str, status: int
) -> None:
    """Each fault of the store is a problem of its own for a program and a page for a person."""
    game = client.start()
    world.service.act = world.service.show = failing(StoreError(code, text="games.db"))
    answer = client.act(game, "draw")
    assert refusal(answer) == (status, code)
    assert ("retry-after" in answer.headers) == (code == "store/locked")
    page = client.get(f"/games/{game['id']}")
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert f"<code>{code}</code>" in page.text


def test_store_faults_on_the_way_in_have_pages_too(world: WebWorld, client: Browser) -> None:
    """Where not even the player can be looked up, a person gets the page all the same."""
    world.service.players.knows = failing(StoreError("store/damaged"))  # type: ignore[method-assign]
    page = client.get("/")
    assert page.status_code == 503
    assert "<code>store/damaged</code>" in page.text
    assert refusal(client.get(f"{API}/games")) == (503, "store/damaged")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the writer's lock from outside the program."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.close()


def test_locked_store_is_tried_again_later(world: WebWorld) -> None:
    """While another program writes, an action is refused with a time to wait, then done."""
    world.store.close()
    world.open(busy_timeout=0.05)
    client = world.browser()
    game = client.start(code=PUBLISHED_CODE)
    with locked(world.path):
        answer = client.act(game, "take", 20)
        assert refusal(answer) == (503, "store/locked")
        assert answer.headers["retry-after"] == "1"
        assert client.get(f"{API}/games/{game['id']}").json() == game
    assert client.act(game, "take", 20).json()["view"]["seq"] == 1


@contextmanager
def full_disk(path: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the size of the database's log now."""
    size = path.with_name(f"{path.name}-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_full_disk_refuses_and_loses_nothing(world: WebWorld, client: Browser) -> None:
    """On a full disk an action is refused with 507; what was acknowledged stays and goes on."""
    game = client.start(code=PUBLISHED_CODE)
    taken = client.play(game, "take", 20)
    with full_disk(world.path):
        answers = [client.act(taken, "draw", command_id=f"full-{n}") for n in range(3)]
    assert {refusal(answer) for answer in answers} == {(507, "store/full")}
    assert client.get(f"{API}/games/{game['id']}").json() == taken
    drawn = client.play(taken, "draw")
    world.restart()
    assert world.browser().get(f"{API}/games/{game['id']}").json() == drawn


def test_damaged_file_is_no_traceback(world: WebWorld) -> None:
    """A file that is damaged while the program runs gives a problem and a page."""
    world.store.close()
    size = world.path.stat().st_size
    with world.path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    client = world.browser()
    assert refusal(client.get(f"{API}/games")) == (503, "store/damaged")
    page = client.get("/")
    assert page.status_code == 503
    assert "<code>store/damaged</code>" in page.text
