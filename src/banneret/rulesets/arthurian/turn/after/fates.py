"""Fates: prisoners, Knight's Fate, and Heroes out of action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Field, Preview, Weigh, Write
from banneret.core.show.cards import Card
from banneret.tabletop.screen.words import capital, plain

from ...basics import who
from ...basics.asking import ask, pick
from ...basics.state import (
    CAPTURED,
    DEAD_WAYS,
    NOBODY,
    NONE,
    OUT,
    SLAIN,
)
from ...basics.tables import FATES, TABLES
from ...fight import harm
from ...fortune import virtue
from ...fortune.checks import throw_refusal
from ...screen import events as e
from .fate_dice import (
    Fate,
    ransom_odds,
    throw_adventures,
    throw_fate,
    throw_ransom,
    throw_survival,
)

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ...basics.state import Battle, Model

NO_LEVEL = -1  # AR-FATE-05
GOLD_A_LEVEL = 10
ACCEPT, REFUSE, PAY, PRISON = "accept", "refuse", "pay", "prison"
DEMANDS = (49, 10, 20, 30, 60)  # the first brings most on the average
MOST_GOLD, MOST_HELD = TABLES.quest.range["gold"][1], TABLES.quest.range["sit_out"][1]
_AWARDS = TABLES.virtue


def _field(battle: Battle) -> str | None:
    """Who holds the field: whoever won; in a drawn battle nobody (AR-AFTER-07)."""
    return battle.winner


def _is_noble(model: Model) -> bool:
    return model.is_a("knight") or model.is_a("king")


# -- prisoners


@clause("AR-AFTER-01", "AR-AFTER-07", "AR-FATE-01")
def settle_prisoners(table: Table[Battle]) -> None:
    """The helpless at the end are freed or taken; then the fate of everybody captured."""
    battle = table.state
    for one in who.in_play(battle):
        if one.helpless:
            _free_or_taken(table, one)
    for one in battle.models:
        if one.removed_how == CAPTURED:
            _fate_of_captive(table, one)


@clause("AR-AFTER-07")
def _free_or_taken(table: Table[Battle], model: Model) -> None:
    """Freed where the own side holds the field, else captured by the nearest enemy."""
    battle = table.state
    foes = [one for one in who.enemies(battle, model.side) if not one.helpless]
    if _field(battle) == model.side or not foes:
        model.pinned = model.surrendered = False
        return
    nearest = min(foes, key=lambda f: (round(who.gap(model, f), 3), not _is_noble(f), f.id))
    harm.remove(table, model, CAPTURED, nearest.id)


@clause("AR-AFTER-07", "AR-FATE-01", "AR-SCEN-06", "AR-VIRTUE-05")
def _fate_of_captive(table: Table[Battle], model: Model) -> None:
    """In a knight's hands Knight's Fate; other men's: as on a lost field; beasts slay."""
    battle = table.state
    captor = battle[model.removed_by]
    model.surrendered = False
    if battle.scenario.blunted:
        tell_fate(table, model, "released", captor.id)
    elif captor.is_a("beast") or captor.is_a("monster"):
        _slay(table, model, captor.id)
    elif _is_noble(captor) and (_is_noble(model) or model.pc):
        fate = _knights_fate(table, model, captor)
        _reward(table, captor, model, fate)
    elif model.hero:
        _lost_field(table, model, "human")
    else:
        tell_fate(table, model, "released", captor.id)


@clause("AR-VIRTUE-05")
def _reward(table: Table[Battle], captor: Model, model: Model, fate: str) -> None:
    """A PC who took a knight's surrender gains 3 for any fate but slaying, which costs 12."""
    if not model.is_a("knight"):
        return
    if fate == "slay":
        points = _AWARDS.slays_helpless_knight
        virtue.change(table, captor, points, "by slaying a knight who yielded", "AR-VIRTUE-05")
    else:
        captor.spared += 1
        points = _AWARDS.spares_helpless_enemy
        virtue.change(table, captor, points, "by sparing a knight who yielded", "AR-VIRTUE-05")


# -- Heroes out of action


@clause("AR-AFTER-01", "AR-AFTER-02", "AR-AFTER-03", "AR-FATE-01")
def settle_heroes(table: Table[Battle]) -> None:
    """Heroes out of action: on a field held or drawn they recover, else it is fate or a die."""
    battle = table.state
    for one in battle.models:
        if one.removed_how != OUT:
            continue
        holder = _field(battle)
        if holder is None or holder == one.side or battle.scenario.blunted:
            _recover(table, one, "recovers")
            continue
        knights = [m for m in who.in_play(battle, holder) if _is_noble(m)]
        if knights and (_is_noble(one) or one.pc):
            _knights_fate(table, one, victor_of(battle, one, knights))
            _recover(table, one, "")
        else:
            _lost_field(table, one, _kind(who.in_play(battle, holder)))


@clause("AR-FATE-05")
def victor_of(battle: Battle, loser: Model, knights: list[Model]) -> Model:
    """The knight who felled him if still in play, else the one with the highest lead."""
    if loser.removed_by != NOBODY and battle[loser.removed_by] in knights:
        return battle[loser.removed_by]
    return min(knights, key=lambda m: (-(m.profile.lead or -1), -m.profile.points, m.id))


@clause("AR-AFTER-03", "AR-PROFILE-07")
def _kind(victors: list[Model]) -> str:
    """Beasts and monsters alone are beasts; otherwise there are men among them."""
    wild = [one.is_a("beast") or one.is_a("monster") for one in victors]
    return "beast" if victors and all(wild) else "human"


@clause("AR-AFTER-02")
def _recover(table: Table[Battle], model: Model, fate: str) -> None:
    """He lives, with a Critical wound."""
    if model.removed_how in DEAD_WAYS:
        return
    model.wound = "critical" if model.fate != "released_and_healed" else "none"
    if fate:
        tell_fate(table, model, fate)


@clause("AR-AFTER-03")
def _lost_field(table: Table[Battle], model: Model, victor: str) -> None:
    """Slain, robbed of horse and treasure, or left for dead."""
    result = throw_survival(table, victor, model.side)
    if result == "slain":
        _slay(table, model)
        return
    if result == "robbed":
        _take_horse(model)
        model.treasures = ()
    tell_fate(table, model, result)
    _recover(table, model, "")


def _slay(table: Table[Battle], model: Model, by: int = NOBODY) -> None:
    model.removed_how = SLAIN
    tell_fate(table, model, "slain", by)


@clause("AR-AFTER-05", "AR-AFTER-04")
def tell_fate(
    table: Table[Battle], model: Model, fate: str, by: int = NOBODY, adventures: int = 0
) -> None:
    """Note what became of somebody; a PC who is dead is lost."""
    model.fate = fate
    table.tell(e.FateFell(model.id, fate, by, adventures))


# -- Knight's Fate


@clause("AR-FATE-02", "AR-FATE-03", "AR-FATE-04", "AR-FATE-05")
def _knights_fate(table: Table[Battle], loser: Model, victor: Model) -> str:
    """Chosen by a victorious PC for one who is none, else rolled; a PC may refuse some."""
    if victor.pc and not loser.pc:
        fate = _chosen(table, loser, victor)
    else:
        level = who.virtue_of(victor)
        fate = throw_fate(table, NO_LEVEL if level is None else level, loser.side)
    if loser.pc and fate.refusable and fate.fate != "ransom" and _refuses(table, loser, fate.fate):
        return "refused"
    return _suffer(table, loser, victor, fate)


@clause("AR-FATE-04")
def _chosen(table: Table[Battle], loser: Model, victor: Model) -> Fate:
    """Any fate marked for non-player knights."""
    fates = tuple(one.fate for one in TABLES.knights_fate if one.for_npc)
    question = Weigh(
        victor.side,
        "fate",
        f"{loser.name} is in the hands of {victor.name}: what becomes of him?",
        fates,
        label=lambda key: f"{_title(key)}: {FATES[key].effect}",
        about=(victor.id, loser.id),
        usual="released",
        card=lambda key: _fate_card(loser, key),
        brought=Card(
            "In your hands",
            sentence=f"{loser.name} {'yielded' if loser.removed_how == CAPTURED else 'is beaten'}.",
            glyph="state-captive",
            clauses=("AR-FATE-04",),
        ),
    )
    fate = ask(table, question)
    return Fate(fate, 0, False, 0, throw_adventures(table, fate, loser.side))


def _named(fate: str) -> str:
    return plain(fate).replace("camelot", "Camelot")


def _title(fate: str) -> str:
    return capital(_named(fate))


def _fate_card(loser: Model, fate: str) -> Card:
    """What a fate does, and what it means for the virtue of him who chooses it."""
    yielded = loser.removed_how == CAPTURED and loser.is_a("knight")
    points = _AWARDS.slays_helpless_knight if fate == "slay" else _AWARDS.spares_helpless_enemy
    said = FATES[fate].effect
    title = f"Ransom: {price(loser)} gold" if fate == "ransom" else _title(fate)
    badge = f"{points:+d} virtue" if yielded else ""
    return Card(title, sentence=f"{said[0].upper()}{said[1:]}.", badge=badge)


def _own_fate(loser: Model, fate: str, effect: str) -> Card:
    return Card(
        _title(fate),
        sentence=f"{loser.name}'s fate: {effect}.",
        glyph="state-captive",
        clauses=("AR-FATE-02", "AR-FATE-03"),
    )


@clause("AR-FATE-03")
def _refuses(table: Table[Battle], loser: Model, fate: str) -> bool:
    """A PC may break his word: free, at the price of 2d6 virtue points."""
    labels = {ACCEPT: f"Accept: {FATES[fate].effect}", REFUSE: "Refuse: lose 2d6 virtue points"}
    question = Weigh(
        loser.side,
        "refuse",
        f"{loser.name}'s fate: {_named(fate)}",
        (ACCEPT, REFUSE),
        label=labels.__getitem__,
        about=(loser.id, fate),
        usual=ACCEPT,
        brought=_own_fate(loser, fate, FATES[fate].effect),
    )
    if ask(table, question) == ACCEPT:
        return False
    _break_word(table, loser)
    return True


def _break_word(table: Table[Battle], loser: Model) -> None:
    lost = throw_refusal(table, loser.side)
    virtue.change(table, loser, -lost, "by refusing his fate", "AR-FATE-03")
    tell_fate(table, loser, "refused_fate")


@clause("AR-FATE-02", "AR-POISON-01")
def _suffer(table: Table[Battle], loser: Model, victor: Model, fate: Fate) -> str:
    """Carry a fate out."""
    if fate.fate == "slay":
        _slay(table, loser, victor.id)
        return "slay"
    if fate.fate == "ransom":
        return _ransom(table, loser, victor)
    loser.sit_out = fate.adventures
    if fate.fate == "poisoned_wounds" and loser.pc:
        for _ in range(fate.poison_wounds):
            harm.poison(table, loser)
    elif fate.fate == "stripped_of_arms":
        loser.weapons, loser.in_hand, loser.shield, loser.missile = (), "unarmed", NONE, ""
    elif fate.fate == "horse_taken":
        _take_horse(loser)
    elif fate.fate == "released_and_healed":
        loser.wound, loser.wounds = "none", ()
    tell_fate(table, loser, fate.fate, victor.id, fate.adventures)
    return fate.fate


def _take_horse(model: Model) -> None:
    model.mounted, model.horse, model.spare_horse = False, NONE, False


# -- ransom


@clause("AR-FATE-06")
def price(loser: Model) -> int:
    """10 gold for each level of the loser's own virtue, at least 10."""
    return max(GOLD_A_LEVEL, GOLD_A_LEVEL * (who.virtue_of(loser) or 0))


@clause("AR-FATE-06", "AR-AFTER-06")
def _ransom(table: Table[Battle], loser: Model, victor: Model) -> str:
    """Paid to the victor; a PC may pay, go to prison, or break his word; others always pay."""
    if table.state.options.ransom_haggle:
        return _haggle(table, loser, victor)
    return _settled(table, loser, victor, price(loser))


@clause("AR-FATE-06")
def _settled(table: Table[Battle], loser: Model, victor: Model, cost: int) -> str:
    """The sum is agreed: it is paid, or a PC finds another way."""
    how = _pays(table, loser, cost) if loser.pc else PAY
    if how == REFUSE:
        _break_word(table, loser)
        return "refused"
    if how == PRISON:
        return _imprison(table, loser, victor)
    if loser.pc:
        loser.gold = max(0, loser.gold - cost)
    victor.gold += cost
    tell_fate(table, loser, "ransomed", victor.id)
    return "ransom"


def _imprison(table: Table[Battle], loser: Model, victor: Model) -> str:
    loser.sit_out = throw_adventures(table, "imprisoned", loser.side)
    tell_fate(table, loser, "imprisoned", victor.id, loser.sit_out)
    return "imprisoned"


@clause("AR-FATE-06")
def _pays(table: Table[Battle], loser: Model, cost: int) -> str:
    labels = {
        PAY: f"Pay {cost} of {loser.gold} gold",
        PRISON: "Be imprisoned for d3 adventures",
        REFUSE: "Break your word: lose 2d6 virtue points",
    }
    ways = (PAY, PRISON, REFUSE) if loser.gold >= cost else (PRISON, REFUSE)
    question = Weigh(
        loser.side,
        "ransom",
        f"{loser.name} is held to ransom for {cost} gold",
        ways,
        label=labels.__getitem__,
        about=(loser.id, cost),
        usual=ways[0],
        brought=_own_fate(loser, "ransom", f"{cost} gold, or he goes to prison"),
    )
    return pick(table, question)


@clause("AR-AFTER-06")
def _haggle(table: Table[Battle], loser: Model, victor: Model) -> str:
    """The holder names a sum; dice until the third 1 say whether it is paid, or he keeps him.

    A PC misses an adventure for each time that it was not; of others no more is heard.
    """
    demand = _demanded(table, loser, victor)
    held = 0
    while not throw_ransom(table, demand, victor.side)[1]:
        held += 1
        if not loser.pc or held == MOST_HELD:
            loser.sit_out = held
            tell_fate(table, loser, "held_captive", victor.id, held)
            return "ransom"
        demand = _demanded(table, loser, victor)
    fate = _settled(table, loser, victor, demand)
    loser.sit_out = min(MOST_HELD, loser.sit_out + held)
    return fate


def _demanded(table: Table[Battle], loser: Model, victor: Model) -> int:
    """Any sum."""
    question = Write(
        victor.side,
        "demand",
        f"What ransom does {victor.name} ask for {loser.name}?",
        [Field("gold", "Gold", "number", least=0, most=MOST_GOLD)],
        ideas=lambda: [{"gold": sum_} for sum_ in DEMANDS],
        about=(victor.id, loser.id),
        foresee=lambda form: Preview(legal=True, odds={"paid": _paid_odds(form["gold"])}),
    )
    return int(ask(table, question)["gold"])


def _paid_odds(demand: int) -> str:
    return f"{round(100 * ransom_odds(demand))}%"
