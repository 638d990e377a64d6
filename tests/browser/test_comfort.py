"""Comforts of the table: mini-map, loupe, pencil, stepping through events, finding, clothes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.playing import Person
from browser.pretend import Pretended, man, pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.running import Server

pytestmark = pytest.mark.slow


def small_table(one: Person) -> Pretended:
    """One man of each side."""
    table = Pretended(one, [man(0, "a", 20, 10), man(1, "a", 22, 10), man(9, "b", 24, 26)])
    table.open()
    return table


def where(one: Person, key: int) -> list[float]:
    found: list[float] = one.page.evaluate(
        """(key) => {
          const words = document.querySelector(`.men [data-piece="${key}"]`).style.transform;
          return words.match(/-?[0-9.]+/g).slice(0, 2).map(Number);
        }""",
        key,
    )
    return found


def test_on_paper_sides_are_hatched(first_book: Server, person: Callable[..., Person]) -> None:
    """Printed without colour a side is known by its lines; the bars stay off the page."""
    one = person(first_book)
    small_table(one)
    hatched = "getComputedStyle(document.querySelector('.men .hatch')).display"
    assert one.page.evaluate(hatched) == "none"
    one.page.emulate_media(media="print")
    assert one.page.evaluate(hatched) != "none"
    assert not one.page.locator("section[aria-label=Question]").is_visible()
    one.page.wait_for_timeout(300)
    one.shot("printed", full=True)


def test_moves_are_pencilled_while_others_choose_and_proposed_when_asked(
    first_book: Server, person: Callable[..., Person]
) -> None:
    one = person(first_book)
    table = small_table(one)
    one.page.wait_for_selector("text=pencil moves")
    one.drag((20, 10), (20, 15))
    assert one.page.locator("[data-pencil]").count() == 1
    assert table.said == []  # a pencil is nobody else's business
    one.press("g")
    one.drag((22, 10), (24, 14))
    assert one.page.locator("[data-pencil]").count() == 2
    one.shot("pencil")
    table.ask(
        {
            "kind": "move", "side": "a", "key": "move", "prompt": "Move Man 1", "about": [],
            "piece": 1, "gaits": ["walk"], "allowance": 8, "ideas": [["walk", [[22, 12]], 0]],
        }
    )  # fmt: skip
    one.until_asked()
    one.give()
    _, (end,), _ = table.heard("answer")[0]["value"]
    assert end == pytest.approx([24, 14], abs=0.2)
    assert one.page.locator("[data-pencil]").count() == 1
    table.wait()
    one.page.wait_for_selector("[data-rub]")
    one.press("Escape")
    one.page.wait_for_selector("[data-pencil]", state="detached")


def test_a_pencil_by_keyboard(first_book: Server, person: Callable[..., Person]) -> None:
    one = person(first_book)
    small_table(one)
    one.press("]")
    one.press(" ")
    one.press("Shift+ArrowUp")
    one.page.wait_for_selector("[data-pencil]")
    assert not one.faults()


def test_events_are_stepped_back_and_on(first_book: Server, person: Callable[..., Person]) -> None:
    """`,` shows the table before the last event; the question waits until one is back."""
    one = person(first_book)
    table = small_table(one)
    for step, y in enumerate((14, 18, 22)):
        table.pieces = [{**table.pieces[0], "y": y}, *table.pieces[1:]]
        table.tell(f"Man 0 walked, step {step}.", figure=0, place=[20, y, 0])
    table.ask(pick("go", "Go on?", [{"key": "yes", "label": "yes"}, {"key": "no", "label": "no"}]))
    one.until_asked()
    assert where(one, 0) == [20, 14]  # y grows downwards on the screen
    one.press(",")
    one.page.wait_for_selector("[data-looking]:has-text('step 1')")
    assert where(one, 0) == [20, 18]
    one.press(",")
    assert where(one, 0) == [20, 22]
    one.press("1")
    one.press("Enter")  # the past cannot be answered: Enter goes back to the present
    assert table.heard("answer") == []
    assert one.until_asked() == "Go on?"
    assert where(one, 0) == [20, 14]
    one.press(",")
    table.tell("Something happened meanwhile.")
    one.press(".")
    one.page.wait_for_selector(".chron :text('meanwhile')")
    one.page.wait_for_selector("[data-looking]", state="detached")


def test_everyday_lines_are_one_that_opens(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Three who walked are one line; it opens to each with its clause, by keyboard too."""
    one = person(first_book)
    table = Pretended(one, [man(key, "a", 16 + 2 * key, 10) for key in range(6)])
    table.open()
    for key in range(4):
        table.tell(f"Man {key} walked {key + 2}.0 inches.", "OP-MOVE-01", quiet=True, man=key)
    table.tell("Man 4 walked 2.0 inches and met a wolf.", "OP-MOVE-01", man=4)
    table.tell("Man 5 walked 3.0 inches.", "OP-MOVE-01", quiet=True, man=5)
    many = one.page.locator(".chron [data-fold] > button")
    assert one.page.wait_for_selector(".chron [data-fold] :text('Side a: 5 walked.')")
    assert one.page.locator(".chron [data-line]").all_inner_texts() == [
        "Man 4 walked 2.0 inches and met a wolf."
    ]
    many.hover()
    assert one.page.locator(".men .chosen[data-piece]").count() == 5
    one.page.mouse.move(5, 5)
    assert one.page.locator(".men .chosen[data-piece]").count() == 0
    many.focus()
    assert one.page.locator(".men .chosen[data-piece]").count() == 5
    assert many.get_attribute("aria-expanded") == "false"
    one.press("Enter")
    assert many.get_attribute("aria-expanded") == "true"
    assert one.page.locator("[data-fold] [data-line]").count() == 5
    one.page.locator("[data-fold] [data-line] button", has_text="Man 2").click()
    assert one.page.wait_for_selector("[data-fold] .rule :text('OP-MOVE-01')")
    assert one.page.locator(".men .chosen[data-piece]").count() == 1
    assert not one.faults()
    one.shot("everyday-open")
    many.click()
    assert one.page.locator("[data-fold] [data-line]").count() == 0
    one.press(",")  # the step before the last: it is among those told as one
    one.page.wait_for_selector("[data-looking]")
    one.press(",")
    one.press(",")
    assert one.page.wait_for_selector("[data-fold].past")
    one.press("Escape")


def test_a_mini_map_and_a_figure_that_is_looked_for(
    first_book: Server, person: Callable[..., Person]
) -> None:
    one = person(first_book)
    small_table(one)
    one.press("0")
    one.page.wait_for_selector("[data-mini]", state="detached")  # everything is in sight
    for _ in range(8):
        one.press("+")
    box = one.page.locator("[data-mini]").bounding_box()
    assert box is not None
    one.page.mouse.click(box["x"] + 4, box["y"] + box["height"] - 4)
    stage = one.page.locator(".stage").bounding_box()
    assert stage is not None
    assert one.page_point(9)[1] < stage["y"]  # out of sight now
    one.press("/")
    one.page.wait_for_selector("[data-find]:focus")
    one.page.keyboard.type("man 9")
    one.click("[data-found='9']")
    one.page.wait_for_timeout(100)
    x, y = one.page_point(9)
    assert stage["x"] < x < stage["x"] + stage["width"]
    assert stage["y"] < y < stage["y"] + stage["height"]


def test_a_thumb_has_a_loupe_and_a_sheet_of_three_heights(
    first_book: Server, person: Callable[..., Person]
) -> None:
    one = person(first_book, width=390, height=800)
    table = small_table(one)
    odds = {"killed": "1/5", "miss": "4/5"}
    table.ask(
        pick("shot", "Whom?", [
            {"key": 9, "label": "Man 9", "pieces": [9], "odds": odds}, {"key": "no", "label": "no"},
        ])
    )  # fmt: skip
    one.until_asked()
    one.click('[data-option="9"]')
    one.page.wait_for_selector("[data-odds]:has-text('20%')")
    for height, hands in (("middle", True), ("full", True), ("low", True)):
        one.click("[data-handle]")
        one.page.wait_for_selector(f"[data-height={height}]")
        assert one.page.locator('[data-option="9"]').is_visible() == hands
        assert not one.faults()
    table.wait()
    one.page.wait_for_selector("text=Waiting for")
    touch = one.context.new_cdp_session(one.page)
    x, y = one.page_point(0)
    at = [{"x": x, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    for step in range(6):
        at = [{"x": x + 5 * step, "y": y - 5 * step}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at})
    one.page.wait_for_selector("[data-loupe]")
    one.shot("loupe")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    one.page.wait_for_selector("[data-loupe]", state="detached")
    assert one.page.locator("[data-pencil]").count() == 1


def test_sides_are_dressed(first_book: Server, person: Callable[..., Person]) -> None:
    """Tincture and pattern are chosen apart; a pattern the other side wears is not offered."""
    one = person(first_book)
    one.goto("/new")
    one.page.wait_for_selector(".fu")
    one.page.locator(".wear summary").first.click()
    mine: Any = one.page.locator(".wear").first
    assert mine.locator("[data-pattern=saltire]").is_disabled()
    mine.locator("[data-tincture=vert]").click()
    mine.locator("[data-pattern=chequy]").click()
    assert not one.faults()
    one.click("[data-begin]")
    one.until_asked()
    assert one.page.locator(".fc.tinct-vert").count() == 1
