"""SQLite: how it is opened, how its transactions begin, what its faults mean.

No other module knows which database it is.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from tripeaks.errors import StoreError

WRITING = "writing"
_RETRY_SECONDS = 0.02
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_CODES: Mapping[int, str] = MappingProxyType(
    {
        **dict.fromkeys(_BUSY, "store/locked"),
        sqlite3.SQLITE_CORRUPT: "store/damaged",
        sqlite3.SQLITE_NOTADB: "store/damaged",
        sqlite3.SQLITE_READONLY: "store/read-only",
        sqlite3.SQLITE_PERM: "store/read-only",
        sqlite3.SQLITE_FULL: "store/full",
        sqlite3.SQLITE_CANTOPEN: "store/unreachable",
        sqlite3.SQLITE_IOERR: "store/unreachable",
    }
)
# A quota or a limit to the size of a file is no full disk to SQLite, but it is to a person.
_WRITE_FAULTS = frozenset({sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE})


def open_engine(path: Path, *, busy_timeout: float, read_only: bool) -> Engine:
    """Set up the pool of connections; the file is not touched yet.

    Args:
        path: The database file.
        busy_timeout: Seconds to wait for another writer.
        read_only: Change nothing, not even a file beside the database.
    """
    engine = create_engine(
        _address(path, read_only=read_only),
        # Python's own transaction handling begins too late and never IMMEDIATE: it is off, and
        # the event below begins each transaction.
        connect_args={"isolation_level": None, "timeout": busy_timeout},
        poolclass=QueuePool,
        # Writers queue before they take a connection, and a face has only so many threads.
        max_overflow=-1,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later could find that another has written
        # in between, and would fail without waiting; IMMEDIATE waits at the start.
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def use_wal(engine: Engine, busy_timeout: float) -> None:
    """Switch a database to the write-ahead log; it stays so, for every later connection too.

    Args:
        engine: The engine of the database.
        busy_timeout: Seconds to wait for others; SQLite does not wait here by itself.
    """
    deadline = time.monotonic() + busy_timeout
    with engine.connect() as connection:
        plain = connection.connection
        while True:
            try:
                plain.cursor().execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if _primary(error.sqlite_errorcode) not in _BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_SECONDS)
            else:
                return


def is_writable(path: Path) -> bool:
    """Whether the file, or a new one, and the files SQLite keeps beside it can be written."""
    # Path.exists may raise where a folder cannot be searched; access never does.
    written = path if os.access(path, os.F_OK) else path.parent
    return os.access(path.parent, os.W_OK | os.X_OK) and os.access(written, os.W_OK)


@contextmanager
def faults_named(path: Path) -> Iterator[None]:
    """Turn what the database and the file system report into errors with stable codes.

    Raises:
        StoreError: ``store/locked``, ``store/full``, ``store/read-only``, ``store/damaged`` or
            ``store/unreachable``.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        fault = error.orig if isinstance(error, DBAPIError) else error
        code = _code_of(getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR), path)
        if code is None:
            raise
        raise StoreError(code, text=str(path)) from error


def _address(path: Path, *, read_only: bool) -> URL:
    if not read_only:
        return URL.create("sqlite", database=str(path))
    query = {"uri": "true", "mode": "ro"}
    # Without leave to create files beside the database SQLite reads it only when it is told
    # that nobody writes; a log file left there would mean that somebody does or did.
    if not os.access(path.parent, os.W_OK) and not path.with_name(f"{path.name}-wal").exists():
        query["immutable"] = "1"
    return URL.create("sqlite", database=f"file:{quote(str(path))}", query=query)


def _code_of(fault: int, path: Path) -> str | None:
    """Name what an extended result code of SQLite stands for; None for a mistake of ours."""
    cannot_open = _primary(fault) == sqlite3.SQLITE_CANTOPEN
    if os.access(path, os.R_OK) and (cannot_open or fault in _WRITE_FAULTS):
        if not is_writable(path):
            return "store/read-only"
        if not cannot_open:
            return "store/full"
    return _CODES.get(_primary(fault))


def _primary(fault: int) -> int:
    return fault & 0xFF
