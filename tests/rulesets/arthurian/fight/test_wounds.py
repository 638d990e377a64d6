"""Wounds, penalties, stun, removal: AR-WOUND, AR-STUN."""

from itertools import product
from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.state import Token
from banneret.rulesets.arthurian.basics.tables import TABLES
from banneret.rulesets.arthurian.fight import harm
from banneret.rulesets.arthurian.fight.fighters import Fighter, initiative_value, strength
from banneret.rulesets.arthurian.fight.fighters import toughness as toughness_of
from banneret.rulesets.arthurian.fight.wounds import Wound, read_wound, severity_of, throw_wound
from banneret.rulesets.arthurian.fortune.checks import throw_discipline
from banneret.rulesets.arthurian.ground import ways
from banneret.rulesets.arthurian.turn import rounds
from rulesets.arthurian.field import acting, field, judged, made, play, step
from rulesets.scripting import needs

LIGHT_ARM = Wound("arm", 4, "light")
SHOCK_HEAD = Wound("head", 0, "shock")
KILLED = Wound("head", 9, "killed")
GRUESOME = Wound("head", 12, "gruesome")


def rolled(dice: list[int], strength_: int = 0, toughness: int = 0) -> Any:
    return judged("wound_roll", {"strength": strength_, "toughness": toughness}, dice)


def _hurting(battle: Any, wound: Wound) -> Any:
    return lambda table: harm.hurt(table, battle[1], wound, 0)


def hit(model: str, *wounds: Wound, **options: Any) -> Any:
    """A model of side b after some wounds."""
    battle = field(made("squire", "a", 30, 30), made(model, "b", 5, 5), morale="off", **options)
    for wound in wounds:
        play(battle, _hurting(battle, wound))
    return battle, battle[1]


def test_ar_wound_01_a_wound_roll_is_two_dice() -> None:
    with pytest.raises(Exception, match="dice"):
        rolled([3])
    with pytest.raises(Exception, match="di"):
        rolled([3, 4, 5])


@pytest.mark.parametrize("added", range(-3, 16))
def test_ar_wound_05_the_throw_tells_what_may_fell(added: int) -> None:
    """The lowest high die that may on some place, and the lowest double, of every throw."""
    faces = range(1, 7)
    fells = [
        (high, high == low)
        for high, low in product(faces, faces)
        if high >= low and read_wound(high, low, added).severity in {"killed", "gruesome"}
    ]
    plain = min([f"{high} or " for high, double in fells if not double], default="")
    double = min(high for high, double in fells if double)
    table = Table(None, ScriptedDice(3, 2), {})
    throw_wound(table, added, "a")
    assert needs(table) == [f"{plain}double {double} may fell"]


def test_ar_wound_02_the_high_die_is_damage_whichever_was_first() -> None:
    assert rolled([3, 4]) == rolled([4, 3])
    assert rolled([3, 4])["damage"] == 4


def test_ar_wound_03_high_die_and_strength_less_toughness() -> None:
    assert rolled([4, 2], 5, 6)["damage"] == 3
    assert strength(Fighter(str_=1, poison_str=3, weapon_bonus=2)) == 2
    assert toughness_of(Fighter(tough=1, poison_tough=3, armour=2)) == 2


def test_ar_wound_04_locations() -> None:
    found = [rolled([6, low])["location"] for low in range(1, 6)]
    assert found == ["leg", "arm", "body", "vitals", "head"]


def test_ar_wound_05_every_cell_of_the_table() -> None:
    cells = 0
    for row in TABLES.wound_table:
        for where in ("leg", "arm", "body", "vitals", "head"):
            damage = row.max if row.max < 1000 else row.min
            assert severity_of(damage, where) == getattr(row, where)
            cells += 1
    assert cells == 55


def test_ar_wound_06_ends_of_the_table() -> None:
    assert severity_of(-4, "leg") == "nothing"
    assert severity_of(-4, "arm") == "shock"
    assert severity_of(25, "leg") == "gruesome"


def test_ar_wound_07_doubles() -> None:
    found = [rolled([face, face])["severity"] for face in range(1, 7)]
    assert found == ["nothing", "shock", "light", "serious", "critical", "killed"]


def test_ar_wound_08_doubles_ignore_strength_and_toughness() -> None:
    assert rolled([1, 1], 20)["severity"] == "nothing"
    found = rolled([6, 6], 0, 12)
    assert (found["severity"], found["damage"], found["exceptional"]) == ("killed", None, True)


def test_ar_wound_09_the_dice_are_not_tens_and_units() -> None:
    """AR-WOUND-09: what looks like a d66 in the seed is no rule."""
    assert rolled([6, 4])["damage"] == 6


def test_ar_wound_10_nothing_leaves_him_as_he_was() -> None:
    _, model = hit("brigand", Wound("leg", 0, "nothing"))
    assert (model.wound, model.shock, model.in_play) == ("none", 0, True)


def test_ar_wound_11_literal_damage() -> None:
    given = {"strength": 9, "toughness": 1, "damage_rule": "die_only"}
    assert judged("wound_roll", given, [6, 3])["severity"] == "serious"
    shot = {"shooter": {"rng": 6, "weapon_str": 3}, "target": {"tough": 9}, "distance": 5}
    found = judged("ranged_attack", {**shot, "damage_rule": "die_only"}, [4, 2, 5])
    assert found["damage"] == 8


def test_ar_wound_12_penalties() -> None:
    found = [judged("wound_penalty", {"wound": w})["value"] for w in ("light", "serious")]
    assert found == [1, 2]
    assert judged("wound_penalty", {"wound": "critical"})["value"] == 3
    assert judged("wound_penalty", {"shock": True})["value"] == 1


def test_ar_wound_13_ar_wound_23_shock_ends_after_the_next_activation() -> None:
    battle, model = hit("brigand", SHOCK_HEAD)
    assert who.shocked(model)
    battle.act = None
    acting(battle, 1)
    play(battle, rounds.finish)
    assert not who.shocked(model)


def test_ar_wound_23_shock_in_the_own_activation_lasts_through_the_next() -> None:
    battle, model = hit("brigand")
    acting(battle, 1)
    play(battle, lambda table: harm.hurt(table, model, SHOCK_HEAD, 0))
    play(battle, rounds.finish)
    assert who.shocked(model)
    acting(battle, 1)
    play(battle, rounds.finish)
    assert not who.shocked(model)


def test_ar_wound_23_shock_ends_with_the_following_round_at_the_latest() -> None:
    battle, model = hit("brigand", SHOCK_HEAD)
    battle.phase = "round_end"
    step(battle)
    assert who.shocked(model)
    battle.round, battle.phase = 2, "round_end"
    step(battle)
    assert not who.shocked(model)
    assert judged("wound_penalty", {"wound": "light", "shock": True})["value"] == 2


def test_ar_wound_14_a_light_wound_lowers_initiative_attack_defence_and_shots() -> None:
    assert initiative_value(Fighter(ini=4, wound="light")) == 3
    shot = {"target": {}, "distance": 5}
    hale = judged("ranged_attack", {**shot, "shooter": {"rng": 1}}, [3])
    hurt = judged("ranged_attack", {**shot, "shooter": {"rng": 1, "wound": "light"}}, [3])
    assert hale["total"] - hurt["total"] == 1


def test_ar_wound_15_movement_and_discipline_are_untouched() -> None:
    battle = field(made("squire", "a", 5, 5, wound="critical"))
    assert ways.allowance_of(battle[0]).inches == 6.0
    table = play(battle, lambda t: rounds_test(t, battle[0]), [3])
    assert table.result == (True, 6)


def rounds_test(table: Any, model: Any) -> Any:
    return throw_discipline(table, model.profile.dis, model.side)


def test_ar_wound_16_no_value_below_nought_but_the_shot_may() -> None:
    assert initiative_value(Fighter(ini=1, wound="critical")) == 0
    shot = {"shooter": {"rng": 0, "wound": "critical"}, "target": {}, "distance": 5}
    assert judged("ranged_attack", shot, [1])["total"] == -2


def test_ar_wound_17_a_wound_is_still_there_ten_rounds_later() -> None:
    battle, model = hit("brigand", LIGHT_ARM)
    for number in range(2, 10):
        battle.round, battle.phase = number, "round_end"
        step(battle)
    assert model.wound == "light"


@pytest.mark.parametrize(
    ("level", "severity", "after"),
    [
        ("none", "light", "light"),
        ("light", "light", "serious"),
        ("serious", "light", "critical"),
        ("light", "critical", "critical"),
        ("critical", "serious", "killed"),
    ],
)
def test_ar_wound_18_a_further_wound_makes_it_worse(level: str, severity: str, after: str) -> None:
    found = judged("apply_wound", {"level": level, "severity": severity})
    assert after in {found["level"], found["state"]}


def test_ar_wound_18_the_card_remembers_the_place_that_changed_the_level() -> None:
    _, model = hit("brigand", LIGHT_ARM, SHOCK_HEAD)
    assert (model.wound, model.wound_at) == ("light", "arm")


def test_ar_wound_19_worst_wound_only() -> None:
    found = judged("apply_wound", {"level": "critical", "severity": "light", "mode": "worst"})
    assert found["level"] == "critical"
    assert found["state"] == "in_play"
    _, model = hit("brigand", LIGHT_ARM, LIGHT_ARM, wounds="worst")
    assert model.wound == "light"


def test_ar_wound_20_stacked_wounds() -> None:
    found = judged("stack_wounds", {"wounds": ["light"], "severity": "serious"})
    assert (found["penalty"], found["state"]) == (3, "in_play")
    found = judged("stack_wounds", {"wounds": ["critical"], "severity": "critical"})
    assert found["state"] == "killed"
    battle, model = hit("brigand", LIGHT_ARM, Wound("leg", 5, "serious"), wounds="stack")
    assert who.fighter(battle, model).penalty == 3
    assert initiative_value(who.fighter(battle, model)) == 0


def test_ar_wound_21_killed_is_out_of_action_for_a_hero() -> None:
    assert hit("brigand", KILLED)[1].removed_how == "killed"
    assert hit("robber_knight", KILLED)[1].removed_how == "out of action"


def test_ar_wound_22_gruesome_kills_heroes_unless_they_are_spared() -> None:
    assert hit("robber_knight", GRUESOME)[1].removed_how == "gruesome"
    spared = hit("robber_knight", GRUESOME, gruesome_spares_heroes=True)[1]
    assert spared.removed_how == "out of action"


def test_ar_wound_24_the_spot_is_remembered_and_what_he_carried_dropped() -> None:
    battle = field(made("brigand", "b", 7, 8, carries=0))
    battle.tokens.append(Token(0, "find", 0.0, 0.0, carrier=0))
    play(battle, lambda table: harm.hurt(table, battle[0], KILLED))
    assert battle[0].at == (7.0, 8.0)
    token = battle.tokens[0]
    assert (token.x, token.y, token.carrier) == (7.0, 8.0, -1)


def test_doubles_are_read_the_same_everywhere() -> None:
    assert read_wound(5, 5, 3).location == "head"


# -- stun

HEAD = {"attacker": {"att": 9, "str": 1}, "defender": {"def": 1, "tough": 4}, "stun": True}


def test_ar_stun_01_a_head_hit_rolls_for_stun_and_a_body_hit_does_not() -> None:
    assert judged("melee_attack", HEAD, [2, 6, 6, 5, 4])["stun_rounds"] == 0
    assert judged("melee_attack", HEAD, [2, 6, 6, 3])["stun_rounds"] is None
    assert judged("melee_attack", {**HEAD, "stun": False}, [2, 6, 6, 5])["stun_rounds"] is None


def test_ar_stun_02_results() -> None:
    found = [judged("stun_roll", {}, dice)["rounds"] for dice in ([4], [3], [2, 2], [1, 3])]
    assert found == [0, 1, 2, 3]


def test_ar_stun_03_helms_help() -> None:
    assert judged("stun_roll", {"helm": "enclosed"}, [2])["rounds"] == 0
    assert judged("stun_roll", {"helm": "enclosed"}, [1])["rounds"] == 1
    assert judged("stun_roll", {"helm": "open"}, [1, 1])["rounds"] == 1


def test_ar_stun_04_one_roll_for_the_kept_wound_and_none_for_the_dead() -> None:
    assert judged("melee_attack", HEAD, [2, 6, 5, 5, 3])["stun_rounds"] == 1
    assert judged("melee_attack", HEAD, [2, 6, 6, 6])["stun_rounds"] is None
    two = judged("melee_attack", HEAD, [6, 2, 6, 5, 5, 4, 3])
    assert (two["rolls"], two["stun_rounds"]) == (2, 1)
    shot = {"shooter": {"rng": 6}, "target": {"tough": 1}, "distance": 3, "stun": True}
    assert judged("ranged_attack", shot, [1, 5, 6, 3])["stun_rounds"] == 1


def test_ar_stun_05_a_stunned_model_defends_with_the_bare_die_and_loses_its_turn() -> None:
    found = judged(
        "melee_attack",
        {"attacker": {}, "defender": {"def": 5, "shield": True, "stunned": True}},
        [2, 4],
    )
    assert found["defence_total"] == 4
    battle = field(made("squire", "a", 10, 10, stun=1), made("brigand", "b", 11, 10))
    acting(battle, 0)
    battle.phase = "activate"
    step(battle)
    assert battle[0].acted
    assert battle[0].stun == 0
    battle[0].stun = 1
    assert not who.engaged(battle, battle[1])


def test_ar_stun_06_the_larger_counter_stays() -> None:
    battle = field(made("squire", "a", 10, 10, stun=2))
    play(battle, lambda table: harm.stun(table, battle[0], 1))
    assert battle[0].stun == 2
    play(battle, lambda table: harm.stun(table, battle[0], 3))
    assert battle[0].stun == 3
