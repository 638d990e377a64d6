"""People who touch what a newcomer would touch: a man, a place, an enemy, the big button."""

from __future__ import annotations

import time
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from browser.playing import Person

MEN = """() => [...document.querySelectorAll('.men [data-piece]')]
  .filter((one) => !one.classList.contains('ghost'))
  .map((one) => {
    const box = one.querySelector('.edge')?.getBoundingClientRect() ?? one.getBoundingClientRect();
    return {
      id: Number(one.dataset.piece), side: one.dataset.side,
      may: one.classList.contains('may') || one.classList.contains('chosen'),
      gone: one.classList.contains('gone'),
      at: one.style.transform,
      x: box.x + box.width / 2, y: box.y + box.height / 2, wide: Math.min(box.width, box.height),
    };
  })"""
CHAIN = "[data-carry]:not([aria-busy=true])"  # for what was last pointed at
NO_WAY = "[data-no-way]:not([aria-busy=true])"
LIKEWISE = "[data-likewise][aria-pressed=false]"
MANY = 2  # fights that are worth a gesture of their own


class Beginner:
    """Takes his men one unit after the other: at an enemy if that can be, else towards him."""

    def __init__(self, person: Person, side: str = "a") -> None:
        self.one = person
        self.side = side
        self.questions: dict[str, int] = {}

    def men(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.one.page.evaluate(MEN)
        return [one for one in found if not one["gone"]]

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Drag on the screen, in pixels; whether something came of it."""
        one = self.one
        one.actions += 1
        mouse = one.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        mouse.move(*end, steps=3)
        mouse.up()
        until = time.monotonic() + 5
        while time.monotonic() < until:
            if one.page.locator(CHAIN).count():
                return True
            if one.page.locator(NO_WAY).count():
                return False
            one.page.wait_for_timeout(20)
        return False

    def towards(self, man: dict[str, Any], foe: dict[str, Any]) -> tuple[float, float]:
        """A place on the way to an enemy, in sight."""
        far = hypot(foe["x"] - man["x"], foe["y"] - man["y"]) or 1.0
        go = min(far * 0.6, 7 * man["wide"])
        x = man["x"] + (foe["x"] - man["x"]) / far * go
        y = man["y"] + (foe["y"] - man["y"]) / far * go
        return min(980.0, max(30.0, x)), min(620.0, max(80.0, y))

    def act(self) -> None:
        """One unit does something: at the nearest enemy, else nearer to him; else it is passed."""
        one = self.one
        men = self.men()
        own = [man for man in men if man["may"] and man["side"] == self.side]
        foes = [man for man in men if man["side"] != self.side]
        for man in own[:1]:
            foes.sort(key=partial(_apart, man))
            seen = [foe for foe in foes if 0 < foe["x"] < 1010 and 60 < foe["y"] < 640]
            if seen and self.drag((man["x"], man["y"]), (seen[0]["x"], seen[0]["y"])):
                self.commit()
                return
            one.page.keyboard.press("Escape")
            if foes and self.drag((man["x"], man["y"]), self.towards(man, foes[0])):
                self.commit()
                return
            one.page.keyboard.press("Escape")
        self.plainly()

    def commit(self) -> None:
        """Do it; whoever else may act does likewise."""
        if self.one.page.locator(LIKEWISE).count():
            self.one.press("l")
        self.one.press("Enter")

    def melee(self) -> None:
        """Tap one of those who may be attacked: the fights follow one another."""
        foes = [man for man in self.men() if man["may"] and man["side"] != self.side]
        if len(foes) < MANY:
            self.plainly()
            return
        self.one.actions += 1
        self.one.page.mouse.click(foes[0]["x"], foes[0]["y"])
        self.one.page.wait_for_selector(CHAIN)
        self.one.press("Enter")

    def plainly(self) -> None:
        """The big button, or the first thing on offer."""
        one = self.one
        if one.page.locator("[data-primary][disabled]").count():
            keys = one.options()
            if keys:
                one.attempt(f'[data-option="{keys[-1] if "-1" in keys else keys[0]}"]')
            one.page.wait_for_timeout(120)
            if one.page.locator("[data-final]").count():
                one.press("Enter")
        else:
            one.press("Enter")

    def fight(self, most: int = 300) -> int:
        """Fight until the end; the actions it took."""
        one = self.one
        for _ in range(most):
            asked = one.until_asked()
            if not asked:
                break
            self.questions[asked] = self.questions.get(asked, 0) + 1
            title = one.page.evaluate("document.title")
            if "acts next" in asked or "what do" in asked:
                self.act()
            elif "attacked next" in asked:
                self.melee()
            else:
                self.plainly()
            one._settle(asked, title)
        return one.actions


def _apart(one: dict[str, Any], other: dict[str, Any]) -> float:
    return hypot(other["x"] - one["x"], other["y"] - one["y"])
