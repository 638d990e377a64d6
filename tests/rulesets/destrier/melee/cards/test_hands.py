"""Which cards a figure may choose, alone and together."""

from __future__ import annotations

import pytest

from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import Steed, card
from banneret.rulesets.destrier.melee.cards.choosing import proposals, question, with_passive
from banneret.rulesets.destrier.melee.cards.deck import (
    DROP_OUT,
    LEAVE_OUT,
    MIXED,
    activities,
    may_add_tac,
    tac_cards,
)
from banneret.rulesets.destrier.melee.cards.facing import pay
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.screen import foresight
from banneret.rulesets.destrier.screen.faces import face
from banneret.rulesets.destrier.screen.told import Struck
from banneret.rulesets.destrier.turn.acts import plain_need
from rulesets.destrier.arena import arena, man, thing
from rulesets.destrier.fights import cards, foes, go, ready, refusal, refuses
from rulesets.scripting import events_of


def test_de_gen_04_every_figure_has_the_whole_deck_every_round() -> None:
    battle, knight, _ = foes(card_round=1)
    names = {card(key).name for key in Hand(battle, knight).offered}
    wanted = {
        "DELIVER_BLOW",
        "GREAT_BLOW",
        "FEROCITY",
        "WEAPON_PARRY",
        "DESPERATE_DEFENSE",
        "ACTIVE_SHIELD_PARRY",
        "PASSIVE_SHIELD_PARRY",
        "DODGE_LEFT",
        "DODGE_RIGHT",
        "DODGE_BACK",
        "MOVE",
        "RESTRAINT",
        "TOSS",
        "DRAW_WEAPON",
    }
    assert wanted <= names
    knight.last_hand = ("DELIVER_BLOW@1",)
    assert refusal(Hand(battle, knight), "DELIVER_BLOW@1") == ""


def test_de_gen_05_a_card_once_and_one_weapon_attack() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    assert refuses(hand, "DELIVER_BLOW@1", "GREAT_BLOW@1") == "DE-GEN-05"
    choice = question(battle, knight, hand)
    assert choice.lawful(("DELIVER_BLOW@1", "DELIVER_BLOW@1")) is None


def test_de_card_07_a_blow_costs_one() -> None:
    battle, knight, _ = foes(card_round=1)
    assert Hand(battle, knight).cost(("DELIVER_BLOW@1",)) == 1


def test_de_card_08_nothing_in_hand() -> None:
    battle, knight, _ = foes(card_round=1, mine={"hand": ()})
    hand = Hand(battle, knight)
    for key in ("DELIVER_BLOW@1", "FEROCITY@1", "GREAT_BLOW@1", "WEAPON_PARRY"):
        assert refusal(hand, key) == "DE-CARD-08"
    assert refusal(hand, "KICK@1") == ""


def test_de_card_20_no_great_blow_with_the_lance() -> None:
    battle, knight, _ = foes(card_round=1, mine={"hand": ("lance",)})
    assert refusal(Hand(battle, knight), "GREAT_BLOW@1") == "DE-CARD-20"


def test_de_bers_01_only_trained_fighters_are_ferocious() -> None:
    battle, _, peasant = foes(two="peasant", card_round=1)
    hand = Hand(battle, peasant)
    assert "FEROCITY@0" not in hand.offered
    assert refusal(hand, "FEROCITY@0") == "DE-BERS-01"


def test_de_bers_03_a_raging_berserker_strikes_with_ferocity() -> None:
    battle, berserker, _ = foes("berserker", card_round=1, mine={"berserk": True})
    hand = Hand(battle, berserker)
    assert refusal(hand, "DELIVER_BLOW@1") == "DE-BERS-03"
    assert refusal(hand, "FEROCITY@1") == ""


def test_de_bers_06_rage_forswears_defence() -> None:
    battle, berserker, _ = foes("berserker", card_round=1, mine={"berserk": True})
    hand = Hand(battle, berserker)
    for key in ("WEAPON_PARRY", "DESPERATE_DEFENSE", "PASSIVE_SHIELD_PARRY"):
        assert refusal(hand, key) == "DE-BERS-06"
    berserker.blows_left = 0
    assert refusal(Hand(battle, berserker), "PASSIVE_SHIELD_PARRY") == ""


def test_de_def_08_active_parry_is_for_the_trained() -> None:
    battle, _, peasant = foes(two="peasant", card_round=1, his={"shield": "large"})
    assert refusal(Hand(battle, peasant), "ACTIVE_SHIELD_PARRY") == "DE-DEF-08"


def test_de_def_14_both_hands_on_the_weapon_leave_no_shield() -> None:
    battle, axeman, _ = foes("axeman", card_round=1, mine={"shield": "large"})
    hand = Hand(battle, axeman)
    assert refusal(hand, "ACTIVE_SHIELD_PARRY") == "DE-DEF-14"


def test_de_dodge_01_a_dodge_needs_room() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    assert refusal(hand, "DODGE_LEFT") == "DE-DODGE-01"
    assert refusal(hand, "DODGE_RIGHT") == ""
    assert refusal(hand, "DODGE_BACK") == ""


def test_de_dodge_14_men_on_horseback_cannot_dodge() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse"),
        man("sergeant", "b", 11.01, 10, 270),
        half=2,
        card_round=1,
    )
    ready(battle)
    assert "DODGE_LEFT" not in Hand(battle, battle.figures[0]).offered
    assert refusal(Hand(battle, battle.figures[0]), "DODGE_LEFT") == "DE-DODGE-14"


def test_de_hth_02_a_punch_needs_a_free_hand() -> None:
    battle, sergeant, _ = foes("sergeant", card_round=1, mine={"hand": ()})
    assert refusal(Hand(battle, sergeant), "PUNCH@1") == ""
    sergeant.in_hand = ("mace",)
    sergeant.restraining = 1
    assert refusal(Hand(battle, sergeant), "PUNCH@1") == "DE-HTH-02"


@pytest.mark.parametrize(
    ("beast", "kicks"), [("serpent", False), ("wolf", False), ("centaur", True), ("ogre", True)]
)
def test_de_stand_05_de_hth_08_of_beasts_only_the_hooved_kick(beast: str, kicks: bool) -> None:
    battle, own, _ = foes(beast, card_round=1)
    assert ("KICK@1" in Hand(battle, own).offered) is kicks


def test_de_miss_07_who_reloads_in_the_melee_does_not_move() -> None:
    battle, bowman, _ = foes("crossbowman", card_round=1, mine={"hand": ("heavy_crossbow",)})
    bowman.unloaded = {"heavy_crossbow": 2}
    hand = Hand(battle, bowman)
    assert refuses(hand, "RELOAD_MISSILE") == ""
    assert refuses(hand, "STAND_GROUND", "RELOAD_MISSILE") == ""
    for moves in ("MOVE", "MOVE>withheld", "DODGE_BACK", "RETREAT"):
        assert refuses(hand, moves, "RELOAD_MISSILE") == "DE-MISS-07"
        assert refuses(hand, moves) == ""


@pytest.mark.parametrize(("blows", "clause"), [(0, "DE-STAND-07"), (1, "")])
def test_de_stand_07_a_blow_ahead_is_refused_with_the_cards(blows: int, clause: str) -> None:
    """Not while his steed has a blow to turn him with."""
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse", hand=("broadsword",)),
        man("sergeant", "b", 10, 11.71, 180),
        half=2,
        card_round=1,
        front_attack_forbidden=True,
    )
    ready(battle)
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.blows_left = blows
    assert refuses(Hand(battle, knight), "DELIVER_BLOW@1") == clause


def rider_and_foot(foot: str) -> Hand:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse"),
        man(foot, "b", 11.01, 10, 270, hand=()),
        half=2,
        card_round=1,
    )
    ready(battle)
    return Hand(battle, battle.figures[1])


def test_de_hth_03_a_man_on_foot_cannot_kick_a_rider() -> None:
    assert refusal(rider_and_foot("sergeant"), "KICK@0") == "DE-HTH-03"
    assert refusal(rider_and_foot("sergeant"), "KICK@0s") == ""


def test_de_hth_04_nobody_kicks_above_his_waist() -> None:
    hand = rider_and_foot("peasant")
    assert refusal(hand, "KICK@0") == "DE-HTH-03"


def test_de_hth_06_monsters_over_ten_feet_kick_riders() -> None:
    assert refusal(rider_and_foot("ogre"), "KICK@0") == "DE-HTH-06"
    assert refusal(rider_and_foot("giant"), "KICK@0") == ""


def test_de_card_12_a_great_blow_with_ferocity_is_one_blow_at_rider_or_steed() -> None:
    battle, knight, sergeant = foes(card_round=1)
    sergeant.steed = Steed("light_horse", 42, 42)
    hand = Hand(battle, knight)
    assert refuses(hand, "FEROCITY@1s", "GREAT_BLOW@1s") == ""
    assert refuses(hand, "FEROCITY@1", "GREAT_BLOW@1s") == "DE-CARD-12"


def test_de_card_20_no_great_blow_with_a_lance_just_drawn() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.weapons = ("lance", "mace")
    hand = Hand(battle, knight)
    for drawn in ("lance", "lance+sheathe"):
        assert refuses(hand, f"DRAW_WEAPON>{drawn}", "GREAT_BLOW@1") == "DE-CARD-20"
        assert refuses(hand, f"DRAW_WEAPON>{drawn}", "DELIVER_BLOW@1") == ""
    assert refuses(hand, "DRAW_WEAPON>mace", "GREAT_BLOW@1") == ""


def test_de_horse_12_a_cut_at_a_horse_needs_a_weapon() -> None:
    battle = arena(
        man("knight", "b", 10, 10, 0, steed="great_horse"),
        man("peasant", "a", 11.0, 10, 315),
        half=2,
        card_round=0,
    )
    ready(battle)
    peasant = battle.figures[1]
    assert refusal(Hand(battle, peasant), "HAMSTRING@0") == ""
    peasant.in_hand = ()
    assert refusal(Hand(battle, peasant), "HAMSTRING@0") == "DE-CARD-08"


def test_de_hth_05_de_hth_09_an_armed_rider_may_declare_kicks() -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse", hand=("broadsword",)),
        man("peasant", "b", 11.0, 10, 315),
        half=2,
        card_round=0,
    )
    ready(battle)
    hand = Hand(battle, battle.figures[0])
    assert MIXED in hand.offered
    assert refuses(hand, "KICK@1", MIXED) == ""
    assert refuses(hand, "KICK@1") == "DE-HTH-09"


def test_de_hth_09_mixing_is_declared_with_the_first_cards() -> None:
    battle, sergeant, _ = foes("sergeant", mine={"shield": "none"})
    hand = Hand(battle, sergeant)
    assert refuses(hand, "CLOSE", "KICK@1") == "DE-HTH-09"
    assert refuses(hand, "CLOSE", "KICK@1", MIXED) == ""
    before = sergeant.blows_left
    sergeant.hand = ("CLOSE", "KICK@1", MIXED)
    pay(battle, sergeant)
    assert sergeant.mixed
    assert sergeant.blows_left == (before + 6) // 2 - 1
    battle.card_round = 1
    sergeant.mixed = False
    assert refusal(Hand(battle, sergeant), "KICK@1") == "DE-HTH-09"
    sergeant.in_hand = ()
    assert refusal(Hand(battle, sergeant), "KICK@1") == ""


def test_de_grap_01_grapples_need_a_tac_card() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    assert refuses(hand, "TOSS") == "DE-GRAP-01"
    assert refuses(hand, "RESTRAINT@1") == "DE-GRAP-01"
    battle.card_round = 0
    assert refuses(Hand(battle, knight), "CLOSE", "TOSS") == ""


def test_de_grap_08_restraint_may_follow_a_round_later() -> None:
    battle, knight, _ = foes(card_round=2)
    knight.opportunity, knight.opportunity_round = 1, 1
    assert refuses(Hand(battle, knight), "RESTRAINT@1") == ""
    knight.opportunity_round = 0
    assert refuses(Hand(battle, knight), "RESTRAINT@1") == "DE-GRAP-01"


def test_de_grap_08_what_the_held_and_the_holder_may_play() -> None:
    battle, knight, sergeant = foes(card_round=1)
    knight.restraining, sergeant.restrained_by = 1, (0,)
    held, holder = Hand(battle, sergeant), Hand(battle, knight)
    for key in ("DELIVER_BLOW@0", "WEAPON_PARRY", "DODGE_BACK", "MOVE"):
        assert refusal(held, key) == "DE-GRAP-08"
    assert refusal(held, "BREAK_FREE") == refusal(held, "PASSIVE_SHIELD_PARRY") == ""
    assert refusal(holder, "DELIVER_BLOW@1") == "DE-GRAP-08"
    assert refusal(holder, "KICK@1") == ""


def test_de_host_67_the_stunned_only_bear_the_shield() -> None:
    battle, knight, _ = foes(card_round=1, mine={"hand": ("broadsword",), "stun": 2})
    hand = Hand(battle, knight)
    assert refusal(hand, "DELIVER_BLOW@1") == "DE-HOST-67"
    assert refusal(hand, "PASSIVE_SHIELD_PARRY") == ""


def test_de_melee_04_prone_and_kneeling() -> None:
    battle, knight, _ = foes(card_round=1, mine={"hand": ("broadsword",), "posture": "prone"})
    hand = Hand(battle, knight)
    assert refusal(hand, "DELIVER_BLOW@1") == "DE-MELEE-04"
    assert refusal(hand, "MOVE") == ""
    knight.posture = "kneeling"
    hand = Hand(battle, knight)
    assert refusal(hand, "DELIVER_BLOW@1") == ""
    assert refusal(hand, "DODGE_RIGHT") == "DE-MELEE-04"


def test_de_tacp_01_everybody_plays_a_tac_card_at_first() -> None:
    battle, knight, _ = foes()
    hand = Hand(battle, knight)
    assert refuses(hand, "DELIVER_BLOW@1") == "DE-TACP-01"
    assert refuses(hand, "CLOSE", "DELIVER_BLOW@1") == ""
    assert refuses(hand, "CLOSE", "STAND_GROUND") == "DE-TACP-01"


def test_de_tacp_12_the_helpless_and_the_kneeling() -> None:
    battle, knight, _ = foes(mine={"hand": ("broadsword",), "posture": "prone"})
    assert not Hand(battle, knight).may_tac()
    knight.posture = "kneeling"
    hand = Hand(battle, knight)
    assert refusal(hand, "CLOSE") == "DE-TACP-12"
    assert refusal(hand, "STAND_GROUND") == ""


@pytest.mark.parametrize(("inches", "may", "by_option"), [(1.9, True, True), (2.9, True, False)])
def test_de_mseq_02_who_may_add_a_tac_card(inches: float, may: bool, by_option: bool) -> None:
    for option, wanted in ((False, may), (True, by_option)):
        battle = arena(
            man("knight", "a", 10, 10, 45),
            man("sergeant", "b", 11 + inches, 10, 45),
            half=2,
            card_round=1,
            contact_check_2=option,
        )
        for figure in battle.figures:
            figure.facing = 45.0
        assert may_add_tac(battle, battle.figures[0], False) is wanted
        assert not may_add_tac(battle, battle.figures[0], True)
    far = arena(man("knight", "a", 10, 10, 45), man("sergeant", "b", 14.02, 10, 45), half=2)
    assert not may_add_tac(far, far.figures[0], False)


def test_de_mseq_07_the_passive_parry_goes_along() -> None:
    battle, knight, _ = foes(card_round=1)
    assert with_passive(battle, knight, ()) == ("PASSIVE_SHIELD_PARRY",)
    blow = with_passive(battle, knight, ("DELIVER_BLOW@1",))
    assert blow == ("DELIVER_BLOW@1", "PASSIVE_SHIELD_PARRY")
    assert with_passive(battle, knight, ("DELIVER_BLOW@1", LEAVE_OUT)) == ("DELIVER_BLOW@1",)
    knight.shield = "none"
    assert with_passive(battle, knight, ("DELIVER_BLOW@1",)) == ("DELIVER_BLOW@1",)


def test_de_mseq_09_out_of_blows_any_free_card() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.blows_left = 0
    hand = Hand(battle, knight)
    assert refuses(hand, "ACTIVE_SHIELD_PARRY") == ""
    knight.free_parry_used = True
    assert refuses(Hand(battle, knight), "ACTIVE_SHIELD_PARRY") == "DE-COST-02"


def test_de_cost_02_what_cannot_be_paid_is_no_set() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.blows_left = 1
    hand = Hand(battle, knight)
    assert refuses(hand, "DELIVER_BLOW@1", "WEAPON_PARRY") == "DE-COST-02"
    assert refuses(hand, "DELIVER_BLOW@1", "ACTIVE_SHIELD_PARRY") == ""


def test_de_mseq_10_the_seventh_round_must_cost_a_blow() -> None:
    battle, knight, _ = foes(card_round=7)
    knight.passive_run = 6
    hand = Hand(battle, knight)
    assert refuses(hand) == "DE-MSEQ-10"
    assert refuses(hand, "ACTIVE_SHIELD_PARRY") == "DE-MSEQ-10"
    assert refuses(hand, "DELIVER_BLOW@1") == ""


def test_de_mseq_11_dropping_out_when_nobody_is_near() -> None:
    battle, knight, _ = foes(card_round=1)
    assert refusal(Hand(battle, knight), DROP_OUT) == "DE-MSEQ-11"
    far = arena(man("knight", "a", 5, 5), man("sergeant", "b", 5, 13), half=2, card_round=1)
    ready(far)
    hand = Hand(far, far.figures[0])
    assert refusal(hand, DROP_OUT) == ""
    far.figures[0].hand = (DROP_OUT,)
    pay(far, far.figures[0])
    assert far.figures[0].dropped_out
    assert far.figures[0].blows_left == 0


def test_de_card_05_weapon_and_shield_take_two_rounds() -> None:
    battle, knight, _ = foes(
        card_round=1,
        mine={"hand": (), "weapons": ("broadsword",), "shield_slung": True},
    )
    knight.blows_left = 3
    hand = Hand(battle, knight)
    draw, shield = "DRAW_WEAPON>broadsword", "DRAW_WEAPON>shield"
    assert refuses(hand, draw) == ""
    assert refuses(hand, draw, shield) == "DE-GEN-05"
    knight.blows_left = 1
    assert refuses(Hand(battle, knight), shield) == "DE-COST-02"


def test_de_card_02_reload_needs_an_unloaded_weapon() -> None:
    battle = arena(
        man("crossbowman", "a", 5, 5, 0, unloaded={"heavy_crossbow": 2}),
        man("sergeant", "b", 5, 12, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    bowman = battle.figures[0]
    hand = Hand(battle, bowman)
    assert refusal(hand, "RELOAD_MISSILE") == ""
    assert refusal(hand, "FIRE_MISSILE@1") == "DE-CARD-01"
    bowman.unloaded = {"heavy_crossbow": 0}
    assert refusal(Hand(battle, bowman), "RELOAD_MISSILE") == "DE-CARD-02"


def test_de_miss_06_no_more_shots_than_the_rate() -> None:
    battle = arena(
        man("archer", "a", 5, 5, 0, shots_used=4),
        man("sergeant", "b", 5, 12, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    assert refusal(Hand(battle, battle.figures[0]), "FIRE_MISSILE@1") == "DE-MISS-06"


def test_de_bers_07_tac_cards_of_a_berserker() -> None:
    battle, berserker, _ = foes("berserker", mine={"berserk": True})
    assert tac_cards(battle, berserker) == ["CHARGE", "FLECHE"]


def test_de_card_19_de_obs_02_only_what_is_at_hand_can_be_done() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        things=[thing("door", (9, 11, 11, 11.25), door="shut")],
        card_round=1,
    )
    assert [one.detail for one in activities(battle, battle.figures[0])] == ["open_door"]


def test_de_card_19_activities_by_move_card() -> None:
    battle, knight, _ = foes(card_round=1)
    from banneret.rulesets.destrier.melee.cards.deck import activity_blows  # noqa: PLC0415

    assert activity_blows(knight, "open_door") == 1
    assert activity_blows(knight, "unlock_door") == 2
    knight.encumbrance = "partial"
    assert activity_blows(knight, "mount_steed") == 3
    assert battle.card_round == 1


def test_de_melee_02_de_att_14_a_move_beside_a_blow_reaches_whom_one_does_not_face() -> None:
    """Struck from behind he turns and strikes in one round; without MOVE he cannot strike."""
    battle, _, sergeant = foes(two="sergeant", side="rear", card_round=1)
    hand = Hand(battle, sergeant)
    assert refuses(hand, "DELIVER_BLOW@0") == "DE-ATT-01"
    assert refuses(hand, "DELIVER_BLOW@0", "MOVE>withheld") == "DE-ATT-01"
    assert not refuses(hand, "DELIVER_BLOW@0", "MOVE")
    sergeant.blows_left = 3
    turn = Way("turn", (), 180.0 + 45.0)
    answers = {"cards": cards(f1=("MOVE", "DELIVER_BLOW@0")), "move_card": turn}
    battle.phase = "choose"
    table, _ = go(battle, answers)
    assert [one.figure for one in events_of(table, Struck)] == [1]


def test_de_att_14_who_is_engaged_names_an_enemy_who_may_come_up() -> None:
    """He awaits the second enemy; one who fights somebody else does not come."""
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 10.7071, 10.7071, 180),
        man("sergeant", "b", 10, 13, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    assert not refuses(Hand(battle, battle.figures[0]), "DELIVER_BLOW@2")
    battle = arena(
        man("sergeant", "a", 10, 10, 0),
        man("sergeant", "b", 10.7071, 10.7071, 180),
        man("sergeant", "b", 10, 13, 180),
        man("sergeant", "a", 10, 14.414, 180),
        half=2,
        card_round=1,
    )
    ready(battle)
    assert refuses(Hand(battle, battle.figures[0]), "DELIVER_BLOW@2") == "DE-ATT-01"


def test_de_att_10_the_blow_among_the_cards_is_reckoned_row_by_row() -> None:
    """The rows add up to what stands on the card; without a blow there is nothing to reckon."""
    battle, knight, _ = foes(card_round=1)
    asked = question(battle, knight, Hand(battle, knight))
    keys = ("ACTIVE_SHIELD_PARRY", "DELIVER_BLOW@1")
    head, *parts = asked.preview(keys).rows
    assert head.title.startswith("Deliver blow at ")
    assert head.title.endswith("before his cards")
    assert head.value == foresight.odds(battle, knight, "DELIVER_BLOW@1")["hit"]
    assert f"{sum(int(one.value) for one in parts)} %" == head.value
    assert parts[0].clause == "DE-HOST-05"
    assert asked.preview(("ACTIVE_SHIELD_PARRY",)).rows == ()


def test_de_tac_18_de_tac_20_no_second_charge_for_want_of_another_card() -> None:
    """A serpent charges in the TAC phase for want of another card; in later rounds not again."""
    battle = arena(
        man("serpent", "a", 10, 10), man("sergeant", "b", 10, 13, 180), half=2, card_round=0
    )
    serpent = battle.figures[0]
    assert tac_cards(battle, serpent) == ["CHARGE", "RUN_AWAY"]
    serpent.charged_this_turn, battle.card_round = True, 1
    assert tac_cards(battle, serpent) == ["RUN_AWAY"]


def test_de_tacp_12_who_kneels_without_a_card_left_chooses_none() -> None:
    """A serpent has no card that stands: on its knees it counts as standing its ground."""
    battle = arena(
        man("serpent", "a", 10, 10, posture="kneeling"),
        man("sergeant", "b", 10, 13, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    hand = Hand(battle, battle.figures[0])
    assert not hand.owes_tac()
    assert () in hand.sets()


def test_de_gen_05_de_tacp_01_a_card_tells_what_it_is_never_played_beside() -> None:
    """One TAC card, one weapon attack but ferocity with a great blow, one dodge."""
    battle, knight, _ = foes(card_round=0)
    hand = Hand(battle, knight)
    found = {card(key).name: set(face(battle, hand, key).instead) for key in hand.offered}
    assert {"CLOSE", "RETREAT"} <= found["STAND_GROUND"]
    assert "DELIVER BLOW" not in found["STAND_GROUND"]
    assert {"GREAT BLOW", "FEROCITY"} <= found["DELIVER_BLOW"]
    assert "FEROCITY" not in found["GREAT_BLOW"]
    assert found["DODGE_LEFT"] == {"DODGE RIGHT", "DODGE BACK"} & found["DODGE_LEFT"]
    assert not found["ACTIVE_SHIELD_PARRY"]


def test_de_melee_04_who_lies_is_offered_to_get_up() -> None:
    """Where no blow can be struck something lawful is still proposed."""
    battle, knight, _ = foes(card_round=1)
    ready(battle)
    knight.posture = "prone"
    titles = dict(proposals(Hand(battle, knight)))
    assert titles["Get up"] == ("MOVE",)


def test_de_card_08_who_has_nothing_in_hand_is_advised_to_take_something_up() -> None:
    """In the melee by a card, with the fist or the foot else; before it for nothing."""
    battle, knight, _ = foes(card_round=1, mine={"hand": ()})
    ready(battle)
    knight.weapons = ("broadsword",)
    titles = dict(proposals(Hand(battle, knight)))
    assert next(iter(titles)) == "Draw broadsword, shield up"
    assert any(key.startswith(("PUNCH", "KICK")) for key in titles["Strike"])
    assert plain_need(battle, "0>draw:broadsword")
    assert not plain_need(battle, "1>draw:broadsword")  # he has a weapon in hand
    assert not plain_need(battle, "0>fall_down")


def test_de_act_03_who_is_down_is_advised_to_get_up() -> None:
    """On his knees he is struck at more easily: the usual answer puts him on his feet."""
    battle, _, _ = foes()
    assert plain_need(battle, "0>stand_up")


def test_de_att_01_a_blow_that_reaches_nobody_is_not_proposed_first() -> None:
    """The last round again is what comes first only where its blow can fall."""
    battle, knight, _ = foes(card_round=2)
    apart = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 12, 180), card_round=2)
    ready(battle)
    ready(apart)
    knight.last_hand = apart.figures[0].last_hand = ("DELIVER_BLOW@1",)
    near, far = (list(dict(proposals(Hand(one, one.figures[0])))) for one in (battle, apart))
    assert near[0] == "As last round"
    assert far[0] == "Close and strike, shield up"
    assert far[-1] == "As last round"


def test_de_tac_11_who_stands_behind_a_friend_is_not_advised_to_close() -> None:
    """Two blows for a way that ends at the friend's back are thrown away: no card comes first."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 11.45, 180),
        man("sergeant", "a", 10, 8.55),
        card_round=1,
    )
    ready(battle)
    titles = list(dict(proposals(Hand(battle, battle.figures[2]))))
    assert titles[0] == "No card"
    assert {"Close and strike", "Only close"} & set(titles[-4:])


def test_de_card_08_who_holds_a_crossbow_is_not_advised_to_drop_it() -> None:
    """As long as nobody touches him he shoots or stands; then he draws."""
    for inches, first in ((6.0, "Shoot"), (1.0, "Draw dagger")):
        battle = arena(
            man("archer", "a", 10, 10, hand=("long_bow",)),
            man("sergeant", "b", 10, 10 + inches, 180),
            card_round=0,
        )
        battle.figures[0].weapons = ("dagger",)
        ready(battle)
        titles = list(dict(proposals(Hand(battle, battle.figures[0]))))
        assert titles[0].startswith(first)
