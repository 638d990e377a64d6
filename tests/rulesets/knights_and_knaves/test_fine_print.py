"""The fine print: lines of a clause that the tests of the whole clause would not miss."""

from __future__ import annotations

from fractions import Fraction

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics.options import DEFAULTS
from banneret.rulesets.knights_and_knaves.basics.phases import PHASES
from banneret.rulesets.knights_and_knaves.basics.state import (
    ROUTING,
    WITHDRAWING,
    Battle,
    Declared,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.command.action import bounds, chits, uncommanded
from banneret.rulesets.knights_and_knaves.command.action.limits import direction_refusal
from banneret.rulesets.knights_and_knaves.command.dice import action_lines
from banneret.rulesets.knights_and_knaves.melee.harm import injuries
from banneret.rulesets.knights_and_knaves.morale import (
    causes,
    checking,
    failing,
    finis,
    rally,
    victory,
)
from banneret.rulesets.knights_and_knaves.screen.deeds import Shot
from banneret.rulesets.knights_and_knaves.setup.forces.companies import usual_traits
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import read_forces
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.rulesets.knights_and_knaves.shooting.dice import shot_odds
from banneret.tabletop.shapes.measuring import within
from rulesets.knights_and_knaves.field import declare, field, man, men, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, idea, rolls

FOE = "b foe: at 60,46"


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


def weary(words: str = "") -> Battle:
    """A tired unit of eight far from its lord."""
    return field(f"a Ralf: lord at 5,5 | a men: x8 permanent=1 at 30,20 {words} | {FOE}")


def test_kk_finis_05_the_leaderless_roll_unless_a_man_of_them_is_in_range() -> None:
    """Their leader dead: one within 5 inches of the lord keeps them."""
    battle = weary("0.status=dead")
    assert not finis.in_reach(battle, unit(battle, "men"))
    put(battle, man(battle, "Ralf"), 30.0, 15.0, 0.0)
    assert finis.in_reach(battle, unit(battle, "men"))
    tail = man(battle, "men", 4).base
    put(battle, man(battle, "Ralf"), tail.x + 5.0, tail.y, 0.0)
    assert not within(man(battle, "Ralf").base, man(battle, "men", 1).base, 5.0)
    assert finis.in_reach(battle, unit(battle, "men"))
    led = weary()  # its leader tells, not the man nearest to the lord
    put(led, man(led, "Ralf"), tail.x + 5.0, tail.y, 0.0)
    assert not finis.in_reach(led, unit(led, "men"))


@pytest.mark.parametrize(
    ("status", "lost"), [("disabled", True), ("dead", True), ("captive", True), ("routing", False)]
)
def test_kk_finis_05_the_first_leader_lost_doubles(status: str, lost: bool) -> None:
    """While the leader the unit began with is disabled, dead or captured."""
    battle = weary(f"0.status={status}")
    assert finis.leader_lost(battle, unit(battle, "men")) is lost


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
        answers={"command": "done", "chit": "stay", "declare.first": "a", "way": idea(-1),
                 "reorganise": "keep"},
    )  # fmt: skip
    assert (
        list(dict.fromkeys(table.phases))
        == [step for steps in PHASES.values() for step in steps][:-1]
    )
    assert [event.purpose for event in events_of(table, Rolled)] == [
        "rally check", "morale check", *["action roll"] * 3, "panic", "declaration", "recovery",
    ]  # fmt: skip


def test_kk_prof_08_berserks_act_as_knights_and_take_no_prisoners() -> None:
    """Two more on the action table, whatever their class; hemmed in they run on, nobody yields."""
    battle = field(f"a Ulf: soldier berserk at 10,10 | a Hal: soldier at 20,10 | {FOE}")
    assert uncommanded.facts_of(battle, man(battle, "Ulf")).knight_or_berserk
    assert not uncommanded.facts_of(battle, man(battle, "Hal")).knight_or_berserk
    ring = "b ring: loose x6 at 36,33 39,34.5 39,37.5 36,39 33,37.5 33,34.5"
    for words, status in (("berserk", ROUTING), ("", "captive")):
        battle = field(f"a Ulf: soldier {words} at 36,36 | {ring}", phase="melee_end")
        play(battle, failing.fails, man(battle, "Ulf"), "neighbour", dice=[] if words else [1])
        assert man(battle, "Ulf").status == status
    battle = field("a Will: squire at 36,20 | b Ulf: knight berserk at 36,21.04", phase="melee_end")
    play(battle, failing.fails, man(battle, "Will"), "neighbour")
    assert man(battle, "Will").status == "dead"


def test_kk_prof_08_a_berserk_has_two_more_and_stands_where_he_touches_an_enemy() -> None:
    """He rolls as a knight; running he fights whoever is in his way instead of passing by."""
    battle = field(f"a Ulf: soldier berserk at 10,10 | a Hal: soldier at 20,10 | {FOE}")
    ulf, hal = (
        sum(line.reason.value for line in action_lines(uncommanded.facts_of(battle, one), DEFAULTS))
        for one in (man(battle, "Ulf"), man(battle, "Hal"))
    )
    assert ulf - hal == 2
    battle = field("a Ulf: soldier berserk routing at 36,36 | b foe: at 36,37", phase="rally")
    play(battle, rally.rally, dice=[10])
    assert (man(battle, "Ulf").base.x, man(battle, "Ulf").base.y) == (36.0, 36.0)
    assert man(battle, "Ulf").status == ROUTING


def test_kk_rally_06_it_is_the_check_for_the_lord_that_counts() -> None:
    """Who fails that check is marked for good; who fails another is not."""
    for cause, marked in ((causes.LORD, True), ("wound", False)):
        battle = field(f"a Hal: at 36,36 | {FOE}", phase="melee_end")
        causes.oblige(battle, man(battle, "Hal"), cause)
        play(battle, checking.run_checks, dice=[10])
        assert man(battle, "Hal").status == ROUTING
        assert man(battle, "Hal").failed_lord_check is marked


def test_kk_shoot_19_only_at_the_charger_and_only_if_he_was_not_fighting() -> None:
    """In contact he shoots at nobody else, though he charges too; nor at one he fought before."""
    battle = field(
        "a Hugh: longbow ready=true chit=shoot in_command at 20,10 | b Odo: at 20,11 "
        "| b Guy: at 20,20",
        charges=((1, 0, 9.0, 0.0), (2, 0, 9.0, 0.0)),
    )
    hugh, odo, guy = battle.men[:3]
    assert shooting.shot_refusal(battle, hugh, odo, at_horse=False) is None
    no = shooting.shot_refusal(battle, hugh, guy, at_horse=False)
    assert no is not None
    assert no.clause == "KK-SHOOT-19"
    hugh.touched = (odo.id,)
    no = shooting.shot_refusal(battle, hugh, odo, at_horse=False)
    assert no is not None
    assert no.clause == "KK-SHOOT-29"


@pytest.mark.parametrize(
    ("wall", "clause"), [("", None), ("hedge: 10,37.3 30,37.3", "KK-SHOOT-22")]
)
def test_kk_shoot_22_cover_may_take_the_last_chance(wall: str, clause: str | None) -> None:
    """A number in the open that the hedge before him takes away."""
    battle = field(
        "a Hugh: longbow shooting=3 ready=true chit=shoot in_command at 20,2 | b Odo: at 20,38",
        terrain=wall,
    )
    no = shooting.shot_refusal(battle, man(battle, "Hugh"), man(battle, "Odo"), at_horse=False)
    assert (None if no is None else no.clause) == clause


def test_kk_shoot_28_stamina_never_falls_below_nought() -> None:
    """A blow of nine on a man, or a horse, with three left."""
    battle = field("a Guy: knight mounted stamina=3 horse.stamina=3 at 10,10 | b Odo: at 20,20")
    guy, horse = man(battle, "Guy"), battle.horses[0]
    for at_horse in (False, True):
        injuries.note(battle, guy, 9, injuries.SHOT, man(battle, "Odo"), at_horse=at_horse)
    play(battle, injuries.wound, {})
    assert (guy.stamina, horse.stamina) == (0, 0)


def test_kk_shoot_31_what_was_thrown_is_not_thrown_again() -> None:
    """No chit to shoot for one whose ax lies out there."""
    battle = field(f"a Hugh: thrown_axe ax dagger in_command at 20,10 | {FOE}")
    hugh = man(battle, "Hugh")
    assert chits.refusal(battle, hugh, "shoot") is None
    hugh.thrown = ("thrown_axe", "ax")
    no = chits.refusal(battle, hugh, "shoot")
    assert no is not None
    assert no.clause == "KK-SHOOT-31"


def test_kk_yield_05_only_a_players_own_figure() -> None:
    """A wounded lord in contact may yield; a wounded soldier or knight may not."""
    for class_, may in (("lord", True), ("knight", False), ("soldier", False)):
        battle = field(f"a Will: {class_} stamina=1 at 20,10 | b Guy: knight at 20,11")
        assert failing.may_yield(battle, man(battle, "Will")) is may


def test_kk_points_01_wounds_take_nothing_off() -> None:
    """His original stamina counts."""
    battle = field(f"a Hal: stamina=1 at 10,10 | a Tom: at 20,10 | {FOE}")
    assert victory.points_of(battle, man(battle, "Hal")) == victory.points_of(
        battle, man(battle, "Tom")
    )


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
    assert bounds.compelled(battle, hal) is None
    assert direction_refusal(battle, hal, Declared(path=(to,))) is None


def test_kk_shoot_17_the_odds_shown_weigh_both_ranges() -> None:
    """Morale 7 holds on six faces of ten: the range at the closest, else that at the start."""
    battle = field(
        "a Hugh: longbow shooting=8 morale=7 chit=shoot ready=true at 20,10 | "
        "b Odo: sword armor=6 at 20,14",
        phase="targets",
        charges=((1, 0, 19.0, 3.0),),
    )
    hugh = man(battle, "Hugh")
    shots = [shooting.facts(battle, hugh, man(battle, "Odo"), False, far) for far in (3.0, 19.0)]
    near, far = (shot_odds(one) for one in shots)
    shown = shooting.odds_of(battle, hugh, man(battle, "Odo").id)
    assert shown == {
        result: str(near.get(result, 0) * Fraction(6, 10) + far.get(result, 0) * Fraction(4, 10))
        for result in near
    }
    assert sum(map(Fraction, shown.values())) == 1
