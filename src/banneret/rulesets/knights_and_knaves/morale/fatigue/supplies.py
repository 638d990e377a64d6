"""Ammunition: running out, baggage, robbing the dead (KK-AMMO)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.tabletop.shapes.measuring import gap

from ...basics.state import LYING, UP
from ...basics.tables import TABLES
from ...basics.who import standing
from ...command.action.special import baggage_gap
from ...ground import contact
from ...ground.contact import at_hand
from ...ground.lay import lay_of
from ...screen.events import OutOfAmmunition, Searched
from .wearing import check_ammunition, rob

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Man
    from ...ground.lay import Spot

BODY = "body:"
JAVELINS = frozenset(("javelin", "javelin_thong"))


@clause("KK-TURN-04", "KK-AMMO-01")
def ammunition(table: Table[Battle]) -> None:
    """Everybody with something to shoot counts his arrows; then who searched may have found some.

    How much a man has left is his player's to know.
    """
    battle = table.state
    for man in standing(battle):
        if man.profile.missile and not man.out_of_ammo:
            _count(table, man)
    for man in standing(battle):
        _search(table, man)
    battle.phase = "withdrawal"


@clause("KK-AMMO-01", "KK-AMMO-02", "KK-AMMO-03")
def _count(table: Table[Battle], man: Man) -> None:
    """From the first permanent level on a die not above twice the level leaves him with none."""
    battle = table.state
    with table.privately((man.player,)):
        check = check_ammunition(
            table, man.profile.missile, man.permanent, man.shot, battle.options, man.player
        )
        if check.result == "out":
            man.out_of_ammo = True
            table.tell(OutOfAmmunition(man.id))


# -- finding more


@clause("KK-AMMO-08", "KK-AMMO-05")
def sources(battle: Battle, man: Man) -> list[tuple[str, float]]:
    """Where he could look, and how far off: baggage, and bodies that had his kind of weapon."""
    baggage = [(spot.id, baggage_gap(man, spot)) for spot in _baggage(battle)]
    return baggage + [
        (f"{BODY}{body.id}", gap(man.base, body.base)) for body in _bodies(battle, man)
    ]


@clause("KK-AMMO-08", "KK-GEO-05")
def beside(battle: Battle, man: Man) -> list[str]:
    """Those of them that he touches, through no wall."""
    here = man.base
    baggage = [spot.id for spot in _baggage(battle) if at_hand(battle, here, spot.base)]
    return baggage + [
        f"{BODY}{body.id}" for body in _bodies(battle, man) if at_hand(battle, here, body.base)
    ]


def _baggage(battle: Battle) -> list[Spot]:
    return [spot for spot in lay_of(battle).spots if spot.kind == "baggage"]


def _bodies(battle: Battle, man: Man) -> list[Man]:
    """Those who lie about with his kind of weapon and were not searched yet."""
    return [
        body
        for body in battle.men
        if body.status in LYING and body.id not in battle.searched and _same_kind(man, body)
    ]


def _same_kind(man: Man, body: Man) -> bool:
    """Whether what the other shot with fits him: bow, crossbow, sling, gun, javelin."""
    return bool(body.profile.missile) and _kind(body.profile.missile) == _kind(man.profile.missile)


def _kind(missile: str) -> str:
    return "javelin" if missile in JAVELINS else TABLES.missile[missile].readiness


def place_of(battle: Battle, key: str) -> tuple[float, float]:
    """Where the baggage or body is."""
    if key.startswith(BODY):
        base = battle.men[int(key.removeprefix(BODY))].base
        return (base.x, base.y)
    return next(spot.entry.at for spot in lay_of(battle).spots if spot.id == key)


@clause("KK-AMMO-08")
def _search(table: Table[Battle], man: Man) -> None:
    """A turn of searching counts if he touched it and nobody fought him; turns must follow on."""
    battle = table.state
    key = man.declared.object if man.declared is not None else ""
    at_it = (
        man.chit == "resupply"
        and bool(key)
        and man.status in UP
        and not man.in_melee
        and not contact.touching(battle, man)
        and key in beside(battle, man)
    )
    if not at_it:
        man.resupply, man.searches = 0, ""
        return
    man.resupply = man.resupply + 1 if man.searches == key else 1
    man.searches = key
    if key.startswith(BODY):
        _rob(table, man, key)
    elif man.resupply >= TABLES.ammunition.baggage_turns:
        _refill(table, man, key)


@clause("KK-AMMO-05", "KK-AMMO-04")
def _refill(table: Table[Battle], man: Man, key: str) -> None:
    """He has enough again; later checks go on."""
    man.out_of_ammo = False
    man.resupply = 0
    table.tell(Searched(man.id, key, found=True), (man.player,))


@clause("KK-AMMO-06", "KK-AMMO-07", "KK-AMMO-08")
def _rob(table: Table[Battle], man: Man, key: str) -> None:
    """After his turns at a body a die says whether it had any; each body is tried once."""
    battle = table.state
    with table.privately((man.player,)):
        robbed = rob(table, man.resupply, battle.options, man.player)
    if robbed.result == "waiting":
        return
    battle.searched = (*battle.searched, int(key.removeprefix(BODY)))
    if robbed.result == "resupplied":
        _refill(table, man, key)
    else:
        man.resupply = 0
        table.tell(Searched(man.id, key, found=False), (man.player,))
