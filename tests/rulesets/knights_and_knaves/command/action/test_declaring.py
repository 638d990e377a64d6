"""Horse panic and the turning over of chits (KK-PANIC, KK-DECL)."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.play.events import Chose
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared, changed
from banneret.rulesets.knights_and_knaves.command.action import declaration, qualifiers
from banneret.rulesets.knights_and_knaves.movement.march import panic
from banneret.rulesets.knights_and_knaves.screen.events import (
    Checked,
    ChitShown,
    FirstDeclarer,
    Panicked,
    TurnedUp,
)
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import Refused, events_of, heard, rolls

WIDE = (96.0, 96.0)


def riding(words: str, more: str = "b foe: at 40,60", **rest: Any) -> Battle:
    return field(
        f"a Guy: knight sword mounted {words} chit=move_full at 40,40 | {more}",
        table=WIDE,
        phase="panic",
        **rest,
    )


# -- panic


def test_kk_panic_01_every_wounded_horse_is_rolled_for_before_anybody_moves() -> None:
    """Wounded: a die in its own step; unwounded or disabled: none."""
    assert rolls(run(riding("horse.stamina=5"), "roll_declaration", dice=[9]), "panic") == [(9,)]
    for words in ("", "horse.stamina=0"):
        assert rolls(run(riding(words), "roll_declaration")) == []


@pytest.mark.parametrize(("kind", "result"), [("destrier", "charge"), ("horse", "charge"),
                                              ("nag", "refuse")])  # fmt: skip
def test_kk_panic_02_die_and_stamina_and_temper(kind: str, result: str) -> None:
    """A 5 with five left is 10; a destrier has three more, a nag three less."""
    battle = riding(f"{kind} horse.stamina=5")
    run(battle, "roll_declaration", dice=[5])
    assert man(battle, "Guy").panic == result
    weak = riding("horse horse.stamina=2")
    run(weak, "roll_declaration", dice=[5])
    assert man(weak, "Guy").panic == "refuse"  # 5 + 2


@pytest.mark.parametrize(("die", "result"), [
    (1, "bolt"), (2, "refuse"), (6, "refuse"), (7, "charge"), (10, "charge"),
])  # fmt: skip
def test_kk_panic_03_results(die: int, result: str) -> None:
    """Three left: a total of 4 bolts, 5 to 9 will not move, 10 to 13 charges."""
    battle = riding("horse.stamina=3")
    table = run(battle, "roll_declaration", dice=[die])
    assert man(battle, "Guy").panic == result
    assert events_of(table, Panicked)[0].result == result


def test_kk_panic_03_fourteen_has_no_effect() -> None:
    """A barded destrier with nine left and an 8."""
    battle = riding("destrier barded horse.stamina=9")
    run(battle, "roll_declaration", dice=[8])
    assert man(battle, "Guy").panic == ""


def panicking(result: str, more: str = "b foe: at 40,60") -> Declared:
    battle = riding(f"destrier horse.stamina=3 panic={result}", more)
    stated: list[Declared] = []
    play(battle, lambda table: stated.append(qualifiers.ask(table, man(battle, "Guy"))))
    return stated[0]


def test_kk_panic_04_panic_replaces_the_move() -> None:
    """Refusing and bolting nothing is asked; charging the horse goes at the nearest, galloping."""
    assert panicking("refuse") == Declared()
    assert panicking("bolt") == Declared()
    charge = panicking("charge")
    assert (charge.gait, charge.target) == ("gallop", 1)


def test_kk_panic_04_a_charge_without_anybody_in_sight_has_no_effect() -> None:
    """It needs an enemy to run at."""
    battle = riding("horse.stamina=3", terrain="high_wall: 0,50 96,50")
    run(battle, "roll_declaration", dice=[8])
    assert man(battle, "Guy").panic == ""


def test_kk_panic_04_riderless_horses_bolt_or_stand() -> None:
    """On nine or less they bolt, else they stand."""
    for die, bolts in ((6, True), (7, False)):
        battle = riding("horse.stamina=3")
        man(battle, "Guy").horse, battle.horses[0].rider = NOBODY, NOBODY
        changed(battle)
        run(battle, "roll_declaration", dice=[die])
        assert (battle.horses[0].panic == "bolt") is bolts


def test_kk_panic_05_before_the_declaration_roll_in_seating_order() -> None:
    """All of a's horses, then b's; then the declaration roll."""
    battle = riding(
        "horse.stamina=4", "b Odo: knight mounted horse.stamina=4 at 40,60 | a Hal: at 20,20"
    )
    table = run(battle, "declare", dice=[1, 2, 3, 4], answers={"declare.first": "b"})
    assert [event.man for event in events_of(table, Panicked)] == [0, 1]
    assert battle.first == "b"


def test_kk_panic_05_the_rider_needs_no_check_the_charged_do() -> None:
    """A panic charge at a spearman: only the spearman checks."""
    battle = riding("panic=charge horse.stamina=3", "b foe: short_spear at 40,60")
    declare(man(battle, "Guy"), "move_full", target=man(battle, "foe").id)
    battle.phase = "charge_checks"
    table = play(battle, declaration.charge_checks, dice=[1])
    assert [event.man for event in events_of(table, Checked)] == [man(battle, "foe").id]


def test_kk_panic_05_in_contact_it_stays_and_under_a_router_only_a_bolt_matters() -> None:
    """A charging horse that touches an enemy has no target; a router's refuses in vain."""
    assert panicking("charge", "b foe: at 40,41.5") == Declared()
    for die, result in ((1, "bolt"), (3, "")):
        battle = riding("horse.stamina=3 routing")
        play(battle, panic.panic, dice=[die])
        assert man(battle, "Guy").panic == result


# -- declaring


def two(**rest: Any) -> Battle:
    return field(
        "a Ralf: lord chit=stay in_command at 20,20 | a Hal: chit=parry in_command at 24,20 | "
        "b Odo: lord chit=stay in_command at 40,40 | b Tom: chit=stay in_command at 44,40",
        phase="roll_declaration",
        **rest,
    )


def test_kk_decl_01_the_highest_die_may_make_another_declare_first() -> None:
    """b rolls highest and lets a begin."""
    battle = two()
    table = run(battle, "declare", dice=[3, 8], answers={"declare.first": "a"})
    assert battle.first == "b"
    assert battle.declaring == ("a", "b")
    assert events_of(table, FirstDeclarer) == [FirstDeclarer("b", "a")]


def test_kk_decl_02_players_take_turns_one_figure_at_a_time() -> None:
    """a, b, a, b until every chit is up; who has none left is skipped."""
    battle = two()
    man(battle, "Tom").chit = ""
    man(battle, "Tom").stun = 1
    table = run(battle, "charge_checks", dice=[8, 3], answers={"declare.first": "a"})
    order = [battle.men[event.man].profile.name for event in events_of(table, TurnedUp)]
    assert order == ["Ralf", "Odo", "Hal"]


def test_kk_decl_03_the_lord_first() -> None:
    """Hal before Ralf is refused."""
    battle = two()
    run(battle, "declare", dice=[8, 3], answers={"declare.first": "a"})
    with pytest.raises(Refused) as no:
        play(battle, declaration.declare, answers=[man(battle, "Hal").id])
    assert no.value.clause == "KK-DECL-03"


def test_kk_decl_04_what_is_declared_stands() -> None:
    """A figure once turned over is not offered again."""
    battle = two()
    run(battle, "declare", dice=[8, 3], answers={"declare.first": "a"})
    play(battle, declaration.declare, answers=[man(battle, "Ralf").id])
    assert man(battle, "Ralf").declared == Declared()
    assert man(battle, "Ralf") not in declaration.undeclared(battle, "a")
    assert battle.declared == (man(battle, "Ralf").id,)


def test_kk_decl_05_all_at_once() -> None:
    """No declaration roll; every qualifier is asked in secret, then all chits are turned over."""
    battle = field(
        "a Ralf: lord chit=move_full in_command at 20,20 | "
        "b Odo: lord chit=move_full_melee in_command at 20,30",
        phase="roll_declaration",
        simultaneous_declaration=True,
    )
    table = run(battle, "charge_checks", answers={"target": man(battle, "Ralf").id})
    assert rolls(table) == []
    assert [event.man for event in events_of(table, TurnedUp)] == [0, 1]
    asked = [event.key for event in heard(table, "a") if hasattr(event, "key")]
    assert asked == ["way", "declare.ready"]
    odo = man(battle, "Odo")
    assert odo.declared is not None
    assert odo.declared.target == man(battle, "Ralf").id


def test_kk_decl_05_a_player_thinks_again_until_he_is_ready() -> None:
    """What he stated first is forgotten, and nobody else hears of it."""
    battle = field(
        "a Ralf: lord chit=move_full_melee in_command at 20,20 | "
        "b Odo: lord chit=move_full_melee in_command at 20,30 | "
        "b Ivo: chit=stay at 24,30",
        phase="roll_declaration",
        simultaneous_declaration=True,
    )
    odo, ivo = man(battle, "Odo"), man(battle, "Ivo")
    answers = {"target": [odo.id, ivo.id, NOBODY], "declare.ready": ["again", "ready", "ready"]}
    table = run(battle, "charge_checks", answers=answers)
    ralf = man(battle, "Ralf")
    assert ralf.declared is not None
    assert ralf.declared.target == ivo.id
    assert [event.answer for event in heard(table, "b") if isinstance(event, Chose)][-1] == "ready"
    assert "again" not in [e.answer for e in heard(table, "b") if isinstance(e, Chose)]


def test_kk_decl_06_ties_roll_again_and_the_order_goes_round() -> None:
    """Two tied at the top reroll between them; then seating order from the first declarer."""
    battle = field("a Al: at 10,10 | b Bo: at 30,10 | c Cy: at 50,10", phase="roll_declaration")
    run(battle, "declare", dice=[7, 2, 7, 3, 9], answers={"declare.first": "c"})
    assert battle.first == "c"
    assert battle.declaring == ("c", "a", "b")


def test_a_chit_is_shown_before_its_qualifiers_are_asked() -> None:
    """The question which way tells the kind of chit, so the chit lies open first."""
    battle = field(
        "a Ralf: lord chit=move_full_melee in_command sword mace at 20,20 | b Odo: at 20,30",
        phase="declare",
        declaring=("a",),
    )
    table = play(
        battle,
        declaration.declare,
        answers=[("target", man(battle, "Odo").id), ("weapon", "mace"), lambda c: c.ideas()[0]],
    )
    seen = [type(event).__name__ for event in heard(table, "b")]
    assert seen.index("ChitShown") < seen.index("Chose") < seen.index("TurnedUp")
    assert man(battle, "Ralf").weapon == "mace"
    assert ChitShown.reveals
    assert TurnedUp.reveals
