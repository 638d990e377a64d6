"""What along a way costs more than its length, so that a screen can draw the price on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.show.overlay import Stretch
from banneret.tabletop.ground.going import steps
from banneret.tabletop.shapes.measuring import distance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.ground.terrain import Going, Ground
    from banneret.tabletop.shapes.measuring import Point


def dear_stretches(ground: Ground, path: Sequence[Point], going: Going) -> tuple[Stretch, ...]:
    """The slow stretches of a way and the obstacles on it, in parts of its length."""
    legs = [(path[i - 1], path[i]) for i in range(1, len(path))]
    whole = sum(distance(p, q) for p, q in legs)
    if whole <= 0.0:
        return ()  # who stays where he is pays nothing
    found: list[Stretch] = []
    done = 0.0
    for p, q in legs:
        long = distance(p, q)
        for step in steps(ground, p, q, going):
            start, end = ((done + t * long) / whole for t in (step.t0, step.t1))
            kind = step.kind.replace("_", " ")
            if step.obstacle and step.price > 0.0:
                found.append(Stretch(start, start, step.kind, f"{kind} +{step.price:g}″"))
            elif not step.obstacle and step.price > 1.0:
                _add(found, Stretch(start, end, step.kind, f"{kind} ×{step.price:g}"))  # noqa: RUF001  # times
        done += long
    return tuple(found)


def _add(found: list[Stretch], more: Stretch) -> None:
    """Go on with the last stretch where the ground goes on."""
    last = found[-1] if found else None
    if last is not None and last.kind == more.kind and abs(last.end - more.start) < 1e-9:
        found[-1] = Stretch(last.start, more.end, last.kind, last.label)
    else:
        found.append(more)
