"""TAC movement, keeping distance, retreats, dodges, MOVE cards, following."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import RandomDice
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.contact import enemies_touched, side_struck
from banneret.rulesets.destrier.ground.stands import gap, put, stand
from banneret.rulesets.destrier.movement.driven.fleeing import flight
from banneret.rulesets.destrier.movement.driven.forced import (
    beside,
    dodge,
    dodge_direction,
    room_to_dodge,
    stagger,
)
from banneret.rulesets.destrier.movement.driven.giving_ground import distance_of
from banneret.rulesets.destrier.movement.driven.keeping import may_give_way, may_retreat
from banneret.rulesets.destrier.movement.steps import card_way, card_ways, follow, move_card
from banneret.rulesets.destrier.movement.tac import aim, line_at, realign, tac_move
from banneret.rulesets.destrier.screen.events import Dodged, Followed, KeptDistance, Moved
from banneret.tabletop.shapes.bases import angle_off, bearing
from banneret.tabletop.shapes.stands import settled
from rulesets.destrier.arena import Man, arena, man, play, thing
from rulesets.scripting import ByKey, Played, events_of

SIDE = 0.7072


def tac(*men: Man, **more: Any) -> Battle:
    """A battle in its TAC phase."""
    return arena(*men, card_round=more.pop("card_round", 0), phase="tac_first", half=2, **more)


def play_card(
    battle: Battle, name: str, target: int = -1, figure: int = 0, **answers: Any
) -> Played[Battle]:
    """Carry out a TAC card; what is not answered gets the first idea."""
    by = ByKey(answers)
    table = Played(battle, RandomDice(1), {"a": by, "b": by})
    table.by = by
    table.result = tac_move(table, battle.figures[figure], name, target)
    return table


def test_de_tac_11_close_moves_an_inch_straight_at_the_target() -> None:
    """An inch, or as far as contact."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 14, 180))
    assert play_card(battle, "CLOSE", 1).result == pytest.approx(1.0)
    assert (battle.figures[0].x, battle.figures[0].y) == (10.0, 11.0)
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.9, 180))
    table = play_card(battle, "CLOSE", 1)
    assert table.result == pytest.approx(0.486, abs=0.01)
    assert events_of(table, Moved)[0].met == (1,)


def test_de_tac_16_fleche_goes_two_inches_and_may_realign() -> None:
    """Two inches straight to contact, then up to 45 degrees of turn."""
    battle = tac(man("squire", "a", 10, 10), man("sergeant", "b", 10, 13.2, 180))
    table = play_card(battle, "FLECHE", 1, realign="shield side")
    assert "realign" in table.by.keys
    assert battle.figures[0].facing == pytest.approx(45.0)
    assert side_struck(battle, battle.figures[1], battle.figures[0]) == "shield"


def test_de_tac_16_de_con_08_nobody_realigns_by_more_than_45_degrees() -> None:
    """His front corner was 60 degrees off: it comes no nearer than 15."""
    battle = tac(man("squire", "a", 10, 10, 300), man("sergeant", "b", 10, 11.6, 180))
    squire, sergeant = battle.figures
    there = settled(stand(squire), stand(sergeant))
    put(battle, squire, there.x, there.y, there.facing)
    off = angle_off(300.0, bearing((squire.x, squire.y), (sergeant.x, sergeant.y)))
    assert off > 46.0
    play(battle, lambda t: realign(t, squire, sergeant), [], [("realign", "front corner")])
    assert angle_off(squire.facing, 300.0) == pytest.approx(45.0, abs=0.01)


def test_de_tac_17_de_host_46_charge_goes_its_bonus_and_does_not_realign() -> None:
    """Four inches in the TAC phase, three in a card round; no realigning; a wall stops it."""
    battle = tac(man("squire", "a", 10, 10), man("sergeant", "b", 10, 20, 180))
    assert play_card(battle, "CHARGE", 1).result == pytest.approx(4.0)
    battle = tac(man("squire", "a", 10, 10), man("sergeant", "b", 10, 20, 180), card_round=1)
    assert play_card(battle, "CHARGE", 1).result == pytest.approx(3.0)
    battle = tac(man("squire", "a", 10, 10), man("sergeant", "b", 10, 13, 180))
    assert "realign" not in play_card(battle, "CHARGE", 1).by.keys
    wall = thing("wall", (5, 12, 15, 12.2))
    battle = tac(man("squire", "a", 10, 10), man("sergeant", "b", 10, 20, 180), things=[wall])
    assert play_card(battle, "CHARGE", 1).result == pytest.approx(1.293, abs=0.01)


def test_de_htac_16_a_running_horse_turns_45_degrees_at_most_to_give_ground() -> None:
    """At a canter or more it rides straight on, past the enemy; a slower one goes back from him."""
    foe = man("sergeant", "b", 20.3, 13.5, 180)
    for speed, card, off in (("gallop", "RUN_AWAY", 45.0), ("canter", "RETREAT", 45.0)):
        battle = tac(man("knight", "a", 20, 10, steed="great_horse", speed=speed), foe)
        knight = battle.figures[0]
        table = play_card(battle, card)
        assert table.by.keys == []
        assert angle_off(knight.facing, 0.0) <= off + 0.01
        assert knight.y > 10.0
    battle = tac(man("knight", "a", 20, 10, steed="great_horse", speed="trot"), foe)
    play_card(battle, "RETREAT")
    assert battle.figures[0].y < 6.0


@pytest.mark.parametrize("facing", [0.0, 33.0])
def test_de_tac_07_de_tac_21_who_stands_between_two_slips_out_along_his_sides(
    facing: float,
) -> None:
    """Both touch him side against side: the lines between them are free, no others."""
    battle = tac(man("sergeant", "a", 10, 10, facing))
    one = stand(battle.figures[0])
    sides = [one.spot((way * SIDE, way * SIDE)) for way in (1, -1)]
    men = [man("sergeant", "b", *at, facing) for at in sides]
    battle = tac(man("sergeant", "a", 10, 10, facing), *men)
    assert play_card(battle, "RETREAT", retreat_facing="as it is").result == pytest.approx(3.0)


def test_de_tacp_03_de_tacp_12_who_was_brought_to_his_knees_goes_nowhere() -> None:
    for name in ("CLOSE", "FLECHE", "CHARGE", "RETREAT", "RUN_AWAY"):
        men = man("squire", "a", 10, 10, posture="kneeling"), man("sergeant", "b", 10, 14, 180)
        assert play_card(tac(*men), name, 1).result == 0.0


def test_de_tacp_03_contact_freezes_tac_movement() -> None:
    """Already in contact, a FLECHE at another does not move; a RETREAT does."""
    battle = tac(
        man("squire", "a", 10, 10),
        man("sergeant", "b", 10, 11.42, 180),
        man("sergeant", "b", 13, 10, 270),
    )
    assert play_card(battle, "FLECHE", 2).result == 0.0
    assert play_card(battle, "RETREAT").result > 1.0


def test_de_tac_21_whose_target_is_gone_runs_on_or_stays_as_the_owner_likes() -> None:
    """The named one is down: along that line all the same, or not at all."""
    for answer, inches in (("run on", 4.0), ("stay", 0.0)):
        battle = tac(
            man("sergeant", "a", 10, 10),
            man("sergeant", "b", 10, 12.5, 180, status="down"),
            man("sergeant", "b", 20, 10, 270),
        )
        table = play_card(battle, "CHARGE", 1, target_gone=answer)
        assert table.result == pytest.approx(inches)
        assert (battle.figures[0].x, battle.figures[0].y) == (10.0, 10.0 + inches)


def test_de_tacp_08_without_a_target_the_nearest_before_it() -> None:
    """An undesignated card goes for the nearest enemy to front or side, not behind."""
    battle = tac(
        man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 15), man("sergeant", "b", 10, 8)
    )
    found = aim(battle, battle.figures[0], -1)
    assert found is not None
    assert found.id == 1


def test_de_mseq_06_other_cards_do_not_close() -> None:
    """STAND GROUND and KEEP DISTANCE move nobody."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 12, 180))
    assert play_card(battle, "STAND_GROUND", 1).result == 0.0
    assert play_card(battle, "KEEP_DISTANCE", 1).result == 0.0


def test_de_htac_04_de_htac_16_how_far_steeds_go() -> None:
    """A medium horse CLOSEs 2.5; a great horse CHARGEs 5, runs away 7, retreats 5."""
    battle = tac(
        man("squire", "a", 10, 10, steed="medium_horse", speed="trot"),
        man("knight", "a", 20, 10, steed="great_horse", speed="gallop"),
    )
    medium, great = battle.figures
    assert distance_of(battle, medium, "CLOSE") == 2.5
    found = [distance_of(battle, great, one) for one in ("CHARGE", "RUN_AWAY", "RETREAT")]
    assert found == [5.0, 7.0, 5.0]


def test_de_htac_05_the_other_reading_of_the_charge_bonus() -> None:
    """Three times MOVE by the option: 6 for a great horse."""
    men = (man("knight", "a", 20, 10, steed="great_horse", speed="gallop"),)
    battle = tac(*men, triple_charge_bonus=True)
    assert distance_of(battle, battle.figures[0], "CHARGE") == 6.0


def test_a_steed_turns_45_degrees_at_most_before_a_tac_move() -> None:
    """A target at 90 degrees is run at on a line of 45 (DE-HTAC-16)."""
    battle = tac(
        man("squire", "a", 10, 10, steed="medium_horse", speed="trot"),
        man("sergeant", "b", 15, 10, 270),
    )
    assert line_at(battle, *battle.figures) == 45.0


# -- keeping distance


def keeper() -> Battle:
    """A squire, and a sergeant who keeps his distance from him."""
    squire = man("squire", "a", 10, 10, hand=("broadsword",))
    battle = tac(squire, man("sergeant", "b", 10, 13, 180))
    battle.figures[1].hand = ("KEEP_DISTANCE",)
    return battle


def test_de_tac_13_de_tacp_09_a_keeper_gives_way_before_contact() -> None:
    """He is asked at the instant of contact; he retreats and the comer finishes his run."""
    battle = tac(
        man("squire", "a", 10, 10, hand=("broadsword",)), man("sergeant", "b", 10, 13, 180)
    )
    battle.figures[1].hand = ("KEEP_DISTANCE",)
    table = play_card(battle, "FLECHE", 1, keep_distance="retreat", retreat_facing="front")
    assert events_of(table, KeptDistance)[0].retreats
    assert battle.figures[1].y == pytest.approx(16.0, abs=0.05)
    assert table.result == pytest.approx(2.0, abs=0.05)
    assert gap(*battle.figures) > 1.0


def test_de_tac_13_a_keeper_may_stand() -> None:
    """He stands, and the comer comes into contact."""
    battle = tac(
        man("squire", "a", 10, 10, hand=("broadsword",)), man("sergeant", "b", 10, 13, 180)
    )
    battle.figures[1].hand = ("KEEP_DISTANCE",)
    table = play_card(battle, "FLECHE", 1, keep_distance="stand")
    assert not events_of(table, KeptDistance)[0].retreats
    assert gap(*battle.figures) < 0.02


def test_de_tac_14_who_may_not_retreat_can_only_stand() -> None:
    """An encumbered man keeps his distance but stands when approached."""
    battle = tac(
        man("squire", "a", 10, 10, hand=("broadsword",)), man("sergeant", "b", 10, 13, 180)
    )
    battle.figures[1].hand = ("KEEP_DISTANCE",)
    battle.figures[1].encumbrance = "encumbered"
    assert not may_retreat(battle, battle.figures[1])
    table = play_card(battle, "FLECHE", 1)
    assert "keep_distance" not in table.by.keys


def test_de_melee_11_de_melee_10_turning_the_card_into_movement_costs_a_second_blow() -> None:
    """In a card round the keeper pays one more; without a blow he cannot."""
    battle = tac(
        man("squire", "a", 10, 10, hand=("broadsword",)),
        man("sergeant", "b", 10, 12.8, 180),
        card_round=2,
    )
    foe = battle.figures[1]
    foe.hand, foe.blows_left = ("KEEP_DISTANCE",), 1
    assert may_give_way(battle, foe)
    play_card(battle, "CLOSE", 1, keep_distance="retreat")
    play_card(battle, "FLECHE", 1, keep_distance="retreat")
    assert foe.blows_left == 0
    assert not may_give_way(battle, foe)


def test_de_tac_13_de_melee_10_one_card_gives_way_but_once() -> None:
    """Before a second who comes he stands: one RETREAT and two blows are all his card buys."""
    for card_round, left in ((0, 5), (1, 4)):
        battle = tac(
            man("sergeant", "a", 10, 12, 180),
            man("sergeant", "b", 10, 10, blows_left=5, hand=()),
            man("sergeant", "a", 7.9, 7, 90),
            card_round=card_round,
        )
        keeper = battle.figures[1]
        keeper.hand = ("KEEP_DISTANCE",)
        asked: dict[str, Any] = {"keep_distance": "retreat", "retreat_facing": "front"}
        play_card(battle, "CLOSE", 1, **asked)
        table = play_card(battle, "FLECHE", 1, figure=2, **asked)
        assert events_of(table, KeptDistance) == []
        assert (keeper.x, round(keeper.y, 2)) == (10, 7.0)
        assert keeper.blows_left == left
        assert events_of(table, Moved)[-1].met == (1,)


# -- giving ground


def test_de_tac_06_de_tac_07_a_retreat_ends_far_from_the_nearest() -> None:
    """A half-move straight away from the one enemy; any facing is asked."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 12, 180))
    table = play_card(battle, "RETREAT", retreat_facing="shield side")
    assert table.result == pytest.approx(3.0, abs=0.01)
    assert battle.figures[0].y == pytest.approx(7.0, abs=0.1)
    assert battle.figures[0].facing == pytest.approx(45.0, abs=1.0)


def test_de_tac_06_the_short_retreat() -> None:
    """Half of a half-move in the TAC phase by the option."""
    battle = tac(man("sergeant", "a", 10, 10), short_retreat=True)
    assert distance_of(battle, battle.figures[0], "RETREAT") == 1.5


def test_de_tac_08_a_retreat_is_bent_where_terrain_forces_it() -> None:
    """Before a wall it bends and ends farther off than a straight run would."""
    wall = thing("wall", (0, 7.0, 20, 7.2))
    battle = tac(man("sergeant", "a", 10, 9), man("sergeant", "b", 10, 11, 180), things=[wall])
    found = flight(battle, battle.figures[0], 3.0)
    straight = (9 - 0.7071 - 7.2) + (11 - 9)
    assert ((found.stand.x - 10) ** 2 + (found.stand.y - 11) ** 2) ** 0.5 > straight


def test_de_tac_09_de_tac_10_run_away_ends_with_the_back_to_the_enemy() -> None:
    """Charge bonus and 2 inches: 6 for an unloaded man, 5 for an encumbered one."""
    battle = tac(man("sergeant", "a", 10, 15), man("sergeant", "b", 10, 17, 180))
    assert play_card(battle, "RUN_AWAY").result == pytest.approx(6.0, abs=0.01)
    assert angle_off(battle.figures[0].facing, 180.0) < 12.0
    battle.figures[0].encumbrance = "encumbered"
    assert distance_of(battle, battle.figures[0], "RUN_AWAY") == 5.0


def test_de_tac_08_who_knows_of_no_enemy_goes_straight_back() -> None:
    """The only enemy is behind him, unseen: he retreats into his arms, facing as he did."""
    battle = tac(man("sergeant", "a", 10, 10, 200), man("sergeant", "b", 10, 20, 180))
    found = flight(battle, battle.figures[0], 3.0)
    assert found.nearest == -1
    assert found.stand.facing == 200.0
    assert found.stand.x == pytest.approx(10 + 3 * 0.342, abs=0.01)
    assert found.stand.y == pytest.approx(10 + 3 * 0.9397, abs=0.01)


def test_de_tac_21_no_room_to_go() -> None:
    """Walled in he stays; a target that is gone moves nobody."""
    walls = [
        thing("w", (9.0, 10.8, 11.0, 10.9)),
        thing("e", (9.0, 9.1, 11.0, 9.2)),
        thing("n", (9.1, 9.0, 9.2, 11.0)),
        thing("s", (10.8, 9.0, 10.9, 11.0)),
    ]
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 13, 180), things=walls)
    assert play_card(battle, "RETREAT", retreat_facing="as it is").result < 0.3
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 13, 180, status="down"))
    assert play_card(battle, "CLOSE", 1).result == 0.0


def test_de_tac_05_who_may_retreat() -> None:
    """Not the encumbered, nor monsters without sense."""
    battle = tac(
        man("sergeant", "a", 10, 10), man("serpent", "a", 20, 10), man("wolf", "a", 30, 10)
    )
    assert [may_retreat(battle, one) for one in battle.figures] == [True, False, True]
    battle.figures[0].encumbrance = "encumbered"
    assert not may_retreat(battle, battle.figures[0])


def test_de_card_18_retreat_breaks_contact() -> None:
    """From contact a RETREAT goes, if no blow was chosen against it unhurt."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.42, 180))
    play_card(battle, "RETREAT")
    assert gap(*battle.figures) > 1.0


def test_de_tacp_10_a_chosen_blow_still_falls() -> None:
    """The enemy who chose a blow against the leaver strikes it as he leaves."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.42, 180))
    battle.figures[1].hand = ("STAND_GROUND", "DELIVER_BLOW@0")
    battle.figures[0].hand = ("RETREAT",)
    battle.figures[0].tac = "RETREAT"
    table = play_card(battle, "RETREAT")
    assert battle.figures[1].struck
    assert any(
        "hit" in told.event.purpose for told in table.events if hasattr(told.event, "purpose")
    )


# -- forced moves


def test_de_host_21_de_gen_10_staggered_half_an_inch() -> None:
    """Straight away from the basher; blocked, he does not move."""
    battle = tac(man("sergeant", "a", 10, 10))
    assert play(battle, lambda t: stagger(t, battle.figures[0], (10, 12), 0.5)).result
    assert battle.figures[0].y == 9.5
    battle.things.append(thing("wall", (5, 8.0, 15, 8.6)))
    assert not play(battle, lambda t: stagger(t, battle.figures[0], (10, 12), 0.5)).result


def test_de_host_21_de_init_06_who_is_driven_into_an_enemy_met_him_by_cards() -> None:
    """Met in neither phase of movement: the second initiative says who attacks."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10 - SIDE, 10 - SIDE - 0.5))
    play(battle, lambda t: stagger(t, battle.figures[0], (10, 12), 0.5))
    assert battle.figures[0].contact_half == {1: 0}


def test_de_dodge_01_de_dodge_02_room_and_directions() -> None:
    """Left is out of the shield side; an enemy there blocks it."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10 - SIDE, 10 + SIDE, 180))
    one = battle.figures[0]
    assert [dodge_direction(one, way) for way in ("left", "right", "back")] == [315.0, 45.0, 180.0]
    assert [room_to_dodge(battle, one, way) for way in ("left", "right", "back")] == [
        False,
        True,
        True,
    ]
    battle = tac(man("squire", "a", 10, 10, steed="medium_horse"))
    assert dodge_direction(battle.figures[0], "left") == 270.0


def test_de_dodge_08_de_dodge_16_a_dodger_moves_half_an_inch_if_he_can() -> None:
    """Half an inch; closed meanwhile, he stays."""
    battle = tac(man("sergeant", "a", 10, 10))
    assert play(battle, lambda t: dodge(t, battle.figures[0], "back")).result
    assert battle.figures[0].y == 9.5
    battle.things.append(thing("wall", (5, 8.0, 15, 8.6)))
    table = play(battle, lambda t: dodge(t, battle.figures[0], "back"))
    assert not table.result
    assert not events_of(table, Dodged)[0].room


def test_de_dodge_09_going_along_is_free() -> None:
    """Half an inch after the dodger, keeping contact."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.42, 180))
    battle.figures[1].blows_left = 3
    play(battle, lambda t: dodge(t, battle.figures[0], "back"))
    assert play(battle, lambda t: beside(t, battle.figures[1], battle.figures[0])).result
    assert battle.figures[1].blows_left == 3


# -- MOVE cards


def test_de_card_13_de_melee_05_de_melee_09_a_move_card_is_an_inch() -> None:
    """One inch with 45 degrees of turn, or a turn of any size; not more."""
    battle = tac(man("sergeant", "a", 10, 10), card_round=1)
    one = battle.figures[0]
    there = card_way(battle, one, Way("step", ((10, 11),), 45.0))
    assert not isinstance(there, Refusal)
    assert (there.y, there.facing) == (11.0, 45.0)
    for way in (Way("step", ((10, 11.1),), 0.0), Way("step", ((10, 11),), 60.0)):
        refused = card_way(battle, one, way)
        assert isinstance(refused, Refusal)
        assert refused.clause == "DE-MELEE-09"
    turned = card_way(battle, one, Way("turn", (), 180.0))
    assert not isinstance(turned, Refusal)
    assert turned.facing == 180.0


def test_de_melee_06_de_melee_08_a_turn_over_45_needs_the_whole_card() -> None:
    """60 degrees with an inch: refused; 60 on the spot: allowed."""
    battle = tac(man("sergeant", "a", 10, 10), card_round=1)
    one = battle.figures[0]
    assert isinstance(card_way(battle, one, Way("step", ((10, 11),), 60.0)), Refusal)
    assert not isinstance(card_way(battle, one, Way("turn", (), 60.0)), Refusal)


def test_de_card_15_a_move_card_breaks_no_contact() -> None:
    """Held by an enemy's front a man may turn, but not go away."""
    battle = tac(
        man("sergeant", "a", 10, 10, 180), man("sergeant", "b", 10, 11.42, 180), card_round=1
    )
    refused = card_way(battle, battle.figures[0], Way("step", ((10, 9),), 180.0))
    assert isinstance(refused, Refusal)
    assert refused.clause == "DE-CARD-15"
    assert all(
        not isinstance(card_way(battle, battle.figures[0], way), Refusal)
        for way in card_ways(battle, battle.figures[0])
    )


def test_a_move_card_is_asked_and_gone() -> None:
    """The owner says where; the figure is there."""
    battle = tac(man("sergeant", "a", 10, 10), card_round=1)
    way = Way("step", ((10, 11),), 0.0)
    table = play(battle, lambda t: move_card(t, battle.figures[0]), answers=[("move_card", way)])
    assert battle.figures[0].y == 11.0
    assert events_of(table, Moved)[0].how == "MOVE"


def test_de_card_21_de_melee_07_following_an_enemy() -> None:
    """An enemy staggers half an inch: his foe steps after him, or turns, or stays."""
    battle = tac(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.42, 180), card_round=1)
    one, two = battle.figures
    play(battle, lambda t: stagger(t, two, (10, 10), 0.5))
    table = play(battle, lambda t: follow(t, one, two), answers=[("follow", "step")])
    assert table.result
    assert events_of(table, Followed)[0].paid
    assert gap(one, two) < 0.02
    put(battle, two, 13, 10, 270.0)
    assert not play(battle, lambda t: follow(t, one, two), answers=[("follow", "stay")]).result
    assert stand(one).facing == one.facing


def test_de_card_15_de_card_21_who_touches_another_front_does_not_follow() -> None:
    """He may turn after whom left him, or go if he is quick enough to disengage at will."""
    for dexterity, ways in ((12, ["stay", "turn"]), (17, ["stay", "step", "turn"])):
        battle = tac(
            man("sergeant", "a", 10, 10),
            man("sergeant", "b", 10 + SIDE, 11.6 + SIDE, 180),
            man("sergeant", "b", 10 - SIDE, 10 - SIDE),
            card_round=1,
        )
        one, two, third = battle.figures
        assert enemies_touched(battle, one) == [third]
        one.profile = replace(one.profile, dexterity=dexterity)
        table = play(battle, partial(follow, follower=one, mover=two), answers=[_offers(ways)])
        assert not table.result


def _offers(ways: list[str]) -> Any:
    def stay(choice: Any) -> str:
        assert list(choice.ideas()) == ways
        return "stay"

    return stay


def test_de_host_67_de_bers_16_lame_feet_halve_tac_movement_too() -> None:
    """Whose leg is crippled charges half his bonus; a steed does not feel its rider's leg."""
    battle = arena(
        man("sergeant", "a", 10, 10, crippled=("leg",)),
        man("berserker", "a", 14, 10, stupor=True),
        man("squire", "a", 18, 10, steed="light_horse", crippled=("leg",)),
        card_round=0,
    )
    lame, dull, rider = battle.figures
    assert [distance_of(battle, lame, one) for one in ("CHARGE", "RETREAT")] == [2.0, 1.5]
    assert distance_of(battle, dull, "RETREAT") == 0.75
    assert distance_of(battle, rider, "CLOSE") == 3.0
