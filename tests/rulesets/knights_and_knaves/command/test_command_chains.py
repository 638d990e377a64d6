"""Command, orders and captives over whole phases and turns: what one clause hands to the next."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import (
    NOBODY,
    ROUTING,
    STEADY,
    Battle,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.basics.who import is_lord
from banneret.rulesets.knights_and_knaves.command import hearing, orders
from banneret.rulesets.knights_and_knaves.command.action import bounds
from banneret.rulesets.knights_and_knaves.command.action.by_die import choose_at_random
from banneret.rulesets.knights_and_knaves.ground import sight
from banneret.rulesets.knights_and_knaves.morale import causes, failing, finis, rally
from banneret.rulesets.knights_and_knaves.screen.deeds import Shot
from banneret.rulesets.knights_and_knaves.screen.events import Checked, OrderOver, Searched
from banneret.rulesets.knights_and_knaves.setup import beginning
from banneret.rulesets.knights_and_knaves.setup.forces import by_troop_type
from banneret.rulesets.knights_and_knaves.setup.forces.companies import Trooper
from rulesets.knights_and_knaves.field import field, man, men, retinue, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.whole import SKIRMISH
from rulesets.scripting import events_of

FOE = "b foe: at 60,46"
HARASS = "order=harass/signal:trumpet/lord"


# -- standing orders


def test_kk_order_09_melee_voids_it_though_the_enemy_ran() -> None:
    """He came into contact, his enemy failed his morale and is gone: the order is void still."""
    battle = field(
        f"a bows: longbow short_sword x5 at 36,39 {HARASS} | b Tom: soldier at 36,40.04 morale=1",
        phase="choose",
    )
    tom = man(battle, "Tom")
    run(battle, "fatigue", answers={"fight": "nothing"})
    tom.status = ROUTING
    changed(battle)
    put(battle, tom, 36.0, 46.0, 0.0)
    table = play(battle, orders.void_harassment)
    assert unit(battle, "bows").order is None
    assert [event.why for event in events_of(table, OrderOver)] == ["melee"]


@pytest.mark.parametrize(("part", "to"), [("", None), ("part2", (36.0, 40.0))])
def test_kk_order_10_a_harassers_second_part_leads_at_the_enemy(part: str, to: Any) -> None:
    """First part: wherever he likes. Second part against the nearest enemy: at him."""
    order = f"order=harass/signal:trumpet/nearest_enemy {part}"
    battle = field(f"a Hal: longbow at 36,20 {order} | b Tom: at 36,40", phase="declare")
    hal = declare_rolled(battle, "Hal", "move_full")
    assert bounds.goal(battle, hal) == to


def declare_rolled(battle: Battle, name: str, chit: str) -> Any:
    """A man who rolled that for himself."""
    one = man(battle, name)
    one.chit = one.rolled = chit
    return one


# -- a fallen lord


def test_kk_cmd_16_a_lord_freed_and_struck_down_later_counts_from_then() -> None:
    """Captive in turn 2, freed, disabled in turn 8 with a 3: he commands in turns 9 to 11."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 12,10 | {FOE}", turn=2, phase="melee_end")
    ralf = man(battle, "Ralf")
    play(battle, causes.lord_falls, ralf)
    battle.turn = 8
    play(battle, causes.lord_falls, ralf)
    ralf.status, ralf.stamina, ralf.conscious = "disabled", 0, 3
    changed(battle)
    heard = []
    for _ in range(5):
        battle.phase = "end"
        run(battle, "turn")
        play(battle, phases.begin)
        hearing.measure(battle)
        if man(battle, "Hal").in_command:
            heard.append(battle.turn)
    assert heard == [9, 10, 11]


def test_kk_finis_08_nobody_is_conscious_after_the_rest_and_lances_stay_broken() -> None:
    """180 turns are more than any die; a lance is no ammunition, a thrown spear is."""
    battle = field(
        "a Ralf: lord disabled stamina=0 conscious=8 at 10,10 | "
        "a Will: lance sword mounted destrier lance_lost=true at 20,10 | "
        f"a Hal: thrown_axe sword at 30,10 | {FOE}",
        phase="renew",
    )
    man(battle, "Hal").thrown = ("thrown_axe",)
    play(battle, finis.renew, answers={"a": ["renew"], "b": ["renew"]})
    assert man(battle, "Ralf").conscious == 0
    assert hearing.commander(battle, "a") is None
    assert man(battle, "Will").lance_lost
    assert man(battle, "Hal").thrown == ()


# -- uncommanded shooters


def pair(more: str = "") -> Battle:
    """Two crossbowmen of a team whom nobody commands."""
    battle = field(
        f"a Hal: medium_crossbow at 36,20 partner=1 {more} | "
        "a Tom: medium_crossbow at 37.2,20 partner=0 | b foe: at 36,30",
        phase="action",
    )
    battle.commanding = ("a", "b")
    return battle


def test_kk_cmd_11_of_an_uncommanded_team_only_one_shoots() -> None:
    """Both roll a shot on the archers' row: the first shoots, the other loads."""
    battle = pair()
    run(battle, "panic", dice=[3, 4, 1])
    assert [one.chit for one in battle.men[:2]] == ["shoot", "shoot"]
    assert [(one.ready, one.loader) for one in battle.men[:2]] == [(True, False), (False, True)]
    said = {"shot": lambda c: c.ideas()[-1], "declare.first": "a"}
    table = run(battle, "choose", dice=[5, 4, *[1] * 9], answers=said, exact=False)
    assert {shot.man for shot in events_of(table, Shot)} == {man(battle, "Hal").id}


def test_kk_cmd_11_who_rolls_a_shot_alone_shoots() -> None:
    """The first stays, so the second may shoot; apart they are no team and roll as crossbows."""
    battle = pair()
    run(battle, "panic", dice=[1, 4, 1])
    assert [one.ready for one in battle.men[:2]] == [False, True]
    battle = field(
        "a Hal: medium_crossbow at 36,20 partner=1 | "
        "a Tom: medium_crossbow at 39.2,20 partner=0 | b foe: at 36,30",
        phase="action", commanding=("a", "b"),
    )  # fmt: skip
    run(battle, "panic", dice=[5, 6, 1])
    assert [one.ready for one in battle.men[:2]] == [True, True]


BODY = "b Bow: longbow dead stamina=0 at 36,21"


@pytest.mark.parametrize(
    ("die", "offered"),
    [
        (3, ("resupply", "shoot")),
        (6, ("resupply", "move_half_shoot")),
        (10, ("resupply", "move_full_melee")),
        (1, None),
    ],
)
def test_kk_act_25_out_of_arrows_beside_a_body_he_may_search(die: int, offered: Any) -> None:
    """On any result to shoot, by the row of his bow; his owner chooses."""
    battle = field(
        f"a Hal: longbow out_of_ammo=true at 36,20 | {BODY} | b foe: at 36,40 south",
        phase="action", commanding=("a", "b"),
    )  # fmt: skip
    table = run(battle, "panic", dice=[die, 1], answers={"search": "resupply"})
    asked = table.by.was_asked("search")
    assert (tuple(asked[0].ideas()) if asked else None) == offered
    assert man(battle, "Hal").chit == ("resupply" if offered else "stay")


def test_kk_act_25_uncommanded_he_searches_for_two_turns_and_is_supplied() -> None:
    """Twice a shot rolled, twice at the body; the die of the second Fatigue phase finds arrows."""
    battle = field(
        f"a Hal: longbow out_of_ammo=true at 36,20 | {BODY} | b foe: at 10,46",
        terrain="house_wall: 0,30 72,30", phase="action",
    )  # fmt: skip
    hal = man(battle, "Hal")
    found: list[bool] = []
    for dice in ([3, 1, 9, 1], [3, 1, 9, 1, 6]):
        battle.phase, battle.commanding = "action", ("a", "b")
        table = run(battle, "end", dice=dice,
                    answers={"search": "resupply", "declare.first": "a"})  # fmt: skip
        found += [event.found for event in events_of(table, Searched)]
        play(battle, phases.begin)
    assert not hal.out_of_ammo
    assert found == [True]


def test_kk_act_26_out_of_arrows_and_nothing_beside_him_he_is_like_any_other() -> None:
    """An inch and a half from the body he rolls with the others: a 3 is half a move."""
    battle = field(
        f"a Hal: longbow out_of_ammo=true at 36,18 | {BODY} | b foe: at 36,40",
        phase="action", commanding=("a", "b"),
    )  # fmt: skip
    run(battle, "panic", dice=[3, 1])
    assert man(battle, "Hal").chit == "move_half"


# -- yields and routs


def test_kk_yield_08_who_carries_a_body_takes_nobody_captive() -> None:
    """A squire in contact with two bearers alone fails: nobody can take his sword, so he runs."""
    battle = field(
        "a Will: squire at 36,20 | b Tom: at 36,21.04 carried=3 | b Odo: at 37.04,20 carried=3 | "
        "b Guy: disabled stamina=0 at 37,21",
        phase="melee_end",
    )
    assert failing.captors_of(battle, man(battle, "Will")) == ()
    man(battle, "Tom").carried = NOBODY
    assert list(failing.captors_of(battle, man(battle, "Will"))) == [man(battle, "Tom")]


def test_kk_yield_11_a_berserk_who_fails_first_runs_and_failing_again_stays() -> None:
    """In contact he turns from his enemy along his path; only a router who touches one stays."""
    battle = field("a Ulf: knight berserk at 36,20 | b Tom: at 36,21.04 south", phase="melee_end")
    ulf = man(battle, "Ulf")
    play(battle, failing.fails, ulf, "neighbour")
    assert ulf.status == ROUTING
    assert ulf.base.y < 18.0
    battle = field(
        "a Ulf: knight berserk routing at 36,20 | b Tom: at 36,21.04 south", phase="rally"
    )
    play(battle, rally.rally, dice=[10])
    assert (man(battle, "Ulf").base.y, man(battle, "Ulf").status) == (20.0, ROUTING)


def test_kk_yield_09_a_captors_rout_frees_a_lord_who_commands_again() -> None:
    """A captor in flight lets go at the end of the phase; the freed lord commands next turn."""
    battle = field(
        "a Ralf: lord captive at 36,20 held=1 | b Tom: escorting held=0 at 37.2,20 morale=1 "
        "stamina=2 | a Hal: at 38,22 | b foe: at 60,46",
        phase="wounded",
    )
    run(battle, "chits", dice=[9], exact=False)
    assert man(battle, "Tom").status == ROUTING
    assert man(battle, "Ralf").status == STEADY
    play(battle, phases.begin)
    hearing.measure(battle)
    assert man(battle, "Hal").in_command


# -- commands by troop type


def trooper(kind: str, count: int) -> list[Trooper]:
    """So many men of a kind, out of the skirmish's forces."""
    every = [
        one
        for entry in SKIRMISH.retinue
        for one in beginning._force_for(entry, None).men
        if by_troop_type.kind_of(one) == ("horse", "foot", "shooters").index(kind)
    ]
    return (every * count)[:count]


@pytest.mark.parametrize(
    ("horse", "foot", "shooters", "players", "sizes"),
    [
        (12, 20, 15, 4, [12, 10, 10, 15]),
        (12, 20, 15, 3, [12, 20, 15]),
        (4, 20, 6, 2, [20, 10]),
        (0, 9, 3, 3, [5, 4, 3]),
    ],
)
def test_kk_setup_03_bodies_are_of_one_kind(
    horse: int, foot: int, shooters: int, players: int, sizes: list[int]
) -> None:
    """With players enough nobody leads two kinds; with too few the smallest are put together."""
    kinds = [trooper("horse", horse), trooper("foot", foot), trooper("shooters", shooters)]
    bodies = by_troop_type.bodies_of([kind for kind in kinds if kind], players)
    assert [len(body) for body in bodies] == sizes
    mixed = [body for body in bodies if len({by_troop_type.kind_of(one) for one in body}) > 1]
    assert len(mixed) == (players < len([kind for kind in kinds if kind]))


def test_kk_setup_03_a_commanders_fall_is_his_own_bodys_affair() -> None:
    """The men of the other body of his side do not check for him."""
    battle = field(
        "a1 Ralf: lord disabled stamina=0 at 30,20 | a1 Hal: at 38,20 | a2 Odo: lord at 34,26 | "
        "a2 Tom: at 38,24 | b foe: at 60,46",
        phase="melee_end", group_by_type=True,
    )  # fmt: skip
    retinue(battle, "a1").lord_fallen = True
    run(battle, "fatigue", dice=[5], exact=False)
    assert man(battle, "Hal").seen_lord_fall
    assert not man(battle, "Tom").seen_lord_fall
    assert not is_lord(battle, man(battle, "Tom"))


# -- morale over a whole phase


def test_kk_morale_14_a_queue_grows_as_men_rout_and_each_checks_once() -> None:
    """The leader is shot; a rout costs the next man the size of the unit and a neighbour more."""
    battle = field(
        "a men: soldier x6 at 30,20 31.2,20 32.4,20 33.6,20 34.8,20 36,20 | "
        "a Hob: soldier at 38,20 | b foe: at 32,40",
        phase="shooting_end",
    )
    hob = man(battle, "Hob").id
    battle.hurt = ((man(battle, "men").id, NOBODY, 6, "shot", man(battle, "foe").id),)
    table = run(battle, "choose", dice=[10, 1, 1, 1, 10, 1])
    assert [event.man for event in events_of(table, Checked)] == [1, 2, 3, 4, 5, hob]
    assert [one.status for one in men(battle, "men")] == (
        ["disabled", ROUTING, STEADY, STEADY, STEADY, ROUTING]
    )
    said = [
        {reason.label: reason.value for reason in rolled.tally[1:]}
        for rolled in events_of(table, Rolled)
        if rolled.purpose == "morale check"
    ]
    assert said == [
        {"neighbours lost": -1, "unit of 5 to 10": 2},  # the leader
        {"neighbours lost": -2},  # the leader and the first; four are left
        {"neighbours lost": -1},
        {},
        {},
        {"neighbours lost": -1},  # of the last man alone
    ]


# -- second parts that lead to the lord


@pytest.mark.parametrize(
    ("lord", "to"),
    [
        ("at 10,10", (10.0, 10.0)),
        ("disabled stamina=0 conscious=0 at 10,10", (10.0, 10.0)),
        ("routing at 10,10", "edge"),
        ("stun=2 at 10,10", "edge"),
        ("captive at 10,10", "edge"),
        ("gone at 10,10", "edge"),
    ],
)
def test_kk_order_23_to_the_lord_his_body_or_the_own_edge(lord: str, to: Any) -> None:
    """A lord who cannot command is nobody to go to; a body on the table is."""
    battle = field(
        f"a Ralf: lord {lord} | a Hal: at 40,30 order=attack/signal:trumpet/lord part2 | {FOE}"
    )
    found = bounds.goal(battle, man(battle, "Hal"))
    assert found is not None
    assert found == to if to != "edge" else found[1] <= 0.0


def test_kk_order_20_a_lord_who_runs_has_no_command_range_to_reach() -> None:
    """Within 5 inches of a routing lord the second part goes on; he rallies and it is over."""
    battle = field(
        f"a Ralf: lord routing at 38,30 | a Hal: at 40,30 order=attack/signal:trumpet/lord part2 |"
        f"{FOE}",
        phase="measure",
    )
    assert events_of(play(battle, orders.end_reached), OrderOver) == []
    man(battle, "Ralf").status = STEADY
    changed(battle)
    over = events_of(play(battle, orders.end_reached), OrderOver)
    assert [event.why for event in over] == ["reached"]


def test_kk_morale_31_with_nobody_in_sight_cover_against_any_enemy_will_do() -> None:
    """The nearer enemy stands in the open behind a crag, the farther beyond his waist-high wall."""
    terrain = "rock: 30,10..40,14 | high_wall: 30,28 42,28 | waist_wall: 34,20.7 38,20.7"
    battle = field("a Hal: at 36,20 | b near: at 36,8 | b far: at 36,40", terrain=terrain)
    assert sight.nearest_foe(battle, man(battle, "Hal")) is None
    assert sight.covered(battle, man(battle, "Hal"))
    bare = field("a Hal: at 36,20 | b near: at 36,8", terrain=terrain.split("|", maxsplit=1)[0])
    assert not sight.covered(bare, man(bare, "Hal"))


def test_kk_order_12_more_things_than_faces_are_halved() -> None:
    """Of fourteen things each has its chance and the die ends."""
    found = {
        play(field(FOE), choose_at_random, 14, dice=[half, die]).result
        for half in (1, 6)
        for die in range(1, 8)
    }
    assert found == set(range(14))


def test_kk_cmd_25_his_orders_while_he_speaks_then_his_body() -> None:
    """Conscious for a turn he commands the squire beside him; the knight afar comes for him.

    Then he lies silent, and both carry him home without being asked.
    """
    battle = field(
        "a Ralf: lord disabled stamina=0 conscious=1 at 30,20 | "
        "a Will: squire at 31.04,20 passed_lord_check=true seen_lord_fall=true | "
        "a Odo: knight at 30,27 passed_lord_check=true seen_lord_fall=true | b foe: at 60,46",
        turn=3,
    )
    own = retinue(battle, "a")
    own.lord_fallen, own.fell = True, 3
    asked: list[list[str]] = []
    chits: list[list[str]] = []
    for _ in range(3):
        battle.phase = "turn"
        table = run(
            battle, "end", dice=[9, 1, *[2] * 20], exact=False,
            answers={"command": "done", "chit": "stay", "declare.first": "a"},
        )  # fmt: skip
        asked.append([battle.men[c.about[0]].profile.name for c in table.by.was_asked("chit")])
        chits.append([man(battle, name).chit for name in ("Will", "Odo")])
        run(battle, "turn", dice=[2] * 4, exact=False)
    assert ["Will" in names for names in asked] == [True, False, False]
    assert not any("Odo" in names for names in asked)
    assert chits[0] == ["stay", "move_full"]
    assert chits[2] == ["carry", "carry"]
    assert man(battle, "Ralf").base.y < 20.0


def test_kk_cmd_25_in_free_movement_a_conscious_lords_player_moves_them() -> None:
    """No enemy in sight: the household is moved freely and need not go for the body."""
    battle = field(
        "a Ralf: lord disabled stamina=0 conscious=2 at 30,20 | "
        "a Odo: knight at 30,27 passed_lord_check=true seen_lord_fall=true | b foe: at 60,46",
        terrain="house_wall: 0,40 72,40",
    )
    retinue(battle, "a").lord_fallen = True
    hearing.measure(battle)
    assert (man(battle, "Odo").free, man(battle, "Odo").recovering) == (True, False)
