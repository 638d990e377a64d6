"""What is off in a force: oddities against its list and the guidelines, never refusals."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from banneret.core.book.clauses import clause

from ...basics.tables import PROFILES
from .companies import Force, Trooper
from .organisations import LEADERS, ORGANISATIONS, Mount, Row, rows_of

RAISED = LEADERS[-1]  # KK-ORG-02: a few of a row may be, but not of the lord's or of knights
NOBLE = LEADERS[0] | LEADERS[1]
LISTED_TRAITS = frozenset(
    trait for one in ORGANISATIONS.values() for row in one.row for trait in row.traits
)


class Oddity(msgspec.Struct, frozen=True):
    """Something unusual about a force."""

    clause: str
    text: str


@clause("KK-ORG-03", "KK-PROF-04")
def check_force(force: Force) -> list[Oddity]:
    """Everything unusual, list first, then man by man."""
    found: list[Oddity] = []
    if force.organisation:
        found += _shares(force, rows_of(force.organisation))
        by_name = {row.name: row for row in rows_of(force.organisation)}
        for man in force.men:
            found += _against_row(man, by_name.get(man.row))
    for man in force.men:
        found += _against_class(man)
    return found


@clause("KK-ORG-03")
def _shares(force: Force, rows: tuple[Row, ...]) -> Iterator[Oddity]:
    size = force.figures
    for row in rows:
        count = sum([man.row == row.name for man in force.men])
        low, high = row.bounds(size)
        if not low <= count <= high:
            share = "" if row.is_lord else f" ({row.percent[0]}-{row.percent[1]}% of {size})"
            wanted = _span(low, high)
            yield Oddity("KK-ORG-03", f"{row.name}: {count} men, the list has {wanted}{share}")


def _against_row(man: Trooper, row: Row | None) -> Iterator[Oddity]:
    one = man.profile
    if row is None:
        yield Oddity("KK-ORG-01", f"{one.name}: no row of the list has a {one.class_}")
        return
    raised = one.class_ in RAISED and not NOBLE.issuperset(row.classes)
    if not row.takes(one.class_) and not raised:
        known = " or ".join(row.classes)
        yield Oddity("KK-ORG-01", f"{one.name}: a {one.class_} among {row.name} ({known})")
    low, high = row.armor
    if not low <= one.armor <= high:
        wanted = _span(low, high)
        yield Oddity("KK-ORG-01", f"{one.name}: armour {one.armor}, {row.name} have {wanted}")
    listed = {*row.arms.weapons, *row.arms.missiles}
    for weapon in (*one.weapons, *([one.missile] if one.missile else [])):
        if weapon not in listed:
            yield Oddity("KK-ORG-01", f"{one.name}: {row.name} carry no {_plain(weapon)}")
    yield from _against_mounts(man, row)
    yield from _against_custom(man, row)


@clause("KK-ORG-18")
def _against_custom(man: Trooper, row: Row) -> Iterator[Oddity]:
    """The shield and the traits that go with a row; who carries no shield is not odd."""
    one = man.profile
    if one.shield not in {"none", row.arms.shield}:
        shield = one.shield if one.shield == "pavise" else f"{one.shield} shield"
        yield Oddity("KK-ORG-18", f"{one.name}: {row.name} carry no {shield}")
    for trait in sorted(LISTED_TRAITS):
        if (trait in one.traits) != (trait in row.traits):
            has, have = ("is", "are not") if trait in one.traits else ("is not", "are")
            yield Oddity("KK-ORG-18", f"{one.name}: {has} {TRAITS[trait]}, {row.name} {have}")


@clause("KK-ORG-04")
def _against_mounts(man: Trooper, row: Row) -> Iterator[Oddity]:
    name, horse = man.profile.name, man.horse
    if horse is None:
        if row.mounted:
            yield Oddity("KK-ORG-04", f"{name}: on foot, {row.name} ride")
    elif Mount(horse.kind, horse.barding) not in row.mounts:
        ridden = " or ".join(_mount(one) for one in row.mounts) or "no horse"
        had = _mount(Mount(horse.kind, horse.barding))
        article = "an" if had.startswith("un") else "a"
        yield Oddity("KK-ORG-04", f"{name}: rides {article} {had}, {row.name} have {ridden}")


@clause("KK-PROF-01", "KK-PROF-02", "KK-PROF-03", "KK-PROF-04")
def _against_class(man: Trooper) -> Iterator[Oddity]:
    one, usual = man.profile, PROFILES[man.profile.class_]
    for what, value, span in (
        ("melee skill", one.melee, usual.melee),
        ("shooting skill", one.shooting, usual.shooting if one.missile else (0,)),
        ("morale", one.morale, usual.morale),
        ("morale bonus", one.bonus, (usual.morale_bonus,)),
    ):
        if value not in span:
            wanted = _span(min(span), max(span)) if any(span) else "none"
            yield Oddity(
                "KK-PROF-04", f"{one.name}: {what} {value}, a {one.class_} usually has {wanted}"
            )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _plain(weapon: str) -> str:
    return "club" if weapon == "other" else weapon.replace("_", " ")  # KK-SHOOT-32


TRAITS = {
    "always_run": "always running",
    "berserk": "a berserk",
    "military_order": "of a military order",
    "skirmisher": "a skirmisher",
}
COATS = {"": "unbarded", "J": "barded", "JK": "gothic-barded"}


def _mount(mount: Mount) -> str:
    return f"{COATS[mount.barding]} {mount.kind}"
