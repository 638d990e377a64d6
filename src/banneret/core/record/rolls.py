"""Forces that people wrote down: a roll is the text of a force file, and goes into the save."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.errors import BadData, unknown
from banneret.core.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from banneret.core.book.ruleset import Ruleset

MOST_CHARACTERS = 100_000


def read_roll(path: Path) -> str:
    """Read the text of a force file."""
    content = read_bytes(path)
    try:
        text = content.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as no:
        raise BadData(f"{path}: byte {no.start} is not UTF-8 text") from no
    if len(text) > MOST_CHARACTERS:
        raise BadData(f"{path}: {len(text)} characters: expected {MOST_CHARACTERS} or fewer")
    return text


def forces_in(
    ruleset: Ruleset[Any], text: str, name: str, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Read the forces of a roll by their ids; the book refuses what it does not allow."""
    if ruleset.read_forces is None:
        raise BadData(f"{name}: {ruleset.key} takes no forces but its own")
    found = {force.id: force for force in ruleset.read_forces(text.encode(), name, options)}
    if not found:
        raise BadData(f"{name}: expected a force")
    return found


def enlisted(
    ruleset: Ruleset[Any], text: str, name: str, key: str | None, options: Mapping[str, Any]
) -> Any:
    """Give the one force of a roll, or the one with that id."""
    found = forces_in(ruleset, text, name, options)
    if key is None and len(found) > 1:
        raise BadData(f"{name}: it has {len(found)} forces ({', '.join(found)}): name one of them")
    if key is None:
        key = next(iter(found))
    if key not in found:
        raise unknown(f"force of {name}", key, found)
    return found[key]
