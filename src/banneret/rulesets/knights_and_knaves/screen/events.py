"""What happens in a battle, as records; sentences for them stand in sentences.py."""

from __future__ import annotations

from typing import ClassVar

from banneret.core.play.events import Event

from ..basics.state import NOBODY

Spot = tuple[float, float, float]  # x, y, facing
Point = tuple[float, float]


# -- the turn


class Sacked(Event, frozen=True, tag="sacked"):
    """A side has sacked a place it came for."""

    side: str
    feature: str


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn."""

    turn: int


class Deployed(Event, frozen=True, tag="deployed"):
    """Figures were set down before the battle."""

    player: str
    places: dict[int, Spot]


# -- morale


class Checked(Event, frozen=True, tag="checked"):
    """A man checked his morale: whether he stands."""

    reveals: ClassVar[bool] = True  # how he stands tells of his morale

    man: int
    cause: str
    stands: bool


class Routed(Event, frozen=True, tag="routed"):
    """A man turned to run."""

    man: int
    cause: str


class Rallied(Event, frozen=True, tag="rallied"):
    """A router tried to rally; `tried` is false of one who never may."""

    reveals: ClassVar[bool] = True

    man: int
    rallied: bool
    tried: bool = True


class LordFell(Event, frozen=True, tag="lord_fell"):
    """A player's own figure is disabled, dead or has yielded."""

    man: int


class Yielded(Event, frozen=True, tag="yielded"):
    """A man yielded: taken or killed."""

    man: int
    captor: int
    taken: bool
    why: str  # no_quarter, berserk, knight, die
    voluntary: bool = False


# -- command


class LeaderNamed(Event, frozen=True, tag="leader"):
    """A unit has a new leader."""

    unit: int
    man: int


class OutOfEarshot(Event, frozen=True, tag="out_of_earshot"):
    """Men whom their lord's voice does not reach this turn: they roll for themselves."""

    player: str
    men: tuple[int, ...]
    led: bool = True  # there is a lord who could be heard


class Signalled(Event, frozen=True, tag="signalled"):
    """A lord gave a signal."""

    player: str
    signal: str  # trumpet, flag, fire
    man: int  # who blew, waved or lit it


class Received(Event, frozen=True, tag="received"):
    """A leader or single man made out a signal or event, or did not."""

    man: int
    received: bool


class OrderGiven(Event, frozen=True, tag="order"):
    """A standing order was given; an empty verb cancels."""

    man: int  # the leader, or the single man
    unit: int
    verb: str
    trigger: str = ""
    then: str = ""
    target: str = ""


class OrderOver(Event, frozen=True, tag="order_over"):
    """A standing order is done with or void."""

    man: int
    unit: int
    why: str  # reached, melee


class OrderMeant(Event, frozen=True, tag="order_meant"):
    """Which of several things an ambiguous order was taken to mean."""

    man: int
    object: str


class Formed(Event, frozen=True, tag="formed"):
    """A unit was formed, changed or dissolved."""

    unit: int
    members: tuple[int, ...]
    leader: int


class Paired(Event, frozen=True, tag="paired"):
    """Two crossbowmen work together from now on."""

    men: tuple[int, int]


class Readied(Event, frozen=True, tag="readied"):
    """A controlled shooter is ready, or is not."""

    man: int
    result: str  # can_shoot, prevented, misfire


class Acts(Event, frozen=True, tag="acts"):
    """An uncontrolled man rolled for what he does."""

    man: int
    result: str


# -- declaring


class Panicked(Event, frozen=True, tag="panicked"):
    """A wounded horse was rolled for."""

    horse: int
    man: int  # its rider, or -1
    result: str  # bolt, refuse, charge, no_effect


class FirstDeployer(Event, frozen=True, tag="first_deployer"):
    """Who won the dice of the set-up and sets down the first unit."""

    player: str


class FirstDeclarer(Event, frozen=True, tag="first"):
    """Who won the declaration roll, and who declares first."""

    player: str
    first: str


class ChitShown(Event, frozen=True, tag="chit_shown"):
    """A chit was turned over; its qualifiers follow."""

    reveals: ClassVar[bool] = True

    man: int
    chit: str


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """What was stated with a chit."""

    reveals: ClassVar[bool] = True

    man: int
    chit: str
    run: bool = False
    gait: str = ""
    target: int = NOBODY
    object: str = ""
    weapon: str = ""

    @property
    def quiet(self) -> bool:
        """Everybody turns one up, every turn."""
        return True


# -- fatigue and the end


class Tired(Event, frozen=True, tag="tired"):
    """A man fought himself tired: his temporary fatigue now."""

    man: int
    level: int


class Unwearied(Event, frozen=True, tag="unwearied"):
    """A man fought and is no more tired for it."""

    man: int


class Breathless(Event, frozen=True, tag="breathless"):
    """A tired man or horse got no breath back."""

    man: int  # -1: a horse
    horse: int = NOBODY


class Rested(Event, frozen=True, tag="rested"):
    """A man or horse got its breath back."""

    man: int  # -1: a horse
    level: int
    horse: int = NOBODY


class Worn(Event, frozen=True, tag="worn"):
    """Everybody is one permanent level more tired."""

    level: int


class OutOfAmmunition(Event, frozen=True, tag="out_of_ammo"):
    """A shooter has nothing left to shoot."""

    man: int


class Searched(Event, frozen=True, tag="searched"):
    """A body or the baggage was searched for ammunition."""

    man: int
    object: str
    found: bool


class Withdraws(Event, frozen=True, tag="withdraws"):
    """Men begin to leave the field."""

    reveals: ClassVar[bool] = True  # that they belong together

    men: tuple[int, ...]


class Awake(Event, frozen=True, tag="awake"):
    """A stunned man came to."""

    man: int


class Unconscious(Event, frozen=True, tag="unconscious"):
    """A disabled lord no longer hears or speaks."""

    man: int


class Conceded(Event, frozen=True, tag="conceded"):
    """A side gave up."""

    side: str


class Renewed(Event, frozen=True, tag="renewed"):
    """After a rest the battle begins again."""

    renewals: int


class Survived(Event, frozen=True, tag="survived"):
    """After the battle: whether a badly wounded man lives."""

    man: int
    lives: bool


class BattleEnded(Event, frozen=True, tag="ended"):
    """The battle is over."""

    reveals: ClassVar[bool] = True  # the points of the lost tell their skills

    winner: str | None
    reason: str
