from __future__ import annotations

from dataclasses import fields
from random import Random

import pytest

from strategies import PUBLISHED_CODE, cards_of
from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.notation import parse_moves
from tripeaks.state import MOVES, Move, Outcome, Refusal, State
from tripeaks.view import HIDDEN, View, seen_places, shown_slots


def game_of(code: str = PUBLISHED_CODE, moves: str = "") -> Game:
    """A game after some moves."""
    game = Game(Deal.from_code(code))
    for move in parse_moves(moves, game.deal):
        game.push(move)
    return game


def shown(view: View) -> str:
    """The slots as text: a card, ?? or -- for a card that is gone."""
    return " ".join("--" if card is None else str(card) for card in view.slots)


def test_a_closed_game_shows_row_4() -> None:
    """At first only the last row is face up; the rest of the tableau and the stock are hidden."""
    view = game_of().view()
    assert shown(view) == "?? " * 18 + "3S 5S KC 4S 2D AS KD 8H 7C 9S"
    assert (view.waste, view.stock_left, view.drawn) == ((Card.parse("AC"),), 23, 0)
    assert sorted(view.known) == list(range(18, 29))
    assert (view.seq, view.outcome, view.top) == (0, Outcome.RUNNING, Card.parse("AC"))


def test_an_open_game_shows_the_tableau_and_not_the_stock() -> None:
    """With open cards the whole tableau is face up and known, the stock is hidden still."""
    game = game_of("TP1-C-AAAAAAB-O")
    view = game.view()
    assert view.slots == game.deal.tableau
    assert sorted(view.known) == list(range(29))


def test_a_card_turns_up_when_both_cards_on_it_are_gone() -> None:
    """A covered card stays hidden while one card lies on it and shows when none does."""
    assert str(game_of(moves="KC AS").view().slots[13]) == "??"
    assert str(game_of(moves="KC AS 2D").view().slots[13]) == "7S"


def test_undo_hides_a_card_again_that_stays_known() -> None:
    """After an undo the card lies face down again, and the player still knows it."""
    game = game_of(moves="KC AS 2D |")
    game.undo()
    game.undo()
    view = game.view()
    assert view.slots[13] is HIDDEN
    assert (str(view.known[13]), str(view.known[29])) == ("7S", str(game.deal.stock[0]))
    assert view.waste == tuple(map(Card.parse, ("AC", "KC", "AS")))
    game.restart()
    assert game.view().known == view.known


def test_a_view_holds_no_state() -> None:
    """No part of a view leads to the deal, its code or a position."""
    view = game_of(moves="KC AS 2D").view()
    parts = [getattr(view, field.name) for field in fields(view)]
    assert not any(isinstance(part, Deal | State | Game) for part in parts)
    assert not hasattr(view, "__dict__")


def test_hidden_is_one_value() -> None:
    """Hidden cards cannot be told apart, and are written as unknown."""
    view = game_of().view()
    assert {id(card) for card in view.slots[:18]} == {id(HIDDEN)}
    assert str(HIDDEN) == "??"


def test_refusals_speak_of_every_move() -> None:
    """A view says of each of the 29 moves whether it can be made, and why not."""
    view = game_of(moves="KC").view()
    reasons = {move.index: view.refusals[move.index] for move in MOVES}
    assert reasons[20] is Refusal.GONE
    assert reasons[0] is Refusal.BLOCKED
    assert reasons[24] is Refusal.NOT_ADJACENT
    assert view.legal == (Move.take(23), Move.DRAW)
    assert len(view.refusals) == 29


def test_an_ended_game_refuses_every_move() -> None:
    """After the player has given up, the view offers no move."""
    game = game_of(moves="KC")
    game.give_up()
    assert set(game.view().refusals) == {Refusal.ENDED}
    assert game.view().legal == ()


def test_free_slots_go_from_left_to_right() -> None:
    """The uncovered slots are listed as they lie on the table."""
    view = game_of(moves="KC AS 2D").view()
    assert view.free_slots == (18, 19, 21, 13, 24, 25, 26, 27)


@pytest.mark.parametrize("code", ["TP1-E-AAAAAAB", "TP1-C-AAAAAAD-J4OW", "TP1-E-AAAAAAB-W"])
def test_counts_follow_from_what_is_shown(code: str) -> None:
    """Removed and drawn cards, derived from the slots and the waste, are those of the position."""
    game = game_of(code, "| | |")
    game.push(game.state.legal_moves()[0])
    view = game.view()
    assert (view.removed, view.drawn) == (game.state.removed, game.state.drawn)
    assert view.uncovered == game.state.uncovered


def test_any_unknown_card_may_lie_in_any_unknown_place() -> None:
    """With one card left in the stock, samples put each of the 19 unknown cards there."""
    game = game_of(moves="| " * 22)
    view = game.view()
    samples = [view.sample(Random(seed)) for seed in range(300)]
    unknown = {*game.deal.tableau[:18], game.deal.stock[22]}
    assert {sample.deal.stock[22] for sample in samples} == unknown
    assert all(cards_of(sample.deal) == cards_of(game.deal) for sample in samples)


def test_a_sample_depends_on_nothing_but_the_random_numbers() -> None:
    """The same random numbers give the same sample; others give others."""
    view = game_of(moves="KC AS").view()
    assert view.sample(Random(5)) == view.sample(Random(5))
    assert view.sample(Random(5)) != view.sample(Random(6))


def test_a_sample_of_all_known_cards_is_the_position() -> None:
    """Where nothing is unknown, the sample is the position itself."""
    game = game_of("TP1-C-AAAAAAB-O", "| " * 23)
    assert game.view().sample(Random(0)) == game.state


def test_places_are_seen_as_they_turn_up() -> None:
    """One who comes to a position has seen what is gone, shown, opened and drawn."""
    state = game_of(moves="KC AS 2D | |").state
    assert shown_slots(state) == state.uncovered
    seen = seen_places(state)
    assert [place for place in range(52) if seen >> place & 1] == [13, *range(18, 31)]
