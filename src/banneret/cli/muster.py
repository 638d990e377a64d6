"""Forces on the command line: raise one from a list, write it down, check one that was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from banneret.cli.books import Book, Json, find_book, read_options, refuse_to_replace
from banneret.cli.out import console, print_json, say
from banneret.cli.wrong import whole_number
from banneret.core.errors import BadData, unknown
from banneret.core.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.muster import Muster, Mustered
    from banneret.core.book.ruleset import Ruleset

USUAL_FIGURES = 20

List = Annotated[str | None, typer.Argument(help="The list to raise from; left out: name them.")]


def muster(
    book: Book,
    of: List = None,
    *,
    figures: Annotated[
        int, typer.Option(parser=whole_number, help="How many men.")
    ] = USUAL_FIGURES,
    name: Annotated[str, typer.Option(help="What the force is called.")] = "",
    write: Annotated[Path | None, typer.Option(help="Write the force down here (TOML).")] = None,
    force: Annotated[bool, typer.Option(help="Let --write replace a file.")] = False,
    check: Annotated[Path | None, typer.Option(help="Check the forces in this file.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, repeatable.")] = None,
    json: Json = False,
) -> None:
    """Raise a force from a list, or check forces in a file.

    A check ends with exit code 1 if anything is off.
    """
    ruleset = find_book(book)
    lists, options = _lists(ruleset), read_options(ruleset, option or [])
    if check is not None and (of is not None or write is not None):
        raise BadData(f"--check {check}: expected neither a list nor --write beside it")
    if check is not None:
        _check(lists, check, options, json=json)
    elif of is None and write is not None:
        raise BadData(f"--write {write}: name the list to raise from, of {', '.join(lists.lists)}")
    elif of is None:
        _name(lists, json=json)
    else:
        if of not in lists.lists:
            raise unknown("list", of, lists.lists)
        if write is not None:
            refuse_to_replace(write, force=force)
        key = write.stem if write is not None else of
        _show(raised := lists.levy(of, figures, _key(key), name, options), json=json)
        if write is not None:
            _write(write, raised.file)
            if not json:
                say(f"Written to {write}.")


def _lists(ruleset: Ruleset[Any]) -> Muster:
    if ruleset.muster is None:
        raise BadData(
            f"{ruleset.key} has no lists to raise from; `banneret games` names its forces"
        )
    return ruleset.muster


def _key(text: str) -> str:
    """Make a name of letters and figures that a force file takes for an id."""
    plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"force_{plain}".rstrip("_")


def _name(lists: Muster, *, json: bool) -> None:
    if json:
        print_json({"lists": [{"key": key, "title": one} for key, one in lists.lists.items()]})
        return
    for key, title in lists.lists.items():
        say(f"{key}  {title}")


def _check(lists: Muster, path: Path, options: Mapping[str, Any], *, json: bool) -> None:
    found = lists.read(read_bytes(path), str(path), options)
    if json:
        print_json({"forces": found})
    else:
        for one in found:
            _show(one, json=False)
    if any(one.remarks for one in found):
        raise typer.Exit(1)


def _show(one: Mustered, *, json: bool) -> None:
    if json:
        print_json(one)
        return
    say(f"{one.name}: {one.figures} figures, {one.points:g} points", "bold")
    table = Table(*one.sheet.columns, box=None, pad_edge=False)
    for row in one.sheet.rows:
        table.add_row(*[str(cell) for cell in row])
    console().print(table)
    for note in one.sheet.notes:
        say(note)
    for remark in one.remarks:
        say(f"  {remark.text}  [{remark.clause}]")
    if one.of:
        said = "off the list, see above" if one.remarks else "as its list has it"
        say(f"{one.of}: {said}")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as no:
        raise BadData(f"{path} cannot be written: {no.strerror or no}") from no
