"""Events as cards: what came, and by which clause, beside what may be done about it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from banneret.core.show.cards import Card
from banneret.tabletop.screen.words import capital

from ..basics.tables import TABLES
from .events import event_name


class _Face(NamedTuple):
    title: str
    sentence: str
    clause: str
    glyph: str


_MELEE = {
    3: _Face("Your shield", "It broke: 1 to 3 on a d6.", "AR-MEVENT-07", "shield-large"),
    4: _Face("Your weapon", "It broke: 1 to 3 on a d6.", "AR-MEVENT-09", "arms-sword"),
    5: _Face("Your horse", "It was killed under you.", "AR-MEVENT-11", "horse"),
    6: _Face("Unhorsed", "You were thrown; the horse lives.", "AR-MEVENT-14", "horse"),
    7: _Face("A word of peace", "The fight may stop here.", "AR-MEVENT-18", "state-surrendered"),
    8: _Face("He is unhorsed", "He was thrown: 1 to 3 on a d6.", "AR-MEVENT-21", "horse"),
    9: _Face("His horse", "It was killed under him.", "AR-MEVENT-22", "horse"),
    10: _Face("His weapon", "It broke: 1 to 3 on a d6.", "AR-MEVENT-23", "arms-sword"),
    11: _Face("His shield", "It broke: 1 to 3 on a d6.", "AR-MEVENT-25", "shield-large"),
}
_COMBAT = {
    "confused": ("may not act this turn", "AR-EVENT-05"),
    "accident": ("is knocked down", "AR-EVENT-06"),
    "furious_assault": ("gains a move action", "AR-EVENT-07"),
    "reinforcements": ("Men of yours come to help", "AR-EVENT-08"),
    "seize_the_moment": ("gains an action", "AR-EVENT-09"),
    "discovery": ("of yours spots something of worth", "AR-EVENT-10"),
    "take_cover": ("in the open moves into cover", "AR-EVENT-11"),
    "bravery": ("who was broken rallies", "AR-EVENT-22"),
    "spooked_horses": ("is carried off by his horse", "AR-EVENT-13"),
    "fumbled": ("may only defend this turn", "AR-EVENT-14"),
    "rapid_fire": ("shoots once more", "AR-EVENT-15"),
    "hiding_spot": ("cannot be shot at this turn", "AR-EVENT-16"),
    "just_a_scratch": ("is not hurt after all", "AR-EVENT-17"),
    "cold_feet": ("shrinks back", "AR-EVENT-20"),
    "fortunes_favor": ("You choose the event", "AR-EVENT-18"),
}


def melee_card(number: int) -> Card | None:
    """The card of a melee combat event: its number on two dice."""
    found = _MELEE.get(number)
    if found is None:
        return None
    said = f"Melee event {number} on two dice. {found.sentence}"
    return Card(found.title, sentence=said, glyph=found.glyph, badge=str(number),
                clauses=(found.clause,))  # fmt: skip


def combat_card(event: str) -> Card:
    """The card of a combat event that came: where it stands on the d100."""
    row = next(one for one in TABLES.combat_event if one.event == event)
    card = choice_card(event)
    return replace(card, sentence=f"{row.min} to {row.max} on the d100. {card.sentence}")


def choice_card(event: str) -> Card:
    """The card of a combat event that may be chosen: what it does."""
    does, clause = _COMBAT[event]
    whole = does if does[:1].isupper() else f"A figure {does}"
    title = capital(event_name(event))
    return Card(title, sentence=f"{whole}.", glyph="die-d100", clauses=(clause,))
