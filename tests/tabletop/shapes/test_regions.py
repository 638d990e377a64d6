"""Regions for placing, against Shapely and by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import MultiPoint
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon as Shape

from banneret.tabletop.shapes.measuring import Disc, Rect
from banneret.tabletop.shapes.regions import Both, Clear, Near, Polygon, Region, Union, Zone

coordinates = st.integers(-2000, 14000).map(lambda n: n / 1000)
sizes = st.integers(300, 3000).map(lambda n: n / 1000)
rects = st.builds(Rect, coordinates, coordinates, st.floats(0, 359), sizes, sizes)
discs = st.builds(Disc, coordinates, coordinates, sizes)
ELL = [(0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (4.0, 4.0), (4.0, 10.0), (0.0, 10.0)]


@given(rects)
def test_polygon_holds_whole_rectangles(rect: Rect) -> None:
    shape = MultiPoint(rect.corners).convex_hull
    inside = Polygon(ELL).contains(rect)
    if inside:
        assert Shape(ELL).buffer(0.01).contains(shape)
    else:
        assert not Shape(ELL).buffer(-0.01).contains(shape)


@given(discs)
def test_polygon_holds_whole_discs(disc: Disc) -> None:
    middle = Dot(disc.x, disc.y)
    room = Shape(ELL).exterior.distance(middle) - disc.radius
    if abs(room + 0.001) > 1e-6:
        expected = Shape(ELL).contains(middle) and room >= -0.001
        assert Polygon(ELL).contains(disc) == expected


@given(rects, rects, st.floats(0, 6))
def test_wholly_near(leader: Rect, rect: Rect, inches: float) -> None:
    reach = MultiPoint(leader.corners).convex_hull
    farthest = max(reach.distance(Dot(c)) for c in rect.corners)
    if abs(farthest - inches - 0.001) > 1e-6:
        assert Near(leader, inches, wholly=True).contains(rect) == (farthest <= inches + 0.001)


def test_a_dent_keeps_a_base_out() -> None:
    """All four corners are inside, yet the notch between them is not."""
    notch = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (5.0, 9.0), (4.5, 5.0), (4.0, 9.0), (0.0, 9.0)]
    assert not Polygon(notch).contains(Rect(4.5, 6, 0, 4, 4))
    assert Polygon(notch).contains(Rect(4.5, 2.5, 0, 4, 4))


def test_zone_includes_its_edge() -> None:
    zone = Zone(24, 12, 0, 0)
    assert zone.contains(Rect(0.5, 0.5, 0, 1, 1))
    assert not zone.contains(Rect(0.5, 0.5, 45, 1, 1))
    assert zone.contains(Disc(23, 11, 1))
    assert not zone.contains(Disc(23.01, 11, 1))
    assert zone.contains_point((24, 12))
    assert not zone.contains_point((24.01, 12))
    assert zone.bounds() == (0, 0, 24, 12)


def test_within_six_of_the_leader() -> None:
    leader = Rect(10, 10, 0, 1, 1)
    near = Near(leader, 6)
    assert near.contains(Rect(17, 10, 0, 1, 1))
    assert not near.contains(Rect(17.01, 10, 0, 1, 1))
    assert near.contains_point((16.5, 10))
    assert near.bounds() == (3.5, 3.5, 16.5, 16.5)
    wholly = Near(leader, 6, wholly=True)
    assert not wholly.contains(Rect(17, 10, 0, 1, 1))
    assert wholly.contains(Disc(15.5, 10, 1))
    assert not wholly.contains(Disc(15.6, 10, 1))
    assert wholly.contains(Disc(10.4, 10, 6.1))
    assert not wholly.contains(Disc(10.4, 10, 6.2))
    assert Near(Disc(10, 10, 1), 6, wholly=True).contains(Disc(16, 10, 1))
    assert not Near(Disc(10, 10, 1), 6, wholly=True).contains(Disc(16.1, 10, 1))


def test_clear_of_the_enemy() -> None:
    clear = Clear([Rect(10, 10, 0, 1, 1)], 6)
    assert clear.contains(Rect(17, 10, 0, 1, 1))
    assert not clear.contains(Rect(16.99, 10, 0, 1, 1))
    assert clear.contains_point((16.5, 10))
    assert not clear.contains_point((16.4, 10))
    assert clear.bounds()[2] > 1000


def test_unions_and_both() -> None:
    either = Union([Zone(0, 0, 4, 4), Zone(10, 0, 14, 4)])
    assert either.contains(Rect(12, 2, 0, 1, 1))
    assert not either.contains(Rect(7, 2, 0, 1, 1))
    assert either.contains_point((1, 1))
    assert either.bounds() == (0, 0, 14, 4)
    both = Both([Zone(0, 0, 8, 8), Zone(4, 4, 12, 12)])
    assert both.contains(Rect(6, 6, 0, 1, 1))
    assert not both.contains(Rect(2, 2, 0, 1, 1))
    assert both.contains_point((4, 8))
    assert both.bounds() == (4, 4, 8, 8)
    assert Polygon(ELL).contains_point((4, 10))
    assert Polygon(ELL).bounds() == (0, 0, 10, 10)


def test_a_region_must_say_what_it_holds() -> None:
    region = Region()
    with pytest.raises(NotImplementedError):
        region.contains(Disc(0, 0, 1))
    with pytest.raises(NotImplementedError):
        region.contains_point((0, 0))
    with pytest.raises(NotImplementedError):
        region.bounds()
