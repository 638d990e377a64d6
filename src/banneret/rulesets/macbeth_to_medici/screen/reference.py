"""The book on one page, in our own words: what a player keeps beside the table."""

from __future__ import annotations

QUICK_REFERENCE = """\
TURN    1 officers and messengers  2 messages  3 initiative  4 charges and responses
        5 initiative moves  6 bombards  7 archery  8 skirmish  9 reaction moves  10 impact
        11 melee  12 rally and reform  13 fatigue

CONTROL Two dice: Green passes on 7, Seasoned 6-8, Veteran 5-9. Above is up (too bold), below is
        down (too timid). An officer leading in person may put his Leadership for one die.
        d5 is the average die: 2 3 3 4 4 5.
HITS    Up to the bonus (EB: Green 2, Seasoned 3, Veteran 4) do nothing. More: Erratic. Erratic and
        failing: up Impetuous, down Broken; elements equal to the hits go.

RATES   foot / mounted: march 4/6, normal 6/9, double, evade and charge 8/12, rout 12/18. Charge,
        counter-charge and evade add EB in step 9, twice EB if mounted. Officers 18.
GROUND  2d5 off the move: class 1 the difference, 2 the lower, 3 the higher; doubled if mounted.
        Chargers are not slowed: the classes count in combat and fatigue.
DRILL   Wheel: arc of the outer corner, at the march. Frontage: an inch an element, at most EB
        (Regulars, Veteran Feudal). Turn to flank: a die (Regulars A, B). About: a die a rank.
        Anything else: unformed. Reform: elements / EB thirds of a turn (steps 5, 9, 12).

CHARGE  Aim 15 degrees close, 30 loose, 45 open; more (to 90) unformed. Yes, test or no by type:
        heavy lancers y y t n; light lancers y y t t; archers t n y y; skirmishers n n t y;
        billmen y n y t; spearmen t n y t; pikemen t n y n; rabble n n t y; gunnes n n t y
        (charge, counter-charge, stand, evade). Tests: charge up unformed, down stands unformed;
        stand up unformed, down evades or loses a die of elements; evade up stands, down loses.
INITIATIVE  experience 2-4, order close 2 loose 3 open 4, foot 2 dismounted 3 mounted 4, Leadership.
        The difference in inches (doubled if mounted) is moved before the other reacts.

ARCHERY base open 4 loose 6 close 8, plus less minus die (cap 5, 3 or 1 by initiative), against
        experience + action (2-4 each): a hit for each multiple passed. Longbow 18", bow 12".
SKIRMISH 3" or 4.5": open 2 loose 3 close 4, +1 steady, +1 rank behind, overlaps; phantom hits, and
        slows. BOMBARD 24": plus less minus d6; double 1 hit, positive a test, below -EB bursts.
IMPACT  base 2/3/4 and plus less minus dice (cap heavy lance 5, light lance 3, else 1). Loser: a hit
        and a test; cavalry go through foot, foot throw cavalry back.
MELEE   the same with the weapon's cap. Loser: hits by the difference, a test, elements.
RALLY   stood 4 tests, marched 3, moved 2, less tests taken: pass sheds a hit, up also an element,
        down only an element. Or give an element for EB hits.
FATIGUE above open 2, loose 3, close 4: a hit.
END     An army that has lost half its points breaks.
"""
