"""``tripeaks arena``: let players play the same deals, and say how often each wins."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from babel.numbers import format_decimal, format_percent

from tripeaks.i18n import Sentences
from tripeaks.players import PLAYERS, Limit, Player, Share, player_named
from tripeaks.players.arena import Result, play, random_deals
from tripeaks.rules import PRESETS

_USUAL_MS = 10.0
_NAME_WIDTH, _FIGURE_WIDTH = 12, 18
_NONE = "–"
_COLUMNS = (
    "cli.arena.won",
    "cli.arena.interval",
    "cli.arena.winnable-won",
    "cli.arena.draws",
    "cli.arena.time",
)


def run(  # noqa: PLR0913 - as many as there are options
    say: Sentences,
    *,
    players: str | None,
    rule: str,
    played: int,
    seed: int,
    ms: float | None,
    games: int | None,
    processes: int,
    as_json: bool,
) -> None:
    """Let players play, and print a row for each.

    Args:
        say: The sentences of the reader's language.
        players: The names of the players with commas between, or None for all.
        rule: The name of the preset that is played.
        played: How many deals each of them plays.
        seed: Chooses the deals, and the random numbers of the players.
        ms: How many milliseconds a player may think about a move, or None.
        games: How many games it may play out, or None.
        processes: How many processes play at the same time.
        as_json: Write JSON, for programs.

    Raises:
        PlayerError: For an unknown player.
    """
    if ms is not None and games is not None:
        raise click.UsageError(say.text("cli.arena.one-limit"))
    if ms is None and games is None:
        ms = _USUAL_MS
    limit = Limit(None if ms is None else ms / 1000, games)
    deals = random_deals(played, PRESETS[rule], seed)
    results = play(deals, _named(players), limit, seed=seed, processes=processes)
    asked = {"rule": rule, "deals": played, "seed": seed, "ms": ms, "games": games}
    if as_json:
        click.echo(json.dumps({**asked, "players": [_fields(result) for result in results]}))
        return
    shown = {**asked, "rule": say.text(f"preset.{rule}")}
    if ms is not None:
        shown["ms"] = format_decimal(ms, locale=say.language)
    click.echo(say.text("cli.arena.by-games" if ms is None else "cli.arena.by-time", **shown))
    _show(say, results)


def _named(players: str | None) -> list[Player]:
    if players is None:
        return list(PLAYERS.values())
    return [player_named(name.strip()) for name in dict.fromkeys(players.split(","))]


def _show(say: Sentences, results: Sequence[Result]) -> None:
    click.echo(_row(say.text("cli.arena.player"), list(map(say.text, _COLUMNS))))
    for result in results:
        click.echo(_row(result.player, _cells(say.language, result)))


def _cells(language: str, result: Result) -> list[str]:
    low, high = (_percent(language, end) for end in (result.won.low, result.won.high))
    return [
        _percent(language, result.won.value),
        f"{low} {_NONE} {high}",
        _percent(language, result.winnable_won.value),
        format_decimal(result.mean_draws, "0.0", language),
        format_decimal(result.ms_a_move, "0.00", language),
    ]


def _percent(language: str, share: float | None) -> str:
    return _NONE if share is None else format_percent(share, "0.0 %", language)


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{_NAME_WIDTH}}" + "".join(f"{cell:>{_FIGURE_WIDTH}}" for cell in cells)


def _fields(result: Result) -> dict[str, object]:
    return {
        "player": result.player,
        "won": _share(result.won),
        "winnable_won": _share(result.winnable_won),
        "mean_draws": round(result.mean_draws, 4),
        "ms_a_move": round(result.ms_a_move, 4),
    }


def _share(share: Share) -> dict[str, float | None]:
    return {
        "hits": share.hits,
        "tries": share.tries,
        "share": share.value,
        "low": share.low,
        "high": share.high,
    }
