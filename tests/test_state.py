from __future__ import annotations

from typing import Any

import pytest

from strategies import FROM_BELOW, PUBLISHED_CODE, chain_deal
from tripeaks.cards import JOKER
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.layout import ALL_SLOTS
from tripeaks.notation import format_moves, parse_moves, replay
from tripeaks.rules import CLASSIC, EASY, DrawPolicy, Rules, Visibility
from tripeaks.state import MOVES, Move, Outcome, Refusal, State

DEAL = Deal.from_code(PUBLISHED_CODE)
STUCK = Rules(draw_policy=DrawPolicy.ONLY_WHEN_STUCK)


def after(deal: Deal, moves: str) -> State:
    """The position after a list of moves."""
    return replay(deal, parse_moves(moves, deal))


def refusal(state: State, card: str) -> Refusal | None:
    """Why a card, or a draw, is refused."""
    return state.why_not(parse_moves(card, state.deal)[0])


@pytest.mark.parametrize(
    ("rules", "cards"), [(EASY, "KC 2D KD |"), (CLASSIC, "2D |")], ids=["E", "C"]
)
def test_the_published_example_opens_as_published(rules: Rules, cards: str) -> None:
    """AAAAAAB opens with three takes under Easy and with one under Classic."""
    deal = Deal.from_code("AAAAAAB", rules)
    assert format_moves(State.initial(deal).legal_moves(), deal) == cards


def test_taking_three_cards_uncovers_the_seven_of_spades() -> None:
    """In AAAAAAB, taking KC, AS and 2D uncovers 7S, which lies on row 3."""
    slot = next(slot for slot, card in enumerate(DEAL.tableau) if str(card) == "7S")
    assert slot == 13
    assert not after(DEAL, "KC AS").uncovered >> slot & 1
    assert after(DEAL, "KC AS 2D").uncovered >> slot & 1


def test_moves_have_numbers() -> None:
    """A take has the number of its slot, the draw 28, and there are no other moves."""
    assert [move.index for move in MOVES] == list(range(29))
    assert [move.is_draw for move in MOVES] == [False] * 28 + [True]
    assert Move.DRAW == Move(28) == MOVES[28]
    assert Move.take(0) == Move(0) != Move.take(1)


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_the_expression_of_a_move_gives_it_again(move: Move) -> None:
    """The repr of every move can be pasted back."""
    assert eval(repr(move)) == move  # noqa: S307 - the promise is that repr is an expression


@pytest.mark.parametrize("slot", [-1, 28, 29, True, False, 3.0, "3", None], ids=repr)
def test_there_are_no_other_slots_to_take(slot: Any) -> None:
    """A take names a whole number from 0 to 27, or it is refused."""
    with pytest.raises(MoveError) as caught:
        Move.take(slot)
    assert (caught.value.code, caught.value.text) == ("move/bad-slot", str(slot))


def test_each_refusal_has_its_cause() -> None:
    """Covered, gone, not adjacent, stock empty and must take are told apart."""
    state = after(DEAL, "KC")
    assert refusal(state, "KC") is Refusal.GONE
    assert refusal(state, "7S") is Refusal.BLOCKED
    assert refusal(state, "9C") is Refusal.BLOCKED
    assert refusal(state, "KD") is Refusal.NOT_ADJACENT
    assert refusal(state, "5S") is Refusal.NOT_ADJACENT
    assert refusal(state, "AS") is None
    assert refusal(state, "|") is None
    stuck = State.initial(Deal.from_code("AAAAAAB", STUCK))
    assert refusal(stuck, "|") is Refusal.MUST_TAKE
    drawn = after(DEAL, "|" * 23)
    assert refusal(drawn, "|") is Refusal.STOCK_EMPTY
    # The stock is empty and a card can be taken: the empty stock is the nearer cause.
    drawn = State(stuck.deal, 0, 23, DEAL.waste)
    assert refusal(drawn, "|") is Refusal.STOCK_EMPTY


def test_after_a_win_everything_is_refused() -> None:
    """No move can be made when the tableau is empty, not even a draw."""
    deal = chain_deal()
    state = State.initial(deal)
    for slot in FROM_BELOW:
        state = state.play(Move.take(slot))
    assert (state.removed, state.outcome, state.stock_left) == (ALL_SLOTS, Outcome.WON, 23)
    assert state.legal_moves() == ()
    assert {state.why_not(move) for move in MOVES} == {Refusal.ENDED}


def test_playing_an_illegal_move_raises_its_cause() -> None:
    """A refused move raises the refusal's code with the move, and the position stays."""
    state = State.initial(DEAL)
    for card, code in [("9C", "move/blocked"), ("3S", "move/not-adjacent")]:
        (move,) = parse_moves(card, DEAL)
        with pytest.raises(MoveError) as caught:
            state.play(move)
        assert (caught.value.code, caught.value.text) == (code, str(move.index))
    assert state == State.initial(DEAL)


@pytest.mark.parametrize("index", [-1, 29, True, 1.0, "3", None], ids=repr)
def test_other_numbers_make_no_move(index: Any) -> None:
    """A move with a number other than 0 to 28 cannot be made, whichever way it is written."""
    with pytest.raises(MoveError) as caught:
        Move(index)
    assert (caught.value.code, caught.value.text) == ("move/bad-slot", str(index))


def test_suits_never_matter_and_equal_ranks_never_match() -> None:
    """With AC on top, both kings and the two can be taken under Easy, the ace cannot."""
    state = State.initial(DEAL)
    assert {refusal(state, card) for card in ("KC", "KD", "2D")} == {None}
    assert refusal(state, "AS") is Refusal.NOT_ADJACENT


def test_an_empty_waste_is_opened_by_any_free_card_or_a_draw() -> None:
    """While the waste is empty, every uncovered card can be taken, and the stock drawn."""
    deal = Deal.from_code("TP1-C-AAAAAAB-W")
    state = State.initial(deal)
    assert (state.top, state.stock_left) == (None, 24)
    assert [move.index for move in state.legal_moves()] == [*range(18, 29)]
    assert str(state.play(Move.take(18)).top) == "3S"
    assert str(state.play(Move.DRAW).top) == "AC"


def test_draw_only_when_stuck_holds_on_an_empty_waste() -> None:
    """Under only_when_stuck an empty waste must be opened with a card of the tableau."""
    state = State.initial(Deal.from_code("TP1-E-AAAAAAB-DW"))
    assert state.why_not(Move.DRAW) is Refusal.MUST_TAKE
    assert not state.can_draw()


def test_draw_only_when_stuck_holds_on_a_joker() -> None:
    """Under only_when_stuck a joker must take a card, since it is adjacent to every card."""
    deal = Deal.from_code("TP1-C-AAAAAAB-DJ4")
    state = State(deal, 0, deal.stock.index(JOKER) + 1, JOKER)
    assert state.why_not(Move.DRAW) is Refusal.MUST_TAKE
    assert len(state.legal_moves()) == 10


def test_after_a_joker_the_rank_of_the_card_taken_counts() -> None:
    """A joker takes any card, and then that card's neighbours can be taken and no others."""
    deal = Deal.from_code("TP1-C-AAAAAAB-J1")
    state = State(deal, 0, deal.stock.index(JOKER) + 1, JOKER).play(Move.take(18))
    assert str(state.top) == "3S"
    assert format_moves(state.legal_moves(), deal) == "4S 2D |"


def test_a_blocked_game_has_no_stock_and_no_take() -> None:
    """With cards in the stock a game runs on; when it is empty, it may be blocked."""
    state = State.initial(DEAL)
    for _ in range(23):
        assert state.outcome is Outcome.RUNNING
        state = state.play(Move.DRAW)
    # The last card of the stock is JH, and no free card is a ten or a queen.
    assert (state.stock_left, state.outcome, state.legal_moves()) == (0, Outcome.BLOCKED, ())


def test_a_win_with_an_empty_stock_counts() -> None:
    """The last card may be taken after the last draw."""
    state = State.initial(chain_deal(last_in_stock=True))
    for move in [Move.DRAW] * 23 + [Move.take(slot) for slot in FROM_BELOW]:
        assert state.outcome is Outcome.RUNNING
        state = state.play(move)
    assert (state.outcome, state.stock_left) == (Outcome.WON, 0)


def test_open_rules_change_what_is_seen_and_not_what_is_legal() -> None:
    """With open cards the same moves are legal as with closed ones."""
    shown = Deal.from_code("AAAAAAB", Rules(visibility=Visibility.OPEN))
    for moves in ("", "KC AS 2D", "| |"):
        assert after(shown, moves).legal_moves() == after(DEAL, moves).legal_moves()


def test_positions_are_values() -> None:
    """The same cards gone, drawn and on top are the same position, however it was reached."""
    assert after(DEAL, "KC AS 2D") == State(DEAL, 1 << 20 | 1 << 23 | 1 << 22, 0, DEAL.tableau[22])
    assert after(DEAL, "KC |") != after(DEAL, "KC")
    with pytest.raises(AttributeError):
        State.initial(DEAL).drawn = 3  # type: ignore[misc]
