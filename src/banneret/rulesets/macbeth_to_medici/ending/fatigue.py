"""Step 13: what the turn cost in breath (MM-FATIGUE, MM-TURN-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause

from ..basics.who import on_table
from ..command.states import add_hits
from ..ground.features import bad_going, is_exempt
from .weariness import FatigueSituation, tired, weariness

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit

BAD_GOING = 3


@clause("MM-FATIGUE-01", "MM-FATIGUE-02", "MM-FATIGUE-13", "MM-FATIGUE-14", "MM-TURN-11")
def fatigue(table: Table[Battle]) -> None:
    """Every unit is checked, together, without dice."""
    battle = table.state
    tiring = [(unit, tired_by(battle, unit)) for unit in on_table(battle)]
    for unit, hits in tiring:
        add_hits(table, unit, hits, "fatigue")
    battle.phase = "end"


def tired_by(battle: Battle, unit: Unit) -> int:
    """The hits that this turn costs a unit."""
    if battle.options.fatigue_when_active and not is_active(unit):
        return 0
    given = situation_of(battle, unit)
    return tired(weariness(given).total, unit.order, exceeds=battle.options.fatigue_exceeds)


@clause("MM-FATIGUE-04", "MM-FATIGUE-05", "MM-FATIGUE-06", "MM-ARCH-27")
def situation_of(battle: Battle, unit: Unit) -> FatigueSituation:
    """What it did this turn, in the words of the table."""
    deeds = unit.deeds
    return FatigueSituation(
        order=unit.order,
        mobility=unit.profile.mobility,
        exerted=is_exerted(unit),
        fired=bool(deeds.fired),
        impacts=deeds.impacts,
        melees=deeds.melees,
        armour=unit.profile.armour,
        terrain=terrain_of(battle, unit),
    )


@clause("MM-FATIGUE-04", "MM-FATIGUE-05")
def is_exerted(unit: Unit) -> bool:
    """Charged, counter-charged, doubled, evaded; fled, pursued or feigned: once."""
    deeds = unit.deeds
    return (
        deeds.charged
        or deeds.countered
        or deeds.doubled
        or deeds.evaded
        or deeds.routed
        or deeds.pursued
        or unit.feigning
    )


@clause("MM-FATIGUE-09", "MM-FATIGUE-10")
def terrain_of(battle: Battle, unit: Unit) -> int:
    """Each feature once; 3 for fighting in bad going that is not among them."""
    if is_exempt(unit):
        return 0
    crossed = dict(unit.deeds.crossed)
    total = sum(crossed.values())
    if unit.deeds.impacts or unit.deeds.melees:
        going = bad_going(battle, unit)
        if going is not None and going.name not in crossed:
            total += BAD_GOING
    return total


@clause("MM-FATIGUE-14")
def is_active(unit: Unit) -> bool:
    """Whether it moved, shot or fought."""
    deeds = unit.deeds
    moved = deeds.used > 0 or deeds.moved_first > 0 or deeds.moved_later > 0
    return bool(moved or is_exerted(unit) or deeds.fired or deeds.impacts or deeds.melees)
