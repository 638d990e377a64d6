"""Rally tests, reorganising and recovering as numbers (MM-RALLY, MM-UNIT-17)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.play.table import Table
from banneret.tabletop.asking import procedure

from ..basics.state import BROKEN, ERRATIC, IMPETUOUS, STEADY
from ..basics.tables import BONUS, PASS, RALLY_RESULT, RALLY_TESTS, Die, Experience, Morale
from ..command.control import PASS_FIRST, Prefer, tests_as
from ..command.dice import Led, Situation, TestDice, least_of, sides_of, value

Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]


class Rallied(msgspec.Struct, frozen=True, gc=False):
    """A unit after a rally test."""

    hits: int
    elements: int
    morale: str


@clause("MM-RALLY-07", "MM-RALLY-09", "MM-RALLY-10", "MM-RALLY-12", "MM-RALLY-16")
def rallied(result: str, hits: int, elements: int, morale: str, *, gentle: bool) -> Rallied:
    """A hit goes, or an element, or both; an Erratic unit that fails loses its head as well."""
    row = RALLY_RESULT[result]
    hits = max(0, hits + row["hits"])
    elements -= least_of(elements, -row["elements"])
    if result != "pass" and morale == ERRATIC and not gentle and elements:
        morale = IMPETUOUS if result == "up" else BROKEN
        elements -= least_of(elements, hits)
    return Rallied(hits, elements, morale if elements else "lost")


class RallyTest(Led, frozen=True, kw_only=True):
    """A unit that tries to shed a hit."""

    experience: Experience
    hits: Count
    elements: Some
    die: Die = "d6"
    morale: Morale = "steady"
    prefer: Prefer = PASS_FIRST
    gentle_rally: bool = False


@procedure("rally_test", RallyTest, "One voluntary control test to shed a hit.")
@clause("MM-RALLY-02", "MM-RALLY-07")
def rally_test(table: Table[Any], given: RallyTest) -> Ruled:
    """Two dice in the band."""
    draw = TestDice(
        "rally",
        sides_of(given.die),
        PASS[given.experience],
        given.leadership,
        given.lead_use,
        given.prefer,
    )
    tested = table.roll(draw)
    morale = tests_as(given.experience, given.morale, given.hits)
    after = rallied(tested.result, given.hits, given.elements, morale, gentle=given.gentle_rally)
    return Ruled(
        {
            "total": tested.total,
            "result": tested.result,
            "use": tested.use,
            "hits": after.hits,
            "elements": after.elements,
            "morale": after.morale,
            "steps": [f"{tested.total} is {tested.result}"],
        }
    )


class RallySession(Situation, frozen=True, kw_only=True):
    """A unit that tries again and again."""

    experience: Experience
    hits: Count
    elements: Some
    allowance: Annotated[int, Meta(ge=0, le=4)]
    die: Die = "d6"
    morale: Morale = "steady"
    leadership: int | None = None
    stop_at: Count = 0
    prefer: Prefer = PASS_FIRST
    gentle_rally: bool = False


@procedure("rally_session", RallySession, "Voluntary tests one after another.")
@clause("MM-RALLY-08", "MM-RALLY-10")
def rally_session(table: Table[Any], given: RallySession) -> Ruled:
    """Until it has as few hits as it wants, no tests left, or another state."""
    state = tests_as(given.experience, given.morale, given.hits)
    now = Rallied(given.hits, given.elements, state)
    draw = TestDice(
        "rally",
        sides_of(given.die),
        PASS[given.experience],
        given.leadership,
        "best",
        given.prefer,
        True,
    )
    results: list[str] = []
    while (
        len(results) < given.allowance
        and now.hits > given.stop_at
        and now.hits
        and now.morale == state
    ):
        results.append(table.roll(draw).result)
        now = rallied(results[-1], now.hits, now.elements, now.morale, gentle=given.gentle_rally)
    return Ruled(
        {
            "hits": now.hits,
            "elements": now.elements,
            "morale": now.morale,
            "tests": len(results),
            "results": results,
            "steps": results,
        }
    )


# -- how often


class AllowanceSituation(Situation, frozen=True, kw_only=True):
    """What a unit did this turn."""

    movement: Literal["standing", "march", "normal", "faster"]
    compulsory: Count = 0
    in_contact: bool = False
    unformed: bool = False
    led: bool = False
    reforming: bool = False


@clause("MM-RALLY-03", "MM-RALLY-04", "MM-RALLY-05", "MM-RALLY-06")
def allowance(given: AllowanceSituation) -> int:
    """By movement, less the compulsory ones; none in contact, reforming, or unled unformed."""
    barred = given.in_contact or given.reforming or (given.unformed and not given.led)
    return 0 if barred else max(0, RALLY_TESTS[given.movement] - given.compulsory)


@procedure("rally_allowance", AllowanceSituation, "How many voluntary tests a unit has.")
def rally_allowance(table: Table[Any], given: AllowanceSituation) -> Ruled:
    """4, 3, 2 or none, less what it was made to take."""
    del table
    return value(allowance(given))


# -- reorganising


class ReorganiseSituation(Situation, frozen=True, kw_only=True):
    """Elements given up for hits."""

    experience: Experience
    hits: Count
    elements: Some
    traded: Count


@clause("MM-RALLY-13", "MM-RALLY-14")
def reorganised(experience: str, hits: int, elements: int, traded: int) -> tuple[int, int]:
    """Each element given up removes its Experience Bonus in hits."""
    return max(0, hits - traded * BONUS[experience]), elements - traded


@clause("MM-RALLY-14")
def most_traded(experience: str, hits: int, elements: int) -> int:
    """As long as hits remain, and one element stays."""
    return min(elements - 1, -(-hits // BONUS[experience]))


@procedure("reorganise", ReorganiseSituation, "Elements given up for hits.")
def reorganise(table: Table[Any], given: ReorganiseSituation) -> Ruled:
    """Hits and elements afterwards; at least one element stays."""
    del table
    traded = min(given.traded, given.elements - 1)
    hits, elements = reorganised(given.experience, given.hits, given.elements, traded)
    return Ruled({"hits": hits, "elements": elements, "steps": []})


# -- recovering


class RecoverSituation(Situation, frozen=True, kw_only=True):
    """A unit at the end of step 12."""

    morale: Morale
    hits: Count
    experience: Experience
    in_contact: bool = False
    entered_this_turn: bool = False
    active: bool = False
    enemy_near: bool = False
    starts_erratic: bool = False


@clause("MM-UNIT-17", "MM-RALLY-11")
def recovered(given: RecoverSituation) -> str:
    """The state a unit comes back to, once a turn."""
    if given.morale == STEADY or given.hits > BONUS[given.experience]:
        return given.morale
    best = ERRATIC if given.starts_erratic else STEADY
    if given.morale == ERRATIC:
        return best
    if given.in_contact or given.entered_this_turn or given.active:
        return given.morale
    return ERRATIC if given.enemy_near else best


@procedure("recover_state", RecoverSituation, "What state a unit recovers.")
def recover_state(table: Table[Any], given: RecoverSituation) -> Ruled:
    """Only with hits within its limit."""
    del table
    return value(recovered(given))
