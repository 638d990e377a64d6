"""The book's switches: optional rules and other readings (table options)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from banneret.core.book.settings import Setting, refuse_unknown

from .tables import TABLES


class Options(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    dict=True,  # for `scale`, which is asked at every measurement
):
    """How this battle reads the book; what stands here is the default."""

    scale_15mm: bool = False
    min_unit_size: Literal[5, 2] = 5
    group_by_type: bool = False
    points_include_horses: bool = False
    terrain_trigger_automatic: bool = False
    wound_check_same_phase: bool = True
    relay_limit: bool = False
    handgun_second_roll: Literal[4, 9] = 4
    crossbow_teams: bool = True
    second_part_modifier_persists: bool = False
    simultaneous_declaration: bool = False
    doorways_cost_turn: bool = False
    mounted_modifier_applies_to: Literal["target", "shooter"] = "target"
    moved_shooter_rounding: Literal["down", "up"] = "down"
    composite_bow_bonus: bool = True
    champion: bool = False
    free_shot_modifiers: bool = False
    two_handed_ax_class: Literal[3, 2] = 3
    stun_uses_modified_total: bool = False
    horses_permanent_fatigue: bool = True
    horse_recovery_automatic: bool = False
    handgun_ammo_check: bool = True
    ammo_check_only_if_shot: bool = False
    rob_dead_turns: Literal[2, 1] = 2

    @cached_property
    def scale(self) -> float:
        """What every distance is multiplied by (KK-SCALE-07)."""
        return TABLES.scales.half_scale_factor if self.scale_15mm else 1.0

    @staticmethod
    def read(chosen: Mapping[str, Any]) -> Options:
        """Take the options named, leave the rest at their defaults, refuse what the book lacks."""
        refuse_unknown(SETTINGS, chosen)
        return Options(**chosen)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "scale_15mm",
        "15 mm figures",
        (False, True),
        ("KK-SCALE-07",),
        "Every distance is halved: bases, moves, command range, shooting columns, damage bands.",
    ),
    Setting(
        "min_unit_size",
        "Smallest unit",
        (5, 2),
        ("KK-DEF-06", "KK-DEF-02"),
        "5: fewer than five men are no unit. 2: a knight and his squire may be one.",
    ),
    Setting(
        "group_by_type",
        "Commands by troop type",
        (False, True),
        ("KK-SETUP-03",),
        "Players of one side command the archers, the foot or the horse of a shared force instead "
        "of a retinue each.",
    ),
    Setting(
        "points_include_horses",
        "Horses cost points",
        (False, True),
        ("KK-POINTS-04",),
        "A horse adds its original stamina to the points of its rider.",
    ),
    Setting(
        "terrain_trigger_automatic",
        "Terrain triggers need no die",
        (False, True),
        ("KK-ORDER-18",),
        "A leader who sees the event he was told to wait for acts on it without the receipt die.",
    ),
    Setting(
        "wound_check_same_phase",
        "Wounded men check at once",
        (True, False),
        ("KK-MORALE-10",),
        "A man brought to half his stamina or less checks at the end of that phase too, and not "
        "only in each Command Determination.",
    ),
    Setting(
        "relay_limit",
        "A leader's voice carries five inches",
        (False, True),
        ("KK-CMD-05",),
        "Members of a commanded unit more than 5 inches from both leader and lord roll for "
        "themselves.",
    ),
    Setting(
        "handgun_second_roll",
        "Handgun misfire",
        (4, 9),
        ("KK-CMD-10",),
        "4: a ready gun goes off on 4 or more. 9: on 9 or more, as the text prints it.",
    ),
    Setting(
        "crossbow_teams",
        "Crossbow teams",
        (True, False),
        ("KK-CMD-11", "KK-CMD-12"),
        "Two crossbowmen may work as a pair, one loading for the other, who then rolls as an "
        "archer.",
    ),
    Setting(
        "second_part_modifier_persists",
        "Second part of an order goes on telling",
        (False, True),
        ("KK-ACT-16",),
        "The activation modifier of an order lasts as long as its second part, not one turn.",
    ),
    Setting(
        "simultaneous_declaration",
        "Reveal all chits at once",
        (False, True),
        ("KK-DECL-05",),
        "No declaration roll: all chits are turned over together with their qualifiers.",
    ),
    Setting(
        "doorways_cost_turn",
        "Doorways cost a turn",
        (False, True),
        ("KK-MOVE-24",),
        "A doorway or gate takes a turn to cross, like any linear obstacle.",
    ),
    Setting(
        "mounted_modifier_applies_to",
        "Mounted, in shooting",
        ("target", "shooter"),
        ("KK-SHOOT-10",),
        "Target: a mounted target is one row harder to hit. Shooter: a mounted shooter shoots one "
        "row worse instead.",
    ),
    Setting(
        "moved_shooter_rounding",
        "Half the skill of a shooter who moved",
        ("down", "up"),
        ("KK-SHOOT-12",),
        "Down: skill 7 goes 3 rows down. Up: 4 rows.",
    ),
    Setting(
        "composite_bow_bonus",
        "Composite bows hit hard",
        (True, False),
        ("KK-SHOOT-26",),
        "Composite bows add 2 to their damage, like longbows.",
    ),
    Setting(
        "champion",
        "Champions",
        (False, True),
        ("KK-MELEE-02", "KK-MELEE-03"),
        "One man of each force is its champion and may strike twice in a turn.",
    ),
    Setting(
        "free_shot_modifiers",
        "Unopposed strikes are modified",
        (False, True),
        ("KK-MELEE-16",),
        "Height, restricted ground, stamina and fatigue of the striker count in a strike that "
        "nobody opposes.",
    ),
    Setting(
        "two_handed_ax_class",
        "Two-handed ax",
        (3, 2),
        ("KK-MELEE-28",),
        "3: it has the reach of a two-handed sword. 2: it is an ax like any other.",
    ),
    Setting(
        "stun_uses_modified_total",
        "Length of a stun",
        (False, True),
        ("KK-FALL-13",),
        "The turns a fallen man lies stunned are read off the modified total, not off the dice.",
    ),
    Setting(
        "horses_permanent_fatigue",
        "Horses tire for good",
        (True, False),
        ("KK-FAT-03",),
        "Every tenth turn horses too gain a permanent level of fatigue.",
    ),
    Setting(
        "horse_recovery_automatic",
        "Horses recover without a die",
        (False, True),
        ("KK-FAT-08",),
        "A horse that stood or walked loses one temporary level, no die needed.",
    ),
    Setting(
        "handgun_ammo_check",
        "Handgunners run out of powder",
        (True, False),
        ("KK-AMMO-02",),
        "Handgunners check for ammunition like other shooters.",
    ),
    Setting(
        "ammo_check_only_if_shot",
        "Ammunition of those who shot",
        (False, True),
        ("KK-AMMO-03",),
        "Only a man who shot this turn checks for ammunition.",
    ),
    Setting(
        "rob_dead_turns",
        "Turns to rob a body",
        (2, 1),
        ("KK-AMMO-07",),
        "How many turns beside a body it takes before the die for its arrows is rolled.",
    ),
)
DEFAULTS = Options()
