"""Somebody on his way, against a plain reckoning with Shapely."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, box

from banneret.tabletop.ground.pieces import Area, Line
from banneret.tabletop.ground.terrain import Going, Ground
from banneret.tabletop.moving.walking import Walker, first_inches

WOOD, WALL = (6.0, 6.0, 14.0, 14.0), ((2.0, 18.0), (16.0, 18.0))
CORNERS = ((6.0, 6.0), (14.0, 6.0), (14.0, 14.0), (6.0, 14.0))
GROUND = Ground([Area("woods", CORNERS, "wood")], [Line("wall", WALL, "wall")], 24.0, 24.0)
ON_FOOT = Going(costs={"woods": 2.0}, crossing={"wall": 3.0})
RIDING = Going(costs={"woods": 2.0}, barred_lines=("wall",))
inches = st.integers(10, 230).map(lambda n: n / 10)
spots = st.tuples(inches, inches)
ways = st.lists(spots, min_size=2, max_size=4)


def plain_cost(points: list[tuple[float, float]]) -> float:
    total = 0.0
    for p, q in pairwise(points):
        leg = LineString([p, q])
        through = leg.intersection(box(*WOOD)).length if p != q else 0.0
        total += leg.length + through + 3.0 * leg.crosses(LineString(WALL))
    return total


def is_plain(p: tuple[float, float], q: tuple[float, float]) -> bool:
    """Whether a leg neither ends on the wall or runs along an edge: what that costs is agreed."""
    ends = min(LineString(WALL).distance(Point(one)) for one in (p, q))
    tips = min(LineString([p, q]).distance(Point(one)) for one in WALL)
    along = LineString([p, q]).intersection(box(*WOOD).boundary).length
    return p != q and ends > 0.01 and tips > 0.01 and not along


@given(ways)
def test_a_way_costs_its_inches_its_woods_and_its_walls(points: list[tuple[float, float]]) -> None:
    walker = Walker(GROUND, ON_FOOT)
    assume(all(is_plain(p, q) for p, q in pairwise(points)))
    assert walker.cost(points) == pytest.approx(plain_cost(points), abs=0.02)
    assert Walker(GROUND, ON_FOOT, lambda _: 2.0).cost(points) == 2 * walker.cost(points)


@given(ways, st.integers(1, 30).map(float))
def test_who_follows_a_way_gets_as_far_as_it_lasts(
    points: list[tuple[float, float]], allowance: float
) -> None:
    walker = Walker(GROUND, ON_FOOT)
    passed, spent = walker.follow(points, allowance)
    assert spent <= allowance + 0.01
    assert passed[0] == points[0]
    assert walker.cost(passed) == pytest.approx(spent, abs=0.02)
    if walker.cost(points) <= allowance:
        assert passed == tuple(points)


@given(spots, st.lists(spots, min_size=1, max_size=3))
def test_a_route_is_never_dearer_than_going_straight(
    here: tuple[float, float], goals: list[tuple[float, float]]
) -> None:
    walker = Walker(GROUND, ON_FOOT)
    straight = walker.straight(here, sorted((dist(here, p), n, p) for n, p in enumerate(goals)))
    found = walker.route(here, goals)
    assert straight is not None
    assert found is not None
    assert found.cost <= straight.cost + 0.01
    assert found.points[-1] == goals[found.goal]
    assert found.cost == pytest.approx(walker.cost(found.points), abs=0.02)


def test_a_rider_goes_round_what_he_may_not_cross() -> None:
    walker = Walker(GROUND, RIDING)
    assert walker.cost([(4.0, 16.0), (4.0, 20.0)]) == inf
    found = walker.route((4.0, 16.0), [(4.0, 20.0)])
    assert found is not None
    assert len(found.points) > 2
    assert walker.cost(found.points) < inf
    assert not walker.is_open((4.0, 16.0), (4.0, 20.0))


@given(ways, st.integers(0, 40).map(float))
def test_the_beginning_of_a_way(points: list[tuple[float, float]], most: float) -> None:
    whole = LineString(points).length
    kept = first_inches(points, most)
    long = sum(dist(kept[i - 1], kept[i]) for i in range(1, len(kept)))
    assert long == pytest.approx(min(most, whole), abs=1e-6)
