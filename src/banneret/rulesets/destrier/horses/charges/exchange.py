"""One pass of a charge (CHG-16 to 22, 33, 34): free defences, who strikes first, the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ...basics.who import (
    armour_class,
    held_weapon,
    helpless,
    on_feet,
    shield_of,
    tall,
    weapon_of,
)
from ...ground.contact import side_struck
from ...ground.stands import arc_towards, stand
from ...host.lances import always_shatters, charge_order, lance_breaks, target_range
from ...melee import chances, harm, strikes
from ...melee.defences import by_cards, shield_bonus
from ...melee.grapples import pull_rider
from ...movement.driven.forced import dodge, room_to_dodge
from ...screen.events import Defended, LanceBroken, Passed
from ..cards import hamstring, why_not_hamstring
from .foresight import exchange, least
from .lines import side_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.play.table import Table

    from ...basics.columns.words import StruckSide
    from ...basics.state import Battle, Figure, Part
    from ...host.striking import Struck
    from ...melee.defences import Defence

NO_DEFENCE: Final = "NONE"
DODGES: Final = ("DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK")
NOTHING: Final = "nothing"


class Pass(NamedTuple):
    """One pass as it was picked: both defences, what the target answers with, and where from."""

    charger: int
    target: int
    side: str  # of the steed on which the target lies
    rear: bool  # charged from behind
    defence: str  # the target's
    guard: str  # the charger's
    aim: Part  # of a mounted target
    reply: str  # nothing, blow, blow at steed, pull, hamstring
    guess: str = ""

    @property
    def guessed(self) -> bool:
        """Whether the charger guessed the way of a dodge."""
        return bool(self.guess) and _way(self.defence) == self.guess


# -- what may be picked


@clause("DE-CHG-33", "DE-HOST-67")
def free_defences(battle: Battle, figure: Figure) -> list[str]:
    """The free defences a figure may pick against one attack in a charge.

    Who is stunned has the passive parry alone.
    """
    found = [NO_DEFENCE]
    shield = shield_of(battle, figure)
    if helpless(figure):
        bears = shield and figure.stun > 0 and not figure.asleep and not figure.berserk
        return [NO_DEFENCE, "PASSIVE_SHIELD_PARRY"] if bears else found
    if held_weapon(battle, figure):
        found.append("WEAPON_PARRY")
    if shield and figure.profile.trained and shield_bonus(battle, figure, shield).active:
        found.append("ACTIVE_SHIELD_PARRY")
    if shield:
        found.append("PASSIVE_SHIELD_PARRY")
    if figure.steed is None and figure.posture == "standing" and not figure.berserk:
        found += [one for one in DODGES if room_to_dodge(battle, figure, _way(one))]
    return [NO_DEFENCE] if figure.berserk else found


def _way(card: str) -> str:
    return card.removeprefix("DODGE_").lower()


@clause("DE-CHG-17", "DE-CHG-18", "DE-CHG-19")
def replies(battle: Battle, target: Figure, charger: Figure) -> list[str]:
    """What a figure may answer a charge with."""
    if helpless(target) or not on_feet(target):
        return [NOTHING]
    found = [NOTHING]
    if weapon_of(battle, target):
        found += ["blow", "blow at steed"]
    if target.steed is None and target.posture == "standing":
        found.append("pull")
        if why_not_hamstring(battle, target, charger, passing=True) is None:
            found.append("hamstring")
    return found


_REPLY: Final = {
    NOTHING: "Nothing",
    "blow": "A blow at the rider",
    "blow at steed": "A blow at the steed",
    "pull": "Pull the rider down",
    "hamstring": "Hamstring the horse",
}


def _ask_defence(battle: Battle, figure: Figure, against: Figure) -> Pick[str]:
    offered = free_defences(battle, figure)
    shares = {key: exchange(battle, against, figure, guard=key) for key in offered}
    return Pick(
        figure.side,
        "charge_defence",
        f"How does {figure.name} meet {against.name}?",
        offered,
        label=lambda key: key.replace("_", " ").capitalize(),
        about=(figure.id, against.id),
        odds=lambda key: shares[key],
        usual=least(shares),
    )


def _ask_reply(battle: Battle, target: Figure, charger: Figure) -> Pick[str]:
    offered = replies(battle, target, charger)
    return Pick(
        target.side,
        "charge_reply",
        f"What does {target.name} answer {charger.name} with as he passes?",
        offered,
        label=lambda key: _REPLY[key],
        about=(target.id, charger.id),
        odds=lambda key: _reply_odds(battle, target, charger, key),
        usual="blow" if "blow" in offered else NOTHING,
    )


def _reply_odds(battle: Battle, target: Figure, charger: Figure, key: str) -> Mapping[str, str]:
    if key not in ("blow", "blow at steed"):
        return {}
    return exchange(battle, target, charger, "steed" if key == "blow at steed" else "man")


def _ask_aim(battle: Battle, charger: Figure, target: Figure) -> Pick[str]:
    return Pick(
        charger.side,
        "charge_aim",
        f"{charger.name} strikes at",
        ["man", "steed"] if target.steed is not None else ["man"],
        label=lambda key: target.name if key == "man" else f"{target.name}'s steed",
        about=(charger.id, target.id),
        odds=lambda key: exchange(battle, charger, target, "steed" if key == "steed" else "man"),
        usual="man",
    )


@clause("DE-CHG-33", "DE-ATT-14")
def pick(table: Table[Battle], charger: Figure, target: Figure, side: str) -> Pass:
    """Have both pick in secret, turn it up, and have the charger guess a dodge."""
    battle = table.state
    rear = side_struck(battle, charger, target) == "rear"
    defence, reply, guard, aim = table.ask_all(
        [
            _ask_defence(battle, target, charger),
            _ask_reply(battle, target, charger),
            _ask_defence(battle, charger, target),
            _ask_aim(battle, charger, target),
        ]
    )
    guess = ""
    if defence in DODGES:
        guess = table.ask(
            Pick(
                charger.side,
                "guess",
                f"{target.name} dodges: which way?",
                [_way(one) for one in DODGES],
                label=str.capitalize,
                about=(charger.id, target.id),
            )
        )
    table.tell(Defended(figure=target.id, defence=defence, guess=guess))
    table.tell(Defended(figure=charger.id, defence=guard))
    table.tell(Passed(figure=charger.id, other=target.id, side_of_steed=side, defence=defence))
    return Pass(charger.id, target.id, side, rear, defence, guard, aim, reply, guess)


@clause("DE-CHG-20", "DE-CHG-33")
def pick_reply(table: Table[Battle], charger: Figure, touched: Figure, side: str) -> Pass:
    """Somebody unnamed picks his answer as the steed brushes past: only he strikes."""
    battle = table.state
    answer, guard = table.ask_all(
        [_ask_reply(battle, touched, charger), _ask_defence(battle, charger, touched)]
    )
    rear = side_struck(battle, charger, touched) == "rear"
    table.tell(Defended(figure=charger.id, defence=guard))
    return Pass(charger.id, touched.id, side, rear, NO_DEFENCE, guard, "man", answer)


# -- strikes


@clause("DE-CHG-18", "DE-CHG-08", "DE-CHG-34", "DE-CHG-07")
def strikes_of(table: Table[Battle], made: Pass) -> bool:
    """The strikes before contact, in their order; tell whether a reply is still to come."""
    battle = table.state
    charger, target = battle.figures[made.charger], battle.figures[made.target]
    order = charge_order(
        battle.tables,
        charger_weapon=weapon_of(battle, charger),
        target_weapon=weapon_of(battle, target),
        target_tall=tall(target),
        target_can_reply=_answers_at_range(battle, made),
        charger_mount=charger.steed.key if charger.steed is not None else "",
        target_mount=target.steed.key if target.steed is not None else "",
    )
    at_range = _strikes_at_range(battle, target)
    if order == "charger_only" or not at_range:
        _charge_blow(table, made)
        return made.reply != NOTHING
    if order == "simultaneous":
        _together(table, made)
    elif order == "charger":
        _charge_blow(table, made)
        if on_feet(target) and not helpless(target) and not _fallen(target):
            reply_blow(table, made)
    else:
        reply_blow(table, made)
        if _able(charger):
            _charge_blow(table, made)
    return False


def _fallen(figure: Figure) -> bool:
    return figure.posture == "prone"


def _able(rider: Figure) -> bool:
    """Whether a charger is still in the saddle and can strike."""
    return on_feet(rider) and rider.steed is not None and not helpless(rider)


def _strikes_at_range(battle: Battle, target: Figure) -> bool:
    """Whether a target strikes before the horse is on it: a long weapon, or mounted himself."""
    far = target_range(battle.tables, weapon_of(battle, target), tall(target)) > 0.0
    return far or target.steed is not None


def _answers_at_range(battle: Battle, made: Pass) -> bool:
    target, charger = battle.figures[made.target], battle.figures[made.charger]
    blow = made.reply in ("blow", "blow at steed")
    before = arc_towards(target, (charger.x, charger.y)) != "rear"
    return blow and before and not helpless(target)


class Stroke(NamedTuple):
    """One strike of a pass that has been rolled, and is to be carried out."""

    attack: chances.Attack
    struck: Struck
    defence: Defence


@clause("DE-HOST-28", "DE-CHG-19", "DE-CHG-21", "DE-CHG-23", "DE-CHG-37", "DE-HOST-67")
def _roll_charge(table: Table[Battle], made: Pass) -> Stroke | None:
    """Roll the charger's blow; without a weapon, or stunned in the saddle, he has none."""
    battle = table.state
    charger, target = battle.figures[made.charger], battle.figures[made.target]
    weapon = weapon_of(battle, charger)
    if not weapon or not on_feet(target) or helpless(charger):
        return None
    defence = by_cards(battle, target, (made.defence,))
    if made.aim == "steed":
        defence = by_cards(battle, target, ())
    attack = chances.Attack(charger.id, "man", target.id, made.aim, "DELIVER_BLOW", weapon)
    moment = chances.Moment(
        other=chances.side_bonus(battle, made.side, weapon) + _named_side(battle, made, weapon),
        guessed=made.guessed,
        side="rear" if made.rear else "",
    )
    return Stroke(attack, strikes.strike(table, attack, defence, moment), defence)


@clause("DE-CHG-25")
def _named_side(battle: Battle, made: Pass, weapon: str) -> int:
    """What naming the side of a target dead ahead changes for a couched lance."""
    charger, target = battle.figures[made.charger], battle.figures[made.target]
    if not chances.couches(charger, weapon) or side_of(stand(charger), stand(target)) != "centre":
        return 0
    sides = battle.tables.host.lance.side
    named = {"left": sides.left, "right": sides.right}.get(made.side, sides.centre)
    return named - chances.lance_side(battle, charger, target)


def _charge_blow(table: Table[Battle], made: Pass) -> None:
    """The charger's blow, and whether his lance holds."""
    stroke = _roll_charge(table, made)
    if stroke is not None:
        strikes.land(table, stroke.attack, stroke.struck, stroke.defence)
        _lance_holds(table, stroke)


@clause("DE-CHG-11", "DE-END-04")
def _lance_holds(table: Table[Battle], stroke: Stroke) -> None:
    """Any critical on heavy armour shatters a lance; else one in ten breaks, hit or miss."""
    battle = table.state
    if battle.tables.host.weapons[stroke.attack.weapon].kind != "lance":
        return
    rider, target = battle.figures[stroke.attack.attacker], battle.figures[stroke.attack.target]
    ac = armour_class(battle, target, stroke.attack.part)
    sure = bool(stroke.struck.critical) and always_shatters(
        battle.tables, ac, battle.options.ac_plus_numeric
    )
    if sure or lance_breaks(table, battle.tables):
        if stroke.struck.hit:
            battle.lances_broken[rider.side] = battle.lances_broken.get(rider.side, 0) + 1
        break_lance(table, rider)


def break_lance(table: Table[Battle], rider: Figure) -> None:
    """A rider's lance is gone."""
    if "lance" in rider.in_hand:
        harm.drop(table, rider, "lance", "broken")
        table.tell(LanceBroken(figure=rider.id))


def _together(table: Table[Battle], made: Pass) -> None:
    """Both strike in the same moment: both are rolled, then both carried out."""
    one, two = _roll_charge(table, made), _roll_reply(table, made)
    for stroke in (one, two):
        if stroke is not None:
            strikes.land(table, stroke.attack, stroke.struck, stroke.defence)
            _lance_holds(table, stroke)


def _roll_reply(table: Table[Battle], made: Pass) -> Stroke | None:
    """Roll the target's blow at the charger, or at his steed."""
    battle = table.state
    charger, target = battle.figures[made.charger], battle.figures[made.target]
    weapon = weapon_of(battle, target)
    if not weapon or not on_feet(charger):
        return None
    mounted = charger.steed is not None
    part: Part = "steed" if made.reply == "blow at steed" and mounted else "man"
    defence = by_cards(battle, charger, (made.guard,) if part == "man" else ())
    attack = chances.Attack(target.id, "man", charger.id, part, "DELIVER_BLOW", weapon)
    penalty = battle.tables.seed.charge_movement.rear_reply_penalty if made.rear else 0
    side = _front_side(battle, target, charger) if made.rear else ""
    moment = chances.Moment(other=penalty, side=side)
    return Stroke(attack, strikes.strike(table, attack, defence, moment), defence)


@clause("DE-CHG-19")
def _front_side(battle: Battle, target: Figure, charger: Figure) -> StruckSide:
    """Who was charged from behind has no bonus for the rider's exposed back."""
    side = side_struck(battle, target, charger)
    return "sword" if side == "rear" else side


def reply_blow(table: Table[Battle], made: Pass) -> None:
    """The target's blow."""
    stroke = _roll_reply(table, made)
    if stroke is not None:
        strikes.land(table, stroke.attack, stroke.struck, stroke.defence)
        _lance_holds(table, stroke)


@clause("DE-CHG-17", "DE-CHG-19", "DE-CHG-34", "DE-HTAC-13")
def reply(table: Table[Battle], made: Pass) -> None:
    """The answer at closest passage by a figure still on its feet and facing the rider."""
    battle = table.state
    charger, target = battle.figures[made.charger], battle.figures[made.target]
    if made.reply == NOTHING or not on_feet(charger) or charger.steed is None:
        return
    if not on_feet(target) or helpless(target) or target.posture != "standing":
        return
    if made.rear and arc_towards(target, (charger.x, charger.y)) == "rear":
        return
    if made.reply == "pull":
        pull_rider(table, target, charger, guard=made.guard)
    elif made.reply == "hamstring":
        if why_not_hamstring(battle, target, charger, passing=True) is None:
            hamstring(table, target, charger, passing=True)
    else:
        reply_blow(table, made)


@clause("DE-CHG-33")
def dodge_aside(table: Table[Battle], made: Pass) -> None:
    """A dodger moves half an inch after the charger's blow, if he still can."""
    target = table.state.figures[made.target]
    if made.defence not in DODGES or not on_feet(target) or helpless(target):
        return
    if target.posture == "standing" and target.steed is None:
        dodge(table, target, _way(made.defence))
