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
  check_morale(table, facts, side=None, purpose=...) -> MoraleRoll(passed, modified, die)
  check_rally(table, facts, side=None) -> MoraleRoll   drops what a router does not get; pass the
      lord's bonus alone as leader_bonus. The caller skips men who cannot rally (KK-RALLY-06).
  check_nerve(table, facts, side=None) -> MoraleRoll   of a charged shooter (KK-SHOOT-17, 18)
  passing_faces(modified) -> 1..9                      how many faces of ten pass
yielding
  accept_yield(table, voluntary, captive_is_lord, no_quarter, captor_knight, captor_berserk, side)
      -> Yielded(accepted, reason, die)                die 0: none was rolled
command
  ready_to_shoot(table, weapon, team, options, side) -> Readiness(result, needed, die, ...)
  receive_order(table, melee_skill, side) -> Received(received, die)
  settle_ambiguity(table, melee_skill, others, side) -> Settled(other, die)   other -1: preferred
  choose_at_random(table, n, side) -> index
  ActionFacts(row, leader_result, knight_or_berserk, unreliable, temporary_fatigue,
      permanent_fatigue, order, order_part, activated_this_turn, straggler)
  roll_action(table, facts, options, side) -> ActionRoll(result, table_result, modified, die)
  in_command(own_distance, leader_distance, member_to_leader, chained, options) -> bool
  action_row(missile, team, out_of_ammo, options) -> row name
movement
  panic(table, stamina, original, kind, side) -> Panic(result, total, die)
  declare_first(table, players) -> index of the winner
  batter(table, skills, toughness, ram, side) -> Battered(broken, total, skill, die)
  foot_allowance(armor, run, stamina, original, fatigue, gentle, steep, routing, half, options)
  horse_allowance(gait, kind, stamina, original, fatigue, gentle, steep, routing, half, options)
      -> inches; fatigue: both kinds added; of the horse, not of the rider (KK-MOVE-16)
shooting
  hit_number(row, column) -> 0 or 2..10               column: place in the table, from 0
  column_place(distance, options) -> 0..14 or 15
  ShotFacts(skill, distance, weapon, target_armor, target_stamina, shooter_moved, shooter_mounted,
      shooter_permanent_fatigue, shooter_temporary_fatigue, shooter_stamina,
      shooter_original_stamina, target_moved, target_mounted, shield, cover, obstructed)
  aim(facts, options) -> Aim(row, column, number, down, right)
  shoot(table, facts, options, side) -> Shot(result, aim, die, dice, bonus, fatigue, raw, damage,
      stamina_left)
  shoot_with_strays(table, primary, strays, options, side) -> Volley(hit, shots); hit 0 the target,
      1.. a stray, -1 nobody
  shot_odds(facts, options) -> {result: Fraction}; hit_faces(number) -> faces of ten that hit
melee
  Fighter(skill, weapon, shield, mode, lost_reach, drawing, second_rank, height, restricted,
      stamina, original_stamina, temporary_fatigue, permanent_fatigue)
  modes(a, b, first_round, options) -> (mode, mode)    what reach, drawing and empty hands leave
  combat_factor(one, other, options) -> Factor(weapon_value, lines, factor)
  fight_contest(table, a, b, first_round, options, sides) -> Contest(winner, ...); winner a, b, none
  parry_two(table, parrier, attackers, first_round, options, sides) -> [Contest, ...]
  strike_unopposed(table, fighter, options, side) -> Strike(hit, total, die)
  roll_damage(table, weapon, gallop, fatigue, armor, stamina, side) -> Damage(result, dice, raw,
      damage, stamina_left)
  contest_chances(a_factor, b_factor) -> (a higher, equal, b higher) of a hundred
falling
  must_check_fall(mounted, stamina_at_phase_start, loss, gallop_lance, foot_spear, on_height) -> bool
  check_fall(table, gait, melee_skill, stamina_lost, temporary_fatigue, side) -> FallCheck(falls,
      total, number, die)
  fall(table, stamina, original, height_feet, options, side) -> Fall(result, shown, total, loss,
      stun, stamina_left, disabled)
  stay_conscious(table, side) -> turns
wearing (fatigue, ammunition, the end)
  tire(table, wounded, side) -> Rolled(happened, die)
  recover(table, temporary, in_melee, idle, side) -> Recovery(result, die)
  recover_horse(table, temporary, rider_in_melee, gait, options, side) -> Recovery(result, die)
  check_ammunition(table, weapon, permanent, shot, options, side) -> Ammunition(result, ...)
  rob(table, turns, options, side) -> Robbing(result, die)
  check_withdrawal(table, permanent, losses, leader_lost, in_command, side) -> Withdrawal(result, ...)
  survive(table, stamina, original, armor, disabled, side) -> Survival(result, total, die)
"""
