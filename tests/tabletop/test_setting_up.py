"""Zones, rows and ranks before the battle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.setting_up import (
    INTO,
    INWARD,
    drawn_up,
    in_front,
    in_ranks,
    points_of,
    strip,
    widened,
)
from banneret.tabletop.shapes.bases import heading

SIZE = (48.0, 36.0)
edges = st.sampled_from(sorted(INWARD))


@given(edges, st.integers(1, 18).map(float))
def test_a_strip_lies_along_its_edge(edge: str, deep: float) -> None:
    x0, y0, x1, y1 = strip(SIZE, edge, deep)
    assert min(x1 - x0, y1 - y0) == deep
    assert (x1 - x0) * (y1 - y0) == deep * (SIZE[0] if edge in {"north", "south"} else SIZE[1])
    ux, uy = INTO[edge]
    assert heading(INWARD[edge]) == pytest.approx((ux, uy))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    outside = (middle[0] - ux * deep, middle[1] - uy * deep)
    assert not (0 < outside[0] < SIZE[0] and 0 < outside[1] < SIZE[1])


@given(edges, st.floats(0.5, 3.0))
def test_points_begin_in_the_middle_of_the_front(edge: str, step: float) -> None:
    zone = strip(SIZE, edge, 9.0)
    found = points_of(zone, edge, step)
    x0, y0, x1, y1 = zone
    assert all(x0 - step <= x <= x1 + step and y0 - step <= y <= y1 + step for x, y in found)
    assert len(set(found)) == len(found)
    x, y = in_front(zone, edge, 0.0, 0.0)
    nearest = min(found, key=lambda p: abs(p[0] - x) + abs(p[1] - y))
    assert abs(found[0][0] - nearest[0]) + abs(found[0][1] - nearest[1]) < 0.001


def test_a_zone_grows_no_further_than_the_table() -> None:
    assert widened((10.0, 0.0, 20.0, 6.0), 12.0, SIZE) == (0.0, 0.0, 32.0, 18.0)


def test_ranks_behind_a_middle_man() -> None:
    places = in_ranks((10.0, 8.0), 0.0, 7, files=5, wide=1.25, deep=2.25)
    assert [(place.x, place.y) for place in places] == [
        (10.0, 8.0),
        (11.25, 8.0),
        (8.75, 8.0),
        (12.5, 8.0),
        (7.5, 8.0),
        (10.0, 5.75),
        (11.25, 5.75),
    ]
    assert drawn_up((10.0, 8.0), 90.0, [(1.0, 2.0)])[0][:2] == pytest.approx((8.0, 7.0))
