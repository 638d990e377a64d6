"""Melee: scores, hits, elements, tests (MM-MELEE)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import BONUS, COMBAT_BASE, MELEE_CAP, ORDER_CAP, PASS, Experience, Melee, Order
from ..command.control import PASS_FIRST, Outcome, judge, tests_as
from ..command.dice import Situation, TestDice, least_of, sides_of, value
from .factor import Cause, Factor, dice_for, pairs, read_as
from .sides import Count, MeleeSide, Some, common_minuses, names

if TYPE_CHECKING:
    from collections.abc import Sequence


class MeleeSituation(Situation, frozen=True, kw_only=True):
    """Two units in contact."""

    a: MeleeSide
    b: MeleeSide


class Blows(msgspec.Struct, gc=False):
    """What a melee comes to, before any test."""

    score_a: int
    score_b: int
    engaged_a: int
    engaged_b: int
    winner: str = "draw"
    hits_a: int = 0
    hits_b: int = 0
    lost_a: int = 0
    lost_b: int = 0
    left_a: int = 0
    left_b: int = 0
    tests: tuple[str, ...] = ()

    @property
    def difference(self) -> int:
        """By how much the winner won."""
        return abs(self.score_a - self.score_b)


@clause("MM-MELEE-14", "MM-MELEE-15", "MM-MELEE-16", "MM-GUN-19")
def cap_of(weapon: str, order: str, *, gunnes: bool = False) -> int:
    """The smaller of the weapon's cap and that of the order it is used in."""
    return min(MELEE_CAP["improvised" if gunnes else weapon].cap, ORDER_CAP[order])


@clause(
    "MM-MELEE-04",
    "MM-MELEE-05",
    "MM-MELEE-06",
    "MM-MELEE-07",
    "MM-MELEE-08",
    "MM-MELEE-09",
    "MM-MELEE-10",
)
def _pluses(side: MeleeSide, enemy: MeleeSide) -> list[Cause]:
    """The plus dice of melee, one for each cause."""
    found: list[tuple[object, Cause]] = [
        (side.charging, ("charging", "MM-MELEE-04")),
        (side.morale == "impetuous", ("impetuous", "MM-MELEE-05")),
        (side.mounted and not enemy.mounted, ("mounted against foot", "MM-MELEE-06")),
        (enemy.unformed, ("enemy unformed", "MM-MELEE-07")),
        (enemy.gunnes or not enemy.shield, ("enemy without shields", "MM-MELEE-08")),
        (side.strikes != "front", ("strikes flank or rear", "MM-MELEE-10")),
    ]
    return [cause for holds, cause in found if holds]


@clause("MM-MELEE-11", "MM-MELEE-12", "MM-MELEE-13")
def _minuses(side: MeleeSide, enemy: MeleeSide) -> list[Cause]:
    """The minus dice of melee, one for each cause."""
    found = common_minuses(side, enemy)
    if side.under_artillery:
        found.append(("under artillery fire", "MM-GUN-18"))
    if side.attacked_flank or enemy.strikes != "front":
        found.append(("attacked in flank or rear", "MM-MELEE-11"))
    return found


def factor_of(side: MeleeSide, enemy: MeleeSide, purpose: str = "melee") -> Factor:
    """The random factor of one side."""
    plus, minus = dice_for(side.experience, len(_pluses(side, enemy)), len(_minuses(side, enemy)))
    cap = cap_of(side.melee_weapon, side.order, gunnes=side.gunnes)
    return Factor(purpose, plus, minus, side.die, cap, side.leadership)


@clause("MM-MELEE-03", "MM-IMPACT-17")
def score_of(side: MeleeSide, factor: int) -> Tally:
    """Base by order, random factor, less the terrain it fights over."""
    return (
        Tally(COMBAT_BASE[side.order], f"{side.order} order", "MM-MELEE-03")
        .when(factor, factor, "random factor", "MM-MELEE-03")
        .when(side.terrain, -side.terrain, "terrain", "MM-IMPACT-17")
    )


@clause("MM-MELEE-21", "MM-MELEE-22")
def engaged_of(elements: int, experience: str, enemy_elements: int) -> int:
    """At most its Experience Bonus times the enemy's elements."""
    return min(elements, BONUS[experience] * enemy_elements)


@clause("MM-MELEE-17", "MM-MELEE-18", "MM-MELEE-19", "MM-MELEE-20", "MM-MELEE-25", "MM-MELEE-27")
def settle(
    a: MeleeSide, b: MeleeSide, factor_a: int, factor_b: int, *, b_first: bool = False
) -> Blows:
    """The higher score wins; equal scores: both have lost."""
    found = Blows(
        score_of(a, factor_a).total,
        score_of(b, factor_b).total,
        engaged_of(a.elements, a.experience, b.elements),
        engaged_of(b.elements, b.experience, a.elements),
    )
    by = found.score_a - found.score_b
    found.winner = "a" if by > 0 else "b" if by < 0 else "draw"
    lost = {"a": ("b",), "b": ("a",), "draw": ("b", "a") if b_first else ("a", "b")}[found.winner]
    found.lost_a = _losses(found, found.score_a, "a" in lost, a)
    found.lost_b = _losses(found, found.score_b, "b" in lost, b)
    found.left_a, found.left_b = a.elements - found.lost_a, b.elements - found.lost_b
    if by > 0:
        found.hits_b, found.hits_a = by, max(0, by - BONUS[a.experience])
    elif by < 0:
        found.hits_a, found.hits_b = -by, max(0, -by - BONUS[b.experience])
    left = {"a": found.left_a, "b": found.left_b}
    found.tests = tuple([who for who in lost if left[who]])
    return found


@clause("MM-MELEE-23", "MM-MELEE-24", "MM-MELEE-26", "MM-MELEE-30")
def _losses(found: Blows, score: int, lost: bool, side: MeleeSide) -> int:
    """Own elements by the own score: lowest engaged rounded down, a loser highest rounded up."""
    low, high = sorted((found.engaged_a, found.engaged_b))
    score = max(score, 1)
    if lost and side.gunnes:
        return side.elements
    return least_of(side.elements, -(-high // score) if lost else low // score)


# -- alone


def melee_odds(given: MeleeSituation) -> Sequence[tuple[Ruled, int]]:
    """Every way a melee can come out."""
    a, b = factor_of(given.a, given.b), factor_of(given.b, given.a)
    return pairs(
        (a, given.a.lead_use),
        (b, given.b.lead_use),
        lambda mine, theirs: Ruled(_written(settle(given.a, given.b, mine, theirs), a, b, [])),
    )


@procedure("melee", MeleeSituation, "Two units in contact fight.", melee_odds)
@clause("MM-MELEE-03")
def melee(table: Table[Any], given: MeleeSituation) -> Ruled:
    """Both roll, both may put Leadership in, the scores decide."""
    return Ruled(_written(*_fought(table, given.a, given.b)))


def _fought(
    table: Table[Any], a: MeleeSide, b: MeleeSide, *, b_first: bool = False
) -> tuple[Blows, Factor, Factor, list[str]]:
    mine, theirs = factor_of(a, b, "melee of a"), factor_of(b, a, "melee of b")
    rolled_a, rolled_b = table.roll(mine.draw), table.roll(theirs.draw)
    read_a = read_as(rolled_a, a.leadership, a.lead_use)
    read_b = read_as(rolled_b, b.leadership, b.lead_use)
    steps = [
        f"{who}: {score_of(side, read.value)}, raw {read.raw}, Leadership {read.use}; "
        f"plus dice: {names(_pluses(side, enemy))}; minus dice: {names(_minuses(side, enemy))}"
        for who, side, enemy, read in (("a", a, b, read_a), ("b", b, a, read_b))
    ]
    return settle(a, b, read_a.value, read_b.value, b_first=b_first), mine, theirs, steps


def _written(found: Blows, a: Factor, b: Factor, steps: list[str]) -> dict[str, Any]:
    return {
        "winner": found.winner,
        "score_a": found.score_a,
        "score_b": found.score_b,
        "difference": found.difference,
        "dice_a": [a.plus, a.minus],
        "dice_b": [b.plus, b.minus],
        "engaged_a": found.engaged_a,
        "engaged_b": found.engaged_b,
        "hits_a": found.hits_a,
        "hits_b": found.hits_b,
        "lost_a": found.lost_a,
        "lost_b": found.lost_b,
        "left_a": found.left_a,
        "left_b": found.left_b,
        "tests": list(found.tests),
        "steps": steps,
    }


# -- with its tests


class RoundSide(MeleeSide, frozen=True, kw_only=True):
    """A side that may have to test."""

    hits: Count = 0
    b_first: bool = False


class RoundSituation(Situation, frozen=True, kw_only=True):
    """Two units in contact, and the hits they carry."""

    a: RoundSide
    b: RoundSide


def _test_draw(side: RoundSide, who: str) -> TestDice:
    return TestDice(
        f"control of {who}",
        sides_of(side.die),
        PASS[side.experience],
        side.leadership,
        "best" if side.lead_use in ("best", "plus", "minus") else "none",
        PASS_FIRST,
        True,
    )


@clause("MM-MELEE-28")
def _tested(side: RoundSide, hits: int, result: str) -> Outcome:
    """What a loser's test does, all its hits counted."""
    state = tests_as(side.experience, side.morale, hits)
    return judge("compulsory", result, state, state, hits)


def _round(
    given: RoundSituation, found: Blows, a: Factor, b: Factor, results: dict[str, str]
) -> Ruled:
    written = _written(found, a, b, [])
    for who, side, hits, standing in (
        ("a", given.a, given.a.hits + found.hits_a, found.left_a),
        ("b", given.b, given.b.hits + found.hits_b, found.left_b),
    ):
        result = results.get(who)
        morale = tests_as(side.experience, side.morale, hits)
        if result is not None:
            after = _tested(side, hits, result)
            left = standing - least_of(standing, after.for_hits)
            morale = after.morale
        else:
            left = standing
        written[f"total_hits_{who}"] = hits
        written[f"result_{who}"] = result
        written[f"morale_{who}"] = morale if left else "lost"
        written[f"left_{who}"] = left
    return Ruled(written)


def _testers(given: RoundSituation, found: Blows) -> list[str]:
    sides = {"a": given.a, "b": given.b}
    return [who for who in found.tests if sides[who].morale != "broken"]


def round_odds(given: RoundSituation) -> Sequence[tuple[Ruled, int]]:
    """Every way a melee and the tests after it can come out."""
    a, b = factor_of(given.a, given.b), factor_of(given.b, given.a)
    sides = {"a": given.a, "b": given.b}
    bands: dict[str, list[tuple[str, int]]] = {}
    for who, side in sides.items():
        draw = _test_draw(side, who)
        bands[who] = [(draw.read(faces).result, ways) for faces, ways in draw.outcomes()]
    found: list[tuple[Ruled, int]] = []
    for blows, weight in pairs(
        (a, given.a.lead_use),
        (b, given.b.lead_use),
        lambda mine, theirs: settle(given.a, given.b, mine, theirs, b_first=given.a.b_first),
    ):
        testers = _testers(given, blows)
        left = 1296 // 36 ** len(testers)
        for results in product(*(bands[who] for who in testers)):
            share = weight * left
            for _, ways in results:
                share *= ways
            named = dict(zip(testers, [result for result, _ in results], strict=True))
            found.append((_round(given, blows, a, b, named), share))
    return found


@procedure("melee_round", RoundSituation, "A melee and the losers' control tests.", round_odds)
@clause("MM-MELEE-17", "MM-MELEE-28")
def melee_round(table: Table[Any], given: RoundSituation) -> Ruled:
    """Fight, then every loser tests."""
    found, a, b, steps = _fought(table, given.a, given.b, b_first=given.a.b_first)
    sides = {"a": given.a, "b": given.b}
    results: dict[str, str] = {}
    for who in _testers(given, found):
        results[who] = table.roll(_test_draw(sides[who], who)).result
    ruled = _round(given, found, a, b, results)
    ruled.result["steps"] = steps
    return ruled


class MeleeCapSide(Situation, frozen=True, kw_only=True):
    """A weapon in an order."""

    order: Order
    melee_weapon: Melee = "sword"
    gunnes: bool = False


class MeleeCapSituation(Situation, frozen=True, kw_only=True):
    """One side."""

    side: MeleeCapSide


@procedure("melee_cap", MeleeCapSituation, "The cap of a melee weapon.")
def melee_cap(table: Table[Any], given: MeleeCapSituation) -> Ruled:
    """No weapon is better than the order it is used in."""
    del table
    side = given.side
    return value(cap_of(side.melee_weapon, side.order, gunnes=side.gunnes))


class EngagedSituation(Situation, frozen=True, kw_only=True):
    """Two units' elements."""

    elements: Some
    experience: Experience
    enemy_elements: Some


@procedure("engaged", EngagedSituation, "How many elements count as fighting.")
def engaged(table: Table[Any], given: EngagedSituation) -> Ruled:
    """At most its Experience Bonus times the enemy's."""
    del table
    return value(engaged_of(given.elements, given.experience, given.enemy_elements))
