"""All tables of the book in one, and the host's apart."""

from __future__ import annotations

from typing import Literal

from .arms import (
    Armour,
    Bash,
    BashResult,
    Blows,
    Critical,
    Damage,
    Dodge,
    Improvised,
    Joust,
    Lance,
    Matrix,
    Shields,
    SideBonus,
    Situation,
    Skill,
    ToHit,
    Training,
    Weapon,
)
from .others import (
    BeastMove,
    Foot,
    Forces,
    Missile,
    MissileModifier,
    ProfileEntry,
    Resist,
    Spell,
    SpellTargeting,
)
from .own import (
    ActivityPenalty,
    CardEntry,
    ChargeMovement,
    GreatBlowDamage,
    HorseCharge,
    HorseTac,
    InitiativeRules,
    MeleeCost,
    Percents,
    Reach,
    RiderSpeed,
    SpellBlows,
    StandSize,
    SwitchEntry,
    TacMove,
    TurnPenalties,
)
from .steeds import Hamstring, Horse, PullRider, Seat, SpeedOrder, SteedAttributes, Stumble, Trample
from .words import BySpeed, Percent, Row


class Host(Row, frozen=True):
    """The stand-in for the other game's tables."""

    name: str
    armour_scale: Literal["descending"]
    chance_floor: Percent
    chance_ceiling: Percent
    armour: Armour
    to_hit: ToHit
    training: dict[str, Training]
    skill: Skill
    blows: Blows
    dodge: Dodge
    shield: Shields
    improvised_shield: dict[str, Improvised]
    situation: Situation
    tactical_matrix: Matrix
    bash: Bash
    bash_result: BashResult
    critical: Critical
    damage: Damage
    weapons: dict[str, Weapon]
    lance: Lance
    side_bonus: SideBonus
    joust: Joust
    horses: dict[str, Horse]
    steed: SteedAttributes
    gallop_order: SpeedOrder
    stumble: Stumble
    seat: Seat
    pull_rider: PullRider
    hamstring: Hamstring
    trample: Trample
    missiles: dict[str, Missile]
    missile_modifier: MissileModifier
    foot: Foot
    beast_move: BeastMove
    spell_targeting: SpellTargeting
    spells: dict[str, Spell]
    resist: Resist
    profiles: dict[str, ProfileEntry]
    forces: Forces
    steed_points: dict[str, int]


class Seed(Row, frozen=True):
    """Everything in the file of tables."""

    stands: dict[str, StandSize]
    turn_penalty: TurnPenalties
    activity_penalty: ActivityPenalty
    melee_cost: MeleeCost
    tac_move: TacMove
    reach: Reach
    horse_tac: dict[str, HorseTac]
    horse_move_card_addition: BySpeed
    horse_charge_bonus: HorseCharge
    rider_speed_penalty: RiderSpeed
    charge_movement: ChargeMovement
    percent: Percents
    great_blow_damage: GreatBlowDamage
    spell_blow_cost: SpellBlows
    rules_of_initiative: InitiativeRules
    option: tuple[SwitchEntry, ...]
    card: tuple[CardEntry, ...]
    host: Host
