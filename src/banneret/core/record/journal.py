"""The journal: a battle on disk, one readable line for everything that came from outside."""

from __future__ import annotations

import os
import re
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import msgspec

from banneret.core.errors import BadData
from banneret.core.play.tape import Answered, AnsweredAll, Thrown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.book.ruleset import Result
    from banneret.core.play.events import Event, Told
    from banneret.core.play.tape import Entry

try:
    import fcntl
except ImportError:  # pragma: no cover  # no such lock on Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = "banneret"
VERSION = 1
PERSON = "person"
BOOK = "book"  # a side that the rules themselves decide for

_SUM = re.compile(rb',"sum":"([0-9a-f]{12})"\}$')


class Seeded(msgspec.Struct, frozen=True, tag="seed", tag_field="from", forbid_unknown_fields=True):
    """Dice from a seed that everybody may know."""

    seed: int | str


class Pledged(
    msgspec.Struct, frozen=True, tag="pledge", tag_field="from", forbid_unknown_fields=True
):
    """Dice from a committed secret and the seats' contributions, all in hexadecimal.

    The contributions are in the order of the seats, empty for who has not added anything yet; who
    comes later does it by a line of his own.
    The secret stands in the header of a private file; a file that was shared while the battle
    was on has it in the last line.
    """

    commitment: str
    contributions: tuple[str, ...] = ()
    secret: str = ""


class ByHand(msgspec.Struct, frozen=True, tag="hand", tag_field="from", forbid_unknown_fields=True):
    """Real dice, typed in."""


DiceSource = Seeded | Pledged | ByHand


class Header(
    msgspec.Struct,
    frozen=True,
    tag="header",
    tag_field="is",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The first line: everything a battle begins from."""

    format: str
    version: int
    engine: str
    ruleset: str
    scenario: str
    forces: dict[str, str]
    options: dict[str, bool | int | str]
    seats: dict[str, str]  # side: "person", "book", or the name of a computer player
    dice: DiceSource
    rolls: dict[str, str] = {}  # side: the force file its force was read from, as it was written
    tables: str = ""  # the file of people's own tables it is fought by, as it was written


class Draft(msgspec.Struct, frozen=True, tag="draft", tag_field="is", forbid_unknown_fields=True):
    """A secret answer that may still be changed."""

    index: int
    answer: Any


class Committed(
    msgspec.Struct,
    frozen=True,
    tag="commit",
    tag_field="is",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A side's drafts are final, or may be changed again."""

    side: str
    back: bool = False


class Contributed(
    msgspec.Struct, frozen=True, tag="contribution", tag_field="is", forbid_unknown_fields=True
):
    """A seat adds to the dice, in hexadecimal: from here on they depend on it too."""

    side: str
    contribution: str


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event as it is kept: who may know of it, and its sentence for readers."""

    event: dict[str, Any]
    clause: str = ""
    audience: tuple[str, ...] | None = None
    text: str = ""


class Closed(msgspec.Struct, frozen=True, tag="step", tag_field="is", forbid_unknown_fields=True):
    """A step is complete: its number from 1, the state it led to, and what happened."""

    number: int
    name: str
    digest: str
    events: tuple[Kept, ...]


class Undone(msgspec.Struct, frozen=True, tag="undo", tag_field="is", forbid_unknown_fields=True):
    """Play goes on after `steps` whole steps, with `entries` of the next one kept.

    `dice` says how those taken back fall again: 2, wherever the same was decided; 1, as it was
    before, the next of their kind.
    """

    steps: int
    entries: int
    dice: Literal[1, 2] = 1


class Inherited(
    msgspec.Struct, frozen=True, tag="inherited", tag_field="is", forbid_unknown_fields=True
):
    """All steps so far were taken over from an earlier battle; the dice of this one begin here."""

    steps: int


class Ended(msgspec.Struct, frozen=True, tag="end", tag_field="is", forbid_unknown_fields=True):
    """The last line of a battle that was played out."""

    winner: str | None
    reason: str
    clause: str
    score: dict[str, int]
    rounds: int
    losses: dict[str, int]
    digest: str
    secret: str = ""


Line = (
    Header | Answered | AnsweredAll | Thrown | Draft | Committed | Contributed | Closed | Undone
    | Inherited | Ended
)  # fmt: skip


encode = msgspec.json.Encoder().encode  # a line, without its checksum


def seal(body: bytes, before: str) -> tuple[bytes, str]:
    """Close a line with a checksum that also covers every line before it."""
    check = blake2b(before.encode() + body, digest_size=6).hexdigest()
    return b"".join((body[:-1], b',"sum":"', check.encode(), b'"}')), check


def unseal(line: bytes, before: str) -> str | None:
    """Give the checksum of a line if it is the right one, else None."""
    found = _SUM.search(line)
    if found is None:
        return None
    _, check = seal(line[: found.start()] + b"}", before)
    return check if check.encode() == found[1] else None


class Journal:
    """Writes a battle down as it is played.

    Durable, each call returns when its line is on disk: one write, one fsync. Otherwise lines are
    buffered until the end, which is enough for fights between computers.
    """

    def __init__(
        self, path: Path, file: BinaryIO, *, durable: bool, last_sum: str, steps: int
    ) -> None:
        self.path = path
        self.words: Callable[[Event], str | None] | None = None
        self.secret = ""
        self._file = file
        self._durable = durable
        self._sum = last_sum
        self._steps = steps

    @classmethod
    def begin(cls, path: Path, header: Header, *, durable: bool = True) -> Journal:
        """Start a new file; an existing one is never overwritten."""
        try:
            file = path.open("xb", buffering=0 if durable else -1)
        except FileExistsError as no:
            raise BadData(f"{path} exists already: name another file") from no
        except OSError as no:
            raise BadData(f"{path} cannot be written: {no.strerror}") from no
        _lock(file, path)
        journal = cls(path, file, durable=durable, last_sum="", steps=0)
        journal.write(header)
        if durable:
            _sync_folder(path.parent)
        return journal

    @classmethod
    def go_on(cls, path: Path, *, last_sum: str, steps: int, durable: bool = True) -> Journal:
        """Append to a file that was read before, up to the line with that checksum."""
        try:
            file = path.open("ab", buffering=0 if durable else -1)
        except OSError as no:
            raise BadData(f"{path} cannot be written: {no.strerror}") from no
        _lock(file, path)
        return cls(path, file, durable=durable, last_sum=last_sum, steps=steps)

    def entry(self, entry: Entry) -> None:
        """Note an answer or a throw."""
        self.write(entry)

    def draft(self, index: int, answer: Any) -> None:
        """Note a secret answer that may still be changed."""
        self.write(Draft(index, answer))

    def commit(self, side: str, *, back: bool = False) -> None:
        """Note that a side's secret answers are final, or (`back`) may be changed again."""
        self.write(Committed(side, back))

    def contribute(self, side: str, contribution: str) -> None:
        """Note what a seat adds to the dice."""
        self.write(Contributed(side, contribution))

    def step(self, name: str, state_digest: str, events: Sequence[Told]) -> None:
        """Note that a step is complete."""
        self._steps += 1
        self.write(Closed(self._steps, name, state_digest, self._kept(events)))

    def undo(self, step: int, entries: int) -> None:
        """Note that play goes on from the given step with that many of its entries kept."""
        self._steps = step
        self.write(Undone(step, entries, dice=2))

    def end(self, result: Result, state_digest: str) -> None:
        """Note the end."""
        self.write(
            Ended(
                result.winner,
                result.reason,
                result.clause,
                result.score,
                result.rounds,
                result.losses,
                state_digest,
                self.secret,
            )
        )

    def write(self, line: Line) -> None:
        """Append one sealed line; durable, it is on disk when this returns."""
        sealed, self._sum = seal(encode(line), self._sum)
        data = sealed + b"\n"
        try:
            written = self._file.write(data)
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError as no:
            raise BadData(f"{self.path} cannot be written: {no.strerror}") from no
        if written != len(data):
            raise BadData(f"{self.path} cannot be written: the disk took half a line")

    def close(self) -> None:
        """Write what is still buffered and let go of the file."""
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def _kept(self, events: Sequence[Told]) -> tuple[Kept, ...]:
        words = self.words
        return tuple(
            [
                Kept(event, clause, audience, (words(event) or "") if words is not None else "")  # type: ignore[arg-type]  # written as it is, read as plain data
                for event, clause, audience in events
            ]
        )


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second program from writing to the same battle."""
    if fcntl is None:  # pragma: no cover  # no such lock on Windows
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as no:
        file.close()
        raise BadData(f"{path} is being played elsewhere: end that first") from no


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file durable too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
