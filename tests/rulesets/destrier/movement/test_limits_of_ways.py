"""The limits of ways: doors, steeds and tables at hand, prey, motion, speeds, keepers, leaving."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.chance.dice import RandomDice
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import LooseSteed, Steed
from banneret.rulesets.destrier.basics.who import total_weight
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.melee.replies import parting
from banneret.rulesets.destrier.movement.doing import steed_at, why_not
from banneret.rulesets.destrier.movement.driven.forced import beside, room_to_dodge
from banneret.rulesets.destrier.movement.driven.giving_ground import give_ground, threatening
from banneret.rulesets.destrier.movement.driven.keeping import keep_distance, may_retreat
from banneret.rulesets.destrier.movement.driven.roaming import prey
from banneret.rulesets.destrier.movement.going import most_turning, motion_of, turn_cost
from banneret.rulesets.destrier.movement.half_moves import finish, go, half_move, leave_table
from banneret.rulesets.destrier.movement.held import free_to_move
from banneret.rulesets.destrier.movement.meeting import note_meetings, reoriented
from banneret.rulesets.destrier.movement.sliding import Hit
from banneret.rulesets.destrier.movement.squeezing import (
    _bash,
    _friend_yields,
    bulk,
    resistance,
)
from banneret.rulesets.destrier.movement.steps import card_way, follow, move_card
from banneret.rulesets.destrier.movement.tac import line_at, tac_move
from banneret.rulesets.destrier.movement.ways import Trip, fan, trip
from banneret.rulesets.destrier.screen.events import Followed, Moved
from banneret.tabletop.shapes.stands import touching
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.destrier.fights import foes, ready
from rulesets.scripting import ByKey, Played, events_of

SIDE = 0.7072


# -- what is at hand


@pytest.mark.parametrize(
    ("own", "body", "posture", "x", "found"),
    [
        ("a", 5, "standing", 11.4, True),
        ("a", 1, "standing", 11.4, True),
        ("a", 0, "standing", 11.4, False),
        ("b", 5, "standing", 11.4, False),
        ("a", 5, "prone", 11.4, False),
        ("a", 5, "standing", 11.8, False),
    ],
)
def test_de_host_65_de_act_05_whose_steed_at_hand_may_be_mounted(
    own: str, body: int, posture: str, x: float, found: bool
) -> None:
    """Of his side, alive, on its feet and within half an inch."""
    battle = arena(man("squire", "a", 10, 10, 45))
    steed = Steed("mule", body, 40, posture=posture)  # type: ignore[arg-type]
    battle.loose = [LooseSteed(0, own, steed, x, 10, 0.0)]
    assert (steed_at(battle, battle.figures[0]) is not None) is found


@pytest.mark.parametrize(("profile", "steed", "may"), [("squire", "", True),
    ("squire", "mule", False), ("wolf", "", False), ("centaur", "", False)])  # fmt: skip
def test_de_act_05_who_mounts_at_all(profile: str, steed: str, may: bool) -> None:
    battle = arena(man(profile, "a", 10, 10, 45, steed=steed))
    battle.loose = [LooseSteed(0, "a", Steed("mule", 40, 40), 11.4, 10, 0.0)]
    assert (why_not(battle, battle.figures[0], "mount_steed") is None) is may


def test_de_act_11_a_door_is_opened_whoever_stands_in_it_and_shut_when_free() -> None:
    for state, what in (("shut", "open_door"), ("locked", "unlock_door"), ("open", "shut_door")):
        door = thing("door", (9, 11, 11, 11.25), door=state)
        battle = arena(man("squire", "a", 10, 10), man("squire", "a", 10, 11.2), things=[door])
        refused = why_not(battle, battle.figures[0], what)
        assert (refused is not None) is (what == "shut_door")


# -- where he goes


def test_de_bers_17_de_bers_13_the_nearest_enemy_then_the_nearest_body() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True),
        man("sergeant", "b", 14, 30, 180),
        man("sergeant", "b", 10, 20, 180),
        man("sergeant", "b", 30, 10, 180, status="down"),
        man("sergeant", "b", 20, 10, 180, status="down"),
    )
    berserker, *others = battle.figures
    found = []
    for gone in (1, 0):
        goal = prey(battle, berserker)
        assert goal is not None
        found.append(goal.id)
        others[gone].status = "fled"
    goal = prey(battle, berserker)
    assert goal is not None
    assert [*found, goal.id] == [2, 1, 4]


def test_de_host_41_half_a_half_move_is_walked() -> None:
    battle = arena(man("squire", "a", 10, 10), man("squire", "a", 20, 10, steed="mule"))
    walker, rider = battle.figures
    assert [motion_of(walker, inches, 3.0) for inches in (0.0, 1.5, 1.51)] == [
        "still",
        "walked",
        "ran",
    ]
    assert rider.steed is not None
    rider.steed.speed = "canter"
    assert motion_of(rider, 1.0, 3.0) == "canter"


def test_de_host_31_de_move_03_who_walks_turns_as_he_likes_and_none_is_free_of_charge() -> None:
    """Half a degree is no turn; a steed has its limit by speed."""
    battle = arena(man("squire", "a", 10, 10), man("squire", "a", 20, 10, steed="mule"))
    walker, rider = battle.figures
    assert most_turning(battle, walker, "walk") >= 1000
    assert most_turning(battle, rider, "gallop") == 45
    costs = [turn_cost(battle, walker, 3.0, 0.0, to) for to in (0.6, 0.7)]
    assert costs[0] == 0.0
    assert costs[1] == turn_cost(battle, walker, 3.0, 0.0, 40.0)


def test_de_seq_05_who_must_move_lets_nobody_have_done() -> None:
    """A charging steed among those who wait: nobody may say that he moves no more."""
    for speed, offered in (("charge", False), ("walk", True)):
        battle = arena(
            man("squire", "a", 10, 10),
            man("squire", "a", 20, 10, steed="light_horse", speed=speed),
            man("sergeant", "b", 40, 30),
            phase="moves_winner",
        )
        asked: list[Any] = []

        def first(choice: Any, asked: list[Any] = asked) -> Any:
            asked.append([option.key for option in choice.options()])
            raise _EnoughError

        with pytest.raises(_EnoughError):
            play(battle, lambda table: half_move(table, "a"), [], [first])
        assert ("done" in asked[0]) is offered


class _EnoughError(Exception):
    """What was asked is known."""


def test_de_end_01_who_left_the_table_has_met_nobody() -> None:
    battle, knight, sergeant = foes()
    knight.contact_half[1] = sergeant.contact_half[0] = 1
    play(battle, partial(leave_table, figure=knight))
    assert knight.status == "fled"
    assert (knight.contact_half, sergeant.contact_half) == ({}, {})


def test_de_host_51_de_chg_35_at_the_end_of_movement_the_dazzled_see_again() -> None:
    """But for who has charged: he loses the half-move after."""
    battle = arena(
        man("squire", "a", 10, 10, dazed=True),
        man("squire", "a", 20, 10, steed="mule", speed="trot", dazed=True),
        man("squire", "a", 30, 10, steed="mule", speed="trot", dazed=True),
        man("squire", "b", 30, 30),
        phase="moves_winner",
    )
    walker, rider, charged, _ = battle.figures
    assert charged.steed is not None
    charged.steed.charged = True
    play(battle, lambda table: finish(table, "a"))
    assert (walker.dazed, rider.dazed, charged.dazed) == (False, False, True)
    assert (walker.moved, rider.moved) == (True, True)


def test_de_end_03_who_met_or_moved_has_not_rested() -> None:
    battle, knight, _ = foes()
    assert knight.still_turn
    note_meetings(battle, knight)
    assert not knight.still_turn


@pytest.mark.parametrize(("spare", "free"), [(0, True), (1, False)])
def test_de_card_16_just_half_as_heavy_again_disengages(spare: int, free: bool) -> None:
    battle, knight, sergeant = foes(card_round=1)
    sergeant.profile = msgspec.structs.replace(sergeant.profile, dexterity=knight.dexterity)
    his = total_weight(battle, sergeant)
    his += his % 2
    sergeant.profile = msgspec.structs.replace(
        sergeant.profile, weight=sergeant.profile.weight + his - total_weight(battle, sergeant)
    )
    wanted = his * 3 // 2 - spare - (total_weight(battle, knight) - knight.profile.weight)
    knight.profile = msgspec.structs.replace(knight.profile, weight=wanted)
    assert (free_to_move(battle, knight) is None) is free


def test_de_con_09_who_touches_two_turns_only_where_both_are_kept() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10 - SIDE, 10 + SIDE, 180),
        man("sergeant", "b", 10 + SIDE, 10 + SIDE, 180),
    )
    figure = battle.figures[0]
    assert reoriented(battle, figure, 45.0) is None
    there = reoriented(battle, figure, 90.0)
    assert there is not None
    assert all(touching(there, stand(foe)) for foe in battle.figures[1:])


# -- giving ground and keeping distance


@pytest.mark.parametrize(
    ("state", "gone"),
    [
        ({}, True),
        ({"status": "down"}, False),
        ({"stun": 2}, False),
        ({"posture": "kneeling"}, False),
    ],
)
def test_de_tac_21_de_card_18_a_parting_blow_that_fells_him_holds_him(
    state: dict[str, Any], gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that stuns him, or brings him to his knees."""
    battle, knight, sergeant = foes()

    def struck(_table: Any, _foe: Any, figure: Any) -> None:
        for key, value in state.items():
            setattr(figure, key, value)

    monkeypatch.setattr(parting, "blow", struck)
    by = ByKey({})
    table = Played(battle, RandomDice(1), {"a": by, "b": by})
    assert threatening(battle, sergeant) == [knight]
    assert (give_ground(table, sergeant, "RETREAT") > 0.0) is gone


@pytest.mark.parametrize(
    ("card_round", "free", "paid"), [(0, False, 0), (1, False, 1), (1, True, 0)]
)
def test_de_tac_13_de_melee_10_de_htac_14_giving_way_costs_a_blow_in_the_melee_alone(
    card_round: int, free: bool, paid: int
) -> None:
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 13, 180, tac="KEEP_DISTANCE"),
        half=2,
        card_round=card_round,
    )
    ready(battle)
    comer, keeper = battle.figures
    keeper.blows_left = 3
    by = ByKey({"keep_distance": "retreat"})
    table = Played(battle, RandomDice(1), {"a": by, "b": by})
    gone = keep_distance(table, keeper, comer, free=free)
    assert gone > 0.0
    assert (keeper.blows_left, keeper.tac_moved, keeper.tac_done) == (3 - paid, gone, True)


@pytest.mark.parametrize(
    ("profile", "state", "may"),
    [
        ("sergeant", {}, True),
        ("sergeant", {"encumbrance": "encumbered"}, False),
        ("sergeant", {"encumbrance": "encumbered", "steed": "mule"}, True),
        ("berserker", {"berserk": True}, False),
    ],
)
def test_de_tac_05_riders_retreat_whatever_they_carry(
    profile: str, state: dict[str, Any], may: bool
) -> None:
    battle = arena(man(profile, "a", 10, 10, steed=state.pop("steed", "")))
    for key, value in state.items():
        setattr(battle.figures[0], key, value)
    assert may_retreat(battle, battle.figures[0]) is may


def test_de_dodge_01_just_half_an_inch_is_room() -> None:
    for inches, room in ((0.5, True), (0.48, False)):
        wall = thing("wall", (5, 5, 15, 10 - SIDE - inches))
        battle = arena(man("sergeant", "a", 10, 10), things=[wall])
        assert room_to_dodge(battle, battle.figures[0], "back") is room


# -- pushing past


def test_de_obs_01_de_obs_02_what_stands_in_the_way_pushes_back() -> None:
    """A wall with the ceiling, a friend with his own weight; a wall and a steed take no bash."""
    battle = arena(
        man("squire", "a", 10, 10),
        man("giant", "a", 10, 12),
        things=[thing("wall", (5, 15, 15, 16))],
    )
    battle.loose = [
        LooseSteed(at, "a", Steed(key, 40, 40), 20, 20, 0.0)
        for at, key in enumerate(("mule", "great_horse"))
    ]
    squire = battle.figures[0]
    hits = [Hit("thing", 0), Hit("figure", 1), Hit("steed", 1), Hit("steed", 0)]
    shares = [resistance(battle, squire, hit) for hit in hits]
    assert shares[0] == battle.tables.host.bash.ceiling
    assert bulk(battle, hits[2]).weight == 1400
    assert bulk(battle, hits[3]).weight == 700
    for hit in (hits[0], hits[2]):
        play(battle, partial(_bash, figure=squire, hit=hit, onward=(10, 20)))
    battle.figures[1].profile = msgspec.structs.replace(
        battle.figures[1].profile, weight=150, strength=10
    )
    assert resistance(battle, squire, hits[1]) < shares[0]


@pytest.mark.parametrize(
    ("state", "asked"),
    [({}, True), ({"stun": 2}, False), ({"posture": "prone"}, False), ({"pinned": 1}, False)],
)
def test_de_obs_03_only_a_friend_who_can_steps_aside(state: dict[str, Any], asked: bool) -> None:
    battle = arena(man("wolf", "a", 10, 10.5), man("archer", "a", 10.6, 13, **state))
    wolf = battle.figures[0]
    found = trip(battle, wolf, Way("squeeze", ((10, 15),), 0.0))
    assert isinstance(found, Trip)
    assert found.squeezed is not None
    rule = partial(_friend_yields, figure=wolf, hit=found.squeezed, found=found)
    assert play(battle, rule, [], [("step_aside", "yes")] * asked).result is asked


# -- MOVE cards and TAC lines


def test_de_card_15_a_step_that_keeps_contact_is_anybodys() -> None:
    """Who would break it needs weight or quickness; a step without a point is a turn."""
    battle, sergeant, knight = foes("sergeant", "knight", card_round=1)
    kept = card_way(battle, sergeant, Way("step", ((10, 10),), 20.0))
    assert not isinstance(kept, Refusal)
    turned = card_way(battle, sergeant, Way("step", (), 20.0))
    assert not isinstance(turned, Refusal)
    assert touching(turned, stand(knight))


def test_de_card_21_who_may_not_follow_is_advised_to_stay() -> None:
    battle, knight, sergeant = foes(card_round=1)
    put(battle, sergeant, 10.2, 11.6, 180)
    advised = []
    for why in (None, Refusal("no blow is left", "DE-CARD-21")):
        asked: list[Any] = []

        def stays(choice: Any, asked: list[Any] = asked) -> str:
            asked.append(choice.proposal)
            return "stay"

        play(battle, partial(follow, follower=knight, mover=sergeant, why_not=why), [], [stays])
        advised += asked
    assert advised == ["step", "stay"]


def test_de_end_04_de_htac_16_on_what_line_each_runs() -> None:
    """On foot straight at him; in the saddle 45 degrees round; along the tilt straight on."""
    lines = {}
    for scenario in ("open_field", "pas_darmes"):
        for steed in ("", "mule"):
            battle = arena(
                man("squire", "a", 10, 10, steed=steed),
                man("squire", "b", 20, 10, 270),
                scenario=scenario,
            )
            lines[scenario, steed] = line_at(battle, *battle.figures)
    assert lines == {
        ("open_field", ""): 90.0,
        ("open_field", "mule"): 45.0,
        ("pas_darmes", ""): 90.0,
        ("pas_darmes", "mule"): 0.0,
    }


def test_de_tac_21_the_owner_of_a_card_whose_target_is_gone_is_asked() -> None:
    battle = arena(man("sergeant", "a", 10, 10), man("sergeant", "b", 10, 13, 180), half=2)
    battle.card_round = 0
    battle.figures[1].status = "down"
    asked: list[Any] = []

    def stays(choice: Any) -> str:
        asked.append((choice.key, [option.key for option in choice.options()]))
        return "stay"

    play(battle, lambda table: tac_move(table, battle.figures[0], "CLOSE", 1), [], [stays])
    assert asked == [("target_gone", ["stay", "run on"])]
    assert battle.figures[0].y == 10.0


# -- ways of a half-move


def test_de_move_09_the_ground_where_a_fast_steed_may_stop_begins_half_way() -> None:
    """On foot, and at a walk, the fan begins at the stand."""
    for steed, gait, hollow in (
        ("", "walk", False),
        ("mule", "walk", False),
        ("mule", "gallop", True),
    ):
        battle = arena(man("squire", "a", 24, 18, steed=steed, speed="trot" if steed else "stand"))
        points = fan(battle, battle.figures[0], gait)
        assert (points[0] != (24.0, 18.0)) is hollow


def test_de_move_07_a_turn_that_is_not_paid_for_is_refused_but_a_whole_half_move_pays_any() -> None:
    """Turned about on the spot with nothing left: yes; after a step: no."""
    battle = arena(man("squire", "a", 10, 10, activity_cost=0.9), man("squire", "b", 40, 30))
    about = trip(battle, battle.figures[0], Way("walk", (), 180.0))
    assert isinstance(about, Trip)
    stepped = trip(battle, battle.figures[0], Way("walk", ((10, 10.2),), 180.0))
    behind = trip(battle, battle.figures[0], Way("walk", ((10, 9.8),), 180.0))
    for refused in (stepped, behind):
        assert isinstance(refused, Refusal)
        assert refused.clause == "DE-MOVE-07"


def test_de_obs_01_a_fast_steed_pulls_up_before_a_wall_and_trots() -> None:
    """It stops short of its least run; who walks is refused to run into it."""
    rider = man("squire", "a", 10, 10, steed="light_horse", speed="gallop")
    battle = arena(rider, things=[thing("wall", (5, 14, 15, 15))])
    squire = battle.figures[0]
    way = Way("gallop", ((10, 20),), 0.0)
    found = trip(battle, squire, way)
    assert isinstance(found, Trip)
    assert found.pulled_up
    assert found.stand.y == pytest.approx(13.0, abs=0.01)
    table = play(battle, lambda table: go(table, squire, way, found))
    assert squire.steed is not None
    assert squire.steed.speed == "trot"
    assert events_of(table, Moved)[0].inches == pytest.approx(3.0, abs=0.01)


def test_de_tac_13_who_is_stunned_as_he_gives_way_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = arena(
        man("pikeman", "a", 10, 10),
        man("sergeant", "b", 10, 12.2, 180, tac="KEEP_DISTANCE"),
        half=2,
        card_round=0,
    )
    ready(battle)
    comer, keeper = battle.figures
    monkeypatch.setattr(parting, "blow", lambda _t, _c, one: setattr(one, "stun", 2))
    by = ByKey({"keep_distance": "retreat"})
    table = Played(battle, RandomDice(1), {"a": by, "b": by})
    assert keep_distance(table, keeper, comer) == 0.0
    assert keeper.y == 12.2


def test_de_dodge_09_to_go_along_with_a_dodger_is_free() -> None:
    battle, knight, sergeant = foes()
    put(battle, sergeant, sergeant.x, sergeant.y + 0.5, 180)
    table = play(battle, partial(beside, follower=knight, dodger=sergeant))
    assert [(one.other, one.paid) for one in events_of(table, Followed)] == [(1, False)]


def test_de_melee_09_a_move_card_may_stay_where_it_is() -> None:
    battle, knight, _ = foes(card_round=1)
    way = Way("stay", (), knight.facing)
    play(battle, partial(move_card, figure=knight), [], [("move_card", way)])
    assert (knight.x, knight.y, knight.facing) == (10.0, 10.0, 0.0)
