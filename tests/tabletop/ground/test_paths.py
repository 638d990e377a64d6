"""The cheapest way: never worse than straight, never better than can be, always legal."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.ground.paths import cheapest, round_base
from banneret.tabletop.ground.terrain import Area, Going, Ground, Line, leg_cost, price
from banneret.tabletop.shapes.measuring import (
    Disc,
    Point,
    Rect,
    distance,
    gap,
    gap_to_segment,
    swept,
)

coordinates = st.integers(0, 36000).map(lambda n: n / 1000)
points = st.tuples(coordinates, coordinates)

GROUND = Ground(
    [
        Area("wood", [(10, 10), (20, 10), (20, 16), (10, 16)], "w"),
        Area("river", [(-1, 20), (37, 20), (37, 22), (-1, 22)], "r"),
        Area("bridge", [(22, 19.5), (24, 19.5), (24, 22.5), (22, 22.5)], "b"),
        Area("rock", [(5, 3), (7, 3), (7, 8), (6, 6), (5, 8)], "k"),
    ],
    [
        Line("wall", [(12, 5), (18, 5), (18, 2)], "l"),
        Line("fence", [(25, 3), (25, 18)], "f"),
        Line("wall", [(28, 28), (32, 28), (32, 32), (28, 32), (28, 28)], "fold"),
    ],
    36,
    36,
    over=("bridge", "road"),
)
FOOT = Going({"wood": 2.0}, {"fence": 2.0}, ["river", "rock"], ["wall"])


@given(points, points)
def test_route_is_legal_and_no_worse_than_straight(start: Point, goal: Point) -> None:
    route = cheapest(GROUND, FOOT, start, [goal])
    straight = leg_cost(GROUND, start, goal, FOOT)
    if route is None:
        assert straight == inf
        return
    priced = price(GROUND, route.points, FOOT)
    assert priced.blocked_by is None
    assert route.points[0] == start
    assert route.points[-1] == goal
    assert priced.cost == pytest.approx(route.cost, abs=1e-6)
    assert route.cost <= straight + 1e-9
    assert route.cost >= distance(start, goal) - 1e-9
    assert cheapest(GROUND, FOOT, start, [goal]) == route


@given(points, st.lists(points, min_size=2, max_size=4))
def test_best_of_several_goals(start: Point, goals: list[Point]) -> None:
    route = cheapest(GROUND, FOOT, start, goals)
    single = [cheapest(GROUND, FOOT, start, [goal]) for goal in goals]
    costs = [one.cost for one in single if one is not None]
    if route is None:
        assert not costs
    else:
        assert route.cost == pytest.approx(min(costs), abs=1e-9)
        assert route.points[-1] == goals[route.goal]


@given(points, points, st.floats(1, 30))
def test_limit(start: Point, goal: Point, limit: float) -> None:
    free = cheapest(GROUND, FOOT, start, [goal])
    bound = cheapest(GROUND, FOOT, start, [goal], limit=limit)
    if free is None or free.cost > limit + 0.002:
        assert bound is None
    elif free.cost <= limit:
        assert bound is not None
        assert bound.cost == pytest.approx(free.cost)


def test_straight_when_nothing_is_in_the_way() -> None:
    assert cheapest(GROUND, FOOT, (1, 1), [(1, 9)]) == (((1, 1), (1, 9)), 8, 0)
    assert cheapest(GROUND, FOOT, (1, 1), []) is None
    assert cheapest(GROUND, FOOT, (1, 1), [(1, 1)]) == (((1, 1), (1, 1)), 0, 0)


def test_over_the_bridge() -> None:
    route = cheapest(GROUND, FOOT, (10, 18), [(10, 25)])
    assert route is not None
    assert 24 < route.cost < 28


def test_round_the_wall_end() -> None:
    route = cheapest(GROUND, FOOT, (13, 4), [(13, 6)])
    assert route is not None
    assert route.cost == pytest.approx(2 * distance((13, 4), (12, 5)), abs=0.05)


def test_no_way_into_a_closed_fold() -> None:
    assert cheapest(GROUND, FOOT, (26, 30), [(30, 30)]) is None


def test_through_a_thin_wood_and_round_a_deep_one() -> None:
    through = cheapest(GROUND, FOOT, (15, 9), [(15, 17)])
    assert through is not None
    assert through.cost == pytest.approx(14)
    rounded = cheapest(GROUND, FOOT, (9, 11), [(21, 11)])
    assert rounded is not None
    assert rounded.cost < 13


def test_round_an_enemy() -> None:
    enemy = Rect(15, 28, 30, 1, 2)
    detours = round_base(enemy, 1.0)

    def clear(p: Point, q: Point) -> bool:
        return gap_to_segment(enemy, p, q) >= 1.0

    route = cheapest(GROUND, FOOT, (10, 28), [(20, 28)], detours=detours, clear=clear)
    assert route is not None
    assert 10 < route.cost < 11
    assert cheapest(GROUND, FOOT, (10, 28), [(15, 28)], detours=detours, clear=clear) is None
    assert all(clear(route.points[i - 1], route.points[i]) for i in range(1, len(route.points)))


@given(st.floats(0, 359), st.floats(0, 3))
def test_detours_keep_their_margin(facing: float, margin: float) -> None:
    for base in (Rect(9, 9, facing, 1, 2), Disc(9, 9, 1)):
        detours = round_base(base, margin)
        for i in range(8):
            near = gap(base, swept(0, 0, detours[i - 1], detours[i]))
            assert margin <= near <= margin + 0.01


def test_cheap_roads_draw_the_way() -> None:
    road = Area("road", [(0, 10), (36, 10), (36, 12), (0, 12)])
    ground = Ground([road], [], 36, 36, over=("road",))
    route = cheapest(ground, Going({"road": 0.5}), (2, 8), [(34, 8)])
    assert route is not None
    assert 16 <= route.cost < 25


def test_free_pieces_and_odd_outlines_do_no_harm() -> None:
    """A wall folded back on itself, a repeated corner, a free hill and a free hedge."""
    fold = Line("wall", [(10, 2), (10, 8), (10, 8), (10.1, 2.5), (10.1, 9), (10.1, 7)])
    rock = Area("rock", [(20, 2), (22, 2), (22, 2), (22, 8), (20, 8)])
    hill = Area("hill", [(15, 0), (17, 0), (17, 12), (15, 12)])
    ground = Ground([rock, hill], [fold, Line("hedge", [(5, 0), (5, 12)])], 36, 12)
    route = cheapest(ground, FOOT, (2, 5), [(30, 5)])
    assert route is not None
    assert 28 < route.cost < 30
    assert price(ground, route.points, FOOT).blocked_by is None


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banneret.tabletop.ground.nets._CACHE_SIZE", 3)
    ground = Ground(GROUND.areas, GROUND.lines, 36, 36, over=GROUND.over)
    again = cheapest(ground, FOOT, (10, 18), [(10, 25)])
    assert again == cheapest(GROUND, FOOT, (10, 18), [(10, 25)])
