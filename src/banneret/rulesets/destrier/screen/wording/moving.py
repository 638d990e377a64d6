"""Sentences for what moves on the table, on foot and in the saddle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.tabletop.screen.words import inches

from .. import events as e
from ..parties import party
from .naming import name, names

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...basics.state import Battle


def _deployed(battle: Battle, event: e.Deployed) -> str:
    count = len(event.figures)
    many = "1 figure" if count == 1 else f"{count} figures"
    return f"{party(battle, event.side)}: {many} set down."


_CARDS = {
    "CLOSE": "closed",
    "FLECHE": "made a fleche of",
    "CHARGE": "charged",
    "RETREAT": "retreated",
    "RUN_AWAY": "ran away",
    "MOVE": "stepped",
    "roll out": "rolled clear by",
}


def _moved(battle: Battle, event: e.Moved) -> str:
    verb = _CARDS.get(event.how, "went")
    met = f" and came into contact with {names(battle, event.met)}" if event.met else ""
    if event.inches < 0.05:
        still = "turned on the spot" if event.how in {"", "half-move"} else "stayed in place"
        return f"{name(battle, event.figure)} {still}{met}."
    return f"{name(battle, event.figure)} {verb} {inches(event.inches)}{met}."


def _turned(battle: Battle, event: e.Turned) -> str:
    return f"{name(battle, event.figure)} turned."


def _staggered(battle: Battle, event: e.Staggered) -> str:
    return f"{name(battle, event.figure)} was driven back {inches(event.inches)}."


def _dodged(battle: Battle, event: e.Dodged) -> str:
    if not event.room:
        return f"{name(battle, event.figure)} found no room to dodge {event.direction}."
    return f"{name(battle, event.figure)} dodged {event.direction}."


def _followed(battle: Battle, event: e.Followed) -> str:
    paid = " for a blow" if event.paid else ""
    return f"{name(battle, event.figure)} followed {name(battle, event.other)}{paid}."


def _kept(battle: Battle, event: e.KeptDistance) -> str:
    does = "gave way" if event.retreats else "stood his ground"
    return f"{name(battle, event.figure)} {does} before {name(battle, event.other)}."


def _left(battle: Battle, event: e.Left) -> str:
    return f"{name(battle, event.figure)} left the field."


def _table(battle: Battle, event: e.TableTurned) -> str:
    return f"{name(battle, event.figure)} turned {event.thing} over."


def _door(battle: Battle, event: e.DoorMoved) -> str:
    does = "opened" if event.door == "open" else "shut" if event.was == "open" else "unlocked"
    return f"{name(battle, event.figure)} {does} the {event.thing.removeprefix('the ')}."


def _squeezed(battle: Battle, event: e.Squeezed) -> str:
    how = "forced his way past" if event.through else "was thrown back by"
    return f"{name(battle, event.figure)} {how} {event.obstacle}."


def _shoved(battle: Battle, event: e.Shoved) -> str:
    return f"{name(battle, event.figure)} shoved {event.thing} aside."


def _aside(battle: Battle, event: e.SteppedAside) -> str:
    return f"{name(battle, event.figure)} stepped aside."


def _orders(battle: Battle, event: e.Orders) -> str:
    said = []
    for figure, speed, targets in event.orders:
        if targets:
            whom = ", then ".join(name(battle, key) for key in targets)
            said.append(f"{name(battle, figure)} charged {whom} {_at(speed)}")
    if not said:
        return f"{party(battle, event.side)}: no charge was written."
    return f"{'; '.join(said)}."


def _at(speed: str) -> str:
    known = {"stand": "from a stand", "charge": "at the charge"}
    return known.get(speed, f"at a {speed}")


def _ran(battle: Battle, event: e.Ran) -> str:
    if event.speed == "stand":
        return f"{name(battle, event.figure)} came to a stand."
    return f"{name(battle, event.figure)} rode on {_at(event.speed)}."


def _passed(battle: Battle, event: e.Passed) -> str:
    side = "ahead" if event.side_of_steed == "centre" else f"on his {event.side_of_steed}"
    return f"{name(battle, event.figure)} came up with {name(battle, event.other)}, {side}."


def _defended(battle: Battle, event: e.Defended) -> str | None:
    if event.defence == "NONE":
        return None
    how = event.defence.replace("_", " ")
    right = f"; the guess was {event.guess}" if event.guess else ""
    return f"{name(battle, event.figure)} met it with {how}{right}."


def _lance(_battle: Battle, _event: e.LanceBroken) -> None:
    """The loss of the weapon is a line already."""


_GUARD = {"DUCK": "ducked", "STEADY": "sat steady", "RAISE": "raised the shield"}
_JOUST = {
    "M": "{one} missed",
    "G": "the lance glanced off",
    "B": "the lance broke",
    "0": "{two} was injured in the saddle",
    "U": "{two} was unhorsed",
    "t": "{two} was unhorsed and injured",
}


def _jousted(battle: Battle, event: e.Jousted) -> str:
    one, two = name(battle, event.figure), name(battle, event.other)
    came = _JOUST[event.code].format(one=one, two=two)
    return f"{one} aimed at {two}'s {event.aim.lower()}, {two} {_GUARD[event.guard]}: {came}."


def _course(_battle: Battle, event: e.CourseRun) -> str:
    a, b = event.broken
    return f"Course {event.number} was run; lances broken: {a} to {b}."


def _stumbled(battle: Battle, event: e.Stumbled) -> str | None:
    said = {
        "": "kept its feet",
        "loses_one_speed": "stumbled and slowed",
        "to_its_knees": "stumbled to its knees",
        "falls": "stumbled and fell",
    }[event.result]
    return f"{name(battle, event.figure)}'s steed {said}."


def _unhorsed(battle: Battle, event: e.Unhorsed) -> str:
    how = {
        "thrown": "was thrown",
        "unhorsed": "was unhorsed",
        "pulled": "was pulled from the saddle",
    }.get(event.why, "came down with his steed")
    pin = " and lay pinned under it" if event.pinned else ""
    return f"{name(battle, event.figure)} {how}{pin}."


def _steed_down(battle: Battle, event: e.SteedDown) -> str:
    return f"{name(battle, event.figure)}'s steed was felled."


def _wheeled(battle: Battle, event: e.Wheeled) -> str:
    down = tuple(key for key, effect in event.effects if effect == "flat_stunned")
    stumble = tuple(key for key, effect in event.effects if effect == "stumble")
    said = f"{name(battle, event.figure)}'s steed wheeled"
    if down:
        said += f" and knocked {names(battle, down)} down"
    if stumble:
        said += f" and made {names(battle, stumble)} stumble"
    return f"{said}."


def _trampled(battle: Battle, event: e.Trampled) -> str:
    steed, other = f"{name(battle, event.figure)}'s steed", name(battle, event.other)
    if not event.hit:
        return f"{steed} tried to trample {other} and missed."
    return f"{steed} trampled {other} for {event.damage}."


def _hamstrung(battle: Battle, event: e.Hamstrung) -> str:
    dived = f"{name(battle, event.figure)} dived under {name(battle, event.other)}'s horse"
    if not event.falls:
        return f"{dived} but missed its legs."
    if event.pinned:
        return f"{dived}, brought it down and was pinned under it."
    return f"{dived} and brought it down."


def _speed(battle: Battle, event: e.SpeedChanged) -> str:
    verb = "came to a stand" if event.speed == "stand" else f"went {_at(event.speed)}"
    return f"{name(battle, event.figure)}'s steed {verb}."


def _mounted(battle: Battle, event: e.Mounted) -> str:
    return f"{name(battle, event.figure)} mounted a loose steed."


TELLERS: dict[type[Any], Callable[[Battle, Any], str | None]] = {
    e.Deployed: _deployed,
    e.Moved: _moved,
    e.Turned: _turned,
    e.Staggered: _staggered,
    e.Dodged: _dodged,
    e.Followed: _followed,
    e.KeptDistance: _kept,
    e.Left: _left,
    e.TableTurned: _table,
    e.DoorMoved: _door,
    e.Squeezed: _squeezed,
    e.Shoved: _shoved,
    e.SteppedAside: _aside,
    e.Orders: _orders,
    e.Ran: _ran,
    e.Passed: _passed,
    e.Defended: _defended,
    e.LanceBroken: _lance,
    e.Jousted: _jousted,
    e.CourseRun: _course,
    e.Stumbled: _stumbled,
    e.Unhorsed: _unhorsed,
    e.SteedDown: _steed_down,
    e.Wheeled: _wheeled,
    e.Trampled: _trampled,
    e.Hamstrung: _hamstrung,
    e.SpeedChanged: _speed,
    e.Mounted: _mounted,
}
