"""The opposed roll, natural ones, hits and counter-hits: AR-MELEE."""

from typing import Any

import pytest

from banneret.core.book.adjudicate import bare_table
from banneret.core.chance.odds import marginals
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.tables import SEVERITIES, TABLES
from banneret.rulesets.arthurian.fight import morale
from banneret.rulesets.arthurian.fight.blows import Rules, outcome_of, throw_blow
from banneret.rulesets.arthurian.fight.chances import blow_odds, odds_of
from banneret.rulesets.arthurian.fight.fighters import Fighter, attack_value, defence_value
from banneret.rulesets.arthurian.turn import deeds
from rulesets.arthurian.field import acting, field, judged, made, play, step
from rulesets.scripting import rolls

KNIGHT = {"att": 5, "def": 5, "str": 3, "tough": 3, "weapon_bonus": 2, "armour": 3}


def blow(dice: list[int], attacker: Any, defender: Any, **more: object) -> Any:
    return judged("melee_attack", {"attacker": attacker, "defender": defender, **more}, dice)


def test_ar_melee_01_die_and_value_on_both_sides() -> None:
    found = blow([4, 3, 1, 2], {"att": 5}, {"def": 5})
    assert (found["attack_total"], found["defence_total"]) == (9, 8)


def test_ar_melee_02_higher_hits_with_one_wound_roll() -> None:
    found = blow([4, 3, 1, 2], {"att": 5}, {"def": 5})
    assert (found["outcome"], found["rolls"], found["victim"]) == ("hit", 1, "defender")


def test_ar_melee_03_equal_or_less_is_nothing() -> None:
    found = blow([3, 3], {"att": 5}, {"def": 5})
    assert (found["outcome"], found["rolls"], found["severity"]) == ("miss", 0, None)


def test_ar_melee_04_double_earns_two_rolls() -> None:
    assert blow([5, 2, 1, 2, 1, 2], {"att": 5}, {"def": 3})["rolls"] == 2
    assert blow([4, 2, 1, 2], {"att": 5}, {"def": 3})["rolls"] == 1


def test_ar_melee_05_a_defence_die_of_1_gives_two_rolls_whatever_the_totals() -> None:
    found = blow([2, 1, 1, 2, 1, 2], {"att": 0}, {"def": 9})
    assert (found["outcome"], found["rolls"]) == ("hit_defence_one", 2)


def test_ar_melee_06_an_attack_die_of_1_hits_the_attacker() -> None:
    striker = {"att": 9, "tough": 1, "str": 2}
    found = blow([1, 6, 4, 3], striker, {"def": 1, "str": 5, "weapon_bonus": 1})
    assert (found["outcome"], found["victim"], found["rolls"]) == ("counter_hit", "attacker", 1)
    assert (found["strength"], found["toughness"], found["damage"]) == (6, 1, 9)


def test_ar_melee_07_both_dice_1_and_everyone_laughs() -> None:
    found = blow([1, 1], {"att": 9}, {"def": 1})
    assert (found["outcome"], found["victim"]) == ("laugh", None)


def test_ar_melee_08_never_more_than_two_rolls() -> None:
    assert blow([6, 1, 1, 2, 1, 2], {"att": 6}, {"def": 1})["rolls"] == 2


def test_ar_melee_09_the_better_roll_is_kept_and_the_head_of_equals() -> None:
    light_arm, light_head = [2, 3], [5, 6]
    strong = {"att": 9, "str": 1}
    kept = blow([6, 2, *light_arm, *light_head], strong, {"def": 1, "tough": 4})
    assert (kept["location"], kept["severity"]) == ("head", "serious")
    kept = blow([6, 2, 2, 5, 5, 6], {"att": 9}, {"def": 1, "tough": 4})
    assert kept["location"] == "head"  # damage 1, arm: shock; damage 2, head: light
    kept = blow([6, 2, 2, 2, 5, 5], {"att": 9}, {"def": 1})
    assert kept["severity"] == "critical"


def test_ar_melee_10_ones_come_before_totals_unless_a_hit_is_needed() -> None:
    assert blow([2, 1, 1, 2, 1, 2], {"att": 1}, {"def": 5})["rolls"] == 2
    needs = blow([2, 1], {"att": 1}, {"def": 5}, natural_one="needs_hit")
    assert (needs["outcome"], needs["rolls"]) == ("miss", 0)
    assert blow([6, 1, 1, 2, 1, 2], {"att": 5}, {"def": 5}, natural_one="needs_hit")["rolls"] == 2
    for row in TABLES.melee_results:  # the table as data agrees, row by row
        a = 1 if row.attack_die == 1 else 3
        b = 1 if row.defence_die == 1 else 3
        totals = {"miss": (5, 5), "hit": (6, 5), "hit_double": (10, 5)}.get(row.outcome, (5, 5))
        found = outcome_of((a, b), totals, "always", helpless=False)
        assert found == (row.outcome, row.wound_rolls)


def test_ar_melee_11_one_attack_of_choice_and_no_reply() -> None:
    battle = acting(
        field(
            made("squire", "a", 10, 10),
            made("brigand", "b", 11, 10),
            made("brigand", "b", 10, 11),
            made("brigand", "b", 20, 20),
        )
    )
    offer = deeds.offered(battle, battle[0])
    assert [key for key in offer if key.startswith("attack")] == ["attack:1", "attack:2"]
    table = step(battle, [3, 4], ["attack:2"])
    assert len(rolls(table, "attack")) == 1
    assert battle.act is not None
    no = deeds.offered(battle, battle[0])["attack:1"]
    assert no is not None


def test_ar_melee_12_values_do_not_fall_below_nought() -> None:
    weak = Fighter(att=1, def_=2, wound="critical", poison_melee=2)
    assert attack_value(weak, Fighter()).total == 0
    assert defence_value(weak, Fighter()).total == 0


def test_ar_melee_13_a_serious_wound_lowers_attack_and_defence_by_2() -> None:
    hurt = Fighter(att=5, def_=4, wound="serious")
    assert attack_value(hurt, Fighter()).total == 3
    assert defence_value(hurt, Fighter()).total == 2


def test_ar_melee_14_a_rider_has_1_more_against_foot_only() -> None:
    rider, foot = Fighter(att=4, mounted=True), Fighter(att=4)
    assert attack_value(rider, rider).total == 4
    assert attack_value(rider, foot).total == 5
    assert attack_value(foot, rider).total == 4


def test_ar_melee_15_unarmed_attacks_at_1_less() -> None:
    assert attack_value(Fighter(att=3, unarmed=True), Fighter()).total == 2


def test_ar_melee_16_a_shield_defends() -> None:
    assert defence_value(Fighter(def_=2, shield=True), Fighter()).total == 3


@pytest.mark.parametrize("state", ["prone", "stunned"])
def test_ar_melee_17_who_is_down_or_stunned_does_not_hit_back(state: str) -> None:
    found = blow([1, 4], KNIGHT, {"def": 4, state: True})
    assert (found["outcome"], found["victim"]) == ("counter_void", None)


def test_ar_melee_18_strength_and_toughness_enter_the_damage() -> None:
    assert blow([6, 2, 4, 3], KNIGHT, {"def": 5, "tough": 1})["damage"] == 8


def test_ar_melee_19_a_doubled_blow_keeps_its_strength() -> None:
    found = blow([5, 2, 1, 6, 1, 5], {"att": 5, "str": 2}, {"def": 3})
    assert (found["rolls"], found["strength"], found["damage"]) == (2, 2, 8)


def test_the_odds_of_a_blow_are_those_of_its_dice() -> None:
    """Two derivations agree: the closed form, and every throw followed."""
    one = Fighter(att=3, str_=2, weapon_bonus=2, tough=2)
    other = Fighter(att=3, def_=3, str_=3, tough=4)

    def run(dice: Any) -> Any:
        found = throw_blow(bare_table(dice), one, other, Rules()).told()
        return {
            "him": found["severity"] if found["victim"] == "defender" else None,
            "me": found["severity"] if found["victim"] == "attacker" else None,
        }

    exact = marginals(run)
    quick = blow_odds(3, 3, (4 - 4, 3 - 2), "always", helpless=False)
    for at, severity in enumerate(SEVERITIES):
        assert quick.defender[at] == pytest.approx(float(exact["him"].get(severity, 0)))
        assert quick.attacker[at] == pytest.approx(float(exact["me"].get(severity, 0)))
    battle = field(made("squire", "a", 10, 10), made("brigand", "b", 11, 10))
    assert 0 < odds_of(battle, *battle.models).hit < 1
    assert who.engaged(battle, battle[0])


def test_ar_melee_15_unarmed_adds_no_weapon_bonus() -> None:
    bare = {"att": 4, "str": 3, "weapon_bonus": 5, "unarmed": True}
    found = judged("melee_attack", {"attacker": bare, "defender": {"def": 4}}, [5, 2, 3, 4])
    assert (found["attack_total"], found["strength"]) == (8, 3)
    found = judged("melee_attack", {"attacker": {"def": 2}, "defender": bare}, [1, 2, 3, 4])
    assert (found["victim"], found["strength"]) == ("attacker", 3)


def test_ar_equip_07_flail_and_two_hands_in_a_battle() -> None:
    shielded = made("serjeant", "b", 11, 10)
    flail = field(made("squire", "a", 10, 10, weapons=("flail",), in_hand="flail"), shielded)
    sword = field(made("squire", "a", 10, 10), shielded)
    fights = [[who.fighter(b, one) for one in b.models] for b in (flail, sword)]
    assert [defence_value(other, one).total for one, other in fights] == [
        fights[1][1].def_,
        fights[1][1].def_ + 1,
    ]
    great = field(made("squire", "a", 10, 10, shield="ok", in_hand="great_axe"))
    assert defence_value(who.fighter(great, great[0]), Fighter()).total == great[0].profile.def_


def test_ar_morale_02_who_fails_is_broken() -> None:
    battle = field(made("brigand", "a", 10, 10))
    need = 6 - battle[0].profile.dis
    play(battle, lambda t: morale.test(t, battle[0], "wound"), [need])
    assert not battle[0].broken
    play(battle, lambda t: morale.test(t, battle[0], "wound"), [need - 1])
    assert battle[0].broken
