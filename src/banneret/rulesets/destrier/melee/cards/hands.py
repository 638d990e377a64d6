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
from ...basics.columns.words import TAC_CARDS, tac_named
from ...basics.state import NOBODY, Card, card, written
from ...ground.contact import enemies_touched, known_enemies, may_strike
from ...ground.stands import gap
from ...host import cards as rules
from ...movement.doing import DOINGS, blows_for
from ...movement.doing import why_not as why_not_do
from ...movement.driven.forced import room_to_dodge
from ...movement.going import fast
from ...turn.magick import spell_keys, spells_already, why_not_spell
from ..strikes import weapon_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...basics.procedures import Phase
    from ...basics.state import Battle, Figure, Steed

LEAVE_OUT = "LEAVE_OUT_PASSIVE"  # DE-MSEQ-07: the passive parry that goes with other cards
DROP_OUT = "DROP_OUT"  # DE-MSEQ-11
MIXED = "MIXED_FIGHTING"  # DE-HTH-09: declared with the first cards of the melee
LET_GO = "LET_GO"  # DE-GRAP-08
CALLS = (LEAVE_OUT, DROP_OUT, MIXED, LET_GO)  # said with the cards, but none of the deck
PASSIVE = "PASSIVE_SHIELD_PARRY"
NAMES_ONE = ("DELIVER_BLOW", "GREAT_BLOW", "FEROCITY", "PUNCH", "KICK")
GRAPPLES = ("PULL_RIDER", "RESTRAINT", "TOSS")
TAC_NAMES = TAC_CARDS
CLOSING = ("CLOSE", "FLECHE", "CHARGE")
NEAR = {True: 9.0, False: 6.0}  # inches within which somebody may be named: TAC phase or later
MOST_NAMED = 4
SIX_INCHES = 6.0
HELPLESS_CARDS = (PASSIVE, "BREAK_FREE", "MOVE")


def near_enemies(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies a card may name: known, near enough to meet this round, nearest first."""
    most = NEAR[battle.card_round <= 0]
    near = [one for one in known_enemies(battle, figure) if _about(figure, one, most + 5.0)]
    found = sorted((gap(figure, one), one.id, one) for one in near)
    return [one for inches, _, one in found[:MOST_NAMED] if inches <= most]


def _about(one: Figure, two: Figure, inches: float) -> bool:
    """Whether two are at all near each other, told without measuring."""
    return abs(one.x - two.x) <= inches and abs(one.y - two.y) <= inches


def aimed(names: Sequence[str], foes: Sequence[Figure]) -> Iterator[str]:
    """The keys of cards that name a target: of a mounted one, the rider or the steed."""
    for name in names:
        for foe in foes:
            yield written(Card(name, "", foe.id))
            if foe.steed is not None and name not in ("PULL_RIDER", "RESTRAINT", "HAMSTRING"):
                yield written(Card(name, "", foe.id, "steed"))


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
        if figure.posture == "kneeling" and figure.berserk:
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
        elif self.weapon and who.humanoid(figure) and not figure.mounted:
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
        rule = _RULES.get(one.name)
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
        if figure.posture == "kneeling" and one.name not in ("STAND_GROUND", "KEEP_DISTANCE"):
            return Refusal("who kneels can only stand his ground", "DE-TACP-12")
        cost = 0 if self.first else self._tac_cost(one.name)
        if cost > figure.blows_left:
            return Refusal(f"{one.name} costs {cost} blows", "DE-MELEE-10")
        return None

    def _tac_cost(self, name: str) -> int:
        phase: Phase = "TAC" if self.first else "MELEE"
        return rules.tac_cost(self.battle.tables, card=tac_named(name), phase=phase)

    @clause("DE-CARD-07", "DE-CARD-08", "DE-CARD-09", "DE-CARD-20", "DE-BERS-01", "DE-BERS-03")
    def _weapon_card(self, one: Card) -> Refusal | None:
        """DELIVER BLOW, GREAT BLOW and FEROCITY need a weapon, and somebody to strike."""
        figure = self.figure
        if not self.weapon:
            return Refusal("there is no weapon in hand", "DE-CARD-08")
        if one.name == "FEROCITY" and not figure.profile.trained:
            return Refusal("only trained fighters strike with ferocity", "DE-BERS-01")
        nordic = figure.profile.training == "nordic_berserk"
        if one.name == "DELIVER_BLOW" and figure.berserk and nordic:
            return Refusal("in his frenzy he strikes with FEROCITY", "DE-BERS-03")
        if one.name == "GREAT_BLOW":
            if not great_blows(figure):
                return Refusal("great blows are for chivalry and nordics", "DE-CARD-09")
            if self.battle.tables.host.weapons[self.weapon].kind == "lance":
                return Refusal("no great blow with the lance", "DE-CARD-20")
        return self._strikable(one, self.weapon)

    def _strikable(self, one: Card, weapon: str) -> Refusal | None:
        """A target must be in reach now, or come into it by this round's movement."""
        figure, battle = self.figure, self.battle
        target = battle.figures[one.target]
        if one.part == "steed" and target.steed is None:
            return Refusal(f"{target.name} has no steed", "DE-ATT-14")
        if self.first or not self.touched:
            return None  # cards may still bring them together
        return may_strike(battle, figure, target, weapon)

    @clause("DE-HTH-02", "DE-HTH-03", "DE-HTH-06", "DE-HTH-09", "DE-CARD-08")
    def _hand_card(self, one: Card) -> Refusal | None:
        """PUNCH and KICK: by the unarmed, the grappled, and those who declared it."""
        figure, battle = self.figure, self.battle
        target = battle.figures[one.target]
        grappled = bool(figure.restrained_by) or figure.restraining != NOBODY
        beast = not who.humanoid(figure)
        if self.weapon and not beast and not (figure.mixed or grappled or self.first):
            return Refusal("hand-to-hand was not declared", "DE-HTH-09")
        if one.name == "PUNCH" and not free_hand(battle, figure) and not figure.mixed:
            return Refusal("there is no free hand", "DE-HTH-02")
        if one.name == "KICK":
            refused = kick_refusal(figure, target, one.part)
            if refused is not None:
                return refused
        return self._strikable(one, weapon_for(battle, figure, "man", one.name))

    @clause("DE-CARD-08", "DE-BERS-06")
    def _parry(self, one: Card) -> Refusal | None:
        if one.name == "WEAPON_PARRY" and not self.weapon:
            return Refusal("there is no weapon in hand", "DE-CARD-08")
        return self._defence(one)

    @clause("DE-BERS-06")
    def _defence(self, one: Card) -> Refusal | None:
        figure = self.figure
        if figure.berserk and (one.name != PASSIVE or figure.blows_left > 0):
            return Refusal("a berserk figure forswears defence", "DE-BERS-06")
        return None

    @clause("DE-DEF-08")
    def _active(self, one: Card) -> Refusal | None:
        if not self.figure.profile.trained:
            return Refusal("only trained fighters parry with the shield", "DE-DEF-08")
        if not self.shield:
            return Refusal("there is no shield on the arm", "DE-DEF-14")
        return self._defence(one)

    @clause("DE-DODGE-01", "DE-DODGE-14")
    def _dodge(self, one: Card) -> Refusal | None:
        if self.figure.mounted:
            return Refusal("men on horseback cannot dodge", "DE-DODGE-14")
        direction = one.name.removeprefix("DODGE_").lower()
        if not room_to_dodge(self.battle, self.figure, direction):
            return Refusal("there is no half inch of room", "DE-DODGE-01")
        return self._defence(one)

    @clause("DE-GRAP-02")
    def _pull(self, one: Card) -> Refusal | None:
        target = self.battle.figures[one.target]
        if target.steed is None:
            return Refusal(f"{target.name} does not ride", "DE-GRAP-02")
        return None

    @clause("DE-HORSE-12", "DE-HORSE-14")
    def _hamstring(self, one: Card) -> Refusal | None:
        figure, target = self.figure, self.battle.figures[one.target]
        if figure.hamstrung_this_turn:
            return Refusal("one attempt in a turn", "DE-HORSE-12")
        if not self.weapon:
            return Refusal("there is no weapon in hand", "DE-CARD-08")
        if target.steed is None or target not in self.touched:
            return Refusal("it must be in contact with the horse", "DE-HORSE-12")
        if fast(target.steed.speed):
            return Refusal("the horse is too fast", "DE-HORSE-14")
        return None

    @clause("DE-GRAP-16")
    def _restraint(self, one: Card) -> Refusal | None:
        if self.figure.berserk:
            return Refusal("a berserk figure takes no prisoner", "DE-BERS-10")
        return None if one.target >= 0 else Refusal("there is nobody to hold", "DE-GRAP-06")

    @clause("DE-CARD-01", "DE-MISS-06")
    def _fire(self, one: Card) -> Refusal | None:
        from ...turn.missiles import why_no_shot  # noqa: PLC0415  # shooting is a segment too

        if self.figure.berserk:
            return Refusal("a berserk figure only closes", "DE-BERS-07")
        return why_no_shot(self.battle, self.figure, self.battle.figures[one.target])

    @clause("DE-CARD-02")
    def _reload(self, _one: Card) -> Refusal | None:
        if not any(self.figure.unloaded.values()):
            return Refusal("the weapon is loaded", "DE-CARD-02")
        return None

    @clause("DE-CARD-13", "DE-MELEE-04")
    def _move(self, one: Card) -> Refusal | None:
        figure = self.figure
        if figure.mounted:
            return Refusal("the steed moves, not its rider", "DE-HORSE-06")
        if one.detail == "withheld" and figure.posture != "standing":
            return Refusal("who kneels can only get up", "DE-MELEE-04")
        return None

    def _magic(self, one: Card) -> Refusal | None:
        return why_not_spell(self.battle, self.figure, one)

    @clause("DE-MSEQ-11")
    def _drop_out(self, _one: Card) -> Refusal | None:
        figure, battle = self.figure, self.battle
        foes = [one for one in who.enemies(battle, figure) if _about(figure, one, 12.0)]
        if any(who.on_feet(one) and gap(figure, one) <= SIX_INCHES for one in foes):
            return Refusal("an enemy is within six inches", "DE-MSEQ-11")
        return None

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

    @clause("DE-GEN-05", "DE-CARD-05", "DE-MELEE-04")
    def _clash(self, chosen: Sequence[Card], melee: tuple[str, ...]) -> Refusal | None:
        why = rules.clash(self.battle.tables, melee)
        if why is not None:
            return Refusal(*why)
        blow = {one.target for one in chosen if one.name in ("FEROCITY", "GREAT_BLOW")}
        if len(blow) > 1:
            return Refusal("a great blow with ferocity names one target", "DE-CARD-12")
        said = {one.name for one in chosen if one.name in CALLS}
        if DROP_OUT in said and melee:
            return Refusal("who drops out plays no cards", "DE-MSEQ-11")
        if LEAVE_OUT in said and (PASSIVE in melee or not melee):
            return Refusal("the passive parry is what is left", "DE-MSEQ-07")
        hands = [one for one in melee if one in ("PUNCH", "KICK")]
        undeclared = self.weapon and MIXED not in said and not self.figure.mixed
        if hands and self.first and undeclared and who.humanoid(self.figure):
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
            if card(key).name not in CALLS
        )

    def _alone(self, keys: Sequence[str]) -> bool:
        chosen = [card(key) for key in keys]
        names = tuple(one.name for one in chosen)
        tac = [one for one in chosen if one.name in TAC_NAMES]
        melee = tuple(name for name in names if name not in TAC_NAMES and name not in CALLS)
        return (
            self._tac_set(tac) or self._grapples(melee, tac) or self._paid(chosen, melee, tac)
        ) is None

    # -- some sets

    def sets(self) -> list[tuple[str, ...]]:
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
        return [one for one in found if self.allows(one) is None]


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


_RULES = {
    "DELIVER_BLOW": Hand._weapon_card,  # noqa: SLF001  # the rules of single cards, by name
    "GREAT_BLOW": Hand._weapon_card,  # noqa: SLF001
    "FEROCITY": Hand._weapon_card,  # noqa: SLF001
    "PUNCH": Hand._hand_card,  # noqa: SLF001
    "KICK": Hand._hand_card,  # noqa: SLF001
    "WEAPON_PARRY": Hand._parry,  # noqa: SLF001
    "DESPERATE_DEFENSE": Hand._defence,  # noqa: SLF001
    "ACTIVE_SHIELD_PARRY": Hand._active,  # noqa: SLF001
    PASSIVE: Hand._defence,  # noqa: SLF001
    "DODGE_LEFT": Hand._dodge,  # noqa: SLF001
    "DODGE_RIGHT": Hand._dodge,  # noqa: SLF001
    "DODGE_BACK": Hand._dodge,  # noqa: SLF001
    "PULL_RIDER": Hand._pull,  # noqa: SLF001
    "HAMSTRING": Hand._hamstring,  # noqa: SLF001
    "RESTRAINT": Hand._restraint,  # noqa: SLF001
    "FIRE_MISSILE": Hand._fire,  # noqa: SLF001
    "RELOAD_MISSILE": Hand._reload,  # noqa: SLF001
    "MOVE": Hand._move,  # noqa: SLF001
    "PREPARE_SPELL": Hand._magic,  # noqa: SLF001
    "CAST_SPELL": Hand._magic,  # noqa: SLF001
    DROP_OUT: Hand._drop_out,  # noqa: SLF001
}


# -- who may what


@clause("DE-TAC-01", "DE-TAC-20", "DE-BERS-07")
def tac_cards(battle: Battle, figure: Figure) -> list[str]:
    """The TAC cards a figure on foot is entitled to."""
    return rules.tac_legal(
        battle.tables,
        kind=figure.profile.kind,
        encumbrance=figure.encumbrance,
        charged=figure.charged_this_melee,
        charged_this_turn=figure.charged_this_turn,
        berserk=figure.berserk,
        trained=figure.profile.trained_animal,
        guarding=figure.guarding,
    )


@clause("DE-MSEQ-02")
def may_add_tac(battle: Battle, figure: Figure, touching: bool) -> bool:
    """Whether a TAC card may go with the next MELEE card: out of contact, an enemy near."""
    if touching:
        return False
    inches = 2.0 if battle.options.contact_check_2 else battle.tables.seed.tac_move.contact_check
    foes = (one for one in who.enemies(battle, figure) if _about(figure, one, inches + 5.0))
    return any(who.on_feet(one) and gap(figure, one) <= inches + 1e-6 for one in foes)


@clause("DE-CARD-09")
def great_blows(figure: Figure) -> bool:
    """Whether it is of the chivalry or a nordic."""
    return figure.profile.training in ("chivalry", "nordic", "nordic_berserk")


@clause("DE-GRAP-08", "DE-GRAP-16")
def may_restrain(battle: Battle, figure: Figure) -> bool:
    """Whether an opportunity of the last card round still stands."""
    return figure.opportunity != NOBODY and figure.opportunity_round == battle.card_round - 1


def free_hand(battle: Battle, figure: Figure) -> bool:
    """Whether a hand is free to punch."""
    host = battle.tables.host
    used = 1 if who.shield_of(battle, figure) else 0
    for name in figure.in_hand:
        row = host.weapons.get(name) or host.missiles.get(name)
        used += row.hands if row is not None else 0
    return used < 2


@clause("DE-HTH-03", "DE-HTH-04", "DE-HTH-06")
def kick_refusal(figure: Figure, target: Figure, part: str) -> Refusal | None:
    """Why a kick cannot reach: riders from foot, and whoever stands above the waist."""
    if figure.mounted or part == "steed" or target.steed is None or who.tall(figure):
        return None
    if who.humanoid(figure) and figure.profile.kind == "intelligent":
        return Refusal("a man on foot cannot kick a rider", "DE-HTH-03")
    return Refusal("only who is over ten feet tall kicks a rider", "DE-HTH-06")


@clause("DE-CARD-04", "DE-CARD-05", "DE-HOST-67")
def to_draw(figure: Figure) -> list[str]:
    """What may be taken to hand: sheathed, lying at its feet, or the slung shield."""
    if not who.humanoid(figure):
        return []
    things = dict.fromkeys((*figure.weapons, *figure.on_ground))
    if figure.shield_slung and figure.shield != "none":
        things["shield"] = None
    return [one for one in things if one not in figure.profile.natural]


def shooting_targets(battle: Battle, figure: Figure) -> list[Figure]:
    """The enemies a shooter may name, nearest first."""
    found = [(gap(figure, one), one.id, one) for one in known_enemies(battle, figure)]
    return [one for _, _, one in sorted(found)[:MOST_NAMED]]


@clause("DE-CARD-19", "DE-BERS-17", "DE-OBS-02")
def activities(battle: Battle, figure: Figure) -> list[Card]:
    """Unusual activities a MOVE card may buy here: doors, tables, mounting, halting a friend."""
    if not who.humanoid(figure):
        return []
    found = [Card("MOVE", what) for what in DOINGS if why_not_do(battle, figure, what) is None]
    found += [Card("MOVE", "halt", one.id) for one in to_halt(battle, figure)]
    return found


@clause("DE-BERS-17")
def to_halt(battle: Battle, figure: Figure) -> list[Figure]:
    """The berserk friends in contact whom nobody has tried to halt this turn."""
    if figure.berserk:
        return []
    return [
        one
        for one in who.friends(battle, figure)
        if one.berserk and not one.halted and gap(figure, one) < 0.02
    ]


@clause("DE-CARD-19", "DE-CARD-13")
def activity_blows(figure: Figure, detail: str) -> int:
    """The blows of a MOVE card by what it is used for."""
    return blows_for(figure, detail) if detail in DOINGS else 1


# -- steeds


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
            tac = rules_for(self.battle, self.steed)
            for name in tac:
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

    @clause("DE-HTAC-07", "DE-HTAC-10", "DE-MSEQ-02")
    def may_tac(self) -> bool:
        """Whether it may choose a TAC card: all at first, later slow ones near an enemy."""
        if self.steed.posture != "standing":
            return False
        if self.first:
            return True
        if self.battle.options.horse_tac_once and self.steed.tac_count:
            return False
        if fast(self.steed.speed):
            return False
        return may_add_tac(self.battle, self.figure, bool(self.touched))

    @clause("DE-HTAC-08")
    def held_to_move(self) -> bool:
        """Whether it is fast and may only MOVE."""
        return fast(self.steed.speed)

    @clause("DE-HORSE-07", "DE-HORSE-10", "DE-HTH-08", "DE-DODGE-14", "DE-HTAC-08")
    def why_not(self, key: str) -> Refusal | None:
        """Say why a horse card may not be chosen."""
        one = card(key)
        steed, battle = self.steed, self.battle
        if steed.posture != "standing" and one.name != "HORSE_MOVE":
            return Refusal("the steed must first get up", "DE-HOST-34")
        if one.name in TAC_NAMES:
            return None
        if one.name == "KICK":
            target = battle.figures[one.target]
            if not self.touched:
                return Refusal("nobody is in contact", "DE-ATT-01")
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
