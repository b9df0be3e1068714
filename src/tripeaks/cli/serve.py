"""``tripeaks serve``: a server for many players, each known by a cookie."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tripeaks.cli.place import data_folder, saved_games
from tripeaks.i18n import Sentences
from tripeaks.web.app import Site, create_app
from tripeaks.web.identity import SharedIdentity
from tripeaks.web.server import listen, serve

_COOKIE = "tripeaks-player"


def run(
    say: Sentences,
    *,
    host: str,
    port: int,
    names: tuple[str, ...],
    https: bool,
    data: Path | None,
) -> None:
    """Serve many players until a signal ends it.

    Args:
        say: The sentences of the reader's language.
        host: The address to listen on.
        port: The port to listen on.
        names: What browsers call this server, such as ``cards.example.org``; the address and
            the port where none is given.
        https: Players reach it over HTTPS, so that the cookie may be kept to that.
        data: The folder for saved games, or None for the user's data folder.
    """
    try:
        listener = listen(host, port)
    except OSError as error:
        reason = error.strerror or str(error)
        click.echo(say.text("cli.port-refused", port=port, reason=reason), err=True)
        sys.exit(1)
    hosts = frozenset(name.lower() for name in names) or frozenset({f"{host}:{port}"})
    with saved_games(data_folder(data)) as service:
        app = create_app(service, SharedIdentity(service, _COOKIE, secure=https), Site(hosts))
        try:
            serve(app, listener, lambda: click.echo(say.text("cli.serving", port=port)))
        except KeyboardInterrupt:
            click.echo(say.text("cli.goodbye"))
