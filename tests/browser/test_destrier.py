"""Destrier by clicking: a card set, a repeat and a group in few actions, with the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.playing import GIVE, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow
A_SET, A_REPEAT, A_GROUP, A_CHARGE = 3, 1, 2, 2  # actions
CARDS = "^Play cards for"
HIDDEN = """(what) => {
  const box = (one) => one.getBoundingClientRect();
  const boxes = (of) => [...document.querySelectorAll(of)].map(box);
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const men = boxes(".men [data-piece] .edge");
  return boxes(what).some((one) => men.some((man) => meet(one, man)));
}"""  # whether something lies on a man


def seated(server: Server, person: Callable[..., Person], scenario: str) -> Person:
    made = server.battle("destrier", scenario, {"a": "person", "b": "captain"})
    one = person(server, width=1366, height=768)
    sit_down(one, made, "a")
    one.play(40, until=CARDS)
    one.page.locator("[data-hand]").first.wait_for()
    return one


def test_a_set_of_cards_and_its_repeat(first_book: Server, person: Callable[..., Person]) -> None:
    """A duel: a TAC card and a blow are chosen with the odds on the card; then the same again."""
    one = seated(first_book, person, "duel_at_the_mill")
    page = one.page
    assert page.locator(".hands .chance").count()
    before = one.actions
    for title in ("STAND GROUND", "DELIVER BLOW"):
        if page.locator(f'[data-card="{title}"]').get_attribute("aria-pressed") == "false":
            one.click(f'[data-card="{title}"]')
    assert page.locator("[data-pitted] tbody tr").count() >= 2  # TAC card against TAC card
    assert page.locator("[data-pitted] tr.on").count() == 1
    page.locator("[data-reckoned]").wait_for()  # the blow among them, row by row
    one.click('[data-card="GREAT BLOW"]')
    page.locator(".badge rect").first.wait_for()
    assert not page.evaluate(HIDDEN, ".badge rect, [data-sidekey]")
    lines = page.locator("#tab-panel").bounding_box()
    assert lines is not None
    assert lines["height"] >= 90  # the chronicle is never pushed out
    one.click('[data-card="DELIVER BLOW"]')
    one.click('[data-card="CLOSE"]')  # takes the place of the other TAC card
    assert page.locator('[data-card="STAND GROUND"]').get_attribute("aria-pressed") == "false"
    one.click('[data-card="STAND GROUND"]')
    before = one.actions
    one.shot("destrier-duel")
    one.give()
    assert one.actions - before <= A_SET
    again = page.locator('[data-proposed="As last round"]')
    for _ in range(8):  # somebody may give ground for a round: then nothing can be repeated
        page.wait_for_timeout(300)
        one.play(30, until=CARDS)
        page.locator("[data-hand]").first.wait_for()
        if again.count():
            break
        one.give()
    assert again.count() == 1
    assert page.locator('[data-card][aria-pressed="true"]').count()
    before = one.actions
    one.give()
    assert one.actions - before == A_REPEAT


def test_charges_that_end_short_are_folded(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Three riders far from everybody: "none" stands alone until the rest is asked for."""
    made = first_book.battle("destrier", "three_knights", {"a": "person", "b": "captain"})
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    one.play(40, until="charge")
    page = one.page
    fold = page.locator("[data-aside]")
    fold.wait_for()
    assert page.locator("[data-option]").count() == 1
    one.shot("destrier-charges-folded")
    fold.click()
    assert page.locator("[data-option]").count() > 1
    one.choose(one.options()[1])  # it is looked at before it is written, and the next is not asked
    page.locator('[data-shape="rest"]').wait_for(state="attached")
    assert "Knight 1" in one.asked


def test_a_charge_is_built_target_by_target(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Ridden up and then charged: fan, lance and straight run are drawn, speeds stand in a row."""
    made = first_book.battle("destrier", "three_knights", {"a": "person", "b": "captain"})
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    page = one.page
    for _ in range(3):  # up to the enemy at a trot, then let him come
        one.play(30, until="^Write")
        if len(one.options()) > 1:
            break
        one.give()
        one.play(12, until="^Who moves")
        if "Second" in one.moment:
            one.choose("done")
    before = one.actions
    one.choose(one.options()[1])
    page.locator("[data-reckoned]").wait_for()
    drawn = page.locator("[data-shape]").evaluate_all(
        "(all) => all.map((one) => one.dataset.shape)"
    )
    assert {"turn", "swept", "lance", "straight", "rest"} <= set(drawn)
    paces = page.locator("[data-paces] button")
    assert paces.count() == 4
    assert page.locator('[data-pace="charge"]').get_attribute("aria-disabled") == "true"
    assert "2 allowed" in page.locator('[data-pace="charge"]').inner_text()
    one.shot("destrier-charge")
    one.give()
    assert one.actions - before <= A_CHARGE
    page.locator("[data-chip].on").wait_for()
    assert "at" in page.locator('[data-chip="0"]').inner_text()


def test_cards_for_a_group(first_book: Server, person: Callable[..., Person]) -> None:
    """A brawl: what is shown is played for everybody; tables stand there, sides have names."""
    one = seated(first_book, person, "brawl_at_the_boar")
    page = one.page
    assert "The carters" in page.locator("aside").first.inner_text()
    assert page.locator(".terrain .thing.board").count() > 4
    assert page.locator("[data-chip]").count() == 4
    one.shot("destrier-brawl")
    box = page.locator("section.hands").bounding_box()
    bar = page.locator(GIVE).bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"] + 1
    before = one.actions
    assert "all 4" in page.locator("[data-primary]").first.inner_text()
    one.give()
    assert one.actions - before <= A_GROUP
    page.locator("[data-row-of] .face").first.wait_for()
    one.shot("destrier-faced")


def test_rider_and_steed_side_by_side(first_book: Server, person: Callable[..., Person]) -> None:
    """A joust: a charge is written by two taps; two hands lie side by side."""
    made = first_book.battle("destrier", "pas_darmes", {"a": "person", "b": "chance"})
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    one.play(20, until="^Write the defender's charge")
    one.page.locator("[data-leads] .bead").first.wait_for(state="attached")  # the path of a course
    one.play(40, until=CARDS)  # after the course the steed still gallops: it has a say of its own
    hands = one.page.locator("[data-hand]")
    hands.nth(1).wait_for()
    one.shot("destrier-joust")
    left, right = hands.nth(0).bounding_box(), hands.nth(1).bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"] + 1 <= 1018
    assert "The defender's steed" in one.page.locator("[data-chip]").nth(1).inner_text()


def test_faced_cards_on_a_tablet(first_book: Server, person: Callable[..., Person]) -> None:
    """The cards of two who face each other lie side by side, none on another."""
    made = first_book.battle("destrier", "brawl_at_the_boar", {"a": "person", "b": "captain"})
    one = person(first_book, width=820, height=1180)
    sit_down(one, made, "a")
    one.play(40, until=CARDS)
    one.give()
    one.page.locator("[data-row-of] .face").first.wait_for()
    rows = one.page.locator(".pairs > [data-row-of]").evaluate_all(
        """(all) => all.every((row) => [...row.querySelectorAll(".face, .back")].every((card) =>
          card.getBoundingClientRect().right <= row.getBoundingClientRect().right + 1))"""
    )
    assert rows
    one.shot("destrier-faced-tablet")


def test_cards_on_a_phone(first_book: Server, person: Callable[..., Person]) -> None:
    """Nothing lies out of sight to a side, and faced cards are as high as they are read."""
    made = first_book.battle("destrier", "brawl_at_the_boar", {"a": "person", "b": "captain"})
    one = person(first_book, width=390, height=844, dark=True)
    sit_down(one, made, "a")
    one.play(40, until=CARDS)
    assert not one.page.locator("[data-row-of]").count()
    inside = "(all) => all.every((one) => one.getBoundingClientRect().right <= 390)"
    cards = one.page.locator("section.hands .card")
    assert cards.count() > 3
    assert cards.evaluate_all(inside)
    one.shot("destrier-phone-hand")
    one.give()
    face = one.page.locator("[data-row-of] .face").first
    face.wait_for()
    shown = face.bounding_box()
    row = one.page.locator("[data-row-of]").first.bounding_box()
    assert shown is not None
    assert row is not None
    assert row["height"] >= shown["height"] >= 40
    assert one.page.locator("[data-row-of] .face").evaluate_all(inside)
    one.shot("destrier-faced-phone")
