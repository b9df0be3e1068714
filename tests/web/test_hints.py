from __future__ import annotations

import pytest

from strategies import PUBLISHED_CODE
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.web.advice import chance_text
from web.site import API, Browser, Data, answer_of, problem_of, refusal

KINDS = ("fair", "chance", "solver", "light")
TOLD = ("move", "chance", "error", "winnable", "draws", "reasons", "others")


def hint(client: Browser, game: Data, kind: str = "fair", language: str = "en") -> Data:
    """The hint for a game as it was shown last."""
    answer = client.post(
        f"{API}/games/{game['id']}/hint",
        {"seq": game["seq"], "kind": kind},
        headers={"Accept-Language": language},
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-language"] == language
    return answer_of(answer)


def test_fair_hint_names_the_best_move_and_why(client: Browser) -> None:
    """A fair hint holds the best move, its chance and reasons, and the other moves with theirs."""
    game = client.start(code=PUBLISHED_CODE)
    told = hint(client, game)
    assert told["kind"] == "fair"
    moves = [told["move"], *(other["move"] for other in told["others"])]
    by_sign = {move["sign"]: move for move in moves}
    assert set(by_sign) == {"KC", "2D", "KD", "|"}
    assert by_sign["KC"] == {
        "action": "take",
        "slot": 20,
        "card": "KC",
        "name": "king of clubs",
        "sign": "KC",
    }
    assert by_sign["|"] == {
        "action": "draw",
        "slot": None,
        "card": None,
        "name": "draw a card",
        "sign": "|",
    }
    chances = [told["chance"], *(other["chance"] for other in told["others"])]
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)
    assert all(other["reasons"] for other in told["others"])


@pytest.mark.parametrize("kind", KINDS)
def test_hint_holds_no_more_than_was_asked(client: Browser, kind: str) -> None:
    """What belongs to another kind of hint is null or empty."""
    told = hint(client, client.start(code=PUBLISHED_CODE), kind)
    expected = {
        "fair": {"move", "chance", "error", "reasons", "others"},
        "chance": {"chance", "error"},
        "solver": {"move", "winnable", "draws"},
        "light": {"winnable"},
    }
    assert {name for name in TOLD if told[name] not in (None, [])} == expected[kind]
    assert told["assisted"] is (kind in ("solver", "light"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentence_says_all_of_it(client: Browser, language: str) -> None:
    """The sentence of a hint names move, chance and reasons in the reader's language."""
    say = sentences(language)
    game = client.start(code=PUBLISHED_CODE)
    game = client.play(game, "take", 20)
    told = hint(client, game, language=language)
    chance, error = (chance_text(told[part], say) for part in ("chance", "error"))
    name = told["move"]["name"]
    asked = (
        say.text("hint.draw") if told["move"]["card"] is None else say.text("hint.take", card=name)
    )
    assert told["sentence"] == " ".join(
        [
            asked,
            say.text("hint.chance", chance=chance, error=error),
            *(reason["sentence"] for reason in told["reasons"]),
        ]
    )
    told = hint(client, game, "chance", language)
    chance, error = (chance_text(told[part], say) for part in ("chance", "error"))
    assert told["sentence"] == say.text("hint.chance", chance=chance, error=error)
    told = hint(client, game, "solver", language)
    assert told["sentence"].endswith(say.plural("hint.winnable", 16))
    assert hint(client, game, "light", language)["sentence"] == say.text("hint.can-be-won")


def test_hints_of_a_lost_game(client: Browser) -> None:
    """Where the win is lost the light says no, and the solver names a move for points, if any."""
    game = client.start(code="TP1-C-AAAAAAB")
    say = sentences("en")
    assert hint(client, game, "light")["sentence"] == say.text("hint.unwinnable")
    told = hint(client, game, "solver")
    assert (told["winnable"], told["draws"]) == (False, None)
    assert told["sentence"].endswith(say.text("hint.unwinnable"))
    assert told["move"]["action"] == "take"
    hopeless = client.start(code="TP1-C-AAAAAAB", preset="classic", rules={"scoring": "none"})
    told = hint(client, hopeless, "solver")
    assert told["move"] is None
    assert told["sentence"] == f"{say.text('hint.no-points')} {say.text('hint.unwinnable')}"


@pytest.mark.parametrize(
    ("chance", "english", "german"),
    [
        (0.0, "0%", "0\xa0%"),
        (0.0004, "1%", "1\xa0%"),
        (0.634, "63%", "63\xa0%"),
        (0.9983, "99%", "99\xa0%"),
        (1.0, "100%", "100\xa0%"),
    ],
)
def test_only_what_is_certain_is_none_or_all_of_a_hundred(
    chance: float, english: str, german: str
) -> None:
    """A chance is written as each language does, and rounded to neither certainty."""
    assert chance_text(chance, sentences("en")) == english
    assert chance_text(chance, sentences("de")) == german


def test_game_list_and_statistics_say_that_a_game_was_assisted(client: Browser) -> None:
    """After a solver hint the game, its line and the statistics say so; a restart begins anew."""
    game = client.start(code=PUBLISHED_CODE)
    address = f"{API}/games/{game['id']}"
    assert (game["assisted"], game["can"]["hint"], game["can"]["review"]) == (False, True, False)
    hint(client, game, "solver")
    assert client.get(address).json()["assisted"]
    ended = client.play(client.play(game, "draw"), "give_up")
    assert ended["assisted"]
    assert (ended["can"]["hint"], ended["can"]["review"]) == (False, True)
    assert client.get(f"{API}/games").json()["games"][0]["assisted"]
    assert client.get(f"{API}/stats").json()["lines"][0]["assisted"] == 1
    assert not client.play(ended, "restart")["assisted"]
    assert not client.get(f"{API}/games").json()["games"][0]["assisted"]
    assert client.get(f"{API}/stats").json()["lines"][0]["assisted"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_late_question_is_answered_with_the_game_now(client: Browser, kind: str) -> None:
    """A hint for a game that has gone on is refused, and the refusal shows how it stands."""
    game = client.start(code=PUBLISHED_CODE)
    now = client.play(game, "draw")
    late = client.post(f"{API}/games/{game['id']}/hint", {"seq": 0, "kind": kind})
    assert refusal(late) == (409, "command/stale")
    assert problem_of(late)["view"] == now


def test_no_hint_after_the_end(client: Browser) -> None:
    """After the end a hint is refused with the sentence of the reader's language."""
    game = client.play(client.start(code=PUBLISHED_CODE), "give_up")
    for language in LANGUAGES:
        answer = client.post(
            f"{API}/games/{game['id']}/hint", {"seq": 1}, headers={"Accept-Language": language}
        )
        assert refusal(answer) == (422, "hint/ended")
        assert problem_of(answer)["detail"] == sentences(language).text("error.hint/ended")
        assert problem_of(answer)["view"]["status"] == "lost"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seq": -1},
        {"seq": "0"},
        {"seq": True},
        {"seq": 0, "kind": "review"},
        {"seq": 0, "kind": None},
        {"seq": 0, "kind": "fair", "seconds": 3600},
    ],
    ids=str,
)
def test_wrong_question_is_refused(client: Browser, wrong: Data) -> None:
    """A question that is none is refused, records nothing and leaves the game as it is."""
    game = client.start(code=PUBLISHED_CODE)
    answer = client.post(f"{API}/games/{game['id']}/hint", wrong)
    assert refusal(answer) == (422, "request/invalid")
    assert client.get(f"{API}/games/{game['id']}").json() == game
    assert client.get(f"{API}/export").json()["games"][0]["hints"] == []


def test_question_about_no_game_is_refused(client: Browser) -> None:
    """A game that is not there has neither hint nor review, and cannot be played on."""
    for path, body in (("hint", {"seq": 0}), ("review", None), ("play-on", {})):
        answer = client.post(f"{API}/games/nowhere/{path}", body)
        assert refusal(answer) == (404, "command/unknown-game")


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_game_is_started_by_difficulty(client: Browser, difficulty: str) -> None:
    """A game of a difficulty is one that can be won, and says how hard it is."""
    game = client.start(difficulty=difficulty, preset="classic")
    assert (game["winnable_only"], game["difficulty"]) == (True, difficulty)
    assert hint(client, game, "light")["winnable"]


def test_winnable_game_is_started(client: Browser) -> None:
    """A game dealt as winnable says so and not how hard it is; any other says neither."""
    game = client.start(winnable_only=True)
    assert (game["winnable_only"], game["difficulty"]) == (True, None)
    any_game = client.start()
    assert (any_game["winnable_only"], any_game["difficulty"]) == (False, None)


@pytest.mark.parametrize("wish", [{"winnable_only": True}, {"difficulty": "hard"}], ids=str)
def test_code_with_a_wish_is_refused(client: Browser, wish: Data) -> None:
    """A code names its deal, so it cannot be asked for a winnable or a hard one."""
    answer = client.post(f"{API}/games", {"code": PUBLISHED_CODE, **wish})
    assert refusal(answer) == (422, "code/names-deal")
    assert client.get(f"{API}/games").json()["games"] == []
    assert client.start(code=PUBLISHED_CODE, winnable_only=False)["code"] == PUBLISHED_CODE


@pytest.mark.parametrize(
    "wrong", [{"winnable_only": 1}, {"difficulty": "simple"}, {"difficulty": 1}], ids=str
)
def test_wish_is_checked(client: Browser, wrong: Data) -> None:
    """A wish that does not exist is refused and starts no game."""
    assert refusal(client.post(f"{API}/games", wrong)) == (422, "request/invalid")
    assert client.get(f"{API}/games").json()["games"] == []


def test_code_is_labelled_winnable_if_asked(client: Browser) -> None:
    """Whether the deal of a code can be won under the selected rules is told only if asked."""
    path = f"{API}/codes/check"
    assert client.post(path, {"text": PUBLISHED_CODE}).json()["winnable"] is None
    for text, preset, winnable in (
        (PUBLISHED_CODE, "easy", True),
        ("TP1-C-AAAAAAB", "easy", False),
        ("AAAAAAB", "classic", False),
    ):
        asked = {"text": text, "preset": preset, "winnable": True}
        assert client.post(path, asked).json()["winnable"] is winnable
