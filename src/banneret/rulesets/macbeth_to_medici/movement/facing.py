"""Turning in contact: Regulars of class A and B face who struck their flank (MM-MOVE-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.body import by_rect, ranks_of
from banneret.tabletop.bodies.meeting import edge_bearing, in_contact
from banneret.tabletop.shapes.bases import Rect, heading

from ..basics.state import BROKEN, IMPETUOUS, ON_TABLE
from ..basics.tables import ELEMENT_DEPTH, ELEMENT_WIDTH
from ..basics.who import base_of, put, touching
from ..ground.sight import body_of
from ..screen.events import move_of
from .courses import why_not_flank
from .dice import roll_turn
from .riders import go_along
from .ways import is_free

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.tabletop.bodies.body import Body
    from banneret.tabletop.shapes.bases import Side

    from ..basics.state import Battle, Fight, Unit


@clause("MM-MOVE-41", "MM-MOVE-23", "MM-INIT-09")
def turnable(battle: Battle, unit: Unit) -> list[Fight]:
    """The contacts in its flanks that a unit could turn to face at its next move.

    Only Regulars of class A and B, formed, with nobody at their front, and not in the turn in
    which they were reached by initiative movement.
    """
    if unit.where != ON_TABLE or unit.morale in (BROKEN, IMPETUOUS) or unit.deeds.contacted:
        return []
    if unit.reforming or why_not_flank(unit) is not None:
        return []
    mine = [f for f in battle.fights if unit.id in (f.mover, f.other) and f.since < battle.turn]
    if len(mine) != 1 or len(touching(battle, unit)) != 1:
        return []
    return [f for f in mine if f.other == unit.id and f.edge in ("left", "right")]


def _turned(unit: Unit, rect: Rect, side: Side) -> Body:
    """The body turned a quarter, its new front where the struck edge was."""
    files = min(unit.ranks, unit.elements)
    ranks = ranks_of(unit.elements, files)
    out = edge_bearing(rect, side)
    ux, uy = heading(out)
    wide, deep = files * ELEMENT_WIDTH, ranks * ELEMENT_DEPTH
    back = rect.hw - deep * 0.5
    there = Rect(rect.x + ux * back, rect.y + uy * back, out, wide, deep)
    return by_rect(body_of(unit), there, files)


@clause("MM-MOVE-41", "MM-MOVE-23", "MM-MOVE-42")
def ask_turns(table: Table[Battle], units: list[Unit]) -> None:
    """Ask for each unit struck in flank since last turn whether it turns to face."""
    battle = table.state
    for unit in units:
        for fight in turnable(battle, unit):
            foe = battle.units[fight.mover]
            body = _turned(unit, base_of(battle, unit), "left" if fight.edge == "left" else "right")
            if not is_free(battle, unit, body.rect):
                continue
            if not in_contact(body.rect, base_of(battle, foe)):
                continue
            answer = table.ask(
                Pick(
                    unit.side,
                    "face_flank",
                    f"{foe.profile.name} are in the flank of {unit.profile.name}",
                    ("turn", "stay"),
                    label={
                        "turn": "Turn to face them",
                        "stay": "Fight on as they stand",
                    }.__getitem__,
                    about=(unit.id, foe.id),
                    usual="turn",
                )
            )
            if answer == "turn":
                _turn(table, unit, body, fight)


def _turn(table: Table[Battle], unit: Unit, body: Body, fight: Fight) -> None:
    battle = table.state
    cost = roll_turn(table, unit)
    unit.files = body.files
    put(battle, unit, body.x, body.y, body.facing)
    go_along(battle, unit)
    unit.deeds.used = round(unit.deeds.used + cost, 3)
    unit.deeds.rate = unit.deeds.rate or "normal"
    fight.edge = fight.zone = "front"
    table.tell(move_of(unit, "turn"))
