"""What a man holds in his hands (KK-MELEE-13, 22, 26, 27, 31, KK-DEF-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.core.book.clauses import clause

from ..basics.state import NOBODY
from ..basics.tables import TABLES
from ..ground.contact import touching
from ..movement.allowances import MELEE
from ..screen.deeds import Drew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

EMPTY: Final = "none"
SHOOTS: Final = frozenset(("shoot", "move_half_shoot", "move_full_shoot"))
HURLED: Final = frozenset(("thrown_spear", "thrown_axe", "thrown_knife"))
# What is hurled is also what he fights with: a spear thrown is a spear less in hand.
SAME_THING: Final = {"thrown_spear": "short_spear", "thrown_axe": "ax", "thrown_knife": "dagger"}
SPEARS: Final = frozenset(("short_spear", "long_spear", "javelin"))
THONGED: Final = "javelin_thong"  # in hand a javelin like any other (KK-MELEE-28)


@clause("KK-DEF-21")
def has_spear(man: Man) -> bool:
    """Whether he wields a short spear, a long spear or a javelin; on foot a lance is one."""
    return wielded(man) in SPEARS


@clause("KK-DEF-21")
def has_lance(man: Man) -> bool:
    """Whether he wields a lance in the saddle."""
    return man.weapon == "lance" and man.horse != NOBODY


@clause("KK-FALL-18", "KK-MELEE-26", "KK-MELEE-28")
def wielded(man: Man) -> str:
    """His weapon for melee: a lance on foot is a long spear, a bow is none."""
    weapon = "javelin" if man.weapon == THONGED else man.weapon
    if weapon not in TABLES.weapon:
        return EMPTY
    return "long_spear" if weapon == "lance" and man.horse == NOBODY else weapon


def carried(man: Man) -> Sequence[str]:
    """The melee weapons he still has, in the order he would draw them."""
    gone = man.thrown
    lost = "lance" if man.lance_lost else ""
    return [one for one in man.profile.weapons if one not in gone and one != lost]


@clause("KK-MELEE-31", "KK-MELEE-27")
def first_weapon(man: Man) -> str:
    """The weapon he draws unasked: the first of his list that he still has."""
    left = carried(man)
    return left[0] if left else EMPTY


@clause("KK-MELEE-27", "KK-MELEE-31", "KK-MELEE-13")
def ready(battle: Battle, man: Man) -> None:
    """At the reveal, out of contact: the weapon he named, or the one his action needs.

    Out of command he keeps what he holds, but a melee result puts his first weapon in hand.
    """
    wanted = _wanted(man)
    if wanted == man.weapon or touching(battle, man):
        return
    if wanted not in carried(man) or may_draw(battle, man):
        man.weapon = wanted


@clause("KK-MELEE-25")
def may_draw(battle: Battle, man: Man) -> bool:
    """Whom a charger met in his ride on draws no weapon until the next Melee phase."""
    return man.id not in battle.caught


def _wanted(man: Man) -> str:
    if man.declared is not None and man.declared.weapon:
        return man.declared.weapon
    if man.rolled:
        return first_weapon(man) if man.chit in MELEE else man.weapon
    if man.chit in SHOOTS and man.profile.missile and not man.out_of_ammo:
        return missile_in_hand(man)
    if man.weapon == EMPTY or (man.chit in MELEE and man.weapon not in carried(man)):
        return first_weapon(man)
    return man.weapon


@clause("KK-ACT-29", "KK-MELEE-31")
def holds_missile(man: Man) -> bool:
    """Whether what he shoots with is in his hand: out of command he does not take it up again."""
    return bool(man.profile.missile) and man.weapon == missile_in_hand(man)


def missile_in_hand(man: Man) -> str:
    """What his hand holds when he shoots: the bow, or the spear he is about to throw."""
    missile = man.profile.missile
    return SAME_THING.get(missile, missile) if SAME_THING.get(missile) in carried(man) else missile


@clause("KK-MELEE-13", "KK-MELEE-26", "KK-MELEE-31")
def must_draw(man: Man) -> bool:
    """Whether he stands in a fight without a melee weapon in hand."""
    return wielded(man) == EMPTY


@clause("KK-MELEE-31", "KK-MELEE-22")
def draw(table: Table[Battle], man: Man, weapon: str = "") -> None:
    """He draws during this round; the weapon is in hand from the next turn."""
    weapon = weapon or first_weapon(man)
    if weapon not in {EMPTY, man.weapon}:
        man.weapon = weapon
        table.tell(Drew(man.id, weapon))
