"""What fits where: the table above its bar, long names, the map in its corner, signs of allies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.pretend import Pretended, man, pick

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow

MEN = [man(1, "a", 10, 10), man(2, "b", 30, 20)]
ROLL_OFF: dict[str, Any] = {
    "kind": "dice", "side": "a", "key": "dice", "prompt": "Throw for the side that begins",
    "about": [], "dice": [2], "purpose": "side", "whose": None, "throwers": [],
    "means": ["a", "b"], "tally": [], "wish": None,
}  # fmt: skip
LONG = [{"key": f"way {i}", "label": f"Something long to choose, number {i}"} for i in range(24)]


def height(one: Person) -> float:
    """How tall the table is on the screen, once it has come to rest."""
    one.page.wait_for_timeout(150)
    found: float = one.page.locator(".stage .men").evaluate("(men) => men.clientHeight")
    return found


def test_a_long_name_fits_its_die(first_book: Server, person: Callable[..., Person]) -> None:
    """Long names of sides on the faces of a die, on a phone: none cut, none on another."""
    one = person(first_book, width=360, height=740)
    table = Pretended(one, MEN)
    table.names = {
        "a": "The retinue of Sir Bertrand du Guesclin",
        "b": "The free company of Hugh Calveley",
    }
    table.open()
    table.ask(ROLL_OFF)
    faces = one.page.locator("[data-face]")
    faces.first.wait_for()
    for i in range(2):
        assert faces.nth(i).evaluate("(face) => face.scrollWidth <= face.clientWidth")
    assert one.page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_table_keeps_its_size_whatever_is_asked(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """The bar has one height, so the table never jumps; a view of one's own stays."""
    one = person(first_book, width=1280, height=800)
    table = Pretended(one, MEN)
    table.open()
    table.ask(ROLL_OFF)
    one.until_asked()
    tall = height(one)
    table.ask(pick("way", "Which way?", LONG))
    one.until_asked(besides="Throw for the side that begins")
    assert height(one) == tall
    one.press("+")
    near = height(one)
    assert near > tall
    table.ask(ROLL_OFF)
    one.until_asked(besides="Which way?")
    assert height(one) == near


def test_a_thumb_reads_the_whole_verb_and_sees_the_whole_table(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """What is asked begins at the left; no close-up of an enemy while one's own men are to come."""
    one = person(first_book, width=360, height=740)
    table = Pretended(one, [man(2, "b", 30, 20)])
    table.open()
    name = "Sergeant of the mounted sergeants"
    table.ask(pick("who", "Who?", [{"key": 2, "label": name, "pieces": [2]}, LONG[0]]))
    one.until_asked()
    assert one.page.locator(".stage .men").evaluate("(men) => men.clientWidth") <= 360
    one.click('[data-option="2"]')
    verb = one.page.locator("[data-primary] .verb")
    assert verb.inner_text().startswith("Choose Sergeant")
    assert verb.evaluate("(verb) => verb.scrollWidth <= verb.clientWidth")
    prompt = one.page.locator("#prompt").bounding_box()
    assert prompt is not None
    assert prompt["x"] < 16


def test_a_phone_held_sideways_has_a_table(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """What is asked stands beside it then; upright on a tablet no tab of the panel is cut."""
    one = person(first_book, width=740, height=360)
    table = Pretended(one, MEN)
    paper = {"title": "Units", "columns": [], "rows": [], "notes": [], "clause": ""}
    table.sheets = [paper]
    table.open()
    table.ask(pick("way", "Which way?", LONG))
    table.chat("Well met!")
    one.until_asked()
    board, bar = (one.page.locator(name).bounding_box() for name in (".board", ".question"))
    assert board is not None
    assert bar is not None
    assert board["height"] > 200
    assert bar["x"] >= board["x"] + board["width"]
    assert one.page.locator("[data-primary]").is_visible()
    one.page.set_viewport_size({"width": 768, "height": 1024})
    tabs = one.page.locator("[role=tablist]")
    tabs.get_by_text("Papers").wait_for()
    tabs.locator(".count").wait_for()
    assert tabs.evaluate("(tabs) => tabs.scrollWidth <= tabs.clientWidth")


def test_what_lasts_is_said_beside_the_table(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """An undo that is asked for and a lost line hide nobody; what could not be sent is kept."""
    one = person(first_book, width=1280, height=800)
    table = Pretended(one, [man(1, "a", 24, 1), man(2, "b", 24, 30)])
    table.open()
    table.undo = {"by": "b", "text": ""}
    table.ask(ROLL_OFF)
    one.page.wait_for_selector("[data-allow]")
    bar = "document.querySelector('.question').getBoundingClientRect().top"
    one.page.wait_for_timeout(100)
    foot = one.page.locator(".stage .men").evaluate("(men) => men.getBoundingClientRect().bottom")
    assert foot <= one.page.evaluate(bar)
    table.leave()
    one.page.wait_for_selector("text=Reconnecting. Nothing is lost.")
    one.press("1")
    one.give()
    one.page.wait_for_selector("text=Not connected just now")
    assert one.page.locator("[data-primary]:not([disabled])").inner_text().startswith("These dice")


def test_the_map_hides_nobody(first_book: Server, person: Callable[..., Person]) -> None:
    """It stands in another corner where its own would lie on a man."""
    one = person(first_book)
    table = Pretended(one, MEN)
    table.open()
    one.press("0")  # the whole table, not the men alone
    one.press("+")
    one.page.wait_for_selector("[data-mini].low-left")
    one.press("0")
    table.pieces = [man(1, "a", 5, 3), man(2, "b", 30, 20)]
    table.wait()
    one.press("+")
    one.page.wait_for_selector("[data-mini].high-left")


def test_allies_wear_one_sign(first_book: Server, person: Callable[..., Person]) -> None:
    """Every base has the sign of its party; the panel and the list say who is a friend."""
    one = person(first_book)
    table = Pretended(one, [man(i, key, 8 + 6 * i, 12) for i, key in enumerate("abcd")])
    table.names = {"a": "Warwick", "b": "Blois", "c": "Clare", "d": "Dreux"}
    table.parties = {"a": "north", "b": "south", "c": "north", "d": "south"}
    table.open()
    worn = "(all) => all.map((one) => one.querySelector('[data-sign]').dataset.sign)"
    assert one.page.locator(".men .token").evaluate_all(worn) == ["0", "1", "0", "1"]
    friends, foes = one.page.locator(".forces .head").all_inner_texts()
    assert (friends.strip(), foes.strip()) == (
        "With you a bar behind each base",
        "Against you two discs behind each base",
    )
    heads = one.page.locator(".text h3").all_inner_texts()
    assert [head.split(":")[0] for head in heads if ":" in head] == [
        "Warwick", "Blois, against you", "Clare, with you", "Dreux, against you",
    ]  # fmt: skip
    assert not one.faults()


def test_a_card_does_not_call_a_fallen_man_unhurt(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Where the book has nothing to say of a man, his markers do."""
    one = person(first_book)
    down = man(2, "b", 30, 20, marks=["disabled", "stamina 0 of 7", "chit stay"])
    Pretended(one, [man(1, "a", 10, 10), down]).open()
    one.press("0")
    one.page.get_by_role("tab", name="Profile").click()
    card = one.page.locator(".profile")
    one.page.mouse.click(*one.page_point(1))
    card.get_by_text("Nothing; steady and unhurt.").wait_for()
    one.page.mouse.click(*one.page_point(2))
    card.locator("[data-marks]").wait_for()
    assert card.locator("[data-marks]").inner_text().split("\n") == ["Disabled", "Stamina 0 of 7"]


def test_a_cut_file_is_shown_up_to_the_cut(
    server: Server, person: Callable[..., Person], tmp_path: Path
) -> None:
    """Which line is broken is said under its own name; what stands before it is there to watch."""
    made = server.battle("toy", "field", {"a": "person", "b": "chance"})
    server.browser(made["id"], made["seats"]["a"], seed=4).play()
    rows = server.get(f"/api/battles/{made['id']}/save").content.splitlines(keepends=True)
    kept = tmp_path / "half a battle.banneret"
    kept.write_bytes(b"".join(rows[:-4]) + rows[-4][:25])
    one = person(server)
    one.goto("/")
    one.page.locator("input[type=file]").set_input_files(kept)
    said = one.page.locator("[data-broken]")
    said.wait_for()
    assert f"Half a battle.banneret, line {len(rows) - 3}:" in said.inner_text()
    assert int(str(one.page.locator("[data-scrub]").get_attribute("max"))) >= 1
    moment = one.page.locator("[data-moment]").bounding_box()
    assert moment is not None
    assert moment["y"] < 840, "what happens is told below the screen"
    one.shot("replay-cut")
    one.click("[data-verify]")
    one.page.wait_for_selector("[data-said]:has-text('line')")
