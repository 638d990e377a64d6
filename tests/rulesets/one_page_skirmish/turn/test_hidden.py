"""Hidden units: what others know of them, and how they come to light (OP-HIDE)."""

from __future__ import annotations

import pytest

from banneret.core.play.events import Chose, Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Place1, Way
from banneret.rulesets.one_page_skirmish.basics.state import Battle, put, seen_enemies
from banneret.rulesets.one_page_skirmish.melee.charge import charging
from banneret.rulesets.one_page_skirmish.morale import checking
from banneret.rulesets.one_page_skirmish.movement import moving
from banneret.rulesets.one_page_skirmish.screen.events import (
    ChargeEnded,
    Moved,
    Placed,
    Rallied,
    Revealed,
    Shot,
)
from banneret.rulesets.one_page_skirmish.screen.view import view
from banneret.rulesets.one_page_skirmish.setup.deploying import place_refusal
from banneret.rulesets.one_page_skirmish.shooting import archery
from banneret.rulesets.one_page_skirmish.turn import hidden, leaders, man_by_man
from banneret.tabletop.shapes.measuring import gap
from rulesets.one_page_skirmish.field import field, man, play, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of, heard

WOOD = "woods wood: 10,10..30,20"


def revealed(table: Table[Battle]) -> list[int]:
    return [event.unit for event in events_of(table, Revealed)]


# -- who can hide


def places_of(battle: Battle, key: str) -> dict[int, tuple[float, float, float]]:
    return {
        figure: (battle.figures[figure].base.x, battle.figures[figure].base.y, 0.0)
        for figure in unit(battle, key).members
    }


def test_op_hide_02_wholly_in_woods_or_out_of_sight() -> None:
    """In the open in sight of the enemy's zone nobody hides; in woods or behind a house he does."""

    def refusal(x: float, terrain: str) -> object:
        battle = field("a ambush: x3 at 5,5 | b foe: x3 at 5,30", terrain, phase="hide")
        ambush = unit(battle, "ambush")
        places = {member: Place1(x + 1.5 * i, 4.0, 0.0) for i, member in enumerate(ambush.members)}
        return place_refusal(battle, ambush, places, hidden=True)

    woods = "woods: 10,1..30,7"
    assert refusal(20.0, woods) is None
    assert refusal(2.0, woods) is not None
    assert refusal(9.6, woods) is not None
    behind_a_wall_of_houses = "building: 0,7..48,9"
    assert refusal(20.0, behind_a_wall_of_houses) is None


def test_op_hide_02_once_revealed_never_hidden_again() -> None:
    """Back in the wood a unit that was seen stays in sight: only `reveal` touches the mark."""
    battle = field("a ambush: x3 at 20,15 hidden | b foe: x3 at 20,30", WOOD)
    play(battle, hidden.reveal, unit(battle, "ambush"), "test")
    assert not unit(battle, "ambush").hidden
    run(battle, "gap", answers={"action.unit": END})
    assert not unit(battle, "ambush").hidden


# -- what hiding does


def test_op_hide_03_known_to_its_own_side_only() -> None:
    """The enemy's view lacks the unit and its men; an ally's has them."""
    battle = field("a1 ambush: x3 at 20,15 hidden | a2 bows: x3 at 5,5 | b foe: x3 at 20,30", WOOD)
    assert any(one.key == "ambush" for one in view(battle, "a2").units)
    seen = view(battle, "b")
    assert not any(one.key == "ambush" for one in seen.units)
    assert not any(figure.side == "a" and figure.base.y == 15.0 for figure in seen.figures)


def test_op_hide_03_no_target_for_shots() -> None:
    """Shooting at a hidden figure is not offered."""
    battle = field(
        "a ambush: x3 at 20,15 hidden | a bows: x3 at 20,5 "
        "| b foe: longbow x3 at 20,21 | b late: x3 at 40,30",
        active="b",
    )
    assert {battle.units[f.unit].key for f in seen_enemies(battle, "b")} == {"bows"}
    table = run(
        battle,
        1 + 1,
        dice=[1],
        answers={"action.unit": [unit(battle, "foe").id], "action.kind": ["figures"],
                 "figure.action": ["fire"]},
    )  # fmt: skip
    for choice in table.by.was_asked("figure.target"):
        assert not set(choice.candidates) & set(unit(battle, "ambush").members)  # type: ignore[attr-defined]


def test_op_hide_03_a_hidden_units_deeds_are_told_to_its_side_alone() -> None:
    """Loading in hiding, choices included, is not heard by the enemy."""
    battle = field(
        "a ambush: crossbow x3 at 20,15 hidden 0.load=0 1.load=0 2.load=0 | b foe: x3 at 20,30",
        WOOD,
    )
    table = run(
        battle,
        "melee",
        answers={"action.unit": [0], "action.kind": "figures", "figure.action": "load"},
    )
    assert [man(battle, "ambush", i).load for i in range(3)] == [1, 1, 1]
    assert heard(table, "b") == []
    assert heard(table, None) == []
    assert unit(battle, "ambush").hidden


# -- by its own deed


def test_op_hide_04_loading_and_aiming_keep_it_hidden() -> None:
    """Quiet actions leave the unit hidden."""
    battle = field("a ambush: longbow sword x3 at 20,19 hidden | b foe: x3 at 20,26", WOOD)
    run(
        battle,
        "melee",
        answers={
            "action.unit": [0],
            "action.kind": "figures",
            "figure.action": ["aim", "change_weapon", "nothing"],
        },
    )
    assert unit(battle, "ambush").hidden


def test_op_hide_04_firing_reveals_before_the_die() -> None:
    """The unit comes to light, then the arrow flies; everybody sees the shot."""
    battle = field("a ambush: longbow x3 at 20,19 hidden | b foe: x3 at 20,26", WOOD)
    table = run(
        battle,
        "melee",
        dice=[1],
        answers={
            "action.unit": [0],
            "action.kind": "figures",
            "figure.action": ["fire", "nothing", "nothing"],
        },
    )
    kinds = [type(event) for event in heard(table, "b")]
    assert kinds[:2] == [Revealed, Rolled]
    assert Shot in kinds
    assert revealed(table) == [0]


def test_op_hide_04_charging_reveals() -> None:
    """A hidden unit that declares a charge is seen by all."""
    battle = field("a ambush: x3 at 20,18 hidden | b foe: x3 at 20,25", WOOD)
    table = run(
        battle, 1, dice=[1, 1, 6, 6, 6], answers={"action.unit": [0], "action.kind": ["charge"]}
    )
    assert revealed(table) == [0]
    assert not unit(battle, "ambush").hidden


def test_op_hide_04_moving_in_the_open_in_sight_reveals() -> None:
    """Seen outside concealing ground it is revealed; within the wood, or unseen, it is not."""
    for place, found in (((20.0, 15.0), False), ((20.0, 22.0), True)):
        battle = field("a ambush: knight at 20,15 hidden | b foe: x3 at 20,34", WOOD)
        put(battle, man(battle, "ambush"), *place, 0.0)
        table = play(battle, hidden.reveal_if_seen, unit(battle, "ambush"))
        assert bool(revealed(table)) is found


def test_op_hide_04_seen_on_the_way() -> None:
    """Crossing an open lane in sight reveals it, though it ends in the next wood."""
    battle = field(
        "a ambush: knight at 25,15 hidden | b foe: x3 at 15,30",
        "woods: 5,10..13,20 | woods: 17,10..30,20",
    )
    put(battle, man(battle, "ambush"), 10.0, 15.0, 0.0)
    table = play(
        battle, hidden.reveal_if_seen, unit(battle, "ambush"), [(25.0, 15.0), (10.0, 15.0)]
    )
    assert revealed(table) == [0]


def test_op_hide_04_a_knight_who_rallies_is_revealed() -> None:
    """A hidden Knight may show himself to rally; only his own unit is revealed."""
    battle = field(
        "a bows: peasant x3 at 20,22 casualties_since_test=true figures_lost=1 "
        "| a lord: knight at 20,19 hidden | a ambush: x3 at 12,12 hidden | b foe: x3 at 40,34",
        WOOD,
        phase="morale",
    )
    lord = man(battle, "lord").id
    table = run(battle, "action", dice=[8], answers={"rally": [lord]})
    assert revealed(table) == [unit(battle, "lord").id]
    assert [type(event) for event in heard(table, "b")][:2] == [Revealed, Rallied]
    assert unit(battle, "ambush").hidden


def test_op_hide_04_a_hidden_knight_who_does_not_rally_stays_unknown() -> None:
    """That he was asked is nobody else's business."""
    battle = field(
        "a bows: peasant x3 at 20,22 casualties_since_test=true figures_lost=1 "
        "| a lord: knight at 20,19 hidden | b foe: x3 at 40,34",
        WOOD,
        phase="morale",
    )
    table = run(battle, "action", dice=[6], answers={"rally": [END]})
    assert "rally" in table.keys
    assert not any(isinstance(event, Chose) for event in heard(table, "b"))
    assert unit(battle, "lord").hidden


# -- by discovery


@pytest.mark.parametrize(("gap", "found"), [(6.0, True), (6.01, False)])
def test_op_hide_05_within_six_inches_and_in_sight(gap: float, found: bool) -> None:
    """An enemy who ends his action at 6.0 with clear sight finds it, at 6.01 he does not."""
    battle = field("a ambush: x3 at 20,19 | b foe: knight at 20,30", WOOD, active="b")
    unit(battle, "ambush").hidden = True
    put(battle, man(battle, "foe"), 20.0, 19.0 + 1.0 + gap, 180.0)
    table = play(battle, hidden.discover, "b")
    assert bool(revealed(table)) is found


def test_op_hide_05_not_through_the_wood() -> None:
    """Within 6 inches but with more than 3 inches of wood between, nobody sees it."""
    battle = field("a ambush: x3 at 20,15 hidden | b foe: knight at 20,21", WOOD, active="b")
    table = play(battle, hidden.discover, "b")
    assert revealed(table) == []


def test_op_hide_05_an_enemy_action_ends_with_a_look_round() -> None:
    """Standing still within reach is enough: the program looks, nobody is asked (OP-INFO-02)."""
    battle = field("a ambush: x3 at 20,19 hidden | b foe: knight at 20,25", WOOD, active="b")
    table = run(battle, "melee", answers={"action.unit": [1], "action.kind": "stand"})
    assert revealed(table) == [0]
    assert set(table.keys) == {"action.unit", "action.kind"}


def test_op_hide_05_those_who_all_do_nothing_look_round_too() -> None:
    """Going on to Melee at once is doing nothing with everybody, and finds what standing finds."""
    battle = field("a ambush: x3 at 20,19 hidden | b foe: knight at 20,25", WOOD, active="b")
    table = run(battle, "melee", answers={"action.unit": [END]})
    assert revealed(table) == [0]


def test_op_hide_05_in_the_open_it_is_seen_at_any_distance() -> None:
    """A figure outside woods and buildings is found by whoever sees it after an enemy action."""
    battle = field("a ambush: x3 at 20,5 hidden | b foe: knight at 20,34", active="b")
    table = play(battle, hidden.discover, "b")
    assert revealed(table) == [0]
    battle = field("a ambush: x3 at 20,15 hidden | b foe: knight at 20,34", WOOD, active="b")
    assert revealed(play(battle, hidden.discover, "b")) == []


def test_op_hide_05_a_move_stops_an_inch_short() -> None:
    """A leader who would come within 1 inch of a hidden man stops there and finds him."""
    battle = field("a ambush: knight at 20,16 hidden | b foe: knight at 20,27", WOOD, active="b")

    def onwards(choice: object) -> Way:
        del choice
        return Way("move", ((20.0, 20.0), (20.0, 17.5)), 180.0)

    table = run(
        battle,
        1,
        dice=[6, 6],
        answers={"action.unit": [1], "action.kind": ["move"], "move.way": onwards},
    )
    assert revealed(table) == [0]
    base = man(battle, "foe").base
    assert base.y == pytest.approx(18.0, abs=0.01)
    assert events_of(table, Moved)[0].figure == man(battle, "foe").id


def test_op_hide_12_a_charge_stopped_by_an_ambush_stays_short() -> None:
    """The leader stops an inch from the man he found and does not turn on him."""
    battle = field(
        "a bait: x3 at 20,10 | a ambush: x3 at 20,13.5 22,13.5 24,13.5 hidden | b foe: x3 at 20,20",
        "woods: 10,12..30,15",
        active="b",
    )
    foe, bait, ambush = (unit(battle, key) for key in ("foe", "bait", "ambush"))
    table = run(
        battle,
        1,
        dice=[1, 1, 6, 6, 6],
        answers={
            "action.unit": [foe.id],
            "action.kind": ["charge"],
            "action.target": [bait.id],
        },
        exact=False,
    )
    assert revealed(table) == [ambush.id]
    assert [event.result for event in events_of(table, ChargeEnded)] == ["short"]
    assert not any(ambush.id in figure.bound_to for figure in battle.figures)
    for figure in (man(battle, "foe", i) for i in range(3)):
        for other in (man(battle, "ambush", i) for i in range(3)):
            assert gap(figure.base, other.base) >= 0.999


def test_op_hide_12_no_tests_while_hidden() -> None:
    """A hidden unit has no casualty, so it takes no test in Morale."""
    battle = field("a ambush: x3 at 20,15 hidden | b foe: x3 at 20,30", WOOD, phase="morale")
    table = run(battle, "action")
    assert table.keys == []
    assert not [event for event in heard(table, "a") if isinstance(event, Placed)]


def test_op_hide_12_a_knight_who_rallies_or_names_shows_himself_alone() -> None:
    """The men he rallies, or for whom he names a leader, stay hidden."""
    for men, rule, dice in (
        ("peasant x3", "rallies", [9]),
        ("leaderless x3", "names a leader", []),
    ):
        battle = field(
            f"a lord: knight at 20,15 hidden | a men: {men} at 22,15 hidden | b foe: x3 at 20,30",
            WOOD,
        )
        lord, group = man(battle, "lord"), unit(battle, "men")
        if dice:
            table = play(battle, checking.test, group, "casualties", dice=dice, answers=[lord.id])
        else:
            chosen = man(battle, "men", 1).id
            table = play(battle, leaders.appoint_after, lord, answers=[chosen])
        assert [(e.unit, e.why) for e in events_of(table, Revealed)] == [(lord.unit, rule)]
        assert group.hidden


def test_op_hide_12_hidden_men_are_nobodys_target() -> None:
    """Neither of a shot nor of a charge, however near."""
    battle = field("a ambush: x3 at 20,15 hidden | b foe: longbow x3 at 20,17", WOOD, active="b")
    no = archery.target_refusal(battle, man(battle, "foe"), man(battle, "ambush"))
    assert no is not None
    assert unit(battle, "ambush").id not in charging.targets(battle, unit(battle, "foe"))


def test_op_hide_04_seen_in_the_wood_it_stays_hidden() -> None:
    """Moving in sight of an enemy, but not outside the wood, does not show it."""
    battle = field("a ambush: x1 at 20,11 hidden | b foe: x1 at 20,8", WOOD)
    play(
        battle,
        moving.move,
        unit(battle, "ambush"),
        dice=[1, 1],
        answers=[["move", [[20, 11.5]], 180.0]],
    )
    assert unit(battle, "ambush").hidden


def test_op_hide_04_any_man_of_it_and_only_what_shows() -> None:
    """A follower set down in the open shows them all; loading a crossbow shows nobody."""
    battle = field("a ambush: crossbow x2 at 20,11 22,11 hidden 0.load=0 | b foe: x1 at 20,2", WOOD)
    play(battle, man_by_man._load, man(battle, "ambush"))
    assert unit(battle, "ambush").hidden
    away = {man(battle, "ambush", 1).id: [22.0, 9.0, 0.0]}
    play(
        battle,
        moving.move,
        unit(battle, "ambush"),
        dice=[1, 1],
        answers=[["move", [[20, 12]], 180.0], away],
    )
    assert not unit(battle, "ambush").hidden
