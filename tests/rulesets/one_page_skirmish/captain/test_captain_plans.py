"""Whom the captain names, where he goes and what he keeps: positions with a clear answer."""

from __future__ import annotations

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.errors import Unknown
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, Battle
from banneret.rulesets.one_page_skirmish.captain import fighting, plan
from banneret.rulesets.one_page_skirmish.captain import man_by_man as deeds
from banneret.rulesets.one_page_skirmish.captain.outlook import Outlook
from banneret.rulesets.one_page_skirmish.captain.worth import worth
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.movement.ideas import EXIT
from banneret.rulesets.one_page_skirmish.setup.entries import Exit, Hold
from banneret.rulesets.one_page_skirmish.turn import acting, man_by_man
from rulesets.one_page_skirmish.captains import Led, led, meant, question
from rulesets.one_page_skirmish.field import field, man, men, unit

# -- leaders


def test_op_morale_15_a_knight_rallies_those_who_could_fail() -> None:
    """Not those who cannot."""
    battle = field("a mob: peasant x4 at 20,10 | a sir: knight at 22,10 | a old: elite x3 at 26,10")
    sir = man(battle, "sir").id
    assert fighting.rallies(battle, question((NOBODY, sir), unit(battle, "mob").id)) == sir
    assert fighting.rallies(battle, question((NOBODY, sir), unit(battle, "old").id)) == NOBODY


def test_op_lead_03_the_safest_man_is_named_sergeant() -> None:
    """He is to live longer than the last one."""
    battle = field(
        "a sir: knight at 20,8 | a men: leaderless x3 at 20,10 20,12 20,14 | b foot: x3 at 20,20"
    )
    keys = tuple(one.id for one in men(battle, "men"))
    asked = question((*keys, man(battle, "sir").id, NOBODY), man(battle, "sir").id)
    assert fighting.appoints(battle, asked) == man(battle, "men", 0).id


def test_op_lead_04_a_lone_knight_likes_company_and_most_a_group_without_a_leader() -> None:
    """His voice carries six inches."""
    battle = field("a sir: knight at 20,10 | a men: x3 at 10,10 | a lost: leaderless x3 at 30,10")
    look = Outlook(battle, unit(battle, "sir"), man(battle, "sir"))
    alone, led_group, lost = (look.company((x, 10.0)) for x in (20.0, 12.0, 31.0))
    assert alone < led_group < lost


# -- where to


def test_op_score_05_in_the_last_round_he_stays_where_the_points_are() -> None:
    """A leader by the crossing leaves a charge be."""
    words = "a foot: veteran mail x4 at 24,18 | b mob: peasant improvised x3 at 24,23"
    hold = Hold(point=(24.0, 18.0), radius=6.0, vp=10, for_="either")
    early = field(words, objective=[hold], rounds=12, round=3)
    late = field(words, objective=[hold], rounds=12, round=12)
    assert meant(early, "foot") == acting.CHARGE
    assert meant(late, "foot") != acting.CHARGE


def test_op_move_24_a_side_that_must_away_keeps_to_the_road_and_goes() -> None:
    """By the road, off the edge when the roll is enough, through whoever bars the way."""
    away = Exit(edge="east", for_="a", vp_per_figure=2, vp_knight_extra=5)
    road = "road: 0,18 48,18 width 2"
    open_road = field(
        "a col: x3 at 42,18 east | b bows: longbow x3 at 20,30", road, objective=[away]
    )
    assert meant(open_road, "col") == acting.MOVE
    said = led(open_road, moving.move, unit(open_road, "col"), dice=(6, 6, 6)).said
    assert ("move.road", "road") in said
    assert dict(said)["move.way"].gait == EXIT
    barred = field(
        "a col: mail x6 at 30,18 east | b men: improvised x1 at 34,18", road, objective=[away]
    )
    assert meant(barred, "col") == acting.CHARGE


def test_op_scen_05_a_garrison_keeps_its_hall_and_shoots() -> None:
    """It is set up in the hall, stays there, and does not charge out of the walls."""
    battle = RULESET.begin("manor", {}, {})
    garrison = next(one for one in battle.units if one.key == "garrison")
    assert plan.guarded(battle, garrison) == (24.0, 26.5)
    held = field(
        "b gar: crossbow sword mail x4 at 23,26.5 0.load=0 | a mob: peasant improvised x9 at 20,12",
        scenario="manor",
        active="b",
    )
    assert meant(held, "gar") in {acting.FIGURES, acting.STAND}


def test_op_scen_07_reinforcements_come_on_where_no_wall_bars_them() -> None:
    """They come as soon as they may."""
    battle = field(
        "b lord: knight lance mounted off arrival_round=3 arrival_edge=north | "
        "a mob: peasant improvised x9 at 8,8",
        scenario="manor",
        active="b",
        round=3,
    )
    led(battle, acting.act, unit(battle, "lord"), dice=(4, 4, 4))
    lord = man(battle, "lord")
    assert lord.base.y < 36.0 - 1.0
    assert lord.base.x < 24.0


def test_op_act_07_riders_dismount_at_a_wall() -> None:
    """A horse does not jump: with the enemy behind a wall the men get down."""
    battle = field(
        "a sir: knight sword mail mounted at 20,10 | b foot: x3 at 20,16",
        terrain="wall: 0,13 48,13",
    )
    assert deeds.deed(battle, man(battle, "sir")) == man_by_man.DISMOUNT


def test_op_move_15_he_goes_round_deep_water() -> None:
    """The way to the goal leads over the bridge, not to the nearest bank."""
    hold = Hold(point=(10.0, 30.0), radius=6.0, vp=10, for_="a")
    battle = field(
        "a foot: x1 at 10,10 | b far: x1 at 46,34",
        terrain="deep_water: 0,16..30,20",
        objective=[hold],
    )
    led(battle, moving.move, unit(battle, "foot"), dice=(6, 6))
    assert man(battle, "foot").base.x > 15.0


def test_op_setup_04_bows_hide_first() -> None:
    """Of those who may hide, men with bows make the better ambush."""
    battle = field("a foot: x3 at 5,5 | a bows: longbow x3 at 10,5 | b men: x3 at 20,30")
    keys = (unit(battle, "foot").id, unit(battle, "bows").id, NOBODY)
    assert plan.hide(battle, question(keys)) == unit(battle, "bows").id


def test_op_hide_06_an_ambush_holds_until_its_prey_is_near() -> None:
    """It acts on an enemy near at hand, and when half the day is gone."""
    words = "a bows: longbow x3 at 10,10 hidden | b men: x3 at 10,{}"
    near, far = field(words.format(18)), field(words.format(32))
    late = field(words.format(32), round=11, rounds=12)
    for battle, answer in ((near, "act"), (far, "hold"), (late, "act")):
        asked = question(("act", "hold"), unit(battle, "bows").id)
        assert plan.holds(battle, asked) == answer
        released = plan.releases(battle, question((NOBODY, unit(battle, "bows").id)))
        assert (released != NOBODY) == (answer == "act")


def test_op_score_02_few_men_are_dear() -> None:
    """The fewer a side has, the more each of them is worth; Knights and leaders most."""
    battle = field(
        "a few: x3 at 10,10 | b many: x3 at 20,20 | b more: x3 at 20,24 | b most: x3 at 20,28 | "
        "b sir: knight at 30,30"
    )
    assert worth(battle, man(battle, "few", 1)) > worth(battle, man(battle, "many", 1))
    assert worth(battle, man(battle, "sir")) > worth(battle, man(battle, "many", 1))
    assert worth(battle, man(battle, "few", 0)) > worth(battle, man(battle, "few", 1))


# -- levels


def test_a_squire_charges_the_nearest_whatever_comes_of_it() -> None:
    """He does not count the odds, nor think of ransom."""
    battle = field("a mob: peasant improvised x3 at 20,10 | b sir: knight ar4 polearm at 20,15")
    squire = Led(battle, "a", "squire")
    table: Table[Battle] = Table(
        battle, ScriptedDice(1, 1, 6, 6, 6), {"a": squire, "b": Led(battle, "b")}
    )
    acting.act(table, unit(battle, "mob"))
    assert ("action.kind", acting.CHARGE) in squire.said


def test_levels_are_known_by_name() -> None:
    """Any other name is refused."""
    assert RULESET.levels == ("captain", "squire")
    for level in RULESET.levels:
        assert RULESET.captain is not None
        RULESET.captain("a", level)
    with pytest.raises(Unknown):
        RULESET.captain("a", "page")


@pytest.mark.parametrize(
    ("inches", "gets_down", "gets_up"), [(6, True, False), (11, False, False), (18, False, True)]
)
def test_op_act_07_riders_do_not_get_down_in_one_round_and_up_in_the_next(
    inches: int, gets_down: bool, gets_up: bool
) -> None:
    """Before a wall they dismount when the enemy is near, and mount again when he is far off."""
    words = f"a lance: lance mounted x1 at 24,10 | b mob: peasant x3 at 24,{11 + inches}"
    fenced = field(words, terrain="wall: 0,12 48,12")
    assert (man_by_man.DISMOUNT in deeds._wishes(fenced, man(fenced, "lance"))) is gets_down
    free = field(words.replace(" mounted", ""))
    assert (man_by_man.MOUNT in deeds._wishes(free, man(free, "lance"))) is gets_up
