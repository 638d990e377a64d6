"""Whole turns: what a figure may still do when something happens between its chit and its blow."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from banneret.rulesets.knights_and_knaves.basics.state import (
    CAPTIVE,
    DISABLED,
    ESCORTING,
    GONE,
    NOBODY,
    STEADY,
    Battle,
    Declared,
    put,
)
from banneret.rulesets.knights_and_knaves.basics.who import leader_of, standing
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.action import declaration, qualifiers
from banneret.rulesets.knights_and_knaves.ground import contact
from banneret.rulesets.knights_and_knaves.melee import as_fighters, strike_or_parry
from banneret.rulesets.knights_and_knaves.movement.march import marching
from banneret.rulesets.knights_and_knaves.screen.deeds import Freed, Moved
from banneret.rulesets.knights_and_knaves.screen.events import Checked
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import clause_of, declare, field, man, men, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of

GUY = "a Guy: knight lance sword mounted destrier horse.stamina=5 in_command at 20,10"


def turned_over(battle: Battle, **chits: str) -> Battle:
    """These chits are face down and it is time to turn them over; everybody else stays."""
    for one in standing(battle):
        one.chit = chits.get(one.profile.name, "stay")
    battle.declaring = tuple(one.player for one in battle.retinues)
    battle.phase = "declare"
    return battle


# -- drawing


@pytest.mark.parametrize(("y", "drawn"), [(16.0, True), (11.0, False)])
def test_kk_melee_13_out_of_contact_drawing_is_free(y: float, drawn: bool) -> None:
    """The chit to draw costs him the round only if an enemy touched him when it was turned over."""
    battle = field(f"a Hugh: longbow sword in_command at 20,10 | b Odo: in_command at 20,{y}")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    hugh.touched, odo.touched = (odo.id,), (hugh.id,)
    turned_over(battle, Hugh="draw_weapon", Odo="move_full_melee")
    said = {"weapon Hugh": "sword", "weapon": "sword", "target": hugh.id, "declare.first": "a"}
    run(battle, "choose", answers=said, exact=False)
    assert gap(hugh.base, odo.base) == 0.0
    assert hugh.weapon == ("sword" if drawn else "longbow")
    assert as_fighters.is_drawing(hugh) is not drawn
    no = clause_of(strike_or_parry.refusal(battle, hugh, f"strike:{odo.id}"))
    assert no == (None if drawn else "KK-MELEE-13")


def test_kk_melee_25_nor_at_the_next_reveal() -> None:
    """Whom a rider met in his ride on keeps what he holds until the next Melee phase."""
    battle = field("a Ivo: ax short_spear in_command at 20,10 | b Odo: at 40,40")
    ivo = man(battle, "Ivo")
    named = Declared(weapon="short_spear")
    for battle.caught, clause in (((), None), ((ivo.id,), "KK-MELEE-25")):
        ivo.chit, ivo.declared = "move_full_melee", None
        assert clause_of(qualifiers.way_refusal(battle, ivo, named)) == clause
        play(battle, declaration.turn_over, ivo, named)
        assert ivo.weapon == ("ax" if clause else "short_spear")
        ivo.weapon = "ax"
    battle.phase = "choose"
    run(battle, "fatigue")
    assert battle.caught == ()


# -- on a horse with a will of its own


def test_kk_panic_04_on_a_horse_that_will_not_move_he_draws_what_he_likes() -> None:
    """Panic takes the place of his movement alone: in contact he changes his lance for a sword."""
    battle = field(f"{GUY} panic=refuse | b Odo: in_command at 20,11.5")
    turned_over(battle, Guy="draw_weapon", Odo="stay")
    run(battle, "fatigue", answers={"weapon": "sword", "fight": "nothing"}, exact=False)
    assert man(battle, "Guy").weapon == "sword"


def test_kk_panic_05_only_running_and_gait_are_void() -> None:
    """Which weapon is in his hand when his horse charges with him is still for him to say."""
    battle = field(f"{GUY} panic=charge | b Odo: in_command at 20,30")
    turned_over(battle, Guy="move_half_melee", Odo="stay")
    run(battle, "charge_checks", answers={"weapon": "sword"}, exact=False)
    guy = man(battle, "Guy")
    assert guy.declared == Declared(gait="gallop", target=man(battle, "Odo").id, weapon="sword")
    assert guy.weapon == "sword"


def test_kk_panic_04_where_it_stands_he_searches() -> None:
    """A mounted archer beside the baggage goes on looking; a yard off he does not get there."""
    for x, found in ((20.8, "carts"), (25.0, "")):
        battle = field(
            "a Hal: composite_bow sword mounted out_of_ammo=true panic=refuse in_command "
            f"horse.stamina=5 at {x},10 | b Odo: at 60,40",
            terrain="baggage carts: 19.8,10 radius=0.5",
        )
        turned_over(battle, Hal="resupply")
        run(battle, "targets", answers={"object": "carts"}, exact=False)
        declared = man(battle, "Hal").declared
        assert declared is not None
        assert declared.object == found


def test_kk_panic_05_a_wild_horse_in_contact_makes_no_charge_of_it() -> None:
    """It stays and its rider strikes there; who lost his lance before draws in this round."""
    battle = field(
        f"{GUY} panic=charge lance_lost=true weapon=none | b Odo: in_command at 20,11.5",
        phase="move",
    )
    guy, odo = declare(man(battle, "Guy"), "stay"), declare(man(battle, "Odo"), "stay")
    guy.touched, odo.touched = (odo.id,), (guy.id,)
    run(battle, "fatigue", answers={"fight": "nothing"}, exact=False)
    assert battle.charges == ()
    assert guy.weapon == "sword"


# -- with a captive on his hands


def test_kk_yield_07_a_captor_charges_nobody_though_he_had_made_up_his_mind() -> None:
    """All chits are turned over at once; the lord he touches yields, and Tom need not fear him."""
    battle = field(
        "a Ralf: lord stamina=3 in_command at 20,10 | a Tom: in_command at 30,20 | "
        "b Guy: knight sword mounted destrier in_command at 20,11.5 | b Bob: lord at 40,40",
        simultaneous_declaration=True,
    )
    turned_over(battle, Ralf="yield", Tom="stay", Guy="move_full_melee")
    tom, guy = man(battle, "Tom"), man(battle, "Guy")
    table = run(battle, "move", answers={"declare.ready": "ready", "target": tom.id}, exact=False)
    assert (guy.status, man(battle, "Ralf").status) == (ESCORTING, CAPTIVE)
    assert guy.declared is not None
    assert guy.declared.target == NOBODY
    assert not tom.checked
    assert table.by.was_asked("target")


@pytest.mark.parametrize(("other", "may"), [("routing", False), ("stun=2", False), ("", True)])
def test_kk_yield_07_a_captor_fights_only_who_attacks_him(other: str, may: bool) -> None:
    """A runaway or a stunned man beside his way is let be; an able enemy he may strike."""
    battle = field(
        f"a Hugh: escorting held=2 at 20,10 | b Odo: {other} at 20,11 | b Ivo: captive held=0 "
        "at 18.9,10",
        phase="choose",
    )
    odo = man(battle, "Odo")
    no = clause_of(strike_or_parry.refusal(battle, man(battle, "Hugh"), f"strike:{odo.id}"))
    assert no == (None if may else "KK-YIELD-07")


def test_kk_yield_09_who_loses_his_captor_before_the_moves_is_free_after_them() -> None:
    """The squire who leads him yields himself when he is charged: till the phase ends he stands."""
    battle = field(
        "a Hal: squire escorting held=1 at 20,10 | b Tom: captive held=0 at 21.1,10 | "
        "b Odo: at 20,9 | b Guy: knight sword mounted in_command at 20,26",
        phase="charge_checks",
    )
    hal, tom = man(battle, "Hal"), man(battle, "Tom")
    declare(man(battle, "Guy"), "move_full_melee", target=hal.id)
    run(battle, "move", dice=[10, 1])
    assert (hal.status, tom.status) == (CAPTIVE, CAPTIVE)
    table = run(battle, "targets", exact=False)
    assert (hal.status, tom.status) == (CAPTIVE, STEADY)
    assert [one.man for one in events_of(table, Freed)] == [tom.id]


# -- going after him


@pytest.mark.parametrize(
    ("who", "gait", "far"),
    [("", "", 8.0), ("", "run", 5.0), ("", "", 10.0), ("mounted destrier", "trot", 10.0),
     ("mounted destrier", "canter", 8.0), ("mounted destrier", "gallop", 10.0)],
)  # fmt: skip
def test_kk_move_31_who_is_fast_enough_is_up_with_him_again(
    who: str, gait: str, far: float
) -> None:
    """Odo leaves; Hugh, as fast or faster, follows and touches him where he comes to stand."""
    y = 9.5 if who else 10.0
    battle = field(f"a Hugh: armor=5 {who} in_command at 20,{y} | b Odo: armor=5 at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    pace = {"gait": gait} if who else {"run": gait == "run"}
    declare(hugh, "move_full_melee", target=odo.id, **pace)
    declare(odo, "move_full", path=((20.0, 11.0 + far),))
    play(battle, marching.movement)
    assert (odo.base.y, gap(hugh.base, odo.base)) == (11.0 + far, 0.0)


def test_kk_move_31_who_is_slower_is_left_behind() -> None:
    """In heavy armour he goes his 4 inches and no further."""
    battle = field("a Hugh: armor=10 in_command at 20,10 | b Odo: armor=5 at 20,11")
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    declare(hugh, "move_full_melee", target=odo.id)
    declare(odo, "move_full", path=((20.0, 19.0),))
    play(battle, marching.movement)
    assert (hugh.base.y, odo.base.y) == (14.0, 19.0)


def test_kk_morale_38_nobody_is_carried_off_the_table_by_his_charge() -> None:
    """The horse of the man he named bolts over the edge: he goes as far as there is table."""
    battle = field(f"{GUY} panic=bolt | b Odo: armor=5 in_command at 20,11.5")
    guy, odo = declare(man(battle, "Guy"), "stay"), man(battle, "Odo")
    declare(odo, "move_full_melee", target=guy.id, run=True)
    play(battle, marching.movement)
    assert (guy.status, odo.status) == (GONE, STEADY)
    assert (odo.base.x, odo.base.y) == (20.0, 0.5)


@pytest.mark.parametrize(("x", "bend"), [(26.0, True), (20.0, False)])
def test_kk_move_08_the_way_told_of_a_charge_has_its_bend(x: float, bend: bool) -> None:
    """Straight ahead after a trot, then once towards him at half-way; none if he is ahead."""
    battle = field(f"{GUY} horse.last_gait=trot | b Odo: at {x},26")
    declare(man(battle, "Guy"), "move_full_melee", target=man(battle, "Odo").id, gait="canter")
    way = events_of(play(battle, marching.movement), Moved)[0].path
    assert len(way) == 2 + bend
    assert all(px == 20.0 for px, _ in way[:-1])


@pytest.mark.usefixtures("idle")
def test_kk_def_15_his_neighbours_see_him_fall_from_the_saddle() -> None:
    """Thrown and disabled by the fall he lies beyond his horse: they stood by where he rode."""
    battle = field(
        "a Guy: knight sword mounted armor=3 at 20,20 | a Tom: armor=12 at 17.2,18 | "
        "b Odo: short_spear melee=9 armor=12 at 19,20 east",
        phase="choose",
    )
    guy, tom = man(battle, "Guy"), man(battle, "Tom")
    said = {"fight": "nothing", "fight Odo": f"strike:{guy.id}"}
    table = run(battle, "fatigue", dice=[10, 5, 1, 10, 10, 1], answers=said)
    assert guy.status == DISABLED
    assert gap(guy.base, tom.base) > 2.0  # beside his horse, away from the blow
    assert [(one.man, one.cause) for one in events_of(table, Checked)] == [(tom.id, "neighbour")]


# -- a leader who ran


def rallied_leader(lord: str = "at 60,5") -> Battle:
    """The sergeant of six rallies 15 inches behind them."""
    battle = field(
        f"a Ralf: lord {lord} | b Odo: at 20,40 | "
        "a men: x6 at 20,5 21.5,20 23,20 24.5,20 26,20 27.5,20 0.status=routing"
    )
    run(battle, "succession", dice=[1])
    return battle


def test_kk_rally_05_a_leader_who_ran_is_the_straggler() -> None:
    """Not his unit: the five stay one, without him, until he is within 2 inches of them."""
    battle = rallied_leader()
    led = unit(battle, "men")
    strays = [contact.is_straggler(battle, one) for one in men(battle, "men")]
    assert strays == [True] + [False] * 5
    assert leader_of(battle, led) is None
    for x, leads in ((17.4, False), (17.5, True)):
        put(battle, man(battle, "men"), x + 1.0, 20.0, 0.0)
        battle.phase = "succession"
        run(battle, "signals")
        assert (leader_of(battle, led) is man(battle, "men")) is leads
        assert contact.is_straggler(battle, man(battle, "men")) is not leads


def test_kk_morale_41_a_straggling_leader_brings_nobody_under_command() -> None:
    """He stands beside his lord, his unit far off: it is outside, he alone hears."""
    battle = rallied_leader("at 20,2")
    hearing.measure(battle)
    assert [one.in_command for one in men(battle, "men")] == [True] + [False] * 5


def test_kk_def_08_another_may_be_named_while_he_is_away() -> None:
    """A valet among the five takes over for good; the sergeant comes back as one of them."""
    battle = rallied_leader()
    valet = man(battle, "men", 3)
    valet.profile = replace(valet.profile, class_="valet")
    run(battle, "signals", answers={"leader": valet.id})
    assert leader_of(battle, unit(battle, "men")) is valet
    put(battle, man(battle, "men"), 20.0, 20.0, 0.0)
    battle.phase = "succession"
    run(battle, "signals")
    assert leader_of(battle, unit(battle, "men")) is valet


# -- in the press


@pytest.mark.parametrize(
    ("roger", "leo", "os"),
    [("20.5,9.8", "18.3,18.7", "22.6,14.1"), ("20.2,11.7", "20.8,19.1", "17.7,14.1"),
     ("18.9,9.9", "16.3,19.5", "19,19.6")],
)  # fmt: skip
def test_kk_move_19_who_stopped_on_touching_still_touches(roger: str, leo: str, os: str) -> None:
    """Two run at one who runs at the first of them: where bases cross they part by a hair."""
    battle = field(
        f"a Roger: armor=5 in_command at {roger} | b Leo: armor=5 in_command at {leo} | "
        f"b Os: armor=5 in_command at {os}"
    )
    one, first, second = (man(battle, name) for name in ("Roger", "Leo", "Os"))
    declare(one, "move_full_melee", target=first.id)
    for foe in (first, second):
        declare(foe, "move_full_melee", target=one.id)
    battle.declared = (one.id, first.id, second.id)
    play(battle, marching.movement)
    assert first in contact.touching(battle, one)


@pytest.mark.parametrize("to", [(0.0, 6.0), (-1.0, 6.0), (-2.0, 6.0), (0.0, -6.0), (-6.0, 0.0)])
@pytest.mark.parametrize("side", ["a", "b"])
def test_kk_move_31_nobody_is_held_by_the_corner_of_a_neighbour(
    side: str, to: tuple[float, float]
) -> None:
    """At his right, half an inch ahead, stands a friend or an enemy: he leaves along his side."""
    battle = field(
        f"a Hugh: armor=5 in_command at 20,10 | {side} Odo: armor=5 in_command at 21,10.5 south"
    )
    hugh = man(battle, "Hugh")
    declare(hugh, "move_full", path=((20.0 + to[0], 10.0 + to[1]),))
    declare(man(battle, "Odo"), "stay")
    play(battle, marching.movement)
    assert (hugh.base.x, hugh.base.y) == (20.0 + to[0], 10.0 + to[1])


@pytest.mark.parametrize("side", ["a", "b"])
def test_kk_geo_04_into_a_neighbour_nobody_goes(side: str) -> None:
    """His way leads to the right, where the other stands: he stops against him."""
    battle = field(
        f"a Hugh: armor=5 in_command at 20,10 | {side} Odo: armor=5 in_command at 21,10.5 south"
    )
    hugh = man(battle, "Hugh")
    declare(hugh, "move_full", path=((23.0, 14.0),))
    declare(man(battle, "Odo"), "stay")
    play(battle, marching.movement)
    assert (hugh.base.x, hugh.base.y) == (20.0, 10.0)
