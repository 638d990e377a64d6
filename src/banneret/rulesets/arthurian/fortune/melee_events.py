"""Melee combat events in a battle: whom they concern, and what they do to the models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banneret.core.book.clauses import clause
from banneret.core.questions.choices import Weigh
from banneret.core.show.cards import Card

from ..basics import who
from ..basics.asking import ask, pick
from ..basics.state import (
    ASIDE,
    BROKEN,
    HORSE_BASE,
    LEFT,
    OK,
    RESERVE,
    STOPPED,
    TABLE,
    Fight,
    clone,
)
from ..basics.tables import TABLES, WEAPONS
from ..fight import harm
from ..fight.blows import outcome_of
from ..fight.fighters import attack_value, defence_value, strength, toughness
from ..fight.wounds import Wound, damage_added, read_wound
from ..ground import horses
from ..ground.ways import nearest_free
from ..screen import events as e
from ..screen.event_cards import melee_card
from ..setup.enlist import recruit_one
from . import virtue
from .checks import level_of
from .rows import OPPONENT, PC, ROWS, Combatant, Companion, throw_row

if TYPE_CHECKING:
    from banneret.core.play.table import Table

    from ..basics.state import Battle, Model

TRY, LEAVE = "try", "leave"
CHIVALROUS, ADVANTAGE = "chivalrous", "advantage"
_LUCK = {
    "shield": "his dwarf's spare shield",
    "weapon": "his dwarf's spare weapon",
    "spare_horse": "his spare horse",
    "remount": "getting back in the saddle",
}


@clause("AR-MEVENT-03")
def roles(one: Model, other: Model, dice: tuple[int, int]) -> tuple[Model, Model] | None:
    """The PC and his opponent: of two PCs the one whose die was a 1; without a PC no event."""
    if one.pc and other.pc:
        return (one, other) if dice[0] == 1 else (other, one)
    if one.pc:
        return one, other
    return (other, one) if other.pc else None


@clause("AR-MEVENT-01", "AR-MEVENT-02", "AR-MEVENT-03")
def occurs(table: Table[Battle], attacker: Model, defender: Model, dice: tuple[int, int]) -> None:
    """One event after the wounds of an attack, unless one of the two was removed by them."""
    battle = table.state
    found = roles(attacker, defender, dice)
    if battle.options.melee_events != "on" or found is None:
        return
    if not (attacker.in_play and defender.in_play):
        return
    pc, opponent = found
    number = throw_row(table)
    table.tell(e.MeleeEventCame(number, pc.id, opponent.id))
    if number in battle.scenario.ignored_melee_events:
        table.tell(e.MeleeEventTook("no_effect", pc.id, opponent.id))
        return
    ROWS[number](table, OnTheTable(table, pc, opponent, number))


class OnTheTable:
    """The stage of an event in a battle: what is noted happens to the models."""

    def __init__(self, table: Table[Battle], pc: Model, opponent: Model, number: int) -> None:
        self.table = table
        self.battle = table.state
        self.pc = pc
        self.opponent = opponent
        self.spot = pc.at  # AR-SCALE-09: where he sat before a fall
        self.others: list[Model] = []
        self.card = melee_card(number)

    # -- what the rows ask

    def _model(self, which: str) -> Model:
        return self.pc if which == PC else self.opponent

    def who(self, which: str) -> Combatant:
        """The PC or the opponent, as he is now."""
        one = self._model(which)
        weapon = WEAPONS[one.in_hand]
        hard = who.hardness(self.battle, one)
        return Combatant(one.mounted, one.has_shield, who.can_break(one), hard, weapon.str_bonus)

    @property
    def luck(self) -> int:
        """The PC's Luck."""
        return self.pc.luck

    @property
    def fixed_fall(self) -> int | None:
        """A fixed strength of the PC's fall (AR-MEVENT-17)."""
        return 1 if self.battle.options.unhorsed_str == "1" else None

    @property
    def damage_rule(self) -> Any:
        """How damage is reckoned."""
        return self.battle.options.wound_damage

    @property
    def knightly(self) -> bool:
        """Whether the opponent is a knightly one."""
        return self.opponent.is_a("knightly")

    @property
    def next_bonus(self) -> int | None:
        """The bonus of the best weapon the opponent has left."""
        left = [one for one in who.usable(self.opponent) if one != self.opponent.in_hand]
        left = [one for one in left if one != "unarmed"]
        return max([WEAPONS[one].str_bonus for one in left], default=None)

    def companions(self) -> list[Companion]:
        """The PC's companions in play, by id."""
        found = [(one, who.companion_kind(self.pc, one)) for one in who.in_play(self.battle)]
        return [
            Companion(one.id, kind, one.is_a("arthurian"), who.virtue_of(one))
            for one, kind in found
            if kind
        ]

    def enemies(self) -> list[int | None]:
        """The opponent's Virtue Level, then those of his side who are still hostile."""
        side = who.in_play(self.battle, self.opponent.side)
        self.others = [one for one in side if one.id != self.opponent.id and not one.helpless]
        return [who.virtue_of(self.opponent), *[who.virtue_of(one) for one in self.others]]

    # -- what the PC's player decides

    @clause("AR-MEVENT-10", "AR-EQUIP-12")
    def tries_luck(self, what: str) -> bool:
        """Whether there is anything to be had, and he will test his Luck for it."""
        if not self._is_there(what):
            return False
        pc = self.pc
        words = {TRY: f"Test Luck ({pc.luck} or less)", LEAVE: "Go without"}
        cards = {
            TRY: Card("Test your Luck", sentence=f"For {_LUCK[what]}.", badge=f"{pc.luck} in 6"),
            LEAVE: Card("Go without", sentence="Nothing is thrown."),
        }
        choice = Weigh(
            pc.side,
            "luck",
            f"{pc.name}: {_LUCK[what]}?",
            (TRY, LEAVE),
            label=words.__getitem__,
            about=(pc.id, what),
            usual=TRY,
            card=cards.__getitem__,
            brought=self.card,
        )
        return pick(self.table, choice) == TRY

    def _is_there(self, what: str) -> bool:
        pc = self.pc
        if what == "spare_horse":
            return pc.spare_horse
        if what == "remount":
            return True
        dwarf = who.dwarf_of(self.battle, pc) is not None
        return dwarf and bool(pc.spare_shield if what == "shield" else pc.spare_weapon)

    @clause("AR-MEVENT-18", "AR-MEVENT-19")
    def wants_peace(self) -> bool:
        """Whether the PC would stop the fight."""
        level = who.virtue_of(self.opponent)
        words = {"stop": f"Offer peace (he takes it on {level} or less)", "fight": "Fight on"}
        chance = max(0, min(6, level or 0))
        cards = {
            "stop": Card(
                "Offer peace",
                sentence=f"{self.opponent.name} leaves the field if he takes it.",
                badge=f"{chance} in 6",
            ),
            "fight": Card("Fight on", sentence="Nothing is asked of him."),
        }
        choice = Weigh(
            self.pc.side,
            "peace",
            f"{self.pc.name}: stop the fight with {self.opponent.name}?",
            ("stop", "fight"),
            label=words.__getitem__,
            about=(self.pc.id, self.opponent.id),
            usual="stop" if chance else "fight",
            card=cards.__getitem__,
            brought=self.card,
        )
        return pick(self.table, choice) == "stop"

    # -- what happens

    def note(self, effect: str, which: str = "") -> None:
        """Let something happen to the models."""
        self.table.tell(e.MeleeEventTook(effect, self.pc.id, self.opponent.id))
        happens = getattr(self, f"_{effect}", None)
        if happens is not None:
            happens()
        elif effect.endswith("_leaves"):
            harm.remove(self.table, self.battle[int(which)], LEFT)
        elif effect.startswith("other_") and effect.endswith("_stops"):
            number = int(effect.split("_")[1])
            harm.remove(self.table, self.others[number - 1], STOPPED, self.pc.id)
        elif effect.startswith("knight_joins_"):
            join(self.table, self.pc, effect.removeprefix("knight_joins_"))

    def falls(self, which: str, wound: Wound) -> bool:
        """Take the wound of a fall; true if it removes the rider."""
        one = self._model(which)
        other = self.opponent if which == PC else self.pc
        harm.hurt(self.table, one, wound, other.id, "fall")
        return not one.in_play

    def _pc_shield_broken(self) -> None:
        if self.pc.fine_shield:  # AR-TREASURE-01
            self.pc.fine_shield = False
            return
        self.pc.shield = BROKEN

    def _new_shield(self) -> None:
        self.pc.shield = OK
        self.pc.spare_shield -= 1

    def _pc_weapon_broken(self) -> None:
        _break(self.pc)

    def _new_weapon(self) -> None:
        pc = self.pc
        pc.weapons = (pc.spare_weapon, *pc.weapons)
        pc.in_hand, pc.spare_weapon = pc.spare_weapon, ""

    def _pc_horse_killed(self) -> None:
        horses.dismount(self.battle, self.pc, dies=True, toward=self.opponent.id)

    def _pc_unhorsed(self) -> None:
        horses.dismount(self.battle, self.pc, toward=self.opponent.id)

    def _on_spare_horse(self) -> None:
        horses.mount(self.battle, self.pc, self.spot, spare=True)

    def _remounted(self) -> None:
        horses.mount(self.battle, self.pc, self.spot)

    def _pc_pinned(self) -> None:
        _pin(self.battle, self.pc)

    def _opponent_pinned(self) -> None:
        _pin(self.battle, self.opponent)

    def _opponent_unhorsed(self) -> None:
        horses.dismount(self.battle, self.opponent, toward=self.pc.id)
        self.opponent.no_remount = True

    def _opponent_horse_killed(self) -> None:
        horses.dismount(self.battle, self.opponent, dies=True, toward=self.pc.id)

    def _opponent_weapon_broken(self) -> None:
        _break(self.opponent)

    def _opponent_shield_broken(self) -> None:
        self.opponent.shield = BROKEN

    @clause("AR-MEVENT-20")
    def _fight_stops(self) -> None:
        harm.remove(self.table, self.opponent, STOPPED, self.pc.id)

    @clause("AR-MEVENT-26", "AR-MEVENT-29")
    def choose_chivalry(self, why: str) -> None:
        """Ask the PC whether he gives up his advantage, and let him do so at once."""
        pc, opponent = self.pc, self.opponent
        choice = ask(self.table, chivalry_question(self.battle, pc, opponent, why, self.card))
        chivalrous = choice != ADVANTAGE
        if chivalrous:
            _give_up(self.battle, pc, opponent, why, choice)
        table = self.table
        table.tell(e.Chivalry(pc.id, opponent.id, chivalrous, why))
        awards = TABLES.virtue
        points = awards.chivalrous_choice if chivalrous else awards.fights_at_advantage
        said = "by fighting chivalrously" if chivalrous else "by fighting at an advantage"
        virtue.change(table, pc, points, said, "AR-MEVENT-29")
        held = Fight(pc.id, opponent.id, why, chivalrous)
        self.battle.fights = (*self.battle.fights, held)


def _break(model: Model) -> None:
    """The weapon in hand is gone; the best of the others is taken up (AR-EQUIP-03)."""
    model.weapons = tuple(one for one in model.weapons if one != model.in_hand)
    able = who.usable(model)
    model.in_hand = max(able, key=lambda one: WEAPONS[one].str_bonus)


@clause("AR-STATE-04", "AR-EVENT-21")
def _pin(battle: Battle, model: Model) -> None:
    """Pinned under the horse: no action, at the opponent's mercy."""
    model.pinned = True
    harm.drop(battle, model)
    harm.end_fights(battle, model.id)


@clause("AR-MEVENT-29")
def _lesser_weapons(pc: Model, opponent: Model) -> list[str]:
    """Weapons the PC carries that are no better than the opponent's."""
    limit = WEAPONS[opponent.in_hand].str_bonus
    return [one for one in who.usable(pc) if WEAPONS[one].str_bonus <= limit]


@clause("AR-MEVENT-26", "AR-MEVENT-29")
def chivalry_question(
    battle: Battle, pc: Model, opponent: Model, why: str, brought: Card | None = None
) -> Weigh:
    """The choice of chivalry as cards: what one does, virtue before and after, the next blow."""
    keys = [CHIVALROUS]
    if why == "armed":
        keys += [f"change:{one}" for one in _lesser_weapons(pc, opponent)]
    keys.append(ADVANTAGE)
    return Weigh(
        pc.side,
        "chivalry",
        f"{opponent.name} is at a disadvantage: fight chivalrously or not?",
        tuple(keys),
        label=lambda key: _chivalry_card(battle, pc, opponent, why, key).title,
        about=(pc.id, opponent.id, why),
        usual=CHIVALROUS,
        card=lambda key: _chivalry_card(battle, pc, opponent, why, key),
        brought=brought,
    )


_GIVES = {
    "mounted": ("Fight on foot", "You dismount and stay in contact."),
    "shield": ("Lay the shield aside", "You fight without your shield until this fight ends."),
    "armed": ("Let him draw a sword", "He takes a sword, bonus 2."),
}

_BINDS = {
    "mounted": "mounting again in this fight costs 6 virtue",
    "shield": "taking the shield up again costs 6 virtue",
    "armed": "a better weapon again in this fight costs 6 virtue",
}


def _chivalry_card(battle: Battle, pc: Model, opponent: Model, why: str, key: str) -> Card:
    """What stands on the card of one choice."""
    awards = TABLES.virtue
    if key == ADVANTAGE:
        points, title, deed = (
            awards.fights_at_advantage,
            "Keep the advantage",
            "You fight as you are.",
        )
    elif key == CHIVALROUS:
        points = awards.chivalrous_choice
        title, deed = _GIVES[why]
    else:
        weapon = key.removeprefix("change:").replace("_", " ")
        points, title, deed = awards.chivalrous_choice, f"Take the {weapon}", "No better than his."
    after = pc.vp + points
    now, then = level_of(pc.vp), level_of(after)
    level = f"level stays {then}" if now == then else f"level {now} to {then}"
    trial = clone(battle)
    own, foe = trial[pc.id], trial[opponent.id]
    if key != ADVANTAGE:
        _give_up(trial, own, foe, why, key)
    hurt = harm_chance(trial, foe, own)
    later = "nothing more is asked in this fight" if key == ADVANTAGE else _BINDS[why]
    return Card(
        title,
        group="virtue",
        sentence=deed,
        badge=f"{points:+d} virtue",
        facts=(
            ("Virtue", f"{pc.vp} to {after}, {level}"),
            ("His next blow", f"wounds you {hurt:.0%}"),
            ("Later", later),
        ),
        clauses=("AR-MEVENT-29",) if key == ADVANTAGE else ("AR-MEVENT-29", "AR-MEVENT-30"),
    )


def harm_chance(battle: Battle, model: Model, target: Model) -> float:
    """The chance that a blow wounds."""
    one, other = who.fighter(battle, model), who.fighter(battle, target)
    rule = battle.options.wound_damage
    added = damage_added(strength(one), toughness(other), rule)
    attack, defence = attack_value(one, other).total, defence_value(other, one).total
    found = 0.0
    for a in range(2, 7):
        for d in range(1, 7):
            rolls = outcome_of(
                (a, d), (a + attack, d + defence), battle.options.natural_one, False
            )[1]
            if rolls:
                light = _wounding_share(added)
                found += light if rolls == 1 else 1 - (1 - light) ** 2
    return found / 36


def _wounding_share(added: int) -> float:
    """How many of all wound rolls are light or worse."""
    rolls = [read_wound(max(a, b), min(a, b), added) for a in range(1, 7) for b in range(1, 7)]
    return sum([one.severity not in {"nothing", "shock"} for one in rolls]) / 36


@clause("AR-MEVENT-29", "AR-SCALE-09")
def _give_up(battle: Battle, pc: Model, opponent: Model, why: str, how: str) -> None:
    """Dismount, lay the shield aside, let him draw a sword, or change to a lesser weapon."""
    if why == "mounted":
        horses.dismount(battle, pc, toward=opponent.id)
    elif why == "shield":
        pc.shield = ASIDE
    elif how == CHIVALROUS:
        opponent.weapons = ("sword", *[one for one in opponent.weapons if one != "sword"])
        opponent.in_hand = "sword"
    else:
        pc.in_hand = how.removeprefix("change:")


# -- the knight who joins


@clause("AR-MEVENT-27", "AR-MEVENT-28")
def join(table: Table[Battle], pc: Model, profile: str) -> None:
    """A knight stands ready; he comes at once in the next round, or when the PC is beaten."""
    battle = table.state
    knight = recruit_one(battle, profile, pc.side)
    knight.where = RESERVE
    knight.from_round = battle.round + 1
    knight.serves = pc.id
    table.tell(e.EventTook("knight_joins", knight.id, "stood ready to help"))


@clause("AR-MEVENT-28")
def bring_on(table: Table[Battle]) -> None:
    """At the start of a round: knights whose PC is beaten ride on at the nearest point."""
    battle = table.state
    for knight in battle.models:
        if knight.where != RESERVE or knight.from_round > battle.round:
            continue
        pc = battle[knight.serves]
        if pc.in_play and not pc.helpless and battle.options.joining_knight == "reserve":
            continue
        edge = HORSE_BASE / 2 if knight.side == "a" else battle.scenario.depth - HORSE_BASE / 2
        x = min(max(pc.x, HORSE_BASE / 2), battle.scenario.width - HORSE_BASE / 2)
        spot = nearest_free(battle, knight, (x, edge), HORSE_BASE / 2, 6.0)
        if spot is None:
            continue
        knight.x, knight.y = spot
        knight.where = TABLE
        table.tell(e.Arrived(knight.id, spot, "rode onto the field"))


__all__ = ["OPPONENT", "OnTheTable", "bring_on", "chivalry_question", "occurs", "roles"]
