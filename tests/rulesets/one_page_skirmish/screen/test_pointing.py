"""Questions point at the figures they are about."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game, Seat
from banneret.core.questions.choices import Choice, Place
from banneret.core.questions.picks import Pick
from banneret.rulesets import RULESETS
from rulesets.one_page_skirmish.field import field, man, unit

BOOK = RULESETS["one_page_skirmish"]


class Pointer:
    """A chance player who looks where each question points."""

    foresees = False

    def __init__(self, seed: int) -> None:
        self.dice = RandomDice(seed)
        self.pointed: Counter[str] = Counter()
        self.new = 0

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        view = seat.view
        subjects = BOOK.subjects(view, choice)
        shown = {piece.id for piece in BOOK.scene(view, seat.side).pieces}
        assert set(subjects) <= shown
        if isinstance(choice, Pick):
            for key in choice.candidates:
                found = BOOK.pieces(view, choice, key)
                assert set(found) <= shown
                self.pointed[choice.key] += len(found)
        self._describe(view, seat.side, choice)
        return choice.any(self.dice)

    def _describe(self, view: Any, side: str, choice: Choice[Any]) -> None:
        """Who is set down is described; who stands already as the scene has him."""
        figures = BOOK.figures(view, choice)
        if not isinstance(choice, Place):
            assert figures == ()
            return
        assert [one.id for one in figures] == list(choice.pieces)
        assert all(one.name and one.width > 0 and one.depth > 0 for one in figures)
        if choice.key != "melee.mount_place":
            drawn = {piece.id: piece for piece in BOOK.scene(view, side).pieces}
            assert all(drawn.get(one.id, one) == one for one in figures)
            self.new += sum(one.id not in drawn for one in figures)


KINDS = {"action.unit", "action.target", "figure.order", "melee.enemy"}


def pointed_in(scenario: str, seed: int) -> Counter[str]:
    """Fight a battle; how many pieces questions of each kind pointed at."""
    state = BOOK.begin(scenario, {}, {})
    players = {side: Pointer(seed) for side in BOOK.sides(state)}
    Game(BOOK, state, dice=RandomDice(seed), players=players, history=False).advance()
    assert all(player.new for player in players.values())
    return sum((player.pointed for player in players.values()), Counter())


def test_every_pointed_piece_is_on_the_table() -> None:
    """Units, targets and men that may be named are pieces the side sees."""
    assert pointed_in("greenwood", 2).keys() >= KINDS


@pytest.mark.slow
def test_every_pointed_piece_is_on_every_table() -> None:
    """In several battles of every scenario."""
    battles = [pointed_in(scenario, seed) for scenario in BOOK.scenarios for seed in range(1, 4)]
    assert sum(battles, Counter()).keys() >= KINDS


def test_op_lead_05_a_knight_who_may_name_a_leader_is_pointed_at() -> None:
    """The question is about the Knight; its options are the men he may choose."""
    battle = field(
        "a knight: knight elite at 10,10 | a men: x3 at 12,10 | b foe: at 40,30",
    )
    group = unit(battle, "men")
    choice = Pick("a", "appoint.figure", "who", [3], about=(man(battle, "knight").id, group.id))
    assert BOOK.subjects(battle, choice) == (man(battle, "knight").id,)
    assert BOOK.pieces(battle, choice, group.members[1]) == (group.members[1],)


def placing(key: str, *pieces: int) -> Place:
    return Place("a", key, "where", pieces, allows=lambda _: None, some=list)


def test_a_man_who_comes_is_described_before_he_stands() -> None:
    """Label, arms, rank, base and his own marks; not those his unit only has on the table."""
    battle = field("a bows: crossbow mounted x2 off | b foe: at 40,30")
    bows = unit(battle, "bows")
    first, second = BOOK.figures(battle, placing("deploy.place", *bows.members))
    assert (first.id, second.id) == bows.members
    assert (first.side, first.arms, first.rank) == ("a", "crossbow", "sergeant")
    assert (first.mounted, first.width, first.depth) == (True, 1.0, 2.0)
    assert first.marks == ("load 2 of 2",)
    assert first.profile["weapons"] == "crossbow"


def test_op_melee_22_a_horse_that_is_set_down_is_no_rider() -> None:
    """The horse has a rider's base, whatever its thrown rider has."""
    battle = field("a knight: knight elite dismounted at 10,10 | b foe: at 40,30")
    rider = man(battle, "knight")
    (horse,) = BOOK.figures(battle, placing("melee.mount_place", rider.id))
    assert (horse.id, horse.name) == (rider.id, f"horse of {rider.profile.name}")
    assert horse.mounted
    assert (horse.width, horse.depth) != (rider.base.width, rider.base.depth)
    assert (horse.arms, horse.profile) == ("", {})
