"""Every registered book keeps the contract: at the start, in the thick of it and to the end.

Cases are of three kinds. From the start: anybody's answers to the first questions. Late: anybody's
answers from the middle of a battle between captains, where every kind of question is as likely as
any other. Led: a whole battle, answered as captains did, looked at from the first question to
the last.
"""

from typing import Any

import pytest

from banneret import rulesets
from banneret.core.book.ruleset import Ruleset
from banneret.core.play.events import Chose, Rolled
from banneret.core.play.game import Game
from contract.answers import answers_do_not_show
from contract.contract import CHECKS, Case, covers, goes_through, undo_everywhere
from contract.hidden import free_undo_keeps_nothing, secrets_do_not_show
from contract.play import BATTLES
from contract.saving import saved_goes_on

slow = pytest.mark.slow

BOOKS: dict[str, Ruleset[Any]] = dict(rulesets.RULESETS)

MOST_LONG = 4  # scenarios of a book that are looked at from end to end
SCENARIOS = [Case(book, key, most=20) for book in BOOKS.values() for key in book.scenarios]
LONG = [case for case in SCENARIOS if case.scenario in [*case.ruleset.scenarios][:MOST_LONG]]
OPTIONS = [
    Case(book, next(iter(book.scenarios)), {setting.key: value}, most=20)
    for book in BOOKS.values()
    for setting in book.settings
    for value in setting.values[1:]
]


def led(case: Case) -> Case:
    """The same, answered by the book's own captain."""
    return case._replace(led=case.ruleset.levels[0])


def late(case: Case, battles: int = BATTLES) -> Case:
    """The same, from the middle of one of so many battles."""
    return led(case)._replace(late=True, most=10, battles=battles)


def everything_else(book: Ruleset[Any], number: int) -> dict[str, Any]:
    """Every option away from its default, at once; which way depends on the number."""
    return {s.key: s.values[1 + number % (len(s.values) - 1)] for s in book.settings}


TURNED_ROUND = [
    Case(case.ruleset, case.scenario, everything_else(case.ruleset, number))
    for number, case in enumerate(LONG)
]

# A file begins at the beginning, so each late save plays half a battle first: fewer of those.
AT_ONCE = [check for check in CHECKS if check is not saved_goes_on]
SAVED = [saved_goes_on]
STANDING = [secrets_do_not_show, free_undo_keeps_nothing, undo_everywhere]
LED = ([led(case) for case in LONG], [led(case) for case in TURNED_ROUND])

test_books_keep_the_contract = covers(SCENARIOS, share=0, each=2)
test_books_keep_it_late = covers([late(one, battles=1) for one in SCENARIOS], 0, AT_ONCE, each=2)

test_books_keep_the_contract_often = slow(covers(LONG, 0.06, each=5))
test_books_keep_it_late_often = slow(
    covers([late(one, battles=2) for one in LONG], 0.08, AT_ONCE, each=5)
)
test_books_go_on_late = slow(covers([late(one) for one in LONG], 0.02, SAVED))
test_options_keep_the_contract = slow(covers(OPTIONS, share=0, each=2))
test_options_keep_it_late = slow(
    covers([late(one, battles=1) for one in OPTIONS], 0.04, AT_ONCE, each=3)
)
test_many_options_keep_it_late = slow(
    covers([late(one, battles=2) for one in TURNED_ROUND], 0.06, AT_ONCE, each=5)
)
test_whole_battles_keep_the_contract = slow(goes_through((*LED, LONG), seed=1, each=4))
test_answers_in_secret_do_not_show = slow(
    covers([late(one, battles=1) for one in LONG], 0.04, [answers_do_not_show])
)
test_secrets_and_undo_in_whole_battles = slow(goes_through(LED, seed=2, checks=STANDING))


def test_there_are_books() -> None:
    """The register is not empty, and every book can be begun."""
    assert BOOKS
    assert all(book.scenarios for book in BOOKS.values())
    assert all(book.key == key for key, book in BOOKS.items())


@slow
@pytest.mark.parametrize("case", LONG, ids=lambda case: case.name)
def test_late_cases_are_late(case: Case) -> None:
    """Moments lie all over the battle, at questions of many kinds."""
    one = late(case, battles=1)
    rounds = {case.ruleset.round(one.moment(seed)) for seed in range(40)}
    keys = set()
    for seed in range(40):
        question = one.begin(seed).advance()
        keys |= {choice.key for choice in question.choices} if question is not None else set()
    assert len(rounds) > 2
    assert len(keys) >= min(6, len(opening_keys(one.fought(0))))


def opening_keys(game: Game[Any]) -> set[str]:
    """The kinds of questions with which steps begin, whatever the dice: a small book has few."""
    told = [
        [t.event for t in step.events if isinstance(t.event, Chose | Rolled)] for step in game.steps
    ]
    return {events[0].key for events in told if events and isinstance(events[0], Chose)}
