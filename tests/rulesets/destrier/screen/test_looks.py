"""What a player is told of a figure, of two, and of what a charge would meet."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.core.show.overlay import Band
from banneret.rulesets.destrier.basics.state import Battle
from banneret.rulesets.destrier.horses.charges.lines import Course, lines
from banneret.rulesets.destrier.horses.charges.reckoning import _answers, _defences
from banneret.rulesets.destrier.screen.looks import between, hit, look
from rulesets.destrier.arena import arena, man
from rulesets.destrier.fights import foes


def told(battle: Battle, one: int = 0, other: int | None = None) -> dict[str, str]:
    """The notes on a figure, or on how one stands to another."""
    found = look(battle, None, one) if other is None else between(battle, None, one, other)
    return {note.text: note.value for note in found.notes}


def test_de_stand_12_de_con_03_who_touches_and_who_holds_stands_on_the_look() -> None:
    """The holder is named once the initiative is known, as what is left of the half-move is."""
    battle, _, _ = foes("knight", "sergeant", winner="b")
    known = told(battle)
    assert known["Sergeant 2 is on the shield side"] == ""
    assert "Sergeant 2 holds it" in known
    assert any("held in contact" in text for text in known)
    free, _, _ = foes("knight", "peasant", winner="a")
    assert "Peasant 2 holds it" not in told(free)
    battle.initiative = ()
    unknown = told(battle)
    assert "Sergeant 2 is on the shield side" in unknown
    assert not [text for text in unknown if "hold" in text or "held" in text]
    assert "Half-move" not in unknown


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"posture": "kneeling"}, "is kneeling"),
        ({"stun": 1}, "is stunned: only the passive shield"),
        ({"rocked": True}, "is rocked"),
        ({"berserk": True}, "is berserk: strikes better, defends nothing"),
        ({"crippled": ("shield_arm",)}, "shield arm crippled"),
    ],
)
def test_de_host_21_de_host_67_a_state_is_told_and_only_when_it_is_there(
    state: dict[str, Any], said: str
) -> None:
    battle, knight, _ = foes()
    assert said not in told(battle)
    for key, value in state.items():
        setattr(knight, key, value)
    assert said in told(battle)


def test_de_con_04_de_gen_08_weight_load_and_half_move_are_told() -> None:
    battle = arena(man("squire", "a", 10, 10), man("sergeant", "b", 40, 30))
    found = told(battle)
    assert found["Half-move"] == "3.0 inches"
    assert found["Load"] == "unencumbered"
    battle.figures[0].status = "down"
    assert told(battle) == {"Squire 1 is down": ""}


def test_de_att_02_how_far_a_rider_reaches_is_drawn_round_his_horse() -> None:
    for hand, inches in (("spear", 0.5), ("broadsword", 0.02)):
        battle = arena(man("squire", "a", 10, 10, steed="mule", hand=(hand,)))
        (band,) = [one for one in look(battle, None, 0).overlays if isinstance(one, Band)]
        assert (band.inches, band.label.split(",")[0]) == (inches, hand)


def test_de_los_01_nothing_is_said_of_who_is_not_on_the_table() -> None:
    battle = arena(man("squire", "a", 10, 10), man("sergeant", "b", 10, 20, 180))
    assert told(battle, 0, 1)["sees him"] == ""
    assert "would strike his" in told(battle, 0, 1)
    for gone in battle.figures:
        at = gone.x
        gone.x = -100.0
        assert told(battle, 0, 1) == {}
        gone.x = at


@pytest.mark.parametrize("who", [0, 1])
def test_de_gen_03_no_blow_is_reckoned_with_the_fallen_or_a_friend(who: int) -> None:
    battle = arena(man("squire", "a", 10, 10), man("sergeant", "b", 10, 20, 180))
    battle.figures[who].status = "down"
    assert set(told(battle, 0, 1)) == {"Between the stands", "sees him"}
    friends = arena(man("squire", "a", 10, 10), man("sergeant", "a", 10, 20, 180))
    assert set(told(friends, 0, 1)) == {"Between the stands", "sees him"}


@pytest.mark.parametrize(
    ("card_round", "known", "shown"),
    [(-1, True, True), (0, True, True), (1, True, False), (0, False, False)],
)
def test_de_host_14_what_tac_cards_do_is_shown_while_the_matrix_is_read(
    card_round: int, known: bool, shown: bool
) -> None:
    battle, knight, sergeant = foes(card_round=card_round)
    if not known:
        battle.initiative = ()
    notes = between(battle, None, 0, 1).notes
    assert any(note.title == "By TAC cards" for note in notes) is shown
    plain = [note for note in notes if note.title == "A plain blow"]
    assert f"{sum(int(note.value) for note in plain[:-1])} %" == plain[-1].value
    assert plain[-1].value == hit(battle, knight, sergeant)


def test_de_chg_26_de_chg_28_what_a_charge_would_come_to_is_told_by_speed() -> None:
    """In reach with its inches, out of reach, or without a line at all."""
    said, nearest = {}, ""
    for where, (x, y) in {"near": (20, 14), "far": (20, 29), "behind": (20, 2)}.items():
        battle = arena(
            man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
            man("sergeant", "b", x, y, 180),
        )
        notes = between(battle, None, 0, 1).notes
        if where == "near":
            knight, foe = battle.figures
            course = Course.begin(battle, knight, "gallop")
            inches = sorted(line.inches for line in lines(battle, knight, course, foe))
            assert inches[0] < inches[-1]
            nearest = f"{inches[0]:.1f} inches"
        said[where] = {note.text: note.value for note in notes if note.title == "A charge"}
    assert list(said["near"]) == ["at a trot", "at a canter", "at a gallop"]
    assert said["near"]["at a trot"] == "out of reach"
    assert said["near"]["at a gallop"] == nearest
    assert set(said["far"].values()) == {"out of reach"}
    assert set(said["behind"].values()) == {"no line"}


def test_de_chg_33_de_chg_17_what_each_may_pick_is_reckoned_for_a_charge() -> None:
    """A dodge guessed right leaves more than one guessed wrong; the unarmed but pull."""
    battle = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("sergeant", "b", 20, 7.7, 180),
    )
    knight, sergeant = battle.figures
    picks = {one.text: one.value for one in _defences(battle, knight, sergeant, "left", "")}
    dodge = picks["dodge, you guess wrong · right"].split(" · ")
    assert int(dodge[0].split()[0]) < int(dodge[1].split()[0])
    armed = {one.text: one.value for one in _answers(battle, knight, sergeant, "")}
    assert list(armed) == ["mace at you · at the horse", "pulls you down", "hamstrings the horse"]
    mounted = arena(
        man("knight", "a", 20, 5, steed="great_horse", speed="trot", hand=("lance",)),
        man("squire", "b", 20, 8.7, 180, steed="mule", hand=("broadsword",)),
    )
    charger, squire = mounted.figures
    (only,) = _answers(mounted, charger, squire, "")
    assert only.text == "broadsword at you · at the horse"
    sergeant.in_hand = ()
    assert [one.text for one in _answers(battle, knight, sergeant, "")] == ["pulls you down"]
    unarmed = {one.text for one in _defences(battle, knight, sergeant, "left", "")}
    assert "weapon parry" not in unarmed
    for key, value in (("posture", "kneeling"), ("stun", 1)):
        setattr(sergeant, key, value)
        assert not list(_answers(battle, knight, sergeant, ""))
