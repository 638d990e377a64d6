"""What happened, in one plain sentence each; names first, the result last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.tabletop.screen.words import counted, inches, listed, plain, within

from ..basics.who import is_bombard
from . import events as e
from .deeds import Deed

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.events import Event

    from ..basics.state import Battle


def sentence(battle: Battle, event: Event) -> str | None:
    """Say what happened, or nothing where it is not worth a line."""
    if isinstance(event, Deed):
        return event.says(battle)
    say = _WORDS.get(type(event))
    return say(battle, event) if say is not None else None


def _unit(battle: Battle, unit: int) -> str:
    return battle.units[unit].profile.name


def _officer(battle: Battle, officer: int) -> str:
    return battle.officers[officer].name


_TESTS = {
    "compulsory": "under pressure",
    "charge": "to charge",
    "stand": "to stand",
    "evade": "to evade",
    "feign": "to feign flight",
    "pursue": "whether to pursue",
}
_RESULTS = {
    "pass": "they keep their heads",
    "up": "they are too bold",
    "down": "they are too timid",
}
_STATES = {
    "steady": "are Steady again",
    "erratic": "become Erratic",
    "impetuous": "turn Impetuous",
    "broken": "break",
}
_MOVES = {
    "march": "march",
    "normal": "move",
    "double": "go at the double,",
    "charge": "charge",
    "evade": "evade",
    "feign": "feign flight and run",
    "rout": "run",
    "pursue": "pursue",
    "recoil": "recoil",
    "follow": "follow up",
    "enter": "come on",
    "turn": "turn about",
}
_ANSWERS = {
    "stand": "stand",
    "evade": "evade",
    "counter_charge": "counter-charge",
    "feign": "feign a retreat",
    "rout": "run",
}


def _turn(_battle: Battle, event: e.TurnBegan) -> str:
    return f"Turn {event.turn} began."


def _tested(battle: Battle, event: e.Tested) -> str:
    lead = "" if event.use == "none" else " with their officer's word for a die"
    return (
        f"{_unit(battle, event.unit)} test {_TESTS.get(event.kind, plain(event.kind))}: "
        f"{event.total}{lead}; {_RESULTS[event.result]}."
    )


def _state(battle: Battle, event: e.StateEntered) -> str:
    return f"{_unit(battle, event.unit)} {_STATES[event.state]}."


def _hits(battle: Battle, event: e.HitsTaken) -> str:
    take = _as_many(battle, event.unit, "takes", "take")
    return f"{_unit(battle, event.unit)} {take} {counted(event.hits, 'hit')} ({event.cause})."


def _as_many(battle: Battle, unit: int, one: str, many: str) -> str:
    """A verb as it fits: a bombard is one piece, all others are men."""
    return one if is_bombard(battle.units[unit]) else many


def _elements(battle: Battle, event: e.ElementsLost) -> str:
    gone = counted(event.elements, "element")
    return f"{_unit(battle, event.unit)} lose {gone} ({event.cause}), {event.left or 'none'} left."


def _apart(battle: Battle, event: e.CameApart) -> str:
    return f"{_unit(battle, event.unit)} lose their formation."


def _lost(battle: Battle, event: e.UnitLost) -> str:
    are = _as_many(battle, event.unit, "is", "are")
    return f"{_unit(battle, event.unit)} {are} lost ({event.cause})."


def _reforming(battle: Battle, event: e.ReformBegan) -> str:
    return f"{_unit(battle, event.unit)} reform: {counted(event.thirds, 'third')} of a turn."


def _reformed(battle: Battle, event: e.Reformed) -> str:
    done = "have reformed" if event.done else "give up reforming"
    return f"{_unit(battle, event.unit)} {done}."


def _moved(battle: Battle, event: e.Moved) -> str:
    far = f" {inches(event.inches)}" if event.inches >= 0.05 else ""
    return f"{_unit(battle, event.figure)} {_MOVES.get(event.how, plain(event.how))}{far}."


def _terrain(battle: Battle, event: e.TerrainMet) -> str:
    price = inches(event.inches) if event.inches >= 0.05 else "nothing"
    return f"{event.feature} costs {_unit(battle, event.unit)} {price}."


def _passed(battle: Battle, event: e.PassedThrough) -> str:
    how = "cleanly" if event.clean else "in confusion"
    return f"{_unit(battle, event.unit)} pass {how} through {_unit(battle, event.friend)}."


def _swept(battle: Battle, event: e.SweptAway) -> str:
    return f"{_unit(battle, event.unit)} are swept away by {_unit(battle, event.by)}."


def _refused(battle: Battle, event: e.TurnedAway) -> str:
    how = "they flow round" if event.round_it else "there is no gap"
    return f"{_unit(battle, event.unit)} turn {_unit(battle, event.router)} away: {how}."


def _left(battle: Battle, event: e.LeftTable) -> str:
    return f"{_unit(battle, event.unit)} leave the field in good order."


def _came_on(battle: Battle, event: e.CameOn) -> str:
    return f"{listed([_unit(battle, one) for one in event.units])} come on."


def _sprung(battle: Battle, event: e.Sprung) -> str:
    return f"An ambush: {_unit(battle, event.unit)} {event.why}."


def _unveiled(battle: Battle, event: e.Unveiled) -> str:
    return f"The wood throws down its branches: {_unit(battle, event.unit)}."


def _rode(battle: Battle, event: e.Rode) -> str:
    return f"{_officer(battle, event.officer)} rides off."


def _taken_in(battle: Battle, event: e.TakenIn) -> str:
    return f"{_officer(battle, event.officer)} takes refuge with {_unit(battle, event.unit)}."


def _officer_lost(battle: Battle, event: e.OfficerLost) -> str:
    return f"{_officer(battle, event.officer)} is lost ({event.cause})."


def _declared(battle: Battle, event: e.Declared) -> str | None:
    if not event.charges:
        return None
    said = [f"{_unit(battle, one)} on {_unit(battle, other)}" for one, other in event.charges]
    return f"Charges: {'; '.join(said)}."


def _responded(battle: Battle, event: e.Responded) -> str | None:
    if not event.responses:
        return None
    said = [f"{_unit(battle, one)} {_ANSWERS.get(what, what)}" for one, what in event.responses]
    return f"Responses: {'; '.join(said)}."


_NOTHING = {
    "falls short": "it falls short",
    "responds to a charge instead": "they answer a charge instead",
    "cannot reach its target": "they cannot reach their target",
    "its target is gone": "their target is gone",
    "fails its test": "they fail their test",
    "stays where it is": "they stay where they are",
}


def _charge_ended(battle: Battle, event: e.ChargeEnded) -> str:
    why = _NOTHING.get(event.why, event.why)
    return f"The charge of {within(_unit(battle, event.unit))} comes to nothing: {why}."


def _met(battle: Battle, event: e.Met) -> str:
    where = "" if event.edge == "front" else f" in the {event.edge}"
    return f"{_unit(battle, event.unit)} strike {_unit(battle, event.enemy)}{where}."


def _rode_down(battle: Battle, event: e.RodeDown) -> str:
    return (
        f"{_unit(battle, event.unit)} ride {_unit(battle, event.prey)} down: "
        f"{counted(event.elements, 'element')}."
    )


def _dispersed(battle: Battle, event: e.Dispersed) -> str:
    return f"{_unit(battle, event.unit)} disperse in pursuit and are not seen again."


def _broke_off(battle: Battle, event: e.BrokeOff) -> str:
    return f"{_unit(battle, event.unit)} break off, {inches(event.inches)} back."


def _held(battle: Battle, event: e.HeldBack) -> str:
    return f"{_unit(battle, event.unit)} are held where they stand."


_WORDS: dict[type[Event], Callable[[Battle, Any], str | None]] = {
    e.TurnBegan: _turn,
    e.Tested: _tested,
    e.StateEntered: _state,
    e.HitsTaken: _hits,
    e.ElementsLost: _elements,
    e.CameApart: _apart,
    e.UnitLost: _lost,
    e.ReformBegan: _reforming,
    e.Reformed: _reformed,
    e.Moved: _moved,
    e.TerrainMet: _terrain,
    e.PassedThrough: _passed,
    e.SweptAway: _swept,
    e.TurnedAway: _refused,
    e.LeftTable: _left,
    e.CameOn: _came_on,
    e.Sprung: _sprung,
    e.Unveiled: _unveiled,
    e.Rode: _rode,
    e.TakenIn: _taken_in,
    e.OfficerLost: _officer_lost,
    e.Declared: _declared,
    e.Responded: _responded,
    e.ChargeEnded: _charge_ended,
    e.Met: _met,
    e.RodeDown: _rode_down,
    e.Dispersed: _dispersed,
    e.BrokeOff: _broke_off,
    e.HeldBack: _held,
}
