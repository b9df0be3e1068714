"""Which revision the tables of a database have."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, String, column, inspect, select, table

from tripeaks.errors import StoreError

HEAD = "0002"
_VERSIONS = table("alembic_version", column("version_num", String))


def revision(connection: Connection) -> str | None:
    """Read which revision the tables have; None where there is none yet."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    stored: str | None = connection.scalar(select(_VERSIONS.c.version_num))
    return stored


def refuse_foreign(connection: Connection, path: Path) -> None:
    """Refuse a file without our mark that holds tables all the same.

    Args:
        connection: In a transaction.
        path: The database file, for the error to name.

    Raises:
        StoreError: ``store/damaged``.
    """
    if inspect(connection).get_table_names():
        raise StoreError("store/damaged", text=str(path))
