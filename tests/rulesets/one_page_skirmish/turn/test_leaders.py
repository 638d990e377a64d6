"""New leaders, and groups that want for one (sections LEAD and GROUP)."""

from __future__ import annotations

import pytest

from banneret.core.errors import BadPlayer
from banneret.core.questions.choices import Pick, Way
from banneret.rulesets.one_page_skirmish.basics.state import (
    ROUTING,
    SERGEANT,
    SHAKEN,
    STEADY,
    is_free,
    is_led,
    is_straggler,
)
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.morale import checking, retreat
from banneret.rulesets.one_page_skirmish.screen.events import Appointed, Moved
from banneret.rulesets.one_page_skirmish.turn import leaders, man_by_man, rounds
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.following import FOE, LOST, refused, target
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, first

# -- naming a Sergeant


def test_op_lead_01_only_a_knight_within_six_inches() -> None:
    """No leader is named while no Knight is near; one is when he comes within 6."""
    for y, asked in ((12.0, True), (12.01, False)):
        battle = field(f"a bows: {LOST} at 5,5 | a lord: knight at 5,{y} | {FOE}", phase="start")
        table = run(battle, "morale", answers={"appoint.figure": [2]})
        assert ("appoint.figure" in table.keys) is asked
        assert (unit(battle, "bows").leader == 2) is asked


def test_op_lead_01_the_knight_may_name_nobody() -> None:
    """It is an offer, not a duty."""
    battle = field(f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start")
    table = run(battle, "morale", answers={"appoint.figure": [END]})
    assert events_of(table, Appointed) == []
    assert not is_led(battle, unit(battle, "bows"))


def test_op_lead_02_a_leaderless_group_is_restricted() -> None:
    """Move, charge and press are refused, and for its men mount, aim and change weapon."""
    battle = field(f"a bows: {LOST} longbow sword at 20,10 | b foe: x3 at 20,16")
    assert refused(battle, "bows") == {"move", "charge", "press"}
    assert man_by_man.allowed_kinds(battle, man(battle, "bows")) == ["fire", "turn", "nothing"]


def test_op_lead_02_it_may_retreat_to_cover() -> None:
    """The whole group may fall back to the nearest cover."""
    battle = field(
        f"a bows: {LOST} at 20,10 | b foe: x3 at 20,20", "woods: 10,0..30,6", phase="action"
    )
    run(battle, 1, dice=[6, 6], answers={"action.unit": [0], "action.kind": ["retreat_to_cover"]})
    assert man(battle, "bows").base.y < 6.0


def test_op_lead_03_at_the_end_of_the_knights_own_action() -> None:
    """A Knight rides up, names a leader, and the group charges in the same turn."""
    battle = field(f"a bows: {LOST} at 20,10 | a lord: knight at 8,10 | b foe: x3 at 20,16")
    lord = unit(battle, "lord")

    def ride_up(choice: object) -> object:
        del choice
        return Way("move", ((8.0, 10.0), (15.0, 10.0)), 90.0)

    run(
        battle,
        1,
        dice=[4, 4],
        answers={
            "action.unit": [lord.id],
            "action.kind": ["move"],
            "move.way": ride_up,
            "appoint.figure": [1],
        },
    )
    assert unit(battle, "bows").leader == 1
    assert "charge" not in refused(battle, "bows")
    assert lord.acted
    assert not unit(battle, "bows").acted


def test_op_lead_03_not_in_another_players_turn() -> None:
    """In the enemy's turn nobody is named."""
    battle = field(
        f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start", active="b"
    )
    assert run(battle, "morale").keys == []


def test_op_lead_04_an_allied_players_knight_appoints() -> None:
    """The Knight's player chooses, though the group is his ally's."""
    battle = field(
        f"a1 bows: {LOST} at 5,5 | a2 lord: knight at 5,9 | {FOE}", phase="start", active="a2"
    )
    table = run(battle, "morale", answers={"appoint.figure": [1]})
    assert [choice.side for choice in table.by.asked] == ["a2"]
    assert unit(battle, "bows").leader == 1


def test_op_lead_04_no_enemy_knight() -> None:
    """A Knight of the other side names nobody."""
    battle = field(f"a bows: {LOST} at 5,5 | b lord: knight at 5,9", phase="start", active="b")
    refusal = leaders.appoint_refusal(battle, man(battle, "lord"), unit(battle, "bows"))
    assert refusal is not None


def test_op_lead_05_nearest_figure_counts_any_may_be_chosen() -> None:
    """Nearest man at 6.0, the chosen one further: allowed; a stunned man is not offered."""
    battle = field(
        f"a bows: {LOST} at 5,5 5,2 8,2 9.5,2 2.stun=1 | a lord: knight at 5,12 | {FOE}",
        phase="start",
    )
    table = run(battle, "morale", answers={"appoint.figure": [3]})
    offered = table.by.asked[0]
    assert isinstance(offered, Pick)
    assert list(offered.candidates) == [0, 1, 3, END]
    assert gap(man(battle, "lord").base, man(battle, "bows", 3).base) > 6.0
    assert unit(battle, "bows").leader == 3


@pytest.mark.parametrize("state", ["0.stun=1", "shaken", "routing"])
def test_op_lead_06_an_unfit_knight(state: str) -> None:
    """Stunned, shaken or routing he names nobody."""
    battle = field(f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 {state} | {FOE}", phase="start")
    refusal = leaders.appoint_refusal(battle, man(battle, "lord"), unit(battle, "bows"))
    assert refusal is not None
    assert refusal.clause == "OP-LEAD-06"


def test_op_lead_06_an_engaged_knight() -> None:
    """Engaged at 2 inches he cannot appoint."""
    battle = field(
        f"a bows: {LOST} at 5,5 | a lord: knight at 5,8 | b foe: x3 at 5,9", phase="start"
    )
    refusal = leaders.appoint_refusal(battle, man(battle, "lord"), unit(battle, "bows"))
    assert refusal is not None
    assert refusal.clause == "OP-LEAD-06"


def test_op_lead_07_the_new_sergeant() -> None:
    """He has no hits, keeps his bow, survives one hit; the -1 for the man lost stays."""
    battle = field(f"a bows: {LOST} longbow at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start")
    assert target(battle, "bows") == 6
    run(battle, "morale", answers={"appoint.figure": [1]})
    archer = man(battle, "bows", 1)
    assert (archer.rank, archer.hits, archer.in_hand) == (SERGEANT, 0, "longbow")
    assert target(battle, "bows") == 7
    assert play(battle, injuries.strike, archer, None).result == "wound"
    assert play(battle, injuries.strike, archer, None).result == "killed"


def test_op_lead_08_no_knight_left() -> None:
    """Without a Knight the group stays restricted, round after round; a Sergeant names nobody."""
    battle = field(
        f"a bows: {LOST} at 5,5 | a bills: x3 at 5,7 | a spears: knight group x4 at 5,9 | {FOE}"
    )
    play(battle, injuries.lose, man(battle, "spears"), "killed")
    for _ in range(3):
        battle.phase, battle.taking_part = "start", (0, 1, 2)
        unit(battle, "spears").casualties_since_test = False
        assert run(battle, "action").keys == []
        assert {"move", "charge"} <= refused(battle, "bows")


def test_op_lead_09_a_stunned_leader_restricts_without_modifier() -> None:
    """A stunned Sergeant: no charge, morale unchanged, nobody named in his place."""
    battle = field(
        "a bows: x4 at 20,10 0.stun=1 | a lord: knight at 20,7 | b foe: x3 at 20,16", phase="start"
    )
    table = run(battle, "action")
    assert table.keys == []
    assert refused(battle, "bows") == {"move", "charge", "press"}
    assert target(battle, "bows") == 8
    man(battle, "bows").stun = -1
    assert "charge" not in refused(battle, "bows")


def test_op_lead_09_a_captured_leader_counts_as_killed() -> None:
    """The post is vacant and another may be named."""
    battle = field(f"a bows: x4 at 5,5 0.stun=1 | a lord: knight at 5,9 | {FOE}", phase="start")
    play(battle, injuries.capture, man(battle, "bows"), man(battle, "foe"))
    assert target(battle, "bows") == 6
    assert "appoint.figure" in run(battle, "morale").keys


def test_op_lead_10_the_owner_picks_who_is_measured() -> None:
    """A leaderless retreat is measured for one figure, the others within 6 of it."""
    battle = field(f"a bows: {LOST} at 20,20 | b foe: x3 at 20,26", "woods: 10,0..30,12")
    bows = unit(battle, "bows")
    play_it = run(
        battle,
        1,
        dice=[6, 6],
        answers={
            "action.unit": [0],
            "action.kind": ["retreat_to_cover"],
            "retreat.measured": [bows.members[2]],
        },
    )
    assert "retreat.measured" in play_it.keys
    measured = man(battle, "bows", 2)
    assert events_of(play_it, Moved)[0].figure == measured.id
    assert all(gap(measured.base, man(battle, "bows", i).base) <= 6.001 for i in (0, 1, 3))


def test_op_lead_10_nor_is_a_stunned_man_measured() -> None:
    """With the Sergeant stunned his owner picks among those who are not."""
    text = "a bows: x4 at 20,20 0.stun=1 2.stun=1 | b foe: x3 at 20,26"
    for lies in (0, 2):
        battle = field(text)
        with pytest.raises(BadPlayer):
            play(battle, retreat.to_cover, unit(battle, "bows"), None, answers=[lies])
    battle = field(text)
    bows = unit(battle, "bows")
    table = play(battle, retreat.to_cover, bows, None, dice=[1, 1], answers=[3, first])
    assert events_of(table, Moved)[0].figure == 3


def test_op_lead_12_leaderless_men_do_not_attack() -> None:
    """They make no attack in their own Melee phase; nor while the Sergeant lies stunned."""
    for state in ("leaderless x3", "x3 2.stun=-1 0.stun=1"):
        battle = field(
            f"a bows: {state} at 20,10 22,10 24,10 | b foe: x3 at 22,11 30,30 32,30", phase="melee"
        )
        assert melee.contacts_at_start(battle) == ()
    battle = field(
        "a bows: x3 at 20,10 22,10 24,10 | b foe: x3 at 22,11 30,30 32,30", phase="melee"
    )
    assert len(melee.contacts_at_start(battle)) == 1


def test_op_lead_13_a_pass_does_not_make_a_leader() -> None:
    """A leaderless group that passes its test still cannot charge; failing by 3 it routs."""
    battle = field(f"a bows: {LOST} at 20,10 | b foe: x3 at 20,16")
    play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[1])
    assert unit(battle, "bows").status == STEADY
    assert "charge" in refused(battle, "bows")
    play(battle, checking.test, unit(battle, "bows"), "casualties", dice=[9])
    assert unit(battle, "bows").status == ROUTING


def test_op_lead_14_each_restriction_ends_by_its_own_rule() -> None:
    """A shaken leaderless group stays restricted when the shaking ends."""
    battle = field(f"a bows: {LOST} at 20,10 shaken | b foe: x3 at 20,16", drawn=("a",))
    run(battle, "gap", answers={"action.unit": END})
    assert unit(battle, "bows").status == STEADY
    assert {"move", "charge"} <= refused(battle, "bows")
    assert not is_free(battle, unit(battle, "bows"))


def test_op_lead_14_a_lone_unstunned_knight_is_led() -> None:
    """He is his own leader while he is up."""
    battle = field(f"a lord: knight at 5,5 | {FOE}")
    assert is_free(battle, unit(battle, "lord"))
    man(battle, "lord").stun = 1
    assert not is_free(battle, unit(battle, "lord"))
    unit(battle, "lord").status = SHAKEN
    assert not is_free(battle, unit(battle, "lord"))


# -- stragglers


def test_op_group_05_a_straggler_fires_but_changes_no_weapon() -> None:
    """A man 8 inches from his Sergeant may fire or do nothing."""
    battle = field("a bows: longbow sword x3 at 20,10 21.5,10 29,10 | b foe: x3 at 25,16")
    straggler, near = man(battle, "bows", 2), man(battle, "bows", 1)
    assert is_straggler(battle, straggler)
    assert man_by_man.allowed_kinds(battle, straggler) == ["fire", "turn", "nothing"]
    assert "change_weapon" in man_by_man.allowed_kinds(battle, near)


def test_op_group_05_without_a_leader_nobody_straggles() -> None:
    """With the leader gone or stunned there is nobody to be far from."""
    battle = field("a bows: leaderless x3 at 20,10 21.5,10 29,10 | b foe: x3 at 25,16")
    assert not any(is_straggler(battle, man(battle, "bows", i)) for i in range(3))


def test_op_group_05_an_engaged_straggler_attacks() -> None:
    """Far from his Sergeant he still fights in his own Melee phase."""
    battle = field("a bows: x3 at 20,10 21.5,10 32,10 | b foe: x3 at 32,11", phase="melee")
    assert melee.contacts_at_start(battle) == ((2, 3),)


# -- groups led by a Knight


def test_op_morale_35_sergeant_stunned_group_routs() -> None:
    """Another man is measured, and the Sergeant is left lying."""
    battle = field("a bows: x4 at 20,20 0.stun=1 routing | b foe: x3 at 20,30")
    lying = man(battle, "bows").base
    table = play(
        battle,
        retreat.rout,
        unit(battle, "bows"),
        retreat.threat_to(battle, unit(battle, "bows"), None),
        dice=[3, 4],
        answers=[unit(battle, "bows").members[1], lambda choice: choice.ideas()[0]],
    )
    del table
    assert man(battle, "bows").base == lying
    assert man(battle, "bows", 1).base.y == pytest.approx(13.0, abs=0.01)


def test_op_turn_03_appointments_come_before_the_group_acts() -> None:
    """Restored at the start of the turn, the group moves in it."""
    battle = field(f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start")
    play(battle, rounds.begin_turn, answers=[1])
    assert "move" not in refused(battle, "bows")


def test_op_lead_03_at_the_start_of_the_turn_and_for_nothing() -> None:
    """The Knight names him before Morale and keeps his action; so does the group."""
    battle = field(f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 | {FOE}", phase="start")
    run(battle, "action", answers={"appoint.figure": [1]})
    assert unit(battle, "bows").leader == 1
    lord = man(battle, "lord")
    assert not any([lord.acted, unit(battle, "lord").acted, unit(battle, "bows").acted])
    assert "move" not in refused(battle, "lord")


def test_op_lead_03_only_at_the_end_of_his_own_action() -> None:
    """When another unit has acted he is not asked again."""
    battle = field(
        f"a bows: {LOST} at 5,5 | a lord: knight at 5,9 | a bills: x3 at 20,5 | {FOE}",
        phase="start",
    )
    bills, lord = unit(battle, "bills").id, unit(battle, "lord").id
    answers = {
        "appoint.figure": END,
        "action.unit": [bills, lord, END],
        "action.kind": "stand",
    }
    table = run(battle, "melee", answers=answers)
    before = table.keys.index("action.unit")
    after = [i for i, key in enumerate(table.keys) if key == "appoint.figure"]
    kinds = [i for i, key in enumerate(table.keys) if key == "action.kind"]
    assert [i for i in after if i > before] == [kinds[1] + 1]


def test_op_lead_05_more_than_six_inches_are_too_far() -> None:
    """At 6.1 to the nearest man nobody is named."""
    battle = field(
        f"a bows: {LOST} at 5,5 5,2 8,2 9.5,2 | a lord: knight at 5,12.1 | {FOE}", phase="start"
    )
    assert run(battle, "morale").keys == []
