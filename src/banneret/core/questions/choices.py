"""Questions to a side: one small vocabulary that every screen and computer player understands.

| question    | answer                                              |
|-------------|-----------------------------------------------------|
| `Pick`      | one or several of named things                      |
| `Weigh`     | a `Pick` whose answers stand on cards               |
| `Route`     | a `Pick` of targets in order, at a pace             |
| `Play`      | cards from a hand                                   |
| `Place`     | a point and facing for each piece                   |
| `Move`      | gait, way-points and last facing                    |
| `Drill`     | gait and legs of a body in order                    |
| `Write`     | a form with typed fields                            |
| `EnterDice` | dice thrown at a real table                         |
"""

from __future__ import annotations

from banneret.core.questions.answers import Field, Place1, Way
from banneret.core.questions.asking import Chance, Choice, Preview
from banneret.core.questions.cards import Play
from banneret.core.questions.drilling import Drill, Footprint, Grip, Leg, Legs
from banneret.core.questions.forms import EnterDice, Write
from banneret.core.questions.picks import Option, Pick
from banneret.core.questions.placing import Move, Place
from banneret.core.questions.routes import Pace, Route
from banneret.core.questions.weighing import Weigh

__all__ = [
    "Chance",
    "Choice",
    "Drill",
    "EnterDice",
    "Field",
    "Footprint",
    "Grip",
    "Leg",
    "Legs",
    "Move",
    "Option",
    "Pace",
    "Pick",
    "Place",
    "Place1",
    "Play",
    "Preview",
    "Route",
    "Way",
    "Weigh",
    "Write",
]
