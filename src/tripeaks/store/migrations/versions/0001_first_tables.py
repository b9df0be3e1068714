"""The first tables: player, game, attempt, action, daily, result."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# A migration is frozen: it spells out its columns instead of asking tripeaks.store.schema.
_ID = sa.String(64)
_NAME = sa.String(16)
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "player",
        sa.Column("id", _ID, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
    )
    _create_game()
    _create_attempt_and_action()
    op.create_table(
        "daily",
        sa.Column("date", sa.Date, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("date", name="pk_daily"),
    )
    _create_result()


def downgrade() -> None:
    """Drop the tables."""
    for name in ("result", "daily", "action", "attempt", "game", "player"):
        op.drop_table(name)


def _create_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", _ID, nullable=False),
        sa.Column("player_id", _ID, nullable=False),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("daily", sa.Date),
        sa.Column("status", _NAME, nullable=False),
        sa.Column("started_at", _TIME, nullable=False),
        sa.Column("updated_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_game_player_id"),
        sa.UniqueConstraint("player_id", "daily", name="uq_game_player_id_daily"),
    )
    for columns in (
        ["player_id", "status", "updated_at"],
        ["player_id", "started_at"],
        ["player_id", "deal"],
    ):
        op.create_index("ix_game_" + "_".join(columns), "game", columns)


def _create_attempt_and_action() -> None:
    op.create_table(
        "attempt",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("after_seq", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_attempt"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_attempt_game_id"),
    )
    op.create_table(
        "action",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("command_id", _ID),
        sa.Column("kind", _NAME, nullable=False),
        sa.Column("slot", sa.Integer),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_action"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_action_game_id"),
        sa.UniqueConstraint("game_id", "seq", name="uq_action_game_id_seq"),
        sa.UniqueConstraint("game_id", "command_id", name="uq_action_game_id_command_id"),
    )


def _create_result() -> None:
    op.create_table(
        "result",
        sa.Column("game_id", _ID, nullable=False),
        sa.Column("attempt", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("status", _NAME, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.Column("longest_chain", sa.Integer, nullable=False),
        sa.Column("cards_left", sa.Integer, nullable=False),
        sa.Column("ended_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "attempt", name="pk_result"),
        sa.ForeignKeyConstraint(
            ["game_id", "attempt"],
            ["attempt.game_id", "attempt.number"],
            name="fk_result_game_id_attempt",
        ),
    )
