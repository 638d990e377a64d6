"""Odds equal play: what the live engine rolls agrees with the exact fractions it foretells.

Seeds are fixed, so a frequency within four sigma stays there until rules or dice change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec
import pytest

from banneret.core.book.adjudicate import adjudicate, bare_table, text_of
from banneret.core.chance.dice import RandomDice
from banneret.core.play.events import Event
from banneret.core.play.game import Game
from banneret.core.questions.choices import Pick
from banneret.core.questions.questions import Question
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.procedures import PROCEDURES
from banneret.rulesets.one_page_skirmish.basics.state import Battle
from banneret.rulesets.one_page_skirmish.screen.events import Fought, Shot
from contract.play import BATTLES, Case, Chooser, answers_of, choose, give
from rulesets.one_page_skirmish.adjudged import no_dice
from rulesets.one_page_skirmish.test_examples import EXAMPLES, name_of

Situation = dict[str, Any]
FEW, MANY = 300, 10_000

KNIGHT: Situation = {"rank": "knight", "mounted": True, "armour": ["mail", "plate"]}
MORE: tuple[tuple[str, Situation], ...] = (
    ("morale", {"class": "peasant"}),
    ("move", {"mounted": True, "charging": True}),
    ("charge", {"distance": 9, "attacker": {"class": "elite"}, "defender": {"class": "peasant"}}),
    ("shot", {"weapon": "longbow", "range": 9, "target": {"mounted": True, "armour": ["mail"]}}),
    ("shot", {"weapon": "crossbow", "range": 9, "options": {"lucky_shot": True}}),
    ("melee", {"attackers": [{}], "defender": KNIGHT}),
    ("melee", {"attackers": [KNIGHT, {}, {}], "defender": {"rank": "sergeant"}}),
    (
        "melee",
        {"attackers": [{}, {}], "defender": KNIGHT, "options": {"multi_attack": "pairs"}},
    ),
    ("melee", {"attackers": [{}, {}], "defender": {}, "options": {"multi_attack": "best"}}),
    ("deployment", {"sides": ["a", "b"]}),
    ("turn_order", {"deck": ["a", "b"]}),
)
CASES = [
    *[pytest.param(e["procedure"], e["situation"], id=name_of(e)) for e in EXAMPLES],
    *[pytest.param(name, one, id=f"{name}-{place}") for place, (name, one) in enumerate(MORE)],
]


def agrees(seen: Mapping[str, int], exact: Mapping[str, Fraction], many: int, what: str) -> None:
    """Hold every frequency to four sigma (one more or less is never held against it)."""
    assert set(seen) <= set(exact), f"{what}: {set(seen) - set(exact)} has no chance at all"
    for value, chance in exact.items():
        sigma = sqrt(many * float(chance * (1 - chance)))
        found, expected = seen.get(value, 0), many * float(chance)
        assert abs(found - expected) <= 4 * sigma + (0 < chance < 1), (
            f"{what} = {value}: {found} of {many}, the chance is {chance}"
        )


# -- procedures alone


def play_procedure(name: str, situation: Situation, many: int) -> None:
    procedure = PROCEDURES[name]
    told = adjudicate(procedure, {"situation": situation, "odds": True}, no_dice).odds
    assert told is not None
    if procedure.distribution is not None:
        return  # chances are its result: there is nothing to roll
    facts = msgspec.convert(situation, procedure.situation)
    dice = RandomDice(f"odds equal play {name}")
    seen: dict[str, Counter[str]] = {key: Counter() for key in told}
    for _ in range(many):
        result = procedure.rule(bare_table(dice), facts).result
        for key, values in seen.items():
            values["absent" if key not in result else text_of(result[key])] += 1
    for key, odds in told.items():
        exact = {value: Fraction(chance) for value, chance in odds.items()}
        missing = 1 - sum(exact.values(), Fraction(0))
        if missing:
            exact["absent"] = missing
        agrees(seen[key], exact, many, f"{name}, {key}")


@pytest.mark.parametrize(("name", "situation"), CASES)
def test_a_procedure_rolls_as_its_odds_say(name: str, situation: Situation) -> None:
    """A few hundred times each."""
    play_procedure(name, situation, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "situation"), CASES)
def test_a_procedure_rolls_as_its_odds_say_many_times(name: str, situation: Situation) -> None:
    """Ten thousand times each: a chance that is off by two in a hundred is found."""
    play_procedure(name, situation, MANY)


def test_every_procedure_with_dice_is_played() -> None:
    """No procedure that rolls is left out."""
    played = {example["procedure"] for example in EXAMPLES} | {name for name, _ in MORE}
    rolls = {"morale", "move", "charge", "shot", "weapon", "melee", "deployment", "turn_order"}
    assert rolls <= played


# -- in battle


def moments(key: str, scenario: str, number: int) -> Iterator[tuple[Game[Battle], Question]]:
    """Stop at every question of a kind in a battle between captains."""
    fought = Case(RULESET, scenario, led="captain").fought(number)
    for at, step in enumerate(fought.steps):
        game = Game(RULESET, RULESET.clone(step.before), dice=RandomDice(at))
        chooser = Chooser([], at, answers_of(step.tape))
        question = game.advance()
        while question is not None and not game.steps:
            if question.choice.key == key:
                yield game, question
                break
            give(game, choose(question, chooser))
            question = game.advance()


def throws(game: Game[Battle], answer: Any, kind: type[Event], many: int) -> Iterator[Any]:
    """Give the same answer again and again, each time with other dice: what came of it."""
    for number in range(many):
        ahead = game.fork(dice=RandomDice(f"again {number}"))
        ahead.advance()
        before = len(ahead.events(everything=True))
        ahead.answer(answer)
        found: Event | None = None
        for _ in range(9):
            ahead.advance()
            told = [one.event for one in ahead.events(everything=True)[before:]]
            found = next((event for event in told if isinstance(event, kind)), None)
            if found is not None:
                break
            question = ahead.question
            if question is None or question.choice.key in {"melee.attackers", "figure.declare"}:
                return  # the odds are of something else than what follows
            give(ahead, choose(question, Chooser([], number)))
        assert found is not None, f"{kind.__name__} did not follow"
        yield found


def in_battle(key: str, kind: type[Event], scenario: str, wanted: int, many: int) -> None:
    """Compare at so many questions, as far as four battles have them; one at least."""
    tried = 0
    for game, question in (one for n in range(BATTLES) for one in moments(key, scenario, n)):
        assert isinstance(question.choice, Pick)
        for option in question.choice.options():
            ends = list(throws(game, option.key, kind, many)) if option.odds else []
            if option.odds and ends:
                compare(option.odds, ends)
                tried += 1
                break
        if tried == wanted:
            return
    assert tried, f"no question {key} with odds was found in {scenario}"


def compare(odds: Mapping[str, str], ends: list[Any]) -> None:
    many = len(ends)
    if isinstance(ends[0], Shot):
        exact = {result: Fraction(chance) for result, chance in odds.items()}
        agrees(Counter(end.result for end in ends), exact, many, f"shot {ends[0]}")
        return
    for name, happened in (("beaten", was_beaten), ("hit", was_hit)):
        chance = Fraction(odds.get(name, 0))
        counted = Counter(str(happened(end)) for end in ends)
        exact = {"True": chance, "False": 1 - chance}
        agrees(counted, exact, many, f"{name} in {ends[0]}")


def was_beaten(end: Fought) -> bool:
    return "attacker_wins" in end.pairs


def was_hit(end: Fought) -> bool:
    totals: Iterable[tuple[int, int]] = zip(end.attack_totals, end.defend_totals, strict=True)
    return any(ours - theirs >= max(end.armour, 1) for ours, theirs in totals)


@pytest.mark.parametrize(("key", "kind"), [("figure.target", Shot), ("melee.enemy", Fought)])
def test_a_battle_rolls_as_its_previews_say(key: str, kind: type[Event]) -> None:
    """The chances beside an option are those of taking it."""
    in_battle(key, kind, "crossroads", wanted=1, many=120)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
@pytest.mark.parametrize(("key", "kind"), [("figure.target", Shot), ("melee.enemy", Fought)])
def test_many_battles_roll_as_their_previews_say(
    key: str, kind: type[Event], scenario: str
) -> None:
    """In every scenario, at several questions, a thousand and a half times each."""
    in_battle(key, kind, scenario, wanted=3, many=1_500)
