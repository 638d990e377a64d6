"""The order of play: read this first.

A battle is set up, then goes turn by turn through the book's seven phases (KK-TURN-01): Rally,
Command Determination, Action, Movement, Shooting, Melee, Fatigue. Each step sets the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.rulesets.knights_and_knaves import (
    actions,
    chits,
    declaration,
    fatigue,
    finis,
    forming,
    gallop,
    march,
    melee,
    obstacles,
    orders,
    orders_in_play,
    panic,
    rally,
    reorganise,
    setup,
    shooting,
    signals,
    supplies,
    turn,
    yields,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle


def _rally(table: Table[Battle]) -> None:
    rally.rally(table)
    turn.open_phase(table.state)
    table.state.phase = "succession"


def _chits(table: Table[Battle]) -> None:
    turn.open_phase(table.state)
    chits.place(table)


def _shooting_end(table: Table[Battle]) -> None:
    shooting.shooting_end(table)
    turn.open_phase(table.state)


def _choose(table: Table[Battle]) -> None:
    yields.offer(table)
    gallop.hold_up(table.state)
    melee.choose(table)


SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    # setting up
    "setup": setup.first_deployer,
    "deploy": setup.deploy,
    "orders": orders.at_deployment,
    # Rally
    "turn": turn.begin,
    "rally": _rally,
    # Command Determination
    "succession": forming.succession,
    "signals": signals.signals,
    "reform": orders_in_play.reform,
    "measure": turn.measure,
    "wounded": turn.wounded,
    # Action
    "chits": _chits,
    "action": actions.act,
    # Movement
    "panic": panic.panic,
    "roll_declaration": declaration.roll_declaration,
    "declare": declaration.declare,
    "charge_checks": declaration.charge_checks,
    "move": march.movement,
    "reorganise": reorganise.reorganise,
    "batter": obstacles.batter,
    "movement_checks": declaration.movement_checks,
    # Shooting
    "targets": shooting.choose_targets,
    "shoot": shooting.shoot_all,
    "shooting_end": _shooting_end,
    # Melee
    "choose": _choose,
    "gallop": gallop.gallop,
    "fights": melee.fights,
    "melee_end": melee.melee_end,
    # Fatigue
    "fatigue": fatigue.tiring,
    "recover": fatigue.recovering,
    "ammunition": supplies.ammunition,
    "withdrawal": finis.withdrawal,
    "end": finis.end,
    # afterwards
    "renew": finis.renew,
    "after": finis.after,
}
