"""The file of saved games: opening it, reading and writing in transactions."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from types import MappingProxyType, TracebackType
from typing import Self

from sqlalchemy import Connection, Engine

from tripeaks.errors import StoreError
from tripeaks.store.engine import WRITING, faults_named, is_writable, open_engine, use_wal
from tripeaks.store.games import Games
from tripeaks.store.hints import Hints
from tripeaks.store.migrating import HEAD, refuse_foreign, revision
from tripeaks.store.players import Dailies, Players
from tripeaks.store.results import Results

_FOLDER_FAULTS: Mapping[int | None, str] = MappingProxyType(
    {
        errno.EACCES: "store/read-only",
        errno.EPERM: "store/read-only",
        errno.EROFS: "store/read-only",
        errno.ENOSPC: "store/full",
        errno.EDQUOT: "store/full",
    }
)


class Transaction:
    """One transaction: what is read in it belongs together, what is written is all or nothing.

    Args:
        connection: The connection whose transaction this is.
    """

    def __init__(self, connection: Connection) -> None:
        self.players = Players(connection)
        self.games = Games(connection)
        self.hints = Hints(connection)
        self.results = Results(connection)
        self.dailies = Dailies(connection)


class Store:
    """Saved games, for any number of threads; other processes may use the same file.

    Made by `Store.open`.

    Args:
        path: The database file.
        engine: Its pool of connections.
        read_only: Refuse every change.
        busy_timeout: Seconds to wait for another writer.
    """

    def __init__(self, path: Path, engine: Engine, *, read_only: bool, busy_timeout: float) -> None:
        self.path = path
        self.engine = engine
        self.read_only = read_only
        self._busy_timeout = busy_timeout
        # SQLite lets writers poll for its lock; threads of one process can queue instead.
        self._writer = Lock()

    @staticmethod
    def open(path: Path, *, busy_timeout: float = 5.0) -> Store:
        """Open the saved games, bringing their tables up to date or making them first.

        A file that cannot be written is opened for reading alone.

        Args:
            path: The database file; it and the folders above it are made where they are missing.
            busy_timeout: Seconds to wait for another writer.

        Raises:
            StoreError: ``store/newer`` for a file of a later version of the program,
                ``store/damaged``, ``store/locked``, ``store/full``, ``store/read-only`` or
                ``store/unreachable``. The file stays as it is.
        """
        _make_folder(path)
        read_only = not is_writable(path)
        if read_only and not os.access(path, os.F_OK):
            raise StoreError("store/read-only", text=str(path))
        engine = open_engine(path, busy_timeout=busy_timeout, read_only=read_only)
        store = Store(path, engine, read_only=read_only, busy_timeout=busy_timeout)
        try:
            store._bring_up_to_date()
        except BaseException:
            store.close()
            raise
        return store

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Read in one transaction, never waiting for a writer.

        Raises:
            StoreError: With the code of the fault.
        """
        with self._connected(writing=False) as connection:
            yield Transaction(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Write in one transaction: durable when this ends, or not done at all after an error.

        Raises:
            StoreError: With the code of the fault.
        """
        with self._connected(writing=True) as connection:
            yield Transaction(connection)

    def close(self) -> None:
        """Close all connections; the last one folds the log into the file."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        """Give the store, to be closed at the end."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    @contextmanager
    def _connected(self, *, writing: bool) -> Iterator[Connection]:
        if writing and self.read_only:
            raise StoreError("store/read-only", text=str(self.path))
        with (
            self._queued() if writing else nullcontext(),
            faults_named(self.path),
            self.engine.connect() as connection,
            connection.execution_options(**{WRITING: writing}).begin(),
        ):
            yield connection

    @contextmanager
    def _queued(self) -> Iterator[None]:
        if not self._writer.acquire(timeout=self._busy_timeout):
            raise StoreError("store/locked", text=str(self.path))
        try:
            yield
        finally:
            self._writer.release()

    def _bring_up_to_date(self) -> None:
        with self._connected(writing=False) as connection:
            stored = revision(connection)
            if stored is None:
                refuse_foreign(connection, self.path)
        # Only now: a file of another program must stay as it is.
        if not self.read_only:
            with faults_named(self.path):
                use_wal(self.engine, self._busy_timeout)
        if stored != HEAD:
            # Alembic takes longer to import than an up-to-date database takes to open, and
            # perhaps longer than others wait for the writer's lock: before that is taken.
            from tripeaks.store.upgrading import upgrade  # noqa: PLC0415

            with self._connected(writing=True) as connection:
                upgrade(connection, self.path)


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        code = _FOLDER_FAULTS.get(error.errno, "store/unreachable")
        raise StoreError(code, text=str(path)) from error
