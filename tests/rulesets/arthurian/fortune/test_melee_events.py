"""Melee combat events, virtue and luck: AR-MEVENT, AR-VIRTUE, AR-LUCK."""

from typing import Any

import pytest

from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.options import Options
from banneret.rulesets.arthurian.fight import harm, melee, mercy
from banneret.rulesets.arthurian.fortune import melee_events
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.turn import deeds, handiwork
from rulesets.arthurian.field import acting, field, judged, made, play, step
from rulesets.scripting import events_of, rolls

PC = {"mounted": True, "shield": True, "tough_total": 6, "weapon_bonus": 2}
FOE = {"mounted": True, "shield": True, "vl": 0, "tough_total": 6}


def event(dice: Any, pc: Any = None, foe: Any = None, **more: Any) -> Any:
    given = {"pc": {**PC, **(pc or {})}, "opponent": {**FOE, **(foe or {})}, **more}
    return judged("melee_event", given, dice)["effects"]


def duel(foe: str = "robber_knight", **options: Any) -> Any:
    """A PC on horseback in contact with somebody."""
    far = 12 if foe in {"robber_knight", "rt_young"} else 11.5
    return field(
        made("pc_knight", "a", 10, 10),
        made(foe, "b", far, 10),
        made("dwarf", "a", 5, 5),
        **{"melee_events": "on", "morale": "off", **options},
    )


def occurs(battle: Any, dice: Any, answers: Any = ()) -> Any:
    return play(
        battle, lambda t: melee_events.occurs(t, battle[0], battle[1], (1, 3)), dice, answers
    )


def test_ar_mevent_01_a_natural_1_of_either_die_brings_an_event() -> None:
    assert Options.read({"solo": True}, {}).melee_events == "on"
    assert Options.read({}, {}).melee_events == "off"
    for dice, event_ in (([1, 3, 1, 1, 2, 1, 6], True), ([2, 2], False), ([2, 5], False)):
        battle = acting(duel())
        table = step(battle, dice, ["attack:1"])
        assert bool(events_of(table, e.MeleeEventCame)) is event_


def test_ar_mevent_02_one_event_even_of_two_ones_and_none_if_one_is_gone() -> None:
    battle = acting(duel())
    table = step(battle, [1, 1, 2, 1, 6], ["attack:1"])
    assert len(rolls(table, "melee combat event")) == 1
    battle = acting(duel("brigand"))
    table = step(battle, [2, 1, 6, 6, 1, 2], ["attack:1"])
    assert battle[1].removed_how == "killed"
    assert rolls(table, "melee combat event") == []


def test_ar_mevent_03_who_is_the_pc() -> None:
    battle = field(
        made("pc_knight", "a", 1, 1), made("pc_knight", "b", 5, 5), made("squire", "a", 9, 9)
    )
    one, other, squire = battle.models
    assert melee_events.roles(one, squire, (3, 1)) == (one, squire)
    assert melee_events.roles(squire, other, (1, 3)) == (other, squire)
    assert melee_events.roles(one, other, (1, 1)) == (one, other)
    assert melee_events.roles(one, other, (4, 1)) == (other, one)
    assert melee_events.roles(squire, squire, (1, 1)) is None


def test_ar_mevent_04_the_explanation_of_row_5_is_followed() -> None:
    assert event([1, 4], {"mounted": False}) == ["no_effect"]


def test_ar_mevent_05_companions_leave() -> None:
    party = [
        {"kind": "man_at_arms"},
        {"kind": "dwarf", "arthurian": True},
        {"kind": "comrade", "vl": 4},
        {"kind": "mascot"},
    ]
    found = event([1, 1, 5], companions=party)
    assert found == ["man_at_arms_leaves", "dwarf_stays", "comrade_leaves", "mascot_stays"]


def test_ar_mevent_06_a_squire_leaves_a_lady_stays_and_nobody_is_a_casualty() -> None:
    battle = duel()
    for make in (
        made("squire", "a", 20, 20),
        made("lady", "a", 22, 20),
        made("mad_knight", "a", 25, 25),
    ):
        make(battle)
    occurs(battle, [1, 1])
    gone = [one.removed_how for one in battle.models if one.side == "a"]
    assert gone == ["", "left", "left", "", "left"]


def test_ar_mevent_07_the_shield_breaks_and_luck_brings_another() -> None:
    battle = duel()
    battle[0].spare_shield = 1
    occurs(battle, [1, 2, 3, 3], ["try"])
    assert (battle[0].shield, battle[0].spare_shield) == ("ok", 0)
    occurs(battle, [1, 2, 3])
    assert battle[0].shield == "broken"
    assert event([1, 2], {"shield": False}) == ["no_effect"]


def test_ar_mevent_08_a_fall_is_a_wound_of_str_d3_against_armour() -> None:
    found = judged("fall_wound", {"toughness": 6}, [2, 2, 6])
    assert (found["strength"], found["damage"], found["severity"]) == (2, 2, "shock")
    assert judged("fall_wound", {"toughness": 6}, [3, 6, 6])["severity"] == "killed"


def test_ar_mevent_09_the_weapon_breaks_and_another_is_taken() -> None:
    battle = duel()
    occurs(battle, [1, 3, 2])
    assert (battle[0].in_hand, "lance" in battle[0].weapons) == ("sword", False)


def test_ar_mevent_10_failing_the_luck_test_leaves_the_other_weapons() -> None:
    battle = duel()
    battle[0].spare_weapon, battle[0].in_hand = "sword", "sword"
    occurs(battle, [1, 3, 2, 6], ["try"])
    assert battle[0].in_hand == "lance"
    assert event([1, 3, 1], {"dwarf_in_play": True, "spare_weapon": True}, pc_tries_luck=False) == [
        "pc_weapon_broken"
    ]
    assert event([2, 2], {"armed": False}) == ["no_effect"]
    assert event([5, 5], None, {"armed": False}) == ["no_effect"]


def test_ar_mevent_11_the_horse_is_killed_and_a_1_pins() -> None:
    battle = duel()
    occurs(battle, [1, 4, 1, 1, 2, 1])
    pc = battle[0]
    assert (pc.horse, pc.mounted, pc.pinned) == ("dead", False, True)


def test_ar_mevent_12_a_spare_horse_by_luck() -> None:
    battle = duel()
    battle[0].spare_horse = True
    occurs(battle, [1, 4, 1, 1, 2, 2, 4], ["try"])
    assert (battle[0].mounted, battle[0].spare_horse, battle[0].at) == (True, False, (10.0, 10.0))
    assert event([1, 4, 1, 1, 2, 2, 5], {"spare_horse": True})[-1] == "on_foot"


def test_ar_mevent_13_a_fall_that_removes_ends_it() -> None:
    assert event([1, 4, 3, 6, 6]) == ["pc_horse_killed", "pc_fall_killed"]


def test_ar_mevent_14_unhorsed_on_1_to_3() -> None:
    assert event([1, 5, 4]) == ["no_effect"]
    found = event([1, 5, 3, 1, 1, 2, 6])
    assert found == ["pc_unhorsed", "pc_fall_nothing", "on_foot"]


def test_ar_mevent_15_luck_puts_him_back_where_he_sat() -> None:
    battle = duel()
    occurs(battle, [1, 5, 3, 1, 1, 2, 4], ["try"])
    assert (battle[0].mounted, battle[0].at) == (True, (10.0, 10.0))
    battle = duel()
    occurs(battle, [1, 5, 3, 1, 1, 2, 6], ["try"])
    assert (battle[0].mounted, battle[0].horse) == (False, "standing")


def test_ar_mevent_16_foot_ignore_it_and_an_unhorsed_opponent_never_remounts() -> None:
    assert event([1, 5], {"mounted": False}) == ["no_effect"]
    battle = duel()
    occurs(battle, [2, 6, 3, 1, 1, 2], ["advantage"])
    battle[1].x = 20
    battle[1].horse_x = 20
    acting(battle, 1)
    no = deeds.offered(battle, battle[1])["mount"]
    assert no is not None
    assert no.clause == "AR-MEVENT-16"


def test_ar_mevent_17_str_d3_or_a_fixed_1() -> None:
    assert len(event([1, 5, 3, 2, 1, 2, 6])) == 3
    assert len(event([1, 5, 3, 1, 2, 6], unhorsed_str="1")) == 3


def test_ar_mevent_18_peace() -> None:
    found = event([3, 4, 3, 2], None, {"vl": 3}, other_opponents=[1])
    assert found == ["fight_stops", "other_1_fights_on"]


def test_ar_mevent_19_the_pc_decides_first_and_beasts_ignore_it() -> None:
    assert event([3, 4], pc_stops=False) == ["fight_goes_on"]
    wolf = {"pc": PC, "opponent": {"tough_total": 2}}
    assert judged("melee_event", wolf, [3, 4])["effects"] == ["fight_goes_on"]
    battle = duel("wolf")
    table = occurs(battle, [3, 4])
    assert not [t for t in table.events if getattr(t.event, "key", "") == "peace"]


def test_ar_mevent_20_who_stops_quits_the_field_and_the_last_gives_a_draw() -> None:
    battle = duel("rt_young")
    occurs(battle, [3, 4, 4], ["stop"])
    assert battle[1].removed_how == "stopped"
    battle.phase = "round_end"
    step(battle)
    assert battle.decided
    assert battle.winner is None
    assert battle.clause == "AR-MEVENT-20"


def test_ar_mevent_21_the_opponent_is_unhorsed_and_the_rider_is_asked() -> None:
    assert event([2, 6, 2, 1, 1, 2])[-1] == "chivalry_choice"
    assert "chivalry_choice" not in event([2, 6, 2, 1, 1, 2], {"mounted": False})


def test_ar_mevent_22_the_opponent_s_horse_is_killed() -> None:
    assert event([3, 6], None, {"mounted": False}) == ["no_effect"]
    assert event([3, 6, 1, 1, 2, 1])[-1] == "opponent_pinned"
    found = event([3, 6, 1, 1, 2, 2])
    assert found[-2:] == ["opponent_on_foot", "chivalry_choice"]


def test_ar_mevent_23_the_opponent_s_weapon_breaks() -> None:
    same = event([4, 6, 3], None, {"next_bonus": 2})
    assert same == ["opponent_weapon_broken", "opponent_changes_weapon"]
    assert event([4, 6, 3])[-2:] == ["opponent_unarmed", "chivalry_choice"]


def test_ar_mevent_24_a_weaker_weapon_is_an_advantage() -> None:
    assert event([4, 6, 3], None, {"next_bonus": 1})[-1] == "chivalry_choice"


def test_ar_mevent_25_the_opponent_s_shield_breaks() -> None:
    assert event([5, 6], None, {"shield": False}) == ["no_effect"]
    battle = duel()
    occurs(battle, [5, 6, 3], ["advantage"])
    assert battle[1].shield == "broken"


def test_ar_mevent_26_no_question_against_brigands_or_without_advantage() -> None:
    rough = {"knightly": False}
    assert event([5, 6, 3], None, rough) == ["opponent_shield_broken"]
    assert event([5, 6, 3], {"shield": False}) == ["opponent_shield_broken"]
    assert event([5, 6, 3])[-1] == "chivalry_choice"


def test_ar_mevent_27_a_knight_joins_and_waits_while_the_pc_fights_on() -> None:
    battle = duel()
    occurs(battle, [6, 6, 4])
    knight = battle.models[-1]
    assert (knight.profile.id, knight.where, knight.side) == ("rt_famed", "reserve", "a")
    battle.round = 2
    play(battle, melee_events.bring_on)
    assert knight.where == "reserve"
    assert who.counts(knight)


def test_ar_mevent_28_he_comes_when_the_pc_is_beaten_or_at_once_if_so_agreed() -> None:
    battle = duel()
    occurs(battle, [6, 6, 6])
    knight = battle.models[-1]
    assert knight.profile.id == "rt_peerless"
    battle[0].where, battle[0].removed_how = "gone", "out of action"
    play(battle, melee_events.bring_on)
    assert knight.where == "reserve"  # from the next round on
    battle.round = 2
    play(battle, melee_events.bring_on)
    assert (knight.where, knight.at) == ("table", (10.0, 1.0))
    battle = duel(joining_knight="immediate")
    occurs(battle, [6, 6, 1])
    battle.round = 2
    play(battle, melee_events.bring_on)
    assert battle.models[-1].where == "table"
    assert judged("random_knight", {}, [3])["profile"] == "rt_young"


def test_ar_mevent_29_ar_virtue_04_chivalry_gives_up_the_advantage_for_3() -> None:
    battle = duel()
    occurs(battle, [2, 6, 3, 1, 1, 2], ["chivalrous"])
    assert (battle[0].mounted, battle[0].vp) == (False, 51)
    assert who.touch(battle[0], battle[1])
    battle = duel()
    occurs(battle, [2, 6, 3, 1, 1, 2], ["advantage"])
    assert (battle[0].mounted, battle[0].vp) == (True, 45)
    battle = duel()
    occurs(battle, [5, 6, 3], ["chivalrous"])
    assert battle[0].shield == "aside"
    battle = duel()
    battle[1].weapons = ("mace",)
    battle[1].in_hand = "mace"
    battle[0].in_hand = "sword"
    occurs(battle, [4, 6, 3], ["chivalrous"])
    assert battle[1].in_hand == "sword"


def test_ar_mevent_30_going_back_costs_6_and_a_fight_ends_with_contact() -> None:
    battle = duel()
    occurs(battle, [5, 6, 3], ["chivalrous"])
    acting(battle)
    step(battle, (), ["shield"])
    assert (battle[0].shield, battle[0].vp) == ("ok", 45)
    battle = duel()
    occurs(battle, [5, 6, 3], ["chivalrous"])
    battle[1].x = 20
    harm.over_contact(battle)
    assert (battle.fights, battle[0].shield) == ((), "ok")
    battle = duel()
    occurs(battle, [2, 6, 3, 1, 1, 2], ["chivalrous"])
    play(battle, lambda t: handiwork.mount(t, battle[0], ""))
    assert battle[0].vp == 45


def test_ar_mevent_31_the_horse_stands_where_he_sat_and_the_spare_is_tried_later() -> None:
    battle = duel()
    occurs(battle, [1, 5, 3, 1, 1, 2, 6], ["try"])
    pc = battle[0]
    assert (pc.horse_x, pc.horse_y, pc.prone) == (10.0, 10.0, False)
    assert who.touch(pc, battle[1])
    battle[1].x = 30
    pc.spare_horse, pc.horse = True, "dead"
    acting(battle)
    step(battle, [4], ["spare"])
    assert (pc.mounted, pc.spare_horse) == (True, False)


# -- virtue and luck


def test_ar_virtue_01_equal_or_below_passes() -> None:
    assert judged("vl_check", {"vl": 4}, [4])["passed"]
    assert not judged("vl_check", {"vl": 4}, [5])["passed"]
    assert judged("vl_check", {"vl": 6}, [6])["passed"]
    assert not judged("vl_check", {"vl": 0}, [1])["passed"]


def test_ar_virtue_02_without_a_level_no_die_and_failed() -> None:
    assert not judged("vl_check", {}, [])["passed"]


@pytest.mark.parametrize(
    ("vp", "level"), [(47, 3), (48, 4), (72, 6), (200, 6), (-1, -1), (-99, -3)]
)
def test_ar_virtue_03_twelve_points_a_level(vp: int, level: int) -> None:
    assert judged("virtue_level", {"vp": vp})["value"] == level


@pytest.mark.parametrize(("deed", "after"), [("slay", 36), ("help", 51), ("take", 48)])
def test_ar_virtue_05_dealing_with_a_helpless_knight(deed: str, after: int) -> None:
    battle = duel()
    battle[1].pinned, battle[1].mounted, battle[1].x = True, False, 11.5
    play(battle, lambda t: mercy.deal(t, battle[0], battle[1], deed))
    assert battle[0].vp == after


def test_ar_virtue_05_nobody_minds_a_brigand() -> None:
    battle = duel("brigand")
    battle[1].surrendered = True
    play(battle, lambda t: mercy.deal(t, battle[0], battle[1], "slay"))
    assert battle[0].vp == 48


def test_ar_virtue_06_the_level_changes_at_once() -> None:
    battle = duel()
    occurs(battle, [2, 6, 3, 1, 1, 2], ["advantage"])
    assert who.virtue_of(battle[0]) == 3


def test_ar_luck_01_equal_or_below_and_not_used_up() -> None:
    assert judged("luck_test", {"luck": 4}, [4])["passed"]
    assert not judged("luck_test", {}, [5])["passed"]


def test_ar_luck_02_the_opponent_tests_no_luck() -> None:
    assert event([4, 6, 3], None, {"next_bonus": 2}) == [
        "opponent_weapon_broken",
        "opponent_changes_weapon",
    ]
    battle = duel()
    table = play(battle, lambda t: melee.break_weapon(t, battle[1]))
    assert rolls(table, "luck") == []


def test_ar_mevent_07_a_four_breaks_no_shield() -> None:
    assert event([1, 2, 4]) == ["no_effect"]
    assert event([1, 2, 3])[0] == "pc_shield_broken"


def test_ar_mevent_22_a_pc_on_foot_has_no_choice_and_the_horse_is_dead() -> None:
    assert event([3, 6, 1, 1, 2, 2], {"mounted": False})[-1] == "opponent_on_foot"
    battle = duel()
    occurs(battle, [3, 6, 1, 1, 2, 2], ["advantage"])
    assert (battle[1].mounted, battle[1].horse) == (False, "dead")


def test_ar_scen_01_what_a_deed_costs_in_virtue_is_said_before_it_is_done() -> None:
    duel = (made("pc_knight", "a", 10, 10), made("robber_knight", "b", 10, 12))
    battle = field(*duel, made("dwarf", "a", 8.5, 12), scenario="the_ford")
    dwarf = battle[2]
    offer = deeds.offered(acting(battle, 2), dwarf)
    assert deeds.label(battle, dwarf, "attack:1") == "Attack Sir Breuse: -3 virtue"
    assert not deeds.usual(battle, dwarf, offer).startswith("attack")
    assert deeds.label(battle, battle[0], "attack:1") == "Attack Sir Breuse"
    assert deeds.label(battle, battle[0], "break") == "Break from combat: -3 virtue"
    assert deeds.label(battle, battle[0], "shield") == "Take up the shield again: -6 virtue"


@pytest.mark.parametrize(("foe", "proposed"), [("robber_knight", "fight"), ("rt_young", "stop")])
def test_ar_mevent_18_peace_is_proposed_only_where_it_may_be_taken(foe: str, proposed: str) -> None:
    seen: list[Any] = []

    def look(choice: Any) -> str:
        seen.append(choice.proposal)
        return "fight"

    occurs(duel(foe), [1, 6], [look])
    assert seen == [proposed]
