"""The `banneret` command: one table for five books."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from banneret import __version__
from banneret.cli import admin, quest
from banneret.cli.adjudicate import adjudicate
from banneret.cli.bench import bench
from banneret.cli.books import games
from banneret.cli.clauses import clauses
from banneret.cli.fight import fight
from banneret.cli.muster import muster
from banneret.cli.out import complain
from banneret.cli.play import play, play_usual
from banneret.cli.saves import replay, verify, watch
from banneret.cli.serve import serve
from banneret.cli.wrong import sentence_of
from banneret.core.errors import BanneretError, Diverged

if TYPE_CHECKING:
    from collections.abc import Sequence

OK, NO, WRONG = 0, 1, 2

app = typer.Typer(
    name="banneret",
    help="Medieval miniatures games on one table; `banneret games` lists the books.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
COMMANDS = (
    games, muster, play, fight, adjudicate, replay, verify, watch, clauses, serve, bench,
)  # fmt: skip
for command in COMMANDS:
    app.command()(command)
app.add_typer(quest.app, name="quest")
app.add_typer(admin.app)


@app.callback(invoke_without_command=True)
def banneret(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Play, adjudicate, replay: without a command, the battle at hand goes on."""
    if version:
        sys.stdout.write(f"banneret {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        play_usual()


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry a call out and give its exit code: 0 done, 1 the answer is no, 2 the call is wrong."""
    try:
        code = app(arguments, prog_name="banneret", standalone_mode=False)
        sys.stdout.flush()
    except Diverged as no:
        complain(str(no))
        return NO
    except (BanneretError, TyperException) as no:
        complain(sentence_of(no) if isinstance(no, TyperException) else str(no))
        return WRONG
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone
        return OK
    return code if isinstance(code, int) else OK


def run() -> None:
    """Start from the shell."""
    sys.exit(main())
