"""Things that last between battles: a record with a file of its own, and what is played on it.

A book that has a quest or a campaign gives a `Saga`. Its record is typed plain data (a knight's
sheet); its file is TOML that people may read and edit. Play goes in turns: what lies between two
battles is asked on a table like any step (`between`), then a battle is `due`, and what it leaves
is `settled`. Both kinds of turns are battles to the house: kept, taken back and verified alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from banneret.core.book.ruleset import Result, Ruleset, ScenarioInfo
from banneret.core.book.settings import Setting, refuse_unknown
from banneret.core.errors import BadData, find
from banneret.core.files import decode_toml
from banneret.core.show.scene import Scene
from banneret.core.show.sheet import Sheet

if TYPE_CHECKING:
    from banneret.core.chance.dice import Dice
    from banneret.core.play.events import Event
    from banneret.core.play.seat import Seat
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Choice

T = TypeVar("T")

BETWEEN = "between"


class Venture(msgspec.Struct, frozen=True):
    """A battle that is due: its scenario, the player's side, and what he brings along."""

    scenario: str
    side: str
    options: dict[str, bool | int | str] = {}
    forces: dict[str, str] = {}
    rolls: dict[str, str] = {}  # force files, by side, as the record makes them


class Kept(msgspec.Struct, Generic[T], forbid_unknown_fields=True, omit_defaults=True):
    """The file: whose it is, how many turns have gone by, and the record itself."""

    book: str
    saga: str
    turns: int
    record: T
    settled: str = ""  # the digest of the last battle that went into the record


class Paragraph(msgspec.Struct, frozen=True):
    """A part of the story so far."""

    title: str
    text: str
    note: str = ""


def _no_scene(record: object) -> Scene:  # noqa: ARG001  # nothing to look at
    """Draw nothing."""
    return Scene()


def _no_sentence(record: object, event: Event) -> str | None:  # noqa: ARG001  # nothing to say
    """Leave an event without a sentence."""
    return None


def _no_pieces(record: object, choice: Choice[Any], key: str | int) -> tuple[int, ...]:  # noqa: ARG001
    """Point at nothing."""
    return ()


def _nothing(record: object) -> tuple[Any, ...]:  # noqa: ARG001  # nothing to show
    """Show nothing."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Saga(Generic[T]):
    """A quest or campaign of a book.

    `begin` makes the record (name, options, dice); `between` plays one step of what lies between
    two battles and changes the record; `due` gives the battle to be fought now, or None while
    there is something to do before it; `settle` takes what a battle left (record, last state,
    result) and gives the new record; `over` says why it is over, or nothing. `stage` and `titled`
    are a few words for the home screen, `sheets` and `story` what a player looks at. `faults`
    refuses values that the types allow: each names its field. `draw` draws what lies between two
    battles (a map of roads), `pieces` says which of its pieces an answer stands for.
    """

    key: str
    title: str
    record: type[T]
    begin: Callable[[str, Mapping[str, Any], Dice], T]
    between: Callable[[Table[T]], None]
    due: Callable[[T], Venture | None]
    settle: Callable[[T, Any, Result], T]
    over: Callable[[T], str]
    titled: Callable[[T], str]
    stage: Callable[[T], str]
    sheets: Callable[[T], Sequence[Sheet]] = _nothing
    story: Callable[[T], Sequence[Paragraph]] = _nothing
    faults: Callable[[T], Sequence[str]] = _nothing
    draw: Callable[[T], Scene] = _no_scene
    sentence: Callable[[T, Event], str | None] = _no_sentence
    pieces: Callable[[T, Choice[Any], str | int], Sequence[int]] = _no_pieces
    settings: tuple[Setting, ...] = ()
    side: str = "player"
    prefix: str = ""

    def read(self, content: bytes, name: str) -> Kept[T]:
        """Read a file that may have been edited; a wrong field is refused by its name."""
        kept: Kept[T] = decode_toml(content, Kept[self.record], name)  # type: ignore[name-defined]
        if kept.saga != self.key:
            raise BadData(f"{name}: saga is {kept.saga!r}: expected {self.key}")
        for fault in self.faults(kept.record):
            raise BadData(f"{name}: record.{fault}")
        return kept

    def write(self, kept: Kept[T]) -> bytes:
        """Write a file; the same record gives the same bytes."""
        return msgspec.toml.encode(kept)

    def new(self, book: str, name: str, options: Mapping[str, Any], dice: Dice) -> Kept[T]:
        """Begin with a new record."""
        refuse_unknown(self.settings, options)
        return Kept(book, self.key, 0, self.begin(name, options, dice))

    def after(self, kept: Kept[T], state: Any, result: Result, digest: str) -> Kept[T]:
        """Take a finished turn into the record: what lay between, or a battle.

        The digest says which turn it was, so that none is taken in twice.
        """
        if kept.settled == digest:
            return kept
        between = isinstance(state, self.record)
        record = state if between else self.settle(deepcopy(kept.record), state, result)
        return Kept(kept.book, kept.saga, kept.turns + 1, record, digest)


class _Brought(msgspec.Struct, Generic[T], frozen=True):
    """The record as the force that a turn between battles begins with."""

    id: str
    kept: Kept[T]


def _led_on(saga: Saga[T], record: T) -> Result | None:
    venture, end = saga.due(record), saga.over(record)
    if venture is None and not end:
        return None
    reason = end or f"the way leads to {venture.scenario.replace('_', ' ')}" if venture else end
    return Result(saga.side, reason, "", {}, 1, {})


class _Steward:
    """Sees to what lies between battles: the plain answer to every question."""

    foresees = False

    def decide(self, _seat: Seat[Any], choice: Choice[Any]) -> Any:
        """Do what is usual."""
        usual = getattr(choice, "proposal", None)
        return choice.first() if usual is None else usual


@lru_cache(maxsize=8)
def interlude(saga: Saga[T], book: str) -> Ruleset[T]:
    """Make what lies between two battles a game of its own: it ends when a battle is due.

    The record comes in as the roll of its one side.
    """

    def read(content: bytes, name: str, _options: Mapping[str, Any]) -> list[_Brought[T]]:
        return [_Brought(BETWEEN, saga.read(content, name))]

    def begin(_scenario: str, _options: Mapping[str, Any], forces: Mapping[str, Any]) -> T:
        brought = forces.get(saga.side)
        if not isinstance(brought, _Brought):
            raise BadData(f"{saga.title}: expected its file as the roll of {saga.side}")
        record: T = deepcopy(brought.kept.record)
        return record

    info = ScenarioInfo(BETWEEN, saga.title, "", (saga.side,), {saga.side: ()})
    return Ruleset(
        key=interlude_key(book, saga.key),
        title=saga.title,
        state_type=saga.record,
        begin=begin,
        sequence={BETWEEN: saga.between},
        over=lambda record: _led_on(saga, record),
        sides=lambda _: (saga.side,),
        scenarios={BETWEEN: info},
        prefix=saga.prefix,
        phase=lambda _: BETWEEN,
        round=lambda _: 1,
        draw=lambda record, _: saga.draw(record),
        sentence=saga.sentence,
        pieces=saga.pieces,
        sheets=lambda record, _: saga.sheets(record),
        read_forces=read,
        levels=("steward",),
        captain=lambda _side, _level: _Steward(),
        faults=lambda record: list(saga.faults(record)),
    )


def interlude_key(book: str, saga: str) -> str:
    """Name the game between the battles of a saga."""
    return f"{book}.{saga}"


def find_book(key: str, books: Mapping[str, Ruleset[Any]]) -> Ruleset[Any]:
    """Find a book by its key, or the game between the battles of its saga."""
    book, _, saga = key.rpartition(".")
    found = books.get(book)
    if found is not None and found.saga is not None and found.saga.key == saga:
        return interlude(found.saga, book)
    return find("book", key, books)


def saga_of(ruleset: Ruleset[Any]) -> Saga[Any]:
    """Give the saga of a book, or say that it has none."""
    if ruleset.saga is None:
        raise BadData(f"{ruleset.key} has nothing that lasts from battle to battle")
    return ruleset.saga
