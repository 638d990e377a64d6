"""Officers on the table: riding, leading, brigades, messages, tests, betrayal (MM-OFFICER)."""

from typing import Any

import pytest

from banneret.core.errors import BadData
from banneret.core.files import convert
from banneret.core.questions.answers import Place1
from banneret.rulesets.macbeth_to_medici.basics.state import NOBODY, Loss, Officer, Unit
from banneret.rulesets.macbeth_to_medici.basics.who import standing_of
from banneret.rulesets.macbeth_to_medici.command import initiative as step3
from banneret.rulesets.macbeth_to_medici.command import losses, messages, obedience, riding, turn
from banneret.rulesets.macbeth_to_medici.command.fates import become_temper, lose_officer
from banneret.rulesets.macbeth_to_medici.command.states import become, lose
from banneret.rulesets.macbeth_to_medici.fighting import melee
from banneret.rulesets.macbeth_to_medici.ground.sight import officer_sees
from banneret.rulesets.macbeth_to_medici.movement.riders import halt_refusal, stand_by, take_in
from banneret.rulesets.macbeth_to_medici.screen.deeds import (
    Betrayed,
    Calmed,
    Duel,
    Leads,
    MessengerGone,
    OfficerTested,
    StepBegan,
)
from banneret.rulesets.macbeth_to_medici.screen.events import Rode
from banneret.rulesets.macbeth_to_medici.sequence import SEQUENCE
from banneret.rulesets.macbeth_to_medici.setup.beginning import begin
from banneret.rulesets.macbeth_to_medici.setup.entries import OfficerEntry, Terrain
from banneret.rulesets.macbeth_to_medici.setup.officers import bear_grudges, temperaments
from rulesets.macbeth_to_medici.mm_fields import Field, finish
from rulesets.scripting import needs

WOOD = Terrain("Wood", "wood", 3, ((20.0, 14.0), (50.0, 14.0), (50.0, 17.0), (20.0, 17.0)))


def officer_near(field: Field, unit: Unit) -> Officer:
    """The first officer of a side, touching a unit."""
    officer = next(o for o in field.battle.officers if o.side == unit.side)
    stand_by(field.battle, officer, unit)
    return officer


def run_tests(field: Field, *dice: int, **answers: Any) -> Any:
    """Play the officers' tests at the end of step 11."""
    table = field.table(*dice, officer_leadership="none", **answers)
    losses.begin_tests(table)
    while field.battle.phase == "officer_tests":
        losses.officer_tests(table)
    finish(table)
    return table


# -- who they are


def test_mm_officer_01_every_battle_has_an_officer_one_is_chief() -> None:
    battle = begin("hastings_1066", {}, {})
    for side in "ab":
        wards = [w for w in battle.wards if w.side == side]
        assert len({w.officer for w in wards}) == len(wards) == 3
        assert sum(o.chief for o in battle.officers if o.side == side) == 1


def test_mm_officer_02_a_lone_officer_ridden_over_is_taken_in() -> None:
    field = Field()
    friend = field.unit(x=20.0, y=10.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 40.0, 20.0
    enemy = field.unit("b", x=40.0, y=20.0)
    take_in(field.table(), enemy)
    assert officer.fate == "alive"
    assert abs(officer.x - friend.x) < 4.0


def test_mm_officer_03_enraged_and_shaken_are_not_chosen() -> None:
    plain = {"name": "X", "origin": "feudal", "temperament": "rash"}
    assert convert(plain, OfficerEntry, "test").temperament == "rash"
    with pytest.raises(BadData, match="temperament"):
        convert({**plain, "temperament": "enraged"}, OfficerEntry, "test")


def test_mm_officer_05_mm_officer_06_enraged_from_the_start_bears_a_grudge() -> None:
    field = Field()
    field.battle.officers[0].temper = "enraged"
    bear_grudges(field.table())
    assert field.battle.officers[0].grudge == 1
    assert field.battle.officers[1].grudge == -1


def test_mm_officer_18_mm_officer_43_who_starts_enraged_has_his_battle_attack() -> None:
    field = Field()
    field.battle.officers[0].temper = "enraged"
    field.battle.wards[0].order = "hold"
    bear_grudges(field.table())
    messages.give_order(field.table(), field.battle.wards[0], "reserve")
    assert (field.battle.wards[0].order, field.battle.wards[0].bound) == ("attack", True)


def test_mm_officer_06_when_his_enemy_is_gone_he_is_rash_before_he_rides_and_it_is_told() -> None:
    field = Field()
    field.unit(x=60.0)
    officer, foe = field.battle.officers
    officer.temper = "enraged"
    bear_grudges(field.table())
    foe.fate = "slain"
    table = field.table()
    riding.compulsory(table)
    assert (officer.temper, officer.leading, field.battle.wards[0].bound) == ("rash", NOBODY, False)
    (told,) = field.told(table, Calmed)
    assert told.says(field.battle) == "The enemy whom Officer 0 hated is gone: he is only Rash now."


def test_mm_officer_06_two_who_hate_each_other_meet_once_a_turn() -> None:
    field = Field()
    one, other = field.unit(), field.unit("b", y=12.0)
    field.meet(one, other, impact=False, charging=False)
    for officer in field.battle.officers:
        officer.temper = "enraged"
    bear_grudges(field.table())
    field.lead(one)
    field.lead(other)
    table = field.table(3, 3)
    melee.melee(table)
    finish(table)
    (duel,) = field.told(table, Duel)
    assert duel.says(field.battle).endswith("Officer 0 lives, Officer 1 lives.")


def test_mm_officer_18_an_enraged_officer_rides_and_then_leads() -> None:
    field = Field()
    field.unit(x=60.0)
    field.battle.officers[0].temper = "enraged"
    table = field.table()
    riding.compulsory(table)
    kinds = [type(one.event) for one in table.events]
    assert kinds.index(Rode) < kinds.index(Leads)


def test_mm_setup_12_a_messenger_whose_addressee_is_lost_is_not_told_as_ridden_down() -> None:
    field = Field()
    other = field.ward("a", x=20.0)
    riding.send(field.table(), field.battle.officers[0], other.ward, "hold")
    other.fate = "slain"
    table = field.table()
    riding.messengers(table)
    (gone,) = field.told(table, MessengerGone)
    assert gone.fate == "lost"
    assert "nobody" in gone.says(field.battle)


def test_mm_officer_08_mm_setup_09_rolled_ratings_ask_for_an_allocation() -> None:
    field = Field()
    field.battle.officers[0].printed = False
    table = field.table(2, 5, 3, ratings="command")
    temperaments(table)
    officer = field.battle.officers[0]
    assert (officer.leadership, officer.command) == (3, 5)
    assert sum(c.key == "ratings" for c in field.script["a"].asked) == 1


def test_mm_officer_04_rolled_temperament_by_option() -> None:
    field = Field(rolled_temperament=True)
    temperaments(field.table(5, 5, 1, 2))
    assert [o.temper for o in field.battle.officers] == ["rash", "cautious"]


# -- leading and brigades


def test_mm_officer_13_mm_turn_02_leading_is_declared_in_step_1() -> None:
    field = Field()
    one, two = field.unit(x=30.0), field.unit(x=40.0)
    officer = officer_near(field, one)
    field.battle.queue = (officer.id,)
    riding.officers(field.table(ride="stay", lead=str(one.id)))
    assert officer.leading == one.id
    step3.initiative(field.table(1, 2))
    assert one.deeds.initiative == two.deeds.initiative + officer.leadership


def test_mm_officer_14_officers_ride_eighteen_inches() -> None:
    field = Field(terrain=[WOOD])
    near, far = field.unit(x=36.0, y=30.0), field.unit(x=5.0, y=40.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 36.0, 11.0
    field.battle.queue = (officer.id,)
    riding.officers(field.table(ride=str(near.id), lead="none"))
    asked = next(c for c in field.script["a"].asked if c.key == "ride")
    assert str(near.id) in asked.candidates
    assert str(far.id) not in asked.candidates
    assert officer.y > 25.0


def test_mm_officer_14_officers_ride_to_any_point_within_eighteen_inches() -> None:
    field = Field(terrain=[WOOD])
    unit, foe = field.unit(x=36.0, y=30.0), field.unit("b", x=50.0, y=11.0)
    officer = officer_near(field, unit)
    officer.x, officer.y, officer.leading = 36.0, 11.0, unit.id
    piece = 1000 + officer.id

    def why(x: float, y: float) -> str:
        found = halt_refusal(field.battle, officer, Place1(x, y, 0.0))
        return "" if found is None else found.clause

    assert why(36.0, 29.0) == why(20.5, 6.0) == ""
    assert why(36.0, 29.1) == "MM-OFFICER-14"
    assert why(36.0, 0.3) == "MM-OFFICER-14"
    assert why(foe.x, foe.y) == "MM-OFFICER-02"
    field.battle.queue = (officer.id,)
    riding.officers(field.table(ride="elsewhere", ride_to={piece: Place1(24.0, 20.0, 0.0)}))
    assert (officer.x, officer.y, officer.leading) == (24.0, 20.0, NOBODY)
    asked = next(c for c in field.script["a"].asked if c.key == "ride_to")
    assert all(asked.refusal(idea) is None for idea in asked.ideas())


def test_mm_officer_06_of_two_equally_near_the_owner_picks_whom_to_hate() -> None:
    field = Field()
    angry = field.battle.officers[0]
    angry.temper, angry.chief, angry.x, angry.y = "enraged", False, 36.0, 24.0
    field.battle.officers[1].x, field.battle.officers[1].y = 30.0, 40.0
    other = field.ward("b", x=42.0, y=40.0)
    bear_grudges(field.table(grudge=other.id))
    assert angry.grudge == other.id
    angry.grudge, other.y = NOBODY, 39.0
    table = field.table()
    bear_grudges(table)
    assert angry.grudge == other.id
    assert not field.script["a"].asked


def test_mm_officer_03_mm_officer_08_the_owner_chooses_temper_and_die() -> None:
    field = Field()
    officer = field.battle.officers[0]
    officer.temper = officer.die = ""
    officer.printed = field.battle.officers[1].printed = True
    temperaments(field.table(temper="cautious", die="d5"))
    assert (officer.temper, officer.die) == ("cautious", "d5")
    asked = {choice.key: choice for choice in field.script["a"].asked}
    assert tuple(asked["temper"].candidates) == ("rash", "bold", "cautious")
    assert set(asked["die"].candidates) == {"d5", "d6"}


def test_mm_setup_12_by_word_of_mouth_he_orders_more_than_one_battle() -> None:
    field = Field()
    chief = field.battle.officers[0]
    near = field.ward("a", x=chief.x - 1.0, y=chief.y)
    far = field.ward("a", x=30.0, y=10.0)
    orders = [f"{chief.ward}:hold", f"{near.ward}:hold", f"{far.ward}:hold", f"{far.ward}:reserve"]
    field.battle.queue = (chief.id,)
    riding.officers(field.table(ride="stay", message=orders))
    wards = field.battle.wards
    assert (wards[chief.ward].order, wards[near.ward].order) == ("hold", "hold")
    assert [rider.to for rider in field.battle.messengers] == [far.id]
    assert field.script["a"].answers["message"] == [f"{far.ward}:reserve"]  # one messenger a turn
    asked = [c for c in field.script["a"].asked if c.key == "message"]
    assert all(not key.startswith(f"{chief.ward}:") for key in asked[1].candidates)


def test_mm_setup_12_with_all_messengers_out_he_still_speaks_to_his_own() -> None:
    field = Field()
    chief = field.battle.officers[0]
    chief.command = 1
    far = field.ward("a", x=30.0, y=10.0)
    riding.send(field.table(), chief, far.ward, "hold")
    field.battle.queue = (chief.id,)
    riding.officers(field.table(ride="stay"))
    asked = next(c for c in field.script["a"].asked if c.key == "message")
    assert f"{chief.ward}:hold" in asked.candidates
    assert f"{far.ward}:hold" not in asked.candidates


def test_mm_move_10_mm_move_19_mm_move_20_mm_move_21_who_may_be_brigaded() -> None:
    field = Field()
    one, two = field.unit(x=30.0), field.unit(x=37.0)
    tribal = field.unit(x=44.0, origin="tribal")
    mad = field.unit(x=50.0, morale="impetuous")
    officer = officer_near(field, one)

    def why(*units: Unit) -> str:
        found = riding.brigade_refusal(field.battle, officer, tuple(u.id for u in units))
        return "" if found is None else found.clause

    assert why(one, two) == ""
    assert why(one) == "MM-MOVE-21"
    assert why(one, tribal) == "MM-MOVE-20"
    assert why(one, mad) == "MM-MOVE-21"
    for light, clause in ((False, "MM-MOVE-10"), (True, "")):
        gun = field.unit(x=34.0, type="gunnes", missile="bombard", light=light, elements=1, files=1)
        assert why(one, gun) == clause  # it would hold the others where it stands
    officer.command = 1
    assert why(one, two) == "MM-MOVE-19"


def test_mm_officer_16_without_an_officer_nobody_brigades_but_the_chief_near() -> None:
    field = Field()
    other = field.ward("a")
    one, two = field.unit(x=30.0), field.unit(x=37.0, ward=other.ward)
    chief = officer_near(field, one)
    units = (one.id, two.id)
    refused = riding.brigade_refusal(field.battle, chief, units)
    assert refused is not None
    assert refused.clause == "MM-OFFICER-16"
    lose_officer(field.table(), other, "slain", "test")
    assert riding.brigade_refusal(field.battle, chief, units) is None


def test_mm_init_04_a_brigade_has_its_worst_and_leadership_once() -> None:
    field = Field()
    one, two = field.unit(order="open"), field.unit(order="close")
    officer = officer_near(field, one)
    officer.leading = one.id
    officer.brigade = (one.id, two.id)
    step3.initiative(field.table(1, 2))
    assert one.deeds.initiative == two.deeds.initiative == 3 + 2 + 2 + 4
    lose_officer(field.table(), officer, "slain", "test")
    assert one.deeds.initiative == 11


# -- opponents


def test_mm_init_08_mm_turn_05_the_opponent() -> None:
    field = Field()
    unit = field.unit(y=12.0)
    near = field.unit("b", x=36.0, y=24.0)
    charger = field.unit("b", x=48.0, y=25.0)
    assert step3.opponent(field.battle, unit) == near.id
    charger.deeds.charge = unit.id
    assert step3.opponent(field.battle, unit) == charger.id
    field.meet(near, unit)
    assert step3.opponent(field.battle, unit) == near.id
    far = Field()
    lone = far.unit(y=2.0)
    far.unit("b", y=40.0)
    assert step3.opponent(far.battle, lone) == -1


def test_mm_turn_14_a_lost_or_absent_chief_counts_nothing() -> None:
    field = Field()
    assert standing_of(field.battle, "a") == 7
    field.battle.officers[0].fate = "away"
    assert standing_of(field.battle, "a") == 0
    field.battle.officers[0].fate = "slain"
    assert standing_of(field.battle, "a") == 0


def test_mm_turn_03_the_lower_commander_moves_first() -> None:
    field = Field()
    field.battle.officers[0].leadership = 2
    assert turn.first_side(field.table()) == "a"
    field.battle.officers[0].leadership = 6
    assert turn.first_side(field.table()) == "b"
    field.battle.officers[0].leadership = 4
    assert turn.first_side(field.table(5, 2)) == "b"


# -- messages


def test_mm_setup_12_mm_turn_04_a_messenger_rides_eighteen_inches_a_turn() -> None:
    field = Field()
    chief, other = field.battle.officers[0], field.ward("a")
    chief.x, chief.y, other.x, other.y = 10.0, 2.0, 40.0, 2.0
    table = field.table()
    riding.send(table, chief, other.ward, "hold")
    riding.messengers(table)
    messages.messages(table)
    assert field.battle.wards[other.ward].order == "attack"
    riding.messengers(table)
    assert field.battle.messengers[0].fate == "delivered"
    messages.messages(table)
    assert field.battle.wards[other.ward].order == "hold"


def test_mm_setup_12_a_messenger_near_the_enemy_is_lost_and_touch_needs_none() -> None:
    field = Field()
    chief, other = field.battle.officers[0], field.ward("a")
    chief.x, chief.y, other.x, other.y = 10.0, 2.0, 25.0, 2.0
    field.unit("b", x=18.0, y=2.0)
    table = field.table()
    riding.send(table, chief, other.ward, "hold")
    riding.messengers(table)
    assert field.battle.messengers[0].fate == "lost"
    other.x = 11.0
    riding.send(table, chief, other.ward, "reserve")
    assert field.battle.wards[other.ward].order == "reserve"
    assert len(field.battle.messengers) == 1


def test_mm_setup_26_only_messages_change_an_order() -> None:
    field = Field(written_orders=True)
    ward = field.battle.wards[0]
    field.battle.messengers = []
    messages.messages(field.table())
    assert ward.order == "attack"
    ward.bound = True
    messages.give_order(field.table(), ward, "hold")
    assert ward.order == "attack"


def test_mm_setup_23_a_doubtful_battle_goes_home() -> None:
    field = Field()
    rear = field.ward("a")
    ward = field.battle.wards[rear.ward]
    ward.doubtful = True
    field.battle.wards[0].routed, field.battle.wards[0].routed_turn = True, 1
    field.battle.turn = 2
    messages.messages(field.table(4))
    assert ward.order == "attack"
    messages.messages(field.table(3))
    assert (ward.order, ward.bound) == ("withdraw", True)
    unit = field.unit(ward=rear.ward)
    foe = field.unit("b", y=30.0)
    no = obedience.why_not_charge(field.battle, unit, foe)
    assert no is not None
    assert no.clause == "MM-SETUP-23"
    assert riding.is_doubtful(field.battle, rear)


# -- tempers on the field


def test_mm_officer_18_mm_officer_34_mm_officer_43_enraged() -> None:
    field = Field()
    unit = field.unit(y=12.0)
    field.unit("b", y=30.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 36.0, 5.0
    become_temper(field.table(), officer, "enraged")
    assert (field.battle.wards[0].order, field.battle.wards[0].bound) == ("attack", True)
    no = obedience.why_not_go(field.battle, unit, (36.0, 10.0))
    assert no is not None
    assert no.clause == "MM-OFFICER-43"
    riding.compulsory(field.table())
    assert officer.leading == unit.id


def test_mm_officer_19_mm_officer_20_mm_officer_21_mm_officer_23_what_holds_a_temper() -> None:
    field = Field()
    unit = field.unit(y=12.0)
    field.unit("b", y=30.0)
    officer, ward = field.battle.officers[0], field.battle.wards[0]
    found = {}
    for temper in ("rash", "bold", "cautious"):
        for order in ("attack", "hold"):
            officer.temper, ward.order = temper, order
            found[temper, order] = obedience.presses(field.battle, unit)
    assert found == {
        ("rash", "attack"): True,
        ("rash", "hold"): True,
        ("bold", "attack"): True,
        ("bold", "hold"): False,
        ("cautious", "attack"): True,
        ("cautious", "hold"): False,
    }


def test_mm_setup_10_constrained_by_orders() -> None:
    field = Field()
    unit = field.unit(y=12.0)
    field.unit("b", y=30.0)
    for order, free in (
        ("reserve", False),
        ("support", False),
        ("withdraw", False),
        ("advance", True),
    ):
        field.battle.wards[0].order = order
        assert obedience.presses(field.battle, unit) is free


def test_mm_officer_17_mm_officer_40_behaviour_binds_players_only_by_option() -> None:
    for binding in (False, True):
        field = Field(in_character=binding)
        unit = field.unit(y=12.0)
        field.unit("b", y=30.0)
        field.battle.officers[0].temper = "cautious"
        field.battle.wards[0].order = "hold"
        no = obedience.why_not_go(field.battle, unit, (36.0, 14.0))
        assert (no is not None) is binding


def test_mm_setup_11_written_orders_hold_a_battle_at_its_post() -> None:
    field = Field(written_orders=True)
    unit = field.unit(y=12.0)
    field.unit("b", y=40.0)
    ward = field.battle.wards[0]
    ward.order, ward.posts = "hold", {unit.id: (36.0, 12.0)}
    assert obedience.why_not_go(field.battle, unit, (36.0, 18.0)) is None
    no = obedience.why_not_go(field.battle, unit, (36.0, 20.0))
    assert no is not None
    assert no.clause == "MM-SETUP-11"


def test_mm_officer_22_a_shaken_officer_flees_when_another_unit_is_lost() -> None:
    field = Field()
    unit = field.unit(y=20.0)
    officer = field.battle.officers[0]
    officer.x, officer.y = 36.0, 10.0
    become_temper(field.table(), officer, "shaken")
    assert field.battle.wards[0].order == "withdraw"
    become(field.table(), unit, "broken", "test")
    assert officer.fleeing
    riding.compulsory(field.table())
    assert officer.fate == "fled"


# -- losses


def test_mm_officer_24_only_what_he_sees_of_his_own_battle() -> None:
    field = Field(terrain=[WOOD])
    other = field.ward("a")
    officer = field.battle.officers[0]
    officer.x, officer.y = 36.0, 5.0
    seen = field.unit(y=12.0)
    hidden = field.unit(y=30.0)
    foreign = field.unit(x=60.0, y=12.0, ward=other.ward)
    for unit in (seen, hidden, foreign):
        become(field.table(), unit, "broken", "test")
    assert losses.weights_on(field.battle, officer) == [1]


def test_mm_officer_26_the_chief_weighs_as_class_a() -> None:
    field = Field()
    other = field.ward("a")
    lose_officer(field.table(), field.battle.officers[0], "slain", "test")
    assert losses.weights_on(field.battle, other) == [2]
    field.battle.losses = ()
    unit = field.unit()
    unit.feigning = True
    assert losses.weights_on(field.battle, other) == []


def test_mm_officer_27_mm_officer_28_class_a_keeps_counting_until_it_rallies() -> None:
    field = Field()
    officer = field.battle.officers[0]
    knights, retinue = field.unit(class_="A"), field.unit(x=50.0)
    for unit in (knights, retinue):
        become(field.table(), unit, "broken", "test")
    run_tests(field, 3, 4)
    field.battle.turn = 2
    table = run_tests(field, 3, 4)
    assert field.told(table, OfficerTested)[0].weight == 2
    knights.morale = "steady"
    field.battle.turn = 3
    assert not field.told(run_tests(field), OfficerTested)
    assert officer.noticed == ()


def test_mm_officer_29_one_test_for_the_sum() -> None:
    field = Field()
    field.battle.officers[0].temper = "cautious"
    for unit in (field.unit(), field.unit(x=50.0, class_="C")):
        become(field.table(), unit, "broken", "test")
    told = field.told(run_tests(field, 3, 4), OfficerTested)
    assert [t.weight for t in told] == [3]


@pytest.mark.parametrize(
    ("temper", "told"), [("rash", "7"), ("bold", "6 to 8"), ("cautious", "5 to 9")]
)
def test_mm_officer_30_the_band_is_told_with_his_dice(temper: str, told: str) -> None:
    field = Field()
    field.battle.officers[0].temper = temper
    become(field.table(), field.unit(class_="A"), "broken", "test")
    assert needs(run_tests(field, 3, 4)) == [f"{told} passes"]


def test_mm_officer_41_one_test_for_each_by_option() -> None:
    field = Field(test_each_loss=True)
    field.battle.officers[0].temper = "cautious"
    for unit in (field.unit(), field.unit(x=50.0, class_="C")):
        become(field.table(), unit, "broken", "test")
    told = field.told(run_tests(field, 3, 4, 3, 4), OfficerTested)
    assert [t.weight for t in told] == [2, 1]


def test_mm_officer_35_betrayal_only_if_no_other_battle_has_lost() -> None:
    for routed in (False, True):
        field = Field()
        other = field.ward("a")
        officer = field.battle.officers[0]
        officer.count = 4
        field.battle.wards[other.ward].routed = routed
        become(field.table(), field.unit(), "broken", "test")
        dice = (6, 6) if routed else (6, 6, 60)
        table = run_tests(field, *dice)
        assert officer.temper == "enraged"
        assert bool(field.told(table, Betrayed)) is not routed
        assert officer.betrayed is not routed


def test_mm_officer_36_the_last_officer_blames_nobody() -> None:
    field = Field()
    field.battle.officers[0].count = 4
    become(field.table(), field.unit(), "broken", "test")
    run_tests(field, 6, 6)
    assert not field.battle.officers[0].betrayed


def test_mm_officer_37_mm_officer_38_a_betrayer_rides_at_his_friend() -> None:
    field = Field()
    other = field.ward("a")
    betrayer = field.battle.officers[0]
    betrayer.betrayed, betrayer.temper = True, "enraged"
    betrayer.x, betrayer.y, other.x, other.y = 10.0, 5.0, 20.0, 5.0
    riding.compulsory(field.table(5, 2))
    assert (other.fate, betrayer.temper) == ("slain", "shaken")


def test_mm_officer_39_what_an_officer_sees() -> None:
    for deep, seen in ((2.0, True), (2.5, False)):
        wood = Terrain(
            "Wood", "wood", 3, ((0.0, 14.0), (72.0, 14.0), (72.0, 14.0 + deep), (0.0, 14.0 + deep))
        )
        field = Field(terrain=[wood])
        unit = field.unit(y=30.0)
        officer = field.battle.officers[0]
        officer.x, officer.y = 36.0, 5.0
        assert officer_sees(field.battle, officer, unit) is seen


# -- the turn


def test_mm_turn_01_a_turn_has_thirteen_steps_in_order() -> None:
    battle = begin("standard_1138", {}, {})
    field = Field()
    field.battle = battle
    table = field.table(*([3] * 400), charges=(), movers=())
    while battle.turn < 2:
        SEQUENCE[battle.phase](table)
        table.tape.clear()
        table.at = 0
    steps = [e.number for e in field.told(table, StepBegan)]
    assert steps[:13] == list(range(1, 14))


def test_mm_turn_06_nobody_moves_before_the_last_test_of_step_4() -> None:
    keys = list(SEQUENCE)
    assert keys.index("charges") < keys.index("initiative_moves") < keys.index("artillery")


def test_a_lost_unit_makes_its_officer_test() -> None:
    field = Field()
    lose(field.table(), field.unit(class_="A"), "test")
    table = run_tests(field, 1, 1)
    assert field.battle.officers[0].count == 2
    assert field.told(table, OfficerTested)[0].result == "down"
    assert not field.battle.losses


def test_losses_are_kept_with_their_turn() -> None:
    assert Loss(3, "a", 1).turn == 3


def test_mm_setup_23_a_loyal_battle_rolls_nothing() -> None:
    field = Field()
    field.ward("a")
    field.battle.wards[0].routed, field.battle.wards[0].routed_turn = True, 1
    field.battle.turn = 2
    messages.messages(field.table())
    assert {w.order for w in field.battle.wards} == {"attack"}


def test_mm_officer_24_pursuers_who_dispersed_are_neither_routed_nor_destroyed() -> None:
    field = Field()
    unit = field.unit(class_="B")
    officer = field.battle.officers[0]
    for kind, weights in (("dispersed", []), ("destroyed", [1])):
        field.battle.losses = (Loss(1, "a", unit.id, kind=kind, seen=(officer.id,)),)
        assert losses.weights_on(field.battle, officer) == weights
