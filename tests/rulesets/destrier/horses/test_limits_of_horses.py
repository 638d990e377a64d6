"""What fast and slow steeds may do and to whom: moves, tramples, lances in passing, falls."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.play.events import Rolled
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.ground.contact import forward, may_strike, side_in_passing
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.horses.cards import (
    hamstring,
    horse_way,
    play_move,
    trample,
    why_not_hamstring,
    why_not_trample,
)
from banneret.rulesets.destrier.horses.charges.lines import Course, lines
from banneret.rulesets.destrier.horses.charges.meeting import _collide, _ride_together, tilt
from banneret.rulesets.destrier.horses.charges.running import Runner
from banneret.rulesets.destrier.horses.charges.writing import write_orders
from banneret.rulesets.destrier.horses.falls import stumbled
from banneret.rulesets.destrier.horses.passing import _note, ride
from banneret.rulesets.destrier.host.steeds import stumble_chance
from banneret.rulesets.destrier.movement.half_moves import rein_in
from banneret.rulesets.destrier.screen.events import Jousted, Ran, Stumbled, Trampled
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.scripting import events_of


def rider(speed: str = "trot", *others: Any, hand: str = "broadsword", **more: Any) -> Battle:
    """A knight in the middle of the table, in a card round."""
    own = man("knight", "a", 20, 15, steed="great_horse", speed=speed, hand=(hand,))
    return arena(own, *others, card_round=1, half=2, phase="move_first", **more)


# -- MOVE


def test_de_htac_08_de_htac_15_a_fast_steeds_move_takes_it_on_and_counts_its_turn() -> None:
    """A galloping great horse goes 3 1/2 inches; its turns add up over the phase."""
    battle = rider("gallop")
    knight = battle.figures[0]
    assert knight.steed is not None
    for facing, turned in ((30.0, 30.0), (40.0, 40.0)):
        at = (knight.x, knight.y)
        way = Way("go", (), facing)
        table = play(battle, partial(play_move, figure=knight), [], [("horse_move", way)])
        assert events_of(table, Ran)
        gone = ((knight.x - at[0]) ** 2 + (knight.y - at[1]) ** 2) ** 0.5
        assert gone == pytest.approx(3.5, abs=0.01)
        assert knight.steed.turned == pytest.approx(turned)


def test_de_htac_08_who_was_unhorsed_meanwhile_has_no_move_of_a_horse() -> None:
    battle = rider("gallop")
    battle.figures[0].steed = None
    play(battle, partial(play_move, figure=battle.figures[0]))
    assert battle.figures[0].y == 15.0


@pytest.mark.parametrize(("hand", "met"), [("lance", (1,)), ("broadsword", ())])
def test_de_horse_02_a_lance_alone_strikes_at_half_an_inch_beside(
    hand: str, met: tuple[int, ...]
) -> None:
    """Those farther off, the fallen and friends it passes as well."""
    battle = rider(
        "gallop",
        man("sergeant", "b", 21.6, 18, 270),
        man("sergeant", "b", 18.0, 18, 90),
        man("sergeant", "b", 18.4, 17, 90, asleep=1),
        man("sergeant", "a", 21.6, 16.4, 270),
        hand=hand,
    )
    knight = battle.figures[0]
    play(battle, lambda table: ride(table, knight, 0.0, 3.5))
    assert knight.steed is not None
    assert knight.steed.passed == met


# -- who strikes whom from the saddle


@pytest.mark.parametrize(("x", "y"), [(21.0, 15.0), (19.0, 15.0)])
def test_de_stand_07_a_rider_strikes_to_either_flank_and_not_over_the_tail(
    x: float, y: float
) -> None:
    for forbidden in (False, True):
        foe = man("sergeant", "b", x, y, 180)
        battle = rider("trot", foe, front_attack_forbidden=forbidden)
        knight, sergeant = battle.figures
        put(battle, sergeant, x, y, 315.0 if x > 20 else 45.0)
        assert may_strike(battle, knight, sergeant, "broadsword") is None
        put(battle, sergeant, 20, 13.293, 0.0)
        behind = may_strike(battle, knight, sergeant, "broadsword")
        assert behind is not None
        assert behind.clause == "DE-ATT-01"


@pytest.mark.parametrize(
    ("x", "y", "clause"),
    [(21.6, 15.0, ""), (18.4, 15.0, ""), (20.0, 17.1, ""), (20.0, 12.9, "DE-ATT-06")],
)
def test_de_att_06_at_half_an_inch_a_spear_reaches_beside_a_horse_too(
    x: float, y: float, clause: str
) -> None:
    """Who fights on foot reaches before him alone."""
    battle = rider("trot", man("sergeant", "b", x, y, 180), hand="spear")
    knight, sergeant = battle.figures
    found = may_strike(battle, knight, sergeant, "spear")
    assert ("" if found is None else found.clause) == clause


def test_de_htac_12_a_rider_who_passed_nobody_is_struck_as_he_was_passed() -> None:
    """Two in the saddle: the side is that of him whom the other rode past."""
    battle = rider("gallop", man("squire", "b", 21.8, 15, 180, steed="mule", speed="trot"))
    knight, squire = battle.figures
    assert knight.steed is not None
    assert side_in_passing(squire, knight) == side_in_passing(knight, squire) == ""
    knight.steed.passed, knight.steed.passed_at = (1,), ("rear",)
    assert side_in_passing(knight, squire) == "rear"
    assert side_in_passing(squire, knight) == "sword"


# -- trampling and cutting


def test_de_horse_11_nobody_kicks_the_man_his_horse_has_trampled_to_death() -> None:
    lying = man("peasant", "b", 20, 17.4, posture="prone", body=1, fatigue=0)
    battle = rider("trot", lying)
    table = play(battle, lambda t: trample(t, *battle.figures, kick=True), [1, 6, 6])
    assert events_of(table, Trampled)[0].hit
    assert battle.figures[1].status == "dead"


@pytest.mark.parametrize(
    ("speed", "state", "may"),
    [
        ("trot", {}, True),
        ("canter", {}, False),
        ("trot", {"status": "down"}, False),
        ("trot", {"posture": "kneeling"}, False),
    ],
)
def test_de_horse_10_whom_a_steed_tramples(speed: str, state: dict[str, Any], may: bool) -> None:
    battle = rider(speed, man("peasant", "b", 20, 17.4, posture="prone"))
    for key, value in state.items():
        setattr(battle.figures[1], key, value)
    knight, peasant = battle.figures
    assert (why_not_trample(knight, peasant) is None) is may
    assert why_not_trample(peasant, knight) is not None


def test_de_horse_12_men_on_foot_cut_at_horses() -> None:
    battle = rider("trot", man("squire", "b", 21.1, 15, 180, steed="mule"),
                   man("sergeant", "b", 18.9, 15, 45))  # fmt: skip
    knight, squire, sergeant = battle.figures
    found = {
        "rider": why_not_hamstring(battle, squire, knight, passing=True),
        "at foot": why_not_hamstring(battle, knight, sergeant, passing=True),
        "foot": why_not_hamstring(battle, sergeant, knight, passing=True),
    }
    assert {key: one is None for key, one in found.items()} == {
        "rider": False,
        "at foot": False,
        "foot": True,
    }


def test_de_host_37_de_host_66_chivalry_keeps_the_saddle_of_a_hamstrung_horse() -> None:
    """Both of one Dexterity and level: the seat of a knight is 15 better."""
    for profile, keeps in (("squire", True), ("sergeant", False)):
        battle = arena(
            man(profile, "a", 20, 15, steed="great_horse"),
            man("sergeant", "b", 21.0, 15, 315),
            card_round=1,
        )
        one, cutter = battle.figures
        one.profile = msgspec.structs.replace(one.profile, dexterity=10, level=1)
        chance = 40 + 20 + 3 + (15 if profile == "squire" else 0)
        dice = [1, chance, 31] if keeps else [1, chance + 1, 31, 1, 1, 26]
        play(battle, partial(hamstring, figure=cutter, target=one), dice)
        assert one.posture == ("kneeling" if keeps else "prone")


def test_de_host_20_who_has_no_horse_does_not_stumble() -> None:
    battle = rider("trot", man("sergeant", "b", 30, 30))
    assert play(battle, partial(stumbled, figure=battle.figures[1])).result is True


# -- charges


def test_de_end_04_along_the_tilt_there_is_one_line() -> None:
    """Straight on; on the field a lance has several."""
    found = {}
    for scenario in ("pas_darmes", "open_field"):
        battle = arena(
            man("knight", "a", 3, 5.25, 90, steed="great_horse", speed="trot", hand=("lance",)),
            man("knight", "b", 57, 6.75, 270, steed="great_horse", speed="trot", hand=("lance",)),
            size=(60.0, 12.0),
            scenario=scenario,
        )
        knight, foe = battle.figures
        course = Course.begin(battle, knight, "gallop")
        found[scenario] = [line.name for line in lines(battle, knight, course, foe)]
    assert found["pas_darmes"] == ["ahead"]
    assert len(found["open_field"]) > 1


def two_riders(apart: float, **second: Any) -> Battle:
    """Two knights who ride at each other on lanes that touch."""
    return arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("knight", "b", 20.2, 5 + apart, 180, steed="great_horse", speed="trot",
            hand=("lance",), **second),
        phase="charges",
    )  # fmt: skip


@pytest.mark.parametrize(("apart", "met"), [(12.0, True), (28.0, False)])
def test_de_chg_06_riders_too_far_apart_do_not_meet(apart: float, met: bool) -> None:
    battle = two_riders(apart)

    def rule(table: Any) -> bool:
        runners = [Runner(table, one, "trot") for one in battle.figures]
        return _ride_together(table, *runners)

    assert play(battle, rule).result is met


def test_de_chg_12_a_horse_whose_rider_was_unhorsed_does_not_stumble() -> None:
    battle = two_riders(4.0)

    def rule(table: Any) -> None:
        one, two = (Runner(table, figure, "trot") for figure in battle.figures)
        battle.figures[1].steed = None
        _collide(table, (one, two))
        assert (one.left, two.left) == (4.0, 4.0)

    table = play(battle, rule, [99])
    assert [one.figure for one in events_of(table, Stumbled)] == [0]
    (roll,) = [one.wish.needed for one in events_of(table, Rolled) if one.wish is not None]
    assert roll == stumble_chance(
        battle.tables, steed="great_horse", speed="trot", crossing_horse=True
    )


def test_de_chg_02_de_seq_07_only_who_may_charge_writes_an_order() -> None:
    battle = arena(
        man("knight", "a", 10, 5, steed="great_horse", speed="trot"),
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", stun=1),
        man("knight", "a", 25, 5, steed="great_horse", speed="trot", dazed=True),
        man("knight", "a", 30, 5),
        man("sergeant", "b", 10, 30, 180),
        phase="charge_orders",
    )
    play(battle, write_orders, [], [("charge", "none")])
    assert [one.figure for one in battle.charges] == [0]


def test_de_con_13_only_a_fast_steed_is_reined_in_to_a_trot() -> None:
    for speed, after in (("walk", "walk"), ("trot", "trot"), ("gallop", "trot")):
        battle = rider(speed)
        knight = battle.figures[0]
        play(battle, partial(rein_in, figure=knight))
        assert knight.steed is not None
        assert str(knight.steed.speed) == after


def test_de_htac_12_whom_a_horse_passes_twice_it_has_come_up_with_once() -> None:
    battle = rider("gallop", man("sergeant", "b", 20, 18, 180))
    knight, sergeant = battle.figures
    for _ in range(2):
        _note(knight, sergeant, stand(knight))
    assert knight.steed is not None
    assert (knight.steed.passed, len(knight.steed.passed_at)) == ((1,), 1)


def test_de_chg_08_de_chg_10_the_better_mount_jousts_first() -> None:
    """Whoever won the initiative: it is told and carried out first."""
    for key, order in (("light_horse", [1, 0]), ("great_horse", [0, 1])):
        battle = two_riders(3.5)
        one, two = battle.figures
        assert one.steed is not None
        one.steed.key = key
        said = [("joust_aim", "SHIELD"), ("joust_guard", "STEADY")] * 2
        table = play(battle, lambda t, a=one, b=two: tilt(t, a, b), [40, 40], said)  # type: ignore[misc]
        assert [event.figure for event in events_of(table, Jousted)] == order


def test_de_con_09_a_steed_turns_where_it_has_room() -> None:
    """Between two walls it goes straight on and turns to neither side."""
    walls = [thing("west", (17, 10, 19.4, 20)), thing("east", (20.6, 10, 23, 20))]
    battle = rider("trot", things=walls)
    knight = battle.figures[0]
    ahead = horse_way(battle, knight, Way("go", ((20.0, 17.0),), 0.0))
    assert not isinstance(ahead, Refusal)
    for way in (Way("turn", (), 90.0), Way("go", ((21.0, 16.0),), 45.0)):
        refused = horse_way(battle, knight, way)
        assert isinstance(refused, Refusal)
        assert refused.clause == "DE-CON-09"


@pytest.mark.parametrize(
    ("x", "over"), [(20.0, True), (19.55, True), (20.5, True), (19.45, False), (20.55, False)]
)
def test_de_att_07_half_beside_the_head_is_still_before_it(x: float, over: bool) -> None:
    """Only who stands mostly past a flank is struck at beside the horse's head."""
    battle = rider("trot", man("sergeant", "b", x, 16.71, 180))
    knight, sergeant = battle.figures
    assert forward(battle, knight, sergeant) is over
