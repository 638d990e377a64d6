"""A way to a place for one who goes where he is told (KK-DECL-02)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from banneret.core.questions.choices import Way

from ..basics.state import NOBODY, Declared
from . import allowances, ways

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

AT_THE_PLACE: Final = 0.3  # inches from it he may as well stay where he is


def way_to(battle: Battle, man: Man, gait: str, place: Point, *, off: bool) -> Way | None:
    """As far towards a place as his allowance takes him; off the table if it lies there and `off`.

    None where there is no way. Whether he may go there is another question (KK-ACT-19).
    """
    far = hypot(place[0] - man.base.x, place[1] - man.base.y)
    if far < AT_THE_PLACE:
        return Way(gait, (), -1.0)
    mounted = man.horse != NOBODY
    pace = Declared(run=gait == "run" and not mounted, gait=gait if mounted else "")
    most = allowances.allowance(battle, man, pace)
    if off and far < most:
        return Way(gait, (place,), -1.0)
    share = min(1.0, far / most) if most > 0.0 else 1.0
    found = ways.towards(battle, man, place, share, pace)
    return None if found is None else Way(gait, found.path, -1.0)
