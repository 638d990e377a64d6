"""One procedure of a book, alone: a situation and dice in, the result with its reasons out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from banneret.core.book.ruleset import Ruled
from banneret.core.chance.dice import ScriptedDice
from banneret.core.chance.odds import shares, weigh
from banneret.core.errors import BadData, BanneretError, WrongDice, shown, unknown
from banneret.core.files import convert, decode_json
from banneret.core.play.events import Rolled
from banneret.core.play.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from banneret.core.book.ruleset import Procedure, Ruleset
    from banneret.core.book.tally import Reason
    from banneret.core.chance.dice import Dice

REQUEST_KEYS = ("situation", "dice", "odds")
BATCH_KEYS = ("procedure", *REQUEST_KEYS)
SCALARS = (str, int, float, bool, type(None))


class Die(msgspec.Struct, frozen=True):
    """One die that was thrown."""

    purpose: str
    sides: int
    value: int


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a procedure came to: the answer of `banneret adjudicate`."""

    result: dict[str, Any]
    tally: tuple[dict[str, Any], ...]
    dice: tuple[Die, ...]
    odds: dict[str, dict[str, str]] | None = None


class Request(NamedTuple):
    """A question that was read: its typed situation, its faces (None: roll), and whether odds."""

    situation: Any
    faces: tuple[int, ...] | None
    odds: bool


def procedure_of(ruleset: Ruleset[Any], name: object) -> Procedure:
    """Find a procedure by its name."""
    if not isinstance(name, str) or name not in ruleset.procedures:
        raise unknown(f"procedure of {ruleset.key}", name, ruleset.procedures)
    return ruleset.procedures[name]


def adjudicate(procedure: Procedure, request: Any, fresh_dice: Callable[[], Dice]) -> Ruling:
    """Answer one request; `fresh_dice` rolls when neither dice nor odds are asked for."""
    asked = read_request(procedure, request)
    if asked.faces is None and asked.odds:
        return _with_odds_alone(procedure, asked)
    ruling = _with_dice(procedure, asked, fresh_dice)
    if not asked.odds:
        return ruling
    return msgspec.structs.replace(ruling, odds=odds_of(procedure, asked.situation))


def read_request(procedure: Procedure, request: Any) -> Request:
    """Read {"situation", "dice", "odds"}; BadData says what is wrong with it."""
    if not isinstance(request, dict):
        raise BadData(
            f"the request is {shown(request)}: expected an object with situation and dice"
        )
    for key in request:
        if key not in REQUEST_KEYS:
            raise unknown("key of the request", key, REQUEST_KEYS)
    odds = request.get("odds", False)
    if not isinstance(odds, bool):
        raise BadData(f"odds is {shown(odds)}: expected true or false")
    situation = convert(
        request.get("situation", {}), procedure.situation, f"situation of {procedure.name}"
    )
    return Request(situation, read_faces(request.get("dice")), odds)


def read_faces(dice: Any) -> tuple[int, ...] | None:
    """Read dice as faces, or as the examples write them: {"for", "face"}."""
    if dice is None:
        return None
    if not isinstance(dice, list | tuple):
        raise WrongDice(f"dice is {shown(dice)}: expected a list of faces in the order rolled")
    return tuple(_face(index, die) for index, die in enumerate(dice))


def _face(index: int, die: Any) -> int:
    if isinstance(die, dict):
        purpose = die.get("for", "")
        if "face" not in die or die.keys() - {"for", "face"} or not isinstance(purpose, str):
            raise WrongDice(
                f'dice[{index}] is {shown(die)}: expected {{"for": purpose, "face": face}}'
            )
        die = die["face"]
    if isinstance(die, bool) or not isinstance(die, int):
        raise WrongDice(f"dice[{index}] is {shown(die)}: expected a whole number")
    return die


def _with_dice(procedure: Procedure, asked: Request, fresh_dice: Callable[[], Dice]) -> Ruling:
    if procedure.distribution is not None:
        ScriptedDice(*(asked.faces or ())).finish()
        return Ruling(_texts(procedure.distribution(asked.situation)), (), ())
    script = None if asked.faces is None else ScriptedDice(*asked.faces)
    table = bare_table(fresh_dice() if script is None else script)
    ruled = procedure.rule(table, asked.situation)
    if script is not None:
        script.finish()
    return Ruling(ruled.result, _reasons(ruled.tally), tuple(_thrown(table)))


def _with_odds_alone(procedure: Procedure, asked: Request) -> Ruling:
    if procedure.shares is not None:
        return Ruling({}, (), (), odds_of(procedure, asked.situation))
    weighed = outcomes(procedure, asked.situation)
    seen = [ruled for ruled, _ in weighed]
    certain = seen[0].result if sum([weight for _, weight in weighed]) == 1 else {}
    common = [reason for reason in seen[0].tally if all(reason in one.tally for one in seen)]
    return Ruling(_texts(certain), _reasons(common), (), chances(weighed))


def odds_of(procedure: Procedure, situation: Any) -> dict[str, dict[str, str]]:
    """Give the chances of each part of a result: by the parts' own shares, or all outcomes."""
    if procedure.shares is None:
        return chances(outcomes(procedure, situation))
    parts = procedure.shares(situation)
    return {key: {text_of(v): str(p) for v, p in values.items()} for key, values in parts.items()}


def outcomes(procedure: Procedure, situation: Any) -> Sequence[tuple[Ruled, int]]:
    """Every way a procedure can come out, with its weight: as it says, or by every die."""
    if procedure.outcomes is not None:
        return procedure.outcomes(situation)
    return weigh(lambda dice: _ruled(procedure, situation, dice), fine=True)


def chances(weighed: Sequence[tuple[Ruled, int]]) -> dict[str, dict[str, str]]:
    """Give the chances of every value of each scalar part of the result, and of `result` itself."""
    odds = shares([(_scalars(ruled), weight) for ruled, weight in weighed])
    return {
        key: {("null" if v is None else str(v)): str(p) for v, p in values.items()}
        for key, values in odds.items()
    }


def _scalars(ruled: Ruled) -> dict[str, str]:
    parts = ruled.result.items()
    return {k: text_of(v) for k, v in parts if isinstance(v, SCALARS) or k == "result"}


def _ruled(procedure: Procedure, situation: Any, dice: Dice) -> Ruled:
    if procedure.distribution is not None:
        return Ruled(_texts(procedure.distribution(situation)))
    return procedure.rule(bare_table(dice), situation)


def bare_table(dice: Dice) -> Table[None]:
    """Lay a table for a single procedure: no battle, no players, only dice."""
    return Table(None, dice, {})


def text_of(value: object) -> str:
    """Write a scalar as JSON prints it, strings without their quotes."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _texts(result: Mapping[str, Any]) -> dict[str, Any]:
    return {key: str(v) if isinstance(v, Fraction) else v for key, v in result.items()}


def _reasons(reasons: Iterable[Reason]) -> tuple[dict[str, Any], ...]:
    return tuple(reason._asdict() for reason in reasons)


def _thrown(table: Table[None]) -> Iterator[Die]:
    for told in table.events:
        event = told.event
        if isinstance(event, Rolled):
            for sides, face in zip(event.dice, event.faces, strict=True):
                yield Die(event.purpose, sides, face)


# -- many at once


def batch(
    ruleset: Ruleset[Any],
    lines: Iterable[bytes],
    fresh_dice: Callable[[], Dice],
    procedure: str | None = None,
) -> Iterator[bytes]:
    """Answer each JSON line by one JSON line; what is wrong with a line is its answer."""
    for number, line in enumerate(lines, 1):
        try:
            answer: Any = _batch_line(ruleset, line, fresh_dice, procedure)
        except BanneretError as no:
            answer = {"error": f"line {number}: {no}"}
        except Exception as no:  # noqa: BLE001  # one broken procedure must not stop the others
            fault = "the procedure failed, which is a fault of the program"
            answer = {"error": f"line {number}: {fault}: {no!r}"}
        yield msgspec.json.encode(answer)


def _batch_line(
    ruleset: Ruleset[Any],
    line: bytes,
    fresh_dice: Callable[[], Dice],
    procedure: str | None,
) -> Ruling:
    request = decode_json(line, "the request")
    if not isinstance(request, dict):
        raise BadData(f"the request is {shown(request)}: expected an object")
    for key in request:
        if key not in BATCH_KEYS:
            raise unknown("key of the request", key, BATCH_KEYS)
    name = request.pop("procedure", procedure)
    if name is None:
        raise BadData("key 'procedure' is missing")
    if not isinstance(name, str):
        raise BadData(f"procedure is {shown(name)}: expected a name")
    return adjudicate(procedure_of(ruleset, name), request, fresh_dice)


def situation_schema(procedure: Procedure) -> dict[str, Any]:
    """Give the JSON Schema of what a procedure takes."""
    (situation,), parts = msgspec.json.schema_components(
        [procedure.situation], ref_template="#/$defs/{name}"
    )
    face = {"type": "integer", "minimum": 1}
    example_die = {
        "type": "object",
        "properties": {"for": {"type": "string"}, "face": face},
        "required": ["face"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": procedure.name,
        "description": procedure.summary,
        "type": "object",
        "properties": {
            "situation": situation,
            "dice": {"type": "array", "items": {"anyOf": [face, example_die]}},
            "odds": {"type": "boolean"},
        },
        "required": ["situation"],
        "additionalProperties": False,
        "$defs": parts,
    }
