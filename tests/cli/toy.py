"""A small book for the tests of everything around the books: two champions and their squires."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.book.ruleset import (
    ForceInfo,
    Procedure,
    Result,
    Ruled,
    Ruleset,
    ScenarioInfo,
)
from banneret.core.book.settings import Setting
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6, D10, Pool
from banneret.core.chance.wish import at_least
from banneret.core.errors import unknown
from banneret.core.play.events import Event, Rolled
from banneret.core.questions.choices import Move, Pick, Place, Place1, Preview, Way
from banneret.core.show.overlay import Band, Line, Look, Note, Tag
from banneret.core.show.scene import Ground1, Marker, Piece, Scene, SideInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.events import Event as AnyEvent
    from banneret.core.play.game import Seat
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Choice

SIDES = ("a", "b")
LIMIT = 4


class Man(msgspec.Struct):
    id: int
    side: str
    x: float
    y: float
    facing: float
    wounds: int = 0


class Duel(msgspec.Struct):
    men: list[Man]
    phase: str = "oaths"
    round: int = 1
    active: str = "a"
    oaths: dict[str, list[str]] = {}
    conceded: str = ""
    long: bool = False

    def man(self, side: str) -> Man:
        return next(man for man in self.men if man.side == side)


class Struck(Event, frozen=True, tag="struck"):
    by: int
    target: int
    hit: bool


def begin(scenario: str, options: Mapping[str, Any], forces: Mapping[str, str]) -> Duel:
    for force in forces.values():
        if force not in FORCES:
            raise unknown("force", force, FORCES)
    apart = {"field": 4.0, "bridge": 2.0}[scenario]
    men = [Man(1, "a", 6.0, 6.0 - apart, 0.0), Man(2, "b", 6.0, 6.0 + apart, 180.0)]
    return Duel(men, long=bool(options["long"]))


@clause("TY-OATH-01")
def oaths(table: Table[Duel]) -> None:
    """Each champion swears two oaths in secret, his squire one."""
    words = ["fear", "honour", "gold"]
    asked: list[Choice[Any]] = [
        Pick(side, f"oath{n}", f"Oath {n} of {side}", words) for side in SIDES for n in (1, 2)
    ]
    sworn = table.ask_all(asked)
    table.state.oaths = {"a": sworn[:2], "b": sworn[2:]}
    table.state.phase = "places"


@clause("TY-PLACE-01")
def places(table: Table[Duel]) -> None:
    """The first champion chooses where he stands, within an inch of his mark."""
    man = table.state.man("a")
    here = Place1(man.x, man.y, man.facing)

    def allows(where: dict[int, Place1]) -> Refusal | None:
        far = hypot(where[1].x - here.x, where[1].y - here.y) > 1
        return Refusal("more than an inch from the mark", "TY-PLACE-01") if far else None

    spot = table.ask(
        Place("a", "place", "Take your place", [1], allows=allows, some=lambda: [{1: here}])
    )
    man.x, man.y, man.facing = spot[1]
    table.state.phase = "walk"


@clause("TY-WALK-01")
def walk(table: Table[Duel]) -> None:
    """The active champion rolls a die and walks so far at most."""
    duel = table.state
    man, foe = duel.man(duel.active), duel.man(other(duel.active))
    reach = table.roll(D6("walk"), side=duel.active)

    def allows(way: Way) -> Refusal | None:
        if cost(man, way) > reach:
            return Refusal(f"further than the {reach} inches rolled", "TY-WALK-01")
        return None

    def ideas() -> list[Way]:
        gap = max(abs(foe.y - man.y) - 1, 0)
        ahead = man.y + min(gap, reach) * (1 if foe.y > man.y else -1)
        return [Way("walk", ((man.x, ahead),), man.facing), Way("walk", (), man.facing)]

    way = table.ask(
        Move(
            duel.active,
            "walk",
            "Walk",
            man.id,
            gaits=("walk", "run"),
            allows=allows,
            some=ideas,
            allowance=reach,
            foresee=lambda way: Preview(legal=True, price=cost(man, way)),
            reach=lambda: (reach_of(man, reach),),
        )
    )
    if way.points:
        man.x, man.y = way.points[-1]
    man.facing = way.facing
    duel.phase = "blows"


@clause("TY-BLOW-01")
def blows(table: Table[Duel]) -> None:
    """The active champion strikes, waits, prays, or concedes."""
    duel = table.state
    man, foe = duel.man(duel.active), duel.man(other(duel.active))
    gap = hypot(man.x - foe.x, man.y - foe.y)

    def why_not(key: str) -> Refusal | None:
        if key == "strike" and gap > 2:
            return Refusal(f"the foe is {gap:.1f} inches away", "TY-BLOW-02")
        return None

    deed = table.ask(
        Pick(
            duel.active,
            "deed",
            "What will you do?",
            ["strike", "wait", "concede"],
            why_not=why_not,
            label=str.capitalize,
            odds=lambda key: {"hit": "2/5"} if key == "strike" else {},
        )
    )
    if deed == "strike":
        strike(table, man, foe)
    elif deed == "concede":
        duel.conceded = duel.active
    pass_on(duel)


def strike(table: Table[Duel], man: Man, foe: Man) -> None:
    needed = Tally(6, "to hit", "TY-BLOW-01").when(man.wounds, +1, "wounded", "TY-BLOW-03")
    wish = at_least(needed.total + 1)
    hit = table.roll(D10("blow"), needed, side=man.side, wish=wish) > needed.total
    foe.wounds += hit
    table.tell(Struck(man.id, foe.id, hit))


def pass_on(duel: Duel) -> None:
    duel.phase = "walk"
    if duel.active == "b":
        duel.round += 1
    duel.active = other(duel.active)


def other(side: str) -> str:
    return "b" if side == "a" else "a"


def cost(man: Man, way: Way) -> float:
    here = (man.x, man.y)
    total = 0.0
    for point in way.points:
        total += hypot(point[0] - here[0], point[1] - here[1])
        here = point
    return total * (1 if way.gait == "walk" else 0.5)


def over(duel: Duel) -> Result | None:
    beaten = duel.conceded or next((man.side for man in duel.men if man.wounds > 1), "")
    if not beaten and duel.round <= LIMIT * (2 if duel.long else 1):
        return None
    wounds = {man.side: man.wounds for man in duel.men}
    winner = other(beaten) if beaten else None
    reason = "conceded" if duel.conceded else "beaten" if beaten else "nightfall"
    return Result(winner, reason, "TY-END-01", wounds, duel.round, wounds)


def view(duel: Duel, side: str | None) -> Duel:
    seen = msgspec.structs.replace(duel)
    seen.oaths = {s: words for s, words in duel.oaths.items() if s == side}
    return seen


def scene(duel: Duel, side: str | None) -> Scene:
    return Scene(
        12,
        12,
        (
            Ground1("woods", ((0, 0), (3, 0), (3, 3), (0, 3)), closed=True),
            Ground1("hedge", ((0, 6), (4, 6)), closed=False),
        ),
        tuple(
            Piece(m.id, m.side, f"Champion {m.side}", m.x, m.y, m.facing, 1, 1, rank="knight")
            for m in duel.men
        ),
        (Marker("banner", 9, 9, label="the banner"),),
        tuple(SideInfo(m.side, f"House {m.side}", (("wounds", str(m.wounds)),)) for m in duel.men),
        ("oaths", "walk", "blows"),
        f"{duel.phase} of {duel.active}" + (" (spectator)" if side is None else ""),
    )


def reach_of(man: Man, inches: float) -> Band:
    word = f"{inches:g} inches"
    base = (man.x, man.y, man.facing, 1.0, 1.0)
    return Band(layer="reach", base=base, inches=inches, label=word, clause="TY-WALK-01")


def look(duel: Duel, side: str | None, piece: int) -> Look:
    """How far he could walk, whether he could strike, and what he swore as far as one knows."""
    man = next(man for man in duel.men if man.id == piece)
    foe = duel.man(other(man.side))
    near = hypot(man.x - foe.x, man.y - foe.y) <= 2
    strike = Tag(layer="targets", piece=foe.id, holds=near, label="strike", clause="TY-BLOW-02")
    sworn = duel.oaths.get(man.side, ())
    assert not sworn or man.side == side
    return Look(
        (reach_of(man, 6.0), strike),
        tuple(Note(f"swore {word}", clause="TY-OATH-01") for word in sworn),
    )


def between(duel: Duel, _side: str | None, one: int, two: int) -> Look:
    here, there = (next(man for man in duel.men if man.id == key) for key in (one, two))
    return Look((Line(layer="sight", points=((here.x, here.y), (there.x, there.y))),))


def sentence(_duel: Duel, event: AnyEvent) -> str | None:
    if isinstance(event, Struck):
        return f"Champion {event.by} {'hits' if event.hit else 'misses'} champion {event.target}."
    if isinstance(event, Rolled):
        return None
    return None


class Captain:
    """Walks up and strikes."""

    foresees = False

    def decide(self, seat: Seat[Duel], choice: Choice[Any]) -> Any:
        assert set(seat.view.oaths) <= {seat.side}
        return choice.ideas()[0]


class Blow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skill: Annotated[int, msgspec.Meta(ge=0, le=9)]
    weapon: str = "sword"
    parry: bool = False


class Flat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skill: int = 0


def rule_blow(table: Table[None], blow: Blow) -> Ruled:
    tally = Tally(blow.skill, "skill", "TY-BLOW-01").when(blow.parry, -1, "parried", "TY-BLOW-03")
    roll = table.roll(D10("blow"), tally)
    if roll > tally.total:
        return Ruled({"roll": roll, "hit": False, "dice": [["blow", roll]]}, tally.reasons)
    (hurt,) = table.roll(Pool("hurt", 2, 6, 1))
    return Ruled({"roll": roll, "hit": True, "hurt": hurt}, tally.reasons)


def rule_flat(_table: Table[None], flat: Flat) -> Ruled:
    return Ruled({"skill": flat.skill, "half": flat.skill / 2, "none": None})


def refuse(_table: Table[None], _: Any) -> Ruled:
    raise AssertionError


PROCEDURES = {
    "blow": Procedure("blow", Blow, rule_blow, summary="One blow."),
    "flat": Procedure("flat", Flat, rule_flat, summary="No dice."),
    "blow_distribution": Procedure(
        "blow_distribution", Blow, refuse, lambda b: {"hit": f"{b.skill}/10"}, "Chances."
    ),
    "broken": Procedure("broken", Flat, refuse, summary="Fails."),
}
FORCES = {
    "house": ForceInfo("house", "A great house", 10, 1),
    "free": ForceInfo("free", "Free lances", 8, 1),
}


def info(key: str) -> ScenarioInfo:
    allowed: dict[str, tuple[str, ...]] = {"a": ("house", "free"), "b": ("free", "house")}
    return ScenarioInfo(key, f"The {key}", f"Two champions meet at the {key}.", SIDES, allowed)


TOY: Ruleset[Duel] = Ruleset(
    key="toy",
    title="The Toy Duel",
    prefix="TY",
    settings=(
        Setting("long", "a long duel", (False, True), ("TY-END-01",)),
        Setting("start", "who begins", ("first", "second"), ("TY-WALK-01",)),
    ),
    scenarios={key: info(key) for key in ("field", "bridge")},
    forces=FORCES,
    begin=begin,
    sequence={"oaths": oaths, "places": places, "walk": walk, "blows": blows},
    phase=lambda duel: duel.phase,
    over=over,
    sides=lambda _: SIDES,
    clone=deepcopy,
    view=view,
    imagine=lambda duel, _side, _dice: deepcopy(duel),
    draw=scene,
    look=look,
    between=between,
    sentence=sentence,
    captain=lambda _side, _level: Captain(),
    procedures=PROCEDURES,
    faults=lambda _: [],
    state_type=Duel,
)


def draw_view(duel: Duel, side: str | None) -> Scene:
    assert set(duel.oaths) <= {side}, "what is drawn is a view"
    return scene(duel, side)


OTHER = replace(TOY, key="toy_two", title="Another Duel", counted="exchange", draw=draw_view)
