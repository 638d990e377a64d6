"""What screens show is drawn alike."""

from __future__ import annotations

from banneret.core.book.tally import Tally
from banneret.tabletop.ground.pieces import Area, Line
from banneret.tabletop.ground.terrain import Ground
from banneret.tabletop.screen import drawing
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.sight import Trace

BASE = Rect(3.0, 4.0, 90.0, 1.0, 2.0)


def test_bands_and_verdicts() -> None:
    band = drawing.band("reach", BASE, 6.0, "walk", "XX-01", dear=True)
    assert (band.base, band.inches, band.tone) == ((3.0, 4.0, 90.0, 1.0, 2.0), 6.0, "dear")
    tag = drawing.verdict("command", 7, "in command", "XX-02", holds=True)
    assert (tag.piece, tag.holds, tag.odds) == (7, True, None)
    assert drawing.chance("targets", 7, "shot", "XX-03", {"hit": "1/2"}).odds == {"hit": "1/2"}


def test_a_reckoning_is_a_base_and_what_changes_it() -> None:
    tally = Tally(6, "morale", "XX-01").plus(-2, "losses", "XX-02")
    assert [note.value for note in drawing.reckoning(tally, "check")] == ["6", "-2"]
    assert [note.value for note in drawing.reckoning(tally, "blow", base=False)] == ["+6", "-2"]


def test_a_line_of_sight_as_it_was_traced() -> None:
    blocked = Trace(False, 0.25, "a house is in the way", ((0.1, 0.2, "woods", "wood"),))
    line = drawing.sight_line((0.0, 0.0), (8.0, 0.0), 7.0, blocked, "XX-01")
    assert (line.clear, line.stop, line.label) == (False, 0.25, "7″, a house is in the way")
    assert line.stretches[0].kind == "woods"
    clear = drawing.sight_line((0.0, 0.0), (8.0, 0.0), 7.0, Trace(True, 1.0, "", ()), "XX-01")
    assert (clear.stop, clear.label, clear.tone) == (None, "7″, in sight", "cheap")


def test_ground_and_the_middle_of_it() -> None:
    corners = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0))
    ground = Ground([Area("water", corners, "mere")], [Line("wall", corners[:2], "w")], 9.0, 9.0)
    drawn = drawing.draw_ground(ground, {"water": "deep_water"}, {"mere": "The mere"})
    assert [(one.kind, one.name) for one in drawn] == [("deep_water", "The mere"), ("wall", "")]
    assert drawing.middle(corners) == (2.0, 1.0)
