"""Knights & Knaves by clicking: chits for all at once, declared in one go, few actions a turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.playing import Person, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.running import Server

pytestmark = pytest.mark.slow

BOOK = "knights_and_knaves"
TURNS = 3
MOST_ACTIONS = 40  # of a person in a turn
MANNERS = (
    "All: strike",
    "Each at his best odds",
    "Each at the nearest",
    "Each the first offered",
)
CHITS = ("move_full_melee", "move_full", "move_half")


def turn_of(one: Person) -> int:
    found = re.search(r"turn (\d+)", one.moment)
    return int(found[1]) if found else 0


def all_at_once(one: Person) -> bool:
    """Answer a batch by its shortcuts; whether nothing of it is left open."""
    shortcuts = [f'[data-manner="{manner}"]' for manner in MANNERS]
    shortcuts += ["[data-before]", "[data-drawn]", *(f"[data-alike={chit}]" for chit in CHITS)]
    for shortcut in shortcuts:
        left = one.page.locator(".chip.todo").count()
        if left and one.page.locator(shortcut).count():
            one.click(shortcut)
            if not one.page.locator(".chip.todo").count():
                return True
    return False


def answer(one: Person) -> None:
    """As a player in a hurry does: everybody at once where that is offered."""
    page = one.page
    if page.locator("[data-primary]").first.inner_text().startswith("Commit all"):
        one.give()
        return
    usual = page.locator("[data-primary]:not([disabled])", has_text=re.compile("as before"))
    if usual.count():  # the same weapons as ever
        one.give()
        return
    if all_at_once(one):
        return
    if not page.locator("[data-chip]").count() and page.locator("[data-primary]:enabled").count():
        one.give()  # what is usual is proposed
        return
    if page.locator('[data-option="-1"][aria-disabled=false]').count():
        one.choose("-1")
        if not page.locator(".chip").count():
            one.give()
        return
    if page.locator(".chip.todo").count() and (keys := one.options()):
        one.choose(keys[0])
        return
    one.answer()


def test_some_turns_by_clicking(first_book: Server, person: Callable[..., Person]) -> None:
    """A person plays against the captain; pictures are kept, and the actions of a turn counted."""
    made = first_book.battle(BOOK, "market_road", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    one.until_asked()
    one.shot("knights-deploy")
    spent: dict[int, int] = {}
    kinds: set[str] = set()
    chits = 0
    for _ in range(250):
        asked = one.until_asked()
        turn = turn_of(one)
        if not asked or turn > TURNS:
            break
        kind = asked.rsplit(":", 1)[-1].strip()
        if kind not in kinds:
            kinds.add(kind)
            one.shot(f"knights-{len(kinds):02d}")
        chits = max(chits, one.page.locator("[data-chit]").count())
        before = one.actions
        answer(one)
        spent[turn] = spent.get(turn, 0) + one.actions - before
        one.page.wait_for_timeout(60)
    assert turn_of(one) > TURNS or one.over
    fought = [count for turn, count in spent.items() if turn]
    print("actions a turn", spent)  # noqa: T201  # written down in docs/browser.md
    assert fought
    assert max(fought) <= MOST_ACTIONS
    assert chits > 12, "both sides' chits lie on the table"
    one.page.get_by_role("tab", name="Papers").click()
    one.page.wait_for_selector("[data-sheets] table")
    assert "Standing orders" in one.page.inner_text("[data-sheets]")
    one.shot("knights-papers")
    assert not one.faults()
