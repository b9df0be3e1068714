"""The review of a game that has ended, and playing on from a position that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from random import Random

from tripeaks.coach import review
from tripeaks.errors import CommandError
from tripeaks.game import Action, Status
from tripeaks.notation import Record, parse_moves, replay
from tripeaks.service.live import LiveGame, LiveGames, Place
from tripeaks.service.playing import begin, can_be_lost, end_blocked
from tripeaks.service.values import GameReview, Snapshot, Thinking
from tripeaks.state import Move
from tripeaks.store import HelpKind, SavedAction, SavedHint, Store


class ReviewGame:
    """Review a game."""

    def __init__(
        self,
        store: Store,
        live_games: LiveGames,
        clock: Callable[[], datetime],
        rng: Random,
        thinking: Thinking,
    ) -> None:
        self._store = store
        self._live_games = live_games
        self._clock = clock
        self._rng = rng
        self._thinking = thinking

    def __call__(self, player: str, game_id: str) -> GameReview:
        """Review a game with all cards shown; a blocked one is lost by it.

        Args:
            player: The player.
            game_id: The game.

        Raises:
            CommandError: ``command/unknown-game``, or ``review/running`` for a game that has
                not ended: its unseen cards would be shown.
            StoreError: It cannot be read, or not be ended.
        """
        with self._live_games.held(player, game_id) as place:
            live = self._ended(place)
            with self._store.reading() as saved:
                snapshot = place.snapshot(saved)
            game, deal = live.game, live.saved.deal
            record = Record(deal, game.moves, game.undos)
        # The game is free for others again before the thinking.
        winnable_only = snapshot.winnable_only
        told = review(record, self._rng, self._thinking.review, winnable_only=winnable_only)
        return GameReview(
            snapshot=snapshot,
            told=told,
            record=record,
            played=_positions(live, snapshot, record.moves),
            best=_positions(live, snapshot, told.best_line),
        )

    def _ended(self, place: Place) -> LiveGame:
        with self._store.reading() as saved:
            live = place.current(saved)
        if can_be_lost(live):
            with self._store.writing() as saved:
                live = place.current(saved)
                end_blocked(saved, live, self._clock())
        return _refuse_unended(live)


class PlayOn:
    """Play on from a position that a review shows."""

    def __init__(
        self,
        store: Store,
        live_games: LiveGames,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
    ) -> None:
        self._store = store
        self._live_games = live_games
        self._clock = clock
        self._new_id = new_id

    def __call__(self, player: str, game_id: str, moves: str) -> Snapshot:
        """Start a new game of the same deal with some moves made; it counts as assisted.

        Args:
            player: The player.
            game_id: The game that was reviewed.
            moves: The moves, as a record writes them.

        Raises:
            CommandError: ``command/unknown-game``, or ``review/running`` for a game that has
                not ended.
            CardError: For a card that cannot be read.
            RecordError: ``record/not-in-tableau``, or ``record/illegal-move`` with the number
                of the move and the cause.
            StoreError: Nothing has been started.
        """
        with self._live_games.held(player, game_id) as place, self._store.reading() as saved:
            reviewed = _refuse_unended(place.current(saved)).saved
        made = parse_moves(moves, reviewed.deal)
        replay(reviewed.deal, made)
        at = self._clock()
        live = LiveGame(replace(reviewed, game_id=self._new_id(), daily=None, started_at=at))
        entries = [
            live.act(SavedAction(seq, Action.making(move), None, at))[1]
            for seq, move in enumerate(made, start=1)
        ]
        with self._store.writing() as saved:
            started = live.saved
            begin(saved, started)
            saved.games.append(started.game_id, entries)
            saved.hints.add(started.game_id, [SavedHint(0, HelpKind.REVIEW, 1, at)])
        return live.snapshot(assisted=True)


def _refuse_unended(live: LiveGame) -> LiveGame:
    # The last move of a blocked game can be taken back, until the game is lost by its review.
    if live.game.status is Status.RUNNING or can_be_lost(live):
        raise CommandError("review/running", text=live.saved.game_id)
    return live


def _positions(ended: LiveGame, snapshot: Snapshot, moves: Iterable[Move]) -> tuple[Snapshot, ...]:
    """Show each position of a line, from the deal on, as one sees it who plays that line."""
    live = LiveGame(ended.saved)
    shown = [live.snapshot(assisted=snapshot.assisted)]
    for move in moves:
        live.game.push(move)
        shown.append(live.snapshot(assisted=snapshot.assisted))
    # They are to be looked at: what was undone belongs to the game, and its code is known.
    return tuple(replace(each, code=snapshot.code, can_undo=False) for each in shown)
