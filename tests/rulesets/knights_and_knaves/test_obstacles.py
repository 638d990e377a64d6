"""Obstacles, doors, stairs, mounting, carrying, panic, reorganising (KK-MOVE-21 to 34, KK-DIS)."""

from __future__ import annotations

import pytest

from banneret.core.choices import Place1
from banneret.core.geometry import gap, gap_to_segment, overlaps
from banneret.rulesets.knights_and_knaves import (
    carrying,
    march,
    obstacles,
    reorganise,
    riding,
    rout,
    ways,
)
from banneret.rulesets.knights_and_knaves.barriers import first_barrier
from banneret.rulesets.knights_and_knaves.contact import touching
from banneret.rulesets.knights_and_knaves.deeds import Battered, Freed, Left, Moved, Scaled
from banneret.rulesets.knights_and_knaves.ground import height_of, room_of
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from banneret.rulesets.knights_and_knaves.state import (
    CAPTIVE,
    ESCORTING,
    GONE,
    NOBODY,
    Battle,
    Declared,
    Man,
    put,
)
from rulesets.knights_and_knaves.field import (
    Refused,
    declare,
    events_of,
    field,
    man,
    play,
    run,
    unit,
)


def at(one: Man) -> tuple[float, float]:
    """Where he stands, to a tenth of an inch."""
    return (round(one.base.x, 1), round(one.base.y, 1))


def clause_of(battle: Battle, name: str, declared: Declared) -> str | None:
    """The clause that refuses a declaration."""
    no = ways.refusal(battle, man(battle, name), declared)
    return no.clause if no is not None else None


def go(battle: Battle, **chits: tuple[str, Declared]) -> None:
    """Declare and move; everybody else stays."""
    for one in battle.men:
        one.moved = False
        one.chit, one.declared = "stay", Declared()
    for name, (chit, declared) in chits.items():
        man(battle, name).chit = chit
        man(battle, name).declared = declared
    battle.phase = "move"
    play(battle, march.movement)


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
     ("waist_wall", "mounted", None), ("battlement", "", "KK-MOVE-22"),
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

HOUSE = "building house: 15,14..25,20"


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


def batter(battle: Battle, *names: str, dice: list[int]) -> Battered:
    """The named men batter door d."""
    for name in names:
        declare(man(battle, name), "batter", object="d")
    table = play(battle, obstacles.batter, dice=dice)
    return events_of(table, Battered)[0]


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


# -- mounting


def test_kk_move_28_dismounting_takes_the_turn() -> None:
    """He stands beside his horse, has moved, and may mount it again next turn."""
    battle = field("a Guy: knight mounted at 20,10 in_command")
    guy = man(battle, "Guy")
    go(battle, Guy=("dismount", Declared()))
    assert guy.horse == NOBODY
    assert guy.moved
    assert gap(guy.base, battle.horses[0].base) < 0.01
    go(battle, Guy=("mount", Declared(object="horse:0")))
    assert guy.horse == 0
    assert guy.base.depth == 2.0


def test_kk_move_28_he_mounts_what_he_touches_and_goes_nowhere_else() -> None:
    """A horse an inch away is refused, and so is any way besides mounting or dismounting."""
    battle = field("a Guy: knight mounted at 20,10 in_command | b Foe: soldier at 50,40")
    guy = man(battle, "Guy")
    guy.chit = "dismount"
    away = ((20.0, 14.0),)
    assert clause_of(battle, "Guy", Declared(path=away)) == "KK-COMP-02"
    go(battle, Guy=("dismount", Declared()))
    guy.chit = "mount"
    assert clause_of(battle, "Guy", Declared(object="horse:0")) is None
    assert clause_of(battle, "Guy", Declared(object="horse:0", path=away)) == "KK-COMP-02"
    put(battle, guy, 22.0, 10.0, 0.0)
    assert clause_of(battle, "Guy", Declared(object="horse:0")) == "KK-FALL-17"
    go(battle, Guy=("mount", Declared(object="horse:0")))
    assert guy.horse == NOBODY


def test_kk_fall_17_an_enemy_may_take_the_horse() -> None:
    """Whoever touches it may mount it; then it is his."""
    battle = field("a Guy: knight mounted at 20,10 | b Odo: soldier at 21.01,9")
    play(battle, riding.dismount, man(battle, "Guy"), (24.0, 10.0))
    odo = man(battle, "Odo")
    odo.chit, odo.declared = "mount", Declared(object="horse:0")
    assert clause_of(battle, "Odo", Declared(object="horse:0")) is None
    go(battle, Odo=("mount", Declared(object="horse:0")))
    assert battle.horses[0].side == "b"
    assert odo.horse == 0


# -- panic


def test_kk_panic_04_a_bolting_destrier_runs_24_inches_away() -> None:
    """Straight away from the nearest enemy, out of melee, through friends; the horse tires."""
    battle = field(
        "a Guy: knight mounted destrier at 30,30 panic=bolt | b Odo: soldier at 30,31.5 | "
        "a Ivo: soldier at 30,20",
        phase="move",
    )
    guy = man(battle, "Guy")
    play(battle, march.movement)
    assert guy.base.y == pytest.approx(6.0, abs=0.01)
    assert battle.horses[0].temporary == 1
    assert battle.horses[0].gait == "gallop"


def test_kk_panic_04_a_charging_horse_comes_into_contact() -> None:
    """At its top gait straight at the nearest enemy, whatever the chit says."""
    battle = field(
        "a Guy: knight mounted horse at 30,10 chit=stay panic=charge horse.last_gait=canter | "
        "b Odo: soldier at 38,18",
        phase="move",
    )
    play(battle, march.movement)
    assert touching(battle, man(battle, "Guy")) == [man(battle, "Odo")]
    assert battle.charges[0][:2] == (0, 1)


def test_kk_panic_04_a_refusing_horse_stays() -> None:
    """It does not move; a bolt without an enemy in sight runs along its nose."""
    battle = field("a Guy: knight mounted at 30,10 chit=move_full panic=refuse", phase="move")
    man(battle, "Guy").declared = Declared(gait="walk", path=((30.0, 14.0),))
    play(battle, march.movement)
    assert at(man(battle, "Guy")) == (30, 10)
    alone = field("a Guy: knight mounted horse at 30,10 panic=bolt", phase="move")
    play(alone, march.movement)
    assert at(man(alone, "Guy")) == (30, 26)


def test_kk_panic_05_in_contact_it_stays_and_under_a_router_only_bolts() -> None:
    """A horse that charges while touching an enemy stays; a router's horse only bolts."""
    battle = field(
        "a Guy: knight mounted at 30,10 panic=charge | b Odo: soldier at 30,11.5", phase="move"
    )
    play(battle, march.movement)
    assert at(man(battle, "Guy")) == (30, 10)
    run_ = field(
        "a Guy: knight routing mounted horse at 30,20 panic=bolt | b Odo: soldier at 30,40",
        phase="move",
    )
    play(run_, march.movement)
    assert at(man(run_, "Guy")) == (30, 4)


def test_kk_panic_04_a_spent_horse_goes_nowhere() -> None:
    """A horse too tired to move stays where it is, whatever its panic."""
    for panic in ("bolt", "charge"):
        battle = field(
            f"a Guy: knight mounted at 30,10 panic={panic} horse.temporary=16 | "
            "b Odo: soldier at 30,20",
            phase="move",
        )
        play(battle, march.movement)
        assert at(man(battle, "Guy")) == (30, 10)


def test_kk_panic_04_a_riderless_horse_bolts() -> None:
    """A wounded horse without a rider runs from its enemies."""
    battle = field("a Guy: knight mounted horse at 30,20 | b Odo: soldier at 30,30", phase="move")
    play(battle, riding.dismount, man(battle, "Guy"), None)
    battle.horses[0].panic = "bolt"
    play(battle, march.movement)
    assert battle.horses[0].base.y == pytest.approx(4.0, abs=0.01)


# -- rout


def test_kk_morale_34_a_router_runs_his_run_and_two() -> None:
    """Armour 6: 18 inches directly away, at once."""
    battle = field("a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34")
    play(battle, rout.rout_move, man(battle, "Hugh"), None)
    assert at(man(battle, "Hugh")) == (30, 12)


@pytest.mark.parametrize(("kind", "far", "tired"), [("nag", 18, 0), ("destrier", 26, 1)])
def test_kk_morale_35_mounted_routers(kind: str, far: int, tired: int) -> None:
    """A nag canters 16 and 2, a destrier gallops 24 and 2 and tires; the man does not."""
    battle = field(f"a Guy: knight mounted {kind} routing at 30,40 | b Odo: soldier at 30,44")
    guy = man(battle, "Guy")
    play(battle, rout.rout_move, guy, None)
    assert at(guy) == (30, 40 - far)
    assert battle.horses[0].temporary == tired
    assert guy.temporary == 0


def test_kk_morale_35_routers_pass_friends_slide_along_walls_and_stop_at_hedges() -> None:
    """Through friends and beyond them; along a wall; no further than a hedge; off the table."""
    battle = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34 | a Ivo: soldier at 30,12.3"
    )
    hugh = man(battle, "Hugh")
    play(battle, rout.rout_move, hugh, None)
    assert hugh.base.y < 12
    assert not overlaps(hugh.base, man(battle, "Ivo").base)
    walled = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 28,34",
        terrain="high_wall: 10,24 60,24",
    )
    play(walled, rout.rout_move, man(walled, "Hugh"), None)
    assert man(walled, "Hugh").base.y >= 24.4
    assert man(walled, "Hugh").base.x > 40
    hedge = field(
        "a Hugh: soldier routing at 30,30 | b Odo: soldier at 30,34", terrain="hedge: 10,24 60,24"
    )
    play(hedge, rout.rout_move, man(hedge, "Hugh"), None)
    assert at(man(hedge, "Hugh")) == (30, 24.5)
    edge = field("a Hugh: soldier routing at 30,5 | b Odo: soldier at 30,9")
    table = play(edge, rout.rout_move, man(edge, "Hugh"), None)
    assert man(edge, "Hugh").status == GONE
    assert [one.status for one in events_of(table, Left)] == ["routing"]


def test_kk_morale_41_nobody_in_sight_he_runs_home() -> None:
    """With no enemy visible he runs from the cause, or for his own edge."""
    battle = field("a Hugh: soldier routing at 30,30")
    play(battle, rout.rout_move, man(battle, "Hugh"), None)
    assert at(man(battle, "Hugh")) == (30, 12)
    cause = field("a Hugh: soldier routing at 30,20")
    play(cause, rout.rout_move, man(cause, "Hugh"), (30.0, 16.0))
    assert at(man(cause, "Hugh")) == (30, 38)


def test_kk_yield_11_a_berserk_runs_into_the_enemy_in_his_path() -> None:
    """He is stopped by the first enemy he touches."""
    battle = field(
        "a Bors: soldier berserk routing at 30,30 | b Odo: soldier at 30,33 | "
        "b Guy: soldier at 30,24"
    )
    bors = man(battle, "Bors")
    play(battle, rout.rout_move, bors, None)
    assert touching(battle, bors) == [man(battle, "Guy")]


# -- carrying and leading


def test_kk_dis_04_two_carry_at_the_slower_walk() -> None:
    """Both touch the body, both have the chit: they go 6 inches homeward and the body with them."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | "
        "a Odo: soldier armor=8 at 21,20 | "
        "b Guy: soldier at 60,40"
    )
    ralf = man(battle, "Ralf")
    lift = Declared(object=f"body:{ralf.id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert at(man(battle, "Hugh")) == (19, 14)
    assert at(man(battle, "Odo")) == (21, 14)
    assert at(ralf) == (20, 14)
    assert man(battle, "Hugh").carried == ralf.id


def test_kk_dis_04_one_alone_carries_nobody() -> None:
    """A single man with the chit stays where he is."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | b Guy: soldier at 60,40"
    )
    go(battle, Hugh=("carry", Declared(object=f"body:{man(battle, 'Ralf').id}")))
    assert at(man(battle, "Hugh")) == (19, 20)
    assert man(battle, "Hugh").carried == NOBODY


def test_kk_cmd_18_carried_off_the_table_he_is_gone() -> None:
    """Over the own edge the body leaves with its bearers."""
    battle = field(
        "a Ralf: lord disabled at 20,3 | a Hugh: soldier at 19,3 | a Odo: soldier at 21,3"
    )
    lift = Declared(object=f"body:{man(battle, 'Ralf').id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert {man(battle, name).status for name in ("Ralf", "Hugh", "Odo")} == {GONE}


def test_kk_dis_04_blocked_bearers_stop_together() -> None:
    """An enemy before one of them stops both."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | a Odo: soldier at 21,20 | "
        "b Guy: soldier at 21,16"
    )
    lift = Declared(object=f"body:{man(battle, 'Ralf').id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert man(battle, "Hugh").base.y == man(battle, "Odo").base.y > 16.9


def test_kk_yield_09_captor_and_captive_go_home_together() -> None:
    """At the slower walk to the captor's edge; off it the captive is lost to his side."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier armor=10 at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, carrying.take, hugh, odo)
    assert (hugh.status, odo.status) == (ESCORTING, CAPTIVE)
    battle.phase = "move"
    play(battle, march.movement)
    assert at(hugh) == (20, 6)  # armour 10 walks 4
    assert at(odo) == (20, 7)
    for _ in range(2):
        battle.phase = "move"
        play(battle, march.movement)
    assert (hugh.status, odo.status) == (GONE, GONE)


def test_kk_yield_09_a_captive_let_go_is_free_with_empty_hands() -> None:
    """When the captor is out of it the captive is free and stands clear."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, carrying.take, hugh, odo)
    table = play(battle, carrying.let_go, hugh)
    assert (hugh.status, odo.status, odo.weapon) == ("steady", "steady", "none")
    assert [one.man for one in events_of(table, Freed)] == [odo.id]


# -- reorganising


def test_kk_move_29_a_led_unit_may_be_rearranged() -> None:
    """Front and rear man change places beside a fight; in a leaderless unit they may not."""
    text = "a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    men = unit(battle, "men")
    assert [one.id for one in reorganise.may_rearrange(battle, men)] == [0, 2, 3]
    front, rear = battle.men[0], battle.men[2]
    places = {
        0: (rear.base.x, rear.base.y, 0.0),
        2: (front.base.x, front.base.y, 0.0),
        3: (21.2, 8.9, 0.0),
    }
    table = play(battle, reorganise.reorganise, answers={"a": [str(men.id), places]})
    assert table.result is None
    assert (at(battle.men[0]), at(battle.men[2])) == ((20, 8.9), (20, 10))
    battle.units[men.id].leader = NOBODY
    battle.memo.forget()
    assert reorganise.may_rearrange(battle, men) == []


@pytest.mark.parametrize("leader", ["0.stun=2", "0.status=routing", "0.status=dead", "leaderless"])
def test_kk_move_29_without_an_able_leader_nobody_is_rearranged(leader: str) -> None:
    """Stunned, running, dead or missing: the unit stands as it stands."""
    battle = field(f"a men: x5 {leader} at 20,10 | b Foe: soldier at 50,40")
    assert reorganise.may_rearrange(battle, battle.units[0]) == []
    led = field("a men: x5 at 20,10 | b Foe: soldier at 50,40")
    assert len(reorganise.may_rearrange(led, led.units[0])) == 5


def test_kk_move_30_limits_of_rearranging() -> None:
    """Not out of the unit's area, not onto another; the displaced count as moved."""
    text = "a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    stay = {0: (20.0, 10.0, 0.0), 2: (20.0, 8.9, 0.0), 3: (21.2, 8.9, 0.0)}
    for wrong, no in (
        ({0: (16.0, 10.0, 0.0)}, "KK-MOVE-30"),
        ({0: (21.2, 10.0, 0.0)}, "KK-GEO-04"),
    ):
        with pytest.raises(Refused) as refused:
            play(battle, reorganise.reorganise, answers={"a": ["0", {**stay, **wrong}]})
        assert refused.value.clause == no
    swap = {0: (20.0, 8.9, 0.0), 2: (20.0, 10.0, 0.0), 3: (21.2, 8.9, 0.0)}
    play(battle, reorganise.reorganise, answers={"a": ["0", swap]})
    assert [one.moved for one in battle.men[:4]] == [True, False, True, False]


def test_kk_move_31_rearranging_leads_nobody_into_contact() -> None:
    """Into a gap before an enemy steps only he whose action includes melee."""
    text = "a men: soldier x4 at 20,10 22.4,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    places = {0: (20.0, 10.0, 0.0), 1: (22.4, 10.0, 0.0), 2: (20.0, 8.9, 0.0), 3: (21.2, 10.0, 0.0)}
    wanted = {key: Place1(*place) for key, place in places.items()}
    no = reorganise.places_refusal(battle, unit(battle, "men"), wanted)
    assert no is not None
    assert no.clause == "KK-MOVE-31"
    battle.men[3].chit = "move_half_melee"
    assert reorganise.places_refusal(battle, unit(battle, "men"), wanted) is None


def test_kk_move_29_a_player_may_call_for_it() -> None:
    """Away from any fight nobody is asked, unless he calls for it."""
    battle = field("a men: soldier x5 at 20,10 | b Odo: soldier at 60,40", phase="reorganise")
    run(battle, "batter", sequence=SEQUENCE)
    battle.phase = "reorganise"
    table = run(battle, "batter", answers={"reorganise": "keep"}, calls=[("a", "reorganise")])
    assert table.by.keys == ["reorganise"]


def test_kk_move_27_a_ram_with_four_men() -> None:
    """Four men with a ram take three off the die besides the three for their number."""
    men = " | ".join(f"a M{i}: soldier at {18.5 + i},13.5" for i in range(4))
    for spot, broken in (
        ("", False),
        ("| barrel ram: 5,5 side=a", True),
        ("| barrel ram: 5,5 side=b", False),
    ):
        battle = field(men, terrain=f"{HOUSE} | gate d: 18.4,14 21.6,14 locked {spot}")
        assert batter(battle, "M0", "M1", "M2", "M3", dice=[6]).broken is broken  # 6 + 5 - 3 = 8


def test_kk_move_27_three_men_do_not_carry_the_ram() -> None:
    """Toughness 5 less 2 for their number: without a fourth man the ram lies idle."""
    men = " | ".join(f"a M{i}: soldier at {18.5 + i},13.5" for i in range(3))
    battle = field(
        men, terrain=f"{HOUSE} | gate d: 18.4,14 21.6,14 locked | barrel ram: 5,5 side=a"
    )
    assert not batter(battle, "M0", "M1", "M2", dice=[4]).broken  # 4 + 5 - 2 = 7


def test_kk_move_22_water_stops_and_lets_go() -> None:
    """Nobody goes into water; at its very edge he may stay or walk away again."""
    battle = field("a Hugh: soldier at 20,10 in_command", terrain="water: 10,14..30,20")
    hugh = man(battle, "Hugh")
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((21, 16),))) == "KK-MOVE-22"
    go(battle, Hugh=("move_full", Declared(path=((28.0, 14.2),))))
    here = (hugh.base.x, hugh.base.y)
    assert hugh.base.y < 14
    assert first_barrier(battle, here, here, frozenset()) is None
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((24, 12),))) is None


def test_kk_scale_07_half_size_moves() -> None:
    """At 15 mm armour 5 walks five inches and units chain at one."""
    battle = field("a Hugh: soldier armor=5 at 20,10 in_command chit=move_full", scale_15mm=True)
    assert clause_of(battle, "Hugh", Declared(path=((20, 15),))) is None
    assert clause_of(battle, "Hugh", Declared(path=((20, 15.1),))) == "KK-MOVE-15"


def test_kk_move_21_events_tell_of_it() -> None:
    """The log says who went where and who climbed over what."""
    battle = field("a Hugh: soldier at 20,12.5", terrain="hedge w: 10,13 30,13", phase="move")
    declare(man(battle, "Hugh"), "scale", object="w")
    table = run(battle, "reorganise")
    assert [one.over for one in events_of(table, Scaled)] == [True]
    assert events_of(table, Moved) == []
