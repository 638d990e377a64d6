"""What the newer books say, on every screen: odd shapes, measures, cards, drills; with toys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.playing import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def test_shapes_and_measures(server: Server, person: Callable[..., Person]) -> None:
    """Discs, corner stands, bodies and officers are drawn, chosen by tapping, told in the text."""
    made = server.battle("odd_shapes", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    one.page.get_by_text("What shall he carry?").wait_for()
    one.shot("odd-shapes")
    assert one.page.locator('.token[data-piece="3"] .element').count() == 9
    assert one.page.locator('.token[data-piece="3"] .lost').count() == 1
    assert one.page.locator('[data-measure="hits 0 of 2"]').count() >= 5
    assert one.page.locator("[data-sidekey]").is_visible()
    one.press("t")
    told = one.page.locator("section.text").inner_text()
    assert (
        "9 elements, 4 by 3, loose order, unformed, hits 0 of 2, body 9 of 9, light wound" in told
    )
    assert "Siward, officer" in told
    for nobodys in ("Table, table over", "Lyonesse, lady", "Treasure, treasure", "Door, door open"):
        assert nobodys in told
    emeric = next(line for line in told.splitlines() if line.startswith("Emeric"))
    assert "faces" not in emeric
    assert "order attack" in told


def test_two_hands_are_played_and_faced(server: Server, person: Callable[..., Person]) -> None:
    """Cards rise, blows turn gold, targets are chosen by chip and by tapping; all are faced."""
    made = server.battle("card_hands", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    page = one.page
    page.locator('[data-hand="Guy"]').wait_for()
    guy, bayard = page.locator('[data-hand="Guy"]'), page.locator('[data-hand="Bayard"]')
    guy.locator('[data-card="DELIVER BLOW"]').click()
    assert guy.locator('[data-card="DELIVER BLOW"]').get_attribute("aria-pressed") == "true"
    guy.locator('[data-aim="Guy:blow@3"]').click()
    assert guy.locator('[data-aim="Guy:blow@3"]').get_attribute("aria-pressed") == "true"
    bayard.locator('[data-card="MOVE"]').click()
    guy.get_by_text("after this play").wait_for()
    assert guy.locator("[data-purse] .gold").count() == 1
    pit = page.locator("[data-pitted]")
    assert pit.get_attribute("data-pitted") == "3"
    assert pit.locator("tr.on th").inner_text() == "DELIVER BLOW"
    one.shot("card-hands")
    page.locator("[data-primary]").click()
    page.locator('[data-row-of="Thorkel"] .face').first.wait_for()
    one.shot("card-faced")
    again = page.locator('[data-proposed="As last round"]')
    if again.count():
        again.first.click()
        assert guy.locator('[data-card="DELIVER BLOW"]').get_attribute("aria-pressed") == "true"
    one.press("t")
    assert "Thorkel, " in page.locator("section.text").inner_text()


def test_cards_by_keyboard(server: Server, person: Callable[..., Person]) -> None:
    """Numbers play cards, brackets aim the last one, what cannot be paid says so."""
    made = server.battle("card_hands", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    page = one.page
    page.locator('[data-hand="Guy"]').wait_for()
    one.press("1")
    one.press("]")
    assert page.locator('[data-aim="Guy:blow@3"]').get_attribute("aria-pressed") == "true"
    for key in ("2", "3"):
        one.press(key)
    page.locator("[data-playing] .no", has_text="Bayard must play a card").wait_for()
    one.press("8")
    page.locator("[data-primary]:not([disabled])").wait_for()
    page.keyboard.press("Enter")
    page.locator('[data-row-of="Ulf"] .face').first.wait_for()


def test_others_see_backs_only(server: Server, person: Callable[..., Person]) -> None:
    """What lies face down is counted and nowhere in the page."""
    made = server.battle("card_hands", "toy", {"red": "person", "blue": "person"})
    red, blue = person(server), person(server, seed=2)
    sit_down(red, made, "red")
    sit_down(blue, made, "blue")
    red.page.locator('[data-hand="Guy"]').wait_for()
    red.page.locator('[data-hand="Guy"] [data-card="GREAT BLOW"]').click()
    red.page.locator('[data-hand="Bayard"] [data-card="WEAPON PARRY"]').click()
    red.page.locator("[data-primary]").click()
    red.page.get_by_text("Your answer is locked").wait_for()
    assert "Guy:great" not in blue.page.content()


def test_a_drill(server: Server, person: Callable[..., Person]) -> None:
    """Grips by button, by key and by hand; a refused leg says why and offers the most."""
    made = server.battle("drill", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    page = one.page
    page.locator('[data-grip="advance"]').wait_for()
    one.press("1")
    page.locator('[data-leg="1"]').wait_for()
    page.locator("[data-amount]").fill("2")
    page.locator("[data-amount]").press("Enter")
    page.locator('[data-leg="1"]').get_by_text("2″").first.wait_for()
    page.locator("#prompt").focus()
    one.press("2")
    page.locator('[data-leg="2"]').wait_for()
    page.locator('[data-leg="2"] .mut').wait_for()
    one.shot("drill")
    page.locator("[data-amount]").fill("60")
    page.locator("[data-amount]").press("Enter")
    page.locator(".strip.red", has_text="It costs too much").wait_for()
    one.shot("drill-refused")
    page.locator("#prompt").focus()
    one.press("u")
    page.locator('[data-leg="2"]').wait_for(state="detached")
    page.locator("[data-primary]", has_text="Commit 1 leg").click()
    page.get_by_text("Commit 1 leg").wait_for(state="detached")


def test_a_side_is_left_to_the_book(first_book: Server, person: Callable[..., Person]) -> None:
    """New battle offers it, with its clause; the side is named so at the table."""
    one = person(first_book)
    page = one.page
    page.goto(f"{first_book.url}/new/arthurian")
    page.get_by_role("button", name="Alone").click()
    page.locator("[data-by-book]", has_text="AR-SOLO-01").wait_for()
    page.get_by_role("button", name="Begin").first.click()
    page.get_by_text("run by the book").first.wait_for()
    page.locator("#prompt").wait_for()


def test_a_quest_from_the_home_screen(server: Server, person: Callable[..., Person]) -> None:
    """Begun, edited and refused by name, played between and in battle, found under Continue."""
    one = person(server)
    page = one.page
    page.goto(server.url)
    page.get_by_label("Who it is about").first.fill("Emeric")
    page.locator('[data-quest="joust"]').click()
    page.get_by_role("heading", name="The quest of Emeric").wait_for()
    page.locator("summary").click()
    text = page.locator("[data-file]").input_value()
    page.locator("[data-file]").fill(text.replace("gold = 1", "gold = 999"))
    page.locator("[data-save]").click()
    page.locator(".no", has_text="record.gold is 999").wait_for()
    one.shot("quest")
    page.locator("[data-on]").click()
    page.locator("#prompt", has_text="What does he buy?").wait_for()
    page.get_by_role("button", name="lance").click()
    page.locator("[data-primary]").click()
    page.get_by_role("heading", name="The quest of Emeric").wait_for()
    page.locator("[data-on]").click()
    page.locator("#prompt", has_text="Ride?").wait_for()
    page.goto(server.url)
    page.locator("[data-sagas] button", has_text="The quest of Emeric").click()
    page.locator("[data-on]").click()
    page.locator("#prompt", has_text="Ride?").wait_for()
    one.press("1")
    page.keyboard.press("Enter")
    page.locator("[data-saga]").click()
    page.get_by_text("1 of 3 done").first.wait_for()
    page.get_by_text("Joust 0").wait_for()


def test_grips_are_dragged(server: Server, person: Callable[..., Person]) -> None:
    """The front forwards, a corner round the other; the last leg goes where it is tapped."""
    made = server.battle("drill", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    page = one.page
    page.locator('[data-handle="advance"]').wait_for()
    for handle, by, leg in (
        ("advance", (0, -30), "Advance"),
        ("wheel-left", (0, -12), "Wheel left"),
    ):
        page.wait_for_timeout(300)
        box = page.locator(f'[data-handle="{handle}"]').bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by[0] / 2, y + by[1] / 2)
        page.mouse.move(x + by[0], y + by[1], steps=4)
        page.mouse.up()
        page.locator("[data-leg]", has_text=leg).wait_for()
    assert page.locator("[data-leg]").count() == 2
    one.press("Escape")
    page.locator("[data-leg]").first.wait_for(state="detached")


def test_average_dice_are_typed_by_what_they_show(
    server: Server, person: Callable[..., Person]
) -> None:
    """The faces 2, 3, 4 and 5 are offered, no other; what is typed is what counts."""
    kinds = {"red": "person", "blue": "chance"}
    made = server.battle("average_dice", "toy", kinds, dice="hand")
    one = person(server)
    sit_down(one, made, "red")
    die = one.page.get_by_role("group", name="dAv").first
    die.wait_for()
    assert die.inner_text().split() == ["2", "3", "4", "5"]
    one.shot("average-dice")


def test_what_ends_within_the_tolerance_is_set_flush(
    server: Server, person: Callable[..., Person]
) -> None:
    """A walk to a hair's breadth from another disc ends in contact; the next question says so."""
    made = server.battle("flush", "toy", {"red": "person", "blue": "chance"})
    one = person(server)
    sit_down(one, made, "red")
    one.page.locator("#prompt", has_text="Walk").wait_for()
    one.drag((10.0, 6.0), (10.0, 8.97))
    one.give()
    one.page.locator("#prompt", has_text="You touch him").wait_for()
    one.shot("flush")
