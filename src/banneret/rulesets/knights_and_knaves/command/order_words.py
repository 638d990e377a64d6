"""How a standing order reads aloud, whole and word by word (KK-COMP-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.tabletop.screen.words import plain

from ..basics.names import feature_name, retinue_name

if TYPE_CHECKING:
    from ..basics.state import Battle

_SIGNALS = {"trumpet": "the trumpet sounds", "flag": "the flag is waved", "fire": "the fire is lit"}
_THEN = {"lord": "come to the lord", "nearest_enemy": "attack the nearest enemy"}


def order_words(battle: Battle, order: Any) -> str:
    """Read a standing order aloud, from its object on."""
    what = target_words(battle, order.target)
    until, then = trigger_words(battle, order.trigger), then_words(battle, order.then)
    return f"{what + ' ' if what else ''}until {until}, then {then}"


def target_words(battle: Battle, target: str) -> str:
    """Against whom, or at what."""
    kind, _, name = target.partition(":")
    if not kind:
        return ""
    if kind == "feature":
        return feature_name(battle, name)
    return "the enemy lord" if name == "lord" else retinue_name(battle, name)


def trigger_words(battle: Battle, trigger: str) -> str:
    """What ends the first part."""
    kind, _, name = trigger.partition(":")
    if kind == "signal":
        return _SIGNALS.get(name, name)
    return f"{feature_name(battle, name)} is {plain(kind)}" if kind else ""


def then_words(battle: Battle, then: str) -> str:
    """What they do afterwards."""
    kind, _, name = then.partition(":")
    if kind == "feature":
        return f"go to {feature_name(battle, name)}"
    return _THEN.get(kind, kind)


def word_of(battle: Battle, field: str, word: str) -> str:
    """Say one word of the form as a person reads it."""
    if field == "verb":
        return "no order" if word == "none" else word
    say = {"target": target_words, "trigger": trigger_words, "then": then_words}[field]
    return say(battle, word)
