"""The d100 events, row by row, and the wild card: AR-EVENT, AR-WILD, AR-SUPPORT."""

from functools import partial
from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.options import Options
from banneret.rulesets.arthurian.basics.state import Token
from banneret.rulesets.arthurian.basics.tables import EVENTS, TABLES
from banneret.rulesets.arthurian.fight import harm
from banneret.rulesets.arthurian.fight.wounds import Wound
from banneret.rulesets.arthurian.fortune import combat_events, reinforcements
from banneret.rulesets.arthurian.fortune.d100 import event_of
from banneret.rulesets.arthurian.ground import sight, ways
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.turn import cards, deeds, moving
from rulesets.arthurian.field import acting, field, go, judged, made, play, step
from rulesets.scripting import Refused, events_of, rolls


def happens(
    battle: Any, name: str, dice: Any = (), answers: Any = (), *, by_player: bool = False
) -> Any:
    return play(battle, lambda t: combat_events.HAPPENS[name](t, "a", by_player), dice, answers)


def men(*places: Any, **more: Any) -> Any:
    own = [made("squire", "a", x, y) for x, y in places]
    return field(*own, made("brigand", "b", 30, 30), **more)


def at_edge(x: float, y: float = 0.0) -> Any:
    return {reinforcements.SPOT: [x, y, 0]}


def test_ar_event_01_a_1_before_the_turn_brings_an_event() -> None:
    assert not judged("combat_event", {}, [2])["triggered"]
    assert judged("combat_event", {}, [1, 50])["event"] == "bravery"
    battle = men((10, 10))
    battle.phase = "turn"
    table = step(battle, [1, 3])
    assert events_of(table, e.EventCame)[0].name == "confused"


def test_ar_event_02_two_checks_a_round_or_one_when_alone() -> None:
    battle = men((10, 10))
    assert [combat_events.checks(battle, side) for side in "ab"] == [True, True]
    alone = men((10, 10), solo=True)
    assert [combat_events.checks(alone, side) for side in "ab"] == [True, False]
    more = men((10, 10), solo=True, adversary_events=True)
    assert combat_events.checks(more, "b")
    assert Options.read({}, {"combat_events": False}).combat_events == "off"


def test_ar_event_03_the_table() -> None:
    found = [event_of(roll, "pattern") for roll in (7, 8, 91, 92)]
    assert found == ["confused", "accident", "just_a_scratch", "cold_feet"]


def test_ar_event_04_a_random_figure_among_the_eligible_and_none_without_a_die() -> None:
    battle = men((10, 10), (12, 10), (14, 10), (16, 10), (18, 10))
    happens(battle, "confused", [4])
    assert [one.confused for one in battle.models[:5]] == [False, False, False, True, False]
    table = happens(battle, "bravery")
    assert rolls(table) == []
    assert judged("random_figure", {"n": 0})["index"] is None
    assert judged("random_figure", {"n": 1})["index"] == 0


def test_ar_event_05_a_confused_figure_does_not_act_but_defends() -> None:
    battle = men((10, 10))
    happens(battle, "confused")
    battle.phase = "choose"
    step(battle)
    step(battle)
    assert battle[0].acted
    battle[1].x, battle[1].y = 11, 10
    acting(battle, 1)
    table = step(battle, [3, 4], ["attack:0"])
    assert rolls(table, "defence") == [(4,)]


def test_ar_event_06_an_accident() -> None:
    battle = men((10, 10))
    happens(battle, "accident")
    assert battle[0].prone


def test_ar_event_07_furious_assault_gives_two_moves_and_an_action() -> None:
    battle = men((10, 10))
    happens(battle, "furious_assault")
    acting(battle)
    battle.phase = "activate"
    step(battle)
    assert battle.act is not None
    assert (battle.act.moves, battle.act.actions) == (2, 1)


def test_ar_event_08_reinforcements_beyond_8_inches_act_from_the_next_round() -> None:
    battle = men((10, 10))
    battle[1].x, battle[1].y = 10, 8.5  # its edge is 8.0 from the point at x 10
    no = reinforcements.why_not_spot(battle, "a", 10.0)
    assert isinstance(no, Refusal)
    battle[1].y = 8.6
    assert reinforcements.why_not_spot(battle, "a", 10.0) is None
    happens(battle, "reinforcements", [3], [at_edge(10)])
    new = battle.models[2:]
    assert [one.profile.id for one in new] == ["man_at_arms", "archer"]
    assert {one.from_round for one in new} == {2}
    assert judged("reinforcement_spot_ok", {"nearest_enemy": 8.0})["value"] is False
    assert judged("reinforcement_spot_ok", {"nearest_enemy": 8.1})["value"] is True


def test_ar_event_08_reinforcements_come_on_at_any_point_of_the_own_edge() -> None:
    battle = men((10, 10))
    happens(battle, "reinforcements", [2], [at_edge(7.137, 0.4)])
    assert battle[2].at == (7.137, battle[2].radius)
    with pytest.raises(Refused, match="your own edge"):
        happens(men((10, 10)), "reinforcements", [2], [at_edge(7.137, 1.1)])
    with pytest.raises(Refused, match="not on the table"):
        happens(men((10, 10)), "reinforcements", [2], [at_edge(-0.1)])
    battle[1].x, battle[1].y = 18, 0.5
    (before, first), (last, after) = reinforcements.stretches(battle, "a")
    assert (before, after) == (0, 36)
    half = (8.5**2 - 0.5**2) ** 0.5
    assert (round(first, 2), round(last, 2)) == (round(18 - half, 2), round(18 + half, 2))
    with pytest.raises(Refused, match="within 8 inches"):
        happens(battle, "reinforcements", [2], [at_edge(18 - half)])


def test_ar_event_09_seize_the_moment_gives_an_action() -> None:
    battle = men((10, 10))
    happens(battle, "seize_the_moment")
    assert battle[0].extra_actions == 1


def test_ar_event_10_a_discovery_at_a_feature_in_sight() -> None:
    battle = men((18, 2), scenario="saxon_raid")
    happens(battle, "discovery", [2])
    assert len(battle.tokens) == 1
    assert battle.tokens[0].y < 6.5
    assert not happens(men((10, 10)), "discovery").state.tokens


def test_ar_event_11_take_cover_must_end_in_cover_and_is_free() -> None:
    battle = men((12, 17), scenario="robbers_tower")
    with pytest.raises(Refused) as no:
        happens(battle, "take_cover", (), ["0", go((12, 15))])
    assert no.value.clause == "AR-EVENT-11"
    happens(battle, "take_cover", (), ["0", go((12, 19.23))])
    acting(battle)
    assert deeds.offered(battle, battle[0])["move"] is None


def test_ar_event_12_spooked_horses_are_rolled_over_without_a_horse() -> None:
    assert judged("combat_event", {"mounted_figures": 0}, [1, 60, 57, 64])["roll"] == 64
    assert judged("combat_event", {"mounted_figures": 1}, [1, 60])["event"] == "spooked_horses"


def test_ar_event_13_a_horse_bolts_and_stops_short() -> None:
    battle = field(made("rt_young", "a", 10, 10), made("wolf", "b", 30, 30))
    happens(battle, "spooked_horses", [3])
    assert battle[0].at == (17.0, 10.0)
    battle = field(made("rt_young", "a", 34, 10), made("wolf", "b", 30, 30))
    happens(battle, "spooked_horses", [3])
    assert battle[0].at == (35.0, 10.0)
    battle = field(made("rt_young", "a", 10, 10), made("wolf", "b", 14, 10))
    happens(battle, "spooked_horses", [3])
    assert battle[0].x == pytest.approx(12.4)
    assert judged("random_direction", {}, [12])["degrees"] == 0


def test_ar_event_14_a_fumbler_only_defends() -> None:
    battle = men((10, 10))
    battle[1].x, battle[1].y = 11, 10
    happens(battle, "fumbled")
    acting(battle)
    offer = deeds.offered(battle, battle[0])
    for key in ("attack:1", "break"):
        no = offer[key]
        assert no is not None
        assert no.clause == "AR-EVENT-14"


def test_ar_event_15_rapid_fire_shoots_twice_without_reloading() -> None:
    battle = field(made("crossbowman", "a", 10, 10), made("brigand", "b", 10, 20))
    happens(battle, "rapid_fire")
    acting(battle)
    battle.phase = "activate"
    step(battle)
    step(battle, [1], ["shoot:1", "still"])
    assert not battle[0].loaded
    assert deeds.offered(battle, battle[0])["shoot:1"] is None
    step(battle, [1], ["shoot:1"])
    no = deeds.offered(acting(battle), battle[0])["shoot:1"]
    assert no is not None
    assert no.clause == "AR-EQUIP-10"


def test_ar_event_16_a_hidden_figure_is_no_target() -> None:
    battle = men((9, 26), scenario="ambush_in_the_wood")
    happens(battle, "hiding_spot")
    assert battle[0].hidden


def fallen(**changes: Any) -> Any:
    battle = men((10, 10), (14, 10))
    one = battle[1]
    one.where, one.removed_how, one.removed_at, one.wound = "gone", "killed", 1, "serious"
    one.wound_before = "none"
    for key, value in changes.items():
        setattr(one, key, value)
    return battle


def test_ar_event_17_one_lost_last_turn_stands_where_it_fell() -> None:
    battle = fallen()
    happens(battle, "just_a_scratch", (), ["1"])
    assert (battle[1].in_play, battle[1].at) == (True, (14.0, 10.0))
    battle = fallen(removed_at=0)
    happens(battle, "just_a_scratch")
    assert not battle[1].in_play


def test_ar_event_18_fortune_s_favor_on_99_and_100_or_never() -> None:
    assert [event_of(roll, "pattern") for roll in (98, 99, 100)] == [
        "cold_feet",
        "fortunes_favor",
        "fortunes_favor",
    ]
    assert event_of(99, "printed") == "cold_feet"
    battle = men((10, 10), (12, 10))
    happens(battle, "fortunes_favor", (), ["accident", "1"])
    assert battle[1].prone
    assert len(EVENTS) == 15


def test_ar_event_19_lightly_wounded_and_never_after_a_gruesome_death() -> None:
    battle = fallen()
    happens(battle, "just_a_scratch", (), ["1"])
    assert battle[1].wound == "light"
    for how in ("gruesome", "slain"):
        battle = fallen(removed_how=how)
        happens(battle, "just_a_scratch")
        assert not battle[1].in_play
    battle = fallen()
    happens(battle, "just_a_scratch", (), ["nobody"])
    assert not battle[1].in_play


def test_ar_event_20_ar_event_23_cold_feet() -> None:
    battle = men((10, 10))
    happens(battle, "cold_feet")
    assert battle[0].at == (10.0, 4.0)
    assert not battle[0].acted
    battle = men((10, 3))
    happens(battle, "cold_feet")
    assert battle[0].removed_how == "left"
    battle = men((10, 10))
    battle[1].x, battle[1].y = 11, 10
    happens(battle, "cold_feet")
    acting(battle)
    battle.phase = "activate"
    table = step(battle, [6, 1], ["hold"])
    assert rolls(table, "to break away") == [(6,)]
    assert battle[0].y < 5
    battle = men((10, 10))
    battle[0].prone = True
    happens(battle, "cold_feet")
    assert (battle[0].prone, battle[0].at) == (False, (10.0, 10.0))


def test_ar_event_21_a_token_is_carried_dropped_and_taken_by_the_enemy() -> None:
    battle = acting(men((10, 10)))
    battle.tokens.append(Token(0, "find", 10.3, 10.0))
    step(battle, (), ["pick:0"])
    assert battle[0].carries == 0
    play(battle, lambda t: harm.hurt(t, battle[0], Wound("head", 9, "killed"), 1))
    assert (battle.tokens[0].carrier, battle.tokens[0].x) == (-1, 10.0)
    battle[1].x, battle[1].y = 10.5, 10
    acting(battle, 1)
    step(battle, (), ["pick:0"])
    assert battle.tokens[0].carrier == 1
    battle[1].broken = False
    play(battle, lambda t: moving.leave(t, battle[1], "north"))
    assert battle.tokens[0].kept_by == "b"


def test_ar_event_21_only_who_leaves_by_his_own_edge_has_kept_it() -> None:
    for away in ("elsewhere", "other edge"):
        battle = acting(men((10, 10)))
        battle.tokens.append(Token(0, "relic", 10.3, 10.0))
        step(battle, (), ["pick:0"])
        one = battle[0]
        goes = {
            "elsewhere": partial(harm.remove, model=one, how="left"),  # companions, by event 2
            "other edge": partial(moving.leave, model=one, edge="north"),
        }
        play(battle, goes[away])
        assert (battle.tokens[0].kept_by, battle.tokens[0].carrier) == ("", -1)


def test_ar_event_22_bravery() -> None:
    battle = men((10, 10), (12, 10))
    battle[1].broken = True
    happens(battle, "bravery")
    assert not battle[1].broken


def test_ar_event_24_the_lists_of_the_eligible() -> None:
    battle = men((10, 10), (12, 10), (14, 10), (16, 10), (18, 10))
    for key in (0, 3):
        battle[key].prone = True
    assert [m.id for m in combat_events.eligible(battle, "a", "accident")] == [1, 2, 4]
    happens(battle, "accident", [2])
    assert battle[2].prone
    battle[1].surrendered = True
    assert battle[1] not in combat_events.eligible(battle, "a", "confused")
    riders = field(made("rt_young", "a", 10, 10), made("squire", "a", 14, 10))
    assert combat_events.eligible(riders, "a", "spooked_horses") == [riders[0]]
    assert set(TABLES.event_eligible) == set(EVENTS)


def test_ar_event_25_no_room_no_die_and_late_events_are_used_at_once() -> None:
    wall = [made("brigand", "b", 2 + 4 * k, 5) for k in range(9)]
    battle = field(made("squire", "a", 18, 30), *wall)
    assert rolls(happens(battle, "reinforcements")) == []
    battle = men((10, 10))
    battle[0].acted = True
    happens(battle, "furious_assault", (), [go((10, 12))])
    assert (battle[0].at, battle[0].extra_moves) == ((10.0, 12.0), 0)
    happens(battle, "confused")
    assert not battle[0].confused
    battle.started = {"a": 1, "b": 1}
    happens(battle, "reinforcements", [2], [at_edge(10)])
    assert battle.started["a"] == 1


# -- support and wild cards


def test_ar_support_01_the_columns() -> None:
    assert judged("support", {"side": "camelot"}, [3])["models"] == ["man_at_arms", "archer"]
    assert judged("support", {"side": "wild"}, [6])["models"] == ["bear"]


def wild(battle: Any, dice: Any, answers: Any = ()) -> Any:
    return play(battle, cards.wild, dice, answers)


def test_ar_wild_01_each_of_the_six_cards() -> None:
    battle = men((10, 10), initiative=3)
    cards.build(battle)
    wild(battle, [1])
    assert battle.rain
    table = wild(battle, [2, 3, 9])
    assert events_of(table, e.EventCame)[0].side == "a"
    battle[0].shock, battle[1].stun = 2, 1
    wild(battle, [3])
    assert (battle[0].shock, battle[1].stun) == (0, 0)
    wild(battle, [4])
    assert battle.trumpet
    wild(battle, [6])
    assert battle.merlin == ("b",)
    wild(battle, [5])
    assert (battle.deck, battle.phase) == ((), "round_end")


def test_ar_wild_01_rain_the_trumpet_and_merlin_s_die() -> None:
    battle = acting(field(made("archer", "a", 10, 10), made("brigand", "b", 10, 17)))
    battle.rain = True
    table = step(battle, [2], ["shoot:1", "still"])
    assert events_of(table, e.Shot)[0].total == 4
    battle = men((10, 10), initiative=3)
    battle.deck, battle.phase, battle.trumpet = ("0",), "card", True
    step(battle, (), ["0", go((10, 12))])
    assert battle[0].at == (10.0, 12.0)
    battle = acting(men((10, 10)))
    battle[1].x, battle[1].y = 11, 10
    battle.merlin = ("a",)
    table = step(battle, [1, 4, 6], ["attack:1", "again"])
    assert not battle.merlin
    assert events_of(table, e.Struck)[0].dice[0] == 4


def test_the_way_of_an_event_is_a_move_like_any_other() -> None:
    battle = men((10, 10))
    assert ways.allowance_of(battle[0]).inches == 6.0
    assert who.in_play(battle, "a") == [battle[0]]


def test_ar_event_14_who_fumbled_neither_moves_nor_acts() -> None:
    battle = acting(field(made("pc_knight", "a", 10, 10), made("robber_knight", "b", 12, 10)))
    battle[0].fumbled, battle[1].pinned = True, True
    offer = deeds.offered(battle, battle[0])
    for key in ("move", "run", "dismount", "take:1", "slay:1", "help:1"):
        no = offer[key]
        assert no is not None, key
        assert no.clause == "AR-EVENT-14"


def test_ar_event_14_who_fumbled_and_broke_only_defends() -> None:
    battle = acting(field(made("brigand", "a", 10, 10), made("brigand", "b", 30, 30)))
    battle[0].fumbled = battle[0].broken = True
    battle.phase = "activate"
    step(battle, [1])
    assert (battle[0].at, battle[0].acted) == ((10.0, 10.0), True)


def test_ar_event_19_with_all_wounds_kept_only_the_last_is_taken_back() -> None:
    battle = field(
        made("man_at_arms", "a", 10, 10, wound="serious", wounds=("light", "serious")),
        made("brigand", "b", 30, 30),
        wounds="stack",
        morale="off",
    )
    play(battle, lambda t: harm.hurt(t, battle[0], Wound("head", 9, "killed"), 1))
    happens(battle, "just_a_scratch", answers=["0"])
    assert (battle[0].wound, battle[0].wounds) == ("serious", ("light", "serious"))
    play(battle, lambda t: harm.hurt(t, battle[0], Wound("body", 9, "critical"), 1))
    assert not battle[0].in_play
    happens(battle, "just_a_scratch", answers=["0"])
    assert battle[0].wounds == ("light", "serious")


def test_ar_turn_06_a_surprised_side_has_a_last_turn_all_the_same() -> None:
    battle = field(made("squire", "a", 10, 10), made("squire", "a", 14, 10))
    battle.surprised, battle.checks = "a", {"a": 0, "b": 0}
    battle.phase = "turn"
    step(battle)
    play(battle, lambda t: harm.hurt(t, battle[0], Wound("head", 9, "killed")))
    assert combat_events.eligible(battle, "a", "just_a_scratch") == [battle[0]]


def test_ar_event_25_an_engaged_figure_that_has_acted_gets_no_cold_feet() -> None:
    battle = men((10, 10))
    battle[1].x, battle[1].y = 11, 10
    battle[0].acted = True
    happens(battle, "cold_feet")
    assert not battle[0].cold


def test_ar_event_25_a_late_shot_and_a_late_action_are_used_at_once() -> None:
    battle = field(made("archer", "a", 10, 10, acted=True), made("brigand", "b", 10, 20))
    happens(battle, "rapid_fire", [1], ["shoot:1"])
    assert battle[0].extra_shots == 0
    battle = field(made("squire", "a", 10, 10, acted=True), made("brigand", "b", 11, 10))
    happens(battle, "seize_the_moment", [3, 6], ["attack:1"])
    assert battle[0].extra_actions == 0


def test_ar_event_25_newcomers_keep_8_inches_off_and_act_the_turn_after() -> None:
    battle = men((10, 10))
    happens(battle, "reinforcements", [2], [at_edge(10)])
    assert battle[2].from_round == battle.round + 1
    battle = field(made("squire", "a", 18, 30), made("brigand", "b", 18, 8.6))
    happens(battle, "reinforcements", [4], [at_edge(18)])
    assert len(battle.models) == 4
    assert all(who.gap(one, battle[1]) > 8 for one in battle.models[2:])


def test_ar_support_01_all_the_models_listed_arrive() -> None:
    battle = men((10, 10))
    happens(battle, "reinforcements", [3], [at_edge(10)])
    assert [one.profile.id for one in battle.models[2:]] == ["man_at_arms", "archer"]
    assert who.gap(battle[2], battle[3]) < 0.3


def test_ar_event_02_an_event_may_be_turned_off() -> None:
    battle = men((10, 10), combat_events="off")
    assert not combat_events.checks(battle, "a")
    assert combat_events.checks(men((10, 10)), "a")


def test_ar_event_16_rough_ground_without_cover_hides_too() -> None:
    one = made("squire", "a", 4, 12)
    battle = field(one, made("squire", "a", 12, 3), scenario="the_ford")
    assert not sight.in_cover(battle, battle[0])
    assert combat_events.eligible(battle, "a", "hiding_spot") == [battle[0]]


def test_ar_event_16_who_hides_cannot_be_shot_at() -> None:
    battle = acting(field(made("archer", "a", 10, 10), made("brigand", "b", 10, 20)))
    assert deeds.offered(battle, battle[0])["shoot:1"] is None
    battle[1].hidden = True
    no = deeds.offered(battle, battle[0])["shoot:1"]
    assert no is not None
    assert no.clause == "AR-EVENT-16"
