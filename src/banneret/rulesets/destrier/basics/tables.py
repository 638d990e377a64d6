"""The book's numbers: the seed's own tables, and the host tables that anybody may replace.

`Tables` holds both; a battle carries the ones it is fought by. A replacement file names some
`[host.X]` tables whole, each of the same shape as ours (DE-HOST-64).
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.digest import Derived, digest
from banneret.core.errors import BadData, unknown
from banneret.core.files import convert, load_toml, read_toml

from .columns.whole import Host, Seed
from .columns.words import TAC_CARDS

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
    return Tables(seed, _consistent(seed.host, "tables.toml"))


@clause("DE-HOST-64")
def replaced(content: bytes, name: str) -> Tables:
    """Read somebody's own host tables: those named replace ours, the others stay."""
    own = _host_of(read_toml(content, name), name)
    ours = default()
    tables = msgspec.to_builtins(ours.seed.host)
    host = convert({**tables, **own}, Host, name)
    keys = tuple(key for key in REPLACEABLE if key in own)
    return Tables(ours.seed, _consistent(host, name), keys)


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


def _consistent(host: Host, name: str) -> Host:
    """Refuse tables that name what other tables lack."""
    arms = {**host.weapons, **host.missiles}
    for key, one in host.profiles.items():
        where = f"{name}: host.profiles.{key}"
        _known(one.cls, host.training, f"{where}.cls")
        for weapon in one.weapons:
            _known(weapon, arms, f"{where}.weapons")
        for spell in one.spells:
            _known(spell, host.spells, f"{where}.spells")
        shields = ("none", "small", "large", *host.improvised_shield)
        _known(one.shield, shields, f"{where}.shield")
    for key, horse in host.horses.items():
        _known(horse.kick, host.weapons, f"{name}: host.horses.{key}.kick")
        _known(key, host.steed_points, f"{name}: host.steed_points for {key}")
    for key, force in host.forces.items():
        for who, _ in force:
            man, _, steed = who.partition("@")
            _known(man, host.profiles, f"{name}: host.forces.{key}")
            if steed:
                _known(steed, host.horses, f"{name}: host.forces.{key}")
    _same_lengths(host, name)
    return host


def _known(given: str, names: Any, where: str) -> None:
    if given not in names:
        raise BadData(f"{where} is {given!r}: expected one of {', '.join(names)}")


def _same_lengths(host: Host, name: str) -> None:
    """Refuse bands without as many results."""
    results, critical = host.bash_result, host.critical
    rows = {
        "bash_result.foot": (results.foot, results.bands),
        "bash_result.rider": (results.rider, results.bands),
        "bash_result.steed": (results.steed, results.bands),
        "critical.effects": (critical.effects, critical.bands),
        "critical.multiplier": (critical.multiplier, critical.bands),
        "critical.extra_dice": (critical.extra_dice, critical.bands),
        "stumble.results": (host.stumble.results, host.stumble.result_bands),
    }
    for key, (row, bands) in rows.items():
        if len(row) != len(bands):
            raise BadData(f"{name}: host.{key} has {len(row)} entries: expected {len(bands)}")
    order = host.tactical_matrix.order
    if sorted(order) != sorted(TAC_CARDS):
        raise BadData(f"{name}: host.tactical_matrix.order must hold each TAC card once")
    for card in order:
        cells = getattr(host.tactical_matrix, card)
        if len(cells) != len(order):
            raise BadData(f"{name}: host.tactical_matrix.{card} has {len(cells)} cells")
