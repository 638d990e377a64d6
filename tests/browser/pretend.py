"""A pretended server on the socket of a battle: asks whatever a test wants to see asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from browser.playing import Person

WIDTH, HEIGHT = 48, 36
TINCTURES = ("azure", "gules", "or", "vert")


def man(key: int, side: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A figure."""
    piece = {
        "id": key, "side": side, "name": f"Man {key}", "x": x, "y": y, "width": 1, "depth": 1,
        "facing": 0 if side == "a" else 180, "group": f"Band {side}", "rank": "common",
        "arms": "longbow", "mounted": False, "marks": [], "profile": {"class": "veteran"},
    }  # fmt: skip
    return piece | more


def pick(key: str, prompt: str, options: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A question with options."""
    asked = {"kind": "pick", "side": "a", "key": key, "prompt": prompt, "about": [], "least": 1}
    return {**asked, "most": 1, "options": options, **more}


class Pretended:
    """Whoever sits down sees this table; what he says is written down."""

    def __init__(self, person: Person, pieces: list[dict[str, Any]]) -> None:
        self.person = person
        self.pieces = pieces
        self.names = {"a": "Side a", "b": "Side b"}  # of all sides, in their order
        self.sheets: list[dict[str, Any]] = []
        self.parties: dict[str, str] = {}
        self.said: list[dict[str, Any]] = []
        self.number = 0
        self.told = 0
        self._question: dict[str, Any] | None = None
        self._lines: list[WebSocketRoute] = []
        self._gone = False
        self.undo: dict[str, str] | None = None  # what somebody would like to take back
        person.page.route_web_socket("**/socket", self._sit)

    def open(self) -> None:
        """Bring the person to the table."""
        self.person.goto("/battle/pretended#seat")
        self.person.page.wait_for_selector("[data-piece]")

    def chat(self, text: str) -> None:
        """Say something to everybody."""
        said = {"type": "chat", "from": "B", "side": "b", "text": text, "at": 1}
        for line in self._lines:
            line.send(json.dumps(said))

    def leave(self) -> None:
        """Answer nobody any more."""
        self._gone = True
        for line in self._lines:
            line.close()

    def _sit(self, line: WebSocketRoute) -> None:
        if self._gone:
            line.close()
            return
        self._lines.append(line)
        line.on_message(lambda text: self._hear(line, json.loads(str(text))))

    def _hear(self, line: WebSocketRoute, message: dict[str, Any]) -> None:
        if message["type"] == "sit":
            line.send(self._table([], message["since"]))
        elif message["type"] == "preview":
            told = {"type": "preview", "id": message["id"], "legal": True, "because": ""}
            rest: dict[str, Any] = {"clause": "", "price": None, "odds": None, "notes": []}
            line.send(json.dumps(told | rest))
        elif message["type"] == "look":
            nothing: dict[str, Any] = {"overlays": [], "notes": []}
            line.send(json.dumps({"type": "look", "id": message["id"], **nothing}))
        elif message["type"] == "sheets":
            line.send(json.dumps({"type": "sheets", "id": message["id"], "sheets": self.sheets}))
        elif message["type"] != "ping":
            self.said.append(message)

    def ask(self, *choices: dict[str, Any], together: bool = False) -> None:
        """Ask something else."""
        self.number += 1
        numbered = [{"index": i, **choice} for i, choice in enumerate(choices)]
        self._question = {"number": self.number, "together": together, "choices": numbered}
        self._show([])

    def wait(self) -> None:
        """Ask nothing: it is the other side's turn."""
        self._question = None
        self._show([])

    def tell(self, text: str, clause: str = "", *, quiet: bool = False, **event: Any) -> None:
        """Let something happen."""
        told = {"n": self.told, "clause": clause, "text": text, "private": False, "quiet": quiet}
        self._show([{**told, "event": {"event": "happened", **event}}])

    def _show(self, events: list[dict[str, Any]]) -> None:
        text = self._table(events, self.told)
        self.told += len(events)
        for line in self._lines:
            line.send(text)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """What was said of one kind."""
        self.person.page.wait_for_timeout(30)
        return [one for one in self.said if one["type"] == kind]

    def _table(self, events: list[dict[str, Any]], known: int) -> str:
        sides = [
            {"key": key, "name": key.upper(), "kind": "person", "tincture": worn, "present": True}
            for key, worn in zip(self.names, TINCTURES, strict=False)
        ]
        scene = {
            "width": WIDTH, "height": HEIGHT, "ground": [], "pieces": self.pieces, "markers": [],
            "sides": [
                {"key": key, "name": name, "lines": [], "party": self.parties.get(key, "")}
                for key, name in self.names.items()
            ],
            "sequence": ["Action", "Melee"], "now": "Action", "round": 1,
        }  # fmt: skip
        battle = {
            "id": "pretended", "book": "none", "book_title": "Pretended", "scenario": "none",
            "scenario_title": "Pretended", "round": 1, "status": "on",
        }  # fmt: skip
        return json.dumps({
            "type": "table", "battle": battle, "you": "a", "sides": sides, "scene": scene,
            "question": self._question, "waiting": ["a" if self._question else "b"],
            "events": events, "events_from": known, "result": None, "undo": self.undo,
            "can_undo": True, "auto": False, "calls": [], "era": 0,
        })  # fmt: skip
