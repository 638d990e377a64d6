"""The scenarios and their own conditions: AR-SCEN."""

from typing import Any

import pytest

from banneret.players import ChancePlayer
from banneret.rulesets.arthurian import RULESET
from banneret.rulesets.arthurian.basics.state import Token
from banneret.rulesets.arthurian.basics.tables import PROFILES, TABLES
from banneret.rulesets.arthurian.fight import harm
from banneret.rulesets.arthurian.fight.wounds import Wound
from banneret.rulesets.arthurian.setup import deploying
from banneret.rulesets.arthurian.setup.lists import force_points, forces, scenarios
from banneret.rulesets.arthurian.setup.points import are_even
from banneret.rulesets.arthurian.turn import deeds
from banneret.rulesets.arthurian.turn.after import ending, objects
from rulesets.arthurian.field import acting, field, fought, go, made, play, step


def verdict(battle: Any) -> Any:
    play(battle, ending.looks)
    return battle.winner if battle.decided else "on"


def duel(**changes: Any) -> Any:
    return field(
        made("pc_knight", "a", 10, 10, **changes),
        made("robber_knight", "b", 12, 10),
        made("dwarf", "a", 12, 8.5),
        scenario="the_ford",
    )


def test_ar_scen_01_the_ford() -> None:
    assert verdict(duel()) == "on"
    assert verdict(duel(pinned=True)) == "b"
    assert verdict(duel(surrendered=True)) == "b"
    assert verdict(duel(where="gone", removed_how="left")) == "b"
    battle = acting(duel(), 2)
    assert battle.options.melee_events == "on"
    assert battle.stun
    step(battle, [2, 6], ["attack:1"])
    assert battle[0].vp == 45
    battle[1].pinned = True
    battle[1].pinned = False


def test_ar_scen_02_ambush_in_the_wood() -> None:
    def lady(**changes: Any) -> Any:
        return field(
            made("lady", "a", 18, 30, **changes), made("brigand", "b", 5, 25),
            scenario="ambush_in_the_wood",
        )  # fmt: skip

    assert verdict(lady()) == "on"
    assert verdict(lady(where="gone", removed_how="killed")) == "b"
    battle = acting(lady())
    step(battle, (), ["move", go((18, 37))])
    assert (battle.decided, battle.winner) == (True, "a")
    battle = acting(lady())
    battle[0].x, battle[0].y = 1.0, 18.0
    step(battle, (), ["move", go((-1, 18))])
    assert battle.winner == "b"
    battle = lady()
    battle.round, battle.phase = 10, "round_end"
    step(battle)
    assert battle.winner == "b"


def test_ar_scen_03_the_giant_on_the_hill() -> None:
    battle = field(
        made("pc_knight", "a", 5, 5),
        made("giant", "b", 18, 20),
        made("wolf", "b", 15, 25),
        scenario="giant_on_the_hill",
    )
    play(battle, lambda t: harm.hurt(t, battle[1], Wound("head", 9, "killed"), 0))
    assert battle[2].removed_how == "left"
    assert verdict(battle) == "a"
    battle = field(
        made("pc_knight", "a", 5, 5, where="gone", removed_how="captured"),
        made("giant", "b", 18, 20),
        scenario="giant_on_the_hill",
    )
    assert verdict(battle) == "b"


@pytest.mark.parametrize(("huts", "winner"), [(0, "a"), (1, None), (2, "b"), (3, "b")])
def test_ar_scen_04_saxon_raid(huts: int, winner: str | None) -> None:
    battle = acting(
        field(made("saxon_warrior", "b", 9, 10), made("squire", "a", 30, 3), scenario="saxon_raid")
    )
    step(battle, (), ["fire:0"])
    assert battle.fired == ("hut 1",)
    battle.fired = tuple(f"hut {k + 1}" for k in range(huts))
    battle.round, battle.phase, battle.act = 8, "round_end", None
    step(battle)
    assert (battle.decided, battle.winner) == (True, winner)


def test_ar_scen_05_the_perilous_chapel() -> None:
    battle = acting(
        field(
            made("pc_knight", "a", 12, 3, mounted=False, carries=0),
            made("worm", "b", 12, 13),
            scenario="perilous_chapel",
        )
    )
    battle.tokens = [Token(0, "relic", 12.0, 15.5, carrier=0)]
    step(battle, (), ["move", go((12, -1))])
    assert battle.winner == "a"
    battle.phase = "after_treasure"
    step(battle)
    assert battle[0].treasures == ("holy_relic",)
    late = field(
        made("pc_knight", "a", 12, 3), made("worm", "b", 12, 13), scenario="perilous_chapel"
    )
    late.round, late.phase = 12, "round_end"
    step(late)
    assert late.winner == "b"
    begun = RULESET.begin("perilous_chapel", {}, {})
    assert not begun[0].mounted
    assert begun[0].in_hand == "sword"


def test_ar_scen_06_the_tournament() -> None:
    battle = field(
        made("rt_famed", "a", 10, 10), made("rt_young", "b", 12, 10), scenario="tournament"
    )
    play(battle, lambda t: harm.hurt(t, battle[1], Wound("head", 12, "gruesome"), 0))
    assert battle[1].removed_how == "out of action"
    assert verdict(battle) == "a"
    battle.phase = "after_rest"
    step(battle)
    assert battle[1].wound == "none"
    assert (battle.options.morale, battle.options.combat_events) == ("off", "off")
    assert battle.scenario.ignored_melee_events == (2, 12)


def test_ar_scen_07_every_entry_loads_and_everybody_fits() -> None:
    assert len(scenarios()) == 8
    for key, one in scenarios().items():
        for side in "ab":
            plan = one.plan(side)
            assert not plan.force or plan.force in forces()
            assert all(profile in PROFILES for profile, _ in plan.models)
            assert not plan.support or plan.support in TABLES.support
        game = fought(key, 1, {side: ChancePlayer(side) for side in "ab"})
        assert game.result is not None
        battle = RULESET.begin(key, {}, {})
        for model in battle.models:
            if model.where == "waiting":
                spots = deploying.spots(battle, model)
                assert any(deploying.why_not_place(battle, model, p) is None for p in spots)


def test_ar_scen_07_the_worm_lies_in_the_chapel_and_the_wolves_behind_it() -> None:
    battle = RULESET.begin("perilous_chapel", {}, {})
    zones = {m.profile.id: deploying.zone_of(battle, m) for m in battle.models if m.side == "b"}
    assert [len(z) for z in zones.values()] == [1, 1]
    assert zones["worm"] != zones["wolf"]


def tower(x: float = 18, y: float = 25, **more: Any) -> Any:
    battle = field(
        made("squire", "a", x, y),
        made("pc_knight", "a", 5, 5),
        made("man_at_arms", "b", 30, 30),
        made("lady", "a", 0, 0, where="held"),
        scenario="robbers_tower",
        **more,
    )
    return acting(battle)


def test_ar_scen_08_the_robber_s_tower() -> None:
    battle = tower()
    step(battle, (), ["open"])
    lady = battle[3]
    assert (lady.in_play, lady.from_round, lady.side) == (True, 2, "a")
    assert "open" not in deeds.offered(acting(battle), battle[0])
    far = tower(10, 10)
    assert objects.why_not_open(far, far[0]) is not None
    busy = tower()
    busy[2].x, busy[2].y = 19, 25
    no = objects.why_not_open(busy, busy[0])
    assert no is not None
    assert no.clause == "AR-SCEN-08"
    lady.x, lady.y = 18, 2
    lady.from_round = 1
    acting(battle, 3)
    step(battle, (), ["move", go((18, -1))])
    assert battle.winner == "a"
    lost = tower()
    lost[3].where, lost[3].removed_how = "gone", "killed"
    assert verdict(lost) == "b"
    points = [force_points(forces()[key]) for key in ("errant_company", "robber_tower")]
    assert points == [145, 152]
    assert are_even(*points)


def test_ar_scen_05_only_the_relic_counts_and_the_pc_must_not_fall() -> None:
    battle = acting(
        field(
            made("pc_knight", "a", 12, 3, mounted=False, carries=0),
            made("worm", "b", 12, 13),
            scenario="perilous_chapel",
        )
    )
    battle.tokens = [Token(0, "find", 12.0, 15.5, carrier=0)]
    step(battle, (), ["move", go((12, -1))])
    assert not battle.decided
    battle[0].removed_how = "out of action"
    assert ending.chapel(battle) == [("b", f"{battle[0].name} is beaten")]
