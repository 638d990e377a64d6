"""Breaking from combat: AR-BREAK."""

from typing import Any

from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.fight import breaking
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.turn import deeds
from rulesets.arthurian.field import acting, field, go, judged, made, step
from rulesets.scripting import rolls


def two(*more: Any, fleer: str = "squire", foe: str = "brigand", **options: Any) -> Any:
    return acting(field(made(fleer, "a", 10, 10), made(foe, "b", 11, 10), *more, **options))


def flight(dice: Any, choices: Any, fleer: Any = None, **more: Any) -> Any:
    given = {"fleer": fleer or {"ini": 4}, "opponents": choices, **more}
    return judged("break_combat", given, dice)


def test_ar_break_01_the_fleer_rolls_and_adds_initiative() -> None:
    found = flight([5, 1], [{"choice": "hold", "ini": 3}])
    assert (found["fleer_total"], found["outcome"]) == (9, "away")


def test_ar_break_02_equal_totals_hold_him() -> None:
    assert flight([3, 4], [{"choice": "hold", "ini": 3}])["outcome"] == "caught"
    battle = two()
    table = step(battle, [3, 3], ["break", "hold"])
    assert rolls(table, "to") == [(3,), (3,)]
    assert battle[0].at == (10.0, 10.0)


def test_ar_break_03_no_attacks_that_round_whether_he_got_away_or_not() -> None:
    battle = two()
    step(battle, [3, 3], ["break", "hold"])
    assert battle[0].no_attacks == battle.round
    acting(battle)
    no = deeds.offered(battle, battle[0])["attack:1"]
    assert no is not None
    assert no.clause == "AR-BREAK-03"


def test_ar_break_04_nor_shots_nor_free_attacks_on_others() -> None:
    battle = two(made("brigand", "b", 30, 30))
    battle[1].no_attacks = battle.round
    step(battle, [6, 1], ["break", "hold", go((5, 10))])
    battle = acting(field(made("archer", "a", 10, 10, no_attacks=1), made("wolf", "b", 10, 17)))
    no = deeds.offered(battle, battle[0])["shoot:1"]
    assert no is not None
    assert no.clause == "AR-BREAK-04"


def test_ar_break_05_a_move_that_leaves_contact_and_is_the_whole_activation() -> None:
    battle = two(made("brigand", "b", 6, 10))
    step(battle, [6, 1], ["break", "hold", go((10, 5))])
    assert battle[0].at == (10.0, 5.0)
    assert battle[0].acted


def test_ar_break_06_every_holder_must_be_beaten() -> None:
    both = [{"choice": "hold", "ini": 3}, {"choice": "hold", "ini": 4}]
    found = flight([4, 4, 4], both)
    assert (found["holder_totals"], found["outcome"]) == ([7, 8], "caught")
    assert flight([], [])["outcome"] == "away"
    battle = two()
    battle[1].prone = True
    table = step(battle, (), ["break", go((5, 10))])
    assert rolls(table, "to") == []


def test_ar_break_07_a_free_attack_has_no_defence_die() -> None:
    battle = two()
    table = step(battle, [2, 1, 1], ["break", "strike", go((5, 10))])
    assert rolls(table, "free attack") == [(2,)]
    assert rolls(table, "defence") == []


def test_ar_break_08_against_the_flat_defence() -> None:
    pair = {"attacker": {"att": 5}, "fleer": {"def": 4}}
    assert judged("free_attack", pair, [3, 1, 2, 1, 2])["rolls"] == 2
    assert judged("free_attack", pair, [1])["outcome"] == "miss"
    assert judged("free_attack", {**pair, "rule": "auto_hit"}, [1, 2])["rolls"] == 1
    assert judged("free_attack", pair, [2, 1, 2])["outcome"] == "hit"


def test_ar_break_09_wounds_of_the_free_attack_count_at_once() -> None:
    foes = [{"choice": "hold", "ini": 3}, {"choice": "strike", "att": 3}]
    found = flight([2, 3, 6, 4, 4], foes, {"ini": 4, "def": 4, "tough": 2})
    assert (found["level"], found["fleer_total"]) == ("light", 7)
    down = flight([2, 6, 6], [{"choice": "strike", "att": 3}], {"ini": 4, "def": 4})
    assert (down["outcome"], down["state"]) == ("struck_down", "killed")
    battle = two()
    step(battle, [3, 1, 1], ["break", "strike", go((5, 10))])
    assert not battle[1].acted


def test_ar_break_10_a_pc_who_flees_a_single_knight_loses_virtue() -> None:
    battle = two(fleer="pc_knight", foe="robber_knight")
    battle[1].x = 12
    step(battle, [6, 1], ["break", "hold", go((5, 10))])
    assert battle[0].vp == 45
    battle = two(fleer="pc_knight")
    battle[1].x = 11.5
    step(battle, [6, 1], ["break", "hold", go((5, 10))])
    assert battle[0].vp == 48


def test_ar_break_11_stunned_he_is_caught_and_events_wait_for_the_contest() -> None:
    struck = flight(
        [3, 5, 6, 1, 1],
        [{"choice": "strike", "att": 4}, {"choice": "hold", "ini": 1}],
        {"def": 4, "tough": 6},
        stun=True,
    )
    assert (struck["outcome"], struck["holder_totals"]) == ("caught", [])
    battle = acting(
        field(
            made("pc_knight", "a", 10, 10),
            made("brigand", "b", 11.5, 10),
            made("brigand", "b", 10, 11.5),
            melee_events="on",
        )
    )
    table = step(battle, [1, 6, 1, 2, 1, 4], ["break", "strike", "hold", go((4, 4))])
    order = [e.purpose for e in (t.event for t in table.events) if hasattr(e, "purpose")]
    assert order == ["free attack", "to break away", "to hold", "melee combat event", "shield"]
    assert not who.engaged(battle, battle[0])


def test_ar_break_09_the_owner_says_who_strikes_first() -> None:
    battle = two(made("brigand", "b", 10, 11))
    table = step(battle, [1, 1], ["break", "strike", "strike", "2", go((5, 10))])
    struck = [t.event.figure for t in table.events if isinstance(t.event, e.Struck)]
    assert struck == [2, 1]


def test_ar_break_01_only_who_is_engaged_breaks_away() -> None:
    battle = acting(field(made("squire", "a", 10, 10), made("brigand", "b", 11, 10)))
    assert breaking.why_not_break(battle, battle[0]) is None
    battle[1].stun = 1
    no = breaking.why_not_break(battle, battle[0])
    assert no is not None
    assert no.clause == "AR-BREAK-01"
