"""Ambushes that are walked upon, forces that find no room (MM-SETUP-15, 16)."""

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.macbeth_to_medici.basics.state import Detachment
from banneret.rulesets.macbeth_to_medici.basics.who import footprint
from banneret.rulesets.macbeth_to_medici.movement.last import reaction_moves
from banneret.rulesets.macbeth_to_medici.setup import arrivals, deploying
from banneret.rulesets.macbeth_to_medici.setup.beginning import begin
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain
from banneret.rulesets.macbeth_to_medici.setup.hiding import ambush_refusal, ambush_spots
from rulesets.macbeth_to_medici.fighting.charge.test_charge_rules import play
from rulesets.macbeth_to_medici.mm_fields import Field, Script


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
