from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.program import command, run
from tripeaks._version import version
from tripeaks.i18n import LANGUAGES, sentences

FULL = Path("/dev/full")
OPTIONS = {
    (): ("--port", "--no-browser", "--data", "--version", "--help"),
    ("serve",): ("--host", "--port", "--name", "--https", "--data", "--help"),
    ("deal",): ("CODE", "--preset", "--json", "--svg", "--help"),
    ("solve",): (
        *("[CODE|-]", "--cards", "--preset", "--goal", "--scoring", "--max-states"),
        *("--json", "--exit-code", "--help"),
    ),
    ("verify",): ("RECORD|-", "--help"),
    ("hint",): (
        *("[CODE] [MOVES]", "--cards", "--preset", "--winnable", "--solver"),
        *("--ms", "--games", "--seed", "--json", "--help"),
    ),
    ("review",): ("RECORD|-", "--winnable", "--ms", "--games", "--seed", "--json", "--help"),
    ("doctor",): ("--data", "--help"),
    ("bench",): ("--deals", "--help"),
    ("arena",): (
        *("--players", "--rule", "--deals", "--seed", "--ms", "--games", "--processes", "--json"),
        "--help",
    ),
}


def test_version_is_printed() -> None:
    """`tripeaks --version` prints the name and the version, and nothing else."""
    ended = run("--version")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"tripeaks {version()}\n", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", OPTIONS, ids=str)
def test_help_speaks_the_readers_language(language: str, words: tuple[str, ...]) -> None:
    """The help says what a command does and what each option is, in the reader's language."""
    ended = run(*words, "--help", LANGUAGE=language)
    say = sentences(language)
    text = re.sub(r"\s+", " ", ended.stdout)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert say.text(f"cli.help.{words[0] if words else 'tripeaks'}") in text
    for option in OPTIONS[words]:
        assert option in text
    if "--data" in OPTIONS[words]:
        assert say.text("cli.option.data") in text
    assert say.text("cli.option.help") in text
    if not words:
        assert all(say.text(f"cli.help.{name}") in text for (name,) in filter(None, OPTIONS))


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": ""}, "en"),
    ],
    ids=str,
)
def test_language_is_that_of_the_terminal(variables: dict[str, str], language: str) -> None:
    """LANGUAGE, LC_ALL, LC_MESSAGES and LANG choose the language, in this order."""
    told = run("--help", **variables).stdout
    assert sentences(language).text("cli.help.tripeaks") in told


@pytest.mark.parametrize(
    "words",
    [
        ("--port", "0"),
        ("--port", "65536"),
        ("--port", "x"),
        ("--nothing",),
        ("nothing",),
        ("serve", "--port", "-1"),
        ("serve", "nothing"),
    ],
    ids=str,
)
def test_wrong_options_are_refused(words: tuple[str, ...]) -> None:
    """What the program does not know ends it with status 2, a usage line and no traceback."""
    ended = run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr
    assert "Traceback" not in ended.stderr


def test_help_is_quick() -> None:
    """The help is shown without loading the server or the database."""
    probe = (
        "import sys; sys.argv = ['tripeaks', '--help']\n"
        "from tripeaks.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'fastapi', 'sqlalchemy', 'uvicorn', 'alembic'} & set(sys.modules)))"
    )
    told = subprocess.check_output([sys.executable, "-c", probe], text=True)
    assert told.endswith("[]\n")


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    "arguments", [("hint", "AAAAAAB", "--games", "100"), ("solve", "AAAAAAB"), ("--help",)], ids=str
)
def test_full_disk_is_one_sentence(arguments: tuple[str, ...]) -> None:
    """An answer that cannot be written ends in one sentence, not in a traceback."""
    with FULL.open("w") as full:
        ended = subprocess.run(
            command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "[program/unwritten]" in ended.stderr
