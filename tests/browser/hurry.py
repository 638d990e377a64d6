"""A sensible player in a hurry: everybody at once where that is offered; his actions are counted.

The seconds of a battle are reckoned from them: so many for each action, and what is shown.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from browser.playing import GIVE, Person

if TYPE_CHECKING:
    from collections.abc import Iterable

SECONDS = 4.0  # to look, decide and click
MOVE, DIE, LEGS = 0.42, 0.6, 3  # as the page shows them at normal speed
QUICK = ("All: strike", "Each at his best odds", "Each at the nearest", "Each the first offered")
FORCE = ("[data-before]", "[data-preset='0']")  # as last turn, else the first word for all
FIGHT = ("move_full_melee", "move_full", "move_half_melee", "stay")
SHOOT = ("shoot", "move_half_shoot")


def turn_of(one: Person) -> int:
    found = re.search(r"turn (\d+)", one.moment)
    return int(found[1]) if found else 0


def answer(one: Person) -> None:
    """Do one thing toward the answer of what is asked."""
    page = one.page
    verb = page.locator("[data-primary]").first.inner_text()
    if verb.startswith(("Commit all", "All ", "The rest")):
        one.attempt(GIVE)
    elif page.locator("[data-chip]").count():
        _batch(one)
    elif page.locator(GIVE).count():
        one.attempt(GIVE)  # what is usual is proposed
    else:
        one.answer()


def _batch(one: Person) -> None:
    """Everybody as last turn, one word for the whole force, or alike; shooters shoot."""
    page = one.page
    shortcuts = [*FORCE, "[data-drawn]", *(f'[data-manner^="{word}"]' for word in QUICK)]
    for shortcut in shortcuts:
        left = page.locator(".chip.todo").count()
        if left and one.attempt_if(shortcut):
            page.wait_for_timeout(30)
            if page.locator(".chip.todo").count() < left:
                return
    if page.locator("[data-band].todo").count() and one.attempt("[data-band].todo"):
        for chit in SHOOT:  # a unit of shooters, the first time
            if one.attempt_if(f'[data-option="{chit}"][aria-disabled=false]'):
                return
    for chit in FIGHT:
        for tail in (f'[data-alike="{chit}"]', f'[data-option="{chit}"][aria-disabled=false]'):
            if one.attempt_if(tail):
                return
    one.attempt("[data-option][aria-disabled=false]")


class Watch:
    """What the page was told, and how long it would take to show it."""

    def __init__(self, one: Person) -> None:
        self.seconds = 0.0
        self._known = 0
        one.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, frame: Any) -> None:
        said = json.loads(frame if isinstance(frame, str | bytes) else frame["payload"])
        if said.get("type") != "table":
            return
        fresh = said["events"][max(0, self._known - said["events_from"]) :]
        self._known = max(self._known, said["events_from"] + len(said["events"]))
        self.seconds += shown(fresh)


def shown(events: Iterable[dict[str, Any]]) -> float:
    """Seconds at normal speed; moves of the same moment are one (see playback.ts)."""
    seconds, gliding = 0.0, False
    for told in events:
        event = told["event"]
        path = event.get("path") or []
        glides = bool(path or event.get("place") or event.get("places"))
        if event["event"] == "rolled":
            seconds += DIE
        elif glides:
            together = event.get("at_once") is True
            if not (together and gliding):
                seconds += MOVE * min(LEGS, max(1, len(path) - 1))
            gliding = together
            continue
        elif told["text"] is not None:
            seconds += MOVE
        else:
            continue
        gliding = False
    return seconds
