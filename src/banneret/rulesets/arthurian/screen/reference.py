"""The book on one page, in our own words."""

from __future__ import annotations

BLURB = "Knights of Arthur's age: an opposed d6 where ones matter most, wounds by place, and tales."

QUICK_REFERENCE = """\
START   Strategic roll: d6 + best Discipline, +1 Leadership. The winner goes first or second in
        round 1; the loser places the first model, then by turns.
ROUND   Initiative d6 + best INI (or Leadership or Discipline, or cards). A side's turn: event
        check d6, on a 1 a d100 event; then each model one move and one action, in any order.
ACTION  Attack, shoot, run (one more move, never into contact), reload, heal, fetch a spare, mount,
        pick up, deal with the helpless. Engaged: fight, or break away as the whole activation.

MOVE    Short 3", Medium 5", Long 8", plus the base. Rough ground counts twice, an obstacle 2".
MELEE   d6 + ATT against d6 + DEF. Higher hits: one wound roll; double: the better of two.
        Defence die 1: hit with two rolls. Attack die 1: he is hit himself. Both 1: everyone laughs.
        Mounted on foot +1, shield +1 DEF, unarmed -1, down -2 DEF, stunned DEF 0.
        Lance: bonus 5 after 4" straight, then breaks on 1-3.
SHOOT   d6 + Ranged: 5 to 8", 7 to 16", 9 to 24". Moving -1, obscured -1. Double: strength doubled.

WOUND   2d6: high die + strength - toughness is the damage, low die the place: leg, arm, body,
        vitals, head, head. Doubles: nothing, shock, light, serious, critical, killed.
        Shock -1 for a round, light -1, serious -2, critical -3: on INI, attack, defence, shots.
        A further wound makes the first worse by a step. Killed is out of action for a Hero.
STUN    Head hit, d6: 3 a round, 2 d2, 1 d3 rounds; open helm +1, enclosed +2.

BREAK   Each able enemy holds (d6 + INI, ties hold) or strikes free at the flat defence.
MORALE  d6 + Discipline, 6+: serious or critical wound, leader lost, half strength. Broken models
        test to rally, else flee.
EVENTS  A natural 1 with a Player Character: 2d6, from companions leaving to a knight joining.
        Chivalry: give up an advantage over a knight for +3 virtue, keep it for -3.
AFTER   Fates, Heroes, treasure, virtue, poison, rest. Virtue Level = points / 12.
"""
