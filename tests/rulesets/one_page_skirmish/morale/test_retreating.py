"""Rout, retreat to cover and arrival on the table (MORALE-24 to 35, SCEN-07)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from banneret.core.errors import IllegalAnswer
from banneret.core.play.events import Rolled
from banneret.rulesets.one_page_skirmish.basics.state import (
    COMING,
    FLED,
    NOBODY,
    ON_TABLE,
    ROUTING,
    Battle,
    is_engaged,
    is_straggler,
)
from banneret.rulesets.one_page_skirmish.ground.lay import in_cover
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.morale.checking import must_test
from banneret.rulesets.one_page_skirmish.morale.nearest_cover import nearest_cover
from banneret.rulesets.one_page_skirmish.morale.running import open_to, way_home
from banneret.rulesets.one_page_skirmish.screen.events import Arrived, Left, Moved, Stayed
from banneret.rulesets.one_page_skirmish.setup import arrivals
from banneret.tabletop.shapes.measuring import (
    gap,
    gap_to_point,
    gap_to_segment,
    polyline_length,
    within,
)
from rulesets.one_page_skirmish.field import Played, field, man, men, play, questions_of, unit
from rulesets.scripting import events_of, first


def run(battle: Battle, dice: list[int], *answers: Any, key: str = "men") -> Played:
    group = unit(battle, key)
    return play(
        battle,
        retreat.rout,
        group,
        retreat.threat_to(battle, group, None),
        dice=dice,
        answers=list(answers),
    )


def fall_back(battle: Battle, dice: list[int], *answers: Any, key: str = "men") -> Played:
    group = unit(battle, key)
    return play(
        battle,
        retreat.to_cover,
        group,
        retreat.threat_to(battle, group, None),
        dice=dice,
        answers=list(answers),
    )


# -- rout


def test_op_morale_24_whole_roll() -> None:
    """Routing foot rolling 4 and 3 retreat exactly 7 inches of movement; horse roll three dice."""
    battle = field("a men: x3 10,20 routing | b foe: x3 10,30")
    table = run(battle, [4, 3], first)
    assert man(battle, "men").base.y == 13
    assert table.result == pytest.approx(7)
    riders = field("a men: x3 mounted 10,25 routing | b foe: x3 10,32")
    run(riders, [4, 3, 2], first, first)
    assert man(riders, "men").base.y == 16


def test_op_fig_05_who_ran_may_turn_his_shield_to_the_enemy() -> None:
    """The measured figure faces as its owner likes after a morale move, if facing tells at all."""
    battle = field("a men: x3 shield 10,20 routing | b foe: x3 10,30")
    table = run(battle, [4, 3], first, first)
    assert questions_of(table) == ["figure.turn", "retreat.place"]
    assert man(battle, "men").base.facing == 0
    away = [{0: [10, 13, 180]}, first]
    battle = field("a men: x3 shield 10,20 routing | b foe: x3 10,30")
    run(battle, [4, 3], *away)
    assert man(battle, "men").base.facing == 180
    battle = field("a men: x3 mail 10,20 routing | b foe: x3 10,30")
    assert questions_of(run(battle, [4, 3], first)) == ["retreat.place"]


def test_op_morale_24_road_all_the_way() -> None:
    """The road die only if the whole path it has to take stays on the road."""
    units = "a men: x3 10,20 routing | b foe: x3 10,30"
    table = run(field(units, "road: 10,0 10,36 width 2"), [1, 4, 3], first)
    assert len(events_of(table, Rolled)[0].faces) == 3
    table = run(field(units, "road: 10,15 10,36 width 2"), [4, 3], first)
    assert len(events_of(table, Rolled)[0].faces) == 2


def test_op_morale_25_off_the_home_edge() -> None:
    """Leader 5 inches from the home edge with a rout roll of 7: the group is removed as fled."""
    battle = field("a men: x3 10,5.5 routing | b foe: x3 10,20")
    table = run(battle, [4, 3])
    assert events_of(table, Left)[0].fate == FLED
    assert men(battle, "men") == []
    battle = field("a men: x3 10,7.6 routing | b foe: x3 10,20")
    run(battle, [4, 3], first)
    assert len(men(battle, "men")) == 3


def test_op_morale_25_round_a_pond() -> None:
    """The path goes round what cannot be passed."""
    battle = field("a men: x3 10,20 routing | b foe: x3 10,30", "deep_water: 6,14..14,16")
    run(battle, [6, 6], first)
    leader = man(battle, "men").base
    assert leader.y < 15
    assert not 6 <= leader.x <= 14 or leader.y < 14


def test_op_morale_25_straight_away_without_a_way_home() -> None:
    """With no way home he goes straight away from the threat, off any edge."""
    battle = field("a men: x3 44,20 routing | b foe: x3 40,20", "deep_water: 0,10..48,12")
    table = run(battle, [6, 6])
    assert events_of(table, Left)[0].fate == FLED
    assert events_of(table, Moved)[0].path[-1][0] > 47


def test_op_morale_25_nobody_nearer_to_the_threat() -> None:
    """No follower is placed nearer to the threat than the measured figure was."""
    battle = field("a men: x3 10,20 12,24 14,24 routing | b foe: x3 10,30 30,30 32,30")
    threat = man(battle, "foe").base
    before = gap(man(battle, "men").base, threat)
    run(battle, [1, 2], first)
    assert all(gap(f.base, threat) >= before - 0.001 for f in men(battle, "men"))
    battle = field("a men: x3 10,20 12,24 14,24 routing | b foe: x3 10,30 30,30 32,30")
    bad = {1: (10.0, 21.5, 0.0), 2: (14.0, 17.0, 0.0)}
    with pytest.raises(IllegalAnswer) as no:
        run(battle, [1, 2], bad)
    assert no.value.clause == "OP-MORALE-25"


def test_op_morale_28_engaged_leave_freely() -> None:
    """A routing engaged figure ends out of contact and takes no hit for leaving."""
    battle = field("a men: x3 10,20 11.5,20 13,20 routing | b foe: x3 10,21 11.5,21 13,21")
    run(battle, [4, 3], first)
    assert not any(is_engaged(battle, f) for f in men(battle, "men"))
    assert all(f.hits == 0 for f in men(battle, "men"))


def test_op_morale_33_not_towards_the_threat() -> None:
    """The path never leads nearer to the threat, even where the home edge lies beyond it."""
    battle = field("a men: x1 10,20 routing | b foe: x3 10,18 9,18 11,18")
    threat = man(battle, "foe")
    before = gap(man(battle, "men").base, threat.base)
    run(battle, [6, 6])
    assert gap(man(battle, "men").base, threat.base) >= before - 0.001


def test_op_morale_33_charger_is_the_threat() -> None:
    """Charged, the threat is the charging unit's nearest figure, else the nearest enemy."""
    battle = field("a men: x3 10,20 | b near: x3 10,23 | b far: x3 10,30 0.stun=1")
    group = unit(battle, "men")
    assert retreat.threat_to(battle, group, unit(battle, "far")) is man(battle, "far", 1)
    assert retreat.threat_to(battle, group, None) is man(battle, "near")
    alone = field("a men: x3 10,20 | b far: x3 hidden 10,30")
    assert retreat.threat_to(alone, unit(alone, "men"), None) is None


def test_op_morale_34_boxed_in() -> None:
    """Surrounded on every side he does not move, loses nothing, and rolls no dice."""
    ring = "9,9 10,9 11,9 9,10 11,10 9,11 10,11 11,11"
    battle = field(f"a men: x1 10,10 routing | b foe: x8 {ring}")
    table = run(battle, [])
    assert events_of(table, Stayed)[0].why == "boxed_in"
    assert (man(battle, "men").base.x, man(battle, "men").base.y) == (10, 10)
    assert unit(battle, "men").status == ROUTING


def test_op_morale_34_stunned_stay_behind() -> None:
    """Stunned figures remain as the unit when it leaves the table, without a leader."""
    battle = field("a men: x3 10,4 12,4 14,4 routing 2.stun=1 | b foe: x3 10,20")
    run(battle, [4, 3])
    assert [f.fate for f in battle.figures[:3]] == [FLED, FLED, ON_TABLE]
    assert unit(battle, "men").leader == NOBODY
    assert unit(battle, "men").status == ROUTING


def test_op_morale_34_follower_without_a_place() -> None:
    """A follower with no legal place within 6 inches stays or lags behind as a straggler."""
    battle = field("a men: x3 10,20 30,20 12,20 routing | b foe: x3 10,30")
    run(battle, [1, 1], first)
    assert is_straggler(battle, man(battle, "men", 1))


def test_op_morale_35_another_is_measured() -> None:
    """Sergeant stunned, group routs: another figure is measured, the Sergeant left lying."""
    battle = field("a men: x3 10,20 12,20 14,20 routing 0.stun=1 | b foe: x3 10,30")
    chosen = man(battle, "men", 2).id
    table = run(battle, [4, 3], ("retreat.measured", chosen), first)
    assert events_of(table, Moved)[0].figure == chosen
    assert man(battle, "men").base.y == 20


def test_op_morale_35_all_stunned() -> None:
    """A unit all of whose figures are stunned makes no move."""
    battle = field("a men: x2 10,20 12,20 routing 0.stun=1 1.stun=1 | b foe: x3 10,30")
    assert run(battle, []).result == 0


def test_op_opt_11_maximum_without_dice() -> None:
    """A rout move is 12 inches on foot, 18 mounted, without dice or the wound's inch."""
    battle = field("a men: x3 10,20 routing 0.hits=1 | b foe: x3 10,30", max_retreat="dice_maximum")
    run(battle, [], first)
    assert man(battle, "men").base.y == 8
    text = "a sir: knight mounted 10,25 | b foe: x3 10,34"
    battle = field(text, max_retreat="dice_maximum")
    run(battle, [], first, key="sir")
    assert man(battle, "sir").base.y == 7
    battle = field(text, max_retreat="dice_maximum")
    fall_back(battle, [1, 1, 1], first, key="sir")  # no rout: he rolls
    assert man(battle, "sir").base.y == 22


# -- to cover


@pytest.mark.parametrize(
    ("men", "foe", "terrain", "most"),
    [
        # past the end of a fence, since alongside it the threat is nearer
        ("mounted 42,25.3", "27.5,19.4", "fence: 33,20 43,20", 3.7),
        # beside the corner of a wall, not somewhere further along it
        ("16.45,12.35", "6.24,25.78", "wall: 23,14 18,14 18,24", 0.8),
        # a fence plainly ahead, though a wood lies nearer beyond the threat
        ("34.9,4.6", "35.7,16.5", "woods: 30,20..40,30 | fence: 14,6 14,14", 19.7),
    ],
)
def test_op_morale_26_the_nearest_place_of_all(
    men: str, foe: str, terrain: str, most: float
) -> None:
    """Cover that a straight way leads to is found wherever on its outline it begins."""
    battle = field(f"a men: x1 {men} | b foe: x1 {foe}", terrain)
    figure, threat = man(battle, "men"), man(battle, "foe")
    way = nearest_cover(
        battle,
        figure,
        (threat.base, gap(figure.base, threat.base)),
        clear=open_to(battle, figure, threat),
    )
    assert way is not None
    assert polyline_length(way) < most


@pytest.mark.parametrize(
    ("men", "foe", "most"),
    [("3.04,10.58", "7.92,9.26", 10.4), ("24,20", "24,14", 24.0), ("20,20", "24,14", 21.5)],
)
def test_op_morale_25_home_round_the_threat(men: str, foe: str, most: float) -> None:
    """An enemy before the home edge is gone round at the distance he has, by the shortest way."""
    battle = field(f"a men: x1 {men} | b foe: x1 {foe}")
    figure, threat = man(battle, "men"), man(battle, "foe")
    way = way_home(battle, unit(battle, "men"), figure, threat)
    assert way is not None
    assert polyline_length(way) < most
    apart = gap_to_point(threat.base, way[0])
    assert all(gap_to_segment(threat.base, p, q) >= apart - 0.001 for p, q in pairwise(way))


def test_op_morale_26_stops_in_the_nearest_cover() -> None:
    """Cover 5 inches off and a roll of 9: moves 5 and stops, as many as possible in it."""
    battle = field("a men: x4 10,20 shaken | b foe: x3 10,30", "woods: 2,5..30,15")
    table = fall_back(battle, [4, 5], first)
    assert 14.9 < man(battle, "men").base.y <= 15.0
    assert table.result == pytest.approx(5, abs=0.1)
    assert all(in_cover(battle, f.base) for f in men(battle, "men"))


def test_op_morale_26_not_towards_the_chargers() -> None:
    """Cover 5 inches off on the chargers' side is not used; none else: straight away."""
    battle = field("a men: x3 10,20 shaken | b foe: x3 10,30 12,30 14,30", "woods: 2,25..30,28")
    fall_back(battle, [4, 5], first)
    assert man(battle, "men").base.y == 11


def test_op_morale_26_already_covered() -> None:
    """Already in cover: no effect and no dice."""
    battle = field("a men: x3 10,20 shaken | b foe: x3 10,30", "woods: 2,15..30,25")
    table = fall_back(battle, [])
    assert events_of(table, Stayed)[0].why == "in_cover"


def test_op_morale_26_behind_a_wall() -> None:
    """The nearest place behind a line is where the base comes within 1 inch of it."""
    battle = field("a men: x3 10,20 shaken | b foe: x3 10,30", "wall: 2,12 30,12")
    fall_back(battle, [4, 5], first)
    assert man(battle, "men").base.y == pytest.approx(13.5, abs=0.01)


def test_op_morale_26_as_far_as_the_roll_allows() -> None:
    """Short of the cover he stops where the roll ends; at the table edge he stays on."""
    battle = field("a men: x3 10,20 shaken | b foe: x3 10,30", "woods: 2,2..30,10")
    fall_back(battle, [1, 2], first)
    assert man(battle, "men").base.y == 17
    battle = field("a men: x3 10,3 shaken | b foe: x3 10,30")
    fall_back(battle, [6, 6], first)
    assert man(battle, "men").base.y == 0.5
    assert men(battle, "men")


def test_op_morale_26_without_any_threat() -> None:
    """With no enemy known only the ground limits the path."""
    battle = field("a men: x3 10,20 leaderless", "woods: 2,25..30,30")
    fall_back(battle, [6, 6], ("retreat.measured", man(battle, "men", 1).id), first)
    assert man(battle, "men", 1).base.y >= 25


# -- arrival


def due(extra: str = "") -> Battle:
    words = f"a men: x3 off arrival_round=2 arrival_edge=west {extra}"
    return field(words + " | b foe: x3 20,20", round=3)


def test_op_scen_07_comes_on_by_its_edge() -> None:
    """The leader starts on the edge and comes wholly on; the others are set down round him."""
    battle = due()
    way = ["arrive", [[0, 10], [5, 10]], 90]
    table = play(battle, arrivals.arrive, unit(battle, "men"), dice=[3, 4], answers=[way, first])
    assert man(battle, "men").base.x == 5
    assert all(f.fate == ON_TABLE for f in men(battle, "men"))
    assert all(within(man(battle, "men").base, f.base, 6.0) for f in men(battle, "men"))
    assert events_of(table, Arrived)[0].edge == "west"
    assert unit(battle, "men").arrival_round == 0
    assert unit(battle, "men").acted


def test_op_scen_07_not_before_its_round() -> None:
    """A unit due in round 3 cannot come in round 2."""
    battle = due("arrival_round=4")
    no = arrivals.refusal(battle, unit(battle, "men"))
    assert no is not None
    assert no.clause == "OP-SCEN-07"


def test_op_scen_07_wholly_on_the_table() -> None:
    """He must come far enough for his base to be on the table, from that edge, clear of enemies."""
    for way in (
        ["arrive", [[0, 10], [0.3, 10]], 90],
        ["arrive", [[1, 10], [5, 10]], 90],
        ["arrive", [[0, 10]], 90],
    ):
        battle = due()
        with pytest.raises(IllegalAnswer):
            play(battle, arrivals.arrive, unit(battle, "men"), dice=[3, 4], answers=[way])
    barred = field(
        "a men: x3 off arrival_round=2 arrival_edge=west | b foe: x3 1.2,10 20,20 22,20", round=3
    )
    with pytest.raises(IllegalAnswer) as no:
        play(
            barred,
            arrivals.arrive,
            unit(barred, "men"),
            dice=[3, 4],
            answers=[["arrive", [[0, 10.5], [0.5, 14]], 90]],
        )
    assert no.value.clause == "OP-SCEN-07"


def test_op_scen_07_no_room_waits() -> None:
    """Figures with no room arrive in a later turn."""
    battle = field(
        "a men: x3 off arrival_round=2 arrival_edge=west | b foe: x1 40,30",
        "deep_water: 1.5,0..48,36 | deep_water: 0,0..48,9 | deep_water: 0,11..48,36",
        round=3,
    )
    table = play(
        battle,
        arrivals.arrive,
        unit(battle, "men"),
        dice=[3, 4],
        answers=[["arrive", [[0, 10], [0.5, 10]], 90]],
    )
    assert man(battle, "men").fate == ON_TABLE
    assert [f.fate for f in battle.figures[1:3]] == [COMING, COMING]
    assert "followers.place" not in questions_of(table)


def test_op_morale_34_nobody_straggles_who_has_a_place() -> None:
    """A follower for whom there is room by the leader is not left behind."""
    battle = field("a men: x2 10,20 11.5,20 routing | b foe: x3 10,30")
    with pytest.raises(IllegalAnswer) as no:
        run(battle, [6, 6], {1: [11.5, 20.0, 0.0]})
    assert no.value.clause == "OP-MOVE-18"


def test_op_morale_34_those_left_lying_test_and_run_on() -> None:
    """Awake again, what is left of a unit that fled must test, and runs without a leader."""
    battle = field("a men: leaderless x2 10,10 12,10 routing | b foe: x3 10,20")
    assert must_test(battle, unit(battle, "men"))
    run(battle, [1, 1], 0, first)
    assert man(battle, "men").base.y < 10
