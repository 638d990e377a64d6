"""Ways leg by leg, speeds taken, flights, and what small doings cost, at their limits."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import LooseSteed, Steed, moved
from banneret.rulesets.destrier.ground.stands import stand
from banneret.rulesets.destrier.melee.replies import parting
from banneret.rulesets.destrier.movement.doing import blows_for, get_up, mount, why_not
from banneret.rulesets.destrier.movement.driven.fleeing import flight
from banneret.rulesets.destrier.movement.driven.forced import dodge
from banneret.rulesets.destrier.movement.driven.giving_ground import distance_of
from banneret.rulesets.destrier.movement.driven.keeping import keep_distance
from banneret.rulesets.destrier.movement.driven.roaming import astray, make_sure
from banneret.rulesets.destrier.movement.going import full_half_move, why_still
from banneret.rulesets.destrier.movement.half_moves import go, waiting_to_move
from banneret.rulesets.destrier.movement.meeting import note_meetings
from banneret.rulesets.destrier.movement.squeezing import _friend_yields
from banneret.rulesets.destrier.movement.steps import card_way
from banneret.rulesets.destrier.movement.tac import tac_move
from banneret.rulesets.destrier.movement.ways import Trip, fan, trip
from banneret.rulesets.destrier.screen.events import Dodged, Moved, Ran, SpeedChanged
from banneret.tabletop.shapes.stands import Stand
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.destrier.fights import foes
from rulesets.scripting import events_of

SIDE = 0.7072


# -- doings


def test_de_card_19_what_small_doings_cost() -> None:
    battle = arena(man("squire", "a", 10, 10))
    squire = battle.figures[0]
    wanted = {
        "open_door": 1,
        "unlock_door": 2,
        "shut_door": 1,
        "turn_table_over": 1,
        "put_out_fire": 2,
    }
    assert {what: blows_for(squire, what) for what in wanted} == wanted
    for load, blows in (("unencumbered", 2), ("partial", 3), ("encumbered", 4)):
        squire.encumbrance = load  # type: ignore[assignment]
        assert blows_for(squire, "mount_steed") == blows


def test_de_act_11_nobody_does_what_is_no_doing() -> None:
    """Not even beside a steed."""
    battle = arena(man("squire", "a", 10, 10, 45))
    battle.loose = [LooseSteed(0, "a", Steed("mule", 40, 40), 11.4, 10, 0.0)]
    refused = why_not(battle, battle.figures[0], "whistle")
    assert refused is not None
    assert refused.clause == "DE-ACT-11"


def test_de_act_05_who_mounts_beside_an_enemy_has_met_him() -> None:
    battle = arena(man("squire", "a", 10, 10, 45), man("sergeant", "b", 12.4, 10, 315))
    battle.loose = [LooseSteed(0, "a", Steed("mule", 40, 40), 11.4, 10, 0.0)]
    play(battle, partial(mount, figure=battle.figures[0]))
    assert battle.figures[1].contact_half == {0: 1}


def test_de_grap_11_who_lies_in_the_open_gets_up_where_he_lay() -> None:
    battle = arena(man("squire", "a", 10, 10, posture="prone"))
    table = play(battle, partial(get_up, figure=battle.figures[0]))
    assert table.result is True
    assert events_of(table, Moved) == []
    assert (battle.figures[0].x, battle.figures[0].posture) == (10.0, "standing")


# -- ways


def test_de_move_01_a_way_that_begins_where_he_stands_costs_no_turn() -> None:
    battle = arena(man("squire", "a", 10, 10, 90), man("squire", "b", 40, 30))
    found = trip(battle, battle.figures[0], Way("walk", ((10, 10), (11.5, 10)), 90.0))
    assert isinstance(found, Trip)
    assert (found.cost, found.turned) == (1.5, 0.0)


def test_de_obs_01_a_way_ends_where_it_must_be_forced() -> None:
    """What is still to go comes after the bash."""
    battle = arena(man("wolf", "a", 10, 10.5), things=[thing("wall", (5, 12, 9.8, 12.1))])
    way = Way("squeeze", ((10, 13.0), (10, 14.5)), 0.0)
    found = trip(battle, battle.figures[0], way)
    assert isinstance(found, Trip)
    assert found.squeezed is not None
    assert len(found.path) == 2
    assert found.onward == ((10, 13.0), (10, 14.5))


def test_de_con_13_de_move_08_a_steed_goes_at_the_speed_it_takes() -> None:
    battle = arena(man("squire", "a", 20, 10, 0, steed="light_horse", speed="walk"))
    squire = battle.figures[0]
    way = Way("trot", ((20, 13.0),), 30.0)
    found = trip(battle, squire, way)
    assert isinstance(found, Trip)
    table = play(battle, lambda t: go(t, squire, way, found))
    assert squire.steed is not None
    assert (squire.steed.speed, squire.steed.moved, squire.steed.turned) == ("trot", 3.0, 30.0)
    assert [one.speed for one in events_of(table, SpeedChanged)] == ["trot"]


@pytest.mark.parametrize(("foe", "owes"), [(13.2072, True), (30.0, False)])
def test_de_con_08_who_goes_from_melee_to_melee_owes_his_blow_still(foe: float, owes: bool) -> None:
    """Who moved off alone has paid in inches."""
    battle = arena(man("squire", "a", 10, 11, turned_blow=True), man("sergeant", "b", 10, foe, 225))
    squire = battle.figures[0]
    way = Way("walk", ((10, 12.0),), 0.0)
    found = trip(battle, squire, way)
    assert isinstance(found, Trip)
    play(battle, lambda t: go(t, squire, way, found))
    assert squire.turned_blow is owes


def test_de_melee_06_a_turn_by_a_card_stays_on_its_place() -> None:
    battle = arena(man("squire", "a", 10, 10), card_round=1)
    found = card_way(battle, battle.figures[0], Way("turn", ((10, 11),), 120.0))
    assert isinstance(found, Stand)
    assert (found.centre, found.facing) == ((10.0, 10.0), 120.0)


def test_de_init_06_friends_side_by_side_have_met_nobody() -> None:
    battle, knight, _ = foes()
    battle.figures[1].side = "a"
    assert note_meetings(battle, knight) == []
    assert knight.contact_half == {}


def test_de_init_04_when_all_have_moved_nobody_waits() -> None:
    battle = arena(
        man("squire", "a", 10, 10, moved=True),
        man("squire", "b", 30, 30, moved=True),
        dexterity_movement=True,
    )
    assert waiting_to_move(battle, "a") == []


def test_de_bers_07_without_enemies_rage_leads_nowhere() -> None:
    battle = arena(man("berserker", "a", 10, 10, berserk=True))
    figure = battle.figures[0]
    assert astray(battle, figure, stand(figure).turned(90.0)) is None


def test_de_obs_03_a_friend_without_room_is_not_asked_to_step_aside() -> None:
    """Walls hold him to either side."""
    walls = [thing("west", (7, 12.5, 9.8, 13.5)), thing("east", (11.4, 12.5, 14, 13.5))]
    for things in ([], walls):
        battle = arena(man("wolf", "a", 10, 10.5), man("archer", "a", 10.6, 13))
        wolf = battle.figures[0]
        way = trip(battle, wolf, Way("squeeze", ((10, 15),), 0.0))
        assert isinstance(way, Trip)
        assert way.squeezed is not None
        battle.things = [*things]
        moved(battle)
        asked = [] if things else [("step_aside", "yes")]
        rule = partial(_friend_yields, figure=wolf, hit=way.squeezed, found=way)
        assert play(battle, rule, [], asked).result is not bool(things)


# -- driven, fleeing, charging


@pytest.mark.parametrize(("room", "y"), [(0.3, 10.0), (0.5, 9.5)])
def test_de_dodge_16_a_dodge_goes_its_half_inch_or_nowhere(room: float, y: float) -> None:
    wall = thing("wall", (5, 5, 15, 10 - SIDE - room))
    battle = arena(man("sergeant", "a", 10, 10), things=[wall])
    table = play(battle, partial(dodge, figure=battle.figures[0], direction="back"))
    (told,) = events_of(table, Dodged)
    assert (told.room, battle.figures[0].y) == (room == 0.5, y)


def test_de_tac_07_who_retreats_goes_from_the_nearest() -> None:
    """However many stand farther off."""
    battle = arena(
        man("sergeant", "a", 24, 18),
        man("sergeant", "b", 24, 20, 180),
        man("sergeant", "b", 24, 10, 0),
        man("sergeant", "b", 26, 10, 0),
    )
    battle.figures[0].seen_this_turn = (1, 2, 3)
    gone = flight(battle, battle.figures[0], 2.0)
    assert gone.nearest == 1
    assert gone.stand.y < 18.0


def test_de_htac_16_a_fast_steed_flees_in_a_straight_line() -> None:
    battle = arena(
        man("knight", "a", 24, 18, 0, steed="great_horse", speed="gallop"),
        man("sergeant", "b", 24, 10, 0),
    )
    battle.figures[0].seen_this_turn = (1,)
    gone = flight(battle, battle.figures[0], 3.0)
    assert gone.path == ((24.0, 18.0), gone.stand.centre)
    assert gone.stand.y == pytest.approx(21.0)
    assert gone.nearest == 1


@pytest.mark.parametrize(("weapon", "blows"), [("pike", 1), ("broadsword", 0)])
def test_de_tac_13_only_who_has_him_in_reach_strikes_who_gives_way(
    weapon: str, blows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    struck: list[Any] = []
    monkeypatch.setattr(parting, "blow", lambda _t, foe, _f: struck.append(foe.id))
    battle = arena(
        man("sergeant", "a", 10, 10, hand=(weapon,)),
        man("sergeant", "b", 10, 12.2, 180, tac="KEEP_DISTANCE"),
        half=2,
        card_round=0,
    )
    comer, keeper = battle.figures
    answers = [("keep_distance", "retreat"), ("retreat_facing", "as it is")]
    play(battle, partial(keep_distance, keeper=keeper, comer=comer), [], answers)
    assert len(struck) == blows


def test_de_htac_04_a_fast_steed_rides_its_card_once() -> None:
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="gallop"),
        man("sergeant", "b", 10, 33, 180),
        half=2,
        card_round=0,
    )
    knight = battle.figures[0]
    far = distance_of(battle, knight, "CHARGE")
    table = play(battle, lambda t: tac_move(t, knight, "CHARGE", 1))
    assert table.result == pytest.approx(far)
    assert len(events_of(table, Ran)) == 1
    assert knight.y == pytest.approx(5.0 + far, abs=0.01)


@pytest.mark.parametrize(
    ("state", "clause"),
    [({}, ""), ({"stun": 1}, "DE-HOST-67"), ({"posture": "kneeling"}, "DE-HOST-67")],
)
def test_de_host_67_who_is_stunned_or_kneels_makes_no_half_move(
    state: dict[str, Any], clause: str
) -> None:
    battle = arena(man("squire", "a", 10, 10, **state))
    refused = why_still(battle, battle.figures[0])
    assert (refused.clause if refused is not None else "") == clause


def test_de_bers_13_he_remembers_every_body_he_has_visited() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True, visited=(5,)),
        man("sergeant", "b", 10.5, 10, status="down"),
    )
    make_sure(battle, battle.figures[0])
    assert battle.figures[0].visited == (5, 1)


def test_de_move_01_the_fan_opens_to_both_sides() -> None:
    battle = arena(man("squire", "a", 24, 18, 0))
    xs = [x for x, _ in fan(battle, battle.figures[0], "walk")]
    assert min(xs) < 23.0
    assert max(xs) - 24.0 == pytest.approx(24.0 - min(xs))


def test_de_host_44_load_slows_men_and_no_monsters() -> None:
    battle = arena(man("giant", "a", 10, 10), man("squire", "a", 20, 10))
    giant, squire = battle.figures
    for one in (giant, squire):
        one.encumbrance = "encumbered"
    whole = battle.tables.half_allowance("unencumbered")
    assert full_half_move(battle, giant) == whole
    assert full_half_move(battle, squire) < whole
