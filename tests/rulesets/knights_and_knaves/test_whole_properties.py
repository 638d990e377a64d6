"""What holds in every step of whole battles: bases apart, ways within bounds, charges that arrive.

Each battle is fought once and looked through for everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    CONTACT_GAP,
    NOBODY,
    UP,
    Battle,
    Man,
)
from banneret.rulesets.knights_and_knaves.melee.harm.carrying import pace
from banneret.rulesets.knights_and_knaves.morale.causes import CHARGED, CHARGING
from banneret.rulesets.knights_and_knaves.movement.allowances import (
    allowance,
    moves,
    rout_allowance,
    uphill,
)
from banneret.rulesets.knights_and_knaves.movement.obstacles.barriers import way_to
from banneret.rulesets.knights_and_knaves.screen import deeds, events
from banneret.rulesets.knights_and_knaves.screen.deeds import GAITS, HORSES_FROM, Moved
from banneret.rulesets.knights_and_knaves.screen.events import Checked
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import along, distance
from rulesets.knights_and_knaves.field import field
from rulesets.knights_and_knaves.whole import chance_battle

BATTLES = (
    ("chance", "", 2),
    ("chance", "", 5),
    ("chance", "tourney", 1),
    ("captain", "weald_ambush", 3),
    ("chance", "border_reive", 900),  # a charger whose mark leads him uphill
    ("chance", "chevauchee", 900),  # a horse that bolts onto somebody
)
ROUNDED = 0.006  # inches: way points are on the grid of stored places
ASTRIDE = 1.83  # inches: centres are so much further apart than corners that touch


@cache
def fought(who: str, scenario: str, seed: int) -> Any:
    """A battle of the small field by chance, or of a scenario between captains."""
    if not scenario:
        return chance_battle(seed, history=True)
    battle = RULESET.begin(scenario, {}, {})
    players = {one.player: player(RULESET, one.player, who, seed) for one in battle.retinues}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=players, history=True)
    game.advance()
    return game


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """Whoever has looked through them all lets them go: they are a hundred megabytes."""
    yield
    fought.cache_clear()


def steps(who: str, scenario: str, seed: int) -> list[tuple[str, Battle, Any, Battle]]:
    """Each step with the state before, what was told, and the state after."""
    game = fought(who, scenario, seed)
    ends = [step.before for step in game.steps[1:]] + [game.state]
    return [
        (step.name, step.before, step.events, after)
        for step, after in zip(game.steps, ends, strict=True)
    ]


@pytest.mark.parametrize(("who", "scenario", "seed"), BATTLES)
def test_kk_geo_04_no_base_lies_on_another_in_any_step(who: str, scenario: str, seed: int) -> None:
    """Nor is anything else wrong; while chits are turned over nobody moves."""
    found = [
        (after.turn, name, fault)
        for name, _, _, after in steps(who, scenario, seed)
        if name not in {"declare", "reform"}
        for fault in faults(after)
    ]
    assert found == []


def test_kk_geo_04_somebody_was_led_through_those_battles() -> None:
    """Otherwise they would say nothing of captives."""
    seen = [
        man.id
        for battle in BATTLES
        for name, _, _, after in steps(*battle)
        if name == "move"
        for man in after.men
        if man.status == CAPTIVE
    ]
    assert len(seen) > 10


def test_kk_geo_04_a_captive_under_somebody_is_a_fault() -> None:
    """The check itself sees it."""
    battle = field(
        "a Ralf: lord at 10,10 escorting held=1 | b Guy: knight captive held=0 at 10.5,10"
    )
    assert faults(battle) == ["Ralf stands on Guy"]


def most_inches(battle: Battle, man: Man, told: Moved) -> float:
    """How far such a move may go, from what stood before it."""
    if told.how == "rout":
        return uphill(battle, rout_allowance(battle, man), told.path)
    most = allowance(battle, man, man.declared, told.path)
    if man.chit in {"escort", "carry"} and not man.panic:
        most = min(most, uphill(battle, pace(battle, man), told.path))
    return most


def put_beyond(after: Battle, told: Moved, most: float) -> bool:
    """Whether he fled or bolted onto somebody, and so stands just beyond him (KK-GEO-04)."""
    if told.how not in {"rout", "bolt"} or len(told.path) != 2:
        return False
    p, q = told.path
    x, y = along(p, q, most / distance(p, q))
    own = after.men[told.man].base
    there = Rect(x, y, told.facing, own.width, own.depth)
    others = [one.base for one in after.men if one.id != told.man and one.status in UP]
    return any(gap(there, base) <= CONTACT_GAP for base in others)


@pytest.mark.parametrize(("who", "scenario", "seed"), BATTLES)
def test_kk_move_15_no_way_is_longer_than_its_allowance(who: str, scenario: str, seed: int) -> None:
    """Of those who walk, run, ride or flee in the movement phase; slopes count where they lead."""
    looked, long = 0, []
    for name, before, told, after in steps(who, scenario, seed):
        for event in [one.event for one in told if name == "move"]:
            if not isinstance(event, Moved) or event.man >= HORSES_FROM:
                continue
            if event.how in GAITS or event.how in {"rout", "bolt", "charge"}:
                man = before.men[event.man]
                inches = sum(distance(p, q) for p, q in pairwise(event.path))
                looked += 1
                most = most_inches(before, man, event)
                if inches > most + ROUNDED and not put_beyond(after, event, most):
                    long.append((before.turn, man.profile.name, event, inches))
    assert looked > 50
    assert long == []


def could_arrive(battle: Battle, rider: Man, foe: Man) -> bool:
    """Whether by a plain measure of the way round walls he gets there; kinder than the rule."""
    if rider.panic:
        return True  # the horse decides (KK-PANIC-05)
    if not moves(rider):
        return False
    most = allowance(battle, rider, rider.declared)
    way = ((rider.base.x, rider.base.y), *way_to(battle, rider, (foe.base.x, foe.base.y)))
    round_walls = sum(distance(p, q) for p, q in pairwise(way))
    return gap(rider.base, foe.base) <= most and round_walls - ASTRIDE <= most


def without_a_way(battle: Battle, event: Checked) -> bool:
    """Whether a man checked for a charge that could not arrive."""
    causes = event.cause.split()
    man = battle.men[event.man]
    if CHARGED in causes:
        chargers = [
            one for one in battle.men if one.declared is not None and one.declared.target == man.id
        ]
        return not any(could_arrive(battle, one, man) for one in chargers if one.horse != NOBODY)
    if CHARGING in causes and man.declared is not None:
        return not could_arrive(battle, man, battle.men[man.declared.target])
    return False


@pytest.mark.parametrize(("who", "scenario", "seed"), BATTLES)
def test_kk_def_22_no_charge_without_a_way(who: str, scenario: str, seed: int) -> None:
    """Nobody checks for a rider who could not come to him."""
    wrong = [
        (before.turn, before.men[one.event.man].profile.name, one.event.cause)
        for name, before, told, _ in steps(who, scenario, seed)
        for one in told
        if name == "charge_checks" and isinstance(one.event, Checked)
        if without_a_way(before, one.event)
    ]
    assert wrong == []


def test_kk_def_22_there_were_charges_to_look_at() -> None:
    """Several men stood or ran before riders in those battles."""
    found = [
        one.event
        for battle in BATTLES
        for name, _, told, _ in steps(*battle)
        for one in told
        if name == "charge_checks" and isinstance(one.event, Checked)
    ]
    assert len(found) > 5


CITED: dict[type, set[str]] = {
    events.TurnedUp: {"KK-DECL-02"},
    events.OrderOver: {"KK-ORDER-09", "KK-ORDER-20"},
    events.Unconscious: {"KK-DIS-02"},
    events.Worn: {"KK-FAT-02"},
    events.Yielded: {"KK-YIELD-08"},
    deeds.Scaled: {"KK-MOVE-22"},
    deeds.LanceLost: {"KK-MELEE-22"},
}
BY_HOW = dict.fromkeys(GAITS, "KK-MOVE-19") | {
    "rout": "KK-MORALE-34",
    "step_up": "KK-RANK-07",
    "ride_on": "KK-MELEE-23",
}


def cites_wrongly(told: Any) -> bool:
    """Whether another rule stands beside what is told than the one it tells of."""
    event = told.event
    if isinstance(event, deeds.Shot):
        return bool(told.clause != ("KK-SHOOT-20" if event.stray else "KK-SHOOT-02"))
    if isinstance(event, Moved) and event.how in BY_HOW:
        return bool(told.clause != BY_HOW[event.how])
    return told.clause not in CITED.get(type(event), {told.clause})


@pytest.mark.parametrize(("who", "scenario", "seed"), BATTLES)
def test_what_is_told_cites_its_own_rule(who: str, scenario: str, seed: int) -> None:
    """A shot that hit is no stray missile, a wall climbed no contact across it."""
    every = [one for _, _, told, _ in steps(who, scenario, seed) for one in told]
    assert len(every) > 500
    assert [one for one in every if cites_wrongly(one)] == []


@pytest.mark.parametrize(("who", "scenario", "seed"), BATTLES)
def test_whatever_is_told_has_words_in_the_battle_it_is_of(
    who: str, scenario: str, seed: int
) -> None:
    """Nobody who is looked up for a sentence is nobody."""
    for _, _, told, after in steps(who, scenario, seed):
        for one in told:
            RULESET.sentence(after, one.event)
