"""A service over a file, as a program that can be ended and started again."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from threading import Barrier

from tripeaks.deal import Deal
from tripeaks.game import Action, Game, Kind
from tripeaks.notation import parse_moves
from tripeaks.players import Limit
from tripeaks.rules import EASY, Rules
from tripeaks.service import Advice, Answer, HelpKind, Service, Snapshot, Thinking
from tripeaks.state import Move
from tripeaks.store import SavedGame, Store

# By games rather than by time, so that the same is thought on every machine.
QUICK = Thinking(hint=Limit(games=600), review=Limit(games=60))


def action_of(move: Move) -> Action:
    """The action that makes a move."""
    return Action(Kind.DRAW) if move.is_draw else Action(Kind.TAKE, move.index)


class World:
    """One player, a clock that goes on by itself, names that count up.

    Args:
        path: The database file.
        label: What all names made here begin with.
        live_games: How many games to keep in memory.
    """

    def __init__(self, path: Path, label: str = "name", live_games: int = 16) -> None:
        self.path = path
        self._live_games = live_games
        self._label = label
        self.now = datetime(2025, 3, 1, 12, tzinfo=UTC)
        self._names = count(1)
        self.open()
        self.player = self.service.players.local_player()

    def open(self, busy_timeout: float = 5.0) -> None:
        """Start the program."""
        self.store = Store.open(self.path, busy_timeout=busy_timeout)
        self.service = Service(
            self.store,
            clock=self.clock,
            new_id=self.new_id,
            rng=Random(next(self._names)),
            live_games=self._live_games,
            thinking=QUICK,
        )

    def close(self) -> None:
        """End the program."""
        self.store.close()

    def restart(self) -> None:
        """End the program and start it again."""
        self.close()
        self.open()

    def clock(self) -> datetime:
        """Tell the time, a second later with each call."""
        self.now += timedelta(seconds=1)
        return self.now

    def new_id(self) -> str:
        """Make a name."""
        return f"{self._label}-{next(self._names)}"

    def start(self, code: str | None = None, rules: Rules = EASY) -> str:
        """Start a game and give its name."""
        return self.service.start(self.player, code, rules).game_id

    def lay_out(self, deal: Deal) -> str:
        """Start a game of any deal and give its name."""
        game = SavedGame(self.new_id(), self.player, deal, None, self.clock())
        with self.store.writing() as saved:
            saved.games.add(game)
        return game.game_id

    def show(self, game_id: str) -> Snapshot:
        """Show a game."""
        return self.service.show(self.player, game_id)

    def do(self, game_id: str, kind: Kind, slot: int | None = None) -> Answer:
        """Act on a game as it is now."""
        return self.command(game_id, self.new_id(), Action(kind, slot))

    def command(self, game_id: str, command_id: str, action: Action) -> Answer:
        """Act on a game as it is now, by a command with a name."""
        seq = self.show(game_id).view.seq
        return self.service.act(self.player, game_id, seq, command_id, action)

    def move(self, game_id: str, moves: str, deal: Deal) -> Snapshot:
        """Make moves as they are written, and show the game after them."""
        for move in parse_moves(moves, deal):
            action = action_of(move)
            self.do(game_id, action.kind, action.slot)
        return self.show(game_id)

    def draw_all(self, game_id: str) -> Snapshot:
        """Draw until the stock is empty, which blocks most games."""
        while self.show(game_id).view.stock_left:
            self.do(game_id, Kind.DRAW)
        return self.show(game_id)

    def hint(self, game_id: str, kind: HelpKind = HelpKind.FAIR) -> Advice:
        """Ask for a hint for a game as it is now."""
        return self.service.hint(self.player, game_id, self.show(game_id).view.seq, kind)

    def saved_actions(self, game_id: str) -> list[Action]:
        """The actions of a game as they are saved."""
        with self.store.reading() as saved:
            return [entry.action for entry in saved.games.actions(game_id)]


def shown(game: Game, snapshot: Snapshot) -> Snapshot:
    """What a snapshot must be for a game held in memory."""
    return Snapshot(
        game_id=snapshot.game_id,
        view=game.view(),
        status=game.status,
        score=game.score,
        tally=game.tally,
        moves_made=game.moves_made,
        undos=game.undos,
        can_undo=game.can_undo,
        can_redo=game.can_redo,
        code=game.deal.code,
        daily=None,
        attempt=game.attempt,
        started_at=snapshot.started_at,
        updated_at=snapshot.updated_at,
        winnable_only=False,
        difficulty=None,
        assisted=False,
    )


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Make calls in threads that start together; an error stands for what it raised."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        futures = [pool.submit(run, call) for call in calls]
    return [future.exception() or future.result() for future in futures]
