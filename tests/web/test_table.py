from __future__ import annotations

from typing import Any

import pytest

from tripeaks.cards import PACK
from tripeaks.i18n import LANGUAGES, sentences
from web.site import API, Browser, Data, WebWorld, answer_of, problem_of, refusal

PATH = f"{API}/table/hint"
OPEN_ROW = "3S 5S KC 4S 2D AS KD 8H 7C 9S"
BEGINNING = f"{'?? ' * 18}{OPEN_ROW} AC"
MIDDLE = f"{'?? ' * 13}QS {'?? ' * 4}3S 5S KC 4S -- -- KD 8H 7C 9S JH -- -- --"


def asked(client: Browser, cards: str, moves: str = "", **selected: Any) -> Data:
    """The answer to a table that can be read."""
    return answer_of(client.post(PATH, {"cards": cards, "moves": moves, **selected}))


def test_a_table_gets_a_fair_hint(client: Browser) -> None:
    """The best move comes with its chance, reasons and sentence, and so do the other moves."""
    told = asked(client, BEGINNING)
    moves = [told["move"], *(other["move"] for other in told["others"])]
    assert {move["sign"] for move in moves} == {"KC", "2D", "KD", "|"}
    assert told["outcome"] == "running"
    assert 0 < told["chance"] < 1
    assert 0 < told["error"] < 1
    assert told["reasons"]
    assert all(reason["sentence"] in told["sentence"] for reason in told["reasons"])
    chances = [told["chance"], *(other["chance"] for other in told["others"])]
    assert chances == sorted(chances, reverse=True)


def test_the_table_is_shown_as_it_stands(client: Browser) -> None:
    """Each place is gone, down or up, with its card and what it is called; so are the piles."""
    told = asked(client, f"{MIDDLE} 6C", "QS |")
    states = [slot["state"] for slot in told["slots"]]
    assert [states[slot] for slot in (0, 13, 18, 22)] == ["down", "gone", "up", "gone"]
    assert (told["slots"][18]["card"], told["slots"][18]["free"]) == ("3S", True)
    assert told["slots"][19]["label"] == "five of spades, playable"
    assert told["top"] == {"card": "6C", "name": "six of clubs"}
    assert (told["stock"]["count"], told["stock"]["playable"]) == (19, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_speaks_the_readers_language(world: WebWorld, language: str) -> None:
    """Moves, reasons and labels come in the language of whoever asks."""
    client = world.browser(**{"Accept-Language": language})
    told = asked(client, MIDDLE)
    queen = sentences(language).text("card.QS")
    named = {told["move"]["name"], *(other["move"]["name"] for other in told["others"])}
    assert queen in named
    assert told["slots"][13]["name"] == queen


def test_the_rules_are_chosen(client: Browser) -> None:
    """Preset and single options are taken as for a new game."""

    def signs(told: Data) -> set[str]:
        return {told["move"]["sign"], *(other["move"]["sign"] for other in told["others"])}

    assert signs(asked(client, BEGINNING, preset="classic")) == {"2D", "|"}
    only_when_stuck = {"draw_policy": "only_when_stuck"}
    assert signs(asked(client, BEGINNING, preset="classic", rules=only_when_stuck)) == {"2D"}
    empty = BEGINNING.replace("AC", "-")
    assert len(signs(asked(client, empty, rules={"empty_waste": True}))) == 11
    assert refusal(client.post(PATH, {"cards": BEGINNING, "preset": "fun"})) == (
        422,
        "rules/bad-option",
    )


def test_a_game_that_is_over_is_told(client: Browser) -> None:
    """A table without a move is no error: it is won or blocked, and there is no best move."""
    won = asked(client, f"{'-- ' * 28}KC")
    assert (won["outcome"], won["move"], won["sentence"]) == ("won", None, "You have won!")
    blocked = asked(client, f"{BEGINNING.replace('AC', 'JH')}{' --' * 23}")
    assert (blocked["outcome"], blocked["move"], blocked["others"]) == ("blocked", None, [])


@pytest.mark.parametrize(
    ("cards", "moves", "code", "number"),
    [
        (BEGINNING.replace("KC", "??"), "", "hint/must-be-known", 21),
        (BEGINNING.replace("AC", "??"), "", "hint/must-be-known", 29),
        ("?? " * 29, "", "hint/must-be-known", 19),
        (BEGINNING, "KC AS 2D", "hint/must-be-known", 14),
        (BEGINNING, "|", "hint/must-be-known", 30),
        (f"-- {BEGINNING[3:]}", "", "layout/gone-covered", 1),
        (f"{MIDDLE} ?? --", "", "layout/gone-stock", 34),
        (BEGINNING.replace("AC", "3S"), "", "layout/card-twice", 29),
        (f"TPX-E [{BEGINNING.replace('AC', '3S')}]", "", "layout/card-twice", 29),
        (BEGINNING.replace("AC", "-"), "", "layout/waste", 29),
        (BEGINNING.replace("AC", "*"), "", "layout/joker-place", 29),
        (BEGINNING.replace("AC", "XX"), "", "card/bad-rank", None),
        (f"{BEGINNING}{' ??' * 24}", "", "layout/count", None),
        ("", "", "layout/count", None),
        (BEGINNING, "9C", "record/not-in-tableau", None),
        (BEGINNING, "KC KC", "record/illegal-move", None),
    ],
    ids=str,
)
def test_the_place_at_fault_is_named(
    client: Browser, cards: str, moves: str, code: str, number: int | None
) -> None:
    """What cannot be is refused with a sentence, and with the number of the card at fault."""
    answer = client.post(PATH, {"cards": cards, "moves": moves})
    assert refusal(answer) == (422, code)
    assert problem_of(answer)["number"] == number


def test_all_cards_may_be_named(client: Browser) -> None:
    """A table of which every card is known gets a hint like any other."""
    named = BEGINNING.split()[18:]
    rest = [str(card) for card in PACK if str(card) not in named]
    told = asked(client, " ".join([*rest[:18], *named, *rest[18:]]))
    assert told["outcome"] == "running"
    assert told["stock"]["count"] == 23


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"cards": None},
        {"cards": 5},
        {"cards": BEGINNING, "moves": ["KC"]},
        {"cards": BEGINNING, "luck": 1},
        {"cards": "?? " * 200},
        {"cards": BEGINNING, "moves": "| " * 300},
    ],
    ids=str,
)
def test_a_bad_request_is_refused(client: Browser, body: Data) -> None:
    """What is no table, or far longer than any, is refused before it is read."""
    assert refusal(client.post(PATH, body)) == (422, "request/invalid")


def test_a_large_body_is_refused(client: Browser) -> None:
    """A body of more than 64 KiB is turned away at the gate."""
    assert refusal(client.post(PATH, {"cards": "?" * 70_000})) == (413, "request/too-large")


def test_nothing_is_kept(world: WebWorld) -> None:
    """Asking makes no game, no player and no cookie."""
    client = world.browser()
    before = client.get(f"{API}/export").json()["games"]
    answer = client.post(PATH, {"cards": BEGINNING})
    assert "set-cookie" not in answer.headers
    assert client.get(f"{API}/export").json()["games"] == before == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_brings_its_own_sentences(world: WebWorld, language: str) -> None:
    """The page of the table has its sentences and the names of all cards; the others do not."""
    client = world.browser(**{"Accept-Language": language})
    page = client.get("/table")
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text
    assert "table.page.ask-card" in page.text
    assert '"card.KC"' in page.text
    assert "table.page." not in client.get("/").text
