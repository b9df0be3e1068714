"""Giving hints: each is recorded first, then thought about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random

from tripeaks.coach import Hint, hint, solver_hint
from tripeaks.errors import CommandError, MoveError
from tripeaks.service.live import LiveGames
from tripeaks.service.values import Advice, Snapshot, Thinking
from tripeaks.solver import Verdict, solve
from tripeaks.state import State
from tripeaks.store import HelpKind, SavedHint, Store


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a hint is given for, as it was when it was recorded."""

    snapshot: Snapshot
    state: State


class GiveHint:
    """Give a hint of one of the kinds a player can ask for."""

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
        self._answers: Mapping[HelpKind, Callable[[_Asked], Advice]] = {
            HelpKind.FAIR: self._fair,
            HelpKind.CHANCE: self._chance,
            HelpKind.SOLVER: self._solver,
            HelpKind.LIGHT: self._light,
        }

    def __call__(self, player: str, game_id: str, seq: int, kind: HelpKind) -> Advice:
        """Give a hint for a game as it is now, no more of it than was asked for.

        Args:
            player: The player.
            game_id: The game.
            seq: The number of actions the game had taken when the player asked.
            kind: What to tell.

        Returns:
            The hint. That it was given is durable.

        Raises:
            CommandError: ``command/unknown-game``, or ``command/stale`` where the game has gone
                on since; its detail ``seq`` is the number now.
            MoveError: ``hint/ended`` where no move can be made.
            StoreError: None has been given.
        """
        answer = self._answers[kind]
        # Others wait for the game and for the writer: both are free again before the thinking.
        return answer(self._recorded(player, game_id, seq, kind))

    def _recorded(self, player: str, game_id: str, seq: int, kind: HelpKind) -> _Asked:
        with self._live_games.held(player, game_id) as place, self._store.writing() as saved:
            live = place.current(saved)
            game = live.game
            if seq != game.seq:
                raise CommandError("command/stale", text=str(seq), seq=game.seq)
            if not game.view().legal:
                raise MoveError("hint/ended")
            saved.hints.add(game_id, [SavedHint(seq, kind, game.attempt, self._clock())])
            return _Asked(place.snapshot(saved), game.state)

    def _fair(self, asked: _Asked) -> Advice:
        suggestions = self._by_sight(asked).candidates
        best = suggestions[0]
        return Advice(
            HelpKind.FAIR,
            asked.snapshot,
            move=best.move,
            chance=best.chance,
            error=best.error,
            suggestions=suggestions,
        )

    def _chance(self, asked: _Asked) -> Advice:
        best = self._by_sight(asked).best
        return Advice(HelpKind.CHANCE, asked.snapshot, chance=best.chance, error=best.error)

    def _solver(self, asked: _Asked) -> Advice:
        found = solver_hint(asked.state)
        return Advice(
            HelpKind.SOLVER,
            asked.snapshot,
            move=found.move,
            winnable=found.winnable,
            draws=found.draws,
        )

    def _light(self, asked: _Asked) -> Advice:
        winnable = solve(asked.state).verdict is Verdict.WINNABLE
        return Advice(HelpKind.LIGHT, asked.snapshot, winnable=winnable)

    def _by_sight(self, asked: _Asked) -> Hint:
        """Ask the coach, who is shown the view and no card beyond it."""
        game, limit = asked.snapshot, self._thinking.hint
        return hint(game.view, self._rng, limit, winnable_only=game.winnable_only)
