"""``tripeaks deal``: show all cards of a deal."""

from __future__ import annotations

from dataclasses import replace

import click

from tripeaks.cli.reading import any_deal
from tripeaks.deal import Deal
from tripeaks.i18n import Sentences
from tripeaks.notation import Record
from tripeaks.rules import PRESETS, Visibility
from tripeaks.state import State
from tripeaks.view import View

# What a code keeps of the rules: scoring and undo belong to a game, not to a deal.
_OPTIONS = ("wrap", "visibility", "draw_policy", "empty_waste", "jokers")


def run(say: Sentences, *, code: str, preset: str, as_json: bool, as_svg: bool) -> None:
    """Show a deal with all its cards, also those that its player would not see.

    Args:
        say: The sentences of the reader's language.
        code: The game code, or a layout.
        preset: The rules of a layout and of seven letters alone.
        as_json: Write JSON, for programs.
        as_svg: Draw a picture.
    """
    if as_json and as_svg:
        raise click.UsageError(say.text("cli.deal.one-form"))
    deal = any_deal(code, PRESETS[preset])
    if as_json:
        click.echo(_json(deal))
    elif as_svg:
        from tripeaks.svg import board

        click.echo(board(_open_view(deal), say.language), nl=False)
    else:
        click.echo(_text(deal, say))


def _json(deal: Deal) -> str:
    import json

    return json.dumps(
        {
            "code": deal.code,
            "number": deal.number,
            "rules": {name: getattr(deal.rules, name) for name in _OPTIONS},
            "tableau": [*map(str, deal.tableau)],
            "waste": None if deal.waste is None else str(deal.waste),
            "stock": [*map(str, deal.stock)],
            "cards": str(deal),
        }
    )


def _text(deal: Deal, say: Sentences) -> str:
    from tripeaks.text import board
    from tripeaks.words import rules_label

    # A record begins with the code, or with TPX and the letters of the rules.
    name = str(Record(deal)).split(maxsplit=1)[0].removesuffix(":")
    stock = say.text("cli.deal.stock", cards=" ".join(map(str, deal.stock)))
    return f"{name} ({rules_label(deal.rules, say)})\n\n{board(_open_view(deal))}\n\n{stock}"


def _open_view(deal: Deal) -> View:
    """Show the table as if no card lay face down."""
    shown = replace(deal, rules=replace(deal.rules, visibility=Visibility.OPEN))
    waste = () if deal.waste is None else (deal.waste,)
    return View.of(State.initial(shown), waste=waste, seen=0, seq=0)
