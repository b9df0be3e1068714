from __future__ import annotations

import html
import re
from typing import Any

import pytest

from tripeaks.i18n import LANGUAGES, sentences
from web.site import API, Browser, Data, WebWorld, answer_of

ROUTES = {
    ("post", f"{API}/games"),
    ("get", f"{API}/games"),
    ("get", f"{API}/games/current"),
    ("get", f"{API}/games/{{game_id}}"),
    ("post", f"{API}/games/{{game_id}}/actions"),
    ("post", f"{API}/games/{{game_id}}/hint"),
    ("post", f"{API}/games/{{game_id}}/review"),
    ("post", f"{API}/games/{{game_id}}/play-on"),
    ("get", f"{API}/games/{{game_id}}/record"),
    ("post", f"{API}/table/hint"),
    ("get", f"{API}/daily/{{date}}"),
    ("post", f"{API}/codes/check"),
    ("get", f"{API}/settings"),
    ("put", f"{API}/settings"),
    ("get", f"{API}/stats"),
    ("get", f"{API}/export"),
    ("post", f"{API}/import"),
    ("get", "/healthz"),
}


# What answers with something new has made it.
MAKING = {("post", f"{API}/games"), ("post", f"{API}/games/{{game_id}}/play-on")}


@pytest.fixture
def schema(client: Browser) -> Data:
    """The description of the API."""
    return answer_of(client.get(f"{API}/openapi.json"))


def operations(schema: Data) -> list[tuple[str, str, Data]]:
    """Method, path and description of each request."""
    return [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def references(value: Any) -> set[str]:
    """The names of all models that a part of the description refers to."""
    if isinstance(value, dict):
        own = {value["$ref"].rpartition("/")[2]} if "$ref" in value else set()
        return own.union(*(references(part) for part in value.values()))
    return set().union(*(references(part) for part in value)) if isinstance(value, list) else set()


def test_description_names_every_route(schema: Data) -> None:
    """The description holds exactly the routes of the API and the health check."""
    assert {(method, path) for method, path, _ in operations(schema)} == ROUTES
    assert schema["openapi"].startswith("3.1")
    assert schema["info"]["title"] == "TriPeaks"


def test_every_request_is_described(schema: Data) -> None:
    """Each request has a summary, a name of its own, and the form of its answer."""
    names = [operation["operationId"] for _, _, operation in operations(schema)]
    assert len(set(names)) == len(names)
    for method, path, operation in operations(schema):
        assert operation["summary"], path
        good = [status for status in operation["responses"] if status < "300"]
        assert good == ["201" if (method, path) in MAKING else "200"]
        content = operation["responses"][good[0]]["content"]
        assert all(form["schema"] for form in content.values()), path


def test_every_model_is_used_and_defined(schema: Data) -> None:
    """Whatever is referred to is defined, and nothing is defined that is not referred to."""
    models = set(schema["components"]["schemas"])
    assert references(schema) == models
    for name in ("GameOut", "AnswerOut", "NewGameIn", "ActionIn", "SettingsWire"):
        assert schema["components"]["schemas"][name]["description"]


def test_answers_keep_to_the_description(client: Browser, schema: Data) -> None:
    """The fields of a game are those the description names, all of them and no others."""
    models = schema["components"]["schemas"]
    game = client.start()
    answer = client.act(game, "draw").json()
    address = f"{API}/games/{game['id']}"
    hint = client.post(f"{address}/hint", {"seq": 1}).json()
    client.play(answer["view"], "give_up")
    review = client.post(f"{address}/review").json()
    layout = f"{'?? ' * 18}3S 5S KC 4S 2D AS KD 8H 7C 9S AC"
    table = client.post(f"{API}/table/hint", {"cards": layout}).json()
    for model, data in (
        ("GameOut", game),
        ("SlotOut", game["slots"][0]),
        ("RulesOut", game["rules"]),
        ("AnswerOut", answer),
        ("EventOut", answer["event"]),
        ("HintOut", hint),
        ("MoveOut", hint["move"]),
        ("ReasonOut", hint["reasons"][0]),
        ("OtherOut", hint["others"][0]),
        ("ReviewOut", review),
        ("TableOut", table),
        ("PositionOut", review["played"][1]),
        ("PositionOut", review["best"][1]),
        ("GameLineOut", client.get(f"{API}/games").json()["games"][0]),
    ):
        assert set(models[model]["properties"]) == set(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reference_names_every_route_and_error(client: Browser, language: str) -> None:
    """The page of the reference names each route and each error code with its sentence."""
    page = client.get(f"{API}/docs", headers={"Accept-Language": language})
    text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page.text)).split())
    assert page.status_code == 200
    for method, path in ROUTES:
        assert f"{method.upper()} {path}" in text
    say = sentences(language)
    codes = {key.removeprefix("error.") for key in say.keys if key.startswith("error.")}
    assert {"command/stale", "store/full", "code/bad-letter", "request/too-large"} <= codes
    for code in codes:
        assert f'id="{code}"' in page.text
        assert " ".join(say.raw(f"error.{code}").split()) in text


def test_reference_needs_nothing_else(world: WebWorld) -> None:
    """The reference loads the style sheets and icons of this server, and no script at all."""
    page = world.stranger().get(f"{API}/docs").text
    loaded = re.findall(r'<(?:link|img|script|iframe)[^>]*(?:href|src)="([^"]+)"', page)
    assert loaded
    assert all(address.startswith("/static/") for address in loaded)
    assert "swagger" not in page.lower()


def test_problem_leads_to_its_place_in_the_reference(client: Browser) -> None:
    """The type of a problem is an address in the reference that exists there."""
    problem = client.post(f"{API}/games", {"code": "9"}).json()
    page, _, place = problem["type"].partition("#")
    assert f'id="{place}"' in client.get(page).text
