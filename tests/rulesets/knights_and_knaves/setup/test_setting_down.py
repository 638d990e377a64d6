"""Where nobody is set down before the battle (KK-SETUP-05, KK-GEO-01, KK-MOVE-23)."""

from __future__ import annotations

import pytest

from banneret.core.questions.answers import Place1
from banneret.rulesets.knights_and_knaves.setup import deploying
from rulesets.knights_and_knaves.field import clause_of, field, man

GROUND = (
    "building barn: 20,2..28,8 | light_door d: 24,8 25,8 | waist_wall dyke: 30,6 40,6 | "
    "water mere: 44,2..50,8"
)


@pytest.mark.parametrize(("place", "foot", "horse"), [
    ((12.0, 5.0), None, None),
    ((24.0, 5.0), None, "KK-MOVE-23"),  # a man may wait in the barn, his horse may not
    ((22.0, 8.0), "KK-GEO-01", "KK-GEO-01"),  # on the line of its wall
    ((35.0, 6.0), "KK-GEO-01", "KK-GEO-01"),
    ((35.0, 6.6), None, None),  # a base may poke over the wall, its middle is on one side
    ((47.0, 5.0), "KK-SETUP-05", "KK-SETUP-05"),
])  # fmt: skip
def test_kk_setup_05_on_ground_one_can_leave(
    place: tuple[float, float], foot: str | None, horse: str | None
) -> None:
    """Nobody in water or astride a wall; nobody on horseback in a house."""
    for words, clause in (("", foot), ("mounted", horse)):
        battle = field(f"a Hal: {words} coming at 1,1 | b foe: at 60,40", terrain=GROUND)
        hal = man(battle, "Hal")
        no = deploying.refusal(battle, [hal], {hal.id: Place1(*place, 90.0)})
        assert clause_of(no) == clause, words
