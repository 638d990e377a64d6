"""Scaling, doors, stairs and heights (KK-MOVE-21 to 26, KK-DIS)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Declared
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.ground.lay import height_of, room_of
from banneret.rulesets.knights_and_knaves.movement import allowances
from banneret.rulesets.knights_and_knaves.setup.beginning import _door, begin
from banneret.tabletop.shapes.measuring import gap_to_point, gap_to_segment
from rulesets.knights_and_knaves.field import at, field, man
from rulesets.knights_and_knaves.obstacles import HOUSE, batter, clause_of, go
from rulesets.knights_and_knaves.scripts import run
from rulesets.knights_and_knaves.whole import SKIRMISH

# -- scaling


def test_kk_move_21_stop_scale_go_on() -> None:
    """Turn 1 he stops at the hedge, turn 2 he scales it, turn 3 he is free."""
    battle = field("a Hugh: soldier at 20,10 in_command", terrain="hedge quick: 10,14 30,14")
    hugh = man(battle, "Hugh")
    hugh.chit = "move_full"
    through = Declared(path=((20, 18),))
    assert clause_of(battle, "Hugh", through) == "KK-MOVE-21"
    go(battle, Hugh=("move_full", Declared(path=((20.0, 18.0),))))
    assert at(hugh) == (20, 13.5)
    assert hugh.stopped_at == "quick"
    go(battle, Hugh=("scale", Declared(object="quick")))
    assert at(hugh) == (20, 14.5)
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((20, 20),))) is None


@pytest.mark.parametrize(
    ("kind", "rider", "no"),
    [("chest_wall", "", None), ("chest_wall", "mounted", "KK-MOVE-22"),
     ("waist_wall", "mounted", None), ("waist_wall", "", None), ("hedge", "mounted", None),
     ("hedge", "", None), ("fence", "mounted", None), ("fence", "", None),
     ("battlement", "", "KK-MOVE-22"), ("battlement", "mounted", "KK-MOVE-22"),
     ("high_wall", "", "KK-MOVE-22")],
)  # fmt: skip
def test_kk_move_22_who_gets_over_what(kind: str, rider: str, no: str | None) -> None:
    """Hedges and low walls both, chest-high walls foot, battlements nobody."""
    y = 12.5 if not rider else 12
    battle = field(
        f"a Hugh: soldier {rider} at 20,{y} in_command chit=scale", terrain=f"{kind} w: 10,13 30,13"
    )
    assert clause_of(battle, "Hugh", Declared(object="w")) == no


def test_kk_move_22_scaling_ends_touching_the_far_side() -> None:
    """A man and a rider both come to stand against the other side of the hedge."""
    for rider, depth in (("", 0.5), ("mounted", 1.0)):
        battle = field(
            f"a Hugh: soldier {rider} at 20,{13 - depth} north", terrain="hedge w: 10,13 30,13"
        )
        go(battle, Hugh=("scale", Declared(object="w")))
        base = man(battle, "Hugh").base
        assert base.y > 13
        assert gap_to_segment(base, (10, 13), (30, 13)) <= 0.05


def test_kk_move_22_a_scenario_may_say_otherwise() -> None:
    """A wall flagged for riders alone stops men on foot."""
    battle = field(
        "a Hugh: soldier at 20,12.5 in_command chit=scale",
        terrain="fence w: 10,13 30,13 scaled_by=mounted",
    )
    assert clause_of(battle, "Hugh", Declared(object="w")) == "KK-MOVE-22"


def test_kk_move_21_he_must_stand_against_it_first() -> None:
    """From an inch away nobody scales."""
    battle = field(
        "a Hugh: soldier at 20,11.5 in_command chit=scale", terrain="hedge w: 10,13 30,13"
    )
    assert clause_of(battle, "Hugh", Declared(object="w")) == "KK-MOVE-21"


def test_kk_move_34_scaling_goes_no_further() -> None:
    """A scaling figure ends touching the far side, whatever path it names."""
    battle = field("a Hugh: soldier at 20,12.5", terrain="hedge w: 10,13 30,13")
    go(battle, Hugh=("scale", Declared(object="w", path=((20.0, 20.0),))))
    assert at(man(battle, "Hugh")) == (20, 13.5)


def test_kk_geo_05_no_room_beyond_he_hangs_on_the_wall() -> None:
    """With enemies shoulder to shoulder behind the wall he does not get over, but fights them."""
    foes = " | ".join(f"b F{i}: soldier at {18 + i},13.52" for i in range(5))
    battle = field(f"a Hugh: soldier at 20,12.5 | {foes}", terrain="chest_wall w: 10,13 30,13")
    go(battle, Hugh=("scale", Declared(object="w")))
    hugh = man(battle, "Hugh")
    assert at(hugh) == (20, 12.5)
    assert hugh.scaling == "w"
    assert man(battle, "F2") in touching(battle, hugh)


# -- doors


def test_kk_move_23_stop_at_the_door_then_in_at_full_rate() -> None:
    """He stops at the door on touching it; next turn he goes in as far as he likes."""
    battle = field(
        "a Hugh: soldier at 20,10 in_command", terrain=f"{HOUSE} | open_door d: 19.4,14 20.6,14"
    )
    hugh = man(battle, "Hugh")
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((20, 17),))) == "KK-MOVE-23"
    go(battle, Hugh=("move_full", Declared(path=((20.0, 17.0),))))
    assert at(hugh) == (20, 13.5)
    go(battle, Hugh=("move_full", Declared(path=((20.0, 18.0),))))
    assert at(hugh) == (20, 18)
    assert room_of(battle, hugh) == "house"
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((24, 24),))) == "KK-MOVE-21"


@pytest.mark.parametrize(("costs", "end"), [(False, 18.0), (True, 14.5)])
def test_kk_move_24_doorways_may_cost_a_turn(costs: bool, end: float) -> None:
    """By default he goes on at full rate; with the option he only crosses."""
    battle = field(
        "a Hugh: soldier at 20,13.5",
        terrain=f"{HOUSE} | open_door d: 19.4,14 20.6,14",
        doorways_cost_turn=costs,
    )
    go(battle, Hugh=("move_full", Declared(path=((20.0, 18.0),))))
    assert man(battle, "Hugh").base.y == pytest.approx(end, abs=0.02)


def test_kk_move_23_horses_go_through_gates_not_doors() -> None:
    """A rider stops at a door for good, and goes through a gate."""
    for kind, passes in (("open_door", True), ("light_door", False), ("gate", True)):
        battle = field(
            "a Guy: knight mounted at 20,13", terrain=f"{HOUSE} | {kind} d: 19.4,14 20.6,14"
        )
        go(battle, Guy=("move_full", Declared(gait="walk", path=((20.0, 17.0),))))
        assert (man(battle, "Guy").base.y > 14) is passes


@pytest.mark.parametrize(("die", "broken"), [(6, True), (7, False)])
def test_kk_move_25_lower_than_the_skill_breaks_it(die: int, broken: bool) -> None:
    """Skill 7: six breaks a light door, seven does not."""
    battle = field(
        "a Hugh: soldier at 20,13.5", terrain=f"{HOUSE} | light_door d: 19.4,14 20.6,14 locked"
    )
    assert batter(battle, "Hugh", dice=[die]).open is broken
    assert battle.doors[0].broken is broken


def test_kk_move_26_the_best_skill_and_two_men_help() -> None:
    """Three men lower the die by two; a broken door is open next turn."""
    battle = field(
        "a Hugh: soldier at 20,13.5 in_command | a Odo: peasant at 19,13.5 | "
        "a Ivo: peasant at 21,13.5",
        terrain=f"{HOUSE} | light_door d: 19.4,14 20.6,14 locked",
    )
    hugh = man(battle, "Hugh")
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((20, 17),))) == "KK-MOVE-25"
    assert batter(battle, "Hugh", "Odo", "Ivo", dice=[8]).open
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((20, 17),))) is None


def test_kk_move_27_heavy_doors_take_three_successes() -> None:
    """A heavy door adds three to the die and needs three successes."""
    battle = field(
        "a Hugh: soldier at 20,13.5", terrain=f"{HOUSE} | heavy_door d: 19.4,14 20.6,14 locked"
    )
    assert not batter(battle, "Hugh", dice=[4]).broken
    for left in (2, 1, 0):
        done = batter(battle, "Hugh", dice=[3])
        assert done.broken
        assert battle.doors[0].successes == left
        assert done.open is (left == 0)
    assert [_door(kind, "d", True, None).successes for kind in ("light", "heavy", "gate")] == [
        1,
        3,
        5,
    ]
    assert _door("heavy", "d", True, 2).successes == 2  # as the scenario says
    tough = field(
        "a Hugh: soldier at 20,13.5",
        terrain=f"{HOUSE} | heavy_door d: 19.4,14 20.6,14 locked toughness=4",
    )
    assert not batter(tough, "Hugh", dice=[3]).broken
    light = field(
        "a Hugh: soldier at 20,13.5", terrain=f"{HOUSE} | light_door d: 19.4,14 20.6,14 locked"
    )
    assert not batter(light, "Hugh", dice=[7]).broken
    assert batter(light, "Hugh", dice=[6]).open  # less than his skill of 7, and one is enough


# -- stairs and heights


def test_kk_move_34_stairs_lead_to_the_wall_walk() -> None:
    """Up the stairs to the wall, nowhere else; the height is the terrain's."""
    castle = "wall_walk top: 10,20..40,22 height=12 | stairs up: 19,16..21,20 height=6"
    battle = field(
        "a Hugh: soldier at 20,14 in_command | a Odo: soldier at 30,16 in_command", terrain=castle
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    hugh.chit = odo.chit = "move_full"
    assert clause_of(battle, "Odo", Declared(path=((30, 21),))) == "KK-MOVE-21"
    assert clause_of(battle, "Hugh", Declared(path=((20, 20.5),))) == "KK-MOVE-15"  # 8 - 3
    go(battle, Hugh=("move_full", Declared(path=((20.0, 18.5),))))
    assert height_of(battle, hugh) == 6
    go(battle, Hugh=("move_full", Declared(path=((20.0, 21.0),))))
    assert height_of(battle, hugh) == 12
    assert room_of(battle, hugh) == "top"


@pytest.mark.parametrize("chit", ["mount", "dismount", "batter", "scale", "signal"])
def test_kk_move_34_such_an_action_leaves_no_other_move(chit: str) -> None:
    """A way besides is refused, and nobody goes it."""
    rider = "mounted" if chit == "dismount" else ""
    battle = field(f"a Hugh: {rider} at 20,10 in_command chit={chit}")
    away = Declared(path=((20.0, 14.0),))
    assert clause_of(battle, "Hugh", away) is not None
    battle.men[0].chit = chit
    go(battle, Hugh=(chit, away))
    assert man(battle, "Hugh").base.y == 10.0


def test_kk_move_34_running_doubles_the_walk_before_it_is_halved() -> None:
    """Armour 6: half of 16 running, half of 8 walking; who goes to the baggage walks."""
    for chit, runs, inches in (
        ("move_half", False, 4), ("move_half", True, 8), ("move_half_melee", True, 8),
        ("move_half_shoot", True, 8), ("resupply", False, 8), ("resupply", True, 8),
    ):  # fmt: skip
        battle = field(f"a Hugh: longbow armor=6 at 20,10 in_command chit={chit}")
        found = allowances.allowance(battle, man(battle, "Hugh"), Declared(run=runs))
        assert found == inches


def test_kk_move_34_to_the_baggage_he_first_walks() -> None:
    """Told to search the carts six inches off he goes up to them, and that turn counts."""
    battle = field(
        "a Ralf: lord at 10,16 | a Hal: longbow out_of_ammo=true at 10,12 | b foe: at 60,40",
        terrain="baggage carts: 10,5 side=a",
        phase="measure",
    )
    run(battle, "withdrawal", dice=[1, 9, 1, 5, 5, 5], exact=False,
        answers={"chit": "stay", "chit Hal": "resupply", "declare.first": "a"})  # fmt: skip
    hal = man(battle, "Hal")
    assert gap_to_point(hal.base, (10.0, 5.0)) - 0.5 < 0.1
    assert (hal.resupply, hal.ran) == (1, False)


def test_kk_move_34_on_the_first_turn_every_horse_has_stood() -> None:
    """So it may turn as it sets off."""
    battle = begin(SKIRMISH, {}, {})
    assert {(horse.last_gait, horse.gait) for horse in battle.horses} == {("standing", "standing")}
