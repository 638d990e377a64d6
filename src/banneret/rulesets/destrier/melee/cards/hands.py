"""The cards a figure may choose, one by one and together, and what they cost.

A hand is asked for as one `Play`: the TAC card, if any, and the MELEE cards. What is not allowed
says why. `Hand` works a figure's options out once for a question.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from banneret.core.book.clauses import Refusal, clause

from ...basics import who
from ...basics.columns.words import tac_named
from ...basics.state import NOBODY, Card, card, written
from ...ground.contact import enemies_touched
from ...host import cards as rules
from ...turn.spells import spell_keys, spells_already
from .deck import (
    CALLS,
    CLOSING,
    DROP_OUT,
    GRAPPLES,
    LEAVE_OUT,
    LET_GO,
    MIXED,
    NAMES_ONE,
    PASSIVE,
    TAC_NAMES,
    activities,
    activity_blows,
    aimed,
    great_blows,
    may_add_tac,
    may_kick,
    may_restrain,
    near_enemies,
    on_its_knees,
    shooting_targets,
    tac_cards,
    to_draw,
)
from .one_by_one import RULES
from .reaching import out_of_reach

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...basics.procedures import Phase
    from ...basics.state import Battle, Figure


class Hand:
    """The options of one figure on foot, or of one rider, for one card round."""

    def __init__(self, battle: Battle, figure: Figure) -> None:
        self.battle = battle
        self.figure = figure
        self.first = battle.card_round <= 0
        self._known: dict[str, Refusal | None] = {}

    @cached_property
    def touched(self) -> list[Figure]:
        """The enemies in contact."""
        return enemies_touched(self.battle, self.figure)

    @cached_property
    def near(self) -> list[Figure]:
        """The enemies cards may name."""
        return near_enemies(self.battle, self.figure)

    @cached_property
    def weapon(self) -> str:
        """What it strikes with."""
        return who.weapon_of(self.battle, self.figure)

    @cached_property
    def missile(self) -> str:
        """What it shoots with."""
        return who.missile_of(self.battle, self.figure)

    @cached_property
    def shield(self) -> str:
        """What it bears as a shield."""
        return who.shield_of(self.battle, self.figure)

    @cached_property
    def undeclared(self) -> bool:
        """Whether fist and foot would have to be declared: he is armed and at grips with nobody."""
        figure = self.figure
        grappled = bool(figure.restrained_by) or figure.restraining != NOBODY
        return bool(self.weapon) and who.humanoid(figure) and not (figure.mixed or grappled)

    @cached_property
    def offered(self) -> list[str]:
        """Everything that could be named, allowed or not."""
        return list(chain(self._tac(), self._melee(), self._magick(), self._calls()))

    # -- what there is to name

    def _tac(self) -> Iterator[str]:
        """TAC cards: with a target for those that close."""
        if self.figure.mounted or not self.may_tac():
            return
        for name in tac_cards(self.battle, self.figure):
            if name in CLOSING and not self.touched:
                yield from (written(Card(name, "", one.id)) for one in self.near)
            yield name

    @clause("DE-TACP-01")
    def owes_tac(self) -> bool:
        """Whether a TAC card must be among the cards."""
        return self.first and not self.figure.mounted and self.may_tac()

    @clause("DE-TACP-12", "DE-MSEQ-02")
    def may_tac(self) -> bool:
        """Whether a TAC card may be chosen: by all at first, later by those near an enemy."""
        figure = self.figure
        if who.helpless(figure) or figure.restraining != NOBODY:
            return False
        if figure.posture == "kneeling" and not on_its_knees(tac_cards(self.battle, figure)):
            return False  # no card of his is left: he stands his ground on his knees
        return self.first or may_add_tac(self.battle, figure, bool(self.touched))

    def _melee(self) -> Iterator[str]:
        figure, battle = self.figure, self.battle
        yield from aimed([one for one in NAMES_ONE if self._has(one)], self.near)
        for name in ("WEAPON_PARRY", "DESPERATE_DEFENSE", "ACTIVE_SHIELD_PARRY"):
            if self._has(name):
                yield name
        if not figure.mounted:
            yield from rules.DODGES
            riders = [one for one in self.near if one.steed is not None]
            yield from aimed(("PULL_RIDER", "HAMSTRING"), riders)
        yield from aimed(("RESTRAINT",), self.near[:2])
        if not figure.mounted:
            yield "TOSS"
        if figure.restrained_by:
            yield "BREAK_FREE"
        yield from self._moves()
        if self.missile:
            yield from aimed(("FIRE_MISSILE",), shooting_targets(battle, figure))
        if figure.unloaded:
            yield "RELOAD_MISSILE"
        for thing in to_draw(figure):
            yield written(Card("DRAW_WEAPON", thing))
            if figure.in_hand:
                yield written(Card("DRAW_WEAPON", f"{thing}+sheathe"))
        yield PASSIVE

    def _has(self, name: str) -> bool:
        """Leave cards out that a figure of its kind never has."""
        trained = self.figure.profile.trained
        if name == "FEROCITY":
            return trained
        if name == "GREAT_BLOW":
            return great_blows(self.figure)
        if name == "ACTIVE_SHIELD_PARRY":
            return trained and bool(self.shield)
        if name == "KICK":
            return may_kick(self.figure)
        return name != "PUNCH" or who.humanoid(self.figure)

    def _moves(self) -> Iterator[str]:
        """MOVE cards: an inch or a turn, getting up, or another activity."""
        figure = self.figure
        yield "MOVE"
        if figure.posture == "standing" and not figure.pinned:
            yield written(Card("MOVE", "withheld"))
            yield from (written(one) for one in activities(self.battle, figure))

    def _magick(self) -> Iterator[str]:
        figure = self.figure
        if not figure.profile.mkl:
            return
        yield from spell_keys(self.battle, figure)

    def _calls(self) -> Iterator[str]:
        """What is said with the cards."""
        figure = self.figure
        if self.shield:
            yield LEAVE_OUT
        if not self.first:
            yield DROP_OUT
        elif self.weapon and who.humanoid(figure):
            yield MIXED
        if figure.restraining != NOBODY:
            yield LET_GO

    # -- one card

    def why_not(self, key: str) -> Refusal | None:
        """Say why a card may not be chosen at all; None if it may."""
        if key not in self._known:
            self._known[key] = self._refusal(key)
        return self._known[key]

    def _refusal(self, key: str) -> Refusal | None:
        one = card(key)
        held = self._state_refusal(one)
        if held is not None:
            return held
        if one.name in TAC_NAMES:
            return self._tac_refusal(one)
        rule = RULES.get(one.name)
        return rule(self, one) if rule is not None else None

    @clause("DE-MELEE-04", "DE-HOST-67", "DE-GRAP-08")
    def _state_refusal(self, one: Card) -> Refusal | None:
        """What somebody stunned, prone, held, holding or kneeling may not play."""
        figure, name = self.figure, one.name
        if name in CALLS:
            return None
        if who.stunned(figure) and name != PASSIVE:
            return Refusal("who is stunned can only bear the shield", "DE-HOST-67")
        if figure.restrained_by and name not in (PASSIVE, "BREAK_FREE"):
            return Refusal("who is held can only break free", "DE-GRAP-08")
        if figure.posture == "prone" and name not in (PASSIVE, "MOVE"):
            return Refusal("who lies prone must first get up", "DE-MELEE-04")
        if figure.pinned and name not in (PASSIVE, "MOVE"):
            return Refusal("who is pinned must first get free", "DE-HOST-35")
        if figure.restraining != NOBODY and name not in (PASSIVE, "PUNCH", "KICK"):
            return Refusal("who holds somebody can only hold, punch or kick", "DE-GRAP-08")
        if figure.posture == "kneeling" and name in rules.DODGES:
            return Refusal("who kneels cannot dodge", "DE-MELEE-04")
        return None

    @clause("DE-TACP-12", "DE-TAC-18")
    def _tac_refusal(self, one: Card) -> Refusal | None:
        figure = self.figure
        if figure.posture == "kneeling" and not on_its_knees((one.name,)):
            return Refusal("who kneels can only stand his ground", "DE-TACP-12")
        cost = 0 if self.first else self._tac_cost(one.name)
        if cost > figure.blows_left:
            return Refusal(f"{one.name} costs {cost} blows", "DE-MELEE-10")
        return None

    def _tac_cost(self, name: str) -> int:
        phase: Phase = "TAC" if self.first else "MELEE"
        return rules.tac_cost(self.battle.tables, card=tac_named(name), phase=phase)

    # -- cards together

    def allows(self, keys: Sequence[str]) -> Refusal | None:
        """Judge a whole set of cards."""
        chosen = [card(key) for key in keys]
        names = tuple(one.name for one in chosen if one.name not in CALLS)
        tac = [one for one in chosen if one.name in TAC_NAMES]
        melee = tuple(name for name in names if name not in TAC_NAMES)
        return (
            self._tac_set(tac)
            or self._clash(chosen, melee)
            or self._grapples(melee, tac)
            or _while_reloading(melee, tac)
            or out_of_reach(self, chosen)
            or self._frenzy(melee)
            or self._paid(chosen, melee, tac)
            or self._stalling(chosen, melee, tac)
        )

    @clause("DE-TACP-01", "DE-TAC-20")
    def _tac_set(self, tac: Sequence[Card]) -> Refusal | None:
        if len(tac) > 1:
            return Refusal("one TAC card at a time", "DE-TACP-01")
        if self.owes_tac() and not tac:
            return Refusal("everybody plays a TAC card in the TAC phase", "DE-TACP-01")
        return None

    @clause("DE-GEN-05", "DE-CARD-05", "DE-CARD-20", "DE-MELEE-04")
    def _clash(self, chosen: Sequence[Card], melee: tuple[str, ...]) -> Refusal | None:
        why = rules.clash(self.battle.tables, melee)
        if why is not None:
            return Refusal(*why)
        both = [one for one in chosen if one.name in ("FEROCITY", "GREAT_BLOW")]
        blow = {(one.target, one.part) for one in both}
        if len(blow) > 1:
            return Refusal("a great blow with ferocity names one target", "DE-CARD-12")
        if "GREAT_BLOW" in melee and any(_draws_lance(self.battle, one) for one in chosen):
            return Refusal("no great blow with the lance he draws", "DE-CARD-20")
        drawn = any(one.name == "DRAW_WEAPON" and one.detail != "shield" for one in chosen)
        if drawn and "FIRE_MISSILE" in melee:
            return Refusal("what he draws takes the place of what he shoots with", "DE-CARD-04")
        said = {one.name for one in chosen if one.name in CALLS}
        if DROP_OUT in said and melee:
            return Refusal("who drops out plays no cards", "DE-MSEQ-11")
        if LEAVE_OUT in said and (PASSIVE in melee or not melee):
            return Refusal("the passive parry is what is left", "DE-MSEQ-07")
        hands = [one for one in melee if one in ("PUNCH", "KICK")]
        if hands and self.first and self.undeclared and MIXED not in said:
            return Refusal("hand-to-hand is declared with the first cards", "DE-HTH-09")
        return None

    @clause("DE-GRAP-01", "DE-GRAP-16")
    def _grapples(self, melee: tuple[str, ...], tac: Sequence[Card]) -> Refusal | None:
        for name in melee:
            if name not in GRAPPLES or tac:
                continue
            if name == "RESTRAINT" and may_restrain(self.battle, self.figure):
                continue
            return Refusal(f"{name} needs a TAC card beside it", "DE-GRAP-01")
        return None

    @clause("DE-BERS-06")
    def _frenzy(self, melee: tuple[str, ...]) -> Refusal | None:
        """Whoever goes into battle berserk, or may by this blow, defends nothing if he rages."""
        if self.figure.berserk and "DESPERATE_DEFENSE" in melee:
            return Refusal("a berserk figure forswears defence", "DE-BERS-06")
        return None

    def cost(self, keys: Sequence[str]) -> int:
        """The blows a set of cards costs."""
        chosen = [card(key) for key in keys]
        tac = [one for one in chosen if one.name in TAC_NAMES]
        melee = tuple(one.name for one in chosen if one.name not in (*CALLS, *TAC_NAMES))
        if melee == ("CAST_SPELL",) and self._free_spell(tac):
            return 0
        return self._cost(chosen, melee, tac)

    @clause("DE-MAG-07")
    def _free_spell(self, tac: Sequence[Card]) -> bool:
        """One spell can always be cast, even without a blow left."""
        figure = self.figure
        return not tac and not figure.spells_cast and figure.blows_left == 0

    @clause("DE-COST-02", "DE-DEF-08", "DE-CARD-14", "DE-CARD-19", "DE-MAG-08")
    def _cost(self, chosen: Sequence[Card], melee: tuple[str, ...], tac: Sequence[Card]) -> int:
        figure, tables = self.figure, self.battle.tables
        found = rules.cards_cost(
            tables,
            cards=melee,
            free_asp_left=not figure.free_parry_used,
            spells_already=spells_already(self.battle, figure),
            sheathe=any(one.detail.endswith("+sheathe") for one in chosen),
            free_moves_left=figure.free_moves_left,
        )
        blows = found.blows or 0
        for one in chosen:
            if one.name == "MOVE":
                blows += activity_blows(figure, one.detail) - 1
        return blows + sum(self._tac_cost(one.name) for one in tac)

    @clause("DE-COST-02", "DE-MAG-07", "DE-MSEQ-09")
    def _paid(
        self, chosen: Sequence[Card], melee: tuple[str, ...], tac: Sequence[Card]
    ) -> Refusal | None:
        figure = self.figure
        cost = self._cost(chosen, melee, tac)
        if cost <= figure.blows_left:
            return None
        if melee == ("CAST_SPELL",) and self._free_spell(tac):
            return None
        return Refusal(f"these cards cost {cost} of {figure.blows_left} blows", "DE-COST-02")

    @clause("DE-MSEQ-10", "DE-MSEQ-11", "DE-MSEQ-14")
    def _stalling(
        self, chosen: Sequence[Card], melee: tuple[str, ...], tac: Sequence[Card]
    ) -> Refusal | None:
        figure = self.figure
        if any(one.name == DROP_OUT for one in chosen) or who.stunned(figure):
            return None
        idle = not tac and all(name == PASSIVE for name in melee)
        legal = rules.passive_limit(
            self.battle.tables,
            consecutive=figure.passive_run,
            blows_left=figure.blows_left,
            only_card=idle,
        )
        if legal and figure.passive_run >= 6 and figure.blows_left:
            legal = self._cost(chosen, melee, tac) > 0
        if legal or not self.can_spend():
            return None
        return Refusal("the seventh round must cost a blow", "DE-MSEQ-10")

    def can_spend(self) -> bool:
        """Whether there is any card it could pay for."""
        return any(
            self.why_not(key) is None and self.cost((key,)) > 0 and self._alone((key,))
            for key in self.offered
        )

    def _alone(self, keys: Sequence[str]) -> bool:
        chosen = [card(key) for key in keys]
        names = tuple(one.name for one in chosen)
        tac = [one for one in chosen if one.name in TAC_NAMES]
        melee = tuple(name for name in names if name not in TAC_NAMES and name not in CALLS)
        return (
            self._tac_set(tac)
            or self._grapples(melee, tac)
            or out_of_reach(self, chosen)
            or self._paid(chosen, melee, tac)
        ) is None

    # -- some sets

    def sets(self) -> Iterator[tuple[str, ...]]:
        """List lawful sets: each TAC card with each attack, defence and other card."""
        fit = [key for key in self.offered if self.why_not(key) is None]
        tac = [key for key in fit if card(key).name in TAC_NAMES]
        rest = [key for key in fit if card(key).name not in (*TAC_NAMES, *CALLS)]
        attacks = [key for key in rest if card(key).name in NAMES_ONE]
        others = [key for key in rest if key not in attacks]
        guards = [key for key in others if card(key).name in _GUARDS]
        found: list[tuple[str, ...]] = [()]
        found += [(key,) for key in rest]
        found += [(one, two) for one in attacks for two in guards]
        found += _furies(attacks)
        if DROP_OUT in fit:
            found.append((DROP_OUT,))
        if tac:
            some = found if len(found) * len(tac) <= 240 else found[: 240 // len(tac)]
            plain = [] if self.first else found
            found = [(key, *one) for one in some for key in tac] + plain
        return (one for one in found if self.allows(one) is None)


def _draws_lance(battle: Battle, one: Card) -> bool:
    row = battle.tables.host.weapons.get(one.detail.partition("+")[0])
    return one.name == "DRAW_WEAPON" and row is not None and row.kind == "lance"


@clause("DE-MISS-07")
def _while_reloading(melee: Sequence[str], tac: Sequence[Card]) -> Refusal | None:
    """Whoever reloads does not stir: in the melee, for the round of the card."""
    moves = [one.name for one in tac if one.name != "STAND_GROUND"]
    moves += [name for name in melee if name in ("MOVE", *rules.DODGES)]
    if "RELOAD_MISSILE" not in melee or not moves:
        return None
    return Refusal("who reloads cannot move at all", "DE-MISS-07")


_GUARDS = (
    "WEAPON_PARRY",
    "DESPERATE_DEFENSE",
    "ACTIVE_SHIELD_PARRY",
    "DODGE_LEFT",
    "DODGE_RIGHT",
    "DODGE_BACK",
    "MOVE",
    "TOSS",
)


def _furies(attacks: Sequence[str]) -> list[tuple[str, ...]]:
    """FEROCITY and GREAT BLOW on the same target."""
    return [
        (one, two)
        for one in attacks
        for two in attacks
        if card(one).name == "FEROCITY" and card(two) == card(one)._replace(name="GREAT_BLOW")
    ]
