"""Taking all games out as one document, and bringing them in again."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from uuid import NAMESPACE_OID, uuid5

from tripeaks.service.document import ReadGame, WholeGame, read_document, write_document
from tripeaks.service.live import LiveGame
from tripeaks.service.settings import settings_of
from tripeaks.service.values import ImportReport
from tripeaks.store import Store, Transaction


class Export:
    """Write a player's games and settings as one document."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str) -> dict[str, object]:
        """Write a player's games, oldest first, and settings as one document for JSON.

        A daily game that has not ended is left out: its cards are withheld.

        Raises:
            CommandError: ``command/unknown-player``.
            StoreError: They cannot be read.
        """
        games: list[WholeGame] = []
        with self._store.reading() as saved:
            settings = settings_of(saved, player)
            for game in reversed(saved.games.page(player)):
                actions = saved.games.actions(game.game_id)
                if game.daily is None or not LiveGame(game, actions).withheld:
                    games.append(WholeGame(game, actions, saved.hints.of(game.game_id)))
        return write_document(settings, games)


class Import:
    """Bring the games and settings of a document in."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str, document: object) -> ImportReport:
        """Bring in all of a document, or nothing of it.

        Every game is played first. One that is here already is played on if the document
        tells more of it; doing it again changes nothing.

        Args:
            player: Whose games they will be.
            document: What the export wrote.

        Raises:
            RecordError: ``import/…`` with the number of the game at fault, counted from 1.
            CommandError: ``command/unknown-player``.
            StoreError: Nothing has been brought in.
        """
        settings, games = read_document(document, player)
        with self._store.writing() as saved:
            settings_of(saved, player)  # refuses a player who does not exist
            saved.players.change_settings(player, asdict(settings))
            report = Counter(_bring_in(saved, game) for game in games)
        return ImportReport(
            added=report["added"],
            continued=report["continued"],
            unchanged=report["unchanged"],
            differing=report["differing"],
        )


def _bring_in(saved: Transaction, read: ReadGame) -> str:
    """Save a game as far as it is not here, and name what was done."""
    game, entries, hints = read
    here = saved.games.find(game.game_id)
    if here is not None and here.player != game.player:
        # Another player's copy; the name made here is the same the next time.
        own_name = str(uuid5(NAMESPACE_OID, f"{game.player}/{game.game_id}"))
        game = replace(game, game_id=own_name)
        here = saved.games.find(own_name)
    if here is None:
        if game.daily is not None and saved.games.find_daily(game.player, game.daily):
            # One game per player and date: this one counts as a later attempt at the deal.
            game = replace(game, daily=None)
        saved.games.add(game)
        saved.games.append(game.game_id, entries)
        saved.hints.add(game.game_id, hints)
        return "added"
    actions = saved.games.actions(game.game_id)
    both = min(len(actions), len(entries))
    same = [(a.action, a.command_id) for a in actions[:both]] == [
        (entry.action.action, entry.action.command_id) for entry in entries[:both]
    ]
    if here.deal != game.deal or not same:
        return "differing"
    saved.games.append(game.game_id, entries[both:])
    saved.hints.add(game.game_id, hints)
    return "continued" if entries[both:] else "unchanged"
