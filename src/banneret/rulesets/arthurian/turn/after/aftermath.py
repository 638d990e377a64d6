"""After the battle, in order: fates, Heroes, treasure, virtue, poison, rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics import who
from ...basics.asking import ask
from ...basics.state import (
    ASIDE,
    DEAD_WAYS,
    NOBODY,
    OK,
    RIDDEN,
    STANDING,
    TABLE,
)
from ...basics.tables import POISONS, SIDES
from ...fight.wounds import eased
from ...fortune import virtue
from ...fortune.checks import throw_virtue
from ...screen import events as e
from . import fates
from .fate_dice import Found, throw_treasure

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Model, Token
    from ...basics.tables import Poison

RELIC = "holy_relic"
RELIC_VIRTUE = 6  # AR-TREASURE-01
STEPS = ("fates", "heroes", "treasure", "virtue", "poison", "rest")
HEALERS = ("king", "lady", "knight", "priest", "nymph")  # AR-POISON-14
KEEP, VIRTUE = "keep", "virtue"
_KINDS = {
    "str": "STR",
    "tough": "TOUGH",
    "ini": "Initiative",
    "melee": "ATT and DEF",
    "ranged": "Ranged",
    "move": "Move",
}


def _step(name: str, rule: Callable[[Table[Battle]], None]) -> Callable[[Table[Battle]], None]:
    """One step after the battle, and the next."""

    @clause("AR-AFTER-01")
    def done(table: Table[Battle]) -> None:
        battle = table.state
        rule(table)
        battle.report = (*battle.report, name)
        table.tell(e.StepDone(name))
        at = STEPS.index(name) + 1
        if at < len(STEPS):
            battle.phase = f"after_{STEPS[at]}"
        else:
            battle.phase, battle.over = "end", True

    return done


# -- treasure


@clause("AR-EVENT-10", "AR-EVENT-21", "AR-TREASURE-01", "AR-SCEN-05")
def _treasure(table: Table[Battle]) -> None:
    """One roll for each token that is held at the end, or was carried off unbroken."""
    battle = table.state
    for token in battle.tokens:
        side = _holder(battle, token)
        if not side:
            continue
        owner = _owner(battle, token, side)
        relic = token.name == "relic"
        found = Found(RELIC) if relic else throw_treasure(table, side)
        token.taken = True
        _gain(owner, found)
        table.tell(e.Found(side, owner.id, found.item, found.gold or 0))


def _holder(battle: Battle, token: Token) -> str:
    """The side that has a token at the end: carried off, or carried by an unbroken figure."""
    if token.kept_by:
        return token.kept_by
    if token.carrier == NOBODY or token.name == "relic":
        return ""
    carrier = battle[token.carrier]
    return carrier.side if carrier.in_play and not carrier.broken else ""


def _owner(battle: Battle, token: Token, side: str) -> Model:
    """Whose the treasure is: the side's PC if he lives, else the carrier's."""
    alive = [one for one in who.pcs(battle, side) if one.removed_how not in DEAD_WAYS]
    if alive:
        return alive[0]
    return battle[token.carrier] if token.carrier != NOBODY else who.pcs(battle, side)[0]


@clause("AR-TREASURE-01", "AR-FATE-06")
def _gain(owner: Model, found: Found) -> None:
    """Gold goes into the purse, things are kept for later."""
    if found.item == "purse":
        owner.gold += found.gold or 0
    elif found.item != "worthless":
        owner.treasures = (*owner.treasures, found.item)


# -- virtue


@clause("AR-VIRTUE-06")
def _virtue(table: Table[Battle]) -> None:
    """Virtue changed as the deeds were done; the ledger is closed."""
    del table


# -- poison


@clause("AR-POISON-14", "AR-POISON-15")
def _poison(table: Table[Battle]) -> None:
    """Healers of the party check their virtue, the PC prays once; relics may be used."""
    battle = table.state
    for pc in [one for side in SIDES for one in who.pcs(battle, side)]:
        if pc.removed_how in DEAD_WAYS:
            continue
        for healer in healers(battle, pc):
            if pc.poison.total:
                _try_to_cure(table, healer, pc)
        if pc.poison.total:
            _try_to_cure(table, pc, pc)
        if pc.fate == "released_and_healed" and pc.poison.total:
            _cure(table, pc, pc)
        for _ in range(pc.treasures.count(RELIC)):
            _use_relic(table, pc)


@clause("AR-POISON-15")
def healers(battle: Battle, pc: Model) -> list[Model]:
    """King, Lady, Knight, Priest or Wood Nymph of his party in play at the end, by id."""
    own = [one for one in who.in_play(battle, pc.side) if one.id != pc.id]
    return [one for one in own if any(one.is_a(tag) for tag in HEALERS)]


def _try_to_cure(table: Table[Battle], healer: Model, pc: Model) -> None:
    """One Virtue Level check; a pass removes one poisoned wound."""
    if throw_virtue(table, who.virtue_of(healer), healer.side, healer.name):
        _cure(table, healer, pc)
    else:
        table.tell(e.Cured(healer.id, pc.id))


@clause("AR-POISON-15")
def _cure(table: Table[Battle], healer: Model, pc: Model) -> None:
    """Which poisoned wound is healed, the PC's player chooses."""
    kinds = pc.poison.kinds
    question = Pick(
        pc.side,
        "poison",
        f"Which poisoned wound of {pc.name} is healed?",
        kinds,
        label=_KINDS.__getitem__,
        about=(pc.id,),
    )
    kind: Poison = ask(table, question)
    pc.poison = pc.poison.plus(kind, -1)
    table.tell(e.Cured(healer.id, pc.id, _KINDS[kind]))


@clause("AR-TREASURE-01")
def _use_relic(table: Table[Battle], pc: Model) -> None:
    """A holy relic heals one poisoned wound or gives 6 virtue points, now or later."""
    ways: list[str] = [f"heal:{one}" for one in POISONS if pc.poison.of(one)]
    ways += [VIRTUE, KEEP]

    def label(key: str) -> str:
        if key.startswith("heal:"):
            return f"Heal the poisoned wound, {_KINDS[key[5:]]}"
        return "6 virtue points" if key == VIRTUE else "Keep it for later"

    question = Pick(
        pc.side,
        "relic",
        f"{pc.name} has a holy relic",
        tuple(ways),
        label=label,
        about=(pc.id,),
    )
    key = ask(table, question)
    if key == KEEP:
        return
    treasures = list(pc.treasures)
    treasures.remove(RELIC)
    pc.treasures = tuple(treasures)
    if key == VIRTUE:
        virtue.change(table, pc, RELIC_VIRTUE, "through a holy relic", "AR-TREASURE-01")
    else:
        pc.poison = pc.poison.plus(key[5:], -1)
        table.tell(e.Cured(pc.id, pc.id, _KINDS[key[5:]]))


# -- rest


@clause("AR-HEAL-03", "AR-POISON-14", "AR-AFTER-04", "AR-SCEN-06", "AR-EQUIP-11")
def _rest(table: Table[Battle]) -> None:
    """Wounds ease by a step, states vanish, poison stays; bows and shields laid aside are back."""
    battle = table.state
    for one in battle.models:
        if one.removed_how in DEAD_WAYS:
            continue
        one.wound = "none" if battle.scenario.blunted else eased(one.wound)
        one.wounds = () if one.wound == "none" else (one.wound,)
        one.shock = one.stun = 0
        one.shock_new = one.prone = one.pinned = one.broken = one.surrendered = False
        one.missile_state, one.loaded = OK, True
        if one.shield == ASIDE:
            one.shield = OK
        if one.horse == STANDING and one.where == TABLE:
            one.horse = RIDDEN


AFTER: dict[str, Callable[[Table[Battle]], None]] = {
    "after_fates": _step("fates", fates.settle_prisoners),
    "after_heroes": _step("heroes", fates.settle_heroes),
    "after_treasure": _step("treasure", _treasure),
    "after_virtue": _step("virtue", _virtue),
    "after_poison": _step("poison", _poison),
    "after_rest": _step("rest", _rest),
}
