"""Looking at kept battles: replay, verify, watch."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from banneret import __version__
from banneret.cli.books import Json, find_book, shelf
from banneret.cli.chronicle import NAMELESS, dice_text, names_of, outcome_text
from banneret.cli.draw import draw
from banneret.cli.out import complain, console, print_json, say
from banneret.cli.wrong import seconds, whole_number
from banneret.core.chance import sources
from banneret.core.errors import Diverged, unknown
from banneret.core.files import convert
from banneret.core.play.events import Rolled
from banneret.core.record import save
from banneret.core.record.journal import ByHand
from banneret.core.record.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import Console

    from banneret.core.record.journal import Kept
    from banneret.core.record.reading import Record

File = Annotated[Path, typer.Argument(help="A kept battle, *.banneret.", show_default=False)]


def replay(
    file: File,
    *,
    verify: Annotated[
        bool, typer.Option("--verify", help="Play it again and compare every step and die.")
    ] = False,
    to: Annotated[
        int | None, typer.Option(parser=whole_number, help="Stop after this step and show it.")
    ] = None,
    json: Json = False,
) -> None:
    """Tell a kept battle again; with --verify re-execute it."""
    record = _whole(file)
    game: save.Restored[Any] | None = None
    dice = None
    try:
        if verify or to is not None:
            game = save.replay(record, find_book(record.header.ruleset), to)
            if to is None:
                game.replay_rest(record)
        if verify and not isinstance(record.header.dice, ByHand):
            _, dice = sources.derive_dice(record)
    except Diverged as no:
        _no(str(no), json=json)
    steps = record.steps if to is None else record.steps[:to]
    if json:
        print_json({**_summary(record, len(steps)), "verified": verify, "dice": dice})
        return
    out = console()
    for step in steps:
        _tell(out, step.events, None)
    if game is not None and to is not None:
        out.print(draw(game.ruleset.scene(game.view(None), None), out.width))
    say(_ending(record, to, game))
    if verify:
        say(f"Verified: {len(steps)} steps played again to equal digests, {dice or 'no'} dice.")


def verify(file: File, *, json: Json = False) -> None:
    """Derive every die of a kept battle again from its seed."""
    record = _whole(file)
    if isinstance(record.header.dice, ByHand):
        _no(
            f"{file}: the dice were thrown by hand, there is no seed to derive them from", json=json
        )
    try:
        _, dice = sources.derive_dice(record)
    except Diverged as no:
        _no(str(no), json=json)
    if json:
        print_json({"honest": True, "dice": dice, "file": str(file)})
    else:
        own = f" after the {record.inherited} steps taken over" if record.inherited else ""
        say(f"{dice} dice{own} derived again from the seed: all are as recorded.")


def watch(
    file: File,
    *,
    pace: Annotated[
        float | None, typer.Option(parser=seconds, help="Seconds between steps; 0 when piped.")
    ] = None,
    side: Annotated[str | None, typer.Option(help="Show only what this side saw.")] = None,
) -> None:
    """Watch a kept battle in the terminal, from its stored events.

    The table is drawn whenever it changed; into a pipe at the end of each phase only.
    """
    record = read(file)
    if side is not None and side not in record.header.seats:
        raise unknown(f"side of {file}", side, record.header.seats)
    out = console()
    live = sys.stdout.isatty()
    pause = pace if pace is not None else (0.8 if live else 0.0)
    game = _actors(record)
    easel = None if game is None else Easel(out, game, side)
    for number, step in enumerate(record.steps, 1):
        events = [e for e in step.events if side is None or not e.audience or side in e.audience]
        if game is not None:
            game.replay_step(step, record)
        told = any(event.text for event in events)
        if told:
            out.rule(f"step {number}: {step.name}")
        if easel is not None and told and live:
            easel.draw()
        if told:
            _tell(out, events, side)
            time.sleep(pause)
        if easel is not None and not live and easel.phase_ends(record, number):
            easel.draw()
    say(_ending(record, None, game))


class Easel:
    """Draws the table of a battle that is played again, and never the same picture twice."""

    def __init__(self, out: Console, game: save.Restored[Any], side: str | None) -> None:
        self._out = out
        self._game = game
        self._side = side
        self._last: object = None

    def draw(self) -> None:
        """Draw the table as it is, if it is not as it was."""
        scene = self._game.ruleset.scene(self._game.view(self._side), self._side)
        picture = (scene.pieces, scene.markers, scene.ground)
        if picture != self._last:
            self._last = picture
            self._out.print(draw(scene, self._out.width))

    def phase_ends(self, record: Record, number: int) -> bool:
        """Whether the next step of the record is of another phase, or there is none."""
        names = self._game.ruleset.phases
        here, *after = [step.name for step in record.steps[number - 1 : number + 1]]
        return not after or names.get(here, here) != names.get(after[0], after[0])


def _actors(record: Record) -> save.Restored[Any] | None:
    """Give a game to draw the table from, if this engine wrote the file and still agrees."""
    if record.header.engine != __version__:
        complain(
            f"written by engine {record.header.engine}, this is {__version__}: words, no table"
        )
        return None
    return save.replay(record, find_book(record.header.ruleset), 0)


def _whole(file: Path) -> Record:
    record = read(file)
    record.refuse_if_cut()
    return record


def _tell(out: Console, events: Iterable[Kept], side: str | None) -> None:
    for kept in events:
        if side is not None and kept.audience and side not in kept.audience:
            continue
        clause = f"  [{kept.clause}]" if kept.clause else ""
        if kept.event.get("event") == "rolled":
            text = kept.text or dice_text(convert(kept.event, Rolled, "event"))
            out.print(f"    {text}{clause}", style="dim", soft_wrap=True)
        elif kept.text:
            out.print(f"  {kept.text}{clause}", soft_wrap=True)


def _summary(record: Record, steps: int) -> dict[str, Any]:
    header, ended = record.header, record.ended
    digest = record.steps[steps - 1].digest if steps else None
    return {
        "book": header.ruleset,
        "scenario": header.scenario,
        "engine": header.engine,
        "players": header.seats,
        "forces": header.forces,
        "options": header.options,
        "steps": steps,
        "finished": ended is not None,
        "winner": ended.winner if ended else None,
        "reason": ended.reason if ended else None,
        "rounds": ended.rounds if ended else None,
        "losses": ended.losses if ended else None,
        "score": ended.score if ended else None,
        "digest": digest,
    }


def _names(record: Record, game: save.Restored[Any] | None) -> Mapping[str, str]:
    """Name the sides as their table does; a file of another engine has no table to ask."""
    if game is None:
        found = shelf().get(record.header.ruleset)
        if found is None or record.header.engine != __version__:
            return NAMELESS
        game = save.replay(record, found, 0)
    return names_of(game.ruleset.scene(game.view(None), None))


def _ending(record: Record, to: int | None, game: save.Restored[Any] | None = None) -> str:
    ended = record.ended
    if to is not None:
        return f"After step {to} of {len(record.steps)}."
    if ended is None:
        return f"The battle is not over: {len(record.steps)} steps so far."
    book = shelf().get(record.header.ruleset)  # an old file is told even when its book is gone
    counted = "round" if book is None else book.counted
    names = _names(record, game)
    said = outcome_text(ended.winner, ended.rounds, counted, ended.reason, names)
    return f"{said}. Digest {ended.digest}."


def _no(reason: str, *, json: bool) -> NoReturn:
    """Give the answer no: exit code 1."""
    if json:
        print_json({"verified": False, "honest": False, "reason": reason})
    complain(reason)
    raise typer.Exit(1)
