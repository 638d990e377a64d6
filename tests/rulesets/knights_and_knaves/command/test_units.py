"""Units: who is in one, who leads it, how it is formed anew (KK-CMD, KK-DEF)."""

from __future__ import annotations

import pytest

from banneret.core.play.events import Rolled
from banneret.rulesets.knights_and_knaves.basics.state import (
    DISABLED,
    GONE,
    NOBODY,
    STEADY,
    Battle,
    changed,
    put,
)
from banneret.rulesets.knights_and_knaves.command import forming, orders_in_play
from banneret.rulesets.knights_and_knaves.ground.contact import chained, cluster
from banneret.rulesets.knights_and_knaves.screen.events import Formed, LeaderNamed
from rulesets.knights_and_knaves.field import field, man, men, unit
from rulesets.knights_and_knaves.scripts import play, run
from rulesets.knights_and_knaves.voices import FOE, LINE, commanded, measured
from rulesets.scripting import Refused, events_of, heard


def test_kk_def_02_five_men_a_sergeant_and_two_inches() -> None:
    """Four are refused, five accepted; a gap of 2.1 inches is refused."""
    battle = field(f"a men: loose x4 at 10,10 | a Serg: sergeant at 16,10 | {FOE}")
    five = [one for one in battle.men if one.player == "a" and one.profile.class_ != "lord"]
    assert forming.unit_refusal(battle, five, man(battle, "Serg")) is None
    no = forming.unit_refusal(battle, five[1:], man(battle, "Serg"))
    assert no is not None
    assert no.clause == "KK-DEF-02"
    put(battle, man(battle, "Serg"), 14.5 + 3.1, 10.0, 0.0)
    assert forming.unit_refusal(battle, five, man(battle, "Serg")) is not None


def test_kk_def_03_a_chain_not_pairs() -> None:
    """Eleven inches between the ends of a chain are well; a break is not."""
    battle = field(f"a men: {LINE} | {FOE}")
    assert len(cluster(battle, man(battle, "men"), men(battle, "men"))) == 6
    put(battle, man(battle, "men", 3), 40.0, 10.0, 0.0)
    assert len(cluster(battle, man(battle, "men"), men(battle, "men"))) == 3


def test_kk_def_03_the_leader_counts_among_them() -> None:
    """Four soldiers and their sergeant are five."""
    battle = field(f"a Serg: sergeant at 10,10 | a men: loose x4 at 12,10 | {FOE}")
    five = battle.men[:5]
    assert forming.unit_refusal(battle, five, man(battle, "Serg")) is None
    assert forming.unit_refusal(battle, five[:4], man(battle, "Serg")) is not None


def test_kk_def_03_of_equal_parts_without_a_leader_the_owner_chooses() -> None:
    """Asked when leaders are named, and not again while that part is one of the largest.

    Until he is asked it is the part of the first man in the roster.
    """
    places = "at 10,10 12,10 30,10 32,10"
    battle = field(f"a men: soldier leaderless x4 {places} | {FOE}", phase="succession")
    assert chained(battle, unit(battle, "men"))[0] is man(battle, "men", 0)
    for asked in (1, 0):
        table = run(battle, "signals", answers={"body": man(battle, "men", 2).id})
        assert len(table.by.was_asked("body")) == asked
        with_it = [man(battle, "men", at).id for at in (2, 3)]
        assert [one.id for one in chained(battle, unit(battle, "men"))] == with_it
        battle.phase = "succession"
    put(battle, man(battle, "men", 3), 14.0, 10.0, 0.0)
    assert len(run(battle, "signals").by.was_asked("body")) == 0
    assert len(chained(battle, unit(battle, "men"))) == 3


def test_kk_def_05_a_shrunken_unit_is_still_one() -> None:
    """Four left: no size bonus, but the leader in range still brings all under command."""
    battle = measured(f"a Ralf: lord at 10,10 | a men: {LINE} 4.status=dead 5.status=dead")
    assert commanded(battle) == ["Ralf", "men0", "men1", "men2", "men3"]


def test_kk_def_06_pairs_by_option() -> None:
    """A knight and his squire are a unit only with min_unit_size 2."""
    for least, refused in ((5, True), (2, False)):
        battle = field(
            f"a Guy: knight at 10,10 | a Will: squire at 12,10 | {FOE}", min_unit_size=least
        )
        pair = [man(battle, "Guy"), man(battle, "Will")]
        assert (forming.unit_refusal(battle, pair, pair[0]) is not None) is refused


@pytest.mark.parametrize(("class_", "leads"), [
    ("lord", True), ("knight", True), ("bodyguard", True), ("squire", True), ("man_at_arms", True),
    ("sergeant", True), ("valet", True), ("soldier", False), ("yeoman", False), ("peasant", False),
])  # fmt: skip
def test_kk_def_07_who_may_lead(class_: str, leads: bool) -> None:
    """Sergeants and better; the squire confers no bonus."""
    battle = field(f"a men: leader={class_} x5 at 10,10 | {FOE}")
    no = forming.unit_refusal(battle, men(battle, "men"), man(battle, "men"))
    assert (no is None) is leads
    assert no is None or no.clause == "KK-DEF-07"
    if class_ == "squire":
        assert man(battle, "men").profile.bonus == 0


def test_kk_def_08_a_fallen_leader_is_replaced_from_within() -> None:
    """The valet leads from the next Command Determination; the losses stay doubled."""
    battle = field(
        f"a men: x6 at 10,10 0.status=disabled 0.stamina=0 2.class=valet | {FOE}",
        phase="succession",
    )
    table = run(battle, "signals", answers={"leader": man(battle, "men", 2).id})
    assert unit(battle, "men").leader == man(battle, "men", 2).id
    assert unit(battle, "men").first_leader == man(battle, "men").id
    assert heard(table, "b") == []
    assert events_of(table, LeaderNamed)


def test_kk_def_08_stunned_leaders_keep_their_post_and_soldiers_do_not_follow() -> None:
    """Nothing is asked while the leader is only stunned, or when nobody of rank is left."""
    for words in ("0.stun=3", "0.status=dead"):
        battle = field(f"a men: x6 at 10,10 {words} | {FOE}", phase="succession")
        assert run(battle, "signals").keys == []


def test_kk_def_08_an_old_leader_who_rallies_is_an_ordinary_member() -> None:
    """Replaced while he ran, he does not get his post back."""
    battle = field(f"a men: x6 at 10,10 0.status=routing 2.class=valet | {FOE}", phase="succession")
    run(battle, "signals", answers={"leader": man(battle, "men", 2).id})
    man(battle, "men").status = STEADY
    changed(battle)
    battle.phase = "succession"
    assert run(battle, "signals").keys == []
    assert unit(battle, "men").leader == man(battle, "men", 2).id


def test_kk_def_04_a_man_is_in_at_most_one_unit() -> None:
    """Joining a new unit he leaves the old one."""
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 | {FOE}", phase="reform", commanding=("a",)
    )
    wanted = [one.id for one in men(battle, "men")[1:]] + [man(battle, "Ralf").id]
    answers = {"command": ["form", "done"], "form.men": [wanted], "form.leader": [wanted[-1]]}
    run(battle, "measure", answers=answers)
    assert unit(battle, "men").members == (man(battle, "men").id,)
    assert sorted(battle.units[1].members) == sorted(wanted)
    assert battle.units[1].original == 6


def test_kk_def_24_the_lord_always_does_what_his_player_wants() -> None:
    """He is asked every turn and never rolled for."""
    battle = field(f"a Ralf: lord at 10,10 | a Hal: at 40,10 | {FOE}", phase="measure")
    table = run(battle, "panic", dice=[1, 1], answers={"chit": "stay"})
    assert [choice.about for choice in table.by.was_asked("chit")] == [(man(battle, "Ralf").id,)]
    assert man(battle, "Ralf").rolled == ""


def reforming(x: float) -> Battle:
    return field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 | a Tom: at {x},14 | {FOE}",
        phase="reform",
        commanding=("a",),
    )


def test_kk_def_25_men_change_units_only_in_command_range() -> None:
    """Tom near his lord may join; far away it is refused."""
    battle = reforming(12.0)
    tom = man(battle, "Tom")
    answers = {"command": ["transfer", "done"], "transfer.man": tom.id, "transfer.unit": 0}
    table = run(battle, "measure", answers=answers)
    assert tom.unit == 0
    assert unit(battle, "men").original == 7
    assert events_of(table, Formed)
    battle = reforming(30.0)
    with pytest.raises(Refused) as no:
        play(battle, orders_in_play.reform, answers=["transfer", man(battle, "Tom").id])
    assert no.value.clause == "KK-DEF-25"


def test_kk_def_25_units_are_dissolved_and_led_anew() -> None:
    """A unit in range is dissolved; in another the valet takes over."""
    battle = reforming(12.0)
    run(battle, "measure", answers={"command": ["dissolve", "done"]})
    assert unit(battle, "men").members == ()
    assert all(one.unit == NOBODY for one in battle.men)
    battle = field(
        f"a Ralf: lord at 10,10 | a men: x6 at 12,10 2.class=valet | {FOE}",
        phase="reform",
        commanding=("a",),
    )
    run(battle, "measure", answers={"command": ["lead", "done"], "lead": man(battle, "men", 2).id})
    assert unit(battle, "men").leader == man(battle, "men", 2).id


def test_kk_def_25_losses_count_afresh_in_a_re_formed_unit() -> None:
    """The fallen are no longer counted against it."""
    battle = reforming(12.0)
    man(battle, "men", 5).status = GONE
    changed(battle)
    answers = {
        "command": ["transfer", "done"],
        "transfer.man": man(battle, "Tom").id,
        "transfer.unit": 0,
    }
    run(battle, "measure", answers=answers)
    assert unit(battle, "men").original == 6
    assert man(battle, "men", 5).id not in unit(battle, "men").members


def test_a_players_commands_are_his_secret() -> None:
    """The other player hears nothing of orders, units and readiness."""
    battle = reforming(12.0)
    tom = man(battle, "Tom")
    answers = {"command": ["transfer", "done"], "transfer.man": tom.id, "transfer.unit": 0}
    table = run(battle, "measure", answers=answers)
    assert heard(table, "b") == []
    assert not [event for event in heard(table, None) if isinstance(event, Rolled)]
    assert man(battle, "Tom").status != DISABLED
