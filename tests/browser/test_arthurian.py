"""Arthurian Combat by clicking: odds before a blow, and a quest gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.playing import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def test_odds_before_a_blow(first_book: Server, person: Callable[..., Person]) -> None:
    """Alone at the ford: who runs the other side is said once; a blow shows what it promises."""
    made = first_book.battle(
        "arthurian", "the_ford", {"a": "person", "b": "open"}, options={"solo": True}
    )
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    page = one.page
    assert one.until_asked()
    panel = page.locator("aside").first.inner_text()
    assert panel.count("run by the book") == 1
    blow = page.locator('[data-option^="attack:"][aria-disabled=false]')
    for _ in range(60):
        asked = one.until_asked()
        assert asked, "the duel ended before anybody could strike"
        if blow.count():
            break
        one.answer()
        page.wait_for_timeout(40)
    blow.first.hover()
    said = blow.first.inner_text()
    assert "percent light" in said
    assert "you are hit instead" in said
    one.shot("arthurian-blow")
    told = page.locator("ol.chron").inner_text()
    assert "Side A" not in told
    assert "Side B" not in told


def test_a_quest_is_gone_on_with(first_book: Server, person: Callable[..., Person]) -> None:
    """A name, a sheet, the first adventure; the browser closed, and Continue on the home screen."""
    one = person(first_book, width=1366, height=768)
    page = one.page
    one.goto("/")
    page.get_by_placeholder("A name").fill("Sir Emeric")
    page.get_by_role("button", name="A quest").click()
    page.get_by_text("The quest of Sir Emeric").wait_for()
    assert "Companions" in page.inner_text("body")
    one.shot("arthurian-quest")
    page.get_by_role("button", name="Go on").click()
    assert one.until_asked()
    page.close()
    one.page = page = one.context.new_page()
    one.goto("/")
    assert page.locator("aside li").count() == 1, "its battle is gone on with there, and only there"
    page.locator("[data-sagas] button").first.click()
    page.get_by_text("The quest of Sir Emeric").wait_for()
    page.get_by_role("button", name="Go on").click()
    assert one.until_asked()
