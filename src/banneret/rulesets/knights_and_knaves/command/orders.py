"""Standing orders: to whom, what they may say, and what an ambiguous one means (KK-ORDER)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Field, Pick, Preview, Write
from banneret.tabletop.memo import kept
from banneret.tabletop.screen.words import capital
from banneret.tabletop.shapes.measuring import within

from ..basics.state import COMMAND_RANGE, NOBODY, POSTED, UNIT_GAP, UP, Order
from ..basics.who import is_lord, leader_of, men_of, retinue_of
from ..ground import contact, features, fires
from ..screen.events import OrderGiven, OrderMeant, OrderOver
from . import hearing, order_words
from .action.by_die import settle_ambiguity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.core.play.table import Table

    from ..basics.state import Battle, Man

NONE = "none"
VERBS = ("attack", "defend", "harass")  # KK-ORDER-04
SIGNALS = ("trumpet", "flag", "fire")
LORD, NEAREST = "lord", "nearest_enemy"
LONGEST_WORDS = 300

# -- to whom: "unit:3" or "man:17"


@kept("muster")
def groups_of(battle: Battle, player: str) -> list[str]:
    """The player's units and single men, his own figure not among them; the list is shared."""
    units = [
        f"unit:{unit.id}"
        for unit in battle.units
        if unit.player == player and any(battle.men[key].status in UP for key in unit.members)
    ]
    singles = [
        f"man:{man.id}"
        for man in men_of(battle, player)
        if man.unit == NOBODY and not is_lord(battle, man)
    ]
    return units + singles


def _number(group: str) -> int:
    return int(group.partition(":")[2])


def head_of(battle: Battle, group: str) -> Man | None:
    """The unit's leader, or the man himself; None for the leaderless."""
    if group.startswith("unit:"):
        return leader_of(battle, battle.units[_number(group)])
    man = battle.men[_number(group)]
    return man if man.status in POSTED else None


def _addressed(battle: Battle, group: str) -> tuple[int, int]:
    """The man and the unit of a group as events name them; a single man, though he should run."""
    if not group.startswith("unit:"):
        return _number(group), NOBODY
    head = head_of(battle, group)
    return NOBODY if head is None else head.id, _number(group)


def name_of(battle: Battle, group: str) -> str:
    """What the group is called."""
    if group.startswith("unit:"):
        return battle.units[_number(group)].name
    return battle.men[_number(group)].profile.name


def order_for(battle: Battle, group: str) -> Order | None:
    """The order a group is under."""
    if group.startswith("unit:"):
        return battle.units[_number(group)].order
    number = _number(group)
    retinue = retinue_of(battle, battle.men[number].player)
    return next((order for key, order in retinue.orders if key == number), None)


def set_order(battle: Battle, group: str, order: Order | None) -> None:
    """Put a group under an order, or none."""
    number = _number(group)
    if group.startswith("unit:"):
        battle.units[number].order = order
        if order is not None and order.post is not None:
            battle.units[number].post = order.post
        return
    retinue = retinue_of(battle, battle.men[number].player)
    kept = [pair for pair in retinue.orders if pair[0] != number]
    retinue.orders = tuple(sorted([*kept, (number, order)] if order is not None else kept))


def group_of(man: Man) -> str:
    """The group he acts with."""
    return f"unit:{man.unit}" if man.unit != NOBODY else f"man:{man.id}"


# -- writing one


@clause("KK-ORDER-01", "KK-COMP-04")
def at_deployment(table: Table[Battle]) -> None:
    """Before the first turn every unit and single man may be given a standing order."""
    battle = table.state
    asked = [
        (retinue.player, group)
        for retinue in battle.retinues
        for group in groups_of(battle, retinue.player)
    ]
    answers = table.ask_all([form(battle, player, group) for player, group in asked])
    for (player, group), answer in zip(asked, answers, strict=True):
        with table.privately((player,)):
            give(table, group, answer)
    battle.phase = "turn"


@clause("KK-ORDER-04", "KK-ORDER-22", "KK-COMP-04")
def form(battle: Battle, player: str, group: str) -> Write:
    """The sheet's entry: what to do until which event, and what then."""
    return Write(
        player,
        "order",
        f"Standing order for {name_of(battle, group)}",
        _fields(battle, player),
        ideas=lambda: _ideas(battle, player, features.names(battle)),
        allows=lambda answer: refusal(battle, player, answer),
        about=_about(battle, group),
        foresee=lambda answer: _read_aloud(battle, answer),
    )


def _fields(battle: Battle, player: str) -> tuple[Field, ...]:
    """What can be written, the same for all his groups."""
    muster = battle.memo.muster
    key = ("order fields", player)
    found: tuple[Field, ...] | None = muster.get(key)
    if found is None:
        named = features.names(battle)
        side = _side(battle, player)
        triggers = [f"signal:{one}" for one in SIGNALS]
        triggers += [f"{event}:{name}" for name in named for event in ("occupied", "abandoned")]
        foes = [f"enemy:{one.player}" for one in battle.retinues if one.side != side]
        goals = [f"feature:{name}" for name in named]
        found = muster[key] = (
            _field(battle, "verb", "Order", (NONE, *VERBS)),
            _field(battle, "target", "Against or at", ("", "enemy:lord", *foes, *goals)),
            _field(battle, "trigger", "Until", ("", *triggers))._replace(
                barred=tuple(
                    [
                        (f"signal:{one}", no)
                        for one in SIGNALS
                        if (no := no_signal(battle, player, one)) is not None
                    ]
                )
            ),
            _field(battle, "then", "Then", ("", LORD, NEAREST, *goals)),
            Field("words", "In your own words", "text", most=LONGEST_WORDS),
        )
    return found


def _read_aloud(battle: Battle, answer: dict[str, Any]) -> Preview:
    """The whole order as a sentence, for who is writing it."""
    if answer["verb"] == NONE:
        return Preview(legal=True, notes=("No order: out of earshot they act as they please.",))
    order = Order(answer["verb"], answer["trigger"], answer["then"], answer["target"])
    said = f"{order.verb} {order_words.order_words(battle, order)}."
    return Preview(legal=True, notes=(f"“{capital(said)}”",))


def _field(battle: Battle, name: str, label: str, words: tuple[str, ...]) -> Field:
    said = tuple(order_words.word_of(battle, name, word) for word in words)
    return Field(name, label, "word", words, said=said)


def _side(battle: Battle, player: str) -> str:
    return retinue_of(battle, player).side


def _about(battle: Battle, group: str) -> tuple[int, ...]:
    if group.startswith("unit:"):
        return battle.units[_number(group)].members
    return (_number(group),)


def _ideas(battle: Battle, player: str, named: Sequence[str]) -> list[dict[str, Any]]:
    """No order; then each verb with what can set it off here."""
    found = [entry(NONE)]
    triggers = [f"signal:{one}" for one in SIGNALS if may_be_given(battle, player, one)]
    triggers += [f"occupied:{name}" for name in named[:2]]
    for trigger in triggers[:3]:
        found += [
            entry("attack", trigger, LORD),
            entry("defend", trigger, NEAREST),
            entry("harass", trigger, LORD),
        ]
    return found


def entry(
    verb: str, trigger: str = "", then: str = "", target: str = "", words: str = ""
) -> dict[str, Any]:
    """An entry of the sheet, as it is answered."""
    return {"verb": verb, "target": target, "trigger": trigger, "then": then, "words": words}


@clause("KK-ORDER-04", "KK-ORDER-05", "KK-ORDER-06", "KK-ORDER-07", "KK-ORDER-08", "KK-ORDER-22")
def refusal(battle: Battle, player: str, answer: dict[str, Any]) -> Refusal | None:
    """An order needs its trigger and its second part, and a signal its piece on the table."""
    if answer["verb"] == NONE:
        return None
    if not answer["trigger"] or not answer["then"]:
        return Refusal("An order names the event that ends it and what comes then.", "KK-ORDER-22")
    kind, _, name = answer["trigger"].partition(":")
    no = no_signal(battle, player, name) if kind == "signal" else None
    if no is not None:
        return no
    if answer["verb"] == "attack" and answer["then"] == NEAREST:
        return Refusal("After an attack they go to the lord or a named place.", "KK-ORDER-07")
    return None


@clause("KK-ORDER-06")
def no_signal(battle: Battle, player: str, signal: str) -> Refusal | None:
    """Why an order cannot wait for a signal: nobody could give it."""
    if may_be_given(battle, player, signal) or (signal == "fire" and fires.may_burn(battle)):
        return None
    return Refusal(f"Nobody on the table can give a {signal} signal.", "KK-ORDER-06")


@clause("KK-ORDER-06")
def may_be_given(battle: Battle, player: str, signal: str) -> bool:
    """Whether the trumpeter, flag bearer or bonfire is on the table."""
    if signal == "fire":
        side = _side(battle, player)
        return any(
            spot.kind == "bonfire" and spot.side in {"", side, player}
            for spot in battle.scenario.spot
        )
    return any(man.profile.signal == signal for man in men_of(battle, player))


@clause("KK-ORDER-03", "KK-COMP-04")
def give(table: Table[Battle], group: str, answer: dict[str, Any]) -> None:
    """A new order takes the place of the old one; `none` cancels it."""
    battle = table.state
    head = head_of(battle, group)
    man, unit = _addressed(battle, group)
    before = order_for(battle, group)
    if answer["verb"] == NONE:
        if before is not None:
            set_order(battle, group, None)
            table.tell(OrderGiven(man, unit, ""))
        return
    place = None if head is None else (head.base.x, head.base.y)
    order = Order(
        answer["verb"],
        answer["trigger"],
        answer["then"],
        answer["target"],
        answer["words"],
        was=_sides_now(battle, answer["trigger"]),
        post=place,
    )
    set_order(battle, group, order)
    table.tell(OrderGiven(man, unit, order.verb, order.trigger, order.then, order.target))


def _sides_now(battle: Battle, trigger: str) -> tuple[str, ...]:
    kind, _, name = trigger.partition(":")
    if kind == "signal":
        return ()
    found = {
        side for key in features.called(battle, name) for side in features.sides_in(battle, key)
    }
    return tuple(sorted(found))


# -- what it means


@clause("KK-ORDER-24")
def objects(battle: Battle, player: str, order: Order) -> list[str]:
    """The things the part in force may mean: pieces by id, enemy lords by `man:`."""
    said = order.target if order.part == 1 else order.then
    kind, _, name = said.partition(":")
    if kind == "feature":
        return features.called(battle, name)
    if said == "enemy:lord":
        side = _side(battle, player)
        lords = [battle.men[one.lord] for one in battle.retinues if one.side != side]
        return [f"man:{lord.id}" for lord in lords if lord.status in UP]
    return []


@clause("KK-ORDER-11", "KK-ORDER-24")
def settle(table: Table[Battle], group: str, player: str) -> None:
    """An order that fits several things is settled by a die when the group first acts on it."""
    battle = table.state
    order = order_for(battle, group)
    if order is None:
        return
    fits = objects(battle, player, order)
    if len(fits) < 2 or order.chosen in fits:
        return
    head = head_of(battle, group)
    with table.privately((player,)):
        wanted = table.ask(
            Pick(
                player,
                "order.meant",
                f"{name_of(battle, group)}: which is meant?",
                fits,
                label=lambda key: _label(battle, key),
                about=_about(battle, group),
            )
        )
        others = [one for one in fits if one != wanted]
        if head is not None:  # nobody rolls for the leaderless
            roll = settle_ambiguity(table, head.profile.melee, len(others), player)
            wanted = wanted if roll.other < 0 else others[roll.other]
            table.tell(OrderMeant(head.id, wanted))
    set_order(battle, group, replace(order, chosen=wanted))


def _label(battle: Battle, key: str) -> str:
    if key.startswith("man:"):
        return battle.men[_number(key)].profile.name
    return f"{features.called_as(battle, key)} ({key})"


# -- when it is over


@clause("KK-ORDER-20")
def end_reached(table: Table[Battle]) -> None:
    """A second part is over when the group is at its goal; one against the enemy never is."""
    battle = table.state
    for retinue in battle.retinues:
        for group in groups_of(battle, retinue.player):
            order = order_for(battle, group)
            if order is not None and order.part == 2 and order.then != NEAREST:
                men = _van_of(battle, group)
                if any(_reached(battle, man, order) for man in men):
                    _void(table, group, retinue.player, "reached")


@clause("KK-ORDER-20", "KK-ORDER-23", "KK-DEF-03")
def _van_of(battle: Battle, group: str) -> Sequence[Man]:
    """Who must be at the goal: the leader or single man, of a leaderless unit any of its body."""
    head = head_of(battle, group)
    if head is not None or not group.startswith("unit:"):
        return () if head is None else (head,)
    return contact.chained(battle, battle.units[_number(group)])


def _reached(battle: Battle, man: Man, order: Order) -> bool:
    scale = battle.options.scale
    if order.then == LORD:
        lord = hearing.commander(battle, man.player)
        return lord is not None and within(man.base, lord.base, COMMAND_RANGE * scale)
    fits = objects(battle, man.player, order)
    places = [order.chosen] if order.chosen in fits else fits
    return any(features.gap_to(battle, man.base, key) <= UNIT_GAP * scale for key in places)


@clause("KK-ORDER-09")
def void_harassment(table: Table[Battle]) -> None:
    """A harassing group of whom anybody came into melee is no longer under its order."""
    battle = table.state
    for retinue in battle.retinues:
        for group in groups_of(battle, retinue.player):
            order = order_for(battle, group)
            if order is not None and order.verb == "harass" and order.part == 1:
                men = [battle.men[key] for key in _about(battle, group)]
                if any(_was_in_melee(battle, man) for man in men):
                    _void(table, group, retinue.player, "melee")


def _was_in_melee(battle: Battle, man: Man) -> bool:
    """Whether he was, though his enemy should have fallen or run meanwhile."""
    return man.in_melee or man.fought or bool(contact.touching(battle, man))


def _void(table: Table[Battle], group: str, player: str, why: str) -> None:
    set_order(table.state, group, None)
    man, unit = _addressed(table.state, group)
    table.tell(OrderOver(man, unit, why), (player,))
