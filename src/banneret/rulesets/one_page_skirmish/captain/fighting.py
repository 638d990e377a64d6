"""Blow by blow: whom to strike, spare, stun and follow; whom to hearten and to raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from banneret.tabletop.shapes.measuring import gap, touches

from ..basics.state import COMMON, NOBODY, on_table, side_of_player, touching_enemies
from ..ground.clearance import foes
from ..melee.wounds import hits_left
from .worth import LANCE_EDGE, PACK, edge, exchange, nerve, ransom, set_upon, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Choice, Pick

    from ..basics.state import Battle, Figure

WORTH_FOLLOWING: Final = 0.5  # points: what the next exchange must promise
RESCUE_INCHES: Final = 4.0  # friends so near may yet save a stunned man
SURE, EVEN = 0.8, 0.45  # of taking a stunned man: if his side has had its card, and if not


# -- whom


def enemy(battle: Battle, choice: Pick[int]) -> int:
    """Strike first where blood is likeliest, weighed by who bleeds."""

    def value(key: int) -> float:
        foe = battle.figures[key]
        if foe.stun >= 0:
            return worth(battle, foe) + ransom(battle, foe)
        near = [man for man in touching_enemies(battle, foe) if man.stun < 0][:PACK]
        return _blow(battle, near, foe)

    return max(choice.candidates, key=lambda key: (value(key), -key))


def _blow(battle: Battle, men: Sequence[Figure], foe: Figure) -> float:
    if not men:
        return 0.0
    strike = sum([edge(man) + LANCE_EDGE * man.lance_charge for man in men]) / len(men)
    return set_upon(battle, round(strike - edge(foe)), foe, len(men))[0]


def attackers(battle: Battle, choice: Pick[int]) -> Any:
    """As many as may, the strongest first."""
    most: tuple[int, ...] = max((tuple(one) for one in choice.ideas()), key=len)
    return tuple(sorted(most, key=lambda key: (-edge(battle.figures[key]), key)))


# -- mercy and ransom


def stuns(battle: Battle, choice: Choice[Any]) -> str:
    """Knock a man of rank down if his ransom, with the chance of getting it, is worth a wound."""
    foe = battle.figures[choice.about[1]]
    if foe.rank == COMMON:
        return "hurt"
    had_his_card = any(side_of_player(battle, card) == foe.side for card in _drawn(battle))
    chance = SURE if had_his_card else EVEN
    if _rescuers(battle, foe):
        chance *= 0.5
    kills = hits_left(foe.rank, foe.hits) == 1
    hurt = worth(battle, foe) * (1.0 if kills else 0.5)
    gain = chance * (worth(battle, foe) + ransom(battle, foe))
    return "stun" if gain > hurt else "hurt"


def _drawn(battle: Battle) -> list[str]:
    """The players whose cards have been drawn this round, where cards are those of players."""
    players = {seat.key for seat in battle.seats}
    return [card for card in battle.drawn if card in players]


def _rescuers(battle: Battle, foe: Figure) -> bool:
    return any(
        man.side == foe.side
        and man.id != foe.id
        and man.stun < 0
        and gap(man.base, foe.base) <= RESCUE_INCHES
        for man in on_table(battle)
        if not battle.units[man.unit].hidden
    )


def mercy(_battle: Battle, choice: Pick[str]) -> str:
    """A stunned man is worth double alive."""
    return "capture" if "capture" in choice.candidates else choice.allowed()[0]


# -- after the blow


def follows(battle: Battle, choice: Pick[Any]) -> Any:
    """Close up again if the next exchange favours us, and always with a stunned man.

    The question names the defender of the fight; if he is ours, the candidates are men he beat,
    else they are ours who may go after him.
    """
    ours = side_of_player(battle, choice.side)
    about = battle.figures[choice.about[0]]
    keys = [key for key in choice.candidates if isinstance(key, int)]
    stay = next(key for key in choice.candidates if not isinstance(key, int))

    def value(key: int) -> float:
        other = battle.figures[key]
        mine, foe = (about, other) if about.side == ours else (other, about)
        if foe.stun >= 0:
            return 9.0
        mine_helped = _helpers(battle, mine, foe)
        gain = exchange(battle, mine, foe, first=about.side == ours)
        return gain + 0.8 * mine_helped + _polearm(mine, won=True) - _polearm(foe, won=False)

    best = max(keys, key=lambda key: (value(key), -key), default=stay)
    return best if best != stay and value(best) > WORTH_FOLLOWING else stay


def _helpers(battle: Battle, mine: Figure, foe: Figure) -> int:
    """How many more of ours than of theirs are at hand."""
    with_me = sum([man.id != mine.id for man in touching_enemies(battle, foe)])
    with_him = sum(
        [man.id != foe.id and touches(man.base, mine.base) for man in foes(battle, mine.side)]
    )
    return min(PACK - 1, with_me) - with_him


def _polearm(man: Figure, *, won: bool) -> float:
    """Polearms are at their best while they win, and at their worst once beaten."""
    if man.in_hand != "polearm":
        return 0.0
    return 1.0 if won else -1.0


# -- words


def rallies(battle: Battle, choice: Pick[int]) -> int:
    """Lend a voice to any unit that could fail."""
    unit = battle.units[choice.about[0]]
    least = 0.65 if battle.options.rally_cost == "action" else 0.95
    if nerve(battle, unit) >= least:
        return NOBODY
    return next((key for key in choice.candidates if key != NOBODY), NOBODY)


def appoints(battle: Battle, choice: Pick[int]) -> int:
    """Name the man furthest from the enemy, rather than the Knight himself."""
    men = [key for key in choice.candidates if key not in (NOBODY, choice.about[0])]
    others = foes(battle, battle.figures[choice.about[0]].side)

    def safety(key: int) -> float:
        return min((gap(battle.figures[key].base, foe.base) for foe in others), default=0.0)

    return max(men, key=lambda key: (safety(key), -key), default=NOBODY)
