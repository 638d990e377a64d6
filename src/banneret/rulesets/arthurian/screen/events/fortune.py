"""Combat events, melee combat events and the choices they bring."""

from __future__ import annotations

from banneret.tabletop.screen.words import capital, plain

from .telling import NOBODY, Spot, Tale, Who


def event_name(event: str) -> str:
    """A row of the d100 table by its name."""
    return "Fortune's Favor" if event == "fortunes_favor" else plain(event)


class EventCame(Tale, frozen=True, tag="combat_event"):
    """A combat event."""

    side: str
    name: str
    roll: int

    def said(self, who: Who) -> str:
        """Its name."""
        del who
        return (
            f"A combat event for side {self.side.upper()} ({self.roll}): {event_name(self.name)}."
        )


class EventTook(Tale, frozen=True, tag="event_effect"):
    """Whom a combat event befell, or that it befell nobody."""

    name: str
    figure: int = NOBODY
    what: str = ""

    def said(self, who: Who) -> str:
        """What it did."""
        if self.figure == NOBODY:
            return f"{capital(event_name(self.name))}: {self.what or 'it changed nothing'}."
        return f"{capital(event_name(self.name))}: {who(self.figure)} {self.what}."


class Arrived(Tale, frozen=True, tag="arrived"):
    """Somebody came onto the table."""

    figure: int
    place: Spot
    how: str = "came to help"

    def said(self, who: Who) -> str:
        """Who."""
        return f"{who(self.figure)} {self.how}."


class MeleeEventCame(Tale, frozen=True, tag="melee_event"):
    """A melee combat event."""

    number: int
    figure: int
    other: int

    def said(self, who: Who) -> str:
        """Its number and whom it concerns."""
        return f"Melee event {self.number} between {who(self.figure)} and {who(self.other)}."


class MeleeEventTook(Tale, frozen=True, tag="melee_effect"):
    """One effect of a melee combat event."""

    effect: str
    figure: int
    other: int
    clause: str = ""

    def said(self, who: Who) -> str | None:
        """In words."""
        pc, opponent = who(self.figure), who(self.other)
        words = {
            "no_effect": "it came to nothing",
            "pc_shield_broken": f"{pc}'s shield broke",
            "new_shield": f"{pc}'s dwarf was at hand with another shield",
            "no_new_shield": f"{pc} got no other shield",
            "pc_weapon_broken": f"{pc}'s weapon broke",
            "new_weapon": f"{pc}'s dwarf was at hand with another weapon",
            "no_new_weapon": f"{pc} got no other weapon",
            "pc_horse_killed": f"{pc}'s horse was killed",
            "pc_pinned": f"{pc} was pinned under his horse",
            "on_spare_horse": f"{pc} mounted his spare horse",
            "on_foot": f"{pc} stood on foot",
            "pc_unhorsed": f"{pc} was knocked off his horse",
            "remounted": f"{pc} was back in the saddle",
            "fight_goes_on": "the fight went on",
            "fight_stops": f"{opponent} would fight no more",
            "opponent_unhorsed": f"{opponent} was knocked off his horse",
            "opponent_horse_killed": f"{opponent}'s horse was killed",
            "opponent_pinned": f"{opponent} was pinned under his horse",
            "opponent_on_foot": f"{opponent} had to fight on foot",
            "opponent_weapon_broken": f"{opponent}'s weapon broke",
            "opponent_changes_weapon": f"{opponent} took up another weapon",
            "opponent_unarmed": f"{opponent} was left unarmed",
            "opponent_shield_broken": f"{opponent}'s shield broke",
        }
        said = words.get(self.effect)
        return None if said is None else f"{said[0].upper()}{said[1:]}."


class Chivalry(Tale, frozen=True, tag="chivalry"):
    """A choice of chivalry."""

    figure: int
    other: int
    chivalrous: bool
    what: str

    def said(self, who: Who) -> str:
        """What he chose."""
        pc, opponent = who(self.figure), who(self.other)
        if not self.chivalrous:
            return f"{pc} kept his advantage over {opponent}."
        gave = {
            "mounted": "dismounted to fight on equal terms",
            "shield": "laid his own shield aside",
            "armed": "would not strike a man worse armed",
        }
        return f"{pc} {gave[self.what]} against {opponent}."
