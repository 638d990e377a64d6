"""Over whom one sees, and who is too short or too small to hide anybody."""

from __future__ import annotations

import msgspec
import pytest

from banneret.rulesets.destrier.ground.sight import sees
from rulesets.destrier.arena import arena, man


@pytest.mark.parametrize(
    ("feet", "between", "steed", "seen"),
    [
        (6, "squire", "", False),
        (7, "squire", "", True),
        (9, "squire", "mule", False),
        (10, "squire", "mule", True),
        (6, "hobbit", "", True),
    ],
)
def test_de_los_01_whoever_is_taller_than_who_stands_between_sees_over_him(
    feet: int, between: str, steed: str, seen: bool
) -> None:
    """A rider is three feet taller; a smaller stand hides nobody."""
    battle = arena(
        man("squire", "a", 10, 10),
        man("squire", "b", 10, 20, 180),
        man(between, "b", 10, 15, 180, steed=steed),
    )
    one, two, _ = battle.figures
    one.profile = msgspec.structs.replace(one.profile, height=feet)
    assert sees(battle, one, two) is seen
    assert sees(battle, two, one) is seen
