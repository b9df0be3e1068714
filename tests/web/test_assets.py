from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

import pytest

from strategies import PUBLISHED_CODE
from tripeaks.i18n import LANGUAGES
from web.site import API, Browser, WebWorld

PAGE = re.compile(r'\s(?:href|src|data-sprite|action)="([^"]*)"')
STYLE = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)")
SCRIPT = re.compile(r"\bfrom\s+[\"']([^\"'\n]+)[\"']|\bimport\s*\(?\s*[\"']([./][^\"'\n]+)[\"']")
FOREIGN = re.compile(r"(?:https?:|wss?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+|\w+\.(?:com|org|net|io)\b")
# What names a vocabulary rather than a place to load from.
VOCABULARIES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


def linked(address: str, media: str, text: str) -> Iterator[str]:
    """The addresses that a file refers to, seen from where it lies."""
    pattern = {"text/html": PAGE, "text/css": STYLE, "text/javascript": SCRIPT}.get(media)
    if pattern is None:
        return
    for match in pattern.finditer(text):
        reference = next(group for group in match.groups() if group)
        if not reference.startswith(("#", "data:")):
            yield urljoin(address, reference)


def all_files(client: Browser) -> dict[str, tuple[str, str]]:
    """Everything that can be reached from the pages, with its media type and its text."""
    # Only a game that has ended has a page of its review.
    game = client.play(client.start(code=PUBLISHED_CODE), "give_up")
    found: dict[str, tuple[str, str]] = {}
    waiting = ["/", f"/games/{game['id']}", f"{API}/docs", f"{API}/openapi.json", "/nothing"]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        # The review of a game that runs leads back to it.
        answer = client.get(address, follow_redirects=True)
        assert answer.status_code == (404 if address == "/nothing" else 200), address
        media = answer.headers["content-type"].partition(";")[0]
        found[address] = (media, answer.text)
        waiting += linked(address, media, answer.text)
    return found


def test_no_page_and_no_file_points_elsewhere(client: Browser) -> None:
    """No page, style, script or description refers to another server."""
    files = all_files(client)
    assert {media for media, _ in files.values()} >= {
        "text/html",
        "text/css",
        "text/javascript",
        "image/svg+xml",
        "application/json",
    }
    for address, (_, text) in files.items():
        assert not urlsplit(address).netloc
        for vocabulary in VOCABULARIES:
            text = text.replace(vocabulary, "")  # noqa: PLW2901 - the rest of the text
        assert FOREIGN.findall(text) == [], address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_of_a_page_exists(client: Browser, language: str) -> None:
    """Whatever a page refers to is there, in each language, under an address of its content."""
    client.http.headers["Accept-Language"] = language
    files = all_files(client)
    assert any(f"cards.{language}.svg" in address for address in files)
    stamped = [a for a in files if a.startswith("/static/") and "?v=" in a]
    assert len(stamped) >= 8


def test_unchanged_file_is_not_sent_again(client: Browser) -> None:
    """A browser that holds a file gets a short answer that it is still good."""
    for path in ("/static/js/main.js", "/static/css/base.css", "/static/cards.de.svg"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        other = client.get(path, headers={"If-None-Match": '"other"'})
        assert other.content == first.content


def test_files_come_compressed_where_asked_for(client: Browser) -> None:
    """Text is compressed for a browser that takes it, and plain otherwise."""
    for path in ("/", "/static/js/main.js", "/static/cards.en.svg"):
        plain = client.get(path)
        small = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < len(plain.content)
        assert small.content == plain.content


def test_files_are_the_same_for_all_games(world: WebWorld, shared: WebWorld) -> None:
    """The files of the page know no game: two servers with other games send the same bytes."""
    clients = (world.browser(), shared.browser())
    for client in clients:
        client.start()
    first, second = (all_files(client) for client in clients)
    files = {address for address in first if address.startswith("/static/")}
    assert files == {address for address in second if address.startswith("/static/")}
    assert all(first[address] == second[address] for address in files)
