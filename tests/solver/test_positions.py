from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from solver.variants import some_position
from strategies import PUBLISHED_CODE, examples, states
from tripeaks.cards import JOKER, Card
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError
from tripeaks.layout import ALL_SLOTS, slots_in, uncovered
from tripeaks.rules import Rules
from tripeaks.solver.positions import check, sets_after
from tripeaks.state import State

DEAL = Deal.from_code(PUBLISHED_CODE)
START = State.initial(DEAL)
EMPTY = State.initial(Deal.from_code("TP1-E-AAAAAAB-J1W"))


def position(cards: str, drawn: int, top: str) -> State:
    """A position of the published deal in which these cards are gone."""
    slots = [DEAL.slot_of(Card.parse(card)) for card in cards.split()]
    removed = sum(1 << slot for slot in slots if slot is not None)
    return State(DEAL, removed, drawn, Card.parse(top))


def sets_found(removed: int) -> int:
    """The sets that can follow, found one by one."""
    found, new = {removed}, [removed]
    while new:
        gone = new.pop()
        for slot in slots_in(uncovered(gone)):
            if gone | 1 << slot not in found:
                found.add(gone | 1 << slot)
                new.append(gone | 1 << slot)
    return len(found)


def test_the_tableau_has_its_number_of_sets() -> None:
    """From the full tableau 22,932 sets of removed cards can follow, from the empty one itself."""
    assert sets_after(0) == sets_found(0) == 22_932
    assert sets_after(ALL_SLOTS) == 1


def test_following_sets_are_counted() -> None:
    """From wherever one counts, there are as many sets to follow as can be found one by one."""
    rng = Random(3)
    for _ in range(60):
        removed = some_position(DEAL, rng, most_left=22).removed
        assert sets_after(removed) == sets_found(removed)


@examples(200)
@given(states())
def test_positions_of_games_pass(state: State) -> None:
    """Every position that legal moves lead to is accepted."""
    check(state)


POSSIBLE = {
    "start": START,
    "empty waste": EMPTY,
    "drawn": position("", 1, "QD"),
    "taken": position("KC", 0, "KC"),
    "either of two": position("KC AS", 0, "KC"),
    "or the other": position("KC AS", 0, "AS"),
    "drawn last": position("KC AS", 3, "4D"),
    "taken last": position("KC AS", 3, "AS"),
    "last on its way": position("AS 2D 7S", 0, "7S"),
    "first of the stock": replace(EMPTY, drawn=1, top=EMPTY.deal.stock[0]),
}


@pytest.mark.parametrize("state", POSSIBLE.values(), ids=POSSIBLE)
def test_what_can_come_up_passes(state: State) -> None:
    """The top may be the opening card, the one drawn last, or any that can have gone last."""
    check(state)


IMPOSSIBLE = {
    "covered": (position("KC 7S", 1, "QD"), "7S", "state/covered"),
    "one cover gone": (position("AS 7S", 1, "QD"), "7S", "state/covered"),
    "too many drawn": (replace(START, drawn=24), "24", "state/drawn"),
    "fewer than none": (replace(START, drawn=-1), "-1", "state/drawn"),
    "no number drawn": (replace(START, drawn=True), "True", "state/drawn"),
    "negative set": (replace(START, removed=-1), "-1", "state/removed"),
    "29th slot": (replace(START, removed=1 << 28), "268435456", "state/removed"),
    "other opening": (replace(START, top=Card.parse("QD")), "QD", "state/top"),
    "no top": (replace(START, top=None), "-", "state/top"),
    "not drawn last": (position("", 2, "QD"), "QD", "state/top"),
    "still there": (position("KC", 0, "AS"), "AS", "state/top"),
    "went before another": (position("AS 2D 7S", 0, "AS"), "AS", "state/top"),
    "opening after a take": (position("KC", 0, "AC"), "AC", "state/top"),
    "opening after a draw": (position("", 1, "AC"), "AC", "state/top"),
    "joker from nowhere": (replace(position("KC", 1, "KC"), top=JOKER), "*", "state/top"),
    "empty waste has a top": (replace(EMPTY, top=Card.parse("AC")), "AC", "state/top"),
    "empty after a draw": (replace(EMPTY, drawn=1), "-", "state/top"),
    "empty after a take": (replace(EMPTY, removed=1 << 27), "-", "state/top"),
}


@pytest.mark.parametrize(("state", "text", "cause"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_come_up_is_refused(state: State, text: str, cause: str) -> None:
    """The refusal names the card or the number at fault and the cause."""
    with pytest.raises(LayoutError) as caught:
        check(state)
    error = caught.value
    assert (error.code, error.text, error.details["cause"]) == ("state/impossible", text, cause)


@pytest.mark.parametrize(
    "change",
    [{"tableau": DEAL.tableau[:27]}, {"stock": DEAL.stock * 2}],
    ids=["fewer", "more"],
)
def test_a_table_has_its_number_of_cards(change: dict[str, Any]) -> None:
    """A deal with other than the cards of a table is refused, however it was made."""
    with pytest.raises(LayoutError) as caught:
        check(State.initial(replace(DEAL, **change)))
    assert (caught.value.code, caught.value.details["expected"]) == ("layout/count", 52)


def test_the_most_cards_fit() -> None:
    """With an empty waste and four jokers the stock has 28 cards, and that is no fault."""
    deal = Deal.numbered(1, Rules(empty_waste=True, jokers=4))
    assert len(deal.stock) == 28
    check(State(deal, 0, 28, deal.stock[27]))
