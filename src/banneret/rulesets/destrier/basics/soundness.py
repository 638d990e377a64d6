"""Whether host tables hold together: what one names another has, and the rules know the words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData

from .columns.words import TAC_CARDS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from .columns.whole import Host

HANDS: Final = ("fist", "foot_kick", "hoof", "spear")  # struck with by rule, in whatever hands
SPELLS: Final = (
    "flame_dart",
    "gust",
    "dazzle",
    "ward",
    "mend",
    "entangle",
    "quicken",
    "slumber",
    "fire_burst",
)
BASHED: Final = (
    "none",
    "rocked",
    "stirrup_lost",
    "knees",
    "flat",
    "flat_stunned",
    "unhorsed",
    "unhorsed_stunned",
    "stumble",
    "falls",
)
CRITICALS: Final = ("gash", "weapon_arm", "shield_arm", "leg", "head", "mortal")
STUMBLES: Final = ("loses_one_speed", "to_its_knees", "falls")
FORMULAS: Final = {  # by which the rules reckon; another text would change nothing
    "body_formula": "5 + constitution + floor(strength / 2)",
    "fatigue_formula": "2 * constitution + 4 * level",
    "dead_at": "minus floor(constitution / 2)",
}
CODES: Final = ("M", "G", "B", "0", "U", "t")


@clause("DE-HOST-64")
def consistent(host: Host, stands: Collection[str], name: str) -> Host:
    """Refuse tables that name what other tables, or the rules, do not know."""
    arms = {**host.weapons, **host.missiles}
    for key, one in host.profiles.items():
        where = f"{name}: host.profiles.{key}"
        _known(one.cls, host.training, f"{where}.cls")
        _known(one.stand, stands, f"{where}.stand")
        for weapon in one.weapons:
            _known(weapon, arms, f"{where}.weapons")
        for spell in one.spells:
            _known(spell, host.spells, f"{where}.spells")
        shields = ("none", "small", "large", *host.improvised_shield)
        _known(one.shield, shields, f"{where}.shield")
    for key, horse in host.horses.items():
        _known(horse.kick, host.weapons, f"{name}: host.horses.{key}.kick")
        _needed(key, host.steed_points, f"{name}: host.steed_points")
    for key, force in host.forces.items():
        for who, _ in force:
            man, _, steed = who.partition("@")
            _known(man, host.profiles, f"{name}: host.forces.{key}")
            if steed:
                _known(steed, host.horses, f"{name}: host.forces.{key}")
    for key in HANDS:
        _needed(key, host.weapons, f"{name}: host.weapons")
    for key in host.spells:
        _known(key, SPELLS, f"{name}: host.spells")
    _words(host, name)
    _same_lengths(host, name)
    _bands(host, name)
    return host


def _known(given: str, names: Any, where: str) -> None:
    if given not in names:
        raise BadData(f"{where} is {given!r}: expected one of {', '.join(names)}")


def _needed(key: str, rows: Collection[str], where: str) -> None:
    if key not in rows:
        raise BadData(f"{where} has no row {key}: expected one beside {', '.join(rows)}")


def _words(host: Host, name: str) -> None:
    """Refuse results that no rule carries out."""
    bash = (*BASHED, *host.bash_result.retreat_inches)
    rows = {
        "bash_result.foot": (host.bash_result.foot, bash),
        "bash_result.rider": (host.bash_result.rider, bash),
        "bash_result.steed": (host.bash_result.steed, bash),
        "critical.effects": (host.critical.effects, CRITICALS),
        "stumble.results": (host.stumble.results, STUMBLES),
        "joust.codes": (host.joust.codes, CODES),
    }
    for key, (given, known) in rows.items():
        for word in given:
            _known(word, known, f"{name}: host.{key}")
    for key, formula in FORMULAS.items():
        _known(getattr(host.damage, key), (formula,), f"{name}: host.damage.{key}")


def _bands(host: Host, name: str) -> None:
    """Refuse bands that do not rise to the last face of their die, or have too few steps."""
    rows: dict[str, tuple[Sequence[float], int]] = {
        "bash_result.bands": (host.bash_result.bands, 100),
        "critical.bands": (host.critical.bands, 100),
        "stumble.result_bands": (host.stumble.result_bands, 10),
    }
    for aim in ("HELM", "SHIELD", "BODY"):
        for guard in ("DUCK", "STEADY", "RAISE"):
            row = getattr(getattr(host.joust, aim), guard)
            rows[f"joust.{aim}.{guard}"] = (row, 100)
            if len(row) != len(host.joust.codes):
                raise BadData(
                    f"{name}: host.joust.{aim}.{guard} has {len(row)} entries: "
                    f"expected {len(host.joust.codes)}, one for each code"
                )
    for key, (bands, last) in rows.items():
        if list(bands) != sorted(bands) or not bands or bands[-1] != last:
            raise BadData(f"{name}: host.{key} is {list(bands)}: expected bands rising to {last}")
    for weapon, missile in host.missiles.items():
        if list(missile.bands) != sorted(missile.bands):
            where = f"{name}: host.missiles.{weapon}.bands"
            raise BadData(f"{where} is {list(missile.bands)}: expected inches that rise")
    for key in ("bash", "seat", "spell_targeting"):
        row = getattr(host, key)
        if row.floor > row.ceiling:
            raise BadData(
                f"{name}: host.{key}.floor is {row.floor}: expected {row.ceiling} at most"
            )


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
