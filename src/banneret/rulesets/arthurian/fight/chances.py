"""Exact chances of a blow and a shot, for screens and captains."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..basics import who
from ..basics.tables import SEVERITIES, TABLES
from .blows import outcome_of
from .fighters import attack_value, defence_value, strength, toughness
from .harm import spares, would_fell
from .melee import charges
from .shooting import shooter_of, target_of
from .shots import band_of, shooting_value
from .wounds import better, damage_added, read_wound, wounded

if TYPE_CHECKING:
    from ..basics.state import Battle, Model
    from ..basics.tables import Level

Odds = Mapping[str, float]
ORDER = ("out", "critical", "serious", "light", "no wound")


@lru_cache(maxsize=4096)
def wound_odds(added: int, rolls: int) -> tuple[float, ...]:
    """The chance of each severity, in the order of the book, of one or the best of two rolls."""
    counts = [0] * len(SEVERITIES)
    pairs = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    one = [(read_wound(high, low, added), 1 + (high > low)) for high, low in pairs]
    if rolls == 1:
        for wound, ways in one:
            counts[SEVERITIES.index(wound.severity)] += ways
        return tuple([many / 36 for many in counts])
    for at, (first, ways) in enumerate(one):  # the better of two is as bad, whichever came first
        counts[SEVERITIES.index(first.severity)] += ways * ways
        for second, others in one[at + 1 :]:
            counts[SEVERITIES.index(better(first, second).severity)] += 2 * ways * others
    return tuple([many / 1296 for many in counts])


class BlowOdds(NamedTuple):
    """Chances of a blow: by severity on the defender, and on the attacker himself."""

    defender: tuple[float, ...]
    attacker: tuple[float, ...]
    event: float

    @property
    def hit(self) -> float:
        """Any wound roll on the defender."""
        return sum(self.defender)

    @property
    def back(self) -> float:
        """The attacker is hit instead."""
        return sum(self.attacker)


@lru_cache(maxsize=65536)
def blow_odds(
    attack: int, defence: int, added: tuple[int, int], natural_one: str, helpless: bool
) -> BlowOdds:
    """Every pair of dice, with the wound rolls each earns."""
    size = len(SEVERITIES)
    on_him, on_me = [0.0] * size, [0.0] * size
    for a in range(1, 7):
        for d in range(1, 7):
            outcome, rolls = outcome_of((a, d), (a + attack, d + defence), natural_one, helpless)
            if not rolls:
                continue
            target = on_me if outcome == "counter_hit" else on_him
            found = wound_odds(added[outcome == "counter_hit"], rolls)
            for at in range(size):
                target[at] += found[at] / 36
    return BlowOdds(tuple(on_him), tuple(on_me), 11 / 36)


def odds_of(battle: Battle, model: Model, target: Model, *, charge: bool | None = None) -> BlowOdds:
    """The chances of an attack now."""
    lance = charges(battle, model) if charge is None else charge
    one, other = who.fighter(battle, model, lance_charge=lance), who.fighter(battle, target)
    rule = battle.options.wound_damage
    return blow_odds(
        attack_value(one, other).total,
        defence_value(other, one).total,
        (
            damage_added(strength(one), toughness(other), rule),
            damage_added(strength(other, charging=False), toughness(one), rule),
        ),
        battle.options.natural_one,
        other.stunned or other.prone,
    )


def levels(battle: Battle, model: Model, severities: tuple[float, ...]) -> dict[str, float]:
    """What severities would make of a model: the level it would have then (AR-WOUND-18)."""
    options = battle.options
    if options.wounds == "stack":
        fells = tuple([would_fell(battle, model, one) for one in SEVERITIES])
    else:
        soft = options.gruesome_spares_heroes or battle.scenario.blunted
        fells = _felling(model.wound, spares(battle, model), options.wounds, soft)
    made = _levels(model.wound, options.wounds, fells, severities)
    return dict(zip(ORDER, made, strict=True))


@lru_cache(maxsize=256)
def _felling(level: Level, hero: bool, mode: str, soft: bool) -> tuple[bool, ...]:
    """Which severities would remove a model so hurt."""
    ends = [wounded(level, s, hero=hero, mode=mode, spare_heroes=soft) for s in SEVERITIES]
    return tuple([one.state != "in_play" for one in ends])


@lru_cache(maxsize=65536)
def _levels(
    now: Level, mode: str, fells: tuple[bool, ...], severities: tuple[float, ...]
) -> tuple[float, ...]:
    """The chance of each level, in the order of `ORDER`."""
    found = dict.fromkeys(ORDER, 0.0)
    for severity, chance, out in zip(SEVERITIES, severities, fells, strict=True):
        if not chance:
            continue
        if out:
            found["out"] += chance
        elif severity in {"nothing", "shock"}:
            found["no wound"] += chance
        else:
            level = wounded(now, severity, mode=mode).level if mode != "stack" else severity
            found[level] += chance
    return tuple(found.values())


def percent(chance: float) -> str:
    """A chance as a reader sees it."""
    return f"{round(100 * chance)}%"


def blow_words(battle: Battle, model: Model, target: Model) -> dict[str, str]:
    """A blow's chances in words, worst first, and that he is hit instead."""
    found = odds_of(battle, model, target)
    made = levels(battle, target, found.defender)
    said = {key: percent(made[key]) for key in ORDER[:-1] if made[key]}
    said["no wound"] = percent(1 - sum([made[key] for key in ORDER[:-1]]))
    if found.back:
        said["you are hit instead"] = percent(found.back)
    return said


# -- shots


class ShotOdds(NamedTuple):
    """Chances of a shot."""

    hit: float
    severities: tuple[float, ...]


def shot_odds(battle: Battle, model: Model, target: Model, *, moves: bool) -> ShotOdds:
    """The exact chance to hit, and of each severity."""
    shooter, mark = shooter_of(battle, model, moves=moves), target_of(battle, model, target)
    band = band_of(round(who.gap(model, target), 3), shooter.max_band)
    if band is None:
        return ShotOdds(0.0, (0.0,) * len(SEVERITIES))
    needed = TABLES.ranged_target_number[band]
    plus = shooting_value(shooter, mark.obscured).total
    hard = max(0, mark.tough - mark.poison_tough) + mark.armour
    rule = battle.options.wound_damage
    total = [0.0] * len(SEVERITIES)
    hit = 0
    for die in range(1, 7):
        if die + plus < needed:
            continue
        hit += 1
        doubled = die + plus >= 2 * needed
        power = shooter.weapon_str * (2 if doubled else 1)
        found = wound_odds(damage_added(power, hard, rule, shooter.weapon_str * doubled), 1)
        for at, chance in enumerate(found):
            total[at] += chance / 6
    return ShotOdds(hit / 6, tuple(total))


def shot_words(battle: Battle, model: Model, target: Model) -> dict[str, str]:
    """A shot's chances in words."""
    act = battle.act
    moves = act is not None and act.model == model.id and (act.moved or act.declared == "moving")
    found = shot_odds(battle, model, target, moves=moves)
    made = levels(battle, target, found.severities)
    said = {"hit": percent(found.hit)}
    said |= {key: percent(made[key]) for key in ORDER[:-1] if made[key]}
    return said
