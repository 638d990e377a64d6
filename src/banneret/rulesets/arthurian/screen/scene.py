"""What to draw: the table, the discs with their marks, the deck, how each side stands."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from banneret.core.questions.choices import Place
from banneret.core.show.cards import Card, Row
from banneret.core.show.forms import Round, Wound
from banneret.core.show.scene import Ground1, Marker, Piece, Scene, SideInfo
from banneret.tabletop.screen.words import plain

from ..basics import who
from ..basics.state import ASIDE, BROKEN, LOST, NOBODY, STANDING, TABLE
from ..basics.tables import LEVELS, SIDES, TABLES, Profile
from ..setup.lists import scenario_of
from ..turn.cards import card_name
from .words import arms_words, poison_words, side_name, state_words, wound_words

if TYPE_CHECKING:
    from banneret.core.questions.choices import Choice

    from ..basics.state import Battle, Model

SEQUENCE = ("Initiative", "Event check", "Activations", "Round end")
PHASES = {
    "strategic": "Strategic roll",
    "deploy": "Deployment",
    "place": "Deployment",
    "surprise": "Surprise",
    "round": "Initiative",
    "turn": "Event check",
    "checks": "Event check",
    "choose": "Activations",
    "card": "Activations",
    "activate": "Activations",
    "deed": "Activations",
    "go": "Activations",
    "round_end": "Round end",
    "after_fates": "After the battle",
    "after_heroes": "After the battle",
    "after_treasure": "After the battle",
    "after_virtue": "After the battle",
    "after_poison": "After the battle",
    "after_rest": "After the battle",
    "end": "The end",
}
GLYPHS = ("lady", "priest", "nymph", "beast", "monster")


def scene(battle: Battle, side: str | None) -> Scene:
    """The whole table; nothing on it is hidden from anybody."""
    del side
    return Scene(
        width=battle.scenario.width,
        height=battle.scenario.depth,
        ground=_ground(battle.scenario.id),
        pieces=tuple([piece(battle, one) for one in who.in_play(battle)]),
        markers=_markers(battle),
        sides=tuple([_side(battle, one) for one in SIDES]),
        sequence=SEQUENCE,
        now=PHASES[battle.phase],
        step=_step(battle),
        rows=_deck(battle),
    )


# -- ground


@lru_cache(maxsize=64)
def _ground(key: str) -> tuple[Ground1, ...]:
    return tuple(
        Ground1(one.kind, _outline(one.rect, one.disc), True, one.name, one.name)
        for one in scenario_of(key).terrain
    )


def _outline(rect: Any, disc: Any) -> tuple[tuple[float, float], ...]:
    if rect is not None:
        x0, y0, x1, y1 = rect
        return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    x, y, r = disc
    turns = [2 * pi * k / 28 for k in range(28)]
    return tuple((round(x + r * cos(a), 3), round(y + r * sin(a), 3)) for a in turns)


# -- pieces


def piece(battle: Battle, model: Model) -> Piece:
    """A model as a disc with its marks."""
    where = (model.x, model.y, model.base)
    how = (model.in_hand, model.mounted, model.shield, model.wound, model.wound_at)
    lines = (wound_words(model), poison_words(model), arms_words(model), model.vp, model.gold)
    known = (model.id, model.side, model.name, model.pc, model.luck)
    return _drawn((known, lines), model.profile, where, how, marks(battle, model))


@lru_cache(maxsize=16_384)
def _drawn(
    who_he_is: tuple[tuple[Any, ...], tuple[Any, ...]],
    profile: Profile,
    where: tuple[float, float, float],
    how: tuple[Any, ...],
    marked: tuple[str, ...],
) -> Piece:
    """Who is as he was is the same piece."""
    known, lines = who_he_is
    key, side, name, pc, _ = known
    x, y, base = where
    in_hand, mounted, _, wound, wound_at = how
    drops = LEVELS.index(wound)
    measures = (Wound(wound, drops, "" if wound_at == "none" else wound_at),) if drops else ()
    return Piece(
        key,
        side,
        name,
        x,
        y,
        0.0,
        base,
        base,
        rank=_rank(profile, pc),
        arms=_arms(profile, in_hand),
        mounted=mounted,
        marks=marked,
        profile=_profile(known, profile, how, lines),
        form=Round(),
        measures=measures,
        note=lines[0],
    )


def _rank(profile: Profile, pc: bool) -> str:
    if "king" in profile.tags:
        return "lord"
    if "knight" in profile.tags or pc:
        return "knight"
    return "sergeant" if profile.lead is not None else ""


def _arms(profile: Profile, in_hand: str) -> str:
    """What is in the medallion: a figure for people without arms, else the weapon."""
    for tag in GLYPHS:
        if tag in profile.tags:
            return tag
    if profile.missile and in_hand in {"axe", "dagger", "short_sword", "unarmed"}:
        return plain(profile.missile[0])
    return plain(in_hand)


def marks(battle: Battle, model: Model) -> tuple[str, ...]:
    """The marks that stand beside a disc."""
    found = state_words(battle, model)
    if model.missile:
        if model.missile_state != "ok":
            found.append("out of arrows")
        else:
            found.append("loaded" if model.loaded else "unloaded")
    if model.shield == BROKEN:
        found.append("shield broken")
    elif model.shield == ASIDE:
        found.append("shield laid aside")
    elif model.has_shield:
        found.append("shield")
    if model.carries != NOBODY:
        found.append(f"carries the {battle.tokens[model.carries].name}")
    if model.acted:
        found.append("acted")
    if battle.act is not None and battle.act.model == model.id:
        found.append("acting")
    return tuple(found)


def _profile(
    known: tuple[Any, ...], profile: Profile, how: tuple[Any, ...], lines: tuple[Any, ...]
) -> dict[str, str]:
    """The card of a model."""
    wound, poison, arms, vp, gold = lines
    _, mounted, shield, _, _ = how
    body = {
        "profile": profile.name,
        "ATT": str(profile.att),
        "DEF": f"{profile.def_}{' +1 shield' if shield == 'ok' else ''}",
        "STR": str(profile.str_),
        "TOUGH": f"{profile.tough} +{TABLES.armour_bonus[profile.armour]} {plain(profile.armour)}",
        "INI": str(profile.ini),
        "Discipline": str(profile.dis),
        "Move": plain(profile.move if mounted or not profile.mounted else "medium"),
        "in hand": arms,
        "helm": profile.helm,
    }
    if profile.missile:
        body["Ranged"] = f"{profile.rng}, {plain(profile.missile[0])}"
    if profile.lead is not None:
        body["Leadership"] = str(profile.lead)
    if wound:
        body["wound"] = wound
    if poison:
        body["poison"] = poison
    if known[3]:
        level = max(-3, min(6, vp // 12))
        body |= {"virtue": f"{vp}, level {level}", "luck": str(known[4]), "gold": str(gold)}
    elif profile.vl is not None:
        body["Virtue Level"] = str(profile.vl)
    return body


def figures(battle: Battle, choice: Choice[Any]) -> tuple[Piece, ...]:
    """Whoever is to be set down, also before he stands on the table."""
    if not isinstance(choice, Place):
        return ()
    here = [key for key in choice.pieces if key < len(battle.models)]
    return tuple([piece(battle, battle[key]) for key in here])


# -- markers, sides, cards


def _markers(battle: Battle) -> tuple[Marker, ...]:
    found = []
    for one in battle.models:
        if one.where == TABLE and one.horse == STANDING:
            found.append(Marker("mount", one.horse_x, one.horse_y, 0.5, f"horse of {one.name}"))
        elif one.removed_how in LOST:
            found.append(Marker("fallen", one.x, one.y, 0.5, f"{one.name}, {one.removed_how}"))
    found += [
        Marker("treasure", token.x, token.y, 0.4, token.name)
        for token in battle.tokens
        if not token.taken and token.carrier == NOBODY
    ]
    found += [
        Marker("door", one.at[0], one.at[1], 1.0, "door: the lady is inside")
        for one in battle.scenario.tokens
        if one.name == "door" and not battle.lady_out
    ]
    found += [
        Marker("fire", *hut.shape.centre, 1.0, f"{hut.name} burns")
        for hut in battle.scenario.terrain
        if hut.name in battle.fired
    ]
    return tuple(found)


def _side(battle: Battle, side: str) -> SideInfo:
    own = [one for one in battle.models if one.side == side]
    here = who.in_play(battle, side)
    lines = [
        ("In play", f"{len(here)} of {battle.started.get(side, len(own))}"),
        ("Points", str(sum([one.profile.points for one in here]))),
    ]
    for pc in [one for one in own if one.pc]:
        level = who.virtue_of(pc)
        lines.append((pc.name, f"virtue {pc.vp}, level {level}, luck {pc.luck}"))
    if side in battle.merlin:
        lines.append(("Merlin", "may roll one die again"))
    if battle.by_the_book(side):
        lines.append(("Run by", "the book, AR-SOLO-01"))
    if battle.scenario.id == "saxon_raid" and side == "b":
        lines.append(("Huts fired", str(len(battle.fired))))
    return SideInfo(side, side_name(battle, side), tuple(lines))


def _step(battle: Battle) -> str:
    if battle.act is not None:
        return battle[battle.act.model].name
    if battle.phase == "checks":
        return ""
    return side_name(battle, battle.active) if battle.active else ""


def _deck(battle: Battle) -> tuple[Row, ...]:
    """The strip of drawn cards; of those to come the names, never their order."""
    if battle.options.initiative != 3 or battle.round < 1 or battle.decided:
        return ()
    if not battle.drawn and not battle.deck:
        return ()  # the event checks come first
    faced = tuple(
        Card(
            one.name,
            group=one.did or ("" if one.side else "wild"),
            targets=one.models,
            badge=str(at),
            side=one.side,
            now=battle.act is not None and battle.act.model in one.models,
        )
        for at, one in enumerate(battle.drawn, 1)
    )
    coming = ", ".join(sorted([card_name(battle, one) for one in battle.deck]))
    note = f"To come, in any order: {coming}" if coming else "All cards are drawn"
    drawn = f"{len(faced)} of {len(faced) + len(battle.deck)} drawn"
    row = Row("", "The deck", title=drawn, faced=faced, down=len(battle.deck), note=note)
    return (row,)


# -- what questions point at


def pieces(battle: Battle, choice: Choice[Any], key: str | int) -> tuple[int, ...]:
    """The models an option stands for."""
    number = NOBODY
    if isinstance(key, int):
        number = key
    elif choice.key == "deed":
        what, _, which = key.partition(":")
        if what in {"attack", "shoot", "slay", "take", "help", "heal", "yield"}:
            number = int(which)
    elif choice.key in {"choose", "figure", "wind", "trumpet", "striker"} and key.isdigit():
        number = int(key)
    on_table = 0 <= number < len(battle.models) and battle[number].in_play
    return (number,) if on_table else ()


def subjects(battle: Battle, choice: Choice[Any]) -> tuple[int, ...]:
    """The models on the table a question is about: the first it names."""
    numbers = [one for one in choice.about if isinstance(one, int)]
    if not numbers or not 0 <= numbers[0] < len(battle.models):
        return ()
    return (numbers[0],) if battle[numbers[0]].in_play else ()
