"""Quick answers are the long way's: room among others, ways out of a ring, pieces on a line."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from banneret.rulesets.knights_and_knaves.basics.state import footprint, put
from banneret.rulesets.knights_and_knaves.ground import encircling
from banneret.rulesets.knights_and_knaves.ground import lay as ground
from banneret.rulesets.knights_and_knaves.movement.march import room
from rulesets.knights_and_knaves.field import field, man

if TYPE_CHECKING:
    import pytest

MEN = (
    "a Hugh: soldier at 20,20 | b Odo: soldier at 21.2,20.4 | b Jon: knight mounted at 18.5,21 east"
    " | b Guy: soldier at 20.3,18.2 | a Ralf: soldier at 23,22"
)
WALLS = (
    "high_wall: 24,14 24,26; high_wall: 24,26 17,26; house_wall: 12,12 15,12; hedge: 10,30 30,30"
)


def test_kk_geo_04_a_crowd_says_no_only_where_there_is_no_room() -> None:
    """Where the quick no is given, the base would lie on somebody; and it is given mostly."""
    dice = Random(1346)
    quick = slow = 0
    for mounted in ("", " mounted"):
        battle = field(MEN.replace("Hugh: soldier", f"Hugh: soldier{mounted}"))
        hugh = man(battle, "Hugh")
        for _ in range(20):
            put(battle, hugh, 20.0, 20.0, dice.uniform(0.0, 360.0))
            crowd = room.footing(battle, hugh, hugh.base, 4.0)
            for _ in range(40):
                x, y = dice.uniform(16.5, 24.0), dice.uniform(16.5, 23.5)
                there = footprint(battle, bool(mounted), x, y, hugh.base.facing)
                taken = not room.is_free(battle, hugh, there)
                assert taken or not crowd.taken(x, y)
                quick += crowd.taken(x, y)
                slow += taken
    assert quick > 0.95 * slow > 0


def test_kk_geo_03_a_free_half_circle_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking in every direction finds the same men surrounded."""
    dice = Random(1415)
    fields = []
    for _ in range(150):
        spots = [(dice.uniform(14.0, 27.0), dice.uniform(14.0, 29.0)) for _ in range(4)]
        men = " | ".join(f"b M{at}: soldier at {x:.2f},{y:.2f}" for at, (x, y) in enumerate(spots))
        x, y = dice.uniform(16.0, 23.5), dice.uniform(15.0, 25.5)
        fields.append(field(f"a Hugh: soldier at {x:.2f},{y:.2f} | {men}", terrain=WALLS))
    quick = [encircling.surrounded(battle, man(battle, "Hugh")) for battle in fields]
    monkeypatch.setattr(encircling, "_half_is_free", lambda _man, _arc, walls: not walls)
    slow = [encircling.surrounded(battle, man(battle, "Hugh")) for battle in fields]
    assert quick == slow
    assert 0 < len([one for one in slow if one is None]) < len(slow)


def test_clumps_hide_no_piece() -> None:
    """What lies on a line is found whether pieces are asked in clumps or one by one."""
    battle = field(MEN, terrain=WALLS)
    lay = ground.lay_of(battle)
    dice = Random(1485)
    alone = tuple(ground.Clump((wall,)) for wall in lay.walls)
    assert len(lay.wall_clumps) < len(alone)
    for _ in range(300):
        p = (dice.uniform(5.0, 35.0), dice.uniform(5.0, 35.0))
        q = (dice.uniform(5.0, 35.0), dice.uniform(5.0, 35.0))
        for near in (0.0, 1.2):
            found = ground.on_the_way(lay.wall_clumps, p, q, near)
            assert found == ground.on_the_way(alone, p, q, near)
