"""``tripeaks verify``: play a record by the rules and say how it stands."""

from __future__ import annotations

import sys

import click

from tripeaks.cli.reading import STDIN, answer_lines
from tripeaks.game import Game, Status
from tripeaks.i18n import Sentences
from tripeaks.notation import Record

_SOME_WRONG = 1


def run(say: Sentences, *, record: str) -> None:
    """Play a record move by move, by the rules alone: no solver is asked.

    Args:
        say: The sentences of the reader's language.
        record: The record, or ``-`` for one for each line of standard input.

    Raises:
        TriPeaksError: For a record that cannot be read, or with the number and the cause of the
            first move that is against the rules.
    """
    if record != STDIN:
        click.echo(_told(say, _played(record)))
    elif not answer_lines(
        say,
        _played,
        lambda number, game: click.echo(say.text("cli.line", number=number, told=_told(say, game))),
    ):
        sys.exit(_SOME_WRONG)


def _played(record: str) -> Game:
    return Game.from_record(Record.parse(record))


def _told(say: Sentences, game: Game) -> str:
    counts = say.text(
        "cli.counts",
        moves=len(game.moves),
        draws=game.tally.draws,
        scoring=game.score.scheme,
        points=game.score.points,
    )
    if game.status is Status.WON:
        return f"{say.text('cli.verify.won')} {counts}"
    left = len(game.deal.tableau) - game.tally.takes
    return f"{say.plural('cli.verify.legal', left)} {counts}"
