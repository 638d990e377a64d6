"""What can happen in a One-Page Skirmish battle; figures and units are named by number."""

from __future__ import annotations

from typing import ClassVar

from banneret.core.play.events import Event

Spot = tuple[float, float, float]  # x, y, facing


class RoundBegan(Event, frozen=True, tag="round"):
    """A new round: the deck was shuffled."""

    round: int
    cards: int


class CardDrawn(Event, frozen=True, tag="card"):
    """A turn card came up; `used` is false for one thrown away."""

    card: str
    player: str
    used: bool = True


class TurnBegan(Event, frozen=True, tag="turn"):
    """A player (or a released unit) begins a turn."""

    player: str
    round: int
    unit: int | None = None  # the released unit, or the unit of a group card


class TurnEnded(Event, frozen=True, tag="turn_end"):
    """A turn is over."""

    player: str


class NoKnight(Event, frozen=True, tag="no_knight"):
    """A side has groups but no Knight who could name them a new leader."""

    side: str


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit was set up."""

    unit: int
    places: dict[int, Spot]
    hidden: bool = False


class Held(Event, frozen=True, tag="held"):
    """A hidden unit waits for later in the round."""

    unit: int


class Lapsed(Event, frozen=True, tag="lapsed"):
    """A hold was not used."""

    unit: int


class Revealed(Event, frozen=True, tag="revealed"):
    """A hidden unit came to light."""

    reveals: ClassVar[bool] = True

    unit: int
    why: str
    places: dict[int, Spot]


class Appointed(Event, frozen=True, tag="appointed"):
    """A Knight named a new Sergeant, or took the group over himself."""

    knight: int
    figure: int
    unit: int


class Rallied(Event, frozen=True, tag="rallied"):
    """A Knight lends his +2 to a test."""

    knight: int
    unit: int


class Tested(Event, frozen=True, tag="tested"):
    """A morale test."""

    unit: int
    cause: str  # casualties, rout, charging, charged
    target: int
    roll: int
    outcome: str
    failed_by: int


class Declined(Event, frozen=True, tag="declined"):
    """A unit fell back before a charge without testing."""

    unit: int


class StatusChanged(Event, frozen=True, tag="status"):
    """A unit became steady, shaken or routing."""

    unit: int
    status: str


class Moved(Event, frozen=True, tag="moved"):
    """The measured figure went along a path."""

    unit: int
    figure: int
    how: str  # move, press, charge, rout, retreat, arrive, exit
    path: tuple[tuple[float, float], ...]
    facing: float
    allowance: float
    spent: float

    @property
    def quiet(self) -> bool:
        """Whether it was an ordinary move."""
        return self.how == "move"


class Placed(Event, frozen=True, tag="placed"):
    """Followers were set down."""

    unit: int
    places: dict[int, Spot]


class Turned(Event, frozen=True, tag="turned"):
    """A figure turned on the spot."""

    figure: int
    facing: float


class ChargeDeclared(Event, frozen=True, tag="charge"):
    """A unit named the enemy it charges."""

    unit: int
    target: int


class ChargeEnded(Event, frozen=True, tag="charge_end"):
    """A charge went home, fell short, or never began."""

    unit: int
    target: int
    result: str  # contact, short, no_charge


class Stayed(Event, frozen=True, tag="stayed"):
    """A unit that should have gone back could not, or stood already in cover."""

    unit: int
    why: str  # boxed_in, in_cover


class Shot(Event, frozen=True, tag="shot"):
    """A figure shot at another."""

    shooter: int
    target: int  # a figure, or a loose mount if `at_mount`
    weapon: str
    total: int
    part: str
    result: str
    at_mount: bool = False


class Did(Event, frozen=True, tag="did"):
    """A figure took a quiet action: load, aim, change weapon, mount, dismount, gates, nothing."""

    figure: int
    action: str
    detail: str = ""


class GateMoved(Event, frozen=True, tag="gate"):
    """A gate was opened or shut."""

    gate: str
    open: bool
    figure: int


class Scored(Event, frozen=True, tag="scored"):
    """An objective gave points."""

    side: str
    points: int
    objective: str
    figure: int | None = None


class Fought(Event, frozen=True, tag="fought"):
    """One fight: the dice, the totals and what came of each pair."""

    attackers: tuple[int, ...]
    defender: int
    attack_totals: tuple[int, ...]
    defend_totals: tuple[int, ...]
    armour: int
    pairs: tuple[str, ...]


class Hurt(Event, frozen=True, tag="hurt"):
    """A hit took effect."""

    figure: int
    effect: str  # flesh_wound, wound, killed, stunned, captured
    by: int | None = None


class Recovered(Event, frozen=True, tag="recovered"):
    """A stunned man came to."""

    figure: int


class Pushed(Event, frozen=True, tag="pushed"):
    """A beaten figure gave ground."""

    figure: int
    place: Spot


class Unhorsed(Event, frozen=True, tag="unhorsed"):
    """A rider was thrown, or lost his horse; `mount` is where it stands, None if it is gone."""

    figure: int
    place: Spot
    mount: Spot | None
    why: str = "beaten"  # beaten, mount_killed


class FollowedUp(Event, frozen=True, tag="followed"):
    """A winner closed up again."""

    figure: int
    place: Spot


class Left(Event, frozen=True, tag="left"):
    """Figures left the table."""

    unit: int
    figures: tuple[int, ...]
    fate: str  # fled, exited


class Arrived(Event, frozen=True, tag="arrived"):
    """A unit came on."""

    unit: int
    edge: str
    places: dict[int, Spot]


class Detached(Event, frozen=True, tag="detached"):
    """A Knight rides alone, or is back with his group."""

    figure: int
    unit: int
    alone: bool


class Conceded(Event, frozen=True, tag="conceded"):
    """A side gave up."""

    side: str


class BattleEnded(Event, frozen=True, tag="ended"):
    """The battle is over."""

    winner: str | None
    reason: str
