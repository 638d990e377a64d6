"""Every registered book keeps the contract, in each of its scenarios and with every option."""

from typing import Any

import pytest

from banneret import rulesets
from banneret.core.ruleset import Ruleset
from contract.contract import Case, covers

BOOKS: dict[str, Ruleset[Any]] = dict(getattr(rulesets, "RULESETS", {}))

SCENARIOS = [Case(book, key, most=30) for book in BOOKS.values() for key in book.scenarios]
OPTIONS = [
    Case(book, next(iter(book.scenarios)), {setting.key: value}, most=30)
    for book in BOOKS.values()
    for setting in book.settings
    for value in setting.values[1:]
]

test_books_keep_the_contract = covers(SCENARIOS, share=0.12)
test_options_keep_the_contract = pytest.mark.slow(covers(OPTIONS, share=0.12))


@pytest.mark.skipif(not hasattr(rulesets, "RULESETS"), reason="no book is registered yet")
def test_there_are_books() -> None:
    """The register is not empty, and every book can be begun."""
    assert BOOKS
    assert all(book.scenarios for book in BOOKS.values())
    assert all(book.key == key for key, book in BOOKS.items())
