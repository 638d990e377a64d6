"""Setting up, deployment, and the order of the turn (KK-SETUP, KK-TURN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.core.chance.draws import D10
from banneret.core.errors import BadData
from banneret.core.questions.answers import Place1
from banneret.rulesets.knights_and_knaves import RULESET
from banneret.rulesets.knights_and_knaves.basics import phases
from banneret.rulesets.knights_and_knaves.basics.state import COMING, NOBODY, STEADY, Battle
from banneret.rulesets.knights_and_knaves.basics.tables import TABLES
from banneret.rulesets.knights_and_knaves.basics.who import is_lord
from banneret.rulesets.knights_and_knaves.command import hearing
from banneret.rulesets.knights_and_knaves.command.forming import may_lead
from banneret.rulesets.knights_and_knaves.morale import victory
from banneret.rulesets.knights_and_knaves.movement.ways import own_edge
from banneret.rulesets.knights_and_knaves.screen.hidden.view import view
from banneret.rulesets.knights_and_knaves.sequence import SEQUENCE
from banneret.rulesets.knights_and_knaves.setup import arraying, beginning, deploying
from banneret.rulesets.knights_and_knaves.setup.entries import Muster, Scenario
from banneret.rulesets.knights_and_knaves.setup.forces.on_file import forces as ready_forces
from banneret.rulesets.knights_and_knaves.setup.forces.raising import raise_force
from banneret.rulesets.knights_and_knaves.setup.scenarios import scenarios
from banneret.tabletop.setting_up import strip
from banneret.tabletop.shapes.measuring import gap
from rulesets.knights_and_knaves.field import declare, field, man, men, retinue
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.whole import SKIRMISH
from rulesets.scripting import Refused, heard

FOE = "b foe: at 36,40"


def begun(plan: Scenario = SKIRMISH, **options: Any) -> Battle:
    return beginning.begin(plan, options, {})


def mustered(*rows: tuple[str, str, str], figures: int = 10, **more: Any) -> Scenario:
    """A scenario of retinues: player, side, edge."""
    return replace(
        SKIRMISH,
        retinue=tuple(
            Muster(
                player=player,
                side=side,
                force="english_feudal_retinue",
                figures=figures,
                edge=edge,  # type: ignore[arg-type]
                zone=(0.0, 0.0, 0.0, 0.0),
                **more,
            )
            for player, side, edge in rows
        ),
        table=(72.0, 48.0),
    )


# -- forces


def test_kk_setup_01_a_lord_and_units_of_five_or_more_with_a_leader() -> None:
    """Each retinue has one lord, its units five men or more and a man of rank at their head."""
    battle = begun()
    for one in battle.retinues:
        own = [m for m in battle.men if m.player == one.player]
        assert len(own) == 12
        assert [m.id for m in own if is_lord(battle, m)] == [one.lord]
    for group in battle.units:
        assert len(group.members) >= 5
        assert may_lead(battle.men[group.leader])
        assert group.leader in group.members
        assert {battle.men[key].player for key in group.members} == {group.player}
    members = [key for group in battle.units for key in group.members]
    assert len(set(members)) == len(members)
    for each in battle.men:
        mine = [group.id for group in battle.units if each.id in group.members]
        assert mine == [each.unit] * (each.unit != NOBODY)  # the others are single men
    assert any(each.unit == NOBODY for each in battle.men)


def test_kk_setup_01_from_a_list_a_force_of_the_book_or_ones_own() -> None:
    """Twenty-five are several units; a ready force, or one made by hand, comes as it is."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), figures=25)
    assert len([one for one in begun(plan).units if one.player == "a"]) > 1
    ready = next(iter(ready_forces().values()))
    own = raise_force("mongol_raiding_party", 7)
    battle = beginning.begin(plan, {}, {"a": ready.id, "b": own})
    for player, force in (("a", ready), ("b", own)):
        names = [one.profile.name for one in battle.men if one.player == player]
        assert names == [one.profile.name for one in force.men]


def test_kk_setup_02_two_to_eight_players_on_two_sides_or_more() -> None:
    """One side alone, or nine players, are refused."""
    with pytest.raises(BadData, match="2 to 8"):
        begun(mustered(("a1", "a", "south"), ("a2", "a", "south")))
    nine = [(f"{'ab'[at % 2]}{at}", "ab"[at % 2], ("south", "north")[at % 2]) for at in range(9)]
    with pytest.raises(BadData, match="2 to 8"):
        begun(mustered(*nine))


def test_kk_setup_03_commands_by_troop_type() -> None:
    """Four lances of a side pooled: each body is of like troops under its player's figure."""
    plan = mustered(
        ("a1", "a", "south"), ("a2", "a", "south"), ("a3", "a", "south"), ("b", "b", "north")
    )
    battle = begun(plan, group_by_type=True)
    kinds = []
    for player in ("a1", "a2", "a3"):
        own = [m for m in battle.men if m.player == player and not is_lord(battle, m)]
        mounted = {m.horse != NOBODY for m in own}
        shooting = {bool(m.profile.missile) for m in own}
        kinds.append((mounted, shooting))
        assert retinue(battle, player).lord in [m.id for m in battle.men if m.player == player]
    mixed = len([1 for mounted, shooting in kinds if len(mounted) > 1 or len(shooting) > 1])
    assert mixed <= 2  # where one kind ends and the next begins
    plain = begun(plan)
    for horse in (True, False):  # the same men, only under others
        count = len([m for m in plain.men if m.side == "a" and (m.horse != NOBODY) is horse])
        assert len([m for m in battle.men if m.side == "a" and (m.horse != NOBODY) is horse]) == (
            count
        )


def test_kk_comp_05_pooled_men_of_one_name_are_told_apart() -> None:
    """Two retinues of the same men, pooled: within a body no two men or horses are called alike."""
    players = [("a1", "a", "south"), ("a2", "a", "south"), ("b", "b", "north")]
    same = {player: "lord_bassett" for player, _, _ in players}
    battle = beginning.begin(mustered(*players), {"group_by_type": True}, same)
    for player, _, _ in players:
        names = [one.profile.name for one in battle.men if one.player == player]
        names += [one.profile.name for one in battle.horses if one.player == player]
        assert len(set(names)) == len(names)
    assert "Hugh (2)" in [one.profile.name for one in battle.men]


def test_kk_setup_03_lords_alone_have_nobody_to_pool() -> None:
    """Each commands himself."""
    plan = mustered(("a1", "a", "south"), ("a2", "a", "south"), ("b", "b", "north"), figures=1)
    battle = begun(plan, group_by_type=True)
    assert [(one.player, is_lord(battle, one)) for one in battle.men] == [
        ("a1", True), ("a2", True), ("b", True),
    ]  # fmt: skip


def test_kk_setup_03_each_commander_commands_his_own_body_only() -> None:
    """Like a lord, within 5 inches, and his fall is his own body's affair."""
    battle = field(
        f"a1 Ralf: lord at 10,10 | a2 Odo: lord at 60,10 | a2 Hal: at 12,10 | {FOE}",
        group_by_type=True,
    )
    hearing.measure(battle)
    assert not man(battle, "Hal").in_command


def test_kk_setup_08_the_scenario_says_who_defends_fortifications() -> None:
    """The flag comes from the scenario, and its men count twice."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), fortified=True)
    held, open_field = begun(plan), begun(mustered(("a", "a", "south"), ("b", "b", "north")))
    assert all(one.fortified for one in held.retinues)
    assert not any(one.fortified for one in open_field.retinues)
    for one, other in zip(held.men, open_field.men, strict=True):
        assert victory.points_of(held, one) == 2 * victory.points_of(open_field, other)


def test_kk_org_19_relations_come_from_lists_and_scenario() -> None:
    """Crusaders and Saracens hate each other and give no quarter."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"))
    battle = beginning.begin(plan, {}, {"a": "crusader_retinue", "b": "saracen_war_party"})
    assert [(one.hatred, one.no_quarter) for one in battle.retinues] == [
        (("b",), ("b",)),
        (("a",), ("a",)),
    ]


def test_kk_act_12_unpaid_men_are_unreliable() -> None:
    """The scenario may leave a retinue without pay."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), unpaid=True)
    assert all("unreliable" in m.profile.traits for m in begun(plan).men)


@pytest.mark.parametrize("named", [True, False])
def test_kk_melee_02_each_force_has_one_champion(named: bool) -> None:
    """Who is named, or else the best fighter after the lord; without the option nobody else."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"))
    if named:
        name = begun(plan).men[-1].profile.name
        plan = replace(plan, retinue=(plan.retinue[0], replace(plan.retinue[1], champion=name)))
    battle = beginning.begin(plan, {"champion": True}, {})
    champions = [one for one in battle.men if "champion" in one.profile.traits]
    assert [one.player for one in champions] == ["a", "b"]
    for one in champions[: 2 - named]:
        others = [m.profile.melee for m in battle.men if m.player == one.player]
        assert not is_lord(battle, one)
        assert one.profile.melee == sorted(others)[-2]
    assert (champions[1] is battle.men[-1]) is named
    assert any("champion" in m.profile.traits for m in begun(plan).men) is named


def test_kk_setup_04_no_table_is_bare() -> None:
    """Every scenario of the book has ground that hides, slows or stops."""
    for plan in scenarios().values():
        assert len(plan.area) + len(plan.line) + len(plan.spot) >= 5, plan.id


def test_kk_setup_06_sizes_of_forces() -> None:
    """Twelve for beginners, ten to twenty as a rule, thirty can be led."""
    assert beginning.size_advice(12) == ""
    assert "Beginners" in beginning.size_advice(13)
    assert "experienced" in beginning.size_advice(25)
    assert "10 to 20" in beginning.size_advice(8)
    assert len(begun(mustered(("a", "a", "south"), ("b", "b", "north"), figures=30)).men) == 60


def test_kk_comp_01_what_a_game_needs() -> None:
    """Rules to look up, ten-sided dice, figures, a measure and terrain."""
    battle = begun()
    assert "RALLY" in RULESET.quick_reference.upper()
    assert all(procedure.situation for procedure in RULESET.procedures.values())
    assert D10("any").dice == (10,)
    assert battle.men
    assert battle.ground.areas
    assert gap(battle.men[0].base, battle.men[0].base) == 0.0


# -- deployment


def test_kk_setup_05_twelve_inches_of_opposite_long_edges() -> None:
    """Where the scenario leaves it open: 72 by 48, strips 12 inches deep."""
    assert strip((72.0, 48.0), "south", deploying.DEPTH) == (0.0, 0.0, 72.0, 12.0)
    assert strip((72.0, 48.0), "north", deploying.DEPTH) == (0.0, 36.0, 72.0, 48.0)
    plan = mustered(("a", "a", "south"), ("b", "b", "north"))
    assert deploying.zone_of(begun(plan), "b") == (0.0, 36.0, 72.0, 48.0)
    assert TABLES.scales.default_table == (72.0, 48.0)


def test_kk_setup_05_players_take_turns_with_one_unit_or_man() -> None:
    """The higher die begins; then one group each until all stand."""
    battle = begun()
    table = run(battle, "orders", dice=[3, 9])
    placed = [choice.side for choice in table.by.was_asked("deploy.place")]
    assert placed[:4] == ["b", "a", "b", "a"]
    assert all(m.status == STEADY for m in battle.men)


def test_kk_setup_05_all_drawn_up_at_once_still_come_in_turn() -> None:
    """One answer for everybody; yet one group goes down at a time, and nobody else knows where."""
    battle = begun()
    lines = run(battle, "deploy", dice=[9, 3])
    bodies = [beginning._members(battle, group) for group in beginning._to_come(battle, "a")]
    everywhere = arraying.ideas(battle, "a", bodies)[0]
    play(battle, beginning.deploy, answers=[beginning.EVERYBODY, everywhere])
    down = [one for one in battle.men if one.player == "a" and one.status == STEADY]
    assert len(down) == len(bodies[0])
    waiting = next(one for one in battle.men if one.player == "a" and one.status == COMING)
    assert deploying.is_planned(waiting)
    assert not deploying.is_planned(view(battle, "b").men[waiting.id])
    assert not deploying.is_planned(view(battle, None).men[waiting.id])
    table = run(battle, "orders")
    asked = [choice.side for choice in table.by.was_asked("deploy.place")]
    assert lines is not None
    assert "a" not in asked
    for one in battle.men:
        if one.player == "a":
            x, y, facing = everywhere[one.id]
            assert (one.base.x, one.base.y, one.base.facing) == (x, y, facing)


def test_kk_setup_05_whose_planned_place_is_taken_is_asked_again() -> None:
    """Somebody came first: the plan is void for that group alone."""
    battle = field(
        f"a Ralf: lord at 5,5 | a Hal: coming at 0,0 | a Tom: at 20,6 | {FOE}",
        phase="deploy",
        deployers=("a",),
    )
    hal = man(battle, "Hal")
    deploying.plan(battle, hal, Place1(20.0, 6.0, 0.0))
    play(battle, beginning.deploy, answers=[{hal.id: [10.0, 10.0, 0.0]}])
    assert (hal.base.x, hal.base.y) == (10.0, 10.0)


def test_kk_setup_05_an_array_with_men_on_each_other_is_refused() -> None:
    """Bodies are judged one by one and together."""
    battle = field(f"a Ralf: lord coming at 0,0 | a Hal: coming at 0,0 | {FOE}")
    bodies = [[man(battle, "Ralf")], [man(battle, "Hal")]]
    apart = {one[0].id: Place1(10.0 + 3 * at, 10.0, 0.0) for at, one in enumerate(bodies)}
    upon = {one[0].id: Place1(10.0 + 0.5 * at, 10.0, 0.0) for at, one in enumerate(bodies)}
    assert arraying.refusal(battle, bodies, apart) is None
    no = arraying.refusal(battle, bodies, upon)
    assert no is not None
    assert no.clause == "KK-GEO-04"
    for places in arraying.ideas(battle, "a", bodies):
        assert arraying.refusal(battle, bodies, places) is None


def place(battle: Battle, places: Mapping[int, tuple[float, float]]) -> Any:
    group = [battle.men[key] for key in places]
    found = {key: Place1(x, y, 0.0) for key, (x, y) in places.items()}
    no = deploying.refusal(battle, group, found)
    return None if no is None else no.clause


def test_kk_setup_05_inside_the_zone_together_and_on_nobody() -> None:
    """Outside, overlapping, or with a gap of more than 2 inches it is refused."""
    battle = field(f"a men: coming x5 at 0,0 | {FOE}")
    keys = [one.id for one in men(battle, "men")]
    line = {key: (10.0 + 2 * at, 10.0) for at, key in enumerate(keys)}
    assert place(battle, line) is None
    assert place(battle, {**line, keys[4]: (18.0, 12.5)}) == "KK-SETUP-05"
    assert place(battle, {**line, keys[4]: (16.5, 10.0)}) == "KK-GEO-04"
    assert place(battle, {**line, keys[4]: (19.6, 10.0)}) == "KK-DEF-02"


def test_kk_setup_05_an_unlawful_place_is_refused_with_its_clause() -> None:
    """The answer to the question itself."""
    battle = field(
        f"a Ralf: lord at 5,5 | a Hal: coming at 0,0 | {FOE}", phase="deploy", deployers=("a",)
    )
    with pytest.raises(Refused) as no:
        play(battle, beginning.deploy, answers=[{man(battle, "Hal").id: [10.0, 20.0, 0.0]}])
    assert no.value.clause == "KK-SETUP-05"


def test_kk_setup_05_who_finds_no_room_stands_beside_the_zone() -> None:
    """In a zone of four by four inches twelve men spill over its edge, and nobody is left out."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), figures=12)
    small = replace(plan.retinue[0], zone=(20.0, 0.0, 24.0, 4.0))
    battle = begun(replace(plan, retinue=(small, plan.retinue[1])))
    run(battle, "orders", dice=[9, 1])
    own = [m for m in battle.men if m.player == "a"]
    assert all(m.status == STEADY for m in own)
    assert all(m.base.y1 <= 16.0 for m in own)
    room = deploying.more_room(field(f"a Hal: coming at 0,0 | {FOE}"), own[:1])
    assert room == 0.0


def test_kk_setup_09_a_third_side_has_a_short_edge_and_withdraws_there() -> None:
    """West for the third, east for the fourth; allies share their strip."""
    assert deploying.EDGES == ("south", "north", "west", "east")
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), ("c", "c", "west"))
    battle = begun(plan)
    run(battle, "orders", dice=[9, 5, 1])
    third = [m for m in battle.men if m.player == "c"]
    assert max(m.base.x1 for m in third) <= 12.0
    assert own_edge(battle, third[0])[0] < 0.0


def test_kk_setup_05_everybody_finds_a_place_in_a_crowded_zone() -> None:
    """Thirty men a side on a narrow strip."""
    plan = mustered(("a", "a", "south"), ("b", "b", "north"), figures=30)
    battle = begun(plan)
    run(battle, "orders", dice=[9, 1])
    assert not [m for m in battle.men if m.status == COMING]


# -- the turn


def test_kk_turn_01_seven_phases_in_their_order() -> None:
    """Rally to Fatigue, as the table of the book has them."""
    assert tuple(phases.PHASES) == TABLES.turn.phases
    battle = field(f"a Ralf: lord at 30,20 | {FOE}", phase="turn", turn=0)
    table = run(
        battle,
        "turn",
        dice=[1, 9, 1],
        answers={"chit": "stay", "command": "done", "declare.first": "a"},
    )
    listed = [name for steps in phases.PHASES.values() for name in steps]
    seen = list(dict.fromkeys(table.phases))
    assert seen == [name for name in listed if name in seen]
    assert len(seen) == len(listed)


def test_kk_turn_02_every_step_belongs_to_a_phase() -> None:
    """Nothing is played between the phases but setting up and the end."""
    listed = {name for steps in phases.PHASES.values() for name in steps}
    assert set(SEQUENCE) - listed == {"setup", "deploy", "orders", "renew", "after"}


def test_kk_turn_03_signals_orders_measuring_wounds_then_chits_then_rolls() -> None:
    """The questions and dice of one turn come in that order."""
    battle = field(
        "a Ralf: lord trumpet at 30,20 | a Hal: stamina=3 at 33,20 | "
        f"a men: x5 at 60,20 order=attack/signal:trumpet/lord | {FOE}",
        phase="succession",
    )
    table = run(
        battle,
        "panic",
        dice=[8, 1, 3, 3, 3, 3, 3, 1],
        answers={"signal": "trumpet", "command": "done", "chit": "stay"},
    )
    purposes = [e.event.purpose for e in table.events if hasattr(e.event, "purpose")]
    assert purposes[:2] == ["receipt", "morale check"]
    assert set(purposes[2:]) == {"action roll"}
    assert table.keys == ["signal", "command", "chit"]


def test_kk_turn_05_two_archers_kill_each_other() -> None:
    """Both shots are worked out from the state at the start of the phase."""
    battle = field(
        "a Hal: longbow shooting=10 chit=shoot ready=true stamina=1 at 30,20 | "
        "b Tom: longbow shooting=10 chit=shoot ready=true stamina=1 at 30,24",
        phase="targets",
    )
    for name, foe in (("Hal", "Tom"), ("Tom", "Hal")):
        declare(man(battle, name), "shoot")
        assert man(battle, foe).status == STEADY
    run(battle, "choose", dice=[10] * 8, answers={"shot": lambda c: c.ideas()[-1]}, exact=False)
    assert [man(battle, name).status for name in ("Hal", "Tom")] == ["disabled", "disabled"]


def test_kk_turn_06_chits_and_rolls_stay_with_their_player() -> None:
    """The other side hears of neither chit nor readiness nor action roll."""
    battle = field(
        f"a Ralf: lord at 30,20 | a Hal: longbow at 33,20 | a Far: at 60,20 | {FOE}", phase="chits"
    )
    man(battle, "Ralf").in_command = man(battle, "Hal").in_command = True
    table = run(battle, "panic", dice=[5, 9, 1], answers={"chit": "stay", "chit Hal": "shoot"})
    about_a = [e for e in heard(table, "b") if getattr(e, "side", "a") != "b"]
    assert [e for e in about_a if getattr(e, "man", 3) != man(battle, "foe").id] == []
    assert heard(table, None) == []


def test_kk_move_09_gaits_are_remembered_for_a_turn() -> None:
    """A new turn keeps the gait as the last one, and begins standing."""
    battle = field(f"a Guy: mounted horse.gait=canter at 10,10 | {FOE}", phase="turn")
    play(battle, phases.begin)
    assert (battle.horses[0].gait, battle.horses[0].last_gait) == ("standing", "canter")


def test_a_new_turn_forgets_chits_and_marks() -> None:
    """Chits, declarations and what was done are gone; wounds and fatigue are not."""
    battle = field(
        f"a Hal: chit=stay rolled=stay moved=true shot=true stamina=3 temporary=1 at 10,10 | {FOE}",
        phase="turn",
    )
    play(battle, phases.begin)
    hal = man(battle, "Hal")
    assert (hal.chit, hal.rolled, hal.moved, hal.shot) == ("", "", False, False)
    assert (hal.stamina, hal.temporary, battle.turn) == (3, 1, 2)
