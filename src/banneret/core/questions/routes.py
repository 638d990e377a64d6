"""A choice of targets in order, each order at several paces: whom to ride at, and how fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from banneret.core.book.clauses import Refusal
from banneret.core.questions.picks import Pick


class Pace(NamedTuple):
    """A pace in words, with how far it carries; or why it cannot be had.

    `missed` is why somebody whom it could be chosen for at another pace cannot be a target at this.
    """

    key: str
    label: str
    because: Refusal | None = None
    missed: Refusal | None = None


class Route(Pick[str]):
    """One of many routes: targets in their order, at a pace.

    `pace` names an answer's pace ("" for no route at all); the pieces that an option points at are
    its targets in order. A screen builds one up by a tap on each, and has the paces in a row. It is
    answered like any pick.
    """

    pace: Callable[[str], str] | None = None
    paces: Callable[[], Sequence[Pace]] | None = None

    def describe(self) -> dict[str, Any]:
        """Say what is asked, each answer's pace, and the paces there are."""
        said = super().describe()
        if self.pace is None or self.paces is None:
            return said
        for option in said["options"]:
            option["pace"] = self.pace(option["key"])
        said["paces"] = [_described(one) for one in self.paces()]
        return said


def _described(one: Pace) -> dict[str, Any]:
    said: dict[str, Any] = {"key": one.key, "label": one.label}
    if one.because is not None:
        said |= {"because": one.because.reason, "clause": one.because.clause}
    if one.missed is not None:
        said["missed"] = [one.missed.reason, one.missed.clause]
    return said
