"""Positions as a solver meets them: whether one can come up, and how many sets can follow."""

from __future__ import annotations

from tripeaks.cards import PACK
from tripeaks.deal import NO_WASTE
from tripeaks.errors import LayoutError
from tripeaks.layout import ALL_SLOTS, COLUMNS, COVERED_BY, COVERS, SLOTS, slots_in
from tripeaks.rules import Rules
from tripeaks.state import State

MOST_STOCK = 28

# The cards of a column lie one above the other: those lower down have to go first. A set of
# removed cards is so fixed by a height per column, the number of its cards that are gone.
_CHAINS = tuple(
    tuple(slot for slot in reversed(range(SLOTS)) if COLUMNS[slot] == column)
    for column in range(max(COLUMNS) + 1)
)


def _fit(column: int, height: int, next_height: int) -> bool:
    """Whether two columns side by side can have these heights: no card goes before its covers."""
    here, beside = _CHAINS[column], _CHAINS[column + 1]
    gone = {*here[:height], *beside[:next_height]}
    return all(
        cover in gone
        for slot in gone
        for cover in COVERED_BY[slot]
        if COLUMNS[cover] in (column, column + 1)
    )


_FITTING_HEIGHTS = tuple(
    tuple(
        (height, next_height)
        for height in range(len(_CHAINS[column]) + 1)
        for next_height in range(len(_CHAINS[column + 1]) + 1)
        if _fit(column, height, next_height)
    )
    for column in range(len(_CHAINS) - 1)
)


def sets_after(removed: int) -> int:
    """Count the sets of removed cards that can follow a set, itself among them.

    A card can go only when the two on it are gone, so these are the order ideals of the tableau
    that contain the set.

    Args:
        removed: 28-bit mask of a set that can come up.

    Example:
        >>> sets_after(0)
        22932
    """
    return _count_after(removed) if removed else _ALL_SETS


def _count_after(removed: int) -> int:
    """Count them column by column, from left to right."""
    lowest = [sum(removed >> slot & 1 for slot in chain) for chain in _CHAINS]
    tallest = max(map(len, _CHAINS))
    ways = [int(height >= lowest[0]) for height in range(tallest + 1)]
    for column, pairs in enumerate(_FITTING_HEIGHTS, start=1):
        after = [0] * (tallest + 1)
        for height, next_height in pairs:
            if next_height >= lowest[column]:
                after[next_height] += ways[height]
        ways = after
    return sum(ways)


_ALL_SETS = _count_after(0)


def check(state: State) -> None:
    """Refuse a position that no game of its deal can come to.

    Whether the ranks allow a way to it is not asked.

    Raises:
        LayoutError: ``state/impossible`` with the card or number at fault and the cause:
            ``state/removed``, ``state/covered``, ``state/drawn`` or ``state/top``. Or
            ``layout/count`` for a deal with other than the cards a table holds.
    """
    deal, removed, drawn = state.deal, state.removed, state.drawn
    if len(deal.tableau) != SLOTS or len(deal.stock) > MOST_STOCK:
        count = len(deal.tableau) + 1 + len(deal.stock)
        raise LayoutError("layout/count", text=str(count), expected=_cards_dealt(deal.rules))
    if type(removed) is not int or not 0 <= removed <= ALL_SLOTS:
        raise LayoutError("state/impossible", text=str(removed), cause="state/removed")
    for slot in slots_in(removed):
        if not all(removed >> cover & 1 for cover in COVERED_BY[slot]):
            card = str(deal.tableau[slot])
            raise LayoutError("state/impossible", text=card, cause="state/covered")
    if type(drawn) is not int or not 0 <= drawn <= len(deal.stock):
        raise LayoutError("state/impossible", text=str(drawn), cause="state/drawn")
    if not _top_can_lie_there(state):
        top = NO_WASTE if state.top is None else str(state.top)
        raise LayoutError("state/impossible", text=top, cause="state/top")


def _top_can_lie_there(state: State) -> bool:
    """Whether the top of the waste is the card drawn last or one that can have gone last."""
    deal, removed, top = state.deal, state.removed, state.top
    if not removed and not state.drawn:
        return top == deal.waste
    if top is None:
        return False
    if state.drawn and top == deal.stock[state.drawn - 1]:
        return True
    slot = deal.slot_of(top)
    if slot is None or not removed >> slot & 1:
        return False
    return not any(removed >> covered & 1 for covered in COVERS[slot])


def _cards_dealt(rules: Rules) -> int:
    return len(PACK) + rules.jokers + rules.empty_waste
