"""What the book shows on demand of a figure: command, reach, ranges, whom he could harm.

Everything is worked out from a view: what a player does not know of cannot show here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.show.overlay import NOTHING_TO_SEE, Band, Look, Overlay, Tag
from banneret.tabletop.screen.drawing import band, chance, verdict
from banneret.tabletop.screen.words import capital, inches, plain

from ..basics.state import COMMAND_RANGE, NOBODY, UP
from ..basics.tables import COLUMNS
from ..basics.who import able, foes, men_of
from ..command.earshot import why_uncommanded
from ..command.hearing import commander, leader_in_range
from ..ground import contact
from ..melee.as_fighters import kept_off, strike_odds
from ..movement.allowances import GAITS
from ..movement.dice import foot_allowance, horse_allowance, may_gallop
from ..shooting import phase as shooting
from ..shooting.aiming import SHIFTS, column_place, hit_number
from .affecting import notes
from .hidden.view import with_usual_skills

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..basics.state import Battle, Man


def look(battle: Battle, player: str | None, key: int) -> Look:
    """Everything there is to show of a figure, and what affects him now."""
    if not 0 <= key < len(battle.men) or battle.men[key].status not in UP:
        return NOTHING_TO_SEE
    man = battle.men[key]
    own = man.player == player
    found: list[Overlay] = [*_moves(battle, man), *_ranges(battle, man)]
    if own:
        found += [*_command(battle, man), *_shots(battle, man), *_fights(battle, man)]
    return Look(tuple(found), notes(battle, man, own=own))


# -- command


@clause("KK-CMD-01", "KK-CMD-02", "KK-CMD-03", "KK-CMD-15")
def _command(battle: Battle, man: Man) -> Iterator[Overlay]:
    """The lord's voice, the leaders who pass it on, and who hears it; else why not."""
    lord = commander(battle, man.player)
    if lord is None:
        for one in men_of(battle, man.player):
            yield verdict("command", one.id, "no lord can command", "KK-CMD-15", holds=False)
        return
    far = COMMAND_RANGE * battle.options.scale
    yield band("command", lord.base, far, f"lord's command {inches(far)}", "KK-CMD-01")
    if battle.options.relay_limit:
        for unit in battle.units:
            leader = leader_in_range(battle, lord, unit) if unit.player == man.player else None
            if leader is not None and leader.id != lord.id:
                word = f"{leader.profile.name} passes it on, {inches(far)}"
                yield band("command", leader.base, far, word, "KK-CMD-05", dear=True)
    for one in men_of(battle, man.player):
        word, rule = why_uncommanded(battle, lord, one)
        yield verdict("command", one.id, word or "in command", rule, holds=not word)


# -- moving


@clause("KK-MOVE-01", "KK-MOVE-02", "KK-MOVE-03", "KK-MOVE-15")
def _moves(battle: Battle, man: Man) -> Iterator[Band]:
    """How far he goes on level ground at each pace, as wounds and fatigue leave him."""
    if man.stun or contact.touching(battle, man):
        return
    if man.horse == NOBODY:
        for run, word in ((False, "walk"), (True, "run")):
            far = foot_allowance(
                man.profile.armor,
                run,
                man.stamina,
                man.profile.stamina,
                man.temporary + man.permanent,
                options=battle.options,
            )
            yield _pace(man, word, far, "KK-MOVE-01", dear=run)
        return
    horse = battle.horses[man.horse]
    kinds = GAITS if may_gallop(horse.profile.kind) else GAITS[:-1]
    for gait in kinds:
        far = horse_allowance(
            gait,
            horse.profile.kind,
            horse.stamina,
            horse.profile.stamina,
            horse.temporary + horse.permanent,
            options=battle.options,
        )
        yield _pace(man, gait, far, "KK-MOVE-02", dear=gait == kinds[-1])


def _pace(man: Man, word: str, far: float, rule: str, *, dear: bool) -> Band:
    return band("reach", man.base, far, f"{word} {inches(far)}", rule, dear=dear)


# -- whom he could harm


@clause("KK-SHOOT-03", "KK-SHOOT-04", "KK-SHOOT-05")
def _ranges(battle: Battle, man: Man) -> Iterator[Band]:
    """How far away he hits an open, standing man on foot, and on what; skills as far as known."""
    missile = man.profile.missile
    if not missile or man.out_of_ammo or missile in man.thrown:
        return
    profile = man.profile if man.profile.shooting else with_usual_skills(man.profile)
    shift = SHIFTS[missile].reason.value
    scale = battle.options.scale
    numbers = [
        (
            far * scale,
            hit_number(profile.shooting, column_place(far * scale, battle.options) + shift),
        )
        for far in COLUMNS
    ]
    told: set[float] = set()
    for needed in (5, 8, 10):
        far = max((far for far, number in numbers if 0 < number <= needed), default=0.0)
        if far and far not in told:
            told.add(far)
            hits = next(number for inch, number in numbers if inch == far)
            word = f"{inches(far)}: hits on {hits} or more"
            yield band("range", man.base, far, word, "KK-SHOOT-04", dear=needed == 10)


@clause("KK-SHOOT-02", "KK-SHOOT-29")
def _shots(battle: Battle, man: Man) -> Iterator[Tag]:
    """Whom he could shoot at from here, with the chances; else why not."""
    if not man.profile.missile or man.out_of_ammo or man.profile.missile in man.thrown:
        return
    for foe in foes(battle, man.side):
        no = shooting.shot_refusal(battle, man, foe, False)
        if no is not None:
            yield verdict("targets", foe.id, f"no shot: {no.reason}", no.clause, holds=False)
            continue
        word = f"shot with the {plain(man.profile.missile)}"
        odds = shooting.odds_of(battle, man, foe.id)
        yield chance("targets", foe.id, word, "KK-SHOOT-02", odds)


@clause("KK-MELEE-05", "KK-MELEE-20")
def _fights(battle: Battle, man: Man) -> Iterator[Tag]:
    """Whom he touches: the chances of a strike, or who keeps him off."""
    if not able(man):
        return
    for foe in contact.touching(battle, man):
        if kept_off(battle, man, foe):
            word = capital(f"{foe.profile.name} has the longer weapon and strikes first")
            yield verdict("targets", foe.id, word, "KK-MELEE-20", holds=False)
            continue
        odds = strike_odds(battle, man, foe, at_horse=False)
        yield chance("targets", foe.id, "strike", "KK-MELEE-05", odds)
