"""Quiet deeds of one figure: turning, changing weapon, gates, and things to be seized."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Place1
from banneret.core.questions.lazy import LazyPlace
from banneret.tabletop.shapes.measuring import (
    TOLERANCE,
    Rect,
    bearing,
    polyline_within,
    segment_hits_base,
    snap,
)

from ..basics.state import Battle, Figure, on_table, put, seen_enemies
from ..ground.clearance import hidden_foes
from ..ground.lay import GATE_OPEN, GATE_SHUT, turn_gate
from ..melee import injuries
from ..screen.events import Did, GateMoved, Turned
from ..setup.on_file import Seize
from ..shooting.archery import may_turn
from .ending import score
from .hidden import reveal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table
    from banneret.tabletop.ground.pieces import Area, Line
    from banneret.tabletop.shapes.measuring import Point


# -- turning on the spot


@clause("OP-FIG-05")
def turn(table: Table[Battle], figure: Figure) -> None:
    """He turns on the spot to any facing his base has room for."""
    battle = table.state
    base = figure.base

    def allows(places: dict[int, Place1]) -> Refusal | None:
        x, y, facing = places[figure.id]
        if abs(x - base.x) > TOLERANCE or abs(y - base.y) > TOLERANCE:
            return Refusal("He turns on the spot.", "OP-FIG-05")
        return None if facing == base.facing else may_turn(battle, figure, facing)

    def turned(where: Callable[[Battle, Figure], float]) -> dict[int, Place1] | None:
        facing = where(battle, figure)
        if facing != base.facing and may_turn(battle, figure, facing) is not None:
            return None
        return {figure.id: Place1(base.x, base.y, facing)}

    place = table.ask(
        LazyPlace(
            figure.player,
            "figure.turn",
            f"Which way does {figure.profile.name} face?",
            (figure.id,),
            allows=allows,
            makers=_WAYS_TO_FACE,
            draw=turned,
            about=(figure.unit, figure.id),
        )
    )[figure.id]
    if place.facing != base.facing:  # who stays as he is disturbs nothing that is known of places
        put(battle, figure, base.x, base.y, place.facing)
    table.tell(Turned(figure.id, figure.base.facing))


def _to_the_enemy(battle: Battle, figure: Figure) -> float:
    """Towards the nearest enemy he knows of."""
    x, y = figure.base.x, figure.base.y
    best, near = 1e9, None
    for enemy in seen_enemies(battle, figure.side):
        there = enemy.base
        far = (there.x - x) ** 2 + (there.y - y) ** 2
        if far < best:
            best, near = far, there
    return figure.base.facing if near is None else snap(bearing((x, y), (near.x, near.y)))


def _about(_battle: Battle, figure: Figure) -> float:
    return (figure.base.facing + 180.0) % 360.0


def _as_he_is(_battle: Battle, figure: Figure) -> float:
    return figure.base.facing


_WAYS_TO_FACE = (_to_the_enemy, _about, _as_he_is)


# -- the weapon in hand


@clause("OP-WPN-01", "OP-WPN-05", "OP-WPN-06")
def holding_refusal(figure: Figure, weapon: str) -> Refusal | None:
    """Lances are for riders, polearms for men on foot; a lance once dropped is gone."""
    if weapon == "lance" and figure.lance_dropped:
        return Refusal("His lance is lost.", "OP-WPN-05")
    if weapon == "lance" and not figure.mounted:
        return Refusal("Only a rider holds a lance.", "OP-WPN-05")
    if weapon == "polearm" and figure.mounted:
        return Refusal("A polearm is used on foot only.", "OP-WPN-06")
    return None


def _others(figure: Figure) -> list[str]:
    return [weapon for weapon in figure.profile.weapons if weapon != figure.in_hand]


@clause("OP-ACT-08", "OP-WPN-03")
def changing_refusal(_battle: Battle, figure: Figure) -> Refusal | None:
    """He needs another weapon that he can hold as he is."""
    why: Refusal | None = Refusal("He has no other weapon.", "OP-WPN-03")
    for weapon in _others(figure):
        why = holding_refusal(figure, weapon)
        if why is None:
            return None
    return why


@clause("OP-ACT-08", "OP-WPN-03", "OP-LOAD-05", "OP-LOAD-07")
def change_weapon(table: Table[Battle], figure: Figure) -> None:
    """He takes another weapon in hand; a load not yet complete is lost."""
    allowed = [weapon for weapon in _others(figure) if holding_refusal(figure, weapon) is None]
    figure.in_hand = table.ask(
        Pick(
            figure.player,
            "figure.weapon",
            f"What does {figure.profile.name} take in hand?",
            allowed,
            label=lambda weapon: weapon.replace("_", " "),
            about=(figure.unit, figure.id),
        )
    )
    injuries.break_off(table.state, figure)
    table.tell(Did(figure.id, "change_weapon", figure.in_hand))


# -- gates


def has_gates(battle: Battle) -> bool:
    """Whether any gate on the table can be moved."""
    nets = battle.ground.nets
    found = nets.get("gates")
    if found is None:
        gates = [line for line in battle.ground.lines if line.kind in (GATE_OPEN, GATE_SHUT)]
        found = nets["gates"] = bool(gates)
    return bool(found)


def _gates(battle: Battle, figure: Figure, kind: str) -> list[Line]:
    """The gates of that kind he touches."""
    return [
        line
        for line in battle.ground.lines
        if line.kind == kind and _touches(line, line.points, figure.base)
    ]


@clause("OP-TERR-08")
def gate_refusal(battle: Battle, figure: Figure, *, opening: bool) -> Refusal | None:
    """A man on foot opens a shut gate he touches, or shuts an open one in which nobody stands."""
    if figure.mounted:
        return Refusal("Gates are moved on foot.", "OP-TERR-08")
    gates = _gates(battle, figure, GATE_SHUT if opening else GATE_OPEN)
    if not gates:
        word = "shut" if opening else "open"
        return Refusal(f"He touches no {word} gate.", "OP-TERR-08")
    if not opening and all(_is_blocked(battle, gate) for gate in gates):
        return Refusal("Somebody stands in the gate.", "OP-TERR-08")
    return None


def _is_blocked(battle: Battle, gate: Line) -> bool:
    """Whether anybody, or a riderless mount, stands in a gate."""
    bases = [figure.base for figure in on_table(battle)] + [m.base for m in battle.mounts]
    return any(
        segment_hits_base(gate.points[i - 1], gate.points[i], base)
        for i in range(1, len(gate.points))
        for base in bases
    )


@clause("OP-TERR-08")
def open_gate(table: Table[Battle], figure: Figure) -> None:
    """The gate stands open: no cost, and horses pass."""
    battle = table.state
    _move_gate(table, figure, _gates(battle, figure, GATE_SHUT))


@clause("OP-TERR-08")
def shut_gate(table: Table[Battle], figure: Figure) -> None:
    """The gate is shut: a wall again."""
    battle = table.state
    free = [g for g in _gates(battle, figure, GATE_OPEN) if not _is_blocked(battle, g)]
    _move_gate(table, figure, free)


def _move_gate(table: Table[Battle], figure: Figure, gates: Sequence[Line]) -> None:
    battle = table.state
    gate: str = table.ask(
        Pick(
            figure.player,
            "figure.target",
            "Which gate?",
            [line.id for line in gates],
            about=(figure.unit, figure.id, "gate"),
        )
    )
    reveal(table, battle.units[figure.unit], "moving a gate")
    table.tell(GateMoved(gate, turn_gate(battle, gate), figure.id))


# -- things to be seized


def _objects(battle: Battle, side: str) -> list[str]:
    """What the side can still score by seizing (OP-SCORE-05)."""
    muster = battle.memo.muster
    key = ("to seize", side)
    found: list[str] | None = muster.get(key)
    if found is None:
        scored = {index for index, _, _ in battle.objective_points}
        found = muster[key] = [
            objective.object
            for index, objective in enumerate(battle.scenario.objective)
            if isinstance(objective, Seize)
            and objective.for_ in (side, "either")
            and index not in scored
        ]
    return found


def may_seize(battle: Battle, side: str) -> bool:
    """Whether there is anything left for this side to seize."""
    return bool(_objects(battle, side))


def touches_piece(battle: Battle, base: Rect, key: str) -> bool:
    """Whether a base is inside a piece of terrain or in contact with it."""
    ground = battle.ground
    for area in ground.areas:
        if area.id == key and (area.holds((base.x, base.y)) or _touches(area, area.ring, base)):
            return True
    for line in ground.lines:
        if line.id == key and _touches(line, line.points, base):
            return True
    return False


def _touches(piece: Area | Line, points: Sequence[Point], base: Rect) -> bool:
    """Whether a base is in contact with a line or an outline."""
    return (
        piece.x0 - TOLERANCE <= base.x1
        and piece.x1 + TOLERANCE >= base.x0
        and piece.y0 - TOLERANCE <= base.y1
        and piece.y1 + TOLERANCE >= base.y0
        and polyline_within(base, points, 0.0)
    )


@clause("OP-SCORE-05")
def _seizable(battle: Battle, figure: Figure) -> list[str]:
    """Objects he touches or stands in that no unstunned enemy touches or stands in."""
    return [
        key
        for key in _objects(battle, figure.side)
        if touches_piece(battle, figure.base, key)
        and not any(
            enemy.stun < 0 and touches_piece(battle, enemy.base, key)
            for enemy in seen_enemies(battle, figure.side)
        )
    ]


@clause("OP-SCORE-05")
def seizing_refusal(battle: Battle, figure: Figure) -> Refusal | None:
    """He must touch the thing, or stand in it, with no enemy there."""
    if not any(touches_piece(battle, figure.base, k) for k in _objects(battle, figure.side)):
        return Refusal("There is nothing to seize here.", "OP-SCORE-05")
    if not _seizable(battle, figure):
        return Refusal("An enemy disputes it.", "OP-SCORE-05")
    return None


@clause("OP-SCORE-05")
def seize(table: Table[Battle], figure: Figure) -> None:
    """He takes hold of it for his side."""
    battle = table.state
    key: str = table.ask(
        Pick(
            figure.player,
            "figure.target",
            "What is seized?",
            _seizable(battle, figure),
            about=(figure.unit, figure.id, "seize"),
        )
    )
    reveal(table, battle.units[figure.unit], "seizing")
    table.tell(Did(figure.id, "seize", key))
    if not _ambushed(table, figure, key):
        score.seize(table, figure, key)


@clause("OP-SCORE-05", "OP-HIDE-05")
def _ambushed(table: Table[Battle], figure: Figure, key: str) -> bool:
    """Whether hidden enemies keep the thing after all; whoever lays hands on it finds them."""
    battle = table.state
    found = {
        foe.unit
        for foe in hidden_foes(battle, figure.side)
        if foe.stun < 0 and touches_piece(battle, foe.base, key)
    }
    for unit in sorted(found):
        reveal(table, battle.units[unit], "somebody came to seize what it held")
    return bool(found)
