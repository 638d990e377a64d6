"""From Macbeth to Medici by clicking: blocks and officers on the table, a turn in few actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.playing import Person, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.running import Server

pytestmark = pytest.mark.slow
MOST_ACTIONS = 25  # of a turn with eight units in three brigades, two actions for each drill
ALL = ("Who moves", "Who aligns")


def turn_of(one: Person) -> int:
    found = re.search(r"turn (\d+)", one.moment)
    return int(found[1]) if found else 0


def test_a_turn_in_few_actions(first_book: Server, person: Callable[..., Person]) -> None:
    """Hastings: officers ride and align their battles, which then move as one body each."""
    made = first_book.battle("macbeth_to_medici", "hastings_1066", {"a": "person", "b": "chance"})
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    page = one.page
    assert one.until_asked()
    assert page.locator(".token .element").count() > 40
    assert "8 of 8" in page.locator("aside").first.inner_text()
    while (asked := one.until_asked()) and turn_of(one) == 1:
        if asked.startswith(ALL):
            one.attempt_if("[data-all]")
        elif page.locator("[data-idea]").count():
            if not page.locator("[data-leg]").count():
                one.shot("macbeth-drill")
            one.attempt("[data-idea]")
        title = page.evaluate("document.title")
        one.answer()
        one._settle(asked, title)
    assert one.actions <= MOST_ACTIONS, one.actions
    one.shot("macbeth-turn")
