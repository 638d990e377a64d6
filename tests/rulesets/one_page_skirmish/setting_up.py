"""Battles being set up, for the tests of it."""

from __future__ import annotations

from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.setup.beginning import deploy, first_deployer, hide
from banneret.rulesets.one_page_skirmish.setup.on_file import Force, Scenario, SidePlan, Sides
from rulesets.one_page_skirmish.raising import entry
from rulesets.scripting import ByKey

STEPS = {"setup": first_deployer, "hide": hide, "deploy": deploy}


def set_up(battle: Battle, until: str = "round") -> Battle:
    """Play the setting up, everybody taking first ideas and the first of the dice."""
    players = {seat.key: ByKey({}) for seat in battle.seats}
    dice = RandomDice(1)
    while battle.phase in STEPS and battle.phase != until:
        STEPS[battle.phase](Table(battle, dice, players))
    return battle


def scenario(**changes: Any) -> Scenario:
    """A bare table with the default zones."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 8.0)),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    return Scenario(**{"id": "bare", "name": "Bare", "sides": sides, **changes})


BIG = Force(
    id="big",
    name="Big",
    unit=tuple(
        entry(id=f"band_{at}", name=f"Band {at}", class_="elite", count=12) for at in range(2)
    ),
)
