"""Playing on from the middle of a replay, in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from server.running import Server
from server.test_upgrade import damage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.playing import Person

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


def test_a_damaged_battle_is_closed_watched_and_saved(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    """What is wrong is said, closing it leads to where it is watched and saved, also later."""
    with Server(tmp_path / "home") as before:
        made = before.battle("toy", "field", {"a": "person", "b": "chance"})
        before.browser(made["id"], made["seats"]["a"], seed=4).play(3)
    damage(tmp_path / "home", "last")
    with Server(tmp_path / "home") as server:
        one = person(server)
        one.goto(f"/battle/{made['id']}#{made['seats']['a']}")
        one.page.wait_for_selector("h1:has-text('needs a word from you')")
        one.shot("stranded")
        one.click("[data-close]")
        one.page.wait_for_selector("h1:has-text('is closed')")
        one.shot("stranded-closed")
        with one.page.expect_download() as kept:
            one.click("[data-save]")
        assert kept.value.path().read_bytes().startswith(b'{"is":"header"')
        one.click("[data-watch]")
        one.page.wait_for_selector("[data-broken]")
        one.shot("stranded-watched")
        assert not one.faults()
