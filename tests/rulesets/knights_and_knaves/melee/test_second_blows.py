"""A champion's second blow and what follows from it (KK-MELEE-02, 03, KK-FALL-05)."""

from __future__ import annotations

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle
from banneret.rulesets.knights_and_knaves.screen.deeds import Fell, Fought, Struck
from rulesets.knights_and_knaves.field import field, man
from rulesets.knights_and_knaves.fights import key, meet_before
from rulesets.knights_and_knaves.scripts import Played, run
from rulesets.scripting import events_of

RIDER = "mounted lance lance_lost=true weapon=none armor=4 original=10 stamina=10"


def two_blows(rider: str, champion: str, dice: list[int], at: str = "") -> tuple[Battle, Played]:
    """Odo does nothing while Hugh the champion strikes at him, and again."""
    battle = field(
        f"a Hugh: champion {champion} melee=9 at 20,10 | b Odo: {rider} at 20,11.5 | "
        "b foe: at 60,40",
        phase="choose",
        champion=True,
    )
    meet_before(battle, "Hugh", "Odo")
    odo = man(battle, "Odo").id
    answers = {
        "fight Hugh": key(battle, "strike Odo"),
        "fight": "nothing",
        "champion": f"{at}{odo}",
        "step_up": "hold",
    }
    return battle, run(battle, "fatigue", dice=dice, answers=answers, exact=False)


@pytest.mark.usefixtures("idle")
def test_kk_fall_05_both_blows_of_a_champion_count_together() -> None:
    """One point and two of ten are a quarter only together: one check, when both are struck."""
    battle, table = two_blows(RIDER, "sword", [9, 5, 9, 1, 6, 1, 1, 2, 10, 10])
    assert man(battle, "Odo").stamina == 7
    assert [one.damage for one in events_of(table, Struck)] == [1]
    assert [one.damage for one in events_of(table, Fought)] == [2]
    assert [one.fell for one in events_of(table, Fell)] == [True]


def test_kk_fall_05_one_check_for_both_blows() -> None:
    """Either blow alone would make him check; he checks once and then keeps his seat."""
    _, table = two_blows(RIDER, "sword", [9, 7, 9, 1, 7, 10, 10, 10])
    assert [one.fell for one in events_of(table, Fell)] == [False]


def test_kk_melee_03_in_the_saddle_until_the_second_blow_is_struck() -> None:
    """The first blow does not unseat him before the second: he still parries that one."""
    battle, table = two_blows(RIDER, "short_spear", [9, 5, 9, 1, 6, 1, 1, 2, 10, 10])
    told = [type(one.event) for one in table.events]
    assert told.index(Fought) < told.index(Fell)
    assert man(battle, "Odo").horse == NOBODY


@pytest.mark.usefixtures("idle")
def test_kk_melee_02_the_second_blow_may_go_at_the_horse() -> None:
    """He strikes twice, and a horse is struck like a man: fifteen, and nobody parries for it."""
    battle, table = two_blows(RIDER, "sword", [9, 1, 9, 5, 10, 10], at="horse:")
    assert [one.at_horse for one in events_of(table, Struck)] == [False, True]
    assert battle.horses[0].stamina < battle.horses[0].profile.stamina


@pytest.mark.usefixtures("idle")
def test_kk_melee_02_a_champion_strikes_twice_from_the_second_rank() -> None:
    """Both his blows go past the man in front of him; the other parries the second."""
    battle = field(
        "a men: short_spear melee=9 1.traits=champion x5 at 20,10 20,9 30,9 32,9 34,9 facing 0 | "
        "b Odo: at 20,11 | b foe: at 60,40",
        phase="choose",
        champion=True,
    )
    meet_before(battle, "men0", "Odo")
    odo = man(battle, "Odo").id
    answers = {"fight": "nothing", "fight men1": f"strike:{odo}", "champion": str(odo)}
    table = run(battle, "fatigue", dice=[1, 1, 10], answers=answers, exact=False)
    assert [one.man for one in events_of(table, Struck)] == [man(battle, "men", 1).id]
    assert [one.one for one in events_of(table, Fought)] == [man(battle, "men", 1).id]
