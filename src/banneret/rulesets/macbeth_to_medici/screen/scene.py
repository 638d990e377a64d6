"""What to draw: blocks with their elements, officers with pennons, messengers on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Drill, Place
from banneret.core.show.forms import Beads, Block, Emblem
from banneret.core.show.scene import Ground1, Piece, Scene, SideInfo
from banneret.tabletop.screen.words import capital, plain
from banneret.tabletop.shapes.measuring import onto_rect

from ..basics.state import ALIVE, NOBODY, ON_TABLE, SIDES
from ..basics.tables import ELEMENT_DEPTH, ELEMENT_WIDTH
from ..basics.who import base_of, class_name, eb, footprint, is_engaged, on_table
from ..ending.breaking import lost_points
from ..ground.features import land
from ..movement.choosing import brigade_of
from ..sequence import PHASES
from ..setup.field import SPOT
from .events import OFFICERS
from .view import UNKNOWN_ORDER, is_fogged, view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.asking import Choice

    from ..basics.state import Battle, Messenger, Officer, Unit
    from ..ground.features import Feature

RIDERS = 2000  # and messengers' from here
_UNKNOWN = "unknown"
STEPS = tuple(dict.fromkeys(name for name in PHASES.values() if name[0].isdigit()))


@clause("MM-SETUP-19", "MM-MOVE-38")
def scene(battle: Battle, side: str | None) -> Scene:
    """The table as a side may see it."""
    seen = view(battle, side)
    pieces = [unit_piece(seen, unit, side) for unit in on_table(seen)]
    pieces += [_hidden(seen, unit, side) for unit in seen.units if unit.where == "hidden"]
    pieces += [officer_piece(seen, one, side) for one in seen.officers if one.fate == ALIVE]
    pieces += [_rider(seen, one, side) for one in seen.messengers if one.fate == "riding"]
    return Scene(
        width=float(seen.scenario.width),
        height=float(seen.scenario.depth),
        ground=tuple([_ground(one) for one in land(seen).features]),
        pieces=tuple(pieces),
        sides=tuple([_side(seen, one, side) for one in SIDES]),
        sequence=STEPS,
        now=PHASES.get(seen.phase, plain(seen.phase)),
        step=_STAGES.get((seen.phase, seen.stage), _STAGES.get((seen.phase, ""), "")),
    )


_STAGES = {
    ("officer_tests", ""): "officers' morale",
    ("charges", "respond"): "responses",
    ("charges", "response_tests"): "tests of responses",
    ("charges", "charge_tests"): "tests of charges",
    ("initiative_moves", "moving"): "highest rating first",
    ("reaction_moves", "flights"): "routs and evades",
    ("reaction_moves", "charges"): "charges and counter-charges",
    ("reaction_moves", "choose"): "other moves",
    ("reaction_moves", "others"): "other moves, highest rating first",
}


# -- ground


def _ground(one: Feature) -> Ground1:
    return Ground1(_kind(one), one.points, one.closed, one.name, one.name)


def _kind(one: Feature) -> str:
    """How a feature is drawn."""
    name = one.name.lower()
    if one.kind == "area":
        if one.impassable:
            return "lake"
        if one.hides:
            built = any(word in name for word in ("village", "building", "town", "house"))
            return "building" if built else "wood"
        return "marsh" if one.cls == 3 else "ploughed field"
    if one.kind == "line":
        if any(word in name for word in ("wall", "hedge", "fence")):
            return "hedge" if "hedge" in name else "wall"
        return "belt of trees" if "tree" in name else "stream"
    return {"hill": "hill", "stakes": "fence", "palisade": "fence"}.get(one.kind, one.kind)


# -- pieces


def unit_piece(battle: Battle, unit: Unit, side: str | None) -> Piece:
    """A unit as a block of elements."""
    rect = base_of(battle, unit)
    return Piece(
        unit.id,
        unit.side,
        unit.profile.name,
        round(rect.x, 3),
        round(rect.y, 3),
        unit.heading,
        rect.width,
        rect.depth,
        group="" if unit.veiled and unit.side != side else battle.wards[unit.ward].name,
        arms="" if unit.veiled and unit.side != side else _arms(unit),
        mounted=unit.profile.mobility == "mounted" or unit.riding,
        marks=tuple(_marks(battle, unit)),
        profile=_profile(battle, unit, side),
        form=_block(unit, _charge(battle, unit)),
        measures=_hits(battle, unit, side),
        note=_rating(unit),
    )


@clause("MM-UNIT-13", "MM-SETUP-27")
def _hits(battle: Battle, unit: Unit, side: str | None) -> tuple[Beads, ...]:
    """Hits against the Experience Bonus, also of who has none; in the fog only what was taken."""
    foreign = unit.side != side
    if unit.hits or not foreign or not (unit.veiled or is_fogged(battle, unit)):
        return (Beads("hits", unit.hits, eb(unit)),)
    return ()


@clause("MM-INIT-01")
def _rating(unit: Unit) -> str:
    return f"rating {unit.deeds.initiative}" if unit.deeds.initiative else ""


@clause("MM-CHARGE-12")
def _charge(battle: Battle, unit: Unit) -> tuple[tuple[float, float], ...]:
    """The point of the enemy it charges that is nearest to its front, while the charge goes on."""
    deeds = unit.deeds
    if deeds.charge == NOBODY or deeds.stopped or unit.where != ON_TABLE:
        return ()
    foe = battle.units[deeds.charge]
    if foe.where != ON_TABLE or is_engaged(battle, unit):
        return ()
    x, y = onto_rect(base_of(battle, foe), (unit.x, unit.y))
    return ((round(x, 3), round(y, 3)),)


def _block(unit: Unit, way: tuple[tuple[float, float], ...] = ()) -> Block:
    return Block(
        unit.files,
        unit.elements,
        ELEMENT_WIDTH,
        ELEMENT_DEPTH,
        order=unit.order,
        formed=unit.formed,
        column=unit.files == 1 < unit.elements,
        gaps=min(unit.files * unit.ranks, unit.profile.elements) - unit.elements,
        way=way,
    )


def _hidden(battle: Battle, unit: Unit, side: str | None) -> Piece:
    piece = unit_piece(battle, unit, side)
    return msgspec.structs.replace(piece, marks=("hidden", *piece.marks))


def _arms(unit: Unit) -> str:
    profile = unit.profile
    if profile.missile != "none":
        return plain(profile.missile)
    if profile.impact != "other":
        return plain(profile.impact)
    return plain(profile.melee)


@clause("MM-SETUP-19")
def _marks(battle: Battle, unit: Unit) -> Iterator[str]:
    """What stands beside a unit: its state, formation, and what it is about."""
    deeds = unit.deeds
    if unit.morale != "steady":
        yield unit.morale
    if not unit.formed:
        yield "unformed"
    if unit.reforming:
        yield f"reforming {unit.reforming}"
    if unit.feigning:
        yield "feigning"
    if deeds.charge != NOBODY and not deeds.stopped:
        yield f"charges {battle.units[deeds.charge].profile.name}"
    if deeds.response and not deeds.charged:
        yield {"stand": "stands", "evade": "evades", "counter_charge": "counter-charges"}.get(
            deeds.response, plain(deeds.response)
        )
    if deeds.fired:
        yield "has shot"
    if unit.veiled:
        yield "carries branches"
    yield from _led_by(battle, unit)


def _led_by(battle: Battle, unit: Unit) -> Iterator[str]:
    leads = [one.name for one in battle.officers if one.leading == unit.id and one.fate == ALIVE]
    for name in leads:
        yield f"led by {name}"
    if unit.deeds.brigade != NOBODY:
        yield f"brigade of {battle.officers[unit.deeds.brigade].name}"


@clause("MM-SETUP-19", "MM-SETUP-27", "MM-UNIT-07")
def _profile(battle: Battle, unit: Unit, side: str | None) -> dict[str, str]:
    """What is known of a unit, in words."""
    profile = unit.profile
    foreign = unit.side != side
    if foreign and unit.veiled:
        return {"elements": str(unit.elements), "order": unit.order}
    fog = foreign and is_fogged(battle, unit)
    found = {
        "type": capital(plain(profile.type)),
        "elements": f"{unit.elements} of {profile.elements}",
        "order": unit.order,
        "mobility": profile.mobility,
        "armour": profile.armour,
        "class": _UNKNOWN if fog else f"{profile.class_} {class_name(unit)}",
        "experience": _UNKNOWN if fog else profile.experience,
        "die": _UNKNOWN if fog else profile.die,
        "hits": f"{unit.hits} of {_UNKNOWN if fog else eb(unit)}",
        "morale": unit.morale,
        "initiative": str(unit.deeds.initiative or "-"),
    }
    if profile.second_type:
        found["also"] = plain(profile.second_type)
    for name in ("shield", "pavise", "feign", "dual_armed", "mixed_weapons", "heavy_arrows"):
        if getattr(profile, name):
            found[plain(name)] = "yes"
    return found


@clause("MM-OFFICER-02", "MM-SETUP-19")
def officer_piece(battle: Battle, officer: Officer, side: str | None) -> Piece:
    """An officer with his pennon; his temper and ratings are open to both sides."""
    return Piece(
        OFFICERS + officer.id,
        officer.side,
        officer.name,
        officer.x,
        officer.y,
        0.0,
        1.0,
        1.0,
        group=battle.wards[officer.ward].name,
        rank="lord" if officer.chief else "knight",
        mounted=True,
        marks=tuple(_officer_marks(battle, officer)),
        profile={
            "temper": officer.temper,
            "Leadership": str(officer.leadership),
            "Command": str(officer.command),
            "lost units": str(officer.count),
            "C-in-C": "yes" if officer.chief else "no",
        },
        form=Emblem("officer", "chief" if officer.chief else ""),
        note=_temper(battle, officer, side),
    )


@clause("MM-OFFICER-03", "MM-SETUP-19")
def _temper(battle: Battle, officer: Officer, side: str | None) -> str:
    """His ratings and temper, and to his own side the order of his battle."""
    ward = battle.wards[officer.ward]
    known = officer.side == side and ward.officer == officer.id
    order = f" · {ward.order}" if known and ward.order != UNKNOWN_ORDER else ""
    return f"L{officer.leadership} C{officer.command} {officer.temper}{order}"


def _officer_marks(battle: Battle, officer: Officer) -> Iterator[str]:
    yield officer.temper
    if officer.leading != NOBODY and battle.units[officer.leading].where == ON_TABLE:
        yield f"leads {battle.units[officer.leading].profile.name}"
    if officer.brigade:
        yield f"brigade of {len(officer.brigade)}"
    if officer.betrayed:
        yield "betrayed"
    if officer.fleeing:
        yield "fleeing"


@clause("MM-SETUP-12")
def _rider(battle: Battle, rider: Messenger, side: str | None) -> Piece:
    """A messenger on his way; the enemy sees him, not his message."""
    to = battle.officers[rider.to]
    own = rider.side == side
    return Piece(
        RIDERS + rider.id,
        rider.side,
        "Messenger",
        rider.x,
        rider.y,
        0.0,
        0.5,
        0.5,
        marks=(f"to {to.name}", f"order {rider.order}") if own and rider.order else (),
        form=Emblem("messenger", way=((to.x, to.y),) if own else ()),
        note=f"to {to.name}: {rider.order}" if own and rider.order else "",
    )


def _side(battle: Battle, side: str, viewer: str | None) -> SideInfo:
    """A side's panel: what it has lost, and its battles with their orders if they are its own."""
    lost, start = float(lost_points(battle, side)), battle.starting.get(side, 0)
    own = [one for one in battle.units if one.side == side]
    here = len([one for one in on_table(battle) if one.side == side])
    lines = [
        ("units", f"{here} of {len(own)}"),
        ("points lost", f"{lost:g}, breaks at {start / 2:g}"),
    ]
    for ward in battle.wards:
        if ward.side != side:
            continue
        officer = battle.officers[ward.officer]
        order = "" if ward.order == UNKNOWN_ORDER or side != viewer else f", {ward.order}"
        fate = "" if officer.fate == ALIVE else f" ({officer.fate})"
        lines.append((ward.name, f"{officer.name}, {officer.temper}{order}{fate}"))
    return SideInfo(side, battle.names.get(side, side), tuple(lines))


# -- what a question is about


def _feature_spot(choice: Place) -> Piece:
    """The ground a rolled feature will cover."""
    size = float(choice.about[0])
    return Piece(SPOT, choice.side, "the ground", 0.0, 0.0, 0.0, size, size)


def figures(battle: Battle, choice: Choice[Any]) -> tuple[Piece, ...]:
    """Units that are to be set down."""
    if not isinstance(choice, Place):
        return ()
    found: list[Piece] = []
    for key in choice.pieces:
        if key == SPOT:
            found.append(_feature_spot(choice))
            continue
        if key >= OFFICERS:
            officer = battle.officers[key - OFFICERS]
            found.append(officer_piece(battle, officer, officer.side))
            continue
        unit = battle.units[key]
        if unit.where == ON_TABLE:
            found.append(unit_piece(battle, unit, unit.side))
        else:
            rect = footprint(0.0, 0.0, 0.0, unit.files, unit.ranks)
            found.append(
                Piece(
                    unit.id,
                    unit.side,
                    unit.profile.name,
                    rect.x,
                    rect.y,
                    0.0,
                    rect.width,
                    rect.depth,
                    form=_block(unit),
                )
            )
    return tuple(found)


def pieces(battle: Battle, choice: Choice[Any], key: str | int) -> tuple[int, ...]:
    """The pieces an option stands for: numbers in its key are units, and who moves with them."""
    if isinstance(key, int):
        if not 0 <= key < len(battle.units):
            return ()
        together = choice.key == "movers"
        return (
            tuple([one.id for one in brigade_of(battle, battle.units[key])]) if together else (key,)
        )
    if choice.key == "ride" and key.isdecimal():
        return (int(key),)
    found = [int(one) for one in key.replace(">", " ").replace(":", " ").split() if one.isdecimal()]
    return tuple([one for one in found if one < len(battle.units)])


def subjects(battle: Battle, choice: Choice[Any]) -> tuple[int, ...]:
    """The pieces a question is about."""
    if isinstance(choice, Drill):
        return tuple(choice.pieces)
    there = {unit.id for unit in on_table(battle)}
    return tuple(
        [one for one in choice.about if isinstance(one, int) and (one in there or one >= OFFICERS)]
    )
