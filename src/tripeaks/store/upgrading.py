"""Bringing a database to the newest revision of the tables; loads Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from tripeaks.errors import StoreError
from tripeaks.store.migrating import refuse_foreign, revision


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
    config = Config()
    config.set_main_option("script_location", "tripeaks.store:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if stored is not None and stored not in known:
        raise StoreError("store/newer", text=str(path), revision=stored)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
