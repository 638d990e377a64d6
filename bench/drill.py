"""A book for load: two rows of men, and one of them steps aside at each decision, for ever."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from banneret.core.book.ruleset import Ruleset, ScenarioInfo
from banneret.core.questions.picks import Pick
from banneret.core.show.scene import Piece, Scene
from banneret.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

SIDES = ("a", "b")
TURNS = 24  # of a round
MEN = 6  # a side: a table message of about 2 kB


class Drill(msgspec.Struct):
    """Where everybody stands, and whose turn it is."""

    at: list[int]
    active: int = 0
    phase: str = "drill"
    turns: int = 0
    round: int = 1


def begin(_scenario: str, _options: Mapping[str, object], _forces: Mapping[str, str]) -> Drill:
    """Fall in."""
    return Drill([0] * (2 * MEN))


def drill(table: Table[Drill]) -> None:
    """One man of the active side steps to the left or the right."""
    state = table.state
    side = SIDES[state.active]
    step = table.ask(Pick(side, "step", "Which way?", ("left", "right")))
    man = state.active * MEN + state.turns % MEN
    state.at[man] += 1 if step == "right" else -1
    state.active = 1 - state.active
    state.turns += 1
    state.round = 1 + state.turns // TURNS


def clone(state: Drill) -> Drill:
    """Copy what changes."""
    return Drill(state.at[:], state.active, state.phase, state.turns, state.round)


@lru_cache(maxsize=16_384)
def man(i: int, at: int) -> Piece:
    """Draw one man; where he stands as he stood he is the same piece, as in the books."""
    return Piece(i, SIDES[i // MEN], "Man", float(at), float(i % MEN), 0.0, 1.0, 1.0, arms="spear")


def scene(state: Drill, _side: str | None) -> Scene:
    """Draw both rows."""
    return Scene(48, 36, pieces=tuple(map(man, range(2 * MEN), state.at)), now="Drill")


DRILL: Ruleset[Drill] = Ruleset(
    key="drill",
    title="Drill",
    state_type=Drill,
    begin=begin,
    sequence={"drill": drill},
    over=lambda _: None,
    sides=lambda _: SIDES,
    clone=clone,
    draw=scene,
    scenarios={"yard": ScenarioInfo("yard", "The yard", "", SIDES, {"a": (), "b": ()})},
)
BOOKS = {"drill": DRILL, **RULESETS}
