"""Positions in which whole battles once went wrong, cut out so that they never do again."""

from __future__ import annotations

from banneret.core.book.clauses import Refusal
from banneret.rulesets.one_page_skirmish.melee.charge.approach import contact_trip, way_to_contact
from banneret.tabletop.shapes.measuring import snap_point
from rulesets.one_page_skirmish.field import field, man, unit


def test_op_charge_11_a_way_past_an_enemy_survives_rounding() -> None:
    """A way to contact that grazes another enemy is still one when its bends lie on the grid.

    Ford, captains, seed 300: the bends were rounded when asked for, and no lawful way was left.
    """
    battle = field(
        "a banneret: knight at 34.963,31.415 facing 230.825 | "
        "b riders: x2 at 29.653,28.705 28.774,29.705 facing 179.699 | "
        "b crossbows: x2 at 30.696,29.023 33.253,30.021 facing 3.232 | "
        "b last: leaderless at 29.709,31.324 facing 122.896",
        scenario="ford",
    )
    leader, target = man(battle, "banneret"), unit(battle, "riders")
    found = way_to_contact(battle, leader, target)
    assert found is not None
    points = (found.points[0], *[snap_point(point) for point in found.points[1:]])
    again = contact_trip(battle, leader, points, found.base.facing, frozenset((target.id,)))
    assert not isinstance(again, Refusal), again
