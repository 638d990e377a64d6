"""A plain group for a force, for the tests of lists."""

from __future__ import annotations

import msgspec

from banneret.rulesets.one_page_skirmish.setup.entries import UnitEntry


def entry(**changes: object) -> UnitEntry:
    """A band of four veterans on foot, but for what is said otherwise."""
    band = UnitEntry(
        id="band",
        name="Band",
        kind="group",
        leader_rank="sergeant",
        class_="veteran",
        count=4,
        armour=(),
        weapons=("hand_weapon",),
        in_hand="hand_weapon",
    )
    return msgspec.structs.replace(band, **changes)
