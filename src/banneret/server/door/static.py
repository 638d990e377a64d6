"""The page itself: the built browser table, held in memory."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "static"
_LEAST_PACKED = 1024
_PACKABLE = ("text/", "application/javascript", "application/json", "image/svg+xml")
_BARE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Banneret</title>
<p>The browser table is not built: run <code>make web</code>. The server itself works.</p></html>
"""


class File(NamedTuple):
    """A file of the page, plain and packed."""

    content: bytes
    packed: bytes | None
    kind: str
    tag: str
    lasting: bool  # its name changes with its content


@cache
def files() -> dict[str, File]:
    """Read every file of the page, by its path."""
    found = {
        path.relative_to(FOLDER).as_posix(): _file(path)
        for path in sorted(FOLDER.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }
    if "index.html" not in found:
        found["index.html"] = File(_BARE, None, "text/html", _tag(_BARE), False)
    return found


def find(path: str) -> File | None:
    """Find a file; what is no file is a place inside the page."""
    known = files()
    path = path.strip("/")
    if path in known:
        return known[path]
    return None if "." in path.rsplit("/", 1)[-1] else known["index.html"]


def _file(path: Path) -> File:
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = "text/javascript" if path.suffix in {".js", ".mjs"} else kind
    packable = kind.startswith(_PACKABLE) and len(content) >= _LEAST_PACKED
    packed = gzip.compress(content, 9, mtime=0) if packable else None
    lasting = "assets" in path.parts
    return File(content, packed, kind, _tag(content), lasting)


def _tag(content: bytes) -> str:
    return f'"{blake2b(content, digest_size=12).hexdigest()}"'
