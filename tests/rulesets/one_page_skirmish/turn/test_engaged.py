"""Contact is not left at will, and debts are paid: what units in a fight or in debt may not do."""

from __future__ import annotations

import pytest

from banneret.core.errors import BadPlayer, IllegalAnswer
from banneret.rulesets.one_page_skirmish.basics.state import is_engaged
from banneret.rulesets.one_page_skirmish.morale import retreat
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.movement.followers import setting_down
from banneret.rulesets.one_page_skirmish.turn import acting
from rulesets.one_page_skirmish.adjudged import adjudge
from rulesets.one_page_skirmish.arms import face_off, fight, ours
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.one_page_skirmish.moves import shift, to
from rulesets.one_page_skirmish.turns import run
from rulesets.scripting import first

IN_CONTACT = "a men: x3 10,10 7,10 13,8 | b foe: x4 10,11 7,11 30,30 32,30"


@pytest.mark.parametrize("kind", [acting.MOVE, acting.CHARGE, acting.TO_COVER])
def test_op_act_13_no_unit_walks_away(kind: str) -> None:
    """A steady unit in contact neither moves, charges, nor falls back."""
    battle = field(IN_CONTACT)
    assert acting.kind_refusal(battle, unit(battle, "men"), kind) is not None


def test_op_act_13_op_move_20_who_is_engaged_stays_in_a_press() -> None:
    """The free man may be set down; the leader is not asked to go, and nobody leaves contact."""
    battle = field(IN_CONTACT)
    group = unit(battle, "men")
    assert setting_down.followers(battle, group, man(battle, "men")) == [man(battle, "men", 2)]
    table = play(battle, moving.press, group, answers=[first])
    assert questions_of(table) == ["followers.place"]
    assert (man(battle, "men").base.x, man(battle, "men").base.y) == (10, 10)
    assert all(is_engaged(battle, figure) for figure in men(battle, "men")[:2])


def test_op_act_13_no_procedure_offers_it() -> None:
    """The list of actions of an engaged unit has no way out of contact."""
    allowed = adjudge("actions", {"any_engaged": True})["allowed"]
    assert not {"move", "charge", "retreat_to_cover", "retreat_full"} & set(allowed)
    assert "press" in allowed


def test_op_opt_08_he_goes_along_with_nobody() -> None:
    """A Knight who owes his action is not asked to go along with a group."""
    for owes, asked in (("false", ["go_along"]), ("true", [])):
        battle = field(
            f"a men: x1 10,10 | a sir: knight 10,8 0.owes_action={owes}", rally_cost="action"
        )
        answers = [*(["stay"] if asked else []), to((10, 12))]
        table = play(battle, moving.move, unit(battle, "men"), dice=[1, 1], answers=answers)
        assert questions_of(table) == [*asked, "move.way"]


def test_op_opt_08_nor_leaves_his_group_nor_falls_back_alone() -> None:
    """Owing his action he neither acts alone nor, shaken, runs for cover by himself."""
    for owes in ("false", "true"):
        battle = field(
            f"a men: knight group x3 10,10 0.owes_action={owes} | b foe: 40,30", rally_cost="action"
        )
        table = run(battle, 1, answers={"action.unit": [0], "action.kind": ["stand"]})
        assert ("detach" in table.keys) is (owes == "false")
        battle = field(
            f"a sir: knight 10,10 shaken 0.owes_action={owes} | b foe: 40,30", rally_cost="action"
        )
        no = acting.kind_refusal(battle, unit(battle, "sir"), acting.TO_COVER)
        assert (None if no is None else no.clause) == (None if owes == "false" else "OP-OPT-08")


def test_op_act_12_who_may_press() -> None:
    """A unit nobody of which is engaged may not, nor one whose free leader has acted."""
    battle = field("a men: x3 10,5 12,5 14,5 | b foe: x3 10,11 11,11 30,30")
    no = acting.kind_refusal(battle, unit(battle, "men"), acting.PRESS)
    assert (None if no is None else no.clause) == "OP-ACT-12"
    for leader, refused in (("10,5", True), ("10,10", False)):
        battle = field(f"a men: x3 {leader} 7,10 14,5 0.acted=true | b foe: x3 10,11 7,11 30,30")
        no = acting.kind_refusal(battle, unit(battle, "men"), acting.PRESS)
        assert (no is not None) is refused


def test_op_act_12_a_stunned_enemy_is_no_enemy_touched() -> None:
    """Nobody is set against the comrades of a man who only lies there."""
    battle = field(
        "a men: x3 10,10 14,8 18,8 | b foe: x2 10,11 30,30 | b third: x3 9,10 14,11 34,30 0.stun=1"
    )
    assert setting_down.touched_units(battle, unit(battle, "men")) == {unit(battle, "foe").id}


def test_op_act_12_within_the_roll_and_by_the_road() -> None:
    """A free leader comes no further than his roll, to which a road adds a die."""
    units = "a men: x2 10,5 7,10 | b foe: x3 10,11 7,11 30,30"
    with pytest.raises(IllegalAnswer):
        play(
            field(units), moving.press, unit(field(units), "men"), dice=[1, 3],
            answers=["go", to((10, 10))],
        )  # fmt: skip
    battle = field(units, "road: 10,0 10,30 width 2")
    table = play(
        battle,
        moving.press,
        unit(battle, "men"),
        dice=[1, 3, 2],
        answers=["go", ("move.road", "road"), to((10, 8))],
    )
    assert questions_of(table) == ["press.leader", "move.road", "move.way"]


def test_op_act_12_a_knight_goes_along_and_three_are_enough() -> None:
    """It is a Move: a Knight near by may go along; a fourth man is not set against one enemy."""
    battle = field("a men: x2 10,10 12,8 | a sir: knight 10,8 | b foe: x3 10,11 11,11 30,30")
    table = play(battle, moving.press, unit(battle, "men"), answers=["go", first])
    assert questions_of(table) == ["go_along", "followers.place"]
    battle = field("a men: x4 10,10 9,11 11,11 13,8 | b foe: x3 10,11 30,30 32,30")
    with pytest.raises(IllegalAnswer) as no:
        play(battle, moving.press, unit(battle, "men"), answers=[shift(f3=(9, 10))])
    assert no.value.clause == "OP-CHARGE-12"


def test_op_stun_06_once_taken_he_is_nobody_elses() -> None:
    """The second man beside him is not asked what to do."""
    battle = field("a men: x3 3,3 10,10 9,11 | b sir: knight 10,11 0.stun=1", phase="melee")
    table = fight(battle, answers=[("melee.stunned", "capture")])
    assert questions_of(table) == ["melee.stunned"]
    assert man(battle, "sir").fate == "captured"


def test_op_melee_33_who_has_one_enemy_only_must_fight_him() -> None:
    """The man between two may be spared, not the man before one; and four are too many."""
    battle = field("a men: x3 3,3 9.5,10 11,10 | b foe: x3 3,33 10,11 12,11", phase="melee")
    with pytest.raises(BadPlayer, match="OP-MELEE-24"):
        fight(battle, answers=[man(battle, "foe", 1).id, (2,)])
    ring = "a men: x5 3,3 10,10 9,11 11,11 10,12 | b sir: knight ar4 10,11"
    with pytest.raises(BadPlayer):
        fight(field(ring, phase="melee"), answers=[(1, 2, 3, 4)])


def test_op_melee_15_a_beaten_attacker_gives_ground_too() -> None:
    """An inch, straight back."""
    battle = face_off()
    fight(battle, 1, 5, answers=["stay"])
    assert (ours(battle).base.x, ours(battle).base.y) == (10, 9)


def test_op_morale_28_past_those_he_was_fighting() -> None:
    """Charged from elsewhere he runs straight home along the side of the horse he touched."""
    battle = field("a men: x1 10,11.5 routing | b horse: mounted 11,10 north | b charger: x1 10,20")
    charger = unit(battle, "charger")
    play(battle, retreat.rout, unit(battle, "men"), None, charger, dice=[3, 3])
    assert (man(battle, "men").base.x, man(battle, "men").base.y) == (10, 5.5)


def test_op_morale_28_contact_is_left_and_not_kept() -> None:
    """A man of a unit that falls back is not left standing in his fight."""
    battle = field(
        "a men: x2 10,20 11.5,20 shaken | b foe: x3 11.5,21 30,30 32,30", "woods: 0,10..30,17"
    )
    threat = retreat.threat_to(battle, unit(battle, "men"), None)
    with pytest.raises(IllegalAnswer) as no:
        play(
            battle,
            retreat.to_cover,
            unit(battle, "men"),
            threat,
            dice=[2, 2],
            answers=[{1: [11.5, 20.0, 0.0]}],
        )
    assert no.value.clause == "OP-MOVE-21"
