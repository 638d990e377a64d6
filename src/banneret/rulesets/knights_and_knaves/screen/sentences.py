"""What happened, in one plain sentence each; names first, the result last."""

from __future__ import annotations

from banneret.core.play.events import Event
from banneret.tabletop.screen.words import agree, listed, men, plain, within

from ..basics.names import (
    feature_name,
    horse_name,
    man_name,
    object_name,
    retinue_name,
    side_name,
    unit_name,
)
from ..basics.state import NOBODY, Battle
from ..basics.who import retinue_of
from ..command.action.chits import CHITS
from ..command.order_words import order_words
from . import events as e
from .deed_sentences import DEED_WORDS, Say


def sentence(battle: Battle, event: Event) -> str | None:
    """Say what happened, or nothing where it is not worth a line."""
    say = _WORDS.get(type(event))
    return say(battle, event) if say is not None else None


# -- the turn


def _turn(_battle: Battle, event: e.TurnBegan) -> str:
    return f"Turn {event.turn} began."


def _deployed(battle: Battle, event: e.Deployed) -> str:
    keys = list(event.places)
    who = man_name(battle, keys[0]) if len(keys) == 1 else men(len(keys))
    return f"{retinue_name(battle, event.player)} set up {who}."


# -- morale

_CAUSES = {
    "leader": "when the leader fell",
    "lord": "at the lord's fall",
    "charging": "before charging spears",
    "charged": "when charged by horse",
    "neighbour": "when a friend beside him was lost",
    "wound": "when sorely wounded",
}


def _because(cause: str) -> str:
    return listed(_CAUSES.get(one, plain(one)) for one in cause.split())


def _checked(battle: Battle, event: e.Checked) -> str:
    outcome = "held" if event.stands else "failed"
    return f"{man_name(battle, event.man)} checked his nerve {_because(event.cause)}: he {outcome}."


def _routed(battle: Battle, event: e.Routed) -> str:
    return f"{man_name(battle, event.man)} turned and ran."


def _rallied(battle: Battle, event: e.Rallied) -> str:
    name = man_name(battle, event.man)
    if event.rallied:
        return f"{name} stopped running and turned about."
    if not event.tried:
        return f"{name} ran on; he will not come back after his lord's fall."
    return f"{name} ran on."


def _lord_fell(battle: Battle, event: e.LordFell) -> str:
    return f"{man_name(battle, event.man)}, the lord himself, is down."


_TAKEN = {
    "knight": "a knight must accept",
    "no_quarter": "no quarter was given",
    "berserk": "a berserk takes no prisoners",
}


def _yielded(battle: Battle, event: e.Yielded) -> str:
    man, captor = man_name(battle, event.man), man_name(battle, event.captor)
    if event.taken:
        why = _TAKEN.get(event.why)
        spared = "spared" if event.why == "die" else "taken"
        return f"{man} yielded to {captor}{': ' + why if why else ' and was ' + spared}."
    why = _TAKEN.get(event.why, "")
    return f"{man} yielded to {captor} and was killed{': ' + why if why else ''}."


# -- command


def _leader(battle: Battle, event: e.LeaderNamed) -> str:
    return f"{man_name(battle, event.man)} took over {unit_name(battle, event.unit)}."


def _out_of_earshot(battle: Battle, event: e.OutOfEarshot) -> str:
    names = listed(man_name(battle, one) for one in event.men)
    do = agree(len(event.men), "rolls for himself", "roll for themselves")
    if not event.led:
        return f"{names}, with nobody to hear, {do}."
    lord = retinue_of(battle, event.player).lord
    return f"{names} cannot hear {man_name(battle, lord)} and {do}."


_SIGNALS = {
    "trumpet": "sounded the trumpet",
    "flag": "waved the flag",
    "fire": "lit the signal fire",
}


def _signalled(battle: Battle, event: e.Signalled) -> str:
    did = _SIGNALS.get(event.signal, f"gave the {plain(event.signal)}")
    return f"{man_name(battle, event.man)} {did} for {retinue_name(battle, event.player)}."


def _received(battle: Battle, event: e.Received) -> str:
    outcome = "understood it and acts" if event.received else "missed it"
    return f"{man_name(battle, event.man)} looked for the sign: he {outcome}."


def _order(battle: Battle, event: e.OrderGiven) -> str:
    name, have = _group(battle, event)
    if not event.verb:
        return f"{name} {have} no standing order any more."
    return f"{name} {have} the order to {event.verb} {order_words(battle, event)}."


def _group(battle: Battle, event: e.OrderGiven | e.OrderOver) -> tuple[str, str]:
    """A unit has a name of many, a man of one."""
    if event.unit != NOBODY:
        return unit_name(battle, event.unit), "have"
    return man_name(battle, event.man), "has"


def _order_over(battle: Battle, event: e.OrderOver) -> str:
    name, have = _group(battle, event)
    why = "what it says is done" if event.why == "reached" else "it came to blows"
    return f"{name} {have} no standing order any more: {why}."


def _order_meant(battle: Battle, event: e.OrderMeant) -> str:
    kind, _, name = event.object.partition(":")
    what = feature_name(battle, name) if kind == "feature" else plain(name or kind)
    return f"{man_name(battle, event.man)} took the order to mean {what}."


def _formed(battle: Battle, event: e.Formed) -> str:
    if not event.members:
        return "A unit was dissolved."
    names = listed(man_name(battle, one) for one in event.members)
    if event.unit == NOBODY:
        return f"{names} {agree(len(event.members), 'is on his own', 'are on their own')} now."
    return f"{unit_name(battle, event.unit)} are now {names}."


def _paired(battle: Battle, event: e.Paired) -> str:
    one, other = (man_name(battle, key) for key in event.men)
    return f"{one} and {other} work their crossbows together."


_READY = {
    "can_shoot": "is ready to shoot",
    "prevented": "is not ready to shoot",
    "misfire": "missed fire",
}


def _readied(battle: Battle, event: e.Readied) -> str:
    return f"{man_name(battle, event.man)} {_READY.get(event.result, plain(event.result))}."


_ACTIONS = {
    "stay": "stays where he is",
    "shoot": "will shoot",
    "move_half": "will move up to half",
    "move_full": "will make up to a full move",
    "move_half_shoot": "will move up to half and shoot",
    "move_full_shoot": "will move and shoot",
    "move_half_melee": "will go half a move and fight",
    "move_full_melee": "will go for the enemy",
    "move_full_melee_or_shoot": "will go for the enemy or shoot",
    "rejoin": "heads back to his unit",
    "toward_enemy": "makes for the enemy on his own",
}


def _acts(battle: Battle, event: e.Acts) -> str:
    does = _ACTIONS.get(event.result, plain(event.result))
    return f"{man_name(battle, event.man)}, out of command, {does}."


# -- declaring

_PANIC = {
    "bolt": "bolted",
    "refuse": "would not move",
    "charge": "charged the nearest enemy",
    "no_effect": "stayed in hand",
}


def _panicked(battle: Battle, event: e.Panicked) -> str:
    return f"{horse_name(battle, event.horse)}, wounded, {_PANIC.get(event.result, event.result)}."


def _first_deployer(battle: Battle, event: e.FirstDeployer) -> str:
    return f"{retinue_name(battle, event.player)} threw highest and set up first."


def _first(battle: Battle, event: e.FirstDeclarer) -> str:
    winner, first = retinue_name(battle, event.player), retinue_name(battle, event.first)
    if winner == first:
        return f"{winner} won the declaration and declared first."
    return f"{winner} won the declaration and made {within(first)} declare first."


def _turned_up(battle: Battle, event: e.TurnedUp) -> str:
    how = [CHITS.get(event.chit, plain(event.chit))]
    if event.run:
        how.append("running")
    if event.gait:
        how.append(f"at the {event.gait}")
    if event.target != NOBODY:
        how.append(f"against {man_name(battle, event.target)}")
    if event.object:
        how.append(object_name(battle, event.object))
    return f"{man_name(battle, event.man)} turned up: {', '.join(how)}."


# -- fatigue and the end


def _tired(battle: Battle, event: e.Tired) -> str:
    return f"{man_name(battle, event.man)} is tiring: fatigue {event.level}."


def _unwearied(battle: Battle, event: e.Unwearied) -> str:
    return f"{man_name(battle, event.man)} fought on untired."


def _breathless(battle: Battle, event: e.Breathless) -> str:
    who = man_name(battle, event.man) if event.man != NOBODY else horse_name(battle, event.horse)
    return f"{who} got no breath back."


def _rested(battle: Battle, event: e.Rested) -> str:
    who = man_name(battle, event.man) if event.man != NOBODY else horse_name(battle, event.horse)
    return f"{who} got breath back: fatigue {event.level}."


def _worn(_battle: Battle, event: e.Worn) -> str:
    return f"Everybody is worn down for good: lasting fatigue {event.level}."


def _out_of_ammo(battle: Battle, event: e.OutOfAmmunition) -> str:
    return f"{man_name(battle, event.man)} has nothing left to shoot."


def _searched(battle: Battle, event: e.Searched) -> str:
    found = "found enough" if event.found else "found nothing"
    return f"{man_name(battle, event.man)} searched for ammunition and {found}."


def _withdraws(battle: Battle, event: e.Withdraws) -> str:
    if len(event.men) == 1:
        return f"{man_name(battle, event.men[0])} began to leave the field."
    return f"{men(len(event.men)).capitalize()} began to leave the field."


def _awake(battle: Battle, event: e.Awake) -> str:
    return f"{man_name(battle, event.man)} came to."


def _unconscious(battle: Battle, event: e.Unconscious) -> str:
    return f"{man_name(battle, event.man)} lost consciousness; nobody speaks for him now."


def _conceded(battle: Battle, event: e.Conceded) -> str:
    return f"{side_name(battle, event.side)} gave up the field."


def _sacked(battle: Battle, event: e.Sacked) -> str:
    return f"{side_name(battle, event.side)} sacked {feature_name(battle, event.feature)}."


def _renewed(_battle: Battle, event: e.Renewed) -> str:
    again = "again" if event.renewals == 1 else f"once more, {event.renewals + 1} times by now"
    return f"After a long rest the fighting began {again}."


def _survived(battle: Battle, event: e.Survived) -> str:
    came = "will live" if event.lives else "died of his wounds"
    return f"{man_name(battle, event.man)} {came}."


def _ended(battle: Battle, event: e.BattleEnded) -> str:
    if event.winner is None:
        return f"The battle is drawn: {event.reason}."
    winner = side_name(battle, event.winner)
    if event.reason.startswith(f"{winner} "):
        return f"{event.reason}: the battle is theirs."
    return f"{winner} won: {event.reason}."


_WORDS: dict[type[Event], Say] = {
    **DEED_WORDS,
    e.TurnBegan: _turn,
    e.Deployed: _deployed,
    e.Checked: _checked,
    e.Routed: _routed,
    e.Rallied: _rallied,
    e.LordFell: _lord_fell,
    e.Yielded: _yielded,
    e.LeaderNamed: _leader,
    e.Signalled: _signalled,
    e.Received: _received,
    e.OutOfEarshot: _out_of_earshot,
    e.OrderGiven: _order,
    e.OrderOver: _order_over,
    e.OrderMeant: _order_meant,
    e.Formed: _formed,
    e.Paired: _paired,
    e.Readied: _readied,
    e.Acts: _acts,
    e.Panicked: _panicked,
    e.FirstDeployer: _first_deployer,
    e.FirstDeclarer: _first,
    e.TurnedUp: _turned_up,
    e.Tired: _tired,
    e.Unwearied: _unwearied,
    e.Breathless: _breathless,
    e.Rested: _rested,
    e.Worn: _worn,
    e.OutOfAmmunition: _out_of_ammo,
    e.Searched: _searched,
    e.Withdraws: _withdraws,
    e.Awake: _awake,
    e.Unconscious: _unconscious,
    e.Conceded: _conceded,
    e.Sacked: _sacked,
    e.Renewed: _renewed,
    e.Survived: _survived,
    e.BattleEnded: _ended,
}
