"""What the README shows is what the program prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cli.conftest import Call

ROOT = Path(__file__).parents[2]
CHRONICLES = ROOT / "tests" / "playthroughs" / "chronicles"
BLOCKS = re.findall(r"^```\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)


def test_the_fight_it_tells_was_fought() -> None:
    """The lines stand in a golden chronicle, one after the other."""
    told = next(block for block in BLOCKS if "[OP-MELEE-32]" in block)
    assert any(told in chronicle.read_text() for chronicle in CHRONICLES.iterdir())


@pytest.mark.usefixtures("real_shelf")
def test_the_rulings_it_shows_are_given(call: Call) -> None:
    """Each question is answered as shown; dots stand for what was left out."""
    block = next(block for block in BLOCKS if "$ echo" in block)
    shown = re.findall(r"^\$ echo '(.*)' \| banneret (.*)\n([^$]*)", block, re.MULTILINE)
    assert len(shown) == 2
    for typed, arguments, printed in shown:
        ruling = json.dumps(json.loads(call(*arguments.split(), typed=typed).out))
        for part in re.split(r", \.\.\.", " ".join(printed.split())):
            bare = part.strip("{} ")
            assert bare in ruling, bare
