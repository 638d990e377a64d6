"""Contact is not left at will, and debts are paid: what units in a fight or in debt may not do."""

from __future__ import annotations

import pytest

from banneret.rulesets.one_page_skirmish import actions, movement, placing
from banneret.rulesets.one_page_skirmish.state import is_engaged
from rulesets.one_page_skirmish.adjudged import adjudge
from rulesets.one_page_skirmish.field import field, man, men, play, questions_of, unit
from rulesets.one_page_skirmish.moves import to
from rulesets.one_page_skirmish.turns import run
from rulesets.scripting import first

IN_CONTACT = "a men: x3 10,10 7,10 13,8 | b foe: x4 10,11 7,11 30,30 32,30"


@pytest.mark.parametrize("kind", [actions.MOVE, actions.CHARGE, actions.TO_COVER])
def test_op_act_13_no_unit_walks_away(kind: str) -> None:
    """A steady unit in contact neither moves, charges, nor falls back."""
    battle = field(IN_CONTACT)
    assert actions.kind_refusal(battle, unit(battle, "men"), kind) is not None


def test_op_act_13_who_is_engaged_stays_in_a_press() -> None:
    """The free man may be set down; the leader is not asked to go, and nobody leaves contact."""
    battle = field(IN_CONTACT)
    group = unit(battle, "men")
    assert placing.followers(battle, group, man(battle, "men")) == [man(battle, "men", 2)]
    table = play(battle, movement.press, group, answers=[first])
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
        table = play(battle, movement.move, unit(battle, "men"), dice=[1, 1], answers=answers)
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
        no = actions.kind_refusal(battle, unit(battle, "sir"), actions.TO_COVER)
        assert (None if no is None else no.clause) == (None if owes == "false" else "OP-OPT-08")
