"""The captain at the end of a battle for a place, and how he spares his own men."""

from __future__ import annotations

from itertools import combinations
from math import dist

from banneret.rulesets.knights_and_knaves.basics.state import ROUTING, Battle, changed
from banneret.rulesets.knights_and_knaves.captain import commanding, declaring
from banneret.rulesets.knights_and_knaves.captain.outlook import Aims, Outlook
from banneret.rulesets.knights_and_knaves.captain.plan import Plan
from banneret.rulesets.knights_and_knaves.command import orders
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from rulesets.knights_and_knaves.captain.test_captain import intents
from rulesets.knights_and_knaves.captain.test_captain_commanding import signal
from rulesets.knights_and_knaves.chair import answer, with_aims
from rulesets.knights_and_knaves.field import at, field, man

GREEN = "field green: 30,30..42,40"
FEATURE = "green"
RALF = "a Ralf: lord sword mounted at 36,16 | "
ODO = "b Odo: lord at 4,44"


def green(text: str, turn: int) -> Battle:
    """A battle of twenty turns for the green."""
    battle = field(text, terrain=GREEN, turn=turn, turns=20)
    return with_aims(battle, Aim("hold", "a", 100, feature=FEATURE))


# -- where the points are


def test_kk_finis_09_each_has_a_place_of_his_own_where_the_points_are() -> None:
    """Nobody is beside another: who runs shakes those within two inches (KK-MORALE-07)."""
    battle = green(RALF + "a men: x6 loose at 34,20 | " + ODO, 16)
    meant = intents(battle)
    goals = [meant[one.id].goal or (0.0, 0.0) for one in battle.men if one.id in meant]
    there = [(x, y) for x, y in goals if 30.0 < x < 42.0 and 30.0 < y < 40.0]
    assert len(there) == 6
    assert all(dist(*pair) > 2.4 for pair in combinations(there, 2))


def test_kk_cmd_03_the_lord_rides_with_his_men_and_to_the_place_only_in_the_last_moves() -> None:
    """Sixteen inches ahead of them he would be heard by nobody."""
    text = RALF + "a men: x6 loose at 34,20 | " + ODO
    for turn, there in ((16, False), (20, True)):
        battle = green(text, turn)
        goal = intents(battle)[man(battle, "Ralf").id].goal
        assert goal is not None
        assert (30.0 < goal[1] < 40.0) is there


def test_kk_finis_09_who_is_in_the_place_at_the_end_leaves_it_for_nobody_far_off() -> None:
    """Hob lets Tom be, eight inches off; in the last move even a lord hard pressed stays."""
    battle = green(
        "a Ralf: lord sword at 36,35 | a Hob: sword at 33,33 | b Tom: sword at 33,41", 18
    )
    assert intents(battle)[man(battle, "Hob").id].chit == "stay"
    pressed = "a Ralf: lord sword at 36,35 | b Tom: sword at 36,36 | b Jack: sword at 36,34"
    for turn, chit in ((12, "move_full"), (20, "stay")):
        battle = green(pressed, turn)
        assert intents(battle)[man(battle, "Ralf").id].chit == chit


# -- out of earshot


def test_kk_order_10_near_the_end_orders_are_about_the_place() -> None:
    """Inside they defend, outside they come; where more enemies stand in it, they attack it."""
    text = "a Ralf: lord sword trumpet at 36,20 | a Hob: sword at {} | b Odo: lord at {}"
    trigger, place = "signal:trumpet", "feature:green"
    for hob, odo, wanted in (
        ("36,32", "4,44", orders.entry("defend", trigger, place)),
        ("36,24", "4,44", orders.entry("harass", trigger, place)),
        ("36,24", "36,38", orders.entry("attack", trigger, place, place)),
    ):
        battle = green(text.format(hob, odo), 18)
        outlook = Outlook(view(battle, "a"), "a")
        assert commanding._wanted(outlook, [man(battle, "Hob")]) == wanted
    early = green(text.format("36,24", "4,44"), 2)
    assert commanding._wanted(Outlook(view(early, "a"), "a"), [man(early, "Hob")])["target"] == ""


def test_kk_act_22_out_of_earshot_he_goes_to_the_place_and_stays_in_it() -> None:
    """Near the end or without a lord; else to his lord. A result is an upper limit."""
    text = (
        "a Ralf: lord sword at 36,10 {} | a Hob: sword at {} order=harass/signal:trumpet/lord | "
        "b Odo: lord at 36,45"
    )
    aims = Plan(view(green(text.format("", "20,20"), 18), "a"), "a").aims()
    assert aims.feature == FEATURE
    assert aims.sets_out > 2
    for lord, turn, goal in (
        ("", 2, (36.0, 10.0)),
        ("", 18, (36.0, 35.0)),
        ("stun=2", 2, (36.0, 35.0)),
    ):
        battle = green(text.format(lord, "20,20"), turn)
        hob = man(battle, "Hob")
        hob.rolled = hob.chit = "move_full"
        assert declaring.at_large(battle, hob, aims).goal == goal
    inside = green(text.format("", "36,33"), 18)
    hob = man(inside, "Hob")
    hob.rolled = hob.chit = "move_full"
    assert declaring.at_large(inside, hob, aims).goal == at(hob)
    assert declaring.at_large(inside, hob, Aims()).goal == (36.0, 10.0)


def test_kk_order_13_who_is_overwhelmed_is_called_back() -> None:
    """One man is worth a lord's turn only if he waits anyhow; two are in any case."""
    text = (
        "a Ralf: lord sword trumpet at 20,4 | "
        "a men: {} at 50,30 order=attack/signal:trumpet/lord | b foes: {} loose at 50,35"
    )
    assert signal(field(text.format("x3", "x6"))) == "trumpet"
    assert signal(field(text.format("x3", "x2"))) == "none"
    assert signal(field(text.format("x1", "x6"))) == "none"


# -- sparing friends


def test_kk_shoot_20_nobody_shoots_at_one_who_runs_past_his_own_men() -> None:
    """A missile that misses goes on to whoever stands beside the mark."""
    text = (
        "a Ralf: lord sword at 4,4 | a Wat: longbow at 20,10 | b Tom: sword at 20,22 | a Hob: at "
    )
    for hob, shoots in (("40,22", True), ("21.5,22", False)):
        battle = field(text + hob)
        tom, wat = man(battle, "Tom"), man(battle, "Wat")
        tom.status = ROUTING
        wat.ready = True
        changed(battle)
        said = answer(battle, shooting.question(battle, wat))
        assert (said == tom.id) is shoots
        assert shoots or said == declaring.NO_SHOT


def test_kk_shoot_20_nobody_shoots_where_a_miss_would_fell_his_own_lord() -> None:
    """Of two marks the one in mail is shot at if the other stands beside the lord, else neither."""
    text = (
        "a Wat: peasant longbow shooting=2 at 20,10 chit=shoot ready=true | "
        "b Tom: sword armor=6 at 22,24"
    )
    guy = "b Guy: sword armor=8 at 18,24"
    clear, beside = "a Ralf: lord sword armor=5 at 4,4", "a Ralf: lord sword armor=5 at 23.5,24"
    for parts, meant in (
        ((text, guy, clear), "Tom"),
        ((text, guy, beside), "Guy"),
        ((text, beside), ""),
    ):
        battle = field(" | ".join(parts), phase="targets")
        said = answer(battle, shooting.question(battle, man(battle, "Wat")))
        assert said == (man(battle, meant).id if meant else declaring.NO_SHOT)


def test_kk_shoot_20_a_friend_in_harness_beside_a_bare_mark_is_risked() -> None:
    """A miss that can hardly harm anybody of ours is no reason not to shoot."""
    battle = field(
        "a Wat: sergeant longbow at 20,10 chit=shoot ready=true | a Ralf: lord sword at 4,4 | "
        "b Tom: sword armor=3 at 20,16 | a Hob: knight sword large armor=10 at 21.5,16",
        phase="targets",
    )
    said = answer(battle, shooting.question(battle, man(battle, "Wat")))
    assert said == man(battle, "Tom").id
