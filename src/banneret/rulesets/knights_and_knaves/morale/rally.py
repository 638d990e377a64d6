"""The Rally phase (KK-RALLY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.state import ROUTING, STEADY, changed
from ..basics.who import able, has, men_of
from ..command import forming
from ..ground import contact
from ..screen.events import Rallied
from . import checking, failing, rout
from .dice import check_rally, may_rally

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man


@clause("KK-RALLY-01", "KK-FALL-21")
def rally(table: Table[Battle]) -> None:
    """Every router who is not stunned tries once; who fails runs on."""
    battle = table.state
    routers = [
        man
        for player in checking.turn_order(battle)
        for man in men_of(battle, player)
        if man.status == ROUTING and not man.stun
    ]
    for man in routers:
        if man.status == ROUTING:
            _try(table, man)
    checking.run_checks(table)


@clause("KK-RALLY-01", "KK-RALLY-04", "KK-RALLY-06")
def _try(table: Table[Battle], man: Man) -> None:
    """A die unless he failed for his lord; a rallied man is steady at once."""
    battle = table.state
    man.checked = True  # and checks for nothing else in this phase (KK-RALLY-02)
    if not may_rally(man.failed_lord_check, has(man, "military_order")):
        table.tell(Rallied(man.id, rallied=False, tried=False))
        _run_on(table, man)
        return
    with table.privately((man.player,)):
        roll = check_rally(table, checking.facts_of(battle, man, rally=True), man.player)
    table.tell(Rallied(man.id, roll.passed))
    if roll.passed:
        _halt(battle, man)
    else:
        _run_on(table, man)


@clause("KK-RALLY-05")
def _halt(battle: Battle, man: Man) -> None:
    """He is steady for the rest of the turn, and a straggler until he is back with his unit."""
    man.status = STEADY
    changed(battle)
    forming.stray(battle, man)


@clause("KK-YIELD-10", "KK-YIELD-11", "KK-MORALE-35")
def _run_on(table: Table[Battle], man: Man) -> None:
    """Caught he yields; a berserk who touches an enemy stays and fights; the rest run."""
    battle = table.state
    if failing.caught(table, man):
        return
    if has(man, "berserk") and any(able(foe) for foe in contact.touching(battle, man)):
        return
    rout.rout_move(table, man, None)
