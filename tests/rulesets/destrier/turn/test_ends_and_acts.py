"""Other acts, the end of a turn and of a battle, and what a side is worth."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.errors import BadData
from banneret.core.questions.choices import Pick
from banneret.rulesets.destrier.basics.state import NOBODY, card
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.basics.who import (
    active,
    enemies,
    friends,
    helpless,
    hostile,
    own_weight,
    points,
    tall,
    total_weight,
)
from banneret.rulesets.destrier.ground.contact import in_contact, look_round
from banneret.rulesets.destrier.ground.sight import sees
from banneret.rulesets.destrier.screen import told
from banneret.rulesets.destrier.setup.beginning import burden
from banneret.rulesets.destrier.setup.mustering import tell_loved
from banneret.rulesets.destrier.setup.scenarios import Recruit
from banneret.rulesets.destrier.turn import acts, ending, missiles
from banneret.rulesets.destrier.turn.beginning import initiative
from banneret.rulesets.destrier.turn.order import half_turn
from banneret.rulesets.destrier.turn.spells import why_not_spell
from rulesets.destrier.arena import arena, man, play
from rulesets.destrier.fights import foes
from rulesets.scripting import events_of

# -- who is who


def test_de_bers_17_a_friend_he_turned_on_is_hostile_both_ways() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, turned_on=(1,)),
        man("axeman", "a", 12, 10),
        man("axeman", "a", 14, 10),
        man("sergeant", "b", 16, 10),
    )
    raging, turned, other, enemy = battle.figures
    assert hostile(raging, turned)
    assert hostile(turned, raging)
    assert not hostile(turned, other)
    assert hostile(other, enemy)
    assert enemies(battle, turned) == [raging, enemy]
    assert friends(battle, turned) == [other]
    enemy.status = "down"
    assert enemies(battle, turned) == [raging]


@pytest.mark.parametrize(("feet", "over"), [(9, False), (10, False), (11, True)])
def test_de_att_05_over_ten_feet_is_tall(feet: int, over: bool) -> None:
    figure = arena(man("ogre", "a", 10, 10)).figures[0]
    figure.profile = msgspec.structs.replace(figure.profile, height=feet)
    assert tall(figure) is over


def test_de_con_04_de_host_19_what_one_weighs() -> None:
    """Body and what he carries; a rider his horse besides; a beast carries nothing."""
    battle = arena(
        man("knight", "a", 10, 10, steed="great_horse", hand=("broadsword",)),
        man("wolf", "a", 20, 10),
    )
    knight, wolf = battle.figures
    host = default().host
    knight.weapons, knight.shield = ("mace", "lance"), "large"
    arms = sum(host.weapons[one].weight for one in ("mace", "lance", "broadsword"))
    gear = host.armour.weight[2] + arms + host.shield.large.weight
    assert own_weight(battle, knight) == 175 + gear
    assert total_weight(battle, knight) == 175 + gear + 1400
    assert own_weight(battle, wolf) == wolf.profile.weight
    knight.shield = "none"
    assert own_weight(battle, knight) == 175 + gear - host.shield.large.weight


def test_de_host_60_a_rider_is_worth_his_steed_besides() -> None:
    battle = arena(man("knight", "a", 10, 10, steed="great_horse"), man("knight", "a", 20, 10))
    rider, walker = battle.figures
    assert points(battle, rider) == 34 + default().host.steed_points["great_horse"]
    assert points(battle, walker) == 34


@pytest.mark.parametrize(
    ("state", "counts", "able"),
    [
        ({}, True, True),
        ({"asleep": 1}, False, False),
        ({"status": "down"}, False, True),
        ({"restrained_by": (1,)}, False, False),
        ({"restrained_by": (-2,)}, True, False),
        ({"posture": "prone"}, True, False),
        ({"pinned": 1}, True, False),
        ({"stun": 1}, True, False),
        ({"posture": "kneeling"}, True, True),
    ],
)
def test_de_host_63_de_tacp_12_who_counts_and_who_is_helpless(
    state: dict[str, Any], counts: bool, able: bool
) -> None:
    battle = arena(man("squire", "a", 10, 10, **state), man("squire", "b", 11, 11))
    assert active(battle, battle.figures[0]) is counts
    assert helpless(battle.figures[0]) is not able


def test_de_stand_14_each_notices_the_enemies_before_and_beside_him() -> None:
    """Not friends, nor whom he has behind him, nor the fallen; and none twice."""
    battle = arena(
        man("squire", "a", 10, 10),
        man("sergeant", "b", 10, 20, 180),
        man("sergeant", "b", 10, 2, 180),
        man("squire", "a", 14, 14),
        man("sergeant", "b", 12, 20, 180, status="down"),
        man("sergeant", "b", 18, 10, 180),
    )
    for _ in range(2):
        look_round(battle)
        assert battle.figures[0].seen_this_turn == (1, 5)
    assert battle.figures[4].seen_this_turn == ()


def test_de_con_12_who_sleeps_or_lies_out_touches_nobody() -> None:
    battle, knight, sergeant = foes()
    assert in_contact(battle, knight, sergeant)
    for one in (knight, sergeant):
        one.asleep = 1
        assert not in_contact(battle, knight, sergeant)
        one.asleep = 0


def test_de_los_01_a_rider_is_seen_and_sees_over_men() -> None:
    found = {}
    for one, two in (("", ""), ("mule", ""), ("", "mule")):
        battle = arena(
            man("squire", "a", 10, 10, steed=one),
            man("squire", "b", 10, 20, 180, steed=two),
            man("squire", "b", 10, 15, 180),
        )
        found[one, two] = sees(battle, *battle.figures[:2])
    assert found == {("", ""): False, ("mule", ""): True, ("", "mule"): True}


# -- acts


@pytest.mark.parametrize(
    ("profile", "lifter", "lying", "lifts"),
    [
        ("squire", {}, {}, True),
        ("wolf", {}, {}, False),
        ("berserker", {"berserk": True}, {}, False),
        ("squire", {}, {"posture": "kneeling"}, False),
        ("squire", {}, {"pinned": 1}, False),
    ],
)
def test_de_act_10_who_lifts_whom(
    profile: str, lifter: dict[str, Any], lying: dict[str, Any], lifts: bool
) -> None:
    """A friend flat beside him whom nothing pins; no beast, no rider, nobody in rage."""
    battle = arena(
        man(profile, "a", 10, 10, **lifter),
        man("peasant", "a", 10.7071, 10.7071, **({"posture": "prone"} | lying)),
        man("peasant", "a", 14, 10, posture="prone"),
    )
    found = acts.fallen(battle, battle.figures[0])
    assert found == ([battle.figures[1]] if lifts else [])
    mounted = arena(
        man("squire", "a", 10, 10, steed="mule"), man("peasant", "a", 11, 10, posture="prone")
    )
    assert acts.fallen(mounted, mounted.figures[0]) == []


@pytest.mark.parametrize(
    ("who", "profile", "state", "may"),
    [
        (0, "squire", {}, True),
        (0, "wolf", {}, False),
        (0, "berserker", {"berserk": True}, False),
        (1, "wolf", {}, False),
        (1, "berserker", {"berserk": True}, False),
        (1, "squire", {"asleep": 1}, False),
    ],
)
def test_de_end_02_de_bers_10_who_gives_himself_up_to_whom(
    who: int, profile: str, state: dict[str, Any], may: bool
) -> None:
    """Reasoning creatures to each other, and neither in rage."""
    kinds = ["squire", "squire"]
    kinds[who] = profile
    battle = arena(man(kinds[0], "a", 10, 10), man(kinds[1], "b", 10.9, 10.9, 180))
    for key, value in state.items():
        setattr(battle.figures[who], key, value)
    assert bool(acts.captors(battle, battle.figures[0])) is may


def test_de_end_02_who_gives_himself_up_is_told_with_his_captor() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "b", 10.9, 10.9, 180))
    squire, captor = battle.figures
    table = play(battle, partial(acts.surrender, figure=squire, captor=captor))
    assert squire.status == "surrendered"
    assert [(one.figure, one.target) for one in events_of(table, told.Surrendered)] == [(0, 1)]


def test_de_act_11_one_alone_is_asked_by_name() -> None:
    for others, said in (((), "Squire 1"), ((man("squire", "a", 20, 10),), "anybody")):
        battle = arena(man("squire", "a", 10, 10, in_hand=()), *others, man("squire", "b", 30, 30))
        asked: list[str] = []

        def nothing(choice: Pick[str], asked: list[str] = asked) -> str:
            asked.append(choice.prompt)
            return "pass"

        battle.phase = "acts_winner"
        play(battle, lambda table: acts.segment(table, "a"), [], [nothing])
        assert asked == [f"Does {said} do something other than move?"]


def test_de_act_07_a_shield_taken_up_is_slung_no_more() -> None:
    battle = arena(man("knight", "a", 10, 10, shield="large", shield_slung=True))
    knight = battle.figures[0]
    play(battle, lambda table: acts._draw(table, knight, "shield"))
    assert not knight.shield_slung


# -- the turn


def test_de_init_02_each_half_has_its_own_initiative() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "b", 20, 20), phase="initiative")
    battle.initiative, battle.half = ("a",), 2
    play(battle, initiative, [1, 6])
    assert list(battle.initiative) == ["a", "b"]
    battle.initiative, battle.half, battle.phase = ("b", "b"), 1, "initiative"
    play(battle, initiative, [6, 1])
    assert list(battle.initiative) == ["a"]


def test_de_end_03_what_lasts_a_turn_ends_with_it() -> None:
    """Sleep wears off turn by turn; a preparation is lost, and what was begun of it."""
    battle = arena(
        man("magus", "a", 10, 10, asleep=2, stun=99, rocked=True, warded=True, quickened=True),
        man("squire", "b", 30, 30),
    )
    magus = battle.figures[0]
    magus.prepared, magus.preparing, magus.prepare_count = ("gust",), ("mend",), 2
    for left in (1, 0, 0):
        ending.recover(battle, magus)
        assert magus.asleep == left
    assert (magus.stun, magus.rocked, magus.warded, magus.quickened) == (0, False, False, False)
    assert not magus.prepared
    assert not magus.preparing
    assert magus.prepare_count == 0


@pytest.mark.parametrize(
    ("state", "gained"),
    [
        ({"fatigue": 3}, 1),
        ({"fatigue": 3, "still_turn": False}, 0),
        ({}, 0),
    ],
)
def test_de_end_03_who_rested_far_from_everybody_gains_a_point(
    state: dict[str, Any], gained: int
) -> None:
    battle = arena(man("squire", "a", 10, 10, **state), man("squire", "b", 30, 30))
    squire = battle.figures[0]
    before = squire.fatigue
    ending.recover(battle, squire)
    assert squire.fatigue == before + gained
    near, knight, _ = foes(mine={"fatigue": 3})
    ending.recover(near, knight)
    assert knight.fatigue == 3


def test_de_end_01_de_seq_01_a_new_turn_is_outside_the_melee() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "b", 30, 30), card_round=4)
    play(battle, ending.end_turn)
    assert (battle.card_round, battle.phase) == (-1, "turn")


def test_de_end_02_a_side_that_calls_concedes() -> None:
    """Nobody called: nothing ends; who calls loses, whatever else stands."""
    for caller in ("a", "b"):
        battle = arena(man("squire", "a", 10, 10), man("squire", "b", 30, 30))

        def rule(table: Any, caller: str = caller) -> None:
            table.anything_called = lambda: True
            table.called = lambda side, what: side == caller and what == "concede"
            ending.end_turn(table)

        table = play(battle, rule)
        assert battle.result is not None
        assert battle.result.winner == ("b" if caller == "a" else "a")
        assert [one.winner for one in events_of(table, told.Ended)] == [battle.result.winner]


def test_de_host_45_nobody_goes_to_battle_with_more_than_he_can_carry() -> None:
    battle = arena(man("berserker", "a", 10, 10))
    berserker = battle.figures[0]
    berserker.profile = msgspec.structs.replace(berserker.profile, strength=1)
    with pytest.raises(BadData, match="cannot carry"):
        burden(battle, berserker)


def test_de_bers_11_the_loved_one_is_of_his_own_side_and_his_alone() -> None:
    battle = arena(
        man("peasant", "b", 30, 10),
        *(man("berserker", "a", 10 * at, 10) for at in (1, 2)),
        man("peasant", "a", 20, 10),
        man("peasant", "b", 35, 10),
    )
    for figure, name in zip(battle.figures, ("Maud", "Olaf", "Ulf", "Maud", "Maud"), strict=True):
        figure.name = name
    recruits = [Recruit("berserker", name="Olaf", beloved_of="Maud"), Recruit("peasant")]
    tell_loved(battle.figures, recruits, "a")
    assert [one.beloved_of for one in battle.figures] == [NOBODY, 3, NOBODY, NOBODY, NOBODY]


def test_de_end_03_of_the_fallen_the_winners_may_live() -> None:
    """Five times Constitution; the loser's and the dead do not, whoever stands is whole again."""
    battle = arena(
        man("squire", "a", 10, 10, fatigue=1),
        man("squire", "a", 12, 10, status="down"),
        man("squire", "a", 14, 10, status="down"),
        man("squire", "a", 16, 10, status="dead"),
        man("squire", "b", 18, 10, status="down"),
    )
    found = ending.decided(battle)
    assert found is not None
    play(battle, partial(ending.finish, found=found), [65, 66])
    assert [one.survived for one in battle.figures] == [True, True, False, False, False]
    assert battle.figures[0].fatigue == battle.figures[0].fatigue_max


def test_de_seq_08_with_charges_after_fire_a_phase_still_begins_with_its_initiative() -> None:
    for after, second in ((True, "spells_winner"), (False, "charge_orders")):
        battle = arena(man("squire", "a", 10, 10), charges_after_fire=after)
        assert half_turn(battle)[:2] == ("initiative", second)


@pytest.mark.parametrize(("half", "used", "left"), [(1, 0, 1), (1, 1, 0), (2, 1, 1), (2, 2, 0)])
def test_de_miss_01_what_was_shot_in_the_first_half_is_not_counted_in_the_second(
    half: int, used: int, left: int
) -> None:
    """Of two shots a turn one is for each half."""
    battle = arena(man("archer", "a", 10, 10), half=half)
    archer = battle.figures[0]
    rate = battle.tables.host.missiles["long_bow"].rate
    archer.shots_first = 1 if half == 2 else 0
    archer.shots_used = used
    assert missiles.shots_left(battle, archer) == left + (rate - 2) // 2


def test_de_mag_07_the_last_blow_pays_for_another_spell() -> None:
    battle = arena(man("magus", "a", 10, 10), man("sergeant", "b", 10, 15, 180), card_round=1)
    magus = battle.figures[0]
    magus.prepared, magus.spells_cast = ("gust",), 1
    for blows, clause in ((1, ""), (0, "DE-MAG-07")):
        magus.blows_left = blows
        found = why_not_spell(battle, magus, card("CAST_SPELL>gust@1"))
        assert ("" if found is None else found.clause) == clause


@pytest.mark.parametrize(("spare", "upright"), [(0, True), (2, False)])
def test_de_bers_15_a_stupor_lasts_until_all_breath_is_back(spare: int, upright: bool) -> None:
    battle = arena(man("berserker", "a", 10, 10, stupor=True), man("squire", "b", 30, 30))
    berserker = battle.figures[0]
    berserker.fatigue = berserker.fatigue_max - spare
    ending.recover(battle, berserker)
    assert berserker.stupor is not upright
