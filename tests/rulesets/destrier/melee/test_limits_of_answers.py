"""Answers to what others do: dodges, stuns, halted casters, steeds' choices, failed kicks."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.contact import look_round
from banneret.rulesets.destrier.host.cards import dodge_follow
from banneret.rulesets.destrier.melee.cards.choosing import idles
from banneret.rulesets.destrier.melee.cards.deck import free_hand, to_halt
from banneret.rulesets.destrier.melee.cards.facing import may_meet
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pairs import reading
from banneret.rulesets.destrier.melee.cards.steeds_hands import SteedHand
from banneret.rulesets.destrier.melee.grapples import body_bashes
from banneret.rulesets.destrier.melee.harm import disturb, drop_all, stun
from banneret.rulesets.destrier.melee.replies.dodging import guess
from banneret.rulesets.destrier.melee.stepping import cast, come_up
from banneret.rulesets.destrier.melee.strikes import struck_kicking
from banneret.rulesets.destrier.screen import told
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready, refusal, refuses
from rulesets.scripting import events_of


@pytest.mark.parametrize(
    ("group", "guessed", "defends", "follows"),
    [
        ("attack", True, False, True),
        ("attack", False, False, True),
        ("attack", False, True, False),
        ("defence", True, False, False),
        ("defence", False, False, False),
        ("movement", False, False, True),
        ("movement", False, True, False),
    ],
)
def test_de_dodge_06_de_dodge_07_who_goes_along_with_a_dodger(
    group: Any, guessed: bool, defends: bool, follows: bool
) -> None:
    found = dodge_follow(
        foes()[0].tables, card_group=group, guessed=guessed, defence_played=defends
    )
    assert found.follows is follows


@pytest.mark.parametrize(
    ("profile", "hand", "free"),
    [("knight", ("broadsword",), False), ("archer", ("long_bow",), False), ("archer", (), True),
     ("sergeant", (), True), ("peasant", ("club",), True), ("hobbit", ("sling",), True)],
)  # fmt: skip
def test_de_hth_02_whose_hand_is_free_to_punch(
    profile: str, hand: tuple[str, ...], free: bool
) -> None:
    """A bow takes both; a shield one."""
    battle = arena(man(profile, "a", 10, 10, hand=hand))
    assert free_hand(battle, battle.figures[0]) is free


def test_de_bers_17_nobody_halts_a_friend_in_his_right_mind() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "a", 10.7071, 10.7071, 180))
    assert to_halt(battle, battle.figures[0]) == []
    battle.figures[1].berserk = True
    assert to_halt(battle, battle.figures[0]) == [battle.figures[1]]


@pytest.mark.parametrize(("inches", "meets"), [(2.99, True), (3.01, True), (3.03, False)])
def test_de_mseq_13_a_card_meets_whom_it_just_reaches(inches: float, meets: bool) -> None:
    battle = arena(
        man("squire", "a", 10, 10), man("squire", "b", 10, 10 + 2**0.5 + inches), card_round=1
    )
    one = battle.figures[0]
    one.tac, one.tac_played, one.tac_target = "CHARGE", True, 1
    assert may_meet(battle, one, 1) is meets


@pytest.mark.parametrize(
    ("profile", "state", "refused"),
    [
        ("squire", {"passive_run": 6}, "DE-MSEQ-10"),
        ("squire", {"passive_run": 5}, ""),
        ("squire", {"passive_run": 6, "stun": 1}, ""),
        ("squire", {"passive_run": 6, "blows_left": 0}, ""),
    ],
)
def test_de_mseq_10_de_host_67_the_seventh_idle_round_is_refused_to_who_can_act(
    profile: str, state: dict[str, Any], refused: str
) -> None:
    battle, knight, _ = foes(profile, card_round=7)
    for key, value in state.items():
        setattr(knight, key, value)
    assert refuses(Hand(battle, knight)) == refused


def test_de_tac_20_a_tac_card_is_free_at_first_though_no_blow_is_left() -> None:
    for card_round, refused in ((0, ""), (1, "DE-MELEE-10")):
        battle = arena(
            man("squire", "a", 10, 10), man("squire", "b", 10, 13, 180), card_round=card_round
        )
        ready(battle)
        battle.figures[0].blows_left = 0
        assert refusal(Hand(battle, battle.figures[0]), "CLOSE@1") == refused


def test_de_grap_16_the_two_nearest_may_be_held() -> None:
    battle = arena(
        man("squire", "a", 24, 10),
        *[man("squire", "b", 24, 13 + 1.6 * at, 180) for at in range(3)],
        card_round=1,
    )
    look_round(battle)
    offered = Hand(battle, battle.figures[0]).offered
    assert [key for key in offered if "RESTRAINT" in key] == ["RESTRAINT@1", "RESTRAINT@2"]


@pytest.mark.parametrize("near", [False, True])
def test_de_mseq_11_one_near_enemy_of_two_keeps_him_in(near: bool) -> None:
    battle = arena(
        man("squire", "a", 10, 10),
        man("squire", "b", 10, 18, 180),
        man("squire", "b", 15 if near else 18, 10),
        card_round=1,
    )
    assert (refusal(Hand(battle, battle.figures[0]), "DROP_OUT") != "") is near


def rider(speed: str = "trot", card_round: int = 1, y: float = 13.2, **more: Any) -> Battle:
    knight = man("knight", "a", 20, 10, steed="great_horse", speed=speed, hand=("broadsword",))
    foe = man("sergeant", "b", 20, y, 180)
    battle = arena(knight, foe, man("sergeant", "b", 40, 30), half=2, card_round=card_round, **more)
    ready(battle)
    return battle


def test_de_htac_02_one_enemy_near_of_two_is_enough_to_be_asked() -> None:
    for y, idle in ((18.0, False), (25.0, True)):
        battle = rider(card_round=0, y=y)
        assert idles(SteedHand(battle, battle.figures[0])) is idle


def test_de_bers_07_the_horse_of_a_berserk_rider_keeps_what_does_not_lead_away() -> None:
    battle = rider()
    knight = battle.figures[0]
    all_of_them = SteedHand(battle, knight).tacs()
    knight.berserk = True
    left = SteedHand(battle, knight).tacs()
    assert set(all_of_them) - set(left) == {"RETREAT", "RUN_AWAY"} & set(all_of_them)
    assert left


def test_de_tacp_01_de_htac_11_a_steeds_hands_are_lawful() -> None:
    """A TAC card at first, later with it or without; near an enemy, and in its blows."""
    for card_round, owed in ((0, "DE-TACP-01"), (1, "")):
        battle = rider(card_round=card_round)
        hand = SteedHand(battle, battle.figures[0])
        found = hand.allows(())
        assert ("" if found is None else found.clause) == owed
        sets = hand.sets()
        assert (() in sets) is (not owed)
        assert ("CLOSE@1", "WHEEL") in sets
        assert len(set(sets)) == len(sets)
        assert all(hand.allows(one) is None for one in sets)
        assert not any(one.count("CLOSE") > 1 for one in sets)
    far = rider(y=25.0)
    assert not SteedHand(far, far.figures[0]).may_tac()


@pytest.mark.parametrize(("count", "may"), [(0, True), (1, False)])
def test_de_htac_10_once_is_counted_from_the_first(count: int, may: bool) -> None:
    battle = rider(horse_tac_once=True)
    steed = battle.figures[0].steed
    assert steed is not None
    steed.tac_count = count
    assert bool(SteedHand(battle, battle.figures[0]).later()) is may


def test_de_tac_02_who_comes_up_is_offered_no_way_out() -> None:
    battle, knight, _ = foes(card_round=1)
    seen: list[str] = []

    def nothing(choice: Any) -> str:
        seen.extend(option.key for option in choice.options())
        return "none"

    play(battle, partial(come_up, figure=knight), [], [nothing])
    assert seen[0] == "none"
    assert "CLOSE" in seen
    assert not {"RETREAT", "RUN_AWAY"} & set(seen)


def test_de_att_13_both_of_a_pair_may_bash() -> None:
    """Each as the matrix says, the attacker's first."""
    asked: list[int] = []

    def neither(choice: Any) -> str:
        asked.append(choice.about[0])
        return "neither"

    battle, knight, sergeant = foes(winner="a")
    lay(knight, "DELIVER_BLOW@1", tac="CLOSE")
    lay(sergeant, "DELIVER_BLOW@0", tac="CHARGE")
    sergeant.tac_moved = 3.0
    both = [
        figure.id
        for figure, other in ((knight, sergeant), (sergeant, knight))
        if reading(battle, figure, other).may_bash
    ]
    play(battle, body_bashes, [100] * len(both), [neither] * len(both))
    assert sorted(asked) == both
    assert 1 in both


def test_de_host_21_de_grap_08_a_stun_ends_a_hold() -> None:
    battle, knight, sergeant = foes(card_round=1)
    knight.restraining, sergeant.restrained_by = 1, (0,)
    stun(battle, knight)
    assert (knight.stun, knight.restraining) == (2, -1)
    assert not sergeant.restrained_by


def test_de_mag_11_a_disturbed_preparation_begins_at_nought() -> None:
    battle = arena(man("magus", "a", 10, 10), card_round=1, prepare_interruptible=True)
    magus = battle.figures[0]
    magus.preparing, magus.prepare_count = ("slumber",), 2
    play(battle, partial(disturb, figure=magus))
    assert not magus.preparing
    assert (magus.prepare_count, magus.prepare_lost) == (0, True)


def test_de_host_21_claws_are_not_dropped() -> None:
    battle = arena(man("centaur", "a", 10, 10, in_hand=("spear", "hoof")))
    centaur = battle.figures[0]
    play(battle, partial(drop_all, figure=centaur))
    assert (centaur.in_hand, [one.thing for one in centaur.on_ground]) == (("hoof",), ["spear"])


def test_de_dodge_05_who_sleeps_dodges_nothing() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(sergeant, "DODGE_BACK")
    lay(knight, "DELIVER_BLOW@1")
    table = play(battle, guess, [], [("guess", "back")])
    assert len(events_of(table, told.DodgeFaced)) == 1
    sergeant.asleep = 1
    battle.memo.known.clear()
    assert not events_of(play(battle, guess), told.DodgeFaced)


def test_de_mseq_01_after_the_spells_everybody_standing_has_his_moves() -> None:
    battle, knight, sergeant = foes(card_round=1)
    knight.move_done, sergeant.status = True, "down"
    play(battle, cast)
    assert (knight.move_done, sergeant.move_done) == (False, True)
    assert battle.phase == "move_first"


def test_de_hth_07_what_a_kicker_suffers_is_told() -> None:
    battle, knight, sergeant = foes(card_round=1)
    lay(sergeant, "KICK@0")
    table = play(battle, partial(struck_kicking, target=sergeant, by=knight), [1, 1])
    assert len(events_of(table, told.Bashed)) == 1
