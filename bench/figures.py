"""Figures that have no peer: one value, its unit, and the most it should be."""

from __future__ import annotations

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured value; `most` is the goal, if there is one."""

    title: str
    value: float
    unit: str
    most: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None when there is none."""
        return None if self.most is None else self.value <= self.most

    def cells(self) -> tuple[str, str, str, str, str]:
        """Give what stands in the table: title, ours, peer, ratio, goal."""
        verdict = {None: "", True: "\nreached", False: "\nMISSED"}[self.reached]
        goal = "" if self.most is None else f"<= {self.most:g} {self.unit}{verdict}"
        return self.title, f"{self.value:,.4g} {self.unit}", "no peer", "", goal
