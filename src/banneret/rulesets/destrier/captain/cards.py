"""Choosing cards: a mixed strategy from the odds, so that there is no habit to learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..basics import who
from ..basics.columns.words import tac_named
from ..basics.state import card
from ..ground.contact import enemies_touched, may_strike
from ..ground.stands import gap, nearest_first
from ..host.cards import tac_legal
from ..host.moving import tac_distance
from ..melee.cards.deck import DROP_OUT, TAC_NAMES
from ..movement.going import fast
from . import worth
from .approach import (
    CONTACT,
    comes_within,
    free_to_come,
    room_by_a_foe,
    standing_foes,
    wakes,
)
from .games import drawn, lot, mixture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.core.questions.choices import Play

    from ..basics.state import Battle, Figure
    from .worth import Side, Stance

CLOSING = ("CLOSE", "FLECHE", "CHARGE")
LEAVING = ("RETREAT", "RUN_AWAY")
RIDE = 5.0  # inches within which fast steeds bring their riders past each other


class Wits(NamedTuple):
    """How somebody weighs what he might do: how often to take each stance, each TAC card."""

    stances: Callable[[Battle, Figure, Figure, Sequence[Stance]], list[float]]
    tacs: Callable[[Battle, Figure, Figure, Sequence[str]], list[float]]


def hand(battle: Battle, choice: Play, wits: Wits | None = None) -> Any:
    """Choose the cards of a figure for a round; he bluffs unless he has other wits."""
    wits = wits or BLUFF
    figure = battle.figures[choice.about[0]]
    if battle.card_round == 0:
        tac = tac_card(battle, figure, choice, wits)
    else:
        tac = later_tac(battle, figure, choice)
    for keys in plans(battle, figure, choice, tac, wits):
        whole = (*tac, *keys)
        if choice.lawful(whole) is not None:
            return whole
    return choice.first()


def offered(choice: Play, name: str, target: int | None = None) -> str | None:
    """The key of a card that may be chosen, at some target if one is wanted."""
    for key in choice.candidates:
        one = card(key)
        if one.name != name or (target is not None and one.target != target):
            continue
        if one.part == "man" and (choice.why_not is None or choice.why_not(key) is None):
            return key
    return None


def plans(
    battle: Battle, figure: Figure, choice: Play, tac: tuple[str, ...], wits: Wits
) -> Iterable[tuple[str, ...]]:
    """Sets of cards to try, the best first."""
    urgent = first_needs(figure, choice)
    if urgent:
        return [*urgent, ()]
    foe = opponent(battle, figure, tac)
    if foe is None:
        return _idle(battle, figure, choice)
    found = afar(battle, figure, choice) if not enemies_touched(battle, figure) else []
    if not found and not who.weapon_of(battle, figure):
        found = unarmed(battle, figure, choice, foe)
    if found:
        return [*found, ()]
    return fight(battle, figure, choice, foe, wits)


def _idle(battle: Battle, figure: Figure, choice: Play) -> Iterator[tuple[str, ...]]:
    """Nobody to strike: what can be done from afar, else to come nearer."""
    yield from afar(battle, figure, choice)
    yield (DROP_OUT,)
    yield from _nearer(battle, figure, choice)
    yield ()


def _nearer(battle: Battle, figure: Figure, choice: Play) -> list[tuple[str, ...]]:
    """Nobody to strike, but room beside an enemy: use the blows to come there, all but one."""
    key = offered(choice, "MOVE") if figure.blows_left > 1 else None
    if key is None:
        return []
    wanted = enemies_touched(battle, figure) or room_by_a_foe(battle, figure)
    return [(key,)] if wanted else []


def first_needs(figure: Figure, choice: Play) -> list[tuple[str, ...]]:
    """What comes before fighting: getting up, getting free."""
    wanted = []
    if figure.restrained_by:
        wanted.append("BREAK_FREE")
    if figure.posture != "standing" or figure.pinned:
        wanted.append("MOVE")
    return [(key,) for name in wanted if (key := offered(choice, name)) is not None]


def opponent(battle: Battle, figure: Figure, tac: Sequence[str]) -> Figure | None:
    """Whom a figure means to strike: the weakest in reach, else who comes into it by a card."""
    foes = standing_foes(battle, figure)
    weapon = who.weapon_of(battle, figure)
    inreach = [one for one in foes if may_strike(battle, figure, one, weapon) is None]
    if inreach:
        return min(inreach, key=lambda one: (worth.bears(one), one.id))
    rush = next((card(key) for key in tac if card(key).name in CLOSING), None)
    if rush is not None:
        inches = _run(battle, figure, rush.name)
        foes = [one for one in foes if rush.target in (-1, one.id)]
        met = [one for one in foes if comes_within(battle, figure, one, inches)]
    else:
        met = [one for one in foes if _may_come(battle, one, figure)]
    return next(iter(nearest_first(figure, met)), None)


def _may_come(battle: Battle, foe: Figure, figure: Figure) -> bool:
    """Whether an enemy is free to rush into a figure's reach in this round, or rides past."""
    if any(one.steed is not None and fast(one.steed.speed) for one in (foe, figure)):
        return gap(figure, foe) <= RIDE
    first = battle.card_round == 0
    if not free_to_come(battle, foe) or gap(figure, foe) > (5.0 if first else 2.5):
        return False
    names = [one for one in cards_of(battle, foe) if one in CLOSING]
    return any(comes_within(battle, foe, figure, _run(battle, foe, one)) for one in names)


def afar(battle: Battle, figure: Figure, choice: Play) -> list[tuple[str, ...]]:
    """Cards for one whom nobody touches: spells and shots, which cost little or nothing."""
    found: list[tuple[str, ...]] = []
    keys = [key for key in choice.candidates if not wakes(battle, key)]
    spells = [key for key in keys if card(key).name == "CAST_SPELL"]
    spells = [key for key in spells if choice.why_not is None or choice.why_not(key) is None]
    if spells:
        found.append((min(spells, key=lambda key: (_kindness(key), key)),))
    prepare = [key for key in choice.candidates if card(key).name == "PREPARE_SPELL"]
    for name in ("slumber", "flame_dart", "fire_burst", "dazzle"):
        found += [(key,) for key in prepare if card(key).detail == name and not figure.prepared]
    shots = [key for key in keys if card(key).name == "FIRE_MISSILE"]
    shots = [key for key in shots if choice.why_not is None or choice.why_not(key) is None]
    if shots:
        found.append((shots[0],))
    reload = offered(choice, "RELOAD_MISSILE")
    if reload is not None:
        found.append((reload,))
    return found


def _kindness(key: str) -> int:
    order = ("slumber", "fire_burst", "flame_dart", "entangle", "dazzle", "gust", "quicken", "ward")
    detail = card(key).detail.split("+")[0]
    return order.index(detail) if detail in order else len(order)


def unarmed(battle: Battle, figure: Figure, choice: Play, foe: Figure) -> list[tuple[str, ...]]:
    """Cards for one without a weapon: draw one, else fight with hands and feet."""
    found: list[tuple[str, ...]] = []
    weapons = battle.tables.host.weapons
    for key in choice.candidates:
        one = card(key)
        if one.name == "DRAW_WEAPON" and one.detail in weapons and figure.blows_left >= 2:
            found.append((key,))
    for name in ("KICK", "PUNCH"):
        got = offered(choice, name, foe.id)
        if got is not None:
            found.append((got,))
    return found


# -- the duel of cards


def fight(
    battle: Battle, figure: Figure, choice: Play, foe: Figure, wits: Wits
) -> list[tuple[str, ...]]:
    """Draw a stance by the shares of the small game; the rest follow by their shares."""
    me = worth.one_side(battle, figure, foe)
    keys = {one: cards_for(battle, figure, choice, foe, one) for one in worth.stances(me)}
    mine = [one for one in keys if keys[one]]
    if not mine:
        return [()]
    mine = striking(mine)
    shares = wits.stances(battle, figure, foe, mine)
    about = (battle.turn, battle.card_round, figure.id, foe.id, figure.blows_left, foe.blows_left)
    first = drawn(shares, *about, figure.fatigue, foe.fatigue, figure.x, foe.y)
    order = sorted(range(len(mine)), key=lambda i: (i != first, -shares[i]))
    found = [keys[mine[i]] for i in order]
    return [one for one in found if one is not None]


def striking(mine: list[Stance]) -> list[Stance]:
    """Stances with a blow in them, if there are any: measured, who waits is struck first."""
    return [one for one in mine if one.attack] or mine


def stance_game(
    battle: Battle, figure: Figure, foe: Figure, mine: Sequence[Stance]
) -> tuple[list[Stance], list[list[float]]]:
    """The stances of an enemy, and what each of one's own is worth against each of them."""
    me, them = worth.one_side(battle, figure, foe), worth.one_side(battle, foe, figure)
    theirs = worth.stances(them)
    if who.helpless(foe):
        theirs = [one for one in theirs if not one.attack and not one.guard]
    return theirs, worth.payoffs(me, mine, them, theirs)


def _bluffed_stances(
    battle: Battle, figure: Figure, foe: Figure, mine: Sequence[Stance]
) -> list[float]:
    return mixture(stance_game(battle, figure, foe, mine)[1])


_GUARDS = {
    "active": "ACTIVE_SHIELD_PARRY",
    "parry": "WEAPON_PARRY",
    "desperate": "DESPERATE_DEFENSE",
}


def cards_for(
    battle: Battle, figure: Figure, choice: Play, foe: Figure, stance: Stance
) -> tuple[str, ...] | None:
    """The cards that carry out a stance; None if they are not to be had."""
    found: list[str] = []
    if stance.attack:
        names = ("GREAT_BLOW",) if stance.attack == "great" else blow_names(figure)
        key = next((got for name in names if (got := offered(choice, name, foe.id))), None)
        if key is None:
            return None
        found.append(key)
    if stance.guard == "dodge":
        ways = [
            name for name in ("DODGE_LEFT", "DODGE_RIGHT", "DODGE_BACK") if offered(choice, name)
        ]
        if not ways:
            return None
        spot = lot(battle.turn, battle.card_round, figure.id, figure.x, figure.y, "dodge")
        found.append(ways[int(spot * len(ways)) % len(ways)])
    elif stance.guard:
        key = offered(choice, _GUARDS[stance.guard])
        if key is None:
            return None
        found.append(key)
    if stance.name == "wait" and figure.passive_run >= 5:
        return None
    return tuple(found)


def blow_names(figure: Figure) -> tuple[str, ...]:
    """Which card a plain blow is struck with: who is half spent has more to win by rage.

    Rage takes his guard and gives him blows, and wounds hinder him no more; fresh on both sides it
    would end every duel in its first turns.
    """
    spent = 2 * figure.fatigue <= figure.fatigue_max
    if spent or figure.profile.training == "nordic_berserk":
        return ("FEROCITY", "DELIVER_BLOW")
    return ("DELIVER_BLOW", "FEROCITY")


# -- TAC cards


def tac_card(battle: Battle, figure: Figure, choice: Play, wits: Wits) -> tuple[str, ...]:
    """Choose a TAC card by the matrix, against what the nearest enemy may play."""
    keys = [key for key in choice.candidates if card(key).name in TAC_NAMES]
    keys = [key for key in keys if choice.why_not is None or choice.why_not(key) is None]
    if not keys:
        return ()
    foe = goal(battle, figure)
    if foe is None or gap(figure, foe) > 6.0:
        return (_plain(keys),)
    inches = gap(figure, foe)
    mine = [key for key in keys if card(key).target in (-1, foe.id)]
    mine = [key for key in mine if sensible(battle, figure, card(key).name, inches)] or [
        _plain(keys)
    ]
    shares = wits.tacs(battle, figure, foe, mine)
    about = (battle.turn, figure.id, foe.id, figure.x, figure.y, foe.x, foe.y, figure.fatigue)
    return (mine[drawn(shares, *about)],)


def goal(battle: Battle, figure: Figure) -> Figure | None:
    """Whom to go for: the nearest enemy that a rush can come at, else the nearest."""
    foes = standing_foes(battle, figure)
    near = nearest_first(figure, foes)[:4]
    most = max(_run(battle, figure, name) for name in CLOSING)
    open_to = [one for one in near if comes_within(battle, figure, one, most)]
    return next(iter(open_to or near), None)


def _plain(keys: Sequence[str]) -> str:
    names = [card(key).name for key in keys]
    for name in ("STAND_GROUND", "CHARGE", "KEEP_DISTANCE"):
        if name in names:
            return keys[names.index(name)]
    return keys[0]


def sensible(battle: Battle, figure: Figure, name: str, inches: float) -> bool:
    """Leave out cards that make no sense: fleeing when fit, rushing from contact."""
    shooter = bool(who.missile_of(battle, figure)) or figure.profile.mkl > 3
    if name in LEAVING:
        return shooter and name == "RETREAT"
    if name == "KEEP_DISTANCE":
        return shooter or inches > CONTACT
    if name in ("CHARGE", "FLECHE") and inches < CONTACT:
        return False
    return not (shooter and name in CLOSING)


def cards_of(battle: Battle, foe: Figure) -> list[str]:
    """The TAC cards an enemy is likely to play."""
    if foe.steed is not None:
        return [foe.steed.tac or "CLOSE"]
    if who.helpless(foe):
        return ["STAND_GROUND"]
    legal = tac_legal(
        battle.tables,
        kind=foe.profile.kind,
        encumbrance=foe.encumbrance,
        charged_this_turn=foe.charged_this_turn,
        berserk=foe.berserk,
        trained=foe.profile.trained_animal,
        guarding=foe.guarding,
    )
    return [name for name in legal if name not in LEAVING] or legal


def tac_table(
    battle: Battle, figure: Figure, foe: Figure, mine: Sequence[str], theirs: Sequence[str]
) -> list[list[float]]:
    """The payoffs of TAC cards: an exchange of blows under the matrix, if they meet."""
    me, them = worth.one_side(battle, figure, foe), worth.one_side(battle, foe, figure)
    blow, answer = _typical(me), _typical(them)
    attacks = battle.attacking == figure.side
    half = figure.contact_half.get(foe.id, 0)
    if half:
        attacks = battle.initiative[half - 1] == figure.side
    touch = gap(figure, foe) < CONTACT
    coming = [touch or comes_within(battle, foe, figure, _run(battle, foe, it)) for it in theirs]
    found: list[list[float]] = []
    for own in [card(key).name for key in mine]:
        goes = touch or comes_within(battle, figure, foe, _run(battle, figure, own))
        row = [
            _exchange(battle, (me, blow, own), (them, answer, name), attacks)
            if goes or comes
            else 0.0
            for name, comes in zip(theirs, coming, strict=True)
        ]
        found.append(row)
    return found


def _typical(side: Side) -> Stance:
    some = worth.stances(side)
    best = [one for one in some if one.name in ("blow_active", "blow")]
    return best[-1] if best else some[0]


def _run(battle: Battle, figure: Figure, name: str) -> float:
    if name not in CLOSING:
        return 0.0
    return tac_distance(
        battle.tables,
        card=tac_named(name),
        phase="TAC",
        encumbrance=figure.encumbrance,
        steed=figure.steed.key if figure.steed is not None else "",
        agile=who.agile(figure),
    )


def _exchange(
    battle: Battle,
    one: tuple[Side, Stance, str],
    two: tuple[Side, Stance, str],
    attacks: bool,
) -> float:
    """What an exchange under the matrix is worth to the first of two."""
    me, blow, mine = one
    them, answer, theirs = two
    row, column = (mine, theirs) if attacks else (theirs, mine)
    hit, back, bash, first = battle.tables.host.tactical_matrix.cell(row, column)
    own, other = (hit, back) if attacks else (back, hit)
    mark = "att" if attacks else "def"
    got = worth.gain(me, blow, them, answer, own)
    given = worth.gain(them, answer, me, blow, other)
    if first == mark:
        given *= 1.0 - 0.4 * worth.hit(me, blow, them, answer, own)
    elif first in ("att", "def"):
        got *= 1.0 - 0.4 * worth.hit(them, answer, me, blow, other)
    knocked = 0.1 if bash in (mark, "both") else 0.0
    hurt = 0.1 if bash != mark and bash in ("att", "def", "both") else 0.0
    return them.worth * (got + knocked) - me.worth * (given + hurt)


def later_tac(battle: Battle, figure: Figure, choice: Play) -> tuple[str, ...]:
    """In card rounds: rush at an enemy who is near, if blows are left for a fight."""
    shooter = bool(who.missile_of(battle, figure)) or figure.profile.mkl > 3
    if shooter or figure.blows_left < 4 or enemies_touched(battle, figure):
        return ()
    near = nearest_first(figure, standing_foes(battle, figure))[:3]
    for name in CLOSING:
        for foe in near:
            key = offered(choice, name, foe.id)
            if key and comes_within(battle, figure, foe, _run(battle, figure, name)):
                return (key,)
    return ()


def _bluffed_tacs(battle: Battle, figure: Figure, foe: Figure, mine: Sequence[str]) -> list[float]:
    return mixture(tac_table(battle, figure, foe, mine, cards_of(battle, foe)))


BLUFF = Wits(_bluffed_stances, _bluffed_tacs)
