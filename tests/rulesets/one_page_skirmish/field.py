"""Positions in a line, scripts for dice and answers: what every test of this book stands on.

    from rulesets.one_page_skirmish.field import field, man, play, unit

    battle = field(
        "a archers: veteran longbow hand_weapon x4 at 10,10 facing 90 | "
        "b knight: elite knight lance shield mail mounted at 30,10 west",
        terrain="woods copse: 20,5..26,15 | wall: 28,0 28,20",
        phase="action",
        lucky_shot=True,
    )

Units stand between bars (or on lines of their own): `PLAYER KEY: words`. The player is a, b, or
a1, a2, b1 ... (allies); the key names the unit in `unit(battle, "archers")` and
`man(battle, "archers", 1)` (0, the default, is the leader). The words, in any order:

- a class: peasant, man_at_arms (default), veteran, elite (default of a lone Knight)
- a leader: sergeant (default), knight, leaderless. One `knight` alone is a lone Knight; `group`
  makes him the leader of a group (and adds the spare unit for when he rides alone)
- x4: how many figures, the leader included (default 1)
- armour: helmet (or helmet_gambeson), shield, mail, plate; ar0 to ar4 for that many pieces
- weapons: hand_weapon (or sword, the default), improvised, polearm, lance, longbow, crossbow;
  the first is in hand
- mounted; dismounted (owns a mount but is on foot, no mount placed); barded1, barded2
- at X,Y [X,Y ...]: where the figures stand, leader first; those without a place of their own
  stand 1.5" apart to the right of the last, in ranks of five
- facing DEGREES, or north, east, south, west (default: a faces north, b south)
- hidden, holding, shaken, routing, off (still to come: not on the table)
- name=value: a field of the unit (status=shaken figures_lost=2 arrival_round=3 ...)
- 1.name=value: a field of its figure 1 (0.hits=1 2.stun=1 1.in_hand=longbow 3.load=0 ...)
- lord=KEY: the unit of its lord (default: the player's only Knight)

Terrain stands between bars too: `KIND [id]: points`, a box being X,Y..X,Y, roads and bridges
ending with `width 2`. Every other keyword is a field of the battle (phase, round, active, deck,
drawn, taking_part, ...), of its scenario (objective=[...], rounds=5), or an option of the book.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from banneret.core.play.events import Chose, Event
from banneret.core.play.table import Table
from banneret.rulesets.one_page_skirmish.basics.options import Options
from banneret.rulesets.one_page_skirmish.basics.state import (
    COMING,
    KNIGHT,
    NOBODY,
    ON_TABLE,
    Battle,
    Figure,
    Seating,
    Unit,
    changed,
    put,
    standing,
)
from banneret.rulesets.one_page_skirmish.ground.lay import ground_for
from banneret.rulesets.one_page_skirmish.setup.enlisting import add_unit, spare_unit
from banneret.rulesets.one_page_skirmish.setup.on_file import (
    Scenario,
    SidePlan,
    Sides,
    TerrainPiece,
    UnitEntry,
    scenarios,
)
from banneret.tabletop.shapes.measuring import heading
from rulesets import scripting
from rulesets.scripting import Answer, events_of

E = TypeVar("E", bound=Event)

CLASSES = {"peasant", "man_at_arms", "veteran", "elite"}
ARMOUR = ("helmet_gambeson", "mail", "plate", "shield")
WEAPONS = {"hand_weapon", "improvised", "polearm", "lance", "longbow", "crossbow"}
FACINGS = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
SHORT = {"sword": "hand_weapon", "helmet": "helmet_gambeson"}
PLACE = re.compile(r"^(-?[\d.]+),(-?[\d.]+)$")
BOX = re.compile(r"^([\d.]+),([\d.]+)\.\.([\d.]+),([\d.]+)$")
SPACING = 1.5

# -- positions


def field(
    units: str = "",
    terrain: str | Sequence[TerrainPiece] = "",
    *,
    scenario: Scenario | str | None = None,
    table: tuple[float, float] = (48.0, 36.0),
    **rest: Any,
) -> Battle:
    """Set up a battle past deployment, in the Action phase of a's turn unless told otherwise."""
    options = {key: rest.pop(key) for key in list(rest) if key in Options.__struct_fields__}
    plan = _scenario(scenario, table, terrain, rest)
    texts = [part.strip() for part in re.split(r"[|\n]", units) if part.strip()]
    players = [text.split()[0] for text in texts]
    battle = Battle(
        scenario=plan,
        options=Options.read(options),
        seats=_seats(players),
        ground=ground_for(plan, ()),
        figures=[],
        units=[],
        mounts=[],
        phase="action",
        round=1,
        active=min(players or ["a"]),
    )
    words = [_muster(battle, text) for text in texts]
    for group in [one for one in battle.units if _led_by_knight(battle, one)]:
        spare_unit(battle, group)
    for one, more in words:
        _finish(battle, one, more)
    _set_battle(battle, rest)
    changed(battle)
    return battle


def _scenario(
    given: Scenario | str | None,
    table: tuple[float, float],
    terrain: str | Sequence[TerrainPiece],
    rest: dict[str, Any],
) -> Scenario:
    more = {key: rest.pop(key) for key in list(rest) if key in Scenario.__struct_fields__}
    if isinstance(given, str):
        given = scenarios()[given]
    if given is None:
        width, height = table
        sides = Sides(
            a=SidePlan(force="free", home_edge="south", zone=(0.0, 0.0, width, 8.0)),
            b=SidePlan(force="free", home_edge="north", zone=(0.0, height - 8, width, height)),
        )
        given = Scenario(id="test", name="Test", sides=sides, table=table)
    pieces = _terrain(terrain) if isinstance(terrain, str) else tuple(terrain)
    if pieces:
        more["terrain"] = pieces
    more = {key: tuple(v) if isinstance(v, list) else v for key, v in more.items()}
    return msgspec.structs.replace(given, **more)


def _terrain(text: str) -> tuple[TerrainPiece, ...]:
    return tuple(_piece(part) for part in re.split(r"[|\n]", text) if part.strip())


def _piece(text: str) -> TerrainPiece:
    head, _, body = text.partition(":")
    kind, *key = head.split()
    words = body.split()
    width = float(words[words.index("width") + 1]) if "width" in words else 0.0
    words = words[: words.index("width")] if width else words
    points: list[tuple[float, float]] = []
    for word in words:
        if box := BOX.match(word):
            x0, y0, x1, y1 = map(float, box.groups())
            points += [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        else:
            points.append(_point(word))
    name = key[0] if key else ""
    linear = kind in {"fence", "hedge", "wall", "gate_open", "gate_shut"} or width > 0
    shape: dict[str, Any] = {"line" if linear else "polygon": tuple(points)}
    return TerrainPiece(kind=kind, id=name, width=width, **shape)  # type: ignore[arg-type]


def _point(word: str) -> tuple[float, float]:
    place = PLACE.match(word)
    assert place, f"{word!r} is no point: write X,Y"
    return float(place[1]), float(place[2])


def _seats(players: Sequence[str]) -> tuple[Seating, ...]:
    keys = sorted({*players, *(side for side in "ab" if not any(p[0] == side for p in players))})
    return tuple(Seating(key, key[0]) for key in keys)


def _muster(battle: Battle, text: str) -> tuple[Unit, list[str]]:
    """Make the unit and give back the words that change it afterwards."""
    head, _, body = text.partition(":")
    player, key = head.split()
    words = [SHORT.get(word, word) for word in body.split()]
    count = next((int(word[1:]) for word in words if re.match(r"^x\d+$", word)), 1)
    weapons = tuple(word for word in words if word in WEAPONS) or ("hand_weapon",)
    rank = next((word for word in words if word in {"knight", "sergeant"}), "sergeant")
    entry = UnitEntry(
        id=key,
        name=key.replace("_", " ").capitalize(),
        kind="knight" if rank == "knight" and count == 1 and "group" not in words else "group",
        leader_rank=rank if "leaderless" not in words else "common",  # type: ignore[arg-type]
        class_=_class(words, alone=rank == "knight" and count == 1),  # type: ignore[arg-type]
        count=count,
        armour=_armour(words),  # type: ignore[arg-type]
        weapons=weapons,  # type: ignore[arg-type]
        in_hand=weapons[0],  # type: ignore[arg-type]
        mounted="mounted" in words or "dismounted" in words,
        mount_armour=1 if "barded1" in words else 2 if "barded2" in words else 0,
    )
    one = add_unit(battle, entry, player, player[0])
    _stand(battle, one, words)
    return one, words


def _class(words: Sequence[str], *, alone: bool) -> str:
    default = "elite" if alone else "man_at_arms"  # OP-FIG-03
    return next((word for word in words if word in CLASSES), default)


def _armour(words: Sequence[str]) -> tuple[str, ...]:
    rating = next((int(word[2:]) for word in words if re.match(r"^ar\d$", word)), None)
    return ARMOUR[:rating] if rating is not None else tuple(w for w in ARMOUR if w in words)


def _stand(battle: Battle, one: Unit, words: list[str]) -> None:
    default = 0.0 if one.side == "a" else 180.0
    facing = next((FACINGS[word] for word in words if word in FACINGS), default)
    if "facing" in words:
        facing = float(words[words.index("facing") + 1])
    places = [_point(word) for word in words if PLACE.match(word)] or [(24.0, 18.0)]
    figures = [battle.figures[member] for member in one.members]
    depth = 2.5 if "mounted" in words else SPACING
    for at, figure in enumerate(figures):
        figure.mounted = "mounted" in words
        if at < len(places):
            x, y = places[at]
        else:
            x, y = _beside(places[-1], at - len(places) + 1, facing, depth)
        figure.fate = COMING if "off" in words else ON_TABLE
        put(battle, figure, x, y, facing)
    one.deployed = "off" not in words


def _beside(
    place: tuple[float, float], at: int, facing: float, depth: float
) -> tuple[float, float]:
    rank, file = divmod(at, 5)
    ux, uy = heading(facing)
    right, back = file * SPACING, rank * depth
    return place[0] + uy * right - ux * back, place[1] - ux * right - uy * back


def _led_by_knight(battle: Battle, one: Unit) -> bool:
    return (
        one.kind == "group"
        and one.leader != NOBODY
        and battle.figures[one.leader].rank == KNIGHT
        and one.home == NOBODY
    )


def _finish(battle: Battle, one: Unit, words: list[str]) -> None:
    """Name the lord, then set what the words say."""
    knights = [f for f in battle.figures if f.rank == KNIGHT and f.player == one.player]
    if one.kind == "group":
        led = _led_by_knight(battle, one)
        one.lord = one.leader if led else knights[0].id if len(knights) == 1 else NOBODY
    for word in words:
        if word in {"hidden", "holding"}:
            setattr(one, word, True)
            one.may_hide = True
        elif word in {"shaken", "routing"}:
            one.status = word
        elif word.startswith("lord="):
            one.lord = unit(battle, word[5:]).leader
        elif "=" in word:
            _set(battle, one, word)


def _set(battle: Battle, one: Unit, word: str) -> None:
    name, _, value = word.partition("=")
    at, dot, attribute = name.partition(".")
    target: Any = battle.figures[one.members[int(at)]] if dot else one
    attribute = attribute if dot else name
    assert hasattr(target, attribute), f"{word!r}: no such field"
    setattr(target, attribute, _value(value))


def _value(text: str) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if re.match(r"^-?\d+$", text) else text


def _set_battle(battle: Battle, rest: Mapping[str, Any]) -> None:
    for name, value in rest.items():
        assert name in Battle.__struct_fields__, f"{name}: no such field, scenario part or option"
        setattr(battle, name, value)
    if "open_gates" in rest:
        battle.ground = ground_for(battle.scenario, battle.open_gates)
    if "taking_part" not in rest:
        battle.taking_part = tuple(one.id for one in battle.units if one.player == battle.active)


# -- who is who


def unit(battle: Battle, key: str) -> Unit:
    """The unit with that key; `b.archers` where both sides have one."""
    player, dot, name = key.rpartition(".")
    return next(u for u in battle.units if u.key == name and (not dot or u.player == player))


def man(battle: Battle, key: str, at: int = 0) -> Figure:
    """The unit's figure number `at`: 0 is the one it began with as leader."""
    return battle.figures[unit(battle, key).members[at]]


def men(battle: Battle, key: str) -> list[Figure]:
    """The unit's figures on the table."""
    return standing(battle, unit(battle, key))


# -- scripts

Played = scripting.Played[Battle]


def play(
    battle: Battle,
    rule: Callable[..., Any],
    *args: Any,
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
    **kwargs: Any,
) -> Played:
    """Run a rule with scripted dice and answers, all of which must be used; gives the table."""
    seats = [seat.key for seat in battle.seats]
    return scripting.play_rule(
        battle, seats, lambda table: rule(table, *args, **kwargs), dice, answers
    )


def clauses_of(table: Table[Battle], kind: type[Event]) -> list[str]:
    """The clauses under which events of one kind were told."""
    return [told.clause for told in table.events if isinstance(told.event, kind)]


def questions_of(table: Table[Battle]) -> list[str]:
    """The keys of the questions that were put, in order."""
    return [event.key for event in events_of(table, Chose)]
