"""Raising a force from a list without further choice."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.errors import IllegalForce

from .companies import Company, Force, Trooper, formed, horse_of, man_of
from .names_of_men import Names
from .organisations import Row, organisation_named, rows_of, usual_arms

MOST_FIGURES = 500


@clause("KK-ORG-21", "KK-ORG-01")
def counts(organisation: str, size: int) -> tuple[int, ...]:
    """How many men of each row a force of this size has, the lord among them."""
    rows = rows_of(organisation)
    bounds = [row.bounds(size) for row in rows]
    found = [low for low, _ in bounds]
    _take_from_the_last(found, size)
    weights = [0 if row.is_lord else sum(row.percent) for row in rows]
    while sum(found) < size:
        # target - count, all times the sum of the midpoints, so that nothing is rounded
        want = [
            (size - 1) * weight - count * sum(weights) if weight and count < high else None
            for weight, count, (_, high) in zip(weights, found, bounds, strict=True)
        ]
        open_rows = [at for at, value in enumerate(want) if value is not None]
        if not open_rows:
            raise IllegalForce(f"{organisation} has no row left for a force of {size} figures")
        found[max(open_rows, key=lambda at: (want[at] or 0, -at))] += 1
    return tuple(found)


def _take_from_the_last(found: list[int], size: int) -> None:
    """Where the least numbers exceed the size already, the last rows give way."""
    at = len(found) - 1
    while sum(found) > size:
        if found[at] == 0:
            at -= 1
        else:
            found[at] -= 1


@clause("KK-ORG-21", "KK-PROF-05", "KK-ORG-18")
def recruit(row: Row, names: Names) -> Trooper:
    """A man of a row: its first class, middle armour, usual arms; no horse that is optional."""
    class_ = row.classes[0]
    armor = sum(row.armor) // 2
    name = names.man("" if "berserk" in row.traits else class_)
    man = man_of(name, class_, armor, usual_arms(row.arms), row.traits)
    horse = horse_of(names.horse(), row.mounts[0]) if row.mounted else None
    return Trooper(man, horse, row.name)


@clause("KK-ORDER-06")
def signalling(
    men: Sequence[Trooper], units: Sequence[Company], signals: Sequence[str]
) -> list[Trooper]:
    """Hand out trumpets and flags: to single men on foot who do not shoot, if there are any."""
    leaders = {unit.leader for unit in units}
    placed = {at for unit in units for at in unit.members}

    def spared(at: int) -> tuple[bool, bool, bool, int]:
        man = men[at]
        return bool(man.profile.missile), at in placed, man.mounted, -at

    able = sorted([at for at in range(1, len(men)) if at not in leaders], key=spared)
    given = list(men)
    for at, signal in zip(able, signals, strict=False):
        profile = msgspec.structs.replace(men[at].profile, signal=signal)
        given[at] = msgspec.structs.replace(men[at], profile=profile)
    return given


@clause("KK-ORG-21", "KK-ORG-02")
def raise_force(
    organisation: str, size: int, key: str = "", name: str = "", signals: Sequence[str] = ()
) -> Force:
    """Raise a force of so many figures; the same call raises the same men."""
    listed = organisation_named(organisation)
    if not 1 <= size <= MOST_FIGURES:
        raise IllegalForce(f"a force of {size} figures: expected 1 to {MOST_FIGURES}")
    names = Names(organisation, key)
    men = [
        recruit(row, names)
        for row, count in zip(rows_of(organisation), counts(organisation, size), strict=True)
        for _ in range(count)
    ]
    raised, units = formed(men, lord=0)
    raised = signalling(raised, units, signals)
    return Force(
        key or organisation, name or listed.title, organisation, tuple(raised), tuple(units)
    )
