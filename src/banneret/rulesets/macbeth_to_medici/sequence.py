"""The order of play: read this first (MM-TURN-01).

A battle is set up, then goes turn by turn, each of thirteen steps in which both sides act. One
call of a function below plays one activation, one fight, one test; `battle.phase` names the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .command import initiative, losses, messages, riding, turn
from .command.turn import in_step
from .ending import fatigue, rallying, victory
from .fighting import impact, melee
from .fighting.charge.steps import charges
from .missiles import gunnes, skirmishing, volleys
from .movement.first import initiative_moves
from .movement.last import reaction_moves
from .setup import deploying, field, officers

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.core.play.table import Table

    from .basics.state import Battle

SEQUENCE: dict[str, Callable[[Table[Battle]], None]] = {
    # before the battle
    "temperaments": officers.temperaments,
    "field": field.field,
    "detach": deploying.detach,
    "hide": deploying.hide,
    "deploy": deploying.deploy,
    "ready": deploying.ready,
    # 1 officers and messengers
    "dawn": turn.dawn,
    "compulsory": riding.compulsory,
    "officers": riding.officers,
    "messengers": riding.messengers,
    # 2 messages, 3 initiative
    "messages": in_step(2, messages.messages),
    "initiative": in_step(3, initiative.initiative),
    # 4 charges and responses, 5 initiative movement
    "charges": in_step(4, charges),
    "initiative_moves": in_step(5, initiative_moves),
    # 6 artillery, 7 archery, 8 skirmish fire
    "artillery": in_step(6, gunnes.artillery),
    "archery": in_step(7, volleys.archery),
    "skirmish": in_step(8, skirmishing.skirmish),
    # 9 reaction movement, 10 impact, 11 melee
    "reaction_moves": in_step(9, reaction_moves),
    "impact": in_step(10, impact.impact),
    "melee": in_step(11, melee.melee),
    "officer_tests_begin": losses.begin_tests,
    "officer_tests": losses.officer_tests,
    # 12 rallying and reforming, 13 fatigue
    "rally_begin": in_step(12, rallying.rally_begin),
    "rally": rallying.rally,
    "recover": rallying.recover,
    "fatigue": in_step(13, fatigue.fatigue),
    "end": victory.end_turn,
}

PHASES: dict[str, str] = {
    "temperaments": "Setting up",
    "field": "Setting up",
    "detach": "Setting up",
    "hide": "Setting up",
    "deploy": "Deploying",
    "ready": "Deploying",
    "dawn": "1 Officers and messengers",
    "compulsory": "1 Officers and messengers",
    "officers": "1 Officers and messengers",
    "messengers": "1 Officers and messengers",
    "messages": "2 Messages",
    "initiative": "3 Initiative",
    "charges": "4 Charges and responses",
    "initiative_moves": "5 Initiative movement",
    "artillery": "6 Artillery",
    "archery": "7 Archery",
    "skirmish": "8 Skirmish fire",
    "reaction_moves": "9 Reaction movement",
    "impact": "10 Impact",
    "melee": "11 Melee",
    "officer_tests_begin": "11 Melee",
    "officer_tests": "11 Melee",
    "rally_begin": "12 Rallying and reforming",
    "rally": "12 Rallying and reforming",
    "recover": "12 Rallying and reforming",
    "fatigue": "13 Fatigue",
    "end": "13 Fatigue",
    "over": "The end",
}
