"""A rider and his horse are two linked pieces: they move as one, part, and join again."""

import msgspec

from banneret.core.book.clauses import Refusal, clause
from banneret.core.chance.draws import D6, OneOf
from banneret.core.play.table import Table
from banneret.core.questions.choices import Pick
from seam.toy import BLUE, NOBODY, RED, Toy, toy

RIDER, HORSE = 0, 1


class Figure(msgspec.Struct):
    at: int
    carries: int | None = None  # the piece that goes where this one goes
    alive: bool = True


class Field(Toy, kw_only=True):
    figures: list[Figure]


def ride(table: Table[Field]) -> None:
    """The knight rides, walks or mounts; then blue shoots at him, on horse or foot."""
    field, (rider, horse) = table.state, table.state.figures
    no = {"mount": why_not_mount(field)}
    act = table.ask(Pick(RED, "act", "The knight", ("go", "stay", "mount"), why_not=no.get))
    if act == "go":
        move(field, *((HORSE, 4) if horse.carries == RIDER else (RIDER, 2)))
    elif act == "mount":
        horse.carries = RIDER
    shot(table)
    field.round += 1
    if not rider.alive or rider.at >= 12 or field.round > 8:
        field.winner = BLUE if not rider.alive else RED if rider.at >= 12 else NOBODY


def why_not_mount(field: Field) -> Refusal | None:
    """He mounts a living horse that he stands beside and does not sit on."""
    rider, horse = field.figures
    if horse.carries == RIDER or not horse.alive:
        return Refusal("there is no horse to mount", "DE-HOST-65")
    return Refusal("the horse is too far away", "DE-HOST-65") if rider.at != horse.at else None


@clause("DE-HOST-65")
def shot(table: Table[Field]) -> None:
    """Blue names rider or horse; a hit parts them, and a living horse bolts."""
    rider, horse = table.state.figures
    target = table.ask(Pick(BLUE, "target", "Shoot at", ("rider", "horse")))
    if table.roll(D6("shot"), side=BLUE) <= 4:
        return
    rider.alive = target == "horse" or horse.carries == RIDER
    horse.alive = horse.alive and target == "rider"
    parts, horse.carries = horse.carries == RIDER, None
    if parts and horse.alive:
        move(table.state, HORSE, table.roll(OneOf("the horse bolts", (-2, 0, 2))))


def move(field: Field, piece: int, inches: int) -> None:
    """Move a piece and whatever it carries."""
    figure = field.figures[piece]
    figure.at += inches
    if figure.carries is not None:
        field.figures[figure.carries].at = figure.at


def parted(field: Field) -> list[str]:
    rider, horse = field.figures
    return ["parted"] if horse.carries == RIDER and rider.at != horse.at else []


RIDER_AND_HORSE = toy(
    "Rider and horse",
    lambda: Field(phase="ride", figures=[Figure(0), Figure(0, RIDER)]),
    [ride],
    faults=parted,
)
