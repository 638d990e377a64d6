"""Who goes first: the strategic roll, surprise, and three systems of initiative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from banneret.core.book.clauses import clause
from banneret.core.book.ruleset import Ruled
from banneret.core.book.tally import Tally
from banneret.core.chance.draws import D6, Draw, Faces

from ..basics.procedures import Situation, helper, procedure, value
from ..basics.tables import TABLES, Level
from ..fight.fighters import Count, Fighter, initiative_value

if TYPE_CHECKING:
    from banneret.core.play.table import Table

Which = Literal["a", "b"]


class OneEach(Draw[tuple[int, int]], frozen=True):
    """A d6 for each side."""

    of: tuple[str, ...] = ("a", "b")

    @property
    def dice(self) -> Faces:
        """Two dice, A's first."""
        return (6, 6)

    @property
    def throwers(self) -> tuple[str, ...]:
        """Whose each is."""
        return self.of

    def read(self, faces: Faces) -> tuple[int, int]:
        """Both faces."""
        return faces[0], faces[1]


class RollOff(NamedTuple):
    """Two modified dice against each other."""

    a_total: int
    b_total: int
    a_mod: int
    b_mod: int

    @property
    def winner(self) -> Which:
        """The side with the higher total."""
        return "a" if self.a_total > self.b_total else "b"

    def told(self) -> dict[str, Any]:
        """The result as `adjudicate` gives it."""
        return {"winner": self.winner, **self._asdict()}


@clause("AR-DEPLOY-03", "AR-INIT-06")
def throw_off(table: Table[Any], purpose: str, a: Tally, b: Tally) -> RollOff:
    """Both roll and add; on equal totals both roll again until one is higher."""
    draw: Draw[tuple[int, int]] = OneEach(purpose)
    tally = Tally(a.total, "side A", a.reasons[0].clause).plus(
        b.total, "side B", b.reasons[0].clause
    )
    first = table.roll(draw, tally)
    while first[0] + a.total == first[1] + b.total:
        first = table.roll(draw.again(), tally)
    return RollOff(first[0] + a.total, first[1] + b.total, a.total, b.total)


# -- the strategic roll


class Staff(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A side at the strategic roll."""

    dis: tuple[int, ...] = ()
    leader: bool = False


class _Strategic(Situation, frozen=True):
    a: Staff
    b: Staff


@clause("AR-DEPLOY-01", "AR-DEPLOY-02")
def strategic_value(staff: Staff) -> Tally:
    """The highest Discipline, and 1 for Leadership however many leaders there are."""
    best = max(staff.dis, default=0)
    return Tally(best, "highest Discipline", "AR-DEPLOY-01").when(
        staff.leader, 1, "Leadership", "AR-DEPLOY-02"
    )


@clause("AR-DEPLOY-01")
def throw_strategic(table: Table[Any], a: Staff, b: Staff) -> RollOff:
    """The strategic roll."""
    return throw_off(table, "strategic roll", strategic_value(a), strategic_value(b))


@procedure(_Strategic, "The strategic roll: who chooses, and who deploys first.")
@clause("AR-DEPLOY-01")
def strategic_roll(table: Table[Any], given: _Strategic) -> Ruled:
    """A d6 each, again on a tie."""
    roll = throw_strategic(table, given.a, given.b)
    loser = "b" if roll.winner == "a" else "a"
    return Ruled({**roll.told(), "deploys_first": loser}, strategic_value(given.a).reasons)


class _Order(Situation, frozen=True):
    loser: Annotated[int, msgspec.Meta(ge=0, le=200)]
    winner: Annotated[int, msgspec.Meta(ge=0, le=200)]


@clause("AR-DEPLOY-06", "AR-DEPLOY-07")
def placing_order(loser: int, winner: int) -> list[str]:
    """The loser places one, then the winner, by turns; who has more places the rest."""
    order: list[str] = []
    for at in range(max(loser, winner)):
        order += ["L"] if at < loser else []
        order += ["W"] if at < winner else []
    return order


@helper(_Order, "In which order loser and winner of the strategic roll place their models.")
@clause("AR-DEPLOY-06")
def deployment_order(given: _Order) -> dict[str, Any]:
    """L and W."""
    return value(placing_order(given.loser, given.winner))


# -- surprise


class _Surprise(Situation, frozen=True):
    a_bonus: Count = 0
    b_bonus: Count = 0


class Surprise(NamedTuple):
    """Whom the surprise roll surprised."""

    surprised: str
    difference: int


@clause("AR-SURPRISE-02")
def throw_surprise(table: Table[Any], a_bonus: int, b_bonus: int) -> Surprise:
    """A d6 each; three or more below the other is surprised."""
    tally = Tally(a_bonus, "side A", "AR-SURPRISE-02").plus(b_bonus, "side B", "AR-SURPRISE-02")
    a, b = table.roll(OneEach("surprise"), tally)
    difference = a + a_bonus - b - b_bonus
    margin = TABLES.tests.surprise_margin
    who = "a" if difference <= -margin else "b" if difference >= margin else "none"
    return Surprise(who, difference)


@procedure(_Surprise, "The surprise roll.")
@clause("AR-SURPRISE-02")
def surprise_roll(table: Table[Any], given: _Surprise) -> Ruled:
    """A d6 each."""
    return Ruled(throw_surprise(table, given.a_bonus, given.b_bonus)._asdict())


# -- initiative, options 1 and 2


class Candidate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A model as initiative sees it."""

    dis: Count = 0
    lead: int | None = None
    ini: Count = 0
    wound: Level = "none"
    shock: bool = False
    poison_ini: Count = 0
    penalty: Count | None = None

    @property
    def quickness(self) -> int:
        """His INI after wounds, shock and poison (AR-INIT-05)."""
        return initiative_value(
            Fighter(
                ini=self.ini,
                wound=self.wound,
                shock=self.shock,
                poison_ini=self.poison_ini,
                penalty=self.penalty,
            )
        )


class _Initiative(Situation, frozen=True):
    option: Literal[1, 2]
    a: tuple[Candidate, ...]
    b: tuple[Candidate, ...]


@clause("AR-INIT-03", "AR-INIT-04", "AR-INIT-05", "AR-PROFILE-04")
def side_initiative(option: int, models: Sequence[Candidate]) -> Tally:
    """Option 1: the highest Leadership or Discipline. Option 2: the highest Initiative."""
    if option == 1:
        best = max([max(one.dis, one.lead or 0) for one in models], default=0)
        return Tally(best, "highest Leadership or Discipline", "AR-INIT-03")
    return Tally(max([one.quickness for one in models], default=0), "highest INI", "AR-INIT-04")


@clause("AR-INIT-01")
def throw_initiative(
    table: Table[Any], option: int, a: Sequence[Candidate], b: Sequence[Candidate]
) -> RollOff:
    """A d6 each and the best of each side."""
    first, second = side_initiative(option, a), side_initiative(option, b)
    return throw_off(table, "initiative", first, second)


@procedure(_Initiative, "Initiative by options 1 and 2.")
@clause("AR-INIT-01")
def initiative(table: Table[Any], given: _Initiative) -> Ruled:
    """A d6 each, again on a tie."""
    return Ruled(throw_initiative(table, given.option, given.a, given.b).told())


# -- option 3


class _Deck(Situation, frozen=True):
    deck: tuple[str, ...]


WILD = "WILD"


@helper(_Deck, "In which order a shuffled deck activates models.")
@clause("AR-INIT-09", "AR-INIT-10")
def card_order(given: _Deck) -> dict[str, Any]:
    """A card activates its model, the wild card draws a wild card."""
    return value(["wild_card" if one == WILD else one for one in given.deck])


class _WildCard(Situation, frozen=True):
    pass


class Wild(NamedTuple):
    """A wild card, and the side fickle fortune smiles on."""

    card: str
    side: str | None


@clause("AR-WILD-01")
def throw_wild(table: Table[Any]) -> Wild:
    """A d6 on the Wild Card Table; fickle fortune rolls for a side."""
    card = TABLES.wild_card[str(table.roll(D6("wild card")))]
    if card != "fickle_fortune":
        return Wild(card, None)
    return Wild(card, "a" if table.roll(D6("side of fickle fortune")) <= 3 else "b")


@procedure(_WildCard, "What the wild card brings.")
@clause("AR-WILD-01")
def wild_card(table: Table[Any], given: _WildCard) -> Ruled:
    """One d6, and one for the side of fickle fortune."""
    del given
    return Ruled(throw_wild(table)._asdict())
