"""What can be said of a move, by lists and plain recursion: slow, obvious, nothing of the coach."""

from __future__ import annotations

from functools import cache

from tripeaks.cards import JOKER, PACK, Card
from tripeaks.coach.reasons import Reason, ReasonCode
from tripeaks.layout import COVERED_BY, SLOTS
from tripeaks.rules import Rules
from tripeaks.state import Move
from tripeaks.view import View

RING = "A23456789TJQK"


def next_to(rules: Rules, one: Card, other: Card) -> bool:
    """Whether one card may be taken on the other."""
    if JOKER in (one, other):
        return True
    pair = str(one)[0] + str(other)[0]
    return pair in RING or pair[::-1] in RING or (rules.wrap and pair in ("AK", "KA"))


def lying(view: View) -> frozenset[int]:
    """The slots that still hold a card."""
    return frozenset(slot for slot in range(SLOTS) if view.slots[slot] is not None)


def free(left: frozenset[int]) -> list[int]:
    """The slots with no card on them."""
    return [slot for slot in sorted(left) if not left & set(COVERED_BY[slot])]


def longest_chain(view: View, first: int) -> int:
    """The most known cards that can be taken in a row, from one on."""
    known = {slot: card for slot, card in view.known.items() if slot < SLOTS}

    @cache
    def after(left: frozenset[int], top: int) -> int:
        return max(
            (
                1 + after(left - {slot}, slot)
                for slot in free(left)
                if slot in known and next_to(view.rules, known[top], known[slot])
            ),
            default=0,
        )

    return 1 + after(lying(view) - {first}, first)


def fresh(view: View, slot: int) -> int:
    """How many cards come free when one is taken."""
    left = lying(view)
    return len(set(free(left - {slot})) - set(free(left)))


def kept(view: View, move: Move) -> set[Reason]:
    """For each other take, the free cards that its card alone leads to; the most of them."""
    cards = {slot: view.known[slot] for slot in free(lying(view))}
    found = []
    for other in view.legal:
        if other.is_draw or other == move:
            continue
        spent = cards[other.index]
        alone = 0
        for slot, card in cards.items():
            ways = [near for near in cards if next_to(view.rules, card, cards[near])]
            alone += slot != move.index and ways == [other.index]
        found.append((alone, -other.index, spent))
    most, _, card = max(found, default=(0, 0, JOKER))
    return {Reason(ReasonCode.KEEPS, count=most, card=card)} if most else set()


def chain_truths(view: View, slot: int) -> set[Reason]:
    """What is true of the chain that a take begins."""
    chain = longest_chain(view, slot)
    if chain == len(lying(view)):
        return {Reason(ReasonCode.CLEARS_ALL, count=chain)}
    return {Reason(ReasonCode.CHAIN, count=chain)} if chain >= 2 else set()


def take_truths(view: View, move: Move) -> set[Reason]:
    """All that is true of a take."""
    slot, left = move.index, lying(view)
    card = view.known[slot]
    if len(left) == 1:
        return {Reason(ReasonCode.WINS)}
    truths = kept(view, move) | chain_truths(view, slot)
    if slot in (0, 1, 2):
        truths.add(Reason(ReasonCode.CLEARS_PEAK, peak=slot))
    if fresh(view, slot):
        truths.add(Reason(ReasonCode.UNCOVERS, count=fresh(view, slot)))
    if not any(next_to(view.rules, card, view.known[other]) for other in free(left)):
        truths.add(Reason(ReasonCode.NO_OTHER_LEADS))
    if not view.rules.wrap and not view.rules.jokers and view.waste:
        pair = str(view.waste[-1])[0] + str(card)[0]
        ends = {"2A": ReasonCode.TAKES_ACE, "QK": ReasonCode.TAKES_KING}
        truths |= {Reason(code) for ranks, code in ends.items() if ranks == pair}
    if view.stock_left == 0:
        truths.add(Reason(ReasonCode.STOCK_EMPTY))
    elif list(view.legal) == [move]:
        truths.add(Reason(ReasonCode.ONLY_MOVE))
    return truths or {Reason(ReasonCode.SAVES_STOCK, count=view.stock_left)}


def draw_truths(view: View) -> set[Reason]:
    """All that is true of the draw."""
    takes = [move.index for move in view.legal if not move.is_draw]
    free_cards = [view.known[slot] for slot in free(lying(view))]
    truths = kept(view, Move.DRAW)
    if not takes:
        truths.add(Reason(ReasonCode.NOTHING_TO_TAKE))
    else:
        if sum(fresh(view, slot) for slot in takes) == 0:
            truths.add(Reason(ReasonCode.TAKES_UNCOVER_NOTHING))
        if max(longest_chain(view, slot) for slot in takes) == 1:
            truths.add(Reason(ReasonCode.TAKES_LEAD_NOWHERE))

    def fitting(card: Card) -> int:
        return sum(next_to(view.rules, card, other) for other in free_cards)

    place = SLOTS + 1 + sum(place > SLOTS for place in drawn_places(view))
    if place in view.known:
        card = view.known[place]
        truths.add(Reason(ReasonCode.NEXT_CARD, count=fitting(card), card=card))
    else:
        unseen = [card for card in PACK if card not in view.known.values()]
        unseen += [JOKER] * (view.rules.jokers - list(view.known.values()).count(JOKER))
        leading = sum(1 for card in unseen if fitting(card))
        truths.add(Reason(ReasonCode.STOCK_HOPES, count=leading, unseen=len(unseen)))
    if view.stock_left == 1:
        truths.add(Reason(ReasonCode.LAST_STOCK_CARD))
    elif view.stock_left <= 4:
        truths.add(Reason(ReasonCode.FEW_STOCK_CARDS, count=view.stock_left - 1))
    return truths


def drawn_places(view: View) -> list[int]:
    """The places of the stock whose cards lie on the waste."""
    stock = 23 + view.rules.empty_waste + view.rules.jokers
    return list(range(SLOTS + 1, SLOTS + 1 + stock - view.stock_left))
