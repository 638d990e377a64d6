"""One straight look across the ground, against Shapely."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, box

from banneret.tabletop.ground.pieces import Area
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.sight import Opacity, is_clear, joined, through, trace

HOUSE, HILL, WOOD = (10.0, 10.0, 14.0, 14.0), (20.0, 4.0, 26.0, 9.0), (4.0, 18.0, 18.0, 26.0)
Box = tuple[float, float, float, float]
Spot = tuple[float, float]
RULE = Opacity(
    solid={"building": "a house is in the way"},
    inside=frozenset(("building",)),
    crest={"hill": "the hill is in the way"},
    deep={"woods": 3.0},
)
inches = st.integers(0, 3600).map(lambda n: n / 100)
spots = st.tuples(inches, inches)


def square(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def ground() -> Ground:
    areas = [
        Area("building", square(*HOUSE), "house"),
        Area("hill", square(*HILL), "hill"),
        Area("woods", square(*WOOD), "wood"),
    ]
    return Ground(areas, (), 36.0, 36.0)


def inside(area: Box, p: Spot, q: Spot) -> float:
    return float(LineString([p, q]).intersection(box(*area)).length)


@given(spots, spots)
def test_what_is_clear_agrees_with_shapely(p: Spot, q: Spot) -> None:
    assume(Point(p).distance(Point(q)) > 0.5)
    house, hill, wood = (inside(area, p, q) for area in (HOUSE, HILL, WOOD))
    in_house = any(box(*HOUSE).distance(Point(one)) < 0.01 for one in (p, q))
    on_hill = any(box(*HILL).distance(Point(one)) < 0.01 for one in (p, q))
    assume(all(length == 0.0 or length > 0.01 for length in (house, hill, wood)))
    assume(abs(wood - 3.0) > 0.01)
    assume(in_house == any(box(*HOUSE).contains(Point(one)) for one in (p, q)))
    blocked = (house > 0 and not in_house) or (hill > 0 and not on_hill) or wood > 3.0
    found = is_clear(ground(), p, q, RULE)
    assert found is not blocked
    told = trace(ground(), p, q, RULE)
    assert told.clear is found
    assert bool(told.blocker) is not found
    assert 0.0 <= told.stop <= 1.0
    far = Point(p).distance(Point(q))
    assert abs(sum(t1 - t0 for t0, t1, _, _ in told.stretches) * far - wood) < 0.01
    assert abs(through(ground(), p, q, "woods") - wood) < 0.01


def test_a_look_says_what_ends_it_and_where() -> None:
    found = trace(ground(), (12.0, 0.0), (12.0, 17.0), RULE)
    assert (found.blocker, round(found.stop * 17.0, 3)) == ("a house is in the way", 10.0)
    deep = trace(ground(), (12.0, 17.0), (12.0, 30.0), RULE)
    assert (deep.blocker, round(deep.stop * 13.0, 3)) == ("too much wood in between", 4.0)
    assert deep.stretches[0][3] == "8″ in woods, sees 3″"
    over = trace(ground(), (18.0, 6.0), (30.0, 6.0), RULE)
    assert over.blocker == "the hill is in the way"
    assert trace(ground(), (22.0, 6.0), (30.0, 6.0), RULE).clear


def test_runs_that_meet_are_one() -> None:
    assert joined([(0.5, 0.7), (0.1, 0.2), (0.2, 0.3)]) == [(0.1, 0.3), (0.5, 0.7)]
