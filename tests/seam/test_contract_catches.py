"""The contract is not a formality: a toy that breaks a promise fails the check of that promise."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from banneret.core.book.clauses import Refusal
from banneret.core.book.ruleset import Ruleset
from banneret.core.chance.draws import D6
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from contract.answers import answers_do_not_show
from contract.contract import (
    Check,
    forks_go_on_alike,
    looking_changes_nothing,
    no_faults,
    offers_hold,
    replay_agrees,
    seeds_agree_in_lock_step,
    undo_everywhere,
)
from contract.hidden import guesses_fit, players_see_views_only, secrets_do_not_show
from contract.play import Case
from seam.toy import ALONE, BLUE, RED, Toy, toy
from seam.toys.cards_held import CARDS_HELD
from seam.toys.chits import TWENTY_CHITS
from seam.toys.odd_shapes import ODD_SHAPES
from seam.toys.sealed_orders import SEALED_ORDERS
from seam.toys.staged_reveal import STAGED_REVEAL


class Walk(Toy, kw_only=True):
    steps: list[int]


def walk(rule: Callable[[Table[Walk], int], None], **more: Any) -> Ruleset[Walk]:
    """A toy in which red says a number three times and something happens."""

    def go(table: Table[Walk]) -> None:
        answer = table.ask(Pick(RED, "go", "Go", (1, 2, 3)))
        rule(table, answer)
        table.state.winner = RED if len(table.state.steps) >= 3 else ""

    return toy("Walk", lambda: Walk(phase="go", steps=[]), (go,), **more)


def honest(table: Table[Walk], answer: int) -> None:
    table.state.steps.append(answer + table.roll(D6("luck")))


clock = count()


def looks_at_the_clock(table: Table[Walk], answer: int) -> None:
    table.state.steps.append(answer + next(clock))


def asks_the_unanswerable(table: Table[Walk], answer: int) -> None:
    no = Refusal("never", "TOY-01")
    table.ask(Pick(RED, "no", "No way", (1, 2), why_not=lambda _: no))
    table.state.steps.append(answer)


def refuses_without_a_clause(table: Table[Walk], answer: int) -> None:
    no = {1: Refusal("just so", "")}
    table.ask(Pick(RED, "no", "Why", (1, 2, 3), why_not=no.get))
    table.state.steps.append(answer)


def changes_what_it_shows(state: Walk, side: str | None) -> Walk:  # noqa: ARG001
    state.steps.append(0)
    return state


def counts_what_it_shows(state: Walk, side: str | None) -> Walk:  # noqa: ARG001
    shown = deepcopy(state)
    shown.round += 1
    return shown


def shows_everything(state: Any, side: str | None) -> Any:  # noqa: ARG001
    return state


def starts_again(view: Any, side: str, dice: Any) -> Any:  # noqa: ARG001
    return STAGED_REVEAL.begin("toy", {}, {})


def names_the_dodge(table: Table[Walk], answer: int) -> None:
    (way,) = table.ask_all([Pick(BLUE, "dodge", "Dodge", ("left", "right"))])
    table.ask(Pick(RED, "guess", f"He dodges {way}: which way?", ("left", "right")))
    table.state.steps.append(answer)


# cards face down, drills under way, a message
SECRETIVE: tuple[Ruleset[Any], ...] = (CARDS_HELD, SEALED_ORDERS, ODD_SHAPES)

BROKEN: list[tuple[Check, Ruleset[Any]]] = [
    (no_faults, walk(honest, faults=lambda walk: ["tired"] if walk.steps else [])),
    (no_faults, walk(honest, by_book={RED: "TOY-01"}, alone="solo", settings=(ALONE,))),
    (replay_agrees, walk(looks_at_the_clock)),
    (seeds_agree_in_lock_step, walk(looks_at_the_clock)),
    (undo_everywhere, walk(looks_at_the_clock)),
    (forks_go_on_alike, walk(honest, clone=lambda state: state)),
    (offers_hold, walk(asks_the_unanswerable)),
    (offers_hold, walk(refuses_without_a_clause)),
    (looking_changes_nothing, walk(honest, view=changes_what_it_shows)),
    (guesses_fit, walk(honest, view=counts_what_it_shows)),
    (secrets_do_not_show, walk(honest, view=counts_what_it_shows)),
    (secrets_do_not_show, replace(STAGED_REVEAL, view=shows_everything)),
    (secrets_do_not_show, replace(TWENTY_CHITS, view=shows_everything)),
    *[(secrets_do_not_show, replace(leaky, view=shows_everything)) for leaky in SECRETIVE],
    (players_see_views_only, replace(STAGED_REVEAL, view=shows_everything)),
    (answers_do_not_show, walk(names_the_dodge)),
    (guesses_fit, replace(STAGED_REVEAL, imagine=starts_again)),
]


@pytest.mark.parametrize(("check", "broken"), BROKEN, ids=lambda one: getattr(one, "__name__", ""))
def test_a_broken_promise_is_caught(check: Check, broken: Ruleset[Any]) -> None:
    """One of a few battles shows it."""

    def some() -> None:
        for seed in range(5):
            check(Case(broken, "toy", most=12), [], seed)

    with pytest.raises(AssertionError):
        some()


def test_the_honest_walk_passes() -> None:
    """What is not broken is not blamed."""
    for check, _ in BROKEN:
        check(Case(walk(honest), "toy", most=12), [], 3)
