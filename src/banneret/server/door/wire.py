"""What browser and server say to each other over a socket, as typed data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from banneret.core.book.ruleset import Result
from banneret.core.show.overlay import Note, Overlay, Stretch
from banneret.core.show.sheet import Sheet
from banneret.server.door.shapes import Name
from banneret.server.hand.chains import Chain, Step

Number = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]
Index = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Short = Annotated[str, msgspec.Meta(max_length=200)]


class Said(msgspec.Struct, frozen=True, tag_field="type"):
    """Something a browser says."""


class Sit(Said, frozen=True, tag="sit"):
    """Take a seat by its secret, or look on (no secret); `since` events are known already.

    `era` is the one of the table last seen; `contribution` goes into the dice, in hexadecimal.
    """

    seat: Short | None = None
    since: Number = 0
    era: Number | None = None
    name: Name = ""
    contribution: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){0,64}$")] = ""


class Answer(Said, frozen=True, tag="answer"):
    """Answer the question that is asked."""

    number: Number
    value: Any
    tentative: bool = False  # only if it can be taken back freely: no dice, nobody else hears of it


class Draft(Said, frozen=True, tag="draft"):
    """Set one of several secret answers; it may be changed until it is committed."""

    number: Number
    index: Index
    value: Any


class Commit(Said, frozen=True, tag="commit"):
    """Make the secret answers final."""

    number: Number


class Try(Said, frozen=True, tag="preview"):
    """Ask what an answer would mean."""

    id: int | Short
    number: Number
    value: Any
    index: Index = 0


Coordinate = Annotated[float, msgspec.Meta(ge=-1e4, le=1e4)]
Spot = tuple[Coordinate, Coordinate]


class Touch(Said, frozen=True, tag="touch"):
    """Ask what follows from a figure that is dragged to a place, or pointed at another.

    `wishes` answers questions on the way by their names; `via`, `gait` and `facing` shape a way.
    """

    id: int | Short
    number: Number
    piece: Number
    place: Spot | None = None
    target: Number | None = None
    wishes: dict[Short, int | Short] = {}
    via: Annotated[tuple[Spot, ...], msgspec.Meta(max_length=20)] = ()
    gait: Short = ""
    facing: Coordinate | None = None


class Carry(Said, frozen=True, tag="carry"):
    """Carry out a chain as it was proposed; `short` says what to do if a throw is not enough.

    `far` goes as far as it goes, `stay` stops there and asks, `throw` asks after the throw.
    With `others` the rest do likewise in their turn: go the same way, `by` so much, or each at
    the enemy nearest to him; or whatever else is asked in this `step` goes as it is proposed.
    """

    number: Number
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=200)]
    unit: Annotated[tuple[Number, ...], msgspec.Meta(max_length=500)] = ()
    short: Literal["far", "stay", "throw"] = "far"
    title: Short = ""
    others: Literal["", "way", "enemy", "step"] = ""
    by: Spot = (0.0, 0.0)


class LookAt(Said, frozen=True, tag="look"):
    """Ask what may be shown of a piece, or of another seen from it."""

    id: int | Short
    piece: Number
    other: Number | None = None


class Papers(Said, frozen=True, tag="sheets"):
    """Ask for one's own sheets."""

    id: int | Short


class Undo(Said, frozen=True, tag="undo"):
    """Take the last answer back."""


class Consent(Said, frozen=True, tag="consent"):
    """Agree, or not, to another's taking back."""

    agree: bool


class Hint(Said, frozen=True, tag="hint"):
    """Ask what the captain would do."""

    number: Number


class Auto(Said, frozen=True, tag="auto"):
    """Let the captain play the rest of this phase, or set the men up, or no longer."""

    scope: Literal["phase", "setup", "off"]


class Call(Said, frozen=True, tag="call"):
    """Call for something nobody asked about, or call it off."""

    what: Literal["concede"]
    off: bool = False


class Chat(Said, frozen=True, tag="chat"):
    """Talk."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\x00]*$")]


class Ping(Said, frozen=True, tag="ping"):
    """See whether the other end is there."""


Message = (
    Sit | Answer | Draft | Commit | Try | LookAt | Papers | Undo | Consent | Hint | Auto | Call
    | Chat | Ping | Touch | Carry
)  # fmt: skip

Code = Literal[
    "malformed", "too_large", "too_often", "not_seated", "wrong_side", "stale", "unreadable",
    "illegal", "needs_consent", "nothing_to_undo", "unknown", "over", "busy", "stranded",
    "final",
]  # fmt: skip


class Refused(Exception):
    """A message that changes nothing, and why."""

    def __init__(self, code: Code, text: str, clause: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.clause = clause


class Told(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something the server says."""


class RefusedOut(Told, frozen=True, tag="refused"):
    """Nothing was changed."""

    code: str
    text: str
    to: str
    clause: str = ""


class Ack(Told, frozen=True, tag="ack"):
    """The answer is on disk."""

    number: int


class DraftsOut(msgspec.Struct, frozen=True, tag="drafts", tag_field="type"):
    """All that a seat has drafted for the question of that number; the table is as it was."""

    number: int
    drafts: dict[int, Any]


class PreviewOut(msgspec.Struct, frozen=True, tag="preview", tag_field="type"):
    """What an answer would mean."""

    id: int | str
    legal: bool
    because: str
    clause: str
    price: float | None
    odds: dict[str, str] | None
    notes: tuple[str, ...]
    stretches: tuple[Stretch, ...]
    leads: tuple[tuple[float, float], ...]
    legs: tuple[Any, ...] = ()
    pays: tuple[tuple[str, int], ...] = ()
    rows: tuple[Note, ...] = ()
    shapes: tuple[Overlay, ...] = ()
    ends: tuple[float, float, float] | None = None


class ChainOut(msgspec.Struct, frozen=True, tag="chain", tag_field="type"):
    """What follows from a touch."""

    id: int | str
    number: int
    chain: Chain


class LookOut(msgspec.Struct, frozen=True, tag="look", tag_field="type"):
    """What may be shown of a piece, or of the line between two."""

    id: int | str
    overlays: tuple[Overlay, ...]
    notes: tuple[Note, ...]


class SheetsOut(msgspec.Struct, frozen=True, tag="sheets", tag_field="type"):
    """What lies written before a side."""

    id: int | str
    sheets: tuple[Sheet, ...]


class HintOut(Told, frozen=True, tag="hint"):
    """What the captain would do."""

    number: int
    index: int
    value: Any
    text: str
    reason: str = ""
    clauses: tuple[str, ...] = ()
    chain: Chain | None = None


class ChatOut(msgspec.Struct, frozen=True, tag="chat", tag_field="type", rename={"by": "from"}):
    """Somebody talks."""

    by: str
    side: str | None
    text: str
    at: float


class Pong(Told, frozen=True, tag="pong"):
    """The server is there."""


class BattleOut(msgspec.Struct, frozen=True):
    """Which battle is on the table."""

    id: str
    book: str
    book_title: str
    scenario: str
    scenario_title: str
    round: int
    status: str
    commitment: str = ""


class SideOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a side."""

    key: str
    name: str
    kind: str
    tincture: str
    pattern: str
    present: bool
    level: str | None = None


class UndoOut(msgspec.Struct, frozen=True):
    """A taking back that waits for consent."""

    by: str
    text: str


class Standing(msgspec.Struct, frozen=True):
    """How a seat stands; the last members of a table message.

    Before them it has `type` ("table"), `battle` (BattleOut), `you`, `sides` (SideOut), `scene`,
    `question`, `events` (the new ones alone) and `events_from`; see `audience`.
    """

    waiting: tuple[str, ...]
    result: Result | None
    undo: UndoOut | None
    can_undo: bool
    auto: bool
    calls: tuple[str, ...]
    era: int


_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class _Typed(msgspec.Struct):
    type: Annotated[str, msgspec.Meta(max_length=20)] = ""


_typed: msgspec.json.Decoder[_Typed] = msgspec.json.Decoder(_Typed)
_encoder = msgspec.json.Encoder()
_WRONG = (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError)


def read(text: str | bytes) -> Message:
    """Read a browser's message, or refuse it as malformed."""
    try:
        return _decoder.decode(text)
    except _WRONG as no:
        raise Refused("malformed", f"not a message of this table: {str(no)[:200]}") from no


def type_of(text: str | bytes) -> str:
    """Say what kind of message it was meant to be, if that can be made out."""
    try:
        return _typed.decode(text).type
    except _WRONG:
        return ""


def write(message: Any) -> bytes:
    """Write a message for a browser."""
    return _encoder.encode(message)


def acknowledged(number: int) -> bytes:
    """Write that an answer is on disk."""
    return b'{"type":"ack","number":%d}' % number


def refusal(no: Refused, to: str) -> bytes:
    """Write a refusal."""
    return write(RefusedOut(no.code, no.text[:500], to, no.clause))
