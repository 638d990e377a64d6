"""Cards, deployment, actions, appointing and rallying (CARD, HIDE, SETUP, ACT, LEAD, MORALE)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from banneret.core.chance.dice import ScriptedDice
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.turn.order import roll_deployment
from rulesets.one_page_skirmish.adjudged import adjudge, lines, refusal, ruling


def hold(unit: str, player: str, gap: int) -> dict[str, Any]:
    return {"unit": unit, "player": player, "gap": gap}


def round_of(*deck: str, **facts: Any) -> dict[str, Any]:
    return adjudge("turn_order", {"deck": list(deck), **facts})


# -- cards


def test_op_card_01_the_deck_alone_orders_the_turns() -> None:
    for deck in permutations("abc"):
        assert round_of(*deck)["order"] == [f"turn:{player}" for player in deck]


def test_op_card_02_one_card_for_each_player() -> None:
    """Two players give a deck of two cards; a second card of one player is refused."""
    assert len(round_of("a", "b")["order"]) == 2
    assert "deck[2] = 'a'" in refusal("turn_order", {"deck": ["a", "b", "a"]})


def test_op_card_03_every_order_is_equally_likely() -> None:
    """With 2 players each order has chance 1/2; with 3 players each of six orders 1/6."""
    two = adjudge("turn_order_distribution", {"deck": ["a", "b"]})
    assert two == {"a|b": "1/2", "b|a": "1/2"}
    three = adjudge("turn_order_distribution", {"deck": ["a", "b", "c"]})
    assert three == {"|".join(order): "1/6" for order in permutations("abc")}
    assert adjudge("turn_order_distribution", {"deck": ["a"]}) == {"a": "1"}


def test_op_card_05_two_turns_running() -> None:
    """Deck A,B then B,A gives the turn order A, B, B, A."""
    order = round_of("a", "b")["order"] + round_of("b", "a")["order"]
    assert order == ["turn:a", "turn:b", "turn:b", "turn:a"]


def test_op_card_06_allies_have_their_own_cards() -> None:
    """A 2 v 2 game has four cards."""
    assert len(round_of("a1", "b1", "a2", "b2")["order"]) == 4


def test_op_card_07_a_player_without_units_has_no_turn() -> None:
    assert round_of("a", "b", empty=["a"])["order"] == ["no_turn:a", "turn:b"]
    assert "empty[0] = 'c'" in refusal("turn_order", {"deck": ["a", "b"], "empty": ["c"]})


def test_op_hide_01_a_hidden_unit_may_act_later() -> None:
    """A held unit takes its turn after another player's turn in the same round."""
    order = round_of("a", "b", holds=[hold("ambush", "a", 1)])["order"]
    assert order == ["turn:a", "turn:b", "held:ambush"]


def test_op_hide_07_only_in_a_gap_after_its_own_turn() -> None:
    """After its own player's turn at the earliest, after the last turn at the latest."""
    early = round_of("b", "a", holds=[hold("ambush", "a", 0)])
    assert (early["order"], early["refused"]) == (["turn:b", "turn:a"], ["ambush"])
    own = round_of("a", "b", holds=[hold("ambush", "a", 0)])
    assert own["order"] == ["turn:a", "held:ambush", "turn:b"]
    late = round_of("a", "b", holds=[hold("ambush", "a", 2)])
    assert late["refused"] == ["ambush"]


def test_op_hide_07_a_card_thrown_away_opens_no_gap() -> None:
    """It is no turn (OP-CARD-07), so nobody can be released after it."""
    result = round_of("a", "b", "c", empty=["b"], holds=[hold("u", "a", 1), hold("v", "a", 2)])
    assert result["order"] == ["turn:a", "no_turn:b", "turn:c", "held:v"]
    assert (result["refused"], result["lapsed"]) == (["u"], [])


def test_op_hide_08_a_released_unit_takes_one_turn() -> None:
    order = round_of("a", "b", "c", holds=[hold("ambush", "a", 1)])["order"]
    assert order.count("held:ambush") == 1
    assert order == ["turn:a", "turn:b", "held:ambush", "turn:c"]


def test_op_hide_09_players_release_in_turn() -> None:
    """Two players with held units alternate releases, first drawn first."""
    holds = [hold("b1", "b", 1), hold("b2", "b", 1), hold("a1", "a", 1), hold("a2", "a", 1)]
    order = round_of("a", "b", holds=holds)["order"]
    assert order[2:] == ["held:a1", "held:b1", "held:a2", "held:b2"]


def test_op_hide_09_players_not_units_take_turns_where_units_have_cards() -> None:
    """With unit cards too each player releases one unit, then the other player one."""
    holds = [hold("a1", "a", 2), hold("a2", "a", 2), hold("b1", "b", 2)]
    order = round_of("a1", "a2", "b1", holds=holds, options={"turn_cards": "group"})["order"]
    assert order[3:] == ["held:a1", "held:b1", "held:a2"]


def test_op_hide_10_an_unused_hold_lapses() -> None:
    result = round_of("a", "b", holds=[hold("z", "a", -1), hold("m", "b", -1)])
    assert (result["lapsed"], result["refused"]) == (["m", "z"], [])
    assert result["order"] == ["turn:a", "turn:b"]


def test_op_opt_01_a_card_for_each_unit() -> None:
    """The deck names units; a unit holds on its own card."""
    group = {"turn_cards": "group"}
    result = round_of("u1", "u2", holds=[hold("u2", "a", 1)], options=group)
    assert result["order"] == ["turn:u1", "turn:u2", "held:u2"]
    early = round_of("u1", "u2", holds=[hold("u2", "a", 0)], options=group)
    assert early["refused"] == ["u2"]
    assert "holds[0].unit = 'u3'" in refusal(
        "turn_order", {"deck": ["u1"], "holds": [hold("u3", "a", 0)], "options": group}
    )


def test_op_opt_02_as_many_cards_as_units() -> None:
    """3 units against 2: deck of 5 cards, of which 3 belong to the first player."""
    colour = {"turn_cards": "colour"}
    deck = ["a", "a", "b", "a", "b"]
    assert round_of(*deck, options=colour)["order"] == [f"turn:{player}" for player in deck]
    odds = adjudge("turn_order_distribution", {"deck": deck, "options": colour})
    assert len(odds) == 10
    assert set(odds.values()) == {"1/10"}


def test_holds_and_players_must_belong_together() -> None:
    deck = {"deck": ["a", "b"]}
    assert "holds[0].player = 'c'" in refusal("turn_order", {**deck, "holds": [hold("u", "c", 0)]})
    twice = [hold("u", "a", 0), hold("u", "a", 1)]
    assert "holds[1] = 'u'" in refusal("turn_order", {**deck, "holds": twice})
    gone = {**deck, "holds": [hold("u", "a", 0)], "empty": ["a"]}
    assert "he has no units" in refusal("turn_order", gone)
    assert "holds[0].gap is -2" in refusal("turn_order", {**deck, "holds": [hold("u", "a", -2)]})
    assert "deck is []" in refusal("turn_order", {"deck": []})
    assert "at most 8" in refusal("turn_order_distribution", {"deck": list("abcdefghi")})


# -- deployment


def test_op_setup_04_the_lower_deploys_first() -> None:
    """Ties are rolled again."""
    low = adjudge("deployment", {"sides": ["a", "b"]}, 2, 9)
    assert (low["order"], low["rolls"]) == (["a", "b"], [[2, 9]])
    again = adjudge("deployment", {"sides": ["a", "b"]}, 5, 5, 6, 6, 7, 1)
    assert (again["order"], again["rolls"]) == (["b", "a"], [[5, 5], [6, 6], [7, 1]])
    dice = ruling("deployment", {"sides": ["red", "blue"]}, 1, 2).dice
    assert [(die.purpose, die.sides) for die in dice] == [("red", 10), ("blue", 10)]
    assert "too few" in refusal("deployment", {"sides": ["a", "b"]}, 5, 5)


def test_each_side_throws_its_own_die() -> None:
    """The log knows whose die it was, on the first throw and again."""
    table: Table[None] = Table(None, ScriptedDice(5, 5, 6, 7), {})
    assert roll_deployment(table, ("a", "b")).order == ("a", "b")
    rolls = [told.event for told in table.events]
    assert [roll.side for roll in rolls if isinstance(roll, Rolled)] == ["a", "b", "a", "b"]


@pytest.mark.parametrize("sides", [["a"], ["a", "a"], ["a", "b", "c"], "ab", ["a", ""]])
def test_deployment_is_between_two(sides: Any) -> None:
    assert "sides" in refusal("deployment", {"sides": sides}, 1, 2)


# -- actions


FREE = ["aim", "change_weapon", "charge", "dismount", "fire", "load", "mount", "move", "nothing"]
RESTRICTED = ["fire", "load", "nothing", "retreat_to_cover"]


def allowed(**facts: Any) -> list[str]:
    found: list[str] = adjudge("actions", facts)["allowed"]
    return found


def test_op_act_01_the_actions() -> None:
    """The sheet's seven, with Aim and doing nothing."""
    assert allowed() == FREE


def test_op_act_03_a_unit_moves_or_its_figures_act() -> None:
    """Fire and load stand beside each other in one list; a press takes the place of a move."""
    assert {"fire", "load", "move"} <= set(allowed())


def test_op_act_04_aim_is_an_action() -> None:
    assert "aim" in allowed()


def test_op_act_05_doing_nothing_is_always_allowed() -> None:
    """To everybody but men in rout."""
    assert all("nothing" in allowed(status=s) for s in ("steady", "shaken"))


def test_op_act_12_an_engaged_unit_presses() -> None:
    """It can neither charge nor make a plain move."""
    engaged = allowed(any_engaged=True)
    assert "press" in engaged
    assert not {"move", "charge"} & set(engaged)
    assert sorted({*engaged, "move", "charge"} - {"press"}) == FREE


def test_op_act_13_no_voluntary_withdrawal() -> None:
    """A steady engaged unit is offered no retreat."""
    assert not [action for action in allowed(any_engaged=True) if "retreat" in action]


def test_op_morale_19_after_a_success_everything_is_open() -> None:
    assert allowed(status="steady") == FREE


def test_op_morale_20_shaken_loads_fires_or_retreats() -> None:
    """Move and charge are refused, fire is allowed; engaged or not."""
    assert allowed(status="shaken") == RESTRICTED
    assert allowed(status="shaken", any_engaged=True) == RESTRICTED


def test_op_morale_22_rout_leaves_nothing_but_running() -> None:
    for led in (True, False):
        assert allowed(status="routing", has_leader=led) == ["retreat_full"]


def test_op_morale_27_no_aiming_while_restricted() -> None:
    """Aiming, mounting, dismounting and changing weapon are refused."""
    assert not {"aim", "mount", "dismount", "change_weapon"} & set(allowed(status="shaken"))


def test_op_lead_02_waiting_for_a_leader() -> None:
    """Leaderless group: move, charge, mount, dismount, aim and change weapon refused."""
    assert allowed(has_leader=False) == RESTRICTED


def test_op_lead_09_a_leader_who_cannot_lead() -> None:
    """Stunned or away, he leaves the group restricted."""
    assert "charge" not in allowed(has_leader=False)


def test_op_lead_12_leaderless_groups_do_not_attack() -> None:
    assert adjudge("actions", {"has_leader": False, "any_engaged": True})["may_attack"] is False


def test_op_lead_13_two_separate_restrictions() -> None:
    """A leaderless group that passes its test is still restricted."""
    assert allowed(status="steady", has_leader=False) == RESTRICTED


def test_op_lead_14_free_is_steady_and_led() -> None:
    """A shaken leaderless group stays restricted when the shaking ends."""
    assert allowed(status="shaken", has_leader=False) == RESTRICTED
    assert allowed(status="steady", has_leader=False) == RESTRICTED
    assert allowed(status="steady", has_leader=True) == FREE


def test_op_melee_24_steady_led_units_attack() -> None:
    assert adjudge("actions", {"any_engaged": True})["may_attack"] is True


@pytest.mark.parametrize("status", ["shaken", "routing"])
def test_op_melee_29_restricted_units_do_not(status: str) -> None:
    assert adjudge("actions", {"status": status, "any_engaged": True})["may_attack"] is False
    leaderless = {"has_leader": False, "any_engaged": True}
    assert adjudge("actions", leaderless)["may_attack"] is False


# -- appointing


def appoint(distance: float = 3.0, **facts: Any) -> str:
    result = adjudge("leader", {"distance": distance, **facts})
    assert result["allowed"] == (result["reason"] == "ok")
    reason: str = result["reason"]
    return reason


def test_op_lead_01_a_knight_within_six_names_a_leader() -> None:
    """No leader is named while no Knight is within 6 inches, or where there is one."""
    assert appoint(6.0) == "ok"
    assert appoint(6.5) == "too_far"
    assert appoint(leaderless=False) == "group_has_leader"


def test_op_lead_03_in_his_own_turn() -> None:
    assert appoint(own_turn=False) == "not_his_turn"


def test_op_lead_04_any_knight_of_the_side() -> None:
    assert appoint(same_side=True) == "ok"
    assert appoint(same_side=False) == "enemy_knight"


def test_op_lead_05_distance_and_candidates() -> None:
    """6.0 is near enough, 6.01 is not; somebody must be awake to be named."""
    assert appoint(6.0) == "ok"
    assert appoint(6.01) == "too_far"
    assert appoint(candidates=0) == "nobody_left"


@pytest.mark.parametrize("trouble", ["stunned", "engaged", "shaken", "routing"])
def test_op_lead_06_a_fit_knight(trouble: str) -> None:
    """Engaged Knight at 2 inches cannot appoint."""
    assert appoint(2.0, **{f"knight_{trouble}": True}) == trouble


def test_reasons_for_not_appointing_come_in_order() -> None:
    wrong: dict[str, Any] = {
        "leaderless": False,
        "same_side": False,
        "own_turn": False,
        "knight_stunned": True,
        "knight_engaged": True,
        "knight_shaken": True,
        "knight_routing": True,
        "distance": 9.0,
        "candidates": 0,
    }
    right: dict[str, Any] = {
        "leaderless": True,
        "same_side": True,
        "own_turn": True,
        "knight_stunned": False,
        "knight_engaged": False,
        "knight_shaken": False,
        "knight_routing": False,
        "distance": 6.0,
        "candidates": 1,
    }
    reasons = []
    for key, value in right.items():
        reasons.append(appoint(**wrong))
        wrong[key] = value
    assert reasons == [
        "group_has_leader",
        "enemy_knight",
        "not_his_turn",
        "stunned",
        "engaged",
        "shaken",
        "routing",
        "too_far",
        "nobody_left",
    ]
    assert appoint(**wrong) == "ok"


# -- rallying


def rally(distance: float = 3.0, **facts: Any) -> tuple[int, str]:
    result = adjudge("rally", {"distance": distance, **facts})
    return result["bonus"], result["reason"]


def test_op_morale_14_a_rally_is_worth_two() -> None:
    assert rally() == (2, "ok")
    assert rally(distance=7.0) == (0, "too_far")
    assert lines("rally", {"distance": 3}) == {"Knight rallying": 2}
    assert lines("rally", {"distance": 7}) == {}


def test_op_morale_15_once_a_round_and_only_if_he_will() -> None:
    """The same Knight cannot lend +2 to two tests in a round."""
    assert rally(rallied_this_round=True) == (0, "already_used")
    assert rally(willing=False) == (0, "unwilling")


def test_op_morale_16_which_knight_can_rally() -> None:
    """At 6.0: allowed; at 6.01, or in contact with an enemy: not."""
    assert rally(6.0) == (2, "ok")
    assert rally(6.01) == (0, "too_far")
    for trouble in ("engaged", "stunned", "unsteady", "hidden"):
        assert rally(**{trouble: True}) == (0, trouble)
    assert rally(same_side=False) == (0, "enemy_knight")


def test_op_morale_17_nobody_rallies_himself() -> None:
    assert rally(own_single_test=True) == (0, "himself")


def test_reasons_for_not_rallying_come_in_order() -> None:
    wrong: dict[str, Any] = {"same_side": False, "willing": False, "distance": 9.0}
    keys = ["stunned", "engaged", "unsteady", "hidden", "rallied_this_round", "own_single_test"]
    wrong.update(dict.fromkeys(keys, True))
    reasons = []
    for key in ("same_side", "willing", *keys, "distance"):
        reasons.append(rally(**wrong)[1])
        wrong[key] = 6.0 if key == "distance" else key in {"same_side", "willing"}
    assert [*reasons, rally(**wrong)[1]] == [
        "enemy_knight",
        "unwilling",
        "stunned",
        "engaged",
        "unsteady",
        "hidden",
        "already_used",
        "himself",
        "too_far",
        "ok",
    ]
