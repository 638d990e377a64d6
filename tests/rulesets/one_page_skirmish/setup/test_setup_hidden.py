"""Units hidden before anybody deploys (OP-SETUP-06)."""

from __future__ import annotations

import pytest

from banneret.core.digest import encode
from banneret.core.errors import IllegalAnswer
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.screen.events import Revealed
from banneret.rulesets.one_page_skirmish.screen.view import view
from banneret.rulesets.one_page_skirmish.setup.beginning import begin, deploy, first_deployer, hide
from banneret.rulesets.one_page_skirmish.setup.on_file import SidePlan, Sides, TerrainPiece
from rulesets.one_page_skirmish.field import man, play, unit
from rulesets.one_page_skirmish.setting_up import BIG, scenario, set_up
from rulesets.scripting import events_of, first


def test_op_setup_06_hidden_places_are_written_down_in_secret() -> None:
    """The outlaws' answers and places reach their own side alone, before anybody deploys."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    assert battle.phase == "hide"
    bands = [one.id for one in battle.units if one.side == "a"]
    table = play(battle, hide, answers={"a": [("deploy.hide", bands[1]), "longbow", first]})
    assert {told.audience for told in table.events} == {("a",)}
    assert battle.units[bands[1]].hidden
    assert unit(battle, "sheriff").deployed is False


def test_op_setup_06_the_enemy_sees_no_trace() -> None:
    """Wherever the outlaws hide, and whether they do, the Sheriff's view is the same."""
    views: set[bytes] = set()
    for at in (0, 2, 4):
        battle = begin("greenwood", {}, {})
        play(battle, first_deployer)
        while battle.phase == "hide":
            band = next(one.id for one in battle.units if one.may_hide and not one.deployed)
            play(
                battle, hide, answers={"a": [band, first, lambda choice, at=at: choice.ideas()[at]]}
            )
        views.add(encode(view(battle, "b")))
        assert [one.name for one in view(battle, "b").units] == [
            "Sheriff",
            "Riders",
            "Castle crossbowmen",
            "Pressed men",
        ]
    assert len(views) == 1


def test_op_setup_06_op_hide_02_hidden_men_stand_wholly_in_the_named_woods() -> None:
    """A place outside the two woods, or half out of one, is refused."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    captain = unit(battle, "captain")
    for spot in ((30.0, 15.0, 0.0), (30.0, 17.7, 0.0)):
        with pytest.raises(IllegalAnswer, match="wholly in wood_n, wood_s"):
            play(battle, hide, answers=[captain.id, "longbow", {captain.leader: spot}])
    play(battle, hide, answers=[captain.id, "longbow", {captain.leader: (30.0, 18.5, 180.0)}])
    assert captain.hidden


def test_op_setup_06_such_a_unit_may_deploy_openly() -> None:
    """A side allowed to hide may decline, and then sets its units up in its zone."""
    battle = begin("greenwood", {}, {})
    play(battle, first_deployer)
    play(battle, hide, answers=[("deploy.hide", -1)])
    assert battle.phase == "deploy"
    set_up(battle)
    assert not any(one.hidden for one in battle.units)
    assert unit(battle, "captain").deployed


def test_op_setup_06_one_unit_at_the_ford() -> None:
    """The defender of the ford hides one unit and no second one."""
    battle = begin("ford", {}, {})
    play(battle, first_deployer)
    archers = unit(battle, "a.archers")
    play(battle, hide, answers=[archers.id, first, first])
    assert battle.phase == "deploy"
    assert [one.id for one in battle.units if one.hidden] == [archers.id]


def test_op_setup_06_without_named_areas_cover_or_being_out_of_sight() -> None:
    """Without hidden_in a hidden man stands in the zone, in a wood or where no enemy could see."""
    sides = Sides(
        a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, 48.0, 8.0), hidden="all"),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 28.0, 48.0, 36.0)),
    )
    hill = TerrainPiece(kind="hill", polygon=((0.0, 9.0), (48.0, 9.0), (48.0, 12.0), (0.0, 12.0)))
    wood = TerrainPiece(kind="woods", polygon=((5.0, 2.0), (15.0, 2.0), (15.0, 7.0), (5.0, 7.0)))
    open_ground = begin(scenario(sides=sides, first_deployer="a"), {}, {})
    wooded = begin(scenario(sides=sides, first_deployer="a", terrain=(wood,)), {}, {})
    behind = begin(scenario(sides=sides, first_deployer="a", terrain=(hill,)), {}, {})
    knight = unit(wooded, "a.knight").id
    for battle in (open_ground, wooded, behind):
        play(battle, first_deployer)
    with pytest.raises(IllegalAnswer) as no:
        play(open_ground, hide, answers=[knight, "lance", {_leader(open_ground): (24.0, 4.0, 0.0)}])
    assert no.value.clause == "OP-HIDE-02"
    play(wooded, hide, answers=[knight, "lance", {_leader(wooded): (10.0, 4.0, 0.0)}])
    play(behind, hide, answers=[knight, "lance", {_leader(behind): (24.0, 4.0, 0.0)}])
    assert unit(wooded, "a.knight").hidden
    assert unit(behind, "a.knight").hidden


def _leader(battle: Battle) -> int:
    return unit(battle, "a.knight").leader


def test_op_setup_06_whoever_steps_on_an_ambush_finds_it() -> None:
    """A unit deployed within an inch of hidden enemies reveals them and is placed anew."""
    sides = Sides(
        a=SidePlan(
            force="free",
            home_edge="south",
            zone=(0.0, 0.0, 48.0, 8.0),
            hidden="all",
            hidden_in=("copse",),
        ),
        b=SidePlan(force="free", home_edge="north", zone=(0.0, 20.0, 48.0, 36.0)),
    )
    copse = TerrainPiece(
        kind="woods", id="copse", polygon=((10.0, 22.0), (20.0, 22.0), (20.0, 30.0), (10.0, 30.0))
    )
    battle = begin(scenario(sides=sides, terrain=(copse,), first_deployer="a"), {}, {})
    play(battle, first_deployer)
    knight = unit(battle, "a.knight")
    spot = {knight.leader: (15.0, 25.0, 0.0)}
    play(battle, hide, answers=[knight.id, "lance", spot])
    play(battle, hide, answers=[-1])
    for _ in range(2):
        play(battle, deploy, answers=[first, first])
    other = unit(battle, "b.knight")
    near, far = {other.leader: (16.5, 25.0, 180.0)}, {other.leader: (40.0, 30.0, 180.0)}
    table = play(battle, deploy, answers=["lance", near, far])
    assert [event.unit for event in events_of(table, Revealed)] == [knight.id]
    assert not knight.hidden
    assert man(battle, "b.knight").base.x == 40.0


def test_allies_hide_in_turn() -> None:
    """OP-SETUP-06: where one unit may hide, the allies' first choice uses it up."""
    battle = begin("ford", {}, {"a1": "outlaws", "a2": "outlaws", "b": BIG})
    play(battle, first_deployer)
    mine = next(one for one in battle.units if one.player == "a1" and one.key == "captain")
    play(battle, hide, answers={"a1": [-1]})
    assert battle.phase == "hide"
    other = next(one for one in battle.units if one.player == "a2" and one.key == "captain")
    play(battle, hide, answers={"a2": [other.id, "longbow", first]})
    assert (battle.phase, mine.hidden, other.hidden) == ("deploy", False, True)
