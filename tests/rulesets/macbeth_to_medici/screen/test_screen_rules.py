"""Views, scene, looks and sentences (MM-SETUP-12, 19, 24, 27)."""

from math import hypot

import msgspec
import pytest

from banneret.core.chance.dice import RandomDice
from banneret.core.play.game import Game
from banneret.core.show.forms import Block, Emblem
from banneret.core.show.overlay import Band, Tag
from banneret.players.chance import ChancePlayer
from banneret.rulesets.macbeth_to_medici import RULESET
from banneret.rulesets.macbeth_to_medici.basics.state import Detachment, Messenger
from banneret.rulesets.macbeth_to_medici.basics.who import base_of
from banneret.rulesets.macbeth_to_medici.command.riding import compulsory
from banneret.rulesets.macbeth_to_medici.movement.riders import (
    ask_ride,
    ride_messenger,
    ride_towards,
    stand_by,
    stand_of,
    take_in,
    to_nearest,
    touches_unit,
)
from banneret.rulesets.macbeth_to_medici.screen.deeds import Impacted
from banneret.rulesets.macbeth_to_medici.screen.events import OFFICERS, move_of, ride_of
from banneret.rulesets.macbeth_to_medici.screen.looks import between, look
from banneret.rulesets.macbeth_to_medici.screen.scene import RIDERS, scene
from banneret.rulesets.macbeth_to_medici.screen.view import as_seen, imagine, vary_hidden, view
from banneret.rulesets.macbeth_to_medici.setup.entries import Terrain
from banneret.tabletop.shapes.measuring import overlaps
from rulesets.macbeth_to_medici.mm_fields import Field


def test_mm_setup_19_orders_notes_grudges_and_hidden_units_do_not_show() -> None:
    field = Field()
    unit = field.unit("b", x=20, y=40)
    unit.where = "hidden"
    battle = field.battle
    battle.wards[1].order, battle.wards[1].aim = "hold", "the hill"
    battle.officers[1].grudge = 0
    battle.detachments = (Detachment("b", "ambush", (unit.id,)),)
    battle.memo.known.clear()
    seen = view(battle, "a")
    assert seen.wards[1].order == "unknown"
    assert seen.wards[1].aim == ""
    assert seen.officers[1].grudge == -1
    assert seen.detachments == ()
    assert seen.units[unit.id].where == "off_table"
    assert seen.units[unit.id].x == 0
    own = view(battle, "b")
    assert (own.wards[1].order, own.units[unit.id].where) == ("hold", "hidden")
    assert unit.id not in {piece.id for piece in scene(battle, "a").pieces}
    assert "hidden" in next(p for p in scene(battle, "b").pieces if p.id == unit.id).marks
    assert "hold" not in str(scene(battle, "a").sides)
    assert battle.wards[1].order == "hold"  # looking changes nothing


def test_mm_setup_12_the_enemy_sees_the_messenger_and_not_the_message() -> None:
    field = Field()
    battle = field.battle
    battle.messengers.append(Messenger(0, "b", 1, 1, 30.0, 30.0, "withdraw", "", "save yourself"))
    seen = view(battle, "a")
    assert (seen.messengers[0].order, seen.messengers[0].text) == ("", "")
    piece = next(p for p in scene(battle, "a").pieces if p.id == RIDERS)
    assert isinstance(piece.form, Emblem)
    assert piece.marks == ()
    assert "order withdraw" in next(p for p in scene(battle, "b").pieces if p.id == RIDERS).marks


def test_mm_setup_27_fog_hides_class_and_experience_until_a_unit_has_tested() -> None:
    field = Field(fog=True)
    unit = field.unit("b", y=30, experience="veteran", class_="A")

    def told() -> dict[str, str]:
        return next(p for p in scene(field.battle, "a").pieces if p.id == unit.id).profile

    assert told()["experience"] == told()["class"] == told()["die"] == "unknown"
    assert view(field.battle, "a").units[unit.id].profile.experience == "seasoned"
    unit.known = True
    assert told()["experience"] == "veteran"
    clear = Field()
    unit = clear.unit("b", y=30, experience="veteran")
    piece = next(p for p in scene(clear.battle, "a").pieces if p.id == unit.id)
    assert piece.profile["experience"] == "veteran"


def test_mm_setup_27_mm_init_01_the_rating_everybody_moves_by_is_open_in_the_fog() -> None:
    field = Field(fog=True)
    unit = field.unit("b", y=30, experience="veteran", order="close")
    mine = field.unit("a", y=20)
    mine.deeds.initiative, unit.deeds.initiative = 8, 12
    assert view(field.battle, "a").units[unit.id].deeds.initiative == 12
    piece = next(p for p in scene(field.battle, "a").pieces if p.id == unit.id)
    assert (piece.profile["initiative"], piece.profile["experience"]) == ("12", "unknown")


def test_mm_unit_31_the_second_type_of_a_mixed_formation_is_told() -> None:
    field = Field()
    both = field.unit(type="billmen", second_type="archers")
    plain = field.unit(x=50, type="billmen")
    told = {p.id: p.profile for p in scene(field.battle, "a").pieces}
    assert told[both.id]["also"] == "archers"
    assert "also" not in told[plain.id]


def test_mm_officer_11_the_circle_of_a_regular_officer_counts_command_twice() -> None:
    field = Field()
    officer = field.battle.officers[0]
    for origin, inches in (("feudal", 4 + 3), ("regular", 4 + 6)):
        officer.origin = origin
        circle = look(field.battle, "a", OFFICERS).overlays[0]
        assert isinstance(circle, Band)
        assert circle.inches == inches


def test_mm_setup_12_a_messenger_shows_nothing_more() -> None:
    field = Field()
    field.battle.messengers.append(Messenger(0, "b", 1, 1, 30.0, 30.0, "withdraw"))
    told = look(field.battle, "a", RIDERS)
    assert not told.overlays
    assert not told.notes


def test_mm_setup_24_who_carries_branches_is_foot_without_type_or_class() -> None:
    field = Field()
    unit = field.unit("b", y=30, type="billmen", class_="A", name="King's housecarls")
    unit.veiled = True
    piece = next(p for p in scene(field.battle, "a").pieces if p.id == unit.id)
    assert set(piece.profile) == {"elements", "order"}
    assert (piece.name, piece.arms, piece.group) == ("Foot under branches", "", "")
    own = next(p for p in scene(field.battle, "b").pieces if p.id == unit.id)
    assert own.name == "King's housecarls"


def test_mm_move_38_blocks_show_elements_hits_and_states() -> None:
    field = Field()
    unit = field.unit(elements=7, files=4, hits=2, morale="erratic", formed=False)
    whole = next(p for p in scene(field.battle, "a").pieces if p.id == unit.id)
    assert whole.form == Block(4, 7, order="loose", formed=False)  # a short rank is no loss
    unit.elements = 6
    piece = next(p for p in scene(field.battle, "a").pieces if p.id == unit.id)
    assert piece.form == Block(4, 6, order="loose", formed=False, gaps=1)
    assert piece.measures[0].have == 2  # type: ignore[union-attr]
    assert piece.marks == ("erratic", "unformed")


def test_looks_tell_bands_and_command() -> None:
    field = Field()
    unit, foe = field.unit(y=12), field.unit("b", y=20)
    notes = {note.text: note.value for note in look(field.battle, "a", unit.id).notes}
    assert notes["pass"].startswith("6-8")
    layers = {one.layer for one in look(field.battle, "a", unit.id).overlays}
    assert {"reach", "targets"} <= layers
    command = look(field.battle, "a", OFFICERS).overlays
    assert command[0].label == "Command Radius"
    told = {note.text for note in between(field.battle, "a", unit.id, foe.id).notes}
    assert {"distance", "may charge"} <= told


def test_every_event_of_a_battle_has_a_sentence_or_none_on_purpose() -> None:
    game = Game(
        RULESET,
        RULESET.begin("hastings_1066", {}, {}),
        dice=RandomDice(5),
        players={"a": ChancePlayer(1), "b": ChancePlayer(2)},
    )
    game.advance()
    silent = {"chose", "rolled", "mm_step", "step"}
    for told in game.events():
        kind = str(type(told.event).__struct_config__.tag)
        words = RULESET.sentence(game.state, told.event)
        if words is None:
            assert kind in silent | {"declared", "responded", "mm_leads"}, kind
        else:
            assert words.endswith((".", "!")), words


def test_secrets_vary_and_guesses_fit() -> None:
    field = Field()
    other = vary_hidden(field.battle, "a", _One())
    assert view(other, "a").wards == view(field.battle, "a").wards
    guess = imagine(view(field.battle, "a"), "a", RandomDice(1))
    assert guess.wards[1].order != "unknown"


class _One:
    def die(self, sides: int) -> int:
        return sides


# -- riders


def test_mm_officer_14_officers_ride_eighteen_inches_over_any_ground() -> None:
    field = Field([Terrain("Marsh", "area", 3, ((0, 0), (72, 0), (72, 48), (0, 48)))])
    officer = field.battle.officers[0]
    officer.x, officer.y = 10.0, 10.0
    assert not ride_towards(officer, (40.0, 10.0))
    assert (officer.x, officer.y) == (28.0, 10.0)
    near, far = field.unit(x=40, y=20), field.unit(x=65, y=40)
    ask_ride(field.table(ride=f"towards>{far.id}"), officer)
    assert hypot(officer.x - 28.0, officer.y - 10.0) == pytest.approx(18, abs=0.01)
    ask_ride(field.table(ride=str(near.id)), officer)
    assert touches_unit(field.battle, officer, near)


def test_mm_officer_02_a_lone_officer_who_is_ridden_over_is_taken_in() -> None:
    field = Field()
    officer = field.battle.officers[0]
    mine = field.unit(x=20, y=12)
    foe = field.unit("b", x=40, y=30)
    officer.x, officer.y = 40.0, 30.5
    take_in(field.table(), foe)
    assert touches_unit(field.battle, officer, mine)
    mine.where = "lost"
    field.battle.memo.known.clear()
    officer.x, officer.y = 40.0, 30.5
    take_in(field.table(), foe)
    assert officer.fate == "taken"


def test_mm_officer_13_an_officer_stands_touching_the_rear_of_his_unit() -> None:
    field = Field()
    officer = field.battle.officers[0]
    for heading in (0.0, 90.0, 210.0):
        unit = field.unit(x=36, y=24, heading=heading)
        stand_by(field.battle, officer, unit)
        assert touches_unit(field.battle, officer, unit)
        assert not overlaps(stand_of(officer), base_of(field.battle, unit))
    assert to_nearest(field.battle, officer) is not None


def test_mm_setup_12_messengers_ride_on_and_are_lost_near_the_enemy() -> None:
    field = Field()
    to = field.battle.officers[0]
    to.x, to.y = 40.0, 10.0
    rider = Messenger(0, "a", 0, 0, 10.0, 10.0)
    ride_messenger(field.battle, rider)
    assert (rider.x, rider.fate) == (28.0, "riding")
    ride_messenger(field.battle, rider)
    assert rider.fate == "delivered"
    field.unit("b", x=20, y=11)
    caught = Messenger(1, "a", 0, 0, 10.0, 10.0)
    ride_messenger(field.battle, caught)
    assert caught.fate == "lost"


def test_mm_officer_43_a_fleeing_officer_is_lost_at_his_edge() -> None:
    field = Field()
    officer = field.battle.officers[0]
    officer.x, officer.y = 30.0, 25.0
    officer.fleeing = True
    compulsory(field.table())
    assert (officer.y, officer.fate) == (7.0, "alive")
    compulsory(field.table())
    assert officer.fate == "fled"


def test_mm_charge_12_a_charge_that_is_going_is_drawn_to_its_target() -> None:
    field = Field()
    unit, foe = field.unit(y=12), field.unit("b", y=24)
    unit.deeds.charge = foe.id
    found = next(p for p in scene(field.battle, "b").pieces if p.id == unit.id)
    assert isinstance(found.form, Block)
    assert found.form.way == ((unit.x, foe.y),)  # its front, where the head of the arrow shows
    unit.deeds.stopped = True
    found = next(p for p in scene(field.battle, "b").pieces if p.id == unit.id)
    assert isinstance(found.form, Block)
    assert not found.form.way


def test_mm_unit_13_beads_tell_experience_of_who_has_no_hits_but_not_in_the_fog() -> None:
    field = Field(fog=True)
    unit = field.unit("b", y=30, experience="veteran")
    seen = {side: next(p for p in scene(field.battle, side).pieces if p.id == unit.id)
            for side in "ab"}  # fmt: skip
    assert not seen["a"].measures
    assert [(one.have, one.most) for one in seen["b"].measures] == [(0, 4)]  # type: ignore[union-attr]


def test_mm_init_05_who_is_first_is_told_of_each_enemy_near() -> None:
    field = Field()
    unit, foe = field.unit(y=12), field.unit("b", y=20)
    unit.deeds.initiative, foe.deeds.initiative = 12, 8
    assert next(p for p in scene(field.battle, "a").pieces if p.id == unit.id).note == "rating 12"
    told = {o.label: o.holds for o in look(field.battle, "a", unit.id).overlays
            if isinstance(o, Tag) and o.clause == "MM-INIT-05"}  # fmt: skip
    assert list(told.values()) == [True]
    assert next(iter(told)).startswith("12 against 8: ")
    told = {o.label: o.holds for o in look(field.battle, "a", foe.id).overlays
            if isinstance(o, Tag) and o.clause == "MM-INIT-05"}  # fmt: skip
    assert list(told.values()) == [False]


def test_mm_init_05_the_inches_of_a_rider_who_is_first_are_doubled() -> None:
    for mobility, inches in (("foot", "4 inches"), ("mounted", "8 inches")):
        field = Field()
        unit, foe = field.unit(y=12), field.unit("b", y=20, mobility=mobility)
        unit.deeds.initiative, foe.deeds.initiative = 8, 12
        told = [o.label for o in look(field.battle, "a", unit.id).overlays
                if isinstance(o, Tag) and o.clause == "MM-INIT-05"]  # fmt: skip
        assert told == [f"8 against 12: they have {inches} first"]


def test_mm_impact_06_between_two_enemies_stands_what_a_charge_would_bring() -> None:
    field = Field()
    unit, foe = field.unit(y=12, order="close"), field.unit("b", y=17)
    notes = between(field.battle, "a", unit.id, foe.id).notes
    met = {note.clause: note.value for note in notes if note.title.startswith("If they stand")}
    assert set(met) == {"MM-IMPACT-06", "MM-MELEE-01"}
    for value in met.values():
        shares = [int(one.rstrip("%")) for one in value.split(" · ")]
        assert 99 <= sum(shares) <= 101


def test_mm_impact_a_recoil_is_told_in_inches() -> None:
    field = Field()
    one, two = field.unit(), field.unit("b", y=20.0)
    told = Impacted(one.id, two.id, (6, 3), "a", 6, 0, "a").says(field.battle)
    assert told.endswith("recoil 6″.")


def test_mm_setup_27_what_a_charge_would_bring_does_not_tell_experience_in_the_fog() -> None:
    field = Field(fog=True)
    unit, foe = field.unit(y=12), field.unit("b", y=17)
    known = as_seen(field.battle, foe, "a").profile
    foe.profile = msgspec.structs.replace(foe.profile, experience="veteran", die="d5")
    assert as_seen(field.battle, foe, "a").profile == known
    assert as_seen(field.battle, foe, "b") is foe
    assert as_seen(field.battle, unit, "a") is unit


def test_mm_move_44_a_move_tells_screens_who_went_where() -> None:
    field = Field()
    unit = field.unit(y=12)
    told = msgspec.to_builtins(move_of(unit, "normal", 2.0))
    assert (told["figure"], told["place"], told["facing"]) == (unit.id, (unit.x, 12.0), 0.0)
    rode = msgspec.to_builtins(ride_of(field.battle.officers[1]))
    assert (rode["figure"], rode["place"]) == (OFFICERS + 1, (70.0, 47.0))
