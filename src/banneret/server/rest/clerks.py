"""What worker processes do for REST: replays, verification, previews. Plain data in and out."""

from __future__ import annotations

import resource
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict

from banneret.core.book.muster import Remark
from banneret.core.book.saga import saga_of
from banneret.core.chance import sources
from banneret.core.errors import BadData, Diverged
from banneret.core.play.events import Event
from banneret.core.play.game import Game
from banneret.core.record import rolls, save
from banneret.core.record.inherit import inheritance
from banneret.core.record.journal import ByHand, Pledged
from banneret.server.door.shapes import RollForce, RollOut, TablesOut
from banneret.server.rest.mustering import preview
from banneret.server.seen.render import scene_of, whole_scene
from banneret.server.settings import find_book
from banneret.server.storage.ledger import read, read_sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from banneret.core.book.ruleset import Result, Ruleset
    from banneret.core.play.events import Told
    from banneret.core.record.reading import Record
    from banneret.core.record.save import Restored
    from banneret.server.door.shapes import BattleIn, PreviewIn, RollIn, TablesIn

ALL, SPECTATOR = "all", "spectator"
MOST_SECONDS = 30
AGAIN_SECONDS = 0.5  # said again, if a rule took it for its own refusal
MOST_MEMORY = 2 * 1024**3  # addresses, the program's own among them
_encode = msgspec.json.Encoder().encode


class FrameEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event of a replay."""

    n: int
    clause: str
    text: str | None
    private: bool
    event: Event
    quiet: bool = False


class Frame(msgspec.Struct, frozen=True):
    """The table after a step, and what happened in it."""

    step: int
    name: str
    scene: Any
    events: list[FrameEvent]


class Frames(msgspec.Struct, frozen=True):
    """A whole battle to be watched."""

    book: str
    scenario: str
    viewpoint: str
    frames: list[Frame]
    result: Result | None
    broken: str = ""


class TooLong(BadData):
    """There was a limit to the work, and it was reached."""


@contextmanager
def in_time(seconds: float = MOST_SECONDS) -> Iterator[None]:
    """Give up on what takes too long or too much: a forged file could go on for ever.

    Processor time is counted, so that nothing honest is refused because a machine is busy.
    """

    def stop(*_: object) -> None:
        raise TooLong(f"it takes more than {seconds:g} seconds of work to follow")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_SECONDS)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    try:
        yield
    except MemoryError as no:
        raise BadData("it takes more memory to follow than there is for it") from no
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Prepared(msgspec.Struct, frozen=True):
    """A battle checked against its book: what of it goes into its header."""

    forces: dict[str, str]
    options: dict[str, bool | int | str]
    rolls: dict[str, str]
    tables: str = ""


def prepare(books: str, wanted: BattleIn) -> Prepared:
    """Check a battle that is to be set up, and that it can begin."""
    with in_time():
        ruleset = find_book(books, wanted.book)
        header = save.header_for(
            ruleset,
            wanted.scenario,
            dice=ByHand(),
            seats={},
            forces=wanted.forces,
            options=wanted.options,
            rolls=wanted.rolls,
            tables=wanted.tables,
        )
        save.begin(ruleset, header)
        return Prepared(header.forces, header.options, header.rolls, header.tables)


def replay(books: str, name: str, content: bytes, viewpoint: str) -> bytes:
    """Draw a frame for each step of a save file, as one viewpoint may see it.

    A file that is broken somewhere is shown up to there, and says so.
    """
    with in_time():
        record, broken = read_sound(name, content)
        if viewpoint == ALL and record.ended is None:
            viewpoint = SPECTATOR
        ruleset = find_book(books, record.header.ruleset)
        return _encode(_frames(record, ruleset, viewpoint, broken))


def _frames(record: Record, ruleset: Ruleset[Any], viewpoint: str, broken: str) -> Frames:
    game = save.replay(record, ruleset, 0)
    frames = [Frame(0, "", _scene(ruleset, game.state, viewpoint), [])]
    count = 0
    for number, step in enumerate(record.steps, 1):
        try:
            game.replay_step(step, record)
        except Diverged as no:
            broken = broken or str(no)
            break
        heard = _heard(game, viewpoint)
        events = [_event(ruleset, game, viewpoint, told, count + i) for i, told in enumerate(heard)]
        count += len(events)
        frames.append(Frame(number, step.name, _scene(ruleset, game.state, viewpoint), events))
    header = record.header
    return Frames(header.ruleset, header.scenario, viewpoint, frames, game.result, broken)


def _heard(game: Restored[Any], viewpoint: str) -> list[Told]:
    side = None if viewpoint in {ALL, SPECTATOR} else viewpoint
    return [told for told in game.steps[-1].events if viewpoint == ALL or told.for_side(side)]


def _event(
    ruleset: Ruleset[Any], game: Game[Any], viewpoint: str, told: Told, number: int
) -> FrameEvent:
    side = None if viewpoint in {ALL, SPECTATOR} else viewpoint
    view = game.state if viewpoint == ALL else ruleset.view(game.state, side)
    text = ruleset.sentence(view, told.event)
    private, event = told.audience is not None, told.event
    return FrameEvent(number, told.clause, text, private, event, event.quiet)


def _scene(ruleset: Ruleset[Any], state: Any, viewpoint: str) -> Any:
    if viewpoint == ALL:
        return whole_scene(ruleset, state)
    side = None if viewpoint == SPECTATOR else viewpoint
    if side is not None and side not in ruleset.sides(state):
        raise BadData(f"viewpoint {viewpoint!r}: expected a side, all or spectator")
    return scene_of(ruleset, state, side)


class Inheritance(msgspec.Struct, frozen=True):
    """What a battle that begins in the middle of another takes over from it."""

    book: str
    scenario: str
    forces: dict[str, str]
    options: dict[str, bool | int | str]
    rolls: dict[str, str]
    bodies: list[bytes]
    tables: str = ""


def inherit(books: str, name: str, content: bytes, step: int) -> bytes:
    """Take over a battle up to a step, in MessagePack; of a broken file what is sound of it."""
    with in_time():
        record, _ = read_sound(name, content)
        header = record.header
        bodies = inheritance(record, find_book(books, header.ruleset), step)
        taken = Inheritance(
            header.ruleset,
            header.scenario,
            header.forces,
            header.options,
            header.rolls,
            bodies,
            header.tables,
        )
        return msgspec.msgpack.encode(taken)


class Verified(msgspec.Struct, frozen=True):
    """Whether the dice are the promised ones."""

    honest: bool
    dice: int
    reason: str
    secret: str
    commitment: str


def edit(books: str, book: str, text: str) -> bytes:
    """Read an edited record and give it as it is kept."""
    with in_time():
        saga = saga_of(find_book(books, book))
        kept = saga.read(text.encode(), "the file")
        if kept.book != book:
            raise BadData(f"book is {kept.book!r}: expected {book}")
        return saga.write(kept)


def settle(books: str, book: str, name: str, content: bytes, text: bytes) -> bytes:
    """Take a finished battle into the record it belongs to; gives the new file."""
    with in_time():
        record = read(name, content)
        game = save.replay(record, find_book(books, record.header.ruleset))
        assert game.result is not None
        saga = saga_of(find_book(books, book))
        kept = saga.after(saga.read(text, "the file"), game.state, game.result, game.digest())
        return saga.write(kept)


def verify(books: str, name: str, content: bytes) -> bytes:
    """Derive every die of a finished battle again, and every step."""
    with in_time():
        record = read(name, content)
        source = record.header.dice
        secret = source.secret if isinstance(source, Pledged) else ""
        commitment = source.commitment if isinstance(source, Pledged) else ""
        try:
            _, agreed = sources.derive_dice(record)
            save.replay(record, find_book(books, record.header.ruleset))
        except Diverged as no:
            return _encode(Verified(False, 0, str(no), secret, commitment))
        promise = "commitment" if isinstance(source, Pledged) else "seed"
        words = f"{agreed} dice agree with the {promise}"
        if record.inherited:
            words += f"; the {record.inherited} steps before them come from another battle"
        if isinstance(source, ByHand):
            words = "the dice were thrown by hand; every step follows from them"
        return _encode(Verified(True, agreed, words, secret, commitment))


def show(books: str, book: str, scenario: str, wanted: PreviewIn) -> bytes:
    """Draw a scenario before the battle: the table, where each side deploys, and its force."""
    with in_time():
        found = find_book(books, book)
        brought = (wanted.forces, wanted.options, wanted.rolls)
        return _encode(preview(found, scenario, *brought, tables=wanted.tables))


def replaced(books: str, book: str, given: TablesIn) -> TablesOut:
    """Read people's own tables: which of the book's they replace."""
    with in_time():
        found = save.own_tables(find_book(books, book), given.text, given.name)
        return TablesOut(list(found.replaced) if found is not None else [])


def enlist(books: str, book: str, roll: RollIn) -> bytes:
    """Read a force file by the rules of a battle: its forces, and what strays from their lists."""
    with in_time():
        ruleset = find_book(books, book)
        options = ruleset.chosen(roll.options)
        read = rolls.forces_in(ruleset, roll.text, roll.name, options)
        infos = [ruleset.force_info(force, options) for force in read.values()]
        remarks = _strays(ruleset, roll, options, read)
        return _encode(
            RollOut([RollForce(**asdict(one), remarks=remarks[one.key]) for one in infos])
        )


def _strays(
    ruleset: Ruleset[Any], roll: RollIn, options: Mapping[str, Any], keys: Iterable[str]
) -> dict[str, list[Remark]]:
    """Tell by force what its list does not have; the book warns of it and does not refuse."""
    if ruleset.muster is None:
        return {key: [] for key in keys}
    found = ruleset.muster.read(roll.text.encode(), roll.name, options)
    return {one.key: list(one.remarks) for one in found}
