"""Ambushes that are walked upon, forces that find no room (MM-SETUP-15, 16)."""

from typing import Any

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.core.questions.answers import Place1
from banneret.rulesets.macbeth_to_medici.basics.state import NOBODY, Battle, Detachment
from banneret.rulesets.macbeth_to_medici.basics.who import footprint
from banneret.rulesets.macbeth_to_medici.movement.last import reaction_moves
from banneret.rulesets.macbeth_to_medici.movement.riders import touches_unit
from banneret.rulesets.macbeth_to_medici.setup import arrivals, deploying, field
from banneret.rulesets.macbeth_to_medici.setup.beginning import begin, plant_defences
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain
from banneret.rulesets.macbeth_to_medici.setup.field import _choose_edge
from banneret.rulesets.macbeth_to_medici.setup.hiding import (
    ambush_refusal,
    ambush_spots,
    reveal,
)
from banneret.rulesets.macbeth_to_medici.setup.lists import unit_points
from rulesets.macbeth_to_medici.fighting.charge.test_charge_rules import play
from rulesets.macbeth_to_medici.mm_fields import Field, Script, entry


def test_mm_setup_15_an_ambush_is_seen_at_the_end_of_any_movement() -> None:
    field = Field()
    hidden = field.unit(y=12.0)
    hidden.where = "hidden"
    foe = field.unit("b", y=24.0)
    table = field.table(drill=("normal", (("advance", 6),)))
    field.script["a"].answers["movers"] = ()
    field.script["b"].answers["movers"] = (foe.id,)
    field.battle.memo.known.clear()
    play(table, "reaction_moves", reaction_moves)
    assert foe.y == 18.0
    assert hidden.where == "on_table"


def test_mm_setup_16_an_outflanker_without_room_enters_in_the_next_turn() -> None:
    field = Field()
    unit = field.unit()
    unit.where = "off_table"
    field.battle.detachments = (Detachment("a", "outflank", (unit.id,), "left", 3, back=4),)
    field.battle.turn = 5
    arrivals.enter(field.table())
    assert unit.where == "on_table"
    assert field.battle.detachments[0].done


def test_mm_setup_15_an_ambush_is_out_of_sight_of_the_whole_enemy_zone() -> None:
    wood = Terrain("Wood", "wood", 3, ((20.0, 4.0), (52.0, 4.0), (52.0, 16.0), (20.0, 16.0)))
    field = Field([wood])
    unit = field.unit(elements=4, files=4)
    unit.where = "off_table"
    assert ambush_refusal(field.battle, unit, footprint(36, 10, 0, 4, 1)) is None
    seen = ambush_refusal(field.battle, unit, footprint(36, 15, 0, 4, 1))  # an inch of wood
    assert seen is not None
    assert "seen" in seen.reason
    marsh = Field([Terrain("Marsh", "area", 3, wood.points)])
    open_ground = ambush_refusal(marsh.battle, unit, footprint(36, 10, 0, 4, 1))
    assert open_ground is not None
    assert all(y < 14 for _, y, _ in ambush_spots(field.battle, unit))
    assert ambush_spots(field.battle, unit)


def test_mm_setup_15_an_ambush_may_lie_behind_a_crest() -> None:
    ridge = Terrain("Ridge", "hill", 1, ((4, 12), (68, 12), (68, 18), (4, 18)), height=1)
    field = Field([ridge])
    unit = field.unit(elements=4, files=4)
    unit.where = "off_table"
    assert ambush_refusal(field.battle, unit, footprint(36, 8, 0, 4, 1)) is None
    assert ambush_refusal(field.battle, unit, footprint(36, 20, 0, 4, 1)) is not None
    assert any(y < 12 for _, y, _ in ambush_spots(field.battle, unit))


def test_mm_setup_13_one_of_each_but_not_two_outflanking_forces() -> None:
    battle = begin("hastings_1066", {"free_deployment": True}, {})
    small = [u for u in battle.units if u.side == "a" and u.profile.points * 5 < 300][:3]
    answers = {
        "ambush": (small[0].id,),
        "outflank_left": (small[1].id,),
        "outflank_right": (small[2].id,),
    }
    players = {"a": Script(answers), "b": Script({})}
    deploying.detach(Table(battle, ScriptedDice(), players))
    mine = [(one.kind, one.edge) for one in battle.detachments if one.side == "a"]
    assert mine == [("ambush", ""), ("outflank", "left")]


def _outflankers(**answers: Any) -> tuple[Battle, Detachment]:
    battle = begin("hastings_1066", {"free_deployment": True}, {})
    small = next(u for u in battle.units if u.side == "a" and u.profile.points * 5 < 300)
    players = {"a": Script({"outflank_left": (small.id,), **answers}), "b": Script({})}
    deploying.detach(Table(battle, ScriptedDice(), players))
    return battle, battle.detachments[0]


def test_mm_setup_16_the_owner_writes_the_earliest_turn() -> None:
    battle, force = _outflankers(outflank_turn=5)
    assert force.turn == 5
    battle.turn = 4
    arrivals.look_for(Table(battle, ScriptedDice(), {}))  # no die yet
    assert battle.detachments[0].attempts == 0
    battle.turn = 5
    arrivals.look_for(Table(battle, ScriptedDice(4), {}))
    assert battle.detachments[0].attempts == 1
    assert _outflankers()[1].turn == 3


def test_mm_setup_14_the_officer_of_its_battle_may_go_with_a_detachment() -> None:
    battle, force = _outflankers(goes_along="yes")
    ward = battle.wards[battle.units[force.units[0]].ward]
    officer = battle.officers[ward.officer]
    assert force.officer == officer.id
    while battle.phase == "deploy":
        deploying.deploy(Table(battle, ScriptedDice(), {"a": Script({}), "b": Script({})}))
    assert officer.fate == "away"
    battle.turn = 3
    arrivals.look_for(Table(battle, ScriptedDice(5), {}))
    arrivals.enter(Table(battle, ScriptedDice(), {"a": Script({}), "b": Script({})}))
    assert officer.fate == "alive"
    assert touches_unit(battle, officer, battle.units[force.units[0]])
    assert _outflankers()[1].officer == NOBODY


def test_mm_setup_14_an_officer_in_ambush_is_seen_with_his_men() -> None:
    field = Field()
    hidden = field.unit(y=12.0)
    hidden.where = "hidden"
    officer = field.battle.officers[0]
    officer.fate = "away"
    field.battle.detachments = (Detachment("a", "ambush", (hidden.id,), officer=officer.id),)
    reveal(field.table(), hidden, "found")
    assert officer.fate == "alive"
    assert touches_unit(field.battle, officer, hidden)


def test_mm_setup_16_mm_setup_22_units_come_on_in_files_of_the_owners_choice() -> None:
    field = Field()
    unit = field.unit(elements=8, files=4)
    unit.where = "off_table"
    field.battle.detachments = (Detachment("a", "outflank", (unit.id,), "left", 3, back=4),)
    field.battle.turn = 4
    arrivals.enter(field.table(enter_files=2))
    assert (unit.where, unit.files, unit.ranks) == ("on_table", 2, 4)
    asked = next(c for c in field.script["a"].asked if c.key == "enter_files")
    assert list(asked.candidates) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert asked.proposal == 4


def test_mm_setup_06_a_palisade_is_bought_by_the_defender() -> None:
    field = Field()
    field.battle.attacker = "a"
    bare, walled = entry(), entry(palisade=3)
    assert unit_points(walled) == unit_points(bare) + 9
    ours = field.unit("b", y=40.0, palisade=3)
    field.unit("a", palisade=3)
    plant_defences(field.battle)
    (wall,) = field.battle.defences
    assert (wall.kind, wall.side) == ("palisade", "b")
    (x0, y0), (x1, y1) = wall.points
    assert abs(x1 - x0) == 4.5
    assert y0 == y1 == ours.y - 0.5


def test_mm_setup_06_a_feature_lies_anywhere_within_six_inches() -> None:
    battle = begin("pitched_battle", {}, {})
    battle.attacker = "a"
    spot = {field.SPOT: Place1(40.0, 27.0, 0.0)}
    script = Script({"shift": spot})
    table = Table(battle, ScriptedDice(), {"b": script})
    assert field._shifted(table, "wood", 7, (36.0, 24.0)) == (40.0, 27.0)
    (asked,) = script.asked
    assert asked.refusal({field.SPOT: Place1(41.0, 28.0, 0.0)}) is not None
    assert all(asked.refusal(idea) is None for idea in asked.ideas())


def test_mm_setup_05_it_is_the_attacker_who_chooses_his_edge() -> None:
    for attacker, other in (("a", "b"), ("b", "a")):
        battlefield = Field()
        battlefield.battle.attacker = attacker
        table = battlefield.table()
        battlefield.script[attacker].answers["edge"] = "north"
        battlefield.script[other].answers["edge"] = "south"
        _choose_edge(table)
        assert battlefield.battle.base == {attacker: "north", other: "south"}
        assert not battlefield.script[other].asked
