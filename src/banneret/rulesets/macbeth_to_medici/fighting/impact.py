"""Step 10: new contacts strike together, one after another (MM-IMPACT, MM-TURN-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import BROKEN, IMPETUOUS, ON_TABLE
from ..basics.who import is_mounted
from ..command.states import add_hits, lose, test, unform
from ..screen.deeds import Impacted
from .charge.aftermath import break_in_fight
from .charge.recoiling import (
    carry_through,
    follow_up,
    fresh_enemies,
    go_on,
    halt_beyond,
    recoil,
    return_to,
    turn_upon,
)
from .leading import both_factors
from .pairs import charges_home, impact_side, is_on, struck_edge, units_in
from .shock import Shock, factor_of, score_of, settle

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Fight, Unit

LANCES = ("heavy_lance", "light_lance")


@clause("MM-IMPACT-03", "MM-IMPACT-04", "MM-TURN-09")
def impact(table: Table[Battle]) -> None:
    """The next impact, by initiative of the unit that moved."""
    battle = table.state
    fight = next_impact(battle)
    if fight is None:
        battle.phase = "melee"
        return
    fight.impact = False
    strike(table, fight)


def next_impact(battle: Battle) -> Fight | None:
    """The new contact whose mover has the highest initiative; those without impact are passed."""
    found = []
    for fight in battle.fights:
        if not fight.impact or fight.since != battle.turn:
            continue
        if is_on(battle, fight) and is_impact(battle, fight):
            found.append(fight)
        else:
            fight.impact = False
    if not found:
        return None
    return min(found, key=lambda f: _order(battle, f))


def _order(battle: Battle, fight: Fight) -> tuple[int, str, int]:
    mover = battle.units[fight.mover]
    return -mover.deeds.initiative, mover.side, mover.number


@clause("MM-IMPACT-01", "MM-IMPACT-02", "MM-IMPACT-37")
def is_impact(battle: Battle, fight: Fight) -> bool:
    """Charging lancers, or formed close-order troops on either side."""
    pair = units_in(battle, fight)
    if any(_charges_with_lance(unit) for unit in pair):
        return True
    if battle.options.impact_narrow:
        return any(unit.profile.melee == "pike" and unit.formed for unit in pair)
    return any(unit.order == "close" and unit.formed for unit in pair)


def _charges_with_lance(unit: Unit) -> bool:
    return unit.profile.impact in LANCES and is_mounted(unit) and charges_home(unit)


# -- the clash


@clause("MM-IMPACT-06", "MM-IMPACT-32", "MM-ARCH-11")
def strike(table: Table[Battle], fight: Fight) -> None:
    """Both roll, the lower initiative chooses its Leadership first, and the scores decide."""
    battle = table.state
    one, two = units_in(battle, fight)
    a = impact_side(battle, one, two, "front")
    b = impact_side(battle, two, one, struck_edge(fight))
    mine = (one, factor_of(a, b), score_of(a, 0))
    theirs = (two, factor_of(b, a), score_of(b, 0))
    factor_a, factor_b = both_factors(table, mine, theirs)
    found = settle(a, b, factor_a, factor_b)
    for unit in (one, two):
        unit.deeds.impacts += 1
        unit.known = True
    table.tell(
        Impacted(
            one.id,
            two.id,
            (found.score_a, found.score_b),
            found.winner,
            found.recoil or 0,
            found.penetrated or 0,
            one.side,
        )
    )
    _carry_out(table, fight, found)


# -- what follows


@clause("MM-IMPACT-18", "MM-IMPACT-19", "MM-IMPACT-32")
def _carry_out(table: Table[Battle], fight: Fight, found: Shock) -> None:
    """Hits, order, recoil or penetration, follow-up, and last the loser's test."""
    battle = table.state
    one, two = units_in(battle, fight)
    add_hits(table, one, found.hits_a, "impact")
    add_hits(table, two, found.hits_b, "impact")
    if found.winner == "draw":
        fight.melee = "compulsory"
        return
    winner, loser = (one, two) if found.winner == "a" else (two, one)
    if found.destroyed:
        lose(table, loser, "overrun")
        return
    if found.unformed_a:
        unform(table, one)
    if found.unformed_b:
        unform(table, two)
    if found.penetrated is not None:
        _penetrate(table, fight, found, winner, loser)
    else:
        _drive_back(table, fight, found, winner, loser)


@clause("MM-IMPACT-38")
def is_held(battle: Battle, unit: Unit, loser: Unit) -> bool:
    """Whether a winner is still in contact with another unbroken enemy, and so stays."""
    return any(
        unit.id in (f.mover, f.other) and loser.id not in (f.mover, f.other) and is_on(battle, f)
        for f in battle.fights
    )


# -- cavalry among foot


@clause("MM-IMPACT-21", "MM-IMPACT-22", "MM-IMPACT-24", "MM-IMPACT-34")
def _penetrate(table: Table[Battle], fight: Fight, found: Shock, winner: Unit, loser: Unit) -> None:
    """Short of the last rank they fight on inside; else they are through and out."""
    battle = table.state
    through = found.through and not is_held(battle, winner, loser)
    if through:
        carry_through(table, winner, loser)
    elif fight in battle.fights:
        fight.melee = "compulsory"
    _test_loser(table, loser)
    if through and winner.where == ON_TABLE and not winner.deeds.pursued:
        _beyond(table, winner, loser)


@clause("MM-IMPACT-23", "MM-IMPACT-38", "MM-GUN-02")
def _beyond(table: Table[Battle], winner: Unit, loser: Unit) -> None:
    """Carried through: turn and fight, halt, or go on into a fresh enemy."""
    battle = table.state
    fresh = fresh_enemies(battle, winner)
    ways = []
    if loser.where == ON_TABLE and loser.morale != BROKEN:
        ways.append("turn")
    if winner.morale != IMPETUOUS:
        ways.append("halt")
    ways += [f"on:{one.id}" for one in fresh]
    if winner.morale == IMPETUOUS and fresh:
        ways = [way for way in ways if way.startswith("on:")]
    if not ways:
        ways = ["halt"]
    way = table.ask(
        Pick(
            winner.side,
            "beyond",
            f"{winner.profile.name} are through {loser.profile.name}",
            ways,
            label=lambda key: _beyond_words(battle, key),
            about=(winner.id,),
        )
    )
    if way == "turn":
        turn_upon(table, winner, loser)
    elif way == "halt":
        halt_beyond(table, winner, loser)
    else:
        met = go_on(table, winner, battle.units[int(way[3:])])
        if met is not None:
            _strike_at_once(table, met)


def _beyond_words(battle: Battle, key: str) -> str:
    words = {"turn": "Turn and strike their rear", "halt": "Halt beyond them"}
    return words.get(key) or f"Go on into {battle.units[int(key[3:])].profile.name}"


@clause("MM-IMPACT-04", "MM-IMPACT-24", "MM-IMPACT-39")
def _strike_at_once(table: Table[Battle], fight: Fight) -> None:
    """A fresh enemy met by going on or following up is struck before the next in order."""
    if fight.impact and is_on(table.state, fight) and is_impact(table.state, fight):
        fight.impact = False
        strike(table, fight)


# -- lines that recoil


@clause("MM-IMPACT-25", "MM-IMPACT-26", "MM-IMPACT-27", "MM-IMPACT-28", "MM-IMPACT-29")
def _drive_back(
    table: Table[Battle], fight: Fight, found: Shock, winner: Unit, loser: Unit
) -> None:
    """The loser recoils; a winner that charged follows and may choose to melee."""
    battle = table.state
    held = is_held(battle, winner, loser)
    inches = found.recoil or 0
    went = recoil(table, loser, winner, inches)
    follows = found.follow_up is not None and not held and loser.where == ON_TABLE
    met: Fight | None = None
    if follows:
        met = follow_up(
            table, winner, loser, min(went, found.difference) if _slow(winner, loser) else went
        )
    _test_loser(table, loser)
    if loser.where == ON_TABLE and loser.morale == IMPETUOUS and loser.entered == battle.turn:
        _turns_back(table, winner, loser)
        return
    if loser.where != ON_TABLE or loser.morale == BROKEN:
        return
    _after_recoil(table, winner, loser, follows=follows)
    if met is not None:
        _strike_at_once(table, met)
    del fight


def _slow(winner: Unit, loser: Unit) -> bool:
    """Impetuous foot follow beaten horse only by the difference (MM-IMPACT-26)."""
    return is_mounted(loser) and not is_mounted(winner)


@clause("MM-IMPACT-28", "MM-IMPACT-34")
def _after_recoil(table: Table[Battle], winner: Unit, loser: Unit, *, follows: bool) -> None:
    """To fight on is the follower's choice; without contact there is no melee.

    Who had no room to recoil stays in contact, though nobody fights there this turn.
    """
    battle = table.state
    pair = next((f for f in battle.fights if {f.mover, f.other} == {winner.id, loser.id}), None)
    if pair is None:
        return
    if not follows:
        pair.melee = "none"
        return
    fights_on = table.ask(
        Pick(
            winner.side,
            "melee",
            f"{winner.profile.name} have driven {loser.profile.name} back",
            ("fight", "hold"),
            label=lambda key: "Fight on hand to hand" if key == "fight" else "Hold off this turn",
            about=(winner.id,),
            usual="fight",
        )
    )
    pair.melee = "compulsory" if fights_on == "fight" else "none"


@clause("MM-IMPACT-35")
def _turns_back(table: Table[Battle], winner: Unit, loser: Unit) -> None:
    """A loser that becomes Impetuous returns into contact, and melee is compulsory."""
    fight = return_to(table, loser, winner)
    if fight is not None:
        fight.impact = False
        fight.melee = "compulsory"


@clause("MM-IMPACT-18", "MM-IMPACT-35", "MM-IMPACT-32", "MM-CONTROL-15")
def _test_loser(table: Table[Battle], loser: Unit) -> None:
    """The loser tests with all these hits; if it breaks it routs at once."""
    if loser.where != ON_TABLE or loser.morale == BROKEN:
        return
    test(table, loser)
    if loser.where == ON_TABLE and loser.morale == BROKEN:
        break_in_fight(table, loser)
