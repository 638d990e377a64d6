import msgspec
import pytest

from banneret.core.digest import Derived, digest, encode
from banneret.core.questions.choices import Place1
from banneret.tabletop.shapes.bases import Disc, Rect


class Man(msgspec.Struct):
    name: str
    at: tuple[float, float] = (0.0, 0.0)


def test_equal_states_have_equal_digests() -> None:
    """The order in which a table was filled does not matter; anything else does."""
    assert digest({"a": 1, "b": [Man("x")]}) == digest({"b": [Man("x")], "a": 1})
    assert digest(Man("x")) != digest(Man("y"))
    assert len(digest(Man("x"))) == 32


def test_numbered_keys_are_written_as_texts() -> None:
    """A table from pieces to places is plain data too, however deep it lies."""
    assert encode({2: Place1(1.0, 2.0, 3.0), 1: Place1(0.0, 0.0, 0.0)}) == (
        b'{"1":[0.0,0.0,0.0],"2":[1.0,2.0,3.0]}'
    )
    assert encode([{"in": {7: Man("x")}}]) == b'[{"in":{"7":{"name":"x","at":[0.0,0.0]}}}]'


class Cache(Derived):
    pass


def test_what_is_worked_out_is_no_part_of_a_state() -> None:
    assert encode([Cache()]) == b"[null]"
    assert encode([Disc(1.0, 2.0, 0.5)]) == b"[[1.0,2.0,0.5]]"
    assert len(msgspec.json.decode(encode(Rect(1.0, 2.0, 90.0, 1.0, 0.5)))) == 5


def test_what_is_not_plain_data_is_refused() -> None:
    with pytest.raises((NotImplementedError, TypeError)):
        encode(object())
