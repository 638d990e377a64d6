"""Men whose way back is closed when they may not stay where they came (KK-MOVE-31, KK-GEO-04)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, changed
from banneret.rulesets.knights_and_knaves.ground.contact import ACROSS_GAP, touching
from banneret.rulesets.knights_and_knaves.movement.march.marching import movement
from banneret.rulesets.knights_and_knaves.movement.march.room import make_room
from banneret.tabletop.shapes.measuring import within
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play

HEDGE = "hedge row: 10,24 50,24"


def walked(text: str, *ways: tuple[str, tuple[float, float]]) -> Battle:
    """Everybody named goes his way, without leave to fight."""
    battle = field(f"{text} | b foe: at 60,44", terrain=HEDGE, phase="move")
    for name, to in ways:
        declare(man(battle, name), "move_full", path=(to,))
    battle.declared = tuple(man(battle, name).id for name, _ in ways)
    play(battle, movement)
    return battle


def test_kk_move_31_before_a_hedge_with_the_enemy_right_behind_it() -> None:
    """Across the hedge he would touch Odo; Ned stands where he came from, so he steps aside."""
    battle = walked(
        "a Hal: at 30,22.5 | a Ned: at 30,21.4 | b Odo: chit=stay at 30,24.6",
        ("Hal", (30.0, 23.45)), ("Ned", (30.0, 22.4)),
    )  # fmt: skip
    hal, ned, odo = (man(battle, name) for name in ("Hal", "Ned", "Odo"))
    assert ned.base.y > 22.3
    assert touching(battle, hal) == touching(battle, odo) == []
    assert not within(hal.base, odo.base, ACROSS_GAP)
    assert within(hal.base, ned.base, 1.0)
    assert hal.base.y1 <= 24.0
    assert not faults(battle)


def test_kk_move_31_with_room_behind_he_only_stops_short() -> None:
    """Nobody followed: he goes no further than he may stand, straight on his way."""
    battle = walked("a Hal: at 30,22.5 | b Odo: chit=stay at 30,24.6", ("Hal", (30.0, 23.45)))
    hal = man(battle, "Hal")
    assert hal.base.x == pytest.approx(30.0)
    assert 23.0 < hal.base.y < 23.2
    assert not touching(battle, hal)


def test_kk_geo_04_in_a_gateway_there_is_room_on_either_side() -> None:
    """In the very line of the gate he lies on a rider: he is shifted off him, not left there."""
    battle = field(
        "a Hal: at 30,24 facing 153 | b Wat: knight mounted at 30.5,23 facing 309",
        terrain="high_wall: 10,24 50,24 | gate way: 28,24 32,24",
    )
    assert faults(battle) == ["Hal stands on Wat"]
    make_room(battle, man(battle, "Hal"))
    assert faults(battle) == []
    assert within(man(battle, "Hal").base, man(battle, "Wat").base, 0.5)


def test_kk_geo_04_who_cannot_go_does_not_turn_onto_a_neighbour() -> None:
    """On a wall, a rider before him, a friend running up: he keeps his facing."""
    battle = field(
        "a Ivar: sword at 39.231,26 facing 270.036 | a Gil: sword at 37.094,24.452 facing 16 | "
        "b Luke: knight mounted sword at 39.381,27.536 facing 185.202 | b Phil: at 36.154,31.425",
        terrain="waist_wall: 39,26 50,26", phase="move",
    )  # fmt: skip
    declare(man(battle, "Ivar"), "move_half_melee", target=man(battle, "Phil").id)
    declare(man(battle, "Gil"), "move_half", path=((39.381, 27.536),), run=True)
    battle.declared = (man(battle, "Ivar").id, man(battle, "Gil").id)
    play(battle, movement)
    assert faults(battle) == []
    assert man(battle, "Ivar").base.facing == 270.036


@pytest.mark.parametrize(("chit", "way"), [("move_half", ((30.0, 24.0),)), ("stay", ())])
def test_kk_move_31_nobody_turns_into_a_contact_his_action_has_no_leave_for(
    chit: str, way: tuple[tuple[float, float], ...]
) -> None:
    """Askew beside Odo he does not touch him; square he would, and stays as he is."""
    battle = field("a Hal: at 30,22.76 facing 15 | b Odo: chit=stay at 30,24 facing 35")
    hal = declare(man(battle, "Hal"), chit, path=way, facing=35.0)
    before = touching(battle, hal)
    play(battle, movement)
    assert before == touching(battle, hal) == []


def test_kk_fall_17_nobody_turns_onto_a_loose_horse() -> None:
    """Beside a horse without a rider there is no room to turn: he stays as he is."""
    battle = field("a Hal: at 30,20 north | b Guy: mounted at 31.02,20 north | b foe: at 60,44")
    battle.horses[0].rider, man(battle, "Guy").horse = NOBODY, NOBODY
    man(battle, "Guy").status = "gone"
    changed(battle)
    hal = declare(man(battle, "Hal"), "stay", facing=45.0)
    play(battle, movement)
    assert hal.base.facing == 0.0
