"""The fine print: lines of a clause that the tests of the whole clause would not miss."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.choices import Choice
from banneret.core.errors import IllegalForce
from banneret.core.events import Rolled
from banneret.rulesets.knights_and_knaves import (
    actions,
    command,
    declaration,
    forming,
    morale,
    orders,
    orders_in_play,
    sight,
    yields,
)
from banneret.rulesets.knights_and_knaves.companies import usual_traits
from banneret.rulesets.knights_and_knaves.deeds import Shot
from banneret.rulesets.knights_and_knaves.events import Checked, Panicked
from banneret.rulesets.knights_and_knaves.forces import read_forces
from banneret.rulesets.knights_and_knaves.limits import direction_refusal
from banneret.rulesets.knights_and_knaves.lists import GENTLE
from banneret.rulesets.knights_and_knaves.procedures.morale import morale_tally
from banneret.rulesets.knights_and_knaves.state import (
    ROUTING,
    WITHDRAWING,
    Battle,
    Declared,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.turn import PHASES
from banneret.rulesets.knights_and_knaves.view import FACE_DOWN, view
from rulesets.knights_and_knaves.field import (
    Played,
    declare,
    events_of,
    field,
    man,
    men,
    play,
    retinue,
    rolls,
    run,
    unit,
)

FOE = "b foe: at 60,46"


def checked(table: Played) -> list[int]:
    """Who checked, in order."""
    return [event.man for event in events_of(table, Checked)]


def value(battle: Battle, name: str) -> int:
    """A man's modified morale now."""
    return morale_tally(morale.facts_of(battle, man(battle, name))).total


# -- lords


def test_kk_morale_03_first_sight_may_come_turns_later() -> None:
    """He fell in turn 1 behind a wall; in turn 5 Hal comes round it and checks, Tom still not."""
    battle = field(
        f"a Ralf: lord disabled stamina=0 at 10,10 | a Hal: at 12,20 | a Tom: at 20,10 | {FOE}",
        terrain="high_wall: 15,5 15,15", turn=5, phase="movement_checks",
    )  # fmt: skip
    own = retinue(battle, "a")
    own.lord_fallen, own.fell = True, 1
    assert checked(play(battle, morale.run_checks, dice=[1])) == [man(battle, "Hal").id]
    assert value(battle, "Hal") == value(battle, "Tom") - 3


def test_kk_morale_30_a_captive_lord_is_seen_and_weighs_as_a_fallen_one() -> None:
    """A lord yields: his men check with 3 off from that check on, the enemy has 2 more."""
    battle = field(
        "a Ralf: lord at 30,20 stamina=3 | a Hal: at 26,20 | b Guy: knight at 30,21.04 south | "
        "b Tom: at 40,30",
        phase="choose",
    )
    before = value(battle, "Tom")
    play(battle, yields.yield_freely, man(battle, "Ralf"))
    assert retinue(battle, "a").lord_fallen
    assert value(battle, "Tom") == before + 2
    assert checked(play(battle, morale.run_checks, dice=[4])) == [man(battle, "Hal").id]
    assert man(battle, "Hal").status == ROUTING  # 7 - 3: a 4 is not lower


def test_kk_morale_30_freed_he_still_weighs_on_those_who_saw() -> None:
    """The modifier lasts the battle; who never saw him fall does not have it."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 14,10 seen_lord_fall=true | {FOE}")
    retinue(battle, "a").lord_fallen = True
    assert value(battle, "Hal") == 7 - 3 + 3  # and the bonus of a lord who is up again
    man(battle, "Hal").seen_lord_fall = False
    assert value(battle, "Hal") == 7 + 3


def test_kk_def_24_a_force_has_one_lord_and_only_one() -> None:
    """Two chiefs are refused, none too."""
    for classes in (("lord", "chief"), ("knight", "knight")):
        lines = "".join(f'[[force.man]]\nclass = "{one}"\narms = ["sword"]\n' for one in classes)
        with pytest.raises(IllegalForce, match="KK-DEF-24"):
            read_forces(f'[[force]]\nid = "x"\nname = "X"\n{lines}'.encode(), "x.toml")


def test_kk_def_24_he_does_what_his_player_wants_wherever_his_men_are() -> None:
    """Alone on the far side of the table a lord is in his own command; running he is not."""
    battle = field(f"a Ralf: lord at 10,10 | a men: x5 at 50,30 | {FOE}")
    command.measure(battle)
    assert man(battle, "Ralf").in_command
    man(battle, "Ralf").status = ROUTING
    changed(battle)
    command.measure(battle)
    assert not man(battle, "Ralf").in_command


# -- profiles


def test_kk_prof_04_the_rosters_values_rule() -> None:
    """An archer of skill 7 with melee 9 and morale 3 is taken as he is written down."""
    text = (
        '[[force]]\nid = "x"\nname = "X"\n[[force.man]]\nclass = "lord"\narms = ["sword"]\n'
        '[[force.man]]\nclass = "soldier"\narms = ["longbow"]\n'
        "shooting = 7\nmelee = 9\nmorale = 3\n"
    )
    archer = read_forces(text.encode(), "x.toml")[0].men[1].profile
    assert (archer.shooting, archer.melee, archer.morale) == (7, 9, 3)


def test_kk_prof_07_traits_that_come_with_the_class() -> None:
    """Peasants are unreliable; knights, squires, valets and sergeants are of the household."""
    assert usual_traits("peasant", ()) == ("unreliable",)
    assert usual_traits("soldier", ()) == ()
    for class_ in ("knight", "squire", "valet", "sergeant"):
        assert "household" in usual_traits(class_, ())
    assert usual_traits("soldier", ("skirmisher", "always_run")) == ("always_run", "skirmisher")


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
    assert actions.held_by_noble(battle, man(battle, "Hal")) is held
    man(battle, "Hal").in_command = True
    assert not actions.held_by_noble(battle, man(battle, "Hal"))


# -- command


def test_kk_cmd_02_a_leader_beyond_five_inches_brings_nobody() -> None:
    """At 5 inches he brings the unit, at 5.1 he does not, though members are chained to him."""
    for x, heard in ((16.0, True), (16.1, False)):
        battle = field(f"a Ralf: lord at 10,10 | a men: x5 at {x},10 {x + 3},10 | {FOE}")
        command.measure(battle)
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


# -- morale


def test_kk_morale_06_a_rider_who_fails_before_spears_is_gone_before_anybody_moves() -> None:
    """He checks after the reveal, fails and does not charge; the spearman need not check."""
    battle = field(
        "a Guy: knight lance sword mounted destrier at 40,40 | b foot: short_spear at 40,50 south",
        table=(96.0, 96.0), phase="charge_checks",
    )  # fmt: skip
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
    table = play(battle, declaration.charge_checks, dice=[10])
    assert checked(table) == [man(battle, "Guy").id]
    assert man(battle, "Guy").status == ROUTING
    assert battle.phase == "move"


def test_kk_morale_31_cover_is_against_the_nearest_enemy_seen() -> None:
    """The wall is between him and the farther of two in sight: no cover; and then of the nearer."""
    terrain = "waist_wall: 34,20.7 38,20.7"
    battle = field("a Hal: at 36,20 | b near: at 36,10 | b far: at 36,34", terrain=terrain)
    assert not sight.covered(battle, man(battle, "Hal"))
    put(battle, man(battle, "near"), 36.0, 1.0, 0.0)
    assert sight.covered(battle, man(battle, "Hal"))


# -- withdrawal


def test_kk_finis_05_who_has_begun_to_withdraw_does_not_roll_again() -> None:
    """Resuming needs no new roll, whatever its losses; a unit that stands does roll."""
    for words, dice in (("unit.withdrawing=true", []), ("", [10, 10])):
        battle = field(
            "a Ralf: lord at 5,5 | a men: x6 at 40,20 permanent=1 5.status=dead 5.stamina=0 "
            f"{words} | {FOE}",
            phase="withdrawal",
        )
        table = run(battle, "end", dice=dice)
        assert len(rolls(table, "withdrawal")) == len(dice) // 2


def test_kk_finis_05_they_walk_their_whole_way_home_and_fight_only_if_reached() -> None:
    """Eight inches a turn toward the own edge, no die, no question; struck at, they are asked."""
    battle = field(
        "a Ralf: lord at 5,5 | a men: x5 at 40,20 unit.withdrawing=true | b foe: at 60,46",
        phase="measure",
    )
    table = run(battle, "reorganise", dice=[1, 9, 1], exact=False,
                answers={"chit": "stay", "declare.first": "a"})  # fmt: skip
    assert all(one.status == WITHDRAWING for one in men(battle, "men"))
    assert man(battle, "men").base.y == pytest.approx(12.0)
    assert [c.about[0] for c in table.by.asked if c.key == "chit"] == [man(battle, "Ralf").id]
    put(battle, man(battle, "foe"), 40.0, 13.04, 180.0)
    battle.phase = "choose"
    asked = run(battle, "gallop", answers={"fight": "nothing"}).by.was_asked("fight")
    assert man(battle, "men").id in [choice.about[0] for choice in asked]


# -- simultaneous shots


def test_kk_turn_05_who_is_shot_dead_has_shot_too() -> None:
    """Two archers aim at each other: both shots are rolled before either wound counts."""
    battle = field(
        "a Hal: longbow at 36,20 stamina=1 chit=shoot ready=true | "
        "b Tom: longbow at 36,26 stamina=1 chit=shoot ready=true south",
        phase="targets",
    )
    for name in ("Hal", "Tom"):
        declare(man(battle, name), "shoot")
    table = run(battle, "choose", dice=[10, 10, 10, 10, 10, 10, 10, 10], exact=False,
                answers={"shot": lambda choice: choice.ideas()[-1]})  # fmt: skip
    assert sorted(shot.man for shot in events_of(table, Shot)) == [0, 1]
    assert [man(battle, name).status for name in ("Hal", "Tom")] == ["disabled", "disabled"]


# -- the turn


def test_kk_turn_02_what_each_phase_brings() -> None:
    """A whole turn: rally, wounds, an action, panic before the declaration, then the dice after."""
    battle = field(
        "a Ralf: lord at 10,10 stamina=3 | a Run: routing at 14,4 | a Tom: at 40,10 | "
        "b Odo: lord mounted destrier at 10,40 horse.stamina=5 temporary=1 | b foe: at 40,40",
        phase="turn",
    )
    table = run(
        battle, "end",
        dice=[1, 1, 1, 1, 1, 9, 9, 1, 9],
        answers={"command": "done", "chit": "stay", "declare.first": "a", "way": hold,
                 "reorganise": "keep"},
    )  # fmt: skip
    assert (
        list(dict.fromkeys(table.phases))
        == [step for steps in PHASES.values() for step in steps][:-1]
    )
    assert [event.purpose for event in events_of(table, Rolled)] == [
        "rally check", "morale check", *["action roll"] * 3, "panic", "declaration", "recovery",
    ]  # fmt: skip


def hold(choice: Choice[Any]) -> Any:
    """Stay where one is."""
    return choice.ideas()[-1]


# -- berserks


def test_kk_prof_08_berserks_act_as_knights_and_take_no_prisoners() -> None:
    """Two more on the action table, whatever their class; hemmed in they run on, nobody yields."""
    battle = field(f"a Ulf: soldier berserk at 10,10 | a Hal: soldier at 20,10 | {FOE}")
    assert actions.facts_of(battle, man(battle, "Ulf")).knight_or_berserk
    assert not actions.facts_of(battle, man(battle, "Hal")).knight_or_berserk
    ring = "b ring: loose x6 at 36,33 39,34.5 39,37.5 36,39 33,37.5 33,34.5"
    for words, status in (("berserk", ROUTING), ("", "captive")):
        battle = field(f"a Ulf: soldier {words} at 36,36 | {ring}", phase="melee_end")
        play(battle, yields.fails, man(battle, "Ulf"), "neighbour", dice=[] if words else [1])
        assert man(battle, "Ulf").status == status
    battle = field("a Will: squire at 36,20 | b Ulf: knight berserk at 36,21.04", phase="melee_end")
    play(battle, yields.fails, man(battle, "Will"), "neighbour")
    assert man(battle, "Will").status == "dead"


# -- defend until


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
        assert actions.goal(battle, man(battle, "Hal")) == goal


@pytest.mark.parametrize(("to", "clause"), [((36.0, 25.9), None), ((36.0, 26.2), "KK-ORDER-10")])
def test_kk_order_08_no_further_than_six_inches_from_its_post(
    to: tuple[float, float], clause: str | None
) -> None:
    """A move result lets him go toward the enemy within 6 inches of where he was posted."""
    battle = field("a Hal: at 36,20 | b foe: at 36,46", terrain="field mill: 2,2..6,6")
    hal = man(battle, "Hal")
    play(battle, orders.give, f"man:{hal.id}", orders.entry("defend", "occupied:mill", "lord"))
    hal.chit = hal.rolled = "move_full"
    refusal = actions.way_refusal(battle, hal, Declared(path=(to,)))
    assert (None if refusal is None else refusal.clause) == clause


# -- chits of results


@pytest.mark.parametrize(
    ("die", "order", "chit"),
    [
        (1, "", "move_full"),  # rejoins
        (9, "", "move_full"),
        (10, "", "move_full_melee"),  # at the enemy, and his table result fights
        (10, "permanent=4", "move_full"),  # 6 on the table: neither fights nor shoots
    ],
)
def test_kk_act_30_the_chits_of_a_straggler(die: int, order: str, chit: str) -> None:
    """Rejoining is a full move whatever the table says; at the enemy it is the table's chit."""
    battle = field(
        f"a men: x5 at 10,10 in_command chit=stay | a Hal: at 40,10 {order} | b foe: at 40,30",
        phase="action", commanding=("a",),
    )  # fmt: skip
    band, hal = unit(battle, "men"), man(battle, "Hal")
    band.members = (*band.members, hal.id)
    hal.unit = band.id
    changed(battle)
    run(battle, "panic", dice=[die])
    assert hal.chit == chit


@pytest.mark.parametrize(("die", "worth"), [(3, 2), (1, -2)])
def test_kk_act_30_a_leader_who_shoots_does_not_stay(die: int, worth: int) -> None:
    """Shoot only moves nobody and still is not stay put: his men have two more, not two less."""
    battle = field(
        "a bows: longbow x5 at 36,10 | b foe: at 36,30", phase="action", commanding=("a",)
    )
    table = run(battle, "panic", dice=[die, 1, 1, 1, 1])
    tallies = [event.tally for event in events_of(table, Rolled)]
    assert [sum(reason.value for reason in tally) for tally in tallies] == [0, *[worth] * 4]


@pytest.mark.parametrize(
    ("stamina", "off"), [(12, 0), (9, 0), (8, -2), (6, -2), (5, -4), (3, -4), (2, -6)]
)
def test_kk_morale_24_thresholds_are_strict_and_only_the_worst_counts(
    stamina: int, off: int
) -> None:
    """Of 12: at 9, 6 and 3 he is not under three quarters, half or a quarter."""
    battle = field(f"a Hal: at 36,10 original=12 stamina={stamina} | {FOE}")
    assert value(battle, "Hal") == 7 + off


# -- without a lord


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
    command.measure(battle)
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
    command.measure(battle)
    assert man(battle, "Will").recovering is goes
    assert not man(battle, "Hal").recovering


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


# -- once more, each against one way to get it wrong


def duel_of_archers(first: int, second: int) -> list[str]:
    """What two archers' shots at each other come to, with the dice to hit as given."""
    battle = field(
        "a Hal: longbow at 36,20 chit=shoot ready=true | "
        "b Tom: longbow at 36,40 chit=shoot ready=true south",
        phase="targets",
    )
    for name in ("Hal", "Tom"):
        declare(man(battle, name), "shoot")
    hit = [first] if first == 1 else [first, 5, 5]
    table = run(battle, "shooting_end", dice=[*hit, second, 1, 1, 1, 1], exact=False,
                answers={"shot": lambda choice: choice.ideas()[-1]})  # fmt: skip
    return [shot.result for shot in events_of(table, Shot)]


def test_kk_turn_05_a_wound_of_this_phase_spoils_no_aim() -> None:
    """The lowest die that hits when he is missed hits as well when he is wounded first."""
    lowest = next(die for die in range(2, 11) if duel_of_archers(1, die)[-1] != "miss")
    assert duel_of_archers(1, lowest - 1)[-1] == "miss"
    wounded = duel_of_archers(10, lowest)
    assert wounded[0] in {"wounded", "disabled"}
    assert wounded[-1] != "miss"


def test_kk_turn_01_turns_are_counted() -> None:
    """Each beginning is the next turn, and Rally comes first."""
    battle = field(f"a Hal: at 10,10 | {FOE}", turn=4, phase="turn")
    run(battle, "rally")
    assert (battle.turn, battle.phase) == (5, "rally")


def test_kk_act_17_only_a_natural_ten_sends_a_straggler_at_the_enemy() -> None:
    """A knight's 8 reads 10 on the table: he rejoins all the same."""
    for die, rolled in ((8, "rejoin"), (10, "toward_enemy")):
        battle = field(
            "a men: x5 at 10,10 in_command chit=stay | a Guy: knight at 40,10 | b foe: at 40,30",
            phase="action", commanding=("a",),
        )  # fmt: skip
        band, guy = unit(battle, "men"), man(battle, "Guy")
        band.members, guy.unit = (*band.members, guy.id), band.id
        changed(battle)
        run(battle, "panic", dice=[die])
        assert guy.rolled == rolled


@pytest.mark.parametrize("to", [(44.0, 20.0), (28.0, 20.0), (36.0, 28.0), (36.0, 12.0)])
def test_kk_act_29_a_melee_result_with_no_enemy_known_goes_anywhere(
    to: tuple[float, float],
) -> None:
    """Nobody visible, known or suspected: a move of that length in any direction."""
    battle = field(
        "a Hal: at 36,20 rolled=move_full_melee chit=move_full_melee | b foe: at 36,46",
        terrain="house_wall: 0,40 72,40", phase="declare",
    )  # fmt: skip
    hal = man(battle, "Hal")
    assert actions.compelled(battle, hal) is None
    assert direction_refusal(battle, hal, Declared(path=(to,))) is None


def test_kk_panic_01_only_wounded_horses_are_rolled_for() -> None:
    """One is whole, one is down, one is wounded: one die and one word of it."""
    battle = field(
        "a Guy: knight mounted destrier at 10,10 | a Odo: knight mounted destrier at 20,10 "
        f"horse.stamina=3 | {FOE}",
        phase="panic",
    )
    table = run(battle, "roll_declaration", dice=[10])
    assert [event.man for event in events_of(table, Panicked)] == [man(battle, "Odo").id]


def test_kk_morale_05_riders_do_not_check_when_charged() -> None:
    """Infantry charged by cavalry checks; a rider so charged does not."""
    for words, checks in (("", 1), ("mounted", 0)):
        battle = field(
            "a Guy: knight lance sword mounted destrier at 40,40 | "
            f"b foot: sword {words} at 40,52 south",
            table=(96.0, 96.0), phase="charge_checks",
        )  # fmt: skip
        declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "foot").id, gait="canter")
        assert len(checked(run(battle, "move", dice=[1] * checks))) == checks


def test_kk_morale_10_only_who_lost_stamina_in_the_phase_checks_again() -> None:
    """Of two at half their stamina one was hit now; the other checks in Command Determination."""
    battle = field(
        f"a Hal: at 10,10 stamina=5 | a Tom: at 30,10 stamina=3 | {FOE}", phase="shooting_end"
    )
    battle.hurt = ((man(battle, "Hal").id, -1, 2, "shot", man(battle, "foe").id),)
    assert checked(run(battle, "choose", dice=[1])) == [man(battle, "Hal").id]


def test_kk_morale_14_units_check_before_single_men() -> None:
    """A single man listed first, obliged by the same fall as a unit, checks after it."""
    battle = field(
        "a Hob: at 30,18.6 | a men: x5 at 30,20 31.2,20 32.4,20 33.6,20 34.8,20 | b foe: at 32,40",
        phase="shooting_end",
    )
    battle.hurt = ((man(battle, "men").id, -1, 6, "shot", man(battle, "foe").id),)
    order = checked(run(battle, "choose", dice=[1] * 5))
    assert order == [*(man(battle, "men", at).id for at in range(1, 5)), man(battle, "Hob").id]


def test_kk_morale_35_from_the_nearest_enemy_in_sight_else_from_the_cause() -> None:
    """An enemy stands to the north, the cause lay to the south: south he runs; unseen, north."""
    for terrain, south in (("", True), ("house_wall: 0,24 72,24", False)):
        battle = field("a Hal: at 36,20 | b foe: at 36,30", terrain=terrain, phase="melee_end")
        play(battle, yields.fails, man(battle, "Hal"), "neighbour", (36.0, 18.0))
        assert (man(battle, "Hal").base.y < 20.0) is south


def test_kk_morale_42_who_has_checked_in_the_phase_stands_for_the_lord_too() -> None:
    """His lord yields after he has had his one roll of the phase: no second, and he passed."""
    battle = field(
        f"a Ralf: lord captive at 30,20 held=2 | a Hal: at 26,20 checked=true | "
        f"b Guy: knight escorting held=0 at 31.2,20 | {FOE}",
        phase="melee_end",
    )
    retinue(battle, "a").lord_fallen = True
    assert checked(play(battle, morale.run_checks)) == []
    assert man(battle, "Hal").passed_lord_check
    assert man(battle, "Hal").seen_lord_fall


def test_kk_yield_07_a_captors_chit_is_to_escort() -> None:
    """In command or not he is not asked and does not roll; his chit says what he does."""
    battle = field(
        "a Ralf: lord at 30,18 in_command | a Hal: at 30,20 escorting held=2 in_command | "
        "b Guy: captive at 31.2,20 held=1 | b foe: at 60,46 chit=stay",
        phase="chits",
    )
    table = run(battle, "panic", answers={"chit": "stay"})
    assert man(battle, "Hal").chit == "escort"
    assert [choice.about[0] for choice in table.by.was_asked("chit")] == [man(battle, "Ralf").id]


def test_kk_yield_08_hemmed_in_and_in_contact_he_yields_to_whom_he_touches() -> None:
    """A common man in a ring touches two of them: his owner says to which, not the nearest."""
    ring = "36,37.04 39,34.5 37.04,36 36,39.2 33,37.5 33,34.5 36,33"
    battle = field(f"a Hal: at 36,36 | b ring: loose x7 at {ring}", phase="melee_end")
    touched = [man(battle, "ring", 0).id, man(battle, "ring", 2).id]
    assert [foe.id for foe in yields.captors_of(battle, man(battle, "Hal"))] == touched
    play(battle, yields.fails, man(battle, "Hal"), "neighbour", dice=[1], answers=[touched[1]])
    assert man(battle, "Hal").held == touched[1]


# -- units


def test_kk_def_05_four_left_of_a_unit_are_still_led() -> None:
    """A man sent elsewhere leaves four: their leader in range brings them, their order holds."""
    battle = field(
        "a Ralf: lord at 10,10 | a men: x5 at 15,10 16.5,10 18,10 19.5,10 21,10 "
        f"order=attack/signal:trumpet/lord | {FOE}"
    )
    forming.leave(battle, man(battle, "men", 4))
    command.measure(battle)
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


def test_kk_def_22_named_is_charged_whether_or_not_he_is_reached() -> None:
    """A rider too far off names a man on foot: he checks; who names nobody frightens none."""
    for named in (True, False):
        battle = field(
            "a Guy: knight lance sword mounted destrier at 10,10 | b foot: sword at 60,40",
            phase="charge_checks",
        )
        target = man(battle, "foot").id if named else -1
        declare(man(battle, "Guy"), "move_full_melee", target=target, gait="canter")
        table = run(battle, "move", dice=[1] * named)
        assert checked(table) == [man(battle, "foot").id] * named


@pytest.mark.parametrize("words", ["stun=1", "routing", "withdrawing", ""])
def test_kk_def_25_only_steady_men_in_range_are_put_elsewhere(words: str) -> None:
    """Stunned, running or leaving he stays where he is; else he may go."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 13,10 {words} | {FOE}", phase="reform")
    refusal = forming.refuse_to_reform(battle, "a", man(battle, "Hal"))
    assert (refusal is None) == (not words)
