"""Ferocity, rage, calming down and the stupor after it."""

from __future__ import annotations

from typing import Any, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.play.table import Table

from ..basics.procedures import Inches, Score, percent, plain, procedure
from ..basics.tables import Tables


@procedure("Whether FEROCITY drives a figure berserk.", gives="berserk")
@clause("DE-BERS-02")
def ferocity(table: Table[Any], tables: Tables, *, nordic_berserk: bool = False) -> bool:
    """One in four; three in four for nordic berserks."""
    return percent(table, "berserk", ferocity_chance(tables, nordic_berserk))


def ferocity_chance(tables: Tables, nordic_berserk: bool) -> int:
    """The chance to go berserk."""
    seed = tables.seed.percent
    return seed.ferocity_berserk_nordic if nordic_berserk else seed.ferocity_berserk


class Halted(NamedTuple):
    """What comes of trying to halt a berserker."""

    attack_friend: bool
    chance: int
    calm_chance: int
    calmed: bool


@procedure("A friend, or his Lady, tries to halt a berserker.")
@clause("DE-BERS-11", "DE-BERS-12")
def berserk_friend(
    table: Table[Any], tables: Tables, *, iq: Score, wisdom: Score, beloved: bool = False
) -> Halted:
    """He may turn on the friend; if not, he may calm down at once."""
    seed = tables.seed.percent
    less = seed.berserk_turns_on_lady_reduction if beloved else 0
    chance = plain(seed.berserk_turns_on_friend_base - iq - wisdom - less)
    calmer = calm_chance(tables, iq, wisdom)
    if percent(table, "turns on friend", chance):
        return Halted(True, chance, calmer, False)
    return Halted(False, chance, calmer, percent(table, "calm", calmer))


class Calmed(NamedTuple):
    """Whether rage has left him."""

    calmed: bool
    chance: int


@procedure("Whether a berserker without enemies calms down.")
@clause("DE-BERS-14")
def calm(table: Table[Any], tables: Tables, *, iq: Score, wisdom: Score) -> Calmed:
    """Twenty, IQ and Wisdom."""
    chance = calm_chance(tables, iq, wisdom)
    return Calmed(percent(table, "calm", chance), chance)


def calm_chance(tables: Tables, iq: int, wisdom: int) -> int:
    """The chance to calm down (DE-BERS-14)."""
    return plain(tables.seed.percent.berserk_calm_base + iq + wisdom)


class Stupor(NamedTuple):
    """What is left of a berserker who collapsed."""

    stupor: bool
    blows: int
    move: float


@procedure("Whether a calmed berserker collapses, and what is left of him.")
@clause("DE-BERS-15", "DE-BERS-16")
def stupor(tables: Tables, *, body: int, body_max: int, blows: Score, move: Inches) -> Stupor:
    """Below half his body a quarter is left of what he can do."""
    seed = tables.seed.percent
    if 100 * body >= seed.berserk_collapse_below_body * body_max:
        return Stupor(False, blows, move)
    share = seed.berserk_stupor_capability
    return Stupor(True, max(1, blows * share // 100), move * share / 100)


@clause("DE-BERS-16")
def quartered(tables: Tables, value: int) -> int:
    """A bonus in stupor."""
    return int(value * tables.seed.percent.berserk_stupor_capability / 100)
