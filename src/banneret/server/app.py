"""The whole server as one ASGI application."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, get, post
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from banneret import __version__
from banneret.server.door import guards, static
from banneret.server.door.doorkeeper import address
from banneret.server.door.problems import HANDLERS, Not, documented
from banneret.server.door.shapes import LoginIn, LoginOut
from banneret.server.door.sockets import serve_socket
from banneret.server.opponents.pool import FROM
from banneret.server.rest import battles as rest_battles
from banneret.server.rest import books as rest_books
from banneret.server.rest import sagas as rest_sagas
from banneret.server.settings import MOST_FILE_BYTES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from banneret.server.door.doorkeeper import Doorkeeper
    from banneret.server.hall import Hall
    from banneret.server.settings import Settings

log = logging.getLogger(__name__)
OPEN_TO_ALL = ("/api/health", "/api/login")


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: str = "/") -> Response[bytes]:
    """Give the page, or a file of it."""
    if path.strip("/").split("/")[0] == "api":
        raise NotFoundException("there is no such thing")
    file = static.find(path)
    if file is None:
        raise NotFoundException("there is no such file")
    headers = {
        "etag": file.tag,
        "vary": "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable" if file.lasting else "no-cache",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = file.packed, "gzip"
    return Response(content, headers=headers, media_type=file.kind)


@post("/api/login", status_code=200, responses=documented(400))
async def login(request: Request[Any, Any, Any], state: State, data: LoginIn) -> Response[LoginOut]:
    """Say the pass-phrase; the browser then keeps a cookie."""
    settings: Settings = state.hall.settings
    doorkeeper: Doorkeeper = state.hall.doorkeeper
    doorkeeper.wait_for_login(request.scope)
    if not guards.passphrase_fits(settings, data.passphrase):
        doorkeeper.wrong_login(request.scope)
        raise Not(401, "passphrase", "that is not the pass-phrase", "passphrase")
    doorkeeper.right_login(request.scope)
    cookie = Cookie(
        guards.COOKIE,
        value=guards.pass_cookie(settings) if settings.passphrase else "",
        httponly=True,
        samesite="strict",
        secure=request.scope["scheme"] == "https",  # as the proxy says
        max_age=30 * 24 * 3600,
    )
    return Response(LoginOut("ok"), cookies=[cookie])


def let_in(request: Request[Any, Any, Any]) -> None:
    """Refuse strange hosts and origins, and who does not know the pass-phrase."""
    settings: Settings = request.app.state.hall.settings
    headers = {key.lower(): value for key, value in request.headers.items()}
    host, origin = headers.get("host", ""), headers.get("origin", "")
    if not guards.host_allowed(settings, host):
        raise Not(403, "forbidden", "the server does not answer to this name")
    if request.method != "GET" and not guards.origin_allowed(settings, origin, host):
        raise Not(403, "forbidden", "this origin may not talk to the server")
    path = request.scope["path"]
    guarded = path.startswith(("/api/", "/schema")) and path not in OPEN_TO_ALL
    doorkeeper: Doorkeeper = request.app.state.hall.doorkeeper
    if guarded and not doorkeeper.knows(settings, request.scope, headers):
        raise Not(401, "passphrase", "the pass-phrase is asked for")
    if kind := _dear(request.method, path.rstrip("/")):
        doorkeeper.pass_through(request, kind)


def _dear(method: str, path: str) -> str:
    """Name what a request costs us, if it is much."""
    last = path.rpartition("/")[2]
    if method == "GET":
        return "replays" if last in {"replay", "verify"} else ""
    if path in {"/api/battles", "/api/sagas"} or last in {"quick", "onward", "again", "on"}:
        return "new battles"
    read = path.startswith(("/api/replays", "/api/books/", "/api/sagas/"))
    return "uploads" if read or last in {"mend", "renew"} else ""


async def add_headers(message: Message, scope: Scope) -> None:
    """Send the security headers with every answer."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for key, value in guards.HEADERS.items():
        headers[key] = value
    if scope["path"].startswith("/api/"):
        headers["cache-control"] = "no-store"


def create_app(hall: Hall) -> ASGIApp:
    """Put the server together around a hall whose database is open.

    Sockets are served beside Litestar: its wrappers around every message cost more than the rules.
    """
    rest = _rest(hall)

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await serve_socket(hall, scope, receive, send)
        elif scope["type"] == "http":
            FROM.set(address(scope))
            with suppress(asyncio.CancelledError):  # the server closes: nobody waits any more
                await rest(scope, receive, send)
        else:
            await rest(scope, receive, send)

    return app


def _rest(hall: Hall) -> Litestar:

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncIterator[None]:
        await hall.open()
        app.state.hall = hall
        try:
            yield
        finally:
            await hall.close()

    return Litestar(
        [
            page,
            login,
            rest_books.books,
            rest_books.clauses,
            rest_books.scenario_preview,
            rest_books.chosen_preview,
            rest_books.read_roll,
            rest_books.book_lists,
            rest_books.book_tables,
            rest_books.read_tables,
            rest_books.raise_levy,
            *rest_battles.HANDLERS,
            *rest_sagas.HANDLERS,
        ],
        lifespan=[serving],
        before_request=let_in,
        before_send=[add_headers],
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig(
            "Banneret", __version__, render_plugins=[JsonRenderPlugin()], path="/schema"
        ),
        request_max_body_size=MOST_FILE_BYTES + 1024,
        logging_config=None,
        debug=False,
    )
