"""Exact odds of whole steps agree with live play: the same rules, on exact and on random dice."""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from banneret.core.chance.dice import Dice, RandomDice
from banneret.core.chance.odds import distribution
from banneret.core.play.game import Game
from banneret.core.play.table import Table
from banneret.core.questions.choices import Place1
from seam.toy import BLUE, RED
from seam.toys.chits import TWENTY_CHITS, Muster, reveal
from seam.toys.interrupts import Fight, approach
from seam.toys.leadership_die import Line, control_test
from seam.toys.rider_and_horse import HORSE, RIDER, Field, Figure, shot
from seam.toys.rout_queue import Ranks, morale
from seam.toys.shrinking_unit import Units, footprint, shoot
from seam.toys.solo import Ambush, Saxon, saxons
from seam.toys.staged_reveal import STAGED_REVEAL, Duel, guess

PLAYED = 3000


class Says:
    """Somebody who always gives the same answer to a kind of question, or the best of a few."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def decide(self, table: Any, choice: Any) -> Any:  # noqa: ARG002  # looks at nothing
        """Look the answer up."""
        answer = self.answers[choice.key]
        return answer(choice) if callable(answer) else answer


class SeatedSays(Says):
    """The same, as a player in a game."""

    foresees = False


def table(state: Any, dice: Dice, **answers: Any) -> Table[Any]:
    return Table(state, dice, dict.fromkeys((RED, BLUE), Says(**answers)))


def best_total(choice: Any) -> str:
    """The officer takes the highest total he is shown."""
    return str(max(choice.options(), key=lambda option: int(option.label.split()[1])).key)


def caught_dodging(dice: Dice) -> str:
    duel = Duel(phase="guess", cards={"blue dodge": "left"}, turned=[], gap=2)
    guess(table(duel, dice, guess="left"))
    return duel.winner


def officer_substitutes(dice: Dice) -> bool:
    line = Line(phase="control", leadership={RED: 4}, steady={RED: 1})
    return control_test(table(line, dice, substitute=best_total), RED)


def blow_and_counterblow(dice: Dice) -> tuple[int, int]:
    fight = Fight(phase="approach", parries={RED: 0, BLUE: 1}, hurt={RED: 0, BLUE: 0}, gap=2)

    def while_cards_last(choice: Any) -> str:
        return str(choice.allowed()[0])

    approach(table(fight, dice, approach=0, parry=while_cards_last))
    return fight.hurt[RED], fight.hurt[BLUE]


def chit_turned(dice: Dice) -> int:
    muster: Muster = TWENTY_CHITS.begin("toy", {}, {})
    muster.cards = {f"red {man}": "shoot" for man in range(10)}
    reveal(table(muster, dice, turn="3"))
    return muster.score.get(RED, 0)


def routed(dice: Dice) -> int:
    ranks = Ranks(phase="volley", standing={BLUE: [0, 1, 3, 4, 5]})
    morale(table(ranks, dice), BLUE, 2)
    return 5 - len(ranks.standing[BLUE])


def saxons_hurt(dice: Dice) -> int:
    ambush = Ambush(phase="saxons", saxons=[Saxon(1), Saxon(4, bow=True)], oath={"rounds": 5})
    saxons(table(ambush, dice))
    return 6 - ambush.life


def rider_and_horse(dice: Dice) -> tuple[bool, int]:
    field = Field(phase="ride", figures=[Figure(4), Figure(4, RIDER)])
    shot(table(field, dice, target="rider"))
    return field.figures[HORSE].carries == RIDER, field.figures[HORSE].at


def footprint_after(dice: Dice) -> tuple[int, int]:
    units = Units(phase="shoot", elements={RED: 4, BLUE: 5}, at={BLUE: Place1(9.0, 12.0, 0.0)})
    shoot(table(units, dice, close_up="left"))
    return footprint(units.elements[BLUE])


def whole_duel(dice: Dice) -> str:
    """A whole battle, players and all."""
    says = {"tactic": "charge", "dodge": "left", "move": 3, "guess": "left"}
    seated = SeatedSays(**says)
    duel = STAGED_REVEAL.begin("toy", {}, {})
    game = Game(STAGED_REVEAL, duel, dice=dice, players={RED: seated, BLUE: seated}, history=False)
    assert game.advance() is None
    return game.state.winner


F = Fraction
EXACT: dict[Callable[[Dice], Hashable], dict[Any, Fraction]] = {
    caught_dodging: {"red": F(4, 5), "nobody": F(1, 5)},
    officer_substitutes: {True: F(3, 4), False: F(1, 4)},  # the higher die shows a four or more
    blow_and_counterblow: {(1, 0): F(1, 2) * F(3, 10), (0, 0): F(17, 20)},
    chit_turned: {1: F(2, 5), 0: F(3, 5)},
    routed: {0: F(1, 4), 1: F(1, 4), 2: F(1, 4), 3: F(5, 32), 4: F(1, 16), 5: F(1, 32)},
    saxons_hurt: {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)},
    rider_and_horse: {(True, 4): F(2, 3), **{(False, at): F(1, 9) for at in (2, 4, 6)}},
    footprint_after: {
        (4, 2): F(16, 81),
        (4, 1): F(32, 81),
        (3, 1): F(24, 81),
        (2, 1): F(8, 81),
        (1, 1): F(1, 81),
    },
    whole_duel: {"red": F(3, 4), "nobody": F(1, 4)},
}


@pytest.mark.parametrize("rule", EXACT, ids=lambda rule: rule.__name__)
def test_exact_odds_are_the_reckoned_fractions(rule: Callable[[Dice], Hashable]) -> None:
    """Enumerating a step gives what one reckons by hand."""
    assert distribution(rule) == EXACT[rule]


@pytest.mark.parametrize("rule", EXACT, ids=lambda rule: rule.__name__)
def test_live_play_agrees_with_the_odds(rule: Callable[[Dice], Hashable]) -> None:
    """Frequencies lie within four standard deviations of the exact fractions."""
    dice = RandomDice(rule.__name__)
    seen = Counter(rule(dice) for _ in range(PLAYED))
    for result, share in EXACT[rule].items():
        spread = sqrt(PLAYED * share * (1 - share))
        assert abs(seen[result] - PLAYED * share) <= 4 * spread, result
    assert set(seen) <= set(EXACT[rule])
