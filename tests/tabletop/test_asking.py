"""Procedures that chapters offer where their rules stand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

from banneret.core.book import adjudicate
from banneret.core.book.clauses import Refusal
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Reason
from banneret.core.chance.dice import ScriptedDice
from banneret.core.chance.draws import D6
from banneret.core.play.seat import Blind
from banneret.core.play.table import Table
from banneret.core.questions.choices import Preview, Way
from banneret.tabletop.asking import (
    Facts,
    ask_way,
    chances,
    headed,
    outcomes_of,
    procedure,
    procedures_of,
)


class Nerve(Facts, frozen=True, kw_only=True):
    courage: int


@procedure("nerve", Nerve, "Whether he dares.")
def nerve(table: Table[Any], s: Nerve) -> Ruled:
    return Ruled({"result": table.roll(D6("nerve")) <= s.courage})


@procedure("twice", Nerve, "Whether he dares twice.")
def twice(table: Table[Any], s: Nerve) -> Ruled:
    return Ruled({"result": all(table.roll(D6("nerve")) <= s.courage for _ in range(2))})


@outcomes_of(twice)
def _twice(s: Nerve) -> Sequence[tuple[Ruled, int]]:
    dares = s.courage**2
    return [(Ruled({"result": True}), dares), (Ruled({"result": False}), 36 - dares)]


@chances("nerve_chances", Nerve, "How likely he dares.")
def nerve_chances(s: Nerve) -> dict[str, Fraction]:
    return {"dares": Fraction(s.courage, 6)}


def chapter() -> ModuleType:
    module = ModuleType("chapter")
    vars(module).update(nerve=nerve, twice=twice, nerve_chances=nerve_chances, other=headed)
    return module


def test_a_chapter_offers_what_is_marked_in_it() -> None:
    found = procedures_of([chapter()])
    assert [*found] == ["nerve", "twice", "nerve_chances"]
    assert found["nerve"].summary == "Whether he dares."


def test_odds_are_those_of_the_dice_or_those_listed() -> None:
    found = procedures_of([chapter()])
    one = adjudicate.chances(adjudicate.outcomes(found["nerve"], Nerve(courage=2)))
    both = adjudicate.chances(adjudicate.outcomes(found["twice"], Nerve(courage=2)))
    assert one["result"]["true"] == "1/3"
    assert both["result"]["true"] == "1/9"


def test_chances_are_written_as_fractions() -> None:
    found = procedures_of([chapter()])["nerve_chances"]
    table: Table[None] = adjudicate.bare_table(None)  # type: ignore[arg-type]
    assert found.rule(table, Nerve(courage=4)).result == {"dares": "2/3"}


def test_a_reckoning_says_whose_it_is() -> None:
    assert headed("Hal", [Reason("skill", 2, "XX-01")]) == (Reason("Hal: skill", 2, "XX-01"),)


def test_a_way_is_judged_once_and_comes_with_what_it_leads_to() -> None:
    asked: list[Way] = []

    def check(way: Way) -> float | Refusal:
        asked.append(way)
        far = abs(way.points[-1][0])
        return Refusal("too far", "XX-01") if far > 6.0 else far

    class Mover(Blind):
        def decide(self, _seat: object, choice: Any) -> Way:
            assert choice.lawful(Way("walk", ((9.0, 0.0),), 0.0)) is None
            assert choice.preview(Way("walk", ((4.0, 0.0),), 0.0)).legal
            first: Way = choice.first()
            return first

    table: Table[None] = Table(None, ScriptedDice(), {"a": Mover()})
    ways = [Way("walk", ((far, 0.0),), 0.0) for far in (9.0, 4.0)]
    way, far = ask_way(
        table,
        check,
        lambda found: Preview(legal=not isinstance(found, Refusal)),
        side="a",
        key="move.way",
        prompt="Move Hal",
        piece=1,
        gaits=("walk",),
        sketches=lambda: ways,
        draw=lambda sketch: sketch,
    )
    assert (way, far) == (ways[1], 4.0)
    assert len(asked) == len(set(asked)) == 2
