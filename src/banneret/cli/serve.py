"""The table in the browser: serve it to this machine, or to everybody."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from getpass import getuser
from http.client import HTTPException
from pathlib import Path
from typing import Annotated
from urllib.request import urlopen

import typer

import banneret
from banneret.cli.out import say
from banneret.cli.wrong import port_number
from banneret.core.errors import BadData

PAGE = Path(banneret.__file__).parent / "server" / "static" / "index.html"
PORT = 8765
PORTS_TRIED = 20
Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")]
Port = Annotated[int, typer.Option(parser=port_number, help="The port to listen on.")]
Url = Annotated[
    str | None, typer.Option("--database-url", help="PostgreSQL, or another SQLite file.")
]
Origins = Annotated[list[str] | None, typer.Option("--origin", help="Another site's page.")]
Opens = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
ToAll = Annotated[
    bool, typer.Option("--open-to-all", help="Let everybody in the network in, unguarded.")
]
Logs = Annotated[bool, typer.Option("--log", help="Log every request.")]


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    database_url: Url = None,
    origin: Origins = None,
    open_page: Opens = False,
    open_to_all: ToAll = False,
    log: Logs = False,
) -> None:
    """Serve the table to browsers.

    BANNERET_PASSPHRASE guards it if it is set.
    """
    from banneret.server.run import server  # noqa: PLC0415  # half a second to import
    from banneret.server.settings import LOOPBACK, from_environment  # noqa: PLC0415

    settings = from_environment(
        host=host,
        port=port,
        database_url=database_url,
        origins=tuple(origin) if origin else None,
        open_to_all=open_to_all,
    )
    shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::"} else host  # noqa: S104  # to be shown
    table = server(settings, access_log=log)
    say(f"The table stands at http://{shown}:{port}/ (Ctrl-C ends it; battles are kept).")
    if settings.hosts and "localhost" not in settings.hosts:
        say(f"It answers to {', '.join(settings.hosts)} alone (BANNERET_HOSTS).")
    if host not in LOOPBACK:
        _tell_network(host, port, guarded=bool(settings.passphrase))
    if open_page:
        threading.Timer(1.5, webbrowser.open, [f"http://{shown}:{port}/"]).start()
    with suppress(KeyboardInterrupt):  # that is how it is ended
        table.run()


def _tell_network(host: str, port: int, *, guarded: bool) -> None:
    """Say how friends reach a table that stands open to the network, and whether anybody can."""
    from banneret.server.settings import addresses  # noqa: PLC0415  # slow to import

    for one in addresses() if host in {"0.0.0.0", "::"} else [host]:  # noqa: S104  # all of them
        name = f"[{one}]" if ":" in one else one
        say(f"Friends in the same network find it at http://{name}:{port}/")
    if not guarded:
        say("NO PASS-PHRASE GUARDS IT: whoever reaches this machine can play here (--open-to-all).")


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
    port = free_port(PORT)
    if port != PORT:
        say(f"Something else has port {PORT}; the table takes {port}.")
    screen = has_screen()
    if not screen:
        say("This machine has no screen. Open the address below in a browser here; from another")
        say(f"machine first say: ssh -L {port}:localhost:{port} {getuser()}@{socket.gethostname()}")
    serve(port=port, open_page=screen)


def free_port(first: int) -> int:
    """Give the first port from there on that nobody listens on."""
    for port in (*range(first, first + PORTS_TRIED), 0):
        with socket.socket() as one, suppress(OSError):
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(("127.0.0.1", port))
            found: int = one.getsockname()[1]
            return found
    raise BadData("no port of this machine is free")


def has_screen() -> bool:
    """Whether a browser could be opened here."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _stands(port: int) -> bool:
    """Tell whether a table of ours is served there."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=1) as answer:
            return b'"battles"' in answer.read(500)
    except (OSError, ValueError, HTTPException):
        return False
