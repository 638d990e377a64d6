"""How strong the captain is, how long battles last and what figures are worth: docs/captains.md.

`PYTHONPATH=src:tests python -m rulesets.destrier.duels WHAT BATTLES SEED [scenario ...]`; WHAT is
`captain:chance` (the first against the second, seats swapped with equal dice), `counter` (the
captain against one who knows how often he plays what), `pace` (captains against each other) or
`worth` (every two kinds of footmen of different points, on foot at the mill).
"""

from __future__ import annotations

import sys
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players import player
from banneret.rulesets.destrier import RULESET
from banneret.rulesets.destrier.basics.state import SIDES
from banneret.rulesets.destrier.basics.tables import default
from banneret.rulesets.destrier.setup.beginning import burden
from banneret.rulesets.destrier.setup.mustering import muster
from banneret.rulesets.destrier.setup.scenarios import Recruit
from rulesets.destrier.knowing import knowing

if TYPE_CHECKING:
    from banneret.rulesets.destrier.basics.state import Battle


def seated(name: str, side: str, seed: int) -> Any:
    """A player by name."""
    return knowing(side) if name == "knowing" else player(RULESET, side, name, seed)


def fought(battle: Battle, names: dict[str, str], seed: int) -> Game[Battle]:
    """One battle to its end."""
    people = {side: seated(name, side, seed) for side, name in names.items()}
    game = Game(RULESET, battle, dice=RandomDice(seed), players=people, history=False)
    game.advance()
    assert game.result is not None
    return game


def wilson(won: float, of: int) -> str:
    """The share won, with the interval that holds it 95 times in a hundred."""
    share, z = won / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{won:g} of {of} [{100 * (middle - half):.0f}-{100 * (middle + half):.0f}]"


def duel(scenario: str, mine: str, other: str, battles: int, seed: int) -> tuple[int, int]:
    """How often the first wins, on each side in turn with equal dice, and how many are drawn."""
    won = drawn = 0
    for at in range(battles):
        seat, its = SIDES[at % 2], SIDES[1 - at % 2]
        began = RULESET.begin(scenario, {}, {})
        result = fought(began, {seat: mine, its: other}, seed + at // 2).result
        assert result is not None
        won += result.winner == seat
        drawn += result.winner is None
    return won, drawn


def strength(what: str, battles: int, seed: int, scenarios: list[str]) -> None:
    """The first of two players against the second."""
    mine, _, other = what.partition(":")
    whole = ties = 0
    for scenario in scenarios:
        won, drawn = duel(scenario, mine, other, battles, seed)
        whole, ties = whole + won, ties + drawn
        say(f"{scenario} {what}: {wilson(won, battles)}, drawn {drawn}")
    say(f"all {what}: {wilson(whole, battles * len(scenarios))}, drawn {ties}")


def pace(battles: int, seed: int, scenarios: list[str]) -> None:
    """How many turns, card rounds and sets of cards a battle has between captains."""
    for scenario in scenarios:
        turns, rounds, sets = [], 0, 0
        won: dict[str | None, int] = dict.fromkeys((*SIDES, None), 0)
        for at in range(battles):
            watched = Watched()
            game = watched.fight(scenario, seed + at)
            assert game.result is not None
            turns.append(game.state.turn)
            rounds, sets = rounds + watched.rounds, sets + watched.sets
            won[game.result.winner] += 1
        turns.sort()
        say(
            f"{scenario} pace of {battles}: turns {sum(turns) / battles:.1f} "
            f"(middle {turns[battles // 2]}, most {turns[-1]}), "
            f"card rounds {rounds / battles:.1f}, sets of cards a side {sets / battles / 2:.1f}; "
            f"a {won['a']}, b {won['b']}, drawn {won[None]}"
        )


class Watched:
    """A battle whose questions for cards are counted."""

    def __init__(self) -> None:
        self.rounds = self.sets = 0
        self._last = (-1, -1)

    def fight(self, scenario: str, seed: int) -> Game[Battle]:
        """Fight it between captains."""
        people: dict[str, Any] = {
            side: Counting(self, seated("captain", side, seed)) for side in SIDES
        }
        began = RULESET.begin(scenario, {}, {})
        game = Game(RULESET, began, dice=RandomDice(seed), players=people, history=False)
        game.advance()
        return game

    def note(self, battle: Battle) -> None:
        """Count one set of cards, and the round if it is new."""
        self.sets += 1
        if (battle.turn, battle.card_round) != self._last:
            self._last = (battle.turn, battle.card_round)
            self.rounds += 1


class Counting:
    """A player who is watched."""

    foresees = False

    def __init__(self, watched: Watched, inner: Any) -> None:
        self.watched, self.inner = watched, inner

    def decide(self, seat: Any, choice: Any) -> Any:
        """Decide as the one within."""
        if choice.key == "cards":
            self.watched.note(seat.view)
        return self.inner.decide(seat, choice)


FOOTMEN = ("knight", "squire", "sergeant", "axeman", "berserker", "pikeman", "peasant")
BEASTS = ("orc", "uruk_hai", "ogre", "wolf", "war_dog", "great_cat")


def worth(battles: int, seed: int) -> None:
    """Whether the dearer of two kinds is favoured, seats swapped."""
    tables = default()
    favoured = pairs = 0
    known = [key for key in (*FOOTMEN, *BEASTS) if key in tables.host.profiles]
    turns: list[int] = []
    for one, two in combinations(known, 2):
        points = {key: tables.host.profiles[key].points for key in (one, two)}
        if points[one] == points[two]:
            continue
        dear, cheap = sorted((one, two), key=lambda key: -points[key])
        won = 0.0
        for at in range(battles):
            seat, its = SIDES[at % 2], SIDES[1 - at % 2]
            game = fought(
                matched({seat: dear, its: cheap}), dict.fromkeys(SIDES, "captain"), seed + at
            )
            assert game.result is not None
            won += 0.5 if game.result.winner is None else game.result.winner == seat
            turns.append(game.state.turn)
        pairs += 1
        favoured += won > battles / 2
        say(f"{dear} {points[dear]} v {cheap} {points[cheap]}: {wilson(won, battles)}")
    middle = sorted(turns)[len(turns) // 2]
    say(f"favoured in {favoured} of {pairs}; turns {sum(turns) / len(turns):.1f}, middle {middle}")


def matched(kinds: dict[str, str]) -> Battle:
    """The duel at the mill between two of any kinds."""
    battle = RULESET.begin("duel_at_the_mill", {}, {})
    for at, side in enumerate(SIDES):
        weapons = battle.tables.host.profiles[kinds[side]].weapons
        hand = ("broadsword",) if "broadsword" in weapons else weapons[:1]
        recruit = Recruit(profile=kinds[side], in_hand=hand)
        figure = muster(battle.tables, recruit, side, at)
        was = battle.figures[at]
        figure.x, figure.y, figure.facing = was.x, was.y, was.facing
        figure.encumbrance = burden(battle, figure)
        battle.figures[at] = figure
    return battle


def say(line: str) -> None:
    """Say a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Fight as the command line says."""
    what, battles, seed, *some = sys.argv[1:]
    scenarios = some or list(RULESET.scenarios)
    if what == "worth":
        worth(int(battles), int(seed))
    elif what == "pace":
        pace(int(battles), int(seed), scenarios)
    else:
        strength(
            "captain:knowing" if what == "counter" else what, int(battles), int(seed), scenarios
        )


if __name__ == "__main__":
    main()
