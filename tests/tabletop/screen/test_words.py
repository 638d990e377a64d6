"""Words that every book says alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop.screen import words


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["Hal"], "Hal"), (["Hugh", "Hal"], "Hugh and Hal"), (list("abc"), "a, b and c")],
)
def test_names_in_a_row(names: list[str], said: str) -> None:
    assert words.listed(names) == said
    assert words.listed(iter(names)) == said


@given(st.lists(st.text("abcdef", min_size=1), min_size=1))
def test_every_name_is_said_once(names: list[str]) -> None:
    assert words.listed(names).replace(" and ", ", ").split(", ") == names


def test_numbers_and_what_agrees_with_them() -> None:
    assert [words.men(count) for count in (1, 4)] == ["one man", "4 men"]
    assert [words.counted(count, "blow") for count in (0, 1, 2)] == [
        "0 blows",
        "one blow",
        "2 blows",
    ]
    assert words.counted(3, "horse and man", "horses and men") == "3 horses and men"
    assert [words.agree(count, "rides", "ride") for count in (1, 2)] == ["rides", "ride"]


def test_owners_articles_and_keys() -> None:
    assert [words.whose(name) for name in ("James", "Hal")] == ["James'", "Hal's"]
    assert [words.within(name) for name in ("The Weald", "Hal")] == ["the Weald", "Hal"]
    assert words.plain("light_wood") == "light wood"
    assert words.capital("he rides") == "He rides"


@pytest.mark.parametrize(("value", "said"), [(6.04, "6″"), (2.5, "2.5″"), (0.26, "0.3″")])
def test_inches_are_no_longer_than_they_need_to_be(value: float, said: str) -> None:
    assert words.inches(value) == said
