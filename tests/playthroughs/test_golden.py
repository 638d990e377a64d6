"""Recorded battles, played again by their tapes, lead where they led."""

from __future__ import annotations

import pytest

from banneret.core.play.tape import Thrown
from banneret.rulesets import RULESETS
from playthroughs import golden, record
from playthroughs.wanted import (
    BOOK,
    FEUDAL,
    KINDS,
    KNIGHTLY,
    KNIGHTLY_DEEDS,
    KNIGHTS,
    MOUNTED,
    TOLD,
    WANTED,
)

QUICK = {
    f"{scenario}-{kind}"
    for kind in ("captain", "turned")
    for scenario in ("crossroads", "greenwood", "ford", "manor", "take_him_alive")
} | {f"{scenario}-{kind}" for scenario, kind, _, _ in KNIGHTLY[:6]}


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in WANTED]
)
def test_a_golden_battle_leads_where_it_led(name: str) -> None:
    """Answers and dice on record give the same states, the same events, the same end."""
    golden.again(golden.read(name))


@pytest.mark.parametrize("name", TOLD)
def test_a_golden_chronicle_reads_as_it_read(name: str) -> None:
    """What people read of a battle changes on purpose alone."""
    kept = (golden.CHRONICLES / f"{name}.txt").read_text("utf-8").splitlines()
    now = golden.told(golden.read(name)).splitlines()
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        assert new == old, (
            f"chronicles/{name}.txt, line {number} reads otherwise now. If that is meant: "
            'make golden REASON="what changed and why"'
        )
    assert len(now) == len(kept)


def test_the_golden_battles_are_those_wanted() -> None:
    """Every scenario and kind is on file, as it is wanted, and nothing else is."""
    assert sorted(path.name for path in golden.FOLDER.iterdir()) == sorted(
        golden.path_of(name).name for name in WANTED
    )
    for name, battle in WANTED.items():
        assert golden.read(name).battle == battle, f"{name}: {golden.WHAT_TO_DO}"
    short = len(KNIGHTLY) + len(KNIGHTLY_DEEDS) + len(FEUDAL) + len(MOUNTED)
    assert len(KINDS) * 5 + 1 + short == len(WANTED)


def test_every_force_and_option_is_golden() -> None:
    """No force and no value of an option is left out."""
    book = RULESETS[BOOK]
    headers = [battle.header() for battle in WANTED.values() if battle.book == BOOK]
    assert {force for one in headers for force in one.forces.values()} == set(book.forces)
    for setting in book.settings:
        assert {one.options[setting.key] for one in headers} == set(setting.values)


def test_every_option_of_the_knights_is_golden() -> None:
    """Each option is on record at its default and turned."""
    headers = [battle.header() for battle in WANTED.values() if battle.book == KNIGHTS]
    for setting in RULESETS[KNIGHTS].settings:
        assert len({one.options[setting.key] for one in headers}) > 1


def test_a_changed_die_is_noticed() -> None:
    """A record whose dice fall otherwise does not lead where it led, and says what to do."""
    found = golden.read("crossroads-captain")
    number, step, place, thrown = next(
        (number, step, place, entry)
        for number, step in enumerate(found.steps)
        for place, entry in enumerate(step.tape)
        if isinstance(entry, Thrown) and entry.dice == (10,) and number > 40
    )
    other = Thrown(thrown.purpose, thrown.dice, (thrown.faces[0] % 10 + 1,))
    found.steps[number] = golden.Led(
        step.name, [*step.tape[:place], other, *step.tape[place + 1 :]], step.state, step.told
    )
    with pytest.raises(AssertionError, match=rf"step {number + 1} of .* REASON="):
        golden.again(found)


def test_nothing_is_recorded_without_need_or_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Recording again keeps what still holds, asks for a reason, and for a new version."""
    few = {name: WANTED[name] for name in ("greenwood-captain",)}
    monkeypatch.setattr(record, "WANTED", few)
    monkeypatch.setattr(record, "TOLD", ())
    monkeypatch.setattr(golden, "FOLDER", golden.FOLDER.parent / "nowhere")
    monkeypatch.setattr("sys.argv", ["record"])
    assert record.main() == 2
    assert "1 new: say REASON=" in capsys.readouterr().err
