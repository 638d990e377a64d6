"""What one man is to do in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.rulesets.knights_and_knaves.state import NOBODY

if TYPE_CHECKING:
    from banneret.core.segments import Point

STRIDE: Final = {"walk": 8.0, "trot": 12.0, "canter": 16.0, "gallop": 24.0}  # a horse's inches


class Intent(NamedTuple):
    """What one man is to do."""

    chit: str
    target: int = NOBODY
    goal: Point | None = None
    gait: str = ""  # walk, run, or a horse's
    off: bool = False  # he leaves the table there
    detours: tuple[tuple[Point, ...], ...] = ()  # round friends or walls, tried before straight on

    @property
    def moves(self) -> bool:
        """Whether he goes anywhere."""
        return self.goal is not None or self.target != NOBODY


STAY = Intent("stay")
