"""Running the server: uvicorn with its quick parts."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import uvicorn

from banneret.server.app import create_app

if TYPE_CHECKING:
    from banneret.server.settings import Settings

MOST_FRAME_BYTES = 1024 * 1024  # beyond this a socket is closed unread; the real limit is refused


def server(settings: Settings, *, access_log: bool = False) -> uvicorn.Server:
    """Make a server that is ready to run."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MOST_FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=access_log,
        log_level="info" if access_log else "warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


SWITCH_SECONDS = 0.001  # how long a thread that plays by the rules may hold up the event loop


def serve(settings: Settings, *, access_log: bool = False) -> None:
    """Serve until interrupted."""
    sys.setswitchinterval(SWITCH_SECONDS)
    server(settings, access_log=access_log).run()
