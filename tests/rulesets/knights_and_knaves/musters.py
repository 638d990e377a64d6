"""Forces raised for the tests, and what is said of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from banneret.rulesets.knights_and_knaves.basics.tables import data_text
from banneret.rulesets.knights_and_knaves.setup.forces.companies import Force
from banneret.rulesets.knights_and_knaves.setup.forces.oddities import check_force
from banneret.rulesets.knights_and_knaves.setup.forces.organisations import ORGANISATIONS

RAW: dict[str, Any] = tomllib.loads(data_text("tables.toml").decode())

LISTS = sorted(ORGANISATIONS)


def names_in(force: Force) -> list[str]:
    horses = [man.horse.name for man in force.men if man.horse is not None]
    return [man.profile.name for man in force.men] + horses


def oddities(force: Force) -> list[str]:
    return [one.text for one in check_force(force)]


def printed(key: str) -> list[str]:
    """The rows of a list as the book prints them: class, armour, share, horse, arms, traits."""
    text = (Path(__file__).parent / "printed_lists.txt").read_text()
    lists = {block.split("\n")[0]: block for block in re.split(r"\n(?=\S)", text)}
    return [line.strip() for line in lists[key].strip().split("\n")[1:]]
