"""Files people write: TOML decoded into typed data, and refusals that name the key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
from msgspec import inspect

from banneret.core.errors import BadData, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

Step = str | int

MOST_NESTING = 16
MOST_NUMBER = 2**63 - 1
_KEY_PART = re.compile(r"[\s\[]*[\w\"'-]+\s*")
_AT = re.compile(r" - at `(?:key` in `)?(?P<path>\$[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+|\.\.\.)\]")
_FIELD = re.compile(r"^Object (?P<what>missing required|contains unknown) field `(?P<name>.*)`$")


class Readable(Protocol):
    """A file: a path, or a resource inside the package."""

    def read_bytes(self) -> bytes:
        """Give everything in it."""
        ...


def load_toml(file: Readable, kind: type[T], name: str = "") -> T:
    """Read a TOML file into typed data; BadData names file, key, value and what was expected."""
    return decode_toml(read_bytes(file), kind, name or str(file))


def decode_toml(content: bytes, kind: type[T], name: str) -> T:
    """Read the text of a TOML file into typed data."""
    return convert(read_toml(content, name), kind, name)


def read_toml(content: bytes, name: str) -> dict[str, Any]:
    """Read the text of a TOML file; what is deep, endless or no text is refused."""
    try:
        text = content.decode()
        _refuse_deep_keys(text, name)
        found = tomllib.loads(text)
    except UnicodeDecodeError as no:
        raise BadData(f"{name}: byte {no.start} is not UTF-8 text") from no
    except RecursionError as no:
        raise BadData(f"{name}: nested too deeply to be read") from no
    except ValueError as no:  # a number of thousands of digits is no TOMLDecodeError
        raise BadData(f"{name}: not TOML: {_lower(str(no))}") from no
    _refuse_endless_numbers(found, name)
    return found


def _refuse_endless_numbers(found: dict[str, Any], name: str) -> None:
    """Refuse whole numbers beyond those TOML promises: they break whoever reckons with them."""
    left: list[Any] = [found]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif isinstance(one, int) and not -MOST_NUMBER <= one <= MOST_NUMBER:
            raise BadData(f"{name}: a number has more than 64 bits")


def _refuse_deep_keys(text: str, name: str) -> None:
    """Refuse keys like a.a.a.a: what they take grows by the square of their length."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") <= MOST_NESTING:
            continue
        run = 0
        for part in line.split("."):
            run = run + 1 if _KEY_PART.fullmatch(part) else 0
            if run > MOST_NESTING:
                raise BadData(f"{name}: line {number} nests tables more than {MOST_NESTING} deep")


def read_bytes(file: Readable) -> bytes:
    """Read a whole file, or say in a sentence why it cannot be read."""
    try:
        if isinstance(file, Path) and file.exists() and not (file.is_file() or file.is_dir()):
            raise BadData(f"{file} cannot be read: it is not a file")
        return file.read_bytes()
    except OSError as no:
        raise BadData(f"{file} cannot be read: {_lower(no.strerror or str(no))}") from no


def decode_json(text: bytes | str, where: str) -> Any:
    """Read a JSON document as plain data."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as no:
        raise BadData(f"{where}: not a JSON document: {_lower(str(no))}") from no


def convert(raw: Any, kind: type[T], where: str) -> T:
    """Turn plain data into typed data; `where` names its origin in the refusal."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as no:
        raise BadData(f"{where}: {explain(str(no), raw, kind)}") from no
    except RecursionError as no:
        raise BadData(f"{where}: nested too deeply to be read") from no


def explain(message: str, raw: Any, kind: Any) -> str:
    """Turn msgspec's message into a sentence with the key, the value and what would be right."""
    at = _AT.search(message)
    path = _named(_steps(at["path"]), raw, inspect.type_info(kind)) if at else []
    problem = message[: at.start()] if at else message
    place = _place(path)
    info = _walk_type(inspect.type_info(kind), path)
    field = _FIELD.match(problem)
    if field and field["what"] == "contains unknown":
        inside = f" in {place}" if place else ""
        known = ", ".join(_field_names(info)) or "none"
        return f"unknown key {shown(field['name'])}{inside}: expected one of {known}"
    if field:
        missing = _place([*path, field["name"]])
        return f"key {missing!r} is missing{_asked(_walk_type(info, [field['name']]))}"
    given = shown(_walk_value(raw, path))
    return f"{place or 'the whole'} is {given}: {_wanted(info) or _in_words(_lower(problem))}"


_KIND = re.compile(r"`(?P<kinds>\w+(?: \| \w+)*)`")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def _in_words(problem: str) -> str:
    """Name kinds of data as people do."""
    return _KIND.sub(
        lambda found: " or ".join(_WORDS.get(one, one) for one in found["kinds"].split(" | ")),
        problem,
    )


def _steps(path: str) -> list[Step]:
    found = _STEP.finditer(path)
    return [
        step["name"] or (int(step["index"]) if step["index"].isdigit() else step["index"])
        for step in found
    ]


def _named(path: list[Step], value: Any, info: inspect.Type | None) -> list[Step]:
    """Name the entry of a table that msgspec only calls [...]: the first of the wrong kind."""
    named: list[Step] = []
    for step in path:
        inside = _walk_type(info, [step])
        entries = value.items() if step == "..." and isinstance(value, dict) else ()
        named.append(next((key for key, one in entries if not _fits(one, inside)), step))
        value, info = _walk_value(value, named[-1:]), inside
    return named


def _fits(value: Any, info: inspect.Type | None) -> bool:
    kinds = [one.cls for one in _alternatives(info) if isinstance(one, inspect.StructType)]
    try:
        for kind in kinds:
            msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _place(path: Sequence[Step]) -> str:
    parts = [f"[{s}]" if isinstance(s, int) or s == "..." else f".{s}" for s in path]
    return "".join(parts).lstrip(".")


def _walk_value(value: Any, path: Sequence[Step]) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return value
    return value


def _walk_type(info: inspect.Type | None, path: Sequence[Step]) -> inspect.Type | None:
    for step in path:
        info = next(
            (found for one in _alternatives(info) if (found := _inside(one, step)) is not None),
            None,
        )
    return info


def _alternatives(info: inspect.Type | None) -> list[inspect.Type]:
    if info is None:
        return []
    if isinstance(info, inspect.Metadata):
        return _alternatives(info.type)
    return list(info.types) if isinstance(info, inspect.UnionType) else [info]


def _inside(info: inspect.Type, step: Step) -> inspect.Type | None:
    if isinstance(info, inspect.StructType | inspect.DataclassType):
        return next((field.type for field in info.fields if field.encode_name == step), None)
    if isinstance(info, inspect.DictType):
        return info.value_type
    if isinstance(info, inspect.TupleType) and isinstance(step, int):
        return info.item_types[step] if step < len(info.item_types) else None
    if isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.SetType):
        return info.item_type
    return None


def _field_names(info: inspect.Type | None) -> list[str]:
    return [
        field.encode_name
        for one in _alternatives(info)
        if isinstance(one, inspect.StructType | inspect.DataclassType)
        for field in one.fields
    ]


def _asked(info: inspect.Type | None) -> str:
    """Say what a missing key should hold: the values it may have, or of what kind they are."""
    kinds = [kind for one in _alternatives(info) if (kind := _kind(one))]
    said = _wanted(info) or (f"expected {' or '.join(kinds)}" if kinds else "")
    return f": {said}" if said else ""


def _kind(info: inspect.Type) -> str:
    """Name a kind of data and its bounds."""
    if isinstance(info, inspect.IntType | inspect.FloatType):
        name = _WORDS["int" if isinstance(info, inspect.IntType) else "float"]
        if info.ge is not None and info.le is not None:
            return f"{name} from {info.ge} to {info.le}"
        return f"{name} >= {info.ge}" if info.ge is not None else name
    return next((word for kind, word in _KINDS if isinstance(info, kind)), "")


_KINDS = (
    (inspect.BoolType, _WORDS["bool"]),
    (inspect.StrType, _WORDS["str"]),
    (inspect.ListType | inspect.VarTupleType | inspect.TupleType, _WORDS["array"]),
    (inspect.StructType | inspect.DataclassType | inspect.DictType, _WORDS["object"]),
)


def _wanted(info: inspect.Type | None) -> str:
    """Say which values are allowed, if they can be listed."""
    values: list[str] = []
    for one in _alternatives(info):
        if isinstance(one, inspect.LiteralType):
            values += [str(value) or '""' for value in one.values]
        elif isinstance(one, inspect.EnumType):
            values += [str(member.value) for member in one.cls]
        elif not isinstance(one, inspect.NoneType):
            return ""
    return f"expected one of {', '.join(values)}" if values else ""


def _lower(text: str) -> str:
    """Begin in small letters, unless with an abbreviation."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
