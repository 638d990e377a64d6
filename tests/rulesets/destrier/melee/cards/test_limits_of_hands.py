"""Which cards lie before whom, whom they name, what is proposed, and what paying leaves."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.destrier.basics.state import NOBODY, Battle
from banneret.rulesets.destrier.ground.contact import look_round
from banneret.rulesets.destrier.melee.cards.choosing import (
    again,
    begin_melee,
    by_itself,
    proposals,
    question,
    rivals,
    steed_question,
    tacs_of,
)
from banneret.rulesets.destrier.melee.cards.deck import (
    aimed,
    may_restrain,
    near_enemies,
    shooting_targets,
)
from banneret.rulesets.destrier.melee.cards.facing import pay_steed
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.steeds_hands import SteedHand, rules_for
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, go, ready

MAN = {"DELIVER_BLOW", "PUNCH", "KICK", "WEAPON_PARRY", "DESPERATE_DEFENSE", "RESTRAINT", "MOVE",
       "MOVE>withheld", "PASSIVE_SHIELD_PARRY"}  # fmt: skip
ON_FOOT = {"DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK", "PULL_RIDER", "HAMSTRING", "TOSS"}
TACS = {"CHARGE", "CLOSE", "FLECHE", "KEEP_DISTANCE", "RETREAT", "RUN_AWAY", "STAND_GROUND"}
BEHIND_SHIELD = {"ACTIVE_SHIELD_PARRY", "LEAVE_OUT_PASSIVE"}


def against_two(profile: str, card_round: int, **state: Any) -> Battle:
    """Somebody in contact with a man on foot, a rider near."""
    battle = arena(
        man(profile, "a", 10, 10, **state),
        man("sergeant", "b", 10.7071, 10.7071, 180),
        man("squire", "b", 10, 13, 180, steed="mule"),
        half=2,
        card_round=card_round,
    )
    ready(battle)
    return battle


def drawn(thing: str) -> set[str]:
    return {f"DRAW_WEAPON>{thing}", f"DRAW_WEAPON>{thing}+sheathe"}


@pytest.mark.parametrize(
    ("profile", "card_round", "state", "offered"),
    [
        ("sergeant", 1, {}, MAN | ON_FOOT | BEHIND_SHIELD | {"FEROCITY", "DROP_OUT"}),
        (
            "sergeant",
            1,
            {"posture": "kneeling"},
            (MAN | ON_FOOT | BEHIND_SHIELD | {"FEROCITY", "DROP_OUT"}) - {"MOVE>withheld"},
        ),
        (
            "knight",
            0,
            {"steed": "mule"},
            MAN | BEHIND_SHIELD | drawn("broadsword")
            | {"FEROCITY", "GREAT_BLOW", "MIXED_FIGHTING"},
        ),
        ("peasant", 0, {"pinned": 1}, (MAN | ON_FOOT | {"MIXED_FIGHTING"}) - {"MOVE>withheld"}),
        ("peasant", 0, {}, MAN | ON_FOOT | TACS | {"MIXED_FIGHTING"}),
        ("peasant", 0, {"hand": ()}, MAN | ON_FOOT | TACS | {"DRAW_WEAPON>club"}),
        ("peasant", 1, {"shield": "small"}, MAN | ON_FOOT | {"LEAVE_OUT_PASSIVE", "DROP_OUT"}),
        (
            "wolf",
            0,
            {},
            (MAN | ON_FOOT | TACS) - {"PUNCH", "KICK", "FLECHE", "STAND_GROUND"},
        ),
        ("centaur", 0, {}, (MAN | ON_FOOT | TACS | {"FEROCITY", "GREAT_BLOW"}) - {"PUNCH"}),
        ("skald", 1, {"restraining": 1}, MAN | ON_FOOT | BEHIND_SHIELD
         | {"FEROCITY", "GREAT_BLOW", "LET_GO", "DROP_OUT", "CAST_SPELL>quicken", "CAST_SPELL>gust",
            "CAST_SPELL>ward"}),
        ("orc", 1, {"restrained_by": (1,), "shield": "none"},
         MAN | ON_FOOT | {"BREAK_FREE", "DROP_OUT"}),
        ("magus", 1, {"prepared": ("ward",), "fatigue": 1}, MAN | ON_FOOT
         | {"PREPARE_SPELL>flame_dart", "CAST_SPELL>ward", "DROP_OUT"}),
        ("crossbowman", 1, {"unloaded": {"heavy_crossbow": 1}}, MAN | ON_FOOT
         | drawn("short_sword") | {"FEROCITY", "FIRE_MISSILE", "RELOAD_MISSILE", "DROP_OUT"}),
    ],
)  # fmt: skip
def test_de_gen_05_de_tac_20_de_dodge_14_de_mag_04_what_lies_before_each(
    profile: str, card_round: int, state: dict[str, Any], offered: set[str]
) -> None:
    """Each kind has its cards, in each state; what may not be chosen now says so when picked."""
    battle = against_two(profile, card_round, **state)
    hand = Hand(battle, battle.figures[0])
    assert {key.partition("@")[0] for key in hand.offered} == offered


def test_de_tacp_08_who_touches_nobody_names_whom_he_closes_with() -> None:
    for y, names in ((10.7071, {"CLOSE"}), (14.0, {"CLOSE", "CLOSE@1"})):
        battle = arena(man("squire", "a", 10, 10), man("squire", "b", 10.7071, y, 180), half=2)
        battle.card_round = 0
        ready(battle)
        hand = Hand(battle, battle.figures[0])
        assert {key for key in hand.offered if key.startswith("CLOSE")} == names
        assert "RETREAT@1" not in hand.offered


def test_de_att_14_of_a_rider_man_or_steed_is_named_but_for_grips() -> None:
    battle = against_two("sergeant", 1)
    some = battle.figures[1:]
    assert list(aimed(("FEROCITY",), some)) == ["FEROCITY@1", "FEROCITY@2", "FEROCITY@2s"]
    for name in ("PULL_RIDER", "RESTRAINT", "HAMSTRING"):
        assert list(aimed((name,), some)) == [f"{name}@1", f"{name}@2"]


CORNER = 0.7071  # of a stand, from its middle


def crowd(*inches: float, card_round: int = 0) -> Battle:
    """A squire and enemies before him at these distances."""
    battle = arena(
        man("squire", "a", 24, 5),
        *[man("squire", "b", 24, 5 + 2 * CORNER + far, 180) for far in inches],
        half=2,
        card_round=card_round,
    )
    look_round(battle)
    return battle


@pytest.mark.parametrize(
    ("card_round", "inches", "named"),
    [
        (0, (8.9, 9.1), 1),
        (1, (5.9, 6.1), 1),
        (1, (8.9,), 0),
        (0, (2.0, 3.5, 5.0, 6.5, 8.0), 4),
    ],
)
def test_de_mseq_02_cards_name_the_four_nearest_within_nine_inches_or_six(
    card_round: int, inches: tuple[float, ...], named: int
) -> None:
    battle = crowd(*inches, card_round=card_round)
    found = near_enemies(battle, battle.figures[0])
    assert [one.id for one in found] == list(range(1, named + 1))


def test_de_miss_06_a_shooter_names_the_four_nearest() -> None:
    battle = crowd(12.0, 9.0, 15.0, 18.0, 21.0)
    found = shooting_targets(battle, battle.figures[0])
    assert [one.id for one in found] == [2, 1, 3, 4]


@pytest.mark.parametrize(("whom", "of_round", "may"), [(1, 2, True), (1, 1, False), (1, 3, False),
    (0, 2, True), (NOBODY, 2, False)])  # fmt: skip
def test_de_grap_16_an_opportunity_lasts_a_round(whom: int, of_round: int, may: bool) -> None:
    battle, knight, _ = foes(card_round=3)
    knight.opportunity, knight.opportunity_round = whom, of_round
    assert may_restrain(battle, knight) is may


# -- sets and proposals


def test_de_card_12_ferocity_and_great_blow_are_listed_together_on_one_target() -> None:
    battle = against_two("squire", 1, hand=("broadsword",))
    hand = Hand(battle, battle.figures[0])
    both = [one for one in hand.sets() if "GREAT_BLOW" in "".join(one[1:])]
    assert both == [(f"FEROCITY@{at}", f"GREAT_BLOW@{at}") for at in ("1", "2", "2s")]


def test_de_mseq_02_in_later_rounds_the_tac_card_may_be_left() -> None:
    for card_round, left in ((0, False), (1, True)):
        battle = arena(
            man("squire", "a", 10, 10), man("squire", "b", 10, 13, 180), card_round=card_round
        )
        ready(battle)
        sets = list(Hand(battle, battle.figures[0]).sets())
        assert (() in sets) is left
        assert ("CLOSE@1", "DELIVER_BLOW@1") in sets
        assert (("DROP_OUT",) in sets) is False


def test_de_tac_01_the_cards_weighed_are_lawful_tac_cards_that_stay() -> None:
    battle = against_two("peasant", 0)
    hand = Hand(battle, battle.figures[0])
    assert tacs_of(hand) == ["CHARGE", "CLOSE", "FLECHE", "KEEP_DISTANCE", "STAND_GROUND"]
    battle.figures[0].posture = "kneeling"
    assert tacs_of(Hand(battle, battle.figures[0])) == ["KEEP_DISTANCE", "STAND_GROUND"]


def test_de_att_01_a_blow_is_weighed_against_whom_it_reaches_else_the_nearest() -> None:
    battle = against_two("sergeant", 1)
    assert [one.id for one in rivals(Hand(battle, battle.figures[0]))] == [1]
    alone = crowd(3.0, 4.0, card_round=1)
    ready(alone)
    assert [one.id for one in rivals(Hand(alone, alone.figures[0]))] == [1]


def test_de_gen_05_last_rounds_cards_come_again_without_tac_cards_and_ready_spells() -> None:
    knight = foes()[1]
    knight.prepared = ("ward",)
    knight.last_hand = ("CLOSE@1", "DELIVER_BLOW@1", "PASSIVE_SHIELD_PARRY", "PREPARE_SPELL>ward")
    assert again(knight) == ("DELIVER_BLOW@1",)


@pytest.mark.parametrize(
    ("profile", "card_round", "state", "titles"),
    [
        ("squire", 0, {}, ["Strike, shield up", "Strike", "Only stand", "Parry", "Shield up"]),
        ("squire", 1, {}, ["Strike, shield up", "Strike", "Parry", "Shield up"]),
        ("peasant", 0, {"hand": ()}, ["Draw club", "Strike", "Only stand"]),
        ("wolf", 0, {}, ["Close and strike", "Only close"]),
        ("squire", 1, {"restrained_by": (1,)}, ["No card"]),
        ("squire", 1, {"posture": "prone"}, ["Get up"]),
        (
            "squire",
            1,
            {"hand": (), "weapons": (), "shield_slung": True},
            ["Strike"],
        ),
    ],
)
def test_de_gen_05_plain_hands_are_proposed(
    profile: str, card_round: int, state: dict[str, Any], titles: list[str]
) -> None:
    """Nobody with a weapon in hand is advised to draw another, nor to take up only a shield."""
    battle = against_two(profile, card_round, **state)
    assert [title for title, _ in proposals(Hand(battle, battle.figures[0]))] == titles


@pytest.mark.parametrize(("card_round", "stays"), [(0, ("STAND_GROUND",)), (1, ())])
def test_de_card_01_who_holds_a_bow_is_advised_to_shoot(
    card_round: int, stays: tuple[str, ...]
) -> None:
    """Beside the TAC card he owes; later no such card goes with it."""
    battle = arena(
        man("archer", "a", 24, 5), man("squire", "b", 24, 8.5, 180), card_round=card_round
    )
    look_round(battle)
    ready(battle)
    found = proposals(Hand(battle, battle.figures[0]))
    assert ("Shoot", (*stays, "FIRE_MISSILE@1")) in found
    assert not stays or ("Only stand", stays) in found


def test_de_cost_02_a_question_shows_the_purse_and_what_is_owed() -> None:
    for card_round, least in ((0, 1), (1, 0)):
        battle = against_two("squire", card_round)
        squire = battle.figures[0]
        asked = question(battle, squire, Hand(battle, squire))
        assert (asked.least, len(asked.purses), asked.once) == (least, 1, "DE-GEN-05")
        rider = battle.figures[2]
        steeds = steed_question(battle, rider, SteedHand(battle, rider))
        assert (len(steeds.purses), steeds.once) == (1, "DE-GEN-05")
        assert steeds.proposed is not None
        assert len(steeds.proposed()) == 1


# -- melees and rounds begin


def test_de_melee_01_de_tac_18_de_grap_16_a_melee_begins_with_nothing_of_the_last() -> None:
    battle, knight, _ = foes()
    knight.charged_this_melee = knight.dropped_out = knight.mixed = knight.fired = True
    knight.passive_run = knight.spells_cast = knight.levels_cast = 3
    knight.opportunity, knight.opportunity_round = 1, 4
    knight.last_hand = ("MOVE",)
    play(battle, begin_melee)
    assert not any((knight.charged_this_melee, knight.dropped_out, knight.mixed, knight.fired))
    assert (knight.passive_run, knight.spells_cast, knight.levels_cast) == (0, 0, 0)
    assert (knight.opportunity, knight.opportunity_round) == (-1, -1)
    assert not knight.last_hand


def near_horse(speed: str = "trot", card_round: int = 1, **options: Any) -> Battle:
    """A rider an inch from an enemy, out of contact."""
    rider = man("knight", "a", 20, 10, steed="great_horse", speed=speed, hand=("broadsword",))
    foe = man("sergeant", "b", 20, 13.2, 180)
    battle = arena(rider, foe, half=2, card_round=card_round, phase="choose", **options)
    ready(battle)
    return battle


@pytest.mark.parametrize(
    ("speed", "card_round", "answer", "laid"),
    [
        ("trot", 1, (), ()),
        ("trot", 1, ("WHEEL",), ("WHEEL",)),
        ("canter", 1, None, ("HORSE_MOVE",)),
        ("gallop", 2, None, ("HORSE_MOVE",)),
    ],
)
def test_de_htac_08_de_mseq_02_what_a_steed_plays_asked_or_not(
    speed: str, card_round: int, answer: Any, laid: tuple[str, ...]
) -> None:
    """Later a slow one plays what it was told, if anything; a fast one moves on."""
    battle = near_horse(speed, card_round)
    knight = battle.figures[0]
    knight.struck = knight.forced = True
    answers = {"cards": ("PASSIVE_SHIELD_PARRY",), "steed_cards": answer}
    _, by = go(battle, answers, until="face")
    assert knight.steed is not None
    assert knight.steed.hand == laid
    assert bool(by.was_asked("steed_cards")) is (answer is not None)
    assert not knight.struck
    assert not knight.forced


def test_de_host_34_a_steed_on_its_knees_is_not_asked_and_only_gets_up() -> None:
    battle = near_horse()
    knight = battle.figures[0]
    assert knight.steed is not None
    knight.steed.posture = "kneeling"
    hand = SteedHand(battle, knight)
    for key, clause in (("WHEEL", "DE-HOST-34"), ("KICK@1", "DE-HOST-34"), ("HORSE_MOVE", "")):
        found = hand.why_not(key)
        assert ("" if found is None else found.clause) == clause
    _, by = go(battle, {"cards": ("PASSIVE_SHIELD_PARRY",)}, until="face")
    assert not by.was_asked("steed_cards")


def test_de_htac_02_a_fixed_card_is_played_though_nobody_is_near() -> None:
    battle = near_horse(card_round=0, fixed_horse_tac=True)
    battle.figures[1].y = 30.0
    battle.memo.known.clear()
    assert by_itself(battle, SteedHand(battle, battle.figures[0])) == "CLOSE"


@pytest.mark.parametrize(("speed", "usual"), [("walk", "STAND_GROUND"), ("trot", "CLOSE"),
    ("canter", "FLECHE"), ("gallop", "CHARGE")])  # fmt: skip
def test_de_htac_02_the_usual_card_of_a_speed_comes_first(speed: str, usual: str) -> None:
    battle = near_horse(speed)
    steed = battle.figures[0].steed
    assert steed is not None
    assert rules_for(battle, steed)[0] == usual


@pytest.mark.parametrize(
    ("state", "may"),
    [({}, False), ({"posture": "prone"}, True), ({"asleep": 1}, True), ({"steed": "mule"}, False)],
)
def test_de_horse_10_only_who_lies_or_sleeps_is_trampled(state: dict[str, Any], may: bool) -> None:
    rider = man("knight", "a", 20, 10, steed="great_horse", speed="trot")
    battle = arena(rider, man("squire", "b", 20, 13, 180, **state), card_round=1)
    ready(battle)
    hand = SteedHand(battle, battle.figures[0])
    tramples = [key for key in hand.offered if key.startswith("TRAMPLE")]
    assert tramples == ["TRAMPLE@1", "TRAMPLE>kick@1"] * may


def test_de_horse_10_de_htac_11_a_kick_beside_a_trample_costs_one_more() -> None:
    """Also beside a TAC card; the last blow of a steed is spent, and not one more."""
    battle = near_horse()
    knight = battle.figures[0]
    hand = SteedHand(battle, knight)
    assert knight.steed is not None
    for tac in ((), ("CLOSE@1",)):
        plain, more = (hand.cost((*tac, key)) for key in ("TRAMPLE@1", "TRAMPLE>kick@1"))
        assert (more - plain, plain) == (1, 2 + 2 * len(tac))
    assert hand.cost(()) == 0
    knight.steed.hand = ("TRAMPLE@1",)
    for before, after in ((3, 1), (2, 0)):
        knight.steed.blows_left = before
        assert pay_steed(battle, knight) == 2
        assert knight.steed.blows_left == after


@pytest.mark.parametrize(("left", "refused"), [(2, "DE-HTAC-08"), (1, "DE-HTAC-08"), (0, "")])
def test_de_htac_08_a_fast_steed_moves_while_it_has_a_blow(left: int, refused: str) -> None:
    battle = near_horse("gallop")
    steed = battle.figures[0].steed
    assert steed is not None
    steed.blows_left = left
    found = SteedHand(battle, battle.figures[0]).allows(())
    assert ("" if found is None else found.clause) == refused
