"""Forces for people who organise battles: raised from a list, written down, read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.muster import Muster, Mustered, Remark
from banneret.core.show.sheet import Sheet

from ...basics.options import DEFAULTS, Options
from .companies import Force, Trooper, force_points, usual_traits
from .oddities import check_force
from .on_file import ForceFile, ForceLine, HorseLine, ManLine, read_forces
from .organisations import ORGANISATIONS, rows_of
from .raising import raise_force
from .sample_table import organisational_table

if TYPE_CHECKING:
    from collections.abc import Mapping

SHIELDS = {"large": "large shield", "small": "small shield", "pavise": "pavise"}


@clause("KK-ORG-21", "KK-ORG-03", "KK-COMP-03", "KK-POINTS-01")
def mustered(force: Force, options: Options = DEFAULTS) -> Mustered:
    """Everything an organiser wants to know about a force."""
    table = organisational_table(force)
    return Mustered(
        key=force.id,
        name=force.name,
        of=force.organisation,
        figures=force.figures,
        points=force_points(force, options),
        sheet=Sheet(force.name, table.columns, table.rows, table.notes, "KK-COMP-03"),
        remarks=tuple([Remark(one.text, one.clause) for one in check_force(force)]),
        file=written(force),
    )


def written(force: Force) -> str:
    """Write a force down man by man, so that reading it gives the same force."""
    unit_of = {at: unit for unit in force.units for at in unit.members}
    men = []
    for at, man in enumerate(force.men):
        unit = unit_of.get(at)
        men.append(
            msgspec.structs.replace(
                _man_line(force, man),
                unit=unit.name if unit is not None else "",
                leads=unit is not None and unit.leader == at,
            )
        )
    line = ForceLine(
        id=force.id, name=force.name, list=force.organisation, note=force.note, man=tuple(men)
    )
    return msgspec.toml.encode(ForceFile(force=(line,))).decode()


def _man_line(force: Force, man: Trooper) -> ManLine:
    one = man.profile
    rows = {row.name: row for row in rows_of(force.organisation)} if force.organisation else {}
    row = rows.get(man.row)
    usual = usual_traits(one.class_, row.traits if row is not None else ())
    shield = () if one.shield == "none" else (SHIELDS[one.shield],)
    return ManLine(
        class_=one.class_,
        name=one.name,
        row=man.row,
        morale=one.morale,
        melee=one.melee,
        shooting=one.shooting,
        bonus=one.bonus,
        armor=one.armor,
        pieces=one.pieces,
        arms=(*one.weapons, *((_thrown_word(one.missile),) if one.missile else ()), *shield),
        traits=tuple([trait for trait in one.traits if trait not in usual]),
        without=tuple([trait for trait in usual if trait not in one.traits]),
        horse=_horse_line(man),
        signal=one.signal,
    )


def _thrown_word(missile: str) -> str:
    """Javelins to throw: one javelin is a weapon in the hand."""
    return "javelins" if missile == "javelin" else missile


def _horse_line(man: Trooper) -> HorseLine | None:
    horse = man.horse
    if horse is None:
        return None
    return HorseLine(kind=horse.kind, name=horse.name, barding=horse.barding)


def _levy(
    organisation: str, size: int, key: str, name: str, options: Mapping[str, Any]
) -> Mustered:
    return mustered(raise_force(organisation, size, key, name), Options.read(options))


def _read(content: bytes, name: str, options: Mapping[str, Any]) -> tuple[Mustered, ...]:
    chosen = Options.read(options)
    return tuple([mustered(force, chosen) for force in read_forces(content, name, chosen)])


MUSTER = Muster(
    lists={key: one.title for key, one in ORGANISATIONS.items()}, levy=_levy, read=_read
)
