"""Where the dice of a battle come from, and every die of a record thrown again from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.core.chance import fairness
from banneret.core.chance.dice import HandDice, RandomDice
from banneret.core.chance.draws import Draw, Faces
from banneret.core.errors import BadData, Diverged
from banneret.core.play.rewind import Again, Fallen, then
from banneret.core.record.journal import ByHand, DiceSource, Pledged, Seeded
from banneret.core.record.reading import Decided, Record, Rekeyed, Rewound, Throw

if TYPE_CHECKING:
    from banneret.core.chance.dice import Dice
    from banneret.core.play.tape import Entry


def dice_of(source: DiceSource, secret: str = "") -> Dice:
    """Give the dice of a battle from their source."""
    match source:
        case Seeded():
            return RandomDice(source.seed)
        case ByHand():
            return HandDice()
        case Pledged():
            return _pledged(source, source.secret or secret)


def _pledged(source: Pledged, secret: str) -> RandomDice:
    if not secret:
        raise BadData("the secret behind the dice is not revealed yet: they cannot be derived")
    try:
        key = bytes.fromhex(secret)
        contributions = [bytes.fromhex(part) for part in source.contributions]
    except ValueError as no:
        raise BadData(f"the secret or a contribution is not hexadecimal: {no}") from no
    verdict = fairness.verify(source.commitment, key, contributions, ())
    if not verdict:
        raise Diverged(verdict.reason)
    return fairness.fair_dice(key, contributions)


class _OnRecord(Draw[Faces], frozen=True):
    """Dice as the record names them."""

    thrown: Faces

    @property
    def dice(self) -> Faces:
        """Give the sides of each die."""
        return self.thrown


def derive_dice(record: Record) -> tuple[Dice, int]:
    """Throw every die again from the source; give the dice as they lie now, and how many agree.

    Diverged names the first line whose dice are not the source's.
    """
    revealed = record.ended.secret if record.ended is not None else ""
    dice = dice_of(record.header.dice, revealed)
    if isinstance(dice, HandDice):
        return dice, 0
    agreed = 0
    course: list[Entry] = [
        entry for step in record.steps[: record.inherited] for entry in step.entries
    ]
    for one in record.throws:
        match one:
            case Rewound():
                dice = _put_back(dice, one, course)
            case Rekeyed():
                dice = rekeyed(dice, record.header.dice, one.contributions, revealed)
            case Decided():
                course.append(one.entry)
            case Throw():
                if isinstance(dice, Again):
                    dice.path = course
                _compare(record, one, dice)
                agreed += len(one.thrown.dice)
                course.append(one.thrown)
    if isinstance(dice, Again):
        dice.path = [entry for step in record.steps for entry in step.entries]
    return dice, agreed


def _put_back(dice: Dice, undo: Rewound, course: list[Entry]) -> Dice:
    """Give the dice after an undo, and shorten the course of the battle by what it took."""
    line = list(course)
    del course[len(course) - undo.taken :]
    if not undo.thrown:
        return dice
    if undo.rule == 1:
        return Fallen(undo.thrown, dice)
    if isinstance(dice, Again):
        return Again((*dice.lines, line), dice.after)
    return Again((line,), dice)


def rekeyed(
    dice: Dice, source: DiceSource, contributions: tuple[str, ...], secret: str = ""
) -> Dice:
    """Give the dice after another seat has added to them: what was put back still falls first."""
    assert isinstance(source, Pledged)
    return then(dice, dice_of(msgspec.structs.replace(source, contributions=contributions), secret))


def _compare(record: Record, one: Throw, dice: Dice) -> None:
    thrown = one.thrown
    right = dice.throw(_OnRecord(thrown.purpose, thrown.dice))
    if right != thrown.faces:
        raise Diverged(
            f"{record.path}, line {one.line}: the dice for {thrown.purpose!r} are "
            f"{list(thrown.faces)} on record, but the seed gives {list(right)}"
        )
