"""Two people at one screen: the table is handed over, and covered meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow
COVER = "[data-hand-over]"


def sit_together(one: Person, path: str, side: str) -> None:
    """Set a battle up in which somebody beside him plays the other side."""
    one.goto(path)
    seat = one.page.get_by_role("group", name=f"Who plays side {side}")
    seat.get_by_text("Beside you").click()
    one.click("[data-begin]")  # nobody is sent a link: to the table at once


def test_secrets_stay_covered_at_one_screen(server: Server, person: Callable[..., Person]) -> None:
    """Cards of one are not in the page of the other, nor in the cover between them."""
    both = person(server)
    sit_together(both, "/new/staged_reveal/toy", "blue")
    both.until_asked()
    both.choose("charge")
    both.choose("left")
    both.give()
    both.page.wait_for_selector(COVER)
    both.shot("hand-over")
    assert not both.faults()
    assert "charge" not in both.page.content().lower()
    both.press("Enter")  # the button has the focus
    both.until_asked()
    assert "charge" not in both.page.inner_text("aside").lower()
    both.choose("stand")
    both.choose("right")
    both.give()
    both.click("[data-take]")
    asked = both.until_asked()
    assert "Inches" in asked
    both.choose("3")
    both.give()
    both.until_asked(besides=asked)
    both.press("u")  # what was revealed needs the other's consent
    both.click("[data-take]")
    both.click("[data-allow]")
    both.click("[data-take]")
    both.page.wait_for_selector("#prompt:has-text('Inches')")


def test_the_table_is_passed_to_and_fro(first_book: Server, person: Callable[..., Person]) -> None:
    """One may look first; without a cover the table passes by itself; the screen keeps both."""
    both = person(first_book)
    sit_together(both, "/new/one_page_skirmish/crossroads", "b")
    sides: set[str] = set()

    def answer_once() -> None:
        both.page.wait_for_selector(f"{COVER}, [data-primary]:not([disabled])")
        sides.add(both.page.url)
        both.answer()

    while not both.page.locator(COVER).count():
        answer_once()
    assert both.page.locator(".stage").count() == 0
    both.click("[data-look-first]")
    both.page.wait_for_selector(".stage")
    both.click("[data-pass]")
    both.until_asked()
    both.page.evaluate(
        "localStorage.setItem('banneret.settings', JSON.stringify({speed: 'skip', curtain: false}))"
    )
    both.page.reload()
    sides.clear()
    for _ in range(16):
        answer_once()
        both.page.wait_for_timeout(100)
        if len(sides) == 2:
            break
    assert len(sides) == 2, "both sides were asked at this screen"
    assert both.page.locator(COVER).count() == 0
