"""A force ready for the table: its men with their horses, its units, its points."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banneret.core.book.clauses import clause

from ...basics.options import DEFAULTS, Options
from ...basics.state import HorseProfile, Profile
from ...basics.tables import PROFILES
from .armour import armor_of, fortified_points, man_points, stamina_of
from .organisations import GENTLE, HOUSEHOLD, LEADERS, MAY_LEAD, Arms, Mount, usual_pieces

LEAST_BODY, WHOLE_BODY, SPLIT_BY = 5, 11, 10  # KK-ORG-21


class Trooper(msgspec.Struct, frozen=True):
    """One man of a force, with his horse if he has one, and the row of the list he is of."""

    profile: Profile
    horse: HorseProfile | None = None
    row: str = ""

    @property
    def mounted(self) -> bool:
        """Whether he rides into battle."""
        return self.horse is not None


class Company(msgspec.Struct, frozen=True):
    """A unit of a force: places of its men in the force, the leader among them."""

    name: str
    leader: int
    members: tuple[int, ...]


class Force(msgspec.Struct, frozen=True):
    """A force: one lord and those who owe him allegiance (KK-SETUP-02)."""

    id: str
    name: str
    organisation: str  # "": of no list
    men: tuple[Trooper, ...]
    units: tuple[Company, ...]
    note: str = ""

    @property
    def lord(self) -> int:
        """The place of the lord or chief."""
        classes = [man.profile.class_ for man in self.men]
        return next(at for at, class_ in enumerate(classes) if class_ in LEADERS[0])

    @property
    def figures(self) -> int:
        """How many men there are; a horse is no figure of its own (KK-SCALE-01)."""
        return len(self.men)


# -- one man


@clause("KK-PROF-07", "KK-PROF-08", "KK-PROF-09", "KK-DEF-20", "KK-CMD-18")
def usual_traits(class_: str, traits: Sequence[str]) -> tuple[str, ...]:
    """A man's traits: those of his row, and those that go with his class."""
    every = set(traits)
    if class_ == "peasant":
        every.add("unreliable")
    if class_ in GENTLE and "berserk" not in every:
        every.add("gentle")
    if class_ in HOUSEHOLD:
        every.add("household")
    return tuple(sorted(every))


@clause("KK-PROF-01", "KK-PROF-02", "KK-PROF-03", "KK-PROF-05", "KK-ARMOR-05")
def man_of(name: str, class_: str, armor: int, arms: Arms, traits: Sequence[str] = ()) -> Profile:
    """A man with the usual values of his class; only men with missile weapons have the skill."""
    usual = PROFILES[class_]
    missile = arms.missiles[0] if arms.missiles else ""
    return Profile(
        name=name,
        class_=class_,
        morale=usual.default_morale,
        bonus=usual.morale_bonus,
        melee=usual.default_melee,
        shooting=usual.default_shooting if missile else 0,
        armor=armor,
        stamina=stamina_of(armor, horse=False),
        pieces=usual_pieces(armor),
        weapons=arms.weapons,
        missile=missile,
        shield=arms.shield,
        traits=usual_traits(class_, traits),
    )


@clause("KK-ARMOR-01", "KK-ARMOR-05", "KK-PROF-06")
def horse_of(name: str, mount: Mount) -> HorseProfile:
    """A horse of this kind; its stamina is twice its rating."""
    armor = armor_of(mount.barding)
    return HorseProfile(name, mount.kind, armor, stamina_of(armor, horse=True), mount.barding)


@clause("KK-ORG-02", "KK-ORG-21")
def made_sergeant(man: Trooper) -> Trooper:
    """The same man raised to sergeant, with a sergeant's values."""
    old, usual = man.profile, PROFILES["sergeant"]
    born = {"unreliable", "gentle", "household"}  # what came with his class
    raised = msgspec.structs.replace(
        old,
        class_="sergeant",
        morale=usual.default_morale,
        bonus=usual.morale_bonus,
        melee=usual.default_melee,
        shooting=usual.default_shooting if old.missile else 0,
        traits=usual_traits("sergeant", [one for one in old.traits if one not in born]),
    )
    return msgspec.structs.replace(man, profile=raised)


# -- units


@clause("KK-DEF-07")
def may_lead(class_: str) -> bool:
    """Whether a man of this class may lead a unit: sergeants and better."""
    return class_ in MAY_LEAD


def leader_rank(class_: str) -> int:
    """How high a leader stands, 0 the highest; beyond the last: no leader."""
    return next((at for at, rank in enumerate(LEADERS) if class_ in rank), len(LEADERS))


@clause("KK-ORG-21")
def split(members: Sequence[int]) -> list[tuple[int, ...]]:
    """A body as units: none under five, one up to eleven, else as equal as can be by tens."""
    count = len(members)
    if count < LEAST_BODY:
        return []
    parts = 1 if count <= WHOLE_BODY else -(-count // SPLIT_BY)
    size, more = divmod(count, parts)
    units: list[tuple[int, ...]] = []
    start = 0
    for part in range(parts):
        end = start + size + (part < more)
        units.append(tuple(members[start:end]))
        start = end
    return units


BODIES = ("Horse", "Shooters", "Foot")


def _body(man: Trooper) -> str:
    return "Horse" if man.mounted else "Shooters" if man.profile.missile else "Foot"


@clause("KK-ORG-21", "KK-DEF-02", "KK-DEF-04")
def formed(men: Sequence[Trooper], lord: int) -> tuple[list[Trooper], list[Company]]:
    """Form units of the men other than the lord; who must lead without the rank is raised."""
    raised = list(men)
    units: list[Company] = []
    for body in BODIES:
        places = [at for at, man in enumerate(men) if at != lord and _body(man) == body]
        parts = split(places)
        for number, members in enumerate(parts, 1):
            leader = min(members, key=lambda at: leader_rank(men[at].profile.class_))
            if not may_lead(men[leader].profile.class_):
                leader = members[0]
                raised[leader] = made_sergeant(men[leader])
            name = body if len(parts) == 1 else f"{body} {number}"
            units.append(Company(name, leader, members))
    units.sort(key=lambda unit: unit.members)  # roster order, as they check morale (KK-MORALE-14)
    return raised, units


@clause("KK-MELEE-02", "KK-PROF-07")
def champion_of(force: Force, named: str) -> int:
    """The place of a force's champion: who is said to be it, else its best after the lord."""
    for at, man in enumerate(force.men):
        if man.profile.name == named or (not named and "champion" in man.profile.traits):
            return at
    followers = [at for at in range(len(force.men)) if at != force.lord]
    skills = [man.profile.melee for man in force.men]
    return max(followers or [force.lord], key=lambda at: (skills[at], -at))


# -- points


def trooper_points(man: Trooper, options: Options = DEFAULTS) -> float:
    """What a man counts."""
    one = man.profile
    return man_points(
        one.melee,
        one.shooting,
        one.morale,
        one.stamina,
        one.class_ == "peasant",
        man.horse.stamina if man.horse is not None else 0,
        options,
    )


@clause("KK-POINTS-01", "KK-POINTS-03")
def force_points(force: Force, options: Options = DEFAULTS, fortified: bool = False) -> float:
    """What a force counts: the sum of its men, doubled behind fortifications."""
    total = sum([trooper_points(man, options) for man in force.men])
    return fortified_points(total) if fortified else total
