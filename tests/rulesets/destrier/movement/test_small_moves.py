"""Small moves and what hinders them: doors, saddles, rooms to turn, holds, sides turned, prey."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.questions.choices import Way
from banneret.rulesets.destrier.basics.state import LooseSteed, Steed
from banneret.rulesets.destrier.ground.stands import put, stand
from banneret.rulesets.destrier.ground.things import Thing
from banneret.rulesets.destrier.movement.doing import mount, turn_table, why_not
from banneret.rulesets.destrier.movement.driven.forced import beside, dodge, stagger
from banneret.rulesets.destrier.movement.driven.giving_ground import flee
from banneret.rulesets.destrier.movement.driven.roaming import make_sure, prey
from banneret.rulesets.destrier.movement.going import lamed
from banneret.rulesets.destrier.movement.half_moves import half_move, leave_table, waiting_to_move
from banneret.rulesets.destrier.movement.meeting import lose_hold, note_meetings, reoriented
from banneret.rulesets.destrier.movement.steps import card_way, follow
from banneret.rulesets.destrier.movement.tac import realign
from banneret.rulesets.destrier.movement.ways import trip
from banneret.rulesets.destrier.screen.events import Dodged, Left, Moved, Staggered
from banneret.tabletop.shapes.bases import bearing
from rulesets.destrier.arena import arena, man, play, thing
from rulesets.destrier.fights import foes
from rulesets.scripting import events_of

SIDE = 0.7072


# -- doors, tables, saddles


@pytest.mark.parametrize(("y", "may"), [(11.12, False), (14.0, True)])
def test_de_act_11_no_door_is_shut_on_a_steed(y: float, may: bool) -> None:
    door = thing("door", (9, 11, 11, 11.25), door="open")
    battle = arena(man("squire", "a", 10, 10.2), things=[door])
    battle.loose = [LooseSteed(0, "a", Steed("mule", 40, 40), 9.5, y, 90.0)]
    assert (why_not(battle, battle.figures[0], "shut_door") is None) is may


def test_de_act_05_a_steed_that_is_mounted_stands() -> None:
    battle = arena(man("squire", "a", 10, 10, 45))
    battle.loose = [LooseSteed(0, "a", Steed("mule", 40, 40, speed="trot"), 11.4, 10, 0.0)]
    squire = battle.figures[0]
    play(battle, partial(mount, figure=squire))
    assert squire.steed is not None
    assert squire.steed.speed == "stand"


@pytest.mark.parametrize("status", ["down", "active"])
def test_de_obs_02_a_table_is_stopped_by_who_stands_and_not_by_who_has_fallen(
    status: str,
) -> None:
    """Its own depth of three inches further off, or against the stand an inch behind it."""
    table = thing("table", (9, 10.7072, 11, 13.7072), furniture=True, cover="soft")
    battle = arena(
        man("squire", "a", 10, 10),
        man("sergeant", "b", 10, 13.7072 + 1.7072, 0, status=status),
        things=[table],
    )
    dice = [] if status == "down" else [100]
    play(battle, partial(turn_table, figure=battle.figures[0]), dice)
    assert battle.things[0].turned
    low = min(y for _, y in battle.things[0].corners)
    assert low == pytest.approx(13.707 if status == "down" else 11.707, abs=0.02)


# -- room to turn, steps, following


def test_de_con_09_who_would_lose_one_of_two_does_not_turn() -> None:
    """A foe before his front corner, another behind: turned against one he leaves the other."""
    battle = arena(
        man("sergeant", "a", 10, 10),
        man("sergeant", "b", 10, 10 + SIDE + 0.5, 225),
        man("sergeant", "b", 10, 10 - SIDE - 0.5, 45),
    )
    figure = battle.figures[0]
    assert reoriented(battle, figure, 45.0) is None
    battle.figures[2].status = "fled"
    put(battle, battle.figures[2], 30, 30, 0)
    assert reoriented(battle, figure, 45.0) is not None


def test_de_melee_09_who_stays_by_a_move_card_keeps_his_facing() -> None:
    battle, knight, _ = foes(card_round=1)
    assert card_way(battle, knight, Way("stay", (), 120.0)) == stand(knight)


def test_de_card_21_who_can_neither_step_nor_turn_is_not_asked_to_follow() -> None:
    """Walled in on all sides."""
    walls = [
        thing("west", (8, 8, 9.5, 12)),
        thing("east", (10.5, 8, 12, 12)),
        thing("south", (8, 7, 12, 9.5)),
        thing("north", (8, 10.5, 12, 10.55)),
    ]
    battle = arena(man("knight", "a", 10, 10, 45), man("sergeant", "b", 10.3, 11.4), things=walls)
    knight, sergeant = battle.figures
    knight.blows_left = 3
    assert play(battle, partial(follow, follower=knight, mover=sergeant)).result is False


@pytest.mark.parametrize(("y", "went"), [(11.7072, True), (11.4142, False)])
def test_de_dodge_09_who_would_come_no_nearer_does_not_go_along(y: float, went: bool) -> None:
    battle = arena(man("knight", "a", 10, 10), man("sergeant", "b", 10, y, 180), card_round=1)
    knight, sergeant = battle.figures
    beside_him = play(battle, partial(beside, follower=knight, dodger=sergeant)).result
    assert (knight.y > 10.0) is beside_him is went
    assert sergeant.contact_half == ({0: 0} if went else {})


def test_de_dodge_08_de_host_21_a_dodge_and_a_stagger_are_told_with_their_places() -> None:
    """Whom the dodger stood against he has left."""
    battle, knight, sergeant = foes()
    note_meetings(battle, sergeant)
    assert knight.contact_half
    table = play(battle, partial(dodge, figure=sergeant, direction="back"))
    (dodged,) = events_of(table, Dodged)
    assert dodged.place == (sergeant.x, sergeant.y) != (10.0, 10.0)
    assert (knight.contact_half, sergeant.contact_half) == ({}, {})
    table = play(battle, partial(stagger, figure=knight, away_from=(10.0, 12.0), inches=1.0))
    (driven,) = events_of(table, Staggered)
    assert driven.place == (knight.x, knight.y) == (10.0, 9.0)


# -- sides turned to an enemy


def test_de_tac_16_who_came_up_may_turn_either_side() -> None:
    """A stand that came corner on turns its shield, its sword side, or stays."""
    battle, knight, sergeant = foes()
    put(battle, knight, 10, 10, 0)
    put(battle, sergeant, 10, 10 + SIDE + 0.5, 225)
    asked: list[list[str]] = []

    def stays(choice: Any) -> str:
        asked.append([option.key for option in choice.options()])
        return "as it is"

    play(battle, partial(realign, figure=knight, foe=sergeant), [], [stays])
    assert asked == [["as it is", "shield side", "sword side"]]


@pytest.mark.parametrize(
    ("said", "turned"),
    [("front", 0.0), ("shield side", 45.0), ("sword side", -45.0), ("back", 180.0)],
)
def test_de_tac_08_a_retreat_ends_with_the_side_to_the_enemy_its_owner_likes(
    said: str, turned: float
) -> None:
    battle = arena(
        man("sergeant", "a", 24, 18, 100),
        man("sergeant", "b", 24, 20, 180),
        card_round=1,
        half=2,
    )
    battle.figures[0].seen_this_turn = (1,)
    answers = [("retreat_facing", said)]
    table = play(battle, partial(flee, figure=battle.figures[0], name="RETREAT"), [], answers)
    (told,) = events_of(table, Moved)
    assert (told.how, told.path[0], told.inches) == ("RETREAT", (24.0, 18.0), 3.0)
    one, foe = battle.figures
    facing = (bearing((one.x, one.y), (foe.x, foe.y)) + turned) % 360.0
    assert one.facing == pytest.approx(facing, abs=0.01)


def test_de_tac_08_who_knows_of_no_enemy_is_not_asked_how_he_turns() -> None:
    battle = arena(man("sergeant", "a", 24, 18, 0), man("sergeant", "b", 24, 4, 180), card_round=1)
    battle.figures[0].seen_this_turn = ()
    play(battle, partial(flee, figure=battle.figures[0], name="RETREAT"))
    assert battle.figures[0].facing == 0.0


# -- who is lamed, held, prey


@pytest.mark.parametrize(
    ("state", "inches"),
    [
        ({}, 4.0),
        ({"crippled": ("leg",)}, 2.0),
        ({"crippled": ("leg",), "berserk": True}, 4.0),
        ({"crippled": ("weapon_arm",)}, 4.0),
        ({"stupor": 1}, 1.0),
    ],
)
def test_de_bers_16_de_host_23_rage_heeds_no_crippled_leg(
    state: dict[str, Any], inches: float
) -> None:
    battle = arena(man("berserker", "a", 10, 10, **state))
    assert lamed(battle.figures[0], 4.0) == inches


def test_de_grap_08_a_hold_is_lost_by_those_alone_who_are_driven_apart() -> None:
    battle = arena(
        man("sergeant", "a", 10, 10, restraining=1),
        man("sergeant", "b", 10 + SIDE, 10 + SIDE, 180, restrained_by=(0,)),
        man("sergeant", "b", 30, 30, 180),
        card_round=1,
    )
    holder, held, third = battle.figures
    lose_hold(battle, third)
    assert (holder.restraining, held.restrained_by) == (1, (0,))
    put(battle, held, 20, 20, 0)
    lose_hold(battle, held)
    assert (holder.restraining, held.restrained_by) == (-1, ())


def test_de_bers_17_who_is_not_seen_or_not_awake_is_nobodys_prey() -> None:
    battle = arena(
        man("berserker", "a", 10, 10, berserk=True),
        man("sergeant", "b", 10, 14, 180),
        man("sergeant", "b", 16, 10, 180, asleep=3),
        man("sergeant", "b", 30, 6, 270),
        things=[thing("wall", (5, 12, 15, 12.5), blocks_sight=True)],
    )
    goal = prey(battle, battle.figures[0])
    assert goal is not None
    assert goal.id == 3


@pytest.mark.parametrize(("berserk", "visited"), [(True, (1,)), (False, ())])
def test_de_bers_13_only_the_berserk_make_sure_of_bodies(
    berserk: bool, visited: tuple[int, ...]
) -> None:
    battle = arena(
        man("berserker", "a", 10, 10, berserk=berserk),
        man("sergeant", "b", 10.5, 10, status="down"),
    )
    make_sure(battle, battle.figures[0])
    assert battle.figures[0].visited == visited


# -- whose turn to move it is


def test_de_seq_05_a_side_that_cannot_move_is_done_at_once() -> None:
    """One phase further, and nobody is asked."""
    battle = arena(
        man("squire", "a", 10, 10, moved=True), man("squire", "b", 30, 30), phase="moves_winner"
    )
    play(battle, lambda table: half_move(table, "a"))
    assert battle.phase == "moves_loser"


def test_de_init_04_who_has_fled_does_not_hold_up_the_slower() -> None:
    battle = arena(
        man("squire", "a", 10, 10, status="fled"),
        man("peasant", "b", 30, 30),
        dexterity_movement=True,
    )
    assert [one.id for one in waiting_to_move(battle, "a")] == [1]


def test_de_end_01_who_rides_off_the_table_is_told_of() -> None:
    battle, knight, _ = foes()
    table = play(battle, partial(leave_table, figure=knight))
    assert [one.figure for one in events_of(table, Left)] == [0]


# -- what a wide turn in contact still costs


@pytest.mark.parametrize(("foe", "clause"), [(13.0, ""), (30.0, "DE-CON-08")])
def test_de_con_08_a_wide_turn_is_paid_in_inches_only_where_no_melee_follows(
    foe: float, clause: str
) -> None:
    """He owes for his turn; two inches on he touches the next enemy, or nobody."""
    battle = arena(
        man("peasant", "a", 10, 10, turned_blow=True),
        man("sergeant", "b", 10, foe, 225),
        size=(48.0, 48.0),
    )
    found = trip(battle, battle.figures[0], Way("walk", ((10, 13.0),), 0.0))
    assert (found.clause if isinstance(found, Refusal) else "") == clause


def test_de_con_09_there_must_be_room_to_turn_against_an_enemy_met() -> None:
    """A rock lies along his sword side where he comes up with him."""
    rock = Thing(
        0, "rock", ((10.36, 12.16), (10.72, 11.8), (10.9, 11.9), (10.6, 12.3)), True, False, "none"
    )
    found = {}
    for name, things in (("open", []), ("rock", [rock])):
        battle = arena(man("squire", "a", 10, 10), man("sergeant", "b", 10, 13, 225), things=things)
        trips = [
            trip(battle, battle.figures[0], Way("walk", ((10, 12.5),), to)) for to in (0.0, 20.0)
        ]
        found[name] = [one.clause if isinstance(one, Refusal) else one.met for one in trips]
    assert found == {"open": [(1,), (1,)], "rock": [(1,), "DE-CON-09"]}
