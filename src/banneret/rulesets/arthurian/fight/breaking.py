"""Breaking from combat in a battle: declarations, free attacks, the contest, the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.asking import pick
from ..fortune import melee_events, virtue
from ..screen import events as e
from .blows import Contest, break_outcome, free_odds, hold_odds, throw_contest, throw_free
from .chances import percent
from .melee import land, rules_for, why_not_fight
from .morale import run_tests

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

HOLD, STRIKE, LET = "hold", "strike", "let"
_LABELS = {
    HOLD: "Hold him: Initiative against Initiative",
    STRIKE: "Let him go and strike a free blow",
}


@clause("AR-BREAK-01", "AR-TURN-03", "AR-STATE-02", "AR-EVENT-14")
def why_not_break(battle: Battle, model: Model) -> Refusal | None:
    """Why a model may not break from combat."""
    act = battle.act
    if not who.engaged(battle, model):
        return Refusal("he is not engaged", "AR-BREAK-01")
    if model.prone:
        return Refusal("he is down", "AR-STATE-02")
    if model.fumbled:
        return Refusal("he fumbled and may only defend", "AR-EVENT-14")
    if act is not None and (act.moved or act.attacked or act.actions < 1 or act.moves < 1):
        return Refusal("breaking away is a whole activation", "AR-TURN-03")
    return None


def _odds(battle: Battle, opponent: Model, fleer: Model, key: str) -> dict[str, str]:
    """What holding or striking promises, before anybody throws."""
    if key == HOLD:
        held = hold_odds(who.quickness(battle, fleer), who.quickness(battle, opponent))
        return {"held": percent(held)}
    rules = rules_for(battle, opponent, fleer)
    pair = (who.fighter(battle, opponent), who.fighter(battle, fleer))
    return {"hit": percent(free_odds(*pair, rules))}


@clause("AR-BREAK-06", "AR-BREAK-07")
def _declare(table: Table[Battle], opponent: Model, fleer: Model) -> str:
    """An able enemy in contact says hold or let go, before any dice."""
    battle = table.state
    no_strike = why_not_fight(opponent, fleer)
    if opponent.no_attacks == battle.round or opponent.fumbled:
        no_strike = Refusal("he makes no attacks this round", "AR-BREAK-04")
    choice = pick(
        table,
        Pick(
            opponent.side,
            "hold",
            f"{fleer.name} breaks away from {opponent.name}",
            (HOLD, STRIKE),
            why_not=lambda key: None if key == HOLD else no_strike,
            label=_LABELS.__getitem__,
            about=(opponent.id, fleer.id),
            odds=lambda key: _odds(battle, opponent, fleer, key),
        ),
    )
    table.tell(e.Answered(opponent.id, fleer.id, choice))
    return choice


def fought(battle: Battle, model: Model) -> list[Model]:
    """Whom he would leave: the enemies that engage him."""
    return [one for one in who.touching(battle, model) if who.engages(one)]


@clause("AR-BREAK-06", "AR-BREAK-09", "AR-BREAK-11", "AR-BREAK-03")
def break_away(table: Table[Battle], model: Model) -> bool:
    """Try to leave combat; true if he is away and may make his move.

    Strikers first, in the order their owner likes; then the contest; then events of natural ones.
    """
    battle = table.state
    opponents = [one for one in who.touching(battle, model) if who.is_able(one)]
    left = fought(battle, model)
    said = [(one, _declare(table, one, model)) for one in opponents]
    model.no_attacks = battle.round
    ones: list[Model] = []
    strikers = [one for one, choice in said if choice == STRIKE]
    while strikers and model.in_play:
        striker = _next_striker(table, strikers, model)
        strikers.remove(striker)
        _free_attack(table, striker, model, ones)
    holders = [one for one, choice in said if choice == HOLD]
    contest = _contest(table, model, holders)
    outcome = break_outcome("in_play" if model.in_play else "gone", model.stunned, contest)
    table.tell(
        e.BreakTried(
            model.id,
            outcome,
            contest.fleer if contest is not None else None,
            contest.holders if contest is not None else (),
            tuple(one.id for one in holders),
        )
    )
    for striker in ones:
        melee_events.occurs(table, striker, model, (1, 0))
    away = outcome == "away" and model.in_play and not model.pinned
    if away:
        virtue.for_flight(table, model, left)
    return away


def _contest(table: Table[Battle], model: Model, holders: list[Model]) -> Contest | None:
    """The contest of Initiative, unless nobody holds or he is down or stunned."""
    battle = table.state
    if not holders or not model.in_play or model.stunned:
        return None
    theirs = [who.quickness(battle, one) for one in holders]
    side = holders[0].side
    return throw_contest(table, who.quickness(battle, model), theirs, model.side, side)


@clause("AR-BREAK-09")
def _next_striker(table: Table[Battle], strikers: list[Model], fleer: Model) -> Model:
    """Free attacks come in the order their owner likes."""
    battle = table.state
    question = Pick(
        strikers[0].side,
        "striker",
        f"Who strikes first at {fleer.name}?",
        tuple(str(one.id) for one in strikers),
        label=lambda key: battle[int(key)].name,
        about=(fleer.id,),
    )
    return battle[int(pick(table, question))]


@clause("AR-BREAK-07", "AR-BREAK-08", "AR-BREAK-09")
def _free_attack(table: Table[Battle], striker: Model, fleer: Model, ones: list[Model]) -> None:
    """One free attack, applied at once; it does not use the striker's activation."""
    battle = table.state
    rules = rules_for(battle, striker, fleer)
    pair = (who.fighter(battle, striker), who.fighter(battle, fleer))
    blow = throw_free(table, *pair, rules)
    totals = (blow.attack_total, blow.defence_total)
    dice = (blow.attack_die, blow.defence_die)
    table.tell(e.Struck(striker.id, fleer.id, blow.outcome, *totals, dice, free=True))
    land(table, blow, striker, fleer)
    if blow.attack_die == 1:
        ones.append(striker)


def after_break(table: Table[Battle]) -> None:
    """Discipline tests caused by the free attacks come last, after the move (AR-BREAK-11)."""
    run_tests(table)
