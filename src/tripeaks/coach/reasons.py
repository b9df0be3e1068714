"""Why a move may be good: reasons as data, each a predicate on what the player sees.

A reason is either true of a view and a move or not; none is a guess. `reasons_for` gives those
that are true, and `tripeaks.coach.saying` puts them into words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tripeaks.cards import RANKS, Card
from tripeaks.coach.outlook import Outlook
from tripeaks.layout import PEAK_OF, SUMMITS
from tripeaks.state import Move

_ACE, _TWO, _QUEEN, _KING = 0, 1, len(RANKS) - 2, len(RANKS) - 1
_SHORTEST_CHAIN = 2
_FEW_STOCK_CARDS = 4


class ReasonCode(StrEnum):
    """What can be said for a move.

    A card is *free* when no card lies on it, and *leads to* its neighbours in rank.
    """

    WINS = "wins"
    """It takes the last card of the tableau."""
    CLEARS_ALL = "clears-all"
    """All ``count`` cards that are left can be taken from here without a draw."""
    CLEARS_PEAK = "clears-peak"
    """It takes the summit of ``peak``."""
    CHAIN = "chain"
    """A chain of ``count`` cards, all of them known, can begin with it."""
    UNCOVERS = "uncovers"
    """It uncovers ``count`` cards."""
    KEEPS = "keeps"
    """Another move would spend ``card``, which alone leads to ``count`` free cards that stay."""
    NO_OTHER_LEADS = "no-other-leads"
    """No other free card leads to the card it takes."""
    TAKES_ACE = "takes-ace"
    """It takes an ace where nothing but a two leads to one."""
    TAKES_KING = "takes-king"
    """It takes a king where nothing but a queen leads to one."""
    STOCK_EMPTY = "stock-empty"
    """It is a take, and nothing can be drawn any more."""
    ONLY_MOVE = "only-move"
    """It is a take, and the only move that the rules allow."""
    SAVES_STOCK = "saves-stock"
    """It is a take and leaves all ``count`` cards of the stock."""
    NOTHING_TO_TAKE = "nothing-to-take"
    """It is the draw, and no card can be taken."""
    TAKES_UNCOVER_NOTHING = "takes-uncover-nothing"
    """It is the draw, and none of the cards that can be taken uncovers another."""
    TAKES_LEAD_NOWHERE = "takes-lead-nowhere"
    """It is the draw, and on none of the cards that can be taken another known one follows."""
    NEXT_CARD = "next-card"
    """It draws ``card``, which the player has seen before, and it leads to ``count`` free ones."""
    STOCK_HOPES = "stock-hopes"
    """Of the ``unseen`` cards that can still turn up, ``count`` lead to a free one."""
    LAST_STOCK_CARD = "last-stock-card"
    """It draws the last card of the stock."""
    FEW_STOCK_CARDS = "few-stock-cards"
    """It leaves ``count`` cards of the stock, one to three."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a move.

    Attributes:
        code: What is said; `ReasonCode` tells which of the values belong to it.
        count: How many cards it speaks of.
        unseen: How many cards can still turn up, for all the player knows.
        card: The card it speaks of.
        peak: The peak it speaks of, 0 to 2.
    """

    code: ReasonCode
    count: int | None = None
    unseen: int | None = None
    card: Card | None = None
    peak: int | None = None


def reasons_for(outlook: Outlook, move: Move) -> tuple[Reason, ...]:
    """Give what can be said for a legal move, what weighs most first.

    Args:
        outlook: The view as it has been looked at.
        move: A legal move of that view.

    Returns:
        At least one reason.
    """
    return tuple(_for_draw(outlook) if move.is_draw else _for_take(outlook, move))


def _for_take(outlook: Outlook, move: Move) -> Iterator[Reason]:
    view = outlook.view
    if outlook.left == 1:
        yield Reason(ReasonCode.WINS)
        return
    special = [*_of_what_it_opens(outlook, move), *_of_what_it_takes(outlook, move)]
    yield from special
    if not view.stock_left:
        yield Reason(ReasonCode.STOCK_EMPTY)
    elif view.legal == (move,):
        yield Reason(ReasonCode.ONLY_MOVE)
    elif not special:
        yield Reason(ReasonCode.SAVES_STOCK, count=view.stock_left)


def _of_what_it_opens(outlook: Outlook, move: Move) -> Iterator[Reason]:
    chain = outlook.chain(move.index)
    if chain == outlook.left:
        yield Reason(ReasonCode.CLEARS_ALL, count=chain)
    if move.index in SUMMITS:
        yield Reason(ReasonCode.CLEARS_PEAK, peak=PEAK_OF[move.index])
    uncovers = outlook.uncovers(move)
    if uncovers:
        yield Reason(ReasonCode.UNCOVERS, count=uncovers)
    if _SHORTEST_CHAIN <= chain < outlook.left:
        yield Reason(ReasonCode.CHAIN, count=chain)


def _of_what_it_takes(outlook: Outlook, move: Move) -> Iterator[Reason]:
    yield from _keeping(outlook, move)
    if outlook.leads_alone(move.index):
        yield Reason(ReasonCode.NO_OTHER_LEADS)
    view, rank = outlook.view, outlook.free[move.index].rank
    # A joker leads to every card, and so does the beginning of an empty waste.
    if view.rules.wrap or view.rules.jokers or view.top is None:
        return
    if (view.top.rank, rank) == (_TWO, _ACE):
        yield Reason(ReasonCode.TAKES_ACE)
    if (view.top.rank, rank) == (_QUEEN, _KING):
        yield Reason(ReasonCode.TAKES_KING)


def _for_draw(outlook: Outlook) -> Iterator[Reason]:
    view, takes = outlook.view, outlook.takes
    if not takes:
        yield Reason(ReasonCode.NOTHING_TO_TAKE)
    else:
        yield from _keeping(outlook, Move.DRAW)
        if not any(outlook.uncovers(take) for take in takes):
            yield Reason(ReasonCode.TAKES_UNCOVER_NOTHING)
        if all(outlook.chain(take.index) == 1 for take in takes):
            yield Reason(ReasonCode.TAKES_LEAD_NOWHERE)
    card = outlook.next_stock_card
    if card is not None:
        yield Reason(ReasonCode.NEXT_CARD, count=outlook.takeable_on(card), card=card)
    else:
        unseen = outlook.unseen
        count = sum(outlook.takeable_on(card) > 0 for card in unseen)
        yield Reason(ReasonCode.STOCK_HOPES, count=count, unseen=len(unseen))
    if view.stock_left == 1:
        yield Reason(ReasonCode.LAST_STOCK_CARD)
    elif view.stock_left <= _FEW_STOCK_CARDS:
        yield Reason(ReasonCode.FEW_STOCK_CARDS, count=view.stock_left - 1)


def _keeping(outlook: Outlook, move: Move) -> Iterator[Reason]:
    kept = outlook.kept(move)
    if kept is not None:
        card, count = kept
        yield Reason(ReasonCode.KEEPS, count=count, card=card)
