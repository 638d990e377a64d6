"""What is kept for speed answers as the plain rules do: contacts, lanes, formations, musters."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.rulesets.one_page_skirmish.basics.state import (
    Battle,
    Figure,
    any_engaged,
    clone,
    contact,
    footprint,
    is_engaged,
    on_table,
    put,
    take_off,
    touching_enemies,
)
from banneret.rulesets.one_page_skirmish.ground.clearance import (
    CLEAR,
    Lanes,
    comes_nearer,
    foes,
    touched_on_leg,
)
from banneret.rulesets.one_page_skirmish.ground.contact import close_enemies
from banneret.rulesets.one_page_skirmish.melee.charge import approach
from banneret.rulesets.one_page_skirmish.movement.followers.lawful_places import is_taken
from banneret.rulesets.one_page_skirmish.movement.ways import Trip, price_of, priced, trip_within
from banneret.rulesets.one_page_skirmish.setup.deploying import Ideas, place_refusal
from banneret.tabletop.shapes.measuring import Rect, gap, gap_to_segment, overlaps, swept
from rulesets.one_page_skirmish.field import field, man

BOOK = RULESETS["one_page_skirmish"]
SCENARIOS = sorted(BOOK.scenarios)


def touching_by_the_rule(battle: Battle, figure: Figure) -> tuple[Figure, ...]:
    return tuple(
        other
        for other in on_table(battle)
        if other.side != figure.side
        and not battle.units[other.unit].hidden
        and contact(battle, figure, other)
    )


def fought_on(scenario: str, seed: int) -> list[Battle]:
    """The states between the steps of a battle at random, as the laboratory plays it."""
    battle = BOOK.begin(scenario, {}, {})
    seen: list[Battle] = []
    game: Game[Any] = Game(
        BOOK,
        battle,
        dice=RandomDice(seed),
        players={side: ChancePlayer(f"{side}{seed}") for side in BOOK.sides(battle)},
    )
    game.advance()
    seen += [step.before for step in game.steps]
    return seen


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_contacts_kept_while_figures_move_are_those_of_the_rule(scenario: str) -> None:
    """One battle moved about on: whoever is close is put right as men move, come and go."""
    battle = field(
        "a men: x5 at 10,10 | a horse: mounted x3 at 16,12 | b foes: x5 at 11,12 | "
        "b riders: mounted x3 at 30,20 | b lurkers: x2 hidden at 14,14",
        terrain="wall: 8,11 20,11",
    )
    chance = RandomDice(scenario)
    for _ in range(120):
        standing = on_table(battle)
        one = standing[chance.die(len(standing)) - 1]
        if chance.die(40) == 1 and len(standing) > 8:
            take_off(battle, one, "killed")
        else:
            x, y = 8 + chance.die(60) / 5.0, 8 + chance.die(40) / 5.0
            put(battle, one, x, y, chance.die(8) * 45.0)
        if chance.die(3) == 1:
            continue  # and another moves before anybody asks
        if chance.die(9) == 1:
            battle = clone(battle)
        for figure in on_table(battle):
            assert touching_enemies(battle, figure) == touching_by_the_rule(battle, figure)
            if figure.id not in close_enemies(battle):
                assert not is_engaged(battle, figure)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_contacts_in_whole_battles_are_those_of_the_rule(scenario: str) -> None:
    for battle in fought_on(scenario, 5)[::7]:
        for figure in on_table(battle):
            assert touching_enemies(battle, figure) == touching_by_the_rule(battle, figure)
        for unit in battle.units:
            engaged = [f for f in on_table(battle) if f.unit == unit.id and is_engaged(battle, f)]
            assert any_engaged(battle, unit) is bool(engaged)


def test_a_lane_judged_by_circles_is_the_lane_of_the_rule() -> None:
    battle = field(
        "a men: at 10,10 | a horse: mounted at 16,12 facing 45 | b foes: x5 at 11,14 facing 30 | "
        "b riders: mounted x3 at 17,17 facing 70"
    )
    chance = RandomDice(3)

    def somewhere() -> tuple[float, float]:
        return 6 + chance.die(150) / 10.0, 6 + chance.die(150) / 10.0

    for figure in (man(battle, "men"), man(battle, "horse")):
        base, others = figure.base, [foe.base for foe in foes(battle, "a")]
        touches_none, keeps_off = Lanes(base, others, 0.0), Lanes(base, others, CLEAR)
        judged = [(p, q) for p, q in [(somewhere(), somewhere()) for _ in range(400)]]
        judged += [(p, p) for p, _ in judged[:40]]
        found = [touches_none.is_clear(p, q) for p, q in judged]
        assert found == [touched_on_leg(battle, figure, p, q) is None for p, q in judged]
        assert 0 < sum(found) < len(found)
        lanes = [swept(base.width, base.depth, p, q, base.facing) for p, q in judged]
        found = [keeps_off.is_clear(p, q) for p, q in judged]
        assert found == [all(gap(lane, there) >= CLEAR for there in others) for lane in lanes]
        assert 0 < sum(found) < len(found)
        for there in others:
            for inches in (-0.001, 0.4, 3.0):
                found = [comes_nearer(there, p, q, inches) for p, q in judged]
                assert found == [gap_to_segment(there, p, q) < inches for p, q in judged]


def test_detours_left_out_lie_on_an_enemy_whichever_way_the_base_faces() -> None:
    battle = field("a men: at 10,10 | b foes: x9 at 11,14 facing 30")
    figure = man(battle, "men")
    points = [(9 + i / 4.0, 12 + j / 4.0) for i in range(40) for j in range(20)]
    marks = approach._cores(figure, [foe.base for foe in foes(battle, "a")])
    left_out = [p for p in points if approach._is_on(p, marks)]
    assert 0 < len(left_out) < len(points)
    for x, y in points:
        if (x, y) in left_out:
            bases = [Rect(x, y, turn, 1.0, 1.0) for turn in (0.0, 17.0, 45.0, 80.0)]
            assert all(any(overlaps(b, f.base) for f in foes(battle, "a")) for b in bases)


def test_a_place_surely_taken_overlaps() -> None:
    taken = footprint(False, 10.0, 10.0, 20.0)
    for i in range(60):
        x, y = 10.0 + i * 0.02, 10.0 + i * 0.005
        if is_taken(x, y, [(taken.x, taken.y)]):
            assert overlaps(footprint(False, x, y, 45.0), taken)


def test_a_trip_is_priced_as_the_way_is_and_refused_when_that_is_too_dear() -> None:
    battle = field(
        "a men: at 10,10 | b foes: at 40,30", terrain="woods: 12,5..18,15 | wall: 20,0 20,30"
    )
    figure = man(battle, "men")
    for end in ((11.0, 10.0), (15.0, 10.0), (25.0, 12.0)):
        points = ((10.0, 10.0), end)
        cost = price_of(battle, figure, points)
        trip = trip_within(battle, figure, points, 90.0, cost)
        assert trip == priced(battle, figure, points, 90.0, cost)
        assert trip is not None
        assert trip.cost == pytest.approx(cost)
        assert trip_within(battle, figure, points, 90.0, cost - 0.1) is None
        assert not isinstance(priced(battle, figure, points, 90.0, cost - 0.1), Trip)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_formations_kept_for_a_ground_are_lawful_in_each_battle(scenario: str) -> None:
    """Twice the same scenario: the second battle finds the first one's formations ready."""
    for _ in range(2):
        battle = BOOK.begin(scenario, {}, {})
        for unit in battle.units:
            if unit.members and unit.side and not unit.arrival_round:
                for places in Ideas(battle, unit, hidden=False):
                    assert list(places) == list(unit.members)
                    assert place_refusal(battle, unit, places, hidden=False) is None


def test_battles_of_one_muster_are_apart() -> None:
    """Mustered once, begun twice: what happens to one does not happen to the other."""
    one, other = BOOK.begin("crossroads", {}, {}), BOOK.begin("crossroads", {}, {})
    assert BOOK.begin("crossroads", {"lucky_shot": True}, {}).options != one.options
    one.figures[0].hits = 3
    one.units[0].status = "shaken"
    assert other.figures[0].hits == 0
    assert BOOK.begin("crossroads", {}, {}).units[0].status == other.units[0].status == "steady"


def test_a_fork_and_its_source_do_not_see_each_other_play() -> None:
    battle = BOOK.begin("crossroads", {}, {})
    game: Game[Any] = Game(BOOK, battle, dice=RandomDice(4))
    chance = RandomDice("people")
    while game.advance() is not None and game.now.round < 2:
        assert game.question is not None
        game.answer(game.question.choice.any(chance))
    before = game.digest()
    fork = game.fork()
    for _ in range(25):
        asked = fork.advance()
        assert asked is not None
        fork.answer(asked.choice.any(chance))
    assert fork.digest() != before
    assert game.digest() == before
    twin = game.fork(history=False, players={s: ChancePlayer(s) for s in BOOK.sides(battle)})
    twin.advance()
    assert game.digest() == before


def test_gaps_of_turned_bases_are_the_least_between_their_outlines() -> None:
    """The quick measure against many points of both outlines."""
    chance = RandomDice(9)
    for _ in range(60):
        a = Rect(0.0, 0.0, chance.die(360) * 1.0, 1.0, 2.0)
        b = Rect(chance.die(60) / 20.0, chance.die(60) / 20.0, chance.die(360) * 1.0, 1.0, 1.0)
        if gap(a, b) > 0.0:
            points = [
                (p[0] + (q[0] - p[0]) * t / 50, p[1] + (q[1] - p[1]) * t / 50)
                for p, q in zip(b.corners, (*b.corners[1:], b.corners[0]), strict=True)
                for t in range(50)
            ]
            least = min(gap(a, Rect(x, y, 0.0, 0.0, 0.0)) for x, y in points)
            assert gap(a, b) == pytest.approx(least, abs=0.03)
