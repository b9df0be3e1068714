"""Showing games: one, the one to go on with, all of them, as a record."""

from __future__ import annotations

from tripeaks.errors import CommandError
from tripeaks.game import Status
from tripeaks.layout import SLOTS
from tripeaks.service.live import LiveGame, LiveGames, load
from tripeaks.service.values import GameLine, GamePage, Snapshot
from tripeaks.store import Store, Transaction
from tripeaks.store.codec import deal_text


class ShowGame:
    """Show a game."""

    def __init__(self, store: Store, live_games: LiveGames) -> None:
        self._store = store
        self._live_games = live_games

    def __call__(self, player: str, game_id: str) -> Snapshot:
        """Show a game as its player may see it.

        Raises:
            CommandError: ``command/unknown-game``.
            StoreError: It cannot be read.
        """
        with self._live_games.held(player, game_id) as place, self._store.reading() as saved:
            return place.snapshot(saved)


class CurrentGame:
    """Find the game to go on with."""

    def __init__(self, store: Store, show: ShowGame) -> None:
        self._store = store
        self._show = show

    def __call__(self, player: str) -> Snapshot | None:
        """Show the running or blocked game that was played last, or None.

        Raises:
            StoreError: It cannot be read.
        """
        with self._store.reading() as saved:
            standing = saved.games.standing(player, Status.RUNNING, Status.BLOCKED, most=1)
        return self._show(player, standing[0]) if standing else None


class OpenGames:
    """Find all games to go on with."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str, most: int = 5) -> tuple[GameLine, ...]:
        """List the player's running and blocked games, the one played last first.

        Args:
            player: The player.
            most: How many games at most.

        Raises:
            StoreError: They cannot be read.
        """
        with self._store.reading() as saved:
            found = saved.games.standing(player, Status.RUNNING, Status.BLOCKED, most=most)
            return _lines(saved, player, [load(saved, game_id) for game_id in found])


class ListGames:
    """List a player's games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str, page: int = 1, size: int = 20) -> GamePage:
        """List a player's games, newest first.

        Args:
            player: The player.
            page: Which page, counted from 1; past the last one it is empty.
            size: How many games a page has.

        Raises:
            StoreError: They cannot be read.
        """
        page = max(page, 1)
        with self._store.reading() as saved:
            pages = max(1, -(-saved.games.count(player) // size))
            found = saved.games.page(player, (page - 1) * size, size) if page <= pages else []
            games = [LiveGame(game, saved.games.actions(game.game_id)) for game in found]
            return GamePage(_lines(saved, player, games), page, pages)


class ShowRecord:
    """Write a game's record."""

    def __init__(self, store: Store, live_games: LiveGames) -> None:
        self._store = store
        self._live_games = live_games

    def __call__(self, player: str, game_id: str) -> str:
        """Write the record of a game: its code and the standing moves.

        Raises:
            CommandError: ``command/unknown-game``, or ``game/withheld`` for a daily game that
                has not ended.
            StoreError: It cannot be read.
        """
        with self._live_games.held(player, game_id) as place, self._store.reading() as saved:
            live = place.current(saved)
            if live.withheld:
                raise CommandError("game/withheld", text=game_id)
            return live.game.record()


def _lines(saved: Transaction, player: str, games: list[LiveGame]) -> tuple[GameLine, ...]:
    deals = {game.saved.game_id: deal_text(game.saved.deal) for game in games}
    trials = saved.results.trials(player, deals.values())
    tried = {deal for deal, _ in trials.values()}
    assisted = saved.hints.assisted(deals)
    lines = []
    for live in games:
        game_id, game = live.saved.game_id, live.game
        deal = deals[game_id]
        # An attempt without a move has no number yet: it would be the first at an untried deal.
        _, trial = trials.get((game_id, game.attempt), (deal, 1 if deal not in tried else 2))
        lines.append(
            GameLine(
                game_id=game_id,
                code=live.code,
                rules=live.saved.deal.rules,
                status=game.status,
                points=game.score.points,
                moves=game.moves_made,
                cards_left=SLOTS - game.tally.takes,
                started_at=live.saved.started_at,
                updated_at=live.updated_at,
                attempt=game.attempt,
                first=trial == 1,
                daily=live.saved.daily,
                assisted=(game_id, game.attempt) in assisted,
            )
        )
    return tuple(lines)
