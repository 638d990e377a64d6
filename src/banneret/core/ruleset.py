"""What a rulebook answers: the protocol between the table and a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from banneret.core.errors import BadData, unknown

if TYPE_CHECKING:
    from banneret.core.dice import Dice
    from banneret.core.events import Event
    from banneret.core.scene import Scene
    from banneret.core.table import Decider, Table
    from banneret.core.tally import Reason

S = TypeVar("S")


class Setting(msgspec.Struct, frozen=True):
    """One optional rule: its values, the default first, what they mean, and their clauses."""

    key: str
    title: str
    values: tuple[str | bool | int, ...]
    clauses: tuple[str, ...]
    explanation: str = ""

    @property
    def default(self) -> str | bool | int:
        """The value that holds unless another is chosen."""
        return self.values[0]


class ForceInfo(msgspec.Struct, frozen=True):
    """A force one may choose."""

    key: str
    title: str
    points: int
    figures: int


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario one may choose; `forces` lists for each side the forces allowed, default first."""

    key: str
    title: str
    briefing: str
    sides: tuple[str, ...]
    forces: dict[str, tuple[str, ...]]


class Result(msgspec.Struct, frozen=True):
    """How a battle ended."""

    winner: str | None  # None: a draw
    reason: str
    clause: str
    score: dict[str, int]
    rounds: int
    losses: dict[str, int]


class Ruled(msgspec.Struct, frozen=True):
    """What one procedure, used alone, came to."""

    result: dict[str, Any]
    tally: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Procedure:
    """One dice procedure of the book, usable alone: `banneret adjudicate`.

    `situation` is the Struct its situation decodes into; `rule` plays it on a bare table.
    A procedure that gives exact chances sets `distribution` instead of rolling.
    """

    name: str
    situation: type[msgspec.Struct]
    rule: Callable[[Table[None], Any], Ruled]
    distribution: Callable[[Any], dict[str, Any]] | None = None
    summary: str = ""


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """One book: everything screens, players, servers and laboratories need to know of it."""

    key: str
    title: str
    prefix: str
    settings: tuple[Setting, ...]
    scenarios: Mapping[str, ScenarioInfo]
    forces: Mapping[str, ForceInfo]
    begin: Callable[[str, Mapping[str, Any], Mapping[str, str]], S]
    sequence: Mapping[str, Callable[[Table[S]], None]]
    phase: Callable[[S], str]
    over: Callable[[S], Result | None]
    sides: Callable[[S], tuple[str, ...]]
    clone: Callable[[S], S]
    view: Callable[[S, str | None], S]
    imagine: Callable[[S, str, Dice], S]
    scene: Callable[[S, str | None], Scene]
    sentence: Callable[[S, Event], str | None]
    captain: Callable[[str, str], Decider]
    procedures: Mapping[str, Procedure]
    faults: Callable[[S], list[str]]
    state_type: type[S]
    quick_reference: str = ""
    levels: tuple[str, ...] = ("captain",)
    extras: Mapping[str, Any] = field(default_factory=dict)

    def chosen(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Fill the options that were not named with their defaults; refuse what the book lacks."""
        known = {setting.key: setting for setting in self.settings}
        for key, value in options.items():
            if key not in known:
                raise unknown("option", key, known)
            if value not in known[key].values or type(value) not in {
                type(v) for v in known[key].values
            }:
                values = ", ".join(
                    str(v).lower() if isinstance(v, bool) else str(v) for v in known[key].values
                )
                raise BadData(f"option {key} = {value!r}: expected one of {values}")
        return {key: options.get(key, setting.default) for key, setting in known.items()}

    def play_step(self, table: Table[S]) -> None:
        """Play the step the state is at."""
        self.sequence[self.phase(table.state)](table)


def sides_of(choices: Sequence[Any]) -> tuple[str, ...]:
    """Name the sides that are asked, each once, in order."""
    return tuple(dict.fromkeys(choice.side for choice in choices))
