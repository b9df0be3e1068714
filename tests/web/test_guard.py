from __future__ import annotations

import httpx
import pytest

from strategies import PUBLISHED_CODE
from web.site import API, HOST, SHARED_HOST, Browser, WebWorld, refusal

BAD_HOST = (421, "request/bad-host")
BAD_ORIGIN = (403, "request/bad-origin")


@pytest.mark.parametrize(
    "host",
    [
        "",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:87470",
        "evil.example",
        "evil.example:8747",
        "127.0.0.1:8747.evil.example",
        "evil.example/127.0.0.1:8747",
        "127.0.0.1:8747@evil.example",
        "[::1]:8747",
        "0.0.0.0:8747",
        "\x80:8747",
    ],
    ids=ascii,
)
def test_foreign_host_is_refused(client: Browser, host: str) -> None:
    """A request under any name but the server's own is refused, whatever it asks for."""
    for path in ("/", "/healthz", f"{API}/games", "/static/icon.svg", "/?token=x"):
        answer = client.request("GET", path, headers={"Host": host.encode("latin-1")})
        assert refusal(answer) == BAD_HOST


@pytest.mark.parametrize("host", [HOST, "localhost:8747", "LOCALHOST:8747"])
def test_own_host_is_let_in(client: Browser, host: str) -> None:
    """The server answers to its own names, in letters of any size."""
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


FOREIGN_ORIGINS = [
    "null",
    "",
    "https://evil.example",
    "http://evil.example:8747",
    "http://127.0.0.1",
    "http://127.0.0.1:8748",
    "http://localhost:8747",
    "http://127.0.0.1:8747.evil.example",
    "http://127.0.0.1:8747@evil.example",
    "file://",
    "127.0.0.1:8747",
    "http://[::1",
    "http://]",
    "\x80",
]


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS, ids=ascii)
def test_foreign_origin_is_refused(client: Browser, origin: str) -> None:
    """A request that a page of another origin sends is refused, reading or playing."""
    headers = {"Origin": origin.encode("latin-1")}
    for method, path in (("GET", f"{API}/games/current"), ("POST", f"{API}/games")):
        answer = client.request(method, path, headers=headers, json={})
        assert refusal(answer) == BAD_ORIGIN
    assert client.get(f"{API}/games").json()["games"] == []


def test_own_origin_is_let_in(client: Browser) -> None:
    """The server's own page may read and play."""
    for origin in (f"http://{HOST}", f"HTTP://{HOST}"):
        answer = client.post(f"{API}/games", {}, headers={"Origin": origin})
        assert answer.status_code == 201


@pytest.mark.parametrize("site", ["cross-site", "same-site", "CROSS-SITE", "x"])
def test_cross_site_request_without_origin_is_refused(client: Browser, site: str) -> None:
    """What a browser marks as another site's request cannot play, even without an origin."""
    headers = {"Sec-Fetch-Site": site}
    assert refusal(client.post(f"{API}/games", {}, headers=headers)) == BAD_ORIGIN
    assert refusal(client.put(f"{API}/settings", {}, headers=headers)) == BAD_ORIGIN
    assert client.get(f"{API}/games").json()["games"] == []


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_own_request_is_let_in(client: Browser, site: str) -> None:
    """What a browser marks as the page's own request, or as typed by its user, is let in."""
    assert client.post(f"{API}/games", {}, headers={"Sec-Fetch-Site": site}).status_code == 201


def test_link_from_another_site_opens_the_start_page(client: Browser) -> None:
    """A link on another page may lead here; it only looks."""
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def answers_of_every_kind(client: Browser, world: WebWorld) -> list[httpx.Response]:
    """Pages, data, files, redirects, refusals of the gate and of the program."""
    game = client.start(code=PUBLISHED_CODE)
    icon = client.get("/static/icon.svg")
    sprite = client.get("/static/cards.en.svg")
    return [
        client.get("/"),
        client.get(f"/games/{game['id']}"),
        client.get(f"{API}/games/{game['id']}"),
        client.get(f"{API}/games/{game['id']}/record"),
        client.act(game, "take", 18),
        client.act(game, "take", 20),
        client.get("/healthz"),
        client.get(f"{API}/docs"),
        client.get(f"{API}/openapi.json"),
        client.get("/?token=the-token-of-this-run"),
        client.get("/?token=wrong"),
        client.get("/nothing"),
        client.get(f"{API}/nothing"),
        client.post("/static/icon.svg"),
        world.stranger().get("/"),
        world.stranger().get(f"{API}/games"),
        client.get("/", headers={"Host": "evil.example"}),
        client.get("/", headers={"Origin": "null"}),
        client.request("POST", f"{API}/games", content=b" " * 70_000),
        client.request(
            "POST", f"{API}/games", content=b"{", headers={"Content-Type": "application/json"}
        ),
        icon,
        sprite,
        client.get("/static/icon.svg", headers={"If-None-Match": icon.headers["etag"]}),
        client.get("/static/cards.en.svg", headers={"If-None-Match": sprite.headers["etag"]}),
    ]


def test_every_answer_forbids_what_no_page_here_needs(client: Browser, world: WebWorld) -> None:
    """Each answer that could be a page, errors and unchanged files too, carries all headers."""
    answers = answers_of_every_kind(client, world)
    assert {200, 303, 304, 400, 401, 403, 404, 405, 413, 421, 422} <= {
        answer.status_code for answer in answers
    }
    for answer in answers:
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


@pytest.mark.parametrize("file", ["js/main.js", "css/base.css"])
def test_scripts_and_sheets_are_taken_for_nothing_else(client: Browser, file: str) -> None:
    """What can be no page carries the rules for files, and is no longer for those for pages."""
    headers = client.get(f"/static/{file}").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers


def test_games_are_kept_by_no_cache(client: Browser, world: WebWorld) -> None:
    """Everything but the files of the page says that it must not be stored."""
    for answer in answers_of_every_kind(client, world):
        is_file = answer.request.url.path.startswith("/static/") and answer.status_code < 400
        assert answer.headers["cache-control"] == ("no-cache" if is_file else "no-store")


def test_pages_hold_no_script_and_no_style_of_their_own(client: Browser) -> None:
    """No page has an inline script, style or handler, which the policy would forbid."""
    game = client.start()
    for path in ("/", f"/games/{game['id']}", "/nothing", f"{API}/docs"):
        page = client.get(path).text
        assert " style=" not in page
        assert "<style" not in page
        assert "javascript:" not in page
        assert page.count("<script") == page.count('<script type="module" src="/static/') + (
            page.count('<script type="application/json" id="boot">')
        )
        for word in (" onclick=", " onload=", " onerror=", " onsubmit="):
            assert word not in page


def test_shared_server_answers_to_its_names_alone(shared: WebWorld) -> None:
    """A shared server is reached by the name it was given, not by its address."""
    client = shared.browser()
    assert client.get("/").status_code == 200
    assert refusal(client.get("/", headers={"Host": HOST})) == BAD_HOST
    foreign = {"Origin": f"https://{SHARED_HOST}.evil.example"}
    assert refusal(client.post(f"{API}/games", {}, headers=foreign)) == BAD_ORIGIN
    for scheme in ("http", "https"):
        own = {"Origin": f"{scheme}://{SHARED_HOST}"}
        assert client.post(f"{API}/games", {}, headers=own).status_code == 201
