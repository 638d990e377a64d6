"""Giving ground and following up, riding through and beyond (MM-IMPACT-21 to 39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.bodies.meeting import CONTACT, front_against, in_contact
from banneret.tabletop.bodies.sweeping import distance_past, first_slid_into, slide_clear
from banneret.tabletop.shapes.bases import Rect, heading
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.wheeling import edge_contacts, from_front, moved

from ...basics.state import BROKEN, ON_TABLE, STEADY, Fight, changed
from ...basics.tables import AIM
from ...basics.who import base_of, distance, enemies_of, put, unbroken
from ...command.states import add_hits, lose, part
from ...ground.features import is_exempt, is_on_table
from ...movement.passing import friends_on_way, pass_through
from ...movement.rates import charge_reach
from ...movement.riders import go_along
from ...movement.ways import clear_stop, enemy_rects, features_on_slide, is_free, room_ahead
from ...screen.events import move_of
from .aiming import aim_at
from .grips import come_to_grips

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Unit

_EPS = 0.01
CLEAR = 1.0


@clause("MM-IMPACT-31", "MM-IMPACT-39")
def _ground_hits(table: Table[Battle], unit: Unit, rect: Rect, way: float, inches: float) -> None:
    """Terrain crossed in a recoil or follow-up is taken as hits by its class."""
    if is_exempt(unit):
        return
    hits = sum(
        one.feature.cls
        for one in features_on_slide(table.state, rect, way, inches)
        if one.inches < inches - _EPS
    )
    add_hits(table, unit, hits, "rough ground")


def _driven_off(battle: Battle, rect: Rect, way: float, inches: float) -> bool:
    """Whether a recoil so far ends over the table's edge, nothing else in its way."""
    ux, uy = heading(way)
    if is_on_table(battle, moved(rect, ux * inches, uy * inches)):
        return False
    free = room_ahead(battle, rect, way, inches)
    return not is_on_table(battle, moved(rect, ux * (free + 0.05), uy * (free + 0.05)))


def _room_behind(battle: Battle, unit: Unit, rect: Rect, way: float, inches: float) -> float:
    """How far ground and enemies let it go back."""
    near = [e for e in enemies_of(battle, unit) if distance(battle, unit, e) <= CLEAR]
    far = room_ahead(battle, rect, way, inches)
    others = enemy_rects(battle, unit, [e.id for e in near])
    far = min(far, slide_clear(rect, way, inches, others, CLEAR))
    far, _ = first_slid_into(rect, way, far, [base_of(battle, e) for e in near])
    return far


@clause("MM-IMPACT-25", "MM-IMPACT-27", "MM-IMPACT-29", "MM-IMPACT-33", "MM-IMPACT-39")
def recoil(table: Table[Battle], unit: Unit, winner: Unit, inches: float) -> float:
    """Go straight back facing the enemy; tell how far. What blocks it costs a hit."""
    battle = table.state
    if inches <= 0.0 or unit.where != ON_TABLE:
        return 0.0
    unit.deeds.recoiled = True
    rect = base_of(battle, unit)
    way = _backwards(battle, unit, winner)
    ux, uy = heading(way)
    if _driven_off(battle, rect, way, inches):
        lose(table, unit, "driven off the table")
        return inches
    far = _room_behind(battle, unit, rect, way, inches)
    blocked = far < inches - _EPS
    stop, passed = friends_on_way(battle, unit, rect, way, far)
    refusing = [f for f in passed if _refuses_passage(table, f, unit)]
    if refusing:
        stop, _ = first_slid_into(rect, way, far, [base_of(battle, f) for f in refusing])
        stop, passed = friends_on_way(battle, unit, rect, way, stop)
        blocked = True
    elif stop < far - _EPS:
        blocked = True
    for friend in passed:
        pass_through(table, unit, friend, "faster")
    stop = clear_stop(battle, unit, way, stop)
    put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, unit.heading)
    go_along(battle, unit)
    table.tell(move_of(unit, "recoil", stop))
    _ground_hits(table, unit, rect, way, stop)
    if blocked:
        add_hits(table, unit, 1, "no room to recoil")
    _lose_contacts(battle, unit)
    if stop > _EPS:
        part(battle, unit, winner)
    return stop


def _backwards(battle: Battle, unit: Unit, winner: Unit) -> float:
    """The direction of a recoil: straight back, or before the winner's front if that lies longer.

    Who struck a flank touches the corner of the other's front as well; it goes the way it came.
    """
    own, other = base_of(battle, unit), base_of(battle, winner)
    mine, theirs = edge_contacts(own, other, CONTACT)[0], edge_contacts(other, own, CONTACT)[0]
    if theirs >= mine and front_against(other, own):
        return winner.heading
    return (unit.heading + 180.0) % 360.0


def _refuses_passage(table: Table[Battle], friend: Unit, unit: Unit) -> bool:
    """Close order that is Steady may refuse to let a recoiling friend through (MM-IMPACT-33)."""
    if friend.order != "close" or friend.morale != STEADY:
        return False
    answer = table.ask(
        Pick(
            friend.side,
            "refuse",
            f"{unit.profile.name} recoil into {friend.profile.name}",
            ("refuse", "let"),
            label={"refuse": "Refuse them passage", "let": "Let them through"}.__getitem__,
            about=(friend.id, unit.id),
            usual="let",
        )
    )
    return bool(answer == "refuse")


def _lose_contacts(battle: Battle, unit: Unit) -> None:
    """End the fights whose units no longer touch."""
    for fight in battle.fights:
        if unit.id in (fight.mover, fight.other):
            other = battle.units[fight.other if fight.mover == unit.id else fight.mover]
            if other.where != ON_TABLE or not in_contact(
                base_of(battle, unit), base_of(battle, other)
            ):
                part(battle, unit, other)


@clause("MM-IMPACT-28", "MM-IMPACT-31", "MM-IMPACT-38", "MM-IMPACT-39", "MM-IMPACT-26")
def follow_up(table: Table[Battle], winner: Unit, loser: Unit, inches: float) -> Fight | None:
    """Follow as far as the loser went back; give the contact with a fresh enemy met on the way."""
    battle = table.state
    if inches <= 0.0 or winner.where != ON_TABLE:
        return None
    winner.deeds.followed = True
    rect = base_of(battle, winner)
    way = winner.heading
    foes = [e for e in enemies_of(battle, winner) if e.id != loser.id]
    far, which = first_slid_into(rect, way, inches, [base_of(battle, e) for e in foes])
    far = min(far, room_ahead(battle, rect, way, far))
    if loser.where == ON_TABLE:
        far = min(far, first_slid_into(rect, way, far, [base_of(battle, loser)])[0])
    stop, passed = friends_on_way(battle, winner, rect, way, far)
    for friend in passed:
        pass_through(table, winner, friend, "faster")
    stop = clear_stop(battle, winner, way, stop)
    ux, uy = heading(way)
    put(battle, winner, winner.x + ux * stop, winner.y + uy * stop, way)
    go_along(battle, winner)
    table.tell(move_of(winner, "follow", stop))
    _ground_hits(table, winner, rect, way, stop)
    _restore(battle, winner, loser)
    fresh = foes[which] if which is not None and stop >= far - _EPS else None
    if fresh is None or fresh.morale == BROKEN:
        return None
    if in_contact(base_of(battle, winner), base_of(battle, fresh)):
        winner.deeds.start = (rect.x, rect.y)
        come_to_grips(table, winner, fresh, 10)
        return between(battle, winner, fresh)
    return None


def between(battle: Battle, one: Unit, other: Unit) -> Fight | None:
    """The contact of two units, if they have one."""
    pair = {one.id, other.id}
    return next((f for f in battle.fights if {f.mover, f.other} == pair), None)


def _restore(battle: Battle, winner: Unit, loser: Unit) -> Fight | None:
    """Write the contact of two units down again, if they touch."""
    known = between(battle, winner, loser)
    if known is not None:
        return known
    if loser.where != ON_TABLE or winner.where != ON_TABLE:
        return None
    if not in_contact(base_of(battle, winner), base_of(battle, loser)):
        return None
    found = Fight(winner.id, loser.id, battle.turn, "front", "front", impact=False)
    battle.fights = (*battle.fights, found)
    changed(battle)
    return found


@clause("MM-IMPACT-23", "MM-IMPACT-24")
def carry_through(table: Table[Battle], cavalry: Unit, foot: Unit) -> None:
    """Put cavalry that is through and out at the far edge of the foot, facing as before.

    Where there is no room it goes as much further as it must, or stays where it is.
    """
    battle = table.state
    rect, other = base_of(battle, cavalry), base_of(battle, foot)
    ux, uy = heading(cavalry.heading)
    part(battle, cavalry, foot)
    far = distance_past(rect, other, cavalry.heading)
    for more in (0.0, 0.5, 1.0, 2.0, 3.0):
        if is_free(battle, cavalry, moved(rect, ux * (far + more), uy * (far + more))):
            far += more
            break
    else:
        return
    put(battle, cavalry, cavalry.x + ux * far, cavalry.y + uy * far, cavalry.heading)
    cavalry.deeds.used = round(cavalry.deeds.used + far, 3)
    go_along(battle, cavalry)
    table.tell(move_of(cavalry, "charge", far))


@clause("MM-IMPACT-23", "MM-IMPACT-24")
def turn_upon(table: Table[Battle], cavalry: Unit, foot: Unit) -> None:
    """Turn cavalry that is through about, to strike the rear; it costs no movement."""
    battle = table.state
    rect, other = base_of(battle, cavalry), base_of(battle, foot)
    ux, uy = heading(cavalry.heading)
    if (rect.x - other.x) * ux + (rect.y - other.y) * uy > 0.0:
        back = rect.depth + max(0.0, gap(rect, other))
        x, y = cavalry.x - ux * back, cavalry.y - uy * back
        there = from_front((x, y), cavalry.heading + 180.0, rect.width, rect.depth)
        if is_free(battle, cavalry, there):
            put(battle, cavalry, x, y, cavalry.heading + 180.0)
            go_along(battle, cavalry)
    part(battle, cavalry, foot)
    found = Fight(cavalry.id, foot.id, battle.turn, "rear", "rear", impact=False)
    found.melee = "compulsory"
    battle.fights = (*battle.fights, found)
    changed(battle)
    cavalry.deeds.strikes = (
        *[one for one in cavalry.deeds.strikes if one[0] != foot.id],
        (foot.id, "rear"),
    )
    table.tell(move_of(cavalry, "turn"))


@clause("MM-IMPACT-24")
def halt_beyond(table: Table[Battle], cavalry: Unit, foot: Unit) -> None:
    """Halt one inch beyond; contact is lost."""
    battle = table.state
    rect = base_of(battle, cavalry)
    way = cavalry.heading
    ux, uy = heading(way)
    room = room_ahead(battle, rect, way, CLEAR)
    stop, _ = friends_on_way(battle, cavalry, rect, way, room)
    others = enemy_rects(battle, cavalry, (foot.id,))
    stop = min(stop, slide_clear(rect, way, stop, others, 0.05))
    stop = clear_stop(battle, cavalry, way, stop)
    put(battle, cavalry, cavalry.x + ux * stop, cavalry.y + uy * stop, way)
    go_along(battle, cavalry)
    part(battle, cavalry, foot)
    table.tell(move_of(cavalry, "charge", stop))


@clause("MM-IMPACT-23", "MM-IMPACT-38")
def fresh_enemies(battle: Battle, cavalry: Unit) -> list[Unit]:
    """Unbroken enemies that cavalry can touch ahead, within its aim and the movement left."""
    found: list[Unit] = []
    left = movement_left(battle, cavalry)
    for foe in unbroken(enemies_of(battle, cavalry)):
        if not CLEAR / 2 < distance(battle, cavalry, foe) <= left:
            continue
        aim = aim_at(battle, cavalry, foe, float(AIM[cavalry.order]))
        if aim is not None and aim.inches <= left:
            found.append(foe)
    return sorted(found, key=lambda foe: (distance(battle, cavalry, foe), foe.number))


@clause("MM-IMPACT-24", "MM-IMPACT-38", "MM-IMPACT-04")
def go_on(table: Table[Battle], cavalry: Unit, foe: Unit) -> Fight | None:
    """Ride on into a fresh enemy, who just stands; give the new contact."""
    battle = table.state
    left = movement_left(battle, cavalry)
    aim = aim_at(battle, cavalry, foe, float(AIM[cavalry.order]))
    if aim is None:
        return None
    part(battle, cavalry)
    put(battle, cavalry, cavalry.x, cavalry.y, cavalry.heading + aim.turn)
    rect = base_of(battle, cavalry)
    way = cavalry.heading
    others = enemies_of(battle, cavalry)
    far, which = first_slid_into(rect, way, left, [base_of(battle, e) for e in others])
    stop, passed = friends_on_way(battle, cavalry, rect, way, far, charging=True)
    for friend in passed:
        pass_through(table, cavalry, friend, "faster")
    cavalry.deeds.start = (cavalry.x, cavalry.y)
    ux, uy = heading(way)
    stop = clear_stop(battle, cavalry, way, stop)
    put(battle, cavalry, cavalry.x + ux * stop, cavalry.y + uy * stop, way)
    cavalry.deeds.used = round(cavalry.deeds.used + stop, 3)
    cavalry.deeds.charged = True
    cavalry.deeds.short = False
    go_along(battle, cavalry)
    table.tell(move_of(cavalry, "charge", stop))
    if which is None or stop < far - _EPS:
        return None
    come_to_grips(table, cavalry, others[which], 10)
    return between(battle, cavalry, others[which])


@clause("MM-IMPACT-24")
def movement_left(battle: Battle, cavalry: Unit) -> float:
    """Its whole charge move less what was used, the depth passed through included."""
    return max(0.0, charge_reach(battle, cavalry) - cavalry.deeds.used)


@clause("MM-IMPACT-35")
def return_to(table: Table[Battle], unit: Unit, enemy: Unit) -> Fight | None:
    """A loser that turns Impetuous does not give ground: it comes back into contact."""
    battle = table.state
    if enemy.where != ON_TABLE or unit.where != ON_TABLE:
        return None
    far, which = first_slid_into(
        base_of(battle, unit), unit.heading, 24.0, [base_of(battle, enemy)]
    )
    if which is not None:
        stop, _ = friends_on_way(battle, unit, base_of(battle, unit), unit.heading, far)
        ux, uy = heading(unit.heading)
        stop = clear_stop(battle, unit, unit.heading, stop)
        put(battle, unit, unit.x + ux * stop, unit.y + uy * stop, unit.heading)
        go_along(battle, unit)
        table.tell(move_of(unit, "follow", stop))
    return _restore(battle, unit, enemy)
