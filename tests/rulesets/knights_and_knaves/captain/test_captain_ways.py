"""The captain's men on their way: round friends, out of a fight, and where nobody hears him."""

from __future__ import annotations

from math import dist
from types import SimpleNamespace

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.questions.choices import Pick
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Declared, changed
from banneret.rulesets.knights_and_knaves.captain import captain, commanding, declaring
from banneret.rulesets.knights_and_knaves.captain.intent import Intent
from banneret.rulesets.knights_and_knaves.captain.outlook import Aims, Outlook
from banneret.rulesets.knights_and_knaves.captain.plan import Plan
from banneret.rulesets.knights_and_knaves.command.action import qualifiers
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from rulesets.knights_and_knaves.captain.test_captain import intents
from rulesets.knights_and_knaves.chair import with_aims
from rulesets.knights_and_knaves.field import at, field, man

LORD = "a Ralf: lord sword at 20,4 | "
HUNT = (Aim("slay_lord", "a", 100), Aim("slay_lord", "b", 100))
SIGNAL = "order=harass/signal:trumpet/lord"


def test_kk_geo_04_who_finds_a_bowman_before_him_steps_round_him() -> None:
    """The bowman stands and shoots; the man behind him goes past, and he beside him straight on."""
    battle = field(
        LORD + "a Wat: longbow at 20,12 | a Hob: sword armor=4 at 20,10.5 | "
        "a Jack: sword armor=4 at 23,10.5 | b Tom: soldier sword armor=4 at 20,17"
    )
    meant = intents(battle)
    assert meant[man(battle, "Wat").id].chit == "shoot"
    assert not meant[man(battle, "Jack").id].detours
    hob = man(battle, "Hob")
    hob.chit = meant[hob.id].chit
    choice = qualifiers._ask_way(battle, hob, Declared(target=meant[hob.id].target))
    assert choice is not None
    taken = declaring.way(choice, meant[hob.id])
    assert taken.points == meant[hob.id].detours[0]
    assert abs(taken.points[0][0] - 20.0) > 0.5


def test_kk_def_22_a_man_on_foot_charges_round_the_corner_of_a_house() -> None:
    """Whom he sees past the corner and can get to; who would come too late marches."""
    text = LORD + "a Hob: sword armor=4 at {} | b Tom: peasant dagger at {}"
    battle = field(text.format("28.2,18.5", "26,20.6"), terrain="building farm: 21,16..27,20")
    hob, tom = man(battle, "Hob"), man(battle, "Tom")
    meant = intents(battle)[hob.id]
    assert meant.target == tom.id
    hob.chit = meant.chit
    choice = qualifiers._ask_way(battle, hob, Declared(target=tom.id))
    assert choice is not None
    taken = declaring.way(choice, meant)
    assert taken.points == meant.detours[0]
    assert dist(taken.points[0], (27.0, 20.0)) < 0.2
    far = field(text.format("28,20", "28,25"), terrain="water: 20,22..40,23")
    assert intents(far)[man(far, "Hob").id].target == NOBODY


def test_kk_geo_04_who_did_not_get_on_is_in_the_way_himself() -> None:
    """Whoever meant to move last turn and could not is gone round as if he stood."""
    battle = field(
        LORD + "a Hob: sword armor=4 at 20,12 | a Jack: sword armor=4 at 20,10.5 | "
        "b Tom: soldier sword armor=8 at 20,40"
    )
    jack = man(battle, "Jack").id
    assert not intents(battle)[jack].detours
    plan = Plan(view(battle, "a"), "a")
    plan.jammed = frozenset((man(battle, "Hob").id,))
    assert plan.intents()[jack].detours


def test_kk_move_31_a_wounded_rider_breaks_off_and_a_fresh_one_fights_on() -> None:
    """Nobody strikes at who leaves, and in contact a gentle man who fails is taken."""
    battle = field(
        LORD + "a Guy: knight sword mounted destrier at 20,20 | b Tom: soldier sword at 20,21.5"
    )
    guy = man(battle, "Guy")
    assert intents(battle)[guy.id].chit == "stay"
    guy.stamina = guy.profile.stamina // 2
    changed(battle)
    meant = intents(battle)[guy.id]
    assert meant.chit == "move_full"
    assert meant.goal is not None
    assert dist(meant.goal, at(man(battle, "Tom"))) > 8.0


def test_kk_order_10_a_rider_out_of_earshot_makes_for_the_edge_or_his_lord() -> None:
    """An order to keep off leaves the way to him; one with somebody to shoot at stays."""
    battle = field(
        LORD + f"a Guy: knight sword mounted at 20,20 {SIGNAL} | "
        f"a Wat: longbow at 24,20 {SIGNAL} | b Tom: soldier sword at 20,40"
    )
    for one in (man(battle, "Guy"), man(battle, "Wat")):
        one.rolled = one.chit = "move_full"
    guy, wat = man(battle, "Guy"), man(battle, "Wat")
    off = declaring.at_large(battle, guy, Aims("east"))
    assert off.off
    assert off.goal is not None
    assert off.goal[0] > battle.scenario.table[0]
    assert declaring.at_large(battle, guy, Aims()).goal == at(man(battle, "Ralf"))
    wat.ready = True
    assert declaring.at_large(battle, wat, Aims()).goal == at(wat)


def test_kk_order_09_riders_before_spears_are_told_to_keep_off() -> None:
    """Told to attack they would ride at the nearest, spear or no (KK-MORALE-04)."""
    text = LORD + "a Guy: knight lance sword mounted at 20,20 trumpet | b Tom: soldier {} at 20,40"
    for arms, verb in (("sword", "attack"), ("short_spear", "harass")):
        battle = field(text.format(arms))
        outlook = Outlook(view(battle, "a"), "a")
        assert commanding._wanted(outlook, [man(battle, "Guy")])["verb"] == verb


def test_kk_move_33_a_rider_out_of_earshot_really_leaves_by_the_edge() -> None:
    """His order lets him go where his owner likes: the way he takes ends beyond the edge."""
    battle = field(LORD + f"a Guy: knight sword mounted at 64,20 {SIGNAL} | b Tom: sword at 20,40")
    guy = man(battle, "Guy")
    guy.rolled = guy.chit = "move_full"
    choice = qualifiers._ask_way(battle, guy, qualifiers.NOTHING)
    assert choice is not None
    way = declaring.way(choice, declaring.at_large(battle, guy, Aims("east")))
    assert way.points[-1][0] > battle.scenario.table[0]


def test_kk_finis_09_a_lord_who_is_hunted_charges_nobody() -> None:
    """Else he meets whoever comes within three inches of him."""
    text = "a Ralf: lord sword armor=8 at 20,10 | b Tom: peasant dagger armor=3 at 20,13.5"
    battle = field(text)
    ralf, tom = man(battle, "Ralf"), man(battle, "Tom")
    assert intents(battle)[ralf.id].target == tom.id
    assert intents(with_aims(field(text), *HUNT))[ralf.id].target != tom.id


@pytest.mark.parametrize(("turn", "waits"), [(1, True), (2, True), (3, False)])
def test_kk_finis_09_riders_let_a_lord_they_hunt_come_to_them(turn: int, waits: bool) -> None:
    """Two turns long they do not ride at everybody in reach; men on foot would not wait."""
    text = (
        "a Ralf: lord sword {0} at 20,6 | a Guy: knight lance {0} at 24,6 | b Tom: sword at 24,27"
    )
    mounted = with_aims(field(text.format("mounted destrier"), turn=turn), *HUNT)
    assert Outlook(view(mounted, "a"), "a").waits is waits
    goes = intents(mounted)[man(mounted, "Guy").id].gait == "gallop"
    assert goes is not waits
    on_foot = with_aims(field(text.format(""), turn=turn), *HUNT)
    assert not Outlook(view(on_foot, "a"), "a").waits


def test_kk_melee_16_riders_gang_up_on_a_lord_they_hunt() -> None:
    """He opposes one of them only; where he is just another man each rides at his own mark."""
    text = (
        LORD + "a Guy: knight lance mounted at 18,10 | a Hugh: knight lance mounted at 26,10 | "
        "b Odo: lord lance armor=8 mounted at 20,20 | b Tom: knight lance mounted at 26,20"
    )
    hunting = with_aims(field(text), *HUNT)
    odo = man(hunting, "Odo").id
    meant = intents(hunting)
    assert [meant[man(hunting, name).id].target for name in ("Guy", "Hugh")] == [odo, odo]


@pytest.mark.parametrize("barred", [("Tom",), ("Tom", "Wat")])
def test_kk_def_22_who_cannot_reach_his_mark_takes_the_next_or_goes_nearer(
    barred: tuple[str, ...],
) -> None:
    """He does not stand idle because no way leads to whom he was to charge."""
    battle = field(
        LORD + "a Hob: sword armor=4 at 20,20 | b Tom: sword at 20,23 | b Wat: sword at 23,20"
    )
    hob, tom, wat = (man(battle, name) for name in ("Hob", "Tom", "Wat"))
    no = Refusal("no way leads to him this turn", "KK-DEF-22")
    out = {man(battle, name).id for name in barred}
    choice = Pick(
        "a",
        "target",
        "Whom?",
        [NOBODY, tom.id, wat.id],
        why_not=lambda key: no if key in out else None,
        about=(hob.id,),
    )
    led = captain("a")
    led._intents[hob.id] = Intent("move_full_melee", tom.id, None, "walk", others=(wat.id,))
    said = led._target(SimpleNamespace(view=battle), choice)  # type: ignore[arg-type]
    meant = led._intents[hob.id]
    if wat.id not in out:
        assert (said, meant.target) == (wat.id, wat.id)
    else:
        assert (said, meant.target, meant.goal) == (NOBODY, NOBODY, at(tom))
