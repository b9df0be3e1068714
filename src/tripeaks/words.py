"""The game in spoken words: cards, the board, events and refusals as whole sentences (spec 8)."""

from __future__ import annotations

from tripeaks.cards import Card
from tripeaks.errors import TriPeaksError
from tripeaks.game import Event, Kind, Status
from tripeaks.i18n import Sentences
from tripeaks.layout import COVERED_BY, ROWS
from tripeaks.rules import Rules
from tripeaks.state import Refusal
from tripeaks.view import HIDDEN, Hidden, View

_ROW_KEYS = ("board.row-1", "board.row-2", "board.row-3", "board.row-4")
_PEAK_KEYS = ("board.peak.left", "board.peak.middle", "board.peak.right")


def card_name(card: Card, say: Sentences) -> str:
    """Name a card, such as "king of clubs"."""
    return say.text(f"card.{card}")


def error_sentence(error: TriPeaksError, say: Sentences) -> str:
    """Say what an error means and what to do next."""
    values: dict[str, object] = {
        **error.details,
        "text": error.shown_text,
        # People count from one.
        "position": None if error.position is None else error.position + 1,
    }
    if "cause" in values:
        values["cause"] = say.raw(f"error.{values['cause']}")
    return say.text(f"error.{error.code}", **values)


def refusal_sentence(refusal: Refusal, say: Sentences) -> str:
    """Say why a move cannot be made."""
    return say.text(f"error.{refusal}")


def slot_name(view: View, slot: int, say: Sentences) -> str:
    """Name what lies in a slot: a card, a face-down card, or nothing."""
    shown = view.slots[slot]
    if shown is None:
        return say.text("board.gone")
    return _name(shown, say)


def slot_label(view: View, slot: int, say: Sentences) -> str:
    """Say all that a player who cannot see needs to know of a slot."""
    name = slot_name(view, slot, say)
    if view.slots[slot] is None:
        return name
    covers = [view.slots[cover] for cover in COVERED_BY[slot]]
    on_it = [shown for shown in covers if shown is not None]
    if not on_it:
        playable = view.refusals[slot] is None
        return say.text("board.playable" if playable else "board.free", card=name)
    if on_it == [HIDDEN, HIDDEN]:
        return say.text("board.covered-by-two-hidden", card=name)
    first, *second = (_cover_name(shown, say) for shown in on_it)
    if second:
        return say.text("board.covered-by-two", card=name, first=first, second=second[0])
    return say.text("board.covered-by-one", card=name, first=first)


def stock_label(view: View, say: Sentences) -> str:
    """Say how many cards the stock holds."""
    return say.plural("board.stock", view.stock_left)


def waste_label(view: View, say: Sentences) -> str:
    """Say which card is on top of the waste."""
    if view.top is None:
        return say.text("board.waste-empty")
    return say.text("board.waste", card=card_name(view.top, say))


def board(view: View, say: Sentences) -> str:
    """Say the whole board in one sentence, row by row.

    Only rows that still hold cards are named.
    """
    piles = f"{stock_label(view, say)}; {waste_label(view, say)}."
    rows = []
    for key, row in zip(_ROW_KEYS, ROWS, strict=True):
        names = [slot_name(view, slot, say) for slot in row if view.slots[slot] is not None]
        if names:
            rows.append(say.text(key, cards=", ".join(names)))
    return f"{piles} {'; '.join(rows)}." if rows else piles


def event_sentence(event: Event, view: View, say: Sentences) -> str:
    """Say in a few short sentences what an action changed.

    Args:
        event: The event.
        view: The view after it, which names the cards it turned up.
        say: The sentences of the reader's language.
    """
    card = "" if event.card is None else card_name(event.card, say)
    kind = f"{event.kind}-move" if event.kind in (Kind.UNDO, Kind.REDO) else str(event.kind)
    said = [say.text(f"announce.{kind}", card=card)]
    said += [
        say.text("announce.turned-up", card=slot_name(view, slot, say)) for slot in event.turned_up
    ]
    if event.kind is Kind.TAKE and event.chain > 1:
        said.append(say.text("announce.chain", count=event.chain))
    if event.peak is not None:
        said.append(say.text("announce.peak", peak=say.text(_PEAK_KEYS[event.peak])))
    if event.status is not Status.RUNNING and event.kind is not Kind.GIVE_UP:
        said.append(say.text(f"announce.{event.status}"))
    elif event.kind is Kind.DRAW:
        said.append(stock_label(view, say) + ".")
    return " ".join(said)


def rules_label(rules: Rules, say: Sentences) -> str:
    """Name a set of rules: the preset's name, else the rule and "custom"."""
    if rules.preset:
        return say.text(f"preset.{rules.preset}")
    return say.text("preset.custom", rule=say.text(f"option.wrap.{str(rules.wrap).lower()}"))


def rules_sentences(rules: Rules, say: Sentences) -> tuple[str, ...]:
    """Say each rule option in force in a sentence of its own."""
    undo = "off" if not rules.undo.allowed else "costs" if rules.undo.cost else "free"
    said = [
        say.text(f"rules.wrap.{str(rules.wrap).lower()}"),
        say.text(f"rules.visibility.{rules.visibility}"),
        say.text(f"rules.draw_policy.{rules.draw_policy}"),
        say.text(f"rules.scoring.{rules.scoring}"),
        say.text(f"rules.undo.{undo}", cost=rules.undo.cost),
    ]
    if rules.empty_waste:
        said.append(say.text("rules.empty_waste.true"))
    if rules.jokers:
        said.append(say.plural("rules.jokers", rules.jokers))
    return tuple(said)


def _name(shown: Card | Hidden, say: Sentences) -> str:
    return card_name(shown, say) if isinstance(shown, Card) else say.text("board.face-down")


def _cover_name(shown: Card | Hidden, say: Sentences) -> str:
    # After "covered by" German wants another case than where the card stands alone.
    return card_name(shown, say) if isinstance(shown, Card) else say.text("board.hidden-cover")
