from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise
from typing import Any

import pytest

from cli.program import run
from docs.markdown import DOCS, blocks
from tripeaks.coach.reasons import ReasonCode
from tripeaks.deal import Deal
from tripeaks.i18n import LANGUAGES, sentences

CODE = "TP1-E-AAAAAAB"
MOVES = "KC AS 2D 3S 4S 5S 4H | KD"
TABLE = "?? " * 18 + "3S 5S KC 4S 2D AS KD 8H 7C 9S AC"
FEW = ("--games", "2000")
PERCENT = re.compile(r" +\d+[.,]\d.%")


def asked(*words: str) -> Any:
    """The one JSON object that `tripeaks hint` answers with."""
    ended = run("hint", *words, "--json")
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    return json.loads(ended.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_for_people_says_what_to_do_and_why(language: str) -> None:
    """The best move comes first, then its reasons, its chance, and all moves with theirs."""
    ended = run("hint", CODE, MOVES, *FEW, LANGUAGE=language)
    say = sentences(language)
    first, *rest = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert first.startswith(say.text("cli.hint.fair"))
    assert say.text("cli.hint.others") in rest
    rows = rest[rest.index(say.text("cli.hint.others")) + 1 :]
    assert {row.split()[0] for row in rows} == {"QH", "AH", "|"}


def test_a_game_is_given_in_any_form() -> None:
    """A code with moves, a record and a full layout with moves give the same hint."""
    told = asked(CODE, MOVES, *FEW)
    assert told["kind"] == "fair"
    assert asked(f"{CODE}: {MOVES}", *FEW) == told
    assert asked(CODE, *MOVES.split(), *FEW) == told
    assert asked(str(Deal.from_code(CODE)), MOVES, *FEW) == told


def test_json_tells_all_moves_with_reasons() -> None:
    """`--json` lists every legal move with chance, error and reasons, under stable names."""
    told = asked(CODE, *FEW)
    assert {one["move"]: one["index"] for one in told["candidates"]} == {
        "KC": 20,
        "2D": 22,
        "KD": 24,
        "|": 28,
    }
    for one in told["candidates"]:
        assert tuple(one) == ("move", "index", "chance", "error", "reasons")
        assert 0 < one["chance"] < 1
        assert {reason["code"] for reason in one["reasons"]} <= set(ReasonCode)
    assert {"code": "chain", "count": 6} in told["candidates"][0]["reasons"]


def test_the_same_luck_gives_the_same_hint() -> None:
    """Under a limit of games the answer is the same every time; another seed may give another."""
    told = asked(CODE, *FEW, "--seed", "5")
    assert asked(CODE, *FEW, "--seed", "5") == told
    assert asked(CODE, *FEW, "--seed", "6") != told


def test_a_table_of_another_program_is_helped_with() -> None:
    """A layout with unknown cards, and the moves so far, get a hint by the rules of the preset."""
    told = asked("--cards", TABLE, *FEW)
    assert {one["move"] for one in told["candidates"]} == {"KC", "2D", "KD", "|"}
    told = asked("--cards", TABLE, "KC", *FEW)
    assert {one["move"] for one in told["candidates"]} == {"AS", "|"}
    told = asked("--cards", TABLE, "--preset", "classic", *FEW)
    assert {one["move"] for one in told["candidates"]} == {"2D", "|"}
    told = asked("--cards", f"{TABLE} 9D", "KC |", *FEW)
    assert {one["move"] for one in told["candidates"]} == {"8H", "|"}


JOINED = f"{'?? ' * 13}QS {'?? ' * 4}3S 5S KC 4S -- -- KD 8H 7C 9S JH --"


def test_a_game_joined_in_the_middle_is_helped_with() -> None:
    """Where cards are gone that nobody remembers, the table as it stands gets a hint."""
    told = asked("--cards", JOINED, *FEW)
    assert {one["move"] for one in told["candidates"]} == {"QS", "|"}
    told = asked("--cards", f"{JOINED} 6C", "QS |", *FEW)
    assert {one["move"] for one in told["candidates"]} == {"5S", "7C", "|"}


def test_a_winnable_game_has_better_chances() -> None:
    """With `--winnable` the chances are those of a game that was dealt as one."""
    plain = asked("TP1-C-AAAAAAD", "--games", "20000")
    told = asked("TP1-C-AAAAAAD", "--games", "20000", "--winnable")
    assert told["candidates"][0]["chance"] > plain["candidates"][0]["chance"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solver_hint_is_named_as_one(language: str) -> None:
    """A solver hint says that it knows all cards, and whether the game can still be won."""
    say = sentences(language)
    for words, verdict in (
        ((CODE,), say.plural("hint.winnable", 16)),
        (("TP1-C-AAAAAAB",), say.text("hint.unwinnable")),
    ):
        first, second = run("hint", *words, "--solver", LANGUAGE=language).stdout.splitlines()
        assert first.startswith(say.text("cli.hint.solver"))
        assert second == verdict


def test_a_solver_hint_is_exact() -> None:
    """In JSON a solver hint has the move, the fewest draws, and all moves that still win."""
    told = asked(CODE, "--solver")
    assert told == {
        "kind": "solver",
        "winnable": True,
        "move": "KC",
        "index": 20,
        "draws": 16,
        "winning": ["KC", "2D", "KD", "|"],
    }
    deal = Deal.from_code(CODE)
    assert asked("--cards", str(deal), "--solver") == told


def test_a_game_that_earns_nothing_any_more_has_no_solver_move() -> None:
    """Where no move leads to a point any more, a solver hint names none."""
    moves = " ".join("|" * 22)
    told = asked("TP1-C-AAAAAAB", moves, "--solver")
    assert (told["winnable"], told["move"], told["index"]) == (False, None, None)
    text = run("hint", "TP1-C-AAAAAAB", moves, "--solver").stdout
    assert sentences("en").text("hint.no-points") in text


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        ((CODE, "KC KD"), "record/illegal-move", "KD"),
        ((CODE, "9C 8C"), "record/not-in-tableau", "8C"),
        (("TP1-E-AAAAAA9",), "code/bad-letter", "9"),
        (("--cards", TABLE, "|"), "hint/must-be-known", "30"),
        (("--cards", TABLE.replace("KC", "KD")), "layout/card-twice", "KD"),
        (("--cards", TABLE, "--solver"), "card/unknown", "??"),
        (("--cards", JOINED.replace("QS", "??")), "hint/must-be-known", "14"),
        (("--cards", f"--{JOINED[2:]}"), "layout/gone-covered", "4"),
        (("--cards", f"{JOINED} ?? --"), "layout/gone-stock", "32"),
        (("--cards", ""), "layout/count", "0"),
    ],
    ids=str,
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_game_is_refused(
    words: tuple[str, ...], code: str, named: str, language: str
) -> None:
    """What is no game ends with status 1 and one sentence that names the fault and its code."""
    ended = run("hint", *words, LANGUAGE=language)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(f" [{code}]\n")
    assert named in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_after_the_end_there_is_no_hint() -> None:
    """A game that is over gets one sentence and no hint, of either kind."""
    won = run("solve", CODE).stdout.splitlines()[1]
    for options in ((), ("--solver",)):
        ended = run("hint", won, *options)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr.endswith(" [hint/ended]\n")


@pytest.mark.parametrize(
    "words",
    [
        ("hint",),
        ("hint", CODE, "--ms", "0"),
        ("hint", CODE, "--ms", "3600000"),
        ("hint", CODE, "--games", "0"),
        ("hint", CODE, "--seed", "-1"),
        ("hint", CODE, "--preset", "fun"),
    ],
    ids=str,
)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """Without a game, or with a value that does not exist, the status is 2."""
    ended = run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr


def test_guide_shows_what_the_program_says() -> None:
    """Each command of the guide gives the answer shown, but for the chances."""
    page = list(blocks((DOCS / "how-to" / "get-a-hint.md").read_text("utf-8")))
    shown = [(sh.text, text.text) for sh, text in pairwise(page) if text.language == "text"]
    assert len(shown) == 6
    for said, answer in shown:
        program, *words = shlex.split(said)
        told = run(*words).stdout
        assert program == "tripeaks"
        if "review" in words:
            assert told.splitlines()[:4] == answer.splitlines()[:4]
            continue
        assert PERCENT.sub("", told) == PERCENT.sub("", answer)
