"""Squeezing past obstacles, friends, doors, tables, loose steeds (OBS, ACT-04, 05, CARD-19)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import Battle, LooseSteed, Steed
from banneret.rulesets.destrier.ground.sight import cover
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.ground.things import Thing, bars_sight, bars_way
from banneret.rulesets.destrier.movement.doing import blows_for, do, why_not
from banneret.rulesets.destrier.movement.half_moves import foresee, go
from banneret.rulesets.destrier.movement.sliding import Hit
from banneret.rulesets.destrier.movement.squeezing import bulk
from banneret.rulesets.destrier.movement.ways import Trip, trip
from banneret.rulesets.destrier.screen.events import (
    DoorMoved,
    Mounted,
    Shoved,
    Squeezed,
    SteppedAside,
    TableTurned,
)
from rulesets.destrier.arena import Man, arena, man, play, thing
from rulesets.scripting import events_of


def gap_of(inches: float) -> list[Thing]:
    """Two tables with a gap between them, on the way north."""
    half = inches / 2
    left = thing("left table", (6, 12, 10 - half, 12.6), furniture=True, cover="soft")
    right = thing("right table", (10 + half, 12, 14, 12.6), furniture=True, cover="soft")
    right.id = 1
    return [left, right]


def squeeze(battle: Battle, dice: list[int], answers: list[Any]) -> Any:
    """Send the first figure north through whatever is there, forcing the way."""
    way = Way("squeeze", ((10, 15),), 0.0)
    found = trip(battle, battle.figures[0], way)
    assert isinstance(found, Trip), found
    return play(battle, lambda table: go(table, battle.figures[0], way, found), dice, answers)


def wolf(**more: Any) -> Man:
    """A wolf has inches enough to come out on the other side."""
    return man("wolf", "a", 10, 10.5, **more)


def test_de_obs_01_the_risk_of_squeezing_is_told_before() -> None:
    battle = arena(wolf(), things=gap_of(0.4))
    found = trip(battle, battle.figures[0], Way("squeeze", ((10, 15),), 0.0))
    (note,) = [one for one in foresee(battle, found, battle.figures[0]).notes if "past" in one]
    assert note.startswith("pushes past left table, and is thrown back with ")


def test_de_obs_01_de_move_10_it_goes_on_only_if_the_obstacle_fails() -> None:
    """Both bash; the obstacle's failing lets it through, a quarter of the allowance poorer."""
    battle = arena(wolf(), things=gap_of(0.4))
    table = squeeze(battle, [99, 96], [("obstacle", "left table")])
    assert events_of(table, Squeezed)[0].through
    assert battle.figures[0].y == pytest.approx(10.5 + 5 - 1.25, abs=0.4)
    battle = arena(wolf(), things=gap_of(0.4))
    table = squeeze(battle, [1, 10, 96], [("obstacle", "left table")])
    assert not events_of(table, Squeezed)[0].through
    assert battle.figures[0].y < 11.6


def test_de_obs_01_de_move_01_who_forces_a_way_faces_it() -> None:
    """He does not turn before the gap, to go through it sideways and narrower."""
    walls = [thing("wall", (5, 12, 9.4, 12.6)), thing("wall", (10.5, 12, 15, 12.6))]
    battle = arena(man("sergeant", "a", 9.95, 10), things=walls)
    found = trip(battle, battle.figures[0], Way("squeeze", ((9.95, 13.0),), 45.0))
    assert isinstance(found, Trip)
    assert found.squeezed is not None
    assert (found.stand.facing, found.turned) == (0.0, 0.0)


def test_de_move_10_a_bash_costs_a_quarter_of_what_the_phase_allows() -> None:
    """A quarter of the 5 inches went for an act: the bash costs a quarter of the 3.75 left."""
    boards = [
        thing("left board", (6, 12, 9.8, 12.05), furniture=True),
        thing("right board", (10.2, 12, 14, 12.05), furniture=True),
    ]
    boards[1].id = 1
    battle = arena(wolf(activity_cost=0.25), things=boards)
    way = Way("squeeze", ((10, 14.25),), 0.0)
    found = trip(battle, battle.figures[0], way)
    assert isinstance(found, Trip), found
    answers = [("obstacle", "left board")]
    play(battle, lambda table: go(table, battle.figures[0], way, found), [99, 96], answers)
    assert battle.figures[0].y == pytest.approx(10.5 + 0.75 * 3.75, abs=0.11)


def test_de_obs_02_light_furniture_is_shoved_aside() -> None:
    """A bash that comes off pushes the table square to the way until there is room."""
    battle = arena(wolf(), things=gap_of(0.4))
    table = squeeze(battle, [99, 1, 10], [("obstacle", "left table")])
    assert events_of(table, Shoved)[0].thing == "left table"
    assert battle.things[0].corners[1][0] < 9.76


def test_de_obs_02_what_obstacles_bash_with() -> None:
    """Figures their own values, furniture Strength 8 and weight 80, walls at the ceiling."""
    battle = arena(
        man("sergeant", "a", 10, 10), things=[thing("stool", (5, 5, 6, 6), furniture=True)]
    )
    assert bulk(battle, Hit("thing", 0))[:2] == (8, 80)
    assert bulk(battle, Hit("figure", 0)).strength == 14
    rider = arena(man("knight", "a", 10, 10, steed="light_horse"))
    assert bulk(rider, Hit("figure", 0)).strength == 30  # his steed's
    battle.things[0].furniture = False
    assert bulk(battle, Hit("thing", 0)).solid


def test_de_obs_02_a_table_turned_over_covers_and_bashes() -> None:
    """It lies its own depth further off, gives hard cover, and bashes whom it falls against."""
    table_ = thing("table 1", (9, 11, 11, 12), furniture=True, cover="soft")
    battle = arena(man("peasant", "a", 10, 10.29), man("archer", "b", 10, 25, 180), things=[table_])
    assert why_not(battle, battle.figures[0], "turn_table_over") is None
    table = play(battle, lambda t: do(t, battle.figures[0], "turn_table_over"))
    assert events_of(table, TableTurned)[0].thing == "table 1"
    assert battle.things[0].corners[0] == (9, 13)
    assert cover(battle, battle.figures[1], battle.figures[0]) == "hard"
    assert bars_way(battle.things[0])
    again = why_not(battle, battle.figures[0], "turn_table_over")
    assert again is not None
    table_ = thing("table 1", (9, 11, 11, 12), furniture=True, cover="soft")
    battle = arena(man("peasant", "a", 10, 10.29), man("archer", "b", 10, 13, 180), things=[table_])
    aside = thing("table 2", (11, 9, 12, 11), furniture=True, cover="soft")
    beside = arena(man("peasant", "a", 10.29, 10, 90), things=[aside])
    play(beside, lambda t: do(t, beside.figures[0], "turn_table_over"))
    assert {x for x, _ in beside.things[0].corners} == {12, 13}
    # Strength 8 against 12, weight 80 against 167: 40 - 8 - 4 = 28
    play(battle, lambda t: do(t, battle.figures[0], "turn_table_over"), [28, 10])
    assert battle.figures[1].rocked


def test_de_obs_03_de_move_10_a_friend_who_yields_costs_no_bash() -> None:
    """Nobody was pushed: all three inches are gone, and who went them ran."""
    men = man("sergeant", "a", 10, 10), man("sergeant", "a", 11, 11.8), man("wolf", "b", 40, 30)
    battle = arena(*men)
    squeeze_to = Way("squeeze", ((10, 13),), 0.0)
    figure = battle.figures[0]
    found = trip(battle, figure, squeeze_to)
    assert isinstance(found, Trip)
    play(battle, lambda table: go(table, figure, squeeze_to, found), [], [("step_aside", "yes")])
    assert figure.y == pytest.approx(13.0, abs=0.01)
    assert figure.moved_inches == pytest.approx(3.0, abs=0.01)
    assert figure.motion == "ran"


def test_de_obs_03_a_friend_steps_aside() -> None:
    """Half an inch, if his owner agrees and he is not in contact."""
    battle = arena(wolf(), man("archer", "a", 10.6, 13))
    table = squeeze(battle, [], [("step_aside", "yes")])
    assert events_of(table, SteppedAside)[0].figure == 1
    assert battle.figures[1].x == pytest.approx(11.1, abs=0.01)
    assert battle.figures[0].y > 13.0


def test_de_obs_03_a_friend_at_grips_steps_nowhere() -> None:
    """In contact with an enemy he is in the way like anybody else: both bash."""
    foe = man("sergeant", "b", 10.6, 13 + 1.4142, 180)
    battle = arena(wolf(), man("archer", "a", 10.6, 13), foe)
    table = squeeze(battle, [99, 96], [])
    assert not events_of(table, SteppedAside)


def test_de_act_04_de_card_19_doors() -> None:
    """A shut door bars way and sight until it is opened; a locked one is first unlocked."""
    door = thing("door", (9, 11, 11, 11.25), blocks_sight=True, door="locked")
    battle = arena(man("sergeant", "a", 10, 10), things=[door])
    figure = battle.figures[0]
    assert bars_way(door)
    assert bars_sight(door)
    refused = why_not(battle, figure, "open_door")
    assert refused is not None
    assert refused.clause == "DE-ACT-04"
    play(battle, lambda t: do(t, figure, "unlock_door"))
    table = play(battle, lambda t: do(t, figure, "open_door"))
    assert events_of(table, DoorMoved)[0].door == "open"
    assert not bars_way(battle.things[0])
    assert not bars_sight(battle.things[0])
    assert [blows_for(figure, one) for one in ("open_door", "unlock_door")] == [1, 2]


def test_de_act_11_de_card_19_an_open_door_is_shut_when_nobody_stands_in_it() -> None:
    """It bars way and sight again; a figure in the doorway keeps it open, a body does not."""
    door = thing("door", (9, 11, 11, 11.25), blocks_move=False, door="open")
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 11.5, 180), things=[door])
    figure, foe = battle.figures
    refused = why_not(battle, figure, "shut_door")
    assert refused is not None
    assert refused.clause == "DE-ACT-11"
    foe.status = "down"
    assert why_not(battle, figure, "shut_door") is None
    table = play(battle, lambda t: do(t, figure, "shut_door"))
    assert events_of(table, DoorMoved)[0].was == "open"
    assert bars_way(battle.things[0])
    assert bars_sight(battle.things[0])
    assert blows_for(figure, "shut_door") == 1


def test_de_act_05_de_card_19_mounting() -> None:
    """A loose steed beside a friend is mounted: 2, 3 or 4 blows by load."""
    battle = arena(man("squire", "a", 10, 10))
    battle.loose.append(LooseSteed(0, "a", Steed("medium_horse", 48, 48), 11.3, 10, 0.0))
    figure = battle.figures[0]
    assert blows_for(figure, "mount_steed") == 2
    figure.encumbrance = "encumbered"
    assert blows_for(figure, "mount_steed") == 4
    table = play(battle, lambda t: do(t, figure, "mount_steed"))
    assert figure.steed is not None
    assert not battle.loose
    assert events_of(table, Mounted)[0].place == (11.3, 10.0)
    refused = why_not(battle, figure, "mount_steed")
    assert refused is not None


def test_de_con_03_de_act_05_who_is_held_does_not_leave_for_a_saddle() -> None:
    """Nor by a MOVE card, unless he disengages at will; who is free mounts."""
    for card_round, clause in ((-1, "DE-CON-03"), (1, "DE-CARD-15")):
        battle = arena(
            man("squire", "a", 10, 10),
            man("sergeant", "b", 10 - 0.7071, 10 + 0.7071, 180),
            winner="b",
            card_round=card_round,
        )
        battle.loose.append(LooseSteed(1, "a", Steed("light_horse", 42, 42), 11.5, 9.5, 0.0))
        squire, sergeant = battle.figures
        refused = why_not(battle, squire, "mount_steed")
        assert refused is not None
        assert refused.clause == clause
        put(battle, sergeant, 30, 30, 0)
        assert why_not(battle, squire, "mount_steed") is None
