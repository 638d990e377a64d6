"""Somebody who has read nothing opens the page and fights."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def in_sight(one: Person) -> list[float]:
    """How many pixels wide the men are who are seen in a replay."""
    found: list[float] = one.page.evaluate(
        """() => {
          const room = document.querySelector(".replay .pic").getBoundingClientRect();
          return [...document.querySelectorAll(".replay .token .edge")]
            .map((edge) => edge.getBoundingClientRect())
            .filter((box) => box.right > room.left && box.left < room.right)
            .filter((box) => box.bottom > room.top && box.top < room.bottom)
            .map((box) => Math.min(box.width, box.height));
        }"""
    )
    return found


def test_a_whole_battle_by_clicking(  # noqa: PLR0915  # from the first click to the last
    first_book: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    """One click begins it; at the end result, casualties, dice, replay and save are there."""
    one = person(first_book, seed=7)
    one.goto("/")
    one.page.wait_for_function("() => document.querySelectorAll('.pic svg').length >= 4")
    one.page.wait_for_timeout(500)
    one.shot("home")
    assert not one.faults()
    one.click("[data-fight]")
    one.begin()
    assert one.until_asked()
    assert one.actions == 2
    one.play(until="Which unit acts")
    one.shot("table")
    assert not one.faults()
    one.play(until="Which enemy is attacked|shoot at")
    if not one.over:  # the odds stand at the target before anything is committed
        one.page.keyboard.press("0")
        one.choose(one.options()[-1])
        one.page.wait_for_timeout(300)
        one.shot("odds")
    one.play()
    assert one.over
    one.page.wait_for_selector("[data-scrub]")
    one.page.wait_for_timeout(600)
    assert len(in_sight(one)) > 4  # the replay opens on men, as near as at the table
    assert min(in_sight(one)) >= 27.9
    one.shot("end", full=True)
    assert not one.faults()
    one.click("[data-verify]")
    promised = one.page.wait_for_selector("text=dice are the promised ones")
    one.scrub(10_000)
    for _ in range(40):  # back to the last die that was thrown
        if one.page.locator("[data-stream]").count():
            break
        one.press("ArrowLeft")
    place = re.search(r"(\d+) of the (\d+) of", one.page.inner_text("[data-stream]"))
    assert promised is not None
    assert place is not None
    assert place[1] == place[2] == promised.inner_text().split()[0]
    with one.page.expect_download() as got:
        one.click("[data-save]")
    kept = tmp_path / "battle.banneret"
    got.value.save_as(kept)

    one.goto("/")
    one.page.locator("input[type=file]").set_input_files(kept)
    one.page.wait_for_selector("[data-scrub]")
    last = int(str(one.page.locator("[data-scrub]").get_attribute("max")))
    assert last > 10
    assert int(one.page.locator("[data-scrub]").input_value()) < last / 2  # at its beginning
    assert len(in_sight(one)) > 4
    assert min(in_sight(one)) >= 27.9
    one.scrub(last)
    one.press("ArrowLeft")
    assert int(one.page.locator("[data-scrub]").input_value()) == last - 1
    one.press("Shift+ArrowLeft")
    assert int(one.page.locator("[data-scrub]").input_value()) < last - 1
    one.shot("replay")


def test_a_file_that_is_no_replay_is_refused_in_words(
    first_book: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    one = person(first_book)
    wrong = tmp_path / "wrong.banneret"
    wrong.write_text("this is no battle\n")
    one.goto("/")
    one.page.locator("input[type=file]").set_input_files(wrong)
    one.page.wait_for_selector("[role=alert]")


def test_setting_a_battle_up(first_book: Server, person: Callable[..., Person]) -> None:
    """Book, scenario, forces, sides, options and dice; then the table."""
    one = person(first_book)
    one.goto("/new")
    one.page.wait_for_selector(".fu")
    one.page.locator("label", has_text="The ford").click()
    one.page.wait_for_selector("h1:has-text('The ford')")
    one.page.wait_for_timeout(600)
    one.shot("new-battle")
    assert not one.faults()
    one.page.get_by_role("button", name="Rolled by hand").click()
    one.click("[data-begin]")
    assert one.until_asked()
    one.play(until="Throw for")
    assert "Throw for" in one.asked
    one.shot("hand-dice")
    asked = one.asked
    lies = one.page.locator("[data-face][aria-pressed=true]")
    one.press("2")
    assert lies.get_attribute("data-face") == "0-2"
    one.press("1")  # a die that lies is not changed by the next number
    assert lies.get_attribute("data-face") == "0-2"
    one.press("Backspace")
    assert lies.count() == 0
    one.press("1")
    one.press("Enter")
    assert one.until_asked(besides=asked)


def test_the_page_is_light_and_asks_nobody_else(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """First load under 250 kB packed, no third party, no breach of the content policy."""
    one = person(first_book)
    weight = 0

    def weigh(response: object) -> None:
        nonlocal weight
        sizes = response.request.sizes()  # type: ignore[attr-defined]
        weight += sizes["responseBodySize"] + sizes["responseHeadersSize"]

    one.page.on("requestfinished", lambda request: weigh(request.response()))
    one.goto("/")
    one.page.wait_for_selector("article svg")
    one.page.wait_for_timeout(400)
    assert weight < 250_000, weight
    assert all(url.startswith((first_book.url, "blob:")) for url in one.requests), one.requests
    print(f"first load: {weight} bytes")  # noqa: T201  # read by the bench
