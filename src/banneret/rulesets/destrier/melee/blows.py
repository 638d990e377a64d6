"""Guesses, blows by strike steps, dodges, and the end of a card round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.state import card, other
from ..ground.contact import enemies_touched, in_contact, may_strike, own_side
from ..ground.stands import gap
from ..host.cards import DODGES, dodge_follow, passive_limit
from ..movement.driven.forced import beside, dodge
from ..movement.going import fast
from ..movement.steps import follow
from ..screen import told
from .cards.deck import GRAPPLES, NAMES_ONE, PASSIVE, SIX_INCHES, TAC_NAMES
from .cards.pairs import no_exchange, reading, strike_step
from .counters import able, counterblow, resolve
from .defences import DEFENSIVE, in_play
from .grapples import body_bashes, pull_rider
from .strikes import Attack, land, strike, weapon_for, won_by_parry

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Card, Counter, Figure

DIRECTIONS = ("left", "right", "back")
LAST_STEP = 4
NEARLY = 14.0  # inches between middles beyond which nobody is within six


# -- guessing


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
            (f"{enemy.id}-{dodger.id}", _guess(enemy, dodger))
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


def _guess(enemy: Figure, dodger: Figure) -> Pick[str]:
    return Pick(
        enemy.side,
        "guess",
        f"{dodger.name} dodges: {enemy.name} guesses",
        DIRECTIONS,
        label=str.capitalize,
        about=(enemy.id, dodger.id),
    )


def guessed_right(battle: Battle, enemy: Figure, dodger: Figure) -> bool:
    """Whether an enemy guessed a dodge."""
    direction = dodge_of(dodger)
    return bool(direction) and battle.guesses.get(f"{enemy.id}-{dodger.id}") == direction


# -- strike steps


@clause("DE-ATT-13")
def blows(table: Table[Battle]) -> None:
    """One strike step of the card round; the fourth is for bashes and holds."""
    battle = table.state
    step = battle.strike_step
    if step < LAST_STEP:
        strikes(table, step)
        battle.strike_step = step + 1
        return
    with_contacts(table, lambda: body_bashes(table))
    battle.phase = "dodges"
    battle.dodged = ()


@clause("DE-ATT-12", "DE-ATT-13", "DE-SEQ-09")
def strikes(table: Table[Battle], step: int) -> None:
    """Roll all attacks of a step against the state at its start, then carry all out."""
    battle = table.state
    due = [one for one in attacks(battle) if step_of(battle, one) == step]
    ready = [found for one in due if (found := ready_to(table, one)) is not None]
    if step == 2:
        shots(table)
    rolled = []
    for attack in ready:
        figure, target = battle.figures[attack.attacker], battle.figures[attack.target]
        defence = in_play(battle, target, attack.part)
        struck = strike(
            table,
            attack,
            defence,
            matrix=reading(battle, figure, target).hit,
            guessed=guessed_right(battle, figure, target),
        )
        rolled.append((attack, struck, defence))
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
    for side in (battle.attacking, other(battle.attacking)):
        for figure in who.of_side(battle, side):
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
        arm = weapon_for(battle, figure, "man", one.name)
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


def step_of(battle: Battle, attack: Attack) -> int:
    """The strike step of an attack."""
    one, two = battle.figures[attack.attacker], battle.figures[attack.target]
    return strike_step(battle, one, two, great=attack.great)


@clause("DE-ATT-13", "DE-ATT-14", "DE-HTH-08")
def ready_to(table: Table[Battle], attack: Attack) -> Attack | None:
    """An attack that falls due: on its target, turned on another enemy, or lost."""
    battle = table.state
    figure = battle.figures[attack.attacker]
    if not can_strike(figure, attack):
        table.tell(told.BlowLost(figure.id, "not in a state to strike"))
        return None
    target = battle.figures[attack.target]
    if attack.by == "steed" and not kicks_freely(battle, figure, target):
        table.tell(told.BlowLost(figure.id, "the rider strikes through that side"))
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
    struck = [card(key) for key in figure.hand if card(key).name in NAMES_ONE]
    return not any(own_side(figure, battle.figures[one.target]).name == side for one in struck)


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
    others = [
        one
        for one in who.enemies(battle, figure)
        if who.on_feet(one) and strikable(battle, figure, one, attack)
    ]
    if not others:
        table.tell(
            told.BlowLost(figure.id, f"{battle.figures[attack.target].name} is out of reach")
        )
        return None
    chosen = table.ask(
        Pick(
            figure.side,
            "turn_blow",
            f"{figure.name} cannot reach {battle.figures[attack.target].name}: strike instead",
            [*[key for one in others for key in _parts(one)], "nobody"],
            label=lambda key: _part_name(battle, key),
            about=(figure.id,),
        )
    )
    if chosen == "nobody":
        return None
    key, _, steed = chosen.partition(" ")
    return attack._replace(target=int(key), part="steed" if steed else "man")


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

    battle = table.state
    for figure in battle.figures:
        for key in figure.hand:
            one = card(key)
            if one.name == "FIRE_MISSILE" and able(figure):
                figure.fired = True
                target = battle.figures[one.target]
                if who.on_table(target):
                    shoot(table, figure, target, one.part, melee=True)


@clause("DE-HORSE-07", "DE-HORSE-10", "DE-HORSE-12", "DE-GRAP-01")
def other_attacks(table: Table[Battle]) -> None:
    """Pulling riders, hamstrings, wheels and tramples, one after another."""
    battle = table.state
    for figure in list(battle.figures):
        if figure.status != "active":
            continue
        for key in figure.hand:
            if who.on_feet(figure) and not who.helpless(figure):
                _grapple(table, figure, card(key))
        steed = figure.steed
        for key in steed.hand if steed is not None else ():
            if figure.steed is steed and figure.status == "active":
                _horse_attack(table, figure, card(key))


def _grapple(table: Table[Battle], figure: Figure, one: Card) -> None:
    from ..horses.cards import hamstring  # noqa: PLC0415  # horses are cut in turn

    if one.name == "PULL_RIDER":
        pull_rider(table, figure, table.state.figures[one.target])
    elif one.name == "HAMSTRING" and not figure.hamstrung_this_turn:
        target = table.state.figures[one.target]
        if target.steed is not None and in_contact(table.state, figure, target):
            figure.hamstrung_this_turn = True
            hamstring(table, figure, target)


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


# -- following


@clause("DE-CARD-21", "DE-MELEE-07")
def with_contacts(table: Table[Battle], act: Any) -> None:
    """Do something, then offer those who were in contact with whoever it moved to follow."""
    battle = table.state
    before = {
        one.id: ((one.x, one.y), enemies_touched(battle, one))
        for one in battle.figures
        if one.status == "active"
    }
    act()
    for key, (place, touched) in before.items():
        mover = battle.figures[key]
        if who.on_feet(mover) and (mover.x, mover.y) != place:
            for one in touched:
                offer_follow(table, one, mover)


def offer_follow(table: Table[Battle], figure: Figure, mover: Figure) -> None:
    """Offer one figure to follow another for a blow, once in a card round."""
    battle = table.state
    free = able(figure) and figure.posture == "standing" and not figure.mounted
    if figure.followed or figure.blows_left < 1 or not free or figure.restraining >= 0:
        return
    if in_contact(battle, figure, mover):
        return
    if follow(table, figure, mover):
        figure.blows_left -= 1
        figure.followed = True


# -- dodges


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
    group = card_group(enemy)
    kept = in_contact(battle, dodger, enemy)
    found = dodge_follow(
        battle.tables, card_group=group, guessed=guessed, defence_played=plays_defence(enemy)
    )
    if not kept and found.follows and able(enemy) and enemy.posture == "standing":
        kept = beside(table, enemy, dodger)
    if not kept:
        offer_follow(table, enemy, dodger)
        kept = in_contact(battle, dodger, enemy) and found.follows
    at_him = any(card(key).target == dodger.id for key in enemy.hand)
    if kept and not guessed and group == "attack" and at_him:
        counterblow(table, dodger, enemy, "dodge")


def card_group(figure: Figure) -> Any:
    """What an enemy mainly did: attack, defence, movement or other."""
    names = [card(key).name for key in figure.hand]
    if any(name in NAMES_ONE or name in GRAPPLES or name == "HAMSTRING" for name in names):
        return "attack"
    if any(name in DEFENSIVE for name in names):
        return "defence"
    return "movement" if "MOVE" in names else "other"


def plays_defence(figure: Figure) -> bool:
    """Whether an enemy has a defensive card among his (the passive parry is one)."""
    return any(card(key).name in DEFENSIVE for key in figure.hand)


# -- the end of a round


@clause("DE-MSEQ-08", "DE-MSEQ-10", "DE-MSEQ-11", "DE-HOST-21", "DE-MAG-16", "DE-GRAP-16")
def round_end(table: Table[Battle]) -> None:
    """End a card round: stuns run down, spells are ready, stalling is counted; go on or end."""
    battle = table.state
    for figure in battle.figures:
        if figure.status == "active":
            _wind_down(table, figure)
    if goes_on(table):
        battle.card_round += 1
        battle.phase = "choose"
        return
    table.tell(told.MeleeEnded(battle.card_round + 1))
    for figure in battle.figures:
        figure.hand = ()
        figure.shown = "none"
        figure.blows_left = 0
        figure.tac = ""
        if figure.steed is not None:
            figure.steed.hand = ()
            figure.steed.blows_left = 0
    battle.phase = "turn_end"


def _wind_down(table: Table[Battle], figure: Figure) -> None:
    from ..turn.magick import prepared  # noqa: PLC0415  # spells are prepared by cards
    from ..turn.missiles import reload_card  # noqa: PLC0415  # and weapons reloaded

    battle = table.state
    names = [card(key).name for key in figure.hand]
    if figure.stun and figure.stun < 90:
        figure.stun -= 1
        battle.memo.known.clear()
    idle = [name for name in names if name not in TAC_NAMES] == [PASSIVE] and not figure.tac_played
    figure.passive_run = figure.passive_run + 1 if idle else 0
    if "PREPARE_SPELL" in names:
        prepared(battle, figure)
    if "RELOAD_MISSILE" in names:
        figure.fired = True
        reload_card(table, figure)
    if figure.opportunity >= 0 and figure.opportunity_round < battle.card_round:
        figure.opportunity = -1


@clause("DE-MSEQ-08", "DE-MSEQ-12", "DE-MSEQ-14")
def goes_on(table: Table[Battle]) -> bool:
    """Whether the MELEE phase stays open: somebody who can spend blows has some."""
    battle = table.state
    sides = {one.side for one in battle.figures if who.active(battle, one)}
    if len(sides) < 2 and not any(one.turned_on for one in battle.figures):
        return False
    if not any(keeps_open(one) and not has_stalled(battle, one) for one in battle.figures):
        return False
    if any_near(battle):
        return True
    asked = [
        Pick(
            side,
            "end_melee",
            "No enemy is within six inches: end the melee?",
            ["end", "go on"],
            label=str.capitalize,
            usual="end",
        )
        for side in ("a", "b")
    ]
    return table.ask_all(asked) != ["end", "end"]


@clause("DE-MSEQ-14")
def keeps_open(figure: Figure) -> bool:
    """Whether a figure has blows it can spend, or a fast steed that must MOVE."""
    if figure.status != "active":
        return False
    steed = figure.steed
    if steed is not None and fast(steed.speed) and steed.blows_left > 0:
        return steed.posture == "standing"
    able_to = not who.stunned(figure) and not figure.dropped_out
    return able_to and figure.blows_left > 0


@clause("DE-MSEQ-14", "DE-MSEQ-10")
def has_stalled(battle: Battle, figure: Figure) -> bool:
    """Whether he passed oftener than he may: he had no card to spend a blow on."""
    before = figure.passive_run - 1
    return not passive_limit(battle.tables, consecutive=before, blows_left=figure.blows_left)


def any_near(battle: Battle) -> bool:
    """Whether any two enemies are within six inches of each other."""
    standing = [one for one in battle.figures if who.on_feet(one)]
    return any(
        who.hostile(one, two)
        and abs(one.x - two.x) <= NEARLY
        and abs(one.y - two.y) <= NEARLY
        and gap(one, two) <= SIX_INCHES
        for i, one in enumerate(standing)
        for two in standing[i + 1 :]
    )
