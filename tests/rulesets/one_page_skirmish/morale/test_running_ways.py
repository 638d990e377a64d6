"""The paths of those who run, measured on every inch of them (OP-MORALE-33)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, footprint
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement.followers import setting_down
from banneret.rulesets.one_page_skirmish.screen.events import Moved, Placed
from banneret.tabletop.shapes.measuring import Rect, gap, gap_to_point, gap_to_segment, swept
from rulesets.one_page_skirmish.field import Played, field, man, play, unit
from rulesets.one_page_skirmish.movement.test_motion_properties import any_battle
from rulesets.scripting import events_of, first


def legs(table: Played) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The legs of the way the measured figure took."""
    return list(pairwise(events_of(table, Moved)[0].path))


def nearest(table: Played, threat: Rect) -> float:
    """How near the whole way leads to a base."""
    return min(gap_to_segment(threat, p, q) for p, q in legs(table))


def test_op_morale_33_on_no_point_nearer_to_the_threat() -> None:
    """The short way home passes the threat at 3 inches; he began further off and goes about."""
    battle = field("a men: x1 10,20 routing | b foe: x1 14,16")
    men, foe = unit(battle, "men"), man(battle, "foe")
    table = play(battle, retreat.rout, men, foe, dice=[6, 6])
    assert nearest(table, foe.base) >= gap_to_point(foe.base, (10, 20)) - 0.001


def test_op_morale_33_past_nobody_within_an_inch() -> None:
    """Another enemy beside the short way is passed at an inch or more."""
    battle = field("a men: x1 10,20 routing | b foe: x1 10,24 | b other: x1 11.5,15")
    men, other = unit(battle, "men"), man(battle, "other").base
    table = play(battle, retreat.rout, men, man(battle, "foe"), dice=[6, 6])
    assert min(gap(swept(1.0, 1.0, p, q, 0.0), other) for p, q in legs(table)) >= 0.998


def test_op_morale_33_the_threat_is_measured_from_whoever_is_measured() -> None:
    """Without a leader the owner picks the second man: his nearest enemy is the threat."""
    battle = field("a men: x2 10,20 30,20 routing leader=-1 | b one: x1 10,23 | b two: x1 32.5,17")
    men, two = unit(battle, "men"), man(battle, "two").base
    assert men.leader == NOBODY
    threat = retreat.threat_to(battle, men, None)
    assert threat is man(battle, "one")
    table = play(battle, retreat.rout, men, threat, dice=[6, 6], answers=[1, first])
    assert nearest(table, two) >= gap_to_point(two, (30, 20)) - 0.001


def test_op_morale_33_nor_nearer_where_he_stops() -> None:
    """A rider who has hardly room to fall back stops side on, before he is turned."""
    battle = field("a men: mounted x1 10,20 | b foe: x1 6,20 | b other: x1 12.8,20")
    men, foe = unit(battle, "men"), man(battle, "foe")
    table = play(
        battle, retreat.to_cover, men, foe, unit(battle, "foe"), dice=[6, 6, 6], answers=[first]
    )
    moved = events_of(table, Moved)[0]
    assert moved.path[-1][0] == pytest.approx(10.3, abs=0.01)
    assert gap(footprint(True, *moved.path[-1], moved.facing), foe.base) >= 3.0


@pytest.mark.parametrize("mode", setting_down.FLEEING)
def test_op_morale_33_nobody_leaps_after_the_man_who_runs(mode: str) -> None:
    """OP-MOVE-18 holds: a follower goes no further than the measured man and 6 inches."""
    assert setting_down.displacement_limit(field(), 5.0, 9.0, mode) == 11.0


def test_op_morale_25_a_follower_is_found_the_narrow_place_as_far_off_as_he_must_be() -> None:
    """After half an inch of flight hardly anything is far enough off: none of it in close order."""
    battle = any_battle(2897)
    men = unit(battle, "a.one")
    threat = retreat.threat_to(battle, men, None)
    assert threat is not None
    before = gap(battle.figures[men.leader].base, threat.base)
    table = play(battle, retreat.rout, men, threat, dice=[1, 1], answers=[first])
    assert len(events_of(table, Placed)[0].places) == 5
    for key in men.members:
        assert gap(battle.figures[key].base, threat.base) >= before - 0.003
