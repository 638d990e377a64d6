"""Rings of walls and outlines: whoever passes one pays at least its toll."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.ground.nets import Net, net_of
from banneret.tabletop.ground.paths import cheapest
from banneret.tabletop.ground.rings import rings_of
from banneret.tabletop.ground.search import Search, Whereabouts
from banneret.tabletop.ground.terrain import Area, Going, Ground, Line
from banneret.tabletop.shapes.measuring import Point, distance

if TYPE_CHECKING:
    from collections.abc import Callable

WALL = [(23, 14), (18, 14), (18, 24), (30, 24), (30, 14), (25, 14)]
GATE = [(25, 14), (23, 14)]
HOUSE = Area("house", [(20, 18), (26, 18), (26, 22), (20, 22)], "h", walled=True)
FOOT = Going({}, {"wall": 3.0, "gate": 2.0}, outlines={"house": 3.0})
HORSE = Going({}, {"gate": 2.0}, (), ["wall"], barred_outlines=["house"])

# whole inches often lie on a wall, in a corner or in line with one
places = st.tuples(st.integers(15, 33), st.integers(11, 27)) | st.tuples(
    st.integers(15000, 33000).map(lambda n: n / 1000),
    st.integers(11000, 27000).map(lambda n: n / 1000),
)


def manor(*lines: Line, areas: tuple[Area, ...] = (HOUSE,), over: tuple[str, ...] = ()) -> Ground:
    return Ground(areas, lines, 48, 36, over=over)


def only(goal: Point) -> Callable[[], list[Point]]:
    return lambda: [goal]


CLOSED = manor(Line("wall", WALL, "w"), Line("gate", GATE, "g"))


def test_walls_close_with_their_gate_at_the_lower_price() -> None:
    assert [ring.price for ring in rings_of(CLOSED, FOOT)] == [2.0, 3.0]
    assert [ring.price for ring in rings_of(CLOSED, HORSE)] == [2.0, inf]


def test_what_is_open_or_costs_nothing_is_no_ring() -> None:
    """A gap, a gate that stands open, a wall to and fro, an outline under a bridge."""
    free = Going({}, {"wall": 3.0})
    assert rings_of(manor(Line("wall", WALL, "w"), areas=()), FOOT) == ()
    assert rings_of(manor(Line("wall", WALL, "w"), Line("gate", GATE, "g")), free) == ()
    assert rings_of(manor(Line("wall", [(1, 1), (5, 5), (1, 1)], "w"), areas=()), FOOT) == ()
    bridge = Area("bridge", [(25, 19), (27, 19), (27, 21), (25, 21)], "b")
    assert rings_of(manor(areas=(HOUSE, bridge), over=("bridge",)), FOOT) == ()


@pytest.mark.parametrize("going", [FOOT, HORSE], ids=["foot", "horse"])
@given(places, places)
def test_a_toll_is_never_more_than_a_leg_costs(going: Going, p: Point, q: Point) -> None:
    net = Net(CLOSED, going)
    toll = net.tolls[net.inside(p) ^ net.inside(q)]
    assert net.cost(p, q) >= distance(p, q) + toll


def test_a_place_near_a_wall_may_lie_on_either_side() -> None:
    net = net_of(CLOSED, FOOT)
    assert net.all_rings == 3
    assert net.far_from((19.0, 16.0), 0.9) == 3
    assert net.far_from((19.0, 16.0), 1.1) == 2
    assert net.inside((19.0, 16.0)) == 1
    assert net.inside((23.0, 20.0)) == 3
    assert net.inside((10.0, 20.0)) == 0


@given(places, st.lists(places, min_size=1, max_size=5), st.floats(1, 25))
def test_goals_found_on_the_way_are_reached_as_those_known_before(
    start: Point, goals: list[Point], limit: float
) -> None:
    known = cheapest(CLOSED, FOOT, start, goals, limit=limit)
    about = [Whereabouts(x + 0.5, y - 0.5, 0.8, only((x, y))) for x, y in goals]
    found = Search(net_of(CLOSED, FOOT), start, about=about, limit=limit).next()
    if known is None or found is None:
        assert known == found
    else:
        assert found.cost == pytest.approx(known.cost)


def test_one_goal_after_another_is_found_at_a_rising_price() -> None:
    goals = [(20.0, 12.0), (28.0, 16.0), (33.0, 30.0)]
    search = Search(net_of(CLOSED, FOOT), (16.0, 12.0), goals)
    ways = [way for way in (search.next() for _ in range(4)) if way is not None]
    assert [way.goal for way in ways] == [0, 1, 2]
    assert [way.cost for way in ways] == sorted(way.cost for way in ways)
    assert len(ways) == 3


def test_goals_out_of_reach_are_never_worked_out() -> None:
    asked: list[Point] = []

    def look() -> list[Point]:
        asked.append((24.0, 16.0))
        return asked

    def search(limit: float) -> Search:
        about = [Whereabouts(24.0, 16.0, 0.5, look)]
        return Search(net_of(CLOSED, FOOT), (24.0, 8.0), about=about, limit=limit)

    assert search(9.0).next() is None  # eight inches, and two for the gate
    assert not asked
    assert search(10.0).next() is not None
    assert asked
