import pytest

from banneret.core.book.clauses import clause, clause_under_way, no_clause
from banneret.core.chance.dice import RandomDice, ScriptedDice
from banneret.core.chance.draws import D6
from banneret.core.play.table import Table


@clause("TOY-02", "TOY-03")
def inner(table: Table[None], bonus: int) -> int:
    """A rule within a rule."""
    return table.roll(D6("luck")) + bonus


@clause("TOY-01")
def outer(table: Table[None]) -> int:
    first = table.roll(D6("before"))
    second = inner(table, bonus=1)
    table.roll(D6("after"))
    return first + second


@clause("TOY-04")
def pure(value: int) -> int:
    return value + 1


@clause("TOY-05")
def fails(table: Table[None]) -> None:
    raise ValueError(table.state, clause_under_way())


def test_a_rule_stamps_what_happens_inside_it() -> None:
    """Events carry the clause of the innermost rule, and the outer one's again afterwards."""
    table = Table(None, ScriptedDice(1, 2, 3), {})
    assert outer(table) == 4
    assert [told.clause for told in table.events] == ["TOY-01", "TOY-02", "TOY-01"]
    assert clause_under_way() == ""


def test_a_rule_that_breaks_off_leaves_no_stamp() -> None:
    table = Table(None, RandomDice(1), {})
    with pytest.raises(ValueError, match="TOY-05"):
        fails(table)
    assert clause_under_way() == ""


@clause("TOY-06")
def imagines(table: Table[None]) -> list[str]:
    """A rule that asks a player, who plays a battle of his own in between."""
    table.roll(D6("before"))
    other = Table(None, ScriptedDice(4, 5), {})

    @no_clause
    def play() -> None:
        other.roll(D6("between rules"))
        inner(other, 1)

    play()
    return [told.clause for told in other.events]


def test_a_battle_within_a_rule_has_stamps_of_its_own() -> None:
    table = Table(None, ScriptedDice(1), {})
    assert imagines(table) == ["", "TOY-02"]
    assert [told.clause for told in table.events] == ["TOY-06"]


def test_marks_are_for_the_ledger() -> None:
    """Every marked function names its clauses, and is still the function it was."""
    assert inner.__dict__["clauses"] == ("TOY-02", "TOY-03")
    assert pure.__dict__["clauses"] == ("TOY-04",)
    assert pure(1) == 2
    assert inner.__code__.co_name == "inner"
    assert inner.__doc__ == "A rule within a rule."
