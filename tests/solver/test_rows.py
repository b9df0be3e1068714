from __future__ import annotations

from hypothesis import given

from strategies import PUBLISHED_CODE, examples, states
from tripeaks.deal import Deal
from tripeaks.notation import parse_moves, replay
from tripeaks.rules import CLASSIC, EASY, DrawPolicy, Rules
from tripeaks.solver.rows import ONLY_WHEN_STUCK, ROW_BYTES, WILD, WRAP, bits_of, row_of
from tripeaks.state import State

DEAL = Deal.from_code(PUBLISHED_CODE)


def test_a_row_holds_what_it_says() -> None:
    """The bytes of a position lie where the table of the module has them."""
    row = row_of(replay(DEAL, parse_moves("KC AS 2D |", DEAL)))
    assert row[:28] == bytes(card.rank for card in DEAL.tableau)
    assert row[28] == DEAL.stock[0].rank == 11
    assert row[29:52] == bytes(card.rank for card in DEAL.stock)
    assert row[52:57] == bytes(5)
    assert (row[57], row[58], row[59]) == (23, 1, 0)
    assert int.from_bytes(row[60:], "little") == 1 << 20 | 1 << 22 | 1 << 23


def test_jokers_and_the_empty_waste_are_wild() -> None:
    """A joker in the stock, a joker on top and the empty waste are written as 13."""
    deal = Deal.numbered(0, Rules(jokers=4, empty_waste=True))
    start = State.initial(deal)
    row = row_of(start)
    assert row[28] == WILD == 13
    assert row[57] == 28
    assert [place for place in range(28) if row[29 + place] == WILD] == [
        place for place, card in enumerate(deal.stock) if card.is_joker
    ]
    first = next(place for place, card in enumerate(deal.stock) if card.is_joker)
    assert row_of(State(deal, 0, first + 1, deal.stock[first]))[28] == WILD


@examples(100)
@given(states())
def test_rows_have_their_length(state: State) -> None:
    """Every position is 64 bytes, whatever the rules."""
    assert len(row_of(state)) == ROW_BYTES


def test_only_two_options_matter() -> None:
    """With all cards known, only the neighbours of king and ace and the policy of draws count."""
    stuck = DrawPolicy.ONLY_WHEN_STUCK
    assert bits_of(EASY) == WRAP
    assert bits_of(CLASSIC) == 0
    assert bits_of(Rules(draw_policy=stuck)) == WRAP | ONLY_WHEN_STUCK == 3
    assert bits_of(Rules(wrap=False, draw_policy=stuck, jokers=2, empty_waste=True)) == 2
