"""The book's data: tables, options, clauses, examples and forces hold together."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from typing import Any

import msgspec
import pytest

from banneret.core.errors import BadData, Unknown
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, SETTINGS, Options
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.tables import TABLES, TERRAIN, data_text, load
from banneret.rulesets.one_page_skirmish.setup.points import are_even, figure_points
from rulesets.one_page_skirmish.adjudged import adjudge


def data(name: str) -> dict[str, Any]:
    return tomllib.loads(data_text(name).decode())


CLAUSES: dict[str, dict[str, str]] = {one["id"]: one for one in data("clauses.toml")["clause"]}
FORCES: dict[str, dict[str, Any]] = {one["id"]: one for one in data("forces.toml")["force"]}


# -- clauses and options


def test_op_scale_01_the_whole_sheet_is_covered() -> None:
    """Every heading of the sheet has clauses of kind rule, and every clause says how to test it."""
    headings = " ".join(one["source"] for one in CLAUSES.values() if one["kind"] == "rule")
    for heading in (
        "Sequence of Play",
        "Morale",
        "New Leader",
        "Movement",
        "Charging",
        "Armour",
        "Archery",
        "Melee",
        "Wounds",
        "Stun",
    ):
        assert heading in headings
    assert {one["kind"] for one in CLAUSES.values()} == {"rule", "ruling", "option"}
    assert all(one["tests"] for one in CLAUSES.values())
    assert len(CLAUSES) == 336


def test_every_clause_named_in_the_data_exists() -> None:
    """Tables, forces, scenarios, examples and settings cite clauses of the book."""
    for name in ("tables.toml", "forces.toml", "scenarios.toml", "examples.toml"):
        cited = re.findall(r"OP-[A-Z]+-\d\d\b", data_text(name).decode())
        assert cited
        assert [one for one in cited if one not in CLAUSES and "OP-EX-" not in one] == []
    assert [c for setting in SETTINGS for c in setting.clauses if c not in CLAUSES] == []


def test_the_settings_are_the_options_of_the_tables() -> None:
    """Sixteen options, the first value of each the default, each explained by an OPT clause."""
    assert {setting.key: setting.values for setting in SETTINGS} == TABLES.options
    assert msgspec.structs.asdict(DEFAULTS) == {s.key: s.default for s in SETTINGS}
    for setting in SETTINGS:
        options = [one for one in setting.clauses if "-OPT-" in one]
        assert options
        assert all(CLAUSES[one]["title"].startswith(setting.key) for one in options)
        assert setting.explanation


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_value_of_every_option_is_read(setting: Any) -> None:
    """Each value can be chosen, alone."""
    for value in setting.values:
        chosen = Options.read({setting.key: value})
        assert getattr(chosen, setting.key) == value
        assert msgspec.convert({setting.key: value}, Options) == chosen


def test_an_option_the_book_lacks_is_refused() -> None:
    """Names and values are held to the book, and the sentence says what there is."""
    with pytest.raises(Unknown, match="unknown option 'luck': expected one of turn_cards"):
        Options.read({"luck": True})
    with pytest.raises(BadData, match="option unhorse = never: expected one of always, winner"):
        Options.read({"unhorse": "never"})
    with pytest.raises(BadData, match="option lucky_shot = 1: expected one of false, true"):
        Options.read({"lucky_shot": 1})


# -- tables


def test_a_wrong_cell_is_named() -> None:
    """A number out of range and a key nobody knows are refused with their place."""
    text = data_text("tables.toml")
    with pytest.raises(BadData, match=r"tables.toml: .*`\$.base_morale\[...\]`"):
        load(text.replace(b"peasant = 7", b"peasant = 70"))
    with pytest.raises(BadData, match="unknown field `colour`"):
        load(text.replace(b"[hit_location]", b"[hit_location]\ncolour = 1"))
    with pytest.raises(BadData, match=r"^tables\.toml: "):
        load(b"[meta")


def test_op_terr_01_every_kind_has_cost_and_cover() -> None:
    """Nine areas and five lines can be asked for cost and cover."""
    shapes: dict[str, set[str]] = {"area": set(), "line": set()}
    for kind in TERRAIN.values():
        shapes[kind.shape].add(kind.name)
        assert kind.cover in {"none", "part", "whole"}
        assert kind.cost >= 0
    assert shapes["area"] == {
        "open",
        "road",
        "woods",
        "water",
        "deep_water",
        "building",
        "hill",
        "impassable",
        "bridge",
    }
    assert shapes["line"] == {"fence", "hedge", "wall", "gate_open", "gate_shut"}


def test_op_terr_02_which_terrain_covers() -> None:
    """Woods, fence and hedge in part; wall, shut gate and building wholly; the rest not at all."""
    part = {name for name, kind in TERRAIN.items() if kind.cover == "part"}
    whole = {name for name, kind in TERRAIN.items() if kind.cover == "whole"}
    assert part == {"woods", "fence", "hedge"}
    assert whole == {"wall", "gate_shut", "building"}


def test_op_scale_02_no_procedure_knows_a_scale() -> None:
    """No situation has a key for ground or time scale."""
    for procedure in PROCEDURES.values():
        keys = {field.encode_name for field in msgspec.structs.fields(procedure.situation)}
        assert not any("scale" in key or "yards" in key or "minutes" in key for key in keys)


def test_op_turn_01_three_phases_in_order() -> None:
    """Morale, Action, Melee."""
    assert TABLES.sequence.phases == ("morale", "action", "melee")


# -- forces


def unit_points(unit: dict[str, Any]) -> int:
    def price(rank: str) -> int:
        return figure_points(
            unit["class"],
            rank,
            armour=unit["armour"],
            weapons=unit["weapons"],
            mounted=unit["mounted"],
            mount_armour=unit["mount_armour"],
        ).total

    followers: int = unit["count"] - 1
    return price(unit["leader_rank"]) + followers * price("common")


def check_force(key: str, units: int, figures: int, points: int) -> dict[str, Any]:
    """See that a force has what its clause says, and that its prices add up."""
    force = FORCES[key]
    assert len(force["unit"]) == units
    assert sum(unit["count"] for unit in force["unit"]) == force["figures"] == figures
    assert [unit_points(unit) for unit in force["unit"]] == [u["points"] for u in force["unit"]]
    assert sum(unit["points"] for unit in force["unit"]) == force["points"] == points
    return {unit["id"]: unit for unit in force["unit"]}


def test_op_force_01_ten_even_forces() -> None:
    """Any two of the ten sample forces are even."""
    assert len(FORCES) == 10
    for one, other in combinations(FORCES.values(), 2):
        assert are_even(one["points"], other["points"])


def test_op_force_02_english_raiders() -> None:
    units = check_force("english_1346", 3, 9, 119)
    assert units["knight"]["mounted"]
    assert "longbow" in units["archers"]["weapons"]
    assert "polearm" in units["bills"]["weapons"]


def test_op_force_03_french_men_at_arms() -> None:
    units = check_force("french_1346", 3, 9, 124)
    assert units["knight"]["mount_armour"] == 1
    assert units["lances"]["mounted"]


def test_op_force_04_flemish_militia() -> None:
    units = check_force("flemish_1302", 4, 13, 119)
    assert not units["knight"]["mounted"]
    assert (units["weavers"]["count"], units["fullers"]["count"]) == (5, 4)


def test_op_force_05_scottish_schiltron() -> None:
    units = check_force("scottish_1314", 3, 11, 120)
    assert units["spears_a"]["weapons"] == units["spears_b"]["weapons"] == ["polearm"]


def test_op_force_06_jacques() -> None:
    """Their captain is a Veteran of Knight's rank and tests on 9."""
    units = check_force("jacques_1358", 4, 27, 120)
    captain = units["captain"]
    assert captain["leader_rank"] == "knight"
    assert adjudge("morale", {"class": captain["class"]}, 1)["target"] == 9


def test_op_force_07_swiss_band() -> None:
    units = check_force("swiss_1386", 4, 11, 124)
    assert units["captain"]["weapons"] == ["polearm"]


def test_op_force_08_yorkist_retinue() -> None:
    units = check_force("yorkist_1461", 3, 10, 117)
    assert "plate" in units["knight"]["armour"]


def test_op_force_09_outlaws() -> None:
    units = check_force("outlaws", 3, 9, 117)
    assert units["old_hands"]["armour"] == units["newcomers"]["armour"] == []


def test_op_force_10_the_sheriffs_men() -> None:
    units = check_force("sheriff", 4, 13, 121)
    assert units["posse"]["class"] == "peasant"


def test_op_force_11_manor_garrison() -> None:
    units = check_force("manor_1358", 3, 9, 128)
    assert units["garrison"]["count"] == 4
    assert units["lord"]["mount_armour"] == 1
