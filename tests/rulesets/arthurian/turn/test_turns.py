"""Activations, runs, engagement, order of consequences: AR-TURN."""

from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.fortune import combat_events
from banneret.rulesets.arthurian.turn import deeds, rounds
from rulesets.arthurian.field import acting, field, go, made, play, step
from rulesets.scripting import Refused


def two(**changes: Any) -> Any:
    return acting(field(made("squire", "a", 10, 10, **changes), made("brigand", "b", 11, 10)))


def test_ar_turn_01_one_move_and_one_action_in_either_order() -> None:
    battle = acting(field(made("archer", "a", 10, 10), made("brigand", "b", 10, 20)))
    step(battle, [1], ["shoot:1", "moving"])
    step(battle, (), ["move", go((10, 12))])
    assert battle[0].acted
    battle = two()
    step(battle, [3, 6], ["attack:1"])
    no = deeds.offered(battle, battle[0])["attack:1"]
    assert no is not None
    assert no.clause == "AR-TURN-01"


def test_ar_turn_02_a_run_never_ends_in_contact_whichever_comes_first() -> None:
    battle = acting(field(made("squire", "a", 10, 10), made("brigand", "b", 10, 20)))
    step(battle, (), ["run", go((10, 14))])
    with pytest.raises(Refused) as no:
        step(battle, (), ["move", go((10, 19))])
    assert no.value.clause == "AR-TURN-02"
    battle = acting(field(made("squire", "a", 10, 10), made("brigand", "b", 30, 30)))
    step(battle, (), ["move", go((10, 16))])
    step(battle, (), ["run", go((10, 22))])
    assert battle[0].at == (10.0, 22.0)


def test_ar_turn_03_an_engaged_model_fights_or_breaks_away() -> None:
    battle = acting(field(made("archer", "a", 10, 10), made("brigand", "b", 11, 10)))
    offer = deeds.offered(battle, battle[0])
    assert offer["attack:1"] is None
    assert offer["break"] is None
    for key in ("move", "shoot:1"):
        no = offer[key]
        assert no is not None
        assert no.clause == "AR-TURN-03"


def test_ar_turn_04_an_extra_action_is_used_in_the_activation() -> None:
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 11, 10))
    play(battle, lambda t: combat_events.seize_the_moment(t, "a", False))
    acting(battle)
    battle.phase = "activate"
    step(battle)
    step(battle, [3, 6], ["attack:1"])
    step(battle, [3, 6], ["attack:1"])
    assert battle.act is not None
    assert battle.act.actions == 0


def test_ar_turn_05_half_strength_is_looked_at_when_the_round_ends() -> None:
    men = [made("brigand", "b", 5 + 3 * k, 30) for k in range(2)]
    battle = field(made("squire", "a", 10, 10), *men)
    battle[1].where, battle[1].removed_how = "gone", "killed"
    assert not battle.halved
    battle.phase = "round_end"
    step(battle, [6])
    assert battle.halved == ("b",)
    assert battle.phase == "round"


def test_ar_turn_06_this_turn_lasts_to_the_side_s_next_check() -> None:
    battle = field(made("squire", "a", 10, 10, hidden=True), made("brigand", "b", 11, 30))
    battle.active, battle.phase = "b", "turn"
    step(battle, [2])
    assert battle[0].hidden
    battle.active, battle.phase = "a", "turn"
    step(battle, [2])
    assert not battle[0].hidden


@pytest.mark.parametrize(
    ("state", "free"),
    [("stun", True), ("pinned", True), ("surrendered", True), ("prone", False), ("broken", False)],
)
def test_ar_turn_07_who_engages_and_who_does_not(state: str, free: bool) -> None:
    battle = two()
    setattr(battle[1], state, 1)
    assert who.engaged(battle, battle[0]) is not free
    assert (deeds.offered(battle, battle[0])["move"] is None) is free


def test_ar_turn_07_a_stunned_enemy_may_be_attacked_all_the_same() -> None:
    battle = two()
    battle[1].stun = 1
    assert deeds.offered(battle, battle[0])["attack:1"] is None


def test_ar_turn_08_the_order_of_consequences() -> None:
    battle = acting(
        field(
            made("rt_young", "a", 10, 10),
            made("saxon_chieftain", "b", 11.5, 10, pc=True, luck=4),
            melee_events="on",
            stun="on",
        ),
        straight=6.0,
    )
    table = step(battle, [1, 4, 6, 5, 6, 4, 5, 6, 4, 6], ["attack:1"])
    order = [t.event.purpose for t in table.events if isinstance(t.event, Rolled)]
    assert order[:5] == ["attack", "defence", "wound", "stun", "lance"]
    assert order[5] == "melee combat event"
    assert order[-1].startswith("discipline")


def test_ar_turn_09_a_model_stunned_by_a_counter_hit_loses_the_rest_and_the_next() -> None:
    battle = acting(
        field(
            made("squire", "a", 10, 10),
            made("man_at_arms", "b", 11, 10, stun=0),
            made("brigand", "b", 30, 30),
            stun="on",
            morale="off",
        )
    )
    step(battle, [1, 4, 5, 5, 1, 1], ["attack:1"])
    assert battle[0].stun == 1
    assert battle[0].acted
    assert battle.act is None
    battle[0].acted = False
    rounds.start(battle, battle[0])
    step(battle)
    assert battle[0].stun == 0
    assert battle[0].acted


def test_ar_state_05_who_is_down_deals_with_nobody() -> None:
    battle = acting(field(made("rt_young", "a", 10, 10, prone=True), made("rt_young", "b", 12, 10)))
    battle[1].pinned = True
    no = deeds.offered(battle, battle[0])["take:1"]
    assert no is not None
    assert no.clause == "AR-STATE-02"


def test_ar_morale_03_a_broken_model_that_is_down_gets_up_and_runs() -> None:
    battle = acting(field(made("brigand", "a", 10, 20, prone=True, broken=True)))
    battle.phase = "activate"
    step(battle, [1])
    assert (battle[0].prone, battle[0].at) == (False, (10.0, 14.005))


def test_ar_wild_01_the_trumpet_may_end_the_battle() -> None:
    battle = field(
        made("lady", "a", 18, 33),
        made("squire", "a", 18, 5),
        made("brigand", "b", 30, 30),
        scenario="ambush_in_the_wood",
        initiative=3,
    )
    battle.trumpet, battle.deck, battle.phase = True, ("1",), "card"
    step(battle, (), ["0", go((18, 36.5))])
    assert battle.decided
    assert battle.winner == "a"


def test_ar_turn_03_breaking_away_is_the_whole_activation() -> None:
    for spent in ({"attacked": True}, {"moved": True}, {"actions": 0}, {"moves": 0}):
        battle = acting(field(made("squire", "a", 10, 10), made("brigand", "b", 11, 10)), **spent)
        no = deeds.offered(battle, battle[0])["break"]
        assert no is not None
        assert no.clause == "AR-TURN-03"
