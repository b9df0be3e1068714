"""Games in memory, rebuilt from what is saved and never ahead of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Lock

from tripeaks.errors import CommandError, MoveError
from tripeaks.game import Action, Event, Game, Kind, Status
from tripeaks.layout import SLOTS
from tripeaks.service.ids import is_id
from tripeaks.service.values import Snapshot
from tripeaks.store import Entry, Result, SavedAction, SavedGame, Store, Transaction


class LiveGame:
    """A saved game with its position.

    Args:
        saved: The game before its first action.
        actions: The actions to replay.

    Attributes:
        saved: The game before its first action.
        game: The game after its last one.
        updated_at: When that was made, UTC.
        has_ended: Whether any attempt has ended.
    """

    def __init__(self, saved: SavedGame, actions: Iterable[SavedAction] = ()) -> None:
        self.saved = saved
        self.game = Game(saved.deal)
        self.updated_at = saved.started_at
        self.has_ended = False
        for action in actions:
            self.act(action)

    def act(self, saved: SavedAction) -> tuple[Event, Entry]:
        """Carry out an action.

        Returns:
            What it changed, and what has to be saved for it.

        Raises:
            MoveError: For an action the rules refuse; the game stays as it was.
        """
        game, kind = self.game, saved.action.kind
        ended_before = game.ended
        # A restart wipes the table, so what it abandons is read off first.
        abandons = kind is Kind.RESTART and game.moves_made > 0 and not ended_before
        abandoned = _result(game, Status.LOST, saved.at) if abandons else None
        event = game.act(saved.action)
        self.updated_at = saved.at
        self.has_ended |= game.ended
        ends = game.ended and not ended_before
        return event, Entry(
            action=saved,
            status=game.status,
            attempt=game.attempt if kind is Kind.RESTART else None,
            result=_result(game, game.status, saved.at) if ends else abandoned,
        )

    def next_action(
        self, action: Action, at: datetime, command_id: str | None = None
    ) -> SavedAction:
        """Number an action so that it follows the last one."""
        if action.kind is not Kind.TAKE:
            action = Action(action.kind)  # only a take names a slot
        return SavedAction(self.game.seq + 1, action, command_id, at)

    @property
    def withheld(self) -> bool:
        """Whether the cards must not be told: a daily game that has never ended."""
        return self.saved.daily is not None and not self.has_ended

    @property
    def code(self) -> str | None:
        """The game code, or None where it is withheld or there is none."""
        return None if self.withheld else self.saved.deal.code

    def snapshot(self, *, assisted: bool = False) -> Snapshot:
        """Show the game to its player.

        Args:
            assisted: Whether help that knows all cards was given in this attempt.
        """
        game = self.game
        return Snapshot(
            game_id=self.saved.game_id,
            view=game.view(),
            status=game.status,
            score=game.score,
            tally=game.tally,
            moves_made=game.moves_made,
            undos=game.undos,
            can_undo=game.can_undo,
            can_redo=game.can_redo,
            code=self.code,
            daily=self.saved.daily,
            attempt=game.attempt,
            started_at=self.saved.started_at,
            updated_at=self.updated_at,
            winnable_only=self.saved.winnable_only,
            difficulty=self.saved.difficulty,
            assisted=assisted,
        )


class Place:
    """The place of one game in memory; whoever uses it holds its lock.

    Args:
        game_id: The game.
    """

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.lock = Lock()
        self.live: LiveGame | None = None

    def current(self, saved: Transaction, last_seq: int | None = None) -> LiveGame:
        """Give the game as it is saved; another process may have acted since.

        Args:
            saved: A transaction.
            last_seq: The number of the last action, where it has been read in it already.

        Raises:
            CommandError: ``command/unknown-game``.
        """
        if last_seq is None:
            last_seq = saved.games.last_seq(self.game_id)
        if self.live is None or self.live.game.seq != last_seq:
            self.live = load(saved, self.game_id)
        return self.live

    def snapshot(self, saved: Transaction) -> Snapshot:
        """Show the game as it is saved to its player.

        Raises:
            CommandError: ``command/unknown-game``.
        """
        latest = saved.games.latest(self.game_id)
        return self.current(saved, latest.seq).snapshot(assisted=latest.assisted)


class LiveGames:
    """The games used last, each guarded by a lock of its own.

    Args:
        store: Where they are saved.
        most: How many to keep; the one that has not been used longest goes first.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def held(self, player: str, game_id: str) -> Iterator[Place]:
        """Keep a player's game from all other threads; other games go on.

        Raises:
            CommandError: ``command/unknown-game``, also for a game of another player's.
        """
        if not is_id(game_id):
            raise CommandError("command/unknown-game", text=game_id)
        with self._lock:
            place = self._places.get(game_id) or Place(game_id)
        with place.lock:
            try:
                self._fill(place, player)
                self._keep(place)
                yield place
            except (CommandError, MoveError):
                # Refused before anything changed.
                raise
            except BaseException:
                # It may be ahead of what is saved now, so it is read again next time.
                place.live = None
                raise

    def _fill(self, place: Place, player: str) -> None:
        if place.live is None:
            # Replayed here rather than in a writing transaction that others wait for.
            with self._store.reading() as saved:
                place.live = load(saved, place.game_id)
        if place.live.saved.player != player:
            raise CommandError("command/unknown-game", text=place.game_id)

    def _keep(self, place: Place) -> None:
        # A game in use may be pushed out or kept twice: each action checks what is saved.
        with self._lock:
            self._places[place.game_id] = place
            self._places.move_to_end(place.game_id)
            if len(self._places) > self._most:
                self._places.popitem(last=False)


def load(saved: Transaction, game_id: str) -> LiveGame:
    """Rebuild a game from what is saved.

    Raises:
        CommandError: ``command/unknown-game``.
    """
    found = saved.games.find(game_id)
    if found is None:
        raise CommandError("command/unknown-game", text=game_id)
    return LiveGame(found, saved.games.actions(game_id))


def _result(game: Game, status: Status, at: datetime) -> Result:
    return Result(
        attempt=game.attempt,
        status=status,
        points=game.score.points,
        moves=game.moves_made,
        undos=game.undos,
        draws=game.tally.draws,
        longest_chain=game.tally.longest_chain,
        cards_left=SLOTS - game.tally.takes,
        ended_at=at,
    )
