"""Ways to contact that a player sees at once: round a flank, behind a line, past a man."""

from __future__ import annotations

import pytest

from banneret.core.book.clauses import Refusal
from banneret.rulesets.one_page_skirmish.basics.state import contact
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.melee.charge.approach import (
    can_contact,
    contact_trip,
    way_to_contact,
)
from banneret.rulesets.one_page_skirmish.melee.charge.landing import flush_against
from banneret.tabletop.shapes.measuring import overlaps, touches
from rulesets.one_page_skirmish.field import field, man, unit

POSITIONS = {
    "past a press of other enemies to their captain": (
        (
            "a garrison: x3 at 32.55,11.2 33.094,12.098 33.639,12.996 facing 31.222 | "
            "b captain: knight at 40.45,3 facing 319.214 | "
            "b band: x9 at 34.814,9.067 35.46,10.253 32.599,9.058 31.352,9.063 29.649,8.172 "
            "35.251,8.112 33.859,8.63 34.297,7.675 36.206,8.55 facing 155.378"
        ),
        "garrison",
        "captain",
    ),
    "through his friends to the flank of the hindmost": (
        (
            "a captain: knight at 40.45,4.7 facing 132.595 | "
            "a townsmen: x8 at 35.478,9.973 35.945,9.089 36.704,10.017 35.016,8.598 35.892,11.436 "
            "36.435,8.16 33.597,9.036 35.507,7.67 facing 332.14 | "
            "b garrison: x4 at 34.059,10.409 33.566,11.336 34.963,10.946 34.493,11.829 "
            "facing 62.007"
        ),
        "captain",
        "garrison",
    ),
    "against a corner where friends fill every side": (
        (
            "a lord: knight at 25.108,24.145 facing 161.674 | "
            "a riders: x2 at 19.715,20.07 19.911,21.102 facing 100.76 | "
            "a garrison: x2 at 21.386,20.956 21.386,22.006 facing 0 | "
            "b captain: knight at 21.917,19.652 facing 337.864 | "
            "b band: x7 at 21.006,18.32 24.654,18.722 23.565,18.393 20.022,18.513 18.554,18.929 "
            "22.516,18.462 22.402,17.469 facing 6.559 | "
            "b townsmen: x8 at 23.747,20.654 22.741,21.607 24.726,21.033 25.105,20.054 "
            "24.347,22.012 25.67,22 26.132,18.884 25.517,23.039 facing 261.574"
        ),
        "lord",
        "captain",
    ),
    "behind a line whose front is held by others": (
        (
            "a knight: knight at 20,10 facing 0 | a men: x3 at 18.95,13 20,13 21.05,13 facing 0 | "
            "b line: x3 at 18.95,14 20,14 21.05,14 facing 180"
        ),
        "knight",
        "line",
    ),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_op_charge_02_whoever_can_be_reached_may_be_named(position: str) -> None:
    """Far from any wall the dice allow eighteen inches, and a few bends lead to contact."""
    units, charger, target = POSITIONS[position]
    battle = field(units)
    leader, aim = man(battle, charger), unit(battle, target)
    assert charging.target_refusal(battle, unit(battle, charger), aim.id) is None
    trip = way_to_contact(battle, leader, aim, 18.0)
    assert trip is not None
    assert trip.cost <= 18.0
    named = contact_trip(battle, leader, trip.points, trip.base.facing, frozenset((aim.id,)))
    assert not isinstance(named, Refusal), named


def test_op_move_24_no_way_round_an_enemy_leads_off_the_table() -> None:
    """Riders at the very edge, an enemy beside them: a bend behind him lay beyond the edge."""
    battle = field(
        "a riders: mounted x3 at 39.5,35 40.55,35 38.45,35 facing 180 | "
        "b townsmen: x4 at 38.375,31.883 40,31.45 38.5,33.45 36.45,35 facing 90 | "
        "b band: x4 at 14.67,35.249 14.075,34.384 14.345,32.924 13.749,32.059 facing 304.541"
    )
    leader, aim = man(battle, "riders"), unit(battle, "band")
    found = [way_to_contact(battle, leader, aim, limit) for limit in (24.0, 60.0)]
    assert found[1] is not None
    for trip in found:
        if trip is not None:
            assert all(0.0 <= x <= 48.0 and 0.0 <= y <= 36.0 for x, y in trip.points)
            units = frozenset((aim.id,))
            named = contact_trip(battle, leader, trip.points, trip.base.facing, units)
            assert not isinstance(named, Refusal), named


def test_op_charge_12_nobody_is_reached_where_no_place_is_left() -> None:
    """Three are against each of them already: a way round leads nowhere."""
    battle = field(
        "a knight: knight at 20,6 facing 0 | "
        "a men: x3 at 20,13 19,14 21,14 facing 0 | b one: at 20,14 facing 180"
    )
    leader, aim = man(battle, "knight"), unit(battle, "one")
    assert all(contact(battle, one, man(battle, "one")) for one in battle.figures[1:4])
    assert not can_contact(battle, leader, aim, 18.0)


def test_op_charge_12_places_flush_against_an_enemy_touch_him_and_lie_beside_him() -> None:
    battle = field("a rider: mounted at 5,5 | b foe: at 20,14 facing 33")
    foe = man(battle, "foe").base
    for mounted in (False, True):
        places = list(flush_against(foe, mounted=mounted))
        assert len(places) == 12
        for place in places:
            assert touches(place, foe)
            assert not overlaps(place, foe)


@pytest.mark.parametrize("halving", ["per_inch", "whole_move"])
def test_op_charge_02_no_way_leads_through_deep_water_or_to_a_man_with_three_against_him(
    halving: str,
) -> None:
    """By either reading of woods and water (OP-OPT-04)."""
    river = field(
        "a knight: knight at 20,10 facing 0 | b one: at 20,16 facing 180",
        terrain="deep_water: 0,12..48,14",
        terrain_halving=halving,
    )
    beset = field(
        "a knight: knight at 20,6 facing 0 | "
        "a men: x3 at 20,13 19,14 21,14 facing 0 | b one: at 20,14 facing 180",
        terrain_halving=halving,
    )
    for battle in (river, beset):
        assert way_to_contact(battle, man(battle, "knight"), unit(battle, "one"), 18.0) is None
