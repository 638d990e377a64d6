"""The table in the browser: serve it to this machine, or to everybody."""

from __future__ import annotations

import threading
import webbrowser
from typing import Annotated

import typer

from banneret.cli.out import say

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")]
Port = Annotated[int, typer.Option(help="The port to listen on.")]
Url = Annotated[
    str | None, typer.Option("--database-url", help="PostgreSQL, or another SQLite file.")
]
Origins = Annotated[list[str] | None, typer.Option("--origin", help="Another site's page.")]
Opens = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
Logs = Annotated[bool, typer.Option("--log", help="Log every request.")]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8765,
    database_url: Url = None,
    origin: Origins = None,
    open_page: Opens = False,
    log: Logs = False,
) -> None:
    """Serve the table to browsers; BANNERET_PASSPHRASE guards it if it is set."""
    from banneret.server.run import serve as run  # noqa: PLC0415  # half a second to import
    from banneret.server.settings import from_environment  # noqa: PLC0415

    settings = from_environment(
        host=host, port=port, database_url=database_url, origins=tuple(origin) if origin else None
    )
    shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104  # to be shown
    say(f"The table stands at http://{shown}:{port}/ (Ctrl-C ends it; battles are kept).")
    if open_page:
        threading.Timer(1.5, webbrowser.open, [f"http://{shown}:{port}/"]).start()
    run(settings, access_log=log)
