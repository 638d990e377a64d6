"""A rider and his steed: two hands, two pools, one stand."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import NOBODY, SPELL, Battle
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.melee.blows import kicks_freely
from banneret.rulesets.destrier.melee.cards.choosing import begin_round, by_itself, steed_decides
from banneret.rulesets.destrier.melee.cards.facing import face
from banneret.rulesets.destrier.melee.cards.pairs import holds_card, reading, tac_card
from banneret.rulesets.destrier.melee.cards.steeds_hands import SteedHand
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import lay, ready


def mounted(speed: str = "trot", steed: str = "great_horse", **options: Any) -> Battle:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed=steed, speed=speed, hand=("broadsword",)),
        man("sergeant", "b", 11.21, 10.2, 270),
        man("sergeant", "b", 10, 12.4, 180),
        half=2,
        card_round=1,
        **options,
    )
    ready(battle)
    return battle


def clause_of(hand: SteedHand, *keys: str) -> str:
    found = hand.allows(keys)
    return "" if found is None else found.clause


def test_de_gen_07_de_htac_11_one_figure_two_pools() -> None:
    battle = mounted()
    knight = battle.figures[0]
    steed = knight.steed
    assert steed is not None
    assert (knight.blows_left, steed.blows_left) == (7, 6)
    lay(knight, "DELIVER_BLOW@1")
    steed.hand = ("WHEEL",)
    play(battle, face)
    assert (knight.blows_left, steed.blows_left) == (6, 4)


def test_de_htac_08_fast_steeds_only_move() -> None:
    battle = mounted("gallop")
    hand = SteedHand(battle, battle.figures[0])
    assert hand.offered == ["HORSE_MOVE"]
    assert clause_of(hand) == "DE-HTAC-08"
    assert clause_of(hand, "HORSE_MOVE") == ""
    assert not steed_decides(battle, battle.figures[0], hand)


def test_de_tacp_01_a_steed_lays_a_kick_beside_the_card_that_brings_it_up() -> None:
    """As its rider lays a blow: who is not in contact yet may be when blows fall."""
    battle = mounted()
    battle.card_round = 0
    for foe in battle.figures[1:]:
        put(battle, foe, foe.x + 2.0, foe.y, foe.facing)
    ready(battle)
    hand = SteedHand(battle, battle.figures[0])
    assert not hand.touched
    assert hand.why_not("KICK@2") is None
    assert ("CLOSE@2", "KICK@2") in hand.sets()


@pytest.mark.parametrize(("speed", "asked"), [("trot", True), ("canter", False)])
def test_de_htac_02_de_tacp_01_a_fixed_tac_card_leaves_the_melee_card(
    speed: str, *, asked: bool
) -> None:
    """A slow steed may wheel or kick beside it; a fast one has nothing to choose."""
    battle = mounted(speed, fixed_horse_tac=True)
    battle.card_round = 0
    hand = SteedHand(battle, battle.figures[0])
    assert steed_decides(battle, battle.figures[0], hand) == asked
    assert not asked or ("CLOSE", "WHEEL") in hand.sets()


@pytest.mark.parametrize(
    ("speed", "inches", "asked", "played"),
    [
        ("trot", 8.0, True, "CLOSE"),
        ("trot", 12.0, False, "STAND_GROUND"),
        ("walk", 12.0, False, "STAND_GROUND"),
        ("gallop", 12.0, True, "CHARGE"),
    ],
)
def test_de_htac_02_a_slow_steed_far_from_everybody_stands_unasked(
    speed: str, inches: float, asked: bool, played: str
) -> None:
    """Nobody it knows of could come into contact with it, so it has nothing to choose."""
    battle = arena(
        man("knight", "a", 20, 5, 0, steed="great_horse", speed=speed, hand=("lance",)),
        man("sergeant", "b", 20, 6.5 + inches, 180),
        half=2,
        card_round=0,
    )
    ready(battle)
    hand = SteedHand(battle, battle.figures[0])
    assert steed_decides(battle, battle.figures[0], hand) is asked
    assert by_itself(battle, hand) == played


def test_de_htac_02_a_steed_is_asked_with_an_enemy_behind_it() -> None:
    battle = arena(
        man("knight", "a", 20, 15, 0, steed="great_horse", speed="trot", hand=("lance",)),
        man("sergeant", "b", 20, 10, 0),
        half=2,
        card_round=0,
    )
    ready(battle)
    assert steed_decides(battle, battle.figures[0], SteedHand(battle, battle.figures[0]))


def test_de_htac_07_fast_steeds_hold_their_first_card() -> None:
    battle = mounted("gallop")
    knight, sergeant, _ = battle.figures
    steed = knight.steed
    assert steed is not None
    steed.fast, steed.tac = True, "CHARGE"
    battle.card_round = 3
    begin_round(battle)
    assert steed.tac == "CHARGE"
    assert holds_card(knight)
    assert tac_card(battle, knight) == "CHARGE"
    assert reading(battle, knight, sergeant).hit == 15
    steed.speed = "trot"
    begin_round(battle)
    assert steed.tac == ""
    assert not reading(battle, knight, sergeant).applies


@pytest.mark.parametrize(("once", "again"), [(False, True), (True, False)])
def test_de_htac_10_slow_steeds_play_tac_cards_again(once: bool, again: bool) -> None:
    battle = arena(
        man("knight", "a", 10, 10, 0, steed="great_horse", speed="trot"),
        man("sergeant", "b", 10, 13, 180),
        half=2,
        card_round=2,
        horse_tac_once=once,
    )
    ready(battle)
    steed = battle.figures[0].steed
    assert steed is not None
    steed.tac_count = 1
    assert SteedHand(battle, battle.figures[0]).may_tac() is again


def test_de_htac_02_without_a_choice_the_usual_card() -> None:
    battle = mounted("trot", fixed_horse_tac=True)
    battle.card_round = 0
    hand = SteedHand(battle, battle.figures[0])
    assert [key for key in hand.offered if key.startswith("CLOSE")]
    assert "STAND_GROUND" not in hand.offered


def test_de_dodge_14_a_horse_that_dodges_plays_no_other_card() -> None:
    battle = mounted()
    hand = SteedHand(battle, battle.figures[0])
    assert clause_of(hand, "DODGE_LEFT", "WHEEL") == "DE-DODGE-14"
    assert clause_of(hand, "DODGE_LEFT") == ""


def test_de_grap_08_the_horse_of_one_who_is_held_or_holds_stays() -> None:
    """A restrained figure does not move, and a holder only holds: rider and horse are one."""
    for held, holds in (((1,), NOBODY), ((SPELL,), NOBODY), ((), 1), ((), NOBODY)):
        battle = mounted()
        knight = battle.figures[0]
        knight.restrained_by, knight.restraining = held, holds
        wanted = "DE-GRAP-08" if held or holds != NOBODY else ""
        hand = SteedHand(battle, knight)
        for key in ("HORSE_MOVE", "WHEEL"):
            found = hand.why_not(key)
            assert ("" if found is None else found.clause) == wanted
        assert hand.why_not("KICK@1") is None
    running = mounted("gallop")
    running.figures[0].restrained_by = (1,)
    assert SteedHand(running, running.figures[0]).why_not("HORSE_MOVE") is None


def test_de_hth_08_a_horse_kicks_where_its_rider_does_not_strike() -> None:
    battle = mounted()
    knight, beside, _ = battle.figures
    assert kicks_freely(battle, knight, beside)
    lay(knight, "DELIVER_BLOW@1")
    assert not kicks_freely(battle, knight, beside)
    assert knight.steed is not None
    knight.steed.key = "mule"
    assert kicks_freely(battle, knight, beside)
