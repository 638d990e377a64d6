"""Mounting, carrying and leading, reorganising (KK-MOVE)."""

from __future__ import annotations

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.digest import encode
from banneret.core.play.game import Game
from banneret.core.questions.choices import Place1
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    ESCORTING,
    GONE,
    NOBODY,
    Declared,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.melee.harm import carrying
from banneret.rulesets.knights_and_knaves.movement import riding
from banneret.rulesets.knights_and_knaves.movement.march import marching, reorganise
from banneret.rulesets.knights_and_knaves.movement.obstacles.barriers import first_barrier
from banneret.rulesets.knights_and_knaves.screen.deeds import (
    Freed,
    Lifted,
    Moved,
    Scaled,
    StoppedAt,
)
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.segments import distance
from rulesets.knights_and_knaves.field import at, declare, field, man, unit
from rulesets.knights_and_knaves.obstacles import HOUSE, batter, clause_of, go
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import Refused, events_of

# -- mounting


def test_kk_move_28_dismounting_takes_the_turn() -> None:
    """He stands beside his horse, has moved, and may mount it again next turn."""
    battle = field("a Guy: knight mounted at 20,10 in_command")
    guy = man(battle, "Guy")
    go(battle, Guy=("dismount", Declared()))
    assert guy.horse == NOBODY
    assert guy.moved
    assert gap(guy.base, battle.horses[0].base) < 0.01
    go(battle, Guy=("mount", Declared(object="horse:0")))
    assert guy.horse == 0
    assert guy.base.depth == 2.0


def test_kk_move_28_he_mounts_what_he_touches_and_goes_nowhere_else() -> None:
    """A horse an inch away is refused, and so is any way besides mounting or dismounting."""
    battle = field("a Guy: knight mounted at 20,10 in_command | b Foe: soldier at 50,40")
    guy = man(battle, "Guy")
    guy.chit = "dismount"
    away = ((20.0, 14.0),)
    assert clause_of(battle, "Guy", Declared(path=away)) == "KK-COMP-02"
    go(battle, Guy=("dismount", Declared()))
    guy.chit = "mount"
    assert clause_of(battle, "Guy", Declared(object="horse:0")) is None
    assert clause_of(battle, "Guy", Declared(object="horse:0", path=away)) == "KK-COMP-02"
    put(battle, guy, 22.0, 10.0, 0.0)
    assert clause_of(battle, "Guy", Declared(object="horse:0")) == "KK-FALL-17"
    go(battle, Guy=("mount", Declared(object="horse:0")))
    assert guy.horse == NOBODY


def test_kk_fall_17_an_enemy_may_take_the_horse() -> None:
    """Whoever touches it may mount it; then it is his."""
    battle = field("a Guy: knight mounted at 20,10 | b Odo: soldier at 21.01,9")
    play(battle, riding.dismount, man(battle, "Guy"), (24.0, 10.0))
    odo = man(battle, "Odo")
    odo.chit, odo.declared = "mount", Declared(object="horse:0")
    assert clause_of(battle, "Odo", Declared(object="horse:0")) is None
    go(battle, Odo=("mount", Declared(object="horse:0")))
    assert battle.horses[0].side == "b"
    assert odo.horse == 0


# -- carrying and leading


def test_kk_dis_04_two_carry_at_the_slower_walk() -> None:
    """Both touch the body, both have the chit: they go 6 inches homeward and the body with them."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | "
        "a Odo: soldier armor=8 at 21,20 | "
        "b Guy: soldier at 60,40"
    )
    ralf = man(battle, "Ralf")
    lift = Declared(object=f"body:{ralf.id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert at(man(battle, "Hugh")) == (19, 14)
    assert at(man(battle, "Odo")) == (21, 14)
    assert at(ralf) == (20, 14)
    assert man(battle, "Hugh").carried == ralf.id


def test_kk_dis_03_a_body_is_taken_up_once_by_two() -> None:
    """It is told once, with both names; a third man with the chit carries nobody."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | a Odo: soldier at 21,20 | "
        "a Tom: soldier at 20,21 | b Guy: soldier at 60,40"
    )
    ralf, hugh, odo, tom = (man(battle, name) for name in ("Ralf", "Hugh", "Odo", "Tom"))
    for one in (hugh, odo, tom):
        declare(one, "carry", object=f"body:{ralf.id}")
    table = play(battle, carrying.lift)
    assert events_of(table, Lifted) == [Lifted(ralf.id, (hugh.id, odo.id))]
    assert [one.carried for one in (hugh, odo, tom)] == [ralf.id, ralf.id, NOBODY]


def test_kk_dis_04_two_bodies_are_not_one() -> None:
    """Each with a body of his own, two men carry nobody; nor do they carry a dead man."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Wat: disabled at 20,22 | a Hugh: soldier at 19,21 | "
        "a Odo: soldier at 21,21 | b Guy: soldier at 60,40"
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "carry", object=f"body:{man(battle, 'Ralf').id}")
    declare(odo, "carry", object=f"body:{man(battle, 'Wat').id}")
    assert events_of(play(battle, carrying.lift), Lifted) == []
    declare(odo, "carry", object=f"body:{man(battle, 'Ralf').id}")
    assert len(events_of(play(battle, carrying.lift), Lifted)) == 1
    man(battle, "Ralf").status = "dead"
    changed(battle)
    assert events_of(play(battle, carrying.lift), Lifted) == []
    assert (hugh.carried, odo.carried) == (NOBODY, NOBODY)


def test_kk_dis_04_nobody_carries_an_enemy() -> None:
    """Two men beside a fallen enemy lift nobody."""
    battle = field("b Guy: disabled at 20,20 | a Hugh: at 19,20 | a Odo: at 21,20")
    for name in ("Hugh", "Odo"):
        declare(man(battle, name), "carry", object=f"body:{man(battle, 'Guy').id}")
    assert events_of(play(battle, carrying.lift), Lifted) == []


def test_kk_dis_03_when_one_lets_go_the_body_lies() -> None:
    """Both have dropped it; bearers of another body go on."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: carried=0 at 19,20 | a Odo: carried=0 at 21,20 | "
        "a Wat: disabled at 40,20 | a Tom: carried=3 at 39,20 | a Ned: carried=3 at 41,20"
    )
    carrying.drop(battle, man(battle, "Hugh"))
    assert [man(battle, name).carried for name in ("Hugh", "Odo")] == [NOBODY, NOBODY]
    assert [man(battle, name).carried for name in ("Tom", "Ned")] == [3, 3]


def test_kk_fat_06_a_captive_led_along_has_moved() -> None:
    """He has not rested; one whose captor stands still has."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, carrying.take, hugh, odo)
    start = hugh.base
    carrying.follow(battle, {hugh.id: start})
    assert not odo.moved
    put(battle, hugh, 20.0, 6.0, 180.0)
    carrying.follow(battle, {hugh.id: start})
    assert odo.moved
    assert at(odo) == (20, 7)


def test_kk_yield_07_who_takes_a_captive_has_nothing_else_to_do() -> None:
    """Neither a shot made ready nor the rest of a charge is left to him."""
    battle = field("a Hugh: longbow at 20,10 ready=true chit=shoot | b Odo: soldier at 20,11")
    hugh = man(battle, "Hugh")
    hugh.charge_rest = 5.0
    play(battle, carrying.take, hugh, man(battle, "Odo"))
    assert (hugh.chit, hugh.declared, hugh.ready, hugh.charge_rest) == ("escort", None, False, 0.0)


def test_kk_geo_04_a_captive_goes_aside_for_who_comes_to_stand_on_him() -> None:
    """To the nearest free place, off the other captive too; who has room stays."""
    battle = field(
        "a Hugh: escorting held=1 at 20,10 | b Odo: captive held=0 at 20,11 | "
        "a Tom: escorting held=3 at 22,10 | b Guy: captive held=2 at 22,11 | a Ned: at 20.4,11.3"
    )
    odo, guy = man(battle, "Odo"), man(battle, "Guy")
    carrying.give_captives_room(battle)
    assert at(guy) == (22, 11)
    assert at(odo) != (20, 11)
    assert distance((odo.base.x, odo.base.y), (20.0, 11.0)) < 1.6
    assert faults(battle) == []


def test_kk_dis_04_one_alone_carries_nobody() -> None:
    """A single man with the chit stays where he is."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | b Guy: soldier at 60,40"
    )
    go(battle, Hugh=("carry", Declared(object=f"body:{man(battle, 'Ralf').id}")))
    assert at(man(battle, "Hugh")) == (19, 20)
    assert man(battle, "Hugh").carried == NOBODY


def test_kk_cmd_18_carried_off_the_table_he_is_gone() -> None:
    """Over the own edge the body leaves with its bearers."""
    battle = field(
        "a Ralf: lord disabled at 20,3 | a Hugh: soldier at 19,3 | a Odo: soldier at 21,3"
    )
    lift = Declared(object=f"body:{man(battle, 'Ralf').id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert {man(battle, name).status for name in ("Ralf", "Hugh", "Odo")} == {GONE}


def test_kk_dis_04_blocked_bearers_stop_together() -> None:
    """An enemy before one of them stops both."""
    battle = field(
        "a Ralf: lord disabled at 20,20 | a Hugh: soldier at 19,20 | a Odo: soldier at 21,20 | "
        "b Guy: soldier at 21,16"
    )
    lift = Declared(object=f"body:{man(battle, 'Ralf').id}")
    go(battle, Hugh=("carry", lift), Odo=("carry", lift))
    assert man(battle, "Hugh").base.y == man(battle, "Odo").base.y > 16.9


def test_kk_yield_09_captor_and_captive_go_home_together() -> None:
    """At the slower walk to the captor's edge; off it the captive is lost to his side."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier armor=10 at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, carrying.take, hugh, odo)
    assert (hugh.status, odo.status) == (ESCORTING, CAPTIVE)
    battle.phase = "move"
    play(battle, marching.movement)
    assert at(hugh) == (20, 6)  # armour 10 walks 4
    assert at(odo) == (20, 7)
    for _ in range(2):
        battle.phase = "move"
        play(battle, marching.movement)
    assert (hugh.status, odo.status) == (GONE, GONE)


def test_kk_yield_09_a_captive_let_go_is_free_with_empty_hands() -> None:
    """When the captor is out of it the captive is free and stands clear."""
    battle = field("a Hugh: soldier at 20,10 | b Odo: soldier at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, carrying.take, hugh, odo)
    table = play(battle, carrying.let_go, hugh)
    assert (hugh.status, odo.status, odo.weapon) == ("steady", "steady", "none")
    assert [one.man for one in events_of(table, Freed)] == [odo.id]


# -- reorganising


def test_kk_move_29_a_led_unit_may_be_rearranged() -> None:
    """Front and rear man change places beside a fight; in a leaderless unit they may not."""
    text = "a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    men = unit(battle, "men")
    assert [one.id for one in reorganise.may_rearrange(battle, men)] == [0, 2, 3]
    front, rear = battle.men[0], battle.men[2]
    places = {
        0: (rear.base.x, rear.base.y, 0.0),
        2: (front.base.x, front.base.y, 0.0),
        3: (21.2, 8.9, 0.0),
    }
    table = play(battle, reorganise.reorganise, answers={"a": [str(men.id), places]})
    assert table.result is None
    assert (at(battle.men[0]), at(battle.men[2])) == ((20, 8.9), (20, 10))
    battle.units[men.id].leader = NOBODY
    battle.memo.forget()
    assert reorganise.may_rearrange(battle, men) == []


@pytest.mark.parametrize("leader", ["0.stun=2", "0.status=routing", "0.status=dead", "leaderless"])
def test_kk_move_29_without_an_able_leader_nobody_is_rearranged(leader: str) -> None:
    """Stunned, running, dead or missing: the unit stands as it stands."""
    battle = field(f"a men: x5 {leader} at 20,10 | b Foe: soldier at 50,40")
    assert reorganise.may_rearrange(battle, battle.units[0]) == []
    led = field("a men: x5 at 20,10 | b Foe: soldier at 50,40")
    assert len(reorganise.may_rearrange(led, led.units[0])) == 5


def test_kk_move_30_limits_of_rearranging() -> None:
    """Not out of the unit's area, not onto another; the displaced count as moved."""
    text = "a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    stay = {0: (20.0, 10.0, 0.0), 2: (20.0, 8.9, 0.0), 3: (21.2, 8.9, 0.0)}
    for wrong, no in (
        ({0: (16.0, 10.0, 0.0)}, "KK-MOVE-30"),
        ({0: (21.2, 10.0, 0.0)}, "KK-GEO-04"),
    ):
        with pytest.raises(Refused) as refused:
            play(battle, reorganise.reorganise, answers={"a": ["0", {**stay, **wrong}]})
        assert refused.value.clause == no
    swap = {0: (20.0, 8.9, 0.0), 2: (20.0, 10.0, 0.0), 3: (21.2, 8.9, 0.0)}
    play(battle, reorganise.reorganise, answers={"a": ["0", swap]})
    assert [one.moved for one in battle.men[:4]] == [True, False, True, False]


@pytest.mark.parametrize(
    ("words", "free"),
    [
        ("", [0, 1, 2, 3]),
        ("2.stun=1", [0, 1, 3]),
        ("0.stun=1", []),  # their leader cannot see to it
        ("2.panic=refuse", [0, 1, 3]),
        ("2.status=escorting", [0, 1, 3]),
        ("2.status=routing", [0, 1, 3]),
        ("0.status=routing", []),
    ],
)
def test_kk_move_30_who_may_change_places(words: str, free: list[int]) -> None:
    """Able men whose leader is able too, none of them stunned or on a horse that will not move."""
    battle = field(f"a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 {words}")
    assert [one.id for one in reorganise.may_rearrange(battle, unit(battle, "men"))] == free


def test_kk_move_30_nor_does_a_straggler() -> None:
    """He is not with them; nor are any while their leader has run and is apart."""
    battle = field("a men: soldier x5 at 20,10 21.2,10 20,8.9 21.2,8.9 30,10")
    group = unit(battle, "men")
    assert [one.id for one in reorganise.may_rearrange(battle, group)] == [0, 1, 2, 3]
    put(battle, battle.men[0], 30.0, 20.0, 0.0)
    group.body = 1
    assert reorganise.may_rearrange(battle, group) == []


def test_kk_move_30_nobody_walks_further_than_his_walk() -> None:
    """From one end of a long line to the other is too far, to the next place but one is not."""
    line = " ".join(f"{20 + 2.5 * at},10" for at in range(8))
    battle = field(f"a men: soldier x8 at {line}", phase="reorganise")
    for other, lawful in ((7, False), (4, False), (3, True), (2, True)):
        there, here = battle.men[other].base, battle.men[0].base
        places = {0: Place1(there.x, 10.0, 0.0), other: Place1(here.x, 10.0, 0.0)}
        no = reorganise.places_refusal(battle, unit(battle, "men"), places)
        assert (no is None) is lawful


def test_kk_move_31_rearranging_leads_nobody_into_contact() -> None:
    """Into a gap before an enemy steps only he whose action includes melee."""
    text = "a men: soldier x4 at 20,10 22.4,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    battle = field(text, phase="reorganise")
    places = {0: (20.0, 10.0, 0.0), 1: (22.4, 10.0, 0.0), 2: (20.0, 8.9, 0.0), 3: (21.2, 10.0, 0.0)}
    wanted = {key: Place1(*place) for key, place in places.items()}
    no = reorganise.places_refusal(battle, unit(battle, "men"), wanted)
    assert no is not None
    assert no.clause == "KK-MOVE-31"
    battle.men[3].chit = "move_half_melee"
    assert reorganise.places_refusal(battle, unit(battle, "men"), wanted) is None


def test_kk_geo_05_nor_into_contact_across_a_hedge_nor_onto_a_horse() -> None:
    """Half an inch across a low wall is contact too; a loose horse is no place to stand."""
    text = "a men: soldier x4 at 19,10 23.4,10 19,8.9 21.2,8.9 | b Odo: soldier at 21.2,11.45"
    places = {0: (19.0, 10.0, 0.0), 1: (23.4, 10.0, 0.0), 2: (19.0, 8.9, 0.0), 3: (21.2, 10.0, 0.0)}
    wanted = {key: Place1(*place) for key, place in places.items()}
    for hedge, horse, no in (
        ("", "", None),
        ("hedge: 0,10.7 60,10.7", "", "KK-MOVE-31"),
        ("", " | a Guy: mounted at 21.2,10.4 east", "KK-FALL-17"),
    ):
        battle = field(text + horse, terrain=hedge, phase="reorganise")
        if horse:
            put(battle, battle.men[3], 30.0, 30.0, 0.0)
            play(battle, riding.dismount, man(battle, "Guy"), None)
            put(battle, man(battle, "Guy"), 40.0, 40.0, 0.0)
            put(battle, battle.men[3], 21.2, 8.9, 0.0)
        refused = reorganise.places_refusal(battle, unit(battle, "men"), wanted)
        assert (refused.clause if refused is not None else None) == no


def test_kk_move_29_a_player_may_call_for_it() -> None:
    """Away from any fight nobody is asked, unless he calls for it."""
    battle = field("a men: soldier x5 at 20,10 | b Odo: soldier at 60,40", phase="reorganise")
    run(battle, "batter", sequence=SEQUENCE)
    battle.phase = "reorganise"
    table = run(battle, "batter", answers={"reorganise": "keep"}, calls=[("a", "reorganise")])
    assert table.by.keys == ["reorganise"]


@pytest.mark.parametrize("called", [False, True])
def test_kk_move_29_leaving_it_as_it_is_is_taken_back_as_one_step(called: bool) -> None:
    """Whoever said none, and saw the turn go on, is asked the same once more; his men stand."""
    text = "a men: soldier x4 at 20,10 21.2,10 20,8.9 21.2,8.9 | b Odo: soldier at 21.2,11"
    game = Game(RULESET, field(text, phase="reorganise"), dice=RandomDice(1))
    if called:
        game.call("a", "reorganise")
    asked = game.advance()
    before = encode(game.now)
    game.answer("keep")
    after = game.advance()
    assert after is not None
    assert after.choice.key != "reorganise"
    game.undo("a")  # free: nothing was revealed
    again = game.advance()
    assert asked is not None
    assert again is not None
    assert (again.number, again.choice.key) == (asked.number, "reorganise")
    assert encode(game.now) == before


def test_kk_move_27_a_ram_with_four_men() -> None:
    """Four men with a ram take three off the die besides the three for their number."""
    men = " | ".join(f"a M{i}: soldier at {18.5 + i},13.5" for i in range(4))
    for spot, broken in (
        ("", False),
        ("| barrel ram: 5,5 side=a", True),
        ("| barrel ram: 5,5 side=b", False),
    ):
        battle = field(men, terrain=f"{HOUSE} | gate d: 18.4,14 21.6,14 locked {spot}")
        assert batter(battle, "M0", "M1", "M2", "M3", dice=[6]).broken is broken  # 6 + 5 - 3 = 8


def test_kk_move_27_three_men_do_not_carry_the_ram() -> None:
    """Toughness 5 less 2 for their number: without a fourth man the ram lies idle."""
    men = " | ".join(f"a M{i}: soldier at {18.5 + i},13.5" for i in range(3))
    battle = field(
        men, terrain=f"{HOUSE} | gate d: 18.4,14 21.6,14 locked | barrel ram: 5,5 side=a"
    )
    assert not batter(battle, "M0", "M1", "M2", dice=[4]).broken  # 4 + 5 - 2 = 7


def test_kk_move_22_water_stops_and_lets_go() -> None:
    """Nobody goes into water; at its very edge he may stay or walk away again."""
    battle = field("a Hugh: soldier at 20,10 in_command", terrain="water: 10,14..30,20")
    hugh = man(battle, "Hugh")
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((21, 16),))) == "KK-MOVE-22"
    go(battle, Hugh=("move_full", Declared(path=((28.0, 14.2),))))
    here = (hugh.base.x, hugh.base.y)
    assert hugh.base.y < 14
    assert first_barrier(battle, here, here, frozenset()) is None
    hugh.chit = "move_full"
    assert clause_of(battle, "Hugh", Declared(path=((24, 12),))) is None


def test_kk_scale_07_half_size_moves() -> None:
    """At 15 mm armour 5 walks five inches and units chain at one."""
    battle = field("a Hugh: soldier armor=5 at 20,10 in_command chit=move_full", scale_15mm=True)
    assert clause_of(battle, "Hugh", Declared(path=((20, 15),))) is None
    assert clause_of(battle, "Hugh", Declared(path=((20, 15.1),))) == "KK-MOVE-15"


def test_kk_move_21_events_tell_of_it() -> None:
    """The log says who went where and who climbed over what."""
    battle = field("a Hugh: soldier at 20,12.5", terrain="hedge w: 10,13 30,13", phase="move")
    declare(man(battle, "Hugh"), "scale", object="w")
    table = run(battle, "reorganise")
    assert [one.over for one in events_of(table, Scaled)] == [True]
    assert events_of(table, Moved) == []
    coming = field("a Hugh: soldier at 20,9", terrain="hedge w: 10,13 30,13", phase="move")
    declare(man(coming, "Hugh"), "move_full", path=((20.0, 14.0),))
    table = run(coming, "reorganise")
    assert [one.object for one in events_of(table, StoppedAt)] == ["w"]
