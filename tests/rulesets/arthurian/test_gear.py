"""Weapons, armour, shields, the dwarf's spares: AR-EQUIP."""

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Table
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.basics.tables import TABLES
from banneret.rulesets.arthurian.fight import shooting
from banneret.rulesets.arthurian.fight.fighters import (
    Fighter,
    attack_value,
    defence_value,
    strength,
    toughness,
)
from banneret.rulesets.arthurian.fight.melee import break_weapon, charges
from banneret.rulesets.arthurian.fortune import melee_events
from banneret.rulesets.arthurian.ground import horses
from banneret.rulesets.arthurian.turn import deeds, handiwork
from rulesets.arthurian.field import acting, field, judged, made, play, step
from rulesets.scripting import rolls

PLAIN = Fighter()


def test_ar_equip_01_ar_equip_02_a_weapon_adds_to_the_blow() -> None:
    assert strength(Fighter(str_=3, weapon_bonus=2)) == 5
    battle = field(made("squire", "a", 5, 5))
    assert strength(who.fighter(battle, battle[0])) == 4


def test_ar_equip_03_a_lance_is_changed_for_a_sword_on_foot() -> None:
    battle = acting(field(made("pc_knight", "a", 10, 10), made("brigand", "b", 30, 30)))
    assert battle[0].in_hand == "lance"
    step(battle, (), ["weapon:dagger"])
    assert deeds.offered(battle, battle[0])["weapon:sword"] is not None
    battle[0].in_hand = "lance"
    horses.dismount(battle, battle[0])
    assert battle[0].in_hand == "sword"


def test_ar_equip_04_breaking_the_only_weapon_leaves_bonus_0_and_att_less_1() -> None:
    battle = field(made("archer", "a", 10, 10))
    before = attack_value(who.fighter(battle, battle[0]), PLAIN).total
    play(battle, lambda table: break_weapon(table, battle[0]))
    after = who.fighter(battle, battle[0])
    assert (after.weapon_bonus, attack_value(after, PLAIN).total) == (0, before - 1)
    mad = field(made("mad_knight", "b", 5, 5))
    assert attack_value(who.fighter(mad, mad[0]), PLAIN).total == 5


def test_ar_equip_05_four_inches_straight_make_a_lance_charge() -> None:
    assert judged("lance_charge", {"straight": 4.0})["value"]
    assert not judged("lance_charge", {"straight": 3.9})["value"]
    lancer = Fighter(str_=3, weapon_bonus=3, lance_charge=True)
    assert (strength(lancer), strength(lancer, charging=False)) == (8, 6)
    battle = acting(field(made("pc_knight", "a", 10, 10)), straight=4.0)
    assert charges(battle, battle[0])
    battle = acting(battle, straight=4.0, attacked=True)
    assert not charges(battle, battle[0])


def test_ar_equip_06_a_lance_breaks_on_1_to_3() -> None:
    assert judged("lance_break", {}, [3])["broken"]
    assert not judged("lance_break", {}, [4])["broken"]
    battle = acting(
        field(made("rt_young", "a", 10, 10), made("brigand", "b", 11.5, 10)), straight=5.0
    )
    table = step(battle, [2, 6, 3], ["attack:1"])
    assert rolls(table, "lance") == [(3,)]
    assert battle[0].in_hand == "sword"
    assert "lance" not in battle[0].weapons


def test_ar_equip_07_two_hands_and_flails_do_without_shields() -> None:
    shielded = Fighter(def_=4, shield=True)
    assert defence_value(shielded, PLAIN).total == 5
    assert defence_value(shielded, Fighter(ignores_shield=True)).total == 4
    assert defence_value(Fighter(def_=4, shield=True, two_handed=True), PLAIN).total == 4
    battle = field(made("king", "a", 5, 5))
    assert who.fighter(battle, battle[0]).two_handed


def test_ar_equip_08_armour_adds_to_toughness() -> None:
    assert toughness(Fighter(tough=3, armour=3)) == 6
    battle = field(made("pc_knight", "a", 5, 5), made("rt_peerless", "a", 9, 9))
    assert [who.hardness(battle, one) for one in battle.models] == [6, 8]


def test_ar_equip_09_a_broken_shield_lowers_the_defence_by_1() -> None:
    battle = field(made("squire", "a", 5, 5))
    before = defence_value(who.fighter(battle, battle[0]), PLAIN).total
    battle[0].shield = "broken"
    assert defence_value(who.fighter(battle, battle[0]), PLAIN).total == before - 1


def test_ar_equip_10_a_crossbow_is_reloaded_by_an_action() -> None:
    battle = acting(field(made("crossbowman", "a", 10, 10), made("brigand", "b", 10, 18)))
    step(battle, [1], ["shoot:1", "still"])
    assert not battle[0].loaded
    battle = acting(battle)
    offer = deeds.offered(battle, battle[0])
    no = offer["shoot:1"]
    assert no is not None
    assert no.clause == "AR-EQUIP-10"
    step(battle, (), ["reload"])
    assert battle[0].loaded


def test_ar_equip_11_a_broken_or_empty_weapon_shoots_no_more() -> None:
    for state in ("broken", "out"):
        battle = acting(
            field(made("archer", "a", 10, 10, missile_state=state), made("brigand", "b", 10, 18))
        )
        no = deeds.offered(battle, battle[0])["shoot:1"]
        assert no is not None
        assert no.clause == "AR-EQUIP-11"


def test_ar_equip_12_a_spare_is_used_up_and_a_dead_dwarf_gives_none() -> None:
    knight = made("pc_knight", "a", 10, 10, shield="broken", spare_shield=1)
    battle = acting(field(knight, made("dwarf", "a", 14, 10), made("wolf", "b", 30, 30)))
    step(battle, [4], ["fetch:shield"])
    assert (battle[0].shield, battle[0].spare_shield) == ("ok", 0)
    battle[0].shield = "broken"
    assert handiwork.to_fetch(battle, battle[0]) == []
    battle[0].spare_shield = 1
    battle[1].where = "gone"
    no = handiwork.why_not_fetch(battle, battle[0])
    assert no is not None
    assert no.clause == "AR-EQUIP-12"


def test_ar_equip_12_later_attempts_need_the_dwarf_near_and_a_free_hand() -> None:
    knight = made("pc_knight", "a", 10, 10, shield="broken", spare_shield=1)
    battle = field(knight, made("dwarf", "a", 30, 10), made("brigand", "b", 25, 25))
    assert handiwork.why_not_fetch(battle, battle[0]) is not None
    battle[1].x = 14
    assert handiwork.why_not_fetch(battle, battle[0]) is None
    battle[2].x, battle[2].y = 10, 11.5
    assert handiwork.why_not_fetch(battle, battle[0]) is not None


def test_ar_equip_12_a_spare_weapon_is_given_once() -> None:
    knight = made("pc_knight", "a", 10, 10, weapons=("dagger",), spare_weapon="sword")
    battle = acting(field(knight, made("dwarf", "a", 14, 10), made("wolf", "b", 30, 30)))
    step(battle, [4], ["fetch:weapon"])
    assert (battle[0].in_hand, battle[0].spare_weapon) == ("sword", "")


def test_ar_equip_12_the_dwarf_carries_no_lance_and_must_not_be_broken() -> None:
    battle = RULESET.begin("the_ford", RULESET.chosen({}), {})
    assert (battle[0].spare_shield, battle[0].spare_weapon) == (1, "sword")
    battle[1].where, battle[1].broken = "table", True
    assert who.dwarf_of(battle, battle[0]) is None


def test_ar_equip_08_armour_counts_against_missiles_and_falls() -> None:
    battle = field(made("archer", "a", 10, 10), made("serjeant", "b", 10, 20))
    bonus = TABLES.armour_bonus[battle[1].profile.armour]
    assert bonus
    assert shooting.target_of(battle, battle[0], battle[1]).armour == bonus
    stage = melee_events.OnTheTable(Table(battle, RandomDice(1), {}), battle[0], battle[1], 3)
    assert stage.who("opponent").toughness == battle[1].profile.tough + bonus
    steps = ("none", "padded", "leather", "haubergeon", "mail", "mail_and_plates")
    assert [TABLES.armour_bonus[one] for one in steps] == [0, 1, 1, 2, 3, 4]
