"""Knights & Knaves: a skirmish of single men, each under his lord's voice or on his own.

Read `sequence.py` first: the order of play. Each chapter of the book has its file.
"""

from __future__ import annotations

from banneret.rulesets.knights_and_knaves.book import RULESET

__all__ = ["RULESET"]
