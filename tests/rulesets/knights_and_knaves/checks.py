"""Who checked morale, and his value at that moment."""

from __future__ import annotations

from typing import Any

from banneret.rulesets.knights_and_knaves.basics.state import DISABLED, Battle, Man, changed
from banneret.rulesets.knights_and_knaves.morale import causes, checking
from banneret.rulesets.knights_and_knaves.morale.dice import morale_tally
from banneret.rulesets.knights_and_knaves.screen.events import Checked
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of

FOE = "b foe: at 30,40"


def fell(table: Any, who: Man) -> None:
    """Disable a man as a blow does."""
    causes.down(table, who)
    who.status, who.stamina = DISABLED, 0
    changed(table.state)


def after_fall(battle: Battle, who: Man, dice: list[int], phase: str = "shooting_end") -> Any:
    """A man falls in a phase; then its checks are made."""
    battle.phase = phase

    def rule(table: Any) -> None:
        fell(table, who)
        checking.run_checks(table)

    return play(battle, rule, dice=dice)


def value(battle: Battle, who: Man, *, rally: bool = False) -> int:
    return morale_tally(checking.facts_of(battle, who, rally=rally), rally).total


def checked(table: Any) -> list[int]:
    return [event.man for event in events_of(table, Checked)]


def charging(words: str) -> Battle:
    battle = field(
        "a Guy: knight lance sword mounted destrier at 40,40 | "
        f"b foot: {words} at 40,50 | a Far: at 60,2",
        table=(96.0, 96.0),
    )
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
    battle.phase = "charge_checks"
    return battle
