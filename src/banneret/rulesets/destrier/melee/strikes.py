"""One attack: its dice, and what it does to whom it strikes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.book.tally import Tally

from ..basics import who
from ..basics.procedures import within
from ..basics.state import Counter, card
from ..ground.contact import in_contact, side_struck
from ..host import bashing, grappling, hitting, rage, striking
from ..screen import told
from . import bashes, harm
from .cards.pools import blows_of_turn
from .chances import PLAIN, Attack, arm_of, chance, weapon_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.book.tally import Reason
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Figure
    from .chances import Arm, Moment
    from .defences import Defence

ATTACKS = ("DELIVER_BLOW", "GREAT_BLOW", "FEROCITY", "PUNCH", "KICK")


def reckoned(reasons: Sequence[Reason]) -> Tally:
    """A tally from reasons already in order."""
    tally = Tally(reasons[0].value, reasons[0].label, reasons[0].clause)
    for one in reasons[1:]:
        tally = tally.plus(one.value, one.label, one.clause)
    return tally


@clause("DE-ATT-11", "DE-BERS-02", "DE-BERS-03", "DE-HOST-67")
def strike(
    table: Table[Battle],
    attack: Attack,
    defence: Defence,
    moment: Moment = PLAIN,
) -> striking.Struck:
    """Roll one attack; what it does is carried out by `land` when its step is over."""
    battle = table.state
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    if attack.ferocity:
        rave(table, figure)
    found = chance(battle, attack, defence, moment)
    if attack.by == "man":
        figure.rocked = False  # not as it lands: who is rocked meanwhile suffers for it next time
    if not striking.roll_hit(table, found.chance, reckoned(found.tally), figure.side):
        return striking.Struck(False)
    front = (moment.side or side_struck(battle, figure, target)) != "rear" and attack.part == "man"
    shown = (defence.parry_class, defence.asp_shield) if front else ("", "")
    return _landed(table, attack, *shown, guessed=moment.guessed)


def _landed(
    table: Table[Battle], attack: Attack, parry_class: str, asp_shield: str, *, guessed: bool
) -> striking.Struck:
    """The dice of an attack that has hit, against the weapon and the shield in its way."""
    battle = table.state
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    arm = arm_of(battle, figure, target, attack)
    return striking.landed(
        table,
        battle.tables,
        weapon_class=arm.cls,
        damage_dice=arm.dice + striking.great_blow_dice(battle.tables, arm.cls, attack.great),
        damage_add=arm.add + damage_bonus(battle, figure, attack.by),
        crit_chance=hitting.critical_chance(
            battle.tables,
            weapon_crit=arm.crit,
            ac=who.armour_class(battle, target, attack.part),
            great_blow=attack.great,
            berserk=figure.berserk and attack.by == "man",
        ),
        bash_chance=bash_chance(battle, attack, arm, guessed=guessed),
        bash_column=bashes.column_of(target, attack.part),
        parry_class=parry_class,
        asp_shield=asp_shield,
    )


def damage_bonus(battle: Battle, figure: Figure, by: str) -> int:
    """What Strength adds; nothing to a steed's kick (DE-HOST-65)."""
    if by == "steed":
        return 0
    return hitting.strength_damage(battle.tables, strength=figure.strength)


@clause("DE-HOST-19", "DE-HOST-27")
def bash_chance(battle: Battle, attack: Attack, arm: Arm, *, guessed: bool) -> int:
    """The chance of the weapon bash: without the weight term for a couched lance."""
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    mine = bashes.strength(battle, figure, attack.by)
    theirs = bashes.strength(battle, target, attack.part)
    if arm.couched:
        bash = battle.tables.host.bash
        return within(arm.bash + mine - theirs, bash.weapon_floor, bash.ceiling)
    return bashing.weapon_bash_chance(
        battle.tables,
        weapon_bash=arm.bash,
        strength=mine,
        target_strength=theirs,
        weight=weight_of(battle, figure, attack.by),
        target_weight=weight_of(battle, target, attack.part),
        great_blow=attack.great,
        berserk=figure.berserk and attack.by == "man",
        guessed_dodge=guessed,
    )


def weight_of(battle: Battle, figure: Figure, part: str) -> int:
    """The weight of a man, or of his steed alone."""
    if part == "steed" and figure.steed is not None:
        return battle.tables.host.horses[figure.steed.key].weight
    return who.own_weight(battle, figure)


@clause("DE-BERS-01", "DE-BERS-02", "DE-BERS-05")
def rave(table: Table[Battle], figure: Figure) -> None:
    """FEROCITY may drive a figure berserk; the new state counts at once."""
    if figure.berserk:
        return
    tables = table.state.tables
    nordic = figure.profile.training == "nordic_berserk"
    if rage.ferocity(table, tables, nordic_berserk=nordic):
        figure.berserk = True
        figure.blows_left += tables.host.blows.berserk_extra
        table.tell(told.Raged(figure.id, "went berserk"))
    else:
        table.tell(told.Raged(figure.id, "struck with ferocity and kept his head"))


# -- what follows


@clause("DE-ATT-11", "DE-ATT-12", "DE-DEF-04", "DE-DEF-05", "DE-DEF-10")
def land(table: Table[Battle], attack: Attack, struck: striking.Struck, defence: Defence) -> None:
    """Carry out what a blow did."""
    battle = table.state
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    table.tell(
        told.Struck(
            figure.id,
            target.id,
            attack.part,
            attack.card,
            attack.weapon,
            struck.hit,
            struck.damage,
            struck.critical,
            attack.by == "steed",
        )
    )
    if attack.part == "man":
        caught_preparing(battle, target)
    if not struck.hit:
        missed_kick(table, attack)
        return
    if struck.broken and defence.weapon in target.in_hand:
        harm.drop(table, target, defence.weapon, "broken")
    if struck.disarmed and defence.weapon in target.in_hand:
        harm.drop(table, target, defence.weapon, "struck from the hand")
    if struck.shattered:
        harm.lose_shield(table, target)
    if attack.part == "steed":
        bashes.hurt_steed(table, target, struck.damage, (figure.x, figure.y))
    elif struck.damage:
        harm.hurt(table, target, struck.damage, to_body=struck.to_body, critical=struck.critical)
    if struck.bash and target.status == "active":
        table.tell(told.Bashed(figure.id, target.id, "weapon", struck.bash))
        bashes.apply_bash(table, target, struck.bash, (figure.x, figure.y))
    if attack.part == "man":
        struck_kicking(table, target, figure)


@clause("DE-MAG-12")
def caught_preparing(battle: Battle, target: Figure) -> None:
    """A caster attacked while preparing has half his blows, if that option is played.

    They are those of the turn: what he has spent of them is spent.
    """
    if not battle.options.prepare_halves_blows or target.caught_preparing:
        return
    if any(card(key).name == "PREPARE_SPELL" for key in target.hand):
        target.caught_preparing = True
        blows, _ = blows_of_turn(battle, target)
        target.blows_left = max(0, target.blows_left - (blows - blows // 2))


@clause("DE-HTH-05")
def missed_kick(table: Table[Battle], attack: Attack) -> None:
    """A rider who kicks and misses may fall from the saddle."""
    from ..horses.falls import unhorse  # noqa: PLC0415  # horses strike in turn

    figure = table.state.figures[attack.attacker]
    if attack.card != "KICK" or attack.by == "steed" or not figure.mounted:
        return
    if grappling.kick_fall(table, table.state.tables, dexterity=figure.dexterity).falls:
        target = table.state.figures[attack.target]
        unhorse(table, figure, (target.x, target.y))


@clause("DE-HTH-07")
def struck_kicking(table: Table[Battle], target: Figure, by: Figure) -> None:
    """A man struck in the round he kicks may be bashed."""
    if target.status != "active" or not who.humanoid(target):
        return
    if not any(card(key).name == "KICK" for key in target.hand):
        return
    battle = table.state
    if grappling.kick_struck(table, battle.tables, dexterity=target.dexterity).bash:
        column = bashes.column_of(target, "man")
        result = striking.bash_result(table, battle.tables, column, 0)
        table.tell(told.Bashed(by.id, target.id, "weapon", result))
        bashes.apply_bash(table, target, result, (by.x, by.y))


@clause("DE-DEF-02", "DE-DEF-09", "DE-DEF-11", "DE-ATT-09", "DE-DEF-07")
def won_by_parry(battle: Battle, attack: Attack, defence: Defence) -> list[Counter]:
    """What a blow that missed gives the parrier: a shield bash, a counterblow, or both."""
    figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
    if attack.part == "steed" or side_struck(battle, figure, target) == "rear":
        return []
    won: list[Counter] = []
    large = defence.asp_shield and getattr(battle.tables.host.shield, defence.asp_shield).bash
    if large and in_contact(battle, figure, target):
        won.append(Counter("shield_bash", target.id, figure.id))
    if defence.parry_class:
        won.append(Counter("counterblow", target.id, figure.id))
    return won


def chosen_attack(battle: Battle, figure: Figure, target: Figure) -> Attack | None:
    """The weapon attack a figure has chosen against somebody, if any."""
    names = {card(key).name for key in figure.hand}
    for key in figure.hand:
        one = card(key)
        if one.target != target.id or one.name not in ATTACKS:
            continue
        weapon = weapon_for(battle, figure, "man", one.name, target)
        if not weapon:
            return None
        return Attack(
            figure.id,
            "man",
            target.id,
            one.part,
            one.name,
            weapon,
            "GREAT_BLOW" in names,
            "FEROCITY" in names,
        )
    return None
