"""Battles in which a lord is heard, or not."""

from __future__ import annotations

from typing import Any

from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.command import hearing
from rulesets.knights_and_knaves.field import field

FOE = "b foe: at 36,40"


def measured(text: str, **rest: Any) -> Battle:
    battle = field(f"{text} | {FOE}", **rest)
    hearing.measure(battle)
    return battle


def commanded(battle: Battle) -> list[str]:
    return [one.profile.name for one in battle.men if one.in_command]


LINE = "x6 at 14,10 16.5,10 19,10 21.5,10 24,10 26.5,10"
