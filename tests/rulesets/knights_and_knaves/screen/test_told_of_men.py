"""What a card and the markers say of a man is what the rules do with him."""

from __future__ import annotations

from banneret.rulesets.knights_and_knaves.basics.state import NOBODY, Battle
from banneret.rulesets.knights_and_knaves.movement.allowances import walking
from banneret.rulesets.knights_and_knaves.screen.affecting import notes
from banneret.rulesets.knights_and_knaves.screen.deeds import Moved
from banneret.rulesets.knights_and_knaves.screen.events import Formed, Routed, TurnedUp
from banneret.rulesets.knights_and_knaves.screen.scene import SEQUENCE, marks, scene
from banneret.rulesets.knights_and_knaves.screen.sentences import sentence
from rulesets.knights_and_knaves.field import field, man

FOE = "b foe: at 60,40"
TOWER = "wall_walk tower: 10,10..16,16 height=18"


def told(battle: Battle, name: str) -> dict[str, str]:
    """The notes on a man, with their clauses."""
    return {note.text: note.clause for note in notes(battle, man(battle, name), own=False)}


def test_kk_move_34_how_high_a_man_stands_is_shown() -> None:
    """On the tower his marker and his card say so; on the ground neither does."""
    battle = field(f"a Hal: at 13,13 | a Ned: at 30,13 | {FOE}", terrain=TOWER)
    assert "18 feet up" in marks(battle, man(battle, "Hal"), "b")
    assert told(battle, "Hal")["Stands high up"] == "KK-MOVE-34"
    assert not any("feet" in mark for mark in marks(battle, man(battle, "Ned"), "a"))
    assert "Stands high up" not in told(battle, "Ned")


def test_kk_move_11_whose_stamina_slows_whom() -> None:
    """A wounded rider rides as fast as ever, a wounded horse does not; the cards agree."""
    battle = field(
        "a Hurt: mounted original=8 stamina=3 at 10,10 | a Lame: mounted horse.stamina=3 at 20,10 "
        f"| a Foot: original=8 stamina=3 at 30,10 | a Whole: mounted at 40,10 | {FOE}"
    )
    speed = {name: walking(battle, man(battle, name)) for name in ("Hurt", "Lame", "Whole")}
    assert speed["Hurt"] == speed["Whole"] == 2 * speed["Lame"]
    slow = {name: [c for c in told(battle, name).values() if c == "KK-MOVE-11"]
            for name in ("Hurt", "Lame", "Foot", "Whole")}  # fmt: skip
    assert {name: len(found) for name, found in slow.items()} == {
        "Hurt": 0, "Lame": 1, "Foot": 1, "Whole": 0,
    }  # fmt: skip


def test_kk_move_31_in_contact_one_may_leave() -> None:
    """The card does not forbid what the rules allow."""
    battle = field(f"a Hal: at 20,10 | b Odo: at 20,11 | {FOE}")
    (text,) = [text for text in told(battle, "Hal") if text.startswith("In contact")]
    assert "may leave" in text


def test_kk_turn_01_what_comes_after_the_battle_follows_the_turn() -> None:
    """The wounded are looked after when all steps of the turn are done, so it is told last."""
    after = scene(field(f"a Hal: at 13,13 | {FOE}", phase="after"), "a")
    assert after.now == after.sequence[-1] == "After the battle"
    during = scene(field(f"a Hal: at 13,13 | {FOE}", phase="choose"), "a")
    assert (during.now, during.sequence) == ("Melee", SEQUENCE)


def test_kk_def_17_a_walk_is_everyday_a_flight_and_a_meeting_are_not() -> None:
    """What a chronicle may tell as one: nothing that decides anything."""
    path = ((0.0, 0.0), (0.0, 4.0))
    assert Moved(1, "walk", path, 0.0).quiet
    assert Moved(1, "gallop", path, 0.0).quiet
    assert not Moved(1, "walk", path, 0.0, met=2).quiet
    assert not any(Moved(1, how, path, 0.0).quiet for how in ("rout", "bolt", "charge", "carried"))
    assert TurnedUp(1, "shoot").quiet
    assert not Routed(1, "").quiet


def test_kk_def_17_a_meeting_without_a_way_tells_no_inches() -> None:
    """Who steps up a hair into a contact has not walked 0 inches."""
    battle = field("a Hal: at 20,10 | b Odo: at 20,11")
    near, far = [Moved(0, "walk", ((20.0, 10.0 - d), (20.0, 10.0)), 0.0, met=1) for d in (0.02, 2)]
    assert sentence(battle, near) == "Hal closed up and met Odo."
    assert sentence(battle, far) == "Hal walked 2″ and met Odo."


def test_kk_def_04_a_man_on_his_own_is_told_so() -> None:
    """No unit is named for him: he has left them all."""
    battle = field("a Hugh: soldier at 10,10 | a men: x3 at 20,10 | b Odo: soldier at 40,40")
    said = sentence(battle, Formed(NOBODY, (man(battle, "Hugh").id,), man(battle, "Hugh").id))
    assert said == "Hugh is on his own now."
