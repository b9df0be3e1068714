"""Showing a game to its player: everything that leaves the server is built here, of a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from tripeaks import words
from tripeaks.cards import Card
from tripeaks.game import Event, Status
from tripeaks.i18n import Sentences
from tripeaks.scoring import Score
from tripeaks.service import Answer, GameLine, GamePage, RulesLine, Snapshot
from tripeaks.state import Move
from tripeaks.view import HIDDEN, View
from tripeaks.web import shown as out

WASTE_SHOWN = 5


def game_out(snapshot: Snapshot, say: Sentences) -> out.GameOut:
    """Show a game to its player: the one way any game leaves the server.

    Args:
        snapshot: The game as its player may see it.
        say: The sentences of the reader's language.
    """
    view = snapshot.view
    return out.GameOut(
        id=snapshot.game_id,
        seq=view.seq,
        attempt=snapshot.attempt,
        status=snapshot.status,
        code=snapshot.code,
        daily=None if snapshot.daily is None else snapshot.daily.isoformat(),
        rules=out.RulesOut.shown(view.rules, say),
        slots=slots_out(view, say),
        free=view.free_slots,
        waste=out.WasteOut(
            count=len(view.waste),
            cards=tuple(
                out.CardOut(card=str(card), name=words.card_name(card, say))
                for card in view.waste[-WASTE_SHOWN:]
            ),
            label=words.waste_label(view, say),
        ),
        stock=stock_out(view, say),
        score=_score_out(snapshot.score, say),
        moves=snapshot.moves_made,
        undos=snapshot.undos,
        draws=snapshot.tally.draws,
        cards_left=len(view.slots) - view.removed.bit_count(),
        chain=snapshot.tally.chain,
        longest_chain=snapshot.tally.longest_chain,
        winnable_only=snapshot.winnable_only,
        difficulty=snapshot.difficulty,
        assisted=snapshot.assisted,
        can=out.CanOut(
            undo=snapshot.can_undo,
            redo=snapshot.can_redo,
            restart=True,
            give_up=snapshot.status in (Status.RUNNING, Status.BLOCKED),
            hint=bool(view.legal),
            review=snapshot.status is not Status.RUNNING,
        ),
        words=words.board(view, say),
    )


def slots_out(view: View, say: Sentences) -> tuple[out.SlotOut, ...]:
    """Show the places of the tableau."""
    return tuple(_slot_out(view, slot, say) for slot in range(len(view.slots)))


def stock_out(view: View, say: Sentences) -> out.StockOut:
    """Show the stock."""
    return out.StockOut(
        count=view.stock_left,
        label=words.stock_label(view, say),
        playable=Move.DRAW in view.legal,
        refusal=_refusal_out(view, Move.DRAW, say),
    )


def answer_out(answer: Answer, say: Sentences) -> out.AnswerOut:
    """Show the answer to an action to its player."""
    return out.AnswerOut(
        event=_event_out(answer.event, answer.snapshot.view, say),
        view=game_out(answer.snapshot, say),
    )


def page_out(page: GamePage, say: Sentences) -> out.GamePageOut:
    """Show one page of the player's games."""
    lines = tuple(line_out(line, say) for line in page.games)
    return out.GamePageOut(games=lines, page=page.page, pages=page.pages)


def line_out(line: GameLine, say: Sentences) -> out.GameLineOut:
    """Show one game of a list."""
    return out.GameLineOut(
        id=line.game_id,
        code=line.code,
        rules_label=words.rules_label(line.rules, say),
        status=line.status,
        points=None if line.rules.scoring == "none" else line.points,
        moves=line.moves,
        cards_left=line.cards_left,
        attempt=line.attempt,
        first=line.first,
        assisted=line.assisted,
        daily=None if line.daily is None else line.daily.isoformat(),
        started_at=line.started_at,
        updated_at=line.updated_at,
    )


def statistics_out(lines: Iterable[RulesLine], say: Sentences) -> out.StatisticsOut:
    """Show the player's results."""
    return out.StatisticsOut(
        lines=tuple(
            out.RulesLineOut(**{**asdict(line), "rules": out.RulesOut.shown(line.rules, say)})
            for line in lines
        )
    )


def _slot_out(view: View, slot: int, say: Sentences) -> out.SlotOut:
    shown = view.slots[slot]
    return out.SlotOut(
        slot=slot,
        state="gone" if shown is None else "down" if shown is HIDDEN else "up",
        card=str(shown) if isinstance(shown, Card) else None,
        name=words.slot_name(view, slot, say),
        label=words.slot_label(view, slot, say),
        free=bool(view.uncovered >> slot & 1),
        playable=view.refusals[slot] is None,
        refusal=_refusal_out(view, Move.take(slot), say),
    )


def _refusal_out(view: View, move: Move, say: Sentences) -> out.RefusalOut | None:
    refusal = view.refusals[move.index]
    if refusal is None:
        return None
    return out.RefusalOut(code=refusal, sentence=words.refusal_sentence(refusal, say))


def _score_out(score: Score, say: Sentences) -> out.ScoreOut | None:
    """Show the score with those parts that count under its scheme; nothing where none does."""
    if score.scheme == "none":
        return None
    return out.ScoreOut(
        points=score.points,
        parts=tuple(
            out.ScorePartOut(key=key, label=say.text(f"score.{key}"), points=points)
            for key, points in score.parts.items()
            if points
        ),
    )


def _event_out(event: Event, view: View, say: Sentences) -> out.EventOut:
    move = event.move
    return out.EventOut(
        kind=event.kind,
        slot=None if move is None or move.is_draw else move.index,
        card=None if event.card is None else str(event.card),
        turned_up=event.turned_up,
        points=event.points,
        chain=event.chain,
        peak=event.peak,
        sentence=words.event_sentence(event, view, say),
    )
