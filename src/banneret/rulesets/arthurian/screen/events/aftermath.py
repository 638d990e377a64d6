"""The end, and what becomes of everybody."""

from __future__ import annotations

from banneret.tabletop.screen.words import plain, whose

from .telling import NOBODY, Tale, Who


class BattleEnded(Tale, frozen=True, tag="battle_end"):
    """The fighting is over."""

    winner: str | None
    reason: str

    def said(self, who: Who) -> str:
        """Who won, and why."""
        del who
        result = "drawn" if self.winner is None else f"won by side {self.winner.upper()}"
        return f"The battle is over, {result}: {self.reason}."


class FateFell(Tale, frozen=True, tag="fate"):
    """What became of somebody after the battle."""

    figure: int
    fate: str
    by: int = NOBODY
    adventures: int = 0

    def said(self, who: Who) -> str:
        """In words."""
        more = f", for {self.adventures} adventures" if self.adventures > 1 else ""
        fate = plain(self.fate).replace("camelot", "Camelot")
        return f"{whose(who(self.figure))} fate: {fate}{more}."


class Found(Tale, frozen=True, tag="found"):
    """A treasure."""

    side: str
    figure: int
    item: str
    gold: int = 0

    def said(self, who: Who) -> str:
        """What it is."""
        what = f"a purse of {self.gold} gold" if self.item == "purse" else plain(self.item)
        return f"{who(self.figure)} had found {what}."


class Cured(Tale, frozen=True, tag="cured"):
    """A healer's check after the battle."""

    figure: int
    other: int
    kind: str = ""

    def said(self, who: Who) -> str:
        """Whether it helped."""
        whom = "himself" if self.figure == self.other else who(self.other)
        if not self.kind:
            return f"{who(self.figure)} prayed for {whom}, and was not heard."
        return f"{who(self.figure)} healed {whom} of a poisoned wound, {self.kind}."


class StepDone(Tale, frozen=True, tag="after_step"):
    """One of the steps after the battle is done (AR-AFTER-01)."""

    step: str

    def said(self, who: Who) -> None:
        """It shows in the report."""
        del who
