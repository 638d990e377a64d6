"""A drill: legs in order for a body of men, each with its footprint, its price or its refusal.

The core knows neither inches nor bodies: a leg is a word, an amount and a hand; the rules say
which legs there are, follow them one by one and price them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from banneret.core.book.clauses import Refusal
from banneret.core.errors import UnreadableAnswer
from banneret.core.questions.answers import read_number
from banneret.core.questions.asking import NOTHING_YET, Choice, Preview
from banneret.core.show.overlay import Base

if TYPE_CHECKING:
    from banneret.core.show.overlay import Overlay


class Leg(NamedTuple):
    """One leg: what is done, by how much, and on which hand, where that matters."""

    kind: str
    amount: float = 0.0
    hand: str = ""


class Legs(NamedTuple):
    """A whole drill: the gait and its legs in order."""

    gait: str
    legs: tuple[Leg, ...]


class Grip(NamedTuple):
    """A leg that a screen may offer: its unit, its range and hands, or why it is not free."""

    kind: str
    label: str
    unit: str = ""  # inches, degrees, files; nothing: it has no amount
    least: float = 0.0
    most: float = 0.0
    hands: tuple[str, ...] = ()
    because: Refusal | None = None


class Footprint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a leg comes to: where each piece stands after it, what it costs and leaves."""

    kind: str
    bases: tuple[Base, ...]
    price: float = 0.0
    left: float = 0.0
    because: str = ""
    clause: str = ""
    most: float | None = None  # of a refused leg: the greatest amount that is lawful
    notes: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the leg may be made."""
        return not self.because


class Drill(Choice[Legs], msgspec.Struct, eq=False):
    """How a body moves: a gait and legs in order; the rules follow and price each of them.

    `follow` gives the footprint of every leg up to the first that is refused; `judge` may refuse
    a drill as a whole. `pieces` are those that move as one, the first of them named.
    """

    side: str
    key: str
    prompt: str
    pieces: Sequence[int]
    gaits: Sequence[str]
    follow: Callable[[Legs], Sequence[Footprint]]
    grips: Callable[[], Sequence[Grip]] = tuple
    judge: Callable[[Legs], Refusal | None] = lambda _: None
    some: Callable[[], Sequence[Legs]] = tuple
    allowance: float | None = None
    about: Sequence[Any] = ()
    foresee: Callable[[Legs], Preview] | None = None
    reach: Callable[[], Sequence[Overlay]] | None = None
    audience: tuple[str, ...] | None = None
    found: Any = NOTHING_YET

    kind = "drill"

    def read(self, answer: Any) -> Legs:
        """Read [gait, [[leg, amount, hand], ...]]; amount and hand may be left out."""
        if not isinstance(answer, (list, tuple)) or len(answer) != 2:
            raise UnreadableAnswer(f"{self.prompt}: expected [gait, legs], got {answer!r}")
        gait, legs = answer
        if gait not in self.gaits:
            raise UnreadableAnswer(
                f"{self.prompt}: gait {gait!r} is not among {', '.join(self.gaits)}"
            )
        if not isinstance(legs, (list, tuple)):
            raise UnreadableAnswer(f"{self.prompt}: expected a list of legs, got {legs!r}")
        return Legs(gait, tuple([self._leg(leg, i) for i, leg in enumerate(legs)]))

    def _leg(self, leg: Any, place: int) -> Leg:
        where = f"{self.prompt}: legs[{place}]"
        if not isinstance(leg, (list, tuple)) or not 1 <= len(leg) <= 3:
            raise UnreadableAnswer(f"{where}: expected [leg, amount, hand], got {leg!r}")
        known = {grip.kind: grip for grip in self.grips()}
        grip = known.get(leg[0]) if isinstance(leg[0], str) else None
        if grip is None:
            raise UnreadableAnswer(f"{where}: {leg[0]!r} is not among {', '.join(known)}")
        amount = read_number(leg[1], f"{where}: amount") if len(leg) > 1 else 0.0
        hand = leg[2] if len(leg) > 2 else ""
        if hand not in (grip.hands or ("",)):
            raise UnreadableAnswer(f"{where}: hand {hand!r} is not among {', '.join(grip.hands)}")
        return Leg(grip.kind, amount, hand)

    def refusal(self, value: Legs) -> Refusal | None:
        """Give the reason of the first leg that may not be made, or of the whole."""
        barred = {grip.kind: grip.because for grip in self.grips() if grip.because is not None}
        for leg in value.legs:
            if leg.kind in barred:
                return barred[leg.kind]
        for step in self.follow(value):
            if not step.legal:
                return Refusal(step.because, step.clause)
        return self.judge(value)

    def ideas(self) -> Sequence[Legs]:
        """List a few lawful drills."""
        return self.some()

    def preview(self, answer: Any) -> Preview:
        """Show every leg with its footprint, the refused one too."""
        try:
            value = self.read(answer)
        except UnreadableAnswer as no:
            return Preview(legal=False, because=str(no))
        steps = tuple(self.follow(value))
        refused = self.refusal(value)
        if refused is not None:
            return Preview(legal=False, because=refused.reason, clause=refused.clause, legs=steps)
        said = self.foresee(value) if self.foresee is not None else Preview(legal=True)
        price = sum(step.price for step in steps)
        return msgspec.structs.replace(said, legs=steps, price=round(price, 3))

    def describe(self) -> dict[str, Any]:
        """Say which pieces drill, what they may do and how far they could go."""
        return {
            **super().describe(),
            "pieces": list(self.pieces),
            "gaits": list(self.gaits),
            "grips": [
                {
                    **grip._replace(because=None)._asdict(),
                    "because": grip.because.reason if grip.because else "",
                    "clause": grip.because.clause if grip.because else "",
                }
                for grip in self.grips()
            ],
            "allowance": self.allowance,
        }
