"""What a backend is given: a position as a row of 64 bytes, and the rules as bits.

=========  ==========================================================================
byte       holds
=========  ==========================================================================
0 to 27    ranks of the tableau in slot order, of removed cards too: 0 ace to 12 king
28         rank on top of the waste; 13 is a joker, or the waste that begins empty
29 to 56   ranks of the stock in draw order, 13 a joker; places without a card hold 0
57, 58     number of stock cards, and how many of them have been drawn
59         0
60 to 63   28-bit mask of the removed cards, lowest byte first
=========  ==========================================================================

What a player knows is written as such a row with 255 for each rank that has not been seen, and
16 bytes more: how many cards of each rank are unseen (64 to 76), the unseen jokers (77), the card
that opened the waste, as byte 28 writes it or 255 (78), and a 0.
"""

from __future__ import annotations

from tripeaks.cards import JOKER, PACK, RANKS, Card
from tripeaks.deal import REFERENCE_DECK
from tripeaks.layout import SLOTS
from tripeaks.rules import DrawPolicy, Rules
from tripeaks.solver.positions import MOST_STOCK
from tripeaks.state import State
from tripeaks.view import STOCK_PLACE, WASTE_PLACE, View

ROW_BYTES = 64
WILD = 13
LANES = 16  # ranks on top that a table of answers has places for: 0 to 12, `WILD`, two unused

# The ranks of the deck that deal numbers shuffle, as a backend takes them.
DECK = bytes(card.rank for card in REFERENCE_DECK)

UNKNOWN = 255  # a rank that the player has not seen

WRAP = 1
ONLY_WHEN_STUCK = 2


def row_of(state: State) -> bytes:
    """Write a position that can come up as a row."""
    deal = state.deal
    # A joker's rank is -1, and -1 modulo 14 is 13.
    stock = bytes([card.rank % (WILD + 1) for card in deal.stock])
    return b"".join(
        (
            bytes([card.rank for card in deal.tableau]),
            bytes((WILD if state.top is None else state.top.rank % (WILD + 1),)),
            stock.ljust(MOST_STOCK, b"\0"),
            bytes((len(stock), state.drawn, 0)),
            state.removed.to_bytes(4, "little"),
        )
    )


def view_row(view: View) -> bytes:
    """Write what a player knows as 80 bytes.

    Args:
        view: What the player knows; cards seen before an undo count.
    """
    stock = view.drawn + view.stock_left
    seen = set(view.known.values())
    unseen = [0] * len(RANKS)
    for card in PACK:
        unseen[card.rank] += card not in seen
    jokers = view.rules.jokers - sum(card == JOKER for card in view.known.values())
    tableau = [_rank_at(view, slot) for slot in range(SLOTS)]
    drawn = [_rank_at(view, STOCK_PLACE + place) for place in range(stock)]
    opened = WILD if view.rules.empty_waste else _rank_at(view, WASTE_PLACE)
    return b"".join(
        (
            bytes((*tableau, _lane(view.top), *drawn)).ljust(SLOTS + 1 + MOST_STOCK, b"\0"),
            bytes((stock, view.drawn, 0)),
            view.removed.to_bytes(4, "little"),
            bytes((*unseen, jokers, opened, 0)),
        )
    )


def _rank_at(view: View, place: int) -> int:
    return _lane(view.known[place]) if place in view.known else UNKNOWN


def _lane(card: Card | None) -> int:
    return WILD if card is None else card.rank % (WILD + 1)


def bits_of(rules: Rules) -> int:
    """Write the rules that matter with all cards known: `WRAP` and `ONLY_WHEN_STUCK`."""
    stuck = rules.draw_policy == DrawPolicy.ONLY_WHEN_STUCK
    return WRAP * rules.wrap | ONLY_WHEN_STUCK * stuck
