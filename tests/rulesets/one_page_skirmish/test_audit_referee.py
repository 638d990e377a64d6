"""A referee who keeps his own books of whole battles and compares them with what is told."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.errors import BanneretError
from banneret.core.play.events import Event, Rolled
from banneret.core.play.table import Table
from banneret.core.questions.choices import Choice, Move, Place
from banneret.rulesets.one_page_skirmish import RULESET
from banneret.rulesets.one_page_skirmish.basics.state import (
    Battle,
    Figure,
    Unit,
    contact,
    on_table,
    touching_enemies,
)
from banneret.rulesets.one_page_skirmish.ground.lay import in_cover
from banneret.rulesets.one_page_skirmish.screen import events
from banneret.rulesets.one_page_skirmish.sequence import SEQUENCE
from banneret.rulesets.one_page_skirmish.turn.ending.score import over

BASE = {"peasant": 7, "man_at_arms": 8, "veteran": 9, "elite": 10}
LADDER = {
    "common": ["killed"],
    "sergeant": ["wound", "killed"],
    "knight": ["flesh_wound", "wound", "killed"],
}
CLASS = {"peasant": 1, "man_at_arms": 2, "veteran": 3, "elite": 4}
RANK = {"common": 0, "sergeant": 2, "knight": 5}
LIKES = {
    "action.kind": ["charge", "press", "figures", "move"],
    "figure.action": ["fire", "aim", "load"],
}
FULL = 2


class Brawler:
    """A player who charges and shoots whenever he can, and else does anything lawful."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def die(self, sides: int) -> int:
        """Give a random number."""
        return self.chance.randrange(sides) + 1

    def decide(self, table: Table[Battle], choice: Choice[Any]) -> Any:
        """Take the first liking that is lawful."""
        del table
        if isinstance(choice, Move | Place):
            ideas = choice.ideas()
            return ideas[0 if self.die(3) > 1 else self.die(len(ideas)) - 1]
        for liking in LIKES.get(choice.key, []):
            if self.die(10) <= 7:
                try:
                    return choice.check(liking)
                except BanneretError:
                    continue
        return choice.any(self)


class Referee(Table[Battle]):
    """A table that checks every event against books of its own; most checks are one clause."""

    def open_books(self) -> None:
        """Begin with nobody lost, stunned or aiming, and every crossbow loaded."""
        self.lost: Counter[int] = Counter()
        self.vacant: set[int] = set()
        self.dead: set[int] = set()
        self.marked: set[int] = set()
        self.stunned: dict[int, int] = {}
        self.aims: dict[int, tuple[int, int]] = {}
        self.turns: Counter[int] = Counter()
        self.load = {f.id: FULL for f in self.state.figures if "crossbow" in f.profile.weapons}
        self.rallied = -1
        self.attacked: set[int] = set()
        self.seen: Counter[str] = Counter()
        self.met: dict[int, set[int]] = {}

    def tell(self, event: Event, audience: tuple[str, ...] | None = None) -> None:
        """Check the event before it is noted."""
        name = type(event).__name__
        self.seen[name] += 1
        check = getattr(self, f"on_{name.lower()}", None)
        if check is not None:
            check(event)
        self.watch_contacts(event)
        super().tell(event, audience)

    def faces(self, count: int) -> list[int]:
        """The last d10s thrown."""
        thrown = [t.event for t in self.events if isinstance(t.event, Rolled)]
        return [roll.faces[0] for roll in thrown[-count:]]

    def men(self, unit: Unit) -> list[Figure]:
        figures = [self.state.figures[member] for member in unit.members]
        return [f for f in figures if f.fate == "table" and f.unit == unit.id]

    # OP-CHARGE-01: whoever turns, mounts, shoots, walks or runs begins no fight by it

    def watch_contacts(self, told: Event) -> None:
        quiet = (events.Turned, events.Did, events.Shot, events.Moved)
        if isinstance(told, quiet) and getattr(told, "how", "") not in {"charge", "press"}:
            key = told.shooter if isinstance(told, events.Shot) else told.figure
            assert self.enemies_met(self.state.figures[key]) <= self.met.get(key, set())
        self.met = {f.id: self.enemies_met(f) for f in on_table(self.state)}

    def enemies_met(self, figure: Figure) -> set[int]:
        """The enemies in contact; one who lies stunned may be walked up to."""
        awake = {enemy.id for enemy in touching_enemies(self.state, figure) if enemy.stun < 0}
        return awake if figure.fate == "table" else set()

    # OP-STUN-04, OP-SHOOT-07, OP-LOAD-05

    def on_turnbegan(self, told: events.TurnBegan) -> None:
        battle = self.state
        self.attacked = set()
        for key in battle.taking_part:
            self.turns.update(battle.units[key].members)
        if not battle.released:
            for key in list(self.stunned):
                if battle.figures[key].player == told.player:
                    self.stunned[key] -= 1

    def on_recovered(self, told: events.Recovered) -> None:
        assert self.stunned.pop(told.figure) == -1

    def on_turnended(self, told: events.TurnEnded) -> None:
        del told
        battle = self.state
        assert -1 not in self.stunned.values()
        acted = [m for u in battle.taking_part for m in battle.units[u].members]
        for key in acted:
            if key in self.aims and self.aims[key][1] < self.turns[key]:
                del self.aims[key]
        for figure in battle.figures:
            if figure.fate == "table":
                assert figure.stun == self.stunned.get(figure.id, -1)
                assert (figure.aim != -1) == (figure.id in self.aims)
                assert figure.load == self.load.get(figure.id, 0)
        assert all(battle.units[u].status != "shaken" for u in battle.taking_part)

    def on_did(self, told: events.Did) -> None:
        self.aims.pop(told.figure, None)
        if told.action == "aim":
            self.aims[told.figure] = (int(told.detail), self.turns[told.figure])
        elif told.action == "load":
            self.load[told.figure] += 1
        elif told.action == "change_weapon":
            self.break_off(told.figure)

    def break_off(self, figure: int) -> None:
        self.aims.pop(figure, None)
        if self.load.get(figure, FULL) < FULL:
            self.load[figure] = 0

    # OP-SHOOT-01 to 09

    def on_shot(self, told: events.Shot) -> None:
        if told.weapon == "crossbow":
            assert self.load[told.shooter] == FULL
            self.load[told.shooter] = 0
        self.aims.pop(told.shooter, None)
        assert (told.total >= 9) == (told.result != "miss")

    # OP-MELEE-03 to 12

    def on_fought(self, told: events.Fought) -> None:
        battle = self.state
        attackers = [battle.figures[key] for key in told.attackers]
        defender = battle.figures[told.defender]
        *attack, defence = self.faces(len(attackers) + 1)
        assert told.attack_totals == tuple(
            face + brought(one) + one.lance_charge
            for face, one in zip(attack, attackers, strict=True)
        )
        guard = defence + brought(defender) - (len(attackers) - 1)
        assert told.defend_totals == (guard,) * len(attackers)
        assert not self.attacked & {*told.attackers, told.defender}
        self.attacked |= {*told.attackers, told.defender}
        for one in attackers:
            assert contact(battle, one, defender)
            assert one.stun < 0
            assert battle.units[one.unit].status == "steady"
        for one in (*attackers, defender):
            self.break_off(one.id)

    # OP-WOUND-01 to 04, OP-MORALE-07 to 11

    def on_hurt(self, told: events.Hurt) -> None:
        figure = self.state.figures[told.figure]
        if told.effect == "stunned":
            self.stunned[figure.id] = 1
            self.break_off(figure.id)
            return
        if told.effect == "captured":
            assert figure.stun >= 0
        else:
            assert LADDER[figure.rank][figure.hits - 1] == told.effect
        if told.effect in {"killed", "captured"}:
            self.note_loss(figure)

    def note_loss(self, figure: Figure) -> None:
        unit = self.state.units[figure.unit]
        self.lost[unit.id] += 1
        self.marked.add(unit.id)
        if unit.leader == figure.id and figure.rank == "sergeant":
            self.vacant.add(unit.id)
        self.gone(figure.id)
        self.dead.add(figure.id)

    def gone(self, figure: int) -> None:
        self.stunned.pop(figure, None)
        self.aims = {key: aim for key, aim in self.aims.items() if figure not in (key, aim[0])}

    def on_left(self, told: events.Left) -> None:
        for figure in told.figures:
            self.gone(figure)

    def on_appointed(self, told: events.Appointed) -> None:
        self.vacant.discard(told.unit)

    def on_rallied(self, told: events.Rallied) -> None:
        self.rallied = told.unit

    def on_tested(self, told: events.Tested) -> None:
        battle = self.state
        unit = battle.units[told.unit]
        men = self.men(unit)
        target = BASE[unit.class_] + 2 * (self.rallied == unit.id)
        target += 2 * sum(in_cover(battle, f.base) for f in men) >= len(men)
        if unit.kind == "group":
            target -= self.lost[unit.id] + (unit.id in self.vacant)
            target -= 2 * (unit.lord in self.dead)
        target -= any(f.id == unit.leader and is_wounded(f) for f in men)
        assert (told.target, told.roll) == (target, self.faces(1)[0])
        by = told.roll - target
        rout = by >= 3 or (by > 0 and unit.status == "routing")
        assert told.outcome == ("success" if by <= 0 else "rout" if rout else "shaken")
        assert told.cause != "casualties" or unit.id in self.marked
        self.marked.discard(unit.id)
        self.rallied = -1
        if by > 0:
            for member in unit.members:
                self.aims.pop(member, None)

    # OP-SCORE-01 to 04, OP-END-02, 03

    def on_battleended(self, told: events.BattleEnded) -> None:
        battle = self.state
        result = over(battle)
        assert result is not None
        objectives: Counter[str] = Counter()
        for _, side, vp in battle.objective_points:
            objectives[side] += vp
        broken = []
        for side, other in (("a", "b"), ("b", "a")):
            theirs = [f for f in battle.figures if f.side == other]
            lost = [f for f in theirs if f.fate in {"killed", "captured", "fled"}]
            assert result.score[side] == objectives[side] + sum(map(worth, lost))
            if 2 * len(lost) > len(theirs):
                broken.append(other)
        if len(broken) == 1:
            assert told.winner != broken[0]


def worth(figure: Figure) -> int:
    """What a lost figure is worth."""
    value = CLASS[figure.profile.class_]
    if figure.fate == "fled":
        return value
    return (value + RANK[figure.rank]) * (2 if figure.fate == "captured" else 1)


def is_wounded(figure: Figure) -> bool:
    """A Sergeant's first hit, a Knight's second."""
    return (figure.rank, figure.hits) in {("sergeant", 1), ("knight", 2)}


def brought(figure: Figure) -> int:
    """What a figure adds to its die in a fight, a lance run left out."""
    value = figure.mounted + (figure.rank == "knight") - is_wounded(figure)
    if figure.in_hand in {"improvised", "longbow", "crossbow"}:
        value -= 1
    if figure.in_hand == "polearm":
        value += 1 if figure.combat in {"", "won"} else -1
    return value


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
def test_op_info_02_a_second_umpire_agrees(scenario: str, seed: int) -> None:
    """Targets, totals, stuns, loads, aims, losses and points of a whole battle are as he has them.

    OP-MORALE-03, OP-MELEE-01, OP-STUN-04, OP-LOAD-05, OP-SHOOT-07, OP-WOUND-09, OP-SCORE-02.
    """
    battle = RULESET.begin(scenario, {}, {})
    players = {side: Brawler(f"{side}{seed}") for side in RULESET.sides(battle)}
    table = Referee(battle, RandomDice(seed), players)
    table.open_books()
    for _ in range(3000):
        if battle.over:
            break
        SEQUENCE[battle.phase](table)
        table.tape.clear()
        table.rewind()
    assert battle.over
    assert table.seen["Tested"] + table.seen["Fought"] + table.seen["Shot"]
