"""What to draw: the table as one player may see it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.show.scene import Ground1, Marker, Piece, Scene, SideInfo
from banneret.tabletop.screen.drawing import draw_ground, middle, outline
from banneret.tabletop.screen.words import plain

from ..basics.names import house_name, man_name
from ..basics.state import CAPTIVE, COMING, GONE, LYING, NOBODY, STEADY, UP
from ..basics.who import is_lord, retinue_of, standing
from ..command.hearing import is_measured
from ..ground import fires
from ..ground.contact import is_straggler, touching
from ..ground.lay import height_of
from .deeds import HORSES_FROM
from .hidden.view import FACE_DOWN, side_of, view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle, Horse, HorseProfile, Man, Profile, Retinue
    from ..setup.entries import AreaEntry, SpotEntry

SEQUENCE = ("Rally", "Command", "Action", "Movement", "Shooting", "Melee", "Fatigue")  # KK-TURN-01
PHASES = {
    "setup": "Setting up",
    "deploy": "Deployment",
    "orders": "Standing orders",
    "turn": "Rally",
    "rally": "Rally",
    "succession": "Command",
    "signals": "Command",
    "reform": "Command",
    "measure": "Command",
    "wounded": "Command",
    "chits": "Action",
    "action": "Action",
    "panic": "Movement",
    "roll_declaration": "Movement",
    "declare": "Movement",
    "charge_checks": "Movement",
    "move": "Movement",
    "reorganise": "Movement",
    "batter": "Movement",
    "movement_checks": "Movement",
    "targets": "Shooting",
    "shoot": "Shooting",
    "shooting_end": "Shooting",
    "choose": "Melee",
    "gallop": "Melee",
    "fights": "Melee",
    "melee_end": "Melee",
    "fatigue": "Fatigue",
    "recover": "Fatigue",
    "ammunition": "Fatigue",
    "withdrawal": "Fatigue",
    "end": "Fatigue",
    "renew": "The end",
    "after": "After the battle",
}


UNMARKED = frozenset((STEADY, GONE, COMING))


def scene(battle: Battle, player: str | None) -> Scene:
    """The ground, the men and what they are marked with, and how each retinue stands."""
    seen = view(battle, player)
    figures = [_figure(seen, man, player) for man in seen.men if man.status in UP]
    bodies = [_figure(seen, man, player) for man in seen.men if _lies(man)]
    horses = [_loose(horse) for horse in seen.horses if horse.rider == NOBODY and not horse.gone]
    return Scene(
        width=seen.ground.width,
        height=seen.ground.height,
        ground=_ground(seen),
        pieces=(*bodies, *horses, *figures),
        markers=_markers(seen),
        sides=tuple(_side(seen, one) for one in seen.retinues),
        sequence=(*SEQUENCE, PHASES["after"]) if seen.phase == "after" else SEQUENCE,
        now=PHASES.get(seen.phase, plain(seen.phase)),
        step=step(seen),
    )


@clause("KK-ORDER-06")
def _ground(battle: Battle) -> tuple[Ground1, ...]:
    """The ground, with the houses that burn."""
    drawn = draw_ground(battle.ground, _LOOKS, {a.id: a.name for a in battle.scenario.area})
    if not battle.fires:
        return drawn
    alight = {fire.room for fire in battle.fires}
    return tuple(
        replace(one, kind=BURNING) if one.closed and one.id in alight else one for one in drawn
    )


_STEPS = {
    "signals": "signals",
    "reform": "orders",
    "measure": "who hears his lord",
    "chits": "chits are placed",
    "action": "men out of command",
    "roll_declaration": "who declares first",
    "charge_checks": "nerve before charges",
    "move": "all move at once",
    "reorganise": "units close up",
    "targets": "targets",
    "shoot": "shots",
    "choose": "strike or parry",
    "gallop": "riding through",
    "fights": "blows",
}


def step(battle: Battle) -> str:
    """Where in the phase the table is."""
    if battle.phase == "declare":
        marked = [man for man in battle.men if man.chit and man.status in UP]
        shown = sum(man.declared is not None for man in marked)
        return f"{shown} of {len(marked)} chits turned over"
    return _STEPS.get(battle.phase, "")


def _lies(man: Man) -> bool:
    return man.status in LYING or man.status == CAPTIVE


_LOOKS = {"water": "deep_water"}  # nobody wades in it
BURNING, BLAZE = "burning_building", "blaze"
FELLED = "felled"  # so the id of such a tree begins


def _figure(battle: Battle, man: Man, player: str | None) -> Piece:
    where = outline(man.base)
    group = "" if man.unit == NOBODY else battle.units[man.unit].name
    who = (man.id, man.player, group, _rank(battle, man))
    rides = None if man.horse == NOBODY else battle.horses[man.horse]
    horse = None if rides is None else (rides.profile, rides.stamina)
    own = (man.profile, man.stamina, man.weapon)
    return _man(who, where, own, horse, marks(battle, man, player))


@lru_cache(maxsize=16_384)
def _man(
    who: tuple[int, str, str, str],
    where: tuple[float, float, float, float, float],
    own: tuple[Profile, int, str],
    horse: tuple[HorseProfile, int] | None,
    markers: tuple[str, ...],
) -> Piece:
    """Who is as he was is the same piece: it need not be written anew for those who look on."""
    (key, side, group, rank), (known, _, weapon) = who, own
    return Piece(
        key,
        side,
        known.name,
        *where,
        group=group,
        rank=rank,
        arms=plain(weapon),
        mounted=horse is not None,
        marks=markers,
        profile=_known(*own, *(horse or (None, 0))),
    )


def figures(battle: Battle, choice: Choice[Any]) -> tuple[Piece, ...]:
    """Those who are to be set down, as their owner sees them."""
    return tuple(
        _figure(battle, battle.men[key], choice.side)
        for key in getattr(choice, "pieces", ())
        if 0 <= key < len(battle.men)
    )


def _rank(battle: Battle, man: Man) -> str:
    """How his medallion is ringed: lord, knight, leader, or nothing."""
    if is_lord(battle, man):
        return "lord"
    if man.profile.class_ in {"knight", "bodyguard"}:
        return "knight"
    leads = man.unit != NOBODY and battle.units[man.unit].leader == man.id
    return "leader" if leads or man.profile.class_ in {"sergeant", "valet"} else "common"


@clause("KK-COMP-03", "KK-TURN-06")
def marks(battle: Battle, man: Man, player: str | None) -> tuple[str, ...]:
    """The markers that stand beside a figure."""
    own = man.side == side_of(battle, player)
    return (*_of_himself(man, own=own), *_of_his_place(battle, man, own=own))


def _of_himself(man: Man, *, own: bool) -> Iterator[str]:
    """What he has become and has left."""
    if man.status not in UNMARKED:
        yield man.status
    if man.stun:
        yield f"stunned, {man.stun} more turn{'s' if man.stun > 1 else ''}"
    if man.chit and man.status in UP:
        yield _chit(man, own=own)
    if man.stamina < man.profile.stamina:
        yield f"stamina {man.stamina} of {man.profile.stamina}"
    if man.temporary or man.permanent:
        yield f"fatigue {man.temporary + man.permanent}, {man.permanent} lasting"


def _of_his_place(battle: Battle, man: Man, *, own: bool) -> Iterator[str]:
    """His horse, what is at hand, and how he stands to the others."""
    up = man.status in UP
    if man.horse != NOBODY:
        yield from _of_his_horse(battle.horses[man.horse])
    if own and man.out_of_ammo:
        yield "out of ammunition"
    if own and man.ready:
        yield "ready"
    if own and up and _out_of_command(battle, man):
        yield "out of command"
    if own and up and man.unit != NOBODY and is_straggler(battle, man):
        yield "straggler"
    if up and touching(battle, man):
        yield "in melee"
    if up and (feet := height_of(battle, man)) > 0:
        yield f"{feet} feet up"
    if man.carried != NOBODY:
        yield "carrying"


def _of_his_horse(horse: Horse) -> Iterator[str]:
    if horse.stamina < horse.profile.stamina:
        yield f"horse's stamina {horse.stamina} of {horse.profile.stamina}"
    if horse.temporary or horse.permanent:
        yield f"horse's fatigue {horse.temporary + horse.permanent}"


def _chit(man: Man, *, own: bool) -> str:
    if man.chit == FACE_DOWN or (man.declared is None and not own):
        return "chit face down"
    return f"chit {plain(man.chit)}"


def _out_of_command(battle: Battle, man: Man) -> bool:
    """Whether the lord's voice missed him this turn; before it is measured nobody knows."""
    return is_measured(battle) and not man.in_command and not man.free


@lru_cache(maxsize=4096)
def _known(
    own: Profile, stamina: int, weapon: str, horse: HorseProfile | None, wind: int
) -> dict[str, str]:
    """What is known of him; of others only what the miniature shows (KK-ARMOR-06).

    It is told of everybody at every table, and seldom changes; to be read, never changed.
    """
    known = {
        "class": plain(own.class_),
        "armour": str(own.armor),
        "stamina": f"{stamina} of {own.stamina}",
        "weapons": ", ".join(map(plain, (*own.weapons, *((own.missile,) if own.missile else ())))),
        "in hand": plain(weapon),
    }
    if own.melee:
        known |= {"melee": str(own.melee), "morale": _morale(own)}
        if own.shooting:
            known["shooting"] = str(own.shooting)
    if own.shield != "none":
        known["shield"] = f"{own.shield} shield" if own.shield != "pavise" else "pavise"
    if horse is not None:
        known["horse"] = (
            f"{horse.name}, {horse.kind}, armour {horse.armor}, stamina {wind} of {horse.stamina}"
        )
    if own.traits:
        known["traits"] = ", ".join(map(plain, own.traits))
    return known


def _morale(own: Profile) -> str:
    return f"{own.morale} (+{own.bonus})" if own.bonus else f"{own.morale}"


def _loose(horse: Horse) -> Piece:
    """A horse without a rider, alive or not."""
    base = horse.base
    return Piece(
        id=HORSES_FROM + horse.id,
        side=horse.player,
        name=horse.profile.name,
        x=base.x,
        y=base.y,
        facing=base.facing,
        width=base.width,
        depth=base.depth,
        arms="none",
        mounted=True,
        marks=("riderless",) if horse.stamina > 0 else ("disabled",),
        profile={"kind": horse.profile.kind, "stamina": str(horse.stamina)},
    )


def _markers(battle: Battle) -> tuple[Marker, ...]:
    """Small pieces of the table, doors that stand open, and what the sides came for."""
    spots = battle.scenario.spot
    found = [Marker(_drawn(spot), *spot.at, spot.radius, spot.name) for spot in spots]
    for fire in battle.fires:
        house = fires.house(battle, fire.room)
        size = min(house.x1 - house.x0, house.y1 - house.y0) / 3.0
        name = f"{house_name(battle, fire.room)} burns"
        found.append(Marker(BLAZE, *middle(house.polygon), size, name))
    for aim in battle.scenario.aim:
        for area in battle.scenario.area:
            if aim.feature and area.id == aim.feature:
                x, y = middle(area.polygon)
                found.append(Marker("hold", x, y, 0.0, _aimed_at(battle, area)))
    return tuple(dict.fromkeys(found))


def _drawn(spot: SpotEntry) -> str:
    """A felled tree bars and covers as a wagon does, so to the rules it is one (KK-SHOOT-36)."""
    return "felled_tree" if spot.id.startswith(FELLED) else spot.kind


def _aimed_at(battle: Battle, area: AreaEntry) -> str:
    name = area.name or plain(area.id)
    return f"{name}, sacked" if any(key == area.id for _, key in battle.sacked) else name


def _fate(status: str) -> str:
    return "off the table" if status == GONE else status


def _side(battle: Battle, retinue: Retinue) -> SideInfo:
    own = [man for man in battle.men if man.player == retinue.player]
    up = [man for man in standing(battle) if man.player == retinue.player]
    routing = sum(man.status == "routing" for man in up)
    lord = battle.men[retinue_of(battle, retinue.player).lord]
    coming = sum(man.status == COMING for man in own)
    lost = len(own) - len(up) - coming
    lost_lord = "" if lord.status in UP or lord.status == COMING else f", {_fate(lord.status)}"
    lines = (
        ("Figures", f"{len(up) + coming} of {len(own)}"),
        ("To come", str(coming) if coming else ""),
        ("Routing", str(routing) if routing else ""),
        ("Lost", str(lost) if lost else ""),
        ("Lord", man_name(battle, lord.id) + lost_lord),
    )
    return SideInfo(
        retinue.player, retinue.name, tuple(line for line in lines if line[1]), retinue.side
    )
