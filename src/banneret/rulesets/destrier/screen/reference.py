"""The quick reference: the order of play and what is looked up most."""

from __future__ import annotations

BLURB = "Man to man: read your enemy, choose your cards, husband your blows, and charge."

QUICK_REFERENCE = """\
# Destrier: quick reference

## A turn
1. **First initiative**: d6 a side, ties again (DE-INIT-01).
2. **Charges**: riders write targets in secret, or none; mutual charges, then the winner's, then the
   loser's. No blows are paid (DE-CHG-02, 05, 15).
3. Winner's spells, loser's; winner's missiles, loser's; other acts (DE-SEQ-02).
4. **Half-moves**: winner, then loser (DE-SEQ-05).
5. **Second initiative**, and 2 to 4 again.
6. **TAC phase**: everybody lays a TAC card and MELEE cards face down. The attacker faces and moves
   his TAC cards, then the defender, then all MELEE cards; dodges are guessed first (DE-TACP-02).
7. **Card rounds** until nobody has blows left (DE-MSEQ-08).
8. End of turn: rage, recovery, victory.

## Moving
| | costs |
|---|---|
| straight on | inches (on foot 3, 2.5, 2 by load) |
| turn within the front | 1/5 of the half-move, at least 1 inch |
| turn to the side (horses) | 1/4 |
| turn to the rear | 1/2 |
| stand up, open a door, turn a table over | 1/2 |
| after shooting or casting on foot | half the move is left |

Touching an enemy's **front** stops you. You leave it only if you won the initiative, are less
loaded, stand on a larger stand, or weigh half as much again, then for a quarter (DE-CON-03, 05).
On coming into contact turn up to 45 degrees free; more costs a blow (DE-CON-08).

## Sides of a stand
Left of the faced corner lies the **shield** side, right of it the **sword** side, behind the
**rear** (+25 to whoever strikes there). A rider's shield side is the left flank and the head end.

## TAC cards
| card | inches | who |
|---|---|---|
| CLOSE | 1 | who is not fully loaded |
| FLECHE | 2 | unloaded; may realign |
| CHARGE | 4 (3 in card rounds) | unloaded; once a turn; no realigning |
| STAND GROUND | 0 | who thinks, trained beasts |
| KEEP DISTANCE | 0, or RETREAT when they come | all but senseless monsters |
| RETREAT | a half-move away | not fully loaded |
| RUN AWAY | charge bonus + 2, back to the enemy | everybody |

In card rounds a moving TAC card costs 2 blows, another 1.

## Blows
DELIVER BLOW 1, FEROCITY 1, GREAT BLOW 2, both 3; WEAPON PARRY 1, ACTIVE SHIELD PARRY 1 (the first
of the turn free), DESPERATE DEFENSE 2, DODGE 1, PASSIVE SHIELD PARRY 0; MOVE 1; KICK, PUNCH 1;
PULL RIDER, HAMSTRING, WHEEL, TRAMPLE 2.

## Charges
At least 2 inches straight before contact and 1 after. Next target 3 inches on, on the same side, or
6 on the other. Lances strike at 1 inch, spears, flails and pole arms at half, others at contact.
Each contact: a bash by the horse, 2 inches off. A lance breaks on a critical against heavy armour,
else one time in ten.
"""
