"""Men and units from a line of words (see field.py)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from banneret.rulesets.knights_and_knaves.basics.state import (
    COMING,
    FOOT_BASE,
    NOBODY,
    Battle,
    Horse,
    HorseProfile,
    Man,
    Order,
    Profile,
    Retinue,
    Unit,
    put,
)
from banneret.tabletop.shapes.measuring import Rect, heading
from rulesets.knights_and_knaves.sketch import PLACE, points_of, read_value

CLASSES = {  # KK-PROF-03, KK-PROF-05: melee, shooting, morale, bonus
    "lord": (10, 10, 10, 3), "chief": (10, 10, 10, 3),
    "knight": (9, 9, 9, 2), "bodyguard": (9, 9, 9, 2),
    "squire": (8, 9, 7, 0), "man_at_arms": (8, 9, 7, 0),
    "sergeant": (8, 7, 8, 1), "valet": (8, 7, 8, 1),
    "soldier": (7, 5, 7, 0), "yeoman": (7, 5, 7, 0),
    "peasant": (4, 2, 4, 0),
}  # fmt: skip
GENTLE = {"lord", "chief", "knight", "squire"}
WEAPONS = {
    "sword", "mace", "ax", "two_handed_sword", "two_handed_ax", "pole_arm", "short_spear",
    "javelin", "lance", "long_spear", "short_sword", "dagger", "farm_implement", "other", "none",
}  # fmt: skip
MISSILES = {
    "short_bow", "longbow", "composite_bow", "sling", "light_crossbow", "medium_crossbow",
    "heavy_crossbow", "handgun", "javelin_thong", "throwing_javelin", "thrown_spear", "thrown_axe",
    "thrown_knife",
}  # fmt: skip
SHIELDS = {"small", "large", "pavise"}
TRAITS = {
    "always_run", "berserk", "champion", "gentle", "household", "military_order", "skirmisher",
    "unreliable",
}  # fmt: skip
STATUSES = {
    "steady", "routing", "withdrawing", "escorting", "disabled", "dead", "captive", "gone",
    "coming",
}  # fmt: skip
KINDS = ("destrier", "horse", "nag")
FACINGS = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
SPACING = 1.5
NOWHERE = Rect(0.0, 0.0, 0.0, *FOOT_BASE)  # until he is set down


def enlist(battle: Battle, text: str) -> None:
    """Make the men and, if they are several, their unit; then set what the words say."""
    head, _, body = text.partition(":")
    player, key = head.split()
    words = body.split()
    count = next((int(word[1:]) for word in words if re.match(r"^x\d+$", word)), 0)
    first = len(battle.men)
    led = count > 1 and "leaderless" not in words and "loose" not in words
    leader = next((word[7:] for word in words if word.startswith("leader=")), "sergeant")
    for at in range(max(count, 1)):
        name = f"{key}{at}" if count else key
        class_ = leader if led and at == 0 else _one_of(words, CLASSES, "soldier")
        _enlist(battle, player, name, class_, words)
    made = battle.men[first:]
    _stand(battle, made, words)
    if count and "loose" not in words:
        _form(battle, player, key, made, led=led)
    for word in words:
        _set_word(battle, made, word)


def _one_of(words: Sequence[str], known: Any, default: str) -> str:
    return next((word for word in words if word in known), default)


def _enlist(battle: Battle, player: str, name: str, class_: str, words: Sequence[str]) -> None:
    melee, shooting, morale, bonus = CLASSES[class_]
    arms = [word for word in words if word in WEAPONS | MISSILES] or ["sword"]
    missile = next((word for word in arms if word in MISSILES), "")
    traits = {word for word in words if word in TRAITS}
    traits |= {"gentle"} if class_ in GENTLE and "berserk" not in words else set()
    traits |= {"unreliable"} if class_ == "peasant" else set()
    profile = Profile(
        name=name,
        class_=class_,
        morale=morale,
        bonus=bonus,
        melee=melee,
        shooting=shooting if missile else 0,
        armor=6,
        stamina=6,
        pieces="BCD",
        weapons=tuple(word for word in arms if word in WEAPONS and word != "none"),
        missile="javelin" if missile == "throwing_javelin" else missile,
        shield=_one_of(words, SHIELDS, "none"),
        traits=tuple(sorted(traits)),
        signal=_one_of(words, ("trumpet", "flag"), ""),
    )
    man = Man(
        id=len(battle.men),
        profile=profile,
        player=player,
        side=player[0],
        unit=NOBODY,
        base=NOWHERE,
        stamina=6,
        weapon="javelin" if arms[0] == "throwing_javelin" else arms[0],
    )
    battle.men.append(man)
    if "mounted" in words:
        _saddle(battle, man, words)


def _saddle(battle: Battle, man: Man, words: Sequence[str]) -> None:
    barding = "JK" if "full_barded" in words else "J" if "barded" in words else ""
    armor = 3 + 2 * len(barding)
    kind = _one_of(words, KINDS, "horse")
    profile = HorseProfile(f"{man.profile.name}'s {kind}", kind, armor, 2 * armor, barding)
    man.horse = len(battle.horses)
    battle.horses.append(
        Horse(man.horse, profile, man.player, man.side, NOWHERE, 2 * armor, rider=man.id)
    )


def _stand(battle: Battle, made: Sequence[Man], words: list[str]) -> None:
    default = 0.0 if made[0].side in "ac" else 180.0
    facing = next((FACINGS[word] for word in words if word in FACINGS), default)
    if "facing" in words:
        facing = float(words[words.index("facing") + 1])
    places = [points_of(word)[0] for word in words if PLACE.match(word)] or [(36.0, 24.0)]
    depth = 2.5 if "mounted" in words else SPACING
    for at, one in enumerate(made):
        if at < len(places):
            x, y = places[at]
        else:
            x, y = _beside(places[-1], at - len(places) + 1, facing, depth)
        put(battle, one, x, y, facing)


def _beside(
    place: tuple[float, float], at: int, facing: float, depth: float
) -> tuple[float, float]:
    rank, file = divmod(at, 5)
    ux, uy = heading(facing)
    right, back = file * SPACING, rank * depth
    return place[0] + uy * right - ux * back, place[1] - ux * right - uy * back


def _form(battle: Battle, player: str, key: str, made: Sequence[Man], *, led: bool) -> None:
    leader = made[0].id if led else NOBODY
    one = Unit(
        id=len(battle.units),
        name=key,
        player=player,
        side=player[0],
        members=tuple(man.id for man in made),
        leader=leader,
        first_leader=leader,
        original=len(made),
    )
    battle.units.append(one)
    for man in made:
        man.unit = one.id


def _set_word(battle: Battle, made: Sequence[Man], word: str) -> None:
    if word in STATUSES:
        for man in made:
            man.status = word
    elif word in {"in_command", "free"}:
        for man in made:
            setattr(man, word, True)
    elif word == "part2":
        _order(battle, made, lambda order: msgspec.structs.replace(order, part=2))
    elif word.startswith("order="):
        verb, trigger, then, *target = word[6:].split("/")
        order = Order(verb, trigger, then, target[0] if target else "")
        _order(battle, made, lambda _: order)
    elif "=" in word and not word.startswith("leader="):
        _set(battle, made, word)


def _order(battle: Battle, made: Sequence[Man], change: Callable[[Any], Order]) -> None:
    if made[0].unit != NOBODY:
        one = battle.units[made[0].unit]
        one.order = change(one.order)
        if one.leader != NOBODY:
            base = battle.men[one.leader].base
            one.post = (base.x, base.y)
        return
    retinue = next(r for r in battle.retinues if r.player == made[0].player)
    orders = dict(retinue.orders)
    for man in made:
        orders[man.id] = change(orders.get(man.id))
    retinue.orders = tuple(sorted(orders.items()))


def _set(battle: Battle, made: Sequence[Man], word: str) -> None:
    name, _, text = word.partition("=")
    if name.startswith("unit."):
        setattr(battle.units[made[0].unit], name[5:], read_value(text))
        return
    at, dot, rest = name.partition(".")
    if dot and at.isdigit():
        made, name = [made[int(at)]], rest
    for man in made:
        _set_one(battle, man, name, read_value(text))


def _set_one(battle: Battle, man: Man, name: str, value: Any) -> None:
    if name.startswith("horse."):
        setattr(battle.horses[man.horse], name[6:], value)
    elif name == "class":
        man.profile = msgspec.structs.replace(man.profile, class_=value)
    elif name == "original":
        man.profile = msgspec.structs.replace(man.profile, stamina=value)
    elif name in Man.__struct_fields__:
        setattr(man, name, value)
    else:
        assert name in Profile.__struct_fields__, f"{name!r}: no such field"
        man.profile = msgspec.structs.replace(man.profile, **{name: value})
        if name == "armor":
            man.profile = msgspec.structs.replace(man.profile, stamina=value)
            man.stamina = value


def find_lord(battle: Battle, retinue: Retinue) -> None:
    own = [man for man in battle.men if man.player == retinue.player]
    lord = next((man for man in own if man.profile.class_ in {"lord", "chief"}), None)
    if lord is None:
        _enlist(battle, retinue.player, f"Lord of {retinue.player}", "lord", ())
        lord = battle.men[-1]
        lord.status = COMING
        put(battle, lord, 0.0, 0.0, 0.0)
    retinue.lord = lord.id
