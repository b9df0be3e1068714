"""Starting a game and playing on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from random import Random

from tripeaks.coach.difficulty import Difficulty, ProvenDeal, find_deal
from tripeaks.codes import DEAL_NUMBERS
from tripeaks.deal import Deal
from tripeaks.errors import CodeError, CommandError
from tripeaks.game import MOST_ACTIONS, Action, Kind, Status
from tripeaks.rules import EASY, Rules
from tripeaks.service.ids import checked_command_id
from tripeaks.service.live import LiveGame, LiveGames, load
from tripeaks.service.values import Answer, Snapshot
from tripeaks.store import SavedGame, Store, Transaction


class StartGame:
    """Start a game."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        new_id: Callable[[], str],
        rng: Random,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._rng = rng

    def __call__(
        self,
        player: str,
        code: str | None = None,
        rules: Rules = EASY,
        *,
        winnable_only: bool = False,
        difficulty: Difficulty | None = None,
    ) -> Snapshot:
        """Start a game of a code, or of a random deal.

        The player's blocked games are lost by it; running ones stay to go on with.

        Args:
            player: The player.
            code: The game code as typed, or None for a random deal.
            rules: The selected rules; what a whole code speaks of it overrides.
            winnable_only: Take a random deal that can be won.
            difficulty: Take a random deal that can be won and is as hard as this.

        Raises:
            CodeError: For a code that cannot be read, with the position of the fault, or
                ``code/names-deal`` for one together with a wish for a random deal.
            CommandError: ``command/unknown-player``.
            StoreError: Nothing has been started.
        """
        deal, proven = self._deal(code, rules, difficulty, winnable_only=winnable_only)
        game = SavedGame(
            game_id=self._new_id(),
            player=player,
            deal=deal,
            daily=None,
            started_at=self._clock(),
            proof=proven.line if proven else None,
            difficulty=proven.difficulty if proven and difficulty else None,
        )
        with self._store.writing() as saved:
            begin(saved, game)
        return LiveGame(game).snapshot()

    def _deal(
        self, code: str | None, rules: Rules, difficulty: Difficulty | None, *, winnable_only: bool
    ) -> tuple[Deal, ProvenDeal | None]:
        proven = winnable_only or difficulty is not None
        if code is not None:
            if proven:
                raise CodeError("code/names-deal", text=code)
            return Deal.from_code(code, rules), None
        if proven:
            found = find_deal(self._rng, rules, difficulty)
            return found.deal, found
        return Deal.numbered(self._rng.randrange(DEAL_NUMBERS), rules), None


class Act:
    """Carry out a player's command."""

    def __init__(self, store: Store, live_games: LiveGames, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._live_games = live_games
        self._clock = clock

    def __call__(
        self, player: str, game_id: str, seq: int, command_id: str, action: Action
    ) -> Answer:
        """Carry out a command once, however often it arrives.

        Args:
            player: The player.
            game_id: The game.
            seq: The number of actions the game had taken when the player decided.
            command_id: A name for this command that no other command to this game has.
            action: What to do.

        Returns:
            What it changed; for a command that has been carried out before, the same answer
            as then. It is durable.

        Raises:
            CommandError: ``command/bad-id``, ``command/unknown-game``, or ``command/stale``
                where the game has gone on since; its detail ``seq`` is the number now.
            MoveError: For an action the rules refuse.
            StoreError: Nothing has been done.
        """
        checked_command_id(command_id)
        with self._live_games.held(player, game_id) as place:
            with self._store.writing() as saved:
                latest = saved.games.latest(game_id, command_id)
                live = place.current(saved, latest.seq)
                if latest.repeated is None:
                    if seq != latest.seq:
                        raise CommandError("command/stale", text=str(seq), seq=latest.seq)
                    next_action = live.next_action(action, self._clock(), command_id)
                    event, entry = live.act(next_action)
                    saved.games.append(game_id, [entry])
            if latest.repeated is not None:
                return self._again(live.saved, latest.repeated)
            # A restart begins an attempt that nobody has assisted yet.
            assisted = latest.assisted and event.kind is not Kind.RESTART
            return Answer(event, live.snapshot(assisted=assisted))

    def _again(self, game: SavedGame, seq: int) -> Answer:
        """Give the answer to an action again, as the game was then."""
        with self._store.reading() as saved:
            *before, repeated = saved.games.actions(game.game_id, up_to=seq)
            live = LiveGame(game, before)
            event, _ = live.act(repeated)
            attempt = live.game.attempt
            assisted = saved.hints.was_assisted(game.game_id, attempt, before=seq)
        return Answer(event, live.snapshot(assisted=assisted))


def begin(saved: Transaction, game: SavedGame) -> None:
    """Save a new game; the player's blocked games are lost by it.

    Raises:
        CommandError: ``command/unknown-player``.
    """
    if saved.players.settings(game.player) is None:
        raise CommandError("command/unknown-player", text=game.player)
    for game_id in saved.games.standing(game.player, Status.BLOCKED):
        end_blocked(saved, load(saved, game_id), game.started_at)
    saved.games.add(game)


def can_be_lost(live: LiveGame) -> bool:
    """Whether a game is blocked and not lost; one that has taken its last action stays so."""
    return live.game.status is Status.BLOCKED and live.game.seq < MOST_ACTIONS


def end_blocked(saved: Transaction, blocked: LiveGame, at: datetime) -> None:
    """Let a blocked game be lost; one that has taken its last action stays as it is."""
    if can_be_lost(blocked):
        _, entry = blocked.act(blocked.next_action(Action(Kind.GIVE_UP), at))
        saved.games.append(blocked.saved.game_id, [entry])
