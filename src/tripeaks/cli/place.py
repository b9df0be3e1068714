"""Where the program keeps its files on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING
from uuid import uuid4

from platformdirs import user_data_path

from tripeaks.errors import StoreError

if TYPE_CHECKING:
    from tripeaks.service import Service

_DATABASE = "tripeaks.sqlite3"


def data_folder(chosen: Path | None) -> Path:
    """Give the folder for saved games: the chosen one, else the user's data folder."""
    return chosen or user_data_path("tripeaks", appauthor=False)


@contextmanager
def saved_games(folder: Path) -> Iterator[Service]:
    """Open the saved games in a folder and close them at the end.

    Raises:
        StoreError: Where they cannot be opened, or not be written.
    """
    # Who only asks where the files lie needs no database for it.
    from tripeaks.service import Service
    from tripeaks.store import Store

    with Store.open(folder / _DATABASE) as store:
        if store.read_only:
            raise StoreError("store/read-only", text=str(store.path))
        yield Service(
            store,
            clock=lambda: datetime.now(UTC),
            new_id=lambda: uuid4().hex,
            rng=SystemRandom(),
        )
