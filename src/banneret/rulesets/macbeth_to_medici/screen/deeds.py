"""Deeds of officers, missiles, fights and endings, each with its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from banneret.core.play.events import Event
from banneret.tabletop.screen.words import inches, listed, within

from ..basics.state import ALIVE

if TYPE_CHECKING:
    from ..basics.state import Battle


class Deed(Event, frozen=True):
    """Something told in the book's own words; `says` gives its sentence, None for none."""

    def says(self, battle: Battle) -> str | None:
        """Put it in a sentence."""
        raise NotImplementedError


def unit_name(battle: Battle, unit: int) -> str:
    """What a unit is called."""
    return battle.units[unit].profile.name


def officer_name(battle: Battle, officer: int) -> str:
    """What an officer is called."""
    return battle.officers[officer].name


def side_name(battle: Battle, side: str) -> str:
    """What a side is called."""
    return battle.names.get(side, side)


def counted(number: float, one: str) -> str:
    """3 hits, 1 hit, no hits."""
    whole = int(number) if number == int(number) else round(number, 1)
    return f"{whole or 'no'} {one}{'' if whole == 1 else 's'}"


# -- the turn


class StepBegan(Deed, frozen=True, tag="mm_step"):
    """One of the thirteen steps began (MM-TURN-01)."""

    turn: int
    number: int
    name: str

    def says(self, battle: Battle) -> str | None:
        """Say nothing: the heading does."""
        del battle
        return None


class SideFirst(Deed, frozen=True, tag="mm_first"):
    """Which side moves its officers first."""

    side: str

    def says(self, battle: Battle) -> str:
        """Name the side."""
        return f"{side_name(battle, self.side)} move their officers first."


class FieldRolled(Deed, frozen=True, tag="mm_field"):
    """The ground of a free battle is known, and who attacks."""

    side: str
    features: tuple[str, ...]

    def says(self, battle: Battle) -> str:
        """Name them."""
        ground = ", ".join(self.features) or "open ground"
        return f"{side_name(battle, self.side)} attack. The field: {ground}."


class Deployed(Deed, frozen=True, tag="mm_deployed"):
    """A battle of an army was placed."""

    side: str
    ward: int
    places: dict[str, tuple[float, float, float]]

    def says(self, battle: Battle) -> str:
        """Name the ward."""
        return f"{battle.wards[self.ward].name} of {side_name(battle, self.side)} deploys."


class Arrived(Deed, frozen=True, tag="mm_arrived"):
    """A unit came onto the table."""

    figure: int
    place: tuple[float, float]
    facing: float
    reveals: ClassVar[bool] = True

    def says(self, battle: Battle) -> str:
        """Name it."""
        return f"{unit_name(battle, self.figure)} come onto the field."


class Revealed(Deed, frozen=True, tag="mm_revealed"):
    """An ambush sprang, or a veil fell."""

    figures: tuple[int, ...]
    why: str
    reveals: ClassVar[bool] = True

    def says(self, battle: Battle) -> str:
        """Name them."""
        names = listed(unit_name(battle, one) for one in self.figures)
        return f"{names}: {self.why}."


# -- officers


class OfficerMade(Deed, frozen=True, tag="mm_officer_made"):
    """An officer's temperament and ratings are known."""

    officer: int
    temper: str
    leadership: int
    command: int
    side: str

    def says(self, battle: Battle) -> str:
        """Describe him."""
        who = officer_name(battle, self.officer)
        rated = f"Leadership {self.leadership}, Command {self.command}"
        return f"{who} is {self.temper}: {rated}."


class OfficerMoved(Deed, frozen=True, tag="mm_officer_moved"):
    """An officer rode somewhere."""

    officer: int
    place: tuple[float, float]
    side: str

    @property
    def quiet(self) -> bool:
        """Riding about is everyday."""
        return True

    def says(self, battle: Battle) -> str:
        """Name him."""
        return f"{officer_name(battle, self.officer)} rides across the field."


class Leads(Deed, frozen=True, tag="mm_leads"):
    """An officer leads a unit in person, or none."""

    officer: int
    figure: int
    side: str

    @property
    def quiet(self) -> bool:
        """It happens every turn."""
        return True

    def says(self, battle: Battle) -> str | None:
        """Name both."""
        if self.figure < 0:
            return None
        who = officer_name(battle, self.officer)
        return f"{who} leads {unit_name(battle, self.figure)} in person."


class Brigaded(Deed, frozen=True, tag="mm_brigaded"):
    """Units were aligned on an officer's standard."""

    officer: int
    figures: tuple[int, ...]
    side: str

    @property
    def quiet(self) -> bool:
        """It happens every turn."""
        return True

    def says(self, battle: Battle) -> str:
        """Name them."""
        names = ", ".join(unit_name(battle, one) for one in self.figures)
        return f"{names} align on the standard of {officer_name(battle, self.officer)}."


class MessengerSent(Deed, frozen=True, tag="mm_messenger_sent"):
    """A rider left; what he carries is not told here."""

    messenger: int
    sender: int
    to: int
    side: str

    def says(self, battle: Battle) -> str:
        """Name sender and addressee."""
        sender, to = officer_name(battle, self.sender), officer_name(battle, self.to)
        return f"{sender} sends a messenger to {to}."


class MessengerGone(Deed, frozen=True, tag="mm_messenger_gone"):
    """A messenger arrived or was caught."""

    messenger: int
    to: int
    fate: str
    side: str

    def says(self, battle: Battle) -> str:
        """Say which."""
        who = officer_name(battle, self.to)
        if self.fate != "lost":
            return f"A messenger reaches {who}."
        if battle.officers[self.to].fate != ALIVE:
            return f"The messenger to {who} finds nobody to give his message to."
        return f"The messenger to {who} is ridden down."


class OrderChanged(Deed, frozen=True, tag="mm_order"):
    """A battle has another order."""

    ward: int
    order: str
    side: str
    why: str = ""

    def says(self, battle: Battle) -> str:
        """Name the ward and its order."""
        why = f" {self.why}" if self.why else ""
        return f"New orders for {within(battle.wards[self.ward].name)}: {self.order}.{why}"


class Calmed(Deed, frozen=True, tag="mm_calmed"):
    """An officer's grudge is over."""

    officer: int
    side: str

    def says(self, battle: Battle) -> str:
        """Name him."""
        who = officer_name(battle, self.officer)
        return f"The enemy whom {who} hated is gone: he is only Rash now."


class OfficerTested(Deed, frozen=True, tag="mm_officer_tested"):
    """An officer tested his morale."""

    officer: int
    weight: int
    total: int
    result: str
    temper: str
    snapped: bool
    side: str

    def says(self, battle: Battle) -> str:
        """Say how he bears it."""
        who = officer_name(battle, self.officer)
        if self.result == "pass":
            return f"{who} bears his losses ({self.total})."
        if self.snapped:
            return f"{who} snaps ({self.total}): {self.temper}!"
        if self.temper == "enraged":
            return f"{who} is enraged by his losses ({self.total})."
        return f"{who} counts his losses: {self.weight} more ({self.total})."


class OfficerDown(Deed, frozen=True, tag="mm_officer_down"):
    """An officer is disabled for the rest of the turn."""

    officer: int
    side: str

    def says(self, battle: Battle) -> str:
        """Name him."""
        return f"{officer_name(battle, self.officer)} is struck down for this turn."


class Betrayed(Deed, frozen=True, tag="mm_betrayed"):
    """An officer feels betrayed, or not."""

    officer: int
    betrayed: bool
    side: str

    def says(self, battle: Battle) -> str:
        """Say so."""
        who = officer_name(battle, self.officer)
        if self.betrayed:
            return f"{who} cries treason and rides at his own side!"
        return f"{who} rages, but keeps faith."


_FATES = {"alive": "lives", "slain": "is slain", "shaken": "is left Shaken"}


class Duel(Deed, frozen=True, tag="mm_duel"):
    """Two officers crossed swords."""

    one: int
    other: int
    fates: tuple[str, str]
    why: str

    def says(self, battle: Battle) -> str:
        """Name both and how they fared."""
        first, second = officer_name(battle, self.one), officer_name(battle, self.other)
        one, other = (_FATES.get(fate, fate) for fate in self.fates)
        return f"{first} and {second} fight ({self.why}): {first} {one}, {second} {other}."


class OfficerTakenIn(Deed, frozen=True, tag="mm_taken_in"):
    """A lone officer was ridden over and taken in by friends."""

    officer: int
    place: tuple[float, float]
    side: str

    def says(self, battle: Battle) -> str:
        """Name him."""
        return f"{officer_name(battle, self.officer)} is taken in by his men."


# -- missiles


class Bombarded(Deed, frozen=True, tag="mm_bombarded"):
    """A bombard shot."""

    shooter: int
    target: int
    value: int
    outcome: str
    side: str

    def says(self, battle: Battle) -> str:
        """Say how the shot fell."""
        gun, at = unit_name(battle, self.shooter), unit_name(battle, self.target)
        words = {
            "hit": f"strikes {at}",
            "test": f"shakes {at}: {counted(self.value, 'hit')} more in their test",
            "miss": f"misses {at}",
            "explosion": "bursts",
        }
        return f"{gun} {words[self.outcome]}."


class Shot(Deed, frozen=True, tag="mm_shot"):
    """A volley of arrows."""

    shooter: int
    target: int
    value: int
    defence: int
    hits: int
    removed: int
    proof: bool
    side: str

    def says(self, battle: Battle) -> str:
        """Say what it did."""
        who, at = unit_name(battle, self.shooter), unit_name(battle, self.target)
        if self.proof:
            return f"{who} shoot at {at}, whose armour is proof."
        done = f"{self.value} against {self.defence}"
        return f"{who} shoot at {at}: {done}, {counted(self.hits, 'hit')}."


class Galled(Deed, frozen=True, tag="mm_galled"):
    """Skirmish fire."""

    shooter: int
    target: int
    phantom: int
    slow: int
    side: str

    def says(self, battle: Battle) -> str:
        """Say what it did."""
        who, at = unit_name(battle, self.shooter), unit_name(battle, self.target)
        if not self.phantom:
            return f"{who} skirmish with {at} without effect."
        return f"{who} gall {at} ({self.phantom}) and slow them by {inches(self.slow)}."


# -- fights


class Impacted(Deed, frozen=True, tag="mm_impact"):
    """Two units struck together."""

    one: int
    other: int
    scores: tuple[int, int]
    winner: str
    recoil: int
    penetrated: int
    side: str

    def says(self, battle: Battle) -> str:
        """Say who won."""
        first, second = unit_name(battle, self.one), unit_name(battle, self.other)
        told = f"{first} strike {second}, {self.scores[0]} to {self.scores[1]}"
        if self.winner == "draw":
            return f"{told}: neither gives way."
        won, lost = (first, second) if self.winner == "a" else (second, first)
        if self.penetrated:
            return f"{told}: {won} ride {counted(self.penetrated, 'rank')} deep into {lost}."
        if self.recoil:
            return f"{told}: {lost} recoil {inches(self.recoil)}."
        return f"{told}: {won} have the better of it."


class Fought(Deed, frozen=True, tag="mm_melee"):
    """Two units fought hand to hand."""

    one: int
    other: int
    scores: tuple[int, int]
    winner: str
    hits: tuple[int, int]
    lost: tuple[int, int]
    side: str

    def says(self, battle: Battle) -> str:
        """Say who won."""
        first, second = unit_name(battle, self.one), unit_name(battle, self.other)
        told = f"{first} fight {second}, {self.scores[0]} to {self.scores[1]}"
        if self.winner == "draw":
            return f"{told}: both have lost."
        won = first if self.winner == "a" else second
        return f"{told}: {won} win."


# -- the end of a turn and of a battle


class Rallied(Deed, frozen=True, tag="mm_rallied"):
    """A voluntary test."""

    figure: int
    total: int
    result: str
    hits: int
    side: str

    def says(self, battle: Battle) -> str:
        """Say how it went."""
        words = {"pass": "shed a hit", "up": "shed a hit and a few men", "down": "only lose men"}
        who, left = unit_name(battle, self.figure), f"{counted(self.hits, 'hit')} left"
        return f"{who} rally ({self.total}): they {words[self.result]}, {left}."


class Recovered(Deed, frozen=True, tag="mm_recovered"):
    """A unit's state came back at the end of step 12."""

    figure: int
    morale: str
    side: str

    def says(self, battle: Battle) -> str:
        """Name the state."""
        return f"{unit_name(battle, self.figure)} recover: {self.morale}."


class Reorganised(Deed, frozen=True, tag="mm_reorganised"):
    """Elements were given up for hits."""

    figure: int
    traded: int
    hits: int
    side: str

    def says(self, battle: Battle) -> str:
        """Count them."""
        gone, left = counted(self.traded, "element"), f"{counted(self.hits, 'hit')} left"
        return f"{unit_name(battle, self.figure)} give up {gone} to reorganise: {left}."


class ArmyBroke(Deed, frozen=True, tag="mm_army_broke"):
    """An army broke."""

    side: str
    share: str

    def says(self, battle: Battle) -> str:
        """Name it."""
        return f"The army of {side_name(battle, self.side)} breaks ({self.share} lost)."


class BattleEnded(Deed, frozen=True, tag="mm_ended"):
    """It is over."""

    winner: str
    grade: str
    reason: str

    def says(self, battle: Battle) -> str:
        """Name the winner."""
        if not self.winner:
            return f"The battle is drawn: {self.reason}."
        grade = "a decisive victory" if self.grade == "decisive" else "a victory"
        return f"It is {grade} for {side_name(battle, self.winner)}: {self.reason}."
