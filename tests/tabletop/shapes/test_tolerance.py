"""A book's own tolerance, in one place, and setting flush."""

from __future__ import annotations

import pytest

from banneret.tabletop.shapes.bases import Disc, Rect
from banneret.tabletop.shapes.measuring import gap
from banneret.tabletop.shapes.tolerance import Tape

TAPE = Tape(0.05)


@pytest.mark.parametrize(("x", "near"), [(4.0, True), (4.05, True), (4.06, False)])
def test_within_lets_the_slack_pass(x: float, near: bool) -> None:
    """Two discs of an inch, three inches apart and a little more."""
    assert TAPE.within(Disc(0, 0, 0.5), Disc(x, 0, 0.5), 3.0) is near
    assert TAPE.within(Disc(0, 0, 0.5), Rect(x, 0, 0, 1, 1), 3.0) is near


def test_contact_is_set_flush() -> None:
    """What counts as contact becomes contact; what does not stays."""
    other = Rect(0, 0, 0, 1, 1)
    near, far = Disc(1.03, 0, 0.5), Disc(1.2, 0, 0.5)
    assert TAPE.touch(near, other)
    assert TAPE.flush(near, other) == Disc(1.0, 0, 0.5)
    assert not TAPE.touch(far, other)
    assert TAPE.flush(far, other) is far
    turned = TAPE.flush(Rect(1.23, 0.1, 45, 1, 1), other)
    assert gap(turned, other) == pytest.approx(0.0, abs=0.001)
    assert turned.facing == 45


def test_what_touches_already_is_left() -> None:
    """And so is what lies over the other."""
    for x in (1.0, 0.7):
        base = Disc(x, 0, 0.5)
        assert TAPE.flush(base, Disc(0, 0, 0.5)) is base
