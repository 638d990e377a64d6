"""Forces and scenarios: the book's own, found by key, and people's own, read and checked."""

from __future__ import annotations

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, IllegalForce
from banneret.core.files import decode_toml
from banneret.tabletop.files import Shelf, refuse_repeats
from banneret.tabletop.setting_up import INWARD, strip

from ..basics.tables import TABLES, data_text
from .entries import (
    FREE,
    GROUP_LEAST,
    GROUP_MOST,
    NO_ZONE,
    SIDES,
    Exit,
    ExitDenied,
    Force,
    ForceFile,
    Hold,
    Kit,
    Objective,
    Others,
    Reinforcement,
    Scenario,
    ScenarioFile,
    Seize,
    SidePlan,
    Sides,
    Slay,
    Take,
    TerrainPiece,
    UnitEntry,
)
from .points import figure_points

__all__ = [
    "FREE",
    "SIDES",
    "Exit",
    "ExitDenied",
    "Force",
    "Hold",
    "Kit",
    "Objective",
    "Others",
    "Reinforcement",
    "Scenario",
    "Seize",
    "SidePlan",
    "Sides",
    "Slay",
    "Take",
    "TerrainPiece",
    "UnitEntry",
    "checked_force",
    "checked_scenario",
    "force_named",
    "force_points",
    "forces",
    "kit_points",
    "read_forces",
    "read_scenarios",
    "scenario_named",
    "scenarios",
    "unit_points",
]


# -- the book's own


FORCES: Shelf[Force] = Shelf("force", Force, lambda: read_forces(_data("forces"), "forces.toml"))
SCENARIOS: Shelf[Scenario] = Shelf(
    "scenario", Scenario, lambda: read_scenarios(_data("scenarios"), "scenarios.toml")
)
forces, force_named = FORCES.own, FORCES.named  # the ten sample forces (OP-FORCE-01)
scenarios, scenario_named = SCENARIOS.own, SCENARIOS.named  # the five of the book (OP-SCEN-01)


def _data(name: str) -> bytes:
    return data_text(f"{name}.toml")


# -- people's own


def read_forces(content: bytes, name: str) -> tuple[Force, ...]:
    """Read a file of forces; BadData and IllegalForce name file, key, value and expectation."""
    found = decode_toml(content, ForceFile, name).force
    refuse_repeats("force", [force.id for force in found], name, IllegalForce)
    return tuple(checked_force(one, name) for one in found)


def read_scenarios(content: bytes, name: str) -> tuple[Scenario, ...]:
    """Read a file of scenarios."""
    data = decode_toml(content, ScenarioFile, name)
    return tuple(checked_scenario(one, name) for one in data.scenario)


# -- what they cost


@clause("OP-POINTS-01")
def force_points(force: Force) -> int:
    """A force costs the sum of its figures."""
    return sum(unit_points(unit) for unit in force.unit)


def unit_points(unit: UnitEntry) -> int:
    """A unit costs the sum of its figures, the first of them its leader."""
    return sum(
        kit_points(kit, unit.leader_rank if at == 0 else "common")
        for at, kit in enumerate(unit.kits())
    )


def kit_points(kit: Kit, rank: str) -> int:
    """The price of one man."""
    return figure_points(
        kit.class_,
        rank,
        armour=kit.armour,
        weapons=kit.weapons,
        mounted=kit.mounted,
        mount_armour=kit.mount_armour,
    ).total


# -- checks


def checked_force(force: Force, name: str) -> Force:
    """Refuse a force that breaks the book (OP-GROUP-01, OP-GROUP-07)."""
    keys = [unit.id for unit in force.unit]
    for at, unit in enumerate(force.unit):
        where = f"{name}: force {force.id!r}, unit[{at}] {unit.id!r}"
        if keys.index(unit.id) != at:
            raise IllegalForce(f"{where}: id is used twice: expected a different one")
        _check_strength(unit, where)
        _check_arms(unit, where)
        if unit.lord and unit.lord not in force.knights:
            known = ", ".join(force.knights) or "none (the force has no Knight)"
            raise IllegalForce(f"{where}: lord is {unit.lord!r}: expected one of {known}")
    figures = sum(unit.figures for unit in force.unit)
    points = force_points(force)
    if force.points not in {0, points}:
        raise IllegalForce(
            f"{name}: force {force.id!r}: points is {force.points}: "
            f"expected {points} [OP-POINTS-01]"
        )
    if force.figures not in {0, figures}:
        raise IllegalForce(
            f"{name}: force {force.id!r}: figures is {force.figures}: expected {figures}"
        )
    return force


def _check_strength(unit: UnitEntry, where: str) -> None:
    if unit.kind == "knight":
        if unit.leader_rank != "knight" or unit.figures != 1:
            raise IllegalForce(
                f"{where}: kind is 'knight' with leader_rank {unit.leader_rank!r} and "
                f"{unit.figures} figures: expected one figure of rank 'knight' [OP-GROUP-03]"
            )
        return
    if unit.leader_rank == "common":
        raise IllegalForce(
            f"{where}: leader_rank is 'common': expected sergeant or knight [OP-GROUP-01]"
        )
    if not GROUP_LEAST <= unit.figures <= GROUP_MOST:
        raise IllegalForce(
            f"{where}: count is {unit.figures}: expected {GROUP_LEAST} to {GROUP_MOST} figures, "
            "the leader included [OP-GROUP-01]"
        )


def _check_arms(unit: UnitEntry, where: str) -> None:
    for kit in dict.fromkeys(unit.kits()):
        if kit.in_hand not in kit.weapons:
            known = ", ".join(kit.weapons)
            raise IllegalForce(
                f"{where}: in_hand is {kit.in_hand!r}: expected one of {known} [OP-WPN-03]"
            )
        held = TABLES.weapons[kit.in_hand]
        if not (held.mounted if kit.mounted else held.foot):
            how = "in the saddle" if kit.mounted else "on foot"
            rule = "OP-WPN-05" if kit.in_hand == "lance" else "OP-WPN-06"
            raise IllegalForce(
                f"{where}: in_hand is {kit.in_hand!r} {how}: expected a weapon held so [{rule}]"
            )


def checked_scenario(scenario: Scenario, name: str) -> Scenario:
    """Refuse a scenario whose parts do not fit together."""
    where = f"{name}: scenario {scenario.id!r}"
    scenario = _with_zones(scenario)
    for side in SIDES:
        _check_zone(scenario, scenario.sides[side], f"{where}, sides.{side}")
    for at, piece in enumerate(scenario.terrain):
        _check_piece(scenario, piece, f"{where}, terrain[{at}]")
    keys = [piece.id for piece in scenario.terrain if piece.id]
    for at, objective in enumerate(scenario.objective):
        if isinstance(objective, Seize) and objective.object not in keys:
            raise BadData(
                f"{where}, objective[{at}].object is {objective.object!r}: expected the id of a "
                f"piece of terrain: {', '.join(keys)}"
            )
    return scenario


@clause("OP-SETUP-04")
def _with_zones(scenario: Scenario) -> Scenario:
    """A side whose zone is not said deploys in the strip along its home edge."""
    deep = TABLES.geometry.deployment_depth_default
    strips = {edge: strip(scenario.table, edge, deep) for edge in INWARD}
    plans = {
        side: replace(plan, zone=strips[plan.home_edge]) if plan.zone == NO_ZONE else plan
        for side in SIDES
        for plan in (scenario.sides[side],)
    }
    return replace(scenario, sides=Sides(**plans))


def _check_zone(scenario: Scenario, plan: SidePlan, where: str) -> None:
    x0, y0, x1, y1 = plan.zone
    if not (x0 < x1 <= scenario.width and y0 < y1 <= scenario.height):
        raise BadData(
            f"{where}.zone is {list(plan.zone)}: expected [x0, y0, x1, y1] with x0 < x1 and "
            f"y0 < y1 on a table of {scenario.width:g} by {scenario.height:g} inches"
        )
    keys = [piece.id for piece in scenario.terrain if piece.id and piece.polygon]
    for key in plan.hidden_in:
        if key not in keys:
            raise BadData(
                f"{where}.hidden_in has {key!r}: expected ids of areas: {', '.join(keys)}"
            )
    if plan.force != FREE and plan.force not in forces():
        known = ", ".join((FREE, *forces()))
        raise BadData(f"{where}.force is {plan.force!r}: expected one of {known}")
    if plan.usual and (plan.force != FREE or plan.usual not in forces()):
        known = ", ".join(forces())
        raise BadData(
            f"{where}.usual is {plan.usual!r}: expected one of {known}, where force is {FREE!r}"
        )


def _check_piece(scenario: Scenario, piece: TerrainPiece, where: str) -> None:
    wide = piece.kind in {"road", "bridge"}
    linear = piece.kind in {"fence", "hedge", "wall", "gate_open", "gate_shut"}
    if linear and (len(piece.line) < 2 or piece.polygon):
        raise BadData(f"{where} is a {piece.kind}: expected a line of two points or more")
    if not linear and not wide and len(piece.polygon) < 3:
        raise BadData(f"{where} is {piece.kind}: expected a polygon of three points or more")
    if wide and len(piece.polygon) < 3 and (len(piece.line) < 2 or piece.width <= 0):
        raise BadData(f"{where} is a {piece.kind}: expected a line and a width, or a polygon")
    for x, y in (*piece.polygon, *piece.line):
        if x > scenario.width or y > scenario.height:
            raise BadData(
                f"{where} has the point {[x, y]}: expected one on the table of "
                f"{scenario.width:g} by {scenario.height:g} inches"
            )
