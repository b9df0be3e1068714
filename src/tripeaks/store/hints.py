"""The hints that were given, which are only ever added, and what was assisted by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, insert, select

from tripeaks.store import schema
from tripeaks.store.saved import ASSISTING, HelpKind, SavedHint

_hint = schema.hint.c


class Hints:
    """The hints, within one transaction.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, game_id: str, hints: Sequence[SavedHint]) -> None:
        """Add hints to a game; of a kind that was given at that moment before nothing is added.

        Args:
            game_id: The game.
            hints: The hints.
        """
        here = {(hint.seq, hint.kind) for hint in self.of(game_id)}
        rows = [
            {"game_id": game_id, **asdict(hint)}
            for hint in hints
            if (hint.seq, hint.kind) not in here
        ]
        if rows:
            self._connection.execute(insert(schema.hint), rows)

    def of(self, game_id: str) -> list[SavedHint]:
        """List the hints of a game in the order of its actions."""
        query = select(schema.hint).where(_hint.game_id == game_id).order_by(_hint.seq, _hint.kind)
        return [
            SavedHint(row.seq, HelpKind(row.kind), row.attempt, row.at)
            for row in self._connection.execute(query)
        ]

    def assisted(self, game_ids: Iterable[str]) -> frozenset[tuple[str, int]]:
        """Find the assisted attempts of some games.

        Args:
            game_ids: The games.

        Returns:
            Each as the game and the number of the attempt.
        """
        query = select(_hint.game_id, _hint.attempt).where(
            _hint.game_id.in_(list(game_ids)), _hint.kind.in_(ASSISTING)
        )
        return frozenset((row.game_id, row.attempt) for row in self._connection.execute(query))

    def was_assisted(self, game_id: str, attempt: int, before: int) -> bool:
        """Whether an attempt was assisted already at some moment.

        Args:
            game_id: The game.
            attempt: The number of the attempt.
            before: Only hints count that were given before this action, by its number.
        """
        query = select(_hint.seq).where(
            _hint.game_id == game_id,
            _hint.attempt == attempt,
            _hint.kind.in_(ASSISTING),
            _hint.seq < before,
        )
        return self._connection.scalar(query.limit(1)) is not None
