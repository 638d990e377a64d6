"""The book's numbers: the seed's own tables, and the host tables that anybody may replace.

`Tables` holds both; a battle carries the ones it is fought by. A replacement file names some
`[host.X]` tables whole, each of the same shape as ours (DE-HOST-64).
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.digest import Derived, digest
from banneret.core.errors import BadData, unknown
from banneret.core.files import convert, load_toml, read_toml

from .columns.whole import Host, Seed
from .soundness import consistent

REPLACEABLE = (
    "armour",
    "to_hit",
    "training",
    "skill",
    "blows",
    "dodge",
    "shield",
    "improvised_shield",
    "situation",
    "tactical_matrix",
    "bash",
    "bash_result",
    "critical",
    "damage",
    "weapons",
    "lance",
    "side_bonus",
    "joust",
    "horses",
    "stumble",
    "seat",
    "pull_rider",
    "hamstring",
    "trample",
    "missiles",
    "missile_modifier",
    "foot",
    "beast_move",
    "spell_targeting",
    "spells",
    "resist",
    "profiles",
    "forces",
    "steed_points",
    "steed",
)


class Tables(Derived):
    """The tables a battle is fought by: `seed` and `host`, and which of the host's were replaced.

    They never change in a battle; `id` names them, so that battles by other tables differ.
    """

    __slots__ = ("cards", "host", "id", "replaced", "seed")

    def __init__(self, seed: Seed, host: Host, replaced: tuple[str, ...] = ()) -> None:
        self.seed = seed
        self.host = host
        self.replaced = replaced
        self.cards = {one.id: one for one in seed.card}
        self.id = digest(host) if replaced else "default"

    def __deepcopy__(self, memo: object) -> Tables:
        return self

    def half_allowance(self, encumbrance: str) -> float:
        """The half-move of a man on foot (DE-GEN-08, DE-HOST-44)."""
        return float(self.host.foot.move.of(encumbrance)) / 2


_DATA = files(__package__) / ".." / "data"


@lru_cache(maxsize=1)
@clause("DE-GEN-01")
def default() -> Tables:
    """Our own tables, read once and checked against each other: the seed's, and the host's apart.

    Where both speak of a thing the seed wins: the host's tables are read for the rest.
    """
    seed = load_toml(_DATA / "tables.toml", Seed, "tables.toml")
    return Tables(seed, consistent(seed.host, seed.stands, "tables.toml"))


@clause("DE-HOST-64")
def replaceable_text() -> str:
    """Write our host tables as a file that `replaced` reads: something to begin one's own from."""
    text = (_DATA / "tables.toml").read_text(encoding="utf-8")
    parts = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    ours = (re.match(r"\[host\.(\w+)", part) for part in parts)
    return "".join(
        part
        for part, named in zip(parts, ours, strict=True)
        if named is not None and named[1] in REPLACEABLE
    )


@clause("DE-HOST-64")
def replaced(content: bytes, name: str) -> Tables:
    """Read somebody's own host tables: those named replace ours, the others stay."""
    own = _host_of(read_toml(content, name), name)
    ours = default()
    tables = msgspec.to_builtins(ours.seed.host)
    host = convert({**tables, **own}, Host, name)
    keys = tuple(key for key in REPLACEABLE if key in own)
    return Tables(ours.seed, consistent(host, ours.seed.stands, name), keys)


def _host_of(raw: dict[str, Any], name: str) -> dict[str, Any]:
    """Take the [host.X] tables of a file; refuse whatever else is in it."""
    for key in raw:
        if key != "host":
            raise BadData(f"{name}: unknown key {key!r}: expected tables [host.X] alone")
    own = raw.get("host", {})
    if not isinstance(own, dict) or not own:
        raise BadData(f"{name}: there is no table [host.X] in it")
    for key in own:
        if key not in REPLACEABLE and key != "name":
            raise unknown(f"host table in {name}", key, REPLACEABLE)
    return own
