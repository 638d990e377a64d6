"""Numbers the tables say in two places, or the code once more: they are the same number."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS
from banneret.rulesets.knights_and_knaves.basics.state import COMMAND_RANGE, UNIT_GAP
from banneret.rulesets.knights_and_knaves.basics.tables import data_text
from banneret.rulesets.knights_and_knaves.ground.contact import ADJACENT_GAP
from banneret.rulesets.knights_and_knaves.ground.encircling import RING_GAP
from rulesets.knights_and_knaves.adjudged import adjudge, result

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())


def test_kk_def_02_the_gap_within_a_unit() -> None:
    assert RAW["scales"]["unit_gap"] == UNIT_GAP


def test_kk_def_06_the_least_of_a_unit() -> None:
    assert RAW["scales"]["unit_min_figures"] == DEFAULTS.min_unit_size


def test_kk_def_15_how_near_a_neighbour_is() -> None:
    assert RAW["morale_modifiers"]["adjacent_range"] == ADJACENT_GAP


def test_kk_geo_03_the_gap_in_a_ring() -> None:
    assert RAW["morale_modifiers"]["surrounded_gap"] == RING_GAP


def test_kk_morale_17_a_leader_heartens_as_far_as_he_commands() -> None:
    assert RAW["morale_modifiers"]["leader_bonus_range"] == COMMAND_RANGE


def test_kk_cmd_10_the_second_die_of_a_handgun() -> None:
    assert RAW["readiness"]["handgun"]["second_needs_at_least"] == DEFAULTS.handgun_second_roll


def test_kk_ammo_07_how_long_a_body_is_searched() -> None:
    assert RAW["ammunition"]["dead_turns"] == DEFAULTS.rob_dead_turns


@pytest.mark.parametrize(
    ("weapon", "team"),
    [("longbow", False), ("sling", False), ("heavy_crossbow", False), ("heavy_crossbow", True)],
)
def test_kk_cmd_07_exactly_the_faces_listed_forbid_the_shot(weapon: str, team: bool) -> None:
    group = "crossbow_team" if team else RAW["missile"][weapon]["readiness"]
    situation = {"weapon": weapon, "team": team}
    forbidden = [
        die for die in range(1, 11) if result("shoot_readiness", situation, die) == "prevented"
    ]
    assert forbidden == RAW["readiness"][group]["prevented_on"]


@pytest.mark.parametrize("row", ["archers", "crossbows", "handgunners", "others"])
def test_kk_act_04_every_face_is_read_in_its_column(row: str) -> None:
    table = RAW["action_table"]
    for (first, last), printed in zip(table["columns"], table[row], strict=True):
        for die in range(first, last + 1):
            assert result("action_roll", {"row": row}, die) == printed


@pytest.mark.parametrize("weapon", sorted(RAW["missile"]))
def test_kk_shoot_16_the_shift_of_a_weapon_is_that_of_the_list(weapon: str) -> None:
    shifts = RAW["shooting_right"]
    thrown = weapon.startswith(("thrown", "javelin"))
    shift = shifts["thrown"] if thrown else shifts.get(weapon, 0)
    situation = {"skill": 1, "distance": 4, "weapon": weapon, "target_armor": 3}
    shot = adjudge("shoot", situation, 1)
    assert shot["right"].get("weapon", 0) == shift
    assert shot["column"] == RAW["shooting_table"]["columns"][shift]


@pytest.mark.parametrize("armor", range(13))
def test_kk_move_01_every_rating_walks_and_runs_by_its_row(armor: int) -> None:
    [row] = [row for row in RAW["foot_move"] if row["armor"][0] <= armor <= row["armor"][1]]
    walk, run = [result("move_allowance", {"armor": armor, "run": run}) for run in (False, True)]
    assert (walk, run) == (row["walk"], row["run"])
