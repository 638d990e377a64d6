"""Writing a force down: a file that reads back as the same force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from banneret.rulesets.knights_and_knaves.companies import Force, Trooper, usual_traits
from banneret.rulesets.knights_and_knaves.lists import rows_of, usual_pieces
from banneret.rulesets.knights_and_knaves.state import HorseProfile

SHIELDS = {"small": "small shield", "large": "large shield", "pavise": "pavise"}


def force_text(force: Force) -> str:
    """The force as a TOML file of its own, every man written out."""
    lines = ["[[force]]", *_keys(id=force.id, name=force.name)]
    lines += _keys(list=force.organisation, note=force.note)
    for at, man in enumerate(force.men):
        lines += ["", "[[force.man]]", *_man(force, at, man)]
    return "\n".join(lines) + "\n"


def _man(force: Force, at: int, man: Trooper) -> Iterator[str]:
    one = man.profile
    yield from _keys(name=one.name)
    yield f"class = {_written(one.class_)}"
    yield from _keys(row=man.row)
    yield f"morale = {one.morale}\nbonus = {one.bonus}\nmelee = {one.melee}"
    yield f"shooting = {one.shooting}\narmor = {one.armor}"
    if one.pieces != usual_pieces(one.armor):
        yield from _keys(pieces=one.pieces)
    missile = (one.missile,) if one.missile else ()
    shield = (SHIELDS[one.shield],) if one.shield in SHIELDS else ()
    yield f"arms = {_written((*one.weapons, *(_thrown(word) for word in missile), *shield))}"
    yield f"traits = {_written(one.traits)}"
    usual = usual_traits(one.class_, (*one.traits, *_row_traits(force, man)))
    yield f"without = {_written([trait for trait in usual if trait not in one.traits])}"
    yield from _keys(signal=one.signal)
    if man.horse is not None:
        yield f"horse = {_horse(man.horse)}"
    for unit in force.units:
        if at in unit.members:
            yield from _keys(unit=unit.name)
            yield f"leads = {str(at == unit.leader).lower()}"


def _row_traits(force: Force, man: Trooper) -> tuple[str, ...]:
    if not force.organisation:
        return ()
    rows = rows_of(force.organisation)
    return next((row.traits for row in rows if row.name == man.row), ())


def _thrown(word: str) -> str:
    """A javelin in the missile column is a bundle of them; one in hand is a weapon."""
    return "javelins" if word == "javelin" else word


def _horse(horse: HorseProfile) -> str:
    kind, name, barding = _written(horse.kind), _written(horse.name), _written(horse.barding)
    return f"{{ kind = {kind}, name = {name}, barding = {barding} }}"


def _keys(**values: str) -> Iterator[str]:
    """The keys that have something to say."""
    for key, value in values.items():
        if value:
            yield f"{key} = {_written(value)}"


def _written(value: str | Sequence[str]) -> str:
    """A text or a list of texts: TOML writes them as JSON does."""
    return msgspec.json.encode(value).decode()
