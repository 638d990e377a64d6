"""Refusals over HTTP: always JSON with a code and a sentence, never a traceback, never a 500."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from banneret.core.errors import BanneretError, Unknown
from banneret.server.door.refusing import as_refused
from banneret.server.door.shapes import ErrorOut, Problem
from banneret.server.door.wire import Refused

if TYPE_CHECKING:
    from litestar import Request

log = logging.getLogger(__name__)

_CODES = {
    400: "malformed", 401: "passphrase", 403: "forbidden", 404: "unknown", 405: "method",
    409: "not_yet", 413: "too_large", 415: "malformed", 429: "too_often",
}  # fmt: skip
_STATUSES = {"too_often": 429, "unknown": 404, "busy": 503, "over": 409, "stranded": 409}


class Not(Exception):
    """A request that is refused."""

    def __init__(self, status: int, code: str, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.problem = Problem(code, text[:1000], field)


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """Say in the published interface how a request may be refused."""
    words = {400: "what was sent cannot be used", 404: "there is no such thing",
             409: "not yet", 413: "too large"}  # fmt: skip
    common = (401, 403, 429, 503)
    return {
        status: ResponseSpec(ErrorOut, description=words.get(status, "refused"))
        for status in (*statuses, *common)
    }


def _answer(status: int, problem: Problem) -> Response[Any]:
    return Response(
        msgspec.json.encode(ErrorOut(problem)), status_code=status, media_type=MediaType.JSON
    )


def on_not(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Refuse as the handler says."""
    assert isinstance(no, Not)
    return _answer(no.status, no.problem)


def on_refused(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Refuse as a socket would be."""
    assert isinstance(no, Refused)
    return _answer(_STATUSES.get(no.code, 400), Problem(no.code, no.text))


def on_banneret(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Refuse what the books refuse."""
    code = "unknown" if isinstance(no, Unknown) else "malformed"
    return _answer(400, Problem(code, str(no)[:1000]))


def on_http(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Refuse what the framework refuses."""
    assert isinstance(no, HTTPException)
    status = no.status_code if 400 <= no.status_code < 500 else 503
    if status == 503:
        return on_anything(_, no)
    return _answer(status, Problem(_CODES.get(status, "malformed"), *_details(no)))


def _details(no: HTTPException) -> tuple[str, str | None]:
    if isinstance(no, ValidationException) and isinstance(no.extra, list) and no.extra:
        first = no.extra[0]
        if isinstance(first, dict):
            return str(first.get("message", no.detail)), first.get("key")
    return no.detail, None


def on_too_deep(_: Request[Any, Any, Any], __: Exception) -> Response[Any]:
    """Refuse what is nested beyond all measure."""
    return _answer(400, Problem("malformed", "nested too deeply to be read"))


def on_no_text(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Refuse bytes that are no text."""
    return _answer(400, Problem("malformed", f"not UTF-8 text: {no}"[:200]))


def on_anything(_: Request[Any, Any, Any], no: Exception) -> Response[Any]:
    """Answer even if something broke; what it was stands in the log."""
    log.error("a request failed: %r", no, exc_info=no)
    return _answer(503, Problem("busy", as_refused(no).text))


HANDLERS: dict[int | type[Exception], Any] = {
    Not: on_not,
    Refused: on_refused,
    BanneretError: on_banneret,
    HTTPException: on_http,
    RecursionError: on_too_deep,
    UnicodeDecodeError: on_no_text,
    Exception: on_anything,
}
