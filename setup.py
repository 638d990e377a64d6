"""The compiled build, an extra of the same source: used only when BANNERET_COMPILE=1.

`make compiled` installs it into an environment of its own; everywhere else the package stays plain
Python. What is compiled and what is not, and why: docs/decisions/0002-compiled-build.md.
"""

import os

from setuptools import Extension, setup

CORE = ("chance/dice",)
TABLETOP = (
    "shapes/segments",
    "shapes/bases",
    "shapes/chords",
    "shapes/contact",
    "shapes/measuring",
    "ground/pieces",
    "ground/ground",
    "ground/going",
    "ground/nets",
    "ground/lanes",
    "ground/search",
    "ground/paths",
)
# Chapters that are only asked. Those that take the table are left alone: the clause of what they
# tell is looked up among interpreted calls (core/book/clauses.py). So is the captain: compiled
# functions do not find constants that are Final tuples of numbers.
KNIGHTS_AND_KNAVES = (
    "movement/allowances",
    "setup/arraying",
    "movement/obstacles/barriers",
    "command/action/bounds",
    "command/action/charges",
    "melee/strike_or_parry",
    "command/hearing",
    "ground/contact",
    "shooting/cover",
    "ground/encircling",
    "ground/features",
    "melee/as_fighters",
    "ground/lay",
    "ground/laying_out",
    "ground/knowledge",
    "movement/way_to_place",
    "command/action/limits",
    "ground/lines_of_sight",
    "basics/names",
    "command/parting",
    "basics/who",
    "movement/march/plans",
    "command/recovery",
    "movement/march/room",
    "movement/march/setting_off",
    "ground/sight",
    "command/action/special",
    "shooting/strays",
    "movement/march/strides",
    "movement/march/tracks",
    "movement/turning",
    "screen/hidden/varying",
    "morale/victory",
    "screen/hidden/view",
    "movement/ways",
)
FOLDERS = {
    "src/banneret/core": CORE,
    "src/banneret/tabletop": TABLETOP,
    "src/banneret/rulesets/knights_and_knaves": KNIGHTS_AND_KNAVES,
}


def extensions() -> list[Extension]:
    """The modules to compile, none unless asked for."""
    if os.environ.get("BANNERET_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  needed here alone

    files = [f"{folder}/{name}.py" for folder, names in FOLDERS.items() for name in names]
    return mypycify(files, opt_level="2", multi_file=True)


setup(ext_modules=extensions())
