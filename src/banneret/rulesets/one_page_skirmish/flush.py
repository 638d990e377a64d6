"""Places flush against an enemy: the middle of each side first, then so that two can share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.rulesets.one_page_skirmish.state import FOOT_BASE, MOUNTED_BASE, footprint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.bases import Rect

SHARED: Final = (0.0, 0.5, -0.5)  # how far aside of the middle of a side


def flush_against(enemy: Rect, *, mounted: bool, asides: Sequence[float] = SHARED) -> list[Rect]:
    """The places against an enemy's front, right, left and rear, facing him."""
    hd = (MOUNTED_BASE if mounted else FOOT_BASE)[1] * 0.5
    ux, uy = enemy.ux, enemy.uy
    found: list[Rect] = []
    for aside in asides:
        for vx, vy, half, turn in (
            (ux, uy, enemy.hd, 180.0),
            (uy, -ux, enemy.hw, 270.0),
            (-uy, ux, enemy.hw, 90.0),
            (-ux, -uy, enemy.hd, 0.0),
        ):
            off = half + hd
            x = enemy.x + vx * off - vy * aside
            y = enemy.y + vy * off + vx * aside
            found.append(footprint(mounted, x, y, enemy.facing + turn))
    return found
