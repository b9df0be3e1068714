from __future__ import annotations

import json
from typing import Any

import pytest

from cli.program import piped, run
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.notation import Record
from tripeaks.solver import verify

CODE = "TP1-E-AAAAAAB"
LOST = f"{CODE}: KC{' |' * 13}"
FEW = ("--games", "2000")


def asked(*words: str) -> Any:
    """The one JSON object that `tripeaks review` answers with."""
    ended = run("review", *words, "--json")
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    return json.loads(ended.stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_says_where_the_win_was_lost(language: str) -> None:
    """The move at which the win was lost is named, and a row for each position follows."""
    ended = run("review", LOST, *FEW, LANGUAGE=language)
    say = sentences(language)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert say.text("cli.review.winnable", draws=16, scoring="app", points=756) in lines
    assert say.plural("review.lost-at", 2, number=13, move="|", better="4S 2D") in lines
    assert len(lines) == 5 + 15
    assert all(say.text("cli.review.yes") in line for line in lines[5:18])
    assert all(say.text("cli.review.no") in line for line in lines[18:])


def test_a_review_in_json_tells_all() -> None:
    """`--json` writes one object with verdicts, chances, the loss and a line that verifies."""
    told = asked(LOST, *FEW)
    assert (told["record"], told["won"], told["outcome"]) == (LOST, False, "running")
    assert (told["lost_at"], told["fewest_draws"], told["best_score"]) == (13, 16, 756)
    assert [ply["winnable_after"] for ply in told["plies"]] == [True] * 12 + [False] * 2
    assert [ply["better"] for ply in told["plies"] if ply["better"]] == [["4S", "2D"]]
    assert all(0 <= ply["chance_before"] <= 1 for ply in told["plies"])
    best = Record.parse(f"{CODE}: {told['best_line']}")
    verify(best.deal, best.moves)


def test_a_review_without_chances_takes_no_time() -> None:
    """With `--ms 0` nobody is asked for chances, and the verdicts are the same."""
    told, plain = asked(LOST, *FEW), asked(LOST, "--ms", "0")
    assert plain["chance"] is None
    assert all(ply["chance_after"] is ply["promising"] is None for ply in plain["plies"])
    assert [ply["winnable_after"] for ply in plain["plies"]] == [
        ply["winnable_after"] for ply in told["plies"]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_way_a_game_stands_has_its_sentence(language: str) -> None:
    """A deal that cannot be won, a game not lost yet, and one that was won are told apart."""
    say = sentences(language)
    hopeless = run("review", "TP1-C-AAAAAAD:", "--ms", "0", LANGUAGE=language).stdout
    assert say.text("cli.review.unwinnable", scoring="app", points=663) in hopeless
    going = run("review", f"{CODE}: KC", "--ms", "0", LANGUAGE=language).stdout
    assert say.text("review.still-winnable") in going
    won = run("solve", CODE).stdout.splitlines()[1]
    told = run("review", won, "--ms", "0", LANGUAGE=language).stdout
    assert told.startswith(say.text("cli.verify.won"))
    assert say.text("review.still-winnable") not in told


def test_records_are_piped_in() -> None:
    """With `-` each line is reviewed; one at fault is named by number, and the status is 1."""
    text = f"{LOST}\nnonsense\n{CODE}: KC KD\n{CODE}: KC\n"
    ended = piped(text, "review", "-", "--ms", "0", "--json")
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert (ended.returncode, [one["input_line"] for one in told]) == (1, [1, 4])
    first, second = ended.stderr.splitlines()
    assert first.endswith(" [record/no-colon]")
    assert second.endswith(" [record/illegal-move]")
    plain = piped(f"{LOST}\n", "review", "-", "--ms", "0").stdout
    assert plain.startswith("Line 1: ")


def test_an_illegal_move_is_named_with_its_number() -> None:
    """A record against the rules is refused with the number of the move and what is wrong."""
    ended = run("review", f"{CODE}: KC KD")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "2" in ended.stderr
    assert ended.stderr.endswith(" [record/illegal-move]\n")


@pytest.mark.parametrize("words", [(), (LOST, "--ms", "-1"), (LOST, "more")], ids=str)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """Without a record, with two, or with a value that does not exist the status is 2."""
    ended = run("review", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr
