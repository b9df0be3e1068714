"""``tripeaks hint``: say which move looks best, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import click
from babel.numbers import format_percent

from tripeaks.cards import Card
from tripeaks.cli.reading import any_deal
from tripeaks.coach import (
    Hint,
    Reason,
    SolverHint,
    Suggestion,
    read_table,
    reason_sentence,
    solver_hint,
)
from tripeaks.coach import hint as fair_hint
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.i18n import Sentences
from tripeaks.notation import DRAW_SIGN, Record, parse_moves
from tripeaks.players import Limit
from tripeaks.rules import PRESETS, Rules
from tripeaks.state import Move, State
from tripeaks.view import View
from tripeaks.words import card_name

_USUAL_MS = 50.0
_NONE = "–"


def run(  # noqa: PLR0913 - as many as there are options
    say: Sentences,
    *,
    words: tuple[str, ...],
    table: str | None,
    preset: str,
    winnable_only: bool,
    with_solver: bool,
    as_json: bool,
    hint_ms: float | None,
    thought_games: int | None,
    luck: int,
) -> None:
    """Give a hint for one game.

    Args:
        say: The sentences of the reader's language.
        words: The game code and the moves so far, or the moves alone where there is a table.
        table: The layout at the beginning as far as it is known, or None.
        preset: The rules of a layout and of seven letters alone.
        winnable_only: The game was dealt as one that can be won.
        with_solver: Give a solver hint.
        as_json: Write JSON, for programs.
        hint_ms: How many milliseconds to think, or None.
        thought_games: How many games to play out, or None.
        luck: Chooses the random numbers.

    Raises:
        TriPeaksError: For a game that cannot be read, or that has no move left.
    """
    if table is None and not words:
        raise click.UsageError(say.text("cli.hint.one-game"))
    rules = PRESETS[preset]
    if with_solver:
        state = _game(words, table, rules).state
        answer = solver_hint(state)
        click.echo(_solver_json(answer, state) if as_json else _solver_text(say, answer, state))
        return
    view = _game(words, None, rules).view() if table is None else _seen(words, table, rules)
    limit = limit_of(hint_ms, thought_games, _USUAL_MS)
    found = fair_hint(view, Random(luck), limit, winnable_only=winnable_only)
    click.echo(_json(found, view) if as_json else _text(say, found, view))


def limit_of(ms: float | None, games: int | None, usual_ms: float) -> Limit:
    """Give the limit that is asked for, or the usual time where none is."""
    if ms is None and games is None:
        ms = usual_ms
    return Limit(None if ms is None else ms / 1000, games)


def shown_chance(language: str, chance: float | None) -> str:
    """Write a chance for people, or a dash where there is none."""
    return _NONE if chance is None else format_percent(chance, "0.0 %", language)


def _seen(words: Sequence[str], table: str, rules: Rules) -> View:
    return read_table(table, rules, " ".join(words))


def _game(words: Sequence[str], table: str | None, rules: Rules) -> Game:
    """Read a game with all its cards: a record, or a deal and the moves."""
    if table is None and ":" in words[0]:
        return Game.from_record(Record.parse(" ".join(words)))
    deal = any_deal(words[0] if table is None else table, rules)
    moves = parse_moves(" ".join(words[1:] if table is None else words), deal)
    return Game.from_record(Record(deal, moves))


def _text(say: Sentences, found: Hint, view: View) -> str:
    best = found.best
    chance, error = (shown_chance(say.language, part) for part in (best.chance, best.error))
    told = [
        f"{say.text('cli.hint.fair')} {_asked(say, best.move, _card(view, best.move))}",
        *(f"- {reason_sentence(reason, say)}" for reason in best.reasons),
        say.text("hint.chance", chance=chance, error=error),
        say.text("cli.hint.others"),
    ]
    for rated in found.candidates:
        chance, error = (shown_chance(say.language, part) for part in (rated.chance, rated.error))
        told.append(f"  {_sign(_card(view, rated.move)):<3}{chance:>8} ± {error}")
    return "\n".join(told)


def _solver_text(say: Sentences, answer: SolverHint, state: State) -> str:
    move = answer.move
    if answer.draws is not None:
        verdict = say.plural("hint.winnable", answer.draws)
    else:
        verdict = say.text("hint.unwinnable")
    if move is None:
        asked = say.text("hint.no-points")
    else:
        asked = _asked(say, move, _dealt(state.deal, move))
    return f"{say.text('cli.hint.solver')} {asked}\n{verdict}"


def _asked(say: Sentences, move: Move, card: Card | None) -> str:
    if move.is_draw or card is None:
        return say.text("hint.draw")
    return say.text("hint.take", card=card_name(card, say))


def _card(view: View, move: Move) -> Card | None:
    return None if move.is_draw else view.known[move.index]


def _dealt(deal: Deal, move: Move) -> Card | None:
    return None if move.is_draw else deal.tableau[move.index]


def _sign(card: Card | None) -> str:
    return DRAW_SIGN if card is None else str(card)


def _json(found: Hint, view: View) -> str:
    def fields(rated: Suggestion) -> dict[str, object]:
        return {
            "move": _sign(_card(view, rated.move)),
            "index": rated.move.index,
            "chance": rated.chance,
            "error": rated.error,
            "reasons": [_values(reason) for reason in rated.reasons],
        }

    candidates = [fields(rated) for rated in found.candidates]
    return json.dumps({"kind": found.kind, "candidates": candidates})


def _values(reason: Reason) -> dict[str, object]:
    values = {
        "count": reason.count,
        "unseen": reason.unseen,
        "card": None if reason.card is None else str(reason.card),
        "peak": reason.peak,
    }
    return {"code": reason.code, **{name: v for name, v in values.items() if v is not None}}


def _solver_json(answer: SolverHint, state: State) -> str:
    move = answer.move
    return json.dumps(
        {
            "kind": answer.kind,
            "winnable": answer.winnable,
            "move": None if move is None else _sign(_dealt(state.deal, move)),
            "index": None if move is None else move.index,
            "draws": answer.draws,
            "winning": [_sign(_dealt(state.deal, other)) for other in answer.winning],
        }
    )
