"""The fine print: lines of a clause that the tests of the whole clause would not miss."""

from __future__ import annotations

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.events import Rolled
from banneret.core.geometry import gap
from banneret.rulesets.one_page_skirmish import mounts, setup, turn
from banneret.rulesets.one_page_skirmish.events import Fought, Moved
from banneret.rulesets.one_page_skirmish.setup import begin
from banneret.rulesets.one_page_skirmish.state import footprint, put
from banneret.rulesets.one_page_skirmish.ways import scale_of
from rulesets.one_page_skirmish.arms import fight, round_one
from rulesets.one_page_skirmish.charges import LINE, SURE, result, rush, shift
from rulesets.one_page_skirmish.field import field, man, play
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
    play(battle, turn.end_turn)
    assert man(battle, "men").bound_to == ()


# -- setting up, ground and wounds


def test_op_hide_02_only_whom_the_scenario_lets_hide() -> None:
    """In the greenwood the outlaws may, and none of the sheriff's men."""
    battle = begin("greenwood", {}, {})
    assert {side: bool(setup._hiders(battle, side)) for side in ("a", "b")} == {
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
