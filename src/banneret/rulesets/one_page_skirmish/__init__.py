"""One-Page Skirmish: a man-to-man medieval battle from a single sheet of rules.

Read `sequence.py` first: the order of play. Each chapter of the book has its file.
"""

from __future__ import annotations

from banneret.rulesets.one_page_skirmish.book import RULESET

__all__ = ["RULESET"]
