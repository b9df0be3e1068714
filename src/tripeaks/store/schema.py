"""The tables. Actions are only ever added; what a game is follows from them by replay."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Column,
    Date,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

_ID = String(64)

# The names of keys do not depend on the database, so that a later migration can refer to them.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC, with its time zone in Python wherever the database keeps none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn any time zone to UTC."""
        del dialect
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:  # noqa: ANN401
        """Say that what was stored is UTC."""
        del dialect
        if not isinstance(value, datetime):
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


player = Table(
    "player",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("settings", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
)

# `deal` identifies the cards and what the code speaks of; `ruleset` is `rules` as results are
# kept apart. `status` and `updated_at` find games without replaying all of them: they are
# written with each action and always what the replay says. Only a game that was dealt as one that
# can be won has a `proof`: a line that wins it.
game = Table(
    "game",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("player_id", ForeignKey("player.id"), nullable=False),
    Column("deal", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("daily", Date),
    Column("proof", Text),
    Column("difficulty", String(16)),
    Column("status", String(16), nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    UniqueConstraint("player_id", "daily"),
    Index(None, "player_id", "status", "updated_at"),
    Index(None, "player_id", "started_at"),
    Index(None, "player_id", "deal"),
)

# An attempt begins after an action: the first one after none, each other one after a restart.
attempt = Table(
    "attempt",
    metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("after_seq", Integer, nullable=False),
)

# `command_id` is null for an action of the program's own.
action = Table(
    "action",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", ForeignKey("game.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command_id", _ID),
    Column("kind", String(16), nullable=False),
    Column("slot", Integer),
    Column("at", UtcTime, nullable=False),
    UniqueConstraint("game_id", "seq"),
    UniqueConstraint("game_id", "command_id"),
)

# One line for each kind of hint that was given after so many actions. Which attempts were
# assisted follows from it.
hint = Table(
    "hint",
    metadata,
    Column("game_id", _ID, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("attempt", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    ForeignKeyConstraint(["game_id", "attempt"], ["attempt.game_id", "attempt.number"]),
)

daily = Table(
    "daily",
    metadata,
    Column("date", Date, primary_key=True),
    Column("deal", Text, nullable=False),
)

result = Table(
    "result",
    metadata,
    Column("game_id", _ID, primary_key=True),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("status", String(16), nullable=False),
    Column("points", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("longest_chain", Integer, nullable=False),
    Column("cards_left", Integer, nullable=False),
    Column("ended_at", UtcTime, nullable=False),
    ForeignKeyConstraint(["game_id", "attempt"], ["attempt.game_id", "attempt.number"]),
)
