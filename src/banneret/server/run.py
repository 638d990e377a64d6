"""Running the server: uvicorn with its quick parts."""

from __future__ import annotations

import gc
import socket
import sys
from typing import TYPE_CHECKING

import uvicorn

from banneret.core.errors import BadData
from banneret.server.app import create_app
from banneret.server.door.doorkeeper import Door
from banneret.server.door.frames import QuickSocket
from banneret.server.hall import Hall
from banneret.server.settings import refuse_unguarded

if TYPE_CHECKING:
    from banneret.server.settings import Settings

# What is new is looked at once, after most of it has gone by itself: answers on their way to disk
# would be looked at in vain. Never at everything while people play.
COLLECT = (10_000, 1_000_000, 1_000_000)
SWITCH_SECONDS = 0.001  # how long a thread that plays by the rules may hold up the event loop
MOST_FRAME_BYTES = 1024 * 1024  # beyond this a socket is closed unread; the real limit is refused


def server(settings: Settings, *, access_log: bool = False) -> uvicorn.Server:
    """Make a server that is ready to run."""
    refuse_unguarded(settings)
    refuse_taken(settings.host, settings.port)
    hall = Hall(settings, when_quiet=gc.collect)
    app = create_app(hall)
    tune()
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=Door,
        ws=QuickSocket,
        ws_max_size=MOST_FRAME_BYTES,
        ws_per_message_deflate=False,
        access_log=access_log,
        log_level="info" if access_log else "warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)


def tune() -> None:
    """Have Python itself behave as a server's should."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*COLLECT)
    gc.freeze()


def refuse_taken(host: str, port: int) -> None:
    """Say in a sentence that somebody listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except (OSError, OverflowError) as no:
            raise BadData(f"{host} port {port} cannot be used: {no}") from no
