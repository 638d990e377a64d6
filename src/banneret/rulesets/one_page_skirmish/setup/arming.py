"""What men have in hand and whether they ride when the battle begins."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.names import do_they
from ..basics.state import Battle, Figure, Unit, remount
from ..basics.tables import TABLES

if TYPE_CHECKING:
    from banneret.core.play.table import Table

AS_LISTED, EACH = "as_listed", "each"
ON_FOOT = ".foot"  # ends the key of a way to start out of the saddle


@clause("OP-WPN-03", "OP-SETUP-05")
def arm(table: Table[Battle], unit: Unit) -> None:
    """The owner chooses weapons in hand and who rides: for the unit at once, or man by man."""
    battle = table.state
    men = [battle.figures[key] for key in unit.members]
    alike = len({(man.profile.weapons, man.profile.owns_mount, man.in_hand) for man in men}) == 1
    ways = ways_to_start(men[0]) if alike else [AS_LISTED]
    if alike and len(ways) == 1:
        return
    chosen = table.ask(
        Pick(
            unit.player,
            "deploy.weapon",
            f"{unit.name}: what {do_they(unit)} take in hand?",
            [*ways, EACH] if len(men) > 1 else ways,
            label=way_label,
            about=(unit.id,),
            usual=ways[0],
        )
    )
    for man in men:
        if chosen == EACH:
            start(battle, man, _ask_one(table, man))
        elif chosen not in (AS_LISTED, man.in_hand):
            start(battle, man, chosen)


def _ask_one(table: Table[Battle], man: Figure) -> str:
    ways = ways_to_start(man)
    answer: str = table.ask(
        Pick(
            man.player,
            "deploy.weapon",
            f"{man.profile.name}: what has he in hand?",
            ways,
            label=way_label,
            about=(man.unit, man.id),
            usual=ways[0],
        )
    )
    return answer


@clause("OP-WPN-05", "OP-WPN-06")
def ways_to_start(man: Figure) -> list[str]:
    """Weapons a man can hold, in the saddle and on foot; the way his list says comes first."""
    profile = man.profile
    return list(_ways_to_start(profile.weapons, profile.owns_mount, man.in_hand))


@lru_cache(maxsize=256)
def _ways_to_start(weapons: tuple[str, ...], owns_mount: bool, in_hand: str) -> tuple[str, ...]:
    if not owns_mount:
        ways = [w for w in weapons if TABLES.weapons[w].foot]
    else:
        on_foot = [w for w in weapons if TABLES.weapons[w].foot] or ["improvised"]
        ways = [w for w in weapons if TABLES.weapons[w].mounted]
        ways += [f"{weapon}{ON_FOOT}" for weapon in on_foot]
    ways = ways or ["improvised"]
    if in_hand in ways:
        ways.remove(in_hand)
        ways.insert(0, in_hand)
    return tuple(ways)


def start(battle: Battle, man: Figure, way: str) -> None:
    """Put the weapon in his hand; a rider who starts on foot has laid his lance by for good."""
    man.in_hand = way.removesuffix(ON_FOOT)
    if man.profile.owns_mount and way.endswith(ON_FOOT):
        remount(battle, man, mounted=False)
        man.lance_dropped = "lance" in man.profile.weapons


def way_label(way: str) -> str:
    """Name a way to start for people."""
    if way == AS_LISTED:
        return "as listed"
    if way == EACH:
        return "man by man"
    weapon = way.removesuffix(ON_FOOT).replace("_", " ")
    return f"{weapon}, on foot" if way.endswith(ON_FOOT) else weapon
