"""Dodges: guessed by every enemy in contact, faced, and moved after the blows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics import who
from ...basics.state import card
from ...ground.contact import enemies_touched, in_contact
from ...host.cards import DODGES, dodge_follow
from ...movement.driven.forced import beside, dodge
from ...screen import told
from ..cards.deck import GRAPPLES, NAMES_ONE
from ..cards.pairs import reading, strikes_at
from ..chances import Moment, chance
from ..defences import DEFENSIVE, in_play
from ..strikes import chosen_attack
from .counters import able, counterblow
from .following import offer_follow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Figure

DIRECTIONS = ("left", "right", "back")
ATTACKS = (*NAMES_ONE, *GRAPPLES, "HAMSTRING")


def dodge_of(figure: Figure) -> str:
    """Which way a figure, or its steed, dodges this round; "" if it does not."""
    keys = (*figure.hand, *(figure.steed.hand if figure.steed is not None else ()))
    for key in keys:
        name = card(key).name
        if name in DODGES:
            return name.removeprefix("DODGE_").lower()
    return ""


@clause("DE-DODGE-05", "DE-MSEQ-01", "DE-TACP-04")
def guess(table: Table[Battle]) -> None:
    """Every enemy in contact guesses each dodge in secret; then the dodges are faced."""
    battle = table.state
    asked: list[tuple[str, Any]] = []
    dodgers = [one for one in battle.figures if who.on_feet(one) and dodge_of(one)]
    for dodger in dodgers:
        asked += [
            (f"{enemy.id}-{dodger.id}", _guess(battle, enemy, dodger))
            for enemy in enemies_touched(battle, dodger)
        ]
    answers = table.ask_all([question for _, question in asked])
    battle.guesses = {key: answer for (key, _), answer in zip(asked, answers, strict=True)}
    for dodger in dodgers:
        guesses = [
            (int(key.split("-")[0]), answer)
            for key, answer in battle.guesses.items()
            if key.endswith(f"-{dodger.id}")
        ]
        dodger.shown = "all"
        table.tell(told.DodgeFaced(dodger.id, dodge_of(dodger), tuple(guesses)))
    for figure in battle.figures:
        if figure.status == "active":
            figure.shown = "all"
    battle.phase = "blows"
    battle.strike_step = 1


def _guess(battle: Battle, enemy: Figure, dodger: Figure) -> Pick[str]:
    shares = guess_odds(battle, enemy, dodger)
    return Pick(
        enemy.side,
        "guess",
        f"{dodger.name} dodges: which way does {enemy.name} guess?",
        DIRECTIONS,
        label=str.capitalize,
        about=(enemy.id, dodger.id),
        odds=lambda _key: shares,
    )


def guess_odds(battle: Battle, enemy: Figure, dodger: Figure) -> Mapping[str, str]:
    """What a blow hits with if its owner guesses right, and if not; nothing without a blow."""
    attack = chosen_attack(battle, enemy, dodger)
    if attack is None or attack.part != "man":
        return {}
    defence = in_play(battle, dodger)
    matrix = reading(battle, enemy, dodger).hit
    right, wrong = (
        chance(battle, attack, defence, Moment(matrix, guessed=guessed)).chance
        for guessed in (True, False)
    )
    return {"hit if right": f"{right} %", "hit if wrong": f"{wrong} %"}


def guessed_right(battle: Battle, enemy: Figure, dodger: Figure) -> bool:
    """Whether an enemy guessed a dodge."""
    direction = dodge_of(dodger)
    return bool(direction) and battle.guesses.get(f"{enemy.id}-{dodger.id}") == direction


# -- after the blows


@clause("DE-DODGE-08", "DE-DODGE-09", "DE-DODGE-10", "DE-DODGE-16", "DE-DODGE-06", "DE-DODGE-07")
def dodges(table: Table[Battle]) -> None:
    """One dodger moves, those who may go along do, and may be countered; then the next."""
    battle = table.state
    waiting = [
        one
        for one in battle.figures
        if who.on_feet(one) and dodge_of(one) and one.id not in battle.dodged
    ]
    if not waiting:
        battle.phase = "withheld"
        return
    dodger = waiting[0]
    battle.dodged = (*battle.dodged, dodger.id)
    before = enemies_touched(battle, dodger)
    if not dodger.forced and able(dodger) and dodger.posture == "standing":
        dodge(table, dodger, dodge_of(dodger))
    for enemy in before:
        after_dodge(table, dodger, enemy)


def after_dodge(table: Table[Battle], dodger: Figure, enemy: Figure) -> None:
    """Whether one enemy goes along with a dodger, and what the dodger gets for a wrong guess."""
    battle = table.state
    guessed = guessed_right(battle, enemy, dodger)
    kept = in_contact(battle, dodger, enemy)
    found = dodge_follow(
        battle.tables,
        card_group=card_group(enemy),
        guessed=guessed,
        defence_played=plays_defence(enemy),
    )
    if not kept and found.follows and able(enemy) and enemy.posture == "standing":
        kept = beside(table, enemy, dodger)
    if not in_contact(battle, dodger, enemy):
        offer_follow(table, enemy, dodger)
        kept = in_contact(battle, dodger, enemy) and found.follows
    if kept and not guessed and strikes_at(enemy, dodger, ATTACKS):
        counterblow(table, dodger, enemy, "dodge")


def card_group(figure: Figure) -> Any:
    """What an enemy mainly did: attack, defence, movement or other."""
    names = [card(key).name for key in figure.hand]
    if any(name in ATTACKS for name in names):
        return "attack"
    if any(name in DEFENSIVE for name in names):
        return "defence"
    return "movement" if "MOVE" in names else "other"


def plays_defence(figure: Figure) -> bool:
    """Whether an enemy has a defensive card among his (the passive parry is one)."""
    return any(card(key).name in DEFENSIVE for key in figure.hand)
