"""The conditions of a scenario's win entries, by kind (README, Scenario data)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap_to_point

from ..basics.state import BROKEN, LOST, ON_TABLE, SIDES
from ..basics.who import base_of, enemy, is_lost, unbroken, units_of
from ..ground.features import stands_on
from .breaking import loser_by_breaking

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..basics.state import Battle, Unit
    from ..setup.entries import Condition

AT_EDGE = 1.0


@clause("MM-SETUP-21")
def holds(battle: Battle, one: Condition) -> bool:
    """Whether a condition is met now."""
    return _KINDS[one.kind](battle, one) != one.not_


def _side(one: Condition) -> str:
    return SIDES[one.side - 1]


def _unbroken(battle: Battle, side: str) -> list[Unit]:
    return unbroken(units_of(battle, side))


def _officer_lost(battle: Battle, one: Condition) -> bool:
    """The officer of that battle is lost."""
    return any(
        is_lost(o)
        for o in battle.officers
        if o.side == _side(one) and battle.wards[o.ward].key == one.battle
    )


def _officer_alive(battle: Battle, one: Condition) -> bool:
    """The officer of that battle is not lost."""
    return not _officer_lost(battle, one)


def _army_broken(battle: Battle, one: Condition) -> bool:
    """That army has broken; if both have, it is the one that lost."""
    return loser_by_breaking(battle) == _side(one)


def _unit_gone(battle: Battle, one: Condition) -> bool:
    """The unit fell before the first of that battle came on."""
    side = _side(one)
    unit = next(u for u in battle.units if u.side == side and u.profile.key == one.unit)
    if not unit.fell:
        return False
    ward = next((w for w in battle.wards if w.side == side and w.key == one.before), None)
    return ward is None or not ward.first_came or unit.fell < ward.first_came


def _class_share_gone(battle: Battle, one: Condition) -> bool:
    """Removed elements, and all of Broken units, of a class are that share of those at first."""
    began = gone = 0
    for unit in battle.units:
        if unit.side == _side(one) and unit.profile.class_ == one.class_:
            began += unit.profile.elements
            away = unit.where == LOST or unit.morale == BROKEN
            gone += unit.profile.elements if away else unit.profile.elements - unit.elements
    return began > 0 and gone >= one.share * began


def _holds(battle: Battle, one: Condition) -> bool:
    """An unbroken unit stands on the area with no unbroken enemy near."""
    foes = _unbroken(battle, enemy(_side(one)))
    for unit in _unbroken(battle, _side(one)):
        if stands_on(battle, unit, one.area) and not any(
            _gap(battle, unit, foe) <= one.no_enemy_within for foe in foes
        ):
            return True
    return False


def _gap(battle: Battle, unit: Unit, foe: Unit) -> float:
    return gap_to_point(base_of(battle, foe), (unit.x, unit.y))


def _none_on(battle: Battle, one: Condition) -> bool:
    """No unbroken unit of that side is on the area."""
    return not any(stands_on(battle, u, one.area) for u in _unbroken(battle, _side(one)))


def _more_on(battle: Battle, one: Condition) -> bool:
    """More unbroken units of that side than of the enemy are on the area."""
    mine, theirs = (
        sum([stands_on(battle, u, one.area) for u in _unbroken(battle, side)])
        for side in (_side(one), enemy(_side(one)))
    )
    return mine > theirs


def _none_beyond(battle: Battle, one: Condition) -> bool:
    """No unbroken unit of that side is on the enemy's side of the line."""
    line = next(t for t in battle.scenario.terrain if t.name == one.line)
    middle = sum([p[1] for p in line.points]) / len(line.points)
    south = battle.base[_side(one)] == "south"
    return not any(
        (u.y > middle) if south else (u.y < middle) for u in _unbroken(battle, _side(one))
    )


def _more_elements_near(battle: Battle, one: Condition) -> bool:
    """Unbroken units of that side near the point have more elements than the enemy's."""
    assert one.point is not None
    point = one.point
    mine, theirs = (
        sum(
            [
                u.elements
                for u in _unbroken(battle, side)
                if gap_to_point(base_of(battle, u), point) <= one.inches
            ]
        )
        for side in (_side(one), enemy(_side(one)))
    )
    return mine > theirs


def _units_off_or_at(battle: Battle, one: Condition) -> bool:
    """So many of its units have left by that base edge or are at it unbroken."""
    assert one.edge is not None
    side = _side(one)
    edge = battle.base[SIDES[one.edge - 1]]
    left = [k for k in battle.off_edge.get(edge, ()) if battle.units[k].side == side]
    left = [k for k in left if battle.units[k].where != LOST]
    deep = battle.scenario.depth
    at = [
        u
        for u in _unbroken(battle, side)
        if u.where == ON_TABLE
        and (
            base_of(battle, u).y0 <= AT_EDGE
            if edge == "south"
            else base_of(battle, u).y1 >= deep - AT_EDGE
        )
    ]
    return len(left) + len(at) >= one.count


_KINDS: dict[str, Callable[[Battle, Condition], bool]] = {
    "officer_lost": _officer_lost,
    "officer_alive": _officer_alive,
    "army_broken": _army_broken,
    "unit_gone": _unit_gone,
    "class_share_gone": _class_share_gone,
    "holds": _holds,
    "none_on": _none_on,
    "more_on": _more_on,
    "none_beyond": _none_beyond,
    "more_elements_near": _more_elements_near,
    "units_off_or_at": _units_off_or_at,
}
