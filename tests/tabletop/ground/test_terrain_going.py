"""Prices of ways, and how far an allowance reaches."""

from __future__ import annotations

import pickle
from itertools import pairwise
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.tabletop.ground.going import STANDOFF
from banneret.tabletop.ground.pricing import dear_stretches
from banneret.tabletop.ground.terrain import Area, Going, Ground, Line, leg_cost, price, walk
from banneret.tabletop.shapes.measuring import Point, along, distance, distance_point_segment

coordinates = st.integers(0, 30000).map(lambda n: n / 1000)
grid = st.integers(0, 6).map(lambda n: n * 5.0)
points = st.one_of(st.tuples(coordinates, coordinates), st.tuples(grid, grid))

GROUND = Ground(
    [
        Area("wood", [(10, 10), (20, 10), (20, 16), (10, 16)], "w"),
        Area("hill", [(22, 5), (28, 5), (30, 10), (24, 14), (21, 9)], "h"),
        Area("rock", [(5, 20), (7, 20), (7, 25), (5, 25)], "k"),
    ],
    [Line("fence", [(25, 3), (25, 18)], "f"), Line("wall", [(2, 5), (8, 5)], "l")],
    30,
    30,
)
FOOT = Going({"wood": 2.0}, {"fence": 2.0}, ["rock"], ["wall"], outlines={"hill": 1.0})
TIPS = [
    *(end for line in GROUND.lines for end in line.points),
    *(corner for area in GROUND.areas for corner in area.polygon),
]
FREE = Going({"wood": 2.0, "rock": 3.0}, {"fence": 2.0, "wall": 1.0}, outlines={"hill": 1.0})


@given(points, points, st.floats(0, 1))
def test_price_of_a_cut_way_is_the_price_of_the_whole(p: Point, q: Point, t: float) -> None:
    middle = along(p, q, t)
    whole = price(GROUND, [p, q], FREE)
    cut = price(GROUND, [p, middle, q], FREE)
    assert whole.blocked_by is None
    assert cut.length == pytest.approx(whole.length, abs=1e-6)
    if not brushes_an_end(p, q) and clear_of_crossings(p, q, t):
        assert cut.cost == pytest.approx(whole.cost, abs=1e-6)
        assert len(cut.crossings) == len(whole.crossings)


def brushes_an_end(p: Point, q: Point) -> bool:
    """Where a leg passes through the very end of a wall, rounding decides whether it crosses."""
    ends = [*GROUND.areas[1].polygon, *(end for line in GROUND.lines for end in line.points)]
    return any(distance_point_segment(end, p, q) < 1e-6 for end in ends)


def clear_of_crossings(p: Point, q: Point, t: float) -> bool:
    places = [place for place, _ in GROUND.crossings(p, q)]
    places += [place for place, _ in GROUND.outline_crossings(p, q, {"hill"})]
    return all(abs(t - place) * distance(p, q) > 1e-6 for place in places)


@given(points, points)
def test_price_is_the_sum_of_its_parts(p: Point, q: Point) -> None:
    priced = price(GROUND, [p, q], FREE)
    legs = sum(leg.cost for leg in priced.legs)
    assert priced.cost == pytest.approx(legs + sum(c.cost for c in priced.crossings), abs=1e-9)
    assert priced.length == pytest.approx(distance(p, q), abs=1e-6)
    assert leg_cost(GROUND, p, q, FREE) == pytest.approx(priced.cost, abs=1e-6)
    assert priced.cost >= distance(p, q) - 1e-6


@given(points, points)
def test_barred_ways_cost_without_end(p: Point, q: Point) -> None:
    barred = price(GROUND, [p, q], FOOT).blocked_by is not None
    assert (leg_cost(GROUND, p, q, FOOT) == inf) == barred


@given(st.lists(points, min_size=2, max_size=4), st.floats(0, 40))
def test_walk_never_overspends_and_can_be_priced(path: list[Point], allowance: float) -> None:
    """But for ways that touch the very end of a fence or a corner: rounding may pass it by."""
    legs = list(pairwise(path))
    assume(all(distance_point_segment(tip, p, q) > 0.002 for p, q in legs for tip in TIPS))
    done = walk(GROUND, path, FOOT, allowance)
    assert done.spent <= allowance
    again = price(GROUND, done.path, FOOT)
    if distance(path[0], done.point) > 0.01:
        assert again.cost == pytest.approx(done.spent, abs=0.02 * len(done.path))
        assert len(again.crossings) == len(done.crossed)
    if done.stopped_by == "none":
        assert done.point == path[-1]
    elif done.stopped_by == "allowance_spent":
        assert done.spent >= allowance - 0.003


@given(points, points)
def test_enough_allowance_walks_the_whole_way(p: Point, q: Point) -> None:
    priced = price(GROUND, [p, q], FREE)
    done = walk(GROUND, [p, q], FREE, priced.cost)
    assert done.stopped_by == "none"
    assert done.spent == pytest.approx(priced.cost)
    assert done.length == pytest.approx(priced.length, abs=1e-6)


def test_exactly_enough_crosses_a_fence() -> None:
    done = walk(GROUND, [(22, 15), (28, 15)], FOOT, 5)
    assert done.point == (25.002, 15)
    assert done.stopped_by == "allowance_spent"
    assert [c.id for c in done.crossed] == ["f"]


def test_too_little_left_stops_in_front() -> None:
    done = walk(GROUND, [(22, 15), (28, 15)], FOOT, 4.9)
    assert done.point == (24.998, 15)
    assert done.stopped_by == "not_enough_left_for_obstacle"
    assert done.spent == pytest.approx(3)
    assert done.crossed == ()


def test_spent_just_before_a_fence() -> None:
    done = walk(GROUND, [(22, 15), (28, 15)], FOOT, 3)
    assert done.point == (24.998, 15)
    assert done.stopped_by == "allowance_spent"
    done = walk(GROUND, [(22, 15), (28, 15)], FOOT, 2.9985)
    assert done.point[0] <= 24.999
    assert done.stopped_by == "allowance_spent"


def test_bars_stop_a_walk() -> None:
    done = walk(GROUND, [(5, 1), (5, 9)], FOOT, 20)
    assert (done.point, done.stopped_by) == ((5, 4.998), "barred")
    done = walk(GROUND, [(6, 15), (6, 29)], FOOT, 20)
    assert (done.point, done.stopped_by) == ((6, 19.998), "barred")
    blocked = price(GROUND, [(6, 15), (6, 29)], FOOT).blocked_by
    assert blocked == ("rock", (6, 20))


def test_walk_on_from_in_front_still_meets_the_obstacle() -> None:
    first = walk(GROUND, [(22, 15), (28, 15.37)], FOOT, 4)
    again = walk(GROUND, [first.point, (28, 15.37)], FOOT, 4)
    assert first.crossed == ()
    assert len(again.crossed) == 1
    third = walk(GROUND, [again.point, (28, 15.37)], FOOT, 4)
    assert third.crossed == ()


def test_slow_ground_spends_double() -> None:
    done = walk(GROUND, [(5, 12), (25, 12)], FOOT, 15)
    assert done.point == (15, 12)
    assert done.spent == 15


def test_barred_outline() -> None:
    going = Going(barred_outlines=["hill"])
    assert leg_cost(GROUND, (15, 8), (25, 8), going) == inf
    assert leg_cost(GROUND, (24, 8), (25.5, 8), going) == 1.5
    blocked = price(GROUND, [(15, 8), (24, 8)], going).blocked_by
    assert blocked is not None
    assert blocked.kind == "hill"


def test_price_lists_compare_by_content() -> None:
    same = Going({"wood": 2.0}, {"fence": 2.0}, ["rock"], ["wall"], outlines={"hill": 1.0})
    assert same == FOOT
    assert hash(same) == hash(FOOT)
    assert same != FREE
    assert pickle.loads(pickle.dumps(FOOT)) == FOOT  # noqa: S301  our own bytes
    assert Going().lowest == 1.0
    assert Going({"road": 0.5}).lowest == 0.5


def test_standing_still() -> None:
    done = walk(GROUND, [(1, 1)], FOOT, 5)
    assert done.point == (1, 1)
    assert done.length == 0
    assert price(GROUND, [(1, 1), (1, 1)], FOOT).cost == 0


def test_dear_stretches_name_slow_ground_and_obstacles_on_a_way() -> None:
    """In parts of the whole way, a stretch that goes on over a bend in one piece."""
    woods = Area("woods", ((2, -5), (6, -5), (6, 5), (2, 5)), "")
    ground = Ground([woods], [Line("wall", ((8, -5), (8, 5)), "")], 20, 20)
    going = Going(costs={"woods": 2.0}, crossing={"wall": 3.0})
    found = dear_stretches(ground, ((0, 0), (4, 0), (10, 0)), going)
    assert [(one.kind, round(one.start, 6), round(one.end, 6)) for one in found] == [
        ("woods", 0.2, 0.6),
        ("wall", 0.8, 0.8),
    ]
    assert found[1].label == "wall +3″"
    assert dear_stretches(ground, ((0, 6), (10, 6)), going) == ()
    for still in ((), ((3, 0),), ((3, 0), (3, 0))):
        assert dear_stretches(ground, still, going) == ()


@given(st.integers(0, 4000), st.integers(1, 60), st.floats(1, 12))
def test_a_walk_that_ends_before_a_wall_is_not_rounded_across_it(
    west: int, rise: int, allowance: float
) -> None:
    """However aslant he comes at it, what he is said to have spent is what his way costs."""
    wall = Line("wall", [(0, 10), (24, 10.0 + rise / 10)])
    ground, climber = Ground([], [wall], 24, 24), Going({}, {"wall": 3.0})
    way = [(west / 1000, 9.6), (20.0, 10.3 + rise / 10)]
    walked = walk(ground, way, climber, allowance)
    assert price(ground, walked.path, climber).cost <= allowance + 2 * STANDOFF


def test_of_two_obstacles_at_one_spot_both_are_crossed_or_neither() -> None:
    """Three inches are left before a hedge (2) along the foot of a hill (2), then four."""
    hill = Area("hill", [(10, 0), (20, 0), (20, 20), (10, 20)])
    ground = Ground([hill], [Line("hedge", [(10, 0), (10, 20)])], 30, 20)
    climber = Going({}, {"hedge": 2.0}, outlines={"hill": 2.0})
    short = walk(ground, [(5, 10), (15, 10)], climber, 8.0)
    assert short.crossed == ()
    assert short.spent == pytest.approx(5.0, abs=0.01)
    assert short.point[0] < 10
    over = walk(ground, [(5, 10), (15, 10)], climber, 10.0)
    assert len(over.crossed) == 2
    assert over.point[0] == pytest.approx(11.0, abs=0.01)
    walled = walk(ground, [(5, 10), (15, 10)], Going({}, {"hedge": 2.0}, ["hill"]), 10.0)
    assert walled.crossed == ()
    assert walled.stopped_by == "barred"
