"""From Macbeth to Medici by clicking: blocks and officers on the table, a turn in few actions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest

from banneret.rulesets.macbeth_to_medici.setup.lists import armies
from banneret.rulesets.macbeth_to_medici.setup.muster import written
from browser.playing import GIVE, Person, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.running import Server

pytestmark = pytest.mark.slow
MOST_ACTIONS = 25  # of a turn with twelve units in three battles (design.md, budgets)
REST = "[data-rest]:not([disabled])"
FIRST = 2  # so many bodies drill by themselves in a step, the others likewise


def turn_of(one: Person) -> int:
    found = re.search(r"turn (\d+)", one.moment)
    return int(found[1]) if found else 0


def four_each(key: str) -> str:
    """An army of twelve units: the first four of each of its battles."""
    army = armies()[key]
    wards = tuple(msgspec.structs.replace(one, units=one.units[:4]) for one in army.battle)
    few = {"id": f"{key}_few", "battle": wards}
    return written(msgspec.structs.replace(army, **few, unit_points=None, points=None))


def respond(one: Person, asked: str, drills: int) -> None:
    """As a sensible player: who charges is chosen, some drill by themselves, the rest goes on."""
    page = one.page
    if asked.startswith("Who charges"):
        one.attempt_if("[data-all]")
        one.attempt(GIVE)
    elif asked.startswith("How do"):
        one.attempt("[data-grip^=advance]")
        one.attempt(REST if drills > FIRST else GIVE)
    elif asked.startswith("Who") or not page.locator(REST).count():
        one.answer()
    else:
        one.attempt(REST)


def play_a_turn(one: Person) -> int:
    """Play until the next turn; give the actions it took."""
    turn, before, step, drills = turn_of(one), one.actions, "", 0
    while (asked := one.until_asked()) and turn_of(one) == turn:
        if one.moment != step:
            step, drills = one.moment, 0
        drills += asked.startswith("How do")
        title = one.page.evaluate("document.title")
        respond(one, asked, drills)
        one._settle(asked, title)
    return one.actions - before


def test_a_turn_in_few_actions(first_book: Server, person: Callable[..., Person]) -> None:
    """Twelve units a side: officers, brigades, drills, charges and fights of two turns."""
    rolls = {"a": four_each("french_1214"), "b": four_each("allies_1214")}
    forces = {"a": "french_1214_few", "b": "allies_1214_few"}
    made = first_book.battle(
        "macbeth_to_medici",
        "pitched_battle",
        {"a": "person", "b": "chance"},
        rolls=rolls,
        forces=forces,
    )
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    while (asked := one.until_asked()) and turn_of(one) == 0:
        title = one.page.evaluate("document.title")
        one.answer()
        one._settle(asked, title)
    assert one.page.locator(".token .element").count() > 40
    assert "12 of 12" in one.page.locator("aside").first.inner_text()
    taken = [play_a_turn(one) for _ in range(2)]
    one.shot("macbeth-turn")
    assert max(taken) <= MOST_ACTIONS, taken


def spot_of(one: Person, piece: int) -> tuple[float, float]:
    """Where a body is drawn, in inches of the table's picture."""
    words = one.page.locator(f'.men [data-piece="{piece}"]').first.get_attribute("style") or ""
    x, y = re.findall(r"-?[0-9.]+", words)[:2]
    return float(x), float(y)


def test_a_brigade_is_taken_by_its_standard(
    first_book: Server, person: Callable[..., Person]
) -> None:
    """Two bodies aligned on an officer go as one: drawn, priced, refused beyond their pace."""
    seats = {"a": "person", "b": "chance"}
    made = first_book.battle("macbeth_to_medici", "standard_1138", seats)
    one = person(first_book, width=1366, height=768)
    sit_down(one, made, "a")
    page = one.page
    while "and the brigade" not in (asked := one.until_asked()):
        one.give()
        one._settle(asked, "")
    page.locator("[data-handle^=advance]").wait_for()
    bodies = [0, 1]
    before = [spot_of(one, body) for body in bodies]
    x, y = one.page_point(bodies[0])
    page.mouse.move(x, y + 30)  # where the officer stands, behind them
    page.mouse.down()
    page.mouse.move(x, y - 50, steps=4)
    page.mouse.up()
    page.locator("[data-leg]", has_text="Advance").wait_for()
    page.locator("[data-legs]", has_text="MM-MOVE-11").wait_for()
    one.shot("macbeth-brigade")
    page.locator("[data-grip=wheel-left]").click()
    page.locator('[data-leg="2"]').wait_for()
    page.locator("[data-amount]").fill("60")
    page.locator("[data-amount]").press("Enter")
    page.locator(".strip.red", has_text="is left").wait_for()
    one.shot("macbeth-brigade-refused")
    page.locator("[data-drop-leg]").click()
    one.give()
    page.wait_for_function(
        "([piece, was]) => !document.querySelector(`.men [data-piece='${piece}']`)"
        ".style.transform.includes(`, ${was}px`)",
        arg=[bodies[0], before[0][1]],
    )
    went = [round(spot_of(one, b)[1] - was[1], 3) for b, was in zip(bodies, before, strict=True)]
    assert went[0] == went[1] < 0
