"""Deploying: battle by battle, or in secret; orders are written last (MM-SETUP-07 to 15)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.answers import Place1
from banneret.core.questions.choices import Pick, Place
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import overlaps

from ..basics.state import HIDDEN, NOBODY, OFF_TABLE, ON_TABLE, SIDES, Detachment, changed
from ..basics.tables import ARMY_LIMITS, OUTFLANK_TURN, SIDE_MARGIN, ZONE_DEPTH
from ..basics.who import base_of, enemy, footprint
from ..ground.features import blocked_by_ground
from ..screen.deeds import Deployed
from .beginning import plant_defences, take_post
from .hiding import ambush_refusal, ambush_spots
from .officers import bear_grudges

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit, Ward

ORDERS = ("attack", "advance", "hold", "support", "reserve", "withdraw")


# -- zones


@clause("MM-SETUP-07")
def zone_of(battle: Battle, side: str) -> tuple[float, float, float, float]:
    """The box a side deploys in: 12 inches deep, 6 off the side edges."""
    wide, deep = battle.scenario.width, battle.scenario.depth
    if battle.base[side] == "south":
        return (SIDE_MARGIN, 0.0, wide - SIDE_MARGIN, ZONE_DEPTH)
    return (SIDE_MARGIN, deep - ZONE_DEPTH, wide - SIDE_MARGIN, deep)


def facing_of(battle: Battle, side: str) -> float:
    """Towards the enemy's base edge."""
    return 0.0 if battle.base[side] == "south" else 180.0


def rect_at(unit: Unit, place: Place1) -> Rect:
    """The footprint of a unit whose centre is put somewhere."""
    x, y, facing = place
    base = footprint(0.0, 0.0, facing, unit.files, unit.ranks)
    return Rect(x, y, facing % 360.0, base.width, base.depth)


def put_centre(battle: Battle, unit: Unit, place: Place1) -> None:
    """Set a unit down by the centre of its footprint."""
    base = rect_at(unit, place)
    unit.x = round(base.x + base.ux * base.hd, 3)
    unit.y = round(base.y + base.uy * base.hd, 3)
    unit.heading = round(base.facing, 2) % 360.0
    changed(battle)


# -- who is left to deploy


def undeployed(battle: Battle, side: str) -> list[Ward]:
    """Wards that have units to place, the reserve last."""
    found = [w for w in battle.wards if w.side == side and waiting(battle, w)]
    return sorted(found, key=lambda w: (w.order == "reserve", w.id))


def waiting(battle: Battle, ward: Ward) -> list[Unit]:
    """Units of a ward that should stand on the table and do not yet."""
    away = {u for d in battle.detachments for u in d.units}
    return [
        u
        for u in battle.units
        if u.ward == ward.id and u.where == OFF_TABLE and not ward.arrives and u.id not in away
    ]


# -- detachments


@clause("MM-SETUP-13", "MM-SETUP-14", "MM-SETUP-16")
def detach(table: Table[Battle]) -> None:
    """Each side that deploys itself may write down an ambush and an outflanking force."""
    battle = table.state
    sides = [side for side in SIDES if undeployed(battle, side)]
    questions = [_detachment(battle, side, kind) for side in sides for kind in _KINDS]
    answers = table.ask_all(questions)
    for (side, kind), units in zip([(s, k) for s in sides for k in _KINDS], answers, strict=True):
        name, _, edge = kind.partition("_")
        again = any((one.side, one.kind) == (side, name) for one in battle.detachments)
        if units and not again and not _too_much(battle, side, units):
            battle.detachments += (_written(table, side, name, tuple(units), edge),)
    battle.deployers = tuple(sides)
    battle.phase = "deploy" if sides else "ready"
    if any(one.kind == "ambush" for one in battle.detachments):
        battle.phase = "hide"


_KINDS = ("ambush", "outflank_left", "outflank_right")


@clause("MM-SETUP-14", "MM-SETUP-16")
def _written(
    table: Table[Battle], side: str, kind: str, units: tuple[int, ...], edge: str
) -> Detachment:
    """What is written about a force: its earliest turn, and whether its officer goes with it."""
    battle = table.state
    ward = battle.wards[battle.units[units[0]].ward]
    officer = battle.officers[ward.officer]
    goes = all(u.id in units for u in waiting(battle, ward))  # who else would have him?
    turn = 0
    with table.privately((side,)):
        if kind == "outflank":
            turns = range(OUTFLANK_TURN, battle.scenario.turn_limit + 1)
            turn = table.ask(
                Pick(side, "outflank_turn", "Not before which turn?", turns, usual=OUTFLANK_TURN)
            )
        if not goes and not any(one.officer == officer.id for one in battle.detachments):
            prompt = f"Does {officer.name} go with them?"
            asked = Pick(side, "goes_along", prompt, ("no", "yes"), usual="no")
            goes = table.ask(asked) == "yes"
    return Detachment(side, kind, units, edge, turn, officer=officer.id if goes else NOBODY)


def _detachment(battle: Battle, side: str, kind: str) -> Pick[int]:
    own = [u.id for w in undeployed(battle, side) for u in waiting(battle, w)]
    words = {
        "ambush": "Units to lie in ambush",
        "outflank_left": "Units to ride round by the left edge",
        "outflank_right": "Units to ride round by the right edge",
    }

    def allows(units: tuple[int, ...]) -> Refusal | None:
        if len({battle.units[one].ward for one in units}) > 1:
            return Refusal("a detachment comes from one battle", "MM-SETUP-14")
        if _too_much(battle, side, units):
            return Refusal("a fifth of the army's points at most", "MM-SETUP-14")
        return None

    small = [one for one in own if not _too_much(battle, side, (one,))]
    return Pick(
        side,
        kind,
        words[kind],
        own,
        label=lambda one: battle.units[one].profile.name,
        least=0,
        most=ARMY_LIMITS["detachment_units"],
        allows=allows,
        sets=lambda: [(), *[(one,) for one in small[:3]]],
    )


@clause("MM-SETUP-14")
def _too_much(battle: Battle, side: str, units: Sequence[int]) -> bool:
    """Whether detachments would be more than a fifth of the points, or take somebody twice."""
    there = [u for d in battle.detachments if d.side == side for u in d.units]
    if set(there) & set(units):
        return True
    points = sum([battle.units[one].profile.points for one in (*there, *units)])
    return points > Fraction(ARMY_LIMITS["detachment_share"]) * battle.starting[side]


@clause("MM-SETUP-15")
def hide(table: Table[Battle]) -> None:
    """Ambushers are placed, unseen by the enemy."""
    battle = table.state
    kept = []
    for one in battle.detachments:
        if one.kind == "ambush" and not _hidden(table, one):
            continue
        kept.append(one)
    battle.detachments = tuple(kept)
    battle.phase = "deploy"


def _hidden(table: Table[Battle], one: Detachment) -> bool:
    battle = table.state
    for key in one.units:
        unit = battle.units[key]
        spots = ambush_spots(battle, unit)
        if not spots:
            return False
        with table.privately((one.side,)):
            place = table.ask(_hiding_place(battle, unit, spots))
        put_centre(battle, unit, place[key])
        unit.where = HIDDEN
        changed(battle)
    return True


def _hiding_place(battle: Battle, unit: Unit, spots: Sequence[Place1]) -> Place:
    return Place(
        unit.side,
        "ambush",
        f"Hide {unit.profile.name}",
        (unit.id,),
        lambda places: ambush_refusal(battle, unit, rect_at(unit, places[unit.id])),
        lambda: [{unit.id: spot} for spot in spots],
    )


# -- placing battles


@clause("MM-SETUP-08", "MM-SETUP-25")
def deploy(table: Table[Battle]) -> None:
    """One battle at a time, the defender first; or both sides in secret, shown together."""
    battle = table.state
    sides = [side for side in _in_turn(battle) if undeployed(battle, side)]
    if not sides:
        battle.phase = "ready"
        return
    if battle.options.secret_deployment:
        _deploy_secretly(table, sides)
        return
    side = _next(battle, sides)
    ward = undeployed(battle, side)[0]
    if _no_room(battle, ward):
        return
    _place(table, ward, table.ask(_question(battle, ward)))


def _in_turn(battle: Battle) -> tuple[str, str]:
    attacker = battle.attacker or "a"
    return (enemy(attacker), attacker)


def _next(battle: Battle, sides: list[str]) -> str:
    """Whose turn it is: alternating, the defender first."""
    if len(sides) == 1:
        return sides[0]
    placed = {s: sum(w.side == s and not waiting(battle, w) for w in battle.wards) for s in sides}
    return min(sides, key=lambda s: (placed[s], sides.index(s)))


def _deploy_secretly(table: Table[Battle], sides: list[str]) -> None:
    battle = table.state
    for side in sides:
        for ward in undeployed(battle, side):
            if _no_room(battle, ward):
                continue
            with table.privately((side,)):
                _place(table, ward, table.ask(_question(battle, ward)))
    battle.phase = "ready"


def _no_room(battle: Battle, ward: Ward) -> bool:
    """A battle that finds no room at all comes on in the first turn instead."""
    if next(each_array(battle, ward), None) is not None:
        return False
    ward.arrives = 1
    return True


def _question(battle: Battle, ward: Ward) -> Place:
    units = waiting(battle, ward)
    zone = zone_of(battle, ward.side)
    return Place(
        ward.side,
        "deploy",
        f"Deploy {ward.name}",
        tuple(u.id for u in units),
        lambda places: refusal(battle, ward, places),
        lambda: arrays(battle, ward),
        lambda: {"boxes": [list(zone)]},
    )


def _place(table: Table[Battle], ward: Ward, places: dict[int, Place1]) -> None:
    battle = table.state
    for key, place in places.items():
        unit = battle.units[key]
        put_centre(battle, unit, place)
        unit.where = ON_TABLE
    changed(battle)
    if all(one.officer != ward.officer for one in battle.detachments):
        take_post(battle.officers[ward.officer], battle.units[next(iter(places))])
    told = {str(key): (p[0], p[1], p[2]) for key, p in places.items()}
    table.tell(Deployed(ward.side, ward.id, told))


@clause("MM-SETUP-07")
def refusal(battle: Battle, ward: Ward, places: Mapping[int, Place1]) -> Refusal | None:
    """Whole in the zone, on good ground, not overlapping."""
    taken = [base_of(battle, u) for u in battle.units if u.where == ON_TABLE]
    for key, place in places.items():
        rect = rect_at(battle.units[key], place)
        why = _spot_refusal(battle, ward.side, rect, taken)
        if why is not None:
            return why
        taken.append(rect)
    return None


def _spot_refusal(battle: Battle, side: str, rect: Rect, taken: Sequence[Rect]) -> Refusal | None:
    x0, y0, x1, y1 = zone_of(battle, side)
    if rect.x0 < x0 - 0.001 or rect.x1 > x1 + 0.001 or rect.y0 < y0 - 0.001 or rect.y1 > y1 + 0.001:
        return Refusal("not whole in the deployment zone", "MM-SETUP-07")
    if blocked_by_ground(battle, rect):
        return Refusal("nobody can stand there", "MM-SETUP-07")
    if any(overlaps(rect, one) for one in taken):
        return Refusal("units may not overlap", "MM-SETUP-07")
    return None


def arrays(battle: Battle, ward: Ward) -> list[dict[int, Place1]]:
    """A few lawful ways to draw a battle up: from its third of the zone, the middle, an end."""
    found: list[dict[int, Place1]] = []
    for array in each_array(battle, ward):
        if array not in found:
            found.append(array)
    return found


def each_array(battle: Battle, ward: Ward) -> Iterator[dict[int, Place1]]:
    """The same, one after another as they are asked for, repeats among them."""
    wards = [w for w in battle.wards if w.side == ward.side and not w.arrives]
    share = (wards.index(ward) + 0.5) / len(wards) if ward in wards else 0.5
    for middle in (share, 0.5, 0.2, 0.8):
        for reverse in (False, True):
            array = _array(battle, ward, middle, reverse=reverse)
            if array is not None:
                yield array


def _array(battle: Battle, ward: Ward, middle: float, *, reverse: bool) -> dict[int, Place1] | None:
    """Units in one or two lines about a point of the zone; None: they do not fit."""
    taken = [base_of(battle, u) for u in battle.units if u.where == ON_TABLE]
    places: dict[int, Place1] = {}
    units = waiting(battle, ward)
    for unit in reversed(units) if reverse else units:
        spot = _free_spot(battle, unit, middle, taken)
        if spot is None:
            return None
        places[unit.id] = spot
        taken.append(rect_at(unit, spot))
    return {unit.id: places[unit.id] for unit in units}


def _free_spot(battle: Battle, unit: Unit, middle: float, taken: Sequence[Rect]) -> Place1 | None:
    """The first free spot, front lines before rear ones, spreading out from a point."""
    x0, y0, x1, y1 = zone_of(battle, unit.side)
    facing = facing_of(battle, unit.side)
    base = footprint(0.0, 0.0, facing, unit.files, unit.ranks)
    centre = x0 + (x1 - x0) * middle
    for back in (0.0, 2.0, 4.0, 6.0, 8.0, 9.0, 10.0):
        y = y1 - back - base.hd if facing == 0.0 else y0 + back + base.hd
        for step in range(44):
            aside = 1.5 * ((step + 1) // 2) * (1 if step % 2 else -1)
            spot = Place1(round(centre + aside, 3), round(y, 3), facing)
            if not x0 <= spot[0] <= x1:
                continue
            rect = Rect(spot[0], spot[1], facing, base.width, base.depth)
            if _spot_refusal(battle, unit.side, rect, taken) is None:
                return spot
    return None


# -- orders, and the word is given


@clause("MM-SETUP-10", "MM-OFFICER-06")
def ready(table: Table[Battle]) -> None:
    """Stakes stand, orders are written, grudges are borne; the first turn may begin."""
    battle = table.state
    if battle.options.free_deployment or battle.scenario.free:
        _write_orders(table)
        plant_defences(battle)
    bear_grudges(table)
    for ward in battle.wards:
        ward.posts = {
            u.id: (u.x, u.y) for u in battle.units if u.ward == ward.id and u.where == ON_TABLE
        }
        if ward.posts:
            ward.first_came = ward.first_came or 1
    changed(battle)
    battle.phase = "dawn"


@clause("MM-SETUP-10")
def _write_orders(table: Table[Battle]) -> None:
    """Each battle gets one order, known to its own side."""
    battle = table.state
    questions = [
        Pick(
            ward.side,
            "order",
            f"Order for {ward.name}",
            ORDERS,
            about=tuple(u.id for u in battle.units if u.ward == ward.id),
            usual=ward.order if ward.order in ORDERS else "attack",
        )
        for ward in battle.wards
    ]
    for ward, order in zip(battle.wards, table.ask_all(questions), strict=True):
        ward.order = order


def replaced(battle: Battle, old: Detachment, **fields: object) -> None:
    """Write a detachment anew."""
    new = msgspec.structs.replace(old, **fields)
    battle.detachments = tuple(new if one is old else one for one in battle.detachments)
