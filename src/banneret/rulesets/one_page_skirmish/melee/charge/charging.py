"""Charging: from the declared target to the followers' places (OP-CHARGE, OP-TURN-07)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick, Way
from banneret.tabletop.asking import ask_way
from banneret.tabletop.shapes.measuring import Point, distance, gap, snap, snap_point

from ...basics.names import are, do_they
from ...basics.state import ON_TABLE, ROUTING, STEADY, any_engaged, awake, leader_of, standing
from ...ground.clearance import foes
from ...ground.lay import on_road, sees, stays_on_road
from ...morale import checking, retreat
from ...movement.dice import highest_roll, roll_movement
from ...movement.followers import setting_down
from ...movement.measured import go, go_along, horse_dice, left_over, stopped_by_hidden
from ...movement.moving import bind_to
from ...movement.reaches import charge_reach
from ...movement.ways import Trip
from ...screen.events import ChargeDeclared, ChargeEnded
from ...turn.deck import join_turn
from ...turn.hidden import reveal
from ..wounds import is_wounded
from . import prospects
from .approach import (
    can_contact,
    cheaper_way,
    close_in,
    contact_trip,
    straight_to_contact,
    way_to_contact,
)
from .fallen_short import after_them, halt, towards
from .lances import mark_runs
from .receiving import receive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure, Unit

CHARGE = "charge"


# -- whom


@clause("OP-CHARGE-02")
def refusal(battle: Battle, unit: Unit) -> Refusal | None:
    """Say why the unit can charge nobody at all."""
    no = _cannot_declare(battle, unit)
    if no is not None:
        return no
    leader = leader_of(battle, unit)
    assert leader is not None
    most = reach(battle, unit, leader)
    units = battle.units
    able = targets(battle, unit)
    near = [key for key in able if _is_near(battle, leader, units[key], most)]
    if any(_is_easy(battle, unit, leader, units[key], most) for key in near):
        return None
    if any(target_refusal(battle, unit, key) is None for key in near):
        return None
    if not able:
        return Refusal("there is no enemy to charge", "OP-CHARGE-02")
    return target_refusal(battle, unit, able[-1])


def _is_easy(battle: Battle, unit: Unit, leader: Figure, target: Unit, most: int) -> bool:
    """Whether a target is seen and can be reached straight ahead."""
    way = straight_to_contact(battle, leader, target, float(most))
    return way is not None and sees_unit(battle, unit, target)


def _is_near(battle: Battle, leader: Figure, target: Unit, most: int) -> bool:
    """Whether some unstunned figure of the target might be within reach, as the crow flies."""
    x, y, span = leader.base.x, leader.base.y, most + leader.base.radius
    for foe in awake(battle, target):
        dx, dy = foe.base.x - x, foe.base.y - y
        far = span + foe.base.radius
        if dx * dx + dy * dy <= far * far:
            return True
    return False


def targets(battle: Battle, unit: Unit) -> list[int]:
    """The enemy units on the table that this side knows of."""
    found: dict[int, None] = {}
    for foe in foes(battle, unit.side):
        found[foe.unit] = None
    return list(found)


def _cannot_declare(battle: Battle, unit: Unit) -> Refusal | None:
    if unit.status != STEADY or leader_of(battle, unit) is None:
        return Refusal(f"{unit.name} {are(unit)} not steady and led", "OP-CHARGE-02")
    if any_engaged(battle, unit):
        return Refusal(f"{unit.name} {are(unit)} engaged and can only press", "OP-CHARGE-02")
    return None


@clause("OP-CHARGE-02", "OP-HIDE-03")
def target_refusal(battle: Battle, unit: Unit, target_id: int) -> Refusal | None:
    """Say why an enemy unit cannot be charged: out of reach, or unseen."""
    known = battle.memo.known
    key = ("charge", unit.id, target_id)
    if key not in known:
        known[key] = _target_refusal(battle, unit, battle.units[target_id])
    found: Refusal | None = known[key]
    return found


def _target_refusal(battle: Battle, unit: Unit, target: Unit) -> Refusal | None:
    leader = leader_of(battle, unit)
    assert leader is not None
    most = reach(battle, unit, leader)
    if not _is_near(battle, leader, target, most):
        return Refusal(
            f"{target.name} {are(target)} further off than {most} inches", "OP-CHARGE-02"
        )
    if not sees_unit(battle, unit, target):
        return Refusal(f"nobody of {unit.name} sees {target.name}", "OP-CHARGE-02")
    if not can_contact(battle, leader, target, float(most)):
        return Refusal(f"no way of {most} inches leads to {target.name}", "OP-CHARGE-02")
    return None


@clause("OP-CHARGE-02")
def reach(battle: Battle, unit: Unit, leader: Figure, *, foot: bool = False) -> int:
    """The most the unit's charge dice could give; asked once for every target there is."""
    known = battle.memo.known
    key = ("reach", unit.id, leader.id, leader.hits, foot)
    found: int | None = known.get(key)
    if found is None:
        found = known[key] = highest_roll(
            battle.options,
            mounted=not foot and horse_dice(battle, unit, leader),
            charging=True,
            leader_wounded=is_wounded(leader.rank, leader.hits),
        )
    return found


def odds_of(battle: Battle, unit: Unit, target_id: int) -> dict[str, str]:
    """The chances of a charge on that enemy, as screens show them."""
    leader = leader_of(battle, unit)
    assert leader is not None, "only a led unit charges"
    most = float(reach(battle, unit, leader))
    trip = way_to_contact(battle, leader, battle.units[target_id], most)
    return prospects.of_charge(battle, unit, leader, trip)


def sees_unit(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether an unstunned figure of the unit sees a figure of the target."""
    seen = standing(battle, target)
    return any(
        sees(battle, figure.base, other.base) for figure in awake(battle, unit) for other in seen
    )


# -- the chain


@clause("OP-CHARGE-01", "OP-CHARGE-11", "OP-TURN-07")
def charge(table: Table[Battle], unit: Unit, target: Unit | None = None) -> None:
    """Target, tests, the defender's retreat, the way, the dice, the leader, his followers."""
    battle = table.state
    leader = leader_of(battle, unit)
    assert leader is not None, "only a led unit charges"
    target = target or _ask_target(table, unit)
    along = go_along(table, unit, leader, on_foot=partial(_on_foot, battle, unit, leader, target))
    reveal(table, unit, "charges")
    table.tell(ChargeDeclared(unit.id, target.id))
    if not _dares(table, unit, target, [leader, *along]):
        return
    unit.acted = True
    for knight in along:
        own = battle.units[knight.unit]
        reveal(table, own, "charges")
        join_turn(battle, own)
        own.passed_this_turn = True
    stood = _nearest(leader, awake(battle, target))
    receive(table, target, unit)
    leader = leader_of(battle, unit)
    if leader is None:
        table.tell(ChargeEnded(unit.id, target.id, "no_charge"))
        return
    _ride(table, unit, leader, target, stood, along=along)


def _on_foot(battle: Battle, unit: Unit, leader: Figure, target: Unit) -> bool:
    """Whether the target is within reach of a charge on foot."""
    best = way_to_contact(battle, leader, target, float(reach(battle, unit, leader)))
    return best is None or best.cost <= reach(battle, unit, leader, foot=True)


def _ask_target(table: Table[Battle], unit: Unit) -> Unit:
    battle = table.state
    chosen = table.ask(
        Pick(
            unit.player,
            "action.target",
            f"{unit.name}: whom {do_they(unit)} charge?",
            lambda: targets(battle, unit),
            why_not=lambda key: target_refusal(battle, unit, key),
            label=lambda key: battle.units[key].name,
            about=(unit.id,),
            odds=lambda key: odds_of(battle, unit, key),
        )
    )
    found: Unit = battle.units[chosen]
    return found


@clause("OP-CHARGE-18", "OP-SCALE-03")
def _nearest(leader: Figure, figures: Sequence[Figure]) -> Point:
    """Where the nearest of them stands, from edge to edge."""
    near = min(figures, key=lambda f: (gap(leader.base, f.base), f.base.x, f.base.y))
    return near.base.x, near.base.y


@clause("OP-CHARGE-03", "OP-CHARGE-04", "OP-CHARGE-05", "OP-MORALE-32")
def _dares(table: Table[Battle], unit: Unit, target: Unit, charging: Sequence[Figure]) -> bool:
    """The attacker tests unless he has passed this turn; failing, he is shaken or runs at once.

    A Knight who wished to go along is untouched by it and has not acted (OP-ACT-14).
    """
    if unit.passed_this_turn:
        return True
    if checking.test(table, unit, "charging", charging).outcome == "success":
        return True
    table.tell(ChargeEnded(unit.id, target.id, "no_charge"))
    if unit.status == ROUTING:
        retreat.rout(table, unit, retreat.threat_to(table.state, unit, None))
        unit.acted = True
    return False


# -- the charge itself


def _ride(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    target: Unit,
    stood: Point,
    *,
    along: Sequence[Figure],
) -> None:
    """Name the way, roll, and go home or fall short."""
    battle = table.state
    along = [knight for knight in along if knight.stun < 0 and knight.fate == ON_TABLE]
    gone = not awake(battle, target) or not sees_unit(battle, unit, target)
    planned: Trip | None = None
    if not gone and _is_open(battle, unit, leader, target):
        planned = _ask_way(table, unit, leader, target, along)
    points = planned.points if planned else towards(battle, leader, target, stood, gone=gone)
    allowance = _roll(table, unit, leader, points, along)
    was = leader.base
    trip, met = _carried(table, unit, leader, planned, points, allowance=allowance, gone=gone)
    home = planned is not None and not met and trip is planned  # OP-HIDE-12: not past an ambush
    before = {figure.id: figure.base for figure in (*standing(battle, unit), *along)}
    go(table, unit, leader, trip, how=CHARGE, allowance=allowance)
    setting_down.place_followers(
        table,
        unit,
        leader,
        was=was,
        trip=trip,
        left=left_over(battle, points, trip, allowance),
        allowance=allowance,
        mode=setting_down.CHARGE if home else setting_down.SHORT,
        against=frozenset((target.id,)) if home else frozenset(),
        along=along,
    )
    if home:
        for figure in (*standing(battle, unit), *along):
            bind_to(battle, figure, frozenset((target.id,)))
        mark_runs(battle, leader, trip, before, target)
    table.tell(ChargeEnded(unit.id, target.id, "contact" if home else "short"))


def _is_open(battle: Battle, unit: Unit, leader: Figure, target: Unit) -> bool:
    """Whether any way to contact is left, within reach of the dice or not."""
    most = float(reach(battle, unit, leader))
    return can_contact(battle, leader, target, most) or can_contact(battle, leader, target)


def _way_now(battle: Battle, unit: Unit, leader: Figure, target: Unit) -> Trip | None:
    """A way to contact, within reach of the dice if there is one, else at any price."""
    most = float(reach(battle, unit, leader))
    return way_to_contact(battle, leader, target, most) or way_to_contact(battle, leader, target)


def _carried(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    planned: Trip | None,
    points: tuple[Point, ...],
    *,
    allowance: float,
    gone: bool,
) -> tuple[Trip, bool]:
    """How far the roll carries the leader, and whether a hidden enemy stopped him."""
    battle = table.state
    if planned is not None and planned.cost <= allowance + 0.001:
        trip, met = stopped_by_hidden(table, leader, planned, allowance)
        if not met:
            return planned, False
        return halt(battle, leader, trip.points, allowance), True
    if gone:
        trip = after_them(table, unit, leader, points, allowance)
    else:
        trip = halt(battle, leader, points, allowance)
    return stopped_by_hidden(table, leader, trip, allowance)


def _ask_way(
    table: Table[Battle], unit: Unit, leader: Figure, target: Unit, along: Sequence[Figure]
) -> Trip:
    """The owner names the leader's way to contact, with any number of bends (OP-CHARGE-11)."""
    battle = table.state
    units = frozenset((target.id,))
    here = (leader.base.x, leader.base.y)
    on_foot = any(not knight.mounted for knight in along)

    def check(way: Way) -> Trip | Refusal:
        points = (here, *[snap_point(p) for p in way.points])
        return contact_trip(battle, leader, points, snap(way.facing % 360.0), units)

    def straight_at(foe: Figure) -> Callable[[], Way | None]:
        return lambda: _as_way(close_in(battle, leader, (here,), foe, units))

    nearest = sorted(
        awake(battle, target),
        key=lambda foe: (distance(here, (foe.base.x, foe.base.y)), foe.id),
    )
    _, trip = ask_way(
        table,
        check,
        lambda trip: prospects.of_way(battle, unit, leader, trip, along),
        side=unit.player,
        key="charge.way",
        prompt=f"{unit.name}: by which way {do_they(unit)} charge {target.name}?",
        piece=leader.id,
        gaits=(CHARGE,),
        sketches=lambda: [
            lambda: _as_way(_way_now(battle, unit, leader, target)),
            *[straight_at(foe) for foe in nearest[:4]],
        ],
        slow=lambda: [way for way in (_as_way(cheaper_way(battle, leader, target)),) if way],
        about=(unit.id, target.id),
        reach=lambda: charge_reach(leader, reach(battle, unit, leader, foot=on_foot)),
    )
    return trip


def _as_way(trip: Trip | None) -> Way | None:
    return None if trip is None else Way(CHARGE, trip.points[1:], trip.base.facing)


@clause("OP-MOVE-04", "OP-MOVE-07", "OP-CHARGE-11")
def _roll(
    table: Table[Battle],
    unit: Unit,
    leader: Figure,
    points: tuple[Point, ...],
    along: Sequence[Figure],
) -> float:
    """Roll the charge dice; a way wholly on roads is claimed as such, since it can only help."""
    battle = table.state
    rolled = roll_movement(
        table,
        battle.options,
        mounted=horse_dice(battle, unit, leader, along),
        charging=True,
        road=on_road(battle, points[0]) and stays_on_road(battle.ground, points),
        leader_wounded=is_wounded(leader.rank, leader.hits),
        purpose="charge",
        side=unit.player,
    )
    return float(rolled.allowance)
