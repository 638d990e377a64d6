"""The shape of the book's own tables: stands, penalties, movement, percentages and cards."""

from __future__ import annotations

from typing import Literal

from .words import Count, Inches, Percent, Row, ShareByLoad, TacCard, WholeBySpeed


class StandSize(Row, frozen=True):
    """The cut of a stand (DE-STAND-01 to 10)."""

    shape: Literal["square", "rect"]
    width: Inches
    depth: Inches
    mm: tuple[int, ...] = ()
    front_sides: str = ""
    rear_sides: int = 2


class TurnPenalty(Row, frozen=True):
    """What a change of direction costs (DE-MOVE-03 to 06)."""

    fraction: str
    minimum_inches: Inches


class TurnPenalties(Row, frozen=True):
    """The three changes of direction."""

    front: TurnPenalty
    side: TurnPenalty
    rear: TurnPenalty


class LiftPenalty(Row, frozen=True):
    """What lifting a comrade costs (DE-ACT-10)."""

    smaller: str
    same_size: str
    larger: str


class ActivityPenalty(Row, frozen=True):
    """Which part of the half-move an activity costs (DE-ACT-01 to 11)."""

    fire_or_cast_on_foot: str
    fire_or_cast_mounted: str
    crossbow_reloading: str
    stand_up: ShareByLoad
    open_door: str
    unlock_door: str
    mount_steed: ShareByLoad
    fall_down: str
    draw_weapon_ready: str
    read_scroll: str
    lift_comrade: LiftPenalty
    body_bash_on_foot: str
    turn_table_over: str
    other: str


class MeleeCost(Row, frozen=True):
    """Blows that moving and TAC cards cost (DE-MELEE-05 to 12)."""

    move_1_inch: Count
    turn_over_45: Count
    reorient_up_to_45: Count
    tac_in_melee_moving: Count
    tac_in_melee_static: Count
    tac_in_tac_phase: Count
    turn_over_45_no_melee_inches: Inches
    max_consecutive_passive_parries: Count


class RushMinimum(Row, frozen=True):
    """The run that a rush needs (DE-TACP-11)."""

    CHARGE: Inches
    FLECHE: Inches


class TacMove(Row, frozen=True):
    """How far TAC cards go on foot."""

    close: Inches
    fleche: Inches
    charge_in_melee_phase: Inches
    charge_in_tac_phase: str
    retreat_in_melee_phase: Inches
    retreat_in_tac_phase: str
    run_away: str
    run_away_extra: Inches
    rush_minimum: RushMinimum
    contact_check: Inches


class Reach(Row, frozen=True):
    """How far weapons strike (DE-ATT-02 to 05)."""

    contact_weapon: Inches
    pole_arm: Inches
    spear: Inches
    flail: Inches
    pike: Inches
    lance: Inches
    over_10_feet_tall_any_weapon: Inches


class HorseTac(Row, frozen=True):
    """The TAC cards of a steed at one speed (DE-HTAC-01 to 03)."""

    playable: tuple[TacCard, ...]
    default: TacCard


class HorseCharge(Row, frozen=True):
    """A steed's charge bonus (DE-HTAC-05)."""

    default_added_to_move_card: Inches
    option_triple_multiplier: Count


class RiderSpeed(WholeBySpeed, frozen=True):
    """What speed takes from a rider's blow (DE-CHG-21, 22)."""

    exempt_length: Count


class StrikeRange(Row, frozen=True):
    """From how far a weapon strikes in a charge (DE-CHG-16, 17, 30)."""

    lance: Inches
    pole_arm: Inches
    flail: Inches
    spear: Inches
    other: Inches
    pike: Inches = 0.0


class MountRank(Row, frozen=True):
    """Whose rider strikes first (DE-CHG-08)."""

    great_horse: Count
    griffin: Count
    hippogrif: Count
    other: Count


class ChargeMovement(Row, frozen=True):
    """The numbers of a cavalry charge."""

    accelerate_light_horse: Count
    accelerate_other: Count
    straight_before_contact: Inches
    straight_after_contact: Inches
    next_target_same_side: Inches
    next_target_other_side: Inches
    inches_lost_per_contact: Inches
    rear_attack_bonus: Percent
    rear_reply_penalty: Percent
    strike_range: StrikeRange
    target_strike_range: StrikeRange
    first_strike_mount_rank: MountRank
    lance_break_percent: Percent
    lance_always_breaks_on_critical_vs_ac: Count


class Percents(Row, frozen=True):
    """Single chances that the seed states."""

    counterblow_after_weapon_parry: Percent
    counterblow_after_dodge: Percent
    parry_weapon_breaks_h_vs_l: Percent
    parry_disarm: Percent
    desperate_defense: Percent
    passive_shield_parry: Percent
    shield_shatters_small: Percent
    shield_shatters_large: Percent
    dodge_guessed_weapon_bash: Percent
    dodge_penalty_ac_1_or_0: Percent
    dodge_penalty_partial: Percent
    dodge_penalty_encumbered: Percent
    rider_forward_attack: Percent
    great_blow_hit: Percent
    great_blow_critical: Percent
    great_blow_weapon_bash: Percent
    ferocity_berserk: Percent
    ferocity_berserk_nordic: Percent
    berserk_hit: Percent
    berserk_critical: Percent
    berserk_weapon_bash: Percent
    berserk_easier_to_hit: Percent
    berserk_turns_on_friend_base: Percent
    berserk_turns_on_lady_reduction: Percent
    berserk_calm_base: Percent
    berserk_collapse_below_body: Percent
    berserk_stupor_capability: Percent
    restraint_opportunity: Percent
    restraint_success: Percent
    restraint_per_strength: Percent
    toss_flat_base: Percent
    toss_per_100_dr: Percent
    toss_tosser_falls: Percent
    break_free_base: Percent
    break_free_per_10_dr: Percent
    break_free_per_superhuman_strength: Percent
    pull_rider_base: Percent
    pull_rider_cat: Percent
    kick_miss_unseats_base: Percent
    kick_struck_bash_base: Percent
    wheel_man_down: Percent
    wheel_stumble_equal_or_to_1_5: Percent
    wheel_stumble_lighter: Percent


class GreatBlowDamage(Row, frozen=True):
    """Extra dice of a great blow (DE-CARD-10)."""

    L: Count
    LH: Count
    H: Count


class SpellBlows(Row, frozen=True):
    """Blows that spells cost (DE-MAG-08)."""

    first: Count
    each_further: Count


class InitiativeRules(Row, frozen=True):
    """The die of initiative, and a senior mage's margin (DE-INIT-05)."""

    die: Count
    mage_mkl_margin: Count


class SwitchEntry(Row, frozen=True):
    """A switch, its default and the clause that names it."""

    name: str
    default: bool
    clause: str


class CardEntry(Row, frozen=True):
    """One card of the decks."""

    id: str
    deck: Literal["TAC", "MELEE", "HORSE"]
    group: Literal["tac", "attack", "defence", "movement", "missile", "magic", "grapple", "utility"]
    who: str
    effect: str
    clauses: tuple[str, ...]
    cost: Count = 0
    cost_from: Literal["seed", "ruling"] = "seed"
    cost_melee_phase: Count = 0
    cost_if_moved: Count = 0
    cost_sheathe_extra: Count = 0
    cost_further: Count = 0
    cost_with_ferocity: Count = 0
    cost_with_kick: Count = 0
    free_per_turn: Count = 0
