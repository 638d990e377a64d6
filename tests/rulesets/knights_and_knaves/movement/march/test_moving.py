"""Movement all at once: pro-rating, charges that turn after their targets (KK-MOVE)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import GONE, Declared
from banneret.rulesets.knights_and_knaves.basics.who import standing
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.movement import ways
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.screen.deeds import Left, Moved
from banneret.tabletop.shapes.measuring import gap, overlaps
from rulesets.knights_and_knaves.field import at, clause_of, declare, field, man
from rulesets.knights_and_knaves.scripts import play
from rulesets.scripting import events_of


def test_kk_move_18_equal_walkers_meet_in_the_middle() -> None:
    """Two men who charge each other 10 inches apart meet half-way."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,21", phase="move")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "move_full_melee", target=odo.id)
    declare(odo, "move_full_melee", target=hugh.id)
    play(battle, marching.movement)
    assert at(hugh) == (20, 15)
    assert at(odo) == (20, 16)
    assert touching(battle, hugh) == [odo]


def test_kk_move_19_rider_and_walker_pro_rated() -> None:
    """A rider with 16 inches and a walker with 8, 12 apart: the rider goes 8, the walker 4."""
    battle = field("a Guy: knight mounted horse at 20,10 | b Odo: soldier at 20,23.5", phase="move")
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="canter", target=odo.id)
    declare(odo, "move_full", path=((20.0, 15.5),))
    play(battle, marching.movement)
    assert at(guy) == (20, 18)
    assert at(odo) == (20, 19.5)
    assert touching(battle, guy) == [odo]


def test_kk_move_19_a_charge_turns_after_its_target() -> None:
    """A man on foot who is charged walks aside; the charger follows him and catches him."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,16 armor=10", phase="move")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "move_full_melee", target=odo.id)
    declare(odo, "move_full", path=((24.0, 16.0),))
    play(battle, marching.movement)
    assert touching(battle, hugh) == [odo]
    assert hugh.base.x > 21
    assert odo.base.x < 24  # stopped where he was caught


@pytest.mark.parametrize("side", ["a", "b"])
def test_kk_move_19_a_charger_by_way_points_stops_against_whom_he_meets(side: str) -> None:
    """Round a corner too nobody goes through another, however far that is off the straight way."""
    battle = field(
        f"a Hugh: soldier at 20,10 armor=5 | {side} Ivo: soldier at 25.5,12.8 | b Odo: at 20,18",
        phase="move",
    )
    hugh, ivo, odo = man(battle, "Hugh"), man(battle, "Ivo"), man(battle, "Odo")
    declare(hugh, "move_full_melee", run=True, path=((26.0, 13.0),), target=odo.id)
    declare(ivo, "stay")
    play(battle, marching.movement)
    assert gap(hugh.base, ivo.base) < 0.05
    assert hugh.base.x < 26
    assert touching(battle, hugh) == ([ivo] if side == "b" else [])


def test_kk_move_19_the_way_told_of_one_who_turns_after_another_is_the_way_he_went() -> None:
    """He runs after a man who rides across: the way told bends as his did."""
    battle = field(
        "a Hugh: soldier armor=5 in_command at 20,10 | b Guy: knight mounted at 10,20 east",
        phase="move",
    )
    hugh, guy = man(battle, "Hugh"), man(battle, "Guy")
    declare(hugh, "move_full_melee", run=True, target=guy.id)
    declare(guy, "move_full", gait="canter", path=((26.0, 20.0),))
    told = events_of(play(battle, marching.movement), Moved)
    (way,) = [one.path for one in told if one.man == hugh.id]
    assert len(way) > 2
    assert way[-1] == (hugh.base.x, hugh.base.y)
    assert ways.length(way) > ways.length((way[0], way[-1])) + 0.1


def test_kk_move_19_a_mount_turns_within_its_limits() -> None:
    """A charging horse turns once, 45 degrees at most, so a target may slip by."""
    battle = field(
        "a Guy: knight mounted horse at 20,10 | b Odo: soldier armor=5 at 20,24 in_command",
        phase="move",
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    battle.horses[guy.horse].last_gait = "canter"
    declare(guy, "move_full_melee", gait="canter", target=odo.id)
    declare(odo, "move_full", run=True, path=((40.0, 24.0),))
    play(battle, marching.movement)
    assert touching(battle, guy) == []
    assert guy.base.x > 20.5  # he did turn
    assert abs(guy.base.facing - 0.0) <= 45.1


def test_kk_move_19_waits_until_it_clears_then_goes_on() -> None:
    """A friend crossing ahead is let by; one who stands is a stop."""
    battle = field(
        "a Hugh: soldier at 20,10 | a Odo: soldier at 16,13 facing 90 | a Ivo: soldier at 40,14 | "
        "a Ian: soldier at 40,10",
        phase="move",
    )
    hugh, odo, ian = man(battle, "Hugh"), man(battle, "Odo"), man(battle, "Ian")
    declare(hugh, "move_full", path=((20.0, 18.0),))
    declare(odo, "move_full", path=((24.0, 13.0),))
    declare(ian, "move_full", path=((40.0, 18.0),))
    battle.declared = (odo.id, hugh.id, ian.id)
    play(battle, marching.movement)
    assert at(hugh) == (20, 18)  # he was across first
    assert at(odo) == (23, 13)  # he waited, then went on for the rest of the time
    assert at(ian) == (40, 13)


def test_kk_act_23_rear_ranks_stop_behind_the_front() -> None:
    """A second-rank man with a full move stops behind one who stays."""
    battle = field("a men: soldier x2 at 20,12 20,10", phase="move")
    declare(man(battle, "men", 1), "move_full", path=((20.0, 18.0),))
    play(battle, marching.movement)
    assert at(man(battle, "men", 1)) == (20, 11)


@pytest.mark.parametrize("mount", ["", "mounted horse"])
def test_kk_move_19_of_two_abreast_at_one_man_the_first_declared_goes_on(mount: str) -> None:
    """Shoulder to shoulder they draw together: the first comes to him, the other up behind."""
    men = [f"a {name}: {mount} in_command at {x},10" for name, x in (("Hal", 20), ("Tom", 21))]
    for first, second in (("Hal", "Tom"), ("Tom", "Hal")):
        battle = field(" | ".join([*men, "b Odo: at 20.5,17"]), phase="move")
        odo = man(battle, "Odo")
        for name in ("Hal", "Tom"):
            declare(man(battle, name), "move_full_melee", target=odo.id)
        battle.declared = (man(battle, first).id, man(battle, second).id)
        play(battle, marching.movement)
        assert touching(battle, odo) == [man(battle, first)]
        assert man(battle, second).base.y > 13.0


def test_kk_move_19_a_marching_unit_keeps_its_shape() -> None:
    """Twelve men side by side and behind one another all go 8 inches together."""
    battle = field("a men: soldier x12 at 20,10", phase="move")
    before = {one.id: (one.base.x, one.base.y) for one in standing(battle)}
    for one in standing(battle):
        declare(one, "move_full", path=((one.base.x, one.base.y + 8.0),))
    play(battle, marching.movement)
    for one in standing(battle):
        x, y = before[one.id]
        assert at(one) == (round(x, 1), round(y + 8.0, 1))


def test_kk_move_31_without_melee_he_stops_short() -> None:
    """A move chit brings nobody into contact; in contact he may step away unpunished."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,14 | a Ivo: soldier at 40,10 | "
        "b Guy: soldier at 40,11",
        phase="move",
    )
    hugh, odo, ivo = man(battle, "Hugh"), man(battle, "Odo"), man(battle, "Ivo")
    declare(hugh, "move_full", path=((20.0, 18.0),))
    declare(ivo, "move_full", path=((40.0, 4.0),))
    play(battle, marching.movement)
    assert 0.05 < gap(hugh.base, odo.base) < 0.3
    assert touching(battle, hugh) == []
    assert at(ivo) == (40, 4)
    hugh.chit = "move_full"
    assert clause_of(ways.refusal(battle, hugh, Declared(target=odo.id))) == "KK-MOVE-31"


def test_kk_move_31_enemies_with_melee_may_follow() -> None:
    """Who leaves a fight gets away; his enemy comes after him and catches him where he ends."""
    battle = field("a Hugh: soldier armor=10 at 20,10 | b Guy: soldier at 20,11", phase="move")
    hugh, guy = man(battle, "Hugh"), man(battle, "Guy")
    declare(hugh, "move_full", path=((20.0, 6.0),))
    declare(guy, "move_full_melee", target=hugh.id)
    play(battle, marching.movement)
    assert at(hugh) == (20, 6)
    assert touching(battle, guy) == [hugh]


def test_kk_move_20_a_gallop_charge_keeps_its_rest() -> None:
    """At contact a gallop charger stops with the unused distance in hand."""
    battle = field(
        "a Guy: knight lance mounted destrier at 20,10 in_command | b Odo: soldier at 20,20"
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    play(battle, marching.movement)
    assert touching(battle, guy) == [odo]
    assert guy.charge_rest == pytest.approx(24 - 8.5, abs=0.01)
    assert battle.gallopers == (guy.id,)


def test_kk_move_20_a_gallop_past_its_target_is_ridden_out() -> None:
    """If the target gets out of the way the charger goes his full distance."""
    battle = field(
        "a Guy: knight lance mounted destrier at 20,10 in_command horse.last_gait=trot | "
        "b Odo: soldier armor=5 at 24,14",
        phase="move",
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="gallop", target=odo.id)
    play(battle, marching.movement)
    assert touching(battle, guy) == []
    start = (20.0, 10.0)
    assert ((guy.base.x - start[0]) ** 2 + (guy.base.y - start[1]) ** 2) ** 0.5 > 20.0


@pytest.mark.parametrize(("half", "far"), [("move_half", 4.5), ("move_full", 9.0)])
def test_kk_move_32_half_of_the_modified_walk(half: str, far: float) -> None:
    """Armour 5 with one level: 9 inches, half of it 4.5."""
    battle = field(f"a Hugh: soldier armor=5 temporary=1 at 10,10 in_command chit={half}")
    hugh = man(battle, "Hugh")
    assert ways.refusal(battle, hugh, Declared(path=((10, 10 + far),))) is None
    assert ways.refusal(battle, hugh, Declared(path=((10, 10.1 + far),))) is not None


def test_kk_act_21_half_a_horse_is_a_walk_full_a_canter() -> None:
    """An uncontrolled rider's half move is 8 inches, his full one 16."""
    battle = field("a Guy: knight mounted destrier at 10,10 chit=move_half rolled=move_half")
    guy = man(battle, "Guy")
    assert ways.refusal(battle, guy, Declared(path=((10, 18),))) is None
    assert ways.refusal(battle, guy, Declared(path=((10, 18.1),))) is not None
    guy.chit = guy.rolled = "move_full"
    assert ways.refusal(battle, guy, Declared(path=((10, 26),))) is None
    assert ways.refusal(battle, guy, Declared(path=((10, 26.1),))) is not None
    assert clause_of(ways.refusal(battle, guy, Declared(gait="gallop"))) == "KK-ACT-22"


def test_kk_move_33_over_the_edge_is_out_of_the_game() -> None:
    """A figure whose base crosses the edge leaves for good."""
    battle = field("a Hugh: soldier at 10,3 in_command | a Odo: soldier at 20,3", phase="move")
    hugh = declare(man(battle, "Hugh"), "move_full", path=((10.0, 0.0),))
    play(battle, marching.movement)
    assert hugh.status == GONE
    table = play(field("a Hugh: soldier at 10,3 chit=stay"), marching.movement)
    assert events_of(table, Left) == []
    hugh.chit = "move_full"
    over = Declared(path=((10, -2), (10, 4)))
    assert clause_of(ways.refusal(battle, man(battle, "Odo"), over)) in {"KK-MOVE-33", "KK-COMP-02"}


def test_kk_geo_04_nobody_ends_on_another() -> None:
    """A crowd thrown together ends without overlapping."""
    battle = field("a men: soldier x9 at 20,10 | b foes: soldier x9 at 20,20", phase="move")
    for one in standing(battle):
        other = man(battle, "foes" if one.side == "a" else "men", one.id % 9)
        declare(one, "move_full_melee", target=other.id)
    battle.declared = tuple(one.id for one in standing(battle))
    play(battle, marching.movement)
    up = list(standing(battle))
    for one in up:
        for other in up:
            assert one is other or not overlaps(one.base, other.base), (one.id, other.id)
    assert any(touching(battle, one) for one in up)


def test_kk_geo_04_who_cannot_turn_stays_as_he_stood() -> None:
    """Hemmed in, he who sets off at a slant and gets nowhere stands as before."""
    battle = field(
        "a Guy: knight mounted at 20,10 | a Ivo: knight mounted at 21.02,10 | "
        "a Hal: knight mounted at 18.98,10 | a Ian: soldier at 20,11.52 | b Odo: soldier at 23,14",
        phase="move",
    )
    guy, odo = man(battle, "Guy"), man(battle, "Odo")
    declare(guy, "move_full_melee", gait="canter", target=odo.id)
    play(battle, marching.movement)
    for name in ("Ivo", "Hal", "Ian"):
        assert not overlaps(guy.base, man(battle, name).base)


def test_kk_def_17_turning_in_place_is_no_move() -> None:
    """A man who only turns has not moved; one displaced has."""
    battle = field("a Hugh: soldier at 10,10 | a Odo: soldier at 20,10", phase="move")
    hugh = declare(man(battle, "Hugh"), "stay", facing=90.0)
    odo = declare(man(battle, "Odo"), "move_full", path=((20.0, 10.2),))
    table = play(battle, marching.movement)
    assert hugh.base.facing == 90.0
    assert not hugh.moved
    assert odo.moved
    assert [one.man for one in events_of(table, Moved)] == [odo.id]


def test_kk_def_22_a_charge_names_an_enemy_in_sight() -> None:
    """Friends, bodies and men out of sight cannot be charged."""
    battle = field(
        "a Hugh: soldier at 10,10 in_command chit=move_full_melee | a Odo: soldier at 12,10 | "
        "b Guy: soldier at 10,30 disabled | b Ivo: soldier at 30,10",
        terrain="high_wall: 20,0 20,48",
    )
    hugh = man(battle, "Hugh")
    for name in ("Odo", "Guy", "Ivo"):
        assert ways.refusal(battle, hugh, Declared(target=man(battle, name).id)) is not None


def test_kk_move_19_previews_tell_length_and_reach() -> None:
    """A preview tells how far he goes, never further than he may, and how far off his mark is."""
    battle = field(
        "a Hugh: soldier at 10,10 in_command chit=move_full_melee | b Odo: soldier at 10,20"
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    seen = ways.preview(battle, hugh, Declared(target=odo.id))
    assert seen.legal
    assert seen.price == 8.0
    assert any("out of reach so: he is not charged" in note for note in seen.notes)
    no = ways.preview(battle, hugh, Declared(path=((10, 30),)))
    assert not no.legal
    assert no.clause == "KK-MOVE-15"


def test_kk_move_ideas_are_lawful() -> None:
    """Every idea offered is allowed."""
    battle = field(
        "a Hugh: soldier at 10,10 in_command | "
        "a Guy: knight mounted destrier at 20,10 in_command | b Odo: soldier at 10,20 | "
        "b Ivo: soldier at 30,20",
        terrain="high_wall: 5,15 30,15 | water: 40,0..44,48",
    )
    for name in ("Hugh", "Guy"):
        one = man(battle, name)
        for chit in ("move_half", "move_full", "move_full_melee", "move_full_shoot", "stay"):
            one.chit = chit
            offered = ways.ideas(battle, one)
            assert offered
            assert all(ways.refusal(battle, one, idea) is None for idea in offered)
