"""The strategic roll, deployment, surprise, initiative: AR-DEPLOY, AR-SURPRISE, AR-INIT."""

from typing import Any

import pytest

from banneret.core.errors import BadData
from banneret.core.play.events import Chose
from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.options import SETTINGS
from banneret.rulesets.arthurian.basics.state import Venom
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.setup import deploying
from banneret.rulesets.arthurian.turn import cards, rounds
from rulesets.arthurian.field import field, fought, judged, made, play, step, steps
from rulesets.scripting import events_of, first, needs, rolls


def acting_side(battle: Any) -> Any:
    return battle[battle.act.model].side


def begun(scenario: str = "tournament", **options: Any) -> Any:
    return RULESET.begin(scenario, RULESET.chosen(options), {})


def placed_order(battle: Any, dice: Any, answers: Any = first) -> Any:
    """The sides in the order their models were placed."""
    step(battle, dice, [answers] if battle.phase == "strategic" else ())
    order = []
    while battle.phase == "deploy":
        side = deploying.next_to_place(battle)
        order.append(side)
        step(battle, (), [first] * _questions(battle, side))
    return order


def _questions(battle: Any, side: Any) -> Any:
    kinds = {m.profile.id if not m.pc else m.name for m in deploying.waiting(battle, side)}
    if battle.by_the_book(side):
        return 0
    return 2 if len(kinds) > 1 else 1


def test_ar_deploy_01_the_highest_discipline_is_added() -> None:
    sides = {"a": {"dis": [2, 4, 3]}, "b": {"dis": [1]}}
    found = judged("strategic_roll", sides, [1, 1])
    assert (found["a_mod"], found["a_total"]) == (4, 5)


def test_ar_deploy_02_leadership_adds_1_once_whoever_has_it() -> None:
    battle = begun("open_field")
    staff = deploying.staff_of(battle, "a")
    assert staff.leader
    assert max(staff.dis) == 4
    found = judged("strategic_roll", {"a": {"dis": [3], "leader": True}, "b": {"dis": [1]}}, [1, 1])
    assert found["a_mod"] == 4


def test_ar_deploy_03_ties_are_rolled_again() -> None:
    found = judged("strategic_roll", {"a": {"dis": [2]}, "b": {"dis": [2]}}, [3, 3, 5, 2])
    assert (found["winner"], found["a_total"], found["b_total"]) == ("a", 7, 4)


def test_ar_deploy_04_the_winner_chooses_first_or_second() -> None:
    battle = begun()
    asked = []

    def second(choice: Any) -> Any:
        asked.append((choice.side, tuple(choice.candidates)))
        return "second"

    step(battle, [1, 6], [second])
    assert asked == [("b", ("first", "second"))]
    assert battle.first == "a"


def test_ar_deploy_05_no_initiative_is_rolled_in_round_1_but_in_round_2() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30))
    battle.phase, battle.round, battle.first = "round", 0, "b"
    step(battle)
    assert battle.active == "b"
    battle.phase = "round"
    table = step(battle, [6, 1])
    assert rolls(table, "initiative") == [(6, 1)]
    assert battle.active == "a"


def test_ar_deploy_06_by_turns_from_the_loser_on() -> None:
    assert placed_order(begun(), [6, 1], lambda _: "first") == ["b", "a"] * 3


def test_ar_deploy_07_the_rest_follows_and_zones_hold() -> None:
    assert judged("deployment_order", {"loser": 2, "winner": 4})["value"] == list("LWLWWW")
    battle = begun()
    model = battle[0]
    assert deploying.why_not_place(battle, model, (5.0, 5.0)) is None
    no = deploying.why_not_place(battle, model, (5.0, 5.1))
    assert no is not None
    assert no.clause == "AR-DEPLOY-07"


def test_ar_deploy_08_alone_and_won_the_adversaries_stand_first_and_he_acts_first() -> None:
    battle = begun("the_ford", solo=True)
    order = placed_order(battle, [6, 1], lambda _: "book")
    assert order == ["b", "a", "a"]
    assert battle.first == "a"


def test_ar_deploy_09_alone_and_lost_the_heroes_stand_first() -> None:
    battle = begun("the_ford", solo=True)
    play(battle, deploying.strategic, [1, 6])
    assert deploying.next_to_place(battle) == "a"
    assert battle.first == "b"


def test_ar_deploy_05_nobody_is_said_to_go_first_where_cards_or_initiative_decide() -> None:
    for more in ({"initiative": 3}, {"round_one": "initiative"}):
        table = play(begun("the_ford", solo=True, **more), deploying.strategic, [1, 6])
        assert not events_of(table, e.Goes)
    table = play(begun("the_ford", solo=True), deploying.strategic, [1, 6])
    assert [one.first for one in events_of(table, e.Goes)] == ["b"]


def test_ar_deploy_10_the_solo_winner_may_place_the_adversaries_himself() -> None:
    battle = begun("the_ford", solo=True)
    asked = []

    def self_(choice: Any) -> Any:
        asked.append(tuple(choice.candidates))
        return "self"

    step(battle, [6, 1], [self_])
    assert asked == [("book", "self")]
    table = step(battle, (), {"a": [{"2": [12, 18, 0]}]})
    assert table.state[2].at == (12.0, 18.0)


# -- surprise


def test_ar_surprise_01_only_where_the_scenario_calls_for_it() -> None:
    players = {side: ChancePlayer(side) for side in "ab"}
    plain = fought("tournament", 1, players)
    told = [t.event for s in plain.steps for t in s.events]
    assert not [one for one in told if isinstance(one, e.Surprised)]
    assert "surprise" not in [s.name for s in plain.steps]
    ambush = fought("ambush_in_the_wood", 1, players)
    assert [s.name for s in ambush.steps].count("surprise") == 1


def test_ar_surprise_02_three_below_the_other() -> None:
    assert judged("surprise_roll", {}, [1, 4])["surprised"] == "a"
    assert judged("surprise_roll", {}, [1, 3])["surprised"] == "none"
    assert judged("surprise_roll", {"b_bonus": 2}, [3, 4])["surprised"] == "a"


def test_ar_surprise_03_a_surprised_side_has_no_turn_in_round_1() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30))
    battle.surprised, battle.phase, battle.round = "a", "round", 0
    steps(battle, 2, [2])
    assert (battle.active, battle.phase) == ("b", "choose")
    battle.turn, battle.active, battle.phase = 1, "a", "turn"
    step(battle)
    assert battle.phase == "round_end"
    cards_only = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30), initiative=3)
    cards_only.surprised = "a"
    cards.build(cards_only)
    assert cards_only.deck == ("1", "WILD")


# -- initiative


def test_ar_init_01_ar_init_02_three_options_and_the_second_by_default() -> None:
    setting = next(one for one in SETTINGS if one.key == "initiative")
    assert sorted(setting.values) == [1, 2, 3]
    assert begun().options.initiative == 2
    with pytest.raises(BadData, match="initiative"):
        RULESET.begin("tournament", {"initiative": 4}, {})


def test_ar_init_03_option_1_adds_leadership_or_discipline() -> None:
    sides = {"option": 1, "a": [{"dis": 3}, {"dis": 4}, {"dis": 2, "lead": 5}], "b": [{"dis": 1}]}
    assert judged("initiative", sides, [1, 1])["a_mod"] == 5


def test_ar_init_04_option_2_adds_initiative() -> None:
    sides = {"option": 2, "a": [{"ini": 2}, {"ini": 5}, {"ini": 3}], "b": [{"ini": 1}]}
    assert judged("initiative", sides, [1, 1])["a_mod"] == 5


def test_ar_init_05_wounds_count_before_the_highest_is_picked() -> None:
    sides = {"option": 2, "a": [{"ini": 5, "wound": "serious"}, {"ini": 4}], "b": [{"ini": 1}]}
    assert judged("initiative", sides, [1, 1])["a_mod"] == 4
    battle = field(made("squire", "a", 5, 5, prone=True, stun=1), made("brigand", "b", 30, 30))
    assert rounds.candidate(battle, battle[0]).quickness == 3


def test_ar_init_06_ties_are_rolled_again() -> None:
    sides = {"option": 2, "a": [{"ini": 2}], "b": [{"ini": 2}]}
    assert judged("initiative", sides, [4, 4, 2, 5])["winner"] == "b"


def test_ar_init_07_every_round_from_the_second_the_winner_goes_first() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30))
    battle.phase = "round"
    table = step(battle, [1, 6])
    assert battle.active == "b"
    assert list(events_of(table, Chose)) == []


def test_ar_init_08_a_whole_side_before_the_other() -> None:
    players = {side: ChancePlayer(side) for side in "ab"}
    game = fought("saxon_raid", 4, players)
    last, seen = None, []
    for one in game.steps:
        if one.name == "turn":
            seen.append((one.before.round, one.before.active))
        if one.name == "activate":
            assert acting_side(one.before) == one.before.active
            last = one
    assert last is not None
    assert len(seen) == len(set(seen))


def test_ar_init_09_the_model_of_the_card_drawn_activates() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30), initiative=3)
    cards.build(battle)
    battle.phase = "card"
    step(battle, [2])
    assert battle.act is not None
    assert battle.act.model == 1
    assert judged("card_order", {"deck": ["b", "a", "c"]})["value"] == ["b", "a", "c"]


def test_ar_init_10_one_wild_card_that_activates_nobody() -> None:
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 30, 30), initiative=3)
    cards.build(battle)
    assert len(battle.deck) == 3
    battle.phase = "card"
    step(battle, [3, 1])
    assert battle.act is None
    assert battle.rain
    assert battle.phase == "card"


def test_ar_init_11_a_removed_model_s_card_is_set_aside_and_the_next_deck_is_smaller() -> None:
    battle = field(
        made("squire", "a", 5, 5),
        made("brigand", "b", 30, 30),
        made("brigand", "b", 33, 30, from_round=2),
        initiative=3,
    )
    cards.build(battle)
    assert battle.deck == ("0", "1", "WILD")
    battle[1].where, battle[1].removed_how = "gone", "killed"
    battle.phase = "card"
    step(battle, [2])
    assert battle.act is None
    battle.round = 2
    cards.build(battle)
    assert battle.deck == ("0", "2", "WILD")


def test_ar_init_12_models_of_a_profile_may_share_a_card() -> None:
    men = [made("brigand", "b", 20 + 2 * k, 30) for k in range(3)]
    battle = field(made("rt_young", "a", 5, 5), *men, initiative=3, shared_cards=True)
    cards.build(battle)
    assert battle.deck == ("0", "b:brigand", "WILD")
    battle.phase = "card"
    step(battle, [2], ["2"])
    assert battle.act is not None
    assert (battle.act.model, battle.due) == (2, (1, 3))


def test_ar_init_13_both_sides_check_before_the_first_card_the_weaker_first() -> None:
    battle = field(made("rt_young", "a", 5, 5), made("brigand", "b", 30, 30), initiative=3)
    battle.phase = "checks"
    table = step(battle, [2, 3])
    assert rolls(table, "event check") == [(2,), (3,)]
    assert needs(table) == ["1 brings an event"] * 2
    sides = [
        getattr(t.event, "side", "")
        for t in table.events
        if getattr(t.event, "purpose", "") == "event check"
    ]
    assert sides == ["b", "a"]
    assert battle.phase == "card"


def test_ar_init_14_initiative_in_round_1_too() -> None:
    battle = begun("open_field", round_one="initiative")
    table = step(battle, [6, 1])
    assert not events_of(table, Chose)
    battle = field(made("squire", "a", 5, 5), made("brigand", "b", 3, 30), round_one="initiative")
    battle.phase, battle.round = "round", 0
    table = step(battle, [1, 6])
    assert rolls(table, "initiative") == [(1, 6)]


def test_ar_init_03_a_discipline_above_every_leadership_counts() -> None:
    sides = {"option": 1, "a": [{"dis": 6}, {"dis": 2, "lead": 5}], "b": [{"dis": 1}]}
    assert judged("initiative", sides, [1, 1])["a_mod"] == 6
    battle = field(made("pc_knight", "a", 5, 5))
    assert rounds.candidate(battle, battle[0]).lead == 5


def test_ar_init_04_a_battle_adds_the_initiative_of_the_quickest() -> None:
    battle = field(made("pc_knight", "a", 5, 5), made("giant", "b", 30, 30), round_=1)
    battle.phase = "round"
    more = battle[0].profile.ini - battle[1].profile.ini
    step(battle, [1, more])
    assert more > 1
    assert battle.first == "a"


def test_ar_poison_05_poison_lowers_the_initiative_of_a_side() -> None:
    battle = field(made("pc_knight", "a", 5, 5, poison=Venom(ini=2)))
    assert rounds.candidate(battle, battle[0]).quickness == battle[0].profile.ini - 2


def test_ar_deploy_07_the_first_place_proposed_is_the_middle_of_the_front() -> None:
    battle = field(made("man_at_arms", "a", 0, 0), made("brigand", "b", 0, 0))
    first = [
        deploying.place_question(battle, one, one.side).ideas()[0][one.id] for one in battle.models
    ]
    assert [(place.x, place.y) for place in first] == [(17.0, 5.0), (17.0, 30.5)]
