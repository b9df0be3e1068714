from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from cli.program import run
from tripeaks.deal import Deal
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.rules import PRESETS

CODE = "TP1-E-AAAAAAB"
DEAL = Deal.from_code(CODE)
BOARD = """\
TP1-E-AAAAAAB (Easy)

            9C          6C          JS
          4C  3D      2S  QC      TS  6D
        QH  4H  9D  AH  7S  TD  KS  8D  5D
      3S  5S  KC  4S  2D  AS  KD  8H  7C  9S

      ## 23  AC

Stock, first drawn first: \
QD KH 4D AD 8C TH 5C 7D 3C 5H 3H 9H 2H 6S JD 7H 2C 8S JC 6H TC QS JH
"""


def test_board_shows_every_card() -> None:
    """`tripeaks deal` shows all cards of the table face up, and the stock in draw order."""
    ended = run("deal", "tp1 e aaaaaab")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, BOARD, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_speaks_the_readers_language(language: str) -> None:
    """What stands beside the cards is in the reader's language."""
    told = run("deal", CODE, LANGUAGE=language).stdout.splitlines()
    say = sentences(language)
    assert told[0] == f"{CODE} ({say.text('preset.easy')})"
    assert told[-1] == say.text("cli.deal.stock", cards=" ".join(map(str, DEAL.stock)))


@pytest.mark.parametrize(
    "code", [CODE, "TP1-C-AAAAAAD-J2O", "TP1-E-AAAAAAB-W", "TP1-C-7654321-DJ4OW"]
)
def test_json_tells_the_whole_deal(code: str) -> None:
    """`--json` writes one object from which the very same deal can be made again."""
    deal = Deal.from_code(code)
    ended = run("deal", code, "--json")
    told = json.loads(ended.stdout)
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 1)
    assert told == {
        "code": deal.code,
        "number": deal.number,
        "rules": {
            "wrap": deal.rules.wrap,
            "visibility": deal.rules.visibility,
            "draw_policy": deal.rules.draw_policy,
            "empty_waste": deal.rules.empty_waste,
            "jokers": deal.rules.jokers,
        },
        "tableau": [str(card) for card in deal.tableau],
        "waste": deal.waste and str(deal.waste),
        "stock": [str(card) for card in deal.stock],
        "cards": str(deal),
    }
    assert Deal.parse(told["cards"], deal.rules) == deal


def test_picture_shows_every_card_of_the_table() -> None:
    """`--svg` draws the table with all its cards face up, though the deal is played closed."""
    ended = run("deal", CODE, "--svg")
    assert (ended.returncode, ended.stderr) == (0, "")
    root = ET.fromstring(ended.stdout)  # noqa: S314 - our own picture
    shown = {element.get("href") for element in root.iter("{http://www.w3.org/2000/svg}use")}
    assert {f"#face-{card}" for card in (*DEAL.tableau, DEAL.waste)} <= shown
    assert not {f"#face-{card}" for card in DEAL.stock} & shown


def test_picture_has_the_letters_of_the_readers_language() -> None:
    """The court cards of the picture carry the letters of the reader's language."""
    english, german = (run("deal", CODE, "--svg", LANGUAGE=name).stdout for name in LANGUAGES)
    assert "rank-B" in german
    assert "rank-B" not in english


@pytest.mark.parametrize("preset", list(PRESETS))
def test_preset_rules_seven_letters_alone(preset: str) -> None:
    """Seven letters alone are dealt by the rules of `--preset`, which is Easy without a word."""
    told = json.loads(run("deal", "aaaaaab", "--json", "--preset", preset).stdout)
    assert told["code"] == Deal.from_code("AAAAAAB", PRESETS[preset]).code


def test_rules_of_a_code_win_over_the_preset() -> None:
    """A whole code is dealt by its own rules, whatever `--preset` says."""
    told = json.loads(run("deal", CODE, "--json", "--preset", "traditional").stdout)
    assert told["code"] == CODE


def test_layout_is_shown_like_a_code() -> None:
    """In place of a code a layout may stand, or one in brackets after the letters of its rules."""
    plain = run("deal", str(DEAL)).stdout
    assert plain == BOARD.replace(CODE, "TPX-E")
    deal = Deal.from_code("TP1-C-AAAAAAD-DJ2W")
    told = json.loads(run("deal", f"TPX-C-DJ2W [{deal}]", "--json").stdout)
    assert told["cards"] == str(deal)
    assert told["code"] is None


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("", "code/empty", ""),
        ("AAAAAA9", "code/bad-letter", "9"),
        ("TP1-X-AAAAAAB", "code/bad-rule", "X"),
        ("TP1-E-AAAAAABAAAAAABAAAAAAB", "code/bad-option", "A"),
        (" ".join(str(DEAL).split()[:28]), "layout/count", "28"),
        (str(DEAL).replace("KC", "??"), "card/unknown", "61"),
        ("TPX-Q [AC]", "record/bad-header", "TPX-Q"),
    ],
    ids=str,
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_deal_is_refused(text: str, code: str, named: str, language: str) -> None:
    """What names no deal ends with status 1 and one sentence that names the fault and its code."""
    ended = run("deal", text, LANGUAGE=language)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(f" [{code}]\n")
    assert named in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [(), (CODE, CODE), (CODE, "--json", "--svg"), (CODE, "--preset", "none")], ids=str
)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """Without a deal, with two, in two forms at once or by unknown rules, the status is 2."""
    ended = run("deal", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr
