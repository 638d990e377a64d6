"""Questions point at the figures they are about."""

from __future__ import annotations

from typing import Any

from banneret.core.choices import Choice
from banneret.core.dice import RandomDice
from banneret.core.game import Game, Seat
from banneret.core.picks import Pick
from banneret.rulesets import RULESETS
from rulesets.one_page_skirmish.field import field, man, unit

BOOK = RULESETS["one_page_skirmish"]


class Pointer:
    """A chance player who looks where each question points."""

    foresees = False

    def __init__(self, seed: int) -> None:
        self.dice = RandomDice(seed)
        self.pointed: dict[str, int] = {}

    def decide(self, seat: Seat[Any], choice: Choice[Any]) -> Any:
        view = seat.view
        subjects = BOOK.subjects(view, choice)
        shown = {piece.id for piece in BOOK.scene(view, seat.side).pieces}
        assert set(subjects) <= shown
        if isinstance(choice, Pick):
            for key in choice.candidates:
                found = BOOK.pieces(view, choice, key)
                assert set(found) <= shown
                self.pointed[choice.key] = self.pointed.get(choice.key, 0) + len(found)
        return choice.any(self.dice)


def test_every_pointed_piece_is_on_the_table() -> None:
    """Units, targets and men that may be named are pieces the side sees."""
    pointed: dict[str, int] = {}
    for scenario in BOOK.scenarios:
        for seed in range(6):
            state = BOOK.begin(scenario, {}, {})
            players = {side: Pointer(seed) for side in BOOK.sides(state)}
            Game(BOOK, state, dice=RandomDice(seed), players=players, history=False).advance()
            for player in players.values():
                for key, count in player.pointed.items():
                    pointed[key] = pointed.get(key, 0) + count
    assert pointed["action.unit"]
    assert pointed["action.target"]
    assert pointed["figure.order"]
    assert pointed["melee.enemy"]


def test_op_lead_05_a_knight_who_may_name_a_leader_is_pointed_at() -> None:
    """The question is about the Knight; its options are the men he may choose."""
    battle = field(
        "a knight: knight elite at 10,10 | a men: x3 at 12,10 | b foe: at 40,30",
    )
    group = unit(battle, "men")
    choice = Pick("a", "appoint.figure", "who", [3], about=(man(battle, "knight").id, group.id))
    assert BOOK.subjects(battle, choice) == (man(battle, "knight").id,)
    assert BOOK.pieces(battle, choice, group.members[1]) == (group.members[1],)
