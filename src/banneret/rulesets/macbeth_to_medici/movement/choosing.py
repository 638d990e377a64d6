"""Who moves in a step, alone or as a brigade, in which order (MM-INIT-05 to 12, MM-MOVE-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.screen.words import agree

from ..basics.state import BROKEN, COUNTER, ERRATIC, EVADE, HIDDEN, IMPETUOUS, NOBODY, STEADY
from ..basics.who import is_engaged, on_table, rides, touching
from ..command.rating import head_start
from .rates import is_immobile, why_not_move

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from banneret.core.book.clauses import Refusal
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Unit


@clause("MM-INIT-05", "MM-INIT-06", "MM-INIT-08")
def initiative_part(battle: Battle, unit: Unit) -> float:
    """Inches a unit may move before its opponent reacts; none without an opponent."""
    if unit.deeds.opponent == NOBODY:
        return 0.0
    other = battle.units[unit.deeds.opponent]
    return float(head_start(unit.deeds.initiative, other.deeds.initiative, mounted=rides(unit)))


@clause("MM-MOVE-19", "MM-MOVE-21", "MM-OFFICER-16")
def brigade_of(battle: Battle, unit: Unit) -> list[Unit]:
    """The units that move as one with this one, itself among them; alone if it is none.

    A member that charges or is charged leaves it; with one unit left it is no brigade.
    """
    officer = unit.deeds.brigade
    if officer == NOBODY or not _stays(battle, unit):
        return [unit]
    members = [
        one
        for one in on_table(battle)
        if one.deeds.brigade == officer and one.side == unit.side and _stays(battle, one)
    ]
    return members if len(members) > 1 else [unit]


def _stays(battle: Battle, unit: Unit) -> bool:
    return (
        unit.deeds.charge == NOBODY
        and not unit.deeds.response
        and unit.formed
        and unit.morale in (STEADY, ERRATIC)
        and not is_engaged(battle, unit)
    )


@clause("MM-INIT-12", "MM-TURN-14")
def in_order(battle: Battle, units: Iterable[Unit]) -> list[Unit]:
    """Descending rating; equals: the side with the better C-in-C, then as the owner named them."""
    first = battle.ties or "a"
    return sorted(
        units, key=lambda u: (-u.deeds.initiative, u.side != first, u.deeds.chosen, u.number)
    )


@clause("MM-INIT-10")
def may_break_off(battle: Battle, unit: Unit) -> float:
    """Inches a unit in contact may break off: rated above every enemy touching it; 0: not."""
    foes = touching(battle, unit)
    if not foes or unit.morale in (IMPETUOUS, BROKEN) or unit.reforming or is_immobile(unit):
        return 0.0
    best = max(foe.deeds.initiative for foe in foes)
    return float(head_start(unit.deeds.initiative, best, mounted=rides(unit)))


def moves_first(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has anything to do in step 5."""
    if unit.morale == BROKEN or unit.reforming or is_immobile(unit):
        return False
    if is_engaged(battle, unit):
        return may_break_off(battle, unit) >= 1.0
    if unit.deeds.charge != NOBODY and not unit.deeds.stopped:
        return initiative_part(battle, unit) > 0.0
    if unit.deeds.response == EVADE:
        return initiative_part(battle, unit) > 0.0 and unit.profile.type != "gunnes"
    if unit.deeds.response or unit.deeds.stopped or unit.morale == IMPETUOUS:
        return False
    return min(initiative_part(battle, one) for one in brigade_of(battle, unit)) > 0.0


@clause("MM-CHARGE-38", "MM-TURN-12")
def moves_last(battle: Battle, unit: Unit, still_charged: Callable[[Unit], bool]) -> bool:
    """Whether a unit may make an ordinary move in step 9."""
    deeds = unit.deeds
    if why_not_move(battle, unit) is not None:
        return False
    if deeds.charged or deeds.countered or deeds.evaded or deeds.broke_off or deeds.stopped:
        return False
    if deeds.charge != NOBODY or deeds.recoiled or deeds.routed or deeds.pursued:
        return False
    if deeds.response in (EVADE, COUNTER):
        return False
    return not (deeds.response == "stand" and still_charged(unit))


def ask_movers(
    table: Table[Battle],
    side: str,
    units: Sequence[Unit],
    prompt: str,
    bound: Mapping[int, Refusal] | None = None,
) -> None:
    """Ask a side which of its units are to move in this step; the others stay, unless bound."""
    if not units:
        return
    battle, must = table.state, bound or {}
    keys = tuple([one.id for one in units])
    keen = tuple([one.id for one in units if one.deeds.charge != NOBODY])
    ready = tuple([one.id for one in units if not one.reforming and one.where != HIDDEN])
    wishes = [ready, keen, (), *[(one,) for one in keys]]
    sets = list(dict.fromkeys([tuple(dict.fromkeys((*must, *wish))) for wish in wishes]))
    left_out = lambda keys: next((no for one, no in must.items() if one not in keys), None)  # noqa: E731
    answer = table.ask(
        Pick(
            side,
            "movers",
            prompt,
            keys,
            label=lambda key: _told(battle, battle.units[key]),
            least=0,
            most=len(keys),
            allows=left_out,
            sets=lambda: sets,
            about=keys,
            usual=ready,
        ),
        audience=(side,),
    )
    for place, one in enumerate(answer, 1):
        battle.units[one].deeds.chosen = place


def _told(battle: Battle, unit: Unit) -> str:
    name = unit.profile.name
    if unit.reforming:
        return f"{name}: give up reforming"
    if unit.where == HIDDEN:
        return f"{name}: leave its hiding place"
    if is_engaged(battle, unit):
        return f"{name}: break off"
    if unit.deeds.charge != NOBODY:
        return f"{name}: charge"
    if unit.deeds.response == EVADE:
        return f"{name}: evade"
    units = brigade_of(battle, unit)
    count = len(units)
    return (
        f"{name} and {count - 1} more as one{_ahead(battle, units)}"
        if count > 1
        else (f"{name}{_ahead(battle, units)}")
    )


@clause("MM-INIT-05")
def _ahead(battle: Battle, units: Sequence[Unit]) -> str:
    """Over whom it has the initiative, and how far it goes before he reacts, in step 5."""
    if battle.phase != "initiative_moves":
        return ""
    last = min(units, key=lambda one: initiative_part(battle, one))
    inches = initiative_part(battle, last)
    foe = battle.units[last.deeds.opponent].profile.name
    return f": {inches:g} {agree(int(inches), 'inch', 'inches')} before {foe} react"
