"""What a rulebook answers: the protocol between the table and a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from banneret.core.book.clauses import no_clause
from banneret.core.book.muster import Muster
from banneret.core.book.settings import Setting, refuse_unknown
from banneret.core.errors import unknown
from banneret.core.show.overlay import NOTHING_TO_SEE, Look
from banneret.core.show.scene import Piece, Scene
from banneret.core.show.sheet import Sheet

if TYPE_CHECKING:
    from banneret.core.book.saga import Saga
    from banneret.core.book.tally import Reason
    from banneret.core.chance.dice import Dice
    from banneret.core.play.events import Event
    from banneret.core.play.seat import Player
    from banneret.core.play.table import Table
    from banneret.core.questions.asking import Choice
    from banneret.core.show.cards import Row

S = TypeVar("S")


class ForceInfo(msgspec.Struct, frozen=True):
    """A force one may choose."""

    key: str
    title: str
    points: float
    figures: int


class Brief(msgspec.Struct, frozen=True):
    """What a newcomer must know of a scenario, a line each, at most 100 characters.

    `aims` says for each side what it wants, `end` when the battle is over, and `edge` what one
    difference matters between the usual forces, for each side; who has more points is reckoned.
    `counted` is what a force counts: men, elements.
    """

    aims: Mapping[str, str] = {}
    end: str = ""
    edge: Mapping[str, str] = {}
    counted: str = "men"


class Preset(msgspec.Struct, frozen=True):
    """One word for a whole force: an answer to each question put together, None to leave it open.

    `icon` names a drawing of the screen's sheet, if one fits. Whoever cannot do as last time does
    as the one says that is for the `rest`.
    """

    title: str
    values: tuple[Any, ...]
    icon: str = ""
    rest: bool = False


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario one may choose; `forces` lists for each side the forces allowed, default first."""

    key: str
    title: str
    briefing: str
    sides: tuple[str, ...]
    forces: Mapping[str, tuple[str, ...]]
    kind: str = ""  # what sort of fight, in a reader's words
    brief: Brief | None = None
    by_book: Mapping[str, str] = {}  # sides the book itself can run, and the clause that says so


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
    A procedure that gives exact chances sets `distribution` instead of rolling. One with many
    dice may give its `outcomes` with their weights, so that nobody need follow every die; their
    results may leave out the lists that the faces decide. One whose parts fall independently may
    give the `shares` of each part's values, so that nobody need put them together.
    """

    name: str
    situation: type[msgspec.Struct]
    rule: Callable[[Table[None], Any], Ruled]
    distribution: Callable[[Any], dict[str, Any]] | None = None
    summary: str = ""
    outcomes: Callable[[Any], Sequence[tuple[Ruled, int]]] | None = None
    shares: Callable[[Any], Mapping[str, Mapping[Hashable, Fraction]]] | None = None


def all_open(state: S, side: str | None) -> S:  # noqa: ARG001  # the same for all
    """View a battle in which nothing is hidden: everybody sees the battle itself."""
    return state


_phase: Callable[[Any], str] = attrgetter("phase")  # called between any two steps
_round: Callable[[Any], int] = attrgetter("round")


def _no_scene(state: object, side: str | None) -> Scene:  # noqa: ARG001  # nothing to look at
    """Draw nothing."""
    return Scene()


def _no_sentence(state: object, event: Event) -> str | None:  # noqa: ARG001  # nothing to say
    """Leave an event without a sentence."""
    return None


def _no_rows(state: object, event: Event) -> tuple[Row, ...]:  # noqa: ARG001  # no cards
    """Let an event turn up no cards."""
    return ()


def _no_pieces(state: object, choice: Choice[Any], key: str | int) -> tuple[int, ...]:  # noqa: ARG001
    """Point at nothing."""
    return ()


def _whom_about(_state: object, choice: Choice[Any]) -> tuple[int, ...]:
    """Point at the pieces whose numbers the question is about."""
    return tuple([one for one in choice.about if isinstance(one, int)])


def _nothing_about(view: object, side: str | None, piece: int) -> Look:  # noqa: ARG001
    """Have nothing to say of a piece."""
    return NOTHING_TO_SEE


def _nothing_between(view: object, side: str | None, one: int, other: int) -> Look:  # noqa: ARG001
    """Have nothing to say of two pieces."""
    return NOTHING_TO_SEE


def _each_alone(_state: object, side: str | None) -> str | None:
    """Every side sees for itself."""
    return side


def _no_figures(state: object, choice: Choice[Any]) -> tuple[Piece, ...]:  # noqa: ARG001
    """Describe nobody."""
    return ()


def _no_sheets(view: object, side: str | None) -> tuple[Sheet, ...]:  # noqa: ARG001
    """Keep no papers."""
    return ()


def _no_presets(view: object, side: str, choices: Sequence[Choice[Any]]) -> tuple[Preset, ...]:  # noqa: ARG001
    """Have no word for a whole force."""
    return ()


def _no_captain(side: str, level: str) -> Player:  # noqa: ARG001  # nobody is there
    """Refuse: the book has no computer player of its own."""
    raise unknown("level", level, ())


def _no_faults(state: object) -> list[str]:  # noqa: ARG001  # nothing is looked for
    """Find no fault."""
    return []


def _by_id(force: Any, options: Mapping[str, Any]) -> ForceInfo:  # noqa: ARG001  # the books' form
    """Know no more of a force than what it is called by."""
    return ForceInfo(force.id, force.id, 0, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruleset(Generic[S]):
    """One book: everything screens, players, servers and laboratories need to know of it.

    A battle can be played from the first seven fields alone; the rest has defaults that fit a
    game in which nothing is hidden and whose state has a `phase` and a `round`. `ended` tells
    after each step whether `over` has a result, where that is cheaper to tell. `party` gives
    sides that see alike the same name: what is drawn for one of them serves all. `imagine`
    makes a whole state that fits a view; with nothing hidden a copy does. `faced` gives the cards
    that an event turns up, in rows as the scene has them: screens show all of a moment in one
    frame. `pieces` and `subjects` say which pieces an option and a question point at; `figures`
    describes what is to be set down, on the table or not yet, from the view of the side that is
    asked; `look` and `between` say what may be drawn and told of a piece, or of one seen from
    another, and `sheets` what lies written before a side; they take a side's view, never the
    battle. `read_forces` reads a file of forces (its content, its name, the options of the
    battle) into what `begin` takes for a side's force; each has an `id`, and `force_info` tells
    what it is called and, by those options, worth.
    `read_tables` reads people's own tables in place of the book's (their content and its name),
    which `begin` finds among the forces as "host"; what it gives names them as `replaced`, and
    `tables_text` writes the book's own as such a file. `phases` names for each step the phase a
    reader knows it by, and `stage` at which place of the scene's sequence a state stands, where
    those phases are finer. `alone` names the option under which the sides that a scenario lists in
    `by_book` are run by the book: nobody sits there and they are never asked.
    `faults` lists what can never be true of a state, for tests. `extras` may hold
    `vary_hidden(state, side, chance)`: the same battle with other secrets kept from that side.
    """

    key: str
    title: str
    state_type: type[S]
    begin: Callable[[str, Mapping[str, Any], Mapping[str, Any]], S]
    sequence: Mapping[str, Callable[[Table[S]], None]]
    over: Callable[[S], Result | None]
    sides: Callable[[S], tuple[str, ...]]
    scenarios: Mapping[str, ScenarioInfo] = field(default_factory=dict)
    prefix: str = ""
    settings: tuple[Setting, ...] = ()
    forces: Mapping[str, ForceInfo] = field(default_factory=dict)
    phase: Callable[[S], str] = _phase
    ended: Callable[[S], object] = field(default=None)  # type: ignore[assignment]
    round: Callable[[S], int] = _round
    counted: str = "round"  # what the book calls one
    clone: Callable[[S], S] = deepcopy
    view: Callable[[S, str | None], S] = all_open
    party: Callable[[S, str | None], str | None] = _each_alone
    imagine: Callable[[S, str, Dice], S] = field(default=None)  # type: ignore[assignment]
    draw: Callable[[S, str | None], Scene] = _no_scene
    sentence: Callable[[S, Event], str | None] = _no_sentence
    faced: Callable[[S, Event], Sequence[Row]] = _no_rows
    pieces: Callable[[S, Choice[Any], str | int], Sequence[int]] = _no_pieces
    subjects: Callable[[S, Choice[Any]], Sequence[int]] = _whom_about
    look: Callable[[S, str | None, int], Look] = _nothing_about
    between: Callable[[S, str | None, int, int], Look] = _nothing_between
    figures: Callable[[S, Choice[Any]], Sequence[Piece]] = _no_figures
    sheets: Callable[[S, str | None], Sequence[Sheet]] = _no_sheets
    presets: Callable[[S, str, Sequence[Choice[Any]]], Sequence[Preset]] = _no_presets
    captain: Callable[[str, str], Player] = _no_captain
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    faults: Callable[[S], list[str]] = _no_faults
    muster: Muster | None = None
    read_forces: Callable[[bytes, str, Mapping[str, Any]], Sequence[Any]] | None = None
    read_tables: Callable[[bytes, str], Any] | None = None
    tables_text: Callable[[], str] = str
    force_info: Callable[[Any, Mapping[str, Any]], ForceInfo] = _by_id
    blurb: str = ""  # what it is like to play, in a sentence
    quick_reference: str = ""
    levels: tuple[str, ...] = ("captain",)  # the strongest first
    hesitates: Mapping[str, int] = field(default_factory=lambda: {"green": 50})  # by level, in 100
    phases: Mapping[str, str] = field(default_factory=dict)
    stage: Callable[[S], str] | None = None
    alone: str = ""
    saga: Saga[Any] | None = None  # what lasts between battles
    extras: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.imagine is None:
            clone = self.clone
            object.__setattr__(self, "imagine", lambda view, _side, _dice: clone(view))
        if self.ended is None:
            over = self.over
            object.__setattr__(self, "ended", lambda state: over(state) is not None)

    @property
    def nothing_hidden(self) -> bool:
        """Whether every side sees the battle itself."""
        return self.view is all_open

    def chosen(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Fill the options that were not named with their defaults; refuse what the book lacks."""
        refuse_unknown(self.settings, options)
        return {one.key: options.get(one.key, one.default) for one in self.settings}

    def run_by_book(self, scenario: str, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Give the sides that nobody plays under these options, and the clause that says so."""
        info = self.scenarios.get(scenario)
        alone = self.alone and options.get(self.alone, False)
        return info.by_book if info is not None and alone else {}

    def scene(self, view: S, side: str | None) -> Scene:
        """Draw a view for the side that has it, and say which round it is."""
        drawn = self.draw(view, side)
        return msgspec.structs.replace(drawn, round=self.round(view), counted=self.counted)

    def moment(self, state: S, side: str | None) -> str:
        """Name round and phase as a side reads them: rules have finer steps than that."""
        scene = self.scene(self.view(state, side), side)
        return f"{scene.round} {scene.now}"

    @no_clause
    def play_step(self, table: Table[S]) -> None:
        """Play the step the state is at."""
        self.sequence[self.phase(table.state)](table)


def sides_of(choices: Sequence[Any]) -> tuple[str, ...]:
    """Name the sides that are asked, each once, in order."""
    return tuple(dict.fromkeys(choice.side for choice in choices))
