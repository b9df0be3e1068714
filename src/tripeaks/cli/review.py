"""``tripeaks review``: say where a game was lost, with all cards known."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from random import Random

import click

from tripeaks.cli.hint import limit_of, shown_chance
from tripeaks.cli.reading import STDIN, answer_lines
from tripeaks.coach import Ply, Review
from tripeaks.coach import review as reviewed
from tripeaks.i18n import Sentences
from tripeaks.layout import SLOTS
from tripeaks.notation import Record, format_moves
from tripeaks.state import Move

_USUAL_MS = 20.0
_SOME_WRONG = 1
_MOVE_WIDTH, _CELL_WIDTH = 10, 18


def run(  # noqa: PLR0913 - as many as there are options
    say: Sentences,
    *,
    record: str,
    winnable_only: bool,
    as_json: bool,
    review_ms: float | None,
    thought_games: int | None,
    luck: int,
) -> None:
    """Review one record, or one for each line of standard input.

    Args:
        say: The sentences of the reader's language.
        record: The record, or ``-``.
        winnable_only: The game was dealt as one that can be won.
        as_json: Write JSON, for programs.
        review_ms: How many milliseconds to think at each move, 0 for no chances, or None.
        thought_games: How many games to play out at each move, or None.
        luck: Chooses the random numbers.

    Raises:
        TriPeaksError: For a record that cannot be read, or with the number and the cause of the
            first move that is against the rules.
    """
    limit = None if review_ms == 0 else limit_of(review_ms, thought_games, _USUAL_MS)

    def read(text: str) -> tuple[Record, Review]:
        parsed = Record.parse(text)
        return parsed, reviewed(parsed, Random(luck), limit, winnable_only=winnable_only)

    def answer(number: int | None, told: tuple[Record, Review]) -> None:
        if as_json:
            click.echo(_json(number, *told))
        elif number is None:
            click.echo(_text(say, *told))
        else:
            click.echo(say.text("cli.line", number=number, told=_text(say, *told)) + "\n")

    if record != STDIN:
        answer(None, read(record))
    elif not answer_lines(say, read, answer):
        sys.exit(_SOME_WRONG)


def _text(say: Sentences, record: Record, told: Review) -> str:
    scoring = record.deal.rules.scoring
    draws = sum(move.is_draw for move in record.moves)
    left = SLOTS - (len(record.moves) - draws)
    ended = say.text("cli.verify.won") if told.won else say.plural("cli.verify.legal", left)
    counts = say.text(
        "cli.counts", moves=len(record.moves), draws=draws, scoring=scoring, points=told.points
    )
    return "\n".join(
        [
            f"{ended} {counts}",
            *_verdict(say, told),
            say.text("cli.review.best-line", record=str(Record(told.deal, told.best_line))),
            *_rows(say, told),
        ]
    )


def _verdict(say: Sentences, told: Review) -> Iterable[str]:
    scoring, points = told.deal.rules.scoring, told.best_score
    if told.fewest_draws is None:
        yield say.text("cli.review.unwinnable", scoring=scoring, points=points)
        return
    draws = told.fewest_draws
    yield say.text("cli.review.winnable", draws=draws, scoring=scoring, points=points)
    lost = told.lost_at
    if lost is not None:
        yield say.plural(
            "review.lost-at",
            len(lost.better),
            number=lost.number,
            move=_sign(told, lost.move),
            better=format_moves(lost.better, told.deal),
        )
    elif not told.won:
        yield say.text("review.still-winnable")


def _rows(say: Sentences, told: Review) -> Iterable[str]:
    """Write a row for each position, named by the move that led to it."""
    titles = ("cli.review.can-be-won", "cli.review.chance", "cli.review.promising")
    yield _row(say.text("cli.review.move"), map(say.text, titles))
    standings = [("", told.start), *((_label(told, ply), ply.after) for ply in told.plies)]
    for label, standing in standings:
        yield _row(
            label,
            (
                say.text("cli.review.yes" if standing.winnable else "cli.review.no"),
                shown_chance(say.language, standing.chance),
                _sign(told, standing.promising),
            ),
        )


def _row(label: str, cells: Iterable[str]) -> str:
    return (
        f"{label:<{_MOVE_WIDTH}}" + "".join(f"{cell:<{_CELL_WIDTH}}" for cell in cells)
    ).rstrip()


def _label(told: Review, ply: Ply) -> str:
    return f"{ply.number:>3} {_sign(told, ply.move)}"


def _sign(told: Review, move: Move | None) -> str:
    return "" if move is None else format_moves([move], told.deal)


def _json(number: int | None, record: Record, told: Review) -> str:
    lost = told.lost_at
    answer = {
        "record": str(record),
        "won": told.won,
        "outcome": told.outcome,
        "points": told.points,
        "scoring": told.deal.rules.scoring,
        "winnable": told.start.winnable,
        "chance": told.start.chance,
        "fewest_draws": told.fewest_draws,
        "best_score": told.best_score,
        "best_line": format_moves(told.best_line, told.deal),
        "lost_at": None if lost is None else lost.number,
        "plies": [_fields(told, ply) for ply in told.plies],
    }
    return json.dumps(answer if number is None else {"input_line": number, **answer})


def _fields(told: Review, ply: Ply) -> dict[str, object]:
    promising = ply.before.promising
    return {
        "number": ply.number,
        "move": _sign(told, ply.move),
        "index": ply.move.index,
        "winnable_before": ply.before.winnable,
        "winnable_after": ply.after.winnable,
        "chance_before": ply.before.chance,
        "chance_after": ply.after.chance,
        "promising": None if promising is None else _sign(told, promising),
        "better": [_sign(told, move) for move in ply.better],
    }
