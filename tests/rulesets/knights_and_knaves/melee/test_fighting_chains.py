"""Fights in their order: ride-throughs, what is used up, falls counted once, what hands hold."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.rulesets.knights_and_knaves.basics.state import Battle, Declared
from banneret.rulesets.knights_and_knaves.command.action import declaration
from banneret.rulesets.knights_and_knaves.ground import contact
from banneret.rulesets.knights_and_knaves.melee import arms
from banneret.rulesets.knights_and_knaves.melee.harm import injuries
from banneret.rulesets.knights_and_knaves.morale import finis
from banneret.rulesets.knights_and_knaves.morale.fatigue import tiring
from banneret.rulesets.knights_and_knaves.screen.deeds import Fell, Fought, Struck
from banneret.rulesets.knights_and_knaves.shooting import phase as shooting
from rulesets.knights_and_knaves.field import declare, field, man, unit
from rulesets.knights_and_knaves.scripts import Played, play, run
from rulesets.scripting import events_of, rolls

GUY = "a Guy: knight lance sword mounted destrier armor=12 at 20,10 in_command"


def fights(battle: Battle, dice: list[int], **answers: str) -> Played:
    """From movement through melee; `meet_NAME` answers for a ride-through, others do nothing."""
    said: dict[str, Any] = {"fight": "nothing", "step_up": "hold", "meet": "nothing"}
    for name, words in answers.items():
        kind, _, whom = words.partition(" ")
        key = f"{kind}:{man(battle, whom).id}" if whom in names(battle) else words.replace(" ", ":")
        said[f"{'meet' if name.startswith('meet_') else 'fight'} {name.removeprefix('meet_')}"] = (
            key
        )
    return run(battle, "fatigue", dice=dice, answers=said, exact=False)


def names(battle: Battle) -> set[str]:
    """Everybody's name."""
    return {one.profile.name for one in battle.men}


def gallop(battle: Battle, name: str, at: str) -> None:
    """Have a rider charge at the gallop."""
    declare(man(battle, name), "move_full_melee", gait="gallop", target=man(battle, at).id)


# -- whom a rider meets


def caught() -> Battle:
    """Guy rides through Odo and on to Ivo, who is in a fight with Hal."""
    battle = field(
        f"{GUY} | b Odo: soldier armor=12 at 20,20 | "
        "b Ivo: ax short_spear sword armor=12 at 20,26 weapon=ax | "
        "a Hal: sword armor=12 at 21,26 west",
        phase="move",
    )
    gallop(battle, "Guy", "Odo")
    ivo, hal = man(battle, "Ivo"), man(battle, "Hal")
    ivo.touched, hal.touched = (hal.id,), (ivo.id,)
    return battle


@pytest.mark.usefixtures("idle")
def test_kk_melee_30_a_strike_at_the_rider_replaces_the_parry_he_had_chosen() -> None:
    """Ivo strikes Guy instead, so Hal, whom he was going to parry, strikes unopposed."""
    battle = caught()
    guy = man(battle, "Guy")
    guy.weapon = "sword"
    table = fights(
        battle, [5] * 9, Hal="strike Ivo", Ivo="parry Hal", meet_Ivo="strike", meet_Guy="nothing"
    )
    assert [one.man for one in events_of(table, Struck)] == [man(battle, "Ivo").id,
                                                             man(battle, "Hal").id]  # fmt: skip
    assert events_of(table, Fought) == []


def test_kk_melee_30_parrying_the_rider_takes_a_place_among_his_two() -> None:
    """He who chose to parry Hal parries the rider too, and Hal still."""
    battle = caught()
    man(battle, "Guy").weapon = "sword"
    table = fights(
        battle, [5] * 9, Hal="strike Ivo", Ivo="parry Hal", meet_Ivo="parry", meet_Guy="strike"
    )
    assert len(events_of(table, Fought)) == 2
    assert events_of(table, Struck) == []


def test_kk_melee_25_caught_he_does_not_draw() -> None:
    """What he was about to draw stays where it is until the next Melee phase."""
    battle = caught()
    table = fights(
        battle, [5] * 9, Hal="strike Ivo", Ivo="draw sword", meet_Ivo="parry", meet_Guy="nothing"
    )
    assert man(battle, "Ivo").weapon == "ax"
    assert len(events_of(table, Fought)) == 1  # Hal he parries all the same
    assert battle.caught == (man(battle, "Ivo").id,)  # nor does he at the next reveal


def test_kk_melee_18_who_has_parried_one_charger_does_not_strike_the_next() -> None:
    """Odo parries Guy; Rolf, who rides through Ivo and reaches Odo, finds him parrying only."""
    battle = field(
        f"{GUY} | a Rolf: knight lance sword mounted destrier armor=12 at 5,20.5 east in_command | "
        "b Odo: soldier armor=12 at 20,20 | b Ivo: soldier armor=12 at 13,20.5",
        phase="move",
    )
    gallop(battle, "Guy", "Odo")
    gallop(battle, "Rolf", "Ivo")
    battle.declared = (man(battle, "Guy").id, man(battle, "Rolf").id)
    table = fights(battle, [1] * 30, Guy="strike Odo", Odo="parry Guy", meet_Odo="parry")
    assert table.by.refusals("meet", man(battle, "Odo").id)["strike"] == "KK-MELEE-18"


def test_kk_move_28_met_while_mounting_he_only_parries() -> None:
    """Who gets into the saddle that turn strikes nobody in a ride-through either."""
    battle = field(
        f"{GUY} | b Odo: soldier armor=12 at 20,20 | b Ivo: sword armor=12 at 20,26 chit=dismount",
        phase="move",
    )
    gallop(battle, "Guy", "Odo")
    table = fights(battle, [1] * 20, meet_Ivo="parry")
    assert table.by.refusals("meet", man(battle, "Ivo").id)["strike"] == "KK-MOVE-28"


# -- what a blow does


def test_kk_dis_01_brought_to_nought_he_is_out_of_it() -> None:
    """He lies disabled, his chit and what he was about to do are gone, nobody touches him."""
    battle = field(
        "a Hugh: soldier armor=6 chit=move_full_melee ready=true panic=bolt at 20,10 | "
        "b Foe: sword at 20,11"
    )
    hugh = man(battle, "Hugh")
    declare(hugh, "move_full_melee", target=man(battle, "Foe").id)
    struck(battle, "Hugh", 6)
    play(battle, injuries.settle)
    assert (hugh.status, hugh.stamina) == ("disabled", 0)
    assert (hugh.chit, hugh.declared, hugh.panic, hugh.ready) == ("", None, "", False)
    assert battle.fallen == (hugh.id,)
    assert contact.touching(battle, man(battle, "Foe")) == []


@pytest.mark.parametrize(("barding", "hurt"), [("", 2), ("barded", 0)])
def test_kk_dmg_06_a_horse_has_its_own_armour(barding: str, hurt: int) -> None:
    """Five points through a horse's 3 are two lost; barding of 5 stops them."""
    battle = field(
        f"a Hugh: sword melee=10 at 20,10 | b Odo: knight mounted {barding} armor=12 at 20,11.5",
        phase="choose",
    )
    for one in battle.men:
        one.touched = (0, 1)
    said = {"fight Hugh": "horse:1", "fight": "nothing"}
    run(battle, "fatigue", dice=[1, 5], answers=said, exact=False)
    horse = battle.horses[0]
    assert horse.profile.stamina - horse.stamina == hurt
    assert man(battle, "Odo").stamina == 12


@pytest.mark.parametrize(("gait", "checks"), [("gallop", 1), ("canter", 0)])
def test_kk_fall_01_only_a_lance_at_the_gallop(gait: str, checks: int) -> None:
    """At a canter the same lance without damage unseats nobody."""
    battle = field(f"{GUY} | b Odo: soldier mounted armor=12 at 20,20", phase="move")
    odo = man(battle, "Odo")
    declare(man(battle, "Guy"), "move_full_melee", gait=gait, target=odo.id)
    table = fights(battle, [10, 1, 1, 1, 9, 9, 9], Guy="strike Odo")
    assert len(events_of(table, Fell)) == checks


# -- falls


def struck(battle: Battle, name: str, points: int, how: str = injuries.STRUCK) -> None:
    """Note a blow."""
    one = man(battle, name)
    injuries.note(battle, one, points, how, man(battle, "Foe"), at_horse=False)


def test_kk_fall_05_a_quarter_of_what_he_had_when_the_phase_began() -> None:
    """After 4 of 12 in a ride-through, 2 more are no quarter of the 12; 3 more are."""
    for points, checks in ((2, 0), (3, 1)):
        battle = field(
            "a Guy: knight mounted destrier armor=12 stamina=8 lost_in_phase=4 at 20,10 | "
            "b Foe: sword at 20,30"
        )
        struck(battle, "Guy", points)
        table = play(battle, injuries.settle, dice=[10] * checks)
        assert len(events_of(table, Fell)) == checks


def test_kk_fall_05_blows_of_a_phase_are_added_up_for_one_check() -> None:
    """Two arrows that take 2 and 1 of 10 are more than a quarter: one check; 1 and 1 are none."""
    for first, checks in ((2, 1), (1, 0)):
        battle = field("a Guy: knight mounted destrier armor=10 at 20,10 | b Foe: longbow at 20,30")
        struck(battle, "Guy", first, injuries.SHOT)
        struck(battle, "Guy", 1, injuries.SHOT)
        table = play(battle, injuries.settle, dice=[10] * checks)
        assert len(events_of(table, Fell)) == checks


def test_kk_fall_16_one_check_though_he_was_wounded_too() -> None:
    """His horse goes down and he is hurt, at the brink of a precipice: he rolls once."""
    battle = field(
        "a Guy: knight mounted destrier armor=12 at 20,10 | b Foe: sword at 20,30",
        terrain="precipice brink: 10,11.2 30,11.2 height=12",
    )
    guy = man(battle, "Guy")
    guy.base = type(guy.base)(20.0, 12.6, 90.0, 1.0, 2.0)
    battle.horses[0].base = guy.base
    battle.horses[0].stamina = 0
    struck(battle, "Guy", 1)
    table = play(battle, injuries.settle, dice=[10])
    assert [one.fell for one in events_of(table, Fell)] == [False]


def test_kk_fall_04_a_stunned_man_on_a_wall_checks_too() -> None:
    """Any figure wounded up there may fall."""
    battle = field(
        "a Hugh: soldier armor=8 stun=2 at 20,10 | b Foe: longbow at 20,30",
        terrain="wall_walk walk: 10,9..30,11 height=12",
    )
    struck(battle, "Hugh", 1, injuries.SHOT)
    table = play(battle, injuries.settle, dice=[10])
    assert len(events_of(table, Fell)) == 1


@pytest.mark.parametrize(("dice", "left"), [([1, 5, 4], 5), ([1, 2, 3], 4)])
def test_kk_fall_15_the_longer_stun_counts_from_the_turn_it_came(
    dice: list[int], left: int
) -> None:
    """With four turns besides this one to lie, five more are longer and three are not."""
    battle = field(
        "a Hugh: soldier armor=12 stun=5 stun_before=5 at 20,10 | b Foe: longbow at 20,30",
        terrain="wall_walk walk: 10,9..30,11 height=12",
    )
    struck(battle, "Hugh", 1, injuries.SHOT)
    play(battle, injuries.settle, dice=dice)
    play(battle, tiring.count_down)
    assert man(battle, "Hugh").stun == left


def test_kk_fall_20_nobody_falls_out_of_an_upper_room() -> None:
    """A man wounded upstairs does not check; on the stairs beside he does."""
    for place, checks in (("20,10", 0), ("26,10", 1)):
        battle = field(
            f"a Hugh: soldier armor=8 at {place} | b Foe: longbow at 20,30",
            terrain="building tower: 15,5..25,15 height=12 | stairs flight: 25,9..27,11 height=6 | "
            "wall_walk far: 50,5..52,30 height=18",
        )
        struck(battle, "Hugh", 1, injuries.SHOT)
        table = play(battle, injuries.settle, dice=[10] * checks)
        assert len(events_of(table, Fell)) == checks


def test_kk_fall_20_he_lies_on_the_ground_not_in_the_moat_nor_on_another_wall() -> None:
    """Off the nearer side of his wall walk there is water: he lies beyond it on dry ground."""
    battle = field(
        "a Hugh: soldier armor=8 at 20,10.3 | b Foe: longbow at 20,30",
        terrain="wall_walk walk: 10,9..30,11 height=12 | water moat: 0,11.2..72,13 | "
        "wall_walk far: 50,5..52,30 height=18",
    )
    struck(battle, "Hugh", 1, injuries.SHOT)
    play(battle, injuries.settle, dice=[1, 1, 1])
    hugh = man(battle, "Hugh")
    assert hugh.base.y > 13.0
    assert abs(hugh.base.x - 20) < 3


@pytest.mark.parametrize(("y", "falls"), [(11.8, True), (12.8, False), (10.2, False)])
def test_kk_fall_20_over_a_precipice(y: float, falls: bool) -> None:
    """Wounded within an inch of the brink, on its upper side, he lies at its foot below."""
    battle = field(
        f"a Hugh: soldier armor=8 at 20,{y} | b Foe: longbow at 20,30",
        terrain="precipice brink: 10,11 30,11 height=12",
    )
    struck(battle, "Hugh", 1, injuries.SHOT)
    table = play(battle, injuries.settle, dice=[1, 1, 1] if falls else [])
    hugh = man(battle, "Hugh")
    assert [one.feet for one in events_of(table, Fell)] == ([12] if falls else [])
    assert hugh.base.y == (pytest.approx(10.49, abs=0.01) if falls else y)


# -- fatigue and the end


def test_kk_fat_11_who_was_taken_was_not_in_melee() -> None:
    """A captive who fought this turn gets his breath back like any other."""
    battle = field(
        "a Hugh: soldier captive temporary=1 fought=true in_melee=true at 10,10 held=1 | "
        "b Odo: soldier escorting held=0 at 11,10"
    )
    play(battle, tiring.recovering, dice=[5])
    assert man(battle, "Hugh").temporary == 0


def test_kk_finis_03_a_leader_led_off_is_captured_still() -> None:
    """Losses count twice too when captors took him off the table; not when he walked off."""
    battle = field("a men: x6 at 10,10 0.status=gone | b Odo: at 40,40")
    first = man(battle, "men", 0)
    assert not finis.leader_lost(battle, unit(battle, "men"))
    first.routed, first.held = True, man(battle, "Odo").id
    assert finis.leader_lost(battle, unit(battle, "men"))
    first.held, first.stamina = -1, 0  # carried off as a body
    assert finis.leader_lost(battle, unit(battle, "men"))


# -- what hands hold


def test_kk_melee_27_the_empty_hand_takes_a_weapon_at_the_next_reveal() -> None:
    """Under command, whatever his chit; out of command he keeps what he holds, which is nothing."""
    for words, weapon in (("in_command chit=stay", "dagger"), ("chit=stay rolled=stay", "none")):
        battle = field(f"a Hugh: ax dagger weapon=none thrown=x {words} at 10,10 | b Odo: at 40,40")
        hugh = man(battle, "Hugh")
        hugh.thrown = ("thrown_axe", "ax")
        play(battle, declaration.turn_over, hugh, Declared())
        assert hugh.weapon == weapon


def test_kk_melee_31_a_melee_result_puts_the_first_weapon_in_hand() -> None:
    """Out of command a man with sword in hand and lance on his list takes the lance to charge."""
    words = "mounted at 10,10 weapon=sword"
    for more, weapon in (
        ("chit=move_full_melee rolled=move_full_melee", "lance"),
        ("chit=move_full rolled=move_full", "sword"),
        ("chit=move_full_melee in_command", "sword"),
    ):
        battle = field(f"a Guy: knight lance sword {words} {more} | b Odo: at 40,40")
        arms.ready(battle, man(battle, "Guy"))
        assert man(battle, "Guy").weapon == weapon


# -- shots at chargers


def test_kk_def_17_a_charger_counts_as_moved_though_he_was_held_up() -> None:
    """Four columns for him who charges the shooter, though he did not get forward an inch."""
    battle = field(
        "a Hugh: longbow ready=true chit=shoot in_command at 20,10 | b Odo: soldier at 20,19",
        phase="targets",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    assert not shooting.facts(battle, hugh, odo, False).target_moved
    battle.charges = ((odo.id, hugh.id, 8.0, 8.0),)
    assert shooting.facts(battle, hugh, odo, False).target_moved


def test_kk_shoot_21_the_horse_of_a_charger_is_as_far_as_he_was() -> None:
    """A nervous shot at 24 inches that misses the rider may strike the horse there, not here."""
    battle = field(
        "a Hugh: longbow morale=1 shooting=10 ready=true chit=shoot in_command at 20,10 | "
        "b Odo: knight mounted at 20,17",
        phase="targets",
    )
    hugh, odo = man(battle, "Hugh"), man(battle, "Odo")
    battle.charges = ((odo.id, hugh.id, 24.0, 5.0),)
    said = {"shot Hugh": odo.id}
    table = run(battle, "choose", dice=[9, 1, 10, 5, 5, 5], answers=said, exact=False)
    assert len(rolls(table, "damage")[0]) == 1  # one die beyond 20 inches, not three
