"""Whole battles: anybody's answers to the end, many players, every switch, and no secret told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import digest
from banneret.core.errors import Diverged
from banneret.core.play.events import Rolled
from banneret.core.play.game import Game
from banneret.core.play.table import Table
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.options import SETTINGS
from banneret.rulesets.knights_and_knaves.basics.state import GONE, UP
from banneret.rulesets.knights_and_knaves.basics.who import foes
from banneret.rulesets.knights_and_knaves.morale.victory import is_lost
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from banneret.rulesets.knights_and_knaves.setup.beginning import begin
from banneret.rulesets.knights_and_knaves.setup.entries import Muster, Scenario
from contract.hidden import _onward  # what a side observes, as the contract sees it
from rulesets.knights_and_knaves.field import field, man, retinue
from rulesets.knights_and_knaves.scripts import ByKey
from rulesets.knights_and_knaves.whole import SKIRMISH, chance_battle
from rulesets.scripting import idea

QUICK = replace(SKIRMISH, turns=4)
EDGES = ("south", "north", "west", "east")
ALTERNATIVES = [(one.key, value) for one in SETTINGS for value in one.values[1:]]


def lords(count: int, sides: int, figures: int = 6) -> Scenario:
    """So many players on so many sides of a wide table."""
    zones = {
        "south": (10.0, 0.0, 50.0, 10.0),
        "north": (10.0, 38.0, 50.0, 48.0),
        "west": (0.0, 12.0, 9.0, 36.0),
        "east": (51.0, 12.0, 60.0, 36.0),
    }
    retinues = tuple(
        Muster(
            player=f"{'abcd'[at % sides]}{at // sides + 1}",
            side="abcd"[at % sides],
            force="norman_conroi",
            figures=figures,
            edge=EDGES[at % sides],  # type: ignore[arg-type]
            zone=zones[EDGES[at % sides]],
        )
        for at in range(count)
    )
    return replace(SKIRMISH, id="lords", table=(60.0, 48.0), turns=3, retinue=retinues)


def test_kk_turn_01_a_battle_of_chance_goes_through_all_phases_to_its_end() -> None:
    """Every step leaves a sound battle; the end has a result."""
    game = chance_battle(1, replace(SKIRMISH, turns=6), history=True)
    assert game.result is not None
    for step in game.steps[::3]:
        assert faults(step.before) == [], step.name
    assert faults(game.state) == []
    names = [step.name for step in game.steps]
    assert names.index("rally") < names.index("chits") < names.index("move") < names.index("shoot")


def test_equal_seeds_play_equal_battles() -> None:
    """The same answers and dice give the same battle."""
    assert digest(chance_battle(3, QUICK).state) == digest(chance_battle(3, QUICK).state)


@pytest.mark.parametrize(("key", "value"), ALTERNATIVES)
def test_every_switch_plays(key: str, value: Any) -> None:
    """A short battle with each alternative of each option."""
    game = chance_battle(5, replace(SKIRMISH, turns=2), **{key: value})
    assert faults(game.state) == []


@pytest.mark.parametrize(("players", "sides"), [(8, 2), (3, 3), (4, 4)])
def test_kk_setup_02_many_players_on_many_sides(players: int, sides: int) -> None:
    """Eight lords on two sides, three and four sides: each commands his own men alone."""
    game = chance_battle(2, lords(players, sides))
    battle = game.state
    assert faults(battle) == []
    assert len(battle.retinues) == players
    for own in battle.retinues:
        assert battle.men[own.lord].player == own.player


def test_kk_setup_02_allies_are_no_enemies() -> None:
    """Men of one side are never among each other's foes, whoever leads them."""
    battle = begin(lords(8, 2), {}, {})
    for own in battle.men:
        own.status = "steady"
    assert {one.side for one in foes(battle, "a")} == {"b"}


def test_kk_turn_06_what_is_secret_does_not_show() -> None:
    """With other chits, skills and quivers the other side sees the same until one is revealed."""
    game = chance_battle(0, replace(SKIRMISH, turns=4), history=True)
    rules = game.ruleset
    vary = rules.extras["vary_hidden"]
    compared = 0
    for number, step in enumerate(game.steps):
        if number % 4 or step.name == "shoot":  # shots follow the hidden skill
            continue
        at = Game(rules, rules.clone(step.before), dice=RandomDice(0), players={})
        at.tape = list(step.tape)
        for side in rules.sides(step.before):
            varied = vary(rules.clone(step.before), side, RandomDice(number))
            try:
                here, there = _onward(at, step.before, side), _onward(at, varied, side)
            except Diverged:
                continue  # a blow or check that the other skill decides otherwise
            if here is not None and there is not None:
                compared += 1
                assert here == there, f"{step.name}: {side} can tell other secrets apart"
    assert compared > 20


def test_kk_finis_07_a_battle_may_be_renewed_and_played_on() -> None:
    """Chance players who renew fight again from their zones; who is gone stays gone."""
    played = (chance_battle(seed, replace(SKIRMISH, turns=1)) for seed in range(12))
    game = next(one for one in played if one.state.renewals)
    assert faults(game.state) == []
    gone = [one.id for one in game.state.men if one.status == GONE]
    assert all(game.state.men[key].status not in UP for key in gone)


def turns(battle: Any, count: int, answers: dict[str, Any] | None = None) -> None:
    """Play so many whole turns with the dice of a seed, answering by key or by the last idea."""
    by = ByKey(battle, {"command": "done", "chit": "stay", "way": idea(-1), **(answers or {})})
    table = Table(battle, RandomDice(1), {one.player: by for one in battle.retinues})
    battle.phase = "turn"
    for _ in range(count):
        while True:
            SEQUENCE[battle.phase](table)
            table.tape.clear()
            table.rewind()
            if battle.phase == "turn" or battle.over:
                break


def test_kk_cmd_18_the_household_carries_its_lord_off_the_table() -> None:
    """Squire and knight come to the body, lift it, and bear it to their own edge and beyond."""
    battle = field(
        "a Ralf: lord disabled stamina=0 conscious=0 at 30,16 | a Will: squire at 33,16 | "
        "a Odo: knight at 27,16 | b foe: at 30,46 chit=stay",
        terrain="high_wall: 0,40 72,40",
    )
    own = retinue(battle, "a")
    own.lord_fallen, own.shot_at = True, True
    for name in ("Will", "Odo"):
        man(battle, name).seen_lord_fall = man(battle, name).passed_lord_check = True
    turns(battle, 1)
    assert man(battle, "Will").base.x < 33.0
    turns(battle, 4)
    assert man(battle, "Ralf").status == GONE
    assert {man(battle, name).status for name in ("Will", "Odo")} == {GONE}
    assert is_lost(man(battle, "Ralf"))
    assert not is_lost(man(battle, "Will"))


def test_kk_yield_09_a_captive_is_led_off_and_lost() -> None:
    """The captor walks him to his own edge; both are gone, the captive counts as captured."""
    battle = field(
        "a Guy: knight escorting held=1 at 30,10 | b Will: squire captive held=0 at 31,10 | "
        "b foe: at 30,46 | a Hal: at 60,10",
        terrain="high_wall: 0,40 72,40",
    )
    turns(battle, 3)
    assert man(battle, "Guy").status == GONE
    assert man(battle, "Will").status == GONE
    assert is_lost(man(battle, "Will"))
    assert not is_lost(man(battle, "Guy"))


def test_kk_finis_02_a_unit_that_has_had_enough_walks_home() -> None:
    """Too many lost, its lord far off: it withdraws turn by turn and leaves the table."""
    battle = field(
        "a Ralf: lord at 5,40 | a men: x8 permanent=1 at 30,14 0.status=dead 1.status=dead "
        "2.status=dead 3.status=dead | b foe: at 60,46 permanent=1",
        terrain="high_wall: 50,30 50,48 | high_wall: 50,30 72,30",
    )
    for one in battle.men:
        one.stamina = 0 if one.status == "dead" else one.stamina
    battle.units[0].withdrawing = True
    turns(battle, 3)
    left = [one for one in battle.men[1:9] if one.status != "dead"]
    assert all(one.status == GONE and not one.routed for one in left)


def test_a_battle_replays_from_its_tape() -> None:
    """Answers and throws alone give the same battle, step by step."""
    plan = replace(SKIRMISH, turns=5)
    game = chance_battle(4, plan, history=True)
    entries = [entry for step in game.steps for entry in step.tape]
    again: Any = Game(game.ruleset, begin(plan, {}, {}), dice=RandomDice(99), players={})
    again.replay(entries)
    again.advance()  # what asks and throws nothing leaves nothing on the tape
    assert digest(again.state) == digest(game.state)
    assert [step.name for step in again.steps] == [step.name for step in game.steps]


def test_kk_scale_08_no_other_dice_are_thrown() -> None:
    """In all of a battle every die has ten faces."""
    thrown = [
        told.event
        for seed in (1, 2, 3)
        for told in chance_battle(seed, history=True).events(everything=True)
        if isinstance(told.event, Rolled)
    ]
    assert {die for event in thrown for die in event.dice} == {10}
    purposes = {event.purpose for event in thrown}
    assert {"withdrawal", "fatigue", "survival", "action roll", "morale check"} <= purposes
