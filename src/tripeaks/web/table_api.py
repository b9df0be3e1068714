"""The API's helper for games of other programs: nothing that it is told is kept."""

from __future__ import annotations

from random import Random
from typing import Literal

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from tripeaks import words
from tripeaks.coach import Hint, hint, read_table
from tripeaks.errors import LayoutError, TriPeaksError
from tripeaks.i18n import Sentences
from tripeaks.players import Limit
from tripeaks.view import View
from tripeaks.web import present
from tripeaks.web import shown as out
from tripeaks.web.advice import move_out, others_out, reasons_out, suggestion_sentences
from tripeaks.web.api import PREFIX
from tripeaks.web.caller import Reader
from tripeaks.web.problems import problem
from tripeaks.web.told import MoveOut, OtherOut, ReasonOut
from tripeaks.web.wire import MOST_LETTERS, Selection, Wire

_THOUGHT = Limit(seconds=0.05)
_LUCK = 1

router = APIRouter(prefix=PREFIX)


class TableIn(Selection):
    """The table of another program's game, as far as it is known."""

    cards: str = Field(
        max_length=MOST_LETTERS,
        description="The layout, with ?? for cards that are not known and -- for those gone.",
    )
    moves: str = Field(
        "", max_length=MOST_LETTERS, description="The moves since, as a record writes them."
    )


class TableOut(Wire):
    """What looks best on a table, and how the table stands."""

    outcome: Literal["running", "won", "blocked"]
    move: MoveOut | None = Field(description="The best move.")
    chance: float | None = Field(description="The chance of winning, by what is known.")
    error: float | None = Field(description="Half the width of its 95 % interval.")
    reasons: tuple[ReasonOut, ...]
    others: tuple[OtherOut, ...] = Field(description="The other legal moves, the best first.")
    sentence: str
    slots: tuple[out.SlotOut, ...]
    top: out.CardOut | None
    stock: out.StockOut


@router.post(
    "/table/hint", response_model=TableOut, summary="Ask for a hint in a game of another program"
)
def table_hint(table: TableIn, reader: Reader) -> TableOut | Response:
    """Give a fair hint for a table, or say which of its places is at fault."""
    try:
        view = read_table(table.cards, table.selected(), table.moves)
    except TriPeaksError as error:
        return problem(error, reader.say, {"number": _place_at_fault(error, table.cards)})
    found = hint(view, Random(_LUCK), _THOUGHT) if view.legal else None
    return _table_out(view, found, reader.say)


def _place_at_fault(error: TriPeaksError, cards: str) -> int | None:
    """Find which card of the layout, counted from 1, is at fault."""
    if not isinstance(error, LayoutError):
        return None
    number = error.details.get("number")
    if isinstance(number, int):
        return number
    if error.position is None:
        return None
    before = cards[: error.position].rpartition("[")[2]
    return len(before.split()) + 1


def _table_out(view: View, found: Hint | None, say: Sentences) -> TableOut:
    best = found and found.best
    return TableOut(
        outcome=view.outcome.value,
        move=best and move_out(best.move, view.known, say),
        chance=best and best.chance,
        error=best and best.error,
        reasons=reasons_out(best, say) if best else (),
        others=others_out(found.candidates[1:], view.known, say) if found else (),
        sentence=" ".join(suggestion_sentences(best, view.known, say))
        if best
        else say.text(f"announce.{view.outcome}"),
        slots=present.slots_out(view, say),
        top=view.top and out.CardOut(card=str(view.top), name=words.card_name(view.top, say)),
        stock=present.stock_out(view, say),
    )
