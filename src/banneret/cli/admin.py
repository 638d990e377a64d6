"""For whoever runs a table: its battles listed, closed, deleted, taken out, backed up, checked."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from banneret.cli.out import say
from banneret.core.errors import BadData

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.server.settings import Settings
    from banneret.server.storage.admin import Admin

app = typer.Typer(name="admin", help="Keep the battles of a table.")
Url = Annotated[
    str | None, typer.Option("--database-url", help="PostgreSQL, or another SQLite file.")
]
Battle = Annotated[str, typer.Argument(help="The battle, as `banneret admin list` names it.")]
File = Annotated[Path, typer.Argument(help="A file.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _settings(url: str | None) -> Settings:
    from banneret.server.settings import from_environment  # noqa: PLC0415  # slow to import

    return from_environment(database_url=url)


@contextmanager
def _admin(url: str | None) -> Iterator[Admin]:
    """Open the database; what it cannot do is said in a sentence."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415  # slow to import

    from banneret.server.storage.admin import Admin  # noqa: PLC0415  # slow to import

    keeper = Admin(_settings(url))
    try:
        yield keeper
    except SQLAlchemyError as no:
        raise BadData(f"the database does not do that: {getattr(no, 'orig', None) or no}") from no
    finally:
        keeper.close_database()


@app.command("list")
def list_battles(*, database_url: Url = None, as_json: Json = False) -> None:
    """List the battles, the newest first."""
    with _admin(database_url) as keeper:
        found = keeper.battles()
    if as_json:
        say(msgspec.json.encode(found).decode())
        return
    for one in found:
        say(
            f"{one.id}  {one.created}  {one.status:5} round {one.round:<3} {one.bytes:>8} bytes  "
            f"{one.book} {one.scenario}"
            if not one.fault
            else f"{one.id}  {one.fault}"
        )
    bad = sum(bool(one.fault) for one in found)
    say(f"{len(found)} battles{f', {bad} of them cannot be read' if bad else ''}.")


@app.command()
def close(battle: Battle, *, database_url: Url = None) -> None:
    """Close a battle: nobody plays on, everybody may watch and save it."""
    with _admin(database_url) as keeper:
        keeper.close(battle)
    say(f"{battle} is closed. Whoever sits there now is told within half a minute.")


@app.command()
def delete(battle: Battle, *, database_url: Url = None) -> None:
    """Delete a battle and all that belongs to it."""
    with _admin(database_url) as keeper:
        keeper.delete(battle)
    say(f"{battle} is deleted.")


@app.command()
def export(battle: Battle, file: File, *, database_url: Url = None) -> None:
    """Write a battle as a save file; it holds everything, hidden things and the dice too."""
    with _admin(database_url) as keeper:
        keeper.export(battle, file)
    say(f"{battle} is written to {file}.")


@app.command("back-up")
def back_up(file: File, *, database_url: Url = None) -> None:
    """Copy the database, also while it is in use."""
    with _admin(database_url) as keeper:
        keeper.back_up(file)
    say(f"The database is copied to {file}.")


@app.command()
def restore(file: File, *, database_url: Url = None) -> None:
    """Put a backup in the place of the database; what was there is kept beside it."""
    from banneret.server.storage.admin import restore as bring_back  # noqa: PLC0415  # slow to import

    aside = bring_back(_settings(database_url), file)
    say(f"The backup is in its place; what was there before is {aside.name} beside it.")


@app.command()
def check(*, database_url: Url = None) -> None:
    """See whether the database is sound."""
    with _admin(database_url) as keeper:
        found = keeper.check()
    for one in found:
        say(one)
    if found:
        raise typer.Exit(1)
    say("The database is sound.")


@app.command()
def expire(
    *,
    days: Annotated[int | None, typer.Option(help="Days to keep a battle.")] = None,
    database_url: Url = None,
) -> None:
    """Delete battles that are older than they are kept for."""
    with _admin(database_url) as keeper:
        gone = keeper.expire(days)
    say(f"{gone} battles were old enough to go.")
