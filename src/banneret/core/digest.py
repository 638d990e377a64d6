"""A short name for a state: equal states, equal digests, on every machine."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec


class Derived:
    """Something worked out from a state and kept for speed; no part of what the state is."""

    __slots__ = ()


def _plain(value: Any) -> Any:
    """Turn what msgspec does not know into plain data: bases into numbers, the rest into none."""
    if isinstance(value, Derived):
        return None
    numbers = getattr(value, "numbers", None)
    if numbers is not None:
        return numbers()
    raise NotImplementedError(f"{type(value).__name__} is no part of a state")


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


def encode(value: Any) -> bytes:
    """Write plain data in one canonical way; numbered keys of tables become texts."""
    try:
        return _encoder.encode(value)
    except TypeError:
        texts = msgspec.to_builtins(value, str_keys=True, order="deterministic", enc_hook=_plain)
        return msgspec.json.encode(texts)


def digest(value: Any) -> str:
    """Hash the canonical form of plain data."""
    return blake2b(encode(value), digest_size=16).hexdigest()
