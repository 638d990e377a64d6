"""Playing on from the middle of a replay, in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow


def test_a_replay_is_played_on_from_any_step(
    server: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    """Open a file, go back, choose who plays, begin: the table as it stood, and a question."""
    made = server.battle("toy", "field", {"a": "person", "b": "chance"})
    server.browser(made["id"], made["seats"]["a"], seed=4).play()
    kept = tmp_path / "battle.banneret"
    kept.write_bytes(server.get(f"/api/battles/{made['id']}/save").content)
    one = person(server)
    one.goto("/")
    one.page.locator("input[type=file]").set_input_files(kept)
    here = one.page.locator("[data-play-on]")
    here.wait_for()
    assert here.is_enabled()  # it opens at its beginning
    to_the_end = (
        "el => { el.value = el.max; el.dispatchEvent(new Event('input', {bubbles: true})) }"
    )
    one.page.locator("[data-scrub]").evaluate(to_the_end)
    one.page.wait_for_selector("[data-play-on]:disabled")  # over at its last step
    one.click("[data-verify]")
    one.page.wait_for_selector("[data-said].good:has-text('agree with the commitment')")
    one.click("[data-back]")
    assert here.is_enabled()
    one.press("ArrowLeft")
    step = int(one.page.locator("[data-scrub]").input_value())
    one.click("[data-play-on]")
    one.page.wait_for_selector(f"[data-onward='{step}'] .seg")
    one.page.get_by_role("group", name="Who plays").first.get_by_text("You").click()
    levels = one.page.get_by_role("group", name="How well the computer plays")
    levels.get_by_text("Chance").click()
    one.shot("play-on")
    assert not one.faults()
    with one.page.expect_request("**/onward") as sent:
        one.click("[data-begin]")
    assert '"level":"chance"' in (sent.value.post_data or "")
    assert one.until_asked()
    assert made["id"] not in one.page.url
