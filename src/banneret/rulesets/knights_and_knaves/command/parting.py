"""Going another way than the lord in free movement (KK-CMD-19 to 21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.tabletop.shapes.bases import angle_off, bearing

from ..basics.who import lord_of
from .hearing import commander, hears

if TYPE_CHECKING:
    from ..basics.state import Battle, Declared, Man

SAME_WAY = 45.0  # KK-CMD-21


@clause("KK-CMD-19", "KK-CMD-20", "KK-CMD-21")
def parting_refusal(battle: Battle, man: Man, declared: Declared) -> Refusal | None:
    """In free movement all go the lord's way, unless they part from him within his range."""
    if not parts(battle, man, declared):
        return None
    lord = commander(battle, man.player)
    if lord is not None and hears(battle, lord, man):
        return None
    return Refusal("Out of command range he goes the way his lord goes.", "KK-CMD-20")


@clause("KK-CMD-21")
def parts(battle: Battle, man: Man, declared: Declared) -> bool:
    """Whether he goes more than 45 degrees off his lord's way this turn."""
    if not man.free or man.detached or not declared.path:
        return False
    lord = lord_of(battle, man)
    lead = lord.declared or lord.planned
    if lord.id == man.id or lead is None or not lead.path:
        return False
    own = bearing((man.base.x, man.base.y), declared.path[-1])
    led = bearing((lord.base.x, lord.base.y), lead.path[-1])
    return angle_off(led, own) > SAME_WAY


@clause("KK-CMD-20")
def note_parting(battle: Battle, man: Man) -> None:
    """Who has gone another way moves freely by himself until he sees the enemy."""
    if man.declared is not None and parts(battle, man, man.declared):
        man.detached = True
