"""A fallen lord's household goes for his body (KK-CMD-17, 18, 25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.bases import ahead, bearing
from banneret.tabletop.shapes.measuring import gap, within
from banneret.tabletop.shapes.segments import distance

from ..basics.state import DISABLED, STEADY, UNIT_GAP
from ..basics.who import has, men_of
from ..ground.contact import at_hand
from ..movement.allowances import walking
from ..movement.obstacles.barriers import way_to
from ..movement.ways import own_edge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.tabletop.shapes.segments import Point

    from ..basics.state import Battle, Man

HOUSEHOLD = frozenset(("knight", "squire", "valet", "sergeant"))


@clause("KK-CMD-17", "KK-CMD-18", "KK-CMD-25")
def name_recoverers(battle: Battle) -> None:
    """Household men who stood the check for their lord's fall and are not under his orders."""
    for retinue in battle.retinues:
        lord = battle.men[retinue.lord]
        lies = retinue.lord_fallen and lord.status == DISABLED
        for man in men_of(battle, retinue.player):
            man.recovering = (
                lies
                and man.passed_lord_check
                and man.status == STEADY
                and not man.stun
                and not man.in_command
                and not man.free  # then his player moves him as he likes (KK-CMD-19)
                and of_household(battle, man)
            )


@clause("KK-CMD-18", "KK-PROF-07")
def of_household(battle: Battle, man: Man) -> bool:
    """The flag says so; where a retinue flags nobody, all of the four classes are household."""
    if has(man, "household"):
        return True
    flagged = any(has(own, "household") for own in battle.men if own.player == man.player)
    return not flagged and man.profile.class_ in HOUSEHOLD


@clause("KK-CMD-18")
def place_chits(battle: Battle, lord: Man, men: Sequence[Man]) -> None:
    """The two nearest carry him when both touch him, else go to him; the rest guard the body.

    They go along with it when it is carried, to be within 2 inches still.
    """
    near = sorted(men, key=lambda man: (round(gap(man.base, lord.base), 3), man.id))
    bearers, guards = near[:2], near[2:]
    touching = [man for man in bearers if at_hand(battle, man.base, lord.base)]
    ready = len(touching) == 2
    for man in bearers:
        waits = man in touching
        man.chit = "carry" if ready else "stay" if waits else "move_full"
    for man in guards:
        near_by = within(man.base, lord.base, UNIT_GAP * battle.options.scale)
        man.chit = "stay" if near_by and not ready else "move_full"


@clause("KK-CMD-18")
def station_of(battle: Battle, man: Man, lord: Man) -> Point:
    """Where one of the household makes for: the body, or a place beside it as it is carried."""
    x, y = lord.base.x, lord.base.y
    bearers = [one for one in men_of(battle, lord.player) if one.chit == "carry"][:2]
    if len(bearers) < 2:
        return (x, y)
    start = (bearers[0].base.x, bearers[0].base.y)
    way = way_to(battle, bearers[0], own_edge(battle, bearers[0]))
    far = min([walking(battle, one) for one in bearers])
    there = ahead((x, y), bearing(start, way[0]), min(far, distance(start, way[0])))
    off = distance((x, y), (man.base.x, man.base.y))
    beside = min(off, UNIT_GAP * battle.options.scale)
    return ahead(there, bearing((x, y), (man.base.x, man.base.y)), beside) if off else there
