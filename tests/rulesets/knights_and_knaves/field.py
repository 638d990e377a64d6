"""Positions in a line, scripts for dice and answers: what every test of this book stands on.

    from rulesets.knights_and_knaves.field import field, man, unit
from rulesets.knights_and_knaves.scripts import play, run

    battle = field(
        "a Ralf: lord sword large armor=10 at 10,10 | "
        "a bows: longbow x6 at 14,10 facing 90 | "
        "b Guy: knight lance sword mounted destrier at 30,10 west chit=move_full_melee",
        terrain="light_wood copse: 20,5..26,15 | waist_wall: 28,0 28,20 | tree: 5,5",
        phase="chits", turn=3, crossbow_teams=False,
    )

Men and units stand between bars (or on lines of their own): `PLAYER KEY: words`. The player is a,
b, c, d, or a1, a2 ... (allies of one side: the letter). The key names the man, or the unit and
(with a number) its men: `man(battle, "Ralf")`, `unit(battle, "bows")`, `man(battle, "bows", 1)`
(0, the default, is its first leader). Without a lord of his own a player has one who has not
come yet: he commands nobody and nobody minds. The words, in any order:

- a class: lord, chief, knight, bodyguard, squire, man_at_arms, sergeant, valet, soldier (default),
  yeoman, peasant; of a unit the first man is a sergeant unless `leader=CLASS`, or `leaderless`
- x6: how many; `loose`: no unit, so many individuals
- weapons and one missile weapon by their names (default: sword); what is named first is in hand
- a shield: small, large, pavise; traits by name; trumpet or flag (KK-ORDER-06)
- mounted, with destrier, horse (default) or nag, barded, full_barded
- at X,Y [X,Y ...]: where they stand, in order; those without a place stand 1.5 inches apart to the
  right of the last (mounted and foot alike), in ranks of five
- facing DEGREES, or north, east, south, west (default: a and c north, b and d south)
- steady, routing, withdrawing, escorting, disabled, dead, captive, gone, coming; in_command; free
- order=VERB/TRIGGER/THEN[/TARGET]: a standing order, as of the second part with part2
- name=value: a field of every man (stamina=3 permanent=1 chit=stay weapon=sword), of his profile
  (armor=10 morale=7 melee=8 shooting=6 bonus=2 pieces=BC; original=8 is the profile's stamina),
  of his horse (horse.stamina=4 horse.gait=gallop), or of the unit (unit.withdrawing=true)
- 1.name=value: the same of man number 1 alone

Terrain stands between bars too: `KIND [id]: points`, a box being X,Y..X,Y; `locked` and
`toughness=3 successes=2` for doors (`light_door id: X,Y X,Y`, heavy_door, gate, open_door),
`height=12`, `scaled_by=foot`; spots are a point, `radius=1`, and baggage and bonfires may have
`side=a`. Every other keyword is a field of the battle, of its scenario, or an option of the book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from banneret.core.book.clauses import Refusal
from banneret.rulesets.knights_and_knaves.basics.options import Options
from banneret.rulesets.knights_and_knaves.basics.state import (
    NOBODY,
    Battle,
    Declared,
    Man,
    Retinue,
    Unit,
    changed,
)
from banneret.rulesets.knights_and_knaves.ground.laying_out import ground_for
from rulesets.knights_and_knaves.enlisting import enlist, find_lord
from rulesets.knights_and_knaves.sketch import EDGES, door_of, scenario_of


def field(
    men: str = "",
    terrain: str = "",
    *,
    table: tuple[float, float] = (72.0, 48.0),
    **rest: Any,
) -> Battle:
    """Set up a battle past deployment, in the Rally phase of turn 1 unless told otherwise."""
    options = Options.read(
        {key: rest.pop(key) for key in list(rest) if key in Options.__struct_fields__}
    )
    texts = [part.strip() for part in re.split(r"[|\n]", men) if part.strip()]
    players = sorted({text.split()[0] for text in texts} | {"a", "b"} - _allied(texts))
    plan = scenario_of(players, terrain, table, rest)
    battle = Battle(
        scenario=plan,
        options=options,
        ground=ground_for(plan, options),
        men=[],
        horses=[],
        units=[],
        retinues=[],
        doors=[door_of(entry) for entry in plan.door],
        phase="rally",
        turn=1,
    )
    for player in players:
        battle.retinues.append(
            Retinue(player, player[0], player, "free", NOBODY, EDGES[player[0]], free=False)
        )
    for text in texts:
        enlist(battle, text)
    for retinue in battle.retinues:
        find_lord(battle, retinue)
    for name, value in rest.items():
        assert name in Battle.__struct_fields__, f"{name}: no such field, scenario part or option"
        setattr(battle, name, value)
    changed(battle)
    return battle


def _allied(texts: Sequence[str]) -> set[str]:
    """The sides whose players have numbers."""
    return {text[0] for text in texts if text.split()[0] != text[0]}


# -- who is who


def unit(battle: Battle, key: str) -> Unit:
    """The unit with that key; `b.archers` where both sides have one."""
    player, dot, name = key.rpartition(".")
    return next(u for u in battle.units if u.name == name and (not dot or u.player == player))


def man(battle: Battle, key: str, at: int = 0) -> Man:
    """The man with that key, or number `at` of those written together under it."""
    player, dot, name = key.rpartition(".")
    names = (name, f"{name}{at}")
    return next(
        m for m in battle.men if m.profile.name in names and (not dot or m.player == player)
    )


def men(battle: Battle, key: str) -> list[Man]:
    """The members of a unit, whatever has become of them."""
    return [battle.men[member] for member in unit(battle, key).members]


def retinue(battle: Battle, player: str) -> Retinue:
    """A player's retinue."""
    return next(one for one in battle.retinues if one.player == player)


def declare(one: Man, chit: str, **qualifiers: Any) -> Man:
    """Give a man a chit already turned up, with its qualifiers."""
    one.chit = chit
    one.declared = Declared(**qualifiers)
    return one


def at(one: Man) -> tuple[float, float]:
    """Where he stands, to a tenth of an inch."""
    return (round(one.base.x, 1), round(one.base.y, 1))


def clause_of(no: Refusal | None) -> str | None:
    """The clause of a refusal."""
    return no.clause if no is not None else None


def pair(y: float, terrain: str = "", *, a: str = "", b: str = "") -> Battle:
    """Hugh at 20,10 looking north, Odo y inches north of him (base to base)."""
    return field(
        f"a Hugh: soldier {a} at 20,10 | b Odo: soldier {b} at 20,{11 + y}", terrain=terrain
    )
