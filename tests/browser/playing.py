"""A person at the table in a real browser: looks, clicks, presses keys, and counts them."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error as PlaywrightError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts" / "browser"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "docs" / "pictures"
README_PICTURES = ("home", "new-battle", "table", "odds", "table-360", "end", "knights-movement")
QUALITY = 72
HASTE = 5_000  # milliseconds to click what may be gone
PATIENCE = 60_000  # milliseconds; the machine may be busy
MOMENT = """() => [".title .small", ".seq .now"]
  .map((one) => document.querySelector(one)?.innerText ?? "").join(" ")"""
GIVE = "[data-primary]:not([disabled])"
HARSH = ("serious", "critical", "moderate")


class Person:
    """One browser with its own memory."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        width: int = 1440,
        height: int = 900,
        dark: bool = False,
        speed: str = "skip",
        seed: int = 1,
        one_tap: bool = False,
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width < 800,
            reduced_motion="reduce",
            accept_downloads=True,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(f"crypto.getRandomValues = (bytes) => bytes.fill({seed})")
        if speed:
            plain = {"oneTap": one_tap, "ownNearest": one_tap, "coach": one_tap}
            plain["passSeldom"] = one_tap
            kept = json.dumps({"speed": speed, **plain})
            self.context.add_init_script(
                "localStorage.getItem('banneret.settings') || "
                f"localStorage.setItem('banneret.settings', {json.dumps(kept)})"
            )
        self.page: Page = self.context.new_page()
        self.actions = 0
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.chance = Random(seed)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def _console(self, message: Any) -> None:
        known = ("ERR_CONNECTION_REFUSED", "WebSocket connection", "status of 4")
        if message.type == "error" and not any(one in message.text for one in known):
            self.complaints.append(message.text)

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    # -- looking

    def goto(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.address + path)

    def shot(self, name: str, *, full: bool = False) -> None:
        """Keep a picture; somebody looks at it. Some are in the README when that is asked for."""
        folders = [ARTEFACTS]
        if os.environ.get("BANNERET_PICTURES") and name in README_PICTURES:
            folders.append(PICTURES)
        content = self.page.screenshot(full_page=full, type="jpeg", quality=QUALITY)
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.jpg").write_bytes(content)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table, in inches, is on the screen."""
        found = self.page.evaluate(
            """([x, y]) => {
              const g = document.querySelector('.stage .men > g');
              const sheet = document.querySelector('.stage .ground');
              const height = Number(sheet.getAttribute('height'));
              const p = new DOMPoint(x, height - y).matrixTransform(g.getScreenCTM());
              return [p.x, p.y];
            }""",
            [x, y],
        )
        return found[0], found[1]

    def page_point(self, key: int) -> tuple[float, float]:
        """Where a figure is on the screen."""
        box = self.page.locator(f'.men [data-piece="{key}"] .edge').first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag something on the table; places are in inches."""
        self.actions += 1
        mouse = self.page.mouse
        mouse.move(*self.at(*start))
        mouse.down()
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*self.at(*middle), steps=4)
        mouse.move(*self.at(*end), steps=4)
        mouse.up()

    def ghost(self) -> tuple[float, float]:
        """Where the figure in hand would stand."""
        held = self.page.locator(".token.chosen, .token.ghost, .token.refused").last
        words = str(held.evaluate("(one) => one.style.transform"))
        x, y = re.findall(r"-?[0-9.]+", words)[:2]
        height = float(str(self.page.locator(".stage .ground").get_attribute("height")))
        return float(x), height - float(y)

    @property
    def asked(self) -> str:
        """What is asked now, or nothing."""
        return self._now()[0]

    def _now(self) -> tuple[str, str, bool]:
        """The question, the primary verb and whether it is over, all of one moment."""
        asked, verb, over = self.page.evaluate(
            """() => ["#prompt b", "[data-primary]"]
              .map((one) => document.querySelector(one)?.innerText ?? "")
              .concat(document.querySelector("main.end") !== null)"""
        )
        return asked, verb, over

    @property
    def over(self) -> bool:
        return self._now()[2]

    def until_asked(self, *, besides: str = "") -> str:
        """Wait until something (else than before) is asked, or the battle is over."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            asked, verb, over = self._now()
            if over:
                return ""
            if asked and verb and "Sent" not in verb and asked != besides:
                return asked
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing is asked: {self.page.inner_text('body')[:600]}")

    @property
    def moment(self) -> str:
        """The round and the phase, as the head of the screen tells them."""
        return str(self.page.evaluate(MOMENT))

    def until_later(self, moment: str) -> None:
        """Wait until another phase or round has come, or the end."""
        self.page.wait_for_function(f"(was) => ({MOMENT})() !== was", arg=moment)

    def faults(self) -> list[str]:
        """What axe has against the page."""
        if not AXE.exists():
            raise AssertionError("axe-core is missing: run `make components`")
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run()")
        return [
            f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
            for one in found["violations"]
            if one["impact"] in HARSH
        ]

    # -- acting

    def click(self, what: str) -> None:
        self.actions += 1
        self.page.locator(what).first.click()

    def attempt(self, what: str) -> bool:
        """Click what was there a moment ago; another question may have come since."""
        try:
            self.page.locator(what).first.click(timeout=HASTE)
        except PlaywrightError:
            return False
        self.actions += 1
        return True

    def attempt_if(self, what: str) -> bool:
        """Click it if it is there."""
        return self.page.locator(what).count() > 0 and self.attempt(what)

    def press(self, key: str) -> None:
        self.actions += 1
        self.page.keyboard.press(key)

    def options(self) -> list[str]:
        """The keys of what may be chosen."""
        found = self.page.locator("[data-option][aria-disabled=false]")
        keys: list[str] = found.evaluate_all("(all) => all.map((one) => one.dataset.option)")
        return keys

    def choose(self, key: str) -> None:
        self.click(f'[data-option="{key}"]')

    def begin(self) -> None:
        """Read the three lines before a battle, and begin it."""
        self.page.wait_for_selector("[data-briefing]")
        self.click("[data-begin-battle]")

    def scrub(self, step: int) -> None:
        """Go to a step of a replay."""
        self.page.locator("[data-scrub]").evaluate(
            "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')) }",
            str(step),
        )

    def give(self) -> None:
        self.click(GIVE)

    def answer(self) -> None:
        """Answer what is asked: fight where one can, else anything."""
        if self.page.locator("[data-primary][disabled]").count():
            if self.attempt_if("[data-machine]"):
                return
            if not self.attempt_if("[data-all]") and (keys := self.options()):
                eager = [key for key in keys if key in {"fire", "charge", "figures", "hurt"}]
                self.attempt(f'[data-option="{self.chance.choice(eager or keys[:3])}"]')
        self.attempt(GIVE)

    def play(self, most: int = 400, *, until: str = "") -> int:
        """Answer until the battle is over, or a question of that kind is asked."""
        for count in range(most):
            asked = self.until_asked()
            if not asked or (until and re.search(until, asked)):
                return count
            number = self.page.evaluate("document.title")
            self.answer()
            self._settle(asked, number)
        return most

    def _settle(self, asked: str, title: str) -> None:
        """Wait until an answer was taken: another question, or a moment."""
        for _ in range(15):
            if self.over or self.asked != asked or self.page.evaluate("document.title") != title:
                return
            self.page.wait_for_timeout(20)


def sit_down(person: Person, made: dict[str, Any], side: str) -> None:
    """Take a seat by its link."""
    person.goto(f"/battle/{made['id']}#{made['seats'][side]}")
