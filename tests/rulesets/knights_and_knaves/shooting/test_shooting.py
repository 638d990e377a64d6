"""The Shooting phase: targets, nerve, strays, thrown weapons (KK-SHOOT)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.ground.sight import visible
from banneret.rulesets.knights_and_knaves.screen.deeds import Disabled, Nerve, Shot
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.rulesets.knights_and_knaves.shooting.aiming import aim
from banneret.rulesets.knights_and_knaves.shooting.cover import cover_between
from banneret.rulesets.knights_and_knaves.shooting.strays import strays
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import Played, play, run
from rulesets.scripting import events_of, rolls

READY = "ready=true chit=shoot in_command"


def range_(a: str = "", b: str = "", inches: float = 12, **more: Any) -> Battle:
    """Hugh with a longbow, Odo so many inches north of him, base to base."""
    return field(
        f"a Hugh: longbow short_sword {READY} {a} at 20,10 | "
        f"b Odo: soldier {b} at 20,{11 + inches}",
        phase="targets",
        **more,
    )


def clause_of(battle: Battle, name: str = "Odo", *, horse: bool = False) -> str | None:
    """The clause that refuses Hugh's shot."""
    no = shooting.shot_refusal(battle, man(battle, "Hugh"), man(battle, name), horse)
    return no.clause if no is not None else None


def number(battle: Battle, name: str = "Odo", *, horse: bool = False) -> tuple[int, int]:
    """The row and hit number of Hugh's shot."""
    facts = shooting.facts(battle, man(battle, "Hugh"), man(battle, name), horse)
    found = aim(facts, battle.options)
    return found.row, found.number


def shoot(battle: Battle, dice: list[int], **at: str) -> Played:
    """Play the Shooting phase; who is not named shoots at nobody."""
    said: dict[str, Any] = {"shot": "none"}
    for name, whom in at.items():
        horse = whom.startswith("horse ")
        key: str | int = man(battle, whom.removeprefix("horse ")).id
        said[f"shot {name}"] = f"h{key}" if horse else key
    return run(battle, "choose", dice=dice, answers=said, exact=False)


# -- who at whom


def test_kk_shoot_29_not_into_or_out_of_melee() -> None:
    """Neither shooter nor target may be in contact with an enemy."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier at 20,20 | a Ivo: soldier at 20,21 | "
        "b Guy: soldier at 30,20"
    )
    assert clause_of(battle) == "KK-SHOOT-29"
    assert clause_of(battle, "Guy") is None
    close = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 30,20"
    )
    man(close, "Hugh").touched = (man(close, "Odo").id,)
    assert clause_of(close, "Guy") == "KK-SHOOT-29"
    assert clause_of(close, "Odo") == "KK-SHOOT-29"


@pytest.mark.parametrize(
    ("status", "lawful"),
    [
        ("disabled", False),
        ("captive", False),
        ("dead", False),
        ("routing", True),
        ("escorting", True),
    ],
)
def test_kk_shoot_35_who_may_be_shot_at(status: str, lawful: bool) -> None:
    """Not the fallen and the captive; routers, captors and the stunned, yes."""
    assert (clause_of(range_(b=status)) is None) is lawful
    assert clause_of(range_(b="stun=3")) is None


def test_kk_shoot_35_targets_are_named_together_in_secret() -> None:
    """One question for each shooter, all at once, before the first die."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: longbow {READY} at 20,30 | "
        f"a Ivo: soldier at 5,5"
    )
    odo, hugh = man(battle, "Odo").id, man(battle, "Hugh").id
    table = play(battle, shooting.choose_targets, answers={"a": [odo], "b": [hugh]})
    assert battle.shots == ((hugh, odo, False), (odo, hugh, False))
    assert rolls(table) == []
    other = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier disabled at 20,30 | "
        "b Guy: soldier at 30,30 | b Ivo: soldier at 40,30 | a Hal: soldier at 40,31"
    )
    choice = shooting.question(other, man(other, "Hugh"))
    assert [option.key for option in choice.options() if option.because is None] == [
        "none",
        man(other, "Guy").id,
    ]


def test_kk_shoot_22_a_shot_without_a_number_is_refused() -> None:
    """No hit number, no shot, no die."""
    assert clause_of(range_("shooting=1 moved=true", "large moved=true", 36)) == "KK-SHOOT-22"


def test_kk_shoot_33_at_the_horse() -> None:
    """The horse has no shield and is not mounted; its rider is the first stray."""
    battle = range_(b="mounted horse large")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    man_row, horse_row = number(battle)[0], number(battle, horse=True)[0]
    assert horse_row - man_row == 5  # shield 4, mounted 1
    assert strays(battle, hugh, odo, True) == [(odo, False)]
    assert shooting.facts(battle, hugh, odo, True).target_armor == 3
    assert (odo, True) in shooting.targets(battle, hugh)


def test_kk_shoot_33_once_a_turn_and_only_if_ready() -> None:
    """Who is not ready, has shot, is stunned, routs or moves freely does not shoot."""
    assert shooting.targets(range_(), man(range_(), "Hugh"))
    for field_, value in (
        ("ready", False),
        ("shot", True),
        ("stun", 2),
        ("free", True),
        ("out_of_ammo", True),
    ):
        battle = range_()
        setattr(man(battle, "Hugh"), field_, value)
        assert shooting.targets(battle, man(battle, "Hugh")) == []


def test_kk_act_26_incidental_missiles_are_thrown_under_command() -> None:
    """A man with one throwing ax throws it only when told to."""
    battle = field(f"a Hugh: thrown_axe sword {READY} at 20,10 | b Odo: soldier at 20,14")
    hugh = man(battle, "Hugh")
    hugh.weapon = "thrown_axe"
    assert shooting.targets(battle, hugh)
    hugh.rolled = "shoot"
    assert shooting.targets(battle, hugh) == []


# -- the shot


def test_kk_shoot_02_row_column_number() -> None:
    """Skill 7 at 12 inches with a longbow needs a 2."""
    assert number(range_("shooting=7")) == (7, 2)
    battle = range_("shooting=7", "armor=3")
    table = shoot(battle, [2, 4, 4, 9, 9], Hugh="Odo")
    assert events_of(table, Shot)[0].damage == 4 + 4 + 2 - 3


@pytest.mark.parametrize(
    "piece",
    ["bush: 20,16", "wagon: 20,16", "hedge: 10,16 30,16", "chest_wall: 10,16 30,16"],
)
def test_kk_shoot_06_what_stands_between_obstructs_once(piece: str) -> None:
    """Anything he is not right behind, far from both, is one row down; two such no more."""
    open_view = number(range_())[0]
    assert number(range_(terrain=piece))[0] == open_view - 1
    assert number(range_(terrain=f"{piece} | fence: 10,18 30,18"))[0] == open_view - 1


def test_kk_shoot_06_an_obstructed_view() -> None:
    """A bush on the line is a row down."""
    assert number(range_("shooting=7", terrain="bush: 20,15"))[0] == 6


@pytest.mark.parametrize(("kind", "down"), [("waist_wall", 3), ("chest_wall", 6), ("window", 8)])
def test_kk_shoot_08_walls_and_windows(kind: str, down: int) -> None:
    """Right behind them three, six and eight rows down."""
    assert number(range_("shooting=7", terrain=f"{kind}: 10,22 30,22"))[0] == 7 - down


def test_kk_shoot_09_mounted_targets() -> None:
    """A mounted man is one row harder to hit."""
    assert number(range_("shooting=7", "mounted"))[0] == 6


def test_kk_shoot_15_what_adds_and_what_does_not() -> None:
    """Shield and wall add; of two walls the larger counts; a stunned man's shield does not."""
    both = "waist_wall: 10,22 30,22 | chest_wall: 10,22.2 30,22.2"
    assert number(range_("shooting=10", "large", terrain="waist_wall: 10,22 30,22"))[0] == 3
    assert number(range_("shooting=10", terrain=both))[0] == 4
    assert number(range_("shooting=10", "large stun=2"))[0] == 10


def test_kk_shoot_01_all_shots_before_any_effect() -> None:
    """Two archers who kill each other have both shot."""
    battle = field(
        f"a Hugh: longbow stamina=1 armor=3 {READY} stamina=1 at 20,10 | "
        f"b Odo: longbow armor=3 {READY} stamina=1 at 20,20 | a Ivo: soldier at 60,5 | "
        f"b Guy: soldier at 60,40",
        phase="targets",
    )
    table = shoot(battle, [9, 9, 9, 9, 9, 9, 1, 1], Hugh="Odo", Odo="Hugh")
    assert {one.man for one in events_of(table, Disabled)} == {
        man(battle, "Hugh").id,
        man(battle, "Odo").id,
    }


@pytest.mark.parametrize(
    ("faces", "left", "status"),
    [((4, 3), 3, "steady"), ((1, 3), 6, "steady"), ((5, 5), 0, "disabled")],
)
def test_kk_shoot_27_what_passes_the_armour_is_lost(
    faces: tuple[int, int], left: int, status: str
) -> None:
    """Two dice and two for the longbow less armour 6; at nought he is disabled."""
    battle = range_("shooting=10")
    shoot(battle, [10, *faces, 1, 1], Hugh="Odo")
    odo = man(battle, "Odo")
    assert (odo.stamina, odo.status) == (left, status)
    assert odo.profile.armor == 6


def test_kk_shoot_28_each_hit_is_reduced_by_itself() -> None:
    """Two hits of nine on armour six take three each; stamina stops at nought."""
    battle = field(
        f"a Hugh: sling {READY} at 20,10 | a Ivo: sling {READY} at 22,10 | b Odo: soldier at 21,20",
        phase="targets",
    )
    shoot(battle, [9, 4, 5, 9, 4, 5, 1, 1, 1], Hugh="Odo", Ivo="Odo")
    assert man(battle, "Odo").stamina == 0
    assert man(battle, "Odo").status == "disabled"


# -- strays


def test_kk_shoot_20_a_miss_may_strike_the_nearest_two() -> None:
    """Nearest first within two inches of the target, friend and foe alike."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier at 20,22 | b Guy: soldier at 21.5,22 | "
        "a Ivo: soldier at 18,22 | b Far: soldier at 24,22 | b Hal: soldier at 20,25",
        phase="targets",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    found = strays(battle, hugh, odo, False)
    assert found == [(man(battle, "Guy"), False), (man(battle, "Ivo"), False)]
    table = shoot(battle, [1, 1, 9, 9, 9, 1, 1, 1], Hugh="Odo")
    assert [(one.target, one.stray) for one in events_of(table, Shot)] == [
        (odo.id, False), (man(battle, "Guy").id, True), (man(battle, "Ivo").id, True),
    ]  # fmt: skip
    assert man(battle, "Ivo").lost_in_phase or man(battle, "Ivo").stamina < 6


def test_kk_shoot_21_the_horse_is_the_first_stray_and_a_hit_stops() -> None:
    """A rider missed, his horse is tried first; the shooter himself never."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier mounted at 20,22 | "
        f"b Guy: soldier at 21.5,22",
        phase="targets",
    )
    odo = man(battle, "Odo")
    assert strays(battle, man(battle, "Hugh"), odo, False) == [
        (odo, True),
        (man(battle, "Guy"), False),
    ]
    table = shoot(battle, [1, 9, 9, 9, 9, 1, 1], Hugh="Odo")
    assert events_of(table, Shot)[0].result == "miss"
    assert len(events_of(table, Shot)) == 2
    assert battle.horses[0].stamina == 0


def test_kk_shoot_21_who_is_not_seen_is_not_hit() -> None:
    """A man behind a wall beside the target is left out."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier at 20,22 | b Guy: soldier at 22,22",
        terrain="high_wall: 21.2,12 21.2,30",
    )
    assert strays(battle, man(battle, "Hugh"), man(battle, "Odo"), False) == []


# -- charged


def charged(dice: list[int], gap: float = 8.0) -> tuple[Battle, Played]:
    """Odo charges the archer Hugh from so far away; both phases are played."""
    battle = field(
        f"a Hugh: longbow short_sword {READY} at 20,10 | b Odo: soldier at 20,{11 + gap}",
        phase="move",
    )
    declare(man(battle, "Hugh"), "shoot")
    declare(man(battle, "Odo"), "move_full_melee", target=man(battle, "Hugh").id)
    table = run(
        battle,
        "choose",
        dice=dice,
        answers={"shot Hugh": man(battle, "Odo").id},
        exact=False,
    )
    return battle, table


def test_kk_shoot_17_a_steady_man_lets_him_come() -> None:
    """Passing, he shoots at the closest range, three dice; failing, at the range of the start."""
    battle, table = charged([1, 9, 1, 1, 1, 9, 9])
    assert [one.waits for one in events_of(table, Nerve)] == [True]
    assert [len(faces) for faces in rolls(table)][:3] == [1, 1, 3]
    assert battle.charges[0][2:] == (8.0, 0.0)
    _, table = charged([10, 9, 1, 1, 9, 9])
    assert [one.waits for one in events_of(table, Nerve)] == [False]
    assert [len(faces) for faces in rolls(table)][:3] == [1, 1, 2]


def test_kk_shoot_18_failing_is_no_rout() -> None:
    """A failed test of nerve changes the range and nothing else."""
    battle, _ = charged([10, 1, 9, 9])
    assert man(battle, "Hugh").status == "steady"
    assert not man(battle, "Hugh").checked


def test_kk_shoot_18_the_distance_when_it_came_into_sight() -> None:
    """A charger who starts behind a house is shot at from where he appears."""
    battle = field(
        f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier armor=5 at 28,20 in_command",
        terrain="high_wall: 21,16 40,16",
        phase="move",
    )
    declare(man(battle, "Hugh"), "shoot")
    declare(
        man(battle, "Odo"),
        "move_full_melee",
        run=True,
        path=((20.2, 17.5),),
        target=man(battle, "Hugh").id,
    )
    run(battle, "reorganise", exact=False)
    start, closest = battle.charges[0][2:]
    assert closest == 0.0
    assert start < 10.0


def test_kk_shoot_19_he_may_shoot_at_the_charger_in_contact() -> None:
    """Contacted this turn he shoots at that charger only, and then parries with the bow."""
    battle, table = charged([1, 2, 1, 1, 1, 9])
    assert [one.target for one in events_of(table, Shot)] == [man(battle, "Odo").id]
    hugh = man(battle, "Hugh")
    assert (
        clause_of(field(f"a Hugh: longbow {READY} at 20,10 | b Odo: soldier at 20,11"))
        == "KK-SHOOT-19"
    )
    assert hugh.weapon == "longbow"


# -- thrown


def test_kk_shoot_31_a_thrown_ax_is_out_of_hand() -> None:
    """It does its two dice less the thrower's fatigue, and is gone."""
    battle = field(
        f"a Hugh: thrown_axe ax dagger {READY} temporary=1 shooting=9 at 20,10 | "
        f"b Odo: soldier at 20,13",
        phase="targets",
    )
    hugh = man(battle, "Hugh")
    hugh.weapon = "ax"
    table = shoot(battle, [10, 5, 5, 1, 1], Hugh="Odo")
    assert events_of(table, Shot)[0].damage == 10 - 1 - 6
    assert set(hugh.thrown) == {"thrown_axe", "ax"}
    assert hugh.weapon == "none"  # the dagger is drawn at a reveal, or in a fight (KK-MELEE-27)
    assert shooting.targets(battle, hugh) == []


def test_kk_shoot_30_thonged_javelins_use_the_bands() -> None:
    """At three inches a javelin with a thong does three dice."""
    battle = field(
        f"a Hugh: javelin_thong sword {READY} shooting=9 at 20,10 | b Odo: soldier at 20,14",
        phase="targets",
    )
    table = shoot(battle, [10, 1, 1, 1, 1], Hugh="Odo")
    assert len(rolls(table)[1]) == 3


def test_kk_scale_07_half_size_halves_the_columns() -> None:
    """At 15 mm two inches are the first column, and bases are half an inch."""
    battle = field(
        f"a Hugh: longbow {READY} shooting=1 at 20,10 | b Odo: soldier at 20,12.5", scale_15mm=True
    )
    facts = shooting.facts(battle, man(battle, "Hugh"), man(battle, "Odo"), False)
    assert facts.distance == 2.0
    assert aim(facts, battle.options).number == 2
    assert man(battle, "Hugh").base.width == 0.5


def test_kk_shoot_36_the_line_runs_between_the_nearest_points() -> None:
    """A wall before part of a horse does not cover where the shot comes; before all of it does."""
    for end, cover in ((20.45, "none"), (19.9, "waist_wall")):
        battle = field(
            "a Hugh: longbow at 20,10 | b Odo: knight mounted at 21,20 east",
            terrain=f"waist_wall: {end},19.3 24,19.3",
        )
        assert cover_between(battle, man(battle, "Hugh").base, man(battle, "Odo").base)[0] == cover


def test_kk_shoot_08_at_a_window_from_aside() -> None:
    """Seen slantwise, past the wall of the house, he is still behind his window."""
    for place, cover in (("20,30", "window"), ("27,19", "window"), ("20,8", "none")):
        battle = field(
            f"a Hugh: longbow at {place} | b Odo: soldier at 20,13.6",
            terrain="building house: 15,5..25,15 | window: 19.5,15 20.5,15",
        )
        hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
        assert visible(battle, hugh, odo)
        assert cover_between(battle, hugh.base, odo.base)[0] == cover
