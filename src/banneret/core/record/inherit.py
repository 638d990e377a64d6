"""A battle that begins in the middle of another: its steps are taken over, its dice are its own.

The lines up to `Inherited` are the earlier battle's, under a new header; what was undone in it is
left out. Its dice stand as they fell. From there on the header's source throws, from its beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.errors import BadData
from banneret.core.record.journal import Closed, Inherited, encode, seal
from banneret.core.record.save import replay

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from banneret.core.book.ruleset import Ruleset
    from banneret.core.record.journal import Header
    from banneret.core.record.reading import Record


def inheritance(record: Record, ruleset: Ruleset[Any], steps: int) -> list[bytes]:
    """Give the lines that follow the new header, still unsealed: so many steps of a battle.

    They are played again first. Refused are steps that are not there, and the last of a battle
    that was played out: there is nothing left to play.
    """
    if replay(record, ruleset, steps).result is not None:
        raise BadData(f"the battle is over after step {steps}: begin at an earlier one")
    bodies: list[bytes] = []
    for number, step in enumerate(record.steps[:steps], 1):
        bodies += [encode(entry) for entry in step.entries]
        bodies.append(encode(Closed(number, step.name, step.digest, step.events)))
    return [*bodies, encode(Inherited(steps))]


def sealed(header: Header, bodies: Iterable[bytes]) -> list[bytes]:
    """Give the first lines of the new battle."""
    lines, check = [], ""
    for body in (encode(header), *bodies):
        line, check = seal(body, check)
        lines.append(line)
    return lines
