"""Legs over bases: where they run in and out, and how far in between."""

from __future__ import annotations

from math import sqrt

from banneret.tabletop.shapes.bases import Base, Rect
from banneret.tabletop.shapes.segments import TOLERANCE, Point, distance


def chord_of(base: Base, p: Point, q: Point, shrink: float) -> tuple[float, float] | None:
    """Give the fractions of p-q between which it runs inside the base made smaller by shrink."""
    dx = q[0] - p[0]
    dy = q[1] - p[1]
    ox = p[0] - base.x
    oy = p[1] - base.y
    if isinstance(base, Rect):
        ux = base.ux
        uy = base.uy
        first = _slab(ox * uy - oy * ux, dx * uy - dy * ux, base.hw - shrink)
        if first is None:
            return None
        second = _slab(ox * ux + oy * uy, dx * ux + dy * uy, base.hd - shrink)
        if second is None:
            return None
        t0 = max(first[0], second[0], 0.0)
        t1 = min(first[1], second[1], 1.0)
        return (t0, t1) if t0 <= t1 else None
    return _disc_chord(ox, oy, dx, dy, base.radius - shrink)


def _slab(o: float, d: float, half: float) -> tuple[float, float] | None:
    """Give when a coordinate that starts at o and changes by d is within half of nought."""
    if half < 0.0:
        return None
    if abs(d) < 1e-12:
        return (-1e300, 1e300) if abs(o) <= half else None
    t0 = (-half - o) / d
    t1 = (half - o) / d
    return (t0, t1) if t0 <= t1 else (t1, t0)


def _disc_chord(
    ox: float, oy: float, dx: float, dy: float, radius: float
) -> tuple[float, float] | None:
    """Give the fractions of a leg that starts at o between which it is inside the circle."""
    if radius < 0.0:
        return None
    a = dx * dx + dy * dy
    c = ox * ox + oy * oy - radius * radius
    if a <= 1e-24:
        return (0.0, 1.0) if c <= 0.0 else None
    b = ox * dx + oy * dy
    root = b * b - a * c
    if root < 0.0:
        return None
    root = sqrt(root)
    t0 = max((-b - root) / a, 0.0)
    t1 = min((-b + root) / a, 1.0)
    return (t0, t1) if t0 <= t1 else None


def segment_inside_base(p: Point, q: Point, base: Base) -> float:
    """Measure how much of a segment runs over the base."""
    chord = chord_of(base, p, q, 0.0)
    return 0.0 if chord is None else (chord[1] - chord[0]) * distance(p, q)


def segment_hits_base(p: Point, q: Point, base: Base) -> bool:
    """Tell whether a segment runs through the base, not merely along its edge or corner."""
    px, py = p
    dx = q[0] - px
    dy = q[1] - py
    ox = px - base.x
    oy = py - base.y
    across = ox * dy - oy * dx  # the length of the leg times its line's distance from the centre
    radius = base.radius
    if across * across > radius * radius * (dx * dx + dy * dy):
        return False
    chord = chord_of(base, p, q, TOLERANCE)
    return chord is not None and chord[1] > chord[0]
