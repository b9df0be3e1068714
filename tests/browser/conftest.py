"""One server for all tests of a worker, and browsers that tell what went wrong in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from browser.server import Server
from browser.visitor import Visit, Visitor, Witness

_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)

_PATIENCE_MS = 20_000  # a busy machine is slow, not wrong


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """Waits end when what is waited for is there; how long they may last fails no test."""
    expect.set_options(timeout=_PATIENCE_MS)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """A Chromium that asks nobody anything; root has no sandbox to offer."""
    sandbox = () if os.geteuid() else ("--no-sandbox",)
    return {**browser_type_launch_args, "args": [*_QUIET, *sandbox]}


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of this worker."""
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def server(running_server: Server) -> Server:
    """The server, without preferences and open games of an earlier test."""
    running_server.tidy()
    return running_server


@pytest.fixture
def fresh_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of the test's own, which may be killed."""
    with Server(tmp_path_factory.mktemp("fresh")) as server:
        yield server


def seat(context: BrowserContext, server: Server) -> Visitor:
    """Open a window that the server knows, before a witness."""
    for cookie in server.jar():
        value = cookie.value or ""
        context.add_cookies([{"name": cookie.name, "value": value, "url": server.origin}])
    witness = Witness(server.origin)
    witness.watch(context)
    return Visitor(context.new_page(), server, witness)


@pytest.fixture
def visit(server: Server, new_context: Callable[..., BrowserContext]) -> Iterator[Visit]:
    """Opens browsers, English ones unless told otherwise; none of them may complain."""
    witnesses: list[Witness] = []

    def visit(at: Server = server, **options: Any) -> Visitor:
        visitor = seat(new_context(**{"locale": "en-GB", **options}), at)
        witnesses.append(visitor.witness)
        return visitor

    yield visit
    assert [complaint for witness in witnesses for complaint in witness.verdict()] == []


@pytest.fixture
def english(visit: Visit) -> Visitor:
    """An English browser on a desk."""
    return visit()
