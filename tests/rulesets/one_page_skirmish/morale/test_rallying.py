"""Knights who rally: which, when and at what price (OP-MORALE-14 to 17, OP-OPT-08)."""

from __future__ import annotations

import pytest

from banneret.rulesets.one_page_skirmish.basics.state import NOBODY, SHAKEN, STEADY
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.turn import acting
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.nerves import FOE, HURT
from rulesets.one_page_skirmish.turns import END, run


def test_op_morale_14_rally() -> None:
    """A Peasant group with a rallying Knight tests on 9."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    result = play(
        battle,
        checking.test,
        unit(battle, "mob"),
        "charged",
        dice=[9],
        answers=[man(battle, "lord").id],
    ).result
    assert (result.target, result.outcome) == (9, "success")


def test_op_morale_15_once_a_round_and_free() -> None:
    """The same Knight cannot lend his +2 twice in a round; next round he can, in any turn."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}", active="b")
    lord = man(battle, "lord")
    mob = unit(battle, "mob")
    play(battle, checking.test, mob, "charged", dice=[9], answers=[lord.id])
    play(battle, checking.test, mob, "charged", dice=[7])
    battle.phase = "round_end"
    run(battle, "draw")
    play(battle, checking.test, mob, "charged", dice=[9], answers=[lord.id])
    assert not lord.owes_action


def test_op_morale_15_declared_before_the_die() -> None:
    """The question comes before the throw; nobody is asked where no die can fail."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    lord = man(battle, "lord").id
    table = play(battle, checking.test, unit(battle, "mob"), "charged", dice=[9], answers=[lord])
    kinds = [type(told.event).__name__ for told in table.events]
    assert kinds[:3] == ["Chose", "Rallied", "Rolled"]
    battle = field(f"a best: elite x3 at 5,5 | a lord: knight at 8,8 | {FOE}")
    play(battle, checking.test, unit(battle, "best"), "charged", dice=[10])


@pytest.mark.parametrize(
    ("lord", "able"),
    [
        ("knight at 5,12", True),
        ("knight at 5,12.02", False),
        ("knight at 8,12", True),  # of the third man of the mob, not of its Sergeant
        ("knight at 5,8 0.stun=1", False),
        ("knight at 5,8 shaken", False),
        ("knight at 5,8 routing", False),
        ("knight at 30,33", False),
        ("knight at 5,8 hidden", True),
        ("knight at 4,8", True),
        ("knight at 8,8", False),  # touches the enemy at 9,8
    ],
)
def test_op_morale_16_which_knight(lord: str, able: bool) -> None:
    """Within 6.0 inches, not engaged, stunned, shaken or routing; hidden if he shows himself."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: {lord} | b foe: x3 at 9,8 20,30 22,30")
    refusal = checking.rally_refusal(battle, man(battle, "lord"), unit(battle, "mob"))
    assert (refusal is None) is able


def test_op_morale_16_a_hidden_knight_shows_himself_and_no_enemy_rallies() -> None:
    """A Knight who rallies from hiding is revealed; one of the other side is not even asked."""
    battle = field(f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 hidden | {FOE}")
    lord = man(battle, "lord").id
    play(battle, checking.test, unit(battle, "mob"), "charged", dice=[9], answers=[lord])
    assert not unit(battle, "lord").hidden
    battle = field("a mob: peasant x3 at 5,5 | b lord: knight at 8,8")
    play(battle, checking.test, unit(battle, "mob"), "charged", dice=[5])


def test_op_morale_17_one_knight_only_and_not_for_himself() -> None:
    """Two Knights still give +2; a lone Knight cannot rally himself, a group's own Knight can."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | a other: knight at 3,8 | {FOE}"
    )
    lord, other = man(battle, "lord"), man(battle, "other")
    table = play(
        battle, checking.test, unit(battle, "mob"), "charged", dice=[9], answers=[other.id]
    )
    assert table.result.target == 9
    assert (lord.rallied, other.rallied) == (False, True)
    refusal = checking.rally_refusal(battle, lord, unit(battle, "lord"))
    assert refusal is not None
    assert refusal.clause == "OP-MORALE-17"
    battle = field(f"a spears: knight group x4 at 5,5 | {FOE}")
    assert checking.rally_refusal(battle, man(battle, "spears"), unit(battle, "spears")) is None


def test_op_opt_08_rallying_costs_the_action() -> None:
    """Having rallied in his own Morale phase, a Knight cannot move, and is free next turn."""
    battle = field(
        f"a mob: peasant x3 at 5,5 {HURT} | a lord: knight at 8,8 | {FOE}",
        phase="morale",
        rally_cost="action",
    )
    lord = unit(battle, "lord")
    run(battle, "action", dice=[8], answers={"rally": [man(battle, "lord").id]})
    for kind in (acting.MOVE, acting.FIGURES):
        refusal = acting.kind_refusal(battle, lord, kind)
        assert refusal is not None
        assert refusal.clause == "OP-OPT-08"
    assert acting.kind_refusal(battle, lord, acting.STAND) is None
    run(battle, "gap", answers={"action.unit": END})
    assert not man(battle, "lord").owes_action


def test_op_opt_08_rallied_in_anothers_turn_he_pays_in_his_next() -> None:
    """The debt waits for his next own turn, and till then he does not rally again."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 | {FOE}",
        active="b",
        phase="turn_end",
        rally_cost="action",
        drawn=("b",),
    )
    lord = man(battle, "lord")
    mob = unit(battle, "mob")
    play(battle, checking.test, mob, "charged", dice=[9], answers=[lord.id])
    run(battle, "gap")
    assert lord.owes_action
    lord.rallied = False  # a new round
    assert checking.rally_refusal(battle, lord, mob) is not None
    battle.active, battle.taking_part, battle.phase = "a", (0, 1), "start"
    run(battle, "action")
    assert acting.kind_refusal(battle, unit(battle, "lord"), acting.MOVE) is not None
    run(battle, "gap", answers={"action.unit": END})
    assert not lord.owes_action


def test_op_opt_08_whoever_charges_has_no_action_to_rally_with() -> None:
    """A Knight does not rally the charge he leads or goes along with: it is his action."""
    for units in (
        f"a men: knight group peasant x3 at 10,10 figures_lost=2 | {FOE}",
        f"a men: peasant x3 at 10,10 figures_lost=2 | a lord: knight at 8,10 | {FOE}",
    ):
        for cost, asked in (("free", True), ("action", False)):
            battle = field(units.replace("40,34", "10,18"), rally_cost=cost)
            rally = [("rally", NOBODY)] if asked else []
            along = ["go"] if "lord" in units else []
            men, foe = unit(battle, "men"), unit(battle, "foe")
            play(battle, charging.charge, men, foe, dice=[7], answers=[*along, *rally])
            assert men.status == SHAKEN


def test_op_opt_08_no_action_left_to_pay_with() -> None:
    """A Knight who has acted in this own turn cannot rally in it."""
    battle = field(
        f"a mob: peasant x3 at 5,5 | a lord: knight at 8,8 acted=true | {FOE}", rally_cost="action"
    )
    refusal = checking.rally_refusal(battle, man(battle, "lord"), unit(battle, "mob"))
    assert refusal is not None
    assert refusal.clause == "OP-OPT-08"


def test_op_morale_15_a_turn_is_no_round() -> None:
    """Having rallied in the enemy's turn he cannot in his own of the same round."""
    battle = field(
        f"a mob: peasant x3 at 5,5 {HURT} | a lord: knight at 8,8 0.rallied=true | {FOE}",
        phase="start",
    )
    table = run(battle, "action", dice=[5])
    assert "rally" not in table.keys
    assert man(battle, "lord").rallied


def test_op_morale_15_his_own_player_says_so() -> None:
    """An ally's Knight may rally too, and the ally is asked."""
    battle = field(f"a1 mob: peasant x3 at 5,5 | a2 lord: knight at 8,8 | {FOE}")
    lord = man(battle, "lord").id
    mob = unit(battle, "mob")
    play(battle, checking.test, mob, "casualties", dice=[9], answers={"a2": [("rally", lord)]})
    assert mob.status == STEADY
