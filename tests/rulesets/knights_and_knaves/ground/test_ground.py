"""Who touches and covers whom; units and rings (KK-DEF, KK-GEO)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import (
    ESCORTING,
    NOBODY,
    ROUTING,
    STEADY,
    Battle,
    put,
)
from banneret.rulesets.knights_and_knaves.ground import sight
from banneret.rulesets.knights_and_knaves.ground.contact import (
    adjacent,
    at_hand,
    chained,
    directly_behind,
    in_melee,
    is_straggler,
    near,
    touching,
    would_touch,
)
from banneret.rulesets.knights_and_knaves.ground.encircling import surrounded
from banneret.rulesets.knights_and_knaves.shooting.cover import cover_between
from rulesets.knights_and_knaves.field import field, man, pair, unit

FARM = "building farm: 21,16..27,20"

# -- measuring and contact


def test_kk_geo_01_edge_to_edge() -> None:
    """Two foot bases with centres 6 inches apart face on are 5 inches apart."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,16")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert near(battle, hugh, 5.0) == [odo]
    assert near(battle, hugh, 4.99) == []


def test_kk_def_18_touching_is_melee() -> None:
    """Touching bases are in melee; a tenth of an inch apart is not."""
    assert in_melee(pair(0.0), man(pair(0.0), "Hugh"))
    apart = pair(0.1)
    assert not in_melee(apart, man(apart, "Hugh"))
    close = pair(0.05)
    assert touching(close, man(close, "Hugh")) == [man(close, "Odo")]


@pytest.mark.parametrize("status", ["disabled", "captive", "dead", "gone"])
def test_kk_def_19_some_contact_does_not_count(status: str) -> None:
    """Touching a body, a captive or a loose horse is no melee; corners count."""
    battle = pair(0.0, b=status)
    assert touching(battle, man(battle, "Hugh")) == []
    horse = field("a Hugh: soldier at 20,10 | b Odo: soldier mounted at 20,11.5")
    odo = man(horse, "Odo")
    loose = horse.horses[odo.horse]
    loose.rider, odo.horse = NOBODY, NOBODY
    put(horse, odo, 40, 40, 0)
    assert touching(horse, man(horse, "Hugh")) == []
    corner = field("a Hugh: soldier at 20,10 | b Odo: soldier at 21,11")
    assert touching(corner, man(corner, "Hugh")) == [man(corner, "Odo")]


@pytest.mark.parametrize(
    ("kind", "fight"),
    [("waist_wall", True), ("hedge", True), ("fence", True), ("chest_wall", False),
     ("high_wall", False), ("window", False)],
)  # fmt: skip
def test_kk_geo_05_fighting_across_low_walls(kind: str, fight: bool) -> None:
    """Across a hedge or a waist-high wall men fight half an inch apart; across no higher one."""
    battle = pair(0.4, f"{kind}: 15,10.7 25,10.7")
    assert bool(touching(battle, man(battle, "Hugh"))) is fight
    far = pair(0.6, f"{kind}: 15,10.7 25,10.7")
    assert touching(far, man(far, "Hugh")) == []


@pytest.mark.parametrize(
    ("one", "other", "terrain", "fight"),
    [
        ("27.09,19.68 facing 344", "26.25,21.04 mounted facing 152", FARM, True),  # in the open
        ("27.01,19.3", "26.3,20.01", FARM, True),  # both bases stand over the corner
        ("27.01,19.3", "26.4,19.9", FARM, False),  # the other is indoors
        ("26.6,19.6", "26.4,20.55", FARM, False),
        ("26.99,19.48", "26.6,20.5", "house_wall: 20,20 27,20", True),  # round the end of a wall
        ("26.3,19.48", "26.3,20.51", "house_wall: 20,20 27,20", False),
        ("26.3,19.48", "26.3,20.51", "house_wall: 25,20 27,20 | house_wall: 27,20 27,26", False),
        ("26.99,19.48", "26.6,20.5", "house_wall: 20,20 27,20 | house_wall: 27,20 34,20", False),
        ("26.99,19.48", "26.6,20.5", "house_wall: 20,20 27,20 | hedge: 27,20 34,20", True),
    ],
)
def test_kk_geo_05_a_corner_is_no_wall_between(
    one: str, other: str, terrain: str, fight: bool
) -> None:
    """Who touches an enemy round the corner of a house or the end of a wall fights him."""
    battle = field(f"a Hugh: soldier at {one} | b Odo: soldier at {other}", terrain=terrain)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert bool(touching(battle, hugh)) is bool(touching(battle, odo)) is fight
    assert would_touch(battle, hugh.base, odo.base) is fight
    assert at_hand(battle, hugh.base, odo.base) is fight


def test_kk_geo_05_levels_keep_apart_but_on_stairs() -> None:
    """A man on a wall walk and one below do not touch; on the stairs they do."""
    wall = "wall_walk top: 10,10.5..30,12 height=12"
    battle = pair(0.0, wall)
    assert touching(battle, man(battle, "Hugh")) == []
    stairs = pair(0.0, f"{wall} | stairs up: 18,8..22,10.5 height=6")
    assert touching(stairs, man(stairs, "Hugh")) == [man(stairs, "Odo")]
    beside = field(  # where the stairs leave the wall open, but not on them
        "a Hugh: soldier at 17.879,10.018 | b Odo: soldier at 18.888,10.774",
        terrain="building tower: 10,10.5..30,18 height=12 | stairs up: 18,8..22,10.5 height=6",
    )
    assert touching(beside, man(beside, "Hugh")) == []


def test_kk_geo_05_who_scales_touches_who_stands_against_the_wall() -> None:
    """A man hanging on a chest-high wall fights the one who stands behind it."""
    battle = pair(0.02, "chest_wall bank: 15,10.51 25,10.51")
    hugh = man(battle, "Hugh")
    assert touching(battle, hugh) == []
    hugh.scaling = "bank"
    battle.memo.forget()
    assert touching(battle, hugh) == [man(battle, "Odo")]


# -- units


def test_kk_def_03_a_chain_of_two_inches() -> None:
    """Who is reached from the leader by gaps of two inches is with the unit; others straggle."""
    battle = field("a men: soldier x7 at 10,10 13,10 16,10 20,10 23,10 26,10 29,10")
    men = unit(battle, "men")
    assert [one.id for one in chained(battle, men)] == [0, 1, 2]
    assert [is_straggler(battle, battle.men[i]) for i in range(7)] == [False] * 3 + [True] * 4
    wide = field("a men: soldier x5 at 10,10 13.01,10 11.5,10 9,10 8,10")
    assert len(chained(wide, unit(wide, "men"))) == 5  # 13.01 is within reach of 11.5


@pytest.mark.parametrize(("x", "count"), [(19.0, 5), (19.05, 4)])
def test_kk_def_03_two_inches_from_edge_to_edge(x: float, count: int) -> None:
    """Two inches between bases still link the last man to the rest, a hair more does not."""
    battle = field(f"a men: soldier x5 at 10,10 12,10 14,10 16,10 {x},10")
    assert len(chained(battle, unit(battle, "men"))) == count


@pytest.mark.parametrize(("status", "count"), [(STEADY, 5), (ESCORTING, 2), (ROUTING, 2)])
def test_kk_def_03_kk_yield_07_who_leads_a_captive_away_links_nobody(
    status: str, count: int
) -> None:
    """The third of five has a captive: he is not with them, and those beyond him straggle."""
    battle = field(f"a men: soldier x5 at 10,10 12,10 14,10 16,10 18,10 2.status={status}")
    assert len(chained(battle, unit(battle, "men"))) == count
    assert is_straggler(battle, man(battle, "men", 4)) is (status != STEADY)


def test_kk_def_03_without_a_leader_the_largest_cluster() -> None:
    """Leaderless, the larger cluster is the unit."""
    battle = field("a men: soldier leaderless x5 at 10,10 12,10 20,10 22,10 24,10")
    assert [one.id for one in chained(battle, unit(battle, "men"))] == [2, 3, 4]


@pytest.mark.parametrize(
    ("x", "y", "is_adjacent"),
    [(3.0, 0.0, True), (3.1, 0.0, False), (0.0, 2.5, True), (0.0, -2.0, False), (1.2, -0.9, True)],
)
def test_kk_def_15_adjacent_is_beside_or_ahead(x: float, y: float, is_adjacent: bool) -> None:
    """Within two inches, not wholly behind the rear edge."""
    battle = field(f"a Hugh: soldier at 20,10 | a Odo: soldier at {20 + x},{10 + y}")
    assert adjacent(battle, man(battle, "Hugh"), man(battle, "Odo")) is is_adjacent


def test_kk_def_15_adjacent_must_be_seen() -> None:
    """A friend behind a house wall is not adjacent."""
    battle = field(
        "a Hugh: soldier at 20,10 | a Odo: soldier at 20,12.5", terrain="high_wall: 10,11.2 30,11.2"
    )
    assert not adjacent(battle, man(battle, "Hugh"), man(battle, "Odo"))


@pytest.mark.parametrize(
    ("dx", "dy", "behind"),
    [(0.0, -1.0, True), (0.5, -1.0, True), (0.6, -1.0, False), (1.0, -1.0, False),
     (0.0, -1.5, True), (0.0, -1.6, False), (0.0, 1.0, False), (1.0, 0.0, False)],
)  # fmt: skip
def test_kk_geo_02_directly_behind(dx: float, dy: float, behind: bool) -> None:
    """Half an inch behind the rear edge at most, covering half the base."""
    battle = field(f"a men: soldier x2 at 20,10 {20 + dx},{10 + dy}")
    assert directly_behind(battle, man(battle, "men"), man(battle, "men", 1)) is behind


def ring(*places: tuple[float, float], terrain: str = "") -> Battle:
    """A router at 20,20 with enemies around him."""
    foes = " | ".join(f"b F{i}: soldier at {x},{y}" for i, (x, y) in enumerate(places))
    return field(f"a Hugh: soldier routing at 20,20 | {foes}", terrain=terrain)


def test_kk_geo_03_surrounded_without_a_wide_gap() -> None:
    """Four enemies with gaps of four inches surround him; one gap of 4.1 lets him out."""
    # square of side s: neighbours' base gap is s - 1 along x or y
    tight = ring((17.5, 17.5), (22.5, 17.5), (22.5, 22.5), (17.5, 22.5))
    assert surrounded(tight, man(tight, "Hugh")) is not None
    open_ = ring((17.5, 17.5), (22.6, 17.5), (22.5, 22.5), (17.5, 22.5))
    assert surrounded(open_, man(open_, "Hugh")) is None
    one_side = ring((17.5, 17.5), (20, 17.5), (22.5, 17.5))
    assert surrounded(one_side, man(one_side, "Hugh")) is None


def test_kk_geo_03_walls_close_a_gap_and_friends_do_not() -> None:
    """A high wall behind him completes the ring; the stunned do not count."""
    walled = ring((16.5, 20), (18, 16.5), (22, 16.5), (23.5, 20), terrain="high_wall: 0,21 40,21")
    assert surrounded(walled, man(walled, "Hugh")) is not None
    bare = ring((16.5, 20), (18, 16.5), (22, 16.5), (23.5, 20))
    assert surrounded(bare, man(bare, "Hugh")) is None
    man(walled, "F1").stun = 2
    assert surrounded(walled, man(walled, "Hugh")) is None


PEN = "high_wall: 18,24 18,16 22,16 22,24"


@pytest.mark.parametrize(
    ("foes", "terrain", "caught"),
    [
        (((20, 23),), PEN, True),
        (((20, 23), (20, 18)), PEN, True),
        (((20, 23),), PEN.replace("high_wall", "chest_wall"), False),  # he may climb out
        (((20, 28.2),), PEN, True),  # four inches from either end of the wall
        (((20, 28.3),), PEN, False),
        (((20, 23),), "high_wall: 18,24 18,16 | high_wall: 22,16 22,24 | open_door d: 18,16 22,16",
         False),  # out by the back
        (((18.5, 23), (21.5, 23)), "high_wall: 14,25 18,25 | high_wall: 22,25 26,25", False),
    ],
)  # fmt: skip
def test_kk_geo_03_a_crack_between_an_enemy_and_a_wall_is_no_way_out(
    foes: tuple[tuple[float, float], ...], terrain: str, caught: bool
) -> None:
    """In a dead end he is caught, though nobody fills its mouth; not where there is a door."""
    battle = ring(*foes, terrain=terrain)
    assert (surrounded(battle, man(battle, "Hugh")) is not None) is caught


def test_kk_geo_03_a_wall_behind_his_back_closes_nothing_before_him() -> None:
    """One enemy near a wall, and half the field open: how near he is to it counts only across."""
    corner = "high_wall: 8.5,21 26,21 26,18.5"
    battle = ring((22.6, 18.5), terrain=corner)
    assert surrounded(battle, man(battle, "Hugh")) is None
    both = ring((22.6, 18.5), (18.5, 18.5), terrain=corner)
    assert surrounded(both, man(both, "Hugh")) is not None


def test_kk_geo_03_a_breach_is_a_way_out_however_narrow() -> None:
    """A crack in the wall that he sees at all lets him out."""
    cracked = "high_wall: 18,24 18,16 20.1,16 | high_wall: 20.18,16 22,16 22,24"
    battle = ring((20, 23), terrain=cracked)
    assert surrounded(battle, man(battle, "Hugh")) is None


def test_kk_geo_03_a_gate_behind_two_enemies_is_not_open_to_him() -> None:
    """Between them he does not come, whatever is beyond."""
    tight = ((17.5, 17.5), (22.5, 17.5), (22.5, 22.5), (17.5, 22.5))
    battle = ring(*tight, terrain="high_wall: 10,25 19,25 | high_wall: 21,25 30,25")
    assert surrounded(battle, man(battle, "Hugh")) is not None


def test_kk_yield_01_to_the_nearest_of_them() -> None:
    """He who is surrounded yields to the nearest who can take him."""
    battle = ring((17.5, 17.5), (22.5, 17.5), (22.5, 22.5), (17.7, 22.3))
    assert surrounded(battle, man(battle, "Hugh")) is man(battle, "F3")
    man(battle, "F3").status = "escorting"
    assert surrounded(battle, man(battle, "Hugh")) is not man(battle, "F3")


def test_kk_yield_08_kk_yield_10_to_none_who_carries_a_body() -> None:
    """The nearest of the ring has a body in his hands: Hugh yields to another, or to nobody."""
    battle = ring((17.5, 17.5), (22.5, 17.5), (22.5, 22.5), (17.7, 22.3))
    man(battle, "F3").carried = man(battle, "F0").id
    assert surrounded(battle, man(battle, "Hugh")) not in (None, man(battle, "F3"))
    for one in battle.men:
        one.carried = 0
    assert surrounded(battle, man(battle, "Hugh")) is None


# -- cover


@pytest.mark.parametrize(
    ("terrain", "covered"),
    [("", False), ("light_wood: 15,5..25,12", True), ("building: 15,5..25,10.8", True),
     ("waist_wall: 15,11 25,11", True), ("waist_wall: 15,13 25,13", False),
     ("wagon: 20,11.5", True), ("hedge: 15,8 25,8", False),
     ("high_wall: 15,11 25,11", True), ("high_wall: 15,13 25,13", False),
     ("high_wall: 19,11 20.2,11", True), ("house_wall: 15,8 25,8", False)],
)  # fmt: skip
def test_kk_morale_31_what_covers(terrain: str, covered: bool) -> None:
    """In a house or wood, or behind something towards the nearest enemy; not a hand shield."""
    battle = pair(15, terrain, a="large")
    assert sight.covered(battle, man(battle, "Hugh")) is covered


def test_kk_morale_31_a_pavise_is_cover() -> None:
    """A pavise set up is cover, unless its bearer is on the move or runs away."""
    battle = pair(15, a="pavise")
    hugh = man(battle, "Hugh")
    assert sight.covered(battle, hugh)
    hugh.status = ROUTING
    assert not sight.covered(battle, hugh)
    hugh.status = STEADY
    hugh.moved = True
    assert not sight.covered(battle, hugh)


@pytest.mark.parametrize(
    ("terrain", "cover", "obstructed"),
    [("waist_wall: 10,21 30,21", "waist_wall", False), ("waist_wall: 10,18 30,18", "none", True),
     ("waist_wall: 10,11 30,11", "none", False), ("chest_wall: 10,21 30,21", "chest_wall", False),
     ("battlement: 10,21 30,21", "chest_wall", False), ("window: 10,21 30,21", "window", False),
     ("hedge: 10,21 30,21 | chest_wall: 10,21.2 30,21.2", "chest_wall", False),
     ("bush: 20,15", "none", True), ("bush: 20,20.9", "waist_wall", False),
     ("wagon: 20,20.9", "chest_wall", False), ("bush: 24,15", "none", False),
     ("light_wood: 15,14..25,16", "none", True)],
)  # fmt: skip
def test_kk_shoot_36_behind_means_within_an_inch(
    terrain: str, cover: str, obstructed: bool
) -> None:
    """Within an inch of the target it covers; further off it obstructs; at the shooter, nothing."""
    battle = field("a Hugh: longbow at 20,10 | b Odo: soldier at 20,22", terrain=terrain)
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert cover_between(battle, hugh.base, odo.base) == (cover, obstructed)
