"""An attack in a battle: who may strike whom, and its consequences in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ..basics import who
from ..fortune import melee_events, virtue
from ..fortune.checks import throw_lance
from ..ground.allowance import is_lance_charge
from ..ground.horses import take_best
from ..screen import events as e
from . import harm
from .blows import Rules, throw_blow
from .morale import run_tests

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model
    from .blows import Blow


@clause("AR-MELEE-11", "AR-STATE-02", "AR-STATE-05", "AR-EVENT-14", "AR-BREAK-03", "AR-BREAK-04")
def why_not_attack(battle: Battle, model: Model) -> Refusal | None:
    """Why a model may not attack at all now."""
    if model.prone:
        return Refusal("he is down", "AR-STATE-02")
    if model.fumbled:
        return Refusal("he fumbled and may only defend", "AR-EVENT-14")
    if model.no_attacks == battle.round:
        return Refusal("who tried to break away makes no attacks that round", "AR-BREAK-03")
    return None


@clause("AR-FATE-02")
def why_not_fight(model: Model, target: Model) -> Refusal | None:
    """A knight on parole may not fight again the one to whom he gave it."""
    if target.name not in model.parole:
        return None
    return Refusal(f"he has given his parole to {target.name}", "AR-FATE-02")


@clause("AR-MELEE-11", "AR-TURN-07", "AR-STATE-05")
def attackable(battle: Battle, model: Model) -> list[Model]:
    """Enemies in contact that may be struck: the pinned and surrendered are dealt with instead."""
    return [one for one in who.touching(battle, model) if not one.helpless]


def rules_for(battle: Battle, attacker: Model, defender: Model) -> Rules:
    """The readings this battle goes by."""
    options = battle.options
    return Rules(
        battle.stun,
        options.natural_one,
        options.wound_damage,
        options.free_attack,
        attacker.side,
        defender.side,
        lambda severity: harm.would_fell(battle, attacker, severity),
        lambda severity: harm.would_fell(battle, defender, severity),
    )


@clause("AR-EQUIP-05")
def charges(battle: Battle, model: Model) -> bool:
    """Whether the next attack of this activation has the lance behind it."""
    act = battle.act
    if act is None or act.model != model.id or act.attacked:
        return False
    return is_lance_charge(act.straight, model.mounted, model.in_hand == "lance")


@clause("AR-TURN-08", "AR-MELEE-11", "AR-MELEE-18")
def attack(table: Table[Battle], model: Model, target: Model) -> None:
    """Strike: dice, wound and stun applied, venom, the lance, the event, the tests, in that order.

    Nothing of the game the seed names is used but strength and toughness and the one wound level.
    """
    battle = table.state
    charge = charges(battle, model)
    striker = who.fighter(battle, model, lance_charge=charge)
    rules = rules_for(battle, model, target)
    virtue.for_meddling(table, model, target)
    blow = throw_blow(table, striker, who.fighter(battle, target), rules)
    dice = (blow.attack_die, blow.defence_die)
    totals = (blow.attack_total, blow.defence_total)
    table.tell(e.Struck(model.id, target.id, blow.outcome, *totals, dice, charge))
    if battle.act is not None and battle.act.model == model.id:
        battle.act.attacked = True
    land(table, blow, model, target)
    if charge:
        _try_lance(table, model)
    if blow.event:
        melee_events.occurs(table, model, target, dice)
    run_tests(table)


def land(table: Table[Battle], blow: Blow, model: Model, target: Model) -> None:
    """Apply the wound and stun of a blow to whoever it hit, and its venom."""
    if blow.wound is None:
        return
    counter = blow.victim == "attacker"
    striker, victim = (target, model) if counter else (model, target)
    harm.hurt(table, victim, blow.wound, striker.id)
    harm.stun(table, victim, blow.stun_rounds)
    harm.envenom(table, striker, victim, blow.wound)


@clause("AR-EQUIP-06")
def _try_lance(table: Table[Battle], model: Model) -> None:
    """After a lance charge, hit or miss, the lance may break."""
    if throw_lance(table, model.side):
        break_weapon(table, model)


@clause("AR-EQUIP-03", "AR-EQUIP-04")
def break_weapon(table: Table[Battle], model: Model) -> None:
    """The weapon in hand is lost; another is taken up at once if there is one."""
    table.tell(e.Broke(model.id, model.in_hand))
    model.weapons = tuple(one for one in model.weapons if one != model.in_hand)
    take_best(model)
