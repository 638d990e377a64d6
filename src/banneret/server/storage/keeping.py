"""What of a room is new and must be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.server.storage import store

if TYPE_CHECKING:
    from banneret.server.battles.room import Room
    from banneret.server.storage.store import BattleRow
    from banneret.server.storage.writer import LineRow, Statement

Kept = tuple[Any, ...]  # memo, status, round


def kept_of(battle: BattleRow) -> Kept:
    """Say how a battle is known to be kept."""
    return battle.memo, battle.status, battle.round


def to_keep(room: Room, before: Kept) -> tuple[list[LineRow], list[Statement], Kept]:
    """Give what is new to be kept, and how the battle will then be known to be kept."""
    added = room.ledger.take()
    rows = store.new_lines(room.id, room.ledger.length - len(added), added)
    memo, result = room.memo, room.game.result
    over = result is not None or room.closed
    status = "over" if over else "on" if room.begun else "new"
    kept = (memo, status, room.ruleset.round(room.game.now))
    others: list[Statement] = []
    if kept != before:
        if memo != before[0]:
            others.append(store.new_memo(room.id, memo))
        if kept[1:] != before[1:]:
            others.append(store.new_facts(room.id, status, kept[2], result))
    return rows, others, kept
