"""Fates, survival, treasure, poison, endings, points: AR-FATE, AR-AFTER, AR-POISON, AR-END."""

from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import IllegalForce
from banneret.core.play.game import Game
from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.state import Token, Venom
from banneret.rulesets.arthurian.basics.tables import FATES, POISONS, TABLES
from banneret.rulesets.arthurian.fight import harm
from banneret.rulesets.arthurian.fight.fighters import (
    Fighter,
    attack_value,
    defence_value,
    initiative_value,
    strength,
    toughness,
)
from banneret.rulesets.arthurian.fight.wounds import Wound
from banneret.rulesets.arthurian.ground import ways
from banneret.rulesets.arthurian.ground.allowance import allowance
from banneret.rulesets.arthurian.setup.lists import Force, force_points, forces
from banneret.rulesets.arthurian.turn import deeds
from banneret.rulesets.arthurian.turn.after import aftermath, ending, fates
from banneret.rulesets.arthurian.turn.after.fate_dice import ransom_odds
from rulesets.arthurian.field import acting, field, fought, judged, made, play, step, until
from rulesets.scripting import rolls


def over(
    *models: Any,
    winner: Any = "b",
    dice: Any = (),
    answers: Any = (),
    to: Any = "end",
    **options: Any,
) -> Any:
    """A battle that is decided, and its steps afterwards."""
    battle = field(*models, **options)
    battle.decided, battle.winner, battle.phase = True, winner, "after_fates"
    table = until(battle, to, dice, answers)
    return battle, table


def out(profile: str, side: str, by: int = 1, **more: Any) -> Any:
    return made(
        profile, side, 10, 10, where="gone", removed_how="out of action", removed_by=by, **more
    )


def taken(profile: str, side: str, by: int = 1, **more: Any) -> Any:
    return made(profile, side, 10, 10, where="gone", removed_how="captured", removed_by=by, **more)


# -- fates


def test_ar_fate_01_when_it_applies() -> None:
    battle, table = over(out("pc_knight", "a"), made("brigand", "b", 9, 9), dice=[4])
    assert rolls(table, "knight's fate") == []
    assert battle[0].fate == "left_for_dead"
    battle, table = over(out("pc_knight", "a"), made("robber_knight", "b", 9, 9), dice=[5])
    assert battle[0].fate == "horse_taken"
    battle, table = over(
        taken("pc_knight", "a"), made("robber_knight", "b", 9, 9), winner="a", dice=[4]
    )
    assert battle[0].fate == "stripped_of_arms"


def test_ar_fate_02_the_roll() -> None:
    assert judged("knights_fate", {"victor_vl": -1}, [2])["fate"] == "slay"
    assert judged("knights_fate", {"victor_vl": 0}, [2, 3])["poison_wounds"] == 3
    assert judged("knights_fate", {"victor_vl": 6}, [6])["fate"] == "released_and_healed"
    assert judged("knights_fate", {"victor_vl": 1}, [6])["adventures"] == 1
    battle, _ = over(out("rt_young", "a"), made("robber_knight", "b", 9, 9), dice=[2, 1])
    assert battle[0].poison.total == 0  # no PC


def test_ar_fate_03_some_fates_may_be_refused() -> None:
    assert not FATES["slay"].refusable
    assert FATES["parole"].refusable
    battle, _ = over(
        out("pc_knight", "a"), made("rt_famed", "b", 9, 9), dice=[6, 3, 4], answers=["refuse"]
    )
    assert (battle[0].vp, battle[0].fate) == (41, "refused_fate")
    assert judged("refuse_fate", {}, [3, 4])["vp_lost"] == 7


def test_ar_fate_04_a_victorious_pc_chooses_among_nine() -> None:
    offered = []

    def pick(choice: Any) -> Any:
        offered.extend(choice.candidates)
        return "released"

    knight = made("pc_knight", "a", 5, 5)
    over(taken("robber_knight", "b", by=1), knight, winner="a", answers=[pick])
    assert len(offered) == 9


def test_ar_fate_05_whose_virtue_counts() -> None:
    battle = field(
        out("pc_knight", "a", by=1), made("brigand", "b", 9, 9), made("robber_knight", "b", 20, 20)
    )
    knights = [battle[2]]
    assert fates.victor_of(battle, battle[0], knights) is battle[2]
    battle[0].removed_by = 2
    assert fates.victor_of(battle, battle[0], knights) is battle[2]
    battle, _ = over(taken("pc_knight", "a"), made("mad_knight", "b", 9, 9), dice=[2])
    assert battle[0].fate == "slain"  # no level counts as -1


def test_ar_fate_06_ransom() -> None:
    poor = {"gold": 30}
    battle, _ = over(
        taken("pc_knight", "a", **poor),
        made("rt_young", "b", 9, 9),
        dice=[2, 3],
        answers=["prison"],
    )
    assert (battle[0].fate, battle[0].sit_out) == ("imprisoned", 3)
    battle, _ = over(
        taken("pc_knight", "a"), made("rt_young", "b", 9, 9), dice=[2], answers=["pay"]
    )
    assert (battle[0].gold, battle[0].fate) == (0, "ransomed")


# -- after the battle


def test_ar_after_01_six_steps_in_order() -> None:
    battle, _ = over(made("squire", "a", 5, 5), made("brigand", "b", 9, 9))
    assert battle.report == ("fates", "heroes", "treasure", "virtue", "poison", "rest")
    assert battle.over


def test_ar_after_02_on_a_field_held_or_drawn_he_recovers_at_critical() -> None:
    for winner in ("a", None):
        battle, table = over(
            out("pc_knight", "a"), made("brigand", "b", 9, 9), winner=winner, to="after_treasure"
        )
        assert battle[0].wound == "critical"
        assert rolls(table) == []


def test_ar_after_03_on_a_lost_field_by_the_kind_of_victor() -> None:
    assert judged("hero_survival", {"victor": "beast"}, [2])["result"] == "slain"
    assert judged("hero_survival", {"victor": "beast"}, [3])["result"] == "left_for_dead"
    assert judged("hero_survival", {"victor": "human"}, [2])["result"] == "robbed"
    battle, _ = over(out("pc_knight", "a"), made("wolf", "b", 9, 9), dice=[2])
    assert battle[0].removed_how == "slain"
    battle, _ = over(out("pc_knight", "a"), made("brigand", "b", 9, 9), dice=[2])
    assert (battle[0].fate, battle[0].horse) == ("robbed", "none")


def test_ar_after_04_who_left_is_alive_and_the_killed_are_dead() -> None:
    gone = made("brigand", "b", 9, 9, where="gone", removed_how="left", wound="light")
    dead = made("brigand", "b", 12, 9, where="gone", removed_how="killed", wound="light")
    battle, _ = over(made("squire", "a", 5, 5), gone, dead)
    assert (battle[1].wound, battle[2].wound) == ("none", "light")


def test_ar_after_05_a_slain_pc_is_lost() -> None:
    battle, _ = over(out("pc_knight", "a"), made("wolf", "b", 9, 9), dice=[1])
    assert battle[0].fate == "slain"


def test_ar_after_06_haggling() -> None:
    assert judged("ransom", {"demand": 7}, [1, 1, 4, 1]) == {"total": 7, "paid": False}
    assert judged("ransom", {"demand": 6}, [1, 1, 4, 1])["paid"]
    battle, _ = over(
        taken("robber_knight", "b", by=1),
        made("pc_knight", "a", 5, 5),
        winner="a",
        dice=[6, 6, 1, 1, 1],
        answers=["ransom", {"gold": 10}],
        ransom_haggle=True,
    )
    assert (battle[1].gold, battle[0].fate) == (50, "ransomed")


def test_ar_after_06_any_sum_may_be_named_and_a_pc_is_kept_until_it_is_paid() -> None:
    battle, _ = over(
        taken("robber_knight", "b", by=1),
        made("pc_knight", "a", 5, 5),
        winner="a",
        dice=[1, 1, 4, 1],
        answers=["ransom", {"gold": 7}],
        ransom_haggle=True,
    )
    assert (battle[1].gold, battle[0].fate) == (40, "held_captive")
    assert ransom_odds(0) == 1
    battle, _ = over(
        taken("pc_knight", "a", by=1),
        made("rt_young", "b", 5, 5),
        winner="b",
        dice=[2, 1, 1, 1, 6, 6, 1, 1, 1],
        answers=[{"gold": 12}, {"gold": 12}, "pay"],
        ransom_haggle=True,
    )
    assert (battle[0].gold, battle[0].sit_out, battle[0].fate) == (28, 1, "ransomed")


def test_ar_after_07_prisoners_and_the_helpless() -> None:
    yielded = made("pc_knight", "a", 5, 5, surrendered=True)
    battle, table = over(yielded, made("robber_knight", "b", 9, 9), winner="a")
    assert (battle[0].fate, rolls(table)) == ("", [])
    battle, _ = over(yielded, made("robber_knight", "b", 9, 9), dice=[4])
    assert battle[0].removed_how == "captured"
    battle, _ = over(taken("squire", "a"), made("robber_knight", "b", 9, 9))
    assert battle[0].fate == "released"
    battle, _ = over(taken("squire", "a"), made("wolf", "b", 9, 9))
    assert battle[0].removed_how == "slain"


def test_ar_heal_03_rest_eases_wounds_and_leaves_poison() -> None:
    hurt = made("pc_knight", "a", 5, 5, wound="critical", poison=Venom(ini=2), shock=3, prone=True)
    battle, _ = over(hurt, made("brigand", "b", 9, 9), dice=[5])
    assert (battle[0].wound, battle[0].poison.total) == ("serious", 2)
    assert not battle[0].prone


def test_ar_treasure_01_the_table_and_what_is_kept() -> None:
    assert judged("treasure", {}, [2, 4, 5]) == {"item": "purse", "gold": 9}
    assert judged("treasure", {}, [5])["item"] == "blessed_blade"
    battle = field(made("pc_knight", "a", 5, 5, carries=0), made("brigand", "b", 9, 9))
    battle.tokens.append(Token(0, "find", 5, 5, carrier=0))
    battle.decided, battle.winner, battle.phase = True, "a", "after_treasure"
    step(battle, [2, 4, 5])
    assert battle[0].gold == 49
    battle = field(made("pc_knight", "a", 5, 5, treasures=("holy_relic",)), made("wolf", "b", 9, 9))
    battle.decided, battle.phase = True, "after_poison"
    step(battle, (), ["virtue"])
    assert (battle[0].vp, battle[0].treasures) == (54, ())


# -- poison


def test_ar_poison_01_only_pcs_carry_it() -> None:
    battle = RULESET.begin("perilous_chapel", {}, {})
    battle[1].poison = Venom(ini=1)
    assert any("poison" in no for no in RULESET.faults(battle))


def test_ar_poison_02_each_face_lowers_its_value() -> None:
    found = [judged("poisoned_wound", {}, [face])["kind"] for face in range(1, 7)]
    assert found == list(POISONS)
    assert len(TABLES.poisoned_wound) == 6


def test_ar_poison_03_str() -> None:
    assert strength(Fighter(str_=3, weapon_bonus=2, poison_str=1)) == 4


def test_ar_poison_04_tough() -> None:
    assert toughness(Fighter(tough=3, armour=3, poison_tough=1)) == 5


def test_ar_poison_05_ini() -> None:
    assert initiative_value(Fighter(ini=4, poison_ini=1)) == 3


def test_ar_poison_06_melee() -> None:
    sick = Fighter(att=4, def_=3, poison_melee=1)
    assert (attack_value(sick, sick).total, defence_value(sick, sick).total) == (3, 2)


def test_ar_poison_07_ranged() -> None:
    shot = {"shooter": {"rng": 3, "poison_ranged": 1}, "target": {}, "distance": 12}
    assert judged("ranged_attack", shot, [1])["total"] == 3


def test_ar_poison_08_move_first_front_to_front() -> None:
    assert allowance("medium", 1, 1.0) == ("medium", "front_to_front", 5.0)


def test_ar_poison_09_then_a_band_less() -> None:
    assert allowance("medium", 2, 1.0) == ("short", "front_to_back", 4.0)


def test_ar_poison_10_the_whole_ladder() -> None:
    for row in TABLES.move_ladder:
        found = allowance(row.profile_band, row.poison, 1.0)
        assert found == (row.band, row.measure, row.inches)


def test_ar_poison_11_a_smallest_move_remains() -> None:
    assert allowance("short", 5, 1.0) == ("minimum", "minimum", 1.0)


def test_ar_poison_12_the_greater_of_an_inch_and_the_base() -> None:
    assert allowance("short", 2, 2.0).inches == 2.0
    assert allowance("long", 6, 0.8).inches == 1.0


def test_ar_poison_13_it_adds_up_and_never_falls_below_nought() -> None:
    assert strength(Fighter(str_=2, poison_str=3)) == 0
    sick = Venom().plus("str").plus("str").plus("move")
    assert (sick.total, sick.kinds) == (3, ("str", "move"))
    battle = field(made("pc_knight", "a", 5, 5, poison=Venom(move=1), mounted=False))
    assert ways.allowance_of(battle[0]).inches == 5.0


def test_ar_poison_14_a_priest_can_and_time_cannot() -> None:
    sick = {"poison": Venom(ini=1)}
    alone, _ = over(made("pc_knight", "a", 5, 5, **sick), made("wolf", "b", 9, 9), dice=[5])
    assert alone[0].poison.total == 1
    tended, _ = over(made("pc_knight", "a", 5, 5, **sick), made("priest", "a", 8, 8), dice=[5])
    assert tended[0].poison.total == 0


def test_ar_poison_15_healers_check_and_the_pc_prays_once() -> None:
    knight = made("pc_knight", "a", 5, 5, poison=Venom(ini=1, move=2))
    battle, table = over(
        knight,
        made("lady", "a", 8, 8),
        made("rt_young", "a", 15, 8),
        made("squire", "a", 18, 8),
        dice=[6, 4, 4],
        answers=["move", "ini"],
    )
    assert len(rolls(table, "virtue")) == 3
    assert (battle[0].poison.move, battle[0].poison.ini) == (1, 0)
    assert [one.id for one in aftermath.healers(battle, battle[0])] == [1, 2]


def test_ar_poison_16_venom_poisons_a_pc_and_nobody_else() -> None:
    battle = acting(
        field(made("worm", "b", 12, 10), made("pc_knight", "a", 10.5, 10, mounted=False)), 0
    )
    table = step(battle, [6, 2, 3, 5, 6], ["attack:1"])
    assert rolls(table, "poisoned wound") == [(6,)]
    assert battle[1].poison.move == 1
    battle = field(made("worm", "b", 12, 10), made("squire", "a", 10.5, 10))
    play(battle, lambda t: harm.envenom(t, battle[0], battle[1], Wound("arm", 5, "light")))
    assert battle[1].poison.total == 0


# -- endings


def test_ar_end_01_without_an_able_model_a_side_has_lost() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 9, 9, broken=True))
    battle.phase = "round_end"
    play(battle, ending.at_round_end)
    assert (battle.decided, battle.winner) == (True, "a")
    assert battle.reason == f"no able model is left to {battle[1].name}"
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 9, 9), round_=10)
    play(battle, ending.at_round_end)
    assert (battle.decided, battle.winner) == (True, None)
    both = field(made("squire", "a", 5, 5, broken=True), made("brigand", "b", 9, 9, pinned=True))
    play(both, ending.at_round_end)
    assert both.winner is None


def test_ar_end_01_a_scenario_s_condition_ends_it_at_once() -> None:
    battle = acting(
        field(
            made("pc_knight", "a", 10, 10),
            made("robber_knight", "b", 12, 10),
            scenario="the_ford",
        )
    )
    step(battle, (), ["yield:1"])
    assert (battle.decided, battle.winner, battle.phase) == (True, "b", "after_fates")


def test_ar_end_02_conceding_loses_and_harms_nobody() -> None:
    state = RULESET.begin("tournament", RULESET.chosen({}), {})
    game = Game(RULESET, state, dice=RandomDice(3), players={s: ChancePlayer(s) for s in "ab"})
    game.call("a", "concede")
    game.advance()
    assert game.result is not None
    assert (game.result.winner, game.result.clause) == ("b", "AR-END-02")
    assert all(
        m.removed_how in {"left", "out of action"} for m in game.state.models if m.side == "a"
    )
    assert len(game.state.report) == 6


# -- points


def test_ar_points_01_the_formula() -> None:
    knight = {
        "att": 5, "def": 5, "str": 3, "tough": 3, "ini": 4, "dis": 4, "lead": 5, "move": "long",
        "shield": True, "mounted": True, "hero": True, "melee_bonus": 3, "armour": 3,
    }  # fmt: skip
    assert judged("points", {"profile": knight})["value"] == 58


def test_ar_points_02_even_forces() -> None:
    assert judged("forces_even", {"a": 233, "b": 245})["value"]
    assert not judged("forces_even", {"a": 230, "b": 245})["value"]
    with pytest.raises(IllegalForce, match="AR-POINTS-02"):
        RULESET.begin("open_field", {}, {"b": "giant_and_pack"})
    knights = [{"profile": "rt_young", "number": 4}, {"profile": "squire"}]
    heavy = msgspec.convert({"id": "x", "name": "x", "recruit": knights}, Force)
    with pytest.raises(IllegalForce, match="half"):
        RULESET.begin("open_field", {}, {"a": heavy, "b": "saxon_raiders"})


def test_ar_points_03_eight_forces_add_up() -> None:
    assert len(forces()) == 8
    for force in forces().values():
        assert force_points(force) == force.points


def test_a_whole_battle_ends_with_its_report() -> None:
    game = fought("giant_on_the_hill", 2, {side: ChancePlayer(side) for side in "ab"})
    assert game.result is not None
    assert len(game.state.report) == 6
    assert who.in_play(game.state) is not None


def test_ar_fate_02_a_captive_who_is_released_and_healed_has_no_wound() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10, wound="critical", beaten_by=1),
        made("rt_peerless", "b", 12, 10, pc=True, vp=72),
    )
    battle[0].where, battle[0].removed_how, battle[0].removed_by = "gone", "captured", 1
    battle.decided, battle.winner = True, "b"
    play(battle, fates.settle_prisoners, [6])
    assert battle[0].fate == "released_and_healed"
    assert battle[0].wound == "none"


def test_ar_scen_06_nobody_is_slain_with_blunted_arms() -> None:
    battle = acting(
        field(made("rt_young", "a", 10, 10), made("rt_young", "b", 12, 10), scenario="tournament")
    )
    battle[1].pinned = True
    offer = deeds.offered(battle, battle[0])
    no = offer["slay:1"]
    assert no is not None
    assert no.clause == "AR-SCEN-06"
    assert offer["take:1"] is None
