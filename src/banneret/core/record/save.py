"""Battles that outlive the program: begin one in a file, replay it, play on."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from banneret import __version__
from banneret.core.chance.dice import HandDice
from banneret.core.chance.sources import derive_dice, dice_of
from banneret.core.digest import encode
from banneret.core.errors import BadData, BadSave, BanneretError, Diverged, find, unknown
from banneret.core.play.game import Game
from banneret.core.record.journal import (
    BOOK,
    FORMAT,
    VERSION,
    DiceSource,
    Ended,
    Header,
    Journal,
    Pledged,
)
from banneret.core.record.reading import Record, RecordedStep, bad_line, read
from banneret.core.record.rolls import enlisted

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping
    from pathlib import Path

    from banneret.core.book.ruleset import Ruleset, ScenarioInfo
    from banneret.core.chance.dice import Dice
    from banneret.core.play.game import Player

S = TypeVar("S")


# -- beginning


def header_for(
    ruleset: Ruleset[Any],
    scenario: str,
    *,
    dice: DiceSource,
    seats: Mapping[str, str],
    forces: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    rolls: Mapping[str, str] | None = None,
    tables: str = "",
) -> Header:
    """Put together what a battle begins from; what the book does not know is refused."""
    own_tables(ruleset, tables)
    info = find(f"scenario of {ruleset.key}", scenario, ruleset.scenarios)
    settings = ruleset.chosen(options or {})
    own = {
        seat: enlisted(ruleset, text, f"the roll of {seat}", (forces or {}).get(seat), settings).id
        for seat, text in (rolls or {}).items()
    }
    chosen = chosen_forces(info, {**(forces or {}), **own}, own)
    known = seats_of(info, chosen)
    for seat in seats:
        if seat not in known:
            raise unknown(f"seat of {scenario}", seat, known)
    seats = _seated(ruleset, info, settings, seats)
    return Header(
        format=FORMAT,
        version=VERSION,
        engine=__version__,
        ruleset=ruleset.key,
        scenario=scenario,
        forces=chosen,
        options=settings,
        seats=dict(seats),
        dice=dice,
        rolls=dict(sorted((rolls or {}).items())),
        tables=tables,
    )


def own_tables(ruleset: Ruleset[Any], text: str, name: str = "the tables") -> Any:
    """Read people's own tables; None without any. A book that takes none says so."""
    if not text:
        return None
    if ruleset.read_tables is None:
        raise BadData(f"{ruleset.key} takes no tables but its own")
    return ruleset.read_tables(text.encode(), name)


def _seated(
    ruleset: Ruleset[Any],
    info: ScenarioInfo,
    options: Mapping[str, Any],
    seats: Mapping[str, str],
) -> dict[str, str]:
    """Leave the sides to the book that it runs under these options, and no others."""
    run = ruleset.run_by_book(info.key, options)
    for seat, who in seats.items():
        if who == BOOK and side_of(info, seat) not in run:
            able = f"only with the option {ruleset.alone}" if info.by_book else "it runs no side"
            raise BadData(f"{seat} of {info.key} cannot be left to the book: {able}")
    return {seat: BOOK if side_of(info, seat) in run else who for seat, who in seats.items()}


def chosen_forces(
    info: ScenarioInfo, forces: Mapping[str, str], own: Container[str] = ()
) -> dict[str, str]:
    """Give every seat its force: those named, and the usual one where a side has none.

    A side has one seat of its own name, or allies with numbers after it: a1, a2. Whoever has one of
    his own may call it as he likes.
    """
    for seat, force in forces.items():
        allowed = info.forces.get(side_of(info, seat), ())
        if force not in allowed and seat not in own:
            raise unknown(f"force for {seat} in {info.key}", force, allowed)
    manned = {side_of(info, seat) for seat in forces}
    usual = {s: info.forces[s][0] for s in info.sides if s not in manned and info.forces.get(s)}
    return dict(sorted({**usual, **forces}.items()))


def side_of(info: ScenarioInfo, seat: str) -> str:
    """Name the side a seat is on."""
    side = seat if seat in info.sides else seat.rstrip("123456789")
    if side not in info.sides:
        raise unknown(f"side of {info.key}", seat, info.sides)
    return side


def seats_of(info: ScenarioInfo, forces: Mapping[str, str]) -> tuple[str, ...]:
    """Name the seats: one for each force, and one for each side that has none."""
    manned = {side_of(info, seat) for seat in forces}
    return (*forces, *(side for side in info.sides if side not in manned))


def mustered(ruleset: Ruleset[Any], header: Header) -> dict[str, Any]:
    """Give every seat's force: by its key, or read from the roll its player brought."""
    found: dict[str, Any] = dict(header.forces)
    for seat, text in header.rolls.items():
        key, name = header.forces.get(seat), f"the roll of {seat}"
        found[seat] = enlisted(ruleset, text, name, key, header.options)
    if header.tables:
        found["host"] = own_tables(ruleset, header.tables)
    return found


def begin(
    ruleset: Ruleset[S],
    header: Header,
    *,
    players: Mapping[str, Player] | None = None,
    path: Path | None = None,
    durable: bool = True,
) -> Game[S]:
    """Set up a battle, in a new file if a path is given."""
    state = ruleset.begin(header.scenario, header.options, mustered(ruleset, header))
    game = Game(ruleset, state, dice=dice_of(header.dice), players=players)
    if path is not None:
        journal = Journal.begin(path, header, durable=durable)
        if isinstance(header.dice, Pledged):
            journal.secret = header.dice.secret
        attach(game, journal)
    return game


def attach(game: Game[S], journal: Journal) -> None:
    """Have a game written down, with a sentence beside each event."""
    journal.words = lambda event: game.ruleset.sentence(game.state, event)
    game.journal = journal


# -- the battle again


class Restored(Game[S], Generic[S]):
    """A game rebuilt from its record."""

    def replay_step(self, step: RecordedStep, record: Record) -> None:
        """Play one recorded step and see that it leads where the record says."""
        with _following(record, f"step {len(self.steps) + 1} ({step.name}, line {step.line})"):
            if self.result is not None:
                raise Diverged("the battle is over, but the record goes on")
            name = self.ruleset.phase(self.state)
            if name != step.name:
                raise Diverged(f"the rules are at {name!r} here")
            self.tape = list(step.entries)
            if not self._step():
                raise Diverged("the rules ask for more than the record has")
            if self.digest() != step.digest:
                raise Diverged(f"the state is {self.digest()}, on record is {step.digest}")
            if not _same_events(self, step):
                raise Diverged("what happens differs from the events on record")

    def replay_rest(self, record: Record) -> None:
        """Follow the answers and dice since the last finished step, and stop where they end."""
        with _following(record, f"after step {len(self.steps)}, line {record.lines}"):
            self.replay(record.tape)

    def play_on(self, record: Record, dice: Dice, players: Mapping[str, Player]) -> None:
        """Go on where the record ends: same dice, same secret answers."""
        self.dice = dice
        for side, player in players.items():
            self.seat(side, player)
        question = self.advance()
        if question is not None and question.together:
            known = range(len(question.choices))
            self._drafts = {i: value for i, value in record.drafts.items() if i in known}
            for side in sorted(record.committed - self.players.keys()):
                mine = [i for i, _ in question.for_side(side)]
                if mine and all(i in self._drafts for i in mine):
                    self._committed[side] = {i: self._drafts[i] for i in mine}
            self.advance()  # the last to commit may have been killed before all was revealed


@contextmanager
def _following(record: Record, where: str) -> Iterator[None]:
    """Say where the rules and the record part; a forged answer may break any rule."""
    try:
        yield
    except Diverged as no:
        raise Diverged(f"{record.path}, {where}: {no}") from no
    except Exception as no:
        reason = f"the rules cannot follow the record ({no!r})"
        raise Diverged(f"{record.path}, {where}: {reason}") from no


def replay(record: Record, ruleset: Ruleset[S], to: int | None = None) -> Restored[S]:
    """Play the finished steps of a record again and compare each; stop after `to` if given.

    The game that comes back has no players and no dice; `replay_rest` follows an open step.
    """
    if to is not None and not 0 <= to <= len(record.steps):
        raise BadData(f"step {to} is not on record: expected 0 to {len(record.steps)}")
    game = Restored(ruleset, _first_state(record, ruleset), dice=HandDice())
    for step in record.steps[:to]:
        game.replay_step(step, record)
    game.inherited = min(record.inherited, len(game.steps))
    if to is None and record.ended is not None and not _same_end(game, record.ended):
        raise Diverged(
            f"{record.path}, line {record.lines}: the record ends with "
            f"{record.ended.winner} ({record.ended.reason}), the rules with {game.result}"
        )
    return game


def _same_end(game: Game[Any], ended: Ended) -> bool:
    found = game.result
    return found is not None and (
        (found.winner, found.reason, found.clause, found.score, found.rounds, found.losses)
        == (ended.winner, ended.reason, ended.clause, ended.score, ended.rounds, ended.losses)
    )


def _first_state(record: Record, ruleset: Ruleset[S]) -> S:
    header = record.header
    try:
        checked = header_for(
            ruleset,
            header.scenario,
            dice=header.dice,
            seats=header.seats,
            forces=header.forces,
            options=header.options,
            rolls=header.rolls,
            tables=header.tables,
        )
        return ruleset.begin(checked.scenario, checked.options, mustered(ruleset, checked))
    except BanneretError as no:
        raise bad_line(record.path, 1, str(no)) from no


def _same_events(game: Game[Any], step: RecordedStep) -> bool:
    found = [
        [msgspec.to_builtins(told.event, str_keys=True), told.clause, told.audience]
        for told in game.steps[-1].events
    ]
    return encode(found) == encode([[e.event, e.clause, e.audience] for e in step.events])


# -- playing on


def resume(
    path: Path, ruleset: Ruleset[S], players: Mapping[str, Player], *, durable: bool = True
) -> Restored[S]:
    """Load a battle and go on writing the same file, whichever version wrote it.

    Diverged says where the rules of today part from the record; `mending` goes on from there. The
    unfinished last line of a killed writer was never acknowledged: it is copied beside the
    file and dropped.
    """
    record = read(path, torn_allowed=True)
    dice, _ = derive_dice(record)
    game = replay(record, ruleset)
    journal = Journal.go_on(
        path, last_sum=record.last_sum, steps=len(record.steps), durable=durable
    )
    try:
        _drop_torn_line(record)
        if isinstance(record.header.dice, Pledged):
            journal.secret = record.header.dice.secret
        attach(game, journal)
        if record.ended is None and game.result is not None:
            journal.end(game.result, game.digest())  # killed between the last step and the end
        game.replay_rest(record)
        game.play_on(record, dice, players)
    except BaseException:
        journal.close()
        raise
    return game


def _drop_torn_line(record: Record) -> None:
    path = record.path
    if path.stat().st_size != record.size:
        raise BadSave(f"{path} changed while it was read: is it being played elsewhere?")
    if record.torn:
        set_aside(path, keep=True)
        os.truncate(path, record.size - record.torn)


def set_aside(path: Path, *, keep: bool = False) -> Path:
    """Give a file another name that is free (with `keep`, copy it there)."""
    number = 1
    while (other := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    if keep:
        shutil.copy2(path, other)
    else:
        path.rename(other)
    return other


__all__ = [
    "Restored",
    "begin",
    "header_for",
    "read",
    "replay",
    "resume",
    "set_aside",
]
