"""Shooting and casting in a battle."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.table import Table
from banneret.rulesets.destrier.basics.checks import faults
from banneret.rulesets.destrier.basics.state import SPELL, Battle, card
from banneret.rulesets.destrier.ground.contact import in_contact
from banneret.rulesets.destrier.host.striking import Struck
from banneret.rulesets.destrier.melee.cards.choosing import again
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pools import fill
from banneret.rulesets.destrier.melee.chances import Attack
from banneret.rulesets.destrier.melee.defences import in_play
from banneret.rulesets.destrier.melee.harm import disturb, hurt
from banneret.rulesets.destrier.melee.stepping import cast as cast_step
from banneret.rulesets.destrier.melee.strikes import caught_preparing, land
from banneret.rulesets.destrier.movement.going import why_still
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.faces import face
from banneret.rulesets.destrier.screen.foresight import foreseen
from banneret.rulesets.destrier.turn import casting, magick, missiles, spells
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import lay, ready, refusal, refuses
from rulesets.scripting import ByKey, events_of


def bowmen(distance: float = 10.0, **more: Any) -> Battle:
    return arena(
        man("archer", "a", 10, 10, 0),
        man("sergeant", "b", 10, 10 + distance, 180, **more),
        phase="missiles_winner",
    )


def shoot(battle: Battle, *answers: Any, dice: list[int]) -> Table[Battle]:
    return play(battle, missiles.missiles_winner, dice, {"a": list(answers)})


def test_de_miss_01_de_miss_05_shots_of_a_segment() -> None:
    battle = bowmen()
    archer = battle.figures[0]
    assert missiles.shots_left(battle, archer) == 2
    shoot(battle, ("shot", "0>shoot@1"), ("will_move", "stays"), dice=[100])
    assert missiles.shots_left(battle, archer) == 1
    shoot(battle, ("shot", "0>shoot@1"), dice=[100])
    play(battle, missiles.missiles_winner)
    assert battle.phase == "missiles_loser"


def test_de_miss_05_javelins_are_thrown_in_the_segment_and_run_out() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 0, hand=("javelin",)),
        man("sergeant", "b", 10, 13, 180),
        phase="missiles_winner",
    )
    thrower = battle.figures[0]
    shoot(battle, ("shot", "0>shoot@1"), ("will_move", "stays"), dice=[100])
    assert thrower.ammunition == {"javelin": 2}
    missiles.spend(battle, thrower, "javelin")
    missiles.spend(battle, thrower, "javelin")
    assert thrower.in_hand == ()


@pytest.mark.parametrize(("weapon", "damage"), [("javelin", 11), ("sling", 4)])
def test_de_host_24_strength_goes_with_what_is_hurled_by_hand(weapon: str, damage: int) -> None:
    """An ogre's five come on a javelin of 1D6+3; a sling has its own force."""
    battle = arena(
        man("ogre", "a", 10, 10, 0, hand=(weapon,)),
        man("sergeant", "b", 10, 13, 180),
        phase="missiles_winner",
    )
    table = shoot(battle, ("shot", "0>shoot@1"), ("will_move", "stays"), dice=[1, 99, 3])
    (shot,) = events_of(table, told.Shot)
    assert shot.damage == damage


def test_de_hth_07_a_man_struck_by_an_arrow_as_he_kicks_is_bashed() -> None:
    battle = bowmen()
    archer, sergeant = battle.figures
    sergeant.hand = ("KICK@0",)
    play(
        battle,
        lambda table: missiles.strike_home(table, archer, sergeant, "man", "long_bow"),
        [99, 1, 8, 80],
    )
    assert sergeant.posture == "kneeling"


def test_de_miss_03_a_target_behind_is_turned_to_and_paid_for() -> None:
    battle = bowmen(10.0)
    archer, target = battle.figures
    archer.facing = 180.0
    missiles.turn_to(battle, archer, target)
    assert archer.facing == 0.0
    assert archer.activity_cost == 0.667  # an inch of the 1.5 that shooting leaves (DE-ACT-01)
    archer.activity_cost = 0.0
    missiles.turn_to(battle, archer, target)
    assert archer.activity_cost == 0.0


def test_de_miss_03_a_second_shot_at_somebody_behind_is_turned_for_too() -> None:
    battle = arena(
        man("archer", "a", 10, 10, 0, seen_this_turn=(1, 2)),
        man("sergeant", "b", 10, 20, 180),
        man("sergeant", "b", 10, 2, 0),
        phase="missiles_winner",
    )
    archer = battle.figures[0]
    shoot(battle, ("shot", "0>shoot@1"), ("will_move", "stays"), dice=[100])
    assert (archer.facing, archer.activity_cost) == (0.0, 0.0)
    shoot(battle, ("shot", "0>shoot@2"), dice=[100])
    assert (archer.facing, archer.activity_cost) == (180.0, 0.667)


def test_de_miss_04_who_means_to_move_says_so_and_pays() -> None:
    battle = bowmen()
    archer, target = battle.figures
    before = missiles.shot_chance(battle, archer, target).chance
    shoot(battle, ("shot", "0>shoot@1"), ("will_move", "moves"), dice=[100])
    assert archer.will_move
    assert missiles.shot_chance(battle, archer, target).chance == before - 15


def mounted_archer(speed: str) -> Battle:
    return arena(
        man("archer", "a", 10, 10, 0, steed="light_horse", speed=speed),
        man("sergeant", "b", 10, 20, 180),
        phase="missiles_winner",
    )


def test_de_miss_04_de_host_41_a_rider_whose_horse_stands_says_so_too() -> None:
    for answer, less in (("stays", 0), ("moves", 20)):
        battle = mounted_archer("stand")
        archer, target = battle.figures
        before = missiles.shot_chance(battle, archer, target).chance
        shoot(battle, ("shot", "0>shoot@1"), ("will_move", answer), dice=[100])
        assert missiles.shot_chance(battle, archer, target).chance == before - less
        refused = why_still(battle, archer)
        assert ("" if refused is None else refused.clause) == ("" if less else "DE-MISS-04")


def test_de_miss_04_a_horse_under_way_goes_on() -> None:
    battle = mounted_archer("trot")
    archer, target = battle.figures
    before = missiles.shot_chance(battle, archer, target)
    assert ("moving steed", -20) in [(one.label, one.value) for one in before.tally]
    shoot(battle, ("shot", "0>shoot@1"), dice=[100])
    assert missiles.shot_chance(battle, archer, target) == before
    assert why_still(battle, archer) is None


def test_de_host_40_crossbows_start_loaded_and_need_two_half_turns() -> None:
    battle = arena(
        man("crossbowman", "a", 10, 10, 0),
        man("sergeant", "b", 10, 20, 180),
        phase="missiles_winner",
    )
    bowman = battle.figures[0]
    shoot(battle, ("shot", "0>shoot@1"), ("will_move", "stays"), dice=[100])
    assert bowman.unloaded == {"heavy_crossbow": 2}
    bowman.shots_used = 0
    assert missiles.why_no_shot(battle, bowman, battle.figures[1]).clause == "DE-CARD-01"  # type: ignore[union-attr]
    for left in (1, 0):
        play(battle, lambda table: missiles.reload_card(table, bowman))
        assert bowman.unloaded == {"heavy_crossbow": left}
    assert missiles.why_no_shot(battle, bowman, battle.figures[1]) is None


def test_de_host_65_a_shot_at_the_steed() -> None:
    battle = arena(
        man("archer", "a", 10, 10, 0),
        man("knight", "b", 10, 20, 180, steed="great_horse"),
        phase="missiles_winner",
    )
    archer, rider = battle.figures
    man_chance = missiles.shot_chance(battle, archer, rider).raw
    horse_chance = missiles.shot_chance(battle, archer, rider, "steed").raw
    assert horse_chance == man_chance - 18 + 50 + 10 + 10
    steed = rider.steed
    assert steed is not None
    before = steed.body
    shoot(battle, ("shot", "0>shoot@1s"), ("will_move", "stays"), dice=[1, 100, 6])
    assert steed.body == before - 10
    assert rider.fatigue == rider.fatigue_max


def test_de_host_43_a_friend_in_the_way() -> None:
    battle = arena(
        man("archer", "a", 10, 10, 0),
        man("sergeant", "b", 10, 16, 180),
        man("sergeant", "a", 10.7071, 16.7071, 225),
        phase="missiles_winner",
    )
    archer, target, friend = battle.figures
    assert missiles.friend_beside(battle, archer, target) is friend
    before = friend.fatigue
    table = shoot(
        battle,
        ("shot", "0>shoot@1"),
        ("will_move", "stays"),
        dice=[100, 50, 1, 100, 3],
    )
    assert friend.fatigue == before - 7
    assert events_of(table, told.Shot)[0].friend == 2


# -- the order of segments


def mages(mage_dexterity: int = 13) -> Battle:
    battle = arena(
        man("archer", "a", 10, 10, 0),
        man("magus", "b", 10, 18, 180),
        phase="spells_loser",
    )
    mage = battle.figures[1]
    mage.profile = msgspec.structs.replace(mage.profile, dexterity=mage_dexterity)
    return battle


@pytest.mark.parametrize(("dexterity", "asked"), [(13, True), (14, False)])
def test_de_seq_03_quick_archers_shoot_before_a_slower_mage(dexterity: int, asked: bool) -> None:
    battle = mages(dexterity)
    by = ByKey({"spell": "1>flame_dart@0", "shot": "pass", "will_move": "stays"})
    magick.spells_loser(Table(battle, RandomDice(1), {"a": by, "b": by}))
    assert ("shot" in by.keys) is asked


def test_de_seq_04_the_losers_missiles_come_after_the_winners_spells() -> None:
    from banneret.rulesets.destrier.turn.order import half_turn  # noqa: PLC0415

    order = half_turn(mages())
    assert order.index("missiles_loser") > order.index("spells_winner")
    battle = mages(9)
    battle.initiative = ("b",)
    by = ByKey({"spell": "1>flame_dart@0", "will_move": "stays"})
    battle.phase = "spells_winner"
    magick.spells_winner(Table(battle, RandomDice(1), {"a": by, "b": by}))
    assert "shot" not in by.keys


def test_de_seq_09_the_owner_orders_his_figures() -> None:
    battle = arena(
        man("archer", "a", 10, 10, 0),
        man("archer", "a", 12, 10, 0),
        man("sergeant", "b", 11, 20, 180),
        phase="missiles_winner",
    )
    shoot(battle, ("shot", "1>shoot@2"), ("will_move", "stays"), dice=[100])
    assert [one.shots_used for one in battle.figures[:2]] == [0, 1]


# -- spells in segments


def caster(spell: str, dice: list[int], **more: Any) -> tuple[Battle, Table[Battle]]:
    battle = arena(
        man("magus", "a", 10, 10, 0),
        man("sergeant", "b", 10, 14, 180, **more),
        phase="spells_winner",
    )
    battle.figures[0].profile = msgspec.structs.replace(
        battle.figures[0].profile,
        spells=(
            "flame_dart",
            "gust",
            "dazzle",
            "ward",
            "mend",
            "entangle",
            "quicken",
            "slumber",
            "fire_burst",
        ),
    )
    on = 0 if spell in spells.KIND else 1
    answers = [("spell", f"0>{spell}@{on}"), ("will_move", "stays")]
    table = play(battle, magick.spells_winner, dice, {"a": answers})
    return battle, table


def test_de_host_52_a_spell_says_what_it_does_where_it_is_picked() -> None:
    battle = arena(
        man("magus", "a", 10, 10, 0), man("sergeant", "b", 10, 14, 180), phase="spells_winner"
    )
    mage = battle.figures[0]
    ward = "-15 to every attack on the subject until the end of the turn"
    for key in ("PREPARE_SPELL>ward", "CAST_SPELL>ward@0"):
        assert face(battle, Hand(battle, mage), key).sentence == f"Ward: {ward}."
    slept = face(battle, Hand(battle, mage), "CAST_SPELL>slumber@1").sentence
    assert slept.endswith("or for 3 turns (wisdom resists).")
    by = ByKey({"spell": "pass"})
    magick.spells_winner(Table(battle, RandomDice(1), {"a": by, "b": by}))
    (asked,) = by.was_asked("spell")
    assert asked.preview("0>ward@0").notes == (f"ward: {ward}",)
    assert foreseen(battle, mage, ("PREPARE_SPELL>ward",)).notes == (f"ward: {ward}",)


def test_de_mag_05_a_spell_that_is_ready_is_not_proposed_to_be_prepared_again() -> None:
    battle = melee()
    mage = battle.figures[0]
    mage.last_hand = ("PREPARE_SPELL>flame_dart", "PASSIVE_SHIELD_PARRY")
    assert again(mage) == ("PREPARE_SPELL>flame_dart",)
    prepare(battle)
    assert again(mage) == ()


def test_de_mag_01_de_mag_02_one_spell_in_a_turn() -> None:
    battle, _ = caster("flame_dart", [1, 3, 4])
    assert battle.figures[0].cast_this_turn
    assert not magick.ready(battle, battle.figures[0])


def test_de_mag_14_casting_costs_fatigue() -> None:
    battle, _ = caster("slumber", [1, 100])
    mage = battle.figures[0]
    assert mage.fatigue == mage.fatigue_max - 4
    mage.fatigue, mage.cast_this_turn = 3, False
    assert not any("slumber" in key for key in magick.cast_keys(battle, mage))


def test_de_host_49_de_mag_03_a_dart_strikes() -> None:
    battle, table = caster("flame_dart", [1, 3, 4])
    assert battle.figures[1].fatigue == battle.figures[1].fatigue_max - 7
    assert events_of(table, told.SpellCast)[0].amount == 7
    astray, _ = caster("flame_dart", [76])
    assert astray.figures[1].fatigue == astray.figures[1].fatigue_max


def test_de_mag_03_the_targets_last_movement_counts() -> None:
    battle, _ = caster("flame_dart", [1, 3, 4], motion="ran")
    mage, target = battle.figures
    assert casting.chance(battle, mage, ("flame_dart",), target) == 75 - 10


def test_de_host_50_a_gust_drives_back() -> None:
    battle, _ = caster("gust", [1, 100])
    assert battle.figures[1].y == 14.5


def test_de_host_51_dazzled_in_a_segment_and_in_the_melee() -> None:
    battle, _ = caster("dazzle", [1, 100])
    assert battle.figures[1].dazed
    assert battle.figures[1].stun == 0
    battle.card_round = 1
    mage, target = battle.figures
    play(battle, lambda table: casting.cast(table, mage, ("dazzle",), target, "man"), [1, 100])
    assert target.stun == 2


def test_de_host_52_a_ward_on_a_friend() -> None:
    battle, _ = caster("ward", [])
    assert battle.figures[0].warded


def test_de_host_53_mending_up_to_the_maximum() -> None:
    battle, _ = caster("flame_dart", [100])
    mage = battle.figures[0]
    mage.body -= 4
    play(battle, lambda table: casting.cast(table, mage, ("mend",), mage, "man"), [6])
    assert mage.body == mage.body_max


def test_de_host_54_entangled() -> None:
    battle, _ = caster("entangle", [1, 100])
    assert battle.figures[1].restrained_by == (SPELL,)
    from banneret.rulesets.destrier.melee.grapples import break_free  # noqa: PLC0415

    play(battle, lambda table: break_free(table, battle.figures[1]), [100])
    assert SPELL in battle.figures[1].restrained_by
    play(battle, lambda table: break_free(table, battle.figures[1]), [1])
    assert not battle.figures[1].restrained_by


def test_de_host_55_quickened_once_a_turn() -> None:
    battle, _ = caster("quicken", [])
    mage = battle.figures[0]
    fill(battle, mage)
    assert mage.blows_left == 4 + 1 + 2
    assert not [key for key in magick.cast_keys(battle, mage) if key == "0>quicken@0"]


def test_de_host_56_asleep_until_struck() -> None:
    battle, _ = caster("slumber", [1, 100])
    sleeper = battle.figures[1]
    assert (sleeper.asleep, sleeper.posture) == (3, "prone")
    play(battle, lambda table: hurt(table, sleeper, 1))
    assert sleeper.asleep == 0


@pytest.mark.parametrize(
    ("profile", "size"),
    [("sergeant", "man"), ("orc", "small"), ("ogre", "large"), ("wolf", "small")],
)
def test_de_host_41_how_large_a_mark_each_stand_is(profile: str, size: str) -> None:
    """A stand of one inch is a man's: only what is less is small."""
    assert missiles.size_of(arena(man(profile, "a", 10, 10)).figures[0], "man") == size


def test_de_host_57_a_burst_takes_all_within_an_inch() -> None:
    battle = arena(
        man("magus", "a", 10, 10, 0),
        man("sergeant", "b", 10, 20, 180),
        man("sergeant", "b", 11.3, 20, 180),
        man("sergeant", "b", 14, 20, 180),
    )
    mage, target, beside, away = battle.figures
    dice = [1, 2, 2, 3, 100, 1]
    play(battle, lambda table: casting.cast(table, mage, ("fire_burst",), target, "man"), dice)
    lost = [one.fatigue_max - one.fatigue for one in (target, beside, away)]
    assert lost == [7, 3, 0]


def test_de_host_57_a_burst_that_fells_a_rider_burns_his_steed_as_well() -> None:
    rider = man("knight", "b", 10, 20, 180, steed="great_horse", hand=("lance",))
    battle = arena(man("magus", "a", 10, 10, 0), rider)
    knight = battle.figures[1]
    knight.fatigue, knight.body = 0, 1
    assert knight.steed is not None
    steed, before = knight.steed, knight.steed.body
    play(battle, lambda table: casting.burst(table, knight), [6, 6, 6, 100])
    assert knight.status != "active"
    assert steed.body == before - 18


def test_de_mag_15_a_combination_has_one_targeting_roll() -> None:
    battle, _ = caster("flame_dart", [100])
    mage, target = battle.figures
    before, tired = target.fatigue, mage.fatigue
    play(
        battle,
        lambda table: casting.cast(table, mage, ("flame_dart", "gust"), target, "man"),
        [1, 3, 4, 100],
    )
    assert target.fatigue == before - 7
    assert target.y == 14.5
    assert mage.fatigue == tired - 2
    assert ("flame_dart", "gust") in spells.repertoire(battle, mage)
    assert all(len(one) <= 3 for one in spells.repertoire(battle, mage))


# -- cards of magick


def melee(profile: str = "magus", **options: Any) -> Battle:
    battle = arena(
        man(profile, "a", 10, 10, 0),
        man("sergeant", "b", 10, 13, 180),
        half=2,
        card_round=1,
        **options,
    )
    ready(battle)
    return battle


def prepare(battle: Battle, spell: str = "flame_dart") -> None:
    mage = battle.figures[0]
    mage.hand = (f"PREPARE_SPELL>{spell}",)
    spells.prepared(battle, mage)


def test_de_mag_04_de_mag_16_prepare_before_casting() -> None:
    battle = melee()
    mage = battle.figures[0]
    cast = "CAST_SPELL>flame_dart@1"
    assert refusal(Hand(battle, mage), cast) == "DE-MAG-04"
    prepare(battle)
    assert refusal(Hand(battle, mage), cast) == ""
    assert refuses(Hand(battle, mage), cast, "PREPARE_SPELL>dazzle") == ""
    skald = melee("skald").figures[0]
    assert refusal(Hand(melee("skald"), skald), "CAST_SPELL>gust@1") == ""


def test_de_mag_05_kept_until_cast_or_the_turn_ends() -> None:
    from banneret.rulesets.destrier.turn.ending import recover  # noqa: PLC0415

    battle = melee()
    mage = battle.figures[0]
    prepare(battle)
    assert mage.prepared == ("flame_dart",)
    prepare(battle, "dazzle")
    assert mage.prepared == ("dazzle",)
    recover(battle, mage)
    assert not mage.prepared


def test_de_mag_06_spells_come_before_all_else() -> None:
    battle = melee("skald")
    skald, sergeant = battle.figures
    lay(skald, "CAST_SPELL>gust@1")
    lay(sergeant, "PASSIVE_SHIELD_PARRY")
    battle.phase = "cast"
    table = play(battle, cast_step, [1, 100])
    assert events_of(table, told.SpellCast)[0].landed
    assert battle.phase == "move_first"
    assert skald.spells_cast == 1
    assert skald.levels_cast == 1


def test_de_mag_05_de_mag_06_a_spell_that_was_cast_is_no_longer_ready() -> None:
    battle = melee("magus")
    magus = battle.figures[0]
    magus.prepared = ("flame_dart",)
    assert refusal(Hand(battle, magus), "CAST_SPELL>flame_dart@1") == ""
    lay(magus, "CAST_SPELL>flame_dart@1")
    play(battle, cast_step, [100])
    assert not magus.prepared
    assert refusal(Hand(battle, magus), "CAST_SPELL>flame_dart@1") == "DE-MAG-04"


def test_de_mag_07_de_mag_08_limits_and_costs_in_the_melee() -> None:
    battle = melee("skald")
    skald = battle.figures[0]
    hand = Hand(battle, skald)
    assert hand.cost(("CAST_SPELL>gust@1",)) == 1
    skald.spells_cast, skald.levels_cast = 1, 1
    assert Hand(battle, skald).cost(("CAST_SPELL>gust@1",)) == 2
    skald.levels_cast = 3
    assert refusal(Hand(battle, skald), "CAST_SPELL>gust@1") == "DE-MAG-07"
    skald.spells_cast = skald.levels_cast = skald.blows_left = 0
    assert refuses(Hand(battle, skald), "CAST_SPELL>gust@1") == ""


def test_de_mag_09_a_segments_spell_counts_only_by_option() -> None:
    for option, cost in ((False, 1), (True, 2)):
        battle = melee("skald", shared_spell_allowance=option)
        battle.figures[0].cast_this_turn = True
        assert Hand(battle, battle.figures[0]).cost(("CAST_SPELL>gust@1",)) == cost


def test_de_mag_10_long_preparation() -> None:
    battle = melee(prepare_by_level=True)
    mage = battle.figures[0]
    prepare(battle, "dazzle")
    assert not mage.prepared
    prepare(battle, "dazzle")
    assert [*mage.prepared] == ["dazzle"]


def test_de_mag_11_disturbed_preparation() -> None:
    for option in (False, True):
        battle = melee(prepare_interruptible=option)
        mage = battle.figures[0]
        prepare(battle)
        play(battle, partial(disturb, figure=mage))
        assert (mage.prepared == ()) is option
        wanted = "DE-MAG-11" if option else ""
        assert refusal(Hand(battle, mage), "PREPARE_SPELL>dazzle") == wanted


def test_de_mag_11_hurt_in_the_round_of_the_card_he_has_prepared_nothing() -> None:
    for option in (False, True):
        battle = melee(prepare_interruptible=option)
        mage = battle.figures[0]
        mage.hand = ("PREPARE_SPELL>dazzle",)
        play(battle, partial(hurt, figure=mage, damage=1))
        mage.stun = 0
        spells.prepared(battle, mage)
        assert (mage.prepared == ()) is option


@pytest.mark.parametrize(
    ("option", "spent", "left"), [(False, 0, 5), (True, 0, 2), (True, 1, 1), (True, 4, 0)]
)
def test_de_mag_12_caught_preparing(option: bool, spent: int, left: int) -> None:
    """Of the five blows of his turn two are left, once; what he spent comes off those."""
    battle = melee(prepare_halves_blows=option)
    mage = battle.figures[0]
    mage.hand = ("PREPARE_SPELL>dazzle",)
    mage.blows_left -= spent
    caught_preparing(battle, mage)
    caught_preparing(battle, mage)
    assert mage.blows_left == left


def test_de_mag_12_a_blow_that_misses_is_an_attack_too() -> None:
    battle = melee(prepare_halves_blows=True)
    mage = battle.figures[0]
    mage.hand = ("PREPARE_SPELL>dazzle",)
    attack = Attack(1, "man", 0, "man", "DELIVER_BLOW", "mace")
    missed = Struck(False)
    play(battle, lambda table: land(table, attack, missed, in_play(battle, mage)))
    assert mage.blows_left == 2


def test_de_host_65_a_dart_of_the_segment_names_rider_or_steed() -> None:
    battle = arena(
        man("magus", "a", 10, 10, 0),
        man("knight", "b", 10, 16, 180, steed="great_horse"),
        phase="spells_winner",
    )
    steed = battle.figures[1].steed
    assert steed is not None
    before = steed.body
    play(
        battle,
        magick.spells_winner,
        [1, 3, 4],
        {"a": [("spell", "0>flame_dart@1s"), ("will_move", "stays")]},
    )
    assert steed.body == before - 7
    assert battle.figures[1].fatigue == battle.figures[1].fatigue_max


def test_de_mag_13_casting_halves_the_coming_move() -> None:
    from banneret.rulesets.destrier.movement.going import allowance  # noqa: PLC0415

    battle, _ = caster("flame_dart", [100])
    mage = battle.figures[0]
    mage.will_move = True
    assert allowance(battle, mage) == 1.5
    assert card("CAST_SPELL>a@1").target == 1


# -- turning to shoot or cast


def at_grips(winner: str, profile: str = "archer") -> Battle:
    """A figure whose shield side touches an enemy's front, another enemy behind, seen before."""
    return arena(
        man(profile, "a", 10, 10, 0, seen_this_turn=(1, 2)),
        man("sergeant", "b", 10 - 0.7071, 10 + 0.7071, 180),
        man("sergeant", "b", 12, 2, 0),
        phase="missiles_winner",
        winner=winner,
    )


def test_de_miss_03_de_con_09_who_turns_to_shoot_slides_along_his_enemy() -> None:
    battle = at_grips("a")
    archer, foe, _ = battle.figures
    shoot(battle, ("shot", "0>shoot@2"), ("will_move", "stays"), dice=[100])
    assert archer.facing == pytest.approx(166.0, abs=0.1)
    assert in_contact(battle, archer, foe)
    assert not faults(battle)


def test_de_miss_03_de_con_03_who_is_held_cannot_turn_to_shoot_or_cast() -> None:
    """The loser of the initiative has no half-move to pay a turn with."""
    battle = at_grips("b")
    assert missiles.keys_of(battle, battle.figures[0]) == ["0>shoot@1"]
    battle = at_grips("b", "magus")
    assert "0>flame_dart@1" in magick.cast_keys(battle, battle.figures[0])
    assert "0>flame_dart@2" not in magick.cast_keys(battle, battle.figures[0])


def test_de_mag_03_no_mount_turns_for_a_spell() -> None:
    battle = at_grips("a", "magus")
    caster = battle.figures[0]
    assert "0>flame_dart@2" in magick.cast_keys(battle, caster)
    battle = arena(
        man("magus", "a", 10, 10, 0, steed="mule", seen_this_turn=(1,)),
        man("sergeant", "b", 10, 2, 0),
    )
    assert "0>flame_dart@1" not in magick.cast_keys(battle, battle.figures[0])


def test_de_miss_03_a_rider_shoots_over_both_flanks_and_not_over_the_tail() -> None:
    for x, y, shoots in ((10, 20, True), (20, 10, True), (10, 2, False)):
        battle = arena(
            man("archer", "a", 10, 10, steed="light_horse", seen_this_turn=(1,)),
            man("sergeant", "b", x, y, 0),
        )
        assert bool(missiles.marks(battle, battle.figures[0])) is shoots


def test_de_miss_03_a_fire_card_needs_a_turn_to_whom_is_behind() -> None:
    battle = at_grips("a")
    battle.card_round, battle.half = 1, 2
    ready(battle)
    archer, foe, target = battle.figures
    foe.status = "down"
    hand = Hand(battle, archer)
    assert refuses(hand, "FIRE_MISSILE@2") == "DE-MISS-03"
    assert not refuses(hand, "FIRE_MISSILE@2", "MOVE")
    table = play(battle, lambda table: missiles.shoot(table, archer, target, melee=True))
    assert events_of(table, told.BlowLost)
    assert archer.shots_used == 0


def test_de_host_42_cards_played_in_the_melee_meet_a_missile() -> None:
    """All but the weapon parry: a desperate defence, and a horse's dodge of whom it sees."""
    battle = bowmen()
    battle.card_round, battle.half = 1, 2
    archer, sergeant = battle.figures
    for cards, shield, desperate in (
        (("WEAPON_PARRY",), 0, 0),
        (("ACTIVE_SHIELD_PARRY",), 33, 0),
        (("DESPERATE_DEFENSE",), 33, 25),
    ):
        lay(sergeant, *cards)
        tally = missiles.shot_chance(battle, archer, sergeant, melee=True).tally
        told_of = {one.label: -one.value for one in tally}
        assert told_of.get("shield", 0) == shield
        assert told_of.get("desperate defence", 0) == desperate
    behind = arena(man("archer", "a", 10, 4, 0), man("sergeant", "b", 10, 10, 0), card_round=1)
    lay(behind.figures[1], "DESPERATE_DEFENSE")
    archer, sergeant = behind.figures
    tally = missiles.shot_chance(behind, archer, sergeant, melee=True).tally
    assert "desperate defence" not in {one.label for one in tally}


def test_de_host_42_de_host_65_a_horse_dodges_an_arrow_it_sees() -> None:
    for facing, dodge in ((180.0, 10), (0.0, 0)):
        battle = arena(
            man("archer", "a", 10, 10, 0),
            man("knight", "b", 10, 18, facing, steed="medium_horse"),
            card_round=1,
        )
        archer, knight = battle.figures
        assert knight.steed is not None
        knight.steed.hand = ("DODGE_LEFT",)
        tally = missiles.shot_chance(battle, archer, knight, "steed", melee=True).tally
        assert -sum(one.value for one in tally if one.label == "dodge") == dodge
