"""Things that last between battles, on the command line: begin one, go on with it, look at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from banneret import players
from banneret.cli.books import Book, Json, find_book, read_settings, refuse_to_replace
from banneret.cli.out import console, print_json, say
from banneret.cli.play import home, pledged, seated
from banneret.cli.session import Session
from banneret.core.book.saga import saga_of
from banneret.core.chance import fairness
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData
from banneret.core.files import decode_toml, read_bytes
from banneret.core.record import lasting, save
from banneret.core.record.journal import Journal
from banneret.core.record.reading import read as read_record

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruleset
    from banneret.core.book.saga import Kept, Saga
    from banneret.core.play.game import Game

DEFAULT_NAME = "quest.toml"
File = Annotated[Path | None, typer.Option("--file", help="The file it is kept in.")]
Typed = Annotated[Path | None, typer.Argument(metavar="FILE", help="The same as --file.")]

app = typer.Typer(
    help="What lasts from battle to battle: a quest, a campaign.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("new")
def new(
    book: Book,
    name: Annotated[str, typer.Argument(help="Who it is about.")] = "",
    *,
    file: File = None,
    force: Annotated[bool, typer.Option(help="Let it replace a file.")] = False,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE; repeatable.")] = None,
) -> None:
    """Begin a quest; its file may be read and edited."""
    ruleset = find_book(book)
    saga = saga_of(ruleset)
    path = file or home() / DEFAULT_NAME
    if path.exists() and not force:
        refuse_to_replace(path, force=False)
    options = read_settings(saga.title, saga.settings, option or ())
    kept = saga.new(ruleset.key, name, options, RandomDice(fairness.fresh_seed()))
    _battle_of(path).unlink(missing_ok=True)
    lasting.write(saga, kept, path)
    say(f"{saga.titled(kept.record)} begins; it is kept in {path}.")
    say(f"`banneret quest go on{_named(path)}` plays it.")


@app.command("go")
def go_on(
    on: Annotated[str, typer.Argument(help="on", hidden=True)] = "on",
    typed: Typed = None,
    *,
    file: File = None,
) -> None:
    """Go on with a quest: `banneret quest go on`."""
    if on != "on":
        raise BadData(f"quest go {on}: expected `quest go on [FILE]`")
    path = _kept_in(typed, file)
    ruleset, saga = _found(path)
    while True:
        kept = lasting.read(saga, path)
        turn = _under_way(ruleset, path) or _begun(ruleset, saga, kept, path)
        if turn is None:
            _tell(saga, kept)
            return
        game, side = turn
        over = game.result is not None or _played(game, side)
        if isinstance(game.journal, Journal):
            game.journal.close()
        if not over:
            say(f"The quest is kept in {path}; `banneret quest go on{_named(path)}` goes on.")
            return
        assert game.result is not None
        lasting.write(saga, saga.after(kept, game.state, game.result, game.digest()), path)
        save.set_aside(_battle_of(path))


@app.command("show")
def show(typed: Typed = None, *, file: File = None, json: Json = False) -> None:
    """Show the sheet and the story so far."""
    path = _kept_in(typed, file)
    _, saga = _found(path)
    kept = lasting.read(saga, path)
    if json:
        print_json({"title": saga.titled(kept.record), "stage": saga.stage(kept.record),
                    "over": saga.over(kept.record), "record": kept.record,
                    "sheets": list(saga.sheets(kept.record)),
                    "story": list(saga.story(kept.record))})  # fmt: skip
        return
    _tell(saga, kept)


def _kept_in(typed: Path | None, file: Path | None) -> Path:
    """A file may be named with --file or without."""
    if typed is not None and file is not None:
        raise BadData(f"{typed} and --file {file}: expected one file")
    return file or typed or home() / DEFAULT_NAME


def _tell(saga: Saga[Any], kept: Kept[Any]) -> None:
    record = kept.record
    say(f"{saga.titled(record)}: {saga.over(record) or saga.stage(record)}", "bold")
    for sheet in saga.sheets(record):
        table = Table(*sheet.columns, title=sheet.title, box=None, pad_edge=False)
        for row in sheet.rows:
            table.add_row(*[str(cell) for cell in row])
        console().print(table)
        for note in sheet.notes:
            say(note)
    for part in saga.story(record):
        say(part.title, "bold")
        say(part.text)
        if part.note:
            say(part.note)


def _found(path: Path) -> tuple[Ruleset[Any], Saga[Any]]:
    """Find the book a file is of."""
    if not path.exists():
        raise BadData(f"{path}: there is no quest yet, `banneret quest new BOOK` begins one")
    book = decode_toml(read_bytes(path), dict[str, Any], str(path)).get("book")
    if not isinstance(book, str):
        raise BadData(f"{path}: key 'book' is missing: expected a book, see `banneret games`")
    ruleset = find_book(book)
    return ruleset, saga_of(ruleset)


def _battle_of(path: Path) -> Path:
    return path.with_suffix(".banneret")


def _named(path: Path) -> str:
    return "" if path == home() / DEFAULT_NAME else f" --file {path}"


def _under_way(ruleset: Ruleset[Any], path: Path) -> tuple[Game[Any], str] | None:
    """Take up the turn that lies beside the file, whether it was finished or not."""
    battle = _battle_of(path)
    if not battle.exists() or b"\n" not in battle.read_bytes():
        return None
    record = read_record(battle, torn_allowed=True)
    played = ruleset if record.header.ruleset == ruleset.key else find_book(record.header.ruleset)
    if record.ended is not None:
        return save.replay(record, played), record.people[0]
    game = save.resume(battle, played, seated(played, record.header.seats))
    return game, record.people[0]


def _begun(
    ruleset: Ruleset[Any], saga: Saga[Any], kept: Kept[Any], path: Path
) -> tuple[Game[Any], str] | None:
    turn = lasting.next_turn(ruleset, saga, kept)
    if turn is None:
        return None
    played, side, _ = turn
    header = lasting.header_of(turn, pledged(), players.names(played)[0])
    say(played.scenarios[header.scenario].briefing or f"{saga.titled(kept.record)}:")
    _battle_of(path).unlink(missing_ok=True)
    game = save.begin(played, header, players=seated(played, header.seats), path=_battle_of(path))
    return game, side


def _played(game: Game[Any], side: str) -> bool:
    ruleset = game.ruleset
    usual = players.names(ruleset)[0]
    game.machine = RandomDice(fairness.fresh_seed())
    return Session(
        game, side, lambda: players.player(ruleset, side, usual, "quest"), console()
    ).run()
