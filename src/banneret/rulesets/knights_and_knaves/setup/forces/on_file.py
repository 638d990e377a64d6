"""Forces by key and by file: the book's ready ones, and people's own, read and refused by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData, BanneretError, IllegalForce
from banneret.core.files import decode_toml
from banneret.tabletop.files import Shelf, refuse_repeats

from ...basics.columns.words import Class, HorseKind, Skill, Trait
from ...basics.options import DEFAULTS, Options
from ...basics.state import HorseProfile
from ...basics.tables import data_text
from ..entries import Piece
from .armour import armor_of, refuse_pieces
from .companies import Company, Force, Trooper, formed, horse_of, man_of, may_lead, usual_traits
from .names_of_men import Names
from .organisations import (
    LEADERS,
    ORGANISATIONS,
    SHIELD_WORDS,
    Arms,
    Mount,
    Row,
    read_arms,
    rows_of,
    small_shields,
    usual_arms,
)
from .raising import MOST_FIGURES, raise_force
from .sample_table import sample_force

if TYPE_CHECKING:
    Signal = str
    Barding = str
else:
    from typing import Literal

    Signal = Literal["", "trumpet", "flag"]
    Barding = Literal["", "J", "JK"]

Key = Annotated[str, Meta(pattern=r"^[a-z0-9_]+$", max_length=60)]
Text = Annotated[str, Meta(max_length=200)]
Rating = Annotated[int, Meta(ge=3, le=12)]  # KK-ARMOR-07
Figures = Annotated[int, Meta(ge=1, le=MOST_FIGURES)]


class _Data(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """A table of a file."""


class HorseLine(_Data, frozen=True):
    """A horse; without a name it is given one."""

    kind: HorseKind = "horse"
    name: Text = ""
    barding: Barding = ""


class ManLine(_Data, frozen=True):
    """A man: what is not said is usual for his class and row."""

    class_: Class = msgspec.field(name="class")
    name: Text = ""
    row: Text = ""  # of the list
    morale: Skill | None = None
    melee: Skill | None = None
    shooting: Annotated[int, Meta(ge=0, le=10)] | None = None
    bonus: Annotated[int, Meta(ge=0, le=3)] | None = None
    armor: Rating | None = None
    pieces: Text = ""
    arms: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = ()
    without: tuple[Trait, ...] = ()  # traits of his class or row that he lacks (KK-DEF-20)
    horse: HorseLine | None = None
    unit: Text = ""
    leads: bool = False
    signal: Signal = ""


class ForceLine(_Data, frozen=True):
    """A force: men written down one by one, or so many figures of a list."""

    id: Key
    name: Text
    list: Text = ""
    figures: Figures | None = None
    note: Text = ""
    signals: tuple[Piece, ...] = ()  # of a force raised by figures, who carry them
    man: Annotated[tuple[ManLine, ...], Meta(max_length=MOST_FIGURES)] = ()


class ForceFile(_Data, frozen=True):
    """A file of forces."""

    force: tuple[ForceLine, ...]


# -- the book's own


def _ready() -> tuple[Force, ...]:
    """At least one force of each list, and the sample retinue."""
    return (sample_force(), *read_forces(data_text("forces.toml"), "forces.toml"))


FORCES: Shelf[Force] = Shelf("force", Force, _ready)
forces, force_named = FORCES.own, FORCES.named


# -- people's own


def read_forces(content: bytes, name: str, options: Options = DEFAULTS) -> tuple[Force, ...]:
    """Read a file of forces; a refusal names file, key, value and what was expected."""
    lines = decode_toml(content, ForceFile, name).force
    refuse_repeats("force", [line.id for line in lines], name)
    return tuple([read_force(line, f"{name}: force {line.id!r}", options) for line in lines])


def read_force(line: ForceLine, where: str, options: Options = DEFAULTS) -> Force:
    """Raise a force as its file says."""
    if line.list and line.list not in ORGANISATIONS:
        known = ", ".join(ORGANISATIONS)
        raise BadData(f"{where}: list is {line.list!r}: expected one of {known}")
    if line.figures is not None:
        if not line.list or line.man:
            raise BadData(f"{where}: figures is {line.figures}: expected a list and no men with it")
        raised = raise_force(line.list, line.figures, line.id, line.name, line.signals)
        return msgspec.structs.replace(raised, note=line.note)
    if line.signals:
        raise BadData(f"{where}: signals: expected the signal with the man who gives it")
    return _by_hand(line, where, options)


def _by_hand(line: ForceLine, where: str, options: Options) -> Force:
    given = [man.name.strip() for man in line.man]
    given += [man.horse.name.strip() for man in line.man if man.horse]
    _refuse_repeats([name for name in given if name], where)
    names = Names(line.list, line.id, given)
    men = [_man(man, f"{where}, man[{at}]", line.list, names) for at, man in enumerate(line.man)]
    lords = [at for at, man in enumerate(men) if man.profile.class_ in LEADERS[0]]
    if len(lords) != 1:
        raise IllegalForce(
            f"{where}: it has {len(lords)} lords or chiefs: expected exactly one [KK-DEF-24]"
        )
    champions = [man.profile.name for man in men if "champion" in man.profile.traits]
    if len(champions) > 1:
        raise IllegalForce(
            f"{where}: its champions are {', '.join(champions)}: expected one at most [KK-MELEE-02]"
        )
    if not any(man.unit for man in line.man):
        men, units = formed(men, lords[0])
    else:
        units = _units(line.man, where, options)
    return Force(line.id, line.name, line.list, tuple(men), tuple(units), line.note)


@clause("KK-COMP-05")
def _refuse_repeats(names: Sequence[str], where: str) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise IllegalForce(
                f"{where}: name {name!r} is used twice: expected different ones [KK-COMP-05]"
            )


def _row_of(man: ManLine, where: str, organisation: str) -> Row | None:
    """The row of the list he is of: the one named, or the first of his class."""
    if not organisation:
        return None
    rows = rows_of(organisation)
    if man.row:
        found = next((row for row in rows if row.name == man.row), None)
        if found is None:
            known = ", ".join(row.name for row in rows)
            raise BadData(f"{where}.row is {man.row!r}: expected one of {known}")
        return found
    return next((row for row in rows if row.takes(man.class_)), None)


def _man(man: ManLine, where: str, organisation: str, names: Names) -> Trooper:
    row = _row_of(man, where, organisation)
    name = man.name.strip() or names.man("" if "berserk" in man.traits else man.class_)
    armor, pieces = _armor(man, where, row)
    small = row is not None and small_shields(organisation, row.name)
    arms = _arms(man, where, small) if man.arms or row is None else usual_arms(row.arms)
    traits = (*man.traits, *(row.traits if row is not None else ()))
    usual = man_of(name, man.class_, armor, arms)
    shooting = usual.shooting if man.shooting is None else man.shooting
    if bool(shooting) != bool(usual.missile):
        wanted = "1 to 10, he has a" if usual.missile else "none, he has no"
        raise IllegalForce(
            f"{where}.shooting is {shooting}: expected {wanted} missile weapon [KK-PROF-02]"
        )
    every = usual_traits(man.class_, traits)
    profile = msgspec.structs.replace(
        usual,
        morale=usual.morale if man.morale is None else man.morale,
        bonus=usual.bonus if man.bonus is None else man.bonus,
        melee=usual.melee if man.melee is None else man.melee,
        shooting=shooting,
        pieces=pieces or usual.pieces,
        traits=tuple([trait for trait in every if trait not in man.without]),
        signal=man.signal,
    )
    return Trooper(profile, _horse(man.horse, names), row.name if row is not None else "")


@clause("KK-ARMOR-06")
def _arms(man: ManLine, where: str, small: bool) -> Arms:
    """What he carries: no thing twice, one missile weapon and one shield at most."""
    try:
        arms = read_arms(man.arms, small)
    except BanneretError as no:
        raise BadData(f"{where}.arms: {no}") from no
    shields = [word for word in man.arms if word.replace("_", " ") in SHIELD_WORDS]
    for what, held in (("missile weapon", arms.missiles), ("shield", shields)):
        if len(held) > 1:
            raise IllegalForce(f"{where}.arms: {' and '.join(held)}: expected one {what} at most")
    for at, weapon in enumerate(arms.weapons):
        if weapon in arms.weapons[:at]:
            raise IllegalForce(f"{where}.arms: {weapon!r} is named twice: expected it once")
    return arms


def _horse(line: HorseLine | None, names: Names) -> HorseProfile | None:
    if line is None:
        return None
    return horse_of(line.name.strip() or names.horse(), Mount(line.kind, line.barding))


@clause("KK-ARMOR-06", "KK-ARMOR-07")
def _armor(man: ManLine, where: str, row: Row | None) -> tuple[int, str]:
    """His rating: of his pieces, or as entered by hand, or the middle of his row."""
    if man.pieces:
        refusal = refuse_pieces(man.pieces, horse=False)
        if refusal:
            raise IllegalForce(f"{where}.{refusal}")
        worn = armor_of(man.pieces)
        if man.armor not in {None, worn}:
            raise IllegalForce(
                f"{where}.armor is {man.armor}: expected {worn}, the rating of pieces "
                f"{man.pieces!r} [KK-ARMOR-06]"
            )
        return worn, man.pieces
    if man.armor is not None:
        return man.armor, ""
    return (sum(row.armor) // 2 if row is not None else armor_of("")), ""


@clause("KK-DEF-02", "KK-DEF-04", "KK-DEF-06", "KK-DEF-07")
def _units(men: Sequence[ManLine], where: str, options: Options) -> list[Company]:
    """The units as the men name them; each has one leader of rank and men enough."""
    units: list[Company] = []
    for name in dict.fromkeys([man.unit for man in men if man.unit]):
        members = tuple([at for at, man in enumerate(men) if man.unit == name])
        leaders = [at for at in members if men[at].leads]
        if len(leaders) != 1:
            raise IllegalForce(
                f"{where}: unit {name!r} has {len(leaders)} men with leads = true: expected one "
                "[KK-DEF-04]"
            )
        class_ = men[leaders[0]].class_
        if not may_lead(class_):
            raise IllegalForce(
                f"{where}: unit {name!r} is led by a {class_}: expected a sergeant or better "
                "[KK-DEF-07]"
            )
        if len(members) < options.min_unit_size:
            raise IllegalForce(
                f"{where}: unit {name!r} has {len(members)} men: expected "
                f"{options.min_unit_size} or more [KK-DEF-02]"
            )
        units.append(Company(name, leaders[0], members))
    return units
