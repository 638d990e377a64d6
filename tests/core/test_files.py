"""Typed TOML: what is wrong is said with file, key, value and what was expected."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from banneret.core.errors import BadData
from banneret.core.files import convert, decode_json, decode_toml, load_toml, read_bytes


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Man(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rank: Literal["knight", "squire"]
    armour: Annotated[int, msgspec.Meta(ge=2, le=6)] = 2
    colour: Colour | None = None


class Roll(msgspec.Struct, forbid_unknown_fields=True):
    man: list[Man]
    pair: tuple[int, str] = (0, "")
    limits: dict[str, int] = {}


GOOD = b'man = [{name = "Hugh", rank = "knight", armour = 5}]'


def test_load_reads_typed_data(tmp_path: Path) -> None:
    """A good file becomes typed data."""
    file = tmp_path / "roll.toml"
    file.write_bytes(GOOD)
    assert load_toml(file, Roll).man[0].armour == 5


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A file that is not there is refused by name."""
    with pytest.raises(BadData, match=r"nowhere\.toml cannot be read: no such file"):
        load_toml(tmp_path / "nowhere.toml", Roll)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("man = [", "roll.toml: not TOML: invalid value (at end of document)"),
        ("man = []\nmen = 3", "roll.toml: unknown key 'men': expected one of man, pair, limits"),
        (
            'man = [{name = "H", rank = "knight", shield = 1}]',
            "roll.toml: unknown key 'shield' in man[0]: expected one of name, rank, armour, colour",
        ),
        (
            'man = [{name = "H"}]',
            "roll.toml: key 'man[0].rank' is missing: expected one of knight, squire",
        ),
        ('man = [{rank = "knight"}]', "roll.toml: key 'man[0].name' is missing: expected a text"),
        (
            'man = [{name = "H", rank = "king"}]',
            "roll.toml: man[0].rank is 'king': expected one of knight, squire",
        ),
        (
            'man = [{name = "H", rank = "knight", colour = "green"}]',
            "roll.toml: man[0].colour is 'green': expected one of red, blue",
        ),
        (
            'man = [{name = "H", rank = "knight", armour = 9}]',
            "roll.toml: man[0].armour is 9: expected a whole number <= 6",
        ),
        ("man = 4", "roll.toml: man is 4: expected a list, got a whole number"),
        (
            "man = []\npair = [1, 2]",
            "roll.toml: pair[1] is 2: expected a text, got a whole number",
        ),
        (
            'man = []\nlimits = {a = "x"}',
            "roll.toml: limits[...] is {'a': 'x'}: expected a whole number, got a text",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    """The refusal has file, key, value and what would be right."""
    with pytest.raises(BadData) as no:
        decode_toml(text.encode(), Roll, "roll.toml")
    assert str(no.value) == sentence


class Ring(msgspec.Struct):
    next: Ring | None = None


def test_data_without_an_end_is_refused() -> None:
    """Data that fits its type but never ends is refused too."""
    ring: Any = {}
    ring["next"] = ring
    with pytest.raises(BadData, match="nested too deeply"):
        convert(ring, Ring, "here")


def test_a_key_of_a_table_may_be_wrong() -> None:
    """Keys are checked like values; what has no parts has none to name."""
    with pytest.raises(BadData, match="expected a whole number"):
        convert({"x": 1}, dict[int, int], "here")
    with pytest.raises(BadData, match="expected a text, got a whole number"):
        convert([1], set[str], "here")


class Camp(msgspec.Struct, forbid_unknown_fields=True):
    men: dict[str, Man]


def test_the_wrong_entry_of_a_table_is_named() -> None:
    """Of a table of structs the entry at fault is named, with its own value."""
    good = {"name": "Hugh", "rank": "knight"}
    with pytest.raises(BadData, match=r"men\.b\.rank is 'page': expected one of knight, squire"):
        convert({"men": {"a": good, "b": {**good, "rank": "page"}}}, Camp, "camp")
    with pytest.raises(BadData, match=r"key 'men\.b\.name' is missing"):
        convert({"men": {"a": good, "b": {"rank": "squire"}}}, Camp, "camp")


def test_abbreviations_keep_their_capitals() -> None:
    """The sentence of the JSON reader goes on in small letters, but JSON stays JSON."""
    with pytest.raises(BadData, match="not a JSON document: JSON is malformed"):
        decode_json(b"{x}", "here")


def test_bytes_that_are_no_text_are_refused() -> None:
    """A binary file is not TOML."""
    with pytest.raises(BadData, match="byte 0 is not UTF-8"):
        decode_toml(b"\xff", Roll, "roll.toml")


def test_a_long_value_is_shortened() -> None:
    """A refusal repeats no more than the beginning of a huge value."""
    with pytest.raises(BadData) as no:
        convert({"man": "x" * 500}, Roll, "here")
    assert len(str(no.value)) < 150


@pytest.mark.parametrize("text", ["", "{", "[" * 5000 + "]" * 5000, '{"a": NaN}', b"\xff"])
def test_broken_json_is_refused(text: Any) -> None:
    """What is not JSON is refused, however it is broken."""
    with pytest.raises(BadData, match="not a JSON document"):
        decode_json(text, "request")


def test_deep_nesting_is_refused() -> None:
    """Data nested without end is refused, not a crash."""
    deep: Any = {}
    for _ in range(100_000):
        deep = {"limits": deep}

    with pytest.raises(BadData):
        convert([deep], Roll, "here")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a." * 30_000 + "a = 1", "line 1 nests tables more than 16 deep"),
        ("x = 1\n[" + "a." * 9_000 + "a]", "line 2 nests tables more than 16 deep"),
        ("a = " + "[" * 5_000, "nested too deeply to be read"),
        ("a = " + "9" * 5_000, "not TOML"),
    ],
    ids=["keys", "header", "lists", "digits"],
)
def test_what_is_deep_or_endless_is_refused_at_once(text: str, why: str) -> None:
    """A force file of 60 kB once took 18 seconds and 3.5 GB."""
    with pytest.raises(BadData, match=why):
        decode_toml(text.encode(), dict[str, int], "the roll")


def test_a_device_is_no_file() -> None:
    with pytest.raises(BadData, match="it is not a file"):
        read_bytes(Path("/dev/zero"))
