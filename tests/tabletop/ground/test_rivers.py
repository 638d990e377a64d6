"""Straits: nobody comes to the other bank but by a bridge or a ford."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from banneret.tabletop.ground.nets import Net
from banneret.tabletop.ground.rivers import straits_of, to_box
from banneret.tabletop.ground.search import Search, Whereabouts
from banneret.tabletop.ground.terrain import Area, Going, Ground
from banneret.tabletop.shapes.measuring import Point

FOOT = Going({"shallows": 2.0}, {}, ["deep"])
PARTS = (
    Area("deep", [(0, 16), (8, 16), (8, 20), (0, 20)]),
    Area("shallows", [(8, 16), (14, 16), (14, 20), (8, 20)]),
    Area("deep", [(14, 16), (48, 16), (48, 20), (14, 20)]),
    Area("bridge", [(32, 15), (35, 15), (35, 21), (32, 21)]),
)

places = st.tuples(st.integers(0, 48), st.integers(0, 36)) | st.tuples(
    st.integers(0, 48000).map(lambda n: n / 1000), st.integers(0, 36000).map(lambda n: n / 1000)
)


def river(*areas: Area) -> Ground:
    return Ground(areas, (), 48, 36, over=("bridge",))


def turned(area: Area) -> Area:
    """The same piece with the table turned on its corner."""
    return Area(area.kind, [(y, x) for x, y in area.polygon])


def test_a_river_is_crossed_in_its_middle_by_ford_and_bridge() -> None:
    """Four inches of the ford cost four more."""
    [strait] = straits_of(river(*PARTS), FOOT)
    assert (strait.low, strait.high) == (16, 20)
    assert list(strait.passages) == [((8, 18, 14, 18), 4.0), ((32, 18, 35, 18), 0.0)]
    assert [strait.side(p) for p in ((5, 16), (5, 17), (5, 20))] == [-1, 0, 1]
    assert strait.side((5, 15), 1.5) == 0
    assert to_box((11.0, 14.0), (8, 18, 14, 18)) == 4


def test_a_river_from_south_to_north_is_one_as_well() -> None:
    [strait] = straits_of(
        Ground([turned(one) for one in PARTS], (), 36, 48, over=("bridge",)), FOOT
    )
    assert list(strait.passages) == [((18, 8, 18, 14), 4.0), ((18, 32, 18, 35), 0.0)]


def test_what_is_mostly_open_or_slanted_or_wholly_shut_is_none() -> None:
    pond = Area("deep", [(20, 16), (30, 16), (30, 20), (20, 20)])
    slanted = Area("deep", [(0, 16), (48, 18), (48, 22), (0, 20)])
    moat = Area("deep", [(0, 16), (48, 16), (48, 20), (0, 20)])
    for area in (pond, slanted, moat):
        assert straits_of(river(area), FOOT) == ()


def test_a_ford_with_something_in_it_has_no_sure_fee() -> None:
    stones = Area("stones", [(10, 17), (12, 17), (12, 19), (10, 19)])
    [strait] = straits_of(river(*PARTS, stones), FOOT)
    assert [fee for _, fee in strait.passages] == [0.0, 0.0]
    narrow = Area("shallows", [(8, 16), (12, 16), (12, 20), (8, 20)])
    [strait] = straits_of(river(PARTS[0], narrow, PARTS[2]), FOOT)
    assert [fee for _, fee in strait.passages] == [0.0]


@given(places, places)
@example((0, 20), (0, 0))
@example((48, 16), (48, 30))
def test_no_leg_costs_less_than_the_way_by_a_passage(p: Point, q: Point) -> None:
    net = Net(river(*PARTS), FOOT)
    assert net.cost(p, q) >= net.round_about(p, q)
    assert net.round_about(p, q, 3.0) <= max(net.round_about(p, q) - 3.0, 0.0) + 1e-9


@given(places, st.lists(places, min_size=1, max_size=3), st.floats(4, 60))
def test_ways_are_found_as_without_a_bound(start: Point, goals: list[Point], limit: float) -> None:
    net, plain = Net(river(*PARTS), FOOT), Net(river(*PARTS), FOOT)
    plain.straits = ()
    known = Search(plain, start, goals, limit=limit).next()
    about = [Whereabouts(x, y, 0.1, [(x, y)].copy) for x, y in goals]
    for search in (
        Search(net, start, goals, limit=limit),
        Search(net, start, about=about, limit=limit),
    ):
        found = search.next()
        assert (found is None) == (known is None)
        if found is not None and known is not None:
            assert found.cost == pytest.approx(known.cost)


def test_what_lies_beyond_the_river_is_not_looked_at_if_the_bridge_is_too_far() -> None:
    """Eight inches as the crow flies, more than fourteen by the ford, and four for its water."""
    asked: list[Point] = []

    def look() -> list[Point]:
        asked.append((20.0, 22.0))
        return asked

    about = [Whereabouts(20.0, 22.0, 0.5, look)]
    by_ford = 2 * hypot(20 - 14, 4) + 4.0
    net = Net(river(*PARTS), FOOT)
    assert Search(net, (20.0, 14.0), about=about, limit=by_ford - 1.0).next() is None
    assert not asked
    assert Search(net, (20.0, 14.0), about=about, limit=by_ford + 3.0).next() is not None
    assert asked
