"""Scenarios: found by key, and checked against the armies they name (MM-SETUP-21)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, find
from banneret.core.files import load_toml

from .entries import SIDE_NUMBERS, Bridge, Condition, Mud, Scenario, ScenarioFile
from .lists import army_named, scaled, units_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .entries import Army, Special


@cache
def scenarios() -> dict[str, Scenario]:
    """The book's battles by key; the one to learn by comes first."""
    first = load_toml(
        files(__package__).joinpath("../data/scenarios_added.toml"), ScenarioFile, "added"
    ).scenario
    rest = load_toml(
        files(__package__).joinpath("../data/scenarios.toml"), ScenarioFile, "scenarios.toml"
    ).scenario
    ordered = (*first[:1], *rest, *first[1:])
    return {one.id: checked(one) for one in ordered}


def scenario_named(key: str) -> Scenario:
    """Find a scenario by its key."""
    return find("scenario", key, scenarios())


@clause("MM-SETUP-20", "MM-SETUP-21")
def army_of(scenario: Scenario, side: str) -> Army:
    """The army a side of a scenario has, its elements changed as the scenario says."""
    number = 1 if side == "a" else 2
    entry = scenario.sides()[number - 1]
    changes = {c.unit: (c.elements, c.files) for c in scenario.changes if c.side == number}
    return scaled(army_named(entry.army), changes)


@clause("MM-SETUP-02", "MM-SETUP-21")
def as_fought(scenario: Scenario, armies: Mapping[str, Army]) -> Scenario:
    """The scenario for the armies that came (by side).

    Entries that name a battle or unit of an army that stayed away say nothing about another one,
    even where that has a battle of the same id: they are left aside, and MM-END-01 to 03 decide.
    """
    known: dict[int, set[str]] = {}
    for side, number in SIDE_NUMBERS.items():
        own = scenario.sides()[number - 1].army
        army = armies[side]
        known[number] = _ids(army) if own in (army.id, army.list) else set()
    special = tuple(
        one
        for one in scenario.special
        if isinstance(one, Mud | Bridge) or one.battle in known[one.side]
    )
    win = tuple(
        one for one in scenario.win if all(_names(c) <= known[c.side] for c in (*one.all, *one.any))
    )
    if (special, win) == (scenario.special, scenario.win):
        return scenario
    return msgspec.structs.replace(scenario, special=special, win=win)


def _ids(army: Army) -> set[str]:
    return {w.id for w in army.battle} | {u.id for u in units_of(army)}


def _names(condition: Condition) -> set[str]:
    """The battles and units a condition names."""
    return {condition.battle, condition.unit, condition.before} - {""}


@clause("MM-SETUP-21")
def checked(scenario: Scenario) -> Scenario:
    """Refuse a scenario that names what is not there."""
    if scenario.free:
        return scenario
    features = {one.name for one in scenario.terrain}
    wards = {n: {w.id for w in army_of(scenario, s).battle} for n, s in ((1, "a"), (2, "b"))}
    units = {n: {u.id for u in units_of(army_of(scenario, s))} for n, s in ((1, "a"), (2, "b"))}
    for special in scenario.special:
        _check_special(scenario, special, features, wards)
    for win in scenario.win:
        for condition in (*win.all, *win.any):
            _check_condition(scenario, condition, features, wards, units)
    for n, side in ((1, "a"), (2, "b")):
        for place in scenario.places(side):
            _known(scenario, "unit", place.unit, units[n])
    return scenario


def _check_special(
    scenario: Scenario, special: Special, features: set[str], wards: dict[int, set[str]]
) -> None:
    if isinstance(special, Mud | Bridge):
        _known(scenario, "area", special.area, features)
    else:
        _known(scenario, "battle", special.battle, wards[special.side])


def _check_condition(
    scenario: Scenario,
    one: Condition,
    features: set[str],
    wards: dict[int, set[str]],
    units: dict[int, set[str]],
) -> None:
    named = (
        ("battle", one.battle, wards[one.side]),
        ("before", one.before, wards[one.side]),
        ("unit", one.unit, units[one.side]),
        ("area", one.area, features),
        ("line", one.line, features),
    )
    for what, key, known in named:
        if key:
            _known(scenario, what, key, known)


def _known(scenario: Scenario, what: str, key: str, known: set[str]) -> None:
    if key not in known:
        raise BadData(
            f"scenario {scenario.id!r}: {what} {key!r} is none of its own: {sorted(known)}"
        )
