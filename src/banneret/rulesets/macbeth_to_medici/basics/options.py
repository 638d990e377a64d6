"""The book's switches, each off unless said (README of the book, Options)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from banneret.core.book.settings import Setting, refuse_unknown


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this battle reads the book; the first value of each is the default."""

    rolled_temperament: bool = False
    in_character: bool = False
    test_each_loss: bool = False
    count_after: bool = False
    dual_order: bool = False
    mixed_formation_archery: bool = False
    dismounted_ride_in: bool = False
    accelerated_march: bool = False
    rolled_charge_terrain: bool = False
    losses_every_turn: bool = False
    secret_deployment: bool = False
    written_orders: bool = False
    fog: bool = False
    leadership_before_roll: bool = False
    steady_failure: Literal["none", "unformed"] = "none"
    shield_limit: Literal["full", "heavy"] = "full"
    all_ranks_shoot: bool = False
    skirmish_overlap_limit: bool = False
    impact_narrow: bool = False
    gentle_rally: bool = False
    fatigue_when_active: bool = False
    fatigue_exceeds: bool = False
    free_deployment: bool = False

    @staticmethod
    def read(chosen: Mapping[str, Any]) -> Options:
        """Take the options named, leave the rest at their defaults, refuse what the book lacks."""
        refuse_unknown(SETTINGS, chosen)
        return Options(**chosen)


def _switch(key: str, title: str, clauses: tuple[str, ...], explanation: str) -> Setting:
    return Setting(key, title, (False, True), clauses, explanation)


SETTINGS: tuple[Setting, ...] = (
    _switch(
        "rolled_temperament",
        "Rolled temperament",
        ("MM-OFFICER-04", "MM-SETUP-09"),
        "On: every officer rolls 2d6 for his temperament instead of the one printed or chosen.",
    ),
    _switch(
        "in_character",
        "In character",
        ("MM-OFFICER-17", "MM-OFFICER-40"),
        "On: Rash, Bold and Cautious bind every officer, a player's too.",
    ),
    _switch(
        "test_each_loss",
        "A test for each loss",
        ("MM-OFFICER-29", "MM-OFFICER-41"),
        "On: an officer tests for each lost unit instead of once for all of a turn.",
    ),
    _switch(
        "count_after",
        "Count first",
        ("MM-OFFICER-33", "MM-OFFICER-42"),
        "On: a failed test's weight is added before the count is compared with Command.",
    ),
    _switch(
        "dual_order",
        "Two orders",
        ("MM-UNIT-03", "MM-UNIT-49"),
        "On: a unit whose entry prints two orders may change from one to the other.",
    ),
    _switch(
        "mixed_formation_archery",
        "Bows of mixed formations",
        ("MM-UNIT-32", "MM-UNIT-50"),
        "On: half the elements of a bow and bill formation may use archery.",
    ),
    _switch(
        "dismounted_ride_in",
        "Ride to the charge",
        ("MM-MOVE-08", "MM-MOVE-48"),
        "On: riding Dismounted units charge at the mounted rate and dismount on contact.",
    ),
    _switch(
        "accelerated_march",
        "Accelerated march",
        ("MM-MOVE-47", "MM-MOVE-49"),
        "On: a led brigade far from the enemy adds a march to its normal move.",
    ),
    _switch(
        "rolled_charge_terrain",
        "Dice for rough charges",
        ("MM-MOVE-15", "MM-MOVE-50"),
        "On: terrain crossed in a charge is rolled, not counted by class, in combat.",
    ),
    _switch(
        "losses_every_turn",
        "Losses every turn",
        ("MM-CHARGE-27", "MM-CHARGE-33"),
        "On: Impetuous and Broken units lose elements for their hits in every step 9.",
    ),
    _switch(
        "secret_deployment",
        "Secret deployment",
        ("MM-SETUP-08", "MM-SETUP-25"),
        "On: both sides deploy in secret and are shown together.",
    ),
    _switch(
        "written_orders",
        "Written orders",
        ("MM-SETUP-11", "MM-SETUP-26"),
        "On: orders bind players' officers, and only messengers or touch change them.",
    ),
    _switch(
        "fog",
        "Fog",
        ("MM-SETUP-19", "MM-SETUP-27"),
        "On: class, experience and die of enemy units show only after they tested or fought.",
    ),
    _switch(
        "leadership_before_roll",
        "Leadership before the roll",
        ("MM-CONTROL-04", "MM-CONTROL-21"),
        "On: in control tests Leadership stands in for a die before the other is rolled.",
    ),
    Setting(
        "steady_failure",
        "Steady units that fail",
        ("none", "unformed"),
        ("MM-CONTROL-08", "MM-CONTROL-22"),
        "Unformed: a Steady unit that fails a test after fire or combat becomes unformed.",
    ),
    Setting(
        "shield_limit",
        "Shields against arrows",
        ("full", "heavy"),
        ("MM-ARCH-25", "MM-ARCH-30"),
        "Heavy: a shield lifts protection against archery at most to Heavy.",
    ),
    _switch(
        "all_ranks_shoot",
        "All ranks shoot",
        ("MM-ARCH-22", "MM-ARCH-31"),
        "On: elements of every rank shoot, not only the first two.",
    ),
    _switch(
        "skirmish_overlap_limit",
        "Overlap in skirmish",
        ("MM-SKIRM-12", "MM-SKIRM-23"),
        "On: overlapping enemy elements deduct at most 2.",
    ),
    _switch(
        "impact_narrow",
        "Narrow impact",
        ("MM-IMPACT-02", "MM-IMPACT-37"),
        "On: impact only where lancers charge or formed pikemen take part.",
    ),
    _switch(
        "gentle_rally",
        "Gentle rally",
        ("MM-RALLY-09", "MM-RALLY-16"),
        "On: a failed voluntary test never changes the state of a unit.",
    ),
    _switch(
        "fatigue_when_active",
        "Fatigue of the active",
        ("MM-FATIGUE-02", "MM-FATIGUE-14"),
        "On: units that stood, shot at nobody and fought nobody are not checked.",
    ),
    _switch(
        "fatigue_exceeds",
        "Fatigue exceeds",
        ("MM-FATIGUE-12", "MM-FATIGUE-15"),
        "On: every multiple of the pass level must be exceeded.",
    ),
    _switch(
        "free_deployment",
        "Deploy yourselves",
        ("MM-SETUP-07", "MM-SETUP-08"),
        "On: the sides place their own battles in their zones instead of the scenario's places.",
    ),
)
DEFAULTS = Options()
