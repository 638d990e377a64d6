"""Odd cases of arms: refusals seldom met, tight places, and brawls at random."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadPlayer
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.state import (
    Battle,
    changed,
    footprint,
    put,
    standing,
)
from banneret.rulesets.one_page_skirmish.melee import giving_ground, injuries
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import Turned
from banneret.rulesets.one_page_skirmish.setup.on_file import Seize
from banneret.rulesets.one_page_skirmish.turn import handling, man_by_man
from banneret.tabletop.shapes.measuring import overlaps, touches
from rulesets.one_page_skirmish.arms import act, face_off, fight, next_turn, ours, places, theirs
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of, first, idea


def test_op_opt_08_knight_who_rallied_at_a_price_takes_no_action() -> None:
    """He may only do nothing and turn."""
    battle = field("a k: knight longbow at 10,10 | b foes: x1 at 10,20")
    man(battle, "k").owes_action = True
    no = man_by_man.kind_refusal(battle, man(battle, "k"), "fire")
    assert no is not None
    assert no.clause == "OP-OPT-08"


def test_op_shoot_22_own_mounts_are_no_targets_and_hidden_ones_unknown() -> None:
    """Only enemy mounts that the side knows of are offered, by a name of their own."""
    battle = field(
        "a bow: longbow at 10,10 | a rider: mounted at 30,10 | b knight: knight mounted at 10,30 | "
        "b ambush: mounted hidden at 20,30"
    )
    for key in ("rider", "knight", "ambush"):
        play(battle, mounts.dismount, man(battle, key))
    seen: list[str] = []

    def look(choice: Any) -> str:
        seen.extend(option.label for option in choice.options())
        return "m2"

    act(battle, "bow", 1, answers=["fire", look])
    assert seen == ["Knight", "a riderless mount"]


def test_op_fig_05_ideas_for_turning_face_the_enemy_or_about() -> None:
    """Towards the nearest enemy, about, or as he stands; with nobody to face, as he stands."""
    battle = field("a men: x2 at 10,10 20,20 north | b foes: x2 at 20,10 30,30")
    table = act(battle, "men", answers=[0, "turn", first, "done"][:3])
    assert events_of(table, Turned) == [Turned(0, 90.0)]
    next_turn(battle, "a", "action")
    table = act(battle, "men", answers=[0, "turn", idea(1)])
    assert events_of(table, Turned) == [Turned(0, 270.0)]
    alone = field("a men: x1 at 10,10 north")
    act(alone, "men", answers=["turn", first])
    assert man(alone, "men").base.facing == 0.0
    packed = field("a men: x1 at 10,10 north | a mates: x1 at 11,10 | b foes: x1 at 20,22")
    table = act(packed, "men", answers=["turn", idea(0)])
    assert events_of(table, Turned) == [Turned(0, 180.0)]


def test_op_wpn_05_only_a_rider_takes_a_lance_in_hand() -> None:
    """On foot a lance is refused even if it was never dropped."""
    battle = field("a man: sword lance dismounted at 10,10")
    no = handling.holding_refusal(man(battle, "man"), "lance")
    assert no is not None
    assert no.clause == "OP-WPN-05"
    play(battle, injuries.lose_mount, man(battle, "man"))
    assert man(battle, "man").in_hand == "hand_weapon"
    assert man(battle, "man").lance_dropped


def test_op_terr_08_riders_move_no_gates_and_only_gates_in_contact_move() -> None:
    """A mounted man is refused, and so is one who does not touch a gate."""
    battle = field(
        "a rider: mounted at 10,9 | a man: x1 at 20,9.5", terrain="gate_shut gate: 8,10 12,10"
    )
    for key in ("rider", "man"):
        no = handling.gate_refusal(battle, man(battle, key), opening=True)
        assert no is not None
        assert no.clause == "OP-TERR-08"


def test_op_score_05_nothing_to_seize_away_from_it() -> None:
    """Too far off there is nothing to seize; a line can be seized too."""
    battle = field(
        "a men: x2 at 10,9.5 30,9.5",
        terrain="wall rampart: 8,10 12,10",
        objective=[Seize(object="rampart", for_="either", vp=3)],
    )
    assert handling.seizing_refusal(battle, man(battle, "men")) is None
    no = handling.seizing_refusal(battle, man(battle, "men", 1))
    assert no is not None
    assert no.clause == "OP-SCORE-05"


def test_op_act_06_mounting_needs_a_man_on_foot_beside_a_free_mount() -> None:
    """In the saddle already, an enemy upon him, or no mount: refused. On foot nobody dismounts."""
    battle = field("a rider: mounted at 10,10 | b foes: x1 at 30,30")
    rider = man(battle, "rider")
    assert mounts.mounting_refusal(battle, rider) is not None
    play(battle, injuries.lose_mount, rider)
    assert mounts.mounting_refusal(battle, rider) is not None
    assert mounts.dismounting_refusal(battle, rider) is not None
    put(battle, man(battle, "foes"), 10, 11, 0)
    no = mounts.mounting_refusal(battle, rider)
    assert no is not None
    assert no.reason == "An enemy is upon him."


def test_op_act_07_hemmed_in_he_steps_down_beside_his_horse() -> None:
    """Without room for the horse beside his own spot the horse stays and he steps aside."""
    battle = field(
        "a rider: mounted at 10,10 north | "
        "a mates: x6 at 11,8.95 11,11.05 12.1,10 8.9,10 10,12 10,8"
    )
    play(battle, mounts.dismount, man(battle, "rider"))
    (horse,) = battle.mounts
    assert (horse.base.x, horse.base.y) == (10.0, 10.0)
    assert places([man(battle, "rider")]) == [(11.0, 10.0)]


def test_op_mount_01_two_mounts_of_one_rider_have_numbers_of_their_own() -> None:
    """A rider who loses a second horse leaves a second mount."""
    battle = field("a rider: mounted at 10,10")
    rider = man(battle, "rider")
    one = mounts.turn_loose(battle, rider, footprint(True, 20, 20, 0))
    other = mounts.turn_loose(battle, rider, footprint(True, 25, 20, 0))
    assert one.id != other.id


def test_op_melee_22_place_of_the_mount_must_be_free() -> None:
    """Onto a man the horse cannot be set; with one place only nobody is asked."""
    battle = face_off("", "ar4 mounted", foe_at="10,11.5")
    rider = theirs(battle)
    put(battle, man(battle, "theirs"), 11.0, 14.5, 0)
    with pytest.raises(BadPlayer, match="Somebody stands there"):
        fight(battle, 9, 5, answers=[{rider.id: [11.0, 13.0, 0.0]}])
    tight = field(
        "a ours: x2 at 3,3 10,10 | b theirs: ar4 mounted x2 at 3,30 10,11.5 | "
        "b mates: x4 at 8.9,12.2 11.1,12.2 11.1,11.2 8.9,11.2",
        phase="melee",
        terrain="deep_water: 9,13.8..11,20",
    )
    spots = len(mounts.beside(tight, theirs(tight), 180.0))
    fight(tight, 9, 5, answers=[first, "stay"] if spots > 1 else ["stay"])
    assert len(tight.mounts) == 1


def test_op_melee_20_base_over_a_line_slides_along_it() -> None:
    """A base lying over a fence that the push does not carry across goes its whole inch."""
    battle = face_off("", "ar4", terrain="fence: 10.3,10.6 10.3,20")
    fight(battle, 7, 5)
    assert places([theirs(battle)]) == [(10.0, 12.0)]


def test_op_melee_20_no_ground_to_give_at_the_table_edge() -> None:
    """With his back on the edge he does not move, and there is nothing to follow."""
    battle = face_off("", "ar4", at="10,34.5", foe_at="10,35.5")
    fight(battle, 7, 5)
    assert places([theirs(battle)]) == [(10.0, 35.5)]


def test_op_melee_21_blocked_winner_cannot_follow() -> None:
    """A base in the way on every straight line: nobody is asked."""
    battle = field("a ours: x2 at 3,3 10,10 | a mate: x1 at 10.9,11 | b theirs: x2 at 3,33 11,12")
    assert giving_ground.way_after(battle, ours(battle), theirs(battle)) is None


def test_op_melee_21_shortest_way_blocked_he_goes_by_the_centres() -> None:
    """Where the nearest points are cut off the line of centres may still be open."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: x2 at 3,33 10.6,11.7 | b mate: x1 at 9.4,11.5"
    )
    way = giving_ground.way_after(battle, ours(battle), theirs(battle))
    assert way is None or touches(giving_ground._at_end(ours(battle), way), theirs(battle).base)


def test_op_hide_03_hidden_man_in_the_way_of_a_follow_up_is_run_into() -> None:
    """The choice is offered as if he were not there; going on stops at him and shows him."""
    battle = field(
        "a ours: x2 at 3,3 10,10 | b theirs: x2 at 3,33 10,12 | b ambush: hidden at 10.9,11.2"
    )
    way = giving_ground.way_after(battle, ours(battle), theirs(battle))
    assert way is not None
    play(battle, giving_ground.follow, ours(battle), way, theirs(battle))
    assert places([ours(battle)]) == [(10.0, 10.2)]
    assert not unit(battle, "ambush").hidden


def test_op_stun_05_nobody_strikes_a_dead_man() -> None:
    """The first of three blows kills: the others are not asked."""
    battle = field("a men: x4 at 3,3 10,10 9,11 11,11 | b foes: x2 at 3,33 10,11 1.stun=1")
    battle.phase = "melee"
    fight(battle, answers=["hit"])
    assert man(battle, "foes", 1).fate == "killed"
    assert battle.struck == (1,)


def test_op_move_24_leader_who_leaves_is_leader_no_more() -> None:
    """Those left behind have no leader, and no Sergeant's post is vacant."""
    battle = field("a men: x3 at 10,10")
    group = unit(battle, "men")
    play(battle, injuries.leave, group, [man(battle, "men")], "exited")
    assert (group.leader, group.sergeant_vacant, group.figures_lost) == (-1, False, 0)


def test_op_melee_11_first_ideas_are_lawful() -> None:
    """Every idea for attackers is accepted, whoever must fight included."""
    position = "a men: x5 at 3,3 10,10 9,11 11,11 12,12 | b foes: ar4 x3 at 3,33 10,11 12,11"
    for at, dice in enumerate([(5, 5, 5, 7), (5, 5, 6)]):
        battle = field(position, phase="melee")
        play(battle, melee.melee, dice=dice, answers=[6, idea(at)])
        assert len(battle.struck) == len(dice) - 1


class Chancer:
    """A player who answers at random, from dice of his own."""

    def __init__(self, seed: int) -> None:
        self.chance = RandomDice(seed)

    def decide(self, table: Table[Any], choice: Any) -> Any:
        """Take any lawful answer."""
        del table
        return choice.any(self.chance)


BRAWL = (
    "a men: {0} x6 at 10,10 11,10 12,10 13,10 10,9 11,9 | a lord: knight ar4 lance sword mounted "
    "barded1 at 15.5,10.5 | b foes: {1} x6 at 10.3,11 11.3,11 12.3,11 13.3,11 10.3,12 11.3,12 | "
    "b k: knight ar3 sword mounted at 15.5,12.5 | b bows: crossbow sword x4 at 10,25"
)


@pytest.mark.parametrize("seed", range(24))
def test_op_melee_20_random_brawls_keep_every_base_apart(seed: int) -> None:
    """Twelve turns of shots, blows, falls and remounting: no two bases lie over one another."""
    arms = ("polearm ar2", "sword ar1 lance mounted", "longbow sword", "improvised")
    ground = ("", "fence: 0,10.5 40,10.5", "building: 8,13..20,16", "wall: 0,8 40,8")
    reading = (("each", "always"), ("pairs", "winner_choice"), ("best", "always"))[seed % 3]
    first_arms = arms[seed % 4] if "mounted" not in arms[seed % 4] else arms[0]
    battle = field(
        BRAWL.format(first_arms, arms[seed // 4 % 2 * 2]),
        terrain=ground[seed % 4],
        multi_attack=reading[0],
        unhorse=reading[1],
    )
    dice, player = RandomDice(seed), Chancer(seed)
    seats = {"a": player, "b": player}
    for turn in range(12):
        next_turn(battle, "ab"[turn % 2], "action")
        for unit_id in battle.taking_part:
            battle.phase, battle.acting = "figures", unit_id
            while battle.phase == "figures" and standing(battle, battle.units[unit_id]):
                man_by_man.act(Table(battle, dice, seats))
                _see_that_all_is_well(battle)
        battle.phase = "melee"
        while battle.phase == "melee":
            melee.melee(Table(battle, dice, seats))
            _see_that_all_is_well(battle)
        melee.clear_combats(battle)
        for figure in battle.figures:
            figure.stun = (
                max(figure.stun - 1, -1) if figure.player == battle.active else figure.stun
            )
        changed(battle)


def _see_that_all_is_well(battle: Battle) -> None:
    """Bases lie on the table and not on one another, and hits and loads are in bounds."""
    bases = [f.base for f in battle.figures if f.fate == "table"] + [m.base for m in battle.mounts]
    for at, base in enumerate(bases):
        assert battle.ground.on_table(base)
        assert not any(overlaps(base, other) for other in bases[:at])
    for figure in battle.figures:
        assert figure.fate != "table" or figure.hits < 3
        assert 0 <= figure.load <= 2
        assert figure.mounted or figure.in_hand != "lance"
        assert not figure.mounted or figure.in_hand != "polearm"
