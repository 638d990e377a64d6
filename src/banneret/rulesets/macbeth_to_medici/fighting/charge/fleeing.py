"""Running away: evades, feints and routs, swerving or bursting through (MM-CHARGE-18, 30, 31)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.giving_way import Flight, bearing_away, swerving, towards
from banneret.tabletop.bodies.sweeping import slid_through, slide_until, stands_wholly_in
from banneret.tabletop.shapes.bases import Rect, angle_off, bearing, heading
from banneret.tabletop.shapes.contact import wall
from banneret.tabletop.shapes.segments import Point, distance

from ...basics.state import BROKEN, NOBODY, ON_TABLE, STEADY
from ...basics.tables import ELEMENT_DEPTH, ELEMENT_WIDTH, HALT_BEYOND
from ...basics.who import (
    base_of,
    enemies_of,
    footprint,
    is_gunne,
    on_table,
    put,
    rides,
    seen_by_unit,
    unbroken,
)
from ...basics.who import distance as apart
from ...command.states import become, lose, lose_elements, part
from ...ground.features import Feature, blocked_by_ground, is_exempt, is_on_table, land
from ...movement.dice import roll_deduction
from ...movement.drilling import crossed
from ...movement.passing import pass_through
from ...movement.rates import evade_bonus, evade_rate, rout_rate
from ...movement.riders import go_along, take_in
from ...movement.ways import features_on_slide, is_free
from ...screen.events import HeldBack, SweptAway, TerrainMet, TurnedAway, move_of
from .dice import roll_refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit

_STEP = 0.25
_TURN_HOME = 45.0
FLED_FIELD = "fled the field"


def nearest_unbroken(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest enemy that is not Broken."""
    foes = unbroken(enemies_of(battle, unit))
    return min(foes, key=lambda one: (apart(battle, unit, one), one.number), default=None)


def homeward(battle: Battle, side: str) -> float:
    """The direction of a side's base edge."""
    return 180.0 if battle.base.get(side, "south") == "south" else 0.0


def _walls(battle: Battle) -> list[Rect]:
    ground = land(battle)
    found = [wall(p, q) for p, q in ground.walls]
    for water in ground.water:
        ring = water.ring
        found += [wall(ring[i - 1], ring[i]) for i in range(1, len(ring))]
    return found


def _others(battle: Battle, unit: Unit, side: str | None = None) -> list[Unit]:
    return [
        one for one in on_table(battle) if one.id != unit.id and (side is None or one.side == side)
    ]


def _flight(
    battle: Battle, unit: Unit, away: float, inches: float, avoid: Sequence[Unit]
) -> Flight:
    rect = base_of(battle, unit)
    rects = [base_of(battle, one) for one in avoid]
    return swerving((rect.x, rect.y), away, inches, ELEMENT_WIDTH, [*rects, *_walls(battle)])


@clause("MM-CHARGE-18")
def has_way_out(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> bool:
    """Whether an evader could get anywhere: not surrounded, and with a path."""
    foe = min(foes, key=lambda one: apart(battle, unit, one))
    away = bearing_away(base_of(battle, unit), base_of(battle, foe))
    enemies = [one for one in _others(battle, unit) if one.side != unit.side]
    flight = _flight(battle, unit, away, 4.0, enemies)
    if flight.blocked is not None and flight.inches < 1.0:
        return False
    rect = base_of(battle, unit)
    ux, uy = heading(away)
    return is_on_table(battle, Rect(rect.x + ux, rect.y + uy, away, 1.0, 1.0))


# -- setting down


def _set_down(
    battle: Battle, unit: Unit, path: Sequence[Point], *, beyond: bool
) -> tuple[Rect | None, float, bool]:
    """Find where a runner ends: as far along its path as there is room, and what it covered.

    The last says that it ran over the edge of the table, or into ground nobody passes.
    """
    depth = base_of(battle, unit).depth
    spots: list[tuple[Point, float, float]] = []
    gone = 0.0
    over = False
    for i in range(1, len(path)):
        a, b = path[i - 1], path[i]
        long = distance(a, b)
        if long <= 0.0:
            continue
        facing = bearing(a, b)
        count = max(1, int(long / _STEP + 0.999))
        for k in range(1, count + 1):
            share = k / count
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            lane = Rect(spot[0], spot[1], facing, ELEMENT_WIDTH, depth)
            if not is_on_table(battle, lane):
                over = True
                break
            spots.append((spot, facing, gone + long * share))
        if over:
            break
        gone += long
    if over and beyond:
        return None, gone, True
    for spot, facing, went in reversed(spots):
        for turn in (0.0, 90.0):
            rect = _as_kept(unit, spot, facing + turn)
            if is_free(battle, unit, rect):
                return rect, went, False
    return None, 0.0, False


@clause("MM-MOVE-46")
def _as_kept(unit: Unit, middle: Point, facing: float) -> Rect:
    """A footprint about a point, as thousandths and hundredths will have it once it is put down."""
    facing = round(facing % 360.0, 2) % 360.0
    ux, uy = heading(facing)
    half = unit.ranks * ELEMENT_DEPTH * 0.5
    front = (round(middle[0] + ux * half, 3), round(middle[1] + uy * half, 3))
    return footprint(*front, facing, unit.files, unit.ranks)


def _stand(table: Table[Battle], unit: Unit, rect: Rect, how: str, inches: float) -> None:
    battle = table.state
    ux, uy = heading(rect.facing)
    put(battle, unit, rect.x + ux * rect.hd, rect.y + uy * rect.hd, rect.facing)
    go_along(battle, unit)
    table.tell(move_of(unit, how, inches))
    take_in(table, unit)


# -- evading and feigning


@clause("MM-CHARGE-18", "MM-CHARGE-19", "MM-MOVE-08", "MM-MOVE-16")
def evade(table: Table[Battle], unit: Unit, foe: Unit, inches: float, how: str = "evade") -> float:
    """Turn about and run directly away, round obstacles; friends in the way are passed."""
    battle = table.state
    if unit.profile.mobility == "dismounted":
        unit.riding = True
    rect = base_of(battle, unit)
    away = bearing_away(rect, base_of(battle, foe))
    if how == "evade":
        inches = _slowed_by_ground(table, unit, away, inches)
    flight = _flight(battle, unit, away, inches, _others(battle, unit))
    friends: list[Unit] = []
    if flight.blocked is not None:
        enemies = [one for one in _others(battle, unit) if one.side != unit.side]
        flight = _flight(battle, unit, away, inches, enemies)
        friends = _passed(battle, unit, flight.points)
    path = [(rect.x, rect.y), *flight.points]
    place, went, _ = _set_down(battle, unit, path, beyond=False)
    if place is None:
        return 0.0
    for friend in friends:
        pass_through(table, unit, friend, "faster")
    part(battle, unit)
    _stand(table, unit, place, how, went)
    return went


def _passed(battle: Battle, unit: Unit, points: Sequence[Point]) -> list[Unit]:
    """The friends that a run leads through, in order."""
    rect = base_of(battle, unit)
    friends = _others(battle, unit, unit.side)
    rects = [base_of(battle, one) for one in friends]
    found: list[Unit] = []
    here = (rect.x, rect.y)
    for there in points:
        long = distance(here, there)
        if long > 0.0:
            facing = bearing(here, there)
            lane = Rect(here[0], here[1], facing, ELEMENT_WIDTH, 0.5)
            found += [
                friends[i]
                for i in slid_through(lane, facing, long, rects)
                if friends[i] not in found
            ]
        here = there
    return found


@clause("MM-MOVE-16", "MM-MOVE-12")
def _slowed_by_ground(table: Table[Battle], unit: Unit, away: float, inches: float) -> float:
    """Evading units roll for what they cross; their bonus may be used up."""
    if is_exempt(unit):
        return inches
    rect = base_of(table.state, unit)
    turned = Rect(rect.x, rect.y, away, rect.width, rect.depth)
    for met in features_on_slide(table.state, turned, away, inches):
        if met.inches >= inches or not crossed(unit, met.feature):
            continue
        off = roll_deduction(table, unit.side, met.feature.cls, mounted=rides(unit))
        table.tell(TerrainMet(unit.id, met.feature.name, float(off)))
        inches = max(min(1.0, inches), met.inches, inches - off)
    return inches


@clause("MM-CHARGE-18", "MM-CHARGE-19")
def face_after(table: Table[Battle], unit: Unit, foe: Unit, what: str = "have evaded") -> None:
    """At the end of a flight it may face any way: its owner says whether it turns about."""
    battle = table.state
    rect = base_of(battle, unit)
    back = bearing((rect.x, rect.y), (base_of(battle, foe).x, base_of(battle, foe).y))
    turned = Rect(rect.x, rect.y, back, rect.width, rect.depth)
    if not is_free(battle, unit, turned):
        return
    answer = table.ask(
        Pick(
            unit.side,
            "face",
            f"{unit.profile.name} {what}: which way do they face?",
            ("enemy", "away"),
            label={"enemy": "To the enemy", "away": "The way they ran"}.__getitem__,
            about=(unit.id,),
            usual="enemy",
        )
    )
    if answer == "enemy":
        ux, uy = heading(back)
        put(battle, unit, rect.x + ux * rect.hd, rect.y + uy * rect.hd, back)
        go_along(battle, unit)


def evade_inches(unit: Unit, step: int, part_inches: float | None) -> float:
    """How far an evader goes now: its part without bonus in step 5, the rest with it in step 9."""
    rate = evade_rate(unit) - unit.deeds.used
    if step == 5:
        return max(0.0, min(rate, part_inches or 0.0))
    return max(0.0, rate + evade_bonus(unit) - unit.deeds.slowed)


@clause("MM-MOVE-10", "MM-GUN-20")
def abandon(table: Table[Battle], unit: Unit) -> None:
    """Gunners who evade leave their pieces, which are lost."""
    lose(table, unit, "abandoned")


# -- routs


@clause("MM-CHARGE-31")
def may_halt(battle: Battle, unit: Unit) -> bool:
    """Whether a Broken unit may be kept in place: no unbroken enemy within eighteen inches."""
    foe = nearest_unbroken(battle, unit)
    return foe is None or apart(battle, unit, foe) > HALT_BEYOND


@clause("MM-CHARGE-31", "MM-RALLY-11")
def ask_halt(table: Table[Battle], unit: Unit) -> bool:
    """Ask the owner of a Broken unit whether it halts."""
    answer = table.ask(
        Pick(
            unit.side,
            "halt",
            f"{unit.profile.name} are Broken, but no enemy is near",
            ("halt", "flee"),
            label={"halt": "Halt them", "flee": "Let them run"}.__getitem__,
            about=(unit.id,),
            usual="halt",
        )
    )
    if answer == "halt":
        unit.deeds.halted = True
        table.tell(HeldBack(unit.id))
        return True
    return False


@clause("MM-CHARGE-30", "MM-CHARGE-31", "MM-CHARGE-37", "MM-MOVE-08")
def rout(table: Table[Battle], unit: Unit, *, pursued: bool) -> None:
    """A Broken unit makes its one rout move of the turn."""
    battle = table.state
    if unit.deeds.routed or unit.where != ON_TABLE:
        return
    unit.deeds.routed = True
    if unit.profile.mobility == "dismounted":
        unit.riding = True
    part(battle, unit)
    if is_gunne(unit):
        lose(table, unit, "abandoned")
        return
    rect = base_of(battle, unit)
    foe = nearest_unbroken(battle, unit)
    home = homeward(battle, unit.side)
    straight = home if foe is None else bearing_away(rect, base_of(battle, foe))
    away = home if foe is None else towards(straight, home, _TURN_HOME)
    refuge = _refuge(table, unit, straight)
    inches = rout_rate(unit)
    if refuge is not None:
        middle = _middle(refuge)
        away = bearing((rect.x, rect.y), middle)
        inches = min(inches, distance((rect.x, rect.y), middle))
        unit.deeds.halted = True
    swept = _run(table, unit, away, inches, pursued=pursued)
    for one in swept:
        rout(table, one, pursued=pursued)


@clause("MM-CHARGE-31")
def _refuge(table: Table[Battle], unit: Unit, straight: float) -> Feature | None:
    """Cover within reach and within 45 degrees of straight away, if the owner sends it there."""
    battle = table.state
    rect = base_of(battle, unit)
    far = rout_rate(unit)
    found = []
    for one in land(battle).hiding:
        middle = _middle(one)
        off = angle_off(straight, bearing((rect.x, rect.y), middle))
        big = Rect(middle[0], middle[1], 0.0, rect.width, rect.depth)
        within = distance((rect.x, rect.y), middle) <= far
        if within and off <= _TURN_HOME and stands_wholly_in(big, one.points):
            found.append(one)
    if not found:
        return None
    names = {one.name: one for one in found}
    answer = table.ask(
        Pick(
            unit.side,
            "refuge",
            f"Where do {unit.profile.name} run?",
            ("away", *names),
            label=lambda key: "Straight away" if key == "away" else f"Into {key}",
            about=(unit.id,),
            usual="away",
        )
    )
    return names.get(answer)


def _middle(feature: Feature) -> Point:
    xs, ys = [p[0] for p in feature.points], [p[1] for p in feature.points]
    return (sum(xs) / len(xs), sum(ys) / len(ys))


@clause("MM-CHARGE-30", "MM-MOVE-18", "MM-UNIT-48")
def _run(
    table: Table[Battle], unit: Unit, away: float, inches: float, *, pursued: bool
) -> list[Unit]:
    """Run, swerving through gaps unless pursued; tell whom it swept along."""
    battle = table.state
    rect = base_of(battle, unit)
    enemies = [one for one in _others(battle, unit) if one.side != unit.side]
    refusing: list[Unit] = []
    swept: list[Unit] = []
    flight = _flight(battle, unit, away, inches, _others(battle, unit))
    if pursued or flight.blocked is not None:
        flight = _flight(battle, unit, away, inches, enemies)
        in_way = _passed(battle, unit, flight.points)
        refusing = [friend for friend in in_way if _refuses(table, friend, unit)]
        if refusing:
            flight = _round(table, unit, (away, inches), enemies, refusing)
            if unit.where != ON_TABLE:
                return []
        swept = _burst(table, unit, flight.points)
    if _is_penned(battle, unit, away, inches, flight.points[-1]):
        lose(table, unit, "driven onto ground that cannot be passed")
        return [one for one in swept if one.where == ON_TABLE]
    place, went, over = _set_down(
        battle, unit, [(rect.x, rect.y), *flight.points], beyond=unit.morale == BROKEN
    )
    if over:
        lose(table, unit, FLED_FIELD, "destroyed")
    elif place is not None:
        _stand(table, unit, place, "rout", went)
    elif blocked_by_ground(battle, rect):
        lose(table, unit, "driven onto ground that cannot be passed")
    return [one for one in swept if one.where == ON_TABLE]


@clause("MM-MOVE-18")
def _is_penned(battle: Battle, unit: Unit, away: float, inches: float, end: Point) -> bool:
    """Whether a rout is stopped by ground that nobody passes, and found no way over it."""
    walls = _walls(battle)
    if not walls:
        return False
    rect = base_of(battle, unit)
    ux, uy = heading(away)
    lane = Rect(rect.x, rect.y, away, ELEMENT_WIDTH, 0.02)
    free = slide_until(lane, away, inches, walls)
    went = (end[0] - rect.x) * ux + (end[1] - rect.y) * uy
    return free < inches - _STEP and went <= free + _STEP


@clause("MM-MOVE-33")
def may_refuse(friend: Unit, router: Unit) -> bool:
    """Only Close order that is Steady may turn routers away."""
    return friend.order == "close" and friend.morale == STEADY and friend.id != router.id


def _refuses(table: Table[Battle], friend: Unit, router: Unit) -> bool:
    if not may_refuse(friend, router):
        return False
    answer = table.ask(
        Pick(
            friend.side,
            "refuse",
            f"{router.profile.name} run at {friend.profile.name}",
            ("refuse", "let"),
            label={"refuse": "Turn them away", "let": "Let them through"}.__getitem__,
            about=(friend.id, router.id),
            usual="refuse",
        )
    )
    return bool(answer == "refuse")


@clause("MM-MOVE-34")
def _round(
    table: Table[Battle],
    unit: Unit,
    run: tuple[float, float],
    enemies: Sequence[Unit],
    refusing: Sequence[Unit],
) -> Flight:
    """Flow round those who refuse, or halt against them and be trampled."""
    battle = table.state
    away, inches = run
    flight = _flight(battle, unit, away, inches, [*enemies, *refusing])
    stuck = flight.blocked is not None
    for friend in refusing:
        table.tell(TurnedAway(friend.id, unit.id, round_it=not stuck))
    if stuck:
        lose_elements(table, unit, roll_refused(table, unit), "trampled")
    return flight


@clause("MM-MOVE-35", "MM-MOVE-36", "MM-CHARGE-19")
def _burst(table: Table[Battle], unit: Unit, points: Sequence[Point]) -> list[Unit]:
    """Pass through friends in the way: they are swept away, or dice are rolled."""
    swept: list[Unit] = []
    for friend in _passed(table.state, unit, points):
        if is_swept(unit, friend):
            table.tell(SweptAway(friend.id, unit.id))
            become(table, friend, BROKEN, "swept away")
            friend.deeds.charge = NOBODY
            friend.deeds.response = "rout"
            swept.append(friend)
        else:
            pass_through(table, unit, friend, "faster")
    return swept


@clause("MM-MOVE-35", "MM-MOVE-36", "MM-UNIT-10")
def is_swept(router: Unit, friend: Unit) -> bool:
    """Whether routers sweep a friend away: Feudal and Tribal, by the same or a higher class."""
    if router.morale != BROKEN or friend.morale == BROKEN:
        return False
    if friend.profile.origin == "regular":
        return False
    return seen_by_unit(friend, router) <= friend.profile.class_


@clause("MM-CHARGE-37")
def clear_ahead(table: Table[Battle], prey: Unit, pursuer: Unit) -> None:
    """Put the survivors of prey that has routed already one inch clear ahead of its pursuer."""
    battle = table.state
    rect, other = base_of(battle, prey), base_of(battle, pursuer)
    away = bearing_away(rect, other)
    rects = [base_of(battle, one) for one in _others(battle, prey)]
    ux, uy = heading(away)
    room = slide_until(rect, away, 1.0 + 0.01, [r for r in rects if r is not other])
    there = Rect(rect.x + ux * room, rect.y + uy * room, rect.facing, rect.width, rect.depth)
    part(battle, prey, pursuer)
    if is_free(battle, prey, there) and hypot(ux * room, uy * room) > 0.0:
        _stand(table, prey, there, "rout", room)
    else:
        back = Rect(
            other.x - ux * 1.01, other.y - uy * 1.01, other.facing, other.width, other.depth
        )
        if is_free(battle, pursuer, back):
            _stand(table, pursuer, back, "pursue", 0.0)
