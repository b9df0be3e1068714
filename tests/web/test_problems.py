from __future__ import annotations

import pytest

from strategies import PUBLISHED_CODE
from web.site import API, Browser, Data, WebWorld, problem_of

SENTENCES = {
    "en": "A game code has seven letters, such as AAAAAAB or TP1-E-AAAAAAB. "
    "This one is too short or too long.",
    "de": "Ein Spielcode hat sieben Buchstaben",
}
UNDERSTOOD = [
    ("", "en"),
    ("de", "de"),
    ("DE", "de"),
    ("de-AT", "de"),
    ("de-Latn-CH", "de"),
    ("de_DE", "de"),
    ("en-GB,de", "en"),
    ("fr,de", "de"),
    ("fr, de-CH;q=0.9, en;q=0.8", "de"),
    ("en;q=0.2,de;q=0.7", "de"),
    ("en;q=0.7,de;q=0.2", "en"),
    ("de;q=0,en", "en"),
    ("de;q=0", "en"),
    ("de ; q=0.9 , en ; q=0.1", "de"),
    ("en; q=0.1, de; q=0.9", "de"),
    ("en;Q=0.1,de;Q=0.9", "de"),
    ("*", "en"),
    ("fr", "en"),
    ("debian", "en"),
    (",,;,;q=,", "en"),
    ("de;q=x,en;q=0.1", "en"),
    ("en;q=0.5,de;q=nan", "en"),
    ("\x80\xff", "en"),
    ("de," * 5000, "de"),
]


@pytest.mark.parametrize(("header", "language"), UNDERSTOOD, ids=lambda value: ascii(value)[:30])
def test_language_is_the_one_asked_for(client: Browser, header: str, language: str) -> None:
    """Every answer is in the language of the header, by weight, else in English."""
    headers = {"Accept-Language": header.encode("latin-1")}
    for answer in (
        client.request("POST", f"{API}/games", json={"code": "A"}, headers=headers),
        client.request("GET", f"{API}/games/current", headers=headers),
        client.request("GET", "/", headers=headers),
        client.request("GET", "/nothing", headers=headers),
        client.request("GET", f"{API}/nothing", headers=headers),
    ):
        assert answer.headers["content-language"] == language


def test_no_language_is_english(client: Browser) -> None:
    """A client that asks for no language gets English."""
    del client.http.headers["Accept-Language"]
    assert client.get("/").headers["content-language"] == "en"


def test_sentences_are_those_of_the_language(client: Browser) -> None:
    """A problem says its sentence in the language asked for, under the same code."""
    for language, sentence in SENTENCES.items():
        headers = {"Accept-Language": language}
        problem = problem_of(client.post(f"{API}/games", {"code": "A"}, headers=headers))
        assert problem["code"] == "code/length"
        assert problem["detail"].startswith(sentence)


def requests_of_every_kind(game: Data) -> list[tuple[str, str, object]]:
    """One request for each way in which an answer gets its language."""
    path = f"{API}/games/{game['id']}"
    return [
        ("GET", path, None),
        ("GET", f"{path}/record", None),
        ("GET", "/", None),
        ("GET", f"/games/{game['id']}", None),
        ("POST", f"{API}/games", {"code": "A"}),
        ("POST", f"{API}/games", {"code": 1}),
        ("POST", f"{API}/codes/check", {"text": "A"}),
        ("POST", f"{path}/actions", {"seq": 9, "command_id": "c", "action": "draw"}),
        ("POST", f"{path}/actions", {"seq": 0, "command_id": "", "action": "draw"}),
        ("POST", f"{path}/actions", {"seq": 0, "command_id": "c", "action": "undo"}),
        ("GET", f"{API}/games/unknown", None),
        ("GET", "/games/unknown", None),
        ("GET", f"{API}/daily/today", None),
    ]


@pytest.mark.parametrize("chosen", ["de", "en"])
def test_players_setting_overrides_the_browser(client: Browser, chosen: str) -> None:
    """Once the player has chosen a language, games, pages and problems are all in it."""
    game = client.start(code=PUBLISHED_CODE)
    client.put(f"{API}/settings", {"language": chosen})
    other = {"Accept-Language": "en" if chosen == "de" else "de"}
    languages = {
        f"{method} {path}": client.request(
            method, path, headers=other, **({} if body is None else {"json": body})
        ).headers["content-language"]
        for method, path, body in requests_of_every_kind(game)
    }
    assert languages == dict.fromkeys(languages, chosen)


def test_automatic_setting_follows_the_browser(client: Browser) -> None:
    """With the setting on automatic the browser's language counts again."""
    for setting, language in (("en", "en"), ("auto", "de")):
        client.put(f"{API}/settings", {"language": setting})
        shown = client.get(f"{API}/games/current", headers={"Accept-Language": "de"})
        assert shown.headers["content-language"] == language


def test_repeated_command_is_told_in_the_language_asked_for(client: Browser) -> None:
    """The same answer in another language differs in nothing but its sentences."""
    game = client.start(code=PUBLISHED_CODE)
    english = client.act(game, "take", 20).json()
    client.http.headers["Accept-Language"] = "de"
    german = client.act(game, "take", 20).json()
    assert english["event"].pop("sentence") == "Took the king of clubs."
    assert german["event"].pop("sentence").startswith("Kreuz König")
    assert german["event"] == english["event"]
    assert german["view"]["seq"] == english["view"]["seq"]


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", "/nothing", 404, "request/not-found"),
        ("GET", "/games/unknown", 404, "command/unknown-game"),
        ("GET", "/games/%00", 404, "command/unknown-game"),
        ("GET", f"/games/{'x' * 65}", 422, "request/invalid"),
        ("GET", "/games/staticx", 404, "command/unknown-game"),
        ("GET", "/?token=wrong", 401, "request/no-token"),
    ],
)
def test_person_gets_a_page(
    client: Browser, method: str, address: str, status: int, code: str
) -> None:
    """A page that cannot be shown is answered with a page that says why and leads back."""
    page = client.request(method, address)
    assert page.status_code == status
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<code>{code}</code>" in page.text
    assert 'href="/"' in page.text


@pytest.mark.parametrize(
    ("method", "address", "status", "code"),
    [
        ("GET", f"{API}/nothing", 404, "request/not-found"),
        ("GET", "/static/nothing.js", 404, "request/not-found"),
        ("GET", "/static/..%2f..%2fapi.py", 404, "request/not-found"),
        ("GET", "/static/%00", 404, "request/not-found"),
        ("GET", f"/static/{'x' * 300}", 404, "request/not-found"),
        ("GET", "/static/css", 404, "request/not-found"),
        ("POST", "/nothing", 404, "request/not-found"),
        ("DELETE", f"{API}/games", 405, "request/method"),
        ("OPTIONS", f"{API}/games", 405, "request/method"),
        ("TRACE", "/", 405, "request/method"),
        ("POST", "/static/icon.svg", 405, "request/method"),
        ("POST", f"{API}/openapi.json", 405, "request/method"),
    ],
)
def test_program_gets_a_problem(
    client: Browser, method: str, address: str, status: int, code: str
) -> None:
    """A request that nothing answers to gets a problem with a stable code."""
    answer = client.request(method, address)
    assert (answer.status_code, problem_of(answer)["code"]) == (status, code)
    if status == 405:
        assert answer.headers["allow"]


def test_missing_page_does_not_repeat_markup(client: Browser) -> None:
    """What was asked for comes back as text, never as markup."""
    page = client.get("/<script>alert(1)</script>")
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)" in page.text


def test_pages_can_be_asked_for_without_their_body(world: WebWorld) -> None:
    """HEAD answers like GET without the body, for pages, files and the health check."""
    client = world.browser()
    for path in ("/", "/static/icon.svg", "/healthz"):
        head = client.request("HEAD", path)
        assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("address", [f"{API}/docs", "/nothing"])
def test_chosen_appearance_and_language_hold_on_every_page(world: WebWorld, address: str) -> None:
    """The reference and a page that reports a problem look and speak as the player chose."""
    client = world.browser()
    client.put(f"{API}/settings", {"theme": "contrast", "language": "de"})
    page = client.get(address)
    assert 'data-theme="contrast"' in page.text
    assert page.headers["content-language"] == "de"
