"""One procedure of a book, alone."""

from __future__ import annotations

import re
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banneret.cli.books import Book, find_book
from banneret.cli.out import print_json, say
from banneret.core.book import adjudicate as core
from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BadData, WrongDice
from banneret.core.files import decode_json, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banneret.core.book.ruleset import Procedure, Ruleset

FACE = re.compile("-?[0-9]{1,9}")
LONGEST_SHOWN = 20


def adjudicate(
    book: Book,
    procedure: Annotated[str | None, typer.Argument(help="The procedure, see --list.")] = None,
    *,
    source: Annotated[str | None, typer.Option("--in", help="The request: a file, or -.")] = None,
    dice: Annotated[str | None, typer.Option(help="Faces in order: 6,6,10.")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="Give the exact chances.")] = False,
    batch: Annotated[Path | None, typer.Option(help="Requests, one a line: a file or -.")] = None,
    names: Annotated[bool, typer.Option("--list", help="List the procedures.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema.")] = False,
    json: Annotated[bool, typer.Option("--json", help="The answer is JSON in any case.")] = False,
) -> None:
    """Rule on one procedure alone, with dice or exact odds.

    A situation and dice in, the result with its reasons out.
    """
    ruleset = find_book(book)
    if names:
        _list(ruleset, json=json)
    elif batch is not None:
        _batch(ruleset, procedure, batch, mixed=bool(odds or dice or source))
    elif procedure is None:
        raise BadData(f"name a procedure of {book}: {', '.join(ruleset.procedures)}")
    elif schema:
        print_json(core.situation_schema(core.procedure_of(ruleset, procedure)))
    else:
        _one(core.procedure_of(ruleset, procedure), source, dice, odds=odds)


def fresh_dice() -> RandomDice:
    """Give dice nobody can foresee."""
    return RandomDice(secrets.token_bytes(32))


def _one(procedure: Procedure, source: str | None, dice: str | None, *, odds: bool) -> None:
    request = _request(source)
    if isinstance(request, dict):
        if dice is not None:
            request["dice"] = _faces(dice)
        if odds:
            request["odds"] = True
    print_json(core.adjudicate(procedure, request, fresh_dice))


def _request(source: str | None) -> Any:
    """Read the request from a file or standard input; nothing at all is an empty one."""
    if source is None and sys.stdin.isatty():
        return {}
    if source in (None, "-"):
        text = sys.stdin.buffer.read()
        return decode_json(text, "standard input") if text.strip() or source else {}
    return decode_json(read_bytes(Path(str(source))), str(source))


def _faces(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    wrong = [part for part in parts if not FACE.fullmatch(part)]
    if wrong:
        shown = wrong[0] if len(wrong[0]) <= LONGEST_SHOWN else f"{wrong[0][:LONGEST_SHOWN]}..."
        raise WrongDice(f"--dice: {shown!r} is not a face, expected numbers: 6,6,10")
    return [int(part) for part in parts]


def _batch(ruleset: Ruleset[Any], procedure: str | None, file: Path, *, mixed: bool) -> None:
    if mixed:
        raise BadData("--batch takes situation, dice and odds from its lines, not from flags")
    text = sys.stdin.buffer.read() if str(file) == "-" else read_bytes(file)
    lines: Iterable[bytes] = text.splitlines()
    if procedure is not None:
        core.procedure_of(ruleset, procedure)
    for answer in core.batch(ruleset, lines, fresh_dice, procedure):
        sys.stdout.write(answer.decode() + "\n")


def _list(ruleset: Ruleset[Any], *, json: bool) -> None:
    if json:
        found = ruleset.procedures.values()
        print_json({"procedures": [{"name": p.name, "summary": p.summary} for p in found]})
        return
    width = max(map(len, ruleset.procedures), default=0)
    for one in ruleset.procedures.values():
        say(f"{one.name:<{width}}  {one.summary}".rstrip())
