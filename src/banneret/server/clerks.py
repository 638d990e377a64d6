"""What worker processes do for REST: replays, verification, previews. Plain data in and out."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict

from banneret import __version__
from banneret.core import rolls, save, sources
from banneret.core.errors import BadData, Diverged
from banneret.core.events import Event
from banneret.core.game import Game
from banneret.core.inherit import inheritance
from banneret.core.journal import ByHand, Pledged
from banneret.core.muster import Remark
from banneret.server.ledger import read, read_sound
from banneret.server.mustering import preview
from banneret.server.render import scene_of, whole_scene
from banneret.server.settings import find_book
from banneret.server.shapes import RollForce, RollOut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from banneret.core.events import Told
    from banneret.core.record import Record
    from banneret.core.ruleset import Result, Ruleset
    from banneret.core.save import Restored
    from banneret.server.shapes import PreviewIn, RollIn

ALL, SPECTATOR = "all", "spectator"
MOST_SECONDS = 30
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


@contextmanager
def in_time(seconds: float = MOST_SECONDS) -> Iterator[None]:
    """Give up on what takes too long; a forged file could go on for ever."""

    def stop(*_: object) -> None:
        raise BadData(f"it takes longer than {seconds:g} seconds to follow")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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
        game.replay_step(step, record)
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


def inherit(books: str, name: str, content: bytes, step: int) -> bytes:
    """Take over a battle up to a step, in MessagePack; of a broken file what is sound of it."""
    with in_time():
        record, _ = read_sound(name, content)
        header = record.header
        if header.engine != __version__:
            raise BadData(
                f"{name} was written by engine {header.engine}, this is {__version__}: it can be "
                "watched, not played on"
            )
        bodies = inheritance(record, find_book(books, header.ruleset), step)
        taken = Inheritance(
            header.ruleset, header.scenario, header.forces, header.options, header.rolls, bodies
        )
        return msgspec.msgpack.encode(taken)


class Verified(msgspec.Struct, frozen=True):
    """Whether the dice are the promised ones."""

    honest: bool
    dice: int
    reason: str
    secret: str
    commitment: str


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
        return _encode(preview(found, scenario, wanted.forces, wanted.options, wanted.rolls))


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
