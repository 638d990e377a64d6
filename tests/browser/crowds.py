"""The market road with other retinues: of five, of twenty, and of eighteen against thirteen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

from banneret.rulesets import RULESETS
from banneret.rulesets import knights_and_knaves as book
from banneret.rulesets.knights_and_knaves.setup.scenarios import scenarios

ROAD = scenarios()["market_road"]
SIZES = {"five": (5, 5), "twenty": (20, 20), "eighteen": (18, 13)}
PLANS = {
    name: replace(
        ROAD,
        id=name,
        name=f"{own} against {theirs}",
        retinue=tuple(
            replace(one, figures=figures)
            for one, figures in zip(ROAD.retinue, (own, theirs), strict=True)
        ),
    )
    for name, (own, theirs) in SIZES.items()
}


def _begin(scenario: str, options: Mapping[str, Any], forces: Mapping[str, str]) -> Any:
    return book.begin(PLANS.get(scenario, scenario), options, forces)


KNIGHTS = changed(
    book.RULESET,
    scenarios={
        **book.RULESET.scenarios,
        **{name: book._scenario_info(plan) for name, plan in PLANS.items()},
    },
    begin=_begin,
)
BOOKS = {**RULESETS, KNIGHTS.key: KNIGHTS}
