"""The ledger of a book on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from banneret.cli.books import CHECKOUT, PACKAGE, Book, Json, clauses_of, find_book
from banneret.cli.out import print_json, say
from banneret.core.book.ledger import ledger

if TYPE_CHECKING:
    from banneret.core.book.ledger import Entry


def clauses(
    book: Book,
    *,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only what lacks code or a test; exit 1 if any.")
    ] = False,
    json: Json = False,
) -> None:
    """List every clause with its code and its tests.

    Code cites a clause by its id; a test names it in its own name.
    """
    ruleset = find_book(book)
    tests = CHECKOUT / "tests"
    entries = ledger(
        clauses_of(ruleset).values(),
        ruleset.prefix,
        PACKAGE,
        tests if tests.is_dir() else None,
        CHECKOUT,
    )
    undone = [entry for entry in entries if not entry.done]
    shown = undone if missing else entries
    if json:
        print_json(
            {
                "book": ruleset.key,
                "clauses": [msgspec.to_builtins(entry) for entry in shown],
                "missing": [entry.id for entry in undone],
            }
        )
    else:
        _print(shown, len(entries), len(undone), lacking=missing)
    if missing and undone:
        raise typer.Exit(1)


def _print(shown: list[Entry], total: int, undone: int, *, lacking: bool) -> None:
    for entry in shown:
        say(f"{entry.id}  {entry.title}")
        if lacking:
            say(f"    lacks {' and '.join(_lacks(entry))}")
            continue
        for where in entry.code:
            say(f"    code {where}")
        for test in entry.tests:
            say(f"    test {test}")
    say(f"{total} clauses, {total - undone} with code and test, {undone} missing")


def _lacks(entry: Entry) -> list[str]:
    return [
        *([] if entry.code else ["code that cites it"]),
        *([] if entry.tests else ["a test that names it"]),
    ]
