"""Forces in the browser: raised from a list, changed cell by cell, read by the book again."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.errors import BadData
from banneret.server.door.shapes import LevyIn, MusterOut
from banneret.server.rest.clerks import in_time
from banneret.server.settings import find_book

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.book.muster import Muster, Mustered
    from banneret.core.book.ruleset import Ruleset

USUAL_FIGURES = 16
_BOUNDS = re.compile(r"expected (\d+) to (\d+)")
_PLAIN = re.compile(r"^[A-Za-z0-9_-]+$")


def levy(books: str, book: str, wanted: LevyIn) -> bytes:
    """Raise a force from a list, or read one whose cells were changed."""
    with in_time():
        ruleset = find_book(books, book)
        muster = ruleset.muster
        if muster is None:
            raise BadData(f"{ruleset.title} has no lists to raise a force from")
        options = ruleset.chosen(wanted.options)
        if wanted.entries is not None:
            read = muster.read(written(wanted.entries).encode(), "your force", options)
            if not read:
                raise BadData("your force: expected a force")
            return _told(read[0])
        return _told(_raised(ruleset, muster, wanted, options))


def _raised(
    ruleset: Ruleset[Any], muster: Muster, wanted: LevyIn, options: dict[str, Any]
) -> Mustered:
    if wanted.list not in muster.lists:
        raise BadData(f"{ruleset.title} has no list {wanted.list!r}")
    name = wanted.name or muster.lists[wanted.list]
    figures = wanted.figures or USUAL_FIGURES
    try:
        return muster.levy(wanted.list, figures, "own", name, options)
    except BadData as no:
        bounds = _BOUNDS.search(str(no))
        if wanted.figures is not None or bounds is None:
            raise
        least, most = map(int, bounds.groups())
        return muster.levy(wanted.list, min(most, max(least, figures)), "own", name, options)


def _told(one: Mustered) -> bytes:
    found = MusterOut(
        one.key,
        one.name,
        one.of,
        one.figures,
        one.points,
        one.sheet,
        list(one.remarks),
        one.file,
        tomllib.loads(one.file),
    )
    return msgspec.json.encode(found)


# -- writing what was changed


def written(entries: dict[str, Any]) -> str:
    """Write plain data as TOML; what TOML cannot say is refused."""
    return "\n".join(_table(entries, ())) + "\n"


def _table(table: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    nested = {key: value for key, value in table.items() if _is_nested(value)}
    for key, value in table.items():
        if key not in nested:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in nested.items():
        inner = (*path, key)
        name = ".".join(_key(one) for one in inner)
        if isinstance(value, dict):
            yield f"[{name}]"
            yield from _table(value, inner)
        else:
            for one in value:
                yield f"[[{name}]]"
                yield from _table(one, inner)


def _is_nested(value: Any) -> bool:
    if isinstance(value, dict):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _key(key: str) -> str:
    return key if _PLAIN.match(key) else msgspec.json.encode(key).decode()


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, bool | int | float | str):
        return msgspec.json.encode(value).decode()
    raise BadData(f"{value!r} cannot stand in a force file")
