"""Activations, healing, morale, mercy and virtue."""

from __future__ import annotations

from banneret.tabletop.screen.words import inches, listed

from .telling import Spot, Tale, Who

LEAST = 0.05  # inches: less is told as 0


class Idle(Tale, frozen=True, tag="idle"):
    """A model could not act."""

    figure: int
    why: str

    def said(self, who: Who) -> str:
        """Why."""
        return f"{who(self.figure)} {self.why}."


class Moved(Tale, frozen=True, tag="moved"):
    """A model moved."""

    figure: int
    path: tuple[Spot, ...]
    inches: float
    how: str = "moved"
    touches: tuple[int, ...] = ()
    straight: float = 0.0

    @property
    def quiet(self) -> bool:
        """A walk that meets nobody."""
        return not self.touches and self.how in {"moved", "ran"}

    def said(self, who: Who) -> str:
        """How far, and into whom."""
        met = f" into contact with {listed([who(one) for one in self.touches])}"
        if self.touches and self.inches < LEAST:
            return f"{who(self.figure)} closed up{met}."
        return f"{who(self.figure)} {self.how} {inches(self.inches)}{met if self.touches else ''}."


class Left(Tale, frozen=True, tag="left"):
    """A model left the table."""

    figure: int
    how: str = "left the table"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class Stood(Tale, frozen=True, tag="stood"):
    """A prone or pinned model is up again."""

    figure: int
    how: str = "got up"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class Took(Tale, frozen=True, tag="took"):
    """A model did something with its hands."""

    figure: int
    what: str

    @property
    def quiet(self) -> bool:
        """Everyday."""
        return True

    def said(self, who: Who) -> str:
        """What."""
        return f"{who(self.figure)} {self.what}."


class Healed(Tale, frozen=True, tag="healed"):
    """A healing attempt."""

    figure: int
    other: int
    level: str
    done: bool

    def said(self, who: Who) -> str:
        """Whether it helped."""
        if not self.done:
            return f"{who(self.figure)} tended {who(self.other)} in vain."
        state = (
            "whole again"
            if self.level == "none"
            else "only lightly hurt"
            if self.level == "light"
            else f"down to a {self.level} wound"
        )
        return f"{who(self.figure)} tended {who(self.other)}, who is {state}."


class Tested(Tale, frozen=True, tag="tested"):
    """A Discipline test."""

    figure: int
    why: str
    total: int
    passed: bool

    def said(self, who: Who) -> str:
        """Passed or not."""
        name, sums = who(self.figure), f"{self.total}, 6 needed"
        if self.why == "rally":
            return f"{name} {'rallied' if self.passed else 'did not rally'}: {sums}."
        why = {
            "wound": "for his wound",
            "leader": "for the lost leader",
            "half": "at half strength",
        }
        word = "held" if self.passed else "broke"
        return f"{name} tested Discipline {why[self.why]}, {sums}: he {word}."


class Rallied(Tale, frozen=True, tag="rallied"):
    """Bravery."""

    figure: int

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} took heart and rallied."


class Yielded(Tale, frozen=True, tag="yielded"):
    """A Hero surrendered."""

    figure: int
    other: int

    def said(self, who: Who) -> str:
        """To whom."""
        return f"{who(self.figure)} yielded to {who(self.other)}."


class Mercy(Tale, frozen=True, tag="mercy"):
    """What was done with a helpless enemy."""

    figure: int
    other: int
    deed: str

    def said(self, who: Who) -> str:
        """The deed."""
        words = {"slay": "slew helpless", "take": "took the surrender of", "help": "helped up"}
        return f"{who(self.figure)} {words[self.deed]} {who(self.other)}."


class VirtueChanged(Tale, frozen=True, tag="virtue"):
    """Virtue points won or lost."""

    figure: int
    points: int
    level: int
    why: str

    def said(self, who: Who) -> str:
        """How many."""
        return (
            f"{who(self.figure)} {'gained' if self.points > 0 else 'lost'} {abs(self.points)} "
            f"virtue {self.why}: level {self.level}."
        )
