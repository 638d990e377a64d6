"""Knocked down, broken, pinned, at an enemy's mercy; Discipline; healing."""

from typing import Any

import pytest

from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.fight import harm, mercy, morale
from banneret.rulesets.arthurian.fight.fighters import defence_value
from banneret.rulesets.arthurian.fight.wounds import Wound
from banneret.rulesets.arthurian.fortune import combat_events
from banneret.rulesets.arthurian.turn import deeds, handiwork
from rulesets.arthurian.field import acting, field, judged, made, play, step
from rulesets.scripting import rolls


def activated(battle: Any, key: int = 0, dice: Any = (), answers: Any = ()) -> Any:
    acting(battle, key)
    battle.phase = "activate"
    return step(battle, dice, answers)


def test_ar_state_01_an_accident_knocks_down() -> None:
    battle = field(made("squire", "a", 10, 10))
    play(battle, lambda table: combat_events.accident(table, "a", False))
    assert battle[0].prone


def test_ar_state_02_who_is_down_defends_at_2_less_and_gets_up_with_his_move() -> None:
    battle = acting(field(made("man_at_arms", "a", 10, 10, prone=True), made("wolf", "b", 11, 10)))
    model = battle[0]
    down = defence_value(who.fighter(battle, model), who.fighter(battle, battle[1])).total
    assert down == 3  # 4 with the shield +1, down -2
    offer = deeds.offered(battle, model)
    assert offer["attack:1"] is not None
    assert "break" not in offer
    step(battle, (), ["stand"])
    offer = deeds.offered(battle, model)
    assert offer["attack:1"] is None
    assert offer["break"] is not None


def test_ar_state_02_a_rider_knocked_down_stands_beside_his_horse() -> None:
    battle = field(made("rt_young", "a", 10, 10))
    play(battle, lambda table: combat_events.accident(table, "a", False))
    assert (battle[0].mounted, battle[0].horse, battle[0].wound) == (False, "standing", "none")


def test_ar_state_03_bravery_clears_a_broken_figure() -> None:
    battle = field(made("squire", "a", 10, 10, broken=True))
    play(battle, lambda table: combat_events.bravery(table, "a", False))
    assert not battle[0].broken


def test_ar_state_04_a_pinned_model_does_nothing() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10, mounted=False, pinned=True), made("wolf", "b", 11, 10)
    )
    activated(battle)
    assert battle[0].acted
    assert battle[0].pinned


@pytest.mark.parametrize(("deed", "after"), [("slay", "slain"), ("take", "captured"), ("help", "")])
def test_ar_state_05_slay_take_or_help_without_dice(deed: str, after: str) -> None:
    battle = acting(
        field(
            made("pc_knight", "a", 10, 10),
            made("robber_knight", "b", 11.5, 10, mounted=False, pinned=True),
        )
    )
    offer = deeds.offered(battle, battle[0])
    assert "attack:1" not in offer
    assert [key for key in offer if key.endswith(":1")][:3] == ["take:1", "help:1", "slay:1"]
    step(battle, (), [f"{deed}:1"])
    assert battle[1].removed_how == after
    assert battle[1].pinned is False


def test_ar_state_06_a_pinned_model_gets_free_on_4_unless_somebody_stands_over_it() -> None:
    knight = made("pc_knight", "a", 10, 10, mounted=False, pinned=True)
    battle = field(knight, made("wolf", "b", 20, 20))
    activated(battle, 0, [3])
    assert battle[0].pinned
    battle[0].acted = False
    activated(battle, 0, [4])
    assert not battle[0].pinned
    battle = field(knight, made("wolf", "b", 11, 10))
    assert rolls(activated(battle), "to get free") == []


def test_ar_state_07_a_critically_hurt_robber_knight_yields_and_a_mad_one_does_not() -> None:
    pc = made("pc_knight", "a", 10, 10)
    battle = field(pc, made("robber_knight", "b", 12, 10, wound="critical"))
    activated(battle, 1, [1])  # Virtue Level 0 never passes
    assert battle[1].surrendered
    assert not who.engaged(battle, battle[0])
    battle = field(pc, made("mad_knight", "b", 11.5, 10, wound="critical"))
    activated(battle, 1)
    assert not battle[1].surrendered


def test_ar_state_07_a_hero_may_yield_in_his_own_activation() -> None:
    battle = acting(field(made("pc_knight", "a", 10, 10), made("robber_knight", "b", 12, 10)))
    step(battle, (), ["yield:1"])
    assert battle[0].surrendered
    assert battle[0].acted
    no = mercy.why_not_yield(field(made("squire", "a", 1, 1)), field(made("squire", "a", 1, 1))[0])
    assert no is not None


# -- Discipline


def test_ar_morale_01_a_grave_wound_tests_each_time_the_level_changes() -> None:
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 20, 20))

    def hurt(table: Any) -> None:
        harm.hurt(table, battle[1], Wound("body", 7, "serious"), 0)
        morale.run_tests(table)

    play(battle, hurt, [4])  # Discipline 1: 5 is not enough
    assert battle[1].broken
    battle = field(made("pc_knight", "a", 10, 10), made("brigand", "b", 20, 20))
    play(battle, lambda t: harm.hurt(t, battle[0], Wound("body", 7, "serious"), 1))
    assert battle.to_test == ()


def test_ar_morale_01_the_side_tests_once_when_its_leader_is_lost() -> None:
    battle = field(
        made("brigand_chief", "b", 10, 10), made("brigand", "b", 12, 10), made("squire", "a", 1, 1)
    )

    def lose(table: Any) -> None:
        harm.remove(table, battle[0], "killed", 2)
        morale.run_tests(table)

    play(battle, lose, [6])
    assert not battle[1].broken
    battle = field(made("brigand_chief", "b", 10, 10), made("brigand", "b", 12, 10))
    play(battle, lambda table: harm.remove(table, battle[0], "left"))
    assert battle.to_test == ()


def test_ar_morale_01_half_strength_is_tested_once_at_the_end_of_the_round() -> None:
    men = [made("brigand", "b", 3 + 2 * k, 20) for k in range(8)]
    battle = field(made("squire", "a", 1, 1), *men)
    for one in battle.models[1:4]:
        one.where, one.removed_how = "gone", "killed"
    play(battle, morale.half_strength)
    battle[4].where, battle[4].removed_how = "gone", "killed"
    play(battle, morale.half_strength, [6, 6, 6, 1])
    assert [m.broken for m in battle.models[5:]] == [False, False, False, True]
    play(battle, morale.half_strength)
    assert judged("half_strength", {"started": 8, "in_play": 4})["value"]
    assert not judged("half_strength", {"started": 8, "in_play": 5})["value"]


def test_ar_morale_02_d6_and_discipline_6_or_more() -> None:
    assert judged("discipline_test", {"dis": 2}, [4]) == {"passed": True, "total": 6}
    assert not judged("discipline_test", {"dis": 2}, [3])["passed"]


def test_ar_morale_03_a_broken_model_rallies_or_runs() -> None:
    battle = field(made("brigand", "b", 10, 20, broken=True), made("squire", "a", 1, 1))
    activated(battle, 0, [5])
    assert not battle[0].broken
    offer = deeds.offered(battle, battle[0])
    assert offer["move"] is None
    assert offer["run"] is not None
    battle = field(made("brigand", "b", 10, 20, broken=True), made("squire", "a", 1, 1))
    activated(battle, 0, [4])
    assert battle[0].broken
    assert battle[0].y > 31.9
    battle = field(made("brigand", "b", 10, 30, broken=True), made("squire", "a", 1, 1))
    activated(battle, 0, [4])
    assert battle[0].removed_how == "left"


def test_ar_morale_04_bravery_lets_him_attack_this_turn() -> None:
    battle = field(made("squire", "a", 10, 10, broken=True), made("brigand", "b", 11, 10))
    play(battle, lambda table: combat_events.bravery(table, "a", False))
    acting(battle)
    assert deeds.offered(battle, battle[0])["attack:1"] is None


# -- healing


def healing(**changes: Any) -> Any:
    return acting(
        field(
            made("priest", "a", 10, 10),
            made("squire", "a", 11, 10, wound="serious", shock=9, **changes),
            made("wolf", "b", 30, 30),
        )
    )


def test_ar_heal_01_only_a_healer_in_contact_and_nobody_engaged() -> None:
    battle = healing()
    assert deeds.offered(battle, battle[0])["heal:1"] is None
    battle[2].x, battle[2].y = 12, 10
    no = handiwork.why_not_heal(battle, battle[0], battle[1])
    assert no is not None
    assert no.clause == "AR-HEAL-01"
    assert handiwork.patients(battle, battle[1]) == []


def test_ar_heal_02_4_or_more_eases_a_step_once_a_round() -> None:
    battle = healing()
    step(battle, [3], ["heal:1"])
    assert battle[1].wound == "serious"
    battle = healing()
    step(battle, [4], ["heal:1"])
    assert (battle[1].wound, battle[1].shock) == ("light", 0)
    acting(battle)
    no = handiwork.why_not_heal(battle, battle[0], battle[1])
    assert no is not None
    assert no.clause == "AR-HEAL-02"
    assert judged("heal", {"level": "critical", "shock": True}, [6]) == {
        "healed": True,
        "level": "serious",
        "shock": False,
    }
