"""Between adventures: gold is spent, then a road is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.questions.choices import Weigh
from banneret.core.show.cards import Card
from banneret.tabletop.screen.words import plain

from ..basics.tables import NAMES, POISONS, TABLES
from ..fortune.checks import throw_virtue
from ..setup.lists import forces, scenario_of
from .map import place_of
from .roads import company, counted, roads
from .sheet import BETTER, OTHER, OUTLAWS, SAINTS, Companion

if TYPE_CHECKING:
    from banneret.core.play.table import Table
    from banneret.core.questions.choices import Choice

    from ..setup.lists import Scenario
    from .roads import Road
    from .sheet import Knight

PRICE = TABLES.quest.price
LAY_DOWN = "lay_down"
LENT = 20  # AR-QUEST-03
HIRED = ("man_at_arms", "archer", "squire")
_USE = {
    "spare_horse": "If yours is killed.",
    "horse": "Without one you go on foot.",
    "lance": "+5 on a charge.",
    "shield": "+1 to your defence.",
    "weapon": "A sword.",
    "man_at_arms": "For the whole quest.",
    "archer": "For the whole quest.",
    "squire": "For the whole quest.",
}
_KINDS = {
    BETTER: "better road",
    OTHER: "second road",
    SAINTS: "road of a saint",
    OUTLAWS: "road of an outlaw",
}


@clause("AR-QUEST-03", "AR-QUEST-04")
def between(table: Table[Knight]) -> None:
    """Buy one thing, lay the quest down, or take a road: with it all purchases are done."""
    knight = table.state
    what = table.ask(question(knight))
    if what == LAY_DOWN:
        knight.laid_down = True
    elif what in PRICE:
        buy(knight, what)
    else:
        lend(knight)
        _take(table, what)


@clause("AR-QUEST-03", "AR-QUEST-04")
def question(knight: Knight) -> Weigh:
    """The roads that are open, what may be bought, and the end of it, each on a card."""
    ways = {one.kind: one for one in roads(knight)}

    def why_not(key: str) -> Refusal | None:
        return ways[key].because if key in ways else why_not_buy(knight, key)

    return Weigh(
        "player",
        "road",
        f"Which road does {knight.name} take? {knight.gold} gold to spend",
        (*ways, *PRICE, LAY_DOWN),
        why_not=why_not,
        label=lambda key: _label(ways, key),
        usual=BETTER if ways[BETTER].because is None else OTHER,
        card=lambda key: _card(knight, ways, key),
    )


def _label(ways: dict[str, Road], key: str) -> str:
    if key in ways:
        return f"{scenario_of(ways[key].scenario).name}: the {_KINDS[key]}"
    if key == LAY_DOWN:
        return "Lay the quest down"
    return f"Buy a {plain(key)}: {PRICE[key]} gold"


# -- what stands on the cards


def _card(knight: Knight, ways: dict[str, Road], key: str) -> Card:
    if key in ways:
        return _road_card(knight, ways[key])
    if key == LAY_DOWN:
        return Card("Lay the quest down", sentence="The chronicle ends here.", hand="Or end it")
    hand = f"To buy: {knight.gold} gold left"
    use = _USE[key] if why_not_buy(knight, key) is None else ""
    return Card(plain(key).capitalize(), PRICE[key], sentence=use, hand=hand)


@clause("AR-QUEST-04")
def _road_card(knight: Knight, road: Road) -> Card:
    """What is known of a road: who is there, who goes along, how it is won, the odds."""
    scenario = scenario_of(road.scenario)
    won, drawn, fought = scenario.alone
    odds = f"{won} of {fought} trial battles won" + (f", {drawn} drawn" if drawn else "")
    more = (("On the way", "He prays twice for his poisoned wounds."),)
    facts = (
        ("There", "Two knights of the King." if road.kind == OUTLAWS else _listed(scenario)),
        ("With you", company(knight, road.scenario)),
        ("Won by", scenario.aim),
        *(more if road.kind == SAINTS else ()),
        ("Odds", f"{odds} by a sensible knight unhurt"),
    )
    clauses = ("AR-QUEST-04", scenario.clause)
    return Card(scenario.name, badge=_KINDS[road.kind], hand="Roads", facts=facts, clauses=clauses)


def _listed(scenario: Scenario) -> str:
    """Who waits there, in words."""
    plan = scenario.b
    listed = [*(forces()[plan.force].models if plan.force else ()), *plan.models]
    return f"{', '.join(counted(listed))}.".capitalize()


def pointed_at(knight: Knight, choice: Choice[Any], key: str | int) -> tuple[int, ...]:
    """A road stands for its place on the map."""
    kinds = [one.kind for one in roads(knight)] if choice.key == "road" else []
    return (place_of(str(key)),) if key in kinds else ()


# -- gold


@clause("AR-QUEST-03")
def why_not_buy(knight: Knight, what: str) -> Refusal | None:
    """What makes no sense or cannot be paid is refused with its reason."""
    if what == LAY_DOWN:
        return None
    has = {
        "horse": knight.horse,
        "spare_horse": knight.spare_horse,
        "lance": "lance" in knight.weapons,
        "shield": knight.shield,
        "weapon": "sword" in knight.weapons,
    }
    if has.get(what, False):
        return Refusal("he has one", "AR-QUEST-03")
    if PRICE[what] > knight.gold:
        return Refusal(f"it costs {PRICE[what]} and he has {knight.gold} gold", "AR-QUEST-03")
    return None


@clause("AR-QUEST-03")
def buy(knight: Knight, what: str) -> None:
    """Pay, and have it."""
    knight.gold -= PRICE[what]
    if what in HIRED:
        taken = {one.name for one in knight.companions} | set(knight.dead_names)
        free = [one for one in NAMES[what] if one not in taken]
        name = free[0] if free else f"{NAMES[what][0]} {len(taken)}"
        knight.companions.append(Companion(what, name))
    elif what == "lance":
        knight.weapons.insert(0, "lance")
    elif what == "weapon":
        knight.weapons.append("sword")
    else:
        setattr(knight, what, True)


@clause("AR-QUEST-03")
def lend(knight: Knight) -> None:
    """Without horse or arms, and without the gold, his host lends plain ones; he owes 20."""
    lent = False
    if not knight.horse and knight.gold < PRICE["horse"]:
        knight.horse = lent = True
    if not [one for one in knight.weapons if one != "lance"] and knight.gold < PRICE["weapon"]:
        knight.weapons.append("sword")
        lent = True
    if lent:
        knight.debt += LENT


# -- the road


@clause("AR-QUEST-04")
def _take(table: Table[Knight], kind: str) -> None:
    """Ride on; on the road of a saint he prays first."""
    knight = table.state
    ways = {one.kind: one for one in roads(knight)}
    if kind == SAINTS:
        _pray(table)
    knight.road, knight.kind = ways[kind].scenario, kind


@clause("AR-QUEST-04", "AR-POISON-15")
def _pray(table: Table[Knight]) -> None:
    """On the road of a saint he prays twice."""
    knight = table.state
    for _ in range(2):
        sick = [kind for kind in POISONS if knight.poison.get(kind)]
        if sick and throw_virtue(table, knight.level, "player", knight.name):
            knight.poison[sick[0]] -= 1
