"""Bodies carried off, captives led away (KK-DIS-03, 04, KK-YIELD-07, 09, KK-CMD-17, 18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.core.table import Table
    from banneret.rulesets.knights_and_knaves.state import Battle, Man


def take(table: Table[Battle], captor: Man, captive: Man) -> None:
    """The captive has yielded and the captor escorts him from now on."""
    raise NotImplementedError


def let_go(table: Table[Battle], captor: Man) -> None:
    """The captor is disabled, routs or leaves: his captive is free."""
    raise NotImplementedError


def may_carry(battle: Battle, man: Man, body: Man) -> bool:
    """Whether he touches a disabled friend whom he could lift with a second man."""
    raise NotImplementedError


def drop(battle: Battle, man: Man) -> None:
    """He lets go of the body he carries; so does the other."""
    raise NotImplementedError
