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
"""

from __future__ import annotations

from tripeaks.rules import DrawPolicy, Rules
from tripeaks.solver.positions import MOST_STOCK
from tripeaks.state import State

ROW_BYTES = 64
WILD = 13
LANES = 16  # ranks on top that a table of answers has places for: 0 to 12, `WILD`, two unused

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


def bits_of(rules: Rules) -> int:
    """Write the rules that matter with all cards known: `WRAP` and `ONLY_WHEN_STUCK`."""
    stuck = rules.draw_policy == DrawPolicy.ONLY_WHEN_STUCK
    return WRAP * rules.wrap | ONLY_WHEN_STUCK * stuck
