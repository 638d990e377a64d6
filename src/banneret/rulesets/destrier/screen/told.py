"""What happens in turn and melee, as small records; the words for them are in `wording`."""

from __future__ import annotations

from typing import ClassVar

from banneret.core.play.events import Event


class TurnBegan(Event, frozen=True, tag="de.turn"):
    """A new turn."""

    turn: int


class OwnTables(Event, frozen=True, tag="de.own_tables"):
    """Tables of somebody's own are played by (DE-HOST-64)."""

    tables: tuple[str, ...]


class InitiativeWon(Event, frozen=True, tag="de.initiative"):
    """A side has the initiative of a phase."""

    side: str
    half: int
    surprise: bool = False


class PairRolled(Event, frozen=True, tag="de.pair"):
    """Two that meet by cards rolled who attacks."""

    figure: int
    other: int


class TacFaced(Event, frozen=True, tag="de.tac_faced"):
    """A side's TAC cards were turned up."""

    reveals: ClassVar[bool] = True

    side: str
    cards: tuple[tuple[int, str], ...]


class CardsFaced(Event, frozen=True, tag="de.cards_faced"):
    """The MELEE cards of a figure, or of its steed, were turned up."""

    reveals: ClassVar[bool] = True

    figure: int
    cards: tuple[str, ...]
    paid: int
    steed: bool = False


class DodgeFaced(Event, frozen=True, tag="de.dodge_faced"):
    """A dodge was turned up, after everybody guessed."""

    reveals: ClassVar[bool] = True

    figure: int
    direction: str
    guesses: tuple[tuple[int, str], ...]


class Struck(Event, frozen=True, tag="de.struck"):
    """A blow fell, or missed."""

    figure: int
    target: int
    part: str
    card: str
    weapon: str
    hit: bool
    damage: int = 0
    critical: str = ""
    steed: bool = False  # the steed struck it


class BlowLost(Event, frozen=True, tag="de.blow_lost"):
    """A figure could not strike."""

    figure: int
    why: str


class ArmsLost(Event, frozen=True, tag="de.arms_lost"):
    """A weapon or shield was broken, struck away or dropped."""

    figure: int
    thing: str
    how: str


class Fell(Event, frozen=True, tag="de.fell"):
    """A figure is down, dead or out of the fight."""

    figure: int
    status: str


class Wounded(Event, frozen=True, tag="de.wounded"):
    """A figure was crippled, stunned or shocked."""

    figure: int
    how: str


class Bashed(Event, frozen=True, tag="de.bashed"):
    """A bash with body, shield or weapon."""

    figure: int
    target: int
    how: str
    result: str  # "" for a bash that failed


class Countered(Event, frozen=True, tag="de.countered"):
    """A counterblow was laid, answered, and came off or not."""

    reveals: ClassVar[bool] = True

    figure: int
    target: int
    answer: str
    comes: bool


class Raged(Event, frozen=True, tag="de.raged"):
    """A figure went berserk, kept its head, or calmed down."""

    figure: int
    how: str


class Halted(Event, frozen=True, tag="de.halted"):
    """A friend tried to halt a berserker."""

    figure: int
    target: int
    turned_on: bool
    calmed: bool


class Grappled(Event, frozen=True, tag="de.grappled"):
    """Holding, tossing, pulling down, breaking free."""

    figure: int
    target: int
    how: str
    done: bool


class Rose(Event, frozen=True, tag="de.rose"):
    """A figure tried to get up."""

    figure: int
    up: bool


class Drew(Event, frozen=True, tag="de.drew"):
    """A figure took something to hand."""

    figure: int
    thing: str


class Shot(Event, frozen=True, tag="de.shot"):
    """A missile flew."""

    shooter: int
    target: int
    part: str
    weapon: str
    hit: bool
    damage: int = 0
    critical: str = ""
    friend: int = -1


class Reloaded(Event, frozen=True, tag="de.reloaded"):
    """A missile weapon is a step nearer to being loaded."""

    figure: int
    weapon: str
    left: int

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class SpellCast(Event, frozen=True, tag="de.spell"):
    """A spell was cast, and what it did."""

    reveals: ClassVar[bool] = True

    figure: int
    target: int
    spells: tuple[str, ...]
    landed: bool
    resisted: tuple[str, ...] = ()
    amount: int = 0


class Did(Event, frozen=True, tag="de.did"):
    """A figure did something else."""

    figure: int
    what: str

    @property
    def quiet(self) -> bool:
        """It decides nothing by itself."""
        return True


class Surrendered(Event, frozen=True, tag="de.surrendered"):
    """A figure gave itself up."""

    figure: int
    target: int


class MeleeEnded(Event, frozen=True, tag="de.melee_ended"):
    """No blows are left, or nobody wants to strike."""

    rounds: int


class Ended(Event, frozen=True, tag="de.ended"):
    """The battle is over."""

    winner: str
    reason: str
