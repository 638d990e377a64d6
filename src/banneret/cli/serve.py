"""The table in the browser: serve it to this machine, or to everybody."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import typer

import banneret
from banneret.cli.out import say
from banneret.cli.wrong import port_number

PAGE = Path(banneret.__file__).parent / "server" / "static" / "index.html"
PORT = 8765
Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")]
Port = Annotated[int, typer.Option(parser=port_number, help="The port to listen on.")]
Url = Annotated[
    str | None, typer.Option("--database-url", help="PostgreSQL, or another SQLite file.")
]
Origins = Annotated[list[str] | None, typer.Option("--origin", help="Another site's page.")]
Opens = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
Logs = Annotated[bool, typer.Option("--log", help="Log every request.")]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    database_url: Url = None,
    origin: Origins = None,
    open_page: Opens = False,
    log: Logs = False,
) -> None:
    """Serve the table to browsers.

    BANNERET_PASSPHRASE guards it if it is set.
    """
    from banneret.server.run import server  # noqa: PLC0415  # half a second to import
    from banneret.server.settings import from_environment  # noqa: PLC0415

    settings = from_environment(
        host=host, port=port, database_url=database_url, origins=tuple(origin) if origin else None
    )
    shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104  # to be shown
    table = server(settings, access_log=log)
    say(f"The table stands at http://{shown}:{port}/ (Ctrl-C ends it; battles are kept).")
    if open_page:
        threading.Timer(1.5, webbrowser.open, [f"http://{shown}:{port}/"]).start()
    with suppress(KeyboardInterrupt):  # that is how it is ended
        table.run()


def browser_wanted(*, terminal: bool, said: bool) -> bool:
    """Whether to play in the browser: its page is there, a person looks on, and said no more."""
    return (
        not terminal and not said and PAGE.exists() and sys.stdin.isatty() and sys.stdout.isatty()
    )


def play_in_browser() -> None:
    """Serve this machine and open the page; a table that stands already is opened again."""
    if _stands(PORT):
        say(f"The table stands already, at http://localhost:{PORT}/.")
        webbrowser.open(f"http://localhost:{PORT}/")
        return
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", PORT))
        except OSError:
            one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    serve(port=port, open_page=True)


def _stands(port: int) -> bool:
    """Tell whether a table of ours is served there."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=1) as answer:
            return b'"battles"' in answer.read(500)
    except (OSError, ValueError, HTTPException):
        return False
