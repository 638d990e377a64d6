"""Horse cards, stumbling, falls, passing at speed (HORSE, HTAC, HOST-34 to 38, 65, 66)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.checks import faults
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.basics.who import total_weight
from banneret.rulesets.destrier.ground.contact import may_strike, side_in_passing, side_struck
from banneret.rulesets.destrier.ground.stands import gap, put, stand, stand_at
from banneret.rulesets.destrier.horses.cards import (
    hamstring,
    horse_way,
    horse_ways,
    inches_of_move,
    play_move,
    trample,
    turning_left,
    wheel,
    why_not_hamstring,
    why_not_trample,
)
from banneret.rulesets.destrier.horses.falls import steed_falls, stumble, unhorse
from banneret.rulesets.destrier.horses.passing import answer_by_tac, ride
from banneret.rulesets.destrier.host.steeds import Victim
from banneret.rulesets.destrier.host.steeds import wheel as roll_wheel
from banneret.rulesets.destrier.melee.bashes import body_bash_chance, hurt_steed
from banneret.rulesets.destrier.melee.chances import own_bonus
from banneret.rulesets.destrier.melee.grapples import alongside, pull_rider, use_bash
from banneret.rulesets.destrier.melee.stepping import rise
from banneret.rulesets.destrier.screen.events import (
    Hamstrung,
    Stumbled,
    Trampled,
    Unhorsed,
    Wheeled,
)
from banneret.rulesets.destrier.screen.told import Bashed, Grappled
from banneret.rulesets.destrier.turn.acts import keys_of
from banneret.tabletop.shapes.stands import overlapping, touching
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.scripting import ByKey, Played, events_of


def rider(speed: str = "trot", steed: str = "great_horse", *others: Any, **more: Any) -> Battle:
    """A knight in the middle of the table, in a card round."""
    own = man("knight", "a", 20, 15, steed=steed, speed=speed, hand=("broadsword",))
    return arena(own, *others, card_round=1, half=2, phase="move_first", **more)


def steered(battle: Battle, rule: Any, dice: list[int], **answers: Any) -> Played[Battle]:
    """Play a rule with written dice; questions by key."""
    by = ByKey(answers)
    table = Played(battle, ScriptedDice(*dice), {"a": by, "b": by})
    table.by = by
    table.result = rule(table)
    assert table.dice.used == len(dice)  # type: ignore[attr-defined]
    return table


def test_de_horse_06_de_htac_06_de_host_33_how_far_a_move_card_goes() -> None:
    """A great horse 2 inches, a heavy one 1; a canter adds 1/2, a gallop 1 1/2, a charge 2."""
    assert inches_of_move(rider(), rider().figures[0]) == 2.0
    battle = rider(steed="heavy_horse")
    assert inches_of_move(battle, battle.figures[0]) == 1.0
    found = []
    for speed in ("canter", "gallop", "charge"):
        battle = rider(speed, "medium_horse")
        found.append(inches_of_move(battle, battle.figures[0]))
    assert found == [2.0, 3.0, 3.5]


def test_de_con_09_a_steed_that_turns_in_contact_keeps_it() -> None:
    """An enemy at its tail: it turns its flank to him and is slid half an inch to touch."""
    battle = rider("stand", "medium_horse", man("sergeant", "b", 20, 13.293, 0))
    knight, foe = battle.figures
    there = horse_way(battle, knight, Way("turn", (), 90.0))
    assert not isinstance(there, Refusal)
    assert touching(there, stand(foe))
    assert there.y == pytest.approx(14.5, abs=0.01)
    turns = [way.facing for way in horse_ways(battle, knight) if way.gait == "turn"]
    assert {90.0, 270.0} <= set(turns)


def test_de_htac_15_turning_in_the_melee_is_limited() -> None:
    """A galloping great horse turns 40 degrees in the whole MELEE phase."""
    battle = rider("gallop")
    figure = battle.figures[0]
    assert figure.steed is not None
    assert turning_left(battle, figure) == 40.0
    figure.steed.turned = 30.0
    assert turning_left(battle, figure) == 10.0
    refused = horse_way(battle, figure, Way("go", ((22, 17),), 45.0))
    assert isinstance(refused, Refusal)
    assert refused.clause == "DE-HTAC-15"


def test_de_htac_08_a_fast_steed_must_go() -> None:
    """At a canter it is only asked where to; at a trot it may stay."""
    battle = rider("canter")
    assert {way.gait for way in horse_ways(battle, battle.figures[0])} == {"go"}
    battle = rider("trot")
    assert "stay" in {way.gait for way in horse_ways(battle, battle.figures[0])}
    way = Way("go", ((20, 17),), 0.0)
    steered(battle, lambda t: play_move(t, battle.figures[0]), [], horse_move=way)
    assert battle.figures[0].y == 17.0


def test_de_htac_12_de_con_13_a_steed_that_runs_at_a_wall_is_pulled_up() -> None:
    """In a card round too no steed gallops on the spot; with room enough it gallops on."""
    for far, speed in ((19.0, "trot"), (21.0, "gallop")):
        battle = rider("gallop", things=[thing("wall", (15, far, 25, far + 0.2))])
        steered(battle, lambda t: ride(t, t.state.figures[0], 0.0, 3.5), [])
        assert battle.figures[0].steed is not None
        assert battle.figures[0].steed.speed == speed


def test_de_htac_09_each_contact_slows_by_a_category() -> None:
    """A galloping horse that touches a man canters; it has bashed him and rides on."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180))
    foe = battle.figures[1]
    foe.tac = "STAND_GROUND"
    table = steered(battle, lambda t: ride(t, battle.figures[0], 0.0, 3.5), [96])
    one = battle.figures[0]
    assert one.steed is not None
    assert one.steed.speed == "canter"
    assert one.steed.passed == (1,)
    assert [event.figure for event in events_of(table, Bashed)] == [0]


def test_de_horse_04_de_horse_02_whom_it_passed_may_be_struck() -> None:
    """The rider may strike whom he passed in this round, and is struck by him."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 25, 180))
    one, two = battle.figures
    assert one.steed is not None
    assert may_strike(battle, one, two, "broadsword") is not None
    one.steed.passed = (1,)
    assert may_strike(battle, one, two, "broadsword") is None
    assert may_strike(battle, two, one, "mace") is None


def test_de_htac_12_de_htac_14_the_target_picks_a_tac_card_free() -> None:
    """A target without a card in force picks one as the horse closes; engaged it stands."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180))
    foe = battle.figures[1]
    foe.blows_left = 3
    steered(
        battle,
        lambda t: answer_by_tac(t, foe, battle.figures[0]),
        [],
        tac_as_it_closes="KEEP_DISTANCE",
    )
    assert (foe.tac, foe.blows_left) == ("KEEP_DISTANCE", 3)
    battle = rider(
        "gallop",
        "great_horse",
        man("sergeant", "b", 20, 18, 180),
        man("sergeant", "a", 20, 19.42, 0),
    )
    steered(battle, lambda t: answer_by_tac(t, battle.figures[1], battle.figures[0]), [])
    assert battle.figures[1].tac == "STAND_GROUND"


def test_de_htac_12_de_chg_19_he_is_struck_as_the_horse_came_up_to_him() -> None:
    """It has ridden on behind his back since: the lance came to his shield all the same."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 18.49, 17, 180))
    battle.figures[0].in_hand = ("lance",)
    knight, foe = battle.figures
    steered(battle, lambda t: ride(t, knight, 0.0, 3.5), [])
    assert side_struck(battle, knight, foe) == "rear"
    assert side_in_passing(knight, foe) == "shield"
    assert side_in_passing(foe, knight) == "shield"  # he answers at closest passage
    put(battle, foe, 21.51, 17, 180.0)
    assert side_in_passing(foe, knight) == "sword"


def test_de_htac_12_who_is_at_grips_with_the_rider_himself_stands_his_ground() -> None:
    """A horse in contact already does not close: nobody picks a card before it."""
    battle = rider("canter", "great_horse", man("sergeant", "b", 20, 18, 180))
    knight, foe = battle.figures
    foe.engaged_at = (knight.id,)
    table = steered(battle, lambda t: answer_by_tac(t, foe, knight), [])
    assert table.by.keys == []
    assert foe.tac == "STAND_GROUND"


def test_de_htac_12_de_host_16_a_horse_that_came_at_him_bashes_once() -> None:
    """Contact was its bash: the matrix gives no second one."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 16.707, 180))
    knight, foe = battle.figures
    assert knight.steed is not None
    assert steered(battle, lambda t: use_bash(t, knight, foe), [96]).by.keys == ["body_bash"]
    knight.steed.passed = (1,)
    assert steered(battle, lambda t: use_bash(t, knight, foe), []).by.keys == []


def test_de_tacp_09_a_keeper_gives_way_before_a_horse_too() -> None:
    """KEEP DISTANCE that lies there, or is picked as it closes, lets him retreat unbashed."""
    for lying, answers in (
        (("KEEP_DISTANCE",), {"keep_distance": "retreat"}),
        ((), {"tac_as_it_closes": "KEEP_DISTANCE", "keep_distance": "retreat"}),
    ):
        battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180))
        knight, foe = battle.figures
        foe.hand = lying
        foe.blows_left = 1
        table = steered(battle, lambda t, k=knight: ride(t, k, 0.0, 3.4), [], **answers)
        assert not events_of(table, Bashed)
        assert foe.y == 21.0


def test_de_tacp_12_who_kneels_before_a_horse_stands_his_ground_or_keeps_distance() -> None:
    """And a CHARGE picked as it closes is the one of the turn (DE-TAC-18)."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180, posture="kneeling"))
    table = steered(battle, lambda t: answer_by_tac(t, battle.figures[1], battle.figures[0]), [])
    (asked,) = table.by.was_asked("tac_as_it_closes")
    assert set(asked.candidates) == {"STAND_GROUND", "KEEP_DISTANCE"}  # type: ignore[attr-defined]
    battle = rider("gallop", "great_horse", man("great_cat", "b", 20, 18, 180))
    cat = battle.figures[1]
    steered(
        battle, lambda t: answer_by_tac(t, cat, battle.figures[0]), [], tac_as_it_closes="CHARGE"
    )
    assert cat.charged_this_turn


def test_de_htac_12_who_gives_ground_before_a_horse_is_not_bashed() -> None:
    """An unengaged man retreats 3 inches as it comes: the horse ends its run behind him."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180))
    knight, foe = battle.figures
    table = steered(battle, lambda t: ride(t, knight, 0.0, 3.5), [], tac_as_it_closes="RETREAT")
    assert table.by.keys == ["tac_as_it_closes", "retreat_facing"]
    assert not events_of(table, Bashed)
    assert (foe.tac, foe.y, knight.y) == ("RETREAT", 21.0, 18.5)
    assert knight.steed is not None
    assert knight.steed.speed == "gallop"


def test_de_htac_12_a_horse_that_runs_on_comes_up_with_him_all_the_same() -> None:
    """At 5 inches it catches whom it drove before it, who is asked no second time."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 17, 180))
    table = steered(
        battle, lambda t: ride(t, battle.figures[0], 0.0, 5.0), [96], tac_as_it_closes="RETREAT"
    )
    assert table.by.keys.count("tac_as_it_closes") == 1
    assert [event.target for event in events_of(table, Bashed)] == [1]


def test_de_htac_12_a_tac_card_that_lies_face_down_is_the_answer() -> None:
    """In the TAC phase everybody has chosen already: nobody picks a second card."""
    battle = rider("gallop", "great_horse", man("sergeant", "b", 20, 18, 180))
    battle.figures[1].hand = ("STAND_GROUND",)
    table = steered(battle, lambda t: ride(t, battle.figures[0], 0.0, 3.5), [96])
    assert table.by.keys == []
    assert battle.figures[1].tac == ""


def test_de_htac_09_slowed_to_a_trot_it_runs_no_farther() -> None:
    """A cantering horse that touches a man trots: its run ends against him."""
    battle = rider("canter", "great_horse", man("sergeant", "b", 20, 18, 180))
    battle.figures[1].tac = "STAND_GROUND"
    steered(battle, lambda t: ride(t, battle.figures[0], 0.0, 3.5), [96])
    knight = battle.figures[0]
    assert knight.steed is not None
    assert knight.steed.speed == "trot"
    assert knight.y == pytest.approx(18 - 0.707 - 1.0, abs=0.03)


def test_de_horse_05_a_giant_bashes_back() -> None:
    """Who weighs as much as the horse exchanges bashes with it."""
    battle = rider("gallop", "medium_horse", man("giant", "b", 20, 19, 180))
    battle.figures[1].tac = "STAND_GROUND"
    table = steered(battle, lambda t: ride(t, battle.figures[0], 0.0, 3.5), [96, 96])
    assert [event.figure for event in events_of(table, Bashed)] == [0, 1]


def test_de_horse_07_a_wheel_knocks_men_down() -> None:
    """50 or less: down and stunned; friend and foe alike."""
    battle = rider(
        "stand",
        "great_horse",
        man("sergeant", "b", 21.207, 15, 270),
        man("sergeant", "a", 18.793, 15, 90),
    )
    table = steered(battle, lambda t: wheel(t, battle.figures[0]), [50, 51], wheel="0")
    assert events_of(table, Wheeled)[0].effects == ((1, "flat_stunned"), (2, "none"))
    assert battle.figures[1].posture == "prone"
    assert battle.figures[1].stun > 0
    assert battle.figures[1].in_hand == ("mace",)  # knocked down and stunned, not disarmed
    assert battle.figures[2].posture == "standing"


def test_de_horse_08_de_horse_09_larger_ones_go_by_weight() -> None:
    """An ogre on a larger stand goes to his knees on 50; a steed is made to stumble."""
    battle = rider("stand", "great_horse", man("ogre", "b", 21.56, 15, 270))
    steered(battle, lambda t: wheel(t, battle.figures[0]), [50], wheel="0")
    assert battle.figures[1].posture == "kneeling"
    other = man("squire", "b", 21.01, 15, steed="great_horse", hand=("broadsword",))
    battle = rider("stand", "great_horse", other)
    table = steered(battle, lambda t: wheel(t, battle.figures[0]), [30, 1], wheel="0")
    assert events_of(table, Stumbled)[0].result == "loses_one_speed"


@pytest.mark.parametrize(("weight", "dice"), [(1500, [30]), (1501, [])])
def test_de_horse_07_de_horse_08_nothing_is_rolled_for_one_half_as_heavy_again(
    weight: int, dice: list[int]
) -> None:
    """More than 1.5 times the horse's weight no wheel can move."""
    one = Victim(man_sized=False, weight=weight)
    found = play(
        rider(),
        lambda table: roll_wheel(table, table.state.tables, horse_weight=1000, victims=(one,)),
        dice,
    )
    assert found.result == ["stumble" if dice else "none"]


def test_de_horse_05_who_weighs_just_as_much_bashes_back() -> None:
    """A horse of exactly the comer's own weight, rider and all."""
    for spare, both in ((0, True), (1, False)):
        battle = rider("gallop", "medium_horse", man("ogre", "b", 20, 19, 180))
        knight, ogre = battle.figures
        ogre.tac = "STAND_GROUND"
        weight = 1000 - (total_weight(battle, ogre) - ogre.profile.weight) - spare
        ogre.profile = msgspec.structs.replace(ogre.profile, weight=weight)
        dice = [96, 96] if both else [96]
        table = steered(battle, lambda t, one=knight: ride(t, one, 0.0, 3.5), dice)
        assert len(events_of(table, Bashed)) == len(dice)


def test_de_horse_10_de_host_38_trampling() -> None:
    """Onto a prone figure within an inch; the natural row and 20; a third blow kicks."""
    battle = rider("trot", "great_horse", man("peasant", "b", 20, 17.4, posture="prone"))
    one, two = battle.figures
    assert why_not_trample(one, two) is None
    table = play(battle, lambda t: trample(t, one, two), [74, 3, 3])
    assert events_of(table, Trampled)[0].damage == 10
    two.posture = "standing"
    refused = why_not_trample(one, two)
    assert refused is not None
    assert refused.clause == "DE-HORSE-10"


def test_de_horse_10_one_inch_and_no_more_onto_whom_it_tramples() -> None:
    for inches, far in ((0.99, False), (1.02, True)):
        lying = man("peasant", "b", 20, 16.7071 + inches, 0, posture="prone")
        battle = rider("trot", "great_horse", lying)
        assert (why_not_trample(*battle.figures) is not None) is far


def test_de_horse_11_a_trampling_horse_kicks_with_its_hoof() -> None:
    """The kick is an attack of the steed's own."""
    battle = rider("trot", "great_horse", man("peasant", "b", 20, 17.4, posture="prone"))
    table = play(battle, lambda t: trample(t, *battle.figures, kick=True), [99, 99])
    assert not events_of(table, Trampled)[0].hit


def test_de_horse_10_who_gets_up_after_a_trampling_stands_beside_the_horse() -> None:
    """The horse rests on him: he rolls out to the nearest free place, still in contact."""
    battle = rider("trot", "great_horse", man("peasant", "b", 20.6, 17.2, posture="prone"))
    knight, peasant = battle.figures
    play(battle, lambda t: trample(t, knight, peasant), [99])
    assert overlapping(stand(knight), stand(peasant))
    play(battle, lambda t: rise(t, peasant), [3])
    assert peasant.posture == "standing"
    assert faults(battle) == []
    assert gap(knight, peasant) < 0.01


def test_de_grap_11_without_room_around_nobody_gets_up() -> None:
    """Shut in beneath a horse he stays down, and the segment of other acts offers it not."""
    walls = [
        thing("west", (15, 5, 19.4, 30)),
        thing("east", (21.2, 5, 25, 30)),
        thing("north", (15, 16.4, 25, 30)),
        thing("south", (15, 5, 25, 13.8)),
    ]
    lying = man("peasant", "b", 20.3, 16, posture="prone")
    battle = rider("trot", "great_horse", lying, things=walls)
    play(battle, lambda t: rise(t, battle.figures[1]), [3])
    assert battle.figures[1].posture == "prone"
    assert not [key for key in keys_of(battle, battle.figures[1]) if "stand_up" in key]


def hamstringers() -> Battle:
    """A sergeant beside a knight's horse."""
    return rider("trot", "great_horse", man("sergeant", "b", 21.207, 15, 270))


def test_de_horse_12_de_horse_14_one_attempt_at_a_slow_horse() -> None:
    """In contact, at a trot or slower, once a turn."""
    battle = hamstringers()
    knight, foe = battle.figures
    assert why_not_hamstring(battle, foe, knight) is None
    foe.hamstrung_this_turn = True
    refused = why_not_hamstring(battle, foe, knight)
    assert refused is not None
    assert refused.clause == "DE-HORSE-12"
    foe.hamstrung_this_turn = False
    assert knight.steed is not None
    knight.steed.speed = "gallop"
    refused = why_not_hamstring(battle, foe, knight)
    assert refused is not None
    assert refused.clause == "DE-HORSE-14"
    assert why_not_hamstring(battle, foe, knight, passing=True) is None


def test_de_horse_13_he_ends_prone_on_the_other_side() -> None:
    """Whatever the outcome the man lies on the far side of the horse."""
    battle = hamstringers()
    knight, foe = battle.figures
    table = play(battle, lambda t: hamstring(t, foe, knight), [99])
    assert not events_of(table, Hamstrung)[0].falls
    assert foe.posture == "prone"
    assert foe.x < 20.0
    assert foe.hamstrung_this_turn


def test_de_host_37_de_host_66_a_hamstrung_horse_falls() -> None:
    """The rider who keeps his seat lands kneeling; the man is pinned on 30 and hurt."""
    battle = hamstringers()
    knight, foe = battle.figures
    before = foe.fatigue
    table = play(battle, lambda t: hamstring(t, foe, knight), [1, 94, 30, 2, 2])
    assert events_of(table, Hamstrung)[0].pinned
    assert knight.steed is None
    assert (knight.posture, foe.pinned) == ("kneeling", 2)
    assert foe.fatigue == before - 4
    assert battle.loose[0].steed.posture == "prone"


def test_de_host_35_de_host_37_a_rider_thrown_by_a_hamstrung_horse_may_lie_under_it() -> None:
    """He loses his seat: 2D6, and 25 or less pins him, away from the man who cut."""
    battle = hamstringers()
    knight, foe = battle.figures
    before = knight.fatigue
    play(battle, lambda t: hamstring(t, foe, knight), [1, 95, 31, 4, 5, 25])
    assert (knight.posture, knight.pinned) == ("prone", 2)
    assert knight.fatigue == before - 9
    assert battle.loose[0].steed.posture == "prone"


def test_de_bers_16_in_a_stupor_he_cuts_with_a_quarter_of_his_bonus() -> None:
    """The chance to hamstring falls with the hit bonus."""
    battle = hamstringers()
    knight, foe = battle.figures
    foe.stupor = True
    table = play(battle, lambda t: hamstring(t, foe, knight), [99])
    assert not events_of(table, Hamstrung)[0].falls
    needed = next(one.wish.needed for one in events_of(table, Rolled) if one.wish is not None)
    assert (needed, own_bonus(battle, foe, "LH")) == (39, 4)


def test_de_host_34_stumbling() -> None:
    """Gallop 20, crossing a horse 15, less 5 of footing: 30 stumbles; the d10 says how."""
    battle = rider("gallop")
    table = play(battle, lambda t: stumble(t, battle.figures[0], crossing_horse=True), [30, 5])
    assert events_of(table, Stumbled)[0].result == "loses_one_speed"
    assert battle.figures[0].steed is not None
    assert battle.figures[0].steed.speed == "canter"
    assert events_of(table, Rolled)[1].dice == (10,)
    table = play(battle, lambda t: stumble(t, battle.figures[0]), [99])
    assert table.result


def test_de_host_35_knees_and_the_seat() -> None:
    """To its knees it stops; a rider who loses his seat is thrown and hurt."""
    battle = rider("gallop")
    one = battle.figures[0]
    before = one.fatigue
    play(battle, lambda t: stumble(t, one), [1, 6, 95, 4, 4])
    assert one.steed is None
    assert one.posture == "prone"
    assert one.fatigue == before - 8


def test_de_host_66_unhorsed_lies_beside_away_from_the_striker() -> None:
    """2D6, prone, no pin roll; on the side away from the striker."""
    battle = rider("trot")
    one = battle.figures[0]
    before = one.fatigue
    table = play(battle, lambda t: unhorse(t, one, (25.0, 15.0)), [3, 4])
    assert events_of(table, Unhorsed)[0].why == "unhorsed"
    assert (one.posture, one.pinned, one.fatigue) == ("prone", 0, before - 7)
    assert one.x < 20.0
    assert battle.loose[0].steed.speed == "stand"


def test_de_host_65_a_felled_steed_is_out() -> None:
    """At body 0 it falls, its rider is thrown and may be pinned; nobody mounts it again."""
    battle = rider("trot")
    one = battle.figures[0]
    play(battle, lambda t: steed_falls(t, one, out=True), [1, 1, 25])
    assert one.pinned == 2
    assert battle.loose[0].steed.body == 0
    assert battle.loose[0].steed.posture == "prone"


def test_de_grap_02_alongside_is_beside_the_horse() -> None:
    """At a long side, not before the head."""
    battle = hamstringers()
    knight, foe = battle.figures
    assert alongside(battle, foe, knight)
    put(battle, foe, 20, 16.707, 180.0)
    assert not alongside(battle, foe, knight)


def test_de_grap_02_de_tacp_11_a_cat_leaps_with_a_run() -> None:
    """Before the head a charging cat pulls; one that only calls CHARGE in contact does not."""
    battle = arena(
        man("great_cat", "a", 10, 10, 0),
        man("knight", "b", 10, 11.75, 180, steed="great_horse"),
        half=2,
        card_round=0,
    )
    cat, knight = battle.figures
    cat.tac, cat.tac_moved = "CHARGE", 0.0
    assert not alongside(battle, cat, knight)
    cat.tac_moved = 1.0
    assert alongside(battle, cat, knight)


def test_de_host_36_a_pulled_rider_lies_beside_who_pulled_him() -> None:
    """On the grappler's side of the horse, with the 1D6 of the pull alone."""
    battle = hamstringers()
    knight, foe = battle.figures
    side = foe.x - knight.x
    before = knight.fatigue
    table = play(battle, lambda t: pull_rider(t, foe, knight), [1, 3])
    assert events_of(table, Grappled)[0].done
    assert (knight.x - battle.loose[0].x) * side > 0
    assert knight.fatigue == before - 3


def test_de_grap_03_the_speed_of_the_movement_segment_hampers_a_pull() -> None:
    """A horse that galloped and was slowed by contacts is pulled at as a galloping one."""
    battle = hamstringers()
    knight, foe = battle.figures
    assert knight.steed is not None
    knight.steed.melee_speed = "gallop"
    table = play(battle, lambda t: pull_rider(t, foe, knight), [100, 51])
    needed = next(one.wish.needed for one in events_of(table, Rolled) if one.wish is not None)
    assert needed == max(0, 20 + own_bonus(battle, foe, "H") - 30)


def test_de_grap_02_de_grap_03_who_is_not_beside_the_horse_pulls_at_nothing() -> None:
    """Before its head, or away from it, the grapple is lost; a wheel makes it harder by 25."""
    battle = hamstringers()
    knight, foe = battle.figures
    table = play(battle, lambda t: pull_rider(t, foe, knight), [100, 51])
    chances = [one.wish.needed for one in events_of(table, Rolled) if one.wish is not None]
    assert knight.steed is not None
    knight.steed.hand = ("WHEEL",)
    table = play(battle, lambda t: pull_rider(t, foe, knight), [100, 51])
    wheeling = [one.wish.needed for one in events_of(table, Rolled) if one.wish is not None]
    assert (chances[0], wheeling[0]) == (40, 15)
    for x, y in ((20.0, 16.707), (30.0, 15.0)):
        put(battle, foe, x, y, 180.0)
        table = play(battle, lambda t: pull_rider(t, foe, knight))
        assert not events_of(table, Grappled)


def test_de_grap_05_a_failed_pull_may_bring_a_body_bash() -> None:
    """50 or less: horse and rider bash the grappler, with their own chance."""
    battle = hamstringers()
    knight, foe = battle.figures
    table = play(battle, lambda t: pull_rider(t, foe, knight), [100, 50, 1, 91])
    assert [(one.figure, one.result) for one in events_of(table, Bashed)] == [(0, "flat")]
    assert foe.posture == "prone"


def test_de_grap_09_nobody_tosses_a_horse() -> None:
    """Against a rider there is the body bash alone."""
    battle = hamstringers()
    knight, foe = battle.figures
    foe.hand = ("TOSS",)
    play(
        battle,
        lambda t: use_bash(t, foe, knight),
        [26],
        [lambda choice: [option.key for option in choice.options()][1]],
    )
    assert knight.posture == "standing"


def test_a_horse_may_not_break_contact_by_move_unless_heavier() -> None:
    """A horse weighs half as much again as a man: it goes where it will (DE-CARD-16)."""
    battle = rider("trot", "great_horse", man("sergeant", "b", 20, 16.7, 180))
    put(battle, battle.figures[1], 21.21, 15, 270.0)
    there = horse_way(battle, battle.figures[0], Way("go", ((20.0, 17.0),), 0.0))
    assert not isinstance(there, Refusal)
    assert there.y == pytest.approx(17.0)


def test_de_host_17_a_steed_bashes_by_its_speed_and_only_a_man_on_foot_by_his_rush() -> None:
    """CHARGE adds 10 to a man on foot; to a rider the speed of his steed, and nothing more."""
    battle = rider("trot", "great_horse", man("sergeant", "b", 30, 30), man("sergeant", "b", 9, 9))
    _, sergeant, other = battle.figures
    assert body_bash_chance(battle, sergeant, other, charging=True) == 10 + body_bash_chance(
        battle, sergeant, other
    )
    light = man("peasant", "a", 20, 15, steed="mule", speed="walk")
    battle = arena(light, man("giant", "b", 30, 30))
    slow, giant = battle.figures
    assert body_bash_chance(battle, slow, giant, charging=True) == body_bash_chance(
        battle, slow, giant
    )


def test_de_host_65_damage_to_a_steed_that_is_gone_hurts_nobody() -> None:
    """Its rider came off before the blow was carried out: there is no steed to hurt."""
    battle = arena(man("sergeant", "a", 10, 10))
    before = battle.figures[0].body
    table = play(battle, lambda t: hurt_steed(t, battle.figures[0], 9))
    assert battle.figures[0].body == before
    assert table.events == []


def test_de_host_65_de_chg_36_a_steed_that_loses_its_rider_over_somebody_rests_on_free_ground() -> (
    None
):
    """It was running him down; each riderless steed has a number of its own."""
    battle = arena(
        man("knight", "a", 20, 10, steed="great_horse", speed="canter"),
        man("sergeant", "b", 20.3, 10.8, 180),
        man("squire", "a", 30, 10, steed="medium_horse"),
    )
    knight, sergeant, squire = battle.figures
    play(battle, lambda table: unhorse(table, knight, (20.0, 14.0)), [1, 1])
    play(battle, lambda table: unhorse(table, squire, (30.0, 14.0)), [1, 1])
    first, second = battle.loose
    assert not overlapping(stand_at("horse", first.x, first.y, first.facing), stand(sergeant))
    assert first.x == 20
    battle.loose.remove(first)  # somebody mounts it, and is thrown
    knight.steed = first.steed
    play(battle, lambda table: unhorse(table, knight, (20.0, 14.0)), [1, 1])
    assert len({one.id for one in battle.loose}) == 2
    assert second in battle.loose
