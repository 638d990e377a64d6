"""What can happen in a battle of From Macbeth to Medici; units and officers by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from banneret.core.play.events import Event

if TYPE_CHECKING:
    from ..basics.state import Officer, Unit

NAMED = {"unit": "figure", "enemy": "other", "friend": "other", "prey": "other", "router": "other"}
"""The words under which screens know whom an event is about."""
OFFICERS = 1000  # officers' pieces are numbered from here


class TurnBegan(Event, frozen=True, tag="turn"):
    """A new turn."""

    turn: int


class StepBegan(Event, frozen=True, tag="step"):
    """One of the thirteen steps begins (MM-TURN-01)."""

    step: int
    name: str

    @property
    def quiet(self) -> bool:
        """Every turn has them all."""
        return True


# -- fortunes of a unit


class Tested(Event, frozen=True, tag="tested", rename=NAMED):
    """A unit took a control test."""

    unit: int
    kind: str
    total: int
    result: str
    use: str = "none"


class StateEntered(Event, frozen=True, tag="state", rename=NAMED):
    """A unit became Steady, Erratic, Impetuous or Broken."""

    unit: int
    state: str


class HitsTaken(Event, frozen=True, tag="hits", rename=NAMED):
    """Hits were added to a unit, or taken off."""

    unit: int
    hits: int
    cause: str


class ElementsLost(Event, frozen=True, tag="elements", rename=NAMED):
    """Elements were removed."""

    unit: int
    elements: int
    cause: str
    left: int


class CameApart(Event, frozen=True, tag="unformed", rename=NAMED):
    """A unit lost its formation."""

    unit: int


class UnitLost(Event, frozen=True, tag="lost", rename=NAMED):
    """A unit is gone."""

    unit: int
    cause: str


class ReformBegan(Event, frozen=True, tag="reforming", rename=NAMED):
    """A unit began to reform."""

    unit: int
    thirds: int


class Reformed(Event, frozen=True, tag="reformed", rename=NAMED):
    """A unit has reformed, or has given it up."""

    unit: int
    done: bool = True


# -- movement


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved or turned."""

    figure: int
    how: str  # march, normal, double, charge, evade, rout, pursue, recoil, follow, enter
    inches: float
    place: tuple[float, float]
    facing: float
    at_once: bool = False  # with the others of its brigade

    @property
    def quiet(self) -> bool:
        """A walk decides nothing."""
        return self.how in ("march", "normal")


def move_of(unit: Unit, how: str, inches: float = 0.0, *, at_once: bool = False) -> Moved:
    """How a unit came to where it stands now."""
    here = (unit.x, unit.y)
    return Moved(unit.id, how, round(inches, 3), here, unit.heading, at_once)


class TerrainMet(Event, frozen=True, tag="terrain", rename=NAMED):
    """A feature slowed a unit."""

    unit: int
    feature: str
    inches: float


class PassedThrough(Event, frozen=True, tag="passed", rename=NAMED):
    """Friends passed through each other."""

    unit: int
    friend: int
    clean: bool


class SweptAway(Event, frozen=True, tag="swept", rename=NAMED):
    """Routers swept a friend away with them."""

    unit: int
    by: int


class TurnedAway(Event, frozen=True, tag="refused", rename=NAMED):
    """A unit refused routers."""

    unit: int
    router: int
    round_it: bool


class LeftTable(Event, frozen=True, tag="left", rename=NAMED):
    """A unit left the table in good order."""

    unit: int
    edge: str


class CameOn(Event, frozen=True, tag="came_on"):
    """Units came on."""

    reveals: ClassVar[bool] = True
    units: tuple[int, ...]
    edge: str


class Sprung(Event, frozen=True, tag="sprung", rename=NAMED):
    """An ambush came to light."""

    reveals: ClassVar[bool] = True
    unit: int
    why: str


class Unveiled(Event, frozen=True, tag="unveiled", rename=NAMED):
    """A unit threw down its branches (MM-SETUP-24)."""

    reveals: ClassVar[bool] = True
    unit: int


class Rode(Event, frozen=True, tag="rode"):
    """An officer rode somewhere."""

    officer: int
    figure: int
    place: tuple[float, float]
    facing: float = 0.0

    @property
    def quiet(self) -> bool:
        """Officers ride every turn."""
        return True


def ride_of(officer: Officer) -> Rode:
    """Where an officer has ridden to."""
    return Rode(officer.id, OFFICERS + officer.id, (officer.x, officer.y))


class TakenIn(Event, frozen=True, tag="taken_in", rename=NAMED):
    """An officer whom the enemy touched took refuge with a unit."""

    officer: int
    unit: int


class OfficerLost(Event, frozen=True, tag="officer_lost"):
    """An officer is slain, taken or has fled."""

    officer: int
    cause: str


# -- charges and flight


class Declared(Event, frozen=True, tag="declared"):
    """Both sides' charges are shown together."""

    reveals: ClassVar[bool] = True
    charges: tuple[tuple[int, int], ...]


class Responded(Event, frozen=True, tag="responded"):
    """All responses are shown together."""

    reveals: ClassVar[bool] = True
    responses: tuple[tuple[int, str], ...]


class ChargeEnded(Event, frozen=True, tag="charge_ended", rename=NAMED):
    """A charge was given up, failed or fell short."""

    unit: int
    why: str


class Met(Event, frozen=True, tag="met", rename=NAMED):
    """Two enemies came into contact."""

    unit: int
    enemy: int
    edge: str
    step: int


class RodeDown(Event, frozen=True, tag="rode_down", rename=NAMED):
    """A Broken unit was ridden down."""

    unit: int
    prey: int
    elements: int


class Dispersed(Event, frozen=True, tag="dispersed", rename=NAMED):
    """An Impetuous unit dispersed with its prey (MM-CHARGE-28)."""

    unit: int


class BrokeOff(Event, frozen=True, tag="broke_off", rename=NAMED):
    """A unit broke off from its enemies (MM-INIT-10)."""

    unit: int
    inches: float


class HeldBack(Event, frozen=True, tag="held", rename=NAMED):
    """A Broken or Impetuous unit was kept where it stood."""

    unit: int
