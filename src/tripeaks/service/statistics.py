"""What a player's results add up to."""

from __future__ import annotations

from tripeaks.service.values import RulesLine
from tripeaks.store import Store


class Statistics:
    """Add up a player's results."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, player: str) -> tuple[RulesLine, ...]:
        """Add up the results for each set of rules that has been played, the most played first.

        Raises:
            StoreError: They cannot be read.
        """
        with self._store.reading() as saved:
            return saved.results.lines(player)
