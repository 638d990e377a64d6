"""Positions for tests: a bare table, figures where they are wanted, dice and answers written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.rulesets.destrier.basics.options import Options
from banneret.rulesets.destrier.basics.state import SIDES, Battle, Figure
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.ground.stands import put
from banneret.rulesets.destrier.ground.things import Thing
from banneret.rulesets.destrier.setup.beginning import burden
from banneret.rulesets.destrier.setup.mustering import muster
from banneret.rulesets.destrier.setup.scenarios import Recruit, scenario_named
from rulesets.scripting import Answer, Played, play_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Man(msgspec.Struct):
    """A figure wanted at a place: its profile, its side, and what differs from the usual."""

    profile: str
    side: str
    x: float
    y: float
    facing: float = 0.0
    steed: str = ""
    speed: str = "stand"
    hand: tuple[str, ...] | None = None
    shield: str | None = None
    state: dict[str, Any] = {}


def man(profile: str, side: str, x: float, y: float, facing: float = 0.0, **more: Any) -> Man:
    """Describe a figure; unknown words set fields of the figure."""
    own = {key: more.pop(key) for key in ("steed", "speed", "hand", "shield") if key in more}
    return Man(profile, side, x, y, facing, **own, state=more)


def arena(
    *men: Man,
    things: Sequence[Thing] = (),
    size: tuple[float, float] = (48.0, 36.0),
    winner: str = "a",
    half: int = 1,
    card_round: int = -1,
    scenario: str = "open_field",
    phase: str = "moves_winner",
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn on a bare table."""
    tables = default()
    figures: list[Figure] = []
    for one in men:
        weapons = tables.host.profiles[one.profile].weapons
        recruit = Recruit(
            profile=one.profile,
            steed=one.steed,
            speed=one.speed,
            in_hand=weapons[:1] if one.hand is None else one.hand,
            shield=one.shield,
        )
        figures.append(muster(tables, recruit, one.side, len(figures)))
    own = msgspec.structs.replace(
        scenario_named(scenario), terrain=(), width=size[0], depth=size[1]
    )
    battle = Battle(
        scenario=own,
        options=Options(**options),
        tables=tables,
        tables_id=tables.id,
        figures=figures,
        things=list(things),
        phase=phase,
        turn=1,
        half=half,
        initiative=(winner,) * half,
        card_round=card_round,
        lances_broken=dict.fromkeys(SIDES, 0),
    )
    for figure, one in zip(figures, men, strict=True):
        put(battle, figure, one.x, one.y, one.facing)
        figure.encumbrance = burden(battle, figure)
        for key, value in one.state.items():
            setattr(figure, key, value)
    return battle


def thing(
    name: str,
    box: tuple[float, float, float, float],
    **more: Any,
) -> Thing:
    """A piece of terrain: a box that blocks the way unless told otherwise."""
    x0, y0, x1, y1 = box
    corners = ((x0, y1), (x1, y1), (x1, y0), (x0, y0))
    kind: dict[str, Any] = {"blocks_move": True, "blocks_sight": False, "cover": "none"}
    return Thing(0, name, corners, **(kind | more))


def play(
    battle: Battle,
    rule: Callable[[Played[Battle]], Any],
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
) -> Played[Battle]:
    """Run a rule with written dice and answers, all of which must be used."""
    return play_rule(battle, SIDES, rule, dice, answers)
