"""Battles, seats, lines, chats, processes and letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_growing = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "battles",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.Column("memo", sa.LargeBinary),
        sa.Column("owner", sa.String(40)),
    )
    op.create_table(
        "seats",
        sa.Column("battle", sa.String(24), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    _create_growing()


def _create_growing() -> None:
    op.create_table(
        "lines",
        sa.Column("id", _growing, primary_key=True, autoincrement=True),
        sa.Column("battle", sa.String(24), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("battle", "n", name="one_line_each"),
    )
    op.create_table(
        "chats",
        sa.Column("id", _growing, primary_key=True, autoincrement=True),
        sa.Column("battle", sa.String(24), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("chats_of_battle", "chats", ["battle"])
    op.create_table(
        "processes",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "letters",
        sa.Column("id", _growing, primary_key=True, autoincrement=True),
        sa.Column("to", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("letters_to", "letters", ["to"])


def downgrade() -> None:
    """Take them away again."""
    for name in ("letters", "processes", "chats", "lines", "seats", "battles"):
        op.drop_table(name)
