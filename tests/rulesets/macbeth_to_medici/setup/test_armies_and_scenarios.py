"""Armies, scenarios, deploying, detachments, arrivals (MM-SETUP, MM-UNIT-01 to 06, 19 to 21)."""

from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData, IllegalForce
from banneret.core.files import convert
from banneret.core.play.game import Game
from banneret.core.questions.answers import Place1
from banneret.players import ChancePlayer
from banneret.rulesets.macbeth_to_medici import RULESET
from banneret.rulesets.macbeth_to_medici.basics.state import Detachment
from banneret.rulesets.macbeth_to_medici.basics.tables import ARMS, CLASS_NAMES, TABLE_SIZES
from banneret.rulesets.macbeth_to_medici.basics.who import base_of, footprint, on_table
from banneret.rulesets.macbeth_to_medici.command.rating import rating
from banneret.rulesets.macbeth_to_medici.ground.features import blocked_by_ground, is_on_table
from banneret.rulesets.macbeth_to_medici.setup import arrivals, deploying, hiding
from banneret.rulesets.macbeth_to_medici.setup.beginning import begin, majority_die
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain, UnitEntry
from banneret.rulesets.macbeth_to_medici.setup.lists import (
    armies,
    army_points,
    checked,
    default_die,
    element_points,
    profile_of,
    read_armies,
    unit_points,
    units_of,
    units_points,
)
from banneret.rulesets.macbeth_to_medici.setup.muster import MUSTER, levied, mustered
from banneret.rulesets.macbeth_to_medici.setup.scenarios import checked as checked_scenario
from banneret.rulesets.macbeth_to_medici.setup.scenarios import scenarios
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.macbeth_to_medici.mm_fields import Field, entry

WOOD = Terrain("Wood", "wood", 3, ((28.0, 4.0), (44.0, 4.0), (44.0, 16.0), (28.0, 16.0)))


# -- units on paper


def test_mm_unit_01_units_hold_elements() -> None:
    battle = begin("hastings_1066", {}, {})
    assert all(u.elements == u.profile.elements > 0 for u in battle.units)
    assert battle.units[0].profile.elements == 5


def test_mm_unit_02_order_is_no_footprint() -> None:
    assert footprint(0, 0, 0, 4, 2) == footprint(0, 0, 0, 4, 2)
    assert rating("green", "open", "foot") == rating("green", "close", "foot") + 2


def test_mm_unit_04_mm_unit_19_origin_and_type_are_of_the_list() -> None:
    plain = {
        "id": "x",
        "name": "X",
        "type": "spearmen",
        "origin": "feudal",
        "class": "B",
        "experience": "green",
        "order": "open",
        "elements": 4,
    }
    assert convert(plain, UnitEntry, "test").origin == "feudal"
    with pytest.raises(BadData, match="origin"):
        convert({**plain, "origin": "martian"}, UnitEntry, "test")
    with pytest.raises(BadData, match="type"):
        convert({**plain, "type": "dragoons"}, UnitEntry, "test")
    assert len(ARMS) == 9


def test_mm_unit_06_which_units_use_the_average_die() -> None:
    assert default_die("regular", "B") == "d5"
    assert default_die("regular", "C") == "d6"
    assert default_die("feudal", "A") == "d6"
    assert profile_of(entry(origin="regular", class_="A", die="d6"), "x").die == "d6"


def test_mm_unit_21_defaults_by_type() -> None:
    bills = profile_of(entry(type="billmen"), "x")
    assert (bills.melee, bills.impact, bills.missile) == ("halberd", "other", "none")
    assert profile_of(entry(type="billmen", melee="sword"), "x").melee == "sword"


def test_mm_unit_07_every_class_has_a_name() -> None:
    assert set(CLASS_NAMES) == set("ABCD")


# -- points and legality


def test_mm_setup_03_points() -> None:
    bills = entry(type="billmen", order="close", armour="heavy")
    assert element_points(bills) == 9
    for army in armies().values():
        assert (units_points(army), army_points(army)) == (army.unit_points, army.points)
        for unit in units_of(army):
            assert unit_points(unit) == unit.points


def test_mm_setup_04_legal_armies() -> None:
    army = next(iter(armies().values()))
    small = msgspec.structs.replace(army.battle[0].units[0], elements=2, files=2)
    ward = msgspec.structs.replace(army.battle[0], units=(small,))
    with pytest.raises(IllegalForce, match="elements"):
        checked(msgspec.structs.replace(army, battle=(ward, *army.battle[1:])), listed=True)
    with pytest.raises(IllegalForce, match="battle"):
        checked(msgspec.structs.replace(army, battle=army.battle[:1]), listed=True)
    feigning = armies()["norman_1066"]
    with pytest.raises(IllegalForce, match="feign"):
        checked(feigning, listed=False)


def test_mm_gun_06_a_bombard_of_two_elements_is_refused() -> None:
    army = next(iter(armies().values()))
    gun = entry(type="gunnes", origin="regular", elements=2, files=2)
    ward = msgspec.structs.replace(army.battle[0], units=(gun,))
    with pytest.raises(IllegalForce, match="elements"):
        checked(msgspec.structs.replace(army, battle=(ward, *army.battle[1:])), listed=True)


def test_mm_setup_20_twelve_lists_and_their_scaling() -> None:
    assert len(armies()) == 12 + 4
    found = levied("norman_1066", 60, "mine", "Mine")
    assert 55 <= sum(u.elements for u in units_of(found)) <= 65
    again = read_armies(mustered(found).file.encode(), "mine.toml")[0]
    assert army_points(again) == army_points(found)
    with pytest.raises(BadData, match="expected"):
        levied("norman_1066", 6, "x", "X")
    assert MUSTER.lists["swiss_1476"] == "Swiss Confederates"


def test_mm_setup_02_unequal_forces_may_be_played_with_a_warning() -> None:
    battle = begin("pitched_battle", {}, {"a": "french_1214", "b": "scots_1138"})
    assert battle.starting["a"] > 3 * battle.starting["b"]
    remarks = mustered(armies()["french_1214"]).remarks
    assert "1467 points" in remarks[0].text


def test_mm_officer_08_the_majority_die() -> None:
    swiss = armies()["swiss_1476"]
    assert majority_die(swiss.battle[1], swiss) == "d5"
    assert majority_die(swiss.battle[0], swiss) is None


# -- scenarios


def test_mm_setup_01_the_standard_table() -> None:
    assert (TABLE_SIZES["standard"].width, TABLE_SIZES["standard"].depth) == (72, 48)
    assert (scenarios()["hastings_1066"].width, scenarios()["bouvines_1214"].width) == (72, 96)


@pytest.mark.parametrize("key", list(scenarios()))
def test_mm_setup_21_scenarios_stand_on_good_ground(key: str) -> None:
    battle = begin(key, {}, {})
    bases = [base_of(battle, u) for u in on_table(battle)]
    for place, base in enumerate(bases):
        assert is_on_table(battle, base), battle.units[place].profile.name
        assert not blocked_by_ground(battle, base)
        assert not any(overlaps(base, other) for other in bases[place + 1 :])
    for officer in battle.officers:
        ward = battle.wards[officer.ward]
        assert (officer.fate == "alive") is (not battle.scenario.free and not ward.arrives)


def test_mm_setup_21_a_scenario_that_names_nobody_is_refused() -> None:
    hastings = scenarios()["hastings_1066"]
    win = msgspec.structs.replace(hastings.win[0].all[0], battle="nobody")
    broken = msgspec.structs.replace(hastings.win[0], all=(win,))
    with pytest.raises(BadData, match="nobody"):
        checked_scenario(msgspec.structs.replace(hastings, win=(broken,)))


def test_mm_setup_21_entries_about_an_army_that_stayed_away_are_left_aside() -> None:
    """Of Grandson: without the Swiss nobody asks after the pikes of the Vorhut."""
    assert begin("grandson_1476", {}, {}).scenario.win
    other = begin("grandson_1476", {}, {"a": "norman_1066"})
    assert other.scenario.win == ()
    assert not any(w.late or w.doubtful for w in other.wards)
    assert begin("grandson_1476", {}, {"b": "norman_1066"}).scenario.win
    english = begin("hastings_1066", {}, {"b": "scots_1138"}).scenario
    assert [c.kind for w in english.win for c in w.all if c.battle] == []


def test_mm_setup_21_the_standard_comes_first_with_four_units_a_side() -> None:
    first = next(iter(scenarios()))
    battle = begin(first, {}, {})
    assert first == "standard_1138"
    assert [sum(u.side == s for u in battle.units) for s in "ab"] == [4, 4]
    great = begin("bouvines_1214", {}, {})
    assert [sum(u.side == s for u in great.units) for s in "ab"] == [24, 24]


def test_mm_setup_18_stakes_stand_before_the_defender() -> None:
    battle = begin("agincourt_1415", {}, {})
    assert len(battle.defences) == 3
    stakes = battle.defences[0]
    archers = next(u for u in battle.units if u.profile.key == "v_bows")
    assert stakes.kind == "stakes"
    assert 0 < stakes.points[0][1] - archers.y <= 1.0


def test_mm_setup_22_battles_that_arrive_later_are_off_table() -> None:
    battle = begin("grandson_1476", {}, {})
    off = {battle.wards[u.ward].key for u in battle.units if u.where == "off_table"}
    assert off == {"gewalthut", "nachhut"}
    gewalthut = next(w for w in battle.wards if w.key == "gewalthut")
    assert (gewalthut.arrives, gewalthut.late) == (3, True)


def test_mm_setup_24_the_moving_wood_is_veiled_until_it_is_shot_at() -> None:
    battle = begin("dunsinane_1054", {}, {})
    veiled = [u for u in battle.units if u.veiled]
    assert veiled
    assert {battle.wards[u.ward].key for u in veiled} == {"osbeorn"}
    field = Field()
    unit = field.unit()
    unit.veiled = True
    hiding.unveil(field.table(), unit)
    assert not unit.veiled


# -- deploying


def free() -> Any:
    return begin("hastings_1066", {"free_deployment": True}, {})


def test_mm_setup_07_zones() -> None:
    battle = free()
    ward = battle.wards[0]
    assert deploying.zone_of(battle, "a") == (6, 0.0, 66, 12)
    lawful = deploying.arrays(battle, ward)[0]
    assert deploying.refusal(battle, ward, lawful) is None
    key, (x, y, facing) = next(iter(lawful.items()))
    depth = base_of(battle, battle.units[key]).depth
    for front, clause in ((12.0, None), (12.5, "MM-SETUP-07")):
        no = deploying.refusal(battle, ward, {key: Place1(x, front - depth / 2, facing)})
        assert (None if no is None else no.clause) == clause
    del y


def test_mm_setup_08_battle_by_battle_the_defender_first() -> None:
    field = Field()
    field.battle = free()
    field.battle.phase = "deploy"
    order: list[str] = []
    while field.battle.phase == "deploy":
        table = field.table()
        deploying.deploy(table)
        order += [s for s in "ab" for c in field.script[s].asked if c.key == "deploy"]
    assert order == ["b", "a", "b", "a", "b", "a"]
    assert all(u.where == "on_table" for u in field.battle.units)


def test_mm_setup_25_secret_deployment_is_private() -> None:
    field = Field()
    field.battle = begin("hastings_1066", {"free_deployment": True, "secret_deployment": True}, {})
    field.battle.phase = "deploy"
    table = field.table()
    deploying.deploy(table)
    heard = {told.audience for told in table.events}
    assert heard == {("a",), ("b",)}
    assert field.battle.phase == "ready"


def test_mm_setup_10_orders_are_written_after_deployment() -> None:
    field = Field()
    field.battle.options = type(field.battle.options)(free_deployment=True)
    field.unit()
    deploying.ready(field.table(order="hold"))
    assert {w.order for w in field.battle.wards} == {"hold"}
    assert field.battle.phase == "dawn"


def test_mm_setup_09_officers_come_before_deployment() -> None:
    assert begin("hastings_1066", {}, {}).phase == "temperaments"


# -- detachments


def test_mm_setup_13_mm_setup_14_detachments() -> None:
    battle = free()
    bows = next(u for u in battle.units if u.profile.key == "bows")
    knights = next(u for u in battle.units if u.profile.key == "ducal")
    pick = deploying._detachment(battle, "b", "ambush")
    assert pick.refusal((bows.id,)) is None
    heavy = deploying._detachment(battle, "a", "ambush").refusal(
        (knights.id, next(u.id for u in battle.units if u.profile.key == "norman_foot"))
    )
    assert heavy is not None
    assert heavy.clause == "MM-SETUP-14"


def test_mm_setup_15_where_an_ambush_may_lie_and_when_it_is_seen() -> None:
    field = Field(terrain=[WOOD])
    unit = field.unit(elements=4, files=4)
    inside, outside = footprint(36, 10, 0, 4, 1), footprint(10, 10, 0, 4, 1)
    unit.where = "hidden"
    assert hiding.ambush_refusal(field.battle, unit, inside) is None
    no = hiding.ambush_refusal(field.battle, unit, outside)
    assert no is not None
    assert no.clause == "MM-SETUP-15"
    unit.x, unit.y = 36.0, 10.0
    foe = field.unit("b", y=17.0)
    hiding.look_out(field.table())
    assert unit.where == "hidden"
    foe.y = 16.0
    field.battle.memo.known.clear()
    hiding.look_out(field.table())
    assert unit.where == "on_table"


def test_mm_setup_16_an_outflanking_force_arrives_on_its_edge() -> None:
    field = Field()
    unit = field.unit()
    unit.where = "off_table"
    field.battle.detachments = (Detachment("a", "outflank", (unit.id,), "left", 3),)
    field.battle.turn = 3
    arrivals.look_for(field.table(4))
    assert field.battle.detachments[0].attempts == 1
    field.battle.turn = 4
    arrivals.look_for(field.table(4))
    arrivals.enter(field.table())
    assert unit.where == "on_table"
    assert unit.x < 7.0
    assert unit.heading == 90.0


def test_mm_setup_17_forces_that_meet_at_an_edge() -> None:
    field = Field()
    one, two = field.unit(), field.unit("b")
    one.where = two.where = "off_table"
    field.battle.turn = 3
    field.battle.detachments = (
        Detachment("a", "outflank", (one.id,), "left", 3),
        Detachment("b", "outflank", (two.id,), "right", 9),
    )
    arrivals.look_for(field.table(6, 5, 2))
    first, second = field.battle.detachments
    assert (first.back, second.back, second.edge) == (3, 5, "")


def test_mm_setup_22_reinforcements_enter_in_step_9() -> None:
    field = Field()
    unit = field.unit()
    unit.where = "off_table"
    field.battle.wards[0].arrives = 4
    field.battle.turn = 3
    arrivals.look_for(field.table())
    assert not field.battle.wards[0].coming
    field.battle.turn = 4
    arrivals.look_for(field.table())
    arrivals.enter(field.table())
    assert (unit.where, unit.y <= 6.0) == ("on_table", True)
    assert unit.deeds.rate == "normal"
    late = Field()
    late.unit().where = "off_table"
    late.battle.wards[0].arrives, late.battle.wards[0].late = 4, True
    for turn, dice in ((4, (3,)), (5, (3,)), (6, ())):
        late.battle.turn = turn
        arrivals.look_for(late.table(*dice))
    assert late.battle.wards[0].coming


def test_mm_setup_19_mm_setup_27_hidden_information() -> None:
    battle = begin("hastings_1066", {"fog": True}, {})
    seen = RULESET.view(battle, "a")
    theirs = [u for u in seen.units if u.side == "b"]
    mine = [u for u in seen.units if u.side == "a"]
    orders = {w.order for w in seen.wards if w.side == "b"}
    assert orders != {w.order for w in battle.wards if w.side == "b"} or orders == {""}
    assert all(u.profile == battle.units[u.id].profile for u in mine)
    assert any(u.profile != battle.units[u.id].profile for u in theirs)
    battle.units[theirs[0].id].known = True
    again = RULESET.view(battle, "a").units[theirs[0].id]
    assert again.profile == battle.units[theirs[0].id].profile


def test_a_free_battle_is_laid_out_deployed_and_fought() -> None:
    battle = begin("pitched_battle", {}, {"a": "swiss_1476"})
    players = {side: ChancePlayer(f"{side} free") for side in "ab"}
    game = Game(RULESET, battle, dice=RandomDice(4), players=players, history=False)
    game.advance()
    assert RULESET.over(game.state) is not None
