from __future__ import annotations

import re

import pytest

from cli.program import run
from tripeaks.i18n import LANGUAGES, sentences

MEASURED = ("verdict", "fewest-draws", "best-score", "all-states", "solve")


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_holds_every_figure_for_both_rules(language: str) -> None:
    """The table has a row for each question and a column for each rule, in µs a deal."""
    ended = run("bench", "--deals", "3", TRIPEAKS_SOLVER="numpy", LANGUAGE=language)
    say = sentences(language)
    header, columns, *rows = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert header == say.text("cli.bench.header", solver="numpy", deals=3)
    assert columns.split() == [say.text("preset.easy"), say.text("preset.classic")]
    point, comma = (".", ",") if language == "en" else (",", ".")
    number = rf"(?:\d|\{comma})+\{point}\d µs"
    assert len(rows) == len(MEASURED)
    for key, row in zip(MEASURED, rows, strict=True):
        label = say.text(f"cli.bench.{key}")
        assert re.fullmatch(rf"{re.escape(label)} +{number} +{number}", row)
    assert len({len(row) for row in (columns, *rows)}) == 1


def test_one_deal_is_enough() -> None:
    """A single deal can be measured, by the solver that is in use."""
    ended = run("bench", "--deals", "1")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.count(" µs") == 2 * len(MEASURED)


def test_solver_that_cannot_be_had_is_refused() -> None:
    """A solver that the environment asks for in vain ends the program with a sentence."""
    ended = run("bench", TRIPEAKS_SOLVER="abacus")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.endswith(" [solver/bad-backend]\n")


@pytest.mark.parametrize(
    "words", [("--deals", "0"), ("--deals", "many"), ("--deals", "1000000"), ("fast",)], ids=str
)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """No deals, too many or anything else gives status 2."""
    ended = run("bench", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr
