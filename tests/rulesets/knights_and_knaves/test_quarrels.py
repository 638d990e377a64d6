"""Quarrels at the table: where two rules meet, or one is taken at its word (KK-CMD to KK-AMMO)."""

from __future__ import annotations

import pytest

from banneret.core.questions.answers import Place1
from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle, Declared
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.action import bounds, chits, limits, special
from banneret.rulesets.knights_and_knaves.morale.fatigue import supplies, tiring
from banneret.rulesets.knights_and_knaves.movement import riding
from banneret.rulesets.knights_and_knaves.movement.march import panic, reorganise
from banneret.rulesets.knights_and_knaves.movement.obstacles import battering
from banneret.rulesets.knights_and_knaves.screen.deeds import Shot
from banneret.rulesets.knights_and_knaves.screen.events import Panicked
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import clause_of, declare, field, man, men, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.scripting import events_of, rolls

FOE = "b foe: at 60,46"


# -- who is rolled for


def test_kk_def_24_a_lord_freed_before_the_chits_gets_one_from_his_player() -> None:
    """His captor runs in Command Determination: he is never rolled for, his man beside him is."""
    battle = field(
        "a Ralf: lord captive at 36,20 held=1 | b Tom: escorting held=0 at 37.2,20 morale=1 "
        f"stamina=2 | a Hal: at 38,22 | {FOE}",
        phase="wounded",
    )
    table = run(battle, "panic", dice=[9, 5, 5], answers={"chit Ralf": "move_full"})
    assert man(battle, "Ralf").chit == "move_full"
    assert not man(battle, "Ralf").rolled
    assert man(battle, "Hal").rolled
    assert len(table.by.was_asked("chit")) == 1


def test_kk_act_27_a_lord_is_never_left_without_a_chit() -> None:
    """Nobody rolls for a player's own figure; in free movement no chit means stay."""
    battle = field(f"a Ralf: lord at 10,10 in_command | a Hal: at 12,10 in_command | {FOE}")
    ralf = man(battle, "Ralf")
    assert clause_of(chits.refusal(battle, ralf, chits.NO_CHIT)) == "KK-DEF-24"
    assert chits.refusal(battle, man(battle, "Hal"), chits.NO_CHIT) is None
    ralf.free = True
    assert chits.refusal(battle, ralf, chits.NO_CHIT) is None


def test_kk_order_21_what_a_router_sees_is_not_the_units_business() -> None:
    """He is outside his unit: they see nobody and wait. A steady man's sight makes them roll."""
    for status, dice in (("routing", []), ("steady", [1, 1, 1, 1, 1])):
        battle = field(
            "a men: x5 at 40,20 41.5,20 43,20 44.5,20 46,28 order=defend/signal:trumpet/lord "
            f"4.status={status} | {FOE}",
            terrain="high_wall: 0,25 72,25", phase="action", commanding=("a",),
        )  # fmt: skip
        run(battle, "panic", dice=dice)
        assert {one.chit for one in men(battle, "men")[:4]} == {"stay"}


@pytest.mark.parametrize(("hand", "told", "shoots"), [("longbow", "", True),
    ("short_sword", "", False), ("short_sword", "in_command", True)])  # fmt: skip
def test_kk_act_29_who_holds_a_sword_shoots_only_if_he_is_told(
    hand: str, told: str, shoots: bool
) -> None:
    """Out of command he keeps what he drew in his last fight: his result to shoot is a stay."""
    battle = field(
        f"a Hal: longbow short_sword weapon={hand} {told} at 36,20 | b foe: at 36,30",
        phase="chits",
    )
    said = {"chit": "shoot", "shot": lambda choice: choice.ideas()[-1], "declare.first": "a"}
    table = run(battle, "choose", dice=[3, 1, 9, 8, *[5] * 9], exact=False, answers=said)
    assert man(battle, "Hal").chit == "shoot"
    assert bool(events_of(table, Shot)) is shoots
    assert man(battle, "Hal").weapon == ("longbow" if shoots else hand)


@pytest.mark.parametrize(("lord", "settled"), [("at 32,20", False), ("at 10,5", True)])
def test_kk_order_24_nothing_is_settled_for_who_was_forgotten_in_command(
    lord: str, settled: bool
) -> None:
    """Left without a chit he rolls his action alone; out of range what was meant is rolled too."""
    battle = field(
        f"a Ralf: lord {lord} | a Hal: at 36,20 order=attack/signal:trumpet/lord/enemy:lord | "
        "b Odo: lord at 36,40 | c Ivo: lord at 60,40",
        phase="measure",
    )
    said = {"chit Hal": "none", "chit": "stay"}
    table = run(battle, "charge_checks", dice=[7, 5, 9, 8, 6], answers=said, exact=False)
    assert bool(rolls(table, "ambiguity")) is settled
    assert man(battle, "Hal").rolled


# -- command through a leader


@pytest.mark.parametrize(("x", "hears"), [(34.0, True), (34.1, False)])
def test_kk_cmd_05_a_leader_with_a_captive_brings_those_linked_to_him(
    x: float, hears: bool
) -> None:
    """The unit's largest body stands elsewhere; two inches from him one is linked."""
    battle = field(
        "a Ralf: lord at 28,20 | "
        f"a men: x5 at 31,20 {x},20 50,20 51.5,20 53,20 0.status=escorting 0.held=6 | "
        f"b Guy: captive at 31,21.2 held=1 | {FOE}"
    )
    hearing.measure(battle)
    assert [one.in_command for one in men(battle, "men")[1:]] == [hears, False, False, False]


@pytest.mark.parametrize("guard", ["at 32,20", "at 36,20"])
def test_kk_cmd_18_guards_go_along_with_the_body_that_is_carried(guard: str) -> None:
    """Two carry their lord a walk homeward; the third is within 2 inches of him at the end too."""
    knew = "passed_lord_check=true seen_lord_fall=true"
    battle = field(
        f"a Ralf: lord disabled stamina=0 conscious=0 at 30,20 | a Will: squire at 29,20 {knew} | "
        f"a Jon: valet at 30,21 {knew} armor=8 | a Odo: knight {guard} armor=5 {knew} | {FOE}",
        phase="measure", turn=3,
    )  # fmt: skip
    retinue(battle, "a").lord_fallen = True
    run(battle, "reorganise", dice=[1, 5, 6], exact=False)
    ralf, odo = man(battle, "Ralf"), man(battle, "Odo")
    assert (ralf.base.x, ralf.base.y) == (30.0, 14.0)
    assert gap(ralf.base, odo.base) <= 2.0


# -- skirmishers and orders


def skirmisher(result: str, chit: str, order: str = "") -> Battle:
    """Hal at 36,20 who rolled that, an enemy 20 inches north of him."""
    battle = field(
        f"a Hal: skirmisher composite_bow mounted at 36,20 {order} | b foe: at 36,41 | "
        "a Ralf: lord at 36,2",
        phase="declare",
    )
    man(battle, "Hal").rolled, man(battle, "Hal").chit = result, chit
    return battle


def goes(battle: Battle, y: float) -> str | None:
    """What refuses him the way to 36,y."""
    hal, way = man(battle, "Hal"), Declared(path=((36.0, y),))
    return clause_of(
        limits.direction_refusal(battle, hal, way) or bounds.way_refusal(battle, hal, way)
    )


def test_kk_act_20_a_result_that_allows_melee_lets_a_skirmisher_approach_to_shoot() -> None:
    """Full and melee or shoot, and his player chose to shoot; half and shoot does not."""
    battle = skirmisher(limits.EITHER, "move_full_shoot")
    assert goes(battle, 30.0) is None
    assert goes(battle, 10.0) is None
    assert goes(skirmisher("move_half_shoot", "move_half_shoot"), 25.0) == "KK-ACT-20"


def test_kk_order_10_a_standing_order_leads_skirmishers_too() -> None:
    """Harassing they come into shot, triggered they go to their lord and nowhere else."""
    harass = skirmisher("move_half_shoot", "move_half_shoot", "order=harass/signal:trumpet/lord")
    assert goes(harass, 25.0) is None
    assert goes(harass, 15.0) is None
    order = "order=attack/signal:trumpet/lord part2"
    retreat = skirmisher("move_full_shoot", "move_full_shoot", order)
    assert goes(retreat, 10.0) is None
    assert goes(retreat, 21.0) == "KK-ACT-19"


# -- rearranging


def rank(more: str = "") -> Battle:
    """Five men in a row, all told to stay."""
    battle = field(f"a men: x5 at 30,20 32,20 34,20 36,20 38,20 {more} | {FOE}", phase="reorganise")
    for one in men(battle, "men"):
        declare(one, "stay")
    return battle


@pytest.mark.parametrize("chit", ["mount", "dismount", "batter", "scale", "signal"])
def test_kk_move_34_who_is_busy_is_not_rearranged(chit: str) -> None:
    """It is all he does this turn; a man told to parry may change places."""
    battle = rank()
    one = men(battle, "men")[1]
    assert one in reorganise.may_rearrange(battle, unit(battle, "men"))
    one.chit = chit
    assert one not in reorganise.may_rearrange(battle, unit(battle, "men"))


@pytest.mark.parametrize(("gait", "no"), [("walk", None), ("canter", "KK-MOVE-10")])
def test_kk_move_10_a_fast_horse_is_not_faced_about_by_rearranging(gait: str, no: str) -> None:
    """It may change places as it faces; turned about only if it stood or walked."""
    battle = rank(f"mounted horse.gait={gait}")
    one = men(battle, "men")[1]
    places = {one.id: Place1(32.0, 20.3, one.base.facing)}
    assert reorganise.places_refusal(battle, unit(battle, "men"), places) is None
    turned = {one.id: Place1(32.0, 20.0, 180.0)}
    assert clause_of(reorganise.places_refusal(battle, unit(battle, "men"), turned)) == no


def test_kk_fat_08_a_horse_that_changed_places_has_not_stood() -> None:
    """A standing horse would rest on a 6; led to another place it has walked."""
    battle = rank("mounted horse.temporary=1")
    places = {one.id: Place1(one.base.x, 20.0, 0.0) for one in men(battle, "men")}
    shifted = men(battle, "men")[1]
    places[shifted.id] = Place1(32.0, 20.3, 0.0)
    play(battle, reorganise.settle, places)
    play(battle, tiring.recovering, dice=[6] * 5)
    assert [battle.horses[one.horse].temporary for one in men(battle, "men")] == [0, 1, 0, 0, 0]


# -- horses without riders, riders without will


def test_kk_move_28_nobody_mounts_a_horse_that_bolts() -> None:
    """A loose horse totals 9: it bolts, and who would have mounted it stands there."""
    battle = field(f"a Guy: mounted horse at 30,20 horse.stamina=3 | {FOE}", phase="panic")
    guy = man(battle, "Guy")
    play(battle, riding.dismount, guy, None)
    assert special.mounts(battle, guy) == [battle.horses[0]]
    table = play(battle, panic.panic, dice=[6])
    assert [event.result for event in events_of(table, Panicked)] == ["bolt"]
    assert special.mounts(battle, guy) == []
    declare(guy, "mount", object="horse:0")
    battle.phase = "move"
    run(battle, "reorganise")
    assert guy.horse == NOBODY
    assert battle.horses[0].base.y < 15.0


def test_kk_fat_11_the_horse_of_one_who_was_taken_may_rest() -> None:
    """A captive was not in melee this turn, nor was his horse."""
    text = "a Guy: knight mounted {status} in_melee=true fought=true horse.temporary=1 at 30,20 |"
    taken = field(text.format(status="captive held=1") + "b Tom: at 30,22", phase="recover")
    assert rolls(play(taken, tiring.recovering, dice=[7])) == [(7,)]
    steady = field(text.format(status="steady") + "b Tom: at 30,22", phase="recover")
    assert rolls(play(steady, tiring.recovering)) == []


# -- doors and baggage


def test_kk_move_26_who_touches_the_door_batters_though_an_enemy_touches_him() -> None:
    """The action and the door are all it needs."""
    battle = field(
        "a Hal: at 20,13.5 melee=7 | b Tom: at 21,13.5",
        terrain="building house: 15,14..25,20 | light_door d: 19,14 21,14 locked",
        phase="batter",
    )
    declare(man(battle, "Hal"), "batter", object="d")
    play(battle, battering.batter, dice=[6])
    assert battle.doors[0].broken


def test_kk_ammo_05_the_enemys_baggage_has_arrows_too() -> None:
    """Baggage is baggage, whosever it is."""
    battle = field(
        f"a Hal: longbow out_of_ammo=true at 10,10 | {FOE}", terrain="baggage carts: 10,11 side=b"
    )
    hal = declare(man(battle, "Hal"), "resupply", object="carts")
    for out in (True, False):
        battle.phase = "ammunition"
        play(battle, supplies.ammunition)
        assert hal.out_of_ammo is out
