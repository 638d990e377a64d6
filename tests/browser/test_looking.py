"""What is shown on demand: overlays by key and by thumb, the card beside a figure, the odds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.playing import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def middle(one: Person, piece: int) -> tuple[float, float]:
    """Where a figure stands on the screen."""
    box = one.page.locator(f'.token[data-piece="{piece}"] .edge').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def words(one: Person) -> list[str]:
    """The words on the table."""
    return one.page.locator(".label text").all_text_contents()


def until_said(one: Person, wanted: str) -> None:
    """Wait for words on the table."""
    words = re.compile(wanted, re.IGNORECASE)  # labels begin with a capital
    one.page.locator(".label text", has_text=words).first.wait_for(state="attached")


def test_overlays_by_key(first_book: Server, person: Callable[..., Person]) -> None:
    """O, M, X, A and S draw what the book says of the figure; Esc puts it all away."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    one.play(until="Which unit acts")
    one.page.mouse.move(*middle(one, 5))
    one.press("o")
    until_said(one, r"command 6″")
    one.shot("command")
    one.press("o")
    one.press("m")
    until_said(one, r"at most")
    until_said(one, r"or more, \d+%")
    one.shot("reach")
    one.press("m")
    one.page.mouse.move(*middle(one, 1))
    one.press("x")
    until_said(one, "long range 24″")
    one.shot("targets")
    one.press("x")
    one.press("a")
    until_said(one, "front")
    one.press("a")
    one.page.mouse.click(*middle(one, 1))
    one.press("s")
    one.page.mouse.move(*middle(one, 17))
    until_said(one, "in sight|in the way|wood")
    one.press("p")
    card = one.page.locator(".profile")
    card.get_by_text("What affects him now").wait_for()
    card.get_by_text(re.compile("Morale test: d10")).wait_for()
    assert card.locator("[data-layer=sight]").get_attribute("aria-pressed") == "true"
    one.page.wait_for_timeout(200)
    one.shot("sight")
    assert not one.faults()
    card.locator(".cl").first.click()
    one.page.wait_for_selector("[data-find]")
    one.press("Escape")
    one.page.mouse.move(4, 4)
    one.page.wait_for_function("document.querySelectorAll('.stage .stop').length === 0")
    assert not any("front" in word or "in sight" in word for word in words(one))


def test_a_target_shows_its_line_its_odds_and_its_reckoning(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Before a shot: the line to him, the chances, and each modifier with its clause."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    for _ in range(120):
        asked = one.until_asked()
        assert asked, "the battle was over before anybody could shoot"
        if "shoot at" in asked:
            break
        keys = one.options()
        for want in ("longbow", "1", "figures", "fire"):
            if want in keys and not ("Who of" in asked and want == "1"):
                if not one.page.locator(f'[data-option="{want}"].on').count():  # else proposed
                    one.choose(want)
                one.give()
                break
        else:
            one.answer()
        one._settle(asked, "")
    one.choose(one.options()[0])
    one.page.mouse.move(4, 4)
    one.page.wait_for_selector(".badge")
    until_said(one, "″")
    panel = one.page.locator("[aria-label='The reckoning']")
    panel.get_by_text("OP-SHOOT-0").first.wait_for()
    one.page.wait_for_timeout(200)
    one.shot("shot")
    assert not one.faults()


def test_a_thumb_finds_the_same(first_book: Server, person: Callable[..., Person]) -> None:
    """A long press opens the card; its switches draw on the table, at 360 px in the dark."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book, width=360, height=740, dark=True)
    sit_down(one, made, "a")
    one.play(until="Which unit acts")
    one.page.wait_for_timeout(300)
    one.page.mouse.move(*middle(one, 0))
    one.page.mouse.down()
    one.page.wait_for_selector(".sheet .profile")
    one.page.mouse.up()
    one.page.locator(".sheet [data-layer=command]").click()
    one.shot("card-360")
    assert not one.faults()
    one.page.get_by_role("button", name="Table", exact=True).click()
    until_said(one, "rallies 6″")
    one.page.wait_for_timeout(200)
    one.shot("command-360")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert one.page.evaluate(wide) == 0
