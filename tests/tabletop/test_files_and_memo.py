"""Shelves of entries, and answers kept until something changes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from banneret.core.errors import BadData, BanneretError, IllegalForce
from banneret.tabletop import memo
from banneret.tabletop.files import Shelf, refuse_repeats
from banneret.tabletop.memo import Memo, both_places, keep_answer, kept
from banneret.tabletop.shapes.bases import Rect


class Force(NamedTuple):
    """An entry."""

    id: str


def test_a_shelf_is_read_once_and_finds_by_key() -> None:
    reads: list[int] = []

    def read() -> list[Force]:
        reads.append(1)
        return [Force("outlaws"), Force("sheriff")]

    shelf = Shelf("force", Force, read)
    assert not reads
    assert [*shelf.own()] == ["outlaws", "sheriff"]
    assert shelf.named("sheriff") == Force("sheriff")
    own = Force("mine")
    assert shelf.named(own) is own
    assert len(reads) == 1
    with pytest.raises(BanneretError, match="outlaws"):
        shelf.named("nobody")


def test_a_key_used_twice_is_refused() -> None:
    refuse_repeats("force", ["a", "b"], "my.toml")
    with pytest.raises(BadData, match=r"my.toml: force\[2\].id is 'a': it is used twice"):
        refuse_repeats("force", ["a", "b", "a"], "my.toml")
    with pytest.raises(IllegalForce):
        refuse_repeats("force", ["a", "a"], "my.toml", IllegalForce)


class State:
    """A state with a memo."""

    def __init__(self) -> None:
        self.memo = Memo()
        self.asked = 0


@kept("places")
def answer(state: State, number: int, *, twice: bool = False) -> int:
    state.asked += 1
    return number * (2 if twice else 1)


def test_an_answer_is_kept_until_something_moves() -> None:
    state = State()
    assert [answer(state, 3), answer(state, 3), answer(state, 3, twice=True)] == [3, 3, 6]
    assert state.asked == 2
    state.memo.places.clear()
    assert answer(state, 3) == 3
    assert state.asked == 3
    state.memo.muster["who"] = 1
    state.memo.forget()
    assert (state.memo.places, state.memo.muster) == ({}, {})


def test_answers_between_bases_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MOST_KEPT", 2)
    known: dict[tuple[float, ...], Any] = {}
    base = Rect(1.0, 2.0, 0.0, 1.0, 1.0)
    for x in range(3):
        key = both_places(base, Rect(float(x), 0.0, 0.0, 1.0, 2.0))
        assert keep_answer(known, key, x) == x
    assert len(known) == 1
