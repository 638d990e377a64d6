"""The compiled build, an extra of the same source: used only when BANNERET_COMPILE=1.

`make compiled` installs it into an environment of its own; everywhere else the package stays plain
Python. What is compiled and what is not, and why: docs/decisions/0002-compiled-build.md.
"""

import os

from setuptools import Extension, setup

CORE = (
    "segments",
    "bases",
    "chords",
    "contact",
    "geometry",
    "pieces",
    "ground",
    "going",
    "nets",
    "lanes",
    "search",
    "paths",
    "dice",
)
# Chapters that are only asked. Those that take the table are left alone: the clause of what they
# tell is looked up among interpreted calls (banneret/core/clauses.py). So is the captain: compiled
# functions do not find constants that are Final tuples of numbers.
KNIGHTS_AND_KNAVES = (
    "allowances",
    "arraying",
    "barriers",
    "bounds",
    "charges",
    "choices",
    "command",
    "contact",
    "cover",
    "encircling",
    "features",
    "fighters",
    "ground",
    "groundwork",
    "kept",
    "knowledge",
    "leading",
    "limits",
    "looking",
    "names",
    "parting",
    "people",
    "plans",
    "recovery",
    "room",
    "setting_off",
    "sight",
    "special",
    "strays",
    "strides",
    "tracks",
    "turning",
    "varying",
    "victory",
    "view",
    "ways",
)
FOLDERS = {
    "src/banneret/core": CORE,
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
