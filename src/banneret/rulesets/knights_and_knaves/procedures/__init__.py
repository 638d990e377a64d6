"""The book's dice procedures: each usable alone, and the same code that the battle calls.

What the battle calls (`table` first, `side` last: whose die it is; facts are small Structs whose
fields may be given by position; every function is exact about who rolls what, and in which order):

condition
  stamina_tier(stamina, original) -> 0..3            none, <75%, <50%, <25% (KK-MORALE-23, 24)
  half_or_less(stamina, original) -> bool             (KK-MORALE-09, KK-MOVE-11)
  wounded(stamina, original) -> bool                  (KK-DEF-16)
morale
  leader_bonus(own_morale, leader_morale, bonus) -> int               (KK-MORALE-15)
  MoraleFacts(morale, figure_class, leader_bonus, mounted_attackers, adjacent_losses, unit_strength,
      stamina, original_stamina, permanent_fatigue, enemy_lord_disabled, own_lord_disabled,
      military_order, hatred, cover)    leader_bonus: the best one in reach, capped already
  morale_tally(facts, rally=False) -> Tally            the modified value with its reasons
  check_morale(table, facts, side=None) -> MoraleRoll(passed, modified, die)
  check_rally(table, facts, side=None) -> MoraleRoll   drops what a router does not get; pass the
      lord's bonus alone as leader_bonus. The caller skips men who cannot rally (KK-RALLY-06).
  check_nerve(table, facts, side=None) -> MoraleRoll   of a charged shooter (KK-SHOOT-17, 18)
  passing_faces(modified) -> 1..9                      how many faces of ten pass
  may_rally(failed_lord_check, military_order) -> bool  (KK-RALLY-06)
yielding
  accept_yield(table, voluntary, captive_is_lord, no_quarter, captor_knight, captor_berserk, side)
      -> Yielded(accepted, reason, die)                die 0: none was rolled
choosing
  receive_order(table, melee_skill, side) -> Received(received, die)
  settle_ambiguity(table, melee_skill, others, side) -> Settled(other, die)   other -1: preferred
  choose_at_random(table, n, side) -> index;  settle_dispute(table, side) -> 0 or 1
  declare_first(table, players) -> index of the winner
command
  ready_to_shoot(table, weapon, team, options, side) -> Readiness(result, needed, die, ...)
  ActionFacts(row, leader_result, knight_or_berserk, unreliable, temporary_fatigue,
      permanent_fatigue, order, order_part, activated_this_turn, straggler)
  roll_action(table, facts, options, side) -> ActionRoll(result, table_result, modified, die)
  in_command(own_distance, leader_distance, member_to_leader, chained, options) -> bool
  action_row(missile, team, out_of_ammo, options) -> row name
movement
  panic(table, stamina, original, kind, side) -> Panic(result, total, die)
  batter(table, skills, toughness, ram, side) -> Battered(broken, total, skill, die)
  foot_allowance(armor, run, stamina, original, fatigue, gentle, steep, routing, half, options)
  horse_allowance(gait, kind, stamina, original, fatigue, gentle, steep, routing, half, options)
      -> inches; fatigue: both kinds added; of the horse, not of the rider (KK-MOVE-16)
aiming
  hit_number(row, column) -> 0 or 2..10               column: place in the table, from 0
  column_place(distance, options) -> 0..14 or 15
  ShotFacts(skill, weapon, target_armor, target_stamina, shooter_moved, shooter_mounted,
      shooter_permanent_fatigue, shooter_temporary_fatigue, shooter_stamina,
      shooter_original_stamina, target_moved, target_mounted, shield, cover, obstructed, distance=)
  aim(facts, options) -> Aim(row, column, number, down, right)
  hit_faces(number) -> faces of ten that hit
shooting
  shoot(table, facts, options, side) -> Shot(result, aim, die, dice, bonus, fatigue, raw, damage,
      stamina_left)
  shoot_with_strays(table, primary, strays, options, side) -> Volley(hit, shots); hit 0 the target,
      1.. a stray, -1 nobody
  shot_odds(facts, options) -> {result: Fraction}
fighters
  Fighter(skill, weapon, shield, mode, lost_reach, drawing, second_rank, height, restricted,
      stamina, original_stamina, temporary_fatigue, permanent_fatigue)
  modes(a, b, first_round, options) -> (mode, mode)    what reach, drawing and empty hands leave
  combat_factor(one, other, options) -> Factor(weapon_value, lines, factor)
melee
  fight_contest(table, a, b, first_round, options, sides) -> Contest(winner, ...); winner a, b, none
  parry_two(table, parrier, attackers, first_round, options, sides) -> [Contest, ...]
  strike_unopposed(table, fighter, options, side) -> Strike(hit, total, die)
  roll_damage(table, weapon, gallop, fatigue, armor, stamina, side) -> Damage(result, dice, raw,
      damage, stamina_left)
  damage_dice(weapon, gallop) -> int;  edge_chances(edge), unopposed_faces(factor)
  contest_chances(a_factor, b_factor) -> (a higher, equal, b higher) of a hundred
hurting
  damage_weights(dice, points, armor), harm_odds(dice, points, armor, stamina), mean_damage(...)
sight
  sees_through(light, heavy, observer_in_wood, target_in_wood, options) -> bool
armour
  armor_of(pieces), stamina_of(armor, horse), refuse_pieces(pieces, horse), man_points(...)
falling
  must_check_fall(mounted, stamina_at_phase_start, loss, gallop_lance, foot_spear, on_height)
  check_fall(table, gait, melee_skill, stamina_lost, temporary_fatigue, side) -> FallCheck(falls,
      total, number, die)
  fall(table, stamina, original, height_feet, options, side) -> Fall(result, shown, total, loss,
      stun, stamina_left, disabled)
  stay_conscious(table, side) -> turns
wearing (fatigue, ammunition, the end)
  tire(table, wounded, side) -> Tired(tired, die)
  recover(table, temporary, in_melee, idle, side) -> Recovery(result, die)
  recover_horse(table, temporary, rider_in_melee, gait, options, side) -> Recovery(result, die)
  check_ammunition(table, weapon, permanent, shot, options, side) -> Ammunition(result, ...)
  rob(table, turns, options, side) -> Robbing(result, die)
  check_withdrawal(table, permanent, losses, leader_lost, in_command, side) -> Withdrawal(...)
  survive(table, stamina, original, armor, disabled, side) -> Survival(result, total, die)
"""

from __future__ import annotations

from banneret.core.ruleset import Procedure
from banneret.rulesets.knights_and_knaves.procedures import (
    armour,
    choosing,
    command,
    falling,
    fights,
    morale,
    movement,
    shots,
    sight,
    wearing,
    yielding,
)

_DICED = (
    Procedure(
        "morale_check",
        morale.MoraleSituation,
        morale.morale_check,
        summary="A morale check or a rally: one die under the modified morale value.",
    ),
    Procedure(
        "yield_acceptance",
        yielding.YieldSituation,
        yielding.yield_acceptance,
        summary="Whether a captor takes a yielding man prisoner or kills him.",
    ),
    Procedure(
        "shoot_readiness",
        command.ReadinessSituation,
        command.shoot_readiness,
        summary="Whether a controlled shooter is ready this turn; a handgun may misfire.",
    ),
    Procedure(
        "order_receipt",
        choosing.ReceiptSituation,
        choosing.order_receipt,
        summary="Whether a leader perceives a signal or event.",
    ),
    Procedure(
        "order_ambiguity",
        choosing.AmbiguitySituation,
        choosing.order_ambiguity,
        summary="Which of several objects an ambiguous order is taken to mean.",
    ),
    Procedure(
        "random_choice",
        choosing.ChoiceSituation,
        choosing.random_choice,
        summary="One of up to ten things by a ten-sided die.",
    ),
    Procedure(
        "action_roll",
        command.ActionSituation,
        command.action_roll,
        summary="What an uncontrolled figure does this turn.",
    ),
    Procedure(
        "horse_panic",
        movement.PanicSituation,
        movement.horse_panic,
        summary="What a wounded horse does before anybody moves.",
    ),
    Procedure(
        "declaration_roll",
        choosing.DeclarationSituation,
        choosing.declaration_roll,
        summary="Who wins the declaration roll; ties throw again.",
        outcomes=choosing.declaration_outcomes,
    ),
    Procedure(
        "door_batter",
        movement.DoorSituation,
        movement.door_batter,
        summary="One attempt of one to four men at a locked door.",
    ),
    Procedure(
        "shoot",
        shots.ShotSituation,
        shots.shot,
        summary="A shot: row, column, to hit, damage.",
    ),
    Procedure(
        "shoot_with_strays",
        shots.VolleySituation,
        shots.volley,
        summary="A shot that may strike up to two others if it misses.",
        outcomes=shots.volley_outcomes,
    ),
    Procedure(
        "charged_shot",
        shots.ChargedShotSituation,
        shots.charged_shot,
        summary="A charged shooter's nerve, then his shot.",
        outcomes=shots.charged_outcomes,
    ),
    Procedure(
        "melee_contest",
        fights.ContestSituation,
        fights.melee_contest,
        summary="Two men fight: the higher total strikes home.",
    ),
    Procedure(
        "double_parry",
        fights.DoubleParrySituation,
        fights.double_parry,
        summary="One figure parries one or two attackers.",
        outcomes=fights.double_parry_outcomes,
    ),
    Procedure(
        "unopposed_strike",
        fights.StrikeSituation,
        fights.unopposed_strike,
        summary="A strike nobody opposes: 15 or more hits.",
    ),
    Procedure(
        "melee_damage",
        fights.DamageSituation,
        fights.melee_damage,
        summary="The damage of a blow that struck home.",
    ),
    Procedure(
        "melee_exchange",
        fights.ExchangeSituation,
        fights.melee_exchange,
        summary="A contest and the damage of whoever strikes home.",
        outcomes=fights.exchange_outcomes,
    ),
    Procedure(
        "fall_check",
        falling.FallCheckSituation,
        falling.fall_check,
        summary="Whether a rider or a man on a height falls.",
    ),
    Procedure(
        "fall_effect",
        falling.FallEffectSituation,
        falling.fall_effect,
        summary="What a fall does.",
    ),
    Procedure(
        "consciousness",
        falling.ConsciousnessSituation,
        falling.consciousness,
        summary="How many turns a disabled lord can still command.",
    ),
    Procedure(
        "melee_fatigue",
        wearing.TireSituation,
        wearing.melee_fatigue,
        summary="Whether a man in melee tires.",
    ),
    Procedure(
        "fatigue_recovery",
        wearing.RecoverySituation,
        wearing.fatigue_recovery,
        summary="Whether a tired man or horse recovers a level.",
    ),
    Procedure(
        "ammunition_check",
        wearing.AmmunitionSituation,
        wearing.ammunition_check,
        summary="Whether a shooter has missiles left.",
    ),
    Procedure(
        "rob_dead",
        wearing.RobSituation,
        wearing.rob_dead,
        summary="Whether a body yields missiles.",
    ),
    Procedure(
        "unit_withdrawal",
        wearing.WithdrawalSituation,
        wearing.unit_withdrawal,
        summary="Whether a unit out of command goes home.",
    ),
    Procedure(
        "after_battle",
        wearing.AfterSituation,
        wearing.after_battle,
        summary="Whether a hurt man survives the battle.",
    ),
)

_UNDICED = (
    Procedure(
        "armor_rating",
        armour.ArmorSituation,
        armour.armor_rating,
        summary="Armour rating and stamina from the pieces worn.",
    ),
    Procedure(
        "leader_bonus",
        morale.LeaderBonusSituation,
        morale.bonus_alone,
        summary="What a leader adds to one man's morale.",
    ),
    Procedure(
        "move_allowance",
        movement.MoveSituation,
        movement.move_allowance,
        summary="How many inches a figure may move.",
    ),
    Procedure(
        "fall_trigger",
        falling.TriggerSituation,
        falling.fall_trigger,
        summary="Whether a figure must check for a fall.",
    ),
    Procedure(
        "points",
        armour.PointsSituation,
        armour.points,
        summary="What a man counts in points.",
    ),
    Procedure(
        "in_command",
        command.InCommandSituation,
        command.in_command_alone,
        summary="Whether a man is in command range.",
    ),
    Procedure(
        "wood_visible",
        sight.WoodSituation,
        sight.wood_visible,
        summary="Whether a man is seen through so much wood.",
    ),
)

PROCEDURES: dict[str, Procedure] = {one.name: one for one in (*_DICED, *_UNDICED)}
