from __future__ import annotations

import json
import re

import pytest

from cli.program import run
from tripeaks.i18n import LANGUAGES, sentences
from tripeaks.players import PLAYERS

COLUMNS = ("won", "interval", "winnable-won", "draws", "time")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_player_has_a_row(language: str) -> None:
    """The table says what was played and has a row of figures for each player."""
    words = ("--players", "greedy, random", "--deals", "5", "--ms", "2.5")
    ended = run("arena", *words, LANGUAGE=language)
    say = sentences(language)
    header, columns, *rows = ended.stdout.splitlines()
    point = "." if language == "en" else ","
    assert (ended.returncode, ended.stderr) == (0, "")
    assert header == say.text(
        "cli.arena.by-time", deals=5, rule=say.text("preset.easy"), seed=1, ms=f"2{point}5"
    )
    heads = [say.text("cli.arena.player"), *(say.text(f"cli.arena.{key}") for key in COLUMNS)]
    assert columns.split() == " ".join(heads).split()
    assert [row.split()[0] for row in rows] == ["greedy", "random"]
    share = rf"\d+\{point}\d\s%"
    figures = rf"\w+ +{share} +{share} – {share} +{share} +\d+\{point}\d +\d+\{point}\d\d"
    assert all(re.fullmatch(figures, row) for row in rows)
    assert len({len(row) for row in (columns, *rows)}) == 1


def test_everybody_plays_unless_named() -> None:
    """Without names all players play, and JSON holds shares with their intervals."""
    words = ("arena", "--deals", "2", "--games", "20", "--rule", "bliss", "--seed", "8", "--json")
    ended = run(*words)
    assert (ended.returncode, ended.stderr) == (0, "")
    told = json.loads(ended.stdout)
    players = told.pop("players")
    assert told == {"rule": "bliss", "deals": 2, "seed": 8, "ms": None, "games": 20}
    assert [player["player"] for player in players] == list(PLAYERS)
    for player in players:
        assert player.keys() == {"player", "won", "winnable_won", "mean_draws", "ms_a_move"}
        assert player["won"].keys() == {"hits", "tries", "share", "low", "high"}
        assert player["won"]["tries"] == 2
        del player["ms_a_move"]
    again = json.loads(run(*words).stdout)["players"]
    assert [{**player, "ms_a_move": 0} for player in players] == [
        {**player, "ms_a_move": 0} for player in again
    ]


def test_games_are_a_limit() -> None:
    """With a number of games in place of a time the table says so."""
    ended = run("arena", "--deals", "1", "--games", "5", "--rule", "classic")
    say = sentences("en")
    assert ended.stdout.splitlines()[0] == say.text(
        "cli.arena.by-games", deals=1, rule=say.text("preset.classic"), seed=1, games=5
    )


def test_unknown_players_are_refused() -> None:
    """A misspelt player ends the program with a sentence that names those there are."""
    ended = run("arena", "--players", "greedy,genius")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "genius" in ended.stderr
    assert "sampling" in ended.stderr
    assert ended.stderr.endswith(" [player/unknown]\n")


@pytest.mark.parametrize(
    "words",
    [
        ("--deals", "0"),
        ("--deals", "many"),
        ("--ms", "0"),
        ("--ms", "3600000"),
        ("--ms", "-1"),
        ("--games", "0"),
        ("--games", "20000000"),
        ("--rule", "hard"),
        ("--seed", "-1"),
        ("--processes", "0"),
        ("--ms", "1", "--games", "1"),
        ("fast",),
    ],
    ids=str,
)
def test_wrong_use_is_refused(words: tuple[str, ...]) -> None:
    """What is no number of deals, no limit or no preset gives status 2."""
    ended = run("arena", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "Usage: " in ended.stderr


def test_no_number_is_no_limit() -> None:
    """A time that is not a number is refused, by the program or by the player."""
    ended = run("arena", "--deals", "1", "--ms", "nan")
    assert (ended.returncode, ended.stdout) in ((1, ""), (2, ""))
    assert "Traceback" not in ended.stderr
