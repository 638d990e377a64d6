"""A small field for the tests of Arthurian Combat: models where wanted, dice as written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from banneret.core.book.adjudicate import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.options import Options
from banneret.rulesets.arthurian.basics.state import TABLE, Act, Battle, Model
from banneret.rulesets.arthurian.basics.tables import SIDES
from banneret.rulesets.arthurian.basics.who import leader_of
from banneret.rulesets.arthurian.setup.enlist import recruit_one
from banneret.rulesets.arthurian.setup.lists import Recruit, scenario_of
from rulesets.scripting import Answer, Played, play_rule

Made = Callable[[Battle], Model]


def judged(name: str, situation: Mapping[str, Any] | None = None, dice: Sequence[int] = ()) -> Any:
    """The result of a procedure with these dice, all of which must be used."""
    request = {"situation": dict(situation or {}), "dice": list(dice)}
    return adjudicate(RULESET.procedures[name], request, lambda: RandomDice(1)).result


def made(profile: str, side: str, x: float, y: float, **changes: Any) -> Made:
    """A model of a profile at a place, with changes to its state."""

    def enlist(battle: Battle) -> Model:
        model = recruit_one(battle, profile, side, Recruit(profile=profile))
        model.x, model.y, model.where = float(x), float(y), TABLE
        for key, value in changes.items():
            setattr(model, key, value)
        if not model.mounted and model.in_hand == "lance":
            model.in_hand = next((w for w in model.weapons if w != "lance"), "unarmed")
        return model

    return enlist


def field(*models: Made, scenario: str = "open_field", round_: int = 1, **options: Any) -> Battle:
    """A battle with just these models, in the first side's turn."""
    plan = scenario_of(scenario)
    battle = Battle(plan, Options.read(options, plan.options), [], {"a": "camelot", "b": "saxons"})
    for make in models:
        make(battle)
    battle.round, battle.phase, battle.active, battle.first = round_, "choose", "a", "a"
    battle.started = {s: sum(m.side == s for m in battle.models) for s in SIDES}
    battle.checks = dict.fromkeys(SIDES, 1)
    battle.leaders = {side: leader_of(battle, side) for side in SIDES}
    return battle


def acting(battle: Battle, key: int = 0, **changes: Any) -> Battle:
    """Let a model be in the middle of its activation."""
    battle.act = Act(key, **changes)
    battle.active = battle[key].side
    battle.phase = "deed"
    return battle


def play(
    battle: Battle,
    rule: Callable[[Any], Any],
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
) -> Played[Battle]:
    """Run a rule of the book with these dice and answers, all of which must be used."""
    return play_rule(battle, SIDES, rule, dice, answers)


def step(
    battle: Battle,
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
) -> Played[Battle]:
    """Play the step the battle stands at, and the way or place it leads to."""

    def on(table: Any) -> None:
        RULESET.sequence[table.state.phase](table)
        if table.state.phase in {"go", "place"}:
            RULESET.sequence[table.state.phase](table)

    return play(battle, on, dice, answers)


def steps(
    battle: Battle,
    many: int,
    dice: Sequence[int] = (),
    answers: Mapping[str, Sequence[Answer]] | Sequence[Answer] = (),
) -> Played[Battle]:
    """Play so many steps with one row of dice and answers."""

    def several(table: Any) -> None:
        for _ in range(many):
            RULESET.sequence[table.state.phase](table)

    return play(battle, several, dice, answers)


def until(battle: Battle, phase: str, dice: Sequence[int], answers: Any = ()) -> Played[Battle]:
    """Play steps until a phase is reached."""

    def on(table: Any) -> None:
        for _ in range(200):
            RULESET.sequence[table.state.phase](table)
            if table.state.phase == phase:
                return
        raise AssertionError(f"{phase} is never reached")

    return play(battle, on, dice, answers)


def fought(scenario: str, seed: int, players: Mapping[str, Any], **options: Any) -> Game[Battle]:
    """A whole battle with its history."""
    state = RULESET.begin(scenario, RULESET.chosen(options), {})
    game = Game(RULESET, state, dice=RandomDice(seed), players=dict(players))
    game.advance()
    return game


def go(*points: tuple[float, float]) -> list[Any]:
    """A way through these points."""
    return ["move", [list(p) for p in points], 0.0]
