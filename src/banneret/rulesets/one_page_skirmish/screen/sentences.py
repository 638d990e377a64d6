"""What happened, in one plain sentence each; names first, the result last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banneret.core.play.events import Event, Rolled
from banneret.tabletop.screen.words import counted, inches, listed, men, plain, whose

from ..basics.names import man_name, player_name, side_name, unit_name, was
from ..basics.state import Battle
from ..shooting.dice import HIT_ON
from . import events as e


def sentence(battle: Battle, event: Event) -> str | None:
    """Say what happened, or nothing where it is not worth a line."""
    say = _WORDS.get(type(event))
    return say(battle, event) if say is not None else None


# -- dice


def _rolled(battle: Battle, event: Rolled) -> str | None:
    """The throw of a side for itself; other dice say what they are for (OP-SETUP-04)."""
    if event.purpose != event.side:
        return None
    return f"{side_name(battle, event.purpose)} rolled {event.faces[0]} for who sets up first."


# -- rounds and turns


def _round(_battle: Battle, event: e.RoundBegan) -> str:
    return f"Round {event.round} began with {event.cards} cards in the deck."


def _card(battle: Battle, event: e.CardDrawn) -> str:
    fate = "came up" if event.used else "came up and was void"
    return f"{player_name(battle, event.player)}: their card {fate}."


def _turn(battle: Battle, event: e.TurnBegan) -> str | None:
    if event.unit is None:
        return None
    name = unit_name(battle, event.unit)
    return f"{name} began a turn of {'their' if was(battle, event.unit) == 'were' else 'his'} own."


def _no_knight(battle: Battle, event: e.NoKnight) -> str:
    side = side_name(battle, event.side)
    return f"{side} came without a Knight: a group whose Sergeant falls will stay leaderless."


def _deployed(battle: Battle, event: e.Deployed) -> str:
    how = "hidden" if event.hidden else "set up"
    return f"{unit_name(battle, event.unit)} {was(battle, event.unit)} {how}."


def _held(battle: Battle, event: e.Held) -> str:
    return f"{unit_name(battle, event.unit)} held for later in the round."


def _lapsed(battle: Battle, event: e.Lapsed) -> str:
    return f"{unit_name(battle, event.unit)} waited in vain and lost this round's turn."


def _revealed(battle: Battle, event: e.Revealed) -> str:
    name, verb = unit_name(battle, event.unit), was(battle, event.unit)
    if event.why == "discovered":
        return f"{name} {verb} discovered."
    why = _REVEALED.get(event.why)
    return f"{name} {verb} revealed{why}." if why else f"{name} {verb} revealed: {event.why}."


_REVEALED = {
    "charges": " by charging",
    "fights": " by fighting",
    "moving a gate": " by moving a gate",
    "names a leader": " by naming a leader",
    "rallies": " by rallying others",
    "run into": " when somebody ran into them",
    "seen moving": ", seen moving",
    "seizing": " by seizing something",
    "shooting": " by shooting",
}


# -- leaders and morale


def _appointed(battle: Battle, event: e.Appointed) -> str:
    knight, unit = man_name(battle, event.knight), unit_name(battle, event.unit)
    if event.knight == event.figure:
        return f"{knight} took over {unit}."
    return f"{knight} named {man_name(battle, event.figure)} Sergeant of {unit}."


def _rallied(battle: Battle, event: e.Rallied) -> str:
    return f"{man_name(battle, event.knight)} rallied {unit_name(battle, event.unit)}: +2."


_CAUSES = {
    "casualties": "after losses",
    "rout": "in rout",
    "charging": "before charging",
    "charged": "when charged",
}
_OUTCOMES = {"success": "passed", "shaken": "shaken", "rout": "routed"}


def _tested(battle: Battle, event: e.Tested) -> str:
    cause = _CAUSES.get(event.cause, plain(event.cause))
    outcome = _OUTCOMES.get(event.outcome, plain(event.outcome))
    return (
        f"{unit_name(battle, event.unit)} tested morale {cause}, "
        f"rolling {event.roll}, {event.target} or less needed: {outcome}."
    )


def _declined(battle: Battle, event: e.Declined) -> str:
    return f"{unit_name(battle, event.unit)} fell back before the charge."


def _status(battle: Battle, event: e.StatusChanged) -> str:
    name = unit_name(battle, event.unit)
    if event.status == "steady":
        return f"{name} {was(battle, event.unit)} steady again."
    return f"{name} {was(battle, event.unit)} now {event.status}."


# -- moving

_WENT = {
    "move": "moved",
    "press": "pressed on",
    "charge": "charged",
    "rout": "fled",
    "retreat": "fell back",
    "arrive": "came on and moved",
    "exit": "moved off the table,",
}


def _moved(battle: Battle, event: e.Moved) -> str:
    went = _WENT.get(event.how, plain(event.how))
    if event.how == "move" and event.spent < 0.05:
        return f"{unit_name(battle, event.unit)} stayed in place."
    return (
        f"{unit_name(battle, event.unit)} {went} {inches(event.spent)} of "
        f"{inches(event.allowance)}."
    )


def _charge(battle: Battle, event: e.ChargeDeclared) -> str:
    return (
        f"{unit_name(battle, event.unit)} declared a charge on {unit_name(battle, event.target)}."
    )


_CHARGES = {
    "contact": "went home",
    "short": "fell short",
    "no_charge": "came to nothing",
    "out_of_reach": "came to nothing: out of reach",
}


def _charge_end(battle: Battle, event: e.ChargeEnded) -> str:
    unit, target = unit_name(battle, event.unit), unit_name(battle, event.target)
    result = _CHARGES.get(event.result, plain(event.result))
    return f"The charge of {unit} on {target} {result}."


def _stayed(battle: Battle, event: e.Stayed) -> str:
    why = "in cover" if event.why == "in_cover" else "with nowhere to go"
    return f"{unit_name(battle, event.unit)} stayed where they stood, {why}."


def _arrived(battle: Battle, event: e.Arrived) -> str:
    return f"{unit_name(battle, event.unit)} came on by the {event.edge} edge."


def _left(battle: Battle, event: e.Left) -> str:
    how = "fled from the table" if event.fate == "fled" else "left the table under orders"
    return f"{unit_name(battle, event.unit)}: {men(len(event.figures))} {how}."


def _detached(battle: Battle, event: e.Detached) -> str:
    name, unit = man_name(battle, event.figure), unit_name(battle, event.unit)
    return f"{name} rode off alone." if event.alone else f"{name} rejoined {unit}."


# -- arms

_SHOTS = {
    "miss": "and missed",
    "saved": "and hit, but the armour held",
    "mount_killed": "and killed the mount",
}


def _shot(battle: Battle, event: e.Shot) -> str:
    shooter = man_name(battle, event.shooter)
    target = "a riderless mount" if event.at_mount else man_name(battle, event.target)
    part = f" ({event.part})" if event.part in {"rider", "mount"} and not event.at_mount else ""
    result = _SHOTS.get(event.result, "and hit")
    return (
        f"{shooter} shot at {target}{part} with a {plain(event.weapon)} {result}: "
        f"{event.total}, {HIT_ON} needed."
    )


_DEEDS = {
    "load": "loaded",
    "aim": "took aim",
    "change_weapon": "took another weapon in hand",
    "mount": "mounted",
    "dismount": "dismounted",
    "seize": "took hold",
}


def _did(battle: Battle, event: e.Did) -> str | None:
    deed = _DEEDS.get(event.action)
    if deed is None:
        return None
    name = man_name(battle, event.figure)
    if event.action == "change_weapon" and event.detail:
        return f"{name} took the {plain(event.detail)} in hand."
    if event.action == "seize" and event.detail:
        return f"{name} took hold of the {plain(event.detail)}."
    return f"{name} {deed}."


def _gate(battle: Battle, event: e.GateMoved) -> str:
    how = "opened" if event.open else "shut"
    return f"{man_name(battle, event.figure)} {how} the {plain(event.gate)}."


_PAIRS = {
    "attacker_wins": "won",
    "tie": "tied",
    "defender_wins": "lost",
    "no_effect": "had no effect",
    "automatic": "struck the fallen man",
}


def _fought(battle: Battle, event: e.Fought) -> str:
    names = [man_name(battle, key) for key in event.attackers]
    target = man_name(battle, event.defender)
    if not event.attack_totals:
        return f"{listed(names)} struck at {target}, who lay stunned."
    came = [
        f"{_PAIRS.get(pair, plain(pair))}, {own} against {other}"
        for own, other, pair in zip(
            event.attack_totals, event.defend_totals, event.pairs, strict=False
        )
    ]
    if len(came) == 1:
        return f"{names[0]} attacked {target} and {came[0]}."
    each = "; ".join(f"{name} {one}" for name, one in zip(names, came, strict=False))
    return f"{listed(names)} attacked {target}. {each}."


_EFFECTS = {
    "flesh_wound": "took a flesh wound",
    "wound": "was wounded",
    "killed": "was killed",
    "stunned": "was stunned",
    "captured": "was captured",
}


def _hurt(battle: Battle, event: e.Hurt) -> str:
    of = "from" if event.effect == "flesh_wound" else "by"
    by = "" if event.by is None else f" {of} {man_name(battle, event.by)}"
    effect = _EFFECTS.get(event.effect, plain(event.effect))
    return f"{man_name(battle, event.figure)} {effect}{by}."


def _recovered(battle: Battle, event: e.Recovered) -> str:
    return f"{man_name(battle, event.figure)} came to."


def _pushed(battle: Battle, event: e.Pushed) -> str:
    return f"{man_name(battle, event.figure)} was pushed back."


def _unhorsed(battle: Battle, event: e.Unhorsed) -> str:
    name = man_name(battle, event.figure)
    if event.why == "mount_killed":
        return f"{whose(name)} mount was killed, and he stood on foot."
    return f"{name} was unhorsed."


def _followed(battle: Battle, event: e.FollowedUp) -> str:
    return f"{man_name(battle, event.figure)} followed up."


# -- the end


def _scored(battle: Battle, event: e.Scored) -> str:
    points = counted(event.points, "point")
    what = _GOALS.get(event.objective, f"for {plain(event.objective)}")
    return f"{side_name(battle, event.side)} scored {points} {what}."


_GOALS = {
    "hold": "for holding the place",
    "exit": "for men who left as ordered",
    "exit_denied": "for enemies who did not get away",
    "seize": "for taking hold of what they came for",
    "slay": "for an enemy leader brought down",
    "take": "for a prisoner of rank",
}


def _conceded(battle: Battle, event: e.Conceded) -> str:
    return f"{side_name(battle, event.side)} gave up."


def _ended(battle: Battle, event: e.BattleEnded) -> str:
    if event.winner is None:
        return f"The battle was drawn: {event.reason}."
    return f"{side_name(battle, event.winner)} won: {event.reason}."


_WORDS: dict[type[Event], Callable[[Battle, Any], str | None]] = {
    Rolled: _rolled,
    e.RoundBegan: _round,
    e.CardDrawn: _card,
    e.TurnBegan: _turn,
    e.NoKnight: _no_knight,
    e.Deployed: _deployed,
    e.Held: _held,
    e.Lapsed: _lapsed,
    e.Revealed: _revealed,
    e.Appointed: _appointed,
    e.Rallied: _rallied,
    e.Tested: _tested,
    e.Declined: _declined,
    e.StatusChanged: _status,
    e.Moved: _moved,
    e.ChargeDeclared: _charge,
    e.ChargeEnded: _charge_end,
    e.Stayed: _stayed,
    e.Arrived: _arrived,
    e.Left: _left,
    e.Detached: _detached,
    e.Shot: _shot,
    e.Did: _did,
    e.GateMoved: _gate,
    e.Scored: _scored,
    e.Fought: _fought,
    e.Hurt: _hurt,
    e.Recovered: _recovered,
    e.Pushed: _pushed,
    e.Unhorsed: _unhorsed,
    e.FollowedUp: _followed,
    e.Conceded: _conceded,
    e.BattleEnded: _ended,
}
