"""What every shooting step has in common: targets are locked together, then results follow.

Every unit able to act at the start of the step acts, with the numbers it had then (MM-GUN-03).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import BROKEN, IMPETUOUS, NOBODY, ON_TABLE
from ..basics.tables import RATES
from ..basics.who import by_rank, distance, is_engaged, on_table, rides
from ..setup.hiding import unveil

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Aim, Battle, Unit

HOLD = "hold"
UNVEILED_WITHIN = 12  # inches, MM-SETUP-24


@clause("MM-ARCH-14", "MM-ARCH-26", "MM-GUN-17", "MM-SKIRM-04", "MM-INIT-09", "MM-MOVE-28")
def may_act(battle: Battle, unit: Unit) -> bool:
    """Nobody shoots who is in contact, Broken, Impetuous, reforming, caught, or has declared."""
    deeds = unit.deeds
    return (
        unit.where == ON_TABLE
        and unit.morale not in (BROKEN, IMPETUOUS)
        and not unit.reforming
        and not deeds.contacted
        and not unit.feigning
        and deeds.charge == NOBODY  # a charge that failed was declared all the same
        and deeds.response not in ("counter_charge", "feign", "rout")
        and not hurries(unit)
        and not is_engaged(battle, unit)
    )


@clause("MM-TURN-12")
def hurries(unit: Unit) -> bool:
    """Whether it doubles and has already gone more than half its rate."""
    if unit.deeds.rate != "double":
        return False
    rate = RATES["double"].mounted if rides(unit) else RATES["double"].foot
    return unit.deeds.used > rate / 2


def lock(
    table: Table[Battle],
    able: Callable[[Unit], bool],
    question: Callable[[Unit], Pick[str] | None],
) -> list[tuple[Unit, str]]:
    """Ask everybody who may shoot for his target, both sides at once and in secret."""
    battle = table.state
    asked: list[tuple[Unit, Pick[str]]] = []
    for unit in by_rank(battle, on_table(battle)):
        if able(unit):
            pick = question(unit)
            if pick is not None:
                asked.append((unit, pick))
    answers = table.ask_all([pick for _, pick in asked])
    return [(u, key) for (u, _), key in zip(asked, answers, strict=True) if key != HOLD]


def aim_question(
    battle: Battle,
    unit: Unit,
    key: str,
    prompt: str,
    targets: Sequence[str],
    *,
    odds: Callable[[str], dict[str, str]] | None = None,
) -> Pick[str] | None:
    """Ask a unit's owner whom it shoots at, if there is anybody; odds where dice decide."""
    if not targets:
        return None
    return Pick(
        unit.side,
        key,
        prompt,
        (*targets, HOLD),
        label=lambda one: aim_words(battle, one),
        odds=None if odds is None else lambda one: odds(one) if one != HOLD else {},
        about=(unit.id,),
        usual=targets[0],
    )


def aim_words(battle: Battle, key: str) -> str:
    """Name a target."""
    if key == HOLD:
        return "Hold"
    target, _, heavy = key.partition(":")
    name = battle.units[int(target)].profile.name
    return f"{name} with heavy arrows" if heavy else name


@clause("MM-SETUP-24", "MM-SETUP-27")
def shows_itself(table: Table[Battle], unit: Unit, target: Unit) -> None:
    """Who shoots, and who is shot at from near, is known for what he is."""
    unit.known = True
    unveil(table, unit)
    if target.where == ON_TABLE and distance(table.state, unit, target) <= UNVEILED_WITHIN:
        unveil(table, target)


def next_aim(battle: Battle) -> Aim | None:
    """The next locked shot."""
    if not battle.shooting:
        return None
    aim = battle.shooting[0]
    battle.shooting = battle.shooting[1:]
    return aim
