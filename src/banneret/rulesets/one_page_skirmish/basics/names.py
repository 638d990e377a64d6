"""What things are called in sentences and on screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..setup.on_file import forces

if TYPE_CHECKING:
    from .state import Battle, Unit


def side_name(battle: Battle, side: str) -> str:
    """A side by the names of its forces, or by its letter."""
    keys = dict.fromkeys(seat.force for seat in battle.seats if seat.side == side)
    names = [forces()[key].name for key in keys if key in forces()]
    others = {seat.force for seat in battle.seats if seat.side != side}
    if not names:
        return f"Side {side.upper()}"
    known = " and ".join(names)
    return f"{known} ({side.upper()})" if others & set(keys) else known


def player_name(battle: Battle, player: str) -> str:
    """A player by his force, and by his seat where a side has several."""
    side = player[:1]
    if sum(seat.side == side for seat in battle.seats) == 1:
        return side_name(battle, side)
    return f"{side_name(battle, side)}, {player}"


def unit_name(battle: Battle, key: int) -> str:
    """A unit; one that is not in the view is called a unit."""
    found = battle.units[key].name if 0 <= key < len(battle.units) else ""
    return found or "A unit"


def man_name(battle: Battle, key: int) -> str:
    """A figure; one that is not in the view is called somebody."""
    found = battle.figures[key].profile.name if 0 <= key < len(battle.figures) else ""
    return found or "Somebody"


def is_many(battle: Battle, key: int) -> bool:
    """Whether a unit's name stands for several men."""
    return 0 <= key < len(battle.units) and battle.units[key].kind == "group"


def was(battle: Battle, key: int) -> str:
    """Was, or were."""
    return "were" if is_many(battle, key) else "was"


def do_they(unit: Unit) -> str:
    """Do they, of a group, or does he."""
    return "do they" if unit.kind == "group" else "does he"


def are(unit: Unit) -> str:
    """Are, or is."""
    return "are" if unit.kind == "group" else "is"
