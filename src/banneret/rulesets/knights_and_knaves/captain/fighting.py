"""Strike or parry, whom and with what; yielding; stepping up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..basics.state import NOBODY
from ..basics.tables import TABLES
from ..basics.who import able
from ..ground import contact
from ..melee import as_fighters, strike_or_parry
from ..melee.arms import carried
from . import worth as values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.questions.choices import Pick

    from ..basics.state import Battle, Man

TRADE: Final = 1.0  # what we do to them against what they do to us
HORSE_WORTH: Final = 0.9


def fight(battle: Battle, choice: Pick[str]) -> str:
    """The choice with the best balance of harm done and harm suffered.

    With a weapon in hand he draws no other: the round that costs is not won back (KK-MELEE-13).
    """
    man = battle.men[choice.about[0]]
    against = strike_or_parry.attackers(battle, man)
    bouts = {foe.id: values.Bout(battle, man, foe) for foe in against}
    best, found = -1e9, strike_or_parry.NOTHING
    for key in choice.allowed():
        score = _merit(battle, man, key, against, bouts)
        if score > best and not key.startswith(strike_or_parry.DRAW):
            best, found = score, key
    return found


def _merit(
    battle: Battle, man: Man, key: str, against: Sequence[Man], bouts: dict[int, values.Bout]
) -> float:
    chosen = strike_or_parry.read(battle, man, key, against)
    own = values.worth(battle, man)
    done = suffered = 0.0
    if chosen.kind in {strike_or_parry.STRIKE, strike_or_parry.HORSE}:
        foe = battle.men[chosen.at[0]]
        bout = bouts.get(foe.id) or values.Bout(battle, man, foe)
        if chosen.kind == strike_or_parry.HORSE:
            done = bout.free() * values.blow_by(battle, man, foe, at_horse=True) * HORSE_WORTH
        else:
            done, suffered = _struck(battle, man, foe, bout, own)
    for foe in against:
        if chosen.kind == strike_or_parry.STRIKE and foe.id == chosen.at[0]:
            continue
        bout = bouts[foe.id]
        parried = chosen.kind == strike_or_parry.PARRY and foe.id in chosen.at
        chance = bout.through() if parried else bout.open()
        suffered += chance * bout.share * bout.back * own
    return done * TRADE - suffered


def _struck(
    battle: Battle, man: Man, foe: Man, bout: values.Bout, own: float
) -> tuple[float, float]:
    """Harm done and suffered if we strike at him: he strikes back, parries, or looks elsewhere."""
    hit = values.blow_by(battle, man, foe) * values.worth(battle, foe)
    back = bout.back * own
    if not as_fighters.fights(foe) or foe.stun:
        return bout.free() * hit, 0.0
    opposed = bout.share
    wins, loses = bout.clash()
    done = (opposed * wins + (1.0 - opposed) * bout.free()) * hit
    return done, opposed * loses * back


def meet(choice: Pick[str]) -> str:
    """Strike if that is allowed, the man rather than the horse."""
    allowed = choice.allowed()
    return strike_or_parry.STRIKE if strike_or_parry.STRIKE in allowed else strike_or_parry.PARRY


def again(battle: Battle, choice: Pick[str]) -> str:
    """A champion's second strike: at whom it does most."""
    man = battle.men[choice.about[0]]
    foes = [key for key in choice.allowed() if key.isdigit()]  # men, not their horses

    def gain(key: str) -> float:
        foe = battle.men[int(key)]
        return values.blow_by(battle, man, foe) * values.worth(battle, foe)

    return max(foes, key=gain) if foes else strike_or_parry.NOTHING


def steps_up(battle: Battle, choice: Pick[str]) -> str:
    """Fill the gap, unless he is badly hurt."""
    man = battle.men[choice.about[0]]
    return "step_up" if man.stamina * 2 > man.profile.stamina else "hold"


def yields(battle: Battle, choice: Pick[str]) -> str:
    """A lord yields when he is nearly done, alone, and beset by two or more."""
    lord = battle.men[choice.about[0]]
    against = [foe for foe in contact.touching(battle, lord) if able(foe)]
    friends = [
        man
        for man in contact.near(battle, lord, 4.0 * battle.options.scale)
        if man.side == lord.side and man.id != lord.id and able(man)
    ]
    hopeless = lord.stamina * 4 <= lord.profile.stamina and len(against) >= 2 and not friends
    return "yield" if hopeless else "fight_on"


def yields_to(battle: Battle, choice: Pick[int]) -> int:
    """To a knight, who spares; else to whoever is first."""
    knights = [
        key
        for key in choice.candidates
        if battle.men[key].profile.class_ == "knight"
        and "berserk" not in battle.men[key].profile.traits
    ]
    return knights[0] if knights else choice.candidates[0]


def weapon(battle: Battle, choice: Pick[str]) -> str:
    """A lance to charge with, on foot the reach of a spear; otherwise the best of the rest."""
    man = battle.men[choice.about[0]]
    left: Sequence[str] = choice.candidates

    def rank(key: str) -> tuple[int, int]:
        row = TABLES.weapon[key]
        first = row.values[0] + row.dice
        if key == "lance" and man.horse == NOBODY:
            first -= 1
        return first, -list(left).index(key)

    if man.chit == "draw_weapon":
        return max(carried(man), key=lambda k: (k in left, TABLES.weapon[k].values[1]))
    return max(left, key=rank)
