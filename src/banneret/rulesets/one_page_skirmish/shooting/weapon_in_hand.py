"""Weapon in hand: what a shooter may do with it, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from banneret.core.book.clauses import clause
from banneret.core.errors import BadData
from banneret.tabletop.asking import procedure

from ..basics.situation import Situation, ruled
from ..basics.tables import TABLES, Missile

if TYPE_CHECKING:
    from banneret.core.book.ruleset import Ruled
    from banneret.core.play.table import Table

    from ..basics.options import Options

TWO_LOADS = TABLES.missiles["crossbow"].reload_turns
AIM = TABLES.archery.aim

if TYPE_CHECKING:
    Deed = str
else:
    Deed = Literal[
        "fire", "load", "aim", "move", "change_weapon", "mount", "dismount", "nothing", "melee"
    ]


@clause("OP-LOAD-02", "OP-LOAD-03", "OP-OPT-12", "OP-SCALE-09")
def load_needed(options: Options) -> int:
    """How many Load actions, in as many own turns, make a crossbow ready."""
    return TWO_LOADS if options.reload_reading == "two_loads" else TWO_LOADS - 1


@clause("OP-LOAD-01", "OP-LOAD-02")
def is_loaded(weapon: str, load: int, options: Options) -> bool:
    """Whether it can be shot now; a longbow always can."""
    return weapon == "longbow" or load >= load_needed(options)


@clause("OP-SHOOT-11", "OP-LOAD-02")
def fire_refusal(
    weapon: str, *, in_hand: bool, mounted: bool, load: int, options: Options
) -> str | None:
    """Why this weapon cannot be fired now; None: it can."""
    if not in_hand:
        return "not_in_hand"
    if weapon == "longbow" and mounted:
        return "longbow_needs_foot"
    return None if is_loaded(weapon, load, options) else "not_loaded"


@clause("OP-SHOOT-07", "OP-ACT-04")
def aim_refusal(
    weapon: str, *, in_hand: bool, mounted: bool, load: int, options: Options
) -> str | None:
    """Why nobody can aim with this weapon now; one aims only what one could fire."""
    return fire_refusal(weapon, in_hand=in_hand, mounted=mounted, load=load, options=options)


@clause("OP-LOAD-01", "OP-LOAD-06", "OP-LOAD-08")
def load_refusal(
    weapon: str, *, in_hand: bool, mounted: bool, load: int, options: Options
) -> str | None:
    """Why this weapon cannot be loaded now; None: it can."""
    if not in_hand:
        return "not_in_hand"
    if weapon == "longbow":
        return "nothing_to_load"
    if mounted:
        return "cannot_load_mounted"
    return "already_loaded" if load >= load_needed(options) else None


@clause("OP-LOAD-05", "OP-LOAD-07", "OP-STUN-03")
def load_after_disturbance(load: int, options: Options) -> int:
    """What a melee, a change of weapon or a stun leaves: a whole load, never half of one."""
    return load if load >= load_needed(options) else 0


class Held(msgspec.Struct):
    """A shooter and his weapon between two deeds."""

    weapon: str
    options: Options
    load: int
    mounted: bool
    in_hand: bool
    aimed: bool = False
    aim_bonus_on_shots: list[int] = msgspec.field(default_factory=list)

    def state(self) -> dict[str, Any]:
        """What the refusals want to know."""
        return {
            "in_hand": self.in_hand,
            "mounted": self.mounted,
            "load": self.load,
            "options": self.options,
        }


@clause("OP-LOAD-05", "OP-SHOOT-06", "OP-SHOOT-07", "OP-ACT-02", "OP-ACT-06", "OP-ACT-07")
def refusal(held: Held, deed: str) -> str | None:
    """Why the deed is not allowed; None: it is."""
    if deed == "fire":
        return fire_refusal(held.weapon, **held.state())
    if deed == "aim":
        return aim_refusal(held.weapon, **held.state())
    if deed == "load":
        return load_refusal(held.weapon, **held.state())
    if deed in {"mount", "dismount"}:
        return "already" if held.mounted == (deed == "mount") else None
    return None


@clause("OP-SHOOT-07", "OP-LOAD-05", "OP-LOAD-07", "OP-ACT-08", "OP-ACT-09", "OP-ACT-10")
def do(held: Held, deed: str) -> None:
    """Do one allowed deed; the aim lasts only from aiming to the very next deed."""
    if deed == "fire":
        held.aim_bonus_on_shots.append(AIM if held.aimed else 0)
        held.load = 0
    elif deed == "load":
        held.load += 1
    elif deed in {"mount", "dismount"}:
        held.mounted = deed == "mount"
    elif deed == "change_weapon":
        held.in_hand = not held.in_hand
    if deed in {"melee", "change_weapon"}:
        held.load = load_after_disturbance(held.load, held.options)
    held.aimed = deed == "aim"


class WeaponSituation(Situation, frozen=True, kw_only=True):
    """A shooter's deeds, one in each own turn, with melees between them."""

    weapon: Missile
    actions: Annotated[tuple[Deed, ...], Meta(max_length=999)]
    loaded: bool = True
    load_points: Annotated[int, Meta(ge=0, le=2)] = 0
    mounted: bool = False
    in_hand: bool = True


def _begin(situation: WeaponSituation) -> Held:
    """Take up the weapon as the situation says."""
    weapon, options, points = situation.weapon, situation.options, situation.load_points
    needed = load_needed(options)
    if points and (weapon == "longbow" or situation.loaded):
        why = "a longbow needs none" if weapon == "longbow" else "it is loaded (loaded = true)"
        raise BadData(f"load_points = {points}: {why}, so there is none to count")
    if points >= needed:
        raise BadData(f"load_points = {points}: a crossbow not yet loaded has 0 to {needed - 1}")
    load = 0 if weapon == "longbow" else needed if situation.loaded else points
    return Held(weapon, options, load, situation.mounted, situation.in_hand)


@procedure("weapon", WeaponSituation, "A shooter's loading, aiming and firing, turn by turn.")
@clause("OP-LOAD-03", "OP-LOAD-04")
def weapon(_table: Table[None], situation: WeaponSituation) -> Ruled:
    """Follow a shooter through his turns up to the first deed that is not allowed."""
    held = _begin(situation)
    illegal_at, reason = -1, "none"
    for place, deed in enumerate(situation.actions):
        why = refusal(held, deed)
        if why is not None:
            illegal_at, reason = place, why
            break
        do(held, deed)
    return ruled(
        {
            "illegal_at": illegal_at,
            "reason": reason,
            "load": held.load,
            "aimed": held.aimed,
            "in_hand": held.in_hand,
            "aim_bonus_on_shots": held.aim_bonus_on_shots,
        }
    )
