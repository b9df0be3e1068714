"""Showing hints and reviews to the player, as data and in whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from babel.numbers import format_percent

from tripeaks import words
from tripeaks.cards import Card
from tripeaks.coach import Review, Suggestion, reason_sentence
from tripeaks.i18n import Sentences
from tripeaks.notation import DRAW_SIGN
from tripeaks.service import Advice, GameReview, HelpKind, Snapshot
from tripeaks.state import Move
from tripeaks.web import told as out
from tripeaks.web.present import game_out

_LEAST, _MOST = 0.01, 0.99


def hint_out(advice: Advice, say: Sentences) -> out.HintOut:
    """Show a hint to the player who asked for it.

    Args:
        advice: The hint.
        say: The sentences of the reader's language.
    """
    view, suggestions = advice.snapshot.view, advice.suggestions
    return out.HintOut(
        kind=advice.kind,
        seq=view.seq,
        assisted=advice.snapshot.assisted,
        move=advice.move and move_out(advice.move, view.known, say),
        chance=advice.chance,
        error=advice.error,
        winnable=advice.winnable,
        draws=advice.draws,
        reasons=reasons_out(suggestions[0], say) if suggestions else (),
        others=others_out(suggestions[1:], view.known, say),
        sentence=" ".join(_said(advice, say)),
    )


def move_out(move: Move, cards: Mapping[int, Card], say: Sentences) -> out.MoveOut:
    """Show a move.

    Args:
        move: The move.
        cards: The cards by slot; that of a take must be among them.
        say: The sentences of the reader's language.
    """
    if move.is_draw:
        return out.MoveOut(
            action="draw", slot=None, card=None, name=say.text("hint.move.draw"), sign=DRAW_SIGN
        )
    card = cards[move.index]
    return out.MoveOut(
        action="take",
        slot=move.index,
        card=str(card),
        name=words.card_name(card, say),
        sign=str(card),
    )


def review_out(review: GameReview, say: Sentences) -> out.ReviewOut:
    """Show a review.

    Args:
        review: The review.
        say: The sentences of the reader's language.
    """
    snapshot, told = review.snapshot, review.told
    scored = told.deal.rules.scoring != "none"
    return out.ReviewOut(
        id=snapshot.game_id,
        code=snapshot.code,
        record=str(review.record),
        status=snapshot.status,
        won=told.won,
        winnable=told.start.winnable,
        scoring=told.deal.rules.scoring,
        points=told.points if scored else None,
        best_score=told.best_score if scored else None,
        fewest_draws=told.fewest_draws,
        lost_at=told.lost_at and told.lost_at.number,
        sentences=tuple(_summary(review, say)),
        cards=tuple(str(card) for card in told.deal.tableau),
        played=tuple(_played(review, number, say) for number in range(len(review.played))),
        best=tuple(_best(review, number, say) for number in range(len(review.best))),
    )


def others_out(
    suggestions: Iterable[Suggestion], cards: Mapping[int, Card], say: Sentences
) -> tuple[out.OtherOut, ...]:
    """Show the moves that are not the best; the cards by slot are as for `move_out`."""
    return tuple(
        out.OtherOut(
            move=move_out(other.move, cards, say),
            chance=other.chance,
            error=other.error,
            reasons=reasons_out(other, say),
        )
        for other in suggestions
    )


def suggestion_sentences(
    suggestion: Suggestion, cards: Mapping[int, Card], say: Sentences
) -> Iterable[str]:
    """Say a move, its chance and its reasons; the cards by slot are as for `move_out`."""
    yield _asked(suggestion.move, cards, say)
    if suggestion.chance is not None and suggestion.error is not None:
        yield _chance(suggestion.chance, suggestion.error, say)
    yield from (reason_sentence(reason, say) for reason in suggestion.reasons)


def chance_text(chance: float, say: Sentences) -> str:
    """Write a chance for people; what is not certain is never shown as 0 or 100 percent."""
    shown = chance if chance in (0, 1) else min(max(chance, _LEAST), _MOST)
    return format_percent(shown, locale=say.language)


def reasons_out(suggestion: Suggestion, say: Sentences) -> tuple[out.ReasonOut, ...]:
    """Show what can be said for a move."""
    return tuple(
        out.ReasonOut(code=reason.code, sentence=reason_sentence(reason, say))
        for reason in suggestion.reasons
    )


def _said(advice: Advice, say: Sentences) -> Iterable[str]:
    """Say a hint in sentences."""
    cards = advice.snapshot.view.known
    if advice.suggestions:
        yield from suggestion_sentences(advice.suggestions[0], cards, say)
        return
    if advice.move is not None:
        yield _asked(advice.move, cards, say)
    elif advice.kind is HelpKind.SOLVER:
        yield say.text("hint.no-points")
    if advice.chance is not None and advice.error is not None:
        yield _chance(advice.chance, advice.error, say)
    if advice.draws is not None:
        yield say.plural("hint.winnable", advice.draws)
    elif advice.winnable is not None:
        yield say.text("hint.can-be-won" if advice.winnable else "hint.unwinnable")


def _asked(move: Move, cards: Mapping[int, Card], say: Sentences) -> str:
    if move.is_draw:
        return say.text("hint.draw")
    return say.text("hint.take", card=words.card_name(cards[move.index], say))


def _chance(chance: float, error: float, say: Sentences) -> str:
    chance_words, error_words = (chance_text(part, say) for part in (chance, error))
    return say.text("hint.chance", chance=chance_words, error=error_words)


def _summary(review: GameReview, say: Sentences) -> Iterable[str]:
    snapshot, told = review.snapshot, review.told
    if told.won:
        yield say.text("review.said.won")
    else:
        yield say.plural("review.said.lost", len(snapshot.view.slots) - snapshot.tally.takes)
    if told.deal.rules.scoring != "none":
        yield say.text("review.said.points", points=told.points, best=told.best_score)
    if told.fewest_draws is None:
        yield say.text("review.said.unwinnable")
        return
    yield say.plural("review.said.winnable", told.fewest_draws)
    lost = told.lost_at
    if lost is not None:
        yield say.plural(
            "review.lost-at",
            len(lost.better),
            number=lost.number,
            move=_name(told, lost.move, say),
            better=_names(told, lost.better, say),
        )
    elif not told.won:
        yield say.text("review.still-winnable")


def _played(review: GameReview, number: int, say: Sentences) -> out.PositionOut:
    """Show a position of the game, with all that the coach says of it."""
    told, view = review.told, review.played[number]
    ply = told.plies[number - 1] if number else None
    standing = ply.after if ply else told.start
    better = ply.better if ply else ()
    said = [_moved(view, ply.move if ply else None, say)]
    if view.view.removed.bit_count() == len(view.view.slots):
        said.append(say.text("review.said.cleared"))
    elif better:
        names = _names(told, better, say)
        said.append(say.plural("review.said.lost-here", len(better), better=names))
    else:
        said.append(say.text("hint.can-be-won" if standing.winnable else "hint.unwinnable"))
    said += _outlook(told, number, say)
    return out.PositionOut(
        number=number,
        move=ply and _move_out(told, ply.move, say),
        winnable=standing.winnable,
        chance=standing.chance,
        error=standing.error,
        loses=bool(better),
        better=tuple(_move_out(told, move, say) for move in better),
        promising=standing.promising and _move_out(told, standing.promising, say),
        sentence=" ".join(said),
        view=game_out(view, say),
    )


def _outlook(told: Review, number: int, say: Sentences) -> Iterable[str]:
    """Say what one could know: the chance and, while not all was lost, the best next move."""
    standing = told.plies[number - 1].after if number else told.start
    before = told.plies[number - 1].before.chance if number else None
    if standing.promising is None or standing.chance is None:
        return
    chance = chance_text(standing.chance, say)
    if before is None:
        yield say.text("review.said.chance", chance=chance)
    else:
        yield say.text("review.said.chance-moved", chance=chance, before=chance_text(before, say))
    if standing.winnable:
        yield say.text("review.said.promising", move=_name(told, standing.promising, say))


def _best(review: GameReview, number: int, say: Sentences) -> out.PositionOut:
    """Show a position of the best line, which the player has not played."""
    told, view = review.told, review.best[number]
    move = told.best_line[number - 1] if number else None
    said = [_moved(view, move, say)]
    if view.view.removed.bit_count() == len(view.view.slots):
        said.append(say.text("review.said.cleared"))
    return out.PositionOut(
        number=number,
        move=move and _move_out(told, move, say),
        winnable=told.start.winnable,
        chance=None,
        error=None,
        loses=False,
        better=(),
        promising=None,
        sentence=" ".join(said),
        view=game_out(view, say),
    )


def _moved(after: Snapshot, move: Move | None, say: Sentences) -> str:
    top = after.view.top
    if move is None or top is None:
        return say.text("review.said.start")
    number = after.moves_made
    # Every move puts its card on the waste.
    key = "review.said.draw" if move.is_draw else "review.said.take"
    return say.text(key, number=number, card=words.card_name(top, say))


def _move_out(told: Review, move: Move, say: Sentences) -> out.MoveOut:
    return move_out(move, dict(enumerate(told.deal.tableau)), say)


def _name(told: Review, move: Move, say: Sentences) -> str:
    return _move_out(told, move, say).name


def _names(told: Review, moves: Iterable[Move], say: Sentences) -> str:
    return ", ".join(_name(told, move, say) for move in moves)
