from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from solver.variants import (
    BACKENDS,
    VARIANTS,
    backend_named,
    played_positions,
    some_deals,
    some_position,
)
from strategies import PUBLISHED_CODE, PUBLISHED_GAME, with_rules
from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import LayoutError
from tripeaks.layout import ALL_SLOTS
from tripeaks.notation import parse_moves
from tripeaks.solver import Goal, Verdict, analyse, batch, solve
from tripeaks.state import MOVES, Move, State

DEAL = Deal.from_code(PUBLISHED_CODE)
START = State.initial(DEAL)


@pytest.mark.parametrize("name", BACKENDS)
def test_the_published_game_stays_winnable(name: str) -> None:
    """Along the published won game every position can be won, and each move is among the good."""
    analysis = analyse(DEAL, backend=backend_named(name))
    state = START
    for move in parse_moves(PUBLISHED_GAME, DEAL):
        assert analysis.winnable(state)
        assert move in analysis.winning_moves(state)
        state = state.play(move)
    assert analysis.winnable(state)
    assert analysis.min_draws(state) == 0
    assert analysis.winning_moves(state) == ()


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_followed(name: str, variant: str) -> None:
    """Along random games the table agrees with solving each position anew."""
    backend, rng = backend_named(name), Random(variant)
    for deal in some_deals(2, variant, "followed"):
        analysis = analyse(deal, backend=backend)
        states = list(played_positions(deal, rng))
        rows = batch.rows_of(states)
        won = batch.winnable(rows, deal.rules, backend=backend).tolist()
        assert [analysis.winnable(state) for state in states] == won
        masks = batch.winning_moves(rows, deal.rules, backend=backend).tolist()
        good = [tuple(move for move in MOVES if mask >> move.index & 1) for mask in masks]
        assert [analysis.winning_moves(state) for state in states] == good
        draws = batch.fewest_draws(rows, deal.rules, backend=backend).tolist()
        counted = [None if count == batch.NO_WAY else count for count in draws]
        assert [analysis.min_draws(state) for state in states] == counted


def test_a_deal_that_cannot_be_won_has_no_good_move() -> None:
    """Where no line wins, the moves are legal and none of them is good."""
    state = State.initial(Deal.from_code("TP1-C-AAAAAAD"))
    analysis = analyse(state.deal)
    assert not analysis.winnable(state)
    assert state.legal_moves()
    assert analysis.winning_moves(state) == ()
    assert analysis.min_draws(state) is None


def test_a_position_of_another_deal_is_refused() -> None:
    """An analysis answers for its own deal alone."""
    analysis = analyse(DEAL)
    for other in (Deal.numbered(2), Deal.from_code("TP1-C-AAAAAAB")):
        for ask in (analysis.winnable, analysis.min_draws, analysis.winning_moves):
            with pytest.raises(LayoutError) as caught:
                ask(State.initial(other))
            assert (caught.value.code, caught.value.text) == ("layout/other-deal", other.code)


def test_a_laid_out_deal_does_not_come_back() -> None:
    """The refusal of a deal without a code names none of its cards."""
    laid_out = Deal.parse(str(Deal.numbered(2)))
    with pytest.raises(LayoutError) as caught:
        analyse(DEAL).winnable(State.initial(laid_out))
    assert caught.value.text == ""


def test_the_same_cards_are_the_same_deal() -> None:
    """Laid out, open or scored otherwise, the same cards under the same moves are answered."""
    analysis = analyse(DEAL)
    for same in (Deal.parse(str(DEAL)), with_rules(DEAL, scoring="hogue", mistake_help=False)):
        assert analysis.min_draws(State.initial(same)) == 16


def test_impossible_positions_are_refused() -> None:
    """A position that cannot come up is refused by every question."""
    analysis = analyse(DEAL)
    for state in (
        replace(START, removed=1),
        replace(START, drawn=24),
        replace(START, top=Card.parse("QD")),
    ):
        for ask in (analysis.winnable, analysis.min_draws, analysis.winning_moves):
            with pytest.raises(LayoutError, match="state/impossible"):
                ask(state)


def test_one_sweep_answers_for_all_sets() -> None:
    """The answers hold from the first position to the cleared tableau, whatever was drawn."""
    analysis, rng = analyse(DEAL), Random(5)
    states = [some_position(DEAL, rng) for _ in range(500)]
    won = batch.winnable(batch.rows_of(states), DEAL.rules)
    assert np.array_equal([analysis.winnable(state) for state in states], won)
    assert 50 < won.sum() < 450
    for drawn in range(24):
        assert analysis.winnable(State(DEAL, ALL_SLOTS, drawn, DEAL.tableau[0]))


def test_good_moves_lead_to_good_positions() -> None:
    """A good move leads where a line wins, any other where none does."""
    analysis = analyse(DEAL)
    assert analysis.winning_moves(START) == (*map(Move.take, (20, 22, 24)), Move.DRAW)
    for move in START.legal_moves():
        after = START.play(move)
        verdict = solve(after, Goal.CLEAR).verdict
        assert (verdict is Verdict.WINNABLE) == (move in analysis.winning_moves(START))


def test_the_table_stays_out_of_sight() -> None:
    """An analysis shows its deal and not a megabyte of answers."""
    assert repr(analyse(DEAL)) == "Analysis(deal=Deal.numbered(1))"
