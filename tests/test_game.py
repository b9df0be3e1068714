from __future__ import annotations

from typing import Any

import pytest

from strategies import FROM_BELOW, PUBLISHED_CODE, PUBLISHED_GAME, cards_of, chain_deal, with_rules
from tripeaks.deal import Deal
from tripeaks.errors import MoveError, RecordError
from tripeaks.game import MOST_ACTIONS, Action, Event, Game, Kind, Status
from tripeaks.notation import Record, parse_moves
from tripeaks.rules import PRESETS, DrawPolicy, Rules, Undo
from tripeaks.state import Move, State

DEAL = Deal.from_code(PUBLISHED_CODE)
TAKES = tuple(Move.take(slot) for slot in FROM_BELOW)


def game_after(moves: str, deal: Deal = DEAL) -> Game:
    """A game after some moves."""
    game = Game(deal)
    for move in parse_moves(moves, deal):
        game.push(move)
    return game


def won_game() -> Game:
    """A game that has been won in one chain."""
    game = Game(chain_deal())
    for move in TAKES:
        game.push(move)
    return game


def cause(game: Game, action: Action) -> str:
    """The code an action is refused with."""
    with pytest.raises(MoveError) as caught:
        game.act(action)
    return caught.value.code


def cards_on_the_table(game: Game) -> list[Any]:
    """The tableau left, the waste and the stock left, sorted."""
    state, tableau = game.state, game.deal.tableau
    left = [card for slot, card in enumerate(tableau) if not state.removed >> slot & 1]
    return sorted([*left, *game.view().waste, *game.deal.stock[state.drawn :]])


def test_a_new_game_has_no_history() -> None:
    """A game begins at the deal with 500 points, nothing made and nothing to take back."""
    game = Game(DEAL)
    assert game.state == State.initial(DEAL)
    assert (game.seq, game.attempt, game.moves_made, game.undos) == (0, 1, 0, 0)
    assert (game.status, game.ended, game.can_undo, game.can_redo) == (
        "running",
        False,
        False,
        False,
    )
    assert (game.score.points, game.moves, game.deal) == (500, (), DEAL)


def test_an_event_says_what_a_take_changed() -> None:
    """A take's event has the card, the cards turned up, the points, the chain and the status."""
    game = game_after("KC AS")
    assert game.push(Move.take(22)) == Event(
        kind=Kind.TAKE,
        move=Move.take(22),
        card=DEAL.tableau[22],
        turned_up=(13,),
        points=-1,
        chain=3,
        peak=None,
        status=Status.RUNNING,
    )
    assert game.push(Move.DRAW) == Event(
        Kind.DRAW, Move.DRAW, DEAL.stock[0], (), -1, 0, None, Status.RUNNING
    )


def test_a_cleared_peak_is_an_event_of_its_summit() -> None:
    """The take of a summit names its peak, and so does its redo; undoing it does not."""
    game = Game(chain_deal())
    for move in TAKES[:25]:
        assert game.push(move).peak is None
    assert (game.push(TAKES[25]).peak, game.undo().peak, game.redo().peak) == (2, None, 2)
    assert (game.push(TAKES[26]).peak, game.push(TAKES[27]).peak) == (1, 0)


def test_undo_takes_the_change_of_the_score_back() -> None:
    """Undo returns chain, peaks and points to what they were before the move."""
    game = game_after("", with_rules(chain_deal(), scoring="hogue"))
    for move in TAKES[:26]:
        game.push(move)
    before = (game.score, game.tally)
    assert game.push(TAKES[26]).points == 27 + 15
    assert game.undo().points == -42
    assert (game.score, game.tally) == before
    game.push(Move.DRAW)
    assert game.tally.chain == 0
    game.undo()
    assert game.tally.chain == 26


def test_undo_goes_back_to_the_deal() -> None:
    """Every take and draw of a whole game can be undone, and redone."""
    game = game_after(PUBLISHED_GAME.rpartition(" ")[0])
    state, moves = game.state, game.moves
    while game.can_undo:
        game.undo()
    assert (game.state, game.moves, game.undos) == (State.initial(DEAL), (), 49)
    while game.can_redo:
        game.redo()
    assert (game.state, game.moves) == (state, moves)
    assert (game.moves_made, game.undos, game.seq) == (49, 49, 49 * 3)


def test_the_move_counter_is_not_reset_by_undo() -> None:
    """The counter counts each take and draw made; undo and redo leave it alone."""
    game = game_after("KC AS |")
    game.undo()
    game.undo()
    game.redo()
    assert (game.moves_made, game.undos, game.score.points) == (3, 2, 498)
    game.push(Move.DRAW)
    assert (game.moves_made, game.undos, game.score.points) == (4, 2, 497)


def test_a_new_move_forgets_what_was_undone() -> None:
    """After another move nothing can be repeated; after a refused one it still can."""
    game = game_after("KC AS")
    game.undo()
    assert cause(game, Action(Kind.TAKE, 0)) == "move/blocked"
    assert (game.can_redo, game.push(Move.DRAW).kind, game.can_redo) == (True, "draw", False)
    assert cause(game, Action(Kind.REDO)) == "redo/nothing"


def test_an_undo_costs_what_the_rules_say() -> None:
    """Each undo takes its cost off for good; a redo refunds nothing, a restart begins afresh."""
    game = game_after("KC", with_rules(DEAL, undo=Undo(cost=5)))
    assert (game.undo().points, game.score.points) == (1 - 5, 495)
    assert (game.redo().points, game.score.points) == (-1, 494)
    assert game.undo().points == -4
    assert (game.score.points, game.score.undos) == (490, -10)
    assert (game.restart().points, game.score.points) == (10, 500)


def test_undo_costs_stop_at_zero() -> None:
    """Undo costs never bring app below zero, and the event tells the change that is shown."""
    game = game_after("KC", with_rules(DEAL, undo=Undo(cost=300)))
    assert [game.undo().points, game.redo().points, game.undo().points] == [-299, -1, -199]
    assert (game.score.points, game.score.floor) == (0, 100)
    assert game.redo().points == 0


def test_where_undo_is_off_nothing_is_undone() -> None:
    """Under windows and traditional an undo is refused with a cause of its own."""
    for name in ("windows", "traditional"):
        game = game_after("2D", Deal.from_code("AAAAAAB", PRESETS[name]))
        assert not game.can_undo
        assert cause(game, Action(Kind.UNDO)) == "undo/off"


def test_a_win_is_final() -> None:
    """After the last card nothing but a restart is possible, not even an undo."""
    game = won_game()
    assert (game.status, game.ended, game.score.points) == ("won", True, 772)
    assert (game.can_undo, game.can_redo) == (False, False)
    assert game.view().legal == ()
    for kind in (Kind.DRAW, Kind.UNDO, Kind.REDO, Kind.GIVE_UP):
        assert cause(game, Action(kind)) == "game/ended"
    assert cause(game, Action(Kind.TAKE, 0)) == "game/ended"


def test_a_restart_after_the_last_card_deals_all_cards_again() -> None:
    """After a win, a restart puts the whole pack back, counters fresh, cards still known."""
    game = won_game()
    pack = cards_of(game.deal)
    assert cards_on_the_table(game) == pack
    known = game.view().known
    game.restart()
    assert cards_on_the_table(game) == pack
    assert game.state == State.initial(game.deal)
    assert (game.status, game.moves, game.moves_made, game.undos) == ("running", (), 0, 0)
    assert (game.attempt, game.seq) == (2, 29)
    assert game.view().known == known
    assert len(known) == 29


@pytest.mark.parametrize("allowed", [True, False], ids=["undo on", "undo off"])
def test_a_blocked_game_can_be_undone_where_undo_is_allowed(allowed: bool) -> None:  # noqa: FBT001
    """Blocked costs nothing; it is lost at once where undo is off, else when given up."""
    game = game_after("| " * 23, with_rules(DEAL, undo=Undo(allowed=allowed)))
    assert game.score.points == 477
    if not allowed:
        assert (game.status, game.ended) == ("lost", True)
        assert cause(game, Action(Kind.GIVE_UP)) == "game/ended"
        return
    assert (str(game.status), game.ended, game.can_undo) == ("blocked", False, True)
    assert game.undo().status == "running"
    assert game.redo().status == "blocked"
    assert cause(game, Action(Kind.DRAW)) == "move/stock-empty"
    assert (game.give_up().status, game.score.points) == ("lost", 477)


def test_giving_up_loses_the_game() -> None:
    """A game that was given up is lost; it takes nothing but a restart."""
    game = game_after("KC AS")
    event = game.give_up()
    assert (event.kind, event.points, event.status) == ("give_up", 0, "lost")
    for kind in (Kind.DRAW, Kind.UNDO, Kind.REDO, Kind.GIVE_UP):
        assert cause(game, Action(kind)) == "game/ended"
    assert game.view().outcome == "running"
    assert game.restart().status == "running"


def test_draw_only_when_stuck_is_refused_with_its_cause() -> None:
    """While a card can be taken the draw is refused under only_when_stuck."""
    game = Game(with_rules(DEAL, draw_policy=DrawPolicy.ONLY_WHEN_STUCK))
    assert cause(game, Action(Kind.DRAW)) == "move/must-take"
    for move in parse_moves("KC AS 2D 3S 4S 5S 4H", DEAL):
        game.push(move)
    assert game.act(Action(Kind.DRAW)).kind == "draw"


@pytest.mark.parametrize("slot", [None, -1, 28, True, 1.0, "3"], ids=repr)
def test_a_take_names_a_slot(slot: Any) -> None:
    """A take without a slot of the tableau is refused and changes nothing."""
    game = Game(DEAL)
    assert cause(game, Action(Kind.TAKE, slot)) == "move/bad-slot"
    assert game.seq == 0


def test_every_kind_of_action_can_be_carried_out() -> None:
    """An action does what the method of its name does."""
    game = Game(DEAL)
    kinds = [Kind.TAKE, Kind.DRAW, Kind.UNDO, Kind.REDO, Kind.RESTART, Kind.GIVE_UP]
    assert set(kinds) == set(Kind)
    events = [game.act(Action(kind, 20 if kind is Kind.TAKE else None)) for kind in kinds]
    assert [event.kind for event in events] == kinds
    assert game.seq == len(kinds)


def test_a_game_takes_10_000_actions() -> None:
    """The 10,001st action of any kind is refused by name; what was refused before did not count."""
    game = Game(DEAL)
    for _ in range(MOST_ACTIONS // 2):
        game.push(Move.DRAW)
        game.undo()
        with pytest.raises(MoveError):
            game.push(Move.take(0))
    assert game.seq == MOST_ACTIONS == 10_000
    for kind in Kind:
        assert cause(game, Action(kind, 20 if kind is Kind.TAKE else None)) == "game/too-long"
    assert (game.view().legal, game.can_undo, game.can_redo) == ((), False, False)
    assert (game.seq, game.undos, game.moves_made) == (10_000, 5000, 5000)
    assert Record.parse(game.record()).undos == 5000


def test_a_game_is_continued_from_its_record() -> None:
    """A game read from a record has its position, score and undos, and can be played on."""
    game = game_after("KC AS |", Deal.from_code("AAAAAAB", Rules(undo=Undo(cost=5))))
    game.undo()
    again = Game.from_record(Record.parse(game.record()))
    assert (again.state, again.moves, again.tally) == (game.state, game.moves, game.tally)
    assert (again.score, again.undos, again.record()) == (game.score, 1, game.record())
    assert again.push(Move.take(22)).points == -1


def test_a_record_with_an_illegal_move_is_no_game() -> None:
    """An illegal move in a record is named with its number and its cause."""
    with pytest.raises(RecordError) as caught:
        Game.from_record(Record.parse(f"{PUBLISHED_CODE}: KC KD"))
    assert (caught.value.code, caught.value.text) == ("record/illegal-move", "KD")
    assert caught.value.details == {"number": 2, "cause": "move/not-adjacent"}


def test_a_notebook_shows_the_table() -> None:
    """A game in a notebook is a picture."""
    assert Game(DEAL)._repr_svg_().startswith("<svg")
