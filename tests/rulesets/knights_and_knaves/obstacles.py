"""Men before obstacles: declared, moved, battering."""

from __future__ import annotations

from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared
from banneret.rulesets.knights_and_knaves.movement import ways
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.movement.obstacles import battering
from banneret.rulesets.knights_and_knaves.screen.deeds import Battered
from rulesets.knights_and_knaves.field import declare, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of


def clause_of(battle: Battle, name: str, declared: Declared) -> str | None:
    """The clause that refuses a declaration."""
    no = ways.refusal(battle, man(battle, name), declared)
    return no.clause if no is not None else None


def go(battle: Battle, **chits: tuple[str, Declared]) -> None:
    """Declare and move; everybody else stays."""
    for one in battle.men:
        one.moved = False
        one.chit, one.declared = "stay", Declared()
    for name, (chit, declared) in chits.items():
        man(battle, name).chit = chit
        man(battle, name).declared = declared
    battle.phase = "move"
    play(battle, marching.movement)


HOUSE = "building house: 15,14..25,20"


def batter(battle: Battle, *names: str, dice: list[int]) -> Battered:
    """The named men batter door d."""
    for name in names:
        declare(man(battle, name), "batter", object="d")
    table = play(battle, battering.batter, dice=dice)
    return events_of(table, Battered)[0]
