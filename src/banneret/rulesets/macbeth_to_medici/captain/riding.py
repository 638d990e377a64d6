"""Where officers ride, whom they lead, and what the commander orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..basics.state import BROKEN, LOST, NOBODY, ON_TABLE, SIDES, STEADY
from ..basics.tables import BONUS, WIN_LEAD
from ..basics.who import distance, enemies_of, enemy, is_gunne, is_mounted, units_of
from ..command.obedience import nearest_enemy
from ..ending.breaking import share_lost
from ..ending.victory import first_win
from ..ground.advantage import has_advantage
from ..ground.sight import zone
from ..missiles.volleys import BOWS
from ..movement.riders import ELSEWHERE, STAY

if TYPE_CHECKING:
    from ..basics.state import Battle, Officer, Unit, Ward


PLAIN_NEAR = 20.0  # inches of the enemy: he comes, and level ground helps nobody
CLOSE = 10.0  # he has come through our arrows, or to a flank
KEPT_BACK = ("reserve", "support")
LATE = 0.5  # of the turns: a reserve that was not used by then is wasted


def _officer(battle: Battle, choice: Any) -> Officer:
    found: Officer = battle.officers[choice.about[0] - 1000]
    return found


def _need(battle: Battle, officer: Officer, unit: Unit) -> float:
    """How much a unit needs an officer: fights, wavering, worth."""
    if is_gunne(unit):
        return -5.0
    found = unit.profile.points / 50
    found += {"erratic": 2.0, "broken": 1.0, "impetuous": 1.5}.get(unit.morale, 0.0)
    if any(unit.id in (f.mover, f.other) for f in battle.fights):
        found += 1.5
    foes = enemies_of(battle, unit)
    if foes and min(distance(battle, unit, foe) for foe in foes) < 12:
        found += 1.0
    if unit.ward != officer.ward:
        found -= 2.0
    if at_stake(battle, officer) and _is_hot(battle, unit):
        found -= 6.0
    led = any(o.leading == unit.id and o.id != officer.id for o in battle.officers)
    return found - (5.0 if led else 0.0)


def at_stake(battle: Battle, officer: Officer) -> bool:
    """Whether the battle may be lost with him."""
    key, number = battle.wards[officer.ward].key, 1 + SIDES.index(officer.side)
    return any(
        one.kind in ("officer_lost", "officer_alive") and (one.side, one.battle) == (number, key)
        for win in battle.scenario.win
        for one in (*win.all, *win.any)
    )


def _is_hot(battle: Battle, unit: Unit) -> bool:
    """Whether a unit fights, or soon may."""
    if any(unit.id in (f.mover, f.other) for f in battle.fights):
        return True
    foes = [foe for foe in enemies_of(battle, unit) if foe.morale != BROKEN]
    return any(distance(battle, unit, f) < (18 if is_mounted(f) else 12) for f in foes)


def ride(battle: Battle, choice: Any, level: str) -> Any:
    """Ride to the unit that needs him most, if it needs him much more than his own."""
    del level
    officer = _officer(battle, choice)
    here = 0.0
    if officer.leading != NOBODY:
        here = _need(battle, officer, battle.units[officer.leading])
    best, most = STAY, here + (0.8 if officer.leading != NOBODY else 0.0)
    for key in choice.candidates:
        if key not in (STAY, ELSEWHERE):
            towards, _, who = key.rpartition(">")
            need = _need(battle, officer, battle.units[int(who)]) - (1.0 if towards else 0.0)
            if need > most:
                best, most = key, need
    return best


def lead(battle: Battle, choice: Any, level: str) -> Any:
    """Lead whom he stands with, the neediest first."""
    del level
    officer = _officer(battle, choice)
    units = [key for key in choice.candidates if key != "none"]
    best = max(units, key=lambda key: _need(battle, officer, battle.units[int(key)]))
    if at_stake(battle, officer) and _is_hot(battle, battle.units[int(best)]):
        return "none"
    return best if battle.units[int(best)].morale != BROKEN or officer.leading == NOBODY else "none"


def brigade(battle: Battle, choice: Any, level: str) -> Any:
    """Move alone: every unit finds its own enemy."""
    del battle, choice, level
    return ()


def message(battle: Battle, choice: Any, level: str) -> Any:
    """Attack with a reserve when the line is fought out; hold a bold man on good ground."""
    del level
    wanted: list[tuple[float, str]] = []
    for key in choice.candidates:
        if key == "none":
            continue
        ward_id, _, order = key.partition(":")
        ward = battle.wards[int(ward_id)]
        wanted.append((_order_worth(battle, ward, order), key))
    worth, best = max(wanted, default=(0.0, "none"))
    return best if worth > 0.5 else "none"


def _has_ground(battle: Battle, unit: Unit) -> bool:
    """Whether the ground is worth waiting on."""
    foe = nearest_enemy(battle, unit)
    return foe is not None and has_advantage(battle, unit, foe)


def _outshoots(battle: Battle, side: str) -> bool:
    """Whether a side has more bows than the other, so that waiting hurts the other more."""
    mine, theirs = (
        sum(u.elements for u in units_of(battle, one) if u.profile.missile in BOWS)
        for one in (side, enemy(side))
    )
    return mine > theirs


def _wins(battle: Battle, side: str) -> bool:
    """Whether the scenario would give a side the battle if it ended now."""
    found = first_win(battle, ("limit", "end"))
    return found is not None and SIDES[found.side - 1] == side


def is_called_for(battle: Battle, side: str) -> bool:
    """Whether a reserve is wanted: the line gives, an enemy is at its flank, or it is late."""
    if battle.turn > battle.scenario.turn_limit * LATE:
        return True
    line = [u for u in battle.units if u.side == side and _ward(battle, u).order not in KEPT_BACK]
    foes = [foe for foe in units_of(battle, enemy(side)) if foe.morale != BROKEN]
    return any(_gives(battle, unit, foes) for unit in line)


def _ward(battle: Battle, unit: Unit) -> Ward:
    return battle.wards[unit.ward]


def _gives(battle: Battle, unit: Unit, foes: list[Unit]) -> bool:
    """Whether a unit of the line is lost or shaken, or an enemy has come to its flank."""
    if unit.where == LOST:
        return True
    if unit.where != ON_TABLE:
        return False
    if unit.morale != STEADY and unit.hits > BONUS[unit.profile.experience]:
        return True
    turned = [f for f in foes if zone(battle, unit, (f.x, f.y)) != "front"]
    return any(distance(battle, unit, foe) < CLOSE for foe in turned)


def _order_worth(battle: Battle, ward: Ward, order: str) -> float:
    units = [u for u in battle.units if u.ward == ward.id and u.where == "on_table"]
    if not units or any(m.to == ward.officer and m.fate == "riding" for m in battle.messengers):
        return 0.0
    near = min(
        (distance(battle, u, foe) for u in units for foe in enemies_of(battle, u)), default=99.0
    )
    if order == "attack" and ward.order in KEPT_BACK:
        return 0.7 if near < CLOSE or is_called_for(battle, ward.side) else 0.0
    if order == "attack" and ward.order == "hold":
        lead_ = share_lost(battle, enemy(ward.side)) - share_lost(battle, ward.side)
        late = battle.turn / battle.scenario.turn_limit
        idle = late > 0.4 and near > 10 and lead_ < WIN_LEAD / 100 and not _wins(battle, ward.side)
        losing = late > 0.3 and _wins(battle, enemy(ward.side))
        close = CLOSE if _outshoots(battle, ward.side) else PLAIN_NEAR
        plain = near < close and not any(_has_ground(battle, unit) for unit in units)
        if losing or plain:
            return 0.7  # to wait gives the enemy the ground, or the first blow on level ground
        return 0.6 if idle else 0.0  # nobody comes, and to wait is to draw
    if order == "hold" and ward.order in ("attack", "advance"):
        foes = enemies_of(battle, units[0])
        safe = foes and has_advantage(battle, units[0], foes[0])
        return 0.6 if safe and share_lost(battle, enemy(ward.side)) > 0.15 else 0.0
    return 0.0
