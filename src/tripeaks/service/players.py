"""Who plays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tripeaks.service.ids import is_id
from tripeaks.store import Store

LOCAL_PLAYER = "local"


class Players:
    """Find or make players."""

    def __init__(
        self, store: Store, clock: Callable[[], datetime], new_id: Callable[[], str]
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    def local_player(self) -> str:
        """Find the one player of this computer, who is made on the first call.

        Raises:
            StoreError: The player cannot be found or made.
        """
        if not self.knows(LOCAL_PLAYER):
            with self._store.writing() as saved:
                # Another process may have been quicker.
                if saved.players.settings(LOCAL_PLAYER) is None:
                    saved.players.add(LOCAL_PLAYER, self._clock())
        return LOCAL_PLAYER

    def new_player(self) -> str:
        """Make a player, for a server that many use.

        Raises:
            StoreError: Nobody has been made.
        """
        player = self._new_id()
        with self._store.writing() as saved:
            saved.players.add(player, self._clock())
        return player

    def knows(self, player: str) -> bool:
        """Whether there is such a player.

        Raises:
            StoreError: It cannot be told.
        """
        if not is_id(player):
            return False
        with self._store.reading() as saved:
            return saved.players.settings(player) is not None
