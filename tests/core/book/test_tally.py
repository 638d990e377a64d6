from banneret.core.book.tally import Reason, Tally


def test_a_tally_remembers_its_reasons() -> None:
    """Each modifier that holds adds its line; the first tally is left as it was."""
    base = Tally(4, "shooting value", "KK-SHOOT-02")
    tally = base.when(True, 1, "moved", "KK-SHOOT-12").when(False, 9, "never", "KK-SHOOT-99")
    assert tally.total == 5
    assert tally.reasons == (
        Reason("shooting value", 4, "KK-SHOOT-02"),
        Reason("moved", 1, "KK-SHOOT-12"),
    )
    assert base.total == 4
    assert len(base.reasons) == 1


def test_nought_is_no_reason() -> None:
    assert len(Tally(4, "value", "A").when(True, 0, "nothing", "B").reasons) == 1
    assert len(Tally(4, "value", "A").plus(0, "told all the same", "B").reasons) == 2


def test_a_tally_reads_as_a_sum() -> None:
    assert repr(Tally(4, "value", "A").plus(-1, "tired", "B")) == "Tally(3: +4 value -1 tired)"
