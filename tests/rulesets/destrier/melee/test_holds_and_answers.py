"""Holds, tosses and pulls; counterblows and what answers them; what keeps a melee going."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.rulesets.destrier.basics.state import NOBODY
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.host.striking import Struck
from banneret.rulesets.destrier.melee.cards.hands import Hand
from banneret.rulesets.destrier.melee.cards.pools import blows_of_turn
from banneret.rulesets.destrier.melee.chances import Attack, arm_of
from banneret.rulesets.destrier.melee.defences import by_cards
from banneret.rulesets.destrier.melee.grapples import (
    alongside,
    exchanges,
    restrain,
    riders_defence,
    toss,
)
from banneret.rulesets.destrier.melee.harm import lose_shield
from banneret.rulesets.destrier.melee.replies.counters import answers, counterblow
from banneret.rulesets.destrier.melee.round_end import goes_on, keeps_open, passed, round_end
from banneret.rulesets.destrier.melee.stepping import (
    _before,
    calm_down,
    come_up,
    come_upon,
    draw,
    rise,
)
from banneret.rulesets.destrier.melee.strikes import bash_chance, land, rave
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.screen.wording import sentence
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready, refuses
from rulesets.scripting import events_of


def test_de_tacp_13_a_pair_is_named_with_its_attacker_first_whoever_strikes() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "PASSIVE_SHIELD_PARRY")
    lay(sergeant, "DELIVER_BLOW@0")
    for half, pairs in ((0, (knight, sergeant)), (1, (sergeant, knight))):
        battle.initiative = ("b", "a")
        knight.contact_half[1] = sergeant.contact_half[0] = half
        assert exchanges(battle) == [pairs]


@pytest.mark.parametrize(("since", "held"), [(1, True), (2, True), (0, False)])
def test_de_grap_08_de_grap_16_a_chance_to_hold_lasts_to_the_next_round(
    since: int, held: bool
) -> None:
    battle, knight, sergeant = foes(card_round=2)
    knight.opportunity, knight.opportunity_round = 1, since
    play(battle, partial(restrain, figure=knight), [1] * held)
    assert (sergeant.restrained_by == (0,)) is held
    assert (knight.opportunity == NOBODY) is held


def test_de_grap_10_who_goes_down_with_him_he_tossed_is_told() -> None:
    battle, knight, sergeant = foes()
    table = play(battle, partial(toss, figure=knight, target=sergeant, charging=False), [1, 1, 20])
    said = [sentence(battle, one) for one in events_of(table, told.Grappled)]
    assert said == ["Knight 1 threw Sergeant 2 flat.", "Knight 1 went down with Sergeant 2."]


def beside(x: float, y: float, facing: float, foe: str = "sergeant", **rider: Any) -> Any:
    """A knight in the saddle who defends himself, and somebody on foot at a place."""
    riding = man("knight", "b", 10, 10, steed="great_horse", hand=("broadsword",), **rider)
    battle = arena(riding, man(foe, "a", x, y, facing), half=2, card_round=1)
    ready(battle)
    return battle


@pytest.mark.parametrize(
    ("x", "y", "may"), [(11.0, 10.0, True), (9.0, 10.0, True), (10.0, 11.75, False)]
)
def test_de_grap_02_a_rider_is_pulled_from_either_flank(x: float, y: float, may: bool) -> None:
    battle = beside(x, y, 315.0 if x > 10 else 45.0)
    assert alongside(battle, battle.figures[1], battle.figures[0]) is may


def test_de_grap_04_from_behind_nothing_defends_a_rider_but_his_horse() -> None:
    """Neither sword nor shield; the sword on the right, both on the left."""
    found: dict[str, int] = {}
    for where, (x, y, facing) in {
        "left": (9.0, 10.0, 45.0),
        "right": (11.0, 10.0, 315.0),
        "behind": (10.0, 8.25, 0.0),
    }.items():
        battle = beside(x, y, facing, shield="large")
        knight, sergeant = battle.figures
        lay(knight, "WEAPON_PARRY", "PASSIVE_SHIELD_PARRY")
        found[where] = riders_defence(battle, sergeant, knight)
        whole = by_cards(battle, knight, ("WEAPON_PARRY", "PASSIVE_SHIELD_PARRY"))
        found.setdefault("sword", whole.parry)
        found.setdefault("shield", whole.passive)
    assert found["left"] == found["sword"] + found["shield"]
    assert (found["right"], found["behind"]) == (found["sword"], 0)


# -- counterblows


@pytest.mark.parametrize(
    ("who", "state", "comes"),
    [
        (1, {}, True),
        (1, {"in_hand": ()}, False),
        (1, {"stun": 2}, False),
        (0, {"status": "down"}, False),
    ],
)
def test_de_def_02_de_dodge_11_who_lays_no_counterblow(
    who: int, state: dict[str, Any], comes: bool
) -> None:
    """Nobody without a weapon, or helpless; and nobody at one who fell meanwhile."""
    battle, _, sergeant = foes(card_round=1)
    for key, value in state.items():
        setattr(battle.figures[who], key, value)
    knight = battle.figures[0]
    rule = partial(counterblow, figure=sergeant, target=knight, cause="weapon_parry")
    table = play(battle, rule, [51] * comes, [("answer", "WEAPON_PARRY")] * comes)
    assert bool(events_of(table, told.Countered)) is comes


def test_de_def_15_de_bers_06_what_each_may_answer_with() -> None:
    """The untrained have no active parry, the shieldless none either; helpless and raging."""
    battle, knight, _ = foes("peasant", card_round=1, mine={"shield": "large"})
    assert "ACTIVE_SHIELD_PARRY" not in answers(battle, knight)
    battle, knight, _ = foes(card_round=1, mine={"shield": "none", "hand": ("broadsword",)})
    assert "ACTIVE_SHIELD_PARRY" not in answers(battle, knight)
    knight.posture = "kneeling"
    assert not [one for one in answers(battle, knight) if one.startswith("DODGE")]
    knight.stun = 1
    assert answers(battle, knight) == ["PASSIVE_SHIELD_PARRY"]
    knight.berserk = True
    assert answers(battle, knight) == []


def test_de_def_10_who_loses_his_shield_carries_less() -> None:
    battle, sergeant, _ = foes("sergeant")
    sergeant.encumbrance = "encumbered"
    play(battle, partial(lose_shield, figure=sergeant))
    assert (sergeant.shield, sergeant.encumbrance) == ("none", "unencumbered")


def test_de_host_19_de_host_27_a_couched_lance_bashes_without_weights() -> None:
    """Its bash goes by speed and Strength; a lance at a walk is a spear, whose weights count."""
    rider = man("knight", "a", 10, 10, steed="great_horse", speed="charge", hand=("lance",))
    battle = arena(rider, man("peasant", "b", 10, 12, 180), man("giant", "b", 20, 20), half=2)
    knight, peasant, giant = battle.figures
    attack = Attack(0, "man", 1, "man", "DELIVER_BLOW", "lance")

    def chance_on(target: Any) -> int:
        at = attack._replace(target=target.id)
        arm = arm_of(battle, knight, target, at)
        return bash_chance(battle, at, arm, guessed=False)

    giant.profile = msgspec.structs.replace(giant.profile, strength=peasant.strength)
    assert chance_on(peasant) == chance_on(giant)
    assert knight.steed is not None
    knight.steed.speed = "walk"
    assert chance_on(peasant) > chance_on(giant)


# -- contact by a MOVE card


def test_de_tac_02_de_tac_04_a_card_played_on_contact_is_done() -> None:
    """It does not move him again, nor does the card of him who runs from it."""
    battle, knight, _ = foes(card_round=1)
    play(battle, partial(come_up, figure=knight), [], [("tac_on_contact", "CLOSE")])
    assert (knight.tac, knight.tac_done) == ("CLOSE", True)


@pytest.mark.parametrize(
    ("state", "leaving"),
    [
        ({}, ["RETREAT", "RUN_AWAY"]),
        ({"encumbrance": "encumbered"}, ["RUN_AWAY"]),
        ({"posture": "kneeling"}, []),
        ({"blows_left": 1}, []),
        ({"blows_left": 2}, ["RETREAT", "RUN_AWAY"]),
    ],
)
def test_de_tac_03_de_tac_05_who_is_come_upon_leaves_as_he_may(
    state: dict[str, Any], leaving: list[str]
) -> None:
    """The encumbered do not retreat; who kneels, or has one blow left, stands unasked."""
    battle, knight, sergeant = foes(card_round=1)
    for key, value in state.items():
        setattr(sergeant, key, value)
    asked: list[str] = []

    def stands(choice: Any) -> str:
        asked.extend(choice.ideas())
        return "STAND_GROUND"

    rule = partial(come_upon, figure=sergeant, mover=knight)
    play(battle, rule, [], [stands] * bool(leaving))
    assert asked == (["STAND_GROUND", *leaving] if leaving else [])


def test_de_grap_11_getting_up_is_told() -> None:
    for dice, up in (([4], True), ([5], False)):
        battle, knight, _ = foes(card_round=1, mine={"posture": "prone"})
        table = play(battle, partial(rise, figure=knight), dice)
        assert [one.up for one in events_of(table, told.Rose)] == [up]


def test_de_card_05_a_slung_shield_taken_up_is_on_the_arm() -> None:
    battle, knight, _ = foes(card_round=1, mine={"shield_slung": True, "shield": "large"})
    play(battle, partial(draw, figure=knight, detail="shield"))
    assert not knight.shield_slung


# -- the end


@pytest.mark.parametrize(
    ("state", "nothing", "open_still"),
    [
        ({}, False, True),
        ({"dropped_out": True}, True, False),
        ({"status": "down"}, True, False),
        ({"stun": 2}, True, False),
        ({"blows_left": 0}, False, False),
    ],
)
def test_de_mseq_12_de_mseq_14_who_passes_and_who_keeps_the_melee_open(
    state: dict[str, Any], nothing: bool, open_still: bool
) -> None:
    knight = foes(card_round=1)[1]
    lay(knight, "DELIVER_BLOW@1")
    for key, value in state.items():
        setattr(knight, key, value)
    assert (passed(knight), keeps_open(knight)) == (nothing, open_still)


def test_de_mseq_08_a_melee_ends_with_the_last_of_a_side() -> None:
    """Held fast he still counts; a berserker among his own fights on."""
    battle, _, sergeant = foes(card_round=1)
    sergeant.restrained_by = (0,)
    assert play(battle, goes_on).result is True
    sergeant.status = "surrendered"
    assert play(battle, goes_on).result is False
    raging = man("berserker", "a", 10, 10, berserk=True, turned_on=(1,))
    alone = arena(raging, man("axeman", "a", 10, 11.42, 180), half=2, card_round=1)
    ready(alone)
    assert play(alone, goes_on).result is True


def test_de_con_12_a_down_enemy_is_nobodys_contact() -> None:
    battle, knight, sergeant = foes(card_round=1)
    put(battle, knight, 10, 10, 0)
    sergeant.status = "down"
    lay(knight, "TOSS")
    assert exchanges(battle) == []


# -- what a blow and a card do


def test_de_def_05_a_parry_that_fails_loses_no_weapon_unless_it_is_disarmed() -> None:
    """Struck through his parry he drops it on the disarming roll alone."""
    for disarmed, held in ((False, ("mace",)), (True, ())):
        battle, knight, sergeant = foes(card_round=1)
        defence = by_cards(battle, sergeant, ("WEAPON_PARRY",))
        attack = Attack(knight.id, "man", sergeant.id, "man", "DELIVER_BLOW", "broadsword")
        struck = Struck(True, False, disarmed, damage=0 if disarmed else 3)
        play(battle, lambda t, a=attack, s=struck, d=defence: land(t, a, s, d))  # type: ignore[misc]
        assert tuple(sergeant.in_hand) == held


def test_de_bers_02_who_goes_berserk_is_told() -> None:
    battle, berserker, _ = foes("berserker")
    table = play(battle, partial(rave, figure=berserker), [75])
    assert berserker.berserk
    assert [one.how for one in events_of(table, told.Raged)] == ["went berserk"]


@pytest.mark.parametrize(("body", "falls"), [(10, False), (9, True)])
def test_de_bers_15_half_the_body_is_enough_to_keep_upright(body: int, falls: bool) -> None:
    battle, berserker, _ = foes("berserker", mine={"berserk": True, "body_max": 20})
    berserker.body = body
    play(battle, partial(calm_down, figure=berserker))
    assert berserker.stupor is falls


@pytest.mark.parametrize(("fatigue", "fewer"), [(0, True), (1, False)])
def test_de_host_13_who_is_worn_out_has_fewer_blows(fatigue: int, fewer: bool) -> None:
    """Not a creature that never had fatigue to lose."""
    battle, knight, _ = foes()
    fresh = blows_of_turn(battle, knight)[0]
    knight.fatigue = fatigue
    assert (blows_of_turn(battle, knight)[0] < fresh) is fewer
    knight.fatigue = knight.fatigue_max = 0
    assert blows_of_turn(battle, knight)[0] == fresh


def test_de_miss_03_only_a_shot_needs_its_target_before_one() -> None:
    """A blow at one behind is judged by its reach; a shot at him by the turn of a MOVE card."""
    battle = arena(man("archer", "a", 10, 10), man("sergeant", "b", 10, 4), half=2, card_round=1)
    ready(battle)
    hand = Hand(battle, battle.figures[0])
    assert refuses(hand, "FIRE_MISSILE@1") == "DE-MISS-03"
    assert refuses(hand, "FIRE_MISSILE@1", "MOVE") == ""
    assert refuses(hand, "DRAW_WEAPON>short_sword") == ""
    assert refuses(hand, "DELIVER_BLOW@1") != "DE-MISS-03"


def test_de_mseq_13_of_a_pair_rolled_for_the_attacker_moves_first() -> None:
    """His card, though the other was named; once he has gone, or fallen, the other goes."""
    battle, knight, sergeant = foes(card_round=1)
    lay(knight, "CLOSE@1", tac="CLOSE")
    battle.pair_attackers = {"0-1": 0}
    assert _before(battle, sergeant) is knight
    assert _before(battle, knight) is None
    knight.asleep = 1
    assert _before(battle, sergeant) is None
    knight.asleep, knight.tac_done = 0, True
    assert _before(battle, sergeant) is None


def test_de_mseq_08_the_end_is_told_with_how_many_rounds_there_were() -> None:
    battle, knight, sergeant = foes(card_round=3)
    knight.blows_left = sergeant.blows_left = 0
    table = play(battle, round_end)
    assert [one.rounds for one in events_of(table, told.MeleeEnded)] == [4]
