"""A table turned to the other side: everything follows, words stay upright."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.pretend import HEIGHT, WIDTH, Pretended, man

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.playing import Person
    from server.running import Server

pytestmark = pytest.mark.slow

MINE, FOE = 1, 22


@pytest.fixture
def table(server: Server, person: Callable[..., Person]) -> Pretended:
    """One archer near the far edge, an enemy before him."""
    pieces = [man(MINE, "a", 10, HEIGHT - 4, facing=180), man(FOE, "b", 14, 8, facing=0)]
    return Pretended(person(server), pieces)


def test_a_turned_table_is_dragged_nudged_and_measured_as_it_is_seen(table: Pretended) -> None:
    """What lies far lies near, a drag means what it shows, and the device remembers."""
    one = table.person
    table.open()
    table.ask(
        {"kind": "move", "side": "a", "key": "way", "prompt": "Go", "about": [], "piece": MINE,
         "gaits": ["walk"], "allowance": 6, "ideas": [["walk", [[10, 30]], 180]],
         "subjects": [MINE]}
    )  # fmt: skip
    one.page.wait_for_selector(".men .idea")
    before = one.page_point(MINE)
    one.press("v")
    one.page.wait_for_timeout(100)
    near = one.page_point(MINE)
    assert near[1] > before[1] + 100
    foe = one.page_point(FOE)
    assert near[1] > foe[1]
    start = (WIDTH - 10, 4)  # as it is seen
    one.drag(start, (start[0] - 2, start[1] + 4))
    assert one.ghost() == pytest.approx((WIDTH - 12, 8), abs=0.2)
    one.press("ArrowUp")
    one.shot("turned")
    one.page.keyboard.press("Enter")
    (said,) = table.heard("answer")
    x, y = said["value"][1][-1]
    assert (x, y) == (pytest.approx(12, abs=0.2), pytest.approx(HEIGHT - 8 - 0.25, abs=0.2))
    one.press("r")
    for spot in (near, foe):
        one.page.mouse.click(*spot)
    box = one.page.locator("[data-ruler] path").first.bounding_box()
    assert box is not None
    assert box["y"] == pytest.approx(foe[1], abs=30)
    assert box["y"] + box["height"] == pytest.approx(near[1], abs=30)
    one.page.reload()
    one.page.wait_for_selector("[data-piece]")
    assert one.page_point(MINE)[1] > one.page_point(FOE)[1]
    assert not one.faults()
