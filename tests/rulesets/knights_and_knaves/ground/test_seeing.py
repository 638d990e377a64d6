"""Who sees whom, what stands in between, and who is known to be where (KK-DEF-09 to 27)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared, put
from banneret.rulesets.knights_and_knaves.basics.who import retinue_of
from banneret.rulesets.knights_and_knaves.ground import knowledge, lay, sight
from banneret.rulesets.knights_and_knaves.melee import arms
from banneret.rulesets.knights_and_knaves.morale import rout
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import field, man, pair
from rulesets.knights_and_knaves.scripts import play, run


def sees(battle: Battle, one: str = "Hugh", other: str = "Odo") -> bool:
    """Whether one sees the other."""
    return sight.visible(battle, man(battle, one), man(battle, other))


def test_kk_act_22_a_rider_further_off_may_be_the_nearest_base() -> None:
    """Nearest is measured base to base: a long base beyond a man on foot may reach closer."""
    battle = field(
        "a Hugh: soldier at 27,3 | b Odo: soldier at 33.5,37 | b Jon: soldier at 34.8,37"
        " | b Guy: knight mounted at 19,37"
    )
    hugh = man(battle, "Hugh")
    odo, guy = man(battle, "Odo"), man(battle, "Guy")
    assert gap(hugh.base, guy.base) < gap(hugh.base, odo.base)
    assert sight.nearest_foe(battle, hugh) is guy


def test_kk_def_09_any_straight_line_will_do() -> None:
    """A wall across part of the view leaves him visible; across all of it, not."""
    assert sees(pair(10, "high_wall: 19,15 20.2,15"))
    assert not sees(pair(10, "high_wall: 10,15 30,15"))
    assert sees(pair(10, "wagon: 20,15"))
    assert sees(pair(10, "battlement: 10,15 30,15"))
    for wall, no in (("high_wall", "KK-DEF-09"), ("battlement", "")):
        battle = field("a Hugh: longbow at 20,10 | b Odo: at 20,20", terrain=f"{wall}: 10,15 30,15")
        refusal = shooting.shot_refusal(battle, man(battle, "Hugh"), man(battle, "Odo"), False)
        assert (refusal.clause if refusal is not None else "") == no


@pytest.mark.parametrize(
    ("left", "right", "seen"),
    [(20.1, 20.3, True), (19.8, 20.0, True), (20.1, 20.1, False), (20.6, 20.8, False)],
)
def test_kk_def_09_a_crack_between_two_walls_will_do(left: float, right: float, seen: bool) -> None:
    """Two walls one behind the other with a crack in each: one line past both ends is enough."""
    walls = [
        f"high_wall: 10,14 {left},14 | high_wall: {right},14 30,14",
        "high_wall: 10,16 20.15,16 | high_wall: 20.35,16 30,16",
    ]
    battle = pair(10, " | ".join(walls))
    assert sees(battle) is seen
    assert sees(battle, "Odo", "Hugh") is seen
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo").base
    front = [(odo.x + step / 50, odo.y - 0.5) for step in range(-25, 26)]
    assert any(sight.sees_place(battle, hugh, x, y) for x, y in front) is seen


def test_kk_def_09_a_dismounted_man_is_not_seen_for_his_horse() -> None:
    """What was seen of a rider says nothing about a man on foot in the same place."""
    rider = field(
        "a Hugh: soldier mounted at 20,10 east | b Odo: soldier at 20,20",
        terrain="high_wall: 19.4,15 20.6,15",
    )
    assert sees(rider, "Odo", "Hugh")
    man(rider, "Hugh").horse = NOBODY
    put(rider, man(rider, "Hugh"), 20, 10, 90)
    assert not sees(rider, "Odo", "Hugh")


def test_kk_def_09_one_stands_as_high_as_his_middle() -> None:
    """With a corner of his base under the wall walk he is not on it, and sees over no wall."""
    castle = "wall_walk top: 20,33..25,37 height=18 | high_wall: 25,34 40,34"
    battle = field(
        "a Hugh: longbow at 24.642,37.056 east | b Odo: soldier at 37,21.6", terrain=castle
    )
    assert not sees(battle)
    assert not sees(battle, "Odo", "Hugh")
    put(battle, man(battle, "Hugh"), 24.642, 36.9, 90)
    assert sees(battle)


def test_kk_def_09_nobody_sees_by_a_corner_that_pokes_through_a_wall() -> None:
    """He is where his middle is: on this side of the wall he turned a corner of his base into."""
    battle = field(
        "a Hugh: soldier at 20,10 facing 45 | b Odo: soldier at 20,20",
        terrain="house_wall: 0,10.6 40,10.6",
    )
    assert not sees(battle)
    assert not sees(battle, "Odo", "Hugh")
    assert not sight.sees_place(battle, man(battle, "Hugh"), 20, 20)
    put(battle, man(battle, "Hugh"), 20, 10.61, 45)
    assert sees(battle)
    assert sees(battle, "Odo", "Hugh")


def test_kk_def_09_of_a_base_that_pokes_through_a_wall_all_on_this_side_counts() -> None:
    """In the corner of a church, both walls through his base, he looks out aslant all the same."""
    church = "house_wall: 34,32 32,32 32,38 42,38"
    battle = field(
        "a Hugh: soldier at 32.5,37.5 facing 320.884"
        " | b Odo: soldier at 38.497,27.035 facing 35.263",
        terrain=f"{church} | house_wall: 35,32 36.4,32 | house_wall: 37.8,32 42,32",
    )
    assert sees(battle)
    assert sees(battle, "Odo", "Hugh")


def test_kk_def_09_at_the_foot_of_a_crag_one_is_seen_from_this_side() -> None:
    """Bases half in the rock hide nobody: one straight line past it is enough."""
    battle = field(
        "a Hugh: soldier at 70.339,30.247 facing 287.647"
        " | b Odo: soldier mounted at 67.867,21.137 facing 275.113",
        terrain="rock: 65,15..70,21 | rock: 65,27..70,33",
    )
    assert sees(battle)
    assert sees(battle, "Odo", "Hugh")
    put(battle, man(battle, "Odo"), 67.867, 19.8, 275.113)
    assert not sees(battle)


@pytest.mark.parametrize(
    ("terrain", "seen"),
    [
        ("hedge: 10,15 30,15", True),
        ("chest_wall: 10,15 30,15", True),
        ("water: 10,13..30,17", True),
        ("house_wall: 10,15 30,15", False),
        ("rock: 10,13..30,17", False),
        ("rock: 21,13..30,17", True),
        ("house_wall: 10,15 19,15 | house_wall: 21,15 30,15 | light_door d: 19,15 21,15", True),
        ("house_wall: 10,15 19,15 | house_wall: 21,15 30,15 | light_door d: 19,15 21,15 locked",
         False),
    ],
)  # fmt: skip
def test_kk_def_09_through_or_around_what_lies_between(terrain: str, seen: bool) -> None:
    """One looks over what is chest high, over water, through a door that is not locked."""
    battle = pair(10, terrain)
    assert sees(battle) is seen
    assert sees(battle, "Odo", "Hugh") is seen


def test_kk_def_09_from_a_tower_one_looks_over_walls_but_not_over_houses() -> None:
    """Also from the ground up to him who stands there."""
    tower = "wall_walk tower: 15,6..25,12 height=18"
    for wall, seen in (("high_wall", True), ("house_wall", False)):
        battle = pair(10, f"{tower} | {wall}: 10,15 30,15")
        assert sees(battle) is seen
        assert sees(battle, "Odo", "Hugh") is seen


def test_kk_def_09_windows_see_and_are_seen() -> None:
    """A man at a window sees out and is seen; one deep in the house is not."""
    house = "building house: 15,9..25,15 | window: 19.5,15 20.5,15"
    at_window = field("a Hugh: soldier at 20,14 | b Odo: soldier at 26,30", terrain=house)
    assert sees(at_window)
    assert sees(at_window, "Odo", "Hugh")
    within = field("a Hugh: soldier at 16,10 | b Odo: soldier at 26,30", terrain=house)
    assert not sees(within)


def test_kk_def_09_at_a_window_one_looks_out_aslant() -> None:
    """From the middle of the window he stands at, though his own line runs into the wall."""
    house = "building house: 15,9..25,15 | window: 19.5,15 20.5,15"
    battle = field("a Hugh: soldier at 20,14.3 | b Odo: soldier at 40,16.5", terrain=house)
    assert sees(battle)
    assert sees(battle, "Odo", "Hugh")
    put(battle, man(battle, "Hugh"), 20, 13.4, 0)  # more than an inch from it
    assert not sees(battle)


def test_kk_def_10_a_tree_hides_who_stands_behind_it() -> None:
    """Right behind a tree in a wood nobody sees him; beside it, or in the open, they do."""
    wood = "light_wood: 15,17..25,25"
    assert not sees(
        field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,19", terrain=f"{wood} | tree: 20,18")
    )
    assert sees(
        field("a Hugh: soldier at 20,10 | b Odo: soldier at 22,19", terrain=f"{wood} | tree: 20,18")
    )
    assert sees(field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,19", terrain="tree: 20,18"))


@pytest.mark.parametrize(
    ("kind", "depth", "seen"),
    [
        ("light_wood", 6.0, True),
        ("light_wood", 6.1, False),
        ("heavy_wood", 3.0, True),
        ("heavy_wood", 3.1, False),
    ],
)
def test_kk_def_11_depth_of_woods(kind: str, depth: float, seen: bool) -> None:
    """Six inches into light woods one is seen, three into heavy, measured to his base."""
    for facing in (0, 90, 180):
        battle = field(
            f"a Hugh: soldier at 20,5 | b Odo: soldier at 20,20 facing {facing}",
            terrain=f"{kind}: 10,{19.5 - depth}..30,30",
        )
        assert sees(battle) is seen


def test_kk_def_11_depth_is_measured_between_the_nearest_points() -> None:
    """Both in the wood and aslant: where their bases are nearest there are less than six inches."""
    battle = field(
        "a Hugh: soldier at 20,20 facing 0 | b Odo: soldier at 26.3,22.9 facing 0",
        terrain="light_wood: 10,10..40,40",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert gap(hugh.base, odo.base) < 6.0
    assert sees(battle)
    put(battle, odo, 26.6, 22.9, 0)
    assert gap(hugh.base, odo.base) < 6.0
    assert sees(battle)
    put(battle, odo, 27.0, 22.9, 0)
    assert gap(hugh.base, odo.base) > 6.0
    assert not sees(battle)


def test_kk_def_11_no_wood_under_a_base_counts() -> None:
    """From corner to corner, aslant through the edge of a wood, there are less than six inches."""
    battle = field(
        "a Hugh: soldier at 66.677,12.672 facing 117.153 | b Odo: soldier at 59.15,30.854",
        terrain="light_wood: 48,22..62,32",
    )
    assert sees(battle)
    put(battle, man(battle, "Odo"), 58.9, 30.854, 180)
    assert not sees(battle)


def test_kk_def_11_nor_do_the_inches_on_the_bases_themselves_count() -> None:
    """Through a gap in the wood, from corner to corner, there are less than six inches of it."""
    for first, seen in ((13.2, True), (13.4, False)):
        gaps = f"light_wood: 19.9,5..20.1,{first} | light_wood: 19.9,16..20.1,30"
        battle = field(
            "a Hugh: soldier at 20,10 facing 20 | b Odo: soldier at 20,20 facing 20",
            terrain=f"light_wood: 10,5..19.9,30 | light_wood: 20.1,5..30,30 | {gaps}",
        )
        assert sees(battle) is seen


def test_kk_def_12_a_man_is_in_the_wood_his_middle_is_in() -> None:
    """A corner of his base outside does not put a man in the open, nor the other way round."""
    edge = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,20.4",
        terrain="light_wood: 10,5..30,20.6",
    )
    assert not sees(edge)
    put(edge, man(edge, "Odo"), 20, 20.7, 180)
    assert sees(edge)


@pytest.mark.parametrize(
    ("kind", "depth", "seen"),
    [
        ("light_wood", 12.0, True),
        ("light_wood", 12.1, False),
        ("heavy_wood", 6.0, True),
        ("heavy_wood", 6.1, False),
    ],
)
def test_kk_def_12_looking_out_twice_as_far(kind: str, depth: float, seen: bool) -> None:
    """From inside one looks out through twice the depth."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,40",
        terrain=f"{kind}: 10,5..30,{10.5 + depth}",
    )
    assert sees(battle) is seen
    assert not sees(battle, "Odo", "Hugh")  # into the wood one sees but half as far


@pytest.mark.parametrize(("light", "seen"), [(3.0, True), (3.1, False)])
def test_kk_def_13_woods_add_up(light: float, seen: bool) -> None:
    """Three inches of light and one and a half of heavy wood are one whole depth."""
    battle = field(
        "a Hugh: soldier at 20,5 | b Odo: soldier at 20,40",
        terrain=f"light_wood: 10,10..30,{10 + light} | heavy_wood: 10,20..30,21.5",
    )
    assert sees(battle) is seen


def test_kk_def_14_figures_do_not_hide() -> None:
    """A third man on the line changes nothing."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,20 | b Guy: knight mounted at 20,15"
    )
    assert sees(battle)


def test_kk_def_21_what_is_a_spear() -> None:
    """Short spear, long spear and javelin; a lance in the saddle is a lance; pole arms are none."""
    battle = field(
        "a A: short_spear at 1,5 | a B: long_spear at 4,5 | a C: javelin at 7,5 | a D: lance "
        "mounted at 10,5 | a E: pole_arm at 13,5 | a F: lance at 16,5 | a G: javelin_thong at 19,5"
    )
    assert arms.has_spear(man(battle, "G"))
    assert arms.wielded(man(battle, "G")) == "javelin"  # KK-MELEE-28
    assert [arms.has_spear(man(battle, key)) for key in "ABCDEF"] == [True] * 3 + [False] * 2 + [
        True
    ]
    assert [arms.has_lance(man(battle, key)) for key in "ABCDEF"] == [False] * 3 + [True] + [
        False
    ] * 2


def test_kk_def_26_restricted_places() -> None:
    """Heavy woods, doorways, stairs and marked places restrict, light woods do not."""
    battle = field(
        "a A: soldier at 5,5 | a B: soldier at 15,5 | a C: soldier at 25,10 | "
        "a D: soldier at 35,5 | a E: soldier at 45,5 | a F: soldier at 55,5",
        terrain="heavy_wood: 5.4,0..9,10 | light_wood: 12,0..18,10 | building: 20,10..30,20 | "
        "open_door way: 24,10 26,10 | stairs: 34,4..36,6 height=6 | narrow: 44,4..46,6",
    )
    assert [lay.restricted(battle, man(battle, key)) for key in "ABCDEF"] == [
        True, False, True, True, True, False,
    ]  # fmt: skip


def test_kk_def_26_any_part_of_the_base_counts() -> None:
    """A narrow place smaller than his base, under the edge of it, restricts him."""
    battle = field("a Hugh: soldier at 20,10", terrain="narrow: 20.2,10.2..20.3,10.3")
    assert lay.restricted(battle, man(battle, "Hugh"))


def test_kk_def_27_known_where_last_seen() -> None:
    """An enemy who steps behind a house is known where he was last seen, until it is seen empty."""
    battle = field(
        "a Hugh: soldier at 10,10 | b Odo: soldier at 20,20", terrain="high_wall: 25,0 25,48"
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    knowledge.remember(battle)
    put(battle, odo, 30, 20, 0)
    put(battle, hugh, 24, 30, 0)
    battle.ground.nets.clear()
    assert sight.nearest_foe(battle, hugh) is None
    assert knowledge.known_place(battle, hugh) == (20, 20)
    knowledge.remember(battle)  # he sees that place empty now
    assert knowledge.known_place(battle, hugh) is None
    assert retinue_of(battle, "a").known == ()


def test_kk_def_27_any_of_the_retinue_sees_and_the_nearest_place_counts() -> None:
    """One man sees the place empty, another who does not still forgets it; of two the nearer."""
    battle = field(
        "a Hugh: soldier at 10,10 | a Tom: soldier at 24,30 | b Odo: soldier at 20,20 "
        "| b Jon: soldier at 40,30",
        terrain="high_wall: 25,0 25,48 | high_wall: 50,0 50,48",
    )
    hugh, odo, jon = man(battle, "Hugh"), man(battle, "Odo"), man(battle, "Jon")
    knowledge.remember(battle)
    put(battle, odo, 30, 20, 0)
    put(battle, hugh, 60, 40, 0)
    battle.ground.nets.clear()
    assert knowledge.known_place(battle, hugh) == (20, 20)
    knowledge.remember(battle)
    assert knowledge.known_place(battle, hugh) is None
    retinue_of(battle, "a").known = ((odo.id, 20.0, 20.0), (jon.id, 45.0, 40.0))
    assert knowledge.known_place(battle, hugh) == (45, 40)
    assert knowledge.known_place(battle, man(battle, "Tom")) == (20, 20)


def test_kk_def_27_a_house_somebody_went_into_is_suspected() -> None:
    """He is looked for in the house until somebody has been inside."""
    battle = field(
        "a Hugh: soldier at 10,5 | b Odo: soldier at 20,5",
        terrain="building farm: 18,8..24,14 | open_door d: 20,8 21.2,8",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    knowledge.remember(battle)
    before = knowledge.sighted(battle)
    put(battle, odo, 23, 13, 0)
    knowledge.remember(battle, before)
    assert retinue_of(battle, "a").suspected == (f"farm:{odo.id}",)
    assert knowledge.known_place(battle, hugh) == (21, 11)
    put(battle, hugh, 19, 13, 0)
    knowledge.remember(battle)
    assert retinue_of(battle, "a").suspected == ()


@pytest.mark.parametrize(("y", "suspected"), [(1.0, True), (20.0, False)])
def test_kk_def_27_who_goes_into_a_house_unseen_is_not_suspected_there(
    y: float, suspected: bool
) -> None:
    """Known somewhere else, he steps in at a door: that tells something only to who saw the door.

    Nobody may learn by his men's doings where an enemy out of sight has gone (KK-TURN-06).
    """
    battle = field(
        f"a Hugh: soldier at 20.6,{y} | b Odo: soldier in_command at 20.6,7.5",
        terrain="building farm: 18,8..24,14 | open_door d: 20,8 21.2,8 | high_wall: 60,30 72,30",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert sight.visible(battle, hugh, odo) is suspected
    retinue_of(battle, "a").known = ((odo.id, 66.0, 40.0),)
    for one in (hugh, odo):
        one.chit, one.declared = "stay", Declared()
    odo.chit, odo.declared = "move_full", Declared(path=((20.6, 9.5), (22.5, 9.5)))
    battle.phase = "move"
    run(battle, 1)
    assert odo.base.y > 9.0
    assert bool(retinue_of(battle, "a").suspected) is suspected


def test_kk_def_27_a_router_is_suspected_where_he_was_seen_to_run() -> None:
    """He stood at the door when he ran; who saw him there looks for him inside."""
    battle = field(
        "a Hugh: soldier at 20.6,1 | b Odo: soldier at 20.6,7.5 north",
        terrain="building farm: 18,8..24,14 | open_door d: 20,8 21.2,8",
    )
    odo = man(battle, "Odo")
    play(battle, rout.rout_move, odo, None)
    assert odo.base.y > 8.5
    assert retinue_of(battle, "a").suspected == (f"farm:{odo.id}",)


def test_kk_def_27_seen_elsewhere_the_house_is_free_of_suspicion() -> None:
    """A house somebody shot from is suspected until he is seen somewhere else."""
    archer = field(
        "a Hugh: soldier at 10,5 | b Odo: longbow chit=shoot ready=true at 18.7,10",
        terrain="building farm: 18,8..24,14 | window: 18,9 18,11",
        phase="shoot",
        shots=((1, 0, False),),
    )
    run(archer, 1, dice=[1])
    assert retinue_of(archer, "a").suspected == ("farm:1",)
    battle = field(
        "a Hugh: soldier at 10,5 | b Odo: soldier at 23,13",
        terrain="building farm: 18,8..24,14 | open_door d: 20,8 21.2,8",
    )
    odo = man(battle, "Odo")
    retinue_of(battle, "a").suspected = (f"farm:{odo.id}",)
    knowledge.remember(battle)
    assert retinue_of(battle, "a").suspected
    put(battle, odo, 12, 20, 0)
    knowledge.remember(battle)
    assert retinue_of(battle, "a").suspected == ()


def test_kk_def_27_nearest_of_many_and_of_few_agree() -> None:
    """Looking from his own place outwards finds the same nearest enemy as looking at all."""
    battle = field("a Hugh: soldier loose x30 at 5,5 | b Odo: soldier loose x60 at 20,30")
    for one in battle.men[:30]:
        assert sight._nearest_of_many(battle, one) is min(
            (foe for foe in battle.men if foe.side == "b" and foe.status == "steady"),
            key=lambda foe: (round(gap(one.base, foe.base), 9), foe.id),
        )
