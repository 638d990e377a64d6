"""A quest on a server, as its owner goes about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from server.running import Server


class Quest:
    """One quest and its key."""

    def __init__(self, server: Server, book: str = "joust") -> None:
        made = server.post("/api/sagas", {"book": book, "name": "Emeric"})
        assert made.status_code == 201, made.text
        self.server = server
        self.id, self.key = made.json()["id"], {"x-saga-key": made.json()["secret"]}

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.server.get(f"/api/sagas/{self.id}", headers=self.key).json()
        return found

    def edit(self, text: str) -> httpx.Response:
        path = f"{self.server.url}/api/sagas/{self.id}"
        return httpx.put(path, json={"text": text}, headers=self.key, timeout=60)

    def on(self) -> httpx.Response:
        return self.server.post(f"/api/sagas/{self.id}/on", headers=self.key)

    def play(self) -> None:
        """Sit down at what is under way and play it out."""
        seat = self.on().json()
        self.server.browser(seat["battle"], seat["seat"]).play()
