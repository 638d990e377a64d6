"""The chain: between adventures, what a battle leaves, the end and the chronicle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import Refusal, clause
from banneret.core.book.saga import Paragraph, Saga
from banneret.core.book.settings import Setting
from banneret.core.questions.choices import Pick
from banneret.core.show.sheet import Sheet

from ..basics.state import DEAD_WAYS, OK
from ..basics.tables import NAMES, POISONS, TABLES
from ..fight.wounds import eased
from ..fortune.checks import throw_virtue
from ..screen.events import plain
from ..setup.lists import scenario_of
from .roads import FIRST, roads, venture
from .sheet import BETTER, OTHER, OUTLAWS, SAINTS, Adventure, Companion, Knight, faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.core.book.ruleset import Result
    from banneret.core.chance.dice import Dice
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

PRICE = TABLES.quest.price
GO_ON, LAY_DOWN = "go_on", "lay_down"
LENT = 20  # AR-QUEST-03
HIRED = ("man_at_arms", "archer", "squire")
WORDS = {
    "recreant": "recreant",
    "errant": "a knight errant",
    "worthy": "a worthy knight",
    "round_table": "of the Round Table",
}
_LENGTH = Setting(
    "adventures", "Adventures", (4, 3, 5, 6), ("AR-QUEST-01",), "How many adventures it has."
)


@clause("AR-QUEST-01", "AR-QUEST-02")
def begin(name: str, options: Mapping[str, Any], dice: Dice) -> Knight:
    """A new sheet; the first adventure is a duel at the ford, with his dwarf."""
    del dice
    return Knight(
        name=name or "Sir Emeric",
        weapons=["lance", "sword", "dagger"],
        companions=[Companion("dwarf", "Gann"), Companion("squire", "Perrin")],
        adventures=int(options.get("adventures", 4)),
        road=FIRST,
        kind=BETTER,
    )


# -- between adventures


@clause("AR-QUEST-03", "AR-QUEST-04")
def between(table: Table[Knight]) -> None:
    """Spend gold, one thing at a time; then choose a road."""
    if table.state.shopping:
        _spend(table)
    else:
        _choose_road(table)


@clause("AR-QUEST-03")
def why_not_buy(knight: Knight, what: str) -> Refusal | None:
    """What makes no sense or cannot be paid is refused with its reason."""
    if what in {GO_ON, LAY_DOWN}:
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
def _spend(table: Table[Knight]) -> None:
    """Buy one thing, go on, or lay the quest down."""
    knight = table.state
    labels = {key: f"{plain(key).capitalize()}: {price} gold" for key, price in PRICE.items()}
    labels |= {GO_ON: "Go on", LAY_DOWN: "Lay the quest down"}
    question = Pick(
        "player",
        "buy",
        f"{knight.name} has {knight.gold} gold: what does he buy?",
        (GO_ON, *PRICE, LAY_DOWN),
        why_not=lambda key: why_not_buy(knight, key),
        label=labels.__getitem__,
        usual=GO_ON,
    )
    what = table.ask(question)
    if what == LAY_DOWN:
        knight.laid_down = True
    elif what == GO_ON:
        knight.shopping = False
        lend(knight)
    else:
        buy(knight, what)


@clause("AR-QUEST-03")
def buy(knight: Knight, what: str) -> None:
    """Pay, and have it."""
    knight.gold -= PRICE[what]
    if what in HIRED:
        dead = {deed.removeprefix("lost ") for deed in knight.deeds}  # nobody is called after them
        taken = {one.name for one in knight.companions} | dead
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


@clause("AR-QUEST-04")
def _choose_road(table: Table[Knight]) -> None:
    """One of the roads that are open."""
    knight = table.state
    ways = {one.kind: one for one in roads(knight)}
    more = {SAINTS: " by the road of a saint, praying twice", OUTLAWS: " against knights"}

    def label(key: str) -> str:
        one = scenario_of(ways[key].scenario)
        return f"{one.name}{more.get(key, '')}: {one.aim}"

    question = Pick(
        "player",
        "road",
        "Which road does he take?",
        tuple(ways),
        why_not=lambda key: ways[key].because,
        label=label,
        usual=BETTER if ways[BETTER].because is None else OTHER,
    )
    key = table.ask(question)
    if key == SAINTS:
        _pray(table)
    knight.road, knight.kind = ways[key].scenario, key


@clause("AR-QUEST-04", "AR-POISON-15")
def _pray(table: Table[Knight]) -> None:
    """On the road of a saint he prays twice."""
    knight = table.state
    for _ in range(2):
        sick = [kind for kind in POISONS if knight.poison.get(kind)]
        if sick and throw_virtue(table, knight.level, "player", knight.name):
            knight.poison[sick[0]] -= 1


# -- what a battle leaves


@clause("AR-QUEST-02", "AR-QUEST-03", "AR-AFTER-05")
def settle(knight: Knight, battle: Battle, result: Result) -> Knight:
    """Take over what lasts: wounds, poison, gold, arms, horses, companions, deeds."""
    pc = next(one for one in battle.models if one.side == "a" and one.pc)
    outcome: Any = "drawn" if result.winner is None else "won" if result.winner == "a" else "lost"
    told = Adventure(knight.road, battle.scenario.name, outcome, result.reason)
    told.rounds, told.spared, told.refused = result.rounds, pc.spared, pc.fate == "refused_fate"
    told.deeds = _deeds(battle, pc)
    knight.chain.append(told)
    knight.deeds += told.deeds
    _take_over(knight, pc)
    knight.companions = _survivors(knight, battle)
    _swear(knight, battle, pc)
    knight.road, knight.kind, knight.shopping = "", "", True
    _sit_out(knight)
    return knight


def _take_over(knight: Knight, pc: Model) -> None:
    knight.dead = pc.removed_how in DEAD_WAYS
    knight.vp = min(199, max(-99, pc.vp))
    knight.gold, knight.wound = min(999, pc.gold), pc.wound
    knight.poison = {kind: pc.poison.of(kind) for kind in pc.poison.kinds}
    knight.horse = pc.horse in {"ridden", "standing"} or (
        knight.horse and not pc.mounted and pc.horse == "none" and pc.fate not in _ROBBED
    )
    knight.spare_horse = pc.spare_horse
    if not knight.no_arms or pc.fate == "stripped_of_arms":
        knight.weapons = list(pc.weapons)
    knight.shield = pc.shield == OK
    knight.treasures = [*pc.treasures, *(["fine_shield"] if pc.fine_shield else [])]
    paid = min(knight.gold, knight.debt)
    knight.gold, knight.debt = knight.gold - paid, knight.debt - paid


_ROBBED = ("robbed", "horse_taken")


def _swear(knight: Knight, battle: Battle, pc: Model) -> None:
    """Oaths and prison: no arms for some adventures, parole, adventures to sit out."""
    knight.no_arms = max(0, knight.no_arms - 1)
    if pc.fate == "bears_no_arms":
        knight.no_arms = pc.sit_out
    else:
        knight.sit_out = pc.sit_out
    if pc.fate == "parole" and pc.removed_by >= 0:
        knight.parole.append(battle[pc.removed_by].name)


@clause("AR-QUEST-03")
def _survivors(knight: Knight, battle: Battle) -> list[Companion]:
    """Companions who left come back, dead ones do not."""
    fought = {one.name: one for one in battle.models if one.side == "a"}
    kept = []
    for one in knight.companions:
        model = fought.get(one.name)
        if model is None:
            kept.append(Companion(one.profile, one.name, eased(one.wound)))
        elif model.removed_how not in DEAD_WAYS:
            kept.append(Companion(one.profile, one.name, model.wound))
    return kept


def _deeds(battle: Battle, pc: Model) -> list[str]:
    felled = [one.name for one in battle.models if one.side == "b" and one.removed_by == pc.id]
    dead = [one.name for one in battle.models if one.side == "a" and one.removed_how in DEAD_WAYS]
    found = [f"felled {name}" for name in felled]
    found += [f"lost {name}" for name in dead if name != pc.name]
    found += _wounds(pc)
    return found + ([f"met his fate, {plain(pc.fate)}"] if pc.fate else [])


@clause("AR-QUEST-05", "AR-WOUND-18")
def _wounds(pc: Model) -> list[str]:
    """Where he was wounded last, how badly it still was after his rest, and his poison."""
    found = []
    if pc.wound_at != "none":
        rested = pc.wound != "none" and pc.removed_how not in DEAD_WAYS
        left = f", {pc.wound} when he had rested" if rested else ""
        found.append(f"was wounded in the {pc.wound_at}{left}")
    if pc.poison.total:
        many = pc.poison.total
        found.append(f"bore {many} poisoned wound{'s' if many > 1 else ''}")
    return found


@clause("AR-QUEST-01", "AR-QUEST-03", "AR-HEAL-03")
def _sit_out(knight: Knight) -> None:
    """Adventures he sits out pass over entries of the chain, and heal a step each."""
    while knight.sit_out and len(knight.chain) < knight.adventures and not knight.dead:
        knight.sit_out -= 1
        knight.wound = eased(knight.wound)
        missed = Adventure("", "An adventure missed", "sat out", "his fate held him")
        knight.chain.append(missed)


# -- the end


@clause("AR-QUEST-05")
def worth(knight: Knight) -> int:
    """Virtue points / 12, and 1 for each adventure won and knight spared, less fates refused."""
    won = sum([one.outcome == "won" for one in knight.chain])
    spared = sum([one.spared for one in knight.chain])
    refused = sum([one.refused for one in knight.chain])
    return knight.vp // TABLES.virtue.points_per_level + won + spared - refused


@clause("AR-QUEST-05")
def worth_words(points: int) -> str:
    """The worth in words."""
    known = [(least, key) for key, least in TABLES.quest.worth.items() if points >= least]
    return WORDS[max(known)[1]] if known else WORDS["recreant"]


@clause("AR-QUEST-05")
def over(knight: Knight) -> str:
    """After the last adventure, at his death, or when the quest is laid down."""
    if knight.dead:
        return f"{knight.name} is dead"
    if knight.laid_down:
        return "the quest was laid down"
    return "the quest is done" if len(knight.chain) >= knight.adventures else ""


@clause("AR-QUEST-05")
def story(knight: Knight) -> list[Paragraph]:
    """A paragraph an adventure, and the worth in words at the end."""
    found = [
        Paragraph(one.title, _told(knight, one), f"{one.outcome}, {one.rounds} rounds")
        for one in knight.chain
    ]
    if over(knight):
        points = worth(knight)
        text = f"So {over(knight)}. {knight.name} is remembered as {worth_words(points)}."
        found.append(Paragraph("The end", text, f"worth {points}"))
    return found


def _told(knight: Knight, one: Adventure) -> str:
    if one.outcome == "sat out":
        return f"{knight.name} took no part: {one.reason}."
    how = {"won": "won the day", "lost": "was beaten", "drawn": "parted without a victor"}
    deeds = f" He {_listed(one.deeds)}." if one.deeds else ""
    return f"{knight.name} {how[one.outcome]}: {one.reason}.{deeds}"


def _listed(deeds: list[str]) -> str:
    """Several deeds in one sentence."""
    return " and ".join([", ".join(deeds[:-1]), deeds[-1]] if len(deeds) > 1 else deeds)


@clause("AR-QUEST-02")
def sheets(knight: Knight) -> list[Sheet]:
    """The sheet in the order of the book."""
    rows = (
        ("virtue", f"{knight.vp}, level {knight.level}"),
        ("gold", f"{knight.gold}{f', owes {knight.debt}' if knight.debt else ''}"),
        ("wound", knight.wound),
        ("poison", ", ".join([f"{k} {n}" for k, n in knight.poison.items() if n]) or "none"),
        ("horse", "yes" if knight.horse else "none"),
        ("spare horse", "yes" if knight.spare_horse else "none"),
        ("weapons", ", ".join(map(plain, knight.weapons)) or "none"),
        ("shield", "yes" if knight.shield else "none"),
        ("treasures", ", ".join(map(plain, knight.treasures)) or "none"),
        ("companions", ", ".join(map(_companion, knight.companions)) or "none"),
        ("adventures to sit out", str(knight.sit_out)),
        ("oaths", _oaths(knight)),
        ("deeds", "; ".join(knight.deeds) or "none yet"),
    )
    return [Sheet(f"{knight.name}: {knight.arms}", ("", ""), rows, clause="AR-QUEST-02")]


def _companion(one: Companion) -> str:
    hurt = f", {one.wound} wound" if one.wound != "none" else ""
    return f"{one.name} ({plain(one.profile)}{hurt})"


@clause("AR-QUEST-01")
def stage(knight: Knight) -> str:
    """How many adventures are done, and what waits for him."""
    done = f"{len(knight.chain)} of {knight.adventures} adventures"
    if over(knight):
        return done
    return f"{done}; next: {scenario_of(knight.road).name if knight.road else 'the road divides'}"


def _oaths(knight: Knight) -> str:
    found = [f"parole to {one}" for one in knight.parole]
    if knight.no_arms:
        found.append(f"bears no arms for {knight.no_arms}")
    return ", ".join(found) or "none"


SAGA: Saga[Knight] = Saga(
    key="quest",
    title="A quest",
    record=Knight,
    begin=begin,
    between=between,
    due=lambda knight: venture(knight) if knight.road and not over(knight) else None,
    settle=settle,
    over=over,
    titled=lambda knight: f"The quest of {knight.name}",
    stage=stage,
    sheets=sheets,
    story=story,
    faults=faults,
    settings=(_LENGTH,),
    prefix="AR",
)
