"""``tripeaks``: start the server on the loopback address and open the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

import click

from tripeaks.cli.place import data_folder, saved_games
from tripeaks.cli.running import Running
from tripeaks.i18n import Sentences
from tripeaks.web.app import Site, create_app
from tripeaks.web.identity import LocalIdentity
from tripeaks.web.server import LOOPBACK, listen, serve

USUAL_PORT = 8747
_TOKEN_BYTES = 24


def run(say: Sentences, *, port: int | None, browser: bool, data: Path | None) -> None:
    """Serve the local profile until Ctrl-C, or open the server that already does.

    Args:
        say: The sentences of the reader's language.
        port: The port to use, or None for the usual one or any free one.
        browser: Open the browser where there is one.
        data: The folder for saved games, or None for the user's data folder.
    """
    folder = data_folder(data)
    other = Running.find(folder)
    if other is not None:
        click.echo(say.text("cli.already-running", address=other.address))
        _open(other.address, browser=browser)
        return
    listener = _listener(say, port)
    running = Running(listener.getsockname()[1], token_urlsafe(_TOKEN_BYTES))
    with saved_games(folder) as service:
        identity = LocalIdentity(service, running.token, f"tripeaks-{running.port}")
        app = create_app(service, identity, Site(_own_hosts(running.port), running.instance))

        def ready() -> None:
            click.echo(say.text("cli.ready", address=running.address))
            _open(running.address, browser=browser)

        # Without room for the word, a second start merely does not find this one.
        with suppress(OSError):
            running.write(folder)
        try:
            serve(app, listener, ready)
        except KeyboardInterrupt:
            click.echo(say.text("cli.goodbye"))
        finally:
            Running.forget(folder)


def _listener(say: Sentences, port: int | None) -> socket.socket:
    try:
        return listen(LOOPBACK, port or USUAL_PORT)
    except OSError as error:
        if port is not None:
            reason = error.strerror or str(error)
            click.echo(say.text("cli.port-refused", port=port, reason=reason), err=True)
            sys.exit(1)
        listener = listen(LOOPBACK, 0)
        free = listener.getsockname()[1]
        click.echo(say.text("cli.other-port", port=USUAL_PORT, free=free))
        return listener


def _own_hosts(port: int) -> frozenset[str]:
    return frozenset(f"{name}:{port}" for name in (LOOPBACK, "localhost"))


def _open(address: str, *, browser: bool) -> None:
    """Open the browser without waiting for it; a machine without a screen has none."""
    screen = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    if browser and (screen or sys.platform in ("win32", "darwin")):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
