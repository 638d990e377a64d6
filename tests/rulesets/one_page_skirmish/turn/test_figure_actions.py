"""What a single figure may do in its own turn (OP-ACT, OP-FIG-05, OP-MOUNT)."""

from __future__ import annotations

from operator import attrgetter

import pytest

from banneret.core.errors import BadPlayer
from banneret.rulesets.one_page_skirmish.basics.state import footprint, is_engaged, put
from banneret.rulesets.one_page_skirmish.ground.sight import screened
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.movement.followers import setting_down
from banneret.rulesets.one_page_skirmish.screen.events import Did, GateMoved, Scored, Shot, Turned
from banneret.rulesets.one_page_skirmish.setup.on_file import Seize
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import acting, handling, man_by_man, rounds
from banneret.rulesets.one_page_skirmish.turn.ending import score
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.arms import act, fight, lines, next_turn, shoot
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.scripting import events_of


def test_op_fig_05_idle_figure_may_be_turned() -> None:
    """A figure that takes no action may still be given any facing in its own turn."""
    battle = field("a men: x1 at 10,10 | b foes: x1 at 10,30")
    table = act(battle, "men", answers=["turn", {0: [10.0, 10.0, 123.0]}])
    assert man(battle, "men").base.facing == 123.0
    assert events_of(table, Turned) == [Turned(0, 123.0)]


def test_op_fig_05_turning_is_on_the_spot_and_onto_nobody() -> None:
    """A place elsewhere is refused, and so is a facing for which there is no room."""
    battle = field("a men: x2 at 10,10 11,10 | b foes: x1 at 10,30")
    with pytest.raises(BadPlayer, match="OP-FIG-05"):
        act(battle, "men", answers=[0, "turn", {0: [10.5, 10.0, 0.0]}])
    with pytest.raises(BadPlayer, match="OP-FIG-05"):
        act(battle, "men", answers=[0, "turn", {0: [10.0, 10.0, 45.0]}])


def test_op_fig_05_engaged_figure_is_not_turned() -> None:
    """An engaged figure keeps its facing."""
    battle = field("a men: x1 at 10,10 | b foes: x1 at 10,11")
    assert archery.may_turn(battle, man(battle, "men"), 90.0) is not None


def test_op_charge_01_nobody_turns_or_mounts_into_contact() -> None:
    """A rider may not turn against an enemy at his side, nor a man mount so that he touches one."""
    battle = field("a rider: mounted sword at 10,10 north | b foes: x1 at 11.7,10")
    assert archery.may_turn(battle, man(battle, "rider"), 90.0) is None
    put(battle, man(battle, "foes"), 11.5, 10, 0)
    no = archery.may_turn(battle, man(battle, "rider"), 90.0)
    assert no is not None
    assert no.clause == "OP-CHARGE-01"
    put(battle, man(battle, "foes"), 10, 30, 0)
    play(battle, mounts.dismount, man(battle, "rider"))
    put(battle, man(battle, "foes"), 10, 11.5, 0)
    battle.mounts[0].base = footprint(True, 9, 9.5, 0)
    play(battle, mounts.mount_up, man(battle, "rider"))
    assert not is_engaged(battle, man(battle, "rider"))


def test_op_charge_16_nobody_turns_into_contact_over_a_wall() -> None:
    """A corner turned against the wall would reach the men beyond it: he shoots as he stands."""
    battle = field(
        "a bow: longbow at 20,13.3 north | b foes: x1 at 21.1,14.5 | b far: x1 at 14,7.3",
        terrain="wall: 10,14 30,14",
    )
    bowman = man(battle, "bow")
    no = archery.may_turn(battle, bowman, 45.0)
    assert no is not None
    assert no.clause == "OP-CHARGE-01"
    shoot(battle, bowman, man(battle, "far"), 1)
    assert not is_engaged(battle, bowman)
    assert bowman.base.facing == 0.0


def test_op_act_03_some_fire_while_others_load() -> None:
    """Of four crossbows two loaded ones fire and two empty ones load in one turn."""
    battle = field(
        "a bows: crossbow x4 at 10,10 2.load=0 3.load=0 | b foes: x3 at 10,22 13,22 16,22"
    )
    act(battle, "bows", 1, answers=[0, "fire", 4])
    act(battle, "bows", answers=[2, "load"])
    act(battle, "bows", 1, answers=[1, "fire", 5])
    assert battle.phase == "figures"
    act(battle, "bows", answers=["load"])
    assert battle.phase == "action"
    assert unit(battle, "bows").acted
    assert [man(battle, "bows", at).load for at in range(4)] == [0, 0, 1, 1]


def test_op_act_03_what_is_usual_is_proposed_loaded_men_shoot_at_the_nearest() -> None:
    """Who only says yes has the first man shoot at the nearest enemy, and empty bows loaded."""
    battle = field("a bows: crossbow x2 at 10,10 1.load=0 | b foes: x2 at 16,22 10,22")
    usual = attrgetter("proposal")
    shot = events_of(act(battle, "bows", 1, answers=[usual, usual, usual]), Shot)
    assert [(one.shooter, one.target) for one in shot] == [(0, 3)]
    act(battle, "bows", answers=[usual])
    assert man(battle, "bows", 1).load == 1


def test_op_act_03_rest_may_do_nothing_at_once() -> None:
    """'done' ends the unit's action with the others idle."""
    battle = field("a bows: longbow x4 at 10,10 | b foes: x3 at 10,22 13,22 16,22")
    act(battle, "bows", answers=["done"])
    assert (battle.phase, battle.acting, unit(battle, "bows").acted) == ("action", -1, True)


def test_op_act_04_aiming_uses_up_the_turn() -> None:
    """An archer who aims has acted."""
    battle = field("a bow: longbow x2 at 10,10 13,10 | b foes: x3 at 10,22 13,22 16,22")
    table = act(battle, "bow", answers=[0, "aim", 3])
    assert events_of(table, Did) == [Did(0, "aim", "3")]
    assert man(battle, "bow").acted
    assert man(battle, "bow") not in man_by_man.able(battle, unit(battle, "bow"))


def test_op_act_06_unhorsed_knight_mounts_in_one_action() -> None:
    """Beside his horse he is in the saddle after one action and has acted for this turn."""
    battle = field("a knight: knight mounted barded1 sword at 10,10 | b foes: x1 at 30,30")
    knight = man(battle, "knight")
    play(battle, mounts.dismount, knight)
    act(battle, "knight", answers=["mount"])
    assert (knight.mounted, knight.mount_armour, knight.acted) == (True, 1, True)
    assert battle.mounts == []
    assert knight.base.depth == 2.0
    assert unit(battle, "knight").acted


def test_op_act_06_not_with_an_enemy_in_contact_with_either() -> None:
    """An enemy touching the horse forbids mounting."""
    battle = field("a knight: knight mounted sword at 10,10 | b foes: x1 at 30,30")
    knight = man(battle, "knight")
    play(battle, mounts.dismount, knight)
    horse = battle.mounts[0].base
    put(battle, man(battle, "foes"), horse.x + (1 if horse.x > 10 else -1), horse.y, 0)
    no = mounts.mounting_refusal(battle, knight)
    assert no is not None
    assert no.clause == "OP-ACT-06"


def test_op_act_07_dismounted_rider_and_his_mount_stand_side_by_side() -> None:
    """The rider has a foot base at his old centre, the mount touches him riderless."""
    battle = field("a rider: mounted lance sword at 10,10 | b foes: x1 at 30,30")
    act(battle, "rider", answers=["dismount"])
    rider = man(battle, "rider")
    (mount,) = battle.mounts
    assert (rider.base.x, rider.base.y, rider.base.depth) == (10.0, 10.0, 1.0)
    assert gap(rider.base, mount.base) <= 0.001
    assert mount.side == "a"
    assert rider.in_hand == "hand_weapon"


def test_op_act_07_no_room_no_dismounting() -> None:
    """Hemmed in on every side he cannot get down."""
    ring = " ".join(f"{x},{y}" for x in (9, 11) for y in (9, 10, 11)) + " 10,8.5 10,11.5"
    battle = field(f"a rider: mounted at 10,10 | a mates: x8 at {ring} | b foes: x1 at 30,30")
    no = mounts.dismounting_refusal(battle, man(battle, "rider"))
    assert no is not None
    assert no.clause == "OP-ACT-07"


def test_op_act_08_bow_to_sword_takes_the_action() -> None:
    """Next turn he fights without the -1; in this one he has acted."""
    battle = field("a bows: longbow sword x2 at 6,10 10,10 | b foes: x2 at 3,33 10,20")
    table = act(battle, "bows", answers=[1, "change_weapon"])
    assert man(battle, "bows", 1).in_hand == "hand_weapon"
    assert man(battle, "bows", 1).acted
    assert "figure.weapon" not in questions_of(table)
    put(battle, man(battle, "foes", 1), 10, 11, 180)
    next_turn(battle, "a")
    assert lines(fight(battle, 5, 5), 0) == {}


def test_op_act_08_with_several_weapons_he_is_asked() -> None:
    """With two others to choose from the owner names one."""
    battle = field("a man: longbow sword polearm at 10,10 | b foes: x1 at 30,30")
    act(battle, "man", answers=["change_weapon", ("figure.weapon", "polearm")])
    assert man(battle, "man").in_hand == "polearm"


def test_op_act_09_loading_adds_a_point() -> None:
    """Load points rise by one."""
    battle = field("a bow: crossbow at 10,10 0.load=0 | b foes: x1 at 30,30")
    act(battle, "bow", answers=["load"])
    assert man(battle, "bow").load == 1


def test_op_act_10_one_shot_in_a_turn() -> None:
    """After his shot he is refused another in the same turn."""
    battle = field("a bows: longbow x2 at 10,10 | b foes: x3 at 10,22 13,22 16,22")
    act(battle, "bows", 1, answers=[0, "fire", 3])
    no = archery.shot_refusal(battle, man(battle, "bows"), man(battle, "foes"))
    assert no is not None
    assert no.clause == "OP-ACT-02"


def test_op_act_11_engaged_archer_is_not_offered_fire() -> None:
    """He is left out of the figures that act, and every action but nothing is refused."""
    battle = field("a bows: longbow x2 at 10,10 13,10 | b foes: x3 at 10,11 13,22 16,22")
    engaged = man(battle, "bows")
    assert [f.id for f in man_by_man.able(battle, unit(battle, "bows"))] == [1]
    assert man_by_man.allowed_kinds(battle, engaged) == ["nothing"]
    no = man_by_man.kind_refusal(battle, engaged, "fire")
    assert no is not None
    assert no.clause == "OP-ACT-11"
    lying = field("a bows: longbow x2 at 10,10 13,10 | b foes: x3 at 10,11 13,22 16,22 0.stun=1")
    assert "fire" in man_by_man.allowed_kinds(lying, man(lying, "bows"))
    held = field("a men: x3 at 10,10 13,10 16,10 | b foes: x1 at 13,11")
    goes = setting_down.followers(held, unit(held, "men"), man(held, "men"))
    assert goes == [man(held, "men", 2)]  # the other may not leave contact


def test_op_act_13_steady_engaged_figure_is_never_offered_a_withdrawal() -> None:
    """No figure action and no melee question lets an engaged man leave contact."""
    battle = field("a men: x2 at 3,3 10,10 | b foes: x2 at 3,33 10,11", phase="melee")
    assert man_by_man.allowed_kinds(battle, man(battle, "men", 1)) == ["nothing"]
    fight(battle, 5, 5)
    assert is_engaged(battle, man(battle, "men", 1))


def test_op_act_15_stunned_enemy_or_loose_mount_does_not_engage() -> None:
    """A man touching only a stunned enemy or a riderless mount is free to act."""
    battle = field("a men: x1 at 10,10 | b foes: x2 at 30,30 10,11 1.stun=1")
    assert not is_engaged(battle, man(battle, "men"))
    assert man_by_man.able(battle, unit(battle, "men"))
    man(battle, "foes", 1).stun = -1
    battle.memo.forget()
    assert is_engaged(battle, man(battle, "men"))
    riders = field("a men: x1 at 10,10 | b rider: mounted at 10,13")
    mounts.turn_loose(riders, man(riders, "rider"), man(riders, "rider").base)
    put(riders, man(riders, "rider"), 30, 30, 0)
    riders.mounts[0].base = footprint(True, 10, 11.5, 0)
    assert not is_engaged(riders, man(riders, "men"))


def test_op_mount_01_riderless_mount_stays_and_gives_way() -> None:
    """It stands where it was left; a base that comes to stand on it shifts it the least way."""
    battle = field("a rider: mounted at 10,10 | a man: x1 at 20,20")
    rider = man(battle, "rider")
    mount = mounts.turn_loose(battle, rider, rider.base)
    put(battle, rider, 30, 30, 0)
    before = mount.base
    put(battle, man(battle, "man"), 10.8, 10, 0)
    play(battle, mounts.shift_aside, man(battle, "man").base)
    assert mount.base.x == pytest.approx(before.x - 0.2, abs=0.01)
    assert mount.base.y == before.y
    assert gap(mount.base, man(battle, "man").base) <= 0.003
    assert mount.side == "a"
    there = mount.base
    play(battle, rounds.end_round)
    assert [horse.base for horse in battle.mounts] == [there]
    put(battle, man(battle, "man"), 9.8, 4, 0)
    put(battle, rider, 9.8, 16, 0)
    assert screened(battle, man(battle, "man"), rider) is None


def test_op_mount_01_without_room_it_is_gone() -> None:
    """Only a mount with nowhere to go is removed."""
    battle = field("a rider: mounted at 1,1 | a man: x1 at 20,20", table=(2.0, 2.0))
    mount = mounts.turn_loose(battle, man(battle, "rider"), man(battle, "rider").base)
    put(battle, man(battle, "man"), 1, 1, 0)
    play(battle, mounts.shift_aside, man(battle, "man").base)
    assert mount not in battle.mounts


def test_op_mount_02_any_horseman_of_the_side_takes_a_comrades_horse() -> None:
    """A man whose horse was killed takes a dead comrade's; a man without a mount of his own not."""
    battle = field(
        "a riders: mounted sword x2 at 10,10 12,10 | a foot: x1 at 9,12 | b bow: longbow at 10,20"
    )
    shoot(battle, man(battle, "bow"), man(battle, "riders", 1), 9, declared="rider")
    shoot(battle, man(battle, "bow"), man(battle, "riders"), 9, declared="mount")
    put(battle, man(battle, "riders"), 11, 10, 0)
    assert mounts.mounting_refusal(battle, man(battle, "riders")) is None
    put(battle, man(battle, "foot"), 13, 10, 0)
    no = mounts.mounting_refusal(battle, man(battle, "foot"))
    assert no is not None
    assert no.clause == "OP-MOUNT-02"
    act(battle, "riders", answers=["mount"])
    assert man(battle, "riders").mounted


def test_op_mount_02_of_several_mounts_he_takes_the_one_he_likes() -> None:
    """Between two horses at hand his owner chooses; with one there is nothing to ask."""
    battle = field("a men: dismounted x2 at 10,10 30,10 | b foe: x3 at 10,30")
    rider = man(battle, "men")
    plain = mounts.turn_loose(battle, rider, footprint(True, 9, 10, 0))
    rider.mount_armour = 1
    barded = mounts.turn_loose(battle, rider, footprint(True, 11, 10, 0))
    play(battle, mounts.mount_up, rider, answers=[("figure.target", f"m{barded.id}")])
    assert rider.mount_armour == 1
    assert battle.mounts == [plain]


def test_op_mount_03_losing_a_mount_is_no_loss() -> None:
    """Morale marks are unchanged after a mount dies."""
    battle = field("a bow: longbow at 10,10 | b riders: mounted x3 at 10,20 13,20 16,20")
    shoot(battle, man(battle, "bow"), man(battle, "riders"), 9, declared="mount")
    group = unit(battle, "riders")
    assert (group.figures_lost, group.lost_since_test, group.casualties_since_test) == (0, 0, False)
    loose = mounts.turn_loose(battle, man(battle, "riders"), footprint(True, 6, 20, 0))
    shoot(battle, man(battle, "bow"), loose, 9)
    assert loose not in battle.mounts
    assert (group.figures_lost, group.lost_since_test, group.casualties_since_test) == (0, 0, False)
    assert score.points(battle) == {"a": 0, "b": 0}


@pytest.mark.parametrize(
    ("words", "clause"), [("shaken", "OP-MORALE-27"), ("leader=-1", "OP-LEAD-02")]
)
def test_op_morale_27_restricted_figures_only_load_fire_or_wait(words: str, clause: str) -> None:
    """Shaken or leaderless: no aiming, mounting, dismounting or changing weapon."""
    battle = field(f"a bows: crossbow sword x3 at 10,10 1.load=0 {words} | b foes: x1 at 11,22")
    first, second = man(battle, "bows"), man(battle, "bows", 1)
    assert man_by_man.allowed_kinds(battle, first) == ["fire", "turn", "nothing"]
    assert man_by_man.allowed_kinds(battle, second) == ["load", "turn", "nothing"]
    no = man_by_man.kind_refusal(battle, first, "aim")
    assert no is not None
    assert no.clause == clause
    for how, deed in (("mounted", "dismount"), ("dismounted", "mount")):
        battle = field(f"a men: sword {how} x3 at 10,10 {words} | b foes: x1 at 11,22")
        rider = man(battle, "men")
        if deed == "mount":
            mounts.turn_loose(battle, rider, mounts.beside(battle, rider, 0.0)[0])
        assert mounts.mounting_refusal(battle, rider) is None or deed == "dismount"
        assert deed in man_by_man.kinds(battle, rider)
        assert man_by_man.allowed_kinds(battle, rider) == ["turn", "nothing"]
        assert acting.kind_refusal(battle, unit(battle, "men"), "retreat_to_cover") is None


def test_op_group_05_straggler_only_loads_fires_or_waits() -> None:
    """A man more than 6 inches from his leader may not aim or change weapon."""
    battle = field("a bows: longbow sword x3 at 10,10 18,10 12,10 | b foes: x1 at 11,22")
    stray = man(battle, "bows", 1)
    assert man_by_man.allowed_kinds(battle, stray) == ["fire", "turn", "nothing"]
    no = man_by_man.kind_refusal(battle, stray, "change_weapon")
    assert no is not None
    assert no.clause == "OP-GROUP-05"


def test_op_terr_08_a_gate_that_begins_open_can_be_shut() -> None:
    """A gate the scenario leaves open is shut, and is then a wall; opened again it is free."""
    battle = field("a men: x2 at 10,9.5 | b foe: at 40,30", terrain="gate_open gate: 8,10 12,10")
    table = act(battle, "men", answers=[0, "shut_gate"])
    assert events_of(table, GateMoved) == [GateMoved("gate", False, 0)]
    assert [line.kind for line in battle.ground.lines] == ["gate_shut"]


def test_op_terr_08_a_gate_without_a_name_opens_too() -> None:
    """Each of two nameless gates moves by itself."""
    gates = "gate_shut: 8,10 12,10 | gate_shut: 20,10 24,10"
    battle = field("a men: x2 at 10,9.5 | b foe: at 40,30", terrain=gates)
    table = act(battle, "men", answers=[0, "open_gate"])
    assert events_of(table, GateMoved) == [GateMoved("gate_shut_0", True, 0)]
    assert [line.kind for line in battle.ground.lines] == ["gate_open", "gate_shut"]


def test_op_terr_08_gate_is_opened_and_shut_by_a_man_on_foot_in_contact() -> None:
    """Opening costs the action; shut again only if nobody stands in it."""
    battle = field(
        "a men: x2 at 10,9.5 13,9.5 | b foes: x1 at 30,30",
        terrain="wall: 0,10 8,10 | gate_shut gate: 8,10 12,10",
    )
    table = act(battle, "men", answers=[0, "open_gate"])
    assert events_of(table, GateMoved) == [GateMoved("gate", True, 0)]
    assert battle.open_gates == ("gate",)
    put(battle, man(battle, "men", 1), 11.2, 10, 0)
    no = handling.gate_refusal(battle, man(battle, "men"), opening=False)
    assert no is not None
    put(battle, man(battle, "men", 1), 13, 9.5, 0)
    next_turn(battle, "a", "action")
    act(battle, "men", answers=[0, "shut_gate"])
    assert not battle.open_gates
    assert [line.kind for line in battle.ground.lines] == ["wall", "gate_shut"]


def test_op_score_05_seizing_takes_an_action_undisputed() -> None:
    """In contact with the object, no unstunned enemy there: the side scores once."""
    goal = Seize(object="hall", for_="a", vp=12)
    battle = field(
        "a men: x2 at 10,9.5 13,9.5 | b foes: x2 at 30,30 10,12",
        terrain="building hall: 8,10..14,14",
        objective=[goal],
    )
    no = man_by_man.kind_refusal(battle, man(battle, "men"), "seize")
    assert no is not None
    put(battle, man(battle, "foes", 1), 30, 20, 0)
    table = act(battle, "men", answers=[0, "seize"])
    assert [(one.side, one.points) for one in events_of(table, Scored)] == [("a", 12)]
    assert "seize" not in man_by_man.kinds(battle, man(battle, "men", 1))
