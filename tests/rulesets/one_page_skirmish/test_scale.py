"""Scales, dice, thresholds and markers (section SCALE, without geometry)."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec
import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.chance.draws import D6, D10, Draw, Pool
from banneret.core.errors import WrongDice
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import DEFAULTS, SETTINGS
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.tables import TABLES
from banneret.rulesets.one_page_skirmish.morale.dice import outcome_of
from banneret.rulesets.one_page_skirmish.screen.scene import marks
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.setup.on_file import forces
from banneret.rulesets.one_page_skirmish.shooting.dice import (
    ShotFacts,
    ShotSituation,
    Target,
    hit_modifiers,
    in_range,
    shoot,
)
from banneret.rulesets.one_page_skirmish.shooting.weapon_in_hand import is_loaded, load_needed
from rulesets.one_page_skirmish.field import field, man, unit

HEADINGS = (
    "Sequence of Play",
    "Morale",
    "New Leader",
    "Movement",
    "Charging",
    "Armour",
    "Archery",
    "Melee",
    "Wounds",
)


def _clauses() -> list[dict[str, str]]:
    data = files("banneret.rulesets.one_page_skirmish").joinpath("data").joinpath("clauses.toml")
    found: list[dict[str, str]] = tomllib.loads(data.read_text())["clause"]
    return found


def test_op_scale_01_every_heading_of_the_sheet_has_rules() -> None:
    """Each part of the sheet is kept by a rule; rulings and options are told apart from them."""
    clauses = _clauses()
    sources = " ".join(one["source"] for one in clauses if one["kind"] == "rule")
    assert all(heading in sources for heading in HEADINGS)
    assert {one["kind"] for one in clauses} == {"rule", "ruling", "option"}


def test_op_scale_01_every_second_reading_is_an_option_that_is_off() -> None:
    """Each option's clause belongs to a setting, and every setting is off by default."""
    options = {one["id"] for one in _clauses() if one["kind"] == "option"}
    named = {key for setting in SETTINGS for key in setting.clauses if "-OPT-" in key}
    assert options == named
    assert all(getattr(DEFAULTS, setting.key) == setting.default for setting in SETTINGS)


def test_op_scale_02_one_figure_is_one_man() -> None:
    """A force puts exactly as many figures on the table as it has men."""
    battle = begin("crossroads", {}, {"a": "jacques_1358", "b": "swiss_1386"})
    assert sum(figure.side == "a" for figure in battle.figures) == forces()["jacques_1358"].figures
    assert sum(figure.side == "b" for figure in battle.figures) == forces()["swiss_1386"].figures


def test_op_scale_02_no_procedure_knows_a_ground_or_time_scale() -> None:
    """No situation of any procedure has a scale among its keys."""
    for procedure in PROCEDURES.values():
        assert not any("scale" in key for key in procedure.situation.__struct_fields__)


@pytest.mark.parametrize(
    ("inches", "close", "reached"),
    [(9.0, True, True), (9.01, False, True), (18.0, False, True), (18.01, False, False)],
)
def test_op_scale_04_thresholds_are_inclusive(inches: float, close: bool, reached: bool) -> None:
    """A crossbow at exactly 9 inches is close, at exactly 18 in range, a hair more is not."""
    facts = ShotFacts(weapon="crossbow", range=inches, target=Target())
    assert in_range("crossbow", inches) is reached
    if reached:
        labels = [reason.label for reason in hit_modifiers(facts)]
        assert any("close" in label for label in labels) is close


def test_op_scale_05_ten_is_the_highest_face() -> None:
    """The face 0 is read as ten: it hits the rider, and passes a morale of ten."""
    target = Target(mounted=True)
    facts = ShotFacts(weapon="longbow", range=6.0, target=target)
    shot = shoot(Table(None, ScriptedDice(9, 10), {}), facts, DEFAULTS)
    assert shot.part == "rider"
    assert outcome_of(10, 10, "steady") == "success"


def test_op_scale_05_a_d10_shows_one_to_ten() -> None:
    """Nothing below 1 or above 10 is read from a d10."""
    for face in (0, 11):
        with pytest.raises(WrongDice):
            ScriptedDice(face).throw(D10("test"))


DICE = {
    "morale": ({"class": "veteran"}, (5,), {10}),
    "move": ({}, (3, 4), {6}),
    "shot": ({"weapon": "longbow", "range": 6, "target": {"armour": ["mail"]}}, (9, 1), {10}),
    "melee": ({"attackers": [{}], "defender": {}}, (5, 5), {10}),
}


@pytest.mark.parametrize("name", DICE)
def test_op_scale_06_d6_for_movement_d10_for_the_rest(name: str) -> None:
    """Every procedure throws the kind of dice the sheet names, one d10 a roll."""
    situation, faces, kinds = DICE[name]
    procedure = PROCEDURES[name]
    table: Table[None] = Table(None, ScriptedDice(*faces), {})
    procedure.rule(table, msgspec.convert(situation, procedure.situation))
    rolled = [told.event for told in table.events if isinstance(told.event, Rolled)]
    assert {sides for one in rolled for sides in one.dice} == kinds
    if kinds == {10}:
        assert all(len(one.dice) == 1 for one in rolled)


def test_op_scale_06_movement_is_a_pool_of_d6() -> None:
    """A movement roll keeps the highest of its d6."""
    draw: Draw[tuple[int, ...]] = Pool("move", 3, 6, 2)
    assert draw.dice == (6, 6, 6)
    assert D6("one").dice == (6,)


def test_op_scale_09_two_turns_are_two_own_turns() -> None:
    """A crossbow is loaded after two Load actions of its own, whatever others do in between."""
    assert load_needed(DEFAULTS) == TABLES.missiles["crossbow"].reload_turns == 2
    assert [is_loaded("crossbow", load, DEFAULTS) for load in (0, 1, 2)] == [False, False, True]


def test_op_scale_09_a_round_is_every_players_turn() -> None:
    """The state tells round, turn and phase apart."""
    battle = field("a band: x3 at 10,10 | b band: x3 at 10,30", round=4, phase="melee")
    assert (battle.round, battle.active, battle.phase) == (4, "a", "melee")


def _marked(words: str) -> tuple[str, ...]:
    battle = field(f"a band: x3 crossbow at 10,10 {words} | b foe: x3 at 10,30")
    return marks(battle, man(battle, "band", 1))


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("hidden", "hidden"),
        ("hidden holding", "held"),
        ("shaken", "shaken"),
        ("routing", "routing"),
        ("1.hits=1", "hits 1"),
        ("1.stun=1", "stunned"),
        ("1.load=1", "load 1 of 2"),
        ("1.aim=3", "aiming at Sergeant of the foe"),
        ("1.combat=won", "combat won"),
        ("1.rallied=true", "has rallied"),
        ("leaderless", "leaderless"),
    ],
)
def test_op_scale_10_every_marker_is_state(words: str, mark: str) -> None:
    """Each marker of the list stands for a field of figure or unit, and is shown."""
    assert mark in _marked(words)
    assert mark not in _marked("")


def test_op_scale_10_unmarked_men_bear_no_marks() -> None:
    """A steady, unhurt, led man without a crossbow has no marker."""
    battle = field("a band: x3 at 10,10")
    assert marks(battle, man(battle, "band", 1)) == ()
    assert unit(battle, "band").status == "steady"


def test_situation_of_a_shot_is_what_the_procedure_takes() -> None:
    """The shot procedure's situation is the one the battle's facts share their keys with."""
    assert {"weapon", "range"} <= set(ShotSituation.__struct_fields__)
