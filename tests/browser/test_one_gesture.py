"""The table of ease: what a newcomer's hand needs for a move, a shot, a turn; how near he looks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from browser.beginners import CHAIN, Beginner

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow

LAPTOP = {"width": 1366, "height": 768}
LEAST_BASE = 28  # pixels of a man on foot
BAR = 116
WATCHED = 12.0  # seconds of the computer's turn, besides its thinking
BOOKS = {"The crossroads": "One-Page Skirmish", "The market road": "Knights & Knaves"}
MOST_OF_A_BATTLE = 70  # actions
BUSY = 2.0  # how much longer a loaded machine may take
COACHED = "localStorage.setItem('banneret.coached', JSON.stringify({}))".format(
    '["force","drag","commit","aim","why","hint"]'
)


def first_battle(come: Callable[..., Person], server: Server, title: str, **more: Any) -> Person:
    """Fight now, from the home screen, with the hints turned off."""
    one = come(server, one_tap=True, **{**LAPTOP, **more})
    one.goto("/")
    one.page.evaluate(COACHED)
    book = BOOKS[title]
    one.page.wait_for_selector("article")
    one.page.locator("article", has_text=book).get_by_text("Fight now").first.click()
    one.page.wait_for_selector("[data-briefing]")
    return one


def begun(come: Callable[..., Person], server: Server, title: str, **more: Any) -> Person:
    one = first_battle(come, server, title, **more)
    one.press("Enter")
    one.actions = 0
    return one


def to_a_unit(one: Person) -> None:
    """Answer plainly until a unit may act."""
    hands = Beginner(one)
    for _ in range(12):
        asked = one.until_asked()
        if "acts next" in asked:
            return
        hands.plainly()
        one._settle(asked, one.page.evaluate("document.title"))
    raise AssertionError("no unit was ever asked for")


def base(one: Person) -> float:
    """The smallest base on foot that is in sight, in pixels."""
    return min(float(man["wide"]) for man in Beginner(one).men())


@pytest.fixture
def crossroads(person: Callable[..., Person], first_book: Server) -> Person:
    one = begun(person, first_book, "The crossroads")
    to_a_unit(one)
    one.actions = 0
    return one


def test_three_lines_stand_before_the_first_battle(
    person: Callable[..., Person], first_book: Server
) -> None:
    """Aim, end, who is stronger; both sides stand, and one button begins."""
    one = first_battle(person, first_book, "The crossroads")
    words = one.page.inner_text("[data-briefing]")
    assert all(line in words for line in ("Your aim", "How it ends", "Who is stronger"))
    assert {man["side"] for man in Beginner(one).men()} >= {"a"}
    assert one.faults() == []
    one.shot("briefing")


def test_a_unit_moves_by_two_actions_and_comes_back_by_one(crossroads: Person) -> None:
    """Drag one of its men, commit; the leader goes, his followers are set down."""
    one = crossroads
    hands = Beginner(one)
    man = next(each for each in hands.men() if each["may"] and each["side"] == "a")
    before = {each["id"]: each["at"] for each in hands.men()}
    assert hands.drag((man["x"], man["y"]), (man["x"] + 40, man["y"] - 60))
    one.shot("one-gesture")
    assert one.page.inner_text("[data-gesture]")
    one.press("Enter")
    assert one.actions == 2
    one.page.wait_for_selector(CHAIN, state="detached")
    one.until_asked()
    after = {each["id"]: each["at"] for each in hands.men()}
    moved = [key for key, at in before.items() if after.get(key, at) != at]
    assert man["id"] in moved
    one.press("u")
    one.page.wait_for_timeout(800)
    back = {each["id"]: each["at"] for each in hands.men()}
    assert back[man["id"]] == before[man["id"]]


def test_a_unit_goes_at_an_enemy_by_two_actions(crossroads: Person) -> None:
    """Drag a man onto an enemy: he shoots or charges, or goes towards him; commit."""
    one = crossroads
    hands = Beginner(one)
    man = next(each for each in hands.men() if each["may"] and each["side"] == "a")
    foes = [each for each in hands.men() if each["side"] != "a" and 70 < each["y"] < 620]
    assert foes, "no enemy in sight"
    asked = one.asked
    assert hands.drag((man["x"], man["y"]), (foes[0]["x"], foes[0]["y"]))
    one.press("Enter")
    assert one.actions == 2
    one.page.wait_for_selector(CHAIN, state="detached")
    one._settle(asked, "")
    assert one.page.locator("[role=alert]").count() == 0


def test_the_keyboard_does_what_the_hand_does(crossroads: Person) -> None:
    """Choose a unit, nudge its ghost, commit."""
    one = crossroads
    one.press("1")
    one.page.wait_for_function("() => /what do/.test(document.querySelector('#prompt').innerText)")
    one.page.mouse.move(5, 5)
    man = next(each for each in Beginner(one).men() if each["may"])
    one.page.mouse.click(man["x"], man["y"])
    one.press("Shift+ArrowUp")
    one.page.wait_for_selector(CHAIN)
    one.press("Enter")
    one.page.wait_for_selector(CHAIN, state="detached")


@pytest.mark.parametrize("title", ["The crossroads", "The market road"])
def test_men_are_near_and_the_bar_keeps_its_height(
    person: Callable[..., Person], first_book: Server, title: str
) -> None:
    """28 pixels a foot base while less than half the table is in use; the table never jumps."""
    one = begun(person, first_book, title)
    tops = set()
    for _ in range(4):
        one.until_asked()
        assert base(one) >= LEAST_BASE
        box = one.page.locator(".qbar").bounding_box()
        assert box is not None
        assert box["height"] == BAR
        tops.add(box["y"])
        Beginner(one).plainly()
        one.page.wait_for_timeout(400)
    assert len(tops) == 1


def test_a_whole_battle_of_nine_against_nine_stays_within_its_budget(
    person: Callable[..., Person], first_book: Server
) -> None:
    """One gesture a round and what the dice ask for: twelve rounds to the end."""
    one = begun(person, first_book, "The crossroads")
    to_a_unit(one)
    one.actions = 0
    hands = Beginner(one)
    spent = hands.fight()
    assert one.over
    asked = sorted(hands.questions.items(), key=lambda each: -each[1])
    assert spent <= MOST_OF_A_BATTLE, asked


def test_a_force_gets_its_chits_by_two_actions(
    person: Callable[..., Person], first_book: Server
) -> None:
    """A word for all of them, then the commit; the next turn they do as in the last."""
    one = begun(person, first_book, "The market road")
    asked = one.until_asked()
    assert "force" in asked  # standing orders wait until one wants them
    one.click("[data-come-back]")
    orders = one.until_asked(besides=asked)
    assert "orders to give" in orders
    one.press("Enter")
    assert one.until_asked(besides=orders) == asked
    one.shot("force-orders")
    one.actions = 0
    one.press("1")
    one.page.wait_for_selector("[data-preset='0'][aria-pressed=true]")
    one.press("Enter")
    assert one.actions == 2


def test_the_computers_turn_is_watched_in_a_dozen_seconds(
    person: Callable[..., Person], first_book: Server
) -> None:
    """At normal speed; what is thought is not counted, what is shown is."""
    one = begun(person, first_book, "The market road", speed="normal")
    shown = 0.0
    for _ in range(12):
        asked = one.until_asked()
        if not asked or "turn 2" in one.moment.lower():
            break
        Beginner(one).plainly()
        start = time.monotonic()
        while not one.asked and time.monotonic() - start < 60:
            busy = one.page.locator("[data-skip]").count()
            one.page.wait_for_timeout(100)
            shown += 0.1 * busy
    assert shown <= WATCHED * BUSY


def test_every_line_of_the_chronicle_opens_inside_its_window(crossroads: Person) -> None:
    """Also the newest, which used to open below the edge."""
    one = crossroads
    hands = Beginner(one)
    for _ in range(3):
        asked = one.until_asked()
        if not asked:
            break
        title = one.page.evaluate("document.title")
        hands.act() if "acts next" in asked else hands.plainly()
        one._settle(asked, title)
    one.until_asked()
    outside = one.page.evaluate(
        """async () => {
          const wrong = [];
          const list = document.querySelector('.chron');
          for (const button of [...list.querySelectorAll('.said:not(.many)')]) {
            button.click();
            await new Promise((done) => setTimeout(done, 60));
            const line = button.closest('.line').getBoundingClientRect();
            const room = list.getBoundingClientRect();
            const fits = line.height <= room.height;
            if (line.top < room.top - 1 || (fits && line.bottom > room.bottom + 1)) {
              wrong.push(button.innerText);
            }
            button.click();
          }
          return wrong;
        }"""
    )
    assert outside == []


def test_a_hint_has_a_reason_and_shows_itself_as_a_ghost(crossroads: Person) -> None:
    """Never done by itself."""
    one = crossroads
    one.press("h")
    one.page.wait_for_selector("[data-counsel]")
    assert one.page.inner_text("[data-reason]").strip()
    if one.page.locator("[data-show-me]").count():
        one.click("[data-show-me]")
        assert one.page.locator(CHAIN).count() == 1


def test_a_force_is_raised_and_used_by_three_actions(
    person: Callable[..., Person], first_book: Server
) -> None:
    """List, Raise, Use now."""
    one = person(first_book, one_tap=True, **LAPTOP)
    one.goto("/muster/knights_and_knaves")
    one.page.wait_for_selector("[data-points]")
    assert one.faults() == []
    one.click("[data-list=english_feudal_retinue]")
    one.click("[data-raise]")
    one.page.wait_for_function("() => !document.querySelector('[data-use]').disabled")
    one.shot("muster")
    one.click("[data-use]")
    one.page.wait_for_selector("[data-briefing]")
    assert one.actions == 3
