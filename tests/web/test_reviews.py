from __future__ import annotations

import pytest

from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.deal import Deal
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.notation import parse_moves
from tripeaks.solver import verify
from web.site import API, Browser, Data, answer_of, refusal

DEAL = Deal.from_code(PUBLISHED_CODE)
LOSING = "KC" + " |" * 13


def play(client: Browser, moves: str, **wanted: object) -> Data:
    """A game of the published deal after some moves."""
    game = client.start(**{"code": PUBLISHED_CODE, **wanted})
    for move in parse_moves(moves, DEAL):
        game = client.play(game, "draw") if move.is_draw else client.play(game, "take", move.index)
    return game


def lost_game(client: Browser, **wanted: object) -> Data:
    """A game that was given up with the win lost."""
    return client.play(play(client, LOSING, **wanted), "give_up")


def review(client: Browser, game: Data, language: str = "en") -> Data:
    """The review of a game."""
    answer = client.post(f"{API}/games/{game['id']}/review", headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer_of(answer)


def test_running_game_is_not_reviewed(client: Browser) -> None:
    """The review of a running game is refused with a sentence, and shows nothing."""
    game = play(client, LOSING)
    for language in LANGUAGES:
        for path, body in (("review", None), ("play-on", {"moves": "KC"})):
            answer = client.post(
                f"{API}/games/{game['id']}/{path}", body, headers={"Accept-Language": language}
            )
            assert refusal(answer) == (409, "review/running")
            assert answer.json()["detail"] == sentences(language).text("error.review/running")
    assert client.get(f"{API}/games/{game['id']}").json() == game


def test_review_tells_all_of_a_lost_game(client: Browser) -> None:
    """A review holds the record, the verdicts, all cards, and what would have been better."""
    told = review(client, lost_game(client))
    expected = {
        "code": PUBLISHED_CODE,
        "record": f"{PUBLISHED_CODE}: {LOSING}",
        "status": "lost",
        "won": False,
        "winnable": True,
        "scoring": "app",
        "points": 486,
        "best_score": 756,
        "fewest_draws": 16,
        "lost_at": 13,
        "cards": [str(card) for card in DEAL.tableau],
    }
    assert {name: told[name] for name in expected} == expected
    lost = told["played"][13]
    assert (lost["loses"], lost["winnable"], lost["number"]) == (True, False, 13)
    assert [move["sign"] for move in lost["better"]] == ["4S", "2D"]
    assert [position["loses"] for position in told["played"]].count(True) == 1


def test_positions_lead_from_the_deal_to_the_end(client: Browser) -> None:
    """Each position names the move that led to it and shows the table as it was seen."""
    game = lost_game(client)
    told = review(client, game)
    played = told["played"]
    assert [position["number"] for position in played] == list(range(15))
    assert (played[0]["move"], played[1]["move"]["sign"], played[2]["move"]["sign"]) == (
        None,
        "KC",
        "|",
    )
    assert [position["view"]["moves"] for position in played] == list(range(15))
    assert played[-1]["view"]["slots"][0]["card"] is None
    assert {position["view"]["id"] for position in played} == {game["id"]}
    assert all(position["promising"] for position in played)
    assert all(0 < position["chance"] < 1 for position in played)


def test_best_line_can_be_played_through(client: Browser) -> None:
    """The moves of the best line win by the rules, and its last position is won."""
    best = review(client, lost_game(client))["best"]
    line = " ".join(position["move"]["sign"] for position in best[1:])
    verify(DEAL, parse_moves(line, DEAL))
    assert best[-1]["view"]["status"] == "won"
    assert all(position["chance"] is None and position["winnable"] for position in best)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lost_game_is_summed_up_in_words(client: Browser, language: str) -> None:
    """The summary says how it ended, what was possible, and where the win was lost."""
    say = sentences(language)
    told = review(client, lost_game(client), language)
    four, two = say.text("card.4S"), say.text("card.2D")
    assert told["sentences"] == [
        say.plural("review.said.lost", 27),
        say.text("review.said.points", points=486, best=756),
        say.plural("review.said.winnable", 16),
        say.plural(
            "review.lost-at",
            2,
            number=13,
            move=say.text("hint.move.draw"),
            better=f"{four}, {two}",
        ),
    ]
    first, taken, lost = (told["played"][number]["sentence"] for number in (0, 1, 13))
    assert first.startswith(say.text("review.said.start"))
    assert say.text("review.said.take", number=1, card=say.text("card.KC")) in taken
    assert say.text("hint.can-be-won") in taken
    assert say.plural("review.said.lost-here", 2, better=f"{four}, {two}") in lost


def test_won_game_is_summed_up_in_words(client: Browser) -> None:
    """The summary of a won game says so and names no lost win."""
    say = sentences("en")
    told = review(client, play(client, PUBLISHED_GAME))
    assert told["sentences"] == [
        say.text("review.said.won"),
        say.text("review.said.points", points=750, best=756),
        say.plural("review.said.winnable", 16),
    ]
    assert told["lost_at"] is None
    last = told["played"][-1]
    assert (last["chance"], last["promising"]) == (1.0, None)
    assert last["sentence"].endswith(say.text("review.said.cleared"))


def test_game_that_could_still_be_won_is_summed_up(client: Browser) -> None:
    """A game that was given up too early is told that it could still be won."""
    told = review(client, client.play(play(client, "KC"), "give_up"))
    assert told["sentences"][-1] == sentences("en").text("review.still-winnable")


def test_deal_that_cannot_be_won_is_summed_up(client: Browser) -> None:
    """For a deal that nobody can win the review says so, and its line is one for the points."""
    game = client.play(client.start(code="TP1-C-AAAAAAB"), "give_up")
    told = review(client, game)
    assert (told["winnable"], told["fewest_draws"], told["lost_at"]) == (False, None, None)
    assert told["sentences"][-1] == sentences("en").text("review.said.unwinnable")
    assert not any(position["winnable"] for position in told["best"])


def test_review_without_points(client: Browser) -> None:
    """Where nothing is scored the review speaks of no points."""
    told = review(client, lost_game(client, rules={"scoring": "none"}))
    assert (told["points"], told["best_score"], len(told["sentences"])) == (None, None, 3)


def test_blocked_game_is_ended_by_its_review(client: Browser) -> None:
    """A blocked game says that it can be reviewed, and is lost once it has been."""
    game = play(client, "|" * 23)
    assert (game["status"], game["can"]["review"], game["can"]["hint"]) == ("blocked", True, False)
    told = review(client, game)
    assert told["status"] == "lost"
    assert told["played"][-1]["view"]["status"] == "blocked"
    assert told["played"][-1]["chance"] == 0.0
    assert client.get(f"{API}/games/{game['id']}").json()["status"] == "lost"


def test_playing_on_answers_with_the_new_game(client: Browser) -> None:
    """Playing on answers with a new game after the moves, where it is, and that it is assisted."""
    old = lost_game(client)
    answer = client.post(f"{API}/games/{old['id']}/play-on", {"moves": "KC AS |"})
    assert answer.status_code == 201
    game = answer_of(answer)
    assert answer.headers["location"] == f"{API}/games/{game['id']}"
    assert (game["assisted"], game["moves"], game["status"]) == (True, 3, "running")
    assert game["id"] != old["id"]
    assert client.get(f"{API}/games/{game['id']}").json() == game
    again = client.post(f"{API}/games/{old['id']}/play-on", {})
    assert (again.status_code, again.json()["moves"]) == (201, 0)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"moves": "KC KC"}, "record/illegal-move"),
        ({"moves": "AC"}, "record/not-in-tableau"),
        ({"moves": "king"}, "card/bad-rank"),
        ({"moves": "|" * 501}, "request/invalid"),
        ({"moves": None}, "request/invalid"),
        ({"moves": "KC", "cards": "AC"}, "request/invalid"),
    ],
    ids=ascii,
)
def test_wrong_moves_are_not_played_on(client: Browser, body: Data, code: str) -> None:
    """Moves that are none, or against the rules, start no game."""
    old = lost_game(client)
    answer = client.post(f"{API}/games/{old['id']}/play-on", body)
    assert refusal(answer) == (422, code)
    assert len(client.get(f"{API}/games").json()["games"]) == 1
