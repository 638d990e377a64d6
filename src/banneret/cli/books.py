"""The books on the shelf, and finding things in them by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import banneret
from banneret import players, rulesets
from banneret.cli.out import complain, console, print_json
from banneret.core.book import ledger, saga
from banneret.core.errors import BadData, find, unknown
from banneret.core.record import rolls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from banneret.core.book.ledger import Clause
    from banneret.core.book.ruleset import Ruleset, ScenarioInfo
    from banneret.core.book.settings import Setting

PACKAGE = Path(banneret.__file__).parent
CHECKOUT = PACKAGE.parents[1]


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Book = Annotated[str, typer.Argument(help="The book, see `banneret games`.", show_default=False)]


def shelf() -> Mapping[str, Ruleset[Any]]:
    """Give all books by their keys."""
    return rulesets.RULESETS


def find_book(key: str) -> Ruleset[Any]:
    """Find a book by its key."""
    return saga.find_book(key, shelf())


def find_scenario(ruleset: Ruleset[Any], key: str | None) -> ScenarioInfo:
    """Find a scenario by its key; the book's first if none is named."""
    key = next(iter(ruleset.scenarios)) if key is None else key
    return find(f"scenario of {ruleset.key}", key, ruleset.scenarios)


def read_options(ruleset: Ruleset[Any], texts: Iterable[str]) -> dict[str, Any]:
    """Read `key=value` into the options of a book."""
    return ruleset.chosen(read_settings(ruleset.key, ruleset.settings, texts))


def read_settings(of: str, settings: Iterable[Setting], texts: Iterable[str]) -> dict[str, Any]:
    """Read `key=value` into values of these settings."""
    known = {setting.key: setting for setting in settings}
    options: dict[str, Any] = {}
    for key, text in (_pair(one, "--option") for one in texts):
        if key not in known:
            raise unknown(f"option of {of}", key, known)
        if key in options:
            raise BadData(f"--option {key}={text}: {key} was given before, expected it once")
        options[key] = _option_value(known[key], text)
    return options


FORCES = "SIDE=FORCE, SIDE=FILE.toml or SIDE=FILE.toml#FORCE; several with commas between."


HOST = "FILE.toml with tables of your own in place of the book's ([host.X])."


def read_tables(ruleset: Ruleset[Any], path: Path | None) -> str:
    """Read a file of tables; the book refuses what it cannot use, naming the file."""
    if path is None:
        return ""
    text = rolls.read_roll(path)
    if ruleset.read_tables is None:
        raise BadData(f"--host {path}: {ruleset.key} takes no tables but its own")
    ruleset.read_tables(text.encode(), str(path))
    return text


class Brought(NamedTuple):
    """The forces that were asked for: by side their keys, and the texts of those in files."""

    forces: dict[str, str]
    rolls: dict[str, str]


def read_forces(ruleset: Ruleset[Any], texts: Iterable[str], options: Mapping[str, Any]) -> Brought:
    """Read `side=force` or `side=file`; say what is odd about a force that is of no book."""
    found = Brought({}, {})
    pairs = [part for text in texts for part in text.split(",")]
    for seat, force in (_pair(one, "--forces") for one in pairs):
        if seat in found.forces:
            raise BadData(f"--forces {seat}={force}: {seat} has a force already, expected one")
        file, _, key = force.partition("#")
        if not file.endswith(".toml"):
            found.forces[seat] = force
            continue
        text = rolls.read_roll(Path(file))
        force_id = rolls.enlisted(ruleset, text, file, key or None, options).id
        found.forces[seat], found.rolls[seat] = force_id, text
        _remark(ruleset, text, file, force_id, options)
    return found


def _remark(
    ruleset: Ruleset[Any], text: str, file: str, key: str, options: Mapping[str, Any]
) -> None:
    """Tell what a list or the guidelines do not have; the book warns and does not refuse."""
    if ruleset.muster is None:
        return
    for one in ruleset.muster.read(text.encode(), file, options):
        for remark in one.remarks if one.key == key else ():
            complain(f"{file}: {remark.text} [{remark.clause}]")


def seat_names(ruleset: Ruleset[Any], seats: Sequence[str], text: str | None) -> dict[str, str]:
    """Read who plays: a name for each seat, or one for all; the book's captain by default."""
    usual = players.names(ruleset)[0]
    given = [usual] if text is None else [name.strip() for name in text.split(",")]
    if len(given) == 1:
        given *= len(seats)
    if len(given) != len(seats):
        raise BadData(
            f"--players {text}: expected {len(seats)} names, one for each of {', '.join(seats)}"
        )
    for name in given:
        if name not in players.names(ruleset):
            raise unknown("player", name, players.names(ruleset))
    return dict(zip(seats, given, strict=True))


def refuse_to_replace(path: Path, *, force: bool) -> None:
    """Keep what somebody wrote, unless he says otherwise; and write only where there is a place."""
    if path.is_dir():
        raise BadData(f"{path} is a folder: expected a file in it")
    if path.exists() and not force:
        raise BadData(f"{path} exists already: name another file, or give --force")
    if not path.parent.is_dir():
        raise BadData(f"{path} cannot be written: there is no folder {path.parent}")


def clauses_of(ruleset: Ruleset[Any]) -> dict[str, Clause]:
    """Read the clauses of a book."""
    return ledger.clauses(PACKAGE / "rulesets" / ruleset.key)


def games(*, json: Json = False) -> None:
    """List the books with their scenarios, forces and options."""
    if json:
        print_json({"books": [_document(ruleset) for ruleset in shelf().values()]})
        return
    out = console()
    for ruleset in shelf().values():
        out.print(f"{ruleset.title}  ({ruleset.key})", style="bold")
        for scenario in ruleset.scenarios.values():
            kind = f" ({scenario.kind})" if scenario.kind else ""
            out.print(f"  scenario {scenario.key}: {scenario.title}{kind}", soft_wrap=True)
        for force in ruleset.forces.values():
            points = f", {force.points:g} points" if force.points else ""  # not every book has them
            line = f"  force {force.key}: {force.title}, {force.figures} figures{points}"
            out.print(line, soft_wrap=True)
        for setting in ruleset.settings:
            values = "|".join(map(_value_text, setting.values))
            out.print(f"  option {setting.key}={values}: {setting.title}", soft_wrap=True)


def _document(ruleset: Ruleset[Any]) -> dict[str, Any]:
    return {
        "key": ruleset.key,
        "title": ruleset.title,
        "scenarios": list(ruleset.scenarios.values()),
        "forces": list(ruleset.forces.values()),
        "options": [
            {
                "key": setting.key,
                "title": setting.title,
                "values": setting.values,
                "default": setting.default,
                "clauses": setting.clauses,
                "explanation": setting.explanation,
            }
            for setting in ruleset.settings
        ],
        "players": players.names(ruleset),
        "procedures": list(ruleset.procedures),
    }


def _pair(text: str, flag: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (equals and key.strip() and value.strip()):
        raise BadData(f"{flag} {text}: expected key=value")
    return key.strip(), value.strip()


def _option_value(setting: Setting, text: str) -> str | bool | int:
    """Read a value as one of the setting's; a strange one is left for the book to refuse."""
    known = {_value_text(value): value for value in setting.values}
    return known.get(text, text)


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
