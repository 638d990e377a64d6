"""The book's alternative readings, each off unless switched on (OP-SCALE-01, section OPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from banneret.core.book.settings import Setting, refuse_unknown


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How this battle reads the sheet; the first value of each is the default."""

    turn_cards: Literal["player", "group", "colour"] = "player"
    charge_die: Literal["all", "horse_only"] = "all"
    terrain_halving: Literal["per_inch", "whole_move"] = "per_inch"
    follower_placement: Literal["within_six", "measured"] = "within_six"
    losses_counted: Literal["whole_game", "since_last_test"] = "whole_game"
    sgt_killed_lasts: Literal["until_replaced", "whole_game"] = "until_replaced"
    rally_cost: Literal["free", "action"] = "free"
    defender_retest: Literal["every_charge", "once_per_turn"] = "every_charge"
    shaken_reaction: Literal["retreat", "choose"] = "retreat"
    max_retreat: Literal["roll", "dice_maximum"] = "roll"
    reload_reading: Literal["two_loads", "one_load"] = "two_loads"
    lucky_shot: bool = False
    multi_attack: Literal["each", "pairs", "best"] = "each"
    unhorse: Literal["always", "winner_choice"] = "always"
    wound_scope: Literal["all", "combat"] = "all"
    receive_charge: Literal["must_test", "may_decline"] = "must_test"

    @staticmethod
    def read(chosen: Mapping[str, Any]) -> Options:
        """Take the options named, leave the rest at their defaults, refuse what the book lacks."""
        refuse_unknown(SETTINGS, chosen)
        return Options(**chosen)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "turn_cards",
        "Turn cards",
        ("player", "group", "colour"),
        ("OP-CARD-02", "OP-OPT-01", "OP-OPT-02"),
        "Player: one card for each player. Group: one card for each unit, which then takes a turn "
        "by itself. Colour: as many cards as a player has units; he picks which unit acts.",
    ),
    Setting(
        "charge_die",
        "Charge die",
        ("all", "horse_only"),
        ("OP-MOVE-04", "OP-OPT-03"),
        "All: foot and horse roll one more d6 when they charge. Horse only: only horse does.",
    ),
    Setting(
        "terrain_halving",
        "Woods and water",
        ("per_inch", "whole_move"),
        ("OP-MOVE-09", "OP-OPT-04"),
        "Per inch: each inch in woods or water costs two. Whole move: one such inch on the path "
        "halves the whole roll.",
    ),
    Setting(
        "follower_placement",
        "Placing followers",
        ("within_six", "measured"),
        ("OP-MOVE-17", "OP-MOVE-18", "OP-OPT-05"),
        "Within six: followers are set down within 6 inches of the leader. Measured: besides, "
        "none is shifted further than the roll.",
    ),
    Setting(
        "losses_counted",
        "Losses in morale",
        ("whole_game", "since_last_test"),
        ("OP-MORALE-08", "OP-OPT-06"),
        "Whole game: every figure lost counts at every test. Since last test: only those lost "
        "since the last one.",
    ),
    Setting(
        "sgt_killed_lasts",
        "Sergeant killed",
        ("until_replaced", "whole_game"),
        ("OP-MORALE-10", "OP-OPT-07"),
        "Until replaced: the -1 ends when a new Sergeant is named. Whole game: -1 for every "
        "Sergeant lost, for good.",
    ),
    Setting(
        "rally_cost",
        "Price of rallying",
        ("free", "action"),
        ("OP-MORALE-15", "OP-OPT-08"),
        "Free: a Knight rallies at no cost. Action: it takes his action.",
    ),
    Setting(
        "defender_retest",
        "Charged twice",
        ("every_charge", "once_per_turn"),
        ("OP-CHARGE-07", "OP-OPT-09"),
        "Every charge: a unit tests for each charge on it. Once per turn: not again in a turn in "
        "which it passed.",
    ),
    Setting(
        "shaken_reaction",
        "Shaken by a charge",
        ("retreat", "choose"),
        ("OP-CHARGE-09", "OP-OPT-10"),
        "Retreat: it falls back to cover. Choose: it may stand and shoot at the chargers instead.",
    ),
    Setting(
        "max_retreat",
        "Rout move",
        ("roll", "dice_maximum"),
        ("OP-MORALE-24", "OP-OPT-11"),
        "Roll: a rout uses the whole of a movement roll. Dice maximum: 12 inches on foot, 18 "
        "mounted, without dice.",
    ),
    Setting(
        "reload_reading",
        "Loading a crossbow",
        ("two_loads", "one_load"),
        ("OP-LOAD-03", "OP-OPT-12"),
        "Two loads: two Load actions between shots. One load: one.",
    ),
    Setting(
        "lucky_shot",
        "Lucky shot",
        (False, True),
        ("OP-SHOOT-09", "OP-OPT-13"),
        "A natural 10 to hit always hits.",
    ),
    Setting(
        "multi_attack",
        "Several on one",
        ("each", "pairs", "best"),
        ("OP-MELEE-10", "OP-OPT-14"),
        "Each: one defending die against every attacker. Pairs: a fresh defending die for each. "
        "Best: only the highest attacker counts.",
    ),
    Setting(
        "unhorse",
        "Unhorsing",
        ("always", "winner_choice"),
        ("OP-MELEE-16", "OP-OPT-15"),
        "Always: a beaten rider is unhorsed. Winner choice: the winner may push him back instead.",
    ),
    Setting(
        "wound_scope",
        "Wounds",
        ("all", "combat"),
        ("OP-WOUND-06", "OP-OPT-16"),
        "All: a wound tells in melee, shooting, movement, morale and saves. Combat: in melee and "
        "shooting alone.",
    ),
    Setting(
        "receive_charge",
        "Receiving a charge",
        ("must_test", "may_decline"),
        ("OP-CHARGE-22", "OP-OPT-17"),
        "Must test: every charged unit tests. May decline: a steady one may fall back untested.",
    ),
)
DEFAULTS = Options()
