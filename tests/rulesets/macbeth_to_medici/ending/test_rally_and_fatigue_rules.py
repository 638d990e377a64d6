"""Rallying, recovering and fatigue as numbers (MM-RALLY, MM-FATIGUE, MM-UNIT-17)."""

from typing import Any

from rulesets.macbeth_to_medici.mm_fields import rule

S = {"experience": "seasoned"}


def allowed(**keys: Any) -> int:
    return int(rule("rally_allowance", keys)["value"])


def test_mm_rally_03_mm_rally_04_tests_by_movement() -> None:
    found = [allowed(movement=m) for m in ("standing", "march", "normal", "faster")]
    assert found == [4, 3, 2, 0]


def test_mm_rally_05_compulsory_tests_use_them_up() -> None:
    assert allowed(movement="standing", compulsory=3) == 1
    assert allowed(movement="normal", compulsory=3) == 0


def test_mm_rally_06_who_may_not() -> None:
    assert allowed(movement="standing", unformed=True) == 0
    assert allowed(movement="standing", unformed=True, led=True) == 4
    assert allowed(movement="standing", in_contact=True, led=True) == 0
    assert allowed(movement="standing", reforming=True) == 0


def test_mm_rally_07_results() -> None:
    given = {**S, "hits": 5, "elements": 8, "gentle_rally": True}
    found = {
        dice: (r["hits"], r["elements"])
        for dice in ((3, 4), (4, 5), (2, 3))
        for r in [rule("rally_test", given, *dice)]
    }
    assert found == {(3, 4): (4, 8), (4, 5): (4, 7), (2, 3): (5, 7)}


def test_mm_rally_08_no_test_without_hits() -> None:
    found = rule("rally_session", S, 3, 4, 3, 4, hits=2, elements=8, allowance=4)
    assert (found["tests"], found["hits"]) == (2, 0)


def test_mm_rally_09_an_erratic_unit_that_fails() -> None:
    found = rule("rally_test", S, 4, 5, hits=5, elements=9, morale="erratic")
    assert (found["hits"], found["elements"], found["morale"]) == (4, 4, "impetuous")


def test_mm_rally_10_it_tests_as_erratic_to_the_end() -> None:
    found = rule("rally_session", S, 3, 4, 1, 2, hits=4, elements=9, allowance=4)
    assert (found["tests"], found["morale"]) == (2, "broken")


def test_mm_rally_12_the_last_element() -> None:
    assert rule("rally_test", S, 2, 3, hits=1, elements=1)["morale"] == "lost"


def test_mm_rally_13_mm_rally_14_reorganising() -> None:
    given = {"experience": "veteran", "hits": 7, "elements": 6}
    assert rule("reorganise", given, traded=1)["hits"] == 3
    assert rule("reorganise", given, traded=2) | {"steps": 0} == {
        "hits": 0,
        "elements": 4,
        "steps": 0,
    }
    assert rule("reorganise", S, hits=9, elements=3, traded=3)["elements"] == 1


def test_mm_rally_16_gentle_rally() -> None:
    found = rule("rally_test", S, 2, 3, hits=5, elements=9, gentle_rally=True)
    assert (found["elements"], found["morale"]) == (8, "erratic")


def recover(**keys: Any) -> str:
    return str(rule("recover_state", {**S, **keys})["value"])


def test_mm_unit_17_mm_rally_11_recovering_a_state() -> None:
    broken = {"morale": "broken", "hits": 3}
    assert recover(**broken) == "steady"
    assert recover(**broken, enemy_near=True) == "erratic"
    assert recover(morale="broken", hits=4) == "broken"
    assert recover(**broken, active=True) == "broken"
    assert recover(**broken, in_contact=True) == "broken"
    assert recover(morale="impetuous", hits=2, entered_this_turn=True) == "impetuous"
    assert recover(morale="erratic", hits=3, starts_erratic=True) == "erratic"
    assert recover(morale="erratic", hits=4) == "erratic"


def tired(score_of: int, order: str, **keys: Any) -> int:
    found = rule("fatigue", order=order, mobility="foot", terrain=score_of, **keys)
    assert found["score"] == score_of
    return int(found["hits"])


def test_mm_fatigue_03_base() -> None:
    found = [
        rule("fatigue", order="open", mobility=m)["score"]
        for m in ("foot", "dismounted", "mounted")
    ]
    assert found == [0, 1, 1]


def test_mm_fatigue_04_mm_fatigue_06_exertion_and_fighting() -> None:
    def score(**keys: Any) -> int:
        return int(rule("fatigue", order="open", mobility="foot", **keys)["score"])

    assert score(exerted=True) == 1
    assert score(impacts=2, melees=1) == 3
    assert score(fired=True) == 1


def test_mm_fatigue_07_mm_fatigue_08_armour_as_worn() -> None:
    found = [
        rule("fatigue", order="open", mobility="foot", armour=a)["score"]
        for a in ("unarmoured", "light", "heavy", "full")
    ]
    assert found == [0, 0, 1, 2]


def test_mm_fatigue_09_terrain() -> None:
    assert rule("fatigue", order="open", mobility="foot", terrain=4)["score"] == 4


def test_mm_fatigue_11_mm_fatigue_12_levels_exceeded_then_reached() -> None:
    assert [tired(n, "loose") for n in (3, 4, 5, 6, 8, 9)] == [0, 1, 1, 2, 2, 3]
    assert [tired(n, "open") for n in (2, 3, 4, 5, 6)] == [0, 1, 2, 2, 3]


def test_mm_fatigue_15_every_multiple_exceeded() -> None:
    assert [tired(n, "open", fatigue_exceeds=True) for n in (4, 5)] == [1, 2]
    assert [tired(n, "loose", fatigue_exceeds=True) for n in (6, 7)] == [1, 2]
