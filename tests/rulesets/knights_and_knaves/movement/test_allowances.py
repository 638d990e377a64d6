"""Movement: allowances and ways (KK-MOVE)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Declared
from banneret.rulesets.knights_and_knaves.morale import rout
from banneret.rulesets.knights_and_knaves.movement import allowances, ways
from banneret.rulesets.knights_and_knaves.movement.march import marching
from rulesets.knights_and_knaves.field import at, clause_of, declare, field, man
from rulesets.knights_and_knaves.scripts import play


@pytest.mark.parametrize(
    ("armor", "walk"), [(5, 10), (6, 8), (7, 8), (8, 6), (9, 6), (10, 4), (12, 4)]
)
def test_kk_move_01_foot_by_armour(armor: int, walk: int) -> None:
    """A walk by armour, twice as far at a run, and not an inch more."""
    battle = field(f"a Hugh: soldier armor={armor} at 10,10 in_command chit=move_full")
    hugh = man(battle, "Hugh")
    assert ways.refusal(battle, hugh, Declared(path=((10, 10 + walk),))) is None
    assert (
        clause_of(ways.refusal(battle, hugh, Declared(path=((10, 10.1 + walk),)))) == "KK-MOVE-15"
    )
    run = Declared(run=True, path=((10, 10 + 2 * walk),))
    assert ways.refusal(battle, hugh, run) is None


@pytest.mark.parametrize("armor", [5, 11])
@pytest.mark.parametrize(
    ("gait", "far"), [("walk", 8), ("trot", 12), ("canter", 16), ("gallop", 24)]
)
def test_kk_move_02_mounted_by_gait(armor: int, gait: str, far: int) -> None:
    """A horse's gait decides, not its rider's armour."""
    battle = field(
        f"a Guy: knight mounted destrier armor={armor} at 10,10 in_command chit=move_full"
    )
    guy = man(battle, "Guy")
    assert ways.refusal(battle, guy, Declared(gait=gait, path=((10, 10 + far),))) is None
    too_far = Declared(gait=gait, path=((10, 10.1 + far),))
    assert clause_of(ways.refusal(battle, guy, too_far)) == "KK-MOVE-15"


@pytest.mark.parametrize(
    ("kind", "no"), [("destrier", None), ("horse", "KK-MOVE-03"), ("nag", "KK-MOVE-03")]
)
def test_kk_move_03_only_destriers_gallop(kind: str, no: str | None) -> None:
    """Only a trained warhorse gallops."""
    battle = field(f"a Guy: knight mounted {kind} at 10,10 in_command chit=move_full")
    one = Declared(gait="gallop", path=((10, 20),))
    assert clause_of(ways.refusal(battle, man(battle, "Guy"), one)) == no


def test_kk_move_04_running_doubles_and_tires() -> None:
    """A controlled man runs twice as far for one level of fatigue; others may not."""
    battle = field("a Hugh: soldier at 10,10 in_command | a Odo: soldier at 20,10", phase="move")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    odo.chit = "move_full"
    assert (
        clause_of(ways.refusal(battle, odo, Declared(run=True, path=((20, 20),)))) == "KK-MOVE-04"
    )
    declare(hugh, "move_full", run=True, path=((10.0, 26.0),))
    play(battle, marching.movement)
    assert at(hugh) == (10, 26)
    assert hugh.temporary == 1
    assert hugh.ran
    assert odo.temporary == 0


def test_kk_move_05_always_runners_run_unasked() -> None:
    """A Highlander out of command runs in every move; in command he may be told to walk."""
    battle = field("a Ian: soldier always_run at 10,10", phase="move")
    ian = declare(man(battle, "Ian"), "move_full", path=((10.0, 24.0),))
    play(battle, marching.movement)
    assert at(ian) == (10, 24)
    assert ian.temporary == 1


def test_kk_move_06_half_a_run_costs_the_level() -> None:
    """An uncontrolled Highlander's half move is half his run, for the level; none if he stays."""
    battle = field("a Ian: soldier always_run at 10,10 chit=move_half rolled=move_half")
    ian = man(battle, "Ian")
    assert ways.refusal(battle, ian, Declared(path=((10, 18),))) is None
    assert clause_of(ways.refusal(battle, ian, Declared(path=((10, 18.1),)))) == "KK-MOVE-15"
    declare(ian, "move_half")
    play(battle, marching.movement)
    assert ian.temporary == 0
    ian.in_command = True
    ian.rolled, ian.chit = "", "move_full"
    assert clause_of(ways.refusal(battle, ian, Declared(path=((10, 20),)))) == "KK-MOVE-15"  # walks


def test_kk_move_06_held_up_at_once_a_runner_is_not_tired() -> None:
    """The level is for moving at all: a Highlander blocked where he stands keeps his breath."""
    battle = field("a Ian: soldier always_run at 10,10 | a Wat: soldier at 10,11", phase="move")
    ian = declare(man(battle, "Ian"), "move_full", path=((10.0, 24.0),))
    play(battle, marching.movement)
    assert (ian.base.y, ian.temporary, ian.ran) == (10.0, 0, False)


def test_kk_move_07_galloping_tires_the_horse() -> None:
    """The horse, not the rider, gains a level for a turn at the gallop."""
    battle = field("a Guy: knight mounted destrier at 10,10 in_command", phase="move")
    guy = declare(man(battle, "Guy"), "move_full", gait="gallop", path=((10.0, 30.0),))
    play(battle, marching.movement)
    assert battle.horses[guy.horse].temporary == 1
    assert battle.horses[guy.horse].gait == "gallop"
    assert guy.temporary == 0


def test_kk_move_08_one_turn_of_45_degrees_half_way() -> None:
    """A 16-inch canter turns at 8 inches, up to 45 degrees."""
    battle = field(
        "a Guy: knight mounted horse at 20,10 in_command chit=move_full horse.gait=canter"
    )
    guy = man(battle, "Guy")
    way = Declared(gait="canter", path=((20, 18), (25.65, 23.65)))
    assert ways.refusal(battle, guy, way) is None
    early = Declared(gait="canter", path=((20, 16), (27.07, 23.07)))
    assert clause_of(ways.refusal(battle, guy, early)) == "KK-MOVE-08"
    sharp = Declared(gait="canter", path=((20, 18), (26.0, 23.2)))
    assert clause_of(ways.refusal(battle, guy, sharp)) == "KK-MOVE-08"
    twice = Declared(gait="canter", path=((20, 18), (22, 22), (22, 25)))
    assert clause_of(ways.refusal(battle, guy, twice)) == "KK-MOVE-08"


def test_kk_move_09_after_a_quiet_turn_any_direction() -> None:
    """Who walked starts anywhere; who trotted starts along its facing."""
    battle = field(
        "a Guy: knight mounted horse at 20,10 in_command chit=move_full horse.last_gait=walk"
    )
    guy = man(battle, "Guy")
    back = Declared(gait="trot", path=((20, 4),))
    assert ways.refusal(battle, guy, back) is None
    battle.horses[guy.horse].last_gait = "trot"
    assert clause_of(ways.refusal(battle, guy, back)) == "KK-MOVE-09"
    assert ways.refusal(battle, guy, Declared(gait="trot", path=((20, 20),))) is None


def test_kk_move_10_half_of_what_it_rides() -> None:
    """A 10-inch ride at the canter turns at 5 inches; only a walk ends facing any way."""
    battle = field("a Guy: knight mounted horse at 20,10 in_command chit=move_full")
    guy = man(battle, "Guy")
    way = Declared(gait="canter", path=((20, 15), (23.53, 18.53)))
    assert ways.refusal(battle, guy, way) is None
    round_about = Declared(gait="canter", path=((20, 18),), facing=180.0)
    assert clause_of(ways.refusal(battle, guy, round_about)) == "KK-MOVE-10"
    assert ways.refusal(battle, guy, Declared(gait="walk", path=((20, 18),), facing=180.0)) is None
    foot = field("a Hugh: soldier at 20,10 in_command", phase="move")
    hugh = declare(man(foot, "Hugh"), "move_full", path=((20, 12), (22, 12), (22, 10)), facing=45.0)
    play(foot, marching.movement)
    assert at(hugh) == (22, 10)
    assert hugh.base.facing == 45.0


@pytest.mark.parametrize(("stamina", "far"), [(4, 3), (5, 6)])
def test_kk_move_11_half_stamina_halves(stamina: int, far: int) -> None:
    """At half the original stamina or less a man goes half as far."""
    battle = field(f"a Hugh: soldier armor=8 at 10,10 in_command chit=move_full stamina={stamina}")
    hugh = man(battle, "Hugh")
    assert ways.refusal(battle, hugh, Declared(path=((10, 10 + far),))) is None
    assert ways.refusal(battle, hugh, Declared(path=((10, 10.1 + far),))) is not None


def test_kk_move_13_slopes_cost_inches() -> None:
    """Gentle slopes cost 2 inches, steep ones and stairs 3."""
    battle = field(
        "a Hugh: soldier at 10,10 in_command chit=move_full | a Odo: soldier at 30,10 in_command "
        "chit=move_full | a Ian: soldier at 50,10 in_command chit=move_full",
        terrain="gentle_slope: 8,12..12,30 | steep_slope: 28,12..32,30 | "
        "stairs: 48,12..52,14 height=6",
    )
    for name, far in (("Hugh", 6), ("Odo", 5), ("Ian", 5)):
        one = man(battle, name)
        x = one.base.x
        assert ways.refusal(battle, one, Declared(path=((x, 10 + far),))) is None
        assert ways.refusal(battle, one, Declared(path=((x, 10.1 + far),))) is not None


def test_kk_move_14_fatigue_costs_inches() -> None:
    """A man of armour 5 with three levels walks 7 inches."""
    battle = field(
        "a Hugh: soldier armor=5 at 10,10 in_command chit=move_full temporary=2 permanent=1"
    )
    hugh = man(battle, "Hugh")
    assert ways.refusal(battle, hugh, Declared(path=((10, 17),))) is None
    assert ways.refusal(battle, hugh, Declared(path=((10, 17.1),))) is not None


@pytest.mark.parametrize(
    ("words", "inches"),
    [("armor=6", 18), ("mounted horse", 18), ("mounted destrier", 26), ("armor=10", 10)],
)
def test_kk_move_12_a_router_has_two_inches_more(words: str, inches: int) -> None:
    """Than his run, or than the top gait of his horse."""
    battle = field(f"a Hugh: {words} routing at 10,10")
    assert allowances.rout_allowance(battle, man(battle, "Hugh")) == inches


@pytest.mark.parametrize(
    ("chit", "path", "inches"),
    [
        ("move_full", ((10, 9),), 8),
        ("move_full", ((10, 12),), 6),
        ("move_full", ((10, 11.2), (10, 11.8)), 6),
        ("move_full", ((9.5, 10), (10, 16)), 3),  # the second leg is on both kinds
        ("move_full", ((10, 17),), 3),
        ("move_half", ((10, 12),), 3),
        ("move_half", ((9.5, 10), (10, 16)), 2.507),  # up to the steep one, which would leave 1.5
    ],
)
def test_kk_move_15_each_kind_of_slope_once_and_half_at_the_end(
    chit: str, path: tuple[tuple[float, float], ...], inches: float
) -> None:
    """Armour 6 walks 8: two off for gentle ground anywhere on the way, three for steep."""
    battle = field(
        f"a Hugh: armor=6 at 10,10 in_command chit={chit}",
        terrain="gentle_slope: 0,11..9,12 | gentle_slope: 9,11..30,12 | steep_slope: 0,12..30,20",
    )
    hugh, declared = man(battle, "Hugh"), Declared(path=path)
    way = ways.whole_way(hugh, declared)
    assert allowances.allowance(battle, hugh, declared, way) == pytest.approx(inches, abs=0.001)
    if ways.refusal(battle, hugh, declared) is None:
        assert f"may go {inches:g} inches" in ways.preview(battle, hugh, declared).notes


def test_kk_move_15_nobody_goes_less_than_nowhere() -> None:
    """A worn-out router comes no further than a steep slope; over gentle ones he loses 2 inches."""
    steep = field(
        "a Hugh: armor=10 routing stamina=5 temporary=4 at 30,20 | b Odo: at 30,26",
        terrain="steep_slope: 20,10..40,19",
    )
    play(steep, rout.rout_move, man(steep, "Hugh"), None)
    assert at(man(steep, "Hugh")) == (30, 19)
    gentle = field(
        "a Hugh: armor=6 routing at 30,30 | b Odo: at 30,36",
        terrain="gentle_slope: 20,10..40,20 | gentle_slope: 20,22..40,26",
    )
    play(gentle, rout.rout_move, man(gentle, "Hugh"), None)
    assert at(man(gentle, "Hugh")) == (30, 14)


@pytest.mark.parametrize(
    ("words", "walk", "canter", "rout"),
    [
        ("", 8, 16, 18),
        ("stamina=1 temporary=2 permanent=1", 8, 16, 18),
        ("horse.temporary=2 horse.permanent=1", 5, 13, 15),
        ("horse.stamina=3", 4, 8, 10),
    ],
)
def test_kk_move_16_in_every_gait_the_horse_alone_counts(
    words: str, walk: float, canter: float, rout: float
) -> None:
    """Walking beside a captive, cantering, running away; on foot it is the man's own fatigue."""
    battle = field(f"a Guy: mounted horse {words} at 10,10 in_command chit=move_full")
    guy = man(battle, "Guy")
    fast = allowances.allowance(battle, guy, Declared(gait="canter"))
    found = (allowances.walking(battle, guy), fast, allowances.rout_allowance(battle, guy))
    assert found == (walk, canter, rout)
    foot = field("a Hal: armor=6 temporary=2 permanent=1 at 10,10 chit=move_full")
    assert allowances.allowance(foot, man(foot, "Hal"), None) == 5


def test_kk_move_15_order_of_modifiers() -> None:
    """Half, then inches; never below nothing; both kinds of slope add up."""
    battle = field(
        "a Hugh: soldier armor=10 at 10,10 in_command chit=move_full temporary=3",
        terrain="steep_slope: 8,10..12,30",
    )
    assert ways.refusal(battle, man(battle, "Hugh"), Declared(path=((10, 10.1),))) is not None


def test_kk_move_16_the_horse_moves_the_rider() -> None:
    """A crippled rider on a fresh horse goes at full speed; a crippled horse at half."""
    battle = field(
        "a Guy: knight mounted horse at 10,10 in_command chit=move_full stamina=1 temporary=3"
    )
    guy = man(battle, "Guy")
    far = Declared(gait="canter", path=((10, 26),))
    assert ways.refusal(battle, guy, far) is None
    battle.horses[guy.horse].stamina = 3
    assert clause_of(ways.refusal(battle, guy, far)) == "KK-MOVE-15"
    assert ways.refusal(battle, guy, Declared(gait="canter", path=((10, 18),))) is None


def test_kk_move_17_the_declared_gait_counts() -> None:
    """A canter of 5 inches is a canter; riding nowhere is standing."""
    battle = field(
        "a Guy: knight mounted horse at 10,10 in_command | a Ivo: knight mounted horse at 30,10",
        phase="move",
    )
    guy = declare(man(battle, "Guy"), "move_full", gait="canter", path=((10.0, 15.0),))
    ivo = declare(man(battle, "Ivo"), "move_full", gait="canter")
    play(battle, marching.movement)
    assert battle.horses[guy.horse].gait == "canter"
    assert battle.horses[ivo.horse].gait == "standing"
