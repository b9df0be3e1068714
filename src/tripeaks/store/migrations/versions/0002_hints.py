"""Hints that were given, and games dealt as ones that can be won."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what a game was dealt as, and the hints; games of before were dealt as any."""
    op.add_column("game", sa.Column("proof", sa.Text))
    op.add_column("game", sa.Column("difficulty", sa.String(16)))
    op.create_table(
        "hint",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", "kind", name="pk_hint"),
        sa.ForeignKeyConstraint(
            ["game_id", "attempt"],
            ["attempt.game_id", "attempt.number"],
            name="fk_hint_game_id_attempt",
        ),
    )


def downgrade() -> None:
    """Drop the hints, and what a game was dealt as."""
    op.drop_table("hint")
    for name in ("proof", "difficulty"):
        op.drop_column("game", name)
