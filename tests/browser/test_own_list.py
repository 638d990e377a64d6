"""A force of one's own on the new-battle screen: read, refused, looked at, fought with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow
ROLL = '[[force]]\nid = "mine"\nname = "Mine"\nlist = "teutonic_lance"\nfigures = 11\n'


def test_a_side_takes_its_own_list(
    first_book: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    """By keyboard on a small screen: a refusal in the book's words, then a list, then a battle."""
    bad, good = tmp_path / "bad.toml", tmp_path / "mine.toml"
    bad.write_text(ROLL.replace("teutonic_lance", "martians"))
    good.write_text(ROLL)
    one = person(first_book, width=360, height=740)
    one.page.on("filechooser", lambda _: None)  # from the start, so that no chooser comes too early
    one.goto("/new/knights_and_knaves")
    card = one.page.locator("[data-force=a]")
    card.locator(".fu").first.wait_for()
    for file, said in ((bad, "list is 'martians': expected one of"), (good, "11 figures")):
        card.locator("input[type=file]").focus()
        with one.page.expect_file_chooser() as chooser:
            one.press("Enter")
        chooser.value.set_files(file)
        card.locator(".own", has_text=said).wait_for()
        if file == bad:
            card.get_by_role("button", name="Put bad.toml away").press("Enter")
    one.page.get_by_text("You lead Mine.").wait_for()
    card.get_by_text("Brother").first.wait_for()
    assert not one.faults()
    one.click("[data-begin]")
    assert one.until_asked()
    assert "Brother" in one.page.inner_text("body")


DODGE = "[host.dodge]\nper_dexterity = 9\nconstant = -10\n"


def test_a_battle_takes_tables_of_ones_own(
    first_book: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    """The book's can be had; a bad file is refused by its field; a good one is fought by."""
    bad, good = tmp_path / "bad.toml", tmp_path / "mine.toml"
    bad.write_text(DODGE.replace("9", '"many"'))
    good.write_text(DODGE)
    one = person(first_book, width=1366, height=768)
    one.goto("/new/destrier")
    part = one.page.locator("[data-tables]")
    with one.page.expect_download() as ours:
        part.get_by_role("link", name="Download").click()
    assert "[host.dodge]" in ours.value.path().read_text()
    part.locator("input[type=file]").set_input_files(bad)
    refusal = part.get_by_role("alert")
    refusal.get_by_text("bad.toml").wait_for()
    assert "dodge.per_dexterity is 'many'" in refusal.inner_text()
    part.scroll_into_view_if_needed()
    one.shot("own-tables-refused")
    part.get_by_role("button", name="Put bad.toml away").click()
    part.locator("input[type=file]").set_input_files(good)
    part.get_by_text("replaces dodge").wait_for()
    one.shot("own-tables")
    assert not one.faults()
    one.click("[data-begin]")
    assert one.until_asked()
    one.page.get_by_role("tab", name="Papers").click()
    paper = one.page.locator("[data-sheets]")
    paper.get_by_text("Tables of your own").wait_for()
    assert "per dexterity" in paper.inner_text()
    one.shot("own-tables-papers")
