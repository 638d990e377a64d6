"""The Melee phase: dice, modifiers, pairing and results (OP-MELEE)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.errors import BadPlayer
from banneret.core.questions.choices import Choice, Pick
from banneret.rulesets.one_page_skirmish.basics.state import Battle, is_engaged
from banneret.rulesets.one_page_skirmish.melee import fights
from banneret.rulesets.one_page_skirmish.melee import phase as melee
from banneret.rulesets.one_page_skirmish.screen.events import (
    FollowedUp,
    Fought,
    Hurt,
    Pushed,
    Unhorsed,
)
from rulesets.one_page_skirmish.arms import (
    apart,
    dice_of,
    face_off,
    fight,
    lines,
    next_turn,
    ours,
    theirs,
)
from rulesets.one_page_skirmish.field import field, man, questions_of, unit
from rulesets.scripting import events_of, first

# Three of a's men round one of b's, who is an armoured Knight.
THREE_ON_ONE = "a men: x4 at 3,3 10,10 9,11 11,11 | b knight: knight ar4 sword at 10,11 south"


def _three(**rest: object) -> Battle:
    return field(THREE_ON_ONE, phase="melee", **rest)  # type: ignore[arg-type]


def test_op_melee_01_duel_rolls_two_dice() -> None:
    """Each figure in a fight rolls one d10 and adds its modifiers."""
    assert dice_of(fight(face_off(), 5, 5)) == ["attacker 1", "defender"]
    riders = face_off("mounted", "mounted", at="10,9.5", foe_at="10,11.5")
    fought = events_of(fight(riders, 5, 5), Fought)[0]
    assert (fought.attack_totals, fought.defend_totals) == ((6,), (6,))


def test_op_melee_02_roles_swap_with_the_turn() -> None:
    """The active player's figure attacks; in the other's turn it defends."""
    battle = face_off()
    assert events_of(fight(battle, 5, 5), Fought)[0].attackers == (ours(battle).id,)
    next_turn(battle, "b")
    fought = events_of(fight(battle, 5, 5), Fought)[0]
    assert (fought.attackers, fought.defender) == ((theirs(battle).id,), ours(battle).id)


def test_op_melee_03_lance_counts_in_the_turn_of_the_charge_only() -> None:
    """The attacker's +1 is gone next turn."""
    battle = face_off("lance mounted", "ar4", at="10,9.5")
    ours(battle).lance_charge = True
    assert lines(fight(battle, 4, 6), 0) == {"charging with a lance": 1, "mounted": 1}
    next_turn(battle, "a")
    assert lines(fight(battle, 5, 6), 0) == {"mounted": 1}


def test_op_melee_04_riders_both_add_one() -> None:
    """Two riders: both +1."""
    table = fight(face_off("mounted", "mounted", at="10,9.5", foe_at="10,11.5"), 5, 5)
    assert lines(table, 0) == lines(table, 1) == {"mounted": 1}


def test_op_melee_05_mounted_knight_defends_at_two() -> None:
    """Knight +1, mounted +1, on the defence too."""
    battle = field("a men: x2 at 3,3 10,10 | b k: knight mounted ar4 at 10,11.5", phase="melee")
    assert lines(fight(battle, 7, 5), 1) == {"mounted": 1, "Knight": 1}


def test_op_melee_06_pitchfork_is_minus_one() -> None:
    """A peasant with a pitchfork fights at -1."""
    assert lines(fight(face_off("peasant improvised"), 6, 5), 0) == {"improvised weapon": -1}


@pytest.mark.parametrize(("combat", "value"), [("", 1), ("won", 1), ("lost", -1), ("tied", -1)])
def test_op_melee_07_polearm_by_its_last_round(combat: str, value: int) -> None:
    """+1 in a first round or after a won one, else -1."""
    battle = face_off("polearm", "ar4")
    ours(battle).combat = combat
    table = fight(battle, 6 - value, 6)
    assert sum(lines(table, 0).values()) == value


def test_op_melee_08_extra_attackers_weigh_on_the_defender() -> None:
    """Three attackers: the defender is at -2, the attackers at 0."""
    table = fight(_three(), 5, 5, 5, 6, answers=[(1, 2, 3)])
    assert lines(table, 3) == {"Knight": 1, "extra attackers": -2}
    assert lines(table, 0) == lines(table, 1) == lines(table, 2) == {}


def test_op_melee_09_fourth_attacker_is_refused() -> None:
    """Four different keys are more than can be named."""
    battle = field(
        "a men: x5 at 3,3 10,10 9,11 11,11 10,12 | b knight: knight ar4 at 10,11", phase="melee"
    )
    with pytest.raises(BadPlayer, match="3 different keys"):
        fight(battle, answers=[(1, 2, 3, 4)])


def test_op_melee_10_one_defending_die_against_each() -> None:
    """Totals 9, 6, 4 against 6: win, tie, loss in one fight."""
    battle = _three()
    table = fight(battle, 9, 6, 4, 7, answers=[(1, 2, 3), "stay"])
    fought = events_of(table, Fought)[0]
    assert fought.attack_totals == (9, 6, 4)
    assert fought.defend_totals == (6, 6, 6)
    assert fought.pairs == ("attacker_wins", "tie", "defender_wins")


def test_op_melee_11_figure_touching_two_attacks_the_one_chosen() -> None:
    """He names one enemy; the other is not attacked and the phase ends."""
    battle = field("a men: x2 at 3,3 10,10 | b foes: x3 at 3,33 9.5,11 10.5,11", phase="melee")
    table = fight(battle, 5, 5, answers=[("melee.enemy", 4)])
    assert events_of(table, Fought)[0].defender == 4
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_11_op_melee_12_only_contacts_of_the_start_count() -> None:
    """An enemy touched only since the phase began is not offered, and the phase ends."""
    battle = face_off()
    battle.contacts = ((0, 2),)
    assert melee.fights_left(battle) == {}
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_11_one_to_three_attack() -> None:
    """Of four round an enemy at most three are named."""
    text = "a men: x5 at 3,3 10,10 9,11 11,11 10,12 | b foes: ar4 x2 at 3,33 10,11"
    with pytest.raises(BadPlayer):
        fight(field(text, phase="melee"), answers=[[1, 2, 3, 4]])
    table = fight(field(text, phase="melee"), 5, 5, 5, 7, answers=[[1, 2, 3]])
    assert events_of(table, Fought)[0].attackers == (1, 2, 3)


def test_op_melee_11_op_melee_12_nobody_is_attacked_twice() -> None:
    """The man left out of the first fight may attack the other enemy only."""
    battle = field(
        "a men: x3 at 3,3 10,10 11,10 | b foes: x3 at 3,33 10.5,11 11.5,11", phase="melee"
    )
    fight(battle, 5, 5, answers=[4, [1]])
    assert list(melee.fights_left(battle)) == [5]
    fight(battle, 5, 5)
    fight(battle)
    assert battle.phase == "turn_end"
    next_turn(battle, "a")
    fight(battle, 5, 5, answers=[5])
    assert melee.fights_left(battle) == {4: [man(battle, "men", 1)]}


def test_op_melee_12_following_up_into_a_new_enemy_makes_no_second_fight() -> None:
    """Having followed up into another enemy he does not fight again in this phase."""
    battle = field(
        "a men: x2 at 3,3 10,10 | b foes: ar4 x3 at 3,33 10,11 11,12.2 south", phase="melee"
    )
    fight(battle, 7, 5, answers=[1])
    assert is_engaged(battle, man(battle, "men", 1))
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_13_higher_total_wins() -> None:
    """7 against 6 wins by 1: the loser gives ground."""
    battle = face_off("", "ar4")
    table = fight(battle, 7, 6, answers=["stay"])
    assert [pushed.figure for pushed in events_of(table, Pushed)] == [theirs(battle).id]


def test_op_melee_14_tie_leaves_them_locked() -> None:
    """No push, no hit, still engaged; they fight again in the next player's Melee phase."""
    battle = face_off()
    table = fight(battle, 5, 5)
    assert not events_of(table, Pushed)
    assert not events_of(table, Hurt)
    assert is_engaged(battle, ours(battle))
    next_turn(battle, "b")
    assert events_of(fight(battle, 5, 5), Fought)


def test_op_melee_15_loser_on_foot_gives_an_inch() -> None:
    """He ends 1 inch further from the winner."""
    battle = face_off("", "ar4")
    fight(battle, 6, 5, answers=["stay"])
    assert apart(ours(battle), theirs(battle)) == pytest.approx(1.0, abs=0.002)


def test_op_melee_16_mounted_attacker_who_loses_is_unhorsed() -> None:
    """Attacker or defender, a beaten rider is thrown."""
    battle = face_off("mounted", "", at="10,9.5")
    table = fight(battle, 2, 5, answers=[first, "stay"])
    assert events_of(table, Unhorsed)[0].figure == ours(battle).id
    assert not ours(battle).mounted


@pytest.mark.parametrize(("die", "hit"), [(7, True), (6, False)])
def test_op_melee_17_blood_is_drawn_at_a_margin_of_the_armour(die: int, hit: bool) -> None:
    """Margin 2 against AR 2 is a hit, margin 1 only a push."""
    battle = face_off("", "ar2")
    table = fight(battle, die, 5, answers=["hurt"] if hit else ["stay"])
    assert bool(events_of(table, Hurt)) is hit
    assert (theirs(battle).fate == "killed") is hit


def test_op_melee_18_defender_never_wounds() -> None:
    """He wins by 9: the attacker is pushed and unhurt."""
    battle = face_off()
    table = fight(battle, 1, 10, answers=["stay"])
    assert not events_of(table, Hurt)
    assert events_of(table, Pushed)[0].figure == ours(battle).id


def test_op_melee_19_knight_with_a_flesh_wound_is_unhorsed_too() -> None:
    """A hit that does not kill comes with the push or fall."""
    battle = field("a men: x2 at 3,3 10,10 | b k: knight mounted at 10,11.5", phase="melee")
    fight(battle, 9, 3, answers=["hurt", first, "stay"])
    knight = man(battle, "k")
    assert (knight.hits, knight.mounted, knight.fate) == (1, False, "table")


@pytest.mark.parametrize("followed", [True, False])
def test_op_melee_23_polearm_after_a_lost_round(followed: bool) -> None:
    """Pushed back and not followed his next fight is a first round; followed up it is at -1."""
    battle = face_off("ar4", "polearm ar4")
    fight(battle, 9, 6, answers=[1 if followed else "stay"])
    assert theirs(battle).combat == "lost"
    melee.clear_combats(battle)
    assert theirs(battle).combat == ("lost" if followed else "")


def test_op_melee_24_tie_locked_figure_must_fight_again() -> None:
    """In his own turn he rolls again; nobody asks whether he would."""
    battle = face_off()
    fight(battle, 5, 5)
    next_turn(battle, "a")
    assert questions_of(fight(battle, 5, 5)) == []


def test_op_melee_24_attacker_without_another_enemy_cannot_stand_by() -> None:
    """Naming one of three who touch only that Knight is refused."""
    with pytest.raises(BadPlayer, match="3 different keys"):
        fight(_three(), answers=[(1,)])
    battle = field(
        "a men: x3 at 3,3 9,11 11,11 | b foes: ar4 x3 at 3,33 10,11 12,11", phase="melee"
    )
    with pytest.raises(BadPlayer, match="OP-MELEE-24"):
        fight(battle, answers=[4, (2,)])
    fight(battle, 5, 5, answers=[4, (1,)])
    fight(battle, 5, 5)


def test_op_melee_25_wounded_knight_on_foot_is_at_nought() -> None:
    """Knight +1, wounded -1."""
    battle = field("a k: knight at 10,10 0.hits=2 | b foes: x2 at 3,33 10,11", phase="melee")
    assert lines(fight(battle, 5, 5), 0) == {"Knight": 1, "wounded": -1}


def test_op_melee_26_surrounded_knight_strikes_at_full_value() -> None:
    """Touched by three he attacks one; the others give no modifier."""
    battle = field(
        "a k: knight sword at 10,11 | b foes: ar4 x4 at 3,33 10,10 9,11 11,11", phase="melee"
    )
    table = fight(battle, 5, 6, answers=[2])
    assert lines(table, 0) == {"Knight": 1}
    assert lines(table, 1) == {}
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_27_modifiers_add_without_limit() -> None:
    """A die of 1 with -4 gives -3."""
    battle = field(
        "a men: x4 at 3,3 10,10 9,11 11,11 | b foe: improvised at 10,11 0.hits=1", phase="melee"
    )
    table = fight(battle, 1, 1, 1, 1, answers=[(1, 2, 3), "hurt"])
    assert events_of(table, Fought)[0].defend_totals == (-3, -3, -3)


def test_op_melee_28_across_a_fence_they_fight_without_cover() -> None:
    """No cover line in the reckoning; a pushed figure stays on its own side."""
    battle = face_off("", "ar4", terrain="fence: 0,10.5 20,10.5")
    table = fight(battle, 9, 6)
    assert lines(table, 0) == lines(table, 1) == {}
    assert theirs(battle).base.y == 12.0
    assert "follow_up" not in questions_of(table)


@pytest.mark.parametrize("words", ["shaken", "routing", "leader=-1"])
def test_op_melee_29_restricted_units_do_not_attack(words: str) -> None:
    """No dice in their own Melee phase; attacked they defend."""
    battle = face_off(words)
    fight(battle)
    assert battle.phase == "turn_end"
    next_turn(battle, "b")
    assert len(dice_of(fight(battle, 5, 5))) == 2


def test_op_melee_30_three_hits_kill_a_knight() -> None:
    """Margins 4, 4, 5 against AR 4: three hits, dead."""
    battle = _three()
    table = fight(battle, 9, 9, 10, 6, answers=[(1, 2, 3), "hurt", "hurt", "hurt"])
    assert [hurt.effect for hurt in events_of(table, Hurt)] == ["flesh_wound", "wound", "killed"]


def test_op_melee_30_beaten_attacker_is_pushed_though_the_defender_dies() -> None:
    """All comparisons use the dice as rolled."""
    battle = field("a men: x3 at 3,3 9,11 11,11 | b foes: x2 at 3,33 10,11", phase="melee")
    table = fight(battle, 9, 1, 5, answers=[(1, 2), "hurt"])
    assert man(battle, "foes", 1).fate == "killed"
    assert [pushed.figure for pushed in events_of(table, Pushed)] == [2]


def test_op_melee_32_attackers_give_way_before_the_defender() -> None:
    """Hits first, then beaten attackers, then the defender, follow-ups last, results at the end."""
    battle = _three()
    table = fight(battle, 10, 1, 10, 6, answers=[(1, 2, 3), "hurt", "hurt", 1, 1])
    told = [event.event for event in table.events]
    kinds = [type(event).__name__ for event in told if isinstance(event, Hurt | Pushed | Fought)]
    assert kinds == ["Fought", "Hurt", "Hurt", "Pushed", "Pushed"]
    assert [p.figure for p in events_of(table, Pushed)] == [2, 4]
    assert [man(battle, "men", at).combat for at in (1, 2, 3)] == ["won", "lost", "won"]
    assert man(battle, "knight").combat == "lost"


def test_op_melee_33_fourth_man_waits() -> None:
    """Four men round one Knight: three fight, the fourth does not attack."""
    battle = field(
        "a men: x5 at 3,3 10,10 9,11 11,11 10,12 | b knight: knight ar4 at 10,11", phase="melee"
    )
    fight(battle, 5, 5, 5, 6, answers=[(1, 2, 4)])
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_33_unstunned_enemy_comes_before_a_stunned_one() -> None:
    """A man touching both must attack the unstunned one, whoever else may have."""
    battle = field("a men: x2 at 3,3 10,10 | b foes: ar4 x3 at 3,33 9.5,11 10.5,11 2.stun=1")
    battle.phase = "melee"
    table = fight(battle, 5, 5)
    assert events_of(table, Fought)[0].defender == 3
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_charge_21_neighbour_of_the_charged_unit_is_left_alone() -> None:
    """In the turn of the charge only the target unit may be attacked."""
    battle = field(
        "a men: x2 at 3,3 10,10 | b left: x1 at 9.5,11 | b right: x1 at 10.5,11", phase="melee"
    )
    man(battle, "men", 1).bound_to = (unit(battle, "right").id,)
    assert list(melee.fights_left(battle)) == []
    table = fight(battle, 5, 5)
    assert events_of(table, Fought)[0].defender == man(battle, "right").id


def test_op_melee_11_screens_show_the_odds_of_each_fight() -> None:
    """Each enemy that can be attacked carries the chances of the fight."""
    battle = face_off("", "ar4")
    odds = fights.odds_of(battle, [ours(battle)], theirs(battle))
    assert odds == {"hit": "21/100", "killed": "21/100", "beaten": "9/20"}


def test_op_hide_08_only_the_released_unit_attacks() -> None:
    """In a released unit's turn figures of other units stand by."""
    battle = field(
        "a men: x2 at 3,3 10,10 | a others: x1 at 20,10 | b foes: x3 at 3,33 10,11 20,11",
        phase="melee",
        released=True,
        taking_part=(1,),
    )
    table = fight(battle, 5, 5)
    assert events_of(table, Fought)[0].attackers == (man(battle, "others").id,)
    fight(battle)
    assert battle.phase == "turn_end"


def test_op_melee_32_in_listed_order_and_as_their_owner_likes() -> None:
    """Beaten attackers give ground as listed; of those who follow up the owner names the first."""
    table = fight(_three(), 1, 1, 10, 6, answers=[(2, 1, 3), "hurt", "stay"])
    assert [p.figure for p in events_of(table, Pushed)] == [2, 1, 4]
    pair = field("a men: x3 3,3 9.5,10 10.5,10 | b sir: knight ar4 10,11", phase="melee")
    table = fight(pair, 9, 9, 8, answers=[(1, 2), ("melee.push_from", 1), the_second, "stay"])
    assert [f.figure for f in events_of(table, FollowedUp)] == [2]


def the_second(choice: Choice[Any]) -> Any:
    """The second of two is offered as well as the first."""
    assert isinstance(choice, Pick)
    assert list(choice.candidates) == ["stay", 1, 2]
    return 2
