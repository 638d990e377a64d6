"""Two people, and those who look on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.playing import sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def test_a_friend_comes_by_link(first_book: Server, person: Callable[..., Person]) -> None:
    """An open seat has a link; who opens it sits there, and both fight on one table."""
    one, other = person(first_book), person(first_book)
    one.goto("/new")
    one.page.wait_for_selector(".fu")
    one.page.get_by_label("Settings").first.click()
    one.page.get_by_label("Your name").fill("Edwin")
    one.page.get_by_label("Close").first.click()
    one.page.get_by_role("group", name="Who plays side b").get_by_text("Open seat").click()
    one.click("[data-begin]")
    link = one.page.locator("[data-link]").input_value()
    near = one.page.locator("[data-only-here]")
    assert "BANNERET_PASSPHRASE" in near.inner_text()
    assert "--open-to-all" in near.inner_text(), "without one of them it does not open to a network"
    one.click("[data-begin]")
    one.page.wait_for_selector("text=An open seat waits")
    assert one.page.locator("[data-link]").input_value() == link  # to be sent later, too
    other.goto(link)
    other.page.wait_for_selector("section[aria-label=Question]")
    one.page.wait_for_selector("[data-link]", state="detached")
    for _ in range(14):
        mover = one if one.page.locator("[data-primary]").count() else other
        if mover.page.locator("[data-primary]").count():
            mover.answer()
        one.page.wait_for_timeout(150)
    assert other.page.locator(".fc", has_text="you").count() == 1
    assert one.page.locator(".fc", has_text="Edwin, you").count() == 1
    assert other.page.locator(".fc", has_text="Edwin").count() == 1
    one.page.get_by_role("tab", name="Talk").click()
    one.page.get_by_label("Say something").fill("Well met!")
    one.page.keyboard.press("Enter")
    other.page.get_by_role("tab", name="Talk").click()
    other.page.wait_for_selector("text=Well met!")
    one.page.get_by_role("button", name="Ruler").first.click()
    for place in ((10.0, 10.0), (20.0, 10.0)):
        one.page.mouse.click(*one.at(*place))
    one.click("[data-tell]")
    assert other.page.locator("[data-ruler]").count() == 0, "only who wishes sees it"
    other.click("[data-lay]")
    other.page.wait_for_selector("[data-ruler]")


def test_secret_choices_reconnecting_and_undo_by_consent(
    server: Server, person: Callable[..., Person]
) -> None:
    """Cards are chosen in secret; a reload loses nothing; what was revealed needs consent."""
    made = server.battle("staged_reveal", "toy", {"red": "person", "blue": "person"})
    red, blue = person(server), person(server)
    sit_down(red, made, "red")
    sit_down(blue, made, "blue")
    red.until_asked()
    red.choose("charge")
    red.page.wait_for_selector("text=1 of 2 set")
    red.shot("secret")
    red.page.reload()  # leaves and comes back
    red.until_asked()
    red.page.wait_for_selector("text=1 of 2 set")
    red.choose("left")
    red.give()  # the whole batch
    blue.until_asked()
    assert "charge" not in blue.page.inner_text("aside")
    blue.choose("stand")
    blue.choose("right")
    blue.give()
    asked = red.until_asked()
    assert "Inches" in asked
    red.choose("3")
    red.give()
    red.until_asked(besides=asked)
    red.press("u")
    blue.page.wait_for_selector("[data-allow]")
    blue.shot("undo-asked")
    blue.click("[data-allow]")
    red.page.wait_for_selector("#prompt:has-text('Inches')")


def test_a_spectator_sees_and_cannot_touch(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """No gold, no question, nothing to press; and no secret of any seat in his page."""
    made = first_book.battle("one_page_skirmish", "crossroads", {"a": "person", "b": "captain"})
    one, watcher = person(first_book), person(first_book)
    sit_down(one, made, "a")
    one.until_asked()
    watcher.goto(f"/battle/{made['id']}#watch")
    watcher.page.wait_for_selector("text=You are watching")
    one.play(most=4)
    watcher.page.wait_for_selector("text=set up")
    assert watcher.page.locator("[data-primary], [data-undo], .token.may").count() == 0
    assert made["seats"]["a"] not in watcher.page.content()
    watcher.shot("spectator")
    assert not watcher.faults()


def test_who_comes_when_it_is_over(first_book: Server, person: Callable[..., Person]) -> None:
    """The result with every name in full; then the table, as high as the screen."""
    made = first_book.battle("one_page_skirmish", "ford", {"a": "captain", "b": "captain"})
    watcher = person(first_book, width=1280, height=800)
    watcher.goto(f"/battle/{made['id']}#watch")
    watcher.page.wait_for_selector("main.end [data-scrub]")
    names = watcher.page.locator("[data-luck]")
    left = "(all) => Math.min(...all.map((one) => one.getBBox().x))"
    assert names.count() > 4
    assert names.evaluate_all(left) >= 0
    watcher.page.set_viewport_size({"width": 360, "height": 740})
    watcher.page.get_by_role("button", name="Look at the table").click()
    watcher.page.get_by_role("button", name="Forces").click()
    watcher.page.locator(".sheet .forces").wait_for()
    assert watcher.page.evaluate("[document.documentElement.scrollHeight, scrollY]") == [740, 0]


def test_the_server_dies_and_comes_back(first_book: Server, person: Callable[..., Person]) -> None:
    """Killed mid-battle: the table stays readable, reconnects by itself, and goes on."""
    one = person(first_book)
    one.goto("/")
    one.click("[data-fight]")
    one.begin()
    one.until_asked()
    one.play(most=3)
    asked = one.until_asked()
    first_book.kill()
    one.page.wait_for_selector("text=Reconnecting. Nothing is lost.")
    one.shot("reconnecting")
    first_book.start()
    one.page.wait_for_selector("text=Reconnecting. Nothing is lost.", state="detached")
    assert one.until_asked() == asked
    assert one.play(most=3) == 3
