"""What REST takes and gives, as typed data; the published OpenAPI is made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from banneret.core.book.muster import Remark
from banneret.core.book.ruleset import ForceInfo, Result, ScenarioInfo
from banneret.core.record.rolls import MOST_CHARACTERS
from banneret.core.show.scene import Piece, Scene
from banneret.core.show.sheet import Sheet
from banneret.server.battles.livery import Pattern, Tincture

PLAIN = r"^[^\x00-\x1f\x7f]*$"  # no characters that steer a screen or end a text
Key = Annotated[str, msgspec.Meta(max_length=80, pattern=PLAIN)]
Roll = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
Name = Annotated[str, msgspec.Meta(max_length=40, pattern=PLAIN)]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not."""

    code: str
    text: str
    field: str | None = None


class ErrorOut(msgspec.Struct, frozen=True):
    """Every refusal."""

    error: Problem


class OptionOut(msgspec.Struct, frozen=True):
    """One optional rule."""

    key: str
    title: str
    values: tuple[str | bool | int, ...]
    default: str | bool | int
    clauses: tuple[str, ...]
    explanation: str


class BookOut(msgspec.Struct, frozen=True):
    """One book."""

    key: str
    title: str
    blurb: str
    quick_reference: str
    levels: tuple[str, ...]  # the easiest first
    strengths: dict[str, str]  # a sentence on each
    scenarios: list[ScenarioInfo]
    forces: list[ForceInfo]
    options: list[OptionOut]
    own_forces: bool  # whether people may bring force files
    saga: str = ""  # what lasts between its battles is called so
    alone: str = ""  # the option under which it runs the sides of `by_book` itself
    saga_options: list[OptionOut] = []  # what may be agreed when it begins
    own_tables: bool = False  # whether people may bring tables in place of the book's


class BooksOut(msgspec.Struct, frozen=True):
    """The shelf."""

    books: list[BookOut]


class ClauseOut(msgspec.Struct, frozen=True):
    """One clause of a book."""

    title: str
    kind: str
    text: str


class ClausesOut(msgspec.Struct, frozen=True):
    """The clauses of a book by their ids."""

    clauses: dict[str, ClauseOut]


class ScenarioOut(msgspec.Struct, frozen=True):
    """A scenario as it is shown before the battle."""

    scene: Scene
    zones: dict[str, tuple[float, float, float, float]]
    forces: dict[str, list[Piece]]


Chosen = dict[Key, bool | int | Key]  # optional rules


class PreviewIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With what a scenario is to be drawn."""

    forces: dict[Key, Key] = {}
    options: Chosen = {}
    rolls: dict[Key, Roll] = {}
    tables: Roll = ""


class TablesIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tables to be read, in place of a book's own."""

    text: Roll
    name: Key = "the tables"


class TablesOut(msgspec.Struct, frozen=True):
    """Which tables of a book a file replaces."""

    replaced: list[str]


class RollIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force file to be read, and the optional rules it is read by."""

    text: Roll
    name: Key = "the roll"
    options: Chosen = {}


class RollForce(msgspec.Struct, frozen=True):
    """A force of a file: what it is worth, and what about it its list does not have."""

    key: str
    title: str
    points: float
    figures: int
    remarks: list[Remark]


class RollOut(msgspec.Struct, frozen=True):
    """The forces of a file."""

    forces: list[RollForce]


class ListOut(msgspec.Struct, frozen=True):
    """A list that forces are raised from."""

    key: str
    title: str


class ListsOut(msgspec.Struct, frozen=True):
    """The lists of a book."""

    lists: list[ListOut]


class LevyIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A force to be raised from a list, or one whose cells were changed (`entries`)."""

    list: Key = ""
    figures: Annotated[int, msgspec.Meta(ge=1, le=500)] | None = None
    name: Name = ""
    options: Chosen = {}
    entries: dict[str, Any] | None = None


class MusterOut(msgspec.Struct, frozen=True):
    """A force: what it is worth, its sheet, what strays, its file, and that file as plain data."""

    key: str
    name: str
    of: str
    figures: int
    points: float
    sheet: Sheet
    remarks: list[Remark]
    file: str
    entries: dict[str, Any]


class SeatIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a side."""

    kind: Literal["person", "computer", "open", "book"]
    level: Key | None = None
    name: Name | None = None
    tincture: Tincture | None = None
    pattern: Pattern | None = None


class BattleIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be fought."""

    book: Key
    scenario: Key
    seats: dict[Key, SeatIn]
    forces: dict[Key, Key] = {}
    options: Chosen = {}
    dice: Literal["server", "hand"] = "server"
    rolls: dict[Key, Roll] = {}  # force files of people's own
    tables: Roll = ""  # a file of tables in place of the book's


Step = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class OnwardIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be fought on from where another stood after so many steps."""

    step: Step
    seats: dict[Key, SeatIn]
    dice: Literal["server", "hand"] = "server"


class FileOnwardIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same from a save file, whose text is given whole."""

    file: str
    step: Step
    seats: dict[Key, SeatIn]
    dice: Literal["server", "hand"] = "server"


class MendIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to become of a battle that cannot be followed to its end."""

    seat: Key
    how: Literal["on", "close"] = "on"


class RenewIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose link is to be renewed: the secret it has now."""

    seat: Key


class QuickIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quick battle needs nothing said; a name may be."""

    name: Name | None = None


class MadeOut(msgspec.Struct, frozen=True):
    """A battle that was set up, and the secrets of its seats."""

    id: str
    seats: dict[str, str]
    commitment: str


class SideFacts(msgspec.Struct, frozen=True):
    """Who plays a side."""

    key: str
    name: str
    kind: str
    tincture: str
    pattern: str


class BriefOut(msgspec.Struct, frozen=True):
    """Three lines before a battle: what each side wants, when it ends, who is stronger."""

    aims: dict[str, str]
    end: str
    stronger: dict[str, str]


class FactsOut(msgspec.Struct, frozen=True):
    """What everybody may know of a battle."""

    id: str
    book: str
    scenario: str
    status: Literal["on", "over"]
    round: int
    sides: list[SideFacts]
    result: Result | None
    brief: BriefOut | None = None


class TurnOut(msgspec.Struct, frozen=True):
    """A moment that moved the chance of winning."""

    since: int
    step: int
    round: int
    before: float
    after: float


class ChanceOut(msgspec.Struct, frozen=True):
    """How often the winner won when it was played on from a step."""

    step: int
    won: int
    tries: int


class TurnsOut(msgspec.Struct, frozen=True):
    """Where a battle turned, from how many tries that is told, and whether more are to come."""

    winner: str | None
    turns: list[TurnOut]
    tries: int
    played: int
    done: bool
    slices: int
    chances: list[ChanceOut]


class VerdictOut(msgspec.Struct, frozen=True):
    """Whether the dice are the promised ones."""

    honest: bool
    dice: int
    reason: str
    secret: str
    commitment: str


class EventShape(msgspec.Struct, frozen=True):
    """Something that happened."""

    n: int
    clause: str
    text: str | None
    private: bool
    event: dict[str, Any]


class FrameShape(msgspec.Struct, frozen=True):
    """The table after a step."""

    step: int
    name: str
    scene: Scene
    events: list[EventShape]


class ReplayOut(msgspec.Struct, frozen=True):
    """A whole battle to be watched."""

    book: str
    scenario: str
    viewpoint: str
    frames: list[FrameShape]
    result: Result | None
    broken: str = ""


class LoginIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pass-phrase."""

    passphrase: Annotated[str, msgspec.Meta(max_length=200)]


class LoginOut(msgspec.Struct, frozen=True):
    """That the pass-phrase is right."""

    status: Literal["ok"]


class HealthOut(msgspec.Struct, frozen=True):
    """That the server is well."""

    status: Literal["ok"]
    version: str
    battles: int
    passphrase: bool
    here_alone: bool = True  # whether only this machine reaches it
    addresses: list[str] = []  # where others in its network find it
