from __future__ import annotations

from typing import Any

import pytest

from property.by_the_book import PEAKS, SPOTS, lies_on
from tripeaks.errors import MoveError
from tripeaks.layout import (
    ALL_SLOTS,
    COLUMNS,
    COVERED_BY,
    COVERS,
    PEAK_OF,
    ROWS,
    SLOTS,
    SUMMITS,
    checked_slot,
    left_to_right,
    slots_in,
    uncovered,
)


def test_rows_number_the_slots_from_the_top_left() -> None:
    """Rows of 3, 6, 9 and 10 slots hold the numbers 0 to 27 in order."""
    assert [len(row) for row in ROWS] == [3, 6, 9, 10]
    assert [slot for row in ROWS for slot in row] == list(range(28)) == list(range(SLOTS))
    assert SUMMITS == (0, 1, 2)


def test_covers_follow_the_table_of_the_rules() -> None:
    """Which slots cover which is the table of the rules, row by row."""
    for peak in range(3):
        assert COVERED_BY[peak] == (3 + 2 * peak, 4 + 2 * peak)
    for i in range(6):
        first = 9 + 3 * (i // 2) + i % 2
        assert COVERED_BY[3 + i] == (first, first + 1)
    for j in range(9):
        assert COVERED_BY[9 + j] == (18 + j, 19 + j)
    assert COVERED_BY[18:] == ((),) * 10


def test_covers_follow_from_where_the_cards_lie() -> None:
    """A card covers another where it lies in the next row, half a card to the side."""
    for lower in range(28):
        assert COVERED_BY[lower] == tuple(upper for upper in range(28) if lies_on(upper, lower))


def test_covers_is_the_inverse_of_covered_by() -> None:
    """A slot covers exactly those slots that it is named to cover."""
    pairs = {(upper, lower) for lower in range(28) for upper in COVERED_BY[lower]}
    assert pairs == {(upper, lower) for upper in range(28) for lower in COVERS[upper]}
    assert all(list(lowers) == sorted(set(lowers)) for lowers in COVERS)


def test_cards_lie_on_one_or_two_others() -> None:
    """18 cards have exactly two on them; 8 of row 4 lie on two cards, the outer two on one."""
    assert [len(covers) for covers in COVERED_BY] == [2] * 18 + [0] * 10
    assert [len(COVERS[slot]) for slot in ROWS[3]] == [1, *[2] * 8, 1]


def test_the_peaks_have_9_9_and_10_cards() -> None:
    """For the bonus the bottom row belongs 3, 3 and 4 to the left, middle and right peak."""
    peaks = [{slot for slot in range(28) if PEAK_OF[slot] == peak} for peak in range(3)]
    assert peaks == list(PEAKS)
    assert [len(peak) for peak in peaks] == [9, 9, 10]
    assert [sum(PEAK_OF[slot] == peak for slot in ROWS[3]) for peak in range(3)] == [3, 3, 4]


def test_columns_place_each_card_between_those_on_it() -> None:
    """Columns are counted in halves of a card from the first card of the last row."""
    assert tuple(middle for _, middle in SPOTS) == COLUMNS


def test_ten_slots_are_uncovered_at_first() -> None:
    """A new table has the last row uncovered, an empty one nothing."""
    assert slots_in(uncovered(0)) == ROWS[3]
    assert uncovered(ALL_SLOTS) == 0


def test_there_are_22932_tables() -> None:
    """Legal play can lead to 22,932 different sets of removed cards, over 119,364 steps."""
    tables, steps, found = {0}, 0, [0]
    while found:
        removed = found.pop()
        for slot in slots_in(uncovered(removed)):
            steps += 1
            after = removed | 1 << slot
            if after not in tables:
                tables.add(after)
                found.append(after)
    assert (len(tables), steps) == (22_932, 119_364)


def test_slots_of_a_mask_are_listed_in_order() -> None:
    """A mask lists its slots from the lowest, or from left to right on the table."""
    assert slots_in(0) == ()
    assert slots_in(ALL_SLOTS) == tuple(range(28))
    assert slots_in(1 << 27 | 1 << 3 | 1) == (0, 3, 27)
    assert left_to_right(1 << 0 | 1 << 2 | 1 << 18 | 1 << 20 | 1 << 27) == (18, 0, 20, 2, 27)
    assert left_to_right(uncovered(0)) == ROWS[3]


@pytest.mark.parametrize("slot", [*range(28)])
def test_slots_of_the_tableau_pass(slot: int) -> None:
    """The numbers 0 to 27 name slots."""
    assert checked_slot(slot) == slot


@pytest.mark.parametrize("slot", [-1, 28, 10**30, True, False, 1.0, "3", None], ids=repr)
def test_other_values_name_no_slot(slot: Any) -> None:
    """Whatever is no whole number from 0 to 27 is refused, and named."""
    with pytest.raises(MoveError) as caught:
        checked_slot(slot)
    assert (caught.value.code, caught.value.text) == ("move/bad-slot", str(slot))
