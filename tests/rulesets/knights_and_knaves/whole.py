"""A small battle of chance players, played to its end."""

from __future__ import annotations

from typing import Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.setup.beginning import begin
from banneret.rulesets.knights_and_knaves.setup.entries import (
    AreaEntry,
    LineEntry,
    Muster,
    Scenario,
    SpotEntry,
)

SKIRMISH = Scenario(
    id="skirmish",
    name="Skirmish",
    briefing="Two retinues meet between a copse and a farm.",
    table=(36.0, 30.0),
    turns=12,
    retinue=(
        Muster(
            player="a",
            side="a",
            force="english_feudal_retinue",
            figures=12,
            edge="south",
            zone=(0.0, 0.0, 36.0, 8.0),
        ),
        Muster(
            player="b",
            side="b",
            force="continental_feudal_retinue",
            figures=12,
            edge="north",
            zone=(0.0, 22.0, 36.0, 30.0),
        ),
    ),
    area=(
        AreaEntry(
            kind="light_wood",
            polygon=((6.0, 12.0), (12.0, 12.0), (12.0, 18.0), (6.0, 18.0)),
            id="copse",
            name="the copse",
        ),
    ),
    line=(LineEntry(kind="waist_wall", line=((20.0, 15.0), (28.0, 15.0)), id="wall"),),
    spot=(
        SpotEntry(kind="baggage", at=(18.0, 2.0), id="carts", name="the carts", side="a"),
        SpotEntry(kind="bonfire", at=(30.0, 27.0), id="beacon", name="the beacon", side="b"),
    ),
)


def chance_battle(
    seed: int, plan: Scenario = SKIRMISH, *, history: bool = False, **options: Any
) -> Any:
    """Play a whole battle with chance players at every seat; gives the game when it is over."""
    battle = begin(plan, options, {})
    players = {one.player: ChancePlayer(f"{seed}:{one.player}") for one in battle.retinues}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=history)
    game.advance()
    return game
