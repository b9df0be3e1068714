from __future__ import annotations

import pytest

from cli.program import piped, run
from tripeaks.deal import Deal
from tripeaks.i18n import LANGUAGES, sentences

# The published game of the example (spec 7).
WON = (
    "TP1-E-AAAAAAB: KC AS 2D 3S 4S 5S 4H | KD QH | AH | | | 9D TD 9S 8H 7S | | 4C 3D 2S "
    "| | | | | | | | QC KS | 6C 7C 8D | | 9C TS | | 5D 6D | | JS"
)
WON_COUNTS = {"moves": 50, "draws": 22, "scoring": "app", "points": 750}


@pytest.mark.parametrize("language", LANGUAGES)
def test_won_record_is_told_with_its_score(language: str) -> None:
    """A won game is said to be won, with its moves and its score, in the reader's language."""
    ended = run("verify", WON, LANGUAGE=language)
    say = sentences(language)
    told = f"{say.text('cli.verify.won')} {say.text('cli.counts', **WON_COUNTS)}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, told, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_legal_record_that_is_not_won_is_no_fault(language: str) -> None:
    """A legal game that stops before the end has status 0, and the cards left are counted."""
    ended = run("verify", "tp1eaaaaaab scoring=hogue undos=2 undo_cost=5: kc|", LANGUAGE=language)
    say = sentences(language)
    counts = say.text("cli.counts", moves=2, draws=1, scoring="hogue", points=1 - 5 - 10)
    told = f"{say.plural('cli.verify.legal', 27)} {counts}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, told, "")


def test_laid_out_record_is_verified() -> None:
    """A record with a layout in brackets is played like one with a code."""
    layout = Deal.from_code("TP1-E-AAAAAAB")
    ended = run("verify", WON.replace("TP1-E-AAAAAAB", f"TPX-E [{layout}]"))
    assert ended.returncode == 0
    assert sentences("en").text("cli.verify.won") in ended.stdout


@pytest.mark.parametrize(
    ("moves", "number", "card", "cause"),
    [
        ("3D", 1, "3D", "move/blocked"),
        ("KC 9S", 2, "9S", "move/not-adjacent"),
        ("KC AS KC", 3, "KC", "move/gone"),
        ("| " * 24, 24, "|", "move/stock-empty"),
        (WON.partition(":")[2] + " |", 51, "|", "game/ended"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_illegal_move_is_named(
    moves: str, number: int, card: str, cause: str, language: str
) -> None:
    """A move against the rules ends with status 1 and its number, its card and the cause."""
    ended = run("verify", f"TP1-E-AAAAAAB: {moves}", LANGUAGE=language)
    say = sentences(language)
    values = {"text": card, "number": number, "cause": say.raw(f"error.{cause}")}
    told = say.text("error.record/illegal-move", **values)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{told} [record/illegal-move]\n"


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("", "record/no-colon"),
        ("TP1-E-AAAAAAB KC", "record/no-colon"),
        ("TP1-E-AAAAAAB: QD", "record/not-in-tableau"),
        ("TP1-E-AAAAAAB: K?", "card/bad-suit"),
        ("TP1-E-AAAAAA9: KC", "code/bad-letter"),
        ("TP1-E-AAAAAAB undos=x: KC", "record/bad-option"),
    ],
    ids=str,
)
def test_what_is_no_record_is_refused(record: str, code: str) -> None:
    """What cannot be read as a record ends with status 1 and one sentence with its code."""
    ended = run("verify", record)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(f" [{code}]\n")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_records_are_piped_in(language: str) -> None:
    """With `-` each line is verified and told by its number; faulty ones do not stop the rest."""
    lines = ["\ufeff" + WON, "", "TP1-E-AAAAAAB: KC KC", "nonsense", WON]
    ended = piped("\r\n".join(lines), "verify", "-", LANGUAGE=language)
    say = sentences(language)
    won = f"{say.text('cli.verify.won')} {say.text('cli.counts', **WON_COUNTS)}"
    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        say.text("cli.line", number=number, told=won) for number in (1, 5)
    ]
    codes = [line.rpartition(" ")[2] for line in ended.stderr.splitlines()]
    assert codes == ["[record/illegal-move]", "[record/no-colon]"]
    starts = [say.text("cli.line", number=number, told="") for number in (3, 4)]
    assert all(map(str.startswith, ended.stderr.splitlines(), starts))


def test_only_good_records_give_status_0() -> None:
    """With `-` the status is 0 when every line is legal."""
    assert piped(f"{WON}\n" * 3, "verify", "-").returncode == 0


@pytest.mark.parametrize("words", [(), (WON, WON), (WON, "--json")], ids=str)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """Without a record, with two, or with an unknown option the status is 2."""
    ended = run("verify", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr
