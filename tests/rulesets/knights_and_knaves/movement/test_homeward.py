"""Men on their way home go round what stands in it (KK-FINIS-05, KK-YIELD-09, KK-MORALE-35)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, put
from banneret.rulesets.knights_and_knaves.command.action import charges
from banneret.rulesets.knights_and_knaves.command.action.qualifiers import without_asking
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.morale import rally, rout
from banneret.rulesets.knights_and_knaves.movement.march.marching import movement
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play

FAR = "b foe: at 5,46"


def moved(battle: Battle, turns: int) -> None:
    """Movement alone, so many times."""
    for _ in range(turns):
        battle.phase = "move"
        play(battle, movement)


def test_kk_finis_05_withdrawing_men_go_round_a_wall() -> None:
    """Their edge is behind it; what was stated for them leads straight, the way does not."""
    battle = field(
        f"a men: x5 withdrawing at 30,11 | {FAR}", terrain="high_wall: 26,10 44,10"
    )  # fmt: skip
    for n in range(5):
        one = man(battle, "men", n)
        declare(one, "move_full", path=((one.base.x, -1.5),))
    moved(battle, 4)
    assert {man(battle, "men", n).status for n in range(5)} == {"gone"}


@pytest.mark.parametrize("saddle", ["", "mounted"])
def test_kk_move_23_out_of_a_barn_by_its_gate(saddle: str) -> None:
    """Round the corners of the house, which nobody's middle touches; riders find out too."""
    battle = field(
        f"a Guy: {saddle} withdrawing at 20,16 north | {FAR}",
        terrain="building barn: 15,10..25,20 | gate way: 19,20 21,20",
    )
    for _ in range(8):
        moved(battle, 1)
        for horse in battle.horses:
            horse.last_gait, horse.gait = horse.gait, "standing"
    assert man(battle, "Guy").status == "gone"


@pytest.mark.parametrize(
    ("facing", "last", "x", "y"),
    [
        ("north", "walk", 30.0, 14.0),
        ("north", "canter", 30.0, 30.0),
        ("east", "canter", 43.7, 24.3),
    ],
)
def test_kk_move_09_a_horse_on_its_way_home_begins_straight_ahead(
    facing: str, last: str, x: float, y: float
) -> None:
    """After a canter it cannot wheel about: it stands a turn, or turns 45 degrees at half-way."""
    battle = field(f"a Guy: mounted {facing} horse.last_gait={last} withdrawing at 30,30 | {FAR}")
    moved(battle, 1)
    assert (man(battle, "Guy").base.x, man(battle, "Guy").base.y) == pytest.approx((x, y), abs=0.06)


@pytest.mark.parametrize(
    ("facing", "last", "ends"),
    [(0.0, "walk", [(24.5, 10.0)]), (0.0, "canter", []), (180.0, "canter", [(25.965, 10.259)])],
)
def test_kk_act_17_a_straggler_does_not_ride_away_from_his_unit(
    facing: float, last: str, ends: list[tuple[float, float]]
) -> None:
    """After a canter he goes back by his one turn, or stands until his horse may wheel."""
    battle = field(f"a men: mounted x5 at 20,10 | {FAR}")
    stray = man(battle, "men", 4)
    put(battle, stray, 30.0, 20.0, facing)
    battle.horses[stray.horse].last_gait = last
    stray.chit, stray.rolled = "move_full", "rejoin"
    declared = without_asking(battle, stray)
    assert declared is not None
    assert list(declared.path[-1:]) == ends


def escort(others: str) -> Battle:
    battle = field(
        f"a Hal: escorting chit=escort at 30,14 | b Odo: captive at 31.2,14 | {others} | {FAR}"
    )
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    return battle


def test_kk_yield_09_a_captor_steps_round_friends_behind_him() -> None:
    """Three who stand shoulder to shoulder right behind him do not keep him on the field."""
    battle = escort("a Tom: chit=stay at 30,13 | a Wat: chit=stay at 29,13 | a Jak: at 31,13")
    moved(battle, 3)
    assert man(battle, "Hal").status == "gone"
    assert man(battle, "Odo").routed


def test_kk_yield_09_and_round_a_loose_horse_of_the_enemy() -> None:
    """Nor does a horse without a rider that is no friend's."""
    battle = escort("b Guy: mounted at 30,12.3 north")
    guy = man(battle, "Guy")
    battle.horses[0].rider, guy.horse, guy.status = NOBODY, NOBODY, "dead"
    moved(battle, 3)
    assert man(battle, "Hal").status == "gone"


def test_kk_yield_09_a_captive_led_before_his_captor_waits_at_the_edge() -> None:
    """If the captor is felled there the captive is free, and stands on the table."""
    battle = field(f"a Hal: escorting chit=escort at 30,8 | b Odo: captive at 30.8,7.2 | {FAR}")
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    hal.held, odo.held = odo.id, hal.id
    moved(battle, 1)
    assert hal.base.y < 1.5
    assert odo.base.x == 30.8
    assert odo.base.y == pytest.approx(odo.base.hd, abs=0.001)
    assert battle.ground.on_table(odo.base)
    moved(battle, 1)
    assert (hal.status, odo.status) == ("gone", "gone")


def test_kk_yield_09_with_the_way_free_he_goes_straight() -> None:
    """A friend beside him is not in his way."""
    battle = escort("a Tom: chit=stay at 29,14")
    moved(battle, 1)
    assert man(battle, "Hal").base.x == 30.0
    assert man(battle, "Hal").base.y < 7.0


def test_kk_morale_35_a_door_out_of_reach_does_not_hold_a_router() -> None:
    """He leans on the wall beside the door: he comes up to it, and next turn goes through."""
    battle = field(
        "a Ned: routing failed_lord_check=true at 57.366,37.443 facing 70.093 | a Hal: at 2,2 | "
        "b foe: at 40,31.2",
        terrain="building mill: 58,36..62,40 | light_door d: 58,37.4 58,38.6",
        phase="rally",
    )
    ned = man(battle, "Ned")
    play(battle, rally.rally)
    assert ned.base.x < 58.0
    ned.moved = False
    play(battle, rally.rally)
    assert ned.base.x > 61.0


def test_kk_move_21_past_the_end_of_a_hedge_there_is_room_until_he_touches_it() -> None:
    """His way leads over it at a flat angle, but he stands an inch beyond its end."""
    battle = field(
        "a Miles: routing at 27.486,18.369 | b Odo: at 36,19.32", terrain="hedge: 16,18 26,18"
    )
    play(battle, rout.rout_move, man(battle, "Miles"), None)
    assert man(battle, "Miles").base.x == pytest.approx(26.475, abs=0.01)


def test_kk_act_22_a_man_driven_at_the_enemy_goes_round_a_house() -> None:
    """He sees him past the corner of it, and does not stand at its wall for ever."""
    battle = field(
        "a Hal: armor=3 chit=move_full_melee rolled=move_full_melee at 30,8 | b Odo: at 33,18",
        terrain="building barn: 20,11..31,15",
    )
    hal, odo = man(battle, "Hal"), man(battle, "Odo")
    path = charges.way_round(battle, hal, odo)
    assert len(path) == 1
    hal.declared = without_asking(battle, hal)
    assert hal.declared is not None
    assert (hal.declared.target, hal.declared.path) == (odo.id, path)
    moved(battle, 1)
    assert touching(battle, hal)
    assert charges.way_round(battle, odo, hal) == ()  # nothing between them now


@pytest.mark.parametrize(
    ("before", "steps"),
    [
        ("a Wat: chit=stay at 20,11.2", True),
        ("a Wat: stun=1 chit=move_full at 20,11.2", True),
        ("a Wat: chit=move_full at 20,11.2", False),
        ("a Wat: chit=stay at 23,11.2", False),
    ],
)
def test_kk_act_22_a_man_driven_at_the_enemy_steps_round_a_friend_who_stands(
    before: str, steps: bool
) -> None:
    """His move reaches, so he comes into contact; behind one who goes on he follows."""
    battle = field(
        "a Hal: armor=3 chit=move_full_melee rolled=move_full_melee at 20,10 | "
        f"{before} | b Odo: at 20,16"
    )
    hal = man(battle, "Hal")
    hal.declared = without_asking(battle, hal)
    assert hal.declared is not None
    assert bool(hal.declared.path) is steps
    if steps:
        moved(battle, 1)
        assert touching(battle, hal) == [man(battle, "Odo")]
