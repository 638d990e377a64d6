"""The switches set before a game (DE-GEN-09); each is off unless chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.settings import Setting, refuse_unknown


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this battle reads the book."""

    declared_side: bool = False
    front_attack_forbidden: bool = False
    charges_after_fire: bool = False
    dexterity_initiative: bool = False
    dexterity_movement: bool = False
    senior_mage: bool = False
    carry_unused_shots: bool = False
    literal_turn_minimum: bool = False
    short_retreat: bool = False
    fixed_horse_tac: bool = False
    triple_charge_bonus: bool = False
    horse_tac_once: bool = False
    contact_check_2: bool = False
    jousting: bool = False
    ac_plus_numeric: bool = False
    shared_spell_allowance: bool = False
    prepare_by_level: bool = False
    prepare_interruptible: bool = False
    prepare_halves_blows: bool = False
    chain_counterblows: bool = False
    locked_speed_modifier: bool = False
    last_man: bool = False

    @staticmethod
    @clause("DE-GEN-09")
    def read(chosen: Mapping[str, Any], scenario: Mapping[str, bool] | None = None) -> Options:
        """Take the switches chosen, else those of the scenario; refuse what the book lacks."""
        refuse_unknown(SETTINGS, chosen)
        own = {key: value for key, value in (scenario or {}).items() if not chosen.get(key)}
        return Options(**{**chosen, **own})


def _switch(key: str, title: str, of: str, meaning: str) -> Setting:
    return Setting(key, title, (False, True), (of,), meaning)


SETTINGS: tuple[Setting, ...] = (
    _switch(
        "declared_side",
        "Decks for one side",
        "DE-GEN-06",
        "Side a chooses its cards in secret; side b then declares its own aloud.",
    ),
    _switch(
        "front_attack_forbidden",
        "No blow over the horse's head",
        "DE-STAND-07",
        "A rider without lance or spear may not strike through the head end at all.",
    ),
    _switch(
        "charges_after_fire",
        "Charges after fire",
        "DE-SEQ-08",
        "Cavalry charges come after spells, missiles and other acts.",
    ),
    _switch(
        "dexterity_initiative",
        "Initiative by Dexterity",
        "DE-INIT-04",
        "Casters and missile users act in descending Dexterity, whatever their side.",
    ),
    _switch(
        "dexterity_movement",
        "Movement by Dexterity",
        "DE-INIT-04",
        "Figures make their half-moves in descending Dexterity.",
    ),
    _switch(
        "senior_mage",
        "Senior mage",
        "DE-INIT-05",
        "With initiative by Dexterity: a mage two magick levels above his foes acts before them.",
    ),
    _switch(
        "carry_unused_shots",
        "Unused shots carried",
        "DE-MISS-02",
        "Shots not used in the first half-turn may be used in the second.",
    ),
    _switch(
        "literal_turn_minimum",
        "Least price of turns by the letter",
        "DE-MOVE-06",
        "The least price of one inch holds for turns within the front only.",
    ),
    _switch(
        "short_retreat",
        "Short retreat",
        "DE-TAC-06",
        "RETREAT in the TAC phase is half of a half-move.",
    ),
    _switch(
        "fixed_horse_tac",
        "Fixed TAC cards of steeds",
        "DE-HTAC-02",
        "A steed plays the one TAC card of its speed.",
    ),
    _switch(
        "triple_charge_bonus",
        "Charge bonus three times MOVE",
        "DE-HTAC-05",
        "A steed's charge bonus is three times its MOVE, not MOVE and three inches.",
    ),
    _switch(
        "horse_tac_once",
        "Steeds play one TAC card a turn",
        "DE-HTAC-10",
        "A steed plays no second TAC card in a turn, however slow.",
    ),
    _switch(
        "contact_check_2",
        "TAC cards within two inches",
        "DE-MSEQ-02",
        "In card rounds a TAC card needs an enemy within two inches, not three.",
    ),
    _switch(
        "jousting",
        "Jousting table",
        "DE-CHG-10",
        "Mutual lance charges are settled on the jousting table.",
    ),
    _switch(
        "ac_plus_numeric",
        "Lances shatter on light armour",
        "DE-CHG-11",
        "A critical shatters the lance against armour class 4 to 9, not 0 to 4.",
    ),
    _switch(
        "shared_spell_allowance",
        "One allowance of spells",
        "DE-MAG-09",
        "A spell cast in a segment counts as the first of the melee.",
    ),
    _switch(
        "prepare_by_level",
        "Long preparation",
        "DE-MAG-10",
        "PREPARE SPELL is played once for each level of the spell.",
    ),
    _switch(
        "prepare_interruptible",
        "Disturbed preparation",
        "DE-MAG-11",
        "An injury or a bash loses what was prepared, until the next turn.",
    ),
    _switch(
        "prepare_halves_blows",
        "Caught preparing",
        "DE-MAG-12",
        "A caster attacked while preparing has half his blows for the turn.",
    ),
    _switch(
        "chain_counterblows",
        "Counterblows answer counterblows",
        "DE-DEF-03",
        "A counterblow may lead to a further counterblow or shield bash.",
    ),
    _switch(
        "locked_speed_modifier",
        "Speed modifiers locked",
        "DE-HORSE-01",
        "A rider keeps the penalty of the speed his steed had when the melee began.",
    ),
    _switch(
        "last_man",
        "To the last man",
        "DE-HOST-63",
        "The turn limit counts from the last turn in which anybody was hurt.",
    ),
)
