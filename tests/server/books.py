"""A shelf for the server's tests: a duel with oaths, secret cards, and the first book."""

from __future__ import annotations

from banneret.rulesets import RULESETS
from cli.toy import TOY
from seam.toys.chits import TWENTY_CHITS
from seam.toys.staged_reveal import STAGED_REVEAL

BOOKS = {book.key: book for book in (TOY, STAGED_REVEAL, TWENTY_CHITS)} | dict(RULESETS)
