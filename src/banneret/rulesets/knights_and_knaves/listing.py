"""What is off in a force: oddities against its list and the guidelines, never refusals."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from banneret.core.clauses import clause
from banneret.rulesets.knights_and_knaves.companies import Force, Trooper
from banneret.rulesets.knights_and_knaves.lists import Mount, Row, rows_of
from banneret.rulesets.knights_and_knaves.tables import PROFILES

RAISED = frozenset(("sergeant", "valet"))  # KK-ORG-02: a few of any row may be


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
            share = "one" if row.is_lord else f"{row.percent[0]}-{row.percent[1]}% of {size}"
            wanted = str(low) if low == high else f"{low} to {high}"
            yield Oddity("KK-ORG-03", f"{row.name}: {count} men, the list has {wanted} ({share})")


def _against_row(man: Trooper, row: Row | None) -> Iterator[Oddity]:
    one = man.profile
    if row is None:
        yield Oddity("KK-ORG-01", f"{one.name}: no row of the list has a {one.class_}")
        return
    if one.class_ not in row.classes and one.class_ not in RAISED:
        known = " or ".join(row.classes)
        yield Oddity("KK-ORG-01", f"{one.name}: a {one.class_} among {row.name} ({known})")
    low, high = row.armor
    if not low <= one.armor <= high:
        yield Oddity(
            "KK-ORG-01", f"{one.name}: armour {one.armor}, {row.name} have {low} to {high}"
        )
    listed = {*row.arms.weapons, *row.arms.missiles}
    for weapon in (*one.weapons, *([one.missile] if one.missile else [])):
        if weapon not in listed:
            yield Oddity("KK-ORG-01", f"{one.name}: {row.name} carry no {_plain(weapon)}")
    yield from _against_mounts(man, row)


@clause("KK-ORG-04")
def _against_mounts(man: Trooper, row: Row) -> Iterator[Oddity]:
    name, horse = man.profile.name, man.horse
    if horse is None:
        if row.mounted:
            yield Oddity("KK-ORG-04", f"{name}: on foot, {row.name} ride")
    elif Mount(horse.kind, horse.barding) not in row.mounts:
        ridden = " or ".join(_mount(one) for one in row.mounts) or "no horse"
        had = _mount(Mount(horse.kind, horse.barding))
        yield Oddity("KK-ORG-04", f"{name}: rides a {had}, {row.name} have {ridden}")


@clause("KK-PROF-01", "KK-PROF-02", "KK-PROF-03", "KK-PROF-04")
def _against_class(man: Trooper) -> Iterator[Oddity]:
    one, usual = man.profile, PROFILES[man.profile.class_]
    for what, value, span in (
        ("melee skill", one.melee, usual.melee),
        ("shooting skill", one.shooting, usual.shooting),
        ("morale", one.morale, usual.morale),
    ):
        if value and value not in span:
            low, high = min(span), max(span)
            wanted = str(low) if low == high else f"{low} to {high}"
            yield Oddity(
                "KK-PROF-04", f"{one.name}: {what} {value}, a {one.class_} usually has {wanted}"
            )


def _plain(weapon: str) -> str:
    return weapon.replace("_", " ")


COATS = {"": "unbarded", "J": "barded", "JK": "gothic-barded"}


def _mount(mount: Mount) -> str:
    return f"{COATS[mount.barding]} {mount.kind}"
