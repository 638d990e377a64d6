"""The chain: how a quest begins, and what a battle leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.book.saga import Saga
from banneret.core.book.settings import Setting
from banneret.tabletop.screen.words import plain

from ..basics.state import DEAD_WAYS, OK
from ..fight.wounds import eased
from .between import between, pointed_at
from .chronicle import over, sheets, stage, story
from .map import draw
from .roads import FIRST, venture
from .sheet import BETTER, LOST, SLEW, Adventure, Companion, Knight, faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.ruleset import Result
    from banneret.core.chance.dice import Dice

    from ..basics.state import Battle, Model

_LENGTH = Setting(
    "adventures",
    "Adventures",
    (4, 3, 5, 6),
    ("AR-QUEST-01",),
    "A knight's adventures in a chain: wounds, gold and companions last.",
)


@clause("AR-QUEST-01", "AR-QUEST-02")
def begin(name: str, options: Mapping[str, Any], dice: Dice) -> Knight:
    """A new sheet; the first adventure is a duel at the ford, with his dwarf."""
    del dice
    return Knight(
        name=name or "Sir Emeric",
        weapons=["lance", "sword", "dagger"],
        companions=[Companion("dwarf", "Gann"), Companion("squire", "Perrin")],
        adventures=int(options.get("adventures", 4)),
        road=FIRST,
        kind=BETTER,
    )


# -- what a battle leaves


@clause("AR-QUEST-02", "AR-QUEST-03", "AR-AFTER-05")
def settle(knight: Knight, battle: Battle, result: Result) -> Knight:
    """Take over what lasts: wounds, poison, gold, arms, horses, companions, deeds."""
    pc = next(one for one in battle.models if one.side == "a" and one.pc)
    outcome: Any = "drawn" if result.winner is None else "won" if result.winner == "a" else "lost"
    told = Adventure(knight.road, battle.scenario.name, outcome, result.reason)
    told.rounds, told.spared, told.refused = result.rounds, pc.spared, pc.fate == "refused_fate"
    told.deeds = _deeds(battle, pc)
    knight.chain.append(told)
    knight.deeds += told.deeds
    _take_over(knight, pc)
    knight.companions = _survivors(knight, battle)
    _swear(knight, battle, pc)
    knight.road, knight.kind = "", ""
    _sit_out(knight)
    return knight


def _take_over(knight: Knight, pc: Model) -> None:
    knight.dead = pc.removed_how in DEAD_WAYS
    knight.vp = min(199, max(-99, pc.vp))
    knight.gold, knight.wound = min(999, pc.gold), pc.wound
    knight.poison = {kind: pc.poison.of(kind) for kind in pc.poison.kinds}
    knight.horse = pc.horse in {"ridden", "standing"} or (
        knight.horse and not pc.mounted and pc.horse == "none" and pc.fate not in _ROBBED
    )
    knight.spare_horse = pc.spare_horse
    if not knight.no_arms or pc.fate == "stripped_of_arms":
        knight.weapons = list(pc.weapons)
    knight.shield = pc.shield == OK
    knight.treasures = [*pc.treasures, *(["fine_shield"] if pc.fine_shield else [])]
    paid = min(knight.gold, knight.debt)
    knight.gold, knight.debt = knight.gold - paid, knight.debt - paid


_ROBBED = ("robbed", "horse_taken")


def _swear(knight: Knight, battle: Battle, pc: Model) -> None:
    """Oaths and prison: no arms for some adventures, parole, adventures to sit out."""
    knight.no_arms = max(0, knight.no_arms - 1)
    if pc.fate == "bears_no_arms":
        knight.no_arms = pc.sit_out
    else:
        knight.sit_out = pc.sit_out
    if pc.fate == "parole" and pc.removed_by >= 0:
        knight.parole.append(battle[pc.removed_by].name)


@clause("AR-QUEST-03")
def _survivors(knight: Knight, battle: Battle) -> list[Companion]:
    """Companions who left come back, dead ones do not."""
    fought = {one.name: one for one in battle.models if one.side == "a"}
    kept = []
    for one in knight.companions:
        model = fought.get(one.name)
        if model is None:
            kept.append(Companion(one.profile, one.name, eased(one.wound)))
        elif model.removed_how not in DEAD_WAYS:
            kept.append(Companion(one.profile, one.name, model.wound))
    return kept


def _deeds(battle: Battle, pc: Model) -> list[str]:
    felled = [one for one in battle.models if one.side == "b" and one.removed_by == pc.id]
    dead = [one.name for one in battle.models if one.side == "a" and one.removed_how in DEAD_WAYS]
    found = [f"{SLEW if f.removed_how in DEAD_WAYS else 'felled '}{f.name}" for f in felled]
    found += [f"{LOST}{name}" for name in dead if name != pc.name]
    found += _wounds(pc)
    return found + ([f"met his fate, {plain(pc.fate)}"] if pc.fate else [])


@clause("AR-QUEST-05", "AR-WOUND-18")
def _wounds(pc: Model) -> list[str]:
    """Where he was wounded last, how badly it still was after his rest, and his poison."""
    found = []
    if pc.wound_at != "none":
        rested = pc.wound != "none" and pc.removed_how not in DEAD_WAYS
        left = f", {pc.wound} when he had rested" if rested else ""
        found.append(f"was wounded in the {pc.wound_at}{left}")
    if pc.poison.total:
        many = pc.poison.total
        found.append(f"bore {many} poisoned wound{'s' if many > 1 else ''}")
    return found


@clause("AR-QUEST-01", "AR-QUEST-03", "AR-HEAL-03")
def _sit_out(knight: Knight) -> None:
    """Adventures he sits out pass over entries of the chain, and heal a step each."""
    while knight.sit_out and len(knight.chain) < knight.adventures and not knight.dead:
        knight.sit_out -= 1
        knight.wound = eased(knight.wound)
        missed = Adventure("", "An adventure missed", "sat out", "his fate held him")
        knight.chain.append(missed)


SAGA: Saga[Knight] = Saga(
    key="quest",
    title="A quest",
    record=Knight,
    begin=begin,
    between=between,
    due=lambda knight: venture(knight) if knight.road and not over(knight) else None,
    settle=settle,
    over=over,
    titled=lambda knight: f"The quest of {knight.name}",
    stage=stage,
    sheets=sheets,
    story=story,
    faults=faults,
    draw=draw,
    pieces=pointed_at,
    settings=(_LENGTH,),
    prefix="AR",
)
