from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest

from cli.program import Program
from tripeaks.web.server import listen

API = "/api/v1"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A real server; at its end it has told of no request but that some were none."""
    with Program(tmp_path_factory.mktemp("games")) as program:
        yield program
        code, out, err = program.interrupt()
        assert code == 0
        assert set(err.splitlines()) <= {"WARNING:  Invalid HTTP request received."}
        assert len(out.splitlines()) == 2


def sent_raw(program: Program, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes to the server as they are, and read the answer to its end."""
    with socket.create_connection(("127.0.0.1", program.port), timeout=30) as connection:
        connection.sendall(request)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]), headers, body


def request_of(program: Program, *lines: str, host: str | None = None, body: bytes = b"") -> bytes:
    """A request whose connection is closed after it."""
    host = f"127.0.0.1:{program.port}" if host is None else host
    cookie = f"Cookie: tripeaks-{program.port}={program.token}"
    head = [lines[0], *([f"Host: {host}"] if host else []), cookie, "Connection: close", *lines[1:]]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body


def test_answers_do_not_wait_in_the_socket() -> None:
    """The listening socket says that it is TCP, so that asyncio lets small answers go at once."""
    with listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_request_without_host_is_refused(program: Program) -> None:
    """A request that names no host, in either version of HTTP, is refused."""
    for version in ("1.0", "1.1"):
        status, _, body = sent_raw(program, request_of(program, f"GET / HTTP/{version}", host=""))
        assert status in (400, 421)
        assert b"Traceback" not in body


def test_request_with_two_hosts_is_refused(program: Program) -> None:
    """A request that names a second host is refused or answered for none but the own name."""
    raw = request_of(program, "GET /healthz HTTP/1.1", "Host: evil.example")
    assert sent_raw(program, raw)[0] in (400, 421)
    raw = request_of(program, "GET http://evil.example/ HTTP/1.1")
    assert sent_raw(program, raw)[0] in (200, 400, 404, 421)


def test_endless_body_in_pieces_is_cut_off(program: Program) -> None:
    """A body of a megabyte in pieces, without a length, is answered with 413 and a problem."""
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    raw = request_of(
        program,
        f"POST {API}/games HTTP/1.1",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        body=piece * 2,
    )
    status, headers, body = sent_raw(program, raw)
    assert (status, headers["content-type"]) == (413, "application/problem+json")
    assert json.loads(body)["code"] == "request/too-large"


@pytest.mark.parametrize(
    "lines",
    [
        ("GET",),
        ("GET / HTTP/9.9",),
        ("G\x00T / HTTP/1.1",),
        ("GET /\x80 HTTP/1.1",),
        ("GET / HTTP/1.1", "X: " + "x" * 70_000),
        ("POST / HTTP/1.1", "Content-Length: x"),
        ("POST / HTTP/1.1", "Content-Length: -1"),
        ("POST / HTTP/1.1", "Content-Length: " + "9" * 5000),
        ("POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
        ("POST /api/v1/games HTTP/1.1", "Content-Length: 5", "Content-Type: application/json"),
        ("GET / HTTP/1.1", "Upgrade: websocket", "Sec-WebSocket-Key: x"),
    ],
    ids=lambda lines: ascii(" ".join(lines))[:40],
)
def test_nonsense_is_refused_quietly(program: Program, lines: tuple[str, ...]) -> None:
    """What is no proper request is refused, or not answered, and the server says nothing."""
    with socket.create_connection(("127.0.0.1", program.port), timeout=30) as connection:
        connection.sendall(request_of(program, *lines))
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert b"Traceback" not in answer
    assert answer == b"" or answer[9:12] not in (b"500", b"201")


def test_server_goes_on_after_all_that(program: Program) -> None:
    """A player who comes after all this plays as ever."""
    with program.client() as client:
        game = client.post(f"{API}/games", json={}).json()
        assert client.get(f"{API}/games/{game['id']}").json() == game
