"""What tells for and against a blow, who can strike, and what strikes back."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Pick
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.contact import enemies_touched
from banneret.rulesets.destrier.melee.bashes import hurt_steed
from banneret.rulesets.destrier.melee.blows import (
    attacks_of,
    can_strike,
    other_attacks,
    turn_blow,
)
from banneret.rulesets.destrier.melee.chances import Attack, arm_of, situation
from banneret.rulesets.destrier.melee.defences import (
    NONE,
    by_cards,
    in_play,
    parry_bonus,
    shield_bonus,
)
from banneret.rulesets.destrier.melee.grapples import alongside
from banneret.rulesets.destrier.melee.harm import cripple, turn_loose
from banneret.rulesets.destrier.melee.replies.dodging import (
    card_group,
    dodge_of,
    dodges,
    guess_odds,
    plays_defence,
)
from banneret.rulesets.destrier.melee.stepping import come_upon, draw, step
from banneret.rulesets.destrier.melee.strikes import bash_chance, chosen_attack, land, strike
from banneret.rulesets.destrier.screen import told
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready
from rulesets.scripting import Script, events_of

BLOW = Attack(0, "man", 1, "man", "DELIVER_BLOW", "broadsword")
LANCE: dict[str, Any] = {"hand": ("lance",)}
SWORD: dict[str, Any] = {"hand": ("broadsword",)}


def rider_and(foe: str = "sergeant", card_round: int = 1, **more: Any) -> Battle:
    """A knight in the saddle and somebody on foot before his horse."""
    state = more.pop("state", {})
    rider = man("knight", "a", 10, 10, steed="great_horse", **{**SWORD, **more})
    battle = arena(rider, man(foe, "b", 10, 11.71, 180, **state), half=2, card_round=card_round)
    ready(battle)
    return battle


@pytest.mark.parametrize(
    ("mine", "his", "told_for"),
    [
        ({}, {}, []),
        ({}, {"posture": "prone"}, ["target_prone"]),
        ({}, {"posture": "kneeling"}, ["target_kneeling"]),
        ({}, {"asleep": 1}, ["target_prone", "target_stunned"]),
        ({}, {"stun": 1}, ["target_stunned"]),
        ({}, {"restrained_by": (0,)}, ["target_restrained"]),
        ({"posture": "kneeling"}, {}, ["attacker_kneeling"]),
        ({"rocked": True}, {}, ["attacker_rocked"]),
        ({"body": 13}, {}, []),
        ({"body": 12}, {}, ["attacker_below_half_body"]),
        ({"body": 7}, {}, ["attacker_below_half_body"]),
        ({"body": 6}, {}, ["attacker_below_quarter_body"]),
        ({"crippled": ("weapon_arm",)}, {}, ["crippled_weapon_arm"]),
        ({"crippled": ("leg",)}, {}, []),
        ({"body": 6, "crippled": ("weapon_arm",), "berserk": True}, {}, []),
        ({"steed": "mule"}, {}, ["mounted_vs_foot"]),
        ({"steed": "mule"}, {"steed": "mule"}, []),
        ({}, {"steed": "mule"}, ["foot_vs_mounted"]),
        ({"steed": "mule", **LANCE, "speed": "walk"}, {}, ["mounted_vs_foot"]),
        ({"steed": "mule", **LANCE, "speed": "trot"}, {}, []),
    ],
)
def test_de_host_11_de_bers_08_each_situation_by_itself(
    mine: dict[str, Any], his: dict[str, Any], told_for: list[str]
) -> None:
    battle = arena(
        man("knight", "a", 10, 10, **{**SWORD, **mine}), man("sergeant", "b", 10, 12, **his)
    )
    one, two = battle.figures
    assert situation(one, two, BLOW._replace(weapon=one.in_hand[0])) == told_for


def test_de_host_11_against_a_steed_its_riders_state_does_not_count() -> None:
    battle = arena(man("knight", "a", 10, 10), man("squire", "b", 10, 12, steed="mule", stun=1))
    one, two = battle.figures
    assert situation(one, two, BLOW._replace(part="steed")) == []


@pytest.mark.parametrize(
    ("state", "attack", "may"),
    [
        ({}, BLOW, True),
        ({"stun": 1}, BLOW, False),
        ({"posture": "prone"}, BLOW, False),
        ({"status": "down"}, BLOW, False),
        ({"in_hand": ()}, BLOW, False),
        ({"in_hand": ()}, BLOW._replace(card="PUNCH", weapon="fist"), True),
        ({}, BLOW._replace(weapon=""), False),
        ({}, BLOW._replace(by="steed", card="KICK", weapon="great_hoof"), True),
        ({"stun": 1}, BLOW._replace(by="steed", card="KICK", weapon="great_hoof"), True),
    ],
)
def test_de_att_13_who_is_in_a_state_to_strike(
    state: dict[str, Any], attack: Attack, may: bool
) -> None:
    knight = rider_and(**state).figures[0]
    assert can_strike(knight, attack) is may
    assert knight.steed is not None
    knight.steed.posture = "kneeling"
    assert can_strike(knight, attack) is (may and attack.by == "man")


def test_de_host_67_de_bers_08_a_lame_shield_arm_halves_parry_and_shield_but_in_rage() -> None:
    battle, knight, _ = foes()
    whole = parry_bonus(battle, knight, "broadsword")
    shield = shield_bonus(battle, knight, "large")
    knight.crippled = ("shield_arm",)
    assert parry_bonus(battle, knight, "broadsword") == whole // 2
    lame = shield_bonus(battle, knight, "large")
    assert (lame.active, lame.passive) == (shield.active // 2, shield.passive // 2)
    knight.berserk = True
    assert parry_bonus(battle, knight, "broadsword") == whole
    assert shield_bonus(battle, knight, "large") == shield


@pytest.mark.parametrize(
    ("profile", "shield", "found"),
    [("knight", "large", "shield"), ("knight", "none", "parry"), ("peasant", "small", "parry")],
)
def test_de_def_06_de_def_08_who_is_desperate_behind_a_shield(
    profile: str, shield: str, found: str
) -> None:
    """Only who was taught to, and has one."""
    battle = arena(man(profile, "a", 10, 10, shield=shield), man("peasant", "b", 10, 12))
    assert by_cards(battle, battle.figures[0], ("DESPERATE_DEFENSE",)).desperate == found


@pytest.mark.parametrize("state", [{}, {"steed": "mule", "speed": "walk"}])
def test_de_chg_23_a_slow_lance_has_its_row_and_no_side(state: dict[str, Any]) -> None:
    knight = man("knight", "a", 10, 10, **state, **LANCE)
    battle = arena(knight, man("squire", "b", 9.5, 12, 180))
    one, two = battle.figures
    arm = arm_of(battle, one, two, BLOW._replace(weapon="lance"))
    assert (arm.row, arm.couched) == ("LH", False)
    assert arm.hit == battle.tables.host.lance.hit.of("walk")


def test_de_att_10_the_reasons_beside_the_dice_add_up_to_the_chance() -> None:
    """And are read on a hundred."""
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "DELIVER_BLOW@1")
    lay(sergeant, "WEAPON_PARRY")
    (attack,) = attacks_of(battle, knight)
    table = play(battle, lambda t: strike(t, attack, in_play(battle, sergeant)), [100])
    (rolled,) = events_of(table, Rolled)
    assert rolled.wish is not None
    assert len(rolled.tally) > 2
    assert sum(one.value for one in rolled.tally) == int(str(rolled.wish.needed))
    assert rolled.dice == (100,)


@pytest.mark.parametrize(
    ("by", "name", "weapon", "fiercer"),
    [("steed", "KICK", "great_hoof", False), ("man", "DELIVER_BLOW", "broadsword", True)],
)
def test_de_bers_04_de_host_22_the_horse_of_a_berserk_rider_is_no_fiercer(
    by: Any, name: str, weapon: str, fiercer: bool
) -> None:
    """Neither its criticals nor its bashes; his own are."""
    found = []
    for berserk in (False, True):
        battle = rider_and(berserk=berserk)
        attack = Attack(0, by, 1, "man", name, weapon)
        arm = arm_of(battle, battle.figures[0], battle.figures[1], attack)
        bash = bash_chance(battle, attack, arm, guessed=False)
        rule = partial(strike, attack=attack, defence=in_play(battle, battle.figures[1]))
        table = play(battle, rule, [1, 100, *[1] * arm.dice, 100])
        wishes = [one.wish for one in events_of(table, Rolled) if one.purpose == "critical"]
        found.append((bash, wishes))
    plain, raging = found
    assert (plain != raging) is fiercer


def test_de_host_19_a_great_blow_and_a_guessed_dodge_bash_harder() -> None:
    battle, knight, sergeant = foes(card_round=1)
    arm = arm_of(battle, knight, sergeant, BLOW)
    plain = bash_chance(battle, BLOW, arm, guessed=False)
    seed = battle.tables.seed.percent
    great = bash_chance(battle, BLOW._replace(great=True), arm, guessed=False)
    assert great - plain == seed.great_blow_weapon_bash
    guessed = bash_chance(battle, BLOW, arm, guessed=True)
    assert guessed - plain == seed.dodge_guessed_weapon_bash


# -- what becomes of it


def test_de_horse_12_whose_horse_is_out_of_reach_keeps_its_legs() -> None:
    battle = arena(
        man("knight", "b", 10, 20, steed="mule"), man("sergeant", "a", 11, 10), card_round=1
    )
    sergeant = battle.figures[1]
    sergeant.hand = ("HAMSTRING@0",)
    table = play(battle, other_attacks)
    assert [one.figure for one in events_of(table, told.BlowLost)] == [1]
    assert not sergeant.hamstrung_this_turn


def test_de_host_34_a_horse_on_its_knees_neither_wheels_nor_tramples() -> None:
    battle = rider_and(state={"posture": "prone"})
    steed = battle.figures[0].steed
    assert steed is not None
    steed.posture, steed.hand = "kneeling", ("WHEEL", "TRAMPLE@1")
    assert play(battle, other_attacks).events == []


@pytest.mark.parametrize(
    ("hand", "chosen"),
    [
        (("CLOSE@1", "DELIVER_BLOW@1"), "DELIVER_BLOW"),
        (("MOVE", "FEROCITY@1", "GREAT_BLOW@1"), "FEROCITY"),
        (("RESTRAINT@1",), None),
        (("DELIVER_BLOW@2", "KICK@1"), "KICK"),
    ],
)
def test_de_tacp_10_only_an_attack_on_whom_it_names_is_chosen_against_him(
    hand: tuple[str, ...], chosen: str | None
) -> None:
    battle, knight, sergeant = foes(card_round=1)
    knight.hand = hand
    found = chosen_attack(battle, knight, sergeant)
    assert (found and found.card) == chosen
    assert found is None or found.great is ("GREAT_BLOW@1" in hand)


def test_de_att_14_a_blow_is_turned_on_rider_or_steed() -> None:
    """A man on foot is named alone; the question says whose steed it is."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("peasant", "b", 30, 30),
        man("squire", "b", 9.29, 10.71, 180),
        man("knight", "b", 11.0, 11.2, 180, steed="mule"),
        card_round=1,
    )
    script = Script(["3 steed"])
    sergeant = battle.figures[0]
    sergeant.hand = ("DELIVER_BLOW@1",)
    (attack,) = attacks_of(battle, sergeant)
    table = play(
        battle, partial(turn_blow, figure=sergeant, attack=attack), [], [script_of(script)]
    )
    (asked,) = script.asked
    assert isinstance(asked, Pick)
    assert [(one.key, one.label) for one in asked.options()] == [
        ("2", "Squire 3"),
        ("3", "Knight 4"),
        ("3 steed", "Knight 4's steed"),
        ("nobody", "nobody"),
    ]
    assert (table.result.target, table.result.part) == (3, "steed")
    assert sergeant.hand == ("DELIVER_BLOW@3s",)


def script_of(script: Script) -> Any:
    """An answer that notes what was asked."""
    return lambda choice: script.decide(None, choice)  # type: ignore[arg-type]


def test_de_hth_07_a_kicker_who_was_missed_is_not_bashed() -> None:
    battle, _, sergeant = foes(card_round=1)
    lay(sergeant, "KICK@0")
    missed = play(battle, partial(strike, attack=BLOW, defence=in_play(battle, sergeant)), [100])
    play(battle, partial(land, attack=BLOW, struck=missed.result, defence=NONE))
    assert sergeant.posture == "standing"


@pytest.mark.parametrize(
    ("state", "wounds"), [({}, ("leg",)), ({"berserk": True}, ()), ({"status": "down"}, ())]
)
def test_de_bers_08_de_host_23_only_who_feels_it_is_lamed(
    state: dict[str, Any], wounds: tuple[str, ...]
) -> None:
    battle = arena(man("squire", "a", 10, 10, **state))
    squire = battle.figures[0]
    for _ in range(2):
        play(battle, partial(cripple, figure=squire, critical="leg"))
        assert squire.crippled == wounds
    assert squire.posture == ("kneeling" if wounds else "standing")


def test_de_host_65_every_loose_steed_has_a_number_of_its_own() -> None:
    battle = arena(*[man("squire", "a", 5 + 5 * at, 10, steed="mule") for at in range(3)])
    for one in battle.figures:
        turn_loose(battle, one)
    assert [one.id for one in battle.loose] == [0, 1, 2]


def test_de_host_65_a_blow_without_force_hurts_no_steed() -> None:
    battle = rider_and()
    knight, steed = battle.figures[0], battle.figures[0].steed
    assert steed is not None
    fall = [1, 1, 100]  # damage, and he is not pinned
    for damage, body, dice in ((0, 60, []), (-2, 60, []), (59, 1, []), (1, 0, fall)):
        play(battle, partial(hurt_steed, figure=knight, damage=damage), dice)
        assert (steed.body, knight.mounted) == (body, body > 0)


@pytest.mark.parametrize(
    ("profile", "tac", "may"),
    [
        ("great_cat", "CHARGE", True),
        ("great_cat", "CLOSE", False),
        ("sergeant", "CHARGE", False),
        ("giant", "CLOSE", True),
    ],
)
def test_de_grap_02_from_before_the_horse_only_leaping_cats_and_giants_pull(
    profile: str, tac: str, may: bool
) -> None:
    battle = rider_and(profile)
    rider, foe = battle.figures
    foe.tac, foe.tac_moved = tac, 3.0
    assert foe in enemies_touched(battle, rider)
    assert alongside(battle, foe, rider) is may


# -- dodges, steps, hands


@pytest.mark.parametrize(
    ("hand", "group", "defends"),
    [
        (("DELIVER_BLOW@1", "MOVE"), "attack", False),
        (("MOVE", "TOSS", "PASSIVE_SHIELD_PARRY"), "attack", True),
        (("MOVE", "WEAPON_PARRY"), "defence", True),
        (("STAND_GROUND", "MOVE"), "movement", False),
        (("DRAW_WEAPON>mace",), "other", False),
        ((), "other", False),
    ],
)
def test_de_dodge_06_de_dodge_07_what_he_mainly_did(
    hand: tuple[str, ...], group: str, defends: bool
) -> None:
    knight = arena(man("knight", "a", 10, 10, in_hand=())).figures[0]
    knight.hand = hand
    assert (card_group(knight), plays_defence(knight)) == (group, defends)


def test_de_dodge_14_a_steed_dodges_for_both() -> None:
    knight = rider_and().figures[0]
    assert knight.steed is not None
    for own, steeds, way in (
        ((), ("DODGE_LEFT",), "left"),
        (("DODGE_BACK",), (), "back"),
        (("DELIVER_BLOW@1",), ("WHEEL", "DODGE_RIGHT"), "right"),
        (("DELIVER_BLOW@1",), ("WHEEL",), ""),
    ):
        knight.hand, knight.steed.hand = own, steeds
        assert dodge_of(knight) == way


def test_de_dodge_08_dodgers_move_by_number() -> None:
    battle = arena(
        man("squire", "a", 10, 10), man("squire", "b", 30, 10), card_round=1, phase="dodges"
    )
    for one in battle.figures:
        one.hand = ("DODGE_BACK",)
    for dodged in ((0,), (0, 1)):
        play(battle, dodges)
        assert battle.dodged == dodged
    play(battle, dodges)
    assert battle.phase == "withheld"


def test_de_dodge_05_a_guess_shows_odds_for_a_blow_at_the_man_alone() -> None:
    battle = rider_and(card_round=1)
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.hand = ("DODGE_LEFT",)
    for hand, shown in ((("DELIVER_BLOW@0",), 2), (("DELIVER_BLOW@0s",), 0), (("MOVE",), 0)):
        sergeant.hand = hand
        assert len(guess_odds(battle, sergeant, knight)) == shown


def test_de_card_06_drawing_after_shots_costs_the_bonus_blows_once() -> None:
    archer = man("archer", "a", 10, 10, weapons=("short_sword", "dagger"))
    battle = arena(archer, man("squire", "b", 30, 30), card_round=1)
    ready(battle)
    one = battle.figures[0]
    one.fired, one.blows_left, one.bonus_blows = True, 6, 2
    play(battle, partial(draw, figure=one, detail="short_sword"))
    assert (one.blows_left, one.bonus_blows, one.fired) == (3, 0, False)
    assert (one.in_hand, [at.thing for at in one.on_ground]) == (("short_sword",), ["long_bow"])
    play(battle, partial(draw, figure=one, detail="dagger+sheathe"))
    assert (one.blows_left, one.in_hand, one.weapons) == (3, ("dagger",), ("short_sword",))


def test_de_tac_02_a_step_that_meets_nobody_asks_for_no_card() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "b", 10, 13, 180), card_round=1)
    ready(battle)
    stay = partial(step, figure=battle.figures[0], move=lambda _table, _figure: None)
    assert play(battle, stay).events == []


@pytest.mark.parametrize(
    ("state", "speed", "asked"),
    [({}, "trot", True), ({}, "canter", False), ({"stun": 1}, "trot", False)],
)
def test_de_tac_02_de_htac_10_a_rider_come_upon_is_asked_if_his_steed_may_leave(
    state: dict[str, Any], speed: str, asked: bool
) -> None:
    battle = rider_and(speed=speed, **state)
    knight, sergeant = battle.figures
    rule = partial(come_upon, figure=knight, mover=sergeant)
    leaves = [("tac_when_met", "STAND_GROUND")]
    play(battle, rule, [], leaves * asked)
    assert knight.steed is not None
    knight.steed.posture = "kneeling"
    play(battle, rule)
    knight.steed.posture, knight.tac = "standing", "CLOSE"
    play(battle, rule)
