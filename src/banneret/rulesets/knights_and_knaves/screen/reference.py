"""The book on one page, in our own words, along the phases of a turn (KK-COMP-06)."""

from __future__ import annotations

from banneret.core.book.clauses import clause

from ..basics.tables import TABLES

SECTIONS: tuple[tuple[str, str], ...] = (
    (
        "rally",
        """\
Every router rolls d10 under his morale, without unit, unit leader or neighbours; a lord within
5" still helps. 1 always rallies, 10 never. Failed: another rout move. Who failed when his own
lord fell never rallies (military orders apart).""",
    ),
    (
        "command_determination",
        """\
Name new leaders. A lord may signal: his whole action; leaders hear it on d10 at most melee skill.
Issue orders and re-form units within reach. In command: within 5" of the lord, or chained (2"
gaps) to a leader within 5". Men at half stamina or less check morale.
MORALE  d10 under the value. Enemy lord down +2, own -3; each rider attacking a common man -1; each
        neighbour lost -1; leader 1-3, never above the leader's own; stamina under 75% -2, 50% -4,
        25% -6; permanent fatigue -2 each; hatred +2; cover +4; unit of 5-10 +2, of 11 and more +4.
        1 always passes, 10 always fails. A gentleman in melee, or a router hemmed in, yields.""",
    ),
    (
        "action",
        """\
Chits face down on all in command. Bows and slings are ready on 3+, crossbows 6+ (teams 3+),
handguns 9+ and then 4+. The others roll d10, leaders first:
              1-2    3-4          5-6          7-8             9-10
  archers     stay   shoot        half, shoot  full, shoot     full, melee or shoot
  crossbows   stay   stay         shoot        half            full, melee or shoot
  handguns    stay   stay         half         shoot           full, melee
  others      stay   half         full         half, melee     full, melee
Leader acted +2, stayed -2; knight or berserk +2; unreliable -2; each fatigue -1; attack until +5,
defend until -5; on activation attack -5, defend +5. Stragglers rejoin; on a 10 they charge.""",
    ),
    (
        "movement",
        """\
Wounded horses: d10 + stamina, destrier +3, nag -3: up to 4 bolts, 5-9 stands, 10-13 charges.
Declaration roll, reveal in turn, charge checks (riders against spears, then charged foot), move.
Foot by armour: to 5 10"/20" run, 6-7 8"/16", 8-9 6"/12", 10+ 4"/8". Horse: walk 8", trot 12",
canter 16", gallop 24" (destriers). Half stamina halves; rout +2"; slope -2", steep -3"; each
fatigue -1". Doors: d10 under the best skill, -1 each further man, ram -3, heavy +3, gate +5.""",
    ),
    (
        "shooting",
        """\
Row: skill, down for shield 2/4/6, wall 3/6, window 8, mounted 1, obstruction 1, moved half skill,
permanent fatigue 2 each, stamina 1/2/3. Column: distance, right for moving target 4, light and
medium crossbow 1, short bow 2, handgun 4, thrown 5. d10 at least the number. A miss may stray.
Damage under 6" 3d10, to 20" 2d10, beyond 1d10; longbow, composite, gun, heavy bolts +2; less
armour. Charged: nerve first; failed, he shoots too soon.""",
    ),
    (
        "melee",
        """\
Strike one or parry up to two, in secret. d10 + skill + weapon; higher strikes home, ties nobody.
Sword 4; mace, ax 3; two-handed 4 then 3; pole arm, short spear 4 then 2; lance, long spear 6 then
0; short sword 3; others 2. The first value until he fails to strike home. In the first round short
weapons only parry long ones. Height +1, restricted -1, his shield -1/-2, stamina -1/-2/-3, each
fatigue -1. Unopposed, second rank, horses: 15 or more. Damage: sword, spear 1d10; ax, mace, lance
2d10; pole arm, two-handed 3d10; spear or lance at the gallop +1d10; fatigue -1; less armour.
FALLS   d10, +1 for skill 8, -1 a point lost, -1 a temporary level; at most 1 (foot, walk), 2 trot,
        3 canter, 4 gallop: off. 2d10 (+2 under half): 2-4 unhurt, 5-8 stunned, 9-11 a quarter,
        12-15 half, 16-18 three quarters, 19 disabled. Over 24 feet: dead.""",
    ),
    (
        "fatigue",
        """\
In melee: tired on 1-2, wounded 1-3. Else recover on 1-5, idle 1-7; horses standing or walking.
From the first permanent level: ammunition must exceed twice the level; units out of command roll
2d10 and go home below their losses (doubled without their leader). Every tenth turn a permanent
level; the fourth ends the battle. Then, at a quarter stamina: d10 (+3 disabled) under armour.""",
    ),
)


def quick_reference() -> str:
    """The page as text."""
    chapters = [f"{name.replace('_', ' ').upper()}\n{text}" for name, text in SECTIONS]
    return "\n\n".join([*chapters, _scales()])


@clause("KK-SCALE-02", "KK-SCALE-03")
def _scales() -> str:
    """What a turn and an inch stand for; nothing is reckoned from the former."""
    least, most = TABLES.scales.turn_seconds
    return f'A turn is {least} to {most} seconds, 1" is {TABLES.scales.feet_per_inch} feet.'


QUICK_REFERENCE = quick_reference() + "\n"
