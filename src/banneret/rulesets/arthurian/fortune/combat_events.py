"""Combat events in a battle: the check, who is eligible, and what each event does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Weigh
from banneret.tabletop.screen.words import plain

from ..basics import who
from ..basics.asking import ask
from ..basics.state import (
    KILLED,
    NOBODY,
    OUT,
    RIDDEN,
    TABLE,
    Token,
)
from ..basics.tables import EVENTS, LEVELS
from ..fight import shooting
from ..ground import horses, sight, ways
from ..screen import events as e
from ..screen.event_cards import choice_card, combat_card
from ..turn import at_once, moving
from . import reinforcements
from .checks import throw_direction, throw_figure
from .d100 import throw_check, throw_event

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

DECLINE = "nobody"


# -- the check


@clause("AR-EVENT-02", "AR-SURPRISE-03")
def checks(battle: Battle, side: str) -> bool:
    """Whether a side makes event checks: alone only the player's, unless it is agreed otherwise."""
    if battle.options.combat_events != "on":
        return False
    return not battle.by_the_book(side) or battle.options.adversary_events


@clause("AR-EVENT-01", "AR-TURN-06")
def check(table: Table[Battle], side: str) -> None:
    """Before a side acts: marks of its last turn end; on a 1 an event comes."""
    battle = table.state
    expire(battle, side)
    if checks(battle, side) and throw_check(table, side):
        befall(table, side)
    miss(battle, side)


@clause("AR-TURN-06", "AR-SURPRISE-03")
def miss(battle: Battle, side: str) -> None:
    """The point where a side's check is or would be made: a last turn begins here."""
    battle.checks[side] = battle.checks.get(side, 0) + 1


@clause("AR-TURN-06")
def expire(battle: Battle, side: str) -> None:
    """What was granted or laid on for this turn ends at the side's next check."""
    for one in battle.models:
        if one.side == side:
            one.confused = one.fumbled = one.hidden = one.cold = False
            one.extra_moves = one.extra_actions = one.extra_shots = 0


@clause("AR-EVENT-03", "AR-EVENT-12")
def befall(table: Table[Battle], side: str) -> None:
    """Roll the d100 for a side and carry the event out."""
    battle = table.state
    mounted = sum([one.mounted for one in who.in_play(battle, side)])
    fell = throw_event(table, mounted, battle.options.fortune, side)
    assert fell.event is not None
    assert fell.roll is not None
    table.tell(e.EventCame(side, fell.event, fell.roll))
    HAPPENS[fell.event](table, side, False)


# -- whom it befalls


@clause("AR-EVENT-04", "AR-EVENT-24")
def eligible(battle: Battle, side: str, event: str) -> list[Model]:
    """Models of the side that an event may befall, by id; a surrendered one never."""
    own = [one for one in who.in_play(battle, side) if not one.surrendered]
    fits = _FITS.get(event)
    if event == "just_a_scratch":
        return [one for one in battle.models if one.side == side and _scratched(battle, one)]
    return own if fits is None else [one for one in own if fits(battle, one)]


@clause("AR-EVENT-24")
def can_take_cover(battle: Battle, model: Model) -> bool:
    """Unengaged, in the open, with cover within one move action."""
    if not who.is_able(model) or who.engaged(battle, model) or sight.in_cover(battle, model):
        return False
    inches = ways.allowance_of(model).inches
    for at, one in enumerate(battle.scenario.terrain):
        if not one.cover or one.shape.gap(model.at) > inches:
            continue
        goal = moving.cover_goal(battle, model, at)
        terms = ways.Terms(into_cover=True)
        if ways.approach_way(battle, model, goal, inches, terms) is not None:
            return True
    return False


_FITS: dict[str, Callable[[Battle, Model], bool]] = {
    "accident": lambda _, one: not (one.prone or one.pinned),
    "spooked_horses": lambda _, one: one.mounted,
    "fumbled": who.engaged,
    "hiding_spot": lambda battle, one: sight.in_cover(battle, one) or sight.on_rough(battle, one),
    "cold_feet": lambda _, one: not (one.pinned or one.stunned),
    "bravery": lambda _, one: one.broken,
    "take_cover": can_take_cover,
    "rapid_fire": lambda battle, one: (
        bool(one.missile) and shooting.why_not_shoot(battle, one, extra=True) is None
    ),
}


@clause("AR-EVENT-04", "AR-EVENT-18")
def _figure(
    table: Table[Battle], side: str, event: str, by_player: bool, *, may_decline: bool = False
) -> Model | None:
    """The random figure, or the one the player picks; nobody if nobody is eligible."""
    battle = table.state
    found = eligible(battle, side, event)
    if not found:
        table.tell(e.EventTook(event))
        return None
    if not by_player:
        at = throw_figure(table, len(found), side)
        assert at is not None
        return found[at]
    keys = [str(one.id) for one in found]
    if may_decline:
        keys.append(DECLINE)
    question = Weigh(
        side,
        "figure",
        f"{plain(event).capitalize()}: which figure?",
        tuple(keys),
        label=lambda key: "Nobody" if key == DECLINE else battle[int(key)].name,
        about=(event,),
        usual=keys[0],
        brought=combat_card(event),
    )
    key = ask(table, question)
    return None if key == DECLINE else battle[int(key)]


# -- the events


@clause("AR-EVENT-05", "AR-EVENT-25")
def confused(table: Table[Battle], side: str, by_player: bool) -> None:
    """A random figure may not act this turn."""
    model = _figure(table, side, "confused", by_player)
    if model is not None:
        model.confused = not model.acted
        table.tell(e.EventTook("confused", model.id, "may not act this turn"))


@clause("AR-EVENT-06", "AR-STATE-01", "AR-STATE-02")
def accident(table: Table[Battle], side: str, by_player: bool) -> None:
    """A random figure is knocked down; a rider is on the ground, without a fall wound."""
    model = _figure(table, side, "accident", by_player)
    if model is None:
        return
    if model.mounted:
        horses.dismount(table.state, model)
    model.prone = True
    table.tell(e.EventTook("accident", model.id, "was knocked down"))


@clause("AR-EVENT-07", "AR-TURN-04", "AR-EVENT-25")
def furious_assault(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A figure of the player's choice gains a move action, used at once if its turn is over."""
    model = _figure(table, side, "furious_assault", True)
    if model is None:
        return
    table.tell(e.EventTook("furious_assault", model.id, "gained a move action"))
    if not model.acted:
        model.extra_moves += 1
    elif who.is_able(model) and not who.engaged(table.state, model):
        _move_now(table, model)


def _move_now(table: Table[Battle], model: Model, terms: ways.Terms = ways.FREELY) -> None:
    moving.move_action(table, model, f"Where does {model.name} go?", terms)


@clause("AR-EVENT-09", "AR-TURN-04", "AR-EVENT-25")
def seize_the_moment(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A figure of the player's choice gains an action, used at once if its turn is over."""
    model = _figure(table, side, "seize_the_moment", True)
    if model is None:
        return
    table.tell(e.EventTook("seize_the_moment", model.id, "gained an action"))
    if not model.acted:
        model.extra_actions += 1
    else:
        _act_now(table, model, actions=1)


def _act_now(table: Table[Battle], model: Model, *, actions: int = 0, shots: int = 0) -> None:
    """An extra action or shot of a model whose activation is over."""
    at_once.act(table, model, actions=actions, shots=shots)


@clause("AR-EVENT-10", "AR-EVENT-21", "AR-EVENT-24")
def discovery(table: Table[Battle], side: str, by_player: bool) -> None:
    """A feature that a figure of the side sees holds something of worth."""
    battle = table.state
    seen = sight.features_seen(battle, side)
    if not seen:
        table.tell(e.EventTook("discovery"))
        return
    at = _feature(table, side, seen, by_player)
    terrain = battle.scenario.terrain[at]
    x, y = terrain.shape.centre
    if terrain.class_ == "impassable":
        x, y = _beside(battle, at, side)
    number = len(battle.tokens)
    battle.tokens.append(Token(number, "find", round(x, 3), round(y, 3)))
    table.tell(e.EventTook("discovery", NOBODY, f"something of worth lies at the {terrain.name}"))


def _feature(table: Table[Battle], side: str, seen: Sequence[int], by_player: bool) -> int:
    if not by_player:
        at = throw_figure(table, len(seen), side)
        assert at is not None
        return seen[at]
    names = table.state.scenario.terrain
    question = Weigh(
        side,
        "feature",
        "Discovery: at which feature?",
        tuple(str(one) for one in seen),
        label=lambda key: names[int(key)].name,
        about=("discovery",),
        brought=combat_card("discovery"),
    )
    return int(ask(table, question))


def _beside(battle: Battle, at: int, side: str) -> tuple[float, float]:
    """The nearest reachable point of impassable ground: before it, on the side's own side."""
    shape = battle.scenario.terrain[at].shape
    x, y = shape.centre
    step = -0.05 if side == "a" else 0.05
    while shape.gap((x, y)) < 0.55 and 0.5 < y < battle.scenario.depth - 0.5:
        y += step
    return x, y


@clause("AR-EVENT-11", "AR-EVENT-25")
def take_cover(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A figure in the open moves into cover; its own move is not used up."""
    model = _figure(table, side, "take_cover", True, may_decline=True)
    if model is not None:
        table.tell(e.EventTook("take_cover", model.id, "made for cover"))
        _move_now(table, model, ways.Terms(into_cover=True))


@clause("AR-EVENT-22", "AR-MORALE-04", "AR-STATE-03")
def bravery(table: Table[Battle], side: str, _by_player: bool) -> None:
    """One broken figure rallies at once, without a test, and may do as it likes."""
    model = _figure(table, side, "bravery", True)
    if model is not None:
        model.broken = False
        table.tell(e.Rallied(model.id))


@clause("AR-EVENT-12", "AR-EVENT-13")
def spooked_horses(table: Table[Battle], side: str, by_player: bool) -> None:
    """A mounted figure bolts a Medium move in a random direction; no free attacks."""
    battle = table.state
    model = _figure(table, side, "spooked_horses", by_player)
    if model is None:
        return
    turn = radians(throw_direction(table, side))
    away = 1 if side == "a" else -1
    heading = (sin(turn) * away, cos(turn) * away)
    end, _ = ways.slide(battle, model, heading, ways.allowance_of(model, "medium").inches)
    _shift(table, model, end, "bolted")


@clause("AR-EVENT-14")
def fumbled(table: Table[Battle], side: str, by_player: bool) -> None:
    """A random figure in melee may only defend this turn."""
    model = _figure(table, side, "fumbled", by_player)
    if model is not None:
        model.fumbled = True
        table.tell(e.EventTook("fumbled", model.id, "may only defend this turn"))


@clause("AR-EVENT-15", "AR-EVENT-25")
def rapid_fire(table: Table[Battle], side: str, _by_player: bool) -> None:
    """A figure with a ranged weapon gains a shot, which needs no reload."""
    model = _figure(table, side, "rapid_fire", True)
    if model is None:
        return
    table.tell(e.EventTook("rapid_fire", model.id, "gained a shot"))
    if not model.acted:
        model.extra_shots += 1
    else:
        _act_now(table, model, shots=1)


@clause("AR-EVENT-16", "AR-TURN-06")
def hiding_spot(table: Table[Battle], side: str, by_player: bool) -> None:
    """A figure in cover or on rough ground cannot be shot at until the side's next check."""
    model = _figure(table, side, "hiding_spot", by_player)
    if model is not None:
        model.hidden = True
        table.tell(e.EventTook("hiding_spot", model.id, "cannot be shot at this turn"))


@clause("AR-EVENT-17", "AR-EVENT-19", "AR-TURN-06")
def _scratched(battle: Battle, model: Model) -> bool:
    """Removed since the side's last check, killed or out of action, not gruesomely nor slain."""
    last = battle.checks.get(model.side, 0)
    return model.removed_how in {KILLED, OUT} and last > 0 and model.removed_at == last


@clause("AR-EVENT-17", "AR-EVENT-19")
def just_a_scratch(table: Table[Battle], side: str, _by_player: bool) -> None:
    """One lost last turn stands where it fell, at least lightly wounded, and may act."""
    battle = table.state
    model = _figure(table, side, "just_a_scratch", True, may_decline=True)
    if model is None:
        return
    model.mounted = model.fell_mounted
    spot = ways.nearest_free(battle, model, model.at, model.radius, 12.0)
    if spot is None:
        return
    model.x, model.y = spot
    model.where, model.removed_how, model.removed_by = TABLE, "", NOBODY
    if model.mounted:
        model.horse = RIDDEN
    worse = max(model.wound_before, "light", key=LEVELS.index)
    model.wound = worse
    model.wounds = model.wounds or ("light",)
    model.shock = model.stun = 0
    model.shock_new = model.prone = model.broken = model.surrendered = False
    model.acted = False
    table.tell(e.Arrived(model.id, spot, "rose again: it was just a scratch"))


@clause("AR-EVENT-20", "AR-EVENT-23", "AR-EVENT-25")
def cold_feet(table: Table[Battle], side: str, by_player: bool) -> None:
    """A random figure goes toward its edge; engaged, it must break away in its activation."""
    battle = table.state
    model = _figure(table, side, "cold_feet", by_player)
    if model is None:
        return
    table.tell(e.EventTook("cold_feet", model.id, "had cold feet"))
    if who.engaged(battle, model):
        model.cold = not model.acted
        return
    if model.prone:
        model.prone = False
        table.tell(e.Stood(model.id))
        return
    heading = (0.0, -1.0 if side == "a" else 1.0)
    inches = ways.allowance_of(model).inches
    end, leaves = ways.slide(battle, model, heading, inches, may_leave=True)
    _shift(table, model, end, "shrank back")
    if leaves:
        moving.leave(table, model, "south" if side == "a" else "north")


def _shift(table: Table[Battle], model: Model, end: tuple[float, float], how: str) -> None:
    """Set a figure down that moved against its will."""
    far = ((end[0] - model.x) ** 2 + (end[1] - model.y) ** 2) ** 0.5
    model.x, model.y = end
    table.tell(e.Moved(model.id, (end,), round(far, 1), how))


@clause("AR-EVENT-18")
def fortunes_favor(table: Table[Battle], side: str, _by_player: bool) -> None:
    """The player picks any other event, and whatever in it would be random among his own."""
    others = tuple(one for one in EVENTS if one != "fortunes_favor")
    question = Weigh(
        side,
        "event",
        "Fortune's Favor: which event?",
        others,
        label=lambda key: plain(key).capitalize(),
        usual="seize_the_moment",
        card=choice_card,
        brought=combat_card("fortunes_favor"),
    )
    event = ask(table, question)
    table.tell(e.EventTook("fortunes_favor", NOBODY, f"side {side.upper()} chose: {plain(event)}"))
    if event == "spooked_horses" and not eligible(table.state, side, event):
        table.tell(e.EventTook(event))
        return
    HAPPENS[event](table, side, True)


Happens = Callable[["Table[Battle]", str, bool], None]
HAPPENS: dict[str, Happens] = {
    "confused": confused,
    "accident": accident,
    "furious_assault": furious_assault,
    "reinforcements": reinforcements.arrive,
    "seize_the_moment": seize_the_moment,
    "discovery": discovery,
    "take_cover": take_cover,
    "bravery": bravery,
    "spooked_horses": spooked_horses,
    "fumbled": fumbled,
    "rapid_fire": rapid_fire,
    "hiding_spot": hiding_spot,
    "just_a_scratch": just_a_scratch,
    "cold_feet": cold_feet,
    "fortunes_favor": fortunes_favor,
}
