"""Bringing a database to the newest revision of the tables."""

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


def upgrade(connection: Connection, path: Path) -> None:
    """Run the migrations that are missing, all of them or none.

    Args:
        connection: In a transaction that holds the writer's lock, so that of two programs
            that start at once the second finds the work done.
        path: The database file, for the errors to name.

    Raises:
        StoreError: ``store/newer`` for tables of a later version of the program,
            ``store/damaged`` for tables that are not this program's.
    """
    stored = revision(connection)
    if stored is None:
        refuse_foreign(connection, path)
    # Alembic takes longer to import than an up-to-date database takes to open.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "tripeaks.store:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if stored is not None and stored not in known:
        raise StoreError("store/newer", text=str(path), revision=stored)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
