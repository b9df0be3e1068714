"""Games to save."""

from __future__ import annotations

from datetime import UTC, datetime

from tripeaks.deal import Deal
from tripeaks.game import Action, Kind, Status
from tripeaks.store import Entry, SavedAction, SavedGame, Store

NOW = datetime(2025, 3, 1, 12, 0, 0, 250_000, tzinfo=UTC)


def saved_game(game_id: str = "game", player: str = "local", number: int = 1) -> SavedGame:
    """A game that has not been played."""
    return SavedGame(game_id, player, Deal.numbered(number), None, NOW)


def entry(seq: int = 1, command_id: str | None = None) -> Entry:
    """A draw."""
    return Entry(SavedAction(seq, Action(Kind.DRAW), command_id, NOW), Status.RUNNING)


def fill(store: Store, game_id: str = "game") -> None:
    """Save the local player, if need be, and a game with one action."""
    with store.writing() as saved:
        if saved.players.settings("local") is None:
            saved.players.add("local", NOW)
        saved.games.add(saved_game(game_id))
        saved.games.append(game_id, [entry()])
