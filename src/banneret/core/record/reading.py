"""Reading a save file: every line checked, what was undone left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import msgspec

from banneret.core.errors import BadSave
from banneret.core.files import read_bytes
from banneret.core.play.tape import Answered, AnsweredAll, Thrown
from banneret.core.record.journal import (
    FORMAT,
    PERSON,
    VERSION,
    Closed,
    Committed,
    Contributed,
    Draft,
    Ended,
    Header,
    Inherited,
    Kept,
    Line,
    Pledged,
    Undone,
    unseal,
)

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from banneret.core.play.tape import Entry

_SUM_AND_BRACE = re.compile(rb',"sum":"[0-9a-f]{12}"\}$')
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class RecordedStep(msgspec.Struct, frozen=True):
    """A finished step as the file has it, and the line that closes it."""

    name: str
    digest: str
    events: tuple[Kept, ...]
    entries: tuple[Entry, ...]
    line: int


class Throw(msgspec.Struct, frozen=True):
    """Dice on record, and their line."""

    thrown: Thrown
    line: int


class Decided(msgspec.Struct, frozen=True):
    """An answer among the dice: what falls again depends on it."""

    entry: Answered | AnsweredAll


class Rewound(msgspec.Struct, frozen=True):
    """An undo: so many of the last entries were taken back; `thrown` are the dice among them."""

    taken: int
    thrown: tuple[Thrown, ...]
    rule: Literal[1, 2]


class Rekeyed(msgspec.Struct, frozen=True):
    """What all seats have added to the dice by now, in their order: a new stream begins."""

    contributions: tuple[str, ...]


class Record:
    """A whole save file: how the battle began, its steps, and what came since the last one."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self.steps: list[RecordedStep] = []
        self.tape: list[Entry] = []
        self.drafts: dict[int, Any] = {}
        self.committed: set[str] = set()  # sides whose drafts are final
        self.contributions = _contributions(header)
        self.ended: Ended | None = None
        self.inherited = 0  # steps that were taken over from an earlier battle
        self.throws: list[Throw | Decided | Rewound | Rekeyed] = []
        self.lines = 1
        self.last_sum = ""
        self.torn = 0  # bytes of a last line that was never finished
        self.size = 0
        self.sound = 0  # lines before the first that cannot be read

    @property
    def people(self) -> list[str]:
        """Name the sides that people play."""
        return [side for side, who in self.header.seats.items() if who == PERSON]

    def take(self, line: Line) -> None:
        """Follow the next line."""
        self.lines += 1
        if self.ended is not None and not isinstance(line, Undone):
            raise self.bad("the battle was over on an earlier line, nothing may follow")
        match line:
            case Answered() | AnsweredAll() | Thrown():
                self._entry(line)
            case Draft() | Committed():
                self._secret(line)
            case Contributed():
                self._contribute(line)
            case Closed():
                self._close(line)
            case Undone():
                self._undo(line)
            case Inherited():
                self._inherit(line)
            case Ended():
                self._end(line)
            case Header():
                raise self.bad("a second header: two files were put together")

    def bad(self, reason: str) -> BadSave:
        """Refuse the current line."""
        return bad_line(self.path, self.lines, reason)

    def refuse_if_cut(self) -> None:
        """Refuse a fight between computers that stops early: those are recorded to their end."""
        if self.ended is None and self.header.seats and not self.people:
            raise self.bad("the record stops before the battle is over: the file was cut short")

    def _entry(self, entry: Entry) -> None:
        if isinstance(entry, Thrown):
            if len(entry.faces) != len(entry.dice):
                raise self.bad(f"{len(entry.faces)} faces for {len(entry.dice)} dice")
            self.throws.append(Throw(entry, self.lines))
        else:
            self.throws.append(Decided(entry))
        self._forget_drafts()
        self.tape.append(entry)

    def _secret(self, line: Draft | Committed) -> None:
        if isinstance(line, Draft):
            self.drafts[line.index] = line.answer
        else:
            (self.committed.discard if line.back else self.committed.add)(line.side)

    def _forget_drafts(self) -> None:
        self.drafts.clear()
        self.committed.clear()

    def _contribute(self, line: Contributed) -> None:
        known = self.contributions
        if line.side not in known:
            raise self.bad(f"side {line.side!r} adds to the dice, but it cannot")
        if known[line.side] or not line.contribution:
            raise self.bad(f"side {line.side!r} adds to the dice twice, or nothing")
        known[line.side] = line.contribution
        self.throws.append(Rekeyed(tuple(known.values())))

    def _close(self, line: Closed) -> None:
        expected = len(self.steps) + 1
        if line.number != expected:
            raise self.bad(f"step {line.number} where step {expected} belongs")
        self.steps.append(
            RecordedStep(line.name, line.digest, line.events, tuple(self.tape), self.lines)
        )
        self.tape = []
        self._forget_drafts()

    def _undo(self, line: Undone) -> None:
        tapes = [*(step.entries for step in self.steps), tuple(self.tape)]
        if not (0 <= line.steps < len(tapes) and 0 <= line.entries <= len(tapes[line.steps])):
            raise self.bad(
                f"an undo back to step {line.steps + 1}, entry {line.entries}, which is not there"
            )
        if line.steps < self.inherited:
            raise self.bad(f"an undo back into the {self.inherited} steps that were taken over")
        tail = [*tapes[line.steps][line.entries :]]
        tail += [entry for tape in tapes[line.steps + 1 :] for entry in tape]
        thrown = tuple(entry for entry in tail if isinstance(entry, Thrown))
        self.throws.append(Rewound(len(tail), thrown, line.dice))
        self.tape = list(tapes[line.steps][: line.entries])
        del self.steps[line.steps :]
        self._forget_drafts()
        self.ended = None

    def _inherit(self, line: Inherited) -> None:
        """Leave the dice so far alone: another battle's source threw them."""
        if line.steps != len(self.steps) or self.tape or self.inherited:
            raise self.bad(f"{line.steps} steps are said to be taken over, but they are not there")
        if any(isinstance(one, Rewound | Rekeyed) for one in self.throws):
            raise self.bad("only whole steps are taken over, no undo and nothing for the dice")
        self.inherited = line.steps
        self.throws.clear()

    def _end(self, line: Ended) -> None:
        if self.tape or not self.steps or self.steps[-1].digest != line.digest:
            raise self.bad("the end does not follow from the last step")
        self.ended = line


def _contributions(header: Header) -> dict[str, str]:
    """Give what each seat has added to the dice when the battle begins."""
    if not isinstance(header.dice, Pledged):
        return {}
    given = header.dice.contributions
    return {side: given[i] if i < len(given) else "" for i, side in enumerate(header.seats)}


def read(path: Path, *, torn_allowed: bool = False) -> Record:
    """Read a save file; BadSave names the line and the reason.

    A last line without its line feed was never acknowledged: a killed writer left it. It is
    refused too, unless the reader is prepared for it.
    """
    record, broken = read_sound(path)
    if broken is not None and not (torn_allowed and record.torn):
        raise broken
    return record


def read_sound(path: Path) -> tuple[Record, BadSave | None]:
    """Read a save file up to its first broken line, and say what is wrong with that.

    The chain of checksums vouches for everything before it. Without a sound first line there is no
    battle to read: that is refused.
    """
    content = read_bytes(path)
    *whole, tail = content.split(b"\n")
    record: Record | None = None
    before = ""
    broken: BadSave | None = None
    try:
        for number, raw in enumerate(whole or [tail], 1):
            if number == 1:
                _refuse_foreign(path, raw)
            check = unseal(raw, before) if number <= len(whole) else None
            if check is None:
                last = number == len(whole) or not whole
                raise bad_line(path, number, _why_unsealed(raw, last=last))
            line = _decode(path, number, raw)
            record = _begin(path, line) if record is None else _go_on(record, line)
            before = check
            record.sound = number
    except BadSave as no:
        if record is None:
            raise
        return record, no
    assert record is not None
    record.last_sum, record.torn, record.size = before, len(tail), len(content)
    if tail:
        broken = bad_line(path, len(whole) + 1, "the line is cut off in the middle")
    return record, broken


def bad_line(path: Path, number: int, reason: str) -> BadSave:
    """Refuse a file because of one line."""
    return BadSave(f"{path}, line {number}: {reason}")


def _go_on(record: Record, line: Line) -> Record:
    record.take(line)
    return record


def _refuse_foreign(path: Path, raw: bytes) -> None:
    """Tell a file of another kind from a damaged one."""
    if not raw.startswith(b'{"is":"header"'):
        given = "an empty file" if not raw else "something else"
        raise bad_line(path, 1, f"expected the header of a Banneret save file, got {given}")


def _why_unsealed(raw: bytes, *, last: bool) -> str:
    if _SUM_AND_BRACE.search(raw) is None:
        return "the line is cut off or was edited: it does not end in its checksum"
    where = "this line" if last else "this line or its neighbours"
    return f"the checksum does not fit: {where} was edited, moved or taken out"


def _decode(path: Path, number: int, raw: bytes) -> Line:
    body = _SUM_AND_BRACE.sub(b"}", raw)
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as no:
        raise bad_line(path, number, f"not a line of a battle: {no}") from no


def _begin(path: Path, line: Line) -> Record:
    assert isinstance(line, Header)
    if line.format != FORMAT or line.version != VERSION:
        raise bad_line(
            path,
            1,
            f"format {line.format} {line.version}: this program reads {FORMAT} {VERSION}",
        )
    return Record(path, line)
