"""The ground: what lies where and what a leg meets, against Shapely and by hand."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import unary_union
from shapely.geometry import LineString
from shapely.geometry import Polygon as Shape

from banneret.tabletop.ground.terrain import Area, Ground, Line, road_polygons
from banneret.tabletop.shapes.measuring import Disc, Point, Rect, distance

coordinates = st.integers(0, 24000).map(lambda n: n / 1000)
grid = st.integers(0, 6).map(lambda n: n * 4.0)
points = st.one_of(st.tuples(coordinates, coordinates), st.tuples(grid, grid))
KINDS = ("wood", "marsh", "road", "bridge")

WOOD = Area("wood", [(10, 10), (20, 10), (20, 16), (10, 16)], "w")
RIVER = Area("river", [(0, 20), (48, 20), (48, 22), (0, 22)], "r")
BRIDGE = Area("bridge", [(22, 19.5), (24, 19.5), (24, 22.5), (22, 22.5)], "b")
FENCE = Line("fence", [(25, 3), (25, 18)], "f")
L_MARSH = Area("marsh", [(0, 0), (8, 0), (8, 2), (2, 2), (2, 8), (0, 8)], "m")
TABLE = Ground([WOOD, RIVER, BRIDGE, L_MARSH], [FENCE], 48, 36, over=("bridge", "road"))


@st.composite
def areas(draw: st.DrawFn) -> Area:
    """A star-shaped polygon round a middle, often dented."""
    x, y = draw(st.tuples(st.integers(4, 20), st.integers(4, 20)))
    steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    reach = [draw(st.integers(1, 40)) / 10 for _ in steps]
    corners = [(x + dx * r, y + dy * r) for (dx, dy), r in zip(steps, reach, strict=True)]
    return Area(draw(st.sampled_from(KINDS)), corners)


grounds = st.builds(
    lambda pieces: Ground(pieces, [], 24, 24, over=("bridge", "road")),
    st.lists(areas(), max_size=5),
)


@given(grounds, points, points)
def test_stretches_measure_what_shapely_measures(ground: Ground, p: Point, q: Point) -> None:
    if distance(p, q) < 0.01:
        return
    found = ground.stretches(p, q)
    assert found[0][1] == 0.0
    assert found[-1][2] == 1.0
    for i in range(1, len(found)):
        assert found[i - 1][2] == found[i][1]
        assert found[i - 1][0] != found[i][0]
    leg = LineString([p, q])
    for kind in ("bridge", "road"):
        shape = unary_union([Shape(a.polygon) for a in ground.areas if a.kind == kind])
        if kind == "road":
            bridges = [Shape(a.polygon) for a in ground.areas if a.kind == "bridge"]
            shape = shape.difference(unary_union(bridges))
        length = sum((t1 - t0) * distance(p, q) for name, t0, t1 in found if name == kind)
        inner = leg.intersection(shape.buffer(-1e-6)).length
        outer = leg.intersection(shape.buffer(1e-6)).length
        assert inner - 1e-3 <= length <= outer + 1e-3


@given(grounds, points, points, st.sampled_from(KINDS))
def test_length_inside_a_kind(ground: Ground, p: Point, q: Point, kind: str) -> None:
    shape = unary_union([Shape(a.polygon) for a in ground.areas if a.kind == kind])
    leg = LineString([p, q])
    inner = leg.intersection(shape.buffer(-1e-6)).length
    outer = leg.intersection(shape.buffer(1e-6)).length
    assert inner - 1e-3 <= ground.length_inside(p, q, kind) <= outer + 1e-3


def test_a_corner_touched_half_way_says_nothing() -> None:
    """A dented wood is passed by at its tip, and crossed along the bottom of its dent."""
    tip = Area("wood", [(6, 8), (9, 8), (7, 9), (9, 10), (6, 14)])
    outside = Ground([tip], (), 24, 24)
    assert outside.length_inside((12, 2), (0, 14), "wood") == 0.0
    dent = Area("wood", [(2, 2), (22, 2), (22, 12), (12, 6), (2, 12)])
    assert Ground([dent], (), 24, 24).length_inside((3, 6), (21, 6), "wood") == 18.0


@given(points, points, st.lists(points, min_size=2, max_size=5))
def test_crossings_against_shapely(p: Point, q: Point, path: list[Point]) -> None:
    ground = Ground([], [Line("wall", path)], 24, 24)
    found = ground.crossings(p, q)
    assert [t for t, _ in found] == sorted(t for t, _ in found)
    wall = LineString(path)
    for t, _ in found:
        here = (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
        assert LineString([here, here]).distance(wall) < 1e-6
    if LineString([p, q]).distance(wall) > 1e-6:
        assert not found


def test_crossing_counts_each_leg_of_a_wall_once() -> None:
    zigzag = Line("wall", [(0, 0), (4, 4), (8, 0), (12, 4)])
    ground = Ground([], [zigzag], 24, 24)
    assert len(ground.crossings((0, 2), (12, 2))) == 3
    assert len(ground.crossings((4, 8), (4, 0))) == 1
    assert list(ground.crossings((0, 5), (12, 5))) == []


def test_kinds_and_precedence() -> None:
    assert TABLE.kind_at((15, 12)) == "wood"
    assert TABLE.kind_at((23, 21)) == "bridge"
    assert TABLE.kinds_at((23, 21)) == ["bridge", "river"]
    assert TABLE.kind_at((30, 30)) == "open"
    assert TABLE.kinds_at((30, 30)) == []
    assert TABLE.areas_at((10, 10)) == [WOOD]
    later = Ground([Area("hill", WOOD.polygon), WOOD], [], 48, 36)
    assert later.kinds_at((12, 12)) == ["wood", "hill"]


def test_overlapping_areas_of_a_kind_count_once() -> None:
    inner = Area("wood", [(12, 11), (14, 11), (14, 15), (12, 15)])
    ground = Ground([WOOD, inner], [], 48, 36)
    assert ground.length_inside((0, 12), (30, 12), "wood") == pytest.approx(10)
    assert ground.kinds_at((13, 12)) == ["wood"]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = Ground([WOOD], [FENCE], 48, 36)
    monkeypatch.setattr("banneret.tabletop.ground.ground._CACHE_SIZE", 2)
    for x in range(5):
        ground.stretches((x, 0), (x, 9))
        ground.crossings((x, 0), (x, 9))
    assert len(ground._stretches) <= 2
    assert len(ground._crossings) <= 2


def test_dents_are_open() -> None:
    assert not L_MARSH.convex
    assert list(TABLE.stretches((1, 7), (7, 1))) == [
        ("marsh", 0.0, pytest.approx(1 / 6)),
        ("open", pytest.approx(1 / 6), pytest.approx(5 / 6)),
        ("marsh", pytest.approx(5 / 6), 1.0),
    ]


def test_along_an_edge_is_outside() -> None:
    assert list(TABLE.stretches((5, 10), (25, 10))) == [("open", 0.0, 1.0)]
    assert list(TABLE.stretches((12, 12), (12, 12))) == [("wood", 0.0, 1.0)]


def test_along_the_tables_edge_is_inside() -> None:
    """A pond at the rim is not passed between its water and the air."""
    pond = Area("pond", [(0, 10), (6, 10), (6, 16), (0, 16)])
    bridge = Area("bridge", [(0, 12), (3, 12), (3, 14), (0, 14)])
    fen = Area("fen", [(20, 30), (30, 30), (30, 36), (20, 36)])
    table = Ground([bridge, pond, fen], (), 48, 36, over=("bridge",))
    assert list(table.stretches((0, 8), (0, 18))) == [
        ("open", 0.0, pytest.approx(0.2)),
        ("pond", pytest.approx(0.2), pytest.approx(0.4)),
        ("bridge", pytest.approx(0.4), pytest.approx(0.6)),
        ("pond", pytest.approx(0.6), pytest.approx(0.8)),
        ("open", pytest.approx(0.8), 1.0),
    ]
    assert [kind for kind, _, _ in table.stretches((28, 36), (40, 36))] == ["fen", "open"]
    assert list(table.stretches((6, 8), (6, 18))) == [("open", 0.0, 1.0)]


def test_bank_under_the_bridge_is_not_met() -> None:
    kinds = {"river"}
    assert TABLE.outline_crossings((23, 10), (23, 30), kinds) == []
    assert TABLE.outline_crossings((30, 10), (30, 30), kinds) == [(0.5, RIVER), (0.6, RIVER)]
    [(t, bank)] = TABLE.outline_crossings((30, 10), (30, 21), kinds)
    assert t == pytest.approx(10 / 11)
    assert bank is RIVER


def test_wholly_between() -> None:
    assert TABLE.wholly_between((5, 12), (25, 12), WOOD)
    assert not TABLE.wholly_between((12, 12), (25, 12), WOOD)
    assert not TABLE.wholly_between((5, 12), (20, 12), WOOD)
    assert not TABLE.wholly_between((5, 10), (25, 10), WOOD)
    assert not TABLE.wholly_between((5, 1), (25, 1), WOOD)


def test_lines_near_a_base() -> None:
    assert TABLE.lines_within(Rect(23, 10, 0, 2, 2), 1) == [FENCE]
    assert TABLE.lines_within(Rect(23, 10, 0, 2, 2), 0.9) == []
    assert TABLE.lines_within(Disc(25, 20, 1), 1) == [FENCE]


def test_on_table_includes_its_edge() -> None:
    assert TABLE.on_table(Rect(0.5, 35.5, 90, 1, 1))
    assert not TABLE.on_table(Rect(0.4, 35.5, 90, 1, 1))
    assert not TABLE.on_table(Rect(0.5, 0.5, 45, 1, 1))
    assert TABLE.on_table(Disc(47, 35, 1))


@given(points, st.lists(points, min_size=2, max_size=4), st.floats(0.5, 3))
def test_roads_cover_their_line(first: Point, rest: list[Point], width: float) -> None:
    line = [first, *rest]
    road = unary_union([Shape(p).buffer(1e-9) for p in road_polygons(line, width)])
    if LineString(line).length > 0.01:
        assert LineString(line).difference(road.buffer(0.01)).length < 1e-6
        legs = [LineString(line[i - 1 : i + 1]) for i in range(1, len(line))]
        wide = unary_union([leg.buffer(width * 1.5 + 0.01) for leg in legs])
        assert road.difference(wide).area < 1e-6


def test_straight_road_by_hand() -> None:
    road = road_polygons(Line("road", [(0, 0), (10, 0), (10, 10)]), 2)
    assert len(road) == 2
    assert Shape(road[0]).union(Shape(road[1])).area == pytest.approx(40)
    assert Shape(road[0]).intersection(Shape(road[1])).area == pytest.approx(0)


def test_ground_is_shared_by_copies_and_rebuilt_elsewhere() -> None:
    assert copy.deepcopy(TABLE) is TABLE
    assert copy.copy(TABLE) is TABLE
    sent = pickle.loads(pickle.dumps(TABLE))  # noqa: S301  our own bytes
    assert sent.stretches((5, 12), (25, 21)) == TABLE.stretches((5, 12), (25, 21))
    assert sent.over == TABLE.over
    assert "wood" in repr(WOOD)
    assert "fence" in repr(FENCE)


def test_clockwise_and_closed_outlines_are_the_same() -> None:
    turned = Area("wood", [(10, 10), (10, 16), (20, 16), (20, 10), (10, 10)])
    assert turned.convex
    assert turned.runs((5, 12), (25, 12)) == WOOD.runs((5, 12), (25, 12)) == [(0.25, 0.75)]
