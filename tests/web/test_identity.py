from __future__ import annotations

from http.cookies import SimpleCookie

import pytest

from tripeaks.web.app import Site, create_app
from tripeaks.web.identity import SharedIdentity
from web.site import (
    API,
    COOKIE,
    PLAYER_COOKIE,
    SHARED_HOST,
    TOKEN,
    Browser,
    WebWorld,
    answer_of,
    refusal,
)

# What a player may ask for, and what only looks at things nobody owns.
PATHS = (
    "/games",
    "/games/current",
    "/games/x",
    "/games/x/record",
    "/daily/2025-03-01",
    "/settings",
    "/stats",
    "/export",
)


def test_token_lets_in_and_is_hidden(world: WebWorld) -> None:
    """The address with the token gives a cookie and leads to an address without it."""
    stranger = world.stranger()
    answer = stranger.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert answer.content == b""
    page = stranger.get("/")
    assert page.status_code == 200
    assert TOKEN not in page.text


def test_cookie_of_the_token_is_for_this_site_and_no_script(world: WebWorld) -> None:
    """The cookie is HttpOnly, SameSite=Strict, for the whole site and until the browser ends."""
    answer = world.stranger().get("/", params={"token": TOKEN})
    cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "strict", "/")
    assert (cookie["max-age"], cookie["expires"], cookie["domain"]) == ("", "", "")


@pytest.mark.parametrize(
    "token", ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), "\x00", "ä", "x" * 9999]
)
def test_other_tokens_do_not_let_in(world: WebWorld, token: str) -> None:
    """Any other token, in the address or in the cookie, opens nothing."""
    stranger = world.stranger()
    answer = stranger.get("/", params={"token": token})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    for name, value in ((COOKIE, token), ("tripeaks-8748", TOKEN)):
        cookie = {"Cookie": f"{name}={value}".encode("latin-1")}
        assert refusal(stranger.get(f"{API}/games", headers=cookie)) == (401, "request/no-token")


def test_stranger_sees_nothing(world: WebWorld) -> None:
    """Without the cookie a person gets a page with a sentence, a program a problem."""
    world.browser().start()
    stranger = world.stranger()
    page = stranger.get("/")
    assert (page.status_code, page.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert "open the address that the program printed last" in page.text
    assert stranger.get("/games/name-2").status_code == 401
    for path in PATHS:
        assert refusal(stranger.get(API + path)) == (401, "request/no-token")
    for path in ("/games", "/games/name-2/actions", "/codes/check", "/import"):
        answer = stranger.post(API + path, {"seq": 0, "command_id": "c", "action": "draw"})
        assert answer.status_code in (401, 422)
    assert refusal(stranger.post(f"{API}/games", {})) == (401, "request/no-token")
    assert refusal(stranger.put(f"{API}/settings", {})) == (401, "request/no-token")


def test_what_belongs_to_nobody_is_open(world: WebWorld) -> None:
    """The health check, the files and the description of the API need no cookie."""
    stranger = world.stranger()
    for path in ("/healthz", "/static/icon.svg", f"{API}/openapi.json", f"{API}/docs"):
        assert stranger.get(path).status_code == 200


def test_visitor_of_a_shared_server_looks_around(shared: WebWorld) -> None:
    """A visitor is no player yet: everything can be read, nothing is kept, no cookie is set."""
    visitor = shared.stranger()
    assert answer_of(visitor.get(f"{API}/games"))["games"] == []
    assert answer_of(visitor.get(f"{API}/games/current")) == {"game": None}
    assert answer_of(visitor.get(f"{API}/stats")) == {"lines": []}
    assert answer_of(visitor.get(f"{API}/settings"))["language"] == "auto"
    for path in ("/", f"{API}/games", f"{API}/settings", f"{API}/docs"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    assert visitor.get(f"{API}/export").status_code in (200, 401)


def test_visitor_becomes_a_player_with_the_first_game(shared: WebWorld) -> None:
    """The first game names a player by a cookie for a year that no script reads."""
    visitor = shared.stranger()
    answer = visitor.post(f"{API}/games", {})
    cookie = SimpleCookie(answer.headers["set-cookie"])[PLAYER_COOKIE]
    assert (cookie["httponly"], cookie["samesite"].lower(), cookie["path"]) == (True, "strict", "/")
    assert (cookie["max-age"], cookie["secure"]) == ("31536000", "")
    assert len(answer_of(visitor.get(f"{API}/games"))["games"]) == 1
    assert cookie.value not in answer.text


def test_cookie_is_kept_to_https_where_players_use_it(shared: WebWorld) -> None:
    """Behind HTTPS the cookie is marked so that it never goes over plain HTTP."""
    identity = SharedIdentity(shared.service, PLAYER_COOKIE, secure=True)
    client = Browser(create_app(shared.service, identity, Site(frozenset({SHARED_HOST}))))
    answer = client.post(f"{API}/games", {}, headers={"Host": SHARED_HOST})
    assert SimpleCookie(answer.headers["set-cookie"])[PLAYER_COOKIE]["secure"] is True
    client.close()


@pytest.mark.parametrize("name", ["", "nobody", "a b", "'; drop table player", "\xe4"])
def test_made_up_player_is_nobody(shared: WebWorld, name: str) -> None:
    """A cookie that names no player of the server is a visitor's."""
    shared.browser().start()
    visitor = shared.stranger()
    cookie = {"Cookie": f"{PLAYER_COOKIE}={name}".encode("latin-1")}
    assert answer_of(visitor.get(f"{API}/games", headers=cookie))["games"] == []
    answer = visitor.post(f"{API}/games", {}, headers=cookie)
    assert SimpleCookie(answer.headers["set-cookie"])[PLAYER_COOKIE].value != name


def test_profile_of_the_computer_cannot_be_claimed(shared: WebWorld) -> None:
    """On a shared server the well-known name of the local profile opens nothing."""
    local = shared.service.players.local_player()
    shared.service.start(local)
    cookie = {"Cookie": f"{PLAYER_COOKIE}={local}"}
    assert answer_of(shared.stranger().get(f"{API}/games", headers=cookie))["games"] == []


def test_players_of_a_shared_server_are_apart(shared: WebWorld) -> None:
    """Each player has games, settings and results of their own."""
    first, second = shared.browser(), shared.browser()
    game = first.start()
    second.start()
    first.put(f"{API}/settings", {"theme": "dark"})
    first.play(first.play(game, "draw"), "give_up")
    assert answer_of(second.get(f"{API}/stats"))["lines"] == []
    assert answer_of(second.get(f"{API}/settings"))["theme"] == "auto"
    ids = [line["id"] for line in answer_of(second.get(f"{API}/games"))["games"]]
    assert game["id"] not in ids
    assert game["id"] not in second.get(f"{API}/export").text


def test_token_in_the_address_means_nothing_to_a_shared_server(shared: WebWorld) -> None:
    """A shared server knows no token and shows its start page as ever."""
    answer = shared.stranger().get("/?token=x")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
