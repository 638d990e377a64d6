"""What a card round carries out, step by step: matrix, pulls, holds, bashes, idleness."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.destrier.basics.state import END_OF_TURN, Battle
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.host.striking import Struck
from banneret.rulesets.destrier.melee.blows import (
    attacks_of,
    blows,
    due_step,
    other_attacks,
    strikes,
)
from banneret.rulesets.destrier.melee.cards.pairs import read
from banneret.rulesets.destrier.melee.chances import Attack
from banneret.rulesets.destrier.melee.defences import (
    NONE,
    by_cards,
    in_play,
    parry_bonus,
    plain_dodge,
)
from banneret.rulesets.destrier.melee.grapples import (
    break_free,
    restrain,
    toss,
)
from banneret.rulesets.destrier.melee.harm import (
    cripple,
    drop,
    release,
)
from banneret.rulesets.destrier.melee.replies.counters import shield_bash
from banneret.rulesets.destrier.melee.replies.following import offer_follow
from banneret.rulesets.destrier.melee.round_end import idle, passed, round_end
from banneret.rulesets.destrier.melee.strikes import (
    land,
    rave,
    strike,
    weight_of,
)
from banneret.rulesets.destrier.screen import told
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes, lay, ready
from rulesets.scripting import events_of


def test_de_att_13_bodies_are_bashed_in_the_fourth_step() -> None:
    battle, knight, sergeant = foes()
    lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
    lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="STAND_GROUND")
    knight.tac_moved = 3.0
    for step, bashed in ((3, 0), (4, 1)):
        battle.strike_step = step
        battle.steps = {"0-man-DELIVER_BLOW": 1}
        table = play(battle, blows, [100] * bashed, [("body_bash", "bash")] * bashed)
        assert len(events_of(table, told.Bashed)) == bashed
    assert battle.phase == "dodges"


def test_de_tacp_05_a_blow_has_what_the_matrix_says() -> None:
    """In the round it is read for, and in no other."""
    shares = []
    for card_round in (0, 1):
        battle, knight, sergeant = foes(card_round=card_round)
        lay(knight, "DELIVER_BLOW@1", tac="CHARGE")
        lay(sergeant, "PASSIVE_SHIELD_PARRY", tac="RETREAT")
        knight.tac_moved = 3.0
        (attack,) = attacks_of(battle, knight)
        table = play(battle, partial(strikes, step=due_step(battle, attack)), [100])
        (rolled,) = events_of(table, Rolled)
        shares.append({one.label: one.value for one in rolled.tally}.get("tactical matrix", 0))
    battle, knight, sergeant = foes()
    assert shares == [read(battle, knight, sergeant, "CHARGE", "RETREAT").hit, 0]
    assert shares[0]


def beside_a_rider(**state: Any) -> Battle:
    rider = man("knight", "b", 10, 10, steed="great_horse", hand=("broadsword",))
    battle = arena(rider, man("sergeant", "a", 11.0, 10, 315, **state), half=2, card_round=1)
    ready(battle)
    return battle


def test_de_grap_01_de_horse_10_de_horse_12_pulls_cuts_and_tramples_are_carried_out() -> None:
    """A cut is spent whether it succeeds or not; a kick goes with a trample if it was paid."""
    battle = beside_a_rider()
    knight, sergeant = battle.figures
    sergeant.hand = ("PULL_RIDER@0",)
    pulled = play(battle, other_attacks, [100, 100])
    assert [one.how for one in events_of(pulled, told.Grappled)] == ["pulled at"]
    sergeant.hand = ("HAMSTRING@0",)
    play(battle, other_attacks, [100])
    assert sergeant.hamstrung_this_turn
    play(battle, other_attacks)
    sergeant.hand, sergeant.posture = (), "prone"
    assert knight.steed is not None
    for hand, dice in ((("TRAMPLE@1",), [100]), (("TRAMPLE>kick@1",), [100, 100])):
        knight.steed.hand = hand
        play(battle, other_attacks, dice)
    sergeant.status = "down"
    play(battle, other_attacks)


def test_de_host_65_a_blow_at_a_steed_hurts_the_steed() -> None:
    battle = beside_a_rider()
    knight, sergeant = battle.figures
    assert knight.steed is not None
    before = (knight.fatigue, knight.steed.body)
    blow = Attack(1, "man", 0, "steed", "DELIVER_BLOW", "mace")
    play(battle, partial(land, attack=blow, struck=Struck(True, damage=7), defence=NONE))
    assert (knight.fatigue, knight.steed.body) == (before[0], before[1] - 7)
    assert weight_of(battle, knight, "steed") == battle.tables.host.horses["great_horse"].weight
    assert weight_of(battle, knight, "man") == weight_of(battle, knight, "") < 1000
    assert weight_of(battle, sergeant, "steed") == weight_of(battle, sergeant, "man")


@pytest.mark.parametrize(
    ("profile", "roll", "rages"),
    [
        ("squire", 25, True),
        ("squire", 26, False),
        ("berserker", 75, True),
        ("berserker", 76, False),
    ],
)
def test_de_bers_01_de_bers_05_ferocity_may_drive_a_man_berserk(
    profile: str, roll: int, rages: bool
) -> None:
    """Either is told; who rages already is not rolled for again."""
    battle = arena(man(profile, "a", 10, 10, blows_left=3), card_round=1)
    figure = battle.figures[0]
    table = play(battle, partial(rave, figure=figure), [roll])
    assert figure.berserk is rages
    assert len(events_of(table, told.Raged)) == 1
    assert figure.blows_left == 3 + rages * battle.tables.host.blows.berserk_extra
    figure.berserk = True
    assert play(battle, partial(rave, figure=figure)).events == []


def test_de_grap_07_de_grap_12_several_hold_one_and_each_is_shaken_off_alone() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, opportunity=2, opportunity_round=1),
        man("sergeant", "a", 10.7071, 10.7071, 180, restraining=2),
        man("peasant", "b", 10.7071, 9.2929, 0, restrained_by=(1,)),
        half=2,
        card_round=1,
    )
    one, two, peasant = battle.figures
    play(battle, partial(restrain, figure=one), [1])
    assert (one.restraining, peasant.restrained_by) == (2, (1, 0))
    play(battle, partial(break_free, figure=peasant), [1, 100])
    assert (two.restraining, one.restraining, peasant.restrained_by) == (-1, 2, (0,))


@pytest.mark.parametrize(
    ("dice", "posture", "how"),
    [([1, 1, 100], "prone", "tossed flat"), ([1, 100, 100], "kneeling", "tossed to his knees"),
     ([100], "standing", "tossed")],
)  # fmt: skip
def test_de_grap_10_how_a_toss_ends_is_told(dice: list[int], posture: str, how: str) -> None:
    battle, knight, sergeant = foes(card_round=1)
    rule = partial(toss, figure=knight, target=sergeant, charging=False)
    said = events_of(play(battle, rule, dice), told.Grappled)
    assert ([one.how for one in said], sergeant.posture) == ([how], posture)
    assert knight.posture == "standing"
    assert sergeant.forced is (posture != "standing")


def test_de_host_67_de_host_23_wounds_add_up_and_drops_lighten() -> None:
    battle = arena(man("squire", "a", 10, 10, hand=("broadsword",)))
    squire = battle.figures[0]
    for wound in ("shield_arm", "weapon_arm"):
        play(battle, partial(cripple, figure=squire, critical=wound))
    assert squire.crippled == ("shield_arm", "weapon_arm")
    squire.encumbrance = "encumbered"
    play(battle, partial(drop, figure=squire, thing="broadsword", how="dropped"))
    assert (squire.in_hand, squire.encumbrance) == ((), "unencumbered")
    assert [one.thing for one in squire.on_ground] == ["broadsword"]


def test_de_grap_08_only_a_holder_lets_go() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10), man("peasant", "b", 11, 11, restrained_by=(0,)), card_round=1
    )
    release(battle, battle.figures[0])
    assert battle.figures[1].restrained_by == (0,)


@pytest.mark.parametrize(
    ("state", "bashes", "grants"),
    [({}, True, True), ({"asleep": 1}, False, False), ({"stun": 1}, True, False)],
)
def test_de_grap_06_a_failed_shield_bash_gives_a_chance_to_who_can_take_it(
    state: dict[str, Any], bashes: bool, grants: bool
) -> None:
    battle, knight, sergeant = foes(card_round=1)
    for key, value in state.items():
        setattr(sergeant, key, value)
    rule = partial(shield_bash, figure=knight, target=sergeant)
    play(battle, rule, [100] * bashes + [1] * grants, [("shield_bash", "bash")] * bashes)
    assert (sergeant.opportunity == 0) is grants
    play(battle, rule, [], [("shield_bash", "no")] * bashes)


@pytest.mark.parametrize(
    ("hand", "played", "still"),
    [
        (("PASSIVE_SHIELD_PARRY",), False, True),
        (("STAND_GROUND", "PASSIVE_SHIELD_PARRY"), False, True),
        (("PASSIVE_SHIELD_PARRY",), True, False),
        (("PASSIVE_SHIELD_PARRY", "MOVE"), False, False),
        ((), False, False),
    ],
)
def test_de_mseq_11_de_mseq_12_who_did_nothing_in_a_round(
    hand: tuple[str, ...], played: bool, still: bool
) -> None:
    """A rider has done something if his steed has."""
    battle = beside_a_rider()
    knight = battle.figures[0]
    knight.hand, knight.tac_played = hand, played
    assert (idle(knight), passed(knight)) == (still, still)
    assert knight.steed is not None
    knight.steed.hand = ("WHEEL",)
    assert (idle(knight), passed(knight)) == (still, False)


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({}, True),
        ({"posture": "kneeling"}, False),
        ({"stun": 1}, False),
        ({"followed": True}, False),
        ({"blows_left": 0}, False),
        ({"restraining": 0}, False),
    ],
)
def test_de_card_21_who_may_go_after_an_enemy(state: dict[str, Any], asked: bool) -> None:
    battle, knight, sergeant = foes(card_round=1)
    for key, value in state.items():
        setattr(sergeant, key, value)
    put(battle, knight, 10, 9, 0)
    rule = partial(offer_follow, figure=sergeant, mover=knight)
    table = play(battle, rule, [], ["stay"] * asked)
    assert bool(table.events) is asked


def test_de_mseq_08_de_mag_16_de_grap_16_a_round_ends() -> None:
    """Stuns run down but for those to the end of the turn; chances to hold lapse."""
    battle, knight, sergeant = foes(card_round=2)
    for stun, then in ((2, 1), (1, 0), (END_OF_TURN, END_OF_TURN)):
        knight.stun, knight.blows_left, sergeant.blows_left = stun, 3, 3
        knight.opportunity, knight.opportunity_round = 1, battle.card_round
        sergeant.opportunity, sergeant.opportunity_round = 0, battle.card_round - 1
        knight.hand = sergeant.hand = ("MOVE",)
        play(battle, round_end)
        assert (knight.stun, knight.opportunity, sergeant.opportunity) == (then, 1, -1)


def test_de_mseq_08_a_melee_ends_with_cards_and_blows() -> None:
    battle = beside_a_rider()
    knight, sergeant = battle.figures
    sergeant.hand, sergeant.tac, sergeant.shown = ("MOVE",), "CLOSE", "all"
    assert knight.steed is not None
    knight.steed.hand = ("WHEEL",)
    for one in battle.figures:
        one.blows_left, one.dropped_out = 0, True
    play(battle, round_end)
    assert battle.phase == "turn_end"
    assert knight.steed.blows_left == 0
    assert not knight.steed.hand
    assert not sergeant.hand
    assert (sergeant.tac, sergeant.shown) == ("", "none")


def test_de_def_04_a_blow_from_behind_meets_no_parry() -> None:
    """Nothing is struck from the hand, nor does a shield shatter."""
    for side, dice in (("rear", 0), ("sword", 2)):
        battle, knight, sergeant = foes(side=side, card_round=1)
        lay(sergeant, "WEAPON_PARRY", "ACTIVE_SHIELD_PARRY")
        lay(knight, "DELIVER_BLOW@1")
        (attack,) = attacks_of(battle, knight)
        rule = partial(strike, attack=attack, defence=in_play(battle, sergeant))
        table = play(battle, rule, [1, *[100] * dice, 100, 1, 100])
        assert len(events_of(table, Rolled)) == 4 + dice


@pytest.mark.parametrize(("state", "parry", "dodge"), [({}, 1.0, 0), ({"stupor": True}, 0.25, 0),
    ({"encumbrance": "partial"}, 1.0, 1), ({"encumbrance": "encumbered"}, 1.0, 2)])  # fmt: skip
def test_de_bers_16_de_dodge_13_stupor_and_load_tell_on_defence(
    state: dict[str, Any], parry: float, dodge: int
) -> None:
    battle = arena(man("wolf", "a", 10, 10, **state), man("squire", "b", 20, 20))
    wolf, squire = battle.figures
    whole = parry_bonus(battle, squire, "broadsword")
    squire.stupor = bool(state.get("stupor"))
    assert parry_bonus(battle, squire, "broadsword") == int(whole * parry)
    assert parry_bonus(battle, squire, "") == 0
    seed = battle.tables.seed.percent
    less = (0, seed.dodge_penalty_partial, seed.dodge_penalty_encumbered)[dodge]
    plain = arena(man("wolf", "a", 10, 10))
    full = plain_dodge(plain, plain.figures[0])
    assert plain_dodge(battle, wolf) == int(max(0, full - less) * parry)


def test_de_host_67_the_helpless_keep_a_passive_shield() -> None:
    battle, knight, _ = foes(card_round=1)
    knight.stun = 1
    found = by_cards(battle, knight, ("PASSIVE_SHIELD_PARRY", "WEAPON_PARRY"))
    assert (found.passive > 0, found.parry, found.weapon) == (True, 0, "")
