"""Counterblows and shield bashes: outside the cards' costs, and never without end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick, Play

from ...basics import who
from ...ground.contact import in_contact, may_strike, own_side
from ...host import bashing, grappling, striking
from ...host.cards import DODGES
from ...movement.driven.forced import room_to_dodge
from ...screen import told
from ...screen.wording.cards import card_name
from .. import bashes
from ..chances import Attack, chance
from ..defences import by_cards
from ..strikes import land, strike, won_by_parry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ...basics.state import Battle, Counter, Figure


@clause("DE-ATT-13")
def resolve(table: Table[Battle], won: Sequence[Counter]) -> None:
    """Resolve what a strike step has won: shield bashes first, then counterblows."""
    figures = table.state.figures
    for one in won:
        if one.kind == "shield_bash":
            shield_bash(table, figures[one.figure], figures[one.against])
    for one in won:
        if one.kind == "counterblow":
            counterblow(table, figures[one.figure], figures[one.against], one.cause)


def able(figure: Figure) -> bool:
    """Whether a figure can still strike back."""
    return who.on_feet(figure) and not who.helpless(figure)


@clause("DE-DEF-09", "DE-DEF-11", "DE-HOST-18", "DE-GRAP-06")
def shield_bash(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """Offer a shield bash on him whose attack missed; one that fails may give him a hold."""
    battle = table.state
    if not able(figure) or not who.on_feet(target) or not in_contact(battle, figure, target):
        return
    share = bashing.shield_bash_chance(
        battle.tables,
        weight=who.total_weight(battle, figure),
        target_weight=who.total_weight(battle, target),
        strength=figure.strength,
        target_strength=bashes.strength(battle, target),
    )
    asked = Pick(
        figure.side,
        "shield_bash",
        f"{figure.name} has parried {target.name}: bash with the shield?",
        ["bash", "no"],
        label=str.capitalize,
        about=(figure.id, target.id),
        odds=lambda key: bash_odds(battle, target, share) if key == "bash" else {},
        usual="bash",
    )
    if table.ask(asked) == "no":
        return
    found = bashing.bash(
        table,
        battle.tables,
        chance=share,
        column=bashes.column_of(target, "steed" if target.mounted else "man"),
    )
    table.tell(told.Bashed(figure.id, target.id, "shield", found.result))
    if found.bashed:
        bashes.apply_bash(table, target, found.result, (figure.x, figure.y))
    elif able(target) and grappling.opportunity(table, battle.tables):
        grant(table, target, figure)


def bash_odds(battle: Battle, target: Figure, share: int) -> dict[str, str]:
    """What a shield bash comes to; one that fails may give him who is bashed a hold."""
    fails = 100 - share
    held = Fraction(fails * battle.tables.seed.percent.restraint_opportunity, 100)
    if not able(target):
        return {"bashed": f"{share} %", "nothing": f"{fails} %"}
    return {
        "bashed": f"{share} %",
        "nothing": f"{float(fails - held):g} %",
        "he may hold you": f"{float(held):g} %",
    }


@clause("DE-GRAP-16")
def grant(table: Table[Battle], figure: Figure, target: Figure) -> None:
    """Note an opportunity to restrain, which is open to all and lapses after the next round."""
    figure.opportunity = target.id
    figure.opportunity_round = table.state.card_round
    table.tell(told.Grappled(figure.id, target.id, "got a chance to hold", True))


@clause("DE-DEF-02", "DE-DEF-03", "DE-DODGE-10", "DE-DODGE-11", "DE-ATT-09")
def counterblow(
    table: Table[Battle],
    figure: Figure,
    target: Figure,
    cause: Literal["weapon_parry", "dodge"],
) -> None:
    """Lay a counterblow, hear the answering card, and roll whether it is carried out."""
    battle = table.state
    weapon = who.weapon_of(battle, figure)
    if not weapon or not able(figure) or not who.on_feet(target):
        return
    if may_strike(battle, figure, target, weapon) is not None:
        return
    if not own_side(figure, target).frontal:
        return
    answer = ask_answer(table, target, figure)
    comes = striking.counterblow(table, battle.tables, cause=cause)
    table.tell(told.Countered(figure.id, target.id, answer, comes))
    if not comes:
        return
    attack = Attack(figure.id, "man", target.id, "man", "DELIVER_BLOW", weapon)
    defence = by_cards(battle, target, (answer,) if answer else ())
    struck = strike(table, attack, defence)
    land(table, attack, struck, defence)
    if not struck.hit and battle.options.chain_counterblows:
        resolve(table, won_by_parry(battle, attack, defence))


@clause("DE-DEF-02", "DE-DEF-15")
def ask_answer(table: Table[Battle], figure: Figure, against: Figure) -> str:
    """Ask for the defensive card of one blow or less that answers a counterblow; "" for none."""
    battle = table.state
    offered = answers(battle, figure)
    if not offered:
        return ""
    found: str = table.ask_all(
        [
            Play(
                figure.side,
                "answer",
                f"{against.name} lays a counterblow against {figure.name}: answer with",
                offered,
                label=card_name,
                about=(figure.id, against.id),
                odds=lambda name: {"he hits": f"{met_by(battle, against, figure, name)} %"},
                usual=lambda: min(offered, key=lambda name: met_by(battle, against, figure, name)),
            )
        ]
    )[0]
    return found


def met_by(battle: Battle, one: Figure, target: Figure, name: str) -> int:
    """What a counterblow hits with, in a hundred, if this card answers it."""
    attack = Attack(one.id, "man", target.id, "man", "DELIVER_BLOW", who.weapon_of(battle, one))
    return chance(battle, attack, by_cards(battle, target, (name,))).chance


@clause("DE-DEF-15", "DE-BERS-06")
def answers(battle: Battle, figure: Figure) -> list[str]:
    """The defensive cards of one blow or less that a figure may answer with."""
    if figure.berserk and figure.blows_left:
        return []
    offered = ["PASSIVE_SHIELD_PARRY"]
    if who.helpless(figure) or figure.berserk:
        return offered
    if who.held_weapon(battle, figure):
        offered.append("WEAPON_PARRY")
    if figure.profile.trained and who.shield_of(battle, figure):
        offered.append("ACTIVE_SHIELD_PARRY")
    if not figure.mounted and figure.posture == "standing":
        offered += [
            name
            for name in DODGES
            if room_to_dodge(battle, figure, name.removeprefix("DODGE_").lower())
        ]
    return offered
