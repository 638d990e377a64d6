"""Shooting on the table (OP-SHOOT)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.errors import BadPlayer
from banneret.core.play.events import Chose, Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from banneret.rulesets.one_page_skirmish.basics.state import Battle, put
from banneret.rulesets.one_page_skirmish.movement import mounts
from banneret.rulesets.one_page_skirmish.screen.events import Hurt, Revealed, Shot, Unhorsed
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import man_by_man
from rulesets.one_page_skirmish.arms import act, dice_of, lines, next_turn, shoot
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.scripting import events_of, needs

BOWS_AND_FOES = "a bows: longbow sword x3 at 10,10 | b foes: ar0 x3 at 10,30"


def _archer(weapon: str = "longbow", inches: float = 20.0, words: str = "", **rest: Any) -> Battle:
    """One archer and a common mark so many inches away, edge to edge."""
    return field(
        f"a bow: {weapon} sword x1 at 10,4 | b foes: {words} x2 at 40,34 10,{5 + inches}", **rest
    )


def _refused(battle: Battle) -> Refusal | None:
    return archery.shot_refusal(battle, man(battle, "bow"), man(battle, "foes", 1))


def _reason(battle: Battle) -> str:
    no = _refused(battle)
    assert no is not None
    return no.clause


def test_op_shoot_01_nine_hits_and_eight_misses() -> None:
    """A total of 9 hits, 8 misses."""
    battle = _archer()
    assert events_of(shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 8), Shot)[0] == Shot(
        0, 2, "longbow", 8, "", "miss"
    )
    table = shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 9)
    assert events_of(table, Shot)[0].result == "killed"
    assert man(battle, "foes", 1).fate == "killed"


def test_op_shoot_02_target_is_one_named_figure() -> None:
    """The question for a target offers figures, never groups."""
    battle = field(BOWS_AND_FOES)
    seen: list[Any] = []

    def look(choice: Any) -> int:
        seen.extend(choice.candidates)
        return 4

    act(battle, "bows", 1, answers=[0, "fire", look])
    assert seen == [3, 4, 5]


@pytest.mark.parametrize(
    ("weapon", "inches", "close", "reaches"),
    [
        ("longbow", 12.0, True, True),
        ("longbow", 12.01, False, True),
        ("longbow", 24.0, False, True),
        ("longbow", 24.01, False, False),
        ("crossbow", 9.0, True, True),
        ("crossbow", 9.01, False, True),
        ("crossbow", 18.0, False, True),
        ("crossbow", 18.01, False, False),
    ],
)
def test_op_shoot_03_ranges(weapon: str, inches: float, close: bool, reaches: bool) -> None:
    """Longbow: close to 12, long to 24; crossbow: close to 9, long to 18, all inclusive."""
    battle = _archer(weapon, inches)
    assert (_refused(battle) is None) is reaches
    if reaches:
        table = shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 1)
        assert lines(table, 0) == ({"close range": 1} if close else {})


def test_op_shoot_04_close_range_adds_one() -> None:
    """A crossbow at 8 inches hits with an 8 on the die."""
    battle = _archer("crossbow", 8.0)
    shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 8)
    assert man(battle, "foes", 1).fate == "killed"


def test_op_shoot_05_long_range_needs_nine_and_beyond_is_refused() -> None:
    """At 20 inches a 9 is needed; out of range the figure may choose otherwise."""
    battle = _archer("longbow", 20.0)
    shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 8)
    assert man(battle, "foes", 1).fate == "table"
    far = _archer("longbow", 25.0)
    assert _reason(far) == "OP-SHOOT-05"
    assert man_by_man.NOTHING in man_by_man.allowed_kinds(far, man(far, "bow"))


def test_op_shoot_06_aim_counts_once_however_long() -> None:
    """Two turns of aiming still add 1."""
    battle = _archer()
    for _ in range(2):
        act(battle, "bow", answers=["aim", 2])
        next_turn(battle, "a", "action")
    table = act(battle, "bow", 1, answers=["fire", 2])
    assert lines(table, 0) == {"aimed": 1}


def test_op_shoot_07_aim_then_nothing_then_fire_has_no_bonus() -> None:
    """The mark is lost by any other action."""
    battle = _archer()
    act(battle, "bow", answers=["aim", 2])
    next_turn(battle, "a", "action")
    act(battle, "bow", answers=["nothing"])
    next_turn(battle, "a", "action")
    assert lines(act(battle, "bow", 1, answers=["fire", 2]), 0) == {}


def test_op_shoot_07_aim_helps_only_against_the_man_aimed_at() -> None:
    """A shot at another figure has no bonus, and the mark is gone."""
    battle = field("a bow: longbow at 10,4 | b foes: x3 at 10,25 13,25 16,25")
    act(battle, "bow", answers=["aim", 2])
    next_turn(battle, "a", "action")
    assert lines(act(battle, "bow", 1, answers=["fire", 3]), 0) == {}
    assert man(battle, "bow").aim == -1


def test_op_shoot_07_aim_needs_a_loaded_weapon_range_and_sight() -> None:
    """An empty crossbow cannot be aimed; nor is a man out of range or sight aimed at."""
    battle = _archer("crossbow", 10.0)
    man(battle, "bow").load = 1
    assert man_by_man.kind_refusal(battle, man(battle, "bow"), "aim") is not None
    far = _archer("longbow", 24.5)
    assert man_by_man.kind_refusal(far, man(far, "bow"), "aim") is not None
    wood = _archer("longbow", 20.0, terrain="building: 8,12..12,14")
    no = archery.aim_refusal(wood, man(wood, "bow"), man(wood, "foes", 1))
    assert no is not None
    assert no.clause == "OP-TERR-05"


def test_op_shoot_07_aim_is_lost_when_the_target_is_dead() -> None:
    """When somebody else kills the man aimed at there is no mark left."""
    battle = field("a bows: longbow x3 at 10,4 | b foes: x3 at 10,20 13,20 16,20")
    first, second = man(battle, "bows"), man(battle, "bows", 1)
    first.aim, first.aimed_before = 4, True
    shoot(battle, second, man(battle, "foes", 1), 10)
    assert (first.aim, first.aimed_before) == (-1, False)


@pytest.mark.parametrize(
    ("terrain", "line"),
    [
        ("wall: 8,24 12,24", {"target wholly in cover": -2}),
        ("fence: 8,24 12,24", {"target partly in cover": -1}),
        ("woods: 8,24..12,27", {"target partly in cover": -1}),
        ("", {}),
    ],
)
def test_op_shoot_08_cover(terrain: str, line: dict[str, int]) -> None:
    """Behind a wall -2, behind a fence or in woods -1."""
    battle = _archer("longbow", 20.0, terrain=terrain)
    assert lines(shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 1), 0) == line


def test_op_shoot_09_ten_is_no_certain_hit() -> None:
    """A 10 at long range against whole cover, without aim, misses."""
    battle = _archer("longbow", 20.0, terrain="wall: 8,24 12,24")
    table = shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 10)
    assert events_of(table, Shot)[0].result == "miss"


def test_op_shoot_10_wounded_shooter_is_at_minus_one() -> None:
    """A wounded Sergeant at long range needs a 10."""
    battle = _archer()
    man(battle, "bow").hits = 1
    table = shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 9)
    assert events_of(table, Shot)[0].result == "miss"
    assert lines(table, 0) == {"shooter wounded": -1}
    shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 10)
    assert man(battle, "foes", 1).fate == "killed"


def test_op_shoot_11_mounted_longbow_is_refused_mounted_crossbow_is_not() -> None:
    """A longbow is shot on foot only, a loaded crossbow also from the saddle."""
    battle = _archer("longbow mounted", 15.0)
    assert _reason(battle) == "OP-SHOOT-11"
    assert _refused(_archer("crossbow mounted", 15.0)) is None


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"in_hand": "hand_weapon"}, "OP-SHOOT-11"),
        ({"stun": 1}, "OP-STUN-03"),
        ({"acted": True}, "OP-ACT-02"),
        ({"in_hand": "crossbow", "load": 0}, "OP-LOAD-02"),
    ],
)
def test_op_shoot_11_who_may_not_shoot(change: dict[str, object], clause: str) -> None:
    """Weapon in hand, loaded, not stunned, not yet acted: each has its own refusal."""
    battle = _archer("longbow crossbow", 15.0)
    for name, value in change.items():
        setattr(man(battle, "bow"), name, value)
    assert _reason(battle) == clause


def test_op_shoot_11_not_when_the_unit_moved_nor_when_engaged() -> None:
    """A unit that has moved does not shoot; an engaged figure does not either."""
    battle = _archer()
    unit(battle, "bow").acted = True
    assert _reason(battle) == "OP-SHOOT-11"
    battle = field("a bow: longbow at 10,10 | b foes: x3 at 10,11 10,20 13,20")
    assert _reason(battle) == "OP-ACT-11"


def test_op_shoot_11_shooter_turns_to_his_target() -> None:
    """He faces the target after the shot; packed shoulder to shoulder he has no room to."""
    battle = field("a bow: longbow at 10,10 north | b foes: x2 at 40,34 20,10")
    shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 1)
    assert man(battle, "bow").base.facing == 90.0
    tight = field("a bows: longbow x3 at 10,10 11,10 9,10 north | b foes: x2 at 40,34 15,20")
    shoot(tight, man(tight, "bows"), man(tight, "foes", 1), 1)
    assert man(tight, "bows").base.facing == 0.0


@pytest.mark.parametrize(("die", "fate"), [(3, "table"), (4, "killed")])
def test_op_shoot_12_armour_saves_on_its_rating_or_less(die: int, fate: str) -> None:
    """AR 3: a 3 saves, a 4 does not."""
    battle = _archer(words="ar3")
    shoot(battle, man(battle, "bow"), man(battle, "foes", 1), 9, die)
    assert man(battle, "foes", 1).fate == fate


def test_op_shoot_13_wounded_sergeant_of_rating_one_rolls_in_vain() -> None:
    """The die is rolled and cannot save."""
    battle = field("a bow: longbow at 10,10 | b foes: helmet x2 at 10,30 40,30 0.hits=1")
    table = shoot(battle, man(battle, "bow"), man(battle, "foes"), 9, 1)
    assert dice_of(table) == ["to hit", "armour save"]
    assert man(battle, "foes").fate == "killed"


@pytest.mark.parametrize(("die", "mounted"), [(7, False), (8, True)])
def test_op_shoot_14_location_die(die: int, mounted: bool) -> None:
    """Undeclared, 7 is the mount and 8 the rider."""
    battle = field("a bow: longbow at 10,10 | b knight: knight mounted at 10,30")
    table = shoot(battle, man(battle, "bow"), man(battle, "knight"), 9, die)
    assert needs(table)[1] == "7 or less: the mount"
    assert man(battle, "knight").mounted is mounted
    assert man(battle, "knight").hits == int(mounted)


def test_op_shoot_15_declaring_comes_first_and_saves_the_die() -> None:
    """The shooter is asked before the to-hit die, only of a mounted target; no location die."""
    battle = field("a bow: longbow at 10,10 | b knight: knight mounted at 10,30")
    table = act(battle, "bow", 9, answers=["fire", ("figure.declare", "rider")])
    order = [type(told.event) for told in table.events if isinstance(told.event, Chose | Rolled)]
    assert order == [Chose, Chose, Rolled]
    assert dice_of(table) == ["to hit"]
    foot = _archer()
    assert "figure.declare" not in questions_of(act(foot, "bow", 1, answers=["fire", 2]))


def test_op_shoot_16_mount_killed_leaves_the_rider_on_foot_unhurt() -> None:
    """He stands in its place, loses the lance, and nobody counts a casualty."""
    battle = field(
        "a bow: longbow at 10,10 | b riders: lance sword mounted x3 at 10,30 20,30 25,30"
    )
    rider = man(battle, "riders")
    table = shoot(battle, man(battle, "bow"), rider, 9, declared="mount")
    assert (rider.mounted, rider.hits, rider.fate, rider.in_hand) == (
        False,
        0,
        "table",
        "hand_weapon",
    )
    assert (rider.base.x, rider.base.y, rider.base.depth) == (10.0, 30.0, 1.0)
    assert unit(battle, "riders").figures_lost == 0
    assert not unit(battle, "riders").casualties_since_test
    assert events_of(table, Unhorsed)[0].why == "mount_killed"


def test_op_shoot_17_knight_with_a_flesh_wound_stays_mounted() -> None:
    """A hit rider who lives stays in the saddle; a dead one leaves his mount riderless."""
    battle = field("a bow: longbow at 10,10 | b knight: knight mounted barded1 at 10,30")
    knight = man(battle, "knight")
    shoot(battle, man(battle, "bow"), knight, 9, declared="rider")
    assert (knight.hits, knight.mounted) == (1, True)
    knight.hits = 2
    shoot(battle, man(battle, "bow"), knight, 10, declared="rider")
    assert knight.fate == "killed"
    assert [(m.side, m.armour, m.base.x, m.base.y) for m in battle.mounts] == [("b", 1, 10, 30)]


def test_op_shoot_18_no_shot_at_a_man_in_contact_with_a_friend() -> None:
    """A figure touching one of the shooter's side is no target."""
    battle = field("a bow: longbow at 10,10 | a mates: x1 at 21,20 | b foes: x2 at 40,34 20,20")
    assert _reason(battle) == "OP-SHOOT-18"
    put(battle, man(battle, "mates"), 20, 18, 0)
    assert _refused(battle) is None


def test_op_shoot_18_screens_and_sight_have_their_own_refusals() -> None:
    """A figure across the line, a building between, a hidden enemy, a friend."""
    battle = field("a bow: longbow at 10,10 | a mates: x1 at 10,15 | b foes: x2 at 40,34 10,21")
    assert _reason(battle) == "OP-TERR-06"
    battle = _archer(terrain="building: 8,12..12,14")
    assert _reason(battle) == "OP-TERR-05"
    battle = _archer(words="hidden")
    assert _reason(battle) == "OP-TERR-05"
    battle = field("a bow: longbow x2 at 10,10 15,10 | b foes: x2 at 40,34 10,21")
    no = archery.shot_refusal(battle, man(battle, "bow"), man(battle, "bow", 1))
    assert no is not None
    assert no.clause == "OP-SHOOT-02"


def test_op_shoot_19_third_archer_sees_what_the_second_did() -> None:
    """Shots are resolved one by one: the dead man is no longer offered."""
    battle = field(BOWS_AND_FOES)
    act(battle, "bows", 1, answers=[0, "fire", 4])
    act(battle, "bows", 10, answers=[1, "fire", 4])
    assert man(battle, "foes", 1).fate == "killed"
    with pytest.raises(BadPlayer):
        play(battle, _pick_target, dice=[1], answers=[4])
    act(battle, "bows", 9, answers=["fire", 5])
    assert man(battle, "foes", 2).fate == "killed"


def _pick_target(table: Table[Battle]) -> None:
    battle = table.state
    archer = man(battle, "bows", 2)
    table.ask(
        Pick(
            "a",
            "figure.target",
            "?",
            (4, 5),
            why_not=lambda key: archery.target_refusal(battle, archer, battle.figures[key]),
        )
    )


def test_op_shoot_20_ammunition_does_not_run_out() -> None:
    """Twenty shots later the archer still shoots and nothing of his has changed."""
    battle = _archer()
    before = man(battle, "bow").load
    for _ in range(20):
        act(battle, "bow", 1, answers=["fire", 2])
        next_turn(battle, "a", "action")
    assert _refused(battle) is None
    assert man(battle, "bow").load == before


def test_op_shoot_21_dice_in_order() -> None:
    """To hit, location, save; an unbarded mount needs no save: two dice in all."""
    battle = field("a bow: longbow at 10,10 | b knight: knight ar4 mounted at 10,30")
    knight = man(battle, "knight")
    table = shoot(battle, man(battle, "bow"), knight, 9, 8, 4)
    assert dice_of(table) == ["to hit", "rider or mount", "armour save"]
    table = shoot(battle, man(battle, "bow"), knight, 9, 7)
    assert dice_of(table) == ["to hit", "rider or mount"]


def test_op_shoot_22_riderless_mount_can_be_shot() -> None:
    """It is offered, saves on its barding alone, and is removed when hit."""
    battle = field("a bow: longbow at 10,10 | b knight: knight ar4 mounted barded1 at 10,30")
    knight = man(battle, "knight")
    play(battle, mounts.dismount, knight)
    (mount,) = battle.mounts
    table = act(battle, "bow", 9, 1, answers=["fire", "m1"])
    assert dice_of(table) == ["to hit", "armour save"]
    assert battle.mounts == [mount]
    next_turn(battle, "a", "action")
    table = act(battle, "bow", 9, 2, answers=["fire", "m1"])
    assert battle.mounts == []
    assert events_of(table, Shot)[0].at_mount
    assert not events_of(table, Hurt)


def test_op_shoot_23_no_shot_outside_the_own_turn() -> None:
    """In the other player's turn every shot is refused."""
    battle = _archer()
    next_turn(battle, "b", "action")
    assert _reason(battle) == "OP-SHOOT-23"
    shot = archery.shot_refusal(battle, man(battle, "bow"), man(battle, "foes", 1), reacting=True)
    assert shot is None


def test_op_hide_04_hidden_shooter_is_revealed_before_the_die() -> None:
    """The enemy sees the archers before the to-hit die falls, and then the die."""
    battle = field("a bow: longbow hidden at 10,10 | b foes: x2 at 40,34 10,25")
    table = act(battle, "bow", 1, answers=["fire", 2])
    told = [(type(t.event), t.audience) for t in table.events]
    assert told.index((Revealed, None)) < told.index((Rolled, None))
    assert (Chose, ("a",)) in told
    assert not unit(battle, "bow").hidden


def test_op_shoot_02_screens_show_the_odds_of_each_target() -> None:
    """Each target that may be shot at carries its chances as fractions."""
    battle = _archer("longbow", 20.0, "ar3")
    odds = archery.odds_of(battle, man(battle, "bow"), man(battle, "foes", 1))
    assert odds == {"miss": "4/5", "saved": "3/50", "killed": "7/50"}
