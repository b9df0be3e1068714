from __future__ import annotations

import json
import re

import pytest

from strategies import PUBLISHED_CODE
from tripeaks.i18n import sentences
from web.site import Browser, Data, WebWorld

HTML = {"Accept": "text/html"}
STOCK = 23
# The published code is an example in the help.
OTHER_CODE = "TP1-E-AAAAAAC"


def boot_of(client: Browser, path: str) -> Data:
    """What the scripts of a page start from."""
    page = client.get(path, headers=HTML).text
    found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', page)
    assert found
    data: Data = json.loads(found[1])
    return data


def test_review_of_an_ended_game_is_a_page(client: Browser) -> None:
    """The address of the review of an ended game shows a page that names the game's code."""
    game = client.play(client.start(code=PUBLISHED_CODE), "give_up")
    answer = client.get(f"/games/{game['id']}/review", headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert f"<title>Review · {PUBLISHED_CODE} · TriPeaks</title>" in answer.text
    assert f'data-game="{game["id"]}"' in answer.text


@pytest.mark.parametrize("draws", [0, STOCK], ids=["running", "blocked"])
def test_game_that_has_not_ended_is_led_back_to(client: Browser, draws: int) -> None:
    """Opening the review of a running or a blocked game leads to the game, which goes on."""
    game = client.start(code=PUBLISHED_CODE)
    for _ in range(draws):
        game = client.play(game, "draw")
    answer = client.get(f"/games/{game['id']}/review", headers=HTML)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/games/{game['id']}"
    again = client.get(f"/api/v1/games/{game['id']}").json()
    assert (again["status"], again["seq"]) == (game["status"], game["seq"])


def test_review_of_an_unknown_game_is_refused(client: Browser) -> None:
    """The review of a game that does not exist is answered with 404 and a page that says so."""
    answer = client.get("/games/nowhere/review", headers=HTML)
    assert answer.status_code == 404
    assert sentences("en").text("problem.title") in answer.text


def test_another_players_review_is_not_there(shared: WebWorld) -> None:
    """A player who asks for the review of another one's game is told that there is no such game."""
    owner, other = shared.browser(), shared.browser()
    game = owner.play(owner.start(code=OTHER_CODE), "give_up")
    for path in ("/", f"/games/{game['id']}/review"):
        answer = other.get(path, headers=HTML)
    assert answer.status_code == 404
    assert OTHER_CODE not in answer.text


def test_sentences_of_the_review_are_its_own(client: Browser) -> None:
    """Only the page of a review is given the sentences that only it says."""
    game = client.play(client.start(code=PUBLISHED_CODE), "give_up")
    review = boot_of(client, f"/games/{game['id']}/review")["sentences"]
    own = {key for key in sentences("en").keys if key.startswith("review.page.")}
    assert own <= review.keys()
    for path in ("/", f"/games/{game['id']}"):
        assert not own & boot_of(client, path)["sentences"].keys()
