"""Running the server: a socket, a uvicorn around the application, and a word when it is ready."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

LOOPBACK = "127.0.0.1"
_BACKLOG = 128
# A browser may hold a connection open; after Ctrl-C nobody should wait for it.
_FAREWELL_SECONDS = 2


def listen(host: str, port: int) -> socket.socket:
    """Take a port, so that nobody else can have it before the server is up.

    Args:
        host: The address to listen on.
        port: The port; 0 for any free one.

    Raises:
        OSError: Where the port is taken or the address is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named in full, or asyncio would leave small answers waiting for an acknowledgement (Nagle).
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(_BACKLOG)
    except OSError:
        taken.close()
        raise
    return taken


def serve(app: FastAPI, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal ends it.

    Args:
        app: The application.
        listener: The socket to serve on.
        ready: Called once the server answers.
    """
    # uvicorn ends in good order and then raises the signal again, which must not skip our end.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=_FAREWELL_SECONDS,
    )
    _Server(config, ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
