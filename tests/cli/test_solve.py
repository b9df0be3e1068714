from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from cli.program import PATIENCE, command, environment, piped, run
from conformance import vectors
from docs.markdown import DOCS, blocks
from tripeaks.deal import Deal
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.notation import Record, parse_moves
from tripeaks.rules import CLASSIC, EASY
from tripeaks.scoring import score
from tripeaks.solver import CLEARED, Claim, verify

TIME = re.compile(r"time: \d+ µs")
RECORD_OR_TIME = re.compile(rf"{TIME.pattern}|hogue: .*")
CODE = "TP1-E-AAAAAAB"
DEAL = Deal.from_code(CODE)
LOST = "TP1-C-AAAAAAB"
# Winnable under Easy, not under Classic; a solver with a lopsided test of neighbours errs on it.
LAYOUT = (
    "2D 6D AD 9S 4C 7C 7S 7D 9C 2S AC 8D 6S 6H 3C 5H QS JS 4S JH 5C AS 3H 3S AH TD 4D 5S "
    "TH 7H KS QH 6C KD 8S 2C TC JC 5D 3D 2H TS 4H JD KC KH 8H QC 8C QD 9D 9H"
)
KEYS = (
    *("code", "cards", "goal", "verdict", "line", "moves", "draws", "score", "scoring"),
    *("record", "states", "seconds"),
)


def asked(*words: str) -> Any:
    """The one JSON object that `tripeaks solve` answers with."""
    ended = run("solve", *words, "--json")
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    return json.loads(ended.stdout)


def check(told: Mapping[str, Any], deal: Deal, claim: Claim = CLEARED) -> None:
    """Have a stranger play the line of an answer, and compare all that it says of it."""
    moves = parse_moves(told["line"], deal)
    assert told["moves"] == [move.index for move in moves]
    verify(deal, moves, claim)
    assert told["draws"] == sum(move.is_draw for move in moves)
    assert told["score"] == score(told["scoring"], deal, moves).points
    assert Record.parse(told["record"]).moves == moves


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("goal", ["clear", "draws", "score"])
def test_answer_for_people_is_a_sentence_and_a_record(language: str, goal: str) -> None:
    """The verdict comes first, then the line as a record, what it counts, and the effort."""
    ended = run("solve", CODE, "--goal", goal, LANGUAGE=language)
    say = sentences(language)
    verdict, record, counts, effort = ended.stdout.splitlines()
    assert (ended.returncode, verdict) == (0, say.text("cli.solve.winnable"))
    assert record.startswith(f"{CODE}: ")
    moves = Record.parse(record).moves
    keys = {
        "clear": "cli.counts",
        "draws": "cli.solve.fewest-draws",
        "score": "cli.solve.most-points",
    }
    assert counts == say.text(
        keys[goal],
        moves=len(moves),
        draws=sum(move.is_draw for move in moves),
        scoring="app",
        points=score("app", DEAL, moves).points,
    )
    assert (
        effort.split(":")[0]
        == say.text("cli.solve.effort", states="", microseconds="").split(":")[0]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_deal_that_cannot_be_won_is_told(language: str) -> None:
    """Where no line clears the table there is the verdict, and no line."""
    ended = run("solve", LOST, LANGUAGE=language)
    verdict, effort = ended.stdout.splitlines()
    assert (ended.returncode, verdict) == (0, sentences(language).text("cli.solve.unwinnable"))
    assert "22932" in effort


@pytest.mark.parametrize("language", LANGUAGES)
def test_limit_that_is_hit_is_told(language: str) -> None:
    """Under a limit that is too low the answer is that it is not settled, never a guess."""
    told = run("solve", LOST, "--max-states", "100", LANGUAGE=language).stdout
    assert told.splitlines()[0] == sentences(language).text("cli.solve.unknown")


def test_record_is_one_that_verify_accepts() -> None:
    """What `tripeaks solve` prints as a record, `tripeaks verify` finds legal and won."""
    for words in ([CODE], ["--cards", LAYOUT], ["TP1-C-AAAAAAD-J2W", "--scoring", "hogue"]):
        record = run("solve", *words).stdout.splitlines()[1]
        ended = run("verify", record)
        assert ended.returncode == 0
        assert sentences("en").text("cli.verify.won") in ended.stdout


def test_json_answers_one_object_with_stable_names() -> None:
    """`--json` writes one object a deal, whose names are English and in a fixed order."""
    told = asked(CODE, "--goal", "draws")
    assert tuple(told) == KEYS
    assert (told["code"], told["cards"]) == (CODE, str(DEAL))
    assert (told["goal"], told["verdict"], told["draws"]) == ("draws", "winnable", 16)
    assert (told["scoring"], told["states"]) == ("app", 22_932)
    assert 0 < told["seconds"] < PATIENCE
    check(told, DEAL)


def test_json_of_a_deal_that_cannot_be_won_has_no_line() -> None:
    """Where there is no line, all that would tell of it is null."""
    told = asked(LOST)
    assert told["verdict"] == "unwinnable"
    for name in ("line", "moves", "draws", "score", "record"):
        assert told[name] is None


@pytest.mark.parametrize("scoring", ["app", "hogue", "collection"])
def test_most_points_are_found_for_any_scheme(scoring: str) -> None:
    """`--goal score` gives a line with the most points, and the verdict beside it."""
    for code in (CODE, LOST):
        deal = Deal.from_code(code)
        told = asked(code, "--goal", "score", "--scoring", scoring)
        assert told["verdict"] == ("winnable" if code == CODE else "unwinnable")
        assert told["scoring"] == scoring
        check(told, deal, Claim(cleared=False, points=told["score"], scoring=scoring))
        clearing = asked(code, "--scoring", scoring)
        assert clearing["score"] is None or clearing["score"] <= told["score"]


def test_layout_is_solved_by_the_rules_of_the_preset() -> None:
    """A layout is solved under Easy, or under the rules that `--preset` names."""
    easy, classic = asked("--cards", LAYOUT), asked("--cards", LAYOUT, "--preset", "classic")
    assert (easy["verdict"], classic["verdict"]) == ("winnable", "unwinnable")
    assert easy["code"] is classic["code"] is None
    assert easy["cards"] == LAYOUT
    check(easy, Deal.parse(LAYOUT))


def test_preset_brings_its_scoring() -> None:
    """Seven letters alone take all rules of the preset, its scoring too, unless told otherwise."""
    told = asked("AAAAAAB", "--preset", "traditional")
    assert (told["code"], told["scoring"]) == ("TP1-C-AAAAAAB-D", "hogue")
    assert asked("AAAAAAB", "--preset", "windows", "--scoring", "none")["scoring"] == "none"


@pytest.mark.parametrize(
    ("option", "words", "said"),
    [
        ("winnable", [CODE], 0),
        ("unwinnable", [LOST], 3),
        ("unknown", [LOST, "--max-states", "100"], 4),
    ],
)
def test_verdict_can_be_the_exit_status(option: str, words: list[str], said: int) -> None:
    """With `--exit-code` the status tells the verdict, without it 0 means answered."""
    assert run("solve", *words).returncode == 0
    ended = run("solve", *words, "--json", "--exit-code")
    assert (ended.returncode, json.loads(ended.stdout)["verdict"]) == (said, option)


def test_deals_are_piped_in() -> None:
    """With `-` each line is a deal: a code, a layout, or one in brackets; blank lines are none."""
    wild = Deal.from_code("TP1-C-AAAAAAD-J2W")
    lines = ["\ufeffaaaaaab", "", f"  {LAYOUT}\r", LOST, f"TPX-C-J2W [{wild}]"]
    ended = piped("\n".join(lines), "solve", "-", "--json")
    told = [json.loads(line) for line in ended.stdout.splitlines()]
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [one["input_line"] for one in told] == [1, 3, 4, 5]
    assert [one["code"] for one in told] == [CODE, None, LOST, None]
    assert [one["verdict"] for one in told[:3]] == ["winnable", "winnable", "unwinnable"]
    assert tuple(told[0]) == ("input_line", *KEYS)
    assert told[3]["cards"] == str(wild)


@pytest.mark.parametrize("language", LANGUAGES)
def test_piped_deals_are_told_apart_for_people(language: str) -> None:
    """For people each answer stands under the number of its line and its deal."""
    told = piped(f"{CODE}\n{LAYOUT}\n", "solve", "-", LANGUAGE=language).stdout
    say = sentences(language)
    first, second = told.rstrip().split("\n\n")
    assert first.splitlines()[0] == say.text("cli.line", number=1, told=CODE)
    assert second.splitlines()[0] == say.text("cli.line", number=2, told=f"TPX-E [{LAYOUT}]")
    assert first.splitlines()[1] == say.text("cli.solve.winnable")


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_line_does_not_stop_the_others(language: str) -> None:
    """A line at fault is named by number on the error output, the rest answered, status 1."""
    bad = LAYOUT.replace("KS", "??")
    lines = [CODE, "nonsense", bad, "9C " * 40_000, LOST]
    text = "\n".join(lines).encode() + b"\n\xff\xfe\0"
    ended = piped(text, "solve", "-", "--json", "--exit-code", LANGUAGE=language)
    assert ended.returncode == 1
    assert [json.loads(line)["input_line"] for line in ended.stdout.splitlines()] == [1, 5]
    told = ended.stderr.splitlines()
    say = sentences(language)
    starts = [say.text("cli.line", number=number, told="") for number in (2, 3, 4, 6)]
    assert all(map(str.startswith, told, starts))
    assert len(told) == 4
    place = say.text("error.card/unknown", text="??", position=LAYOUT.index("KS") + 1)
    assert told[1] == f"{starts[1]}{place} [card/unknown]"


def test_status_of_many_is_that_of_the_worst() -> None:
    """With `-` and `--exit-code` the highest status of all deals is given."""
    assert piped(f"{CODE}\n{LOST}\n{CODE}\n", "solve", "-", "--exit-code").returncode == 3
    assert piped(f"{CODE}\n", "solve", "-", "--exit-code").returncode == 0


@pytest.mark.parametrize("text", ["", "\n \n\t\n"], ids=repr)
@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_input_is_a_fault(text: str, language: str) -> None:
    """Nothing to answer is an error and not silence."""
    ended = piped(text, "solve", "-", LANGUAGE=language)
    told = sentences(language).text("error.input/empty")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{told} [input/empty]\n"


def test_missing_input_is_a_fault() -> None:
    """A process that was given no standard input at all says so too."""
    ended = subprocess.run(
        command("solve", "-"),
        env=environment(),
        preexec_fn=lambda: os.close(0),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(" [input/empty]\n")


def test_lines_are_answered_as_they_come() -> None:
    """A line is answered before the next is there."""
    with subprocess.Popen(
        command("solve", "-", "--json"),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for code in (CODE, LOST):
            process.stdin.write(f"{code}\n")
            assert json.loads(process.stdout.readline())["code"] == code
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_reader_that_goes_away_is_no_disaster() -> None:
    """Where the output is read no further, as by `head`, the program ends without a word."""
    with subprocess.Popen(
        command("solve", "-", "--json"),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{CODE}\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write(f"{CODE}\n")
        process.stdin.close()
        assert process.wait(PATIENCE) != 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        (["--cards", LAYOUT.replace("KS", "??")], "card/unknown", str(LAYOUT.index("KS") + 1)),
        (["--cards", LAYOUT[:-3]], "layout/count", "51"),
        (["--cards", f"{LAYOUT} AS"], "layout/count", "53"),
        (["--cards", LAYOUT.replace("KS", "KC")], "layout/card-twice", "KC"),
        (["--cards", LAYOUT.replace("KS", "KX")], "card/bad-suit", "KX"),
        (["--cards", LAYOUT.replace("KS", "*")], "layout/jokers", "1"),
        (["--cards", ""], "layout/count", "0"),
        (["TP1-E-AAAAAA9"], "code/bad-letter", "9"),
        ([""], "code/empty", ""),
    ],
    ids=str,
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_deal_is_refused(words: list[str], code: str, named: str, language: str) -> None:
    """What is no deal ends with status 1 and one sentence that names the fault and its code."""
    ended = run("solve", *words, LANGUAGE=language)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(f" [{code}]\n")
    assert named in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_solver_that_cannot_be_had_is_told_once() -> None:
    """A solver that the environment asks for in vain ends the program at the first deal."""
    ended = piped(f"{CODE}\n{LOST}\n", "solve", "-", TRIPEAKS_SOLVER="abacus")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(" [solver/bad-backend]\n")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        (),
        (CODE, CODE),
        (CODE, "--cards", LAYOUT),
        (CODE, "--goal", "fun"),
        (CODE, "--scoring", "fun"),
        (CODE, "--max-states", "0"),
        (CODE, "--preset", "fun"),
    ],
    ids=str,
)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """Without a deal, with two, or with a value that does not exist the status is 2."""
    ended = run("solve", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr


def test_known_deals_are_solved() -> None:
    """Verdicts and fewest draws are the known ones, for codes and for layouts."""
    known = vectors.lines("deals.jsonl")[:40]
    for name, rules in (("easy", EASY), ("classic", CLASSIC)):
        text = "\n".join(line["cards"] if line["number"] % 2 else line["code"] for line in known)
        ended = piped(text, "solve", "-", "--json", "--goal", "draws", "--preset", name)
        assert (ended.returncode, ended.stderr) == (0, "")
        told = [json.loads(line) for line in ended.stdout.splitlines()]
        assert [one["draws"] for one in told] == [line[f"{name}_min_draws"] for line in known]
        for one in told:
            if one["line"] is not None:
                check(one, Deal.parse(one["cards"], rules))


def test_a_cold_solve_loads_no_server_and_no_database() -> None:
    """Solving a deal loads neither server nor database, nor NumPy where the kernel was built."""
    probe = (
        "import sys; sys.argv = ['tripeaks', 'solve', 'AAAAAAB']\n"
        "from tripeaks.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "unwanted = {'fastapi', 'sqlalchemy', 'uvicorn', 'alembic', 'pydantic'}\n"
        "if 'tripeaks.solver._kernel' in sys.modules: unwanted.add('numpy')\n"
        "print(sorted(unwanted & set(sys.modules)))"
    )
    told = subprocess.check_output([sys.executable, "-c", probe], text=True, env=environment())
    assert told.endswith("[]\n")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_slow_solver_says_how_to_get_the_fast_one(language: str) -> None:
    """Where the kernel is missed for over a second, it is told once where the remedy stands."""
    program = (
        "import sys; sys.modules['tripeaks.solver._kernel'] = None\n"
        "from tripeaks.cli import main; main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "solve", "-", "--goal", "score", "--scoring", "hogue"],
        env=environment(LANGUAGE=language),
        input=f"{CODE}\n" * 20,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (ended.returncode, ended.stdout.count(CODE)) == (0, 2 * 20)
    assert ended.stderr == sentences(language).text("cli.solve.slow") + "\n"


def test_guide_shows_what_the_program_says() -> None:
    """Each command of the guide that shows an answer gives it, but for the time it takes.

    Of several lines with the most points each solver may find another.
    """
    page = list(blocks((DOCS / "how-to" / "solve-a-deal.md").read_text("utf-8")))
    shown = [(sh.text, text.text) for sh, text in pairwise(page) if text.language == "text"]
    assert len(shown) > 4
    for said, answer in shown:
        program, *words = shlex.split(said)
        told = run(*words).stdout
        assert program == "tripeaks"
        varies = RECORD_OR_TIME if "score" in words else TIME
        assert varies.sub("", told) == varies.sub("", answer)


def test_poor_terminal_is_no_disaster() -> None:
    """A letter that the terminal lacks becomes a question mark."""
    ended = run("solve", CODE, PYTHONIOENCODING="iso8859-2")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith(" ?s.\n")
