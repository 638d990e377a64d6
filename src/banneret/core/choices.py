"""Questions to a side: one small vocabulary that every screen and computer player understands.

| question    | answer                                              |
|-------------|-----------------------------------------------------|
| `Pick`      | one or several of named things                      |
| `Play`      | cards from a hand                                   |
| `Place`     | a point and facing for each piece                   |
| `Move`      | gait, way-points and last facing                    |
| `Write`     | a form with typed fields                            |
| `EnterDice` | dice thrown at a real table                         |
"""

from __future__ import annotations

from banneret.core.answers import Field, Place1, Way
from banneret.core.asking import Chance, Choice, Preview
from banneret.core.forms import EnterDice, Write
from banneret.core.picks import Option, Pick, Play
from banneret.core.placing import Move, Place

__all__ = [
    "Chance",
    "Choice",
    "EnterDice",
    "Field",
    "Move",
    "Option",
    "Pick",
    "Place",
    "Place1",
    "Play",
    "Preview",
    "Way",
    "Write",
]
