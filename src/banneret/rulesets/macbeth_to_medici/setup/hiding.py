"""Ambush: where it may lie hidden, and when it is seen (MM-SETUP-15)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.tabletop.shapes.measuring import gap, overlaps

from ..basics.state import ALIVE, AWAY, HIDDEN, NOBODY, ON_TABLE, changed
from ..basics.tables import SIDE_MARGIN, ZONE_DEPTH
from ..basics.who import base_of, enemies_of, enemy, footprint
from ..ground.features import blocked_by_ground, is_on_table, land
from ..ground.sight import crest_hides, ground_hides, points_of
from ..screen.deeds import Revealed
from .beginning import take_post

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table
    from banneret.tabletop.shapes.bases import Rect
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Unit
    from ..ground.features import Feature

ENEMY_ZONE_OFF = 18
SEEN_BY_UNIT = 6
SEEN_BY_RIDER = 3


@clause("MM-SETUP-15")
def ambush_refusal(battle: Battle, unit: Unit, rect: Rect) -> Refusal | None:
    """Unseen from the enemy's zone, in bad going or behind a crest, and far enough from it."""
    if blocked_by_ground(battle, rect) or not is_on_table(battle, rect):
        return Refusal("nobody can stand there", "MM-SETUP-15")
    covered = any(_covers(feature, rect) for feature in _covers_of(battle))
    if not covered and not _is_unseen(battle, unit.side, rect, crest_hides):
        return Refusal("an ambush lies wholly in bad going or behind a crest", "MM-SETUP-15")
    if not _is_unseen(battle, unit.side, rect, ground_hides):
        return Refusal("it would be seen from the enemy's zone", "MM-SETUP-15")
    taken = [u for u in battle.units if u.where in (ON_TABLE, HIDDEN) and u.id != unit.id]
    if any(overlaps(rect, base_of(battle, one)) for one in taken):
        return Refusal("units may not overlap", "MM-SETUP-15")
    if not _far_enough(battle, unit.side, rect):
        return Refusal("too near to the enemy's zone", "MM-SETUP-15")
    return None


def _covers_of(battle: Battle) -> list[Feature]:
    return [one for one in land(battle).features if one.cls == 3 and one.closed]


def _covers(feature: Feature, rect: Rect) -> bool:
    return all(feature.holds(corner) for corner in rect.corners)


def _is_unseen(
    battle: Battle, side: str, rect: Rect, hides: Callable[[Battle, Point, Point], bool]
) -> bool:
    """Whether no point of the enemy's zone sees any of it; points four inches apart are tried."""
    deep, wide = battle.scenario.depth, battle.scenario.width
    south = battle.base[side] == "south"
    ys = (deep - ZONE_DEPTH, deep) if south else (ZONE_DEPTH, 0)
    eyes = [(float(x), float(y)) for x in range(SIDE_MARGIN, wide - SIDE_MARGIN + 1, 4) for y in ys]
    return all(hides(battle, eye, p) for p in points_of(rect) for eye in eyes)


def _far_enough(battle: Battle, side: str, rect: Rect) -> bool:
    deep = battle.scenario.depth
    south = battle.base[side] == "south"
    own_half = rect.y1 <= deep / 2 if south else rect.y0 >= deep / 2
    off = (deep - ZONE_DEPTH) - rect.y1 if south else rect.y0 - ZONE_DEPTH
    return own_half or off >= ENEMY_ZONE_OFF


def ambush_spots(battle: Battle, unit: Unit) -> list[Place1]:
    """A few places where a unit may lie hidden."""
    facing = 0.0 if battle.base[unit.side] == "south" else 180.0
    found: list[Place1] = []
    back = -1.0 if facing == 0.0 else 1.0
    for feature in [*_covers_of(battle), *[h for h in land(battle).hills if h.height]]:
        xs = [p[0] for p in feature.points]
        ys = [p[1] for p in feature.points]
        hill = feature.kind == "hill"
        behind = (max(ys) if back > 0 else min(ys)) + back * (unit.ranks * 0.5 + 0.5)
        for across in (0.5, 0.3, 0.7):
            for along in (0.5,) if hill else (0.5, 0.3, 0.7):
                x = min(xs) + across * (max(xs) - min(xs))
                y = behind if hill else min(ys) + along * (max(ys) - min(ys))
                for turn in (facing, (facing + 90.0) % 360.0):
                    base = footprint(0.0, 0.0, turn, unit.files, unit.ranks)
                    rect = type(base)(x, y, turn, base.width, base.depth)
                    if ambush_refusal(battle, unit, rect) is None:
                        found.append(Place1(round(x, 3), round(y, 3), turn))
    return found[:6]


# -- seen


@clause("MM-SETUP-15", "MM-SETUP-19")
def look_out(table: Table[Battle]) -> None:
    """Hidden units are revealed when an enemy comes near."""
    battle = table.state
    for unit in battle.units:
        if unit.where == HIDDEN and _is_found(battle, unit):
            reveal(table, unit, "the ambush is discovered")


def _is_found(battle: Battle, unit: Unit) -> bool:
    base = base_of(battle, unit)
    if any(gap(base, base_of(battle, one)) <= SEEN_BY_UNIT for one in enemies_of(battle, unit)):
        return True
    side = enemy(unit.side)
    riders = [(o.x, o.y) for o in battle.officers if o.side == side and o.fate == ALIVE]
    riders += [(m.x, m.y) for m in battle.messengers if m.side == side and m.fate == "riding"]
    return any(hypot(x - base.x, y - base.y) - base.radius <= SEEN_BY_RIDER for x, y in riders)


@clause("MM-SETUP-15")
def reveal(table: Table[Battle], unit: Unit, why: str) -> None:
    """A hidden unit stands openly on the table from now on."""
    battle = table.state
    unit.where = ON_TABLE
    unit.arrived = battle.turn
    for one in battle.detachments:  # his stand is hidden as long as his men are
        if unit.id in one.units and one.officer != NOBODY:
            officer = battle.officers[one.officer]
            if officer.fate == AWAY:
                take_post(officer, unit)
    changed(battle)
    table.tell(Revealed((unit.id,), why))


@clause("MM-SETUP-24")
def unveil(table: Table[Battle], unit: Unit) -> None:
    """A unit that carried branches is seen for what it is."""
    if unit.veiled:
        unit.veiled = False
        table.tell(Revealed((unit.id,), "the branches fall"))
