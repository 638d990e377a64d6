"""Captains who have a habit for each kind of question."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from banneret.core.questions.choices import Pick
from banneret.tabletop.captains.habits import Habitual, nearest
from banneret.tabletop.shapes.bases import Rect


def ask(key: str) -> Pick[str]:
    return Pick("a", key, "Which?", ["go", "stay"])


def test_habits_then_custom_then_the_first_idea() -> None:
    habits = {"action": lambda view, _choice: view["wish"]}
    captain: Habitual[Any] = Habitual("a", habits, {"renew": "stay", "hold": "flee"})
    seat: Any = SimpleNamespace(view={"wish": "stay"})
    assert captain.decide(seat, ask("action")) == "stay"
    assert captain.decide(seat, ask("renew")) == "stay"
    assert captain.decide(seat, ask("hold")) == "go"  # what is settled but not offered
    assert captain.decide(seat, ask("other")) == "go"


def test_the_nearest_of_some() -> None:
    here = Rect(0.0, 0.0, 0.0, 1.0, 1.0)
    others = [(key, Rect(x, 0.0, 0.0, 1.0, 1.0)) for key, x in (("far", 9.0), ("near", -2.0))]
    assert nearest(here, others) == "near"
    assert nearest(here, ()) is None
