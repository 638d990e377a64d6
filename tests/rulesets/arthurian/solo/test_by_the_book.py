"""A side run by the book: never asked, each decision told with its clause: AR-SOLO."""

from typing import Any

import pytest

from banneret.core.play.events import Chose
from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.screen import events as e
from banneret.rulesets.arthurian.solo import aims, decisions, placing
from banneret.rulesets.arthurian.turn import deeds
from rulesets.arthurian.field import acting, field, fought, go, made, step, steps
from rulesets.scripting import events_of

SCENARIOS = tuple(RULESET.scenarios)


def decided(battle: Any, key: int = 0) -> Any:
    """What the book would have a model of side b do now."""
    acting(battle, key)
    return decisions.by_the_book(
        battle, deeds.question(battle, battle[key], deeds.offered(battle, battle[key]))
    )


def foe(profile: str, x: float, y: float, **more: Any) -> Any:
    return made(profile, "b", x, y, **more)


def hero(profile: str, x: float, y: float, **more: Any) -> Any:
    return made(profile, "a", x, y, **more)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ar_solo_01_adversaries_are_never_asked(scenario: str) -> None:
    game = fought(scenario, 3, {"a": ChancePlayer(3)}, solo=True)
    assert game.result is not None
    told = [t for s in game.steps for t in s.events]
    assert {t.event.side for t in told if isinstance(t.event, Chose)} <= {"a"}
    book = [t for t in told if isinstance(t.event, e.Decided)]
    assert book
    assert {t.clause for t in book} <= {f"AR-SOLO-0{k}" for k in range(1, 6)} | {"AR-SCEN-04"}
    assert all(t.clause == getattr(t.event, "rule", "") for t in book)


def test_ar_solo_02_common_lines() -> None:
    wolf = field(foe("wolf", 10, 10, prone=True), hero("squire", 11, 10), solo=True)
    assert decided(wolf).answer == "stand"
    brute = field(foe("brigand", 10, 10), hero("squire", 11, 10, pinned=True), solo=True)
    assert decided(brute).answer == "slay:1"
    knight = field(
        foe("rt_young", 10, 10), hero("pc_knight", 11.5, 10, mounted=False, surrendered=True)
    )
    assert decided(knight).answer == "take:1"
    two = field(foe("brigand", 10, 10), hero("squire", 11, 10), hero("peasant", 9, 10), solo=True)
    assert decided(two).answer == "attack:2"


def test_ar_solo_02_shooters() -> None:
    bow = field(foe("brigand_archer", 10, 20), hero("squire", 10, 12), hero("peasant", 10, 6))
    found = decided(bow)
    assert found.answer == "shoot:1"
    pressed = field(foe("brigand_archer", 10, 20), hero("squire", 10, 16.5))
    assert decided(pressed).answer == "move"
    aim = aims.retreat(pressed, pressed[0])
    assert aim is not None
    assert aim.trip.end[1] > 24


def test_ar_solo_02_only_a_shooter_is_told_to_fall_back_from_an_enemy_near_him() -> None:
    knight = field(foe("robber_knight", 10, 20), hero("pc_knight", 10, 16), solo=True)
    found = decided(knight)
    assert found.answer == "move"
    assert "charges" in found.because
    assert "falls back" not in found.because


def test_ar_solo_02_knights_fighters_beasts_and_civilians() -> None:
    knight = field(foe("robber_knight", 10, 20), hero("squire", 10, 14), hero("pc_knight", 16, 15))
    found = aims.aim_of(knight, knight[0])
    assert found is not None
    assert 2 in found.trip.touches
    gang = field(
        foe("brigand", 10, 20),
        foe("brigand", 14, 15),
        hero("squire", 14, 16),
        hero("peasant", 8, 16),
    )
    found = aims.aim_of(gang, gang[0])
    assert found is not None
    assert 2 in found.trip.touches  # already fought by a friend
    gang[1].where = "gone"
    found = aims.aim_of(gang, gang[0])
    assert found is not None
    assert 3 in found.trip.touches  # the weakest
    wolf = field(foe("wolf", 10, 20), hero("squire", 10, 14), hero("peasant", 13, 14))
    found = aims.aim_of(wolf, wolf[0])
    assert found is not None
    assert 1 in found.trip.touches  # the nearest
    lady = field(foe("lady", 10, 20), hero("squire", 10, 14))
    found = aims.aim_of(lady, lady[0])
    assert found is not None
    assert found.trip.end[1] > 24


def test_ar_solo_02_the_same_board_gives_the_same_deed() -> None:
    battle = field(foe("robber_knight", 10, 20), hero("pc_knight", 16, 15), hero("dwarf", 4, 4))
    assert decided(battle) == decided(battle)


def test_ar_solo_03_hold_or_strike_by_initiative() -> None:
    for ini, choice in (("brigand", "strike"), ("wolf", "hold")):
        battle = field(hero("pc_knight", 10, 10), foe(ini, 11.5, 10), solo=True)
        acting(battle)
        dice = [2] if choice == "strike" else [6, 1]
        table = step(battle, dice, ["break", go((4, 10))])
        told = list(events_of(table, e.Answered))
        assert told[0].choice == choice


def test_ar_solo_03_only_shooters_and_civilians_break_away() -> None:
    archer = field(foe("brigand_archer", 10, 20), hero("squire", 11, 20), solo=True)
    assert decided(archer).answer == "break"
    archer = field(foe("brigand_archer", 10, 20), hero("priest", 11, 20), solo=True)
    assert decided(archer).answer == "attack:1"
    brute = field(foe("brigand", 10, 20), hero("squire", 11, 20), solo=True)
    assert decided(brute).answer == "attack:1"


def test_ar_solo_04_shooters_first_leaders_last_and_always_alike() -> None:
    battle = RULESET.begin("ambush_in_the_wood", RULESET.chosen({"solo": True}), {})
    order = sorted(
        (m for m in battle.models if m.side == "b"), key=lambda m: (placing.rank(m), m.id)
    )
    assert [m.profile.id for m in order][:2] == ["brigand_archer"] * 2
    assert order[-1].profile.id == "brigand_chief"
    spots = []
    for _ in range(2):
        fresh = RULESET.begin("robbers_tower", RULESET.chosen({"solo": True}), {})
        steps(fresh, 9, [6, 1], ["book"])
        spots.append([m.at for m in fresh.models if m.side == "b"])
    assert spots[0] == spots[1]
    assert all(y > 19 for _, y in spots[0])


def test_ar_solo_05_a_lancer_charges_straight() -> None:
    battle = field(foe("robber_knight", 10, 20), hero("pc_knight", 10, 12), solo=True)
    found = decided(battle)
    assert found.answer == "move"
    aim = aims.aim_of(battle, battle[0])
    assert aim is not None
    assert aim.trip.straight >= 4.0


def test_ar_solo_05_a_lancer_halts_twice_and_then_rides_in() -> None:
    battle = field(hero("pc_knight", 10, 5), foe("robber_knight", 10, 25), solo=True)
    halts = []
    for number in range(2, 5):
        battle.round = number
        acting(battle, 1)
        step(battle)
        gap = battle[1].y - battle[0].y - 2
        halts.append(gap > 10)
        battle[1].acted = False
    assert halts == [True, True, False]


def test_ar_solo_05_they_reload_run_and_leave_tokens_alone() -> None:
    empty = field(foe("crossbowman", 10, 30, loaded=False), hero("squire", 10, 10), solo=True)
    assert decided(empty).answer == "reload"
    far = field(foe("brigand", 10, 34), hero("squire", 10, 4), solo=True)
    acting(far, 0)
    step(far)
    again = decisions.by_the_book(far, deeds.question(far, far[0], deeds.offered(far, far[0])))
    assert again.answer == "run"
    assert all("pick" not in key for key in decisions.ANSWERS)


def test_ar_solo_05_a_knight_runs_on_toward_the_pc() -> None:
    battle = acting(
        field(
            made("rt_young", "a", 4, 10),
            made("pc_knight", "a", 32, 4),
            made("robber_knight", "b", 18, 34),
            solo=True,
        ),
        2,
        moves=0,
        moved=True,
    )
    battle[2].x, battle[2].y = 10.0, 33.0
    step(battle)
    assert battle[2].x > 12


def test_ar_solo_02_who_stands_over_a_helpless_enemy_stays_there() -> None:
    near = (hero("squire", 11, 10, pinned=True), hero("peasant", 14, 10))
    battle = field(foe("brigand", 10, 10), *near, solo=True)
    acting(battle, 0, actions=0)
    asked = deeds.question(battle, battle[0], deeds.offered(battle, battle[0]))
    assert "move" in asked.allowed()
    assert decisions.by_the_book(battle, asked).answer == "done"
