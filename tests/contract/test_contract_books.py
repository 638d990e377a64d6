"""Every registered book keeps the contract: at the start, in the thick of it and to the end.

Cases are of three kinds. From the start: anybody's answers to the first questions. Late: anybody's
answers from the middle of a battle between captains, where every kind of question is as likely as
any other. Led: a whole battle, answered as captains did, looked at from the first question to
the last.
"""

from typing import Any

import pytest

from banneret import rulesets
from banneret.core.ruleset import Ruleset
from contract.contract import Case, covers, goes_through, undo_everywhere
from contract.hidden import secrets_do_not_show

BOOKS: dict[str, Ruleset[Any]] = dict(rulesets.RULESETS)
QUICK = (undo_everywhere, secrets_do_not_show)

SCENARIOS = [Case(book, key, most=20) for book in BOOKS.values() for key in book.scenarios]
OPTIONS = [
    Case(book, next(iter(book.scenarios)), {setting.key: value}, most=20)
    for book in BOOKS.values()
    for setting in book.settings
    for value in setting.values[1:]
]


def led(case: Case) -> Case:
    """The same, answered by the book's own captain."""
    return case._replace(led=case.ruleset.levels[0])


def late(case: Case) -> Case:
    """The same, from the middle of a battle."""
    return led(case)._replace(late=True, most=10)


def everything_else(book: Ruleset[Any], number: int) -> dict[str, Any]:
    """Every option away from its default, at once."""
    return {s.key: s.values[1 + number % (len(s.values) - 1)] for s in book.settings}


TURNED_ROUND = [
    Case(case.ruleset, case.scenario, everything_else(case.ruleset, number))
    for number in (0, 1)
    for case in SCENARIOS
]

HIDING = [case for case in SCENARIOS if case.scenario in {"greenwood", "ford"}]

test_books_keep_the_contract = covers(SCENARIOS, share=0.08)
test_books_keep_it_late = covers([late(case) for case in SCENARIOS], share=0.08)
test_books_keep_it_to_the_end = goes_through([led(case) for case in HIDING], checks=QUICK)

test_options_keep_the_contract = pytest.mark.slow(covers(OPTIONS, share=0.06))
test_options_keep_it_late = pytest.mark.slow(covers([late(one) for one in OPTIONS], share=0.06))
test_many_options_keep_it_late = pytest.mark.slow(
    covers([late(one) for one in TURNED_ROUND], share=0.2)
)
test_whole_battles_keep_the_contract = pytest.mark.slow(
    goes_through([led(case) for case in (*SCENARIOS, *TURNED_ROUND)], seeds=(1, 2))
)
test_random_battles_keep_the_contract = pytest.mark.slow(goes_through(SCENARIOS, seeds=(3,)))
test_secrets_over_many_battles = pytest.mark.slow(
    goes_through([led(case) for case in SCENARIOS], seeds=range(3), checks=[secrets_do_not_show])
)


def test_there_are_books() -> None:
    """The register is not empty, and every book can be begun."""
    assert BOOKS
    assert all(book.scenarios for book in BOOKS.values())
    assert all(book.key == key for key, book in BOOKS.items())


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.name)
def test_late_cases_are_late(case: Case) -> None:
    """Moments lie all over the battle, at questions of many kinds."""
    one = late(case)
    rounds = {one.moment(seed).round for seed in range(40)}
    keys = set()
    for seed in range(40):
        question = one.begin(seed).advance()
        keys |= {choice.key for choice in question.choices} if question is not None else set()
    assert len(rounds) > 2
    assert len(keys) > 5
