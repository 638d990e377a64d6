"""The shape of the host's tables of horses."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .words import SPEEDS, Bands, Count, Inches, Percent, Row, Speed, WholeBySpeed


class Horse(Row, frozen=True):
    """One kind of steed (DE-HOST-30 to 33)."""

    walk: Inches
    trot: Inches
    canter: Inches
    gallop: Inches
    charge: Inches
    turn: Annotated[tuple[int, ...], Meta(min_length=6, max_length=6)]
    accelerate: Count
    move: Inches
    blows: Count
    ac: Annotated[int, Meta(ge=0, le=9)]
    body: Count
    weight: Count
    kick: str
    rank: Count

    def inches(self, speed: str) -> float:
        """The half-move at a speed."""
        return 0.0 if speed == "stand" else float(getattr(self, speed))

    def turning(self, speed: str) -> float:
        """The most degrees turned in a half-move at a speed."""
        return float(self.turn[SPEEDS.index(speed)])


class SteedAttributes(Row, frozen=True):
    """What every steed counts as (DE-HOST-65)."""

    strength: Count
    dexterity: Count
    constitution: Count
    level: Count
    hit_bonus: int


class SpeedOrder(Row, frozen=True):
    """The speeds in order."""

    speeds: tuple[Speed, ...]


class Stumble(Row, frozen=True):
    """Stumbling (DE-HOST-34)."""

    by_speed: WholeBySpeed
    crossing_horse_stand: int
    crossing_man_stand: int
    bashed: int
    light_footed: dict[str, int]
    result_bands: Bands
    results: tuple[str, ...]


class Seat(Row, frozen=True):
    """Keeping the saddle (DE-HOST-35)."""

    base: int
    per_dexterity: int
    per_level: int
    chivalry: int
    floor: int
    ceiling: int
    fall_damage_dice: Count
    pinned_percent: Percent


class PullRider(Row, frozen=True):
    """Pulling a rider down (DE-HOST-36)."""

    speed: WholeBySpeed
    wheel: int
    bash_chance_on_failure: Percent
    fall_damage_dice: Count


class Hamstring(Row, frozen=True):
    """Hamstringing (DE-HOST-37)."""

    modifier: int
    pinned_percent: Percent
    pinned_damage_dice: Count


class Trample(Row, frozen=True):
    """Trampling (DE-HOST-38)."""

    modifier: int
    dice: Count
    add: int
