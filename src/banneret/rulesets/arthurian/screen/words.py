"""A model in words: its wound, what affects it, and sentences for the chronicle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from banneret.tabletop.screen.words import plain

from ..basics import who
from ..basics.tables import PENALTY, WEAPONS
from .events import Tale

if TYPE_CHECKING:
    from banneret.core.play.events import Event

    from ..basics.state import Battle, Model

_SIDE = re.compile(r"\b[Ss]ide ([AB])\b")  # as events have it; readers know the leaders


def sentence(battle: Battle, event: Event) -> str | None:
    """Say what happened, or nothing where it is not worth a line."""
    if not isinstance(event, Tale):
        return None
    said = event.said(lambda key: battle.models[key].name if key >= 0 else "somebody")
    if said is None:
        return None
    return _SIDE.sub(lambda found: side_name(battle, found[1].lower()), said)


def side_name(battle: Battle, side: str) -> str:
    """A side by its leader or its PC."""
    own = [one for one in battle.models if one.side == side]
    head = next((one for one in own if one.pc), None)
    if head is None:
        head = min(own, key=lambda m: (-(m.profile.lead or 0), -m.profile.points, m.id))
    name = head.name if len(own) == 1 else f"{head.name}'s men"
    if not any(one.is_a("companion") or one.is_a("saxon") or one.is_a("outlaw") for one in own):
        name = head.name if len(own) == 1 else f"{head.name}'s side"
    return name


def wound_words(model: Model) -> str:
    """Level, place and penalty; shock is added."""
    parts = []
    if model.wound != "none":
        place = f", {model.wound_at}" if model.wound_at != "none" else ""
        parts.append(f"{model.wound} wound{place}, -{PENALTY[model.wound]}")
    if model.shock:
        parts.append("shock, -1")
    return "; ".join(parts)


def poison_words(model: Model) -> str:
    """Poisoned wounds by kind."""
    return ", ".join([f"{kind} -{model.poison.of(kind)}" for kind in model.poison.kinds])


def arms_words(model: Model) -> str:
    """What it holds."""
    weapon = WEAPONS[model.in_hand]
    bonus = f" +{weapon.str_bonus}" if weapon.str_bonus else ""
    return f"{plain(model.in_hand)}{bonus}"


def state_words(battle: Battle, model: Model) -> list[str]:
    """States, the most urgent first."""
    found = []
    for word, on in (
        ("surrendered", model.surrendered),
        ("pinned", model.pinned),
        ("stunned", model.stunned),
        ("prone", model.prone),
        ("broken", model.broken),
        ("shock", bool(model.shock)),
        ("poisoned", bool(model.poison.total)),
        ("hidden", model.hidden),
        ("confused", model.confused),
        ("fumbled", model.fumbled),
        ("engaged", model.in_play and who.engaged(battle, model)),
    ):
        if on:
            found.append(word)
    return found
