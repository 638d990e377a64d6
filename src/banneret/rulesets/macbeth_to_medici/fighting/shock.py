"""Impact: scores, and what the difference does to horse and foot (MM-IMPACT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.tables import BONUS, COMBAT_BASE, IMPACT_CAP, Impact, Order
from ..command.dice import Situation, value
from .factor import Cause, Factor, Read, dice_for, pairs, read_as
from .sides import ImpactSide, common_minuses, names

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_MELEE, COMPULSORY, OPTIONAL, CHOICE = "none", "compulsory", "optional", "choice"
GO_ON_OR_TURN = "go on or turn"


class ImpactSituation(Situation, frozen=True, kw_only=True):
    """`a` moved into contact with `b`."""

    a: ImpactSide
    b: ImpactSide


class Shock(msgspec.Struct, gc=False):
    """What an impact comes to; `a` moved into contact."""

    score_a: int
    score_b: int
    winner: str = "draw"
    hits_a: int = 0
    hits_b: int = 0
    unformed_a: bool = False
    unformed_b: bool = False
    recoil: int | None = None
    penetrated: int | None = None
    through: bool = False
    destroyed: str | None = None
    test: str | None = None
    follow_up: str | None = None
    melee: str = NO_MELEE

    @property
    def difference(self) -> int:
        """By how much the winner won."""
        return abs(self.score_a - self.score_b)

    def hit(self, who: str, hits: int) -> None:
        """Add hits to a side."""
        if who == "a":
            self.hits_a += hits
        else:
            self.hits_b += hits

    def unform(self, who: str) -> None:
        """Put a side out of order."""
        if who == "a":
            self.unformed_a = True
        else:
            self.unformed_b = True


@clause("MM-IMPACT-14", "MM-IMPACT-15")
def cap_of(weapon: str, *, mounted: bool, charging: bool) -> int:
    """5 for a heavy lance, 3 for a light one, if mounted and charging; else 1."""
    return IMPACT_CAP[weapon if mounted and charging else "other"]


@clause("MM-IMPACT-07", "MM-IMPACT-13")
def _pluses(side: ImpactSide, enemy: ImpactSide) -> list[Cause]:
    """Steady pike in front of horse, and again if the horse is Impetuous."""
    if not (side.pike and side.contacted == "front" and side.morale == "steady" and enemy.mounted):
        return []
    found = [("steady pike facing mounted", "MM-IMPACT-07")]
    if enemy.morale == "impetuous":
        found.append(("the mounted are impetuous", "MM-IMPACT-07"))
    return found


@clause("MM-IMPACT-09", "MM-IMPACT-13")
def _minuses(side: ImpactSide, enemy: ImpactSide) -> list[Cause]:
    found = common_minuses(side, enemy)
    facing = enemy.pike and enemy.contacted == "front"
    if facing and side.charging and side.morale != "impetuous":
        found.append(("charges pike", "MM-IMPACT-09"))
    return found


def factor_of(side: ImpactSide, enemy: ImpactSide, purpose: str = "impact") -> Factor:
    """The random factor of one side."""
    plus, minus = dice_for(side.experience, len(_pluses(side, enemy)), len(_minuses(side, enemy)))
    cap = cap_of(side.impact_weapon, mounted=side.mounted, charging=side.charging)
    return Factor(purpose, plus, minus, side.die, cap, side.leadership)


@clause("MM-IMPACT-05", "MM-IMPACT-06", "MM-IMPACT-16", "MM-IMPACT-17", "MM-MOVE-15")
def score_of(side: ImpactSide, factor: int) -> Tally:
    """Base by order, random factor, less the terrain it fights over."""
    return (
        Tally(COMBAT_BASE[side.order], f"{side.order} order", "MM-IMPACT-05")
        .when(factor, factor, "random factor", "MM-IMPACT-06")
        .when(side.terrain, -side.terrain, "terrain", "MM-IMPACT-17")
    )


# -- what the scores do


@clause("MM-IMPACT-18", "MM-IMPACT-19", "MM-IMPACT-20", "MM-IMPACT-32")
def settle(a: ImpactSide, b: ImpactSide, factor_a: int, factor_b: int) -> Shock:
    """The higher score wins; equal scores hurt both."""
    found = Shock(score_of(a, factor_a).total, score_of(b, factor_b).total)
    if found.score_a == found.score_b:
        found.hits_a, found.hits_b = BONUS[b.experience], BONUS[a.experience]
        found.melee = COMPULSORY
        return found
    won, lost = ("a", "b") if found.score_a > found.score_b else ("b", "a")
    winner, loser = (a, b) if won == "a" else (b, a)
    found.winner = won
    found.hit(lost, 1)
    if loser.gunnes:
        return _gun_lost(found, lost)
    found.test = lost
    if winner.mounted and not loser.mounted:
        _ride_in(found, won, lost, winner, loser)
    else:
        _push_back(found, won, lost, winner, loser)
    return found


@clause("MM-IMPACT-30")
def _gun_lost(found: Shock, lost: str) -> Shock:
    """Gunnes that lose are destroyed: no test."""
    found.destroyed = lost
    return found


@clause("MM-IMPACT-21", "MM-IMPACT-22", "MM-IMPACT-23", "MM-IMPACT-36")
def _ride_in(found: Shock, won: str, lost: str, winner: ImpactSide, loser: ImpactSide) -> None:
    """Cavalry beat foot: ranks penetrated, a hit for each, unformed; through if all."""
    del won
    found.penetrated = min(found.difference, loser.ranks)
    found.hit(lost, found.penetrated)
    found.unform(lost)
    found.through = found.difference >= loser.ranks
    if not found.through:
        found.melee = COMPULSORY
    else:
        found.melee = GO_ON_OR_TURN if winner.morale == "impetuous" else CHOICE


def _push_back(found: Shock, won: str, lost: str, winner: ImpactSide, loser: ImpactSide) -> None:
    """Everybody else recoils; hits for the terrain on the way, to the follower too."""
    if loser.mounted and not winner.mounted:
        _horse_recoils(found, won, lost, winner)
    else:
        _line_recoils(found, won, lost, winner, loser)
    _over_ground(found, won, lost, winner, loser)


@clause("MM-IMPACT-25", "MM-IMPACT-26")
def _horse_recoils(found: Shock, won: str, lost: str, winner: ImpactSide) -> None:
    """Foot beat cavalry: it recoils twice the difference; only Impetuous foot follow."""
    found.recoil = 2 * found.difference
    found.unform(lost)
    if winner.morale == "impetuous":
        found.follow_up = won


@clause("MM-IMPACT-27", "MM-IMPACT-28", "MM-IMPACT-29")
def _line_recoils(found: Shock, won: str, lost: str, winner: ImpactSide, loser: ImpactSide) -> None:
    """Foot beat foot, or cavalry cavalry: recoil, hits beyond its ranks, perhaps unformed."""
    found.recoil = found.difference * (2 if loser.mounted else 1)
    found.hit(lost, max(0, found.difference - loser.ranks))
    if found.difference > BONUS[loser.experience]:
        found.unform(lost)
    if winner.charging:
        found.follow_up = won
        found.melee = OPTIONAL


@clause("MM-IMPACT-31")
def _over_ground(found: Shock, won: str, lost: str, winner: ImpactSide, loser: ImpactSide) -> None:
    """Hits for the classes crossed in recoiling and following up."""
    found.hit(lost, loser.recoil_terrain)
    if found.follow_up:
        found.hit(won, winner.follow_terrain)


# -- alone


def impact_odds(given: ImpactSituation) -> Sequence[tuple[Ruled, int]]:
    """Every way an impact can come out."""
    a, b = factor_of(given.a, given.b), factor_of(given.b, given.a)
    return pairs(
        (a, given.a.lead_use),
        (b, given.b.lead_use),
        lambda mine, theirs: _ruled(settle(given.a, given.b, mine, theirs), a, b, []),
    )


@procedure("impact", ImpactSituation, "Two units strike together.", impact_odds)
@clause("MM-IMPACT-06")
def impact(table: Table[Any], given: ImpactSituation) -> Ruled:
    """Both roll, both may put Leadership in, the scores decide."""
    a, b = factor_of(given.a, given.b, "impact of a"), factor_of(given.b, given.a, "impact of b")
    rolled_a, rolled_b = table.roll(a.draw), table.roll(b.draw)
    read_a = read_as(rolled_a, given.a.leadership, given.a.lead_use)
    read_b = read_as(rolled_b, given.b.leadership, given.b.lead_use)
    found = settle(given.a, given.b, read_a.value, read_b.value)
    steps = [_words("a", given.a, given.b, read_a), _words("b", given.b, given.a, read_b)]
    return _ruled(found, a, b, steps)


def _words(who: str, side: ImpactSide, enemy: ImpactSide, read: Read) -> str:
    return (
        f"{who}: {score_of(side, read.value)}, raw {read.raw}, Leadership {read.use}; "
        f"plus dice: {names(_pluses(side, enemy))}; minus dice: {names(_minuses(side, enemy))}"
    )


def _ruled(found: Shock, a: Factor, b: Factor, steps: list[str]) -> Ruled:
    return Ruled(
        {
            "winner": found.winner,
            "score_a": found.score_a,
            "score_b": found.score_b,
            "difference": found.difference,
            "dice_a": [a.plus, a.minus],
            "dice_b": [b.plus, b.minus],
            "hits_a": found.hits_a,
            "hits_b": found.hits_b,
            "unformed_a": found.unformed_a,
            "unformed_b": found.unformed_b,
            "recoil": found.recoil,
            "penetrated": found.penetrated,
            "through": found.through,
            "destroyed": found.destroyed,
            "test": found.test,
            "follow_up": found.follow_up,
            "melee": found.melee,
            "steps": steps,
        }
    )


class ImpactCapSide(Situation, frozen=True, kw_only=True):
    """A weapon and how it is used."""

    impact_weapon: Impact = "other"
    mounted: bool = False
    charging: bool = False
    order: Order = "loose"


class ImpactCapSituation(Situation, frozen=True, kw_only=True):
    """One side."""

    side: ImpactCapSide


@procedure("impact_cap", ImpactCapSituation, "The cap of an impact weapon.")
def impact_cap(table: Table[Any], given: ImpactCapSituation) -> Ruled:
    """5, 3 or 1."""
    del table
    side = given.side
    return value(cap_of(side.impact_weapon, mounted=side.mounted, charging=side.charging))
