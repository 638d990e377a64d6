"""The captain: sensible deeds, lawful answers, better than chance and than the nearest enemy."""

from typing import Any

import pytest

from banneret.core.questions.choices import Move, Pick, Way
from banneret.players import ChancePlayer, player
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics import who
from banneret.rulesets.arthurian.captain import LEVELS, captain, plans, worth
from banneret.rulesets.arthurian.captain.captain import deed, hold
from banneret.rulesets.arthurian.ground import ways
from banneret.rulesets.arthurian.turn import deeds
from banneret.rulesets.arthurian.turn.moving import GO, STAY
from rulesets.arthurian.field import acting, field, fought, made


class Nearest:
    """Goes for the nearest enemy, always."""

    foresees = False

    def decide(self, seat: Any, choice: Any) -> Any:
        """Attack, shoot or go toward whoever is nearest."""
        battle = seat.view
        if choice.key == "deed" and isinstance(choice, Pick):
            return self.deed(choice)
        if choice.key == "way" and isinstance(choice, Move):
            return self.way(battle, choice)
        return choice.first()

    def deed(self, choice: Any) -> Any:
        """The first thing that hurts somebody, else a move."""
        for start in ("stand", "attack", "slay", "shoot", "move"):
            for key in choice.allowed():
                if key.startswith(start):
                    return key
        return "done"

    def way(self, battle: Any, choice: Any) -> Any:
        """Straight at him."""
        model = battle[choice.piece]
        foe = who.nearest(model, who.enemies(battle, model.side))
        if foe is not None and STAY in choice.gaits:
            inches = ways.allowance_of(model).inches
            trip = ways.charge_way(battle, model, foe, inches)
            trip = trip or ways.approach_way(battle, model, foe.at, inches)
            if trip is not None and choice.allows(Way(GO, trip.points, 0.0)) is None:
                return Way(GO, trip.points, 0.0)
        return choice.first()


def asked(battle: Any, key: int = 0) -> Any:
    acting(battle, key)
    model = battle[key]
    return deeds.question(battle, model, deeds.offered(battle, model))


def test_levels_are_captain_and_squire() -> None:
    assert RULESET.levels == LEVELS == ("captain", "squire")
    with pytest.raises(Exception, match="king"):
        captain("a", "king")


def test_a_captain_strikes_where_it_is_worth_most() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10),
        made("peasant", "b", 11.5, 10),
        made("brigand_chief", "b", 8.5, 10, wound="critical"),
    )
    assert deed(battle, asked(battle)) == "attack:2"
    assert worth.blow(battle, battle[0], battle[2]) > worth.blow(battle, battle[0], battle[1])


def test_a_captain_shoots_and_keeps_his_archer_out_of_reach() -> None:
    battle = field(made("archer", "a", 10, 10), made("brigand", "b", 10, 18.4))
    assert deed(battle, asked(battle)) == "shoot:1"
    near = field(made("archer", "a", 10, 10), made("saxon_chieftain", "b", 10, 14))
    assert worth.threat(near, near[0], (10.0, 10.0)) > worth.threat(near, near[0], (10.0, 4.0))


def test_a_captain_takes_a_knight_s_surrender_and_opens_the_door() -> None:
    battle = field(
        made("pc_knight", "a", 10, 10),
        made("robber_knight", "b", 11.5, 10, mounted=False, surrendered=True),
    )
    assert deed(battle, asked(battle)) == "take:1"
    tower = field(
        made("squire", "a", 18, 25), made("lady", "a", 0, 0, where="held"),
        made("man_at_arms", "b", 5, 5), scenario="robbers_tower",
    )  # fmt: skip
    assert deed(tower, asked(tower)) == "open"


def test_the_lady_leaves_by_the_far_edge_when_she_can() -> None:
    battle = field(
        made("lady", "a", 18, 32), made("brigand", "b", 3, 22), scenario="ambush_in_the_wood"
    )
    acting(battle)
    plan = plans.best(battle, battle[0])
    assert plan.kind == "leave"
    assert plan.trip is not None
    assert plans.beyond(battle, plan.trip)[1] > 36


def test_a_quick_man_holds_and_a_slow_one_strikes() -> None:
    quick = field(made("wolf", "b", 10, 10), made("dwarf", "a", 11, 10))
    slow = field(made("giant", "b", 10, 10), made("wood_nymph", "a", 11.5, 10))

    def answer(battle: Any) -> Any:
        return hold(battle, Pick("b", "hold", "?", ("hold", "strike"), about=(0, 1)))

    assert answer(quick) == "hold"
    assert answer(slow) == "strike"


@pytest.mark.parametrize("scenario", ["tournament", "the_ford", "giant_on_the_hill"])
def test_a_captain_beats_chance(scenario: str) -> None:
    won = 0
    for seed in range(3):
        game = fought(
            scenario, seed, {"a": player(RULESET, "a", "captain", seed), "b": ChancePlayer(seed)}
        )
        assert game.result is not None
        won += game.result.winner == "a"
    assert won >= 2


@pytest.mark.slow
def test_a_captain_beats_the_nearest_enemy() -> None:
    """All scenarios, seats swapped: clearly more won than lost (65 in 100 of those decided)."""
    won = lost = 0
    for scenario in RULESET.scenarios:
        for seed in range(4):
            for side in "ab":
                other = "b" if side == "a" else "a"
                players = {side: captain(side, "captain"), other: Nearest()}
                game = fought(scenario, seed, players)
                assert game.result is not None
                won += game.result.winner == side
                lost += game.result.winner == other
    assert won > 1.3 * lost
