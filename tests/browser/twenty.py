"""Twenty against twenty: the market road with larger retinues, for counting what a battle costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

from banneret.rulesets import RULESETS
from banneret.rulesets.knights_and_knaves import book
from banneret.rulesets.knights_and_knaves.scenarios import scenarios

FIGURES = 20
ROAD = scenarios()["market_road"]
PLAN = replace(
    ROAD,
    id="twenty",
    name="Twenty against twenty",
    retinue=tuple(replace(one, figures=FIGURES) for one in ROAD.retinue),
)


def _begin(scenario: str, options: Mapping[str, Any], forces: Mapping[str, str]) -> Any:
    return book.begin(PLAN if scenario == PLAN.id else scenario, options, forces)


KNIGHTS = changed(
    book.RULESET,
    scenarios={**book.RULESET.scenarios, PLAN.id: book._scenario_info(PLAN)},
    begin=_begin,
)
BOOKS = {**RULESETS, KNIGHTS.key: KNIGHTS}
