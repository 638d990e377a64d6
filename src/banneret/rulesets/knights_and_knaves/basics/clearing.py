"""What no phase may leave behind: chits, choices, blows and marks of what is over (KK-TURN)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import CAPTIVE, ESCORTING, GONE, LYING, NOBODY, ROUTING, UP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .state import Battle, Man

MOVED = ("reorganise", "batter", "movement_checks", "targets", "shoot", "shooting_end", "choose")
FIGHT = ("gallop", "fights", "melee_end")
LISTS = {  # of a battle, and the steps before which there may be anything in them
    "deployers": {"deploy"},
    "commanding": {"reform", "action"},
    "declaring": {"declare"},
    "queue": {"declare", "charge_checks", "move", *MOVED[:3], "shooting_end", *FIGHT},
    "fallen": {"shooting_end", *FIGHT, "fatigue"},
    "struck": set(FIGHT),
    "strikes": set(FIGHT),
    "shots": {"shoot", "shooting_end"},
    "gallopers": {*MOVED, "gallop"},
    "hurt": {"shooting_end", "melee_end"},
    "ranks": set(FIGHT),
}
# `declared` may name a captor twice: the escort he took on at a reveal is turned over too
ONCE_EACH = ("deployers", "commanding", "declaring", "fallen", "gallopers", "queue")
BEFORE_CHITS = {"setup", "deploy", "orders", "rally", "succession"}  # KK-TURN-01
DONE_FOR = LYING | {CAPTIVE, ROUTING}


def left_over(battle: Battle) -> Iterator[str]:
    """Lists of the battle that are not empty where they should be, or name somebody twice."""
    for name, steps in LISTS.items():
        if getattr(battle, name) and battle.phase not in steps:
            yield f"{name} left over: {getattr(battle, name)}"
    for name in ONCE_EACH:
        keys = getattr(battle, name)
        if len(set(keys)) != len(keys):
            yield f"{name} names somebody twice: {keys}"


def kept_by(battle: Battle, man: Man) -> Iterator[str]:
    """What a man still has of a turn that is over, or of what he can do no more."""
    if man.chit and battle.phase in BEFORE_CHITS and man.status not in {ESCORTING, GONE}:
        yield f"a chit before the turn: {man.chit!r}"
    idle = man.status in DONE_FOR or (man.stun and man.status in UP)
    if idle and (man.chit or man.declared is not None or man.rolled or man.ready):
        yield f"{man.status}, stunned for {man.stun}, with chit {man.chit!r}"
    if man.routed and man.status != GONE:
        yield "routed off the table, but he is on it"
    if man.charge_rest and (man.id not in battle.gallopers or man.horse == NOBODY):
        yield f"{man.charge_rest:g} inches left of no charge"
