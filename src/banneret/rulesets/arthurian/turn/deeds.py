"""What a model may do in its activation: moves, attacks, shots, and all the small things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Pick
from banneret.tabletop.screen.words import plain

from ..basics import who
from ..basics.state import ASIDE, STANDING
from ..fight import (
    breaking,
    chances,
    melee,
    mercy,
    shooting,
)
from ..fortune import virtue
from ..ground import horses, ways
from . import handiwork, moving
from .after import objects
from .declaring import declare

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Act, Battle, Model

DONE = "done"
Offer = Mapping[str, Refusal | None]
NO_ACTION = Refusal("he has no action left", "AR-TURN-01")
NO_MOVE = Refusal("he has no move left", "AR-TURN-01")
FUMBLED = Refusal("he fumbled and may only defend", "AR-EVENT-14")
RALLIED = Refusal("who has just rallied makes a move only", "AR-MORALE-03")
CONTACT_FREE = ways.Terms(no_contact="AR-TURN-02")


# -- what is offered


@clause("AR-TURN-01", "AR-TURN-03")
def offered(battle: Battle, model: Model) -> dict[str, Refusal | None]:
    """Everything this model could do now, each with why not if it may not."""
    found: dict[str, Refusal | None] = {}
    for one in melee.attackable(battle, model):
        found[f"attack:{one.id}"] = _why_not_attack(battle, model, one)
    for one in mercy.at_mercy(battle, model):
        for what in mercy.DEEDS:
            no = _action(battle, model) or _down(model)
            found[f"{what}:{one.id}"] = no or mercy.why_not_deal(battle, what)
    if model.missile:
        _offer_shots(battle, model, found)
    _offer_moves(battle, model, found)
    _offer_small(battle, model, found)
    found[DONE] = None
    return found


def _act(battle: Battle) -> Act:
    assert battle.act is not None
    return battle.act


def _action(battle: Battle, model: Model) -> Refusal | None:
    """Why no action can be spent."""
    act = _act(battle)
    if act.only_move:
        return RALLIED
    if model.fumbled:
        return FUMBLED
    return NO_ACTION if act.actions < 1 else None


def _why_not_attack(battle: Battle, model: Model, target: Model) -> Refusal | None:
    act = _act(battle)
    if act.actions < 1 and not act.only_move:
        return Refusal("he has attacked or acted already", "AR-TURN-01")
    no = _action(battle, model) or melee.why_not_fight(model, target)
    return no or melee.why_not_attack(battle, model)


@clause("AR-SHOOT-14", "AR-EVENT-15", "AR-SHOOT-12")
def _offer_shots(battle: Battle, model: Model, found: dict[str, Refusal | None]) -> None:
    """One action is one shot; Rapid Fire gives one more."""
    act = _act(battle)
    extra = act.shots > 0
    no = shooting.why_not_shoot(battle, model, extra=extra)
    if no is None and act.actions < 1 and not extra:
        no = Refusal("one action is one shot", "AR-SHOOT-14")
    if act.only_move:
        no = RALLIED
    for one in who.enemies(battle, model.side):
        if no is not None:
            found[f"shoot:{one.id}"] = no
            break
        found[f"shoot:{one.id}"] = shooting.why_not_target(battle, model, one)


@clause("AR-TURN-02", "AR-TURN-03", "AR-STATE-02", "AR-SHOOT-11", "AR-MOVE-06", "AR-EVENT-14")
def _offer_moves(battle: Battle, model: Model, found: dict[str, Refusal | None]) -> None:
    """Moving, running, getting up, dismounting, breaking away."""
    act = _act(battle)
    no_move = FUMBLED if model.fumbled else NO_MOVE if act.moves < 1 else None
    if model.prone:
        found["stand"] = no_move
        return
    found["move"] = no_move or why_not_move(battle, model)
    found["run"] = _action(battle, model) or why_not_run(battle, model)
    if who.engaged(battle, model):
        found["break"] = RALLIED if act.only_move else breaking.why_not_break(battle, model)
    if model.mounted:
        found["dismount"] = no_move or why_not_move(battle, model)


@clause("AR-TURN-03", "AR-TURN-07", "AR-SHOOT-11")
def why_not_move(battle: Battle, model: Model) -> Refusal | None:
    """Why a model may not make a move action; touching only stunned or helpless ones is free."""
    act = _act(battle)
    if act.declared == "still":
        return Refusal("he declared that he would not move", "AR-SHOOT-11")
    if who.engaged(battle, model):
        return Refusal("he is engaged", "AR-TURN-03")
    return None


@clause("AR-TURN-02")
def why_not_run(battle: Battle, model: Model) -> Refusal | None:
    """A run grants one more move; none of the moves may end in contact."""
    act = _act(battle)
    if act.touched:
        return Refusal("a move of this activation ended in contact", "AR-TURN-02")
    return why_not_move(battle, model)


def _offer_small(battle: Battle, model: Model, found: dict[str, Refusal | None]) -> None:
    """Reloading, healing, fetching, mounting, weapons, objects, yielding."""
    action = _action(battle, model)
    free = None if not who.engaged(battle, model) else Refusal("he is engaged", "AR-TURN-03")
    if who.needs_reload(model):
        found["reload"] = action or free or _down(model)
    for one in handiwork.patients(battle, model):
        found[f"heal:{one.id}"] = action or handiwork.why_not_heal(battle, model, one)
    for what in handiwork.to_fetch(battle, model):
        found[f"fetch:{what}"] = action or _down(model) or handiwork.why_not_fetch(battle, model)
    if model.horse == STANDING:
        found["mount"] = action or _down(model) or horses.why_not_mount(battle, model)
    if model.pc and model.spare_horse and not model.mounted:
        found["spare"] = action or _down(model) or horses.why_not_spare(battle, model)
    for key, no in objects.offered(battle, model).items():
        found[key] = action or _down(model) or free or no
    _offer_arms(battle, model, found)


def _offer_arms(battle: Battle, model: Model, found: dict[str, Refusal | None]) -> None:
    """Other weapons, the shield laid aside, and laying all arms down."""
    for weapon in who.usable(model):
        if weapon not in (model.in_hand, "unarmed"):
            found[f"weapon:{weapon}"] = why_not_change(battle)
    if model.shield == ASIDE:
        found["shield"] = None
    if model.hero:
        for one in mercy.receivers(battle, model):
            found[f"yield:{one.id}"] = mercy.why_not_yield(battle, model)


def _down(model: Model) -> Refusal | None:
    return Refusal("he is down", "AR-STATE-02") if model.prone else None


@clause("AR-EQUIP-03")
def why_not_change(battle: Battle) -> Refusal | None:
    """Changing weapons is free once per activation."""
    if _act(battle).changed_weapon:
        return Refusal("he has changed weapons in this activation", "AR-EQUIP-03")
    return None


# -- words and odds


def label(battle: Battle, model: Model, key: str) -> str:
    """A deed in words."""
    what, _, which = key.partition(":")
    if what in _WITH_MODEL:
        said = _WITH_MODEL[what].format(battle[int(which)].name)
        return f"{said}{_cost(battle, model, key)}"
    if what == "weapon":
        return f"Take the {plain(which)}"
    if what == "fetch":
        return f"Get the spare {which} from the dwarf (Luck {model.luck})"
    if what in {"pick", "put", "fire", "open"}:
        return objects.label(battle, key)
    return f"{_PLAIN[what]}{_cost(battle, model, key)}"


def _cost(battle: Battle, model: Model, key: str) -> str:
    """The virtue a deed costs the player's knight, said before it is done."""
    what, _, which = key.partition(":")
    lost = 0
    if what in {"attack", "shoot"} and virtue.dishonoured(battle, model, battle[int(which)]):
        lost = virtue.AWARDS.interferes_in_duel
    elif what == "break" and model.pc and virtue.deserts(breaking.fought(battle, model)):
        lost = virtue.AWARDS.breaks_from_single_knight
    elif what == "shield":
        lost = virtue.AWARDS.goes_back_on_choice
    return f": {lost} virtue" if lost else ""


_WITH_MODEL = {
    "attack": "Attack {}",
    "shoot": "Shoot at {}",
    "slay": "Slay {}",
    "take": "Take the surrender of {}",
    "help": "Help {} up",
    "heal": "Tend {}",
    "yield": "Yield to {}",
}
_PLAIN = {
    "move": "Move",
    "run": "Run: one more move, never into contact",
    "stand": "Get up",
    "break": "Break from combat",
    "dismount": "Dismount",
    "mount": "Mount",
    "spare": "Mount the spare horse (Luck)",
    "reload": "Reload",
    "shield": "Take up the shield again",
    DONE: "Done",
}


def odds(battle: Battle, model: Model, key: str) -> Mapping[str, str]:
    """The chances of a blow or a shot, before it is struck."""
    what, _, which = key.partition(":")
    if what == "attack":
        return chances.blow_words(battle, model, battle[int(which)])
    if what == "shoot":
        return chances.shot_words(battle, model, battle[int(which)])
    return {}


def usual(battle: Battle, model: Model, found: Offer) -> str:
    """The plain thing: strike who is in contact, shoot who is in range, else move."""
    for start in ("attack:", "stand", "shoot:", "move"):
        for key, no in found.items():
            if key.startswith(start) and no is None and not _cost(battle, model, key):
                return key
    return DONE


def question(battle: Battle, model: Model, found: Offer) -> Pick[str]:
    """What a model does next."""
    return Pick(
        model.side,
        "deed",
        f"What does {model.name} do?",
        tuple(found),
        why_not=found.__getitem__,
        label=lambda key: label(battle, model, key),
        about=(model.id,),
        odds=lambda key: odds(battle, model, key),
        usual=lambda: usual(battle, model, found),
    )


# -- carrying out


@clause("AR-TURN-01", "AR-TURN-04")
def carry_out(table: Table[Battle], model: Model, key: str) -> None:
    """Do it, and count what it costs."""
    battle = table.state
    act = _act(battle)
    what, _, which = key.partition(":")
    if what in {"move", "run"}:
        act.going = what
        battle.phase = "go"
    elif what == "attack":
        act.actions -= 1
        melee.attack(table, model, battle[int(which)])
    elif what == "shoot":
        _shoot(table, model, battle[int(which)])
    elif what in mercy.DEEDS:
        act.actions -= 1
        mercy.deal(table, model, battle[int(which)], what)
    elif what == "break":
        _break(table, model)
    elif what == "yield":
        mercy.surrender(table, model, battle[int(which)])
    elif what in {"stand", "dismount"}:
        act.moves -= 1
        act.moved = True
        handiwork.DEEDS[what](table, model, which)
    elif what in {"weapon", "shield"}:
        act.changed_weapon = act.changed_weapon or what == "weapon"
        handiwork.DEEDS[what](table, model, which)
    else:
        act.actions -= 1
        deeds_of_hand = {**handiwork.DEEDS, **objects.DEEDS}
        deeds_of_hand[what](table, model, which)


@clause("AR-TURN-02", "AR-EQUIP-05")
def go(table: Table[Battle], model: Model) -> None:
    """A move action, or the one more that a run grants; with a run nothing ends in contact."""
    act = _act(table.state)
    ran = act.going == "run"
    act.going = ""
    act.ran = act.ran or ran
    terms = CONTACT_FREE if act.ran else ways.FREELY
    trip = moving.move_action(
        table, model, f"Where does {model.name} go?", terms, how="ran" if ran else "moved"
    )
    if ran:
        act.actions -= 1
    else:
        act.moves -= 1
    if trip is None:
        act.ran = act.ran and not ran
        return
    act.moved = True
    if trip.touches:
        act.touched = True
        act.straight, act.charged = trip.straight, trip.touches[0]


@clause("AR-SHOOT-09", "AR-SHOOT-11")
def _shoot(table: Table[Battle], model: Model, target: Model) -> None:
    """Declare whether he moves, then shoot; Rapid Fire's shot needs no reload and comes last."""
    act = _act(table.state)
    moves = declare(table, model, act)
    if act.shots and (act.actions < 1 or not model.loaded):
        act.shots -= 1
    else:
        act.actions -= 1
    shooting.shoot(table, model, target, moves=moves)


@clause("AR-BREAK-05", "AR-BREAK-11")
def _break(table: Table[Battle], model: Model) -> None:
    """Break away as the whole activation: on success one move that leaves all contact."""
    battle = table.state
    act = _act(battle)
    act.moves = act.actions = act.shots = 0
    if breaking.break_away(table, model):
        terms = ways.Terms(no_contact="AR-BREAK-05", must_leave=True)
        if moving.way_question(battle, model, "", terms, may_stay=False).ideas():
            prompt = f"{model.name} got away: where to?"
            moving.move_action(table, model, prompt, terms, how="broke away", may_stay=False)
    breaking.after_break(table)


__all__ = ["DONE", "Offer", "carry_out", "label", "odds", "offered", "usual"]
