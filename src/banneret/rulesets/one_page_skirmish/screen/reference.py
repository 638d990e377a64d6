"""The book on one page, in our own words: what a player keeps beside the table."""

from __future__ import annotations

QUICK_REFERENCE = """\
ROUND   Shuffle the turn cards, one a player; a card drawn is that player's turn. After each turn
        hidden units that hold may be released for a turn of their own.
TURN    Morale, Action, Melee.

MORALE  d10, at most the target: peasant 7, man at arms 8, veteran 9, elite 10; -1 a figure lost,
        -1 Sergeant killed, -2 its Knight killed, +1 half in cover, +2 a Knight within 6" rallies.
        Missed by 1-2: shaken (load, fire or fall back to cover). By 3: rout until a test passes.
        Test after losses, before charging and when charged. No leader, no moving: a Knight within
        6" names a new Sergeant.

ACTION  The whole unit moves or charges; or each figure loads, fires, aims, mounts, dismounts,
        changes weapon, opens a gate, seizes, or waits.
MOVE    Foot 2d6, horse 3d6; a charge 1d6 more; all on a road 1d6 more and drop the lowest. Woods
        and water cost double; a fence, hedge or wall 3" (no horses). Only the leader is measured;
        the rest stand within 6" of him.
CHARGE  Target within the highest roll. Attacker tests, then defender; the shaken fall back to
        cover, the routed run; then roll. Short: stop 1" off.

SHOOT   d10, 9 or more. Close +1, aimed +1, part cover -1, whole cover -2, wounded -1.
        Longbow 12"/24"; crossbow 9"/18", two Loads between shots.
        Rider or mount: 1-7 mount, 8-10 rider, or declare. Save: d10 at most the armour (0-4);
        the shield counts to the front only.

MELEE   d10 each, the active side attacks, up to three on one. Lance charge +1, mounted +1,
        Knight +1, each attacker over one -1 on the figure attacked, improvised weapon or bow -1,
        polearm +1 in a first or won round, else -1, wounded -1.
        Attacker ahead by the armour or more: a hit (or a stun). Any loser on foot goes back 1",
        a mounted one is unhorsed; the winner may follow up 1". Defenders never wound.
WOUNDS  Common: killed. Sergeant: wound, killed. Knight: flesh wound, wound, killed. A wound is -1.
        Stunned: misses a turn, and may be captured.

END     Last round, or more than half of a side lost (broken: it loses), or nobody left.
POINTS  Killed: peasant 1, man at arms 2, veteran 3, elite 4; Sergeant +2, Knight +5. Captured
        double; fled the class alone. And the scenario's objectives.
"""
