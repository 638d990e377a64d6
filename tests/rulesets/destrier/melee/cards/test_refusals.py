"""Which cards are refused to whom, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import NOBODY, Battle, card
from banneret.rulesets.destrier.melee.cards.choosing import with_passive
from banneret.rulesets.destrier.melee.cards.deck import (
    activities,
    great_blows,
    tac_cards,
    to_halt,
)
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.one_by_one import fire, hand_card, pull, restraint
from banneret.rulesets.destrier.melee.cards.steeds_hands import SteedHand
from rulesets.destrier.arena import arena, man, thing
from rulesets.destrier.fights import foes, ready, refusal, refuses


def beside_a_horse(foe: str = "sergeant", card_round: int = 1, **steed: Any) -> Battle:
    """A knight in the saddle and somebody on foot at the right side of his horse."""
    rider = man("knight", "b", 10, 10, steed="great_horse", hand=("broadsword",), **steed)
    battle = arena(rider, man(foe, "a", 11.0, 10, 315), half=2, card_round=card_round)
    ready(battle)
    return battle


@pytest.mark.parametrize(
    ("state", "refused", "free"),
    [
        ({"pinned": 2}, "DE-HOST-35", ("MOVE",)),
        ({"posture": "prone"}, "DE-MELEE-04", ("MOVE",)),
        ({"stun": 1}, "DE-HOST-67", ()),
        ({"restrained_by": (1,)}, "DE-GRAP-08", ("BREAK_FREE",)),
        ({"restraining": 1}, "DE-GRAP-08", ("KICK@1",)),
    ],
)
def test_de_host_35_de_grap_08_de_melee_04_de_host_67_what_is_left_to_the_hampered(
    state: dict[str, Any], refused: str, free: tuple[str, ...]
) -> None:
    """Each state leaves the passive parry and its own cards, and nothing else."""
    battle, knight, _ = foes(card_round=1)
    for key, value in state.items():
        setattr(knight, key, value)
    hand = Hand(battle, knight)
    every = ("DELIVER_BLOW@1", "WEAPON_PARRY", "DODGE_RIGHT", "MOVE", "BREAK_FREE", "KICK@1")
    found = {key: refusal(hand, key) == refused for key in every}
    assert found == {key: key not in free for key in every}
    assert refusal(hand, "PASSIVE_SHIELD_PARRY") == ""


@pytest.mark.parametrize(("profile", "may"), [("knight", True), ("axeman", True),
    ("berserker", True), ("sergeant", False), ("ogre", False)])  # fmt: skip
def test_de_card_09_great_blows_are_for_chivalry_and_nordics(profile: str, may: bool) -> None:
    assert great_blows(arena(man(profile, "a", 10, 10)).figures[0]) is may


def test_de_att_14_only_who_rides_has_a_steed_to_strike_at() -> None:
    battle, knight, _ = foes(card_round=1)
    for name in ("DELIVER_BLOW", "FEROCITY", "KICK"):
        knight.mixed = True
        assert refusal(Hand(battle, knight), f"{name}@1s") == "DE-ATT-14"
    mounted = beside_a_horse()
    assert refusal(Hand(mounted, mounted.figures[1]), "DELIVER_BLOW@0s") == ""


def test_de_grap_02_only_riders_are_pulled_down() -> None:
    battle = beside_a_horse(card_round=0)
    hand = Hand(battle, battle.figures[1])
    assert pull(hand, card("PULL_RIDER@0")) is None
    assert "PULL_RIDER@0" in hand.offered
    foot, knight, _ = foes()
    refused = pull(Hand(foot, knight), card("PULL_RIDER@1"))
    assert refused is not None
    assert refused.clause == "DE-GRAP-02"


def test_de_grap_16_de_bers_10_who_takes_prisoners() -> None:
    """The first of all figures may be held too; a berserk one holds nobody."""
    battle, _, sergeant = foes()
    hand = Hand(battle, sergeant)
    assert restraint(hand, card("RESTRAINT@0")) is None
    nobody = restraint(hand, card("RESTRAINT"))
    sergeant.berserk = True
    raging = restraint(hand, card("RESTRAINT@0"))
    assert [one and one.clause for one in (nobody, raging)] == ["DE-GRAP-06", "DE-BERS-10"]


def test_de_horse_06_a_riders_move_is_his_steeds() -> None:
    battle = beside_a_horse()
    assert refusal(Hand(battle, battle.figures[0]), "MOVE") == "DE-HORSE-06"
    assert refusal(Hand(battle, battle.figures[1]), "MOVE") == ""


def test_de_bers_07_a_berserk_archer_does_not_shoot() -> None:
    battle = arena(man("archer", "a", 10, 10), man("sergeant", "b", 10, 20, 180), card_round=0)
    ready(battle)
    archer = battle.figures[0]
    assert fire(Hand(battle, archer), card("FIRE_MISSILE@1")) is None
    archer.berserk = True
    refused = fire(Hand(battle, archer), card("FIRE_MISSILE@1"))
    assert refused is not None
    assert refused.clause == "DE-BERS-07"


def test_de_horse_12_de_horse_14_whose_legs_may_be_cut() -> None:
    """Of a slow horse in contact, once a turn; a man on foot has no horse."""
    battle = beside_a_horse(card_round=0)
    sergeant = battle.figures[1]
    assert refusal(Hand(battle, sergeant), "HAMSTRING@0") == ""
    sergeant.hamstrung_this_turn = True
    assert refusal(Hand(battle, sergeant), "HAMSTRING@0") == "DE-HORSE-12"
    foot, knight, _ = foes()
    assert refusal(Hand(foot, knight), "HAMSTRING@1") == "DE-HORSE-12"
    swift = beside_a_horse(card_round=0, speed="canter")
    assert refusal(Hand(swift, swift.figures[1]), "HAMSTRING@0") == "DE-HORSE-14"


def test_de_dodge_01_de_dodge_14_a_horse_dodges_where_there_is_room() -> None:
    battle = beside_a_horse(speed="trot")
    battle.things = [thing("wall", (9.5, 5, 9.55, 15))]
    hand = SteedHand(battle, battle.figures[0])
    found = hand.why_not("DODGE_LEFT")
    assert found is not None
    assert found.clause == "DE-DODGE-01"
    assert hand.why_not("DODGE_BACK") is None


def test_de_hth_08_a_kick_behind_the_front_is_refused_in_contact() -> None:
    """With the first cards, or before anybody is there, cards may still bring them together."""
    rider = man("knight", "b", 10, 10, steed="great_horse", hand=("broadsword",))
    for x, card_round, refused in ((11.0, 1, True), (11.0, 0, False), (14.0, 1, False)):
        far = man("sergeant", "a", x, 10, 315)
        battle = arena(rider, far, man("sergeant", "a", 30, 30), half=2, card_round=card_round)
        ready(battle)
        hand = SteedHand(battle, battle.figures[0])
        assert (hand.why_not("KICK@2") is not None) is refused


def test_de_bers_17_only_a_friend_in_contact_halts_a_berserker() -> None:
    """Once a turn, and nobody who rages himself."""
    raging = man("berserker", "a", 10, 10, berserk=True)
    friend = man("peasant", "a", 10.7071, 10.7071, 180)
    battle = arena(raging, friend, man("peasant", "a", 20, 10), card_round=1)
    berserker, near, far = battle.figures
    assert (to_halt(battle, near), to_halt(battle, far)) == ([berserker], [])
    berserker.halted = True
    assert to_halt(battle, near) == []
    berserker.halted, near.berserk = False, True
    assert to_halt(battle, near) == []
    assert near.opportunity == NOBODY


def test_de_bers_06_who_rages_defends_nothing_but_by_the_shield_when_spent() -> None:
    """No desperate defence even beside a blow; the passive parry once his last blow is gone."""
    battle, berserker, _ = foes("berserker", card_round=1, mine={"berserk": True})
    berserker.shield = "large"
    for blows, clause in ((2, "DE-BERS-06"), (1, "DE-BERS-06"), (0, "")):
        berserker.blows_left = blows
        assert refusal(Hand(battle, berserker), "PASSIVE_SHIELD_PARRY") == clause
        bears = with_passive(battle, berserker, ("FEROCITY@1",))
        assert ("PASSIVE_SHIELD_PARRY" in bears) is (clause == "")
    berserker.blows_left = 5
    assert refuses(Hand(battle, berserker), "FEROCITY@1", "DESPERATE_DEFENSE") == "DE-BERS-06"


def test_de_hth_09_hands_are_declared_with_the_first_cards_alone() -> None:
    """At first everybody armed may kick; later who mixed, holds or is held."""
    for card_round, state, refused in (
        (0, {}, ""),
        (1, {}, "DE-HTH-09"),
        (1, {"mixed": True}, ""),
        (1, {"restraining": 1}, ""),
        (1, {"in_hand": ()}, ""),
    ):
        battle, knight, _ = foes(card_round=card_round)
        for key, value in state.items():
            setattr(knight, key, value)
        found = hand_card(Hand(battle, knight), card("KICK@1"))
        assert ("" if found is None else found.clause) == refused


def test_de_tac_18_who_charged_this_turn_has_no_charge_in_later_rounds() -> None:
    """In the TAC phase he has some card all the same."""
    for card_round, may in ((0, True), (1, False)):
        battle = arena(man("serpent", "a", 10, 10), half=2, card_round=card_round)
        serpent = battle.figures[0]
        serpent.charged_this_turn = True
        assert ("CHARGE" in tac_cards(battle, serpent)) is may


def test_de_card_19_a_beast_opens_no_door() -> None:
    door = thing("door", (9, 11, 11, 11.25), door="shut")
    for profile, found in (("wolf", []), ("sergeant", ["open_door"])):
        battle = arena(man(profile, "a", 10, 10), things=[door], card_round=1)
        assert [one.detail for one in activities(battle, battle.figures[0])] == found


@pytest.mark.parametrize(("posture", "may"), [("standing", True), ("kneeling", False)])
def test_de_tacp_12_de_bers_07_a_berserker_plays_his_card_unless_he_kneels(
    posture: str, may: bool
) -> None:
    """He charges or runs in, which nobody does from his knees."""
    battle, berserker, _ = foes("berserker", mine={"berserk": True, "posture": posture})
    assert Hand(battle, berserker).may_tac() is may


def test_de_dodge_01_a_figure_dodges_one_way() -> None:
    battle, knight, _ = foes(card_round=1)
    hand = Hand(battle, knight)
    assert refuses(hand, "DODGE_RIGHT", "DODGE_BACK") == "DE-DODGE-01"
    assert refuses(hand, "DODGE_BACK") == ""


def test_de_att_14_a_spell_needs_no_reach() -> None:
    """Engaged with one he casts at another, whom no blow of his could reach."""
    side = 0.7071
    battle = arena(
        man("magus", "a", 10, 10),
        man("sergeant", "b", 10 + side, 10 + side, 180),
        man("sergeant", "b", 10, 15, 180),
        man("squire", "a", 10, 16.42),
        half=2,
        card_round=1,
    )
    ready(battle)
    magus = battle.figures[0]
    magus.prepared = ("gust",)
    hand = Hand(battle, magus)
    assert refuses(hand, "CAST_SPELL>gust@2") == ""
    assert refuses(hand, "DELIVER_BLOW@2") == "DE-ATT-01"
