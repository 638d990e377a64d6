"""The fine print: lines of a clause that the tests of the whole clause would not miss."""

from __future__ import annotations

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Rolled
from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, changed, footprint, put
from banneret.rulesets.one_page_skirmish.ground.lay import can_stand
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.melee.fighters import Fighter, attack_modifiers
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.movement.followers import setting_down
from banneret.rulesets.one_page_skirmish.movement.ways import scale_of
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Moved, Shot
from banneret.rulesets.one_page_skirmish.setup import beginning
from banneret.rulesets.one_page_skirmish.setup.beginning import begin
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import leaders, man_by_man, rounds
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.adjudged import adjudge
from rulesets.one_page_skirmish.arms import act, fight, round_one, shoot
from rulesets.one_page_skirmish.charges import LINE, SURE, result, rush, shift
from rulesets.one_page_skirmish.field import field, man, men, play, unit
from rulesets.one_page_skirmish.moves import go, to
from rulesets.scripting import events_of, first

# -- charging


@pytest.mark.parametrize(
    ("words", "dice", "kept"), [("", [2, 2, 3, 1], 7), ("mounted", [2, 2, 2, 1, 1], 7)]
)
def test_op_charge_11_op_move_07_a_charge_along_a_road(
    words: str, dice: list[int], kept: int
) -> None:
    """One die more and the lowest dropped, if the whole way lies on the road."""
    text = f"a men: {words} x3 10,10 12,10 14,10 {SURE} | b foe: x3 10,18 12,18 14,18"
    battle = field(text, "road: 10,0 10,36 width 2")
    table = rush(battle, [5, *dice])
    assert len(events_of(table, Rolled)[-1].faces) == len(dice)
    assert events_of(table, Moved)[0].allowance == kept
    off = field(text, "road: 20,0 20,36 width 2")
    assert len(events_of(rush(off, [5, *dice[:-1]]), Rolled)[-1].faces) == len(dice) - 1


def test_op_charge_13_short_of_every_enemy_and_so_are_the_followers() -> None:
    """He stops before another enemy beside his way, and nobody is set down within an inch."""
    battle = field(LINE + " | b third: 11.4,14 x1")
    assert result(rush(battle, [5, 1, 1, 2])) == "short"
    leader = man(battle, "men").base
    assert gap(leader, man(battle, "third").base) >= 0.999
    assert leader.y < 12.2
    with pytest.raises(IllegalAnswer) as no:
        rush(field(LINE), [5, 2, 2, 2], first, shift(f1=(11.5, 16.8)))
    assert no.value.clause == "OP-MOVE-21"


def test_op_charge_18_out_of_sight_is_gone() -> None:
    """It ran through the house: he could reach it with his 18 inches, but goes where it stood."""
    battle = field(
        f"a men: x3 10,15 11.5,15 13,15 {SURE} | b foe: x3 10,18 11.5,18 13,18 figures_lost=3",
        "building: 0,21..30,23",
    )
    table = rush(battle, [10, 6, 6, 6, 6, 6], first, first, first)
    assert man(battle, "foe").base.y > 23
    assert result(table) == "short"
    assert man(battle, "men").base.y <= 18.001


def test_op_charge_18_towards_where_it_stood_and_no_further() -> None:
    """Aslant from him it stood, and thither he goes."""
    battle = field(
        f"a men: x3 10,22 8.5,22 7,22 {SURE} | b foe: x3 18,32 19.5,32 21,32 peasant figures_lost=3"
    )
    rush(battle, [9, 6, 6, 6, 6, 6], first, first)
    assert (man(battle, "men").base.x, man(battle, "men").base.y) == pytest.approx(
        (18.0, 32.0), abs=0.01
    )


def test_op_charge_21_only_in_the_turn_of_the_charge() -> None:
    """When it ends the neighbour is an enemy like any other."""
    battle = field("a men: x2 10,10 12,10 | b foe: x1 10,11", phase="turn_end")
    man(battle, "men").bound_to = (1,)
    play(battle, rounds.end_turn)
    assert man(battle, "men").bound_to == ()


# -- setting up, ground and wounds


def test_op_hide_02_only_whom_the_scenario_lets_hide() -> None:
    """In the greenwood the outlaws may, and none of the sheriff's men."""
    battle = begin("greenwood", {}, {})
    assert {side: bool(beginning._hiders(battle, side)) for side in ("a", "b")} == {
        "a": True,
        "b": False,
    }


@pytest.mark.parametrize(("kind", "scale"), [("woods", 2.0), ("water", 2.0), ("hill", 1.0)])
def test_op_opt_04_woods_or_water_halve_the_roll(kind: str, scale: float) -> None:
    """Any part of the way in either, and no other ground."""
    battle = field("", f"{kind}: 5,12..15,13", terrain_halving="whole_move")
    assert scale_of(battle, ((10.0, 10.0), (10.0, 14.0))) == scale
    assert scale_of(battle, ((10.0, 2.0), (10.0, 10.0))) == 1.0


def test_op_opt_16_a_wound_still_tells_in_melee() -> None:
    """The wounded Sergeant fights at -1."""
    text = "a ours: x1 at 10,10 0.hits=1 | b theirs: x1 at 10,11"
    for scope in ("all", "combat"):
        table = fight(round_one(text, wound_scope=scope), 6, 5)
        assert events_of(table, Fought)[0].attack_totals == (5,)


def test_op_wound_06_which_rolls_it_tells_on() -> None:
    """An inch of movement, a point of morale, and the dice of melee and to hit."""
    assert adjudge("move", {"leader_wounded": True}, 3, 3)["allowance"] == 5
    assert adjudge("morale", {"class": "veteran", "leader_wounded": True}, 1)["target"] == 8
    shot = {"weapon": "longbow", "range": 20, "shooter_wounded": True}
    assert adjudge("shot", shot, 8)["total"] == 7
    hurt = Fighter(rank="sergeant", hits=1, weapon="hand_weapon")
    assert [line.value for line in attack_modifiers(hurt)] == [-1]


def test_op_wound_07_op_wound_09_each_hit_climbs_and_none_is_healed() -> None:
    """Three hits at once take a Knight up the whole ladder; a round's end mends nothing."""
    sword = {"weapon": "hand_weapon"}
    situation = {"attackers": [sword] * 3, "defender": {**sword, "rank": "knight"}}
    fought = adjudge("melee", situation, 10, 10, 10, 1)
    assert fought["effects"] == ["flesh_wound", "wound", "killed"]
    battle = field("a lord: knight 10,10 0.hits=1 | a men: x3 20,10 0.hits=1 | b foe: x1 40,30")
    play(battle, rounds.end_round)
    assert [man(battle, key).hits for key in ("lord", "men")] == [1, 1]


def test_op_stun_03_op_morale_34_who_lies_stunned_lies_there() -> None:
    """He goes nowhere with his group, and a Knight so rallies and names nobody."""
    battle = field("a men: x3 10,10 12,10 14,10 1.stun=1 | a lord: knight 10,13 0.stun=1")
    men_, lord = unit(battle, "men"), man(battle, "lord")
    for fleeing in (False, True):
        goes = setting_down.followers(battle, men_, man(battle, "men"), fleeing=fleeing)
        assert goes == [man(battle, "men", 2)]
    assert checking.rally_refusal(battle, lord, men_) is not None
    assert leaders.appoint_refusal(battle, lord, men_) is not None


def test_op_stun_02_whoever_scored_the_hit_is_asked() -> None:
    """Not the owner of the man struck."""
    battle = round_one("a men: x1 at 10,10 | b foe: x1 at 10,11")
    fight(battle, 9, 5, answers={"a": ["stun", "stay"], "b": []})
    assert man(battle, "foe").stun == 1


def test_op_terr_07_no_rider_stands_in_a_building() -> None:
    """A man on foot does."""
    battle = field("", "building: 10,10..20,20")
    assert can_stand(battle, footprint(False, 15, 15, 0), mounted=False) is None
    assert can_stand(battle, footprint(True, 15, 15, 0), mounted=True) is not None


@pytest.mark.parametrize(("words", "able"), [("", True), ("shaken", False), ("leader=-1", False)])
def test_op_terr_08_gates_are_for_steady_and_led_men(words: str, able: bool) -> None:
    """The shaken and the leaderless neither open nor shut one."""
    for kind, deed in (("gate_shut", "open_gate"), ("gate_open", "shut_gate")):
        battle = field(
            f"a men: x2 at 10,9.499 14,5 {words} | b foe: at 40,30", f"{kind} g: 8,10 12,10"
        )
        assert (man_by_man.kind_refusal(battle, man(battle, "men"), deed) is None) is able


# -- shooting


@pytest.mark.parametrize(("weapon", "close"), [("crossbow", 9.0), ("longbow", 12.0)])
def test_op_shoot_01_op_shoot_04_one_more_up_to_close_range(weapon: str, close: float) -> None:
    """Exactly one, at exactly that distance still, and no inch further; the total must be 9."""
    for inches, total in ((close, 8), (close + 0.01, 7)):
        assert adjudge("shot", {"weapon": weapon, "range": inches}, 7)["total"] == total
        battle = field(f"a bow: {weapon} x1 at 10,5 | b foe: x2 at 30,33 10,{6 + inches}")
        table = shoot(battle, man(battle, "bow"), man(battle, "foe", 1), 7)
        assert events_of(table, Shot)[0].total == total
    assert adjudge("shot", {"weapon": weapon, "range": close}, 8)["result"] == "killed"


def test_op_shoot_07_the_mark_lasts_to_the_end_of_the_next_own_turn() -> None:
    """An old mark goes though he did nothing, a new one stays; a fight or a stun takes any."""
    battle = field("a bows: longbow x2 at 10,4 12,4 | b foe: x2 at 10,20 12,20", phase="turn_end")
    old, new = man(battle, "bows"), man(battle, "bows", 1)
    old.aim, old.aimed_before, new.aim = 2, True, 2
    play(battle, rounds.end_turn)
    assert (old.aim, new.aim) == (NOBODY, 2)
    play(battle, injuries.stun, new, None)
    assert new.aim == NOBODY
    duel = round_one("a bow: longbow x1 at 10,10 0.aim=2 | b foe: x2 at 10,11 30,30")
    fight(duel, 6, 5)
    assert man(duel, "bow").aim == NOBODY
    afraid = field("a bow: longbow x1 at 10,4 0.aim=1 | b foe: x1 at 10,20")
    play(afraid, checking.test, unit(afraid, "bow"), "charged", dice=[9])
    assert man(afraid, "bow").aim == NOBODY
    taken = field("a bow: longbow x1 at 10,4 | b foe: x2 at 30,30 10,20")
    act(taken, "bow", answers=["aim", 2])
    play(taken, rounds.end_turn)
    assert man(taken, "bow").aim == 2


@pytest.mark.parametrize(("combat", "bonus"), [("", 1), ("won", 1), ("lost", -1), ("tied", -1)])
def test_op_melee_23_a_polearm_remembers_its_last_round(combat: str, bonus: int) -> None:
    """On the table as on paper: +1 in a first round or after one won, else -1."""
    words = f"0.combat={combat}" if combat else ""
    battle = round_one(f"a bill: polearm x1 at 10,10 {words} | b foe: polearm x1 at 10,11")
    table = fight(battle, 5, 5 + bonus - 1)
    assert events_of(table, Fought)[0].attack_totals == (5 + bonus,)
    assert man(battle, "bill").combat == man(battle, "foe").combat == "tied"
    man(battle, "foe").stun = 1  # who lies at his feet is an enemy touched
    changed(battle)
    melee.clear_combats(battle)
    assert man(battle, "bill").combat == "tied"


def test_op_load_01_op_load_07_nothing_but_its_own_shot_unloads_a_crossbow() -> None:
    """Neither a march, as leader or follower, nor a shot with the longbow he carries too."""
    battle = field("a bows: crossbow x3 10,10 11.5,10 13,10")
    go(battle, "bows", [3, 3], to((10, 15)), first)
    assert [one.load for one in men(battle, "bows")] == [2, 2, 2]
    archer = man(field("a bow: longbow crossbow x1 at 10,10"), "bow")
    archery.spend(archer)
    assert archer.load == 2


def test_op_melee_05_a_sergeant_is_no_knight() -> None:
    """Only a Knight has the +1."""
    ranks = ("common", "sergeant", "knight")
    plain = [Fighter(rank=rank, weapon="hand_weapon") for rank in ranks]
    assert [sum(line.value for line in attack_modifiers(one)) for one in plain] == [0, 0, 1]


# -- mounts


@pytest.mark.parametrize(
    ("rider", "x", "able"),
    [("a other", 11.0, True), ("a other", 11.3, False), ("b other", 11.0, False)],
)
def test_op_mount_02_a_comrades_horse_if_he_touches_it(rider: str, x: float, able: bool) -> None:
    """Of another unit of his side, not of the enemy's, and only in contact."""
    battle = field(f"a men: mounted x1 10,10 | {rider}: dismounted x1 20,20 | b foe: x1 40,30")
    mounts.turn_loose(battle, man(battle, "men"), footprint(True, 10, 10, 0))
    put(battle, man(battle, "men"), 30, 30, 0)
    put(battle, man(battle, "other"), x, 10, 0)
    assert (mounts.mounting_refusal(battle, man(battle, "other")) is None) is able
