"""What damage does to whoever takes it, and what bashes do on foot, in the saddle and to steeds."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.rulesets.destrier.basics.state import Battle, Figure, moved
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.ground.contact import enemies_touched
from banneret.rulesets.destrier.melee.bashes import (
    apply_bash,
    body_bash,
    body_bash_chance,
    hurt_steed,
    strength,
)
from banneret.rulesets.destrier.melee.blows import rewrite
from banneret.rulesets.destrier.melee.chances import (
    Attack,
    arm_of,
    chance,
    lance_side,
    own_bonus,
    riding_past,
    situation,
    weapon_for,
)
from banneret.rulesets.destrier.melee.defences import NONE, by_cards, seen, steeds_own
from banneret.rulesets.destrier.melee.harm import burden, fell, hurt, stun
from banneret.rulesets.destrier.melee.strikes import bash_chance, damage_bonus, strike
from banneret.rulesets.destrier.screen.events import Stumbled
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay
from rulesets.scripting import events_of


def ridden(foe: str = "peasant", **steed: Any) -> Battle:
    """A knight in the saddle with somebody beside his horse."""
    rider = man("knight", "a", 10, 10, steed="great_horse", hand=("broadsword",), **steed)
    return arena(rider, man(foe, "b", 11.0, 10, 315), half=2, card_round=1)


def test_de_host_17_a_man_on_foot_bashes_with_his_own_strength() -> None:
    """Three points more than the other's: three in a hundred, all else being equal."""
    battle, one, two = foes("peasant", "peasant")
    even = body_bash_chance(battle, one, two)
    one.profile = msgspec.structs.replace(one.profile, strength=two.strength + 3)
    assert (strength(battle, one), strength(battle, one, "man")) == (14, 14)
    assert body_bash_chance(battle, one, two) > even
    rider = ridden().figures[0]
    assert strength(battle, rider) == strength(battle, rider, "steed") != rider.strength
    assert strength(battle, rider, "man") == rider.strength


@pytest.mark.parametrize(
    ("result", "dice", "stunned", "mounted"),
    [
        ("unhorsed", [1, 1], 0, False),
        ("unhorsed_stunned", [1, 1], 2, False),
        ("stumble", [1], 0, True),
        ("falls", [1, 1, 26], 0, False),
    ],
)
def test_de_host_20_de_host_66_what_a_bash_does_to_horse_and_rider(
    result: str, dice: list[int], stunned: int, mounted: bool
) -> None:
    """Who is thrown by a blow is not in shock; a horse that stumbles keeps its rider."""
    battle = ridden(speed="trot")
    knight = battle.figures[0]
    play(battle, lambda table: apply_bash(table, knight, result, (11, 10)), dice)
    assert (knight.stun, knight.mounted) == (stunned, mounted)


def test_de_host_16_de_host_20_a_body_bash_on_a_rider_is_one_on_his_steed() -> None:
    """From 76 it stumbles; a man on foot would be staggered or on his knees."""
    battle = ridden("giant", speed="trot")
    knight, giant = battle.figures
    table = play(battle, lambda table: body_bash(table, giant, knight), [1, 76, 1])
    assert table.result == "stumble"
    assert events_of(table, Stumbled)
    assert play(battle, partial(body_bash, basher=knight, target=giant), [1, 76]).result == "knees"


def test_de_host_21_a_bash_stuns_to_the_end_of_the_next_round() -> None:
    """In a TAC phase too; outside the melee there is but this segment."""
    for card_round, before, wanted in ((-1, 0, 1), (0, 0, 2), (1, 0, 2), (1, 99, 99)):
        battle, knight, _ = foes(card_round=card_round)
        knight.stun = before
        stun(battle, knight)
        assert knight.stun == wanted


def test_de_host_24_a_blow_that_takes_nothing_wakes_nobody() -> None:
    battle, knight, _ = foes(mine={"asleep": 2, "prepared": ("mend",)}, prepare_interruptible=True)
    play(battle, lambda table: hurt(table, knight, 0))
    assert (knight.asleep, list(knight.prepared)) == (2, ["mend"])
    play(battle, lambda table: hurt(table, knight, 1))
    assert (knight.asleep, knight.prepared) == (0, ())


def test_de_con_12_de_host_24_who_falls_fights_nobody_and_is_held_by_nobody() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, restraining=1),
        man("berserker", "b", 11, 11, 180, restrained_by=(0, -2), berserk=True, turned_on=(2,)),
        man("peasant", "b", 12, 12, 180),
        half=2,
        card_round=1,
    )
    holder, berserker, friend = battle.figures
    berserker.contact_half[0] = holder.contact_half[1] = 1
    play(battle, lambda table: fell(table, berserker, "down"))
    assert (berserker.status, berserker.posture) == ("down", "prone")
    assert (berserker.berserk, berserker.turned_on) == (False, ())
    assert (holder.restraining, berserker.restrained_by) == (-1, ())
    assert (holder.contact_half, berserker.contact_half) == ({}, {})
    assert friend.status == "active"


def test_de_con_12_de_host_65_who_falls_from_the_saddle_leaves_a_steed() -> None:
    battle = ridden()
    play(battle, lambda table: fell(table, battle.figures[0], "dead"))
    assert battle.figures[0].steed is None
    assert [one.steed.key for one in battle.loose] == ["great_horse"]


def test_de_host_45_a_load_too_heavy_encumbers() -> None:
    battle, knight, _ = foes()
    knight.profile = msgspec.structs.replace(knight.profile, strength=1)
    burden(battle, knight)
    assert knight.encumbrance == "encumbered"


@pytest.mark.parametrize(("blows", "left"), [(0, 0), (1, 0), (3, 2)])
def test_de_host_21_who_staggers_ten_feet_loses_a_blow_and_follows_nobody(
    blows: int, left: int
) -> None:
    """Driven back he is forced; rocked he keeps his blows and his place."""
    battle, _, sergeant = foes(card_round=1)
    sergeant.blows_left = blows
    play(battle, lambda table: apply_bash(table, sergeant, "rocked", (10, 10)))
    assert (sergeant.blows_left, sergeant.forced) == (blows, False)
    play(battle, lambda table: apply_bash(table, sergeant, "staggered_10_feet", (10, 10)))
    assert (sergeant.blows_left, sergeant.forced, sergeant.posture) == (left, True, "standing")


def test_de_att_11_de_def_04_a_blow_at_the_steed_meets_no_weapon_of_its_rider() -> None:
    """Nothing is rolled against his parry and his shield; struck himself it is."""
    battle = ridden("knight")
    knight, other = battle.figures
    other.in_hand = ("broadsword",)
    defence = by_cards(battle, knight, ("WEAPON_PARRY", "ACTIVE_SHIELD_PARRY"))
    for part, dice in (("steed", [1, 99, 1]), ("man", [1, 99, 99, 99, 1, 99])):
        attack = Attack(1, "man", 0, part, "DELIVER_BLOW", "broadsword")  # type: ignore[arg-type]
        table = play(battle, lambda t, a=attack: strike(t, a, defence), dice)  # type: ignore[misc]
        assert table.result.hit


def test_de_host_28_de_htac_12_dead_ahead_is_neither_side() -> None:
    rider = man("knight", "a", 10, 10, steed="great_horse", speed="gallop", hand=("broadsword",))
    battle = arena(rider, man("sergeant", "b", 10, 11.8, 180), half=2, card_round=1)
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.passed = (1,)
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    assert riding_past(battle, attack) == 0
    battle.figures[1].x = 11.0
    assert riding_past(battle, attack) != 0


# -- what an attack is reckoned from


@pytest.mark.parametrize(
    ("attack", "state", "wanted"),
    [
        (Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword"), {}, ["mounted_vs_foot"]),
        (Attack(0, "steed", 1, "man", "KICK", "hoof"), {"rocked": True}, []),
        (Attack(1, "man", 0, "man", "DELIVER_BLOW", "club"), {}, ["foot_vs_mounted"]),
        (Attack(1, "man", 0, "steed", "DELIVER_BLOW", "club"), {"stun": 2}, []),
        (
            Attack(1, "man", 0, "man", "DELIVER_BLOW", "club"),
            {"stun": 2},
            ["target_stunned", "foot_vs_mounted"],
        ),
    ],
)
def test_de_host_11_man_and_steed_are_struck_and_strike_each_in_their_own_state(
    attack: Attack, state: dict[str, Any], wanted: list[str]
) -> None:
    """The rider's state is not his steed's."""
    battle = ridden()
    for key, value in state.items():
        setattr(battle.figures[0], key, value)
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    assert situation(figure, target, attack) == wanted


def test_de_bers_04_de_host_65_a_steed_does_not_rage_with_its_rider() -> None:
    """Its kick gains nothing by his rage, nor by his Strength; struck, it is no easier."""
    battle = ridden()
    knight = battle.figures[0]
    kick = Attack(0, "steed", 1, "man", "KICK", "hoof")
    at_steed = Attack(1, "man", 0, "steed", "DELIVER_BLOW", "club")
    blow = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    everything = (kick, at_steed, blow)

    def reckon() -> list[tuple[int, int]]:
        return [
            (
                chance(battle, one, NONE).raw,
                bash_chance(battle, one, arm_of(battle, *pair_of(battle, one), one), guessed=False),
            )
            for one in everything
        ]

    calm = reckon()
    knight.berserk = True
    raging = reckon()
    assert [now == then for now, then in zip(raging, calm, strict=True)] == [True, True, False]
    assert raging[2][1] > calm[2][1]
    assert damage_bonus(battle, knight, "steed") == 0 < damage_bonus(battle, knight, "man")


def pair_of(battle: Battle, attack: Attack) -> tuple[Figure, Figure]:
    return battle.figures[attack.attacker], battle.figures[attack.target]


def test_de_host_65_a_steed_strikes_with_the_bonus_of_all_steeds() -> None:
    battle = ridden()
    knight = battle.figures[0]
    assert own_bonus(battle, knight, "natural", "steed") == battle.tables.host.steed.hit_bonus
    assert own_bonus(battle, knight, "LH") > own_bonus(battle, knight, "natural", "steed")


def test_de_hth_02_de_horse_11_who_has_no_hooves_kicks_with_his_foot() -> None:
    battle, knight, _ = foes()
    assert weapon_for(battle, knight, "man", "KICK") == "foot_kick"
    beast = arena(man("centaur", "a", 20, 20)).figures[0]
    kinds = {name: weapon_for(battle, beast, "man", name) for name in ("KICK", "DELIVER_BLOW")}
    assert kinds == {"KICK": "hoof", "DELIVER_BLOW": "spear"}


@pytest.mark.parametrize(("x", "side"), [(11.0, "right"), (9.0, "left")])
def test_de_horse_03_de_chg_25_a_lance_is_borne_on_the_left(x: float, side: str) -> None:
    """Of the table's three numbers each counts on its own side; dead ahead the one between."""
    sides = default().host.lance.side
    rider = man("knight", "a", 10, 10, steed="great_horse", speed="trot")
    battle = arena(rider, man("peasant", "b", x, 12, 180))
    assert lance_side(battle, *battle.figures) == getattr(sides, side)
    battle.figures[1].x = 10.0
    assert lance_side(battle, *battle.figures) == sides.centre


def test_de_host_65_a_steed_struck_dead_falls_and_is_out() -> None:
    """At its last body it stands; at nought it falls, and its rider with it."""
    battle = ridden()
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.body = 5
    play(battle, lambda table: hurt_steed(table, knight, 4))
    assert knight.mounted
    play(battle, lambda table: hurt_steed(table, knight, 1), [1, 1, 26])
    assert not knight.mounted
    assert battle.loose[0].steed.posture == "prone"


def test_de_host_17_a_steeds_speed_goes_into_its_bash_and_what_comes_of_it() -> None:
    found = {}
    for speed in ("stand", "gallop"):
        battle = ridden("giant", speed=speed)
        knight, giant = battle.figures
        found[speed] = body_bash_chance(battle, knight, giant)
        rule = partial(body_bash, basher=knight, target=giant)
        assert play(battle, rule, [1, 60]).result == (
            "staggered_5_feet" if speed == "stand" else "knees"
        )
    assert found["stand"] < found["gallop"]


def test_de_dodge_14_de_host_65_a_steed_defends_itself_by_dodging_alone() -> None:
    battle = ridden()
    knight = battle.figures[0]
    assert knight.steed is not None
    for hand, dodges in ((("DODGE_LEFT",), True), (("KICK@1",), False), ((), False)):
        knight.steed.hand = hand
        assert (steeds_own(battle, knight).dodge > 0) is dodges


def test_de_tacp_13_de_att_14_only_the_card_of_a_turned_blow_names_the_other() -> None:
    knight = foes(card_round=1)[1]
    lay(knight, "DELIVER_BLOW@1", "WEAPON_PARRY", "KICK@1")
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
    rewrite(knight, attack, attack._replace(target=3, part="steed"))
    assert knight.hand == ("DELIVER_BLOW@3s", "WEAPON_PARRY", "KICK@1")


def test_de_host_56_de_grap_08_who_wakes_is_engaged_again() -> None:
    """What was known of contacts is looked up anew."""
    battle, knight, sergeant = foes(card_round=1)
    sergeant.asleep = 2
    moved(battle)
    assert enemies_touched(battle, knight) == []
    play(battle, lambda table: hurt(table, sergeant, 1))
    assert enemies_touched(battle, knight) == [sergeant]


def test_de_dodge_12_de_dodge_14_a_man_dodges_whom_he_does_not_see_a_horse_does_not() -> None:
    """From behind his dodge counts half by its own rule; a steed's not at all."""
    dodging = NONE._replace(dodge=20)
    left = {
        (part, side): seen(dodging, part, side).dodge
        for part in ("man", "steed")
        for side in ("rear", "shield")
    }
    assert left == {
        ("man", "rear"): 20,
        ("man", "shield"): 20,
        ("steed", "rear"): 0,
        ("steed", "shield"): 20,
    }
