"""Whether a view is one that some game can show, and if not, which card is at fault."""

from __future__ import annotations

from random import Random

from tripeaks.cards import JOKER, PACK, UNKNOWN, Card
from tripeaks.deal import NO_WASTE
from tripeaks.errors import LayoutError
from tripeaks.layout import COVERED_BY, SLOTS, slots_in, uncovered
from tripeaks.rules import DrawPolicy, Visibility
from tripeaks.state import MOVES, Refusal
from tripeaks.view import HIDDEN, STOCK_PLACE, WASTE_PLACE, View


def check_view(view: View) -> None:
    """Refuse a view that no game of any deal can show.

    Raises:
        LayoutError: ``hint/impossible-view`` with the card or number at fault and the cause:
            ``view/count``, ``view/covered``, ``view/face-up``, ``view/face-down``,
            ``view/card-twice``, ``view/joker-place``, ``view/jokers``, ``view/known``,
            ``view/pile`` or ``view/moves``.
    """
    _check_slots(view)
    _check_distinct(view)
    _check_counts(view)
    _check_known(view)
    _check_pile(view)
    _check_moves(view)


def first_known(removed: int, drawn: int) -> int:
    """Give the place of the first card of a pile, as far down as it is known.

    Where a player joins in the middle of a game, nobody can tell whether the card on top was drawn
    or taken. It counts as the one drawn last or, without a draw, as one that can have been taken
    last: no game that is still to come depends on it.

    Args:
        removed: 28-bit mask of the slots whose cards were gone by then.
        drawn: How many stock cards had been drawn by then.
    """
    if drawn:
        return STOCK_PLACE + drawn - 1
    return slots_in(removed)[0] if removed else WASTE_PLACE


def _fault(text: object, cause: str) -> LayoutError:
    return LayoutError("hint/impossible-view", text=str(text), cause=cause)


def _check_slots(view: View) -> None:
    if len(view.slots) != SLOTS or len(view.refusals) != len(MOVES):
        raise _fault(len(view.slots), "view/count")
    free = view.uncovered
    is_open = view.rules.visibility == Visibility.OPEN
    for slot, shown in enumerate(view.slots):
        if shown is None:
            if any(view.slots[cover] is not None for cover in COVERED_BY[slot]):
                raise _fault(view.known.get(slot, UNKNOWN), "view/covered")
        elif shown is HIDDEN:
            if is_open or free >> slot & 1:
                raise _fault(UNKNOWN, "view/face-down")
        elif not is_open and not free >> slot & 1:
            raise _fault(shown, "view/face-up")


def _check_distinct(view: View) -> None:
    """Look for a card twice: on the table with the waste, and among the places known."""
    face_up = [shown for shown in view.slots if isinstance(shown, Card)]
    for cards in ((*face_up, *view.waste), tuple(view.known.values())):
        seen: set[Card] = set()
        for card in cards:
            if card in seen and card != JOKER:
                raise _fault(card, "view/card-twice")
            seen.add(card)
        if cards.count(JOKER) > view.rules.jokers:
            raise _fault(JOKER, "view/jokers")


def _check_counts(view: View) -> None:
    opening = not view.rules.empty_waste
    expected = len(PACK) + view.rules.jokers
    pile = view.forgotten + len(view.waste)
    count = SLOTS - view.removed.bit_count() + pile + view.stock_left
    if count != expected or min(view.drawn, view.stock_left, view.forgotten) < 0:
        raise _fault(count, "view/count")
    places = range(STOCK_PLACE + view.drawn + view.stock_left)
    for place, card in view.known.items():
        if place not in places or (place == WASTE_PLACE and not opening):
            raise _fault(card, "view/known")
        if card == JOKER and place < STOCK_PLACE:
            raise _fault(card, "view/joker-place")
    unknown = sum(place not in view.known for place in places[STOCK_PLACE:])
    if view.rules.jokers - list(view.known.values()).count(JOKER) > unknown:
        raise _fault(JOKER, "view/jokers")


def _check_known(view: View) -> None:
    """Check that what lies or lay open is known, as what it is shown, but for what is forgotten."""
    for slot, shown in enumerate(view.slots):
        if isinstance(shown, Card) and view.known.get(slot) != shown:
            raise _fault(shown, "view/known")
    removed, drawn = _joined(view)
    forgotten = {*_lain_open(view, removed, drawn)} - {first_known(removed, drawn)}
    for place in _lain_open(view, view.removed, view.drawn):
        if (place in view.known) == (place in forgotten):
            raise _fault(view.known.get(place, UNKNOWN), "view/known")


def _lain_open(view: View, removed: int, drawn: int) -> tuple[int, ...]:
    """List the places of the cards that lie on the waste once some are removed and drawn."""
    opening = () if view.rules.empty_waste else (WASTE_PLACE,)
    return (*slots_in(removed), *opening, *range(STOCK_PLACE, STOCK_PLACE + drawn))


def _joined(view: View) -> tuple[int, int]:
    """Find which cards were removed, and how many drawn, when the known part of the pile begins."""
    if not view.forgotten:
        return 0, 0
    slots = {view.known[slot]: slot for slot in slots_in(view.removed) if slot in view.known}
    later = view.waste[1:]
    taken = sum(1 << slots[card] for card in later if card in slots)
    return view.removed & ~taken, view.drawn - sum(card not in slots for card in later)


def _check_pile(view: View) -> None:
    """Play the face-up pile from its first card on: each was drawn in turn or taken."""
    rules, known = view.rules, view.known
    removed, drawn = _joined(view)
    pile, top = view.waste, None
    if view.forgotten or not rules.empty_waste:
        pile, top = view.waste[1:], known.get(first_known(removed, drawn))
        if view.waste[:1] != (top,):
            raise _fault(view.waste[0] if view.waste else NO_WASTE, "view/pile")
    if any(removed >> cover & 1 == 0 for slot in slots_in(removed) for cover in COVERED_BY[slot]):
        raise _fault(top, "view/pile")
    slots = {known[slot]: slot for slot in slots_in(view.removed) if slot in known}
    for card in pile:
        free = uncovered(removed)
        slot = slots.get(card)
        if slot is not None:
            if not free >> slot & 1 or not (top is None or rules.adjacent(top.rank, card.rank)):
                raise _fault(card, "view/pile")
            removed |= 1 << slot
        else:
            stuck = top is not None and not any(
                rules.adjacent(top.rank, known[other].rank) for other in slots_in(free)
            )
            in_turn = drawn < view.drawn and known.get(STOCK_PLACE + drawn) == card
            if not in_turn or (rules.draw_policy == DrawPolicy.ONLY_WHEN_STUCK and not stuck):
                raise _fault(card, "view/pile")
            drawn += 1
        top = card


def _check_moves(view: View) -> None:
    """Compare moves and outcome with those of a position that agrees: they hang on open cards."""
    state = view.sample(Random(0))
    allowed = tuple(state.why_not(move) for move in MOVES)
    stopped = view.refusals[0] in (Refusal.ENDED, Refusal.TOO_LONG) and len({*view.refusals}) == 1
    if view.outcome != state.outcome or not (stopped or view.refusals == allowed):
        raise _fault(view.outcome, "view/moves")
