"""The Melee phase: choices, fights, what follows from them (KK-MELEE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import NOBODY, ROUTING, UP
from ..basics.who import able, has, standing
from ..ground.contact import contacts, touching
from ..morale import checking
from ..screen.deeds import Held
from . import arms, as_fighters, contests, ranks, strike_or_parry
from .as_fighters import is_drawing
from .fighters import combat_factor
from .harm import injuries
from .strike_or_parry import DRAW, HORSE, NOTHING, PARRY, STRIKE, Chosen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

AGAIN = "champion"


# -- choosing


@clause("KK-MELEE-19", "KK-MELEE-32", "KK-FAT-11")
def choose(table: Table[Battle]) -> None:
    """Step "choose": strike or parry, in secret; goes on with "gallop"."""
    battle = table.state
    begin(battle)
    asked = strike_or_parry.in_the_fight(battle)
    keys = table.ask_all([strike_or_parry.question(battle, man) for man in asked])
    noted: list[tuple[int, str, tuple[int, ...]]] = []
    for man, key in zip(asked, keys, strict=True):
        chosen = strike_or_parry.read(battle, man, key)
        if chosen.weapon:
            noted.append((man.id, f"{DRAW}:{chosen.weapon}", chosen.at))
        else:
            noted.append((man.id, chosen.kind, chosen.at))
        if chosen.kind != NOTHING:
            table.tell(Held(man.id, chosen.kind, chosen.at))
    battle.strikes = tuple(noted)
    battle.struck = battle.caught = ()
    battle.phase = "gallop"


@clause("KK-MELEE-07", "KK-FAT-11", "KK-RANK-07")
def begin(battle: Battle) -> None:
    """Who is in melee, who has parted from whom, who stands behind whom."""
    ranks.note_ranks(battle)
    met = contacts(battle)
    for man in standing(battle):
        near = met.get(man.id, ())
        if man.touched or man.lost_reach:
            ids = [foe.id for foe in near]
            man.touched = tuple([one for one in man.touched if one in ids])
            man.lost_reach = tuple([one for one in man.lost_reach if one in ids])
        man.in_melee = able(man) and any(able(foe) for foe in near)


def chosen_by(battle: Battle) -> dict[int, Chosen]:
    """What everybody chose, by figure; what has been used up left out."""
    found: dict[int, Chosen] = {}
    for key, kind, at in battle.strikes:
        if kind.startswith(DRAW):
            found[key] = Chosen(PARRY, at, kind[len(DRAW) + 1 :])
        elif not (kind in {STRIKE, HORSE} and key in battle.struck):
            found[key] = Chosen(kind, at)
    return found


@clause("KK-FALL-14", "KK-MELEE-30")
def still_chosen(battle: Battle) -> dict[int, Chosen]:
    """What charges at the gallop left of the choices: the stunned do not even parry."""
    return {
        key: one
        for key, one in chosen_by(battle).items()
        if as_fighters.fights(battle.men[key])
        and (one.kind not in {STRIKE, HORSE} or _still_reached(battle, battle.men[key], one))
    }


@clause("KK-MELEE-30", "KK-RANK-08")
def _still_reached(battle: Battle, man: Man, chosen: Chosen) -> bool:
    """Strikes at somebody who has ridden on, fallen or gone are lost, or at a horse he came off."""
    target = battle.men[chosen.at[0]]
    if chosen.kind == HORSE and target.horse == NOBODY:
        return False
    return target.status in UP and target in strike_or_parry.within_reach(battle, man)


@clause("KK-MELEE-32")
def guarded(battle: Battle, chosen: dict[int, Chosen]) -> dict[int, Chosen]:
    """The choices, with a parry for whoever chose nothing and is struck at: no worse than parrying.

    He wards off two at most, the strongest first.
    """
    found = dict(chosen)
    for key, at in _struck_at(chosen).items():
        man, said = battle.men[key], chosen.get(key)
        if said is not None and said.kind != NOTHING:
            continue
        if not as_fighters.fights(man) or man.status == ROUTING or not touching(battle, man):
            continue
        strongest = sorted(at, key=lambda foe: (-_strength(battle, foe, man), foe))
        found[key] = Chosen(PARRY, tuple(strongest[: strike_or_parry.MOST_PARRIED]))
    return found


def _struck_at(chosen: dict[int, Chosen]) -> dict[int, list[int]]:
    """Who is struck at, and by whom."""
    found: dict[int, list[int]] = {}
    for key, one in chosen.items():
        if one.kind == STRIKE:
            found.setdefault(one.at[0], []).append(key)
    return found


def _strength(battle: Battle, foe: int, man: Man) -> int:
    """How strong an opponent strikes, before his die."""
    one = as_fighters.fighter(battle, battle.men[foe], man, STRIKE)
    against = as_fighters.fighter(battle, man, battle.men[foe], PARRY)
    return combat_factor(one, against, battle.options).factor


# -- fighting


@clause("KK-MELEE-19", "KK-MELEE-01", "KK-TURN-05", "KK-MELEE-24")
def fights(table: Table[Battle]) -> None:
    """Step "fights": all contests and unopposed strikes; goes on with "melee_end"."""
    battle = table.state
    chosen = guarded(battle, still_chosen(battle))
    contests.work_out(table, chosen, None)
    _parriers_fought(battle, chosen)
    battle.phase = "melee_end"


def _parriers_fought(battle: Battle, chosen: dict[int, Chosen]) -> None:
    """A parry against somebody who strikes is fighting too (KK-FAT-11)."""
    for key, one in chosen.items():
        if one.kind == PARRY and any(
            contests.opposes(chosen, at, key) and chosen[at].kind == STRIKE for at in one.at
        ):
            battle.men[key].fought = True


# -- the end of the phase


@clause("KK-DIS-05", "KK-MORALE-12", "KK-MELEE-31", "KK-RANK-07")
def melee_end(table: Table[Battle]) -> None:
    """Step "melee_end": damage, falls, consciousness, morale, stepping up; then "fatigue"."""
    battle = table.state
    draws = chosen_by(battle)
    met = {key: [foe.id for foe in near] for key, near in contacts(battle).items()}
    tolls: injuries.Tolls = {}
    injuries.wound(table, tolls)
    _champions(table, tolls)
    injuries.follow(table, tolls)
    _draw(table, draws)
    _note_rounds(battle, met)
    checking.run_checks(table)
    ranks.step_up(table)
    battle.strikes = battle.struck = ()
    battle.phase = "fatigue"


@clause("KK-MELEE-31", "KK-MELEE-13", "KK-MELEE-26", "KK-MELEE-25")
def _draw(table: Table[Battle], chosen: dict[int, Chosen]) -> None:
    """Who stood in the fight without a melee weapon has drawn one by now, for the next turn."""
    battle = table.state
    met = contacts(battle)
    for man in standing(battle) if met else ():
        if man.id not in met or man.stun or man.status == ROUTING:
            continue
        if man.id in battle.caught:
            continue
        told = chosen.get(man.id)
        if told is not None and told.weapon:
            arms.draw(table, man, told.weapon)
        elif man.chit == "draw_weapon" and man.declared is not None and _still_has(man):
            arms.draw(table, man, man.declared.weapon)
        elif is_drawing(man) and not _lost_it_now(battle, man):
            arms.draw(table, man)


@clause("KK-MELEE-22")
def _still_has(man: Man) -> bool:
    """Whether what he was to draw is not the lance that his horse has just broken for him."""
    return man.declared is not None and man.declared.weapon in {"", *arms.carried(man)}


def _lost_it_now(battle: Battle, man: Man) -> bool:
    """Whether he lost his lance in this very phase: he draws next turn (KK-MELEE-22)."""
    return man.lance_lost and any(one[0] == man.id for one in battle.charges)


@clause("KK-MELEE-07", "KK-MELEE-21")
def _note_rounds(battle: Battle, met: Mapping[int, Sequence[int]]) -> None:
    """Those who met have had a round; whom a fall has brought together are new to each other."""
    now = contacts(battle)
    for man in standing(battle):
        near = now.get(man.id, ())
        if near or man.touched or man.lost_reach:
            man.touched = tuple([foe.id for foe in near if foe.id in met.get(man.id, ())])
            man.lost_reach = tuple([one for one in man.lost_reach if one in man.touched])


# -- champions


@clause("KK-MELEE-02", "KK-MELEE-03", "KK-FALL-05")
def _champions(table: Table[Battle], tolls: injuries.Tolls) -> None:
    """A champion may strike once more after all blows are applied; the other parries."""
    battle = table.state
    if not battle.options.champion:
        return
    for man in list(standing(battle)):
        if not has(man, "champion") or not as_fighters.fights(man) or not _has_struck(battle, man):
            continue
        # from the second rank he strikes as he did; else whom he touches (KK-MELEE-32)
        reached = (
            touching(battle, man) if man.in_melee else strike_or_parry.within_reach(battle, man)
        )
        near = [
            foe
            for foe in reached
            if strike_or_parry.refusal(battle, man, f"{STRIKE}:{foe.id}") is None
        ]
        if near:
            _strikes_again(table, man, near)
            injuries.wound(table, tolls)


def _has_struck(battle: Battle, man: Man) -> bool:
    return man.id in battle.struck or any(
        key == man.id and kind in {STRIKE, HORSE} for key, kind, _ in battle.strikes
    )


@clause("KK-MELEE-03", "KK-RANK-08", "KK-RANK-09")
def _strikes_again(table: Table[Battle], man: Man, near: list[Man]) -> None:
    """At one he reaches, or at the horse of one he touches, which nobody parries."""
    battle = table.state
    mounts = [foe for foe in near if foe.horse != NOBODY and foe in touching(battle, man)]

    def label(key: str) -> str:
        if key == NOTHING:
            return "at nobody"
        kind, _, foe = key.rpartition(":")
        name = battle.men[int(foe)].profile.name
        return f"the horse of {name}" if kind == HORSE else name

    answer = table.ask(
        Pick(
            man.player,
            AGAIN,
            f"{man.profile.name} strikes again: at whom?",
            [NOTHING, *[str(foe.id) for foe in near], *[f"{HORSE}:{foe.id}" for foe in mounts]],
            label=label,
            about=(man.id,),
        )
    )
    if answer == NOTHING:
        return
    kind, _, foe = answer.rpartition(":")
    target = battle.men[int(foe)]
    if kind == HORSE:
        contests.strike_free(table, man, target, at_horse=True)
    elif as_fighters.fights(target) and target.status != ROUTING:
        contests.contest(table, man, target, STRIKE, PARRY)
    else:
        contests.strike_free(table, man, target, at_horse=False)
