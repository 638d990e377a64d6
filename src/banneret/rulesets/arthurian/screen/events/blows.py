"""Blows, shots, wounds and breaking away."""

from __future__ import annotations

from banneret.tabletop.screen.words import listed, plain, whose

from .telling import NOBODY, Spot, Tale, Who


class Struck(Tale, frozen=True, tag="struck"):
    """An attack."""

    figure: int
    other: int
    outcome: str
    attack: int | None
    defence: int | None
    dice: tuple[int, int]
    charge: bool = False
    free: bool = False
    path: tuple[Spot, ...] = ()

    def said(self, who: Who) -> str:
        """Totals and outcome."""
        one, other = who(self.figure), who(self.other)
        how = "struck after the fleeing" if self.free else "charged" if self.charge else "struck at"
        sums = "" if self.attack is None else f", {self.attack} against {self.defence}"
        words = {
            "miss": "no hit",
            "hit": "a hit",
            "hit_double": "a hit at double, the better of two wound rolls",
            "hit_defence_one": "the defence die is a 1: the better of two wound rolls",
            "counter_hit": f"the attack die is a 1, and {other} hits him instead",
            "counter_void": "the attack die is a 1: nothing",
            "laugh": "both dice are 1, and everyone laughs",
        }
        return f"{one} {how} {other}{sums}: {words[self.outcome]}."


class Shot(Tale, frozen=True, tag="shot"):
    """A shot."""

    shooter: int
    target: int
    outcome: str
    total: int | None
    needed: int | None
    weapon: str = "ok"

    def said(self, who: Who) -> str:
        """Total and outcome."""
        hit = {"miss": "missed", "hit": "hit", "hit_doubled": "hit with double strength"}
        word = hit.get(self.outcome, "could not shoot")
        after = {"broken": " His weapon broke.", "out_of_ammunition": " It was his last missile."}
        return (
            f"{who(self.shooter)} shot at {who(self.target)}, {self.total} against {self.needed}: "
            f"he {word}.{after.get(self.weapon, '')}"
        )


class Wounded(Tale, frozen=True, tag="wounded"):
    """A wound, and what it made of the model."""

    figure: int
    severity: str
    location: str
    level: str
    damage: int | None = None
    by: int = NOBODY
    cause: str = "blow"

    def said(self, who: Who) -> str:
        """Place and level."""
        name = who(self.figure)
        if self.severity == "nothing":
            return f"{name} was unhurt."
        if self.severity == "shock":
            return f"{name} was shocked ({self.location}): -1."
        if self.severity in {"killed", "gruesome"}:
            kind = "gruesome" if self.severity == "gruesome" else "killing"
            return f"{name} took a {kind} wound to the {self.location}."
        more = "" if self.severity == self.level else f", now {self.level}"
        if self.level == "too much":
            more = ", one too many"
        return f"{name} took a {self.severity} wound to the {self.location}{more}."


class Stunned(Tale, frozen=True, tag="stunned"):
    """A model is stunned."""

    figure: int
    rounds: int

    def said(self, who: Who) -> str:
        """For how long."""
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return f"{who(self.figure)} was stunned for {rounds}."


class Removed(Tale, frozen=True, tag="removed"):
    """A model is out of play."""

    figure: int
    how: str
    by: int = NOBODY
    place: Spot = (0.0, 0.0)

    def said(self, who: Who) -> str:
        """How."""
        name = who(self.figure)
        words = {
            "killed": "was killed",
            "out of action": "was out of action",
            "gruesome": "died a gruesome death",
            "slain": "was slain, helpless",
            "captured": "was taken",
            "left": "left the field",
            "stopped": "laid down his arms and quit the field",
        }
        return f"{name} {words[self.how]}."


class Poisoned(Tale, frozen=True, tag="poisoned"):
    """A poisoned wound."""

    figure: int
    kind: str

    def said(self, who: Who) -> str:
        """What it lowers."""
        words = {
            "str": "STR",
            "tough": "TOUGH",
            "ini": "Initiative",
            "melee": "ATT and DEF",
            "ranged": "Ranged",
            "move": "Move",
        }
        return f"{who(self.figure)} was poisoned: {words[self.kind]} -1."


class Broke(Tale, frozen=True, tag="broke"):
    """Something broke."""

    figure: int
    what: str

    def said(self, who: Who) -> str:
        """What."""
        return f"{whose(who(self.figure))} {plain(self.what)} broke."


class BreakTried(Tale, frozen=True, tag="break"):
    """An attempt to break from combat."""

    figure: int
    outcome: str
    fleer: int | None = None
    holders: tuple[int, ...] = ()
    held_by: tuple[int, ...] = ()

    def said(self, who: Who) -> str:
        """Whether he got away."""
        name = who(self.figure)
        sums = ""
        if self.fleer is not None:
            sums = f", {self.fleer} against {listed([str(one) for one in self.holders])}"
        words = {"away": "got away", "caught": "was held", "struck_down": "was struck down"}
        return f"{name} tried to break away{sums}: he {words[self.outcome]}."


class Answered(Tale, frozen=True, tag="answered"):
    """An opponent declared hold or strike."""

    figure: int
    other: int
    choice: str

    def said(self, who: Who) -> str:
        """Which."""
        one, other = who(self.figure), who(self.other)
        if self.choice == "hold":
            return f"{one} would hold {other}."
        return f"{one} let {other} go, to strike after him."
