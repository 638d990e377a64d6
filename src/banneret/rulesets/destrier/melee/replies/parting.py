"""Parting blows: whoever leaves contact or reach is struck by the attack chosen against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ...basics import who
from ...ground.contact import may_strike
from ..cards.pairs import no_exchange, reading
from ..chances import Moment
from ..defences import in_play
from ..strikes import chosen_attack, land, strike

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure


@clause("DE-TACP-10", "DE-ATT-01", "DE-HOST-15")
def blow(table: Table[Battle], striker: Figure, leaver: Figure) -> None:
    """Resolve a chosen attack at the moment its target leaves; the leaver strikes nothing.

    Against RUN AWAY it strikes the rear, whose bonus the matrix already holds.
    """
    battle = table.state
    leaver.struck = True
    attack = chosen_attack(battle, striker, leaver)
    if attack is None or striker.struck or who.helpless(striker):
        return
    refused = may_strike(battle, striker, leaver, attack.weapon)
    if refused is not None or no_exchange(battle, striker, leaver):
        return
    striker.struck = True
    running = (leaver.steed.tac if leaver.steed is not None else leaver.tac) == "RUN_AWAY"
    defence = in_play(battle, leaver, attack.part)
    moment = Moment(
        matrix=reading(battle, striker, leaver).hit,
        rear_in_matrix=running,
        side="rear" if running else "",
    )
    land(table, attack, strike(table, attack, defence, moment), defence)
