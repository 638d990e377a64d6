"""Alembic's entry: migrate over the connection the server hands in."""

from __future__ import annotations

from alembic import context

from banneret.server.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
