"""What one man is to do in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..basics.state import NOBODY
from ..movement.dice import GAITS

if TYPE_CHECKING:
    from banneret.tabletop.shapes.segments import Point

STRIDE: Final = {gait: float(inches) for gait, inches in GAITS.items()}  # a horse's


class Intent(NamedTuple):
    """What one man is to do."""

    chit: str
    target: int = NOBODY
    goal: Point | None = None
    gait: str = ""  # walk, run, or a horse's
    off: bool = False  # he leaves the table there
    detours: tuple[tuple[Point, ...], ...] = ()  # round friends or walls, tried before straight on
    others: tuple[int, ...] = ()  # whom to charge if no way leads to the target (KK-DEF-22)

    @property
    def moves(self) -> bool:
        """Whether he goes anywhere."""
        return self.goal is not None or self.target != NOBODY


STAY = Intent("stay")
