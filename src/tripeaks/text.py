"""The board as plain text for terminals and logs."""

from __future__ import annotations

from tripeaks.layout import COLUMNS, ROWS
from tripeaks.view import View

_HALF_CARD = 2  # columns of text for half a card; a card takes two letters and a gap
_GONE = "  "
_STOCK_BACK = "##"
_WASTE_SHOWN = 5


def board(view: View) -> str:
    """Draw the table as a player sees it, face-down cards as ``??``.

    Example:
        >>> from tripeaks import Deal, Game
        >>> print(board(Game(Deal.from_code("TP1-E-AAAAAAB")).view()))
                    ??          ??          ??
                  ??  ??      ??  ??      ??  ??
                ??  ??  ??  ??  ??  ??  ??  ??  ??
              3S  5S  KC  4S  2D  AS  KD  8H  7C  9S
        <BLANKLINE>
              ## 23  AC
    """
    lines = [_row(view, row) for row in ROWS]
    stock = f"{_STOCK_BACK} {view.stock_left:<2}" if view.stock_left else "-- 0 "
    waste = " ".join(str(card) for card in view.waste[-_WASTE_SHOWN:])
    return "\n".join([*lines, "", f"{_MARGIN}{stock}  {waste}"]).rstrip()


_MARGIN = " " * 6


def _row(view: View, row: tuple[int, ...]) -> str:
    line = _MARGIN
    for slot in row:
        shown = view.slots[slot]
        place = len(_MARGIN) + _HALF_CARD * COLUMNS[slot]
        line = line.ljust(place) + (_GONE if shown is None else str(shown))
    return line.rstrip()
