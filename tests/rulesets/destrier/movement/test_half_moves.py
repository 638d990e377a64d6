"""Half-moves: turning, acts before them, contact, leaving, steeds (MOVE, ACT, CON, OBS)."""

from __future__ import annotations

from functools import partial

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.questions.choices import Way
from banneret.core.show.overlay import Zone
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.melee.cards.pairs import attacker_of
from banneret.rulesets.destrier.movement.driven.forced import stagger
from banneret.rulesets.destrier.movement.driven.roaming import make_sure, prey
from banneret.rulesets.destrier.movement.going import (
    allowance,
    full_half_move,
    motion_of,
    speeds,
    turn_cost,
    why_still,
)
from banneret.rulesets.destrier.movement.half_moves import (
    go,
    half_move,
    must_move,
    usual_mover,
    waiting_to_move,
    ways,
)
from banneret.rulesets.destrier.movement.held import free_to_move, freedom, leave
from banneret.rulesets.destrier.movement.meeting import note_meetings, reoriented
from banneret.rulesets.destrier.movement.ways import Trip, fan, trip
from banneret.tabletop.shapes.bases import bearing
from banneret.tabletop.shapes.segments import distance
from banneret.tabletop.shapes.stands import touching
from rulesets.destrier.arena import arena, man, play, thing

SIDE = 0.7072


def gone(battle: Battle, way: Way, who: int = 0) -> Trip:
    """Follow a way that must be lawful."""
    found = trip(battle, battle.figures[who], way)
    assert isinstance(found, Trip), found
    return found


def refused(battle: Battle, way: Way, who: int = 0) -> str:
    """The clause that refuses a way."""
    found = trip(battle, battle.figures[who], way)
    assert isinstance(found, Refusal), found
    return found.clause


def walk(battle: Battle, way: Way, who: int = 0) -> None:
    """Go a way."""
    found = gone(battle, way, who)
    play(battle, lambda table: go(table, battle.figures[who], way, found))


def test_de_move_01_straight_on_costs_no_more_than_its_inches() -> None:
    """An unloaded man goes 3 inches where he faces; not 3.1."""
    battle = arena(man("sergeant", "a", 10, 10))
    found = gone(battle, Way("walk", ((10, 13),), 0.0))
    assert (found.inches, found.cost) == (3.0, 3.0)
    assert refused(battle, Way("walk", ((10, 13.1),), 0.0)) == "DE-MOVE-01"


def test_de_gen_08_de_host_44_moves_are_half_moves() -> None:
    """A full-turn move of 6 inches is 3 in each phase; partly loaded 2.5."""
    battle = arena(man("sergeant", "a", 10, 10), man("knight", "a", 20, 10))
    assert [full_half_move(battle, one) for one in battle.figures] == [3.0, 2.5]


def test_de_host_47_wolves_run_five_inches() -> None:
    """Agile beasts have a half-move of 5."""
    battle = arena(man("wolf", "a", 10, 10), man("ogre", "a", 20, 10))
    assert [full_half_move(battle, one) for one in battle.figures] == [5.0, 3.0]


def test_de_move_03_de_move_05_turns_cost_a_part_of_the_allowance() -> None:
    """Within the front 1/5 but at least an inch, to the rear half."""
    battle = arena(man("sergeant", "a", 10, 10))
    figure = battle.figures[0]
    assert turn_cost(battle, figure, 3.0, 0.0, 30.0) == 1.0
    assert turn_cost(battle, figure, 10.0, 0.0, 30.0) == 2.0
    assert turn_cost(battle, figure, 3.0, 0.0, 135.0) == 1.5
    found = gone(battle, Way("walk", ((11.0, 11.732),), 30.0))
    assert found.cost == pytest.approx(3.0, abs=0.01)


def test_de_move_04_a_horse_turns_aside_for_a_quarter() -> None:
    """Allowance 12: a turn of 90 degrees costs 3."""
    battle = arena(man("knight", "a", 10, 10, steed="heavy_horse", speed="gallop"))
    assert turn_cost(battle, battle.figures[0], 12.0, 0.0, 90.0) == 3.0


def test_de_move_06_side_and_rear_turns_cost_an_inch_at_least() -> None:
    """Allowance 3 on a long stand: 1, not 0.75; by the letter 0.75."""
    battle = arena(man("knight", "a", 10, 10, steed="mule", speed="walk"))
    assert turn_cost(battle, battle.figures[0], 3.0, 0.0, 90.0) == 1.0
    battle = arena(
        man("knight", "a", 10, 10, steed="mule", speed="walk"), literal_turn_minimum=True
    )
    assert turn_cost(battle, battle.figures[0], 3.0, 0.0, 90.0) == 0.75


def test_de_move_07_each_change_pays_and_the_whole_move_buys_any_turn() -> None:
    """Two veers of 30 degrees cost twice; a turn about on the spot always can be had."""
    battle = arena(man("sergeant", "a", 10, 10))
    way = Way("walk", ((10.25, 10.433), (10.683, 10.683)), 60.0)
    assert gone(battle, way).cost == pytest.approx(3.0, abs=0.02)
    assert refused(battle, Way("walk", ((10, 12.5),), 180.0)) == "DE-MOVE-07"
    assert gone(battle, Way("walk", (), 180.0)).inches == 0.0


def test_de_move_08_steeds_change_speed_by_half_their_categories() -> None:
    """A medium horse one step in each phase, a light one two and then one."""
    battle = arena(
        man("squire", "a", 10, 10, steed="medium_horse", speed="trot"),
        man("squire", "a", 20, 10, steed="light_horse", speed="trot"),
    )
    medium, light = battle.figures
    assert medium.steed is not None
    assert light.steed is not None
    assert speeds(battle, medium.steed) == ["walk", "trot", "canter"]
    assert speeds(battle, light.steed) == ["stand", "walk", "trot", "canter", "gallop"]
    battle.half = 2
    assert speeds(battle, light.steed) == ["walk", "trot", "canter"]


def test_de_move_09_a_fast_steed_uses_half_its_allowance() -> None:
    """A cantering medium horse goes 5 to 10 inches; a trotting one may stay."""
    battle = arena(man("squire", "a", 10, 10, steed="medium_horse", speed="canter"))
    assert refused(battle, Way("canter", ((10, 14.5),), 0.0)) == "DE-MOVE-09"
    assert gone(battle, Way("canter", ((10, 15),), 0.0)).inches == 5.0
    assert gone(battle, Way("trot", (), 0.0)).inches == 0.0
    assert refused(battle, Way("canter", ((10, 20.5),), 0.0)) == "DE-MOVE-01"


def test_de_move_09_de_end_01_a_fast_steed_may_pull_up_before_its_own_edge() -> None:
    """It need not flee for want of room, from wherever it stops; in the open it runs on."""
    for y, points, lawful in (
        (3.0, ((20.0, 1.0),), True),
        (3.0, ((20.0, 2.0),), True),
        (3.0, ((20.0, 0.5),), False),
        (1.0, (), True),
        (20.0, ((20.0, 18.0),), False),
    ):
        battle = arena(man("knight", "a", 20, y, 180, steed="great_horse", speed="gallop"))
        rider = battle.figures[0]
        found = trip(battle, rider, Way("gallop", points, 180.0))
        assert isinstance(found, Trip) is lawful
        ideas = [ways(battle, rider).going(one) for one in ways(battle, rider).one_by_one()]
        stays = [one for one in ideas if isinstance(one, Trip) and not one.left]
        assert any(one.pulled_up for one in stays) is (y < 4.0)
        if isinstance(found, Trip):
            play(battle, partial(go, figure=rider, way=Way("gallop", points, 180.0), found=found))
            assert rider.status == "active"
            assert rider.steed is not None
            assert rider.steed.speed == "trot"


def test_de_host_31_a_steed_turns_within_its_limit() -> None:
    """At a gallop a medium horse turns 45 degrees in a half-move."""
    battle = arena(man("squire", "a", 10, 10, steed="medium_horse", speed="gallop"))
    assert gone(battle, Way("gallop", ((16, 16),), 45.0)).turned == pytest.approx(45.0)
    assert refused(battle, Way("gallop", ((18, 15),), 57.995)) == "DE-HOST-31"


def test_a_gallop_cannot_be_left_out() -> None:
    """A galloping horse that can slow to a canter at most has to move."""
    battle = arena(
        man("squire", "a", 10, 10, steed="medium_horse", speed="gallop"), man("wolf", "b", 40, 30)
    )
    assert must_move(battle, battle.figures[0])


# -- acts before moving


def test_de_act_01_de_act_02_shooting_halves_the_move_on_foot() -> None:
    """A man who shot has half, and none unless he said he would move; a rider loses nothing."""
    battle = arena(
        man("archer", "a", 10, 10, acted=True, will_move=True),
        man("archer", "a", 14, 10, acted=True),
        man("archer", "a", 20, 10, acted=True, will_move=True, steed="light_horse", speed="walk"),
    )
    assert [allowance(battle, one) for one in battle.figures] == [1.5, 0.0, 4.0]


def test_de_act_09_acts_come_off_first() -> None:
    """Half a move gone by an act leaves 1.5 of 3; a whole one nothing."""
    battle = arena(
        man("sergeant", "a", 10, 10, activity_cost=0.5),
        man("sergeant", "a", 14, 10, activity_cost=1.0),
    )
    assert [allowance(battle, one) for one in battle.figures] == [1.5, 0.0]
    assert waiting_to_move(battle, "a") == [battle.figures[0]]


def test_de_miss_07_who_reloads_a_crossbow_does_not_move() -> None:
    """Nothing is left while reloading."""
    battle = arena(man("crossbowman", "a", 10, 10, reloading=True))
    assert allowance(battle, battle.figures[0]) == 0.0


# -- contact


def test_de_con_01_a_front_stops_the_mover() -> None:
    """Running at an enemy's front ends the way in contact with it."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 13, 180), winner="b")
    found = gone(battle, Way("walk", ((10, 13),), 0.0))
    assert found.met == (1,)
    assert found.inches == pytest.approx(1.586, abs=0.02)


def test_de_con_01_a_front_stops_who_brushes_past() -> None:
    """Passing along a front within a hair's breadth stops, unless the mover is free to leave."""
    men = (man("sergeant", "a", 10, 10), man("sergeant", "b", 11.424, 12, 270))
    battle = arena(*men, winner="b")
    found = gone(battle, Way("walk", ((10, 13),), 0.0))
    assert found.met == (1,)
    assert found.inches < 2.5
    battle = arena(*men, winner="a")
    assert gone(battle, Way("walk", ((10, 13),), 0.0)).inches == 3.0


def test_de_con_02_a_back_does_not_stop() -> None:
    """Along an enemy's back one may go on."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 11.424, 12, 90), winner="b")
    assert gone(battle, Way("walk", ((10, 13),), 0.0)).inches == 3.0


def pair(profile: str = "sergeant", foe: str = "sergeant", winner: str = "b") -> Battle:
    """Two in contact, front to front."""
    return arena(man(profile, "a", 10, 10), man(foe, "b", 10, 11.42, 180), winner=winner)


def test_de_con_03_four_ways_to_be_free() -> None:
    """Initiative, weight, a more loaded enemy, or a larger stand; without them none."""
    battle = pair()
    one, two = battle.figures
    assert not leave(battle, one, two).may_move
    assert freedom(battle, one) == 0.0
    assert why_still(battle, one) is not None
    battle.initiative = ("a",)
    assert leave(battle, one, two).may_move
    battle = pair()
    battle.figures[1].encumbrance = "partial"
    assert leave(battle, *battle.figures).may_move
    battle = arena(man("ogre", "a", 10, 10), man("giant", "b", 10, 12.47, 180), winner="b")
    assert not leave(battle, *battle.figures).may_move
    assert leave(battle, battle.figures[1], battle.figures[0]).may_move


def test_de_con_04_de_con_05_by_weight_alone_a_quarter() -> None:
    """Half as heavy again is enough, for a quarter of the allowance."""
    battle = arena(man("peasant", "a", 10, 10), man("hobbit", "b", 10, 11.42, 180), winner="b")
    one, two = battle.figures
    two.stand = "man"
    assert leave(battle, one, two) == (True, 0.25)
    assert allowance(battle, one) == 0.75


def test_de_con_07_every_front_must_let_go() -> None:
    """Free of one enemy but held by another: no move."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10 - SIDE, 10 + SIDE, 180),
        man("sergeant", "b", 10 + SIDE, 10 + SIDE, 180),
        winner="b",
    )
    one, two, _ = battle.figures
    two.encumbrance = "encumbered"
    assert leave(battle, one, two).may_move
    assert freedom(battle, one) == 0.0


def test_de_con_08_turning_in_contact() -> None:
    """45 degrees are free on coming into contact; more costs a blow."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 13, 180), winner="b")
    free = gone(battle, Way("walk", ((10, 13),), 45.0))
    assert not free.blow
    assert free.stand.facing == 45.0
    dear = gone(battle, Way("walk", ((10, 13),), 60.0))
    assert dear.blow
    walk(battle, Way("walk", ((10, 13),), 60.0))
    assert battle.figures[0].turned_blow


def test_de_con_08_without_a_melee_a_wide_turn_costs_two_inches() -> None:
    """Whose enemy went off, or who breaks away himself, pays out of his next half-move."""
    battle = arena(
        man("sergeant", "a", 10, 10, turned_blow=True), man("sergeant", "b", 10, 16, 180), half=2
    )
    figure = battle.figures[0]
    assert refused(battle, Way("walk", ((10, 11.1),), 0.0)) == "DE-CON-08"
    assert gone(battle, Way("walk", (), 0.0)).inches == 0.0
    walk(battle, Way("walk", ((10, 11),), 0.0))
    assert not figure.turned_blow
    figure.turned_blow = True
    put(battle, figure, 10, 14.585, 0)
    walk(battle, Way("walk", (), 0.0))
    assert figure.turned_blow  # in contact: a blow


def test_de_con_03_de_move_05_who_is_free_turns_about_in_contact() -> None:
    """An enemy at his back: with the initiative he faces him for half the move, still touching."""
    men = man("sergeant", "a", 10, 10), man("sergeant", "b", 10 + SIDE, 10 - SIDE, 0)
    battle = arena(*men)
    found = gone(battle, Way("walk", (), 180.0))
    assert (found.cost, found.blow) == (1.5, False)
    found = gone(battle, Way("walk", (), 135.0))  # a corner would be under him: slid off
    assert touching(found.stand, stand(battle.figures[1]))
    assert refused(arena(*men, winner="b"), Way("walk", (), 180.0)) == "DE-CON-03"


def test_de_con_09_a_turned_stand_still_touches() -> None:
    """A turn that would break contact slides the stand to touch, without overlap."""
    battle = pair()
    one, two = battle.figures
    there = reoriented(battle, one, 45.0)
    assert there is not None
    assert touching(there, stand(two))
    assert there.y > stand(one).y + 0.1


def test_de_con_11_de_seq_06_the_second_initiative_frees() -> None:
    """Touched in phase one, a figure moves in phase two if it wins that initiative."""
    battle = pair()
    note_meetings(battle, battle.figures[0])
    battle.half, battle.initiative = 2, ("b", "a")
    assert waiting_to_move(battle, "a") == [battle.figures[0]]
    battle.initiative = ("b", "b")
    assert waiting_to_move(battle, "a") == []


def test_de_con_13_a_steed_stopped_by_a_front_drops_to_a_trot() -> None:
    """A cantering horse that meets an enemy's front trots."""
    battle = arena(
        man("squire", "a", 10, 10, steed="medium_horse", speed="canter"),
        man("sergeant", "b", 10, 16, 180),
        winner="b",
    )
    walk(battle, Way("canter", ((10, 16),), 0.0))
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "trot"
    assert battle.figures[0].contact_half == {1: 1}


def test_contacts_remember_their_phase() -> None:
    """Who met in phase one is noted on both; a parted pair is forgotten."""
    battle = pair()
    one, two = battle.figures
    assert note_meetings(battle, one) == [1]
    assert note_meetings(battle, one) == []
    assert (one.contact_half, two.contact_half) == ({1: 1}, {0: 1})
    put(battle, one, 10, 5, 0.0)
    note_meetings(battle, one)
    assert (one.contact_half, two.contact_half) == ({}, {})


def test_de_init_06_who_is_driven_into_an_enemy_meets_him_in_that_phase() -> None:
    """By a gust or a bash of the first phase: its winner attacks, whoever wins the second."""
    battle = arena(man("sergeant", "b", 10, 10, 180), man("sergeant", "a", 10, 11.914, 180))
    one, two = battle.figures
    play(battle, lambda table: stagger(table, one, (10, 5), 0.5))
    assert (one.contact_half, two.contact_half) == ({1: 1}, {0: 1})
    battle.half, battle.initiative, battle.card_round = 2, ("a", "b"), 0
    assert attacker_of(battle, one, two) is two


def test_de_seq_05_the_owner_orders_his_figures() -> None:
    """The winner picks a figure, moves it, and may say that he has done."""
    battle = arena(
        man("sergeant", "a", 10, 10), man("archer", "a", 14, 10), man("wolf", "b", 40, 30)
    )
    way = Way("walk", ((14, 13),), 0.0)
    play(battle, lambda table: half_move(table, "a"), answers=[("mover", "1"), ("half_move", way)])
    assert (battle.figures[1].y, battle.figures[1].moved) == (13.0, True)
    assert battle.figures[1].motion == "ran"
    play(battle, lambda table: half_move(table, "a"), answers=[("mover", "done")])
    assert battle.figures[0].motion == "still"
    assert battle.phase == "moves_loser"


def test_de_init_04_movement_by_dexterity() -> None:
    """By that option the quickest of both sides moves first."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("wolf", "b", 20, 10),
        man("archer", "a", 30, 10),
        dexterity_movement=True,
    )
    assert [one.id for one in waiting_to_move(battle, "a")] == [1]


def test_de_init_04_de_seq_09_of_equals_the_winners_move_first_in_any_order() -> None:
    """Three of one Dexterity: the owner of the two who won picks between them."""
    battle = arena(
        man("sergeant", "b", 10, 10),
        man("sergeant", "a", 20, 10),
        man("sergeant", "a", 20, 20),
        dexterity_movement=True,
    )
    assert [one.id for one in waiting_to_move(battle, "a")] == [1, 2]
    battle.figures[1].moved = battle.figures[2].moved = True
    assert [one.id for one in waiting_to_move(battle, "a")] == [0]


def test_de_init_04_who_stays_does_not_stop_the_slower() -> None:
    """By Dexterity each is asked in turn: two who stay leave the third his move."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("wolf", "b", 20, 10),
        man("archer", "a", 30, 10),
        dexterity_movement=True,
    )
    for side in ("b", "a"):
        play(battle, lambda table: half_move(table, "a"), (), {side: [("mover", "done")]})
    assert battle.phase == "moves_winner"
    assert [one.id for one in waiting_to_move(battle, "a")] == [0]


def test_de_host_41_who_moves_no_more_stood_still() -> None:
    """He ran in the first phase and stays in the second: nobody leads his aim any more."""
    battle = arena(man("sergeant", "a", 10, 10, motion="ran", moved_inches=3.0))
    play(battle, lambda table: half_move(table, "a"), (), [("mover", "done")])
    assert battle.figures[0].motion == "still"
    assert motion_of(battle.figures[0], 1.5, 3.0) == "walked"
    assert motion_of(battle.figures[0], 1.6, 3.0) == "ran"


def test_de_host_41_a_steeds_motion_is_its_speed() -> None:
    """At a walk it walked, at a trot it ran; on the spot it stood still."""
    rider = arena(man("knight", "a", 10, 10, steed="great_horse", speed="trot")).figures[0]
    assert [motion_of(rider, inches, 12.0) for inches in (0.0, 1.0, 12.0)] == [
        "still",
        "ran",
        "ran",
    ]


def test_de_move_09_no_steed_canters_on_the_spot() -> None:
    """A rider who moves no more reins his cantering steed in to a trot."""
    battle = arena(man("knight", "a", 10, 10, steed="great_horse", speed="canter"))
    play(battle, lambda table: half_move(table, "a"), (), [("mover", "done")])
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "trot"


@pytest.mark.parametrize("gap", [0.004, -0.004])
def test_de_con_09_flush_by_rounding_or_not_nobody_turns_into_his_neighbours(gap: float) -> None:
    """A rider between two of his own men cannot turn, though rounding has sunk him into one."""
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse", speed="walk"),
        man("sergeant", "a", 0, 10, 45),
        man("sergeant", "a", 0, 10, 45),
    )
    half = max(x for x, _ in stand(battle.figures[1]).corners)
    for figure, side in zip(battle.figures[1:], (1, -1), strict=True):
        put(battle, figure, 10 + side * (0.5 + half + gap), 10, 45)
    assert refused(battle, Way("walk", ((8, 11),), 300.0)) == "DE-CON-09"
    assert gone(battle, Way("walk", ((10, 12),), 0.0)).inches == pytest.approx(2.0)


def test_de_move_09_de_con_13_a_steed_without_a_lawful_way_is_pulled_up() -> None:
    """A berserker gallops away from his enemy: no way leads nearer, so he turns from a trot."""
    rider = man("knight", "a", 10, 20, 0, steed="great_horse", speed="gallop", berserk=True)
    battle = arena(rider, man("sergeant", "b", 10, 5))
    play(battle, lambda table: half_move(table, "a"), (), [("mover", "0")])
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "trot"
    assert (battle.figures[0].x, battle.figures[0].y) == (10, 20)


def test_de_end_01_who_goes_over_his_own_edge_has_fled() -> None:
    """Side a leaves in the south, not in the north."""
    battle = arena(man("sergeant", "a", 10, 1.5, 180))
    walk(battle, Way("walk", ((10, -1),), 180.0))
    assert battle.figures[0].status == "fled"
    battle = arena(man("sergeant", "a", 10, 1.5, 180))
    assert refused(battle, Way("walk", ((10, 0.3),), 180.0)) == "DE-END-01"
    battle = arena(man("sergeant", "a", 10, 34.5, 0))
    assert refused(battle, Way("walk", ((10, 37),), 0.0)) == "DE-OBS-01"


def test_de_bers_07_a_berserker_goes_for_the_enemy() -> None:
    """His half-move must bring him nearer to the nearest enemy he sees, and he must make it."""
    battle = arena(man("berserker", "a", 10, 10, berserk=True), man("sergeant", "b", 10, 20, 180))
    assert refused(battle, Way("walk", (), 90.0)) == "DE-BERS-07"
    assert gone(battle, Way("walk", ((10, 13),), 0.0)).inches == 3.0
    assert must_move(battle, battle.figures[0])


def test_de_bers_13_de_bers_17_he_roams_among_the_bodies() -> None:
    """With nobody standing he goes to the nearest body not yet visited, and notes it."""
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True),
        man("sergeant", "b", 10, 12.5, status="down"),
        man("sergeant", "b", 30, 30, status="down"),
    )
    assert refused(battle, Way("walk", (), 90.0)) == "DE-BERS-07"
    walk(battle, Way("walk", ((10, 12.5),), 0.0))
    assert battle.figures[0].visited == (1,)


def test_de_bers_13_whom_he_has_felled_beside_him_he_need_not_seek() -> None:
    """A body he touches is made sure of; he goes on to the next, and stops there."""
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True),
        man("sergeant", "b", 10, 11.41, status="down"),
        man("sergeant", "b", 10, 8, status="dead"),
    )
    hunted = prey(battle, battle.figures[0])
    assert hunted is battle.figures[2]
    make_sure(battle, battle.figures[0])
    assert battle.figures[0].visited == (1,)
    ideas = ways(battle, battle.figures[0]).ideas()
    assert min(way.points[-1][1] for way in ideas if way.points) >= 8.0 - 1e-6


def test_de_bers_07_a_berserker_does_not_leave_the_enemy_he_touches() -> None:
    """Free to go, he goes nowhere else."""
    battle = arena(
        man("berserker", "a", 10, 10, 180, berserk=True), man("sergeant", "b", 10, 11.41, 0)
    )
    assert refused(battle, Way("walk", ((10, 8),), 180.0)) == "DE-BERS-07"


def test_a_table_is_in_the_way() -> None:
    """Nobody walks through furniture without forcing it."""
    battle = arena(man("sergeant", "a", 10, 10), things=[thing("table", (9, 12, 11, 13))])
    assert refused(battle, Way("walk", ((10, 13),), 0.0)) == "DE-OBS-01"


def test_every_idea_is_lawful() -> None:
    """What is proposed may be gone."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("squire", "a", 14, 10, steed="medium_horse", speed="trot"),
        man("sergeant", "b", 10, 14, 180),
    )
    for figure in battle.figures[:2]:
        asked = ways(battle, figure)
        ideas = asked.ideas()
        assert len(ideas) > 3
        assert all(asked.refusal(way) is None for way in ideas)
        assert asked.sketches()


def test_de_card_15_de_card_16_de_card_17_who_disengages_at_will() -> None:
    """A MOVE card breaks no contact unless half as heavy again or 5 points quicker."""
    battle = pair()
    refusal = free_to_move(battle, battle.figures[0])
    assert refusal is not None
    assert refusal.clause == "DE-CARD-15"
    battle = arena(man("hobbit", "a", 10, 10), man("ogre", "b", 10, 11.58, 180))
    assert free_to_move(battle, battle.figures[0]) is None  # Dexterity 16 against 9
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse"), man("sergeant", "b", 10, 11.7, 180)
    )
    assert free_to_move(battle, battle.figures[0]) is None


def test_de_grap_08_who_holds_somebody_makes_no_half_move() -> None:
    """The holder may do nothing but hold, whoever it is that he holds."""
    battle = arena(man("peasant", "b", 5, 5), man("sergeant", "a", 20, 20))
    held, holder = battle.figures
    assert why_still(battle, holder) is None
    holder.restraining, held.restrained_by = held.id, (holder.id,)
    refused = why_still(battle, holder)
    assert refused is not None
    assert refused.clause == "DE-GRAP-08"


def test_de_move_01_the_fan_of_a_half_move_is_shown_for_the_gait_in_hand() -> None:
    """A turn is paid; a galloping steed cannot stop short."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("knight", "a", 20, 10, steed="great_horse", speed="gallop"),
    )
    (walk,) = ways(battle, battle.figures[0]).preview(["walk", [[10, 12]], 0]).shapes
    assert isinstance(walk, Zone)
    far = {round(bearing((10, 10), one)) % 360: distance((10, 10), one) for one in walk.points[1:]}
    assert far[0] == pytest.approx(allowance(battle, battle.figures[0]))
    assert far[90] == pytest.approx(far[0] - max(far[0] / 4, 1.0), abs=0.3)
    horse = fan(battle, battle.figures[1], "gallop")
    inches = [distance((20, 10), one) for one in horse]
    full = full_half_move(battle, battle.figures[1], "gallop")
    assert max(inches) == pytest.approx(full)
    assert min(inches) == pytest.approx(full / 2 - full / 5)  # less the turn that is paid
    turns = [min(bearing((20, 10), one), 360 - bearing((20, 10), one)) for one in horse]
    assert max(turns) == pytest.approx(40.0, abs=0.1)


def test_de_move_09_each_gait_of_a_steed_says_its_inches_and_the_fastest_is_proposed() -> None:
    battle = arena(man("knight", "a", 20, 10, steed="great_horse"), man("sergeant", "b", 20, 30))
    asked = ways(battle, battle.figures[0])
    said = asked.describe()
    assert said["carries"] == {"stand": 0.0, "walk": 3.0}
    assert said["ideas"][0].gait == "walk"
    assert said["ideas"][-1].gait == "stand"
    assert sorted(said["ideas"]) == sorted(asked.ideas())
    assert "carries" not in ways(battle, battle.figures[1]).describe()


def test_a_rider_with_the_enemy_behind_him_is_shown_how_he_comes_about() -> None:
    """Slowly about comes before fast away, and away before over the edge."""
    battle = arena(
        man("knight", "a", 20, 24, steed="great_horse", speed="trot"), man("knight", "b", 20, 5)
    )
    asked = ways(battle, battle.figures[0])
    found = [asked.going(way) for way in asked.describe()["ideas"]]
    trips = [one for one in found if isinstance(one, Trip)]
    assert trips[0].stand.facing == 180.0
    assert [one.left for one in trips] == sorted(one.left for one in trips)


def test_a_way_that_meets_somebody_ends_where_it_meets_him() -> None:
    """What is shown before it is gone stands short of where it was sent."""
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 12.2, 180))
    seen = ways(battle, battle.figures[0]).preview(["walk", [[10, 12]], 0])
    assert seen.ends is not None
    assert seen.ends[1] < 11.0
    assert seen.notes == ("meets Sergeant 2",)


def test_de_con_06_who_stands_well_in_contact_is_not_proposed_to_move() -> None:
    """Face to face nothing is gained by a half-move; apart he is the one to go."""
    for inches, usual in ((1.0, "done"), (4.0, "0")):
        battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 10 + inches, 180))
        assert usual_mover(battle, [battle.figures[0]], ["0", "done"]) == usual
