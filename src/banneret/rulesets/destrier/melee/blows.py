"""Blows by strike steps: whose fall due, whom they are turned on, and what comes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.state import Card, card, written
from ..ground.contact import in_contact, may_strike, own_side, side_in_passing
from ..host.cards import WEAPON_ATTACKS
from ..screen import told
from .cards.deck import NAMES_ONE
from .cards.pairs import no_exchange, reading, strike_step
from .chances import Attack, Moment, riding_past, weapon_for
from .defences import in_play
from .grapples import body_bashes, pull_rider
from .replies.counters import able, resolve
from .replies.dodging import guessed_right
from .replies.following import with_contacts
from .strikes import land, strike, won_by_parry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Counter, Figure

LAST_STEP = 4


@clause("DE-ATT-13")
def blows(table: Table[Battle]) -> None:
    """One strike step of the card round; the fourth is for bashes and holds."""
    battle = table.state
    step = battle.strike_step
    if step == 1:
        fix_steps(battle)
    if step < LAST_STEP:
        strikes(table, step)
        battle.strike_step = step + 1
        return
    with_contacts(table, lambda: body_bashes(table))
    battle.phase = "dodges"
    battle.dodged = ()


@clause("DE-ATT-12", "DE-ATT-13", "DE-HOST-28", "DE-SEQ-09")
def strikes(table: Table[Battle], step: int) -> None:
    """Roll all attacks of a step against the state at its start, then carry all out."""
    battle = table.state
    due = [one for one in attacks(battle) if due_step(battle, one) == step]
    ready = [found for one in due if (found := ready_to(table, one)) is not None]
    if step == 2:
        shots(table)
    rolled = []
    for attack in ready:
        figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
        defence = in_play(battle, target, attack.part)
        moment = Moment(
            matrix=reading(battle, figure, target).hit,
            other=riding_past(battle, attack),
            guessed=guessed_right(battle, figure, target),
            side=side_in_passing(figure, target),
        )
        rolled.append((attack, strike(table, attack, defence, moment), defence))
    won: list[Counter] = []
    for attack, struck, defence in rolled:
        if not struck.hit:
            won += won_by_parry(battle, attack, defence)

    def carry_out() -> None:
        for attack, struck, defence in rolled:
            land(table, attack, struck, defence)
        if step == 2:
            other_attacks(table)
        resolve(table, won)

    with_contacts(table, carry_out)


def attacks(battle: Battle) -> list[Attack]:
    """Every attack of this card round, the attacking side's first."""
    found = []
    for figure in who.in_order(battle):
        if not figure.struck:
            found += attacks_of(battle, figure)
    return found


@clause("DE-GEN-05", "DE-CARD-12", "DE-HTAC-11")
def attacks_of(battle: Battle, figure: Figure) -> list[Attack]:
    """The attacks among one figure's cards, and its steed's; one weapon attack at most."""
    names = {card(key).name for key in figure.hand}
    found, weapon_attack = [], False
    for key in figure.hand:
        one = card(key)
        if one.name not in NAMES_ONE:
            continue
        if one.name not in ("PUNCH", "KICK"):
            if weapon_attack:
                continue
            weapon_attack = True
        arm = weapon_for(battle, figure, "man", one.name, battle.figures[one.target])
        great = weapon_attack and "GREAT_BLOW" in names and one.name not in ("PUNCH", "KICK")
        fury = "FEROCITY" in names and one.name not in ("PUNCH", "KICK")
        found.append(Attack(figure.id, "man", one.target, one.part, one.name, arm, great, fury))
    steed = figure.steed
    for key in steed.hand if steed is not None else ():
        one = card(key)
        if one.name == "KICK":
            arm = weapon_for(battle, figure, "steed", "KICK")
            found.append(Attack(figure.id, "steed", one.target, one.part, "KICK", arm))
    return found


def fix_steps(battle: Battle) -> None:
    """Say in which step every attack of the round comes, before the first of them."""
    battle.steps = {named(one): due_step(battle, one) for one in attacks(battle)}


def named(attack: Attack) -> str:
    """What an attack is called in a card round: whose it is, and by which card."""
    return f"{attack.attacker}-{attack.by}-{attack.card}"


@clause("DE-ATT-13")
def due_step(battle: Battle, attack: Attack) -> int:
    """The strike step of an attack, as it was before the first blow of the round."""
    fixed = battle.steps.get(named(attack))
    if fixed is not None:
        return fixed
    one, two = battle.figures[attack.attacker], battle.figures[attack.target]
    return strike_step(battle, one, two, great=attack.great, weapon=attack.weapon)


@clause("DE-ATT-13", "DE-ATT-14", "DE-HTH-08")
def ready_to(table: Table[Battle], attack: Attack) -> Attack | None:
    """An attack that falls due: on its target, turned on another enemy, or lost."""
    battle = table.state
    figure = battle.figures[attack.attacker]
    if not can_strike(figure, attack):
        table.tell(told.BlowLost(figure.id, "he was in no state to"))
        return None
    target = battle.figures[attack.target]
    if attack.by == "steed" and not kicks_freely(battle, figure, target):
        table.tell(told.BlowLost(figure.id, "the rider struck through that side"))
        return None
    if strikable(battle, figure, target, attack):
        part = "man" if target.steed is None else attack.part
        return attack._replace(part=part)
    return turn_blow(table, figure, attack)


def can_strike(figure: Figure, attack: Attack) -> bool:
    """Whether a figure is in a state to strike, its weapon still in hand."""
    if attack.by == "steed":
        return figure.steed is not None and figure.steed.posture == "standing"
    if not able(figure) or not attack.weapon:
        return False
    natural = attack.card in ("PUNCH", "KICK") or attack.weapon in figure.profile.natural
    return natural or attack.weapon in figure.in_hand


@clause("DE-HTH-08")
def kicks_freely(battle: Battle, figure: Figure, target: Figure) -> bool:
    """A horse kicks through a side its rider strikes nobody through; a mule all round."""
    if figure.steed is not None and figure.steed.key == "mule":
        return True
    side = own_side(figure, target).name
    for attack in attacks_of(battle, figure):
        struck = battle.figures[attack.target]
        own = attack.by == "man" and strikable(battle, figure, struck, attack)
        if own and own_side(figure, struck).name == side:
            return False
    return True


def strikable(battle: Battle, figure: Figure, target: Figure, attack: Attack) -> bool:
    """Whether somebody can be struck from here now."""
    part = "steed" if attack.by == "steed" else "man"
    if no_exchange(battle, figure, target):
        return False
    return may_strike(battle, figure, target, attack.weapon, part) is None


@clause("DE-ATT-14")
def turn_blow(table: Table[Battle], figure: Figure, attack: Attack) -> Attack | None:
    """Turn a blow on another enemy who can be struck, if the owner likes; else it is lost."""
    battle = table.state
    others = [one for one in who.enemies(battle, figure) if strikable(battle, figure, one, attack)]
    found = turned(table, figure, attack.target, others)
    if found is None:
        return None
    instead = attack._replace(target=found.target, part=found.part)
    rewrite(figure, attack, instead)
    return instead


@clause("DE-ATT-14")
def turned(
    table: Table[Battle], figure: Figure, target: int, others: Sequence[Figure]
) -> Card | None:
    """Ask whom to strike at instead of a target that cannot be reached; None is nobody."""
    battle = table.state
    name = battle.figures[target].name
    if not others:
        table.tell(told.BlowLost(figure.id, f"{name} was out of reach"))
        return None
    chosen = table.ask(
        Pick(
            figure.side,
            "turn_blow",
            f"{figure.name} cannot reach {name}: strike instead",
            [*[key for one in others for key in _parts(one)], "nobody"],
            label=lambda key: _part_name(battle, key),
            about=(figure.id,),
        )
    )
    if chosen == "nobody":
        return None
    key, _, steed = chosen.partition(" ")
    return Card("", "", int(key), "steed" if steed else "man")


def rewrite(figure: Figure, attack: Attack, turned: Attack) -> None:
    """Have the card name whom its blow was turned on: the two are a pair now (DE-TACP-13)."""
    owner: Any = figure if attack.by == "man" else figure.steed
    together = WEAPON_ATTACKS if attack.card in WEAPON_ATTACKS else (attack.card,)
    owner.hand = tuple(
        written(card(key)._replace(target=turned.target, part=turned.part))
        if card(key).name in together
        else key
        for key in owner.hand
    )


def _parts(one: Figure) -> list[str]:
    """Whom a blow may be turned on: a man, and his steed too if he rides."""
    return [str(one.id)] if one.steed is None else [str(one.id), f"{one.id} steed"]


def _part_name(battle: Battle, key: str) -> str:
    number, _, steed = key.partition(" ")
    if not number.isdigit():
        return key
    name = battle.figures[int(number)].name
    return f"{name}'s steed" if steed else name


def shots(table: Table[Battle]) -> None:
    """FIRE MISSILE cards: attacks without precedence."""
    from ..turn.missiles import shoot  # noqa: PLC0415  # shooting is a segment too

    for figure in who.in_order(table.state):
        for key in figure.hand:
            if card(key).name == "FIRE_MISSILE" and able(figure):
                figure.fired = True
                aim = aim_of(table, figure, card(key))
                if aim is not None:
                    shoot(table, figure, table.state.figures[aim.target], aim.part, melee=True)


@clause("DE-ATT-14")
def aim_of(table: Table[Battle], figure: Figure, one: Card) -> Card | None:
    """Whom a missile is shot at: whom its card names, or another if there is no shot at him."""
    from ..turn.missiles import before, targets, why_no_shot  # noqa: PLC0415  # a segment too

    battle = table.state
    target = battle.figures[one.target]
    there = target.status == "active" and why_no_shot(battle, figure, target) is None
    if there and before(figure, target):
        return one
    others = [at for at in targets(battle, figure) if before(figure, at)]
    return turned(table, figure, one.target, others)


@clause("DE-HORSE-07", "DE-HORSE-10", "DE-HORSE-12", "DE-GRAP-01")
def other_attacks(table: Table[Battle]) -> None:
    """Pulling riders, hamstrings, wheels and tramples, one after another."""
    for figure in who.in_order(table.state):
        for one in map(card, figure.hand):
            if one.name in ("PULL_RIDER", "HAMSTRING"):
                _grapple(table, figure, one)
        steed = figure.steed
        for key in steed.hand if steed is not None else ():
            if figure.status == "active":
                _horse_attack(table, figure, card(key))


def _grapple(table: Table[Battle], figure: Figure, one: Card) -> None:
    from ..horses.cards import hamstring  # noqa: PLC0415  # horses are cut in turn

    if not who.on_feet(figure) or who.helpless(figure):
        table.tell(told.BlowLost(figure.id, "he was in no state to"))
    elif one.name == "PULL_RIDER":
        pull_rider(table, figure, table.state.figures[one.target])
    elif not figure.hamstrung_this_turn:
        target = table.state.figures[one.target]
        if target.steed is not None and in_contact(table.state, figure, target):
            figure.hamstrung_this_turn = True
            hamstring(table, figure, target)
        else:
            table.tell(told.BlowLost(figure.id, f"{target.name}'s horse was out of reach"))


def _horse_attack(table: Table[Battle], figure: Figure, one: Card) -> None:
    from ..horses.cards import trample, wheel  # noqa: PLC0415  # horses strike in turn

    if figure.steed is None or figure.steed.posture != "standing":
        return
    if one.name == "WHEEL":
        wheel(table, figure)
    elif one.name == "TRAMPLE":
        target = table.state.figures[one.target]
        if target.status == "active":
            trample(table, figure, target, kick=one.detail == "kick")
