from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from property.by_the_book import PEAKS, Table, lies_on
from strategies import any_move, cards_of, deals, examples, pack_with, rules, states
from tripeaks.deal import Deal
from tripeaks.layout import ALL_SLOTS, PEAK_OF, SUMMITS, slots_in, uncovered
from tripeaks.rules import DrawPolicy
from tripeaks.scoring import SCHEMES, Tally
from tripeaks.state import MOVES, Move, Outcome, Refusal, State


@examples(100)
@given(states())
def test_uncovered_is_what_no_card_lies_on(state: State) -> None:
    """The uncovered slots of every reachable table are those no remaining card lies on."""
    left = set(slots_in(ALL_SLOTS & ~state.removed))
    naive = {slot for slot in left if not any(lies_on(upper, slot) for upper in left)}
    assert set(slots_in(uncovered(state.removed))) == naive
    assert state.uncovered == uncovered(state.removed)


@examples(100)
@given(st.sets(st.integers(0, 27)))
def test_uncovered_is_right_for_any_mask(gone: set[int]) -> None:
    """Even where cards hang in the air, only cards that still lie on a slot cover it."""
    left = set(range(28)) - gone
    naive = {slot for slot in left if not any(lies_on(upper, slot) for upper in left)}
    assert set(slots_in(uncovered(sum(1 << slot for slot in gone)))) == naive


@examples(80)
@given(st.randoms(use_true_random=False))
def test_clearing_a_peak_is_removing_its_summit(random: Random) -> None:
    """In whatever order cards go, the last card of a peak is its summit."""
    removed, left = 0, [set(peak) for peak in PEAKS]
    while removed != ALL_SLOTS:
        slot = random.choice(slots_in(uncovered(removed)))
        removed |= 1 << slot
        peak = left[PEAK_OF[slot]]
        peak.remove(slot)
        assert (not peak) == (slot in SUMMITS)


@examples(80)
@given(states())
def test_exactly_the_legal_moves_can_be_played(state: State) -> None:
    """A move is listed, has no refusal and can be played, or none of the three."""
    for move in MOVES:
        refusal = state.why_not(move)
        assert (move in state.legal_moves()) == (refusal is None)
        if refusal is None:
            after = state.play(move)
            assert after.top == (
                state.deal.stock[state.drawn] if move.is_draw else state.deal.tableau[move.index]
            )
            assert after.drawn == state.drawn + move.is_draw
            gone = 0 if move.is_draw else 1 << move.index
            assert after.removed == state.removed | gone


@examples(100)
@given(states(rules(draw_policy=DrawPolicy.ONLY_WHEN_STUCK)))
def test_only_when_stuck_means_what_it_says(state: State) -> None:
    """Under only_when_stuck a draw is refused while a card can be taken, and only then."""
    if state.removed == ALL_SLOTS or not state.stock_left:
        return
    expected = Refusal.MUST_TAKE if state.playable else None
    assert state.why_not(Move.DRAW) == expected
    if state.top is None or state.top.is_joker:
        assert expected is Refusal.MUST_TAKE


@examples(100)
@given(states())
def test_a_game_is_over_when_nothing_can_be_done(state: State) -> None:
    """A position without a legal move is won or blocked, and every other is running."""
    assert (state.outcome is Outcome.RUNNING) == bool(state.legal_moves())
    assert (state.outcome is Outcome.WON) == (state.removed == ALL_SLOTS)


@examples(100)
@given(deals(), st.lists(st.integers(0, 10**6), max_size=56))
def test_every_scheme_counts_by_the_book(deal: Deal, choices: list[int]) -> None:
    """After each move of a game every scheme has the points the book gives."""
    state, table = State.initial(deal), Table(deal)
    tallies = dict.fromkeys(SCHEMES, Tally())
    for choice in choices:
        legal = state.legal_moves()
        if not legal:
            break
        move = any_move(legal, choice)
        state = state.play(move)
        table.make(move.index)
        for name, scheme in SCHEMES.items():
            tallies[name] = tallies[name].after(move, scheme)
            points = scheme.start + tallies[name].points
            assert points == table.points(name)


@examples(100)
@given(deals())
def test_a_deal_holds_the_whole_pack(deal: Deal) -> None:
    """Every deal holds 52 cards, each once, its jokers in the stock, and is read as written."""
    assert cards_of(deal) == pack_with(deal.rules.jokers)
    assert len(deal.tableau) == 28
    assert len(deal.stock) == 23 + deal.rules.empty_waste + deal.rules.jokers
    assert sum(card.is_joker for card in deal.stock) == deal.rules.jokers
    assert Deal.parse(str(deal), deal.rules) == deal
    for slot, card in enumerate(deal.tableau):
        assert deal.slot_of(card) == slot
    assert all(deal.slot_of(card) is None for card in deal.stock)
