import pytest

from banneret.core.clauses import clause
from banneret.core.dice import RandomDice, ScriptedDice
from banneret.core.draws import D6
from banneret.core.table import Table


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
    raise ValueError(table.clause)


def test_a_rule_stamps_what_happens_inside_it() -> None:
    """Events carry the clause of the innermost rule, and the outer one's again afterwards."""
    table = Table(None, ScriptedDice(1, 2, 3), {})
    assert outer(table) == 4
    assert [told.clause for told in table.events] == ["TOY-01", "TOY-02", "TOY-01"]
    assert table.clause == ""


def test_a_rule_that_breaks_off_leaves_no_stamp() -> None:
    table = Table(None, RandomDice(1), {})
    with pytest.raises(ValueError, match="TOY-05"):
        fails(table)
    assert table.clause == ""


def test_marks_are_for_the_ledger() -> None:
    """Every marked function names its clauses; a pure one is not wrapped."""
    assert inner.__dict__["clauses"] == ("TOY-02", "TOY-03")
    assert pure.__dict__["clauses"] == ("TOY-04",)
    assert not hasattr(pure, "__wrapped__")
    assert pure(1) == 2
    assert inner.__doc__ == "A rule within a rule."
