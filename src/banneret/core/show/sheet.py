"""A sheet of paper beside the table: a title, a table of cells, and notes."""

from __future__ import annotations

import msgspec


class Sheet(msgspec.Struct, frozen=True):
    """What a player would have lying before him, filled in as the battle stands."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    notes: tuple[str, ...] = ()
    clause: str = ""
