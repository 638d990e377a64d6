"""A crowd on the table, made up for measuring: Playwright plays the server's part on the socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

CROWD = 48


def _piece(key: int, y: float) -> dict[str, Any]:
    side, place = ("a", key) if key < CROWD // 2 else ("b", key - CROWD // 2)
    return {
        "id": key, "side": side, "name": f"Man {key}", "x": 3 + place % 24 * 1.8, "y": y,
        "facing": 0 if side == "a" else 180, "width": 1, "depth": 2 if key % 6 == 0 else 1,
        "group": f"Band {key // 6}", "rank": "sergeant" if key % 6 == 1 else "common",
        "arms": ("sword", "longbow", "spear")[key % 3], "mounted": key % 6 == 0,
        "marks": ["shaken"] if key % 5 == 0 else [], "profile": {"armour": "mail, shield"},
    }  # fmt: skip


def _wood(key: str, x: float, y: float) -> dict[str, Any]:
    points = [[x, y], [x + 9, y], [x + 9, y + 7], [x, y + 7]]
    return {"kind": "light_wood", "points": points, "closed": True, "id": key}


def _scene(y: dict[int, float]) -> dict[str, Any]:
    return {
        "width": 48, "height": 36, "round": 1, "now": "Action", "sequence": ["Morale", "Action"],
        "ground": [_wood("w1", 4, 20), _wood("w2", 30, 6), _wood("w3", 22, 24)],
        "pieces": [_piece(key, y[key]) for key in range(CROWD)], "markers": [],
        "sides": [{"key": key, "name": f"Side {key}", "lines": []} for key in "ab"],
    }  # fmt: skip


def _table(scene: dict[str, Any], events: list[dict[str, Any]], known: int) -> str:
    sides = [
        {"key": key, "name": key, "kind": "person", "tincture": tincture, "present": True}
        for key, tincture in (("a", "azure"), ("b", "gules"))
    ]
    said = {
        "type": "table", "you": "a", "sides": sides, "scene": scene, "question": None,
        "battle": {"id": "crowd", "book": "none", "book_title": "Crowd", "scenario": "crowd",
                   "scenario_title": "Crowd", "round": 1, "status": "on"},
        "waiting": ["b"], "events": events, "events_from": known, "result": None, "undo": None,
        "can_undo": False, "auto": False, "calls": [], "era": 0,
    }  # fmt: skip
    return msgspec.json.encode(said).decode()


class Crowd:
    """The server's part: two lines of men who walk up the table together when they are told."""

    def __init__(self) -> None:
        self.y = {key: 4.0 if key < CROWD // 2 else 8.0 for key in range(CROWD)}
        self.told = 0
        self.line: WebSocketRoute | None = None

    def sit(self, line: WebSocketRoute) -> None:
        """Show the table to whoever sits down."""
        self.line = line
        line.on_message(lambda text: self._heard(str(text)))

    def _heard(self, text: str) -> None:
        if '"sit"' in text and self.line is not None:
            self.line.send(_table(_scene(self.y), [], 0))

    def walk(self, inches: float) -> None:
        """Let everybody walk at once."""
        assert self.line is not None
        self.y = {key: y + inches for key, y in self.y.items()}
        pieces = [_piece(key, y) for key, y in self.y.items()]
        places = {str(p["id"]): [p["x"], p["y"], p["facing"]] for p in pieces}
        event = {"event": "moved", "places": places}
        told = {"n": self.told, "clause": "", "text": "They walk.", "private": False}
        self.line.send(_table(_scene(self.y), [{**told, "event": event}], self.told))
        self.told += 1
