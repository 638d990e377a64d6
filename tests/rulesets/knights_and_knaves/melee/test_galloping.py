"""Charges at the gallop (KK-MELEE-22 to 25, 29, 30, KK-DMG-03, 04)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import (
    NOBODY,
    STEADY,
    Declared,
    footprint,
    put,
)
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.melee import as_fighters, strike_or_parry
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.movement.march.tracks import Track
from banneret.rulesets.knights_and_knaves.screen.deeds import Fell, Fought, LanceLost, Moved
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.rides import GUY, charge
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, rolls


@pytest.mark.usefixtures("idle")
def test_kk_melee_22_the_lance_is_lost_when_it_strikes() -> None:
    """Gallop, lance, strikes home: three dice of damage and the lance is gone."""
    battle, table = charge(
        "b Odo: soldier armor=12 at 20,20", [4, 1, 1, 1], Guy="strike Odo", Odo="nothing"
    )
    guy = man(battle, "Guy")
    assert [len(faces) for faces in rolls(table)][:2] == [1, 3]  # KK-DMG-03: a die more
    assert [one.man for one in events_of(table, LanceLost)] == [guy.id]
    assert guy.lance_lost
    assert guy.weapon == "none"


@pytest.mark.usefixtures("idle")
def test_kk_melee_22_he_draws_next_turn_and_only_parries_meanwhile() -> None:
    """Stopped by a second rank he stays in contact with empty hands, parries, and then draws."""
    others = "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 20,21.2"
    battle, _ = charge(others, [4, 1, 1, 1], Guy="strike Odo")
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    assert touching(battle, guy) == [odo]
    assert guy.weapon == "none"
    battle.phase = "choose"
    battle.charges = ()
    no = strike_or_parry.refusal(battle, guy, f"strike:{odo.id}")
    assert no is not None
    assert no.clause == "KK-MELEE-13"
    said = {"fight": "nothing", "fight Odo": f"strike:{guy.id}", "fight Guy": f"parry:{odo.id}"}
    run(battle, "fatigue", dice=[5, 5, 5, 5], answers=said, exact=False)
    assert guy.weapon == "sword"


@pytest.mark.usefixtures("idle")
def test_kk_melee_22_in_contact_when_the_turn_begins_he_has_nothing_in_hand_yet() -> None:
    """A chit turned over in the fight puts no sword in his hand; out of contact it would."""
    others = "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 20,21.2"
    battle, _ = charge(others, [4, 1, 1, 1], Guy="strike Odo")
    guy = man(battle, "Guy")
    for away, weapon in ((0.0, "none"), (5.0, "sword")):
        put(battle, guy, guy.base.x, guy.base.y - away, guy.base.facing)
        guy.chit, guy.declared, battle.phase = "move_full_melee", None, "declare"
        play(battle, declaration.turn_over, guy, Declared())
        assert guy.weapon == weapon


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("gait", ["canter", "trot"])
def test_kk_melee_22_only_at_the_gallop(gait: str) -> None:
    """A lance that strikes home at a lesser gait stays in hand."""
    battle = field(f"{GUY} | b Odo: soldier armor=12 at 20,20", phase="move")
    guy = man(battle, "Guy")
    declare(guy, "move_full_melee", gait=gait, target=man(battle, "Odo").id)
    said = {"fight": "nothing", "fight Guy": f"strike:{man(battle, 'Odo').id}"}
    table = run(battle, "fatigue", dice=[10, 1, 1], answers=said, exact=False)
    assert [len(faces) for faces in rolls(table)] == [1, 2]  # nor is there a die for the gallop
    assert (guy.weapon, guy.lance_lost) == ("lance", False)


def test_kk_melee_22_a_miss_keeps_the_lance() -> None:
    """Who does not strike home still has his lance."""
    battle, _ = charge(
        "b Odo: soldier at 20,20 armor=12", [1, 9, 9], Guy="strike Odo", Odo="parry Guy"
    )
    assert not man(battle, "Guy").lance_lost


@pytest.mark.usefixtures("idle")
def test_kk_melee_24_he_rides_on_through_the_first() -> None:
    """Alone, the opponent is passed and the charger carries on for the rest of his 24 inches."""
    battle, table = charge("b Odo: soldier armor=12 at 20,20", [4, 1, 1, 1], Guy="strike Odo")
    guy = man(battle, "Guy")
    assert guy.base.y == pytest.approx(34.0, abs=0.01)
    assert [one.how for one in events_of(table, Moved)] == ["gallop", "ride_on"]
    assert touching(battle, guy) == []


def test_kk_melee_24_unhorsed_he_does_not_ride_on() -> None:
    """Knocked off by the first opponent the charger stays where he is."""
    battle, table = charge(
        "b Odo: long_spear melee=10 at 20,20",
        [1, 10, 1, 1, 1, 1, 1, 1],
        Guy="strike Odo",
        Odo="strike Guy",
    )
    guy = man(battle, "Guy")
    assert [one.fell for one in events_of(table, Fell)] == [True]
    assert guy.horse == NOBODY
    assert [one.how for one in events_of(table, Moved)] == ["gallop"]
    assert guy.base.y < 20


@pytest.mark.usefixtures("idle")
def test_kk_melee_23_a_second_fight_on_the_way() -> None:
    """He meets another man in his ride and fights again; with the lance spent he only parries."""
    others = "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 20,26"
    battle, table = charge(
        others, [4, 1, 1, 1, 5, 9, 1], Guy="strike Odo", meet_Guy="parry", meet_Ivo="strike"
    )
    guy, ivo = man(battle, "Guy"), man(battle, "Ivo")
    assert touching(battle, guy) == [ivo]
    assert len(events_of(table, Fought)) == 1
    refused = table.by.refusals("meet", guy.id)
    assert refused["strike"] == "KK-MELEE-25"
    assert refused["parry"] is None


@pytest.mark.usefixtures("idle")
def test_kk_melee_23_with_a_lance_left_he_strikes_again() -> None:
    """If the first strike missed, he strikes the second man too: two strikes in one turn."""
    others = "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 20,26"
    battle, table = charge(
        others,
        [1, 9, 4, 1, 1, 1],
        Guy="strike Odo",
        Odo="parry Guy",
        meet_Guy="strike",
        meet_Ivo="nothing",
    )
    assert man(battle, "Ivo").id in [one.met for one in events_of(table, Moved)]
    assert len([faces for faces in rolls(table) if len(faces) == 1]) >= 3


def test_kk_melee_25_a_bowman_caught_only_parries() -> None:
    """He cannot draw: bow in hand he parries without value, and holds the bow afterwards."""
    others = "b Odo: soldier armor=12 at 20,20 | b Ivo: longbow short_sword armor=12 at 20,26"
    battle, table = charge(
        others,
        [1, 9, 9, 1, 1, 1, 1, 1],
        Guy="strike Odo",
        Odo="parry Guy",
        meet_Guy="strike",
        meet_Ivo="parry",
    )
    refused = table.by.refusals("meet", man(battle, "Ivo").id)
    assert refused["strike"] == "KK-MELEE-25"
    fought = events_of(table, Fought)
    assert fought[-1].winner == man(battle, "Guy").id
    assert man(battle, "Ivo").weapon == "longbow"  # he draws in the next Melee phase


@pytest.mark.usefixtures("idle")
def test_kk_melee_29_a_second_rank_stops_him() -> None:
    """An enemy right behind the opponent, of whatever unit, and he stays; further off, he rides."""
    battle, table = charge(
        "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 20,21.3",
        [4, 1, 1, 1], Guy="strike Odo",
    )  # fmt: skip
    assert [one.how for one in events_of(table, Moved)] == ["gallop"]
    assert touching(battle, man(battle, "Guy")) == [man(battle, "Odo")]


@pytest.mark.usefixtures("idle")
def test_kk_melee_29_an_obstacle_stops_him_touching_it() -> None:
    """A wall across the ride is where he stops."""
    battle, _ = charge(
        "b Odo: soldier armor=12 at 20,20",
        [4, 1, 1, 1],
        "chest_wall: 10,28 30,28",
        Guy="strike Odo",
    )
    assert man(battle, "Guy").base.y == pytest.approx(27.0, abs=0.02)


@pytest.mark.usefixtures("idle")
def test_kk_melee_29_friends_are_passed_if_there_is_room() -> None:
    """He rides by a friend on the way and stops short of one at its end."""
    battle, _ = charge(
        "b Odo: soldier armor=12 at 20,20 | a Ivo: soldier at 20,27", [4, 1, 1, 1], Guy="strike Odo"
    )
    assert man(battle, "Guy").base.y == pytest.approx(34.0, abs=0.01)
    battle, _ = charge(
        "b Odo: soldier armor=12 at 20,20 | a Ivo: soldier at 20,34", [4, 1, 1, 1], Guy="strike Odo"
    )
    assert 31.0 < man(battle, "Guy").base.y < 32.6


@pytest.mark.usefixtures("idle")
def test_kk_melee_30_the_one_he_meets_may_strike_him_instead() -> None:
    """Ivo had chosen to strike another man: he strikes the rider and then not the other."""
    others = (
        "b Odo: soldier armor=12 at 20,20 | b Ivo: sword armor=12 at 20,26 | "
        "a Hal: soldier armor=12 at 21,26"
    )
    battle, table = charge(
        others, [4, 1, 1, 1, 4, 2, 1, 1, 1],
        Guy="strike Odo", Ivo="strike Hal", meet_Guy="parry", meet_Ivo="strike",
    )  # fmt: skip
    ivo = man(battle, "Ivo").id
    assert [(one.one, one.other) for one in events_of(table, Fought)] == [
        (ivo, man(battle, "Guy").id)
    ]


@pytest.mark.usefixtures("idle")
def test_kk_melee_30_strikes_at_a_charger_who_has_gone_are_lost() -> None:
    """A man not touched by him who chose to strike him finds him gone."""
    others = "b Odo: soldier armor=12 at 20,20"
    battle, table = charge(others, [4, 1, 1, 1], Guy="strike Odo", Odo="nothing")
    assert touching(battle, man(battle, "Odo")) == []
    assert events_of(table, Fought) == []


@pytest.mark.usefixtures("idle")
def test_kk_dmg_03_a_spear_receiving_the_gallop_has_a_die_more() -> None:
    """A short spear that strikes a gallop charger does two dice; a sword one."""
    _, table = charge(
        "b Odo: short_spear melee=10 at 20,20", [1, 10, 1, 1, 9], Guy="strike Odo", Odo="strike Guy"
    )
    assert [len(faces) for faces in rolls(table)][:3] == [1, 1, 2]
    _, table = charge("b Odo: soldier armor=12 at 20,20", [4, 1, 1, 1], Guy="strike Odo")
    assert [len(faces) for faces in rolls(table)][:2] == [1, 3]  # the lance itself
    _, table = charge("b Odo: lance melee=10 at 20,20", [1, 10, 1, 1, 9], Odo="strike Guy")
    assert [len(faces) for faces in rolls(table)][:2] == [1, 3]  # and held on foot like a spear


@pytest.mark.usefixtures("idle")
def test_kk_dmg_04_not_at_the_canter_nor_next_turn() -> None:
    """Only in the turn of a charge at the gallop."""
    battle = field(f"{GUY} | b Odo: soldier armor=12 at 20,20", phase="move")
    declare(man(battle, "Guy"), "move_full_melee", gait="canter", target=man(battle, "Odo").id)
    odo = man(battle, "Odo").id
    table = run(
        battle,
        "fatigue",
        dice=[5, 1, 1],
        answers={"fight Guy": f"strike:{odo}", "fight": "nothing"},
        exact=False,
    )
    assert [len(faces) for faces in rolls(table)] == [1, 2]
    assert not man(battle, "Guy").lance_lost
    still = field(f"{GUY} horse.gait=gallop | b Odo: soldier at 20,11.5")  # he came a turn ago
    guy, odo_now = man(still, "Guy"), man(still, "Odo")
    assert not as_fighters.gallop_bonus(still, guy, odo_now)
    still.charges = ((guy.id, odo_now.id, 9.0, 0.0),)
    assert as_fighters.gallop_bonus(still, guy, odo_now)


@pytest.mark.parametrize(
    ("facing", "x", "y"),
    [(0, 36.0, 30.5), (45, 38.3, 32.0), (80, 41.7, 28.0), (100, 36.0, 24.0), (180, 36.0, 24.0)],
)
def test_kk_act_22_a_canter_leads_towards_its_target_or_nowhere(
    facing: int, x: float, y: float
) -> None:
    """Straight ahead, a turn of 45 degrees, and no further than where he is nearest to him."""
    battle = field(
        f"a Guy: mounted facing {facing} at 36,24 horse.last_gait=canter | b Odo: at 36,32",
        phase="move",
    )
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "Odo").id)
    run(battle, "reorganise")
    assert (man(battle, "Guy").base.x, man(battle, "Guy").base.y) == pytest.approx((x, y), abs=0.06)


def test_kk_move_15_the_way_told_is_no_longer_than_the_way_gone() -> None:
    """Who stepped back along his way is not said to have gone beyond."""
    track = Track(0, "a", footprint(field("a Hugh: at 0,0"), False, 0.0, 0.0, 0.0))
    track.points, track.at, track.x, track.y = ((0.0, 4.0), (4.0, 4.0)), 2, 4.0, 4.0
    assert marching._as_gone((0.0, 0.0), track, (4.0, 4.0))[-1] == (4.0, 4.0)
    assert marching._as_gone((0.0, 0.0), track, (1.0, 4.0)) == ((0.0, 0.0), (0.0, 4.0), (1.0, 4.0))
    assert marching._as_gone((0.0, 0.0), track, (0.0, 3.0)) == ((0.0, 0.0), (0.0, 3.0))


@pytest.mark.parametrize(("y", "gait", "tired"), [(11.54, "standing", 0), (11.6, "gallop", 1)])
def test_kk_move_17_the_breadth_of_a_touch_is_no_ride(y: float, gait: str, tired: int) -> None:
    """Who stands as good as in contact does not gallop into it: no fatigue, no die more."""
    battle = field(f"{GUY} | b Odo: soldier armor=12 at 20,{y}", phase="move")
    guy = man(battle, "Guy")
    put(battle, guy, 20.0, 10.0, 0.0)
    declare(guy, "move_full_melee", gait="gallop", target=man(battle, "Odo").id)
    run(battle, "choose")
    assert (battle.horses[0].gait, battle.horses[0].temporary) == (gait, tired)
    assert as_fighters.gallop_bonus(battle, guy, man(battle, "Odo")) is (gait == "gallop")


@pytest.mark.usefixtures("idle")
def test_kk_melee_24_the_edge_of_the_table_stops_him() -> None:
    """With more inches left than there is table he halts with his base at the edge, and stays."""
    battle = field(f"{GUY} | b Odo: soldier armor=12 at 20,20", table=(72.0, 25.0), phase="move")
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    said = {"fight": "nothing", "fight Guy": f"strike:{odo.id}", "meet": "nothing"}
    run(battle, "fatigue", dice=[4, 1, 1, 1], answers=said, exact=False)
    assert guy.status == STEADY
    assert guy.base.y1 == pytest.approx(25.0, abs=0.01)
