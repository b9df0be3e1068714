"""The table of three peaks as data: 28 slots, and which slots lie on which (spec 1)."""

from __future__ import annotations

from tripeaks.errors import MoveError

SLOTS = 28
ROWS = (tuple(range(3)), tuple(range(3, 9)), tuple(range(9, 18)), tuple(range(18, 28)))
SUMMITS = ROWS[0]

# The pair of slots that lie on each slot, row by row; nothing lies on the last row.
COVERED_BY: tuple[tuple[int, ...], ...] = (
    *((3 + 2 * peak, 4 + 2 * peak) for peak in range(3)),
    *((9 + 3 * (i // 2) + i % 2, 10 + 3 * (i // 2) + i % 2) for i in range(6)),
    *((18 + j, 19 + j) for j in range(9)),
    *(() for _ in range(10)),
)
COVERS: tuple[tuple[int, ...], ...] = tuple(
    tuple(lower for lower in range(SLOTS) if upper in COVERED_BY[lower]) for upper in range(SLOTS)
)

# For the bonus of a cleared peak the bottom row belongs 3 / 3 / 4 to the peaks (spec 5).
PEAK_OF: tuple[int, ...] = (
    *range(3),
    *(i // 2 for i in range(6)),
    *(j // 3 for j in range(9)),
    *(min(k // 3, 2) for k in range(10)),
)


def _columns() -> tuple[int, ...]:
    """Place the last row two apart, and each other card midway between the two on it."""
    columns = {slot: 2 * place for place, slot in enumerate(ROWS[-1])}
    for slot in reversed(range(ROWS[-1][0])):
        columns[slot] = sum(columns[cover] for cover in COVERED_BY[slot]) // 2
    return tuple(columns[slot] for slot in range(SLOTS))


# How far right the middle of each slot lies, in halves of a card, the first of the last row at 0.
COLUMNS = _columns()

ALL_SLOTS = (1 << SLOTS) - 1
_OPEN_MASK = sum(1 << slot for slot in range(SLOTS) if not COVERED_BY[slot])


def _cover_shifts() -> tuple[tuple[int, int, int], ...]:
    """Group the covered slots by the distances to the two slots that lie on them."""
    groups: dict[tuple[int, int], int] = {}
    for slot, (first, second) in ((s, c) for s, c in enumerate(COVERED_BY) if c):
        distances = (first - slot, second - slot)
        groups[distances] = groups.get(distances, 0) | 1 << slot
    return tuple((first, second, mask) for (first, second), mask in groups.items())


_COVER_SHIFTS = _cover_shifts()


def uncovered(removed: int) -> int:
    """Find the slots that hold a card and have no card on them.

    Args:
        removed: 28-bit mask of the slots whose cards are gone.

    Returns:
        28-bit mask of the uncovered slots.

    Example:
        >>> uncovered(0).bit_count()
        10
    """
    free = _OPEN_MASK
    for first, second, mask in _COVER_SHIFTS:
        free |= (removed >> first) & (removed >> second) & mask
    return free & ~removed


def slots_in(mask: int) -> tuple[int, ...]:
    """List the slots of a mask in ascending order.

    Example:
        >>> slots_in(0b101)
        (0, 2)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def left_to_right(mask: int) -> tuple[int, ...]:
    """List the slots of a mask as they lie on the table, from left to right.

    Example:
        >>> left_to_right(1 << 0 | 1 << 18)
        (18, 0)
    """
    return tuple(sorted(slots_in(mask), key=COLUMNS.__getitem__))


def checked_slot(slot: int) -> int:
    """Return the slot if the tableau has it.

    Raises:
        MoveError: ``move/bad-slot`` for anything but a whole number from 0 to 27.
    """
    if type(slot) is not int or not 0 <= slot < SLOTS:
        raise MoveError("move/bad-slot", text=str(slot))
    return slot
