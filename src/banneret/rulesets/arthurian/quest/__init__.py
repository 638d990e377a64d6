"""A quest: adventures in a chain, with a sheet that lasts."""

from __future__ import annotations

from .chain import SAGA

__all__ = ["SAGA"]
