"""Card initiative: the deck, the wild card, and what it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from banneret.core.book.clauses import clause
from banneret.core.chance.draws import OneOf
from banneret.core.questions.choices import Pick
from banneret.tabletop.screen.words import plain

from ..basics import who
from ..basics.asking import ask
from ..basics.state import TABLE, Act, Drawn
from ..basics.tables import SIDES
from ..fortune import combat_events
from ..screen import events as e
from . import moving
from .after import ending
from .initiative import WILD, throw_wild

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

NOBODY_KEY = "nobody"


@clause("AR-INIT-13", "AR-EVENT-02")
def checks(table: Table[Battle]) -> None:
    """Event checks before the first card, the side with fewer points in play first."""
    battle = table.state
    sides = sorted(SIDES, key=lambda side: (who.side_points(battle, side), side))
    for side in sides:
        if ending.concedes(table, side):
            return
        if battle.round == 1 and battle.surprised == side:
            combat_events.miss(battle, side)
        else:
            combat_events.check(table, side)
        if ending.looks(table):
            return
    build(battle)
    battle.phase = "card"


@clause("AR-INIT-09", "AR-INIT-10", "AR-INIT-11", "AR-INIT-12", "AR-SURPRISE-03")
def build(battle: Battle) -> None:
    """A card for each model in play and the wild card; the shuffled deck lies face down.

    Drawing one of the cards left at random is the same as shuffling them first, and leaves
    nothing to hide.
    """
    out = battle.surprised if battle.round == 1 else ""
    found: dict[str, None] = {}
    for one in who.in_play(battle):
        if one.side != out and one.from_round <= battle.round:
            found[card_of(battle, one)] = None
    battle.deck = (*found, WILD)


@clause("AR-INIT-12")
def card_of(battle: Battle, model: Model) -> str:
    """A model's own card; with shared cards one for each profile of a side, Heroes excepted."""
    if battle.options.shared_cards and not model.hero:
        return f"{model.side}:{model.profile.id}"
    return str(model.id)


def models_of(battle: Battle, card: str) -> list[Model]:
    """Whom a card activates."""
    if card == WILD:
        return []
    if ":" not in card:
        return [battle[int(card)]]
    return [one for one in battle.models if card_of(battle, one) == card]


def card_name(battle: Battle, card: str) -> str:
    """What is written on a card."""
    if card == WILD:
        return "Wild Card"
    models = models_of(battle, card)
    return models[0].name if ":" not in card else f"{models[0].profile.name}s"


@clause("AR-INIT-09", "AR-INIT-11")
def draw(table: Table[Battle]) -> None:
    """Draw a card: its models activate; of removed ones it is set aside; the wild card is wild."""
    battle = table.state
    if battle.due:
        _activate_next(table)
        return
    if not battle.deck:
        battle.phase = "round_end"
        return
    card = table.roll(OneOf("card", battle.deck))
    battle.deck = tuple(one for one in battle.deck if one != card)
    models = models_of(battle, card)
    due = [m.id for m in models if _is_due(battle, m)]
    side = models[0].side if models else ""
    keys = tuple(one.id for one in models)
    battle.drawn = (*battle.drawn, Drawn(card, side, card_name(battle, card), keys))
    table.tell(e.CardDrawn(side, card, keys, bool(due) or card == WILD))
    if card == WILD:
        wild(table)
    elif due:
        if battle.trumpet:
            _trumpet(table, side)
            if ending.looks(table):
                return
        battle.due = tuple(due)
        _activate_next(table)


def _is_due(battle: Battle, model: Model) -> bool:
    return model.where == TABLE and not model.acted and model.from_round <= battle.round


def _activate_next(table: Table[Battle]) -> None:
    """The next model of the card drawn, in the owner's order."""
    battle = table.state
    due = [key for key in battle.due if _is_due(battle, battle[key])]
    if not due:
        battle.due = ()
        return
    key = ask(
        table,
        Pick(
            battle[due[0]].side,
            "choose",
            "Who of them acts next?",
            tuple(str(one) for one in due),
            label=lambda one: battle[int(one)].name,
        ),
    )
    battle.due = tuple(one for one in due if one != int(key))
    battle.active = battle[int(key)].side
    battle.act = Act(int(key))
    battle.phase = "activate"


def note_on_card(battle: Battle, act: Act) -> None:
    """Write on the last card drawn what its model did."""
    if battle.drawn and act.model in battle.drawn[-1].models:
        _note(battle, _did(act))


def _note(battle: Battle, did: str) -> None:
    *before, last = battle.drawn
    battle.drawn = (*before, replace(last, did=did))


def _did(act: Act) -> str:
    if act.attacked:
        return "charged, struck" if act.touched else "struck"
    if act.touched or act.ran:
        return "charged" if act.touched else "ran"
    gone = ["moved"] if act.moved else []
    done = ["shot"] if act.declared else ["acted"] if act.actions < 1 else []
    return ", ".join(gone + done) or "stayed"


# -- wild cards


@clause("AR-WILD-01", "AR-INIT-10")
def wild(table: Table[Battle]) -> None:
    """Resolve one wild card; it activates nobody."""
    battle = table.state
    found = throw_wild(table)
    side = found.side or (_fewer(battle)[0] if found.card == "merlins_whim" else "")
    table.tell(e.WildCard(found.card, side))
    if battle.drawn:
        _note(battle, plain(found.card))
    if found.card == "rain":
        battle.rain = True
    elif found.card == "fickle_fortune":
        combat_events.befall(table, side)
        ending.looks(table)
    elif found.card == "second_wind":
        for one in _fewer(battle):
            _second_wind(table, one)
    elif found.card == "trumpet":
        battle.trumpet = True
    elif found.card == "confusion":
        battle.deck = ()
        battle.phase = "round_end"
    elif side not in battle.merlin:
        battle.merlin = (*battle.merlin, side)


def _fewer(battle: Battle) -> list[str]:
    """The sides, fewer models in play first, then fewer points, then A."""

    def order(side: str) -> tuple[int, int, str]:
        return len(who.in_play(battle, side)), who.side_points(battle, side), side

    return sorted(SIDES, key=order)


@clause("AR-WILD-01")
def _second_wind(table: Table[Battle], side: str) -> None:
    """Free one model of shock and stun."""
    battle = table.state
    dazed = [one for one in who.in_play(battle, side) if one.shock or one.stun]
    if not dazed:
        return
    keys = tuple(str(one.id) for one in dazed)
    question = Pick(
        side,
        "wind",
        "Second wind: whom do you free of shock and stun?",
        keys,
        label=lambda key: battle[int(key)].name,
    )
    model = battle[int(ask(table, question))]
    model.shock = model.stun = 0
    model.shock_new = False
    table.tell(e.Freed(model.id))


@clause("AR-WILD-01")
def _trumpet(table: Table[Battle], side: str) -> None:
    """Before the next model's card: a free move with one unengaged model."""
    battle = table.state
    battle.trumpet = False
    free = [
        one
        for one in who.in_play(battle, side)
        if who.is_able(one) and not who.engaged(battle, one)
    ]
    keys = (*[str(one.id) for one in free], NOBODY_KEY)
    question = Pick(
        side,
        "trumpet",
        "The trumpet sounds: who makes a free move?",
        keys,
        label=lambda key: "Nobody" if key == NOBODY_KEY else battle[int(key)].name,
    )
    key = ask(table, question)
    if key != NOBODY_KEY:
        model = battle[int(key)]
        moving.move_action(table, model, f"Where does {model.name} go?")
