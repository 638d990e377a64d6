"""What horses count for when points are reckoned (KK-POINTS-04, KK-FINIS-09)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.morale import victory
from banneret.rulesets.knights_and_knaves.movement import riding
from rulesets.knights_and_knaves.field import field, man, retinue
from rulesets.knights_and_knaves.scripts import play

FOE = "b Odo: at 31.5,10 | b foe: at 60,40"


@pytest.mark.parametrize(("words", "man_lost", "horse_lost"), [
    ("", False, False),
    ("horse.stamina=0", False, True),
    ("captive", True, True),
    ("gone routed=true horse.gone=true", True, True),
    ("gone horse.gone=true", False, False),
])  # fmt: skip
def test_kk_points_04_a_horse_counts_where_horses_count(
    words: str, man_lost: bool, horse_lost: bool
) -> None:
    """Down, taken with its rider or run off under him; by default never."""
    battle = field(f"a Guy: knight mounted {words} at 30,10 | {FOE}", points_include_horses=True)
    alone = victory.points_of(battle, man(battle, "Guy")) if man_lost else 0.0
    beast = battle.horses[0].profile.stamina if horse_lost else 0
    assert victory.points_lost(battle)["a"] == alone + beast
    plain = field(f"a Guy: knight mounted {words} at 30,10 | {FOE}")
    assert victory.points_lost(plain)["a"] == alone


def test_kk_points_04_a_loose_horse_is_lost_when_an_enemy_rides_it() -> None:
    """Its rider disabled, it stands there for nobody's loss; under Odo it is a's."""
    battle = field(
        f"a Guy: knight mounted at 30,10 | {FOE}", points_include_horses=True
    )  # fmt: skip
    guy, horse = man(battle, "Guy"), battle.horses[0]
    retinue(battle, "a").fortified = True
    play(battle, riding.dismount, guy, None)
    guy.status = "disabled"
    alone = victory.points_of(battle, guy)
    assert victory.points_lost(battle) == {"a": alone, "b": 0.0}
    horse.gone = True  # run off, it is lost to whoever had it
    assert victory.points_lost(battle)["a"] == alone + 2 * horse.profile.stamina
    horse.gone = False
    play(battle, riding.mount, man(battle, "Odo"), horse)
    assert victory.points_lost(battle) == {"a": alone + 2 * horse.profile.stamina, "b": 0.0}
    horse.stamina = 0  # killed under Odo it is no loss of b's
    assert victory.points_lost(battle)["b"] == 0.0
