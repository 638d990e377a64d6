"""Cards turned up, paid and carried out; who attacks in a pair, and what holds together."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import NOBODY, Dropped, card, pair
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.melee.blows import attacks_of, kicks_freely
from banneret.rulesets.destrier.melee.cards.choosing import with_passive
from banneret.rulesets.destrier.melee.cards.deck import (
    LEAVE_OUT,
    activity_blows,
    may_add_tac,
    to_draw,
)
from banneret.rulesets.destrier.melee.cards.facing import (
    _aim,
    carry_out,
    face,
    may_meet,
    next_of,
    set_tac,
    tac_first,
)
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pairs import (
    applies,
    attacker_of,
    holds_card,
    lance_charge,
    longer,
)
from banneret.rulesets.destrier.melee.cards.pools import blows_of_turn
from banneret.rulesets.destrier.screen import told
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready, refuses
from rulesets.scripting import events_of, first


def test_de_seq_09_one_alone_comes_next_unasked() -> None:
    battle, knight, _ = foes()
    alone = play(battle, lambda table: next_of(table, [knight], "tac_mover", "Who?"))
    assert (alone.result, alone.events) == (knight, [])
    two = arena(man("knight", "a", 10, 10), man("squire", "a", 20, 10))
    asked = partial(next_of, some=two.figures, key="tac_mover", prompt="Who?")
    assert play(two, asked, [], [("tac_mover", "1")]).result is two.figures[1]


def test_de_tacp_04_in_the_tac_phase_tac_cards_are_not_faced_again() -> None:
    """They lie open since their own step; in a later round all come up together."""
    for card_round, faced in ((0, 0), (1, 2)):
        battle, knight, sergeant = foes(card_round=card_round)
        lay(knight, "STAND_GROUND")
        lay(sergeant, "STAND_GROUND")
        knight.blows_left = sergeant.blows_left = 5
        table = play(battle, face)
        assert len(events_of(table, told.TacFaced)) == faced


def test_de_htac_07_de_htac_10_a_steeds_charge_is_none_of_its_riders() -> None:
    rider = man("knight", "a", 10, 10, steed="great_horse", speed="trot")
    battle = arena(rider, man("sergeant", "b", 20, 20), card_round=1)
    knight, sergeant = battle.figures
    set_tac(knight, card("CHARGE@1"))
    assert knight.steed is not None
    assert (knight.steed.tac, knight.steed.tac_count) == ("CHARGE", 1)
    assert (knight.charged_this_turn, knight.charged_this_melee) == (False, False)
    set_tac(sergeant, card("CHARGE@0"))
    assert (sergeant.charged_this_turn, sergeant.charged_this_melee) == (True, True)
    set_tac(battle.figures[1], card("CLOSE@0"))
    assert (sergeant.tac, sergeant.tac_target, sergeant.tac_played) == ("CLOSE", 0, True)


def test_de_tacp_03_de_tacp_06_whom_a_card_brought_together_reads_the_matrix() -> None:
    """In a later round only those; and who fell before his card moves nowhere."""
    for status in ("active", "down"):
        battle = arena(
            man("sergeant", "a", 10, 10),
            man("sergeant", "b", 10, 12.2, 180, engaged_at=(2,)),
            man("squire", "a", 10, 13.62),
            half=2,
            card_round=1,
        )
        ready(battle)
        one, two, _ = battle.figures
        one.engaged_at, two.engaged_at = (), (2,)
        lay(one, "CLOSE@1", tac="CLOSE")
        one.tac_target, one.status = 1, status
        met = status == "active"
        play(battle, partial(carry_out, figure=one), [], [("realign", first)] * met)
        assert battle.met == ((pair(0, 1),) if met else ())
        assert applies(battle, one, two) is met
        assert battle.pair_attackers == ({pair(0, 1): 0} if met else {})


def test_de_mseq_13_without_a_goal_a_card_brings_nobody_together() -> None:
    battle, knight, _ = foes(card_round=1)
    lay(knight, "CLOSE", tac="CLOSE")
    assert not may_meet(battle, knight, NOBODY)
    assert may_meet(battle, knight, 1)


def test_de_card_19_de_cost_02_an_activity_is_paid_as_dear_as_it_is() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    prices = [hand.cost((key,)) for key in ("MOVE", "MOVE>unlock_door", "DELIVER_BLOW@1")]
    assert prices == [1, 2, 1]
    assert [activity_blows(knight, one) for one in ("", "withheld", "halt")] == [1, 1, 1]


def test_de_mseq_07_the_passive_parry_is_left_out_or_played() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    assert refuses(hand, "DELIVER_BLOW@1", "PASSIVE_SHIELD_PARRY", LEAVE_OUT) == "DE-MSEQ-07"
    assert refuses(hand, LEAVE_OUT) == "DE-MSEQ-07"
    assert refuses(hand, "DELIVER_BLOW@1", LEAVE_OUT) == ""


def test_de_mseq_10_after_six_passes_a_blow_beside_the_shield_is_enough() -> None:
    """The seventh round must cost a blow: the passive parry beside one does not make it idle."""
    battle, knight, _ = foes(card_round=7)
    knight.passive_run = 6
    hand = Hand(battle, knight)
    assert refuses(hand, "PASSIVE_SHIELD_PARRY") == "DE-MSEQ-10"
    assert refuses(hand, "PASSIVE_SHIELD_PARRY", "DELIVER_BLOW@1") == ""
    assert refuses(hand, "ACTIVE_SHIELD_PARRY") == "DE-MSEQ-10"
    knight.passive_run = 5
    assert refuses(Hand(battle, knight), "PASSIVE_SHIELD_PARRY") == ""


def test_de_melee_10_a_tac_card_may_take_the_last_blows() -> None:
    battle, sergeant, _ = foes("sergeant", card_round=1)
    put(battle, sergeant, 10, 8, 0)
    ready(battle)
    for blows, refused in ((2, ""), (1, "DE-MELEE-10")):
        sergeant.blows_left = blows
        found = Hand(battle, sergeant).why_not("CLOSE")
        assert ("" if found is None else found.clause) == refused


def test_de_tacp_04_after_its_last_mover_a_side_is_done_at_once() -> None:
    """Two have cards to carry out: the first does not end the step, the second does."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "a", 20, 10),
        man("sergeant", "b", 10, 20, 180),
        half=2,
        card_round=0,
        phase="tac_first",
    )
    ready(battle)
    for one in battle.figures[:2]:
        lay(one, "CLOSE")
    play(battle, tac_first, [], [("tac_mover", "0")])
    assert battle.phase == "tac_first"
    second = play(battle, tac_first)
    assert battle.phase == "tac_second"
    assert not events_of(second, told.TacFaced)


def test_de_tacp_02_a_side_faces_its_tac_cards_though_one_of_it_has_none() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "a", 20, 10, posture="prone"),
        man("sergeant", "b", 10, 20, 180),
        half=2,
        card_round=0,
        phase="tac_first",
    )
    ready(battle)
    lay(battle.figures[0], "CLOSE")
    table = play(battle, tac_first)
    assert [one.cards for one in events_of(table, told.TacFaced)] == [((0, "CLOSE"),)]


def test_de_tacp_08_only_a_closing_card_goes_for_somebody() -> None:
    battle, knight, _ = foes()
    put(battle, knight, 10, 8, 0)
    for tac, goal in (("CLOSE", 1), ("CHARGE", 1), ("STAND_GROUND", NOBODY), ("RETREAT", NOBODY)):
        knight.tac = tac
        assert _aim(battle, knight) == goal


def test_de_mseq_07_who_bears_no_shield_passes_by_it_alone() -> None:
    """The passive parry stands for no card; beside others it goes only with a shield."""
    battle, knight, _ = foes(card_round=1)
    assert with_passive(battle, knight, ("CLOSE", "DELIVER_BLOW@1"))[-1] == "PASSIVE_SHIELD_PARRY"
    knight.shield = "none"
    assert with_passive(battle, knight, ("CLOSE", "DELIVER_BLOW@1")) == ("CLOSE", "DELIVER_BLOW@1")
    for tac in ((), ("CLOSE",)):
        assert with_passive(battle, knight, tac) == (*tac, "PASSIVE_SHIELD_PARRY")


def test_de_mseq_02_one_near_enemy_of_several_is_enough() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, 45),
        man("sergeant", "b", 13, 10, 45),
        man("sergeant", "b", 17, 10, 45),
        half=2,
        card_round=1,
    )
    assert may_add_tac(battle, battle.figures[0], False)


def test_de_card_04_a_beast_takes_nothing_up() -> None:
    battle = arena(man("wolf", "a", 10, 10), man("squire", "a", 20, 10))
    wolf, squire = battle.figures
    for one in battle.figures:
        one.on_ground = (Dropped("mace", one.x, one.y),)
    assert to_draw(wolf) == []
    assert "mace" in to_draw(squire)


# -- pairs


def test_de_init_06_a_berserker_attacks_the_friend_he_turned_on() -> None:
    raging = man("berserker", "a", 10, 10, berserk=True, turned_on=(1,))
    for winner in ("a", "b"):
        battle = arena(raging, man("axeman", "a", 10, 11.42, 180), half=2, winner=winner)
        berserker, friend = battle.figures
        assert attacker_of(battle, berserker, friend) is berserker
        assert attacker_of(battle, friend, berserker) is berserker


@pytest.mark.parametrize(
    ("fast", "speed", "tac", "held"),
    [
        (True, "gallop", "CHARGE", True),
        (True, "gallop", "", False),
        (True, "trot", "CHARGE", False),
        (False, "gallop", "CHARGE", False),
    ],
)
def test_de_htac_07_which_steeds_hold_their_first_card(
    fast: bool, speed: str, tac: str, held: bool
) -> None:
    """One that was fast and is still, with a card; and to hold it is not to strike with a lance."""
    rider = man("knight", "a", 10, 10, steed="great_horse", speed=speed, hand=("lance",))
    battle = arena(rider, man("sergeant", "b", 11.3, 10, 270), half=2, card_round=1)
    knight, sergeant = battle.figures
    assert knight.steed is not None
    knight.steed.fast, knight.steed.tac = fast, tac
    lay(knight, "DELIVER_BLOW@1")
    assert holds_card(knight) is held
    assert not lance_charge(battle, knight, sergeant)
    knight.steed.passed = (1,)
    assert lance_charge(battle, knight, sergeant) is fast


def test_de_host_15_equal_lengths_strike_together() -> None:
    battle, *_ = foes()
    for mine, theirs, found in (
        ("broadsword", "broadsword", "sim"),
        ("pike", "broadsword", "me"),
        ("broadsword", "pike", "them"),
        ("broadsword", "", "me"),
    ):
        assert longer(battle, mine, theirs) == found


# -- attacks among the cards


def test_de_gen_05_de_card_12_hands_and_feet_are_no_weapon_attack() -> None:
    """A kick and a blow go together; what is great or ferocious is the blow alone."""
    battle, knight, _ = foes(card_round=1)
    lay(knight, "KICK@1", "PUNCH@1", "FEROCITY@1", "GREAT_BLOW@1")
    found = [(one.card, one.great, one.ferocity) for one in attacks_of(battle, knight)]
    assert found == [
        ("KICK", False, False),
        ("PUNCH", False, False),
        ("FEROCITY", True, True),
    ]
    lay(knight, "GREAT_BLOW@1", "KICK@1", "PUNCH@1")
    found = [(one.card, one.great, one.ferocity) for one in attacks_of(battle, knight)]
    assert found == [("GREAT_BLOW", True, False), ("KICK", False, False), ("PUNCH", False, False)]


def test_de_hth_08_a_riders_parry_takes_no_side_from_his_horse() -> None:
    """Only a side through which he strikes is his."""
    rider = man("knight", "a", 10, 10, steed="great_horse", hand=("broadsword",))
    battle = arena(rider, man("sergeant", "b", 11.21, 10.2, 270), half=2, card_round=1)
    knight, beside = battle.figures
    for keys, free in ((("PASSIVE_SHIELD_PARRY",), True), (("DELIVER_BLOW@1",), False)):
        lay(knight, *keys)
        assert kicks_freely(battle, knight, beside) is free


@pytest.mark.parametrize("state", [{"stupor": True}, {"stupor": True, "quickened": True}])
def test_de_bers_16_de_host_55_in_a_stupor_one_blow_is_left(state: dict[str, Any]) -> None:
    """A quarter, at least one; a quickening adds its two."""
    battle, axeman, _ = foes("peasant")
    axeman.encumbrance = "encumbered"
    axeman.body, axeman.fatigue = 1, 0
    for key, value in state.items():
        setattr(axeman, key, value)
    assert blows_of_turn(battle, axeman)[0] == (3 if "quickened" in state else 1)
