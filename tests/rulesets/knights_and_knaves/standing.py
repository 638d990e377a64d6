"""Battles with standing orders."""

from __future__ import annotations

from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared
from banneret.rulesets.knights_and_knaves.command.action import qualifiers
from rulesets.knights_and_knaves.field import man

FOE = "b foe: at 36,40"

MILL = "light_wood mill: 30,20..36,26"

TRUMPET = "order=attack/signal:trumpet/lord"


def refusal_to(battle: Battle, name: str, to: tuple[float, float]) -> str:
    no = qualifiers.way_refusal(battle, man(battle, name), Declared(path=(to,)))
    return "" if no is None else no.clause
