"""The half-size game is the whole game with every distance halved (KK-SCALE-07)."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from banneret.core.chance.dice import RandomDice
from banneret.rulesets.knights_and_knaves.basics.state import Battle
from banneret.rulesets.knights_and_knaves.screen import scene
from banneret.rulesets.knights_and_knaves.setup import deploying
from banneret.rulesets.knights_and_knaves.setup.beginning import begin
from banneret.rulesets.knights_and_knaves.setup.entries import Aim
from rulesets.knights_and_knaves.field import declare, field, man
from rulesets.knights_and_knaves.scripts import run

MEN = """
a Ralf: lord sword large mounted destrier at 30,16 north in_command
a Guy: knight lance sword mounted destrier armor=10 at 22,10 north in_command
a spears: x6 long_spear sword large at 28,20 29.2,20 30.4,20 31.6,20 28,18.7 29.2,18.7
a bows: x5 longbow short_sword ready=true chit=shoot at 36,14 37.5,14 39,14 40.5,14 42,14
a Wat: soldier armor=3 at 10,28 temporary=2
b Odo: lord sword mounted at 34,40 south
b Ivo: knight sword small armor=9 at 22,19 south
b Hal: soldier armor=12 at 22,26 south
b swords: x6 sword small at 28,26 29.2,26 30.4,26 31.6,26 32.8,26 34,26 south
b xbows: x5 medium_crossbow dagger ready=true chit=shoot at 40,36 41.5,36 43,36 44.5,36 46,36 south
b Tom: soldier stamina=2 at 12,34 routing
"""
GROUND = """
light_wood copse: 34,22..46,28
heavy_wood thicket: 4,18..16,26
gentle_slope hill: 24,22..34,28
waist_wall dyke: 30,33 44,33
hedge row: 2,30 14,30
bush: 37,20 radius=0.5
"""


def halved(text: str) -> str:
    """Halve every place and radius in a text."""

    def pair(found: re.Match[str]) -> str:
        return f"{float(found[1]) / 2:g},{float(found[2]) / 2:g}"

    text = re.sub(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)", pair, text)
    return re.sub(r"radius=([\d.]+)", lambda found: f"radius={float(found[1]) / 2:g}", text)


def fought(men: str, ground: str, seed: int, table: tuple[float, float], size: float) -> Battle:
    """Everybody moves, charges, shoots and fights through one turn with the dice of a seed."""
    half = size < 1
    battle = field(men, ground, table=table, phase="charge_checks", scale_15mm=half, turn=3)
    for name, gait, at in (("Guy", "gallop", "Ivo"), ("Odo", "canter", "Ralf")):
        declare(man(battle, name), "move_full_melee", gait=gait, target=man(battle, at).id)
    for number in range(6):
        foe = man(battle, "spears", number % 4)
        declare(man(battle, "swords", number), "move_full_melee", target=foe.id)
    wat = man(battle, "Wat")
    declare(wat, "move_full", path=((10 * size, 29 * size), (16 * size, 29 * size)))
    battle.declared = tuple(one.id for one in battle.men if one.declared is not None)
    chance = RandomDice(seed)
    said = {"shot": lambda choice: choice.ideas()[-1]}
    run(battle, "end", dice=[chance.die(10) for _ in range(600)], answers=said, exact=False)
    return battle


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_kk_scale_07_half_the_table_is_the_same_battle(seed: int) -> None:
    """On half the table with half the distances the same dice make the same turn."""
    whole = fought(MEN, GROUND, seed, (72.0, 48.0), 1.0)
    small = fought(halved(MEN), halved(GROUND), seed, (36.0, 24.0), 0.5)
    for one, other in zip(whole.men, small.men, strict=True):
        name = one.profile.name
        assert (other.base.x, other.base.y) == pytest.approx(
            (one.base.x / 2, one.base.y / 2), abs=0.01
        ), name
        for mark in ("status", "stamina", "temporary", "moved", "shot", "fought", "stun", "weapon"):
            assert getattr(other, mark) == getattr(one, mark), (name, mark)
    assert any(one.shot for one in whole.men)
    assert sum(one.fought for one in whole.men) > 4
    assert any(one.status != "steady" for one in whole.men)


def test_kk_scale_07_half_the_strip_on_the_same_ground() -> None:
    """Who has no zone of his own sets up within 6 inches of his edge; the ground is not moved."""
    text = "a Ralf: at 30,3 | b Odo: at 30,40"
    small = field(text, "field green: 20,20..30,30 | wagon: 12,14 radius=0.8", scale_15mm=True,
                  aim=(Aim(kind="hold", side="a", feature="green", points=1),))  # fmt: skip
    plan = small.scenario
    bare = tuple(replace(one, zone=(0.0, 0.0, 0.0, 0.0)) for one in plan.retinue)
    for size, deep in ((True, 6.0), (False, 12.0)):
        battle = begin(replace(plan, retinue=bare), {"scale_15mm": size}, {})
        assert deploying.zone_of(battle, "a") == (0.0, 0.0, 72.0, deep)
        assert deploying.zone_of(battle, "b") == (0.0, 48.0 - deep, 72.0, 48.0)
    marks = {one.kind: (one.x, one.y, one.radius) for one in scene.scene(small, "a").markers}
    assert marks == {"wagon": (12.0, 14.0, 0.8), "hold": (25.0, 25.0, 0.0)}
