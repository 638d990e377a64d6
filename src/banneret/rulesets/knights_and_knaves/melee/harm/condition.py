"""How hurt a man or horse is, by the thresholds that several chapters share."""

from __future__ import annotations

from banneret.core.book.clauses import clause


@clause("KK-MORALE-23", "KK-MORALE-24", "KK-SHOOT-14", "KK-MELEE-14")
def stamina_tier(stamina: int | None, original: int | None) -> int:
    """How many thresholds stamina is under: none, three quarters, half, a quarter; the worst tells.

    Thresholds are strict. Who has no numbers is unhurt.
    """
    if stamina is None or original is None or 4 * stamina >= 3 * original:
        return 0
    if 2 * stamina >= original:
        return 1
    return 2 if 4 * stamina >= original else 3


@clause("KK-MORALE-09", "KK-MOVE-11")
def half_or_less(stamina: int | None, original: int | None) -> bool:
    """Whether half of the original stamina or less is left."""
    return stamina is not None and original is not None and 2 * stamina <= original


@clause("KK-AFTER-01")
def quarter_or_less(stamina: int, original: int) -> bool:
    """Whether a quarter of the original stamina or less is left."""
    return 4 * stamina <= original


@clause("KK-FALL-12")
def below_half(stamina: int, original: int) -> bool:
    """Whether less than half of the original stamina is left."""
    return 2 * stamina < original


@clause("KK-DEF-16")
def wounded(stamina: int, original: int) -> bool:
    """Whether a man or horse has lost any stamina; fatigue is no wound."""
    return stamina < original
