"""The compiled build, an extra of the same source: used only when BANNERET_COMPILE=1.

`make compiled` installs it into an environment of its own; everywhere else the package stays plain
Python. What is compiled and what is not, and why: docs/decisions/0002-compiled-build.md.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

CORE = Path("src/banneret/core")
COMPILED = (
    "segments",
    "bases",
    "chords",
    "contact",
    "geometry",
    "pieces",
    "ground",
    "going",
    "nets",
    "paths",
    "dice",
)


def extensions() -> list[Extension]:
    """The modules to compile, none unless asked for."""
    if os.environ.get("BANNERET_COMPILE") != "1":
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  needed here alone

    return mypycify([str(CORE / f"{name}.py") for name in COMPILED], opt_level="3")


setup(ext_modules=extensions())
