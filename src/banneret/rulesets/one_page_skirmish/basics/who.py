"""Who is who in a battle: sides and players, who stands with a unit, who leads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.tabletop.shapes.measuring import within

from .battle import COHESION_INCHES, NOBODY, ON_TABLE, STEADY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .battle import Battle, Figure, Unit


def side_of_player(battle: Battle, player: str) -> str:
    """Name the side a player fights for."""
    for seat in battle.seats:
        if seat.key == player:
            return seat.side
    raise KeyError(player)


def players_of(battle: Battle, side: str) -> tuple[str, ...]:
    """Name the players of a side: who may know its secrets."""
    muster = battle.memo.muster
    key = ("players", side)
    found: tuple[str, ...] | None = muster.get(key)
    if found is None:
        found = muster[key] = tuple([seat.key for seat in battle.seats if seat.side == side])
    return found


def enemy(side: str) -> str:
    """Name the other side."""
    return "b" if side == "a" else "a"


def unit_of(battle: Battle, figure: Figure) -> Unit:
    """The unit a figure belongs to now."""
    return battle.units[figure.unit]


def is_stunned(figure: Figure) -> bool:
    """Whether he lies stunned."""
    return figure.stun >= 0


def standing(battle: Battle, unit: Unit) -> list[Figure]:
    """The unit's figures on the table, stunned ones included; the list is shared."""
    found = battle.memo.standing.get(unit.id)
    if found is None:
        figures = battle.figures
        found = battle.memo.standing[unit.id] = [
            figure
            for member in unit.members
            if (figure := figures[member]).fate == ON_TABLE and figure.unit == unit.id
        ]
    return found


def on_table(battle: Battle) -> Sequence[Figure]:
    """Every figure on the table, hidden ones included."""
    memo = battle.memo
    found = memo.on_table
    if found is None:
        found = memo.on_table = [f for f in battle.figures if f.fate == ON_TABLE]
    return found


def enemies(battle: Battle, side: str) -> Sequence[Figure]:
    """Every figure of the other side on the table, hidden ones included."""
    known = battle.memo.enemies
    found = known.get(side)
    if found is None:
        found = known[side] = [f for f in on_table(battle) if f.side != side]
    return found


def stunned(battle: Battle) -> Sequence[Figure]:
    """Every figure that lies stunned; mostly nobody does."""
    memo = battle.memo
    found = memo.stunned
    if found is None:
        found = memo.stunned = [f for f in battle.figures if f.stun >= 0]
    return found


def in_combat(battle: Battle) -> Sequence[Figure]:
    """Every figure with the result of a fight to its name, on the table or not."""
    memo = battle.memo
    found = memo.in_combat
    if found is None:
        found = memo.in_combat = [f for f in battle.figures if f.combat]
    return found


def hidden_units(battle: Battle) -> Sequence[Unit]:
    """Every unit that is hidden, of both sides."""
    memo = battle.memo
    found = memo.hidden
    if found is None:
        found = memo.hidden = [unit for unit in battle.units if unit.hidden]
    return found


def leaderless(battle: Battle) -> Sequence[Unit]:
    """Every group without a leader, of both sides; mostly there is none."""
    memo = battle.memo
    found = memo.leaderless
    if found is None:
        found = memo.leaderless = [
            unit for unit in battle.units if unit.leader == NOBODY and unit.kind == "group"
        ]
    return found


def seen_enemies(battle: Battle, side: str) -> Sequence[Figure]:
    """Figures of the other side on the table that this side knows of, stunned ones included."""
    muster = battle.memo.muster
    key = ("enemies", side)
    found: Sequence[Figure] | None = muster.get(key)
    if found is None:
        units = battle.units
        found = muster[key] = (
            [f for f in enemies(battle, side) if not units[f.unit].hidden]
            if hidden_units(battle)
            else enemies(battle, side)
        )
    return found


def leader_of(battle: Battle, unit: Unit) -> Figure | None:
    """The leader if he can lead: on the table, with the unit, not stunned (OP-LEAD-14)."""
    if unit.leader == NOBODY:
        return None
    leader = battle.figures[unit.leader]
    if leader.fate != ON_TABLE or leader.unit != unit.id or leader.stun >= 0:
        return None
    return leader


def guide_of(battle: Battle, unit: Unit) -> Figure | None:
    """Whoever leads the unit: its leader, or its Knight acting alone but still within 6 inches.

    Such a Knight is not away (OP-GROUP-09), so the group is led; but it does not go with him, so
    he is not `leader_of`, whose move is measured.
    """
    leader = leader_of(battle, unit)
    if leader is not None or unit.leader == NOBODY:
        return leader
    knight = battle.figures[unit.leader]
    if knight.unit == unit.id or knight.fate != ON_TABLE or knight.stun >= 0:
        return None
    return knight if near_unit(battle, knight, unit, COHESION_INCHES) else None


def is_led(battle: Battle, unit: Unit) -> bool:
    """Whether its leader is on the table, not stunned and not away (OP-LEAD-14)."""
    return guide_of(battle, unit) is not None


def is_free(battle: Battle, unit: Unit) -> bool:
    """Steady and led (OP-LEAD-14)."""
    return unit.status == STEADY and guide_of(battle, unit) is not None


def on_the_way(unit: Unit) -> bool:
    """Whether the unit has still to come on (OP-SCEN-07)."""
    return unit.arrival_round > 0


def is_straggler(battle: Battle, figure: Figure) -> bool:
    """Further than 6 inches from a leader able to lead (OP-GROUP-05)."""
    leader = guide_of(battle, battle.units[figure.unit])
    return leader is not None and not within(figure.base, leader.base, COHESION_INCHES)


def awake(battle: Battle, unit: Unit) -> list[Figure]:
    """The unit's figures on the table that are not stunned; the list is shared."""
    found = battle.memo.awake.get(unit.id)
    if found is None:
        found = battle.memo.awake[unit.id] = [
            figure for figure in standing(battle, unit) if figure.stun < 0
        ]
    return found


def near_unit(battle: Battle, figure: Figure, unit: Unit, inches: float) -> bool:
    """Whether some figure of the unit is within that distance (OP-SCALE-03, 04)."""
    return any(within(figure.base, other.base, inches) for other in standing(battle, unit))
