from banneret.core.errors import BanneretError, IllegalAnswer, Unknown, unknown


def test_a_refusal_names_its_clause() -> None:
    no = IllegalAnswer("too far", "KK-MOVE-01")
    assert (str(no), no.reason, no.clause) == ("too far [KK-MOVE-01]", "too far", "KK-MOVE-01")
    assert str(IllegalAnswer("too far")) == "too far"


def test_an_unknown_name_is_told_the_known_ones() -> None:
    assert str(unknown("option", "x", {"a": 1, "b": 2})) == (
        "unknown option 'x': expected one of a, b"
    )
    assert str(unknown("step", 9, 3)) == "unknown step '9': expected one of 3"
    assert issubclass(Unknown, BanneretError)
