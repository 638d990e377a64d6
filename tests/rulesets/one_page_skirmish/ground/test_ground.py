"""The ground: kinds, prices, cover, sight and screens (section TERR)."""

from __future__ import annotations

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.errors import IllegalAnswer
from banneret.rulesets.one_page_skirmish.basics.state import Battle, footprint
from banneret.rulesets.one_page_skirmish.ground.lay import (
    can_stand,
    cover_against,
    going,
    in_concealment,
    in_cover,
    on_road,
    screened,
    sees,
    turn_gate,
)
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.movement.ways import Trip, follow, priced
from banneret.rulesets.one_page_skirmish.screen.events import Moved
from banneret.rulesets.one_page_skirmish.setup.entries import TerrainPiece
from banneret.rulesets.one_page_skirmish.turn import hidden
from banneret.tabletop.ground.terrain import walk
from banneret.tabletop.moving.walking import cost_of
from banneret.tabletop.shapes.measuring import Rect, gap, touches, within
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of, first


def foot(x: float, y: float) -> Rect:
    return footprint(mounted=False, x=x, y=y, facing=0.0)


def cost(battle: Battle, *points: tuple[float, float], mounted: bool = False) -> float:
    return cost_of(battle.ground, going(mounted, battle.options), points)


INF = float("inf")


def test_op_scale_03_cohesion_is_edge_to_edge() -> None:
    """Two 1 inch bases with centres 7.0 apart are 6.0 apart for cohesion."""
    assert gap(foot(10, 10), foot(17, 10)) == 6.0
    assert within(foot(10, 10), foot(17, 10), 6.0)


def test_op_scale_07_halves_are_kept() -> None:
    """A roll of 7 spent wholly in woods carries the leader 3.5 inches."""
    battle = field("a men: x3 10,10", "woods: 2,2..30,30")
    play(
        battle,
        moving.move,
        unit(battle, "men"),
        dice=[3, 4],
        answers=[["move", [[10, 13.5]], 0], first],
    )
    assert man(battle, "men").base.y == 13.5
    for halving, left in (("per_inch", 1.4), ("whole_move", 0.7)):
        battle = field("a men: x3 10,10", "woods: 2,2..30,30", terrain_halving=halving)
        leader, way = man(battle, "men"), ((10.0, 10.0), (10.0, 20.0))
        assert follow(battle, leader, way, 7.0) == (((10.0, 10.0), (10.0, 13.5)), 7.0)
        assert isinstance(priced(battle, leader, ((10.0, 10.0), (10.0, 13.6)), 0.0, 7.0), Refusal)
        trip = priced(battle, leader, ((10.0, 10.0), (10.0, 12.8)), 0.0, 7.0)
        assert isinstance(trip, Trip)
        assert trip.left == pytest.approx(left)


def test_op_move_10_slow_ground_does_not_compound() -> None:
    """Woods and water together cost 2 an inch; a road or bridge through either costs 1."""
    wet = "woods: 2,2..30,30 | water: 2,2..30,30"
    for mounted in (False, True):
        assert cost(field("", wet), (10, 10), (10, 14), mounted=mounted) == 8.0
        for way in ("road", "bridge"):
            over = f"{way}: 10,2 10,30 width 2"
            for pieces in (f"{wet} | {over}", f"{over} | {wet}"):
                assert cost(field("", pieces), (10, 10), (10, 14), mounted=mounted) == 4.0


def test_op_scale_08_bases_and_contact() -> None:
    """Foot bases are 1 by 1, mounted 1 by 2; centres 1.0 apart along an axis touch."""
    assert touches(foot(10, 10), foot(11, 10))
    assert touches(foot(10, 10), foot(11, 11))
    rider = footprint(mounted=True, x=10, y=10, facing=90)
    assert (rider.width, rider.depth) == (1.0, 2.0)
    assert (rider.x0, rider.x1) == (9.0, 11.0)


@pytest.mark.parametrize(
    ("kind", "price", "horse", "covers"),
    [
        ("open", 2.0, 2.0, False),
        ("woods", 4.0, 4.0, True),
        ("water", 4.0, 4.0, False),
        ("deep_water", INF, INF, False),
        ("building", 2.0, INF, True),
        ("hill", 2.0, 2.0, False),
        ("impassable", INF, INF, False),
    ],
)
def test_op_terr_01_areas(kind: str, price: float, horse: float, covers: bool) -> None:
    """Each kind of area has its price for foot and horse, and its cover."""
    battle = field("a men: 1,1", f"{kind}: 8,8..20,20")
    assert cost(battle, (10, 10), (12, 10)) == price
    assert cost(battle, (10, 10), (12, 10), mounted=True) == horse
    assert in_cover(battle, foot(12, 12)) is covers


@pytest.mark.parametrize(
    ("kind", "price", "horse", "covers"),
    [
        ("fence", 3, INF, True),
        ("hedge", 3, INF, True),
        ("wall", 3, INF, True),
        ("gate_shut", 3, INF, True),
        ("gate_open", 0, 0, False),
    ],
)
def test_op_terr_01_lines(kind: str, price: float, horse: float, covers: bool) -> None:
    """Each kind of line has its price for foot and horse, and its cover."""
    battle = field("a men: 1,1", f"{kind}: 8,10 20,10")
    assert cost(battle, (10, 9), (10, 11)) == 2 + price
    assert cost(battle, (10, 9), (10, 11), mounted=True) == 2 + horse
    assert in_cover(battle, foot(10, 8.6)) is covers


def test_op_terr_01_roads_count_before_the_rest() -> None:
    """A road through a wood is road: it costs 1 an inch and gives no cover."""
    battle = field("a men: 1,1", "woods: 8,8..20,20 | road: 8,12 20,12 width 2")
    assert cost(battle, (9, 12), (19, 12)) == 10
    assert not in_cover(battle, foot(12, 12))
    assert on_road(battle, (12, 13))
    assert not on_road(battle, (12, 13.1))


def test_op_terr_02_in_and_behind() -> None:
    """In woods by the centre; behind a wall by a gap of at most 1 inch; a road gives none."""
    battle = field("a men: 1,1", "woods: 8,8..20,20 | wall: 30,10 40,10 | road: 1,1 9,1 width 2")
    assert in_cover(battle, foot(8, 12))
    assert not in_cover(battle, foot(7.9, 12))
    assert in_cover(battle, foot(35, 8.5))
    assert not in_cover(battle, foot(35, 8.4))
    assert not in_cover(battle, foot(5, 1))


def test_op_terr_03_cover_by_direction() -> None:
    """A wall counts only if the shot crosses it near the target; the best cover applies alone."""
    battle = field("a men: 1,1", "fence: 8,10 20,10 | woods: 8,10..20,20")
    assert cover_against(battle, foot(12, 2), foot(12, 11)) == "part"
    walled = field("a men: 1,1", "wall: 8,10 20,10 | woods: 8,10..20,20")
    assert cover_against(walled, foot(12, 2), foot(12, 11)) == "whole"
    bare = field("a men: 1,1", "wall: 8,10 20,10")
    assert cover_against(bare, foot(12, 2), foot(12, 11.5)) == "whole"
    assert cover_against(bare, foot(12, 2), foot(12, 11.6)) == "none"
    assert cover_against(bare, foot(12, 20), foot(12, 11)) == "none"


def test_op_terr_04_both_at_the_wall() -> None:
    """Two men either side of a wall 1.5 inches apart have no cover from one another."""
    battle = field("a men: 1,1", "wall: 8,10 20,10")
    assert cover_against(battle, foot(12, 8.75), foot(12, 11.25)) == "none"
    assert cover_against(battle, foot(12, 8.4), foot(12, 11.25)) == "whole"


def test_op_terr_05_three_inches_of_woods() -> None:
    """3.0 inches of woods on the line: seen; 3.1: not seen."""
    for deep, seen in ((3.0, True), (3.1, False)):
        battle = field("a men: 1,1", f"woods: 8,10..20,{10 + deep}")
        assert sees(battle, foot(12, 5), foot(12, 20)) is seen
    for second, seen in (("16.5", True), ("16.6", False)):  # two woods on one line are added up
        battle = field("a men: 1,1", f"woods: 8,10..20,11.5 | woods: 8,15..20,{second}")
        assert sees(battle, foot(12, 5), foot(12, 20)) is seen


def test_op_terr_05_buildings_hills_and_crags() -> None:
    """A building blocks unless one stands in it; a hill only wholly between; walls never."""
    battle = field("a men: 1,1", "building: 8,10..12,12 | hill: 20,10..24,14 | wall: 30,10 40,10")
    assert not sees(battle, foot(10, 5), foot(10, 20))
    assert sees(battle, foot(10, 5), foot(10, 11))
    assert not sees(battle, foot(22, 5), foot(22, 20))
    assert sees(battle, foot(22, 5), foot(22, 12))
    assert sees(battle, foot(35, 5), foot(35, 20))
    for kind in ("impassable", "deep_water", "water"):
        flat = field("a men: 1,1", f"{kind}: 8,10..12,12")
        assert sees(flat, foot(10, 5), foot(10, 20))
    road = field("a men: 1,1", "road: 5,11 15,11 width 2 | bridge: 5,14 15,14 width 2")
    assert sees(road, foot(10, 5), foot(10, 20))
    crag = TerrainPiece(
        kind="impassable", polygon=((8, 10), (12, 10), (12, 12), (8, 12)), tall=True
    )
    assert not sees(field("a men: 1,1", [crag]), foot(10, 5), foot(10, 20))


def test_op_terr_06_a_friend_in_the_way() -> None:
    """A friend of another group on the line forbids the shot; a stunned one does not."""
    battle = field(
        "a bows: x3 longbow 10,5 20,5 30,5 | a friends: x3 10,10 40,5 42,5 | b foe: 10,20 x3"
    )
    shooter, target, friend = man(battle, "bows"), man(battle, "foe"), man(battle, "friends")
    assert screened(battle, shooter, target) is friend
    friend.stun = 1
    assert screened(battle, shooter, target) is None


def test_op_terr_06_own_rank_in_front() -> None:
    """A man of the shooter's own group within 1 inch does not block; further off he does."""
    battle = field("a bows: x3 longbow 10,5 10,7 30,5 | b foe: 10,20 x3")
    shooter, target = man(battle, "bows"), man(battle, "foe")
    assert screened(battle, shooter, target) is None
    further = field("a bows: x3 longbow 10,5 10,7.1 30,5 | b foe: 10,20 x3")
    assert screened(further, man(further, "bows"), man(further, "foe")) is man(further, "bows", 1)
    others = field("a bows: x3 longbow 10,5 20,5 30,5 | a friends: 10,7 x1 | b foe: 10,20 x3")
    assert screened(others, man(others, "bows"), man(others, "foe")) is man(others, "friends")


def test_op_terr_06_hidden_enemies_do_not_block() -> None:
    """A hidden enemy on the line gives nothing away; a hidden friend is in the way."""
    for side, blocks in (("b", False), ("a", True)):
        battle = field(
            f"a bows: x3 longbow 10,5 | b foe: 10,20 x3 | {side} ambush: x3 10,10 hidden"
        )
        screen = screened(battle, man(battle, "bows"), man(battle, "foe"))
        assert screen is (man(battle, "ambush") if blocks else None)


def test_op_terr_06_nobody_blocks_sight_for_charging_or_spotting() -> None:
    """Past another man a unit sees whom it charges, and finds whom it comes upon."""
    battle = field("a men: x1 10,5 | b near: 10,7 x1 | b foe: 10,9 x1 hidden", "woods: 8,8..12,12")
    assert screened(battle, man(battle, "men"), man(battle, "foe")) is man(battle, "near")
    assert charging.sees_unit(battle, unit(battle, "men"), unit(battle, "foe"))
    play(battle, hidden.discover, "a")
    assert not unit(battle, "foe").hidden


def test_op_terr_07_nobody_is_in_a_building_who_has_not_paid_for_it() -> None:
    """A man on the very outline is inside, covered and unseen through it, only if he crossed it."""
    battle = field("", "building: 10,10..30,20")
    for outside, edge in (
        ((20, 8), (20, 10)),
        ((20, 22), (20, 20)),
        ((8, 15), (10, 15)),
        ((32, 15), (30, 15)),
    ):
        entered = cost(battle, outside, edge) == 5.0
        assert entered or cost(battle, outside, edge) == 2.0
        assert in_cover(battle, foot(*edge)) == entered
        assert (cover_against(battle, foot(40, 34), foot(*edge)) == "whole") == entered
        across = (2 * 20 - outside[0], 2 * 15 - outside[1])
        assert sees(battle, foot(*edge), foot(*across)) == entered


def test_op_terr_07_into_a_building() -> None:
    """Entering a building costs 3; with 2.5 inches left it is refused."""
    battle = field("a men: x3 10,5", "building: 8,8..20,20")
    with pytest.raises(IllegalAnswer) as no:
        play(
            battle,
            moving.move,
            unit(battle, "men"),
            dice=[1, 4],
            answers=[["move", [[10, 8.1]], 0]],
        )
    assert no.value.clause == "OP-MOVE-13"
    play(
        battle,
        moving.move,
        unit(battle, "men"),
        dice=[4, 3],
        answers=[["move", [[10, 9]], 0], first],
    )
    assert man(battle, "men").base.y == 9


def test_op_terr_08_gates() -> None:
    """A rider passes an open gate at no cost and is stopped by a shut one."""
    battle = field("a men: 1,1", "wall: 8,10 12,10 | gate_shut gate: 12,10 14,10")
    assert cost(battle, (13, 9), (13, 11), mounted=True) == INF
    assert turn_gate(battle, "gate")
    assert cost(battle, (13, 9), (13, 11), mounted=True) == 2
    assert not turn_gate(battle, "gate")
    assert cost(battle, (13, 9), (13, 11)) == 5


def test_op_terr_08_bridge_and_ford() -> None:
    """A bridge is road over deep water, and horses pass; a ford is at half speed."""
    battle = field(
        "a men: 1,1",
        "deep_water: 0,10..20,14 | bridge: 5,9 5,15 width 2 | water: 20,10..30,14",
    )
    assert cost(battle, (5, 9), (5, 15), mounted=True) == 6
    assert cost(battle, (25, 9), (25, 15), mounted=True) == 10
    assert on_road(battle, (5, 12))


def test_op_terr_09_deep_water_stops() -> None:
    """A path through deep water is illegal, and nobody stands in it."""
    battle = field("a men: x3 10,5", "deep_water: 8,8..20,20")
    with pytest.raises(IllegalAnswer) as no:
        play(
            battle,
            moving.move,
            unit(battle, "men"),
            dice=[4, 4],
            answers=[["move", [[10, 9]], 0]],
        )
    assert no.value.clause == "OP-TERR-09"
    refusal = can_stand(battle, foot(10, 9), mounted=False)
    assert refusal is not None
    assert refusal.clause == "OP-TERR-09"
    ground = battle.ground
    assert walk(ground, ((10, 5), (10, 12)), going(False, battle.options), 9).point[1] < 8


def test_op_terr_10_hills_cost_nothing() -> None:
    """Movement over a hill costs 1 per inch."""
    battle = field("a men: 1,1", "hill: 8,8..20,20")
    assert cost(battle, (10, 5), (10, 25)) == 20


def test_op_hide_02_wholly_concealed() -> None:
    """Concealing ground must hold the whole base."""
    battle = field("a men: 1,1", "woods: 8,8..20,20")
    assert in_concealment(battle, foot(8.5, 12))
    assert not in_concealment(battle, foot(8.4, 12))
    house = field("", "building: 10,10..30,20")
    for x, y in ((20, 10.5), (20, 19.5), (10.5, 15), (29.5, 15)):
        assert in_concealment(house, foot(x, y))  # flush with a wall inside


def test_terrain_piece_without_width_is_a_line() -> None:
    """A road is laid along its line, mitred at bends; its id stays with each leg."""
    road = TerrainPiece(kind="road", line=((2, 2), (10, 2), (10, 10)), width=2.0)
    battle = field("a men: 1,1", [road])
    assert on_road(battle, (10, 5))
    assert on_road(battle, (5, 2))
    assert not on_road(battle, (5, 5))


def test_move_event_tells_way_and_price() -> None:
    """The log has the way, the roll and what was spent."""
    battle = field("a men: x3 10,5", "woods: 8,8..20,20")
    table = play(
        battle,
        moving.move,
        unit(battle, "men"),
        dice=[4, 4],
        answers=[["move", [[10, 9]], 0], first],
    )
    assert [(e.path, e.allowance, e.spent) for e in events_of(table, Moved)] == [
        (((10.0, 5.0), (10.0, 9.0)), 8.0, 5.0)
    ]


def test_op_terr_03_the_point_where_the_shot_crosses() -> None:
    """Near the target's base, not near the shooter's, nor only near the rest of the wall."""
    bare = field("a men: 1,1", "wall: 8,10 20,10")
    assert cover_against(bare, foot(30, 8), foot(12, 11)) == "none"
    assert cover_against(bare, foot(12, 9.2), foot(12, 25)) == "none"
    wood = field("a men: 1,1", "woods: 8,10..20,20")
    assert cover_against(wood, foot(12, 2), foot(12, 9.9)) == "none"
    assert cover_against(wood, foot(12, 2), foot(12, 10.1)) == "part"


@pytest.mark.parametrize("lines", ["fence: 8,10 20,10 | wall: 8,10.3 20,10.3",
                                   "wall: 8,10 20,10 | fence: 8,10.3 20,10.3"])  # fmt: skip
def test_op_terr_03_the_best_of_two_whichever_comes_first(lines: str) -> None:
    """Behind a fence and a wall he is wholly covered, and no more than that."""
    battle = field("a men: 1,1", lines)
    assert cover_against(battle, foot(12, 2), foot(12, 11.2)) == "whole"


def test_op_terr_04_only_the_same_stretch() -> None:
    """Round the corner of a wall the shooter stands at another stretch of it: cover counts."""
    battle = field("a men: 1,1", "wall: 8,10 20,10 20,2")
    assert cover_against(battle, foot(19, 2.5), foot(12, 11.25)) == "whole"
