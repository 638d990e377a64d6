"""The order of play: read this first.

A battle is set up, then goes turn by turn through the book's seven phases (KK-TURN-01): Rally,
Command Determination, Action, Movement, Shooting, Melee, Fatigue. Each step sets the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .basics import phases
from .command import forming, orders, orders_in_play, signals, torching
from .command.action import chits, declaration, uncommanded
from .melee import gallop
from .melee import phase as melee
from .melee.harm import carrying
from .morale import failing, finis, rally
from .morale.fatigue import supplies, tiring
from .movement.march import marching, panic, reorganise
from .movement.obstacles import battering
from .setup import beginning
from .shooting import phase as shooting

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from .basics.state import Battle


def _rally(table: Table[Battle]) -> None:
    rally.rally(table)
    phases.open_phase(table.state)
    table.state.phase = "succession"


def _chits(table: Table[Battle]) -> None:
    phases.open_phase(table.state)
    chits.place(table)


def _shooting_end(table: Table[Battle]) -> None:
    shooting.shooting_end(table)
    phases.open_phase(table.state)


def _choose(table: Table[Battle]) -> None:
    failing.offer(table)
    gallop.hold_up(table.state)
    melee.choose(table)


def _batter(table: Table[Battle]) -> None:
    battering.batter(table)
    torching.torch(table)


def _giving_room(step: Callable[[Table[Battle]], None]) -> Callable[[Table[Battle]], None]:
    """Captives go out of the way of those who came to stand where they are (KK-GEO-04)."""

    def then_give_room(table: Table[Battle]) -> None:
        step(table)
        carrying.give_captives_room(table.state)

    return then_give_room


SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    # setting up
    "setup": beginning.first_deployer,
    "deploy": beginning.deploy,
    "orders": orders.at_deployment,
    # Rally
    "turn": phases.begin,
    "rally": _giving_room(_rally),
    # Command Determination
    "succession": forming.succession,
    "signals": signals.signals,
    "reform": orders_in_play.reform,
    "measure": phases.measure,
    "wounded": _giving_room(phases.wounded),
    # Action
    "chits": _chits,
    "action": uncommanded.act,
    # Movement
    "panic": panic.panic,
    "roll_declaration": declaration.roll_declaration,
    "declare": declaration.declare,
    "charge_checks": _giving_room(declaration.charge_checks),
    "move": _giving_room(marching.movement),
    "reorganise": _giving_room(reorganise.reorganise),
    "batter": _giving_room(_batter),
    "movement_checks": _giving_room(declaration.movement_checks),
    # Shooting
    "targets": shooting.choose_targets,
    "shoot": _giving_room(shooting.shoot_all),
    "shooting_end": _giving_room(_shooting_end),
    # Melee
    "choose": _giving_room(_choose),
    "gallop": _giving_room(gallop.gallop),
    "fights": _giving_room(melee.fights),
    "melee_end": _giving_room(melee.melee_end),
    # Fatigue
    "fatigue": tiring.tiring,
    "recover": tiring.recovering,
    "ammunition": supplies.ammunition,
    "withdrawal": finis.withdrawal,
    "end": finis.end,
    # afterwards
    "renew": finis.renew,
    "after": finis.after,
}
