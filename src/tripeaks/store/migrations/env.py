"""Runs migrations over the connection that is handed in, inside its transaction."""

from __future__ import annotations

from alembic import context

from tripeaks.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes most of a table only by copying it
)
with context.begin_transaction():
    context.run_migrations()
