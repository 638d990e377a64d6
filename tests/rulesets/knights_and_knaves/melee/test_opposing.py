"""Who opposes whom in the Melee phase (KK-MELEE)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from banneret.rulesets.knights_and_knaves.screen.deeds import Fought, Struck
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.fights import duel, fight, key, meet_before
from rulesets.knights_and_knaves.rides import charge
from rulesets.knights_and_knaves.scripts import run
from rulesets.scripting import events_of


def test_kk_melee_01_one_strike_each() -> None:
    """Everybody names one strike; there is no second one to name."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10")
    keys = strike_or_parry.keys_of(battle, man(battle, "Hugh"))
    odo, guy = man(battle, "Odo").id, man(battle, "Guy").id
    assert f"strike:{odo}" in keys
    assert f"strike:{guy}" in keys
    assert f"strike:{odo},{guy}" not in keys


def test_kk_melee_01_who_struck_in_a_charge_strikes_no_more() -> None:
    """Guy gallops up and Odo parries him; held by the second rank he has had his strike."""
    battle, table = charge(
        "b Odo: armor=12 at 20,20 | b Ivo: armor=12 at 20,21.2",
        [1, 9] * 6,
        Guy="strike Odo",
        Odo="parry Guy",
    )
    assert touching(battle, man(battle, "Guy")) == [man(battle, "Odo")]
    assert [(one.one, one.winner) for one in events_of(table, Fought)] == [(0, NOBODY)]


def test_kk_melee_01_two_who_strike_each_other_throw_once() -> None:
    """One contest is the strike of both."""
    table = fight(duel(), [5, 6, 8, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert len(events_of(table, Fought)) == 1


def test_kk_melee_17_the_higher_total_strikes_home() -> None:
    """7 and 4 and the die against the same: 16 against 17; equal totals are nobody's."""
    battle = duel()
    table = fight(battle, [5, 6, 8, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == man(battle, "Odo").id
    assert man(battle, "Hugh").stamina == 4  # 8 less armour 6
    table = fight(duel(), [5, 5, 3, 3], Hugh="strike Odo", Odo="strike Hugh")
    assert events_of(table, Fought)[0].winner == NOBODY


def test_kk_melee_18_a_parrier_who_wins_hurts_nobody() -> None:
    """Parrying, he wins or ties and nobody is struck; he loses and is."""
    battle = duel()
    table = fight(battle, [2, 9, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert events_of(table, Fought)[0].winner == NOBODY
    battle = duel()
    table = fight(battle, [9, 2, 10, 3, 3, 3], Hugh="strike Odo", Odo="parry Hugh")
    assert man(battle, "Odo").stamina == 2


def test_kk_melee_18_two_are_parried_with_fresh_dice() -> None:
    """Up to two opponents, each worked out by itself."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Guy")
    table = fight(
        battle, [3, 5, 4, 6, 9, 9, 9], Hugh="parry Odo+Guy", Odo="strike Hugh", Guy="strike Hugh"
    )
    assert [one.dice for one in events_of(table, Fought)] == [(3, 5), (4, 6)]


def test_kk_melee_19_strikes_that_nobody_meets() -> None:
    """A strikes B, B strikes C, C parries A: both strikes are unopposed."""
    battle = field(
        "a Ann: soldier at 20,10 | b Bob: soldier at 20,11 | a Cid: soldier at 21,11.5",
        phase="choose",
    )
    meet_before(battle, "Ann", "Bob", "Cid")
    table = fight(battle, [3, 3, 2, 9, 1, 1], Ann="strike Bob", Bob="strike Cid", Cid="parry Bob")
    assert len(events_of(table, Fought)) == 1  # Bob against Cid, who parries him
    assert [(one.man, one.hit) for one in events_of(table, Struck)] == [
        (man(battle, "Ann").id, False)
    ]


@pytest.mark.usefixtures("idle")
def test_kk_melee_16_fifteen_hits_unopposed() -> None:
    """Skill 7 and sword 4: a die of 4 hits whoever is busy elsewhere, 3 misses."""
    for die, hit in ((4, True), (3, False)):
        battle = field(
            "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | a Ivo: soldier at 21,11.5",
            phase="choose",
        )
        meet_before(battle, "Hugh", "Odo", "Ivo")
        table = fight(battle, [die, 8, 3, 3], Hugh="strike Odo")
        assert events_of(table, Struck)[0].hit is hit


def test_kk_melee_16_a_third_attacker_is_unopposed() -> None:
    """Parrying two, he is open to the third."""
    battle = field(
        "a Hugh: soldier armor=12 at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier at 21,10 | "
        "b Ivo: soldier at 19,10",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo", "Guy", "Ivo")
    hugh = man(battle, "Hugh")
    assert (
        len([key for key in strike_or_parry.keys_of(battle, hugh) if key.startswith("parry")]) == 3
    )
    table = fight(
        battle,
        [5, 5, 5, 5, 4, 3, 9, 9, 9, 9],
        Hugh="parry Odo+Guy", Odo="strike Hugh", Guy="strike Hugh", Ivo="strike Hugh",
    )  # fmt: skip
    assert [one.man for one in events_of(table, Struck)] == [man(battle, "Ivo").id]


def test_kk_melee_32_nobody_strikes_the_fallen_and_anybody_may_decline() -> None:
    """A disabled enemy in contact is no target; doing nothing is always allowed."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | b Guy: soldier disabled at 21,10"
    )
    keys = strike_or_parry.keys_of(battle, man(battle, "Hugh"))
    assert f"strike:{man(battle, 'Guy').id}" not in keys
    assert "nothing" in keys
    assert strike_or_parry.refusal(battle, man(battle, "Hugh"), "nothing") is None


@pytest.mark.usefixtures("idle")
def test_kk_melee_32_who_strikes_another_meets_no_strike_at_himself() -> None:
    """Hugh strikes Odo, Odo strikes Ivo: two strikes nobody opposes and no contest."""
    battle = field(
        "a Hugh: soldier at 20,10 | b Odo: soldier at 20,11 | a Ivo: soldier at 21,11",
        phase="choose",
    )
    table = fight(battle, [1, 1], Hugh="strike Odo", Odo="strike Ivo")
    assert [(one.man, one.at) for one in events_of(table, Struck)] == [(0, 1), (1, 2)]
    assert events_of(table, Fought) == []


@pytest.mark.usefixtures("idle")
def test_kk_melee_02_a_champion_strikes_twice() -> None:
    """With the option the champion strikes again after the blows; the other parries."""
    battle = duel("champion armor=12", "armor=9", champion=True)
    answers = {
        "fight Hugh": key(battle, "strike Odo"),
        "fight": "nothing",
        "champion": str(man(battle, "Odo").id),
    }
    table = run(battle, "fatigue", dice=[5, 10, 9, 2, 10, 3, 3, 3, 3], answers=answers, exact=False)
    assert len(events_of(table, Struck)) == 1
    assert len(events_of(table, Fought)) == 1
    without = duel("champion armor=12", "armor=9")
    table = fight(without, [5, 10, 3, 3, 3], Hugh="strike Odo")
    assert events_of(table, Fought) == []
    assert table.by.was_asked("champion") == []
    parries = duel(
        "champion armor=12", "armor=9", champion=True
    )  # who strikes not strikes not twice
    table = fight(parries, [5, 6, 3, 3], Hugh="parry Odo", Odo="strike Hugh")
    assert table.by.was_asked("champion") == []


def test_kk_melee_02_only_the_champion() -> None:
    """With the option on, a man who is no champion strikes once."""
    battle = duel("armor=12", "armor=9", champion=True)
    table = fight(battle, [5, 10, 3, 3, 3], Hugh="strike Odo")
    assert table.by.was_asked("champion") == []


@pytest.mark.usefixtures("idle")
def test_kk_melee_03_the_second_blow_comes_after_the_first_is_applied() -> None:
    """A man felled by the first blow is not there for the second."""
    battle = duel("champion ax", "armor=3", champion=True)
    answers = {"fight Hugh": key(battle, "strike Odo"), "fight": "nothing"}
    table = run(battle, "fatigue", dice=[5, 9, 9], answers=answers, exact=False)
    assert man(battle, "Odo").status == "disabled"
    assert table.by.was_asked("champion") == []


@pytest.mark.parametrize("said", ["nothing", "parry Hugh"])
def test_kk_melee_32_doing_nothing_is_no_worse_than_parrying(said: str) -> None:
    """The same dice come to the same, whether Odo chose to parry or nothing at all."""
    battle = field(
        "a Hugh: soldier short_spear large melee=7 at 20,10 | b Odo: peasant melee=4 at 20,11",
        phase="choose",
    )
    meet_before(battle, "Hugh", "Odo")
    table = fight(battle, [3, 10], Hugh="strike Odo", Odo=said)
    (one,) = events_of(table, Fought)
    assert {one.one, one.other} == {0, 1}
    assert events_of(table, Struck) == []


def test_kk_melee_32_who_does_nothing_wards_off_the_two_strongest() -> None:
    """Of three who strike at Odo the weakest meets no parry."""
    battle = field(
        "a Hugh: soldier melee=9 at 20,10 | a Ivo: soldier melee=8 at 21,11 | "
        "a Tom: soldier melee=2 at 19,11 | b Odo: soldier armor=12 at 20,11",
        phase="choose",
    )
    table = fight(battle, [1, 10, 1, 10, 1], Hugh="strike Odo", Ivo="strike Odo", Tom="strike Odo")
    tom = man(battle, "Tom").id
    assert [one.man for one in events_of(table, Struck)] == [tom]
    assert tom not in {one.one for one in events_of(table, Fought)}
