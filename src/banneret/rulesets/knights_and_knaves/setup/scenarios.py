"""Scenarios: the book's own, found by key, and people's own, read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.core.files import decode_toml
from banneret.tabletop.files import Shelf

from ..basics.tables import data_text
from .entries import Scenario, ScenarioFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .entries import Kind, Muster

KINDS: Mapping[Kind, str] = {  # KK-SETUP-07, as readers see them
    "meeting": "A chance meeting",
    "set_piece": "A set-piece battle",
    "crossing": "A crossing",
    "historic": "A historic event",
    "ambush": "An ambush",
    "raid": "A raid",
    "chevauchee": "A chevauchée",
    "brigands": "Brigands against a village",
    "revolt": "A peasant revolt",
    "tournament": "A tournament of champions",
    "sortie": "A sortie against siege works",
}


@clause("KK-SETUP-04", "KK-SETUP-07")
def _ready() -> tuple[Scenario, ...]:
    """The book's own scenarios."""
    return read_scenarios(data_text("scenarios.toml"), "scenarios.toml")


SCENARIOS: Shelf[Scenario] = Shelf("scenario", Scenario, _ready)
scenarios, scenario_named = SCENARIOS.own, SCENARIOS.named


def read_scenarios(content: bytes, name: str) -> tuple[Scenario, ...]:
    """Read a file of scenarios; BadData names file, key, value and what was expected."""
    data = decode_toml(content, ScenarioFile, name)
    return tuple(checked(one, name) for one in data.scenario)


@clause("KK-SETUP-02", "KK-SETUP-05")
def checked(scenario: Scenario, name: str) -> Scenario:
    """Refuse what cannot be played: players twice, zones off the table, aims at nothing."""
    where = f"{name}, scenario {scenario.id}"
    players = [one.player for one in scenario.retinue]
    sides = {one.side for one in scenario.retinue}
    if len(players) != len(set(players)):
        raise BadData(f"{where}: retinue.player {players}: expected each player once")
    if not 2 <= len(players) <= 8 or len(sides) < 2:
        raise BadData(f"{where}: expected 2 to 8 retinues on two sides or more, got {players}")
    for retinue in scenario.retinue:
        _check_zone(scenario, retinue, where)
        for field in ("hatred", "no_quarter"):
            for other in getattr(retinue, field):
                if other not in players:
                    raise BadData(
                        f"{where}: retinue {retinue.player}.{field} = {other!r}: "
                        f"expected one of the players {', '.join(players)}"
                    )
    _check_names(scenario, where)
    _check_aims(scenario, sides, where)
    return scenario


def _check_zone(scenario: Scenario, retinue: Muster, where: str) -> None:
    x0, y0, x1, y1 = retinue.zone
    width, height = scenario.table
    if not (0.0 <= x0 < x1 <= width and 0.0 <= y0 < y1 <= height):
        raise BadData(
            f"{where}: retinue {retinue.player}.zone = {list(retinue.zone)}: expected "
            f"[x0, y0, x1, y1] on a table of {width:g} by {height:g} inches"
        )


def _check_names(scenario: Scenario, where: str) -> None:
    named = [
        piece_id
        for piece_id in (
            *(one.id for one in scenario.area),
            *(one.id for one in scenario.line),
            *(one.id for one in scenario.door),
            *(one.id for one in scenario.spot),
        )
        if piece_id
    ]
    for one in named:
        if named.count(one) > 1:
            raise BadData(f"{where}: id = {one!r} is given twice: expected a name for each piece")


def _check_aims(scenario: Scenario, sides: set[str], where: str) -> None:
    features = [one.id for one in scenario.area if one.id]
    for at, aim in enumerate(scenario.aim):
        here = f"{where}: aim[{at}]"
        if aim.side not in sides:
            raise BadData(f"{here}.side = {aim.side!r}: expected one of {', '.join(sorted(sides))}")
        if aim.kind in {"hold", "sack"} and aim.feature not in features:
            raise BadData(
                f"{here}.feature = {aim.feature!r}: expected one of {', '.join(features)}"
            )
        if aim.kind == "exit" and aim.edge is None:
            raise BadData(f"{here}.edge is missing: expected north, east, south or west")
