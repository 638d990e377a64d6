"""Slides, against pushing the base on a little at a time."""

from __future__ import annotations

from math import cos, radians, sin

from hypothesis import assume, given
from hypothesis import strategies as st

from banneret.tabletop.ground.pieces import Line
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.moving.sliding import slide, to_edge, to_edge_turning
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import overlaps, segment_hits_base

WALL = ((14.0, 2.0), (14.0, 22.0))
GROUND = Ground([], [Line("wall", WALL, "wall")], 24.0, 24.0)
inches = st.integers(40, 440).map(lambda n: n / 20)
facings = st.integers(0, 359).map(float)
bases = st.builds(Rect, inches, inches, facings, st.just(1.0), st.just(2.0))


def moved(base: Rect, u: tuple[float, float], far: float) -> Rect:
    return Rect(base.x + u[0] * far, base.y + u[1] * far, base.facing, base.width, base.depth)


@given(bases, facings)
def test_to_the_edge_and_no_further(base: Rect, bearing: float) -> None:
    u = (sin(radians(bearing)), cos(radians(bearing)))
    far = to_edge(GROUND, base, u, 99.0)
    assert GROUND.on_table(moved(base, u, max(far - 0.01, 0.0)))
    assert not GROUND.on_table(moved(base, u, far + 0.05))
    turning = to_edge_turning(GROUND, (base.x, base.y), base.radius, u, 99.0)
    assert turning <= far + 0.01


@given(bases, facings, st.lists(bases, max_size=5))
def test_a_slide_stops_at_the_first_thing(base: Rect, bearing: float, others: list[Rect]) -> None:
    assume(not any(overlaps(base, other) for other in others))
    assume(not segment_hits_base(*WALL, base))
    u = (sin(radians(bearing)), cos(radians(bearing)))
    way = slide(GROUND, base, u, 8.0, others, stops={"wall"})
    for part in range(20):
        there = moved(base, u, way.far * part / 20)
        assert not any(overlaps(there, other) for other in others)
    beyond = moved(base, u, way.far + 0.1)
    stopped = (
        way.far > 7.99
        or not GROUND.on_table(beyond)
        or any(overlaps(beyond, other) for other in others)
        or segment_hits_base(*WALL, beyond)
    )
    assert stopped or way.hit is not None
    if way.hit is not None:  # it touches what stopped it, if only a corner in passing
        grown = others[way.hit]
        wide = Rect(grown.x, grown.y, grown.facing, grown.width + 0.02, grown.depth + 0.02)
        assert overlaps(moved(base, u, way.far), wide)


def test_a_wall_it_lies_across_stops_its_middle() -> None:
    astride = Rect(13.8, 10.0, 90.0, 1.0, 1.0)
    assert abs(slide(GROUND, astride, (1.0, 0.0), 4.0, [], stops={"wall"}).far - 0.2) < 0.01
    assert slide(GROUND, astride, (1.0, 0.0), 4.0, []).far == 4.0
