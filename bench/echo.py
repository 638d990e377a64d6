"""The least a table could do: a bare ASGI application that sends each message to both seats."""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import uvicorn

SIZE = int(sys.argv[2]) if __name__ == "__main__" and len(sys.argv) > 2 else 2000
TABLE = '{"type":"table","question":{"number":0},"x":"' + "x" * (SIZE - 60) + '"}'
rooms: dict[str, list[Any]] = defaultdict(list)


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Acknowledge to the sender, and send a table of the same size to everybody in the room."""
    if scope["type"] != "websocket":
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ok"})
        return
    room = rooms[scope["path"]]
    await receive()
    await send({"type": "websocket.accept"})
    room.append(send)
    while (await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": '{"type":"ack","number":0}'})
        for one in list(room):
            await one({"type": "websocket.send", "text": TABLE})
    room.remove(send)


if __name__ == "__main__":
    uvicorn.run(
        app,
        port=int(sys.argv[1]),
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        lifespan="off",
    )
