"""A short name for a state: equal states, equal digests, on every machine."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


def encode(value: Any) -> bytes:
    """Write plain data in one canonical way."""
    return _encoder.encode(value)


def digest(value: Any) -> str:
    """Hash the canonical form of plain data."""
    return blake2b(encode(value), digest_size=16).hexdigest()
