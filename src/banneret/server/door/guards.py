"""What is let in: origins, the pass-phrase, so many messages a second; and the headers sent."""

from __future__ import annotations

import hmac
import time
from hashlib import blake2b
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from banneret.server.door.wire import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.server.settings import Settings

COOKIE = "banneret"
CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # seats are secret links
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def host_allowed(settings: Settings, host: str) -> bool:
    """Whether the server answers to this name; against sites that point their name at us."""
    if not settings.hosts:
        return True
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    return name.lower() in settings.hosts


def origin_allowed(settings: Settings, origin: str, host: str) -> bool:
    """Whether a page of that origin may talk to us: our own, or one on the list; or no page."""
    if not origin:
        return True
    if origin in settings.origins:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() and bool(host)


def pass_cookie(settings: Settings) -> str:
    """What a browser keeps that knew the pass-phrase."""
    key = settings.passphrase.encode()[:64]
    return blake2b(b"banneret pass", key=key, digest_size=32).hexdigest()


def passphrase_fits(settings: Settings, given: str) -> bool:
    """Whether this is the pass-phrase."""
    return hmac.compare_digest(settings.passphrase.encode(), given.encode(errors="replace"))


def knows_passphrase(settings: Settings, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from somebody who knows the pass-phrase, if there is one."""
    if not settings.passphrase:
        return True
    said = headers.get("authorization", "")
    if said.startswith("Bearer ") and passphrase_fits(settings, said.removeprefix("Bearer ")):
        return True
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return False
    known = "" if cookie is None else cookie.value
    return hmac.compare_digest(pass_cookie(settings), known.encode(errors="replace").decode())


class Bucket:
    """So many messages a second, and a few more at once.

    Each message uses up its share of a second; who has used up more than a burst's ahead of the
    clock must wait.
    """

    __slots__ = ("_ahead", "_share", "_used")

    def __init__(self, rate: float, burst: int) -> None:
        self._share = 1 / max(rate, 1e-9)
        self._ahead = (burst + 0.5) * self._share  # half of one, lest rounding takes the last
        self._used = 0.0  # until when, by the clock

    def spend(self) -> None:
        """Take one if there is one; else it comes too often."""
        if not self.take():
            raise Refused("too_often", "more slowly, please")

    def take(self) -> bool:
        """Take one if there is one."""
        now, used = time.monotonic(), self._used
        used = (max(now, used)) + self._share
        if used > now + self._ahead:
            return False
        self._used = used
        return True
