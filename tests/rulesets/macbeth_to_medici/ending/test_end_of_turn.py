"""Rallying in a battle, fatigue, victory (MM-RALLY, MM-FATIGUE, MM-END, MM-TURN-08 to 11)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from banneret.rulesets.macbeth_to_medici.basics.state import Deeds
from banneret.rulesets.macbeth_to_medici.command.fates import lose_officer
from banneret.rulesets.macbeth_to_medici.command.states import lose, lose_elements
from banneret.rulesets.macbeth_to_medici.ending import (
    breaking,
    conditions,
    fatigue,
    rallying,
    victory,
)
from banneret.rulesets.macbeth_to_medici.movement.reforming import begin_reforming
from banneret.rulesets.macbeth_to_medici.setup.entries import Condition, Terrain, Win
from rulesets.macbeth_to_medici.mm_fields import Field, finish

MARSH = Terrain("Marsh", "area", 3, ((20.0, 5.0), (50.0, 5.0), (50.0, 20.0), (20.0, 20.0)))


def rally(field: Field, *dice: int, **answers: Any) -> Any:
    """Play step 12 with a tick, rallying and recovery."""
    table = field.table(*dice, **answers)
    rallying.rally_begin(table)
    while field.battle.phase == "rally":
        rallying.rally(table)
    rallying.recover(table)
    finish(table)
    return table


# -- step 12


def test_mm_rally_01_mm_turn_10_rally_then_fatigue() -> None:
    field = Field()
    unit = field.unit(hits=2)
    rally(field, 3, 4, rally=["test", "done"])
    assert (unit.hits, field.battle.phase) == (1, "fatigue")
    unit.deeds.charged = unit.deeds.fired = True  # type: ignore[assignment]
    unit.deeds.melees = 3
    fatigue.fatigue(field.table())
    assert unit.hits == 2


def test_mm_rally_08_the_owner_may_stop_and_nobody_tests_without_hits() -> None:
    field = Field()
    unit = field.unit(hits=1)
    rally(field, 3, 4, rally=["test", "test"])
    assert (unit.hits, unit.deeds.rallied) == (0, 1)


def test_mm_rally_04_how_it_moved() -> None:
    field = Field()
    found = {}
    for name, deeds in (
        ("stood", Deeds()),
        ("marched", Deeds(rate="march", used=3.0)),
        ("walked", Deeds(rate="normal", used=5.0)),
        ("charged", Deeds(charged=True)),
        ("recoiled", Deeds(recoiled=True)),
        ("wheeled", Deeds(rate="march", wheeled=True, used=2.0)),
    ):
        unit = field.unit(order="close")
        unit.deeds = deeds
        found[name] = rallying.movement_of(unit)
    assert found == {
        "stood": "standing",
        "marched": "march",
        "walked": "normal",
        "charged": "faster",
        "recoiled": "faster",
        "wheeled": "march",
    }
    loose = field.unit()
    loose.deeds = Deeds(rate="march", wheeled=True, used=2.0)
    assert rallying.movement_of(loose) == "normal"


def test_mm_rally_14_either_rally_or_reorganise() -> None:
    field = Field()
    unit = field.unit(hits=4, elements=3, files=3)
    assert rallying.most_to_trade(field.battle, unit) == 2
    unit.deeds.rallied = 1
    assert rallying.most_to_trade(field.battle, unit) == 0
    unit.deeds.rallied = 0
    rally(field, rally=["trade:2"])
    assert (unit.hits, unit.elements) == (0, 1)
    assert rallying.tests_left(field.battle, unit) == 0


def test_mm_rally_15_mm_turn_08_reforming_ticks_and_begins_here() -> None:
    field = Field()
    unit = field.unit(formed=False, elements=3, files=3)
    rally(field, rally="reform")
    assert unit.reforming == 1
    assert rallying.tests_left(field.battle, unit) == 0
    rallying.rally_begin(field.table())
    assert (unit.reforming, unit.formed) == (0, True)
    other = field.unit(formed=False)
    begin_reforming(field.table(), other)
    assert other.reforming == 3


def test_mm_turn_11_recovery_closes_step_12_and_is_not_repeated() -> None:
    field = Field()
    unit = field.unit(hits=3, morale="erratic")
    rally(field, rally="done")
    assert unit.morale == "steady"
    unit.deeds.melees = 5
    fatigue.fatigue(field.table())
    assert unit.morale == "erratic"
    field.battle.phase = "end"
    victory.end_turn(field.table())
    assert unit.morale == "erratic"


def test_mm_unit_17_a_state_entered_this_turn_stays() -> None:
    field = Field()
    unit = field.unit(hits=1, morale="impetuous")
    unit.entered = field.battle.turn
    rally(field, rally="done")
    assert unit.morale == "impetuous"


# -- fatigue


def test_mm_fatigue_01_mm_fatigue_02_every_unit_every_turn() -> None:
    field = Field()
    horse = field.unit(type="light_lancers", order="open", armour="full")
    broken = field.unit(morale="broken", formed=False, order="open")
    broken.deeds.routed = True
    fatigue.fatigue(field.table())
    assert horse.hits == 1
    assert broken.hits == 0


def test_mm_fatigue_14_only_the_active_by_option() -> None:
    field = Field(fatigue_when_active=True)
    horse = field.unit(type="light_lancers", order="open", armour="full")
    fatigue.fatigue(field.table())
    assert horse.hits == 0
    horse.deeds.used = 3.0
    fatigue.fatigue(field.table())
    assert horse.hits == 1


def test_mm_fatigue_05_what_else_exerts() -> None:
    field = Field()
    for deed in ("routed", "pursued", "charged", "doubled", "evaded", "countered"):
        unit = field.unit()
        setattr(unit.deeds, deed, True)
        assert fatigue.is_exerted(unit)
    unit = field.unit()
    unit.deeds.recoiled = unit.deeds.followed = True
    assert not fatigue.is_exerted(unit)


def test_mm_fatigue_10_features_once_and_bad_going_fought_in() -> None:
    field = Field(terrain=[MARSH])
    unit = field.unit()
    unit.deeds.crossed = (("Ditch", 2),)
    assert fatigue.terrain_of(field.battle, unit) == 2
    unit.deeds.melees = 1
    assert fatigue.terrain_of(field.battle, unit) == 5
    unit.deeds.crossed = (("Marsh", 3),)
    assert fatigue.terrain_of(field.battle, unit) == 3
    slingers = field.unit(type="skirmishers", order="open")
    slingers.deeds.crossed = (("Marsh", 3),)
    assert fatigue.terrain_of(field.battle, slingers) == 0


def test_mm_fatigue_13_true_hits_without_test_or_loss() -> None:
    field = Field()
    unit = field.unit(hits=3)
    unit.deeds.melees = 4
    fatigue.fatigue(field.table())
    assert (unit.hits, unit.morale, unit.elements) == (4, "erratic", 8)


# -- points and the end


def test_mm_end_04_points_lost() -> None:
    field = Field()
    field.unit(elements=10, files=5, origin="regular", class_="C", order="close")
    unit = field.battle.units[0]
    points = unit.profile.points
    assert breaking.points_lost(field.battle, unit) == 0
    lose_elements(field.table(), unit, 6, "test")
    unit.morale = "broken"
    assert breaking.points_lost(field.battle, unit) == Fraction(points, 2)
    unit.where = "left"
    assert breaking.points_lost(field.battle, unit) == Fraction(points, 2)
    unit.where = "lost"
    assert breaking.points_lost(field.battle, unit) == points


def sides(lost_a: int, lost_b: int) -> Field:
    """A hundred points a side in ten equal units, so many of each lost."""
    field = Field()
    for side, lost in (("a", lost_a), ("b", lost_b)):
        for number in range(10):
            unit = field.unit(side, x=5.0 + 6 * number, y=6.0 if side == "a" else 42.0)
            if number < lost:
                lose(field.table(), unit, "test")
    field.battle.phase = "end"
    return field


def test_mm_end_01_an_army_breaks_at_half() -> None:
    field = sides(4, 5)
    victory.end_turn(field.table())
    assert field.battle.outcome[0] == "a"
    assert victory.over(field.battle) is not None
    field = sides(4, 4)
    victory.end_turn(field.table())
    assert field.battle.phase == "dawn"
    field = sides(6, 5)
    victory.end_turn(field.table())
    assert field.battle.outcome[0] == "b"
    field = sides(5, 5)
    victory.end_turn(field.table())
    assert field.battle.outcome[0] == ""


@pytest.mark.parametrize(
    ("lost", "outcome"),
    [
        ((1, 3), ("a", "win")),
        ((1, 4), ("a", "decisive")),
        ((1, 1), ("", "")),
        ((4, 1), ("b", "decisive")),
    ],
)
def test_mm_end_02_the_turn_limit(lost: tuple[int, int], outcome: tuple[str, str]) -> None:
    field = sides(*lost)
    field.battle.turn = 12
    victory.end_turn(field.table())
    assert field.battle.outcome[:2] == outcome
    assert field.battle.outcome[2].startswith("the turns ran out")


def test_mm_end_03_all_officers_lost_or_a_side_concedes() -> None:
    field = sides(0, 0)
    lose_officer(field.table(), field.battle.officers[1], "slain", "test")
    victory.end_turn(field.table())
    assert field.battle.outcome[0] == "a"
    field = sides(0, 0)
    table = field.table()
    table._calls = {("a", "concede")}
    victory.end_turn(table)
    assert field.battle.outcome[0] == "b"


def test_mm_end_05_the_sheet_sums_what_was_removed() -> None:
    field = sides(2, 0)
    lose_elements(field.table(), field.battle.units[5], 3, "melee")
    assert victory.causes(field.battle, "a") == {"test": 16, "melee": 3}
    assert victory.elements_lost(field.battle, "a") == 19


# -- what scenarios ask for


def holds(field: Field, **keys: Any) -> bool:
    return conditions.holds(field.battle, msgspec.convert(keys, Condition))


def test_mm_setup_21_conditions_by_kind() -> None:
    field = Field(terrain=[MARSH])
    mine = field.unit(y=12.0)
    theirs = field.unit("b", y=40.0)
    field.battle.wards[0].key, field.battle.wards[1].key = "mine", "theirs"
    assert holds(field, kind="officer_alive", side=2, battle="theirs")
    assert not holds(field, kind="officer_lost", side=2, battle="theirs")
    assert holds(field, kind="holds", side=1, area="Marsh", no_enemy_within=6)
    assert holds(field, kind="more_on", side=1, area="Marsh")
    assert holds(field, kind="none_on", side=2, area="Marsh")
    assert not holds(field, kind="none_on", side=2, area="Marsh", **{"not": True})
    assert holds(field, kind="more_elements_near", side=1, point=[36, 12], inches=3)
    assert not holds(field, kind="class_share_gone", side=2, share=0.5, **{"class": "B"})
    theirs.morale = "broken"
    assert holds(field, kind="class_share_gone", side=2, share=0.5, **{"class": "B"})
    assert not holds(field, kind="units_off_or_at", side=1, edge=2, count=1)
    mine.y = 47.5
    field.battle.memo.known.clear()
    assert holds(field, kind="units_off_or_at", side=1, edge=2, count=1)
    assert not holds(field, kind="army_broken", side=1)
    line = msgspec.structs.replace(
        field.battle.scenario,
        terrain=(Terrain("Canal", "river", 0, ((0.0, 24.0), (72.0, 24.0))),),
    )
    field.battle.scenario = line
    assert not holds(field, kind="none_beyond", side=1, line="Canal")


def test_mm_setup_21_the_first_win_that_holds_decides() -> None:
    field = sides(0, 0)
    field.battle.wards[1].key = "theirs"
    win = Win(
        1,
        "decisive",
        "any",
        "their king is lost",
        all=(Condition("officer_lost", 2, battle="theirs"),),
    )
    field.battle.scenario = msgspec.structs.replace(field.battle.scenario, win=(win,))
    victory.end_turn(field.table())
    assert field.battle.phase == "dawn"
    field.ward("b")
    lose_officer(field.table(), field.battle.officers[1], "slain", "test")
    victory.end_turn(field.table())
    assert field.battle.outcome[:3] == ("a", "decisive", "their king is lost")
