"""The tables of the database; the migrations make them, this is how we speak of them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()
_Growing = BigInteger().with_variant(Integer, "sqlite")

battles = Table(
    "battles",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("created", Float, nullable=False),
    Column("setup", LargeBinary, nullable=False),  # book, scenario, forces, options, dice
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("status", String(8), nullable=False),  # "new", "on" or "over"
    Column("round", Integer, nullable=False),
    Column("result", LargeBinary),
    Column("memo", LargeBinary),  # what is settled but not yet on record: calls, autos
    Column("owner", String(40)),  # the process that plays it now
)

seats = Table(
    "seats",
    metadata,
    Column("battle", String(24), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("kind", String(8), nullable=False),  # "person", "computer" or "open"
    Column("level", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("token", String(64), nullable=False),  # a hash; the secret itself is nowhere
)

lines = Table(
    "lines",
    metadata,
    Column("id", _Growing, primary_key=True, autoincrement=True),
    Column("battle", String(24), nullable=False),
    Column("n", Integer, nullable=False),
    Column("line", LargeBinary, nullable=False),
    UniqueConstraint("battle", "n", name="one_line_each"),
)

chats = Table(
    "chats",
    metadata,
    Column("id", _Growing, primary_key=True, autoincrement=True),
    Column("battle", String(24), nullable=False),
    Column("side", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("chats_of_battle", "battle"),
)

sagas = Table(
    "sagas",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("created", Float, nullable=False),
    Column("book", String(80), nullable=False),
    Column("token", String(64), nullable=False),  # a hash of its owner's secret
    Column("text", LargeBinary, nullable=False),  # its file
    Column("battle", String(24)),  # what is under way
)

processes = Table(
    "processes",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("until", Float, nullable=False),  # by the database's clock
)

letters = Table(
    "letters",
    metadata,
    Column("id", _Growing, primary_key=True, autoincrement=True),
    Column("to", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("letters_to", "to"),
)
