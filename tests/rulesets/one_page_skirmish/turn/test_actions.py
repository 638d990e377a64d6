"""The Action phase: what a unit does as a whole, what its men do one by one (OP-ACT)."""

from __future__ import annotations

from banneret.core.questions.choices import Pick, Way
from banneret.rulesets.one_page_skirmish.basics.state import SHAKEN
from banneret.rulesets.one_page_skirmish.screen.events import Did, Shot
from banneret.rulesets.one_page_skirmish.turn import acting, man_by_man
from rulesets.one_page_skirmish.field import field, man, unit
from rulesets.one_page_skirmish.turns import END, run
from rulesets.scripting import events_of

FOE = "b foe: x3 at 40,34"


def test_op_act_01_the_actions() -> None:
    """Units move, charge or press; men mount, dismount, load, fire, aim and change weapon."""
    assert set(acting.KINDS) == {"move", "charge", "press", "figures", "retreat_to_cover", "stand"}
    battle = field(
        "a riders: crossbow lance mounted x3 at 5,5 "
        f"| a foot: crossbow sword dismounted x3 at 15,5 | {FOE}"
        "| a bows: longbow x3 at 5,15 | a bills: polearm x3 at 15,15"
    )
    rider, walker = man(battle, "riders", 1), man(battle, "foot", 1)
    common = {"fire", "aim", "load", "change_weapon", "turn", "nothing"}
    assert set(man_by_man.kinds(battle, rider)) == {*common, "dismount"}
    assert set(man_by_man.kinds(battle, walker)) == {*common, "mount"}
    assert set(man_by_man.kinds(battle, man(battle, "bows"))) == {"fire", "aim", "turn", "nothing"}
    assert set(man_by_man.kinds(battle, man(battle, "bills"))) == {"turn", "nothing"}


def test_op_act_01_refusals_name_their_clause() -> None:
    """Every kind is listed for a screen, the forbidden ones with the reason."""
    battle = field(f"a bows: x3 at 5,5 | {FOE}")
    table = run(battle, 1, answers={"action.unit": [0], "action.kind": ["stand"]})
    asked = table.by.was_asked("action.kind")[0]
    assert isinstance(asked, Pick)
    because = {option.key: option.because for option in asked.options()}
    assert set(because) == set(acting.KINDS)
    assert because["press"] is not None
    assert because["press"].clause == "OP-ACT-12"
    assert because["retreat_to_cover"] is not None
    assert because["move"] is None


def test_op_act_02_one_action_a_turn() -> None:
    """After firing a unit is not offered again, and no man acts twice."""
    battle = field("a bows: longbow x2 at 20,10 | a bills: x3 at 5,5 | b foe: x3 at 20,20")
    table = run(
        battle,
        "melee",
        dice=[1, 1],
        answers={"action.unit": [0, END], "action.kind": ["figures"], "figure.action": "fire"},
    )
    assert [event.shooter for event in events_of(table, Shot)] == [0, 1]
    offered = table.by.was_asked("action.unit")[1]
    assert isinstance(offered, Pick)
    assert list(offered.candidates) == [1, END]


def test_op_act_03_some_fire_while_others_load() -> None:
    """Of four crossbows the two loaded fire and the two empty load, in one turn."""
    battle = field("a bows: crossbow x4 at 20,10 2.load=0 3.load=0 | b foe: x3 at 20,20")
    table = run(
        battle,
        "melee",
        dice=[1, 1],
        answers={
            "action.unit": [0],
            "action.kind": ["figures"],
            "figure.order": [0, 1, 2],
            "figure.action": ["fire", "fire", "load", "load"],
        },
    )
    assert [event.shooter for event in events_of(table, Shot)] == [0, 1]
    assert [(e.figure, e.action) for e in events_of(table, Did)] == [(2, "load"), (3, "load")]
    assert [man(battle, "bows", i).load for i in range(4)] == [0, 0, 1, 1]


def test_op_act_03_a_unit_that_moved_does_nothing_else() -> None:
    """Whoever was left standing in a move has no action of his own."""
    battle = field(f"a bows: longbow x3 at 20,10 | a bills: x3 at 5,5 | {FOE}")
    table = run(
        battle,
        "melee",
        dice=[3, 3],
        answers={"action.unit": [0, END], "action.kind": ["move"]},
    )
    assert unit(battle, "bows").acted
    assert "figure.action" not in table.keys
    assert table.keys.count("action.kind") == 1


def test_op_act_05_doing_nothing() -> None:
    """A unit may stand, and the phase may be closed with units left, unchanged."""
    battle = field(f"a bows: x3 at 5,5 | a bills: x3 at 20,5 | {FOE}")
    places = [figure.base for figure in battle.figures]
    run(battle, "melee", answers={"action.unit": [0, END], "action.kind": ["stand"]})
    assert [figure.base for figure in battle.figures] == places


def test_op_act_05_the_rest_do_nothing() -> None:
    """Men of a unit acting man by man may all be let off."""
    battle = field(f"a bows: longbow x3 at 5,5 | {FOE}")
    table = run(
        battle,
        "melee",
        answers={"action.unit": [0], "action.kind": ["figures"], "figure.order": ["done"]},
    )
    assert events_of(table, Shot) == []
    assert unit(battle, "bows").acted


def test_op_act_11_nobody_free_to_act() -> None:
    """With everybody engaged man-by-man actions are refused; pressing is open."""
    battle = field("a bows: x2 at 20,10 22,10 | b foe: x3 at 20,11 22,11 30,30")
    bows = unit(battle, "bows")
    refusal = acting.kind_refusal(battle, bows, acting.FIGURES)
    assert refusal is not None
    assert refusal.clause == "OP-ACT-11"
    assert acting.kind_refusal(battle, bows, acting.PRESS) is None
    for kind in (acting.MOVE, acting.CHARGE):
        refusal = acting.kind_refusal(battle, bows, kind)
        assert refusal is not None
        assert refusal.clause == "OP-ACT-12"


def test_op_stun_03_a_wholly_stunned_unit_is_skipped() -> None:
    """It is not offered in the Action phase."""
    battle = field(f"a bows: x2 at 5,5 0.stun=1 1.stun=1 | a bills: x3 at 20,5 | {FOE}")
    table = run(battle, "melee", answers={"action.unit": [END]})
    offered = table.by.was_asked("action.unit")[0]
    assert isinstance(offered, Pick)
    assert list(offered.candidates) == [1, END]


def test_op_charge_05_a_charger_shaken_still_has_its_action() -> None:
    """Failed by 1 it does not charge and is asked at once for what a shaken unit may do."""
    battle = field("a bows: longbow x3 at 20,10 | a bills: x3 at 5,5 | b foe: x3 at 20,16")
    table = run(
        battle,
        2,
        dice=[9, 1],
        answers={
            "action.unit": [0],
            "action.kind": ["charge", "figures"],
            "figure.order": [0],
            "figure.action": ["fire"],
        },
    )
    assert unit(battle, "bows").status == SHAKEN
    kinds = table.by.was_asked("action.kind")
    assert len(kinds) == 2
    assert isinstance(kinds[1], Pick)
    assert set(kinds[1].allowed()) == {"figures", "retreat_to_cover", "stand"}
    assert table.keys.count("action.unit") == 1
    assert [event.shooter for event in events_of(table, Shot)] == [0]


def test_op_act_14_a_knight_who_went_along_may_name_a_leader() -> None:
    """Going along is his action, so at its end he may appoint (OP-LEAD-03)."""
    battle = field(
        f"a bows: x3 at 20,8 | a lord: knight at 22,6 | a lost: leaderless x3 at 20,14 | {FOE}"
    )
    lost = unit(battle, "lost")
    table = run(
        battle,
        1,
        dice=[3, 3],
        answers={
            "action.unit": [0],
            "action.kind": ["move"],
            "go_along": ["go"],
            "move.way": Way("move", ((20.0, 8.0), (20.0, 9.0)), 0.0),
            "appoint.figure": [lost.members[1]],
        },
    )
    assert unit(battle, "lord").acted
    assert "appoint.figure" in table.keys
    assert lost.leader == lost.members[1]
