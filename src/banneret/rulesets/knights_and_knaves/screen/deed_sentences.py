"""What men did on the table, in one plain sentence each: moving, shooting, fighting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banneret.core.play.events import Event
from banneret.tabletop.screen.words import counted, inches, listed, plain

from ..basics.names import feature_name, horse_name, house_name, man_name
from ..basics.state import NOBODY, Battle
from . import deeds as d

Say = Callable[[Battle, Any], str | None]


# -- moving

_WENT = {
    "walk": "walked",
    "run": "ran",
    "trot": "trotted",
    "canter": "cantered",
    "gallop": "galloped",
    "rout": "fled",
    "bolt": "bolted",
    "charge": "was carried at the enemy",
    "ride_on": "rode on",
    "step_up": "stepped up",
    "carried": "was carried",
}


def _moved(battle: Battle, event: d.Moved) -> str:
    name = _who(battle, event.man)
    length = sum(
        ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        for (x0, y0), (x1, y1) in zip(event.path, event.path[1:], strict=False)
    )
    met = f" and met {man_name(battle, event.met)}" if event.met != NOBODY else ""
    if met and not d.shows(event.path):
        return f"{name} closed up{met}."
    return f"{name} {_WENT.get(event.how, plain(event.how))} {inches(length)}{met}."


def _who(battle: Battle, piece: int) -> str:
    if piece >= d.HORSES_FROM:
        return horse_name(battle, piece - d.HORSES_FROM)
    return man_name(battle, piece)


_AS = {
    "steady": "left the field",
    "withdrawing": "left the field",
    "escorting": "left the field with a captive",
    "routing": "ran off the table",
    "captive": "was led away",
    "disabled": "was carried off",
    "dead": "was carried off dead",
}


def _left(battle: Battle, event: d.Left) -> str:
    return f"{_who(battle, event.man)} {_AS.get(event.status, 'left')} by the {event.edge} edge."


def _stopped_at(battle: Battle, event: d.StoppedAt) -> str:
    return f"{man_name(battle, event.man)} stopped at {feature_name(battle, event.object)}."


def _scaled(battle: Battle, event: d.Scaled) -> str:
    how = "climbed over" if event.over else "hangs on"
    return f"{man_name(battle, event.man)} {how} {feature_name(battle, event.object)}."


def _battered(battle: Battle, event: d.Battered) -> str:
    names = listed(man_name(battle, one) for one in event.men)
    came = "it is through" if event.open else "it cracked" if event.broken else "it held"
    return f"{names} battered {feature_name(battle, event.door)}: {came}."


def _set_alight(battle: Battle, event: d.SetAlight) -> str:
    return f"{man_name(battle, event.man)} set {house_name(battle, event.room)} alight."


def _burned(battle: Battle, event: d.Burned) -> str:
    return f"{man_name(battle, event.man)} did not get out of the fire."


def _mounted(battle: Battle, event: d.Mounted) -> str:
    did = "mounted" if event.up else "got off"
    return f"{man_name(battle, event.man)} {did} {horse_name(battle, event.horse)}."


def _rearranged(battle: Battle, event: d.Rearranged) -> str:
    return f"{listed(man_name(battle, key) for key in event.places)} changed places."


# -- shooting and fighting


def _nerve(battle: Battle, event: d.Nerve) -> str:
    how = "let him come close" if event.waits else "shot too soon"
    return f"{man_name(battle, event.man)}, charged by {man_name(battle, event.charger)}, {how}."


_HIT = {
    "no_chance": "had no chance",
    "miss": "missed",
    "no_damage": "hit without harm",
    "wounded": "wounded him",
    "disabled": "brought him down",
}


def _lost(damage: int) -> str:
    return f", {damage} lost" if damage > 0 else ""


def _shot(battle: Battle, event: d.Shot) -> str:
    target = man_name(battle, event.target)
    aim = f"{target}'s horse" if event.at_horse else target
    came = _HIT.get(event.result, plain(event.result)) + _lost(event.damage)
    if event.at_horse:
        came = came.replace(" him", " it")
    if event.stray:
        return f"The missile flew on at {aim}: it {came}."
    return f"{man_name(battle, event.man)} shot at {aim} with the {plain(event.weapon)}: he {came}."


def _fought(battle: Battle, event: d.Fought) -> str:
    one, other = man_name(battle, event.one), man_name(battle, event.other)
    if event.winner == NOBODY:
        return f"{one} and {other} fought; nobody struck home."
    winner = man_name(battle, event.winner)
    loser = other if event.winner == event.one else one
    return f"{winner} struck {loser}{_lost(event.damage) or ' without harm'}."


def _struck(battle: Battle, event: d.Struck) -> str:
    at = man_name(battle, event.at) + ("'s horse" if event.at_horse else "")
    if not event.hit:
        return f"{man_name(battle, event.man)} struck at {at}, unopposed, and missed."
    harm = _lost(event.damage) or ", without harm"
    return f"{man_name(battle, event.man)} struck {at}, unopposed{harm}."


def _lance_lost(battle: Battle, event: d.LanceLost) -> str:
    return f"{man_name(battle, event.man)} left his lance in the blow."


def _drew(battle: Battle, event: d.Drew) -> str:
    return f"{man_name(battle, event.man)} drew his {plain(event.weapon)}."


def _disabled(battle: Battle, event: d.Disabled) -> str:
    return f"{man_name(battle, event.man)} is {'dead' if event.dead else 'down and out of it'}."


def _horse_down(battle: Battle, event: d.HorseDown) -> str:
    under = f" under {man_name(battle, event.man)}" if event.man != NOBODY else ""
    return f"{horse_name(battle, event.horse)} went down{under}."


_FALLS = {
    "unhurt": "unhurt",
    "stunned": "and lies stunned",
    "hurt_quarter": "and is hurt",
    "hurt_half": "and is badly hurt",
    "hurt_three_quarters": "and is sorely hurt",
    "disabled": "and does not get up",
    "dead": "to his death",
}


def _fell(battle: Battle, event: d.Fell) -> str:
    name = man_name(battle, event.man)
    if not event.fell:
        rides = battle.men[event.man].horse != NOBODY
        return f"{name} kept his seat." if rides else f"{name} stayed on his feet."
    deep = f" {event.feet} feet" if event.feet else ""
    stun = f" for {counted(event.stun, 'turn')}" if event.stun and event.result == "stunned" else ""
    return f"{name} fell{deep} {_FALLS.get(event.result, plain(event.result))}{stun}."


def _conscious(battle: Battle, event: d.Conscious) -> str:
    turns = counted(event.turns, "turn")
    return f"{man_name(battle, event.man)} can still give orders for {turns}."


def _freed(battle: Battle, event: d.Freed) -> str:
    return f"{man_name(battle, event.man)} is free again."


def _lifted(battle: Battle, event: d.Lifted) -> str:
    names = listed(man_name(battle, one) for one in event.men)
    return f"{names} took up {man_name(battle, event.body)}."


DEED_WORDS: dict[type[Event], Say] = {
    d.Moved: _moved,
    d.Left: _left,
    d.StoppedAt: _stopped_at,
    d.Scaled: _scaled,
    d.Battered: _battered,
    d.SetAlight: _set_alight,
    d.Burned: _burned,
    d.Mounted: _mounted,
    d.Rearranged: _rearranged,
    d.Nerve: _nerve,
    d.Shot: _shot,
    d.Fought: _fought,
    d.Struck: _struck,
    d.LanceLost: _lance_lost,
    d.Drew: _drew,
    d.Disabled: _disabled,
    d.HorseDown: _horse_down,
    d.Fell: _fell,
    d.Conscious: _conscious,
    d.Freed: _freed,
    d.Lifted: _lifted,
}
