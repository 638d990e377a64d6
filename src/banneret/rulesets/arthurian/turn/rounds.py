"""Rounds and turns: who goes first, event checks, whose model is next, the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick

from ..basics import who
from ..basics.asking import ask
from ..basics.state import TABLE, Act, enemy_of
from ..basics.tables import SIDES
from ..fight import harm, morale
from ..fortune import combat_events, melee_events
from ..screen import events as e
from .after import ending
from .cards import note_on_card
from .initiative import Candidate, throw_initiative

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

REST = "rest"


@clause("AR-INIT-01", "AR-INIT-07", "AR-DEPLOY-05", "AR-SURPRISE-03")
def begin_round(table: Table[Battle]) -> None:
    """A new round: initiative from the second on, or the deck, or what the winner chose."""
    battle = table.state
    battle.round += 1
    battle.rain = battle.trumpet = False
    battle.drawn, battle.due, battle.turn = (), (), 0
    for one in battle.models:
        one.acted = False
    melee_events.bring_on(table)
    if battle.options.initiative == 3:
        table.tell(e.RoundBegan(battle.round, ""))
        battle.phase = "checks"
        return
    totals = None
    if battle.round > 1 or battle.options.round_one == "initiative":
        totals = _roll_initiative(table)
    first = battle.first
    if battle.round == 1 and battle.surprised == first:
        first = enemy_of(first)
    battle.active = first
    table.tell(e.RoundBegan(battle.round, first, totals))
    battle.phase = "turn"


@clause("AR-INIT-03", "AR-INIT-04", "AR-INIT-05", "AR-INIT-06", "AR-INIT-07", "AR-INIT-14")
def _roll_initiative(table: Table[Battle]) -> tuple[int, int]:
    """Both sides roll; the winner goes first and has no choice to go second."""
    battle = table.state
    lists = [[candidate(battle, one) for one in who.in_play(battle, side)] for side in SIDES]
    roll = throw_initiative(table, battle.options.initiative, *lists)
    battle.first = roll.winner
    return roll.a_total, roll.b_total


@clause("AR-INIT-05")
def candidate(battle: Battle, model: Model) -> Candidate:
    """A model as initiative sees it; the stunned, prone, pinned and broken count too."""
    return Candidate(
        dis=model.profile.dis,
        lead=model.profile.lead,
        ini=model.profile.ini,
        wound=model.wound,
        shock=who.shocked(model),
        poison_ini=model.poison.ini,
        penalty=who.own_penalty(battle, model),
    )


# -- side turns


@clause("AR-INIT-08", "AR-EVENT-01", "AR-EVENT-02", "AR-END-02")
def begin_turn(table: Table[Battle]) -> None:
    """A side's turn: it may concede; then its event check."""
    battle = table.state
    side = battle.active
    if ending.concedes(table, side):
        return
    if battle.round == 1 and battle.surprised == side:
        combat_events.miss(battle, side)
        _next_turn(battle)
        return
    combat_events.check(table, side)
    if ending.looks(table):
        return
    battle.phase = "choose"


def _next_turn(battle: Battle) -> None:
    """The other side's turn, or the end of the round."""
    battle.turn += 1
    if battle.turn > 1:
        battle.phase = "round_end"
    else:
        battle.active = enemy_of(battle.active)
        battle.phase = "turn"


def may_activate(battle: Battle, model: Model) -> bool:
    """Whether a model has an activation to come this round."""
    return model.where == TABLE and not model.acted and model.from_round <= battle.round


@clause("AR-INIT-08")
def choose(table: Table[Battle]) -> None:
    """Which model of the side activates next, in the order its player likes."""
    battle = table.state
    own = [m for m in battle.models if m.side == battle.active and may_activate(battle, m)]
    if not own:
        _next_turn(battle)
        return
    idle = next((one for one in own if nothing_to_decide(one)), None)
    if idle is not None:
        start(battle, idle)
        return
    key = ask(table, _question(battle, own))
    if key == REST:
        for one in own:
            one.acted = True
            settle_shock(one)
        _next_turn(battle)
        return
    start(battle, battle[int(key)])


def nothing_to_decide(model: Model) -> bool:
    """Those whose activation is forfeit or goes by itself come first, by id."""
    return model.stunned or model.confused or model.surrendered


def must_act(battle: Battle, model: Model) -> bool:
    """Whether a model may not just stand: broken, pinned, or with cold feet."""
    del battle
    return model.broken or model.pinned or model.cold


def _question(battle: Battle, own: list[Model]) -> Pick[str]:
    keys = [str(one.id) for one in own]
    held = [one for one in own if must_act(battle, one)]

    def why_not(key: str) -> Refusal | None:
        if key == REST and held:
            return Refusal(f"{held[0].name} must be activated", "AR-MORALE-03")
        return None

    def label(key: str) -> str:
        return "Nobody else acts" if key == REST else battle[int(key)].name

    return Pick(
        battle.active,
        "choose",
        "Who acts next?",
        (*keys, REST) if len(keys) > 1 else tuple(keys),
        why_not=why_not,
        label=label,
        usual=keys[0],
    )


def start(battle: Battle, model: Model) -> None:
    """Begin an activation."""
    battle.act = Act(model.id)
    battle.phase = "activate"


@clause("AR-WOUND-23")
def settle_shock(model: Model) -> None:
    """A shock ends with the activation after it came; one that came in it is still new."""
    if model.shock_new:
        model.shock_new = False
    else:
        model.shock = 0


@clause("AR-WOUND-23", "AR-TURN-04", "AR-TURN-09")
def finish(table: Table[Battle]) -> None:
    """End the activation under way, and look at the scenario's conditions."""
    battle = table.state
    act = battle.act
    assert act is not None
    model = battle[act.model]
    model.acted = True
    model.extra_moves = model.extra_actions = model.extra_shots = 0
    settle_shock(model)
    battle.act = None
    note_on_card(battle, act)
    if ending.looks(table):
        return
    battle.phase = "choose" if battle.options.initiative != 3 else "card"


# -- the end of a round


@clause("AR-TURN-05", "AR-END-01", "AR-MEVENT-30", "AR-WOUND-23")
def end_round(table: Table[Battle]) -> None:
    """Half-strength morale, then victory, then the counter goes up."""
    battle = table.state
    morale.half_strength(table)
    harm.over_contact(battle)
    for one in battle.models:
        if one.shock and battle.round >= one.shock:
            one.shock, one.shock_new = 0, False
    table.tell(e.RoundEnded(battle.round))
    if not ending.at_round_end(table):
        battle.phase = "round"
