from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from web.site import API, Browser, problem_of, refusal

MALFORMED = (400, "request/malformed")
INVALID = (422, "request/invalid")
LARGEST = 64 * 1024
JSON = "application/json"


def send(
    client: Browser, body: bytes | AsyncIterator[bytes], path: str = "/games", media: str = JSON
) -> httpx.Response:
    """Post a body as it is."""
    return client.request("POST", API + path, content=body, headers={"Content-Type": media})


async def in_pieces(size: int) -> AsyncIterator[bytes]:
    """A body whose length is not announced."""
    for _ in range(size // 1024):
        yield b" " * 1024
    yield b"{}"


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        (b"", INVALID),
        (b"{", MALFORMED),
        (b'{"code":}', MALFORMED),
        (b"{'code': 'AAAAAAB'}", MALFORMED),
        (b'{"code": "\xff"}', MALFORMED),
        (b"[" * 60_000, MALFORMED),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, MALFORMED),
        (b"null", INVALID),
        (b"[]", INVALID),
        (b'"AAAAAAB"', INVALID),
        (b"NaN", INVALID),
        (b'{"code": NaN}', INVALID),
        (b'{"code": 1}', INVALID),
        (b'{"rules": {"jokers": 5}}', INVALID),
        (b'{"rules": {"jokers": true}}', INVALID),
        (b'{"rules": {"jokers": 1e999}}', INVALID),
        (b'{"rules": {"wrap": "yes"}}', INVALID),
        (b'{"rules": {"undo": "costs", "undo_cost": 0}}', INVALID),
        (b'{"rules": {"undo_cost": 1' + b"0" * 4000 + b"}}", INVALID),
        (b'{"rules": {"undo_cost": 1' + b"0" * 5000 + b"}}", MALFORMED),
        (b'{"preset": "' + b"x" * 41 + b'"}', INVALID),
        (b'{"cards": "9C"}', INVALID),
        (b'{"\\u0000": 1}', INVALID),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_body_is_checked(client: Browser, body: bytes, refused: tuple[int, str]) -> None:
    """Whatever is no JSON, or not what a new game takes, is refused and starts none."""
    assert refusal(send(client, body)) == refused
    assert client.get(f"{API}/games").json()["games"] == []


def test_malformed_body_is_refused_with_the_place(client: Browser) -> None:
    """A slip in the JSON is answered with the place where reading stopped."""
    assert problem_of(send(client, b'{"code": AAAAAAB}'))["position"] == 9


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "x", ""])
def test_other_media_types_are_refused(client: Browser, media: str) -> None:
    """A body that does not say it is JSON is not read: a form of a foreign page cannot play."""
    assert refusal(send(client, b"{}", media=media)) == INVALID


@pytest.mark.parametrize("media", [JSON, "application/json; charset=utf-8", "application/a+json"])
def test_json_media_types_are_read(client: Browser, media: str) -> None:
    """A body that says it is JSON is read."""
    assert send(client, b"{}", media=media).status_code == 201


def test_megabyte_is_refused_by_its_announced_length(client: Browser) -> None:
    """A body of a megabyte is refused with 413 and the limit, for every path that takes one."""
    for path in ("/games", "/games/x/actions", "/codes/check"):
        answer = send(client, b" " * 1_000_000, path)
        assert refusal(answer) == (413, "request/too-large")
        assert str(LARGEST) in answer.json()["detail"]


def test_megabyte_is_refused_while_it_comes_in(client: Browser) -> None:
    """A body that announces no length is refused once it is too large."""
    assert refusal(send(client, in_pieces(1_000_000))) == (413, "request/too-large")


def test_body_of_the_largest_size_is_read(client: Browser) -> None:
    """A body is read up to the limit, in one piece or in many."""
    assert send(client, b"{}".ljust(LARGEST)).status_code == 201
    assert send(client, in_pieces(LARGEST - 1024)).status_code == 201
    assert refusal(send(client, b"{}".ljust(LARGEST + 1))) == (413, "request/too-large")


def test_import_may_be_larger(client: Browser) -> None:
    """An import of a megabyte is read, one above its own limit is not."""
    assert refusal(send(client, b" " * 1_000_000 + b"{}", "/import")) == (422, "import/bad-format")
    huge = send(client, b" " * (16 * 1024 * 1024 + 1), "/import")
    assert refusal(huge) == (413, "request/too-large")


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/games", rb'{"code": "\ud800"}'),
        ("/games", rb'{"preset": "\ud800"}'),
        ("/games", rb'{"\ud800": 1}'),
        ("/codes/check", rb'{"text": "TP1-E-\udc80AAAAAB"}'),
        ("/codes/check", rb'{"text": "AAAA\u0000AB"}'),
        ("/import", rb'{"\ud800": "\udfff"}'),
        (
            "/import",
            rb'{"format": "tripeaks", "version": 1, "settings": {"theme": "\ud800"}, "games": []}',
        ),
    ],
    ids=ascii,
)
def test_broken_characters_are_refused(client: Browser, address: str, body: bytes) -> None:
    """Half a character, or a null, in any text is refused as any other wrong text."""
    assert refusal(send(client, body, address))[0] == 422


def test_broken_characters_name_no_command(client: Browser) -> None:
    """Half a character is no name of a command, and its refusal can be read."""
    game = client.start()
    command = rb'{"seq": 0, "command_id": "\ud800", "action": "draw"}'
    answer = send(client, command, f"/games/{game['id']}/actions")
    assert refusal(answer)[0] == 422
