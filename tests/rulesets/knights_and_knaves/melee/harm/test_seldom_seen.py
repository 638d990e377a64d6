"""Chains of events seldom seen: horses over a rest, leaderless men at their goal, falls again."""

from __future__ import annotations

import pytest

from banneret.core.questions.answers import Place1
from banneret.rulesets.knights_and_knaves.basics.checks import faults
from banneret.rulesets.knights_and_knaves.basics.state import DISABLED, NOBODY, changed
from banneret.rulesets.knights_and_knaves.command import orders
from banneret.rulesets.knights_and_knaves.command.action import special
from banneret.rulesets.knights_and_knaves.ground.contact import touching
from banneret.rulesets.knights_and_knaves.ground.lay import height_of
from banneret.rulesets.knights_and_knaves.melee import strike_or_parry
from banneret.rulesets.knights_and_knaves.melee.harm import carrying, disabling, falls, injuries
from banneret.rulesets.knights_and_knaves.morale import checking, victory
from banneret.rulesets.knights_and_knaves.morale.fatigue import supplies
from banneret.rulesets.knights_and_knaves.movement.march import leaving
from banneret.rulesets.knights_and_knaves.screen.events import Checked, Rested
from banneret.rulesets.knights_and_knaves.setup import deploying
from banneret.rulesets.knights_and_knaves.setup.scenarios import scenario_named
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.knights_and_knaves.field import clause_of, declare, field, man, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, rolls

FOE = "b foe: at 60,40"


# -- horses


def test_kk_finis_08_a_loose_horse_is_still_there_after_the_rest() -> None:
    """It stands where its rider left it (KK-FALL-17), is not lost, and nobody is set down on it."""
    battle = field(
        f"a Guy: knight mounted at 30,4 | a Hal: at 10,4 | {FOE}",
        phase="end", turn=40, turns=40, points_include_horses=True,
    )  # fmt: skip
    guy, horse = man(battle, "Guy"), battle.horses[0]
    guy.horse, horse.rider = NOBODY, NOBODY
    changed(battle)
    run(battle, "setup", answers={"renew": "renew"})
    assert not horse.gone
    assert victory.points_lost(battle)["a"] == 0
    upon_it = {guy.id: Place1(30.0, 4.5, 0.0)}
    assert clause_of(deploying.refusal(battle, [guy], upon_it)) == "KK-GEO-04"
    run(battle, "orders", dice=[9, 1])
    assert not overlaps(guy.base, horse.base)


def test_kk_fat_08_the_horse_of_a_captive_led_off_does_not_rest_on_the_table() -> None:
    """It is gone with its rider: no die for it, no level in the tenth turn."""
    battle = field(
        "a Hal: escorting at 20,-3 | b Guy: knight captive mounted at 22,-3 horse.temporary=2 | "
        f"a Ned: at 30,30 | {FOE}",
        phase="recover",
    )
    hal, guy = man(battle, "Hal"), man(battle, "Guy")
    hal.held, guy.held = guy.id, hal.id
    play(battle, leaving.leave_table, hal)
    assert battle.horses[guy.horse].gone
    table = run(battle, "ammunition")
    assert events_of(table, Rested) == []
    assert rolls(table, "recovery") == []


# -- orders


@pytest.mark.parametrize(("x", "over"), [(32.0, False), (22.0, True)])
@pytest.mark.parametrize("leader", ["leader=sergeant", "leaderless"])
def test_kk_order_20_leaderless_men_too_are_done_when_they_are_there(
    leader: str, x: float, over: bool
) -> None:
    """The second part leads to the copse; within 2 inches of it the group has no order any more."""
    battle = field(
        f"a men: x5 {leader} at {x},10 order=attack/signal:trumpet/feature:copse part2 | {FOE}",
        terrain="light_wood copse: 10,5..20,15",
        phase="measure",
    )
    play(battle, orders.end_reached)
    assert (unit(battle, "men").order is None) is over


# -- sight and shots


@pytest.mark.parametrize(("x", "alarmed"), [(31.5, True), (36.0, False)])
def test_kk_cmd_21_a_stray_at_an_ally_alarms_his_retinue(x: float, alarmed: bool) -> None:
    """The arrow that missed Hal flew on at Tom of the other retinue: he has been shot at."""
    battle = field(
        f"a1 Hal: at 30,20 | a2 Tom: at {x},20 | b Odo: longbow shooting=9 ready at 30,30",
        phase="shoot",
    )
    odo, hal = man(battle, "Odo"), man(battle, "Hal")
    battle.shots = ((odo.id, hal.id, False),)
    play(battle, shooting.shoot_all, dice=[1, 1] if alarmed else [1])
    assert retinue(battle, "a1").shot_at
    assert retinue(battle, "a2").shot_at is alarmed


# -- lords and stairs


def test_kk_morale_02_a_lord_freed_and_struck_down_is_lost_again() -> None:
    """Hal checked when his lord yielded; when the freed man falls in his sight he checks anew."""
    battle = field(
        "a Ralf: lord at 30,20 | a Hal: at 26,20 seen_lord_fall=true | "
        "a Tom: at 60,20 seen_lord_fall=true | b foe: at 30,30",
        terrain="high_wall: 45,0 45,48", phase="melee_end", turn=5,
    )  # fmt: skip
    retinue(battle, "a").lord_fallen = True
    play(battle, disabling.disable, man(battle, "Ralf"))
    table = play(battle, checking.run_checks, dice=[1])
    found = [event.man for event in events_of(table, Checked)]
    assert found == [man(battle, "Hal").id]
    assert man(battle, "Hal").passed_lord_check


@pytest.mark.parametrize(("terrain", "checks"), [("stairs", True), ("narrow", False)])
def test_kk_fall_04_a_man_wounded_on_stairs_checks_however_low_they_are(
    terrain: str, checks: bool
) -> None:
    """That he stands on stairs is enough; how far he falls is another question."""
    battle = field(
        f"a Hugh: armor=9 original=9 stamina=9 at 20,10 | {FOE}", terrain=f"{terrain}: 18,8..22,12"
    )
    hugh, foe = man(battle, "Hugh"), man(battle, "foe")
    injuries.note(battle, hugh, 1, injuries.STRUCK, foe, at_horse=False)
    table = play(battle, injuries.settle, dice=[10] if checks else [])
    assert bool(rolls(table, "fall check")) is checks


def test_kk_fall_04_the_stairs_of_the_sortie_lead_half_way_up() -> None:
    """Whoever falls from them falls nine feet."""
    stairs = [one for one in scenario_named("castle_sortie").area if one.kind == "stairs"]
    assert [one.height for one in stairs] == [9, 9]


@pytest.mark.parametrize("y", [37.4, 38.0, 39.7])
def test_kk_fall_20_off_the_stairs_he_lies_beside_them(y: float) -> None:
    """Not beyond the tower they lead up to, on the other side of the castle's wall."""
    battle = field(
        f"a Hugh: armor=9 at 22.5,{y} | {FOE}",
        terrain="wall_walk tower: 20,33..25,37 height=18 | stairs: 21.5,37..23.5,40 height=9",
    )
    hugh = man(battle, "Hugh")
    play(battle, falls.land, hugh, 9, dice=[1, 1])
    assert height_of(battle, hugh) == 0
    assert hugh.base.y >= y


def test_kk_fall_20_at_the_head_of_a_ladder_he_falls_beside_it() -> None:
    """The nearest edge begins where the ladder ends: he goes over it, not along the wall."""
    battle = field(
        f"a Hugh: armor=9 at 20.6,20.1 | {FOE}",
        terrain="wall_walk wall: 10,20..30,23 height=18 | ladder: 20,18..21.5,20 height=9",
    )
    hugh = man(battle, "Hugh")
    play(battle, falls.land, hugh, 18, dice=[1, 1])
    assert height_of(battle, hugh) == 0
    assert (round(hugh.base.x, 1), round(hugh.base.y, 1)) == (19.5, 19.5)


@pytest.mark.parametrize("small", [False, True])
def test_kk_fall_20_where_somebody_stands_below_he_lies_at_the_nearest_free_place(
    small: bool,
) -> None:
    """Right below there is no room: he comes to lie an inch further out, half of it in 15 mm."""
    size = 0.5 if small else 1.0
    battle = field(
        f"a Hugh: armor=9 at 20,{20 + size / 2} | a Odo: at 20,{20 - size / 2} | {FOE}",
        terrain=f"wall_walk wall: 10,20..30,{20 + 4 * size} height=12",
        scale_15mm=small,
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    play(battle, falls.land, hugh, 12, dice=[1, 1])
    assert not overlaps(hugh.base, odo.base)
    assert 20.0 - hugh.base.y < 1.6 * size
    assert abs(20.0 - hugh.base.x) < 1.2 * size


# -- second ranks at walls


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("terrain", "strikes", "steps"),
    [
        ("road: 0,0..1,1", True, True),
        ("hedge: 10,9.6 30,9.6", True, False),
        ("chest_wall: 10,9.6 30,9.6", False, False),
        ("house_wall: 10,9.6 30,9.6", False, False),
        ("wall_walk wall: 10,5..30,9.6 height=12", False, False),
        ("wall_walk wall: 10,5..30,9.6 height=12 | stairs: 19,9.6..21,10.5 height=6", True, True),
    ],
)
def test_kk_geo_05_no_second_rank_beyond_a_wall_or_above(
    terrain: str, strikes: bool, steps: bool
) -> None:
    """He strikes past a friend as far as he could fight himself, and steps over nothing."""
    battle = field(
        "a men: pole_arm x2 at 20,10.2 20,9 | b foe: sword at 20,11.2 south",
        terrain=terrain, phase="choose",
    )  # fmt: skip
    front, rear, foe = man(battle, "men"), man(battle, "men", 1), man(battle, "foe")
    for one in battle.men:
        one.touched = tuple(enemy.id for enemy in touching(battle, one))
    assert front.touched == (foe.id,)
    assert list(strike_or_parry.within_reach(battle, rear)) == ([foe] if strikes else [])
    front.stamina = 1
    answers = {"fight": "nothing", "fight foe": f"strike:{front.id}", "step_up": "step_up"}
    run(battle, "fatigue", dice=[10, 10, 1, 1, 1], answers=answers, exact=False)
    assert front.status == DISABLED
    assert (rear.base.y == front.base.y) is steps


@pytest.mark.parametrize(
    ("terrain", "touched"),
    [
        ("road: 0,0..1,1", True),
        ("hedge: 10,10.52 30,10.52", True),
        ("house_wall: 10,10.52 30,10.52", False),
        ("wall_walk wall: 10,10.52..30,14 height=12", False),
    ],
)
def test_kk_geo_05_nobody_mounts_robs_or_carries_through_a_wall(
    terrain: str, touched: bool
) -> None:
    """Beyond a wall or up on it horse, body and baggage are out of reach, however near."""
    battle = field(
        "a Hugh: longbow out_of_ammo=true in_command at 20,10 | a Tom: knight mounted at 19.5,11.04"
        f" facing 90 | a Ivo: longbow disabled stamina=0 at 20.4,11.04 | {FOE}",
        terrain=f"{terrain} | baggage carts: 20.3,10.9 radius=0.36",
    )
    hugh, tom, ivo, horse = battle.men[0], man(battle, "Tom"), man(battle, "Ivo"), battle.horses[0]
    tom.horse, horse.rider, tom.status = NOBODY, NOBODY, "gone"
    changed(battle)
    assert special.mounts(battle, hugh) == ([horse] if touched else [])
    assert carrying.may_carry(battle, hugh, ivo) is touched
    assert supplies.beside(battle, hugh) == (["carts", f"body:{ivo.id}"] if touched else [])


# -- lances


def test_kk_yield_09_a_freed_man_does_not_find_the_lance_he_lost() -> None:
    """He broke it in his charge; armed again, he has his sword."""
    battle = field(f"a Guy: knight mounted lance sword weapon=none at 30,10 | {FOE}", phase="turn")
    guy = man(battle, "Guy")
    guy.freed = guy.lance_lost = True
    run(battle, "rally")
    assert guy.weapon == "sword"
    assert faults(battle) == []


@pytest.mark.parametrize(("lost", "drawn"), [(True, "none"), (False, "lance")])
def test_kk_melee_22_nobody_draws_the_lance_he_broke_this_turn(lost: bool, drawn: str) -> None:
    """Told to draw it, he broke it as his horse charged with him: next turn he takes his sword."""
    battle = field(
        "a Guy: knight mounted lance sword weapon=none chit=draw_weapon at 30,20 north | "
        "b Odo: at 30,21.5",
        phase="melee_end",
    )
    guy = declare(man(battle, "Guy"), "draw_weapon", weapon="lance")
    guy.lance_lost = lost
    battle.charges = ((guy.id, man(battle, "Odo").id, 9.0, 0.0),)
    run(battle, "fatigue")
    assert guy.weapon == drawn
    assert faults(battle) == []
