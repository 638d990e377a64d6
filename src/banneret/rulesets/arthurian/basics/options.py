"""The book's optional rules and alternative readings; the first value of each is the default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from banneret.core.book.settings import Setting, refuse_unknown

Usual = Literal["usual", "on", "off"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this battle reads the book; what is `usual` is settled by scenario and mode."""

    initiative: Literal[2, 1, 3] = 2
    round_one: Literal["choice", "initiative"] = "choice"
    solo: bool = False
    melee_events: Usual = "usual"
    combat_events: Usual = "usual"
    adversary_events: bool = False
    stun: Usual = "usual"
    ranged_events: bool = False
    morale: Usual = "usual"
    shared_cards: bool = False
    wounds: Literal["escalate", "worst", "stack"] = "escalate"
    wound_damage: Literal["str_tough", "die_only"] = "str_tough"
    natural_one: Literal["always", "needs_hit"] = "always"
    free_attack: Literal["no_die", "auto_hit"] = "no_die"
    fortune: Literal["pattern", "printed"] = "pattern"
    unhorsed_str: Literal["d3", "1"] = "d3"
    joining_knight: Literal["reserve", "immediate"] = "reserve"
    gruesome_spares_heroes: bool = False
    ransom_haggle: bool = False

    @staticmethod
    def read(chosen: Mapping[str, Any], usual: Mapping[str, bool]) -> Options:
        """Take what was chosen; what is left as usual goes by the scenario, then by the book."""
        refuse_unknown(SETTINGS, chosen)
        solo = bool(chosen.get("solo", False))
        book = {"melee_events": solo, "combat_events": True, "stun": False, "morale": True}
        settled = {
            key: "on" if usual.get(key, default) else "off"
            for key, default in book.items()
            if chosen.get(key, "usual") == "usual"
        }
        return Options(**{**chosen, **settled})


_USUAL = ("usual", "on", "off")

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "initiative",
        "Initiative",
        (2, 1, 3),
        ("AR-INIT-01", "AR-INIT-02", "AR-INIT-03", "AR-INIT-04", "AR-INIT-09", "AR-INIT-10"),
        "2: each side rolls and adds its best Initiative. 1: it adds its best Leadership or "
        "Discipline. 3: a card for each model and a wild card, drawn one by one.",
    ),
    Setting(
        "round_one",
        "First round",
        ("choice", "initiative"),
        ("AR-DEPLOY-05", "AR-INIT-14"),
        "Choice: the winner of the strategic roll says who goes first in round 1. Initiative: it "
        "is rolled for in round 1 too.",
    ),
    Setting(
        "solo",
        "Alone",
        (False, True),
        ("AR-SOLO-01", "AR-DEPLOY-08", "AR-DEPLOY-09"),
        "On: you lead side A, and side B is run by the book: it is never asked.",
    ),
    Setting(
        "melee_events",
        "Melee combat events",
        _USUAL,
        ("AR-MEVENT-01",),
        "Usual: on when you play alone, at the ford and in the tournament.",
    ),
    Setting(
        "combat_events",
        "Combat events",
        _USUAL,
        ("AR-EVENT-02",),
        "A d6 before each turn, and on a 1 an event; usual: everywhere but in the tournament.",
    ),
    Setting(
        "adversary_events",
        "Events for adversaries",
        (False, True),
        ("AR-EVENT-02",),
        "On: the adversaries of a solo game make event checks as well.",
    ),
    Setting(
        "stun",
        "Stun",
        _USUAL,
        ("AR-STUN-01", "AR-STUN-02", "AR-STUN-03"),
        "A blow to the head may stun; usual: at the ford and in the tournament.",
    ),
    Setting(
        "ranged_events",
        "Ranged combat events",
        (False, True),
        ("AR-RANGEV-01", "AR-RANGEV-02"),
        "On a natural 1 to hit the weapon may break or run out.",
    ),
    Setting(
        "morale",
        "Morale",
        _USUAL,
        ("AR-MORALE-01",),
        "Discipline tests for wounds, for a lost leader and at half strength; usual: everywhere "
        "but in the tournament.",
    ),
    Setting(
        "shared_cards",
        "Shared cards",
        (False, True),
        ("AR-INIT-12",),
        "On: models of a side with the same profile, Heroes excepted, share one card.",
    ),
    Setting(
        "wounds",
        "Further wounds",
        ("escalate", "worst", "stack"),
        ("AR-WOUND-18", "AR-WOUND-19", "AR-WOUND-20"),
        "Escalate: a second wound makes the first worse. Worst: only the worst counts. Stack: all "
        "are kept and their penalties added.",
    ),
    Setting(
        "wound_damage",
        "Damage",
        ("str_tough", "die_only"),
        ("AR-WOUND-03", "AR-WOUND-11"),
        "Str, tough: high die + strength - toughness. Die only: the high die alone.",
    ),
    Setting(
        "natural_one",
        "Natural 1 on defence",
        ("always", "needs_hit"),
        ("AR-MELEE-10",),
        "Always: it is a hit with two wound rolls. Needs hit: only if the attack beats it anyway.",
    ),
    Setting(
        "free_attack",
        "Free attacks",
        ("no_die", "auto_hit"),
        ("AR-BREAK-08",),
        "No die: the attack is rolled against the fleer's flat defence. Auto hit: one wound roll.",
    ),
    Setting(
        "fortune",
        "Fortune's Favor",
        ("pattern", "printed"),
        ("AR-EVENT-18",),
        "Pattern: on 99 and 100. Printed: never, Cold Feet goes to 100.",
    ),
    Setting(
        "unhorsed_str",
        "Fall of the Player Character",
        ("d3", "1"),
        ("AR-MEVENT-17",),
        "D3: being unhorsed is a STR d3 wound. 1: a STR 1 wound.",
    ),
    Setting(
        "joining_knight",
        "The knight who joins",
        ("reserve", "immediate"),
        ("AR-MEVENT-27", "AR-MEVENT-28"),
        "Reserve: he fights once the PC is beaten. Immediate: from the next round.",
    ),
    Setting(
        "gruesome_spares_heroes",
        "Gruesome death",
        (False, True),
        ("AR-WOUND-22",),
        "On: a Hero who suffers it is out of action instead.",
    ),
    Setting(
        "ransom_haggle",
        "Haggling for ransom",
        (False, True),
        ("AR-AFTER-06",),
        "On: the holder of a captive knight names a sum and dice decide whether it is paid.",
    ),
)
