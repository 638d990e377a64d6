"""Many bases at once, against looking at each of them."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from banneret.tabletop import crowd
from banneret.tabletop.shapes.bases import Rect
from banneret.tabletop.shapes.measuring import overlaps, within

inches = st.integers(0, 480).map(lambda n: n / 20)
bases = st.builds(Rect, inches, inches, st.integers(0, 359).map(float), st.just(1.0), st.just(2.0))
crowds = st.lists(bases, max_size=14)


class Man(NamedTuple):
    """Somebody who stands somewhere."""

    id: int
    base: Rect


@given(crowds, bases, st.integers(0, 12).map(float))
def test_a_crowd_answers_as_a_look_at_everybody(
    others: list[Rect], base: Rect, reach: float
) -> None:
    men = [Man(at, one) for at, one in enumerate(others)]
    made = crowd.Crowd(men, widest=1.2)
    near = {man.id for man in men if within(base, man.base, reach)}
    assert {man.id for man in made.near(base, reach)} == near
    assert {man.id for man in made.around(base, reach)} >= near
    assert {m.id for m in made.on(base)} == {m.id for m in men if overlaps(base, m.base)}


@given(crowds, bases)
def test_who_is_met_first(others: list[Rect], base: Rect) -> None:
    met = [at for at, other in enumerate(others) if overlaps(base, other)]
    assert crowd.first_met(base, others) == (met[0] if met else None)
    assert crowd.meets(base, others) is bool(met)
    assert all(crowd.may_meet(base, others[at]) for at in met)


@given(crowds)
def test_pairs_that_lie_on_one_another(others: list[Rect]) -> None:
    pairs = [(a, b) for b in range(len(others)) for a in range(b) if overlaps(others[a], others[b])]
    assert sorted(crowd.overlapping(others)) == sorted(pairs)


@given(crowds, bases, inches, inches)
def test_a_quick_no_is_right(others: list[Rect], base: Rect, x: float, y: float) -> None:
    there = Rect(x, y, base.facing, base.width, base.depth)
    if crowd.Footing(base, others).taken(x, y):
        assert crowd.meets(there, others)


@given(st.lists(bases, min_size=1, max_size=8), st.integers(0, 6).map(float))
def test_together_is_one_company(others: list[Rect], reach: float) -> None:
    groups = [{at} for at in range(len(others))]
    for a in range(len(others)):
        for b in range(a):
            if within(others[a], others[b], reach):
                one = next(group for group in groups if a in group)
                two = next(group for group in groups if b in group)
                if one is not two:
                    one |= two
                    groups.remove(two)
    assert crowd.together(others, reach) is (len(groups) == 1)


@given(st.lists(bases, min_size=1, max_size=8), bases)
def test_boxes(others: list[Rect], base: Rect) -> None:
    box = crowd.box_around(others)
    assert all(crowd.lies_in(one, box) for one in others)
    if crowd.meets(base, others):
        assert crowd.reaches_into(base, box)
    wide = crowd.box_around(others, 1.0)
    assert wide[0] == box[0] - 1.0
    assert wide[3] == box[3] + 1.0
