"""One fight: the dice, the blows, who gives ground and who follows."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Pick

from ..basics.state import ON_TABLE, Battle, Figure
from ..screen.events import Fought
from . import dice, giving_ground, injuries
from .fighters import MOST_ATTACKERS, Fighter
from .odds import melee_odds
from .wounds import STUNNED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.core.play.table import Table

    from .giving_ground import Slide

HURT, STUN = "hurt", "stun"
PUSH, UNHORSE = "push", "unhorse"
HIT, CAPTURE, LEAVE = "hit", "capture", "leave"
STAY = "stay"
_ON_STUNNED = {HIT: "strike him", CAPTURE: "take him prisoner", LEAVE: "leave him alone"}


@clause("OP-WPN-04", "OP-ARM-07", "OP-MELEE-23")
def fighter(figure: Figure) -> Fighter:
    """What counts of a figure in a fight; without a combat result it is a first round."""
    return Fighter(
        rank=figure.rank,
        hits=figure.hits,
        mounted=figure.mounted,
        weapon=figure.in_hand,
        lance_charge=figure.lance_charge,
        combat=figure.combat or "first",
        armour=figure.profile.armour,
        stunned=figure.stun >= 0,
    )


def odds_of(battle: Battle, attackers: Sequence[Figure], defender: Figure) -> Mapping[str, str]:
    """The chances of a fight if as many attack as may, as screens show them."""
    ours = [fighter(attacker) for attacker in attackers[:MOST_ATTACKERS]]
    odds = melee_odds(ours, fighter(defender), battle.options)
    chances = {"hit": odds.total - odds.hits[0], "killed": odds.killed, "beaten": odds.beaten}
    return {name: str(Fraction(n, odds.total)) for name, n in chances.items() if n}


@clause("OP-MELEE-32", "OP-MELEE-01", "OP-MELEE-30", "OP-LOAD-05")
def fight(table: Table[Battle], attackers: Sequence[Figure], defender: Figure) -> None:
    """Dice; hits and stuns; beaten attackers, then the defender, give ground; follow-ups."""
    battle = table.state
    came = dice.fight(
        table,
        [fighter(attacker) for attacker in attackers],
        fighter(defender),
        battle.options,
        stun=lambda who: _asks_to_stun(table, attackers[who], defender),
        unhorse=lambda who: _push_or_unhorse(table, attackers, defender, who),
        attacker_side=battle.active,
        defender_side=defender.player,
    )
    table.tell(
        Fought(
            tuple(attacker.id for attacker in attackers),
            defender.id,
            came.attack_totals,
            came.defend_totals,
            came.armour,
            came.pairs,
        )
    )
    for one in (*attackers, defender):
        injuries.break_off(battle, one)
    _deal(table, attackers, defender, came)
    _give_ground(table, attackers, defender, came)
    _follow_up(table, attackers, defender, came)
    for attacker, result in zip(attackers, came.attackers_combat, strict=True):
        attacker.combat = result
    defender.combat = came.defender_combat
    battle.memo.in_combat = None


@clause("OP-STUN-01", "OP-STUN-02", "OP-STUN-08")
def _asks_to_stun(table: Table[Battle], attacker: Figure, defender: Figure) -> bool:
    """Whoever scores a hit may content himself with stunning his man."""
    answer = table.ask(
        Pick(
            attacker.player,
            "melee.stun",
            f"{attacker.profile.name} hits {defender.profile.name}: hurt or stun him?",
            (HURT, STUN),
            about=(attacker.id, defender.id),
            usual=HURT,
        )
    )
    return bool(answer == STUN)


@clause("OP-OPT-15")
def _push_or_unhorse(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, who: int | None
) -> str:
    """The winner chooses whether a beaten rider is pushed back or unhorsed."""
    loser = defender if who is None else attackers[who]
    owner = attackers[0].player if who is None else defender.player
    answer: str = table.ask(
        Pick(
            owner,
            "melee.unhorse",
            f"{loser.profile.name} is beaten: push him back or unhorse him?",
            (UNHORSE, PUSH),
            about=(loser.id,),
        )
    )
    return answer


@clause("OP-MELEE-17", "OP-MELEE-30", "OP-STUN-08", "OP-WOUND-09")
def _deal(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, came: dice.Fight
) -> None:
    """Hits and stuns in the attackers' order; the dead and the captured are removed."""
    for effect, by in zip(came.effects, came.effects_by, strict=True):
        if effect == STUNNED:
            injuries.stun(table, defender, attackers[by])
        else:
            injuries.strike(table, defender, attackers[by])


# -- giving ground


@clause("OP-MELEE-16", "OP-MELEE-19", "OP-MELEE-20", "OP-MELEE-32")
def _give_ground(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, came: dice.Fight
) -> None:
    """Beaten attackers are pushed or unhorsed in listed order, then the defender once."""
    for attacker, result in zip(attackers, came.attackers, strict=True):
        _drive_back(table, attacker, defender, result)
    if came.defender in {"pushed", "unhorsed"}:
        winner = _pushed_from(table, attackers, defender, came)
        _drive_back(table, defender, winner, came.defender)


def _drive_back(table: Table[Battle], loser: Figure, winner: Figure, result: str) -> None:
    if result == "unhorsed":
        injuries.unhorse(table, loser, winner)
    elif result == "pushed":
        giving_ground.push(table, loser, winner)


@clause("OP-MELEE-20")
def _pushed_from(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, came: dice.Fight
) -> Figure:
    """The attacker who won by most; among equals the active player chooses."""
    most = max(came.margins)
    winners = [
        attacker.id
        for attacker, margin, pair in zip(attackers, came.margins, came.pairs, strict=True)
        if margin == most and pair == dice.ATTACKER_WINS
    ]
    figures = table.state.figures
    chosen: int = table.ask(
        Pick(
            attackers[0].player,
            "melee.push_from",
            f"Away from whom is {defender.profile.name} driven?",
            winners,
            label=lambda key: figures[key].profile.name,
            about=(defender.id,),
        )
    )
    return figures[chosen]


# -- following up


@clause("OP-MELEE-21", "OP-MELEE-32")
def _follow_up(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, came: dice.Fight
) -> None:
    """Unbeaten figures may close up with an enemy they beat, the active player's first."""
    if came.defender in {"pushed", "unhorsed"}:
        _attackers_follow(table, attackers, defender, came)
    elif dice.DEFENDER_WINS in came.pairs and dice.ATTACKER_WINS not in came.pairs:
        beaten = [
            attacker
            for attacker, pair in zip(attackers, came.pairs, strict=True)
            if pair == dice.DEFENDER_WINS
        ]
        _defender_follows(table, defender, beaten)


def _attackers_follow(
    table: Table[Battle], attackers: Sequence[Figure], defender: Figure, came: dice.Fight
) -> None:
    """One after another in the order their owner likes, until he lets the rest stay."""
    left = [
        attacker
        for attacker, pair in zip(attackers, came.pairs, strict=True)
        if pair != dice.DEFENDER_WINS
    ]
    while left:
        ways = _ways(table.state, [(one, defender) for one in left])
        prompt = f"Who follows up {defender.profile.name}?"
        chosen = _ask_follow(table, left[0].player, prompt, defender, list(ways))
        if chosen is None:
            return
        follower = table.state.figures[chosen]
        giving_ground.follow(table, follower, ways[chosen], defender)
        left.remove(follower)


def _defender_follows(table: Table[Battle], defender: Figure, beaten: Sequence[Figure]) -> None:
    """A defender who beat attackers and was beaten by none may go after one of them."""
    ways = {
        loser.id: way
        for loser in beaten
        if (way := giving_ground.way_after(table.state, defender, loser)) is not None
    }
    prompt = f"Whom does {defender.profile.name} follow up?"
    chosen = _ask_follow(table, defender.player, prompt, defender, list(ways))
    if chosen is not None:
        giving_ground.follow(table, defender, ways[chosen], table.state.figures[chosen])


def _ways(battle: Battle, pairs: Sequence[tuple[Figure, Figure]]) -> dict[int, Slide]:
    """The followers who can reach their man, each with his way."""
    return {
        one.id: way
        for one, loser in pairs
        if (way := giving_ground.way_after(battle, one, loser)) is not None
    }


def _ask_follow(
    table: Table[Battle], owner: str, prompt: str, defender: Figure, who: list[int]
) -> int | None:
    """Ask whether to follow up, if anybody can; None: they stay."""
    if not who:
        return None
    figures = table.state.figures
    candidates: list[str | int] = [STAY, *who]
    chosen: str | int = table.ask(
        Pick(
            owner,
            "follow_up",
            prompt,
            candidates,
            label=lambda key: "nobody" if isinstance(key, str) else figures[key].profile.name,
            about=(defender.id,),
            usual=who[0],
        )
    )
    return None if isinstance(chosen, str) else chosen


# -- stunned men


@clause("OP-STUN-05", "OP-STUN-06")
def strike_stunned(table: Table[Battle], attackers: Sequence[Figure], foe: Figure) -> list[Figure]:
    """Without dice each may hit a stunned man, take him, or leave him; gives those who did."""
    struck: list[Figure] = []
    for attacker in attackers:
        if foe.fate != ON_TABLE or len(struck) == MOST_ATTACKERS:
            break
        what = table.ask(
            Pick(
                attacker.player,
                "melee.stunned",
                f"{foe.profile.name} lies stunned before {attacker.profile.name}",
                (HIT, CAPTURE, LEAVE),
                label=_ON_STUNNED.__getitem__,
                about=(attacker.id, foe.id),
            )
        )
        if what == HIT:
            injuries.strike(table, foe, attacker)
        elif what == CAPTURE:
            injuries.capture(table, foe, attacker)
        if what != LEAVE:
            struck.append(attacker)
    return struck
