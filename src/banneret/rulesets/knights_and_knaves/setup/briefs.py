"""Three lines before a battle: what one wants and when it ends, from the scenario's own data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from banneret.core.book.ruleset import Brief
from banneret.tabletop.screen.words import listed

if TYPE_CHECKING:
    from .entries import Aim, Scenario

# Of 100 battles between captains, those each side won in turn; the rest drawn (docs/captain.md).
ODDS: Final[dict[str, tuple[int, ...]]] = {
    "market_road": (56, 38),
    "weald_ambush": (61, 39),
    "old_bridge": (63, 37),
    "village_raid": (77, 23),
    "castle_sortie": (36, 64),
    "border_reive": (32, 68),
    "four_banners": (40, 60),
    "three_lords": (20, 29, 50),
    "chevauchee": (65, 35),
    "brigands": (79, 21),
    "north_walsham": (62, 38),
}
_FIELD = "Hold the field: have men left to fight when they have none, or lose fewer points."


def brief(scenario: Scenario) -> Brief:
    """What each player of a scenario wants, and when the battle is over."""
    aims = {
        one.player: " ".join(_said(aim) for aim in scenario.aim if aim.side == one.side) or _FIELD
        for one in scenario.retinue
    }
    end = f"After {scenario.turns} turns, or when one side alone has men who can still fight."
    return Brief(aims, f"{end}{_odds(scenario)}")


def _odds(scenario: Scenario) -> str:
    """How even it is, as far as it was fought out."""
    won = ODDS.get(scenario.id)
    if won is None:
        return ""
    sides = {side: _called(scenario, side) for side in sorted({r.side for r in scenario.retinue})}
    (count, first), *rest = zip(won, sides.values(), strict=True)
    each = [f"{count} went to {first}", *[f"{number} to {name}" for number, name in rest]]
    return f" Of 100 battles between equals {listed(each)}."


def _called(scenario: Scenario, side: str) -> str:
    names = [one.name for one in scenario.retinue if one.side == side]
    name = re.sub("^The ", "the ", names[0])
    return name if len(names) == 1 else f"{name} and their allies"


def _said(aim: Aim) -> str:
    place = aim.feature.replace("_", " ")
    share = f"{round(aim.share * 100)}%"
    said = {
        "hold": f"Hold the {place} at the end",
        "sack": f"Sack the {place}",
        "exit": f"Bring {share} off by the {aim.edge} edge",
        "slay_lord": "Slay or take their lord",
        "ransom": "For each captive",
        "survive": f"Keep {share} on their feet",
    }
    return f"{said[aim.kind]}: {aim.points} points."
