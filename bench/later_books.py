"""Arthurian Combat, From Macbeth to Medici and Destrier for the bench: captains, turns and odds."""

from __future__ import annotations

import tomllib
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from bench.protocol import Measured, Stopwatch, calls

import banneret.rulesets
from banneret.core.book import adjudicate
from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.players.chance import ChancePlayer
from banneret.rulesets import RULESETS
from banneret.rulesets.arthurian.fight.chances import blow_odds, wound_odds
from banneret.rulesets.destrier.basics.state import Card, written
from banneret.rulesets.destrier.screen.foresight import odds as odds_of_card
from banneret.rulesets.macbeth_to_medici.setup.lists import army_named
from banneret.rulesets.macbeth_to_medici.setup.scenarios import scenario_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from banneret.core.play.game import Player
    from banneret.rulesets.arthurian.fight.chances import BlowOdds
    from banneret.rulesets.macbeth_to_medici.setup.entries import Army, PlaceEntry, Scenario

Battle = tuple[str | object, dict[str, Any]]  # a scenario and the forces brought to it

# ---- battles between captains


def _captains(book: str, battles: Iterable[Battle], seconds: float, seed: int) -> Measured:
    """Whole battles by turns, the book's own captains on every side."""
    ruleset, turns = RULESETS[book], cycle(battles)
    done = 0
    watch = Stopwatch(seconds)
    while watch.running():
        scenario, forces = next(turns)
        _begun(
            book,
            scenario,
            forces,
            seed * 1_000_000 + done,
            lambda side, _: ruleset.captain(side, ruleset.levels[0]),
        ).advance()
        done += 1
    return Measured(watch, {"battles": done})


def _begun(
    book: str,
    scenario: Any,
    forces: dict[str, Any],
    number: int,
    player: Callable[[str, int], Player],
) -> Game[Any]:
    ruleset = RULESETS[book]
    battle = ruleset.begin(scenario, {}, forces)
    players = {side: player(side, number) for side in ruleset.sides(battle)}
    return Game(ruleset, battle, dice=RandomDice(number), players=players, history=False)


def ar_captains(seconds: float, seed: int) -> Measured:
    """Arthurian Combat: every scenario in turn."""
    return _captains("arthurian", [(one, {}) for one in ARTHURIAN.scenarios], seconds, seed)


def mm_captains_12(seconds: float, seed: int) -> Measured:
    """From Macbeth to Medici: twelve units a side on a plain."""
    return _captains("macbeth_to_medici", [plain(12)], seconds, seed)


def de_duel(seconds: float, seed: int) -> Measured:
    """Destrier: the duel."""
    return _captains("destrier", [("duel_at_the_mill", {})], seconds, seed)


def de_brawl(seconds: float, seed: int) -> Measured:
    """Destrier: the brawl of eight."""
    return _captains("destrier", [("brawl_at_the_boar", {})], seconds, seed)


def de_knights(seconds: float, seed: int) -> Measured:
    """Destrier: three knights against twelve."""
    return _captains("destrier", [("three_knights", {})], seconds, seed)


ARTHURIAN = RULESETS["arthurian"]

# ---- From Macbeth to Medici with any number of units

PATTERN = "bouvines_1214"
LISTS = {"a": "french_1214", "b": "allies_1214"}
A_WARD = 6  # units of a battle of the army: two rows and the bows behind
WARD_WIDTH, WARD_DEPTH, ABREAST = 27.0, 8.0, 4
SPOTS = ((4.0, 8.0), (12.0, 8.0), (20.5, 8.0), (5.0, 4.5), (14.0, 4.5), (22.0, 4.5))


@cache
def plain(units: int) -> Battle:
    """An open field with so many units a side, in battles of six."""
    wards = units // A_WARD
    model = scenario_named(PATTERN)
    deep = -(-wards // ABREAST) * WARD_DEPTH
    table = {"width": int(min(wards, ABREAST) * WARD_WIDTH) + 12, "depth": int(2 * deep) + 36}
    armies = {side: _army(name, wards) for side, name in LISTS.items()}
    field = msgspec.structs.replace(
        model,
        table=table,
        terrain=(),
        win=(),
        leads={
            "side1": {one.id: one.units[2].id for one in armies["a"].battle},
            "side2": {one.id: one.units[2].id for one in armies["b"].battle},
        },
        place_side1=_placed(model, armies["a"], deep, None),
        place_side2=_placed(model, armies["b"], deep, table["depth"]),
    )
    return field, armies


def _army(name: str, wards: int) -> Army:
    """The first six units of the list's first battle, again and again, each under an officer."""
    army = army_named(name)
    first = army.battle[0]
    made = []
    for n in range(wards):
        units = tuple(msgspec.structs.replace(one, id=f"{one.id}_{n}") for one in first.units)
        officer = msgspec.structs.replace(
            first.officer, name=f"{first.officer.name} {n + 1}", c_in_c=n == 0
        )
        made.append(
            msgspec.structs.replace(first, id=f"w{n}", units=units[:A_WARD], officer=officer)
        )
    return msgspec.structs.replace(
        army, battle=tuple(made), unit_points=None, officer_points=None, points=None
    )


def _placed(model: Scenario, army: Army, deep: float, turned: int | None) -> tuple[PlaceEntry, ...]:
    entry = type(model.place_side1[0])
    found = []
    for n, ward in enumerate(army.battle):
        left, back = 6.0 + n % ABREAST * WARD_WIDTH, deep - (n // ABREAST + 1) * WARD_DEPTH + 2.0
        for unit, (x, y) in zip(ward.units, SPOTS, strict=True):
            up = back + y if turned is None else turned - back - y
            heading = 0.0 if turned is None else 180.0
            found.append(entry(unit.id, left + x, up, heading, min(4, unit.elements)))
    return tuple(found)


def _turns(units: int) -> Callable[[float, int], Measured]:
    def work(seconds: float, seed: int) -> Measured:
        turns = battles = 0
        scenario, forces = plain(units)
        watch = Stopwatch(seconds)
        while watch.running():
            game = _begun(
                "macbeth_to_medici",
                scenario,
                forces,
                seed + battles,
                lambda side, n: ChancePlayer(f"{side}{n}"),
            )
            game.advance()
            turns += game.state.turn
            battles += 1
        return Measured(watch, {"turns": turns})

    work.__name__ = f"mm_turns_{units}"
    work.__doc__ = f"Turns of battles by chance with {units} units a side, setting up included."
    return work


# ---- exact odds: each worked out from the rules again, nothing remembered


def ar_odds(seconds: float, seed: int) -> Measured:  # noqa: ARG001  there is no chance in it
    """A blow with its wound, by severity on either man: AR-EX-04, every pair of dice anew."""

    def blow() -> BlowOdds:
        wound_odds.cache_clear()
        return blow_odds.__wrapped__(5, 2, (2, 0), "always", False)

    return calls(blow, seconds, "odds")


def mm_odds(seconds: float, seed: int) -> Measured:  # noqa: ARG001  there is no chance in it
    """An impact of lancers on spears, plus and minus dice on both sides: MM-EX-09."""
    return _odds("macbeth_to_medici", "MM-EX-09", seconds)


def _odds(book: str, example: str, seconds: float) -> Measured:
    data = Path(banneret.rulesets.__file__).parent / book / "data" / "examples.toml"
    every = tomllib.loads(data.read_text("utf-8"))["example"]
    told = next(one for one in every if one["id"] == example)
    procedure = adjudicate.procedure_of(RULESETS[book], told["procedure"])
    asked = adjudicate.read_request(procedure, {"situation": told["situation"], "odds": True})
    return calls(
        lambda: adjudicate.chances(adjudicate.outcomes(procedure, asked.situation)), seconds, "odds"
    )


def de_odds(seconds: float, seed: int) -> Measured:
    """What the screen says of a blow against each TAC card the enemy may face."""
    ruleset = RULESETS["destrier"]
    game = Game(ruleset, ruleset.begin("duel_at_the_mill", {}, {}), dice=RandomDice(seed))
    chance = RandomDice(f"people {seed}")
    while (asked := game.advance()) is not None and asked.choice.key != "cards":
        game.answer(asked.choice.any(chance))
    battle = game.now
    blow = written(Card("DELIVER_BLOW", "", battle.figures[1].id))
    assert odds_of_card(battle, battle.figures[0], blow)
    return calls(partial(odds_of_card, battle, battle.figures[0], blow), seconds, "odds")


CURVE = (6, 12, 24, 48)
WORKLOADS = (
    ar_captains,
    ar_odds,
    mm_captains_12,
    *map(_turns, CURVE),
    mm_odds,
    de_duel,
    de_brawl,
    de_knights,
    de_odds,
)
