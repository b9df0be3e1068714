from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from property.by_the_book import DRAW, Table
from strategies import any_move, deals
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.game import Action, Event, Game, Kind, Status
from tripeaks.notation import Record, format_moves
from tripeaks.rules import Visibility
from tripeaks.scoring import score
from tripeaks.state import MOVES, Move
from tripeaks.view import HIDDEN

CHOICES = st.integers(0, 10**6)


def position(game: Game) -> tuple[Any, ...]:
    """All that stands: cards, tally, moves, the score of the fold, and what is shown."""
    view = game.view()
    fold = score(game.deal.rules.scoring, game.deal, game.moves)
    return (game.state, game.tally, game.moves, fold, view.slots, view.waste, view.stock_left)


def everything(game: Game) -> tuple[Any, ...]:
    """The position and the whole history."""
    history = (game.seq, game.attempt, game.moves_made, game.undos, game.score, game.status)
    return (*position(game), *history, game.view(), game.can_undo, game.can_redo)


class GameMachine(RuleBasedStateMachine):
    """Plays a game and keeps books of its own: lists of moves, and plain counts."""

    game: Game
    deal: Deal

    @initialize(deal=deals())
    def start(self, deal: Deal) -> None:
        """Begin a game of any deal under any rules."""
        self.deal = deal
        self.game = Game(deal)
        self.standing: list[int] = []
        self.undone: list[int] = []
        self.moves_made = self.undos = self.actions = 0
        self.attempt = 1
        self.gave_up = False
        self.seen = Table(deal).seen

    @property
    def table(self) -> Table:
        """The table after the standing moves, by the book."""
        return Table.after(self.deal, self.standing)

    @property
    def status(self) -> str:
        """The status by the book: what cannot be undone is lost."""
        outcome = self.table.outcome()
        stuck = outcome == "blocked" and not self.deal.rules.undo.allowed
        return "lost" if self.gave_up or stuck else outcome

    @property
    def over(self) -> bool:
        """Whether only a restart is left."""
        return self.status in ("won", "lost")

    def points(self) -> int:
        """The shown score by the book."""
        rules = self.deal.rules
        return self.table.points(rules.scoring, rules.undo.cost * self.undos)

    def act(self, kind: Kind, slot: int | None = None) -> Event:
        """Let the game act and count the action."""
        before = self.game.score.points
        event = self.game.act(Action(kind, slot))
        self.actions += 1
        assert event.kind is kind
        assert event.points == self.game.score.points - before
        assert (event.chain, event.status) == (self.game.tally.chain, self.game.status)
        return event

    def make(self, move: Move) -> None:
        """Make a legal move, and find in the event all that it changed and nothing more."""
        before = self.table
        event = self.act(
            Kind.DRAW if move.is_draw else Kind.TAKE, None if move.is_draw else move.index
        )
        self.standing.append(move.index)
        self.undone.clear()
        self.moves_made += 1
        self.check_made(event, move.index, before)

    def check_made(self, event: Event, move: int, before: Table) -> None:
        """Compare the event of a move made or repeated with the tables before and after."""
        after = self.table
        self.seen |= after.seen
        assert event.move == MOVES[move]
        assert event.card == after.waste[-1]
        assert set(event.turned_up) == after.face_up() - before.face_up()
        cleared = after.cleared > before.cleared
        assert event.peak == (move if cleared else None)

    @precondition(lambda self: not self.over)
    @rule(choice=CHOICES)
    def move(self, choice: int) -> None:
        """Make any legal move."""
        if legal := self.table.legal():
            self.make(any_move(tuple(MOVES[index] for index in legal), choice))

    @precondition(lambda self: not self.over)
    @rule(
        left=st.sampled_from([-1, -1, -1, 1, 8]), choices=st.lists(CHOICES, min_size=1, max_size=8)
    )
    def play_on(self, left: int, choices: list[int]) -> None:
        """Take wherever that is possible, to the end (-1) or until few stock cards are left."""
        number = 0
        while not self.over and (legal := self.table.legal()):
            takes = tuple(MOVES[index] for index in legal if index != DRAW)
            if not takes and len(self.table.stock) <= left:
                return
            choice = choices[number % len(choices)]
            self.make(takes[choice % len(takes)] if takes else Move.DRAW)
            number += 1

    @precondition(lambda self: self.standing and not self.over and self.deal.rules.undo.allowed)
    @rule()
    def undo(self) -> None:
        """Take a move back."""
        points = self.points()
        event = self.act(Kind.UNDO)
        card = self.table.waste[-1]
        self.undone.append(self.standing.pop())
        self.undos += 1
        assert (event.move, event.card) == (MOVES[self.undone[-1]], card)
        assert (event.turned_up, event.peak) == ((), None)
        assert event.points == self.points() - points

    @precondition(lambda self: self.undone and not self.over)
    @rule()
    def redo(self) -> None:
        """Repeat a move that was taken back."""
        before = self.table
        event = self.act(Kind.REDO)
        self.standing.append(self.undone.pop())
        self.check_made(event, self.standing[-1], before)

    @precondition(lambda self: not self.over and self.deal.rules.undo.allowed)
    @rule(choice=CHOICES)
    def move_and_back(self, choice: int) -> None:
        """Undo of do is the identity of the whole position, and redo repeats."""
        legal = self.table.legal()
        if not legal:
            return
        before = position(self.game)
        self.make(MOVES[legal[choice % len(legal)]])
        if self.over:
            return
        after = position(self.game)
        self.undo()
        assert position(self.game) == before
        self.redo()
        assert position(self.game) == after

    @precondition(lambda self: len(self.standing) > 12 or self.over)
    @rule()
    def restart(self) -> None:
        """Begin again; what was seen stays known."""
        event = self.act(Kind.RESTART)
        assert (event.move, event.card, event.turned_up, event.peak) == (None, None, (), None)
        self.standing, self.undone, self.gave_up = [], [], False
        self.moves_made = self.undos = 0
        self.attempt += 1

    @precondition(lambda self: len(self.standing) > 20 and not self.over)
    @rule()
    def give_up(self) -> None:
        """End the game."""
        event = self.act(Kind.GIVE_UP)
        assert (event.move, event.card, event.points) == (None, None, 0)
        self.gave_up = True

    @rule(index=st.integers(0, DRAW))
    def try_illegal_move(self, index: int) -> None:
        """A refused move names its cause and changes nothing at all."""
        table = self.table
        if not self.over and index in table.legal():
            return
        before = everything(self.game)
        with pytest.raises(MoveError) as caught:
            self.game.push(MOVES[index])
        assert caught.value.code == self.cause(index, table)
        assert everything(self.game) == before

    def cause(self, index: int, table: Table) -> str:
        """Why a move is refused, by the book."""
        if self.over:
            return "game/ended"
        if index == DRAW:
            return "move/must-take" if table.stock else "move/stock-empty"
        if index not in table.tableau:
            return "move/gone"
        return "move/not-adjacent" if index in table.free() else "move/blocked"

    @rule(kind=st.sampled_from([Kind.UNDO, Kind.REDO, Kind.GIVE_UP]))
    def try_what_is_refused(self, kind: Kind) -> None:
        """An undo, redo or end that is refused names its cause and changes nothing at all."""
        causes = {
            Kind.UNDO: "undo/nothing" if self.deal.rules.undo.allowed else "undo/off",
            Kind.REDO: "redo/nothing",
            Kind.GIVE_UP: "",
        }
        possible = {
            Kind.UNDO: bool(self.standing) and self.deal.rules.undo.allowed,
            Kind.REDO: bool(self.undone),
            Kind.GIVE_UP: True,
        }
        if possible[kind] and not self.over:
            return
        before = everything(self.game)
        with pytest.raises(MoveError) as caught:
            self.game.act(Action(kind))
        assert caught.value.code == ("game/ended" if self.over else causes[kind])
        assert everything(self.game) == before

    @invariant()
    def position_is_right(self) -> None:
        """Legal moves, outcome and every pile are those of the book."""
        game, table = self.game, self.table
        state = game.state
        assert [move.index for move in state.legal_moves()] == table.legal()
        assert [move.index for move in MOVES if state.why_not(move) is None] == table.legal()
        assert state.outcome == table.outcome()
        assert state.top == (table.waste[-1] if table.waste else None)
        assert {slot for slot in range(28) if not state.removed >> slot & 1} == table.tableau
        assert state.stock_left == len(table.stock)
        assert [move.index for move in game.moves] == self.standing

    @invariant()
    def history_is_right(self) -> None:
        """Undo takes nothing from the history: moves made, undos, actions, attempts."""
        game = self.game
        assert (game.moves_made, game.undos) == (self.moves_made, self.undos)
        assert (game.seq, game.attempt) == (self.actions, self.attempt)
        assert (game.status, game.ended) == (Status(self.status), self.over)
        undo = bool(self.standing) and self.deal.rules.undo.allowed and not self.over
        assert (game.can_undo, game.can_redo) == (undo, bool(self.undone) and not self.over)

    @invariant()
    def score_is_right(self) -> None:
        """The score as played, the score by replay and the score by the book are one."""
        game, rules = self.game, self.deal.rules
        replayed = score(rules.scoring, self.deal, game.moves, game.undos)
        assert game.score == replayed
        assert game.score.points == self.points()
        chains = self.table.chains
        assert (game.tally.chain, game.tally.longest_chain) == (chains[-1], max(chains))

    @invariant()
    def view_is_right(self) -> None:
        """The view shows what lies face up, knows what was seen, and holds no other card."""
        view, table = self.game.view(), self.table
        shown = {
            slot: self.deal.tableau[slot] if slot in table.face_up() else HIDDEN
            for slot in table.tableau
        }
        assert view.slots == tuple(shown.get(slot) for slot in range(28))
        assert HIDDEN not in view.slots or self.deal.rules.visibility == Visibility.CLOSED
        assert list(view.waste) == table.waste
        assert (view.removed, view.drawn) == (self.game.state.removed, table.draws)
        assert (view.stock_left, view.top) == (len(table.stock), self.game.state.top)
        assert (view.seq, view.outcome) == (self.actions, table.outcome())
        assert [move.index for move in view.legal] == ([] if self.over else table.legal())
        cards = (*self.deal.tableau, self.deal.waste, *self.deal.stock)
        assert view.known == {place: cards[place] for place in self.seen}

    @invariant()
    def no_card_is_lost(self) -> None:
        """The tableau left, the waste and the stock left hold the whole pack, each card once."""
        view, state = self.game.view(), self.game.state
        tableau = [
            card for slot, card in enumerate(self.deal.tableau) if not state.removed >> slot & 1
        ]
        cards = [*tableau, *view.waste, *self.deal.stock[state.drawn :]]
        dealt = [*self.deal.tableau, *self.deal.stock]
        assert sorted(cards) == sorted(
            dealt if self.deal.waste is None else [*dealt, self.deal.waste]
        )

    @invariant()
    def record_is_right(self) -> None:
        """The record holds the game as it stands: read and played it is the same game again."""
        text = self.game.record()
        record = Record.parse(text)
        assert str(record) == text
        assert text.endswith(format_moves(self.game.moves, self.deal))
        again = Game.from_record(record)
        assert (again.moves, again.tally) == (self.game.moves, self.game.tally)
        assert (again.score, again.undos) == (self.game.score, self.game.undos)
        assert again.state.removed == self.game.state.removed
        assert again.record() == text


GameMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
test_a_game_goes_by_the_book = GameMachine.TestCase
