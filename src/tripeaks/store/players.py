"""Players with their settings, and the deals of the daily games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime

from sqlalchemy import Connection, insert, select, update

from tripeaks.store import schema

_player, _daily = schema.player.c, schema.daily.c


class Players:
    """The players, within one transaction.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, player: str, at: datetime) -> None:
        """Save a new player, who has no settings yet."""
        row = {"id": player, "settings": "{}", "created_at": at}
        self._connection.execute(insert(schema.player), row)

    def settings(self, player: str) -> dict[str, object] | None:
        """Read what a player has set; None for an unknown player."""
        text: str | None = self._connection.scalar(
            select(_player.settings).where(_player.id == player)
        )
        return None if text is None else dict(json.loads(text))

    def change_settings(self, player: str, settings: Mapping[str, object]) -> None:
        """Save what a player has set."""
        text = json.dumps(dict(settings), sort_keys=True)
        self._connection.execute(
            update(schema.player).where(_player.id == player).values(settings=text)
        )


class Dailies:
    """The deals of the daily games, within one transaction.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, day: date) -> str | None:
        """Look up the code of a date's deal, if it has been asked for before."""
        found: str | None = self._connection.scalar(select(_daily.deal).where(_daily.date == day))
        return found

    def add(self, day: date, code: str) -> None:
        """Save the code of a date's deal."""
        self._connection.execute(insert(schema.daily), {"date": day, "deal": code})
