"""What things are worth to the captain: a man, a blow, a shot, an exchange."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..basics.state import NOBODY, ROUTING
from ..basics.tables import PROFILES, TABLES
from ..basics.who import able, is_lord, retinue_of
from ..ground.contact import near, touching
from ..melee.arms import EMPTY, has_spear, wielded
from ..melee.as_fighters import fighter, gallop_bonus, is_first_round
from ..melee.dice import contest_chances, damage_dice, strike_factor, unopposed_faces
from ..melee.fighters import PARRY, STRIKE, Fighter, combat_factor, mode_against
from ..melee.harm.damage import DISABLED, harm_odds, mean_damage
from ..shooting import dice as shots
from ..shooting import phase as shooting
from ..shooting import strays
from ..shooting.aiming import aim, hit_faces
from ..shooting.cover import IN_THE_OPEN, cover_between

if TYPE_CHECKING:
    from ..basics.options import Options
    from ..basics.state import Battle, Man, Profile
    from ..shooting.aiming import ShotFacts

LORD_WORTH: Final = 3.0  # times a common man: his fall shakes them all
SHOOTER: Final = 0.9  # shots decide more battles than swords
RIDER: Final = 0.6  # what a horse adds
HORSE: Final = 0.9  # what it is worth to shoot the horse under him
SPENT: Final = 0.4  # of one who runs already
DOWN, HURT = 0.7, 0.3  # what disabling and wounding count for


@lru_cache(maxsize=4096)
def _class_worth(class_: str) -> float:
    usual = PROFILES[class_]
    return 0.5 + usual.default_melee / 14.0 + usual.morale_bonus * 0.1


def skill(profile: Profile) -> int:
    """His melee skill, or what is usual for his class if that is all one sees."""
    return profile.melee or PROFILES[profile.class_].default_melee


def courage(profile: Profile) -> int:
    """The morale usual for his class."""
    return profile.morale or PROFILES[profile.class_].default_morale


def worth(battle: Battle, man: Man) -> float:
    """What a man is worth to his side, a common soldier about 1."""
    value = _class_worth(man.profile.class_)
    if man.horse != NOBODY:
        value += RIDER
    if man.profile.missile and not man.out_of_ammo:
        value += SHOOTER
    if man.status == ROUTING:
        value *= SPENT
    if is_lord(battle, man) and not retinue_of(battle, man.player).lord_fallen:
        value *= LORD_WORTH
    return value


@lru_cache(maxsize=8192)
def blow(dice: int, points: int, armor: int, stamina: int) -> float:
    """What a blow that strikes home does, from nothing to a man down."""
    if stamina <= 0:
        return 0.0
    down = float(harm_odds(dice, points, armor, stamina).get(DISABLED, 0))
    return DOWN * down + HURT * mean_damage(dice, points, armor, stamina) / stamina


def blow_by(battle: Battle, man: Man, other: Man, *, at_horse: bool = False) -> float:
    """What a blow of one does to the other."""
    weapon = wielded(man)
    if weapon == EMPTY:
        return 0.0
    dice = damage_dice(weapon, gallop_bonus(battle, man, other))
    tired = man.temporary + man.permanent
    if at_horse:
        horse = battle.horses[other.horse]
        return blow(dice, -tired, horse.profile.armor, horse.stamina)
    return blow(dice, -tired, other.profile.armor, other.stamina)


# -- a fight


class Bout:
    """Two men in a fight, as far as one of them knows it.

    `back` is what a blow of the other would do, `share` how likely he is to strike at this one of
    those he could strike.
    """

    __slots__ = ("_battle", "_mine", "_open", "_theirs", "_through", "back", "foe", "man", "share")

    def __init__(self, battle: Battle, man: Man, foe: Man) -> None:
        self._battle = battle
        self.man = man
        self.foe = foe
        self._mine = fighter(battle, man, foe, STRIKE)
        self._theirs = fighter(battle, foe, man, STRIKE, known=False)
        self._open: float | None = None
        self._through: float | None = None
        self.back = blow_by(battle, foe, man)
        self.share = 1.0 / max(len([one for one in touching(battle, foe) if able(one)]), 1)

    def _chances(self, mine: Fighter) -> tuple[int, int, int]:
        options = self._battle.options
        return contest_chances(
            combat_factor(mine, self._theirs, options).factor,
            combat_factor(self._theirs, mine, options).factor,
        )

    def foe_strikes(self) -> bool:
        """Whether the other may strike at all in this round."""
        options = self._battle.options
        first = is_first_round(self.man, self.foe)
        return mode_against(self._theirs, self._mine, first, options) == STRIKE

    def clash(self) -> tuple[float, float]:
        """If both strike: the chance to strike home, and to be struck."""
        wins, _, loses = self._chances(self._mine)
        return wins / 100.0, loses / 100.0 if self.foe_strikes() else 0.0

    def through(self) -> float:
        """The chance that he gets through a parry."""
        if self._through is None:
            parry = fighter(self._battle, self.man, self.foe, PARRY)
            self._through = self._chances(parry)[2] / 100.0 if self.foe_strikes() else 0.0
        return self._through

    def free(self) -> float:
        """The chance of our strike if he does not oppose it."""
        return unopposed_faces(strike_factor(self._mine, self._battle.options).factor) / 10.0

    def open(self) -> float:
        """The chance of his if we do not."""
        if self._open is None:
            factor = strike_factor(self._theirs, self._battle.options).factor
            self._open = unopposed_faces(factor) / 10.0 if self.foe_strikes() else 0.0
        return self._open


def exchange(battle: Battle, man: Man, foe: Man) -> float:
    """Roughly what a fight with him would bring: what we may do less what we may suffer."""
    edge = skill(man.profile) - skill(foe.profile) - man.temporary + foe.temporary
    if man.horse != NOBODY and foe.horse == NOBODY:
        edge += 2
    elif foe.horse != NOBODY and man.horse == NOBODY:
        edge -= 2
    edge += _guard(foe, man) - _guard(man, foe)
    wins, _, loses = contest_chances(edge, 0)
    mine = _dice(man)
    his = _dice(foe)
    hit = blow(mine, 0, foe.profile.armor, foe.stamina)
    struck = blow(his, 0, man.profile.armor, man.stamina)
    return (wins * hit * worth(battle, foe) - loses * struck * worth(battle, man)) / 100.0


def _guard(foe: Man, man: Man) -> int:
    """A shield hinders whoever strikes at it."""
    del man
    return -1 if foe.profile.shield in {"small", "large"} else 0


def _dice(man: Man) -> int:
    weapons = man.profile.weapons
    if not weapons:
        return 1
    row = TABLES.weapon.get(weapons[0])
    dice = row.dice if row is not None else 1
    return dice + 1 if man.horse != NOBODY and weapons[0] == "lance" else dice


def bristles(man: Man) -> bool:
    """Whether a horse would have to be ridden on to a spear."""
    return man.horse == NOBODY and has_spear(man)


# -- a shot


def pays(battle: Battle, man: Man, foe: Man, least: float) -> bool:
    """Whether a shot at him brings so much on average; strays are left out.

    Cover, which takes long to find, is looked for only where a shot in the open would do.
    """
    if bare_shot(battle, man, foe) < least:
        return False
    open_ = cover_between(battle, man.base, foe.base) == IN_THE_OPEN
    return open_ or covered_shot(battle, man, foe) >= least


def bare_shot(battle: Battle, man: Man, foe: Man, *, at_horse: bool = False) -> float:
    """What a shot at him would bring on average if nothing covered him: no shot brings more."""
    facts = shooting.facts(battle, man, foe, at_horse, bare=True)
    return _brings(facts, battle.options) * (HORSE if at_horse else worth(battle, foe))


def covered_shot(battle: Battle, man: Man, foe: Man, *, at_horse: bool = False) -> float:
    """What a shot at him brings, whatever covers him."""
    facts = shooting.facts(battle, man, foe, at_horse)
    return _brings(facts, battle.options) * (HORSE if at_horse else worth(battle, foe))


def astray(battle: Battle, man: Man, foe: Man, at_horse: bool) -> float:
    """What a shot that misses him does to our own men about him, on average (KK-SHOOT-20)."""
    reach = strays.REACH * battle.options.scale
    if all(one.side != man.side or one is man for one in near(battle, foe, reach)):
        return 0.0
    options = battle.options
    missed = _missing(shooting.facts(battle, man, foe, at_horse), options)
    harm = 0.0
    for other, horse in strays.strays(battle, man, foe, at_horse):
        facts = shooting.facts(battle, man, other, horse)
        if other.side == man.side:
            harm += missed * _brings(facts, options) * (HORSE if horse else worth(battle, other))
        missed *= _missing(facts, options)
    return harm


def _missing(facts: ShotFacts, options: Options) -> float:
    return 1.0 - hit_faces(aim(facts, options).number) / 10.0


def _brings(facts: ShotFacts, options: Options) -> float:
    """The harm a shot does on average, from nothing to a man down."""
    faces = hit_faces(aim(facts, options).number)
    if not faces or facts.target_stamina is None:
        return 0.0
    dice = shots.damage_dice(facts.weapon, facts.distance, options)
    points = shots.damage_bonus(facts.weapon, options) - shots.thrower_fatigue(facts)
    return faces / 10.0 * blow(dice, points, facts.target_armor, facts.target_stamina)
