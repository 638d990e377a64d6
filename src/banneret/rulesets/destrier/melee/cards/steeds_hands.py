"""The cards a steed may play beside its rider's."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics.columns.words import tac_named
from ...basics.state import NOBODY, Card, card, written
from ...basics.who import helpless
from ...ground.contact import enemies_touched, may_strike
from ...host import cards as rules
from ...movement.driven.forced import room_to_dodge
from ...movement.going import fast
from ...movement.tac import LEAVING
from .deck import CLOSING, TAC_NAMES, aimed, may_add_tac, near_enemies

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...basics.procedures import Phase
    from ...basics.state import Battle, Figure, Steed

MOVES = ("HORSE_MOVE", "WHEEL", "TRAMPLE", *rules.DODGES)  # that take a steed's rider along


class SteedHand:
    """The options of a steed for one card round."""

    def __init__(self, battle: Battle, figure: Figure) -> None:
        assert figure.steed is not None
        self.battle = battle
        self.figure = figure
        self.steed: Steed = figure.steed
        self.first = battle.card_round <= 0

    @cached_property
    def touched(self) -> list[Figure]:
        """The enemies in contact."""
        return enemies_touched(self.battle, self.figure)

    @cached_property
    def near(self) -> list[Figure]:
        """The enemies cards may name."""
        return near_enemies(self.battle, self.figure)

    @cached_property
    def offered(self) -> list[str]:
        """Everything that could be named, allowed or not."""
        return list(self._keys())

    def _keys(self) -> Iterator[str]:
        if self.may_tac():
            for name in self.tacs():
                if name in CLOSING and not self.touched:
                    yield from (written(Card(name, "", one.id)) for one in self.near)
                yield name
        yield "HORSE_MOVE"
        if not self.held_to_move():
            yield "WHEEL"
            foes = [one for one in self.near if one.steed is None]
            for foe in foes:
                if foe.posture == "prone" or foe.asleep:
                    yield written(Card("TRAMPLE", "", foe.id))
                    yield written(Card("TRAMPLE", "kick", foe.id))
            yield from aimed(("KICK",), self.near)
            yield from rules.DODGES

    @clause("DE-MSEQ-02", "DE-TACP-12")
    def may_tac(self) -> bool:
        """Whether it may choose a TAC card: all at first, later slow ones near an enemy.

        A slow one whose rider is helpless stands its ground; a fast one runs all the same.
        """
        if helpless(self.figure) and not self.held_to_move():
            return False
        if self.first:
            return self.steed.posture == "standing"
        return bool(self.later()) and may_add_tac(self.battle, self.figure, bool(self.touched))

    @clause("DE-HTAC-07", "DE-HTAC-10")
    def later(self) -> list[str]:
        """The TAC cards it may play after the TAC phase: none while it holds to its first."""
        once = self.battle.options.horse_tac_once and self.steed.tac_count > 0
        if self.steed.posture != "standing" or fast(self.steed.speed) or once:
            return []
        return self.tacs()

    @clause("DE-HTAC-01", "DE-BERS-07")
    def tacs(self) -> list[str]:
        """The TAC cards of its speed; under a berserk rider none that leads away."""
        rages = self.figure.berserk
        return [one for one in rules_for(self.battle, self.steed) if not (rages and one in LEAVING)]

    @clause("DE-HTAC-08")
    def held_to_move(self) -> bool:
        """Whether it is fast and may only MOVE."""
        return fast(self.steed.speed)

    @clause("DE-GRAP-08")
    def held(self) -> bool:
        """Whether a steed that need not run stays for its rider's sake: held, or holding."""
        figure = self.figure
        grappled = bool(figure.restrained_by) or figure.restraining != NOBODY
        return grappled and not self.held_to_move()

    @clause("DE-HORSE-07", "DE-HORSE-10", "DE-HTH-08", "DE-DODGE-14", "DE-HTAC-08")
    def why_not(self, key: str) -> Refusal | None:
        """Say why a horse card may not be chosen."""
        one = card(key)
        steed, battle = self.steed, self.battle
        if steed.posture != "standing" and one.name != "HORSE_MOVE":
            return Refusal("the steed must first get up", "DE-HOST-34")
        if one.name in TAC_NAMES:
            return None
        if one.name in MOVES and self.held():
            return Refusal("its rider is held, or holds somebody", "DE-GRAP-08")
        if one.name == "KICK":
            target = battle.figures[one.target]
            if self.first or not self.touched:
                return None  # cards may still bring them together
            weapon = battle.tables.host.horses[steed.key].kick
            return may_strike(battle, self.figure, target, weapon, "steed")
        if one.name in rules.DODGES:
            direction = one.name.removeprefix("DODGE_").lower()
            if not room_to_dodge(battle, self.figure, direction):
                return Refusal("there is no half inch of room", "DE-DODGE-01")
        return None

    def cost(self, keys: Sequence[str]) -> int:
        """The blows of the steed's that a set of cards costs."""
        chosen = [card(key) for key in keys]
        melee = tuple(one.name for one in chosen if one.name not in TAC_NAMES)
        found = rules.cards_cost(
            self.battle.tables,
            cards=melee,
            trample_kick=any(one.detail == "kick" for one in chosen),
        )
        phase: Phase = "TAC" if self.first else "MELEE"
        tac = [
            rules.tac_cost(self.battle.tables, card=tac_named(one.name), phase=phase)
            for one in chosen
            if one.name in TAC_NAMES
        ]
        return (found.blows or 0) + sum(tac)

    @clause("DE-HTAC-08", "DE-HTAC-11", "DE-DODGE-14", "DE-MSEQ-14")
    def allows(self, keys: Sequence[str]) -> Refusal | None:
        """Judge a whole set of a steed's cards."""
        chosen = [card(key) for key in keys]
        tac = [one for one in chosen if one.name in TAC_NAMES]
        melee = tuple(one.name for one in chosen if one.name not in TAC_NAMES)
        if len(tac) > 1:
            return Refusal("one TAC card at a time", "DE-TACP-01")
        if self.first and not tac and self.may_tac():
            return Refusal("everybody plays a TAC card in the TAC phase", "DE-TACP-01")
        why = rules.clash(self.battle.tables, melee)
        if why is not None:
            return Refusal(*why)
        dodges = [one for one in melee if one in rules.DODGES]
        if dodges and len(melee) > 1:
            return Refusal("a horse that dodges plays no other card", "DE-DODGE-14")
        must = self.held_to_move() and not self.first and self.steed.blows_left > 0
        if must and melee != ("HORSE_MOVE",):
            return Refusal("a fast steed must MOVE until its blows are gone", "DE-HTAC-08")
        cost = self.cost(keys)
        if cost > self.steed.blows_left:
            left = self.steed.blows_left
            return Refusal(f"these cards cost {cost} of {left} blows", "DE-COST-02")
        return None

    def sets(self) -> list[tuple[str, ...]]:
        """List lawful sets of a steed's cards."""
        fit = [key for key in self.offered if self.why_not(key) is None]
        tac = [key for key in fit if card(key).name in TAC_NAMES]
        rest = [key for key in fit if card(key).name not in TAC_NAMES]
        found: list[tuple[str, ...]] = [(), *[(key,) for key in rest]]
        if tac:
            found = [(key, *one) for one in found for key in tac] + ([] if self.first else found)
        return [one for one in found if self.allows(one) is None]


@clause("DE-HTAC-01", "DE-HTAC-02")
def rules_for(battle: Battle, steed: Steed) -> list[str]:
    """The TAC cards of a steed at its speed, the usual one first."""
    from ...host.steeds import horse_tac  # noqa: PLC0415  # a name that fields have too

    found = horse_tac(battle.tables, speed=steed.speed, fixed=battle.options.fixed_horse_tac)
    return sorted(found.cards, key=lambda name: name != found.default)
