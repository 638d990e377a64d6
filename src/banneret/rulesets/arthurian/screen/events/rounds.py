"""Setting up, rounds, cards: what begins and ends them."""

from __future__ import annotations

from banneret.tabletop.screen.words import listed

from .telling import NOBODY, Spot, Tale, Who


class Strategy(Tale, frozen=True, tag="strategy"):
    """The strategic roll."""

    a: int
    b: int
    winner: str

    def said(self, who: Who) -> str:
        """Who won it."""
        del who
        totals = f"{max(self.a, self.b)} against {min(self.a, self.b)}"
        return f"Side {self.winner.upper()} won the strategic roll, {totals}."


class Goes(Tale, frozen=True, tag="goes"):
    """Who goes first in round 1."""

    side: str
    first: str

    def said(self, who: Who) -> str:
        """The choice."""
        del who
        return f"Side {self.first.upper()} went first in round 1."


class Placed(Tale, frozen=True, tag="placed"):
    """A model was set down."""

    figure: int
    place: Spot

    @property
    def quiet(self) -> bool:
        """Placing decides nothing yet."""
        return True

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} stood ready."


class Surprised(Tale, frozen=True, tag="surprised"):
    """The surprise roll."""

    side: str
    difference: int

    def said(self, who: Who) -> str:
        """Whom it caught."""
        del who
        if self.side == "none":
            return "Nobody was surprised."
        return f"Side {self.side.upper()} lost round 1 to the surprise."


class RoundBegan(Tale, frozen=True, tag="round"):
    """A round began."""

    round: int
    first: str
    totals: tuple[int, int] | None = None

    def said(self, who: Who) -> str:
        """Who goes first."""
        del who
        if not self.first:
            return f"Round {self.round} began: by the cards."
        by = "" if self.totals is None else f", {max(self.totals)} against {min(self.totals)}"
        return f"Round {self.round} began{by}: side {self.first.upper()} went first."


class CardDrawn(Tale, frozen=True, tag="card"):
    """A card came up."""

    side: str
    card: str
    figures: tuple[int, ...] = ()
    used: bool = True

    def said(self, who: Who) -> str:
        """Whose."""
        if not self.figures:
            return "The wild card came up."
        names = listed([who(one) for one in self.figures])
        return f"The card of {names} came up{'' if self.used else ' and was set aside'}."


class WildCard(Tale, frozen=True, tag="wild"):
    """What the wild card brought."""

    card: str
    side: str = ""
    figure: int = NOBODY

    def said(self, who: Who) -> str:
        """In words."""
        words = {
            "rain": "rain: all shots at -1 for the rest of the round",
            "fickle_fortune": f"fickle fortune turns to side {self.side.upper()}",
            "second_wind": "second wind: each side frees a model of shock and stun",
            "trumpet": "a trumpet: the owner of the next card may move a man first",
            "confusion": "confusion: the round ends at once",
            "merlins_whim": f"Merlin's whim: one die again for side {self.side.upper()}",
        }
        del who
        return f"Wild card, {words[self.card]}."


class Freed(Tale, frozen=True, tag="freed"):
    """Second wind."""

    figure: int

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} found his second wind: no shock, no stun."


class RoundEnded(Tale, frozen=True, tag="round_end"):
    """A round is over."""

    round: int

    def said(self, who: Who) -> None:
        """Nothing."""
        del who


class Conceded(Tale, frozen=True, tag="conceded"):
    """A side gave up the field."""

    side: str

    def said(self, who: Who) -> str:
        """Who."""
        del who
        return f"Side {self.side.upper()} conceded and left the field unharmed."
