"""Hits, wounds and stuns (OP-WOUND, OP-STUN)."""

from __future__ import annotations

import pytest

from banneret.rulesets.one_page_skirmish.basics.state import Battle, Figure, is_engaged, is_led
from banneret.rulesets.one_page_skirmish.melee import injuries
from banneret.rulesets.one_page_skirmish.melee.wounds import is_wounded
from banneret.rulesets.one_page_skirmish.screen.events import Hurt, Left, Scored
from banneret.rulesets.one_page_skirmish.setup.on_file import Slay, Take
from banneret.rulesets.one_page_skirmish.turn import man_by_man
from rulesets.one_page_skirmish.arms import (
    dice_of,
    face_off,
    fight,
    lines,
    next_turn,
    shoot,
    theirs,
)
from rulesets.one_page_skirmish.field import field, man, play, questions_of, unit
from rulesets.scripting import events_of


def _struck(battle: Battle, figure: Figure, times: int = 1) -> list[str]:
    """The effects of so many hits."""
    effects: list[str] = []
    for _ in range(times):
        table = play(battle, injuries.strike, figure, None)
        effects += [hurt.effect for hurt in events_of(table, Hurt)]
    return effects


def test_op_wound_01_common_figures_die_at_the_first_hit() -> None:
    """First hit on a Veteran: killed."""
    battle = field("a men: veteran x3 at 10,10")
    assert _struck(battle, man(battle, "men", 1)) == ["killed"]
    assert man(battle, "men", 1).fate == "killed"


def test_op_wound_02_flesh_wound_has_no_modifier() -> None:
    """A Knight with one hit fights as before."""
    battle = field("a k: knight at 10,10 | b foes: ar4 x2 at 3,33 10,11", phase="melee")
    assert _struck(battle, man(battle, "k")) == ["flesh_wound"]
    assert lines(fight(battle, 5, 6), 0) == {"Knight": 1}


def test_op_wound_03_sergeants_first_and_knights_second_hit_wound() -> None:
    """Sergeant 1 hit: wounded; Knight 2 hits: wounded."""
    battle = field("a men: x2 at 10,10 | a k: knight at 20,10")
    assert _struck(battle, man(battle, "men")) == ["wound"]
    assert _struck(battle, man(battle, "k"), 2) == ["flesh_wound", "wound"]
    assert is_wounded("sergeant", man(battle, "men").hits)
    assert is_wounded("knight", man(battle, "k").hits)


def test_op_wound_04_next_hit_kills() -> None:
    """Sergeant's second, Knight's third."""
    battle = field("a men: x2 at 10,10 0.hits=1 | a k: knight at 20,10 0.hits=2")
    assert _struck(battle, man(battle, "men")) == ["killed"]
    assert _struck(battle, man(battle, "k")) == ["killed"]


def test_op_wound_05_wounded_man_rolls_at_minus_one() -> None:
    """The line stands beside his melee and to-hit dice."""
    battle = field("a men: longbow x2 at 10,10 12,10 0.hits=1 | b foes: ar4 x3 at 10,11 3,30 12,20")
    battle.phase = "melee"
    assert lines(fight(battle, 7, 5), 0)["wounded"] == -1
    table = shoot(battle, man(battle, "men"), man(battle, "foes", 2), 1)
    assert lines(table, 0)["shooter wounded"] == -1


def test_op_wound_06_wound_lowers_a_save_but_not_armour_in_melee() -> None:
    """A wounded Sergeant of AR 2 saves on 1 only; in melee it still takes a margin of 2."""
    battle = field("a bow: longbow at 10,10 | b foes: ar2 x2 at 10,25 3,33 0.hits=1")
    shoot(battle, man(battle, "bow"), man(battle, "foes"), 9, 1)
    assert man(battle, "foes").fate == "table"
    shoot(battle, man(battle, "bow"), man(battle, "foes"), 9, 2)
    assert man(battle, "foes").fate == "killed"
    battle = field("a men: x2 at 3,3 10,10 | b foes: ar2 x2 at 10,11 3,33 0.hits=1", phase="melee")
    fight(battle, 5, 5, answers=["stay"])
    assert man(battle, "foes").fate == "table"


def test_op_wound_07_arrows_and_blows_climb_one_ladder() -> None:
    """A flesh wound by arrow, then a melee hit: wounded."""
    battle = field("a bow: longbow x2 at 10,10 3,3 | b k: knight at 10,20", phase="melee")
    knight = man(battle, "k")
    shoot(battle, man(battle, "bow"), knight, 10)
    assert knight.hits == 1
    play(battle, injuries.strike, knight, man(battle, "bow"))
    assert is_wounded("knight", knight.hits)


def test_op_wound_08_wound_is_no_casualty() -> None:
    """A Sergeant wounded by an arrow leaves no mark on his group."""
    battle = field("a bow: longbow at 10,10 | b foes: x3 at 10,25")
    shoot(battle, man(battle, "bow"), man(battle, "foes"), 9)
    group = unit(battle, "foes")
    assert man(battle, "foes").hits == 1
    assert (group.casualties_since_test, group.figures_lost) == (False, 0)


def test_op_wound_09_several_hits_climb_in_turn() -> None:
    """A Knight unhurt takes two hits at once: wounded."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b k: knight at 10,11", phase="melee")
    table = fight(battle, 9, 9, 5, answers=[(1, 2), "hurt", "hurt", 1, "stay"])
    assert [hurt.effect for hurt in events_of(table, Hurt)] == ["flesh_wound", "wound"]
    assert is_wounded("knight", man(battle, "k").hits)


# -- losses


def test_op_morale_09_killed_and_captured_are_lost_wounds_and_flight_are_not() -> None:
    """Figures lost, the mark and the count since the last test rise by one for each."""
    battle = field("a men: x5 at 10,10 | b foes: x1 at 30,30")
    group = unit(battle, "men")
    play(battle, injuries.strike, man(battle, "men", 1), None)
    play(battle, injuries.capture, man(battle, "men", 2), man(battle, "foes"))
    play(battle, injuries.strike, man(battle, "men"), None)
    assert (group.figures_lost, group.lost_since_test, group.casualties_since_test) == (2, 2, True)
    table = play(battle, injuries.leave, group, [man(battle, "men", 3)], "fled")
    assert group.figures_lost == 2
    assert events_of(table, Left)[0].figures == (3,)


def test_op_morale_09_lone_knights_own_hits_never_count() -> None:
    """A Knight alone has no losses of his own."""
    battle = field("a k: knight at 10,10 0.hits=2 | a men: x2 at 20,10")
    play(battle, injuries.strike, man(battle, "k"), None)
    assert unit(battle, "k").figures_lost == 0
    assert not unit(battle, "k").casualties_since_test
    assert unit(battle, "men").lord_killed
    assert unit(battle, "men").figures_lost == 0


@pytest.mark.parametrize("fate", ["killed", "captured"])
def test_op_morale_10_sergeant_lost_leaves_his_post_vacant(fate: str) -> None:
    """The group is leaderless, its post vacant, a Sergeant counted."""
    battle = field("a men: x3 at 10,10 0.hits=1 | b foes: x1 at 30,30")
    if fate == "killed":
        play(battle, injuries.strike, man(battle, "men"), None)
    else:
        play(battle, injuries.capture, man(battle, "men"), man(battle, "foes"))
    group = unit(battle, "men")
    assert (group.leader, group.sergeant_vacant, group.sergeants_killed) == (-1, True, 1)
    assert not is_led(battle, group)


def test_op_lead_11_group_led_by_a_knight_misses_no_sergeant() -> None:
    """Its Knight killed it is leaderless, with his loss and its lord's, not a Sergeant's -1."""
    battle = field("a host: knight group x3 at 10,10 0.hits=2")
    play(battle, injuries.strike, man(battle, "host"), None)
    group = unit(battle, "host")
    assert (group.leader, group.sergeant_vacant, group.sergeants_killed) == (-1, False, 0)
    assert (group.figures_lost, group.lord_killed) == (1, True)


def test_op_lead_11_knight_killed_while_away_is_still_his_groups_loss() -> None:
    """Riding alone he dies as a figure of the group he leads."""
    battle = field("a host: knight group x3 at 10,10 0.hits=2")
    knight, alone = man(battle, "host"), unit(battle, "host_alone")
    knight.unit, alone.members = alone.id, (knight.id,)
    play(battle, injuries.strike, knight, None)
    group = unit(battle, "host")
    assert (group.leader, group.figures_lost, group.lord_killed) == (-1, 1, True)
    assert alone.figures_lost == 0


def test_op_group_10_group_without_figures_is_out_of_play() -> None:
    """The last man dead, nobody of it stands and nobody can act."""
    battle = field("a men: x1 at 10,10 0.hits=1")
    play(battle, injuries.strike, man(battle, "men"), None)
    assert man_by_man.able(battle, unit(battle, "men")) == []


def test_op_score_05_slaying_and_taking_are_scored_when_they_happen() -> None:
    """The named man's death and the capture of a Knight give their points at once."""
    goals = [Slay(unit="k", for_="b", vp=6), Take(rank="knight", for_="b", vp=10)]
    battle = field("a k: knight at 10,10 | b foes: x1 at 30,30", objective=goals)
    table = play(battle, injuries.capture, man(battle, "k"), man(battle, "foes"))
    assert sorted(scored.points for scored in events_of(table, Scored)) == [6, 10]


# -- stun


def test_op_stun_01_choice_is_offered_on_each_melee_hit() -> None:
    """Every hit asks its scorer's owner."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b k: knight at 10,11", phase="melee")
    table = fight(battle, 9, 9, 5, answers=[(1, 2), "hurt", "stun", 1, "stay"])
    assert questions_of(table).count("melee.stun") == 2


def test_op_stun_02_stun_adds_nothing_to_the_ladder() -> None:
    """A hit on a Knight with 2 hits turned to a stun: alive with 2 hits; arrows never stun."""
    battle = field("a men: x2 at 3,3 10,10 | b k: knight at 10,11 0.hits=2", phase="melee")
    fight(battle, 9, 5, answers=["stun", "stay"])
    knight = man(battle, "k")
    assert (knight.hits, knight.stun, knight.fate) == (2, 1, "table")
    battle = field("a bow: longbow at 10,10 | b k: knight at 10,20")
    assert questions_of(shoot(battle, man(battle, "bow"), man(battle, "k"), 10)) == []


def test_op_stun_03_stunned_figure_is_skipped_in_action_and_melee() -> None:
    """He neither acts nor attacks nor engages, and has lost his aim and half-made load."""
    battle = field(
        "a bows: crossbow x3 at 3,3 10,10 5,3 1.load=1 1.aim=3 | b foes: x2 at 3,33 10,11"
    )
    bow = man(battle, "bows", 1)
    play(battle, injuries.stun, bow, man(battle, "foes", 1))
    assert (bow.stun, bow.load, bow.aim) == (1, 0, -1)
    assert bow not in man_by_man.able(battle, unit(battle, "bows"))
    battle.phase = "melee"
    fight(battle)
    assert battle.phase == "turn_end"
    assert is_engaged(battle, bow)
    assert not is_engaged(battle, man(battle, "foes", 1))


def test_op_stun_04_further_stun_sets_the_counter_back() -> None:
    """Stunned again while at 0 he has 1 again."""
    battle = field("a men: x2 at 10,10 1.stun=0 | b foes: x1 at 30,30")
    play(battle, injuries.stun, man(battle, "men", 1), None)
    assert man(battle, "men", 1).stun == 1


def test_op_stun_05_stunned_sergeant_struck_by_two_is_killed() -> None:
    """No dice: two automatic hits on a Sergeant unhurt."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b foe: x1 at 10,11 0.stun=1", phase="melee")
    table = fight(battle, answers=[("melee.stunned", "hit"), ("melee.stunned", "hit")])
    assert [hurt.effect for hurt in events_of(table, Hurt)] == ["wound", "killed"]
    assert dice_of(table) == []


def test_op_stun_05_leaving_him_alone_does_not_use_up_the_attack() -> None:
    """A man touching two stunned enemies may leave the first and strike the second."""
    battle = field("a men: x2 at 3,3 10,10 | b foes: x3 at 3,33 9.5,11 10.5,11 1.stun=1 2.stun=1")
    battle.phase = "melee"
    fight(battle, answers=[3, "leave"])
    fight(battle, answers=["hit"])
    assert man(battle, "foes", 1).fate == "table"
    assert man(battle, "foes", 2).fate == "killed"


def test_op_stun_06_captured_knight_is_off_the_table_and_lost() -> None:
    """He is a prisoner; his groups have lost their lord."""
    battle = field(
        "a men: x2 at 3,3 10,10 | b k: knight at 10,11 0.stun=1 | b band: x2 at 30,30",
        phase="melee",
    )
    fight(battle, answers=["capture"])
    assert man(battle, "k").fate == "captured"
    assert unit(battle, "band").lord_killed


def test_op_stun_07_stun_is_no_casualty() -> None:
    """No mark for a test, no loss; a stunned leader restricts his group."""
    battle = field("a men: x3 at 10,10 | b foes: x1 at 30,30")
    play(battle, injuries.stun, man(battle, "men"), None)
    group = unit(battle, "men")
    assert (group.casualties_since_test, group.figures_lost) == (False, 0)
    assert not is_led(battle, group)


def test_op_stun_08_stunned_and_wounded_in_one_fight() -> None:
    """Hits stun, wound on a Sergeant: wounded and stunned; killed, the stun is void."""
    battle = field("a men: x3 at 3,3 10,10 9,11 | b foe: x1 at 10,11", phase="melee")
    fight(battle, 9, 9, 5, answers=[(1, 2), "stun", "hurt", 1, "stay"])
    foe = man(battle, "foe")
    assert (foe.hits, foe.stun, foe.fate) == (1, 1, "table")
    battle = face_off()
    fight(battle, 9, 5, answers=["hurt"])
    assert theirs(battle).fate == "killed"


def test_op_stun_02_mounted_man_can_be_stunned_from_the_saddle() -> None:
    """He lies where the fall put him."""
    battle = face_off("", "mounted", foe_at="10,11.5")
    fight(battle, 9, 5, answers=["stun", lambda choice: choice.ideas()[0], "stay"])
    assert (theirs(battle).stun, theirs(battle).mounted) == (1, False)
    next_turn(battle, "b")
    fight(battle)
    assert battle.phase == "turn_end"
