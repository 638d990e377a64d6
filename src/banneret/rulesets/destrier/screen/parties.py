"""What the sides are called, and what each is told before a battle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.ruleset import Brief

from ..setup.scenarios import SIDES

if TYPE_CHECKING:
    from ..basics.state import Battle
    from ..setup.scenarios import Scenario

NAMES: Final = {
    "brawl_at_the_boar": ("The carters", "The garrison men"),
    "three_knights": ("The three knights", "The men on foot"),
    "the_lair": ("The hunters", "The great cat"),
    "sea_wolves_hall": ("The household", "The sea wolves"),
    "the_stair": ("The tower watch", "The dark host"),
    "open_field": ("The southern company", "The northern company"),
}
FELL: Final = "Put every enemy out of the fight: down, taken or driven off the field."
AIMS: Final = {
    "pas_darmes": (
        "Unhorse the other, or break more lances than he does.",
        "Unhorse the other, or break more lances than he does.",
    ),
    "the_lair": (
        "Put the great cat out of the fight; her young stay where they are.",
        "Put both hunters out of the fight.",
    ),
    "the_stair": (
        "Hold the passage to the last turn, or put every enemy out of the fight.",
        "Bring three figures through the door, or put every enemy out of the fight.",
    ),
}
EDGES: Final = {
    "duel_at_the_mill": "Even: like against like, and the better cards.",
    "pas_darmes": "Even: like against like.",
    "three_knights": "Three in the saddle against twelve on foot.",
    "the_stair": "Even between captains, as far as twelve battles tell.",
    "the_lair": "Between captains the hunters win two in three.",
    "sea_wolves_hall": "The household is surprised: between captains the wolves win three in five.",
}


def party(battle: Battle, side: str) -> str:
    """What a side is called: as its scenario calls it, else after the only figure it has."""
    at = SIDES.index("a" if side == "a" else "b")
    known = NAMES.get(_root(battle.scenario.id))
    if known is not None:
        return known[at]
    own = [one.name for one in battle.figures if one.side == side]
    return capital(own[0]) if len(own) == 1 else f"Side {side.upper()}"


def within(battle: Battle, side: str) -> str:
    """What a side is called in the middle of a sentence."""
    name = party(battle, side)
    return f"the {name[4:]}" if name.startswith("The ") else name


def capital(words: str) -> str:
    """Words as they begin a sentence: some figures are called "the comer"."""
    return words[:1].upper() + words[1:]


def brief(scenario: Scenario) -> Brief:
    """The three lines before a battle."""
    root = _root(scenario.id)
    aims = AIMS.get(root, (FELL, FELL))
    edge = EDGES.get(root, "")
    points = f"{scenario.a.points} points to {scenario.b.points}." if scenario.a.points else ""
    told = " ".join(filter(None, (edge, points)))
    return Brief(dict(zip(SIDES, aims, strict=True)), _end(scenario), dict.fromkeys(SIDES, told))


def _end(scenario: Scenario) -> str:
    if scenario.courses:
        return f"After {scenario.courses} courses, or when one is unhorsed."
    if any(one.kind == "limit" for one in scenario.win):
        return f"{scenario.turn_limit} turns: then the passage was held."
    return (
        f"When only one side can fight, or after {scenario.turn_limit} turns: then the more "
        "points still in the fight win."
    )


def _root(scenario: str) -> str:
    return scenario.partition("/")[0]
