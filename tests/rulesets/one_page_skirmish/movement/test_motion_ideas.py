"""The ideas offered with a move, and whole battles of players who take any of them."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.questions.choices import Choice, Way
from banneret.players.chance import ChancePlayer
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.state import leader_of, on_table
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.melee.charge.approach import cheaper_way, way_to_contact
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.movement.ideas import goals
from banneret.rulesets.one_page_skirmish.screen.events import Moved, Shot
from banneret.rulesets.one_page_skirmish.setup.entries import Exit, Hold, Seize
from banneret.rulesets.one_page_skirmish.setup.on_file import scenarios
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.scripting import events_of, first


def all_ideas(choice: Choice[Any]) -> Any:
    """Check every idea, take the first."""
    ideas = choice.ideas()
    for one in ideas:
        choice.check(one)
    return ideas[0]


def test_op_move_06_ideas_follow_the_road() -> None:
    """With the road claimed every idea stays on it, over a bridge and on."""
    battle = field(
        "a men: x3 10,10 12,10 14,10",
        "road: 10,0 10,14 width 2 | deep_water: 0,14..48,18 | bridge: 10,14 10,18 width 2"
        " | road: 10,18 10,36 width 2",
    )
    found: list[Way] = []

    def look(choice: Choice[Any]) -> Any:
        found.extend(choice.ideas())
        return found[0]

    play(
        battle,
        moving.move,
        unit(battle, "men"),
        dice=[6, 6, 6],
        answers=["road", look, first],
    )
    assert len(found) >= 4
    assert any(way.points and way.points[-1][1] == 22 for way in found)


def test_op_move_24_ideas_lead_off_the_table() -> None:
    """Where the scenario lets a side leave, an idea does so when the roll is enough."""
    objective = (Exit(edge="east", for_="a", vp_per_figure=2),)
    battle = field("a men: x3 44,10 42,10 40,10", objective=objective)

    def leave(choice: Choice[Any]) -> Any:
        return next(way for way in choice.ideas() if way.gait == "exit")

    play(battle, moving.move, unit(battle, "men"), dice=[3, 4], answers=[leave])
    assert on_table(battle) == []


def test_ideas_know_the_objectives() -> None:
    """Holds, exits and things to seize are worth going to, for the side that can score."""
    objective = (
        Hold(point=(24, 18), radius=6, vp=10, for_="either"),
        Exit(edge="north", for_="a", vp_per_figure=2),
        Exit(edge="west", for_="b", vp_per_figure=2),
        Seize(object="hall", for_="a", vp=5),
    )
    battle = field("a men: x3 10,10", "building hall: 20,20..24,24", objective=objective)
    assert goals(battle, "a", (10, 10)) == [(24, 18), (10, 36), (22, 22)]
    assert goals(battle, "b", (10, 10)) == [(24, 18), (0, 10)]


def test_ideas_go_round_a_pond() -> None:
    """Where the straight way is barred an idea leads round, and one leads into cover."""
    battle = field(
        "a men: x3 24,8 26,8 28,8 | b foe: x3 24,30",
        "deep_water: 20,12..28,14 | woods: 2,2..12,14",
    )
    table = play(
        battle, moving.move, unit(battle, "men"), dice=[6, 6], answers=[all_ideas, all_ideas]
    )
    assert events_of(table, Moved)


@pytest.mark.parametrize("halving", ["per_inch", "whole_move"])
def test_op_charge_02_a_cheaper_way_round(halving: str) -> None:
    """The cheapest way avoids a wood that the straight one goes through."""
    battle = field(
        "a men: x3 10,10 | b foe: x3 10,20 12,20 14,20",
        "woods: 9,12..30,17",
        terrain_halving=halving,
    )
    leader = leader_of(battle, unit(battle, "men"))
    assert leader is not None
    straight = way_to_contact(battle, leader, unit(battle, "foe"))
    round_about = cheaper_way(battle, leader, unit(battle, "foe"))
    assert straight is not None
    assert round_about is not None
    assert round_about.cost < straight.cost


def test_op_opt_10_declares_rider_or_mount() -> None:
    """Reaction shots use the normal rules: against riders the shooter may declare."""
    battle = field(
        "a sir: knight mounted 10,10 passed_this_turn=true | b foe: x3 longbow 10,18 11.5,18 13,18",
        shaken_reaction="choose",
    )
    table = play(
        battle,
        charging.charge,
        unit(battle, "sir"),
        unit(battle, "foe"),
        dice=[10, 1, 1, 1, 2, 2, 2, 6],
        answers=[("react", "shoot"), first, "mount", first, "either", "rider", first],
    )
    assert len(events_of(table, Shot)) == 3
    assert man(battle, "sir").base.y > 10


@pytest.mark.parametrize("key", sorted(scenarios()))
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_op_move_16_whole_battles_keep_bases_apart(key: str, seed: int) -> None:
    """In a battle of players who take any idea no base ever lies on another or off the table."""
    plan = scenarios()[key].sides
    free = {"a": "french_1346", "b": "jacques_1358"}
    forces = {s: free[s] if plan[s].force == "free" else plan[s].force for s in "ab"}
    battle = RULESET.begin(key, {}, forces)
    players = {"a": ChancePlayer(seed), "b": ChancePlayer(seed + 100)}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=False)
    while game.result is None:
        game._step()
        figures = on_table(game.state)
        for i, one in enumerate(figures):
            assert game.state.ground.on_table(one.base)
            assert not any(overlaps(one.base, other.base) for other in figures[:i])
