"""Who goes as the question proposes gets there: round houses, hedges and friends (KK-DECL-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret.core.questions.choices import Way
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Declared
from banneret.rulesets.knights_and_knaves.command.action import qualifiers
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.movement.march import marching
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play

if TYPE_CHECKING:
    from banneret.rulesets.knights_and_knaves.basics.state import Battle

FARM = "building farm: 21,16..27,20"
TOLD = "in_command chit=move_full_melee"


def go_as_proposed(battle: Battle, name: str, target: int) -> Way:
    """Take the first way proposed to one man; everybody else stays."""
    one = man(battle, name)
    choice = qualifiers._ask_way(battle, one, Declared(target=target))
    assert choice is not None
    way: Way = choice.first()
    assert choice.allows(way) is None
    for other in battle.men:
        declare(other, "stay")
    declare(
        one, "move_full_melee", target=target, path=way.points, gait=way.gait * (one.horse >= 0)
    )
    battle.phase = "move"
    play(battle, marching.movement)
    return way


@pytest.mark.parametrize(
    ("start", "foe", "terrain"),
    [
        ("28.2,18.5", "26,20.6", FARM),  # he sees him past the corner
        ("26.3,15.2", "27.6,17", FARM),
        ("19.8,10.5", "19.8,13.5", "house_wall: 15,12 20,12"),
        ("20,10", "20,14", "water: 17,11..20.6,13"),
    ],
)
def test_kk_def_22_the_way_proposed_to_a_charger_leads_round_walls(
    start: str, foe: str, terrain: str
) -> None:
    """A straight way would end at the wall, turn after turn."""
    battle = field(f"a Hugh: soldier {TOLD} at {start} | b Odo: at {foe}", terrain=terrain)
    odo = man(battle, "Odo")
    way = go_as_proposed(battle, "Hugh", odo.id)
    assert way.points
    assert touching(battle, man(battle, "Hugh")) == [odo]


def test_kk_def_22_nothing_in_the_way_he_goes_straight() -> None:
    """And who is too far off for one turn gets as far as his allowance."""
    battle = field(f"a Hugh: soldier {TOLD} at 20,10 | b Odo: at 20,15", terrain=FARM)
    assert go_as_proposed(battle, "Hugh", man(battle, "Odo").id) == Way("walk", (), -1.0)
    pond = "water: 15,12..25,16"
    battle = field(f"a Hugh: soldier {TOLD} at 20,10 | b Odo: at 20,20", terrain=pond)
    hugh = man(battle, "Hugh")
    assert go_as_proposed(battle, "Hugh", man(battle, "Odo").id).points
    assert abs(hugh.base.x - 20.0) > 4.0  # not in the middle of the bank


def test_kk_geo_04_the_way_proposed_leads_round_friends_who_stand() -> None:
    """Behind a friend who shoots he would stand for ever; behind one who goes on he follows."""
    text = f"a Hugh: soldier {TOLD} at 20,10 | a Much: longbow chit=%s at 20,11.1 | b Odo: at 20,15"
    battle = field(text % "shoot")
    odo = man(battle, "Odo")
    assert go_as_proposed(battle, "Hugh", odo.id).points
    assert touching(battle, man(battle, "Hugh")) == [odo]
    battle = field(text % "move_full")
    assert go_as_proposed(battle, "Hugh", odo.id).points == ()
    battle = field(text % "shoot")
    assert len(go_as_proposed(battle, "Hugh", NOBODY).points) == 2
    assert man(battle, "Hugh").base.y > 12.0


def test_kk_move_08_a_rider_wheels_past_the_corner_if_he_can() -> None:
    """One turn at half-way; a horse that must begin straight ahead cannot (KK-MOVE-09)."""
    text = f"a Guy: knight mounted {TOLD} at 27.3,10 | b Odo: at 26.5,24"
    battle = field(text, terrain=FARM)
    odo = man(battle, "Odo")
    way = go_as_proposed(battle, "Guy", odo.id)
    assert len(way.points) == 1
    assert touching(battle, man(battle, "Guy")) == [odo]
    battle = field(text.replace("mounted", "mounted north horse.last_gait=canter"), terrain=FARM)
    assert go_as_proposed(battle, "Guy", odo.id).points == ()


def test_kk_act_19_with_nobody_in_sight_he_goes_across_the_table_and_comes_back() -> None:
    """At the far edge he would stand for ever, his back to the enemy."""
    for start, goes_on in (("36,20 north", True), ("36,46.8 north", False)):
        text = f"a Guy: knight mounted {TOLD} at {start} | b Odo: at 3,3"
        battle = field(text, terrain="building: 1,1..6,6")
        guy = man(battle, "Guy")
        before = guy.base.y
        go_as_proposed(battle, "Guy", NOBODY)
        assert abs(guy.base.y - before) > 5.0
        assert (guy.base.y > before) is goes_on
