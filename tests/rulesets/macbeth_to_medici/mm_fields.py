"""Small fields for tests: a few units on open ground, scripted dice, scripted answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.core.book.adjudicate import adjudicate, chances, outcomes, read_request
from banneret.core.chance.dice import RandomDice, ScriptedDice
from banneret.core.play.table import Table
from banneret.rulesets.macbeth_to_medici.basics.options import Options
from banneret.rulesets.macbeth_to_medici.basics.procedures import PROCEDURES
from banneret.rulesets.macbeth_to_medici.basics.state import (
    ALIVE,
    ON_TABLE,
    Battle,
    Fight,
    Officer,
    Unit,
    Ward,
)
from banneret.rulesets.macbeth_to_medici.setup.entries import (
    Scenario,
    SideEntry,
    Terrain,
    UnitEntry,
)
from banneret.rulesets.macbeth_to_medici.setup.lists import profile_of


def rule(name: str, situation: Mapping[str, Any] | None = None, *dice: int, **keys: Any) -> Any:
    """Adjudicate a procedure with dice; give its result."""
    given = {**(situation or {}), **keys}
    ruling = adjudicate(
        PROCEDURES[name], {"situation": given, "dice": list(dice)}, lambda: RandomDice(1)
    )
    return ruling.result


def odds(name: str, **keys: Any) -> dict[str, dict[str, str]]:
    """The exact odds of a procedure."""
    asked = read_request(PROCEDURES[name], {"situation": keys})
    return chances(outcomes(PROCEDURES[name], asked.situation))


class Script:
    """Answers by key: a value, or a list of values used up in turn; else the usual answer."""

    foresees = False

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = {k: list(v) if isinstance(v, list) else v for k, v in answers.items()}
        self.asked: list[Any] = []

    def decide(self, table: Any, choice: Any) -> Any:
        del table
        self.asked.append(choice)
        found = self.answers.get(choice.key)
        if isinstance(found, list):
            found = found.pop(0) if found else None
        if found is not None:
            return found
        proposal = getattr(choice, "proposal", None)
        if proposal is not None:
            return proposal
        return choice.first()


def entry(key: str = "men", **fields: Any) -> UnitEntry:
    """A unit of an army list: seasoned loose feudal spearmen of class B unless told."""
    base: dict[str, Any] = {
        "id": key,
        "name": key.title(),
        "type": "spearmen",
        "origin": "feudal",
        "class_": "B",
        "experience": "seasoned",
        "order": "loose",
        "elements": 8,
        "files": 4,
    }
    return UnitEntry(**{**base, **fields})


def finish(table: Table[Any]) -> None:
    """See that no dice are left over."""
    assert isinstance(table.dice, ScriptedDice)
    table.dice.finish()


class Field:
    """A battle on open ground, with what a test needs to play parts of it."""

    def __init__(self, terrain: Sequence[Terrain] = (), **options: Any) -> None:
        self.battle = Battle(
            Scenario(
                "test",
                "A test",
                "",
                {"width": 72, "depth": 48},
                SideEntry("norman_1066", "attacker"),
                SideEntry("anglo_saxon_1066", "defender"),
                terrain=tuple(terrain),
            ),
            Options.read(options),
            [],
            [],
            [],
            [],
        )
        self.battle.turn = 1
        self.battle.base = {"a": "south", "b": "north"}
        self.battle.names = {"a": "Ones", "b": "Others"}
        self.script: dict[str, Script] = {}
        for side, y in (("a", 1.0), ("b", 47.0)):
            self.ward(side, y=y, chief=True)

    def ward(self, side: str, *, y: float = 1.0, chief: bool = False, **fields: Any) -> Officer:
        """Another battle of a side with its officer."""
        battle = self.battle
        ward = Ward(len(battle.wards), f"w{len(battle.wards)}", "Ward", side, len(battle.officers))
        battle.wards.append(ward)
        base: dict[str, Any] = {
            "id": len(battle.officers),
            "name": f"Officer {len(battle.officers)}",
            "side": side,
            "ward": ward.id,
            "origin": "feudal",
            "nation": side,
            "mercenary": False,
            "die": "d6",
            "leadership": 4,
            "command": 3,
            "temper": "bold",
            "chief": chief,
            "points": 35,
            "x": 70.0,
            "y": y,
            "fate": ALIVE,
        }
        officer = Officer(**{**base, **fields})
        battle.officers.append(officer)
        return officer

    def unit(
        self,
        side: str = "a",
        x: float = 36.0,
        y: float = 12.0,
        heading: float | None = None,
        ward: int | None = None,
        **fields: Any,
    ) -> Unit:
        """Set a unit down."""
        state = {k: fields.pop(k) for k in ("hits", "morale", "formed") if k in fields}
        made = entry(f"u{len(self.battle.units)}", **fields)
        profile = profile_of(made, fields.get("nation", side))
        number = 1 + sum(u.side == side for u in self.battle.units)
        if ward is None:
            ward = 0 if side == "a" else 1
        facing = heading if heading is not None else (0.0 if side == "a" else 180.0)
        unit = Unit(
            len(self.battle.units),
            profile,
            side,
            ward,
            number,
            made.elements,
            made.files,
            made.order,
            x,
            y,
            facing,
            ON_TABLE,
            **state,
        )
        self.battle.units.append(unit)
        self.battle.memo.known.clear()
        return unit

    def lead(self, unit: Unit, leadership: int = 4, **fields: Any) -> Officer:
        """Have the first officer of its side lead a unit."""
        officer = next(o for o in self.battle.officers if o.side == unit.side)
        officer.leading = unit.id
        officer.leadership = leadership
        for name, value in fields.items():
            setattr(officer, name, value)
        return officer

    def meet(self, one: Unit, other: Unit, **fields: Any) -> Fight:
        """Put two units in contact, the first having charged."""
        fight = Fight(one.id, other.id, self.battle.turn, **fields)
        self.battle.fights += (fight,)
        self.battle.memo.known.clear()
        return fight

    def table(self, *dice: int, **answers: Any) -> Table[Battle]:
        """A table with dice and answers."""
        self.script = {side: Script(answers) for side in "ab"}
        return Table(self.battle, ScriptedDice(*dice), self.script)

    def told(self, table: Table[Battle], kind: type) -> list[Any]:
        """Events of a kind."""
        return [one.event for one in table.events if isinstance(one.event, kind)]
