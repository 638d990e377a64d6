"""Keyboard, thumb, listening: every way to the same table, within the budgets of the design."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.playing import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def test_keyboard_alone(first_book: Server, person: Callable[..., Person]) -> None:
    """From the home screen into the fight without a pointer."""
    one = person(first_book)
    one.goto("/")
    one.page.wait_for_selector("article svg")
    for _ in range(12):
        one.press("Tab")
        if one.page.evaluate("document.activeElement.hasAttribute('data-fight')"):
            break
    one.press("Enter")
    one.page.wait_for_selector("[data-begin-battle]:focus")
    one.press("Enter")
    one.until_asked()
    one.press("Tab")
    one.press("Enter")  # past the tools, to the question; from there on it keeps the focus
    turned = False
    for _ in range(16):
        asked = one.until_asked()
        if one.page.locator("[data-option]").count():
            one.press("1")
            one.press("Enter")
        elif not turned:  # a place: nudge, turn, look at the typed form of it
            turned = True
            one.press("ArrowLeft")
            one.press("Shift+ArrowLeft")
            one.press("e")
            one.press("Escape")
            one.press("Enter")
        else:
            one.press("Enter")
        one._settle(asked, "")
        one.page.wait_for_timeout(60)
    one.until_asked()
    one.page.wait_for_function("document.activeElement.closest('.question') !== null")
    assert "Round" in one.page.inner_text("ol[aria-label=Chronicle]")
    one.press("?")
    one.page.wait_for_selector("dialog[open]")
    one.press("Escape")
    one.press("+")
    one.press("0")
    one.press("r")
    one.page.wait_for_selector("text=Tap two figures")
    one.press("Escape")
    one.press("u")
    one.press("t")
    one.page.wait_for_selector("h2:has-text('The table')")
    one.shot("text-view", full=True)
    assert not one.faults()
    one.press("t")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1024, 768)])
def test_small_screens(
    first_book: Server, person: Callable[..., Person], width: int, height: int
) -> None:
    """Nothing is cut off sideways, and the same fight can be fought."""
    one = person(first_book, width=width, height=height, dark=width > 400)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    one.goto("/new")
    one.page.wait_for_selector(".fu")
    assert one.page.evaluate(wide) == 0
    assert not one.faults()
    one.goto("/")
    one.page.wait_for_selector("article svg")
    assert one.page.evaluate(wide) == 0
    assert not one.faults()
    one.shot(f"home-{width}")
    one.click("[data-fight]")
    one.begin()
    one.until_asked()
    one.play(most=12)
    one.until_asked()
    assert one.page.evaluate(wide) == 0
    one.page.wait_for_timeout(200)
    one.shot(f"table-{width}")
    left = "Math.min(...[...document.querySelectorAll('.acts > *')].map((b) => b.offsetLeft))"
    assert one.page.evaluate(left) >= 0, "a button of the bar is cut off"
    tall = "document.querySelector('.question').offsetHeight / innerHeight"
    assert one.page.evaluate(tall) < 0.45
    assert not one.faults()
    if width < 400:
        one.page.get_by_role("button", name="Chronicle").click()
        one.page.wait_for_selector(".sheet")
    one.click(".said")
    assert not one.faults()
    one.shot(f"chronicle-{width}")


def test_a_drag_is_previewed_and_a_refusal_names_the_way_out(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """A ghost out of the zone turns red with reason and clause; one tap takes the nearest place."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    one.play(until="where does he stand")
    start = one.ghost()
    before = one.actions
    one.drag(start, (start[0] + 6, start[1]))
    assert one.ghost()[0] == pytest.approx(start[0] + 6, abs=0.3)
    one.drag(one.ghost(), (start[0] + 6, 20))
    one.page.wait_for_selector(".strip.red .cl")
    one.page.wait_for_selector("[data-nearest]")
    one.shot("refused")
    assert "nearest" in one.page.locator("[data-primary]").inner_text()
    assert not one.faults()
    one.click("[data-nearest]")
    one.page.wait_for_selector(".strip.red", state="detached")
    assert one.ghost()[1] < 9
    asked = one.asked
    one.give()
    assert one.actions - before == 4
    one.until_asked(besides=asked)


def test_the_captain_hints_and_does_the_rest(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """H proposes what he would do; C asks once and hands him the rest of the phase."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    one.until_asked()
    one.press("h")
    one.page.wait_for_selector("[data-option][aria-pressed=true]")
    one.play(until="Which unit acts")
    before = one.page.locator(".chron .line").count()
    one.press("c")
    assert one.page.inner_text("[data-captain]") == "Yes, this phase"
    moment = one.moment
    one.press("c")
    one.until_later(moment)  # the same question may come again before anybody sees it gone
    one.until_asked()
    assert one.page.locator(".chron .line").count() > before


def test_a_group_move_an_undo_and_the_why_of_a_die(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Two actions, one and one, in a real battle."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one = person(first_book)
    sit_down(one, made, "a")
    for _ in range(40):
        asked = one.until_asked()
        if asked.startswith("Move "):
            break
        if "move" in one.options():
            one.choose("move")
            one.give()
        else:
            one.answer()
        one._settle(asked, "")
    assert one.asked.startswith("Move ")
    before = one.actions
    start = one.ghost()
    one.drag(start, (start[0] + 1, start[1]))
    one.page.wait_for_timeout(300)
    one.shot("move")
    one.give()  # if it was too far he stops at the nearest lawful point
    assert one.actions - before == 2

    one.play(until="Which unit acts")
    unit = one.asked
    one.choose(one.options()[0])
    one.give()
    asked = one.until_asked(besides=unit)
    before = one.actions
    one.press("u")
    assert one.until_asked(besides=asked) == unit
    assert one.actions - before == 1

    before = one.actions
    one.click(".said:has(.die)")
    one.page.wait_for_selector(".why .cl")
    assert one.actions - before == 1
