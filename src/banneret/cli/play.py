"""A person against the computer, in the terminal; the battle is kept and goes on next time."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banneret import players
from banneret.cli.books import (
    FORCES,
    HOST,
    find_book,
    find_scenario,
    read_forces,
    read_options,
    read_tables,
    shelf,
)
from banneret.cli.out import console, say
from banneret.cli.serve import browser_wanted, play_in_browser
from banneret.cli.session import Session
from banneret.cli.wrong import whole_number
from banneret.core.chance import fairness
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData, unknown
from banneret.core.record import save
from banneret.core.record.journal import PERSON, ByHand, Journal, Pledged, Seeded
from banneret.core.record.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.play.game import Game
    from banneret.core.record.journal import DiceSource

DEFAULT_NAME = "battle.banneret"

Alone = Annotated[bool, typer.Option("--alone", help="Let the book run the other side.")]
Browser = Annotated[bool, typer.Option("--browser", help="In the browser, come what may.")]
Seed = Annotated[int | None, typer.Option(parser=whole_number, help="A seed for the dice.")]


def _refuse_both(*, browser: bool, seed: int | None) -> None:
    """Refuse what does not go together: the browser with other wishes, real dice with a seed."""
    if browser:
        raise BadData("--browser goes alone: everything else is chosen in the browser")
    if seed is not None:
        raise BadData(f"--hand with --seed {seed}: expected one of them, real dice have no seed")


def _place(wanted: Path | None) -> Path:
    """Where the battle is kept: a place that was asked for must be there."""
    if wanted is not None and not wanted.parent.is_dir():
        raise BadData(f"{wanted} cannot be written: there is no folder {wanted.parent}")
    return wanted or home() / DEFAULT_NAME


def play(
    book: Annotated[str | None, typer.Argument(help="The book.")] = None,
    scenario: Annotated[str | None, typer.Argument(help="The scenario.")] = None,
    *,
    side: Annotated[str | None, typer.Option(help="The side you play.")] = None,
    against: Annotated[str | None, typer.Option(help="The computer player.")] = None,
    alone: Alone = False,
    forces: Annotated[list[str] | None, typer.Option(help=FORCES)] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, repeatable.")] = None,
    host: Annotated[Path | None, typer.Option(help=HOST)] = None,
    seed: Seed = None,
    hand: Annotated[bool, typer.Option("--hand", help="Roll real dice, type them in.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Set the kept battle aside.")] = False,
    save_to: Annotated[Path | None, typer.Option("--save", help="Where it is kept.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Not in the browser.")] = False,
    browser: Browser = False,
) -> None:
    """Play against the computer, or go on with the kept battle.

    In the browser, unless a battle is asked for, or the terminal.
    """
    said = seed is not None or any(
        (book, scenario, side, against, alone, forces, option, host, hand, new, save_to)
    )
    _refuse_both(browser=browser and (terminal or said), seed=seed if hand else None)
    if browser or browser_wanted(terminal=terminal, said=said):
        play_in_browser()
        return
    path = _place(save_to)
    if path.exists() and not new and _unfinished(path):
        settled = any((against, alone, forces, option, host, seed is not None, hand))
        game, mine = _go_on(path, book, scenario, side, settled=settled)
    else:
        ruleset = find_book(book) if book is not None else _choose_book()
        options = [*(option or []), *([_alone(ruleset)] if alone else [])]
        picked = Wanted(
            ruleset, scenario, side=side, against=against, forces=forces, options=options, host=host
        )
        game, mine = picked.begin(path, _dice(seed, hand=hand))
    _sit_down(game, mine, path)


def play_usual() -> None:
    """Play on, or begin, with nothing said."""
    play(forces=[], option=[])


def home() -> Path:
    """Give the folder where battles are kept: BANNERET_HOME, or the user's data folder."""
    if given := os.environ.get("BANNERET_HOME"):
        return Path(given)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "banneret"


class Wanted:
    """What a person wants to play; what he did not say is asked, Enter taking the first."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        scenario: str | None,
        *,
        side: str | None,
        against: str | None,
        forces: Sequence[str] | None,
        options: Sequence[str],
        host: Path | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.tables = read_tables(ruleset, host)
        self.against = against or players.names(ruleset)[0]
        if self.against not in players.names(ruleset):
            raise unknown("player", self.against, players.names(ruleset))
        self.options = read_options(ruleset, options)
        self.brought = read_forces(ruleset, forces or [], self.options)
        self.scenario = find_scenario(ruleset, scenario)
        self.asks_scenario = scenario is None
        self._check_side(side)
        self.side = side

    def begin(self, path: Path, dice: DiceSource) -> tuple[Game[Any], str]:
        """Ask what is still open, set an older battle aside and begin."""
        if self.asks_scenario:
            found = {s.key: s.title for s in self.ruleset.scenarios.values()}
            self.scenario = self.ruleset.scenarios[_menu("Which battle?", found)]
        side = self.side
        chosen = save.chosen_forces(self.scenario, *self.brought)
        known = self._seats(chosen)
        if side is None:
            side = _menu("Which side is yours?", {k: self._title(k, chosen) for k in known})
        everybody = save.seats_of(self.scenario, chosen)
        seats = dict.fromkeys(everybody, self.against) | {side: PERSON}
        header = save.header_for(
            self.ruleset,
            self.scenario.key,
            dice=dice,
            seats=seats,
            forces=self.brought.forces,
            options=self.options,
            rolls=self.brought.rolls,
            tables=self.tables,
        )
        others = seated(self.ruleset, header.seats)
        save.begin(self.ruleset, header)  # refused before anything on disk is touched
        say(self.scenario.briefing)
        if isinstance(dice, Pledged):
            say(f"The dice are fixed already; their commitment is {dice.commitment[:16]}...")
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            say(f"The battle before is kept as {save.set_aside(path)}.")
        game = save.begin(self.ruleset, header, players=others, path=path)
        return game, side

    def _check_side(self, side: str | None) -> None:
        chosen = save.chosen_forces(self.scenario, *self.brought)
        known = self._seats(chosen)
        if side is not None and side not in known:
            raise unknown(f"side of {self.scenario.key}", side, known)

    def _seats(self, forces: Mapping[str, str]) -> list[str]:
        """Name the seats that somebody plays."""
        run = self.ruleset.run_by_book(self.scenario.key, self.options)
        seats = save.seats_of(self.scenario, forces)
        return [seat for seat in seats if save.side_of(self.scenario, seat) not in run]

    def _title(self, seat: str, forces: Mapping[str, str]) -> str:
        info = self.ruleset.forces.get(forces.get(seat, ""))
        return f"{seat}: {info.title}" if info is not None else seat


def _alone(ruleset: Ruleset[Any]) -> str:
    if not ruleset.alone:
        raise BadData(f"--alone: {ruleset.key} runs no side by itself")
    return f"{ruleset.alone}=true"


def _choose_book() -> Ruleset[Any]:
    books = {key: ruleset.title for key, ruleset in shelf().items()}
    return shelf()[_menu("Which book?", books)]


def _menu(prompt: str, titles: Mapping[str, str]) -> str:
    """Ask for one of several things by number; Enter, or the end of input, takes the first."""
    keys = list(titles)
    if len(keys) == 1:
        return keys[0]
    out = console()
    out.print(prompt, style="bold yellow")
    for number, title in enumerate(titles.values(), 1):
        out.print(f"  {number:>2}. {title}")
    while True:
        out.print("[1] > ", end="")
        out.file.flush()
        text = sys.stdin.readline().strip()
        if not text:
            return keys[0]
        if text in titles:
            return text
        if text.isdecimal() and 1 <= int(text) <= len(keys):
            return keys[int(text) - 1]
        out.print(f"  No: {text!r}: expected a number from 1 to {len(keys)}", style="red")


def _dice(seed: int | None, *, hand: bool) -> DiceSource:
    if hand:
        return ByHand()
    if seed is not None:
        return Seeded(seed)
    return pledged()


def pledged() -> Pledged:
    """Give dice that are fixed beforehand and told at the end."""
    secret = fairness.fresh_seed()
    return Pledged(fairness.commit(secret), secret=secret.hex())


def _unfinished(path: Path) -> bool:
    """Tell whether a file holds a battle to go on with; a header cut short holds none yet."""
    if path.is_file() and b"\n" not in path.read_bytes():
        return False
    return read(path, torn_allowed=True).ended is None


def _go_on(
    path: Path, book: str | None, scenario: str | None, side: str | None, *, settled: bool
) -> tuple[Game[Any], str]:
    """Take a kept battle up; `settled` says that something was asked for which it has already."""
    record = read(path, torn_allowed=True)
    header = record.header
    if not record.people:
        raise BadData(f"{path} has no person's seat: `banneret watch` shows it")
    mine = record.people[0]
    wanted = (book or header.ruleset, scenario or header.scenario, side or mine)
    if settled or wanted != (header.ruleset, header.scenario, mine):
        raise BadData(
            f"{path} keeps a battle of {header.ruleset} {header.scenario} with you as {mine}: "
            f"`{_going_on(path)}` goes on with it as it is, --new sets it aside"
        )
    ruleset = find_book(header.ruleset)
    game = save.resume(path, ruleset, seated(ruleset, header.seats))
    say(f"The battle of {header.scenario} goes on ({path}).")
    return game, mine


def seated(ruleset: Ruleset[Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """Seat the computer players of a battle."""
    seed = fairness.fresh_seed().hex()
    return {
        side: players.player(ruleset, side, name, seed)
        for side, name in seats.items()
        if name != PERSON
    }


def _sit_down(game: Game[Any], side: str, path: Path) -> None:
    ruleset = game.ruleset
    usual = players.names(ruleset)[0]
    game.machine = RandomDice(fairness.fresh_seed())
    over = Session(
        game, side, lambda: players.player(ruleset, side, usual, path.name), console()
    ).run()
    if isinstance(game.journal, Journal):
        game.journal.close()
    if over:
        say(f"`banneret verify {path}` derives every die again.")
    else:
        say()
        say(f"The battle is kept in {path}; `{_going_on(path)}` goes on with it.")


def _going_on(path: Path) -> str:
    """Give the call that goes on with a kept battle: without --save the browser would open."""
    return f"banneret play {'--terminal' if path == home() / DEFAULT_NAME else f'--save {path}'}"
