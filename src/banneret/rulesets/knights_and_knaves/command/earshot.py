"""Why a man does not hear his lord, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.screen.words import inches
from banneret.tabletop.shapes.measuring import gap

from ..basics.state import NOBODY
from ..basics.who import leader_of
from ..ground import contact
from .hearing import hears, leader_in_range

if TYPE_CHECKING:
    from ..basics.state import Battle, Man


@clause("KK-CMD-02", "KK-CMD-03", "KK-CMD-05", "KK-DEF-03")
def why_uncommanded(battle: Battle, lord: Man, man: Man) -> tuple[str, str]:
    """Why he does not hear his lord where he stands now; empty if he does."""
    if hears(battle, lord, man):
        return "", "KK-CMD-01"
    far = f"{inches(gap(man.base, lord.base))} from his lord"
    if man.unit == NOBODY or battle.units[man.unit].leader == man.id:
        return f"out of command, {far}", "KK-CMD-01"
    unit = battle.units[man.unit]
    if leader_of(battle, unit) is None:
        return f"out of command, {far}, and nobody leads his unit", "KK-CMD-23"
    if leader_in_range(battle, lord, unit) is None:
        leader = battle.men[unit.leader]
        away = inches(gap(leader.base, lord.base))
        return f"out of command: his leader {leader.profile.name} is {away} away", "KK-CMD-02"
    if contact.is_straggler(battle, man):
        return "out of command: he has lost touch with his unit", "KK-DEF-03"
    return "out of command: too far from his leader", "KK-CMD-05"
