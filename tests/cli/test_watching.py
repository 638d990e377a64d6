"""`banneret watch`: when the table is drawn."""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from banneret.core.record.reading import read
from banneret.rulesets import RULESETS

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Call

pytestmark = pytest.mark.usefixtures("real_shelf")

BOOK = "knights_and_knaves"


@pytest.mark.slow
def test_a_table_a_phase_into_a_pipe_and_more_for_a_watcher(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Piped there is one table for a phase in which something changed; live one for a change."""
    monkeypatch.setattr("banneret.cli.saves.draw", lambda scene, _: f"round {scene.round} · ")
    file = tmp_path / "x.banneret"
    call("fight", BOOK, "tourney", "--seed", "4", "--save", str(file))
    names = RULESETS[BOOK].phases
    steps = [names[step.name] for step in read(file).steps]
    phases = 1 + sum(one != other for one, other in pairwise(steps))
    piped = call("watch", str(file)).out
    drawn = re.findall(r"round \d+ · ", piped)
    assert 10 < len(drawn) < phases
    told = [line for line in piped.splitlines() if "KK-" in line]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    live = call("watch", str(file), "--pace", "0").out
    assert len(re.findall(r"round \d+ · ", live)) > len(drawn)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", live)
    assert [line for line in plain.splitlines() if "KK-" in line] == told
