"""The program as a process of its own, started and ended as a person would."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

PATIENCE = 60
# The server gives up a connection that has been idle for some seconds; who would send a request
# at that moment had better have given it up before.
FRESH_CONNECTIONS = httpx.Limits(keepalive_expiry=1)
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)")


def environment(**variables: str) -> dict[str, str]:
    """The variables of this process without those that choose a language, folder or browser."""
    unwanted = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "DISPLAY", "WAYLAND_DISPLAY"}
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in unwanted and not name.startswith("TRIPEAKS")
    }
    return {**kept, "LANG": "C.UTF-8", **variables}


def command(*arguments: str | Path) -> list[str]:
    """The command line of the program."""
    return [sys.executable, "-m", "tripeaks", *map(str, arguments)]


def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return piped(None, *arguments, **variables)


def piped(
    text: str | bytes | None, *arguments: str | Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end with a text on its standard input."""
    ended = subprocess.run(
        command(*arguments),
        env=environment(**variables),
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    out, err = (said.decode().replace("\r\n", "\n") for said in (ended.stdout, ended.stderr))
    return subprocess.CompletedProcess(ended.args, ended.returncode, out, err)


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Program:
    """A running server.

    Args:
        folder: The folder for saved games; None for the one the program chooses.
        arguments: What follows the name of the program; the server of one player on a free port
            where nothing is given.
        variables: Further environment variables.
        preexec: Called in the new process before the program begins.
        wait: Wait until it says that it is ready.
    """

    def __init__(
        self,
        folder: Path | None,
        *arguments: str | Path,
        variables: Mapping[str, str] | None = None,
        preexec: Callable[[], None] | None = None,
        wait: bool = True,
    ) -> None:
        options = arguments or ("--no-browser", "--port", str(free_port()))
        self.process = subprocess.Popen(
            command(*options, *(() if folder is None else ("--data", folder))),
            env=environment(**(variables or {})),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=preexec,  # noqa: PLW1509 - no thread of the tests holds a lock by then
        )
        self.said = ""
        self.port, self.token = 0, ""
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Read what the program says until it names its address or its port."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            address = _ADDRESS.search(line)
            if address:
                self.port, self.token = int(address[1]), address[2]
                return
            if "Ctrl-C" in line or "Strg-C" in line:
                return
        out, err = self.process.communicate()
        raise AssertionError(f"the program ended: {self.said}{out}{err}")

    @property
    def address(self) -> str:
        """Where the server is, without its token."""
        return f"http://127.0.0.1:{self.port}"

    def client(self, **options: Any) -> httpx.Client:
        """A client that the server lets in."""
        options.setdefault("limits", FRESH_CONNECTIONS)
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False, **options)
        client.cookies.set(f"tripeaks-{self.port}", self.token)
        return client

    def interrupt(self) -> tuple[int, str, str]:
        """Press Ctrl-C, and wait for the end."""
        self.process.send_signal(signal.SIGINT)
        return self.ended()

    def kill(self) -> None:
        """End it at once, without a chance to save anything."""
        self.process.kill()
        self.ended()

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end, and give the exit status and all that it said."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, self.said + out, err

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
