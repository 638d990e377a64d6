"""The fine print of command, orders and units: lines the tests of the whole would not miss."""

from __future__ import annotations

import pytest

from banneret.core.errors import IllegalForce
from banneret.rulesets.knights_and_knaves.basics.state import (
    NOBODY,
    ROUTING,
    STEADY,
    Declared,
    changed,
)
from banneret.rulesets.knights_and_knaves.command import forming, hearing, orders, orders_in_play
from banneret.rulesets.knights_and_knaves.command.action import bounds, limits, qualifiers
from banneret.rulesets.knights_and_knaves.morale import checking
from banneret.rulesets.knights_and_knaves.screen.hidden.view import FACE_DOWN, view
from banneret.rulesets.knights_and_knaves.setup.forces.companies import usual_traits
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import read_forces
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import GENTLE
from rulesets.knights_and_knaves.checks import checked
from rulesets.knights_and_knaves.field import declare, field, man, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import rolls

FOE = "b foe: at 60,46"


def test_kk_def_24_a_force_has_one_lord_and_only_one() -> None:
    """Two chiefs are refused, none too."""
    for classes in (("lord", "chief"), ("knight", "knight")):
        lines = "".join(f'[[force.man]]\nclass = "{one}"\narms = ["sword"]\n' for one in classes)
        with pytest.raises(IllegalForce, match="KK-DEF-24"):
            read_forces(f'[[force]]\nid = "x"\nname = "X"\n{lines}'.encode(), "x.toml")


def test_kk_def_24_he_does_what_his_player_wants_wherever_his_men_are() -> None:
    """Alone on the far side of the table a lord is in his own command; running he is not."""
    battle = field(f"a Ralf: lord at 10,10 | a men: x5 at 50,30 | {FOE}")
    hearing.measure(battle)
    assert man(battle, "Ralf").in_command
    man(battle, "Ralf").status = ROUTING
    changed(battle)
    hearing.measure(battle)
    assert not man(battle, "Ralf").in_command


def test_kk_def_20_berserks_and_common_men_are_not_gentle() -> None:
    """Lords, knights and squires are, unless they are berserks; nobody else."""
    assert {"lord", "chief", "knight", "squire"} == GENTLE
    assert "gentle" in usual_traits("knight", ())
    assert "gentle" not in usual_traits("knight", ("berserk",))
    for class_ in ("bodyguard", "man_at_arms", "sergeant", "soldier", "peasant"):
        assert "gentle" not in usual_traits(class_, ())


@pytest.mark.parametrize(("foe", "held"), [("knight", True), ("squire", True), ("sergeant", False)])
def test_kk_def_20_the_noble_opponent_is_one_with_the_flag(foe: str, held: bool) -> None:
    """A man who rolled for himself does not leave a gentle enemy; others he may."""
    battle = field(
        f"a Hal: at 36,20 chit=move_full rolled=move_full | b Guy: {foe} at 36,21.04 south"
    )
    assert (limits.held_by_noble(battle, man(battle, "Hal")) is not None) is held
    man(battle, "Hal").in_command = True
    assert not limits.held_by_noble(battle, man(battle, "Hal"))


def test_kk_cmd_02_a_leader_beyond_five_inches_brings_nobody() -> None:
    """At 5 inches he brings the unit, at 5.1 he does not, though members are chained to him."""
    for x, heard in ((16.0, True), (16.1, False)):
        battle = field(f"a Ralf: lord at 10,10 | a men: x5 at {x},10 {x + 3},10 | {FOE}")
        hearing.measure(battle)
        assert man(battle, "men", 1).in_command is heard


def test_kk_cmd_06_a_chit_lies_face_down_until_it_is_turned_over() -> None:
    """The other player sees that there is one, not which; then he sees it."""
    battle = field("a Hal: at 10,10 chit=shoot | b Odo: at 40,40", phase="declare")
    assert view(battle, "b").men[0].chit == FACE_DOWN
    assert view(battle, "a").men[0].chit == "shoot"
    declare(man(battle, "Hal"), "shoot")
    assert view(battle, "b").men[0].chit == "shoot"


def test_kk_order_03_giving_an_order_costs_the_lord_no_action() -> None:
    """He gives two and is asked for his chit all the same."""
    battle = field(
        f"a Ralf: lord at 30,10 | a Hal: at 33,10 | a Pip: trumpet at 27,10 | {FOE}",
        phase="reform", commanding=("a",),
    )  # fmt: skip
    said = orders.entry("attack", "signal:trumpet", "lord")
    group = f"man:{man(battle, 'Hal').id}"
    table = run(
        battle, "action",
        answers={"command": ["order", "done"], "order.to": [group], "order": [said],
                 "chit": "stay", "chit Ralf": "move_full"},
    )  # fmt: skip
    assert man(battle, "Ralf").chit == "move_full"
    assert table.keys.count("chit") == 3


def test_kk_order_19_the_trumpeter_too_does_nothing_else() -> None:
    """His chit is the signal, face up; he is not asked for another."""
    battle = field(
        "a Ralf: lord at 30,10 | a Pip: trumpet at 32,10 | "
        f"a Hal: at 60,10 order=attack/signal:trumpet/lord | {FOE}",
        phase="signals",
    )
    table = run(battle, "action", dice=[10], answers={"signal": "trumpet", "command": "done"})
    pip = man(battle, "Pip")
    assert pip.chit == "signal"
    assert pip.declared is not None
    assert "chit" not in table.keys


def test_kk_order_08_stays_at_its_post_then_goes_where_it_was_told() -> None:
    """Near its post in the first part; then at the enemy, to the mill or to the lord."""
    terrain = "field mill: 2,2..6,6"
    battle = field(f"a Hal: at 36,20 | {FOE}", terrain=terrain)
    for then in ("nearest_enemy", "feature:mill", "lord"):
        said = orders.entry("defend", "occupied:mill", then)
        assert orders.refusal(battle, "a", said) is None
    goals = {"nearest_enemy": (60.0, 46.0), "feature:mill": (4.0, 4.0), "lord": (10.0, 10.0)}
    for then, goal in goals.items():
        battle = field(
            f"a Ralf: lord at 10,10 | a Hal: at 36,20 rolled=move_full chit=move_full "
            f"order=defend/occupied:mill/{then} part2 | {FOE}",
            terrain=terrain,
        )
        assert bounds.goal(battle, man(battle, "Hal")) == goal


@pytest.mark.parametrize(("to", "clause"), [((36.0, 25.9), None), ((36.0, 26.2), "KK-ORDER-10")])
def test_kk_order_08_no_further_than_six_inches_from_its_post(
    to: tuple[float, float], clause: str | None
) -> None:
    """A move result lets him go toward the enemy within 6 inches of where he was posted."""
    battle = field("a Hal: at 36,20 | b foe: at 36,46", terrain="field mill: 2,2..6,6")
    hal = man(battle, "Hal")
    play(battle, orders.give, f"man:{hal.id}", orders.entry("defend", "occupied:mill", "lord"))
    hal.chit = hal.rolled = "move_full"
    refusal = bounds.way_refusal(battle, hal, Declared(path=(to,)))
    assert (None if refusal is None else refusal.clause) == clause


@pytest.mark.parametrize(
    ("lord", "free"),
    [
        ("at 10,10", True),
        ("disabled stamina=0 conscious=2 at 10,10", True),
        ("disabled stamina=0 conscious=0 at 10,10", False),
        ("dead stamina=0 at 10,10", False),
        ("gone at 10,10", False),
    ],
)
def test_kk_cmd_15_nobody_moves_freely_without_his_lord(lord: str, free: bool) -> None:
    """No enemy in sight, but their lord is out of it for good: they roll."""
    battle = field(
        f"a Ralf: lord {lord} | a Hal: at 20,10 | b foe: at 36,46", terrain="house_wall: 0,24 72,24"
    )
    hearing.measure(battle)
    assert man(battle, "Hal").free is free


@pytest.mark.parametrize(
    ("words", "goes"),
    [
        ("passed_lord_check=true", True),
        ("passed_lord_check=true in_command", True),  # the lord no longer commands him
        ("", False),  # has not seen him fall, or not stood the check
        ("passed_lord_check=true stun=2", False),
    ],
)
def test_kk_cmd_18_who_stood_the_check_goes_for_the_body(words: str, goes: bool) -> None:
    """A squire of the household recovers his lord only if he passed the check for his fall."""
    battle = field(
        f"a Ralf: lord disabled stamina=0 conscious=0 at 10,10 | a Will: squire at 20,10 {words} | "
        f"a Hal: soldier at 22,10 passed_lord_check=true | {FOE}"
    )
    retinue(battle, "a").lord_fallen = True
    hearing.measure(battle)
    assert man(battle, "Will").recovering is goes
    assert not man(battle, "Hal").recovering


def test_kk_cmd_18_who_has_run_goes_for_the_body_no_more() -> None:
    """He stood for his lord, ran for another cause and rallied: he acts like anybody."""
    battle = field(
        f"a Ralf: lord disabled stamina=0 conscious=0 at 20,20 | "
        f"a Hugh: knight household at 30,20 passed_lord_check=true seen_lord_fall=true | {FOE}",
        phase="shooting_end",
    )
    retinue(battle, "a").lord_fallen = True
    hugh = man(battle, "Hugh")
    hearing.measure(battle)
    assert hugh.recovering
    checking.oblige(battle, hugh, "wound")
    play(battle, checking.run_checks, dice=[10])
    hugh.status = STEADY
    changed(battle)
    hearing.measure(battle)
    assert not hugh.recovering


@pytest.mark.parametrize(("x", "heard"), [(36.0, True), (36.1, False)])
def test_kk_order_02_only_who_stands_in_range_is_handed_an_order(x: float, heard: bool) -> None:
    """A single man at 5 inches is, at 5.1 he is not; so with the leader of a unit."""
    for words in (f"a Hal: at {x},10", f"a men: x5 at {x},10 {x - 2},10"):
        battle = field(f"a Ralf: lord at 30,10 | {words} | {FOE}", phase="reform")
        found = orders_in_play.groups_in_range(battle, "a")
        assert bool(found) is heard
        refusal = orders_in_play.out_of_range(battle, "a", orders.groups_of(battle, "a")[0])
        assert (refusal is None) is heard


def test_kk_order_17_no_roll_while_the_event_is_not_true() -> None:
    """He waits for the mill to be taken: nobody is in it, nobody rolls; somebody is, he rolls."""
    order = "order=defend/occupied:mill/lord"
    for at, dice in (("60,46", []), ("33,23", [9])):
        battle = field(
            f"a Ralf: lord at 5,5 | a Hal: at 36,10 {order} | b foe: at {at}",
            terrain="field mill: 30,20..36,26", phase="signals",
        )  # fmt: skip
        table = run(battle, "reform", dice=dice)
        assert len(rolls(table, "receipt")) == len(dice)


def test_kk_def_05_four_left_of_a_unit_are_still_led() -> None:
    """A man sent elsewhere leaves four: their leader in range brings them, their order holds."""
    battle = field(
        "a Ralf: lord at 10,10 | a men: x5 at 15,10 16.5,10 18,10 19.5,10 21,10 "
        f"order=attack/signal:trumpet/lord | {FOE}"
    )
    forming.leave(battle, man(battle, "men", 4))
    hearing.measure(battle)
    assert man(battle, "men", 3).in_command
    assert unit(battle, "men").order is not None
    assert not man(battle, "men", 4).in_command


def test_kk_def_08_heirs_stand_and_are_of_rank() -> None:
    """Neither the stunned nor the routing sergeant nor a soldier is named; a steady sergeant is."""
    battle = field(
        "a men: x5 at 10,10 0.status=dead 0.stamina=0 1.class=sergeant 1.stun=2 "
        f"2.class=sergeant 2.status=routing 3.class=sergeant | {FOE}"
    )
    assert forming.heirs(battle, unit(battle, "men")) == [man(battle, "men", 3).id]


RIDER_AT = "a Guy: knight lance sword mounted destrier at 10,10 north | b foot: sword at "
UNREACHED = [
    ("10,59", "walk", "", "move_full_melee"),
    ("10,20", "gallop", "water: 0,13..72,17", "move_full_melee"),
    ("10,16", "walk", "", "stay"),
    ("10,30", "walk", "", "move_full_melee"),
]


@pytest.mark.parametrize(
    ("at", "gait", "terrain", "chit"), UNREACHED, ids=["far", "water", "stays", "walk"]
)
def test_kk_def_22_who_cannot_arrive_charges_nobody(
    at: str, gait: str, terrain: str, chit: str
) -> None:
    """He names the man all the same: nobody checks morale for it."""
    battle = field(f"{RIDER_AT}{at}", terrain=terrain, table=(72.0, 72.0), phase="charge_checks")
    declare(man(battle, "Guy"), chit, target=man(battle, "foot").id, gait=gait)
    table = run(battle, "move", dice=[])
    assert checked(table) == []


def test_kk_def_22_who_can_arrive_charges_whether_or_not_he_does() -> None:
    """Within his canter the man on foot checks; who names nobody frightens none."""
    for named in (True, False):
        battle = field(f"{RIDER_AT}10,20", phase="charge_checks")
        target = man(battle, "foot").id if named else NOBODY
        declare(man(battle, "Guy"), "move_full_melee", target=target, gait="canter")
        table = run(battle, "move", dice=[1] * named)
        assert checked(table) == [man(battle, "foot").id] * named


def test_kk_def_22_who_is_out_of_reach_is_greyed_with_the_reason() -> None:
    """Asked whom he charges, he is told who is too far off and by how much."""
    battle = field(
        "a Guy: soldier in_command chit=move_full_melee at 10,10 | b near: sword at 10,15 | "
        "b far: sword at 10,40"
    )
    asked = qualifiers._ask_target(battle, man(battle, "Guy"), Declared())
    assert asked is not None
    because = {option.key: option for option in asked.options()}
    assert because[man(battle, "near").id].because is None
    no = because[man(battle, "far").id]
    assert no.because is not None
    assert (no.because.clause, "29.0 inches off" in no.because.reason) == ("KK-DEF-22", True)


@pytest.mark.parametrize(("y", "checks"), [(11.5, 0), (11.7, 2)])
def test_kk_def_22_who_touches_him_already_does_not_charge(y: float, checks: int) -> None:
    """A rider in melee with a spearman names him again: nobody checks, and no charge is noted."""
    battle = field(
        f"a Guy: knight sword mounted at 10,10 | b foot: short_spear at 10,{y}",
        phase="charge_checks",
    )
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
    table = run(battle, "reorganise", dice=[1] * checks)
    assert len(checked(table)) == checks
    assert len(battle.charges) == checks // 2


@pytest.mark.parametrize("words", ["stun=1", "routing", "withdrawing", ""])
def test_kk_def_25_only_steady_men_in_range_are_put_elsewhere(words: str) -> None:
    """Stunned, running or leaving he stays where he is; else he may go."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 13,10 {words} | {FOE}", phase="reform")
    refusal = forming.refuse_to_reform(battle, "a", man(battle, "Hal"))
    assert (refusal is None) == (not words)
